package club

import (
	"context"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// LogLine is an act as the log shows it: what it was about, what stood there before,
// and what stood there after it.
type LogLine struct {
	Position int64
	At       time.Time
	By       string // see [Actor.By]
	Why      string
	Do       string // the command
	Says     Outcome
	Facts    []Fact

	About  About
	Was    Told
	Is     Told
	Before int64 // position of the line before that was about the same; 0: none was
}

// About is what an act is about. What is zero it does not speak of.
type About struct {
	Place                       // without a board: of a table in a round
	Contestant event.Contestant // who was registered, or left
	Penalty    string           // the reference of a penalty
}

// Told is what stands of something that acts are about.
type Told struct {
	State      State // of a place
	Result     bridge.Result
	Score      *score.Points
	Points     *score.Points // what it is worth to North-South
	Ruling     *event.Ruled
	Seats      Seats // of a table in a round, with its boards
	Boards     []bridge.Board
	Registered *event.Registered
	Penalty    *event.Penalised
	Withdrawn  bool
}

// Version is a published result: the one that was announced, or that a correction made
// of it.
type Version struct {
	Version  int       `json:"version"` // from 1
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	Why      string    `json:"why,omitempty"`
	By       string    `json:"-"` // see [Actor.By]
}

// about finds what the facts of a record are about.
func (e *Evening) about(facts []Fact) (a About) {
	for _, f := range facts {
		switch own := f.Own.(type) {
		case Entered:
			return About{Place: own.Place}
		case Settled:
			return About{Place: own.Place}
		case Wanted:
			return About{Place: own.Place}
		case Agreement:
			if t := e.threads[own.ID]; t != nil {
				return About{Place: t.spot.Place}
			}
		case Returned:
			if t := e.threads[own.ID]; t != nil {
				return About{Place: t.spot.Place}
			}
		case Seated:
			a = About{Place: Place{Session: own.Session, Section: own.Section, Round: own.Round, Table: own.Table}}
		}
	}
	if a != (About{}) {
		return a
	}
	for _, f := range facts {
		if f.Event == nil {
			continue
		}
		if m, ok := event.MeetingOf(f.Event); ok {
			if sp := e.met[e.keyOf(m)]; sp != nil {
				return About{Place: sp.Place}
			}
			return About{Place: Place{Session: m.Session, Section: m.NS.Section, Round: m.Round, Table: m.Table, Board: m.Board}}
		}
		switch act := f.Event.(type) {
		case event.Registered:
			if len(facts) == 1 { // else it came with a plan
				return About{Contestant: act.Contestant}
			}
		case event.Withdrew:
			return About{Contestant: act.Contestant}
		case event.Penalised:
			return About{Penalty: act.Ref}
		}
	}
	return About{}
}

// told is what stands of it now.
func (e *Evening) told(a About) (t Told) {
	switch {
	case a.Penalty != "":
		if p, ok := e.penalties[a.Penalty]; ok {
			t.Penalty = &p.Penalised
		}
	case a.Contestant != (event.Contestant{}):
		for _, r := range e.registered() {
			if r.Contestant == a.Contestant {
				t.Registered = &r
			}
		}
		t.Withdrawn = e.withdrawn[a.Contestant]
	case a.Board > 0:
		sp := e.spots[a.Place]
		if sp == nil {
			return Told{State: StateEmpty}
		}
		t.State, t.Seats = e.state(sp), seatsOf(sp.meeting)
		if sp.ruling != nil {
			t.Ruling = &sp.ruling.Ruled
		}
		if sp.stands != nil {
			t.Result, t.Score = sp.stands.result, sp.stands.score
			if p, ok := e.points(sp.meeting, *sp.stands); ok {
				t.Points = &p
			}
		}
	case a.Table > 0:
		t.Seats, t.Boards, _ = e.seatsAt(a.sitting())
	}
	return t
}

// write adds the record to the log, after it was applied.
func (e *Evening) write(r Record, about About, was Told) {
	l := &LogLine{Position: e.position, At: r.At, By: r.By, Why: r.Why, Do: r.Do, Says: r.Says, Facts: r.Facts, About: about, Was: was}
	if about != (About{}) {
		l.Is, l.Before = e.told(about), e.spoken[about]
		e.spoken[about] = e.position
	}
	e.lines = append(e.lines, l)
	e.lengths = append(e.lengths, len(e.log))
}

// revise counts a version if a record published the result, or changed a published one.
func (e *Evening) revise(r Record, facts []event.Fact) {
	counts := func(f event.Fact) bool {
		switch f.Act.(type) {
		case event.Announced:
			return true
		case event.Registered, event.BoardSet, event.Reopened, event.Substituted, event.LinedUp:
			return false
		}
		return e.announced
	}
	if slices.ContainsFunc(facts, counts) {
		e.published = append(slices.Clip(e.published), Version{len(e.published) + 1, e.position, r.At, r.Why, r.By})
	}
}

// Lines gives what was done in an event after a position. Only who directs the event may
// look.
func (c *Club) Lines(ctx context.Context, a Actor, id string, after int64) (lines []*LogLine, err error) {
	err = c.look(ctx, id, func(_ *stream, e *Evening) error {
		if !a.directs() {
			return bridge.Errorf(bridge.Forbidden, "club.log", "only the director sees the log")
		}
		if _, err := e.within(a, id); err != nil {
			return err
		}
		if after < 0 || after > e.position {
			return noPosition(after, e.position)
		}
		lines = e.lines[after:len(e.lines):len(e.lines)]
		return nil
	})
	return lines, err
}

func noPosition(want, last int64) error {
	return bridge.Errorf(bridge.NotFound, "club.no_position", "position %d: this event has come to %d", want, last)
}

// Restore makes stand again what stood at a position of the log, of what the act there
// was about: a result, a ruling, a contestant, a penalty. It is an act of its own, so
// nothing is lost by it.
type Restore struct {
	Position int64 `json:"position"`
	Before   bool  `json:"before,omitempty"` // as it was before that act
}

// Name implements [Command].
func (*Restore) Name() string { return "restore" }

func (c *Restore) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if c.Position < 1 || c.Position > e.position {
		return nil, "", noPosition(c.Position, e.position)
	}
	line := e.lines[c.Position-1]
	then := line.Is
	if c.Before {
		then = line.Was
	}
	a := line.About
	now := e.told(a)
	switch {
	case a.Penalty != "":
		return restorePenalty(now, then)
	case a.Contestant != (event.Contestant{}):
		return restoreContestant(a.Contestant, now, then)
	case a.Board > 0:
		return e.restorePlace(a.Place, now, then)
	case a.Table > 0:
		s := Seated{Session: a.Session, Section: a.Section, Round: a.Round, Table: a.Table, Seats: then.Seats, Boards: then.Boards}
		if now.Seats == then.Seats && slices.Equal(now.Boards, then.Boards) {
			return nil, NothingToDo, nil
		}
		return e.reseat(s)
	}
	return nil, "", bridge.Errorf(bridge.Unsupported, "club.restore", "what was done at position %d cannot be restored: say anew what is to be", c.Position)
}

