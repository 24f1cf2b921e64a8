package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// match is a match with all that came up in it.
type match struct {
	facts  *matchFacts
	boards []*matchBoard
	state  MatchState
	length int // boards that are scheduled
	scored int // boards that have a result or an award

	// A report of the whole match counts until all of its boards are known.
	byReport bool

	sides bridge.BySide[matchSide]
}

// The home team of a match is North-South in its values, the away team East-West.
const (
	home = bridge.NS
	away = bridge.EW
)

// matchSide is what one team has from a match.
type matchSide struct {
	won    exact.Fraction // IMPs or points won, board by board
	lost   exact.Fraction // those of the others
	margin exact.Fraction // in its own view, less penalties
	boards exact.Fraction // won, an equal one is half
	deals  exact.Fraction // at Patton: its scores less those of the others
	vp     exact.Fraction
}

// matchBoard is a board of a match with the results of all its tables.
type matchBoard struct {
	set   BoardSet
	rooms bridge.BySide[[]*ratedLine] // where the home team, or the away team, sat North-South
	state State                       // played, adjusted, cancelled, or "" where a room has no result yet
}

// teamOf is the entry of a team, nil for nobody.
func (m *match) teamOf(side bridge.Side) *entry {
	if side == home {
		return m.facts.home
	}
	return m.facts.away
}

// matches gathers the matches of a teams event, in the order of sessions, rounds and
// tables.
func (r *reckoning) gather(e *Event) []*match {
	byKey := map[encounter]*match{}
	var all []*match
	for key, s := range e.matched {
		m := &match{facts: s.facts(e)}
		byKey[key] = m
		all = append(all, m)
	}
	at := map[*match]map[bridge.Board]*matchBoard{}
	for _, b := range r.boards {
		for _, l := range b.lines {
			if l.sides.NS == nil || l.sides.EW == nil {
				continue
			}
			key := encounterOf(l.Session, l.Round, l.sides.NS, l.sides.EW)
			m := byKey[key]
			if m == nil {
				ref := MatchRef{Session: l.Session, Round: l.Round, Table: l.Table, Home: l.NS, Away: l.EW}
				m = &match{facts: &matchFacts{MatchRef: ref, home: l.sides.NS, away: l.sides.EW}}
				byKey[key] = m
				all = append(all, m)
			}
			if f := m.facts; f.drawn == nil && f.scored == nil && f.ruled == nil && l.sides.NS != f.home && before(l, f.MatchRef) {
				m.facts = &matchFacts{MatchRef: MatchRef{l.Session, l.Round, l.Table, l.NS, l.EW}, home: l.sides.NS, away: l.sides.EW}
			}
		}
	}
	for _, b := range r.boards {
		for _, l := range b.lines {
			if l.sides.NS == nil || l.sides.EW == nil {
				continue
			}
			m := byKey[encounterOf(l.Session, l.Round, l.sides.NS, l.sides.EW)]
			if at[m] == nil {
				at[m] = map[bridge.Board]*matchBoard{}
			}
			mb := at[m][b.set.Board]
			if mb == nil {
				mb = &matchBoard{set: b.set}
				at[m][b.set.Board] = mb
				m.boards = append(m.boards, mb)
			}
			side := home
			if l.sides.NS != m.facts.home {
				side = away
			}
			mb.rooms = mb.rooms.With(side, append(mb.rooms.Of(side), l))
		}
	}
	slices.SortFunc(all, func(a, b *match) int {
		x, y := a.facts, b.facts
		return cmp.Or(cmp.Compare(x.Session, y.Session), cmp.Compare(x.Round, y.Round), cmp.Compare(x.Table, y.Table), x.Home.Compare(y.Home), x.Away.Compare(y.Away))
	})
	return all
}

// before reports whether a line stands at an earlier table than the one that a match
// was named by, so that its North-South is the home team. It does not depend on the
// order in which results came in.
func before(l *ratedLine, ref MatchRef) bool {
	return cmp.Or(cmp.Compare(l.Table, ref.Table), l.NS.Compare(ref.Home)) < 0
}

