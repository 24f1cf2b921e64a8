package draw

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw/matching"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
)

// Swiss draws a round.
//
// The rule is the one of the hand: go through the standings from the top; each
// contestant that is still free plays the next one below it that is free, too, and
// that it may play; where those at the end cannot be paired any more, go back to
// the last pairing that can be changed, and change it to the next one below. What
// comes out is the first draw of all in the order of the dictionary, if a draw is
// spelt by the opponents of those from the top. It is found without going back:
// see [matching].
//
// If the field is odd, who sits out or plays the triangle is decided first: the
// lowest of those that did so the fewest times, if the others can then be drawn.
//
// The error has code [bridge.NoSolution] if the options allow no draw; its cause is
// an [Impossible] with the proof.
func Swiss(in Input) (*Draw, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	p := newProblem(&in)
	d := &Draw{Round: in.Round, After: in.After, Fingerprint: in.fingerprint()}
	for _, g := range in.Options.Fixed {
		d.Pairings = append(d.Pairings, Pairing{Kind: g.Kind, Contestants: slices.Clone(g.Contestants), Why: []Reason{{Key: ByDirector}}})
	}
	for _, v := range p.order {
		d.Order = append(d.Order, p.id(v))
	}
	drawn, err := p.draw(nil)
	if err != nil {
		return nil, err
	}
	d.Rematches = p.again
	d.Pairings = append(d.Pairings, drawn...)
	p.seat(d.Pairings)
	sortPairings(d.Pairings)
	return d, nil
}

// meeting is how often two contestants met, and when they did so last.
type meeting struct{ times, last int }

// problem is a field that waits for its draw. Its contestants are called by their
// index in the list of contestants, which is in the order of their ranks.
type problem struct {
	in     *Input
	index  map[int]int // of an id
	met    map[[2]int]meeting
	banned map[[2]int]bool
	price  []int64 // of each two, see may
	had    []int   // byes and triangles so far
	order  []int   // the free contestants as the draw goes through them
	again  bool    // rematches are allowed, because no draw without is left
}

// two is a key for two contestants, whichever comes first.
func two(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

func newProblem(in *Input) *problem {
	p := &problem{in: in, index: map[int]int{}, met: map[[2]int]meeting{}, banned: map[[2]int]bool{}, had: make([]int, len(in.Contestants))}
	for i, c := range in.Contestants {
		p.index[c.ID] = i
	}
	for _, g := range in.History {
		g.pairs(func(a, b int) {
			i, ok1 := p.index[a]
			j, ok2 := p.index[b]
			if ok1 && ok2 {
				m := p.met[two(i, j)]
				p.met[two(i, j)] = meeting{m.times + 1, max(m.last, g.Round)}
			}
		})
		if g.Kind == Match {
			continue
		}
		for _, id := range g.Contestants {
			if i, ok := p.index[id]; ok {
				p.had[i]++
			}
		}
	}
	for _, b := range in.Options.Bans {
		i, ok1 := p.index[b[0]]
		j, ok2 := p.index[b[1]]
		if ok1 && ok2 {
			p.banned[two(i, j)] = true
		}
	}
	p.prices()
	fixed := make([]bool, len(in.Contestants))
	for _, g := range in.Options.Fixed {
		for _, id := range g.Contestants {
			fixed[p.index[id]] = true
		}
	}
	for i := range in.Contestants {
		if !fixed[i] {
			p.order = append(p.order, i)
		}
	}
	if p.boosted() {
		slices.SortStableFunc(p.order, func(i, j int) int { return p.boostedScore(j).Cmp(p.boostedScore(i)) })
	}
	if in.Options.Method == Random {
		seed.New(in.Options.Seed).Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
	}
	return p
}

func (p *problem) id(v int) int { return p.in.Contestants[v].ID }

func (p *problem) ids(vs []int) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = p.id(v)
	}
	return out
}

// boosted reports whether this round is accelerated.
func (p *problem) boosted() bool {
	b := p.in.Options.Boost
	return b != nil && p.in.Round <= b.Rounds
}

// boostedScore is the score that an accelerated round goes by.
func (p *problem) boostedScore(v int) exact.Fraction {
	c, b := p.in.Contestants[v], p.in.Options.Boost
	if c.Seed <= cmp.Or(b.Top, (len(p.in.Contestants)+1)/2) {
		return c.Score.Add(b.Points)
	}
	return c.Score
}

