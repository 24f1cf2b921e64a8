package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// manyTrials bounds how many changes of one kind are tried, so that a hall of a
// hundred tables gets its answer too.
const manyTrials = 4000

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
	x.offer(Repair{Strategy: name, From: x.first, Plan: plan.Clone()})
	plan = x.base.Clone()
	x.settle(plan)
	toll := x.weigh(plan)

	if toll.Lost > 0 {
		x.dropRounds(plan)
	}
	if toll.Lost == 0 && toll.MostSits <= 1 && !changed {
		return // nothing is broken
	}
	x.otherBoards(plan)
	x.shareTable(plan)
	x.shifts(toll)
	x.swaps(plan, toll)
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
				x.offer(Repair{Strategy: DropRounds, From: r, Plan: cut(plan, r-1)})
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
		x.offer(Repair{Strategy: OtherBoards, From: from, Plan: out})
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
				if b < 0 || x.all[a].Line == x.all[b].Line && x.all[a].Line != 0 || met[coupleOf(x.all[a], x.all[b])] >= x.allowed(coupleOf(x.all[a], x.all[b])) {
					continue
				}
				set := x.freeSet(out, r, a, b, known)
				table := x.tableFor(out, r, a, b)
				if set == 0 || table == 0 {
					continue
				}
				out.Seat(table, r, x.all[a].Number, x.all[b].Number, set)
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
		x.offer(Repair{Strategy: ShareTable, From: from, Tables: tables, Plan: out})
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
					*s.side(side) = Who{}
				}
			}
		}
	}
	return best
}

// trials keeps the best of many tries of a strategy.
type trials struct {
	x    *repairer
	best *Repair
	toll Toll
	n    int
}

