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

// Write writes the results of a pairs event, with commas, in UTF-8, a line for each
// meeting as it stands now. Tricks are written as their number, because spreadsheets
// take +1 and = for formulas. Who the contestants are [WritePairs] writes.
//
// What a table has no place for is returned as a list of reasons: a title, deals,
// another method than matchpoints, who entered a fact and what was corrected.
//
// The error has code [bridge.Unsupported] for an event of teams and for scores that
// Law 77 does not give, and is that of w if it fails.
func Write(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost, err := Cells(rec)
	if err != nil {
		return nil, err
	}
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// Cells are the rows that [Write] writes, the header first.
func Cells(rec *event.Record) (rows [][]string, lost []*bridge.Error, err error) {
	t := writer{boards: map[place]event.BoardSet{}, byKey: map[meeting]*entry{}}
	for _, f := range rec.Facts {
		if err := t.fact(f); err != nil {
			return nil, nil, err
		}
	}
	if len(rec.Published.Lines)+len(rec.Published.Totals) > 0 {
		t.warn("table.lost.published", "results as they were published have no column")
	}
	t.sides()
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
	return used(lines, resultColumns, colBoard, colNS, colEW, colContract, colDeclarer, colTricks, colScore), t.lost, nil
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
	voided            bool
	why               string
}

type writer struct {
	opened   event.Opened
	boards   map[place]event.BoardSet
	entries  []*entry
	byKey    map[meeting]*entry
	explicit bool // the side is written behind the number
	lost     []*bridge.Error
}

// warn says once what has no place in a table.
func (t *writer) warn(key, text string) {
	if !slices.ContainsFunc(t.lost, func(e *bridge.Error) bool { return e.Key == key }) {
		t.lost = append(t.lost, &bridge.Error{Code: bridge.Unsupported, Key: key, Msg: text})
	}
}

// fact takes one fact into account.
func (t *writer) fact(f event.Fact) error {
	if f.ID != "" || f.By != "" || !f.At.IsZero() {
		t.warn("table.lost.history", "who entered a result and when, and what was corrected, have no column")
	}
	var e *entry
	switch a := f.Act.(type) {
	case event.Opened:
		return t.open(a)
	case event.BoardSet:
		t.boards[place{a.Session, a.Board}] = a
		if !a.Deal.IsZero() || a.Dealer != a.Board.Dealer() {
			t.warn("table.lost.deals", "deals and dealers have no column")
		}
		return nil
	case event.Played:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.played != nil })
		e.played, e.notPlayed = &a, false
	case event.NotPlayed:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.played != nil || e.ruled != nil })
		e.played, e.notPlayed = nil, true
	case event.SatOut:
		e = t.entry(a.Meeting, func(*entry) bool { return false })
		e.satOut = true
	case event.Ruled:
		e = t.entry(a.Meeting, func(e *entry) bool { return e.ruled != nil || e.notPlayed })
		if e.ruled = &a; a.Award.NS.IsZero() && len(a.Assigned.NS) == 0 {
			e.ruled = nil
		}
	case event.Voided:
		e = t.entry(a.Meeting, func(*entry) bool { return true })
		*e = entry{Meeting: e.Meeting, voided: true}
	default:
		return nil // contestants stand in the list of pairs
	}
	e.why = cmp.Or(f.Why, e.why)
	return nil
}

func (t *writer) open(o event.Opened) error {
	if o.Kind != event.Pairs {
		return bridge.Errorf(bridge.Unsupported, "table.kind", "a table of results holds pairs: kind %q is not supported", string(o.Kind))
	}
	t.opened = o
	bare := event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: o.Winners}
	if o != bare {
		t.warn("table.lost.heading", "title, club, date, method and regulation of the event have no column")
	}
	return nil
}

// entry finds or begins a meeting; replaces reports whether something that stood
// there is lost now.
func (t *writer) entry(m event.Meeting, replaces func(*entry) bool) *entry {
	key := meeting{place{m.Session, m.Board}, m.NS, m.EW}
	e := t.byKey[key]
	if e == nil {
		e = &entry{Meeting: m}
		t.byKey[key] = e
		t.entries = append(t.entries, e)
	}
	if replaces(e) {
		t.warn("table.lost.history", "who entered a result and when, and what was corrected, have no column")
	}
	e.Round, e.Table, e.voided = cmp.Or(m.Round, e.Round), cmp.Or(m.Table, e.Table), false
	return e
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

// cells are the cells of a meeting.
func (t *writer) cells(e *entry) (map[column]string, error) {
	at := place{e.Session, e.Board}
	set, ok := t.boards[at]
	if !ok {
		set.Vul = e.Board.Vulnerability()
	}
	cells := map[column]string{colBoard: strconv.Itoa(int(e.Board)), colNote: strings.TrimSpace(e.why)}
	for column, n := range map[column]int{colSession: e.Session, colRound: e.Round, colTable: e.Table} {
		if n != 0 {
			cells[column] = strconv.Itoa(n)
		}
	}
	if set.Vul != e.Board.Vulnerability() {
		cells[colVul] = strings.ToLower(set.Vul.String())
	}
	section := cmp.Or(e.NS.Section, e.EW.Section)
	for _, c := range []event.Contestant{e.NS, e.EW} {
		if !c.IsZero() && c.Section != section {
			section = ""
		}
	}
	cells[colSection] = section
	cells[colNS], cells[colEW] = t.label(e.NS, section), t.label(e.EW, section)
	switch {
	case e.satOut:
		return cells, nil
	case e.notPlayed && e.ruled == nil:
		cells[colAwardNS], cells[colAwardEW] = "NP", "NP"
	}
	if e.played != nil {
		if err := e.outcome(cells, set.Vul); err != nil {
			return nil, err
		}
	}
	if e.ruled != nil {
		for i, column := range []column{colAwardNS, colAwardEW} {
			text, err := e.award(bridge.Sides[i], set.Vul)
			if err != nil {
				return nil, err
			}
			cells[column] = text
		}
	}
	return cells, nil
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
	outcomes := e.ruled.Assigned.Of(s)
	if len(outcomes) == 0 {
		return e.ruled.Award.Of(s).String(), nil
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

// WritePairs writes the list of pairs of an event: number, direction, names and
// ids. A table has one number for a person; others are returned as lost.
func WritePairs(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	rows, lost := PairCells(rec)
	return lost, csv.NewWriter(w).WriteAll(rows)
}

// PairCells are the rows that [WritePairs] writes, the header first.
func PairCells(rec *event.Record) (rows [][]string, lost []*bridge.Error) {
	t := writer{}
	entries := map[event.Contestant][]event.PersonID{}
	var listed []event.Contestant
	for _, f := range rec.Facts {
		if a, ok := f.Act.(event.Registered); ok {
			if _, again := entries[a.Contestant]; !again {
				listed = append(listed, a.Contestant)
			}
			entries[a.Contestant] = a.Persons
		}
	}
	var lines []map[column]string
	for _, c := range listed {
		cells := map[column]string{colNumber: strconv.Itoa(c.Number), colSection: c.Section}
		if c.Side.Valid() {
			cells[colDirection] = c.Side.String()
		}
		var names, ids []string
		for _, id := range entries[c] {
			who := rec.People[id]
			for giver := range who.MemberIDs {
				if giver != memberNumber {
					t.warn("table.lost.numbers", "a person has one number in a list of pairs; others have no column")
				}
			}
			names, ids = append(names, who.Name), append(ids, who.MemberIDs[memberNumber])
		}
		cells[colNames], cells[colIDs] = t.joined(names), t.joined(ids)
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
