package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// MatchPart is a part of a match as its line-ups divide it: a half, or a segment.
type MatchPart struct {
	Segment  int         // from 1
	From, To int         // its boards; 0: from the beginning, to the end
	Scored   int         // boards that have a result or an award
	Seats    bridge.Side // who has the choice of seats: North-South the home team; zero: not said
	Won      bridge.BySide[Figure]
	After    bridge.BySide[Figure] // the margin when it was over, with what the match began with, each side's own view
}

// partsOf are the parts of a match in their order; none where no line-up names one.
func (r *reckoning) partsOf(m *match) (parts []MatchPart) {
	f := m.facts
	for _, l := range r.lineUps {
		if l.Segment == 0 || l.Session != f.Session || l.Round != f.Round || l.Team != f.Home && l.Team != f.Away {
			continue
		}
		i := slices.IndexFunc(parts, func(p MatchPart) bool { return p.Segment == l.Segment })
		if i < 0 {
			parts = append(parts, MatchPart{Segment: l.Segment, From: l.From, To: l.To})
			continue
		}
		p := &parts[i]
		p.From = min(p.From, l.From)
		if p.To = max(p.To, l.To); l.To == 0 {
			p.To = 0
		}
	}
	slices.SortFunc(parts, func(a, b MatchPart) int { return cmp.Compare(a.Segment, b.Segment) })
	places := r.pack.Total.Decimals
	after := bridge.BySide[exact.Fraction]{NS: m.lead(), EW: m.lead().Neg()}
	for i := range parts {
		p := &parts[i]
		if f.drawn != nil {
			p.Seats = f.drawn.chooses(p.Segment)
		}
		var boards []*matchBoard
		for _, b := range m.boards {
			if n := int(b.set.Board); b.counts() && n >= p.From && (p.To == 0 || n <= p.To) {
				boards = append(boards, b)
			}
		}
		p.Scored = len(boards)
		for _, side := range bridge.Sides {
			var v matchSide
			if m.ofBoards() || m.reported() { // the boards that are known, as far as they go
				v = r.winsOn(boards, side)
			}
			gain := v.won
			if !r.shares() {
				gain = gain.Sub(v.lost)
			}
			after = after.With(side, after.Of(side).Add(gain))
			p.Won = p.Won.With(side, r.figure(why.Plain(v.won), places))
			p.After = p.After.With(side, r.figure(why.Plain(after.Of(side)), places))
		}
	}
	return parts
}

// WhyMatch derives what a match brings to the total of a side: North-South is the
// home team. The error has code [bridge.NotFound] if the match is not known, or
// counts for nothing yet.
func (s *Standings) WhyMatch(at MatchRef, side bridge.Side) (*why.Node, error) {
	r := s.sheet
	m := r.matchAt(at)
	if m == nil || !m.hasScore() || m.teamOf(side) == nil {
		return nil, noMatch(at)
	}
	v, err := r.victory(why.New(), m, side)
	if err != nil {
		return nil, err
	}
	return v.Node(), nil
}

// WhyMatchBoard derives what a side has from a board of a match. The error has code
// [bridge.NotFound] if the board does not count.
func (s *Standings) WhyMatchBoard(at MatchRef, board bridge.Board, side bridge.Side) (*why.Node, error) {
	r := s.sheet
	m := r.matchAt(at)
	if m == nil {
		return nil, noMatch(at)
	}
	for _, b := range m.boards {
		if b.set.Board == board && b.counts() {
			return r.onBoard(why.New(), b, side).Node(), nil
		}
	}
	return nil, bridge.Errorf(bridge.NotFound, "match.no_board", "board %d of the match of %v and %v has no result that counts", board, at.Home, at.Away)
}

func noMatch(at MatchRef) error {
	return bridge.Errorf(bridge.NotFound, "match.none", "no match of %v and %v that counts", at.Home, at.Away)
}

