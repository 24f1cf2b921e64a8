// Package movementtest finds what the package movement holds as data: starters,
// adders and switches, by searches that anybody can run again. Everything is counted
// in whole numbers from a seed, so that a search gives the same in every release.
package movementtest

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/internal/seed"
)

// Reduced is a three-quarter Howell that a search found.
//
// Its movers 0 … n-1 and its sets 0 … n-1 go around in the same circle, so that in
// set s the same couples meet as in set 0, moved by s: mover x+s instead of x. That
// is why the search looks at set 0 alone (offsets), and finds last in which round a
// table plays which set.
type Reduced struct {
	Tables, Rounds int
	SS             int      // squares of the competition, to be small
	Couples        [][2]int // offsets of movers that meet, North-South first
	Singles        []int    // offsets of the movers that meet a stationary pair
	Switched       []uint32 // of each stationary pair: the sets that it plays East-West
	Sets           []int    // that each table plays in round 1, couples first
	Half           bool     // the last stationary pair is missing
}

// walk is the state of a search.
type walk struct {
	n, tables int
	couples   int   // tables of two movers
	offset    []int // 2·couples of them, then the singles
	flip      []uint32
	side      []uint32 // of each contestant, movers first: sets that it plays East-West
	meet      []bool   // by difference of movers
	half      bool     // the last stationary pair is missing
	plays     []uint32 // of each contestant: sets that it plays; with a half table a mover misses one
}

// FindReduced looks for a three-quarter Howell, or with 2T-1 rounds for a complete one,
// with an even competition: late acceptance hill climbing (Burke and Bykov) over the
// offsets and the switches of the stationary pairs. With half a table the last
// stationary pair is missing. It gives nil where there is none.
func FindReduced(tables, rounds int, half bool, steps int, start uint64) *Reduced {
	w := &walk{n: rounds, tables: tables, couples: rounds - tables, half: half}
	random := seed.New(start)
	w.offset = make([]int, rounds)
	w.flip = make([]uint32, tables-w.couples)
	w.side, w.plays = make([]uint32, 2*tables), make([]uint32, 2*tables)
	w.meet = make([]bool, rounds)
	if !w.begin(random) {
		return nil
	}
	for i := range w.switches() {
		w.flip[i] = uint32(random.Next()) & (1<<rounds - 1)
	}
	w.sit()
	now := w.squares()
	best := now
	kept := w.clone()
	const late = 2000
	history := make([]int, late)
	for i := range history {
		history[i] = now
	}
	for step := range steps {
		next, undo := w.move(random, now)
		if next <= now || next <= history[step%late] {
			now = next
		} else {
			undo()
		}
		history[step%late] = min(history[step%late], now)
		if now < best {
			best, kept = now, w.clone()
		}
	}
	sets := kept.adder()
	out := &Reduced{Tables: tables, Rounds: rounds, Half: half, SS: best, Singles: kept.offset[2*w.couples:], Switched: kept.flip, Sets: sets}
	for i := range w.couples {
		out.Couples = append(out.Couples, [2]int{kept.offset[2*i], kept.offset[2*i+1]})
	}
	return out
}

func (w *walk) clone() *walk {
	out := *w
	out.offset, out.flip = slices.Clone(w.offset), slices.Clone(w.flip)
	return &out
}

// begin takes offsets at random until no two movers meet twice.
func (w *walk) begin(random *seed.Source) bool {
	for i := range w.offset {
		w.offset[i] = i
	}
	for range 1_000_000 {
		random.Shuffle(w.n, func(i, j int) { w.offset[i], w.offset[j] = w.offset[j], w.offset[i] })
		if w.differ() {
			return true
		}
	}
	return false
}

// differ says that the differences of the couples all differ, and notes them.
func (w *walk) differ() bool {
	clear(w.meet)
	for i := range w.couples {
		d := (w.offset[2*i] - w.offset[2*i+1] + w.n) % w.n
		if w.meet[d] || 2*d == w.n {
			return false
		}
		w.meet[d], w.meet[w.n-d] = true, true
	}
	return true
}

