package dd

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Par is the result that two sides arrive at who see all cards.
type Par struct {
	Score score.Points // North-South's view
	// Contracts are those that score the par and end an auction in which nobody
	// could do better, the lowest of each side and strain. One that fails is bid
	// over a contract that would cost more. None: the board is passed out.
	Contracts []ParContract

	line *line
}

// ParContract is a contract that scores the par.
type ParContract struct {
	Contract bridge.Contract
	Side     bridge.Side
	Seat     bridge.Seat // declarer; no seat where either partner will do
	Tricks   int         // of declarer's side
}

// Over counts the overtricks; undertricks are negative.
func (c ParContract) Over() int { return c.Tricks - c.Contract.Tricks() }

// String gives side or seat, contract and result, as the PBN tag ParContract has
// it: "EW 5CX-2", "N 3NT=", "NS 4S+1".
func (c ParContract) String() string {
	who := c.Side.String()
	if c.Seat.Valid() {
		who = c.Seat.String()
	}
	return who + " " + c.Contract.String() + bridge.OverText(c.Over())
}

// Result is what a table would report of it; where either partner will do, the
// first of them, clockwise from North, is named.
func (c ParContract) Result() (bridge.Result, error) {
	seat := c.Seat
	if !seat.Valid() {
		seat = bridge.Seat(c.Side)
	}
	return bridge.NewResult(c.Contract, seat, c.Tricks)
}

// bids is the number of bids: five strains on seven levels.
const bids = 35

// bid is the n-th bid from the lowest.
func bid(n int) bridge.Contract {
	return bridge.Contract{Level: bridge.Level(n/5 + 1), Strain: bridge.Strains[n%5]}
}

// line is the auction of two sides that see all cards, from its end backwards: a
// bid must be higher than the last one; a contract that makes is not doubled and
// scores all its tricks, one that fails is doubled (Law 77 makes doubling the
// better choice for whoever knows).
type line struct {
	t    Table
	vul  bridge.Vulnerability
	held bridge.BySide[[bids]score.Points]     // value when that side has bid it and the other is to act
	over bridge.BySide[[bids + 1]score.Points] // best that the side can do by bidding that or higher
}

// better reports whether a is better than b for a side; points are
// North-South's.
func better(side bridge.Side, a, b score.Points) bool {
	if side == bridge.EW {
		a, b = b, a
	}
	return a > b
}

// contract is the n-th bid played by a side that wins so many tricks.
func contract(n, tricks int) bridge.Contract {
	c := bid(n)
	if tricks < c.Tricks() {
		c.Doubling = bridge.Doubled
	}
	return c
}

// points is its score, North-South's view.
func (l *line) points(side bridge.Side, n, tricks int) score.Points {
	p, err := score.Duplicate(contract(n, tricks), l.vul.Has(side), tricks)
	if err != nil {
		panic(err) // neither the contract nor the tricks can be wrong
	}
	if side == bridge.EW {
		return -p
	}
	return p
}

// tricks is the most that a side wins in a strain, from either seat.
func (l *line) tricks(side bridge.Side, strain bridge.Strain) int {
	seat := bridge.Seat(side)
	return max(l.t.Tricks(seat, strain), l.t.Tricks(seat.Partner(), strain))
}

// worst is a score that a side would never choose.
func worst(side bridge.Side) score.Points {
	if side == bridge.EW {
		return 1 << 20
	}
	return -1 << 20
}

// choose is the better of two scores for a side.
func choose(side bridge.Side, a, b score.Points) score.Points {
	if better(side, b, a) {
		return b
	}
	return a
}

func newLine(t Table, vul bridge.Vulnerability) *line {
	l := &line{t: t, vul: vul}
	for _, side := range bridge.Sides {
		l.over = l.over.With(side, [bids + 1]score.Points{bids: worst(side)})
	}
	for n := bids - 1; n >= 0; n-- {
		for _, side := range bridge.Sides {
			other := side.Other()
			held, over := l.held.Of(side), l.over.Of(other)
			held[n] = choose(other, l.points(side, n, l.tricks(side, bid(n).Strain)), over[n+1])
			l.held = l.held.With(side, held)
		}
		for _, side := range bridge.Sides {
			over := l.over.Of(side)
			over[n] = choose(side, over[n+1], l.held.Of(side)[n])
			l.over = l.over.With(side, over)
		}
	}
	return l
}

// opened is the value when a seat has opened the n-th bid with its own tricks.
func (l *line) opened(seat bridge.Seat, n int) score.Points {
	other := seat.Side().Other()
	return choose(other, l.points(seat.Side(), n, l.t.Tricks(seat, bid(n).Strain)), l.over.Of(other)[n+1])
}

