package field_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// TestSumCheck is B30: on a frequency chart the matchpoints of the best score and
// how often it came add up to one more than the top of the board.
func TestSumCheck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := results(t)
		best := field.Frequencies(scores)[0]
		if got, want := int(best.MP)+best.Count, 2*len(scores)-2+1; got != want {
			t.Fatalf("%v: %d + %d, want %d", scores, best.MP, best.Count, want)
		}
	})
	chart := field.Frequencies([]score.Points{620, 620, 600, 500, 400, 300, 200, 100, -50, -100})
	if best := chart[0]; best.MP != 17 || best.Count != 2 {
		t.Errorf("the best score: %d matchpoints, %d times, want 17 and 2", best.MP, best.Count)
	}
}

// chart is a frequency chart as one writes it by hand, worst score first: the
// first has f - 1 matchpoints, each next the last one's with its frequency and its
// own (EBU White Book 4.2.2).
type chart []struct {
	score     score.Points
	times, mp exact.Fraction
}

func handChart(results []field.Weighted) (c chart) {
	times := map[score.Points]exact.Fraction{}
	for _, r := range results {
		for _, o := range r.NS {
			times[o.Score] = times[o.Score].Add(o.Weight)
		}
	}
	for s, n := range times {
		c = append(c, struct {
			score     score.Points
			times, mp exact.Fraction
		}{s, n, exact.Fraction{}})
	}
	slices.SortFunc(c, func(a, b struct {
		score     score.Points
		times, mp exact.Fraction
	},
	) int {
		return cmp.Compare(a.score, b.score)
	})
	for i := range c {
		if i == 0 {
			c[i].mp = c[i].times.Sub(exact.Int(1))
			continue
		}
		c[i].mp = c[i-1].mp.Add(c[i-1].times).Add(c[i].times)
	}
	return c
}

// of gives what a score is worth on the chart; one that is not on it has the
// matchpoints of the next lower score and its frequency.
func (c chart) of(s score.Points) exact.Fraction {
	worth := exact.Int(-1)
	for _, f := range c {
		switch {
		case f.score == s:
			return f.mp
		case f.score < s:
			worth = f.mp.Add(f.times)
		}
	}
	return worth
}

// TestHandRule: an assigned score by hand (EBU White Book 4.2.2). With its own part
// of the ruling on the chart, a pair has by hand what our comparison with all
// others gives it, whatever the weights; the smaller the part of an outcome, the
// nearer that is to the rule for a score that did not occur.
func TestHandRule(t *testing.T) {
	results := readResults(t, "500 450*2 420*5").weighted
	c := handChart(results)
	for s, want := range map[score.Points]int{500: 14, 450: 11, 420: 4, 430: 9} {
		if got := c.of(s); !got.Equal(exact.Int(want)) {
			t.Errorf("%d is worth %v, want %d", s, got, want)
		}
	}
	for _, w := range []int64{0, 1, 1000, 5000} { // of the pair that had 500, in parts of 10,000
		ruling := []field.Outcome{{Score: 430, Weight: exact.Of(w, 10000)}, {Score: 500, Weight: exact.Of(10000-w, 10000)}}
		results[0] = field.Weighted{NS: ruling, EW: ruling}
		by := handChart(results)
		if got, want := by.of(430), exact.Int(9).Add(exact.Of(w, 10000)); !got.Equal(want) {
			t.Errorf("430 with %d of 10,000 is worth %v, want %v", w, got, want)
		}
		hand := ruling[0].Weight.Mul(by.of(430)).Add(ruling[1].Weight.Mul(by.of(500)))
		if got := field.NewWeightedBoard(results).Matchpoints(nil, 0, bridge.NS); !got.Equal(hand) {
			t.Errorf("430 with %d of 10,000: %v, by hand %v", w, got, hand)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		list, _ := drawWeighted(t)
		by, b := handChart(list), field.NewWeightedBoard(list)
		for i, r := range list {
			hand := exact.Int(0)
			for _, o := range r.NS {
				hand = hand.Add(o.Weight.Mul(by.of(o.Score)))
			}
			if got := b.Matchpoints(nil, i, bridge.NS); !got.Equal(hand) {
				t.Fatalf("result %d of %v: %v, by hand %v", i, list, got, hand)
			}
		}
	})
}

