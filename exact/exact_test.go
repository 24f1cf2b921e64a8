package exact_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// ints draws whole numbers, often from the edges at which machine words end.
func ints() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64Range(-100, 100),
		rapid.Int64(),
		rapid.SampledFrom([]int64{
			math.MinInt64, math.MinInt64 + 1, math.MinInt64 / 2, -1 << 32, -1, 0, 1, 2, 1 << 31, 1 << 32,
			math.MaxInt64 / 2, math.MaxInt64/2 + 1, math.MaxInt64 - 1, math.MaxInt64,
		}),
	)
}

// pairs draws a fraction and the same number as a big.Rat.
type pair struct {
	f exact.Fraction
	r *big.Rat
}

func pairs() *rapid.Generator[pair] {
	return rapid.Custom(func(t *rapid.T) pair {
		num := ints().Draw(t, "numerator")
		den := ints().Filter(func(n int64) bool { return n != 0 }).Draw(t, "denominator")
		p := pair{exact.Of(num, den), big.NewRat(num, den)}
		if rapid.Bool().Draw(t, "beyond words") {
			n := ints().Filter(func(n int64) bool { return n != 0 }).Draw(t, "factor")
			p.f, p.r = p.f.Mul(exact.Int(n)), new(big.Rat).Mul(p.r, new(big.Rat).SetInt64(n))
		}
		return p
	})
}

// same checks that f is the number r in its one form.
func same(t *rapid.T, what string, f exact.Fraction, r *big.Rat) {
	t.Helper()
	if f.String() != r.RatString() {
		t.Fatalf("%s is %v, want %s", what, f, r.RatString())
	}
	if f.Sign() != r.Sign() || f.IsInt() != r.IsInt() {
		t.Fatalf("%s: sign %d, whole %t", what, f.Sign(), f.IsInt())
	}
	n, ok := f.Int64()
	if want := r.IsInt() && r.Num().IsInt64(); ok != want || ok && n != r.Num().Int64() || !ok && n != 0 {
		t.Fatalf("%s: as a machine word %d, %t", what, n, ok)
	}
}

// TestArithmetic: fractions give what math/big gives, at the edges of machine
// words too.
func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := pairs().Draw(t, "a"), pairs().Draw(t, "b")
		same(t, "a", a.f, a.r)
		same(t, "a+b", a.f.Add(b.f), new(big.Rat).Add(a.r, b.r))
		same(t, "a-b", a.f.Sub(b.f), new(big.Rat).Sub(a.r, b.r))
		same(t, "a·b", a.f.Mul(b.f), new(big.Rat).Mul(a.r, b.r))
		same(t, "-a", a.f.Neg(), new(big.Rat).Neg(a.r))
		same(t, "|a|", a.f.Abs(), new(big.Rat).Abs(a.r))
		if b.r.Sign() != 0 {
			same(t, "a/b", a.f.Div(b.f), new(big.Rat).Quo(a.r, b.r))
			same(t, "(a/b)·b", a.f.Div(b.f).Mul(b.f), a.r)
		}
		same(t, "a+b-b", a.f.Add(b.f).Sub(b.f), a.r)
		same(t, "sum", exact.Sum(a.f, b.f, a.f), new(big.Rat).Add(a.r, new(big.Rat).Add(a.r, b.r)))
		if got, want := a.f.Cmp(b.f), a.r.Cmp(b.r); got != want || a.f.Equal(b.f) != (want == 0) || b.f.Cmp(a.f) != -want {
			t.Fatalf("%v and %v compare as %d, want %d", a.f, b.f, got, want)
		}
		if exact.Sum().Sign() != 0 {
			t.Fatal("the sum of nothing is not zero")
		}
	})
}

// TestMinInt64: the one machine word without an opposite is a number like any
// other.
func TestMinInt64(t *testing.T) {
	const text = "-9223372036854775808"
	for name, f := range map[string]exact.Fraction{
		"Int":   exact.Int(int64(math.MinInt64)),
		"Of":    exact.Of(math.MinInt64, 1),
		"Add":   exact.Int(int64(math.MinInt64 + 1)).Add(exact.Int(-1)),
		"Neg":   exact.Int(int64(math.MaxInt64)).Add(exact.Int(1)).Neg(),
		"Mul":   exact.Of(math.MinInt64, 3).Mul(exact.Int(3)),
		"Parse": parse(t, text),
	} {
		if f.String() != text || f.Neg().String() != text[1:] || f.Abs().String() != text[1:] || f.Sign() != -1 {
			t.Errorf("%s: %v, opposite %v", name, f, f.Neg())
		}
		if n, ok := f.Int64(); n != math.MinInt64 || !ok {
			t.Errorf("%s: Int64 %d, %t", name, n, ok)
		}
		if !f.Equal(exact.Int(int64(math.MinInt64))) || f.Cmp(exact.Int(int64(math.MinInt64+1))) != -1 {
			t.Errorf("%s: not itself", name)
		}
	}
	if f := exact.Of(math.MinInt64, math.MinInt64); !f.Equal(exact.Int(1)) {
		t.Errorf("divided by itself it is %v", f)
	}
	if f := exact.Of(1, math.MinInt64); f.String() != "-1/9223372036854775808" {
		t.Errorf("its inverse is %v", f)
	}
}

func TestDivisionByZero(t *testing.T) {
	for name, divide := range map[string]func(){
		"Of":  func() { exact.Of(1, 0) },
		"Div": func() { exact.Int(1).Div(exact.Fraction{}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			divide()
		})
	}
}

