package bridge_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
)

// TestDeal: a deal reads the same from whichever seat its text starts, and every
// card is in one hand.
func TestDeal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.OneOf(bridgetest.Deals(), bridgetest.PartialDeals()).Draw(t, "deal")
		first := bridgetest.Seats().Draw(t, "first")
		if got, err := bridge.ParseDeal(d.From(first)); err != nil || got != d {
			t.Fatalf("%s reads as %v, %v", d.From(first), got, err)
		}
		var all bridge.Hand
		cards := 0
		for _, seat := range bridge.Seats {
			all |= d.Hand(seat)
			cards += d.Hand(seat).Len()
		}
		if bits := len(all.Cards()); bits != cards || d.Complete() != (cards == 52) || d.IsZero() {
			t.Fatalf("%v: %d different cards of %d, complete %t", d, bits, cards, d.Complete())
		}
		if got := d.Hand(0); got != 0 {
			t.Fatalf("no seat holds %v", got)
		}
	})
	if d := (bridge.Deal{}); d.Complete() || d.From(bridge.North) != "Deal(none)" {
		t.Errorf("no deal: %v, complete %t", d, d.Complete())
	}
}

func TestNewDeal(t *testing.T) {
	ace := bridge.HandOf(bridge.NewCard(bridge.Spades, bridge.Ace))
	for _, tc := range []struct {
		name                     string
		north, east, south, west bridge.Hand
		key                      string
	}{
		{"one card twice", ace, 0, 0, ace, "deal.twice"},
		{"fourteen cards", 1<<14 - 1, 0, 0, 0, "deal.length"},
		{"no cards at all", 0, 1 << 60, 1 << 60, 0, "deal.length"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := bridge.NewDeal(tc.north, tc.east, tc.south, tc.west)
			e, ok := errors.AsType[*bridge.Error](err)
			if !ok || e.Code != bridge.Invalid || e.Key != tc.key || !d.IsZero() {
				t.Fatalf("got %v, %#v, want key %s", d, err, tc.key)
			}
		})
	}
}

// TestCard: a card is its suit and its rank, and there are fifty-two.
func TestCard(t *testing.T) {
	seen := map[bridge.Card]bool{}
	for _, suit := range bridge.Strains[:4] {
		for rank := bridge.Rank(2); rank <= bridge.Ace; rank++ {
			c := bridge.NewCard(suit, rank)
			if !c.Valid() || c.Suit() != suit || c.Rank() != rank {
				t.Errorf("%v of %v is %v", rank, suit, c)
			}
			seen[c] = true
		}
	}
	if len(seen) != 52 {
		t.Errorf("%d cards, want 52", len(seen))
	}
	for _, c := range []bridge.Card{
		bridge.NewCard(bridge.Notrump, bridge.Ace),
		bridge.NewCard(0, bridge.Ace),
		bridge.NewCard(bridge.Spades, 1),
		bridge.NewCard(bridge.Spades, bridge.Ace+1),
	} {
		if c != 0 || c.Suit() != 0 || c.Rank() != 0 {
			t.Errorf("%v is a card", c)
		}
	}
}

func TestHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := bridgetest.Hands().Draw(t, "hand")
		if got := bridge.HandOf(h.Cards()...); got != h || len(h.Cards()) != h.Len() || !h.Valid() {
			t.Fatalf("the cards of %v are %v", h, h.Cards())
		}
		c := bridgetest.Cards().Draw(t, "card")
		if got := h.With(c); !got.Has(c) || h.Has(c) != (got == h) || got.With(0) != got || got.Has(0) {
			t.Fatalf("%v with %v is %v", h, c, got)
		}
	})
}
