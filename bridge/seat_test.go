package bridge_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
)

// TestSeats: the seats follow each other clockwise, and partners sit opposite
// each other (Laws 3, 5 and 44).
func TestSeats(t *testing.T) {
	for _, tc := range []struct {
		seat, next, partner bridge.Seat
		side                bridge.Side
	}{
		{bridge.North, bridge.East, bridge.South, bridge.NS},
		{bridge.East, bridge.South, bridge.West, bridge.EW},
		{bridge.South, bridge.West, bridge.North, bridge.NS},
		{bridge.West, bridge.North, bridge.East, bridge.EW},
		{0, 0, 0, 0},
		{5, 0, 0, 0},
	} {
		if got := tc.seat.Next(); got != tc.next {
			t.Errorf("next of %v is %v, want %v", tc.seat, got, tc.next)
		}
		if got := tc.seat.Partner(); got != tc.partner {
			t.Errorf("partner of %v is %v, want %v", tc.seat, got, tc.partner)
		}
		if got := tc.seat.Side(); got != tc.side {
			t.Errorf("side of %v is %v, want %v", tc.seat, got, tc.side)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, n := bridgetest.Seats().Draw(t, "seat"), rapid.Int().Draw(t, "n")
		to := s.Clockwise(n)
		if !to.Valid() || to.Clockwise(-(n%4)) != s || to.Next() != s.Clockwise(n%4+1) {
			t.Fatalf("%v, %d places clockwise, is %v", s, n, to)
		}
	})
}

// TestBySide: a thing for each side is seen from either.
func TestBySide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bridge.BySide[int]{NS: rapid.Int().Draw(t, "NS"), EW: rapid.Int().Draw(t, "EW")}
		side, v := bridgetest.Sides().Draw(t, "side"), rapid.Int().Draw(t, "value")
		if b.Mirror().Of(side) != b.Of(side.Other()) || b.Mirror().Mirror() != b {
			t.Fatalf("%v mirrored is %v", b, b.Mirror())
		}
		if got := b.With(side, v); got.Of(side) != v || got.Of(side.Other()) != b.Of(side.Other()) {
			t.Fatalf("%v with %d for %v is %v", b, v, side, got)
		}
		if got := b.With(0, v); got != b || b.Of(0) != 0 {
			t.Fatalf("neither side has %d", b.Of(0))
		}
	})
	if got := bridge.Side(0).Other(); got != 0 {
		t.Errorf("the opponents of neither side are %v", got)
	}
}

func TestStrains(t *testing.T) {
	for _, tc := range []struct {
		strain             bridge.Strain
		suit, minor, major bool
	}{
		{0, false, false, false},
		{bridge.Clubs, true, true, false},
		{bridge.Diamonds, true, true, false},
		{bridge.Hearts, true, false, true},
		{bridge.Spades, true, false, true},
		{bridge.Notrump, false, false, false},
	} {
		if s := tc.strain; s.Suit() != tc.suit || s.Minor() != tc.minor || s.Major() != tc.major {
			t.Errorf("%v: suit %t, minor %t, major %t", s, s.Suit(), s.Minor(), s.Major())
		}
	}
}
