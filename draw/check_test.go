package draw_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/draw/drawtest"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/why"
)

// number reads a fraction of a table.
func number(t *testing.T, s string) exact.Fraction {
	t.Helper()
	f, err := exact.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// derived checks a value that was made with a pen and once more without.
func derived(t *testing.T, rule func(p *why.Pen) why.Value, want exact.Fraction) {
	t.Helper()
	got := rule(why.New())
	if !got.Equal(want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if plain := rule(nil); !plain.Equal(got.Fraction) {
		t.Errorf("without a pen %s, with one %s", plain, got)
	}
	if err := got.Node().Check(); err != nil {
		t.Error(err)
	}
}

func TestMismatch(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/mismatch.csv", "most", "actual", "correct", "verdict", "-source") {
		if got := draw.Mismatch(number(t, r.Text("actual")), number(t, r.Text("correct")), r.Int("most")); string(got) != r.Text("verdict") {
			t.Errorf("line %d: %s, want %s", r.Line, got, r.Text("verdict"))
		}
	}
}

func TestRemedy(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/remedy.csv", "most", "verdict", "own", "actual", "want", "source") {
		t.Run(fmt.Sprintf("line %d, %s", r.Line, r.Text("source")), func(t *testing.T) {
			derived(t, func(p *why.Pen) why.Value {
				actual := p.Given("given", number(t, r.Text("actual")))
				return draw.Remedy(p, draw.Verdict(r.Text("verdict")), r.Bool("own"), actual, r.Int("most"))
			}, number(t, r.Text("want")))
		})
	}
}

// field makes contestants 1 … n with these scores, best first.
func field(scores ...int) (out []draw.Contestant) {
	for i, s := range scores {
		out = append(out, draw.Contestant{ID: i + 1, Rank: i + 1, Score: exact.Int(s)})
	}
	return out
}

func match(a, b int) draw.Group { return draw.Group{Kind: draw.Match, Contestants: []int{a, b}} }

