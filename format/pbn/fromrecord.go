package pbn

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Lines of the head in which an event keeps what the standard has no tag for.
const (
	directiveWinners    = "Overtrick-Winners"
	directiveRegulation = "Overtrick-Regulation"
	directiveExpected   = "Overtrick-Expected"
	directiveDate       = "Overtrick-Date" // a day that is not written YYYY.MM.DD

	contentTypeMark = "%Content-type:"
)

// FromRecord gives an event as a file: one game for each board with the results
// of all tables in its ScoreTable, the ranking in the TotalScoreTable of the first
// game. A board of teams that have names has one game for each table, with HomeTeam,
// VisitTeam and the players, unless it holds what only a ScoreTable can say: rulings,
// leads without the cards, boards that were not played, several sessions. Reading it back gives the same
// facts.
//
// PBN has a place for names and one number behind them, and for what was done;
// who did it, when and why is not part of it.
func FromRecord(rec *event.Record) *File {
	w := writer{rec: rec, names: map[event.Contestant]string{}, games: map[place]*sheet{}, bySet: map[place]event.BoardSet{}}
	w.facts()
	w.teams()
	f := &File{Version: "2.1", Export: true}
	columns := w.columns()
	for _, at := range w.order() {
		if w.tabled(at) {
			f.Games = append(f.Games, w.tables(at)...)
			continue
		}
		f.Games = append(f.Games, w.game(at, columns))
	}
	if w.open {
		head := &f.After
		if len(f.Games) > 0 {
			g := f.Games[0]
			if w.opened.Producer != "" {
				g.Set("Generator", w.opened.Producer)
			}
			w.totals(g)
			head = &g.Before
		}
		*head = w.directives()
	}
	return f
}

// writer sorts the facts of an event by boards.
type writer struct {
	rec    *event.Record
	opened event.Opened
	open   bool
	listed []event.Contestant // in the order of registration
	names  map[event.Contestant]string
	sets   []event.BoardSet
	bySet  map[place]event.BoardSet
	games  map[place]*sheet
	met    []place // in the order of their first meeting

	drawn   map[encounter]event.Drawn
	lineUps []event.LinedUp
	plain   bool // teams have names of their own, so that a game for each table says all
}

// sheet is what happened on a board of a session.
type sheet struct {
	rows  []*meetingRow
	byKey map[event.Meeting]*meetingRow
}

// meetingRow is what happened in one meeting.
type meetingRow struct {
	event.Meeting
	played *event.Played
	award  bridge.BySide[event.Award]
	value  bridge.BySide[*event.Printed]
	state  event.Act // NotPlayed or SatOut
}

func (w *writer) facts() {
	for _, f := range w.rec.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			w.opened, w.open = a, true
		case event.Registered:
			if _, twice := w.names[a.Contestant]; !twice {
				w.listed = append(w.listed, a.Contestant)
			}
			w.names[a.Contestant] = w.cell(a.Persons)
		case event.BoardSet:
			w.sets = append(w.sets, a)
			w.bySet[place{a.Session, a.Board}] = a
		case event.Played:
			w.row(a.Meeting).played = &a
		case event.NotPlayed:
			w.row(a.Meeting).state = a
		case event.SatOut:
			w.row(a.Meeting).state = a
		case event.Ruled:
			w.row(a.Meeting).award = a.Award
		case event.Drawn:
			if w.drawn == nil {
				w.drawn = map[encounter]event.Drawn{}
			}
			w.drawn[encounterOf(a.Session, a.Round, a.Home, a.Away)] = a
		case event.LinedUp:
			w.lineUps = append(w.lineUps, a)
		}
	}
	for _, l := range w.rec.Published.Lines {
		if s := w.games[place{l.Meeting.Session, l.Meeting.Board}]; s != nil && s.byKey[l.Meeting] != nil {
			s.byKey[l.Meeting].value = l.Value
		}
	}
}

