package field_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// rules are the default regulation's, changed by lines of a pack.
func rules(t testing.TB, lines ...string) regulation.Matchpoints {
	t.Helper()
	p, err := regulation.Read(strings.NewReader(strings.Join(lines, "\n")), "test")
	if err != nil {
		t.Fatal(err)
	}
	return p.Matchpoints
}

// TestMatchpoints checks published and computed frequency tables from both
// sides.
func TestMatchpoints(t *testing.T) {
	boards := map[string][]shelf.Row{}
	var names []string
	for _, r := range shelf.Table(t, "testdata/matchpoints.csv", "case", "results", "ns_score", "frequency",
		"ns_mp_2scale", "ew_mp_2scale", "ns_percent", "ns_mp_1scale", "ascherman_percent", "standing") {
		if boards[r.Text("case")] == nil {
			names = append(names, r.Text("case"))
		}
		boards[r.Text("case")] = append(boards[r.Text("case")], r)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var scores []score.Points
			at := map[int]int{}
			for _, r := range boards[name] {
				at[r.Line] = len(scores)
				for range r.Int("frequency") {
					scores = append(scores, score.Points(r.Int("ns_score")))
				}
			}
			mp := field.Matchpoints(scores)
			b := field.NewBoard(rules(t), scores, len(scores))
			one := field.NewBoard(rules(t, "mp.unit = 1-scale"), scores, len(scores))
			for _, r := range boards[name] {
				i := at[r.Line]
				if r.Int("results") != len(scores) {
					t.Fatalf("line %d: %d results, the rows hold %d", r.Line, r.Int("results"), len(scores))
				}
				if got := mp[i]; int(got) != r.Int("ns_mp_2scale") {
					t.Errorf("line %d: score %d earns %d, want %s", r.Line, scores[i], got, r.Text("ns_mp_2scale"))
				}
				for side, column := range map[bridge.Side]string{bridge.NS: "ns_mp_2scale", bridge.EW: "ew_mp_2scale"} {
					if got := b.Matchpoints(nil, i, side); !got.Equal(exact.Int(r.Int(column))) {
						t.Errorf("line %d: %v earns %v, want %s", r.Line, side, got, r.Text(column))
					}
				}
				if got := b.Percent(nil, i, bridge.NS).Decimal(2); got != r.Text("ns_percent") {
					t.Errorf("line %d: %s percent, want %s", r.Line, got, r.Text("ns_percent"))
				}
				if got := field.Ascherman(nil, b.Plain(nil, i, bridge.NS), len(scores)).Decimal(2); got != r.Text("ascherman_percent") {
					t.Errorf("line %d: Ascherman %s percent, want %s", r.Line, got, r.Text("ascherman_percent"))
				}
				half := one.Matchpoints(nil, i, bridge.NS).Div(exact.Int(2)).Decimal(1)
				if half != r.Text("ns_mp_1scale") {
					t.Errorf("line %d: %s on the 1-scale, want %s", r.Line, half, r.Text("ns_mp_1scale"))
				}
			}
		})
	}
}

// TestNeuberg checks E expected and A actual results with M matchpoints in the
// group: the exact value and its rounding by each body.
func TestNeuberg(t *testing.T) {
	const (
		old   = "r0.1_half_toward_average"
		ebu   = "r0.0001_half_away_from_average"
		kops  = "r0.01_half_up_2scale"
		acbl  = "acbl_1scale_0.01"
		exact = "exact"
	)
	bodies := []struct {
		column   string
		rules    regulation.Matchpoints
		decimals int
		one      bool
	}{
		{exact, rules(t), 0, false},
		{old, rules(t, "mp.rounding = 0.1 toward"), 1, false},
		{ebu, rules(t, "mp.rounding = 0.0001 away"), 4, false},
		{kops, rules(t, "mp.rounding = 0.01 up"), 2, false},
		{acbl, rules(t, "mp.unit = 1-scale", "mp.rounding = 0.01 up"), 2, true},
	}
	rows := shelf.Table(t, "testdata/neuberg.csv", "E_expected", "A_actual", "M_in_group", exact, old, ebu, kops, "percent_2dp", "ascherman_percent_2dp", acbl)
	if len(rows) != 4680 {
		t.Fatalf("%d rows, want 4680", len(rows))
	}
	for _, r := range rows {
		e, a, m := r.Int("E_expected"), r.Int("A_actual"), r.Int("M_in_group")
		scores, i := group(a, m)
		for _, body := range bodies {
			b := field.NewBoard(body.rules, scores, e)
			mp := b.Matchpoints(nil, i, bridge.NS)
			if body.column == exact {
				want, err := parse(r.Text(exact))
				if err != nil || !mp.Equal(want) {
					t.Errorf("line %d: E %d, A %d, M %d: %v, want %s", r.Line, e, a, m, mp, r.Text(exact))
				}
				if got := b.Percent(nil, i, bridge.NS).Decimal(2); got != r.Text("percent_2dp") {
					t.Errorf("line %d: E %d, A %d, M %d: %s percent, want %s", r.Line, e, a, m, got, r.Text("percent_2dp"))
				}
				if got := field.Ascherman(nil, b.Plain(nil, i, bridge.NS), a).Decimal(2); got != r.Text("ascherman_percent_2dp") {
					t.Errorf("line %d: A %d, M %d: Ascherman %s percent, want %s", r.Line, a, m, got, r.Text("ascherman_percent_2dp"))
				}
				continue
			}
			got := mp.Fraction
			if body.one {
				got = got.Div(two)
			}
			if got := got.Decimal(body.decimals); got != r.Text(body.column) {
				t.Errorf("line %d: E %d, A %d, M %d: %s %s, want %s", r.Line, e, a, m, body.column, got, r.Text(body.column))
			}
		}
	}
}

