package event

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// teamTie is what a tie-break gives a team against those it is equal with.
func (r *reckoning) teamTie(p *why.Pen, tie regulation.Tie, n int, among []int) why.Value {
	sessions := r.sessionsAmong(among)
	t := func(n int) total {
		_, t := r.ranksIn(n)
		return t
	}
	if v, unknown := r.unknownOf(p, tie, among, sessions, func(n int) record { return t(n).record }); unknown {
		return v
	}
	switch tie {
	case regulation.HeadToHead:
		return r.matchesAmong(p, n, among, sessions, func(v matchSide) exact.Fraction { return v.vp })
	case regulation.DirectNet:
		return r.matchesAmong(p, n, among, sessions, func(v matchSide) exact.Fraction { return v.won.Sub(v.lost) })
	case regulation.Opponents:
		var list []why.Value
		for _, i := range r.ofTeam[n] {
			for _, side := range bridge.Sides {
				m := r.matches[i]
				if x, other := m.teamOf(side), m.teamOf(side.Other()); x != nil && x.n == n && other != nil && m.hasScore() && slices.Contains(sessions, m.facts.Session) {
					list = append(list, p.Given("tie.score_of", t(other.n).sum.Fraction, why.Word("against", other.Contestant.String())))
				}
			}
		}
		return p.Sum("tie.opponents", list)
	case regulation.Net:
		own := t(n).record
		return p.Difference("tie.net", []why.Value{p.Given("tie.imps_won", own.imps), p.Given("tie.imps_lost", own.against)})
	case regulation.Quotient:
		own := t(n).record
		if own.against.Sign() == 0 { // nothing was lost: as if it were one
			return p.Given("tie.imps_won", own.imps)
		}
		return p.Quotient("tie.quotient_imps", p.Given("tie.imps_won", own.imps), p.Given("tie.imps_lost", own.against))
	case regulation.Boards:
		return p.Given("tie.boards_won", t(n).record.boards)
	case regulation.Lot:
		return r.lotOf(p, n)
	}
	return why.Value{}
}

// ranksIn is the stage that a team is ranked in, the last one that it has a match in,
// and what it has there.
func (r *reckoning) ranksIn(n int) (s stage, t total) {
	for _, s := range r.stages {
		if t := r.stageTotal(nil, n, s); t.matches > 0 {
			return s, t
		}
	}
	return stage{}, total{}
}

// sessionsAmong are the sessions of the stage that equal teams are ranked in: a tie of
// a final is broken by its matches, those of the groups were another contest.
func (r *reckoning) sessionsAmong(among []int) []int {
	if len(r.stages) == 1 || len(among) == 0 {
		return r.sessions
	}
	s, _ := r.ranksIn(among[0])
	return s.Sessions
}

// unknownOf is what a tie-break gives where something of a match of these teams that it
// asks for is not known: the same for all, so that it decides nothing. Teams are
// compared on an equal basis.
func (r *reckoning) unknownOf(p *why.Pen, tie regulation.Tie, among, sessions []int, of func(n int) record) (v why.Value, unknown bool) {
	lacks := func(what func(record) bool) bool {
		return slices.ContainsFunc(among, func(n int) bool { return what(of(n)) })
	}
	switch tie {
	case regulation.Boards:
		if lacks(func(c record) bool { return c.noBoards }) {
			return p.Given("tie.boards_unknown", exact.Int(0)), true
		}
	case regulation.Net, regulation.Quotient:
		unknown = lacks(func(c record) bool { return c.noIMPs })
	case regulation.DirectNet:
		unknown = slices.ContainsFunc(r.matches, func(m *match) bool {
			f := m.facts
			return m.reported() && f.scored.VPOnly && slices.Contains(sessions, f.Session) && slices.Contains(among, f.home.n) && slices.Contains(among, f.away.n)
		})
	}
	if unknown {
		return p.Given("tie.imps_unknown", exact.Int(0)), true
	}
	return v, false
}

// matchesAmong adds up what a team has against those it is tied with, and
// takes away theirs. It decides nothing unless all of them met equally often: a team
// cannot gain by a match that others had not.
func (r *reckoning) matchesAmong(p *why.Pen, n int, among, sessions []int, of func(matchSide) exact.Fraction) why.Value {
	var mine, theirs []why.Value
	list := r.ofTeam[n]
	if !r.allMet(among, sessions) {
		list = nil
	}
	for _, i := range list {
		m := r.matches[i]
		for _, side := range bridge.Sides {
			x, other := m.teamOf(side), m.teamOf(side.Other())
			if x == nil || other == nil || x.n != n || !slices.Contains(among, other.n) || !m.hasScore() || !slices.Contains(sessions, m.facts.Session) {
				continue
			}
			against := why.Word("against", other.Contestant.String())
			mine = append(mine, p.Given("tie.match", of(m.sides.Of(side)), against))
			theirs = append(theirs, p.Given("tie.match", of(m.sides.Of(side.Other())), against))
		}
	}
	return p.Difference("tie.among", []why.Value{p.Sum("tie.among_own", mine), p.Sum("tie.among_theirs", theirs)})
}

// allMet reports whether each of some teams had as many matches with each other.
func (r *reckoning) allMet(among, sessions []int) bool {
	met := map[[2]int]int{}
	for _, m := range r.matches {
		if m.facts.away != nil && m.hasScore() && slices.Contains(sessions, m.facts.Session) {
			a, b := m.facts.home.n, m.facts.away.n
			met[[2]int{min(a, b), max(a, b)}]++
		}
	}
	times := -1
	for i, a := range among {
		for _, b := range among[:i] {
			n := met[[2]int{min(a, b), max(a, b)}]
			if times < 0 {
				times = n
			}
			if n == 0 || n != times {
				return false
			}
		}
	}
	return true
}
