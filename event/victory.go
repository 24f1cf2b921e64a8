package event

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// knockout reports whether the loser of the match is out.
func (m *match) knockout() bool { return m.facts.drawn != nil && m.facts.drawn.Knockout }

// lead is what the home team begins with, below zero the away team.
func (m *match) lead() exact.Fraction {
	if m.facts.drawn == nil || m.facts.drawn.Lead == nil {
		return exact.Fraction{}
	}
	return *m.facts.drawn.Lead
}

// knockouts are the stages of an event of teams that have knock-out matches and no
// others: a total there is the number of matches won.
func (r *reckoning) knockouts() map[int]bool {
	stages := map[int]bool{}
	for _, s := range r.stages {
		won, other := false, false
		for _, m := range r.matches {
			if slices.Contains(s.Sessions, m.facts.Session) {
				won, other = won || m.knockout(), other || !m.knockout()
			}
		}
		stages[s.Stage] = won && !other
	}
	return stages
}

// inVP reports whether matches are turned into victory points.
func (r *reckoning) inVP() bool { return r.scale != nil }

// victory is what a match is worth for a side in the total: victory points, or its
// margin or points where a regulation has no scale; in a knock-out 1 for a match won.
func (r *reckoning) victory(p *why.Pen, m *match, side bridge.Side) (why.Value, error) {
	f := m.facts
	switch {
	case f.away == nil && f.scored != nil && !m.knockout():
		return p.Given("match.reported_vp", *f.scored.HomeVP), nil
	case f.away == nil:
		return r.byeOf(p, m), nil
	case m.state == MatchMissed:
		return r.missedMatch(p, m, side)
	case f.ruled != nil && f.ruled.Ruling == MatchAdjusted:
		if side == home {
			return p.Given("match.adjusted", *f.ruled.HomeVP), nil
		}
		return p.Given("match.adjusted", *f.ruled.AwayVP), nil
	case f.ruled != nil && f.ruled.Ruling == MatchForfeited:
		if fault := f.ruled.Fault; fault == BothsFault || (fault == HomesFault) == (side == home) {
			return p.Given("match.forfeited", exact.Int(0)), nil
		}
		return r.byeOf(p, m), nil
	}
	margin := r.matchMargin(p, m, side)
	switch {
	case m.knockout():
		switch {
		case m.reported() && f.scored.VPOnly:
			margin = p.Difference("match.ahead", []why.Value{r.reportedVP(p, m, side), r.reportedVP(p, m, side.Other())})
		case r.shares():
			margin = p.Difference("match.ahead", []why.Value{margin, r.matchMargin(p, m, side.Other())})
		}
		return p.LookUp("match.knockout", exact.Of(int64(1+margin.Sign()), 2), []why.Value{margin}), nil
	case m.state == MatchReported && f.scored.HomeVP != nil:
		return r.reportedVP(p, m, side), nil
	case !r.inVP():
		return margin, nil
	}
	boards := r.columnOf(m)
	if boards == 0 {
		return why.Value{}, bridge.Errorf(bridge.Unsupported, "match.length", "nothing says how many boards the match of %v and %v has", f.Home, f.Away)
	}
	own, _, err := r.scaleOf(m).Of(p, boards, margin)
	if err == nil && f.late() != NobodysFault {
		own = vp.Late(p, r.pack.Match.Late, own, f.late() == BothsFault || (f.late() == HomesFault) == (side == home))
	}
	return own, err
}

// reportedVP is what a side was reported to have in victory points.
func (r *reckoning) reportedVP(p *why.Pen, m *match, side bridge.Side) why.Value {
	if side == home {
		return p.Given("match.reported_vp", *m.facts.scored.HomeVP)
	}
	return p.Given("match.reported_vp", *m.facts.scored.AwayVP)
}

// scaleOf is the scale of a match: a short triangle has one of its own.
func (r *reckoning) scaleOf(m *match) *vp.Scale {
	if m.facts.half() {
		return r.halfScale
	}
	return r.scale
}

// late is who came too late.
func (f *matchFacts) late() MatchFault {
	if f.ruled != nil && f.ruled.Ruling == MatchLate {
		return f.ruled.Fault
	}
	return NobodysFault
}

// half reports whether the match counts half: one of a short triangle.
func (f *matchFacts) half() bool { return f.drawn != nil && f.drawn.Half }

