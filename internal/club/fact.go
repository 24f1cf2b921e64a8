package club

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/score"
)

// Record is what an entry of the journal holds: one act of a person, with all the
// facts that it comes to.
type Record struct {
	Do    string    `json:"do"`            // the command
	Sum   string    `json:"sum,omitempty"` // of the command and who gave it: one key, one content
	At    time.Time `json:"at,omitzero"`   // when the server took it
	By    string    `json:"by,omitempty"`
	Why   string    `json:"why,omitempty"`
	Says  Outcome   `json:"says"` // what was answered
	Facts []Fact    `json:"facts"`
}

// Fact is one thing that follows from an act: of the event, or of the club alone.
type Fact struct {
	Event event.Act // nil: it is one of the club
	Own   Act       // nil: it is one of the event

	// Unknown is a fact of another release, as it stands in the journal.
	Unknown json.RawMessage
}

// Act is a fact of the club: [Planned], [Seated], [Sat], [Misseated], [TableOpened],
// [TableClosed], [Entered], [Agreement], [Returned], [Settled], [Called], [Answered],
// [Clocked], [Configured], [Seen] or [Wanted].
type Act interface{ act() string }

// Place is a board at a table in a round.
type Place struct {
	Session int          `json:"session,omitempty"` // 0: the only one
	Section string       `json:"section,omitempty"` // as the plan names it
	Round   int          `json:"round"`
	Table   int          `json:"table"`
	Board   bridge.Board `json:"board"`
}

// Seats are the contestants at a table. In an individual event NS is North and EW is
// East, as in [event.Meeting].
type Seats struct {
	NS    event.Contestant `json:"ns,omitzero"`
	EW    event.Contestant `json:"ew,omitzero"`
	South event.Contestant `json:"south,omitzero"`
	West  event.Contestant `json:"west,omitzero"`
}

// Planned is the plan of a section in a session, from a round on. Rounds before it
// stay as they were planned.
type Planned struct {
	Session  int                `json:"session,omitempty"`
	Section  string             `json:"section,omitempty"`
	Movement *movement.Movement `json:"movement"`
	PerRound int                `json:"per_round"`      // boards of a set
	First    bridge.Board       `json:"first"`          // first board of the first set
	From     int                `json:"from,omitempty"` // first round that it is for; 0: all

	// Who says which contestant a number of the movement is, "7" or "N7". One that is
	// missing is itself, with the section in front.
	Who map[string]event.Contestant `json:"who,omitempty"`
}

// Seated says who really sat at a table in a round, or which boards they really
// played, where it is not what was planned. Without contestants the plan holds again.
type Seated struct {
	Session int    `json:"session,omitempty"`
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	Table   int    `json:"table"`
	Seats
	Boards []bridge.Board `json:"boards,omitempty"` // empty: those of the plan
}

// TableOpened lets a device write for a table. Token is the hash of what it shows.
type TableOpened struct {
	Section string `json:"section,omitempty"`
	Table   int    `json:"table"`
	Token   string `json:"token"`
	Label   string `json:"label,omitempty"` // the device, as people call it
}

// TableClosed takes that back.
type TableClosed struct {
	Token string `json:"token"`
}

// Standing of a revision of an entry, as it was sent.
type Standing string

// What a device can say of a result.
const (
	Proposed Standing = "proposed" // one side has entered it
	Agreed   Standing = "agreed"   // both sides have agreed it
	Asked    Standing = "asked"    // agreed, but too late: the director is asked to change it
)

// Entered is a revision of an entry.
type Entered struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
	Place
	Result bridge.Result `json:"result,omitzero"`
	Score  *score.Points `json:"score,omitempty"` // North-South's view
	State  Standing      `json:"state"`
}

// Agreement says that the opponents agreed a revision that was proposed.
type Agreement struct {
	ID       string   `json:"id"`
	Revision int      `json:"revision"`
	State    Standing `json:"state"`
}

// Returned says that the opponents did not agree.
type Returned struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
}

// Settled is the director's decision about all entries of a place so far: what the
// same record says of the meeting counts, or what counted before.
type Settled struct {
	Place
	Entry string `json:"entry,omitempty"` // whose result was taken
}

// Called is a call for the director.
type Called struct {
	Ref     string `json:"ref"` // names the call in this event
	Section string `json:"section,omitempty"`
	Table   int    `json:"table"`
	Reason  string `json:"reason,omitempty"`
}