func (r *reckoning) matchAt(at MatchRef) *match {
	for _, m := range r.matches {
		if m.facts.MatchRef == at {
			return m
		}
	}
	return nil
}

// matchDoubts are what cannot be right in matches.
//
// A team that is registered with fewer than four persons has no list of its players:
// what stands there is the name of the team, or its captain.
func (r *reckoning) matchDoubts() (doubts []*bridge.Error) {
	const roster = 4
	for i, host := range r.hosts {
		if x := r.penalties[i]; host == nil && r.inVP() && x.Amount.Sign() > 0 && x.Unit != PenaltyVP {
			doubts = append(doubts, bridge.Errorf(bridge.NotFound, "match.penalty", "penalty of %v in round %d: there is no match whose IMPs it could change, so it takes nothing away", x.Contestant, x.Round))
		}
	}
	for _, x := range r.penalties {
		n, ok := r.at[x.Contestant]
		in := func(i int) bool {
			f := r.matches[i].facts
			return f.Round == x.Round && (f.Session == x.Session || x.Session == 0)
		}
		if ok && x.Unit == PenaltyVP && x.Round > 0 && x.Amount.Sign() > 0 && len(r.matches) > 0 && !slices.ContainsFunc(r.ofTeam[n], in) {
			doubts = append(doubts, bridge.Errorf(bridge.NotFound, "match.penalty_round", "penalty of %v in round %d: it has no match there; its total has less all the same", x.Contestant, x.Round))
		}
	}
	for _, l := range r.lineUps {
		if own := r.entries[r.at[l.Team]].Persons; len(own) >= roster && slices.ContainsFunc(l.Persons, func(id PersonID) bool { return !slices.Contains(own, id) && !r.substituted(l, id) }) {
			doubts = append(doubts, bridge.Errorf(bridge.NotFound, "lineup.stranger", "round %d: a player in the line-up of %v is neither registered with it nor a substitute", l.Round, l.Team))
		}
	}
	doubts = append(doubts, r.twoMatches()...)
	doubts = append(doubts, r.levelDoubts()...)
	doubts = append(doubts, r.mixedDoubts()...)
	doubts = append(doubts, r.lateDoubts()...)
	if s := r.halfScale; s != nil && s.Unverified() {
		doubts = append(doubts, bridge.Errorf(bridge.Unsupported, "match.half_scale", "half matches count by the scale %s: no text of a body was seen that has it", s.Name()))
	}
	r.ofReport = map[*bridge.Error]MatchRef{}
	for _, m := range r.matches {
		for _, d := range r.reportDoubts(m) {
			r.ofReport[d] = m.facts.MatchRef
			doubts = append(doubts, d)
		}
		for _, b := range m.boards {
			ruled := 0
			for _, l := range slices.Concat(b.rooms.NS, b.rooms.EW) {
				ruled += btoi(l.state == StateAssigned)
			}
			switch f := m.facts; {
			case ruled > mostRulings:
				doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.rulings", "board %d of %v and %v: %d assigned scores, more than a match has, so it does not count", b.set.Board, f.Home, f.Away, ruled))
			case b.state == "" && m.state == MatchOpen && r.passed(m):
				doubts = append(doubts, bridge.Errorf(bridge.NotFound, "match.one_room", "board %d of %v and %v: one room has no result, so it does not count", b.set.Board, f.Home, f.Away))
			}
		}
	}
	return doubts
}

// twoMatches names teams that have more than one match in a round and play in no
// triangle.
func (r *reckoning) twoMatches() (doubts []*bridge.Error) {
	for n, list := range r.ofTeam {
		for i, at := range list {
			if i == 0 {
				continue
			}
			m, before := r.matches[at], r.matches[list[i-1]]
			f, old := m.facts, before.facts
			triangle := f.drawn != nil && f.drawn.Triangle && old.drawn != nil && old.drawn.Triangle
			if f.Round != 0 && f.Session == old.Session && f.Round == old.Round && m.hasScore() && before.hasScore() && !triangle {
				doubts = append(doubts, bridge.Errorf(bridge.Conflict, "match.twice", "round %d: %v has two matches; both count until one is corrected", f.Round, r.entries[n].Contestant))
			}
		}
	}
	slices.SortFunc(doubts, func(a, b *bridge.Error) int { return cmp.Compare(a.Error(), b.Error()) })
	return doubts
}

