package sqlstore_test

import (
	"testing"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// openPostgres opens the journal of a database.
func openPostgres(t testing.TB, address string) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPostgres(t *testing.T) {
	databases := map[string]string{} // by folder
	journaltest.Run(t, func(t *testing.T, dir string) journal.Journal {
		if databases[dir] == "" {
			databases[dir] = journaltest.Database(t)
		}
		return openPostgres(t, databases[dir])
	})
}