// more says that there may be another try.
func (t *trials) more() bool {
	t.n++
	return t.n <= manyTrials
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
	people, boards, some := &trials{x: x, toll: toll}, &trials{x: x, toll: toll}, &trials{x: x, toll: toll}
	for _, by := range []int{1, -1, 2} {
		for r := x.first; r <= x.base.Rounds; r++ {
			if people.more() {
				people.try(Repair{Strategy: SkipNow, From: r, By: by, Plan: x.shifted(r, by)})
			}
			if boards.more() {
				boards.try(Repair{Strategy: SkipBoards, From: r, By: by, Plan: x.boardsShifted(r, by, 1, x.from.Tables)})
			}
		}
	}
	for _, by := range []int{1, -1} {
		for a := 1; a <= x.from.Tables; a++ {
			for b := a; b <= x.from.Tables; b++ {
				if (a != 1 || b != x.from.Tables) && some.more() {
					some.try(Repair{Strategy: BoardsShift, From: x.first, Tables: []int{a, b}, By: by, Plan: x.boardsShifted(x.first, by, a, b)})
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
			*s.side(side) = from.Side(old)
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
	trouble := make([]bool, len(x.all))
	for r := x.first; r <= plan.Rounds; r++ {
		for _, c := range x.idle(plan, r) {
			trouble[c] = true
		}
	}
	best := &trials{x: x, toll: toll}
	for a := range x.all {
		for b := range a {
			if !trouble[a] && !trouble[b] || x.all[a].Line != x.all[b].Line || !best.more() {
				continue
			}
			best.try(Repair{Strategy: SwapTwo, From: x.first, Contestants: []Contestant{x.all[b], x.all[a]}, Plan: x.swapped(x.all[a], x.all[b])})
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
			who := s.side(side)
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

// rovers let the one contestant that has no place displace another in each round.
func (x *repairer) rovers(plan *Movement) {
	for _, l := range x.ask.Late {
		c := x.index[l.Contestant]
		unseated := !slices.ContainsFunc(x.place, func(row []seatPlace) bool { return row[c].table > 0 })
		if !unseated {
			continue
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if line := l.Contestant.Line; line != 0 && line != side {
				continue
			}
			name := RoverNS
			if side == bridge.EW {
				name = RoverEW
			}
			r := &rover{x: x, plan: plan, c: c, side: side, known: slices.Clone(x.played[c]), met: map[Contestant]bool{}, out: make([]int, len(x.all)), left: x.ask.Nodes / 4}
			for k := range x.met {
				if k[0] == l.Contestant {
					r.met[k[1]] = true
				} else if k[1] == l.Contestant {
					r.met[k[0]] = true
				}
			}
			r.from(x.since[c], 0)
			if r.best == nil {
				continue
			}
			x.offer(Repair{Strategy: name, From: x.since[c], Tables: r.best, Contestants: []Contestant{l.Contestant}, Plan: r.seated()})
		}
	}
}

// rover searches the tables where one contestant sits in, round by round.
type rover struct {
	x     *repairer
	plan  *Movement
	c     int
	side  bridge.Side
	known []bool              // sets
	met   map[Contestant]bool // opponents
	out   []int               // how often a contestant was displaced
	order []int               // tables; 0: it sits out
	cost  int
	best  []int
	least int
	left  int // steps
}

// What a rover does badly: to sit out itself, to meet somebody again, to displace
// somebody again.
const (
	roverIdle  = 10_000
	roverMeets = 100
	roverAgain = 1
)

// from seats the rover from a round on. It reports whether to go on.
func (r *rover) from(round, depth int) bool {
	r.left--
	if r.left < 0 {
		return false
	}
	if r.best != nil && r.cost >= r.least {
		return true
	}
	if round > r.plan.Rounds {
		r.best, r.least = slices.Clone(r.order), r.cost
		return true
	}
	for again := range 3 { // first those that were not displaced
		for t := 1; t <= r.plan.Tables; t++ {
			s := r.plan.At(t, round)
			if r.x.fixed(s) || !r.plan.Plays(*s) || r.known[s.Set] {
				continue
			}
			displaced, other := r.plan.Contestant(r.side, s.Side(r.side)[0]), r.plan.Contestant(r.side.Other(), s.Side(r.side.Other())[0])
			d := r.x.index[displaced]
			cost := roverAgain * min(r.out[d], 2)
			if cost/roverAgain != again {
				continue
			}
			if r.met[other] {
				cost += roverMeets
			}
			met := r.met[other]
			r.known[s.Set], r.met[other] = true, true
			r.out[d]++
			r.order = append(r.order, t)
			r.cost += cost
			on := r.from(round+1, depth+1)
			r.cost -= cost
			r.order = r.order[:depth]
			r.out[d]--
			r.known[s.Set], r.met[other] = false, met
			if !on {
				return false
			}
		}
	}
	r.order = append(r.order, 0)
	r.cost += roverIdle
	on := r.from(round+1, depth+1)
	r.cost -= roverIdle
	r.order = r.order[:depth]
	return on
}

// seated is the plan with the rover.
func (r *rover) seated() *Movement {
	out := r.plan.Clone()
	for i, t := range r.best {
		if t > 0 {
			out.At(t, r.x.since[r.c]+i).side(r.side)[0] = r.x.all[r.c].Number
		}
	}
	if r.x.since[r.c] == 2 && !slices.Contains(r.best, 0) {
		out.RoverOrder = slices.Clone(r.best)
	}
	return out
}

// searched adds what the search finds among all plans.
func (x *repairer) searched() {
	if x.first > x.base.Rounds {
		return
	}
	best := x.out[0].Toll
	for i := range x.out {
		if t := x.out[i].Toll; t.compare(best) < 0 {
			best = t
		}
	}
	rest := x.rest()
	proved := true
	for _, l := range restStages(restPrice{best.Lost, best.Repeats}, x.ask.Nodes) {
		got := rest.solve(l)
		proved = proved && (got.whole || got.matches != nil && got.price[1] == 0)
		if got.matches == nil {
			continue
		}
		plan := x.base.Clone()
		for r, matches := range got.matches {
			x.seat(plan, x.first+r, matches)
		}
		x.offer(Repair{Strategy: Searched, From: x.first, Plan: plan})
		best.Lost, best.Repeats = got.price[0], got.price[1]
		break
	}
	for i := range x.out {
		x.out[i].Best = proved && x.out[i].Toll.Lost == best.Lost && x.out[i].Toll.Repeats == best.Repeats
	}
}

// rest puts the task to the search.
func (x *repairer) rest() *rest {
	n := len(x.all)
	out := &rest{n: n, rounds: x.base.Rounds - x.first + 1, sets: x.sets, sat: make([]int, n)}
	for c := range x.all {
		out.line = append(out.line, x.all[c].Line)
		out.home = append(out.home, x.home[c] > 0)
		played := slices.Clone(x.played[c][1:])
		for _, set := range x.ask.Spoiled {
			played[set-1] = true
		}
		out.played = append(out.played, played)
		met := make([]bool, n)
		for d := range x.all {
			k := coupleOf(x.all[c], x.all[d])
			met[d] = c != d && x.met[k] >= x.allowed(k)
		}
		out.met = append(out.met, met)
	}
	for r := x.first; r <= x.base.Rounds; r++ {
		here := make([]bool, n)
		plan := make([]restPlan, n)
		for c := range x.all {
			here[c] = x.here(x.all[c], r)
			plan[c] = restPlan{-1, -1}
		}
		tables := x.tables
		copies := slices.Repeat([]int{x.copies}, x.sets)
		allow := slices.Clone(x.allow[r][1:])
		for t := 1; t <= x.base.Tables; t++ {
			s := x.base.At(t, r)
			a, okA := x.index[x.base.Contestant(bridge.NS, s.NS[0])]
			b, okB := x.index[x.base.Contestant(bridge.EW, s.EW[0])]
			if !x.fixed(s) {
				if okA && okB && s.Set > 0 {
					plan[a], plan[b] = restPlan{b, s.Set - 1}, restPlan{a, s.Set - 1}
				}
				continue
			}
			tables--
			copies[s.Set-1]--
			allow[s.Set-1]--
			if okA {
				here[a] = false
			}
			if okB {
				here[b] = false
			}
		}
		out.here = append(out.here, here)
		out.plan = append(out.plan, plan)
		out.tables = append(out.tables, max(tables, 0))
		out.copies = append(out.copies, copies)
		out.allow = append(out.allow, allow)
	}
	return out
}

// seat gives the matches of a round their tables and directions, so that as few
// people as possible sit elsewhere than planned.
func (x *repairer) seat(m *Movement, round int, matches []restMatch) {
	var tables []int
	for t := 1; t <= x.tables; t++ {
		if !x.fixed(m.At(t, round)) {
			tables = append(tables, t)
		}
	}
	for t := 1; t <= m.Tables; t++ {
		if s := m.At(t, round); !x.fixed(s) {
			s.NS, s.EW, s.Set = Who{}, Who{}, 0
		}
	}
	matches = slices.Clone(matches)
	sortRestMatches(matches)
	var play, idle []restMatch
	for _, p := range matches {
		if p.b < 0 {
			idle = append(idle, p)
		} else {
			play = append(play, p)
		}
	}
	cost := make([][]int, len(play))
	for i, p := range play {
		for _, t := range tables {
			n, _ := x.distance(p, t, round)
			cost[i] = append(cost[i], n)
		}
	}
	for i, column := range cheapest(cost) {
		p, t := play[i], tables[column]
		if _, turned := x.distance(p, t, round); turned {
			p.a, p.b = p.b, p.a
		}
		m.Seat(t, round, x.all[p.a].Number, x.all[p.b].Number, p.set+1)
	}
	for _, p := range idle {
		at := x.place[round][p.a]
		if at.table == 0 || at.table > x.tables {
			continue
		}
		if s := m.At(at.table, round); !m.Plays(*s) && *s.side(at.side) == (Who{}) {
			s.side(at.side)[0] = x.all[p.a].Number
		}
	}
}

// distance says how far a match at a table is from the plan, and whether it is nearer
// with b North-South.
func (x *repairer) distance(p restMatch, table, round int) (n int, turned bool) {
	one := x.fromPlace(p.a, table, bridge.NS, round) + x.fromPlace(p.b, table, bridge.EW, round)
	other := x.fromPlace(p.a, table, bridge.EW, round) + x.fromPlace(p.b, table, bridge.NS, round)
	switch line := x.all[p.a].Line; {
	case line == bridge.NS:
		n = one
	case line == bridge.EW:
		n, turned = other, true
	default:
		n, turned = min(one, other), other < one
	}
	if x.wanted(table, round).Set != p.set+1 {
		n++
	}
	if table > x.from.Tables {
		n += 2
	}
	return n, turned
}

// fromPlace says how far a seat is from the one that the plan gives a contestant.
func (x *repairer) fromPlace(c, table int, side bridge.Side, round int) int {
	at := x.place[round][c]
	n := 0
	if x.home[c] > 0 && x.home[c] != table {
		n += 20
	}
	switch {
	case at.table == 0:
	case at.table != table:
		n += 3
	case at.side != side:
		n += 2
	}
	return n
}
