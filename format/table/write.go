package table

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// Write writes the results of an event of pairs, teams or individuals, with commas, in
// UTF-8, a line for each meeting as it stands now. Tricks are written as their number, because
// spreadsheets take +1 and = for formulas. Who the contestants are [WritePairs] writes,
// and penalties [WritePenalties], and matches of teams that were drawn or reported as a
// whole [WriteMatches].
//
// What a table has no place for is returned as a list of reasons: a title, deals,
// another method than matchpoints, of teams than IMPs, who entered a fact and what was corrected, boards
// that were turned or cancelled, stages and carry-over, substitutes and withdrawals.
//
// The error has code [bridge.Unsupported] for scores that Law 77 does not give, and is
// that of w if it fails.
func Write(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost, err := Cells(rec)
	if err != nil {
		return nil, err
	}
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// Cells are the rows that [Write] writes, the header first.
func Cells(rec *event.Record) (rows [][]string, lost []*bridge.Error, err error) {
	t := writer{history: written{byKey: map[encounter]*matchEntry{}}, boards: map[place]event.BoardSet{}, byKey: map[four]*entry{}, fouled: map[place][]event.Fouled{}, vuls: map[place]bool{}}
	for _, f := range rec.Facts {
		if err := t.fact(f); err != nil {
			return nil, nil, err
		}
	}
	if len(rec.Published.Lines)+len(rec.Published.Totals) > 0 {
		t.warn("table.lost.published", "results as they were published have no column")
	}
	t.sides()
	t.versions()
	if t.opened.Kind == event.Teams {
		t.matchUp()
	}
	var lines []map[column]string
	for _, e := range t.entries {
		if e.voided {
			continue
		}
		cells, err := t.cells(e)
		if err != nil {
			return nil, nil, err
		}
		lines = append(lines, cells)
	}
	needed := []column{colBoard, colNS, colEW, colContract, colDeclarer, colTricks, colScore}
	if t.opened.Kind == event.Individuals {
		needed = slices.Replace(needed, 1, 3, individualColumns...)
	}
	if t.opened.Kind == event.Teams {
		needed = append(needed, colMatch)
	}
	return used(lines, resultColumns, needed...), t.lost, nil
}

// used are the rows with the columns that are needed or have something.
func used(lines []map[column]string, columns []column, needed ...column) [][]string {
	var head []string
	rows := make([][]string, len(lines))
	for _, c := range columns {
		if !slices.Contains(needed, c) && !slices.ContainsFunc(lines, func(cells map[column]string) bool { return cells[c] != "" }) {
			continue
		}
		head = append(head, c.String())
		for i, cells := range lines {
			rows[i] = append(rows[i], cells[c])
		}
	}
	return slices.Insert(rows, 0, head)
}

// entry is what the facts say of a meeting in the end.
type entry struct {
	event.Meeting
	played            *event.Played
	ruled             *event.Ruled
	notPlayed, satOut bool
	late              bool
	voided            bool
	version           string
	match             int // of teams, from 1
	room              room
	vul               bridge.Vulnerability
	why               string
}

type writer struct {
	opened   event.Opened
	boards   map[place]event.BoardSet
	entries  []*entry
	byKey    map[four]*entry
	fouled   map[place][]event.Fouled // in the order of the facts
	vuls     map[place]bool           // boards whose versions have different vulnerabilities
	explicit bool                     // the side is written behind the number
	history  written
	lost     []*bridge.Error
}

// warn says once what has no place in a table.
func (t *writer) warn(key, text string) {
	if !slices.ContainsFunc(t.lost, func(e *bridge.Error) bool { return e.Key == key }) {
		t.lost = append(t.lost, &bridge.Error{Code: bridge.Unsupported, Key: key, Msg: text})
	}
}

// lostHistory warns of what was before.
func (t *writer) lostHistory() {
	t.warn("table.lost.history", "who entered a result and when, and what was corrected, have no column")
}

// fact takes one fact into account.
func (t *writer) fact(f event.Fact) error {
	if f.ID != "" || f.By != "" || !f.At.IsZero() {
		t.lostHistory()
	}
	var e *entry
	switch a := f.Act.(type) {
	case event.Opened:
		return t.open(a)
	case event.BoardSet:
		t.boards[place{a.Session, a.Board}] = a
		t.lostDeal(!a.Deal.IsZero() || a.Dealer != a.Board.Dealer() || a.Par != nil || !a.DD.IsZero())
		return nil
	case event.Fouled:
		at := place{a.Session, a.Board}
		t.fouled[at] = append(t.fouled[at], a)
		t.lostDeal(!a.Deal.IsZero() || a.Dealer != 0)
		return nil
	case event.Registered, event.Penalised:
		return nil // which stand in lists of their own
	case event.Drawn, event.MatchScored, event.MatchRuled:
		t.history.take(f)
		if t.opened.Kind != event.Teams {
			t.warn("table.lost.matches", "matches of pairs have no column")
		}
		return nil
	case event.LinedUp:
		return nil // see MatchCells
	case event.Played:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.played != nil })
		e.played, e.notPlayed, e.late = &a, false, false
	case event.NotPlayed:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.played != nil || e.ruled != nil })
		e.played, e.notPlayed, e.late = nil, true, a.Late
	case event.SatOut:
		e = t.entry(a.Meeting, func(*entry) bool { return false })
		e.satOut = true
	case event.Ruled:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.ruled != nil || e.notPlayed })
		if e.ruled = &a; a.Award.NS.IsZero() && a.Award.EW.IsZero() && len(a.Assigned.NS) == 0 {
			e.ruled = nil
		}
		e.satOut = e.satOut || a.NS.IsZero() || a.EW.IsZero()
	case event.Voided:
		e = t.entry(a.Meeting, func(*entry) bool { return true })
		*e = entry{Meeting: e.Meeting, voided: true}
	default:
		t.warn("table.lost.acts", "boards that were turned or cancelled, stages, carry-over, substitutes, withdrawals and the end of corrections have no column")
		return nil
	}
	e.why = cmp.Or(f.Why, e.why)
	return nil
}