func (w *writer) row(m event.Meeting) *meetingRow {
	at := place{m.Session, m.Board}
	s := w.games[at]
	if s == nil {
		s = &sheet{byKey: map[event.Meeting]*meetingRow{}}
		w.games[at] = s
		w.met = append(w.met, at)
	}
	r := s.byKey[m]
	if r == nil {
		r = &meetingRow{Meeting: m}
		s.byKey[m] = r
		s.rows = append(s.rows, r)
	}
	return r
}

// cell is the names of a contestant as a table holds them.
func (w *writer) cell(ids []event.PersonID) string {
	var names []string
	for _, id := range ids {
		p := w.rec.People[id]
		if p.Name == "" {
			continue
		}
		name := strings.ReplaceAll(p.Name, ";", ",")
		if number := p.MemberIDs[memberNumber]; number != "" {
			name += "#" + number
		}
		names = append(names, name)
	}
	return strings.Join(names, ";")
}

// order lists the boards: those with a fact of their own and those with meetings,
// each in the order of the facts.
func (w *writer) order() []place {
	var out []place
	done := map[place]bool{}
	add := func(p place) {
		if !done[p] {
			done[p] = true
			out = append(out, p)
		}
	}
	next := 0
	for _, set := range w.sets {
		at := place{set.Session, set.Board}
		if w.games[at] != nil {
			for next < len(w.met) && !done[at] {
				add(w.met[next])
				next++
			}
		}
		add(at)
	}
	for _, at := range w.met {
		add(at)
	}
	return out
}

// set is what the facts say of a board, else what its number says.
func (w *writer) set(at place) event.BoardSet {
	s, ok := w.bySet[at]
	if !ok {
		s = event.BoardSet{Board: at.board, Dealer: at.board.Dealer(), Vul: at.board.Vulnerability()}
	}
	if !s.Dealer.Valid() {
		s.Dealer = bridge.North
	}
	return s
}

// columns are the columns that the results need.
type columns struct {
	session, round, table, names, lead, scoreEW, percent, value bool
}

func (w *writer) columns() columns {
	var c columns
	for _, s := range w.games {
		for _, r := range s.rows {
			c.session = c.session || r.Session != 0
			c.round = c.round || r.Round != 0
			c.table = c.table || r.Table != 0
			c.names = c.names || w.names[r.NS] != "" || w.names[r.EW] != ""
			c.lead = c.lead || r.played != nil && r.played.Result.Lead().Valid()
			c.value = c.value || r.value.NS != nil || r.value.EW != nil
			for _, side := range bridge.Sides {
				c.percent = c.percent || r.award.Of(side).Kind == event.FixedPercent
			}
			switch r.award.EW.Kind {
			case event.AveragePlus, event.Average, event.AverageMinus:
				c.scoreEW = true
			}
		}
	}
	return c
}

var scorings = map[event.Method]string{
	event.BoardAMatch: "BAM",
	event.Matchpoints: "MP", event.Butler: "IMP;Butler", event.CrossIMPs: "IMP;Cross", event.IMPs: "IMP",
}

func (w *writer) game(at place, c columns) *Game {
	b := w.set(at)
	g := &Game{}
	g.Set("Event", known(w.opened.Title))
	g.Set("Site", w.opened.Club)
	g.Set("Date", "")
	if d, ok := dateOf(w.opened.Date); ok {
		g.Set("Date", d.pbn())
	}
	g.Set("Board", strconv.Itoa(int(at.board)))
	for _, name := range []string{"West", "North", "East", "South"} {
		g.Set(name, "")
	}
	g.Set("Dealer", b.Dealer.String())
	g.Set("Vulnerable", b.Vul.String())
	g.Set("Deal", "?")
	if !b.Deal.IsZero() {
		g.Set("Deal", b.Deal.From(b.Dealer))
	}
	if b.Par != nil {
		g.setPar(*b.Par)
		if par, err := dd.FindPar(b.DD, b.Dealer, b.Vul); err == nil && par.Score == *b.Par {
			g.setContracts(par)
		}
	}
	g.setTable(b.DD)
	g.Set("Scoring", scorings[w.opened.Method])
	for _, name := range []string{"Declarer", "Contract", "Result"} {
		g.Set(name, "")
	}
	if !w.open {
		return g
	}
	g.Set("Competition", "Pairs")
	if w.opened.Kind == event.Teams {
		g.Set("Competition", "Teams")
	}
	if s := w.games[at]; s != nil {
		t := g.Set("ScoreTable", "")
		t.Table = w.table(s, b, c)
		t.Value = t.Table.Header()
	}
	return g
}

