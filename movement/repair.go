package movement

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Accident says what is no longer as planned, besides the slots that are marked as
// played: these say themselves what happened.
type Accident struct {
	Round   int          // the first round that may change; what is marked as played in it stays
	Gone    []Contestant // play no more from that round on
	Late    []Late       // will play, and have not played yet
	Spoiled []int        // sets that nobody is to play any more

	Tables int // how many tables there are; 0: as many as planned, or as all contestants need
	Copies int // how many tables can play a set in one round; 0: as many as planned, but two can share
	Spare  int // sets more than planned that can be brought
	Steps  int // of the search, each of which looks at two contestants; 0: DefaultSteps

	// Again says that who was to meet twice by the slots is to meet twice, as in a
	// Blackpool; else it is the accident that made them meet.
	Again bool
}

// Late is a contestant that comes for a round. It may be the phantom, one of the plan,
// or a new one. Where there are two winners, a contestant without a line may join
// either: the plans show which.
type Late struct {
	Contestant Contestant
	Round      int
}

// DefaultSteps is how many steps the search for a plan takes, about: a quarter of a second
// of a slow machine. The strategies count theirs by it too, so that the largest movement
// has its answer within some seconds; in a hall of a hundred tables there is no search.
const DefaultSteps = 20_000_000

// Strategy names a way to go on after an accident.
type Strategy string

// The strategies, as directors know them. The last one is a search among all plans.
const (
	GoOn         Strategy = "go_on"          // as planned; a table whose boards are known does not play
	SitOutBeside Strategy = "sit_out_beside" // as planned; the opponents of who has left sit out
	PhantomComes Strategy = "phantom_comes"  // as planned; who was missing takes its place
	OtherBoards  Strategy = "other_boards"   // as planned; a table whose boards are known plays others
	SkipNow      Strategy = "skip_now"       // East-West move a table more, or less, once
	SkipBoards   Strategy = "boards_skip"    // the boards move a table more, or less, once
	BoardsShift  Strategy = "boards_shift"   // so they do at some tables
	SwapTwo      Strategy = "swap_two"       // two contestants exchange their places for the rest
	RoverNS      Strategy = "rover_ns"       // who is late displaces one North-South in each round
	RoverEW      Strategy = "rover_ew"       // or one East-West
	ShareTable   Strategy = "share_table"    // those without opponents play each other at one table more
	DropRounds   Strategy = "drop_rounds"    // the session ends before the first round that cannot be played in full
	Searched     Strategy = "searched"
)

// Strategies lists all of them.
func Strategies() []Strategy {
	return []Strategy{
		GoOn, SitOutBeside, PhantomComes, OtherBoards, SkipNow, SkipBoards, BoardsShift, SwapTwo, RoverNS, RoverEW, ShareTable, DropRounds, Searched,
	}
}

// What a plan after an accident can lack, beside what an audit knows.
const (
	NotPlayed   Rule = "not_played"   // a table where two sides sit did not play, or cannot
	SitsOutNow  Rule = "sits_out_now" // a contestant does not play a round
	Shared      Rule = "shared"       // more tables play a set than planned: Min were planned, Max play it
	ChangesLine Rule = "changes_line" // a contestant sits in the other direction than planned in Max rounds
	LeavesSeat  Rule = "leaves_seat"  // a contestant that was to stay moves in Max rounds
	OtherSeats  Rule = "other_seats"  // Max seats are taken by others than planned
	OtherSets   Rule = "other_sets"   // at Max tables others boards are played than planned
	MoreTables  Rule = "more_tables"  // Max tables are needed, and Min were planned
	MoreSets    Rule = "more_sets"    // Max sets are played, and Min were planned
	RoundsLost  Rule = "rounds_lost"  // Max rounds are not played at all
)

// LossRules lists what only a plan after an accident lacks.
func LossRules() []Rule {
	return []Rule{NotPlayed, SitsOutNow, Shared, ChangesLine, LeavesSeat, OtherSeats, OtherSets, MoreTables, MoreSets, RoundsLost}
}

// Loss is one thing that a plan lacks. A finding of the audit about what was played
// is a loss that no plan can mend.
type Loss = Finding

