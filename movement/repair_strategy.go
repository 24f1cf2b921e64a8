package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// strategies tries what directors know.
func (x *repairer) strategies() {
	plan := x.base.Clone()
	changed := x.settle(plan)
	name := GoOn
	switch {
	case plan.Phantom != x.from.Phantom:
		name = PhantomComes
	case len(x.ask.Gone) > 0:
		name = SitOutBeside
	}
	x.offer(Repair{Way: Way{Strategy: name, From: x.first}, Plan: plan.Clone()})
	plan = x.base.Clone()
	x.settle(plan)
	toll := x.weigh(plan)

	if toll.Lost > 0 {
		x.dropRounds(plan)
	}
	if x.sound = toll.Lost+toll.Repeats+toll.Shared == 0 && toll.MostSits <= 1 && !changed; x.sound {
		return
	}
	x.shifts(toll)
	x.swaps(plan, toll)
	x.otherBoards(plan)
	x.shareTable(plan)
	x.rovers(plan)
}

// dropRounds ends the session before the first round that loses a table.
func (x *repairer) dropRounds(plan *Movement) {
	for r := x.first; r <= plan.Rounds; r++ {
		n := 0
		for t := 1; t <= plan.Tables; t++ {
			n += boolInt(plan.Plays(*plan.At(t, r)))
		}
		if n < x.most(r) {
			if r > 1 && !x.playedFrom(r) {
				x.offer(Repair{Way: Way{Strategy: DropRounds, From: r}, Plan: cut(plan, r-1)})
			}
			return
		}
	}
}

// playedFrom says that something was played in a round or later.
func (x *repairer) playedFrom(round int) bool {
	return slices.ContainsFunc(x.base.Slots, func(s Slot) bool { return s.Round >= round && x.fixed(&s) })
}

// cut is a movement without its last rounds.
func cut(m *Movement, rounds int) *Movement {
	out := m.Clone()
	out.Rounds = rounds
	out.Slots = slices.DeleteFunc(out.Slots, func(s Slot) bool { return s.Round > rounds })
	return out
}

// future tells what contestants will play by a plan.
func (x *repairer) future(m *Movement) [][]bool {
	out := make([][]bool, len(x.all))
	for c := range out {
		out[c] = slices.Clone(x.played[c])
	}
	for i := range m.Slots {
		s := &m.Slots[i]
		if !m.Plays(*s) {
			continue
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok {
				out[c][s.Set] = true
			}
		}
	}
	return out
}

// freeSet finds boards for two contestants in a round: those that they neither played
// nor will play, first of all at no other table. 0: there are none.
func (x *repairer) freeSet(m *Movement, round, a, b int, known [][]bool) int {
	copies := make([]int, x.sets+1)
	for t := 1; t <= m.Tables; t++ {
		if s := m.At(t, round); m.Plays(*s) {
			copies[s.Set]++
		}
	}
	best := 0
	for set := 1; set <= x.sets; set++ {
		if known[a][set] || known[b][set] || copies[set] >= x.copies || slices.Contains(x.ask.Spoiled, set) {
			continue
		}
		if best == 0 || copies[set] < copies[best] {
			best = set
		}
	}
	return best
}

// otherBoards gives other boards to tables that cannot play theirs.
func (x *repairer) otherBoards(plan *Movement) {
	out := plan.Clone()
	known := x.future(out)
	from := 0
	for r := x.first; r <= out.Rounds; r++ {
		for t := 1; t <= out.Tables; t++ {
			s := out.At(t, r)
			a, okA := x.index[out.Contestant(bridge.NS, s.NS[0])]
			b, okB := x.index[out.Contestant(bridge.EW, s.EW[0])]
			if s.Set > 0 || !okA || !okB {
				continue
			}
			if set := x.freeSet(out, r, a, b, known); set > 0 {
				s.Set = set
				known[a][set], known[b][set] = true, true
				if from == 0 {
					from = r
				}
			}
		}
	}
	if from > 0 {
		x.offer(Repair{Way: Way{Strategy: OtherBoards, From: from}, Plan: out})
	}
}

