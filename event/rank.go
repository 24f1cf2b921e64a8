package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// stage is a part of the event with a ranking of its own.
type stage struct {
	StageSet
}

// stagesOf are the stages of an event, the last one first; one of all sessions if
// nothing divides it. A session that no stage names belongs to the first one.
func stagesOf(set []StageSet, sessions []int) []stage {
	if len(set) == 0 {
		return []stage{{StageSet: StageSet{Sessions: sessions}}}
	}
	var out []stage
	for _, s := range set {
		out = append(out, stage{StageSet: s})
		out[len(out)-1].Sessions = slices.Clone(s.Sessions)
	}
	for _, n := range sessions {
		if !slices.ContainsFunc(out, func(s stage) bool { return slices.Contains(s.Sessions, n) }) {
			out[0].Sessions = append(out[0].Sessions, n)
		}
	}
	slices.Reverse(out)
	return out
}

// carry is a score from before: how much, and the most that it could be.
type carry struct{ amount, most why.Value }

// carryOf is what a contestant takes into a stage.
func (r *reckoning) carryOf(p *why.Pen, n int, s stage) (list []carry) {
	c := r.entries[n].Contestant
	for _, given := range r.carried {
		if given.Contestant == c && (given.Stage == s.Stage || given.Stage == 0 && s.Stage == r.stages[0].Stage) {
			amount, most := p.Given("carry.given", given.Amount), p.Given("carry.given_most", given.Max)
			switch {
			case r.swissPairs():
				list = append(list, carry{amount: amount})
				continue
			case r.onlyVP(given):
				continue
			}
			list = append(list, carry{r.fromUnit(p, amount), r.fromUnit(p, most)})
		}
	}
	if s.From == 0 {
		return list
	}
	rule := r.pack.Carry
	if s.Carry != "" {
		rule, _ = regulation.ParseCarry(s.Carry) // it was checked when the stage was set
	}
	at := slices.IndexFunc(r.stages, func(o stage) bool { return o.Stage == s.From })
	if rule.Rule == regulation.CarryNone || at < 0 {
		return list
	}
	before := r.stageTotal(p, n, r.stages[at])
	score := before.sum
	if r.swissPairs() {
		score = before.vp
	}
	var factor why.Value
	switch rule.Rule {
	case regulation.CarryHalf:
		factor = field.HalfBoard(p, r.boardTop(p, r.stages[at], n), r.boardTop(p, s, n))
	case regulation.CarryPercent:
		factor = p.Quotient("carry.percent", p.Given("carry.percent_of", rule.Percent), p.Given("percent.hundred", exact.Int(100)))
	default:
		factor = p.Given("carry.full", exact.Int(1))
	}
	return append(list, carry{
		p.Product("carry.score", []why.Value{score, factor}),
		p.Product("carry.most", []why.Value{before.top, factor}),
	})
}

// onlyVP reports whether a carry-over can only be one in victory points, which the
// regulation does not count: it is no share of a top.
func (r *reckoning) onlyVP(c Carried) bool {
	o := r.opened
	o.Swiss = false
	return r.opened.Swiss && !r.swissPairs() && c.fits(o) != nil
}

// boardTop is the top of a full board of a stage; 0 where boards have none, or where
// victory points are carried over.
func (r *reckoning) boardTop(p *why.Pen, s stage, n int) why.Value {
	if !r.inPercent() || r.swissPairs() {
		return why.Value{}
	}
	section := r.entries[n].Contestant.Section
	fullest, most := -1, 0
	for _, session := range r.sessions {
		if expected := r.expectedOf(session, section); slices.Contains(s.Sessions, session) && expected > most {
			fullest, most = session, expected
		}
	}
	if fullest < 0 {
		return why.Value{}
	}
	return r.sessionTop(p, fullest, section)
}

// fromUnit turns an amount of the unit of the lists into that of the sums.
func (r *reckoning) fromUnit(p *why.Pen, v why.Value) why.Value {
	if unit, _ := r.unit(); unit == regulation.OneScale {
		return p.Product("mp.two_scale", []why.Value{v}, why.Int("two", 2))
	}
	return v
}

// stageTotal is what a contestant has in a stage.
func (r *reckoning) stageTotal(p *why.Pen, n int, s stage) total {
	if r.opened.Kind == Teams {
		return r.teamTotal(p, n, s.Sessions, r.carryOf(p, n, s))
	}
	t := r.boardTotal(p, n, s)
	if r.swissPairs() {
		_ = r.inVictoryPoints(p, n, s.Sessions, r.carryOf(p, n, s), &t) // the scale was tried when the event was reckoned
	}
	return t
}

