package event

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// matchpoints is Law 78A. Sums are on the 2-scale whatever the regulation prints.
type matchpoints struct{ *reckoning }

func (r matchpoints) rate(b *ratedBoard, scores []score.Points) {
	if b.ruled != nil {
		b.field = field.NewRuledBoard(r.pack.Matchpoints, b.ruled, b.expected)
	} else {
		b.field = field.NewBoard(r.pack.Matchpoints, scores, b.expected)
	}
	for _, l := range b.lines {
		if l.compares() {
			l.got.NS = b.field.Matchpoints(nil, l.at, bridge.NS).Fraction
			l.got.EW = b.field.Matchpoints(nil, l.at, bridge.EW).Fraction
		}
	}
}

func (r matchpoints) unit() (unit regulation.Unit, decimals int) {
	return r.pack.Matchpoints.Unit, r.pack.Matchpoints.Decimals
}

func (r matchpoints) top(b *ratedBoard) why.Value { return r.inUnit(nil, b.field.Top(nil)) }

// lineTop is a full board's top, on the 2-scale.
func (r matchpoints) lineTop(p *why.Pen, l *ratedLine, _ bridge.Side) why.Value {
	if l.compares() {
		return l.board.field.Top(p)
	}
	return field.Top(p, l.board.expected)
}

// earned is on the 2-scale.
func (r matchpoints) earned(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	switch l.state {
	case StatePlayed, StateAssigned:
		if p == nil {
			return why.Plain(l.got.Of(side))
		}
		return l.board.field.Matchpoints(p, l.at, side)
	case StateAdjusted:
		return r.ofTop(p, r.award(p, l, side), l)
	case StateSatOut:
		return r.ofTop(p, r.bye(p, l, side), l)
	}
	return why.Value{}
}

// ofTop turns a percentage into matchpoints.
func (r matchpoints) ofTop(p *why.Pen, percent why.Value, l *ratedLine) why.Value {
	return p.Product("percent.of_top", []why.Value{p.Quotient("percent.part", percent, p.Given("percent.hundred", exact.Int(100))), r.lineTop(p, l, 0)})
}

// award is what an artificial score is worth, in percent of the top (Law 12C2).
func (r matchpoints) award(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	a := l.ruled.Award.Of(side)
	rules := r.pack.Artificial
	switch a.Kind {
	case AveragePlus:
		plus := p.Given("L12C2.plus", rules.Plus)
		if own, ok := r.own(p, l, side, false); ok && rules.Own == regulation.OwnIfBetter {
			return p.Greatest("L12C2.plus_or_own", []why.Value{plus, own})
		}
		return plus
	case AverageMinus:
		minus := p.Given("L12C2.minus", rules.Minus)
		if own, ok := r.own(p, l, side, false); ok && rules.Own == regulation.OwnIfBetter {
			return p.Least("L12C2.minus_or_own", []why.Value{minus, own})
		}
		return minus
	case Average:
		return p.Given("L12C2.average", rules.Average)
	}
	return p.Given("award.percent", a.Percent)
}

// bye is what a contestant gets that had no opponent, in percent of the top.
func (r matchpoints) bye(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	rules := r.pack.Matchpoints
	if rules.Bye == regulation.ByePercent {
		return p.Given("bye.percent", rules.ByePercent)
	}
	if own, ok := r.own(p, l, side, true); ok {
		return p.Same("bye.own_mean", own)
	}
	return p.Given("L12C2.average", r.pack.Artificial.Average)
}

// own is a contestant's percentage on its other boards of the session. ok is
// false if there is none.
func (r matchpoints) own(p *why.Pen, of *ratedLine, side bridge.Side, artificial bool) (percent why.Value, ok bool) {
	others := r.others(of, side, artificial)
	top := r.sumOf(p, "own.tops", "own.top", others, r.lineTop)
	if top.Sign() == 0 {
		return why.Value{}, false
	}
	return field.PercentOf(p, r.sumOf(p, "own.sum", "own.board", others, r.earned), top), true
}

// rating is a line in percent of its top.
func (r matchpoints) rating(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	switch l.state {
	case StateAdjusted:
		return r.award(p, l, side)
	case StateSatOut:
		return r.bye(p, l, side)
	}
	return l.board.field.Percent(p, l.at, side)
}

func (r matchpoints) shown(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	rules := r.pack.Matchpoints
	if rules.Unit == regulation.PercentScale {
		return r.rating(p, l, side)
	}
	mp := r.earned(p, l, side)
	if rules.Sheet == regulation.PlainSheet && l.compares() && !l.board.adjusted {
		mp = l.board.field.Plain(p, l.at, side)
	}
	return r.inUnit(p, mp)
}

// inUnit turns matchpoints of the 2-scale into those that the regulation counts.
func (r matchpoints) inUnit(p *why.Pen, mp why.Value) why.Value {
	if r.pack.Matchpoints.Unit != regulation.OneScale {
		return mp
	}
	return p.Quotient("mp.one_scale", mp, p.Given("mp.two", exact.Int(2)))
}

func (r matchpoints) total(p *why.Pen, c Contestant) total {
	shares := r.shares(c)
	t := total{boards: len(shares)}
	t.sum = r.sumOf(p, "total.sum", "total.board", shares, r.earned)
	t.top = r.sumOf(p, "total.top", "total.board_top", shares, r.lineTop)
	// Matchpoints are added up, unless the regulation averages percentages or a
	// session of one table has boards with nothing to compare and so without a top.
	averages := r.pack.Matchpoints.Unit == regulation.PercentScale ||
		slices.ContainsFunc(shares, func(s share) bool { return r.lineTop(nil, s.line, 0).Sign() == 0 })
	switch {
	case t.boards == 0:
	case averages:
		t.rating = p.Quotient("total.mean", r.sumOf(p, "total.percents", "total.board", shares, r.rating), p.Given("total.boards", exact.Int(t.boards)))
	default:
		t.rating = field.PercentOf(p, t.sum, t.top)
	}
	return t
}

func (r matchpoints) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	if r.pack.Matchpoints.Unit == regulation.PercentScale {
		return t.rating, p.Given("percent.hundred", exact.Int(100))
	}
	sum, top = r.inUnit(p, t.sum), r.inUnit(p, t.top)
	if r.pack.Total.Unequal == regulation.Factored {
		sum, top = factored(p, sum, t.boards, most), factored(p, top, t.boards, most)
	}
	return sum, top
}
