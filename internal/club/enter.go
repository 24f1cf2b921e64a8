package club

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// Enter sends a result: a revision of an entry, whole. It can be sent any number of
// times, and revisions in any order, with the same end.
type Enter struct {
	ID       string `json:"id"` // made by the device, the same in all revisions
	Revision int    `json:"revision"`
	Place
	Result bridge.Result `json:"result,omitzero"`
	Score  *score.Points `json:"score,omitempty"` // North-South's view, where no contract is noted
	Agreed bool          `json:"agreed,omitempty"`

	// Seats say who met, where the plan does not know; only a director may.
	Seats Seats `json:"seats,omitzero"`
}

// Name implements [Command].
func (*Enter) Name() string { return "enter" }
func (*Enter) byTable()     {}

// Key is the key that an entry's revision is sent under, so that whoever sends it
// again says the same.
func (c *Enter) Key() string { return "entry/" + c.ID + "/" + strconv.Itoa(c.Revision) }

func (c *Enter) facts(e *Evening, a Actor, at time.Time) ([]Fact, Outcome, error) {
	if err := c.sound(); err != nil {
		return nil, "", err
	}
	state := Proposed
	if c.Agreed {
		state = Agreed
	}
	entered := Entered{ID: c.ID, Revision: c.Revision, Place: c.Place, Result: c.Result, Score: c.Score, State: state}
	t := e.threads[c.ID]
	if t != nil && t.spot.Place != c.Place {
		return nil, "", bridge.Errorf(bridge.Conflict, "club.entry_place", "entry %q is of board %d, round %d, table %d: another board is another entry", c.ID, t.spot.Board, t.spot.Round, t.spot.Table)
	}
	if err := e.mayEnter(a, c.Place); err != nil {
		return nil, "", err
	}
	if t != nil {
		if old := t.revision(c.Revision); old != nil {
			if !old.outcome().equal(outcome{c.Result, c.Score}) {
				return nil, "", bridge.Errorf(bridge.Conflict, "club.revision_taken", "revision %d of entry %q holds another result: a change is a new revision", c.Revision, c.ID)
			}
			if c.Agreed && old.State == Proposed && old == t.last() && !old.Returned { // it is agreed by now
				return (&Confirm{c.ID, c.Revision}).facts(e, a, at)
			}
			return nil, NothingToDo, nil
		}
		if c.Revision < t.last().Revision && !t.news(entered) {
			return own(entered), Superseded, nil
		}
	}
	who, err := e.whoEnters(a, c)
	if err != nil {
		return nil, "", err
	}
	sp := e.spots[c.Place]
	known := sp != nil && (sp.planned || sp.touched())
	if !known {
		sp = &spot{Place: c.Place, meeting: c.meeting(who)}
	}
	facts, says, asked := e.agree(a, sp, c.ID, state, entered.outcome())
	if asked {
		entered.State = Asked
	}
	if !known {
		facts = append(e.seatHere(c.Place, who), facts...)
	}
	return append(facts, Fact{Own: entered}), says, nil
}

// news says that a revision that comes late was agreed after all that were agreed
// before, so that its result counts.
func (t *thread) news(r Entered) bool {
	return r.State == Agreed && t.last().Position > t.spot.settled && !slices.ContainsFunc(t.revisions, func(o Revision) bool {
		return o.State != Proposed && o.Revision > r.Revision
	})
}

func (r Entered) outcome() outcome { return outcome{r.Result, r.Score} }

// seatHere says who sits at a place that no plan has.
func (e *Evening) seatHere(p Place, who Seats) []Fact {
	boards := []bridge.Board{p.Board}
	if _, planned, plays := e.seatsAt(p.sitting()); plays {
		boards = append(slices.Clone(planned), p.Board)
	}
	return own(Seated{Session: p.Session, Section: p.Section, Round: p.Round, Table: p.Table, Seats: who, Boards: boards})
}

func own(acts ...Act) []Fact {
	out := make([]Fact, len(acts))
	for i, a := range acts {
		out[i].Own = a
	}
	return out
}

func acts(list ...event.Act) []Fact {
	out := make([]Fact, len(list))
	for i, a := range list {
		out[i].Event = a
	}
	return out
}

// agree is what a result comes to that a device says of a place.
func (e *Evening) agree(a Actor, sp *spot, id string, state Standing, o outcome) (facts []Fact, says Outcome, asked bool) {
	differs := slices.ContainsFunc(sp.threads, func(t *thread) bool {
		return t.id != id && t.id != sp.owner && sp.live(t) && !e.same(sp.meeting, t.last().outcome(), o)
	})
	mine := sp.stands != nil && sp.owner == id
	if sp.stands != nil && !mine {
		differs = differs || !e.same(sp.meeting, *sp.stands, o)
	}
	plays := acts(event.Played{Meeting: sp.meeting, Result: o.result, Score: o.score})
	switch {
	case mine && state == Agreed && !a.directs() && e.left(sp.sectionKey(), sp.Table) > sp.Round:
		return nil, AskedFor, true
	case state == Agreed && (sp.stands == nil || mine):
		if says = Saved; differs {
			says = InConflict
		}
		return plays, says, false
	case differs:
		return nil, InConflict, false
	case state == Agreed:
		return nil, Confirmed, false
	}
	return nil, IsProposed, false
}

