package exact

import (
	"math/big"

	"github.com/overtrick/overtrick/bridge"
)

// Half says which way a value goes that lies exactly between two multiples of
// the unit; the last three say it of every value between them. Each way but
// [HalfUp], [Ceiling] and [Floor] mirrors: rounding the opposite gives the
// opposite.
type Half uint8

// The ways of a half, in the words of the regulations. Away and Toward mean from
// and to the centre given to [Rounding]: zero for points and IMPs, the average
// for matchpoints.
const (
	HalfAway   Half = iota // away from the centre
	HalfToward             // toward the centre
	HalfEven               // to the even multiple (425 to 420, 435 to 440)
	HalfUp                 // toward plus infinity
	Truncate               // no half: toward the centre, which it may pass by less than a unit
	Ceiling                // no half: always toward plus infinity ("fractions up")
	Floor                  // no half: always toward minus infinity
)

var halfText = [...]string{"away", "toward", "even", "up", "truncate", "ceiling", "floor"}

// ParseHalf reads away, toward, even, up, truncate, ceiling or floor.
func ParseHalf(s string) (Half, error) {
	for i, text := range halfText {
		if s == text {
			return Half(i), nil
		}
	}
	return 0, bridge.Errorf(bridge.Invalid, "rounding.half", "rounding %q: want away, toward, even, up, truncate, ceiling or floor", s)
}

// String gives the word that [ParseHalf] reads.
func (h Half) String() string {
	if int(h) < len(halfText) {
		return halfText[h]
	}
	return "Half(?)"
}

// Rounding is where and how a regulation rounds. The zero value does not round.
type Rounding struct {
	Unit   Fraction // multiples of this, its sign does not matter; 0: exact, no rounding
	Half   Half
	Centre Fraction // what Away, Toward and Truncate refer to
}

// Exact reports whether r leaves every value as it is.
func (r Rounding) Exact() bool { return r.Unit.Sign() == 0 }

// DecimalUnit is the unit of a number with that many decimals: 1/100 for two.
func DecimalUnit(places int) Fraction {
	unit := Int(1)
	for range places {
		unit = unit.Div(Int(10))
	}
	return unit
}

// Around is r with another centre.
func (r Rounding) Around(centre Fraction) Rounding {
	r.Centre = centre
	return r
}

// Round gives the multiple of the unit that the regulation chooses for f.
func (f Fraction) Round(r Rounding) Fraction {
	if r.Exact() {
		return f
	}
	unit := r.Unit.Abs()
	quotient := f.Div(unit)
	below := quotient.floor()
	rest := quotient.Sub(below)
	if rest.Sign() == 0 {
		return f
	}
	up := false
	above := f.Cmp(r.Centre) > 0 || f.Equal(r.Centre) && f.Sign() >= 0
	switch half := rest.Cmp(Of(1, 2)); {
	case r.Half == Truncate:
		up = !above
	case r.Half == Ceiling:
		up = true
	case r.Half == Floor:
		up = false
	case half != 0:
		up = half > 0
	case r.Half == HalfAway:
		up = above
	case r.Half == HalfToward:
		up = !above
	case r.Half == HalfEven:
		up = !below.Div(Int(2)).IsInt()
	case r.Half == HalfUp:
		up = true
	}
	if up {
		below = below.Add(Int(1))
	}
	return below.Mul(unit)
}

// floor is the greatest whole number that is not above f.
func (f Fraction) floor() Fraction {
	r := f.rat()
	// Euclidean division: the remainder is never negative, so this is the floor.
	return fromBig(new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom())))
}