var two = exact.Int(2)

func parse(s string) (exact.Fraction, error) { return exact.Parse(s) }

// group makes a results of which the i-th earns m matchpoints: with m even it
// beats m/2 others, with m odd it also ties with one.
func group(a, m int) (scores []score.Points, i int) {
	for k := range a {
		scores = append(scores, score.Points(50*k))
	}
	i = m / 2
	if m%2 == 1 {
		scores[i+1] = scores[i]
	}
	return scores, i
}

// TestPublishedNeuberg checks the series that bodies print in their own texts.
func TestPublishedNeuberg(t *testing.T) {
	for _, tc := range []struct {
		e, a int
		want string
	}{
		{11, 10, "19.9 17.7 15.5 13.3 11.1 8.9 6.7 4.5 2.3 0.1"},
		{10, 7, "17.6 14.7 11.9 9.0 6.1 3.3 0.4"},
		{10, 3, "15.7 9.0 2.3"},
	} {
		t.Run(fmt.Sprintf("%d of %d", tc.a, tc.e), func(t *testing.T) {
			var scores []score.Points
			for k := range tc.a {
				scores = append(scores, score.Points(-10*k))
			}
			b := field.NewBoard(rules(t, "mp.rounding = 0.1 toward"), scores, tc.e)
			var got []string
			for i := range scores {
				got = append(got, b.Matchpoints(nil, i, bridge.NS).Decimal(1))
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("got %v, want %s", got, tc.want)
			}
		})
	}
}

// TestMistakes names the mistakes that were seen in published programs.
func TestMistakes(t *testing.T) {
	for _, tc := range []struct {
		id       string
		expected int
		scores   []score.Points
		want     string // exact matchpoints on the 2-scale
		cause    string
	}{
		{"M20", 4, []score.Points{100, 50}, "5 1", "6 and 2 were seen: wrong scale"},
		{"M21", 5, []score.Points{400, 300, 200, 100}, "31/4 21/4 11/4 1/4", "8 and 0.5 were seen: comparisons for results"},
		{"M22", 4, []score.Points{300, 200, 100}, "17/3 3 1/3", "exact fractions"},
	} {
		t.Run(tc.id, func(t *testing.T) {
			b := field.NewBoard(rules(t), tc.scores, tc.expected)
			var got []string
			for i := range tc.scores {
				got = append(got, b.Matchpoints(nil, i, bridge.NS).String())
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("got %v, want %s (%s)", got, tc.want, tc.cause)
			}
		})
	}
	t.Run("M24", func(t *testing.T) { // ten tables, one of them an artificial score
		scores := []score.Points{110, 80, -90, -100, 110, 0, 90, -90, 80}
		b := field.NewBoard(rules(t), scores, 10)
		var got []string
		for i := range scores {
			got = append(got, b.Matchpoints(nil, i, bridge.NS).Decimal(2))
		}
		if want := "16.78 10.11 3.44 0.11 16.78 6.78 13.44 3.44 10.11"; strings.Join(got, " ") != want {
			t.Errorf("got %v, want %s: artificial scores are not comparisons, E stays 10", got, want)
		}
	})
	t.Run("M23", func(t *testing.T) { // boards with 4, 3, 1 and 2 results in one session
		for _, n := range []int{4, 3, 1, 2} {
			scores := []score.Points{620, 170, -100, 50}[:n]
			b := field.NewBoard(rules(t), scores, 4)
			for i := range scores {
				for _, side := range bridge.Sides {
					if p := b.Percent(nil, i, side); p.Sign() < 0 || p.Cmp(exact.Int(100)) > 0 {
						t.Errorf("%d results: %v percent", n, p)
					}
				}
			}
		}
	})
}

