package exact_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// halves lists every way of rounding.
var halves = []exact.Half{
	exact.HalfAway, exact.HalfToward, exact.HalfEven, exact.HalfUp, exact.Truncate, exact.Ceiling, exact.Floor,
}

func TestRound(t *testing.T) {
	type values map[exact.Half]string
	for _, tc := range []struct {
		f, unit, centre string
		want            values
	}{
		{"5/2", "1", "0", values{
			exact.HalfAway: "3", exact.HalfToward: "2", exact.HalfEven: "2", exact.HalfUp: "3",
			exact.Truncate: "2", exact.Ceiling: "3", exact.Floor: "2",
		}},
		{"-5/2", "1", "0", values{
			exact.HalfAway: "-3", exact.HalfToward: "-2", exact.HalfEven: "-2", exact.HalfUp: "-2",
			exact.Truncate: "-2", exact.Ceiling: "-2", exact.Floor: "-3",
		}},
		{"7/2", "1", "0", values{exact.HalfEven: "4", exact.HalfToward: "3", exact.HalfAway: "4"}},
		{"2.4", "1", "0", values{
			exact.HalfAway: "2", exact.HalfToward: "2", exact.HalfEven: "2", exact.HalfUp: "2",
			exact.Truncate: "2", exact.Ceiling: "3", exact.Floor: "2",
		}},
		{"-2.6", "1", "0", values{
			exact.HalfAway: "-3", exact.HalfToward: "-3", exact.HalfEven: "-3", exact.HalfUp: "-3",
			exact.Truncate: "-2", exact.Ceiling: "-2", exact.Floor: "-3",
		}},
		// Butler data to the nearest ten.
		{"425", "10", "0", values{exact.HalfAway: "430", exact.HalfToward: "420", exact.HalfEven: "420"}},
		{"435", "10", "0", values{exact.HalfAway: "440", exact.HalfToward: "430", exact.HalfEven: "440"}},
		{"-425", "10", "0", values{exact.HalfAway: "-430", exact.HalfToward: "-420", exact.HalfEven: "-420"}},
		// Matchpoints with one decimal, halves from and to an average of 12.
		{"10.25", "0.1", "12", values{exact.HalfAway: "10.2", exact.HalfToward: "10.3", exact.Truncate: "10.3"}},
		{"13.75", "0.1", "12", values{exact.HalfAway: "13.8", exact.HalfToward: "13.7", exact.Truncate: "13.7"}},
		// The centre itself goes the way of its sign.
		{"5/2", "1", "5/2", values{exact.HalfAway: "3", exact.HalfToward: "2", exact.Truncate: "2"}},
		{"-5/2", "1", "-5/2", values{exact.HalfAway: "-3", exact.HalfToward: "-2", exact.Truncate: "-2"}},
		// A unit has no direction, and without one nothing is rounded.
		{"5/2", "-1", "0", values{exact.HalfAway: "3", exact.Ceiling: "3", exact.Floor: "2"}},
		{"17/3", "0", "0", values{exact.HalfAway: "17/3", exact.Truncate: "17/3"}},
	} {
		for half, want := range tc.want {
			r := exact.Rounding{Unit: parse(t, tc.unit), Half: half, Centre: parse(t, tc.centre)}
			if got := parse(t, tc.f).Round(r); !got.Equal(parse(t, want)) {
				t.Errorf("%s to %s, %v, centre %s: %v, want %s", tc.f, tc.unit, half, tc.centre, got, want)
			}
		}
	}
}

// drawRounding draws units and values so that exact halves and values on
// the centre are frequent.
func drawRounding(t *rapid.T) (exact.Fraction, exact.Rounding) {
	unit := rapid.SampledFrom([]exact.Fraction{
		exact.Int(1), exact.Int(10), exact.Of(1, 2), exact.Of(1, 10), exact.Of(1, 100), exact.Of(1, 10000), exact.Of(1, 3),
	}).Draw(t, "unit")
	f := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) exact.Fraction { // a multiple of a quarter of the unit
			return unit.Mul(exact.Of(rapid.Int64Range(-100, 100).Draw(t, "quarters"), 4))
		}),
		rapid.Map(pairs(), func(p pair) exact.Fraction { return p.f }),
	).Draw(t, "f")
	return f, exact.Rounding{Unit: unit, Half: rapid.SampledFrom(halves).Draw(t, "half")}
}

