package event

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// Verdict is what one regulation makes of an event, held against what a file
// prints of it.
type Verdict struct {
	Pack        *regulation.Pack
	Standings   *Standings
	Differences []Difference // in the order of the file, each with its reason where one can be shown
}

// Reproduces reports whether every number comes out as it was published.
func (v Verdict) Reproduces() bool { return len(v.Differences) == 0 }

// Reason is why a number of ours is not the published one, as far as that can be
// shown from the numbers themselves. What cannot be shown is no reason.
type Reason struct {
	Kind ReasonKind
	Args []any // in the order that the kind says: int, [exact.Fraction] or [Award]
}

// ReasonKind is what a reason says.
type ReasonKind string

// The reasons. A "board" is all of its lines that the file prints.
const (
	ReasonHalf     ReasonKind = "half"     // our exact value lies between two that can be printed: the value
	ReasonMissing  ReasonKind = "missing"  // the file holds nothing that counts there
	ReasonAward    ReasonKind = "award"    // the board is an artificial score: which
	ReasonBye      ReasonKind = "bye"      // the contestant had no opponent
	ReasonScale    ReasonKind = "scale"    // the file prints twice or half our number
	ReasonSides    ReasonKind = "sides"    // each side has in print what the other one has with us
	ReasonTop      ReasonKind = "top"      // both sides have more or less between them than with us: theirs, ours
	ReasonDatum    ReasonKind = "datum"    // the board comes out with another datum: theirs, ours
	ReasonDivisor  ReasonKind = "divisor"  // the board comes out with another divisor: theirs, ours
	ReasonCap      ReasonKind = "cap"      // the board comes out with another cap of a comparison: theirs
	ReasonUncapped ReasonKind = "uncapped" // the board comes out without a cap: ours
	ReasonRuling   ReasonKind = "ruling"   // there is a ruling on the board
	ReasonBoards   ReasonKind = "boards"   // the total follows from the boards that differ
	ReasonCount    ReasonKind = "count"    // total and percentage are of another number of boards: theirs, ours
	ReasonHidden   ReasonKind = "hidden"   // each board agrees: the total holds what the file does not print
	ReasonFactored ReasonKind = "factored" // the total comes out if it is brought up: boards played, most boards
	ReasonPlain    ReasonKind = "plain"    // the total comes out if it is not brought up: the same
	ReasonOfTotal  ReasonKind = "of_total" // the percentage belongs to a total that differs
	ReasonTotals   ReasonKind = "totals"   // the place follows from totals that differ
	ReasonPrinted  ReasonKind = "printed"  // the place follows from the totals as printed, which agree
	ReasonTie      ReasonKind = "tie"      // equal totals are ranked otherwise
)

// Verify computes an event under each pack and compares every number that was
// published of it. The verdicts are in the order of their differences, the fewest
// first, then by name; which program printed the numbers plays no part. compared
// is how many there are.
//
// The error has code [bridge.NotFound] if nothing was published, or if there is no
// result, and [bridge.Unsupported] for a method that this release does not rank.
func (e *Event) Verify(p Published, packs []*regulation.Pack) (verdicts []Verdict, compared int, err error) {
	for _, pack := range packs {
		s, err := e.StandingsUnder(pack)
		if err != nil {
			return nil, 0, err
		}
		v := Verdict{Pack: pack, Standings: s}
		v.Differences, compared = s.Compare(p)
		if compared == 0 {
			return nil, 0, bridge.Errorf(bridge.NotFound, "event.nothing_published", "the file prints no results of its own, neither of boards nor totals nor places: there is nothing to verify")
		}
		s.explain(v.Differences, p)
		verdicts = append(verdicts, v)
	}
	slices.SortStableFunc(verdicts, func(a, b Verdict) int {
		return cmp.Or(cmp.Compare(len(a.Differences), len(b.Differences)), cmp.Compare(a.Pack.Name, b.Pack.Name))
	})
	return verdicts, compared, nil
}