// TestSmallGroups checks groups of one, two and three results by the rules of two
// bodies; where a rule does not call the group small it is Neuberg's. All other
// results of the board are one other group.
func TestSmallGroups(t *testing.T) {
	rows := shelf.Table(t, "testdata/fouled_small_groups.csv", "E_expected", "A_group", "M_group", "ebu_percent", "acbl_percent")
	if len(rows) != 153 {
		t.Fatalf("%d rows, want 153", len(rows))
	}
	for _, r := range rows {
		e, a, m := r.Int("E_expected"), r.Int("A_group"), r.Int("M_group")
		scores, i := group(a, m)
		for rule, column := range map[string]string{"ebu": "ebu_percent", "acbl": "acbl_percent"} {
			b := field.NewBoard(rules(t, "mp.small_groups = "+rule), scores, e).InGroup(e - a)
			got := b.Percent(why.New(), i, bridge.NS)
			if got.Decimal(2) != r.Text(column) {
				t.Errorf("line %d: E %d, A %d, M %d: %s %s, want %s", r.Line, e, a, m, column, got.Decimal(2), r.Text(column))
			}
			if err := got.Node().Check(); err != nil {
				t.Error(err)
			}
			mp := b.Matchpoints(why.New(), i, bridge.NS)
			if share := field.PercentOf(nil, mp, b.Top(nil)); !share.Equal(got.Fraction) {
				t.Errorf("line %d: %v matchpoints are %v percent of the full top, want %v", r.Line, mp, share, got)
			}
			if top := b.Top(nil); !top.Equal(exact.Int(2*e - 2)) {
				t.Errorf("line %d: top %v, want that of %d results", r.Line, top, e)
			}
			if err := mp.Node().Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestOneResult: a result with nothing to compare with is an average, never a
// division by n-1 (M19).
func TestOneResult(t *testing.T) {
	for _, lines := range [][]string{nil, {"mp.short_boards = plain"}, {"mp.unit = 1-scale"}, {"mp.unit = percent"}} {
		for _, expected := range []int{0, 1, 2, 7} {
			b := field.NewBoard(rules(t, lines...), []score.Points{-1430}, expected)
			for _, side := range bridge.Sides {
				if got := b.Percent(why.New(), 0, side); !got.Equal(exact.Int(50)) {
					t.Errorf("%v, %d expected: %v percent for %v, want 50", lines, expected, got, side)
				}
			}
		}
	}
}

func TestFrequencies(t *testing.T) {
	// A board of a lecture on scoring: the matchpoints stand in its text.
	var scores []score.Points
	for _, f := range []field.Frequency{{680, 54, 0}, {-100, 1, 0}, {1660, 1, 0}, {650, 18, 0}, {1430, 21, 0}, {620, 4, 0}, {-200, 1, 0}} {
		for range f.Count {
			scores = append(scores, f.Score)
		}
	}
	want := []field.Frequency{{1660, 1, 198}, {1430, 21, 176}, {680, 54, 101}, {650, 18, 29}, {620, 4, 7}, {-100, 1, 2}, {-200, 1, 0}}
	if got := field.Frequencies(scores); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := field.Frequencies(nil); got != nil {
		t.Errorf("no results: %v", got)
	}
}

// results draws the North-South scores of one board: legal contracts only, so
// that ties are as frequent as at the table.
func results(t *rapid.T) []score.Points {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) score.Points {
		p, err := score.Duplicate(bridgetest.Contracts().Draw(t, "contract"),
			rapid.Bool().Draw(t, "vul"), rapid.IntRange(0, 13).Draw(t, "tricks"))
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "East-West declare") {
			p = -p
		}
		return p
	}), 1, 40).Draw(t, "North-South scores")
}

