package event

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/overtrick/overtrick/bridge"
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
// [Played], [NotPlayed], [SatOut], [Ruled] or [Voided].
type Act interface{ act() string }

// Kind is who competes.
type Kind string

// The kinds of event.
const (
	Pairs Kind = "pairs"
	Teams Kind = "teams"
)

// Method is how the results of a board are compared (Law 78).
type Method string

// The methods.
const (
	Matchpoints Method = "mp"     // Law 78A
	Butler      Method = "butler" // IMPs against a datum
	CrossIMPs   Method = "ximp"   // IMPs against every other result
	IMPs        Method = "imp"    // IMPs between two rooms, Law 78B
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
}

// Registered is the act of entering a contestant. Persons are ids; their names
// stand in [Record.People], beside the facts.
type Registered struct {
	Contestant Contestant `json:"contestant"`
	Persons    []PersonID `json:"persons,omitempty"`
}

// BoardSet is the act of saying what a board is. A board that no fact describes
// has the dealer and vulnerability of its number (Law 2).
type BoardSet struct {
	Session int                  `json:"session,omitempty"`
	Board   bridge.Board         `json:"board"`
	Dealer  bridge.Seat          `json:"dealer"`
	Vul     bridge.Vulnerability `json:"vul"`
	Deal    bridge.Deal          `json:"deal,omitzero"`
}

// Meeting names one board at one table: who played it against whom. Session 0
// is the only one, Round and Table 0 are not known. In a [SatOut] one side is
// the zero contestant.
type Meeting struct {
	Session int          `json:"session,omitempty"`
	Round   int          `json:"round,omitempty"`
	Table   int          `json:"table,omitempty"`
	Board   bridge.Board `json:"board"`
	NS      Contestant   `json:"ns,omitzero"`
	EW      Contestant   `json:"ew,omitzero"`
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
// nothing is awarded for it (yet): it is no result and no zero.
type NotPlayed struct{ Meeting }

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

func (Opened) act() string     { return "opened" }
func (Registered) act() string { return "registered" }
func (BoardSet) act() string   { return "board_set" }
func (Played) act() string     { return "played" }
func (NotPlayed) act() string  { return "not_played" }
func (SatOut) act() string     { return "sat_out" }
func (Ruled) act() string      { return "ruled" }
func (Voided) act() string     { return "voided" }

// acts makes an empty act of each kind, for reading.
var acts = map[string]func() Act{
	"opened":     func() Act { return new(Opened) },
	"registered": func() Act { return new(Registered) },
	"board_set":  func() Act { return new(BoardSet) },
	"played":     func() Act { return new(Played) },
	"not_played": func() Act { return new(NotPlayed) },
	"sat_out":    func() Act { return new(SatOut) },
	"ruled":      func() Act { return new(Ruled) },
	"voided":     func() Act { return new(Voided) },
}

type factJSON struct {
	ID   string          `json:"id,omitempty"`
	At   time.Time       `json:"at,omitzero"`
	By   string          `json:"by,omitempty"`
	Why  string          `json:"why,omitempty"`
	Act  string          `json:"act"`
	What json.RawMessage `json:"what"`
}

// MarshalJSON writes {"id":…,"at":…,"by":…,"why":…,"act":"played","what":{…}}.
func (f Fact) MarshalJSON() ([]byte, error) {
	if f.Act == nil {
		return nil, bridge.Errorf(bridge.Invalid, "fact.empty", "fact %q: it says nothing", f.ID)
	}
	what, err := json.Marshal(f.Act)
	if err != nil {
		return nil, err
	}
	return json.Marshal(factJSON{f.ID, f.At, f.By, f.Why, f.Act.act(), what})
}

// UnmarshalJSON reads what MarshalJSON writes. A field that this release does not
// know is refused: a fact that was read in part is another fact.
func (f *Fact) UnmarshalJSON(b []byte) error {
	var j factJSON
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
	}
	return a
}
