//go:build unix

package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// openPostgres opens the journal of a database.
func openPostgres(t testing.TB, address string) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// pools are the connections of a store.
func pools(s *sqlstore.Store) []*sql.DB {
	read, write := s.Pools()
	return []*sql.DB{read, write}
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

// TestServersWakeEachOther: what one server writes, those who watch on another have
// within a moment, also when the connection that listens was lost.
func TestServersWakeEachOther(t *testing.T) {
	db := journaltest.NewPostgres(t)
	address := db.Database(t)
	a, b := openPostgres(t, address), openPostgres(t, address)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	seen := make(chan journal.Entry)
	var group sync.WaitGroup
	group.Go(func() {
		for e, err := range journal.Watch(ctx, b, b, "event/ä:1", 0) {
			if err != nil {
				t.Error(err)
				continue
			}
			seen <- e
		}
		close(seen)
	})
	var slowest time.Duration
	send := func(i int, patience time.Duration) {
		t.Helper()
		begin := time.Now()
		if _, err := a.Append(ctx, "event/ä:1", int64(i), journaltest.Draft(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-seen:
			if e.Position != int64(i)+1 {
				t.Fatalf("position %d, want %d", e.Position, i+1)
			}
			slowest = max(slowest, time.Since(begin))
		case <-time.After(patience):
			t.Fatalf("entry %d has not come within %v", i, patience)
		}
	}
	for i := range 50 {
		send(i, time.Second)
	}
	t.Logf("slowest of 50: %v", slowest)

	// Every connection that listens is cut, and the entry is written while nobody does.
	db.Run(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`)
	for i := 50; i < 60; i++ {
		send(i, 10*time.Second)
	}
	cancel()
	group.Wait()
	mustClose(t, a)
	mustClose(t, b)
}

// TestServersRace: two servers write the same streams, several in one transaction, in
// whatever order they come; none waits for another for ever.
func TestServersRace(t *testing.T) {
	address := journaltest.Database(t)
	servers := make([]*sqlstore.Store, 3)
	var group sync.WaitGroup
	for i := range servers { // at one time, on a database without tables
		group.Go(func() {
			s, err := sqlstore.Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			servers[i] = s
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	const streams, tables, boards = 4, 6, 15
	for i, s := range servers {
		for table := range tables {
			group.Go(func() {
				for board := range boards {
					stream := fmt.Sprint("event/", (table+board)%streams)
					at, err := s.Append(t.Context(), stream, journal.Any, journaltest.Draft(fmt.Sprintf("%d/%d/%d", i, table, board)), journaltest.Draft(fmt.Sprintf("%d/%d", table, board)))
					if err != nil || len(at) != 2 {
						t.Errorf("%v, %v", at, err)
					}
				}
			})
		}
	}
	group.Wait()
	total := 0
	for stream := range streams {
		total += len(keys(t, servers[0], fmt.Sprint("event/", stream)))
	}
	if want := (len(servers) + 1) * tables * boards; total != want { // the second of each is the same from all
		t.Errorf("%d entries, want %d", total, want)
	}
	journaltest.Sound(t, servers[1])
	for _, s := range servers {
		mustClose(t, s)
	}
}

// TestPostgresGoneAndBack: the database is stopped. That is said, quickly, and when it
// is back all goes on.
func TestPostgresGoneAndBack(t *testing.T) {
	db := journaltest.NewPostgres(t)
	address := db.Database(t)
	s := openPostgres(t, address)
	defer mustClose(t, s)
	fill(t, s, "s", 0, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	seen, faults := make(chan int64, 100), make(chan error, 1_000)
	var group sync.WaitGroup
	group.Go(func() {
		for e, err := range journal.Watch(ctx, s, s, "s", 0) {
			if err != nil {
				faults <- err
				continue
			}
			seen <- e.Position
		}
	})
	wantSeen := func(want int64) {
		t.Helper()
		select {
		case got := <-seen:
			if got != want {
				t.Fatalf("watching: position %d, want %d", got, want)
			}
		case <-time.After(15 * time.Second):
			t.Fatalf("watching: position %d has not come", want)
		}
	}
	for i := range int64(3) {
		wantSeen(i + 1)
	}

	db.Stop(t)
	for name, call := range map[string]func() error{
		"append": func() error { _, err := s.Append(ctx, "s", 3, journaltest.Draft("a")); return err },
		"last":   func() error { _, err := s.Last(ctx, "s"); return err },
		"put": func() error {
			_, err := s.Put(ctx, 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")})
			return err
		},
	} {
		begin := time.Now()
		if err := call(); !errors.Is(err, journal.ErrGone) || bridge.CodeOf(err) != journal.Unavailable {
			t.Errorf("%s: %v, want that it is gone", name, err)
		}
		if took := time.Since(begin); took > 8*time.Second {
			t.Errorf("%s: it took %v to say so", name, took)
		}
	}
	if _, err := sqlstore.OpenPostgres(ctx, address); !errors.Is(err, journal.ErrGone) {
		t.Errorf("open: %v, want that it is gone", err)
	}

	if err := db.Start(); err != nil {
		t.Fatal(err)
	}
	var at []int64
	err := errors.New("never tried")
	for end := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		at, err = s.Append(ctx, "s", 3, journaltest.Draft("a"))
	}
	if err != nil || at[0] != 4 {
		t.Fatalf("when it is back: %v, %v", at, err)
	}
	wantSeen(4)
	cancel()
	group.Wait()
	close(faults)
	for err := range faults {
		if !errors.Is(err, journal.ErrGone) {
			t.Errorf("watching: %v", err)
		}
	}
	journaltest.Sound(t, s)
}

// TestConnectionsLost: all connections are cut, as by a restart that nobody noticed.
// What is asked for next is answered.
func TestConnectionsLost(t *testing.T) {
	db := journaltest.NewPostgres(t)
	s := openPostgres(t, db.Database(t))
	defer mustClose(t, s)
	for i := range 3 {
		fill(t, s, "s", i, i+1)
		var group sync.WaitGroup
		for range 16 { // all connections of the pool
			group.Go(func() { _, _ = s.Find(t.Context(), "s", "x") })
		}
		group.Wait()
		db.Run(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'`)
		switch i {
		case 0:
			fill(t, s, "s", 10, 11)
		case 1:
			if last, err := s.Last(t.Context(), "s"); err != nil || last != 3 {
				t.Errorf("last %d, %v", last, err)
			}
		case 2:
			if got := keys(t, s, "s"); len(got) != 4 {
				t.Errorf("keys %v", got)
			}
		}
	}
}

// TestConnectionsLostReading: connections are cut while they are used. Who only reads
// need not hear of it.
func TestConnectionsLostReading(t *testing.T) {
	db := journaltest.NewPostgres(t)
	s := openPostgres(t, db.Database(t))
	defer mustClose(t, s)
	fill(t, s, "s", 0, 150)
	var stop atomic.Bool
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for !stop.Load() {
				n := 0
				for _, err := range s.Read(t.Context(), "s", 0) {
					if err != nil {
						t.Error(err)
						return
					}
					n++
				}
				if _, err := s.Find(t.Context(), "s", "0007"); err != nil || n != 150 {
					t.Errorf("%d entries, %v", n, err)
					return
				}
			}
		})
	}
	for range 10 {
		time.Sleep(30 * time.Millisecond)
		db.Run(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'`)
	}
	stop.Store(true)
	group.Wait()
}

