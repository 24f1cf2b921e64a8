package pad

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Deal is one deal as the scorer writes it down.
type Deal struct {
	Passed   bool            // all four passed
	Contract bridge.Contract // unless Passed
	Side     bridge.Side     // declarer's
	Seat     bridge.Seat     // declarer, if it was noted
	Tricks   int             // won by declarer's side, 0 to 13
	Honours  []Honours       // held by one side; a second claim is refused
	Strength *Strength       // Russian and Iniarski only
}

// Honours are a claim for honours: who held them, and the points they are worth.
type Honours struct {
	Side   bridge.Side
	Seat   bridge.Seat // the holder, if it was noted
	Points score.Points
}

// Strength is which side held the high cards of a deal.
type Strength struct {
	Side bridge.Side
	HCP  exact.Fraction // of that side, 0 to 40; Iniarski counts halves
	Fit  bridge.Side    // Iniarski: the side with a fit, the one in spades if both have one; 0: none
}

// stronger is the side with 20 points or more, and its points.
func (s Strength) stronger() Strength {
	if s.HCP.Cmp(exact.Int(20)) < 0 {
		s.Side, s.HCP = s.Side.Other(), exact.Int(40).Sub(s.HCP)
	}
	return s
}

// clone is d without anything shared.
func (d Deal) clone() Deal {
	d.Honours = slices.Clone(d.Honours)
	if d.Strength != nil {
		s := *d.Strength
		d.Strength = &s
	}
	return d
}

// check refuses what cannot have happened at a table with these rules.
func (r Rules) checkDeal(d Deal) error {
	if err := r.checkStrength(d.Strength); err != nil {
		return err
	}
	if d.Passed {
		if len(d.Honours) > 0 {
			return bridge.Errorf(bridge.Invalid, "pad.honours_passed", "honours in a deal that was passed out: there are no trumps")
		}
		return nil
	}
	switch {
	case !d.Contract.Valid():
		return bridge.Errorf(bridge.Invalid, "pad.contract", "%v is no contract", d.Contract)
	case !d.Side.Valid():
		return bridge.Errorf(bridge.Invalid, "pad.declarer", "%v: who declared?", d.Contract)
	case d.Seat != 0 && d.Seat.Side() != d.Side:
		return bridge.Errorf(bridge.Invalid, "pad.seat", "%v: %v does not sit %v", d.Contract, d.Seat, d.Side)
	case d.Tricks < 0 || d.Tricks > 13:
		return bridge.Errorf(bridge.Invalid, "pad.tricks", "%v: %d tricks, want 0 to 13", d.Contract, d.Tricks)
	}
	return r.checkHonours(d)
}

func (r Rules) checkHonours(d Deal) error {
	if len(d.Honours) == 0 {
		return nil
	}
	if !r.Honours || r.compares() {
		return bridge.Errorf(bridge.Invalid, "pad.honours_off", "honours do not count at this table")
	}
	if len(d.Honours) > 1 {
		return bridge.Errorf(bridge.Invalid, "pad.honours_twice", "honours of two hands: four or five trump honours, or four aces, are in one hand only")
	}
	h := d.Honours[0]
	if !h.Side.Valid() || h.Seat != 0 && h.Seat.Side() != h.Side {
		return bridge.Errorf(bridge.Invalid, "pad.honours_holder", "honours: who held them?")
	}
	if allowed := r.honours(d.Contract.Strain); !slices.Contains(allowed, h.Points) {
		return bridge.Errorf(bridge.Invalid, "pad.honours_points", "honours of %d in %v are not possible: want %s", h.Points, d.Contract.Strain, numbers(allowed))
	}
	return nil
}

// honours are the points that honours can be worth: at a rubber 100 for four in
// one hand and 150 for five, or 150 for the four aces at notrump.
func (r Rules) honours(strain bridge.Strain) []score.Points {
	switch {
	case r.Form == Auction || r.Form == Plafond:
		return auctionHonours(strain)
	case strain == bridge.Notrump:
		return []score.Points{150}
	}
	return []score.Points{100, 150}
}

// numbers lists points as text.
func numbers(list []score.Points) string {
	text := make([]string, len(list))
	for i, p := range list {
		text[i] = strconv.Itoa(int(p))
	}
	return strings.Join(text, ", ")
}

// compares reports whether each deal is held against its high-card points, and
// nothing but the result counts.
func (r Rules) compares() bool { return r.Form == Russian || r.Form == Iniarski }

func (r Rules) checkStrength(s *Strength) error {
	compares := r.compares()
	switch {
	case !compares && s != nil:
		return bridge.Errorf(bridge.Invalid, "pad.strength_unused", "high-card points do not count in this form: want russian or iniarski")
	case !compares:
		return nil
	case s == nil:
		return bridge.Errorf(bridge.Invalid, "pad.strength", "this form needs the high-card points of one side, for example: hcp we 24")
	case !s.Side.Valid():
		return bridge.Errorf(bridge.Invalid, "pad.strength_side", "high-card points: whose are they?")
	case s.HCP.Sign() < 0 || s.HCP.Cmp(exact.Int(40)) > 0:
		return bridge.Errorf(bridge.Invalid, "pad.strength_range", "%v high-card points: want 0 to 40", s.HCP)
	case !s.HCP.Mul(exact.Int(2)).IsInt():
		return bridge.Errorf(bridge.Invalid, "pad.strength_half", "%v high-card points: want whole or half points", s.HCP)
	case r.Form == Russian && !s.HCP.IsInt():
		return bridge.Errorf(bridge.Invalid, "pad.strength_whole", "%v high-card points: the Russian table counts whole points", s.HCP)
	case r.Form == Russian && s.Fit.Valid():
		return bridge.Errorf(bridge.Invalid, "pad.fit_unused", "the Russian table knows no fit: want form iniarski")
	}
	return nil
}
