package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// ReportOf is the match whose report a doubt of these standings is about; ok is false
// for any other doubt.
func (s *Standings) ReportOf(doubt *bridge.Error) (at MatchRef, ok bool) {
	if s.sheet == nil {
		return at, false
	}
	at, ok = s.sheet.ofReport[doubt]
	return at, ok
}

// reportDoubts are what cannot be right in the report of a match: what its boards
// contradict, and victory points that the scale does not give. What was reported
// stands all the same.
func (r *reckoning) reportDoubts(m *match) (doubts []*bridge.Error) {
	f := m.facts
	switch {
	case f.scored == nil:
	case f.away == nil:
		if got, want := *f.scored.HomeVP, r.byeOf(nil, m); r.inVP() && !m.knockout() && !got.Equal(want.Fraction) {
			doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.bye_vp", "round %d: the bye of %v was reported as %v victory points, the regulation gives %v: those that were reported count",
				f.Round, f.Home, r.briefly(got), r.briefly(want.Fraction)))
		}
	case m.reported():
		doubts = r.partlyKnown(m)
		if m.state == MatchReported && f.scored.HomeVP != nil && !m.knockout() {
			if d := r.vpDoubt(m); d != nil {
				doubts = append(doubts, d)
			}
		}
	case m.state == MatchPlayed:
		doubts = r.otherwise(m)
	}
	return doubts
}

// briefly is a number of a report as it is printed.
func (r *reckoning) briefly(v exact.Fraction) Figure {
	return r.figure(why.Plain(v), wholePlaces(v, r.pack.Total.Decimals))
}

// onBoards is what both sides have from the boards of a match that are known.
func (r *reckoning) onBoards(m *match) (sides bridge.BySide[matchSide]) {
	for _, side := range bridge.Sides {
		sides = sides.With(side, r.winsOn(m.boards, side))
	}
	return sides
}

// mostOnBoard is the most that a side can win on a board that is still to come; ok is
// false where there is no such limit.
func (r *reckoning) mostOnBoard(m *match) (most int, ok bool) {
	switch {
	case r.opened.Method == BoardAMatch:
		return 2, true
	case r.opened.Method == IMPs && r.tablesOf(m) <= 1:
		return 24, true
	}
	return 0, false
}

// partlyKnown says where the boards of a reported match that are known cannot lead to
// what was reported.
func (r *reckoning) partlyKnown(m *match) []*bridge.Error {
	s := m.facts.scored
	most, limited := r.mostOnBoard(m)
	if m.scored == 0 || s.VPOnly || !limited {
		return nil
	}
	known := r.onBoards(m)
	rest := exact.Int(most * max(m.length-m.scored, 0))
	odd := s.HomeOf.Sign() > 0 && s.AwayOf.Sign() > 0 && (known.NS.won.Cmp(s.HomeOf) > 0 || known.EW.won.Cmp(s.AwayOf) > 0)
	odd = odd || s.HomeOf.Sub(s.AwayOf).Sub(known.NS.won.Sub(known.EW.won)).Abs().Cmp(rest) > 0
	if !odd {
		return nil
	}
	return []*bridge.Error{bridge.Errorf(bridge.Conflict, "match.report_known", "round %d, %v and %v: the boards that are known give %v:%v, which cannot become the %v:%v that was reported: the report counts",
		m.facts.Round, m.facts.Home, m.facts.Away, r.briefly(known.NS.won), r.briefly(known.EW.won), r.briefly(s.HomeOf), r.briefly(s.AwayOf))}
}

// otherwise says where the boards of a match are all known and its report had another
// result. A report may hold what each side won, or the difference alone.
func (r *reckoning) otherwise(m *match) (doubts []*bridge.Error) {
	f, s := m.facts, m.facts.scored
	own, other := m.sides.NS, m.sides.EW
	if !s.VPOnly && !own.won.Sub(other.won).Equal(s.HomeOf.Sub(s.AwayOf)) {
		doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.report_boards", "round %d, %v and %v: the boards give %v:%v, the report says %v:%v: the boards count",
			f.Round, f.Home, f.Away, r.briefly(own.won), r.briefly(other.won), r.briefly(s.HomeOf), r.briefly(s.AwayOf)))
	}
	if s.HomeVP != nil && !m.knockout() && !(own.vp.Equal(*s.HomeVP) && other.vp.Equal(*s.AwayVP)) {
		doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.report_vp", "round %d, %v and %v: the boards give %v and %v in the total, the report says %v and %v: the boards count",
			f.Round, f.Home, f.Away, r.briefly(own.vp), r.briefly(other.vp), r.briefly(*s.HomeVP), r.briefly(*s.AwayVP)))
	}
	return doubts
}

// vpDoubt holds reported victory points against the winner, the pool and the scale:
// the first of these that is wrong is said.
func (r *reckoning) vpDoubt(m *match) *bridge.Error {
	f, s := m.facts, m.facts.scored
	mine, theirs := r.briefly(*s.HomeVP), r.briefly(*s.AwayVP)
	ahead := s.HomeOf.Cmp(s.AwayOf)
	if !s.VPOnly && ahead*s.HomeVP.Cmp(*s.AwayVP) < 0 {
		return bridge.Errorf(bridge.Conflict, "match.vp_winner", "round %d, %v and %v: the victory points are reported as %v and %v, but the side with less won the match: they count as they stand",
			f.Round, f.Home, f.Away, mine, theirs)
	}
	if !r.inVP() {
		return nil
	}
	scale := r.scaleOf(m)
	if pool, even := scale.Pool(); even && !s.HomeVP.Add(*s.AwayVP).Equal(pool) {
		return bridge.Errorf(bridge.Conflict, "match.vp_pool", "round %d, %v and %v: the victory points are reported as %v and %v, which do not add up to %v: they count as they stand",
			f.Round, f.Home, f.Away, mine, theirs, r.briefly(pool))
	}
	boards := r.columnOf(m)
	if s.VPOnly || boards == 0 {
		return nil
	}
	own, other, err := scale.Of(nil, boards, why.Plain(s.HomeOf.Sub(s.AwayOf)))
	if err == nil && (!own.Equal(*s.HomeVP) || !other.Equal(*s.AwayVP)) { // without a scale there is nothing to hold them against
		return bridge.Errorf(bridge.Conflict, "match.vp_scale", "round %d, %v and %v: the victory points are reported as %v and %v, the scale gives %v and %v: those that were reported count",
			f.Round, f.Home, f.Away, mine, theirs, r.briefly(own.Fraction), r.briefly(other.Fraction))
	}
	return nil
}
