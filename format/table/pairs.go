package table

import (
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// memberNumber names the numbers of the column ids in [event.Person.MemberIDs]; the
// file does not say whose they are.
const memberNumber = "member"

// Pairs is a list of pairs: who the contestants of a table of results are.
type Pairs struct {
	List     []Pair
	Warnings []event.Warning // with lines of the list
}

// Pair is one line of a list of pairs.
type Pair struct {
	Contestant event.Contestant // with a side if the list says one
	Persons    []event.Person
	Club       string
	Stratum    string
	Handicap   *exact.Fraction // nil: none
	Line       int             // of the file
}

// ReadPairs reads a list of pairs, in the named character set if there is a name.
// Club, stratum and handicap are read, but no event counts them yet: if there are
// any, a warning says so.
//
// The error is one of [Options.Read].
func ReadPairs(r io.Reader, charset string) (*Pairs, error) {
	source, warnings, err := whole(r, charset, pairColumns)
	if err != nil {
		return nil, err
	}
	p, err := ReadPairsRows(source)
	if err != nil {
		return nil, err
	}
	p.Warnings = append(warnings, p.Warnings...)
	return p, nil
}

// ReadPairsRows is [ReadPairs] of rows that are not those of a CSV file.
func ReadPairsRows(rows Rows) (*Pairs, error) {
	s, err := open(rows, pairColumns)
	if err != nil {
		return nil, err
	}
	all, err := s.all()
	if err != nil {
		return nil, err
	}
	if !s.has(colNumber) {
		return nil, bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.pairs_columns",
			"the header of a list of pairs has no column number: want number, and direction, names, ids, club, stratum or handicap"))
	}
	p := &Pairs{}
	lines := map[event.Contestant]int{}
	unused := map[column]bool{}
	for _, row := range all {
		pair, err := row.pair()
		if err != nil {
			return nil, err
		}
		if before := lines[pair.Contestant]; before != 0 {
			return nil, row.cell(colNumber).fail("table.pair_twice", "contestant %v stands in line %d as well", pair.Contestant, before)
		}
		lines[pair.Contestant] = row.line
		for _, column := range []column{colClub, colStratum, colHandicap} {
			if !row.cell(column).empty() && !unused[column] {
				unused[column] = true
				s.warn(row.line, "table.unused", "column %s is read, but does not count in this version", column)
			}
		}
		p.List = append(p.List, pair)
	}
	p.Warnings = s.warnings
	return p, nil
}

// handicapText is a handicap: matchpoints or percent, which may be negative.
var handicapText = regexp.MustCompile(`^[-+]?[0-9]{1,9}(?:[.,][0-9]{1,9})?$`)

// pair reads one line.
func (row row) pair() (Pair, error) {
	p := Pair{Club: row.cell(colClub).text, Stratum: row.cell(colStratum).text, Line: row.line}
	section, err := row.cell(colSection).section()
	if err != nil {
		return p, err
	}
	c := row.cell(colNumber)
	if p.Contestant, err = c.contestant(section); err != nil {
		return p, err
	}
	if p.Contestant.IsZero() {
		return p, c.fail("table.no_number", "a line without the number of the pair")
	}
	if c := row.cell(colDirection); !c.empty() {
		s, err := bridge.ParseSide(strings.ToUpper(strings.NewReplacer("-", "", "/", "", "–", "", " ", "").Replace(c.text)))
		if err != nil {
			return p, c.fail("table.direction", "direction %q: want NS or EW", c.text)
		}
		if p.Contestant.Side.Valid() && p.Contestant.Side != s {
			return p, c.fail("table.direction_differs", "direction %v, but the number says %v", s, p.Contestant)
		}
		p.Contestant.Side = s
	}
	if c := row.cell(colHandicap); !c.empty() {
		f, ok := fraction(strings.TrimPrefix(strings.ReplaceAll(c.text, "−", "-"), "+"))
		if !ok || !handicapText.MatchString(strings.ReplaceAll(c.text, "−", "-")) {
			return p, c.fail("table.handicap", "handicap %q: want a number", c.text)
		}
		p.Handicap = &f
	}
	names, ids := several(row.cell(colNames).text), several(row.cell(colIDs).text)
	for i := range max(len(names), len(ids)) {
		var who event.Person
		if i < len(names) {
			who.Name = names[i]
		}
		if i < len(ids) && ids[i] != "" {
			who.MemberIDs = map[string]string{memberNumber: ids[i]}
		}
		p.Persons = append(p.Persons, who)
	}
	return p, nil
}

