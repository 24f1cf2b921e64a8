package club

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// Concern is what an item of the director's lane is about.
type Concern string

// The concerns, the most urgent first. What makes one:
//
//	call          a table waits for the director
//	conflict      two devices differ, or one from what stands
//	request       a table asks to change a result of a round that it has left
//	not_us        others sat at a table than the plan has, and the table said so
//	seated_twice  a person, or a contestant, is in two places
//	wrong_board   a result where the plan has no such board, or somebody comes to a board that it has played
//	missing       a board waits for a result of a round that the table has left, or that is two rounds behind the
//	              room, or when all other tables are through
//	lead          the card that was led is not in the hand of declarer's left-hand opponent
//	lonely        nobody else has the score, so many percent of the others have one of the other sign, and some of
//	              them declared the same strain from the other side, or have the same points there: as if the wrong
//	              side had been noted. By the first two alone eight real sessions had 20 to 39 items, which nobody
//	              would look at; with the third they have none to five.
//	both_sides    both sides declared a strain and won more tricks in it together than they can
//	double_dummy  declarer won or lost so many tricks more than the cards allow
//	doubled       a doubled contract with an outcome that is rare: redoubled, made with overtricks, or 1100 and more
//	slow          a table has two boards or more to play in the room's round and less time than one and a half
//	              take, or one and no time; a table that has called the director is excused
//	no_name       a contestant has no names, after the rounds in which players may say them
const (
	ConcernCall        Concern = "call"
	ConcernConflict    Concern = "conflict"
	ConcernRequest     Concern = "request"
	ConcernNotUs       Concern = "not_us"
	ConcernSeatedTwice Concern = "seated_twice"
	ConcernWrongBoard  Concern = "wrong_board"
	ConcernMissing     Concern = "missing"
	ConcernLead        Concern = "lead"
	ConcernLonely      Concern = "lonely"
	ConcernBothSides   Concern = "both_sides"
	ConcernDoubleDummy Concern = "double_dummy"
	ConcernDoubled     Concern = "doubled"
	ConcernSlow        Concern = "slow"
	ConcernNoName      Concern = "no_name"
)

// urgency is in what order they come: the highest first.
var urgency = map[Concern]int{
	ConcernCall: 90, ConcernConflict: 80, ConcernRequest: 75, ConcernNotUs: 72, ConcernSeatedTwice: 70, ConcernWrongBoard: 65, ConcernMissing: 60,
	ConcernLead: 50, ConcernLonely: 50, ConcernBothSides: 45, ConcernDoubleDummy: 40, ConcernDoubled: 35, ConcernSlow: 30, ConcernNoName: 10,
}

// Checks say from where on a result is doubtful. A field of 0 has its usual value.
type Checks struct {
	Suit        int `json:"suit,omitempty"`         // most tricks of both sides together in a suit: 15
	Notrump     int `json:"notrump,omitempty"`      // the same at notrump: 14
	DoubleDummy int `json:"double_dummy,omitempty"` // tricks more or fewer than double dummy: 3
	Lonely      int `json:"lonely,omitempty"`       // percent of the others that have a score of the other sign: 60
}

func (c Checks) settled() Checks {
	return Checks{cmp.Or(c.Suit, 15), cmp.Or(c.Notrump, 14), cmp.Or(c.DoubleDummy, 3), cmp.Or(c.Lonely, 60)}
}

// fieldOf is how many others a lonely score needs at least: of fewer nothing follows.
const fieldOf = 3

