package field

import (
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// MatchIMPs is what the home team wins on a board of a match (Law 78B): the IMPs of
// what its pairs scored in both rooms together. home is the score where the home
// team sat North-South, away that where the away team did, both in North-South's
// view. The away team wins the opposite.
func MatchIMPs(p *why.Pen, home, away score.Points) why.Value {
	return score.IMPScale().Of(p, matchDifference(p, home, away))
}

func matchDifference(p *why.Pen, home, away score.Points) why.Value {
	return p.Difference("match.difference", []why.Value{p.Given("match.home_room", exact.Int(home)), p.Given("match.away_room", exact.Int(away))})
}

// BoardAMatch is what the home team gets on a board of a match that each board
// decides by itself: 2 for the better score, 1 for an equal one, whatever the
// margin. A difference of up to level points is equal. The away team gets what is
// left of 2.
func BoardAMatch(p *why.Pen, home, away score.Points, level int) why.Value {
	d := matchDifference(p, home, away)
	points := 1 + d.Sign()
	if d.Abs().Cmp(exact.Int(level)) <= 0 {
		points = 1
	}
	return p.LookUp("match.board", exact.Int(points), []why.Value{d}, why.Int("level", level))
}

// TotalMargin is what the home team wins on a board by total points (Law 78C).
func TotalMargin(p *why.Pen, home, away score.Points) why.Value {
	return matchDifference(p, home, away)
}

// Patton is what the home team gets for the difference of all scores of a match:
// half of the pool up to the first band, and for each band more an equal step, so
// that above the last one it has all. The away team gets what is left.
func Patton(p *why.Pen, rules regulation.Patton, margin why.Value) why.Value {
	steps := 0
	for _, most := range rules.Bands {
		if margin.Abs().Cmp(exact.Int(most)) > 0 {
			steps++
		}
	}
	half := rules.Pool.Div(exact.Int(2))
	share := half.Mul(exact.Int(steps)).Div(exact.Int(max(len(rules.Bands), 1)))
	if margin.Sign() < 0 {
		share = share.Neg()
	}
	return p.LookUp("match.patton", half.Add(share), []why.Value{margin}, why.Num("pool", rules.Pool))
}

// TeamsOfEight is what the home team wins on a board that two pairs of it played in
// each direction. home and away are the scores where each team sat North-South, in
// North-South's view.
func TeamsOfEight(p *why.Pen, rule regulation.Eight, home, away []score.Points) why.Value {
	if rule == regulation.EightCross {
		var parts []why.Value
		for _, h := range home {
			for _, a := range away {
				parts = append(parts, MatchIMPs(p, h, a))
			}
		}
		return p.Sum("match.cross", parts)
	}
	var mine, theirs score.Points
	for _, s := range home {
		mine += s
	}
	for _, s := range away {
		theirs += s
	}
	return score.IMPScale().Of(p, p.Difference("match.aggregate", []why.Value{p.Given("match.home_rooms", exact.Int(mine)), p.Given("match.away_rooms", exact.Int(theirs))}))
}

// Balanced is the result of a knock-out match whose sides were ruled on apart: the
// mean of what each of them has, in the home team's view (Law 86B3). home is the
// margin in the home team's view, away that in the away team's.
func Balanced(p *why.Pen, home, away why.Value) why.Value {
	if home.Add(away.Fraction).Sign() == 0 {
		return home
	}
	return p.Quotient("L86.balanced", p.Difference("L86.both", []why.Value{home, away}), p.Given("L86.two", exact.Int(2)))
}
