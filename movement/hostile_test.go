package movement_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/movement"
)

// hostile is a movement of the largest size in which the same two pairs sit at a table
// all the session, with the same boards everywhere.
func hostile(winners int) *movement.Movement {
	m := movement.New("", movement.Pairs, winners, movement.MaxTables, movement.MaxRounds, movement.MaxSets)
	for i := range m.Slots {
		s := &m.Slots[i]
		m.Seat(s.Table, s.Round, s.Table, around(s.Table-1, m.Tables), 1)
	}
	return m
}

// ends does something that must come to an end: what would go on for hours shows as a
// test that never does. How long it takes is for a benchmark to say.
func ends(t *testing.T, what string, do func()) {
	t.Helper()
	start := time.Now()
	do()
	t.Logf("%s: %v", what, time.Since(start))
}

// TestAuditHostile: the largest file that is accepted is audited soon, however bad it
// is; of each rule a hundred findings are listed, and all faults are counted.
func TestAuditHostile(t *testing.T) {
	for winners := 1; winners <= 2; winners++ {
		m := hostile(winners)
		var a *movement.Audit
		ends(t, fmt.Sprintf("%d winners", winners), func() { a = m.Audit() })
		count := map[movement.Rule]int{}
		for _, f := range a.Findings {
			count[f.Rule]++
		}
		for rule, n := range count {
			if n > 100 || a.More[rule] > 0 && n != 100 {
				t.Errorf("%s: %d findings, and %d more", rule, n, a.More[rule])
			}
		}
		twice := 400 // each of 400 pairs plays set 1 twice; with one winner they are 200
		if winners == 1 {
			twice = 200
			if n := count[movement.SeatedTwice] + a.More[movement.SeatedTwice]; n != 200*200 {
				t.Errorf("%d seated twice", n)
			}
		}
		if n := count[movement.SetTwice] + a.More[movement.SetTwice]; n != twice {
			t.Errorf("%d play boards twice, want %d", n, twice)
		}
		faults := 0
		for _, rule := range movement.Rules()[:6] {
			faults += count[rule] + a.More[rule]
		}
		if a.Sound() || a.FaultCount() != faults || faults < twice {
			t.Errorf("%d faults, want %d", a.FaultCount(), faults)
		}
	}
}

// TestBalanceCrowded: where there are more tables with a set than pairs for them the
// competition is what it is by its definition.
func TestBalanceCrowded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]movement.Kind{movement.Pairs, movement.Individual}).Draw(t, "kind")
		most := rapid.IntRange(1, 14).Draw(t, "pairs")
		m := movement.New("", kind, 1, 4, 4, 2)
		number := func() int { return rapid.IntRange(1, most).Draw(t, "pair") }
		for i := range m.Slots {
			s := &m.Slots[i]
			s.NS[0], s.EW[0], s.Set = number(), number(), rapid.IntRange(1, 2).Draw(t, "set")
			if kind == movement.Individual {
				s.NS[1], s.EW[1] = number(), number()
			}
		}
		compete := map[[2]int]int{}
		add := func(a, b, by int) {
			if a != b && a > 0 && b > 0 {
				compete[[2]int{min(a, b), max(a, b)}] += by
			}
		}
		for i, s := range m.Slots {
			n := 0
			for j, o := range m.Slots {
				if i == j || s.Set != o.Set {
					continue
				}
				n++
				for k := range 2 {
					for l := range 2 {
						if i < j {
							add(s.NS[k], o.NS[l], 1)
							add(s.EW[k], o.EW[l], 1)
							add(s.NS[k], o.EW[l], -1)
							add(s.EW[k], o.NS[l], -1)
						}
					}
				}
			}
			for k := range 2 {
				for l := range 2 {
					add(s.NS[k], s.EW[l], n)
				}
			}
			add(s.NS[0], s.NS[1], -n)
			add(s.EW[0], s.EW[1], -n)
		}
		sum, squares := 0, 0
		for _, n := range compete {
			sum += n
			squares += n * n
		}
		if b := m.Balance(); b.S != sum || b.SS != squares {
			t.Fatalf("%+v: want %d, %d", b, sum, squares)
		}
	})
}

// TestRepairHostile: the largest movements have their guide and their plans soon, those
// that are bad and those that are not.
func TestRepairHostile(t *testing.T) {
	s := seed.New(1)
	random := movement.New("", movement.Pairs, 1, movement.MaxTables, movement.MaxRounds, movement.MaxSets)
	good := movement.New("", movement.Pairs, 1, movement.MaxTables, movement.MaxRounds, movement.MaxTables)
	for i := range random.Slots {
		at := &random.Slots[i]
		random.Seat(at.Table, at.Round, 1+s.Below(800), 1+s.Below(800), 1+s.Below(400))
		good.Seat(at.Table, at.Round, at.Table, 200+around(at.Table-at.Round, 200), around(at.Table+at.Round, 200))
	}
	for name, m := range map[string]*movement.Movement{"the same boards": hostile(1), "at random": random, "a Mitchell": good} {
		if testing.Short() && m != random {
			continue
		}
		ends(t, name+": guide", func() { m.Guide() })
		for i := range m.Slots {
			m.Slots[i].Played = m.Slots[i].Round < 50 && m.Plays(m.Slots[i])
		}
		late := movement.Late{Contestant: movement.Contestant{Number: 799}, Round: 50}
		if name == "at random" {
			late.Contestant.Number = 0
		}
		ends(t, name+": repair", func() {
			ask := movement.Accident{Round: 50}
			if late.Contestant.Number > 0 {
				ask.Late = []movement.Late{late}
			}
			plans, err := m.Repair(ask)
			if err != nil || len(plans) == 0 {
				t.Errorf("%s: %d plans, %v", name, len(plans), err)
			}
		})
	}
}
