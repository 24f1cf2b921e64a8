package event

import (
	"cmp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// swiss finds the scale that turns the matches of a Swiss event of pairs into victory
// points: of percentages at matchpoints, of IMPs else. Events of teams have matches
// of their own.
func (r *reckoning) swiss() (err error) {
	if !r.opened.Swiss || r.opened.Kind == Teams {
		return nil
	}
	rules := r.pack.VictoryPoints
	if r.inPercent() {
		if rules.SwissPairs != regulation.NoVPScale {
			r.scale, err = vp.SwissPairs(rules)
		}
	} else if rules.Teams != regulation.NoVPScale && r.opened.Method != TotalPoints {
		r.scale, err = vp.Teams(rules)
	}
	if err != nil || r.scale == nil {
		return err
	}
	if err := r.findHalves(); err != nil {
		return err
	}
	for n := range r.entries { // a length that the scale does not have is refused here
		if err := r.inVictoryPoints(nil, n, r.sessions, nil, new(total)); err != nil {
			return err
		}
	}
	return nil
}

// round is a round of a session.
type round struct{ session, number int }

// rounds are a pair's matches of some sessions: its lines that count, by round.
func (r *reckoning) roundsOf(n int, sessions []int) (order []round, lines map[round][]share) {
	lines = map[round][]share{}
	for _, s := range r.of(n) {
		if slices.Contains(sessions, s.line.Session) && (r.counts(s.line, n) || s.line.state == StateSatOut) {
			at := round{s.line.Session, s.line.Round}
			lines[at] = append(lines[at], s)
		}
	}
	for at := range lines {
		order = append(order, at)
	}
	slices.SortFunc(order, func(a, b round) int {
		return cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.number, b.number))
	})
	return order, lines
}

// inVictoryPoints adds up what a pair's matches are worth, with what was carried over,
// and counts them.
func (r *reckoning) inVictoryPoints(p *why.Pen, n int, sessions []int, carried []carry, t *total) error {
	order, lines := r.roundsOf(n, sessions)
	var parts []why.Value
	for _, at := range order {
		v, err := r.roundVP(p, n, at, lines[at])
		if err != nil {
			return err
		}
		parts = append(parts, p.Same("total.match", v, why.Word("round", exact.Int(at.number).String()), why.Word("against", r.againstIn(lines[at]))))
		t.matches++
	}
	t.vp = p.Sum("total.matches", parts)
	c := r.entries[n].Contestant
	var taken []why.Value
	for _, x := range r.penalties {
		if x.Contestant == c && x.Unit == PenaltyVP && x.Amount.Sign() > 0 && slices.Contains(sessions, r.sessionOf(n, x.Session)) {
			taken = append(taken, x.taken(p))
		}
	}
	if len(taken) > 0 {
		t.vp = p.Difference("total.penalised", append([]why.Value{t.vp}, taken...))
	}
	for _, c := range carried {
		t.vp = p.Sum("total.with_carry", []why.Value{t.vp, c.amount})
		t.carried = t.carried.Add(c.amount.Fraction)
	}
	return nil
}

// againstIn names the opponents of a match, of whom two half matches have two.
func (r *reckoning) againstIn(lines []share) string {
	var names []string
	for _, x := range opponentsIn(lines) {
		names = append(names, r.entries[x].Contestant.String())
	}
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}