// sound refuses an entry that no device should send.
func (c *Enter) sound() error {
	switch {
	case len(c.ID) < 8 || len(c.ID) > 64 || strings.Trim(c.ID, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") != "":
		return bridge.Errorf(bridge.Invalid, "club.entry_id", "entry %q: want an id of 8 to 64 letters and digits", c.ID)
	case c.Revision < 1 || c.Revision > maxRevision:
		return bridge.Errorf(bridge.Invalid, "club.revision", "revision %d: want 1 to %d", c.Revision, maxRevision)
	case c.Result.IsZero() && c.Score == nil:
		return bridge.Errorf(bridge.Invalid, "club.no_result", "board %d: neither a result nor a score", c.Board)
	case !c.Result.IsZero() && c.Score != nil:
		return bridge.Errorf(bridge.Invalid, "club.two_results", "board %d: a result or a score alone, not both", c.Board)
	case c.Score != nil && (*c.Score > maxPoints || *c.Score < -maxPoints):
		return bridge.Errorf(bridge.Invalid, "club.score", "board %d: no deal scores %d", c.Board, *c.Score)
	case c.Round < 1 || c.Table < 1 || c.Session < 0 || !c.Board.Valid() || c.Board > maxBoard || c.Round > maxPerEvening || c.Table > maxPerEvening:
		return bridge.Errorf(bridge.Invalid, "club.place", "session %d, round %d, table %d, board %d: want numbers from 1 on", c.Session, c.Round, c.Table, c.Board)
	}
	return nil
}

// Limits of what a device sends.
const (
	maxRevision   = 1000
	maxPerEvening = 1000 // rounds, tables
	maxPoints     = 25_000
)

// mayEnter refuses what a table may not send for a place.
func (e *Evening) mayEnter(a Actor, p Place) error {
	if a.directs() {
		return nil
	}
	if a.Section != p.Section || a.Table != p.Table {
		return bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, p.Section, p.Table)
	}
	if e.announced {
		return bridge.Errorf(bridge.Forbidden, "club.published", "the result is published: ask the director for a correction")
	}
	if sp := e.spots[p]; sp != nil && (sp.ruled || sp.notPlayed && !sp.late || sp.satOut) {
		return bridge.Errorf(bridge.Conflict, "club.decided", "the director has decided about board %d in round %d", p.Board, p.Round)
	}
	return nil
}

// whoEnters says who meets at the place of an entry, and refuses one that is not
// played there.
func (e *Evening) whoEnters(a Actor, c *Enter) (Seats, error) {
	if sp := e.spots[c.Place]; sp != nil && (sp.planned || sp.touched()) {
		who := seatsOf(sp.meeting)
		if c.Seats != (Seats{}) && c.Seats != who {
			return who, bridge.Errorf(bridge.Conflict, "club.seated", "others play board %d at table %s%d in round %d: seat these first", c.Board, c.Section, c.Table, c.Round)
		}
		return who, e.ahead(a, c.Place)
	}
	who, boards, plays := e.seatsAt(c.sitting())
	if !a.directs() {
		if c.Seats != (Seats{}) {
			return who, bridge.Errorf(bridge.Forbidden, "club.seats", "only the director says who sits where")
		}
		if !plays {
			return who, bridge.Errorf(bridge.Invalid, "club.no_round", "nobody plays at table %s%d in round %d", c.Section, c.Table, c.Round)
		}
		return who, bridge.Errorf(bridge.Invalid, "club.wrong_board", "board %d is not at table %s%d in round %d: there are %s", c.Board, c.Section, c.Table, c.Round, numbers(boards))
	}
	if c.Seats != (Seats{}) {
		return c.Seats, nil
	}
	if who.NS.IsZero() || who.EW.IsZero() {
		return who, bridge.Errorf(bridge.Invalid, "club.nobody", "no plan says who meets at table %s%d in round %d: say who", c.Section, c.Table, c.Round)
	}
	return who, nil
}

// ahead refuses a table that has not come so far: it sends the rounds that it has
// played, and the next one.
func (e *Evening) ahead(a Actor, p Place) error {
	if a.directs() {
		return nil
	}
	key := sectionKey{p.Session, p.Section}
	for r := e.left(key, p.Table) + 1; r < p.Round; r++ {
		at := sitting{key, r, p.Table}
		if _, _, plays := e.seatsAt(at); plays && !e.finished(at) {
			return bridge.Errorf(bridge.Conflict, "club.round_ahead", "table %s%d plays round %d: round %d is yet to come", p.Section, p.Table, r, p.Round)
		}
	}
	return nil
}

