package club

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// Evening is what follows from the stream of an event: what was planned, what was
// played, what was ruled, and what the devices said. It is made by [Fold] and grows
// entry by entry. It is not safe for concurrent use.
type Evening struct {
	Warnings []Warning // what the stream holds that this release cannot follow

	position int64
	event    *event.Event
	log      []event.Fact // all facts of the event, in order
	keys     map[string]said

	plans    map[sectionKey]*plan
	sittings []Sitting    // all of them; nil: to be made
	sections []sectionKey // that have a plan, in order
	seated   map[sitting]Seated

	spots   map[Place]*spot
	at      map[sitting][]*spot
	on      map[boardKey][]*spot
	row     map[rowKey][]*spot
	met     map[meetingKey]*spot
	threads map[string]*thread // by the id of the entry
	entered map[tableKey]int   // last round of a table of which something was entered, by whomever
	sent    map[tableKey]int   // last round of which a device of the table has entered something
	come    map[tableKey]int   // round that the table has come to; see [Evening.reached]
	latest  map[rowKey]int     // last session of which a device of the table has entered something

	set       map[boardKey]event.BoardSet
	withdrawn map[event.Contestant]bool
	cancelled map[boardKey][]event.Cancelled
	saidOut   map[meetingKey]bool // sit-outs that were said
	announced bool
	config    Configured

	seen      map[string]bool      // items of the lane that the director has marked as right
	heard     map[rowKey]time.Time // when a table has sent something last
	odd       map[boardKey]bool    // boards of which tables played another version, or turned
	fouled    map[boardKey][]Fouling
	tables    []Table
	calls     []Call
	misseated []Misseat

	chairs   map[event.Contestant][]event.PersonID // of those of whom somebody is not known
	versions map[sectionKey]int                    // of the plans: they grow with each change
	clock    clock

	// What is over is a second event, which readers see. Facts about other boards are
	// held back until theirs is over.
	open   map[boardKey]int // places that a board waits for
	public *event.Event
	held   map[boardKey][]event.Fact
	shown  map[boardKey]bool
	turned map[boardKey]bool // boards of which the entry at hand may have said the last word, or taken it back
	all    bool              // it may have done so with all boards

	lines     []*LogLine      // by position, from 1
	lengths   []int           // of log, after each position
	spoken    map[About]int64 // position of the last line about it
	penalties map[string]Penalty
	unsolved  map[boardKey]bool // boards of which it is not known what the cards allow
	published []Version

	people  []event.Registered // who is registered; nil: to be made
	parts   []Part             // that the entry at hand changes, each once
	changes []change           // by position
	news    news

	version, publicVersion int // grow with each change of the events
}

// said is what was answered to a key.
type said struct {
	position int64
	sum      string
	says     Outcome
}

// tableKey is a table of a section in a session.
type tableKey struct {
	sectionKey
	table int
}

// rowKey is a table of a section, in whichever session.
type rowKey struct {
	section string
	table   int
}

// Table is a device that may write for a table.
type Table struct {
	TableOpened
	Closed bool `json:"closed,omitempty"`
}

// Call is a call for the director.
type Call struct {
	Called
	At       time.Time `json:"at"`
	Answered time.Time `json:"answered,omitzero"`
}

// Misseat is what a table did because others sat there than the plan has.
type Misseat struct {
	Misseated
	At       time.Time `json:"at"`
	Answered time.Time `json:"answered,omitzero"` // the director has seen it
}

// Warning is an entry of a stream that could not be followed as it stands.
type Warning struct {
	Position int64
	Err      *bridge.Error
}

