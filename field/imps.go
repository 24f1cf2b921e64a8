package field

import (
	"iter"
	"math/big"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Datum is the score that a board's results are compared with at Butler scoring,
// in North-South's view: the mean of the scores without those trimmed at each end,
// or their median, rounded. A board without a result has none; ok is then false.
//
// Fewer results than expected do not matter to a median, nor to a mean of which
// nothing is trimmed; [DatumOf] knows how many are expected.
func Datum(p *why.Pen, rules regulation.Butler, scores []score.Points) (datum why.Value, ok bool) {
	if len(scores) == 0 {
		return why.Value{}, false
	}
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	if n := len(sorted); isMedian(rules.Datum) {
		return p.Round("butler.datum", median(p, rules.Datum, sorted[(n-1)/2], sorted[n/2], exact.Int(n)), rules.Round), true
	}
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
			parts = append(parts, timesScore(p, s, exact.Int(n)))
		}
		total = scoreSum(p, parts, exact.Int(cut))
	}
	mean := p.Quotient("butler.mean", total, p.Given("butler.results", exact.Int(len(kept))))
	return p.Round("butler.datum", mean, rules.Round), true
}

func isMedian(d regulation.Datum) bool {
	return d == regulation.Median || d == regulation.MedianLow || d == regulation.MedianHigh
}

// median chooses between the two scores in the middle, which are one if the number
// of results is odd.
func median(p *why.Pen, which regulation.Datum, low, high score.Points, results exact.Fraction) why.Value {
	middle := func(s score.Points) why.Value {
		return p.LookUp("butler.middle", exact.Int(s), nil, why.Word("results", results.String()))
	}
	switch {
	case low == high || which == regulation.MedianLow:
		return middle(low)
	case which == regulation.MedianHigh:
		return middle(high)
	}
	return p.Product("butler.median", []why.Value{p.Sum("butler.middles", []why.Value{middle(low), middle(high)})}, why.Num("share", exact.Of(1, 2)))
}

// timesScore is a score as often as it came.
func timesScore(p *why.Pen, s score.Points, results exact.Fraction) why.Value {
	return p.Product("butler.times", []why.Value{p.Given("butler.score", exact.Int(s))},
		why.Num("results", results), why.Word("score", exact.Int(s).String()))
}

// scoreSum adds up the scores that are left when so many are dropped at each end.
func scoreSum(p *why.Pen, parts []why.Value, dropped exact.Fraction) why.Value {
	if dropped.Sign() > 0 {
		return p.Sum("butler.sum", parts, why.Word("dropped", dropped.String()))
	}
	return p.Sum("butler.sum_all", parts)
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
		parts = append(parts, comparison(p, own, p.Given("other.score", exact.Int(s)), exact.Int(n), limit))
	}
	return p.Sum("ximp.sum", parts)
}

// comparison is the IMPs against a score that came so often.
func comparison(p *why.Pen, own, other why.Value, results exact.Fraction, limit int) why.Value {
	imps := score.IMPScale().Of(p, p.Difference("ximp.difference", []why.Value{own, other}))
	switch most := exact.Int(limit); {
	case limit <= 0:
	case imps.Cmp(most) > 0:
		imps = p.Least("ximp.capped", []why.Value{imps, p.Given("ximp.cap", most)})
	case imps.Cmp(most.Neg()) < 0:
		imps = p.Greatest("ximp.capped", []why.Value{imps, p.Given("ximp.cap", most.Neg())})
	}
	return p.Product("ximp.times", []why.Value{imps}, why.Num("results", results), why.Word("score", other.String()))
}

// RuledDatum is [Datum] for results of which a director assigned some: an outcome
// counts by its weight, and trimming takes whole results from each end. Where the
// sides were assigned different scores, it is North-South's; see [DatumOf].
func RuledDatum(p *why.Pen, rules regulation.Butler, results []Weighted) (datum why.Value, ok bool) {
	return DatumOf(p, rules, results, len(results), bridge.NS)
}

