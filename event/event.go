package event

import (
	"fmt"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// Event is what follows from the facts so far. The zero value is not open yet;
// [Event.Apply] is the only way to change it.
type Event struct {
	opened   Opened
	pack     *regulation.Pack // that the opening leads to; nil: not open
	seen     map[string]bool  // ids of facts
	entries  map[Contestant]*entry
	boards   map[boardKey]*board
	listed   []*board // as they came up
	byName   []int    // numbers of the contestants, by their names; nil: to be made
	meetings map[meetingKey]*meeting
	order    []*meeting // as they came up

	penalties   []Penalised // as they came up; never changed, only replaced, as the next ones
	carried     []Carried
	stages      []StageSet // by number
	substitutes []Substituted
	withdrawn   []Withdrew
	matched     map[encounter]said
	lineUps     []LinedUp
	until       time.Time // end of the correction period; zero: nothing was published

	kept kept // the last reckoning, and what changed since
}

// entry is a contestant that was registered.
type entry struct {
	Registered
	n int // how many were registered before
}

// board is a board with all that came up on it.
type board struct {
	set      BoardSet // as it was set, else as its number says (Law 2)
	n        int      // how many came up before
	meetings []*meeting

	marks  []mark                   // scoped acts about it
	named  map[[2]Contestant][]mark // those about one meeting
	marked int                      // how many there are

	vulVaries bool // between versions
}

// boardKey is a board of a session.
type boardKey struct {
	session int
	board   bridge.Board
}

// meetingKey is what makes two facts speak of the same meeting: the same
// contestants cannot play the same board twice in a session.
type meetingKey struct {
	boardKey
	players
	round, table int // of teams, who may play a board number again, and at two tables
}

// players are who sits where: the contestants of both sides, and in an individual
// event their partners. Nil is nobody.
type players struct {
	sides, partners bridge.BySide[*entry]
}

// all visits those who are there.
func (p players) all(yield func(bridge.Side, *entry) bool) {
	for _, side := range bridge.Sides {
		if x := p.sides.Of(side); x != nil && !yield(side, x) {
			return
		}
		if x := p.partners.Of(side); x != nil && !yield(side, x) {
			return
		}
	}
}

// meeting keeps what was played and what was ruled apart. It is never changed, only
// replaced: standings hold on to it.
type meeting struct {
	Meeting
	players
	board *board
	n, at int // its place among all meetings and among those of its board

	played    bool
	result    bridge.Result // as it was reported, if it was played
	points    *score.Points // never changed, only replaced
	notPlayed bool
	late      bool // not played yet
	satOut    bool
	ruled     *Ruled // never changed, only replaced
	voided    bool
}

// report is what was last said of a meeting that was played.
func (m *meeting) report() Played {
	return Played{Meeting: m.Meeting, Result: m.result, Score: m.points}
}

// Fold applies facts in their order to a new event.
func Fold(facts []Fact) (*Event, error) {
	e := new(Event)
	for i, f := range facts {
		if err := e.Apply(f); err != nil {
			return nil, bridge.At(fmt.Sprintf("fact %d", i+1), err)
		}
	}
	if e.pack == nil {
		return nil, notOpen()
	}
	return e, nil
}

// Apply adds one fact. A fact that does not fit is refused with an error that
// names the reason, and the event stays as it was. A fact whose ID was applied
// before changes nothing.
func (e *Event) Apply(f Fact) error {
	if f.ID != "" && e.seen[f.ID] {
		return nil
	}
	if _, opens := f.Act.(Opened); !opens && e.pack == nil {
		return notOpen()
	}
	if err := e.needsReason(f); err != nil {
		return err
	}
	var err error
	switch act := f.Act.(type) {
	case Opened:
		err = e.open(act)
	case Registered:
		err = e.register(act)
	case BoardSet:
		err = e.setBoard(act)
	case Played:
		err = e.play(act)
	case NotPlayed:
		err = e.meet(act.Meeting, false, func(m *meeting) { m.played, m.notPlayed, m.late, m.voided = false, true, act.Late, false })
	case SatOut:
		err = e.sitOut(act.Meeting)
	case Ruled:
		err = e.rule(act)
	case Voided:
		err = e.meet(act.Meeting, true, func(m *meeting) {
			*m = meeting{Meeting: m.Meeting, players: m.players, board: m.board, n: m.n, at: m.at, voided: true}
		})
	case Fouled:
		err = e.foul(act)
	case Turned:
		err = e.turn(act)
	case Cancelled:
		err = e.cancel(act)
	case Penalised:
		err = e.penalise(act)
	case Carried:
		err = e.carry(act)
	case StageSet:
		err = e.setStage(act)
	case Substituted:
		err = e.substitute(act)
	case Withdrew:
		err = e.withdraw(act)
	case Announced:
		err = e.announce(act, f.At)
	case Drawn:
		err = e.drawMatch(act)
	case MatchScored:
		err = e.scoreMatch(act)
	case MatchRuled:
		err = e.ruleMatch(act)
	case LinedUp:
		err = e.lineUpTeam(act)
	case Reopened:
		e.until = time.Time{}
	default:
		err = bridge.Errorf(bridge.Invalid, "fact.empty", "fact %q: it says nothing", f.ID)
	}
	if err != nil {
		return err
	}
	e.kept.note(f.Act)
	if f.ID != "" {
		if e.seen == nil {
			e.seen = map[string]bool{}
		}
		e.seen[f.ID] = true
	}
	return nil
}

// mostResults is more than the largest simultaneous events ever had on a board;
// mostPoints is more than any code of laws gave for a deal. What lies beyond is a
// slip of the keys, and the arithmetic need not hold it.
const (
	mostResults = 1_000_000
	mostPoints  = 25_000
)

func notOpen() error {
	return bridge.Errorf(bridge.Invalid, "event.not_open", "the event is not open: its first fact must open it")
}

func (e *Event) open(o Opened) error {
	switch o.Kind {
	case Pairs, Teams, Individuals:
	default:
		return bridge.Errorf(bridge.Invalid, "event.kind", "kind of event %q: want pairs, individual or teams", o.Kind)
	}
	switch o.Method {
	case Matchpoints, Ascherman, Butler, CrossIMPs, TotalPoints, Par, IMPs, BoardAMatch, Patton:
	default:
		return bridge.Errorf(bridge.Invalid, "event.method", "method %q: want mp, ascherman, butler, ximp, total, par, imp, bam or patton", o.Method)
	}
	if o.Winners < 0 || o.Winners > 2 {
		return bridge.Errorf(bridge.Invalid, "event.winners", "%d lists of winners: want 1 or 2", o.Winners)
	}
	if o.Kind == Individuals && o.Winners == 2 {
		return bridge.Errorf(bridge.Invalid, "event.individual_lists", "an individual event has one list: its players sit in every direction")
	}
	if o.Swiss && o.Kind == Individuals {
		return bridge.Errorf(bridge.Invalid, "event.swiss", "a Swiss event is one of pairs or of teams")
	}
	if o.Expected < 0 || o.Expected > mostResults {
		return bridge.Errorf(bridge.Invalid, "event.expected", "%d results expected on a board: want 1 to %d, or 0 for those of the fullest board", o.Expected, mostResults)
	}
	o.Winners = max(o.Winners, 1)
	if o.Regulation != "" {
		if _, err := regulation.Find(o.Regulation); err != nil {
			return err
		}
	}
	if e.pack != nil && o.Winners != e.opened.Winners && len(e.entries) > 0 {
		return bridge.Errorf(bridge.Conflict, "event.winners_fixed", "the number of lists cannot change after contestants were registered")
	}
	if e.pack != nil && (o.Kind == Individuals) != (e.opened.Kind == Individuals) && len(e.entries) > 0 {
		return bridge.Errorf(bridge.Conflict, "event.kind_fixed", "an individual event stays one after players were registered")
	}
	pack := o.Pack()
	for _, b := range e.boards {
		if err := b.agrees(pack, b.set.Vul); err != nil {
			return err
		}
	}
	for _, p := range e.penalties {
		if err := p.fits(o); err != nil {
			return err
		}
	}
	for _, c := range e.carried {
		if err := c.fits(o); err != nil {
			return err
		}
	}
	e.opened, e.pack = o, pack
	return nil
}

// Pack is the regulation that an event opened like this follows: the one it names,
// else the one of the program that wrote its file, else the default.
func (o Opened) Pack() *regulation.Pack {
	if p, err := regulation.Find(o.Regulation); err == nil {
		return p
	}
	return regulation.ForProducer(o.Producer)
}

func (e *Event) register(r Registered) error {
	c := r.Contestant
	if again, err := ParseContestant(c.String()); err != nil || again != c {
		return bridge.Errorf(bridge.Invalid, "event.contestant", "contestant %v: want a number of 1 or more, before it capital letters for a section", c)
	}
	if two := e.opened.Winners == 2; two != c.Side.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.line", "contestant %v: with two lists a contestant has a side, with one it has none", c)
	}
	if e.entries == nil {
		e.entries = map[Contestant]*entry{}
	}
	for _, stratum := range r.Strata {
		if len(stratum) != 1 || stratum[0] < 'A' || stratum[0] > 'Z' {
			return bridge.Errorf(bridge.Invalid, "event.stratum", "contestant %v: stratum %q: want a capital letter, A for the strongest", c, stratum)
		}
	}
	hundred := exact.Int(100)
	for _, percent := range []*exact.Fraction{r.Handicap, r.Average} {
		if percent != nil && (percent.Abs().Cmp(hundred) > 0 || percent == r.Average && percent.Sign() < 0) {
			return bridge.Errorf(bridge.Invalid, "event.handicap", "contestant %v: a handicap or an average of %v percent: want one up to 100", c, *percent)
		}
	}
	r = r.clone()
	if again, ok := e.entries[c]; ok { // the persons are corrected
		again.Registered = r
	} else {
		e.entries[c] = &entry{r, len(e.entries)}
		e.byName = nil
	}
	return nil
}

