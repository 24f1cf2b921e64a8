package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// Cell is a table in a round, as in a grid.
type Cell struct{ Table, Round int }

// OneWinner is a movement of pairs with one field: North-South n keeps its number, and
// East-West n gets the highest number of North-South + n, of a pair that is missing too.
// Nobody is switched by that; without an arrow switch the two lines hardly compete.
func (m *Movement) OneWinner() *Movement {
	out := m.Clone()
	if m.Winners == 1 {
		return out
	}
	out.Winners = 1
	last := m.highest(bridge.NS)
	for i := range out.Slots {
		s := &out.Slots[i]
		side := &s.EW
		if s.Switched {
			side = &s.NS
		}
		if side[0] > 0 {
			side[0] += last
		}
	}
	if c := m.Phantom; c.Line == bridge.EW {
		out.Phantom = Contestant{Number: last + c.Number}
	} else {
		out.Phantom.Line = 0
	}
	return out
}

// turn exchanges the sides of a table in a round. Who moves does not change.
func turn(s *Slot) {
	s.NS, s.EW = s.EW, s.NS
	s.Switched = !s.Switched
}

// Switch is the movement with the sides exchanged at some tables in some rounds, and
// with one winner. Where they are exchanged already they are turned back.
func (m *Movement) Switch(places ...Cell) (*Movement, error) {
	if m.Kind != Pairs {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.switch_kind", "an arrow switch is a matter of pairs")
	}
	out := m.OneWinner()
	for _, p := range places {
		if p.Table < 1 || p.Table > m.Tables || p.Round < 1 || p.Round > m.Rounds {
			return nil, bridge.Errorf(bridge.NotFound, "movement.switch_place", "arrow switch at table %d in round %d: there are %d tables and %d rounds", p.Table, p.Round, m.Tables, m.Rounds)
		}
		s := out.At(p.Table, p.Round)
		if s.Played {
			return nil, bridge.Errorf(bridge.Conflict, "movement.switch_played", "table %d, round %d: it is played and is not changed any more", p.Table, p.Round)
		}
		if !s.Empty() {
			turn(s)
		}
	}
	return out, nil
}

// Pivots are the tables where a pair of a moving line sits on the other one for a
// round: the last table of a hesitation, and table 2 of a double one as well. They are
// left out of an arrow switch.
func (m *Movement) Pivots() []int {
	type on struct {
		table bridge.Side
		who   Contestant
	}
	seen := map[on]bool{}
	each := func(do func(s *Slot, side bridge.Side, c Contestant)) {
		for i := range m.Slots {
			s := &m.Slots[i]
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				known := side
				if s.Switched {
					known = side.Other()
				}
				if n := s.Side(side)[0]; n > 0 {
					do(s, known, m.Contestant(side, n))
				}
			}
		}
	}
	if m.Winners == 2 {
		return nil
	}
	each(func(_ *Slot, side bridge.Side, c Contestant) { seen[on{side, c}] = true })
	var out []int
	each(func(s *Slot, side bridge.Side, c Contestant) {
		if side == bridge.NS && seen[on{bridge.EW, c}] && !slices.Contains(out, s.Table) {
			out = append(out, s.Table)
		}
	})
	slices.Sort(out)
	return out
}

// hasLines says that most tables have a North-South line and an East-West line of their
// own: hesitations have, at all tables but one or two. In a Howell nearly all pairs sit
// in both directions by turns, and there is nothing to exchange.
func (m *Movement) hasLines() bool { return 2*len(m.OneWinner().Pivots()) < m.Tables }

// SwitchLast is the movement with the last k rounds arrow-switched, at all tables but
// the pivots, and with one winner. A Howell has no lines, and is refused: its first
// rounds are made so that the pairs compete evenly. Single tables can be turned
// ([Movement.Switch], [Movement.SmoothSwitch]).
func (m *Movement) SwitchLast(k int) (*Movement, error) {
	if k < 0 || k > m.Rounds {
		return nil, bridge.Errorf(bridge.Invalid, "movement.switch_rounds", "arrow switch in the last %d rounds: want 0 to %d", k, m.Rounds)
	}
	if k > 0 && m.Kind == Pairs && !m.hasLines() {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.switch_lines", "an arrow switch of the last rounds: in this movement the pairs sit North-South and East-West by turns, and there are no lines to switch; smooth turns single tables")
	}
	return m.Switch(m.lastPlaces(k)...)
}

