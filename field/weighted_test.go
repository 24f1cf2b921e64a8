package field_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

func percent(n int64) exact.Fraction { return exact.Of(n, 100) }

// TestWeighted is a lecture's example: 60 percent of +110 and 40 of -50 in a field
// of twelve others (M41: averaging the scores first gives 8).
func TestWeighted(t *testing.T) {
	ruling := []field.Outcome{{110, percent(60)}, {-50, percent(40)}}
	results := []field.Weighted{{NS: ruling, EW: ruling}}
	for s, n := range map[score.Points]int{110: 5, 50: 3, -50: 2, -110: 2} {
		for range n {
			results = append(results, field.Single(s))
		}
	}
	b := field.NewWeightedBoard(results)
	p := why.New()
	ns, ew := b.Matchpoints(p, 0, bridge.NS), b.Matchpoints(p, 0, bridge.EW)
	if ns.Decimal(1) != "13.8" || ew.Decimal(1) != "10.2" {
		t.Errorf("%s and %s, want 13.8 and 10.2", ns.Decimal(1), ew.Decimal(1))
	}
	for _, v := range []why.Value{ns, ew} {
		if err := v.Node().Check(); err != nil {
			t.Error(err)
		}
	}
	for i, r := range results {
		if i > 0 && r.NS[0].Score == 50 {
			if got := b.Matchpoints(nil, i, bridge.NS).Decimal(1); got != "10.8" {
				t.Errorf("a pair of the field with +50: %s, want 10.8", got)
			}
		}
	}
}

// TestWeightedTeams: against one other result IMPs are weighted, never scores: the
// other table has +400.
func TestWeightedTeams(t *testing.T) {
	ruling := []field.Outcome{{430, percent(60)}, {400, percent(10)}, {-50, percent(20)}, {-150, percent(10)}}
	b := field.NewWeightedBoard([]field.Weighted{{NS: ruling, EW: ruling}, field.Single(400)})
	if got := b.CrossIMPs(nil, 0, bridge.NS, 0); !got.Equal(exact.Of(-5, 2)) {
		t.Errorf("%v IMPs, want -2.5", got)
	}
}

// TestWeightedIsUnweighted: without a ruling it is the ordinary comparison, and
// with one the sides still share the top.
func TestWeightedIsUnweighted(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		scores := results(r)
		weighted := make([]field.Weighted, len(scores))
		for i, s := range scores {
			weighted[i] = field.Single(s)
		}
		b, mp, imps := field.NewWeightedBoard(weighted), field.Matchpoints(scores), field.CrossIMPs(scores, 17)
		for i := range scores {
			if got := b.Matchpoints(nil, i, bridge.NS); !got.Equal(exact.Int(mp[i])) {
				r.Fatalf("%v: %v matchpoints, want %d", scores, got, mp[i])
			}
			if got := b.CrossIMPs(nil, i, bridge.EW, 17); !got.Equal(exact.Int(-imps[i])) {
				r.Fatalf("%v: %v IMPs, want %d", scores, got, -imps[i])
			}
		}
		i := rapid.IntRange(0, len(scores)-1).Draw(r, "ruled")
		w := int64(rapid.IntRange(1, 99).Draw(r, "weight"))
		ruling := []field.Outcome{{scores[i], percent(w)}, {score.Points(10 * rapid.IntRange(-100, 100).Draw(r, "other")), percent(100 - w)}}
		weighted[i] = field.Weighted{NS: ruling, EW: ruling}
		b = field.NewWeightedBoard(weighted)
		total := exact.Int(0)
		for i := range scores {
			ns, ew := b.Matchpoints(nil, i, bridge.NS), b.Matchpoints(nil, i, bridge.EW)
			if !ns.Add(ew.Fraction).Equal(exact.Int(2*len(scores) - 2)) {
				r.Fatalf("result %d: the sides get %v and %v", i, ns, ew)
			}
			total = total.Add(ns.Fraction)
		}
		if n := len(scores); !total.Equal(exact.Int(n * (n - 1))) {
			r.Fatalf("the board sums to %v, want %d", total, n*(n-1))
		}
	})
}

// TestSplit: each side has its own score and its own frequency chart.
func TestSplit(t *testing.T) {
	split := field.Weighted{NS: field.Single(620).NS, EW: field.Single(170).EW}
	b := field.NewWeightedBoard([]field.Weighted{split, field.Single(420), field.Single(420)})
	for side, want := range map[bridge.Side]string{bridge.NS: "4 1 1", bridge.EW: "4 1 1"} {
		got := ""
		for i := range 3 {
			if i > 0 {
				got += " "
			}
			got += b.Matchpoints(nil, i, side).String()
		}
		if got != want {
			t.Errorf("%v: %s, want %s", side, got, want)
		}
	}
}
