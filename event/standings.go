package event

import (
	"encoding/json"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// Standings is everything that a door prints of an event at one moment: lists,
// board sheets and score cards. A door computes nothing of its own.
type Standings struct {
	Info       Info
	Regulation Regulation
	Lists      []List          // one, "all", or two, "NS" and "EW": the ranking
	Further    []List          // the same contestants otherwise: by section, by stratum, with handicaps
	Boards     []BoardSheet    // in ascending order
	Matches    []MatchSheet    // of teams, by session, round and table
	Open       []Meeting       // planned or begun, without a result and without a ruling: the standings are provisional
	Doubts     []*bridge.Error // what the director should look at: see [Event.Standings]
	Penalties  []Penalised     // in force, warnings too
	Phase      PhaseAt         // how far the event has come

	sheet *reckoning // for derivations
}

// Info is what stands above the lists.
type Info struct {
	Title, Club, Date string
	Kind              Kind
	Method            Method
	Winners           int // 1 or 2
	Tables            int // most meetings on one board
	Boards            int
	Results           int // results that count
	Unit              regulation.Unit
	Top               Figure // matchpoints for beating everybody on a board with all its results
}

// Regulation names the pack that made the numbers.
type Regulation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// List is one ranking.
type List struct {
	Name     string      // "all", "NS" or "EW", with its section and stratum: "NS section A stratum B"
	Side     bridge.Side `json:",omitzero"` // of a list for one side
	Section  string      // of a list for one section
	Stratum  string      // of a list of that stratum and the lower ones
	Handicap bool        // handicaps are added
	Rows     []Row       // the best first
}

// PhaseAt is how far an event has come: the end of its correction period, from
// which the phase at any time follows. The zero value is an event in play.
type PhaseAt struct{ Until time.Time }

// Row is one contestant's place.
type Row struct {
	Rank       int  // 1 is the best; 0: no board counted, so there is no place
	Tied       bool // others share the place
	Contestant Contestant
	Persons    []PersonID
	Boards     int    // boards that count
	Total      Figure // in the regulation's unit, matchpoints on its scale
	Max        Figure // the most that Total could be
	Percent    Figure

	Club        string
	Stratum     string         // a capital letter; empty: none
	Substitutes []PersonID     // who played too few boards to be ranked with it
	Stage       int            // that the total is of, where there are several
	Won         bool           // the total is the number of matches won, of a stage of knock-outs
	Sessions    []SessionScore // where there are several
	Penalty     Figure         // what penalties took away
	Carried     Figure         // what was carried over
	Handicap    Figure         // in a handicap list: what is added to Percent, or to the IMPs of a board
	Withdrawn   bool           // it left the event and has no place
	Trace       []TieStep      // the tie-breaks that were tried
	VP          Figure         // of a Swiss event of pairs: what decides
	Matches     *MatchRecord   // of a team, or of such a pair
}

// MatchRecord is a team's matches in numbers.
type MatchRecord struct {
	Played           int // byes too
	Won, Drawn, Lost int
	For, Against     Figure // IMPs, or points; see PartOnly
	PartOnly         bool   // of some matches victory points alone are known
	Boards           Figure // won at board-a-match and Patton, an equal one is half; see BoardsUnknown
	BoardsLost       Figure
	BoardsUnknown    bool   // of some matches it is not known who won them
	Aggregate        Figure // at Patton: own scores less those of the opponents
}

// MatchSheet is a match with all of its boards.
type MatchSheet struct {
	MatchRef
	State  MatchState
	Boards []MatchLine           // in ascending order
	Length int                   // boards that are scheduled
	Scored int                   // boards that have a result or an award
	Won    bridge.BySide[Figure] // by the home team (NS) and the away team (EW): IMPs or points
	Margin bridge.BySide[Figure] // of each in its own view
	VP     bridge.BySide[Figure] // what it brings to the total
	HasVP  bool                  // whether these are victory points
	Column int                   // boards of the column of the scale that they come from; 0: no scale
	Half   bool                  // of a short triangle: it counts by a scale of its own
	Late   MatchFault            // which team came too late; nobody as a rule
	Parts  []MatchPart           // halves or segments, as the line-ups have them

	Knockout  bool                  // the loser is out
	Lead      Figure                // that the home team begins with, below zero the away team: a carry-over
	VPOnly    bool                  // it was reported by its victory points: nothing was won that is known
	HasBoards bool                  // whether it is known who won its boards
	BoardsWon bridge.BySide[Figure] // an equal one is half
	Aggregate bridge.BySide[Figure] // at Patton: the scores of each less those of the other
}

// MatchLine is a board of a match.
type MatchLine struct {
	Board bridge.Board
	State State                 // played, adjusted, cancelled or not_played; empty: a room has no result yet
	Rooms []*Line               // on the board's sheet: where the home team sat North-South first
	Won   bridge.BySide[Figure] // of the home team (NS) and of the away team (EW), each in its own view
}

// SessionScore is what a contestant had in one session.
type SessionScore struct {
	Session int
	Boards  int
	Total   Figure
	Percent Figure
}

// BoardSheet is one board with all that happened on it.
type BoardSheet struct {
	Session int
	Board   bridge.Board
	Dealer  bridge.Seat
	Vul     bridge.Vulnerability
	Deal    bridge.Deal
	Par     *score.Points // North-South's view; nil: not known
	DD      dd.Table      `json:",omitzero"` // what the cards allow; zero: not known
	Top     Figure
	Lines   []Line // the best for North-South first, then those without a result
}

// State is what became of a meeting.
type State string

// The states. They are different things, always.
const (
	StatePlayed    State = "played"     // there is a result, and it counts
	StateAdjusted  State = "adjusted"   // the director awarded an artificial score
	StateAssigned  State = "assigned"   // the director assigned a score, which counts like a result
	StateNotPlayed State = "not_played" // not played, and nothing awarded
	StateSatOut    State = "sat_out"    // one side had no opponent
	StateLate      State = "late"       // to be played later; the standings are provisional until then
	StateMissed    State = "missed"     // the opponents had withdrawn
	StateCancelled State = "cancelled"  // taken out of the event: counts for nobody
)

// Line is one meeting on a board sheet.
type Line struct {
	Meeting Meeting
	State   State
	Result  bridge.Result             // zero where no contract was noted
	Score   *score.Points             // North-South's view; nil without a result
	Award   bridge.BySide[Award]      // of an adjusted board
	Ruling  bridge.BySide[[]Assigned] // of an assigned one
	Version string                    // of a fouled board; empty: the board as it was set
	Points  bridge.BySide[Earned]     // what the sides got
}

// Earned is what a side got for a board. Both figures are empty for a side that
// got nothing, which is not the same as zero.
type Earned struct {
	Counts  bool   // whether the board counts for this side
	Shown   Figure // as a board sheet of this regulation prints it, in its unit
	Percent Figure // of the board's top, as it enters the total
}

// Figure is a number ready to print: its exact value, how many decimals are
// shown, and which way the regulation rounds what lies exactly between two.
type Figure struct {
	Value  exact.Fraction
	Places int
	Half   exact.Half
}

// String prints the figure with a decimal point.
func (f Figure) String() string { return f.Rounded().Decimal(f.Places) }

// Rounded is the value that String prints.
func (f Figure) Rounded() exact.Fraction {
	return f.Value.Round(exact.Rounding{Unit: exact.DecimalUnit(f.Places), Half: f.Half})
}

// MarshalJSON writes the figure as a string, so that no reader takes it for a
// binary float.
func (f Figure) MarshalJSON() ([]byte, error) { return json.Marshal(f.String()) }
