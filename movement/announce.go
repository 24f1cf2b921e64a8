package movement

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// InstructionKey names what a director announces.
type InstructionKey string

// The instructions.
const (
	LineStays     InstructionKey = "line_stays"   // all of a Side, all the session
	HomeStays     InstructionKey = "home_stays"   // teams: the pairs North-South, at the tables of their teams
	LineMoves     InstructionKey = "line_moves"   // all of a Side, By tables after every round
	LineSkips     InstructionKey = "line_skips"   // but after these Rounds By tables
	LineWaits     InstructionKey = "line_waits"   // but after these Rounds they stay
	LineCards     InstructionKey = "line_cards"   // but after these Rounds as the cards say
	SeatGoes      InstructionKey = "seat_goes"    // who sits at From goes To, after every round
	PairsStay     InstructionKey = "pairs_stay"   // these Contestants, all the session
	PairsFollow   InstructionKey = "pairs_follow" // all others go where the next lower number sat, the lowest where the highest sat: Contestants
	PlayersStay   InstructionKey = "players_stay" // the same of individuals
	PlayersFollow InstructionKey = "players_follow"
	CardsSay      InstructionKey = "cards_say"     // no rule: the cards say where everybody goes
	BoardsMove    InstructionKey = "boards_move"   // By tables after every round
	BoardsSkip    InstructionKey = "boards_skip"   // but after these Rounds By tables
	BoardsWait    InstructionKey = "boards_wait"   // but after these Rounds they stay
	BoardsKeep    InstructionKey = "boards_keep"   // they stay at their tables
	BoardsCards   InstructionKey = "boards_cards"  // no rule: the cards say where the boards go
	SameBoards    InstructionKey = "same_boards"   // all tables play the same boards, in every round
	TablesShare   InstructionKey = "tables_share"  // the tables of each of these Groups share boards, in these Rounds; none: in every round
	SharesCards   InstructionKey = "shares_cards"  // no rule: the cards say which tables share boards
	RelayStands   InstructionKey = "relay_stands"  // between these Tables; By of them behind each other
	ArrowSwitch   InstructionKey = "arrow_switch"  // in these Rounds, at all tables
	SwitchTables  InstructionKey = "switch_tables" // in these Rounds, at these Tables
	SwitchBut     InstructionKey = "switch_but"    // in these Rounds, but not at these Tables
	PairMissing   InstructionKey = "pair_missing"  // Contestants[0]: who should meet it sits out; Tables: it would stay there
	RoverSits     InstructionKey = "rover_sits"    // Contestants[0] sits in for the Side at these Tables in these Rounds, whose pair sits out
)

// Instruction is something that holds for all or for most, to be announced.
type Instruction struct {
	Key         InstructionKey
	Side        bridge.Side
	Seat        bridge.Seat // in an individual a line is a seat
	By          int         // tables: up where positive, down where negative
	From, To    Place
	Rounds      []int
	Tables      []int
	Groups      [][]int
	Contestants []Contestant
}

// instructions finds what can be announced.
func (g *guide) instructions() []Instruction {
	var out []Instruction
	rovers := g.rovers()
	if g.m.Rounds > 1 {
		out = append(out, g.ways(rovers)...)
		out = append(out, g.boardWays()...)
	}
	out = append(out, g.shares()...)
	out = append(out, g.switches()...)
	if p := g.m.Phantom; p != (Contestant{}) {
		out = append(out, Instruction{Key: PairMissing, Contestants: []Contestant{p}, Tables: g.tablesOf(p)})
	}
	for _, c := range slices.SortedFunc(maps.Keys(rovers), Contestant.compare) {
		out = append(out, rovers[c])
	}
	return out
}