// Item is something that the director should look at.
type Item struct {
	// ID names the item, and what it is about as it stands: another result at the same
	// place makes another item. So one that was marked as right (see [Seen]) does not
	// come back, and what was changed since does.
	ID      string
	Concern Concern
	Urgency int // the highest first

	Place           // as far as the item has one
	Seats Seats     // who meets there
	At    time.Time // since when; zero: not known

	Result bridge.Result // that is doubted, or was proposed
	Score  *score.Points // the same, where no contract is noted
	Points *score.Points // what it is worth to North-South

	Revisions []Revision // of a conflict or a request: what the devices say; of a missing board what was proposed
	Call      *Call
	Misseat   *Misseat
	Lead      Doubt              // of lead
	Strain    bridge.Strain      // of both_sides
	Tricks    int                // of both_sides: together; of double_dummy: more than the cards allow
	Others    int                // of lonely: how many of the field have the other sign
	Field     int                // of lonely: how many others there are
	Instead   bridge.Result      // what others have there, or what would remove the doubt
	Elsewhere Place              // of wrong_board and both_sides: the other place
	Who       []event.Contestant // of seated_twice, wrong_board and no_name
	Person    event.PersonID     // of seated_twice
	Boards    int                // of slow: that are to be played
	Left      time.Duration      // of slow: on the clock, below zero if it has run out

	Actions []Action // the first one is the default
}

// Deed is what an action of an item does.
type Deed string

// The deeds. Those without a command open something in the console.
const (
	DeedOpen      Deed = "open"       // the boards of the table in that round
	DeedEnter     Deed = "enter"      // the result at the place
	DeedNames     Deed = "names"      // who plays
	DeedRepair    Deed = "repair"     // the movement
	DeedAsk       Deed = "ask"        // the table for the result
	DeedAgree     Deed = "agree"      // to what was proposed
	DeedTake      Deed = "take"       // what the entry says
	DeedKeep      Deed = "keep"       // what stands
	DeedSwap      Deed = "swap"       // declarer
	DeedRight     Deed = "right"      // it is right as it is
	DeedBack      Deed = "back"       // to what the plan has
	DeedAnswer    Deed = "answer"     // the director has been there
	DeedNotPlayed Deed = "not_played" // and will not be
)

// Action is something that can be done about an item.
type Action struct {
	Deed     Deed
	Command  Command       // nil: the console opens what the deed names
	Revision *Revision     // that it is about, of several
	Result   bridge.Result // that it makes stand
}

// Lane is what the director should look at now, the most urgent first. It follows from
// the evening and the time alone. An item that was marked as right is not there.
func (e *Evening) Lane(now time.Time) []Item {
	l := lane{e: e, now: now, checks: e.config.Checks.settled(), front: map[sectionKey]int{}, busy: map[sectionKey][]int{}}
	l.calls()
	l.misseats()
	l.slow()
	l.places()
	l.people()
	for _, key := range sortedBoards(e.on) {
		l.board(key)
	}
	out := slices.DeleteFunc(l.items, func(i Item) bool { return e.seen[i.ID] })
	slices.SortStableFunc(out, func(a, b Item) int {
		return cmp.Or(cmp.Compare(b.Urgency, a.Urgency), a.At.Compare(b.At), a.Place.compare(b.Place))
	})
	return out
}

// lane collects the items.
type lane struct {
	e      *Evening
	now    time.Time
	checks Checks
	front  map[sectionKey]int   // the round that half of the tables have come to
	busy   map[sectionKey][]int // the tables that are not through
	items  []Item
}

func (l *lane) add(i Item, of string) {
	i.Urgency = urgency[i.Concern]
	i.ID = itemID(i.Concern, i.Place, of)
	l.items = append(l.items, i)
}

// itemID names a concern at a place about something.
func itemID(c Concern, p Place, of string) string {
	h := sha256.Sum256([]byte(of))
	return fmt.Sprintf("%s/%d/%s/%d/%d/%d/%s", c, p.Session, p.Section, p.Round, p.Table, p.Board, hex.EncodeToString(h[:4]))
}

// right is the action that says that an item is as it should be; it is known when the
// item is.
func right(c Concern, p Place, of string) Action {
	return Action{Deed: DeedRight, Command: &MarkSeen{itemID(c, p, of)}}
}

func (l *lane) calls() {
	for _, c := range l.e.calls {
		if c.Answered.IsZero() {
			l.add(Item{
				Concern: ConcernCall, Place: Place{Section: c.Section, Table: c.Table}, At: c.At, Call: &c,
				Actions: []Action{{Deed: DeedAnswer, Command: &AnswerCall{c.Ref}}},
			}, c.Ref)
		}
	}
}