// boardTotal is what a contestant has from the boards of a stage.
func (r *reckoning) boardTotal(p *why.Pen, n int, s stage) total {
	rule := r.pack.Total.Sessions
	var played []int
	for i, number := range r.sessions {
		own := r.sums[n*len(r.sessions)+i].boards > 0
		for _, x := range r.extra[n] {
			own = own || x.line.Session == number && r.counts(x.line, n)
		}
		if own && slices.Contains(s.Sessions, number) {
			played = append(played, number)
		}
	}
	var carried []carry
	if !r.swissPairs() { // whose victory points are carried over
		carried = r.carryOf(p, n, s)
	}
	if len(r.sessions) == 1 || !rule.Mean && rule.Best == 0 && p != nil {
		return r.part(p, n, s.Sessions, carried)
	}
	if !rule.Mean && rule.Best == 0 {
		t := r.part(p, n, s.Sessions, carried)
		for _, number := range played {
			t.sessions = append(t.sessions, r.ofSession(nil, n, number))
		}
		return t
	}
	held := 0 // sessions of the stage that have begun
	for _, number := range r.sessions {
		held += btoi(slices.Contains(s.Sessions, number))
	}
	return r.ofSessions(p, n, played, held, carried)
}

// ofSession is what a contestant has from one session.
func (r *reckoning) ofSession(p *why.Pen, n, number int) total {
	t := r.part(p, n, []int{number}, nil)
	t.session = number
	return t
}

// ofSessions makes a total of sessions: their mean, or the best of them.
func (r *reckoning) ofSessions(p *why.Pen, n int, played []int, held int, carried []carry) total {
	rule := r.pack.Total.Sessions
	var t total
	for _, number := range played {
		t.sessions = append(t.sessions, r.ofSession(p, n, number))
	}
	worth := func(s total) why.Value {
		if !r.inPercent() {
			return s.sum
		}
		return s.rating
	}
	order := make([]int, len(t.sessions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return worth(t.sessions[b]).Cmp(worth(t.sessions[a]).Fraction) })
	of := len(order)
	if rule.Best > 0 { // sessions to come count for nobody yet
		of = min(rule.Best, held)
		order = order[:min(of, len(order))]
		slices.Sort(order)
	}
	var sums, tops, ratings []why.Value
	for _, i := range order {
		s := t.sessions[i]
		in := why.Word("session", exact.Int(played[i]).String())
		sums, tops = append(sums, p.Same("total.session", s.sum, in)), append(tops, s.top)
		ratings = append(ratings, p.Same("total.session", worth(s), in))
		t.boards += s.boards
		t.penalty = t.penalty.Add(s.penalty)
	}
	for _, c := range carried {
		sums, tops = append(sums, c.amount), append(tops, c.most)
		t.carried = t.carried.Add(c.amount.Fraction)
	}
	t.sum, t.top = p.Sum("total.sessions", sums), p.Sum("total.session_tops", tops)
	t.earned, t.earnedTop = t.sum, t.top
	if t.boards > 0 {
		t.rating = p.Quotient("total.session_mean", p.Sum("total.session_ratings", ratings), p.Given("total.session_count", exact.Int(of)))
		if len(carried) > 0 {
			t.rating = r.ratingOf(p, t)
		}
	}
	return t
}

// ranking is a list in order, with what decided it.
type ranking struct {
	order []*ranked
	at    []int32     // where a contestant stands in order, by its number; -1: it does not
	most  map[int]int // by stage: boards of the contestant with most
	bonus bool        // handicaps count
}

// ranked is a contestant's place and what decided it.
type ranked struct {
	n        int
	turn     int // its place in the order of names
	stage    stage
	level    int // 0 is the last stage; more: an earlier one; those without a place stand behind all
	total    total
	handicap why.Value
	key      exact.Fraction
	rank     int // 0: none
	better   int // contestants with a better place
	tied     bool
	equals   []int // equal before the tie-breaks, itself included, by their numbers
	trace    []TieStep
}