// sit seats everybody.
func (w *walk) sit() {
	clear(w.side)
	for i := range w.plays {
		w.plays[i] = 1<<w.n - 1
	}
	for i := range w.couples {
		x := w.offset[2*i+1]
		for s := range w.n {
			w.side[(x+s)%w.n] |= 1 << s
		}
	}
	for i, flip := range w.flip {
		w.side[w.n+i] = flip
		x := w.offset[2*w.couples+i]
		for s := range w.n {
			w.side[(x+s)%w.n] |= (^flip & (1 << s))
			if w.half && i == len(w.flip)-1 {
				w.plays[(x+s)%w.n] &^= 1 << s
			}
		}
	}
}

// field are the contestants that take part, movers first.
func (w *walk) field() int {
	if w.half {
		return 2*w.tables - 1
	}
	return 2 * w.tables
}

// compete is how much two contestants compete: the sets that both play in the same
// direction less those in opposite ones, and a table more for a set where they meet.
func (w *walk) compete(a, b int) int {
	both := w.plays[a] & w.plays[b]
	c := bits.OnesCount32(both) - 2*bits.OnesCount32((w.side[a]^w.side[b])&both)
	if a >= w.n && b >= w.n || a < w.n && b < w.n && !w.meet[(a-b+w.n)%w.n] {
		return c
	}
	if w.half {
		return c + w.tables - 1
	}
	return c + w.tables
}

// squares adds up the squares of the competition of all.
func (w *walk) squares() int {
	sum := 0
	for a := range w.field() {
		for b := range a {
			c := w.compete(a, b)
			sum += c * c
		}
	}
	return sum
}

// of adds up those of two contestants with everybody.
func (w *walk) of(a, b int) int {
	sum := 0
	for c := range w.field() {
		if c != a && c != b {
			x, y := w.compete(a, c), w.compete(b, c)
			sum += x*x + y*y
		}
	}
	x := w.compete(a, b)
	return sum + x*x
}

// switches are the stationary pairs that change sides: of a complete Howell the only
// one does not.
func (w *walk) switches() int {
	if len(w.flip) == 1 {
		return 0
	}
	return len(w.flip) - (2*w.tables - w.field())
}

// move changes one thing, and says what it makes of the squares and how to undo it.
func (w *walk) move(random *seed.Source, now int) (squares int, undo func()) {
	kind := random.Below(40)
	if w.switches() == 0 {
		kind %= 2
	}
	switch kind {
	case 0, 1:
		i, j := random.Below(w.n), random.Below(w.n)
		if kind == 1 && w.couples > 0 { // sides of a couple
			i = 2 * random.Below(w.couples)
			j = i + 1
		}
		swap := func() {
			w.offset[i], w.offset[j] = w.offset[j], w.offset[i]
			w.differ()
			w.sit()
		}
		w.offset[i], w.offset[j] = w.offset[j], w.offset[i]
		if !w.differ() {
			swap()
			return now, func() {}
		}
		w.sit()
		return w.squares(), swap
	default:
		i, s := random.Below(w.switches()), random.Below(w.n)
		a, b := w.n+i, (w.offset[2*w.couples+i]+s)%w.n
		turn := func() {
			w.flip[i] ^= 1 << s
			w.side[a] ^= 1 << s
			w.side[b] ^= 1 << s
		}
		before := w.of(a, b)
		turn()
		return now - before + w.of(a, b), turn
	}
}

// adder finds the sets of round 1, with no mover at two tables, and with as few sets
// as can be that two tables share.
func (w *walk) adder() []int {
	for shared := range w.tables {
		p := &placing{walk: w, shared: shared, sets: make([]int, w.tables), set: make([]int, w.n), mover: make([]bool, w.n)}
		if p.place(0) {
			return p.sets
		}
	}
	return nil
}