// opening is the value from the turn of seat on when nobody has bid and so many
// seats are still to act.
func (l *line) opening(seat bridge.Seat, left int) score.Points {
	if left == 0 {
		return 0
	}
	v := l.opening(seat.Next(), left-1)
	for n := range bids {
		v = choose(seat.Side(), v, l.opened(seat, n))
	}
	return v
}

// FindPar finds the par of a deal from its table of tricks: the outcome of an
// auction in which both sides know all cards and either may always bid more.
//
// In turn from the dealer each seat may open with its own tricks; after that a
// side bids with the tricks of its better seat. So the dealer matters where both
// sides can make the same highest contract and nothing is worth bidding over it.
//
// The error has code [bridge.Invalid] if an entry of the table is not known, or
// dealer or vulnerability are not valid.
func FindPar(t Table, dealer bridge.Seat, vul bridge.Vulnerability) (Par, error) {
	switch {
	case !t.Complete():
		return Par{}, bridge.Errorf(bridge.Invalid, "dd.incomplete", "table of tricks: an entry is not known")
	case !dealer.Valid():
		return Par{}, bridge.Errorf(bridge.Invalid, "dd.dealer", "par: dealer %v: want N, E, S or W", dealer)
	case !vul.Valid():
		return Par{}, bridge.Errorf(bridge.Invalid, "dd.vulnerability", "par: vulnerability %v: want None, NS, EW or All", vul)
	}
	l := newLine(t, vul)
	par := Par{Score: l.opening(dealer, 4), line: l}
	if l.list(&par, dealer, false); len(par.Contracts) == 0 {
		// Only an opening that fails keeps the others from what they can make.
		l.list(&par, dealer, true)
	}
	slices.SortFunc(par.Contracts, func(a, b ParContract) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(b.Contract.Strain, a.Contract.Strain))
	})
	return par, nil
}

// list adds the par contracts; with early, also those that fail although nothing
// worse was bid before.
func (l *line) list(par *Par, seat bridge.Seat, early bool) {
	var seen [2]bridge.BySide[[bids]bool]
	for left := 4; left > 0; left-- {
		for n := range bids {
			if l.opened(seat, n) != par.Score {
				continue
			}
			side, tricks := seat.Side(), l.t.Tricks(seat, bid(n).Strain)
			p := l.points(side, n, tricks)
			if p == par.Score && (early || tricks >= bid(n).Tricks()) {
				l.add(par, side, seat, n, tricks)
			}
			l.answers(par, &seen, side.Other(), n, early || better(side, p, par.Score))
		}
		if l.opening(seat.Next(), left-1) != par.Score {
			return // this seat must open
		}
		seat = seat.Next()
	}
}

// answers adds the contracts in which a side ends that bids over the n-th bid
// without loss, and what is bid over those. saves: the n-th bid played would be
// worse for that side than par.
func (l *line) answers(par *Par, seen *[2]bridge.BySide[[bids]bool], side bridge.Side, n int, saves bool) {
	kind := &seen[0]
	if saves {
		kind = &seen[1]
	}
	for n++; n < bids; n++ {
		been := kind.Of(side)
		if been[n] || l.held.Of(side)[n] != par.Score {
			continue
		}
		been[n] = true
		*kind = kind.With(side, been)
		strain := bid(n).Strain
		tricks := l.tricks(side, strain)
		p := l.points(side, n, tricks)
		if p == par.Score && (saves || tricks >= bid(n).Tricks()) {
			for _, seat := range bridge.Seats {
				if seat.Side() == side && l.t.Tricks(seat, strain) == tricks {
					l.add(par, side, seat, n, tricks)
				}
			}
		}
		l.answers(par, seen, side.Other(), n, better(side, p, par.Score))
	}
}

// add lists a contract, or a lower one instead of a higher one.
func (l *line) add(par *Par, side bridge.Side, seat bridge.Seat, n, tricks int) {
	c := ParContract{contract(n, tricks), side, seat, tricks}
	if l.t.Tricks(seat.Partner(), c.Contract.Strain) == tricks {
		c.Seat = 0
	}
	for i, old := range par.Contracts {
		if old.Side != side || old.Contract.Strain != c.Contract.Strain {
			continue
		}
		if c.Contract.Level < old.Contract.Level {
			par.Contracts[i] = c
		}
		return
	}
	par.Contracts = append(par.Contracts, c)
}

