package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
)

// choosePage asks which two contestants are to be compared.
type choosePage struct {
	eventHead
	title string
	Send  string // where it is asked
	Pair  string
	A, B  []option
	Quiet bool
	up    *link
	tabs  []tab
}

func (c choosePage) template() string { return "choose" }

func (c choosePage) frame() frame { return frame{Title: c.title, Back: c.up, Tabs: c.tabs} }

// choose asks which two to compare, and leads to the page of two that were chosen.
func (p *pages) choose(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	a, errA := event.ParseContestant(q.Get("a"))
	b, errB := event.ParseContestant(q.Get("b"))
	if errA != nil || errB != nil || a == b {
		p.handle(p.chooseForm)(w, r)
		return
	}
	address := eventAddress(url.PathEscape(r.PathValue("event"))) + "/pairs/" + a.String() + "/" + b.String()
	if pair, err := event.ParseContestant(q.Get("pair")); err == nil {
		address = withQuery(address, "pair", pair.String())
	}
	http.Redirect(w, r, address, http.StatusSeeOther) //nolint:gosec // it begins with the place of our events, and each part is escaped or parsed
}

func (p *pages) chooseForm(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	out := choosePage{
		eventHead: e.head(), title: s.T("page.compare"), Send: eventAddress(e.id) + "/pairs", Quiet: e.standings == nil,
		up: &link{e.at(""), s.T("page.ranking")}, tabs: e.tabs("compare"),
	}
	if !e.pair.IsZero() {
		out.Pair = e.pair.String()
	}
	for _, c := range e.view.Contestants {
		text := e.number(e.kind(), c.Contestant)
		if names := e.named(e.people, c.Persons); names != nil {
			text = c.Contestant.Label() + " " + strings.Join(names, " – ")
		}
		if c.Contestant.Side.Valid() {
			text += " (" + e.SideShort(c.Contestant.Side) + ")"
		}
		o := option{c.Contestant.String(), text, false}
		out.B = append(out.B, o)
		o.Chosen = c.Contestant == e.pair
		out.A = append(out.A, o)
	}
	if len(out.B) > 1 && (len(out.A) == 0 || e.pair.IsZero() || out.B[0].Value == e.pair.String()) {
		out.B[1].Chosen = true
	}
	return out, nil
}

// comparePage is two contestants side by side.
type comparePage struct {
	eventHead
	title  string
	Two    [2]compared
	Unit   string
	Better [2]int // boards
	Even   int
	Rows   []compareRow
	Quiet  bool
	up     *link
	tabs   []tab
}

func (c *comparePage) template() string { return "compare" }

func (c *comparePage) frame() frame { return frame{Title: c.title, Back: c.up, Tabs: c.tabs} }

type compared struct {
	Names          []string
	Number, Side   string
	Address, Value string
	Mine           bool
}

type compareRow struct {
	Board, Name, Address string
	Two                  [2]compareSide
	More                 int // which of the two has more, from 1; 0: neither
	Gap                  string
	Met                  bool // they played it against each other

	gap exact.Fraction
	key boardKey
}

type compareSide struct{ Result, Value, Mark string }

// compare is the page of two contestants, the boards first on which they differ most.
func (p *pages) compare(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	var who [2]event.Contestant
	for i, name := range []string{"a", "b"} {
		c, err := event.ParseContestant(r.PathValue(name))
		if err != nil || c.String() != r.PathValue(name) || !e.registered(c) {
			return nil, errNoPage
		}
		who[i] = c
	}
	if who[0] == who[1] || e.kind() == event.Teams {
		return nil, errNoPage
	}
	out := &comparePage{
		eventHead: e.head(), title: s.T("page.compare"), Quiet: e.standings == nil,
		up: &link{e.at("/pairs"), s.T("page.compare")}, tabs: e.tabs("compare"),
	}
	for i, c := range who {
		out.Two[i] = compared{Names: e.named(e.people, e.persons[c]), Number: e.number(e.kind(), c), Address: e.cardAddress(c), Mine: c == e.pair}
		if out.Two[i].Names == nil {
			out.Two[i].Names = []string{out.Two[i].Number}
		}
		if c.Side.Valid() {
			out.Two[i].Side = mark(c.Side)
		}
	}
	if e.standings == nil {
		return out, nil
	}
	unit := boardUnit(e.standings.Info)
	out.Unit = e.unit(unit)
	if inPercent(unit) {
		out.Unit = "%"
	}
	lines := [2]map[boardKey]event.CardLine{{}, {}}
	for i, c := range who {
		if row, ok := e.row(c); ok && row.Rank > 0 {
			var card cardPage
			e.altogether(&card, row)
			out.Two[i].Value = card.Value
		}
		for _, l := range e.standings.Card(c) {
			lines[i][boardKey{l.Session, l.Board}] = l
		}
	}
	for key, a := range lines[0] {
		if b, ok := lines[1][key]; ok {
			out.add(e, key, [2]event.CardLine{a, b}, unit)
		}
	}
	slices.SortFunc(out.Rows, func(a, b compareRow) int { return cmp.Or(b.gap.Cmp(a.gap), a.key.compare(b.key)) })
	return out, nil
}

// registered says that a contestant takes part.
func (e *seen) registered(c event.Contestant) bool {
	_, ok := e.persons[c]
	return ok
}

// add compares a board that both have played.
func (c *comparePage) add(e *seen, key boardKey, two [2]event.CardLine, unit regulation.Unit) {
	row := compareRow{Board: strings.ReplaceAll(key.String(), "-", "/"), Name: e.boardName(key), Address: e.boardAddress(key), key: key}
	var tallies [2]tally
	for i, l := range two {
		line := e.cardLine(l, unit)
		row.Two[i] = compareSide{cmp.Or(line.Result, line.Note), e.earned(l.Points(), unit), mark(l.Side)}
		tallies[i].add(l.Points(), unit)
	}
	m := two[0].Line.Meeting
	row.Met = m == two[1].Line.Meeting && two[0].Side != two[1].Side
	if tallies[0].n > 0 && tallies[1].n > 0 {
		f := tallies[0].like
		f.Value = tallies[0].total.Sub(tallies[1].total)
		row.gap = f.Value.Abs()
		switch f.Value.Sign() {
		case 1:
			row.More = 1
			c.Better[0]++
		case -1:
			row.More = 2
			c.Better[1]++
		default:
			c.Even++
		}
		f.Value = row.gap
		row.Gap = e.figure(f)
	}
	c.Rows = append(c.Rows, row)
}
