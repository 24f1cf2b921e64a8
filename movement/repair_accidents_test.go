package movement_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/movement"
)

// around counts in a circle: 1 … n.
func around(x, n int) int { return ((x-1)%n+n)%n + 1 }

// mitchellLike is a Mitchell with so many rounds. After round skip East-West skip a
// table; with relay, the boards of table 1 are shared with the last one. If one, there
// is one winner, and the last round is switched.
func mitchellLike(tables, rounds, skip int, relay, one bool) *movement.Movement {
	winners := 2
	if one {
		winners = 1
	}
	m := movement.New("mitchell", movement.Pairs, winners, tables, rounds, tables)
	for t := 1; t <= tables; t++ {
		for r := 1; r <= rounds; r++ {
			back, station := r-1, t
			if skip > 0 && r > skip {
				back++
			}
			if relay && t > tables/2 {
				station = around(t+1, tables)
			}
			ew := around(t-back, tables)
			if !one {
				m.Seat(t, r, t, ew, around(station+r-1, tables))
				continue
			}
			m.Seat(t, r, t, tables+ew, around(station+r-1, tables))
			if s := m.At(t, r); r == rounds {
				s.NS, s.EW, s.Switched = s.EW, s.NS, true
			}
		}
	}
	return m
}

// howellStarters are first rounds: the pairs of table 1, their set, and so on.
var howellStarters = map[int][][3]int{
	4: {{8, 1, 1}, {4, 5, 2}, {7, 2, 3}, {3, 6, 5}},
	5: {{3, 7, 1}, {2, 5, 2}, {10, 1, 3}, {8, 9, 4}, {4, 6, 5}},
	6: {{2, 9, 1}, {12, 1, 2}, {7, 6, 3}, {4, 10, 4}, {8, 11, 6}, {3, 5, 7}},
	7: {{3, 5, 1}, {9, 13, 2}, {6, 11, 3}, {14, 1, 4}, {4, 10, 5}, {2, 12, 6}, {7, 8, 7}},
	8: {{13, 9, 1}, {16, 1, 2}, {7, 10, 3}, {6, 4, 6}, {8, 3, 7}, {11, 2, 8}, {14, 15, 9}, {5, 12, 10}},
	9: {{10, 16, 1}, {6, 3, 2}, {15, 11, 3}, {9, 4, 4}, {18, 1, 5}, {17, 8, 6}, {13, 14, 7}, {7, 5, 8}, {12, 2, 9}},
}

// howellOf is a Howell with so many of its rounds.
func howellOf(tables, rounds int) *movement.Movement {
	n := 2*tables - 1
	m := movement.New("howell", movement.Pairs, 1, tables, rounds, n)
	on := func(p, r int) int {
		if p > n {
			return p
		}
		return around(p+r-1, n)
	}
	for t, start := range howellStarters[tables] {
		for r := 1; r <= rounds; r++ {
			m.Seat(t+1, r, on(start[0], r), on(start[1], r), around(start[2]+r-1, n))
		}
	}
	return m
}

// grounds are the movements of 5 to 9 tables that accidents happen to.
func grounds() []*movement.Movement {
	var out []*movement.Movement
	for _, t := range []int{5, 7, 9} {
		out = append(out, mitchellLike(t, t, 0, false, false), mitchellLike(t, t, 0, false, true), mitchellLike(t, t-1, 0, false, false))
	}
	for _, t := range []int{6, 8} {
		out = append(out, mitchellLike(t, t-1, t/2, false, false), mitchellLike(t, t-1, t/2, false, true), mitchellLike(t, t, 0, true, false))
	}
	for t := 5; t <= 9; t++ {
		out = append(out, howellOf(t, 2*t-1), howellOf(t, min(2*t-1, 9)))
	}
	return out
}

// TestGrounds: what the accidents happen to is sound.
func TestGrounds(t *testing.T) {
	for _, m := range grounds() {
		if a := m.Audit(); !a.Sound() || a.Repeats > 0 {
			t.Errorf("%s, %d tables, %d rounds: %+v", m.Family, m.Tables, m.Rounds, a.Findings)
		}
	}
}

// accident is something that happened in a hall, and what is asked then.
type accident struct {
	name string
	m    *movement.Movement
	ask  movement.Accident
}

func (a accident) String() string {
	return fmt.Sprintf("%s, %s, %d winners, %d tables, %d rounds, %+v", a.name, a.m.Family, a.m.Winners, a.m.Tables, a.m.Rounds, a.ask)
}

// newcomer is the next free number of a line, where there are two.
func newcomer(m *movement.Movement, line bridge.Side, more int) movement.Contestant {
	c := movement.Contestant{Line: line}
	if m.Winners == 1 {
		c.Line = 0
	}
	for _, d := range m.Contestants() {
		if d.Line == c.Line {
			c.Number = max(c.Number, d.Number)
		}
	}
	c.Number += 1 + more
	return c
}