func (t *writer) open(o event.Opened) error {
	if o.Kind != event.Pairs && o.Kind != event.Individuals && o.Kind != event.Teams {
		return bridge.Errorf(bridge.Unsupported, "table.kind", "a table of results holds pairs, teams or individuals: kind %q is not supported", string(o.Kind))
	}
	t.opened = o
	bare := event.Opened{Kind: o.Kind, Method: event.Matchpoints, Winners: o.Winners}
	if o.Kind == event.Teams {
		bare.Method = event.IMPs
	}
	if o != bare {
		t.warn("table.lost.heading", "title, club, date, method and regulation of the event have no column")
	}
	return nil
}

// entry finds or begins a meeting; replaces reports whether something that stood
// there is lost now.
func (t *writer) entry(m event.Meeting, replaces func(*entry) bool) *entry {
	key := keyOf(m, t.opened.Kind)
	e := t.byKey[key]
	if e == nil {
		e = &entry{Meeting: m}
		t.byKey[key] = e
		t.entries = append(t.entries, e)
	}
	if replaces(e) {
		t.lostHistory()
	}
	e.Round, e.Table, e.voided = cmp.Or(m.Round, e.Round), cmp.Or(m.Table, e.Table), false
	return e
}

// matchUp numbers the matches, and says in which room each meeting of one that was drawn
// took place.
func (t *writer) matchUp() {
	numbers := map[encounter]int{}
	for _, e := range t.entries {
		if e.voided || e.NS.IsZero() || e.EW.IsZero() {
			continue
		}
		at := encounterOf(e.Session, e.Round, e.NS, e.EW)
		if numbers[at] == 0 {
			numbers[at] = len(numbers) + 1
		}
		e.match = numbers[at]
		if m := t.history.byKey[at]; m != nil && m.drawn != nil {
			if e.room = openRoom; m.Home != e.NS {
				e.room = closedRoom
			}
		}
	}
}

// sides decides whether a reader can find the sides of two lists by itself: if a
// number meets itself, and everybody sits on his own side.
func (t *writer) sides() {
	if t.opened.Winners != 2 {
		return
	}
	t.explicit = true
	for _, e := range t.entries {
		ns, ew := e.NS, e.EW
		if e.voided {
			continue
		}
		if ns.Side == bridge.EW || ew.Side == bridge.NS {
			t.explicit = true
			return
		}
		ns.Side, ew.Side = 0, 0
		if ns == ew {
			t.explicit = false
		}
	}
}

// lostDeal warns of cards.
func (t *writer) lostDeal(lost bool) {
	if lost {
		t.warn("table.lost.deals", "deals and dealers have no column")
	}
}

// versions finds out in which version of its board each meeting was played, and who
// was vulnerable.
func (t *writer) versions() {
	first := map[place]bridge.Vulnerability{}
	for _, e := range t.entries {
		at := place{e.Session, e.Board}
		e.vul = e.Board.Vulnerability()
		if set, ok := t.boards[at]; ok {
			e.vul = set.Vul
		}
		for _, f := range t.fouled[at] {
			if e.satOut || !f.Fits(e.Meeting) {
				continue
			}
			if e.version = strings.TrimSpace(f.Version); isDash(e.version) { // which is an empty cell
				e.version = "(" + e.version + ")"
			}
			if e.vul = e.Board.Vulnerability(); f.Version != "" && f.Vul != nil {
				e.vul = *f.Vul
			} else if set, ok := t.boards[at]; ok {
				e.vul = set.Vul
			}
		}
		if vul, ok := first[at]; ok && vul != e.vul && !e.voided {
			t.vuls[at] = true
		} else if !e.voided {
			first[at] = e.vul
		}
	}
}

