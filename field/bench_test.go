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
		compare(b, f.Name, [][]score.Points{f.Scores}, 0, func(s []score.Points) { field.Matchpoints(s) })
	}
	session, check := workload.Session(), 0
	for _, board := range session {
		check += workload.Check(field.Matchpoints(board))
	}
	if check != 49968392559 {
		b.Fatalf("session: check value %d, want 49968392559", check)
	}
	compare(b, "session", session, 1, func(s []score.Points) { field.Matchpoints(s) })
}

// BenchmarkCrossIMPs is the same for the sums of IMPs against all others.
func BenchmarkCrossIMPs(b *testing.B) {
	limits := map[string]float64{"legal2000": 2, "wide2000": 6}
	for _, f := range workload.Fields() {
		compare(b, f.Name, [][]score.Points{f.Scores}, limits[f.Name], func(s []score.Points) { field.CrossIMPs(s, 0) })
	}
	compare(b, "session", workload.Session(), 1, func(s []score.Points) { field.CrossIMPs(s, 0) })
}

// compare times work on boards, and where there is a limit its ratio to a bare
// sort of the same scores.
func compare(b *testing.B, name string, boards [][]score.Points, limit float64, work func([]score.Points)) {
	ours := func() {
		for _, scores := range boards {
			work(scores)
		}
	}
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ours()
		}
	})
	if limit == 0 {
		return
	}
	buffer := make([]score.Points, len(boards[0]))
	b.Run(name+"-ratio", func(b *testing.B) {
		workload.Ratio(b, limit, ours, func() {
			for _, scores := range boards {
				copy(buffer, scores)
				slices.Sort(buffer)
			}
		})
	})
}