// may reports whether two may meet, and at what price: 0, or how often and how
// lately they met, so that the sum of any number of prices puts fewer rematches
// first and older ones second.
func (p *problem) may(a, b int) (price int64, ok bool) {
	price = p.price[a*len(p.in.Contestants)+b]
	return price, price == 0 || price > 0 && p.again
}

// prices fills the table that may reads; below zero stands for a ban.
func (p *problem) prices() {
	n := len(p.in.Contestants)
	p.price = make([]int64, n*n)
	more := int64(n/2*p.in.Round + 1)
	for k, m := range p.met {
		price := int64(m.times)*more + int64(m.last)
		p.price[k[0]*n+k[1]], p.price[k[1]*n+k[0]] = price, price
	}
	for k := range p.banned {
		p.price[k[0]*n+k[1]], p.price[k[1]*n+k[0]] = -1, -1
	}
}

// impossible proves that these contestants, an even number, cannot all be paired;
// nil if they can.
func (p *problem) impossible(vs []int) *Impossible {
	m := matching.Best(len(vs), func(i, j int) (int64, bool) {
		_, ok := p.may(vs[i], vs[j])
		return 0, ok
	})
	return p.proof(vs, m.Barrier)
}

// proof says a barrier with the numbers of contestants; a vertex beyond them is the
// opponent of the bye. Of an even number of vertices there are at least two more
// groups than the barrier has vertices, one more than is needed: the largest group
// is left out, because people want to read it.
func (p *problem) proof(vs []int, b *matching.Barrier) *Impossible {
	if b == nil {
		return nil
	}
	out := &Impossible{Among: p.names(vs, slices.DeleteFunc(slices.Clone(b.Vertices), func(v int) bool { return v == len(vs) }))}
	largest := 0
	for i, g := range b.Odd {
		out.Groups = append(out.Groups, p.names(vs, g))
		if len(g) > len(b.Odd[largest]) {
			largest = i
		}
	}
	out.Groups = slices.Delete(out.Groups, largest, largest+1)
	slices.SortFunc(out.Groups, slices.Compare)
	return out
}

func (p *problem) names(vs, at []int) (out []int) {
	for _, v := range at {
		out = append(out, p.id(vs[v]))
	}
	slices.Sort(out)
	return out
}

// watch sees each matching that a draw is made of; tests prove them.
type watch func(n int, w matching.Weight, m matching.Matching)

// draw pairs the contestants that are free.
func (p *problem) draw(see watch) ([]Pairing, error) {
	if len(p.order)%2 == 0 {
		find := func() *Impossible { return p.impossible(p.order) }
		if err := p.open(find(), find); err != nil {
			return nil, err.refusal()
		}
		return p.chain(p.order, see), nil
	}
	var first Pairing
	var err error
	if odd := cmp.Or(p.in.Options.Odd, Bye); odd == Bye {
		first, err = p.bye(see)
	} else {
		first, err = p.three(odd)
	}
	if err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(p.order), func(v int) bool { return slices.Contains(first.Contestants, p.id(v)) })
	return append([]Pairing{first}, p.chain(rest, see)...), nil
}

// open allows rematches if there is no draw without them, and the options say so.
func (p *problem) open(without *Impossible, with func() *Impossible) *Impossible {
	if without == nil || p.in.Options.Rematches != OverSwiss {
		return without
	}
	p.again = true
	return with()
}

// upwards are the free contestants in the order in which they sit out: who did so
// fewest times first, then from the bottom.
func (p *problem) upwards() []int {
	out := slices.Clone(p.order)
	slices.Reverse(out)
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(p.had[a], p.had[b]) })
	return out
}

// bye finds who sits out: an opponent that does not exist chooses first.
func (p *problem) bye(see watch) (Pairing, error) {
	up := p.upwards()
	n := len(up)
	weight := func(i, j int) (int64, bool) {
		if j == n {
			return -int64(i), true
		}
		price, ok := p.may(up[i], up[j])
		return -price * int64(n), ok
	}
	var m matching.Matching
	find := func() *Impossible {
		m = matching.Best(n+1, weight) // the opponent of the bye plays everybody, so it stands in any barrier
		return p.proof(up, m.Barrier)
	}
	if err := p.open(find(), find); err != nil {
		return Pairing{}, err.refusal()
	}
	if see != nil {
		see(n+1, weight, m)
	}
	out := Pairing{Kind: Bye, Contestants: []int{p.id(up[m.Mate[n]])}, Why: []Reason{{Key: ByLowest}}}
	for _, v := range up[:m.Mate[n]] {
		out.Why[0].Key = ByLowestLeft
		without := slices.DeleteFunc(slices.Clone(p.order), func(u int) bool { return u == v })
		out.Why = append(out.Why, p.leaves(p.id(v), without))
	}
	for _, v := range slices.Backward(p.order) {
		if v == up[m.Mate[n]] {
			break
		}
		if p.had[v] > p.had[up[m.Mate[n]]] {
			out.Why = append(out.Why, Reason{Key: NotHad, Contestants: []int{p.id(v)}})
		}
	}
	return out, nil
}

