package simulate

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
)

// accident is what went wrong with a board at a table.
type accident int

// The accidents. A new one goes to the end, so that the others stay where they were.
const (
	smooth    accident = iota
	corrected          // entered wrongly, and put right at the end of the round
	averages           // an artificial score by who was at fault: A+ and A-
	percents           // 60 and 40 percent
	notPlayed          // no time was left
	weighted           // an assigned score of several outcomes
	split              // an assigned score that differs for the two sides
	late               // not played in its round, and played after the last one
)

// rates are how often an accident happens, in a hundred thousand boards at a table.
var rates = map[Accidents][late + 1]int{
	Few:  {corrected: 500, averages: 150, percents: 100, notPlayed: 150, weighted: 80, split: 40, late: 150},
	Many: {corrected: 2000, averages: 900, percents: 500, notPlayed: 900, weighted: 500, split: 250, late: 600},
}

// surely is from how many boards at a table on each accident happens at least once.
const surely = 200

// tell writes down what happened at the tables, accidents and rulings included. What
// was entered wrongly is put right at the end of the round; what was not played in
// its round, what befalls a whole board, and penalties come at the end of the session.
func (g *generator) tell() {
	g.draw()
	var round, session []event.Fact // what is still to be said of them
	from := 0
	for i, e := range g.tables {
		if i > 0 && (e.Round != g.tables[i-1].Round || e.Session != g.tables[i-1].Session) {
			g.rec.Facts = append(g.rec.Facts, round...)
			round = nil
		}
		if e.Session != g.tables[from].Session {
			g.close(g.tables[from:i], session)
			from, session = i, nil
		}
		switch {
		case e.NS.IsZero() || e.EW.IsZero():
			g.rec.Add(event.SatOut{Meeting: e.Meeting})
		case e.accident == late:
			g.rec.Add(event.NotPlayed{Meeting: e.Meeting, Late: true})
			session = append(session, event.Fact{Act: event.Played{Meeting: e.Meeting, Result: e.result}})
		default:
			round = append(round, g.happened(e, g.about(ofAccidents, 1, i))...)
		}
	}
	g.rec.Facts = append(g.rec.Facts, round...)
	g.close(g.tables[from:], session)
}

// draw lets accidents happen, each at a table of its own.
func (g *generator) draw() {
	var free []*encounter
	for _, e := range g.tables {
		if !e.NS.IsZero() && !e.EW.IsZero() {
			free = append(free, e)
		}
	}
	s := g.about(ofAccidents, 0)
	all := len(free)
	for kind := corrected; kind <= late; kind++ {
		for range often(s, all, rates[g.Accidents][kind], all >= surely) {
			for range 100 { // few boards suit a ruling, and some events have none
				at := s.Below(len(free))
				if e := free[at]; e.suits(kind) {
					e.accident = kind
					free[at] = free[len(free)-1]
					free = free[:len(free)-1]
					break
				}
			}
		}
	}
}

// often is how many of all things a rate in a hundred thousand befalls, at least one
// if it must be.
func often(s *seed.Source, all, rate int, surely bool) int {
	n := all * rate / 100_000
	if s.Below(100_000) < all*rate%100_000 {
		n++
	}
	if surely && rate > 0 {
		n = max(n, 1)
	}
	return n
}

// suits reports whether an accident can befall a board at a table: a score is assigned
// where something was played.
func (e *encounter) suits(kind accident) bool {
	switch kind {
	case corrected, weighted, split, late:
		return !e.result.PassedOut()
	}
	return true
}

