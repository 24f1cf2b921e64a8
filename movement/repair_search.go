package movement

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// rest is what is left to plan of a session. Contestants, rounds and sets count from
// 0 in it: the first round is the first one that may change.
type rest struct {
	n, rounds, sets int

	line   []bridge.Side // of a contestant; 0 with one winner
	home   []bool        // the contestant keeps its seat in the plan
	here   [][]bool      // by round and contestant: it is to be placed
	played [][]bool      // by contestant and set
	met    [][]bool      // by two contestants: to meet now is a repeat
	sat    []int         // rounds that the contestant sat out
	tables []int         // by round: how many tables there are
	copies [][]int       // by round and set: how many tables may play it
	allow  [][]int       // of these, how many were to play it in the plan, or 1
	plan   [][]restPlan  // by round and contestant
}

// restPlan is an opponent and a set. Nobody is -1.
type restPlan struct{ with, set int }

// restMatch is a table of a round without its place. If b is -1, a sits out.
type restMatch struct{ a, b, set int }

// restPrice is what matches cost: rounds lost, repeats, second sit-outs, shared sets,
// deviations from the plan. Whatever comes first weighs more than all that follows.
type restPrice [5]int

func (p restPrice) less(q restPrice) bool { return slices.Compare(p[:], q[:]) < 0 }

