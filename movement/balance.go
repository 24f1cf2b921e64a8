package movement

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Balance says how evenly a movement lets its contestants compete with each other,
// after Manning. In each set, of n tables that play it, two contestants compete n-1
// if they are opponents, 1 if they sit in the same direction at different tables, and
// -1 if they sit in opposite directions. Of individuals, partners compete -(n-1).
//
// Two lines with two winners are taken as one field, as if they were ranked together
// without an arrow switch.
type Balance struct {
	S  int            // the competition of all couples of contestants, added up
	SS int            // its squares, added up
	N  int            // couples of contestants
	Q  exact.Fraction // 100·S²/(N·SS): 100 if all couples compete alike; 0 if none does
}

// Balance measures a movement.
func (m *Movement) Balance() Balance {
	index := map[Contestant]int{}
	for _, c := range m.Contestants() {
		index[c] = len(index)
	}
	g := newCompetition(len(index), m.Sets)
	for i := range m.Slots {
		s := &m.Slots[i]
		if !m.Plays(*s) {
			continue
		}
		var seats [2][]int
		for side := range seats {
			for _, c := range m.contestants(s, bridge.Side(side+1)) {
				seats[side] = append(seats[side], index[c])
			}
		}
		g.add(s.Set, seats)
	}
	return g.balance()
}

// competition adds up who competes with whom.
type competition struct {
	n    int
	each []int // by couple, n·i + j with i < j
	sets [][][2][]int
}

func newCompetition(n, sets int) *competition {
	return &competition{n: n, each: make([]int, n*n), sets: make([][][2][]int, sets+1)}
}

// add seats contestants at one more table that plays a set.
func (g *competition) add(set int, seats [2][]int) { g.sets[set] = append(g.sets[set], seats) }

func (g *competition) compete(i, j, by int) {
	switch {
	case i < j:
		g.each[g.n*i+j] += by
	case j < i:
		g.each[g.n*j+i] += by
	}
}

// balance is the measure of all that was added.
func (g *competition) balance() Balance {
	clear(g.each)
	for _, tables := range g.sets {
		for t, one := range tables {
			g.atTable(one, len(tables)-1)
			if 2*len(tables) > g.n {
				continue
			}
			for _, other := range tables[:t] {
				g.apart(one, other)
			}
		}
		if 2*len(tables) > g.n {
			g.byDirection(tables)
		}
	}
	b := Balance{N: g.n * (g.n - 1) / 2}
	for i := range g.n {
		for _, c := range g.each[g.n*i+i+1 : g.n*(i+1)] {
			b.S += c
			b.SS += c * c
		}
	}
	if b.N > 0 && b.SS > 0 {
		b.Q = exact.Of(100*int64(b.S)*int64(b.S), int64(b.N)*int64(b.SS))
	}
	return b
}

// atTable: those who sit at one table.
func (g *competition) atTable(seats [2][]int, others int) {
	for _, i := range seats[0] {
		for _, j := range seats[1] {
			g.compete(i, j, others)
		}
	}
	for _, side := range seats {
		for k, i := range side {
			for _, j := range side[:k] {
				g.compete(i, j, -others)
			}
		}
	}
}

// byDirection is apart for all tables of a set at once, where there are more of them
// than contestants to fill them: how often each sits North-South more than East-West
// says it all, but for those who sit at one table.
func (g *competition) byDirection(tables [][2][]int) {
	more := make([]int, g.n)
	for _, seats := range tables {
		for side, list := range seats {
			for _, i := range list {
				more[i] += 1 - 2*side
			}
		}
		for a, side := range seats {
			for b, opposite := range seats {
				by := -1
				if a != b {
					by = 1
				}
				for k, i := range side {
					for l, j := range opposite {
						if a < b || a == b && k < l {
							g.compete(i, j, by)
						}
					}
				}
			}
		}
	}
	for i := range g.n {
		if more[i] == 0 {
			continue
		}
		for j := i + 1; j < g.n; j++ {
			g.each[g.n*i+j] += more[i] * more[j]
		}
	}
}

// apart: those who play the same boards at two tables.
func (g *competition) apart(one, other [2][]int) {
	for a, side := range one {
		for b, opposite := range other {
			by := 1
			if a != b {
				by = -1
			}
			for _, i := range side {
				for _, j := range opposite {
					g.compete(i, j, by)
				}
			}
		}
	}
}
