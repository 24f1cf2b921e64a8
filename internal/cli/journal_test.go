package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// demoClub is the demo event on its way from one journal to another.
const demoClub = "../../demo/club.jsonl"

// answered runs a command that must succeed, and gives its answer.
func answered(t *testing.T, args ...string) string {
	t.Helper()
	got := run(args...)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("%s: status %d, %s%s", strings.Join(args, " "), got.status, got.stdout, got.stderr)
	}
	return got.stdout
}

// examined has a journal looked at, and gives the states by what was looked at.
func examined(t *testing.T, path string, now time.Time, free int64) map[string]diagnosis {
	t.Helper()
	d := &doctor{
		terminal: newTerminal(t, "en", widest), at: whereabouts{file: path}, now: now,
		free: func(string) (int64, error) {
			if free < 0 {
				return 0, errors.New("no disk")
			}
			return free, nil
		},
	}
	if err := d.examine(context.Background()); err != nil {
		t.Fatal(err)
	}
	out := map[string]diagnosis{}
	for _, x := range d.list {
		if was, ok := out[x.Check]; !ok || was.State == healthy {
			out[x.Check] = x
		}
	}
	return out
}

// TestDoctor: each thing that can be wrong is found, and named.
func TestDoctor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	answered(t, "journal", "import", demoClub, "--data="+path)
	evening := time.Date(2026, 3, 3, 21, 26, 40, 0, time.UTC) // of the last entry
	const roomy = 50 * scarce

	wants := func(name string, got map[string]diagnosis, check string, state health, text string) {
		t.Helper()
		if x := got[check]; x.State != state || !strings.Contains(x.Text, text) {
			t.Errorf("%s: %s is %q: %s; want %q: %s", name, check, x.State, x.Text, state, text)
		}
		for _, x := range got {
			if x.Check != check && x.State != healthy {
				t.Errorf("%s: %s is %q: %s", name, x.Check, x.State, x.Text)
			}
		}
	}
	for _, tc := range []struct {
		name  string
		now   time.Time
		free  int64
		check string
		state health
		text  string
	}{
		{"all is well", evening, roomy, "clock", healthy, "the last entry is of 2026-03-03 21:26"},
		{"a clock that drifts", evening.Add(-59 * time.Second), roomy, "clock", healthy, ""},
		{"a clock that went back", evening.Add(-2 * time.Minute), roomy, "clock", ill, "It is 2026-03-03 21:24 UTC, but the last entry is of 2026-03-03 21:26"},
		{"a disk that fills", evening, scarce - 1, "disk", worry, "999.9 MB are free"},
		{"a full disk", evening, tight - 1, "disk", ill, "99.9 MB are free"},
		{"a disk that does not say", evening, -1, "disk", worry, "no disk"},
	} {
		wants(tc.name, examined(t, path, tc.now, tc.free), tc.check, tc.state, tc.text)
	}

	s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	wants("a server", examined(t, path, evening, roomy), "server", healthy, "A server runs on this file")
	draft := journal.Draft{Key: "of the future", At: evening, Data: []byte(`{"do":"dance","says":"done","facts":[{"act":"danced","what":{}}]}`)}
	if _, err := s.Append(t.Context(), "event/open-pairs", journal.Any, draft); err != nil {
		t.Fatal(err)
	}
	got := examined(t, path, evening, roomy)
	wants("an act of another release", got, "events", ill, "danced")
	if !strings.HasPrefix(got["events"].Text, "Open pairs (open-pairs): ") {
		t.Errorf("the event is not named: %s", got["events"].Text)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	// A byte of the file changes, as on an old stick.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(data, []byte("4S= "), []byte("4H= "), 1)
	if bytes.Equal(changed, data) {
		t.Fatal("nothing changed")
	}
	broken := filepath.Join(t.TempDir(), "broken.db")
	if err := os.WriteFile(broken, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if x := examined(t, broken, evening, roomy)["log"]; x.State != ill || !strings.HasPrefix(x.Text, "event/open-pairs: position ") {
		t.Errorf("an entry that was changed: %+v", x)
	}
	if got := run("doctor", "--data="+broken); got.status != 1 || !strings.Contains(got.stdout, "Something is wrong.") || got.stderr != "" {
		t.Errorf("status %d, %s%s", got.status, got.stdout, got.stderr)
	}
}

// TestSpace: the system says how much room there is.
func TestSpace(t *testing.T) {
	if free, err := freeSpace(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("%d bytes, %v", free, err)
	}
	if _, err := freeSpace(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a folder that is not there has room")
	}
}

// TestSize: sizes are said to a tenth, and never rounded up to a room that is not there.
func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 kB", 1: "1 kB", 999_999: "1000 kB", 1_000_000: "1,0 MB", 1_999_999: "1,9 MB", 999_999_999: "999,9 MB", 54_400_000_000: "54,4 GB",
	} {
		if got := newTerminal(t, "de", widest).size(bytes); got != want {
			t.Errorf("%d is %q, want %q", bytes, got, want)
		}
	}
}

// TestServerInTheWay: what may not be done while a server runs is refused and says so;
// what may, is done beside it.
func TestServerInTheWay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	data := "--data=" + path
	answered(t, "journal", "import", demoClub, data)
	backup := filepath.Join(dir, "backup.db")
	s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	answered(t, "backup", data, "-o", backup)
	answered(t, "journal", "list", data)
	answered(t, "journal", "rank", data)
	answered(t, "journal", "export", data)
	answered(t, "doctor", data)
	for _, args := range [][]string{{"restore", backup, data, "--force"}, {"journal", "import", demoClub, data}} {
		if got := run(args...); got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "another server runs on this file") {
			t.Errorf("%v: status %d, %s%s", args, got.status, got.stdout, got.stderr)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	answered(t, "restore", backup, data, "--force")
}