func (l *lane) misseats() {
	for _, m := range l.e.misseated {
		at := sitting{sectionKey{m.Session, m.Section}, m.Round, m.Table}
		if now, _, _ := l.e.seatsAt(at); m.Answered.IsZero() && now != m.Was {
			p := Place{Session: m.Session, Section: m.Section, Round: m.Round, Table: m.Table}
			back := &Seat{Seated{Session: m.Session, Section: m.Section, Round: m.Round, Table: m.Table}}
			l.add(Item{
				Concern: ConcernNotUs, Place: p, Seats: m.Now, At: m.At, Misseat: &m,
				Actions: []Action{{Deed: DeedRight, Command: &AnswerCall{m.Ref}}, {Deed: DeedBack, Command: back}, {Deed: DeedRepair}},
			}, m.Ref)
		}
	}
}

// slow finds the tables that will not be through when the clock of the round has run
// out.
func (l *lane) slow() {
	e := l.e
	session := e.session()
	clock := e.clockOf(session, e.round(session))
	if clock == nil || e.announced {
		return
	}
	left := clock.Ends.Sub(l.now)
	if clock.Paused {
		left = time.Duration(clock.Left) * time.Second
	}
	board := time.Duration(e.config.Settled().BoardMinutes) * time.Minute
	for _, key := range e.sections {
		if key.session != session {
			continue
		}
		for t := 1; t <= e.plans[key].tables(); t++ {
			at := sitting{key, clock.Round, t}
			boards := 0
			for _, sp := range e.at[at] {
				if e.due(sp) && !sp.late {
					boards++
				}
			}
			enough := boards == 0 || boards == 1 && left > 0 || left >= time.Duration(boards)*board-board/2
			if enough || e.playing(key, t) > clock.Round || e.calling(key.section, t) {
				continue
			}
			who, _, _ := e.seatsAt(at)
			p := Place{Session: key.session, Section: key.section, Round: clock.Round, Table: t}
			of := clock.Began.String()
			l.add(Item{
				Concern: ConcernSlow, Place: p, Seats: who, Boards: boards, Left: left,
				Actions: []Action{{Deed: DeedOpen}, right(ConcernSlow, p, of)},
			}, of)
		}
	}
}

// calling says that a table waits for the director.
func (e *Evening) calling(section string, table int) bool {
	return slices.ContainsFunc(e.calls, func(c Call) bool { return c.Section == section && c.Table == table && c.Answered.IsZero() })
}

// doubted is an item about what stands at a place.
func (l *lane) doubted(c Concern, sp *spot) Item {
	i := Item{Concern: c, Place: sp.Place, Seats: seatsOf(sp.meeting), At: sp.since()}
	l.e.stood(&i, sp)
	return i
}

// stood says what stands at the place of an item.
func (e *Evening) stood(i *Item, sp *spot) {
	if sp.stands == nil {
		return
	}
	i.Result, i.Score = sp.stands.result, sp.stands.score
	if p, ok := e.points(sp.meeting, *sp.stands); ok {
		i.Points = &p
	}
}

// since is when the place was spoken of last.
func (s *spot) since() (at time.Time) {
	for _, t := range s.threads {
		if r := t.last(); r.At.After(at) {
			at = r.At
		}
	}
	return at
}

// said is what stands, as a text that differs where the result does; the lead is
// left out.
func (a outcome) said() string {
	if a.score != nil {
		return strconv.Itoa(int(*a.score))
	}
	return a.result.WithLead(0).String()
}

