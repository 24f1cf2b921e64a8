package bridge

import "fmt"

// Strain is the denomination of a contract. Strains compare in bidding order,
// so that Clubs < Notrump (Law 18). The first four are also the suits of the
// cards. The zero value is no strain.
type Strain uint8

// The strains in ascending order.
const (
	Clubs Strain = iota + 1
	Diamonds
	Hearts
	Spades
	Notrump
)

// Strains lists the strains in ascending order; its first four are the suits.
var Strains = [5]Strain{Clubs, Diamonds, Hearts, Spades, Notrump}

var strainText = [...]string{"", "C", "D", "H", "S", "NT"}

// ParseStrain reads C, D, H, S or NT.
func ParseStrain(s string) (Strain, error) {
	for _, strain := range Strains {
		if s == strainText[strain] {
			return strain, nil
		}
	}
	return 0, Errorf(Invalid, "strain.unknown", "strain %q: want C, D, H, S or NT", s)
}

// Valid reports whether s is one of the five strains.
func (s Strain) Valid() bool { return Clubs <= s && s <= Notrump }

// Suit reports whether s is one of the four suits.
func (s Strain) Suit() bool { return Clubs <= s && s <= Spades }

// Minor reports whether s is clubs or diamonds.
func (s Strain) Minor() bool { return s == Clubs || s == Diamonds }

// Major reports whether s is hearts or spades.
func (s Strain) Major() bool { return s == Hearts || s == Spades }

// String gives the canonical form, for example "NT"; an invalid strain prints
// as "Strain(0)" and never as a plausible value.
func (s Strain) String() string {
	if !s.Valid() {
		return fmt.Sprintf("Strain(%d)", uint8(s))
	}
	return strainText[s]
}

// MarshalText implements [encoding.TextMarshaler]; an invalid strain is an
// error, so that it cannot reach a file.
func (s Strain) MarshalText() ([]byte, error) {
	if !s.Valid() {
		return nil, Errorf(Invalid, "strain.unset", "strain is not set")
	}
	return []byte(strainText[s]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseStrain].
func (s *Strain) UnmarshalText(b []byte) (err error) {
	*s, err = ParseStrain(string(b))
	return err
}
