package draw

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Kind says what a group of contestants does in a round.
type Kind string

// The kinds. In a match the first contestant is at home: it has the seats
// North-South, or at teams its own table.
const (
	Match        Kind = "match"
	Bye          Kind = "bye"           // one contestant that sits out
	Triangle     Kind = "triangle"      // three, two half-length matches each, within the round
	LongTriangle Kind = "long_triangle" // three, two full matches each, within this round and the next
	HalfMatches  Kind = "half_matches"  // three: the first plays a half match with each of the others
)

// size is the number of contestants of a kind, 0 for an unknown one.
func (k Kind) size() int {
	switch k {
	case Match:
		return 2
	case Bye:
		return 1
	case Triangle, LongTriangle, HalfMatches:
		return 3
	}
	return 0
}

// Method is how a round is paired.
type Method string

// The methods. The first one is [Swiss]'s rule; the others are for first rounds.
const (
	Neighbours Method = "neighbours" // from the top each plays the next one that it may play
	Slide      Method = "slide"      // the top half plays the bottom half in order: of eight 1-5, 2-6, 3-7, 4-8
	Fold       Method = "fold"       // the top half plays the bottom half from its end: 1-8, 2-7, 3-6, 4-5
	Random     Method = "random"     // neighbours in an order drawn from the seed
)

// Rematches says whether contestants may meet again.
type Rematches string

// The ways. Over-swissed is an event with so many rounds for its field that no
// draw without a rematch is left.
const (
	Never      Rematches = "never"
	OverSwiss  Rematches = "over_swiss" // only where no draw is left without: the fewest, and of those the oldest
	noRematch            = ""           // the zero value is Never
	noMethod             = ""           // the zero value is Neighbours
	noOddField           = ""           // the zero value is Bye
)

// Options are the settings of an event and its director.
type Options struct {
	Method    Method        `json:"method,omitempty"`    // empty: Neighbours
	Seed      uint64        `json:"seed,omitempty"`      // of the order that Random draws
	Rematches Rematches     `json:"rematches,omitempty"` // empty: Never
	Odd       Kind          `json:"odd,omitempty"`       // what the odd ones do: any kind but Match; empty: Bye
	Bans      [][2]int      `json:"bans,omitempty"`      // who may not meet in this round: clubmates, drop-ins
	Fixed     []Group       `json:"fixed,omitempty"`     // what the director decided; the first contestant is at home
	Closed    []int         `json:"closed,omitempty"`    // tables that stay free
	Boost     *Acceleration `json:"boost,omitempty"`     // nil: none
}

// Acceleration gives the top of the seeding points that do not count, in the first
// rounds only, so that strong contestants meet sooner: in round 1 the quarters of
// the field play as if each half had half of the rounds behind it. It moves the
// order of the draw and no score.
type Acceleration struct {
	Rounds int            `json:"rounds"` // how many rounds from the first
	Points exact.Fraction `json:"points"`
	Top    int            `json:"top,omitempty"` // how many seeds from the first; 0: half of the field, rounded up
}

// Contestant is a pair or a team of the field, as the draw sees it.
type Contestant struct {
	ID    int            `json:"id"`             // its number, from 1
	Rank  int            `json:"rank"`           // its place in the standings, from 1; ties are broken by the caller
	Seed  int            `json:"seed,omitempty"` // its place in the seeding; acceleration needs it
	Score exact.Fraction `json:"score"`          // victory points so far
	Table int            `json:"table,omitempty"`
	// Table is where a stationary contestant stays, 0 for one that moves.
}

// Group is who met in a round, or sat out.
type Group struct {
	Round       int   `json:"round,omitempty"`
	Kind        Kind  `json:"kind"`
	Contestants []int `json:"contestants"`
}

// pairs calls f with each two of the group that play each other.
func (g Group) pairs(f func(a, b int)) {
	c := g.Contestants
	switch g.Kind {
	case Match:
		f(c[0], c[1])
	case Triangle, LongTriangle:
		f(c[0], c[1])
		f(c[0], c[2])
		f(c[1], c[2])
	case HalfMatches:
		f(c[0], c[1])
		f(c[0], c[2])
	}
}

// Input is everything that a draw depends on.
//
// A round may be drawn while the one before is still played: its matches are
// history, and After says that the standings are one round old. The order of the
// contestants in the list does not matter, their ranks do. Who does not play, and
// who still plays the second half of a long triangle, is left out.
type Input struct {
	Round       int          `json:"round"` // the round that is drawn, from 1
	After       int          `json:"after"` // the standings are those after this round
	Contestants []Contestant `json:"contestants"`
	History     []Group      `json:"history,omitempty"` // of the earlier rounds; contestants that left are ignored
	Options     Options      `json:"options"`
}

// The largest field and event that are drawn.
const (
	MaxContestants = 2000
	MaxRounds      = 1000
)