// TestCheckExample is the example of EBU White Book 3.5: A 60, B 54, C 52, D 50 were
// drawn A-D and B-C. Only B and D are mismatched.
func TestCheckExample(t *testing.T) {
	report, err := draw.Check([]draw.Played{{
		Standings: field(60, 54, 52, 50), Groups: []draw.Group{match(1, 4), match(2, 3)},
	}}, 20)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range report.Findings {
		for _, c := range f.Each {
			got = append(got, fmt.Sprint(c.Contestant, " met ", c.Actual, " with ", c.ActualScore, ", correct ", c.Correct, " with ", c.CorrectScore, ": ", c.Verdict))
		}
	}
	want := []string{
		"1 met 4 with 50, correct 2 with 54: none", "4 met 1 with 60, correct 3 with 52: harm",
		"2 met 3 with 52, correct 1 with 60: benefit", "3 met 2 with 54, correct 4 with 50: none",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestCheckTies: where contestants are level, any order of them is a correct draw,
// and one that is near enough is no mismatch.
func TestCheckTies(t *testing.T) {
	// 1 leads, 2, 3 and 4 are level; 1 met 2. By rank 1-3 and 2-4, but 1-4, 2-3 is as good.
	history := []draw.Group{match(1, 2), match(3, 4)}
	first := draw.Played{Standings: field(0, 0, 0, 0), Groups: history}
	second := draw.Played{After: 1, Standings: field(20, 10, 10, 0), Groups: []draw.Group{match(1, 4), match(2, 3)}}
	report, err := draw.Check([]draw.Played{first, second}, 20)
	if err != nil {
		t.Fatal(err)
	}
	var round2 []draw.Verdict
	for _, f := range report.Findings {
		for _, c := range f.Each {
			if f.Round == 2 {
				round2 = append(round2, c.Verdict)
			}
		}
	}
	// 1 should have met 3 (10), met 4 (0); 4 should have met 2 (10), met 1 (20);
	// 2 should have met 4 (0) and met 3 (10); 3 should have met 1 (20) and met 2.
	want := []draw.Verdict{draw.Benefit, draw.Harm, draw.Harm, draw.Benefit}
	if diff := cmp.Diff(want, round2); diff != "" {
		t.Error(diff)
	}

	level := draw.Played{After: 1, Standings: field(20, 10, 10, 10), Groups: []draw.Group{match(1, 4), match(2, 3)}}
	report, err = draw.Check([]draw.Played{first, level}, 20)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 2 {
		t.Fatalf("%d findings, want the two matches", len(report.Findings))
	}
	for _, f := range report.Findings {
		for _, c := range f.Each {
			if c.Verdict != draw.NoMismatch {
				t.Errorf("%d is mismatched (%s), but all of its opponents were level", c.Contestant, c.Verdict)
			}
		}
	}
	if report.Unsettled != nil {
		t.Errorf("rounds %v were not settled", report.Unsettled)
	}
}

// TestCheckTiedOpponent: the correct draw of the given order is far, but that of
// another order of level contestants is near.
func TestCheckTiedOpponent(t *testing.T) {
	// 2 and 3 are level behind 1, so 3 might have met 1; by rank it meets 4.
	in := draw.Played{Standings: field(30, 20, 20, 0), Groups: []draw.Group{match(1, 3), match(2, 4)}}
	report, err := draw.Check([]draw.Played{in}, 20)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 2 {
		t.Fatalf("%d findings, want 2", len(report.Findings))
	}
	for _, f := range report.Findings {
		for _, c := range f.Each {
			if c.Verdict != draw.NoMismatch {
				t.Errorf("%d: %s, but another order of the level ones is as correct", c.Contestant, c.Verdict)
			}
		}
	}
}

// TestCheckOwnDraws: a Swiss that was drawn here has nothing to find; with two
// opponents of a round exchanged both matches are found, in that round alone.
func TestCheckOwnDraws(t *testing.T) {
	src := seed.New(3)
	for i := range histories(40) {
		n := 6 + src.Below(20)
		draws, inputs := played(t, src, n, 4, draw.Options{})
		var rounds []draw.Played
		for r, d := range draws {
			rounds = append(rounds, draw.Played{After: r, Standings: inputs[r].Contestants, Groups: d.Groups()})
		}
		report, err := draw.Check(rounds, 20)
		if err != nil || len(report.Findings) > 0 || report.Undrawable != nil || report.Unsettled != nil {
			t.Fatalf("event %d: %+v, %v", i, report, err)
		}
		last := rounds[3].Groups
		last[0].Contestants[1], last[1].Contestants[1] = last[1].Contestants[1], last[0].Contestants[1]
		report, err = draw.Check(rounds, 20)
		if err != nil || len(report.Findings) != 2 || report.Findings[0].Round != 4 {
			t.Fatalf("event %d: %+v, %v, want two findings in round 4", i, report, err)
		}
	}
}

func TestCheckOdd(t *testing.T) {
	bye := draw.Group{Kind: draw.Bye, Contestants: []int{2}}
	report, err := draw.Check([]draw.Played{
		{Standings: field(3, 2, 1), Groups: []draw.Group{match(1, 3), bye}},
	}, 20)
	if err != nil || len(report.Findings) != 2 || report.Findings[0].Each[1].Correct != 0 || report.Findings[1].Each != nil {
		t.Errorf("%+v, %v: want a wrong match and a wrong bye", report, err)
	}
	// Round 2 of two contestants cannot be drawn.
	report, err = draw.Check([]draw.Played{
		{Standings: field(0, 0), Groups: []draw.Group{match(1, 2)}},
		{After: 1, Standings: field(20, 0), Groups: []draw.Group{match(1, 2)}},
	}, 20)
	if err != nil || !slices.Equal(report.Undrawable, []int{2}) {
		t.Errorf("%+v, %v: want round 2 without a draw", report, err)
	}
	if _, err := draw.Check([]draw.Played{{Standings: field(0, 0), Groups: []draw.Group{match(1, 3)}}}, 20); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("a contestant from elsewhere: %v", err)
	}
	if _, err := draw.Check([]draw.Played{{After: 7, Standings: field(0, 0)}}, 20); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("standings from the future: %v", err)
	}
	many := make([]int, 40)
	report, err = draw.Check([]draw.Played{{Standings: field(many...), Groups: []draw.Group{match(1, 40)}}}, 20)
	if err != nil || !slices.Equal(report.Unsettled, []int{1}) {
		t.Errorf("%+v, %v: 40 level contestants have too many orders", report, err)
	}
}

