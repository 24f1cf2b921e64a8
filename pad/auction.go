package pad

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// auction is auction bridge of the 1910s, and plafond, which differs in what
// counts toward game. Nobody is ever vulnerable, and a game is thirty points.
//
// What earlier players agreed is only partly handed down. What no source settles
// is refused: making a doubled contract, a slam of the defenders, chicane, and a
// rubber that is not finished.
type auction struct{ *folder }

const auctionGame score.Points = 30

func (f auction) vul() bridge.Vulnerability { return bridge.NoneVul }

func (f auction) target() score.Points { return auctionGame }

// auctionTrick is the value of an odd trick; spades are royals.
var auctionTrick = [...]score.Points{bridge.Clubs: 6, bridge.Diamonds: 7, bridge.Hearts: 8, bridge.Spades: 9, bridge.Notrump: 10}

// auctionSlam is what declarer's side gets for all tricks or all but one, bid or
// not. The sources do not say whether defenders get it too.
func auctionSlam(form Form, tricks int) score.Points {
	switch {
	case tricks == 12 && form == Plafond:
		return 100
	case tricks == 13 && form == Plafond:
		return 200
	case tricks == 12:
		return 20
	case tricks == 13:
		return 40
	}
	return 0
}

// auctionHonours are the points that honours of a side can be worth. Of five trump
// honours, between the partners: three count two tricks, four count four, five
// count five; in one hand: four count eight, four and the fifth with the partner
// nine, five ten. At notrump three aces are 30, four 40, four in one hand 100.
func auctionHonours(s bridge.Strain) (points []score.Points) {
	if s == bridge.Notrump {
		return []score.Points{30, 40, 100}
	}
	for _, tricks := range []score.Points{2, 4, 5, 8, 9, 10} {
		points = append(points, tricks*auctionTrick[s])
	}
	return points
}

func (f auction) score(d Deal) error {
	if d.Passed {
		return nil
	}
	p, c, over := f.pen, d.Contract, d.Tricks-d.Contract.Tricks()
	each := why.Int("each", auctionTrick[c.Strain])
	switch {
	case d.Tricks <= 1:
		return bridge.Errorf(bridge.Unsupported, "pad.auction_defenders", "%v with %d tricks in %s: no source that we know says whether a slam of the defenders counts", c, d.Tricks, f.rules.Form)
	case over < 0:
		v := []score.Points{50, 100, 200}[c.Doubling]
		f.add(d.Side.Other(), AboveLine, p.Product("auction.undertricks", nil, why.Int("odd", -over), why.Int("each", v)))
	case c.Doubling != bridge.Undoubled:
		return bridge.Errorf(bridge.Unsupported, "pad.auction_doubled", "%v made in %s: no source that we know says what it earns", c, f.rules.Form)
	case f.rules.Form == Plafond:
		f.add(d.Side, BelowLine, p.Product("auction.tricks", nil, why.Int("odd", c.Level), each))
		f.add(d.Side, AboveLine, p.Product("plafond.overtricks", nil, why.Int("odd", over), why.Int("each", 50)))
	default: // overtricks count toward game too
		f.add(d.Side, BelowLine, p.Product("auction.tricks", nil, why.Int("odd", d.Tricks-6), each))
	}
	if v := auctionSlam(f.rules.Form, d.Tricks); v > 0 {
		f.add(d.Side, AboveLine, p.LookUp("auction.slam", exact.Int(v), nil, why.Word("tricks", exact.Int(d.Tricks).String())))
	}
	f.honours(d)
	if f.part.Of(d.Side) < auctionGame {
		return nil
	}
	f.endGame(d.Side)
	if f.won.Of(d.Side) < 2 {
		return nil
	}
	f.finished, f.winner = true, d.Side
	return f.premium(d.Side, "auction.rubber", "the premium for the rubber", f.rules.Edition.Values().Home.AuctionRubber)
}

func (f auction) settle() error {
	return bridge.Errorf(bridge.Unsupported, "pad.auction_unfinished", "an unfinished rubber of %s: no source that we know says how it is settled", f.rules.Form)
}
