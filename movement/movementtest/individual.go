package movementtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/internal/seed"
)

// Cyclic is a first round of an individual movement that goes around a circle: in each
// round the numbers up to Modulus and the sets go up by one.
type Cyclic struct {
	Players, Modulus int
	Seats            [][4]int // of each table North, South, East, West: 0 … Modulus-1 move, Modulus stays
	Sets             []int
	Uneven           int // how far partners and opponents are from even; 0: perfect
	Shared           int // sets that lie at two tables
	SS               int // squares of the competition, where everybody plays each set
}

// individual is the state of the search.
type individual struct {
	players, n, tables int
	seat               []int // four of each table, then those who sit out
	partner, opponent  []int // how often a difference occurs
}

// FindIndividual looks for a first round in which partners and opponents are spread
// as evenly as can be: partners once at most, opponents twice. Of a number of players
// that can be divided by four one stays, else all move, and the rest sits out.
func FindIndividual(players, steps int, start uint64) *Cyclic {
	random := seed.New(start)
	w := &individual{players: players, n: players, tables: players / 4}
	if players%4 == 0 {
		w.n--
	}
	w.seat = make([]int, players)
	for i := range w.seat {
		w.seat[i] = i
	}
	w.partner, w.opponent = make([]int, w.n), make([]int, w.n)
	random.Shuffle(players, func(i, j int) { w.seat[i], w.seat[j] = w.seat[j], w.seat[i] })
	now := w.uneven()
	const late = 6000
	history := make([]int, late)
	for i := range history {
		history[i] = now
	}
	best, kept := now, slices.Clone(w.seat)
	least := w.least()
	for step := range steps {
		if best == least {
			break
		}
		i, j := random.Below(players), random.Below(players)
		w.seat[i], w.seat[j] = w.seat[j], w.seat[i]
		if next := w.uneven(); next <= now || next <= history[step%late] {
			now = next
		} else {
			w.seat[i], w.seat[j] = w.seat[j], w.seat[i]
		}
		history[step%late] = min(history[step%late], now)
		if now < best {
			best, kept = now, slices.Clone(w.seat)
		}
	}
	w.seat = kept
	out := &Cyclic{Players: players, Modulus: w.n, Uneven: best - least}
	for shared := 0; shared < w.tables && out.Sets == nil; shared++ {
		out.Shared = shared
		out.Sets = w.sets(shared)
	}
	if out.Sets == nil { // all tables the same
		out.Sets = make([]int, w.tables)
	}
	for t := range w.tables {
		out.Seats = append(out.Seats, [4]int(w.seat[4*t:4*t+4]))
	}
	out.orient()
	return out
}

// uneven measures how the differences are spread: partners weigh four times.
func (w *individual) uneven() int {
	clear(w.partner)
	clear(w.opponent)
	count := func(list []int, a, b int) {
		if a < w.n && b < w.n {
			list[(a-b+w.n)%w.n]++
			list[(b-a+w.n)%w.n]++
		}
	}
	for t := range w.tables {
		s := w.seat[4*t : 4*t+4]
		count(w.partner, s[0], s[1])
		count(w.partner, s[2], s[3])
		for _, a := range s[:2] {
			for _, b := range s[2:] {
				count(w.opponent, a, b)
			}
		}
	}
	sum := 0
	for d := 1; d < w.n; d++ {
		p, o := w.partner[d], w.opponent[d]
		sum += 4*p*p + (o-2)*(o-2)
	}
	for _, x := range w.seat[4*w.tables:] {
		if x == w.n {
			sum += 1000 // who does not move must play
		}
	}
	return sum
}

// least is what uneven gives for a perfect first round: partners once at most, and
// opponents twice but where there are too few.
func (w *individual) least() int {
	partners, opponents := 4*w.tables, 8*w.tables // both ways
	if w.n < w.players {
		partners -= 2
		opponents -= 4
	}
	return 4*partners + max(0, 2*(w.n-1)-opponents)
}

// sets finds the sets of round 1 so that nobody plays a set twice: the numbers less
// the sets must all differ.
func (w *individual) sets(shared int) []int {
	sets := make([]int, w.tables)
	users, used := make([]int, w.n), make([]bool, w.n)
	nodes := 0
	var place func(t, shared int) bool
	place = func(t, shared int) bool {
		if t == w.tables {
			return true
		}
		for s := range w.n {
			if nodes++; nodes > 200_000 || t == 0 && s > 0 {
				return false
			}
			if users[s] > 1 || users[s] == 1 && shared == 0 {
				continue
			}
			var mine []int
			free := true
			for _, x := range w.seat[4*t : 4*t+4] {
				if x < w.n {
					x = (x - s + w.n) % w.n
					free = free && !used[x]
					mine = append(mine, x)
				}
			}
			if !free {
				continue
			}
			for _, x := range mine {
				used[x] = true
			}
			users[s]++
			sets[t] = s
			if place(t+1, shared-users[s]/2) {
				return true
			}
			users[s]--
			for _, x := range mine {
				used[x] = false
			}
		}
		return false
	}
	if !place(0, shared) {
		return nil
	}
	return sets
}

// orient turns tables by 90 degrees where that makes the competition more even.
func (c *Cyclic) orient() {
	tables := len(c.Seats)
	best := 0
	for turn := range 1 << (tables - 1) {
		if ss := c.squares(turn); turn == 0 || ss < c.SS {
			best, c.SS = turn, ss
		}
	}
	for t := range c.Seats {
		if s := &c.Seats[t]; best>>t&1 != 0 {
			s[0], s[1], s[2], s[3] = s[2], s[3], s[0], s[1]
		}
	}
}

// squares adds up the squares of the competition of a moving player with the others,
// tables turned as the bits of turn say.
func (c *Cyclic) squares(turn int) int {
	n, tables := c.Modulus, len(c.Seats)
	direction := make([]int, n) // of the player so far ahead of the set
	each := make([]int, n)      // competition by difference
	fixed, fixedDirection := 0, 0
	for t, seats := range c.Seats {
		d := 1
		if turn>>t&1 != 0 {
			d = -1
		}
		for i, x := range seats {
			side := d * (1 - i/2*2)
			if x == n {
				fixedDirection = side
				continue
			}
			direction[(x-c.Sets[t]+n)%n] = side
			for j, y := range seats {
				if y == n || i == j {
					continue
				}
				if i/2 == j/2 {
					each[(x-y+n)%n] -= tables
				} else {
					each[(x-y+n)%n] += tables
				}
			}
		}
	}
	sum := 0
	for d := 1; d < n; d++ {
		for x := range n {
			each[d] += direction[x] * direction[(x+d)%n]
		}
		sum += each[d] * each[d]
	}
	if fixedDirection != 0 {
		for _, d := range direction {
			fixed += d * fixedDirection
		}
		fixed += 2*tables - tables // twice an opponent, once a partner
		sum += 2 * fixed * fixed
	}
	return sum
}

// String writes the first round: "1-6 11-16/1, …", the lowest set first.
func (c *Cyclic) String() string {
	order := make([]int, len(c.Sets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return c.Sets[a] - c.Sets[b] })
	var cells []string
	for _, t := range order {
		s := c.Seats[t]
		cells = append(cells, fmt.Sprintf("%d-%d %d-%d/%d", s[0]+1, s[1]+1, s[2]+1, s[3]+1, c.Sets[t]+1))
	}
	return strings.Join(cells, ", ")
}
