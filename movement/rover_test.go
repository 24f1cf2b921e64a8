package movement_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

func mustMake(t testing.TB, family string, ask movement.Ask) *movement.Movement {
	t.Helper()
	m, err := movement.Make(family, ask)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRoverPublished: the orders on printed cards are orders.
func TestRoverPublished(t *testing.T) {
	for _, c := range []struct {
		family  string
		tables  int
		order   []int
		repeats int
	}{
		{"mitchell", 5, []int{1, 3, 5, 2}, 0},
		{"share_relay", 6, []int{1, 3, 5, 2, 4}, 0},
		{"mitchell", 7, []int{1, 3, 5, 7, 2, 4}, 0},
		{"share_relay", 8, []int{1, 6, 2, 7, 3, 8, 4}, 0},
		{"mitchell", 9, []int{1, 5, 9, 2, 4, 7, 3, 6}, 1},
		{"share_relay", 10, []int{1, 7, 2, 8, 3, 9, 4, 10, 5}, 0},
		{"mitchell", 11, []int{1, 3, 5, 7, 9, 11, 2, 4, 6, 8}, 0},
		{"share_relay", 12, []int{3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8}, 0},
		{"mitchell", 13, []int{1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10}, 0},
		{"share_relay", 14, []int{1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7}, 0},
		{"skip", 8, []int{1, 3, 5, 2, 4, 6}, 0},
		{"skip", 10, []int{1, 3, 5, 7, 2, 4, 6, 8}, 0},
		{"skip", 12, []int{1, 3, 5, 11, 8, 6, 4, 2, 7, 9}, 0},
		{"skip", 14, []int{1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12}, 0},
	} {
		m, err := mustMake(t, c.family, movement.Ask{Tables: c.tables}).RoverBy(bridge.NS, c.order)
		if err != nil {
			t.Errorf("%s %d: %v", c.family, c.tables, err)
			continue
		}
		if a := m.Audit(); !a.Sound() || a.Repeats != c.repeats || a.SitOuts != 1 {
			t.Errorf("%s %d: %d repeats, %d sit-outs, %v", c.family, c.tables, a.Repeats, a.SitOuts, a.Faults())
		}
	}
}

// TestRoverFromAnyRound: a rover finds its way from each round on, on both lines. It
// is sound, nobody meets again but where it cannot be helped, and who is sent out is
// sent out once.
func TestRoverFromAnyRound(t *testing.T) {
	for _, family := range []string{"mitchell", "share_relay", "skip"} {
		for tables := 5; tables <= 16; tables++ {
			base, err := movement.Make(family, movement.Ask{Tables: tables})
			if err != nil {
				continue
			}
			for _, line := range []bridge.Side{bridge.NS, bridge.EW} {
				full, err := base.Rover(line, 2)
				if err != nil {
					t.Fatalf("%s %d: %v", family, tables, err)
				}
				again := full.Audit().Repeats
				if want := map[bool]int{true: 1}[tables%6 == 3]; again != want {
					t.Errorf("%s %d: a rover meets %d again, want %d", family, tables, again, want)
				}
				for first := 2; first <= base.Rounds; first++ {
					m, err := base.Rover(line, first)
					if err != nil {
						t.Errorf("%s %d from %d: %v", family, tables, first, err)
						continue
					}
					a := m.Audit()
					if !a.Sound() || a.Repeats > again || first > 2 && a.Repeats > 0 || a.Contestants != 2*tables+1 {
						t.Errorf("%s %d from %d: %d repeats, %v", family, tables, first, a.Repeats, a.Faults())
					}
					outs := map[movement.Contestant]int{}
					for _, s := range m.SitOuts() {
						outs[s.Contestant]++
						if s.Contestant.Line != line {
							t.Errorf("%s %d from %d: %s is sent out", family, tables, first, s.Contestant)
						}
					}
					for c, n := range outs {
						if rover := c.Number == tables+1; rover && n != first-1 || !rover && n != 1 {
							t.Errorf("%s %d from %d: %s sits out %d times", family, tables, first, c, n)
						}
					}
					if again == 0 && !slices.Equal(m.RoverOrder[first-2:], full.RoverOrder[first-2:]) {
						t.Errorf("%s %d from %d: %v, want the end of %v", family, tables, first, m.RoverOrder, full.RoverOrder)
					}
					for r := 1; r < first; r++ {
						for n := 1; n <= tables; n++ {
							if *m.At(n, r) != *base.At(n, r) {
								t.Errorf("%s %d from %d: round %d is changed", family, tables, first, r)
							}
						}
					}
				}
			}
		}
	}
}

// TestRoverNine: nine tables have no rover that meets nobody again, whatever is tried.
func TestRoverNine(t *testing.T) {
	const n = 9
	var sent, met, sets [n]bool
	var way func(r int) bool
	way = func(r int) bool {
		if r == n {
			return true
		}
		for o := range n {
			ew, set := (o-r+n)%n, (o+r)%n
			if sent[o] || met[ew] || sets[set] {
				continue
			}
			sent[o], met[ew], sets[set] = true, true, true
			if way(r + 1) {
				return true
			}
			sent[o], met[ew], sets[set] = false, false, false
		}
		return false
	}
	if way(1) {
		t.Error("there is one")
	}
}

// TestRoverRefused: orders and movements that have no place for a rover.
func TestRoverRefused(t *testing.T) {
	seven := mustMake(t, "mitchell", movement.Ask{Tables: 7})
	half, err := seven.HalfTable()
	if err != nil {
		t.Fatal(err)
	}
	rover, err := seven.Rover(bridge.NS, 2)
	if err != nil {
		t.Fatal(err)
	}
	played := seven.Clone()
	played.At(3, 4).Played = true
	crowded := mustMake(t, "blackpool", movement.Ask{Tables: 6})
	for name, c := range map[string]struct {
		m     *movement.Movement
		line  bridge.Side
		first int
		order []int
	}{
		"from the first round": {seven, bridge.NS, 1, nil},
		"from after the end":   {seven, bridge.NS, 8, nil},
		"no line":              {seven, 0, 2, nil},
		"half a table":         {half, bridge.NS, 2, nil},
		"a second one":         {rover, bridge.EW, 2, nil},
		"played":               {played, bridge.NS, 4, nil},
		"more rounds":          {crowded, bridge.NS, 2, nil},
		"too short":            {seven, bridge.NS, 0, []int{1, 3}},
		"no such table":        {seven, bridge.NS, 0, []int{1, 3, 5, 8, 2, 4}},
		"sits out twice":       {seven, bridge.NS, 0, []int{1, 3, 5, 7, 2, 1}},
		"boards twice":         {seven, bridge.NS, 0, []int{2, 1, 0, 0, 0, 0}},
		"is played":            {played, bridge.NS, 0, []int{0, 0, 3, 0, 0, 0}},
	} {
		if c.first > 0 || c.order == nil {
			if m, err := c.m.Rover(c.line, c.first); bridge.CodeOf(err) != bridge.Invalid && bridge.CodeOf(err) != bridge.NoSolution {
				t.Errorf("%s: %v, %v", name, m, err)
			}
			continue
		}
		if m, err := c.m.RoverBy(c.line, c.order); bridge.CodeOf(err) != bridge.Invalid && bridge.CodeOf(err) != bridge.NoSolution {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if m, err := played.Rover(bridge.NS, 5); err != nil || !m.Audit().Sound() {
		t.Errorf("from after what was played: %v", err)
	}
}

// TestRoverSameAgain: the same request gives the same rover, in every family that has
// one, and it is sound.
func TestRoverSameAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		family := rapid.SampledFrom(ofLines).Draw(t, "family")
		base, err := movement.Make(family, movement.Ask{Tables: rapid.IntRange(4, 14).Draw(t, "tables")})
		if err != nil {
			return
		}
		line := rapid.SampledFrom([]bridge.Side{bridge.NS, bridge.EW}).Draw(t, "line")
		first := rapid.IntRange(2, base.Rounds).Draw(t, "first")
		m, err := base.Rover(line, first)
		if err != nil {
			if bridge.CodeOf(err) != bridge.NoSolution {
				t.Fatal(err)
			}
			return
		}
		was, is := base.Audit(), m.Audit()
		if !is.Sound() || is.Repeats > was.Repeats+1 || is.Contestants != was.Contestants+1 {
			t.Fatalf("%d repeats, %v", is.Repeats, is.Faults())
		}
		again, err := base.Rover(line, first)
		if diff := cmp.Diff(m, again); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}
