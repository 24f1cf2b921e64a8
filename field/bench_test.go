package field_test

import (
	"slices"
	"testing"

	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/internal/workload"
	"github.com/overtrick/overtrick/score"
)

// BenchmarkMatchpoints compares the matchpoints of each workload with a bare
// sort of the same scores in the same run.
func BenchmarkMatchpoints(b *testing.B) {
	for _, f := range workload.Fields() {
		if got := workload.Check(field.Matchpoints(f.Scores)); got != f.CheckMP {
			b.Fatalf("%s: check value %d, want %d", f.Name, got, f.CheckMP)
		}
		run(b, f.Name, [][]score.Points{f.Scores})
	}
	session, check := workload.Session(), 0
	for _, board := range session {
		check += workload.Check(field.Matchpoints(board))
	}
	if check != 49968392559 {
		b.Fatalf("session: check value %d, want 49968392559", check)
	}
	run(b, "session", session)
}

func run(b *testing.B, name string, boards [][]score.Points) {
	ours := func() {
		for _, scores := range boards {
			field.Matchpoints(scores)
		}
	}
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ours()
		}
	})
	if name != "session" {
		return
	}
	buffer := make([]score.Points, len(boards[0]))
	b.Run(name+"-ratio", func(b *testing.B) {
		workload.Ratio(b, 1, ours, func() {
			for _, scores := range boards {
				copy(buffer, scores)
				slices.Sort(buffer)
			}
		})
	})
}
