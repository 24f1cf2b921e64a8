package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// imps is Law 78B for pairs: IMPs against a datum (Butler), against every other
// result (cross-IMPs), or against the par of the deal.
type imps struct{ *reckoning }

func (r imps) rate(g *group) {
	if r.opened.Method == CrossIMPs && g.ruled == nil {
		g.cross = field.CrossIMPs(g.score, r.pack.CrossIMPs.Cap)
	}
}

// compared is what a side earned by a line that is compared. The only result of its
// version of a fouled board has nothing to be compared with (Law 87): it is an
// average plus for both sides.
func (r imps) compared(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	g := l.group
	switch {
	case r.opened.Method == Par && g.set.Par == nil:
		return p.Given("par.unknown", exact.Int(0))
	case g.fouled && g.results() == 1 && r.opened.Method != Par:
		return p.Same("L87.single", r.fraction(p, l, exact.Int(60)))
	case g.ruled != nil:
		return r.ruled(p, l, side)
	case r.opened.Method == CrossIMPs:
		sum := why.Plain(exact.Int(g.cross[l.at]))
		if p != nil {
			sum = field.CrossSum(p, g.score, l.at, r.pack.CrossIMPs.Cap)
		}
		return r.of(p, r.cross(p, sum, g), side)
	}
	return r.against(p, l.score, g, side)
}

// against is what a score earns against the datum of its group, or against the par
// of the deal.
func (r imps) against(p *why.Pen, own score.Points, g *group, side bridge.Side) why.Value {
	if r.opened.Method == Par {
		return field.AgainstPar(p, own, *g.set.Par, side)
	}
	return r.of(p, field.Butler(p, own, r.datum(p, g, side)), side)
}

// cross is what the sum of a result's comparisons is worth.
func (r imps) cross(p *why.Pen, sum why.Value, g *group) why.Value {
	return field.CrossOf(p, r.pack.CrossIMPs, sum, g.results(), g.expected)
}

// datum is what the results of a group are held against. Where a director gave the
// sides different scores each has its own.
func (r imps) datum(p *why.Pen, g *group, side bridge.Side) (datum why.Value) {
	rules := r.pack.Butler
	switch {
	case g.ruled != nil:
		datum, _ = field.DatumOf(p, rules, g.ruled, g.expected, side)
	case rules.ShortBoards == regulation.TrimFactored && g.results() < g.expected:
		single := make([]field.Weighted, len(g.score))
		for i, s := range g.score {
			single[i] = field.Single(s)
		}
		datum, _ = field.DatumOf(p, rules, single, g.expected, side)
	case p == nil && g.datum != nil:
		return *g.datum
	default:
		datum, _ = field.Datum(p, rules, g.score)
		if p == nil {
			g.datum = &datum
		}
	}
	return datum
}

