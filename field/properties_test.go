package field_test

import (
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

// drawn is a board or a group of one, with all that decides what it is worth.
type drawn struct {
	rules     regulation.Matchpoints
	ascherman bool
	results   []field.Weighted
	expected  int
	group     bool
	other     int
	split     bool // some result differs for the sides
}

// board builds it from these results instead of its own.
func (d drawn) board(results []field.Weighted) *field.Board {
	build := field.NewRuledBoard
	if d.ascherman {
		build = field.NewRuledAscherman
	}
	b := build(d.rules, results, d.expected)
	if d.group {
		b = b.InGroup(d.other)
	}
	return b
}

// drawWeighted draws the results of a board: scores, and rulings with up to three
// outcomes, also different ones for the sides.
func drawWeighted(t *rapid.T) (list []field.Weighted, split bool) {
	scores := results(t)
	scores = scores[:min(len(scores), rapid.IntRange(1, 12).Draw(t, "results"))]
	ruling := func() []field.Outcome {
		left := int64(100)
		var out []field.Outcome
		for range rapid.IntRange(0, 2).Draw(t, "outcomes before the last") {
			w := rapid.Int64Range(1, 40).Draw(t, "weight")
			out = append(out, field.Outcome{Score: rapid.SampledFrom(scores).Draw(t, "outcome"), Weight: percent(w)})
			left -= w
		}
		return append(out, field.Outcome{Score: score.Points(10 * rapid.IntRange(-100, 100).Draw(t, "last outcome")), Weight: percent(left)})
	}
	for _, s := range scores {
		w := field.Single(s)
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			r := ruling()
			w = field.Weighted{NS: r, EW: r}
		case 1:
			w, split = field.Weighted{NS: ruling(), EW: ruling()}, true
		}
		list = append(list, w)
	}
	return list, split
}

// drawBoard draws a board under every rule that mirrors: those that round halves
// up do not, and say so.
func drawBoard(t *rapid.T) drawn {
	d := drawn{ascherman: rapid.Bool().Draw(t, "Ascherman"), group: rapid.Bool().Draw(t, "group")}
	d.rules = regulation.Matchpoints{
		Unit:        rapid.SampledFrom([]regulation.Unit{regulation.TwoScale, regulation.OneScale, regulation.PercentScale}).Draw(t, "unit"),
		ShortBoards: rapid.SampledFrom([]regulation.ShortBoards{regulation.Neuberg, regulation.Plain, regulation.ByFactor, regulation.PlusOne}).Draw(t, "short boards"),
		SmallGroups: rapid.SampledFrom([]regulation.SmallGroups{
			regulation.GroupsNeuberg, regulation.GroupsEBU, regulation.GroupsACBL, regulation.GroupsNZ, regulation.GroupsAlways,
		}).Draw(t, "small groups"),
		Rounding: exact.Rounding{
			Unit: rapid.SampledFrom([]exact.Fraction{{}, exact.Of(1, 10000), exact.Of(1, 10), exact.Int(1)}).Draw(t, "rounding"),
			Half: rapid.SampledFrom([]exact.Half{exact.HalfAway, exact.HalfToward}).Draw(t, "half"),
		},
	}
	d.results, d.split = drawWeighted(t)
	d.other = rapid.IntRange(0, 6).Draw(t, "largest other group")
	d.expected = len(d.results) + d.other + rapid.IntRange(0, 4).Draw(t, "missing")
	return d
}

// opposite is a board's results with every score negated and the sides swapped.
func opposite(results []field.Weighted) []field.Weighted {
	negated := func(list []field.Outcome) []field.Outcome {
		out := make([]field.Outcome, len(list))
		for i, o := range list {
			out[i] = field.Outcome{Score: -o.Score, Weight: o.Weight}
		}
		return out
	}
	out := make([]field.Weighted, len(results))
	for i, w := range results {
		out[i] = field.Weighted{NS: negated(w.EW), EW: negated(w.NS)}
	}
	return out
}

