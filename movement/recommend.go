package movement

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Want is an evening for which movements are wanted. The zero value of a field means
// that it does not matter.
type Want struct {
	Pairs      int // how many take part; of an odd number one sits out
	Boards     int // that everybody plays, but for those who sit out
	Minutes    int // that there are, from the first board to the last
	Winners    int // 1: one list of all; 2: North-South and East-West apart
	Stationary int // seats for pairs that cannot move
	Copies     int // of each board at hand: 1 is without sharing; where it is not said, two tables may share, or three

	Pace Pace // the zero value is [UsualPace]
}

// Pace is how long things take, in half minutes.
type Pace struct {
	Board int // a board
	Move  int // from a round to the next
	SetUp int // before the first round
}

// UsualPace are 7 minutes a board, 2 for a move and 10 before the start: at 8 boards
// an hour clubs play a little slower (EBU, ACBL: 7.5 minutes with the move).
var UsualPace = Pace{Board: 14, Move: 4, SetUp: 20}

// Minutes is how long a session takes, rounded up.
func (p Pace) Minutes(rounds, boards int) int {
	return (p.SetUp + rounds*(boards*p.Board+p.Move) + 1) / 2
}

// Proposal is a movement that suits an evening.
type Proposal struct {
	*Movement

	BoardsPerRound int
	Boards         int // that who plays every round plays
	InPlay         int // boards that are laid out
	Minutes        int
	Switched       int // rounds that are arrow-switched at all tables that switch, the last ones
	Turned         int // single tables that are, in other rounds
	Audit          *Audit

	lines *Movement // as it was before it was arrow-switched
}

// Lines says that the movement has two lines, which compete by arrow switches.
func (p Proposal) Lines() bool { return p.lines != nil }

// order compares proposals by what matters, the better one first: the boards that are
// asked for, or within a tenth of them, then no repeat meetings, the fewest rounds that anybody sits out, the
// balance (two lines are judged apart, and even), little sharing, what people know, and
// few moves.
func (w Want) order(a, b Proposal) int {
	missed := func(p Proposal) int {
		off := max(p.Boards-w.Boards, w.Boards-p.Boards)
		switch {
		case w.Boards == 0 || off == 0:
			return 0
		case 10*off <= w.Boards:
			return 1
		}
		return 2
	}
	balance := func(p Proposal) exact.Fraction {
		if p.Winners == 2 {
			return exact.Int(100)
		}
		return p.Audit.Balance.Q
	}
	return cmp.Or(
		cmp.Compare(missed(a), missed(b)),
		cmp.Compare(a.Audit.Repeats, b.Audit.Repeats),
		cmp.Compare(a.Audit.SitOuts, b.Audit.SitOuts),
		balance(b).Cmp(balance(a)),
		cmp.Compare(a.Audit.Copies, b.Audit.Copies),
		cmp.Compare(familiar(a.Family), familiar(b.Family)),
		cmp.Compare(a.Rounds, b.Rounds),
	)
}

// familiar is the place of a family among those that people know; the first ones need
// the fewest words.
func familiar(family string) int {
	known := []string{
		"mitchell", "howell", "share_relay", "skip", "double_weave", "three_quarter_howell", "hesitation",
		"bowman", "web", "double_hesitation", "blackpool",
	}
	if i := slices.Index(known, family); i >= 0 {
		return i
	}
	return len(known)
}

// maxPerRound is the most boards of a round that a proposal has.
const maxPerRound = 12