// tablesOf is the table of the phantom, if it is always the same.
func (g *guide) tablesOf(c Contestant) []int {
	var out []int
	for _, s := range g.m.Slots {
		if g.m.sits(s, c) && !slices.Contains(out, s.Table) {
			out = append(out, s.Table)
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// rovers are those who take the seats of others, from seat to seat.
func (g *guide) rovers() map[Contestant]Instruction {
	out := map[Contestant]Instruction{}
	waiting := 0
	for _, c := range g.all {
		waiting += boolInt(g.stop(c, 1).Table == 0)
	}
	for _, c := range g.all {
		if g.m.Kind != Pairs || g.stop(c, 1).Table > 0 {
			continue
		}
		i := Instruction{Key: RoverSits, Contestants: []Contestant{c}}
		only := true
		for r := 2; r <= g.m.Rounds; r++ {
			s := g.stop(c, r)
			if s.Table == 0 {
				continue
			}
			step := g.step(c, r-1)
			only = only && (step.Key == Replaces || step.Key == Stays)
			i.Side = s.line().Side
			i.Rounds, i.Tables = append(i.Rounds, r), append(i.Tables, s.Table)
		}
		if len(i.Rounds) > 0 && (only || waiting <= mostRovers && g.rovesAmongMovers(c, i)) {
			out[c] = i
		}
	}
	return out
}

// mostRovers is how many may have no table at first, where a rover is looked for among
// those who move.
const mostRovers = 2

// rovesAmongMovers says that somebody takes seats of a line that moves: all others of
// the line go the same way, and it does not; and whenever it plays somebody has no table.
func (g *guide) rovesAmongMovers(c Contestant, i Instruction) bool {
	for _, r := range i.Rounds {
		if g.stop(c, r).line().Side != i.Side || !slices.ContainsFunc(g.all, func(d Contestant) bool { return d != c && g.stop(d, r).Table == 0 }) {
			return false
		}
	}
	at := Place{Table: 1, Side: i.Side}
	way, all := g.lineWay(at, map[Contestant]Instruction{c: i}), g.lineWay(at, nil)
	cards := func(list []Instruction) bool {
		return list == nil || slices.ContainsFunc(list, func(i Instruction) bool { return i.Key == LineCards })
	}
	return !cards(way) && cards(all)
}

// ways says how contestants move.
func (g *guide) ways(rovers map[Contestant]Instruction) []Instruction {
	var out []Instruction
	for _, at := range g.places(1) {
		list := g.lineWay(at, rovers)
		if list == nil {
			out = nil
			break
		}
		out = append(out, list...)
	}
	if out == nil {
		out = g.follow()
	}
	if out == nil && g.m.Kind != Individual {
		out = g.seatWays()
	}
	if out == nil {
		out = []Instruction{{Key: CardsSay}}
	}
	return out
}

// nearest is a distance in a circle of tables, at most half of it; half is up.
func (g *guide) nearest(by int) int {
	by = wrap(by, g.m.Tables)
	if by == g.m.Tables {
		return 0
	}
	if 2*by > g.m.Tables {
		by -= g.m.Tables
	}
	return by
}

// lineWay says how a line moves, if all of it moves alike after each round: one of the
// sides, of individuals one of the seats.
func (g *guide) lineWay(at Place, rovers map[Contestant]Instruction) []Instruction {
	m := g.m
	in := func(p Place) bool { return p.Table > 0 && p.Side == at.Side && p.Seat == at.Seat }
	by := make([]int, m.Rounds) // after which round
	moved := map[int]int{}
	var odd []int
	for r := 1; r < m.Rounds; r++ {
		known, alike := false, true
		for _, c := range g.all {
			from, to := g.stop(c, r), g.stop(c, r+1)
			if _, rover := rovers[c]; rover || !in(from.line()) || to.Table == 0 {
				continue
			}
			d := g.nearest(to.Table - from.Table)
			alike = alike && in(to.line()) && (!known || d == by[r])
			by[r], known = d, true
		}
		switch {
		case !known:
			return nil
		case alike:
			moved[by[r]]++
		default:
			by[r] = m.Tables // which is no distance
			odd = append(odd, r)
		}
	}
	if len(moved) == 0 || 4*len(odd) > m.Rounds {
		return nil
	}
	usual := slices.MaxFunc(slices.Sorted(maps.Keys(moved)), func(a, b int) int { return cmp.Compare(moved[a], moved[b]) })
	if 2*moved[usual] < m.Rounds-1 {
		return nil
	}
	first := Instruction{Key: LineMoves, Side: at.Side, Seat: at.Seat, By: usual, Tables: g.round(usual)}
	if usual == 0 {
		first = Instruction{Key: LineStays, Side: at.Side, Seat: at.Seat}
		if m.Kind == Teams && at.Side == bridge.NS {
			first.Key = HomeStays
		}
	}
	out := []Instruction{first}
	for _, other := range slices.Sorted(maps.Keys(moved)) {
		if other == usual {
			continue
		}
		i := Instruction{Key: LineSkips, Side: at.Side, Seat: at.Seat, By: other}
		if other == 0 {
			i.Key = LineWaits
		}
		for r := 1; r < m.Rounds; r++ {
			if by[r] == other {
				i.Rounds = append(i.Rounds, r)
			}
		}
		out = append(out, i)
	}
	if odd != nil {
		out = append(out, Instruction{Key: LineCards, Side: at.Side, Seat: at.Seat, Rounds: odd})
	}
	return out
}

// round is where those go on who come to the end of the tables, if they move by one.
func (g *guide) round(by int) []int {
	switch by {
	case 1:
		return []int{g.m.Tables, 1}
	case -1:
		return []int{1, g.m.Tables}
	}
	return nil
}

// seatWays says how pairs move if who sits on a seat always goes to the same one: most
// of a line alike, and a few seats otherwise.
func (g *guide) seatWays() []Instruction {
	m := g.m
	next := map[Place]Place{}
	for _, c := range g.all {
		for r := 1; r < m.Rounds; r++ {
			from, to := g.stop(c, r).line(), g.stop(c, r+1).line()
			if from.Table == 0 || to.Table == 0 {
				return nil
			}
			if old, ok := next[from]; ok && old != to {
				return nil
			}
			next[from] = to
		}
	}
	var out, seats []Instruction
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		count := map[int]int{}
		for t := 1; t <= m.Tables; t++ {
			if to, ok := next[Place{Table: t, Side: side}]; ok && to.Side == side {
				count[g.nearest(to.Table-t)]++
			}
		}
		if len(count) == 0 {
			return nil
		}
		usual := slices.MaxFunc(slices.Sorted(maps.Keys(count)), func(a, b int) int { return cmp.Compare(count[a], count[b]) })
		first := Instruction{Key: LineMoves, Side: side, By: usual}
		if usual == 0 {
			first = Instruction{Key: LineStays, Side: side}
		}
		out = append(out, first)
		for t := 1; t <= m.Tables; t++ {
			from := Place{Table: t, Side: side}
			if to, ok := next[from]; ok && (to.Side != side || g.nearest(to.Table-t) != usual) {
				seats = append(seats, Instruction{Key: SeatGoes, From: from, To: to})
			}
		}
	}
	if len(seats) > 4 {
		return nil
	}
	return append(out, seats...)
}

// follow says that each goes where the next lower number sat, but for some who stay.
func (g *guide) follow() []Instruction {
	m := g.m
	if m.Kind == Teams || m.Winners == 2 {
		return nil
	}
	var stay, ring []Contestant
	for _, c := range append(slices.Clone(g.all), m.Phantom) {
		if c == (Contestant{}) {
			continue
		}
		table, _ := g.seatOf(c, 1)
		stays := table > 0
		for r := 2; r <= m.Rounds && stays; r++ {
			t, _ := g.seatOf(c, r)
			stays = t == table
		}
		if stays {
			stay = append(stay, c)
		} else {
			ring = append(ring, c)
		}
	}
	slices.SortFunc(ring, Contestant.compare)
	if len(ring) < 2 {
		return nil
	}
	for r := 1; r < m.Rounds; r++ {
		for i, c := range ring {
			before := ring[(i+len(ring)-1)%len(ring)]
			t, p := g.seatOf(before, r)
			u, q := g.seatOf(c, r+1)
			if t != u || p != q {
				return nil
			}
		}
	}
	var out []Instruction
	stay = slices.DeleteFunc(stay, func(c Contestant) bool { return c == m.Phantom })
	stays, follows := PairsStay, PairsFollow
	if m.Kind == Individual {
		stays, follows = PlayersStay, PlayersFollow
	}
	if len(stay) > 0 {
		out = append(out, Instruction{Key: stays, Contestants: stay})
	}
	return append(out, Instruction{Key: follows, Contestants: []Contestant{ring[0], ring[len(ring)-1]}})
}

// seatOf is where somebody sits, the phantom too, as it is without an arrow switch.
func (g *guide) seatOf(c Contestant, round int) (table, seat int) {
	for t := 1; t <= g.m.Tables; t++ {
		s := g.m.At(t, round)
		for i, n := range []int{s.NS[0], s.NS[1], s.EW[0], s.EW[1]} {
			if n == c.Number {
				if s.Switched {
					i = (i + 2) % 4
				}
				return t, i
			}
		}
	}
	return 0, 0
}

// boardUse is the way of a set from one use to the next.
type boardUse struct {
	from, to []int // tables
	after    int   // the round of from
	rounds   int
}

// match finds two of the tables that stand so far apart; 0: there are none.
func (u boardUse) match(by, tables int) (from, to int) {
	for _, t := range u.from {
		if to := wrap(t+by, tables); slices.Contains(u.to, to) {
			return t, to
		}
	}
	return 0, 0
}

// boardUses lists the ways of all sets. A table that should play a set has it though
// nobody is there to play.
func (g *guide) boardUses(slots []Slot) []boardUse {
	m := g.m
	lies := make([][][]int, m.Sets+1)
	for set := range lies {
		lies[set] = make([][]int, m.Rounds+1)
	}
	for _, s := range slots {
		lies[s.Set][s.Round] = append(lies[s.Set][s.Round], s.Table)
	}
	var out []boardUse
	for _, at := range lies[1:] {
		last := 0
		for r := 1; r <= m.Rounds; r++ {
			if len(at[r]) == 0 {
				continue
			}
			if last > 0 {
				out = append(out, boardUse{at[last], at[r], last, r - last})
			}
			last = r
		}
	}
	return out
}

// boardWays says how the boards move, and where relays stand.
func (g *guide) boardWays() []Instruction {
	m := g.m
	if g.sameBoards() {
		return nil // shares says so
	}
	cards := []Instruction{{Key: BoardsCards}}
	out := g.boardWaysOf(g.boardUses(m.Slots))
	for _, by := range []int{-1, 1} {
		if out != nil {
			break
		}
		if full := g.withBoards(by); full != nil {
			out = g.boardWaysOf(g.boardUses(full))
		}
	}
	if out == nil {
		return cards
	}
	return out
}

// withBoards gives sit-outs that are written without boards those that come to their
// table if boards move so far after every round; nil: there are no such sit-outs.
func (g *guide) withBoards(by int) []Slot {
	m := g.m.Clone()
	lies := make([]map[int]bool, m.Rounds+1)
	for r := range lies {
		lies[r] = map[int]bool{}
	}
	for _, s := range m.Slots {
		lies[s.Round][s.Set] = true
	}
	filled := false
	fill := func(t, r, from, before int) {
		s := m.At(t, r)
		if s.Set > 0 || s.Empty() || before < 1 || before > m.Rounds {
			return
		}
		if set := m.At(wrap(from, m.Tables), before).Set; set > 0 && !lies[r][set] {
			s.Set, filled = set, true
			lies[r][set] = true
		}
	}
	for r := 1; r <= m.Rounds; r++ {
		for t := 1; t <= m.Tables; t++ {
			fill(t, r, t-by, r-1)
		}
	}
	for r := m.Rounds; r >= 1; r-- {
		for t := 1; t <= m.Tables; t++ {
			fill(t, r, t+by, r+1)
		}
	}
	if !filled {
		return nil
	}
	return m.Slots
}

// boardWaysOf says how boards move that are used so; nil: there is no rule.
func (g *guide) boardWaysOf(uses []boardUse) []Instruction {
	m := g.m
	var cards []Instruction
	if len(uses) == 0 {
		return cards
	}
	fits := func(by, after int) bool { // after 0 is every round
		return !slices.ContainsFunc(uses, func(u boardUse) bool {
			t, _ := u.match(by, m.Tables)
			return t == 0 && (after == 0 || u.after == after)
		})
	}
	distances := make([]int, m.Tables) // 0, -1, 1, -2, 2, …
	for n := range distances {
		distances[n] = n / 2
		if n%2 == 1 {
			distances[n] = -(n + 1) / 2
		}
	}
	if i := slices.IndexFunc(distances, func(by int) bool { return fits(by, 0) }); i >= 0 {
		by := distances[i]
		relays, ok := g.relays(uses, by)
		if !ok {
			return cards
		}
		return append([]Instruction{g.boardsMove(by)}, relays...)
	}
	if slices.ContainsFunc(uses, func(u boardUse) bool { return u.rounds > 1 }) {
		return cards
	}
	usual, most := 0, 0
	for _, by := range distances {
		n := 0
		for r := 1; r < m.Rounds; r++ {
			n += boolInt(fits(by, r))
		}
		if n > most {
			usual, most = by, n
		}
	}
	if 2*most < m.Rounds-1 {
		return cards
	}
	out := []Instruction{g.boardsMove(usual)}
	for r := 1; r < m.Rounds; r++ {
		if fits(usual, r) {
			continue
		}
		i := slices.IndexFunc(distances, func(by int) bool { return fits(by, r) })
		if i < 0 {
			return cards
		}
		key := BoardsSkip
		if distances[i] == 0 {
			key = BoardsWait
		}
		k := slices.IndexFunc(out[1:], func(o Instruction) bool { return o.By == distances[i] }) + 1
		if k == 0 {
			k = len(out)
			out = append(out, Instruction{Key: key, By: distances[i]})
		}
		out[k].Rounds = append(out[k].Rounds, r)
	}
	return out
}

// boardsMove says how boards move after every round.
func (g *guide) boardsMove(by int) Instruction {
	if by == 0 {
		return Instruction{Key: BoardsKeep}
	}
	return Instruction{Key: BoardsMove, By: by, Tables: g.round(by)}
}

// relays says where boards wait that move so far. It is not ok if the same way takes
// now more rounds and now less.
func (g *guide) relays(uses []boardUse, by int) (out []Instruction, ok bool) {
	stands := map[[2]int]int{}
	for _, u := range uses {
		from, to := u.match(by, g.m.Tables)
		key := [2]int{from, to}
		if old, ok := stands[key]; ok && old != u.rounds-1 || u.rounds > 1 && len(u.from)+len(u.to) > 2 {
			return nil, false
		}
		stands[key] = u.rounds - 1
	}
	for _, key := range slices.SortedFunc(maps.Keys(stands), func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) }) {
		if stands[key] == 0 {
			continue
		}
		between := g.neighbours(key[:1], key[1:])
		if between[0] == 0 {
			return nil, false
		}
		out = append(out, Instruction{Key: RelayStands, Tables: between[:], By: stands[key]})
	}
	return out, true
}

