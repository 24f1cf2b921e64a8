package bridge

import (
	"fmt"
	"strconv"
	"strings"
)

// Result is what one table reports of one board: the contract, who declared it,
// how many tricks declarer's side won, and the opening lead if it was noted; or
// that the board was passed out. [NewResult] and [PassedOut] make one, so that a
// Result is either sound or the zero value, which means that there is none.
type Result struct {
	contract  Contract
	declarer  Seat
	tricks    uint8
	lead      Card
	passedOut bool
}

// NewResult is the result of a board that was played.
//
// The error has code [Invalid] if c is not a contract, declarer not a seat or
// tricks not 0 to 13.
func NewResult(c Contract, declarer Seat, tricks int) (Result, error) {
	if !c.Valid() {
		return Result{}, Errorf(Invalid, "result.contract", "result: %v is no contract", c)
	}
	if !declarer.Valid() {
		return Result{}, Errorf(Invalid, "result.declarer", "result %v: declarer is not set", c)
	}
	if tricks < 0 || tricks > 13 {
		return Result{}, Errorf(Invalid, "result.tricks", "%v: %d tricks, want 0 to 13", c, tricks)
	}
	return Result{contract: c, declarer: declarer, tricks: uint8(tricks)}, nil
}

// PassedOut is the result of a board on which all four players passed (Law 22).
// It scores zero and is compared like any other result.
func PassedOut() Result { return Result{passedOut: true} }

// WithLead is r with its opening lead. The zero Card takes it away; a passed-out
// board has none.
func (r Result) WithLead(lead Card) Result {
	if r.contract.Valid() {
		r.lead = lead
	}
	return r
}

// Turn is r with its declarer so many seats further, clockwise: the same play with
// the cards turned by quarters.
func (r Result) Turn(quarters int) Result {
	if r.declarer.Valid() {
		r.declarer = r.declarer.Clockwise(quarters)
	}
	return r
}

// IsZero reports whether r is no result at all.
func (r Result) IsZero() bool { return r == Result{} }

// PassedOut reports whether the board was passed out.
func (r Result) PassedOut() bool { return r.passedOut }

// Contract is the contract played, the zero Contract if there was none.
func (r Result) Contract() Contract { return r.contract }

// Declarer is the seat that played the hand, the zero Seat if none did.
func (r Result) Declarer() Seat { return r.declarer }

// Tricks counts the tricks that declarer's side won, 0 to 13.
func (r Result) Tricks() int { return int(r.tricks) }

// Over counts the overtricks; undertricks are negative. A passed-out board has 0.
func (r Result) Over() int {
	if !r.contract.Valid() {
		return 0
	}
	return int(r.tricks) - r.contract.Tricks()
}

// Lead is the opening lead, the zero Card if it was not noted.
func (r Result) Lead() Card { return r.lead }

const passText = "Pass"

// ParseResult reads what [Result.String] prints: "4SX+1 S", "3NT= W HK", "Pass".
func ParseResult(s string) (Result, error) {
	if s == passText {
		return PassedOut(), nil
	}
	f := strings.Split(s, " ")
	at := strings.IndexAny(f[0], "=+-")
	if at < 0 || len(f) < 2 || len(f) > 3 {
		return Result{}, Errorf(Invalid, "result.unknown", "result %q: want a form like 4SX+1 S, 3NT= W HK or Pass", s)
	}
	c, err := ParseContract(f[0][:at])
	if err != nil {
		return Result{}, Errorf(Invalid, "result.contract", "result %q: %w", s, err)
	}
	over := 0
	if f[0][at:] != "=" {
		over, err = strconv.Atoi(f[0][at:])
		if err != nil || over == 0 || f[0][at+1] == '0' || f[0][at] == '=' {
			return Result{}, Errorf(Invalid, "result.over", "result %q: want =, +1 or -1 after the contract", s)
		}
	}
	declarer, err := ParseSeat(f[1])
	if err != nil {
		return Result{}, Errorf(Invalid, "result.declarer", "result %q: %w", s, err)
	}
	r, err := NewResult(c, declarer, c.Tricks()+over)
	if err != nil || len(f) == 2 {
		return r, err
	}
	lead, err := ParseCard(f[2])
	if err != nil {
		return Result{}, Errorf(Invalid, "result.lead", "result %q: %w", s, err)
	}
	return r.WithLead(lead), nil
}

// OverText gives tricks over or under as results write them: "=", "+1", "-2".
func OverText(over int) string {
	if over == 0 {
		return "="
	}
	return fmt.Sprintf("%+d", over)
}

// String gives the canonical form: "4SX+1 S", with the lead if it is known
// "3NT= W HK", or "Pass".
func (r Result) String() string {
	switch {
	case r.passedOut:
		return passText
	case !r.contract.Valid():
		return "Result(none)"
	}
	s := r.contract.String() + OverText(r.Over()) + " " + r.declarer.String()
	if r.lead.Valid() {
		s += " " + r.lead.String()
	}
	return s
}

// MarshalText implements [encoding.TextMarshaler].
func (r Result) MarshalText() ([]byte, error) {
	if r.IsZero() {
		return nil, Errorf(Invalid, "result.unset", "result is not set")
	}
	return []byte(r.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseResult].
func (r *Result) UnmarshalText(b []byte) (err error) {
	*r, err = ParseResult(string(b))
	return err
}
