package matching_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/draw/matching"
	"github.com/overtrick/overtrick/internal/seed"
)

// graph is a table of weights; an edge that is not there is missing.
type graph struct {
	n      int
	weight []int64
	there  []bool
}

func newGraph(n int, pick func(i, j int) (int64, bool)) *graph {
	g := &graph{n, make([]int64, n*n), make([]bool, n*n)}
	for i := range n {
		for j := i + 1; j < n; j++ {
			g.weight[i*n+j], g.there[i*n+j] = pick(i, j)
		}
	}
	return g
}

func (g *graph) edge(i, j int) (int64, bool) { return g.weight[i*g.n+j], g.there[i*g.n+j] }

// best is the definition: all matchings are tried, by the vertices still free.
func (g *graph) best() (pairs int, weight int64) {
	type value struct {
		pairs  int
		weight int64
	}
	all := make([]value, 1<<g.n)
	for set := 1; set < len(all); set++ {
		i := bits.TrailingZeros(uint(set))
		rest := set &^ (1 << i)
		best := all[rest]
		for j := i + 1; j < g.n; j++ {
			if w, ok := g.edge(i, j); ok && rest&(1<<j) != 0 {
				v := all[rest&^(1<<j)]
				v.pairs++
				v.weight += w
				if v.pairs > best.pairs || v.pairs == best.pairs && v.weight > best.weight {
					best = v
				}
			}
		}
		all[set] = best
	}
	return all[len(all)-1].pairs, all[len(all)-1].weight
}

func (g *graph) value(mate []int) (pairs int, weight int64) {
	for i, j := range mate {
		if j > i {
			w, _ := g.edge(i, j)
			pairs++
			weight += w
		}
	}
	return pairs, weight
}

// random draws a graph from a seed: sparse and dense ones, few weights and many,
// small ones and the greatest that there may be.
func random(src *seed.Source, n int) *graph {
	density := 1 + src.Below(10)
	limit := []int64{1, 2, 3, 10, 1000, matching.Limit(n)}[src.Below(6)]
	return newGraph(n, func(int, int) (int64, bool) {
		return int64(src.Next()%uint64(2*limit+1)) - limit, src.Below(10) < density
	})
}

// TestAllMatchings holds the search against all matchings of small graphs.
func TestAllMatchings(t *testing.T) {
	src := seed.New(1)
	for i := range 20_000 {
		g := random(src, 1+src.Below(10))
		m := matching.Best(g.n, g.edge)
		if err := m.Check(g.n, g.edge); err != nil {
			t.Fatalf("graph %d: %v", i, err)
		}
		pairs, weight := g.value(m.Mate)
		if p, w := g.best(); p != pairs || w != weight {
			t.Fatalf("graph %d: %d pairs of weight %d, want %d of %d", i, pairs, weight, p, w)
		}
	}
}

// TestProof proves matchings of graphs that are too large to try all.
func TestProof(t *testing.T) {
	src := seed.New(2)
	for i := range 300 {
		g := random(src, 1+src.Below(70))
		if err := matching.Best(g.n, g.edge).Check(g.n, g.edge); err != nil {
			t.Fatalf("graph %d, %d vertices: %v", i, g.n, err)
		}
	}
}

// TestNoGraph: none, one vertex and no edges are graphs, too.
func TestNoGraph(t *testing.T) {
	for n := range 4 {
		g := newGraph(n, func(int, int) (int64, bool) { return 0, false })
		m := matching.Best(n, g.edge)
		if err := m.Check(n, g.edge); err != nil {
			t.Errorf("%d vertices: %v", n, err)
		}
		if slices.ContainsFunc(m.Mate, func(u int) bool { return u != -1 }) {
			t.Errorf("%d vertices without edges: %v", n, m.Mate)
		}
	}
}

