package table_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

// BenchmarkRead reads 100 boards of 100 tables.
func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	text.WriteString("board,ns,ew,contract,declarer,tricks,score\n")
	for board := range 100 {
		for pair := range 100 {
			fmt.Fprintf(&text, "%d,%d,%d,1NT,N,7,90\n", board+1, pair+1, pair+101)
		}
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.Read(strings.NewReader(text.String())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTenMillion ranks ten million results, 5,000 boards of 2,000 tables, from
// the bytes of a table that is never held. It reports the most memory that was in
// use at the end of a board, and fails above 300 MB.
func BenchmarkTenMillion(b *testing.B) {
	const boards, tables, limit = 5000, 2000, 300 << 20
	for b.Loop() {
		var s event.Stream
		var m runtime.MemStats
		var peak uint64
		n := 0
		for block, err := range table.Stream(newGrown(boards, tables)) {
			if err != nil {
				b.Fatal(err)
			}
			for _, f := range block.Facts {
				if err := s.Apply(f); err != nil {
					b.Fatal(err)
				}
			}
			if err := s.Settle(); err != nil {
				b.Fatal(err)
			}
			if n++; n%50 == 0 {
				runtime.ReadMemStats(&m)
				peak = max(peak, m.Sys-m.HeapReleased)
			}
		}
		standings, err := s.Standings()
		if err != nil {
			b.Fatal(err)
		}
		if standings.Info.Results != boards*tables || len(standings.Lists[0].Rows) != 2*tables {
			b.Fatalf("%d results of %d pairs", standings.Info.Results, len(standings.Lists[0].Rows))
		}
		b.ReportMetric(float64(peak)/(1<<20), "MB-resident")
		if peak > limit {
			b.Errorf("%d MB in use, want at most %d", peak>>20, limit>>20)
		}
	}
	b.ReportMetric(float64(boards*tables)*float64(b.N)/b.Elapsed().Seconds(), "results/s")
}