// TestWeightedIMPsRound: -2.5 IMPs become -3 where victory points follow (EBU White
// Book 4.2.6.1: to the unit of scoring, halves away from average).
func TestWeightedIMPsRound(t *testing.T) {
	results := readResults(t, "60:430|10:400|20:-50|10:-150 400").weighted
	b := field.NewWeightedBoard(results)
	for side, want := range map[bridge.Side]string{bridge.NS: "-3", bridge.EW: "3"} {
		p := why.New()
		v := p.Round("test.unit", b.CrossIMPs(p, 0, side, 0), exact.Rounding{Unit: exact.Int(1), Half: exact.HalfAway})
		checkValue(t, side.String(), v, want)
	}
}

// TestEBUWeighted: 30 % of 9.7 and 70 % of 5.7, the values of the adjusted
// frequencies, are 6.90.
func TestEBUWeighted(t *testing.T) {
	c := handChart(readResults(t, "30:650|70:-100 650 170 -200 -300 -500").weighted)
	for s, want := range map[score.Points]string{650: "9.7", -100: "5.7"} {
		if got := c.of(s).Decimal(1); got != want {
			t.Errorf("%d is worth %s on the chart, want %s", s, got, want)
		}
	}
}

// TestArtificialIMPs: B08, two IMPs for each 10 percent; B28, average plus for each
// comparison of a board with 9 results.
func TestArtificialIMPs(t *testing.T) {
	for percent, want := range map[int]string{60: "2", 40: "-2", 50: "0", 55: "1", 100: "10", 0: "-10"} {
		p := why.New()
		checkValue(t, fmt.Sprintf("B08 %d percent", percent), field.ArtificialIMPs(p, p.Given("L12C2.butler_plus", exact.Int(2)), exact.Int(percent)), want)
	}
	for _, tc := range []struct {
		name     string
		divisor  regulation.Divisor
		each     int
		expected int
		want     string
	}{
		{"B28 total", regulation.BySum, 3, 9, "24"},
		{"average", regulation.ByComparisons, 3, 9, "3"},
		{"by results", regulation.ByResults, 3, 9, "3"},
		{"XIMPQ of the EBU", regulation.ByRoot, 2, 9, "2.666667"},
		{"one result", regulation.BySum, 3, 1, "0"},
		{"no result", regulation.BySum, 3, 0, "0"},
	} {
		p := why.New()
		plus := field.CrossPlus(p, regulation.CrossIMPs{Divisor: tc.divisor}, exact.Int(tc.each), tc.expected)
		checkValue(t, tc.name, plus, tc.want)
		checkValue(t, tc.name+", average", field.ArtificialIMPs(p, plus, exact.Int(50)), "0")
	}
}

// TestFouledTotal is B29: the sum of a group of five of twelve results, by the two
// factors that are in use.
func TestFouledTotal(t *testing.T) {
	for _, tc := range []struct {
		short, divisor, want string
	}{
		{"comparisons", "none", "22"},
		{"results", "none", "19.2"},
		{"none", "none", "8"},
		{"comparisons", "comparisons", "2"},
		{"none", "comparisons", "2"},
		{"results", "comparisons", "96/55"},
		{"comparisons", "results", "11/6"},
		{"comparisons", "root", "2.708013"},
	} {
		p := why.New()
		rules := pack(t, "ximp.short_boards = "+tc.short, "ximp.divisor = "+tc.divisor).CrossIMPs
		checkValue(t, tc.short+" / "+tc.divisor, field.CrossOf(p, rules, p.Given("ximp.sum", exact.Int(8)), 5, 12), tc.want)
	}
}

// TestTotalPointsAndPar: Law 78C, and IMPs against par, from both sides.
func TestTotalPointsAndPar(t *testing.T) {
	for _, tc := range []struct {
		own, par      score.Points
		points, imps  string
		pointsEW, imp string
	}{
		{420, 100, "420", "8", "-420", "-8"},
		{-50, 420, "-50", "-10", "50", "10"},
		{0, 0, "0", "0", "0", "0"},
		{7600, -7600, "7600", "24", "-7600", "-24"},
	} {
		p := why.New()
		checkValue(t, "total points", field.TotalPoints(p, tc.own, bridge.NS), tc.points)
		checkValue(t, "total points", field.TotalPoints(p, tc.own, bridge.EW), tc.pointsEW)
		checkValue(t, "against par", field.AgainstPar(p, tc.own, tc.par, bridge.NS), tc.imps)
		checkValue(t, "against par", field.AgainstPar(p, tc.own, tc.par, bridge.EW), tc.imp)
	}
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.Custom(func(t *rapid.T) score.Points { return score.Points(10 * rapid.IntRange(-760, 760).Draw(t, "points")) })
		own, par := points.Draw(t, "own"), points.Draw(t, "par")
		for _, side := range bridge.Sides {
			if x, y := field.TotalPoints(nil, own, side), field.TotalPoints(nil, -own, side.Other()); !x.Equal(y.Fraction) {
				t.Fatalf("%d: %v, mirrored %v", own, x, y)
			}
			if x, y := field.AgainstPar(nil, own, par, side), field.AgainstPar(nil, -own, -par, side.Other()); !x.Equal(y.Fraction) {
				t.Fatalf("%d against %d: %v, mirrored %v", own, par, x, y)
			}
		}
	})
}

