package score

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// Duplicate scores one played contract by Law 77 of the Laws of Duplicate
// Bridge, editions 1987 to 2017 (their values are the same).
//
// vul is the vulnerability of the declaring side; tricks counts the tricks that
// side won, 0 to 13. The result is in points from declarer's side: 620, -800.
// Its range is -7600 (7NTXX, thirteen down) to 3160 (1NTXX with six overtricks),
// both vulnerable.
//
// The error has code [bridge.Invalid] if c is not a contract or tricks is out of
// range. A pass-out is not a contract; it scores zero and needs no call.
//
// For earlier editions see [Edition.Score].
func Duplicate(c bridge.Contract, vul bool, tricks int) (Points, error) {
	if i := place(c, vul, tricks); i < outcomes {
		return Points(law77Table[i]), nil // every value of Law 77 is known
	}
	return 0, &refusal{c, tricks}
}

// refusal is the refusal of what is no outcome, put into words when somebody asks: so
// Duplicate is small enough to be compiled into those who call it.
type refusal struct {
	c      bridge.Contract
	tricks int
}

// Error implements error.
func (r *refusal) Error() string { return refuse(r.c, r.tricks).Error() }

// Unwrap gives the error with its code.
func (r *refusal) Unwrap() error { return refuse(r.c, r.tricks) }

// Result scores a result by Law 77 from North-South's view, a passed-out board
// with zero. The error has code [bridge.Invalid] if r is no result.
func Result(r bridge.Result, vul bridge.Vulnerability) (Points, error) {
	return Law77().Result(r, vul)
}

// Score is [Duplicate] for this edition. The error has code [bridge.Unsupported]
// if the outcome needs a value that is not known.
func (e *Edition) Score(c bridge.Contract, vul bool, tricks int) (Points, error) {
	i := place(c, vul, tricks)
	if i >= outcomes {
		return 0, refuse(c, tricks)
	}
	p := Points(e.table()[i])
	if p == Unknown {
		_, missing := e.points(nil, c, vul, tricks)
		return 0, e.unsupported(c, tricks, missing)
	}
	return p, nil
}

// Result is [Result] for this edition.
func (e *Edition) Result(r bridge.Result, vul bridge.Vulnerability) (Points, error) {
	if r.PassedOut() {
		return 0, nil
	}
	side := r.Declarer().Side()
	p, err := e.Score(r.Contract(), vul.Has(side), r.Tricks())
	if side == bridge.EW {
		p = -p
	}
	return p, err
}

// Why gives the score of [Edition.Score] with its derivation.
func (e *Edition) Why(c bridge.Contract, vul bool, tricks int) (*why.Node, error) {
	v, err := e.value(why.New(), c, vul, tricks, false)
	return v.Node(), err
}

// WhyResult gives the score of [Edition.Result] with its derivation.
func (e *Edition) WhyResult(r bridge.Result, vul bridge.Vulnerability) (*why.Node, error) {
	v, err := e.Value(why.New(), r, vul)
	return v.Node(), err
}

// Value is the score of [Edition.Result] as a step of a longer derivation.
func (e *Edition) Value(p *why.Pen, r bridge.Result, vul bridge.Vulnerability) (why.Value, error) {
	if r.PassedOut() {
		return p.Given("L77.passed_out", exact.Int(0)), nil
	}
	side := r.Declarer().Side()
	return e.value(p, r.Contract(), vul.Has(side), r.Tricks(), side == bridge.EW)
}

func (e *Edition) value(p *why.Pen, c bridge.Contract, vul bool, tricks int, opponents bool) (why.Value, error) {
	if !exists(c, vul, tricks) {
		return why.Value{}, refuse(c, tricks)
	}
	earned, missing := e.points(p, c, vul, tricks)
	if missing != "" {
		return why.Value{}, e.unsupported(c, tricks, missing)
	}
	return view(p, earned, (tricks < c.Tricks()) != opponents), nil
}

