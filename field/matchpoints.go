package field

import (
	"slices"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// MP are matchpoints on the 2-scale: 2 for each result beaten, 1 for each tie.
type MP int

// Comparison says how one result stands against the others on its board, seen
// from one side.
type Comparison struct {
	Beaten int // others that are worse
	Tied   int // others that are equal
	Others int // all others
}

// Mirror is the same comparison seen from the opponents' side.
func (c Comparison) Mirror() Comparison {
	c.Beaten = c.Others - c.Beaten - c.Tied
	return c
}

// MP gives the matchpoints of Law 78A: two for each worse result, one for each
// equal one.
func (c Comparison) MP() MP { return MP(2*c.Beaten + c.Tied) }

// value is [Comparison.MP] with its reasons.
func (c Comparison) value(p *why.Pen) why.Value {
	if p == nil {
		return why.Plain(exact.Int(c.MP()))
	}
	return p.Sum("L78A.matchpoints", []why.Value{
		p.Product("L78A.beaten", nil, why.Int("beaten", c.Beaten), why.Int("each", 2)),
		p.Product("L78A.tied", nil, why.Int("tied", c.Tied), why.Int("each", 1)),
	}, why.Word("others", exact.Int(c.Others).String()))
}

// Compare compares each score with all others; scores are in the view of the
// side that the answer is for. Cost: O(n) for scores that a deal can bring,
// O(n log n) for any.
func Compare(scores []score.Points) []Comparison {
	out := make([]Comparison, len(scores))
	compare(scores, func(i, below, equal int) {
		out[i] = Comparison{Beaten: below, Tied: equal - 1, Others: len(scores) - 1}
	})
	return out
}

// Matchpoints gives the matchpoints of each score against all others, on the
// 2-scale. One score alone gets 0 of a top of 0: see [Board.Percent].
func Matchpoints(scores []score.Points) []MP {
	out := make([]MP, len(scores))
	compare(scores, func(i, below, equal int) { out[i] = Comparison{Beaten: below, Tied: equal - 1}.MP() })
	return out
}

// compare visits every score with the number of scores below it and of those equal
// to it, itself included.
func compare(scores []score.Points, visit func(i, below, equal int)) {
	var t frequencies
	if !t.tally(scores) {
		compareSorted(scores, visit)
		return
	}
	t.walk()
	for i, s := range scores {
		f := t.of[bucket(s)]
		visit(i, int(f.below), int(f.count))
	}
}

// Scores of a deal are multiples of ten from -7,600 to 7,600 (Law 77), so a
// board's frequencies fit into a small array that needs no sorting.
const (
	widest  = 7600
	buckets = 2*widest/10 + 1
)

// frequencies count the results in each bucket, and those below it.
type frequencies struct {
	of        [buckets]struct{ count, below int32 }
	low, high uint // the buckets in use
}

func bucket(s score.Points) uint { return uint(s+widest) / 10 }

// tally counts the scores; it gives up at one that is no score of a deal.
func (t *frequencies) tally(scores []score.Points) bool {
	t.low = buckets
	for _, s := range scores {
		b := bucket(s)
		if b >= buckets || score.Points(b*10) != s+widest {
			return false
		}
		t.of[b].count++
		t.low, t.high = min(t.low, b), max(t.high, b)
	}
	return true
}

// walk counts the results below each bucket.
func (t *frequencies) walk() {
	below := int32(0)
	for b := t.low; b <= t.high; b++ {
		t.of[b].below = below
		below += t.of[b].count
	}
}

// compareSorted is [compare] for any scores.
func compareSorted(scores []score.Points, visit func(i, below, equal int)) {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	equal := make([]int32, len(sorted)) // by the first place of a score
	first := 0
	for i, s := range sorted {
		if s != sorted[first] {
			first = i
		}
		equal[first]++
	}
	for i, s := range scores {
		from, _ := slices.BinarySearch(sorted, s)
		visit(i, from, int(equal[from]))
	}
}

// Frequency is how often a score came, and what it was worth.
type Frequency struct {
	Score score.Points // North-South's view
	Count int
	MP    MP // for North-South, against the results that are there
}

// Frequencies gives the frequency table of a board, the best score for
// North-South first.
func Frequencies(scores []score.Points) []Frequency {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	var out []Frequency
	for from := 0; from < len(sorted); {
		to := from
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		c := Comparison{Beaten: from, Tied: to - from - 1, Others: len(sorted) - 1}
		out = append(out, Frequency{Score: sorted[from], Count: to - from, MP: c.MP()})
		from = to
	}
	slices.Reverse(out)
	return out
}
