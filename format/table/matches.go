package table

import (
	"cmp"
	"encoding/csv"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// Matches is a history of matches: who met whom, and what came of it.
type Matches struct {
	List     []Match
	Warnings []event.Warning // with lines of the list
}

// Match is one line of a history of matches.
type Match struct {
	event.MatchRef
	Boards   int                            // 0: not said
	Triangle bool                           // both teams have another match in the round, against the same third one
	Half     bool                           // half as long as others of the event: a match of a short triangle
	Knockout bool                           // the loser is out
	Lead     *exact.Fraction                // IMPs that the home team begins with, below zero the away team: a carry-over; nil: not said
	IMPs     bridge.BySide[*exact.Fraction] // of the home team (NS) and the away team (EW); nil: not played yet
	VP       bridge.BySide[*exact.Fraction] // nil: by the scale; without IMPs these are not known
	Ruling   event.MatchRuling              // empty: none
	Fault    event.MatchFault
	Reason   string
	Line     int // of the file

	place string // of the line
}

func (m *Match) encounter() encounter { return encounterOf(m.Session, m.Round, m.Home, m.Away) }

// ReadMatches reads a history of matches, in the named character set if there is a
// name.
//
// The error is one of [Options.Read].
func ReadMatches(r io.Reader, charset string) (*Matches, error) {
	source, warnings, err := whole(r, charset, matchColumns)
	if err != nil {
		return nil, err
	}
	m, err := ReadMatchRows(source)
	if err != nil {
		return nil, err
	}
	m.Warnings = append(warnings, m.Warnings...)
	return m, nil
}

// ReadMatchRows is [ReadMatches] of rows that are not those of a CSV file.
func ReadMatchRows(rows Rows) (*Matches, error) {
	s, err := open(rows, matchColumns)
	if err != nil {
		return nil, err
	}
	all, err := s.all()
	if err != nil {
		return nil, err
	}
	return s.matchList(all)
}

// matchList reads the lines of a history.
func (s *sheet) matchList(all []row) (*Matches, error) {
	if !s.has(colHome) || !s.has(colAway) {
		return nil, bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.match_columns",
			"the header of a history of matches lacks a column: want home and away, and round, table, boards, home_imps, away_imps, home_vp, away_vp, half, knockout, carry or note"))
	}
	out := &Matches{}
	field := newOpponents()
	met := map[encounter]int{}
	for _, row := range all {
		m, err := row.match()
		if err != nil {
			return nil, err
		}
		e := m.encounter()
		if before := met[e]; before != 0 {
			return nil, row.cell(colHome).fail("table.match_twice", "%v has this match in line %d already", m.Home, before)
		}
		met[e] = row.line
		field.meet(e)
		out.List = append(out.List, m)
	}
	for i := range out.List {
		m := &out.List[i]
		var alone bool
		if alone, m.Triangle = field.kind(m.encounter()); alone || m.Triangle {
			continue
		}
		who, column := m.Home, colHome
		if len(field[period{m.Session, m.Round}][m.Home]) == 1 {
			who, column = m.Away, colAway
		}
		return nil, cell{column: column, line: m.Line, sheet: s}.fail("table.match_team", "%v has more than one match in round %d", who, m.Round)
	}
	s.halves(out.List)
	out.Warnings = s.warnings
	return out, nil
}

// halves warns of triangles of which some matches are halves and others are not: a short
// triangle has three, a long one none.
func (s *sheet) halves(list []Match) {
	first := map[period]map[event.Contestant]*Match{}
	for i := range list {
		m := &list[i]
		if !m.Triangle {
			continue
		}
		at := period{m.Session, m.Round}
		if first[at] == nil {
			first[at] = map[event.Contestant]*Match{}
		}
		for _, who := range [2]event.Contestant{m.Home, m.Away} {
			if before := first[at][who]; before != nil && before.Half != m.Half {
				s.warn(m.Line, "table.half_mixed", "round %d: the match of %v and %v is a half one and that of %v and %v is not, or the other way round: a short triangle has three half matches, a long one has none",
					m.Round, before.Home, before.Away, m.Home, m.Away)
				break
			}
			first[at][who] = m
		}
	}
}

