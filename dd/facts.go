package dd

import "github.com/overtrick/overtrick/bridge"

// Points are the high-card points of a hand: ace 4, king 3, queen 2, jack 1.
func Points(h bridge.Hand) int {
	n := 0
	for _, c := range h.Cards() {
		n += max(0, int(c.Rank())-int(bridge.Ten))
	}
	return n
}

// Shape is how long the suits of a hand are: spades, hearts, diamonds, clubs.
type Shape [4]int

// ShapeOf is the shape of a hand.
func ShapeOf(h bridge.Hand) Shape {
	var s Shape
	for _, c := range h.Cards() {
		s[bridge.Spades-c.Suit()]++
	}
	return s
}

// String gives the lengths as players write them where the suits matter,
// "4=3=3=3".
func (s Shape) String() string {
	b := make([]byte, 0, 8)
	for i, n := range s {
		if i > 0 {
			b = append(b, '=')
		}
		if n >= 10 {
			b = append(b, '1')
		}
		b = append(b, byte('0'+n%10))
	}
	return string(b)
}

// Pattern is the shape from the longest suit to the shortest, whatever they are:
// 4-3-3-3 is [4 3 3 3].
func (s Shape) Pattern() Shape {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j] > s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

// Balanced reports whether the shape is 4-3-3-3, 4-4-3-2 or 5-3-3-2.
func (s Shape) Balanced() bool {
	switch s.Pattern() {
	case Shape{4, 3, 3, 3}, Shape{4, 4, 3, 2}, Shape{5, 3, 3, 2}:
		return true
	}
	return false
}

// Holder is the seat that was dealt a card, no seat if nobody is known to have
// it. A lead that its player did not hold tells of a board turned round or of a
// slip of the pen.
func Holder(d bridge.Deal, c bridge.Card) bridge.Seat {
	for _, seat := range bridge.Seats {
		if d.Hand(seat).Has(c) {
			return seat
		}
	}
	return 0
}

// Gained is how many tricks more than double dummy the declaring side of a real
// result won; fewer are negative. ok is false if the board was passed out, or
// the entry of the table is not known.
func Gained(t Table, r bridge.Result) (tricks int, ok bool) {
	want := t.Tricks(r.Declarer(), r.Contract().Strain)
	if r.IsZero() || r.PassedOut() || want < 0 {
		return 0, false
	}
	return r.Tricks() - want, true
}

// TotalTricks is the number of tricks that both sides win together, each in the
// suit that is best for it, and those suits (the law of total tricks compares it
// with the number of their trumps). ok is false if the table is not complete.
func TotalTricks(t Table) (total int, best bridge.BySide[bridge.Strain], ok bool) {
	if !t.Complete() {
		return 0, best, false
	}
	for _, side := range bridge.Sides {
		most := -1
		for suit := bridge.Spades; suit >= bridge.Clubs; suit-- {
			seat := bridge.Seat(side)
			if n := max(t.Tricks(seat, suit), t.Tricks(seat.Partner(), suit)); n > most {
				most = n
				best = best.With(side, suit)
			}
		}
		total += most
	}
	return total, best, true
}

// TotalTrumps is the number of cards that both sides hold in their longest suits.
func TotalTrumps(d bridge.Deal) int {
	total := 0
	for _, side := range bridge.Sides {
		a := ShapeOf(d.Hand(bridge.Seat(side)))
		b := ShapeOf(d.Hand(bridge.Seat(side).Partner()))
		most := 0
		for i := range a {
			most = max(most, a[i]+b[i])
		}
		total += most
	}
	return total
}
