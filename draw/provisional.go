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
	Outcomes int `json:"outcomes"` // how many combinations there are of what the open matches may become

	Cases []Case  `json:"cases"` // the draws that may come, by how many outcomes lead to each
	Same  []Group `json:"same"`  // what all of them have: these may sit down
	Open  []int   `json:"open"`  // the contestants that have to wait
}

// Case is one of the draws that may come. An outcome that leaves a contestant level with
// others may lead to several of them.
type Case struct {
	Outcomes int   `json:"outcomes"` // how many combinations may lead here
	First    []int `json:"first"`    // one of them: the index of the outcome of each pending match
	Draw     *Draw `json:"draw"`
}

// Before draws a round before all results are in: for every combination of what
// the pending matches may become the field is ranked anew by score, and drawn. What
// breaks a tie may hang on the open match, so a contestant of it that is level with
// others is tried in every place among them; the others keep the order that they have in
// the input. More than so many combinations, or more than 100,000 orders, are refused
// with code [bridge.Unsupported]. The pending matches must be history, so that nobody
// meets again; a contestant may have several of them, as in a triangle.
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
	twice := map[[2]int]bool{}
	open := map[int]bool{}
	combinations := 1
	for _, p := range pending {
		a, b := p.Contestants[0], p.Contestants[1]
		_, ok1 := index[a]
		_, ok2 := index[b]
		if !ok1 || !ok2 || a == b || twice[two(a, b)] || !met[two(a, b)] {
			return nil, bridge.Errorf(bridge.Invalid, "draw.pending", "a result of %d and %d is to come: want two of the field whose match is history, and that match once", a, b)
		}
		twice[two(a, b)], open[a], open[b] = true, true, true
		if len(p.Outcomes) == 0 || combinations > limit/len(p.Outcomes) {
			return nil, bridge.Errorf(bridge.Unsupported, "draw.outcomes", "%d results are still to come: more outcomes than the %d that are tried, or none", len(pending), limit)
		}
		combinations *= len(p.Outcomes)
	}

	f := &forecaster{Forecast: Forecast{Outcomes: combinations}, byOrder: map[string]int{}, byDraw: map[string]int{}}
	choice := make([]int, len(pending))
	tried := 0
	for range combinations {
		led := map[int]bool{} // to which cases
		field := ranked(in.Contestants, index, pending, choice)
		if tried += countOrders(field, open, mostOrders); tried > mostOrders || len(f.byOrder) > mostDraws {
			return nil, bridge.Errorf(bridge.Unsupported, "draw.level", "too many contestants may be level when the results come: more than the %d orders that are tried", mostOrders)
		}
		for contestants := range orders(field, open) {
			now := in
			now.Contestants = contestants
			at, err := f.at(now, choice)
			if err != nil {
				return nil, err
			}
			if !led[at] {
				led[at] = true
				f.Cases[at].Outcomes++
			}
		}
		for i := len(choice) - 1; i >= 0; i-- {
			if choice[i]++; choice[i] < len(pending[i].Outcomes) {
				break
			}
			choice[i] = 0
		}
	}
	f.agree()
	slices.SortStableFunc(f.Cases, func(a, b Case) int { return b.Outcomes - a.Outcomes })
	return &f.Forecast, nil
}

// A forecast tries so many orders of the field, and draws so many of them.
const (
	mostOrders = 100_000
	mostDraws  = 20_000
)

// countOrders is how many orders there are of a field that is sorted by score; more than
// the limit where there are more.
func countOrders(field []Contestant, open map[int]bool, limit int) int {
	count, level, closed := 1, 0, 0
	for i, c := range field {
		if i == 0 || !c.Score.Equal(field[i-1].Score) {
			level, closed = 0, 0
		}
		// One more takes any place among its equals; those that keep their order count once.
		level++
		if count *= level; !open[c.ID] {
			closed++
			count /= closed
		}
		if count > limit {
			return count
		}
	}
	return count
}

// forecaster collects the cases of a forecast.
type forecaster struct {
	Forecast
	byOrder, byDraw map[string]int // the case
}

// at draws a field, and finds the case that it is.
func (f *forecaster) at(now Input, choice []int) (int, error) {
	order := make([]int, len(now.Contestants))
	for i, c := range now.Contestants {
		order[i] = c.ID
	}
	name := fmt.Sprint(order)
	at, ok := f.byOrder[name]
	if ok && now.Options.Boost == nil { // with it the scores count, too
		return at, nil
	}
	d, err := Swiss(now)
	if err != nil {
		return 0, err
	}
	groups := fmt.Sprint(meets(d))
	if at, ok = f.byDraw[groups]; !ok {
		at = len(f.Cases)
		f.byDraw[groups] = at
		f.Cases = append(f.Cases, Case{First: slices.Clone(choice), Draw: d})
	}
	f.byOrder[name] = at
	return at, nil
}

// orders are those in which a field may stand that is sorted by score: of level
// contestants those with an open match stand in any place, and the others in the order
// that they have. Each order has its ranks.
func orders(field []Contestant, open map[int]bool) func(yield func([]Contestant) bool) {
	return func(yield func([]Contestant) bool) {
		used := make([]bool, len(field))
		order := make([]Contestant, 0, len(field))
		var place func() bool
		place = func() bool {
			n := len(order)
			if n == len(field) {
				out := slices.Clone(order)
				for i := range out {
					out[i].Rank = i + 1
				}
				return yield(out)
			}
			closed := false // one of the others was tried: those behind it have to wait
			for i, c := range field {
				if used[i] || closed && !open[c.ID] {
					continue
				}
				if !c.Score.Equal(field[n].Score) {
					if c.Score.Cmp(field[n].Score) < 0 {
						break
					}
					continue
				}
				closed = closed || !open[c.ID]
				used[i], order = true, append(order, c)
				on := place()
				used[i], order = false, order[:n]
				if !on {
					return false
				}
			}
			return true
		}
		place()
	}
}

// ranked is the field after these outcomes, by score.
func ranked(field []Contestant, index map[int]int, pending []Pending, choice []int) []Contestant {
	out := slices.Clone(field)
	for i, p := range pending {
		for side, id := range p.Contestants {
			c := &out[index[id]]
			c.Score = c.Score.Add(p.Outcomes[choice[i]][side])
		}
	}
	slices.SortStableFunc(out, func(a, b Contestant) int { return b.Score.Cmp(a.Score) })
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
