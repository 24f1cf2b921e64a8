package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
)

// HandFacts are what a hand was worth. The zero value is a hand that is not known.
type HandFacts struct {
	Known  bool
	Points int      // high-card points: ace 4, king 3, queen 2, jack 1
	Shape  dd.Shape // spades, hearts, diamonds, clubs
}

// CardFacts are what the cards of a board tell, whatever was played.
type CardFacts struct {
	Hands [4]HandFacts // clockwise from North

	// TotalTricks is what both sides win together, each in its best suit; Best are
	// these suits. It is known if the double-dummy table is complete.
	HasTricks   bool
	TotalTricks int
	Best        bridge.BySide[bridge.Strain]

	// TotalTrumps is how many cards both sides hold in their longest suits. It is
	// known if all cards are.
	HasTrumps   bool
	TotalTrumps int
}

// CardFacts are those of the board as it was set, not of another version of it.
func (b BoardSheet) CardFacts() CardFacts {
	var f CardFacts
	for i, seat := range bridge.Seats {
		if h := b.Deal.Hand(seat); h.Len() == 13 {
			f.Hands[i] = HandFacts{Known: true, Points: dd.Points(h), Shape: dd.ShapeOf(h)}
		}
	}
	f.TotalTricks, f.Best, f.HasTricks = dd.TotalTricks(b.DD)
	if f.HasTrumps = b.Deal.Complete(); f.HasTrumps {
		f.TotalTrumps = dd.TotalTrumps(b.Deal)
	}
	return f
}

// LineFacts are a result held against the cards.
type LineFacts struct {
	// Gained is how many tricks more than double dummy declarer's side won, fewer are
	// negative: the defenders gained what declarer's side lost. Compared is false if
	// there is nothing to compare: no contract, a board that was passed out, tricks that
	// are not known.
	Compared bool
	Gained   int

	// Lead is who was dealt the card that was led; no seat if the lead or its holder is
	// not known. Misled is a lead that another seat than declarer's left-hand opponent
	// held: a slip of the pen, a lead out of turn, or a board that lay turned.
	Lead   bridge.Seat
	Misled bool
}

// LineFacts compares a line of the sheet with the cards of the board, as they lay: a
// line of another version of the board had other cards, and nothing is known of it.
func (b BoardSheet) LineFacts(l Line) LineFacts {
	var f LineFacts
	if l.Version != "" || l.Result.IsZero() || l.Result.PassedOut() {
		return f
	}
	f.Gained, f.Compared = dd.Gained(b.DD, l.Result)
	if card := l.Result.Lead(); card.Valid() {
		f.Lead = dd.Holder(b.Deal, card)
		f.Misled = f.Lead.Valid() && f.Lead != l.Result.Declarer().Next()
	}
	return f
}
