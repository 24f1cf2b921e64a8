package movement

import "github.com/overtrick/overtrick/bridge"

// Curtail is the movement with the first rounds alone, whatever made it. Sets that
// nobody comes to any more stay in its count. An arrow switch in the rounds that are
// left out is lost with them, and boards may come to be played more often than others;
// the audit says so.
func (m *Movement) Curtail(rounds int) (*Movement, error) {
	switch {
	case rounds < 1 || rounds > m.Rounds:
		return nil, bridge.Errorf(bridge.Invalid, "movement.curtail", "the movement cut to %d rounds: want 1 to %d", rounds, m.Rounds)
	case m.playedFrom(rounds + 1):
		return nil, bridge.Errorf(bridge.Conflict, "movement.curtail_played", "the movement cut to %d rounds: a later one is played", rounds)
	}
	out := New(m.Family, m.Kind, m.Winners, m.Tables, rounds, m.Sets)
	out.Name, out.Phantom = m.Name, m.Phantom
	if m.SkipAfter < rounds {
		out.SkipAfter = m.SkipAfter
	}
	if m.RoverOrder != nil {
		out.RoverOrder = append([]int{}, m.RoverOrder[:min(rounds-1, len(m.RoverOrder))]...)
	}
	for t := 1; t <= m.Tables; t++ {
		for r := 1; r <= rounds; r++ {
			*out.At(t, r) = *m.At(t, r)
		}
	}
	out.dropPhantom()
	return out, nil
}

// dropPhantom forgets a phantom that sits nowhere any more.
func (m *Movement) dropPhantom() {
	if !m.takesPart(m.Phantom) {
		m.Phantom = Contestant{}
	}
}
