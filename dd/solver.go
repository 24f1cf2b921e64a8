package dd

import (
	"context"
	"math/bits"

	"github.com/overtrick/overtrick/bridge"
)

// Limits bound the work of a [Solver]. The zero value has the meaning that
// stands behind each field.
type Limits struct {
	// Plays is the number of cards that the search may play for one call: one
	// table, one contract, one position. 0: [DefaultPlays].
	Plays uint64
	// Memory is the size in bytes that the table of positions may grow to. When
	// it is full it is cleared, and the search goes on, slower. 0: [DefaultMemory].
	Memory int
}

const (
	// DefaultPlays is about five seconds of work, forty times as much as an
	// ordinary deal needs.
	DefaultPlays = 75_000_000
	// Unlimited is a number of plays that no search reaches.
	Unlimited = 1<<64 - 1
	// DefaultMemory keeps a solver below 100 MB; an ordinary deal needs a tenth.
	DefaultMemory = 64 << 20
)

// Solver finds what the cards allow. Make one for each goroutine and use it
// again and again: it is not safe for more than one at a time, and no two share
// anything. The same calls give the same answers and the same [Solver.Work],
// whatever was asked before.
type Solver struct {
	g      game
	limits Limits
	order  [4]bridge.Strain // lane to suit
	plays  uint64
	tricks uint64
}

// New is a solver with these limits.
func New(l Limits) *Solver {
	if l.Plays == 0 {
		l.Plays = DefaultPlays
	}
	if l.Memory <= 0 {
		l.Memory = DefaultMemory
	}
	s := &Solver{limits: l}
	s.g.memo.init(l.Memory)
	return s
}

// Work says how much a call cost. It depends on the question alone, never on the
// machine.
type Work struct {
	Plays  uint64 // cards played in the search
	Tricks uint64 // positions at the start of a trick
	Clears int    // times that the table of positions was full
}

// Work is the cost of the last call.
func (s *Solver) Work() Work {
	return Work{Plays: s.plays + s.g.plays, Tricks: s.tricks + s.g.tricks, Clears: s.g.memo.clears}
}

// begin starts a call.
func (s *Solver) begin(ctx context.Context) {
	g := &s.g
	s.plays, s.tricks = 0, 0
	g.plays, g.tricks, g.stop, g.memo.clears = 0, 0, false, 0
	g.ask = func() bool { return g.plays > s.limits.Plays || ctx.Err() != nil }
}

// end says why a call has no answer.
func (s *Solver) end(ctx context.Context) error {
	switch {
	case !s.g.stop:
		return nil
	case ctx.Err() != nil:
		return bridge.Errorf(bridge.Unsupported, "dd.stopped", "double dummy: not computed: %w", ctx.Err())
	}
	return bridge.Errorf(bridge.Unsupported, "dd.budget", "double dummy: not computed within %d plays", s.limits.Plays)
}

// setUp places the cards of a position for one strain. on are the cards on the
// table, which belong to the hands.
func (s *Solver) setUp(hands [4]bridge.Hand, strain bridge.Strain) {
	g := &s.g
	s.order = [4]bridge.Strain{bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs}
	g.trump = 0
	if strain.Suit() {
		g.trump = 0xffff
		at := bridge.Spades - strain
		copy(s.order[1:], s.order[:at])
		s.order[0] = strain
	}
	for i, h := range hands {
		g.h[i] = 0
		for l, suit := range s.order {
			// A hand has thirteen bits a suit, the deuce of clubs first.
			cards := uint64(h) >> (13 * (uint(suit) - 1)) & lane
			g.h[i] |= bits.Reverse64(cards) >> 51 << (16 * l)
		}
	}
	g.fill()
	g.forget()
}

// bit is the card of the search that c is.
func (s *Solver) bit(c bridge.Card) uint64 {
	for l, suit := range s.order {
		if suit == c.Suit() {
			return 1 << (16*l + int(bridge.Ace-c.Rank()))
		}
	}
	return 0
}

