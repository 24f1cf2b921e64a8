package simulate

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/seed"
)

// sitting is one round at one table: who meets whom with which boards. Boards count
// from 0, nil is nobody.
type sitting struct {
	round, table int
	pairs        bridge.BySide[*pair]
	partners     bridge.BySide[*pair] // in an individual event
	boards       []int
}

// howellTables is the most tables at which everybody meets everybody.
const howellTables = 7

// leastSet is how many boards a table should play in a round, where there are enough.
const leastSet = 2

// movement seats a section for a session. It is a Mitchell movement, or with one
// list of winners and few tables one in which everybody meets everybody. Nobody
// meets a board twice. With more tables than sets of boards, the tables are parted
// into groups, each with boards of its own that were dealt alike.
func (g *generator) movement(sec section, session, number int) []sitting {
	ns, ew := g.seated(sec, session, number)
	s := g.about(ofMovement, session, number)
	if g.Kind == event.Individuals {
		return individually(append(ns, ew...), g.Boards)
	}
	if g.Winners == 1 && len(ns) <= howellTables {
		return everybody(append(ns, ew...), g.Boards)
	}
	groups := max(1, (len(ns)*leastSet+g.Boards-1)/g.Boards)
	if g.Boards < 2*leastSet { // too few for two sets
		groups = (len(ns) + g.Boards - 1) / g.Boards
	}
	var plan []sitting
	for i := range groups {
		from, to := i*len(ns)/groups, (i+1)*len(ns)/groups
		m := mitchell{ns: ns[from:to], ew: ew[from:to], sets: parted(g.Boards, to-from), first: from + 1}
		plan = append(plan, m.plan(s, g.Winners == 1)...)
	}
	slices.SortStableFunc(plan, func(a, b sitting) int { return a.round - b.round })
	return plan
}

// seated gives the pairs of a section their places for a session. In the first one
// they sit by their numbers; after that they are drawn, with one list of winners
// across both sides.
func (g *generator) seated(sec section, session, number int) (ns, ew []*pair) {
	ns, ew = slices.Clone(sec.seats.NS), slices.Clone(sec.seats.EW)
	if session == 1 {
		return ns, ew
	}
	s := g.about(ofSeating, session, number)
	if g.Winners == 1 {
		all := slices.Concat(ns, ew)
		shuffle(s, all)
		return all[:len(ns)], all[len(ns):]
	}
	shuffle(s, ns)
	shuffle(s, ew)
	return ns, ew
}

func shuffle(s *seed.Source, list []*pair) {
	s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// parted parts boards into sets that differ by one board at most.
func parted(boards, sets int) [][]int {
	out := make([][]int, sets)
	for i := range sets {
		for b := i * boards / sets; b < (i+1)*boards/sets; b++ {
			out[i] = append(out[i], b)
		}
	}
	return out
}

// mitchell is a movement in which North-South stay, East-West go up a table after
// each round, and the boards go down.
type mitchell struct {
	ns, ew []*pair // as many of each
	sets   [][]int // as many as tables
	first  int     // number of the first table
}

// plan moves the pairs. With an odd number of tables, that is all. With an even one,
// East-West would come back to the boards of the first round half-way. Either they
// skip a table then, which costs the last round, or the first and the last table
// share their boards, and a set rests between the two halves of the room.
//
// With switched, the sides turn their cards for the last rounds, about one in eight,
// so that North-South and East-West can be compared.
func (m mitchell) plan(s *seed.Source, switched bool) []sitting {
	n := len(m.ns)
	even := n%2 == 0
	skip := even && n > 2 && chance(s, 500)
	rounds := n
	if skip {
		rounds--
	}
	var plan []sitting
	for r := range rounds {
		for t := range n {
			from, set := t-r, t+r
			if skip && r >= n/2 {
				from--
			}
			if even && !skip && t >= n/2 {
				set++
			}
			pairs := bridge.BySide[*pair]{NS: m.ns[t], EW: m.ew[(from+2*n)%n]}
			if switched && r >= rounds-(rounds+4)/8 {
				pairs = pairs.Mirror()
			}
			if boards := m.sets[set%n]; len(boards) > 0 {
				plan = append(plan, sitting{round: r + 1, table: m.first + t, pairs: pairs, boards: boards})
			}
		}
	}
	return plan
}

// everybody lets each pair meet each other one, see [circle]. In a round all tables play
// the same boards, dealt alike. With few boards there are fewer rounds.
func everybody(pairs []*pair, boards int) []sitting {
	var plan []sitting
	sets := parted(boards, min(len(pairs)-1, max(1, boards/leastSet)))
	for r, set := range sets {
		for t, two := range circle(pairs, r) {
			plan = append(plan, sitting{round: r + 1, table: t + 1, pairs: bridge.BySide[*pair]{NS: two[0], EW: two[1]}, boards: set})
		}
	}
	return plan
}

// individually lets players change partners in each round, so that nobody has the same
// one twice. Two who find no opponents sit out.
func individually(players []*pair, boards int) []sitting {
	var plan []sitting
	sets := parted(boards, min(len(players)-1, max(1, boards/leastSet)))
	for r, set := range sets {
		two := circle(players, r)
		for t := 0; t < len(two); t += 2 {
			s := sitting{round: r + 1, table: t/2 + 1, boards: set}
			s.pairs.NS, s.partners.NS = two[t][0], two[t][1]
			if t+1 < len(two) {
				s.pairs.EW, s.partners.EW = two[t+1][0], two[t+1][1]
			}
			plan = append(plan, s)
		}
	}
	return plan
}

// circle parts an even number of contestants into twos for a round, counted from 0: the
// last one stays, the others go around it. In as many rounds as there are others, each
// comes together with each.
func circle(all []*pair, round int) (twos [][2]*pair) {
	n := len(all)
	for t := range n / 2 {
		a, b := all[(round+t)%(n-1)], all[(round-t+n-1)%(n-1)]
		if t == 0 {
			b = all[n-1]
		}
		if t == 0 && round%2 == 1 || t%2 == 1 { // so that nobody sits on one side all the time
			a, b = b, a
		}
		twos = append(twos, [2]*pair{a, b})
	}
	return twos
}