// TestPostgresRefuses: what no waiting mends.
func TestPostgresRefuses(t *testing.T) {
	address := journaltest.Database(t)
	s := openPostgres(t, address)
	if err := s.Tamper(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), filepath.Join(t.TempDir(), "x")); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("backup: %v", err)
	}
	mustClose(t, s)
	admin, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, admin, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
	defer func() {
		mustExec(t, admin, "DROP DATABASE latin") // which is refused if a connection was left open
		if err := admin.Close(); err != nil {
			t.Error(err)
		}
	}()
	named := func(database string) string {
		_, rest, _ := strings.Cut(address, "?")
		return "postgres:///" + database + "?" + rest
	}
	for name, tc := range map[string]struct {
		address string
		code    bridge.Code
		want    error
	}{
		"of a later release": {address, bridge.Unsupported, journal.ErrForeign},
		"no such database":   {named("nowhere"), bridge.Forbidden, journal.ErrLocked},
		"no place for ♠":     {named("latin"), bridge.Unsupported, nil},
		"nobody there":       {"postgres:///x?host=" + t.TempDir(), journal.Unavailable, journal.ErrGone},
		"no address":         {"postgres://[", bridge.Invalid, nil},
	} {
		s, err := sqlstore.OpenPostgres(t.Context(), tc.address)
		if err == nil {
			mustClose(t, s)
		}
		if bridge.CodeOf(err) != tc.code || tc.want != nil && !errors.Is(err, tc.want) {
			t.Errorf("%s: %v of code %q, want %v, %q", name, err, bridge.CodeOf(err), tc.want, tc.code)
		}
	}
}

