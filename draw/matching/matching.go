package matching

import (
	"math"
	"slices"
)

// Weight gives the weight of the edge between two vertices, and whether there is
// one. It is asked for i < j only.
type Weight func(i, j int) (weight int64, ok bool)

// Limit is the greatest weight, up or down, that a graph of n vertices may have:
// so the duals stay within 64 bits.
func Limit(n int) int64 { return math.MaxInt64 / 16 / int64(max(n, 1)) }

// Matching is a largest set of edges of which no two share a vertex, the heaviest
// of its size, and the proof of both.
type Matching struct {
	Mate []int // the partner of each vertex, -1 where it has none

	// The duals are doubled, so that they are integers. For each edge, twice its
	// weight is at most the duals of its ends and of the blossoms around both; for
	// an edge of the matching it is exactly that. A blossom is an odd set of
	// vertices, all but one of which are matched within it. Vertices without a
	// partner have the least dual of all.
	Duals    []int64
	Blossoms []Blossom

	// Barrier proves that the matching is a largest one where it leaves vertices
	// out, nil where it does not.
	Barrier *Barrier
}

// Blossom is an odd set of vertices and its dual, doubled, above zero.
type Blossom struct {
	Vertices []int
	Dual     int64
}

// Barrier is a set of vertices without which the others fall apart into groups, of
// which more are odd than the set has vertices: each of those needs a partner from
// the set, so at least the difference stays alone (Tutte and Berge).
type Barrier struct {
	Vertices []int
	Odd      [][]int // the groups, each with edges to itself and the barrier only
}

// Best gives the heaviest of the largest matchings of a graph. Weights must be
// within [Limit]; a greater one is a fault of the program and panics.
func Best(n int, weight Weight) Matching {
	m := newSearch(n, weight)
	for m.stage() {
	}
	return m.result()
}

const (
	free = iota // not reached by the search
	outer
	inner
)

// link is an edge that leads from one blossom into another.
type link struct{ from, to int }

// search is the state of the algorithm. Vertices are 0 … n-1, blossoms have the
// numbers from n on; both are called nodes. A node is on top if no blossom holds it.
type search struct {
	n      int
	weight []int64 // doubled, n × n, none where there is no edge
	dual   []int64 // of vertices and blossoms, doubled
	mate   []int   // of vertices
	top    []int   // the node on top that holds a vertex

	alive    []bool // of nodes: a blossom number in use
	held     []bool // of nodes: inside of a blossom
	base     []int  // of nodes: the vertex that is matched to the outside, if any is
	children [][]int
	links    [][]link // links[b][i] leads from child i to child i+1
	vertices [][]int
	near     [][]int32 // near[b][v]: the vertex of b whose edge to v has the least slack, -1 for none
	unused   []int

	label   []int
	parent  []link // of an inner node: the edge that reached it
	closest []int  // of a node: the outer vertex outside with the least slack to it, -1 for none
	queue   []int
	seen    []int
	stamp   int
}

const none = math.MinInt64

func newSearch(n int, weight Weight) *search {
	nodes := n + n/2 + 1
	s := &search{
		n: n, weight: make([]int64, n*n), dual: make([]int64, nodes), mate: make([]int, n), top: make([]int, n),
		alive: make([]bool, nodes), held: make([]bool, nodes), base: make([]int, nodes),
		children: make([][]int, nodes), links: make([][]link, nodes), vertices: make([][]int, nodes), near: make([][]int32, nodes),
		label: make([]int, nodes), parent: make([]link, nodes), closest: make([]int, nodes), seen: make([]int, nodes),
	}
	most, limit := int64(none), Limit(n)
	for i := range n {
		s.weight[i*n+i] = none
		for j := range i {
			w, ok := weight(j, i)
			switch {
			case !ok:
				w = none
			case w > limit || w < -limit:
				panic("matching: a weight beyond the limit")
			default:
				most = max(most, w)
				w *= 2
			}
			s.weight[i*n+j], s.weight[j*n+i] = w, w
		}
	}
	for v := range n {
		s.mate[v], s.top[v], s.base[v], s.alive[v], s.vertices[v] = -1, v, v, true, []int{v}
		if most != none {
			s.dual[v] = most
		}
	}
	for b := nodes - 1; b >= n; b-- {
		s.unused = append(s.unused, b)
	}
	// Edges that are tight at once cost no search.
	for v := range n {
		for u := v + 1; u < n && s.mate[v] < 0; u++ {
			if s.mate[u] < 0 && s.edge(v, u) && s.slack(v, u) == 0 {
				s.mate[v], s.mate[u] = u, v
			}
		}
	}
	return s
}

func (s *search) edge(u, v int) bool { return s.weight[u*s.n+v] != none }

// slack is how far an edge between two nodes on top is from being tight.
func (s *search) slack(u, v int) int64 { return s.dual[u] + s.dual[v] - s.weight[u*s.n+v] }