// DatumOf is the datum that one side is compared with, in North-South's view. Each
// side has a frequency chart of its own (EBU White Book 4.2.1): they differ where
// a director gave the sides different scores.
//
// Where the regulation trims short boards from factored frequencies, each of these
// is first multiplied by E/A (EBU White Book 4.2.4). As many results are then left
// out as of a board with E results, and a share of each of those that are there
// stays. With nothing trimmed this changes no mean.
func DatumOf(p *why.Pen, rules regulation.Butler, results []Weighted, expected int, side bridge.Side) (datum why.Value, ok bool) {
	chart := northSouth(NewWeightedBoard(results).by.Of(side), side)
	count := total(chart)
	if count.Sign() <= 0 {
		return why.Value{}, false
	}
	if isMedian(rules.Datum) {
		low, high := middles(chart, count)
		return p.Round("butler.datum", median(p, rules.Datum, low, high, count), rules.Round), true
	}
	n := len(results)
	if rules.ShortBoards == regulation.TrimFactored && expected > n {
		for i := range chart {
			chart[i].count = chart[i].count.Mul(exact.Of(int64(expected), int64(n)))
		}
		n = expected
	}
	cut := exact.Int(rules.Trim.Of(n))
	trim(chart, cut)
	slices.Reverse(chart)
	trim(chart, cut)
	slices.Reverse(chart)
	var parts []why.Value
	for _, f := range chart {
		if f.count.Sign() > 0 {
			parts = append(parts, timesScore(p, f.score, f.count))
		}
	}
	if count = total(chart); count.Sign() <= 0 { // outcomes whose weights do not add up to results
		return why.Value{}, false
	}
	mean := p.Quotient("butler.mean", scoreSum(p, parts, cut), p.Given("butler.results", count))
	return p.Round("butler.datum", mean, rules.Round), true
}

// northSouth is a side's chart with the scores in North-South's view, ascending.
func northSouth(chart []frequency, side bridge.Side) []frequency {
	if side == bridge.EW {
		slices.Reverse(chart)
		for i := range chart {
			chart[i].score = -chart[i].score
		}
	}
	return chart
}

func total(chart []frequency) (count exact.Fraction) {
	for _, f := range chart {
		count = count.Add(f.count)
	}
	return count
}