// yes reads a cell that says yes or no, also in words of its column; an empty one says no.
func (c cell) yes(words, not []string) (yes, ok bool) {
	text := strings.ToLower(c.text)
	switch {
	case slices.Contains([]string{"yes", "y", "x", "1"}, text), slices.Contains(words, text):
		return true, true
	case slices.Contains([]string{"no", "n", "0"}, text), slices.Contains(not, text), c.empty():
		return false, true
	}
	return false, false
}

// form reads of what kind a match is, and what it begins with.
func (row row) form(m *Match) error {
	var ok bool
	c := row.cell(colHalf)
	if m.Half, ok = c.yes([]string{"half", "½", "1/2"}, []string{"full"}); !ok {
		return c.fail("table.half", "%q: want yes for a half match of a short triangle, or nothing", c.text)
	}
	c = row.cell(colKnockout)
	if m.Knockout, ok = c.yes([]string{"knockout", "knock-out", "ko"}, nil); !ok {
		return c.fail("table.knockout", "%q: want yes for a match whose loser is out, or nothing", c.text)
	}
	if c = row.cell(colCarry); c.empty() {
		return nil
	}
	lead, ok := fraction(strings.ReplaceAll(c.text, "−", "-"))
	if !ok {
		return c.fail("table.match_number", "%q: want a number, such as 34 or 14,46", c.text)
	}
	m.Lead = &lead
	return row.imps(m.Boards)(c, m.Lead.Abs())
}

// match reads one line.
func (row row) match() (m Match, err error) {
	m.Line, m.place = row.line, row.place()
	for _, n := range []struct {
		column column
		least  int
		to     *int
	}{{colSession, 1, &m.Session}, {colRound, 0, &m.Round}, {colTable, 0, &m.Table}, {colBoards, 1, &m.Boards}} {
		if *n.to, err = row.cell(n.column).number(n.least); err != nil {
			return m, err
		}
	}
	if err := row.form(&m); err != nil {
		return m, err
	}
	if c := row.cell(colBoards); m.Boards > mostMatch {
		return m, c.fail("table.match_boards", "%d boards: want 1 to %d", m.Boards, mostMatch)
	}
	for _, who := range []struct {
		column column
		to     *event.Contestant
	}{{colHome, &m.Home}, {colAway, &m.Away}} {
		c := row.cell(who.column)
		if *who.to, err = c.contestant(""); err != nil {
			return m, err
		}
		if who.to.Side.Valid() {
			return m, c.fail("table.side", "contestant %v has a side, but there is one list of winners", *who.to)
		}
	}
	switch {
	case m.Home.IsZero():
		return m, row.cell(colHome).fail("table.no_home", "a match without a home team: a team with a bye stands there")
	case m.Home == m.Away:
		return m, row.cell(colAway).fail("table.itself", "contestant %v meets itself", m.Away)
	}
	if m.IMPs, err = row.both(colHomeIMPs, colAwayIMPs, row.imps(m.Boards)); err != nil {
		return m, err
	}
	if m.VP, err = row.both(colHomeVP, colAwayVP, victoryPoints); err != nil {
		return m, err
	}
	m.Ruling, m.Fault, m.Reason = rulingOf(row.cell(colNote).text)
	if text := row.cell(colNote).text; m.Ruling == "" && rulingWord.MatchString(text) {
		row.warn(row.line, "table.note_ruling", "note %q begins like a ruling and is none: want void, forfeit, late or adjusted, with home, away or both and a colon before a reason", text)
	}
	return m, row.agrees(&m)
}

