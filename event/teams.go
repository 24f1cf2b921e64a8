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
	lost   exact.Fraction // those of the others
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
		r.advance(m)
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
	for _, i := range r.ofTeam[n] {
		m := r.matches[i]
		f := m.facts
		if f.away == nil || f.Session != x.Session && r.session(x.Session) >= 0 || f.Round != x.Round {
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
			list = append(list, p.Given("penalty.amount", x.Amount, why.Word("ref", x.Ref)))
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
	switch {
	case f.away == nil:
		m.state = MatchBye
	case r.dropped(f.home) || r.dropped(f.away):
		m.state = MatchCancelled
	case f.ruled != nil:
		m.state = MatchState(f.ruled.Ruling)
	case scored == 0 && f.scored != nil:
		m.state = MatchReported
		m.length = cmp.Or(planned, f.scored.Boards)
	case scored == 0 && (r.left(f.home.n) || r.left(f.away.n)):
		m.state = MatchMissed
	case scored == 0:
		m.state = MatchDrawn
	case missing > 0 || scored+removed < planned:
		m.state = MatchOpen
	default:
		m.state = MatchPlayed
	}
}

// dropped reports whether the results of a team do not count.
func (r *reckoning) dropped(x *entry) bool { return x.n < len(r.cancelled) && r.cancelled[x.n] }

// wins adds up what both sides won and lost on the boards of a match, as far as
// these count.
func (r *reckoning) wins(m *match, boards []*matchBoard, side bridge.Side) (v matchSide) {
	switch m.state {
	case MatchReported:
		v.won, v.lost = m.facts.scored.HomeOf, m.facts.scored.AwayOf
		if side == away {
			v.won, v.lost = v.lost, v.won
		}
		return v
	case MatchState(MatchVoid), MatchState(MatchForfeited), MatchCancelled:
		return v
	}
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
		v := r.wins(m, m.boards, side)
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
	var played bridge.BySide[int]
	came := map[State]int{}
	for _, side := range bridge.Sides {
		for _, l := range b.rooms.Of(side) {
			if l.compares() {
				played = played.With(side, played.Of(side)+1)
			}
			came[l.state]++
		}
	}
	for _, s := range []State{StateAdjusted, StateCancelled, StateNotPlayed} {
		if came[s] > 0 {
			return s
		}
	}
	all := came[StatePlayed] + came[StateAssigned]
	if all != len(b.rooms.NS)+len(b.rooms.EW) || played.NS != played.EW || came[StateAssigned] > mostRulings {
		return ""
	}
	return StatePlayed
}

// mostRulings is how many tables of a board may have an assigned score: what all of
// them may have brought is tried out.
const mostRulings = 4

// rulings are the artificial scores of a side on a board that was adjusted (Law
// 86A), one for each table that was ruled on.
func (b *matchBoard) rulings(side bridge.Side) (list []Award) {
	for _, room := range bridge.Sides {
		for _, l := range b.rooms.Of(room) {
			if l.state == StateAdjusted {
				sat := side
				if room == away { // the home team sat East-West there
					sat = side.Other()
				}
				list = append(list, l.ruled.Award.Of(sat))
			}
		}
	}
	return list
}

// onBoard is what a side has from a board of a match, in its own view.
func (r *reckoning) onBoard(p *why.Pen, b *matchBoard, side bridge.Side) why.Value {
	if b.state == StateAdjusted {
		var parts []why.Value
		same := true
		for _, a := range b.rulings(side) {
			parts = append(parts, r.awarded(p, a))
			same = same && parts[0].Equal(parts[len(parts)-1].Fraction)
		}
		if same {
			return parts[0]
		}
		return p.Quotient("L86.rooms", p.Sum("L86.rulings", parts), p.Given("L86.tables", exact.Int(len(parts))))
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
func (r *reckoning) boardWon(b *matchBoard, side bridge.Side) exact.Fraction {
	own := r.onBoard(nil, b, side)
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
	if m.knockout() && !r.shares() && m.state != MatchReported {
		v = field.Balanced(p, v, r.matchSum(p, m, side.Other()))
	}
	if f.drawn != nil && f.drawn.Lead.Sign() != 0 {
		lead := p.Given("match.lead", f.drawn.Lead)
		if side == away {
			lead = p.Product("imps.other_side", []why.Value{lead}, why.Int("sign", -1))
		}
		v = p.Sum("total.with_carry", []why.Value{v, lead})
	}
	if taken := r.taken(p, m, side); len(taken) > 0 {
		v = p.Difference("total.penalised", append([]why.Value{v}, taken...))
	}
	if m.knockout() && !r.shares() { // only one of them can win
		if taken := r.taken(p, m, side.Other()); len(taken) > 0 {
			v = p.Sum("match.others_penalty", append([]why.Value{v}, taken...))
		}
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
		if r.shares() {
			return p.Given("match.own", own)
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
		parts = append(parts, p.Same("match.on_board", r.onBoard(p, b, side), why.Word("board", exact.Int(b.set.Board).String())))
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
		if r.shares() {
			margin = p.Difference("match.ahead", []why.Value{margin, r.matchMargin(p, m, side.Other())})
		}
		return p.LookUp("match.knockout", exact.Of(int64(1+margin.Sign()), 2), []why.Value{margin}), nil
	case m.state == MatchReported && f.scored.HomeVP != nil:
		if side == home {
			return p.Given("match.reported_vp", *f.scored.HomeVP), nil
		}
		return p.Given("match.reported_vp", *f.scored.AwayVP), nil
	case !r.inVP():
		return margin, nil
	}
	boards, _ := r.column(nil, m).Int64()
	if boards == 0 {
		return why.Value{}, bridge.Errorf(bridge.Unsupported, "match.length", "nothing says how many boards the match of %v and %v has", f.Home, f.Away)
	}
	own, _, err := r.scale.Of(p, int(boards), margin)
	if f.half() && err == nil {
		own = p.Product("match.half", []why.Value{own}, why.Num("half", exact.Of(1, 2)))
	}
	return own, err
}

// half reports whether the match counts half: one of a short triangle.
func (f *matchFacts) half() bool { return f.drawn != nil && f.drawn.Half }

// column is the number of boards whose column of the scale a match is scored by.
func (r *reckoning) column(p *why.Pen, m *match) why.Value {
	played := m.scored
	if m.state == MatchReported || m.state == MatchState(MatchVoid) {
		played = m.length
	}
	return vp.Boards(p, r.pack.VictoryPoints, vp.Match{
		Scheduled: m.length, Played: played, Eight: r.tablesOf(m) > 1 && r.pack.Match.Eight == regulation.EightAggregate,
	})
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
	return p.Product("match.bye_boards", []why.Value{r.awarded(p, Award{Kind: AveragePlus})}, why.Int("boards", m.length))
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
			p.Product("withdrawn.plus_boards", []why.Value{r.awarded(p, Award{Kind: AveragePlus})}, why.Int("boards", plus)),
			p.Product("withdrawn.average_boards", []why.Value{r.awarded(p, Award{Kind: Average})}, why.Int("boards", m.length-plus)),
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

// add counts a match.
func (c *record) add(r *reckoning, m *match, side bridge.Side) {
	own, other := m.sides.Of(side), m.sides.Of(side.Other())
	c.imps, c.against, c.boards = c.imps.Add(own.won), c.against.Add(own.lost), c.boards.Add(own.boards)
	if m.facts.away == nil || m.state == MatchMissed {
		return
	}
	sign := own.margin.Sign()
	if r.shares() {
		sign = own.margin.Cmp(other.margin)
	}
	switch m.state {
	case MatchState(MatchVoid), MatchState(MatchForfeited), MatchState(MatchAdjusted):
		sign = own.vp.Cmp(other.vp)
	}
	if m.facts.ruled != nil && m.facts.ruled.Fault == BothsFault && m.state == MatchState(MatchForfeited) {
		sign = -1
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
		return r.matchesAmong(p, n, among, func(v matchSide) exact.Fraction { return v.vp })
	case regulation.DirectNet:
		return r.matchesAmong(p, n, among, func(v matchSide) exact.Fraction { return v.won.Sub(v.lost) })
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

// matchesAmong adds up what a team has against those it is tied with, and
// takes away theirs. It decides nothing unless all of them met equally often: a team
// cannot gain by a match that others had not.
func (r *reckoning) matchesAmong(p *why.Pen, n int, among []int, of func(matchSide) exact.Fraction) why.Value {
	var mine, theirs []why.Value
	list := r.ofTeam[n]
	if !r.allMet(among) {
		list = nil
	}
	for _, i := range list {
		m := r.matches[i]
		for _, side := range bridge.Sides {
			x, other := m.teamOf(side), m.teamOf(side.Other())
			if x == nil || other == nil || x.n != n || !slices.Contains(among, other.n) || !m.hasScore() {
				continue
			}
			against := why.Word("against", other.Contestant.String())
			mine = append(mine, p.Given("tie.match", of(m.sides.Of(side)), against))
			theirs = append(theirs, p.Given("tie.match", of(m.sides.Of(side.Other())), against))
		}
	}
	return p.Difference("tie.margin", []why.Value{p.Sum("tie.own", mine), p.Sum("tie.theirs", theirs)})
}

// allMet reports whether each of some teams had as many matches with each other.
func (r *reckoning) allMet(among []int) bool {
	met := map[[2]int]int{}
	for _, m := range r.matches {
		if m.facts.away != nil && m.hasScore() {
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

func (r teams) shown(p *why.Pen, l *ratedLine, x share) why.Value  { return r.earned(p, l, x) }
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

// halfMatches is how many matches a team had, a short one counting 1 and any other 2.
func (t total) halfMatches() int { return 2*t.matches - t.halves }

func (r teams) inUnit(_ *why.Pen, v why.Value) why.Value { return v }

func (r teams) penalty(p *why.Pen, x Penalised, _ int) why.Value {
	return p.Given("penalty.amount", x.Amount, why.Word("ref", x.Ref))
}

func (r teams) unit() (unit regulation.Unit, decimals int) {
	switch {
	case len(r.matches) > 0 && !slices.ContainsFunc(r.matches, func(m *match) bool { return !m.knockout() }):
		return regulation.Points, 0 // a match won is one
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
			Parts:  r.partsOf(m),
		}
		if sheet.HasVP && m.facts.away != nil {
			column, _ := r.column(nil, m).Int64()
			sheet.Column = int(column)
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