// happened adds the facts of one board at a table, and gives those that come later.
func (g *generator) happened(e *encounter, s *seed.Source) (later []event.Fact) {
	played := event.Played{Meeting: e.Meeting, Result: e.result}
	ruled := event.Ruled{Meeting: e.Meeting}
	switch e.accident {
	case corrected:
		g.rec.Add(event.Played{Meeting: e.Meeting, Result: misread(e.result, s)})
		return []event.Fact{{Why: "entered wrongly", Act: played}}
	case notPlayed:
		g.rec.Add(event.NotPlayed{Meeting: e.Meeting})
		return nil
	case averages:
		kinds := faults[s.Below(len(faults))]
		ruled.Award = bridge.BySide[event.Award]{NS: event.Award{Kind: kinds.NS}, EW: event.Award{Kind: kinds.EW}}
		g.rec.Facts = append(g.rec.Facts, event.Fact{Why: whyUnplayed[s.Below(len(whyUnplayed))], Act: ruled})
		return nil
	case percents:
		ruled.Award = bridge.BySide[event.Award]{NS: event.PercentAward(exact.Int(60)), EW: event.PercentAward(exact.Int(40))}
		if chance(s, 500) {
			ruled.Award = ruled.Award.Mirror()
		}
		g.rec.Facts = append(g.rec.Facts, event.Fact{Why: "the board could not be played", Act: ruled})
		return nil
	case weighted, split:
		g.rec.Add(played)
		ruled.Assigned = assigned(e.result, e.accident == split, s)
		return []event.Fact{{Why: whyRuled[s.Below(len(whyRuled))], Act: ruled}}
	}
	g.rec.Add(played)
	return nil
}

// faults are artificial scores: for who is not at fault, and for who is, or both.
var faults = []bridge.BySide[event.AwardKind]{
	{NS: event.AveragePlus, EW: event.AverageMinus},
	{NS: event.AverageMinus, EW: event.AveragePlus},
	{NS: event.AveragePlus, EW: event.AverageMinus},
	{NS: event.AverageMinus, EW: event.AveragePlus},
	{NS: event.AveragePlus, EW: event.AveragePlus},
	{NS: event.AverageMinus, EW: event.AverageMinus},
	{NS: event.Average, EW: event.Average},
}

var (
	whyUnplayed = []string{"a player had heard of the board", "the cards were mixed up", "a hand was seen by another table", "too late, and who was slow is known"}
	whyRuled    = []string{"unauthorised information", "a wrong explanation", "an insufficient bid that was not put right", "a revoke that was found late"}
)

// misread is a result as it may be entered by mistake: a trick too many or too few,
// another declarer, the doubling forgotten.
func misread(r bridge.Result, s *seed.Source) bridge.Result {
	c, declarer, tricks := r.Contract(), r.Declarer(), r.Tricks()
	switch n := s.Below(4); {
	case n == 0:
		declarer = declarer.Next()
	case n == 1 && c.Doubling != bridge.Undoubled:
		c.Doubling = bridge.Undoubled
	case n <= 2 && tricks < 13:
		tricks++
	case tricks > 0:
		tricks--
	default:
		tricks++
	}
	wrong, err := bridge.NewResult(c, declarer, tricks)
	if err != nil {
		panic(err) // contract, declarer and tricks are in their bounds
	}
	return wrong
}

// assigned is what the director assigns in place of a result: outcomes nearby with
// their weights, or for each side another one.
func assigned(r bridge.Result, split bool, s *seed.Source) bridge.BySide[[]event.Assigned] {
	near := make([]event.Assigned, 0, 3)
	tricks := min(r.Tricks()+1, 13)
	for n := range 3 {
		if tricks-n < 0 {
			break
		}
		o, err := bridge.NewResult(r.Contract(), r.Declarer(), tricks-n)
		if err != nil {
			panic(err) // contract, declarer and tricks are in their bounds
		}
		near = append(near, event.Assigned{Result: o, Weight: exact.Int(1)})
	}
	if split {
		better, worse := near[:1], near[len(near)-1:]
		if r.Declarer().Side() == bridge.EW { // each side gets what is worse for it
			better, worse = worse, better
		}
		return bridge.BySide[[]event.Assigned]{NS: worse, EW: better}
	}
	parts := [][]int64{{60, 40}, {50, 50}, {75, 25}, {50, 30, 20}}[s.Below(len(near)+1)] // three outcomes only if there are
	outcomes := slices.Clone(near[:len(parts)])
	for i, part := range parts {
		outcomes[i].Weight = exact.Of(part, 100)
	}
	return bridge.BySide[[]event.Assigned]{NS: outcomes, EW: outcomes}
}
