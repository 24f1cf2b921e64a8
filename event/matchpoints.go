package event

import (
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// matchpoints is Law 78A. Sums are on the 2-scale whatever the regulation prints.
type matchpoints struct{ *reckoning }

func (r matchpoints) rate(g *group) {
	rules := r.pack.Matchpoints
	switch ascherman := r.opened.Method == Ascherman; {
	case ascherman && g.ruled != nil:
		g.field = field.NewRuledAscherman(rules, g.ruled, g.expected)
	case ascherman:
		g.field = field.NewAscherman(rules, g.score, g.expected)
	case g.ruled != nil:
		g.field = field.NewRuledBoard(rules, g.ruled, g.expected)
	default:
		g.field = field.NewBoard(rules, g.score, g.expected)
	}
	if g.fouled {
		g.field = g.field.InGroup(g.other)
	}
}

func (r matchpoints) unit() (unit regulation.Unit, decimals int) {
	return r.pack.Matchpoints.Unit, r.pack.Matchpoints.Decimals
}

func (r matchpoints) top(b *ratedBoard) (most why.Value) {
	for _, g := range b.groups {
		if top := r.inUnit(nil, g.field.Top(nil)); top.Cmp(most.Fraction) > 0 {
			most = top
		}
	}
	return most
}

// lineTop is a full board's top, on the 2-scale.
func (r matchpoints) lineTop(p *why.Pen, l *ratedLine, _ share) why.Value {
	switch {
	case !l.compares():
		return r.fullTop(p, l.expected(r.reckoning))
	case p == nil && l.worth != nil:
		return why.Plain(l.worth.top)
	}
	return l.group.field.Top(p)
}

// fullTop is the top of a board with all its results, on the 2-scale.
func (r matchpoints) fullTop(p *why.Pen, expected int) why.Value {
	if r.opened.Method == Ascherman {
		return field.NewAscherman(r.pack.Matchpoints, nil, expected).Top(p)
	}
	return field.Top(p, expected)
}

// earned is on the 2-scale.
func (r matchpoints) earned(p *why.Pen, l *ratedLine, x share) why.Value {
	if l.compares() {
		if p == nil && l.worth != nil {
			return why.Plain(l.worth.earned.Of(x.side))
		}
		return l.group.field.Matchpoints(p, l.at, x.side)
	}
	return r.ofTop(p, r.percent(p, l, x), l)
}

// percent is what a line without a result is worth, in percent of the top.
func (r matchpoints) percent(p *why.Pen, l *ratedLine, x share) why.Value {
	switch l.state {
	case StateAdjusted:
		return r.award(p, l, x)
	case StateSatOut:
		return r.bye(p, x)
	case StateMissed:
		return r.missed(p, x)
	case StateNotPlayed:
		return r.notPlayed(p, x)
	}
	return why.Value{}
}

// ofTop turns a percentage into matchpoints.
func (r matchpoints) ofTop(p *why.Pen, percent why.Value, l *ratedLine) why.Value {
	return p.Product("percent.of_top", []why.Value{p.Quotient("percent.part", percent, p.Given("percent.hundred", exact.Int(100))), r.lineTop(p, l, share{})})
}

// award is what an artificial score is worth, in percent of the top (Law 12C2).
func (r matchpoints) award(p *why.Pen, l *ratedLine, x share) why.Value {
	a := l.ruled.Award.Of(x.side)
	rules := r.pack.Artificial
	switch a.Kind {
	case AveragePlus:
		return r.plus(p, x)
	case AverageMinus:
		minus := p.Given("L12C2.minus", rules.Minus)
		if own, ok := r.own(p, x, false); ok && rules.Own == regulation.OwnIfBetter {
			return p.Least("L12C2.minus_or_own", []why.Value{minus, own})
		}
		return minus
	case Average:
		return p.Given("L12C2.average", rules.Average)
	case FixedIMPs: // ten percent are an average plus, and so are its IMPs
		percent := p.Sum("award.imps", []why.Value{
			p.Given("L12C2.average", rules.Average),
			p.Product("award.imps_percent", []why.Value{p.Given("award.imps_given", a.IMPs)}, why.Num("each", exact.Int(10).Div(exact.Int(3)))),
		})
		switch top := exact.Int(100); { // no board brings more than its top, or less than nothing
		case percent.Cmp(top) > 0:
			return p.Least("award.imps_limit", []why.Value{percent, p.Given("percent.hundred", top)})
		case percent.Sign() < 0:
			return p.Greatest("award.imps_limit", []why.Value{percent, p.Given("percent.nothing", exact.Int(0))})
		}
		return percent
	}
	return p.Given("award.percent", a.Percent)
}

// plus is average plus, in percent of the top.
func (r matchpoints) plus(p *why.Pen, x share) why.Value {
	rules := r.pack.Artificial
	plus := p.Given("L12C2.plus", rules.Plus)
	if own, ok := r.own(p, x, false); ok && rules.Own == regulation.OwnIfBetter {
		return p.Greatest("L12C2.plus_or_own", []why.Value{plus, own})
	}
	return plus
}

// bye is what a contestant gets that had no opponent, in percent of the top.
func (r matchpoints) bye(p *why.Pen, x share) why.Value {
	rules := r.pack.Matchpoints
	if rules.Bye == regulation.ByePercent {
		return p.Given("bye.percent", rules.ByePercent)
	}
	return r.mean(p, x)
}

// mean is a contestant's own mean, and an average where it has none.
func (r matchpoints) mean(p *why.Pen, x share) why.Value {
	if own, ok := r.own(p, x, true); ok {
		return p.Same("bye.own_mean", own)
	}
	return p.Given("L12C2.average", r.pack.Artificial.Average)
}

// notPlayed is what a board is worth that was not played and not ruled on.
func (r matchpoints) notPlayed(p *why.Pen, x share) why.Value {
	if r.pack.Matchpoints.Missing == regulation.MissingProRata {
		return r.mean(p, x)
	}
	return p.Given("L12C2.average", r.pack.Artificial.Average)
}

// missed is what a board is worth that was not played because the opponents had
// withdrawn.
func (r matchpoints) missed(p *why.Pen, x share) why.Value {
	if r.pack.Withdrawal.Missed == regulation.MissedBye {
		return r.bye(p, x)
	}
	best := []why.Value{p.Given("L12C2.plus", r.pack.Artificial.Plus)}
	if own, ok := r.own(p, x, false); ok {
		best = append(best, own)
	}
	if theirs, ok := r.goneMean(p, x); ok {
		best = append(best, p.Difference("withdrawn.converse", []why.Value{p.Given("percent.hundred", exact.Int(100)), theirs}))
	}
	return p.Greatest("withdrawn.best", best)
}

// goneMean is what the opponent that withdrew had on the boards that it played.
func (r matchpoints) goneMean(p *why.Pen, x share) (percent why.Value, ok bool) {
	for _, n := range x.opponents() {
		if r.left(n) {
			return r.own(p, share{line: x.line, side: x.side.Other(), who: n}, false)
		}
	}
	return why.Value{}, false
}

// own is a contestant's percentage on its other boards of the window. ok is false
// if there is none.
func (r matchpoints) own(p *why.Pen, x share, artificial bool) (percent why.Value, ok bool) {
	earned, tops, _ := r.ownSums(p, x, artificial)
	if tops.Sign() == 0 {
		return why.Value{}, false
	}
	return field.PercentOf(p, earned, tops), true
}

// rating is a line in percent of its top.
func (r matchpoints) rating(p *why.Pen, l *ratedLine, x share) why.Value {
	switch {
	case !l.compares():
		return r.percent(p, l, x)
	case p == nil && l.worth != nil:
		return why.Plain(l.worth.rating.Of(x.side))
	}
	return l.group.field.Percent(p, l.at, x.side)
}

func (r matchpoints) shown(p *why.Pen, l *ratedLine, x share) why.Value {
	rules := r.pack.Matchpoints
	if rules.Unit == regulation.PercentScale {
		return r.rating(p, l, x)
	}
	mp := r.earned(p, l, x)
	if rules.Sheet == regulation.PlainSheet && l.compares() && !l.board.adjusted {
		mp = l.group.field.Plain(p, l.at, x.side)
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

func (r matchpoints) penalty(p *why.Pen, x Penalised, session int) why.Value {
	amount := x.taken(p)
	switch x.Unit {
	case PenaltyMP:
		return r.fromUnit(p, amount)
	case PenaltyStandard:
		amount = p.Product("penalty.standard", []why.Value{amount, p.Given("penalty.standard_percent", r.pack.Penalty.Standard)})
	}
	return p.Product("percent.of_top", []why.Value{p.Quotient("percent.part", amount, p.Given("percent.hundred", exact.Int(100))), r.sessionTop(p, session, x.Contestant.Section)})
}

// ratingOf is a percentage: matchpoints of their tops, unless the regulation
// averages percentages or a board has nothing to compare and so no top.
func (r matchpoints) ratingOf(p *why.Pen, t total) why.Value {
	if t.average {
		return p.Quotient("total.mean", t.percents, p.Given("total.boards", exact.Int(t.boards)))
	}
	if t.top.Sign() == 0 {
		return why.Value{}
	}
	return field.PercentOf(p, t.sum, t.top)
}

func (r matchpoints) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	if r.pack.Matchpoints.Unit == regulation.PercentScale {
		return t.rating, p.Given("percent.hundred", exact.Int(100))
	}
	sum, top = r.printedSum(p, t, most)
	return r.inUnit(p, sum), r.inUnit(p, top)
}
