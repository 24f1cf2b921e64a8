package field

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Board is one board whose results are compared with each other by matchpoints,
// or one group of the results of a fouled board.
type Board struct {
	rules     regulation.Matchpoints
	ascherman bool
	expected  int
	actual    int
	group     bool           // of a fouled board
	other     int            // results in the largest other group
	compared  []Comparison   // North-South's view
	weighted  *WeightedBoard // instead, where a ruling gave a result several outcomes
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

// NewAscherman is [NewBoard] by Ascherman's method: one matchpoint more on the
// 2-scale than Law 78A gives, of a top of twice the results, so that nobody gets
// all or nothing. A board with fewer results than expected is brought up by E/A,
// which leaves its percentages as they are; the rule for short boards is not asked.
func NewAscherman(rules regulation.Matchpoints, scores []score.Points, expected int) *Board {
	b := NewBoard(rules, scores, expected)
	b.ascherman = true
	return b
}

// NewRuledAscherman is [NewAscherman] for results of which a director assigned
// some.
func NewRuledAscherman(rules regulation.Matchpoints, results []Weighted, expected int) *Board {
	b := NewRuledBoard(rules, results, expected)
	b.ascherman = true
	return b
}

// InGroup says that the results of b are a group of a fouled board (Law 87): those
// that were played in one version of it. They are compared among themselves and
// brought up to the results expected on the whole board, unless the regulation
// gives a group of that size percentages of its own. A single result gets 60
// percent for each side under every rule. largestOther counts the results in the
// largest of the other groups: one regulation treats three results as a small
// group only beside one that is not smaller.
func (b *Board) InGroup(largestOther int) *Board {
	g := *b
	g.group, g.other = true, largestOther
	return &g
}

// Results counts the results that are compared.
func (b *Board) Results() int { return b.actual }

// Expected is the number of results that the board should have.
func (b *Board) Expected() int { return b.expected }

// Small reports whether the board is a group of a fouled board that gets
// percentages of its own instead of Neuberg's formula. The sides of such a result
// need not share 100 percent.
func (b *Board) Small() bool {
	switch a := b.actual; {
	case !b.group:
		return false
	case a == 1:
		return true
	case b.ascherman: // its percentages need no correction
		return false
	case b.rules.SmallGroups == regulation.GroupsEBU:
		return a <= 3 && 3*a <= b.expected
	case b.rules.SmallGroups == regulation.GroupsACBL:
		return a == 2 || a == 3 && b.other >= a
	case b.rules.SmallGroups == regulation.GroupsNZ:
		return a == 2
	case b.rules.SmallGroups == regulation.GroupsAlways:
		return a <= 3
	}
	return false
}

// Top is the most matchpoints that the board can bring, on the 2-scale: 2E-2.
// Under a regulation that leaves short boards as they are it is 2A-2, and where
// these are multiplied by E/A, so is it: else an average would be less than half
// of it. Ascherman's top is 2E.
func (b *Board) Top(p *why.Pen) why.Value {
	switch {
	case b.ascherman:
		return p.Product("ascherman.top", nil, why.Int("results", b.expected), why.Int("each", 2))
	case b.actual < 2 || b.Small(): // a share of the full top
	case b.rules.ShortBoards == regulation.Plain:
		return Top(p, b.actual)
	case b.rules.ShortBoards == regulation.ByFactor:
		return b.factored(p, Top(p, b.actual))
	}
	return Top(p, b.expected)
}

// Top is the most matchpoints that a board with n results can bring, on the
// 2-scale; without a result there are none.
func Top(p *why.Pen, n int) why.Value {
	n = max(n, 1)
	if p == nil {
		return why.Plain(exact.Int(2*n - 2))
	}
	return p.Product("L78A.top", nil, why.Int("others", n-1), why.Int("each", 2))
}

// Plain gives the i-th result's matchpoints against the results that are there,
// on the 2-scale; by Ascherman one more.
func (b *Board) Plain(p *why.Pen, i int, side bridge.Side) why.Value {
	mp := b.law78A(p, i, side)
	if b.ascherman {
		return p.Sum("ascherman.with_own", []why.Value{mp, p.Given("ascherman.one", exact.Int(1))})
	}
	return mp
}

// law78A is two for each worse result and one for each equal one.
func (b *Board) law78A(p *why.Pen, i int, side bridge.Side) why.Value {
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
// the expected number of results and rounded as the regulation says. In a small
// group of a fouled board they are its percentage of the full top.
func (b *Board) Matchpoints(p *why.Pen, i int, side bridge.Side) why.Value {
	short := b.rules.ShortBoards
	switch {
	case b.Small():
		return b.round(p, p.Product("small_group.of_top", []why.Value{b.smallGroup(p, i, side), b.Top(p)}, why.Num("share", exact.Of(1, 100))))
	case b.ascherman:
		return b.round(p, b.factored(p, b.Plain(p, i, side)))
	case short == regulation.Neuberg:
		return b.round(p, Neuberg(p, b.Plain(p, i, side), b.expected, b.actual))
	case b.actual == 1: // nothing to compare with is an average
		return p.Given("L78A.single", exact.Int(b.expected-1))
	case short == regulation.ByFactor:
		return b.round(p, b.factored(p, b.Plain(p, i, side)))
	case short == regulation.PlusOne && b.actual < b.expected:
		return b.round(p, p.Sum("short_board.plus_one", []why.Value{
			b.Plain(p, i, side), p.Given("short_board.missing", exact.Int(b.expected-b.actual)),
		}))
	}
	return b.round(p, b.Plain(p, i, side))
}

// factored multiplies by E/A where a result is missing.
func (b *Board) factored(p *why.Pen, v why.Value) why.Value {
	if b.actual == b.expected {
		return v
	}
	return p.Product("short_board.factor", []why.Value{v, p.Quotient("short_board.ratio",
		p.Given("short_board.expected", exact.Int(b.expected)), p.Given("short_board.actual", exact.Int(b.actual)))})
}

// round rounds on the scale that the regulation counts on, and never above the top,
// which need not be a multiple of the unit.
func (b *Board) round(p *why.Pen, mp why.Value) why.Value {
	r := b.rules.Rounding
	if b.rules.Unit == regulation.OneScale { // half the number, so half the unit
		r.Unit = r.Unit.Mul(exact.Int(2))
	}
	top := b.Top(nil).Fraction
	r = r.Around(top.Div(exact.Int(2))) // the average
	if rounded := mp.Round(r); rounded.Equal(mp.Fraction) || rounded.Cmp(top) > 0 {
		return mp
	}
	return p.Round("mp.rounding", mp, r)
}

// Percent gives the i-th result's percentage of the board's top. Where there is
// nothing to compare with, it is 50 (one result on a board is an average).
func (b *Board) Percent(p *why.Pen, i int, side bridge.Side) why.Value {
	switch {
	case b.Small():
		percent := b.smallGroup(nil, i, side)
		if top := b.Top(nil); top.Sign() > 0 && !PercentOf(nil, b.Matchpoints(nil, i, side), top).Equal(percent.Fraction) {
			break // it was rounded
		}
		return b.smallGroup(p, i, side)
	case b.expected < 2 && !b.ascherman:
		return p.Given("L78A.single", exact.Int(50))
	}
	return PercentOf(p, b.Matchpoints(p, i, side), b.Top(p))
}

// PercentOf is a share of a top in percent.
func PercentOf(p *why.Pen, mp, top why.Value) why.Value {
	if p == nil {
		return why.Plain(mp.Mul(exact.Int(100)).Div(top.Fraction))
	}
	return p.Product("percent", []why.Value{p.Quotient("percent.share", mp, top)}, why.Int("hundred", 100))
}

// Ascherman gives a result's percentage so that nobody gets all or nothing:
// 100·(M + 1)/(2A) on the 2-scale, for A results. It needs no Neuberg: it is what
// that formula tends to as the field grows. [NewAscherman] is the whole method.
func Ascherman(p *why.Pen, mp why.Value, actual int) why.Value {
	return PercentOf(p,
		p.Sum("ascherman.with_own", []why.Value{mp, p.Given("ascherman.one", exact.Int(1))}),
		p.Product("ascherman.top", nil, why.Int("results", actual), why.Int("each", 2)))
}

// smallGroup gives the percentage of a result in a small group of a fouled board:
// 60 percent for one result, 65 and 55 for two, 70, 60 and 50 for three, ties
// shared. The sides add up to 120 percent: they played a board that few others did,
// and not by their fault. In New Zealand two results get 55 and 45.
func (b *Board) smallGroup(p *why.Pen, i int, side bridge.Side) why.Value {
	if b.actual == 1 {
		return p.Given("small_group.alone", exact.Int(60))
	}
	base := 60
	if b.rules.SmallGroups == regulation.GroupsNZ {
		base = 50
	}
	above := p.Difference("small_group.above", []why.Value{b.law78A(p, i, side), p.Given("small_group.average", exact.Int(b.actual-1))})
	return p.Sum("small_group", []why.Value{
		p.Given("small_group.base", exact.Int(base)),
		p.Product("small_group.steps", []why.Value{above}, why.Int("each", 5)),
	})
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