// TestBefore: what a forecast says is the same in all draws is in each of them, and
// the draw that comes is one of its cases.
func TestBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := seed.New(rapid.Uint64().Draw(t, "seed"))
		n := rapid.IntRange(6, 16).Draw(t, "contestants")
		in := drawtest.Field(src, n, rapid.IntRange(1, 3).Draw(t, "rounds"))
		if rapid.Bool().Draw(t, "accelerated") {
			in.Options.Boost = &draw.Acceleration{Rounds: 9, Points: exact.Int(rapid.IntRange(1, 60).Draw(t, "points"))}
			src.Shuffle(n, func(i, j int) {
				c := in.Contestants
				c[i].Seed, c[j].Seed = c[j].Seed, c[i].Seed
			})
		}
		var pending []draw.Pending
		for _, g := range in.History {
			if g.Kind == draw.Match && g.Round == in.Round-1 && len(pending) < 2 {
				pending = append(pending, draw.Pending{Contestants: [2]int(g.Contestants), Outcomes: draw.Outcomes(20 - 14*len(pending))})
			}
		}
		f, err := draw.Before(in, pending, 1000)
		if bridge.CodeOf(err) == bridge.NoSolution { // some case has no draw, and no forecast is made
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, c := range f.Cases {
			sum += c.Outcomes
		}
		if sum < 147 || f.Outcomes != 147 {
			t.Fatalf("%d outcomes, %d in all cases, want 21 · 7", f.Outcomes, sum)
		}
		// Let the results come in.
		now := in
		now.Contestants = slices.Clone(in.Contestants)
		for _, p := range pending {
			o := p.Outcomes[src.Below(len(p.Outcomes))]
			for i := range now.Contestants {
				for side, id := range p.Contestants {
					if now.Contestants[i].ID == id {
						now.Contestants[i].Score = now.Contestants[i].Score.Add(o[side])
					}
				}
			}
		}
		level := map[int]int{} // where it stands among those that it is level with
		for i, c := range now.Contestants {
			level[c.ID] = 10 * i
		}
		for _, p := range pending {
			for _, id := range p.Contestants {
				level[id] = src.Below(10*n) + 1
			}
		}
		slices.SortStableFunc(now.Contestants, func(a, b draw.Contestant) int {
			if c := b.Score.Cmp(a.Score); c != 0 {
				return c
			}
			return level[a.ID] - level[b.ID]
		})
		for i := range now.Contestants {
			now.Contestants[i].Rank = i + 1
		}
		d, err := draw.Swiss(now)
		if err != nil {
			t.Fatal(err)
		}
		came := sorted(d.Groups())
		if !slices.ContainsFunc(f.Cases, func(c draw.Case) bool { return slices.Equal(sorted(c.Draw.Groups()), came) }) {
			t.Fatal("the draw is none of the cases")
		}
		for _, g := range sorted(f.Same) {
			if !slices.Contains(came, g) {
				t.Fatalf("%s was the same in all draws, but it is not in this one", g)
			}
		}
		waiting := len(f.Open)
		for _, g := range f.Same {
			waiting += len(g.Contestants)
		}
		if waiting != n {
			t.Fatalf("%d contestants play or wait, want %d", waiting, n)
		}
	})
}

// TestBeforeKnowsTheRest: the leaders' result cannot change who meets at the bottom.
func TestBeforeKnowsTheRest(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(40, 39, 38, 37, 3, 2, 1, 0)}
	for i := 1; i < 9; i += 2 {
		in.History = append(in.History, draw.Group{Round: 1, Kind: draw.Match, Contestants: []int{i, i + 1}})
	}
	f, err := draw.Before(in, []draw.Pending{{Contestants: [2]int{1, 2}, Outcomes: draw.Outcomes(20)}}, 100)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"match[5 7]", "match[6 8]"}
	if diff := cmp.Diff(want, sorted(f.Same)); diff != "" {
		t.Error(diff)
	}
	if !slices.Equal(f.Open, []int{1, 2, 3, 4}) || len(f.Cases) != 2 {
		t.Errorf("%v wait, %d cases; want the four at the top, in two ways", f.Open, len(f.Cases))
	}
}

// TestBeforeLevel: what breaks a tie may hang on the match that is open, so whoever plays
// it may stand before and behind those that it is level with.
func TestBeforeLevel(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(20, 12, 11, 9, 0, 0)} // 5 and 6 still play
	for i := 1; i < 7; i += 2 {
		in.History = append(in.History, draw.Group{Round: 1, Kind: draw.Match, Contestants: []int{i, i + 1}})
	}
	whole := func(a, b int) [2]exact.Fraction { return [2]exact.Fraction{exact.Int(a), exact.Int(b)} }
	f, err := draw.Before(in, []draw.Pending{{[2]int{5, 6}, [][2]exact.Fraction{whole(13, 7), whole(11, 9)}}}, 100)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range f.Cases {
		got = append(got, fmt.Sprint(c.Outcomes, " ", who(c.Draw)))
	}
	slices.Sort(got)
	// With 13-7 the order is 1 5 2 3 4 6. With 11-9 it is 1 2 3 5 or 1 2 5 3, and then the
	// other two.
	want := []string{"1 1-3 2-5 4-6", "2 1-5 2-3 4-6"}
	if diff := cmp.Diff(want, got); diff != "" || f.Outcomes != 2 {
		t.Errorf("%d outcomes\n%s", f.Outcomes, diff)
	}
}

