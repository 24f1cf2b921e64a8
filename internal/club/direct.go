package club

import (
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// The commands of a director about boards, contestants and the event.

// OpenEvent opens an event, or says anew what it is.
type OpenEvent struct{ event.Opened }

// Name implements [Command].
func (*OpenEvent) Name() string { return "open" }

func (c *OpenEvent) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Opened), Done, nil
}

// Configure sets how the evening is run.
type Configure struct{ Configured }

// Name implements [Command].
func (*Configure) Name() string { return "configure" }

func (c *Configure) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	set := c.Settled()
	switch {
	case c.Feedback < FeedbackNone || c.Feedback > FeedbackDeal:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.feedback", "feedback %d: want 0 to %d", c.Feedback, FeedbackDeal)
	case set.Input != InputResult && set.Input != InputTricks && set.Input != InputMade:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.input", "input %q: want result, tricks or made", c.Input)
	case *set.NamesUntilRound < 0 || *set.NamesUntilRound > maxPerEvening:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.names_until", "names until round %d: want 0 to %d", *set.NamesUntilRound, maxPerEvening)
	case set.BoardMinutes < 1 || set.BoardMinutes > maxMinutes || *set.MoveMinutes < 0 || *set.MoveMinutes > maxMinutes:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.minutes", "%d minutes a board and %d for a move: want at most %d", set.BoardMinutes, *set.MoveMinutes, maxMinutes)
	}
	for _, n := range []int{c.Checks.Suit, c.Checks.Notrump, c.Checks.DoubleDummy, c.Checks.Lonely} {
		if n < 0 || n > maxCheck {
			return nil, "", bridge.Errorf(bridge.Invalid, "club.checks", "a check from %d on: want 0 to %d", n, maxCheck)
		}
	}
	return own(c.Configured), Done, nil
}

// maxCheck is the most that a check can ask for: of percent.
const maxCheck = 100

const maxMinutes = 60

// Register enters a contestant, or says anew who it is.
type Register struct{ event.Registered }

// Name implements [Command].
func (*Register) Name() string { return "register" }

func (c *Register) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Registered), Done, nil
}

// Resolve decides what counts at a place: the result of an entry, another result or
// score, or what stands. All entries so far are answered with it.
type Resolve struct {
	Place
	Entry    string        `json:"entry,omitempty"`
	Revision int           `json:"revision,omitempty"`
	Result   bridge.Result `json:"result,omitzero"`
	Score    *score.Points `json:"score,omitempty"`
	Keep     bool          `json:"keep,omitempty"`
}

// Name implements [Command].
func (*Resolve) Name() string { return "resolve" }

func (c *Resolve) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	sp := e.spots[c.Place]
	if sp == nil || !sp.played() {
		return nil, "", noPlace(c.Place)
	}
	said := 0
	for _, one := range []bool{c.Entry != "", !c.Result.IsZero() || c.Score != nil, c.Keep} {
		if one {
			said++
		}
	}
	if said != 1 || !c.Result.IsZero() && c.Score != nil {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.resolve", "board %d: say one thing: an entry, a result, a score, or that it stays", c.Board)
	}
	o := outcome{c.Result, c.Score}
	if c.Entry != "" {
		t := e.threads[c.Entry]
		if t == nil || t.spot != sp || t.revision(c.Revision) == nil {
			return nil, "", bridge.Errorf(bridge.NotFound, "club.no_entry", "there is no revision %d of an entry %q", c.Revision, c.Entry)
		}
		o = t.revision(c.Revision).outcome()
	}
	settled := Fact{Own: Settled{Place: c.Place, Entry: c.Entry}}
	if c.Keep {
		return []Fact{settled}, Done, nil
	}
	return append(acts(event.Played{Meeting: sp.meeting, Result: o.result, Score: o.score}), settled), Saved, nil
}

func noPlace(p Place) error {
	return bridge.Errorf(bridge.NotFound, "club.no_place", "nobody plays board %d at table %s%d in round %d", p.Board, p.Section, p.Table, p.Round)
}

// meetingAt is who meets at a place, as it was played or as it is planned.
func (e *Evening) meetingAt(p Place) (event.Meeting, error) {
	if sp := e.spots[p]; sp != nil && (sp.planned || sp.touched()) {
		return sp.meeting, nil
	}
	return event.Meeting{}, noPlace(p)
}