// Recommend finds the movements for an evening, the best first. They are made and
// audited one by one, and none of them is unsound. Where nothing fits, the error says
// what stands in the way.
func Recommend(w Want) ([]Proposal, error) {
	if w.Pace == (Pace{}) {
		w.Pace = UsualPace
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	near := w.Boards
	if w.Boards == 0 {
		near = w.mostBoards()
	}
	var out []Proposal
	for _, f := range families {
		switch {
		case f.Kind != Pairs, f.Name == "interwoven_howell": // that is a second session
		case (f.Name == "barometer" || f.Name == "endless_howell") && w.Copies < w.Pairs/2: // all tables play the same boards
		default:
			out = w.ofFamily(out, f, near)
		}
	}
	if len(out) == 0 {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.no_proposal", "no movement for %d pairs keeps to all that is asked: fewer conditions, more time or other boards may do", w.Pairs)
	}
	if w.Boards == 0 { // as many as there is time for, within a tenth
		most := 0
		for _, p := range out {
			most = max(most, p.Boards)
		}
		out = slices.DeleteFunc(out, func(p Proposal) bool { return 10*p.Boards < 9*most })
	}
	slices.SortStableFunc(out, w.order)
	if w.Pairs%2 == 1 && w.Winners != 2 {
		out = w.smoother(out)
	}
	return worthwhile(distinct(out)), nil
}

// worthwhile leaves out movements with one winner that are less than half as even as
// the best one.
func worthwhile(all []Proposal) []Proposal {
	var best exact.Fraction
	for _, p := range all {
		if q := p.Audit.Balance.Q; p.Winners == 1 && q.Cmp(best) > 0 {
			best = q
		}
	}
	return slices.DeleteFunc(all, func(p Proposal) bool {
		return p.Winners == 1 && p.Audit.Balance.Q.Mul(exact.Int(2)).Cmp(best) < 0
	})
}

// check refuses what no evening is.
func (w Want) check() error {
	within := func(name string, n, least, most int) error {
		if n != 0 && n < least || n > most || name == "pairs" && n < least {
			return bridge.Errorf(bridge.Invalid, "movement.want", "%s %d: want %d to %d", name, n, least, most)
		}
		return nil
	}
	for _, err := range []error{
		within("pairs", w.Pairs, 4, 2*maxRecommended),
		within("boards", w.Boards, 1, 60),
		within("minutes", w.Minutes, 1, 24*60),
		within("winners", w.Winners, 1, 2),
		within("stationary", w.Stationary, 1, w.Pairs),
		within("copies", w.Copies, 1, MaxTables),
	} {
		if err != nil {
			return err
		}
	}
	if w.Boards == 0 && w.Minutes == 0 {
		return bridge.Errorf(bridge.Invalid, "movement.want_length", "how long is the evening? want the boards to play, or the minutes that there are")
	}
	return nil
}

// maxRecommended is the most tables that one movement is recommended for; more play
// in sections.
const maxRecommended = 40

// mostBoards is what the time is enough for, in rounds of four.
func (w Want) mostBoards() int {
	n := 0
	for w.Pace.Minutes(1, n+1)+n/4*w.Pace.Move/2 <= w.Minutes {
		n++
	}
	return n
}

// perRound are the numbers of boards a round that come near to what is asked for: the
// exact one, else those below and above.
func (w Want) perRound(rounds, boards int) []int {
	if w.Boards > 0 && boards%rounds == 0 {
		return []int{boards / rounds}
	}
	low := boards / rounds
	var out []int
	for b := max(low, 1); b <= low+1; b++ {
		if w.Boards > 0 && 5*max(b*rounds-boards, boards-b*rounds) > boards {
			continue // a fifth off is another evening
		}
		out = append(out, b)
	}
	return out
}

// smoothed is how many movements of half tables are tried with single tables turned.
const smoothed = 6

// smoother adds the best arrow-switched movements of half tables with single tables
// turned.
func (w Want) smoother(all []Proposal) []Proposal {
	out := slices.Clone(all)
	tried := 0
	for _, p := range all {
		if p.lines == nil || p.Winners != 1 {
			continue
		}
		if tried++; tried > smoothed {
			break
		}
		m, err := p.lines.SmoothSwitch()
		if err != nil {
			continue
		}
		if x := (form{m, m.lastSwitched(), p.lines, m.Audit()}); w.suits(x) && x.audit.Balance.Q.Cmp(p.Audit.Balance.Q) > 0 {
			out = w.propose(out, x, p.BoardsPerRound)
		}
	}
	slices.SortStableFunc(out, w.order)
	return out
}

// ofFamily adds what a family has for the evening.
func (w Want) ofFamily(out []Proposal, f Family, near int) []Proposal {
	tables := (w.Pairs + 1) / 2
	asks := f.asks(tables)
	switch {
	case w.Pairs%2 == 0:
	case f.Winners == 2:
		asks = append(asks, f.asks(tables-1)...) // full tables, and a rover
	case f.Name == "howell" || f.Name == "three_quarter_howell":
		for _, ask := range asks { // made for a missing pair
			if ask.Variant == "" {
				ask.Variant = "half"
				asks = append(asks, ask)
			}
		}
	}
	for _, ask := range asks {
		lengths := w.perRound(ask.Rounds, near)
		if len(lengths) == 0 {
			continue
		}
		m, err := f.Make(ask)
		if err != nil {
			continue // Rounds lists lengths that not every number of tables has
		}
		switch {
		case w.Pairs%2 == 0 || f.Name == "pivot" || m.Phantom != Contestant{}:
		case ask.Tables < tables:
			m, err = m.Rover(bridge.NS, 2)
		default:
			m, err = m.HalfTable()
		}
		if err != nil || len(m.Contestants()) != w.Pairs || !m.playsEnough() {
			continue
		}
		for _, form := range w.forms(m) {
			for _, boards := range lengths {
				out = w.propose(out, form, boards)
			}
		}
	}
	return out
}

// asks are all the forms of a family at so many tables that are worth a proposal.
func (f Family) asks(tables int) []Ask {
	if tables < f.Sizes[0] || tables > f.Sizes[1] {
		return nil
	}
	var out []Ask
	for _, r := range f.Rounds(tables) {
		if f.Name == "skip" && r == tables {
			continue // the round of revenge
		}
		out = append(out, Ask{Tables: tables, Rounds: r})
	}
	return out
}

// playsEnough says that whoever plays every round may play the part of the boards that
// is due. It saves the audit of what is too short.
func (m *Movement) playsEnough() bool {
	sets, seen := 0, make([]bool, m.Sets+1)
	for _, s := range m.Slots {
		if m.Plays(s) && !seen[s.Set] {
			seen[s.Set] = true
			sets++
		}
	}
	return 10*m.Rounds >= 7*sets
}

// form is a movement as it is proposed.
type form struct {
	*Movement

	switched int
	lines    *Movement // with two winners, where it is that one arrow-switched
	audit    *Audit
}

// forms are the ways to play a movement: as it is, and where it has lines, with the
// arrow switch that suits it best.
func (w Want) forms(m *Movement) []form {
	var out []form
	if lines := m.Winners == 2; lines && w.Winners != 1 || !lines {
		out = append(out, form{m, 0, nil, nil})
	}
	if w.Winners != 2 && (m.Winners == 2 || len(m.Pivots()) > 0) {
		if one, k, err := m.BestSwitch(); err == nil && (k > 0 || m.Winners == 2) {
			out = append(out, form{one, k, m, nil})
		}
	}
	sound := out[:0]
	for _, x := range out {
		if x.audit = x.Audit(); w.suits(x) {
			sound = append(sound, x)
		}
	}
	return sound
}

// lastSwitched counts the last rounds that are arrow-switched at all tables but the
// pivots.
func (m *Movement) lastSwitched() int {
	pivots := m.Pivots()
	for r := m.Rounds; r >= 1; r-- {
		for t := 1; t <= m.Tables; t++ {
			if s := m.At(t, r); m.Plays(*s) && !s.Switched && !slices.Contains(pivots, t) {
				return m.Rounds - r
			}
		}
	}
	return m.Rounds
}

// mostCopies is how many tables may play the same boards in a round, where nobody
// says how many copies there are: two that share, or three with a second copy.
const mostCopies = 3

// suits says that a movement keeps to what is asked.
func (w Want) suits(x form) bool {
	a, copies := x.audit, w.Copies
	if copies == 0 {
		copies = mostCopies
	}
	return a.Sound() && a.Share.Cmp(leastShare) >= 0 && (w.Winners == 0 || w.Winners == x.Winners) && a.Copies <= copies && a.Stationary >= w.Stationary
}

// propose adds a movement with so many boards a round, where there is time for it.
func (w Want) propose(out []Proposal, x form, boards int) []Proposal {
	minutes := w.Pace.Minutes(x.Rounds, boards)
	if boards < 1 || boards > maxPerRound || w.Minutes > 0 && minutes > w.Minutes {
		return out
	}
	p := Proposal{
		Movement: x.Movement, BoardsPerRound: boards, Boards: boards * x.Rounds, InPlay: boards * x.audit.SetsInPlay, Minutes: minutes, Switched: x.switched, Audit: x.audit,
		lines: x.lines,
	}
	for _, s := range x.Slots {
		if s.Switched && s.Round <= x.Rounds-x.switched && x.Plays(s) && x.lines != nil {
			p.Turned++
		}
	}
	return append(out, p)
}

// distinct leaves out what another proposal with the same rounds of the same boards is at
// least as good as, in everything.
func distinct(all []Proposal) []Proposal {
	var out []Proposal
	for _, p := range all {
		if !slices.ContainsFunc(out, p.dominatedBy) {
			out = append(out, p)
		}
	}
	return out
}

// dominatedBy says that a proposal is nowhere worse.
func (p Proposal) dominatedBy(q Proposal) bool {
	a, b := p.Audit, q.Audit
	return p.Rounds == q.Rounds && p.BoardsPerRound == q.BoardsPerRound && p.Winners == q.Winners &&
		b.Repeats <= a.Repeats && b.SitOuts <= a.SitOuts && b.Copies <= a.Copies && b.Stationary >= a.Stationary &&
		b.Opponents.Min >= a.Opponents.Min && b.SetPlays.Max-b.SetPlays.Min <= a.SetPlays.Max-a.SetPlays.Min &&
		q.Turned <= p.Turned && (p.Winners == 2 || b.Balance.Q.Cmp(a.Balance.Q) >= 0)
}
