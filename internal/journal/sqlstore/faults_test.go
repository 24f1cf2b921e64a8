package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// raw opens a file with no help from us.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func mustExec(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func mustClose(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// fill appends keys from and to, one after the other.
func fill(t *testing.T, s journal.Store, stream string, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		if _, err := s.Append(t.Context(), stream, journal.Any, journaltest.Draft(fmt.Sprintf("%04d", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSettings: SQLite is as durable as it can be, and the file is for its owner.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{})
	defer mustClose(t, s)
	for name, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "secure_delete": "1", "application_id": "1331057746",
	} {
		if got, err := s.Pragma(t.Context(), name); err != nil || got != want {
			t.Errorf("%s = %s, %v, want %s", name, got, err, want)
		}
	}
	fill(t, s, "s", 0, 1)
	for _, name := range []string{"club.db", "club.db-wal", "club.db-shm", "club.db.lock"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has mode %o, want 600: it holds names", name, got)
		}
	}
}

// TestOneServer: a second server on one file says so and stops; a backup and reading
// go on beside the first.
func TestOneServer(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	s := openSQLite(t, dir, sqlstore.SQLite{})
	fill(t, s, "s", 0, 3)
	for range 2 {
		_, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
		wantFault(t, err, journal.ErrInUse, bridge.Unsupported)
		if !strings.Contains(err.Error(), path) {
			t.Errorf("%v: does not name the file", err)
		}
	}
	fill(t, s, "s", 3, 5) // and the first goes on

	reader := openSQLite(t, dir, sqlstore.SQLite{ReadOnly: true})
	fill(t, s, "s", 5, 7)
	if got := keys(t, reader, "s"); len(got) != 7 {
		t.Errorf("beside the server %v are seen, want 7", got)
	}
	_, err := reader.Append(t.Context(), "s", journal.Any, journaltest.Draft("x"))
	wantFault(t, err, journal.ErrReadOnly, bridge.Unsupported)
	_, err = reader.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")})
	wantFault(t, err, journal.ErrReadOnly, bridge.Unsupported)
	wantFault(t, reader.Delete(t.Context(), "t", "k", 1), journal.ErrReadOnly, bridge.Unsupported)
	wantFault(t, reader.Scrub(t.Context()), journal.ErrReadOnly, bridge.Unsupported)
	if err := reader.Backup(t.Context(), filepath.Join(dir, "backup.db")); err != nil {
		t.Error(err)
	}
	mustClose(t, reader)

	mustClose(t, s)
	s = openSQLite(t, dir, sqlstore.SQLite{})
	fill(t, s, "s", 7, 8)
	mustClose(t, s)
	reader = openSQLite(t, dir, sqlstore.SQLite{ReadOnly: true}) // where no server runs
	if got := keys(t, reader, "s"); len(got) != 8 {
		t.Errorf("without a server %v are seen, want 8", got)
	}
	mustClose(t, reader)
}

// TestBackup: a copy that is made while tables enter holds a state that there was, and
// is itself a journal.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{})
	defer mustClose(t, s)
	fill(t, s, "s", 0, 200)
	if _, err := s.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")}); err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var entered atomic.Int64
	var group sync.WaitGroup
	group.Go(func() {
		for i := 200; !stop.Load(); i++ {
			if _, err := s.Append(context.Background(), "s", journal.Any, journaltest.Draft(fmt.Sprintf("%04d", i))); err != nil {
				t.Error(err)
				return
			}
			entered.Store(int64(i) + 1)
		}
	})
	for i := range 3 {
		sub := filepath.Join(dir, fmt.Sprint("backup", i))
		if err := os.Mkdir(sub, 0o700); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(sub, "club.db")
		if err := os.WriteFile(to+".part", []byte("of a backup that was broken off"), 0o600); err != nil {
			t.Fatal(err)
		}
		before := max(entered.Load(), 200)
		if err := s.Backup(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		after := max(entered.Load(), 200) + 1
		if _, err := os.Stat(to + ".part"); err == nil {
			t.Error("the part is left")
		}
		copied := openSQLite(t, sub, sqlstore.SQLite{})
		journaltest.Sound(t, copied)
		if n, err := copied.Last(t.Context(), "s"); err != nil || n < before || n > after {
			t.Errorf("%d entries, %v, want %d to %d", n, err, before, after)
		}
		if d, err := copied.Get(t.Context(), "t", "k"); err != nil || string(d.Data) != "1" {
			t.Errorf("doc %q, %v", d.Data, err)
		}
		if err := copied.CheckFile(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := copied.Append(t.Context(), "s", journal.Any, journaltest.Draft("new")); err != nil {
			t.Errorf("the copy is a journal: %v", err)
		}
		mustClose(t, copied)
		if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		if err := s.Backup(t.Context(), to); bridge.CodeOf(err) != bridge.Conflict {
			t.Errorf("over another: %v", err)
		}
	}
	stop.Store(true)
	group.Wait()
	if err := s.Backup(t.Context(), filepath.Join(dir, "nowhere", "club.db")); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("into a folder that is not there: %v", err)
	}
}

