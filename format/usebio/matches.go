package usebio

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// mostBoards is more boards than any match has.
const mostBoards = 1000

// period is a round of a session.
type period struct{ session, round int }

// opponents are those whom each team meets in a round, nobody in a bye.
type opponents map[period]map[event.Contestant][]event.Contestant

func (o opponents) meet(at period, a, b event.Contestant) {
	if o[at] == nil {
		o[at] = map[event.Contestant][]event.Contestant{}
	}
	o[at][a] = append(o[at][a], b)
	if !b.IsZero() {
		o[at][b] = append(o[at][b], a)
	}
}

// kind says whether a match is the only one of both teams in the round, or one of the
// three of a triangle.
func (o opponents) kind(at period, a, b event.Contestant) (alone, triangle bool) {
	own, other := o[at][a], o[at][b]
	if b.IsZero() || len(own) != 2 || len(other) != 2 {
		return len(own) == 1 && (b.IsZero() || len(other) == 1), false
	}
	third := own[0]
	if third == b {
		third = own[1]
	}
	return false, third != b && !third.IsZero() && slices.Contains(other, third) && len(o[at][third]) == 2
}

// ref names the match in the facts.
func (m *match) ref() event.MatchRef {
	return event.MatchRef{Session: m.session, Round: m.round, Table: m.table, Home: m.team, Away: m.opponent}
}

// draws says who meets whom. A team has one match in a round, or the two of a triangle;
// where a file says more, as one that does not name its rounds, the boards tell the
// matches.
func (r *reader) draws() (acts []event.Act) {
	field := opponents{}
	for _, m := range r.matches {
		field.meet(period{m.session, m.round}, m.team, m.opponent)
	}
	for _, m := range r.matches {
		alone, triangle := field.kind(period{m.session, m.round}, m.team, m.opponent)
		switch {
		case m.team == m.opponent:
			r.rec.Warn(m.at, "usebio.match_itself", "round %d: a match of %v against themselves; left out", m.round, m.team)
			continue
		case !alone && !triangle:
			r.rec.Warn(m.at, "usebio.match_again", "round %d: %v and %v: one of them has another match in the round; the draw is left out", m.round, m.team, m.opponent)
			continue
		}
		acts = append(acts, event.Drawn{MatchRef: m.ref(), Boards: m.boards, Triangle: triangle, Knockout: r.knockout})
	}
	return acts
}

// reports says what came of whole matches, which counts where their boards are not all
// in the file. Where a file has victory points alone, IMPs are not known.
func (r *reader) reports() (acts []event.Act) {
	for _, m := range r.matches {
		won, vp := m.won, m.vp
		if r.vps && vp.NS == nil && vp.EW == nil {
			won, vp = bridge.BySide[*event.Printed]{}, won
		}
		if m.opponent.IsZero() && vp.NS != nil && vp.NS.Value.Abs().Cmp(exact.Int(mostPoints)) <= 0 {
			acts = append(acts, event.MatchScored{MatchRef: m.ref(), Boards: m.boards, HomeVP: &vp.NS.Value})
			r.reported(m)
		}
		if m.opponent.IsZero() || m.team == m.opponent || !r.whole(m, won) || !r.whole(m, vp) {
			continue
		}
		switch {
		case won.NS != nil:
			s := event.MatchScored{MatchRef: m.ref(), Boards: m.boards, HomeOf: won.NS.Value, AwayOf: won.EW.Value}
			if vp.NS != nil {
				s.HomeVP, s.AwayVP = &vp.NS.Value, &vp.EW.Value
			}
			acts = append(acts, s)
			r.reported(m)
		case vp.NS != nil:
			acts = append(acts, event.MatchScored{MatchRef: m.ref(), Boards: m.boards, HomeVP: &vp.NS.Value, AwayVP: &vp.EW.Value, VPOnly: true})
			r.reported(m)
		}
	}
	return acts
}

// reported notes where the file says what came of a match.
func (r *reader) reported(m *match) {
	r.rec.Reports = append(r.rec.Reports, event.ReportPlace{MatchRef: m.ref(), Line: m.at})
}

// whole reports whether a match has the result of both sides or of none, one that can
// be.
func (r *reader) whole(m *match, of bridge.BySide[*event.Printed]) bool {
	if (of.NS == nil) != (of.EW == nil) {
		r.rec.Warn(m.at, "usebio.match_one_side", "round %d, %v and %v: the result of one side only; left out", m.round, m.team, m.opponent)
		return false
	}
	for _, p := range []*event.Printed{of.NS, of.EW} {
		if p != nil && p.Value.Abs().Cmp(exact.Int(mostPoints)) > 0 {
			r.rec.Warn(m.at, "usebio.match_score", "round %d, %v and %v: no match ends with %s; left out", m.round, m.team, m.opponent, p.String())
			return false
		}
	}
	return true
}

// seats reports whether lines name players by their seats.
func (n *node) seats() bool {
	for k := n.first; k != nil; k = k.next {
		switch k.name {
		case "TRAVELLER_LINE":
			if k.has("N_PLAYER_NUMBER") || k.has("E_PLAYER_NUMBER") {
				return true
			}
		case "SESSION", "SECTION", "BOARD", "MATCH":
			if k.seats() {
				return true
			}
		}
	}
	return false
}
