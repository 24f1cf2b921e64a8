package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// The environment of a child of [TestKilled]: the file, and how far each table is.
const (
	childFile   = "OVERTRICK_JOURNAL_FILE"
	childTables = "OVERTRICK_JOURNAL_TABLES"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childFile); path != "" {
		if err := enterForEver(path, os.Getenv(childTables)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	goleak.VerifyTestMain(m)
}

// enterForEver is a server that is going to be killed: its tables enter one board
// after the other, from where they are, and it says what was acknowledged: table,
// board, position.
func enterForEver(path, tables string) error {
	s, err := sqlstore.OpenSQLite(context.Background(), path, sqlstore.SQLite{})
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	for table, from := range strings.Split(tables, ",") {
		group.Go(func() {
			var board int
			if _, err := fmt.Sscan(from, &board); err != nil {
				panic(err)
			}
			for ; ; board++ {
				at, err := s.Append(context.Background(), "s", journal.Any, journaltest.Draft(fmt.Sprintf("%d/%d", table, board)))
				if err != nil {
					panic(err)
				}
				if _, err := fmt.Fprintf(os.Stdout, "%d %d %d\n", table, board, at[0]); err != nil {
					panic(err)
				}
			}
		})
	}
	group.Wait()
	return nil
}

// wantFault wants an error that says what is in the way.
func wantFault(t *testing.T, err, want error, code bridge.Code) {
	t.Helper()
	if !errors.Is(err, want) || bridge.CodeOf(err) != code {
		t.Fatalf("got %v of code %q, want %v of code %q", err, bridge.CodeOf(err), want, code)
	}
}

// keys reads the keys of a stream.
func keys(t *testing.T, s journal.Store, stream string) (list []string) {
	t.Helper()
	for e, err := range s.Read(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e.Key)
	}
	return list
}