func (l *lane) places() {
	e := l.e
	played := map[boardKey]map[event.Contestant]*spot{}
	teams := e.event.Opened().Kind == event.Teams
	sorted := e.sortedSpots()
	for _, sp := range sorted {
		if sp.stands == nil || teams {
			continue
		}
		key := sp.boardKey()
		if played[key] == nil {
			played[key] = map[event.Contestant]*spot{}
		}
		for _, c := range seatsOf(sp.meeting).all() {
			played[key][c] = sp
		}
	}
	for _, sp := range sorted {
		base := Item{Place: sp.Place, Seats: seatsOf(sp.meeting), At: sp.since()}
		switch {
		case e.conflict(sp) && !sp.ruled:
			l.conflict(sp, base)
		case sp.asked() != nil:
			r := sp.asked()
			base.Concern, base.Revisions, base.At = ConcernRequest, []Revision{*r}, r.At
			e.stood(&base, sp)
			base.Actions = []Action{
				{Deed: DeedTake, Command: &Resolve{Place: sp.Place, Entry: r.ID, Revision: r.Revision}, Revision: r, Result: r.Result},
				{Deed: DeedKeep, Command: &Resolve{Place: sp.Place, Keep: true}, Result: base.Result},
			}
			l.add(base, r.ID+"/"+strconv.Itoa(r.Revision))
		case l.owes(sp):
			l.missing(sp, base)
		}
		if sp.stands != nil && !sp.planned {
			i := l.doubted(ConcernWrongBoard, sp)
			of := sp.stands.said()
			i.Actions = []Action{{Deed: DeedOpen}, right(i.Concern, i.Place, of)}
			l.add(i, of)
		}
		if e.due(sp) {
			l.again(sp, base, played[sp.boardKey()])
		}
	}
}

// again finds who comes to a board that it has played.
func (l *lane) again(sp *spot, i Item, played map[event.Contestant]*spot) {
	for _, c := range seatsOf(sp.meeting).all() {
		if before := played[c]; before != nil {
			i.Who, i.Elsewhere = append(i.Who, c), before.Place
		}
	}
	if len(i.Who) == 0 {
		return
	}
	i.Concern = ConcernWrongBoard
	of := fmt.Sprint(i.Who, i.Elsewhere)
	i.Actions = []Action{{Deed: DeedRepair}, {Deed: DeedNotPlayed, Command: &NotPlayed{Place: sp.Place}}, right(i.Concern, i.Place, of)}
	l.add(i, of)
}

func (l *lane) conflict(sp *spot, i Item) {
	i.Concern = ConcernConflict
	var of []string
	if sp.stands != nil {
		l.e.stood(&i, sp)
		i.Actions = append(i.Actions, Action{Deed: DeedKeep, Command: &Resolve{Place: sp.Place, Keep: true}, Result: sp.stands.result})
	} else {
		i.Actions = append(i.Actions, Action{Deed: DeedOpen})
	}
	for _, t := range sp.threads {
		if !l.e.conflicting(sp, t) {
			continue
		}
		r := *t.last()
		i.Revisions = append(i.Revisions, r)
		of = append(of, r.ID, strconv.Itoa(r.Revision))
		i.Actions = append(i.Actions, Action{Deed: DeedTake, Command: &Resolve{Place: sp.Place, Entry: r.ID, Revision: r.Revision}, Revision: &r, Result: r.Result})
	}
	l.add(i, strings.Join(of, " "))
}

// conflicting says that an entry has a say in a conflict.
func (e *Evening) conflicting(s *spot, t *thread) bool {
	if !s.live(t) || t.id == s.owner {
		return false
	}
	return s.stands == nil || !e.same(s.meeting, *s.stands, t.last().outcome())
}

// owes says that a table has gone on without a result, or the room has.
func (l *lane) owes(sp *spot) bool {
	e, key := l.e, sp.sectionKey()
	if !e.due(sp) || sp.late || e.announced {
		return false
	}
	return sp.Round < e.left(key, sp.Table) || sp.Round < l.comeTo(key)-1 || l.last(key, sp.Table)
}

// last says that all other tables of a section are through.
func (l *lane) last(key sectionKey, table int) bool {
	p := l.e.plans[key]
	if p == nil {
		return false
	}
	busy, ok := l.busy[key]
	if !ok {
		busy = []int{}
		for t := 1; t <= p.tables(); t++ {
			if l.e.playing(key, t) > 0 {
				busy = append(busy, t)
			}
		}
		l.busy[key] = busy
	}
	return p.tables() > 1 && len(busy) == 1 && busy[0] == table
}

