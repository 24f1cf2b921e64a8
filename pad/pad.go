package pad

import (
	"slices"
	"strconv"

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
	own := make([]Deal, len(deals))
	for i, d := range deals {
		own[i] = d.clone()
	}
	last, err := rules.extend(nil, own)
	if err != nil {
		return nil, err
	}
	s, err := rules.end(last, stopped)
	if err != nil {
		return nil, err
	}
	return s.pad(rules), nil
}

// standing is how a game stands after some deals: all that the next one needs to
// know. Its slice is never written to again.
type standing struct {
	deals    int // written down
	counts   int // of them that count
	dealer   bridge.Seat
	games    []Game
	part     bridge.BySide[score.Points]
	won      bridge.BySide[int]
	below    bridge.BySide[score.Points]
	above    bridge.BySide[score.Points]
	finished bool
	winner   bridge.Side
}

// step is a deal that was written down behind others, and how the game stands
// then. It never changes, so lists of deals share their beginnings: one more deal
// costs the same behind ten and behind ten thousand, and taking it back nothing.
type step struct {
	before *step // nil before the first deal
	row    Scored
	standing
}

// count is the number of deals up to this one.
func (s *step) count() int {
	if s == nil {
		return 0
	}
	return s.deals
}

// folder is at the deals behind a step.
func (r Rules) folder(last *step) *folder {
	f := &folder{rules: r, pen: why.New(), standing: standing{dealer: r.Dealer}}
	if last != nil {
		f.standing = last.standing
	}
	return f
}

// extend scores deals, which nobody changes any more, behind those of a step.
func (r Rules) extend(last *step, deals []Deal) (*step, error) {
	f := r.folder(last)
	game := f.game()
	for _, d := range deals {
		n := f.deals + 1
		if err := f.deal(game, d); err != nil {
			return nil, bridge.At("deal "+strconv.Itoa(n), err)
		}
		last = &step{last, f.row, f.standing}
	}
	return last, nil
}

// splice is the list of deals up to a step with out of them, from the n-th on,
// replaced by others. What stands before them is not scored again.
func (r Rules) splice(last *step, n, out int, in []Deal) (*step, error) {
	var behind []Deal
	for ; last.count() >= n; last = last.before {
		if last.count() >= n+out {
			behind = append(behind, last.row.Deal)
		}
	}
	slices.Reverse(behind)
	return r.extend(last, slices.Concat(in, behind))
}

// state is a list of deals, whether somebody stopped the game behind them, and what
// follows from both. It never changes.
type state struct {
	last       *step
	stopped    bool
	settlement []Entry // of a stop before the end
	standing           // the settlement included
}

// end is the state after the deals up to a step.
func (r Rules) end(last *step, stopped bool) (state, error) {
	f := r.folder(last)
	if stopped && !f.finished {
		if err := f.game().settle(); err != nil {
			return state{}, err
		}
		f.finished = true
	}
	return state{last, stopped, f.row.Entries, f.standing}, nil
}

// settled reports whether the game was stopped before its end.
func (s state) settled() bool { return s.finished && (s.last == nil || !s.last.finished) }

// total is all that a side has.
func (s standing) total(side bridge.Side) score.Points { return s.below.Of(side) + s.above.Of(side) }

// margin is what we have less what they have.
func (s standing) margin() score.Points { return s.total(bridge.NS) - s.total(bridge.EW) }

// pad writes a state down.
func (s state) pad(r Rules) *Pad {
	p := &Pad{
		Rules: r, Games: slices.Clone(s.games), Part: s.part, Won: s.won, Below: s.below, Above: s.above,
		Total:  bridge.BySide[score.Points]{NS: s.total(bridge.NS), EW: s.total(bridge.EW)},
		Margin: s.margin(), Settled: r.settled(s.margin()),
		Finished: s.finished, Stopped: s.settled(), Winner: s.winner,
	}
	if s.deals > 0 {
		p.Deals = make([]Scored, s.deals)
	}
	entries := len(s.settlement)
	for at := s.last; at != nil; at = at.before {
		p.Deals[at.deals-1] = at.row
		entries += len(at.row.Entries)
	}
	p.Entries = make([]Entry, 0, entries)
	for i, d := range p.Deals {
		before := len(p.Entries)
		p.Entries = append(p.Entries, d.Entries...)
		p.Deals[i].Deal, p.Deals[i].Entries = d.Deal.clone(), p.Entries[before:len(p.Entries):len(p.Entries)]
	}
	p.Entries = append(p.Entries, s.settlement...)
	if s.finished {
		return p
	}
	game := r.folder(s.last).game()
	p.Next = Next{s.deals + 1, s.dealer, game.vul()}
	if target := game.target(); target > 0 {
		for _, side := range bridge.Sides {
			p.Need = p.Need.With(side, target-s.part.Of(side))
		}
	}
	return p
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

// folder scores deal after deal.
type folder struct {
	rules Rules
	pen   *why.Pen
	row   Scored // the deal being scored
	at    int    // its number, from 1; 0 for the settlement
	standing
}

func (f *folder) game() game {
	switch f.rules.Form {
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
	if f.finished {
		return bridge.Errorf(bridge.Conflict, "pad.finished", "the %s ended with deal %d", f.rules.Form, f.deals)
	}
	if err := f.rules.checkDeal(d); err != nil {
		return err
	}
	again := d.Passed && f.rules.Form == Chicago && f.rules.Redeal
	f.row = Scored{Deal: d, Dealer: f.dealer, Vul: g.vul(), Counts: !again}
	f.deals++
	f.at = f.deals
	if again {
		return nil
	}
	f.counts++
	f.dealer = f.dealer.Next()
	return g.score(d)
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
		e.Game = len(f.games) + 1
		f.below = f.below.With(side, f.below.Of(side)+points)
		f.part = f.part.With(side, f.part.Of(side)+points)
	} else {
		f.above = f.above.With(side, f.above.Of(side)+points)
	}
	f.row.Entries = append(f.row.Entries, e)
}

// premium makes an entry of a value that stands in the edition.
func (f *folder) premium(side bridge.Side, rule, name string, points score.Points, in ...why.Arg) error {
	if points == score.Unknown {
		return bridge.Errorf(bridge.Unsupported, "pad.unknown_value", "%s is not known in the code of %s", name, f.rules.Edition.Code())
	}
	f.add(side, AboveLine, f.pen.LookUp(rule, exact.Int(points), nil, in...))
	return nil
}

// contract makes the entries that are the same at a rubber and in Chicago: tricks
// below the line, all else above.
func (f *folder) contract(d Deal, vul bridge.Vulnerability) error {
	parts, err := f.rules.Edition.Parts(f.pen, d.Contract, vul.Has(d.Side), d.Tricks)
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
	f.games = append(slices.Clip(f.games), Game{side, f.at})
	f.won = f.won.With(side, f.won.Of(side)+1)
	f.part = bridge.BySide[score.Points]{}
}
