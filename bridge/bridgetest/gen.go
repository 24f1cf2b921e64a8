// Package bridgetest draws the values of package bridge for property tests, so
// that nobody else needs to know how a legal contract or deal is drawn. Only
// tests import it.
//
// All generators shrink towards the first value of their type: North, clubs,
// level 1, undoubled, no tricks, the deuce of clubs.
package bridgetest

import (
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
)

// Seats draws one of the four seats.
func Seats() *rapid.Generator[bridge.Seat] { return rapid.SampledFrom(bridge.Seats[:]) }

// Sides draws one of the two sides.
func Sides() *rapid.Generator[bridge.Side] { return rapid.SampledFrom(bridge.Sides[:]) }

// Strains draws one of the five strains.
func Strains() *rapid.Generator[bridge.Strain] { return rapid.SampledFrom(bridge.Strains[:]) }

// Suits draws one of the four suits.
func Suits() *rapid.Generator[bridge.Strain] { return rapid.SampledFrom(bridge.Strains[:4]) }

// Levels draws 1 to 7.
func Levels() *rapid.Generator[bridge.Level] {
	return rapid.Map(rapid.IntRange(1, 7), to[bridge.Level])
}

// Doublings draws undoubled, doubled or redoubled.
func Doublings() *rapid.Generator[bridge.Doubling] {
	return rapid.Map(rapid.IntRange(0, 2), to[bridge.Doubling])
}

// Contracts draws every legal contract.
func Contracts() *rapid.Generator[bridge.Contract] {
	return rapid.Custom(func(t *rapid.T) bridge.Contract {
		return bridge.Contract{
			Level:    Levels().Draw(t, "level"),
			Strain:   Strains().Draw(t, "strain"),
			Doubling: Doublings().Draw(t, "doubling"),
		}
	})
}

// Results draws every result that a table can report: played with and without
// the lead noted, and passed out.
func Results() *rapid.Generator[bridge.Result] {
	return rapid.OneOf(PlayedResults(), rapid.Just(bridge.PassedOut()))
}

// PlayedResults draws the results of boards that were played, with and without
// the lead noted.
func PlayedResults() *rapid.Generator[bridge.Result] {
	return rapid.Custom(func(t *rapid.T) bridge.Result {
		c, declarer := Contracts().Draw(t, "contract"), Seats().Draw(t, "declarer")
		r, err := bridge.NewResult(c, declarer, rapid.IntRange(0, 13).Draw(t, "tricks"))
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "lead is noted") {
			r = r.WithLead(Cards().Draw(t, "lead"))
		}
		return r
	})
}

// Vulnerabilities draws one of the four sets.
func Vulnerabilities() *rapid.Generator[bridge.Vulnerability] {
	return rapid.Map(rapid.IntRange(0, 3), to[bridge.Vulnerability])
}

// Boards draws board numbers, mostly those of a session.
func Boards() *rapid.Generator[bridge.Board] {
	return rapid.OneOf(rapid.Map(rapid.IntRange(1, 36), to[bridge.Board]), rapid.Map(rapid.IntMin(1), to[bridge.Board]))
}

// Ranks draws 2 to ace.
func Ranks() *rapid.Generator[bridge.Rank] {
	return rapid.Map(rapid.IntRange(2, int(bridge.Ace)), to[bridge.Rank])
}

// Cards draws one of the fifty-two cards.
func Cards() *rapid.Generator[bridge.Card] {
	return rapid.Custom(func(t *rapid.T) bridge.Card {
		return bridge.NewCard(Suits().Draw(t, "suit"), Ranks().Draw(t, "rank"))
	})
}

// Hands draws hands of no card (not known) to thirteen.
func Hands() *rapid.Generator[bridge.Hand] {
	return rapid.Map(rapid.SliceOfNDistinct(Cards(), 0, 13, rapid.ID), func(cards []bridge.Card) bridge.Hand {
		return bridge.HandOf(cards...)
	})
}

// Deals draws complete deals: fifty-two cards, thirteen to a hand.
func Deals() *rapid.Generator[bridge.Deal] {
	return rapid.Custom(func(t *rapid.T) bridge.Deal { return deal(t, [4]int{13, 13, 13, 13}) })
}

// PartialDeals draws deals in which hands may be unknown or, as in an end
// position, shorter than thirteen. At least one card is known.
func PartialDeals() *rapid.Generator[bridge.Deal] {
	return rapid.Custom(func(t *rapid.T) bridge.Deal {
		var n [4]int
		for i, seat := range bridge.Seats {
			n[i] = rapid.IntRange(0, 13).Draw(t, "cards of "+seat.String())
		}
		if n == [4]int{} {
			n[0] = 1
		}
		return deal(t, n)
	})
}

// deal shuffles the pack and gives each seat that many cards.
func deal(t *rapid.T, n [4]int) bridge.Deal {
	rest := rapid.Permutation(pack()).Draw(t, "pack")
	var hands [4]bridge.Hand
	for i := range hands {
		hands[i] = bridge.HandOf(rest[:n[i]]...)
		rest = rest[n[i]:]
	}
	d, err := bridge.NewDeal(hands[0], hands[1], hands[2], hands[3])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// pack is the fifty-two cards in order.
func pack() []bridge.Card {
	cards := make([]bridge.Card, 0, 52)
	for _, suit := range bridge.Strains[:4] {
		for rank := bridge.Rank(2); rank <= bridge.Ace; rank++ {
			cards = append(cards, bridge.NewCard(suit, rank))
		}
	}
	return cards
}

func to[T ~int | ~uint8](n int) T { return T(n) }
