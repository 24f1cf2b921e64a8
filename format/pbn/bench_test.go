package pbn_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
)

// largest is the largest real file.
const largest = "real/pbn/bba-training-379.pbn"

func BenchmarkRead(b *testing.B) {
	text := shelf.Bytes(b, largest)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pbn.Read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	f := read(b, bytes.NewReader(shelf.Bytes(b, "real/pbn/pary-351.pbn")))
	b.ReportAllocs()
	for b.Loop() {
		f.Record()
	}
}

func BenchmarkWrite(b *testing.B) {
	text := shelf.Bytes(b, largest)
	f := read(b, bytes.NewReader(text))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := pbn.Write(io.Discard, f); err != nil {
			b.Fatal(err)
		}
	}
}
