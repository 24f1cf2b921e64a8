package sqlstore_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// folder makes one in another.
func folder(t *testing.T, dir, name string) string {
	t.Helper()
	sub := filepath.Join(dir, name)
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	return sub
}

// backedUp is the backup of a journal with n entries, in a folder of its own.
func backedUp(t *testing.T, n int) (path string) {
	t.Helper()
	dir := t.TempDir()
	s := openSQLite(t, dir, sqlstore.SQLite{})
	defer mustClose(t, s)
	fill(t, s, "s", 0, n)
	path = filepath.Join(dir, "backup.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path
}

// files lists what is in a folder.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestRestore: a backup becomes a journal that goes on, and what it replaces is kept.
func TestRestore(t *testing.T) {
	backup := backedUp(t, 5)
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	if aside, err := sqlstore.Restore(t.Context(), backup, path, false); err != nil || aside != "" {
		t.Fatal(aside, err)
	}
	s := openSQLite(t, dir, sqlstore.SQLite{})
	journaltest.Sound(t, s)
	fill(t, s, "s", 5, 9)
	if _, err := sqlstore.Restore(t.Context(), backup, path, true); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("while a server runs: %v", err)
	}
	mustClose(t, s)

	if _, err := sqlstore.Restore(t.Context(), backup, path, false); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("over another: %v", err)
	}
	reader := openSQLite(t, dir, sqlstore.SQLite{ReadOnly: true})
	if got := keys(t, reader, "s"); len(got) != 9 {
		t.Errorf("%d entries", len(got))
	}
	if _, err := sqlstore.Restore(t.Context(), backup, path, true); !errors.Is(err, journal.ErrBusy) {
		t.Errorf("while another program reads: %v", err)
	}
	mustClose(t, reader)

	for _, want := range []string{path + ".before", path + ".before2"} {
		aside, err := sqlstore.Restore(t.Context(), backup, path, true)
		if err != nil || aside != want {
			t.Fatalf("aside %q, %v", aside, err)
		}
		s = openSQLite(t, dir, sqlstore.SQLite{})
		if got := keys(t, s, "s"); len(got) != 5 {
			t.Errorf("%d entries, want 5", len(got))
		}
		mustClose(t, s)
	}
	if err := os.Rename(path+".before", filepath.Join(folder(t, dir, "old"), "club.db")); err != nil {
		t.Fatal(err)
	}
	old := openSQLite(t, filepath.Join(dir, "old"), sqlstore.SQLite{ReadOnly: true})
	if got := keys(t, old, "s"); len(got) != 9 {
		t.Errorf("%d entries are kept, want 9", len(got))
	}
	mustClose(t, old)
	if _, err := sqlstore.Restore(t.Context(), path, path, true); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("from itself: %v", err)
	}
}

// TestRestoreOverDamage: what is no database any more is kept as it is.
func TestRestoreOverDamage(t *testing.T) {
	backup := backedUp(t, 5)
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	for _, name := range []string{path, path + "-wal"} {
		if err := os.WriteFile(name, []byte("what the stick left of it, which is little but more than nothing"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if aside, err := sqlstore.Restore(t.Context(), backup, path, true); err != nil || aside != path+".before" {
		t.Fatal(aside, err)
	}
	s := openSQLite(t, dir, sqlstore.SQLite{})
	defer mustClose(t, s)
	if got := keys(t, s, "s"); len(got) != 5 {
		t.Errorf("%d entries, want 5", len(got))
	}
	if _, err := os.Stat(path + ".before"); err != nil {
		t.Error(err)
	}
}

// TestRestoreRefuses: what is no sound backup changes nothing, and leaves nothing.
func TestRestoreRefuses(t *testing.T) {
	changed := backedUp(t, 5)
	dir := t.TempDir()
	if err := os.Rename(changed, filepath.Join(dir, "club.db")); err != nil {
		t.Fatal(err)
	}
	s := openSQLite(t, dir, sqlstore.SQLite{})
	if err := s.Tamper(t.Context(), "UPDATE entry SET data = 'another' WHERE position = 3"); err != nil {
		t.Fatal(err)
	}
	unsound := filepath.Join(dir, "unsound.db")
	if err := s.Backup(t.Context(), unsound); keyOf(err) != "journal.unsound" {
		t.Errorf("a log with a fault is saved: %v", err)
	}
	mustClose(t, s)

	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	to := filepath.Join(folder(t, dir, "to"), "club.db")
	for _, tc := range []struct{ name, backup, key string }{
		{"none", filepath.Join(dir, "nowhere.db"), "journal.file"},
		{"empty", write("empty.db", ""), "journal.foreign"},
		{"text", write("text.db", "a letter to the members, long enough to be looked at as a database: dear all, on Tuesday we play"), "journal.damaged"},
		{"unsound", unsound, "journal.unsound"},
	} {
		for _, there := range []bool{false, true} {
			if there {
				write("to/club.db", "")
			}
			if _, err := sqlstore.Restore(t.Context(), tc.backup, to, there); keyOf(err) != tc.key {
				t.Errorf("%s: %q: %v", tc.name, keyOf(err), err)
			}
			for _, name := range files(t, filepath.Dir(to)) {
				if name != "club.db.lock" && (!there || name != "club.db") {
					t.Errorf("%s leaves %s", tc.name, name)
				}
			}
			_ = os.Remove(to)
		}
	}
	half, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sqlstore.Restore(half, backedUp(t, 3), to, false); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("what was broken off is there")
	}
}

func keyOf(err error) string {
	if e, ok := errors.AsType[*bridge.Error](err); ok {
		return e.Key
	}
	return ""
}

// TestInUse: whether a server runs is seen without being in its way.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	look := func(want bool) {
		t.Helper()
		if got, err := sqlstore.InUse(t.Context(), path); err != nil || got != want {
			t.Errorf("in use: %v, %v, want %v", got, err, want)
		}
	}
	look(false)
	s := openSQLite(t, dir, sqlstore.SQLite{})
	look(true)
	fill(t, s, "s", 0, 2)
	mustClose(t, s)
	look(false)
	mustClose(t, openSQLite(t, dir, sqlstore.SQLite{}))
}