// comeTo is the round that half of the tables of a section have gone on to.
func (l *lane) comeTo(key sectionKey) int {
	if r, ok := l.front[key]; ok {
		return r
	}
	r := l.e.comeTo(key)
	l.front[key] = r
	return r
}

func (e *Evening) comeTo(key sectionKey) int {
	tables := 0
	if p := e.plans[key]; p != nil {
		for _, by := range p.rounds {
			tables = max(tables, by.Movement.Tables)
		}
	}
	rounds := make([]int, 0, tables)
	for t := 1; t <= tables; t++ {
		rounds = append(rounds, e.left(key, t))
	}
	if len(rounds) == 0 {
		return 0
	}
	slices.Sort(rounds)
	return rounds[len(rounds)/2]
}

func (l *lane) missing(sp *spot, i Item) {
	i.Concern = ConcernMissing
	ask := Action{Deed: DeedAsk, Command: &AskTable{sp.Place}}
	not := Action{Deed: DeedNotPlayed, Command: &NotPlayed{Place: sp.Place}}
	i.Actions = []Action{{Deed: DeedEnter}, ask, not}
	for _, t := range slices.Backward(sp.threads) {
		r := *t.last()
		if !sp.live(t) {
			continue
		}
		i.Revisions = append(i.Revisions, r)
		i.Result, i.Score = r.Result, r.Score
		i.Actions = append([]Action{{Deed: DeedAgree, Command: &Confirm{r.ID, r.Revision}, Revision: &r, Result: r.Result}}, i.Actions...)
		break
	}
	l.add(i, "")
}

func (l *lane) people() {
	e := l.e
	began := 0
	for _, key := range e.sections {
		began = max(began, l.comeTo(key))
	}
	seats := map[event.PersonID][]event.Contestant{}
	var unnamed []event.Contestant
	for _, r := range e.registered() {
		if e.withdrawn[r.Contestant] {
			continue
		}
		if len(r.Persons) == 0 {
			unnamed = append(unnamed, r.Contestant)
		}
		for _, p := range r.Persons {
			seats[p] = append(seats[p], r.Contestant)
		}
	}
	for _, r := range e.registered() {
		for _, p := range r.Persons {
			if who := seats[p]; len(who) > 1 {
				delete(seats, p)
				of := fmt.Sprint(p, who)
				l.add(Item{Concern: ConcernSeatedTwice, Person: p, Who: who, Actions: []Action{{Deed: DeedNames}, right(ConcernSeatedTwice, Place{}, of)}}, of)
			}
		}
	}
	l.twice()
	if began > *e.config.Settled().NamesUntilRound && len(unnamed) > 0 {
		of := fmt.Sprint(unnamed)
		l.add(Item{Concern: ConcernNoName, Who: unnamed, Actions: []Action{{Deed: DeedNames}, right(ConcernNoName, Place{}, of)}}, of)
	}
}

// twice finds contestants who sit at two tables in a round.
func (l *lane) twice() {
	if l.e.event.Opened().Kind == event.Teams {
		return
	}
	type who struct {
		session, round int
		contestant     event.Contestant
	}
	at := map[who]Sitting{}
	for _, s := range l.e.planned() {
		if len(s.Boards) == 0 {
			continue
		}
		for _, c := range s.all() {
			key := who{s.Session, s.Round, c}
			before, there := at[key]
			if at[key] = s; !there {
				continue
			}
			p := Place{Session: s.Session, Section: s.Section, Round: s.Round, Table: s.Table}
			of := fmt.Sprint(c, before.Table)
			l.add(Item{
				Concern: ConcernSeatedTwice, Place: p, Seats: s.Seats, Who: []event.Contestant{c},
				Elsewhere: Place{Session: before.Session, Section: before.Section, Round: before.Round, Table: before.Table},
				Actions:   []Action{{Deed: DeedRepair}, right(ConcernSeatedTwice, p, of)},
			}, of)
		}
	}
}