// middles are the scores at which half of a chart is reached and passed.
func middles(chart []frequency, count exact.Fraction) (low, high score.Points) {
	half, below, reached := count.Div(exact.Int(2)), exact.Int(0), false
	for _, f := range chart {
		below = below.Add(f.count)
		if !reached && below.Cmp(half) >= 0 {
			low, reached = f.score, true
		}
		if high = f.score; below.Cmp(half) > 0 {
			break
		}
	}
	return low, high
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

// crossSorted is [CrossIMPs] for any scores: in a sorted field those a step below come
// from a place that only moves forward. Whoever is the first to have one below is, with
// all behind, a step above it.
func crossSorted(scores []score.Points, steps []uint, out []int) {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	n := len(sorted)
	if n == 0 {
		return
	}
	sum := make([]int32, n) // by place in sorted
	for _, s := range steps {
		step := score.Points(10 * s)
		first, _ := slices.BinarySearch(sorted, sorted[0]+step) // that has any below
		below := 0
		for i := first; i < n; i++ {
			for most := sorted[i] - step; sorted[below] <= most; below++ { // sorted[i] itself is not
				sum[below] -= int32(n - i) // from here on all are a step above
			}
			sum[i] += int32(below)
		}
	}
	for i, s := range scores {
		at, _ := slices.BinarySearch(sorted, s)
		out[i] = int(sum[at])
	}
}

// Cross is what a result earns at cross-IMPs: the sum of its comparisons, divided
// as the regulation says. A single result earns nothing.
func Cross(p *why.Pen, rules regulation.CrossIMPs, sum why.Value, results int) why.Value {
	return CrossOf(p, rules, sum, results, results)
}

// CrossOf is [Cross] on a board, or in a group of a fouled board, where expected
// results were to be. If the regulation says so, the sum is first multiplied: it
// then stands for a board with all results, and is divided as one.
//
// Divided by the root of the comparisons of the whole board it is the EBU's XIMPQ
// (White Book 3.1.3), with twelve decimals where the root is no whole number.
func CrossOf(p *why.Pen, rules regulation.CrossIMPs, sum why.Value, results, expected int) why.Value {
	if results < 2 {
		return sum
	}
	if expected > results {
		full, there := expected, results
		switch rules.ShortBoards {
		case regulation.SumByComparisons:
			full, there = expected-1, results-1
			fallthrough
		case regulation.SumByResults:
			sum = p.Product("ximp.factored", []why.Value{sum, p.Quotient("ximp.ratio",
				p.Given("ximp.full", exact.Int(full)), p.Given("ximp.there", exact.Int(there)))})
			results = expected
		}
	}
	divisor := 1
	switch rules.Divisor {
	case regulation.ByComparisons:
		divisor = results - 1
	case regulation.ByResults:
		divisor = results
	case regulation.ByRoot:
		return perRoot(p, sum, results)
	}
	if divisor == 1 {
		return sum
	}
	return p.Quotient("ximp.mean", sum, p.Given("ximp.divisor", exact.Int(divisor)))
}

// rootDecimals is how far a quotient by a root is computed.
const rootDecimals = 12

// perRoot divides by √(n(n-1)/2). Where that is no whole number the decimals after
// the twelfth are cut off. A list rounds to far fewer, and so it prints what
// rounding the root itself would give: -9/√10 = -2.84604989… is -2.8460, which
// -2.846050 would not be.
func perRoot(p *why.Pen, sum why.Value, results int) why.Value {
	pairs := p.Product("ximp.pairs", nil, why.Int("results", results), why.Int("others", results-1), why.Num("share", exact.Of(1, 2)))
	if whole := sqrt(pairs.Fraction); whole.Mul(whole).Equal(pairs.Fraction) {
		if whole.Equal(exact.Int(1)) {
			return sum
		}
		return p.Quotient("ximp.by_root", sum, p.LookUp("ximp.root_of", whole, []why.Value{pairs}, why.Num("comparisons", pairs.Fraction)))
	}
	// |sum|/√pairs in units of the last decimal is the root of this.
	unit := exact.DecimalUnit(rootDecimals)
	value := sqrt(sum.Mul(sum.Fraction).Div(pairs.Fraction).Div(unit).Div(unit)).Mul(unit)
	if sum.Sign() < 0 {
		value = value.Neg()
	}
	return p.LookUp("ximp.root", value, []why.Value{sum, pairs}, why.Num("sum", sum.Fraction), why.Num("comparisons", pairs.Fraction))
}

// sqrt is the root of f, which is not negative, rounded down to a whole number.
func sqrt(f exact.Fraction) exact.Fraction {
	whole, ok := new(big.Int).SetString(f.Round(exact.Rounding{Unit: exact.Int(1), Half: exact.Floor}).String(), 10)
	if !ok {
		panic("field: not a whole number") // rounded to one
	}
	root, err := exact.Parse(whole.Sqrt(whole).String())
	if err != nil {
		panic(err) // the digits of a whole number
	}
	return root
}

// ArtificialIMPs is an artificial score that was given in percent, at IMPs: 60
// percent is average plus, 50 average, 40 average minus, and each 10 percent more
// or less are worth another average plus.
func ArtificialIMPs(p *why.Pen, plus why.Value, percent exact.Fraction) why.Value {
	return p.Product("L12C2.imps", []why.Value{plus}, why.Num("part", percent.Sub(exact.Int(50)).Div(exact.Int(10))))
}

// CrossPlus is average plus at cross-IMPs on a board with so many results expected:
// what each comparison is worth, once where comparisons are averaged, for each of
// them where they are added up, and divided with their sum where that is divided by
// a root.
func CrossPlus(p *why.Pen, rules regulation.CrossIMPs, each exact.Fraction, expected int) why.Value {
	plus := p.Given("L12C2.cross_plus", each)
	if rules.Divisor != regulation.BySum && rules.Divisor != regulation.ByRoot {
		return plus
	}
	sum := p.Product("L12C2.cross_plus_sum", []why.Value{plus}, why.Int("comparisons", max(expected-1, 0)))
	return CrossOf(p, rules, sum, expected, expected)
}

// TotalPoints is what a side earns by total points (Law 78C): its score. own is in
// North-South's view.
func TotalPoints(p *why.Pen, own score.Points, side bridge.Side) why.Value {
	v := p.Given("L78C.score", exact.Int(own))
	if side == bridge.EW {
		return p.Product("L78C.other_side", []why.Value{v}, why.Int("sign", -1))
	}
	return v
}

// AgainstPar is what a side earns against par: the IMPs (Law 78B) of the difference
// to what perfect play would have brought. own and par are in North-South's view.
func AgainstPar(p *why.Pen, own, par score.Points, side bridge.Side) why.Value {
	imps := score.IMPScale().Of(p, p.Difference("par.difference",
		[]why.Value{p.Given("own.score", exact.Int(own)), p.Given("par.score", exact.Int(par))}))
	if side == bridge.EW {
		return p.Product("imps.other_side", []why.Value{imps}, why.Int("sign", -1))
	}
	return imps
}
