package event

import (
	"cmp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// ButlerRow is a pair of an event of teams, by the IMPs that it won against the datum
// of its boards.
type ButlerRow struct {
	Rank    int
	Tied    bool
	Team    Contestant
	Persons []PersonID
	Boards  int
	Total   Figure // IMPs
	Mean    Figure // IMPs a board, which decides
}

// Butler ranks the pairs of an event of teams, wherever they sat, against the datum
// of all tables that played the same board in the same round. Pairs are known by
// their line-ups; results of a team without one are part of the datum alone. The
// regulation says how a datum is made. An assigned score counts by its outcomes for
// who got it, and makes no datum.
func (s *Standings) Butler() []ButlerRow {
	r := s.sheet
	if r.opened.Kind != Teams {
		return nil
	}
	type deal struct {
		session, round int
		board          bridge.Board
	}
	scores := map[deal][]score.Points{}
	for _, b := range r.boards {
		for _, l := range b.lines {
			if l.state == StatePlayed {
				at := deal{l.Session, l.Round, b.set.Board}
				scores[at] = append(scores[at], l.score)
			}
		}
	}
	rows := map[string]*ButlerRow{}
	sums := map[string]exact.Fraction{}
	for _, b := range r.boards {
		for _, l := range b.lines {
			if !l.compares() {
				continue
			}
			datum, ok := field.Datum(nil, r.pack.Butler, scores[deal{l.Session, l.Round, b.set.Board}])
			if !ok { // only assigned scores
				continue
			}
			for _, side := range bridge.Sides {
				team := l.sides.Of(side).Contestant
				persons := r.seated(l, team, side)
				if len(persons) == 0 {
					continue
				}
				imps := butlerOf(l, side, datum)
				key := pairKey(team, persons)
				if rows[key] == nil {
					rows[key] = &ButlerRow{Team: team, Persons: persons}
				}
				rows[key].Boards++
				sums[key] = sums[key].Add(imps)
			}
		}
	}
	out := make([]ButlerRow, 0, len(rows))
	for key, row := range rows {
		row.Total = r.figure(why.Plain(sums[key]), r.pack.Total.Decimals)
		row.Mean = r.figure(why.Plain(sums[key].Div(exact.Int(row.Boards))), 2)
		out = append(out, *row)
	}
	slices.SortFunc(out, func(a, b ButlerRow) int {
		return cmp.Or(b.Mean.Value.Cmp(a.Mean.Value), a.Team.Compare(b.Team), strings.Compare(pairKey(a.Team, a.Persons), pairKey(b.Team, b.Persons)))
	})
	for i := range out {
		out[i].Rank = i + 1
		if i > 0 && out[i].Mean.Value.Equal(out[i-1].Mean.Value) {
			out[i].Rank, out[i].Tied, out[i-1].Tied = out[i-1].Rank, true, true
		}
	}
	return out
}

// butlerOf is what a pair won on a line against its datum.
func butlerOf(l *ratedLine, side bridge.Side, datum why.Value) (imps exact.Fraction) {
	if l.state == StatePlayed {
		imps = field.Butler(nil, l.score, datum).Fraction
	} else {
		for _, o := range bridge.BySide[[]field.Outcome](l.group.ruled[l.at]).Of(side) {
			imps = imps.Add(field.Butler(nil, o.Score, datum).Mul(o.Weight))
		}
	}
	if side == bridge.EW {
		return imps.Neg()
	}
	return imps
}

// pairKey names a pair whichever of the two is named first.
func pairKey(team Contestant, persons []PersonID) string {
	ids := make([]string, len(persons))
	for i, id := range persons {
		ids[i] = string(id)
	}
	slices.Sort(ids)
	return team.String() + "\x00" + strings.Join(ids, "\x00")
}

// seated are the persons who sat at a line for a team; nil: no line-up says so. The
// last one that fits counts.
func (r *reckoning) seated(l *ratedLine, team Contestant, side bridge.Side) (persons []PersonID) {
	for _, x := range r.lineUps {
		if x.Team == team && x.Side == side && x.Session == l.Session && x.Round == l.Round &&
			(x.Table == 0 || x.Table == l.Table) && int(l.Board) >= x.From && (x.To == 0 || int(l.Board) <= x.To) {
			persons = x.Persons
		}
	}
	return persons
}
