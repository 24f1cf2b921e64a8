// Package workload makes the inputs of the benchmarks: fixed sequences that
// anybody can rebuild, each with a check value. Only tests import it.
package workload

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/score"
)

// Law77 lists the 2,940 outcomes of Law 77; their scores sum to -2,628,190.
func Law77() []score.Outcome {
	var all []score.Outcome
	score.Outcomes(func(o score.Outcome) { all = append(all, o) })
	return all
}

// Law77Random draws a million outcomes, seed 77; their scores sum to
// -893,214,780.
func Law77Random() []score.Outcome {
	all, s := Law77(), seed.New(77)
	out := make([]score.Outcome, 1_000_000)
	for i := range out {
		out[i] = all[s.Below(len(all))]
	}
	return out
}

// pool holds the North-South scores of a lively board.
var pool = []score.Points{
	420, 450, 400, 430, -50, -100, 140, 170, 620, 650, 110, -110, 0, 480, 980, -620, 50, 100, 300, 1430, -1100,
}

func draw(s *seed.Source, n int) []score.Points {
	out := make([]score.Points, n)
	for i := range out {
		out[i] = pool[s.Below(len(pool))]
	}
	return out
}

// Field is a board with the check values of its matchpoints (2 per win, 1 per
// tie) and of the sums of its cross-IMPs: Σ (i+1)·v[i].
type Field struct {
	Name     string
	Scores   []score.Points
	CheckMP  int
	CheckIMP int
}

// Fields are the single boards: a club's, and three of 2,000 results.
func Fields() []Field {
	all, s := Law77(), seed.New(2940)
	legal := make([]score.Points, 2000)
	for i := range legal {
		o := all[s.Below(len(all))]
		p, err := score.Duplicate(o.Contract, o.Vul, o.Tricks)
		if err != nil {
			panic(err)
		}
		if s.Below(2) == 1 {
			p = -p
		}
		legal[i] = p
	}
	wide := make([]score.Points, 2000)
	for i := range wide {
		wide[i] = score.Points(10*i - 10000)
	}
	seed.New(4000).Shuffle(len(wide), func(i, j int) { wide[i], wide[j] = wide[j], wide[i] })
	return []Field{
		{"club16", draw(seed.New(16), 16), 1693, -4120},
		{"field2000", draw(seed.New(2000), 2000), 4016073252, 168386218},
		{"legal2000", legal, 3987121510, -171784786},
		{"wide2000", wide, 3999614204, -22954331},
	}
}

// Session is 100 boards of 1,000 results, seed 1000, one stream through all. Its
// check values, summed over the boards, are 49,968,392,559 matchpoints and
// -280,733,046 IMPs.
func Session() [][]score.Points {
	s := seed.New(1000)
	boards := make([][]score.Points, 100)
	for i := range boards {
		boards[i] = draw(s, 1000)
	}
	return boards
}

// Federation is 32 boards of 1,000 results, seed 1032, one stream through all: first
// below(2940) picks a case of [Law77], whose vulnerability gives way to that of the
// board, then below(4) declarer. The check value of their scores by Law 77 in
// North-South's view, board 1 first, is -10,085,281,750.
func Federation() [][]bridge.Result {
	all, s := Law77(), seed.New(1032)
	boards := make([][]bridge.Result, 32)
	for i := range boards {
		for range 1000 {
			o := all[s.Below(len(all))]
			r, err := bridge.NewResult(o.Contract, bridge.Seats[s.Below(4)], o.Tricks)
			if err != nil {
				panic(err)
			}
			boards[i] = append(boards[i], r)
		}
	}
	return boards
}

// Check is the check value of a list: Σ (i+1)·v[i], i from 0.
func Check[T ~int](v []T) int {
	sum := 0
	for i, x := range v {
		sum += (i + 1) * int(x)
	}
	return sum
}
