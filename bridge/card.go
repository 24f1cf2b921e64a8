package bridge

import (
	"fmt"
	"math/bits"
	"strings"
)

// Rank is the rank of a card: 2 to 10 as numbers, then [Jack] to [Ace]. The zero
// value is no rank.
type Rank uint8

// The honours; the ten is one too.
const (
	Ten Rank = iota + 10
	Jack
	Queen
	King
	Ace
)

const rankText = "--23456789TJQKA"

// Valid reports whether r is 2 to 14.
func (r Rank) Valid() bool { return 2 <= r && r <= Ace }

// String gives "2" to "9", "T", "J", "Q", "K" or "A".
func (r Rank) String() string {
	if !r.Valid() {
		return fmt.Sprintf("Rank(%d)", uint8(r))
	}
	return rankText[r : r+1]
}

// ParseRank reads 2 to 9, T, J, Q, K or A.
func ParseRank(s string) (Rank, error) {
	if len(s) == 1 {
		if i := strings.IndexByte(rankText[2:], s[0]); i >= 0 {
			return Rank(i + 2), nil
		}
	}
	return 0, Errorf(Invalid, "rank.unknown", "rank %q: want 2 to 9, T, J, Q, K or A", s)
}

// Card is one of the fifty-two cards. The zero value is no card.
type Card uint8 // 1 + the card's bit in a Hand

// NewCard is the card of that suit and rank, no card if either is not valid.
func NewCard(suit Strain, rank Rank) Card {
	if !suit.Suit() || !rank.Valid() {
		return 0
	}
	return Card(1 + (int(suit)-1)*13 + int(rank) - 2)
}

// ParseCard reads suit and rank, for example "HK" or "ST".
func ParseCard(s string) (Card, error) {
	if len(s) == 2 {
		suit, err1 := ParseStrain(s[:1])
		rank, err2 := ParseRank(s[1:])
		if err1 == nil && err2 == nil {
			return NewCard(suit, rank), nil
		}
	}
	return 0, Errorf(Invalid, "card.unknown", "card %q: want suit and rank, for example HK or ST", s)
}

// Valid reports whether c is a card.
func (c Card) Valid() bool { return 1 <= c && c <= 52 }

// Suit is the card's suit.
func (c Card) Suit() Strain {
	if !c.Valid() {
		return 0
	}
	return Strain((c-1)/13 + 1)
}

// Rank is the card's rank.
func (c Card) Rank() Rank {
	if !c.Valid() {
		return 0
	}
	return Rank((c-1)%13 + 2)
}

// String gives suit and rank, for example "HK" or "ST".
func (c Card) String() string {
	if !c.Valid() {
		return fmt.Sprintf("Card(%d)", uint8(c))
	}
	return c.Suit().String() + c.Rank().String()
}

// MarshalText implements [encoding.TextMarshaler].
func (c Card) MarshalText() ([]byte, error) {
	if !c.Valid() {
		return nil, Errorf(Invalid, "card.unset", "card is not set")
	}
	return []byte(c.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseCard].
func (c *Card) UnmarshalText(b []byte) (err error) {
	*c, err = ParseCard(string(b))
	return err
}

// MarshalText implements [encoding.TextMarshaler].
func (r Rank) MarshalText() ([]byte, error) {
	if !r.Valid() {
		return nil, Errorf(Invalid, "rank.unset", "rank is not set")
	}
	return []byte(r.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseRank].
func (r *Rank) UnmarshalText(b []byte) (err error) {
	*r, err = ParseRank(string(b))
	return err
}

// Hand is a set of cards, at most thirteen in a deal. The zero value holds none
// and stands for a hand that is not known.
type Hand uint64

// HandOf is the hand of these cards; no card is left out.
func HandOf(cards ...Card) Hand {
	var h Hand
	for _, c := range cards {
		h = h.With(c)
	}
	return h
}

// ParseHand reads spades, hearts, diamonds and clubs in descending ranks with
// dots between them, as [Hand.String] prints them: "AKQ.T98.-.5432" is refused,
// "AKQ.T98..5432" is a void in diamonds, "-" is a hand that is not known. Some
// files write "..." for that; it is refused here.
func ParseHand(s string) (Hand, error) {
	if s == "-" {
		return 0, nil
	}
	suits := strings.Split(s, ".")
	if len(suits) != 4 {
		return 0, Errorf(Invalid, "hand.suits", "hand %q: want four suits S.H.D.C with dots between them", s)
	}
	var h Hand
	for i, ranks := range suits {
		suit, last := Spades-Strain(i), Ace+1
		for j := range len(ranks) {
			rank, err := ParseRank(ranks[j : j+1])
			if err != nil {
				return 0, Errorf(Invalid, "hand.rank", "hand %q: %w", s, err)
			}
			if rank >= last {
				return 0, Errorf(Invalid, "hand.order", "hand %q: %v in %v: want each rank once, highest first", s, rank, suit)
			}
			h, last = h.With(NewCard(suit, rank)), rank
		}
	}
	switch n := h.Len(); {
	case n == 0:
		return 0, Errorf(Invalid, "hand.empty", "hand %q: no cards; a hand that is not known is -", s)
	case n > 13:
		return 0, Errorf(Invalid, "hand.length", "hand %q: %d cards, want at most 13", s, n)
	}
	return h, nil
}

// Valid reports whether h holds thirteen cards or fewer and nothing but cards.
func (h Hand) Valid() bool { return h < 1<<52 && h.Len() <= 13 }

// With is h with card c added; no card changes nothing.
func (h Hand) With(c Card) Hand {
	if !c.Valid() {
		return h
	}
	return h | 1<<(c-1)
}

// Has reports whether h holds c.
func (h Hand) Has(c Card) bool { return c.Valid() && h&(1<<(c-1)) != 0 }

// Len counts the cards.
func (h Hand) Len() int { return bits.OnesCount64(uint64(h)) }

// Suit gives the ranks held in one suit, highest first.
func (h Hand) Suit(suit Strain) []Rank {
	var out []Rank
	for rank := Ace; rank >= 2; rank-- {
		if h.Has(NewCard(suit, rank)) {
			out = append(out, rank)
		}
	}
	return out
}

// Cards lists the cards, spades to clubs, highest first.
func (h Hand) Cards() []Card {
	out := make([]Card, 0, h.Len())
	for suit := Spades; suit >= Clubs; suit-- {
		for _, rank := range h.Suit(suit) {
			out = append(out, NewCard(suit, rank))
		}
	}
	return out
}

// MarshalText implements [encoding.TextMarshaler].
func (h Hand) MarshalText() ([]byte, error) {
	if !h.Valid() {
		return nil, Errorf(Invalid, "hand.length", "hand %#x: want at most 13 cards", uint64(h))
	}
	return []byte(h.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseHand].
func (h *Hand) UnmarshalText(b []byte) (err error) {
	*h, err = ParseHand(string(b))
	return err
}

// String gives spades, hearts, diamonds and clubs with dots between them, "-"
// for a hand that is not known.
func (h Hand) String() string {
	switch {
	case h == 0:
		return "-"
	case !h.Valid():
		return fmt.Sprintf("Hand(%#x)", uint64(h))
	}
	var b strings.Builder
	for suit := Spades; suit >= Clubs; suit-- {
		for _, rank := range h.Suit(suit) {
			b.WriteString(rank.String())
		}
		if suit != Clubs {
			b.WriteByte('.')
		}
	}
	return b.String()
}