// TestMirrorEverything is M42 for matchpoints: by every method, in every small
// group, with rulings of every kind.
func TestMirrorEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawBoard(t)
		a, b := d.board(d.results), d.board(opposite(d.results))
		if !a.Top(nil).Equal(b.Top(nil).Fraction) || a.Small() != b.Small() {
			t.Fatalf("tops %v and %v", a.Top(nil), b.Top(nil))
		}
		for i := range d.results {
			for _, side := range bridge.Sides {
				if x, y := a.Matchpoints(nil, i, side), b.Matchpoints(nil, i, side.Other()); !x.Equal(y.Fraction) {
					t.Fatalf("result %d: %v matchpoints for %v, mirrored %v", i, x, side, y)
				}
				if x, y := a.Percent(nil, i, side), b.Percent(nil, i, side.Other()); !x.Equal(y.Fraction) {
					t.Fatalf("result %d: %v percent for %v, mirrored %v", i, x, side, y)
				}
			}
		}
	})
}

// TestShares: nothing is outside of 0 to 100 percent, whatever the rule; the sides
// of a result share the top, or in a small group what its rule gives them; and a
// derivation comes to the same and holds.
func TestShares(t *testing.T) {
	small := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawBoard(t)
		if rapid.Bool().Draw(t, "the only one of its version") { // few draws would be such a group by themselves
			d.group, d.results = true, d.results[:1]
		}
		b := d.board(d.results)
		top := b.Top(nil)
		exactly := d.rules.Rounding.Exact()
		for i := range d.results {
			sum := exact.Int(0)
			for _, side := range bridge.Sides {
				mp, share := b.Matchpoints(nil, i, side), b.Percent(nil, i, side)
				if share.Sign() < 0 || share.Cmp(exact.Int(100)) > 0 || mp.Sign() < 0 || mp.Cmp(top.Fraction) > 0 {
					t.Fatalf("result %d for %v: %v of %v, %v percent", i, side, mp, top, share)
				}
				if top.Sign() > 0 && !field.PercentOf(nil, mp, top).Equal(share.Fraction) {
					t.Fatalf("result %d for %v: %v of %v is not %v percent", i, side, mp, top, share)
				}
				sum = sum.Add(share.Fraction)
				p := why.New()
				for _, written := range []why.Value{b.Matchpoints(p, i, side), b.Percent(p, i, side)} {
					if err := written.Node().Check(); err != nil {
						t.Fatal(err)
					}
				}
				if w := b.Percent(p, i, side); !w.Equal(share.Fraction) {
					t.Fatalf("%v without a pen, %v with one", share, w)
				}
			}
			want := exact.Int(100)
			if b.Small() && (len(d.results) == 1 || d.rules.SmallGroups != regulation.GroupsNZ) {
				want = exact.Int(120)
				small++
			}
			if exactly && !d.split && !sum.Equal(want) {
				t.Fatalf("result %d: the sides get %v percent, want %v", i, sum, want)
			}
		}
	})
	if small == 0 {
		t.Error("no small group was drawn")
	}
}

// TestBoardSums: without small groups, rounding and split scores the matchpoints
// of both sides of A results are A times the top, and each side has half of them.
func TestBoardSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawBoard(t)
		d.group, d.rules.Rounding = false, exact.Rounding{}
		for i := range d.results {
			d.results[i].EW = d.results[i].NS
		}
		b := d.board(d.results)
		for _, side := range bridge.Sides {
			sum := exact.Int(0)
			for i := range d.results {
				sum = sum.Add(b.Matchpoints(nil, i, side).Fraction)
			}
			if want := b.Top(nil).Mul(exact.Of(int64(len(d.results)), 2)); !sum.Equal(want) {
				t.Fatalf("%v: sum %v, want %v", side, sum, want)
			}
		}
	})
}

