package movement_test

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/movement/movementtest"
)

// TestHowellSearch: a short search finds starters as good as those that are kept,
// without sharing. For 16 tables the closed form is quicker.
func TestHowellSearch(t *testing.T) {
	for tables, start := range map[int]uint64{4: 1, 5: 2, 6: 1, 7: 1, 8: 1, 9: 1, 10: 3, 11: 1, 12: 1, 13: 1, 14: 3, 15: 1} {
		found := movementtest.FindReduced(tables, 2*tables-1, false, 40_000, start)
		if found == nil {
			t.Errorf("%d tables: no starter", tables)
			continue
		}
		m, err := movement.Make("howell", movement.Ask{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		if kept := m.Balance().SS; found.SS != kept {
			t.Errorf("%d tables: squares %d found, %d kept", tables, found.SS, kept)
		}
		sets := map[int]bool{}
		for _, s := range found.Sets {
			sets[s] = true
		}
		if len(sets) != tables {
			t.Errorf("%d tables: %d sets in the first round", tables, len(sets))
		}
	}
}

// TestHalfHowellSearch: the first rounds for half a table are what the search finds.
func TestHalfHowellSearch(t *testing.T) {
	for tables, start := range map[int]uint64{4: 1, 5: 2, 6: 4, 7: 1, 8: 2, 9: 1, 10: 7} {
		found := movementtest.FindReduced(tables, 2*tables-1, true, 60_000, start)
		if found == nil {
			t.Errorf("%d tables: no starter", tables)
			continue
		}
		m, err := movement.Make("howell", movement.Ask{Tables: tables, Variant: "half"})
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for i := range m.Slots {
			if s := m.Slots[i]; s.Round == 1 {
				kept = append(kept, s.String())
			}
		}
		got, _, _ := strings.Cut(found.String(), "\t")
		if got != strings.Join(kept, " ") {
			t.Errorf("%d tables: %s found, %s kept", tables, got, kept)
		}
	}
}