// cells are the cells of a meeting.
func (t *writer) cells(e *entry) (map[column]string, error) {
	at := place{e.Session, e.Board}
	cells := map[column]string{colBoard: strconv.Itoa(int(e.Board)), colNote: strings.TrimSpace(e.why)}
	for column, n := range map[column]int{colSession: e.Session, colRound: e.Round, colTable: e.Table} {
		if n != 0 {
			cells[column] = strconv.Itoa(n)
		}
	}
	if e.vul != e.Board.Vulnerability() || t.vuls[at] {
		cells[colVul] = strings.ToLower(e.vul.String())
	}
	if e.match != 0 {
		cells[colMatch], cells[colRoom] = strconv.Itoa(e.match), e.room.String()
	}
	cells[colGroup] = e.version
	t.seat(cells, e)
	switch {
	case e.satOut || !e.notPlayed || e.ruled != nil:
	case e.late:
		cells[colAwardNS], cells[colAwardEW] = "late", "late"
	default:
		cells[colAwardNS], cells[colAwardEW] = "NP", "NP"
	}
	if e.played != nil && !e.satOut {
		if err := e.outcome(cells, e.vul); err != nil {
			return nil, err
		}
	}
	if e.ruled != nil {
		for i, column := range []column{colAwardNS, colAwardEW} {
			if e.satOut && e.ruled.Award.Of(bridge.Sides[i]).IsZero() {
				continue
			}
			text, err := e.award(bridge.Sides[i], e.vul)
			if err != nil {
				return nil, err
			}
			cells[column] = text
		}
	}
	return cells, nil
}

// seat fills the cells of who sat where.
func (t *writer) seat(cells map[column]string, e *entry) {
	columns, who := []column{colNS, colEW}, []event.Contestant{e.NS, e.EW}
	if t.opened.Kind == event.Individuals {
		columns, who = individualColumns, []event.Contestant{e.NS, e.South, e.EW, e.West}
	}
	section, first := "", true
	for _, c := range who {
		if c.IsZero() {
			continue
		}
		if first {
			section, first = c.Section, false
		}
		if c.Section != section {
			section = ""
			break
		}
	}
	cells[colSection] = section
	for i, c := range who {
		cells[columns[i]] = t.label(c, section)
	}
}

// label is a contestant in its cell; nobody is empty.
func (t *writer) label(c event.Contestant, section string) string {
	if c.IsZero() {
		return ""
	}
	if section != "" {
		c.Section = ""
	}
	if !t.explicit {
		c.Side = 0
	}
	return c.String()
}

// outcome fills the cells of what was played.
func (e *entry) outcome(cells map[column]string, vul bridge.Vulnerability) error {
	points, err := pointsOf(e.Board, e.played.Result, e.played.Score, vul)
	if err != nil {
		return err
	}
	cells[colScore] = strconv.Itoa(int(points))
	switch r := e.played.Result; {
	case r.IsZero():
	case r.PassedOut():
		cells[colContract] = "pass"
	default:
		cells[colContract] = notation.Contract(notation.English, notation.Letters, r.Contract())
		cells[colDeclarer] = notation.Seat(notation.English, notation.Letters, r.Declarer())
		cells[colTricks] = strconv.Itoa(r.Tricks())
		cells[colLead] = notation.Card(notation.English, notation.Letters, r.Lead())
	}
	return nil
}

// pointsOf is the score of a result or of a score alone, which Law 77 must give.
func pointsOf(b bridge.Board, r bridge.Result, p *score.Points, vul bridge.Vulnerability) (score.Points, error) {
	var points score.Points
	if !r.IsZero() {
		var err error
		if points, err = score.Result(r, vul); err != nil {
			return 0, err
		}
	} else if p != nil {
		points = *p
	}
	if p != nil && (*p != points || !score.Law77().Possible(*p, vul)) {
		return 0, bridge.Errorf(bridge.Unsupported, "table.edition",
			"board %d: a score of %d, which Law 77 does not give: a table of results cannot hold it", b, *p)
	}
	return points, nil
}

