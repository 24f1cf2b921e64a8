package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// Rover seats one more pair on a line. It sits out until round first, and in each
// round from then on takes the place of another pair of the line, which sits out; the
// pair gets the next number of its line. It meets nobody twice, plays no board twice,
// and sends nobody out twice. That is how a late pair is taken in when all tables are
// full. Usually it begins in round 2.
//
// Where no such way exists, or in a large field none is found, one opponent is met
// again: so it is with complete Mitchells of 9, 15, 21 ... tables. A late start leaves out
// the first tables of the order, unless it spares that second meeting. The search takes
// the first order that there is, comparing table by table; where that takes too long,
// one with a simple pattern, or one found by trying tables in a changed order. It always
// gives the same order.
func (m *Movement) Rover(line bridge.Side, first int) (*Movement, error) {
	if err := m.roverAllowed(line); err != nil {
		return nil, err
	}
	if first < 2 || first > m.Rounds || m.playedFrom(first) {
		return nil, bridge.Errorf(bridge.Invalid, "movement.rover_from", "a rover from round %d on: want a round from 2 to %d, of which nothing was played", first, m.Rounds)
	}
	order, repeats := m.roverOrder(line, 2)
	if first > 2 {
		if order != nil {
			order = order[first-2:]
		}
		if order == nil || repeats > 0 {
			if later, n := m.roverOrder(line, first); order == nil || n < repeats {
				order = later
			}
		}
	}
	if order == nil {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.rover_none", "a rover finds no way through %d rounds at %d tables on which it meets %d opponent at most again; there may be one on the other line, from a later round on, or in a movement for a table more", m.Rounds, m.Tables, mostRepeats)
	}
	return m.RoverBy(line, append(make([]int, first-2), order...))
}

// mostRepeats are the opponents that a rover may meet again where it cannot be helped.
const mostRepeats = 1

// RoverBy seats one more pair by an order: the tables where it sits in, from round 2 on; 0
// is a round in which it sits out. An order that makes a pair play boards twice, or
// sit out twice, is refused; whom the rover meets again is for the audit to say.
func (m *Movement) RoverBy(line bridge.Side, order []int) (*Movement, error) {
	if err := m.roverAllowed(line); err != nil {
		return nil, err
	}
	if len(order) != m.Rounds-1 {
		return nil, bridge.Errorf(bridge.Invalid, "movement.rover_length", "the order of the rover has %d tables: want one for each round from 2 on, %d", len(order), m.Rounds-1)
	}
	out := m.Clone()
	rover := m.highest(line) + 1
	if m.Winners == 1 {
		rover = max(m.highest(bridge.NS), m.highest(bridge.EW)) + 1
	}
	s := m.roverStops(line)
	for i, t := range order {
		r := i + 2
		refuse := func(why string) error {
			return bridge.Errorf(bridge.NoSolution, "movement.rover_order", "rover, round %d, table %d: %s", r, t, why)
		}
		switch {
		case t == 0:
			continue
		case t < 1 || t > m.Tables:
			return nil, refuse("there is no such table")
		case !s.open(t, r) || m.At(t, r).Played:
			return nil, refuse("nobody is to play there")
		}
		stop := s.at(t, r)
		switch {
		case s.sent[stop.sent]:
			return nil, refuse("the pair there sits out twice")
		case s.sets[stop.set]:
			return nil, refuse("the boards there are known to the rover")
		}
		s.sent[stop.sent], s.sets[stop.set] = true, true
		slot := out.At(t, r)
		if (line == bridge.EW) != slot.Switched {
			slot.EW[0] = rover
		} else {
			slot.NS[0] = rover
		}
	}
	out.RoverOrder = slices.Clone(order)
	return out, nil
}

// roverAllowed refuses movements that a rover has no place in.
func (m *Movement) roverAllowed(line bridge.Side) error {
	switch {
	case m.Kind != Pairs:
		return bridge.Errorf(bridge.NoSolution, "movement.rover_kind", "a rover is a matter of pairs")
	case line != bridge.NS && line != bridge.EW:
		return bridge.Errorf(bridge.Invalid, "movement.rover_line", "a rover plays on one of the two lines: NS or EW")
	case m.Phantom != Contestant{}:
		return bridge.Errorf(bridge.NoSolution, "movement.rover_half", "contestant %s is missing: a pair more takes its place, no rover is needed", m.Phantom)
	case m.RoverOrder != nil:
		return bridge.Errorf(bridge.NoSolution, "movement.rover_twice", "there is a rover already: with two pairs more, take a movement for a table more")
	}
	return nil
}

// playedFrom says that something was played in a round or later.
func (m *Movement) playedFrom(round int) bool {
	return slices.ContainsFunc(m.Slots, func(s Slot) bool { return s.Round >= round && s.Played })
}

// stop is what a rover finds at a table: whom it sends out, whom it meets, which boards.
// Pairs are numbers of a list.
type stop struct{ sent, meets, set int }

// stops are all that a rover may find.
type stops struct {
	m    *Movement
	all  []stop // by table and round, as the slots
	sent []bool // pairs that sit out, by number in the list
	sets []bool // that the rover knows
}