// board doubts the results of a board.
func (l *lane) board(key boardKey) {
	e := l.e
	var field []*spot
	for _, sp := range e.on[key] {
		if sp.stands != nil && !sp.ruled {
			field = append(field, sp)
		}
	}
	slices.SortFunc(field, (*spot).compare)
	var worths []worth
	for _, sp := range field {
		if p, ok := e.points(sp.meeting, *sp.stands); ok {
			worths = append(worths, worth{sp, p})
		}
	}
	for _, w := range worths {
		l.doubled(w)
		if !e.odd[key] {
			l.lonely(w, worths)
		}
	}
	if e.odd[key] {
		return
	}
	for _, sp := range field {
		l.lead(sp, e.set[key].Deal)
		l.allowed(sp, e.set[key].DD)
	}
	l.bothSides(field)
}

// lead doubts an opening lead.
func (l *lane) lead(sp *spot, deal bridge.Deal) {
	d, ok := doubtfulLead(deal, sp.stands.result)
	if !ok {
		return
	}
	i := l.doubted(ConcernLead, sp)
	i.Lead = d
	of := sp.stands.result.String()
	if d.Suggest.Valid() {
		i.Actions = append(i.Actions, l.swap(&i, d.Suggest))
	} else {
		i.Actions = append(i.Actions, Action{Deed: DeedOpen})
	}
	i.Actions = append(i.Actions, right(i.Concern, i.Place, of))
	l.add(i, of)
}

// swap makes somebody else the declarer.
func (l *lane) swap(i *Item, declarer bridge.Seat) Action {
	r := i.Result
	turned, err := bridge.NewResult(r.Contract(), declarer, r.Tricks())
	if err != nil { // of a result that stands nothing else is wrong
		return Action{Deed: DeedOpen}
	}
	i.Instead = turned.WithLead(r.Lead())
	return Action{Deed: DeedSwap, Command: &Resolve{Place: i.Place, Result: i.Instead}, Result: i.Instead}
}

// result is what stands at a place, and what it is worth to North-South.
type worth struct {
	*spot
	points score.Points
}

// lonely doubts a score that nobody else has, and that has the other sign than most, as
// if the wrong side had been noted.
func (l *lane) lonely(sp worth, field []worth) {
	if sp.points == 0 {
		return
	}
	others, opposite, mirrored := 0, 0, false
	declarers := map[bridge.Seat]int{} // of the same strain, on the other side
	r := sp.stands.result
	for _, o := range field {
		if o.spot == sp.spot {
			continue
		}
		if o.points == sp.points {
			return
		}
		others++
		if (o.points > 0) == (sp.points > 0) || o.points == 0 {
			continue
		}
		opposite++
		mirrored = mirrored || o.points == -sp.points && (r.IsZero() || o.stands.result.IsZero())
		if q := o.stands.result; r.Declarer().Valid() && q.Declarer().Valid() && q.Contract().Strain == r.Contract().Strain && q.Declarer().Side() != r.Declarer().Side() {
			declarers[q.Declarer()]++
		}
	}
	if others < fieldOf || 100*opposite < l.checks.Lonely*others || !mirrored && len(declarers) == 0 {
		return
	}
	i := l.doubted(ConcernLonely, sp.spot)
	i.Others, i.Field = opposite, others
	of := sp.stands.said()
	likely := bridge.Seat(0)
	for _, s := range bridge.Seats {
		if declarers[s] > declarers[likely] {
			likely = s
		}
	}
	if likely.Valid() {
		i.Actions = append(i.Actions, l.swap(&i, likely))
	} else {
		i.Actions = append(i.Actions, Action{Deed: DeedOpen})
	}
	i.Actions = append(i.Actions, right(i.Concern, i.Place, of))
	l.add(i, of)
}