// TestSplitDatum: with a split score each side has the datum of its own chart.
func TestSplitDatum(t *testing.T) {
	results := readResults(t, "620/170 420 420 400").weighted
	rules := pack(t, "butler.round = exact").Butler
	for side, want := range map[bridge.Side]string{bridge.NS: "465", bridge.EW: "352.5"} {
		d, _ := field.DatumOf(why.New(), rules, results, len(results), side)
		checkValue(t, side.String(), d, want)
	}
}

// TestTrace: what the numbers of short boards are made of.
func TestTrace(t *testing.T) {
	scores := []score.Points{620, 420, -50}
	for _, tc := range []struct {
		name string
		v    func(*why.Pen) why.Value
		rule []string
	}{
		{"small group", func(p *why.Pen) why.Value {
			return field.NewBoard(rules(t, "mp.small_groups = ebu"), scores, 9).InGroup(6).Matchpoints(p, 0, bridge.NS)
		}, []string{"small_group.of_top", "small_group.base", "small_group.average", "L78A.beaten", "L78A.top"}},
		{"group of one", func(p *why.Pen) why.Value {
			return field.NewBoard(rules(t), scores[:1], 9).InGroup(6).Percent(p, 0, bridge.NS)
		}, []string{"small_group.alone"}},
		{"large group", func(p *why.Pen) why.Value {
			return field.NewBoard(rules(t), scores, 9).InGroup(6).Percent(p, 0, bridge.NS)
		}, []string{"percent", "neuberg.expected", "L78A.beaten"}},
		{"Ascherman", func(p *why.Pen) why.Value {
			return field.NewAscherman(rules(t), scores, 9).Percent(p, 0, bridge.EW)
		}, []string{"percent", "ascherman.top", "ascherman.with_own", "short_board.factor", "L78A.tied"}},
		{"plain factor", func(p *why.Pen) why.Value {
			return field.NewBoard(rules(t, "mp.short_boards = factor"), scores, 9).Matchpoints(p, 0, bridge.EW)
		}, []string{"short_board.factor", "short_board.expected"}},
		{"plus one", func(p *why.Pen) why.Value {
			return field.NewBoard(rules(t, "mp.short_boards = plus_one"), scores, 9).Matchpoints(p, 0, bridge.EW)
		}, []string{"short_board.plus_one", "short_board.missing"}},
		{"median", func(p *why.Pen) why.Value {
			d, _ := field.Datum(p, pack(t, "butler.datum = median").Butler, scores[:2])
			return d
		}, []string{"butler.datum", "butler.median", "butler.middle"}},
		{"weighted comparisons", func(p *why.Pen) why.Value {
			return field.NewWeightedBoard(readResults(t, "50:420|50:-50 420 -50*2").weighted).CrossIMPs(p, 0, bridge.EW, 17)
		}, []string{"L12C1.weighted", "L12C1.outcome", "ximp.sum", "ximp.times", "side.score", "side.other"}},
		{"XIMPQ", func(p *why.Pen) why.Value {
			return field.CrossOf(p, pack(t, "ximp.divisor = root", "ximp.short_boards = results").CrossIMPs, field.CrossSum(p, scores, 0, 0), 3, 8)
		}, []string{"ximp.root", "ximp.pairs", "ximp.factored", "ximp.full", "ximp.sum"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := tc.v(why.New()).Node()
			for _, rule := range tc.rule {
				if n.Find(rule) == nil {
					t.Errorf("no step %s", rule)
				}
			}
			if err := n.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func ExampleBoard_InGroup() {
	// At three of nine tables a board had lost a card: two groups, rated apart.
	rules := regulation.Matchpoints{ShortBoards: regulation.Neuberg, SmallGroups: regulation.GroupsEBU}
	fouled := field.NewBoard(rules, []score.Points{620, 620, -100}, 9).InGroup(6)
	for i := range fouled.Results() {
		fmt.Println(fouled.Percent(nil, i, bridge.NS), fouled.Percent(nil, i, bridge.EW))
	}
	// Output:
	// 65 55
	// 65 55
	// 50 70
}