// to gives the vertex of a node with the least slack to vertex u, -1 if no edge
// leads there. While a node is on top, or held by the same blossom, the duals of
// its vertices move together, so the answer stays.
func (s *search) to(u, node int) int {
	if node >= s.n {
		return int(s.near[node][u])
	}
	if s.edge(u, node) {
		return node
	}
	return -1
}

// consider notes that outer vertex u may be the closest to a node.
func (s *search) consider(u, node int) {
	v := s.to(u, node)
	if v < 0 {
		return
	}
	if c := s.closest[node]; c < 0 || s.slack(u, v) < s.slack(c, s.to(c, node)) {
		s.closest[node] = u
	}
}

// reconsider finds the closest outer vertex of a node afresh.
func (s *search) reconsider(node int) {
	s.closest[node] = -1
	for u := range s.n {
		if t := s.top[u]; t != node && s.label[t] == outer {
			s.consider(u, node)
		}
	}
}

// onTop calls f with each node on top; f may not change which those are.
func (s *search) onTop(f func(node int)) {
	for x, alive := range s.alive {
		if alive && !s.held[x] {
			f(x)
		}
	}
}

// stage looks for one augmenting path, and reports whether there was one.
func (s *search) stage() bool {
	for x := range s.label {
		s.label[x], s.closest[x] = free, -1
	}
	s.queue = s.queue[:0]
	s.onTop(func(x int) {
		if s.mate[s.base[x]] < 0 {
			s.reach(x)
		}
	})
	if len(s.queue) == 0 {
		return false
	}
	for {
		for len(s.queue) > 0 {
			u := s.queue[0]
			s.queue = s.queue[1:]
			for v := range s.n {
				if !s.edge(u, v) || s.top[u] == s.top[v] {
					continue
				}
				if s.slack(u, v) > 0 {
					s.consider(u, s.top[v])
				} else if s.follow(u, v) {
					return true
				}
			}
		}
		if !s.lower() {
			return false
		}
		for x := range s.alive {
			u := s.closest[x]
			if !s.alive[x] || s.held[x] || u < 0 || s.top[u] == x || s.label[x] == inner {
				continue
			}
			if v := s.to(u, x); s.slack(u, v) == 0 && s.follow(u, v) {
				return true
			}
		}
		for b := s.n; b < len(s.alive); b++ {
			if s.alive[b] && !s.held[b] && s.label[b] == inner && s.dual[b] == 0 {
				s.expand(b)
			}
		}
	}
}

// reach makes a node outer: its vertices look for edges.
func (s *search) reach(x int) {
	s.label[x] = outer
	s.queue = append(s.queue, s.vertices[x]...)
}

// lower moves the duals of the search as far as they go, and reports whether they
// had a bound; without one no augmenting path exists.
func (s *search) lower() bool {
	const unbound = math.MaxInt64
	step := int64(unbound)
	s.onTop(func(x int) {
		if s.label[x] == inner {
			if x >= s.n {
				step = min(step, s.dual[x]/2)
			}
			return
		}
		u := s.closest[x]
		if u < 0 {
			return
		}
		if d := s.slack(u, s.to(u, x)); s.label[x] == outer {
			step = min(step, d/2)
		} else {
			step = min(step, d)
		}
	})
	if step == unbound {
		return false
	}
	for v := range s.n {
		switch s.label[s.top[v]] {
		case outer:
			s.dual[v] -= step
		case inner:
			s.dual[v] += step
		}
	}
	for b := s.n; b < len(s.alive); b++ {
		if s.alive[b] && !s.held[b] {
			switch s.label[b] {
			case outer:
				s.dual[b] += 2 * step
			case inner:
				s.dual[b] -= 2 * step
			}
		}
	}
	return true
}

// follow takes a tight edge from outer vertex u, and reports whether it completed
// an augmenting path.
func (s *search) follow(u, v int) bool {
	x, y := s.top[u], s.top[v]
	switch s.label[y] {
	case free:
		s.label[y], s.parent[y], s.closest[y] = inner, link{u, v}, -1
		z := s.top[s.mate[s.base[y]]]
		s.closest[z] = -1
		s.reach(z)
	case outer:
		if a := s.ancestor(x, y); a >= 0 {
			s.shrink(u, v, a)
			return false
		}
		s.augment(u, v)
		s.augment(v, u)
		return true
	}
	return false
}

// up gives the outer node two steps nearer to the root, -1 at the root.
func (s *search) up(x int) int {
	m := s.mate[s.base[x]]
	if m < 0 {
		return -1
	}
	return s.top[s.parent[s.top[m]].from]
}

// ancestor is the first outer node on the ways of x and y to their roots that both
// share, -1 if they are of different trees.
func (s *search) ancestor(x, y int) int {
	s.stamp++
	for x >= 0 || y >= 0 {
		if x >= 0 {
			if s.seen[x] == s.stamp {
				return x
			}
			s.seen[x] = s.stamp
			x = s.up(x)
		}
		x, y = y, x
	}
	return -1
}