// NewEvening is one of which nothing is known.
func NewEvening() *Evening {
	return &Evening{
		event: new(event.Event), public: new(event.Event), keys: map[string]said{},
		plans: map[sectionKey]*plan{}, seated: map[sitting]Seated{},
		spots: map[Place]*spot{}, at: map[sitting][]*spot{}, on: map[boardKey][]*spot{}, row: map[rowKey][]*spot{}, met: map[meetingKey]*spot{},
		threads: map[string]*thread{}, entered: map[tableKey]int{}, sent: map[tableKey]int{}, come: map[tableKey]int{}, latest: map[rowKey]int{},
		set: map[boardKey]event.BoardSet{}, withdrawn: map[event.Contestant]bool{}, cancelled: map[boardKey][]event.Cancelled{}, saidOut: map[meetingKey]bool{},
		seen: map[string]bool{}, heard: map[rowKey]time.Time{}, odd: map[boardKey]bool{}, fouled: map[boardKey][]Fouling{},
		lengths: []int{0}, spoken: map[About]int64{}, penalties: map[string]Penalty{}, unsolved: map[boardKey]bool{},
		chairs: map[event.Contestant][]event.PersonID{}, versions: map[sectionKey]int{}, clock: clock{rounds: map[roundKey]*lap{}},
		open: map[boardKey]int{}, turned: map[boardKey]bool{}, news: news{map[rowKey][2]int64{}, map[roundKey]int64{}, 0}, held: map[boardKey][]event.Fact{}, shown: map[boardKey]bool{},
	}
}

// Fold makes an evening of entries in their order.
func Fold(entries ...journal.Entry) *Evening {
	e := NewEvening()
	for _, x := range entries {
		e.Follow(x)
	}
	return e
}

// Follow adds the next entry of the stream. What cannot be followed becomes a
// warning, and the rest of the entry counts.
func (e *Evening) Follow(x journal.Entry) {
	var r Record
	if err := json.Unmarshal(x.Data, &r); err != nil {
		e.position++
		e.keys[x.Key] = said{position: e.position}
		e.changes = append(e.changes, change{})
		e.write(Record{Do: x.Kind, At: x.At}, About{}, Told{})
		e.warn(bridge.Errorf(bridge.Unsupported, "club.record", "entry %d is no record of this release: %w", x.Position, err))
		return
	}
	_ = e.apply(r, x.Key, false)
}

