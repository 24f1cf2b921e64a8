package bridge

import "fmt"

// Seat is a compass direction at the table. Seats follow each other clockwise,
// the order in which players call and play (Laws 5, 17 and 44). The zero value
// is no seat.
type Seat uint8

// The seats, clockwise.
const (
	North Seat = iota + 1
	East
	South
	West
)

// Seats lists the four seats clockwise from North.
var Seats = [4]Seat{North, East, South, West}

const seatText = "-NESW"

// ParseSeat reads N, E, S or W.
func ParseSeat(s string) (Seat, error) {
	if len(s) == 1 {
		for _, seat := range Seats {
			if s[0] == seatText[seat] {
				return seat, nil
			}
		}
	}
	return 0, Errorf(Invalid, "seat.unknown", "seat %q: want N, E, S or W", s)
}

// Valid reports whether s is one of the four seats.
func (s Seat) Valid() bool { return North <= s && s <= West }

// Next is the seat to the left, whose turn comes after s.
func (s Seat) Next() Seat { return s.Clockwise(1) }

// Partner is the seat opposite.
func (s Seat) Partner() Seat { return s.Clockwise(2) }

// Clockwise is the seat n places further clockwise; n may be negative. No seat
// stays no seat.
func (s Seat) Clockwise(n int) Seat {
	if !s.Valid() {
		return 0
	}
	return Seat((int(s)-1+n%4+4)%4 + 1)
}

// Side is the side that s plays for, the zero Side for no seat.
func (s Seat) Side() Side {
	switch s {
	case North, South:
		return NS
	case East, West:
		return EW
	}
	return 0
}

// String gives "N", "E", "S" or "W".
func (s Seat) String() string {
	if !s.Valid() {
		return fmt.Sprintf("Seat(%d)", uint8(s))
	}
	return seatText[s : s+1]
}

// MarshalText implements [encoding.TextMarshaler].
func (s Seat) MarshalText() ([]byte, error) {
	if !s.Valid() {
		return nil, Errorf(Invalid, "seat.unset", "seat is not set")
	}
	return []byte(s.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSeat].
func (s *Seat) UnmarshalText(b []byte) (err error) {
	*s, err = ParseSeat(string(b))
	return err
}

// Side is one of the two sides at a table. The zero value is neither.
type Side uint8

// The sides.
const (
	NS Side = iota + 1 // North-South
	EW                 // East-West
)

// Sides lists both sides.
var Sides = [2]Side{NS, EW}

// ParseSide reads NS or EW.
func ParseSide(s string) (Side, error) {
	switch s {
	case "NS":
		return NS, nil
	case "EW":
		return EW, nil
	}
	return 0, Errorf(Invalid, "side.unknown", "side %q: want NS or EW", s)
}

// Valid reports whether s is one of the two sides.
func (s Side) Valid() bool { return s == NS || s == EW }

// Other is the opposing side.
func (s Side) Other() Side {
	if !s.Valid() {
		return 0
	}
	return NS + EW - s
}

// String gives "NS" or "EW".
func (s Side) String() string {
	switch s {
	case NS:
		return "NS"
	case EW:
		return "EW"
	}
	return fmt.Sprintf("Side(%d)", uint8(s))
}

// MarshalText implements [encoding.TextMarshaler].
func (s Side) MarshalText() ([]byte, error) {
	if !s.Valid() {
		return nil, Errorf(Invalid, "side.unset", "side is not set")
	}
	return []byte(s.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSide].
func (s *Side) UnmarshalText(b []byte) (err error) {
	*s, err = ParseSide(string(b))
	return err
}

// BySide holds one thing for each side, so that whatever has a mirror is
// written once.
type BySide[T any] struct {
	NS T `json:"ns"`
	EW T `json:"ew"`
}

// Of gives the thing of one side, the zero value for neither.
func (b BySide[T]) Of(s Side) T {
	switch s {
	case NS:
		return b.NS
	case EW:
		return b.EW
	}
	var zero T
	return zero
}

// With gives a copy in which side s has v.
func (b BySide[T]) With(s Side, v T) BySide[T] {
	switch s {
	case NS:
		b.NS = v
	case EW:
		b.EW = v
	}
	return b
}

// Mirror swaps the sides.
func (b BySide[T]) Mirror() BySide[T] { return BySide[T]{NS: b.EW, EW: b.NS} }