// TestPostgresDurable: a database that was set up not to wait for the disk waits for
// it with us; one that waits for more keeps that.
func TestPostgresDurable(t *testing.T) {
	for set, want := range map[string]string{"off": "on", "local": "local", "remote_apply": "remote_apply"} {
		s := openPostgres(t, journaltest.Database(t)+"&options=-csynchronous_commit%3D"+set)
		for _, db := range pools(s) {
			var got string
			if err := db.QueryRowContext(t.Context(), "SHOW synchronous_commit").Scan(&got); err != nil || got != want {
				t.Errorf("set to %s it is %s, %v, want %s", set, got, err, want)
			}
		}
		mustClose(t, s)
	}
}

// TestMigrations: the same text makes the tables and takes them away on both engines.
func TestMigrations(t *testing.T) {
	engines := map[string]*sqlstore.Store{
		"SQLite":     openSQLite(t, t.TempDir(), sqlstore.SQLite{}),
		"PostgreSQL": openPostgres(t, journaltest.Database(t)),
	}
	for name, s := range engines {
		fill(t, s, "s", 0, 1)
		if err := s.Down(t.Context()); err != nil {
			t.Errorf("%s, down: %v", name, err)
		}
		if err := s.Up(t.Context()); err != nil {
			t.Errorf("%s, up: %v", name, err)
		}
		fill(t, s, "s", 0, 1)
		if got := keys(t, s, "s"); len(got) != 1 {
			t.Errorf("%s: %v", name, got)
		}
		mustClose(t, s)
	}
}

// TestPostgresFull: the database lies on a disk that fills up.
func TestPostgresFull(t *testing.T) {
	db := journaltest.NewPostgres(t)
	address := db.SmallDatabase(t, 16<<20)
	s := openPostgres(t, address)
	defer mustClose(t, s)
	var written []string
	var fault error
	for i := 0; fault == nil && i < 1_000; i++ {
		key := fmt.Sprintf("%04d", i)
		noise := make([]byte, 50_000) // that no compression makes small
		for j := range noise {
			noise[j] = ' ' + byte(rand.IntN(90))
		}
		if _, fault = s.Append(t.Context(), "s", int64(i), journal.Draft{Key: key, Data: noise}); fault == nil {
			written = append(written, key)
		}
	}
	wantFault(t, fault, journal.ErrFull, journal.Unavailable)
	if diff := cmp.Diff(written, keys(t, s, "s")); diff != "" || len(written) == 0 {
		t.Errorf("(-acknowledged +there):\n%s", diff)
	}
	journaltest.Sound(t, s)
}