// clone is a copy that shares nothing.
func (r Registered) clone() Registered {
	r.Persons, r.Strata = slices.Clone(r.Persons), slices.Clone(r.Strata)
	for _, p := range []**exact.Fraction{&r.Handicap, &r.Average} {
		if *p != nil {
			f := **p
			*p = &f
		}
	}
	return r
}

func (e *Event) setBoard(b BoardSet) error {
	switch {
	case !b.Board.Valid():
		return bridge.Errorf(bridge.Invalid, "event.board", "board %d: want 1 or more", b.Board)
	case !b.Dealer.Valid():
		return bridge.Errorf(bridge.Invalid, "event.dealer", "board %d: the dealer is not set", b.Board)
	case !b.Vul.Valid():
		return bridge.Errorf(bridge.Invalid, "event.vul", "board %d: vulnerability %v", b.Board, b.Vul)
	}
	at := e.board(boardKey{b.Session, b.Board})
	if err := at.agrees(e.pack, b.Vul); err != nil {
		return err
	}
	if b.Par != nil {
		if *b.Par > mostPoints || *b.Par < -mostPoints {
			return bridge.Errorf(bridge.Invalid, "event.score_range", "board %d: no deal scores %d", b.Board, *b.Par)
		}
		par := *b.Par
		b.Par = &par
	}
	at.set = b
	e.touch(at)
	return nil
}

