package movement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Limits of a movement. They bound what a file can make the program do.
const (
	MaxTables = 200
	MaxRounds = 200
	MaxSets   = 400
)

// Kind says who moves.
type Kind string

// The kinds.
const (
	Pairs      Kind = "pairs"
	Teams      Kind = "teams" // a team sits North-South at its home table, and its other pair moves
	Individual Kind = "individual"
)

// Contestant names a pair, a team or a player within a movement. Where there are two
// winners a number counts within its line, and pair 3 North-South is not pair 3
// East-West; else the line is empty, and a number counts for the whole field.
type Contestant struct {
	Line   bridge.Side
	Number int
}

// String gives "7", or "N7" and "E7" where the lines are counted apart.
func (c Contestant) String() string {
	switch c.Line {
	case bridge.NS:
		return "N" + strconv.Itoa(c.Number)
	case bridge.EW:
		return "E" + strconv.Itoa(c.Number)
	}
	return strconv.Itoa(c.Number)
}

// ParseContestant reads 7, N7 or E7.
func ParseContestant(text string) (Contestant, error) {
	var c Contestant
	number, ok := strings.CutPrefix(text, "N")
	if ok {
		c.Line = bridge.NS
	} else if number, ok = strings.CutPrefix(text, "E"); ok {
		c.Line = bridge.EW
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || number[0] == '+' {
		return Contestant{}, bridge.Errorf(bridge.Invalid, "movement.contestant", "contestant %q: want a number like 7, or N7 and E7 with two winners", text)
	}
	c.Number = n
	return c, nil
}

// compare orders North-South before East-West, and by number.
func (c Contestant) compare(d Contestant) int {
	if c.Line != d.Line {
		return int(c.Line) - int(d.Line)
	}
	return c.Number - d.Number
}

// Who are the numbers on one side of a table: of a pair or a team, and 0; or of two
// players, North before South and East before West. The zero value is nobody.
type Who [2]int

// String gives "7" or, of two players, "3-12"; nobody is "0".
func (w Who) String() string {
	if w[1] == 0 {
		return strconv.Itoa(w[0])
	}
	return strconv.Itoa(w[0]) + "-" + strconv.Itoa(w[1])
}

// Slot is what a movement plans for one table in one round. The zero numbers and set
// are nobody and no boards: a slot with one side alone is a sit-out at a table.
type Slot struct {
	Table    int
	Round    int
	NS       Who
	EW       Who
	Set      int  // of boards, from 1; 0: none
	Switched bool // North-South and East-West are exchanged against the movement as it is known (arrow switch); NS and EW say who really sits there
	Played   bool // this is what was played, and no longer a plan
}

// Empty says that the table does not play in this round, and nobody sits there.
func (s Slot) Empty() bool { return s.NS == Who{} && s.EW == Who{} }

// String writes a slot as a cell of a grid: "3-7/2", of individuals "1-6 11-16/1".
// An empty one is "-".
func (s Slot) String() string {
	switch {
	case s.Empty():
		return "-"
	case s.NS[1] != 0 || s.EW[1] != 0:
		return fmt.Sprintf("%s %s/%d", s.NS, s.EW, s.Set)
	}
	return fmt.Sprintf("%s-%s/%d", s.NS, s.EW, s.Set)
}

// Side are the numbers on one side.
func (s Slot) Side(side bridge.Side) Who {
	if side == bridge.EW {
		return s.EW
	}
	return s.NS
}

// Movement is the plan of a session: who meets whom, at which table, with which
// boards. Everything else (who goes where next, which boards are shared, what lies
// on a relay) follows from its slots.
type Movement struct {
	Family  string // how it is made, "mitchell"; empty when it came from elsewhere
	Variant string // a form of the family, where there are several; may be empty
	Name    string // what a file calls it; may be empty
	Kind    Kind
	Winners int // 2: North-South and East-West are counted and ranked apart; 1
	Tables  int
	Rounds  int
	Sets    int // set s is the boards (s-1)·b+1 to s·b, with b boards a round

	// Slots holds each table in each round, table by table. At finds one.
	Slots []Slot

	// Phantom is a contestant that stands in the slots and does not exist: whoever
	// meets it sits out, and the boards are not played there. Zero: none.
	Phantom Contestant

	SkipAfter  int   // East-West skip a table after this round; 0: never
	RoverOrder []int // where the rover sits in, from round 2 on; nil: no rover
}

// New makes a movement without anybody at its tables.
func New(family string, kind Kind, winners, tables, rounds, sets int) *Movement {
	m := &Movement{Family: family, Kind: kind, Winners: winners, Tables: tables, Rounds: rounds, Sets: sets}
	m.Slots = make([]Slot, tables*rounds)
	for i := range m.Slots {
		m.Slots[i].Table, m.Slots[i].Round = i/rounds+1, i%rounds+1
	}
	return m
}

// At is the slot of a table and a round, both from 1, to be read or set.
func (m *Movement) At(table, round int) *Slot { return &m.Slots[(table-1)*m.Rounds+round-1] }

// Seat sets who sits at a table in a round, and with which boards.
func (m *Movement) Seat(table, round, ns, ew, set int) {
	s := m.At(table, round)
	s.NS, s.EW, s.Set = Who{ns}, Who{ew}, set
}

// Clone is a copy that shares nothing.
func (m *Movement) Clone() *Movement {
	out := *m
	out.Slots = slices.Clone(m.Slots)
	out.RoverOrder = slices.Clone(m.RoverOrder)
	return &out
}

// contestants are those on one side of a slot, the phantom too: one, or two players,
// or none.
func (m *Movement) contestants(s *Slot, side bridge.Side) []Contestant {
	var out []Contestant
	for _, n := range s.Side(side) {
		if n > 0 {
			out = append(out, m.Contestant(side, n))
		}
	}
	return out
}

// Contestant is the contestant with a number on one side of a table.
func (m *Movement) Contestant(side bridge.Side, number int) Contestant {
	if m.Winners == 2 {
		return Contestant{side, number}
	}
	return Contestant{0, number}
}

// Plays says that boards are played in this slot: there are some, and on both sides
// sits somebody who exists.
func (m *Movement) Plays(s Slot) bool {
	if s.Set == 0 || s.NS[0] == 0 || s.EW[0] == 0 {
		return false
	}
	if m.Kind == Individual && (s.NS[1] == 0 || s.EW[1] == 0) {
		return false
	}
	return m.Phantom == Contestant{} || !m.sits(s, m.Phantom)
}

// sits says that a contestant is seated in a slot.
func (m *Movement) sits(s Slot, c Contestant) bool {
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		if m.Winners == 2 && c.Line != side {
			continue
		}
		if who := s.Side(side); who[0] == c.Number || who[1] == c.Number {
			return true
		}
	}
	return false
}

