package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// Without is the movement without one contestant: the phantom. It keeps its place in
// the slots, and whoever meets it sits out.
func (m *Movement) Without(c Contestant) (*Movement, error) {
	out := m.Clone()
	switch {
	case m.Phantom != Contestant{}:
		return nil, bridge.Errorf(bridge.Conflict, "movement.phantom_twice", "contestant %s is missing already: with a second one missing, take a movement for a table less", m.Phantom)
	case !m.takesPart(c):
		return nil, bridge.Errorf(bridge.NotFound, "movement.absent", "contestant %s does not take part", c)
	}
	out.Phantom = c
	return out, nil
}

// takesPart says that a contestant is seated somewhere.
func (m *Movement) takesPart(c Contestant) bool {
	if c.Number < 1 || (c.Line != 0) != (m.Winners == 2) { // N3 is nobody where there is one winner
		return false
	}
	return slices.ContainsFunc(m.Slots, func(s Slot) bool { return m.sits(s, c) })
}

// HalfTable is the movement of pairs for half a table less. The pair that does least
// harm goes missing: North-South of the last table, which ends the sharing of a
// share-and-relay and the borrowing of a Bowman; of a hesitation it is the pair at the
// pivot, of a Howell the one with the highest number.
//
// A skip with its round of revenge is refused: the same pair would sit out in the
// first and the last round.
func (m *Movement) HalfTable() (*Movement, error) {
	if m.Kind != Pairs {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.half", "half a table is a matter of pairs")
	}
	if m.Family == "skip" && m.SkipAfter > 0 && m.Rounds == m.Tables {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.half_skip", "skip of %d tables with a round of revenge: without a pair the same one would sit out in the first and the last round; stop after %d rounds, or take %s", m.Tables, m.Rounds-1, "share_relay")
	}
	if m.Family == "pivot" {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.half_pivot", "a pivot has a half table as it is; for half a table less take %s", "mitchell")
	}
	return m.Without(m.leastMissed())
}

// leastMissed is the pair that a half table does without.
func (m *Movement) leastMissed() Contestant {
	lines := m.Winners
	for _, f := range families {
		if f.Name == m.Family {
			lines = f.Winners // an arrow switch leaves the numbers of North-South as they are
		}
	}
	switch {
	case lines == 2:
		return m.Contestant(bridge.NS, m.Tables)
	case m.Family == "hesitation" || m.Family == "double_hesitation":
		return Contestant{Number: m.Tables}
	}
	all := m.Contestants()
	return all[len(all)-1]
}

// highest is the highest number that sits on a line, arrow switches aside.
func (m *Movement) highest(line bridge.Side) int {
	n := 0
	for _, s := range m.Slots {
		side := line
		if s.Switched {
			side = line.Other()
		}
		n = max(n, s.Side(side)[0])
	}
	return n
}
