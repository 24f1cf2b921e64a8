package vp

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// Teams gives the scale that the regulation has for matches of teams. The error has
// code [bridge.NotFound] if it has none.
func Teams(rules regulation.VictoryPoints) (*Scale, error) { return of(rules, rules.Teams) }

// SwissPairs gives the scale that the regulation has for matches of pairs, which
// converts percentages. The error has code [bridge.NotFound] if it has none.
func SwissPairs(rules regulation.VictoryPoints) (*Scale, error) { return of(rules, rules.SwissPairs) }

// TeamsHalf gives the scale that the regulation has for matches of half the length, as
// in a short triangle: one of its own, or half of that for matches of teams. The error
// has code [bridge.Invalid] and the line as its place if its own one is none.
func TeamsHalf(rules regulation.VictoryPoints) (*Scale, error) {
	if rules.Half == "" {
		s, err := Teams(rules)
		if err != nil {
			return nil, err
		}
		return s.Half()
	}
	s, err := Read(strings.NewReader(strings.ReplaceAll(rules.Half, ";", "\n")), "vp.half")
	if err != nil {
		return nil, bridge.At("vp.half", err)
	}
	if s.unit != IMPs {
		return nil, bridge.At("vp.half", bridge.Errorf(bridge.Invalid, "vp.not_imps", "scale %s converts percentages, not IMPs", s.name))
	}
	s.halves = true
	return s.Fractional(rules.Fractional), nil
}

func of(rules regulation.VictoryPoints, scale regulation.VPScale) (*Scale, error) {
	if scale == regulation.NoVPScale || scale == "" {
		return nil, bridge.Errorf(bridge.NotFound, "vp.none", "the regulation has no scale of victory points for such a match")
	}
	s, err := Find(string(scale))
	if err != nil {
		return nil, err
	}
	return s.Fractional(rules.Fractional), nil
}

// Late is what a side has of a match in which a team came too late, from what its scale
// gives: the late side so much less, the other one at least so much (NBF, leagues of
// 2018). The two need not have the pool together.
func Late(p *why.Pen, rules regulation.Late, own why.Value, late bool) why.Value {
	switch {
	case rules.Minutes == 0:
		return own
	case late:
		return p.Difference("vp.late", []why.Value{own, p.Given("vp.late_less", rules.Less)})
	}
	return p.Greatest("vp.punctual", []why.Value{own, p.Given("vp.punctual_least", rules.Least)})
}

// Match is how long a match is.
type Match struct {
	Scheduled, Played int  // boards; those with an artificial score are played
	Eight             bool // teams of eight, whose four scores of a board are added up
}

// Boards is the number of boards whose column of a scale a match is scored by: those
// scheduled or those played, as the regulation says; for teams of eight times its
// factor, to the nearest whole number. A list must print it: a match of 9 boards
// looks wrong beside the column of 10.
func Boards(p *why.Pen, rules regulation.VictoryPoints, m Match) why.Value {
	boards := p.Given("vp.boards_played", exact.Int(m.Played))
	if rules.ShortMatch == regulation.BoardsScheduled {
		boards = p.Given("vp.boards_scheduled", exact.Int(m.Scheduled))
	}
	if !m.Eight {
		return boards
	}
	column := p.Product("vp.teams_of_eight", []why.Value{boards}, why.Num("factor", rules.TeamsOfEight))
	if column.IsInt() {
		return column
	}
	return p.Round("vp.column", column, exact.Rounding{Unit: exact.Int(1)})
}