// Check compares a contract that somebody says the par to be: tricks of -1 are not
// said, and one that fails is taken as doubled. Any level that scores the par will do,
// because programs report the lowest one, the highest or each.
//
// The error has code [bridge.Invalid] if the seat, or neither of the side's, wins those
// tricks, or if the contract scores something else than the par.
func (par Par) Check(c ParContract) error {
	if par.line == nil || !c.Contract.Valid() || !c.Side.Valid() {
		return bridge.Errorf(bridge.Invalid, "dd.par_contract", "contract of the par %v: want a contract and a side", c.Contract)
	}
	l, strain := par.line, c.Contract.Strain
	tricks := l.tricks(c.Side, strain)
	if c.Seat.Valid() {
		tricks = l.t.Tricks(c.Seat, strain)
	}
	who := c.Side.String()
	if c.Seat.Valid() {
		who = c.Seat.String()
	}
	if c.Tricks >= 0 && c.Tricks != tricks {
		return bridge.Errorf(bridge.Invalid, "dd.par_tricks", "the par is said to be %s %v with %d tricks, the cards give %d", who, c.Contract, c.Tricks, tricks)
	}
	if tricks < c.Contract.Tricks() {
		c.Contract.Doubling = max(c.Contract.Doubling, bridge.Doubled)
	}
	p, err := score.Law77().Score(c.Contract, l.vul.Has(c.Side), tricks)
	if err != nil {
		return err
	}
	if c.Side == bridge.EW {
		p = -p
	}
	if p != par.Score {
		return bridge.Errorf(bridge.Invalid, "dd.par_score", "the par is said to be %s %v, which scores %d for North-South; by the cards par is %d", who, c.Contract, int(p), int(par.Score))
	}
	return nil
}

// Why gives the par as a derivation: what the par contract scores by Law 77, set
// beside what the other choice would have cost the side that had it. A pass-out
// is zero without more.
func (par Par) Why() (*why.Node, error) {
	v, err := par.Value(why.New())
	return v.Node(), err
}

// Value is the par as a step of a longer derivation, North-South's view.
func (par Par) Value(p *why.Pen) (why.Value, error) {
	if par.line == nil || len(par.Contracts) == 0 {
		return p.Given("par.passed", exact.Int(0)), nil
	}
	l, c := par.line, par.Contracts[0]
	mine, err := l.value(p, c)
	if err != nil {
		return why.Value{}, err
	}
	in := []why.Arg{
		why.Word("side", c.Side.String()),
		why.Word("contract", c.Contract.String()), why.Word("result", bridge.OverText(c.Over())),
		why.Word("points", points(par.Score, c.Side)),
	}
	var rival ParContract
	var ok bool
	saves := c.Over() < 0
	if saves {
		rival, ok = l.best(c.Side.Other(), 0, index(c.Contract), true)
	} else {
		rival, ok = l.best(c.Side.Other(), index(c.Contract)+1, bids, false)
	}
	if !ok {
		return p.Same("par.alone", mine, in...), nil
	}
	theirs, err := l.value(p, rival)
	if err != nil {
		return why.Value{}, err
	}
	in = append(in,
		why.Word("other", rival.Side.String()),
		why.Word("over", rival.Contract.String()), why.Word("over_result", bridge.OverText(rival.Over())),
		why.Word("over_points", points(l.points(rival.Side, index(rival.Contract), rival.Tricks), rival.Side)),
	)
	// The choice was that of the side that would lose by the other contract.
	both := []why.Value{mine, theirs}
	switch side := c.Side; {
	case saves && side == bridge.NS:
		return p.Greatest("par.save", both, in...), nil
	case saves:
		return p.Least("par.save", both, in...), nil
	case side == bridge.EW:
		return p.Greatest("par.makes", both, in...), nil
	}
	return p.Least("par.makes", both, in...), nil
}

// points is the size of a score from a side's view.
func points(p score.Points, side bridge.Side) string {
	if side == bridge.EW {
		p = -p
	}
	return strconv.Itoa(int(p))
}

// index is the place of a contract among the bids.
func index(c bridge.Contract) int { return (int(c.Level)-1)*5 + int(c.Strain) - 1 }

// best is the contract from one bid up to another that is best for a side: one
// that makes, or one that fails and is passed out.
func (l *line) best(side bridge.Side, from, to int, makes bool) (found ParContract, ok bool) {
	var top score.Points
	for n := from; n < to; n++ {
		tricks := l.tricks(side, bid(n).Strain)
		if (tricks >= bid(n).Tricks()) != makes {
			continue
		}
		p := l.points(side, n, tricks)
		if !makes && p != l.held.Of(side)[n] {
			continue // the others would bid on
		}
		if !ok || better(side, p, top) {
			found, top, ok = ParContract{Contract: contract(n, tricks), Side: side, Tricks: tricks}, p, true
		}
	}
	return found, ok
}

// value is the score of a contract, North-South's view.
func (l *line) value(p *why.Pen, c ParContract) (why.Value, error) {
	r, err := c.Result()
	if err != nil {
		return why.Value{}, err
	}
	return score.Law77().Value(p, r, l.vul)
}
