package draw

import (
	"cmp"
	"slices"
)

// seat gives pairings their tables and the contestants of matches their sides. It
// never changes who plays whom. What the director fixed keeps its sides.
func (p *problem) seat(ps []Pairing) {
	slices.SortFunc(ps, func(a, b Pairing) int { return cmp.Compare(p.best(a), p.best(b)) })
	taken := map[int]bool{}
	for _, table := range p.in.Options.Closed {
		taken[table] = true
	}
	for i := range ps {
		p.keep(&ps[i], taken)
	}
	next := 1
	for i := range ps {
		g := &ps[i]
		if g.Kind == Bye {
			continue
		}
		if g.Table == 0 {
			for taken[next] {
				next++
			}
			taken[next] = true
			g.Table = next
			g.Why = append(g.Why, Reason{Key: TableNext})
		}
		if g.Kind == Match && g.Why[0].Key != ByDirector {
			p.sides(g)
		}
	}
}

// best is the place of the best contestant of a pairing.
func (p *problem) best(g Pairing) int {
	best := len(p.in.Contestants)
	for _, id := range g.Contestants {
		best = min(best, p.index[id])
	}
	return best
}

// keep leaves a pairing at the table of its best stationary contestant.
func (p *problem) keep(g *Pairing, taken map[int]bool) {
	if g.Kind == Bye {
		return
	}
	for _, id := range slices.SortedFunc(slices.Values(g.Contestants), func(a, b int) int { return cmp.Compare(p.index[a], p.index[b]) }) {
		switch table := p.in.Contestants[p.index[id]].Table; {
		case table == 0:
		case g.Table == 0:
			g.Table = table
			taken[table] = true
			g.Why = append(g.Why, Reason{Key: TableKept, Contestants: []int{id}})
		default:
			g.Why = append(g.Why, Reason{Key: TableLeft, Contestants: []int{id}})
		}
	}
}

// sides decides who of a match is at home.
func (p *problem) sides(g *Pairing) {
	a, b := g.Contestants[0], g.Contestants[1]
	if p.index[b] < p.index[a] {
		a, b = b, a
	}
	home, key := p.home(a, b, g.Table)
	away := a + b - home
	g.Contestants = []int{home, away}
	g.Why = append(g.Why, Reason{Key: key, Contestants: []int{home}})
}

// home says which of two contestants, the upper one first, is at home, and why.
func (p *problem) home(a, b, table int) (home int, key string) {
	stays := func(id int) bool { return p.in.Contestants[p.index[id]].Table > 0 }
	switch {
	case stays(a):
		return a, HomeKept
	case stays(b):
		return b, HomeKept
	}
	more := map[int]int{}                      // matches at home less matches away
	last := map[int]map[bool]int{a: {}, b: {}} // at home or not: when last
	for _, g := range p.in.History {
		if g.Kind != Match {
			continue
		}
		for i, id := range g.Contestants {
			if id != a && id != b {
				continue
			}
			more[id] += 1 - 2*i
			last[id][i == 0] = max(last[id][i == 0], g.Round)
		}
	}
	switch {
	case more[a] < more[b]:
		return a, HomeFewer
	case more[b] < more[a]:
		return b, HomeFewer
	case last[a][true] < last[b][true]:
		return a, HomeTurn
	case last[b][true] < last[a][true]:
		return b, HomeTurn
	case table%2 == 1:
		return a, HomeTable
	}
	return b, HomeTable
}
