package workload

import (
	"testing"
	"time"
)

// Ratio runs two pieces of work in turn, b.N times, reports how much longer the
// first takes than the second ("x bare"), and fails the benchmark above limit.
// The quickest run of each counts: other work on the machine can only slow a run
// down. Where the limit is passed, it measures twice more before it believes it.
func Ratio(b *testing.B, limit float64, ours, bare func()) {
	ours() // neither pays for the first touch of its data
	bare()
	ratio := 0.0
	for range 3 {
		best := [2]time.Duration{time.Hour, time.Hour}
		for range max(b.N, 20) {
			for i, work := range [2]func(){ours, bare} {
				start := time.Now()
				work()
				best[i] = min(best[i], time.Since(start))
			}
		}
		if r := float64(best[0]) / float64(best[1]); ratio == 0 || r < ratio {
			ratio = r
		}
		if ratio <= limit {
			break
		}
	}
	b.ReportMetric(ratio, "x-bare")
	b.ReportMetric(limit, "limit")
	if ratio > limit {
		b.Errorf("%.2f times the bare work, want at most %.2f", ratio, limit)
	}
}
