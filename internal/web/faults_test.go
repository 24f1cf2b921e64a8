package web

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// openFile opens the journal in a file; it is closed with the test.
func openFile(t *testing.T, path string, o sqlstore.SQLite) journal.Journal {
	t.Helper()
	s, err := sqlstore.OpenSQLite(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// last is the position of the rig's event.
func (r *rig) last() int64 {
	r.Helper()
	n, err := r.journal.Last(context.Background(), "event/"+r.id)
	if err != nil {
		r.Fatal(err)
	}
	return n
}

// unable wants a refusal because of the journal, which says so in the language of who
// asks and when to come again.
func (r *rig) unable(w *httptest.ResponseRecorder, key, words string) {
	r.Helper()
	if p := r.refused(w); p.Status != 503 || p.Key != key || p.Code != string(journal.Unavailable) || !strings.Contains(p.Detail, words) || w.Header().Get("Retry-After") == "" {
		r.Fatalf("%+v, want %s, %q, and when to come again", p, key, words)
	}
}

// inGerman sends a revision of table 1 as a German device does.
func (r *rig) inGerman(body string) *httptest.ResponseRecorder {
	q := r.request(asTable, "PUT", "/api/results/entry-of-north", body)
	q.Header.Set("Accept-Language", "de")
	return r.send(q)
}

// TestDiskFull: where there is no room any more the device is told so, what was
// acknowledged is there and nothing else is; with room again it sends the same.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	r := beginOn(t, openFile(t, path, sqlstore.SQLite{}), plenty)
	if err := r.journal.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	r.journal = openFile(t, path, sqlstore.SQLite{MaxPages: info.Size()/4096 + 3})
	r.serve(plenty)
	diskFull(r, func() {
		if err := r.journal.Close(); err != nil {
			t.Fatal(err)
		}
		r.journal = openFile(t, path, sqlstore.SQLite{})
		r.serve(plenty)
	})
}

// TestPostgresFull: the same where the database lies on a disk that another has filled.
// The server runs on, and needs nothing but the room.
func TestPostgresFull(t *testing.T) {
	address := journaltest.NewPostgres(t).SmallDatabase(t, 16<<20)
	s, err := sqlstore.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := beginOn(t, s, plenty)
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	do := func(statement string) error {
		_, err := db.ExecContext(t.Context(), statement)
		return err
	}
	if err := errors.Join(do("CREATE TABLE ballast (x text)"), do("ALTER TABLE ballast ALTER x SET STORAGE EXTERNAL")); err != nil { // it is not made smaller
		t.Fatal(err)
	}
	for size := 1 << 20; size >= 1<<10; size /= 2 {
		for range 20 {
			if err := do(fmt.Sprintf("INSERT INTO ballast VALUES (repeat('x', %d))", size)); err != nil {
				break
			}
		}
	}
	diskFull(r, func() {
		if err := errors.Join(do("DROP TABLE ballast"), do("CHECKPOINT")); err != nil {
			t.Fatal(err)
		}
	})
}

// diskFull has a table enter until the disk is full, and again when there is room.
func diskFull(r *rig, room func()) {
	r.Helper()
	before := r.last()
	texts := []string{"4S= S", "3NT-1 E"}
	body := func(n int) string { return result(n, true, texts[n%2]) }
	var at []int64
	for {
		w := r.inGerman(body(len(at) + 1))
		if w.Code != 200 {
			r.unable(w, "journal.full", "voll")
			break
		}
		if at = append(at, before+int64(len(at))+1); len(at) == 1_000 {
			r.Fatal("the disk is never full")
		}
	}
	r.unable(r.inGerman(body(len(at)+1)), "journal.full", "voll")
	if n := r.last(); len(at) == 0 || n != before+int64(len(at)) {
		r.Errorf("%d entries behind %d, want those %d that were acknowledged", n, before, len(at))
	}
	var sheet eventJSON
	sheet.View = new(club.View)
	r.gets(&sheet, asDirector, "GET", "/api/events/tuesday", "") // reading goes on
	if sheet.Position != r.last() {
		r.Errorf("what is read is at %d, the log at %d", sheet.Position, r.last())
	}
	journaltest.Sound(r, r.journal)
	room()
	for n := range len(at) + 1 { // a device sends all that it has
		got := put(r, asTable, "entry-of-north", body(n+1))
		if want := before + int64(n) + 1; got.Position != want {
			r.Errorf("revision %d: position %d, want %d", n+1, got.Position, want)
		}
	}
	journaltest.Sound(r, r.journal)
}

// TestLocked: another program holds the database for longer than we wait. Nothing is
// written, reading goes on, and the same is taken when the lock is gone.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	r := beginOn(t, openFile(t, path, sqlstore.SQLite{Wait: 50 * time.Millisecond}), plenty)
	before := r.last()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	do := func(statement string) {
		t.Helper()
		if _, err := other.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do("BEGIN IMMEDIATE")
	r.unable(r.inGerman(result(1, true, "4S= S")), "journal.busy", "Programm")
	r.unable(r.ask(asOwner, "POST", "/api/people", `{"name":"Ada"}`), "journal.busy", "program")
	if w := r.ask(asReader, "GET", "/api/events/tuesday", ""); w.Code != 200 {
		t.Errorf("reading: %d %s", w.Code, w.Body)
	}
	if n := r.last(); n != before {
		t.Errorf("position %d, want %d: nothing was acknowledged", n, before)
	}
	do("COMMIT")
	if got := put(r, asTable, "entry-of-north", result(1, true, "4S= S")); got.Status != applied || got.Position != before+1 {
		t.Errorf("sent again: %+v", got)
	}
	journaltest.Sound(t, r.journal)
}

// TestClockBack: the clock of the server jumps back by years in mid-evening. Nothing
// is refused or lost: positions keep the order, and sessions and tokens stay good.
func TestClockBack(t *testing.T) {
	r := begin(t)
	one := put(r, asTable, "entry-of-north", result(1, true, "4S= S"))
	synctest.Test(t, func(t *testing.T) { // where it is the year 2000
		if time.Now().Year() > 2000 {
			t.Fatal("the clock did not jump")
		}
		back := *r
		back.TB = t
		back.serve(plenty)
		two := put(&back, asTable, "entry-of-north", result(2, true, "4S+1 S"))
		if two.Position != one.Position+1 || two.Says != club.Saved || two.Place.Result != "4S+1 S" {
			t.Errorf("a correction: %+v, %+v", two, two.Place)
		}
		if late := put(&back, asTable, "entry-of-north", result(1, true, "4S= S")); late.Position != one.Position || late.Says != one.Says {
			t.Errorf("the first revision again: %+v, want %+v", late, one)
		}
		var me meJSON
		if back.gets(&me, asOwner, "GET", "/api/me", ""); me.Name != asOwner {
			t.Errorf("the session: %+v", me)
		}
	})
	var opened struct{ Position int64 }
	r.gets(&opened, asDirector, "GET", "/api/events/tuesday", "")
	if opened.Position != one.Position+1 {
		t.Errorf("a server whose clock is right is at %d, want %d", opened.Position, one.Position+1)
	}
	journaltest.Sound(t, r.journal)
}

// contest sends different results of one board to two servers at once: one stands, and
// both see that there is a conflict.
func contest(t *testing.T, one, two *rig, table, board int) {
	t.Helper()
	texts := []string{"4S= S", "3NT-1 E"}
	body := func(i int) string {
		return fmt.Sprintf(`{"event":"tuesday","revision":1,"round":%d,"table":%d,"board":%d,"result":%q,"agreed":true}`, (board-table+3)%3+1, table, board, texts[i])
	}
	send := func(i int) (out putJSON) {
		put := fmt.Sprintf("/api/results/device-%d-of-%d-%d", i, table, board)
		[]*rig{one, two}[i].gets(&out, asDirector, "PUT", put, body(i))
		return out
	}
	var both sync.WaitGroup
	var got [2]putJSON
	for i := range got {
		both.Go(func() { got[i] = send(i) })
	}
	both.Wait()
	says := []string{got[0].Status, got[1].Status}
	slices.Sort(says)
	if !slices.Equal(says, []string{applied, conflict}) {
		t.Fatalf("table %d, board %d: %v, want one that stands and one conflict", table, board, says)
	}
	winner := 0
	if got[1].Status == applied {
		winner = 1
	}
	for i := range got {
		again := send(i)
		if again.Position != got[i].Position || again.Place.State != club.StateConflict || again.Place.Result != texts[winner] || len(again.Place.Entries) != 2 {
			t.Errorf("table %d, board %d at server %d: %+v, %+v", table, board, i, again, again.Place)
		}
	}
}