// TestBeforeTriangle: each of three has two matches that are open.
func TestBeforeTriangle(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(12, 8, 0, 0, 0)}
	in.History = []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{1, 2}}, {Round: 1, Kind: draw.Triangle, Contestants: []int{3, 4, 5}}}
	half := draw.Outcomes(10)
	var pending []draw.Pending
	for _, two := range [][2]int{{3, 4}, {3, 5}, {4, 5}} {
		pending = append(pending, draw.Pending{Contestants: two, Outcomes: half})
	}
	f, err := draw.Before(in, pending, 2000)
	if err != nil || f.Outcomes != 11*11*11 {
		t.Fatalf("%+v, %v: want 1331 outcomes", f, err)
	}
	if _, err := draw.Before(in, append(pending, pending[0]), 20000); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("the same match twice: %v", err)
	}
}

// TestOrders: each order comes once, as many as there are, in the order of the scores, and
// who has no open match keeps its place among those like it.
func TestOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 6).Draw(t, "scores")
		slices.Sort(scores)
		slices.Reverse(scores)
		f := field(scores...)
		open := map[int]bool{}
		for _, c := range f {
			open[c.ID] = rapid.Bool().Draw(t, "open")
		}
		list, count := draw.Orders(f, open)
		seen := map[string]bool{}
		for _, order := range list {
			var ids, closed []int
			for i, c := range order {
				ids = append(ids, c.ID)
				if c.Rank != i+1 || i > 0 && order[i-1].Score.Cmp(c.Score) < 0 {
					t.Fatalf("%v is no order by score", order)
				}
				if !open[c.ID] {
					closed = append(closed, c.ID)
				}
			}
			if seen[fmt.Sprint(ids)] || !slices.IsSorted(closed) {
				t.Fatalf("%v: comes twice, or who waits for nothing changed places", ids)
			}
			seen[fmt.Sprint(ids)] = true
		}
		if len(list) != count {
			t.Fatalf("%d orders, counted %d", len(list), count)
		}
	})
}

// TestBeforeMany: so many may be level that not every order is tried.
func TestBeforeMany(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(make([]int, 24)...)}
	var pending []draw.Pending
	for i := 1; i < 24; i += 2 {
		in.History = append(in.History, draw.Group{Round: 1, Kind: draw.Match, Contestants: []int{i, i + 1}})
		pending = append(pending, draw.Pending{Contestants: [2]int{i, i + 1}, Outcomes: [][2]exact.Fraction{{exact.Int(1), exact.Int(1)}}})
	}
	_, err := draw.Before(in, pending, 100)
	if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != "draw.level" {
		t.Errorf("%v, want draw.level", err)
	}
}

// TestBeforeAccelerated: outcomes that leave the standings in the same order may
// still differ, because the points that do not count come on top.
func TestBeforeAccelerated(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(60, 30, 30, 0)} // 1, then 2 and 3 whose result is to come
	for i, s := range []int{2, 3, 1, 4} {
		in.Contestants[i].Seed = s
	}
	in.Options.Boost = &draw.Acceleration{Rounds: 2, Points: exact.Int(10), Top: 1}
	in.History = []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{2, 3}}, {Round: 1, Kind: draw.Match, Contestants: []int{1, 4}}}
	f, err := draw.Before(in, []draw.Pending{{[2]int{2, 3}, [][2]exact.Fraction{
		{exact.Int(12), exact.Int(8)}, {exact.Int(20), exact.Int(0)}, {exact.Int(19), exact.Int(1)},
	}}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range f.Cases {
		got = append(got, fmt.Sprint(c.Outcomes, " ", who(c.Draw)))
	}
	if diff := cmp.Diff([]string{"2 1-2 3-4", "1 1-3 2-4"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBeforeRefuses(t *testing.T) {
	in := draw.Input{Round: 2, After: 1, Contestants: field(9, 8, 7, 6), History: []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{1, 2}}, {Round: 1, Kind: draw.Match, Contestants: []int{3, 4}}}}
	all := draw.Outcomes(20)
	for _, tc := range []struct {
		name    string
		pending []draw.Pending
		code    bridge.Code
	}{
		{"too many outcomes", []draw.Pending{{[2]int{1, 2}, all}, {[2]int{3, 4}, all}}, bridge.Unsupported},
		{"no outcome", []draw.Pending{{[2]int{1, 2}, nil}}, bridge.Unsupported},
		{"not in the field", []draw.Pending{{[2]int{1, 5}, all}}, bridge.Invalid},
		{"the same match twice", []draw.Pending{{[2]int{1, 2}, all}, {[2]int{2, 1}, all}}, bridge.Invalid},
		{"no match of the history", []draw.Pending{{[2]int{1, 3}, all}}, bridge.Invalid},
	} {
		if _, err := draw.Before(in, tc.pending, 100); bridge.CodeOf(err) != tc.code {
			t.Errorf("%s: %v, want code %s", tc.name, err, tc.code)
		}
	}
	in.Round = 0
	if _, err := draw.Before(in, nil, 1); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("round 0: %v", err)
	}
}