// TestDefinition: the quick way gives what the two nested loops of Law 78A give,
// for scores of a deal and for any other numbers.
func TestDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := results(t)
		if rapid.Bool().Draw(t, "strange numbers") {
			for i := range scores {
				scores[i] = score.Points(rapid.IntRange(-20000, 20000).Draw(t, "score"))
			}
		}
		got, compared := field.Matchpoints(scores), field.Compare(scores)
		for i, own := range scores {
			var want field.MP
			for j, other := range scores {
				switch {
				case i == j:
				case own > other:
					want += 2
				case own == other:
					want++
				}
			}
			if got[i] != want || compared[i].MP() != want {
				t.Fatalf("%d among %v: %d and %d, want %d", own, scores, got[i], compared[i].MP(), want)
			}
		}
	})
}

// TestMirror: a board seen from the other side is the same board.
func TestMirror(t *testing.T) {
	for _, lines := range [][]string{
		nil, {"mp.rounding = 0.0001 away"}, {"mp.rounding = 0.1 toward"}, {"mp.short_boards = plain"}, {"mp.unit = percent"},
	} {
		rules := rules(t, lines...)
		rapid.Check(t, func(t *rapid.T) {
			ns := results(t)
			ew := make([]score.Points, len(ns))
			for i, s := range ns {
				ew[i] = -s
			}
			expected := len(ns) + rapid.IntRange(0, 5).Draw(t, "missing")
			a, b := field.NewBoard(rules, ns, expected), field.NewBoard(rules, ew, expected)
			for i := range ns {
				for _, side := range bridge.Sides {
					if x, y := a.Matchpoints(nil, i, side), b.Matchpoints(nil, i, side.Other()); !x.Equal(y.Fraction) {
						t.Fatalf("%v: score %d: %v for %v, mirrored %v", lines, ns[i], x, side, y)
					}
				}
				sum := a.Matchpoints(nil, i, bridge.NS).Add(a.Matchpoints(nil, i, bridge.EW).Fraction)
				if top := a.Top(nil); !sum.Equal(top.Fraction) && len(ns) > 1 {
					t.Fatalf("%v: the sides share %v, want the top %v", lines, sum, top)
				}
			}
		})
	}
}

// TestClosedSums: the matchpoints of A results sum to A(A-1), with Neuberg to
// A(E-1), and the mean of a board is 50 percent.
func TestClosedSums(t *testing.T) {
	rules := rules(t)
	rapid.Check(t, func(t *rapid.T) {
		scores := results(t)
		a := len(scores)
		e := a + rapid.IntRange(0, 8).Draw(t, "missing")
		b := field.NewBoard(rules, scores, e)
		var plain, full, percent exact.Fraction
		for i := range scores {
			plain = plain.Add(b.Plain(nil, i, bridge.NS).Fraction)
			full = full.Add(b.Matchpoints(nil, i, bridge.NS).Fraction)
			percent = percent.Add(b.Percent(nil, i, bridge.NS).Fraction)
		}
		if !plain.Equal(exact.Int(a*(a-1))) || !full.Equal(exact.Int(a*(e-1))) || !percent.Equal(exact.Int(50*a)) {
			t.Fatalf("A %d, E %d: sums %v, %v and %v percent", a, e, plain, full, percent)
		}
	})
}

// TestDerivation: with a pen the same values come out, and they follow from
// their steps.
func TestDerivation(t *testing.T) {
	for _, lines := range [][]string{nil, {"mp.rounding = 0.01 up"}, {"mp.unit = 1-scale", "mp.rounding = 0.01 up"}, {"mp.short_boards = plain"}} {
		rules := rules(t, lines...)
		rapid.Check(t, func(t *rapid.T) {
			scores := results(t)
			b := field.NewBoard(rules, scores, len(scores)+rapid.IntRange(0, 5).Draw(t, "missing"))
			i := rapid.IntRange(0, len(scores)-1).Draw(t, "result")
			for _, side := range bridge.Sides {
				silent, written := b.Percent(nil, i, side), b.Percent(why.New(), i, side)
				if !silent.Equal(written.Fraction) {
					t.Fatalf("%v without a pen, %v with one", silent, written)
				}
				if err := written.Node().Check(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func ExampleMatchpoints() {
	fmt.Println(field.Matchpoints([]score.Points{420, 450, 420, -50}))
	// Output: [3 6 3 0]
}

func ExampleNeuberg() {
	// Ten results where eleven were expected: a top of 18 becomes one of 19.9.
	fmt.Println(field.Neuberg(nil, why.Plain(exact.Int(18)), 11, 10).Decimal(1))
	// Output: 19.9
}
