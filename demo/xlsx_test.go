package demo_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/format/xlsx"
)

// TestEveningAsWorkbook: evening.xlsx is the evening as a workbook, and ranks the
// same. UPDATE=1 writes it anew. Its bytes are not compared: how they are packed is a
// matter of the compiler's release.
func TestEveningAsWorkbook(t *testing.T) {
	rec := evening(t)
	var b bytes.Buffer
	if _, err := xlsx.Write(&b, rec); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("evening.xlsx", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile("evening.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	again, err := xlsx.Read(bytes.NewReader(committed))
	if err != nil {
		t.Fatal(err)
	}
	// What stands above the lists, a workbook does not hold.
	if diff := cmp.Diff(lists(t, rec)[1:], lists(t, again)[1:]); diff != "" {
		t.Errorf("the workbook ranks otherwise (-PBN +workbook):\n%s", diff)
	}
	if len(again.Warnings) > 0 {
		t.Errorf("warnings: %v", again.Warnings)
	}
}
