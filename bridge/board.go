package bridge

import (
	"fmt"
	"strconv"
)

// Vulnerability is the set of vulnerable sides. The zero value is the empty set,
// nobody: a value of its own, not "not set".
type Vulnerability uint8

// The four sets.
const (
	NoneVul Vulnerability = 0
	NSVul   Vulnerability = 1 << (NS - 1)
	EWVul   Vulnerability = 1 << (EW - 1)
	AllVul  Vulnerability = NSVul | EWVul
)

var vulText = [...]string{"None", "NS", "EW", "All"}

// ParseVulnerability reads None, NS, EW or All.
func ParseVulnerability(s string) (Vulnerability, error) {
	for i, text := range vulText {
		if s == text {
			return Vulnerability(i), nil
		}
	}
	return 0, Errorf(Invalid, "vulnerability.unknown", "vulnerability %q: want None, NS, EW or All", s)
}

// Valid reports whether v is one of the four sets.
func (v Vulnerability) Valid() bool { return v <= AllVul }

// Has reports whether side s is vulnerable.
func (v Vulnerability) Has(s Side) bool { return s.Valid() && v&(1<<(s-1)) != 0 }

// Mirror swaps the sides.
func (v Vulnerability) Mirror() Vulnerability {
	return (v&NSVul)<<1 | (v&EWVul)>>1
}

// String gives "None", "NS", "EW" or "All".
func (v Vulnerability) String() string {
	if !v.Valid() {
		return fmt.Sprintf("Vulnerability(%d)", uint8(v))
	}
	return vulText[v]
}

// MarshalText implements [encoding.TextMarshaler].
func (v Vulnerability) MarshalText() ([]byte, error) {
	if !v.Valid() {
		return nil, Errorf(Invalid, "vulnerability.unknown", "vulnerability %d: want None, NS, EW or All", uint8(v))
	}
	return []byte(vulText[v]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseVulnerability].
func (v *Vulnerability) UnmarshalText(b []byte) (err error) {
	*v, err = ParseVulnerability(string(b))
	return err
}

// Board is the number printed on a board, 1 or more. Dealer and vulnerability
// follow from it in a cycle of sixteen (Law 2); an event may say otherwise for a
// board of its own. The zero value is no board.
type Board int

// ParseBoard reads a whole number of 1 or more.
func ParseBoard(s string) (Board, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || strconv.Itoa(n) != s {
		return 0, Errorf(Invalid, "board.number", "board %q: want a number from 1", s)
	}
	return Board(n), nil
}

// Valid reports whether b is 1 or more.
func (b Board) Valid() bool { return b >= 1 }

// Dealer is the seat that deals and calls first: North on board 1, then
// clockwise. No board has no dealer.
func (b Board) Dealer() Seat {
	if !b.Valid() {
		return 0
	}
	return Seats[(b-1)%4]
}

// Vulnerability is the set of vulnerable sides: none, North-South, East-West,
// all on boards 1 to 4, and one place further in each following group of four.
func (b Board) Vulnerability() Vulnerability {
	if !b.Valid() {
		return NoneVul
	}
	i := (b - 1) % 16
	return Vulnerability((i + i/4) % 4)
}
