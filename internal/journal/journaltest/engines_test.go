//go:build unix

package journaltest_test

import (
	"fmt"
	"testing"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

// TestEach: each engine comes once, is empty, and takes the same bytes to the same
// hash.
func TestEach(t *testing.T) {
	hashes := map[string][]string{}
	journaltest.Each(t, func(t *testing.T, j journal.Journal) {
		if list, err := j.Streams(t.Context(), ""); err != nil || len(list) != 0 {
			t.Fatalf("it holds %v, %v", list, err)
		}
		if _, err := j.Append(t.Context(), "event/1", 0, journaltest.Draft("a"), journaltest.Draft("b")); err != nil {
			t.Fatal(err)
		}
		e, err := j.Find(t.Context(), "event/1", "b")
		if err != nil {
			t.Fatal(err)
		}
		hashes[e.Hash.String()] = append(hashes[e.Hash.String()], fmt.Sprintf("%T", j))
	})
	if len(hashes) != 1 {
		t.Errorf("engines differ: %v", hashes)
	}
}
