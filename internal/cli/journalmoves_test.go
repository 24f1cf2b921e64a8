//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

// TestJournalMoves: an event that was exported from a journal of any kind and imported
// into one of any kind has the same standings and is the same file, byte for byte.
func TestJournalMoves(t *testing.T) {
	dir := t.TempDir()
	want, err := os.ReadFile(demoClub)
	if err != nil {
		t.Fatal(err)
	}
	first := "--data=" + filepath.Join(dir, "first.db")
	answered(t, "journal", "import", demoClub, first)
	standings := answered(t, "journal", "rank", "--json", first)
	if !strings.Contains(standings, `"names":["Vera","Walter"]`) {
		t.Errorf("the standings are %s", standings)
	}
	file := demoClub
	for i, to := range []string{
		"--postgres=" + journaltest.Database(t),
		"--postgres=" + journaltest.Database(t),
		"--data=" + filepath.Join(dir, "last.db"),
	} {
		answered(t, "journal", "import", file, to)
		if got := answered(t, "journal", "rank", "--json", to); got != standings {
			t.Errorf("%d: the standings are\n%swant\n%s", i, got, standings)
		}
		file = filepath.Join(dir, string(rune('a'+i)))
		answered(t, "journal", "export", to, "-o", file)
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d: exported again it is another file: %v", i, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%d: the file has the mode %v, %v", i, info.Mode(), err)
		}
	}
}

// TestDoctorPostgres: what can be seen of a database is looked at.
func TestDoctorPostgres(t *testing.T) {
	to := "--postgres=" + journaltest.Database(t)
	answered(t, "journal", "import", demoClub, to)
	var got doctorJSON
	if err := json.Unmarshal([]byte(answered(t, "doctor", "--json", to)), &got); err != nil {
		t.Fatal(err)
	}
	var checks []string
	for _, x := range got.Checks {
		checks = append(checks, x.Check)
	}
	if want := []string{"file", "log", "clock", "names", "club", "events", "standings"}; !slices.Equal(checks, want) || !got.Sound || got.Journal != "PostgreSQL" {
		t.Errorf("%+v", got)
	}
	refused := run("doctor", "--postgres=postgres://nobody@127.0.0.1:1/club?connect_timeout=1")
	if refused.status != 1 || !strings.Contains(refused.stdout, "fault") {
		t.Errorf("where there is no database: status %d, %s%s", refused.status, refused.stdout, refused.stderr)
	}
}
