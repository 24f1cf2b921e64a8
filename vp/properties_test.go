package vp_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// byIMPs draws a scale for margins, a number of boards that it has, and a way of
// margins that are not whole.
func byIMPs(t *rapid.T) (s *vp.Scale, boards int) {
	lengths := map[string][2]int{
		"wbf": {1, 200}, "wbf-discrete": {1, 200}, "acbl20": {1, 36}, "acbl30": {6, 11}, "win-loss": {1, 200}, "win-loss-acbl": {1, 200},
	}
	name := rapid.SampledFrom([]string{"wbf", "wbf-discrete", "acbl20", "acbl30", "win-loss", "win-loss-acbl"}).Draw(t, "scale")
	s, err := vp.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	ways := []regulation.Fractional{regulation.NearestInt, regulation.FloorHalf, regulation.Interpolate}
	return s.Fractional(rapid.SampledFrom(ways).Draw(t, "fractional")), rapid.IntRange(lengths[name][0], lengths[name][1]).Draw(t, "boards")
}

func margins(t *rapid.T) exact.Fraction {
	return exact.Of(rapid.Int64Range(-9000, 9000).Draw(t, "margin"), rapid.SampledFrom([]int64{1, 2, 3, 10, 20, 30, 60, 100}).Draw(t, "parts"))
}

// TestMirror: with the margin negated and the sides swapped the victory points are
// the same; both sides have the pool together; with a pen and without one the values
// are the same, and the derivation proves them.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, boards := byIMPs(t)
		margin := margins(t)
		home, away, err := s.Of(why.New(), boards, why.Plain(margin))
		if err != nil {
			t.Fatal(err)
		}
		checkedIn(t, home)
		checkedIn(t, away)
		h, a, err := s.Of(nil, boards, why.Plain(margin))
		if err != nil || !h.Equal(home.Fraction) || !a.Equal(away.Fraction) || h.Node() != nil {
			t.Fatalf("without a pen %v %v, with one %v %v (%v)", h.Fraction, a.Fraction, home.Fraction, away.Fraction, err)
		}
		mirrored, other, err := s.Of(nil, boards, why.Plain(margin.Neg()))
		if err != nil || !mirrored.Equal(a.Fraction) || !other.Equal(h.Fraction) {
			t.Fatalf("margin %v: %v %v, mirrored %v %v (%v)", margin, h.Fraction, a.Fraction, mirrored.Fraction, other.Fraction, err)
		}
		if pool, ok := s.Pool(); !ok || !h.Add(a.Fraction).Equal(pool) {
			t.Fatalf("margin %v: %v and %v, pool %v", margin, h.Fraction, a.Fraction, pool)
		}
	})
}

func checkedIn(t *rapid.T, v why.Value) {
	if err := v.Node().Check(); err != nil {
		t.Fatal(err)
	}
	if !v.Node().Value.Equal(v.Fraction) {
		t.Fatalf("value %v, derivation %v", v.Fraction, v.Node().Value)
	}
}

// TestMonotone: a larger margin is never worth less, nor a higher percentage.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, boards := byIMPs(t)
		a, b := margins(t), margins(t)
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		low, _, err1 := s.Of(nil, boards, why.Plain(a))
		high, _, err2 := s.Of(nil, boards, why.Plain(b))
		if err1 != nil || err2 != nil || low.Cmp(high.Fraction) > 0 {
			t.Fatalf("%v is worth %v, %v is worth %v (%v, %v)", a, low.Fraction, b, high.Fraction, err1, err2)
		}
		pairs, err := vp.Find("ebu-pairs")
		if err != nil {
			t.Fatal(err)
		}
		of := func(percent exact.Fraction) exact.Fraction {
			v, err := pairs.OfPercent(nil, rapid.IntRange(1, 55).Draw(t, "boards of pairs"), why.Plain(percent))
			if err != nil {
				t.Fatal(err)
			}
			return v.Fraction
		}
		p := exact.Of(rapid.Int64Range(0, 30000).Draw(t, "percent"), 300)
		v, err := pairs.OfPercent(nil, 8, why.Plain(p))
		if err != nil {
			t.Fatal(err)
		}
		w, err := pairs.OfPercent(nil, 8, why.Plain(exact.Int(100).Sub(p)))
		if err != nil || !v.Add(w.Fraction).Equal(exact.Int(20)) {
			t.Fatalf("%v percent: %v, its opposite %v (%v)", p, v.Fraction, w.Fraction, err)
		}
		if of(exact.Int(50)).Cmp(exact.Int(10)) != 0 || of(exact.Int(100)).Cmp(exact.Int(20)) != 0 {
			t.Fatal("50 percent are not 10, or 100 percent not 20")
		}
		q := p.Add(exact.Of(rapid.Int64Range(0, 30000-mustInt(p.Mul(exact.Int(300)))).Draw(t, "more"), 300))
		more, err := pairs.OfPercent(nil, 8, why.Plain(q))
		if err != nil || more.Cmp(v.Fraction) < 0 {
			t.Fatalf("%v percent: %v, %v percent: %v (%v)", p, v.Fraction, q, more.Fraction, err)
		}
	})
}

