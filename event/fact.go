package event

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Fact is something that somebody did, written down once and never changed. A
// correction is another fact.
type Fact struct {
	ID  string    // unique in the event; a fact that comes twice counts once; may be empty
	At  time.Time // when it was done; the zero time where a file does not say
	By  string    // the person or device that did it; may be empty
	Why string    // the reason given, for corrections and rulings; may be empty
	Act Act       // what was done
}

// Act is what a fact says was done: [Opened], [Registered], [BoardSet],
// [Played], [NotPlayed], [SatOut], [Ruled], [Voided], [Fouled], [Turned],
// [Cancelled], [Penalised], [Carried], [StageSet], [Substituted], [Withdrew],
// [Announced] or [Reopened].
type Act interface{ act() string }

// NameOf is what an act is called where it is written: "played".
func NameOf(act Act) string { return act.act() }

// Kind is who competes.
type Kind string

// The kinds of event.
const (
	Pairs       Kind = "pairs"
	Teams       Kind = "teams"
	Individuals Kind = "individual" // players who change partners
)

// Method is how the results of a board are compared (Law 78).
type Method string

// The methods.
const (
	Matchpoints Method = "mp"        // Law 78A
	Ascherman   Method = "ascherman" // matchpoints that never give all or nothing
	Butler      Method = "butler"    // IMPs against a datum
	CrossIMPs   Method = "ximp"      // IMPs against every other result
	TotalPoints Method = "total"     // Law 78C
	Par         Method = "par"       // IMPs against the par of the deal
	IMPs        Method = "imp"       // teams: IMPs between two rooms, Law 78B
	BoardAMatch Method = "bam"       // teams: each board by itself
	Patton      Method = "patton"    // teams: each board, and the difference of all
)

// Opened is the act that begins an event. It is the first fact; a later one
// replaces the settings.
type Opened struct {
	Title      string `json:"title,omitempty"`
	Club       string `json:"club,omitempty"`
	Date       string `json:"date,omitempty"` // 2026-03-03 where it is known to be a day, else as written
	Kind       Kind   `json:"kind"`
	Method     Method `json:"method"`
	Winners    int    `json:"winners,omitempty"`    // 1, or 2 for North-South and East-West apart; 0 is 1
	Regulation string `json:"regulation,omitempty"` // name of the pack; empty: the producer's, else wbf
	Producer   string `json:"producer,omitempty"`   // the program that wrote the file, as it names itself
	Expected   int    `json:"expected,omitempty"`   // results expected on a board; 0: as many as on the fullest
	Seed       uint64 `json:"seed,omitempty"`       // that lots are drawn from
	Swiss      bool   `json:"swiss,omitempty"`      // pairs: each round is a match, for victory points
}

// Registered is the act of entering a contestant. Persons are ids; their names
// stand in [Record.People], beside the facts.
type Registered struct {
	Contestant Contestant `json:"contestant"`
	Persons    []PersonID `json:"persons,omitempty"`
	Club       string     `json:"club,omitempty"`

	// Strata are those of the persons, or one for all of them: capital letters, A
	// the strongest.
	Strata   []string        `json:"strata,omitempty"`
	Handicap *exact.Fraction `json:"handicap,omitempty"` // percent of the top that are added, before the regulation's factor
	Average  *exact.Fraction `json:"average,omitempty"`  // instead: the own average, percent, that a handicap follows from
}

// BoardSet is the act of saying what a board is. A board that no fact describes
// has the dealer and vulnerability of its number (Law 2).
type BoardSet struct {
	Session int                  `json:"session,omitempty"`
	Board   bridge.Board         `json:"board"`
	Dealer  bridge.Seat          `json:"dealer"`
	Vul     bridge.Vulnerability `json:"vul"`
	Deal    bridge.Deal          `json:"deal,omitzero"`
	Par     *score.Points        `json:"par,omitempty"` // North-South's view; nil: not known
	DD      dd.Table             `json:"dd,omitzero"`   // what the cards allow; zero: not known
}

