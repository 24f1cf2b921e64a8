package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// half is 50 percent.
var half = exact.Int(50)

// cardPage is the score card of a contestant.
type cardPage struct {
	eventHead
	title        string
	Names        []string
	Number, Side string // "pair 3", "North-South"
	Place        string
	Value, Total string
	Notes        []string // what is in it beside the boards
	Unit         string   // of what a board brings
	Bars, Leads  bool
	Groups       []cardGroup
	Stats        []stat
	Hidden       int // boards that are not shown yet
	Quiet        bool
	Mine         bool // it is the reader's
	Choose       string
	Compare      *link
	up           *link
	tabs         []tab
}

func (c cardPage) template() string { return "card" }

func (c cardPage) frame() frame { return frame{Title: c.title, Back: c.up, Tabs: c.tabs} }

// stat is a line of what a card comes to.
type stat struct {
	Name  string
	Parts []statPart
}

type statPart struct {
	Text, Value, Address string
}

// cardGroup are the boards of a round against the same opponents.
type cardGroup struct {
	Round     string
	With      []string // the partner, in an individual event
	Opponents []string
	Sum       string // of its boards: the mean of percentages, else what they add up to
	Lines     []cardLine

	key groupKey
}

type groupKey struct {
	session, round int
	partner        event.Contestant
	others         [2]event.Contestant
}

type cardLine struct {
	Board, Name, Address string
	Result, Lead, Note   string
	Says, Whose          string // the result and the score in words
	Score, Value, Bar    string
	Low                  bool
	Scale                string
}

// card is the page of a contestant's score card.
func (p *pages) card(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	who, err := event.ParseContestant(r.PathValue("contestant"))
	if err != nil || who.String() != r.PathValue("contestant") {
		return nil, errNoPage
	}
	row, ranked := e.row(who)
	_, registered := e.persons[who]
	if !registered && !ranked {
		return nil, errNoPage
	}
	out := cardPage{
		eventHead: e.head(), Number: locale.Sentence(e.number(e.kind(), who)), Quiet: e.view.Config.Quiet && e.view.Until.IsZero(),
		Mine: who == e.pair,
		up:   &link{e.at(""), s.T("page.ranking")},
	}
	if out.Mine {
		out.tabs = e.tabs("card")
	} else {
		out.tabs = e.tabs("")
	}
	if ranked || e.standings == nil { // the page has a row of it
		out.up.Address = e.rowAddress(who)
	}
	switch {
	case e.offline:
	case out.Mine:
		out.Choose = eventAddress(e.id) + "/cards/" + who.String()
	case registered:
		out.Choose = withQuery(eventAddress(e.id), "pair", who.String())
	}
	if !out.Mine && !e.pair.IsZero() && e.standings != nil && e.kind() != event.Teams {
		out.Compare = &link{e.at("/pairs/" + e.pair.String() + "/" + who.String()), s.T("page.compare.own")}
	}
	if who.Side.Valid() {
		out.Side = s.Side(who.Side)
	}
	out.Names = e.named(e.people, e.persons[who])
	if out.Names == nil {
		out.Names = []string{out.Number}
		out.Number = ""
	}
	out.title = strings.Join(out.Names, " – ")
	out.Hidden = e.hiddenOf(who)
	if e.standings == nil {
		return out, nil
	}
	e.altogether(&out, row)
	unit := boardUnit(e.standings.Info)
	out.Unit, out.Bars = s.unit(unit), inPercent(unit)
	if out.Bars {
		out.Unit = "%"
	}
	lines := e.standings.Card(who)
	var sums []tally
	for _, l := range lines {
		line := e.cardLine(l, unit)
		out.Leads = out.Leads || line.Lead != ""
		m := l.Line.Meeting
		key := groupKey{l.Session, m.Round, partner(l), seated(m, l.Side.Other())}
		if n := len(out.Groups); n == 0 || out.Groups[n-1].key != key {
			g := cardGroup{key: key, Opponents: e.whoIs(key.others[:]...), With: e.whoIs(key.partner)}
			if m.Round > 0 {
				g.Round = s.T("page.round", m.Round)
			}
			out.Groups = append(out.Groups, g)
			sums = append(sums, tally{})
		}
		g := &out.Groups[len(out.Groups)-1]
		g.Lines = append(g.Lines, line)
		sums[len(sums)-1].add(l.Points(), unit)
	}
	for i := range out.Groups {
		out.Groups[i].Sum = e.whole(sums[i], unit)
	}
	slices.SortStableFunc(out.Groups, func(a, b cardGroup) int {
		return cmp.Or(cmp.Compare(a.key.session, b.key.session), cmp.Compare(a.key.round, b.key.round))
	})
	out.Stats = e.stats(lines, unit)
	return out, nil
}