// substituted reports whether somebody may play for a team in the round of a line-up.
func (r *reckoning) substituted(l LinedUp, id PersonID) bool {
	return slices.ContainsFunc(r.substitutes, func(s Substituted) bool {
		return s.Contestant == l.Team && s.Session == l.Session && l.Round >= s.From && (s.To == 0 || l.Round <= s.To) && slices.Contains(s.Persons, id)
	})
}

// passed reports whether a match is over as far as can be seen: one of its teams has
// begun a later one.
func (r *reckoning) passed(m *match) bool {
	for _, side := range bridge.Sides {
		x := m.teamOf(side)
		if x == nil {
			continue
		}
		for _, i := range r.ofTeam[x.n] {
			o, f := r.matches[i], m.facts
			if o.scored > 0 && cmp.Or(cmp.Compare(o.facts.Session, f.Session), cmp.Compare(o.facts.Round, f.Round)) > 0 {
				return true
			}
		}
	}
	return false
}

// anyMatch reports whether any match counts for its teams.
func (r *reckoning) anyMatch() bool {
	return slices.ContainsFunc(r.matches, func(m *match) bool { return m.hasScore() })
}

// matchSheets are the matches as they are printed.
func (r *reckoning) matchSheets(s *Standings) {
	lines := map[*ratedLine]*Line{}
	if len(r.matches) > 0 {
		for i, b := range r.boards {
			for row, l := range b.lines {
				lines[l] = &s.Boards[i].Lines[row]
			}
		}
	}
	decimals := r.pack.Total.Decimals
	both := func(m *match, of func(matchSide) exact.Fraction) bridge.BySide[Figure] {
		return bridge.BySide[Figure]{NS: r.figure(why.Plain(of(m.sides.NS)), decimals), EW: r.figure(why.Plain(of(m.sides.EW)), decimals)}
	}
	for _, m := range r.matches {
		sheet := MatchSheet{
			MatchRef: m.facts.MatchRef, State: m.state, Length: m.length, Scored: m.scored,
			Won:    both(m, func(v matchSide) exact.Fraction { return v.won }),
			Margin: both(m, func(v matchSide) exact.Fraction { return v.margin }),
			VP:     both(m, func(v matchSide) exact.Fraction { return v.vp }),
			HasVP:  r.inVP() && m.hasScore() && !m.knockout(),
			Parts:  r.partsOf(m), Half: m.facts.half(), Late: m.facts.late(),

			Knockout:  m.knockout(),
			Lead:      r.figure(why.Plain(m.lead()), decimals),
			VPOnly:    m.reported() && m.facts.scored.VPOnly,
			HasBoards: m.ofBoards() && m.facts.away != nil || m.reported() && r.opened.Method == BoardAMatch && !m.facts.scored.VPOnly,
			BoardsWon: both(m, func(v matchSide) exact.Fraction { return v.boards }),
			Aggregate: both(m, func(v matchSide) exact.Fraction { return v.deals }),
		}
		if sheet.HasVP && m.facts.away != nil {
			sheet.Column = r.columnOf(m)
		}
		for _, b := range m.boards {
			line := MatchLine{Board: b.set.Board, State: b.state}
			for _, l := range slices.Concat(b.rooms.NS, b.rooms.EW) {
				line.Rooms = append(line.Rooms, lines[l])
			}
			if b.counts() {
				for _, side := range bridge.Sides {
					line.Won = line.Won.With(side, r.figure(r.onBoard(nil, b, side), decimals))
				}
			}
			sheet.Boards = append(sheet.Boards, line)
		}
		s.Matches = append(s.Matches, sheet)
	}
}
