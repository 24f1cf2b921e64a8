package field

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Board is one board whose results are compared with each other by matchpoints.
type Board struct {
	rules    regulation.Matchpoints
	expected int
	actual   int
	compared []Comparison   // North-South's view
	weighted *WeightedBoard // instead, where a ruling gave a result several outcomes
}

// NewBoard compares the scores of a board, in North-South's view. expected is
// the number of results that a board of this field should have; a smaller number
// than there are counts as the number there are.
func NewBoard(rules regulation.Matchpoints, scores []score.Points, expected int) *Board {
	return &Board{rules: rules, expected: max(expected, len(scores)), actual: len(scores), compared: Compare(scores)}
}

// NewRuledBoard is [NewBoard] for results of which a director assigned some.
func NewRuledBoard(rules regulation.Matchpoints, results []Weighted, expected int) *Board {
	return &Board{rules: rules, expected: max(expected, len(results)), actual: len(results), weighted: NewWeightedBoard(results)}
}

// Results counts the results that are compared.
func (b *Board) Results() int { return b.actual }

// Expected is the number of results that the board should have.
func (b *Board) Expected() int { return b.expected }

// Top is the most matchpoints that the board can bring, on the 2-scale: 2E-2, or
// 2A-2 under a regulation that leaves short boards as they are.
func (b *Board) Top(p *why.Pen) why.Value {
	if b.rules.ShortBoards == regulation.Plain && b.actual > 1 {
		return Top(p, b.actual)
	}
	return Top(p, b.expected)
}

// Top is the most matchpoints that a board with n results can bring, on the
// 2-scale.
func Top(p *why.Pen, n int) why.Value {
	if p == nil {
		return why.Plain(exact.Int(2*n - 2))
	}
	return p.Product("L78A.top", nil, why.Int("others", n-1), why.Int("each", 2))
}

// Plain gives the i-th result's matchpoints against the results that are there,
// on the 2-scale.
func (b *Board) Plain(p *why.Pen, i int, side bridge.Side) why.Value {
	if b.weighted != nil {
		return b.weighted.Matchpoints(p, i, side)
	}
	c := b.compared[i]
	if side == bridge.EW {
		c = c.Mirror()
	}
	return c.value(p)
}

// Matchpoints gives the i-th result's matchpoints on the 2-scale, brought up to
// the expected number of results and rounded as the regulation says.
func (b *Board) Matchpoints(p *why.Pen, i int, side bridge.Side) why.Value {
	switch {
	case b.rules.ShortBoards == regulation.Neuberg:
		return b.round(p, Neuberg(p, b.Plain(p, i, side), b.expected, b.actual))
	case b.actual == 1: // nothing to compare with is an average
		return p.Given("L78A.single", exact.Int(b.expected-1))
	}
	return b.round(p, b.Plain(p, i, side))
}

// round rounds on the scale that the regulation counts on.
func (b *Board) round(p *why.Pen, mp why.Value) why.Value {
	r := b.rules.Rounding
	if b.rules.Unit == regulation.OneScale { // half the number, so half the unit
		r.Unit = r.Unit.Mul(exact.Int(2))
	}
	r = r.Around(b.Top(nil).Div(exact.Int(2))) // the average
	if mp.Round(r).Equal(mp.Fraction) {
		return mp
	}
	return p.Round("mp.rounding", mp, r)
}

// Percent gives the i-th result's percentage of the board's top. Where there is
// nothing to compare with, it is 50 (one result on a board is an average).
func (b *Board) Percent(p *why.Pen, i int, side bridge.Side) why.Value {
	if b.expected < 2 {
		return p.Given("L78A.single", exact.Int(50))
	}
	return PercentOf(p, b.Matchpoints(p, i, side), b.Top(p))
}

// PercentOf is a share of a top in percent.
func PercentOf(p *why.Pen, mp, top why.Value) why.Value {
	return p.Product("percent", []why.Value{p.Quotient("percent.share", mp, top)}, why.Int("hundred", 100))
}

// Ascherman gives a result's percentage so that nobody gets all or nothing:
// 100·(M + 1)/(2A) on the 2-scale, for A results. It needs no Neuberg: it is what
// that formula tends to as the field grows.
func Ascherman(p *why.Pen, mp why.Value, actual int) why.Value {
	return PercentOf(p,
		p.Sum("ascherman.with_own", []why.Value{mp, p.Given("neuberg.one", exact.Int(1))}),
		p.Product("ascherman.top", nil, why.Int("results", actual), why.Int("each", 2)))
}

// SmallGroup gives the percentage of a result in a small group of a fouled board,
// by the regulation's rule: 60 percent for one result, 65 and 55 for two, 70, 60
// and 50 for three, ties shared. The sides add up to 120 percent: they played a
// board that few others did, and not by their fault. ok is false if the rule does
// not call the group small; then Neuberg's formula serves.
func SmallGroup(p *why.Pen, rule regulation.SmallGroups, mp why.Value, expected, actual int) (percent why.Value, ok bool) {
	switch {
	case rule == regulation.GroupsACBL && (actual <= 2 || actual == 3 && expected-actual >= actual):
	case rule == regulation.GroupsEBU && (actual == 1 || actual <= 3 && 3*actual <= expected):
	default:
		return why.Value{}, false
	}
	above := p.Difference("small_group.above", []why.Value{mp, p.Given("small_group.average", exact.Int(actual-1))})
	return p.Sum("small_group", []why.Value{
		p.Given("small_group.base", exact.Int(60)),
		p.Product("small_group.steps", []why.Value{above}, why.Int("each", 5)),
	}), true
}

// Neuberg brings the matchpoints of a board with fewer results than expected up
// to the full number, as if every result had come E/A times:
//
//	M' = (M + 1)·E/A - 1        on the 2-scale
//
// With no result missing it changes nothing. actual must not be 0.
func Neuberg(p *why.Pen, mp why.Value, expected, actual int) why.Value {
	if expected == actual {
		return mp
	}
	one := p.Given("neuberg.one", exact.Int(1))
	raised := p.Product("neuberg.factor",
		[]why.Value{
			p.Sum("neuberg.with_own", []why.Value{mp, one}),
			p.Quotient("neuberg.ratio", p.Given("neuberg.expected", exact.Int(expected)), p.Given("neuberg.actual", exact.Int(actual))),
		})
	return p.Difference("neuberg", []why.Value{raised, one}, why.Word("expected", exact.Int(expected).String()), why.Word("actual", exact.Int(actual).String()))
}
