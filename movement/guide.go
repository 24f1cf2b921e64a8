package movement

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// Place is a seat. The zero value is none: whoever has it sits out without a table.
type Place struct {
	Table int
	Side  bridge.Side
	Seat  bridge.Seat // of a player in an individual; else none
}

// Stop is what somebody does in a round.
type Stop struct {
	Round int
	Place
	Partner   Contestant   // in an individual
	Opponents []Contestant // nobody: a sit-out
	Set       int          // of boards; 0: a sit-out
	Switched  bool
}

// StepKey names how somebody gets to the next round.
type StepKey string

// The steps.
const (
	Stays    StepKey = "stays"     // on the same seat
	Turns    StepKey = "turns"     // at the same table, on another seat
	Goes     StepKey = "goes"      // to another table
	Rests    StepKey = "rests"     // has no table in the next round
	Waits    StepKey = "waits"     // nor had one in this round
	Returns  StepKey = "returns"   // to the table where it last sat, after a round without one
	Enters   StepKey = "enters"    // to another table, after a round without one
	Replaces StepKey = "replaces"  // takes the seat of one who has no table in the next round: a rover
	GivesWay StepKey = "gives_way" // the one whose seat is taken
)

// StepKeys lists all steps.
func StepKeys() []StepKey {
	return []StepKey{Stays, Turns, Goes, Rests, Waits, Returns, Enters, Replaces, GivesWay}
}

// Step is where somebody goes after a round.
type Step struct {
	Round   int
	Key     StepKey
	To      Place
	Instead Contestant // of whom, or who instead, when a seat is taken
	SitsOut bool       // at that table, opposite nobody
}

// Card is the guide card of one contestant. Of a team there are two: the Line of the
// contestant says which of its pairs this is.
type Card struct {
	Contestant Contestant
	Stops      []Stop // by round
	Steps      []Step // after each round but the last
}

// BoardKey names where a set of boards is in the next round.
type BoardKey string

// Where sets go.
const (
	BoardsGo    BoardKey = "go"    // to a table
	BoardsStay  BoardKey = "stay"  // at the table
	BoardsShare BoardKey = "share" // to several tables, which share them or have copies
	BoardsRelay BoardKey = "relay" // to a table where nobody sits
	BoardsRest  BoardKey = "rest"  // they are on such a relay, and stay there
	BoardsOut   BoardKey = "out"   // nobody needs them any more
)

// BoardKeys lists where sets can go.
func BoardKeys() []BoardKey {
	return []BoardKey{BoardsGo, BoardsStay, BoardsShare, BoardsRelay, BoardsRest, BoardsOut}
}

// BoardStep is where a set goes after a round.
type BoardStep struct {
	Round   int // 0: where it is at the beginning
	Key     BoardKey
	Tables  []int  // where it is then; on a relay, where it is next
	Between [2]int // the tables between which the relay stands; 0 if they are not neighbours
}

// SetCard is the way of one set: Steps[0] is where it is at the beginning, Steps[r]
// where it goes after round r.
type SetCard struct {
	Set   int
	Steps []BoardStep
}

// Usual is what happens after every round but those named.
type Usual struct {
	Step Step // the places are those of an unswitched round; no key: it differs
	But  []int
}

// TableRow is a round on a table card.
type TableRow struct {
	Slot   Slot
	Plays  bool
	NS, EW []Contestant // who exist
	Shared []int        // other tables that play these boards at the same time
	Go     []Step       // of who sits here: North-South, East-West; of individuals North, South, East, West. No key: nobody is here, or it is the last round
	Boards BoardStep    // where they go; no key: none are here, or it is the last round
}

// TableCard is what lies on a table.
type TableCard struct {
	Table  int
	Rows   []TableRow
	Usual  []Usual   // North-South, East-West; of individuals North, South, East, West
	Boards BoardStep // of the first round of those that are alike
	But    []int     // rounds after which the boards go elsewhere
}

// Guide says who goes where, all of it found in the slots: as instructions for
// everybody, as a card for each contestant, each set of boards and each table, and as
// the whole grid.
type Guide struct {
	Instructions []Instruction
	Cards        []Card
	Sets         []SetCard
	Tables       []TableCard
	Grid         [][]Slot // a row for each table, a slot for each round
	SitOuts      []SitOut
}