// rank orders contestants.
func (r *reckoning) rank(who []int, handicaps bool) *ranking {
	all := make([]ranked, len(who))
	k := &ranking{order: make([]*ranked, len(who)), at: make([]int32, len(r.entries)), most: map[int]int{}, bonus: handicaps}
	for i, n := range who {
		x := &all[i]
		x.n, x.turn, x.level = n, i, len(r.stages)
		for level, s := range r.stages {
			if t := r.stageTotal(nil, n, s); t.counted() || level == len(r.stages)-1 {
				x.stage, x.total = s, t
				if t.counted() && !r.left(n) {
					x.level = level
				}
				break
			}
		}
		k.order[i] = x
		boards := x.total.boards
		if r.opened.Kind == Teams {
			boards = x.total.halfMatches()
		}
		k.most[x.stage.Stage] = max(k.most[x.stage.Stage], boards)
	}
	for _, x := range k.order {
		if !x.total.counted() {
			continue
		}
		switch {
		case handicaps:
			x.handicap = r.handicap(nil, x.n)
			x.key = r.key(nil, r.raise(nil, x.total, x.handicap), k.most[x.stage.Stage]).Fraction
		case r.swissPairs():
			x.key = x.total.vp.Fraction
		default:
			x.key = r.key(nil, x.total, k.most[x.stage.Stage]).Fraction
		}
	}
	ordered := func(a, b *ranked) int {
		if a.level != b.level {
			return a.level - b.level
		}
		return b.key.Cmp(a.key)
	}
	slices.SortFunc(k.order, func(a, b *ranked) int { return cmp.Or(ordered(a, b), cmp.Compare(a.turn, b.turn)) })
	for from := 0; from < len(k.order) && k.order[from].level < len(r.stages); {
		to := from + 1
		for to < len(k.order) && ordered(k.order[from], k.order[to]) == 0 {
			to++
		}
		r.split(k, from, to)
		from = to
	}
	for i := range k.at {
		k.at[i] = -1
	}
	for i, x := range k.order {
		k.at[x.n] = int32(i)
	}
	return k
}

// swissPairs reports whether pairs are ranked by victory points.
func (r *reckoning) swissPairs() bool { return r.scale != nil && r.opened.Kind != Teams }

// key is what decides places, before ties are broken.
func (r *reckoning) key(p *why.Pen, t total, most int) why.Value {
	if r.pack.Rank.Precision == regulation.PrintedRank && r.opened.Kind != Teams {
		sum, _ := r.printed(p, t, most)
		if unit, _ := r.unit(); unit != regulation.PercentScale && r.pack.Total.Unequal != regulation.Factored {
			sum = factored(p, sum, t.boards, most) // with fewer boards a total says little
		}
		return p.Round("total.printed", sum, exact.Rounding{Unit: exact.DecimalUnit(r.pack.Total.Decimals), Half: r.pack.PrintHalf})
	}
	if r.opened.Kind == Teams { // as a league ranks, though a match is still to come
		sum, _ := r.printed(p, t, most)
		return sum
	}
	return t.rating
}

// handicap is what a contestant's rating is raised by in a handicap list: percent
// of the top, or IMPs a board.
func (r *reckoning) handicap(p *why.Pen, n int) why.Value {
	x := r.entries[n]
	rules := r.pack.Handicap
	var full why.Value
	switch {
	case x.Handicap != nil:
		full = p.Given("handicap.given", *x.Handicap)
	case x.Average != nil:
		full = p.Difference("handicap.missing", []why.Value{p.Given("handicap.reference", rules.Reference), p.Given("handicap.average", *x.Average)})
	default:
		return why.Value{}
	}
	return p.Product("handicap", []why.Value{full, p.Given("handicap.factor", rules.Factor)})
}