// Meeting names one board at one table: who played it against whom. Session 0
// is the only one, Round and Table 0 are not known. In a [SatOut] one side is
// the zero contestant. In an individual event NS is North, EW is East, and their
// partners of the board are South and West.
type Meeting struct {
	Session int          `json:"session,omitempty"`
	Round   int          `json:"round,omitempty"`
	Table   int          `json:"table,omitempty"`
	Board   bridge.Board `json:"board"`
	NS      Contestant   `json:"ns,omitzero"`
	EW      Contestant   `json:"ew,omitzero"`
	South   Contestant   `json:"south,omitzero"`
	West    Contestant   `json:"west,omitzero"`
}

// Played is the act of reporting a board: its result, or the score alone where
// no contract was noted. With both they must agree. A second one for the same
// meeting corrects the first.
type Played struct {
	Meeting
	Result bridge.Result `json:"result,omitzero"`
	Score  *score.Points `json:"score,omitempty"` // North-South's view
}

// NotPlayed is the act of saying that a planned board was not played and that
// nothing is awarded for it (yet): it is no result and no zero. A board that is to
// be played late is not played yet; until then the standings are provisional.
type NotPlayed struct {
	Meeting
	Late bool `json:"late,omitempty"`
}

// SatOut is the act of sitting out a board because there was no opponent; one
// side of the meeting is nobody.
type SatOut struct{ Meeting }

// Ruled is the director's act on one meeting: an artificial score (Award), or an
// assigned one (Assigned: one outcome, several by their weights, or other ones for
// each side). It stands beside what was played and never overwrites it; a second
// ruling replaces the first, and an empty one withdraws it.
type Ruled struct {
	Meeting
	Award    bridge.BySide[Award]      `json:"award,omitzero"`
	Assigned bridge.BySide[[]Assigned] `json:"assigned,omitzero"`
}

// Assigned is an outcome of an assigned adjusted score (Law 12C1): a result, or a
// score alone in North-South's view, and its weight. The weights of a side add up
// to 1.
type Assigned struct {
	Result bridge.Result  `json:"result,omitzero"`
	Score  *score.Points  `json:"score,omitempty"`
	Weight exact.Fraction `json:"weight"`
}

// Voided is the act of taking back all that was said of a meeting: it did not
// take place. A sit-out that was none and a result entered for the wrong
// contestants end this way; a later act on the same meeting counts again.
type Voided struct{ Meeting }

// Scope says which meetings of a board an act is about: those that fit all that is
// set. One with NS and EW is about the meeting of these contestants alone.
type Scope struct {
	Session int          `json:"session,omitempty"`
	Section string       `json:"section,omitempty"` // of the contestants in North-South
	Board   bridge.Board `json:"board"`
	Rounds  []int        `json:"rounds,omitempty"` // these rounds
	From    int          `json:"from,omitempty"`   // from this round on
	Tables  []int        `json:"tables,omitempty"` // these tables
	NS      Contestant   `json:"ns,omitzero"`
	EW      Contestant   `json:"ew,omitzero"`
}

// Fouled is the act of saying that a board was played in another version at some
// tables: other cards, another dealer or vulnerability (Law 87). Results of
// different versions are not compared. The last act about a meeting counts; the
// version "" is the board as it was set.
type Fouled struct {
	Scope
	Version string                `json:"version"`
	Dealer  bridge.Seat           `json:"dealer,omitzero"` // zero: that of the board
	Vul     *bridge.Vulnerability `json:"vul,omitempty"`   // nil: that of the board
	Deal    bridge.Deal           `json:"deal,omitzero"`
}

// Turned is the act of saying that a board lay turned at some tables: by so many
// quarters, clockwise, so that after one North played the cards of East. Results
// stand as they were reported and are compared as the cards lay. No quarter is the
// board as it should lie.
type Turned struct {
	Scope
	Quarters int `json:"quarters"`
}

// Cancelled is the act of taking a board out of the event, for all tables or for
// some: what was played there counts for nobody. The reason is that of the fact.
type Cancelled struct {
	Scope
	Restored bool `json:"restored,omitempty"` // it counts after all
}

// Penalised is the act of penalising a contestant (Laws 90, 91). A penalty changes
// the offender's total and nothing else. A second one with the same reference
// replaces the first, and one of nothing takes it back.
type Penalised struct {
	Ref        string         `json:"ref"` // names the penalty in this event: "1", "2"
	Contestant Contestant     `json:"contestant"`
	Session    int            `json:"session,omitempty"`
	Round      int            `json:"round,omitempty"` // that it belongs to, 0: not said; of teams the match that IMPs are taken away in
	Kind       PenaltyKind    `json:"kind"`
	Amount     exact.Fraction `json:"amount,omitzero"` // what is taken away, 0 or more
	Unit       PenaltyUnit    `json:"unit,omitempty"`
}

