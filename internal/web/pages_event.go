package web

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// seen is an event as a reader sees it, on the way to a page.
type seen struct {
	*speaker
	pages     *pages
	id        string
	view      *club.View
	standings *event.Standings // nil: there are none yet
	people    event.People
	persons   map[event.Contestant][]event.PersonID
}

// look gets the event of a request.
func (p *pages) look(r *http.Request, s *speaker) (*seen, error) {
	e := &seen{speaker: s, pages: p, id: r.PathValue("event"), persons: map[event.Contestant][]event.PersonID{}}
	var err error
	if e.view, err = p.club.View(r.Context(), club.Actor{}, e.id); err != nil {
		return nil, err
	}
	if e.people, err = p.people(r.Context(), e.id, e.view); err != nil {
		return nil, err
	}
	e.standings = e.view.Standings
	for _, c := range e.view.Contestants {
		e.persons[c.Contestant] = c.Persons
	}
	return e, nil
}

// eventHead stands above everything of an event.
type eventHead struct {
	Address, Title, Club, Date string
	Played                     string // how much was played
	Phase                      string
	Final                      bool
}

func (e *seen) head() eventHead {
	o := e.view.Opened
	h := eventHead{
		Address: eventAddress(e.id), Title: e.eventTitle(o), Club: locale.Clean(o.Club), Date: e.date(o.Date),
		Phase: e.pages.phase(e.speaker, e.view.Until), Final: !e.view.Until.IsZero() && !e.pages.now().Before(e.view.Until),
	}
	if e.standings != nil {
		h.Played = e.played(e.standings.Info)
	}
	return h
}

// kind is what contestants are.
func (e *seen) kind() event.Kind { return cmp.Or(e.view.Opened.Kind, event.Pairs) }

// whoIs are those who sit on a side, by their names or else by their numbers.
func (e *seen) whoIs(who ...event.Contestant) []string {
	var out []string
	for _, c := range who {
		switch names := e.named(e.people, e.persons[c]); {
		case c.IsZero():
		case e.kind() == event.Teams || names == nil: // a team has more names than sit there
			out = append(out, e.number(e.kind(), c))
		default:
			out = append(out, names...)
		}
	}
	return out
}

// seated are those who sit on a side: a pair, or two partners.
func seated(m event.Meeting, side bridge.Side) [2]event.Contestant {
	if side == bridge.EW {
		return [2]event.Contestant{m.EW, m.West}
	}
	return [2]event.Contestant{m.NS, m.South}
}

// boardKey is a board of a session.
type boardKey struct {
	session int
	board   bridge.Board
}

func (k boardKey) compare(o boardKey) int {
	return cmp.Or(cmp.Compare(k.session, o.session), cmp.Compare(k.board, o.board))
}

// String is the board in an address: "7", of several sessions "2-7".
func (k boardKey) String() string {
	if k.session == 0 {
		return strconv.Itoa(int(k.board))
	}
	return strconv.Itoa(k.session) + "-" + strconv.Itoa(int(k.board))
}

func parseBoardKey(s string) (k boardKey, ok bool) {
	session, number, several := strings.Cut(s, "-")
	if !several {
		session, number = "0", s
	}
	n, err := strconv.Atoi(session)
	if err != nil {
		return k, false
	}
	b, err := bridge.ParseBoard(number)
	k = boardKey{n, b}
	return k, err == nil && k.String() == s // one board has one address
}

func (e *seen) boardAddress(k boardKey) string { return eventAddress(e.id) + "/boards/" + k.String() }

// boardName is what a board is called.
func (e *seen) boardName(k boardKey) string {
	name := e.T("board", int(k.board))
	if k.session > 0 {
		name = e.T("rank.session", k.session, name)
	}
	return locale.Sentence(name)
}

func (e *seen) cardAddress(c event.Contestant) string {
	return eventAddress(e.id) + "/cards/" + c.String()
}

// waiting is how many results each board waits for.
func (e *seen) waiting() map[boardKey]int {
	out := map[boardKey]int{}
	for _, w := range e.view.Waiting {
		out[boardKey{w.Session, w.Board}] = w.Results
	}
	return out
}