// list is a ranking as it is printed.
func (r *reckoning) list(l List, who []int) List {
	k := r.rank(who, l.Handicap)
	won, places := r.knockouts(), map[int]int{} // matches won are whole, unless one is level
	r.rankings = append(r.rankings, k)
	l.Rows = make([]Row, len(k.order))
	for i, x := range k.order {
		t, of := x.total, r.entries[x.n]
		sum, top := r.printed(nil, t, k.most[x.stage.Stage])
		row := Row{
			Rank: x.rank, Tied: x.tied, Contestant: of.Contestant, Persons: slices.Clone(of.Persons), Club: of.Club,
			Boards: t.boards, Stratum: r.stratum(x.n), Withdrawn: r.left(x.n),
			Total:   r.totalFigure(sum),
			Max:     r.figure(top, wholePlaces(top.Fraction, r.pack.Total.Decimals)),
			Percent: r.percentage(t.rating),
			Trace:   x.trace,
		}
		if r.swissPairs() {
			row.VP = r.figure(t.vp, r.pack.Total.Decimals)
			row.Matches = &MatchRecord{Played: t.matches}
		}
		if r.opened.Kind == Teams {
			row.Matches = &MatchRecord{
				Played: t.matches, Won: t.record.won, Drawn: t.record.drawn, Lost: t.record.lost,
				For: r.figure(why.Plain(t.record.imps), 2), Against: r.figure(why.Plain(t.record.against), 2),
				PartOnly: t.record.noIMPs, BoardsUnknown: t.record.noBoards,
			}
			if r.shares() {
				m := row.Matches
				m.Boards, m.BoardsLost = r.figure(why.Plain(t.record.boards), 2), r.figure(why.Plain(t.record.boardsLost), 2)
				m.Aggregate = r.figure(why.Plain(t.record.deals), 2)
			}
		}
		row.Won = won[x.stage.Stage]
		if len(r.stages) > 1 {
			row.Stage = x.stage.Stage
		}
		if t.penalty.Sign() != 0 {
			row.Penalty = r.figure(r.inUnit(nil, why.Plain(t.penalty)), r.pack.Total.Decimals)
		}
		if t.carried.Sign() != 0 && r.swissPairs() {
			row.Carried = r.figure(why.Plain(t.carried), r.pack.Total.Decimals)
		} else if t.carried.Sign() != 0 {
			row.Carried = r.figure(r.inUnit(nil, why.Plain(t.carried)), r.pack.Total.Decimals)
		}
		for _, s := range t.sessions {
			sum, _ := r.printed(nil, s, s.boards)
			row.Sessions = append(row.Sessions, SessionScore{s.session, s.boards, r.figure(sum, r.pack.Total.Decimals), r.percentage(s.rating)})
		}
		if l.Handicap {
			raised := r.raise(nil, t, x.handicap)
			sum, _ := r.printed(nil, raised, k.most[x.stage.Stage])
			row.Handicap = r.figure(x.handicap, r.pack.Total.PercentDecimals)
			row.Percent = r.percentage(raised.rating)
			row.Total = r.figure(sum, r.pack.Total.Decimals)
		}
		if len(r.substitutes) > 0 {
			r.lineUp(x.n, &row)
		}
		if l.Rows[i] = row; row.Won {
			places[row.Stage] = max(places[row.Stage], wholePlaces(sum.Fraction, r.pack.Total.Decimals))
		}
	}
	for i := range l.Rows {
		if row := &l.Rows[i]; row.Won {
			row.Total.Places = places[row.Stage]
		}
	}
	return l
}

// stratum is the stratum of a contestant: of its players the regulation says which.
func (r *reckoning) stratum(n int) string {
	list := r.entries[n].Strata
	if len(list) == 0 {
		return ""
	}
	if r.pack.Strata.Pair == regulation.AveragePlayer {
		sum := 0
		for _, s := range list {
			sum += int(s[0])
		}
		return string(rune(sum / len(list))) // half a step counts as the higher one
	}
	return slices.Min(list)
}

// lineUp says who of the persons that played for a contestant is ranked with it,
// and who played in their place.
func (r *reckoning) lineUp(n int, row *Row) {
	x := r.entries[n]
	boards := map[PersonID]int{}
	all := 0
	order := slices.Clone(x.Persons)
	changed := false
	for _, s := range r.of(n) {
		if !r.counts(s.line, n) {
			continue
		}
		all++
		persons := x.Persons
		for _, sub := range r.substitutes {
			if sub.Contestant == x.Contestant && sub.Session == s.line.Session && s.line.Round >= sub.From && (sub.To == 0 || s.line.Round <= sub.To) {
				persons = sub.Persons
				changed = true
			}
		}
		for _, id := range persons {
			if boards[id] == 0 && !slices.Contains(order, id) {
				order = append(order, id)
			}
			boards[id]++
		}
	}
	if !changed {
		return
	}
	row.Persons = nil
	for _, id := range order {
		share := exact.Int(100 * boards[id])
		switch {
		case boards[id] == 0:
		case share.Cmp(r.pack.Rank.Share.Mul(exact.Int(all))) >= 0:
			row.Persons = append(row.Persons, id)
		default:
			row.Substitutes = append(row.Substitutes, id)
		}
	}
}

// percentage is a rating as a figure: none where results are not rated in
// percent.
func (r *reckoning) percentage(rating why.Value) Figure {
	if !r.inPercent() {
		return Figure{}
	}
	return r.figure(rating, r.pack.Total.PercentDecimals)
}

// figure is a value as this regulation prints it.
func (r *reckoning) figure(v why.Value, places int) Figure {
	return Figure{v.Fraction, places, r.pack.PrintHalf}
}

// totalFigure is a total as this regulation prints it. Points of deals are whole, but
// for weighted rulings.
func (r *reckoning) totalFigure(v why.Value) Figure {
	if unit, _ := r.unit(); unit == regulation.Points {
		return r.figure(v, wholePlaces(v.Fraction, r.pack.Total.Decimals))
	}
	return r.figure(v, r.pack.Total.Decimals)
}