// lastPlaces are the tables but the pivots, in the last rounds.
func (m *Movement) lastPlaces(k int) []Cell {
	pivots := m.Pivots()
	var places []Cell
	for r := m.Rounds - k + 1; r <= m.Rounds; r++ {
		for t := 1; t <= m.Tables; t++ {
			if !slices.Contains(pivots, t) {
				places = append(places, Cell{t, r})
			}
		}
	}
	return places
}

// BestSwitch is the movement with as many of the last rounds arrow-switched as give the
// best balance, and how many they are: 0, where there are no lines to switch. Of those
// that balance alike it takes the fewest. More than half of the rounds, and rounds in which something was played, are
// not switched.
func (m *Movement) BestSwitch() (best *Movement, k int, err error) {
	one, err := m.Switch()
	if err != nil {
		return nil, 0, err
	}
	g := newRivals(one)
	seat := make(map[Cell]int, len(g.seats))
	for i, s := range g.seats {
		slot := one.Slots[s.slot]
		seat[Cell{slot.Table, slot.Round}] = i
	}
	pivots, least := one.Pivots(), g.squares
	if !one.hasLines() {
		return one, 0, nil
	}
	for n := 1; n <= (m.Rounds+1)/2 && !m.playedFrom(m.Rounds-n+1); n++ {
		for t := 1; t <= m.Tables; t++ {
			if i, plays := seat[Cell{t, m.Rounds - n + 1}]; plays && !slices.Contains(pivots, t) {
				g.turn(i)
			}
		}
		if g.squares < least {
			least, k = g.squares, n
		}
	}
	best, err = m.SwitchLast(k)
	return best, k, err
}

// SmoothSwitch is the movement with arrow switches in the last rounds, and at single
// tables where that makes the balance better: from each number of last rounds up to
// three, it turns the one table that helps most, as long as one does, but no more than
// some hundred. A half table
// makes whole rounds uneven; turning some ten tables mends most of it.
func (m *Movement) SmoothSwitch() (*Movement, error) {
	if _, err := m.SwitchLast(0); err != nil {
		return nil, err
	}
	var best *Movement
	least, most, pivots := 0, min(3, m.Rounds), m.OneWinner().Pivots()
	if !m.hasLines() {
		most, pivots = 0, nil
	}
	for k := 0; k <= most && !m.playedFrom(m.Rounds-k+1); k++ {
		x, err := m.SwitchLast(k)
		if err != nil {
			return nil, err
		}
		g := newRivals(x)
		free := make([]bool, len(g.seats))
		for i, s := range g.seats {
			slot := x.Slots[s.slot]
			free[i] = !slot.Played && !slices.Contains(pivots, slot.Table)
		}
		for _, i := range g.smooth(free) {
			turn(&x.Slots[g.seats[i].slot])
		}
		if best == nil || g.squares < least {
			best, least = x, g.squares
		}
	}
	return best, nil
}

