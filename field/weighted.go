package field

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Outcome is a score with its weight in an assigned adjusted score (Law 12C1c).
type Outcome struct {
	Score  score.Points // North-South's view
	Weight exact.Fraction
}

// Weighted is what one table brought to a board: the score of a result, or the
// outcomes that a director assigned, their weights adding up to 1. The two sides
// may have been assigned different ones (a split score).
type Weighted bridge.BySide[[]Outcome]

// Single is a score that stands for certain.
func Single(s score.Points) Weighted {
	one := []Outcome{{s, exact.Int(1)}}
	return Weighted{NS: one, EW: one}
}

// WeightedBoard compares results of which some are weighted or split: each outcome
// is compared with the others by their weights, and the values are weighted, never
// the scores.
type WeightedBoard struct {
	results []Weighted
	by      bridge.BySide[[]frequency]
}

// frequency is a score of one side's frequency chart, with how often it came.
type frequency struct {
	score score.Points // in the side's own view
	count exact.Fraction
}

// NewWeightedBoard compares these results.
func NewWeightedBoard(results []Weighted) *WeightedBoard {
	b := &WeightedBoard{results: results}
	for _, side := range bridge.Sides {
		var chart []frequency
		for _, r := range results {
			for _, o := range r.of(side) {
				chart = append(chart, frequency{o.Score, o.Weight})
			}
		}
		slices.SortFunc(chart, func(a, b frequency) int { return cmp.Compare(a.score, b.score) })
		merged := chart[:0]
		for _, f := range chart {
			if n := len(merged); n > 0 && merged[n-1].score == f.score {
				merged[n-1].count = merged[n-1].count.Add(f.count)
				continue
			}
			merged = append(merged, f)
		}
		b.by = b.by.With(side, merged)
	}
	return b
}

// of gives the outcomes of one side in its own view.
func (w Weighted) of(side bridge.Side) []Outcome {
	if side != bridge.EW {
		return w.NS
	}
	out := make([]Outcome, len(w.EW))
	for i, o := range w.EW {
		out[i] = Outcome{-o.Score, o.Weight}
	}
	return out
}

// Matchpoints gives the i-th result's matchpoints against all others for one side,
// on the 2-scale: each outcome's, by its weight.
func (b *WeightedBoard) Matchpoints(p *why.Pen, i int, side bridge.Side) why.Value {
	own := b.results[i].of(side)
	var parts []why.Value
	for _, o := range own {
		beaten, tied := exact.Int(0), exact.Int(0)
		for _, f := range b.by.Of(side) {
			switch count := withoutOwn(f, own); {
			case f.score < o.Score:
				beaten = beaten.Add(count)
			case f.score == o.Score:
				tied = tied.Add(count)
			}
		}
		mp := p.Sum("L78A.matchpoints", []why.Value{
			p.Product("L78A.beaten", nil, why.Num("beaten", beaten), why.Int("each", 2)),
			p.Product("L78A.tied", nil, why.Num("tied", tied), why.Int("each", 1)),
		}, why.Word("others", exact.Int(len(b.results)-1).String()))
		parts = append(parts, p.Product("L12C1.outcome", []why.Value{mp}, why.Num("weight", o.Weight), why.Word("score", exact.Int(o.Score).String())))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return p.Sum("L12C1.weighted", parts)
}

// CrossIMPs gives the i-th result's sum of IMPs against all others for one side:
// each outcome's, by its weight.
func (b *WeightedBoard) CrossIMPs(p *why.Pen, i int, side bridge.Side, limit int) why.Value {
	own := b.results[i].of(side)
	var parts []why.Value
	for _, o := range own {
		parts = append(parts, p.Product("L12C1.outcome", []why.Value{b.crossSum(p, o.Score, own, side, limit)},
			why.Num("weight", o.Weight), why.Word("score", exact.Int(o.Score).String())))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return p.Sum("L12C1.weighted", parts)
}

// crossSum is the sum of IMPs of one outcome.
func (b *WeightedBoard) crossSum(p *why.Pen, own score.Points, outcomes []Outcome, side bridge.Side, limit int) why.Value {
	if p == nil { // in whole numbers
		var sum exact.Fraction
		for _, f := range b.by.Of(side) {
			imps := score.IMPs(own - f.score)
			if limit > 0 {
				imps = min(max(imps, -limit), limit)
			}
			sum = sum.Add(withoutOwn(f, outcomes).Mul(exact.Int(imps)))
		}
		return why.Plain(sum)
	}
	value := p.Given("side.score", exact.Int(own))
	var parts []why.Value
	for _, f := range b.by.Of(side) {
		if count := withoutOwn(f, outcomes); count.Sign() != 0 {
			parts = append(parts, comparison(p, value, p.Given("side.other", exact.Int(f.score)), count, limit))
		}
	}
	return p.Sum("ximp.sum", parts, why.Word("comparisons", exact.Int(len(b.results)-1).String()))
}

// withoutOwn is how often others had a score: a result's own outcomes are no
// comparison.
func withoutOwn(f frequency, own []Outcome) exact.Fraction {
	count := f.count
	for _, self := range own {
		if self.Score == f.score {
			count = count.Sub(self.Weight)
		}
	}
	return count
}