// Guide makes the guide of a movement.
func (m *Movement) Guide() *Guide {
	g := &guide{m: m, where: make([]map[Contestant]*Stop, m.Rounds+2)}
	for r := range g.where {
		g.where[r] = map[Contestant]*Stop{}
	}
	g.seats()
	g.boards()
	out := &Guide{SitOuts: m.SitOuts()}
	for _, c := range g.all {
		out.Cards = append(out.Cards, g.card(c))
	}
	for set := 1; set <= m.Sets; set++ {
		out.Sets = append(out.Sets, g.set(set))
	}
	for t := 1; t <= m.Tables; t++ {
		out.Tables = append(out.Tables, g.table(t, out.Sets))
		out.Grid = append(out.Grid, slices.Clone(m.Slots[(t-1)*m.Rounds:t*m.Rounds]))
	}
	out.Instructions = g.instructions()
	return out
}

// guide collects what the slots say.
type guide struct {
	m     *Movement
	all   []Contestant           // each pair of a team apart
	where []map[Contestant]*Stop // by round: who has a table
	lies  [][][]int              // by set and round: the tables where it is
}

// mover is a contestant, of a team one of its pairs.
func (g *guide) mover(side bridge.Side, number int) Contestant {
	if g.m.Kind == Teams {
		return Contestant{side, number}
	}
	return g.m.Contestant(side, number)
}

// players are those on one side of a slot who exist.
func (g *guide) players(s Slot, side bridge.Side) []Contestant {
	var out []Contestant
	for _, n := range s.Side(side) {
		if c := g.m.Contestant(side, n); n > 0 && c != g.m.Phantom {
			out = append(out, g.mover(side, n))
		}
	}
	return out
}

// seatsOf are the seats of a side.
func seatsOf(side bridge.Side) [2]bridge.Seat {
	if side == bridge.EW {
		return [2]bridge.Seat{bridge.East, bridge.West}
	}
	return [2]bridge.Seat{bridge.North, bridge.South}
}

// seats finds where everybody sits.
func (g *guide) seats() {
	m := g.m
	seen := map[Contestant]bool{}
	for _, s := range m.Slots {
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			here, there := g.players(s, side), g.players(s, side.Other())
			for k, n := range s.Side(side) {
				c := g.mover(side, n)
				if n == 0 || m.Contestant(side, n) == m.Phantom {
					continue
				}
				if !seen[c] {
					seen[c] = true
					g.all = append(g.all, c)
				}
				stop := &Stop{Round: s.Round, Place: Place{Table: s.Table, Side: side}, Switched: s.Switched}
				if m.Kind == Individual {
					stop.Seat = seatsOf(side)[k]
					for _, p := range here {
						if p != c {
							stop.Partner = p
						}
					}
				}
				if m.Plays(s) {
					stop.Set, stop.Opponents = s.Set, there
				}
				if old := g.where[s.Round][c]; old == nil || old.Set == 0 && stop.Set > 0 {
					g.where[s.Round][c] = stop
				}
			}
		}
	}
	slices.SortFunc(g.all, Contestant.compare)
}

// boards finds where each set is. Where it is played is where it is; else at a table
// that sits out.
func (g *guide) boards() {
	m := g.m
	g.lies = make([][][]int, m.Sets+1)
	for set := range g.lies {
		g.lies[set] = make([][]int, m.Rounds+2)
	}
	for _, plays := range []bool{true, false} {
		found := map[[2]int]bool{}
		for _, s := range m.Slots {
			at := &g.lies[s.Set][s.Round]
			if s.Set > 0 && m.Plays(s) == plays && (plays || len(*at) == 0 || found[[2]int{s.Set, s.Round}]) {
				*at = append(*at, s.Table)
				found[[2]int{s.Set, s.Round}] = true
			}
		}
	}
}

// stop is what somebody does in a round, the zero place where it has no table.
func (g *guide) stop(c Contestant, round int) Stop {
	if s := g.where[round][c]; s != nil {
		return *s
	}
	return Stop{Round: round}
}

// line is a place as it is without an arrow switch.
func (s Stop) line() Place {
	p := s.Place
	if s.Switched && p.Table > 0 {
		p.Side = p.Side.Other()
		p.Seat = p.Seat.Clockwise(1)
	}
	return p
}

