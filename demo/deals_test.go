// Package demo_test makes the demo event, evening.pbn, from a seed: the open
// pairs of the Riverside Bridge Club, which does not exist. The deals and what
// the cards allow are facts; the people, their bids and their tricks are made up,
// in a way that looks like a club evening.
package demo_test

import (
	"strconv"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/shelf"
)

// deal is a board with what the cards allow.
type deal struct {
	board bridge.Board
	cards bridge.Deal

	// tricks are what a declarer wins in a strain, double dummy, and digits the
	// same as PBN has it.
	tricks map[bridge.Seat]map[bridge.Strain]int
	digits string
}

// deals reads deals.csv. Its column tricks has 20 hexadecimal digits: North,
// South, East, West as declarer, for each of them notrump, spades, hearts,
// diamonds, clubs.
func deals(t *testing.T) []deal {
	t.Helper()
	var list []deal
	for _, row := range shelf.Table(t, "deals.csv", "board", "deal", "tricks") {
		cards, err := bridge.ParseDeal(row.Text("deal"))
		if err != nil {
			t.Fatalf("deals.csv:%d: %v", row.Line, err)
		}
		digits := row.Text("tricks")
		d := deal{bridge.Board(row.Int("board")), cards, map[bridge.Seat]map[bridge.Strain]int{}, digits}
		for _, seat := range []bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West} {
			d.tricks[seat] = map[bridge.Strain]int{}
			for strain := bridge.Notrump; strain >= bridge.Clubs; strain-- {
				n, err := strconv.ParseUint(digits[:1], 16, 8)
				if err != nil {
					t.Fatalf("deals.csv:%d: %v", row.Line, err)
				}
				d.tricks[seat][strain] = int(n)
				digits = digits[1:]
			}
		}
		list = append(list, d)
	}
	return list
}

// points are the high-card points of a hand.
func points(h bridge.Hand) int {
	sum := 0
	for _, c := range h.Cards() {
		sum += max(0, int(c.Rank())-int(bridge.Ten))
	}
	return sum
}

// strength are the high-card points of a side.
func (d deal) strength(s bridge.Side) int {
	sum := 0
	for _, seat := range bridge.Seats {
		if seat.Side() == s {
			sum += points(d.cards.Hand(seat))
		}
	}
	return sum
}

// length is how many cards of a suit a seat holds.
func (d deal) length(s bridge.Seat, suit bridge.Strain) int { return len(d.cards.Hand(s).Suit(suit)) }

// fit is how many cards of a suit a side holds, and the most in one hand.
func (d deal) fit(s bridge.Side, suit bridge.Strain) (together, longest int) {
	for _, seat := range bridge.Seats {
		if seat.Side() == s {
			n := d.length(seat, suit)
			together, longest = together+n, max(longest, n)
		}
	}
	return together, longest
}

// declarer is the seat that names a strain first: the one with the longer suit,
// at notrump the stronger one that is not last to speak.
func (d deal) declarer(s bridge.Side, strain bridge.Strain) bridge.Seat {
	a := d.board.Dealer()
	if a.Side() != s {
		a = a.Next()
	}
	b := a.Partner()
	weight := func(seat bridge.Seat) int {
		if strain == bridge.Notrump {
			return points(d.cards.Hand(seat))
		}
		return d.length(seat, strain)
	}
	if weight(b) > weight(a) {
		return b
	}
	return a
}