// placing is the search for the sets of round 1.
type placing struct {
	*walk
	shared int // sets that may be so
	nodes  int
	sets   []int
	set    []int // tables that play it
	mover  []bool
}

// place finds the sets of the tables from t on.
func (p *placing) place(t int) bool {
	if t == p.tables {
		return true
	}
	if p.nodes++; p.nodes > 1_000_000 {
		return false
	}
	movers := p.offset[p.couples+t:][:1]
	if t < p.couples {
		movers = p.offset[2*t:][:2]
	}
	last := p.n
	if t == 0 {
		last = 1 // the circle may begin anywhere
	}
	for s := range last {
		taken := p.set[s] > 1 || p.set[s] == 1 && p.shared == 0
		if p.half && t == p.tables-1 {
			taken = false // no boards are played there
		}
		if taken || slices.ContainsFunc(movers, func(x int) bool { return p.mover[(x+s)%p.n] }) {
			continue
		}
		p.put(movers, s, 1)
		p.sets[t] = s
		if p.place(t + 1) {
			return true
		}
		p.put(movers, s, -1)
	}
	return false
}

// put seats movers at a table with a set, or takes them away (-1).
func (p *placing) put(movers []int, s, by int) {
	for _, x := range movers {
		p.mover[(x+s)%p.n] = by > 0
	}
	if by > 0 {
		p.set[s]++
		p.shared -= p.set[s] / 2
		return
	}
	p.shared += p.set[s] / 2
	p.set[s]--
}

// String writes it as two columns of data: the first round by tables, in the order of
// their sets, and of each stationary pair, by tables, in which rounds it is switched. A
// pair that is missing has the last number.
func (r *Reduced) String() string {
	n := r.Rounds
	type row struct {
		ns, ew, set int
		turns       string // of a stationary pair
		missing     bool
	}
	stay := len(r.Switched)
	if r.Half {
		stay--
	}
	// If all sides are exchanged, nothing else changes: fewer switches are to be made.
	many := 0
	for _, sets := range r.Switched[:stay] {
		many += bits.OnesCount32(sets)
	}
	mirrored := 2*many > n*stay
	first := r.firstSet()
	var rows []row
	for t, s := range r.Sets {
		one := row{set: (s-first+n)%n + 1}
		if t < len(r.Couples) {
			one.ns, one.ew = (r.Couples[t][0]+s)%n+1, (r.Couples[t][1]+s)%n+1
			if mirrored {
				one.ns, one.ew = one.ew, one.ns
			}
			rows = append(rows, one)
			continue
		}
		i := t - len(r.Couples)
		one.ew, one.missing = (r.Singles[i]+s)%n+1, i == stay
		turns := []byte(strings.Repeat(".", n))
		for round := range n {
			if (r.Switched[i]>>((s+round)%n)&1 != 0) != mirrored && !one.missing {
				turns[round] = 'x'
			}
		}
		one.turns = string(turns)
		rows = append(rows, one)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return a.set - b.set })
	var cells, turns []string
	next := n
	for _, one := range rows {
		switch {
		case one.missing:
			one.ns = 2 * r.Tables
		case one.turns != "":
			next++
			one.ns = next
		}
		if one.turns != "" {
			turns = append(turns, one.turns)
		}
		cells = append(cells, fmt.Sprintf("%d-%d/%d", one.ns, one.ew, one.set))
	}
	return strings.Join(cells, " ") + "\t" + strings.Join(turns, " ")
}

// firstSet is the set to be counted as the first one, so that the longest row of sets
// that nobody plays in round 1 comes last.
func (r *Reduced) firstSet() int {
	sorted := slices.Sorted(slices.Values(r.Sets))
	first, gap := sorted[0], sorted[0]+r.Rounds-sorted[len(sorted)-1]
	for i, s := range sorted[1:] {
		if s-sorted[i] > gap {
			first, gap = s, s-sorted[i]
		}
	}
	return first
}
