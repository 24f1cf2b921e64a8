package table

import (
	"io"
	"maps"
	"regexp"
	"slices"
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
	Strata     []string        // capital letters: those of the persons, or one for all
	Handicap   *exact.Fraction // percent of a top, nil: none
	Line       int             // of the file

	place string // of the line
}

// ReadPairs reads a list of pairs, in the named character set if there is a name.
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
	for _, row := range all {
		pair, err := row.pair()
		if err != nil {
			return nil, err
		}
		if before := lines[pair.Contestant]; before != 0 {
			return nil, row.cell(colNumber).fail("table.pair_twice", "contestant %v stands in line %d as well", pair.Contestant, before)
		}
		lines[pair.Contestant] = row.line
		p.List = append(p.List, pair)
	}
	p.Warnings = s.warnings
	return p, nil
}

// handicapText is a handicap in percent, which may be negative.
var handicapText = regexp.MustCompile(`^[-+]?[0-9]{1,9}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?\s*%?$`)

// pair reads one line.
func (row row) pair() (Pair, error) {
	p := Pair{Club: row.cell(colClub).text, Line: row.line, place: row.place()}
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
	if err := row.direction(&p.Contestant); err != nil {
		return p, err
	}
	if p.Strata, err = row.cell(colStratum).strata(); err != nil {
		return p, err
	}
	if p.Handicap, err = row.cell(colHandicap).handicap(); err != nil {
		return p, err
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

// direction gives a contestant the side of its column.
func (row row) direction(who *event.Contestant) error {
	c := row.cell(colDirection)
	if c.empty() {
		return nil
	}
	s, err := bridge.ParseSide(strings.ToUpper(strings.NewReplacer("-", "", "/", "", "–", "", " ", "").Replace(c.text)))
	if err != nil {
		return c.fail("table.direction", "direction %q: want NS or EW", c.text)
	}
	if who.Side.Valid() && who.Side != s {
		return c.fail("table.direction_differs", "direction %v, but the number says %v", s, *who)
	}
	who.Side = s
	return nil
}

// strata reads the stratum of a pair, or those of its persons.
func (c cell) strata() ([]string, error) {
	if c.empty() {
		return nil, nil
	}
	strata := several(strings.ToUpper(c.text))
	for _, s := range strata {
		if len(s) != 1 || s[0] < 'A' || s[0] > 'Z' {
			return nil, c.fail("table.stratum", "stratum %q: want a letter, A for the strongest, or one for each person: A/B", c.text)
		}
	}
	return strata, nil
}

// handicap reads a handicap.
func (c cell) handicap() (*exact.Fraction, error) {
	if c.empty() {
		return nil, nil
	}
	text := strings.ReplaceAll(c.text, "−", "-")
	f, ok := fraction(strings.TrimRight(strings.TrimPrefix(text, "+"), "% "))
	if !ok || !handicapText.MatchString(text) || f.Abs().Cmp(exact.Int(100)) > 0 {
		return nil, c.fail("table.handicap", "handicap %q: want a number of percent, up to 100", c.text)
	}
	return &f, nil
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
	entries := map[event.Contestant]Pair{}
	if begin && r.Pairs != nil {
		for _, p := range r.Pairs.List {
			who, err := p.entered(playing, winners)
			if err != nil {
				return err
			}
			if _, twice := entries[who]; twice {
				return p.at(bridge.Errorf(bridge.Invalid, "table.pair_clash", "contestant %v is listed twice", who))
			}
			entries[who], r.entered[who] = p, true
		}
	}
	enter := func(who event.Contestant) {
		if who.IsZero() || r.entered[who] {
			return
		}
		entries[who], r.entered[who] = Pair{}, true
		if r.Pairs != nil {
			rec.Warn(0, "table.unlisted", "%v plays and is not in the list of pairs", who)
		}
	}
	for i := range r.lines {
		for _, who := range r.lines[i].contestants() {
			enter(who)
		}
	}
	for _, who := range r.Matches.contestants() {
		enter(who)
	}
	if len(entries) == 0 {
		return nil
	}
	slices.SortFunc(rec.Warnings, func(a, b event.Warning) int { return strings.Compare(a.Text(), b.Text()) })
	for _, who := range slices.SortedFunc(maps.Keys(entries), event.Contestant.Compare) {
		entry := entries[who]
		act := event.Registered{Contestant: who, Club: entry.Club, Strata: entry.Strata, Handicap: entry.Handicap}
		for _, p := range entry.Persons {
			act.Persons = append(act.Persons, rec.People.Add(p))
		}
		rec.Add(act)
	}
	return nil
}

// contestants are those of a line, or nobody.
func (l *line) contestants() [4]event.Contestant {
	return [4]event.Contestant{l.meeting.NS, l.meeting.EW, l.meeting.South, l.meeting.West}
}

// playing is who meets whom in the lines that were read.
func (r *reader) playing() map[event.Contestant]bool {
	who := map[event.Contestant]bool{}
	for i := range r.lines {
		for _, c := range r.lines[i].contestants() {
			who[c] = true
		}
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
func (p Pair) at(err error) error { return bridge.At("list of pairs, "+p.place, err) }