// board finds or begins a board.
func (e *Event) board(k boardKey) *board {
	b := e.boards[k]
	if b == nil {
		b = &board{
			set: BoardSet{Session: k.session, Board: k.board, Dealer: k.board.Dealer(), Vul: k.board.Vulnerability()},
			n:   len(e.boards),
		}
		if e.boards == nil {
			e.boards = map[boardKey]*board{}
		}
		e.boards[k] = b
		e.listed = append(e.listed, b)
	}
	return b
}

// agrees reports whether the results of a board that came with a score still have
// it under that regulation and with that vulnerability.
func (b *board) agrees(pack *regulation.Pack, set bridge.Vulnerability) error {
	for _, m := range b.meetings {
		vul := b.vul(m.Meeting, set)
		if m.played {
			if err := agree(pack, m.report(), vul); err != nil {
				return err
			}
		}
		if m.ruled == nil {
			continue
		}
		for _, o := range slices.Concat(m.ruled.Assigned.NS, m.ruled.Assigned.EW) {
			if err := agree(pack, Played{Meeting: m.Meeting, Result: o.Result, Score: o.Score}, vul); err != nil {
				return err
			}
		}
	}
	return nil
}

// agree compares a result with the score that came with it. A score that the
// edition does not know is taken as it came.
func agree(pack *regulation.Pack, p Played, vul bridge.Vulnerability) error {
	if p.Result.IsZero() || p.Score == nil {
		return nil
	}
	want, err := pack.Edition.Result(p.Result, vul)
	if err == nil && want != *p.Score {
		return bridge.Errorf(bridge.Invalid, "event.score", "board %d: %v with %v vulnerable is %d, not %d", p.Board, p.Result, vul, want, *p.Score)
	}
	return nil
}