// agrees refuses results that cannot stand together.
func (row row) agrees(m *Match) error {
	some := func(v *exact.Fraction) bool { return v != nil && v.Sign() != 0 }
	one := func(p bridge.BySide[*exact.Fraction]) bool { return (p.NS == nil) != (p.EW == nil) }
	switch {
	case m.Away.IsZero() && m.Ruling != "":
		return row.cell(colNote).fail("table.bye_ruled", "a ruling on a match without an opponent")
	case m.Away.IsZero() && (some(m.IMPs.NS) || some(m.IMPs.EW)):
		return row.cell(colHomeIMPs).fail("table.bye_imps", "IMPs, but there is no opponent: a bye has none")
	case m.Away.IsZero() && some(m.Lead):
		return row.cell(colCarry).fail("table.bye_imps", "IMPs, but there is no opponent: a bye has none")
	case m.Away.IsZero() && some(m.VP.EW):
		return row.cell(colAwayVP).fail("table.bye_vp", "victory points of nobody: a bye has those of the home team alone")
	case m.Away.IsZero():
		m.IMPs, m.VP.EW, m.Lead = bridge.BySide[*exact.Fraction]{}, nil, nil
		return nil
	case one(m.IMPs):
		return row.cell(absent(m.IMPs, colHomeIMPs, colAwayIMPs)).fail("table.match_one_side", "the result of one side only: want both, or none")
	case one(m.VP):
		return row.cell(absent(m.VP, colHomeVP, colAwayVP)).fail("table.match_one_side", "the result of one side only: want both, or none")
	case m.Ruling == event.MatchAdjusted && m.VP.NS == nil:
		return row.cell(colHomeVP).fail("table.adjusted", "an adjusted match, but no victory points: want those of both sides")
	case m.VP.NS != nil && m.IMPs.NS == nil && m.Ruling == event.MatchLate:
		row.warn(row.line, "table.late_vp", "the match began late, but of its result the victory points alone are known: they stand as they were reported")
		m.Ruling, m.Fault, m.Reason = "", "", row.cell(colNote).text
	case m.VP.NS != nil && m.Ruling != "" && m.Ruling != event.MatchAdjusted:
		row.warn(row.line, "table.ruled_vp", "the victory points of a match that is %s are those of the regulation: they are not read", string(m.Ruling))
		m.VP = bridge.BySide[*exact.Fraction]{}
	}
	return nil
}

// absent is the column of the side that has nothing.
func absent(p bridge.BySide[*exact.Fraction], home, away column) column {
	if p.NS == nil {
		return home
	}
	return away
}

// both reads a number of each side.
func (row row) both(home, away column, possible func(cell, exact.Fraction) error) (out bridge.BySide[*exact.Fraction], err error) {
	for i, column := range [2]column{home, away} {
		c := row.cell(column)
		if c.empty() {
			continue
		}
		v, ok := fraction(strings.ReplaceAll(c.text, "−", "-"))
		if !ok {
			return out, c.fail("table.match_number", "%q: want a number, such as 34 or 14,46", c.text)
		}
		if err := possible(c, v); err != nil {
			return out, err
		}
		out = out.With(bridge.Sides[i], &v)
	}
	return out, nil
}

// mostMatch is more boards than any match has.
const mostMatch = 1000

// imps refuses what no side can have won in a match of so many boards.
func (row row) imps(boards int) func(cell, exact.Fraction) error {
	most := mostIMPs * cmp.Or(boards, mostMatch)
	return func(c cell, v exact.Fraction) error {
		if v.Sign() < 0 || v.Cmp(exact.Int(most)) > 0 {
			return c.fail("table.match_imps", "%v IMPs: want 0 to %d, what a side won in the match", v, most)
		}
		return nil
	}
}

// mostVP is more than any scale gives; some take a little away.
const mostVP = 100

func victoryPoints(c cell, v exact.Fraction) error {
	if v.Abs().Cmp(exact.Int(mostVP)) > 0 {
		return c.fail("table.match_vp", "%v victory points: no scale gives so many", v)
	}
	return nil
}