// leaves is the reason why contestant id was passed over: the rest of the field
// could not be drawn then, or only with more rematches.
func (p *problem) leaves(id int, rest []int) Reason {
	if p.again {
		return Reason{Key: NotRematch, Contestants: []int{id}}
	}
	r := Reason{Key: NotLeaves, Contestants: []int{id}}
	if i := p.impossible(rest); i != nil {
		r.Groups, r.Among = i.Groups, i.Among
	}
	return r
}

// maxTriangles is how many triangles are tried with a draw of the others.
const maxTriangles = 2000

// three finds the three contestants that an odd field plays with, or two half
// matches of one of them.
func (p *problem) three(kind Kind) (Pairing, error) {
	for {
		found, err := p.triangle(kind)
		if found != nil || err != nil {
			return *cmp.Or(found, new(Pairing)), err
		}
		if p.again || p.in.Options.Rematches != OverSwiss {
			return Pairing{}, bridge.Errorf(bridge.NoSolution, "draw.three", "no legal draw: no %s leaves the others with opponents", kind)
		}
		p.again = true
	}
}

func (p *problem) triangle(kind Kind) (*Pairing, error) {
	up := p.upwards()
	may := func(a, b int) bool { _, ok := p.may(a, b); return ok }
	tried := 0
	for i := range up {
		for j := i + 1; j < len(up); j++ {
			for k := j + 1; k < len(up); k++ {
				group := p.grouped(kind, up[i], up[j], up[k], may)
				if group == nil {
					continue
				}
				if tried++; tried > maxTriangles {
					return nil, bridge.Errorf(bridge.Unsupported, "draw.triangles", "more than %d triangles were tried: fix one", maxTriangles)
				}
				rest := slices.DeleteFunc(slices.Clone(p.order), func(v int) bool { return slices.Contains(group, v) })
				if p.impossible(rest) != nil {
					continue
				}
				out := &Pairing{Kind: kind, Contestants: p.ids(group), Why: []Reason{{Key: ByThree}}}
				if i != 0 || j != 1 || k != 2 {
					out.Why[0].Key = ByThreeLeft
				}
				if kind == HalfMatches {
					out.Why = append(out.Why, Reason{Key: ByBoth, Contestants: out.Contestants[:1:1]})
				}
				for _, v := range slices.Backward(p.order) {
					if p.had[v] > 0 && v > slices.Min(group) && !slices.Contains(group, v) {
						out.Why = append(out.Why, Reason{Key: NotHad, Contestants: []int{p.id(v)}})
					}
				}
				return out, nil
			}
		}
	}
	return nil, nil
}

// grouped puts three contestants in the order in which they play that kind, nil if
// they may not: best first, but who plays both half matches is the lowest that may.
func (p *problem) grouped(kind Kind, a, b, c int, may func(a, b int) bool) []int {
	if kind == HalfMatches {
		for _, g := range [][]int{{a, b, c}, {b, a, c}, {c, a, b}} {
			if may(g[0], g[1]) && may(g[0], g[2]) {
				return []int{g[0], g[2], g[1]}
			}
		}
		return nil
	}
	if !may(a, b) || !may(a, c) || !may(b, c) {
		return nil
	}
	return []int{c, b, a}
}

