package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

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
			r := newRover(x, plan, c, side)
			if !r.search() {
				continue
			}
			x.offer(Repair{Way: Way{Strategy: name, From: x.since[c], Tables: r.best, Contestants: []Contestant{l.Contestant}}, Plan: r.seated()})
		}
	}
}

// rover searches the tables where one contestant sits in, the round with the fewest
// tables first.
type rover struct {
	x     *repairer
	plan  *Movement
	c     int
	side  bridge.Side
	known []bool              // sets
	met   map[Contestant]bool // opponents
	out   map[Contestant]bool // who was displaced
	best  []int               // by round from its first one; 0: it is open
	steps int                 // tables that may be looked at

	again int // it may displace so many a second time
	meets int // and meet so many again
}

func newRover(x *repairer, plan *Movement, c int, side bridge.Side) *rover {
	r := &rover{x: x, plan: plan, c: c, side: side, met: map[Contestant]bool{}, out: map[Contestant]bool{}}
	r.known = slices.Clone(x.played[c])
	r.best = make([]int, plan.Rounds-x.since[c]+1)
	return r
}

// search reports whether the rover can play every round. It meets somebody again, or
// displaces somebody again, as seldom as can be, and rather the former.
func (r *rover) search() bool {
	try := func(meets, again int) bool {
		r.meets, r.again = meets, again
		r.steps = min(r.x.roving, r.x.ask.Steps/4)
		before := r.steps
		found := r.place()
		r.x.roving -= before - r.steps
		return found
	}
	for bad := range 4 {
		for again := range bad + 1 {
			if try(bad-again, again) {
				return true
			}
		}
	}
	return try(len(r.best), len(r.best))
}

// place finds a table for the round with the fewest.
func (r *rover) place() bool {
	if r.steps < 0 {
		return false
	}
	round, fewest := -1, 0
	var tables []int
	for i, t := range r.best {
		if t > 0 {
			continue
		}
		can := r.tables(r.x.since[r.c] + i)
		if round < 0 || len(can) < fewest {
			round, fewest, tables = i, len(can), can
		}
	}
	if round < 0 {
		return true
	}
	for _, t := range tables {
		s := r.plan.At(t, r.x.since[r.c]+round)
		displaced, other := r.both(s)
		met, out := r.met[other], r.out[displaced]
		r.best[round] = t
		r.known[s.Set], r.met[other], r.out[displaced] = true, true, true
		r.meets -= boolInt(met)
		r.again -= boolInt(out)
		if r.place() {
			return true
		}
		r.meets += boolInt(met)
		r.again += boolInt(out)
		r.known[s.Set], r.met[other], r.out[displaced] = false, met, out
		r.best[round] = 0
	}
	return false
}

// both are who is displaced at a table, and who is met.
func (r *rover) both(s *Slot) (displaced, other Contestant) {
	return r.plan.Contestant(r.side, s.Side(r.side)[0]), r.plan.Contestant(r.side.Other(), s.Side(r.side.Other())[0])
}

// tables are those where the rover can sit in a round.
func (r *rover) tables(round int) []int {
	var out []int
	r.steps -= r.plan.Tables
	for t := 1; t <= r.plan.Tables; t++ {
		s := r.plan.At(t, round)
		if r.x.fixed(s) || !r.plan.Plays(*s) || r.known[s.Set] {
			continue
		}
		displaced, other := r.both(s)
		if r.met[other] && r.meets == 0 || r.out[displaced] && r.again == 0 {
			continue
		}
		out = append(out, t)
	}
	return out
}

// seated is the plan with the rover.
func (r *rover) seated() *Movement {
	out := r.plan.Clone()
	for i, t := range r.best {
		sideOf(out.At(t, r.x.since[r.c]+i), r.side)[0] = r.x.all[r.c].Number
	}
	if r.x.since[r.c] == 2 {
		out.RoverOrder = slices.Clone(r.best)
	}
	return out
}