// Void takes back all that was said of a place: the board was not played there, and
// may be yet.
type Void struct{ Place }

// Name implements [Command].
func (*Void) Name() string { return "void" }

func (c *Void) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	sp := e.spots[c.Place]
	if sp == nil || !sp.touched() && !sp.satOut {
		return nil, "", noPlace(c.Place)
	}
	facts := own(Settled{Place: c.Place})
	if sp.stands != nil || sp.notPlayed || sp.ruled || sp.satOut {
		facts = append(acts(event.Voided{Meeting: sp.meeting}), facts...)
	}
	return facts, Done, nil
}

// NotPlayed says that a board was not played at a place, or is to be played late.
type NotPlayed struct {
	Place
	Late bool `json:"late,omitempty"`
}

// Name implements [Command].
func (*NotPlayed) Name() string { return "not_played" }

func (c *NotPlayed) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	m, err := e.meetingAt(c.Place)
	if err != nil {
		return nil, "", err
	}
	return append(acts(event.NotPlayed{Meeting: m, Late: c.Late}), Fact{Own: Settled{Place: c.Place}}), Done, nil
}

// Rule awards or assigns a score at a place; an empty one takes the ruling back. What
// was played stays beside it.
type Rule struct {
	Place
	Award    bridge.BySide[event.Award]      `json:"award,omitzero"`
	Assigned bridge.BySide[[]event.Assigned] `json:"assigned,omitzero"`
}

// Name implements [Command].
func (*Rule) Name() string { return "rule" }

func (c *Rule) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	m, err := e.meetingAt(c.Place)
	if err != nil {
		return nil, "", err
	}
	return acts(event.Ruled{Meeting: m, Award: c.Award, Assigned: c.Assigned}), Done, nil
}

// Penalise penalises a contestant.
type Penalise struct{ event.Penalised }

// Name implements [Command].
func (*Penalise) Name() string { return "penalise" }

func (c *Penalise) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Penalised), Done, nil
}

// Foul says that a board was played in another version at some tables.
type Foul struct{ event.Fouled }

// Name implements [Command].
func (*Foul) Name() string { return "foul" }

func (c *Foul) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Fouled), Done, nil
}

// Turn says that a board lay turned at some tables.
type Turn struct{ event.Turned }

// Name implements [Command].
func (*Turn) Name() string { return "turn" }

func (c *Turn) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Turned), Done, nil
}

// Cancel takes a board out of the event, at all tables or at some.
type Cancel struct{ event.Cancelled }

// Name implements [Command].
func (*Cancel) Name() string { return "cancel" }

func (c *Cancel) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	return acts(c.Cancelled), Done, nil
}

// LoadDeals says what cards boards hold. They are hidden until their board is over.
type LoadDeals struct {
	Boards  []event.BoardSet `json:"boards"`
	Replace bool             `json:"replace,omitempty"` // those that have other cards already
}

// Name implements [Command].
func (*LoadDeals) Name() string { return "load_deals" }

func (c *LoadDeals) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if len(c.Boards) == 0 || len(c.Boards) > maxDeals {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.deals", "%d deals: want 1 to %d", len(c.Boards), maxDeals)
	}
	var out []Fact
	for _, b := range c.Boards {
		old, ok := e.set[boardKey{b.Session, b.Board}]
		if ok && !old.Deal.IsZero() && old.Deal != b.Deal && !c.Replace {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.deal_there", "board %d has other cards: replace them, if that is meant", b.Board)
		}
		out = append(out, Fact{Event: b})
	}
	return out, Done, nil
}

const maxDeals = 400

// Note says what no other command says: stages, line-ups, substitutes, draws, matches
// without boards. What a command says is refused, because it asks more questions.
type Note struct {
	Facts []Fact `json:"facts"`
}

// Name implements [Command].
func (*Note) Name() string { return "note" }

func (c *Note) facts(*Evening, Actor, time.Time) ([]Fact, Outcome, error) {
	if len(c.Facts) == 0 || len(c.Facts) > maxDeals {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.note", "%d facts: want 1 to %d", len(c.Facts), maxDeals)
	}
	for _, f := range c.Facts {
		switch f.Event.(type) {
		case event.Carried, event.StageSet, event.Substituted, event.LinedUp, event.Drawn, event.MatchScored, event.MatchRuled:
		default:
			return nil, "", bridge.Errorf(bridge.Invalid, "club.note_act", "%q has a command of its own", f.name())
		}
	}
	return c.Facts, Done, nil
}

