package event

import (
	"fmt"
	"slices"

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
	meetings map[meetingKey]*meeting
	order    []*meeting // as they came up
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
	ns, ew *entry
}

// meeting keeps what was played and what was ruled apart.
type meeting struct {
	Meeting
	sides bridge.BySide[*entry] // nil is nobody
	board *board

	played    bool
	result    bridge.Result // as it was reported, if it was played
	points    *score.Points // never changed, only replaced
	notPlayed bool
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
		err = e.meet(act.Meeting, false, func(m *meeting) { m.played, m.notPlayed, m.voided = false, true, false })
	case SatOut:
		err = e.sitOut(act.Meeting)
	case Ruled:
		err = e.rule(act)
	case Voided:
		err = e.meet(act.Meeting, true, func(m *meeting) { *m = meeting{Meeting: m.Meeting, sides: m.sides, board: m.board, voided: true} })
	default:
		err = bridge.Errorf(bridge.Invalid, "fact.empty", "fact %q: it says nothing", f.ID)
	}
	if err != nil {
		return err
	}
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
	case Pairs, Teams:
	default:
		return bridge.Errorf(bridge.Invalid, "event.kind", "kind of event %q: want pairs or teams", o.Kind)
	}
	switch o.Method {
	case Matchpoints, Butler, CrossIMPs, IMPs:
	default:
		return bridge.Errorf(bridge.Invalid, "event.method", "method %q: want mp, butler, ximp or imp", o.Method)
	}
	if o.Winners < 0 || o.Winners > 2 {
		return bridge.Errorf(bridge.Invalid, "event.winners", "%d lists of winners: want 1 or 2", o.Winners)
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
	pack := o.Pack()
	for _, b := range e.boards {
		if err := b.agrees(pack, b.set.Vul); err != nil {
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
	r.Persons = slices.Clone(r.Persons)
	if again, ok := e.entries[c]; ok { // the persons are corrected
		again.Registered = r
	} else {
		e.entries[c] = &entry{r, len(e.entries)}
	}
	return nil
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
	at.set = b
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
	}
	return b
}

// agrees reports whether the results of a board that came with a score still have
// it under that regulation and with that vulnerability.
func (b *board) agrees(pack *regulation.Pack, vul bridge.Vulnerability) error {
	for _, m := range b.meetings {
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
		m.notPlayed, m.voided = false, false
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

// vul is who is vulnerable on a meeting's board.
func (e *Event) vul(at Meeting) bridge.Vulnerability {
	if b := e.boards[boardKey{at.Session, at.Board}]; b != nil {
		return b.set.Vul
	}
	return at.Board.Vulnerability()
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
		default:
			return bridge.Errorf(bridge.Invalid, "event.award", "board %d: award %q: want A+, A, A- or percent", r.Board, a.Kind)
		}
	}
	ns, ew := r.Award.NS.IsZero(), r.Award.EW.IsZero()
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
	return e.meet(r.Meeting, false, func(m *meeting) {
		r.Meeting = m.Meeting
		m.ruled, m.voided = &r, false
		if ns && !assigned {
			m.ruled = nil
		}
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

// meet finds or begins a meeting and changes it.
func (e *Event) meet(at Meeting, alone bool, change func(*meeting)) error {
	if !at.Board.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.board", "board %d: want 1 or more", at.Board)
	}
	if at.Session < 0 || at.Round < 0 || at.Table < 0 {
		return bridge.Errorf(bridge.Invalid, "event.meeting", "board %d: session %d, round %d, table %d: want 0 or more", at.Board, at.Session, at.Round, at.Table)
	}
	var sides bridge.BySide[*entry]
	for side, c := range at.contestants() {
		if c.IsZero() {
			if alone {
				continue
			}
			return bridge.Errorf(bridge.Invalid, "event.nobody", "board %d: nobody sits %v", at.Board, side)
		}
		who, ok := e.entries[c]
		if !ok {
			return bridge.Errorf(bridge.NotFound, "event.unregistered", "board %d: contestant %v is not registered", at.Board, c)
		}
		sides = sides.With(side, who)
	}
	if at.NS == at.EW {
		return bridge.Errorf(bridge.Invalid, "event.itself", "board %d: contestant %v cannot meet itself", at.Board, at.NS)
	}
	key := meetingKey{boardKey{at.Session, at.Board}, sides.NS, sides.EW}
	m := e.meetings[key]
	if m == nil {
		b := e.board(key.boardKey)
		m = &meeting{Meeting: at, sides: sides, board: b}
		if e.meetings == nil {
			e.meetings = map[meetingKey]*meeting{}
		}
		e.meetings[key] = m
		e.order = append(e.order, m)
		b.meetings = append(b.meetings, m)
	}
	if at.Round != 0 {
		m.Round = at.Round
	}
	if at.Table != 0 {
		m.Table = at.Table
	}
	change(m)
	return nil
}

// Opened is the event's description as it stands.
func (e *Event) Opened() Opened { return e.opened }

// Contestants lists who is registered, in order.
func (e *Event) Contestants() []Registered {
	var out []Registered
	for _, x := range e.entries {
		out = append(out, Registered{x.Contestant, slices.Clone(x.Persons)})
	}
	slices.SortFunc(out, func(a, b Registered) int { return a.Contestant.Compare(b.Contestant) })
	return out
}

// Pack is the regulation that the event follows: the one it names, else the one
// of the program that wrote its file, else the default; nil before it is open.
func (e *Event) Pack() *regulation.Pack { return e.pack }
