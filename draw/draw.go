package draw

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// Draw is a round as it was drawn.
type Draw struct {
	Round       int       `json:"round"`
	After       int       `json:"after"`       // the standings were those after this round
	Fingerprint string    `json:"fingerprint"` // of the input: the same input has the same draw
	Order       []int     `json:"order"`       // the contestants as the draw went through them
	Rematches   bool      `json:"rematches"`   // no draw without a rematch was left
	Pairings    []Pairing `json:"pairings"`    // by table; byes last
}

// Pairing is a group of a draw.
type Pairing struct {
	Kind        Kind     `json:"kind"`
	Contestants []int    `json:"contestants"` // the first of a match is at home
	Table       int      `json:"table,omitempty"`
	Why         []Reason `json:"why,omitempty"`
}

// Group is the pairing as history of the rounds after it.
func (p Pairing) Group(round int) Group { return Group{round, p.Kind, slices.Clone(p.Contestants)} }

// Groups are the pairings of the draw as history of the rounds after it.
func (d *Draw) Groups() []Group {
	out := make([]Group, len(d.Pairings))
	for i, p := range d.Pairings {
		out[i] = p.Group(d.Round)
	}
	return out
}

// Opponents lists whom each contestant meets.
func (d *Draw) Opponents() map[int][]int { return opponents(d.Groups()) }

func opponents(groups []Group) map[int][]int {
	out := map[int][]int{}
	for _, g := range groups {
		for _, c := range g.Contestants {
			out[c] = nil
		}
	}
	for _, g := range groups {
		g.pairs(func(a, b int) {
			out[a] = append(out[a], b)
			out[b] = append(out[b], a)
		})
	}
	return out
}

// The reasons of a pairing, in the order in which they are given: first who plays
// whom, then why others were passed over, then table and seats.
const (
	ByDirector   = "director"          // the director fixed it
	ByNext       = "next"              // Contestants: the upper one, and the next one that was free
	BySeeding    = "seeding"           // the opponent that slide or fold intends
	ByNearest    = "nearest"           // the best one that it could play; why not the others follows
	ByLowest     = "lowest"            // bye: the lowest, of those that had fewest
	ByLowestLeft = "lowest_left"       // the lowest with which the others can be drawn
	ByThree      = "three"             // triangle, two half matches: the lowest three, of those that had fewest
	ByThreeLeft  = "three_left"        // the lowest three that may, and with which the others can be drawn
	ByBoth       = "both_halves"       // Contestants: the one that plays both half matches, the lowest that may
	ByRematch    = "rematch"           // they met in Round; no draw without a rematch was left
	NotMet       = "passed.met"        // Contestants: passed over, because they met in Round
	NotBanned    = "passed.banned"     // passed over, because they may not meet
	NotHad       = "passed.had"        // no bye or triangle again
	NotLeaves    = "passed.leaves"     // with it, Groups would have nobody left to play but Among
	NotRematch   = "passed.rematches"  // with it, there would be more rematches or later ones
	TableKept    = "table.kept"        // Contestants: stationary
	TableLeft    = "table.left"        // stationary, but its opponent is as well, and ranks higher
	TableNext    = "table.next"        // the best pairing sits at the lowest table that is free
	HomeKept     = "home.kept"         // stationary, so at home
	HomeFewer    = "home.fewer"        // fewer matches at home so far
	HomeTurn     = "home.turn"         // the other one was at home more lately
	HomeTable    = "home.table"        // all even: the upper one is at home at odd tables
	Boosted      = "order.accelerated" // the order has points that do not count
)

// Reasons lists the keys of all reasons.
func Reasons() []string {
	return []string{
		ByDirector, ByNext, BySeeding, ByNearest, ByLowest, ByLowestLeft, ByThree, ByThreeLeft, ByBoth, ByRematch, NotMet, NotBanned, NotHad, NotLeaves, NotRematch,
		TableKept, TableLeft, TableNext, HomeKept, HomeFewer, HomeTurn, HomeTable, Boosted,
	}
}

// Reason says why a pairing is what it is. Its key is that of a text in the
// message catalogues; what the other fields mean stands with the keys.
//
// Groups and Among prove that a pairing was impossible: if the pairings above it
// stay and this one is made, each of these groups has an odd number of contestants
// that may only play within the group or against Among, and there are more groups
// than contestants in Among.
type Reason struct {
	Key         string  `json:"key"`
	Contestants []int   `json:"contestants,omitempty"`
	Round       int     `json:"round,omitempty"`
	Groups      [][]int `json:"groups,omitempty"`
	Among       []int   `json:"among,omitempty"`
}

// Impossible proves that there is no draw: each of the groups has an odd number of
// contestants that may only play within the group or against Among, and there are
// more groups than contestants in Among, where one may sit out by two at least. It
// is the cause of the refusal.
type Impossible struct {
	Groups [][]int `json:"groups"`
	Among  []int   `json:"among"`
}

// Error is for programs; people read the refusal around it.
func (i *Impossible) Error() string { return "more groups than opponents" }

// refusal makes an error of the proof that there is no draw.
func (i *Impossible) refusal() error {
	var e *bridge.Error
	switch {
	case len(i.Groups) == 1 && len(i.Groups[0]) == 1 && len(i.Among) == 0:
		e = bridge.Errorf(bridge.NoSolution, "draw.alone", "no legal draw: contestant %d has nobody left that it may play", i.Groups[0][0])
	case len(i.Among) == 0:
		e = bridge.Errorf(bridge.NoSolution, "draw.closed", "no legal draw: odd groups that may only play within themselves: %s", Lists(i.Groups))
	default:
		e = bridge.Errorf(bridge.NoSolution, "draw.short", "no legal draw: the %d odd groups %s may only play within themselves or against %s", len(i.Groups), Lists(i.Groups), List(i.Among))
	}
	e.Err = i
	return e
}

// Once draws a round that was not drawn before. If one of the draws is of this
// round, there is no second one: with the same input it is given back as it is,
// with another (a late result, say) the error has code [bridge.Conflict].
func Once(in Input, drawn ...*Draw) (*Draw, error) {
	for _, d := range drawn {
		if d == nil || d.Round != in.Round {
			continue
		}
		if err := in.check(); err != nil {
			return nil, err
		}
		if d.Fingerprint == in.fingerprint() {
			return d, nil
		}
		return nil, bridge.Errorf(bridge.Conflict, "draw.again", "round %d was drawn already, from other standings or options", in.Round)
	}
	return Swiss(in)
}

// sortPairings puts pairings in the order of their tables, byes last.
func sortPairings(ps []Pairing) {
	slices.SortFunc(ps, func(a, b Pairing) int {
		last := func(p Pairing) int {
			if p.Table == 0 {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Table, b.Table), slices.Compare(a.Contestants, b.Contestants))
	})
}
