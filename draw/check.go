package draw

import (
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// Played is a round of a Swiss that was played: the standings that it should have
// been drawn from, corrected if need be, and who met.
type Played struct {
	After     int          `json:"after"` // the standings are those after this round
	Standings []Contestant `json:"standings"`
	Groups    []Group      `json:"groups"`
	Options   Options      `json:"options"`
}

// Verdict says what a wrong draw was for a contestant.
type Verdict string

// The verdicts. A contestant is mismatched if its opponent's current score is more
// than a quarter of a match (5 victory points of 20) away from that of the correct
// opponent; it is not if any correct draw would have been within (EBU White Book
// 3.5).
const (
	NoMismatch Verdict = "none"
	Benefit    Verdict = "benefit" // the opponent had less than the correct one
	Harm       Verdict = "harm"    // the opponent had more
)

// Compared is one contestant of a match that the rule would have drawn otherwise.
type Compared struct {
	Contestant   int            `json:"contestant"`
	Actual       int            `json:"actual"`  // the opponent that it met
	Correct      int            `json:"correct"` // the one of the rule; 0 for a bye or triangle
	ActualScore  exact.Fraction `json:"actual_score"`
	CorrectScore exact.Fraction `json:"correct_score"`
	Verdict      Verdict        `json:"verdict"`
}

// Finding is a group that the rule would have drawn otherwise.
type Finding struct {
	Round int        `json:"round"`
	Group Group      `json:"group"`
	Each  []Compared `json:"each,omitempty"` // of a match
}

// Report is what a check of a Swiss found. A director decides what follows.
type Report struct {
	Findings   []Finding `json:"findings"`
	Undrawable []int     `json:"undrawable,omitempty"` // rounds for which the rule has no draw
	Unsettled  []int     `json:"unsettled,omitempty"`  // rounds with more ties than were tried in every order
}

// maxOrders is how many orders of tied contestants are tried.
const maxOrders = 120

// Check replays a Swiss round by round, from the standings before each round, and
// lists each group that the rule would have drawn otherwise. Most is the victory
// points of a match: 20, or 10 for half matches. History is what was really played.
func Check(rounds []Played, most int) (*Report, error) {
	report := &Report{}
	var history []Group
	for i, r := range rounds {
		in := Input{Round: i + 1, After: r.After, Contestants: r.Standings, History: history, Options: r.Options}
		busy, field := map[[2]int]bool{}, map[int]bool{}
		for _, c := range r.Standings {
			field[c.ID] = true
		}
		for _, g := range r.Groups {
			if err := g.check(i+1, busy, field); err != nil {
				return nil, err
			}
			g.Round = i + 1
			history = append(history, g)
		}
		d, err := Swiss(in)
		if bridge.CodeOf(err) == bridge.NoSolution {
			report.Undrawable = append(report.Undrawable, i+1)
			continue
		}
		if err != nil {
			return nil, err
		}
		report.round(in, d, r.Groups, most)
	}
	return report, nil
}

// round compares what was played in a round with its draw.
func (r *Report) round(in Input, d *Draw, played []Group, most int) {
	same := map[string]bool{}
	for _, g := range meets(d) {
		same[fmt.Sprint(g)] = true
	}
	var wrong []Group
	for _, g := range played {
		g.Round = in.Round
		s := Group{g.Round, g.Kind, slices.Sorted(slices.Values(g.Contestants))}
		if !same[fmt.Sprint(s)] {
			wrong = append(wrong, g)
		}
	}
	if len(wrong) == 0 {
		return
	}
	orders, all := tied(in.Contestants)
	if !all {
		r.Unsettled = append(r.Unsettled, in.Round)
	}
	correct := []map[int][]int{d.Opponents()}
	for _, field := range orders {
		in.Contestants = field
		if other, err := Swiss(in); err == nil {
			correct = append(correct, other.Opponents())
		}
	}
	score := map[int]exact.Fraction{}
	for _, c := range in.Contestants {
		score[c.ID] = c.Score
	}
	for _, g := range wrong {
		f := Finding{Round: in.Round, Group: g}
		if g.Kind == Match {
			a, b := g.Contestants[0], g.Contestants[1]
			f.Each = []Compared{compared(a, b, correct, score, most), compared(b, a, correct, score, most)}
		}
		r.Findings = append(r.Findings, f)
	}
}

// compared holds the opponent of a contestant against those of the correct draws,
// of which the first counts where none is near.
func compared(c, actual int, correct []map[int][]int, score map[int]exact.Fraction, most int) Compared {
	out := Compared{Contestant: c, Actual: actual, ActualScore: score[actual], Verdict: NoMismatch}
	near := false
	for i, opponents := range correct {
		if len(opponents[c]) != 1 {
			near = near || i == 0 // no single opponent to compare with
			continue
		}
		other := opponents[c][0]
		v := Mismatch(score[actual], score[other], most)
		near = near || v == NoMismatch
		if i == 0 {
			out.Correct, out.CorrectScore, out.Verdict = other, score[other], v
		}
	}
	if near {
		out.Verdict = NoMismatch
	}
	return out
}

// tied lists the other orders that contestants with equal scores may have, and
// whether these are all. It gives none if there are too many.
func tied(field []Contestant) (orders [][]Contestant, all bool) {
	field = slices.SortedFunc(slices.Values(field), func(a, b Contestant) int { return a.Rank - b.Rank })
	count := 1
	run := 1
	for i := 1; i < len(field); i++ {
		if run++; !field[i].Score.Equal(field[i-1].Score) {
			run = 1
		}
		if count *= run; count > maxOrders {
			return nil, false
		}
	}
	var permute func(at int, order []Contestant)
	permute = func(at int, order []Contestant) {
		if at == len(order) {
			next := slices.Clone(order)
			for i := range next {
				next[i].Rank = i + 1
			}
			orders = append(orders, next)
			return
		}
		for i := at; i < len(order) && order[i].Score.Equal(order[at].Score); i++ {
			other := slices.Clone(order)
			other[at], other[i] = other[i], other[at]
			permute(at+1, other)
		}
	}
	permute(0, field)
	return orders, true
}

// Mismatch compares the current scores of the opponent that a contestant met and of
// the correct one, in a Swiss with so many victory points a match (EBU White Book
// 3.5): more than a quarter of them apart is a mismatch.
func Mismatch(actual, correct exact.Fraction, most int) Verdict {
	switch d := actual.Sub(correct); {
	case d.Abs().Cmp(exact.Of(int64(most), 4)) <= 0:
		return NoMismatch
	case d.Sign() > 0:
		return Harm
	default:
		return Benefit
	}
}

// Remedy is the score of a mismatched contestant for that match (EBU White Book
// 3.5), from the score that it made and whether the wrong draw was its own fault,
// in a match of so many victory points. Harm that was not its own fault: a quarter
// of the match and three quarters of its score, 5 + ¾ · 12 = 14. Benefit by its own
// fault: its score without a quarter of what is above a quarter of the match, 13
// becomes 11. Otherwise its score stands.
func Remedy(p *why.Pen, v Verdict, ownFault bool, actual why.Value, most int) why.Value {
	quarter := p.Given("mismatch.limit", exact.Of(int64(most), 4))
	switch {
	case v == Harm && !ownFault:
		share := p.Product("mismatch.share", []why.Value{actual}, why.Num("share", exact.Of(3, 4)))
		return p.Sum("mismatch.more", []why.Value{quarter, share})
	case v == Benefit && ownFault && actual.Cmp(quarter.Fraction) > 0:
		above := p.Difference("mismatch.above", []why.Value{actual, quarter})
		return p.Difference("mismatch.less", []why.Value{actual, p.Product("mismatch.part", []why.Value{above}, why.Num("share", exact.Of(1, 4)))})
	}
	return p.Same("mismatch.stands", actual)
}