// explanation is what reasons are drawn from.
type explanation struct {
	*Standings
	lines    map[Meeting]Line
	rows     map[Contestant]Row
	printed  map[Meeting]PublishedLine
	totals   map[Contestant]PublishedTotal
	cards    map[Contestant]card
	reckoned map[boardKey]*ratedBoard
	boards   map[boardKey]*Reason // found so far; nil: there is none
	uneven   bool                 // a total or a percentage differs
	twice    bool                 // somebody stands in the file's ranking twice
}

// card is what a file prints of one contestant's boards.
type card struct {
	printed   int            // boards
	differing int            // of them
	more      exact.Fraction // the differing ones have more than ours
	slack     exact.Fraction // rounding may account for that much of it
}

// explain finds the reasons of differences.
func (s *Standings) explain(differences []Difference, p Published) {
	if len(differences) == 0 {
		return
	}
	x := &explanation{
		Standings: s, lines: s.lines(), rows: s.rows(),
		printed: map[Meeting]PublishedLine{}, totals: map[Contestant]PublishedTotal{}, cards: map[Contestant]card{},
		reckoned: map[boardKey]*ratedBoard{}, boards: map[boardKey]*Reason{},
	}
	for _, b := range s.sheet.boards {
		x.reckoned[boardKey{b.set.Session, b.set.Board}] = b
	}
	for _, pl := range p.Lines {
		x.printed[pl.Meeting.key()] = pl
		for side, c := range pl.Meeting.contestants() {
			if pl.Value.Of(side) != nil && !c.IsZero() {
				on := x.cards[c]
				on.printed++
				x.cards[c] = on
			}
		}
	}
	for _, t := range p.Totals {
		_, again := x.totals[t.Contestant]
		x.twice = x.twice || again
		x.totals[t.Contestant] = t
	}
	for _, d := range differences {
		switch d.What {
		case "line":
			on := x.cards[d.Contestant]
			on.differing++
			on.more = on.more.Add(d.more())
			on.slack = on.slack.Add(exact.DecimalUnit(d.printed.Decimals))
			x.cards[d.Contestant] = on
		case "total", "percent":
			x.uneven = true
		}
	}
	differs := map[Contestant]bool{}
	for i := range differences {
		d, reason := differences[i], &differences[i].Reason
		switch d.What {
		case "line":
			*reason = x.line(d)
		case "total":
			*reason = x.total(d)
			differs[d.Contestant] = true
		case "percent":
			*reason = x.percent(d, differs[d.Contestant])
		case "place":
			*reason = x.place(d)
		}
	}
}

func because(kind ReasonKind, args ...any) *Reason { return &Reason{kind, args} }

// more is what was published above ours.
func (d Difference) more() exact.Fraction {
	if d.ours == nil {
		return d.printed.Value
	}
	return d.printed.Value.Sub(d.ours.Value)
}

// half is the reason of a value that lies exactly between the two numbers that
// could be printed, ours and theirs.
func (d Difference) half() *Reason {
	half := exact.DecimalUnit(d.printed.Decimals).Div(exact.Int(2))
	if !d.more().Abs().Equal(half) || !d.ours.Value.Div(half).IsInt() {
		return nil
	}
	return because(ReasonHalf, d.ours.Value)
}

// is reports whether a value of ours would be printed as theirs.
func (d Difference) is(v exact.Fraction) bool {
	f := Figure{Value: v}
	if d.ours != nil {
		f.Half = d.ours.Half
	}
	return d.printed.like(f) == d.Theirs
}