// boards are all boards of the event, and the places of those that are shown.
func (e *seen) boards() (all []boardKey, shown map[boardKey]int) {
	found, shown := map[boardKey]bool{}, map[boardKey]int{}
	for _, s := range e.view.Plan {
		for _, b := range s.Boards {
			found[boardKey{s.Session, b}] = true
		}
	}
	for k := range e.waiting() {
		found[k] = true
	}
	if e.standings != nil {
		for i, b := range e.standings.Boards {
			k := boardKey{b.Session, b.Board}
			found[k], shown[k] = true, i
		}
	}
	return slices.SortedFunc(maps.Keys(found), boardKey.compare), shown
}

// chip is a board to go to; one without an address is not shown yet.
type chip struct {
	Board, Name, Address string
	Current              bool
}

func (e *seen) chips(current boardKey) (out []chip) {
	all, shown := e.boards()
	for _, k := range all {
		c := chip{Board: strings.ReplaceAll(k.String(), "-", "/"), Name: e.boardName(k), Current: k == current}
		if _, ok := shown[k]; ok {
			c.Address = e.boardAddress(k)
		}
		out = append(out, c)
	}
	return out
}

// rankingPage is the ranking of an event.
type rankingPage struct {
	eventHead
	title    string
	Now      string
	Quiet    bool // the ranking comes when it is published
	Lists    []rankList
	Further  []rankList
	Chips    []chip
	Late     []string // what is still missing
	Hidden   int      // boards that are not shown yet
	Starters []starters
	script   string
	up       *link
}

func (r rankingPage) template() string { return "ranking" }

func (r rankingPage) frame() frame { return frame{Title: r.title, Back: r.up, Script: r.script} }

type rankList struct {
	Title, Mark  string
	Head, Unit   string // of the contestants' numbers, and of the numbers of the list
	Total        string // of the second number; empty: there is none
	Rows         []rankRow
	Bars, Second bool
}

type rankRow struct {
	ID, Address, Place, Number string
	Names                      []string
	Value, Total               string
	Bar                        string // where the bar from 50 ends
	Low                        bool
	Scale                      string
	Note                       string
}

// starters are those who play, of one side where the sides are ranked apart.
type starters struct {
	Title, Mark string
	Rows        []starter
}

type starter struct {
	ID, Number string
	Names      []string
}

// The bars of a list show the middle of the scale, where everybody is; those of boards
// show all of it.
const (
	middle = "25 0 50"
	whole  = "0 0 100"
)

// fewMissing is how many boards are named one by one when they wait for results.
const fewMissing = 6

// ranking is the page of an event.
func (p *pages) ranking(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	out := rankingPage{
		eventHead: e.head(), Now: p.now().In(p.zone).Format("15:04"), Chips: e.chips(boardKey{}),
		Quiet: e.view.Config.Quiet && e.view.Until.IsZero(), up: &link{"/", s.T("page.events")},
	}
	out.title = out.eventHead.Title
	if p.watch != nil {
		out.script = p.watch(e.id, e.view.Position)
	}
	_, shown := e.boards()
	waiting := e.waiting()
	keys := slices.SortedFunc(maps.Keys(waiting), boardKey.compare)
	for _, k := range keys {
		if _, ok := shown[k]; !ok {
			out.Hidden++
		}
		if len(keys) <= fewMissing {
			out.Late = append(out.Late, s.N("page.waits", waiting[k], e.boardName(k)))
		}
	}
	if e.standings == nil {
		out.Starters = e.starters()
		return out, nil
	}
	for _, l := range e.standings.Lists {
		out.Lists = append(out.Lists, e.list(l))
	}
	for _, l := range e.standings.Further {
		out.Further = append(out.Further, e.list(l))
	}
	return out, nil
}

