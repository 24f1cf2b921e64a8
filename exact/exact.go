// Package exact holds fractions, how they are rounded and how they are printed.
//
// Points are whole numbers; matchpoints, percentages and averages are fractions.
// No floating-point number ever decides a result: a [Fraction] is exact until a
// regulation says where and how to round, and then [Fraction.Round] rounds once.
//
// # Promises
//
// Fractions have no size limit: what does not fit into machine words is kept as
// a [math/big.Rat]. Equal values compare equal however they were computed. The
// package is pure.
package exact

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Fraction is an exact rational number. The zero value is 0. Compare fractions
// with [Fraction.Cmp] or [Fraction.Equal], not with ==.
type Fraction struct {
	num int64    // never the one number without an opposite, math.MinInt64
	den int64    // denominator less one, so that the zero value is 0/1; in lowest terms
	big *big.Rat // the value if it does not fit; num and den are then 0
}

// Int is the fraction n/1.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](n T) Fraction {
	if int64(n) == math.MinInt64 {
		return fromBig(new(big.Rat).SetInt64(math.MinInt64))
	}
	return Fraction{num: int64(n)}
}

// Of is the fraction num/den. A denominator of zero is a fault of the program
// and panics, as a division of integers does.
func Of(num, den int64) Fraction {
	if den == 0 {
		panic("exact: division by zero")
	}
	if num == math.MinInt64 || den == math.MinInt64 {
		return fromBig(big.NewRat(num, den))
	}
	if den < 0 {
		num, den = -num, -den
	}
	g := gcd(abs(num), uint64(den))
	return Fraction{num: num / int64(g), den: den/int64(g) - 1}
}

// maxText is the longest text that [Parse] looks at: far more than any score
// needs, and short enough that a hostile file cannot keep us busy.
const maxText = 1000

// Parse reads a whole number, a decimal with a point, or a fraction: "7",
// "-12.5", "17/3". All digits are decimal, whatever zeros they begin with.
func Parse(s string) (Fraction, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Int(n), nil
	}
	// What big.Rat reads beyond that (exponents, octal, underscores) is no number
	// that a result or a regulation writes.
	if len(s) <= maxText && strings.IndexFunc(s, notNumeral) < 0 {
		if num, den, ok := strings.Cut(s, "/"); ok {
			n, ok1 := new(big.Int).SetString(num, 10)
			d, ok2 := new(big.Int).SetString(den, 10)
			if ok1 && ok2 && d.Sign() > 0 && den[0] != '+' {
				return fromBig(new(big.Rat).SetFrac(n, d)), nil
			}
		} else if r, ok := new(big.Rat).SetString(s); ok {
			return fromBig(r), nil
		}
	}
	return Fraction{}, bridge.Errorf(bridge.Invalid, "number.unknown", "number %q: want a form like 7, -12.5 or 17/3", s)
}

func notNumeral(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune("+-./", r) }

// Sum adds up.
func Sum(fs ...Fraction) Fraction {
	var sum Fraction
	for _, f := range fs {
		sum = sum.Add(f)
	}
	return sum
}

// Add gives f + g.
func (f Fraction) Add(g Fraction) Fraction {
	if f.big == nil && g.big == nil {
		if f.den == g.den { // the common case: whole numbers, or one unit
			if num := f.num + g.num; (num > f.num) == (g.num > 0) && num != math.MinInt64 {
				if f.den == 0 {
					return Fraction{num: num}
				}
				return Of(num, f.den+1)
			}
		}
		a, ok1 := mul(f.num, g.den+1)
		b, ok2 := mul(g.num, f.den+1)
		d, ok3 := mul(f.den+1, g.den+1)
		if num := a + b; ok1 && ok2 && ok3 && (num > a) == (b > 0) && num != math.MinInt64 {
			return Of(num, d)
		}
	}
	return fromBig(new(big.Rat).Add(f.rat(), g.rat()))
}

// Sub gives f - g.
func (f Fraction) Sub(g Fraction) Fraction { return f.Add(g.Neg()) }

// Neg gives -f.
func (f Fraction) Neg() Fraction {
	if f.big != nil {
		return fromBig(new(big.Rat).Neg(f.big))
	}
	f.num = -f.num // Of and fromBig never store the one value without a negative
	return f
}

// Abs gives the absolute value.
func (f Fraction) Abs() Fraction {
	if f.Sign() < 0 {
		return f.Neg()
	}
	return f
}