// ruled is the same on a board of which a result was assigned: each outcome earns
// by its weight.
func (r imps) ruled(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	g := l.group
	if r.opened.Method == CrossIMPs {
		return r.cross(p, field.NewWeightedBoard(g.ruled).CrossIMPs(p, l.at, side, r.pack.CrossIMPs.Cap), g)
	}
	var parts []why.Value
	for _, o := range bridge.BySide[[]field.Outcome](g.ruled[l.at]).Of(side) {
		parts = append(parts, p.Product("L12C1.outcome", []why.Value{r.against(p, o.Score, g, side)},
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

func (r imps) earned(p *why.Pen, l *ratedLine, x share) why.Value {
	if l.compares() {
		if p == nil && l.worth != nil {
			return why.Plain(l.worth.earned.Of(x.side))
		}
		return r.compared(p, l, x.side)
	}
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

// plusIMPs is what average plus is worth on a board (Law 12C2).
func (r imps) plusIMPs(p *why.Pen, l *ratedLine) why.Value {
	if r.opened.Method != CrossIMPs {
		return p.Given("L12C2.butler_plus", r.pack.Artificial.Butler)
	}
	return field.CrossPlus(p, r.pack.CrossIMPs, r.pack.Artificial.CrossIMPs, r.expected(l))
}

// expected is how many results the board of a line should have.
func (r imps) expected(l *ratedLine) int { return max(l.expected(r.reckoning), 1) }

// fraction is an artificial score in percent: 60 are average plus, 40 average minus.
func (r imps) fraction(p *why.Pen, l *ratedLine, percent exact.Fraction) why.Value {
	return field.ArtificialIMPs(p, r.plusIMPs(p, l), percent)
}

func (r imps) award(p *why.Pen, l *ratedLine, x share) why.Value {
	ifBetter := r.pack.Artificial.Own == regulation.OwnIfBetter
	switch a := l.ruled.Award.Of(x.side); a.Kind {
	case AveragePlus:
		return r.plus(p, x)
	case AverageMinus:
		minus := r.fraction(p, l, exact.Int(40))
		if own, ok := r.own(p, x, false); ok && ifBetter {
			return p.Least("L12C2.minus_or_own", []why.Value{minus, own})
		}
		return minus
	case FixedPercent:
		return r.fraction(p, l, a.Percent)
	case FixedIMPs:
		return p.Given("award.imps_given", a.IMPs)
	}
	return p.Given("L12C2.imps_average", exact.Int(0))
}

func (r imps) plus(p *why.Pen, x share) why.Value {
	plus := r.fraction(p, x.line, exact.Int(60))
	if own, ok := r.own(p, x, false); ok && r.pack.Artificial.Own == regulation.OwnIfBetter {
		return p.Greatest("L12C2.plus_or_own", []why.Value{plus, own})
	}
	return plus
}

func (r imps) bye(p *why.Pen, x share) why.Value {
	rules := r.pack.Matchpoints
	if rules.Bye == regulation.ByePercent {
		return r.fraction(p, x.line, rules.ByePercent)
	}
	return r.mean(p, x)
}

// mean is a contestant's own mean, and an average where it has none.
func (r imps) mean(p *why.Pen, x share) why.Value {
	if own, ok := r.own(p, x, true); ok {
		return p.Same("bye.own_mean", own)
	}
	return p.Given("L12C2.imps_average", exact.Int(0))
}

func (r imps) notPlayed(p *why.Pen, x share) why.Value {
	if r.pack.Matchpoints.Missing == regulation.MissingProRata {
		return r.mean(p, x)
	}
	return p.Given("L12C2.imps_average", exact.Int(0))
}

// missed is what a board is worth that was not played because the opponents had
// withdrawn.
func (r imps) missed(p *why.Pen, x share) why.Value {
	if r.pack.Withdrawal.Missed == regulation.MissedBye {
		return r.bye(p, x)
	}
	best := []why.Value{r.fraction(p, x.line, exact.Int(60))}
	if own, ok := r.own(p, x, false); ok {
		best = append(best, own)
	}
	for _, n := range x.opponents() {
		if !r.left(n) {
			continue
		}
		if theirs, ok := r.own(p, share{line: x.line, side: x.side.Other(), who: n}, false); ok {
			best = append(best, p.Product("imps.other_side", []why.Value{theirs}, why.Int("sign", -1)))
		}
	}
	return p.Greatest("withdrawn.best", best)
}

// own is the mean of a contestant's other boards of the window.
func (r imps) own(p *why.Pen, x share, artificial bool) (mean why.Value, ok bool) {
	earned, _, boards := r.ownSums(p, x, artificial)
	if boards == 0 {
		return why.Value{}, false
	}
	return p.Quotient("own.mean", earned, p.Given("own.boards", exact.Int(boards))), true
}

func (r imps) shown(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r imps) rating(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r imps) lineTop(*why.Pen, *ratedLine, share) why.Value { return why.Value{} }

func (r imps) inUnit(_ *why.Pen, v why.Value) why.Value { return v }

func (r imps) penalty(p *why.Pen, x Penalised, _ int) why.Value {
	return x.taken(p)
}

func (r imps) ratingOf(p *why.Pen, t total) why.Value {
	return p.Quotient("total.mean", t.sum, p.Given("total.boards", exact.Int(t.boards)))
}

func (r imps) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	sum, _ = r.printedSum(p, t, most)
	return sum, why.Value{}
}

func (r imps) unit() (unit regulation.Unit, decimals int) {
	return regulation.IMPs, r.pack.Total.Decimals
}

func (r imps) top(*ratedBoard) why.Value { return why.Value{} }