// PenaltyKind is what a penalty is for.
type PenaltyKind string

// The kinds.
const (
	Procedural   PenaltyKind = "procedural"   // Law 90
	Disciplinary PenaltyKind = "disciplinary" // Law 91
	Cautioned    PenaltyKind = "warning"      // takes nothing away
)

// PenaltyUnit is what the amount of a penalty counts.
type PenaltyUnit string

// The units.
const (
	PenaltyTop      PenaltyUnit = "%"        // percent of the top of a board
	PenaltyMP       PenaltyUnit = "mp"       // matchpoints, on the scale of the regulation; points of a match at board-a-match and Patton
	PenaltyIMPs     PenaltyUnit = "imp"      // in a match of teams before its victory points
	PenaltyVP       PenaltyUnit = "vp"       // victory points, after the conversion
	PenaltyStandard PenaltyUnit = "standard" // so many standard penalties of the regulation
)

// Carried is the act of crediting a contestant with a score from before: a
// carry-over that somebody worked out. It is added to the total, and the most that
// it could have been to the maximum. A second one for the stage replaces the first.
type Carried struct {
	Contestant Contestant     `json:"contestant"`
	Stage      int            `json:"stage,omitempty"` // 0: the only one
	Amount     exact.Fraction `json:"amount"`          // matchpoints on the scale of the regulation, or IMPs; victory points where there are such
	Max        exact.Fraction `json:"max,omitzero"`    // matchpoints
}

// StageSet is the act of dividing an event into stages, as a qualifying stage and
// a final. A stage is some sessions; the contestants of a later stage are those
// that play in it, and they stand before those that do not.
type StageSet struct {
	Stage    int    `json:"stage"` // 1, 2, ... as they are ranked, the last one first
	Name     string `json:"name,omitempty"`
	Sessions []int  `json:"sessions"`
	From     int    `json:"from,omitempty"`  // the stage that scores are carried over from; 0: none
	Carry    string `json:"carry,omitempty"` // as the setting carry.pairs says it; empty: the regulation's
}

// Substituted is the act of playing in somebody's place: the persons who are the
// contestant in that session, from one round to another. A second one for the same
// rounds replaces the first, and one of nobody takes it back.
type Substituted struct {
	Contestant Contestant `json:"contestant"`
	Session    int        `json:"session,omitempty"`
	From       int        `json:"from,omitempty"` // first round; 0: from the beginning
	To         int        `json:"to,omitempty"`   // last round; 0: to the end
	Persons    []PersonID `json:"persons"`
}

// Withdrew is the act of leaving the event. What becomes of the contestant's
// results the regulation says, by whether it had played half of its boards.
type Withdrew struct {
	Contestant Contestant `json:"contestant"`
	Planned    int        `json:"planned,omitempty"`  // boards it was to play, matches of a team; 0: the most that any other has
	Returned   bool       `json:"returned,omitempty"` // it came back: as if it had never left
}

// Announced is the act of publishing the result. With it the correction period
// begins (Law 79C); after its end a change needs a reason.
type Announced struct {
	Until time.Time `json:"until,omitzero"` // end of the correction period; zero: as long as the regulation says
}

// Reopened is the act of taking a published result back: the event is in play
// again.
type Reopened struct{}

func (Opened) act() string      { return "opened" }
func (Registered) act() string  { return "registered" }
func (BoardSet) act() string    { return "board_set" }
func (Played) act() string      { return "played" }
func (NotPlayed) act() string   { return "not_played" }
func (SatOut) act() string      { return "sat_out" }
func (Ruled) act() string       { return "ruled" }
func (Voided) act() string      { return "voided" }
func (Fouled) act() string      { return "fouled" }
func (Turned) act() string      { return "turned" }
func (Cancelled) act() string   { return "cancelled" }
func (Penalised) act() string   { return "penalised" }
func (Carried) act() string     { return "carried" }
func (StageSet) act() string    { return "stage_set" }
func (Substituted) act() string { return "substituted" }
func (Withdrew) act() string    { return "withdrew" }
func (Announced) act() string   { return "announced" }
func (Reopened) act() string    { return "reopened" }