// starters are all who are registered.
func (e *seen) starters() (out []starters) {
	for _, c := range e.view.Contestants {
		title := e.T("page.starters")
		if c.Contestant.Side.Valid() {
			title = locale.Sentence(e.Side(c.Contestant.Side))
		}
		at := slices.IndexFunc(out, func(s starters) bool { return s.Title == title })
		if at < 0 {
			at = len(out)
			out = append(out, starters{Title: title, Mark: mark(c.Contestant.Side)})
		}
		out[at].Rows = append(out[at].Rows, starter{c.Contestant.String(), c.Contestant.Label(), e.whoIs(c.Contestant)})
	}
	return out
}

// list is a ranking.
func (e *seen) list(l event.List) rankList {
	info := e.standings.Info
	out := rankList{Title: e.listTitle(l), Mark: mark(l.Side), Unit: "%", Head: e.contestantHead()}
	swiss := info.Kind != event.Teams && slices.ContainsFunc(l.Rows, func(r event.Row) bool { return r.Matches != nil })
	switch {
	case swiss:
		out.Unit = e.T("column.vp")
	case len(l.Rows) > 0 && !slices.ContainsFunc(l.Rows, func(r event.Row) bool { return !r.Won }):
		out.Unit = e.unit(regulation.Won)
	case !inPercent(info.Unit):
		out.Unit = e.unit(info.Unit)
	default:
		out.Bars = true
		if l.Handicap {
			out.Unit = e.T("column.adjusted")
		}
		if out.Second = info.Unit != regulation.PercentScale && !l.Handicap; out.Second {
			out.Total = e.T("column.mp")
		}
	}
	for _, r := range l.Rows {
		row := rankRow{
			ID: r.Contestant.String(), Address: e.cardAddress(r.Contestant), Place: nobody, Number: r.Contestant.Label(),
			Names: e.rowNames(r),
		}
		row.Note = strings.Join(e.beside(r), ", ")
		if r.Rank > 0 {
			row.Place = strconv.Itoa(r.Rank)
			if r.Tied {
				row.Place += "="
			}
			switch {
			case swiss:
				row.Value = e.figure(r.VP)
			case out.Bars:
				row.Value, row.Bar, row.Scale = e.figure(r.Percent), r.Percent.String(), middle
				row.Low = r.Percent.Value.Cmp(half) < 0
				row.Total = e.figure(r.Total)
			default:
				row.Value = e.figure(r.Total)
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// beside is what a total has beside the boards.
func (e *seen) beside(r event.Row) (notes []string) {
	if r.Withdrawn {
		notes = append(notes, e.T("page.withdrawn"))
	}
	if r.Carried.Value.Sign() != 0 {
		notes = append(notes, e.T("page.carried", e.figure(r.Carried)))
	}
	if r.Penalty.Value.Sign() != 0 {
		notes = append(notes, e.T("page.penalty", e.figure(r.Penalty)))
	}
	return notes
}

func (e *seen) rowNames(r event.Row) []string {
	if names := e.named(e.people, r.Persons); names != nil {
		return names
	}
	return []string{e.number(e.kind(), r.Contestant)}
}

// mark is the mark of a side, as on score slips: an upright bar and a level one.
func mark(side bridge.Side) string {
	switch side {
	case bridge.NS:
		return "ns"
	case bridge.EW:
		return "ew"
	}
	return ""
}

// listTitle says which list it is; the only one is the ranking.
func (e *seen) listTitle(l event.List) string {
	var parts []string
	if l.Side.Valid() {
		parts = append(parts, e.Side(l.Side))
	}
	if l.Section != "" {
		parts = append(parts, e.T("list.section", l.Section))
	}
	if l.Stratum != "" {
		parts = append(parts, e.T("list.stratum", l.Stratum))
	}
	if l.Handicap {
		parts = append(parts, e.T("list.handicap"))
	}
	if parts == nil {
		parts = append(parts, e.T("page.ranking"))
	}
	return locale.Sentence(strings.Join(parts, ", "))
}

func (e *seen) contestantHead() string {
	switch e.kind() {
	case event.Individuals:
		return e.T("column.player")
	case event.Teams:
		return e.T("column.team")
	}
	return e.T("column.pair")
}
