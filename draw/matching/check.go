package matching

import (
	"fmt"
	"math/big"
	"slices"
)

// Check proves the matching from the graph alone: that it is one, that it is a
// largest one, and that none of its size is heavier. It says what is wrong where
// the proof fails. It trusts nothing that the search did.
func (m Matching) Check(n int, weight Weight) error {
	if len(m.Mate) != n || len(m.Duals) != n {
		return fmt.Errorf("partners of %d vertices and duals of %d, want %d", len(m.Mate), len(m.Duals), n)
	}
	edge := func(i, j int) (int64, bool) { return weight(min(i, j), max(i, j)) }
	var alone []int
	for v, u := range m.Mate {
		if u == -1 {
			alone = append(alone, v)
			continue
		}
		if u < 0 || u >= n || u == v || m.Mate[u] != v {
			return fmt.Errorf("vertex %d has partner %d, but not the other way round", v, u)
		}
		if _, ok := edge(v, u); !ok {
			return fmt.Errorf("%d and %d are partners without an edge", v, u)
		}
	}
	if err := m.heaviest(n, edge, alone); err != nil {
		return err
	}
	if len(alone) == 0 {
		if m.Barrier != nil {
			return fmt.Errorf("a barrier, but nobody is alone")
		}
		return nil
	}
	if m.Barrier == nil {
		return fmt.Errorf("%v are alone, and there is no barrier", alone)
	}
	return m.Barrier.Check(n, len(alone), func(i, j int) bool { _, ok := edge(i, j); return ok })
}

// heaviest proves by the duals that no matching of this size is heavier.
func (m Matching) heaviest(n int, edge Weight, alone []int) error {
	around := make([][]int, n) // the blossoms around each vertex
	for i, b := range m.Blossoms {
		if b.Dual < 0 || len(b.Vertices)%2 == 0 {
			return fmt.Errorf("blossom %v has dual %d and %d vertices", b.Vertices, b.Dual, len(b.Vertices))
		}
		within := 0
		for _, v := range b.Vertices {
			if v < 0 || v >= n || slices.Contains(around[v], i) {
				return fmt.Errorf("blossom %v holds vertex %d", b.Vertices, v)
			}
			around[v] = append(around[v], i)
		}
		for _, v := range b.Vertices {
			if u := m.Mate[v]; u >= 0 && slices.Contains(around[u], i) {
				within++
			}
		}
		if b.Dual > 0 && within != len(b.Vertices)-1 {
			return fmt.Errorf("blossom %v has %d vertices that are matched within it", b.Vertices, within)
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			w, ok := edge(i, j)
			if !ok {
				continue
			}
			slack := new(big.Int).Add(big.NewInt(m.Duals[i]), big.NewInt(m.Duals[j]))
			for _, b := range around[i] {
				if slices.Contains(around[j], b) {
					slack.Add(slack, big.NewInt(m.Blossoms[b].Dual))
				}
			}
			slack.Sub(slack, new(big.Int).Lsh(big.NewInt(w), 1))
			if slack.Sign() < 0 || slack.Sign() > 0 && m.Mate[i] == j {
				return fmt.Errorf("edge %d-%d has slack %v; matched: %t", i, j, slack, m.Mate[i] == j)
			}
		}
	}
	for _, v := range alone {
		if least := slices.Min(m.Duals); m.Duals[v] != least {
			return fmt.Errorf("vertex %d is alone with dual %d, the least is %d", v, m.Duals[v], least)
		}
	}
	return nil
}

// Check proves that at least so many of n vertices stay alone in every matching.
// Groups of one vertex need no edge between others, so edges out of a group decide.
func (b *Barrier) Check(n, alone int, edge func(i, j int) bool) error {
	const in, elsewhere = -1, -2
	group := make([]int, n)
	for v := range group {
		group[v] = elsewhere
	}
	put := func(vs []int, to int) error {
		for _, v := range vs {
			if v < 0 || v >= n || group[v] != elsewhere {
				return fmt.Errorf("vertex %d is twice in the barrier and its groups, or not in the graph", v)
			}
			group[v] = to
		}
		return nil
	}
	if err := put(b.Vertices, in); err != nil {
		return err
	}
	for i, g := range b.Odd {
		if len(g)%2 == 0 {
			return fmt.Errorf("group %v is even", g)
		}
		if err := put(g, i); err != nil {
			return err
		}
	}
	for _, g := range b.Odd {
		for _, v := range g {
			for u := range n {
				if u != v && group[u] != in && group[u] != group[v] && edge(u, v) {
					return fmt.Errorf("edge %d-%d leads out of group %v", v, u, g)
				}
			}
		}
	}
	if got := len(b.Odd) - len(b.Vertices); got < alone {
		return fmt.Errorf("the barrier %v leaves %d groups alone, want %d", b.Vertices, got, alone)
	}
	return nil
}
