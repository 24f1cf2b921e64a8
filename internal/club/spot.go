package club

import (
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// spot is what is known of a place.
type spot struct {
	Place
	meeting event.Meeting
	planned bool      // by what is in force now, and there are people to play it
	threads []*thread // in the order of their first revisions

	stands    *outcome // the result that counts
	owner     string   // the entry that it came from; empty: the director's
	settled   int64    // position of the director's last decision
	notPlayed bool
	late      bool // not played yet
	ruled     bool
	ruling    *Ruling // that is in force; nil: none
	satOut    bool
	wanted    time.Time // when the director asked the table for its result last
}

// Given is who gave a ruling or a penalty, when and why.
type Given struct {
	At  time.Time
	By  string // see [Actor.By]
	Why string
}

func givenBy(f event.Fact) Given { return Given{f.At, f.By, f.Why} }

// Ruling is a ruling that is in force.
type Ruling struct {
	event.Ruled
	Given
}

// Fouling says which version of a fouled board was played.
type Fouling struct {
	event.Fouled
	Given
}

// Penalty is a penalty as it was given last.
type Penalty struct {
	event.Penalised
	Given
}

// outcome is a result, or a score alone.
type outcome struct {
	result bridge.Result
	score  *score.Points
}

// thread is an entry with all its revisions.
type thread struct {
	id        string
	spot      *spot
	revisions []Revision // as they came
	latest    int        // place of the one that counts: with the highest number
}

// Revision is one of the things that a device sent of a board.
type Revision struct {
	Entered
	By       string    `json:"by"`
	At       time.Time `json:"at"`
	Position int64     `json:"position"`
	Returned bool      `json:"returned,omitempty"` // the opponents said no
}

func (r Revision) outcome() outcome { return outcome{r.Result, r.Score} }

func (t *thread) last() *Revision { return &t.revisions[t.latest] }

// revision finds one by its number.
func (t *thread) revision(n int) *Revision {
	i := slices.IndexFunc(t.revisions, func(r Revision) bool { return r.Revision == n })
	if i < 0 {
		return nil
	}
	return &t.revisions[i]
}

// touched says that something was said of the place, so that no plan may take it
// away.
func (s *spot) touched() bool {
	return len(s.threads) > 0 || s.stands != nil || s.notPlayed || s.ruled
}

// played says that a table has played here, or is playing.
func (s *spot) played() bool { return len(s.threads) > 0 || s.stands != nil }

// live says whether an entry still has a word in what the result is.
func (s *spot) live(t *thread) bool {
	r := t.last()
	return r.Position > s.settled && !r.Returned && r.State != Asked
}

// asked is the request to change what stands, that nobody has answered.
func (s *spot) asked() *Revision {
	for _, t := range s.threads {
		if r := t.last(); r.State == Asked && !r.Returned && r.Position > s.settled {
			return r
		}
	}
	return nil
}

// fouling is what was said last of the version that was played at a place, without the
// tables of which something else was said since; nil: it was the board as it was set.
func (e *Evening) fouling(s *spot) *Fouling {
	list := e.fouled[s.boardKey()]
	last := func(s *spot) int {
		for i, f := range slices.Backward(list) {
			if f.Fits(s.meeting) {
				return i
			}
		}
		return -1
	}
	i := last(s)
	if i < 0 || list[i].Version == "" {
		return nil
	}
	f := list[i]
	f.Tables = slices.DeleteFunc(slices.Clone(f.Tables), func(table int) bool {
		at := func(o *spot) bool { return o.Table == table && f.Fits(o.meeting) }
		return slices.ContainsFunc(e.on[s.boardKey()], at) &&
			!slices.ContainsFunc(e.on[s.boardKey()], func(o *spot) bool { return at(o) && last(o) == i })
	})
	return &f
}

// conflict says that two devices differ, or one from what stands. A device that
// corrects its own result does not.
func (e *Evening) conflict(s *spot) bool {
	first := s.stands
	for _, t := range s.threads {
		if !s.live(t) || t.id == s.owner {
			continue
		}
		o := t.last().outcome()
		if first != nil && !e.same(s.meeting, *first, o) {
			return true
		}
		if first == nil {
			first = &o
		}
	}
	return false
}

// same says that two outcomes are the same result. Where one is a score alone the
// points decide; the opening lead never does.
func (e *Evening) same(m event.Meeting, a, b outcome) bool {
	if !a.result.IsZero() && !b.result.IsZero() {
		return a.result.WithLead(bridge.Card(0)) == b.result.WithLead(bridge.Card(0))
	}
	x, okX := e.points(m, a)
	y, okY := e.points(m, b)
	return okX && okY && x == y
}

// equal says that two outcomes are equal to the last word.
func (a outcome) equal(b outcome) bool {
	return a.result == b.result && (a.score == nil) == (b.score == nil) && (a.score == nil || *a.score == *b.score)
}

// points are what an outcome is worth to North-South.
func (e *Evening) points(m event.Meeting, o outcome) (score.Points, bool) {
	if o.score != nil {
		return *o.score, true
	}
	p, err := e.event.Pack().Edition.Result(o.result, e.vul(m))
	return p, err == nil
}

func (e *Evening) vul(m event.Meeting) bridge.Vulnerability {
	if set, ok := e.set[boardKey{m.Session, m.Board}]; ok {
		return set.Vul
	}
	return m.Board.Vulnerability()
}

// done says that a place waits for nothing.
func (e *Evening) done(s *spot) bool {
	if s.stands != nil || s.notPlayed && !s.late || s.ruled || s.satOut {
		return true
	}
	if slices.ContainsFunc(seatsOf(s.meeting).all(), func(c event.Contestant) bool { return e.withdrawn[c] }) {
		return true
	}
	gone := false
	for _, c := range e.cancelled[s.boardKey()] {
		if c.Fits(s.meeting) {
			gone = !c.Restored
		}
	}
	return gone
}

// due says that somebody may still play here.
func (e *Evening) due(s *spot) bool { return s.planned && !e.done(s) }

// change changes a place, and counts what its board still waits for.
func (e *Evening) change(s *spot, by func()) {
	before := e.due(s)
	by()
	e.count(s, before)
	e.note(Part{What: PartTable, Session: s.Session, Section: s.Section, Table: s.Table})
}

func (e *Evening) count(s *spot, before bool) {
	switch now := e.due(s); {
	case now && !before:
		e.open[s.boardKey()]++
	case before && !now:
		e.open[s.boardKey()]--
	default:
		return
	}
	e.turned[s.boardKey()] = true
	e.note(Part{What: PartTable, Session: s.Session, Section: s.Section, Table: s.Table})
}

// over says that nobody can play a board any more.
func (e *Evening) over(key boardKey) bool {
	if e.announced {
		return true
	}
	planned := slices.ContainsFunc(e.sections, func(s sectionKey) bool { return s.session == key.session })
	return planned && e.open[key] == 0
}

// State is what became of a place.
type State string

// The states of a place. A device adds its own drafts to them.
const (
	StateEmpty     State = "empty"
	StateProposed  State = "proposed"
	StateReturned  State = "returned"
	StateSaved     State = "saved"
	StateConflict  State = "conflict"
	StateRuled     State = "ruled"
	StateNotPlayed State = "not_played"
	StateLate      State = "late" // not played yet
	StateSatOut    State = "sat_out"
)

func (e *Evening) state(s *spot) State {
	switch {
	case s.ruled:
		return StateRuled
	case e.conflict(s):
		return StateConflict
	case s.stands != nil:
		return StateSaved
	case s.late:
		return StateLate
	case s.notPlayed:
		return StateNotPlayed
	case s.satOut:
		return StateSatOut
	}
	for _, t := range slices.Backward(s.threads) {
		switch r := t.last(); {
		case r.Returned:
			return StateReturned
		case s.live(t):
			return StateProposed
		}
	}
	return StateEmpty
}