// Publish publishes the result. Sit-outs of the plan are said with it.
type Publish struct {
	Until  time.Time `json:"until,omitzero"`   // end of the correction period; zero: as long as the regulation says
	Anyway bool      `json:"anyway,omitempty"` // although boards wait for a result or a decision
}

// Name implements [Command].
func (*Publish) Name() string { return "publish" }

func (c *Publish) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	open, disputed := 0, 0
	for _, sp := range e.spots {
		if e.due(sp) {
			open++
		}
		if e.conflict(sp) {
			disputed++
		}
	}
	if open+disputed > 0 && !c.Anyway {
		return nil, "", bridge.Errorf(bridge.Conflict, "club.unfinished", "%d boards wait for a result and %d for a decision", open, disputed)
	}
	said := e.sitOuts()
	return append(said, Fact{Event: event.Announced{Until: c.Until}}), Done, nil
}

// sitOuts say who sat out which boards, as the plan has it, where nobody said so yet.
func (e *Evening) sitOuts() []Fact {
	var out []Fact
	for _, key := range e.sections {
		p := e.plans[key]
		for r := 1; r <= p.last; r++ {
			by := p.rounds[r]
			if by == nil {
				continue
			}
			for t := 1; t <= by.Movement.Tables; t++ {
				at := sitting{key, r, t}
				who, boards, plays := e.seatsAt(at)
				one := who.NS.IsZero() != who.EW.IsZero()
				if plays || !one || e.event.Opened().Kind == event.Teams {
					continue
				}
				for _, b := range boards {
					m := Place{key.session, key.section, r, t, b}.meeting(who)
					if !e.saidOut[e.keyOf(m)] {
						out = append(out, Fact{Event: event.SatOut{Meeting: m}})
					}
				}
			}
		}
	}
	return out
}

// Reopen takes a published result back.
type Reopen struct{}

// Name implements [Command].
func (*Reopen) Name() string { return "reopen" }

func (c *Reopen) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if !e.announced {
		return nil, NothingToDo, nil
	}
	return acts(event.Reopened{}), Done, nil
}

// OpenTable lets a device write for a table. Token is [HashToken] of what it shows.
type OpenTable struct{ TableOpened }

// Name implements [Command].
func (*OpenTable) Name() string { return "open_table" }

func (c *OpenTable) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if c.Table < 1 || c.Table > maxPerEvening || len(c.Label) > 80 {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.table", "table %d: want a number from 1 on, and a label of at most 80 bytes", c.Table)
	}
	if len(c.Token) != len(HashToken("")) {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.token_hash", "a table is opened with the hash of its token")
	}
	if slices.ContainsFunc(e.tables, func(t Table) bool { return t.Token == c.Token }) {
		return nil, "", bridge.Errorf(bridge.Conflict, "club.token_used", "a token is used once: make another one")
	}
	return own(c.TableOpened), Done, nil
}

// CloseTable takes the right of a device back.
type CloseTable struct{ TableClosed }

// Name implements [Command].
func (*CloseTable) Name() string { return "close_table" }

func (c *CloseTable) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	if _, err := tableOf(e.tables, c.Token); err != nil {
		return nil, NothingToDo, nil //nolint:nilerr // it is closed
	}
	return own(c.TableClosed), Done, nil
}

// MoveTable lets a device write for another table from now on.
type MoveTable struct {
	Token   string `json:"token"` // its hash
	Section string `json:"section,omitempty"`
	Table   int    `json:"table"`
}

// Name implements [Command].
func (*MoveTable) Name() string { return "move_table" }

func (c *MoveTable) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	t, err := tableOf(e.tables, c.Token)
	if err != nil {
		return nil, "", err
	}
	if c.Table < 1 || c.Table > maxPerEvening {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.table", "table %d: want a number from 1 on, and a label of at most 80 bytes", c.Table)
	}
	t.Section, t.Table = c.Section, c.Table
	return own(t.TableOpened), Done, nil
}
