package table_test

import (
	"fmt"
	"strings"
	"testing"

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
