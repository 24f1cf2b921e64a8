package club

import (
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/movement"
)

// The commands about who sits where: plans, and what was played instead.

// SetMovement plans a section before anything was played there.
type SetMovement struct{ Planned }

// Name implements [Command].
func (*SetMovement) Name() string { return "set_movement" }

func (c *SetMovement) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	for _, sp := range e.spots {
		if sp.Session == c.Session && sp.Section == c.Section && sp.played() {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.begun", "board %d was played at table %s%d in round %d: change the plan from a round on", sp.Board, sp.Section, sp.Table, sp.Round)
		}
	}
	p := c.Planned
	p.From = 0
	if err := e.fits(p); err != nil {
		return nil, "", err
	}
	return append(e.enrol(p), Fact{Own: p}), Done, nil
}

// ChangePlan plans a section anew from a round on. What was played stays: the movement
// has it as it was.
type ChangePlan struct{ Planned }

// Name implements [Command].
func (*ChangePlan) Name() string { return "change_plan" }

func (c *ChangePlan) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if err := e.keeps(c.Planned); err != nil {
		return nil, "", err
	}
	return append(e.enrol(c.Planned), Fact{Own: c.Planned}), Done, nil
}

// LatePair registers a contestant that comes late, and plans the section anew with it.
type LatePair struct {
	Registered event.Registered `json:"registered"`
	Plan       Planned          `json:"plan"`
}

// Name implements [Command].
func (*LatePair) Name() string { return "late_pair" }

func (c *LatePair) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if err := e.keeps(c.Plan); err != nil {
		return nil, "", err
	}
	facts := append(acts(c.Registered), e.enrol(c.Plan, c.Registered.Contestant)...)
	return append(facts, Fact{Own: c.Plan}), Done, nil
}

// Withdraw says that a contestant left the event, or came back. The rest of the
// section may be planned anew without it; else its opponents have none.
type Withdraw struct {
	event.Withdrew
	Plan *Planned `json:"plan,omitempty"`
}

// Name implements [Command].
func (*Withdraw) Name() string { return "withdraw" }

func (c *Withdraw) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	facts := acts(c.Withdrew)
	if c.Plan != nil {
		if err := e.keeps(*c.Plan); err != nil {
			return nil, "", err
		}
		facts = append(append(facts, e.enrol(*c.Plan)...), Fact{Own: *c.Plan})
	}
	return facts, Done, nil
}

// fits refuses a plan that cannot be played in the event.
func (e *Evening) fits(p Planned) error {
	if err := p.sound(); err != nil {
		return err
	}
	if err := p.named(); err != nil {
		return err
	}
	o := e.event.Opened()
	want := map[event.Kind]movement.Kind{event.Pairs: movement.Pairs, event.Teams: movement.Teams, event.Individuals: movement.Individual}[o.Kind]
	if p.Movement.Kind != want {
		return bridge.Errorf(bridge.Invalid, "club.plan_kind", "a movement of %s in an event of %s", p.Movement.Kind, want)
	}
	if p.Movement.Winners != o.Winners && len(p.Who) == 0 {
		return bridge.Errorf(bridge.Invalid, "club.plan_winners", "the movement has %d lists of winners, the event %d", p.Movement.Winners, o.Winners)
	}
	if from := max(p.From, 1); from > p.Movement.Rounds+1 {
		return bridge.Errorf(bridge.Invalid, "club.plan_from", "a plan from round %d on has %d rounds", from, p.Movement.Rounds)
	}
	for _, f := range p.Movement.Audit().Faults() {
		// What was played may have been played wrongly; who sits in two places cannot play.
		if p.From <= 1 || f.Round >= p.From && (f.Rule == movement.SeatedTwice || f.Rule == movement.Itself) {
			return bridge.Errorf(bridge.Invalid, "club.plan_unsound", "the movement is not sound: %s, round %d, table %d", f.Rule, f.Round, f.Table)
		}
	}
	return nil
}

// enrol registers the numbers of a plan that nobody has registered yet, so that play
// can begin before everybody's name is there.
func (e *Evening) enrol(p Planned, but ...event.Contestant) []Fact {
	known := map[event.Contestant]bool{}
	for _, r := range e.event.Contestants() {
		known[r.Contestant] = true
	}
	for _, c := range but {
		known[c] = true
	}
	var out []Fact
	for _, c := range p.Movement.Contestants() {
		if who := p.contestant(c.Line, c.Number); !known[who] {
			known[who] = true
			out = append(out, Fact{Event: event.Registered{Contestant: who}})
		}
	}
	return out
}