// TestOrderDoesNotMatter: results in another order are worth the same.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawBoard(t)
		order := make([]int, len(d.results))
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		other := make([]field.Weighted, len(d.results))
		for to, from := range order {
			other[to] = d.results[from]
		}
		a, b := d.board(d.results), d.board(other)
		x, y := field.NewWeightedBoard(d.results), field.NewWeightedBoard(other)
		butler := drawButler(t)
		for _, side := range bridge.Sides {
			for to, from := range order {
				if p, q := a.Percent(nil, from, side), b.Percent(nil, to, side); !p.Equal(q.Fraction) {
					t.Fatalf("%v percent, in another order %v", p, q)
				}
				if p, q := x.CrossIMPs(nil, from, side, 17), y.CrossIMPs(nil, to, side, 17); !p.Equal(q.Fraction) {
					t.Fatalf("%v IMPs, in another order %v", p, q)
				}
			}
			p, _ := field.DatumOf(nil, butler, d.results, d.expected, side)
			q, _ := field.DatumOf(nil, butler, other, d.expected, side)
			if !p.Equal(q.Fraction) {
				t.Fatalf("datum %v, in another order %v", p, q)
			}
		}
	})
}

// drawButler draws every kind of datum, with the roundings that mirror.
func drawButler(t *rapid.T) regulation.Butler {
	return regulation.Butler{
		Datum: rapid.SampledFrom([]regulation.Datum{"", regulation.Mean, regulation.Median, regulation.MedianLow, regulation.MedianHigh}).Draw(t, "datum"),
		Trim: rapid.SampledFrom([]regulation.Trim{
			{}, {Count: 1, From: 3}, {Share: exact.Of(1, 7), From: 5}, {Share: exact.Of(1, 20)}, {Share: exact.Of(1, 10), Up: true, From: 6}, {Share: exact.Of(2, 5), Up: true},
		}).Draw(t, "trim"),
		ShortBoards: rapid.SampledFrom([]regulation.ShortDatum{"", regulation.TrimPresent, regulation.TrimFactored}).Draw(t, "short boards"),
		Round: exact.Rounding{
			Unit: rapid.SampledFrom([]exact.Fraction{{}, exact.Int(10)}).Draw(t, "unit"),
			Half: rapid.SampledFrom([]exact.Half{exact.HalfAway, exact.HalfToward, exact.HalfEven, exact.Truncate}).Draw(t, "half"),
		},
	}
}

// TestDatumMirrors: the datum of a board seen from the other side is its opposite,
// the lower of two scores in the middle then being the higher. It lies among the
// scores, its derivation holds, and the quick way for plain scores says the same.
func TestDatumMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list, _ := drawWeighted(t)
		rules := drawButler(t)
		expected := len(list) + rapid.IntRange(0, 6).Draw(t, "missing")
		mirrored := rules
		switch rules.Datum {
		case regulation.MedianLow:
			mirrored.Datum = regulation.MedianHigh
		case regulation.MedianHigh:
			mirrored.Datum = regulation.MedianLow
		}
		for _, side := range bridge.Sides {
			silent, _ := field.DatumOf(nil, rules, list, expected, side)
			x, ok1 := field.DatumOf(why.New(), rules, list, expected, side)
			y, ok2 := field.DatumOf(nil, mirrored, opposite(list), expected, side.Other())
			if !ok1 || !ok2 || !x.Equal(y.Neg()) || !x.Equal(silent.Fraction) {
				t.Fatalf("%+v for %v: datum %v, without a pen %v, mirrored %v", rules, side, x, silent, y)
			}
			if err := x.Node().Check(); err != nil { // an exact mean has a node too
				t.Fatal(err)
			}
			var all []score.Points
			for _, w := range list {
				for _, o := range bridge.BySide[[]field.Outcome](w).Of(side) {
					all = append(all, o.Score)
				}
			}
			low, high := exact.Int(slices.Min(all)-10), exact.Int(slices.Max(all)+10) // it may be rounded past them
			if x.Cmp(low) < 0 || x.Cmp(high) > 0 {
				t.Fatalf("datum %v of %v", x, all)
			}
		}
		scores := results(t)
		plain := make([]field.Weighted, len(scores))
		for i, s := range scores {
			plain[i] = field.Single(s)
		}
		quick, _ := field.Datum(nil, rules, scores)
		slow, _ := field.RuledDatum(nil, rules, plain)
		if !quick.Equal(slow.Fraction) {
			t.Fatalf("%+v of %v: %v, and %v with weights", rules, scores, quick, slow)
		}
		written, _ := field.Datum(why.New(), rules, scores)
		if err := written.Node().Check(); err != nil || !written.Equal(quick.Fraction) {
			t.Fatalf("datum %v, derived %v: %v", quick, written, err)
		}
	})
}

