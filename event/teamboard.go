package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

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
	return r.onBoardBy(p, r.opened.Method, b, side)
}

// onBoardBy is the same by another method than that of the event.
func (r *reckoning) onBoardBy(p *why.Pen, by Method, b *matchBoard, side bridge.Side) why.Value {
	if b.state == StateAdjusted {
		var parts []why.Value
		same := true
		for _, a := range b.rulings(side) {
			parts = append(parts, r.awarded(p, by, a))
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
		v := r.compareRooms(p, by, homes, aways, side)
		if !weight.Equal(exact.Int(1)) {
			single = false
			v = p.Product("L12C1.outcome", []why.Value{v}, why.Num("weight", weight), why.Word("score", exact.Int(homes[0]-aways[0]).String()))
		}
		parts = append(parts, v)
	})
	if single {
		return parts[0]
	}
	return r.whole(p, p.Sum("L12C1.weighted", parts))
}

// whole rounds what a weighted score brings on a board to the unit in which a body
// counts it, where victory points follow: halves away from an equal board.
func (r *reckoning) whole(p *why.Pen, v why.Value) why.Value {
	if rounding := r.pack.Match.Rounding; r.inVP() && !rounding.Exact() {
		return p.Round("match.rounding", v, rounding)
	}
	return v
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
func (r *reckoning) compareRooms(p *why.Pen, by Method, homes, aways []score.Points, side bridge.Side) why.Value {
	if side == away {
		homes, aways = aways, homes
	}
	switch by {
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
func (r *reckoning) awarded(p *why.Pen, by Method, a Award) why.Value {
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
	switch by {
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

// ofUnplayed is an artificial score for a board of a match that was not played as a
// whole: a bye, a forfeited or a void one. Points of deals have no average plus of their
// own (Law 78C); where a match depends on it, it is the fewest points that are worth
// its IMPs, so that such a match is worth something to one side and costs the other.
func (r *reckoning) ofUnplayed(p *why.Pen, kind AwardKind) why.Value {
	if r.opened.Method != TotalPoints {
		return r.awarded(p, r.opened.Method, Award{Kind: kind})
	}
	rules := r.pack.Artificial
	percent := map[AwardKind]exact.Fraction{AveragePlus: rules.Plus, Average: rules.Average, AverageMinus: rules.Minus}[kind]
	imps := field.ArtificialIMPs(p, p.Given("L86.plus", rules.Match), percent)
	scale, size := score.IMPScale(), imps.Abs()
	points := exact.Int(0)
	for n := 1; n <= scale.Most() && exact.Int(n-1).Cmp(size) < 0; n++ { // a part of an IMP is a whole one
		points = exact.Int(scale.From(n))
	}
	if imps.Sign() < 0 {
		points = points.Neg()
	}
	return p.LookUp("match.points_of_imps", points, []why.Value{imps})
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
	if m.lead().Sign() != 0 {
		lead := p.Given("match.lead", m.lead())
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
	switch {
	case m.reported():
		own, other := f.scored.HomeOf, f.scored.AwayOf
		if side == away {
			own, other = other, own
		}
		if r.shares() {
			return p.Given("match.own", own)
		}
		return p.Difference("match.reported", []why.Value{p.Given("match.own", own), p.Given("match.others", other)})
	case m.state == MatchState(MatchVoid):
		return r.voidSum(p, m, side)
	}
	return r.boardSum(p, m, side)
}

// boardSum adds up the boards of a match that count.
func (r *reckoning) boardSum(p *why.Pen, m *match, side bridge.Side) why.Value {
	var parts []why.Value
	for _, b := range m.boards {
		if b.counts() {
			parts = append(parts, p.Same("match.on_board", r.onBoard(p, b, side), why.Word("board", exact.Int(b.set.Board).String())))
		}
	}
	total := p.Sum("match.sum", parts)
	if r.opened.Method != Patton {
		return total
	}
	if r.beside != nil {
		if len(parts) == 0 {
			return total
		}
		return p.Sum("match.hybrid_vp", []why.Value{total, r.vpBeside(p, m, side)})
	}
	return p.Sum("match.hybrid", []why.Value{total, r.ofAggregate(p, r.aggregate(m, side))})
}

// vpBeside are the victory points that stand beside the points of the boards, for the
// IMPs of the same boards.
func (r *reckoning) vpBeside(p *why.Pen, m *match, side bridge.Side) why.Value {
	var parts []why.Value
	for _, b := range m.boards {
		if b.counts() {
			parts = append(parts, p.Same("match.imps_on", r.onBoardBy(p, IMPs, b, side), why.Word("board", exact.Int(b.set.Board).String())))
		}
	}
	own, _, _ := r.beside.Of(p, r.columnOf(m), p.Sum("match.imps", parts)) // the length was tried before matches were rated
	return own
}

// chance is a difference of all scores of a match that rulings may have brought, and
// its weight.
type chance struct {
	points int64
	weight exact.Fraction
}

// chances are the differences that a match may have ended with, each once, the least
// first. Their weights add up to 1.
type chances []chance

// mean is the difference that all of them together come to.
func (c chances) mean() (sum exact.Fraction) {
	for _, x := range c {
		sum = sum.Add(x.weight.Mul(exact.Int(x.points)))
	}
	return sum
}

// aggregate is the difference of all scores of a match that count as results, as one
// side has it. An artificial score has no points.
func (r *reckoning) aggregate(m *match, side bridge.Side) chances {
	all := chances{{0, exact.Int(1)}}
	for _, b := range m.boards {
		if b.state != StatePlayed {
			continue
		}
		var next chances
		r.outcomes(b, side, func(weight exact.Fraction, homes, aways []score.Points) {
			points := int64(sum(homes) - sum(aways))
			if side == away {
				points = -points
			}
			for _, x := range all {
				next = append(next, chance{x.points + points, x.weight.Mul(weight)})
			}
		})
		slices.SortFunc(next, func(a, b chance) int { return cmp.Compare(a.points, b.points) })
		all = next[:0]
		for _, x := range next {
			if n := len(all); n > 0 && all[n-1].points == x.points {
				all[n-1].weight = all[n-1].weight.Add(x.weight)
				continue
			}
			all = append(all, x)
		}
	}
	return all
}

// ofAggregate is what a side has for the difference of all scores. Where a ruling has
// weights, each outcome is turned into points before it is weighted (Law 12C1(c)):
// the mean of the differences may lie in a band that none of them is in.
func (r *reckoning) ofAggregate(p *why.Pen, all chances) why.Value {
	if len(all) == 1 {
		return field.Patton(p, r.pack.Match.Patton, p.Given("match.aggregate_points", exact.Int(all[0].points)))
	}
	parts := make([]why.Value, len(all))
	for i, x := range all {
		v := field.Patton(p, r.pack.Match.Patton, p.Given("match.aggregate_points", exact.Int(x.points)))
		parts[i] = p.Product("L12C1.outcome", []why.Value{v}, why.Num("weight", x.weight), why.Word("score", exact.Int(x.points).String()))
	}
	return p.Sum("L12C1.weighted", parts)
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
		p.Product("match.void_half", []why.Value{r.ofUnplayed(p, kind)}, why.Int("boards", half)),
		p.Product("match.void_rest", []why.Value{r.ofUnplayed(p, Average)}, why.Int("boards", m.length-half)),
	})
}
