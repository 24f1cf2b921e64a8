package event

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Contestant names a pair, team or player of an event: "12", with two lists of
// winners "12NS", with sections "A12" or "A12NS". The zero value is nobody.
type Contestant struct {
	Section string // capital letters, or empty
	Number  int    // 1 or more
	Side    bridge.Side
}

// ParseContestant reads what [Contestant.String] prints.
func ParseContestant(s string) (Contestant, error) {
	digits := strings.IndexAny(s, "0123456789")
	if digits < 0 {
		return Contestant{}, badContestant(s)
	}
	c := Contestant{Section: s[:digits]}
	rest := s[digits:]
	end := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	n, err := strconv.Atoi(rest[:end])
	if err != nil || n < 1 || rest[0] == '0' || strings.Trim(c.Section, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return Contestant{}, badContestant(s)
	}
	c.Number = n
	if side := rest[end:]; side != "" {
		if c.Side, err = bridge.ParseSide(side); err != nil {
			return Contestant{}, badContestant(s)
		}
	}
	return c, nil
}

func badContestant(s string) error {
	return bridge.Errorf(bridge.Invalid, "contestant.unknown", "contestant %q: want a form like 12, 12NS or A12NS", s)
}

// IsZero reports whether c is nobody.
func (c Contestant) IsZero() bool { return c == Contestant{} }

// Label is the number as its own list shows it, without the side: "12", "A12".
func (c Contestant) Label() string { return c.Section + strconv.Itoa(c.Number) }

// String gives the whole name: "12", "12NS", "A12NS".
func (c Contestant) String() string {
	if c.IsZero() {
		return "Contestant(none)"
	}
	s := c.Label()
	if c.Side.Valid() {
		s += c.Side.String()
	}
	return s
}

// Compare orders by section, side and number.
func (c Contestant) Compare(d Contestant) int {
	return cmp.Or(
		cmp.Compare(len(c.Section), len(d.Section)),
		cmp.Compare(c.Section, d.Section),
		cmp.Compare(c.Side, d.Side),
		cmp.Compare(c.Number, d.Number),
	)
}

// MarshalText implements [encoding.TextMarshaler].
func (c Contestant) MarshalText() ([]byte, error) {
	if c.IsZero() {
		return nil, bridge.Errorf(bridge.Invalid, "contestant.unset", "contestant is not set")
	}
	return []byte(c.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseContestant].
func (c *Contestant) UnmarshalText(b []byte) (err error) {
	*c, err = ParseContestant(string(b))
	return err
}

// PersonID names a person. It says nothing about who that is; see [Person].
type PersonID string

// Person is who a [PersonID] stands for. People live beside the facts, in one
// table, so that a name can be corrected or erased without touching a fact.
type Person struct {
	Name      string            `json:"name"`
	MemberIDs map[string]string `json:"member_ids,omitempty"` // number by who gave it: "national", "club"
}

// People is the table of names.
type People map[PersonID]Person

// Name gives the persons' names joined as people read a pair: "Anna – Bert".
func (p People) Name(ids []PersonID) string { return strings.Join(p.Names(ids), " – ") }

// Names gives the names of these persons; one without a name is left out.
func (p People) Names(ids []PersonID) []string {
	var out []string
	for _, id := range ids {
		if name := p[id].Name; name != "" {
			out = append(out, name)
		}
	}
	return out
}

// Add enters a person under a new id and returns it. The id of somebody who was
// erased may be given again; one that stands for somebody never is.
func (p People) Add(who Person) PersonID {
	for n := len(p) + 1; ; n++ {
		id := PersonID(fmt.Sprintf("p%d", n))
		if _, taken := p[id]; !taken {
			p[id] = who
			return id
		}
	}
}
