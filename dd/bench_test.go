package dd_test

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/overtrick/overtrick/dd"
)

// workload is a set of deals that benchmarks name.
type workload struct {
	name string
	kind string // of the deals of the shelf
	most int
}

var workloads = []workload{{"dd100", "random", 100}, {"dd-freak", "freak", 36}}

// deals are those of the workload; with FULL=1 all of their kind.
func (w workload) deals(b testing.TB) []shelved {
	b.Helper()
	var out []shelved
	for _, d := range shelvedDeals(b) {
		if d.kind == w.kind && (len(out) < w.most || os.Getenv("FULL") != "") {
			out = append(out, d)
		}
	}
	return out
}

// BenchmarkTable is the time and the work for all twenty results of a deal.
func BenchmarkTable(b *testing.B) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			deals := w.deals(b)
			s := dd.New(dd.Limits{})
			var plays, n uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d := deals[i%len(deals)]
				got, err := s.Table(b.Context(), d.deal)
				if err != nil || got.String() != d.dd20 {
					b.Fatalf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
				}
				plays += s.Work().Plays
				n++
			}
			b.ReportMetric(float64(plays)/float64(n), "plays/op")
		})
	}
}

// peak is the most memory that this process has had, in megabytes; ok is false where
// the system does not say it in this way.
func peak() (megabytes float64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kilobytes, err := strconv.Atoi(f[1])
			return float64(kilobytes) / 1024, err == nil
		}
	}
	return 0, false
}

// BenchmarkMemory is the peak of the whole process for one solver; what the peak was
// before, a process does not forget, so that the first of them says most:
//
//	go test -run '^$' -bench 'Memory/dd100' -benchtime 1x ./dd
//	FULL=1 go test -run '^$' -bench 'Memory/H[123]' -benchtime 1x -timeout 1h ./dd
//
// The second finds the tables of the contrived deals without a budget.
func BenchmarkMemory(b *testing.B) {
	report := func(b *testing.B) {
		if megabytes, ok := peak(); ok {
			b.ReportMetric(megabytes, "peak-MB")
		}
	}
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			deals := w.deals(b)
			s := dd.New(dd.Limits{})
			for b.Loop() {
				for _, d := range deals {
					if got, err := s.Table(b.Context(), d.deal); err != nil || got.String() != d.dd20 {
						b.Fatalf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
					}
				}
			}
			report(b)
		})
	}
	for _, d := range hardDeals(b) {
		if d.dd20 == "" || d.id != "H1" && os.Getenv("FULL") == "" {
			continue
		}
		b.Run(d.id, func(b *testing.B) {
			s := dd.New(dd.Limits{Plays: dd.Unlimited})
			for b.Loop() {
				if got, err := s.Table(b.Context(), d.deal); err != nil || got.String() != d.dd20 {
					b.Fatalf("%v, %v; want %s", got, err, d.dd20)
				}
			}
			b.ReportMetric(float64(s.Work().Plays), "plays")
			b.ReportMetric(float64(s.Work().Clears), "clears")
			report(b)
		})
	}
}

// BenchmarkWorkers has the same deals twice, once by one solver and once by two at a
// time, by turns, and gives how many times faster two are ("scale", 2 at best): the
// quickest round of each, because other work can only slow one down.
//
//	go test -run '^$' -bench Workers -benchtime 20x ./dd
func BenchmarkWorkers(b *testing.B) {
	deals := workloads[0].deals(b)[:6]
	solvers := [2]*dd.Solver{dd.New(dd.Limits{}), dd.New(dd.Limits{})}
	all := func(s *dd.Solver) {
		for _, d := range deals {
			if got, err := s.Table(b.Context(), d.deal); err != nil || got.String() != d.dd20 {
				b.Errorf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
			}
		}
	}
	one, two := time.Hour, time.Hour
	for b.Loop() {
		start := time.Now()
		all(solvers[0])
		all(solvers[0])
		one = min(one, time.Since(start))
		start = time.Now()
		var group sync.WaitGroup
		for _, s := range solvers {
			group.Go(func() { all(s) })
		}
		group.Wait()
		two = min(two, time.Since(start))
	}
	b.ReportMetric(one.Seconds()/two.Seconds(), "scale")
}