// Answered says that the director has been there.
type Answered struct {
	Ref string `json:"ref"`
}

// Seen says that something in the director's lane is right as it is: it does not come
// back. See [Item.ID].
type Seen struct {
	Item string `json:"item"`
}

// Wanted says that the director asks a table for the result of a board that it owes.
type Wanted struct{ Place }

// Sat says in which chairs the persons of a contestant sit, as far as that is known: the
// first one of a pair North or East, the second one South or West. It stands beside a
// registration, which lists those who are known.
type Sat struct {
	Contestant event.Contestant `json:"contestant"`
	Persons    []event.PersonID `json:"persons,omitempty"` // "" for one who is not known yet
}

// Misseated says that others sat at a table than the plan has, and what the table did
// about it; the director looks whether it is right.
type Misseated struct {
	Ref     string `json:"ref"` // names it in this event, beside the calls
	Session int    `json:"session,omitempty"`
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	Table   int    `json:"table"`
	What    string `json:"what"` // [SeatsSwitched] or [OtherPair]
	Was     Seats  `json:"was"`
	Now     Seats  `json:"now"`
}

// What a table does where others sit than the plan has.
const (
	SeatsSwitched = "switch" // North-South and East-West are exchanged
	OtherPair     = "pair"   // somebody else is there
)

// Clocked is what the director did to the clock of a round.
type Clocked struct {
	Session int    `json:"session,omitempty"`
	Round   int    `json:"round"`
	Action  string `json:"action"` // start, pause, go or add
	Seconds int    `json:"seconds,omitempty"`
}

// Configured sets how the evening is run. What is absent is as [Configured.Settled] has
// it.
type Configured struct {
	Quiet    bool     `json:"quiet,omitempty"`    // readers have no ranking before it is published
	Feedback Feedback `json:"feedback,omitempty"` // what a table sees of a board that it has played
	Leads    bool     `json:"leads,omitempty"`    // tables are asked for the opening lead
	Input    Input    `json:"input,omitempty"`    // how a table says what became of a contract
	Joining  bool     `json:"joining,omitempty"`  // short codes let devices in

	Recap           *bool `json:"recap,omitempty"`             // a table sees its round again before it moves
	NamesUntilRound *int  `json:"names_until_round,omitempty"` // the last round in which players may say who they are; 0: never
	BoardMinutes    int   `json:"board_minutes,omitempty"`     // to play a board
	MoveMinutes     *int  `json:"move_minutes,omitempty"`      // between rounds

	Checks Checks `json:"checks,omitzero"` // when a result is shown to the director as doubtful
}

// Settled is the same with what holds where nothing was said: a recap, names until the
// end of round 1, 7 minutes a board and 2 for a move.
func (c Configured) Settled() Configured {
	if c.Input == "" {
		c.Input = InputResult
	}
	if c.Recap == nil {
		c.Recap = new(true)
	}
	if c.NamesUntilRound == nil {
		c.NamesUntilRound = new(1)
	}
	if c.BoardMinutes == 0 {
		c.BoardMinutes = 7
	}
	if c.MoveMinutes == nil {
		c.MoveMinutes = new(2)
	}
	return c
}

// Input is how a table says what became of a contract.
type Input string

// The ways.
const (
	InputResult Input = "result" // tricks over or under: +1, =, −2
	InputTricks Input = "tricks" // all tricks of declarer: 10
	InputMade   Input = "made"   // odd tricks: made 4, or −2
)

// Feedback is what a table sees of a board after all who sit there have played it.
type Feedback int

// The levels. Each shows what those before it do.
const (
	FeedbackNone  Feedback = iota
	FeedbackOwn            // what the result is worth so far
	FeedbackSheet          // all results so far
	FeedbackDeal           // the cards, what they allow, and par
)

func (Planned) act() string     { return "planned" }
func (Seated) act() string      { return "seated" }
func (Sat) act() string         { return "sat" }
func (Misseated) act() string   { return "misseated" }
func (TableOpened) act() string { return "table_opened" }
func (TableClosed) act() string { return "table_closed" }
func (Entered) act() string     { return "entered" }
func (Agreement) act() string   { return "agreed" }
func (Returned) act() string    { return "returned" }
func (Settled) act() string     { return "settled" }
func (Called) act() string      { return "called" }
func (Answered) act() string    { return "answered" }
func (Clocked) act() string     { return "clocked" }
func (Configured) act() string  { return "configured" }
func (Seen) act() string        { return "seen" }
func (Wanted) act() string      { return "wanted" }