// acts makes an empty act of each kind, for reading.
var acts = map[string]func() Act{
	"opened":       func() Act { return new(Opened) },
	"registered":   func() Act { return new(Registered) },
	"board_set":    func() Act { return new(BoardSet) },
	"played":       func() Act { return new(Played) },
	"not_played":   func() Act { return new(NotPlayed) },
	"sat_out":      func() Act { return new(SatOut) },
	"ruled":        func() Act { return new(Ruled) },
	"voided":       func() Act { return new(Voided) },
	"fouled":       func() Act { return new(Fouled) },
	"turned":       func() Act { return new(Turned) },
	"cancelled":    func() Act { return new(Cancelled) },
	"penalised":    func() Act { return new(Penalised) },
	"carried":      func() Act { return new(Carried) },
	"stage_set":    func() Act { return new(StageSet) },
	"substituted":  func() Act { return new(Substituted) },
	"withdrew":     func() Act { return new(Withdrew) },
	"announced":    func() Act { return new(Announced) },
	"reopened":     func() Act { return new(Reopened) },
	"lined_up":     func() Act { return new(LinedUp) },
	"match_ruled":  func() Act { return new(MatchRuled) },
	"match_scored": func() Act { return new(MatchScored) },
	"drawn":        func() Act { return new(Drawn) },
}

// factJSON is a fact as it is written; what it says is an act, or its JSON.
type factJSON[W any] struct {
	ID   string    `json:"id,omitempty"`
	At   time.Time `json:"at,omitzero"`
	By   string    `json:"by,omitempty"`
	Why  string    `json:"why,omitempty"`
	Act  string    `json:"act"`
	What W         `json:"what"`
}

// MarshalJSON writes {"id":…,"at":…,"by":…,"why":…,"act":"played","what":{…}}.
func (f Fact) MarshalJSON() ([]byte, error) {
	if f.Act == nil {
		return nil, bridge.Errorf(bridge.Invalid, "fact.empty", "fact %q: it says nothing", f.ID)
	}
	return json.Marshal(factJSON[Act]{f.ID, f.At, f.By, f.Why, f.Act.act(), f.Act})
}

// UnmarshalJSON reads what MarshalJSON writes. A field that this release does not
// know is refused: a fact that was read in part is another fact.
func (f *Fact) UnmarshalJSON(b []byte) error {
	var j factJSON[json.RawMessage]
	if err := strict(b, &j); err != nil {
		return bridge.Errorf(bridge.Invalid, "fact.json", "fact: %w", err)
	}
	act, ok := acts[j.Act]
	if !ok {
		return bridge.Errorf(bridge.Invalid, "fact.kind", "fact %q: unknown act %q", j.ID, j.Act)
	}
	if len(j.What) == 0 || string(j.What) == "null" {
		return bridge.Errorf(bridge.Invalid, "fact.bare", "fact %q: %s: it does not say what", j.ID, j.Act)
	}
	a := act()
	if err := strict(j.What, a); err != nil {
		return bridge.Errorf(bridge.Invalid, "fact.what", "fact %q: %s: %w", j.ID, j.Act, err)
	}
	*f = Fact{ID: j.ID, At: j.At, By: j.By, Why: j.Why, Act: value(a)}
	return nil
}

func strict(b []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// value takes the act out of its pointer, so that facts hold plain values.
func value(a Act) Act {
	switch a := a.(type) {
	case *Opened:
		return *a
	case *Registered:
		return *a
	case *BoardSet:
		return *a
	case *Played:
		return *a
	case *NotPlayed:
		return *a
	case *SatOut:
		return *a
	case *Ruled:
		return *a
	case *Voided:
		return *a
	case *Fouled:
		return *a
	case *Turned:
		return *a
	case *Cancelled:
		return *a
	case *Penalised:
		return *a
	case *Carried:
		return *a
	case *StageSet:
		return *a
	case *Substituted:
		return *a
	case *Withdrew:
		return *a
	case *Announced:
		return *a
	case *Reopened:
		return *a
	case *LinedUp:
		return *a
	case *MatchRuled:
		return *a
	case *MatchScored:
		return *a
	case *Drawn:
		return *a
	}
	return a
}
