package dd

import (
	"context"

	"github.com/overtrick/overtrick/bridge"
)

// Position is a deal in the middle of its play.
type Position struct {
	Deal   bridge.Deal // the cards that were held when the present trick began
	Strain bridge.Strain
	Leader bridge.Seat   // of the present trick
	Trick  []bridge.Card // what was played to it, from the leader's card on
}

// Turn is the seat that plays the next card.
func (p Position) Turn() bridge.Seat { return p.Leader.Clockwise(len(p.Trick)) }

// Choice is a card that may be played, and what it brings.
type Choice struct {
	Card   bridge.Card
	Tricks int // that the player's side wins from the present trick on
}

// check refuses a position that cannot be.
func (p Position) check() error {
	if !p.Strain.Valid() || !p.Leader.Valid() {
		return bridge.Errorf(bridge.Invalid, "dd.position", "double dummy: leader %v in %v: want a seat and a strain", p.Leader, p.Strain)
	}
	n := p.Deal.Hand(bridge.North).Len()
	for _, seat := range bridge.Seats {
		if k := p.Deal.Hand(seat).Len(); k != n || k == 0 {
			return bridge.Errorf(bridge.Invalid, "dd.unequal", "double dummy: %v has %d cards, North has %d: want hands of equal length", seat, k, n)
		}
	}
	if len(p.Trick) > 3 {
		return bridge.Errorf(bridge.Invalid, "dd.trick", "double dummy: %d cards in the present trick, want at most 3", len(p.Trick))
	}
	return nil
}

// state is a position within a trick, for the search.
type state struct {
	seat, win int // to play; winning so far
	pos, left int // cards played to the trick; tricks to come with this one
	w         uint64
	cmp       uint64
	cards     uint64
}

// begins is a state at the start of a trick.
func (g *game) begins(seat, left int) state {
	g.gone[left] = valid &^ (g.h[0] | g.h[1] | g.h[2] | g.h[3])
	return state{seat: seat, left: left}
}

// legal are the cards that may be played.
func (g *game) legal(st state) uint64 {
	h := g.h[st.seat]
	if st.pos > 0 {
		suit := st.cmp &^ g.trump
		if suit == 0 {
			suit = st.cmp
		}
		if h&suit != 0 {
			return h & suit
		}
	}
	return h
}

// play plays a card of the seat to play; g.h loses it. won is 1 if that ended a
// trick that North-South win.
func (g *game) play(st state, c uint64) (next state, won int) {
	g.h[st.seat] &^= c
	if st.pos == 0 {
		st.cmp, st.w, st.win = laneOf(c)|g.trump, c, st.seat
	} else if c&st.cmp-1 < st.w-1 {
		st.w, st.win = c, st.seat
	}
	st.cards |= c
	st.pos++
	st.seat = (st.seat + 1) & 3
	if st.pos == 4 {
		return g.begins(st.win, st.left-1), 1 - st.win&1
	}
	return st, 0
}

// value finds North-South's tricks from a state on.
func (s *Solver) value(st state, guess int) int {
	g := &s.g
	return s.seek(guess, st.left, func(need int) int {
		var v int
		switch st.pos {
		case 0:
			v, _ = g.trick(st.seat, need, st.left)
		case 3:
			v, _ = g.fourth(st.seat, st.win, st.w, st.cmp, st.cards, need, st.left)
		default:
			v, _ = g.follow(st.pos, st.seat, st.win, st.w, st.cmp, st.cards, need, st.left)
		}
		return v
	})
}

// Cards finds what each legal card of the player whose turn it is brings, the
// cards in the order of [bridge.Hand.Cards].
//
// The error has code [bridge.Invalid] if the position cannot be, and
// [bridge.Unsupported] if the values were not computed within the limits or
// before ctx was done.
func (s *Solver) Cards(ctx context.Context, p Position) ([]Choice, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s.begin(ctx)
	s.setUp(hands(p.Deal), p.Strain)
	g := &s.g
	st := g.begins(int(p.Leader)-1, p.Deal.Hand(p.Leader).Len())
	for _, c := range p.Trick {
		if err := s.allowed(st, c); err != nil {
			return nil, err
		}
		st, _ = g.play(st, s.bit(c))
	}
	side := p.Turn().Side()
	legal, gone := g.legal(st), g.gone[st.left]
	h := g.h[st.seat]
	out := make([]Choice, 0, count(legal))
	best := s.guess(st.left)
	equal := 0 // the value of the last card, for those that are equal to it
	for _, c := range p.Deal.Hand(p.Turn()).Cards() {
		bit := s.bit(c)
		if bit&legal == 0 {
			continue
		}
		if bit&tops(h, gone) != 0 {
			next, won := g.play(st, bit)
			v := won + s.value(next, best-won)
			g.h[st.seat] = h
			if err := s.end(ctx); err != nil {
				return nil, err
			}
			equal, best = bySide(v, st.left, side), v
		}
		out = append(out, Choice{c, equal})
	}
	return out, nil
}

// allowed refuses a card that the seat to play does not hold or may not play.
func (s *Solver) allowed(st state, c bridge.Card) error {
	seat := bridge.Seats[st.seat]
	switch bit := s.bit(c); {
	case bit&s.g.h[st.seat] == 0:
		return bridge.Errorf(bridge.Invalid, "dd.not_held", "double dummy: %v does not hold %v", seat, c)
	case bit&s.g.legal(st) == 0:
		return bridge.Errorf(bridge.Invalid, "dd.revoke", "double dummy: %v does not follow suit with %v", seat, c)
	}
	return nil
}

// Trace finds the tricks that declarer's side wins with best play of all from
// each point of a play on, tricks already won included: first before the opening
// lead, then after each card. A card that costs a trick shows as a change.
//
// The cards stand in the order of play. The errors are those of [Solver.Cards];
// a card that its player does not hold, or that does not follow suit, is invalid.
func (s *Solver) Trace(ctx context.Context, d bridge.Deal, strain bridge.Strain, declarer bridge.Seat, cards []bridge.Card) ([]int, error) {
	if err := complete(d); err != nil {
		return nil, err
	}
	if !declarer.Valid() || !strain.Valid() {
		return nil, bridge.Errorf(bridge.Invalid, "dd.contract", "double dummy: declarer %v in %v: want a seat and a strain", declarer, strain)
	}
	if len(cards) > 52 {
		return nil, bridge.Errorf(bridge.Invalid, "dd.play", "double dummy: %d cards in the play, want at most 52", len(cards))
	}
	s.begin(ctx)
	s.setUp(hands(d), strain)
	g := &s.g
	st := g.begins(int(declarer.Next())-1, 13)
	side := declarer.Side()
	won, guess := 0, s.guess(13)
	out := make([]int, 0, len(cards)+1)
	for i := 0; ; i++ {
		v := won + s.value(st, guess-won)
		if err := s.end(ctx); err != nil {
			return out, err
		}
		guess = v
		out = append(out, bySide(v, 13, side))
		if i == len(cards) {
			return out, nil
		}
		if err := s.allowed(st, cards[i]); err != nil {
			return out, bridge.At("card "+cards[i].String(), err)
		}
		var n int
		st, n = g.play(st, s.bit(cards[i]))
		won += n
	}
}