func (e *Event) play(p Played) error {
	if !p.Board.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.board", "board %d: want 1 or more", p.Board)
	}
	if err := e.checkPlayed(p); err != nil {
		return err
	}
	if p.Score != nil {
		s := *p.Score
		p.Score = &s
	}
	return e.meet(p.Meeting, false, func(m *meeting) {
		m.played, m.result, m.points = true, p.Result, p.Score
		m.notPlayed, m.late, m.voided = false, false, false
	})
}

// checkPlayed refuses what no table can report.
func (e *Event) checkPlayed(p Played) error {
	if p.Result.IsZero() && p.Score == nil {
		return bridge.Errorf(bridge.Invalid, "event.no_result", "board %d: neither a result nor a score", p.Board)
	}
	if p.Score != nil && (*p.Score > mostPoints || *p.Score < -mostPoints) {
		return bridge.Errorf(bridge.Invalid, "event.score_range", "board %d: no deal scores %d", p.Board, *p.Score)
	}
	return agree(e.pack, p, e.vul(p.Meeting))
}

// vul is who is vulnerable on a meeting's board, in the version that it played.
func (e *Event) vul(at Meeting) bridge.Vulnerability {
	b := e.boards[boardKey{at.Session, at.Board}]
	if b == nil {
		return at.Board.Vulnerability()
	}
	return b.vul(at, b.set.Vul)
}

// vul is who is vulnerable at a meeting if the board itself is set so.
func (b *board) vul(at Meeting, set bridge.Vulnerability) bridge.Vulnerability {
	if fouled, _, _ := b.marksOf(at); fouled != nil && b.vulVaries {
		version := BoardSet{Vul: set}
		b.describe(&version, fouled.Version)
		return version.Vul
	}
	return set
}

func (e *Event) sitOut(at Meeting) error {
	if at.NS.IsZero() == at.EW.IsZero() {
		return bridge.Errorf(bridge.Invalid, "event.sit_out", "board %d: a sit-out has one contestant, the other side is nobody", at.Board)
	}
	return e.meet(at, true, func(m *meeting) { m.satOut, m.voided = true, false })
}

