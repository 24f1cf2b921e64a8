package draw

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// Order is in which order a round robin plays its rounds; who is at home does not
// depend on it.
type Order string

// The orders.
const (
	Berger Order = "berger" // the tables of Berger, as chess prints them
	Circle Order = "circle" // in round r contestant r meets the last one, as at a barometer
)

// RoundRobin is a tournament of contestants 1 … n in which each meets each once: a
// list of pairings for each round, the first contestant at home, byes last. Of an
// odd number one sits out in each round, and each once. At home and away differ by
// one match at most.
//
// The others sit around a circle of n-1 chairs; who meets the last contestant
// changes from round to round, and those at the same distance from its chair meet.
func RoundRobin(n int, order Order) ([][]Pairing, error) {
	if n < 2 || n > MaxContestants {
		return nil, bridge.Errorf(bridge.Invalid, "draw.robin", "a round robin of %d: want 2 to %d", n, MaxContestants)
	}
	if order != Berger && order != Circle {
		return nil, bridge.Errorf(bridge.Invalid, "draw.order", "order %q: want berger or circle", order)
	}
	last := n + n%2 // of an odd number nobody
	chairs := last - 1
	rounds := make([][]Pairing, chairs)
	for r := range rounds {
		chair := r // of the one that meets the last contestant, from 0
		if order == Berger {
			chair = r * (last / 2) % chairs // half of r around the circle
		}
		var list []Pairing
		table := 0
		match := func(home, away int) {
			table++
			list = append(list, Pairing{Kind: Match, Contestants: []int{home, away}, Table: table})
		}
		switch first := chair + 1; {
		case last > n:
		case first <= last/2:
			match(first, last)
		default:
			match(last, first)
		}
		for k := 1; k < last/2; k++ {
			match((chair+k)%chairs+1, (chair-k+chairs)%chairs+1)
		}
		if last > n {
			list = append(list, Pairing{Kind: Bye, Contestants: []int{chair + 1}})
		}
		rounds[r] = list
	}
	return rounds, nil
}

// Return is a round robin again with home and away reversed: a double one is both.
func Return(rounds [][]Pairing) [][]Pairing {
	out := make([][]Pairing, len(rounds))
	for r, list := range rounds {
		out[r] = slices.Clone(list)
		for i := range out[r] {
			out[r][i].Contestants = slices.Clone(list[i].Contestants)
			slices.Reverse(out[r][i].Contestants)
		}
	}
	return out
}