// table is the ScoreTable of a board.
func (w *writer) table(s *sheet, b event.BoardSet, c columns) *Table {
	t := &Table{}
	var cells []func(*meetingRow) string
	column := func(wanted bool, name string, width int, align byte, cell func(*meetingRow) string) {
		if wanted {
			t.Columns = append(t.Columns, Column{Name: name, Width: width, Align: align})
			cells = append(cells, cell)
		}
	}
	number := func(n int) string {
		if n == 0 {
			return "?"
		}
		return strconv.Itoa(n)
	}
	column(c.session, "Session", 2, 'R', func(r *meetingRow) string { return number(r.Session) })
	column(c.round, "Round", 2, 'R', func(r *meetingRow) string { return number(r.Round) })
	column(c.table, "Table", 2, 'R', func(r *meetingRow) string { return number(r.Table) })
	column(true, "PairId_NS", 3, 'R', func(r *meetingRow) string { return w.label(r.NS, bridge.NS) })
	column(true, "PairId_EW", 3, 'R', func(r *meetingRow) string { return w.label(r.EW, bridge.EW) })
	column(c.names, "Names_NS", w.longest(s, bridge.NS), 'L', func(r *meetingRow) string { return orUnknown(w.names[r.NS]) })
	column(c.names, "Names_EW", w.longest(s, bridge.EW), 'L', func(r *meetingRow) string { return orUnknown(w.names[r.EW]) })
	column(true, "Contract", 5, 'L', (*meetingRow).contract)
	column(true, "Declarer", 1, 'L', (*meetingRow).declarer)
	column(true, "Result", 2, 'R', (*meetingRow).tricks)
	column(c.lead, "Lead", 2, 'L', (*meetingRow).lead)
	column(true, "Score_NS", 5, 'R', func(r *meetingRow) string { return r.score(b.Vul) })
	column(c.scoreEW, "Score_EW", 4, 'R', func(r *meetingRow) string { return average(r.award.EW) })
	unit := "IMP"
	if w.opened.Method == event.Matchpoints {
		unit = "MP"
	}
	column(c.value, unit+"_NS", 6, 'R', func(r *meetingRow) string { return printed(r.value.NS) })
	column(c.value, unit+"_EW", 6, 'R', func(r *meetingRow) string { return printed(r.value.EW) })
	column(c.percent, "Percentage_NS", 6, 'R', func(r *meetingRow) string { return percentCell(r.award.NS) })
	column(c.percent, "Percentage_EW", 6, 'R', func(r *meetingRow) string { return percentCell(r.award.EW) })
	for _, r := range s.rows {
		var row Row
		for _, cell := range cells {
			row.Cells = append(row.Cells, cell(r))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (w *writer) longest(s *sheet, side bridge.Side) int {
	n := 1
	for _, r := range s.rows {
		who := r.NS
		if side == bridge.EW {
			who = r.EW
		}
		n = max(n, len(quoteCell(w.names[who])))
	}
	return n
}

// label is the number of a contestant; the column says the side. Nobody is "-".
func (w *writer) label(c event.Contestant, side bridge.Side) string {
	switch {
	case c.IsZero():
		return "-"
	case c.Side == side && w.opened.Winners == 2:
		return c.Label()
	}
	return c.String()
}

func orUnknown(s string) string {
	if s == "" {
		return "?"
	}
	return s
}

func printed(p *event.Printed) string {
	if p == nil {
		return "?"
	}
	return p.String()
}

func (r *meetingRow) result() bridge.Result {
	if r.played == nil {
		return bridge.Result{}
	}
	return r.played.Result
}

// contract is "-" where there is none, and "?" where the file knows the score
// alone.
func (r *meetingRow) contract() string {
	switch res := r.result(); {
	case res.PassedOut():
		return "Pass"
	case !res.IsZero():
		return res.Contract().String()
	case r.played == nil:
		return "-"
	case r.scored():
		return "^" + inPair(r.award.NS) + "/" + inPair(r.award.EW)
	}
	return "?"
}

// scored reports whether a score without contract was ruled upon: then the score
// has the column for scores, and the ruling that for contracts.
func (r *meetingRow) scored() bool {
	return r.played != nil && r.played.Result.IsZero() && (average(r.award.NS) != "-" || average(r.award.EW) != "-")
}

func (r *meetingRow) declarer() string {
	if s := r.result().Declarer(); s.Valid() {
		return s.String()
	}
	return "-"
}

func (r *meetingRow) tricks() string {
	if r.result().Declarer().Valid() {
		return strconv.Itoa(r.result().Tricks())
	}
	return "-"
}

func (r *meetingRow) lead() string {
	if c := r.result().Lead(); c.Valid() {
		return c.String()
	}
	return "-"
}

// score is North-South's score: what was reported, else what the result is worth.
// An artificial score stands there only if nothing was played.
func (r *meetingRow) score(vul bridge.Vulnerability) string {
	if a := average(r.award.NS); a != "-" && !r.scored() {
		return a
	}
	if r.played == nil {
		return "-"
	}
	if r.played.Score != nil {
		return strconv.Itoa(int(*r.played.Score))
	}
	if p, err := score.Result(r.played.Result, vul); err == nil {
		return strconv.Itoa(int(p))
	}
	return "?"
}

// average is the word for an artificial score that has one, else "-".
func average(a event.Award) string {
	switch a.Kind {
	case event.AveragePlus, event.Average, event.AverageMinus:
		return "^" + string(a.Kind)
	}
	return "-"
}

// inPair is an artificial score of one side in a cell for both; a percentage has four
// decimals there.
func inPair(a event.Award) string {
	if a.Kind != event.FixedPercent {
		return string(a.Kind)
	}
	return a.Percent.Round(exact.Rounding{Unit: exact.DecimalUnit(4)}).Short(4)
}

func percentCell(a event.Award) string {
	if a.Kind == event.FixedPercent {
		return "^" + a.Percent.Short(4)
	}
	return "-"
}

func (w *writer) directives() []Remark {
	var out []Remark
	add := func(name, value string) {
		if value != "" && value != "0" {
			out = append(out, Remark{Kind: Escape, Text: name + " " + value})
		}
	}
	add(directiveWinners, strconv.Itoa(w.opened.Winners))
	add(directiveRegulation, w.opened.Regulation)
	add(directiveExpected, strconv.Itoa(w.opened.Expected))
	if _, ok := dateOf(w.opened.Date); !ok {
		add(directiveDate, w.opened.Date)
	}
	return out
}

// totals writes the ranking, or the list of contestants if some of them have no
// meeting.
func (w *writer) totals(g *Game) {
	totals := w.rec.Published.Totals
	seen := map[event.Contestant]bool{}
	for _, s := range w.games {
		for _, r := range s.rows {
			seen[r.NS], seen[r.EW] = true, true
		}
	}
	for _, p := range totals {
		seen[p.Contestant] = true
	}
	for _, c := range w.listed {
		if !seen[c] {
			totals = append(slices.Clip(totals), event.PublishedTotal{Contestant: c})
		}
	}
	if len(totals) == 0 {
		return
	}
	unit := "TotalIMP"
	if w.opened.Method == event.Matchpoints {
		unit = "TotalMP"
	}
	table := &Table{Columns: []Column{
		{Name: "Rank", Width: 3, Align: 'R'},
		{Name: "PairId", Width: 5, Align: 'R'},
		{Name: "Names", Width: 1, Align: 'L'},
		{Name: unit, Width: 8, Align: 'R'},
		{Name: "TotalPercentage", Width: 6, Align: 'R'},
	}}
	for _, p := range totals {
		table.Rows = append(table.Rows, Row{Cells: []string{
			orUnknown(p.Place), p.Contestant.String(), orUnknown(w.names[p.Contestant]), printed(p.Total), printed(p.Percent),
		}})
	}
	t := g.Set("TotalScoreTable", table.Header())
	t.Table = table
}
