//go:build unix

package sqlstore_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

const killTables = 20

// acknowledged is what tables were told: the position of each board, by key.
type acknowledged struct {
	at   map[string]int64
	next [killTables]int // the first board of a table that was not acknowledged
}

func (a *acknowledged) note(t *testing.T, table, board int, at int64) {
	t.Helper()
	if a.next[table] != board {
		t.Fatalf("table %d: board %d is acknowledged, want %d", table, board, a.next[table])
	}
	a.next[table]++
	a.at[fmt.Sprintf("%d/%d", table, board)] = at
}

// check reads the log: all that was acknowledged is there where it was said to be,
// nothing is there twice, and of what was not acknowledged no more than one board of
// each table.
func (a *acknowledged) check(t *testing.T, s journal.Store) {
	t.Helper()
	left := maps.Clone(a.at)
	seen := map[string]bool{}
	for e, err := range s.Read(t.Context(), "s", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if seen[e.Key] {
			t.Fatalf("%s is there twice", e.Key)
		}
		seen[e.Key] = true
		at, ok := left[e.Key]
		switch {
		case ok && at != e.Position:
			t.Fatalf("%s is at %d, and was acknowledged at %d", e.Key, e.Position, at)
		case !ok:
			var table, board int
			if _, err := fmt.Sscanf(e.Key, "%d/%d", &table, &board); err != nil || a.next[table] != board {
				t.Fatalf("%s: table %d was going to send board %d", e.Key, table, a.next[table])
			}
		}
		delete(left, e.Key)
	}
	for key, at := range left {
		t.Errorf("%s was acknowledged at %d and is not there", key, at)
	}
	journaltest.Sound(t, s)
}

// TestKilled kills a server with SIGKILL at random moments while twenty tables enter,
// and starts another on the same file; the tables send again what was not
// acknowledged, as phones do.
func TestKilled(t *testing.T) {
	times := 40
	if testing.Short() {
		times = 5
	}
	path := filepath.Join(t.TempDir(), "club.db")
	ack := &acknowledged{at: map[string]int64{}}
	for run := range times {
		killOnce(t, path, ack)
		if run%10 == 9 || run == times-1 {
			s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
			if err != nil {
				t.Fatal(err)
			}
			ack.check(t, s)
			if err := s.CheckFile(t.Context()); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if len(ack.at) < times*killTables {
		t.Errorf("%d boards in %d runs: that is no test", len(ack.at), times)
	}
	t.Logf("%d boards in %d runs", len(ack.at), times)
}

func killOnce(t *testing.T, path string, ack *acknowledged) {
	t.Helper()
	var next []string
	for _, n := range ack.next {
		next = append(next, fmt.Sprint(n))
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childFile+"="+path, childTables+"="+strings.Join(next, ","))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// The first runs may be killed before they have opened the file.
	kill := time.AfterFunc(time.Duration(rand.IntN(250))*time.Millisecond, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // what is there of a last line was cut off by the kill
		}
		var table, board int
		var at int64
		if _, err := fmt.Sscan(line, &table, &board, &at); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		ack.note(t, table, board, at)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the server was not killed: %v\n%s", err, stderr.Bytes())
	}
}

// TestOneServerOfTwoProcesses: the lock holds between processes, and goes with one
// that is killed.
func TestOneServerOfTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childFile+"="+path, childTables+"=0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for range 5 { // it runs
		if _, err := lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	_, err = sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	wantFault(t, err, journal.ErrInUse, bridge.Unsupported)
	reader, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := reader.Backup(t.Context(), copied); err != nil {
		t.Error(err)
	}
	mustClose(t, reader)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, lines)
	_ = cmd.Wait()
	for _, p := range []string{path, copied} {
		s, err := sqlstore.OpenSQLite(t.Context(), p, sqlstore.SQLite{})
		if err != nil {
			t.Fatal(err)
		}
		journaltest.Sound(t, s)
		if last, err := s.Last(t.Context(), "s"); err != nil || last < 5 {
			t.Errorf("%s: %d entries, %v, want 5 at least", filepath.Base(p), last, err)
		}
		mustClose(t, s)
	}
}

// TestPostgresKilled kills the database with SIGKILL, several times, while twenty
// tables enter through two servers and others watch. The servers stay up; tables try
// again until they are answered.
func TestPostgresKilled(t *testing.T) {
	times := 4
	if testing.Short() {
		times = 1
	}
	db := journaltest.NewPostgres(t)
	address := db.Database(t)
	servers := [2]*sqlstore.Store{openPostgres(t, address), openPostgres(t, address)}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var tables, watchers sync.WaitGroup
	var stop atomic.Bool
	var mu sync.Mutex
	ack := &acknowledged{at: map[string]int64{}}
	faults := 0
	for table := range killTables {
		tables.Go(func() {
			for board := 0; !stop.Load(); {
				at, err := servers[(table+board)%2].Append(ctx, "s", journal.Any, journaltest.Draft(fmt.Sprintf("%d/%d", table, board)))
				mu.Lock()
				switch {
				case err == nil:
					ack.note(t, table, board, at[0])
					board++
				case errors.Is(err, journal.ErrGone):
					faults++
				default:
					t.Errorf("table %d: %v", table, err)
					stop.Store(true)
				}
				mu.Unlock()
				if err != nil {
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	var watched [2]atomic.Int64
	for i, s := range servers {
		watchers.Go(func() {
			for e, err := range journal.Watch(ctx, s, s, "s", 0) {
				switch last := watched[i].Load(); {
				case err != nil && !errors.Is(err, journal.ErrGone):
					t.Errorf("watching: %v", err)
				case err == nil && e.Position != last+1:
					t.Errorf("watching: position %d behind %d", e.Position, last)
				case err == nil:
					watched[i].Store(e.Position)
				}
			}
		})
	}
	for range times {
		time.Sleep(time.Duration(200+rand.IntN(300)) * time.Millisecond)
		db.Kill(t)
		time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
		if err := db.Start(); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Second)
	stop.Store(true)
	tables.Wait()
	ack.check(t, servers[0])
	last, err := servers[1].Last(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(15 * time.Second); watched[0].Load() < last || watched[1].Load() < last; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("watchers are at %d and %d, the stream at %d", watched[0].Load(), watched[1].Load(), last)
		}
	}
	cancel()
	watchers.Wait()
	for _, s := range servers {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if faults == 0 || last < 100 {
		t.Errorf("%d boards, %d refusals: that is no test", last, faults)
	}
	t.Logf("%d boards, %d refusals in %d crashes", last, faults, times)
}