// shareTable lets those play each other who have nobody to play with, at a table of
// theirs or one more, with boards that a neighbour or nobody plays.
func (x *repairer) shareTable(plan *Movement) {
	out := plan.Clone()
	known := x.future(out)
	met := map[couple]int{}
	for i := range out.Slots {
		if s := &out.Slots[i]; out.Plays(*s) {
			met[coupleOf(out.Contestant(bridge.NS, s.NS[0]), out.Contestant(bridge.EW, s.EW[0]))]++
		}
	}
	from := 0
	var tables []int
	for r := x.first; r <= out.Rounds; r++ {
		if x.playedFrom(r) { // those who sit out may have reasons
			continue
		}
		idle := x.idle(out, r)
		for i, a := range idle {
			if a < 0 {
				continue
			}
			for j := i + 1; j < len(idle); j++ {
				b := idle[j]
				if x.share--; x.share < 0 {
					break
				}
				if b < 0 || x.all[a].Line == x.all[b].Line && x.all[a].Line != 0 || met[coupleOf(x.all[a], x.all[b])] >= x.allowed(coupleOf(x.all[a], x.all[b])) {
					continue
				}
				x.share -= 3*out.Tables + x.sets
				set := x.freeSet(out, r, a, b, known)
				table := x.tableFor(out, r, a, b)
				if set == 0 || table == 0 {
					continue
				}
				ns, ew := a, b
				if _, turned := x.distance(restMatch{a, b, set - 1}, table, r); turned {
					ns, ew = b, a
				}
				out.Seat(table, r, x.all[ns].Number, x.all[ew].Number, set)
				known[a][set], known[b][set] = true, true
				met[coupleOf(x.all[a], x.all[b])]++
				if from == 0 {
					from = r
				}
				if !slices.Contains(tables, table) {
					tables = append(tables, table)
				}
				idle[j] = -1
				break
			}
		}
	}
	if from > 0 {
		slices.Sort(tables)
		x.offer(Repair{Way: Way{Strategy: ShareTable, From: from, Tables: tables}, Plan: out})
	}
}

// idle are those who are there and do not play in a round.
func (x *repairer) idle(m *Movement, round int) []int {
	plays := make([]bool, len(x.all))
	for t := 1; t <= m.Tables; t++ {
		s := m.At(t, round)
		if !m.Plays(*s) {
			continue
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok {
				plays[c] = true
			}
		}
	}
	var out []int
	for c := range x.all {
		if !plays[c] && x.here(x.all[c], round) {
			out = append(out, c)
		}
	}
	return out
}

// tableFor frees a table for two contestants that do not play: where one of them
// sits, if nobody else does, or an empty one. 0: there is none.
func (x *repairer) tableFor(m *Movement, round, a, b int) int {
	best := 0
	for t := 1; t <= min(m.Tables, x.tables); t++ {
		s := m.At(t, round)
		theirs := false
		others := false
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if n := s.Side(side)[0]; n > 0 {
				c, ok := x.index[m.Contestant(side, n)]
				theirs = theirs || ok && (c == a || c == b)
				others = others || !ok && m.Contestant(side, n) != m.Phantom || ok && c != a && c != b
			}
		}
		if others {
			continue
		}
		if theirs {
			best = t
			break
		}
		if best == 0 {
			best = t
		}
	}
	if best > 0 { // they leave the places where they sat
		for t := 1; t <= m.Tables; t++ {
			s := m.At(t, round)
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok && (c == a || c == b) {
					*sideOf(s, side) = Who{}
				}
			}
		}
	}
	return best
}

// trials keeps the best of many tries of a strategy. It has to break less than a plan
// that there is already.
type trials struct {
	x    *repairer
	best *Repair
	toll Toll
	left int // slots that may be looked at, so that a hall of a hundred tables gets its answer too
}

func (x *repairer) trials(toll Toll) *trials {
	return &trials{x: x, toll: toll, left: min(10_000_000, x.ask.Steps/8)}
}

// more says that there may be another try.
func (t *trials) more() bool {
	t.left -= len(t.x.base.Slots) + len(t.x.all)*t.x.sets
	return t.left >= 0
}