// TestRoundDefinition: the result is a multiple of the unit, less than a unit
// away, the nearest one unless the way says otherwise; rounding again changes
// nothing.
func TestRoundDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, r := drawRounding(t)
		got := f.Round(r)
		off := got.Sub(f).Div(r.Unit)
		if !got.Div(r.Unit).IsInt() || off.Abs().Cmp(exact.Int(1)) >= 0 {
			t.Fatalf("%v to %v, %v: %v", f, r.Unit, r.Half, got)
		}
		switch r.Half {
		case exact.Truncate:
			if got.Abs().Cmp(f.Abs()) > 0 {
				t.Fatalf("%v truncated is %v", f, got)
			}
		case exact.Ceiling:
			if off.Sign() < 0 {
				t.Fatalf("the ceiling of %v is %v", f, got)
			}
		case exact.Floor:
			if off.Sign() > 0 {
				t.Fatalf("the floor of %v is %v", f, got)
			}
		default:
			if off.Abs().Cmp(exact.Of(1, 2)) > 0 {
				t.Fatalf("%v to %v, %v: %v is not the nearest", f, r.Unit, r.Half, got)
			}
			if r.Half == exact.HalfEven && off.Abs().Equal(exact.Of(1, 2)) && !got.Div(r.Unit).Div(exact.Int(2)).IsInt() {
				t.Fatalf("%v to the even %v: %v", f, r.Unit, got)
			}
		}
		if again := got.Round(r); !again.Equal(got) {
			t.Fatalf("%v rounded again is %v", got, again)
		}
	})
}

// TestRoundMirror: what lies as far on the other side of the centre rounds to
// what lies as far on the other side, so that no side is favoured. The centre
// is a multiple of half a unit, as an average of matchpoints is: only then do
// the multiples themselves mirror. Even multiples mirror about even ones.
func TestRoundMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, r := drawRounding(t)
		n := rapid.Int64Range(-20, 20).Draw(t, "centre in half units")
		switch r.Half {
		case exact.HalfEven:
			n *= 2
		case exact.HalfUp, exact.Ceiling, exact.Floor:
			n = 0
		}
		r.Centre = r.Unit.Mul(exact.Of(n, 2))
		twice := r.Centre.Add(r.Centre)
		if f.Equal(r.Centre) {
			return // it has no other side
		}
		got, mirror := f.Round(r), twice.Sub(f).Round(r)
		switch r.Half {
		case exact.HalfUp: // its mirror image, half down, is not among the ways
			if off := got.Add(mirror); off.Sign() < 0 || off.Cmp(r.Unit) > 0 {
				t.Fatalf("%v up is %v, its opposite %v", f, got, mirror)
			}
			return
		case exact.Ceiling: // the mirror image of floor
			mirror = f.Neg().Round(exact.Rounding{Unit: r.Unit, Half: exact.Floor})
		case exact.Floor:
			mirror = f.Neg().Round(exact.Rounding{Unit: r.Unit, Half: exact.Ceiling})
		}
		if !got.Add(mirror).Equal(twice) {
			t.Fatalf("%v, %v about %v to %v: %v, mirrored %v", f, r.Half, r.Centre, r.Unit, got, mirror)
		}
	})
}

func TestAround(t *testing.T) {
	r := exact.Rounding{Unit: exact.Int(1), Half: exact.HalfToward}
	if got := exact.Of(1, 2).Round(r.Around(exact.Int(5))); !got.Equal(exact.Int(1)) || !r.Centre.Equal(exact.Int(0)) {
		t.Errorf("half toward 5: %v; the centre of the original %v", got, r.Centre)
	}
	if r.Exact() || !(exact.Rounding{}).Exact() {
		t.Error("the zero rounding rounds, or another one does not")
	}
}

func TestHalf(t *testing.T) {
	for _, h := range halves {
		if got, err := exact.ParseHalf(h.String()); err != nil || got != h {
			t.Errorf("%v reads as %v, %v", h, got, err)
		}
	}
	_, err := exact.ParseHalf("sometimes")
	if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != "rounding.half" {
		t.Errorf("got %#v", err)
	}
	if got := exact.Half(99).String(); got != "Half(?)" {
		t.Errorf("an unknown half prints %q", got)
	}
}
