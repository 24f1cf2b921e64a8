package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// totalPoints is Law 78C: the points of all boards are added. Nothing is compared.
// The Laws give artificial scores no value in points: a board with one counts as
// played, and brings nothing.
type totalPoints struct{ *reckoning }

func (r totalPoints) rate(*group) {}

func (r totalPoints) earned(p *why.Pen, l *ratedLine, x share) why.Value {
	switch {
	case !l.compares():
		return p.Given("points.artificial", exact.Int(0))
	case p == nil && l.worth != nil:
		return why.Plain(l.worth.earned.Of(x.side))
	case l.group.ruled == nil:
		return field.TotalPoints(p, l.score, x.side)
	}
	var parts []why.Value
	for _, o := range bridge.BySide[[]field.Outcome](l.group.ruled[l.at]).Of(x.side) {
		parts = append(parts, p.Product("L12C1.outcome", []why.Value{field.TotalPoints(p, o.Score, x.side)},
			why.Num("weight", o.Weight), why.Word("score", exact.Int(o.Score).String())))
	}
	return p.Sum("L12C1.weighted", parts)
}

func (r totalPoints) shown(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r totalPoints) rating(p *why.Pen, l *ratedLine, x share) why.Value { return r.earned(p, l, x) }

func (r totalPoints) lineTop(*why.Pen, *ratedLine, share) why.Value { return why.Value{} }

func (r totalPoints) ratingOf(p *why.Pen, t total) why.Value {
	return p.Quotient("total.mean", t.sum, p.Given("total.boards", exact.Int(t.boards)))
}

func (r totalPoints) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	sum, _ = r.printedSum(p, t, most)
	return sum, why.Value{}
}

func (r totalPoints) inUnit(_ *why.Pen, v why.Value) why.Value { return v }

func (r totalPoints) penalty(p *why.Pen, x Penalised, _ int) why.Value {
	return x.taken(p)
}

func (r totalPoints) unit() (unit regulation.Unit, decimals int) { return regulation.Points, 0 }

func (r totalPoints) top(*ratedBoard) why.Value { return why.Value{} }
