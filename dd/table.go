package dd

import (
	"github.com/overtrick/overtrick/bridge"
)

// Table is the tricks that each seat wins as declarer in each strain when all
// four play with open cards and without a fault. It is comparable; the zero
// value is no table.
type Table struct {
	tricks [4][5]uint8 // by seat - 1 and strain - 1: tricks + 1
}

// Tricks is the number of tricks of a declarer in a strain, 0 to 13, or -1 where
// nothing is known.
func (t Table) Tricks(declarer bridge.Seat, strain bridge.Strain) int {
	if !declarer.Valid() || !strain.Valid() {
		return -1
	}
	return int(t.tricks[declarer-1][strain-1]) - 1
}

// With is t with one entry; tricks that are not 0 to 13, or no seat or strain,
// change nothing.
func (t Table) With(declarer bridge.Seat, strain bridge.Strain, tricks int) Table {
	if declarer.Valid() && strain.Valid() && 0 <= tricks && tricks <= 13 {
		t.tricks[declarer-1][strain-1] = uint8(tricks + 1)
	}
	return t
}

// IsZero reports whether nothing is known.
func (t Table) IsZero() bool { return t == Table{} }

// Complete reports whether all twenty entries are known.
func (t Table) Complete() bool {
	for _, row := range t.tricks {
		for _, n := range row {
			if n == 0 {
				return false
			}
		}
	}
	return true
}

// textSeats is the order of the text form, with the strains from notrump down to
// clubs: that of the PBN tag DoubleDummyTricks.
var textSeats = [4]bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West}

const digits = "0123456789abcd"

// String gives twenty hexadecimal digits: declarer North, South, East, West, each
// with notrump, spades, hearts, diamonds, clubs. An entry that is not known is
// "-".
func (t Table) String() string {
	if t.IsZero() {
		return "Table(none)"
	}
	var b [20]byte
	for i, seat := range textSeats {
		for j := range bridge.Strains {
			b[5*i+j] = '-'
			if n := t.Tricks(seat, bridge.Notrump-bridge.Strain(j)); n >= 0 {
				b[5*i+j] = digits[n]
			}
		}
	}
	return string(b[:])
}

// ParseTable reads what [Table.String] prints of a table, "-" where an entry is not
// known; capital digits are accepted.
func ParseTable(s string) (Table, error) {
	if len(s) != 20 {
		return Table{}, bridge.Errorf(bridge.Invalid, "dd.table", "table of tricks %q: want twenty digits 0 to d", s)
	}
	var t Table
	for i, seat := range textSeats {
		for j := range bridge.Strains {
			n := -1
			switch c := s[5*i+j]; {
			case c == '-':
				continue
			case '0' <= c && c <= '9':
				n = int(c - '0')
			case 'a' <= c && c <= 'd':
				n = int(c-'a') + 10
			case 'A' <= c && c <= 'D':
				n = int(c-'A') + 10
			}
			if n < 0 {
				return Table{}, bridge.Errorf(bridge.Invalid, "dd.table", "table of tricks %q: want twenty digits 0 to d", s)
			}
			t = t.With(seat, bridge.Notrump-bridge.Strain(j), n)
		}
	}
	return t, nil
}

// MarshalText implements [encoding.TextMarshaler]; no table has no text.
func (t Table) MarshalText() ([]byte, error) {
	if t.IsZero() {
		return nil, bridge.Errorf(bridge.Invalid, "dd.none", "table of tricks: there is none")
	}
	return []byte(t.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseTable].
func (t *Table) UnmarshalText(b []byte) (err error) {
	*t, err = ParseTable(string(b))
	return err
}
