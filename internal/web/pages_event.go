package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
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
	pair      event.Contestant      // of the reader, as far as he said it
	south     bridge.Seat           // that lies at the bottom of a diagram
	offline   bool                  // for a folder without a server
	dds       map[boardKey]dd.Table // made when it is asked for
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
	e.offline = offline(r.Context())
	q := r.URL.Query()
	if who, err := event.ParseContestant(q.Get("pair")); err == nil && e.registered(who) {
		e.pair = who
	}
	if e.south, err = bridge.ParseSeat(q.Get("south")); err != nil || !e.south.Valid() {
		e.south = bridge.South
	}
	return e, nil
}

// changeCache keeps what was done that made a version of a result.
type changeCache struct {
	mu sync.Mutex
	of map[string]map[int64]club.LogLine // by event and position
}

// change is what was done that made a version of the published result.
func (e *seen) change(ctx context.Context, v club.Version) (l club.LogLine, err error) {
	c := &e.pages.since
	c.mu.Lock()
	l, ok := c.of[e.id][v.Position]
	c.mu.Unlock()
	if ok {
		return l, nil
	}
	l = club.LogLine{Position: v.Position, At: v.At, By: v.By, Why: v.Why}
	if v.Version > 1 && v.Version <= len(e.view.Versions) {
		m, err := e.pages.club.Moved(ctx, club.Actor{}, e.id, e.view.Versions[v.Version-2].Position, v.Position)
		if err != nil {
			return l, err
		}
		if n := len(m.Lines); n > 0 {
			l = *m.Lines[n-1]
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.of) > 100 || c.of == nil {
		c.of = map[string]map[int64]club.LogLine{}
	}
	if c.of[e.id] == nil {
		c.of[e.id] = map[int64]club.LogLine{}
	}
	c.of[e.id][v.Position] = l
	return l, nil
}

// at is the address of a page of the event, with what the reader said of himself.
func (e *seen) at(path string) string {
	address := eventAddress(e.id) + path
	if !e.pair.IsZero() {
		address = withQuery(address, "pair", e.pair.String())
	}
	return address
}

// tabs are the pages of the event.
func (e *seen) tabs(current string) (out []tab) {
	add := func(name, path string, aside bool) {
		out = append(out, tab{link{e.at(path), e.T("page.tab." + name)}, name == current, aside})
	}
	add("ranking", "", false)
	all, shown := e.boards()
	for _, k := range all {
		if _, ok := shown[k]; ok {
			add("boards", "/boards/"+k.String(), false)
			break
		}
	}
	if !e.pair.IsZero() {
		add("card", "/cards/"+e.pair.String(), false)
	}
	if e.offline {
		return out
	}
	if e.standings != nil && e.kind() != event.Teams {
		add("compare", "/pairs", false)
	}
	add("files", "/files", true)
	return out
}

// eventHead stands above everything of an event.
type eventHead struct {
	Address, Title, Club, Date string // Address: of the ranking
	Played                     string // how much was played
	Phase                      string
	Final                      bool
}

func (e *seen) head() eventHead {
	o := e.view.Opened
	h := eventHead{
		Address: e.at(""), Title: e.eventTitle(o), Club: locale.Clean(o.Club), Date: e.date(o.Date),
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

func (e *seen) boardAddress(k boardKey) string {
	address := e.at("/boards/" + k.String())
	if e.south != bridge.South {
		address = withQuery(address, "south", e.south.String())
	}
	return address
}

// boardName is what a board is called.
func (e *seen) boardName(k boardKey) string {
	name := e.T("board", int(k.board))
	if k.session > 0 {
		name = e.T("rank.session", k.session, name)
	}
	return locale.Sentence(name)
}

func (e *seen) cardAddress(c event.Contestant) string {
	return e.at("/cards/" + c.String())
}

// rowAddress is where a contestant stands in the ranking.
func (e *seen) rowAddress(c event.Contestant) string {
	address := e.at("")
	if e.standings != nil && len(e.standings.Lists) > 1 {
		for _, l := range e.standings.Lists {
			if slices.ContainsFunc(l.Rows, func(r event.Row) bool { return r.Contestant == c }) {
				address = withQuery(address, "list", l.Name)
			}
		}
	}
	return address + "#" + c.String()
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

// chips are all boards.
func (e *seen) chips() (out []chip) {
	all, shown := e.boards()
	for _, k := range all {
		c := chip{Board: strings.ReplaceAll(k.String(), "-", "/"), Name: e.boardName(k)}
		if _, ok := shown[k]; ok {
			c.Address = e.boardAddress(k)
		}
		out = append(out, c)
	}
	return out
}

// nearChips are the boards around one. All of them stand with the ranking: on every page
// they would be a fifteenth of what a slow telephone waits for.
func (e *seen) nearChips(current boardKey) []chip {
	const side = 4
	all, _ := e.boards()
	out := e.chips()
	at := slices.Index(all, current)
	from := max(min(at-side, len(out)-2*side-1), 0)
	out = out[from:min(from+2*side+1, len(out))]
	for i := range out {
		out[i].Current = i+from == at
		if a := out[i].Address; a != "" {
			out[i].Address = a[strings.LastIndexByte(a, '/')+1:] // it lies beside this one
		}
	}
	return out
}

// rankingPage is the ranking of an event.
type rankingPage struct {
	eventHead
	title    string
	Now      string
	Quiet    bool // the ranking comes when it is published
	Own      *rankList
	Tabs     []listTab // one for each list, where there are several
	Lists    []rankList
	Further  []rankList
	Chips    []chip
	Late     []string // what is still missing
	Hidden   int      // boards that are not shown yet
	Changes  []changed
	Starters []starters
	Pair     bool // the reader has said who he is
	Forget   string
	script   string
	up       *link
	tabs     []tab
}

func (r *rankingPage) template() string { return "ranking" }

func (r *rankingPage) frame() frame {
	return frame{Title: r.title, Back: r.up, Script: r.script, Tabs: r.tabs}
}

type rankList struct {
	Name, Title, Mark string
	Head, Unit        string // of the contestants' numbers, and of the numbers of the list
	Total             string // of the second number; empty: there is none
	Rows              []rankRow
	Bars, Second      bool
	Aside             bool // a narrow page shows another one
	Long              bool
}

// listTab leads to a list on a narrow page.
type listTab struct {
	link
	Mark    string
	Current bool
}

type rankRow struct {
	ID, Address, Place, Number string
	Names                      []string
	Value, Total               string
	Bar                        string // where the bar from 50 ends
	Low                        bool
	Scale                      string
	Note                       string
	Club                       string
	Mine                       bool
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
	middle = "36 0 28"
	whole  = "0 0 100"
)

// fewMissing is how many boards are named one by one when they wait for results, and
// fewChanges how many changes are.
const (
	fewMissing = 6
	fewChanges = 5
	longList   = 14 // rows that are more than a window shows
)

// ranking is the page of an event.
func (p *pages) ranking(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	out := &rankingPage{
		eventHead: e.head(), Now: p.now().In(p.zone).Format("15:04"), Chips: e.chips(),
		Quiet: e.view.Config.Quiet && e.view.Until.IsZero(), up: &link{"/", s.T("page.events")}, tabs: e.tabs("ranking"),
		Pair: !e.pair.IsZero(), Forget: eventAddress(e.id),
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
			out.Late = append(out.Late, s.count("page.waits", waiting[k], e.boardName(k)))
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
	out.choose(e, r.URL.Query().Get("list"))
	out.pin()
	out.Changes, err = e.lastChanges(r.Context())
	return out, err
}

// choose takes the list that a narrow page shows: the one that is asked for, that of
// the reader, or the first.
func (r *rankingPage) choose(e *seen, name string) {
	if len(r.Lists) < 2 {
		return
	}
	at := slices.IndexFunc(r.Lists, func(l rankList) bool { return l.Name == name })
	if at < 0 {
		at = max(slices.IndexFunc(r.Lists, func(l rankList) bool { return l.own() >= 0 }), 0)
	}
	for i := range r.Lists {
		l := &r.Lists[i]
		l.Aside = i != at
		r.Tabs = append(r.Tabs, listTab{link{withQuery(e.at(""), "list", l.Name), l.Title}, l.Mark, i == at})
	}
}

// own is the row of the reader, below zero if it is not here.
func (l *rankList) own() int { return slices.IndexFunc(l.Rows, func(r rankRow) bool { return r.Mine }) }

// pin puts the reader's row on top too.
func (r *rankingPage) pin() {
	for _, l := range r.Lists {
		i := l.own()
		if i < 0 {
			continue
		}
		top := l
		top.Rows = []rankRow{l.Rows[i]}
		top.Rows[0].ID = ""
		top.Long = len(l.Rows) > longList
		r.Own = &top
		return
	}
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
	out := rankList{Name: l.Name, Title: e.listTitle(l), Mark: mark(l.Side), Unit: "%", Head: e.contestantHead()}
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
			Names: e.rowNames(r), Mine: r.Contestant == e.pair,
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