// TestDiskFull: where there is no room any more it is said, what was acknowledged is
// there, nothing is half there, and with room again it goes on.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{MaxPages: 60})
	large := func(key string) journal.Draft {
		return journal.Draft{Key: key, Data: []byte(strings.Repeat("x", 3_000))}
	}
	var mu sync.Mutex
	var written []string
	refused := 0
	var group sync.WaitGroup
	for table := range 10 {
		group.Go(func() {
			for board := range 10 {
				a, b := fmt.Sprintf("%d/%da", table, board), fmt.Sprintf("%d/%db", table, board)
				_, err := s.Append(t.Context(), "s", journal.Any, large(a), large(b))
				mu.Lock()
				if err == nil {
					written = append(written, a, b)
				} else {
					if refused++; !errors.Is(err, journal.ErrFull) || bridge.CodeOf(err) != journal.Unavailable {
						t.Errorf("%s: %v", a, err)
					}
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if len(written) == 0 || refused == 0 {
		t.Fatalf("%d written, %d refused: that is no test", len(written), refused)
	}
	_, err := s.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte(strings.Repeat("x", 20_000))})
	wantFault(t, err, journal.ErrFull, journal.Unavailable)
	journaltest.Sound(t, s)
	got := keys(t, s, "s")
	slices.Sort(got)
	slices.Sort(written)
	if diff := cmp.Diff(written, got); diff != "" {
		t.Errorf("(-acknowledged +there):\n%s", diff)
	}
	mustClose(t, s)

	s = openSQLite(t, dir, sqlstore.SQLite{}) // room again: all send what they have
	defer mustClose(t, s)
	for table := range 10 {
		for board := range 10 {
			if _, err := s.Append(t.Context(), "s", journal.Any, large(fmt.Sprintf("%d/%da", table, board)), large(fmt.Sprintf("%d/%db", table, board))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := keys(t, s, "s"); len(got) != 200 {
		t.Errorf("%d entries, want 200", len(got))
	}
	journaltest.Sound(t, s)
}

// TestOneTooLarge: an append that finds no room takes nobody along who came with it.
func TestOneTooLarge(t *testing.T) {
	s := openSQLite(t, t.TempDir(), sqlstore.SQLite{MaxPages: 100})
	defer mustClose(t, s)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			d, want := journaltest.Draft(fmt.Sprint(i)), error(nil)
			if i%4 == 0 {
				d.Data, want = []byte(strings.Repeat("x", 1<<20)), journal.ErrFull
			}
			if _, err := s.Append(t.Context(), "s", journal.Any, d); !errors.Is(err, want) {
				t.Errorf("%d: %v, want %v", i, err, want)
			}
		})
	}
	group.Wait()
	if got := keys(t, s, "s"); len(got) != 15 {
		t.Errorf("%d entries, want 15", len(got))
	}
	journaltest.Sound(t, s)
}

// TestLocked: another program holds the file for longer than we wait.
func TestLocked(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{Wait: 50 * time.Millisecond})
	fill(t, s, "s", 0, 1)
	other := raw(t, filepath.Join(dir, "club.db"))
	mustExec(t, other, "BEGIN IMMEDIATE")

	begin := time.Now()
	_, err := s.Append(t.Context(), "s", 1, journaltest.Draft("a"))
	wantFault(t, err, journal.ErrBusy, journal.Unavailable)
	_, err = s.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")})
	wantFault(t, err, journal.ErrBusy, journal.Unavailable)
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("it took %v to say so", took)
	}
	if got := keys(t, s, "s"); len(got) != 1 {
		t.Errorf("reading goes on: %v", got)
	}

	mustExec(t, other, "COMMIT")
	if at, err := s.Append(t.Context(), "s", 1, journaltest.Draft("a")); err != nil || at[0] != 2 {
		t.Errorf("when it is free: %v, %v", at, err)
	}
	journaltest.Sound(t, s)
	mustClose(t, s)

	mustExec(t, other, "BEGIN EXCLUSIVE")
	_, err = sqlstore.OpenSQLite(t.Context(), filepath.Join(dir, "club.db"), sqlstore.SQLite{Wait: 50 * time.Millisecond})
	wantFault(t, err, journal.ErrBusy, journal.Unavailable)
}