func numbers(boards []bridge.Board) string {
	list := make([]string, len(boards))
	for i, b := range boards {
		list[i] = strconv.Itoa(int(b))
	}
	return strings.Join(list, ", ")
}

// Confirm says that the opponents agree what was proposed.
type Confirm struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
}

// Name implements [Command].
func (*Confirm) Name() string { return "confirm" }
func (*Confirm) byTable()     {}

func (c *Confirm) facts(e *Evening, a Actor, _ time.Time) ([]Fact, Outcome, error) {
	t, err := e.proposal(a, c.ID, c.Revision)
	if err != nil {
		return nil, "", err
	}
	r := t.last()
	if r.State != Proposed {
		return nil, NothingToDo, nil
	}
	facts, says, asked := e.agree(a, t.spot, t.id, Agreed, r.outcome())
	state := Agreed
	if asked {
		state = Asked
	}
	return append(facts, Fact{Own: Agreement{c.ID, c.Revision, state}}), says, nil
}

// proposal is the entry of which a revision is spoken.
func (e *Evening) proposal(a Actor, id string, revision int) (*thread, error) {
	t := e.threads[id]
	if t == nil || t.revision(revision) == nil {
		return nil, bridge.Errorf(bridge.NotFound, "club.no_entry", "there is no revision %d of an entry %q", revision, id)
	}
	if err := e.mayEnter(a, t.spot.Place); err != nil {
		return nil, err
	}
	if r := t.last(); r.Revision != revision || r.Returned || r.Position <= t.spot.settled {
		return nil, bridge.Errorf(bridge.Conflict, "club.revision_old", "revision %d of entry %q does not count any more", revision, id)
	}
	return t, nil
}

// Return says that the opponents do not agree what was proposed.
type Return struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
}

// Name implements [Command].
func (*Return) Name() string { return "return" }
func (*Return) byTable()     {}

func (c *Return) facts(e *Evening, a Actor, _ time.Time) ([]Fact, Outcome, error) {
	t := e.threads[c.ID]
	if t != nil && t.revision(c.Revision) != nil && t.revision(c.Revision).Returned {
		if err := e.mayEnter(a, t.spot.Place); err != nil {
			return nil, "", err
		}
		return nil, NothingToDo, nil
	}
	t, err := e.proposal(a, c.ID, c.Revision)
	if err != nil {
		return nil, "", err
	}
	if t.last().State == Agreed {
		return nil, "", bridge.Errorf(bridge.Conflict, "club.agreed", "both sides have agreed it: send another result to change it")
	}
	return own(Returned{c.ID, c.Revision}), Done, nil
}

// CallDirector calls the director to a table.
type CallDirector struct {
	Ref     string `json:"ref"` // names the call in this event
	Section string `json:"section,omitempty"`
	Table   int    `json:"table"`
	Reason  string `json:"reason,omitempty"`
}

// Name implements [Command].
func (*CallDirector) Name() string { return "call" }
func (*CallDirector) byTable()     {}

func (c *CallDirector) facts(e *Evening, a Actor, _ time.Time) ([]Fact, Outcome, error) {
	if !a.directs() && (a.Section != c.Section || a.Table != c.Table) {
		return nil, "", bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, c.Section, c.Table)
	}
	if c.Ref == "" || len(c.Ref) > 64 || len(c.Reason) > 200 {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.call", "a call needs a reference of 1 to 64 bytes, and a reason of at most 200")
	}
	if slices.ContainsFunc(e.calls, func(o Call) bool { return o.Ref == c.Ref }) {
		return nil, NothingToDo, nil
	}
	return own(Called(*c)), Done, nil
}

// AnswerCall says that the director has been there, or has seen who sat at a table.
type AnswerCall struct {
	Ref string `json:"ref"`
}

// Name implements [Command].
func (*AnswerCall) Name() string { return "answer" }

func (c *AnswerCall) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	for _, o := range e.calls {
		if o.Ref == c.Ref && o.Answered.IsZero() {
			return own(Answered(*c)), Done, nil
		} else if o.Ref == c.Ref {
			return nil, NothingToDo, nil
		}
	}
	for _, o := range e.misseated {
		if o.Ref == c.Ref && o.Answered.IsZero() {
			return own(Answered(*c)), Done, nil
		} else if o.Ref == c.Ref {
			return nil, NothingToDo, nil
		}
	}
	return nil, "", bridge.Errorf(bridge.NotFound, "club.no_call", "there is no call %q", c.Ref)
}
