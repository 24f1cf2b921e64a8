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
	twice   bool // somebody may sit out who has done so
	share   bool // sets may be at more tables than planned
	off     int  // so many deviations from the plan at most; 0: any number
	limit   int  // after so many steps it ends

	bound restPrice // a plan has to be cheaper
}

// restFound is the answer of a search.
type restFound struct {
	matches [][]restMatch // by round; nil: nothing found
	price   restPrice
	steps   int
	whole   bool // nothing was left out: there is nothing better within the limits, or nothing at all
}

// restLines are the lines that a line can meet.
const restLines = 3 // of one winner, North-South, East-West

// restSearch goes through all plans for a rest, branch by branch: first the contestant
// with the fewest ways to play, and of these first what was planned.
type restSearch struct {
	*rest
	restLimits
	words int // for a bit for each set
	crowd int // for a bit for each contestant

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
	ways   [][]restWay      // by depth, to be used again
	list   []int            // contestants to place in a round
	each   []int            // ways of a contestant in a round
	union  []uint64         // sets that can be played in a round
	reach  []uint64         // sets that a contestant can play in any round
	fresh  []uint64         // others that it can meet for the first time
	maySit []int            // rounds in which it need not
	must   []int            // rounds in which it has to play
	demand [][restLines]int // by set and line: who needs it
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
	s := &restSearch{rest: r, restLimits: l, words: (r.sets + 63) / 64, crowd: (r.n + 63) / 64}
	s.free = make([]uint64, r.n*s.words)
	s.union = make([]uint64, s.words)
	s.demand = make([][restLines]int, r.sets)
	s.each, s.must, s.maySit = make([]int, r.n), make([]int, r.n), make([]int, r.n)
	s.reach, s.fresh = make([]uint64, r.n*s.words), make([]uint64, r.n*s.crowd)
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
	s.best.steps = s.steps
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

// look is how many steps the first look at all rounds takes.
func (r *rest) look() int {
	steps := 0
	for _, here := range r.here {
		n := 0
		for _, is := range here {
			n += boolInt(is)
		}
		steps += n * n / 2
	}
	return steps
}

// deeper places one contestant more. It reports whether to go on.
func (s *restSearch) deeper(depth int) bool {
	if s.steps > s.limit {
		s.best.whole = false
		return false
	}
	if !s.price.less(s.best.price) {
		return true
	}
	round, c, ok := s.next()
	if !ok {
		return true
	}
	if c < 0 {
		s.best.matches, s.best.price = nil, s.price
		for _, matches := range s.chosen {
			s.best.matches = append(s.best.matches, slices.Clone(matches))
		}
		// What is found is now only to be made better; that may end sooner.
		s.limit = min(s.limit, s.steps+s.limit/4)
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
// reports false if there is no way on, or none that is cheaper than what was found.
func (s *restSearch) next() (round, c int, ok bool) {
	round, c = -1, -1
	fewest := 0
	clear(s.reach)
	clear(s.fresh)
	clear(s.must)
	clear(s.maySit)
	var short [restLines]int // contestants that have to sit out beyond the quota
	off := 0                 // halves of deviations from the plan that are sure to come
	for r := range s.rounds {
		if s.count[r] == [restLines]int{} {
			continue
		}
		s.look(r, &short)
		for p, open := range s.open[r] {
			if !open {
				continue
			}
			off += s.offPlan(r, p)
			n := s.each[p]
			if s.quota[r][s.line[p]] == 0 || !s.twice && s.sat[p]+s.maySit[p] > 0 {
				s.must[p]++
			} else {
				s.maySit[p]++
			}
			if s.canSit(r, p) {
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
	return round, c, s.hopeful(short, (off+1)/2) && s.enough()
}

// hopeful adds to the price what is sure to come, and says whether that can still be
// the best plan.
func (s *restSearch) hopeful(short [restLines]int, off int) bool {
	var lost [restLines]int
	again := 0
	for p, n := range s.must {
		if n > 0 {
			lost[s.line[p]] += max(0, n-ones(s.reach[p*s.words:(p+1)*s.words]))
			again += max(0, n-ones(s.fresh[p*s.crowd:(p+1)*s.crowd]))
		}
	}
	price := s.price
	spare := 0
	for line := range lost {
		lost[line] = max(lost[line], short[line])
		if lost[line] > s.extra[line] {
			return false
		}
		price[0] += lost[line]
		spare += s.extra[line]
	}
	if again -= spare; again > 0 {
		price[1] += (again + 1) / 2
	}
	price[4] += off
	return (s.repeats || again <= 0) && (s.off == 0 || price[4] <= s.off) && price.less(s.best.price)
}

// offPlan is how many halves of a deviation a contestant is sure to cost: with its
// opponent gone, two others share two at least; with its set gone, the two share one.
func (s *restSearch) offPlan(r, p int) int {
	plan := s.plan[r][p]
	q := plan.with
	switch {
	case q < 0:
		return 0
	case !s.open[r][q] || !s.mayMeet(p, q):
		return 2
	}
	w, bit := plan.set/64, uint64(1)<<(plan.set%64)
	if s.free[p*s.words+w]&s.free[q*s.words+w]&s.bits[r*s.words+w]&bit == 0 {
		return 1
	}
	return 0
}

// enough says that there are tables for all who need a set: those that cannot do
// without any set that they can still play.
func (s *restSearch) enough() bool {
	clear(s.demand)
	for p, n := range s.must {
		reach := s.reach[p*s.words : (p+1)*s.words]
		if n == 0 || n < ones(reach) || s.extra[s.line[p]] > 0 {
			continue
		}
		for w, sets := range reach {
			for ; sets != 0; sets &= sets - 1 {
				s.demand[w*64+bits.TrailingZeros64(sets)][s.line[p]]++
			}
		}
	}
	for set, d := range s.demand {
		if d == [restLines]int{} {
			continue
		}
		for r := range s.rounds {
			if s.room[r] > 0 {
				n := s.left[r][set]
				d[0], d[1], d[2] = d[0]-2*n, d[1]-n, d[2]-n
			}
		}
		if max(d[0], d[1], d[2]) > 0 {
			return false
		}
	}
	return true
}

// ones counts bits.
func ones(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// look counts the ways of all who are to be placed in a round, and adds to those who
// have to sit out, as there are not enough sets or tables.
func (s *restSearch) look(r int, short *[restLines]int) {
	clear(s.each)
	clear(s.union)
	open := s.open[r]
	left := s.bits[r*s.words : (r+1)*s.words]
	s.list = s.list[:0]
	if s.room[r] > 0 {
		for p, is := range open {
			if is {
				s.list = append(s.list, p)
			}
		}
	}
	for i, p := range s.list {
		s.steps += len(s.list) - i
		for _, q := range s.list[i+1:] {
			if s.mayMeet(p, q) {
				s.lookAt(p, q, left)
			}
		}
	}
	tables := 0
	for w, both := range s.union {
		for ; both != 0; both &= both - 1 {
			tables += s.left[r][w*64+bits.TrailingZeros64(both)]
		}
	}
	tables = min(tables, s.room[r])
	count, quota := s.count[r], s.quota[r]
	play := max(0, count[0]-quota[0])
	short[0] += max(play-2*tables, play%2*boolInt(quota[0] == 0))
	short[1] += max(0, count[1]-quota[1]-tables)
	short[2] += max(0, count[2]-quota[2]-tables)
}

// lookAt counts the ways of two contestants to play each other.
func (s *restSearch) lookAt(p, q int, left []uint64) {
	a, b := p*s.words, q*s.words
	n := 0
	for w, sets := range left {
		both := s.free[a+w] & s.free[b+w] & sets
		if both == 0 {
			continue
		}
		s.union[w] |= both
		s.reach[a+w] |= both
		s.reach[b+w] |= both
		n += bits.OnesCount64(both)
	}
	if n > 0 && !s.met[p][q] {
		s.fresh[p*s.crowd+q/64] |= 1 << (q % 64)
		s.fresh[q*s.crowd+p/64] |= 1 << (p % 64)
	}
	s.each[p] += n
	s.each[q] += n
}

func (s *restSearch) mayMeet(p, q int) bool {
	if s.line[p] == s.line[q] && s.line[p] != 0 {
		return false
	}
	return s.repeats || !s.met[p][q]
}

// canSit says that a contestant may sit out.
func (s *restSearch) canSit(r, p int) bool {
	line := s.line[p]
	return (s.twice || s.sat[p] == 0) && (s.quota[r][line] > 0 || s.extra[line] > 0)
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
	if s.canSit(r, p) {
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

// nearer looks for a plan that is no worse than the one that was found and deviates
// less: at first hardly at all, then some more.
func (r *rest) nearer(l restLimits, got restFound, steps int) restFound {
	l.bound = got.price
	for l.off = 1; l.off < got.price[4]; l.off += 1 + l.off/4 {
		l.limit = steps / 10
		near := r.solve(l)
		got.steps += near.steps
		if near.matches != nil {
			near.steps, near.whole = got.steps, got.whole
			return near
		}
	}
	return got
}

// mostRestLost is how many tables a search gives up at most.
const mostRestLost = 4

// restStages are what a search gives up, one after the other: nothing, boards shared
// more than planned, a second sit-out, meetings again, and then a table that does not
// play, two of them, and so on. There is a plan already that costs so much.
func restStages(have restPrice, steps int) []restLimits {
	have[1]++ // as many repeats will do: the rest may still be better
	out := []restLimits{{}, {share: true}, {twice: true}, {twice: true, share: true}}
	if have[0] > 0 || have[1] > 1 {
		out = append(out, restLimits{twice: true, share: true, repeats: true})
	}
	for lost := 1; 2*lost <= have[0] && lost <= mostRestLost; lost++ {
		out = append(out, restLimits{lost: lost, twice: true, share: true})
		if 2*lost < have[0] || have[1] > 1 {
			out = append(out, restLimits{lost: lost, twice: true, share: true, repeats: true})
		}
	}
	for i := range out {
		out[i].bound, out[i].limit = have, steps/4
		if out[i].lost > 0 {
			out[i].limit = steps / 10
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