// Toll counts what a plan costs. What the plan breaks decides which of two is better,
// then each figure in this order.
type Toll struct {
	Repeats    int // meetings more than planned
	Shared     int // tables that play a set more than planned
	Lost       int // rounds of contestants that somebody to play with was there for
	Unfair     int // the most rounds that one contestant sits out beyond its share and one more
	MostSits   int // the most rounds that one contestant still sits out
	Missed     int // rounds that who is late sits out still
	Unnamed    int // 1: no strategy but the search has the plan, so it cannot be announced
	Stationary int // contestants that were to stay and have to move
	Seats      int // seats taken by others than planned
	Sets       int // tables with other boards than planned
	Uneven     int // difference of the sets played most and least often
	SitOuts    int // rounds of contestants not played, all told
}

// Breaks is what a plan breaks, in rounds of one contestant. A meeting again, or one
// more round without play for whoever has had his, is as bad as a table that does not
// play, and boards shared are half as bad. So a session goes on as planned if tables can
// be saved by as many meetings again alone.
func (t Toll) Breaks() int {
	return t.Lost + t.Shared + 2*(t.Repeats+t.Unfair+max(0, t.MostSits-1))
}

func (t Toll) compare(u Toll) int {
	return cmp.Or(
		cmp.Compare(t.Breaks(), u.Breaks()), cmp.Compare(t.Repeats, u.Repeats), cmp.Compare(t.Shared, u.Shared),
		cmp.Compare(t.Lost, u.Lost), cmp.Compare(t.Unfair, u.Unfair), cmp.Compare(t.MostSits, u.MostSits),
		cmp.Compare(t.Missed, u.Missed), cmp.Compare(t.Unnamed, u.Unnamed), cmp.Compare(t.Stationary, u.Stationary),
		cmp.Compare(t.Seats, u.Seats), cmp.Compare(t.Sets, u.Sets), cmp.Compare(t.Uneven, u.Uneven),
	)
}

// Way is a strategy, and what it does: from which round, at which tables (from and to,
// of the rover by round, else in ascending order), by how many tables, with whom.
type Way struct {
	Strategy    Strategy
	From        int
	Tables      []int
	By          int
	Contestants []Contestant
}

// Repair is one way to go on.
type Repair struct {
	Way

	Also   []Way     // others that come to the same plan
	Plan   *Movement // all of the session; what was played is as it was
	Lost   []Loss
	Toll   Toll
	Before exact.Fraction // balance of the plan as it was given
	After  exact.Fraction // balance of this plan

	// Best says that no plan loses fewer rounds, and of those that lose as few none has
	// fewer repeats: the search has gone through all.
	Best bool
}

// Repair plans the rest of a session anew, after an accident. The slots marked as
// played are what was really played, whatever had been planned, and no plan touches
// them; other slots before the round of the accident were not played, and stand in
// the plans without boards. A phantom that comes is no phantom any more: where it was
// missing nobody sits.
//
// Pairs can be seated anew. Teams and individuals, whose matches and partners hang
// together, go on as planned with what can still be played, or the session ends.
//
// The plans are in order, the one that breaks least first ([Toll]). All are legal: nobody is in
// two places or plays boards that it has played. The list is never empty, as a plan
// may lose rounds. What the same accident gives does not depend on the machine: the
// search counts its steps.
func (m *Movement) Repair(a Accident) ([]Repair, error) {
	if m.Winners == 2 {
		if i := slices.IndexFunc(a.Late, func(l Late) bool { return l.Contestant.Line == 0 }); i >= 0 {
			return m.eitherLine(a, i)
		}
	}
	if err := checkAccident(m, a); err != nil {
		return nil, err
	}
	x := newRepairer(m, a)
	if m.Kind != Pairs {
		x.others()
		return x.out, nil
	}
	x.history()
	x.least = x.unavoidable()
	x.strategies()
	x.searched()
	return x.ranked(), nil
}

