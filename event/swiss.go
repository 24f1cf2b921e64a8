package event

import (
	"cmp"
	"slices"

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
		if rules.SwissPairs == regulation.NoVPScale {
			return nil
		}
		r.scale, err = vp.SwissPairs(rules)
	} else if rules.Teams != regulation.NoVPScale {
		r.scale, err = vp.Teams(rules)
	}
	if err != nil || r.scale == nil {
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
		v, err := r.roundVP(p, lines[at])
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

// againstIn names the opponents of a match.
func (r *reckoning) againstIn(lines []share) string {
	for _, s := range lines {
		for _, x := range s.opponents() {
			return r.entries[x].Contestant.String()
		}
	}
	return "–"
}

// roundVP is what one match is worth: by the percentage of the field's top on its
// boards, or by its IMPs. A pair that sat out all of it has a bye.
func (r *reckoning) roundVP(p *why.Pen, lines []share) (why.Value, error) {
	played := lines[:0:0]
	for _, s := range lines {
		if s.line.state != StateSatOut {
			played = append(played, s)
		}
	}
	if len(played) == 0 {
		return p.Given("match.bye", r.pack.Match.Bye), nil
	}
	boards := len(played)
	sum := sumOf(p, "total.sum", "total.board", played, r.earned)
	if !r.inPercent() {
		own, _, err := r.scale.Of(p, boards, sum)
		return own, err
	}
	top := sumOf(p, "total.top", "total.board_top", played, r.lineTop)
	if top.Sign() == 0 {
		return r.scale.OfPercent(p, boards, p.Given("L12C2.average", r.pack.Artificial.Average))
	}
	return r.scale.OfPercent(p, boards, field.PercentOf(p, sum, top))
}
