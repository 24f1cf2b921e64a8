package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/score"
)

// Frequency is how often a score came on a board among results that are compared
// with each other, and what it was worth.
type Frequency struct {
	Section string       // where sections are compared apart
	Version string       // of a fouled board
	Score   score.Points // North-South's view

	// Times is how often it came, for each side. An outcome that a director
	// assigned comes by its weight, and a split score for one side only.
	Times  bridge.BySide[exact.Fraction]
	Points bridge.BySide[Earned] // nothing for a score that came as a part of rulings only, or between teams
}

// Frequencies gives the frequency table of the i-th board of the standings: the best
// score for North-South first, one section or version of the board after the other.
func (s *Standings) Frequencies(i int) []Frequency {
	var out []Frequency
	for _, g := range s.sheet.boards[i].groups {
		byScore := map[score.Points]*Frequency{}
		at := func(points score.Points) *Frequency {
			f := byScore[points]
			if f == nil {
				f = &Frequency{Section: g.section, Version: g.version, Score: points}
				byScore[points] = f
			}
			return f
		}
		for _, l := range g.lines {
			if l.state == StatePlayed {
				f := at(l.score)
				for _, side := range bridge.Sides {
					f.Times = f.Times.With(side, f.Times.Of(side).Add(exact.Int(1)))
				}
				if s.sheet.opened.Kind != Teams { // there the other room of the match decides
					f.Points = s.sheet.pointsOf(l)
				}
				continue
			}
			for _, side := range bridge.Sides {
				for _, o := range bridge.BySide[[]field.Outcome](g.ruled[l.at]).Of(side) {
					f := at(o.Score)
					f.Times = f.Times.With(side, f.Times.Of(side).Add(o.Weight))
				}
			}
		}
		group := make([]Frequency, 0, len(byScore))
		for _, f := range byScore {
			group = append(group, *f)
		}
		slices.SortFunc(group, func(a, b Frequency) int { return cmp.Compare(b.Score, a.Score) })
		out = append(out, group...)
	}
	return out
}
