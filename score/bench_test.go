package score_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/workload"
	"github.com/overtrick/overtrick/score"
)

// BenchmarkScore compares [score.Duplicate], which validates, with a bare
// look-up in a table indexed by the same five values, on the same million
// results in the same run.
func BenchmarkScore(b *testing.B) {
	cases := workload.Law77Random()
	var bare [8][6][3][2][14]int32
	score.Outcomes(func(o score.Outcome) {
		p, err := score.Duplicate(o.Contract, o.Vul, o.Tricks)
		if err != nil {
			b.Fatal(err)
		}
		bare[o.Contract.Level][o.Contract.Strain][o.Contract.Doubling][vulIndex(o.Vul)][o.Tricks] = int32(p)
	})
	check := func(sum int) {
		if sum != -893214780 {
			b.Fatalf("check value %d, want -893214780", sum)
		}
	}
	ours := func() {
		sum := 0
		for i := range cases {
			c := &cases[i]
			p, err := score.Duplicate(c.Contract, c.Vul, c.Tricks)
			if err != nil {
				b.Fatal(err)
			}
			sum += int(p)
		}
		check(sum)
	}
	lookUp := func() {
		sum := 0
		for i := range cases {
			c := &cases[i]
			sum += int(bare[c.Contract.Level][c.Contract.Strain][c.Contract.Doubling][vulIndex(c.Vul)][c.Tricks])
		}
		check(sum)
	}
	b.Run("law77-random", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ours()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(cases)), "ns/score")
	})
	b.Run("law77-random-ratio", func(b *testing.B) { workload.Ratio(b, 1.5, ours, lookUp) })
	b.Run("law77", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sum := 0
			score.Outcomes(func(o score.Outcome) {
				p, _ := score.Duplicate(o.Contract, o.Vul, o.Tricks)
				sum += int(p)
			})
			if sum != -2628190 {
				b.Fatalf("check value %d, want -2628190", sum)
			}
		}
	})
	b.Run("derivation", func(b *testing.B) {
		b.ReportAllocs()
		c := bridge.Contract{Level: 4, Strain: bridge.Spades, Doubling: bridge.Doubled}
		for b.Loop() {
			if _, err := score.Law77().Why(c, true, 11); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func vulIndex(vul bool) int {
	if vul {
		return 1
	}
	return 0
}
