package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// first starts a server on a file that holds the demo and gets its first answer.
func first(t testing.TB, path, target string) {
	t.Helper()
	j, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	c := club.New(j)
	s, err := New(c, j, Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	resp, err := http.Get("http://" + l.Addr().String() + target) //nolint:noctx // the server is ours
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%d, %v", resp.StatusCode, err)
	}
	_ = resp.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	s.Close()
	c.Close()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// demoFile is a file with the demo in it.
func demoFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "club.overtrick")
	j, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	c := club.New(j)
	if err := Demo(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestStart: a server on a file answers with its first page, again and again.
func TestStart(t *testing.T) {
	path := demoFile(t)
	for range 3 {
		first(t, path, "/e/demo-tonight")
	}
}

// BenchmarkStart is the time from opening the file to the first page, with the
// server's end: 300 ms at most.
func BenchmarkStart(b *testing.B) {
	path := demoFile(b)
	for b.Loop() {
		first(b, path, "/e/demo-tonight")
	}
	if each := b.Elapsed() / time.Duration(b.N); each > 300*time.Millisecond {
		b.Errorf("%v: want 300 ms at most", each)
	}
}

// TestDemo: the demo is the same each time: one evening that was published, and one
// that goes on. Its log says that the program did it all.
func TestDemo(t *testing.T) {
	r := begin(t)
	if err := Demo(t.Context(), r.club); err != nil {
		t.Fatal(err)
	}
	var over, going standingsJSON
	r.gets(&over, asReader, "GET", "/api/events/demo-last-week/standings", "")
	r.gets(&going, asReader, "GET", "/api/events/demo-tonight/standings", "")
	if over.Until.IsZero() || over.Info.Open != 0 || len(over.Boards) != 24 || len(over.Lists[0].Rows) == 0 || len(over.Lists[0].Rows[0].Names) != 2 {
		t.Errorf("%+v", over)
	}
	if !going.Until.IsZero() || len(going.Boards) == 0 || len(going.Boards) == 24 {
		t.Errorf("%+v", going)
	}
	var log logJSON
	r.gets(&log, asOwner, "GET", "/api/events/demo-tonight/log", "")
	if len(log.Lines) == 0 {
		t.Error("the log is empty")
	}
	for _, l := range log.Lines {
		if l.Who != "overtrick" {
			t.Fatalf("%s was done by %q", l.What, l.Who)
		}
	}
}
