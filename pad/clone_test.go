package pad_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/pad"
)

// TestClone: copies of an evening go their own ways, backwards too; nothing that
// happens to one is seen on another.
func TestClone(t *testing.T) {
	type kept struct {
		evening *pad.Evening
		history []string // the running pad after each act that was not taken back
	}
	rapid.Check(t, func(r *rapid.T) {
		e, err := pad.NewEvening(pad.NewRules(pad.Rubber), 4, pad.Stay, exact.Fraction{})
		if err != nil {
			r.Fatal(err)
		}
		copies := []*kept{{e, []string{sketch(e.Table().Pad())}}}
		for range rapid.IntRange(1, 40).Draw(r, "acts") {
			k := rapid.SampledFrom(copies).Draw(r, "copy")
			switch rapid.IntRange(0, 5).Draw(r, "act") {
			case 0:
				copies = append(copies, &kept{k.evening.Clone(), append([]string(nil), k.history...)})
			case 1:
				if _, err := k.evening.Apply(pad.Undone{}); err == nil {
					k.history = k.history[:len(k.history)-1]
				}
			case 2:
				if _, err := k.evening.Apply(pad.Edited{N: 1, Deal: drawDeal(r)}); err == nil {
					k.history = append(k.history, sketch(k.evening.Table().Pad()))
				}
			default:
				if _, err := k.evening.Apply(pad.Dealt{Deal: drawDeal(r)}); err == nil {
					k.history = append(k.history, sketch(k.evening.Table().Pad()))
				}
			}
			for _, k := range copies {
				if got, want := sketch(k.evening.Table().Pad()), k.history[len(k.history)-1]; got != want {
					r.Fatalf("a copy shows\n%s, it was left with\n%s", got, want)
				}
			}
		}
		for _, k := range copies { // all the way back
			for i := len(k.history) - 1; i > 0; i-- {
				if _, err := k.evening.Apply(pad.Undone{}); err != nil {
					r.Fatal(err)
				}
				if got := sketch(k.evening.Table().Pad()); got != k.history[i-1] {
					r.Fatalf("undone to\n%s, want\n%s", got, k.history[i-1])
				}
			}
		}
	})
}

// BenchmarkTable writes down so many deals one by one, claims honours for each a
// line later, and takes all of it back: the cost of an act must not grow with the
// deals before it.
func BenchmarkTable(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		list := deals(b, strings.Repeat("They:4SX=7 ", n))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				table, err := pad.NewTable(pad.NewRules(pad.Rubber))
				if err != nil {
					b.Fatal(err)
				}
				do := func(a pad.Act) {
					if _, err := table.Apply(a); err != nil {
						b.Fatal(err)
					}
				}
				for _, d := range list {
					do(pad.Dealt{Deal: d})
					n, last := table.Last()
					last.Honours = []pad.Honours{{Side: bridge.NS, Points: 100}}
					do(pad.Edited{N: n, Deal: last})
				}
				if got := len(table.Pad().Entries); got != 2*n {
					b.Fatalf("%d entries", got)
				}
				for range 2 * n {
					do(pad.Undone{})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(4*n), "ns/act")
		})
	}
}

// BenchmarkEdit corrects the first of so many deals and takes it back: the deals
// behind it are scored again, and nothing else.
func BenchmarkEdit(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			table, err := pad.NewTable(pad.NewRules(pad.Rubber))
			if err != nil {
				b.Fatal(err)
			}
			for range n {
				if _, err := table.Apply(pad.Dealt{Deal: pad.Deal{Passed: true}}); err != nil {
					b.Fatal(err)
				}
			}
			first := deals(b, "They:4SX=7")[0]
			for b.Loop() {
				for _, a := range []pad.Act{pad.Edited{N: 1, Deal: first}, pad.Undone{}} {
					if _, err := table.Apply(a); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n), "ns/deal")
		})
	}
}
