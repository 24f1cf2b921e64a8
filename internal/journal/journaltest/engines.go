//go:build unix

package journaltest

import (
	"path/filepath"
	"testing"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// Each runs a test on an empty journal of each engine, as subtests. What stands on a
// journal tests with it that it stands on all of them.
func Each(t *testing.T, test func(t *testing.T, j journal.Journal)) {
	for _, engine := range []struct {
		name string
		open func(t *testing.T) (journal.Journal, error)
	}{
		{"Memory", func(*testing.T) (journal.Journal, error) { return new(journal.Memory), nil }},
		{"SQLite", func(t *testing.T) (journal.Journal, error) {
			t.Helper()
			return sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
		}},
		{"PostgreSQL", func(t *testing.T) (journal.Journal, error) {
			t.Helper()
			return sqlstore.Open(t.Context(), Database(t))
		}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			j, err := engine.open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := j.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
			test(t, j)
		})
	}
}
