package movement

import (
	"cmp"
	"maps"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Rule names what an audit looks at.
type Rule string

// The rules of an audit. The first ones make a movement unsound; the others are what
// a director wants to know before the start.
const (
	SeatedTwice Rule = "seated_twice" // a contestant sits in two places in a round
	SetTwice    Rule = "set_twice"    // a contestant plays boards that it has played
	Itself      Rule = "itself"       // a contestant meets itself
	OpenMatch   Rule = "open_match"   // teams: the boards of a match differ in its two rooms
	HalfSeat    Rule = "half_seat"    // individuals: one player of a side is missing
	Nobody      Rule = "nobody"       // nobody plays at all

	Repeat    Rule = "repeat"    // two contestants meet more than once
	Copies    Rule = "copies"    // a set is at several tables in a round
	Uneven    Rule = "uneven"    // some sets are played more often than others
	NotAll    Rule = "not_all"   // one winner: some never meet
	SitsOut   Rule = "sits_out"  // a contestant sits out more than once
	TooFew    Rule = "too_few"   // a contestant plays less than 70 % of the boards in play
	Partners  Rule = "partners"  // individuals: partners are not met equally often
	Opponents Rule = "opponents" // individuals: nor are opponents
	Missing   Rule = "missing"   // a number between 1 and the highest does not take part
)

// Finding is one thing that an audit found.
type Finding struct {
	Rule        Rule         `json:"rule"`
	Fault       bool         `json:"fault"` // the movement is unsound
	Contestants []Contestant `json:"contestants,omitempty"`
	Round       int          `json:"round,omitempty"` // the first one, where there are several
	Table       int          `json:"table,omitempty"`
	Set         int          `json:"set,omitempty"`
	Min         int          `json:"min,omitempty"` // the least of what the rule counts; of what happened twice, where or when it was first
	Max         int          `json:"max,omitempty"` // the most
}

// MarshalText writes a contestant as people do: 7, N7.
func (c Contestant) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Range are the least and the most of something.
type Range struct{ Min, Max int }

// with counts one more.
func (r *Range) with(n int, first bool) {
	if first || n < r.Min {
		r.Min = n
	}
	if first || n > r.Max {
		r.Max = n
	}
}

// Audit is what a movement is worth: its faults, what to know about it, and its
// measures. A phantom and meetings with it do not count.
type Audit struct {
	Findings []Finding // faults first; of each rule the first hundred

	// More counts the findings of rules that have more than these.
	More map[Rule]int

	Contestants int
	Copies      int   // the most tables that play one set in a round
	SetPlays    Range // how often the sets are played, of those in play
	SetsInPlay  int
	Rounds      Range          // that contestants play
	Opponents   Range          // different ones that contestants meet
	Repeats     int            // how many couples of contestants meet more than once
	AllPlayAll  bool           // everybody meets everybody of the field
	SitOuts     int            // the most rounds that one contestant sits out
	Stationary  int            // seats whose contestant stays all the session
	Relays      int            // the most sets that lie at no table, in a round, of those in play
	Share       exact.Fraction // the least part of the sets in play that a contestant plays

	// Teams: how many matches there are, and whether everybody meets everybody.
	Matches        int
	FullRoundRobin bool

	// Individuals: how many couples of players are partners, or opponents, so often.
	PartnerCounts  map[int]int
	OpponentCounts map[int]int

	Balance Balance
}

// Sound says that the audit found no fault.
func (a *Audit) Sound() bool {
	return !slices.ContainsFunc(a.Findings, func(f Finding) bool { return f.Fault })
}

// FaultCount is how many faults there are, those too that are not listed.
func (a *Audit) FaultCount() int {
	n := 0
	for _, f := range a.Findings {
		n += boolInt(f.Fault)
	}
	for rule, more := range a.More {
		if slices.Contains(faultRules, rule) {
			n += more
		}
	}
	return n
}

// Faults are the findings that make the movement unsound.
func (a *Audit) Faults() []Finding {
	var out []Finding
	for _, f := range a.Findings {
		if f.Fault {
			out = append(out, f)
		}
	}
	return out
}

// leastShare is what each entrant is to play of the boards in play: 70 % (EBU).
var leastShare = exact.Of(7, 10)

// couple are two contestants, the smaller one first.
type couple [2]Contestant

func coupleOf(a, b Contestant) couple {
	if a.compare(b) > 0 {
		a, b = b, a
	}
	return couple{a, b}
}

// auditor collects what the slots say.
type auditor struct {
	m   *Movement
	out *Audit
	all []Contestant

	plays    map[Contestant]int         // rounds played
	meetings map[couple]int             // as opponents
	partners map[couple]int             // individuals
	sets     map[Contestant]map[int]int // rounds in which a set was played first; teams: of one line
	setPlays []int                      // by set
	twice    map[boardsOf]bool          // told as played twice
	found    map[Rule]int
}

// boardsOf are the boards that a contestant plays.
type boardsOf struct {
	c   Contestant
	set int
}

// mostFindings is how many findings of one rule an audit lists.
const mostFindings = 100

// Audit proves a movement: who sits where, who plays what, and how fair it is.
func (m *Movement) Audit() *Audit {
	a := &auditor{
		m: m, out: &Audit{}, all: m.Contestants(),
		plays: map[Contestant]int{}, meetings: map[couple]int{}, partners: map[couple]int{},
		sets: map[Contestant]map[int]int{}, setPlays: make([]int, m.Sets+1), twice: map[boardsOf]bool{}, found: map[Rule]int{},
	}
	a.out.Contestants = len(a.all)
	for r := 1; r <= m.Rounds; r++ {
		a.round(r)
	}
	a.sitOuts()
	a.measures()
	switch m.Kind {
	case Teams:
		a.matches()
	case Individual:
		a.individuals()
	default:
		a.couples()
	}
	a.numbers()
	if m.Kind != Teams {
		a.out.Balance = m.Balance()
	}
	slices.SortStableFunc(a.out.Findings, func(x, y Finding) int {
		return cmp.Compare(boolInt(y.Fault), boolInt(x.Fault))
	})
	return a.out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (a *auditor) fault(f Finding) {
	f.Fault = true
	a.note(f)
}

func (a *auditor) note(f Finding) {
	if a.found[f.Rule]++; a.found[f.Rule] <= mostFindings {
		a.out.Findings = append(a.out.Findings, f)
		return
	}
	if a.out.More == nil {
		a.out.More = map[Rule]int{}
	}
	a.out.More[f.Rule]++
}

// round looks at one round.
func (a *auditor) round(r int) {
	m := a.m
	seated := map[Contestant]int{} // table
	copies := make([]int, m.Sets+1)
	for t := 1; t <= m.Tables; t++ {
		s := m.At(t, r)
		if s.Empty() {
			continue
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			for _, c := range m.contestants(s, side) {
				key := c
				if m.Kind == Teams { // a team sits on both lines
					key.Line = side
				}
				if c == m.Phantom {
					continue
				}
				if old, ok := seated[key]; ok {
					a.fault(Finding{Rule: SeatedTwice, Contestants: []Contestant{c}, Round: r, Table: t, Min: old})
				}
				seated[key] = t
			}
		}
		if !m.Plays(*s) {
			if m.Kind == Individual && s.Set > 0 && (s.NS[1] == 0) != (s.EW[1] == 0) {
				a.fault(Finding{Rule: HalfSeat, Round: r, Table: t})
			}
			continue
		}
		copies[s.Set]++
		a.setPlays[s.Set]++
		a.slot(s)
	}
	loose := 0
	for set := 1; set <= m.Sets; set++ {
		a.out.Copies = max(a.out.Copies, copies[set])
		if copies[set] == 0 {
			loose++
		}
	}
	a.out.Relays = max(a.out.Relays, loose)
}

// slot looks at a table that plays.
func (a *auditor) slot(s *Slot) {
	m := a.m
	ns, ew := m.contestants(s, bridge.NS), m.contestants(s, bridge.EW)
	for i, side := range [][]Contestant{ns, ew} {
		if m.Kind == Individual {
			if side[0] == side[1] {
				a.fault(Finding{Rule: Itself, Contestants: side[:1], Round: s.Round, Table: s.Table})
			} else {
				a.partners[coupleOf(side[0], side[1])]++
			}
		}
		for _, c := range side {
			key := c
			if m.Kind == Teams {
				key.Line = bridge.Side(i + 1)
			}
			if a.sets[key] == nil {
				a.sets[key] = map[int]int{}
			}
			a.boards(key, c, s)
			a.plays[c]++
		}
	}
	for _, c := range ns {
		for _, d := range ew {
			if c == d {
				a.fault(Finding{Rule: Itself, Contestants: []Contestant{c}, Round: s.Round, Table: s.Table})
				continue
			}
			a.meetings[coupleOf(c, d)]++
		}
	}
}

// boards notes that a contestant plays a set. To play it twice is one fault, however
// often it happens.
func (a *auditor) boards(key, c Contestant, s *Slot) {
	first, again := a.sets[key][s.Set]
	if !again {
		a.sets[key][s.Set] = s.Round
		return
	}
	if k := (boardsOf{c, s.Set}); !a.twice[k] {
		a.twice[k] = true
		a.fault(Finding{Rule: SetTwice, Contestants: []Contestant{c}, Round: s.Round, Table: s.Table, Set: s.Set, Min: first})
	}
}

// sitOuts counts the rounds that contestants miss.
func (a *auditor) sitOuts() {
	count := map[Contestant]int{}
	for _, s := range a.m.SitOuts() {
		count[s.Contestant]++
	}
	for _, c := range a.all {
		n := count[c]
		if n > 1 {
			a.note(Finding{Rule: SitsOut, Contestants: []Contestant{c}, Max: n})
		}
		a.out.SitOuts = max(a.out.SitOuts, n)
	}
}

// measures are those that all kinds have.
func (a *auditor) measures() {
	m, out := a.m, a.out
	first := true
	for _, n := range a.setPlays[1:] {
		if n > 0 {
			out.SetPlays.with(n, first)
			out.SetsInPlay++
			first = false
		}
	}
	out.Relays -= m.Sets - out.SetsInPlay // sets that nobody plays lie in no stack
	if first {
		a.fault(Finding{Rule: Nobody})
		return
	}
	for i, c := range a.all {
		n := a.plays[c]
		if m.Kind == Teams {
			continue
		}
		out.Rounds.with(n, i == 0)
		share := exact.Of(int64(len(a.sets[c])), int64(out.SetsInPlay))
		if i == 0 || share.Cmp(out.Share) < 0 {
			out.Share = share
		}
		if share.Cmp(leastShare) < 0 {
			a.note(Finding{Rule: TooFew, Contestants: []Contestant{c}, Min: len(a.sets[c]), Max: out.SetsInPlay})
		}
	}
	out.Stationary = a.stationary()
	if out.Copies > 1 {
		a.note(Finding{Rule: Copies, Max: out.Copies})
	}
	if out.SetPlays.Min != out.SetPlays.Max {
		a.note(Finding{Rule: Uneven, Min: out.SetPlays.Min, Max: out.SetPlays.Max})
	}
}

// stationary counts the sides of tables where the same contestant sits all the
// session, arrow switches aside.
func (a *auditor) stationary() int {
	m, n := a.m, 0
	for t := 1; t <= m.Tables; t++ {
		at := func(r int, side bridge.Side) Who {
			s := m.At(t, r)
			if s.Switched {
				side = side.Other()
			}
			return s.Side(side)
		}
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			who := at(1, side)
			if who[0] == 0 || who[1] != 0 || m.Contestant(side, who[0]) == m.Phantom {
				continue
			}
			stays := true
			for r := 2; r <= m.Rounds && stays; r++ {
				stays = at(r, side) == who
			}
			n += boolInt(stays)
		}
	}
	return n
}

// couples looks at whom pairs meet.
func (a *auditor) couples() {
	m, out := a.m, a.out
	met := map[Contestant]int{}
	for _, k := range slices.SortedFunc(maps.Keys(a.meetings), compareCouples) {
		met[k[0]]++
		met[k[1]]++
		if n := a.meetings[k]; n > 1 {
			out.Repeats++
			a.note(Finding{Rule: Repeat, Contestants: k[:], Max: n})
		}
	}
	for i, c := range a.all {
		out.Opponents.with(met[c], i == 0)
	}
	out.AllPlayAll = len(a.meetings) == len(a.all)*(len(a.all)-1)/2
	if m.Winners == 1 && !out.AllPlayAll && len(a.all) > 0 {
		a.note(Finding{Rule: NotAll, Min: out.Opponents.Min, Max: len(a.all) - 1})
	}
}

func compareCouples(x, y couple) int {
	return cmp.Or(x[0].compare(y[0]), x[1].compare(y[1]))
}

// matches holds the two rooms of each match against each other.
func (a *auditor) matches() {
	m, out := a.m, a.out
	rooms := map[[2]int]map[int]int{} // home and away: sets
	count := map[couple]bool{}
	met := map[Contestant]int{}
	for i := range m.Slots {
		s := &m.Slots[i]
		if !m.Plays(*s) || s.NS == s.EW {
			continue
		}
		key := [2]int{s.NS[0], s.EW[0]}
		if rooms[key] == nil {
			rooms[key] = map[int]int{}
		}
		rooms[key][s.Set]++
		count[coupleOf(m.Contestant(bridge.NS, key[0]), m.Contestant(bridge.EW, key[1]))] = true
	}
	out.Matches = len(count)
	for _, k := range slices.SortedFunc(maps.Keys(count), compareCouples) {
		met[k[0]]++
		met[k[1]]++
		home, away := rooms[[2]int{k[0].Number, k[1].Number}], rooms[[2]int{k[1].Number, k[0].Number}]
		if !maps.Equal(home, away) {
			a.fault(Finding{Rule: OpenMatch, Contestants: k[:], Min: len(home), Max: len(away)})
		}
	}
	for i, c := range a.all {
		out.Opponents.with(met[c], i == 0)
		n := 0
		if c.Line == 0 {
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				n = max(n, len(a.sets[Contestant{side, c.Number}]))
			}
		}
		out.Rounds.with(n, i == 0)
	}
	teams := len(a.all)
	out.FullRoundRobin = out.Matches == teams*(teams-1)/2
	out.AllPlayAll = out.FullRoundRobin
	if !out.FullRoundRobin {
		a.note(Finding{Rule: NotAll, Min: out.Opponents.Min, Max: teams - 1})
	}
}