// augment matches u with v and changes over the way from u to its root.
func (s *search) augment(u, v int) {
	for {
		x := s.top[u]
		m := s.mate[s.base[x]]
		s.rebase(x, u)
		s.mate[u] = v
		if m < 0 {
			return
		}
		t := s.top[m]
		p := s.parent[t]
		s.rebase(t, p.to)
		s.mate[p.to] = p.from
		u, v = p.from, p.to
	}
}

// rebase makes vertex u of a node the one that is matched to the outside.
func (s *search) rebase(b, u int) {
	s.base[b] = u
	if b < s.n {
		return
	}
	children, links := s.children[b], s.links[b]
	at := slices.IndexFunc(children, func(c int) bool { return slices.Contains(s.vertices[c], u) })
	s.rebase(children[at], u)
	from, end := 0, at
	if at%2 == 1 {
		from, end = at+1, len(children)
	}
	for i := from; i < end; i += 2 {
		l := links[i]
		s.rebase(children[i], l.from)
		s.rebase(children[(i+1)%len(children)], l.to)
		s.mate[l.from], s.mate[l.to] = l.to, l.from
	}
	s.children[b] = slices.Concat(children[at:], children[:at])
	s.links[b] = slices.Concat(links[at:], links[:at])
}

// shrink makes a blossom of the cycle that edge u-v closes below outer node a.
func (s *search) shrink(u, v, a int) {
	var children []int
	var links []link
	for x := s.top[u]; x != a; {
		m := s.mate[s.base[x]]
		t := s.top[m]
		children = append(children, x, t)
		links = append(links, link{m, s.base[x]}, s.parent[t])
		x = s.top[s.parent[t].from]
	}
	children = append(children, a)
	slices.Reverse(children)
	slices.Reverse(links)
	links = append(links, link{u, v})
	for y := s.top[v]; y != a; {
		m := s.mate[s.base[y]]
		t := s.top[m]
		p := s.parent[t]
		children = append(children, y, t)
		links = append(links, link{s.base[y], m}, link{p.to, p.from})
		y = s.top[p.from]
	}

	b := s.unused[len(s.unused)-1]
	s.unused = s.unused[:len(s.unused)-1]
	s.alive[b], s.held[b], s.base[b], s.dual[b] = true, false, s.base[a], 0
	s.children[b], s.links[b] = children, links
	s.vertices[b] = nil
	if s.near[b] == nil {
		s.near[b] = make([]int32, s.n)
	}
	near := s.near[b]
	for i := range near {
		near[i] = -1
	}
	for _, c := range children {
		s.held[c] = true
		s.vertices[b] = append(s.vertices[b], s.vertices[c]...)
		for w := range s.n {
			if t := s.to(w, c); t >= 0 && (near[w] < 0 || s.slack(w, t) < s.slack(w, int(near[w]))) {
				near[w] = int32(t)
			}
		}
		if s.label[c] == inner {
			s.queue = append(s.queue, s.vertices[c]...)
		}
	}
	for _, w := range s.vertices[b] {
		s.top[w] = b
	}
	s.label[b] = outer
	s.reconsider(b)
}

// expand takes an inner blossom apart; the part of it that lies on the way of the
// search stays on it.
func (s *search) expand(b int) {
	children, links := s.children[b], s.links[b]
	entry := s.parent[b]
	at := 0
	for i, c := range children {
		s.held[c], s.label[c] = false, free
		for _, v := range s.vertices[c] {
			s.top[v] = c
			if v == entry.to {
				at = i
			}
		}
	}
	s.alive[b], s.label[b], s.closest[b] = false, free, -1
	s.unused = append(s.unused, b)

	s.label[children[at]], s.parent[children[at]] = inner, entry
	for at != 0 {
		var outerAt, next int
		var p link
		if at%2 == 0 {
			outerAt, next = at-1, at-2
			p = link{links[next].to, links[next].from}
		} else {
			outerAt, next = at+1, (at+2)%len(children)
			p = links[outerAt]
		}
		s.reach(children[outerAt])
		s.label[children[next]], s.parent[children[next]] = inner, p
		at = next
	}
	for _, c := range children {
		s.closest[c] = -1
		if s.label[c] != inner {
			s.reconsider(c)
		}
	}
}

func (s *search) result() Matching {
	m := Matching{Mate: s.mate, Duals: s.dual[:s.n:s.n]}
	for b := s.n; b < len(s.alive); b++ {
		if s.alive[b] && s.dual[b] > 0 {
			m.Blossoms = append(m.Blossoms, Blossom{slices.Sorted(slices.Values(s.vertices[b])), s.dual[b]})
		}
	}
	if !slices.Contains(s.mate, -1) {
		return m
	}
	m.Barrier = &Barrier{}
	s.onTop(func(x int) {
		switch s.label[x] {
		case inner: // a blossom would have been taken apart
			m.Barrier.Vertices = append(m.Barrier.Vertices, x)
		case outer:
			m.Barrier.Odd = append(m.Barrier.Odd, slices.Sorted(slices.Values(s.vertices[x])))
		}
	})
	slices.SortFunc(m.Barrier.Odd, slices.Compare)
	return m
}