// TestCrossMirrors: cross-IMPs mirror by every divisor and factor, with rulings of
// every kind; those of a board are zero in all unless a score was split; and their
// derivation comes to the same.
func TestCrossMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list, split := drawWeighted(t)
		limit := rapid.SampledFrom([]int{0, 1, 17}).Draw(t, "limit")
		rules := regulation.CrossIMPs{
			Divisor:     rapid.SampledFrom([]regulation.Divisor{regulation.BySum, regulation.ByComparisons, regulation.ByResults, regulation.ByRoot}).Draw(t, "divisor"),
			ShortBoards: rapid.SampledFrom([]regulation.ShortSum{"", regulation.SumAsItIs, regulation.SumByComparisons, regulation.SumByResults}).Draw(t, "short boards"),
		}
		expected := len(list) + rapid.IntRange(0, 6).Draw(t, "missing")
		a, b := field.NewWeightedBoard(list), field.NewWeightedBoard(opposite(list))
		for _, side := range bridge.Sides {
			sum, total := exact.Int(0), exact.Int(0)
			for i := range list {
				x, y := a.CrossIMPs(nil, i, side, limit), b.CrossIMPs(nil, i, side.Other(), limit)
				p := why.New()
				written := a.CrossIMPs(p, i, side, limit)
				if !x.Equal(y.Fraction) || !x.Equal(written.Fraction) {
					t.Fatalf("result %d: %v for %v, mirrored %v, derived %v", i, x, side, y, written)
				}
				v := field.CrossOf(p, rules, written, len(list), expected)
				if err := v.Node().Check(); err != nil {
					t.Fatal(err)
				}
				opposite := field.CrossOf(nil, rules, why.Plain(x.Neg()), len(list), expected)
				if silent := field.CrossOf(nil, rules, x, len(list), expected); !v.Equal(silent.Fraction) || !v.Equal(opposite.Neg()) {
					t.Fatalf("%v, without a pen %v, of the opposite %v", v, silent, opposite)
				}
				sum, total = sum.Add(x.Fraction), total.Add(v.Fraction)
			}
			if split {
				continue
			}
			if sum.Sign() != 0 || rules.Divisor != regulation.ByRoot && total.Sign() != 0 {
				t.Fatalf("sums are %v in all, values %v", sum, total)
			}
		}
	})
}

// TestRoot: a sum divided by √(n(n-1)/2) is exact where the root is a whole number.
// Else rounding it to six decimals gives the millionth that is nearest to the root.
func TestRoot(t *testing.T) {
	rules := regulation.CrossIMPs{Divisor: regulation.ByRoot}
	million, half := exact.Int(1000000), exact.Of(1, 2)
	rapid.Check(t, func(t *rapid.T) {
		sum := exact.Of(rapid.Int64Range(-50000, 50000).Draw(t, "sum"), rapid.Int64Range(1, 100).Draw(t, "weights"))
		n := rapid.IntRange(2, 3000).Draw(t, "results")
		v := field.Cross(nil, rules, why.Plain(sum), n)
		k := v.Round(exact.Rounding{Unit: exact.Of(1, 1000000)}).Abs().Mul(million)
		if sum.Sign()*v.Sign() < 0 {
			t.Fatalf("%v of %d results: %v", sum, n, v)
		}
		square := sum.Mul(sum).Mul(million).Mul(million).Div(exact.Of(int64(n)*int64(n-1), 2))
		low, high := k.Sub(half), k.Add(half)
		if low.Sign() > 0 && low.Mul(low).Cmp(square) > 0 || high.Mul(high).Cmp(square) <= 0 {
			t.Fatalf("%v of %d results: %v is not the nearest", sum, n, v)
		}
	})
	for _, tc := range []struct {
		sum, results int
		want         string
	}{
		{29, 9, "29/6"}, {-29, 9, "-29/6"}, {8, 2, "8"}, {70, 50, "2"}, {0, 5, "0"}, // 36, 1 and 1225 comparisons
		{-9, 5, "-2.8460"}, {-9, 5, "-2.846050"}, {-9, 5, "-2.846049894151"}, // of -2.8460498941515…
	} {
		p := why.New()
		checkValue(t, "by a root", field.Cross(p, rules, p.Given("ximp.sum", exact.Int(tc.sum)), tc.results), tc.want)
	}
}

