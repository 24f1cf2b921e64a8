// Package drawtest helps to test draws: it makes up fields with a history, and
// proves draws from their reasons, without the code that drew them.
package drawtest

import (
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/draw/matching"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
)

// Field makes up n contestants that played so many rounds. Rounds are drawn at
// random, so that some met more than once and many are still to meet.
func Field(src *seed.Source, n, rounds int) draw.Input {
	in := draw.Input{Round: rounds + 1, After: rounds}
	score := int64(20 * n)
	for i := range n {
		in.Contestants = append(in.Contestants, draw.Contestant{ID: i + 1, Rank: i + 1, Seed: i + 1, Score: exact.Of(score, 2)})
		score -= int64(src.Below(15))
	}
	src.Shuffle(n, func(i, j int) {
		c := in.Contestants
		c[i].ID, c[j].ID = c[j].ID, c[i].ID
	})
	for r := range rounds {
		ids := make([]int, n)
		for i := range ids {
			ids[i] = i + 1
		}
		src.Shuffle(n, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		if n%2 == 1 {
			g := draw.Group{Round: r + 1, Kind: draw.Bye}
			if src.Below(2) == 0 && n > 2 {
				g.Kind = draw.Triangle
			}
			size := map[draw.Kind]int{draw.Bye: 1, draw.Triangle: 3}[g.Kind]
			g.Contestants, ids = ids[:size:size], ids[size:]
			in.History = append(in.History, g)
		}
		for ; len(ids) > 1; ids = ids[2:] {
			in.History = append(in.History, draw.Group{Round: r + 1, Kind: draw.Match, Contestants: ids[:2:2]})
		}
	}
	return in
}

// facts are what a proof goes by: who met, and who may not.
type facts struct {
	met    map[[2]int]int // the last round in which two met
	banned map[[2]int]bool
}

func two(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

func factsOf(in draw.Input) facts {
	f := facts{map[[2]int]int{}, map[[2]int]bool{}}
	for _, g := range in.History {
		for i, a := range g.Contestants {
			for _, b := range g.Contestants[i+1:] {
				if g.Kind == draw.HalfMatches && i > 0 {
					continue
				}
				f.met[two(a, b)] = max(f.met[two(a, b)], g.Round)
			}
		}
	}
	for _, b := range in.Options.Bans {
		f.banned[two(b[0], b[1])] = true
	}
	return f
}

func (f facts) may(a, b int) bool { return f.met[two(a, b)] == 0 && !f.banned[two(a, b)] }

// Legal proves that a draw is one: each contestant once, tables once, nobody meets
// whom it may not, and nobody meets again unless the draw says that it had to be.
func Legal(in draw.Input, d *draw.Draw) error {
	f := factsOf(in)
	seen, tables := map[int]bool{}, map[int]bool{}
	for _, p := range d.Pairings {
		if (p.Kind == draw.Bye) != (p.Table == 0) || tables[p.Table] {
			return fmt.Errorf("%v: %s at table %d", p.Contestants, p.Kind, p.Table)
		}
		if p.Table > 0 {
			tables[p.Table] = true
		}
		if want := map[draw.Kind]int{draw.Match: 2, draw.Bye: 1, draw.Triangle: 3, draw.LongTriangle: 3, draw.HalfMatches: 3}[p.Kind]; len(p.Contestants) != want {
			return fmt.Errorf("%s of %v", p.Kind, p.Contestants)
		}
		for i, a := range p.Contestants {
			if seen[a] {
				return fmt.Errorf("contestant %d plays twice", a)
			}
			seen[a] = true
			for _, b := range p.Contestants[i+1:] {
				if p.Kind == draw.HalfMatches && i > 0 || p.Why[0].Key == draw.ByDirector {
					continue
				}
				if f.banned[two(a, b)] || f.met[two(a, b)] > 0 && !d.Rematches {
					return fmt.Errorf("%d and %d may not meet", a, b)
				}
				again := slices.ContainsFunc(p.Why, func(r draw.Reason) bool { return r.Key == draw.ByRematch && r.Round == f.met[two(a, b)] })
				if p.Kind == draw.Match && again != (f.met[two(a, b)] > 0) {
					return fmt.Errorf("%d and %d met in round %d, and the reasons are %v", a, b, f.met[two(a, b)], p.Why)
				}
			}
		}
	}
	for _, c := range in.Contestants {
		if !seen[c.ID] {
			return fmt.Errorf("contestant %d is missing", c.ID)
		}
		delete(seen, c.ID)
	}
	if len(seen) > 0 {
		return fmt.Errorf("%v are not in the field", seen)
	}
	return nil
}

// Proved proves from the reasons alone that a draw by neighbours without rematches
// is the one of the rule: each contestant that was better for the upper one and
// free had been met, was banned, or would have left no draw, by a barrier that is
// checked here.
func Proved(in draw.Input, d *draw.Draw) error {
	if err := Legal(in, d); err != nil {
		return err
	}
	f := factsOf(in)
	left := slices.Clone(d.Order)
	at := map[int]draw.Pairing{}
	for _, p := range d.Pairings {
		for _, c := range p.Contestants {
			at[c] = p
		}
		if p.Kind == draw.Match {
			continue
		}
		left = without(left, p.Contestants...)
		for _, r := range p.Why {
			if r.Key == draw.NotLeaves {
				if err := f.barrier(without(d.Order, r.Contestants...), r); err != nil {
					return err
				}
			}
		}
	}
	for len(left) > 0 {
		a := left[0]
		p := at[a]
		b := p.Contestants[0] + p.Contestants[1] - a
		var why []draw.Reason
		for _, r := range p.Why {
			if r.Key == draw.NotMet || r.Key == draw.NotBanned || r.Key == draw.NotLeaves {
				why = append(why, r)
			}
		}
		for _, c := range left[1:] {
			if c == b {
				break
			}
			if len(why) == 0 || why[0].Contestants[0] != c {
				return fmt.Errorf("%d plays %d, and nothing says why not %d", a, b, c)
			}
			r := why[0]
			why = why[1:]
			switch r.Key {
			case draw.NotMet:
				if r.Round == 0 || f.met[two(a, c)] != r.Round {
					return fmt.Errorf("%d and %d did not last meet in round %d", a, c, r.Round)
				}
			case draw.NotBanned:
				if !f.banned[two(a, c)] {
					return fmt.Errorf("%d and %d are not banned", a, c)
				}
			default:
				if err := f.barrier(without(left, a, c), r); err != nil {
					return fmt.Errorf("%d and %d: %w", a, c, err)
				}
			}
		}
		if len(why) > 0 {
			return fmt.Errorf("%d plays %d: %v was not in between", a, b, why[0])
		}
		left = without(left, a, b)
	}
	return nil
}

// barrier proves that these contestants cannot all be paired.
func (f facts) barrier(rest []int, r draw.Reason) error {
	index := func(ids []int) []int {
		out := make([]int, len(ids))
		for i, id := range ids {
			out[i] = slices.Index(rest, id)
		}
		return out
	}
	b := &matching.Barrier{Vertices: index(r.Among)}
	for _, g := range r.Groups {
		b.Odd = append(b.Odd, index(g))
	}
	return b.Check(len(rest), 1, func(i, j int) bool { return f.may(rest[i], rest[j]) })
}

func without(ids []int, some ...int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return slices.Contains(some, id) })
}

