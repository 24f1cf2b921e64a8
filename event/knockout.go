package event

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// CarryOver is what a knock-out match of two teams begins with, from these standings of
// the stage before it, as the regulation says: in IMPs of the first team, below zero
// those of the other. Only their own match counts, several of them together; without one
// there is nothing. It is the Lead of a [Drawn] match.
//
// The error has code [bridge.Conflict] if both share their place, because the part of the
// margin depends on who is ranked higher, and [bridge.NotFound] for teams that are not in
// the list.
func (s *Standings) CarryOver(p *why.Pen, home, away Contestant) (why.Value, error) {
	places := map[Contestant]int{}
	for _, row := range s.Lists[0].Rows {
		places[row.Contestant] = row.Rank
	}
	one, ok1 := places[home]
	two, ok2 := places[away]
	if !ok1 || !ok2 || home == away || s.sheet.opened.Kind != Teams {
		return why.Value{}, bridge.Errorf(bridge.NotFound, "event.carry_teams", "a carry-over of %v and %v: want two teams of the list", home, away)
	}
	var margins []why.Value
	for _, m := range s.sheet.matches {
		if m.facts.away == nil || m.scored == 0 && m.state != MatchReported || !m.hasScore() {
			continue
		}
		for _, side := range bridge.Sides {
			if own, other := m.teamOf(side), m.teamOf(side.Other()); own.Contestant == home && other.Contestant == away {
				margins = append(margins, p.Given("knockout.met", m.sides.Of(side).won.Sub(m.sides.Of(side).lost), why.Int("round", m.facts.Round)))
			}
		}
	}
	margin := p.Sum("knockout.meetings", margins)
	if margin.Sign() == 0 {
		return margin, nil
	}
	if one == two {
		return why.Value{}, bridge.Errorf(bridge.Conflict, "event.carry_level", "a carry-over of %v and %v: they share a place, and what is carried depends on who is ranked higher", home, away)
	}
	if one < two {
		return draw.CarryOver(p, s.sheet.pack.Knockout, margin), nil
	}
	turn := func(v why.Value) why.Value {
		return p.Product("knockout.turned", []why.Value{v}, why.Num("sign", exact.Int(-1)))
	}
	return turn(draw.CarryOver(p, s.sheet.pack.Knockout, turn(margin))), nil
}

// lateDoubts are matches that began late where no rule says what that means: under a
// regulation that has none, and in a knock-out, which brings no victory points.
func (r *reckoning) lateDoubts() (doubts []*bridge.Error) {
	for _, m := range r.matches {
		if m.facts.late() != NobodysFault && m.hasScore() && (r.pack.Match.Late.Minutes == 0 || !r.inVP() || m.knockout()) {
			doubts = append(doubts, bridge.Errorf(bridge.Unsupported, "match.late_rule", "round %d: the match of %v and %v began late, and there is no rule for it: it counts as it was played", m.facts.Round, m.facts.Home, m.facts.Away))
		}
	}
	return doubts
}

// mixedDoubts are stages in which knock-out matches and others have been played: a total
// there adds matches won to what the others bring.
func (r *reckoning) mixedDoubts() (doubts []*bridge.Error) {
	for _, s := range r.stages {
		won, other := false, false
		for _, m := range r.matches {
			if m.hasScore() && slices.Contains(s.Sessions, m.facts.Session) {
				won, other = won || m.knockout(), other || !m.knockout()
			}
		}
		if won && other {
			doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.mixed", "stage %d has knock-out matches and others: a knock-out that was won adds 1 to what the others bring; a stage of its own keeps it apart", s.Stage))
		}
	}
	return doubts
}

// levelDoubts are knock-out matches that are over and level: nobody is out yet.
func (r *reckoning) levelDoubts() (doubts []*bridge.Error) {
	for _, m := range r.matches {
		over := m.state == MatchPlayed || m.state == MatchReported
		if !m.knockout() || !over || m.facts.away == nil || m.sides.NS.vp.Cmp(m.sides.EW.vp) != 0 {
			continue
		}
		doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.level", "round %d: the knock-out match of %v and %v is level, so both go on: extra boards decide it, %d of them by the regulation",
			m.facts.Round, m.facts.Home, m.facts.Away, draw.ExtraBoards(r.pack.Knockout, m.length, 1)))
	}
	return doubts
}