// TestCheckSees breaks a proof in each way, and wants it to be seen.
func TestCheckSees(t *testing.T) {
	// A triangle hanging on a path: 0-1-2-0, 2-3, 3-4; vertex 5 has no edge.
	edges := map[[2]int]int64{{0, 1}: 6, {1, 2}: 6, {0, 2}: 6, {2, 3}: 1, {3, 4}: 5}
	g := newGraph(6, func(i, j int) (int64, bool) { w, ok := edges[[2]int{i, j}]; return w, ok })
	for _, tc := range []struct {
		name string
		do   func(m *matching.Matching)
		want string
	}{
		{"sound", func(*matching.Matching) {}, ""},
		{"too short", func(m *matching.Matching) { m.Mate = m.Mate[1:] }, "want 6"},
		{"one-sided", func(m *matching.Matching) { m.Mate[0] = 5 }, "other way round"},
		{"no edge", func(m *matching.Matching) { m.Mate = []int{5, -1, -1, -1, -1, 0} }, "without an edge"},
		{"a lighter matching", func(m *matching.Matching) {
			m.Mate = []int{1, 0, 3, 2, -1, -1}
		}, "alone with dual"},
		{"a low dual", func(m *matching.Matching) { m.Duals[4]-- }, "slack"},
		{"a high dual", func(m *matching.Matching) { m.Duals[3]++ }, "slack"},
		{"an even blossom", func(m *matching.Matching) {
			m.Blossoms = []matching.Blossom{{Vertices: []int{3, 4}, Dual: 2}}
		}, "2 vertices"},
		{"a strange blossom", func(m *matching.Matching) {
			m.Blossoms = []matching.Blossom{{Vertices: []int{3, 4, 4}, Dual: 2}}
		}, "holds vertex"},
		{"a loose blossom", func(m *matching.Matching) {
			m.Blossoms = []matching.Blossom{{Vertices: []int{3, 4, 5, 0, 1}, Dual: 2}, {Vertices: []int{5}, Dual: 1}, {Vertices: []int{2, 3, 5}, Dual: 1}}
		}, "matched within"},
		{"alone above the least", func(m *matching.Matching) { m.Duals[5]++ }, "alone with dual"},
		{"no barrier", func(m *matching.Matching) { m.Barrier = nil }, "no barrier"},
		{"a small barrier", func(m *matching.Matching) { m.Barrier.Odd = m.Barrier.Odd[1:] }, "leaves"},
		{"an even group", func(m *matching.Matching) { m.Barrier.Odd[0] = []int{0, 1} }, "even"},
		{"a group that is open", func(m *matching.Matching) { m.Barrier = &matching.Barrier{Odd: [][]int{{0}, {5}}} }, "leads out"},
		{"a vertex twice", func(m *matching.Matching) { m.Barrier = &matching.Barrier{Odd: [][]int{{5}, {5}}} }, "twice"},
	} {
		m := matching.Best(g.n, g.edge)
		tc.do(&m)
		err := m.Check(g.n, g.edge)
		if tc.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tc.name, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

// TestRelabelled: what is best does not depend on the numbers of the vertices.
func TestRelabelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(seed.New(rapid.Uint64().Draw(t, "seed")), rapid.IntRange(2, 30).Draw(t, "vertices"))
		names := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range g.n {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "names")
		h := newGraph(g.n, func(i, j int) (int64, bool) {
			a, b := names[i], names[j]
			return g.edge(min(a, b), max(a, b))
		})
		p1, w1 := g.value(matching.Best(g.n, g.edge).Mate)
		p2, w2 := h.value(matching.Best(h.n, h.edge).Mate)
		if p1 != p2 || w1 != w2 {
			t.Fatalf("%d pairs of weight %d, with other names %d of %d", p1, w1, p2, w2)
		}
	})
}

func TestLimit(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a weight beyond the limit was taken")
		}
	}()
	matching.Best(2, func(int, int) (int64, bool) { return matching.Limit(2) + 1, true })
}

func BenchmarkBest(b *testing.B) {
	for _, n := range []int{100, 400} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := newGraph(n, func(int, int) (int64, bool) { return 0, false })
			src := seed.New(3)
			for i := range g.weight {
				g.weight[i], g.there[i] = int64(src.Below(1_000_000)), true
			}
			for b.Loop() {
				matching.Best(n, g.edge)
			}
		})
	}
}