// TestNoJournal: files that are none, or not ours, or of a later release.
func TestNoJournal(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(path("text.db"), bytes.Repeat([]byte("this is no database\n"), 300), 0o600); err != nil {
		t.Fatal(err)
	}
	mustExec(t, raw(t, path("foreign.db")), "CREATE TABLE holiday (photo blob)")
	mustExec(t, raw(t, path("signed.db")), "PRAGMA application_id = 7")
	mustExec(t, raw(t, path("empty.db")), "PRAGMA user_version = 1")
	s, err := sqlstore.OpenSQLite(t.Context(), path("later.db"), sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Tamper(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)"); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)

	for _, tc := range []struct {
		file     string
		readOnly bool
		want     error
		code     bridge.Code
	}{
		{"text.db", false, journal.ErrDamaged, bridge.Unsupported},
		{"text.db", true, journal.ErrDamaged, bridge.Unsupported},
		{"foreign.db", false, journal.ErrForeign, bridge.Unsupported},
		{"foreign.db", true, journal.ErrForeign, bridge.Unsupported},
		{"signed.db", false, journal.ErrForeign, bridge.Unsupported},
		{"later.db", false, journal.ErrForeign, bridge.Unsupported},
		{"later.db", true, journal.ErrForeign, bridge.Unsupported},
		{"empty.db", true, journal.ErrForeign, bridge.Unsupported}, // no server has been on it
		{"none.db", true, os.ErrNotExist, bridge.NotFound},
		{"folder/none.db", false, os.ErrNotExist, bridge.NotFound},
	} {
		s, err := sqlstore.OpenSQLite(t.Context(), path(tc.file), sqlstore.SQLite{ReadOnly: tc.readOnly})
		if err == nil {
			mustClose(t, s)
		}
		if !errors.Is(err, tc.want) || bridge.CodeOf(err) != tc.code || !strings.Contains(fmt.Sprint(err), path(tc.file)) {
			t.Errorf("%s, read only %v: %v, want %v", tc.file, tc.readOnly, err, tc.want)
		}
	}
	s, err = sqlstore.OpenSQLite(t.Context(), path("empty.db"), sqlstore.SQLite{})
	if err != nil {
		t.Fatalf("an empty database is welcome: %v", err)
	}
	mustClose(t, s)
}

// TestHoles: bytes of the file are lost.
func TestHoles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	s := openSQLite(t, dir, sqlstore.SQLite{})
	fill(t, s, "s", 0, 300)
	if err := s.CheckFile(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(make([]byte, 8_192), info.Size()/2/4_096*4_096); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, s)
	wantFault(t, s.CheckFile(t.Context()), journal.ErrDamaged, bridge.Unsupported)
}