// rulingNote is a note that begins with a ruling.
var rulingNote = regexp.MustCompile(`(?is)^(?:(void)(?:\s+(home|away|both))?|(?:forfeit|forfeited)(?:\s+by)?\s+(home|away|both)|(adjusted)|late\s+(home|away|both))\s*(?:[:;]\s*(.*))?$`)

// rulingWord is what a note begins with that means a ruling, as people write it.
var rulingWord = regexp.MustCompile(`(?i)^(?:void|forfeit|walk-?over|adjusted|cancelled|late\b)`)

// plainNote goes before a reason that would be read as a ruling.
const plainNote = "note:"

// rulingOf reads a note: a ruling, and a reason.
func rulingOf(note string) (event.MatchRuling, event.MatchFault, string) {
	if len(note) >= len(plainNote) && strings.EqualFold(note[:len(plainNote)], plainNote) {
		return "", "", strings.TrimSpace(note[len(plainNote):])
	}
	m := rulingNote.FindStringSubmatch(note)
	switch {
	case m == nil:
		return "", "", note
	case m[1] != "":
		return event.MatchVoid, event.MatchFault(strings.ToLower(m[2])), strings.TrimSpace(m[6])
	case m[3] != "":
		return event.MatchForfeited, event.MatchFault(strings.ToLower(m[3])), strings.TrimSpace(m[6])
	case m[5] != "":
		return event.MatchLate, event.MatchFault(strings.ToLower(m[5])), strings.TrimSpace(m[6])
	}
	return event.MatchAdjusted, "", strings.TrimSpace(m[6])
}

// facts are the draws of all matches, then what came of them.
func (m *Matches) facts() (facts []event.Fact) {
	add := func(act event.Act, why string) { facts = append(facts, event.Fact{Act: act, Why: why}) }
	for i := range m.List {
		m := &m.List[i]
		why := m.Reason
		if m.Ruling != "" || m.reported() {
			why = ""
		}
		add(event.Drawn{MatchRef: m.MatchRef, Boards: m.Boards, Triangle: m.Triangle, Half: m.Half, Knockout: m.Knockout, Lead: m.Lead}, why)
	}
	for i := range m.List {
		m := &m.List[i]
		if m.reported() {
			s := event.MatchScored{MatchRef: m.MatchRef, Boards: m.Boards, VPOnly: m.IMPs.NS == nil && !m.Away.IsZero()}
			if m.IMPs.NS != nil {
				s.HomeOf, s.AwayOf = *m.IMPs.NS, *m.IMPs.EW
			}
			why := m.Reason
			if m.Ruling == "" {
				s.HomeVP, s.AwayVP = m.VP.NS, m.VP.EW
			} else {
				why = ""
			}
			add(s, why)
		}
		if m.Ruling != "" {
			ruled := event.MatchRuled{MatchRef: m.MatchRef, Ruling: m.Ruling, Fault: m.Fault}
			if m.Ruling == event.MatchAdjusted {
				ruled.HomeVP, ruled.AwayVP = m.VP.NS, m.VP.EW
			}
			add(ruled, m.Reason)
		}
	}
	return facts
}

// reported reports whether the line says how its match ended: by its IMPs, or by
// victory points that no ruling gives.
func (m *Match) reported() bool {
	return m.IMPs.NS != nil || m.VP.NS != nil && m.Ruling == ""
}

// places are where the list says how matches ended.
func (m *Matches) places() (list []event.ReportPlace) {
	for i := range m.List {
		if m := &m.List[i]; m.reported() {
			list = append(list, event.ReportPlace{MatchRef: m.MatchRef, Line: m.Line})
		}
	}
	return list
}