// holder is who sits at a place, as it is without an arrow switch.
func (g *guide) holder(p Place, round int) (Contestant, bool) {
	s := *g.m.At(p.Table, round)
	side := p.Side
	if s.Switched {
		side = side.Other()
	}
	for _, c := range g.players(s, side) {
		if st := g.stop(c, round); st.line() == p {
			return c, true
		}
	}
	return Contestant{}, false
}

// step is where somebody goes after a round.
func (g *guide) step(c Contestant, round int) Step {
	from, to := g.stop(c, round), g.stop(c, round+1)
	s := Step{Round: round, To: to.Place, SitsOut: to.Table > 0 && to.Set == 0}
	if to.Table == 0 {
		s.Key = Waits
		if from.Table > 0 {
			s.Key = Rests
			if other, ok := g.holder(from.line(), round+1); ok {
				if g.stop(other, round).line() != from.line() {
					s.Key, s.Instead = GivesWay, other
				}
			}
		}
		return s
	}
	if d, ok := g.holder(to.line(), round); ok && d != c && g.stop(d, round+1).Table == 0 {
		s.Key, s.Instead = Replaces, d
		return s
	}
	switch {
	case from.Table == 0:
		s.Key = Enters
		for r := round; r > 0; r-- {
			if last := g.stop(c, r); last.Table > 0 {
				if last.line() == to.line() {
					s.Key = Returns
				}
				break
			}
		}
	case from.Place == to.Place:
		s.Key = Stays
	case from.Table == to.Table:
		s.Key = Turns
	default:
		s.Key = Goes
	}
	return s
}

// card is the guide card of a contestant.
func (g *guide) card(c Contestant) Card {
	out := Card{Contestant: c}
	for r := 1; r <= g.m.Rounds; r++ {
		out.Stops = append(out.Stops, g.stop(c, r))
		if r < g.m.Rounds {
			out.Steps = append(out.Steps, g.step(c, r))
		}
	}
	return out
}

// nextUse is the round from which on a set is at tables again; 0: never.
func (g *guide) nextUse(set, round int) int {
	for r := round; r <= g.m.Rounds; r++ {
		if len(g.lies[set][r]) > 0 {
			return r
		}
	}
	return 0
}

// lastUse is the last round until now in which a set was at tables; 0: none.
func (g *guide) lastUse(set, round int) int {
	for r := round; r > 0; r-- {
		if len(g.lies[set][r]) > 0 {
			return r
		}
	}
	return 0
}

// set is the way of a set.
func (g *guide) set(set int) SetCard {
	out := SetCard{Set: set}
	for r := range g.m.Rounds {
		out.Steps = append(out.Steps, g.boardStep(set, r))
	}
	return out
}

// boardStep is where a set goes after a round.
func (g *guide) boardStep(set, round int) BoardStep {
	s := BoardStep{Round: round}
	var from []int
	if round > 0 {
		from = g.lies[set][round]
	}
	next := g.nextUse(set, round+1)
	if next == 0 {
		s.Key = BoardsOut
		return s
	}
	s.Tables = g.lies[set][next]
	switch {
	case next > round+1 && round > 0 && len(from) == 0:
		s.Key = BoardsRest
	case next > round+1:
		s.Key = BoardsRelay
	case len(s.Tables) > 1:
		s.Key = BoardsShare
	case slices.Equal(from, s.Tables):
		s.Key = BoardsStay
	default:
		s.Key = BoardsGo
	}
	if next > round+1 {
		s.Between = g.between(set, g.lastUse(set, round), next)
	}
	return s
}

// between are the neighbours between which a set lies from one use to the next. Before
// its first use it lies where other sets do that come to the same table.
func (g *guide) between(set, last, next int) [2]int {
	if last > 0 {
		return g.neighbours(g.lies[set][last], g.lies[set][next])
	}
	for other := 1; other <= g.m.Sets; other++ {
		for r := 1; r <= g.m.Rounds; r++ {
			if !slices.Equal(g.lies[other][r], g.lies[set][next]) {
				continue
			}
			if last := g.lastUse(other, r-1); last > 0 && last < r-1 {
				return g.neighbours(g.lies[other][last], g.lies[other][r])
			}
		}
	}
	return [2]int{}
}