// sameBoards says that all tables that play have the same set, in every round.
func (g *guide) sameBoards() bool {
	several := false
	for r := 1; r <= g.m.Rounds; r++ {
		set, tables := 0, 0
		for t := 1; t <= g.m.Tables; t++ {
			s := g.m.At(t, r)
			if !g.m.Plays(*s) {
				continue
			}
			if set != 0 && set != s.Set {
				return false
			}
			set = s.Set
			tables++
		}
		several = several || tables > 1
	}
	return several
}

// shares says which tables share boards.
func (g *guide) shares() []Instruction {
	if g.sameBoards() {
		return []Instruction{{Key: SameBoards}}
	}
	m := g.m
	when := map[string][]int{} // by group
	var groups [][]int
	for r := 1; r <= m.Rounds; r++ {
		for set := 1; set <= m.Sets; set++ {
			tables := g.lies[set][r]
			if len(tables) < 2 || !m.Plays(*m.At(tables[0], r)) {
				continue
			}
			key := fmt.Sprint(tables)
			if when[key] == nil {
				groups = append(groups, tables)
			}
			when[key] = append(when[key], r)
		}
	}
	slices.SortFunc(groups, slices.Compare)
	var out []Instruction
	for _, tables := range groups {
		rounds := when[fmt.Sprint(tables)]
		if len(rounds) == m.Rounds {
			rounds = nil
		}
		i := slices.IndexFunc(out, func(i Instruction) bool { return slices.Equal(i.Rounds, rounds) })
		if i < 0 {
			i = len(out)
			out = append(out, Instruction{Key: TablesShare, Rounds: rounds})
		}
		out[i].Groups = append(out[i].Groups, tables)
	}
	if len(out) > 2 {
		return []Instruction{{Key: SharesCards}}
	}
	return out
}