// column is the number of boards whose column of the scale a match is scored by.
func (r *reckoning) column(p *why.Pen, m *match) why.Value {
	played := m.scored
	if m.reported() || m.state == MatchState(MatchVoid) {
		played = m.length
	}
	rules := r.pack.VictoryPoints
	if m.facts.late() != NobodysFault && r.pack.Match.Late.Minutes > 0 {
		rules.ShortMatch = regulation.BoardsPlayed // the rule of late matches says so
		if s := m.facts.scored; m.state == MatchReported && s.Boards > 0 {
			played = s.Boards
		}
	}
	return vp.Boards(p, rules, vp.Match{
		Scheduled: m.length, Played: played, Eight: r.tablesOf(m) > 1 && r.pack.Match.Eight == regulation.EightAggregate,
	})
}

// columnOf is the same as a plain number; 0: nothing says it.
func (r *reckoning) columnOf(m *match) int {
	boards, _ := r.column(nil, m).Int64()
	return int(boards)
}

// tablesOf is how many tables a team had in one direction: two in teams of eight.
func (r *reckoning) tablesOf(m *match) (tables int) {
	for _, b := range m.boards {
		tables = max(tables, len(b.rooms.NS), len(b.rooms.EW))
	}
	return tables
}

// byeOf is what a team gets that has no opponent.
func (r *reckoning) byeOf(p *why.Pen, m *match) why.Value {
	switch {
	case m.knockout():
		return p.Given("match.bye_knockout", exact.Int(1))
	case r.inVP() && m.facts.half():
		return p.Product("match.half", []why.Value{p.Given("match.bye", r.pack.Match.Bye)}, why.Num("half", exact.Of(1, 2)))
	case r.inVP():
		return p.Given("match.bye", r.pack.Match.Bye)
	}
	return p.Product("match.bye_boards", []why.Value{r.ofUnplayed(p, AveragePlus)}, why.Int("boards", m.length))
}

// missedMatch is what a team gets for a match that its opponents withdrew from; they
// get nothing.
func (r *reckoning) missedMatch(p *why.Pen, m *match, side bridge.Side) (why.Value, error) {
	mine, theirs := m.teamOf(side), m.teamOf(side.Other())
	if r.left(mine.n) {
		return p.Given("match.forfeited", exact.Int(0)), nil
	}
	if r.pack.Withdrawal.Missed == regulation.MissedBye {
		return r.byeOf(p, m), nil
	}
	best := []why.Value{r.byeOf(p, m)}
	if !r.inVP() && !m.knockout() {
		plus := min(3, m.length)
		best[0] = p.Sum("withdrawn.three", []why.Value{
			p.Product("withdrawn.plus_boards", []why.Value{r.ofUnplayed(p, AveragePlus)}, why.Int("boards", plus)),
			p.Product("withdrawn.average_boards", []why.Value{r.ofUnplayed(p, Average)}, why.Int("boards", m.length-plus)),
		})
	}
	if mean, ok := r.meanVP(p, mine.n, m); ok {
		best = append(best, mean)
	}
	if mean, ok := r.meanVP(p, theirs.n, m); ok && r.inVP() {
		if pool, even := r.scale.Pool(); even {
			best = append(best, p.Difference("withdrawn.converse_vp", []why.Value{p.Given("match.pool", pool), mean}))
		}
	}
	v := p.Greatest("withdrawn.best", best)
	unit := exact.Int(1)
	if r.inVP() {
		if t, err := r.scale.Table(max(m.length, 1)); err == nil {
			unit = exact.DecimalUnit(t.Decimals)
		}
	}
	if up := roundedUp(v.Fraction, unit); !up.Equal(v.Fraction) {
		return p.LookUp("withdrawn.up", up, []why.Value{v}, why.Num("unit", unit)), nil
	}
	return v, nil
}

// roundedUp is the least multiple of a unit that is not below a number.
func roundedUp(v, unit exact.Fraction) exact.Fraction {
	n := v.Round(exact.Rounding{Unit: unit})
	if n.Cmp(v) < 0 {
		return n.Add(unit)
	}
	return n
}

// meanVP is the mean of a team's matches that were played, but one.
func (r *reckoning) meanVP(p *why.Pen, n int, but *match) (mean why.Value, ok bool) {
	var list []why.Value
	for _, m := range r.matches {
		for _, side := range bridge.Sides {
			if x := m.teamOf(side); x == nil || x.n != n || m == but || m.scored == 0 && m.state != MatchReported || !m.hasScore() || m.facts.half() {
				continue
			}
			points, err := r.victory(p, m, side)
			if err != nil {
				return why.Value{}, false
			}
			list = append(list, points)
		}
	}
	if len(list) == 0 {
		return why.Value{}, false
	}
	return p.Quotient("own.mean", p.Sum("own.sum", list), p.Given("own.matches", exact.Int(len(list)))), true
}