func (e *Event) rule(r Ruled) error {
	for _, side := range bridge.Sides {
		switch a := r.Award.Of(side); a.Kind {
		case "", AveragePlus, Average, AverageMinus:
		case FixedPercent:
			if a.Percent.Sign() < 0 || a.Percent.Cmp(exact.Int(100)) > 0 {
				return bridge.Errorf(bridge.Invalid, "event.award_percent", "board %d: an award of %v percent: want 0 to 100", r.Board, a.Percent)
			}
		case FixedIMPs:
			if a.IMPs.Abs().Cmp(exact.Int(24)) > 0 {
				return bridge.Errorf(bridge.Invalid, "event.award_imps", "board %d: an award of %v IMPs: want -24 to 24", r.Board, a.IMPs)
			}
		default:
			return bridge.Errorf(bridge.Invalid, "event.award", "board %d: award %q: want A+, A, A-, percent or imps", r.Board, a.Kind)
		}
	}
	ns, ew := r.Award.NS.IsZero(), r.Award.EW.IsZero()
	alone := r.NS.IsZero() != r.EW.IsZero() // one side had no opponent, and the other may have an award
	if alone {
		ns, ew = ns && ew, ns && ew
		if (r.NS.IsZero() && !r.Award.NS.IsZero()) || (r.EW.IsZero() && !r.Award.EW.IsZero()) || len(r.Assigned.NS)+len(r.Assigned.EW) > 0 {
			return bridge.Errorf(bridge.Invalid, "event.award_nobody", "board %d: nobody cannot be awarded a score", r.Board)
		}
	}
	if ns != ew {
		return bridge.Errorf(bridge.Invalid, "event.award_side", "board %d: an artificial score says what each side gets", r.Board)
	}
	assigned := len(r.Assigned.NS) > 0 || len(r.Assigned.EW) > 0
	if assigned && !ns {
		return bridge.Errorf(bridge.Invalid, "event.two_rulings", "board %d: a ruling awards an artificial score or assigns one, not both", r.Board)
	}
	if assigned {
		for _, side := range bridge.Sides {
			outcomes, err := e.checkAssigned(r.Meeting, r.Assigned.Of(side))
			if err != nil {
				return err
			}
			r.Assigned = r.Assigned.With(side, outcomes)
		}
	}
	withdrawn := ns && !assigned
	if withdrawn && !e.met(r.Meeting) { // there is no ruling to take back
		_, err := e.seat(r.Meeting, alone)
		return err
	}
	return e.meet(r.Meeting, alone, func(m *meeting) {
		if withdrawn {
			m.ruled = nil
			return
		}
		r.Meeting = m.Meeting
		m.ruled, m.voided = &r, false
	})
}

// checkAssigned refuses outcomes that no board can have, and gives a copy.
func (e *Event) checkAssigned(at Meeting, outcomes []Assigned) ([]Assigned, error) {
	if len(outcomes) == 0 {
		return nil, bridge.Errorf(bridge.Invalid, "event.assigned_side", "board %d: an assigned score says what each side gets", at.Board)
	}
	sum := exact.Int(0)
	out := slices.Clone(outcomes)
	for i, o := range out {
		if o.Weight.Sign() <= 0 {
			return nil, bridge.Errorf(bridge.Invalid, "event.weight", "board %d: a weight of %v: want more than 0", at.Board, o.Weight)
		}
		sum = sum.Add(o.Weight)
		p := Played{Meeting: at, Result: o.Result, Score: o.Score}
		if err := e.checkPlayed(p); err != nil {
			return nil, err
		}
		if o.Score != nil {
			points := *o.Score
			out[i].Score = &points
		}
	}
	if !sum.Equal(exact.Int(1)) {
		return nil, bridge.Errorf(bridge.Invalid, "event.weights", "board %d: the weights add up to %v: want 1", at.Board, sum)
	}
	return out, nil
}

// met reports whether something was said of a meeting.
func (e *Event) met(at Meeting) bool {
	who, err := e.seat(at, true)
	return err == nil && e.meetings[e.keyOf(at, who)] != nil
}

// keyOf is what makes two facts speak of the same meeting.
func (e *Event) keyOf(at Meeting, who players) meetingKey {
	key := meetingKey{boardKey: boardKey{at.Session, at.Board}, players: who}
	if e.opened.Kind == Teams {
		key.round, key.table = at.Round, at.Table
	}
	return key
}