// Contestants are all who take part, without the phantom, North-South first.
func (m *Movement) Contestants() []Contestant {
	seen := map[Contestant]bool{m.Phantom: true, {}: true}
	var out []Contestant
	for i := range m.Slots {
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			for _, n := range m.Slots[i].Side(side) {
				if c := m.Contestant(side, n); n > 0 && !seen[c] {
					seen[c] = true
					out = append(out, c)
				}
			}
		}
	}
	slices.SortFunc(out, Contestant.compare)
	return out
}

// SitOut is a round in which a contestant does not play.
type SitOut struct {
	Round      int
	Contestant Contestant
	Table      int // where it sits, opposite to nobody; of a team, its home table; 0: it has no table
}

// SitOuts lists who does not play in which round, by round.
func (m *Movement) SitOuts() []SitOut {
	type place struct {
		table int
		plays bool
	}
	all := m.Contestants()
	where := make([]map[Contestant]place, m.Rounds+1)
	for r := range where {
		where[r] = map[Contestant]place{}
	}
	for i := range m.Slots {
		s := &m.Slots[i]
		plays := m.Plays(*s)
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			for _, c := range m.contestants(s, side) {
				if old := where[s.Round][c]; !old.plays {
					where[s.Round][c] = place{s.Table, plays}
				}
			}
		}
	}
	var out []SitOut
	for r := 1; r <= m.Rounds; r++ {
		for _, c := range all {
			p := where[r][c]
			if p.plays {
				continue
			}
			if home := c.Number; m.Kind == Teams && p.table == 0 && home <= m.Tables && m.At(home, r).Empty() {
				p.table = home
			}
			out = append(out, SitOut{r, c, p.table})
		}
	}
	return out
}

// Boards are the first and the last board of a set, with so many boards a round.
func Boards(set, perRound int) (first, last int) { return (set-1)*perRound + 1, set * perRound }

// wrap counts in a circle of n: 1 … n, whatever x is.
func wrap(x, n int) int { return ((x-1)%n+n)%n + 1 }
