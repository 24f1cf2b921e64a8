package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// searched adds what the search finds among all plans.
func (x *repairer) searched() {
	best := restPrice{x.out[0].Toll.Lost, x.out[0].Toll.Repeats}
	for i := range x.out {
		if p := (restPrice{x.out[i].Toll.Lost, x.out[i].Toll.Repeats}); p.less(best) {
			best = p
		}
	}
	proved := true
	if !x.sound {
		proved = x.search(&best)
	}
	proved = proved || best == restPrice{}
	for i := range x.out {
		x.out[i].Best = proved && x.out[i].Toll.Lost == best[0] && x.out[i].Toll.Repeats == best[1]
	}
}

// search looks for a plan that breaks less than the best one so far, or as little, and
// offers it. It reports whether it went through all plans that lose less.
func (x *repairer) search(best *restPrice) bool {
	rest := x.rest()
	proved := best[0] <= 2*mostRestLost
	steps := x.ask.Steps
	if rest.look() > steps/max(1, rest.rounds*rest.n/2) {
		return false // not even one plan would be found
	}
	for _, l := range restStages(*best, steps) {
		l.limit = min(l.limit, steps)
		got := rest.solve(l)
		steps -= got.steps
		if got.matches == nil {
			proved = proved && (got.whole || !l.twice || !l.share) // else the next stage looks again
			continue
		}
		got = rest.nearer(l, got, x.ask.Steps/4)
		plan := x.base.Clone()
		for r, matches := range got.matches {
			x.seat(plan, x.first+r, matches)
		}
		x.offer(Repair{Way: Way{Strategy: Searched, From: x.first}, Plan: plan})
		best[0], best[1] = got.price[0], got.price[1]
		return proved && (got.whole || got.price[1] == 0)
	}
	return proved
}

// rest puts the task to the search.
func (x *repairer) rest() *rest {
	n := len(x.all)
	out := &rest{n: n, rounds: x.base.Rounds - x.first + 1, sets: x.sets, sat: make([]int, n)}
	for r := 1; r < x.first; r++ {
		for _, c := range x.idle(x.base, r) {
			out.sat[c]++
		}
	}
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
		if s := m.At(at.table, round); !m.Plays(*s) && *sideOf(s, at.side) == (Who{}) {
			sideOf(s, at.side)[0] = x.all[p.a].Number
		}
	}
}

// distance says how far a match at a table is from the plan, and whether it is nearer
// with b North-South.
func (x *repairer) distance(p restMatch, table, round int) (n int, turned bool) {
	one := x.fromPlace(p.a, table, bridge.NS, round) + x.fromPlace(p.b, table, bridge.EW, round)
	other := x.fromPlace(p.a, table, bridge.EW, round) + x.fromPlace(p.b, table, bridge.NS, round)
	switch x.all[p.a].Line {
	case bridge.NS:
		n = one
	case bridge.EW:
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
