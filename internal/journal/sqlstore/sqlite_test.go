package sqlstore_test

import (
	"path/filepath"
	"testing"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// openSQLite opens the journal of a folder.
func openSQLite(t testing.TB, dir string, o sqlstore.SQLite) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(dir, "club.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSQLite(t *testing.T) {
	journaltest.Run(t, func(t *testing.T, dir string) journal.Journal { return openSQLite(t, dir, sqlstore.SQLite{}) })
}