// line explains the value of a line.
func (x *explanation) line(d Difference) *Reason {
	line, ok := x.lines[d.Meeting.key()]
	if d.ours != nil {
		if r := d.half(); r != nil {
			return r
		}
	}
	switch {
	case !ok || line.State == StateNotPlayed:
		return because(ReasonMissing)
	case line.State == StateSatOut:
		return because(ReasonBye)
	case line.State == StateAdjusted:
		return because(ReasonAward, line.Award.Of(d.Side))
	case d.ours == nil:
		return because(ReasonMissing)
	}
	key := boardKey{d.Meeting.Session, d.Meeting.Board}
	b := x.reckoned[key]
	if !x.sheet.inPercent() {
		r, found := x.boards[key]
		if !found {
			r = x.board(b)
			x.boards[key] = r
		}
		if r != nil {
			return r
		}
	} else if r := x.top(d, line); r != nil {
		return r
	}
	switch {
	case x.swapped(d.Meeting, line):
		return because(ReasonSides)
	case b.adjusted || b.assigned():
		return because(ReasonRuling)
	}
	return nil
}

// assigned reports whether a score was assigned on the board.
func (b *ratedBoard) assigned() bool {
	return slices.ContainsFunc(b.groups, func(g *group) bool { return g.ruled != nil })
}

// swapped reports whether a line is printed with its sides the other way round.
func (x *explanation) swapped(at Meeting, line Line) bool {
	printed := x.printed[at.key()].Value
	return printed.NS != nil && printed.EW != nil &&
		printed.NS.String() == printed.NS.like(line.Points.EW.Shown) && printed.EW.String() == printed.EW.like(line.Points.NS.Shown)
}

// top explains matchpoints by what both sides have between them.
func (x *explanation) top(d Difference, line Line) *Reason {
	printed := x.printed[d.Meeting.key()].Value
	if printed.NS == nil || printed.EW == nil {
		return nil
	}
	theirs, ours := printed.NS.Value.Add(printed.EW.Value), line.Points.NS.Shown.Value.Add(line.Points.EW.Shown.Value)
	unit := exact.DecimalUnit(min(printed.NS.Decimals, printed.EW.Decimals))
	near := func(a, b exact.Fraction) bool { return a.Sub(b).Abs().Cmp(unit) <= 0 }
	switch {
	case near(theirs, ours):
		return nil
	case near(theirs, ours.Mul(exact.Int(2))) && d.is(d.ours.Value.Mul(exact.Int(2))), near(theirs, ours.Div(exact.Int(2))) && d.is(d.ours.Value.Div(exact.Int(2))):
		return because(ReasonScale)
	}
	return because(ReasonTop, theirs, ours.Round(exact.Rounding{Unit: unit}))
}

// board looks for a change of the method under which a board scored by IMPs comes
// out as printed, all of its lines.
func (x *explanation) board(b *ratedBoard) *Reason {
	if b.assigned() || b.results < 3 || x.Info.Method != Butler && x.Info.Method != CrossIMPs || x.sheet.pack.CrossIMPs.Divisor == regulation.ByRoot || len(b.groups) != 1 {
		return nil
	}
	g := b.groups[0]
	// comesOut tries what the lines would be worth for North-South.
	comesOut := func(worth func(l *ratedLine) exact.Fraction) bool {
		for _, l := range b.lines {
			if !l.compares() {
				continue
			}
			printed := x.printed[l.key()].Value
			ns := worth(l)
			for side, v := range map[bridge.Side]exact.Fraction{bridge.NS: ns, bridge.EW: ns.Neg()} {
				if p := printed.Of(side); p != nil && p.like(Figure{Value: v, Half: x.sheet.pack.PrintHalf}) != p.String() {
					return false
				}
			}
			if printed.NS == nil && printed.EW == nil {
				return false // nothing can be shown without all of them
			}
		}
		return true
	}
	if x.Info.Method == Butler {
		return x.datum(g, comesOut)
	}
	return x.comparisons(g, comesOut)
}

// datum tries every multiple of ten, the nearest to ours first.
func (x *explanation) datum(g *group, comesOut func(func(*ratedLine) exact.Fraction) bool) *Reason {
	ours, _ := field.Datum(nil, x.sheet.pack.Butler, g.score)
	at, _ := ours.Round(exact.Rounding{Unit: exact.Int(10)}).Int64()
	reach := slices.Max(g.score) - slices.Min(g.score)
	for step := score.Points(0); step <= reach; step += 10 {
		for _, theirs := range []score.Points{score.Points(at) - step, score.Points(at) + step} {
			if exact.Int(theirs).Equal(ours.Fraction) {
				continue
			}
			if comesOut(func(l *ratedLine) exact.Fraction { return exact.Int(score.IMPs(l.score - theirs)) }) {
				return because(ReasonDatum, int(theirs), ours.Fraction)
			}
		}
	}
	return nil
}