func mustInt(f exact.Fraction) int64 {
	n, ok := f.Int64()
	if !ok {
		panic("not whole")
	}
	return n
}

// TestGains: on the continuous scale a further IMP never gains more than the one
// before it; no cell is below the rounded formula, and none above the smallest table
// of that kind. Bands of the discrete scale never get narrower but the last, which
// has no end.
func TestGains(t *testing.T) {
	continuous, discrete := find(t, "wbf"), find(t, "wbf-discrete")
	for boards := 1; boards <= 200; boards++ {
		rows := table(t, continuous, boards).Rows
		equal(t, "tie", rows[0].Winner, "10")
		equal(t, "blitz", rows[len(rows)-1].Winner, "20")
		if n := int64(len(rows) - 1); n*n < 225*int64(boards) || (n-1)*(n-1) >= 225*int64(boards) {
			t.Errorf("%d boards: the last row is %d, and 15 times the root %v", boards, n, new(big.Int).Sqrt(big.NewInt(225*int64(boards))))
		}
		for d := 1; d < len(rows)-1; d++ {
			gain, next := rows[d].Winner.Sub(rows[d-1].Winner), rows[d+1].Winner.Sub(rows[d].Winner)
			if gain.Cmp(next) < 0 || next.Sign() < 0 {
				t.Errorf("%d boards: %v for IMP %d, then %v", boards, gain, d, next)
			}
		}
		bands := table(t, discrete, boards).Rows
		if len(bands) != 11 || !bands[10].Open {
			t.Fatalf("%d boards: %d bands", boards, len(bands))
		}
		width := 2*mustInt(bands[0].Last) + 1
		for i := 1; i < 10; i++ {
			next := mustInt(bands[i].Last.Sub(bands[i].First)) + 1
			if next < width {
				t.Errorf("%d boards: the band of %d VP is %d wide, the one before it %d", boards, 10+i, next, width)
			}
			width = next
		}
	}
	for _, boards := range []int{201, 500, vp.MostBoards} {
		table(t, continuous, boards)
		table(t, discrete, boards)
	}
}

// TestFractional: a margin that is not whole has one of the values beside it, or one
// between them.
func TestFractional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, boards := byIMPs(t)
		margin := margins(t)
		floor := margin.Round(exact.Rounding{Unit: exact.Int(1), Half: exact.Floor})
		var values []exact.Fraction
		for _, f := range []exact.Fraction{floor, margin, floor.Add(exact.Int(1))} {
			home, _, err := s.Of(nil, boards, why.Plain(f))
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, home.Fraction)
		}
		if values[0].Cmp(values[1]) > 0 || values[1].Cmp(values[2]) > 0 {
			t.Fatalf("margin %v: %v, between %v and %v", margin, values[1], values[0], values[2])
		}
		middle := floor.Add(exact.Of(1, 2))
		for way, want := range map[regulation.Fractional]exact.Fraction{
			regulation.NearestInt: middle.Add(exact.Of(1, 2)), regulation.FloorHalf: floor,
		} {
			if floor.Sign() < 0 {
				want = map[regulation.Fractional]exact.Fraction{regulation.NearestInt: floor, regulation.FloorHalf: floor.Add(exact.Int(1))}[way]
			}
			got, _, err1 := s.Fractional(way).Of(nil, boards, why.Plain(middle))
			whole, _, err2 := s.Of(nil, boards, why.Plain(want))
			if err1 != nil || err2 != nil || !got.Equal(whole.Fraction) {
				t.Fatalf("%s: %v is worth %v, want what %v is worth, %v (%v, %v)", way, middle, got.Fraction, want, whole.Fraction, err1, err2)
			}
		}
	})
}