// onMatch is where a line stands in a match.
type onMatch struct {
	match *match
	board *matchBoard
}

// playMatches works out the matches of the event, and then what each line was worth
// in its match.
func (r *reckoning) playMatches(e *Event) (err error) {
	if r.opened.Method == IMPs && r.pack.VictoryPoints.Teams != regulation.NoVPScale {
		if r.scale, err = vp.Teams(r.pack.VictoryPoints); err != nil {
			return err
		}
	}
	if r.opened.Method == Patton && r.pack.Match.Patton.VP {
		if r.beside, err = vp.Teams(r.pack.VictoryPoints); err != nil {
			return err
		}
	}
	if err := r.rateMatches(e); err != nil {
		return err
	}
	r.onMatch = map[*ratedLine]onMatch{}
	for _, m := range r.matches {
		for _, b := range m.boards {
			for _, l := range slices.Concat(b.rooms.NS, b.rooms.EW) {
				r.onMatch[l] = onMatch{m, b}
			}
		}
	}
	for _, b := range r.boards {
		for _, g := range b.groups {
			r.value(g)
		}
		r.arrange(b)
	}
	return nil
}

// rateMatches works out what each match of the event is worth.
func (r *reckoning) rateMatches(e *Event) error {
	r.matches = r.gather(e)
	if r.inVP() && slices.ContainsFunc(r.matches, func(m *match) bool { return m.facts.half() }) {
		half, err := vp.TeamsHalf(r.pack.VictoryPoints)
		if err != nil {
			return err
		}
		r.halfScale = half
	}
	r.ofTeam = make([][]int, len(r.entries))
	for i, m := range r.matches {
		r.advance(m)
		if n := r.columnOf(m); r.beside != nil && n > 0 {
			if _, err := r.beside.Table(n); err != nil { // a length that it does not have is refused here
				return err
			}
		}
		for _, side := range bridge.Sides {
			if x := m.teamOf(side); x != nil {
				r.ofTeam[x.n] = append(r.ofTeam[x.n], i)
			}
		}
	}
	r.hosts = make([]*match, len(r.penalties))
	for i, x := range r.penalties {
		r.hosts[i] = r.hostOf(x)
	}
	for _, missed := range []bool{false, true} { // a missed match is worth what the others were
		for _, m := range r.matches {
			if (m.state == MatchMissed) != missed {
				continue
			}
			if err := r.rateMatch(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// hostOf is the match that a penalty in IMPs, or in points of boards, counts in
// before victory points: that of its round. In a triangle it is the first one.
func (r *reckoning) hostOf(x Penalised) *match {
	n, ok := r.at[x.Contestant]
	if !ok || x.Amount.Sign() == 0 || x.Unit == PenaltyVP {
		return nil
	}
	only := x.Round == 0 && len(r.ofTeam[n]) == 1 // there is no other match that it could mean
	for _, i := range r.ofTeam[n] {
		m := r.matches[i]
		f := m.facts
		if f.away == nil || !only && (f.Session != x.Session && r.session(x.Session) >= 0 || f.Round != x.Round) {
			continue
		}
		switch m.state {
		case MatchDrawn, MatchOpen, MatchPlayed, MatchState(MatchVoid):
			return m
		case MatchReported:
			if f.scored.HomeVP == nil {
				return m
			}
		}
	}
	return nil
}

// taken are the penalties that count in a match for a side.
func (r *reckoning) taken(p *why.Pen, m *match, side bridge.Side) (list []why.Value) {
	for i, x := range r.penalties {
		if r.hosts[i] == m && x.Contestant == m.teamOf(side).Contestant {
			list = append(list, x.taken(p))
		}
	}
	return list
}

// advance says how far a match has come.
func (r *reckoning) advance(m *match) {
	scored, removed, missing := 0, 0, 0
	for _, b := range m.boards {
		b.state = b.stands()
		switch b.state {
		case StatePlayed, StateAdjusted:
			scored++
		case StateCancelled, StateNotPlayed:
			removed++
		default:
			missing++
		}
	}
	f := m.facts
	planned := 0
	if f.drawn != nil {
		planned = f.drawn.Boards
	}
	m.length = cmp.Or(planned, scored+removed+missing)
	m.scored = scored
	if f.scored != nil && f.away != nil {
		expected := cmp.Or(planned, f.scored.Boards, r.longest(m))
		m.byReport = scored == 0 || missing > 0 || expected == 0 || scored+removed < expected
		m.length = cmp.Or(expected, m.length)
	}
	switch {
	case f.away == nil:
		m.state = MatchBye
	case r.dropped(f.home) || r.dropped(f.away):
		m.state = MatchCancelled
	case f.ruled != nil && f.ruled.Ruling != MatchLate:
		m.state = MatchState(f.ruled.Ruling)
	case m.byReport:
		m.state = MatchReported
	case scored == 0 && (r.left(f.home.n) || r.left(f.away.n)):
		m.state = MatchMissed
	case scored == 0:
		m.state = MatchDrawn
	case missing > 0 || scored+removed < planned:
		m.state = MatchOpen
	default:
		m.state = MatchPlayed
	}
	switch m.state {
	case MatchBye, MatchMissed, MatchState(MatchForfeited):
		if !r.inVP() { // it is worth so much a board
			m.length = cmp.Or(m.length, r.longest(m))
		}
	case MatchState(MatchVoid):
		m.length = cmp.Or(m.length, r.longest(m))
	}
}

// longest is how many boards the longest other match of the round has, as far as they
// are known: a report that does not say its own boards was of as many. 0: nothing is
// known.
func (r *reckoning) longest(m *match) (boards int) {
	for _, o := range r.matches {
		if o == m || o.facts.Session != m.facts.Session || o.facts.Round != m.facts.Round || o.facts.half() != m.facts.half() {
			continue
		}
		boards = max(boards, len(o.boards))
		if d := o.facts.drawn; d != nil {
			boards = max(boards, d.Boards)
		}
		if s := o.facts.scored; s != nil {
			boards = max(boards, s.Boards)
		}
	}
	return boards
}

// reported reports whether the IMPs of a match are those that were reported: its
// boards are not all known, and no ruling put others in their place.
func (m *match) reported() bool {
	return m.byReport && (m.state == MatchReported || m.state == MatchState(MatchAdjusted))
}

// ofBoards reports whether the IMPs of a match are those of its boards.
func (m *match) ofBoards() bool {
	switch m.state {
	case MatchState(MatchVoid), MatchState(MatchForfeited), MatchCancelled:
		return false
	}
	return !m.reported()
}

// dropped reports whether the results of a team do not count.
func (r *reckoning) dropped(x *entry) bool { return x.n < len(r.cancelled) && r.cancelled[x.n] }

// wins is what both sides won and lost in a match, on its boards or as it was
// reported.
func (r *reckoning) wins(m *match, side bridge.Side) (v matchSide) {
	switch {
	case m.reported():
		v.won, v.lost = m.facts.scored.HomeOf, m.facts.scored.AwayOf
		if side == away {
			v.won, v.lost = v.lost, v.won
		}
		if r.opened.Method == BoardAMatch {
			v.boards = v.won.Div(exact.Int(2))
		}
	case m.ofBoards():
		v = r.winsOn(m.boards, side)
		if r.opened.Method == Patton { // with what the aggregate brings
			v.won, v.lost = r.boardSum(nil, m, side).Fraction, r.boardSum(nil, m, side.Other()).Fraction
			v.deals = r.aggregate(m, side).mean()
		}
	}
	return v
}

// winsOn adds up what both sides won and lost on some boards of a match, as far as
// these count.
func (r *reckoning) winsOn(boards []*matchBoard, side bridge.Side) (v matchSide) {
	for _, b := range boards {
		if !b.counts() {
			continue
		}
		own := r.onBoard(nil, b, side).Fraction
		switch {
		case r.shares():
			v.lost = v.lost.Add(r.onBoard(nil, b, side.Other()).Fraction)
			v.won = v.won.Add(own)
		case own.Sign() > 0:
			v.won = v.won.Add(own)
		default:
			v.lost = v.lost.Sub(own)
		}
		v.boards = v.boards.Add(r.boardWon(b, side))
	}
	return v
}

// shares reports whether the sides share the points of a board, so that both of
// them win some.
func (r *reckoning) shares() bool {
	return r.opened.Method == BoardAMatch || r.opened.Method == Patton
}

// rateMatch works out what each side has from a match.
func (r *reckoning) rateMatch(m *match) error {
	f := m.facts
	for _, side := range bridge.Sides {
		if m.teamOf(side) == nil {
			continue
		}
		v := r.wins(m, side)
		v.margin = r.matchMargin(nil, m, side).Fraction
		if m.hasScore() {
			points, err := r.victory(nil, m, side)
			if err != nil {
				return bridge.At("round "+exact.Int(f.Round).String()+", "+f.Home.String()+" and "+f.Away.String(), err)
			}
			v.vp = points.Fraction
		}
		m.sides = m.sides.With(side, v)
	}
	return nil
}

// hasScore reports whether a match counts for its teams yet.
func (m *match) hasScore() bool { return m.state != MatchDrawn && m.state != MatchCancelled }

// mostRulings is how many tables of a board may have an assigned score: what all of
// them may have brought is tried out.
const mostRulings = 4

// teams compares the results of a board with the other room of the same match: its
// lines show what the pairs won for their teams.
type teams struct{ *reckoning }

func (r teams) rate(*group) {}

// earned is what the pair of a line won for its team on the board.
func (r teams) earned(p *why.Pen, l *ratedLine, x share) why.Value {
	m, b := r.boardOf(l)
	if b == nil || !b.counts() {
		return p.Given("match.no_board", exact.Int(0))
	}
	side := x.side
	if l.sides.NS != m.facts.home {
		side = side.Other()
	}
	return r.onBoard(p, b, side)
}

// boardOf finds the match of a line and its board there.
func (r teams) boardOf(l *ratedLine) (*match, *matchBoard) {
	if at, ok := r.onMatch[l]; ok {
		return at.match, at.board
	}
	return nil, nil
}

func (r teams) shown(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r teams) rating(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r teams) lineTop(*why.Pen, *ratedLine, share) why.Value { return why.Value{} }

func (r teams) ratingOf(_ *why.Pen, t total) why.Value { return t.rating }

// printed is a total of matches, brought up to the most halves of a match that a
// team of the list has where the regulation says so.
func (r teams) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	if own := t.halfMatches(); r.pack.Total.Unequal == regulation.Factored && own != 0 && own != most {
		factor := p.Quotient("total.factor", p.Given("total.most_matches", exact.Of(int64(most), 2)), p.Given("total.match_count", exact.Of(int64(own), 2)))
		return p.Product("total.factored", []why.Value{t.sum, factor}), why.Value{}
	}
	return t.sum, why.Value{}
}

func (r teams) inUnit(_ *why.Pen, v why.Value) why.Value { return v }

func (r teams) penalty(p *why.Pen, x Penalised, _ int) why.Value {
	return x.taken(p)
}

func (r teams) unit() (unit regulation.Unit, decimals int) {
	switch {
	case len(r.matches) > 0 && !slices.ContainsFunc(r.matches, func(m *match) bool { return !m.knockout() }):
		return regulation.Won, 0
	case r.inVP():
		return regulation.VPs, 0
	case r.opened.Method == TotalPoints:
		return regulation.Points, 0
	}
	return regulation.IMPs, 0
}

func (r teams) top(*ratedBoard) why.Value { return why.Value{} }