// wishes says, for each of these contestants, at what place of its list each other
// one stands: 0 is its first choice. Only those behind it count.
func (p *problem) wishes(vs []int) func(a, b int) int64 {
	half := len(vs) / 2
	method := p.in.Options.Method
	if method != Slide && method != Fold {
		return func(a, b int) int64 { return int64(b - a - 1) }
	}
	place := make([][]int64, len(vs))
	for a := range half {
		ideal := a + half
		if method == Fold {
			ideal = len(vs) - 1 - a
		}
		others := make([]int, 0, len(vs)-a-1)
		for b := a + 1; b < len(vs); b++ {
			others = append(others, b)
		}
		far := func(b int) int { // the other half first; then the nearest, below before above
			d := 2 * (b - ideal)
			if d < 0 {
				d = -d + 1
			}
			if b < half {
				d += 4 * len(vs)
			}
			return d
		}
		slices.SortFunc(others, func(b, c int) int { return cmp.Compare(far(b), far(c)) })
		place[a] = make([]int64, len(vs))
		for i, b := range others {
			place[a][b] = int64(i)
		}
	}
	return func(a, b int) int64 {
		if a < half {
			return place[a][b]
		}
		return int64(b - a - 1)
	}
}

// chain pairs an even number of contestants that can be paired, and says why.
//
// A matching with weights finds the draw: of two contestants the upper one pays the
// place of the lower one on its list, and each contestant pays in coins of which
// one is worth more than all that those below it can pay together. The price of
// rematches is paid in a coin above all. So many rows of coins as 64 bits hold are
// solved at once; their pairings are kept, and the rest goes on.
func (p *problem) chain(vs []int, see watch) (out []Pairing) {
	wish := p.wishes(vs)
	left := make([]int, len(vs)) // places in vs
	dearest := int64(0)
	for i := range vs {
		left[i] = i
		for j := range i {
			if price, ok := p.may(vs[i], vs[j]); ok {
				dearest = max(dearest, price)
			}
		}
	}
	coin := int64(len(vs)) // more than the last place of a list
	for len(left) > 0 {
		limit := matching.Limit(len(left))
		rows, top := 0, int64(1) // top is the coin above all
		for rows < len(left) && top <= limit/coin/(dearest+1) {
			rows, top = rows+1, top*coin
		}
		worth := make([]int64, rows)
		for i, c := rows-1, int64(1); i >= 0; i, c = i-1, c*coin {
			worth[i] = c
		}
		weight := func(i, j int) (int64, bool) {
			price, ok := p.may(vs[left[i]], vs[left[j]])
			price *= top
			if i < rows {
				price += wish(left[i], left[j]) * worth[i]
			}
			return -price, ok
		}
		m := matching.Best(len(left), weight)
		if see != nil {
			see(len(left), weight, m)
		}
		now := left
		for i := range rows {
			if a, b := now[i], now[m.Mate[i]]; m.Mate[i] > i {
				out = append(out, p.pairing(vs, left, a, b, wish))
				left = slices.DeleteFunc(slices.Clone(left), func(x int) bool { return x == a || x == b })
			}
		}
	}
	return out
}

// pairing says why a plays b while those are left.
func (p *problem) pairing(vs, left []int, a, b int, wish func(a, b int) int64) Pairing {
	out := Pairing{Kind: Match, Contestants: p.ids([]int{vs[a], vs[b]})}
	better := slices.DeleteFunc(slices.Clone(left), func(c int) bool { return c <= a || wish(a, c) >= wish(a, b) })
	slices.SortFunc(better, func(c, d int) int { return cmp.Compare(wish(a, c), wish(a, d)) })
	key := ByNearest
	if len(better) == 0 {
		key = ByNext
		if m := p.in.Options.Method; m == Slide || m == Fold {
			key = BySeeding
			if wish(a, b) > 0 { // the others are taken
				key = ByNearest
			}
		}
	}
	out.Why = append(out.Why, Reason{Key: key, Contestants: p.ids([]int{vs[a], vs[b]})})
	if m := p.met[two(vs[a], vs[b])]; m.times > 0 {
		out.Why = append(out.Why, Reason{Key: ByRematch, Contestants: p.ids([]int{vs[a], vs[b]}), Round: m.last})
	}
	if p.boosted() {
		out.Why = append(out.Why, Reason{Key: Boosted})
	}
	for _, c := range better {
		k := two(vs[a], vs[c])
		r := Reason{Contestants: []int{p.id(vs[c])}}
		if _, ok := p.may(vs[a], vs[c]); !ok {
			r.Key = NotMet
			if r.Round = p.met[k].last; p.banned[k] {
				r.Key, r.Round = NotBanned, 0
			}
		} else {
			var rest []int
			for _, x := range left {
				if x != a && x != c {
					rest = append(rest, vs[x])
				}
			}
			r = p.leaves(p.id(vs[c]), rest)
		}
		out.Why = append(out.Why, r)
	}
	return out
}