// individuals counts how often players are partners and opponents.
func (a *auditor) individuals() {
	out := a.out
	out.PartnerCounts, out.OpponentCounts = map[int]int{}, map[int]int{}
	var partners, opponents Range
	met := map[Contestant]int{}
	for i, c := range a.all {
		for j, d := range a.all[:i] {
			k := coupleOf(c, d)
			out.PartnerCounts[a.partners[k]]++
			out.OpponentCounts[a.meetings[k]]++
			partners.with(a.partners[k], i == 1 && j == 0)
			opponents.with(a.meetings[k], i == 1 && j == 0)
			if a.meetings[k] > 0 {
				met[c]++
				met[d]++
			}
			if a.partners[k] > 1 {
				out.Repeats++
			}
		}
	}
	for i, c := range a.all {
		out.Opponents.with(met[c], i == 0)
	}
	if partners.Min != partners.Max {
		a.note(Finding{Rule: Partners, Min: partners.Min, Max: partners.Max})
	}
	if opponents.Min != opponents.Max {
		a.note(Finding{Rule: Opponents, Min: opponents.Min, Max: opponents.Max})
	}
}

// numbers finds gaps among the numbers of the contestants.
func (a *auditor) numbers() {
	last := map[bridge.Side]int{}
	for _, c := range a.all {
		for n := last[c.Line] + 1; n < c.Number; n++ {
			if missing := (Contestant{c.Line, n}); missing != a.m.Phantom {
				a.note(Finding{Rule: Missing, Contestants: []Contestant{missing}})
			}
		}
		last[c.Line] = c.Number
	}
}