// try weighs a plan. It has to break less than the best one so far.
func (t *trials) try(r Repair) {
	t.x.settle(r.Plan)
	if toll := t.x.weigh(r.Plan); toll.compare(t.toll) < 0 {
		t.best, t.toll = &r, toll
	}
}

func (t *trials) offer() {
	if t.best != nil {
		t.x.offer(*t.best)
	}
}

// shifts move East-West, or boards, on by a table more or less than planned.
func (x *repairer) shifts(toll Toll) {
	if x.from.Tables < 2 {
		return
	}
	people, boards, some := x.trials(toll), x.trials(toll), x.trials(toll)
	for _, by := range []int{1, -1, 2} {
		for r := x.first; r <= x.base.Rounds; r++ {
			if people.more() {
				people.try(Repair{Way: Way{Strategy: SkipNow, From: r, By: by}, Plan: x.shifted(r, by)})
			}
			if boards.more() {
				boards.try(Repair{Way: Way{Strategy: SkipBoards, From: r, By: by}, Plan: x.boardsShifted(r, by, 1, x.from.Tables)})
			}
		}
	}
	for _, by := range []int{1, -1} {
		for a := 1; a <= x.from.Tables; a++ {
			for b := a; b <= x.from.Tables; b++ {
				if (a != 1 || b != x.from.Tables) && some.more() {
					some.try(Repair{Way: Way{Strategy: BoardsShift, From: x.first, Tables: []int{a, b}, By: by}, Plan: x.boardsShifted(x.first, by, a, b)})
				}
			}
		}
	}
	people.offer()
	boards.offer()
	some.offer()
}

// shifted lets those who move sit further on by some tables, from a round on.
func (x *repairer) shifted(round, by int) *Movement {
	out := x.base.Clone()
	n := x.from.Tables
	for r := round; r <= out.Rounds; r++ {
		for t := 1; t <= n; t++ {
			s, from := out.At(t, r), x.base.At(wrap(t-by, n), r)
			if x.fixed(s) || x.fixed(from) {
				continue
			}
			side, old := bridge.EW, bridge.EW
			if s.Switched {
				side = bridge.NS
			}
			if from.Switched {
				old = bridge.NS
			}
			*sideOf(s, side) = from.Side(old)
		}
	}
	return out
}

// boardsShifted gives tables the boards of the table that is further on by some, from
// a round on.
func (x *repairer) boardsShifted(round, by, a, b int) *Movement {
	out := x.base.Clone()
	for r := round; r <= out.Rounds; r++ {
		for t := a; t <= b; t++ {
			if s, from := out.At(t, r), x.base.At(wrap(t+by, x.from.Tables), r); !x.fixed(s) && !s.Empty() {
				s.Set = from.Set
			}
		}
	}
	return out
}

// swaps exchange two contestants for the rest, one of whom cannot play as planned.
func (x *repairer) swaps(plan *Movement, toll Toll) {
	trouble, seated := make([]bool, len(x.all)), make([]bool, len(x.all))
	for r := x.first; r <= plan.Rounds; r++ {
		for _, c := range x.idle(plan, r) {
			trouble[c] = true
		}
		for c, p := range x.place[r] {
			seated[c] = seated[c] || p.table > 0
		}
	}
	best := x.trials(toll)
	for a := range x.all {
		for b := range a {
			if !seated[a] || !seated[b] || !trouble[a] && !trouble[b] || x.all[a].Line != x.all[b].Line || !best.more() {
				continue
			}
			best.try(Repair{Way: Way{Strategy: SwapTwo, From: x.first, Contestants: []Contestant{x.all[b], x.all[a]}}, Plan: x.swapped(x.all[a], x.all[b])})
		}
	}
	best.offer()
}

// swapped is the plan with two contestants in each other's place.
func (x *repairer) swapped(a, b Contestant) *Movement {
	out := x.base.Clone()
	for i := range out.Slots {
		s := &out.Slots[i]
		if s.Round < x.first || x.fixed(s) {
			continue
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			who := sideOf(s, side)
			switch out.Contestant(side, who[0]) {
			case a:
				who[0] = b.Number
			case b:
				who[0] = a.Number
			}
		}
	}
	return out
}
