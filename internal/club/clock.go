package club

import (
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
)

// A round has a clock, which begins when the first table reaches the round. It runs for
// so many minutes a board and some for the move. The director can start a round anew,
// stop all clocks, let them go on, and give a round more time or less.

// What the director can do to a clock.
const (
	ClockStart = "start" // a round begins now
	ClockPause = "pause" // all clocks stop
	ClockGo    = "go"    // they go on
	ClockAdd   = "add"   // seconds to a round; fewer than none take some away
)

// Clock is how long a round still takes.
type Clock struct {
	Session int       `json:"session,omitempty"`
	Round   int       `json:"round"`
	Began   time.Time `json:"began"`
	Ends    time.Time `json:"ends"` // while it is stopped: if it went on at once when it was stopped
	Paused  bool      `json:"paused"`
	Left    int       `json:"left"` // seconds, while it is stopped
}

// roundKey is a round of a session.
type roundKey struct{ session, round int }

// lap is a round that has begun.
type lap struct {
	began time.Time
	extra time.Duration
}

// clock is what is known of the clocks of all rounds.
type clock struct {
	rounds map[roundKey]*lap
	paused time.Time // zero: they run
}

// SetClock is what the director does to the clock.
type SetClock struct{ Clocked }

// Name implements [Command].
func (*SetClock) Name() string { return "clock" }

func (c *SetClock) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	do := c.Clocked
	if do.Session == 0 {
		do.Session = e.session()
	}
	if do.Round == 0 {
		do.Round = max(e.round(do.Session), 1)
	}
	if do.Round < 0 || do.Round > maxPerEvening || do.Session < 0 {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.clock_round", "round %d has no clock that runs", do.Round)
	}
	if (do.Action == ClockAdd) != (do.Seconds != 0) || do.Seconds > maxAdded || do.Seconds < -maxAdded {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.clock_seconds", "%d seconds: want some to add, at most %d", do.Seconds, maxAdded)
	}
	paused := !e.clock.paused.IsZero()
	switch do.Action {
	case ClockStart:
	case ClockPause, ClockGo:
		if paused == (do.Action == ClockPause) {
			return nil, NothingToDo, nil
		}
	case ClockAdd:
		if e.clock.rounds[roundKey{do.Session, do.Round}] == nil {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.clock_round", "round %d has no clock that runs", do.Round)
		}
	default:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.clock", "%q: a clock can start, pause, go and add", do.Action)
	}
	return own(do), Done, nil
}

const maxAdded = 24 * 60 * 60

// setClock follows what the director did.
func (e *Evening) setClock(c Clocked, at time.Time) {
	key := roundKey{c.Session, c.Round}
	k := &e.clock
	switch c.Action {
	case ClockStart:
		k.rounds[key] = &lap{began: at}
	case ClockPause:
		k.paused = at
	case ClockGo:
		for _, l := range k.rounds {
			since := k.paused
			if l.began.After(since) {
				since = l.began
			}
			l.extra += at.Sub(since)
		}
		k.paused = time.Time{}
	case ClockAdd:
		if l := k.rounds[key]; l != nil {
			l.extra += time.Duration(c.Seconds) * time.Second
		}
	}
	part := Part{What: PartClock, Session: c.Session}
	if c.Action == ClockStart || c.Action == ClockAdd {
		part.Round = c.Round
	}
	e.note(part)
}

// reach begins the clock of a round that a table has come to: it has finished the one
// before, or sent a result of this one, which then began a board ago. What the director
// types says nothing of where the table is.
func (e *Evening) reach(r Record) {
	if !r.byTable() {
		return
	}
	for _, f := range r.Facts {
		var p Place
		switch a := f.Own.(type) {
		case Entered:
			p = a.Place
		case Agreement:
			if t := e.threads[a.ID]; t != nil {
				p = t.spot.Place
			}
		}
		if p.Round < 1 {
			continue
		}
		e.begin(roundKey{p.Session, p.Round}, r.At.Add(-time.Duration(e.config.Settled().BoardMinutes)*time.Minute))
		if pl := e.plans[p.sectionKey()]; pl != nil && pl.rounds[p.Round+1] != nil && e.finished(p.sitting()) {
			e.begin(roundKey{p.Session, p.Round + 1}, r.At)
		}
	}
}

func (e *Evening) begin(key roundKey, at time.Time) {
	if at.IsZero() || e.clock.rounds[key] != nil {
		return
	}
	e.clock.rounds[key] = &lap{began: at}
	e.note(Part{What: PartClock, Session: key.session, Round: key.round})
}

// finished says that a table waits for no board of a round any more. One that is played
// late keeps nobody.
func (e *Evening) finished(at sitting) bool {
	for _, sp := range e.at[at] {
		if e.due(sp) && !sp.late {
			return false
		}
	}
	return true
}