// switches says where North-South and East-West are exchanged.
func (g *guide) switches() []Instruction {
	m := g.m
	var out []Instruction
	for r := 1; r <= m.Rounds; r++ {
		var turned, others []int
		for t := 1; t <= m.Tables; t++ {
			switch s := m.At(t, r); {
			case s.Switched:
				turned = append(turned, t)
			case !s.Empty():
				others = append(others, t)
			}
		}
		i := Instruction{Key: SwitchTables, Tables: turned}
		switch {
		case len(turned) == 0:
			continue
		case len(others) == 0:
			i = Instruction{Key: ArrowSwitch}
		case len(others) < len(turned):
			i = Instruction{Key: SwitchBut, Tables: others}
		}
		k := slices.IndexFunc(out, func(o Instruction) bool { return o.Key == i.Key && slices.Equal(o.Tables, i.Tables) })
		if k < 0 {
			k = len(out)
			out = append(out, i)
		}
		out[k].Rounds = append(out[k].Rounds, r)
	}
	return out
}

// InstructionKeys lists all that can be announced.
func InstructionKeys() []InstructionKey {
	return []InstructionKey{
		LineStays, HomeStays, LineMoves, LineSkips, LineWaits, LineCards, SeatGoes, PairsStay, PairsFollow, PlayersStay,
		PlayersFollow, CardsSay, BoardsMove, BoardsSkip, BoardsWait, BoardsKeep, BoardsCards, SameBoards, TablesShare,
		SharesCards, RelayStands, ArrowSwitch, SwitchTables, SwitchBut, PairMissing, RoverSits,
	}
}