// TestNothingThere: without a result or with one no rule divides by nothing.
func TestNothingThere(t *testing.T) {
	for _, short := range []regulation.ShortBoards{regulation.Neuberg, regulation.Plain, regulation.ByFactor, regulation.PlusOne} {
		rules := regulation.Matchpoints{ShortBoards: short, SmallGroups: regulation.GroupsACBL}
		for _, expected := range []int{-1, 0, 1, 5} {
			for name, b := range map[string]*field.Board{
				"scores": field.NewBoard(rules, nil, expected), "ruled": field.NewRuledBoard(rules, nil, expected),
				"Ascherman": field.NewAscherman(rules, nil, expected), "Ascherman ruled": field.NewRuledAscherman(rules, nil, expected),
			} {
				for _, b := range []*field.Board{b, b.InGroup(0), b.InGroup(4)} {
					if b.Results() != 0 || b.Expected() != max(expected, 0) || b.Top(why.New()).Sign() < 0 {
						t.Errorf("%s by %s: %d of %d results, top %v", name, short, b.Results(), b.Expected(), b.Top(nil))
					}
				}
			}
			for _, results := range [][]field.Weighted{{field.Single(420)}, {{NS: field.Single(620).NS, EW: field.Single(170).EW}}} {
				for name, b := range map[string]*field.Board{
					"ruled": field.NewRuledBoard(rules, results, expected), "Ascherman": field.NewRuledAscherman(rules, results, expected),
				} {
					for _, side := range bridge.Sides {
						if got := b.Percent(nil, 0, side); !got.Equal(exact.Int(50)) {
							t.Errorf("%s by %s, %d expected: %v percent, want 50", name, short, expected, got)
						}
						if got := b.InGroup(expected-1).Percent(nil, 0, side); !got.Equal(exact.Int(60)) {
							t.Errorf("%s by %s, %d expected, group of one: %v percent, want 60", name, short, expected, got)
						}
					}
				}
			}
		}
	}
	for _, rules := range []regulation.Butler{{}, {Datum: regulation.Median}, {ShortBoards: regulation.TrimFactored, Trim: regulation.Trim{Count: 9}}} {
		// Nobody played; rulings without an outcome.
		for _, results := range [][]field.Weighted{nil, {{}}, {{}, {}, {}}} {
			if d, ok := field.DatumOf(nil, rules, results, 7, bridge.EW); ok {
				t.Errorf("a board without a result has the datum %v", d)
			}
		}
		if d, ok := field.DatumOf(nil, rules, []field.Weighted{field.Single(420)}, 7, bridge.EW); !ok || !d.Equal(exact.Int(420)) {
			t.Errorf("the datum of one result is %v, %v", d, ok)
		}
	}
	trimmed := regulation.Butler{Trim: regulation.Trim{Count: 1, From: 3}}
	if d, ok := field.DatumOf(nil, trimmed, []field.Weighted{{}, field.Single(420), {}}, 3, bridge.NS); ok {
		t.Errorf("with the only score trimmed the datum is %v", d)
	}
	if got := field.CrossIMPs(nil, 0); len(got) != 0 {
		t.Errorf("IMPs of nobody: %v", got)
	}
	for _, d := range []regulation.Divisor{regulation.BySum, regulation.ByComparisons, regulation.ByResults, regulation.ByRoot} {
		for _, s := range []regulation.ShortSum{regulation.SumAsItIs, regulation.SumByComparisons, regulation.SumByResults} {
			for results := range 2 {
				for _, expected := range []int{0, 1, 7} {
					if v := field.CrossOf(why.New(), regulation.CrossIMPs{Divisor: d, ShortBoards: s}, why.Plain(exact.Int(0)), results, expected); v.Sign() != 0 {
						t.Errorf("%s, %s, %d of %d results: %v, want 0", d, s, results, expected, v)
					}
				}
			}
		}
	}
}
