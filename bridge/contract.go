package bridge

import (
	"fmt"
	"strings"
)

// Level is the number of odd tricks that a contract undertakes to win, 1 to 7.
// The zero value is no level.
type Level uint8

// Valid reports whether l is 1 to 7.
func (l Level) Valid() bool { return 1 <= l && l <= 7 }

// Doubling says whether a contract is doubled or redoubled (Law 19). The zero
// value is undoubled.
type Doubling uint8

// The three states of a contract.
const (
	Undoubled Doubling = iota
	Doubled
	Redoubled
)

var doublingText = [...]string{"", "X", "XX"}

// Valid reports whether d is one of the three states.
func (d Doubling) Valid() bool { return d <= Redoubled }

// String gives "", "X" or "XX".
func (d Doubling) String() string {
	if !d.Valid() {
		return fmt.Sprintf("Doubling(%d)", uint8(d))
	}
	return doublingText[d]
}

// Contract is the last bid of an auction with its double or redouble. It has no
// declarer and no tricks: those belong to the [Result]. The zero value is no
// contract; it does not stand for a passed-out board.
type Contract struct {
	Level    Level
	Strain   Strain
	Doubling Doubling
}

// ParseContract reads what [Contract.String] prints: level, strain and X or XX,
// for example "3NT" or "4SX".
func ParseContract(s string) (Contract, error) {
	bid := strings.TrimRight(s, "X")
	c := Contract{Doubling: Doubling(min(len(s)-len(bid), 3))}
	if bid == "" || !c.Doubling.Valid() {
		return Contract{}, Errorf(Invalid, "contract.unknown", "contract %q: want a form like 4S, 3NT or 2HX", s)
	}
	if bid[0] < '1' || bid[0] > '7' {
		return Contract{}, Errorf(Invalid, "contract.level", "contract %q: a level is 1 to 7", s)
	}
	c.Level = Level(bid[0] - '0')
	strain, err := ParseStrain(bid[1:])
	if err != nil {
		return Contract{}, Errorf(Invalid, "contract.strain", "contract %q: %w", s, err)
	}
	c.Strain = strain
	return c, nil
}

// Valid reports whether c is a contract that an auction can reach.
func (c Contract) Valid() bool { return c.Level.Valid() && c.Strain.Valid() && c.Doubling.Valid() }

// Tricks is the number of tricks that declarer needs, 7 to 13 (Law 77: odd
// tricks count from the seventh).
func (c Contract) Tricks() int { return 6 + int(c.Level) }

// String gives the canonical form, for example "3NT" or "4SX".
func (c Contract) String() string {
	if !c.Valid() {
		return fmt.Sprintf("Contract(%d,%d,%d)", c.Level, c.Strain, c.Doubling)
	}
	return string('0'+byte(c.Level)) + c.Strain.String() + c.Doubling.String()
}

// MarshalText implements [encoding.TextMarshaler].
func (c Contract) MarshalText() ([]byte, error) {
	if !c.Valid() {
		return nil, Errorf(Invalid, "contract.unset", "contract is not set")
	}
	return []byte(c.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseContract].
func (c *Contract) UnmarshalText(b []byte) (err error) {
	*c, err = ParseContract(string(b))
	return err
}