// check refuses an input that makes no sense.
func (in *Input) check() error {
	if in.Round < 1 || in.Round > MaxRounds || in.After < 0 || in.After >= in.Round {
		return bridge.Errorf(bridge.Invalid, "draw.round", "round %d after the standings of round %d: want a round from 1 to %d, and standings of an earlier one", in.Round, in.After, MaxRounds)
	}
	if len(in.Contestants) == 0 {
		return bridge.Errorf(bridge.Invalid, "draw.nobody", "round %d: nobody is in the field, so there is nothing to draw", in.Round)
	}
	if n := len(in.Contestants); n > MaxContestants {
		return bridge.Errorf(bridge.Unsupported, "draw.size", "%d contestants: at most %d are drawn", n, MaxContestants)
	}
	in.Contestants = slices.Clone(in.Contestants)
	slices.SortFunc(in.Contestants, func(a, b Contestant) int { return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID)) })
	boost := in.Options.Boost
	ids, ranks, seeds, tables := map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, c := range in.Contestants {
		if c.ID < 1 || c.Rank < 1 || c.Seed < 0 || c.Table < 0 || boost != nil && c.Seed == 0 {
			return bridge.Errorf(bridge.Invalid, "draw.contestant", "contestant %d: rank %d, seed %d, table %d: want numbers from 1", c.ID, c.Rank, c.Seed, c.Table)
		}
		if ids[c.ID] || ranks[c.Rank] || c.Seed > 0 && seeds[c.Seed] || c.Table > 0 && tables[c.Table] {
			return bridge.Errorf(bridge.Invalid, "draw.shared", "contestant %d: its number, rank %d, seed %d or table %d is another one's, too", c.ID, c.Rank, c.Seed, c.Table)
		}
		if c.Table > 0 && slices.Contains(in.Options.Closed, c.Table) {
			return bridge.Errorf(bridge.Conflict, "draw.closed_table", "contestant %d stays at table %d, which is closed", c.ID, c.Table)
		}
		ids[c.ID], ranks[c.Rank], seeds[c.Seed], tables[c.Table] = true, true, true, true
	}
	if boost != nil && (boost.Rounds < 0 || boost.Top < 0 || boost.Points.Sign() < 0) {
		return bridge.Errorf(bridge.Invalid, "draw.boost", "acceleration by %s points for %d rounds and %d contestants: want nothing below zero", boost.Points, boost.Rounds, boost.Top)
	}
	if !slices.Contains([]Method{noMethod, Neighbours, Slide, Fold, Random}, in.Options.Method) ||
		!slices.Contains([]Rematches{noRematch, Never, OverSwiss}, in.Options.Rematches) ||
		in.Options.Odd != noOddField && (in.Options.Odd.size() == 0 || in.Options.Odd == Match) {
		return bridge.Errorf(bridge.Invalid, "draw.option", "options %q, %q, %q: want a method, never or over_swiss, and what an odd field does", in.Options.Method, in.Options.Rematches, in.Options.Odd)
	}
	for _, b := range in.Options.Bans {
		if b[0] == b[1] {
			return bridge.Errorf(bridge.Invalid, "draw.ban", "contestant %d may not meet itself anyway", b[0])
		}
	}
	busy := map[[2]int]bool{}
	for _, g := range in.History {
		if g.Round < 1 || g.Round >= in.Round {
			return bridge.Errorf(bridge.Invalid, "draw.past", "a match of round %d is no history of round %d", g.Round, in.Round)
		}
		if err := g.check(g.Round, busy, nil); err != nil {
			return err
		}
	}
	for _, g := range in.Options.Fixed {
		if err := g.check(in.Round, busy, ids); err != nil {
			return err
		}
	}
	return nil
}

// check refuses a group that is none, or one whose contestants are busy in that
// round; a field, if there is one, must hold them.
func (g Group) check(round int, busy map[[2]int]bool, field map[int]bool) error {
	if g.Kind.size() == 0 || len(g.Contestants) != g.Kind.size() {
		return bridge.Errorf(bridge.Invalid, "draw.group", "round %d: a %s of %d contestants", round, g.Kind, len(g.Contestants))
	}
	for _, id := range g.Contestants {
		if id < 1 || field != nil && !field[id] {
			return bridge.Errorf(bridge.NotFound, "draw.unknown", "round %d: contestant %d is not in the field", round, id)
		}
		if busy[[2]int{round, id}] {
			return bridge.Errorf(bridge.Conflict, "draw.busy", "round %d: contestant %d plays twice", round, id)
		}
		busy[[2]int{round, id}] = true
	}
	return nil
}

// fingerprint is the same for inputs that say the same. The input is checked.
func (in *Input) fingerprint() string {
	c := *in
	byGroup := func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), slices.Compare(a.Contestants, b.Contestants))
	}
	c.History = slices.SortedFunc(slices.Values(in.History), byGroup)
	c.Options.Fixed = slices.SortedFunc(slices.Values(in.Options.Fixed), byGroup)
	c.Options.Bans = nil
	for _, b := range in.Options.Bans {
		c.Options.Bans = append(c.Options.Bans, [2]int{min(b[0], b[1]), max(b[0], b[1])})
	}
	c.Options.Closed = slices.Compact(slices.Sorted(slices.Values(in.Options.Closed)))
	slices.SortFunc(c.Options.Bans, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	c.Options.Bans = slices.Compact(c.Options.Bans)
	c.Options.Method = cmp.Or(c.Options.Method, Neighbours)
	c.Options.Rematches = cmp.Or(c.Options.Rematches, Never)
	c.Options.Odd = cmp.Or(c.Options.Odd, Bye)
	text, err := json.Marshal(c)
	if err != nil {
		panic("draw: an input without JSON: " + err.Error()) // numbers and texts always have one
	}
	sum := sha256.Sum256(append([]byte("draw 1\n"), text...))
	return hex.EncodeToString(sum[:])
}