// allowed doubts a result that the cards hardly allow.
func (l *lane) allowed(sp *spot, t dd.Table) {
	gained, ok := dd.Gained(t, sp.stands.result)
	if !ok || max(gained, -gained) < l.checks.DoubleDummy {
		return
	}
	l.look(sp, ConcernDoubleDummy, func(i *Item) { i.Tricks = gained })
}

// rarely is from where on the score of a doubled contract that failed is rare.
const rarely = 1100

// doubled doubts a doubled contract with a rare outcome.
func (l *lane) doubled(sp worth) {
	r := sp.stands.result
	c := r.Contract()
	failed := r.Over() < 0 && max(sp.points, -sp.points) >= rarely
	if c.Doubling == bridge.Redoubled || c.Doubling == bridge.Doubled && (r.Over() > 0 || failed) {
		l.look(sp.spot, ConcernDoubled, func(*Item) {})
	}
}

// look adds an item that somebody has to look at.
func (l *lane) look(sp *spot, c Concern, more func(*Item)) {
	i := l.doubted(c, sp)
	of := sp.stands.said()
	i.Actions = []Action{{Deed: DeedOpen}, right(c, i.Place, of)}
	more(&i)
	l.add(i, of)
}

// bothSides doubts results in a strain that both sides declared with more tricks
// together than the strain has room for: of the side that declared it less often.
func (l *lane) bothSides(field []*spot) {
	type most struct {
		spots []*spot
		best  *spot
	}
	by := map[bridge.Strain]*bridge.BySide[most]{}
	var strains []bridge.Strain
	for _, sp := range field {
		r := sp.stands.result
		if r.IsZero() || r.PassedOut() {
			continue
		}
		strain, side := r.Contract().Strain, r.Declarer().Side()
		if by[strain] == nil {
			by[strain] = new(bridge.BySide[most])
			strains = append(strains, strain)
		}
		m := by[strain].Of(side)
		m.spots = append(m.spots, sp)
		if m.best == nil || r.Tricks() > m.best.stands.result.Tricks() {
			m.best = sp
		}
		*by[strain] = by[strain].With(side, m)
	}
	slices.Sort(strains)
	for _, strain := range strains {
		few, many := by[strain].NS, by[strain].EW
		if few.best == nil || many.best == nil {
			continue
		}
		// Of two sides that declared it equally often the one that came later.
		if n := cmp.Compare(len(few.spots), len(many.spots)); n > 0 || n == 0 && few.spots[0].compare(many.spots[0]) < 0 {
			few, many = many, few
		}
		limit := l.checks.Suit
		if strain == bridge.Notrump {
			limit = l.checks.Notrump
		}
		for _, sp := range few.spots {
			sum := sp.stands.result.Tricks() + many.best.stands.result.Tricks()
			if sum > limit {
				l.look(sp, ConcernBothSides, func(i *Item) {
					i.Strain, i.Tricks, i.Elsewhere, i.Instead = strain, sum, many.best.Place, many.best.stands.result
				})
			}
		}
	}
}

func sortedBoards[T any](of map[boardKey]T) []boardKey {
	keys := make([]boardKey, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, boardKey.compare)
	return keys
}

// MarkSeen says that an item of the lane is right as it is.
type MarkSeen struct {
	Item string `json:"item"`
}

// Name implements [Command].
func (*MarkSeen) Name() string { return "seen" }

func (c *MarkSeen) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if c.Item == "" || len(c.Item) > 120 {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.item", "an item of the lane has a name of 1 to 120 bytes")
	}
	if e.seen[c.Item] {
		return nil, NothingToDo, nil
	}
	return own(Seen(*c)), Done, nil
}

// AskTable asks a table for a result that it owes.
type AskTable struct{ Place }

// Name implements [Command].
func (*AskTable) Name() string { return "ask_table" }

func (c *AskTable) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	sp := e.spots[c.Place]
	if sp == nil || !sp.planned {
		return nil, "", noPlace(c.Place)
	}
	if !e.due(sp) {
		return nil, NothingToDo, nil
	}
	return own(Wanted(*c)), Done, nil
}