// happens makes an accident from a seed; the last rounds of the movement, so many, are
// still to be played.
func happens(n uint64, left int) accident {
	s := seed.New(n)
	all := grounds()
	m := all[s.Below(len(all))]
	first := max(2, m.Rounds-left+1)
	a := accident{m: m, ask: movement.Accident{Round: first, Copies: 1}}
	if s.Below(2) == 0 || m.Audit().Copies > 1 {
		a.ask.Copies = 2
	}
	q := 1 + s.Below(first-1) // a round that was played
	t := 1 + s.Below(m.Tables)
	u := around(t+1+s.Below(m.Tables-1), m.Tables)
	side := bridge.Side(1 + s.Below(2))
	late := func(line bridge.Side, more int) {
		a.ask.Late = append(a.ask.Late, movement.Late{Contestant: newcomer(m, line, more), Round: first})
	}
	swap := func(r int) {
		x, y := m.At(t, r), m.At(u, r)
		if side == bridge.NS {
			x.NS, y.NS = y.NS, x.NS
		} else {
			x.EW, y.EW = y.EW, x.EW
		}
	}
	shift := func(r int, by int) {
		old := m.Clone()
		for t := 1; t <= m.Tables; t++ {
			m.At(t, r).EW = old.At(around(t-by, m.Tables), r).EW
		}
	}
	switch s.Below(9) {
	case 0:
		a.name = "late pair, tables full"
		late(side, 0)
	case 1:
		a.name = "pair gone"
		everybody := m.Contestants()
		a.ask.Gone = []movement.Contestant{everybody[s.Below(len(everybody))]}
	case 2:
		a.name = "East-West stayed behind" // a skip that was not made
		for r := q; r < first; r++ {
			shift(r, -1)
		}
	case 3:
		a.name = "wrong boards"
		m.At(t, q).Set = 1 + s.Below(m.Sets)
	case 4:
		a.name = "wrong opponents"
		swap(q)
	case 5:
		a.name = "extra table"
		late(bridge.NS, 0)
		late(bridge.EW, boolTo(m.Winners == 1))
	case 6:
		a.name = "phantom comes"
		everybody := m.Contestants()
		m.Phantom = everybody[s.Below(len(everybody))]
		a.ask.Late = []movement.Late{{Contestant: m.Phantom, Round: first}}
	case 7:
		a.name = "boards exchanged"
		x, y := m.At(t, q), m.At(u, q)
		x.Set, y.Set = y.Set, x.Set
	case 8:
		a.name = "pairs exchanged"
		for r := q; r < first; r++ {
			swap(r)
		}
	}
	for i := range m.Slots {
		m.Slots[i].Played = m.Slots[i].Round < first
	}
	return a
}

func boolTo(b bool) int {
	if b {
		return 1
	}
	return 0
}

// plain is a search of another kind, to hold against the repair: round after round it
// tries every opponent and every set for whoever has the fewest, and nothing else. It
// says whether there is a way for as many to play in each round as can.
type plain struct {
	line    []bridge.Side
	known   [][]bool // sets by contestant
	met     [][]bool
	repeats bool
	rounds  int
	tables  int
	copies  int
	sets    int
	steps   int
}

// newPlain sets the task anew from the movement.
func newPlain(a accident, tables int, repeats bool) *plain {
	var all []movement.Contestant
	m := a.m
	for _, c := range m.Contestants() {
		if !slices.Contains(a.ask.Gone, c) {
			all = append(all, c)
		}
	}
	for _, l := range a.ask.Late {
		all = append(all, l.Contestant)
	}
	p := &plain{repeats: repeats, rounds: m.Rounds - a.ask.Round + 1, tables: tables, copies: a.ask.Copies, sets: m.Sets}
	for range all {
		p.known = append(p.known, make([]bool, m.Sets+1))
		p.met = append(p.met, make([]bool, len(all)))
	}
	for _, c := range all {
		p.line = append(p.line, c.Line)
	}
	for _, s := range m.Slots {
		if !s.Played || !m.Plays(s) {
			continue
		}
		i := slices.Index(all, m.Contestant(bridge.NS, s.NS[0]))
		j := slices.Index(all, m.Contestant(bridge.EW, s.EW[0]))
		if i >= 0 {
			p.known[i][s.Set] = true
		}
		if j >= 0 {
			p.known[j][s.Set] = true
		}
		if i >= 0 && j >= 0 {
			p.met[i][j], p.met[j][i] = true, true
		}
	}
	return p
}

// play reports whether it can be done, and whether that was decided within so many
// steps.
func (p *plain) play(limit int) (yes, decided bool) {
	p.steps = limit
	yes = p.round(p.rounds)
	return yes, yes || p.steps > 0
}

func (p *plain) round(left int) bool {
	if left == 0 {
		return true
	}
	var count [3]int
	for _, line := range p.line {
		count[line]++
	}
	tables := min(p.tables, count[0]/2+min(count[1], count[2]))
	idle := [3]int{count[0] - min(count[0], 2*tables), count[1] - min(count[1], tables), count[2] - min(count[2], tables)}
	return p.table(make([]bool, len(p.line)), make([]int, p.sets+1), idle, left)
}