// eitherLine repairs with a late contestant in one line and in the other.
func (m *Movement) eitherLine(a Accident, late int) ([]Repair, error) {
	var out []Repair
	var refused error
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		b := a
		b.Late = slices.Clone(a.Late)
		b.Late[late].Contestant.Line = side
		plans, err := m.Repair(b)
		if refused == nil {
			refused = err
		}
		out = append(out, plans...)
	}
	if out == nil {
		return nil, refused
	}
	sortRepairs(out)
	out = oneOfEach(out)
	least := restPrice{out[0].Toll.Lost, out[0].Toll.Repeats}
	for _, r := range out {
		if p := (restPrice{r.Toll.Lost, r.Toll.Repeats}); p.less(least) {
			least = p
		}
	}
	for i := range out {
		out[i].Best = out[i].Best && least == restPrice{out[i].Toll.Lost, out[i].Toll.Repeats}
	}
	return out, nil
}

// oneOfEach keeps the first of those that come to the same plan: who plays no round any
// more does so in either line.
func oneOfEach(list []Repair) (out []Repair) {
	for _, r := range list {
		if !slices.ContainsFunc(out, func(o Repair) bool { return o.Plan.same(r.Plan) }) {
			out = append(out, r)
		}
	}
	return out
}

// same says that two plans of one session are the same.
func (m *Movement) same(o *Movement) bool {
	return m.Tables == o.Tables && m.Rounds == o.Rounds && slices.Equal(m.Slots, o.Slots)
}

// seatPlace is where a contestant sits: a table and a line; table 0 is nowhere.
type seatPlace struct {
	table int
	side  bridge.Side
}

// repairer plans the rest of one session.
type repairer struct {
	from   *Movement // as given
	ask    Accident
	base   *Movement // with what is known about who is there, and nothing decided
	first  int       // the round that may change
	tables int
	copies int
	sets   int
	all    []Contestant // who can still play, in order
	index  map[Contestant]int
	since  []int          // the first round in which it can
	late   []bool         // it has come late
	place  [][]seatPlace  // where the plan seats it, by round and contestant
	home   []int          // the table where the plan lets it stay; 0: it moves
	played [][]bool       // sets that it has played, by contestant
	met    map[couple]int // how often couples have met
	may    map[couple]int // how often they meet by the slots
	allow  [][]int        // tables that play a set in the plan, by round and set, and at least one
	before exact.Fraction
	least  int  // rounds of contestants that nobody can save
	sound  bool // nothing is broken
	share  int  // looks left for those who have nobody to play with
	roving int  // looks left for rovers

	out []Repair
}

// newRepairer finds out who is there, and makes the plan with that.
func newRepairer(m *Movement, a Accident) *repairer {
	x := &repairer{
		from: m, ask: a, first: a.Round, sets: m.Sets + a.Spare,
		index: map[Contestant]int{}, met: map[couple]int{}, may: map[couple]int{},
	}
	if m.Kind != Teams {
		x.before = m.Balance().Q
	}
	x.people()
	x.tables = a.Tables
	if x.tables == 0 {
		x.tables = m.Tables
		if m.Kind == Pairs {
			x.tables = max(m.Tables, min(x.needed(), MaxTables))
		}
	}
	if x.ask.Steps == 0 {
		x.ask.Steps = DefaultSteps
	}
	x.share, x.roving = x.ask.Steps, x.ask.Steps/2
	x.prepare()
	return x
}

// people finds who can still play, and from when on.
func (x *repairer) people() {
	for _, c := range x.from.Contestants() {
		if !slices.Contains(x.ask.Gone, c) {
			x.all = append(x.all, c)
		}
	}
	since := map[Contestant]int{}
	for _, l := range x.ask.Late {
		since[l.Contestant] = l.Round
		if !slices.Contains(x.all, l.Contestant) {
			x.all = append(x.all, l.Contestant)
		}
	}
	slices.SortFunc(x.all, Contestant.compare)
	for i, c := range x.all {
		x.index[c] = i
		x.since = append(x.since, max(x.first, since[c]))
		x.late = append(x.late, since[c] > 0)
	}
}

// needed is how many tables those who are there fill.
func (x *repairer) needed() int {
	var count [restLines]int
	for _, c := range x.all {
		count[c.Line]++
	}
	return count[0]/2 + min(count[1], count[2])
}