// linesOf are the lines of a board as its sheet shows them.
func (r *reckoning) linesOf(b *ratedBoard) []Line {
	out := make([]Line, len(b.lines))
	for i, l := range b.lines {
		line := Line{Meeting: l.Meeting, State: l.state}
		if l.played {
			line.Result = l.result
		}
		if l.state == StatePlayed {
			line.Score = &l.score
		}
		if l.ruled != nil {
			line.Award, line.Ruling = l.ruled.Award, l.ruled.Assigned
		}
		if l.group != nil {
			line.Version = l.group.version
		}
		switch {
		case l.worth == nil:
			for side, x := range l.all {
				if line.Points.Of(side).Counts {
					continue // its partner's may differ, see [CardLine]
				}
				line.Points = line.Points.With(side, r.earnedBy(share{line: l, side: side, who: x.n}))
			}
		case !l.group.unrated:
			line.Points = r.pointsOf(l)
		}
		out[i] = line
	}
	return out
}

// earnedBy is what a contestant got for a line.
func (r *reckoning) earnedBy(x share) Earned {
	if !r.counts(x.line, x.who) {
		return Earned{}
	}
	return Earned{
		Counts:  true,
		Shown:   r.shownFigure(r.shown(nil, x.line, x)),
		Percent: r.percentage(r.rating(nil, x.line, x)),
	}
}

// shownFigure is what a board sheet prints. In a match most boards are whole IMPs.
func (r *reckoning) shownFigure(v why.Value) Figure {
	_, decimals := r.unit()
	if r.opened.Kind == Teams {
		decimals = wholePlaces(v.Fraction, r.pack.Total.Decimals)
	}
	return r.figure(v, decimals)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pointsOf is what the sides got for a line that is compared.
func (r *reckoning) pointsOf(l *ratedLine) (points bridge.BySide[Earned]) {
	for _, side := range bridge.Sides {
		points = points.With(side, Earned{
			Counts:  true,
			Shown:   r.shownFigure(why.Plain(l.worth.shown.Of(side))),
			Percent: r.percentage(why.Plain(l.worth.rating.Of(side))),
		})
	}
	return points
}

// WhyLine derives what a contestant got for a line of its card: in percent of the
// top or in IMPs, from the comparison or the award. The error has code
// [bridge.NotFound] if the line does not count for it.
func (s *Standings) WhyLine(l CardLine) (*why.Node, error) {
	r := s.sheet
	m := l.Line.Meeting
	who := l.Contestant
	if n, ok := r.at[who]; ok {
		for exactly := range 2 { // two tables may have had the same meeting, where a board lay turned at one of them
			for _, at := range r.places(n) {
				x := r.share(n, at)
				same := l.Line == &s.Boards[at.board].Lines[at.row] || exactly > 0 && x.line.Meeting == m
				switch {
				case !same || x.side != l.Side:
				case r.counts(x.line, n):
					return r.rating(why.New(), x.line, x).Node(), nil
				case exactly == 0: // it is this line, and another one with the same meeting is not asked for
					return nil, notCounted(who, l.Board)
				}
			}
		}
	}
	return nil, notCounted(who, l.Board)
}

func notCounted(who Contestant, board bridge.Board) error {
	return bridge.Errorf(bridge.NotFound, "event.no_board", "contestant %v has no board %d that counts", who, board)
}

// CardLine is a line of a score card: a board as one contestant played it.
type CardLine struct {
	Contestant Contestant
	Session    int
	Board      bridge.Board
	Side       bridge.Side
	Line       *Line // on its board sheet; there stands what the first of two partners got

	own *Earned // if it is not what stands there
}

// Points is what the contestant got. Partners of an individual event may get
// different artificial scores.
func (l CardLine) Points() Earned {
	if l.own != nil {
		return *l.own
	}
	return l.Line.Points.Of(l.Side)
}

// Card is a contestant's score card, its boards in ascending order.
func (s *Standings) Card(c Contestant) []CardLine {
	n, ok := s.sheet.at[c]
	if !ok {
		return nil
	}
	places := s.sheet.places(n)
	out := make([]CardLine, len(places))
	for i, x := range places {
		b := &s.Boards[x.board]
		line := &b.Lines[x.row]
		out[i] = CardLine{c, b.Session, b.Board, x.side, line, nil}
		if s.sheet.opened.Kind != Individuals {
			continue
		}
		if share := s.sheet.share(n, x); !share.line.compares() {
			own := s.sheet.earnedBy(share)
			out[i].own = &own
		}
	}
	return out
}