// view turns points that one side earned into the other side's minus.
func view(p *why.Pen, earned why.Value, minus bool) why.Value {
	if !minus {
		return earned
	}
	return p.Product("L77.minus", []why.Value{earned}, why.Int("sign", -1))
}

func refuse(c bridge.Contract, tricks int) error {
	if !c.Valid() {
		return bridge.Errorf(bridge.Invalid, "score.contract", "score: %v is no contract", c)
	}
	return bridge.Errorf(bridge.Invalid, "score.tricks", "%v: %d tricks, want 0 to 13", c, tricks)
}

// unsupported refuses an outcome at duplicate.
func (e *Edition) unsupported(c bridge.Contract, tricks int, missing string) error {
	return bridge.Errorf(bridge.Unsupported, "score.unsupported", "%v%s in the code of %s: %s at duplicate is not known",
		c, bridge.OverText(tricks-c.Tricks()), e.code, missing)
}

// Parts are what makes up a valid outcome. Those of a made contract belong to
// declarer's side, undertricks to the defenders; a part that there is none of has
// Has false. Game and part-score premiums are no parts: duplicate gives them deal
// by deal, a rubber and Chicago in their own ways.
type Parts struct {
	Tricks      Part // odd tricks bid and made: the trick score
	Overtricks  Part
	Slam        Part
	Made        Part // for making a doubled or redoubled contract
	Undertricks Part
}

// Part is one part of an outcome.
type Part struct {
	why.Value
	Has     bool
	missing string // what the edition does not know; then Value is void
}

// Parts takes an outcome apart. The error has code [bridge.Invalid] if it is
// none, [bridge.Unsupported] if the edition does not know one of the values.
func (e *Edition) Parts(p *why.Pen, c bridge.Contract, vul bool, tricks int) (Parts, error) {
	if !exists(c, vul, tricks) {
		return Parts{}, refuse(c, tricks)
	}
	parts := e.parts(p, c, vul, tricks)
	for _, part := range []Part{parts.Tricks, parts.Overtricks, parts.Slam, parts.Made, parts.Undertricks} {
		if part.missing != "" {
			return Parts{}, bridge.Errorf(bridge.Unsupported, "score.unsupported_part", "%v%s in the code of %s: %s is not known",
				c, bridge.OverText(tricks-c.Tricks()), e.code, part.missing)
		}
	}
	return parts, nil
}

// parts is the only place that multiplies out Law 77.
func (e *Edition) parts(p *why.Pen, c bridge.Contract, vul bool, tricks int) (parts Parts) {
	v := &e.values
	times := 1 << c.Doubling
	if under := c.Tricks() - tricks; under > 0 {
		steps := v.Undertrick.Of(vul)
		if c.Doubling != bridge.Undoubled {
			steps, times = v.DoubledUndertrick.Of(vul), times/2
		}
		if !steps.known(1, under) {
			parts.Undertricks = Part{Has: true, missing: "an undertrick"}
			return parts
		}
		parts.Undertricks = known(p.Sum("L77", steps.runs(p, "L77.undertricks", 1, under, times), e.named(vul)...))
		return parts
	}

	odd := v.odd(c.Strain)
	level, over := int(c.Level), tricks-c.Tricks()
	if !odd.known(1, level) {
		parts.Tricks = Part{Has: true, missing: "an odd trick"}
		return parts
	}
	parts.Tricks = known(joined(p, "L77.tricks", odd.runs(p, "L77.tricks", 1, level, times)))
	switch each := v.DoubledOvertrick.Of(vul); {
	case over == 0:
	case c.Doubling == bridge.Undoubled && !odd.known(level+1, level+over):
		parts.Overtricks = Part{Has: true, missing: "an overtrick"}
	case c.Doubling == bridge.Undoubled:
		parts.Overtricks = known(joined(p, "L77.overtricks", odd.runs(p, "L77.overtricks", level+1, level+over, 1)))
	case each == Unknown:
		parts.Overtricks = Part{Has: true, missing: "a doubled overtrick"}
	default:
		parts.Overtricks = known(run(p, "L77.overtricks", 1, over, each, times/2))
	}
	switch level {
	case 6:
		parts.Slam = premium(p, "the slam premium", "L77.slam.small", v.SmallSlam.Of(vul), vul, parts)
	case 7:
		parts.Slam = premium(p, "the slam premium", "L77.slam.grand", v.GrandSlam.Of(vul), vul, parts)
	}
	switch c.Doubling {
	case bridge.Doubled:
		parts.Made = premium(p, "the premium for making a doubled contract", "L77.made.doubled", v.MadeDoubled, vul, parts)
	case bridge.Redoubled:
		parts.Made = premium(p, "the premium for making a redoubled contract", "L77.made.redoubled", v.MadeRedoubled, vul, parts)
	}
	return parts
}