func (p *plain) may(i, j, set int, used []int) bool {
	return !p.known[i][set] && !p.known[j][set] && used[set] < p.copies
}

func (p *plain) meet(i, j int) bool {
	return i != j && (p.line[i] == 0 || p.line[i] != p.line[j]) && (p.repeats || !p.met[i][j])
}

func (p *plain) table(done []bool, used []int, idle [3]int, left int) bool {
	p.steps--
	if p.steps <= 0 {
		return false
	}
	who, fewest := -1, 0
	for i := range done {
		if done[i] {
			continue
		}
		n := boolTo(idle[p.line[i]] > 0)
		for j := range done {
			if done[j] || !p.meet(i, j) {
				continue
			}
			for set := 1; set <= p.sets; set++ {
				n += boolTo(p.may(i, j, set, used))
			}
		}
		if who < 0 || n < fewest {
			who, fewest = i, n
		}
	}
	if who < 0 {
		return p.round(left - 1)
	}
	done[who] = true
	defer func() { done[who] = false }()
	for j := range done {
		if done[j] || !p.meet(who, j) {
			continue
		}
		for set := 1; set <= p.sets; set++ {
			if !p.may(who, j, set, used) {
				continue
			}
			old := p.met[who][j]
			done[j], p.known[who][set], p.known[j][set] = true, true, true
			p.met[who][j], p.met[j][who] = true, true
			used[set]++
			ok := p.table(done, used, idle, left)
			used[set]--
			p.met[who][j], p.met[j][who] = old, old
			done[j], p.known[who][set], p.known[j][set] = false, false, false
			if ok {
				return true
			}
		}
	}
	if idle[p.line[who]] > 0 {
		idle[p.line[who]]--
		return p.table(done, used, idle, left)
	}
	return false
}

// plainSteps is how far the plain search goes. What it cannot decide within them counts
// as not searchable.
const plainSteps = 60_000

// TestRepairFinds: whenever the plain search finds a way to play the last three rounds,
// the repair has one, without a round lost; and whenever there is one without repeats,
// the repair has that. When there is none, the repair does not find one either.
func TestRepairFinds(t *testing.T) {
	const want = 200
	seen := map[string]int{} // kinds of accidents
	yes, no, fresh := 0, 0, 0
	for n := uint64(1); yes+no < want; n++ {
		if n > 2*want {
			t.Fatalf("%d of %d accidents can be searched", yes+no, 2*want)
		}
		a := happens(n, 3)
		got, err := a.m.Repair(a.ask)
		if err != nil {
			t.Fatalf("accident %d: %v: %v", n, a, err)
		}
		tables := a.m.Tables + boolTo(a.name == "extra table")
		lost, repeats := got[0].Toll.Lost, got[0].Toll.Repeats
		for _, r := range got { // the first one may rather lose a table than let many meet again
			if l, n := r.Toll.Lost, r.Toll.Repeats; l < lost || l == lost && n < repeats {
				lost, repeats = l, n
			}
		}
		can, decided := newPlain(a, tables, true).play(plainSteps)
		if !decided {
			continue
		}
		seen[a.name]++
		switch {
		case can && lost > 0:
			t.Errorf("accident %d: %v: %d rounds are lost, and need not be", n, a, lost)
		case !can && lost == 0:
			t.Errorf("accident %d: %v: no round is lost, and there is no such plan", n, a)
		case can:
			yes++
		default:
			no++
		}
		can, decided = newPlain(a, tables, false).play(plainSteps)
		switch {
		case can && lost+repeats > 0:
			t.Errorf("accident %d: %v: %d rounds are lost, and %d meetings again, and need not be", n, a, lost, repeats)
		case decided && !can && lost+repeats == 0:
			t.Errorf("accident %d: %v: nobody meets again, and there is no such plan", n, a)
		case can:
			fresh++
		}
	}
	if len(seen) != 9 || yes < 150 || no < 3 || fresh < 100 {
		t.Errorf("%d plans, %d of them without repeats, %d without a plan, of %v: the accidents are too much alike", yes, fresh, no, seen)
	}
}

// BenchmarkRepair repairs the first 200 accidents, and says how long the longest took.
func BenchmarkRepair(b *testing.B) {
	var accidents []accident
	for n := uint64(1); n <= 200; n++ {
		accidents = append(accidents, happens(n, 3))
	}
	var longest time.Duration
	for b.Loop() {
		for _, a := range accidents {
			start := time.Now()
			if _, err := a.m.Repair(a.ask); err != nil {
				b.Fatal(err)
			}
			longest = max(longest, time.Since(start))
		}
	}
	b.ReportMetric(float64(longest.Milliseconds()), "ms-longest")
	if longest > 2*time.Second {
		b.Errorf("the longest repair took %v: want 2 s at most", longest)
	}
}