func (p restPrice) plus(q restPrice) restPrice {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// restLimits are what a search may give up.
type restLimits struct {
	lost    int  // tables that stay empty though there is somebody to play
	repeats bool // contestants may meet again
	share   bool // sets may be at more tables than planned
	nodes   int  // after so many steps it ends

	bound restPrice // a plan has to be cheaper
}

// restFound is the answer of a search.
type restFound struct {
	matches [][]restMatch // by round; nil: nothing found
	price   restPrice
	whole   bool // nothing was left out: there is nothing better within the limits, or nothing at all
}

// restLines are the lines that a line can meet.
const restLines = 3 // of one winner, North-South, East-West

// restSearch goes through all plans for a rest, branch by branch: first the contestant
// with the fewest ways to play, and of these first what was planned.
type restSearch struct {
	*rest
	restLimits
	words int

	free  []uint64         // by contestant: sets that it may still play
	left  [][]int          // by round and set: tables that may still play it
	bits  []uint64         // by round: the sets with something left
	used  [][]int          // by round and set: tables that play it
	met   [][]bool         // with the meetings of the matches taken
	sat   []int            // with the sit-outs taken
	open  [][]bool         // by round: contestants to place
	count [][restLines]int // of them, by round and line
	room  []int            // tables left by round
	quota [][restLines]int // sit-outs left by round and line
	extra [restLines]int   // more of them, in any round: tables lost

	chosen [][]restMatch
	ways   [][]restWay // by depth, to be used again
	each   []int       // ways of a contestant
	union  []uint64
	price  restPrice
	steps  int
	best   restFound
}

// restWay is one way to place a contestant.
type restWay struct {
	restMatch
	price restPrice
}

// solve looks for the cheapest plan within limits.
func (r *rest) solve(l restLimits) restFound {
	s := &restSearch{rest: r, restLimits: l, words: (r.sets + 63) / 64}
	s.free = make([]uint64, r.n*s.words)
	s.union = make([]uint64, s.words)
	s.each = make([]int, r.n)
	s.sat = slices.Clone(r.sat)
	for c := range r.n {
		s.met = append(s.met, slices.Clone(r.met[c]))
		for set := range r.sets {
			if !r.played[c][set] {
				s.free[c*s.words+set/64] |= 1 << (set % 64)
			}
		}
	}
	s.bits = make([]uint64, r.rounds*s.words)
	for round := range r.rounds {
		left := slices.Clone(r.copies[round])
		for set := range left {
			if !l.share {
				left[set] = min(left[set], r.allow[round][set])
			}
			if left[set] > 0 {
				s.bits[round*s.words+set/64] |= 1 << (set % 64)
			}
		}
		s.left = append(s.left, left)
		s.used = append(s.used, make([]int, r.sets))
		s.open = append(s.open, slices.Clone(r.here[round]))
		var count [restLines]int
		for c, here := range r.here[round] {
			if here {
				count[r.line[c]]++
			}
		}
		s.count = append(s.count, count)
		tables := r.most(round)
		s.room = append(s.room, tables)
		s.quota = append(s.quota, [restLines]int{count[0] - min(count[0], 2*tables), max(count[1]-tables, 0), max(count[2]-tables, 0)})
	}
	s.extra = [restLines]int{2 * l.lost, l.lost, l.lost}
	s.chosen = make([][]restMatch, r.rounds)
	s.best = restFound{whole: true, price: l.bound}
	s.deeper(0)
	return s.best
}

// most is how many tables can play in a round if all goes well.
func (r *rest) most(round int) int {
	var count [restLines]int
	for c, here := range r.here[round] {
		if here {
			count[r.line[c]]++
		}
	}
	return min(r.tables[round], count[0]/2+min(count[1], count[2]))
}

// deeper places one contestant more. It reports whether to go on.
func (s *restSearch) deeper(depth int) bool {
	s.steps++
	if s.steps > s.nodes {
		s.best.whole = false
		return false
	}
	if !s.price.less(s.best.price) {
		return true
	}
	round, c, any := s.next()
	if !any {
		return true
	}
	if c < 0 {
		s.best.matches, s.best.price = nil, s.price
		for _, matches := range s.chosen {
			s.best.matches = append(s.best.matches, slices.Clone(matches))
		}
		// What is found is now only to be made better; that may end sooner.
		s.nodes = min(s.nodes, s.steps+s.nodes/8)
		return true
	}
	if depth == len(s.ways) {
		s.ways = append(s.ways, nil)
	}
	s.ways[depth] = s.waysOf(round, c, s.ways[depth][:0])
	for _, w := range s.ways[depth] {
		s.take(round, w)
		on := s.deeper(depth + 1)
		s.back(round, w)
		if !on {
			return false
		}
	}
	return true
}

// next finds the contestant with the fewest ways to play: -1, if all are placed. It
// reports false if somebody has none.
func (s *restSearch) next() (round, c int, ok bool) {
	round, c = -1, -1
	fewest := 0
	for r := range s.rounds {
		count := s.count[r]
		if count == [restLines]int{} {
			continue
		}
		if !s.look(r) {
			return 0, 0, false
		}
		for p, open := range s.open[r] {
			if !open {
				continue
			}
			n := s.each[p]
			if s.quota[r][s.line[p]] > 0 || s.extra[s.line[p]] > 0 {
				n++
			}
			if n == 0 {
				return 0, 0, false
			}
			if c < 0 || n < fewest {
				round, c, fewest = r, p, n
			}
		}
	}
	return round, c, true
}

// look counts the ways of all who are to be placed in a round. It reports false if
// there are not enough sets for them.
func (s *restSearch) look(r int) bool {
	clear(s.each)
	clear(s.union)
	open := s.open[r]
	left := s.bits[r*s.words : (r+1)*s.words]
	if s.room[r] > 0 {
		for p, is := range open {
			if !is {
				continue
			}
			free := s.free[p*s.words : (p+1)*s.words]
			for q := p + 1; q < s.n; q++ {
				if !open[q] || !s.mayMeet(p, q) {
					continue
				}
				n := 0
				for w, other := range s.free[q*s.words : (q+1)*s.words] {
					both := free[w] & other & left[w]
					s.union[w] |= both
					n += bits.OnesCount64(both)
				}
				s.each[p] += n
				s.each[q] += n
			}
		}
	}
	need := (s.count[r][0] - s.quota[r][0] - s.extra[0] + 1) / 2
	need = max(need, s.count[r][1]-s.quota[r][1]-s.extra[1], s.count[r][2]-s.quota[r][2]-s.extra[2])
	if need > s.room[r] {
		return false
	}
	for w, both := range s.union {
		for ; both != 0 && need > 0; both &= both - 1 {
			need -= s.left[r][w*64+bits.TrailingZeros64(both)]
		}
	}
	return need <= 0
}

func (s *restSearch) mayMeet(p, q int) bool {
	if s.line[p] == s.line[q] && s.line[p] != 0 {
		return false
	}
	return s.repeats || !s.met[p][q]
}

// waysOf lists the ways of a contestant, the cheapest first.
func (s *restSearch) waysOf(r, p int, out []restWay) []restWay {
	if s.room[r] > 0 {
		free := s.free[p*s.words : (p+1)*s.words]
		for q, open := range s.open[r] {
			if !open || q == p || !s.mayMeet(p, q) {
				continue
			}
			for w, other := range s.free[q*s.words : (q+1)*s.words] {
				both := free[w] & other & s.bits[r*s.words+w]
				for ; both != 0; both &= both - 1 {
					m := restMatch{p, q, w*64 + bits.TrailingZeros64(both)}
					out = append(out, restWay{m, s.priceOf(r, m)})
				}
			}
		}
	}
	if line := s.line[p]; s.quota[r][line] > 0 || s.extra[line] > 0 {
		m := restMatch{p, -1, -1}
		out = append(out, restWay{m, s.priceOf(r, m)})
	}
	slices.SortStableFunc(out, func(x, y restWay) int { return slices.Compare(x.price[:], y.price[:]) })
	return out
}

// priceOf is what one match more costs.
func (s *restSearch) priceOf(r int, m restMatch) (p restPrice) {
	if m.b < 0 {
		if s.quota[r][s.line[m.a]] == 0 {
			p[0]++
		}
		if s.sat[m.a] > 0 {
			p[2]++
		}
		if s.plan[r][m.a].with >= 0 {
			p[4] += 2
		}
		return p
	}
	if s.met[m.a][m.b] {
		p[1]++
	}
	if s.used[r][m.set] >= s.allow[r][m.set] {
		p[3]++
	}
	a, b := s.plan[r][m.a], s.plan[r][m.b]
	switch {
	case a.with == m.b && a.set == m.set:
	case a.with == m.b:
		p[4]++
	case a.set == m.set || b.set == m.set:
		p[4] += 2
	default:
		p[4] += 3
	}
	if s.home[m.a] && s.home[m.b] && a.with != m.b {
		p[4] += 4 // one of them has to leave its seat
	}
	return p
}

// take makes a match.
func (s *restSearch) take(r int, w restWay) {
	s.chosen[r] = append(s.chosen[r], w.restMatch)
	s.price = s.price.plus(w.price)
	s.open[r][w.a] = false
	s.count[r][s.line[w.a]]--
	if w.b < 0 {
		s.sat[w.a]++
		if line := s.line[w.a]; w.price[0] == 0 {
			s.quota[r][line]--
		} else {
			s.extra[line]--
		}
		return
	}
	s.open[r][w.b] = false
	s.count[r][s.line[w.b]]--
	s.room[r]--
	word, bit := w.set/64, uint64(1)<<(w.set%64)
	s.free[w.a*s.words+word] &^= bit
	s.free[w.b*s.words+word] &^= bit
	s.used[r][w.set]++
	s.left[r][w.set]--
	if s.left[r][w.set] == 0 {
		s.bits[r*s.words+word] &^= bit
	}
	s.met[w.a][w.b], s.met[w.b][w.a] = true, true
}

// back takes a match back.
func (s *restSearch) back(r int, w restWay) {
	s.chosen[r] = s.chosen[r][:len(s.chosen[r])-1]
	for i := range s.price {
		s.price[i] -= w.price[i]
	}
	s.open[r][w.a] = true
	s.count[r][s.line[w.a]]++
	if w.b < 0 {
		s.sat[w.a]--
		if line := s.line[w.a]; w.price[0] == 0 {
			s.quota[r][line]++
		} else {
			s.extra[line]++
		}
		return
	}
	s.open[r][w.b] = true
	s.count[r][s.line[w.b]]++
	s.room[r]++
	word, bit := w.set/64, uint64(1)<<(w.set%64)
	s.free[w.a*s.words+word] |= bit
	s.free[w.b*s.words+word] |= bit
	s.used[r][w.set]--
	s.left[r][w.set]++
	s.bits[r*s.words+word] |= bit
	if w.price[1] == 0 {
		s.met[w.a][w.b], s.met[w.b][w.a] = false, false
	}
}

// restStages are what a search gives up, one after the other: nothing, boards shared
// more than planned, then meetings again, and then a table that does not play, two of
// them, and so on. There is a plan already that costs so much.
func restStages(have restPrice, nodes int) []restLimits {
	have[1]++ // as many repeats will do: the rest may still be better
	var out []restLimits
	add := func(l restLimits) {
		l.bound, l.nodes = have, nodes/4
		if l.lost > 0 {
			l.nodes = nodes / 8
		}
		out = append(out, l)
	}
	for lost := 0; 2*lost <= have[0] && len(out) < 12; lost++ {
		if lost == 0 {
			add(restLimits{})
		}
		add(restLimits{lost: lost, share: true})
		if 2*lost < have[0] || have[1] > 1 {
			add(restLimits{lost: lost, share: true, repeats: true})
		}
	}
	return out
}

// cheapest gives each row of a table of costs a column of its own, so that the costs
// add up to the least. There are at least as many columns as rows.
func cheapest(cost [][]int) []int {
	rows := len(cost)
	if rows == 0 {
		return nil
	}
	columns := len(cost[0])
	const far = int(^uint(0) >> 2)
	// The Hungarian method: u and v are potentials, of is the row of a column.
	u, v := make([]int, rows+1), make([]int, columns+1)
	of, from := make([]int, columns+1), make([]int, columns+1)
	for row := 1; row <= rows; row++ {
		of[0] = row
		column := 0
		least := slices.Repeat([]int{far}, columns+1)
		done := make([]bool, columns+1)
		for of[column] != 0 {
			done[column] = true
			now, delta, next := of[column], far, 0
			for j := 1; j <= columns; j++ {
				if done[j] {
					continue
				}
				if d := cost[now-1][j-1] - u[now] - v[j]; d < least[j] {
					least[j], from[j] = d, column
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := range done {
				if done[j] {
					u[of[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			column = next
		}
		for column != 0 {
			of[column] = of[from[column]]
			column = from[column]
		}
	}
	out := make([]int, rows)
	for j := 1; j <= columns; j++ {
		if of[j] > 0 {
			out[of[j]-1] = j - 1
		}
	}
	return out
}

// sortRestMatches brings matches into an order that does not depend on the search.
func sortRestMatches(matches []restMatch) {
	slices.SortFunc(matches, func(x, y restMatch) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
}