// prepare makes the plan with what is known: who has left is not in it, who is late
// comes when it comes, and what was not played has no boards.
func (x *repairer) prepare() {
	m := x.from
	x.base = New(m.Family, m.Kind, m.Winners, max(x.tables, m.Tables), m.Rounds, x.sets)
	x.base.Name, x.base.Phantom, x.base.SkipAfter, x.base.RoverOrder = m.Name, m.Phantom, m.SkipAfter, slices.Clone(m.RoverOrder)
	comes := slices.ContainsFunc(x.ask.Late, func(l Late) bool { return l.Contestant == m.Phantom })
	if comes {
		x.base.Phantom = Contestant{}
	}
	for i := range m.Slots {
		s := m.Slots[i]
		plays := m.Plays(s)
		if comes && s.Round < x.first {
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				who := sideOf(&s, side)
				for k, n := range who {
					if m.Contestant(side, n) == m.Phantom {
						who[k] = 0
					}
				}
			}
		}
		switch {
		case s.Played && plays: // stays
		case s.Round < x.first && (plays || comes):
			s.Set = 0
		case s.Round < x.first:
		default:
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				who := sideOf(&s, side)
				for k, n := range who {
					if c := m.Contestant(side, n); n > 0 && !x.here(c, s.Round) && c != x.base.Phantom {
						who[k] = 0
					}
				}
			}
		}
		*x.base.At(s.Table, s.Round) = s
	}
}

// sideOf is one side of a slot, to be set.
func sideOf(s *Slot, side bridge.Side) *Who {
	if side == bridge.EW {
		return &s.EW
	}
	return &s.NS
}

// here says that somebody can play in a round.
func (x *repairer) here(c Contestant, round int) bool {
	i, ok := x.index[c]
	return ok && round >= x.since[i]
}

// fixed says that a slot was played: it is what it is.
func (x *repairer) fixed(s *Slot) bool { return s.Played && x.base.Plays(*s) }

// history collects what was played, and what the plan wanted.
func (x *repairer) history() {
	m := x.base
	x.played = make([][]bool, len(x.all))
	for i := range x.played {
		x.played[i] = make([]bool, x.sets+1)
	}
	x.allow = make([][]int, m.Rounds+1)
	x.place = make([][]seatPlace, m.Rounds+1)
	for r := range x.allow {
		x.allow[r] = make([]int, x.sets+1)
		x.place[r] = make([]seatPlace, len(x.all))
	}
	planned := 0
	for i := range m.Slots {
		s := &m.Slots[i]
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok && x.place[s.Round][c].table == 0 {
				x.place[s.Round][c] = seatPlace{s.Table, side}
			}
		}
		if old := x.wanted(s.Table, s.Round); old.Set > 0 && x.from.Plays(*old) {
			x.allow[s.Round][old.Set]++
			planned = max(planned, x.allow[s.Round][old.Set])
		}
		if !m.Plays(*s) {
			continue
		}
		k := coupleOf(m.Contestant(bridge.NS, s.NS[0]), m.Contestant(bridge.EW, s.EW[0]))
		x.may[k]++
		if !x.fixed(s) {
			continue
		}
		x.met[k]++
		for _, c := range k {
			if i, ok := x.index[c]; ok {
				x.played[i][s.Set] = true
			}
		}
	}
	for _, allow := range x.allow {
		for set := range allow {
			allow[set] = max(allow[set], 1)
		}
	}
	x.copies = x.ask.Copies
	if x.copies == 0 {
		x.copies = max(planned, 2)
	}
	x.home = x.homes()
}

// wanted is the slot of the movement as given; one that it does not have is empty.
func (x *repairer) wanted(table, round int) *Slot {
	if table > x.from.Tables {
		return &Slot{Table: table, Round: round}
	}
	return x.from.At(table, round)
}

