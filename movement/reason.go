package movement

import "github.com/overtrick/overtrick/exact"

// ReasonKey names a reason for or against a movement.
type ReasonKey string

// The reasons, in the order in which they are given.
const (
	LaysOut      ReasonKey = "lays_out"      // N boards are laid out, more than anybody plays
	MeetsAll     ReasonKey = "meets_all"     // everybody meets everybody
	MeetsLine    ReasonKey = "meets_line"    // everybody meets everybody of the other line
	MeetsSome    ReasonKey = "meets_some"    // everybody meets N of Of opponents, at least
	MeetsAgain   ReasonKey = "meets_again"   // N couples meet more than once
	SharesNone   ReasonKey = "shares_none"   // no boards are at two tables in a round
	Shares       ReasonKey = "shares"        // up to N tables play the same boards in a round
	SitsOutOnce  ReasonKey = "sits_out_once" // a pair sits out in each round, for N boards; nobody twice
	SitsOutMore  ReasonKey = "sits_out_more" // somebody sits out N rounds
	TakesRover   ReasonKey = "takes_rover"   // a pair more sits in by turns
	Skips        ReasonKey = "skips"         // East-West skip a table after round N
	SwitchesLast ReasonKey = "switches_last" // the last N rounds are arrow-switched
	SwitchesSome ReasonKey = "switches_some" // and N single tables, as the cards say
	StaySeated   ReasonKey = "stay_seated"   // N pairs stay at their tables
	PlaysUneven  ReasonKey = "plays_uneven"  // boards are played N to Of times
	Balanced     ReasonKey = "balanced"      // the balance is Q
)

// ReasonKeys lists all of them.
func ReasonKeys() []ReasonKey {
	return []ReasonKey{
		LaysOut, MeetsAll, MeetsLine, MeetsSome, MeetsAgain, SharesNone, Shares, SitsOutOnce, SitsOutMore, TakesRover, Skips,
		SwitchesLast, SwitchesSome, StaySeated, PlaysUneven, Balanced,
	}
}

// Reason says something for or against a movement.
type Reason struct {
	Key ReasonKey
	N   int
	Of  int
	Q   exact.Fraction // of Balanced, from 0 to 100
}

// Reasons says what a proposal is like, in the order in which a director asks.
func (p Proposal) Reasons() []Reason {
	a := p.Audit
	var out []Reason
	add := func(when bool, key ReasonKey, n, of int) {
		if when {
			out = append(out, Reason{Key: key, N: n, Of: of})
		}
	}
	inLine, most := p.lineOpponents()
	add(p.InPlay > p.Boards, LaysOut, p.InPlay, 0)
	add(a.AllPlayAll, MeetsAll, 0, 0)
	add(!a.AllPlayAll && inLine, MeetsLine, 0, 0)
	add(!a.AllPlayAll && !inLine, MeetsSome, a.Opponents.Min, most)
	add(a.Repeats > 0, MeetsAgain, a.Repeats, 0)
	add(a.Copies == 1, SharesNone, 0, 0)
	add(a.Copies > 1, Shares, a.Copies, 0)
	add(a.SitOuts == 1, SitsOutOnce, p.BoardsPerRound, 0)
	add(a.SitOuts > 1, SitsOutMore, a.SitOuts, 0)
	add(p.RoverOrder != nil, TakesRover, 0, 0)
	add(p.SkipAfter > 0, Skips, p.SkipAfter, 0)
	add(p.Switched > 0, SwitchesLast, p.Switched, 0)
	add(p.Turned > 0, SwitchesSome, p.Turned, 0)
	add(a.Stationary > 0, StaySeated, a.Stationary, 0)
	add(a.SetPlays.Min != a.SetPlays.Max, PlaysUneven, a.SetPlays.Min, a.SetPlays.Max)
	if p.Winners == 1 {
		out = append(out, Reason{Key: Balanced, Q: a.Balance.Q})
	}
	return out
}

// lineOpponents says whether everybody meets all of the other line, but for the round
// that it sits out; and how many opponents there are to meet.
func (p Proposal) lineOpponents() (all bool, most int) {
	lines := p.lines
	if p.Winners == 2 {
		lines = p.Movement
	}
	if lines == nil {
		return false, p.Audit.Contestants - 1
	}
	var ns, ew int
	for _, c := range lines.Contestants() {
		if c.Line == lines.Contestants()[0].Line {
			ns++
		} else {
			ew++
		}
	}
	sits := boolInt(p.Audit.SitOuts > 0)
	return p.Audit.Opponents.Min >= min(ns, ew)-sits && p.Rounds >= min(p.Tables, max(ns, ew)), min(ns, ew)
}