// tally adds up what boards brought.
type tally struct {
	n     int
	total exact.Fraction
	like  event.Figure // how it is printed
}

func (t *tally) add(got event.Earned, unit regulation.Unit) {
	if !got.Counts {
		return
	}
	t.n++
	if t.like = got.Shown; inPercent(unit) {
		t.like = got.Percent
	}
	t.total = t.total.Add(t.like.Value)
}

// figure is the mean of percentages, else the sum.
func (t *tally) figure(unit regulation.Unit) event.Figure {
	f := t.like
	if f.Value = t.total; inPercent(unit) {
		f.Value = t.total.Div(exact.Int(int64(t.n)))
	}
	return f
}

// whole is a tally in few signs: a percentage without decimals.
func (e *seen) whole(t tally, unit regulation.Unit) string {
	if t.n == 0 {
		return ""
	}
	f := t.figure(unit)
	if inPercent(unit) {
		f.Places = 0
	}
	return e.figure(f)
}

// worth is a figure with its unit.
func (e *seen) worth(f event.Figure, unit regulation.Unit) string {
	if inPercent(unit) {
		return e.T("percent", e.figure(f))
	}
	return e.figure(f) + " " + e.unit(unit)
}

// stats are what a card comes to as declarer and in defence, its best and its worst
// board, and how many tricks were won beside those that the cards allow.
func (e *seen) stats(lines []event.CardLine, unit regulation.Unit) (out []stat) {
	var declared, defended, best, worst tally
	var bestAt, worstAt *event.CardLine
	gained, known := [2]int{}, [2]int{}
	for i := range lines {
		l := &lines[i]
		got, res := l.Points(), l.Line.Result
		if !got.Counts {
			continue
		}
		this := tally{}
		this.add(got, unit)
		if bestAt == nil || this.total.Cmp(best.total) > 0 {
			best, bestAt = this, l
		}
		if worstAt == nil || this.total.Cmp(worst.total) < 0 {
			worst, worstAt = this, l
		}
		if res.IsZero() || res.PassedOut() || l.Line.State == event.StateAdjusted || l.Line.State == event.StateAssigned {
			continue
		}
		role := 0
		if res.Declarer().Side() == l.Side {
			declared.add(got, unit)
		} else {
			role = 1
			defended.add(got, unit)
		}
		if more, ok := dd.Gained(e.ddOf(l), res); ok {
			known[role]++
			gained[role] += more - 2*role*more // what declarer gains the defence loses
		}
	}
	part := func(key string, t tally) {
		if t.n > 0 {
			out = append(out, stat{e.T("page.stat." + key), []statPart{{e.count("count.boards", t.n), e.worth(t.figure(unit), unit), ""}}})
		}
	}
	part("declarer", declared)
	part("defence", defended)
	if len(lines) > 1 && bestAt != nil && bestAt != worstAt {
		one := func(key string, l *event.CardLine, t tally) {
			k := boardKey{l.Session, l.Board}
			out = append(out, stat{e.T("page.stat." + key), []statPart{{e.boardName(k), e.worth(t.figure(unit), unit), e.boardAddress(k)}}})
		}
		one("best", bestAt, best)
		one("worst", worstAt, worst)
	}
	var tricks []statPart
	for role, key := range []string{"page.stat.dd.declarer", "page.stat.dd.defence"} {
		if known[role] > 0 {
			n := gained[role]
			tricks = append(tricks, statPart{e.T(key), e.count("page.stat.tricks", max(n, -n), signed(n)), ""})
		}
	}
	if tricks != nil {
		out = append(out, stat{e.T("page.stat.dd"), tricks})
	}
	return out
}

// ddOf is what the cards of a line allow.
func (e *seen) ddOf(l *event.CardLine) (t dd.Table) {
	if e.dds == nil {
		e.dds = map[boardKey]dd.Table{}
		for i := range e.standings.Boards {
			b := &e.standings.Boards[i]
			e.dds[boardKey{b.Session, b.Board}] = allowed(b)
		}
	}
	if l.Line.Version != "" {
		return t // it was played with other cards
	}
	return e.dds[boardKey{l.Session, l.Board}]
}

