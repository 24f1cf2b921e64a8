package draw

import (
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Pending is a match whose result is not in yet, and what it may become: for each
// outcome what the two contestants score. The standings count nothing for it.
type Pending struct {
	Contestants [2]int              `json:"contestants"`
	Outcomes    [][2]exact.Fraction `json:"outcomes"`
}

// Outcomes are all results of a match in steps of one victory point: of 20, from
// 20-0 to 0-20.
func Outcomes(points int) [][2]exact.Fraction {
	var out [][2]exact.Fraction
	for n := points; n >= 0; n-- {
		out = append(out, [2]exact.Fraction{exact.Int(n), exact.Int(points - n)})
	}
	return out
}

// Forecast is what can be said of a round before the last results are in.
type Forecast struct {
	Cases []Case  `json:"cases"` // the draws that may come, by how many outcomes lead to each
	Same  []Group `json:"same"`  // what all of them have: these may sit down
	Open  []int   `json:"open"`  // the contestants that have to wait
}

// Case is one of the draws that may come.
type Case struct {
	Outcomes int   `json:"outcomes"` // how many combinations lead here
	First    []int `json:"first"`    // one of them: the index of the outcome of each pending match
	Draw     *Draw `json:"draw"`
}

// Before draws a round before all results are in: for every combination of what
// the pending matches may become the field is ranked anew, by score and in ties by
// the rank in the input, and drawn. More than so many combinations are refused with
// code [bridge.Unsupported]. The pending matches must be history, so that nobody
// meets again.
func Before(in Input, pending []Pending, limit int) (*Forecast, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	index := map[int]int{}
	for i, c := range in.Contestants {
		index[c.ID] = i
	}
	met := map[[2]int]bool{}
	for _, g := range in.History {
		g.pairs(func(a, b int) { met[two(a, b)] = true })
	}
	busy := map[int]bool{}
	combinations := 1
	for _, p := range pending {
		a, b := p.Contestants[0], p.Contestants[1]
		_, ok1 := index[a]
		_, ok2 := index[b]
		if !ok1 || !ok2 || a == b || busy[a] || busy[b] || !met[two(a, b)] {
			return nil, bridge.Errorf(bridge.Invalid, "draw.pending", "a result of %d and %d is to come: want two of the field whose match is history, and one result for each", a, b)
		}
		busy[a], busy[b] = true, true
		if len(p.Outcomes) == 0 || combinations > limit/len(p.Outcomes) {
			return nil, bridge.Errorf(bridge.Unsupported, "draw.outcomes", "%d results are still to come: more outcomes than the %d that are tried, or none", len(pending), limit)
		}
		combinations *= len(p.Outcomes)
	}

	f := &Forecast{}
	byOrder, byDraw := map[string]int{}, map[string]int{} // the case
	choice := make([]int, len(pending))
	for range combinations {
		now := in
		now.Contestants = ranked(in.Contestants, index, pending, choice)
		var order []int
		for _, c := range now.Contestants {
			order = append(order, c.ID)
		}
		at, ok := byOrder[fmt.Sprint(order)]
		if !ok || now.Options.Boost != nil { // there the scores count, too
			d, err := Swiss(now)
			if err != nil {
				return nil, err
			}
			groups := fmt.Sprint(meets(d))
			if at, ok = byDraw[groups]; !ok {
				at = len(f.Cases)
				byDraw[groups] = at
				f.Cases = append(f.Cases, Case{First: slices.Clone(choice), Draw: d})
			}
			byOrder[fmt.Sprint(order)] = at
		}
		f.Cases[at].Outcomes++
		for i := len(choice) - 1; i >= 0; i-- {
			if choice[i]++; choice[i] < len(pending[i].Outcomes) {
				break
			}
			choice[i] = 0
		}
	}
	f.agree()
	slices.SortStableFunc(f.Cases, func(a, b Case) int { return b.Outcomes - a.Outcomes })
	return f, nil
}

// ranked is the field after these outcomes.
func ranked(field []Contestant, index map[int]int, pending []Pending, choice []int) []Contestant {
	out := slices.Clone(field)
	for i, p := range pending {
		for side, id := range p.Contestants {
			c := &out[index[id]]
			c.Score = c.Score.Add(p.Outcomes[choice[i]][side])
		}
	}
	slices.SortStableFunc(out, func(a, b Contestant) int { return b.Score.Cmp(a.Score) })
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}

// meets lists who meets whom in a draw, without tables and sides.
func meets(d *Draw) []Group {
	groups := d.Groups()
	for i := range groups {
		slices.Sort(groups[i].Contestants)
	}
	slices.SortFunc(groups, func(a, b Group) int { return slices.Compare(a.Contestants, b.Contestants) })
	return groups
}

// agree finds what all cases have.
func (f *Forecast) agree() {
	times := map[string]int{}
	for _, c := range f.Cases {
		for _, g := range meets(c.Draw) {
			times[fmt.Sprint(g)]++
		}
	}
	for _, g := range meets(f.Cases[0].Draw) {
		if times[fmt.Sprint(g)] == len(f.Cases) {
			f.Same = append(f.Same, g)
		} else {
			f.Open = append(f.Open, g.Contestants...)
		}
	}
	slices.Sort(f.Open)
}