// teamTotal is what a team has from the matches of some sessions.
func (r *reckoning) teamTotal(p *why.Pen, n int, sessions []int, carried []carry) total {
	var t total
	var parts []why.Value
	for _, i := range r.ofTeam[n] {
		m := r.matches[i]
		if !m.hasScore() || !slices.Contains(sessions, m.facts.Session) {
			continue
		}
		for _, side := range bridge.Sides {
			x := m.teamOf(side)
			if x == nil || x.n != n {
				continue
			}
			v := why.Plain(m.sides.Of(side).vp)
			if p != nil {
				v, _ = r.victory(p, m, side) // without an error when the match was rated
			}
			against := "–"
			if other := m.teamOf(side.Other()); other != nil {
				against = other.Contestant.String()
			}
			parts = append(parts, p.Same("total.match", v, why.Word("round", exact.Int(m.facts.Round).String()), why.Word("against", against)))
			t.matches++
			if m.facts.half() {
				t.halves++
			}
			t.boards += m.played()
			t.record.add(r, m, side)
		}
	}
	t.sum = p.Sum("total.matches", parts)
	var taken []why.Value
	for i, x := range r.penalties {
		whole := x.Unit == PenaltyVP || r.hosts[i] == nil && !r.inVP()
		if x.Contestant == r.entries[n].Contestant && whole && x.Amount.Sign() > 0 && slices.Contains(sessions, r.teamSession(n, x.Session)) {
			v := x.taken(p)
			t.penalty = t.penalty.Add(v.Fraction)
			taken = append(taken, v)
		}
	}
	if len(taken) > 0 {
		t.sum = p.Difference("total.penalised", append([]why.Value{t.sum}, taken...))
	}
	for _, c := range carried {
		t.sum = p.Sum("total.with_carry", []why.Value{t.sum, c.amount})
		t.carried = t.carried.Add(c.amount.Fraction)
	}
	if t.matches > 0 {
		t.rating = p.Quotient("total.match_mean", t.sum, p.Given("total.match_count", exact.Of(int64(t.halfMatches()), 2)))
	}
	return t
}

// teamSession is the session that a team's penalty belongs to: the one that it
// names, else the last one that the team had a match in.
func (r *reckoning) teamSession(n, named int) int {
	if r.session(named) >= 0 {
		return named
	}
	last := r.sessions[0]
	for _, i := range r.ofTeam[n] {
		if m := r.matches[i]; m.hasScore() {
			last = m.facts.Session
		}
	}
	return last
}

// played is how many boards of a match count.
func (m *match) played() int {
	if m.scored == 0 || m.reported() {
		return m.length
	}
	return m.scored
}

// record is a team's matches in numbers.
type record struct {
	won, drawn, lost int
	imps, against    exact.Fraction
	boards           exact.Fraction // won, an equal one is half
	boardsLost       exact.Fraction
	deals            exact.Fraction // at Patton: own scores less those of the others
	noIMPs           bool           // those of a match are not known
	noBoards         bool           // nor who won its boards
}

// add counts a match.
func (c *record) add(r *reckoning, m *match, side bridge.Side) {
	own, other := m.sides.Of(side), m.sides.Of(side.Other())
	c.imps, c.against, c.boards = c.imps.Add(own.won), c.against.Add(own.lost), c.boards.Add(own.boards)
	c.boardsLost, c.deals = c.boardsLost.Add(other.boards), c.deals.Add(own.deals)
	if m.facts.away == nil || m.state == MatchMissed {
		return
	}
	vpOnly := m.reported() && m.facts.scored.VPOnly
	c.noIMPs = c.noIMPs || vpOnly
	c.noBoards = c.noBoards || vpOnly || m.reported() && r.opened.Method != BoardAMatch
	sign := own.margin.Sign()
	if r.shares() {
		sign = own.margin.Cmp(other.margin)
	}
	switch m.state {
	case MatchState(MatchVoid), MatchState(MatchForfeited), MatchState(MatchAdjusted):
		sign = own.vp.Cmp(other.vp)
	default:
		if vpOnly {
			sign = own.vp.Cmp(other.vp)
		}
	}
	if m.state == MatchState(MatchForfeited) { // whatever it is worth
		if sign = -1; m.facts.ruled.Fault == HomesFault && side == away || m.facts.ruled.Fault == AwaysFault && side == home {
			sign = 1
		}
	}
	switch {
	case sign > 0:
		c.won++
	case sign < 0:
		c.lost++
	default:
		c.drawn++
	}
}

// halfMatches is how many matches a team had, a short one counting 1 and any other 2.
func (t total) halfMatches() int { return 2*t.matches - t.halves }