// row is a contestant's place in the first list that it stands in.
func (e *seen) row(who event.Contestant) (row event.Row, ok bool) {
	if e.standings == nil {
		return row, false
	}
	for _, l := range e.standings.Lists {
		if i := slices.IndexFunc(l.Rows, func(r event.Row) bool { return r.Contestant == who }); i >= 0 {
			return l.Rows[i], true
		}
	}
	return row, false
}

// hiddenOf is how many boards of a contestant are not shown yet.
func (e *seen) hiddenOf(who event.Contestant) (n int) {
	_, shown := e.boards()
	for _, s := range e.view.Plan {
		if !slices.Contains([]event.Contestant{s.NS, s.EW, s.South, s.West}, who) {
			continue
		}
		for _, b := range s.Boards {
			if _, ok := shown[boardKey{s.Session, b}]; !ok {
				n++
			}
		}
	}
	return n
}

// altogether is what a contestant has altogether.
func (e *seen) altogether(out *cardPage, row event.Row) {
	out.Notes = e.beside(row)
	if row.Rank == 0 {
		return
	}
	out.Place = strconv.Itoa(row.Rank)
	if row.Tied {
		out.Place += "="
	}
	info := e.standings.Info
	switch {
	case row.Matches != nil && info.Kind != event.Teams:
		out.Value = e.figure(row.VP) + " " + e.T("column.vp")
	case row.Won:
		out.Value = e.figure(row.Total) + " " + e.unit(regulation.Won)
	case !inPercent(info.Unit):
		out.Value = e.figure(row.Total) + " " + e.unit(info.Unit)
	default:
		out.Value = e.T("percent", e.figure(row.Percent))
		if info.Unit != regulation.PercentScale {
			out.Total = e.T("page.of", e.figure(row.Total), e.figure(row.Max), e.unit(info.Unit))
		}
	}
}

// partner is whom a line was played with, in an individual event.
func partner(l event.CardLine) event.Contestant {
	pair := seated(l.Line.Meeting, l.Side)
	if pair[0] == l.Contestant {
		return pair[1]
	}
	return pair[0]
}

func (e *seen) cardLine(l event.CardLine, unit regulation.Unit) cardLine {
	k := boardKey{l.Session, l.Board}
	line := cardLine{
		Board: strings.ReplaceAll(k.String(), "-", "/"), Name: e.boardName(k), Address: e.boardAddress(k),
		Note: e.outcome(l.Line, l.Side),
	}
	if line.Note == "" {
		line.Result, line.Lead = e.speaker.result(l.Line.Result)
	}
	if l.Line.Score != nil && line.Note == "" {
		n := int(*l.Line.Score)
		if l.Side == bridge.EW {
			n = -n
		}
		line.Score = signed(n)
		line.Says, line.Whose = e.inWords(l.Line.Result, n)
	}
	got := l.Points()
	var one tally
	one.add(got, unit)
	line.Value = e.whole(one, unit)
	if got.Counts && inPercent(unit) {
		line.Bar, line.Scale, line.Low = got.Percent.String(), whole, got.Percent.Value.Cmp(half) < 0
	}
	if l.Line.Version != "" {
		line.Note = strings.TrimSpace(line.Note + " " + e.T("page.version", locale.Clean(l.Line.Version)))
	}
	return line
}

// inWords is a result, and its score from one side.
func (e *seen) inWords(r bridge.Result, points int) (what, whose string) {
	switch {
	case r.IsZero():
	case r.PassedOut():
		what = e.T("outcome.passed_out")
	default:
		what = e.Result(r.Contract(), r.Declarer(), r.Tricks(), 0)
	}
	switch {
	case points > 0:
		return what, e.T("page.card.for", points)
	case points < 0:
		return what, e.T("page.card.against", -points)
	}
	return what, e.T("page.card.level")
}

// earned is what a side got for a board, in percent where there is a percentage.
func (e *seen) earned(got event.Earned, unit regulation.Unit) string {
	switch {
	case !got.Counts:
		return ""
	case inPercent(unit):
		return e.figure(got.Percent)
	}
	return e.figure(got.Shown)
}
