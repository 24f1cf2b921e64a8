package movement_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// ofLines are the families with two lines, and the hesitations.
var ofLines = []string{
	"mitchell", "skip", "share_relay", "double_weave", "american_whist_pairs", "ringdance", "two_stanza",
	"blackpool", "bowman", "web", "pivot", "hesitation", "double_hesitation",
}

// grid is a movement as a table of text.
func grid(m *movement.Movement) [][]string {
	out := make([][]string, m.Tables)
	for t := range out {
		for r := 1; r <= m.Rounds; r++ {
			out[t] = append(out[t], m.At(t+1, r).String())
		}
	}
	return out
}

// TestGoldenMitchell: each movement of the shelf with two lines, and each hesitation,
// comes out cell for cell; of an even number of tables there is no complete Mitchell.
func TestGoldenMitchell(t *testing.T) {
	seen := map[string]int{}
	for _, g := range goldens(t) {
		if g.plan.Kind != movement.Pairs || !slices.Contains(ofLines, g.plan.Family) {
			continue
		}
		seen[g.plan.Family]++
		t.Run(g.ID, func(t *testing.T) {
			ask := movement.Ask{Tables: g.plan.Tables, Rounds: g.plan.Rounds, SkipAfter: g.plan.SkipAfter}
			m, err := movement.Make(g.plan.Family, ask)
			if !g.Check.Valid {
				if bridge.CodeOf(err) != bridge.NoSolution || !strings.Contains(err.Error(), "skip, share_relay") {
					t.Fatalf("%v: want a refusal that names skip and share_relay", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if (g.plan.Phantom != movement.Contestant{}) {
				if m, err = m.Without(g.plan.Phantom); err != nil {
					t.Fatal(err)
				}
			}
			if g.plan.RoverOrder != nil {
				if m, err = m.Rover(bridge.NS, 2); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(grid(g.plan), grid(m)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			for what, same := range map[string]bool{
				"winners": g.plan.Winners == m.Winners,
				"sets":    g.plan.Sets == m.Sets,
				"phantom": g.plan.Phantom == m.Phantom,
				"rover":   slices.Equal(g.plan.RoverOrder, m.RoverOrder),
				"skip":    g.plan.SkipAfter == 0 || g.plan.SkipAfter == m.SkipAfter,
			} {
				if !same {
					t.Errorf("%s differ", what)
				}
			}
		})
	}
	for _, f := range ofLines {
		if own := f == "two_stanza" || f == "pivot"; seen[f] == 0 != own {
			t.Errorf("%s: %d movements of the shelf", f, seen[f])
		}
	}
}

// properties of a family: what an audit may find, beyond that it is sound.
type properties struct {
	copies  int                          // the most
	repeats func(tables, rounds int) int // how many meet again
	fair    func(tables, rounds int) bool
}

func never(int, int) int   { return 0 }
func always(int, int) bool { return true }
func complete(extra int) func(int, int) bool {
	return func(tables, rounds int) bool { return rounds == tables+extra }
}

var familyProperties = map[string]properties{
	"mitchell":             {1, never, always},
	"skip":                 {1, func(t, r int) int { return map[bool]int{true: t}[t == r && t > 1] }, always},
	"share_relay":          {2, never, complete(0)},
	"double_weave":         {1, never, always},
	"american_whist_pairs": {1, never, always},
	"ringdance":            {1, never, always},
	"two_stanza":           {2, never, func(t, r int) bool { return r <= t/2 || r == t }},
	"blackpool":            {1, func(t, r int) int { return max(0, min(2, r-t))*t - map[bool]int{true: 1}[t%2 == 1 && r == t+2] }, complete(2)},
	"bowman":               {3, never, complete(-2)},
	"web":                  {3, never, always},
	"pivot":                {1, never, always},
	"hesitation":           {2, never, complete(1)},
	"double_hesitation":    {1, func(t, r int) int { return map[bool]int{true: max(0, r-3)}[t == 4] }, complete(2)},
}

// TestFamiliesSound: each size that a family makes is sound, nobody meets again but
// where the family says so, and boards are played equally often where it says so.
func TestFamiliesSound(t *testing.T) {
	for _, f := range movement.Families() {
		want, ok := familyProperties[f.Name]
		if !ok {
			continue
		}
		made := 0
		for tables := f.Sizes[0]; tables <= f.Sizes[1]; tables++ {
			list := f.Rounds(tables)
			if tables > 16 && len(list) > 0 {
				if tables > 22 && tables != 63 && tables != 64 {
					continue
				}
				list = []int{list[len(list)-1], list[len(list)/3]} // the usual one and a short one
			}
			for _, rounds := range list {
				m, err := f.Make(movement.Ask{Tables: tables, Rounds: rounds})
				if err != nil {
					t.Fatalf("%s %dx%d: %v", f.Name, tables, rounds, err)
				}
				made++
				a := m.Audit()
				if !a.Sound() {
					t.Errorf("%s %dx%d: %v", f.Name, tables, rounds, a.Faults()[0])
				}
				if n := want.repeats(tables, rounds); a.Repeats != n {
					t.Errorf("%s %dx%d: %d repeats, want %d", f.Name, tables, rounds, a.Repeats, n)
				}
				if a.Copies > want.copies {
					t.Errorf("%s %dx%d: %d copies", f.Name, tables, rounds, a.Copies)
				}
				if fair := a.SetPlays.Min == a.SetPlays.Max; !fair && want.fair(tables, rounds) {
					t.Errorf("%s %dx%d: plays %v", f.Name, tables, rounds, a.SetPlays)
				}
				if m.Winners != f.Winners || m.Family != f.Name || m.Tables != tables || m.Rounds != rounds {
					t.Errorf("%s %dx%d: %d winners, %s %dx%d", f.Name, tables, rounds, m.Winners, m.Family, m.Tables, m.Rounds)
				}
			}
		}
		if made < 40 {
			t.Errorf("%s: %d movements", f.Name, made)
		}
	}
}

// TestRefusalsMitchell: a size that there is not is refused with what works instead,
// and what is named works.
func TestRefusalsMitchell(t *testing.T) {
	for _, c := range []struct {
		family string
		ask    movement.Ask
		says   string
		works  []string // families, for as many tables
		rounds int      // with so many rounds
	}{
		{"mitchell", movement.Ask{Tables: 8}, "take skip, share_relay, double_weave", []string{"skip", "share_relay", "double_weave"}, 0},
		{"mitchell", movement.Ask{Tables: 6, Rounds: 6}, "after 3 rounds", []string{"skip", "share_relay"}, 0},
		{"mitchell", movement.Ask{Tables: 6, Rounds: 4}, "after 3 rounds", []string{"mitchell"}, 3},
		{"mitchell", movement.Ask{Tables: 7, Rounds: 8}, "1-7 rounds", []string{"mitchell"}, 7},
		{"skip", movement.Ask{Tables: 7}, "mitchell, american_whist_pairs, ringdance", []string{"mitchell", "american_whist_pairs", "ringdance"}, 0},
		{"skip", movement.Ask{Tables: 8, Rounds: 9}, "1-8 rounds", []string{"skip"}, 8},
		{"skip", movement.Ask{Tables: 8, SkipAfter: 2}, "after rounds 3-4", nil, 0},
		{"skip", movement.Ask{Tables: 8, Rounds: 1, SkipAfter: 1}, "no round after which", nil, 0},
		{"share_relay", movement.Ask{Tables: 9}, "mitchell", []string{"mitchell"}, 9},
		{"share_relay", movement.Ask{Tables: 8, Rounds: 6, Fair: true}, "skip of up to 7 rounds is fair, or all 8 rounds", []string{"skip"}, 7},
		{"share_relay", movement.Ask{Tables: 8, SkipAfter: 4}, "nobody skips", nil, 0},
		{"share_relay", movement.Ask{Tables: 8, Variant: "usa"}, "no variant", nil, 0},
		{"share_relay", movement.Ask{Tables: 8, Players: 30}, "has tables, not players", nil, 0},
		{"double_weave", movement.Ask{Tables: 6}, "multiple of 4; there are skip, share_relay", []string{"skip", "share_relay"}, 0},
		{"double_weave", movement.Ask{Tables: 7}, "multiple of 4; there are mitchell", []string{"mitchell"}, 7},
		{"american_whist_pairs", movement.Ask{Tables: 8}, "skip, share_relay, double_weave", []string{"skip"}, 0},
		{"ringdance", movement.Ask{Tables: 10}, "skip, share_relay", []string{"skip"}, 0},
		{"two_stanza", movement.Ask{Tables: 9}, "even number", []string{"mitchell"}, 0},
		{"two_stanza", movement.Ask{Tables: 8, Rounds: 5, Fair: true}, "fair with 1-4, 8 rounds", []string{"two_stanza"}, 4},
		{"blackpool", movement.Ask{Tables: 8, Rounds: 9, Fair: true}, "fair with 1, 5, 10 rounds", []string{"blackpool"}, 10},
		{"blackpool", movement.Ask{Tables: 3}, "4 to 198", nil, 0},
		{"bowman", movement.Ask{Tables: 10, Rounds: 9}, "1-8 rounds", []string{"bowman"}, 8},
		{"bowman", movement.Ask{Tables: 9, SkipAfter: 3}, "nobody skips", nil, 0},
		{"bowman", movement.Ask{Tables: 10, SkipAfter: 1}, "after rounds 4", nil, 0},
		{"web", movement.Ask{Tables: 11, Rounds: 8, Fair: true}, "odd number of rounds, 5, 7, 9", []string{"web"}, 7},
		{"web", movement.Ask{Tables: 12, Rounds: 5, Fair: true}, "6-11 rounds", []string{"web"}, 6},
		{"web", movement.Ask{Tables: 12, Rounds: 12}, "6-11 rounds", []string{"web"}, 11},
		{"pivot", movement.Ask{Tables: 7}, "mitchell, hesitation", []string{"mitchell", "hesitation"}, 0},
		{"hesitation", movement.Ask{Tables: 8, Rounds: 8, Fair: true}, "fair with 9 rounds", []string{"hesitation"}, 9},
		{"hesitation", movement.Ask{Tables: 8, Rounds: 10}, "1-9 rounds", []string{"hesitation"}, 9},
		{"double_hesitation", movement.Ask{Tables: 7, Variant: "modified"}, "even number", nil, 0},
		{"double_hesitation", movement.Ask{Tables: 8, Variant: "odd"}, "want modified", nil, 0},
	} {
		m, err := movement.Make(c.family, c.ask)
		if err == nil {
			t.Errorf("%s %+v: %v, want a refusal", c.family, c.ask, grid(m))
			continue
		}
		if code := bridge.CodeOf(err); code != bridge.NoSolution && code != bridge.Invalid || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %+v: %v, want %q", c.family, c.ask, err, c.says)
		}
		for _, other := range c.works {
			m, err := movement.Make(other, movement.Ask{Tables: c.ask.Tables, Rounds: c.rounds, Fair: c.ask.Fair})
			if err != nil || !m.Audit().Sound() {
				t.Errorf("%s %+v: %s does not work: %v", c.family, c.ask, other, err)
			}
		}
	}
}

// TestSkipWindow: East-West may skip where R-T/2 <= k <= T/2, and nowhere else.
func TestSkipWindow(t *testing.T) {
	for tables := 4; tables <= 16; tables += 2 {
		for rounds := 2; rounds <= tables-1; rounds++ {
			for k := 1; k < rounds; k++ {
				m, err := movement.Make("skip", movement.Ask{Tables: tables, Rounds: rounds, SkipAfter: k})
				if within := rounds-tables/2 <= k && k <= tables/2; within != (err == nil) {
					t.Errorf("%dx%d, skip after %d: %v", tables, rounds, k, err)
				}
				// What is made without a look at the window, and audited, agrees.
				forced, made := movement.New("", movement.Pairs, 2, tables, rounds, tables), m
				for n := 1; n <= tables; n++ {
					for r := 1; r <= rounds; r++ {
						ew := n - r + 1
						if r > k {
							ew--
						}
						forced.Seat(n, r, n, (ew-1+2*tables)%tables+1, (n+r-2)%tables+1)
					}
				}
				a := forced.Audit()
				if fine := a.Sound() && a.Repeats == 0; fine != (err == nil) {
					t.Errorf("%dx%d, skip after %d: sound %v, made %v", tables, rounds, k, fine, err)
				}
				if made != nil && (cmp.Diff(grid(forced), grid(made)) != "" || made.SkipAfter != k) {
					t.Errorf("%dx%d: skips after %d, want %d", tables, rounds, made.SkipAfter, k)
				}
			}
		}
	}
}

// TestSkipBoards: the boards skip instead of East-West, in the same rounds.
func TestSkipBoards(t *testing.T) {
	for tables := 4; tables <= 16; tables += 2 {
		for rounds := 2; rounds <= tables-1; rounds++ {
			for k := range rounds {
				ask := movement.Ask{Tables: tables, Rounds: rounds, SkipAfter: k}
				plain, refused := movement.Make("skip", ask)
				ask.Variant, ask.Fair = "boards", true
				m, err := movement.Make("skip", ask)
				if (err == nil) != (refused == nil) {
					t.Fatalf("%+v: %v, %v", ask, err, refused)
				}
				if err != nil {
					continue
				}
				if a := m.Audit(); !a.Sound() || a.Repeats > 0 || m.SkipAfter != 0 {
					t.Errorf("%+v: %v", ask, a.Findings)
				}
				if same := cmp.Equal(grid(plain), grid(m)); same != (k == 0 && rounds <= tables/2) {
					t.Errorf("%+v: it is the plain one: %v", ask, same)
				}
			}
		}
	}
	if _, err := movement.Make("skip", movement.Ask{Tables: 8, Rounds: 8, Variant: "boards"}); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("a revenge: %v", err)
	}
}

// TestRoundsOfFamilies: a family has the numbers of rounds that it lists, each once, in
// order but for the usual one, which is made unless another is asked for; and it has no
// other.
func TestRoundsOfFamilies(t *testing.T) {
	for _, f := range movement.Families() {
		if !slices.Contains(ofLines, f.Name) {
			continue
		}
		for tables := -1; tables <= 40; tables++ {
			if tables < f.Sizes[0] {
				if _, err := f.Make(movement.Ask{Tables: tables}); bridge.CodeOf(err) != bridge.NoSolution {
					t.Errorf("%s for %d tables: %v", f.Name, tables, err)
				}
				continue
			}
			list := f.Rounds(tables)
			if len(list) > 1 && !slices.IsSorted(list[:len(list)-1]) || len(slices.Compact(slices.Sorted(slices.Values(list)))) != len(list) {
				t.Errorf("%s for %d tables: rounds %v", f.Name, tables, list)
			}
			for rounds := -1; rounds <= tables+4; rounds++ {
				m, err := f.Make(movement.Ask{Tables: tables, Rounds: rounds})
				want := rounds
				if rounds == 0 && len(list) > 0 && (f.Name != "mitchell" || tables%2 == 1) {
					want = list[len(list)-1]
				}
				switch {
				case slices.Contains(list, want):
					if err != nil || m.Rounds != want {
						t.Errorf("%s %dx%d: %v", f.Name, tables, rounds, err)
					}
				case bridge.CodeOf(err) != bridge.NoSolution:
					t.Errorf("%s %dx%d: %v, want a refusal", f.Name, tables, rounds, err)
				}
			}
		}
	}
}

// TestUneven: what a short movement does to the boards is told.
func TestUneven(t *testing.T) {
	for family, plays := range map[string]movement.Range{"share_relay": {Min: 5, Max: 7}, "hesitation": {Min: 4, Max: 7}} {
		m, err := movement.Make(family, movement.Ask{Tables: 8, Rounds: 6})
		if err != nil {
			t.Fatal(err)
		}
		a := m.Audit()
		uneven := slices.ContainsFunc(a.Findings, func(f movement.Finding) bool {
			return f.Rule == movement.Uneven && !f.Fault && f.Min == plays.Min && f.Max == plays.Max
		})
		if !a.Sound() || !uneven {
			t.Errorf("%s: %v", family, a.Findings)
		}
	}
}

// TestModified: the modified double hesitation is sound, and exchanges nothing but the
// sides of table 2.
func TestModified(t *testing.T) {
	for tables := 4; tables <= 20; tables += 2 {
		plain := mustMake(t, "double_hesitation", movement.Ask{Tables: tables})
		m := mustMake(t, "double_hesitation", movement.Ask{Tables: tables, Variant: "modified"})
		a := m.Audit()
		if want := plain.Audit().Repeats; !a.Sound() || a.Repeats != want || !slices.Equal(m.Pivots(), []int{2, tables}) {
			t.Errorf("%d tables: %d repeats, pivots %v, %v", tables, a.Repeats, m.Pivots(), a.Faults())
		}
		// Pair 2 begins at the other side of table 2, and pair T+2 too.
		other := map[int]int{2: tables + 2, tables + 2: 2}
		number := func(n int) int {
			if o, ok := other[n]; ok {
				return o
			}
			return n
		}
		for i, s := range m.Slots {
			want := plain.Slots[i]
			ns, ew := number(want.NS[0]), number(want.EW[0])
			if s.Table == 2 {
				ns, ew = ew, ns
			}
			if s.NS[0] != ns || s.EW[0] != ew || s.Set != want.Set {
				t.Errorf("%d tables, table %d, round %d: %s, want %d-%d/%d", tables, s.Table, s.Round, s, ns, ew, want.Set)
			}
		}
	}
}

// TestHalfTable: which pair goes missing, and what that is worth.
func TestHalfTable(t *testing.T) {
	for _, c := range []struct {
		family         string
		tables, rounds int
		phantom        string
		copies         int
		out            int // the most rounds that a pair sits out
	}{
		{"mitchell", 7, 7, "N7", 1, 1},
		{"skip", 8, 7, "N8", 1, 1},
		{"share_relay", 8, 8, "N8", 1, 1},
		{"double_weave", 8, 8, "N8", 1, 1},
		{"american_whist_pairs", 7, 7, "N7", 1, 1},
		{"ringdance", 7, 7, "N7", 1, 1},
		{"two_stanza", 8, 8, "N8", 2, 1},
		{"blackpool", 8, 10, "N8", 1, 2},
		{"bowman", 10, 8, "N10", 2, 1},
		{"web", 10, 9, "N10", 2, 1},
		{"hesitation", 7, 8, "7", 1, 1},
		{"double_hesitation", 7, 9, "7", 1, 1},
	} {
		m := mustMake(t, c.family, movement.Ask{Tables: c.tables, Rounds: c.rounds})
		half, err := m.HalfTable()
		if err != nil {
			t.Fatal(err)
		}
		a := half.Audit()
		if half.Phantom.String() != c.phantom || a.Copies != c.copies || a.SitOuts != c.out || !a.Sound() || a.Contestants != 2*c.tables-1 {
			t.Errorf("%s %dx%d: without %s, %d copies, %d sit-outs, %v", c.family, c.tables, c.rounds, half.Phantom, a.Copies, a.SitOuts, a.Faults())
		}
		one, err := m.SwitchLast(1)
		if err != nil {
			t.Fatal(err)
		}
		if one, err = one.HalfTable(); err != nil || one.Phantom.Number != half.Phantom.Number || one.Phantom.Line != 0 {
			t.Errorf("%s: with one winner it goes without %s: %v", c.family, one.Phantom, err)
		}
		if _, err := half.HalfTable(); bridge.CodeOf(err) != bridge.Conflict {
			t.Errorf("%s: two pairs are missing: %v", c.family, err)
		}
	}
	for name, c := range map[string]struct {
		family string
		ask    movement.Ask
		says   string
	}{
		"the same pair would sit out twice": {"skip", movement.Ask{Tables: 8, Rounds: 8}, "stop after 7 rounds, or take share_relay"},
		"there is a half table":             {"pivot", movement.Ask{Tables: 8}, "take mitchell"},
	} {
		if m, err := mustMake(t, c.family, c.ask).HalfTable(); bridge.CodeOf(err) != bridge.NoSolution || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if _, err := mustMake(t, "mitchell", movement.Ask{Tables: 7}).Without(movement.Contestant{Line: bridge.EW, Number: 8}); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("E8 of 7 is missing: %v", err)
	}
}