// award is what a side gets by the ruling.
func (e *entry) award(s bridge.Side, vul bridge.Vulnerability) (string, error) {
	outcomes, artificial := e.ruled.Assigned.Of(s), e.ruled.Award.Of(s)
	switch {
	case len(outcomes) > 0:
	case artificial.Kind == event.FixedIMPs:
		return artificial.IMPs.Short(4) + " IMP", nil
	default:
		return artificial.String(), nil
	}
	var parts []string
	for _, o := range outcomes {
		points, err := pointsOf(e.Board, o.Result, o.Score, vul)
		if err != nil {
			return "", err
		}
		text := notation.Result(notation.English, notation.Letters, o.Result)
		switch {
		case o.Result.IsZero():
			text = strconv.Itoa(int(points))
		case o.Result.PassedOut():
			text = "pass"
		}
		parts = append(parts, o.Weight.Mul(exact.Int(100)).Short(4)+"% "+text)
	}
	return strings.Join(parts, "; "), nil
}

// WritePairs writes the list of pairs of an event: number, direction, names, ids, club,
// strata and handicap. A table has one number for a person; others are returned as
// lost.
func WritePairs(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost := PairCells(rec)
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// PairCells are the rows that [WritePairs] writes, the header first.
func PairCells(rec *event.Record) (rows [][]string, lost []*bridge.Error) {
	t := writer{}
	entries := map[event.Contestant]event.Registered{}
	var listed []event.Contestant
	for _, f := range rec.Facts {
		if a, ok := f.Act.(event.Registered); ok {
			if _, again := entries[a.Contestant]; !again {
				listed = append(listed, a.Contestant)
			}
			entries[a.Contestant] = a
		}
	}
	var lines []map[column]string
	for _, c := range listed {
		cells := map[column]string{colNumber: strconv.Itoa(c.Number), colSection: c.Section}
		if c.Side.Valid() {
			cells[colDirection] = c.Side.String()
		}
		var names, ids []string
		for _, id := range entries[c].Persons {
			who := rec.People[id]
			for giver := range who.MemberIDs {
				if giver != memberNumber {
					t.warn("table.lost.numbers", "a person has one number in a list of pairs; others have no column")
				}
			}
			names, ids = append(names, who.Name), append(ids, who.MemberIDs[memberNumber])
		}
		cells[colNames], cells[colIDs] = t.joined(names), t.joined(ids)
		cells[colClub], cells[colStratum] = strings.TrimSpace(entries[c].Club), strings.Join(entries[c].Strata, "/")
		if h := entries[c].Handicap; h != nil {
			cells[colHandicap] = h.Short(4)
		}
		if entries[c].Average != nil {
			t.warn("table.lost.average", "averages that handicaps follow from have no column")
		}
		lines = append(lines, cells)
	}
	return used(lines, pairColumns, colNumber, colNames), t.lost
}

// joined puts names into one cell, so that they are taken apart in the same way.
func (t *writer) joined(names []string) string {
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	text := strings.Join(names, " – ")
	if !isDash(text) && slices.Equal(several(strings.TrimSpace(text)), names) {
		return text
	}
	for i, name := range names {
		if strings.Contains(name, ";") {
			t.warn("table.lost.names", "a semicolon in a name stands between names in a list of pairs: it is written as a comma")
			names[i] = strings.ReplaceAll(name, ";", ",")
		}
	}
	if text = strings.Join(names, ";"); len(names) == 1 {
		text += ";" // so that what else is in the name is no separator
	}
	return text
}

// WritePenalties writes the penalties of an event as they stand now, with the side
// behind a number where it has one.
func WritePenalties(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost := PenaltyCells(rec)
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// PenaltyCells are the rows that [WritePenalties] writes, the header first.
func PenaltyCells(rec *event.Record) (rows [][]string, lost []*bridge.Error) {
	t := writer{}
	type penalty struct {
		event.Penalised
		why string
	}
	var all []penalty
	for _, f := range rec.Facts {
		a, ok := f.Act.(event.Penalised)
		if !ok {
			continue
		}
		p := penalty{a, f.Why}
		if i := slices.IndexFunc(all, func(b penalty) bool { return b.Ref == a.Ref }); i >= 0 {
			t.lostHistory()
			all[i] = p
		} else {
			all = append(all, p)
		}
	}
	var lines []map[column]string
	for _, p := range all {
		if p.Amount.Sign() == 0 && p.Kind != event.Cautioned { // it was taken back
			continue
		}
		cells := map[column]string{colPair: p.Contestant.String(), colReason: strings.TrimSpace(p.why)}
		if p.Session != 0 {
			cells[colSession] = strconv.Itoa(p.Session)
		}
		if p.Round != 0 {
			cells[colRound] = strconv.Itoa(p.Round)
		}
		if p.Kind != event.Procedural {
			cells[colKind] = string(p.Kind)
		}
		if p.Amount.Sign() != 0 {
			cells[colAmount], cells[colUnit] = p.Amount.Short(4), string(p.Unit)
		}
		lines = append(lines, cells)
	}
	return used(lines, penaltyColumns, colPair, colAmount, colUnit), t.lost
}
