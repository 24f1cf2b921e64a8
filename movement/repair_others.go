package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// others repairs a movement of teams or individuals: it goes on as planned, or ends
// before the first round that loses a table.
func (x *repairer) others() {
	name := GoOn
	switch {
	case x.base.Phantom != x.from.Phantom:
		name = PhantomComes
	case len(x.ask.Gone) > 0:
		name = SitOutBeside
	}
	plan := x.base.Clone()
	x.settleOthers(plan)
	x.out = []Repair{x.told(Repair{Way: Way{Strategy: name, From: x.first}, Plan: plan})}
	for r := x.first; r <= plan.Rounds; r++ {
		lost := slices.ContainsFunc(plan.Slots, func(s Slot) bool {
			return s.Round == r && x.base.Plays(*x.base.At(s.Table, r)) && !plan.Plays(s)
		})
		if lost && r > 1 && !x.playedFrom(r) {
			x.out = append(x.out, x.told(Repair{Way: Way{Strategy: DropRounds, From: r}, Plan: cut(plan, r-1)}))
			return
		}
	}
}

// seats are who sits in a slot: of teams with the line, as each of its pairs has
// boards of its own.
func seats(m *Movement, s *Slot) []Contestant {
	out := seatedAt(m, s)
	if m.Kind == Teams {
		out = nil
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			for _, c := range m.contestants(s, side) {
				out = append(out, Contestant{side, c.Number})
			}
		}
	}
	return out
}

// settleOthers takes the boards from tables that cannot play them, and from the other
// room of their match.
func (x *repairer) settleOthers(m *Movement) {
	type boards struct {
		c   Contestant
		set int
	}
	known := map[boards]bool{}
	for i := range m.Slots {
		if s := &m.Slots[i]; x.fixed(s) {
			for _, c := range seats(m, s) {
				known[boards{c, s.Set}] = true
			}
		}
	}
	for r := x.first; r <= m.Rounds; r++ {
		for t := 1; t <= m.Tables; t++ {
			s := m.At(t, r)
			if x.fixed(s) || waits(m, s) {
				continue
			}
			all := seats(m, s)
			bad := !m.Plays(*s) || slices.Contains(x.ask.Spoiled, s.Set) || x.ask.Tables > 0 && t > x.ask.Tables ||
				slices.ContainsFunc(all, func(c Contestant) bool { return known[boards{c, s.Set}] })
			if bad {
				s.Set = 0
				continue
			}
			for _, c := range all {
				known[boards{c, s.Set}] = true
			}
		}
	}
	if m.Kind == Teams {
		x.closeMatches(m)
	}
}

// closeMatches lets nobody play the boards of a match that its other room does not
// play.
func (x *repairer) closeMatches(m *Movement) {
	type room struct{ home, away, set int }
	of := func(s *Slot) room { return room{s.NS[0], s.EW[0], s.Set} }
	planned, plays := map[room]bool{}, map[room]bool{}
	for i := range m.Slots {
		if s := &m.Slots[i]; m.Plays(*s) {
			plays[of(s)] = true
		}
	}
	for i := range x.from.Slots {
		if s := &x.from.Slots[i]; x.from.Plays(*s) {
			planned[of(s)] = true
		}
	}
	for i := range m.Slots {
		s := &m.Slots[i]
		if !m.Plays(*s) || x.fixed(s) {
			continue
		}
		if r := of(s); planned[room{r.away, r.home, r.set}] && !plays[room{r.away, r.home, r.set}] {
			s.Set = 0
		}
	}
}

// told adds to a plan what it lacks.
func (x *repairer) told(r Repair) Repair {
	m := r.Plan
	x.trim(m)
	audit := m.Audit()
	r.Before, r.After = x.before, audit.Balance.Q
	r.Lost = audit.Faults()
	plans := map[SitOut]bool{}
	for _, s := range x.from.SitOuts() {
		plans[SitOut{Round: s.Round, Contestant: s.Contestant}] = true
	}
	sits := map[Contestant]int{}
	sit := func(c Contestant, round int) {
		sits[c]++
		r.Toll.SitOuts++
		r.Toll.MostSits = max(r.Toll.MostSits, sits[c])
		r.Toll.Lost += boolInt(!plans[SitOut{Round: round, Contestant: c}])
	}
	for round := 1; round <= m.Rounds; round++ {
		for t := 1; t <= m.Tables; t++ {
			s := m.At(t, round)
			if old := x.wanted(t, round); x.from.Plays(*old) && !m.Plays(*s) {
				r.Lost = append(r.Lost, Loss{Rule: NotPlayed, Contestants: seatedAt(m, s), Round: round, Table: t, Set: old.Set})
			}
		}
	}
	for _, s := range m.SitOuts() {
		if x.here(s.Contestant, s.Round) {
			sit(s.Contestant, s.Round)
			r.Lost = append(r.Lost, Loss{Rule: SitsOutNow, Contestants: []Contestant{s.Contestant}, Round: s.Round, Table: s.Table})
		}
	}
	if n := x.base.Rounds - m.Rounds; n > 0 {
		r.Lost = append(r.Lost, Loss{Rule: RoundsLost, Round: m.Rounds + 1, Max: n})
		for round := m.Rounds + 1; round <= x.base.Rounds; round++ {
			for _, c := range x.all {
				if x.here(c, round) {
					sit(c, round)
				}
			}
		}
	}
	r.Toll.Uneven = unevenness(m)
	return r
}