// meet finds or begins a meeting and changes it.
func (e *Event) meet(at Meeting, alone bool, change func(*meeting)) error {
	if !at.Board.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.board", "board %d: want 1 or more", at.Board)
	}
	if at.Session < 0 || at.Round < 0 || at.Table < 0 {
		return bridge.Errorf(bridge.Invalid, "event.meeting", "board %d: session %d, round %d, table %d: want 0 or more", at.Board, at.Session, at.Round, at.Table)
	}
	who, err := e.seat(at, alone)
	if err != nil {
		return err
	}
	key := e.keyOf(at, who)
	m := e.meetings[key]
	if m == nil {
		b := e.board(key.boardKey)
		m = &meeting{Meeting: at, players: who, board: b, n: len(e.order), at: len(b.meetings)}
		if e.meetings == nil {
			e.meetings = map[meetingKey]*meeting{}
		}
		e.order = append(e.order, m)
		b.meetings = append(b.meetings, m)
	} else {
		again := *m
		m = &again
		e.order[m.n], m.board.meetings[m.at] = m, m
	}
	e.meetings[key] = m
	if at.Round != 0 {
		m.Round = at.Round
	}
	if at.Table != 0 {
		m.Table = at.Table
	}
	change(m)
	e.touch(m.board)
	return nil
}

// seat finds who plays at a meeting.
func (e *Event) seat(at Meeting, alone bool) (who players, err error) {
	find := func(side bridge.Side, c Contestant) (*entry, error) {
		if c.IsZero() {
			if alone {
				return nil, nil
			}
			return nil, bridge.Errorf(bridge.Invalid, "event.nobody", "board %d: nobody sits %v", at.Board, side)
		}
		x, ok := e.entries[c]
		if !ok {
			return nil, bridge.Errorf(bridge.NotFound, "event.unregistered", "board %d: contestant %v is not registered", at.Board, c)
		}
		if slices.Contains([]*entry{who.sides.NS, who.sides.EW, who.partners.NS, who.partners.EW}, x) {
			return nil, bridge.Errorf(bridge.Invalid, "event.itself", "board %d: contestant %v cannot meet itself", at.Board, c)
		}
		return x, nil
	}
	if who.sides.NS, err = find(bridge.NS, at.NS); err != nil {
		return who, err
	}
	if who.sides.EW, err = find(bridge.EW, at.EW); err != nil {
		return who, err
	}
	if e.opened.Kind != Individuals {
		if !at.South.IsZero() || !at.West.IsZero() {
			return who, bridge.Errorf(bridge.Invalid, "event.four", "board %d: four players meet in individual events only", at.Board)
		}
		return who, nil
	}
	if who.sides.NS != nil || !at.South.IsZero() {
		if who.partners.NS, err = find(bridge.NS, at.South); err != nil {
			return who, err
		}
	}
	if who.sides.EW != nil || !at.West.IsZero() {
		who.partners.EW, err = find(bridge.EW, at.West)
	}
	return who, err
}

// Opened is the event's description as it stands.
func (e *Event) Opened() Opened { return e.opened }

// Contestants lists who is registered, in order.
func (e *Event) Contestants() []Registered {
	var out []Registered
	for _, x := range e.entries {
		out = append(out, x.clone())
	}
	slices.SortFunc(out, func(a, b Registered) int { return a.Contestant.Compare(b.Contestant) })
	return out
}

// sorted are the numbers of the contestants, by their names.
func (e *Event) sorted() []int {
	e.kept.Lock()
	defer e.kept.Unlock()
	if e.byName == nil {
		all := make([]*entry, 0, len(e.entries))
		for _, x := range e.entries {
			all = append(all, x)
		}
		slices.SortFunc(all, func(a, b *entry) int { return a.Contestant.Compare(b.Contestant) })
		for _, x := range all {
			e.byName = append(e.byName, x.n)
		}
	}
	return e.byName
}

// Pack is the regulation that the event follows: the one it names, else the one
// of the program that wrote its file, else the default; nil before it is open.
func (e *Event) Pack() *regulation.Pack { return e.pack }