// Refused proves that a field has no draw: by the barrier, and for an odd field
// with one more group, because one contestant may sit out.
func Refused(in draw.Input, why *draw.Impossible) error {
	ids := make([]int, len(in.Contestants))
	for i, c := range in.Contestants {
		ids[i] = c.ID
	}
	if got := len(why.Groups) - len(why.Among); got < 1+len(ids)%2 {
		return fmt.Errorf("%d more groups than contestants that they may play", got)
	}
	f := factsOf(in)
	if in.Options.Rematches == draw.OverSwiss {
		clear(f.met)
	}
	return f.barrier(ids, draw.Reason{Groups: why.Groups, Among: why.Among})
}

// Results makes up the results of a round, 20 victory points a match, and ranks the
// field anew: by score, ties by the rank before.
func Results(src *seed.Source, field []draw.Contestant, d *draw.Draw) []draw.Contestant {
	score := map[int]exact.Fraction{}
	for _, p := range d.Pairings {
		switch p.Kind {
		case draw.Match:
			vp := src.Below(21)
			score[p.Contestants[0]], score[p.Contestants[1]] = exact.Int(vp), exact.Int(20-vp)
		default:
			for _, id := range p.Contestants {
				score[id] = exact.Int(12)
			}
		}
	}
	out := slices.Clone(field)
	for i := range out {
		out[i].Score = out[i].Score.Add(score[out[i].ID])
	}
	slices.SortStableFunc(out, func(a, b draw.Contestant) int { return b.Score.Cmp(a.Score) })
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}
