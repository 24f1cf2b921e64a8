package vp_test

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// BenchmarkLookUp: one match on a table that is there already.
func BenchmarkLookUp(b *testing.B) {
	for _, name := range []string{"wbf", "wbf-discrete", "acbl20"} {
		b.Run(name, func(b *testing.B) {
			s, margin := find(b, name), why.Plain(exact.Int(-13))
			for b.Loop() {
				if _, _, err := s.Of(nil, 16, margin); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTable: a table of the WBF computed and kept, for 64 numbers of boards.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		vp.Compute(64)
	}
}

// BenchmarkRead: a scale from a text.
func BenchmarkRead(b *testing.B) {
	text := "boards 8\n0 10 10\n" + "1 11 9\n3 12 8\n5 13 7\n8 14 6\n11 15 5\n"
	for b.Loop() {
		if _, err := vp.Read(strings.NewReader(text), "house"); err != nil {
			b.Fatal(err)
		}
	}
}