// separators stand between the names of a pair; the first that is there counts.
var separators = []string{";", " – ", " - ", "/", "&", "+"}

// several takes a cell with several names apart. What is empty at the end is nobody.
func several(text string) []string {
	parts := []string{text}
	for _, s := range separators {
		if strings.Contains(text, s) {
			parts = strings.Split(text, s)
			break
		}
	}
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// bothDirections reports whether a number stands for one pair North-South and for
// another East-West.
func (p *Pairs) bothDirections() bool {
	if p == nil {
		return false
	}
	sides := map[event.Contestant]bridge.Side{}
	for _, pair := range p.List {
		c, s := pair.Contestant, pair.Contestant.Side
		if !s.Valid() {
			continue
		}
		c.Side = 0
		if before := sides[c]; before.Valid() && before != s {
			return true
		}
		sides[c] = s
	}
	return false
}

// register enters who plays for the first time and, at the beginning, who is listed,
// in the order of their numbers. Whom a list without directions means, those decide
// who are known to play.
func (r *reader) register(rec *event.Record, winners int, begin bool, playing map[event.Contestant]bool) error {
	entries := map[event.Contestant][]event.Person{}
	if begin && r.Pairs != nil {
		for _, p := range r.Pairs.List {
			who, err := p.entered(playing, winners)
			if err != nil {
				return err
			}
			if _, twice := entries[who]; twice {
				return p.at(bridge.Errorf(bridge.Invalid, "table.pair_clash", "contestant %v is listed twice", who))
			}
			entries[who], r.entered[who] = p.Persons, true
		}
	}
	for i := range r.lines {
		for _, who := range [2]event.Contestant{r.lines[i].meeting.NS, r.lines[i].meeting.EW} {
			if who.IsZero() || r.entered[who] {
				continue
			}
			entries[who], r.entered[who] = nil, true
			if r.Pairs != nil {
				rec.Warn(0, "table.unlisted", "%v plays and is not in the list of pairs", who)
			}
		}
	}
	if len(entries) == 0 {
		return nil
	}
	slices.SortFunc(rec.Warnings, func(a, b event.Warning) int { return strings.Compare(a.Text(), b.Text()) })
	for _, who := range slices.SortedFunc(maps.Keys(entries), event.Contestant.Compare) {
		act := event.Registered{Contestant: who}
		for _, p := range entries[who] {
			act.Persons = append(act.Persons, rec.People.Add(p))
		}
		rec.Add(act)
	}
	return nil
}

// playing is who meets whom in the lines that were read.
func (r *reader) playing() map[event.Contestant]bool {
	who := map[event.Contestant]bool{}
	for i := range r.lines {
		who[r.lines[i].meeting.NS], who[r.lines[i].meeting.EW] = true, true
	}
	return who
}

// entered is the contestant that a line of the list speaks of. With one list of
// winners its direction is only where it began.
func (p Pair) entered(playing map[event.Contestant]bool, winners int) (event.Contestant, error) {
	who := p.Contestant
	switch {
	case winners != 2:
		who.Side = 0
	case !who.Side.Valid():
		ns, ew := who, who
		ns.Side, ew.Side = bridge.NS, bridge.EW
		if playing[ns] == playing[ew] {
			return who, p.at(bridge.Errorf(bridge.Invalid, "table.no_direction",
				"contestant %v: there are two lists of winners, and the list of pairs does not say in which it is: want a direction", who))
		}
		if who = ns; playing[ew] {
			who = ew
		}
	}
	return who, nil
}

// at gives an error its place in the list of pairs.
func (p Pair) at(err error) error { return bridge.At("list of pairs, line "+strconv.Itoa(p.Line), err) }