// Mul gives f · g.
func (f Fraction) Mul(g Fraction) Fraction {
	if f.big == nil && g.big == nil {
		// Crosswise reduction keeps the products small.
		a, b := int64(gcd(abs(f.num), uint64(g.den+1))), int64(gcd(abs(g.num), uint64(f.den+1)))
		num, ok1 := mul(f.num/a, g.num/b)
		den, ok2 := mul((f.den+1)/b, (g.den+1)/a)
		if ok1 && ok2 {
			return Of(num, den)
		}
	}
	return fromBig(new(big.Rat).Mul(f.rat(), g.rat()))
}

// Div gives f / g. Division by zero is a fault of the program and panics.
func (f Fraction) Div(g Fraction) Fraction {
	if g.Sign() == 0 {
		panic("exact: division by zero")
	}
	if g.big == nil {
		if g.num < 0 {
			return f.Mul(Fraction{num: -(g.den + 1), den: -g.num - 1})
		}
		return f.Mul(Fraction{num: g.den + 1, den: g.num - 1})
	}
	return fromBig(new(big.Rat).Quo(f.rat(), g.rat()))
}

// Cmp is -1 if f < g, 0 if they are equal, +1 if f > g.
func (f Fraction) Cmp(g Fraction) int {
	if f.big == nil && g.big == nil {
		if f.den == g.den {
			return cmp(f.num, g.num)
		}
		a, ok1 := mul(f.num, g.den+1)
		b, ok2 := mul(g.num, f.den+1)
		if ok1 && ok2 {
			return cmp(a, b)
		}
	}
	return f.rat().Cmp(g.rat())
}

// Equal reports whether f and g are the same number.
func (f Fraction) Equal(g Fraction) bool { return f.Cmp(g) == 0 }

// Sign is -1, 0 or +1.
func (f Fraction) Sign() int {
	if f.big != nil {
		return f.big.Sign()
	}
	return cmp(f.num, 0)
}

// IsInt reports whether f is a whole number.
func (f Fraction) IsInt() bool {
	if f.big != nil {
		return f.big.IsInt()
	}
	return f.den == 0
}

// Int64 gives a whole number that fits into 64 bits; for any other it gives 0
// and ok is false.
func (f Fraction) Int64() (n int64, ok bool) {
	switch {
	case f.big != nil && f.big.IsInt() && f.big.Num().IsInt64(): // math.MinInt64
		return f.big.Num().Int64(), true
	case f.big != nil || f.den != 0:
		return 0, false
	}
	return f.num, true
}

// String gives the exact value: "7", "-25/2", "17/3". [Parse] reads it back, up
// to a thousand characters.
func (f Fraction) String() string {
	if f.big != nil {
		return f.big.RatString()
	}
	s := strconv.FormatInt(f.num, 10)
	if f.den != 0 {
		s += "/" + strconv.FormatInt(f.den+1, 10)
	}
	return s
}

// Decimal prints f with that many places after a decimal point, exact halves
// away from zero: the way results are shown where no regulation says otherwise.
// A zero has no sign, whatever was rounded to it.
func (f Fraction) Decimal(places int) string {
	s := f.rat().FloatString(max(places, 0)) // rounds halves away from zero
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// Short prints f as a decimal if that is exact within so many places, without
// trailing zeros, and as a fraction if not: "12.5", "17/3".
func (f Fraction) Short(places int) string {
	for p := range places + 1 {
		s := f.Decimal(p)
		if g, err := Parse(s); err == nil && g.Equal(f) {
			return s
		}
	}
	return f.String()
}

// MarshalText implements [encoding.TextMarshaler] with [Fraction.String].
func (f Fraction) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [Parse].
func (f *Fraction) UnmarshalText(b []byte) (err error) {
	*f, err = Parse(string(b))
	return err
}

func (f Fraction) rat() *big.Rat {
	if f.big != nil {
		return f.big
	}
	return big.NewRat(f.num, f.den+1)
}

func fromBig(r *big.Rat) Fraction {
	if r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64 {
		return Fraction{num: r.Num().Int64(), den: r.Denom().Int64() - 1}
	}
	return Fraction{big: r}
}

func abs(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

func cmp(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// mul multiplies; ok is false if the product needs more than 63 bits and a sign.
func mul(a, b int64) (product int64, ok bool) {
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	return a * b, true
}

// gcd is the greatest common divisor; gcd(0, b) is b, and b is never 0 here.
func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, 1)
}
