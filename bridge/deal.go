package bridge

import "strings"

// Deal is the cards of the four hands. Hands may be unknown and, in an end
// position, shorter than thirteen; no card is in two of them. The zero value is
// no deal.
type Deal struct {
	hands [4]Hand // by seat - 1
}

// NewDeal is the deal of these hands, North first, clockwise.
//
// The error has code [Invalid] if a hand has more than thirteen cards or a card
// is in two hands.
func NewDeal(north, east, south, west Hand) (Deal, error) {
	d := Deal{hands: [4]Hand{north, east, south, west}}
	for i, seat := range Seats {
		if h := d.hands[i]; !h.Valid() {
			return Deal{}, Errorf(Invalid, "deal.length", "deal: %v has %d cards, want at most 13", seat, h.Len())
		}
		for j := range i {
			if both := d.hands[i] & d.hands[j]; both != 0 {
				return Deal{}, Errorf(Invalid, "deal.twice", "deal: %v and %v both hold %v", Seats[j], seat, both.Cards()[0])
			}
		}
	}
	return d, nil
}

// ParseDeal reads a seat, a colon and four hands clockwise from that seat, for
// example "N:AKQ... ..." as [Deal.String] prints it; "-" is a hand that is not
// known. A deal of which no hand is known is refused.
func ParseDeal(s string) (Deal, error) {
	first, rest, ok := strings.Cut(s, ":")
	texts := strings.Split(rest, " ")
	if !ok || len(texts) != 4 {
		return Deal{}, Errorf(Invalid, "deal.unknown", "deal %q: want N: and four hands", s)
	}
	seat, err := ParseSeat(first)
	if err != nil {
		return Deal{}, Errorf(Invalid, "deal.first", "deal %q: %w", s, err)
	}
	var h [4]Hand
	for _, text := range texts {
		if h[seat-1], err = ParseHand(text); err != nil {
			return Deal{}, Errorf(Invalid, "deal.hand", "deal: %v: %w", seat, err)
		}
		seat = seat.Next()
	}
	if h == [4]Hand{} {
		return Deal{}, Errorf(Invalid, "deal.empty", "deal %q: no hand is known", s)
	}
	return NewDeal(h[0], h[1], h[2], h[3])
}

// Hand is the hand of one seat.
func (d Deal) Hand(s Seat) Hand {
	if !s.Valid() {
		return 0
	}
	return d.hands[s-1]
}

// IsZero reports whether no hand is known.
func (d Deal) IsZero() bool { return d == Deal{} }

// Complete reports whether all fifty-two cards are dealt, thirteen to a hand.
func (d Deal) Complete() bool {
	for _, h := range d.hands {
		if h.Len() != 13 {
			return false
		}
	}
	return true
}

// From gives the text of the deal that starts with the hand of seat first.
func (d Deal) From(first Seat) string {
	if !first.Valid() || d.IsZero() {
		return "Deal(none)"
	}
	var b strings.Builder
	b.WriteString(first.String())
	for i := range 4 {
		b.WriteByte(":   "[i])
		b.WriteString(d.Hand(first.Clockwise(i)).String())
	}
	return b.String()
}

// String gives the deal from North.
func (d Deal) String() string { return d.From(North) }

// MarshalText implements [encoding.TextMarshaler].
func (d Deal) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, Errorf(Invalid, "deal.unset", "deal is not set")
	}
	return []byte(d.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseDeal].
func (d *Deal) UnmarshalText(b []byte) (err error) {
	*d, err = ParseDeal(string(b))
	return err
}