// keeps refuses a plan that does not have what was played.
func (e *Evening) keeps(p Planned) error {
	if e.plans[sectionKey{p.Session, p.Section}] == nil {
		return bridge.Errorf(bridge.NotFound, "club.no_plan", "section %q has no plan in session %d that could change", p.Section, p.Session)
	}
	if err := e.fits(p); err != nil {
		return err
	}
	key := sectionKey{p.Session, p.Section}
	for _, sp := range e.sortedSpots() {
		if sp.sectionKey() != key || sp.Round < max(p.From, 1) || !sp.played() {
			continue
		}
		if sp.Round > p.Movement.Rounds || sp.Table > p.Movement.Tables {
			return played(sp)
		}
		s := *p.Movement.At(sp.Table, sp.Round)
		if !p.Movement.Plays(s) || !same(p.seats(s), seatsOf(sp.meeting)) || !slices.Contains(p.boards(s.Set), sp.Board) {
			return played(sp)
		}
	}
	for _, s := range p.Movement.Slots { // those that it says were played, before
		if !s.Played || s.Round >= max(p.From, 1) {
			continue
		}
		if who, _, plays := e.seatsAt(sitting{key, s.Round, s.Table}); plays != p.Movement.Plays(s) || plays && !same(who, p.seats(s)) {
			return bridge.Errorf(bridge.Conflict, "club.plan_past", "the plan has round %d at table %s%d otherwise than it was played", s.Round, p.Section, s.Table)
		}
	}
	return nil
}

// same says that the same contestants sit at a table, whichever way round: a plan with
// two lists of winners knows each in its own direction only.
func same(a, b Seats) bool { return a == b || a == b.mirror() }

func (p Place) sectionKey() sectionKey { return sectionKey{p.Session, p.Section} }

func played(sp *spot) error {
	return bridge.Errorf(bridge.Conflict, "club.plan_played", "board %d was played at table %s%d in round %d, and the plan does not have it so", sp.Board, sp.Section, sp.Table, sp.Round)
}

// Seat says who really sat at a table in a round, and with which boards. Results that
// are there already become theirs.
type Seat struct{ Seated }

// Name implements [Command].
func (*Seat) Name() string { return "seat" }

func (c *Seat) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if c.Round < 1 || c.Table < 1 || c.Session < 0 || c.Round > maxPerEvening || c.Table > maxPerEvening {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.place", "session %d, round %d, table %d, board %d: want numbers from 1 on", c.Session, c.Round, c.Table, 0)
	}
	if len(c.Boards) > maxPerRound || slices.ContainsFunc(c.Boards, func(b bridge.Board) bool { return !b.Valid() || b > maxBoard }) {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.boards", "%d boards at a table in a round: want at most %d, each from 1 on", len(c.Boards), maxPerRound)
	}
	known := map[event.Contestant]bool{}
	for _, r := range e.event.Contestants() {
		known[r.Contestant] = true
	}
	for _, who := range c.all() {
		if !known[who] {
			return nil, "", bridge.Errorf(bridge.NotFound, "club.stranger", "contestant %v is not registered", who)
		}
	}
	return e.reseat(c.Seated)
}

// Switch exchanges North-South and East-West at a table in a round: an arrow switch
// that was really made, or was not.
type Switch struct {
	Session int    `json:"session,omitempty"`
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	Table   int    `json:"table"`
}

// Name implements [Command].
func (*Switch) Name() string { return "switch" }

func (c *Switch) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	at := sitting{sectionKey{c.Session, c.Section}, c.Round, c.Table}
	who, boards, plays := e.seatsAt(at)
	if !plays {
		return nil, "", bridge.Errorf(bridge.NotFound, "club.no_round", "nobody plays at table %s%d in round %d", c.Section, c.Table, c.Round)
	}
	return e.reseat(Seated{Session: c.Session, Section: c.Section, Round: c.Round, Table: c.Table, Seats: who.mirror(), Boards: boards})
}

// reseat seats others at a table, and takes the results there with them.
func (e *Evening) reseat(s Seated) ([]Fact, Outcome, error) {
	at := sitting{sectionKey{s.Session, s.Section}, s.Round, s.Table}
	old, had := e.seated[at]
	e.seated[at] = s // to see what follows, no more
	who, boards, plays := e.seatsAt(at)
	if delete(e.seated, at); had {
		e.seated[at] = old
	}
	if s.Seats == (Seats{}) && len(s.Boards) == 0 {
		delete(e.seated, at)
		who, boards, plays = e.seatsAt(at)
		if had {
			e.seated[at] = old
		}
	}
	var before, after []Fact
	for _, sp := range e.at[at] {
		if !sp.touched() || plays && seatsOf(sp.meeting) == who {
			continue
		}
		if sp.ruled {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.seat_ruled", "there is a ruling on board %d: take it back first, and rule again", sp.Board)
		}
		if !plays || !slices.Contains(boards, sp.Board) {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.seat_played", "board %d has a result at table %s%d in round %d: take it back first", sp.Board, sp.Section, sp.Table, sp.Round)
		}
		m := sp.Place.meeting(who)
		switch {
		case sp.stands != nil:
			after = append(after, Fact{Event: event.Played{Meeting: m, Result: sp.stands.result, Score: sp.stands.score}})
		case sp.notPlayed:
			after = append(after, Fact{Event: event.NotPlayed{Meeting: m, Late: sp.late}})
		default:
			continue
		}
		before = append(before, Fact{Event: event.Voided{Meeting: sp.meeting}})
	}
	return slices.Concat(before, own(s), after), Done, nil
}
