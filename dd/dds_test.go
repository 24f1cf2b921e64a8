//go:build ddsoracle

package dd_test

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/dd/ddtest"
	"github.com/overtrick/overtrick/internal/simulate"
)

// Fresh deals, which neither solver was made with; with FULL=1 more of them.
func TestAgreesWithDDS(t *testing.T) {
	n := 30
	if os.Getenv("FULL") != "" {
		n = 500
	}
	deals, err := simulate.Deals(20_261_130, n, simulate.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	s := dd.New(dd.Limits{})
	for _, d := range deals {
		got, err := s.Table(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ddtest.Table(d)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%v: %v, DDS has %v", d, got, want)
		}
	}
}

// cpu is the time that this process has computed, whatever else the machine does.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// BenchmarkDDS runs both solvers on the same deals in one thread, five rounds by
// turns, and gives the middle one of the five ratios of CPU time.
func BenchmarkDDS(b *testing.B) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			deals := w.deals(b)
			s := dd.New(dd.Limits{})
			round := func(table func(bridge.Deal) (dd.Table, error)) time.Duration {
				from := cpu(b)
				for _, d := range deals {
					got, err := table(d.deal)
					if err != nil || got.String() != d.dd20 {
						b.Fatalf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
					}
				}
				return cpu(b) - from
			}
			for b.Loop() {
				var ours, theirs, ratios []float64
				for range 5 {
					o := round(func(d bridge.Deal) (dd.Table, error) { return s.Table(b.Context(), d) })
					t := round(ddtest.Table)
					ours, theirs, ratios = append(ours, o.Seconds()), append(theirs, t.Seconds()), append(ratios, o.Seconds()/t.Seconds())
				}
				for _, list := range [][]float64{ours, theirs, ratios} {
					slices.Sort(list)
				}
				b.Logf("seconds: ours %.2f, DDS %.2f; ratios %.2f", ours, theirs, ratios)
				n := float64(len(deals))
				b.ReportMetric(1000*ours[2]/n, "ms-cpu/deal")
				b.ReportMetric(1000*theirs[2]/n, "dds-ms-cpu/deal")
				b.ReportMetric(ratios[2], "of-dds")
			}
		})
	}
}