// TuneSwitch turns single tables in single rounds, as long as that makes the balance
// better, and gives the best movement that it met, with one winner. What was played
// stays as it is. Each turn that is looked at counts against the budget; with the same
// budget the same movement comes out, and a larger one is never worse.
//
// The competition of all couples adds up to the same however the tables are turned, so
// the balance is best where its squares add up to the least.
func (m *Movement) TuneSwitch(budget int) (*Movement, error) {
	out, err := m.Switch()
	if err != nil {
		return nil, err
	}
	g := newRivals(out)
	var free []int // tables of the search
	for i, s := range g.seats {
		if slot := out.Slots[s.slot]; !slot.Played && len(g.sets[slot.Set]) > 1 {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return out, nil
	}
	turned := make([]bool, len(g.seats))
	best, least := slices.Clone(turned), g.squares
	flip := func(i int) {
		g.turn(i)
		turned[i] = !turned[i]
	}
	random := seed.New(uint64(len(free)))
	for budget > 0 {
		// Turn what is better turned, until nothing is.
		for better := true; better && budget > 0; {
			better = false
			for _, i := range free {
				if budget--; budget < 0 {
					break
				}
				before := g.squares
				flip(i)
				if g.squares < before {
					better = true
				} else {
					flip(i)
				}
			}
		}
		if g.squares < least {
			least = g.squares
			copy(best, turned)
		}
		// Begin again near the best.
		for i := range turned {
			if turned[i] != best[i] {
				flip(i)
			}
		}
		for range 2 + random.Below(3) {
			flip(free[random.Below(len(free))])
		}
	}
	for i, is := range best {
		if is {
			turn(&out.Slots[g.seats[i].slot])
		}
	}
	return out, nil
}

// rivals are who competes with whom, kept up to date while tables are turned.
type rivals struct {
	n       int
	each    []int // n·i + j, both ways
	squares int   // over all couples
	seats   []rivalSeats
	sets    [][]int // of seats
	set     []int   // of each of the seats
}

// rivalSeats are the two pairs of a table that plays.
type rivalSeats struct{ slot, ns, ew int }

func newRivals(m *Movement) *rivals {
	index := map[Contestant]int{}
	for _, c := range m.Contestants() {
		index[c] = len(index)
	}
	g := &rivals{n: len(index), each: make([]int, len(index)*len(index)), sets: make([][]int, m.Sets+1)}
	for i, s := range m.Slots {
		if m.Plays(s) {
			g.sets[s.Set] = append(g.sets[s.Set], len(g.seats))
			g.set = append(g.set, s.Set)
			g.seats = append(g.seats, rivalSeats{i, index[m.Contestant(bridge.NS, s.NS[0])], index[m.Contestant(bridge.EW, s.EW[0])]})
		}
	}
	for i, a := range g.seats {
		others := g.sets[g.set[i]]
		g.add(a.ns, a.ew, len(others)-1)
		for _, j := range others {
			if b := g.seats[j]; j < i {
				g.add(a.ns, b.ns, 1)
				g.add(a.ew, b.ew, 1)
				g.add(a.ns, b.ew, -1)
				g.add(a.ew, b.ns, -1)
			}
		}
	}
	return g
}

// add lets two pairs compete more. A pair may meet itself over two tables in a movement
// that is not sound; that is no competition.
func (g *rivals) add(i, j, by int) {
	if i == j {
		return
	}
	was := g.each[g.n*i+j]
	g.squares += by * (2*was + by)
	g.each[g.n*i+j] += by
	g.each[g.n*j+i] += by
}

// mostSmooth bounds one search: how often it looks at two tables that play the same
// boards. It comes to its end but in large halls, where it stops after some hundred
// turns.
const mostSmooth = 40_000_000

// smooth turns the one table that helps most, of those that are free, as long as one
// does, and lists them. What each turn would change is kept, as one turn changes little
// of it.
func (g *rivals) smooth(free []bool) (turned []int) {
	change := make([]int, len(g.seats))
	for i := range g.seats {
		for _, j := range g.sets[g.set[i]] {
			if j < i {
				n := g.change(i, j)
				change[i] += n
				change[j] += n
			}
		}
	}
	holds := make([][]int, g.n) // by contestant: its seats
	for i, s := range g.seats {
		holds[s.ns] = append(holds[s.ns], i)
		if s.ew != s.ns {
			holds[s.ew] = append(holds[s.ew], i)
		}
	}
	touched := make([]bool, len(g.seats))
	for left := mostSmooth; left > 0; {
		at := -1
		for i, n := range change {
			if free[i] && n < 0 && (at < 0 || n < change[at]) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		// What changes has one of the two at one table.
		list := slices.Concat(holds[g.seats[at].ns], holds[g.seats[at].ew])
		slices.Sort(list)
		list = slices.Compact(list)
		for _, i := range list {
			touched[i] = true
		}
		again := func(by int) {
			for _, i := range list {
				all := g.sets[g.set[i]]
				left -= len(all)
				for _, j := range all {
					if j == i || touched[j] && j > i {
						continue
					}
					n := by * g.change(i, j)
					change[i] += n
					change[j] += n
				}
			}
		}
		before := g.squares
		again(-1)
		g.turn(at)
		again(1)
		for _, i := range list {
			touched[i] = false
		}
		if g.squares >= before { // an unsound movement, where pairs meet themselves
			g.turn(at)
			break
		}
		turned = append(turned, at)
	}
	return turned
}

// change is what it adds to the squares to turn one of two tables that play the same
// boards against the other, if four pairs sit there.
func (g *rivals) change(i, j int) int {
	a, b := g.seats[i], g.seats[j]
	ns, ew := g.each[g.n*a.ns:g.n*(a.ns+1)], g.each[g.n*a.ew:g.n*(a.ew+1)]
	return 16 + 4*(ns[b.ew]-ns[b.ns]+ew[b.ns]-ew[b.ew])
}

// turn exchanges the sides of a table.
func (g *rivals) turn(i int) {
	a := g.seats[i]
	for _, j := range g.sets[g.set[i]] {
		if j == i {
			continue
		}
		b := g.seats[j]
		g.add(a.ns, b.ns, -2)
		g.add(a.ew, b.ew, -2)
		g.add(a.ns, b.ew, 2)
		g.add(a.ew, b.ns, 2)
	}
	g.seats[i].ns, g.seats[i].ew = a.ew, a.ns
}
