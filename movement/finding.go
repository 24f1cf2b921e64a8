package movement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// String is a finding for logs: "seated_twice 7, round 4, table 2". The sentence for
// people is for a door to say.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(string(f.Rule))
	for i, c := range f.Contestants {
		b.WriteString(map[bool]string{true: " ", false: "-"}[i == 0])
		b.WriteString(c.String())
	}
	for _, p := range []struct {
		name string
		n    int
	}{{"round", f.Round}, {"table", f.Table}, {"set", f.Set}} {
		if p.n > 0 {
			fmt.Fprintf(&b, ", %s %d", p.name, p.n)
		}
	}
	if f.Min > 0 || f.Max > 0 {
		fmt.Fprintf(&b, ", %d-%d", f.Min, f.Max)
	}
	return b.String()
}

// Err is nil for a sound movement. Else it says what the first fault is, and how many
// there are; its argument is that [Finding].
func (a *Audit) Err() error {
	faults := a.Faults()
	if len(faults) == 0 {
		return nil
	}
	return bridge.Errorf(bridge.Invalid, "movement.unsound", "an unsound movement: %v (faults: %d)", faults[0], a.FaultCount())
}

// Rules lists all that an audit looks at, those that make a movement unsound first.
func Rules() []Rule {
	return append(slices.Clone(faultRules), Repeat, Copies, Uneven, NotAll, SitsOut, TooFew, Partners, Opponents, Missing)
}

// faultRules make a movement unsound.
var faultRules = []Rule{SeatedTwice, SetTwice, Itself, OpenMatch, HalfSeat, Nobody}

// Cell writes a slot as a cell of a grid, like [Slot.String], and of individuals all
// four players though some are missing: "1-0 0-16/0".
func (s Slot) Cell(kind Kind) string {
	if kind == Individual && !s.Empty() {
		return fmt.Sprintf("%d-%d %d-%d/%d", s.NS[0], s.NS[1], s.EW[0], s.EW[1], s.Set)
	}
	return s.String()
}

// ParseSlot reads a cell of a grid as [Slot.Cell] writes it: "3-7/2", of individuals
// "1-6 11-16/1", of a movement with so many sets; "-" is nobody.
func ParseSlot(table, round int, cell string, kind Kind, sets int) (Slot, error) {
	s := Slot{Table: table, Round: round}
	if cell == "-" {
		return s, nil
	}
	return parseSlot(s, cell, kind, sets)
}

// CheckSize refuses what no movement can be: a kind or a number of winners that there
// is not, sizes out of their limits.
func CheckSize(kind Kind, winners, tables, rounds, sets int) error {
	return checkShape(kind, winners, tables, rounds, sets)
}

// Check refuses a movement whose slots are not a grid, or stand in the wrong place, or
// name a phantom that cannot be, or sits nowhere. Whether the movement is sound is for [Movement.Audit].
func (m *Movement) Check() error {
	if err := checkShape(m.Kind, m.Winners, m.Tables, m.Rounds, m.Sets); err != nil {
		return err
	}
	if len(m.Slots) != m.Tables*m.Rounds {
		return bridge.Errorf(bridge.Invalid, "movement.slots", "%d slots: want one for each of %d tables in each of %d rounds", len(m.Slots), m.Tables, m.Rounds)
	}
	for i := range m.Slots {
		if err := m.CheckSlot(i/m.Rounds+1, i%m.Rounds+1); err != nil {
			return err
		}
	}
	if p := m.Phantom; p != (Contestant{}) && (p.Number < 1 || (p.Line != 0) != (m.Winners == 2)) {
		return bridge.Errorf(bridge.Invalid, "movement.phantom", "phantom %v: with two winners want N7 or E7, else a number", p)
	}
	if p := m.Phantom; p != (Contestant{}) && !m.takesPart(p) {
		return bridge.Errorf(bridge.NotFound, "movement.phantom_nobody", "phantom %s: it sits at no table", p)
	}
	if m.SkipAfter < 0 || m.SkipAfter > m.Rounds {
		return bridge.Errorf(bridge.Invalid, "movement.skip_after", "a skip after round %d: there are %d rounds", m.SkipAfter, m.Rounds)
	}
	for _, t := range m.RoverOrder {
		if t < 1 || t > m.Tables {
			return bridge.Errorf(bridge.Invalid, "movement.rover_table", "a rover at table %d: there are %d tables", t, m.Tables)
		}
	}
	return nil
}

// CheckSlot refuses a slot that [ParseSlot] would not give.
func (m *Movement) CheckSlot(table, round int) error {
	s := *m.At(table, round)
	again, err := ParseSlot(table, round, s.Cell(m.Kind), m.Kind, m.Sets)
	if err != nil {
		return err
	}
	again.Switched, again.Played = s.Switched, s.Played
	if again != s {
		return bridge.Errorf(bridge.Invalid, "movement.slot", "table %d, round %d: no such slot: %v", table, round, s)
	}
	return nil
}
