package movement_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// illegal says what a plan for an accident does that no plan may: it touches what was
// played, or lets somebody sit in two places, play boards twice, or play who is not
// there. Faults that were played are none of the plan.
func illegal(a accident, plan *movement.Movement) []string {
	var out []string
	blame := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	m := a.m
	late := map[movement.Contestant]int{}
	for _, l := range a.ask.Late {
		late[l.Contestant] = l.Round
	}
	known := map[movement.Contestant]map[int]bool{}
	learn := func(c movement.Contestant, set int) bool {
		if known[c] == nil {
			known[c] = map[int]bool{}
		}
		old := known[c][set]
		known[c][set] = true
		return old
	}
	for _, s := range m.Slots {
		if !s.Played || !m.Plays(s) {
			continue
		}
		if s.Round > plan.Rounds || *plan.At(s.Table, s.Round) != s {
			blame("table %d, round %d was played: %v", s.Table, s.Round, s)
			continue
		}
		learn(m.Contestant(bridge.NS, s.NS[0]), s.Set)
		learn(m.Contestant(bridge.EW, s.EW[0]), s.Set)
	}
	for r := 1; r <= plan.Rounds; r++ {
		seated := map[movement.Contestant]bool{}
		copies := map[int]int{}
		for t := 1; t <= plan.Tables; t++ {
			s := *plan.At(t, r)
			old := t <= m.Tables && m.At(t, r).Played && m.Plays(*m.At(t, r))
			plays := plan.Plays(s)
			copies[s.Set] += boolTo(plays)
			if plays && r < a.ask.Round && !old {
				blame("table %d, round %d was not played: %v", t, r, s)
			}
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				c := plan.Contestant(side, s.Side(side)[0])
				if c.Number == 0 || c == plan.Phantom || old || r < a.ask.Round {
					continue
				}
				if seated[c] {
					blame("%v sits twice in round %d", c, r)
				}
				seated[c] = true
				if slices.Contains(a.ask.Gone, c) || r < late[c] {
					blame("%v sits in round %d and is not there", c, r)
				}
				if plays && learn(c, s.Set) {
					blame("%v plays set %d again in round %d", c, s.Set, r)
				}
			}
			if plays && s.NS == s.EW && plan.Winners == 1 {
				blame("table %d, round %d: %v", t, r, s)
			}
		}
		for set, n := range copies {
			if most := max(a.ask.Copies, m.Audit().Copies); n > most && r >= a.ask.Round {
				blame("set %d is at %d tables in round %d", set, n, r)
			}
		}
	}
	return out
}

// TestRepairIsLegal: whatever happens, and whenever, each plan leaves what was played
// as it was and is legal, the list is in order and has nothing twice, and asked again
// it is the same.
func TestRepairIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := happens(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 9).Draw(t, "left"))
		a.ask.Nodes = 2000
		for range rapid.IntRange(0, 3).Draw(t, "unplayed") { // tables that did not play, and some that were quick
			s := &a.m.Slots[rapid.IntRange(0, len(a.m.Slots)-1).Draw(t, "slot")]
			gone := slices.ContainsFunc(a.ask.Gone, func(c movement.Contestant) bool {
				return c == a.m.Contestant(bridge.NS, s.NS[0]) || c == a.m.Contestant(bridge.EW, s.EW[0])
			})
			if s.Round < a.ask.Round {
				s.Played = false
			} else if !gone && a.m.Plays(*s) && s.Round == a.ask.Round {
				s.Played = true
			}
		}
		before, err := json.Marshal(a.m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.m.Repair(a.ask)
		if refused := new(bridge.Error); errors.As(err, &refused) && refused.Key == "movement.repair.nothing_played" {
			return
		}
		if err != nil {
			t.Fatalf("%v: %v", a, err)
		}
		if after, err := json.Marshal(a.m); err != nil || string(after) != string(before) {
			t.Fatalf("%v: the movement itself has changed", a)
		}
		if len(got) == 0 {
			t.Fatalf("%v: no plan", a)
		}
		seen := map[string]bool{}
		for i, r := range got {
			if bad := illegal(a, r.Plan); bad != nil {
				t.Fatalf("%v: %s: %q", a, r.Strategy, bad)
			}
			b, err := json.Marshal(r.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if seen[string(b)] {
				t.Fatalf("%v: the plan of %s is there twice", a, r.Strategy)
			}
			seen[string(b)] = true
			if i > 0 && got[i-1].Toll.Lost > r.Toll.Lost {
				t.Fatalf("%v: %s loses less than %s before it", a, r.Strategy, got[i-1].Strategy)
			}
			if r.Toll.Lost < 0 || r.Toll.Repeats < 0 {
				t.Fatalf("%v: %s: %+v", a, r.Strategy, r.Toll)
			}
		}
		again, err := a.m.Repair(a.ask)
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Fatalf("%v: asked again (-first +second): %v\n%s", a, err, diff)
		}
	})
}
