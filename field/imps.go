package field

import (
	"iter"
	"slices"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Datum is the score that a board's results are compared with at Butler scoring:
// the mean of the North-South scores without those trimmed at each end, rounded.
// A board without a result has none; ok is then false.
func Datum(p *why.Pen, rules regulation.Butler, scores []score.Points) (datum why.Value, ok bool) {
	if len(scores) == 0 {
		return why.Value{}, false
	}
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	cut := rules.Trim.Of(len(sorted))
	kept := sorted[cut : len(sorted)-cut]
	sum := score.Points(0)
	for _, s := range kept {
		sum += s
	}
	total := why.Plain(exact.Int(sum))
	if p != nil {
		var parts []why.Value
		for s, n := range runs(kept) {
			parts = append(parts, p.Product("butler.times", []why.Value{p.Given("butler.score", exact.Int(s))},
				why.Int("results", n), why.Word("score", exact.Int(s).String())))
		}
		if cut > 0 {
			total = p.Sum("butler.sum", parts, why.Word("dropped", exact.Int(cut).String()))
		} else {
			total = p.Sum("butler.sum_all", parts)
		}
	}
	mean := p.Quotient("butler.mean", total, p.Given("butler.results", exact.Int(len(kept))))
	return p.Round("butler.datum", mean, rules.Round), true
}

// runs visits the different scores of a sorted list, and how often each came.
func runs(sorted []score.Points) iter.Seq2[score.Points, int] {
	return func(yield func(score.Points, int) bool) {
		for len(sorted) > 0 {
			n := 1
			for n < len(sorted) && sorted[n] == sorted[0] {
				n++
			}
			if !yield(sorted[0], n) {
				return
			}
			sorted = sorted[n:]
		}
	}
}

// CrossSum derives the i-th result's sum of [CrossIMPs]: against each other score,
// as often as it came.
func CrossSum(p *why.Pen, scores []score.Points, i, limit int) why.Value {
	others := slices.Delete(slices.Clone(scores), i, i+1)
	slices.Sort(others)
	own := p.Given("own.score", exact.Int(scores[i]))
	var parts []why.Value
	for s, n := range runs(others) {
		imps := score.IMPScale().Of(p, p.Difference("ximp.difference", []why.Value{own, p.Given("other.score", exact.Int(s))}))
		switch most := exact.Int(limit); {
		case limit == 0:
		case imps.Cmp(most) > 0:
			imps = p.Least("ximp.capped", []why.Value{imps, p.Given("ximp.cap", most)})
		case imps.Cmp(most.Neg()) < 0:
			imps = p.Greatest("ximp.capped", []why.Value{imps, p.Given("ximp.cap", most.Neg())})
		}
		parts = append(parts, p.Product("ximp.times", []why.Value{imps}, why.Int("results", n), why.Word("score", exact.Int(s).String())))
	}
	return p.Sum("ximp.sum", parts)
}

// RuledDatum is [Datum] for results of which a director assigned some: an outcome
// counts by its weight, and trimming takes whole results from each end.
func RuledDatum(p *why.Pen, rules regulation.Butler, results []Weighted) (datum why.Value, ok bool) {
	if len(results) == 0 {
		return why.Value{}, false
	}
	chart := NewWeightedBoard(results).by.NS
	cut := rules.Trim.Of(len(results))
	trim(chart, exact.Int(cut))
	slices.Reverse(chart)
	trim(chart, exact.Int(cut))
	sum, count := exact.Int(0), exact.Int(0)
	for _, f := range chart {
		sum, count = sum.Add(f.count.Mul(exact.Int(f.score))), count.Add(f.count)
	}
	mean := p.Quotient("butler.mean",
		p.Given("butler.sum", sum, why.Word("dropped", exact.Int(cut).String())), p.Given("butler.results", count))
	return p.Round("butler.datum", mean, rules.Round), true
}

// trim takes so many results from the beginning of a chart.
func trim(chart []frequency, results exact.Fraction) {
	for i := range chart {
		taken := results
		if taken.Cmp(chart[i].count) > 0 {
			taken = chart[i].count
		}
		chart[i].count, results = chart[i].count.Sub(taken), results.Sub(taken)
	}
}

// Butler is what a score earns against the datum (Law 78B): North-South's IMPs;
// East-West's are the opposite.
func Butler(p *why.Pen, own score.Points, datum why.Value) why.Value {
	return score.IMPScale().Of(p, p.Difference("butler.difference", []why.Value{p.Given("own.score", exact.Int(own)), datum}))
}

// CrossIMPs gives each score the sum of its IMPs against all others (Law 78B), a
// comparison counting at most limit IMPs if limit is not 0. The sums of a board
// are zero in all.
//
// An IMP is won for each step of the scale that a difference reaches. So the sum
// for a score is, over the steps, the number of results at least that step below
// it less the number at least that step above it. Cost: O(n) for scores of a deal,
// O(n log n) for any.
func CrossIMPs(scores []score.Points, limit int) []int {
	steps := impSteps(limit)
	out := make([]int, len(scores))
	var t frequencies
	if !t.tally(scores) {
		crossSorted(scores, steps, out)
		return out
	}
	t.walk()
	// For each score that came, not for each result: a board has few different ones.
	var sums [buckets]int32
	n := int32(len(scores))
	for b := t.low; b <= t.high; b++ {
		if t.of[b].count == 0 {
			continue
		}
		sum := int32(0)
		for _, step := range steps {
			if low := b - step; low < buckets && low >= t.low { // reached below: all up to low
				sum += t.of[low].below + t.of[low].count
			}
			if high := b + step; high <= t.high {
				sum -= n - t.of[high].below
			}
		}
		sums[b] = sum
	}
	for i, s := range scores {
		out[i] = int(sums[bucket(s)])
	}
	return out
}

// impSteps are the bounds of the IMP scale in buckets of ten points.
func impSteps(limit int) []uint {
	scale := score.IMPScale()
	if limit <= 0 || limit > scale.Most() {
		limit = scale.Most()
	}
	steps := make([]uint, limit)
	for i := range steps {
		steps[i] = uint(scale.From(i+1)) / 10
	}
	return steps
}

// crossSorted is [CrossIMPs] for any scores: in a sorted field both numbers of a
// step come from places that only move forward.
func crossSorted(scores []score.Points, steps []uint, out []int) {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	n := len(sorted)
	sum := make([]int, n) // by place in sorted
	for _, s := range steps {
		step := score.Points(10 * s)
		below, above := 0, 0 // those a step below, and all but those a step above
		for i, own := range sorted {
			for below < n && sorted[below] <= own-step {
				below++
			}
			for above < n && sorted[above] < own+step {
				above++
			}
			sum[i] += below - (n - above)
		}
	}
	for i, s := range scores {
		at, _ := slices.BinarySearch(sorted, s)
		out[i] = sum[at]
	}
}

// Cross is what a result earns at cross-IMPs: the sum of its comparisons, divided
// as the regulation says. A single result earns nothing.
func Cross(p *why.Pen, rules regulation.CrossIMPs, sum why.Value, results int) why.Value {
	divisor := 1
	switch rules.Divisor {
	case regulation.ByComparisons:
		divisor = results - 1
	case regulation.ByResults:
		divisor = results
	}
	if divisor <= 1 {
		return sum
	}
	return p.Quotient("ximp.mean", sum, p.Given("ximp.divisor", exact.Int(divisor)))
}