func known(v why.Value) Part { return Part{Value: v, Has: true} }

// premium is a value that the code gives as it stands.
func premium(p *why.Pen, name, rule string, points Points, vul bool, parts Parts) Part {
	if points == Unknown {
		return Part{Has: true, missing: name}
	}
	if p == nil {
		return known(why.Plain(exact.Int(points)))
	}
	return known(p.LookUp(rule, exact.Int(points), nil, why.Word("vul", yesNo(vul)), why.Word("trick_score", parts.Tricks.String())))
}

// points are the points of a valid outcome at duplicate, always a plus: for
// declarer's side if the contract was made, else for the defenders. missing names
// a value that the edition does not know.
func (e *Edition) points(p *why.Pen, c bridge.Contract, vul bool, tricks int) (earned why.Value, missing string) {
	parts := e.parts(p, c, vul, tricks)
	if parts.Undertricks.Has {
		return parts.Undertricks.Value, parts.Undertricks.missing
	}
	if parts.Tricks.missing != "" {
		return parts.Tricks.Value, parts.Tricks.missing
	}
	level := premium(p, "the premium for a part-score", "L77.partscore", e.values.PartScore, vul, parts)
	if parts.Tricks.Cmp(exact.Int(100)) >= 0 { // after doubling: 2HX is a game
		level = premium(p, "the game premium", "L77.game", e.values.Game.Of(vul), vul, parts)
	}
	var buf [5]why.Value
	items := buf[:0]
	for _, part := range []Part{parts.Tricks, parts.Overtricks, level, parts.Slam, parts.Made} {
		if part.Has {
			items = append(items, part.Value)
		}
		if part.missing != "" && missing == "" {
			missing = part.missing
		}
	}
	return p.Sum("L77", items, e.named(vul)...), missing
}

func (e *Edition) named(vul bool) []why.Arg {
	return []why.Arg{why.Word("edition", e.code), why.Word("vul", yesNo(vul))}
}

// runs are the tricks from the n-th to the m-th, those of equal value together.
func (s Steps) runs(p *why.Pen, rule string, n, m, times int) []why.Value {
	var out []why.Value
	for from := n; from <= m; {
		to := from
		for to < m && s.At(to+1) == s.At(from) {
			to++
		}
		out = append(out, run(p, rule, from, to, s.At(from), times))
		from = to + 1
	}
	return out
}

// run is the value of the tricks from … to at so many points each.
func run(p *why.Pen, rule string, from, to int, each Points, times int) why.Value {
	if p == nil {
		return why.Plain(exact.Int((to - from + 1) * int(each) * times))
	}
	in := []why.Arg{why.Int("odd", to-from+1), why.Int("each", each)}
	if times > 1 {
		in = append(in, why.Int("times", times))
	}
	in = append(in, why.Word("from", exact.Int(from).String()), why.Word("to", exact.Int(to).String()))
	return p.Product(rule, nil, in...)
}

// joined is one value for several runs.
func joined(p *why.Pen, rule string, runs []why.Value) why.Value {
	if len(runs) == 1 {
		return runs[0]
	}
	return p.Sum(rule, runs)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