// TestText: what String prints reads back, alone and in JSON.
func TestText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := pairs().Draw(t, "f").f
		if got, err := exact.Parse(f.String()); err != nil || !got.Equal(f) {
			t.Fatalf("%v reads as %v, %v", f, got, err)
		}
		b, err := json.Marshal(f)
		if err != nil || string(b) != `"`+f.String()+`"` {
			t.Fatalf("%v: JSON %s, %v", f, b, err)
		}
		var back exact.Fraction
		if err := json.Unmarshal(b, &back); err != nil || !back.Equal(f) {
			t.Fatalf("JSON %s reads as %v, %v", b, back, err)
		}
	})
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "7": "7", "+7": "7", "-12.5": "-25/2", "62.50": "125/2", "17/3": "17/3", "-34/6": "-17/3",
		"0/5": "0", ".5": "1/2", "5.": "5", "0.0001": "1/10000", "010": "10", "010/3": "10/3", "3/010": "3/10",
		"08.50": "17/2", "0009/0012": "3/4", "99999999999999999999": "99999999999999999999",
	} {
		if got := parse(t, text); got.String() != want {
			t.Errorf("%q reads as %v, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"", " ", "x", "1e3", "0x10", "1_000", "1,5", "−5", "--5", "5-", "1/0", "0/0", "1/-2", "1/+2", "1/2/3", "1.5/2",
		"1/2.5", "/2", "1/", ".", "+", "1.2.3", "NaN", "Inf", strings.Repeat("1", 1001), "1." + strings.Repeat("0", 1000),
	} {
		f, err := exact.Parse(text)
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Code != bridge.Invalid || e.Key != "number.unknown" {
			t.Errorf("%q reads as %v, %v", text, f, err)
		}
	}
}

// TestDecimal: printing rounds exact halves away from zero and never writes a
// zero with a sign.
func TestDecimal(t *testing.T) {
	for _, tc := range []struct {
		f      exact.Fraction
		places int
		want   string
	}{
		{exact.Of(125, 1000), 2, "0.13"},
		{exact.Of(-125, 1000), 2, "-0.13"},
		{exact.Of(1249, 10000), 2, "0.12"},
		{exact.Of(5, 2), 0, "3"},
		{exact.Of(-5, 2), 0, "-3"},
		{exact.Of(5787, 100), 2, "57.87"},
		{exact.Of(17, 3), 4, "5.6667"},
		{exact.Int(7), 2, "7.00"},
		{exact.Int(7), -1, "7"},
		{exact.Of(-1, 1000), 2, "0.00"},
		{exact.Of(-1, 1000), 0, "0"},
		{exact.Of(-5, 1000), 2, "-0.01"},
		{exact.Int(-10), 0, "-10"},
		{exact.Int(int64(math.MinInt64)), 1, "-9223372036854775808.0"},
	} {
		if got := tc.f.Decimal(tc.places); got != tc.want {
			t.Errorf("%v with %d places: %q, want %q", tc.f, tc.places, got, tc.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f, places := pairs().Draw(t, "f").f, rapid.IntRange(0, 6).Draw(t, "places")
		s := f.Decimal(places)
		unit := exact.Int(1)
		for range places {
			unit = unit.Div(exact.Int(10))
		}
		if want := f.Round(exact.Rounding{Unit: unit}); !mustParse(t, s).Equal(want) {
			t.Fatalf("%v with %d places: %s, want %v", f, places, s, want)
		}
		if mirror := f.Neg().Decimal(places); strings.TrimPrefix(mirror, "-") != strings.TrimPrefix(s, "-") {
			t.Fatalf("%v prints %s, its opposite %s", f, s, mirror)
		}
	})
}

func TestShort(t *testing.T) {
	for _, tc := range []struct {
		f      exact.Fraction
		places int
		want   string
	}{
		{exact.Int(12), 2, "12"},
		{exact.Of(25, 2), 2, "12.5"},
		{exact.Of(-25, 2), 2, "-12.5"},
		{exact.Of(1, 8), 2, "1/8"},
		{exact.Of(1, 8), 3, "0.125"},
		{exact.Of(17, 3), 6, "17/3"},
		{exact.Of(25, 2), 0, "25/2"},
		{exact.Of(25, 2), -1, "25/2"},
	} {
		if got := tc.f.Short(tc.places); got != tc.want {
			t.Errorf("%v within %d places: %q, want %q", tc.f, tc.places, got, tc.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := pairs().Draw(t, "f").f
		if s := f.Short(rapid.IntRange(0, 6).Draw(t, "places")); !mustParse(t, s).Equal(f) {
			t.Fatalf("%v prints as %s, another number", f, s)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"7", "-12.5", "17/3", "010/3", "1e9", "1/0", "-9223372036854775808"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := exact.Parse(s)
		if err != nil {
			return
		}
		if back, err := exact.Parse(v.String()); len(v.String()) <= 1000 && (err != nil || !back.Equal(v)) {
			t.Fatalf("%q prints as %v, which reads as %v, %v", s, v, back, err)
		}
		if !v.Sub(v).Equal(exact.Fraction{}) || v.Cmp(v) != 0 {
			t.Fatalf("%q is not itself", s)
		}
	})
}

func parse(t *testing.T, s string) exact.Fraction {
	t.Helper()
	f, err := exact.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustParse(t *rapid.T, s string) exact.Fraction {
	t.Helper()
	f, err := exact.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