// comparisons tries other divisors, and other caps.
func (x *explanation) comparisons(g *group, comesOut func(func(*ratedLine) exact.Fraction) bool) *Reason {
	rules := x.sheet.pack.CrossIMPs
	divisors := map[regulation.Divisor]int{regulation.BySum: 1, regulation.ByComparisons: g.results() - 1, regulation.ByResults: g.results()}
	ours := divisors[rules.Divisor]
	under := func(sums []int, divisor int) bool {
		return comesOut(func(l *ratedLine) exact.Fraction { return exact.Of(int64(sums[l.at]), int64(divisor)) })
	}
	for _, d := range []regulation.Divisor{regulation.BySum, regulation.ByComparisons, regulation.ByResults} {
		if d != rules.Divisor && under(g.cross, divisors[d]) {
			return because(ReasonDivisor, divisors[d], ours)
		}
	}
	if rules.Cap > 0 && under(field.CrossIMPs(g.score, 0), ours) {
		return because(ReasonUncapped, rules.Cap)
	}
	for most := score.IMPScale().Most() - 1; most > 0; most-- {
		if most != rules.Cap && under(field.CrossIMPs(g.score, most), ours) {
			return because(ReasonCap, most)
		}
	}
	return nil
}

// total explains a total.
func (x *explanation) total(d Difference) *Reason {
	row, ok := x.rows[d.Contestant]
	if !ok || row.Boards == 0 {
		return because(ReasonMissing)
	}
	if r := d.half(); r != nil {
		return r
	}
	if x.sheet.inPercent() && row.Total.Value.Sign() > 0 && (d.is(row.Total.Value.Mul(exact.Int(2))) || d.is(row.Total.Value.Div(exact.Int(2)))) {
		return because(ReasonScale)
	}
	if x.follows(d, row, x.Info.Unit == regulation.PercentScale) {
		return because(ReasonBoards)
	}
	if most := x.most(d.Contestant); most > row.Boards && x.Info.Unit != regulation.PercentScale {
		factor := exact.Of(int64(most), int64(row.Boards))
		if x.sheet.pack.Total.Unequal == regulation.Factored {
			if d.is(row.Total.Value.Div(factor)) {
				return because(ReasonPlain, row.Boards, most)
			}
		} else if d.is(row.Total.Value.Mul(factor)) {
			return because(ReasonFactored, row.Boards, most)
		}
	}
	if theirs := x.countOf(d.Contestant, row); theirs > 0 {
		return because(ReasonCount, theirs, row.Boards)
	}
	if on := x.cards[d.Contestant]; on.differing == 0 && on.printed == row.Boards {
		return because(ReasonHidden)
	}
	return nil
}

// follows reports whether a contestant's boards that differ add up to what its
// total, or its percentage, differs by. A percentage is of the mean board where a
// regulation counts in percent, else of the most that could be had.
func (x *explanation) follows(d Difference, row Row, mean bool) bool {
	on := x.cards[d.Contestant]
	if on.differing == 0 {
		return false
	}
	more, slack := on.more, on.slack
	switch {
	case mean:
		more, slack = more.Div(exact.Int(row.Boards)), slack.Div(exact.Int(row.Boards))
	case d.What == "percent" && row.Max.Value.Sign() > 0:
		more, slack = more.Mul(exact.Int(100)).Div(row.Max.Value), slack.Mul(exact.Int(100)).Div(row.Max.Value)
	}
	return d.more().Sub(more).Abs().Cmp(slack.Add(exact.DecimalUnit(d.printed.Decimals))) <= 0
}