// opponentsIn are those that lines were played against, each once.
func opponentsIn(lines []share) (list []int) {
	for _, s := range lines {
		for _, x := range s.opponents() {
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// playedOf leaves out the lines of boards that were sat out.
func playedOf(lines []share) []share {
	return slices.DeleteFunc(slices.Clone(lines), func(s share) bool { return s.line.state == StateSatOut })
}

// against are the lines that were played against one opponent.
func against(lines []share, opponent int) []share {
	return slices.DeleteFunc(slices.Clone(lines), func(s share) bool { return !slices.Contains(s.opponents(), opponent) })
}

// inRound is a pair in a round.
type inRound struct {
	round
	n int
}

// findHalves finds the rounds of an odd field in which one pair played half a match
// against each of two others, who played nobody else: who has how many boards that it
// missed, 0 for the one that played both.
func (r *reckoning) findHalves() (err error) {
	met := map[inRound][]int{}
	boards := map[inRound]map[int]int{} // against whom how many
	var both []inRound
	for n := range r.entries {
		order, lines := r.roundsOf(n, r.sessions)
		for _, at := range order {
			key := inRound{at, n}
			if met[key] = opponentsIn(lines[at]); len(met[key]) == 2 {
				boards[key] = map[int]int{}
				for _, x := range met[key] {
					boards[key][x] = len(against(playedOf(lines[at]), x))
				}
				both = append(both, key)
			}
		}
	}
	for _, key := range both {
		one, two := met[key][0], met[key][1]
		if len(met[inRound{key.round, one}]) != 1 || len(met[inRound{key.round, two}]) != 1 {
			continue
		}
		if r.halfScale == nil {
			if r.inPercent() {
				r.halfScale, err = r.scale.Half()
			} else {
				r.halfScale, err = vp.TeamsHalf(r.pack.VictoryPoints)
			}
			if err != nil {
				return err
			}
			r.missedHalf = map[inRound]int{}
		}
		r.missedHalf[key] = 0
		r.missedHalf[inRound{key.round, one}] = boards[key][two]
		r.missedHalf[inRound{key.round, two}] = boards[key][one]
	}
	return nil
}

// roundVP is what one match is worth: by the percentage of the field's top on its
// boards, or by its IMPs. A pair that sat out all of it has a bye. Two half matches
// have a scale of their own, and so has the one half that somebody plays and the other
// that it misses.
func (r *reckoning) roundVP(p *why.Pen, n int, at round, lines []share) (why.Value, error) {
	played := playedOf(lines)
	if len(played) == 0 {
		return r.pairsBye(p, len(lines))
	}
	missed, half := r.missedHalf[inRound{at, n}]
	if !half {
		return r.matchVP(p, r.scale, played)
	}
	var parts []why.Value
	for _, x := range opponentsIn(played) {
		v, err := r.matchVP(p, r.halfScale, against(played, x))
		if err != nil {
			return why.Value{}, err
		}
		parts = append(parts, p.Same("match.half_of", v, why.Word("against", r.entries[x].Contestant.String())))
	}
	if missed > 0 {
		v, err := r.missedVP(p, missed)
		if err != nil {
			return why.Value{}, err
		}
		parts = append(parts, v)
	}
	return p.Sum("match.halves", parts), nil
}

// matchVP turns boards that were played against one opponent into victory points.
func (r *reckoning) matchVP(p *why.Pen, scale *vp.Scale, played []share) (why.Value, error) {
	boards := len(played)
	sum := sumOf(p, "total.sum", "total.board", played, r.earned)
	if !r.inPercent() {
		own, _, err := scale.Of(p, boards, sum)
		return own, err
	}
	top := sumOf(p, "total.top", "total.board_top", played, r.lineTop)
	if top.Sign() == 0 {
		return scale.OfPercent(p, boards, p.Given("L12C2.average", r.pack.Artificial.Average))
	}
	return scale.OfPercent(p, boards, field.PercentOf(p, sum, top))
}

// pairsBye is what a pair has from a match of so many boards without an opponent.
func (r *reckoning) pairsBye(p *why.Pen, boards int) (why.Value, error) {
	if r.pack.Match.ByePairs == regulation.ByeAveragePlus && r.inPercent() {
		return r.scale.OfPercent(p, boards, p.Given("match.bye_plus", r.pack.Artificial.Plus))
	}
	return p.Given("match.bye", r.pack.Match.Bye), nil
}

// missedVP is what a half match is worth to a pair that has no opponent in it: average
// plus on half of its boards, rounded up, and average on the rest (EBU White Book 3.4); by
// IMPs, of which nobody says it, half a bye.
func (r *reckoning) missedVP(p *why.Pen, boards int) (why.Value, error) {
	if !r.inPercent() {
		return p.Product("match.half", []why.Value{p.Given("match.bye", r.pack.Match.Bye)}, why.Num("half", exact.Of(1, 2))), nil
	}
	plus := (boards + 1) / 2
	percent := p.Sum("match.missed_half", []why.Value{
		p.Product("match.missed_part", []why.Value{p.Given("match.bye_plus", r.pack.Artificial.Plus)}, why.Num("share", exact.Of(int64(plus), int64(boards)))),
		p.Product("match.missed_part", []why.Value{p.Given("L12C2.average", r.pack.Artificial.Average)}, why.Num("share", exact.Of(int64(boards-plus), int64(boards)))),
	})
	return r.halfScale.OfPercent(p, boards, percent)
}

// swissDoubts are those of a Swiss event of pairs: a regulation without a scale for its
// matches, and rounds that cannot be matches.
func (r *reckoning) swissDoubts() (doubts []*bridge.Error) {
	if !r.opened.Swiss || r.opened.Kind == Teams {
		return nil
	}
	if r.scale == nil {
		setting := "vp.swiss_pairs"
		if !r.inPercent() {
			setting = "vp.teams"
		}
		return []*bridge.Error{bridge.Errorf(bridge.NotFound, "event.swiss_scale", "the rounds of this event are matches, but there is no scale of victory points for them (%s): pairs are ranked by their boards", setting)}
	}
	byRound := map[round]*drawn{}
	var order []round
	for _, b := range r.boards {
		for _, l := range b.lines {
			at := round{l.Session, l.Round}
			if byRound[at] == nil {
				byRound[at] = &drawn{}
				order = append(order, at)
			}
			if l.state != StateSatOut && l.sides.NS != nil && l.sides.EW != nil {
				byRound[at].add(l.sides.NS.n+1, l.sides.EW.n+1, false)
			}
		}
	}
	slices.SortFunc(order, func(a, b round) int {
		return cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.number, b.number))
	})
	for _, at := range order {
		_, odd := byRound[at].groups(at.number, false)
		for _, among := range odd {
			names := make([]string, len(among))
			for i, n := range among {
				names[i] = r.entries[n-1].Contestant.String()
			}
			doubts = append(doubts, noSwiss(bridge.Conflict, max(at.number, 1), strings.Join(names, ", ")))
		}
	}
	return doubts
}