// history reads a file that is a history of matches and no more.
func (r *reader) history(rows []row) (*event.Record, error) {
	s := r.sheet
	switch {
	case r.Matches != nil:
		return nil, bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.two_histories", "the table is a history of matches, and another one stands beside it"))
	case r.Winners == 2:
		return nil, bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.teams_lists", "an event of teams has one list of winners"))
	}
	list, err := s.matchList(rows)
	if err != nil {
		return nil, err
	}
	r.Matches, r.teams = list, true
	return r.record()
}

// WriteMatches writes the history of the matches of an event as it stands now: a line
// for each that was drawn, reported or ruled on as a whole. Boards that were played
// [Write] writes; of a match that has boards and was drawn, the column room says who is
// the home team, and it has no line here.
//
// A history has no place for who drew a match and what was corrected, for the choice of
// seats and for line-ups: these are returned as lost.
func WriteMatches(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost := MatchCells(rec)
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// matchEntry is what the facts say of a match in the end.
type matchEntry struct {
	event.MatchRef
	drawn  *event.Drawn
	scored *event.MatchScored
	ruled  *event.MatchRuled
	why    string
}

// written collects the matches of an event.
type written struct {
	byKey map[encounter]*matchEntry
	order []*matchEntry
}

// entry finds or begins a match.
func (h *written) entry(at event.MatchRef) *matchEntry {
	key := encounterOf(at.Session, at.Round, at.Home, at.Away)
	m := h.byKey[key]
	if m == nil {
		m = &matchEntry{MatchRef: at}
		h.byKey[key] = m
		h.order = append(h.order, m)
	}
	m.Table = cmp.Or(at.Table, m.Table)
	return m
}

// take takes one fact into account, and reports whether it replaces another.
func (h *written) take(f event.Fact) (replaces bool) {
	switch a := f.Act.(type) {
	case event.Drawn:
		m := h.entry(a.MatchRef)
		replaces = m.drawn != nil || a.Undone
		m.drawn, m.why = &a, f.Why
		m.Home, m.Away = a.Home, a.Away
		if a.Undone {
			m.drawn = nil
		}
	case event.MatchScored:
		m := h.entry(a.MatchRef)
		replaces = m.scored != nil
		m.scored, m.why = &a, cmp.Or(f.Why, m.why)
	case event.MatchRuled:
		m := h.entry(a.MatchRef)
		replaces = m.ruled != nil || a.Ruling == ""
		m.ruled, m.why = &a, cmp.Or(f.Why, m.why)
		if a.Ruling == "" {
			m.ruled = nil
		}
	}
	return replaces
}

// plain reports whether the columns match and room say all that the draw says. The
// matches of a triangle stay together.
func (m *matchEntry) plain() bool {
	return m.scored == nil && m.ruled == nil && m.drawn != nil && m.drawn.Boards == 0 && !m.drawn.Triangle && !m.drawn.Half && !m.drawn.Knockout && m.drawn.Lead == nil && !m.Away.IsZero() && m.why == ""
}

// MatchCells are the rows that [WriteMatches] writes, the header first; the header
// alone if no line is needed.
func MatchCells(rec *event.Record) (rows [][]string, lost []*bridge.Error) {
	t := writer{}
	h := written{byKey: map[encounter]*matchEntry{}}
	boards := map[encounter]bool{}
	for _, f := range rec.Facts {
		if h.take(f) {
			t.lostHistory()
		}
		switch a := f.Act.(type) {
		case event.Drawn:
			if len(a.Seats) > 0 {
				t.warn("table.lost.seats", "who has the choice of seats in a match has no column")
			}
		case event.LinedUp:
			t.warn("table.lost.lineups", "who sat at which table for a team has no column")
		default:
			if m, ok := event.MeetingOf(f.Act); ok {
				boards[encounterOf(m.Session, m.Round, m.NS, m.EW)] = true
			}
		}
	}
	var lines []map[column]string
	for _, m := range h.order {
		if m.drawn == nil && m.scored == nil && m.ruled == nil {
			continue
		}
		if m.plain() && boards[encounterOf(m.Session, m.Round, m.Home, m.Away)] {
			continue
		}
		lines = append(lines, m.cells())
	}
	return used(lines, matchColumns, colRound, colTable, colHome, colAway, colBoards, colHomeIMPs, colAwayIMPs, colHomeVP, colAwayVP, colNote), t.lost
}

// cells are the cells of a match.
func (m *matchEntry) cells() map[column]string {
	cells := map[column]string{colHome: m.Home.String()}
	if !m.Away.IsZero() {
		cells[colAway] = m.Away.String()
	}
	boards := 0
	if m.drawn != nil {
		boards = m.drawn.Boards
		if m.drawn.Half {
			cells[colHalf] = "yes"
		}
		if m.drawn.Knockout {
			cells[colKnockout] = "yes"
		}
		if m.drawn.Lead != nil {
			cells[colCarry] = number(*m.drawn.Lead)
		}
	}
	if m.scored != nil {
		boards = cmp.Or(boards, m.scored.Boards)
	}
	for column, n := range map[column]int{colSession: m.Session, colRound: m.Round, colTable: m.Table, colBoards: boards} {
		if n != 0 {
			cells[column] = strconv.Itoa(n)
		}
	}
	put := func(home, away *exact.Fraction, at event.MatchRef, columns [2]column) {
		if home == nil || away == nil {
			return
		}
		if at.Home != m.Home {
			home, away = away, home
		}
		cells[columns[0]], cells[columns[1]] = number(*home), number(*away)
	}
	if s := m.scored; s != nil && s.Away.IsZero() {
		cells[colHomeVP] = number(*s.HomeVP)
	} else if s != nil {
		if !s.VPOnly {
			put(&s.HomeOf, &s.AwayOf, s.MatchRef, [2]column{colHomeIMPs, colAwayIMPs})
		}
		put(s.HomeVP, s.AwayVP, s.MatchRef, [2]column{colHomeVP, colAwayVP})
	}
	why := strings.TrimSpace(m.why)
	cells[colNote] = why
	if ruling, _, reason := rulingOf(why); ruling != "" || reason != why || rulingWord.MatchString(why) {
		cells[colNote] = plainNote + " " + why
	}
	if r := m.ruled; r != nil {
		note := string(r.Ruling)
		delete(cells, colHomeVP)
		delete(cells, colAwayVP)
		switch r.Ruling {
		case event.MatchForfeited, event.MatchVoid, event.MatchLate:
			fault := r.Fault
			if r.Home != m.Home && fault != event.BothsFault && fault != event.NobodysFault {
				fault = map[event.MatchFault]event.MatchFault{event.HomesFault: event.AwaysFault, event.AwaysFault: event.HomesFault}[fault]
			}
			switch note = "forfeit " + string(fault); r.Ruling {
			case event.MatchVoid:
				note = strings.TrimSpace("void " + string(fault))
			case event.MatchLate:
				note = "late " + string(fault)
			}
		case event.MatchAdjusted:
			put(r.HomeVP, r.AwayVP, r.MatchRef, [2]column{colHomeVP, colAwayVP})
		}
		if why != "" {
			note += ": " + why
		}
		cells[colNote] = note
	}
	return cells
}

// number is a fraction as a cell holds it: its decimals where four say all of it.
func number(v exact.Fraction) string {
	text := v.Short(4)
	if again, ok := fraction(text); ok && again.Equal(v) {
		return text
	}
	return v.String()
}

// contestants of the list, those at home first.
func (m *Matches) contestants() (out []event.Contestant) {
	if m == nil {
		return nil
	}
	for i := range m.List {
		for _, who := range [2]event.Contestant{m.List[i].Home, m.List[i].Away} {
			if !who.IsZero() && !slices.Contains(out, who) {
				out = append(out, who)
			}
		}
	}
	return out
}