func restorePenalty(now, then Told) ([]Fact, Outcome, error) {
	switch {
	case then.Penalty != nil:
		return acts(*then.Penalty), Done, nil
	case now.Penalty != nil: // one of nothing takes it back
		p := *now.Penalty
		p.Amount = p.Amount.Sub(p.Amount)
		return acts(p), Done, nil
	}
	return nil, NothingToDo, nil
}

func restoreContestant(who event.Contestant, now, then Told) ([]Fact, Outcome, error) {
	if then.Registered == nil {
		return nil, "", bridge.Errorf(bridge.Unsupported, "club.restore_contestant", "%s was not registered then: it can withdraw", who)
	}
	facts := acts(*then.Registered)
	if now.Withdrawn != then.Withdrawn {
		facts = append(facts, acts(event.Withdrew{Contestant: who, Returned: !then.Withdrawn})...)
	}
	return facts, Done, nil
}

// restorePlace makes stand at a place what stood there.
func (e *Evening) restorePlace(p Place, now, then Told) ([]Fact, Outcome, error) {
	sp := e.spots[p]
	if sp == nil {
		return nil, "", noPlace(p)
	}
	stood, stands := then.outcome(), now.outcome()
	absent := then.State == StateNotPlayed || then.State == StateLate
	cleared := stood.empty() && !absent && (!stands.empty() || sp.notPlayed)
	var facts []Fact
	if cleared {
		facts = append(facts, acts(event.Voided{Meeting: sp.meeting})...)
	}
	switch {
	case absent && now.State != then.State:
		facts = append(facts, acts(event.NotPlayed{Meeting: sp.meeting, Late: then.State == StateLate})...)
	case !stood.empty() && !stood.equal(stands):
		facts = append(facts, acts(event.Played{Meeting: sp.meeting, Result: stood.result, Score: stood.score})...)
	}
	switch {
	case then.Ruling != nil && (cleared || !sameRuling(then.Ruling, now.Ruling)):
		facts = append(facts, acts(event.Ruled{Meeting: sp.meeting, Award: then.Ruling.Award, Assigned: then.Ruling.Assigned})...)
	case then.Ruling == nil && now.Ruling != nil && !cleared:
		facts = append(facts, acts(event.Ruled{Meeting: sp.meeting})...)
	}
	if len(facts) == 0 {
		return nil, NothingToDo, nil
	}
	return append(facts, Fact{Own: Settled{Place: p}}), Done, nil
}

func (t Told) outcome() outcome { return outcome{t.Result, t.Score} }

func (a outcome) empty() bool { return a.result.IsZero() && a.score == nil }

func sameRuling(a, b *event.Ruled) bool {
	if a == nil || b == nil {
		return a == b
	}
	same := func(x, y event.Assigned) bool {
		return outcome{x.Result, x.Score}.equal(outcome{y.Result, y.Score}) && x.Weight.Cmp(y.Weight) == 0
	}
	return a.Award == b.Award && slices.EqualFunc(a.Assigned.NS, b.Assigned.NS, same) && slices.EqualFunc(a.Assigned.EW, b.Assigned.EW, same)
}