// clockOf is the clock of a round; nil: it has not begun.
func (e *Evening) clockOf(session, round int) *Clock {
	l := e.clock.rounds[roundKey{session, round}]
	if l == nil {
		return nil
	}
	set := e.config.Settled()
	boards := 0
	for _, key := range e.sections {
		if by := e.plans[key].rounds[round]; by != nil && key.session == session {
			boards = max(boards, by.PerRound)
		}
	}
	long := time.Duration(boards*set.BoardMinutes+*set.MoveMinutes) * time.Minute
	c := &Clock{Session: session, Round: round, Began: l.began, Ends: l.began.Add(long + l.extra)}
	if p := e.clock.paused; !p.IsZero() {
		if p.Before(l.began) {
			p = l.began
		}
		c.Paused, c.Left = true, int(c.Ends.Sub(p)/time.Second)
	}
	return c
}

// session is the one that is played: the last one of which something was sent, else the
// first one that is planned.
func (e *Evening) session() int {
	last, sent := 0, false
	for key := range e.entered {
		last, sent = max(last, key.session), true
	}
	if !sent && len(e.sections) > 0 {
		return e.sections[0].session
	}
	return last
}

// round is the one that most tables of a session play, the later one of two; 0: none.
func (e *Evening) round(session int) int {
	tables := map[int]int{}
	for _, key := range e.sections {
		if key.session != session {
			continue
		}
		for t := 1; t <= e.plans[key].tables(); t++ {
			if r := e.playing(key, t); r > 0 {
				tables[r]++
			}
		}
	}
	most := 0
	for r, n := range tables {
		if n > tables[most] || n == tables[most] && r > most {
			most = r
		}
	}
	return most
}

// tables is how many tables some round has.
func (p *plan) tables() int {
	n := 0
	for _, by := range p.rounds {
		n = max(n, by.Movement.Tables)
	}
	return n
}

// advance moves the tables that the record at hand is about to the rounds that they have
// come to by now.
func (e *Evening) advance() {
	for _, p := range e.parts {
		if p.What == PartTable {
			key := tableKey{sectionKey{p.Session, p.Section}, p.Table}
			e.come[key] = e.further(key, e.come[key])
		}
	}
}

// further is the last round from one on of which something was entered of a table and
// before which nothing is missing there: a result of a later round, whoever sends it,
// does not move the table past boards that it has yet to play.
func (e *Evening) further(key tableKey, round int) int {
	for r := max(round, 1); r <= e.entered[key]; r++ {
		at := sitting{key.sectionKey, r, key.table}
		if e.begun(at) {
			round = r
		}
		if !e.finished(at) {
			break
		}
	}
	return round
}

// begun says that something was entered of a table in a round.
func (e *Evening) begun(at sitting) bool {
	return slices.ContainsFunc(e.at[at], func(sp *spot) bool { return len(sp.threads) > 0 })
}

// reached is the round that a table has come to: the last one of which something was
// entered there when nothing was missing before it. A board that becomes due again later
// does not take the table back; a new plan does, see [Evening.setBack]. 0: there is none.
func (e *Evening) reached(key sectionKey, table int) int { return e.come[tableKey{key, table}] }

// left is the round that a table has gone on to: the one that it has come to, or a later
// one of which a device of it has entered something, as when an earlier board was refused
// after the fact. Those who sit there may be of any round between the two.
func (e *Evening) left(key sectionKey, table int) int {
	return max(e.come[tableKey{key, table}], e.sent[tableKey{key, table}])
}

// setBack takes a table back before the first round from one on that it is to play anew
// by a new plan: boards are due, and no result stands there.
func (e *Evening) setBack(key tableKey, from int) {
	for r := from; r <= e.left(key.sectionKey, key.table); r++ {
		at := sitting{key.sectionKey, r, key.table}
		if e.finished(at) || slices.ContainsFunc(e.at[at], func(sp *spot) bool { return sp.stands != nil }) {
			continue
		}
		last := r - 1
		for ; last > 0 && !e.begun(sitting{key.sectionKey, last, key.table}); last-- {
		}
		e.come[key], e.sent[key] = min(e.come[key], last), min(e.sent[key], last)
		return
	}
}

// undone takes a table back whose rounds were a trial, or typed for another one: a place
// was voided, and nothing stands in its round nor behind it.
func (e *Evening) undone(sp *spot) {
	key := tableKey{sp.sectionKey(), sp.Table}
	for r := sp.Round; r <= e.left(key.sectionKey, key.table); r++ {
		if slices.ContainsFunc(e.at[sitting{key.sectionKey, r, key.table}], func(sp *spot) bool { return sp.stands != nil }) {
			return
		}
	}
	e.setBack(key, sp.Round)
}

// playing is the round that a table plays: the one that it has come to, or if nothing of
// that is missing the next one that it plays, in the end an earlier one of which a board
// is due again; 0: it is through.
func (e *Evening) playing(key sectionKey, table int) int {
	last, come := 0, max(e.reached(key, table), 1)
	if p := e.plans[key]; p != nil {
		last = p.last
	}
	for i := range last {
		r := (come-1+i)%last + 1
		if at := (sitting{key, r, table}); len(e.at[at]) > 0 && !e.finished(at) {
			return r
		}
	}
	return 0
}
