package event_test

import (
	"bytes"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/internal/workload"
)

// BenchmarkFile takes the largest real USEBIO file (567 results, 236 KB) from
// its bytes to the lists and board sheets.
func BenchmarkFile(b *testing.B) {
	file := shelf.Bytes(b, "real/usebio/mp-mitchell-adjusted.xml")
	b.Run("bytes-to-list", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for b.Loop() {
			rec, err := usebio.Read(bytes.NewReader(file))
			if err != nil {
				b.Fatal(err)
			}
			if s := standings(b, rec.Facts); len(s.Lists) != 2 {
				b.Fatal("not two lists")
			}
		}
	})
	b.Run("facts-to-list", func(b *testing.B) {
		rec, err := usebio.Read(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			standings(b, rec.Facts)
		}
	})
}

// BenchmarkSession ranks 100 boards with 1,000 results each.
func BenchmarkSession(b *testing.B) {
	var acts []event.Act
	for i, scores := range workload.Session() {
		for n, points := range scores {
			acts = append(acts, scored(bridge.Board(i+1), n+1, 1001+(n+i)%1000, points))
		}
	}
	facts := evening(2000, acts...)
	e, err := event.Fold(facts)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("fold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := event.Fold(facts); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("standings", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Standings(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