// homes finds who is to stay at a table for the rest of the session, and was there
// before.
func (x *repairer) homes() []int {
	out := make([]int, len(x.all))
	for c := range out {
		for r := 1; r <= x.base.Rounds; r++ {
			p := x.place[r][c]
			if p.table == 0 {
				if r >= x.first {
					out[c] = 0
					break
				}
				continue
			}
			switched := x.base.At(p.table, r).Switched
			if switched {
				p.side = p.side.Other()
			}
			if out[c] != 0 && out[c] != 2*p.table+int(p.side)-1 {
				out[c] = 0
				break
			}
			out[c] = 2*p.table + int(p.side) - 1
		}
		out[c] /= 2
	}
	return out
}

// allowed says how many meetings of a couple are none too many.
func (x *repairer) allowed(k couple) int {
	if x.ask.Again {
		return max(1, x.may[k])
	}
	return 1
}

// settle makes a plan legal from the first round on: who sits twice sits once, and
// where somebody knows the boards, or there are not enough copies, nobody plays. It
// reports whether it had to.
func (x *repairer) settle(m *Movement) bool {
	changed := false
	played := make([][]bool, len(x.played))
	for i := range played {
		played[i] = slices.Clone(x.played[i])
	}
	for r := x.first; r <= m.Rounds; r++ {
		seated := make([]bool, len(x.all))
		copies := make([]int, x.sets+1)
		for t := 1; t <= m.Tables; t++ {
			if s := m.At(t, r); x.fixed(s) {
				copies[s.Set]++
				for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
					if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok {
						seated[c] = true
					}
				}
			}
		}
		for t := 1; t <= m.Tables; t++ {
			if s := m.At(t, r); !x.fixed(s) {
				changed = x.settleSlot(m, s, seated, copies, played) || changed
			}
		}
	}
	return changed
}

func (x *repairer) settleSlot(m *Movement, s *Slot, seated []bool, copies []int, played [][]bool) bool {
	changed := false
	var at [2]int
	both := true
	for i, side := range []bridge.Side{bridge.NS, bridge.EW} {
		who := sideOf(s, side)
		c, known := x.index[m.Contestant(side, who[0])]
		switch {
		case who[0] == 0 || !known: // nobody, or the phantom
			both = false
		case seated[c] || !x.here(x.all[c], s.Round) || s.Table > x.tables:
			*who = Who{}
			both, changed = false, true
		default:
			seated[c] = true
			at[i] = c
		}
	}
	if s.Set == 0 {
		return changed
	}
	if !both {
		if !waits(m, s) {
			s.Set = 0
		}
		return changed
	}
	if played[at[0]][s.Set] || played[at[1]][s.Set] || copies[s.Set] >= x.copies || slices.Contains(x.ask.Spoiled, s.Set) {
		s.Set = 0
		return true
	}
	copies[s.Set]++
	played[at[0]][s.Set], played[at[1]][s.Set] = true, true
	return changed
}

// waits says that somebody waits for the phantom in a slot.
func waits(m *Movement, s *Slot) bool { return m.Phantom != Contestant{} && m.sits(*s, m.Phantom) }

// most is how many tables can play in a round at best; those that have are part of
// it.
func (x *repairer) most(round int) int {
	var count [restLines]int
	fixed := 0
	busy := make([]bool, len(x.all))
	for t := 1; t <= x.base.Tables; t++ {
		if s := x.base.At(t, round); x.fixed(s) {
			fixed++
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				if c, ok := x.index[x.base.Contestant(side, s.Side(side)[0])]; ok {
					busy[c] = true
				}
			}
		}
	}
	for i, c := range x.all {
		if !busy[i] && x.here(c, round) {
			count[c.Line]++
		}
	}
	return fixed + max(0, min(x.tables-fixed, count[0]/2+min(count[1], count[2])))
}

