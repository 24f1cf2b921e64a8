package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// imps is Law 78B for pairs: IMPs against a datum (Butler), or against every other
// result (cross-IMPs).
type imps struct{ *reckoning }

func (r imps) rate(b *ratedBoard, scores []score.Points) {
	if r.opened.Method == CrossIMPs && b.ruled == nil {
		b.cross = field.CrossIMPs(scores, r.pack.CrossIMPs.Cap)
	}
	for _, l := range b.lines {
		if l.compares() {
			for _, side := range bridge.Sides {
				l.got = l.got.With(side, r.compared(nil, l, side).Fraction)
			}
		}
	}
}

// compared is what a side earned by a line that is compared.
func (r imps) compared(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	b := l.board
	if b.ruled != nil {
		return r.ruled(p, l, side)
	}
	if r.opened.Method == CrossIMPs {
		sum := why.Plain(exact.Int(b.cross[l.at]))
		if p != nil {
			sum = field.CrossSum(p, b.score, l.at, r.pack.CrossIMPs.Cap)
		}
		return r.of(p, field.Cross(p, r.pack.CrossIMPs, sum, b.results), side)
	}
	datum, _ := field.Datum(p, r.pack.Butler, b.score)
	return r.of(p, field.Butler(p, l.score, datum), side)
}

// ruled is the same on a board of which a result was assigned: each outcome earns
// by its weight.
func (r imps) ruled(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	b := l.board
	if r.opened.Method == CrossIMPs {
		return field.Cross(p, r.pack.CrossIMPs, field.NewWeightedBoard(b.ruled).CrossIMPs(p, l.at, side, r.pack.CrossIMPs.Cap), b.results)
	}
	datum, _ := field.RuledDatum(p, r.pack.Butler, b.ruled)
	var parts []why.Value
	for _, o := range bridge.BySide[[]field.Outcome](b.ruled[l.at]).Of(side) {
		parts = append(parts, p.Product("L12C1.outcome", []why.Value{r.of(p, field.Butler(p, o.Score, datum), side)},
			why.Num("weight", o.Weight), why.Word("score", exact.Int(o.Score).String())))
	}
	return p.Sum("L12C1.weighted", parts)
}

// of gives East-West the opposite of what North-South earned.
func (r imps) of(p *why.Pen, ns why.Value, side bridge.Side) why.Value {
	if side != bridge.EW {
		return ns
	}
	return p.Product("imps.other_side", []why.Value{ns}, why.Int("sign", -1))
}

func (r imps) earned(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	switch {
	case l.state == StateAdjusted:
		return r.award(p, l, side)
	case l.state == StateSatOut:
		return r.bye(p, l, side)
	case p == nil:
		return why.Plain(l.got.Of(side))
	}
	return r.compared(p, l, side)
}

// plus is what average plus is worth on a board (Law 12C2). Where comparisons are
// added up it comes once for each that a full board would have had.
func (r imps) plus(p *why.Pen, l *ratedLine) why.Value {
	if r.opened.Method != CrossIMPs {
		return p.Given("L12C2.butler_plus", r.pack.Artificial.Butler)
	}
	each := p.Given("L12C2.cross_plus", r.pack.Artificial.CrossIMPs)
	if r.pack.CrossIMPs.Divisor != regulation.BySum {
		return each
	}
	return p.Product("L12C2.cross_plus_sum", []why.Value{each}, why.Int("comparisons", l.board.expected-1))
}

// part is a part of plus, from 1 for average plus to -1 for average minus.
func (r imps) part(p *why.Pen, l *ratedLine, part exact.Fraction) why.Value {
	return p.Product("L12C2.imps", []why.Value{r.plus(p, l)}, why.Num("part", part))
}

func (r imps) award(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	ifBetter := r.pack.Artificial.Own == regulation.OwnIfBetter
	switch a := l.ruled.Award.Of(side); a.Kind {
	case AveragePlus:
		plus := r.part(p, l, exact.Int(1))
		if own, ok := r.own(p, l, side, false); ok && ifBetter {
			return p.Greatest("L12C2.plus_or_own", []why.Value{plus, own})
		}
		return plus
	case AverageMinus:
		minus := r.part(p, l, exact.Int(-1))
		if own, ok := r.own(p, l, side, false); ok && ifBetter {
			return p.Least("L12C2.minus_or_own", []why.Value{minus, own})
		}
		return minus
	case FixedPercent: // 60 percent is average plus, 50 average
		return r.part(p, l, a.Percent.Sub(exact.Int(50)).Div(exact.Int(10)))
	}
	return p.Given("L12C2.imps_average", exact.Int(0))
}

func (r imps) bye(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	rules := r.pack.Matchpoints
	if rules.Bye == regulation.ByePercent {
		return r.part(p, l, rules.ByePercent.Sub(exact.Int(50)).Div(exact.Int(10)))
	}
	if own, ok := r.own(p, l, side, true); ok {
		return p.Same("bye.own_mean", own)
	}
	return p.Given("L12C2.imps_average", exact.Int(0))
}

// own is the mean of a contestant's other boards of the session.
func (r imps) own(p *why.Pen, of *ratedLine, side bridge.Side, artificial bool) (mean why.Value, ok bool) {
	others := r.others(of, side, artificial)
	if len(others) == 0 {
		return why.Value{}, false
	}
	return p.Quotient("own.mean", r.sumOf(p, "own.sum", "own.board", others, r.earned), p.Given("own.boards", exact.Int(len(others)))), true
}

func (r imps) shown(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	return r.earned(p, l, side)
}

func (r imps) rating(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	return r.earned(p, l, side)
}

func (r imps) total(p *why.Pen, c Contestant) total {
	shares := r.shares(c)
	t := total{boards: len(shares), sum: r.sumOf(p, "total.sum", "total.board", shares, r.earned)}
	if t.boards > 0 {
		t.rating = p.Quotient("total.mean", t.sum, p.Given("total.boards", exact.Int(t.boards)))
	}
	return t
}

func (r imps) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	if r.pack.Total.Unequal == regulation.Factored {
		return factored(p, t.sum, t.boards, most), why.Value{}
	}
	return t.sum, why.Value{}
}

func (r imps) unit() (unit regulation.Unit, decimals int) {
	return regulation.IMPs, r.pack.Total.Decimals
}

func (r imps) top(*ratedBoard) why.Value { return why.Value{} }
