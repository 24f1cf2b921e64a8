package pad

import (
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Pad is what follows from the deals of one rubber, Chicago or other game.
type Pad struct {
	Rules    Rules
	Deals    []Scored
	Entries  []Entry // of all deals and of the settlement, as they were made
	Games    []Game
	Part     bridge.BySide[score.Points] // below the line in the running game
	Won      bridge.BySide[int]          // games
	Below    bridge.BySide[score.Points] // sum of all entries there
	Above    bridge.BySide[score.Points]
	Total    bridge.BySide[score.Points]
	Margin   score.Points                // we less they
	Settled  exact.Fraction              // the margin as it is settled
	Finished bool                        // no further deal
	Stopped  bool                        // settled before its end
	Winner   bridge.Side                 // who won the rubber; it may have lost on points
	Next     Next                        // if not finished
	Need     bridge.BySide[score.Points] // below the line for a game; 0 where games do not count
}

// Next is the deal to come.
type Next struct {
	N      int // from 1
	Dealer bridge.Seat
	Vul    bridge.Vulnerability
}

// Scored is a deal with what it brought.
type Scored struct {
	Deal    Deal
	Dealer  bridge.Seat
	Vul     bridge.Vulnerability
	Counts  bool // a pass-out of a Chicago that is dealt again does not
	Entries []Entry
}

// Line says where an entry stands.
type Line string

// The two places.
const (
	BelowLine Line = "below"
	AboveLine Line = "above"
)

// Entry is a number on the pad.
type Entry struct {
	Deal   int // from 1; 0: the settlement of an unfinished rubber
	Side   bridge.Side
	Line   Line
	Game   int // of an entry below the line: the game that it counts toward, from 1
	Points score.Points

	node *why.Node
}

// Why is the entry's derivation.
func (e Entry) Why() *why.Node { return e.node }

// Game is a game that was won: the line under it is drawn after its deal.
type Game struct {
	Side bridge.Side
	Deal int // from 1
}

// Fold scores a list of deals. stopped settles what is unfinished.
//
// The error says which deal it is, "deal 3", and has code [bridge.Invalid] for a
// deal that cannot be, [bridge.Conflict] for one after the end, and
// [bridge.Unsupported] if a value is not known.
func Fold(rules Rules, deals []Deal, stopped bool) (*Pad, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	f := folder{Pad: &Pad{Rules: rules}, pen: why.New(), dealer: rules.Dealer}
	game := f.game()
	for i, d := range deals {
		if err := f.deal(game, d); err != nil {
			return nil, bridge.At(fmt.Sprintf("deal %d", i+1), err)
		}
	}
	f.at = 0
	if stopped && !f.Finished {
		if err := game.settle(); err != nil {
			return nil, err
		}
		f.Stopped, f.Finished = true, true
	}
	f.finish(game)
	return f.Pad, nil
}

// extend is the pad with one more deal, as [Fold] gives it for the whole list; p
// stays as it is.
func (p *Pad) extend(d Deal) (*Pad, error) {
	next := *p
	next.Deals, next.Entries, next.Games = slices.Clip(p.Deals), slices.Clip(p.Entries), slices.Clip(p.Games)
	next.Next, next.Need = Next{}, bridge.BySide[score.Points]{}
	f := folder{Pad: &next, pen: why.New(), dealer: p.Next.Dealer}
	for _, scored := range p.Deals {
		if scored.Counts {
			f.counts++
		}
	}
	game := f.game()
	if err := f.deal(game, d); err != nil {
		return nil, bridge.At(fmt.Sprintf("deal %d", len(p.Deals)+1), err)
	}
	f.at = 0
	f.finish(game)
	return f.Pad, nil
}

// game is what the forms do differently.
type game interface {
	// vul is who is vulnerable on the next deal.
	vul() bridge.Vulnerability
	// score makes the entries of a deal and ends games.
	score(d Deal) error
	// settle makes the entries of a game that is stopped before its end.
	settle() error
	// target is the number of points below the line for a game, 0 for none.
	target() score.Points
}

// folder builds a pad.
type folder struct {
	*Pad
	pen    *why.Pen
	dealer bridge.Seat
	at     int // the deal being scored, from 1; 0 for the settlement
	counts int // deals that count so far
}

func (f *folder) game() game {
	switch f.Rules.Form {
	case Chicago:
		return chicago{f}
	case Russian, Iniarski:
		return comparison{f}
	case Auction, Plafond:
		return auction{f}
	}
	return rubber{f}
}

func (f *folder) deal(g game, d Deal) error {
	if f.Finished {
		return bridge.Errorf(bridge.Conflict, "pad.finished", "the %s ended with deal %d", f.Rules.Form, len(f.Deals))
	}
	if err := f.Rules.checkDeal(d); err != nil {
		return err
	}
	f.at = len(f.Deals) + 1
	again := d.Passed && f.Rules.Form == Chicago && f.Rules.Redeal
	f.Deals = append(f.Deals, Scored{Deal: d.clone(), Dealer: f.dealer, Vul: g.vul(), Counts: !again})
	if again {
		return nil
	}
	f.counts++
	before := len(f.Entries)
	if err := g.score(d); err != nil {
		return err
	}
	f.Deals[f.at-1].Entries = f.Entries[before:len(f.Entries):len(f.Entries)]
	f.dealer = f.dealer.Next()
	return nil
}

// add makes an entry of a value that is not zero.
func (f *folder) add(side bridge.Side, line Line, v why.Value) {
	n, _ := v.Int64()
	points := score.Points(n)
	if points == 0 {
		return
	}
	e := Entry{Deal: f.at, Side: side, Line: line, Points: points, node: v.Node()}
	if line == BelowLine {
		e.Game = len(f.Games) + 1
		f.Below = f.Below.With(side, f.Below.Of(side)+points)
		f.Part = f.Part.With(side, f.Part.Of(side)+points)
	} else {
		f.Above = f.Above.With(side, f.Above.Of(side)+points)
	}
	f.Total = f.Total.With(side, f.Total.Of(side)+points)
	f.Entries = append(f.Entries, e)
}

// premium makes an entry of a value that stands in the edition.
func (f *folder) premium(side bridge.Side, rule, name string, points score.Points, in ...why.Arg) error {
	if points == score.Unknown {
		return bridge.Errorf(bridge.Unsupported, "pad.unknown_value", "%s is not known in the code of %s", name, f.Rules.Edition.Code())
	}
	f.add(side, AboveLine, f.pen.LookUp(rule, exact.Int(points), nil, in...))
	return nil
}

// contract makes the entries that are the same at a rubber and in Chicago: tricks
// below the line, all else above.
func (f *folder) contract(d Deal, vul bridge.Vulnerability) error {
	parts, err := f.Rules.Edition.Parts(f.pen, d.Contract, vul.Has(d.Side), d.Tricks)
	if err != nil {
		return err
	}
	if parts.Undertricks.Has {
		f.add(d.Side.Other(), AboveLine, parts.Undertricks.Value)
	}
	if parts.Tricks.Has {
		f.add(d.Side, BelowLine, parts.Tricks.Value)
	}
	for _, part := range []score.Part{parts.Overtricks, parts.Slam, parts.Made} {
		if part.Has {
			f.add(d.Side, AboveLine, part.Value)
		}
	}
	f.honours(d)
	return nil
}

// honours belong to the side of the hand that held them, whoever declared and
// however the contract went.
func (f *folder) honours(d Deal) {
	for _, h := range d.Honours {
		holder := h.Side.String()
		if h.Seat.Valid() {
			holder = h.Seat.String()
		}
		f.add(h.Side, AboveLine, f.pen.LookUp(honoursRule(d.Contract.Strain, h.Points), exact.Int(h.Points), nil, why.Word("holder", holder)))
	}
}

func honoursRule(strain bridge.Strain, points score.Points) string {
	switch {
	case strain == bridge.Notrump:
		return "honours.aces"
	case points == 150:
		return "honours.five"
	case points == 100:
		return "honours.four"
	}
	return "honours.auction"
}

// endGame draws the line: both sides start the next game at zero.
func (f *folder) endGame(side bridge.Side) {
	f.Games = append(f.Games, Game{side, f.at})
	f.Won = f.Won.With(side, f.Won.Of(side)+1)
	f.Part = bridge.BySide[score.Points]{}
}

func (f *folder) finish(g game) {
	f.Margin = f.Total.NS - f.Total.EW
	f.Settled = f.Rules.settled(f.Margin)
	if f.Finished {
		return
	}
	f.Next = Next{len(f.Deals) + 1, f.dealer, g.vul()}
	if target := g.target(); target > 0 {
		for _, side := range bridge.Sides {
			f.Need = f.Need.With(side, target-f.Part.Of(side))
		}
	}
}