// TestVerify tampers with the log in every way.
func TestVerify(t *testing.T) {
	for name, tc := range map[string]struct {
		statement string
		position  int64
		key       string
	}{
		"data":      {"UPDATE entry SET data = '{}' WHERE position = 3", 3, "journal.changed"},
		"key":       {"UPDATE entry SET key = 'x' WHERE position = 3", 3, "journal.changed"},
		"kind":      {"UPDATE entry SET kind = 'ruled' WHERE position = 1", 1, "journal.changed"},
		"time":      {"UPDATE entry SET at = at + 1 WHERE position = 5", 5, "journal.changed"},
		"hash":      {"UPDATE entry SET hash = '" + strings.Repeat("0", 64) + "' WHERE position = 2", 2, "journal.changed"},
		"gap":       {"DELETE FROM entry WHERE position = 3", 3, "journal.gap"},
		"beginning": {"DELETE FROM entry WHERE position = 1", 1, "journal.gap"},
		"end":       {"DELETE FROM entry WHERE position = 5", 4, "journal.cut"},
		"all":       {"DELETE FROM entry", 0, "journal.cut"},
		"head":      {"UPDATE stream SET hash = (SELECT hash FROM entry WHERE position = 4)", 5, "journal.cut"},
		"swap":      {"UPDATE entry SET position = 100 WHERE position = 2; UPDATE entry SET position = 2 WHERE position = 3; UPDATE entry SET position = 3 WHERE position = 100", 2, "journal.changed"},
		"moved":     {"UPDATE entry SET stream = 't'; UPDATE stream SET name = 't'", 1, "journal.changed"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openSQLite(t, t.TempDir(), sqlstore.SQLite{})
			defer mustClose(t, s)
			fill(t, s, "s", 0, 5)
			journaltest.Sound(t, s)
			if err := s.Tamper(t.Context(), tc.statement); err != nil {
				t.Fatal(err)
			}
			fill(t, s, "sound", 0, 3)
			list, err := journal.Verify(t.Context(), s)
			if err != nil || len(list) != 1 {
				t.Fatalf("findings %v, %v, want one", list, err)
			}
			if f := list[0]; f.Position != tc.position || f.Err.Key != tc.key || f.Err.At != f.Stream || f.Stream == "sound" {
				t.Errorf("%s at %d: %v (%s), want position %d, %s", f.Stream, f.Position, f.Err, f.Err.Key, tc.position, tc.key)
			}
		})
	}
	s := openSQLite(t, t.TempDir(), sqlstore.SQLite{})
	defer mustClose(t, s)
	fill(t, s, "s", 0, 1)
	if err := s.Tamper(t.Context(), "UPDATE entry SET hash = 'zz'"); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Verify(t.Context(), s); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("no hash at all: %v", err)
	}
}

// TestPaths: characters that mean something in the address of a file.
func TestPaths(t *testing.T) {
	for _, name := range []string{"Tuesday club.db", "50%?mode=memory&x#y.db", "Übung ♠.db", "a+b='c'.db", "%41.db"} {
		path := filepath.Join(t.TempDir(), name)
		s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		fill(t, s, "s", 0, 1)
		if err := s.Backup(t.Context(), path+" copy"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mustClose(t, s)
		for _, p := range []string{path, path + " copy"} {
			if info, err := os.Stat(p); err != nil || info.Size() < 8_192 {
				t.Errorf("%s: %v", p, err)
			}
		}
	}
}

// TestErased: who was erased is not in the file any more, nor beside it.
func TestErased(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{})
	defer mustClose(t, s)
	names := journal.Names{Docs: s}
	for i := range 50 {
		name := journal.Name{ID: event.PersonID(fmt.Sprint("p", i)), Person: event.Person{Name: fmt.Sprintf("Ottokar%d Unverwechselbar%d", i, i)}}
		if _, err := names.Put(t.Context(), 0, name); err != nil {
			t.Fatal(err)
		}
	}
	found := func(text string) bool {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(b, []byte(text)) {
				return true
			}
		}
		return false
	}
	if !found("Ottokar17 ") {
		t.Fatal("the name is not found where it should be: that is no test")
	}
	if err := names.Erase(t.Context(), "p17"); err != nil {
		t.Fatal(err)
	}
	if found("Ottokar17 ") || found("Unverwechselbar17") {
		t.Error("the name is still in the file")
	}
	if !found("Ottokar18 ") {
		t.Error("another name is gone")
	}
}
