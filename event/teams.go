package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
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
	sides  bridge.BySide[matchSide]
}

// The home team of a match is North-South in its values, the away team East-West.
const (
	home = bridge.NS
	away = bridge.EW
)

// matchSide is what one team has from a match.
type matchSide struct {
	won    exact.Fraction // IMPs or points won, board by board
	margin exact.Fraction // in its own view, less penalties
	boards exact.Fraction // won, an equal one is half
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
	for _, key := range e.matches {
		m := &match{facts: e.matched[key]}
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
		return cmp.Or(cmp.Compare(x.Session, y.Session), cmp.Compare(x.Round, y.Round), cmp.Compare(x.Table, y.Table), x.Home.Compare(y.Home))
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
	r.ofTeam = make([][]int, len(r.entries))
	for i, m := range r.matches {
		if err := r.rateMatch(m); err != nil {
			return err
		}
		for _, side := range bridge.Sides {
			if x := m.teamOf(side); x != nil {
				r.ofTeam[x.n] = append(r.ofTeam[x.n], i)
			}
		}
	}
	return nil
}

// rateMatch says how far a match has come, and what each side has from it.
func (r *reckoning) rateMatch(m *match) error {
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
	switch {
	case f.away == nil:
		m.state = MatchBye
	case r.cancelled != nil && (r.cancelled[f.home.n] || r.cancelled[f.away.n]):
		m.state = MatchCancelled
	case f.ruled != nil:
		m.state = MatchState(f.ruled.Ruling)
	case scored == 0 && f.scored != nil:
		m.state = MatchReported
		m.length = cmp.Or(planned, f.scored.Boards)
	case scored == 0 && r.gone != nil && (r.gone[f.home.n] || r.gone[f.away.n]):
		m.state = MatchMissed
	case scored == 0:
		m.state = MatchDrawn
	case missing > 0 || scored+removed < planned:
		m.state = MatchOpen
	default:
		m.state = MatchPlayed
	}
	for _, side := range bridge.Sides {
		if m.teamOf(side) == nil {
			continue
		}
		var v matchSide
		for _, b := range m.boards {
			if b.counts() {
				own := r.onBoard(nil, m, b, side)
				if own.Sign() > 0 {
					v.won = v.won.Add(own.Fraction)
				}
				v.boards = v.boards.Add(r.boardWon(m, b, side))
			}
		}
		if m.state == MatchReported {
			v.won = f.scored.HomeOf
			if side == away {
				v.won = f.scored.AwayOf
			}
		}
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

// counts reports whether the board is part of the match's result.
func (b *matchBoard) counts() bool { return b.state == StatePlayed || b.state == StateAdjusted }

// stands is what became of a board of a match: a ruling on either room is one on the
// board, and without it both rooms need a result.
func (b *matchBoard) stands() State {
	played := bridge.BySide[int]{}
	for _, side := range bridge.Sides {
		for _, l := range b.rooms.Of(side) {
			switch l.state {
			case StateAdjusted:
				return StateAdjusted
			case StateCancelled, StateNotPlayed:
				return l.state
			case StatePlayed, StateAssigned:
				played = played.With(side, played.Of(side)+1)
			}
		}
	}
	if played.NS == 0 || played.NS != played.EW {
		return ""
	}
	return StatePlayed
}

// ruling is the artificial score of a side on a board that was adjusted (Law 86A).
func (b *matchBoard) ruling(side bridge.Side) (a Award) {
	for _, room := range bridge.Sides {
		for _, l := range b.rooms.Of(room) {
			if l.state == StateAdjusted {
				sat := side
				if room == away { // the home team sat East-West there
					sat = side.Other()
				}
				return l.ruled.Award.Of(sat)
			}
		}
	}
	return a
}

// onBoard is what a side has from a board of a match, in its own view.
func (r *reckoning) onBoard(p *why.Pen, m *match, b *matchBoard, side bridge.Side) why.Value {
	if b.state == StateAdjusted {
		return r.awarded(p, b.ruling(side))
	}
	var parts []why.Value
	single := true
	r.outcomes(b, side, func(weight exact.Fraction, homes, aways []score.Points) {
		v := r.compareRooms(p, homes, aways, side)
		if !weight.Equal(exact.Int(1)) {
			single = false
			v = p.Product("L12C1.outcome", []why.Value{v}, why.Num("weight", weight), why.Word("score", exact.Int(homes[0]-aways[0]).String()))
		}
		parts = append(parts, v)
	})
	if single {
		return parts[0]
	}
	return p.Sum("L12C1.weighted", parts)
}

// outcomes visits what the rooms may have brought, with the weights of rulings: the
// scores where the home team and where the away team sat North-South, as they count
// for one side.
func (r *reckoning) outcomes(b *matchBoard, side bridge.Side, visit func(weight exact.Fraction, homes, aways []score.Points)) {
	lines := slices.Concat(b.rooms.NS, b.rooms.EW)
	scores := make([]score.Points, len(lines))
	var choose func(i int, weight exact.Fraction)
	choose = func(i int, weight exact.Fraction) {
		if i == len(lines) {
			n := len(b.rooms.NS)
			visit(weight, scores[:n:n], scores[n:])
			return
		}
		l := lines[i]
		if l.state == StatePlayed {
			scores[i] = l.score
			choose(i+1, weight)
			return
		}
		sat := side
		if i >= len(b.rooms.NS) {
			sat = side.Other()
		}
		for _, o := range bridge.BySide[[]field.Outcome](l.group.ruled[l.at]).Of(sat) {
			scores[i] = o.Score
			choose(i+1, weight.Mul(o.Weight))
		}
	}
	choose(0, exact.Int(1))
}

// compareRooms is what a side has from the scores of both rooms.
func (r *reckoning) compareRooms(p *why.Pen, homes, aways []score.Points, side bridge.Side) why.Value {
	if side == away {
		homes, aways = aways, homes
	}
	switch r.opened.Method {
	case BoardAMatch, Patton:
		return field.BoardAMatch(p, sum(homes), sum(aways), r.pack.Match.Level)
	case TotalPoints:
		return field.TotalMargin(p, sum(homes), sum(aways))
	}
	if len(homes) > 1 {
		return field.TeamsOfEight(p, r.pack.Match.Eight, homes, aways)
	}
	return field.MatchIMPs(p, homes[0], aways[0])
}

func sum(list []score.Points) (total score.Points) {
	for _, s := range list {
		total += s
	}
	return total
}

// awarded is an artificial score on a board of a match (Law 86A): average plus is so
// many IMPs, or the regulation's percentage of a board.
func (r *reckoning) awarded(p *why.Pen, a Award) why.Value {
	rules := r.pack.Artificial
	percent := a.Percent
	switch a.Kind {
	case AveragePlus:
		percent = rules.Plus
	case Average:
		percent = rules.Average
	case AverageMinus:
		percent = rules.Minus
	}
	switch r.opened.Method {
	case BoardAMatch, Patton:
		if a.Kind == FixedIMPs {
			percent = rules.Average
		}
		return p.Product("match.award", []why.Value{p.Given("award.percent", percent)}, why.Num("each", exact.Of(1, 50)))
	case TotalPoints:
		return p.Given("points.artificial", exact.Int(0))
	}
	if a.Kind == FixedIMPs {
		return p.Given("award.imps_given", a.IMPs)
	}
	return field.ArtificialIMPs(p, p.Given("L86.plus", rules.Match), percent)
}

// boardWon is 1 for a board that a side won, a half for an equal one: for a tie-break
// that counts boards.
func (r *reckoning) boardWon(m *match, b *matchBoard, side bridge.Side) exact.Fraction {
	own := r.onBoard(nil, m, b, side)
	switch r.opened.Method {
	case BoardAMatch, Patton:
		return own.Div(exact.Int(2))
	}
	return exact.Of(int64(1+own.Sign()), 2)
}

// matchMargin is what a side has from a match before victory points, in its own view: IMPs
// won less IMPs lost, or its points.
func (r *reckoning) matchMargin(p *why.Pen, m *match, side bridge.Side) why.Value {
	v := r.matchSum(p, m, side)
	f := m.facts
	if f.away == nil {
		return v
	}
	if m.knockout() && r.opened.Method != BoardAMatch && m.state != MatchReported {
		v = field.Balanced(p, v, r.matchSum(p, m, side.Other()))
	}
	if f.drawn != nil && f.drawn.Lead.Sign() != 0 {
		lead := p.Given("match.lead", f.drawn.Lead)
		if side == away {
			lead = p.Product("imps.other_side", []why.Value{lead}, why.Int("sign", -1))
		}
		v = p.Sum("total.with_carry", []why.Value{v, lead})
	}
	var taken []why.Value
	for _, x := range r.penalties {
		if x.Contestant == m.teamOf(side).Contestant && x.Session == m.facts.Session && x.Round == m.facts.Round && x.Round != 0 &&
			(x.Unit == PenaltyIMPs || x.Unit == PenaltyMP) && x.Amount.Sign() > 0 {
			taken = append(taken, p.Given("penalty.amount", x.Amount, why.Word("ref", x.Ref)))
		}
	}
	if len(taken) > 0 {
		v = p.Difference("total.penalised", append([]why.Value{v}, taken...))
	}
	return v
}

// matchSum adds up the boards of a match.
func (r *reckoning) matchSum(p *why.Pen, m *match, side bridge.Side) why.Value {
	f := m.facts
	switch m.state {
	case MatchReported:
		own, other := f.scored.HomeOf, f.scored.AwayOf
		if side == away {
			own, other = other, own
		}
		return p.Difference("match.reported", []why.Value{p.Given("match.own", own), p.Given("match.others", other)})
	case MatchState(MatchVoid):
		return r.voidSum(p, m, side)
	}
	var parts []why.Value
	var points exact.Fraction
	for _, b := range m.boards {
		if !b.counts() {
			continue
		}
		parts = append(parts, p.Same("match.on_board", r.onBoard(p, m, b, side), why.Word("board", exact.Int(b.set.Board).String())))
		if b.state == StatePlayed && r.opened.Method == Patton {
			r.outcomes(b, side, func(weight exact.Fraction, homes, aways []score.Points) {
				points = points.Add(weight.Mul(exact.Int(sum(homes) - sum(aways))))
			})
		}
	}
	total := p.Sum("match.sum", parts)
	if r.opened.Method != Patton {
		return total
	}
	if side == away {
		points = points.Neg()
	}
	return p.Sum("match.hybrid", []why.Value{total, field.Patton(p, r.pack.Match.Patton, p.Given("match.aggregate_points", points))})
}

// voidSum is a match of which too little can be played (EBU White Book 3.3): average
// plus or minus on half of its boards, rounded up, and average on the rest.
func (r *reckoning) voidSum(p *why.Pen, m *match, side bridge.Side) why.Value {
	kind := AveragePlus
	switch f := m.facts.ruled.Fault; {
	case f == BothsFault, f == HomesFault && side == home, f == AwaysFault && side == away:
		kind = AverageMinus
	}
	half := (m.length + 1) / 2
	return p.Sum("match.void", []why.Value{
		p.Product("match.void_half", []why.Value{r.awarded(p, Award{Kind: kind})}, why.Int("boards", half)),
		p.Product("match.void_rest", []why.Value{r.awarded(p, Award{Kind: Average})}, why.Int("boards", m.length-half)),
	})
}

// knockout reports whether the loser of the match is out.
func (m *match) knockout() bool { return m.facts.drawn != nil && m.facts.drawn.Knockout }

// inVP reports whether matches are turned into victory points.
func (r *reckoning) inVP() bool { return r.scale != nil }

// victory is what a match is worth for a side in the total: victory points, or its
// margin or points where a regulation has no scale; in a knock-out 1 for a match won.
func (r *reckoning) victory(p *why.Pen, m *match, side bridge.Side) (why.Value, error) {
	f := m.facts
	switch {
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
		return p.LookUp("match.knockout", exact.Of(int64(1+margin.Sign()), 2), []why.Value{margin}), nil
	case m.state == MatchReported && f.scored.HomeVP != nil:
		if side == home {
			return p.Given("match.reported_vp", *f.scored.HomeVP), nil
		}
		return p.Given("match.reported_vp", *f.scored.AwayVP), nil
	case !r.inVP():
		return margin, nil
	}
	boards := m.length
	if r.pack.VictoryPoints.ShortMatch == regulation.BoardsPlayed && m.state != MatchReported && m.state != MatchState(MatchVoid) {
		boards = m.scored
	}
	if boards == 0 {
		return why.Value{}, bridge.Errorf(bridge.Invalid, "match.length", "nothing says how many boards the match of %v and %v has", f.Home, f.Away)
	}
	if tables := r.tablesOf(m); tables > 1 && r.pack.Match.Eight == regulation.EightAggregate {
		boards, _ = r.eightBoards(boards)
	}
	own, _, err := r.scale.Of(p, boards, margin)
	return own, err
}

// tablesOf is how many tables a team had in one direction: two in teams of eight.
func (r *reckoning) tablesOf(m *match) (tables int) {
	for _, b := range m.boards {
		tables = max(tables, len(b.rooms.NS))
	}
	return tables
}

// eightBoards is the column of the scale for a match of teams of eight.
func (r *reckoning) eightBoards(boards int) (int, bool) {
	n, ok := r.pack.VictoryPoints.TeamsOfEight.Mul(exact.Int(boards)).Round(exact.Rounding{Unit: exact.Int(1)}).Int64()
	return int(n), ok
}

// byeOf is what a team gets that has no opponent.
func (r *reckoning) byeOf(p *why.Pen, m *match) why.Value {
	switch {
	case m.knockout():
		return p.Given("match.bye_knockout", exact.Int(1))
	case r.inVP():
		return p.Given("match.bye", r.pack.Match.Bye)
	}
	return p.Product("match.bye_boards", []why.Value{r.awarded(p, Award{Kind: AveragePlus})}, why.Int("boards", m.length))
}

// missedMatch is what a team gets for a match that its opponents withdrew from; they
// get nothing.
func (r *reckoning) missedMatch(p *why.Pen, m *match, side bridge.Side) (why.Value, error) {
	mine, theirs := m.teamOf(side), m.teamOf(side.Other())
	if r.gone[mine.n] {
		return p.Given("match.forfeited", exact.Int(0)), nil
	}
	if r.pack.Withdrawal.Missed == regulation.MissedBye {
		return r.byeOf(p, m), nil
	}
	best := []why.Value{r.byeOf(p, m)}
	if mean, ok := r.meanVP(p, mine.n, m); ok {
		best = append(best, mean)
	}
	if mean, ok := r.meanVP(p, theirs.n, m); ok && r.inVP() {
		if pool, even := r.scale.Pool(); even {
			best = append(best, p.Difference("withdrawn.converse_vp", []why.Value{p.Given("match.pool", pool), mean}))
		}
	}
	return p.Greatest("withdrawn.best", best), nil
}

// meanVP is the mean of a team's matches that were played, but one.
func (r *reckoning) meanVP(p *why.Pen, n int, but *match) (mean why.Value, ok bool) {
	var list []why.Value
	for _, m := range r.matches {
		for _, side := range bridge.Sides {
			if x := m.teamOf(side); x == nil || x.n != n || m == but || m.scored == 0 && m.state != MatchReported || !m.hasScore() {
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
			t.boards += m.played()
			t.record.add(m, side)
		}
	}
	t.sum = p.Sum("total.matches", parts)
	var taken []why.Value
	for _, x := range r.penalties {
		whole := x.Unit == PenaltyVP || x.Round == 0 && (x.Unit == PenaltyIMPs || x.Unit == PenaltyMP)
		if x.Contestant == r.entries[n].Contestant && whole && x.Amount.Sign() > 0 && slices.Contains(sessions, r.sessionOf(n, x.Session)) {
			v := p.Given("penalty.amount", x.Amount, why.Word("ref", x.Ref))
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
		t.rating = p.Quotient("total.match_mean", t.sum, p.Given("total.match_count", exact.Int(t.matches)))
	}
	return t
}

// played is how many boards of a match count.
func (m *match) played() int {
	if m.scored == 0 {
		return m.length
	}
	return m.scored
}

// record is a team's matches in numbers.
type record struct {
	won, drawn, lost int
	imps, against    exact.Fraction
	boards           exact.Fraction // won, an equal one is half
}

func (c *record) add(m *match, side bridge.Side) {
	own, other := m.sides.Of(side), m.sides.Of(side.Other())
	c.imps, c.against, c.boards = c.imps.Add(own.won), c.against.Add(other.won), c.boards.Add(own.boards)
	if m.facts.away == nil || m.state == MatchMissed {
		return
	}
	switch sign := own.margin.Sign(); {
	case sign > 0:
		c.won++
	case sign < 0:
		c.lost++
	default:
		c.drawn++
	}
}

// teamTie is what a tie-break gives a team against those it is equal with.
func (r *reckoning) teamTie(p *why.Pen, tie regulation.Tie, n int, among []int) why.Value {
	t := func(n int) total {
		for _, s := range r.stages {
			if t := r.stageTotal(nil, n, s); t.matches > 0 {
				return t
			}
		}
		return total{}
	}
	switch tie {
	case regulation.HeadToHead:
		return r.matchesAmong(p, n, among)
	case regulation.Opponents:
		var list []why.Value
		for _, i := range r.ofTeam[n] {
			for _, side := range bridge.Sides {
				m := r.matches[i]
				if x, other := m.teamOf(side), m.teamOf(side.Other()); x != nil && x.n == n && other != nil && m.hasScore() {
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

// matchesAmong adds up a team's victory points against those it is tied with, and
// takes away theirs.
func (r *reckoning) matchesAmong(p *why.Pen, n int, among []int) why.Value {
	var mine, theirs []why.Value
	for _, i := range r.ofTeam[n] {
		m := r.matches[i]
		for _, side := range bridge.Sides {
			x, other := m.teamOf(side), m.teamOf(side.Other())
			if x == nil || other == nil || x.n != n || !slices.Contains(among, other.n) || !m.hasScore() {
				continue
			}
			against := why.Word("against", other.Contestant.String())
			mine = append(mine, p.Given("tie.match", m.sides.Of(side).vp, against))
			theirs = append(theirs, p.Given("tie.match", m.sides.Of(side.Other()).vp, against))
		}
	}
	return p.Difference("tie.margin", []why.Value{p.Sum("tie.own", mine), p.Sum("tie.theirs", theirs)})
}

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
	return r.onBoard(p, m, b, side)
}

// boardOf finds the match of a line and its board there.
func (r teams) boardOf(l *ratedLine) (*match, *matchBoard) {
	if at, ok := r.onMatch[l]; ok {
		return at.match, at.board
	}
	return nil, nil
}

func (r teams) shown(p *why.Pen, l *ratedLine, x share) why.Value  { return r.earned(p, l, x) }
func (r teams) rating(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r teams) lineTop(*why.Pen, *ratedLine, share) why.Value { return why.Value{} }

func (r teams) ratingOf(_ *why.Pen, t total) why.Value { return t.rating }

func (r teams) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	return t.sum, why.Value{}
}

func (r teams) inUnit(_ *why.Pen, v why.Value) why.Value { return v }

func (r teams) penalty(p *why.Pen, x Penalised, _ int) why.Value {
	return p.Given("penalty.amount", x.Amount, why.Word("ref", x.Ref))
}

func (r teams) unit() (unit regulation.Unit, decimals int) {
	switch {
	case r.inVP():
		return regulation.VPs, 0
	case r.opened.Method == TotalPoints:
		return regulation.Points, 0
	}
	return regulation.IMPs, 0
}

func (r teams) top(*ratedBoard) why.Value { return why.Value{} }

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
		}
		for _, b := range m.boards {
			line := MatchLine{Board: b.set.Board, State: b.state}
			for _, l := range slices.Concat(b.rooms.NS, b.rooms.EW) {
				line.Rooms = append(line.Rooms, lines[l])
			}
			if b.counts() {
				for _, side := range bridge.Sides {
					line.Won = line.Won.With(side, r.figure(r.onBoard(nil, m, b, side), decimals))
				}
			}
			sheet.Boards = append(sheet.Boards, line)
		}
		s.Matches = append(s.Matches, sheet)
	}
}