// weigh counts what a plan costs.
func (x *repairer) weigh(m *Movement) Toll {
	var t Toll
	sits := make([]int, len(x.all))
	met := map[couple]int{}
	leaves := make([]bool, len(x.all))
	for r := 1; r <= m.Rounds; r++ {
		now := make([]seatPlace, len(x.all))
		plays := make([]bool, len(x.all))
		copies := make([]int, x.sets+1)
		for table := 1; table <= m.Tables; table++ {
			s := m.At(table, r)
			both := m.Plays(*s)
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok {
					now[c] = seatPlace{table, side}
					plays[c] = both
				}
			}
			if !both {
				continue
			}
			copies[s.Set]++
			if k := coupleOf(m.Contestant(bridge.NS, s.NS[0]), m.Contestant(bridge.EW, s.EW[0])); met[k] >= x.allowed(k) && r >= x.first {
				t.Repeats++
			} else {
				met[k]++
			}
			if r >= x.first && x.wanted(table, r).Set != s.Set {
				t.Sets++
			}
		}
		if r < x.first {
			continue
		}
		for set, n := range copies {
			t.Shared += max(0, n-x.allow[r][set])
		}
		for c := range x.all {
			if !x.here(x.all[c], r) {
				continue
			}
			if !plays[c] {
				sits[c]++
			}
			if old := x.place[r][c]; now[c] != old {
				t.Seats++
				if x.home[c] > 0 && now[c].table > 0 && now[c].table != x.home[c] {
					leaves[c] = true
				}
			}
		}
	}
	for r := m.Rounds + 1; r <= x.from.Rounds; r++ {
		for c := range x.all {
			if x.here(x.all[c], r) {
				sits[c]++
			}
		}
	}
	var idle, people [restLines]int
	for c, n := range sits {
		t.SitOuts += n
		t.MostSits = max(t.MostSits, n)
		if x.late[c] {
			t.Missed += n
		}
		t.Stationary += boolInt(leaves[c])
		idle[x.all[c].Line] += n
		people[x.all[c].Line]++
	}
	for c, n := range sits {
		line := x.all[c].Line
		fair := (idle[line] + people[line] - 1) / people[line]
		t.Unfair = max(t.Unfair, n-fair-1)
	}
	t.Lost = t.SitOuts - x.least
	t.Uneven = unevenness(m)
	return t
}

// unavoidable is how many rounds of contestants nobody can save: there is nobody to
// play with, or no table.
func (x *repairer) unavoidable() int {
	n := 0
	for r := x.first; r <= x.from.Rounds; r++ {
		here := 0
		for _, c := range x.all {
			here += boolInt(x.here(c, r))
		}
		n += here - 2*x.most(r)
	}
	return n
}

// unevenness is how much more often one set is played than another.
func unevenness(m *Movement) int {
	plays := make([]int, m.Sets+1)
	for i := range m.Slots {
		if m.Plays(m.Slots[i]) {
			plays[m.Slots[i].Set]++
		}
	}
	var span Range
	first := true
	for _, n := range plays[1:] {
		if n > 0 {
			span.with(n, first)
			first = false
		}
	}
	return span.Max - span.Min
}

// offer adds a plan to the list. The same plan is there once.
func (x *repairer) offer(r Repair) {
	x.trim(r.Plan)
	for i := range x.out {
		if x.out[i].Plan.same(r.Plan) {
			x.out[i].Also = append(x.out[i].Also, r.Way)
			return
		}
	}
	r.Toll = x.weigh(r.Plan)
	r.Toll.Unnamed = boolInt(r.Strategy == Searched)
	x.out = append(x.out, r)
}

// trim takes away tables that the plan does not need, and sets that were not brought.
func (x *repairer) trim(m *Movement) {
	tables, sets := x.from.Tables, x.from.Sets
	for i := range m.Slots {
		if s := &m.Slots[i]; !s.Empty() {
			tables, sets = max(tables, s.Table), max(sets, s.Set)
		}
	}
	m.Slots = m.Slots[:tables*m.Rounds]
	m.Tables, m.Sets = tables, sets
	m.dropPhantom()
}

// ranked gives the list in its order, with what each plan lacks.
func (x *repairer) ranked() []Repair {
	old := x.from.Audit().Findings
	for i := range x.out {
		r := &x.out[i]
		audit := r.Plan.Audit()
		r.Before, r.After = x.before, audit.Balance.Q
		r.Lost = x.losses(r.Plan, audit, old, r.Toll)
	}
	sortRepairs(x.out)
	return x.out
}

// sortRepairs puts the plan that breaks least first.
func sortRepairs(list []Repair) {
	slices.SortStableFunc(list, func(a, b Repair) int {
		return cmp.Or(a.Toll.compare(b.Toll), b.After.Cmp(a.After))
	})
}