// neighbours are a table of each list that stand beside each other, in the order of the
// room; 1 stands behind the last.
func (g *guide) neighbours(from, to []int) [2]int {
	for _, a := range from {
		for _, b := range to {
			switch {
			case a == b+1 || b == a+1:
				return [2]int{min(a, b), max(a, b)}
			case g.m.Tables > 2 && min(a, b) == 1 && max(a, b) == g.m.Tables:
				return [2]int{g.m.Tables, 1}
			}
		}
	}
	return [2]int{}
}

// places are the seats of a table, as table cards list them.
func (g *guide) places(table int) []Place {
	var out []Place
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		if g.m.Kind != Individual {
			out = append(out, Place{Table: table, Side: side})
			continue
		}
		for _, seat := range seatsOf(side) {
			out = append(out, Place{table, side, seat})
		}
	}
	return out
}

// table is what lies on a table.
func (g *guide) table(t int, sets []SetCard) TableCard {
	m := g.m
	out := TableCard{Table: t}
	seats := g.places(t)
	steps := make([][]Step, len(seats)) // as they are without arrow switches
	var boards []BoardStep
	for r := 1; r <= m.Rounds; r++ {
		s := *m.At(t, r)
		row := TableRow{Slot: s, Plays: m.Plays(s), NS: g.players(s, bridge.NS), EW: g.players(s, bridge.EW), Go: make([]Step, len(seats))}
		if row.Plays {
			for _, other := range g.lies[s.Set][r] {
				if other != t {
					row.Shared = append(row.Shared, other)
				}
			}
		}
		if r < m.Rounds {
			for i, p := range seats {
				for _, c := range g.players(s, p.Side) {
					if g.stop(c, r).Place == p {
						row.Go[i] = g.step(c, r)
					}
				}
				if c, ok := g.holder(p, r); ok {
					step := g.step(c, r)
					step.To = g.stop(c, r+1).line()
					step.Round, step.Instead, step.SitsOut = 0, Contestant{}, false
					steps[i] = append(steps[i], step)
				} else {
					steps[i] = append(steps[i], Step{})
				}
			}
			if s.Set > 0 && slices.Contains(g.lies[s.Set][r], t) {
				row.Boards = sets[s.Set-1].Steps[r]
			}
			boards = append(boards, row.Boards)
		}
		out.Rows = append(out.Rows, row)
	}
	for i := range seats {
		step, but := mostly(steps[i], func(s Step) (Step, bool) {
			if s.To == seats[i] {
				s.Key = Stays
			} else if s.Key == Stays || s.Key == Turns {
				s.Key = Goes // an arrow switch apart
			}
			return s, s.Key != ""
		})
		out.Usual = append(out.Usual, Usual{step, but})
	}
	out.Boards, out.But = usualBoards(boards)
	return out
}

// mostly is what most of a list are, and the rounds in which it is something else. If
// those are more than a third, it is nothing.
func mostly(list []Step, plain func(Step) (Step, bool)) (most Step, but []int) {
	count := map[Step]int{}
	known := 0
	for i, s := range list {
		s, ok := plain(s)
		list[i] = s
		if !ok {
			continue
		}
		known++
		if count[s]++; count[s] > count[most] {
			most = s
		}
	}
	if known == 0 || 3*(known-count[most]) > known {
		return Step{}, nil
	}
	for i, s := range list {
		if s.Key != "" && s != most {
			but = append(but, i+1)
		}
	}
	return most, but
}

// usualBoards is where the boards of a table go after most rounds.
func usualBoards(list []BoardStep) (most BoardStep, but []int) {
	same := func(a, b BoardStep) bool {
		return a.Key == b.Key && slices.Equal(a.Tables, b.Tables) && a.Between == b.Between
	}
	best, known := 0, 0
	for _, s := range list {
		if s.Key == "" || s.Key == BoardsOut {
			continue
		}
		known++
		n := 0
		for _, other := range list {
			if same(s, other) {
				n++
			}
		}
		if n > best {
			best, most = n, s
		}
	}
	if known == 0 || 3*(known-best) > known {
		return BoardStep{}, nil
	}
	for i, s := range list {
		if s.Key != "" && s.Key != BoardsOut && !same(s, most) {
			but = append(but, i+1)
		}
	}
	return most, but
}
