package demo_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	sheet "github.com/overtrick/overtrick/format/table"
)

// TestEveningAsTable: evening.csv and evening.pairs.csv are the evening as a
// spreadsheet, and rank the same. UPDATE=1 writes them anew.
func TestEveningAsTable(t *testing.T) {
	rec := evening(t)
	files := map[string][]byte{}
	for path, write := range map[string]func(io.Writer, *event.Record) ([]*bridge.Error, error){
		"evening.csv": sheet.Write, "evening.pairs.csv": sheet.WritePairs,
	} {
		var b bytes.Buffer
		if _, err := write(&b, rec); err != nil {
			t.Fatal(err)
		}
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, b.Bytes()) {
			t.Errorf("%s is stale; UPDATE=1 go test ./demo writes it anew (-committed +now):\n%s", path, cmp.Diff(string(committed), b.String()))
		}
		files[path] = committed
	}
	pairs, err := sheet.ReadPairs(bytes.NewReader(files["evening.pairs.csv"]), "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := sheet.Options{Pairs: pairs}.Read(bytes.NewReader(files["evening.csv"]))
	if err != nil {
		t.Fatal(err)
	}
	// What stands above the lists, a table does not hold.
	if diff := cmp.Diff(lists(t, rec)[1:], lists(t, again)[1:]); diff != "" {
		t.Errorf("the table ranks otherwise (-PBN +CSV):\n%s", diff)
	}
	if len(again.Warnings)+len(pairs.Warnings) > 0 {
		t.Errorf("warnings: %v %v", pairs.Warnings, again.Warnings)
	}
}