// roverStops lists what there is on a line. A pair that sits out anyway is not to be
// sent out as well.
func (m *Movement) roverStops(line bridge.Side) *stops {
	index := map[Contestant]int{}
	for _, c := range m.Contestants() {
		index[c] = len(index)
	}
	s := &stops{m: m, all: make([]stop, len(m.Slots)), sent: make([]bool, len(index)), sets: make([]bool, m.Sets+1)}
	for i, slot := range m.Slots {
		if !m.Plays(slot) {
			continue
		}
		side := line
		if slot.Switched {
			side = line.Other()
		}
		s.all[i] = stop{
			sent:  index[m.Contestant(side, slot.Side(side)[0])],
			meets: index[m.Contestant(side.Other(), slot.Side(side.Other())[0])],
			set:   slot.Set,
		}
	}
	for _, out := range m.SitOuts() {
		s.sent[index[out.Contestant]] = true
	}
	return s
}

func (s *stops) at(t, r int) stop { return s.all[(t-1)*s.m.Rounds+r-1] }

// open says that somebody plays there, whom a rover may send out.
func (s *stops) open(t, r int) bool { return s.at(t, r).set > 0 }

// roverTries bounds one search for an order, in tables looked at.
const roverTries = 1 << 19

// roverShuffles bounds how often the order of the tables is changed for a new search.
const roverShuffles = 64

// roverOrder finds where a rover sits in, from a round on, and how many opponents it
// meets again. Nil: there is no such order, or none was found.
//
// A complete Mitchell of 9, 15, 21 ... tables is not even tried without a second meeting.
// There an order would be a solution of the queens' problem on a torus but for one
// queen, which its sums then give; and of a multiple of three there is no solution.
func (m *Movement) roverOrder(line bridge.Side, first int) (order []int, repeats int) {
	s := m.roverStops(line)
	least := 0
	if m.Family == "mitchell" && m.Rounds == m.Tables && m.Tables%6 == 3 && first == 2 {
		least = 1
	}
	for repeats := least; repeats <= mostRepeats; repeats++ {
		w := &walk{stops: s, first: first, repeats: repeats, met: make([]int, len(s.sent)), tables: upTo(m.Tables)}
		w.tries = roverTries
		if w.from(first) {
			return w.order, repeats
		}
		if w.tries > 0 {
			continue // all was tried
		}
		if w.pattern() {
			return w.order, repeats
		}
		random := seed.New(uint64(m.Tables))
		for range roverShuffles {
			random.Shuffle(m.Tables, func(i, j int) { w.tables[i], w.tables[j] = w.tables[j], w.tables[i] })
			w.tries = roverTries / roverShuffles
			if w.from(first) {
				return w.order, repeats
			}
		}
	}
	return nil, 0
}

// walk is a search for the order of a rover.
type walk struct {
	*stops
	first   int // round
	repeats int // that are left
	tries   int // that are left
	tables  []int
	met     []int
	order   []int
}

// enter sends the rover to a table, if it may go there.
func (w *walk) enter(t, r int) bool {
	if !w.open(t, r) {
		return false
	}
	at := w.at(t, r)
	if n := len(w.order); n > 0 && w.order[n-1] == t { // it would look like staying
		return false
	}
	if w.sent[at.sent] || w.sets[at.set] || w.met[at.meets] > 0 && w.repeats == 0 {
		return false
	}
	if w.met[at.meets] > 0 {
		w.repeats--
	}
	w.met[at.meets]++
	w.sent[at.sent], w.sets[at.set] = true, true
	w.order = append(w.order, t)
	return true
}

// leave takes the last table back.
func (w *walk) leave() {
	r := w.first + len(w.order) - 1
	at := w.at(w.order[len(w.order)-1], r)
	w.order = w.order[:len(w.order)-1]
	w.met[at.meets]--
	if w.met[at.meets] > 0 {
		w.repeats++
	}
	w.sent[at.sent], w.sets[at.set] = false, false
}

// from goes on from a round to the end, if there is a way.
func (w *walk) from(r int) bool {
	if r > w.m.Rounds {
		return true
	}
	for _, t := range w.tables {
		if w.tries == 0 {
			return false
		}
		w.tries--
		if !w.enter(t, r) {
			continue
		}
		if w.from(r + 1) {
			return true
		}
		w.leave()
	}
	return false
}

// pattern tries two rows of tables that take turns, each with the same step: 1 9 2 10 3 11,
// and 1 3 5 7 9 of a single row.
func (w *walk) pattern() bool {
	n := w.m.Tables
	for _, step := range []int{1, 2, 3, 4, -1, -2, -3, -4} {
		for a := 1; a <= n; a++ {
			for b := 1; b <= n; b++ {
				r := w.first
				for r <= w.m.Rounds {
					i := r - w.first
					if !w.enter(wrap([2]int{a, b}[i%2]+step*(i/2), n), r) {
						break
					}
					r++
				}
				if r > w.m.Rounds {
					return true
				}
				for len(w.order) > 0 {
					w.leave()
				}
			}
		}
	}
	return false
}