// decode reads an act of the club by its name; ok is false for one that is none.
func decode(name string, what json.RawMessage) (a Act, ok bool, err error) {
	switch name {
	case "planned":
		a, err = read[Planned](what)
	case "seated":
		a, err = read[Seated](what)
	case "sat":
		a, err = read[Sat](what)
	case "misseated":
		a, err = read[Misseated](what)
	case "table_opened":
		a, err = read[TableOpened](what)
	case "table_closed":
		a, err = read[TableClosed](what)
	case "entered":
		a, err = read[Entered](what)
	case "agreed":
		a, err = read[Agreement](what)
	case "returned":
		a, err = read[Returned](what)
	case "settled":
		a, err = read[Settled](what)
	case "called":
		a, err = read[Called](what)
	case "answered":
		a, err = read[Answered](what)
	case "clocked":
		a, err = read[Clocked](what)
	case "configured":
		a, err = read[Configured](what)
	case "seen":
		a, err = read[Seen](what)
	case "wanted":
		a, err = read[Wanted](what)
	default:
		return nil, false, nil
	}
	return a, true, err
}

func read[T Act](what json.RawMessage) (Act, error) {
	var v T
	dec := json.NewDecoder(bytes.NewReader(what))
	dec.DisallowUnknownFields()
	err := dec.Decode(&v)
	if p, ok := Act(v).(Planned); ok && err == nil && p.Movement == nil {
		err = bridge.Errorf(bridge.Invalid, "club.no_movement", "a plan has no movement")
	}
	return v, err
}

// factJSON is a fact as it is written; what it says is an act, or its JSON.
type factJSON[W any] struct {
	Act  string `json:"act"`
	What W      `json:"what"`
}

// MarshalJSON writes {"act":"entered","what":{…}}, as a fact of the event is written.
func (f Fact) MarshalJSON() ([]byte, error) { return json.Marshal(f.plain()) }

// plain is what is written of a fact, in types that write themselves no JSON: the encoder
// reads what a MarshalJSON gives a second time, and what one within it gives a third.
func (f Fact) plain() any {
	switch {
	case f.Event != nil:
		return factJSON[event.Act]{event.NameOf(f.Event), f.Event}
	case f.Own != nil:
		return factJSON[Act]{f.Own.act(), f.Own}
	}
	return f.Unknown
}

// UnmarshalJSON reads what MarshalJSON writes. What this release does not know, or
// knows in part only, is kept as it is: a fact that was read in part is another fact.
func (f *Fact) UnmarshalJSON(b []byte) error {
	var j factJSON[json.RawMessage]
	if err := json.Unmarshal(b, &j); err != nil {
		return bridge.Errorf(bridge.Invalid, "club.fact", "a fact: %w", err)
	}
	*f = Fact{}
	if a, ok, err := decode(j.Act, j.What); ok {
		if f.Own = a; err != nil {
			*f = Fact{Unknown: bytes.Clone(b)}
		}
		return nil
	}
	var e event.Fact
	if err := json.Unmarshal(b, &e); err != nil {
		f.Unknown = bytes.Clone(b)
		return nil //nolint:nilerr // it is kept, and named as a warning when it is folded
	}
	f.Event = e.Act
	return nil
}

// name is what kind of fact it is.
func (f Fact) name() string {
	switch {
	case f.Event != nil:
		return event.NameOf(f.Event)
	case f.Own != nil:
		return f.Own.act()
	}
	var j factJSON[json.RawMessage]
	_ = json.Unmarshal(f.Unknown, &j) // what cannot be read has no name
	return j.Act
}

// Outcome is what became of a command.
type Outcome string

// The outcomes.
const (
	Done        Outcome = "done"
	IsProposed  Outcome = "proposed"  // the opponents are to agree
	Saved       Outcome = "saved"     // the result stands
	Confirmed   Outcome = "confirmed" // it stood already
	InConflict  Outcome = "conflict"  // another result stands, or was sent: the director decides
	AskedFor    Outcome = "asked"     // the director is asked to change it
	Superseded  Outcome = "kept"      // a later revision was there before
	NothingToDo Outcome = "nothing"   // it was so already
)