// countOf is the number of boards that a printed total and its percentage are of,
// if it is another one than ours; 0 if they are not of any.
func (x *explanation) countOf(c Contestant, row Row) int {
	t := x.totals[c]
	factored := x.sheet.pack.Total.Unequal == regulation.Factored && x.most(c) != row.Boards
	if !x.sheet.inPercent() || x.Info.Unit == regulation.PercentScale || factored ||
		t.Total == nil || t.Percent == nil || t.Percent.Value.Sign() <= 0 || row.Max.Value.Sign() == 0 {
		return 0
	}
	top := row.Max.Value.Div(exact.Int(row.Boards))
	hundred := exact.Int(100)
	n, _ := t.Total.Value.Mul(hundred).Div(t.Percent.Value).Div(top).Round(exact.Rounding{Unit: exact.Int(1)}).Int64()
	most := top.Mul(exact.Int(n))
	off := t.Total.Value.Sub(t.Percent.Value.Mul(most).Div(hundred)).Abs()
	if slack := exact.DecimalUnit(t.Percent.Decimals).Mul(most).Div(hundred).Add(exact.DecimalUnit(t.Total.Decimals)).Div(exact.Int(2)); off.Cmp(slack) > 0 || int(n) == row.Boards {
		return 0
	}
	return int(n)
}

// percent explains a percentage.
func (x *explanation) percent(d Difference, total bool) *Reason {
	row, ok := x.rows[d.Contestant]
	switch {
	case !ok || row.Boards == 0:
		return because(ReasonMissing)
	case total:
		return because(ReasonOfTotal)
	}
	if r := d.half(); r != nil {
		return r
	}
	if x.follows(d, row, x.Info.Unit == regulation.PercentScale) {
		return because(ReasonBoards)
	}
	return nil
}

// place explains a place by the percentages or the totals that are printed beside
// it.
func (x *explanation) place(d Difference) *Reason {
	if x.rows[d.Contestant].Boards == 0 {
		return because(ReasonMissing)
	}
	if x.twice {
		return nil
	}
	tied := false
	for _, of := range []func(PublishedTotal) *Printed{
		func(t PublishedTotal) *Printed { return t.Percent },
		func(t PublishedTotal) *Printed { return t.Total },
	} {
		if of(x.totals[d.Contestant]) == nil {
			continue
		}
		place, split := x.placeBy(d, of)
		tied = tied || split
		if split || strconv.Itoa(place) != placeNumber(d.Theirs) {
			continue
		}
		if x.uneven {
			return because(ReasonTotals)
		}
		return because(ReasonPrinted)
	}
	if tied {
		return because(ReasonTie)
	}
	return nil
}

// placeBy is the place that a printed number gives a contestant in its list; split
// reports whether the file gives another place to somebody with the same number.
func (x *explanation) placeBy(d Difference, of func(PublishedTotal) *Printed) (place int, split bool) {
	own := of(x.totals[d.Contestant])
	place = 1
	for _, r := range x.listOf(d.Contestant) {
		t := x.totals[r.Contestant]
		other := of(t)
		if other == nil {
			continue // not in the file's ranking
		}
		switch c := other.Value.Cmp(own.Value); {
		case c > 0:
			place++
		case c == 0 && placeNumber(t.Place) != placeNumber(d.Theirs):
			split = true
		}
	}
	return place, split
}

// placeNumber is a printed place without the sign that others share it.
func placeNumber(place string) string { return strings.TrimSuffix(place, "=") }

// listOf is the list that a contestant stands in.
func (x *explanation) listOf(c Contestant) []Row {
	for _, l := range x.Lists {
		if slices.ContainsFunc(l.Rows, func(r Row) bool { return r.Contestant == c }) {
			return l.Rows
		}
	}
	return nil
}

// most is the most boards of anybody in a contestant's list.
func (x *explanation) most(c Contestant) (boards int) {
	for _, r := range x.listOf(c) {
		boards = max(boards, r.Boards)
	}
	return boards
}