func (e *Evening) warn(err error) {
	w := Warning{Position: e.position}
	if be, ok := err.(*bridge.Error); ok { //nolint:errorlint // ours are made here
		w.Err = be
	} else {
		w.Err = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	e.Warnings = append(e.Warnings, w)
}

// Position is that of the last entry that it follows.
func (e *Evening) Position() int64 { return e.position }

// Event is the event with all that was played, which the director sees.
func (e *Evening) Event() *event.Event { return e.event }

// halfError is the refusal of a record of which a part has been applied.
type halfError struct{ error }

// apply adds a record at the next position. A strict one stops at the first fact that
// the event refuses, and says in a halfError that something was changed before.
func (e *Evening) apply(r Record, key string, strict bool) error {
	e.parts, e.all = nil, false
	clear(e.turned)
	about := e.about(r.Facts)
	was := e.told(about)
	var facts []event.Fact
	for i, f := range r.Facts {
		switch {
		case f.Event != nil:
			fact := event.Fact{At: r.At, By: r.By, Why: r.Why, Act: f.Event}
			if err := e.event.Apply(fact); err != nil {
				if strict && i == 0 {
					return err
				} else if strict {
					return halfError{err}
				}
				e.position++
				e.warn(err)
				e.position--
				continue
			}
			e.log = append(e.log, fact)
			facts = append(facts, fact)
			e.track(fact)
		case f.Own != nil:
			e.own(f.Own, r)
		default:
			e.position++
			e.warn(bridge.Errorf(bridge.Unsupported, "club.unknown", "entry %d holds a fact of another release: %q", e.position, f.name()))
			e.position--
		}
	}
	e.advance()
	e.reach(r)
	e.position++
	e.keys[key] = said{e.position, r.Sum, r.Says}
	if len(facts) > 0 {
		e.version++
		e.note(Part{What: PartRanking})
	}
	e.write(r, about, was)
	e.revise(r, facts)
	public := e.reveal(facts)
	e.changes = append(e.changes, e.changed(public))
	e.news.hear(e.position, e.parts)
	return nil
}

func (e *Evening) note(p Part) {
	if !slices.Contains(e.parts, p) {
		e.parts = append(e.parts, p)
	}
}

// track keeps in mind what a fact of the event says of places and boards.
func (e *Evening) track(f event.Fact) {
	act := f.Act
	if m, ok := event.MeetingOf(act); ok {
		switch act.(type) {
		case event.SatOut:
			e.saidOut[e.keyOf(m)] = true
		case event.Voided:
			delete(e.saidOut, e.keyOf(m))
		}
		if sp := e.met[e.keyOf(m)]; sp != nil {
			e.change(sp, func() { sp.follow(f) })
			if _, ok := act.(event.Voided); ok {
				e.undone(sp)
			}
		}
		return
	}
	switch a := act.(type) {
	case event.Opened, event.Announced, event.Reopened:
		e.note(Part{What: PartEvent})
		switch a.(type) {
		case event.Announced:
			e.announced, e.all = true, true
		case event.Reopened:
			e.announced, e.all = false, true
		}
	case event.Registered:
		e.people = nil
		e.note(Part{What: PartPeople})
	case event.Substituted:
		e.note(Part{What: PartPeople})
	case event.BoardSet:
		key := boardKey{a.Session, a.Board}
		was := e.info(key)
		if e.set[key] = a; e.info(key) != was {
			e.note(Part{What: PartPlan, Session: a.Session})
		}
		for _, sp := range e.on[key] { // the cards may make it doubtful
			if sp.played() {
				e.note(Part{What: PartTable, Session: sp.Session, Section: sp.Section, Table: sp.Table})
			}
		}
		e.pose(a)
	case event.Penalised:
		e.penalties[a.Ref] = Penalty{a, givenBy(f)}
	case event.Fouled:
		key := boardKey{a.Session, a.Board}
		e.odd[key] = true
		e.fouled[key] = append(e.fouled[key], Fouling{a, givenBy(f)})
	case event.Turned:
		e.odd[boardKey{a.Session, a.Board}] = true
	case event.Withdrew:
		e.note(Part{What: PartPeople})
		was := e.withdrawn[a.Contestant]
		for _, sp := range e.spots {
			if slices.Contains(seatsOf(sp.meeting).all(), a.Contestant) {
				e.withdrawn[a.Contestant] = was
				before := e.due(sp)
				e.withdrawn[a.Contestant] = !a.Returned
				e.count(sp, before)
			}
		}
		e.withdrawn[a.Contestant] = !a.Returned
	case event.Cancelled:
		key := boardKey{a.Session, a.Board}
		was, now := e.cancelled[key], append(slices.Clip(e.cancelled[key]), a)
		for _, sp := range e.on[key] {
			e.cancelled[key] = was
			before := e.due(sp)
			e.cancelled[key] = now
			e.count(sp, before)
		}
		e.cancelled[key] = now
	}
}

// follow keeps in mind what was said of the meeting of a place.
func (s *spot) follow(f event.Fact) {
	switch a := f.Act.(type) {
	case event.Played:
		s.stands = &outcome{a.Result, a.Score}
		s.notPlayed, s.late = false, false
	case event.NotPlayed:
		s.stands, s.notPlayed, s.late = nil, true, a.Late
	case event.SatOut:
		s.satOut = true
	case event.Ruled:
		s.ruled = !a.Award.NS.IsZero() || !a.Award.EW.IsZero() || len(a.Assigned.NS) > 0
		if s.ruling = nil; s.ruled {
			s.ruling = &Ruling{a, givenBy(f)}
		}
	case event.Voided:
		s.stands, s.notPlayed, s.late, s.ruled, s.satOut, s.ruling = nil, false, false, false, false, nil
	}
}

// own keeps in mind a fact of the club. What no command makes is a warning.
func (e *Evening) own(act Act, r Record) {
	e.hear(act, r)
	switch a := act.(type) {
	case Planned:
		if err := a.sound(); err != nil {
			e.warn(err)
			return
		}
		e.plan(a)
	case Seated:
		key := sitting{sectionKey{a.Session, a.Section}, a.Round, a.Table}
		if a.Seats == (Seats{}) && len(a.Boards) == 0 {
			delete(e.seated, key)
		} else {
			e.seated[key] = a
		}
		e.places(key)
		e.versions[key.sectionKey]++
		e.note(Part{What: PartPlan, Session: a.Session, Section: a.Section})
	case Sat:
		e.chairs[a.Contestant] = a.Persons
	case Misseated:
		e.misseated = append(slices.Clip(e.misseated), Misseat{Misseated: a, At: r.At})
		e.note(Part{What: PartCalls})
	case Entered:
		e.enter(a, r)
	case Agreement:
		if t := e.threads[a.ID]; t != nil && t.revision(a.Revision) != nil {
			e.change(t.spot, func() {
				t.revision(a.Revision).State = a.State
				if r.plays() {
					t.spot.owner = a.ID
				}
			})
		}
	case Returned:
		if t := e.threads[a.ID]; t != nil && t.revision(a.Revision) != nil {
			e.change(t.spot, func() { t.revision(a.Revision).Returned = true })
		}
	case Settled:
		sp := e.spot(a.Place)
		e.change(sp, func() { sp.settled, sp.owner = e.position+1, "" })
	case TableOpened:
		e.tables = append(slices.Clip(e.tables), Table{TableOpened: a})
		e.note(Part{What: PartTables})
	case TableClosed:
		e.tables = slices.Clone(e.tables)
		for i := range e.tables {
			if e.tables[i].Token == a.Token {
				e.tables[i].Closed = true
			}
		}
		e.note(Part{What: PartTables})
	case Called:
		e.calls = append(slices.Clip(e.calls), Call{Called: a, At: r.At})
		e.note(Part{What: PartCalls})
		e.note(Part{What: PartTable, Section: a.Section, Table: a.Table})
	case Answered:
		e.calls = slices.Clone(e.calls)
		for i := range e.calls {
			if c := &e.calls[i]; c.Ref == a.Ref {
				c.Answered = r.At
				e.note(Part{What: PartTable, Section: c.Section, Table: c.Table})
			}
		}
		e.misseated = slices.Clone(e.misseated)
		for i := range e.misseated {
			if m := &e.misseated[i]; m.Ref == a.Ref {
				m.Answered = r.At
			}
		}
		e.note(Part{What: PartCalls})
	case Clocked:
		e.setClock(a, r.At)
	case Configured:
		if was := e.config; was.Settled().BoardMinutes != a.Settled().BoardMinutes || *was.Settled().MoveMinutes != *a.Settled().MoveMinutes {
			e.note(Part{What: PartClock})
		}
		e.config = a
		e.note(Part{What: PartEvent})
	case Seen:
		e.seen[a.Item] = true
		e.note(Part{What: PartLane})
	case Wanted:
		sp := e.spot(a.Place)
		e.change(sp, func() { sp.wanted = r.At })
	}
}

// hear keeps in mind when a table has sent something last.
func (e *Evening) hear(act Act, r Record) {
	if !r.byTable() {
		return
	}
	var at rowKey
	thread := func(id string) {
		if t := e.threads[id]; t != nil {
			at = rowKey{t.spot.Section, t.spot.Table}
		}
	}
	switch a := act.(type) {
	case Entered:
		at = rowKey{a.Section, a.Table}
	case Agreement:
		thread(a.ID)
	case Returned:
		thread(a.ID)
	case Called:
		at = rowKey{a.Section, a.Table}
	case Misseated:
		at = rowKey{a.Section, a.Table}
	}
	if at.table > 0 {
		e.heard[at] = r.At
	}
}

// enter keeps in mind a revision of an entry. Where the same record says that the
// board was played, that result is the entry's.
func (e *Evening) enter(a Entered, r Record) {
	sp := e.spot(a.Place)
	t := e.threads[a.ID]
	e.change(sp, func() {
		if t == nil {
			t = &thread{id: a.ID, spot: sp}
			e.threads[a.ID] = t
			sp.threads = append(sp.threads, t)
		}
		t.revisions = append(t.revisions, Revision{Entered: a, By: r.By, At: r.At, Position: e.position + 1})
		if a.Revision > t.last().Revision {
			t.latest = len(t.revisions) - 1
		}
		if r.plays() {
			sp.owner = a.ID
		}
	})
	key := tableKey{sectionKey{a.Session, a.Section}, a.Table}
	e.entered[key] = max(e.entered[key], a.Round)
	if r.byTable() {
		row := rowKey{a.Section, a.Table}
		e.latest[row] = max(e.latest[row], a.Session)
		e.sent[key] = max(e.sent[key], a.Round)
	}
}

// byTable says that a device of a table has sent it.
func (r Record) byTable() bool { return strings.HasPrefix(r.By, ofTable) }

// plays says that a record reports a board.
func (r Record) plays() bool {
	return slices.ContainsFunc(r.Facts, func(f Fact) bool { _, ok := f.Event.(event.Played); return ok })
}

// boardOf is the board that a fact is about.
func boardOf(act event.Act) (key boardKey, ok bool) {
	if m, ok := event.MeetingOf(act); ok {
		return boardKey{m.Session, m.Board}, true
	}
	switch a := act.(type) {
	case event.BoardSet:
		return boardKey{a.Session, a.Board}, true
	case event.Fouled:
		return boardKey{a.Session, a.Board}, true
	case event.Turned:
		return boardKey{a.Session, a.Board}, true
	case event.Cancelled:
		return boardKey{a.Session, a.Board}, true
	}
	return key, false
}

// reveal adds to what readers see, after a record that brought these facts, and says
// whether there is something new.
func (e *Evening) reveal(facts []event.Fact) (changed bool) {
	var free []boardKey
	for key := range e.mayTurn() {
		switch over := e.over(key); {
		case e.shown[key] && !over: // it is to be played again
			e.conceal()
			return true
		case over && e.held[key] != nil:
			free = append(free, key)
		}
	}
	slices.SortFunc(free, boardKey.compare)
	for _, key := range free {
		for _, f := range e.held[key] {
			e.show(f)
		}
		delete(e.held, key)
		e.shown[key] = true
		e.note(Part{What: PartBoard, Session: key.session, Board: key.board})
		changed = true
	}
	for _, f := range facts {
		key, ok := boardOf(f.Act)
		if ok && !e.over(key) {
			e.held[key] = append(e.held[key], f)
			continue
		}
		if ok {
			e.shown[key] = true
			e.note(Part{What: PartBoard, Session: key.session, Board: key.board})
		}
		e.show(f)
		changed = true
	}
	if changed {
		e.publicVersion++
	}
	return changed
}

// mayTurn are the boards that may be over by now, or not over any more. A board may come
// twice.
func (e *Evening) mayTurn() iter.Seq[boardKey] {
	if !e.all {
		return maps.Keys(e.turned)
	}
	return func(yield func(boardKey) bool) {
		for key := range e.shown {
			if !yield(key) {
				return
			}
		}
		for key := range e.held {
			if !yield(key) {
				return
			}
		}
	}
}

// conceal makes what readers see anew.
func (e *Evening) conceal() {
	e.public, e.held, e.shown = new(event.Event), map[boardKey][]event.Fact{}, map[boardKey]bool{}
	for _, f := range e.log {
		if key, ok := boardOf(f.Act); ok {
			if !e.over(key) {
				e.held[key] = append(e.held[key], f)
				continue
			}
			e.shown[key] = true
		}
		e.show(f)
	}
	e.publicVersion++
}

// show adds a fact to what readers see. The whole event took it, so it fits; if it
// should not, the director sees more than the readers, which a warning says.
func (e *Evening) show(f event.Fact) {
	if err := e.public.Apply(f); err != nil {
		e.warn(err)
	}
}

func (k boardKey) compare(o boardKey) int {
	return cmp.Or(cmp.Compare(k.session, o.session), cmp.Compare(k.board, o.board))
}

func (k sectionKey) compare(o sectionKey) int {
	return cmp.Or(cmp.Compare(k.session, o.session), cmp.Compare(k.section, o.section))
}

// sortedSpots are the places in the order of session, section, round, table, board.
func (e *Evening) sortedSpots() []*spot {
	return slices.SortedFunc(maps.Values(e.spots), (*spot).compare)
}

func (s *spot) compare(o *spot) int { return s.Place.compare(o.Place) }

func (p Place) compare(o Place) int {
	return cmp.Or(cmp.Compare(p.Session, o.Session), cmp.Compare(p.Section, o.Section),
		cmp.Compare(p.Round, o.Round), cmp.Compare(p.Table, o.Table), cmp.Compare(p.Board, o.Board))
}