// seek finds the value of what test asks about, North-South's tricks from 0 to
// hi: test(need) gives a lower bound if it is need or more, else an upper one.
func (s *Solver) seek(guess, hi int, test func(need int) int) int {
	lo := 0
	need := min(max(guess, lo+1), hi)
	for lo < hi {
		v := test(need)
		if s.g.stop {
			return 0
		}
		if v >= need {
			lo = v
			need = v + 1
		} else {
			hi = v
			need = v
		}
	}
	return lo
}

// guess is a first idea of North-South's tricks at the start of a trick.
func (s *Solver) guess(left int) int {
	points := 0
	for i, h := range s.g.h {
		sign := 1 - i&1*2
		for l := range uint(4) {
			c := h >> (16 * l)
			points += sign * int(4*(c&1)+3*(c>>1&1)+2*(c>>2&1)+c>>3&1)
		}
		if s.g.trump != 0 {
			points += sign * 3 * count(h&lane)
		}
	}
	return min(max(left/2+points/6, 0), left)
}

// complete refuses a deal that has no table.
func complete(d bridge.Deal) error {
	for _, seat := range bridge.Seats {
		if n := d.Hand(seat).Len(); n != 13 {
			return bridge.Errorf(bridge.Invalid, "dd.cards", "double dummy: %v has %d cards, want 13", seat, n)
		}
	}
	return nil
}

// hands are the four hands, North first.
func hands(d bridge.Deal) (h [4]bridge.Hand) {
	for i, seat := range bridge.Seats {
		h[i] = d.Hand(seat)
	}
	return h
}

// leaders is the order in which the four leads of a strain are searched, by
// which the later ones profit most from what the earlier ones found.
var leaders = [4]bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West}

// Table finds all twenty results of a deal.
//
// The error has code [bridge.Invalid] if a hand has not thirteen cards, and
// [bridge.Unsupported] if the table was not computed within the limits or before
// ctx was done; what was found until then is in the table.
func (s *Solver) Table(ctx context.Context, d bridge.Deal) (Table, error) {
	if err := complete(d); err != nil {
		return Table{}, err
	}
	s.begin(ctx)
	var t Table
	for _, strain := range bridge.Strains {
		s.setUp(hands(d), strain)
		guess := s.guess(13)
		for _, leader := range leaders {
			seat := int(leader) - 1
			v := s.seek(guess, 13, func(need int) int {
				v, _ := s.g.trick(seat, need, 13)
				return v
			})
			if err := s.end(ctx); err != nil {
				return t, err
			}
			guess = v
			declarer := leader.Clockwise(-1)
			t = t.With(declarer, strain, bySide(v, 13, declarer.Side()))
		}
	}
	return t, nil
}

// bySide turns North-South's tricks into those of a side.
func bySide(v, left int, side bridge.Side) int {
	if side == bridge.EW {
		return left - v
	}
	return v
}

// Tricks finds the tricks of one declarer in one strain. The errors are those of
// [Solver.Table], and code [bridge.Invalid] for no declarer or no strain.
func (s *Solver) Tricks(ctx context.Context, d bridge.Deal, declarer bridge.Seat, strain bridge.Strain) (int, error) {
	if err := complete(d); err != nil {
		return -1, err
	}
	if !declarer.Valid() || !strain.Valid() {
		return -1, bridge.Errorf(bridge.Invalid, "dd.contract", "double dummy: declarer %v in %v: want a seat and a strain", declarer, strain)
	}
	s.begin(ctx)
	s.setUp(hands(d), strain)
	seat := int(declarer.Next()) - 1
	v := s.seek(s.guess(13), 13, func(need int) int {
		v, _ := s.g.trick(seat, need, 13)
		return v
	})
	if err := s.end(ctx); err != nil {
		return -1, err
	}
	return bySide(v, 13, declarer.Side()), nil
}
