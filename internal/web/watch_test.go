package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// told is an event of a stream.
type told struct {
	id, name, data string
}

// soon is how long is waited for what comes at once, even on a slow machine.
const soon = time.Minute

// listener reads a stream.
type listener struct {
	testing.TB
	events chan told
	resp   *http.Response
	cancel context.CancelFunc
}

// listen follows the event of a rig at an address.
func (r *rig) listen(base, role, last, query string) *listener {
	r.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	q := r.request(role, "GET", base+"/api/events/"+r.id+"/watch"+query, "").WithContext(ctx)
	q.RequestURI = ""
	if last != "" {
		q.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(q) //nolint:bodyclose // the cleanup does
	if err != nil {
		r.Fatal(err)
	}
	l := &listener{TB: r, events: make(chan told, 100), resp: resp, cancel: cancel}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(l.events)
		s := bufio.NewScanner(resp.Body)
		var e told
		for s.Scan() {
			field, value, _ := strings.Cut(s.Text(), ": ")
			switch field {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "":
				if e.name != "" {
					l.events <- e
				}
				e = told{}
			}
		}
	}()
	r.Cleanup(func() { cancel(); <-done; _ = resp.Body.Close(); http.DefaultClient.CloseIdleConnections() })
	return l
}

// next is the next event, within a time.
func (l *listener) next(limit time.Duration) told {
	l.Helper()
	select {
	case e, ok := <-l.events:
		if !ok {
			l.Fatal("the stream has ended")
		}
		return e
	case <-time.After(limit):
		l.Fatalf("nothing within %v", limit)
	}
	return told{}
}

// hears waits for a message that names a part.
func (l *listener) hears(part string) club.Message {
	l.Helper()
	for end := time.Now().Add(soon); ; {
		e := l.next(time.Until(end))
		var m club.Message
		if err := json.Unmarshal([]byte(e.data), &m); err != nil || e.name != "change" || e.id != fmt.Sprint(m.Position) {
			l.Fatalf("%+v, %v", e, err)
		}
		if strings.Contains(e.data, part) {
			return m
		}
	}
}

func listening(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// TestWatchResumes: a watcher gets what changes, and after a break what it missed, each
// once, by Last-Event-ID or by ?from.
func TestWatchResumes(t *testing.T) {
	r := begin(t)
	at := listening(t, r)
	one := r.listen(at, asReader, "", "")
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
		if got := one.resp.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	all := one.hears(`"plan"`)
	r.over()
	first := one.hears(`"board":1`)
	if first.Position <= all.Position {
		t.Errorf("position %d after %d", first.Position, all.Position)
	}
	one.cancel()
	for n, result := range []string{"Pass", "1NT= S", "2S-1 N"} {
		r.play(n+1, 2, result)
	}
	for _, how := range []struct{ last, query string }{{fmt.Sprint(first.Position), ""}, {"", fmt.Sprintf("?from=%d", first.Position)}, {fmt.Sprint(first.Position), "?from=0"}} {
		m := r.listen(at, asReader, how.last, how.query).hears(`"board":2`)
		for _, p := range m.Changed {
			if p.What == club.PartBoard && p.Board == 1 {
				t.Errorf("%+v: told again: %+v", how, m)
			}
		}
	}
	// One that is behind nothing hears the next thing only.
	last := r.listen(at, asReader, "", "?from=0").hears(`"board":2`)
	quiet := r.listen(at, asReader, fmt.Sprint(last.Position), "")
	select {
	case e := <-quiet.events:
		t.Errorf("told of nothing: %+v", e)
	case <-time.After(50 * time.Millisecond):
	}
}

// TestWatchAhead: a watcher that has seen more than there is begins anew: the server
// has an older state, or another event by this name.
func TestWatchAhead(t *testing.T) {
	r := begin(t)
	l := r.listen(listening(t, r), asReader, "5000", "")
	if e := l.next(soon); e.name != "reset" || e.id != "0" {
		t.Fatalf("%+v", e)
	}
	l.hears(`"plan"`)
}

// TestWatchTable: a device at a table can be spared what others' results change, and by
// the answers to its own it knows whether it has missed anything.
func TestWatchTable(t *testing.T) {
	r := begin(t)
	l := r.listen(listening(t, r), asTable, "", "?table")
	known := l.hears(`"plan"`).Position
	put := func(revision int, result string) (a putJSON) {
		t.Helper()
		w := r.ask(asTable, "PUT", "/api/results/entry-of-ours", fmt.Sprintf(`{"revision":%d,"round":1,"table":1,"board":1,"result":%q,"agreed":true}`, revision, result))
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return a
	}
	hears := func(position int64) {
		t.Helper()
		for m := (club.Message{}); m.Position < position; {
			m = l.hears("")
			if slices.ContainsFunc(m.Changed, func(p club.Part) bool { return p.What == club.PartBoard || p.What == club.PartRanking }) || len(m.Changed) == 0 {
				t.Errorf("a table was told of others: %+v", m)
			}
		}
	}
	hears(put(1, "4S= S").Event)
	r.play(2, 2, "Pass")
	r.play(3, 3, "1NT= S")
	switch a := put(2, "4S+1 S"); {
	case a.Beside > known+1:
		t.Errorf("others' results are news for a table: %+v, known is %d", a.StandsJSON, known+1)
	case a.Event != known+4:
		t.Errorf("%+v", a.StandsJSON)
	default:
		hears(a.Event)
	}
	r.must(&club.Configure{Configured: club.Configured{Feedback: club.FeedbackNone}})
	if a := put(3, "4S= S"); a.Beside != a.Position-1 {
		t.Errorf("the director's change is no news: %+v", a)
	}
	again := put(2, "4S+1 S") // it was answered before, and what came after it is no news
	if again.Position != known+4 || again.Beside != known+6 {
		t.Errorf("%+v, known is %d", again, known+6)
	}
}

// TestWatchRefusals: what cannot begin is refused with its status.
func TestWatchRefusals(t *testing.T) {
	r := beginOn(t, newMemory(), Limits{Streams: 2})
	for target, want := range map[string]int{
		"/api/events/none/watch":              404,
		"/api/events/tuesday/watch?from=-1":   422,
		"/api/events/tuesday/watch?from=x":    422,
		"/api/events/tuesday/watch?from=1e99": 422,
	} {
		if w := r.ask(asReader, "GET", target, ""); w.Code != want {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	at := listening(t, r)
	r.listen(at, asOther, "", "").hears("plan")
	two := r.listen(at, asOther, "", "")
	two.hears("plan")
	if l := r.listen(at, asOther, "", ""); l.resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a third stream of a device: %d", l.resp.StatusCode)
	}
	two.cancel()
	within(t, time.Second, "a stream that ended makes room", func() bool { return r.listen(at, asOther, "", "").resp.StatusCode == http.StatusOK })
}

// TestWatchEnds: a table whose right is taken back is told so, and so is everybody when
// the server stops; what has begun is finished.
func TestWatchEnds(t *testing.T) {
	r := begin(t)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(ctx, l) }()
	at := "http://" + l.Addr().String()
	table, reader := r.listen(at, asTable, "", ""), r.listen(at, asReader, "", "")
	table.hears("plan")
	reader.hears("plan")
	r.must(closeTable(r.token))
	if e := table.next(2 * time.Second); e.name != "end" || !strings.Contains(e.data, `"club.token"`) {
		t.Errorf("%+v", e)
	}
	within(t, time.Second, "its stream ends", func() bool { return r.metrics.inFlight.Load() == 1 })
	// A request whose body is still on its way.
	body, write := io.Pipe()
	q := r.request(asOwner, "POST", at+"/api/people", "").WithContext(context.Background())
	q.RequestURI, q.Body = "", body
	q.Header.Set("Content-Type", "application/json")
	answers := make(chan int, 1)
	go func() {
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			answers <- 0
			return
		}
		_ = resp.Body.Close()
		answers <- resp.StatusCode
	}()
	_, _ = io.WriteString(write, `{"name":`)
	within(t, time.Second, "the request begins", func() bool { return r.metrics.inFlight.Load() == 2 })
	reader.hears("") // that the table was closed, of which a reader learns the position alone
	stop()
	if e := reader.next(soon); e.name != "end" || !strings.Contains(e.data, `"web.closing"`) {
		t.Errorf("%+v", e)
	}
	_, _ = io.WriteString(write, `"Ada"}`)
	_ = write.Close()
	if got := <-answers; got != 200 {
		t.Errorf("what had begun was answered %d", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// TestSlowWatcher: one that does not read is let go, and holds up nobody.
func TestSlowWatcher(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	quick := r.listen(listening(t, r), asReader, "", "")
	quick.hears("plan")
	slow := r.watched() // of the same club
	slow.pace.write = time.Second
	// A connection that holds nothing: what is written waits until it is read.
	c, far := net.Pipe()
	t.Cleanup(func() { _ = c.Close() })
	s := &http.Server{Handler: slow, ReadHeaderTimeout: time.Second}
	l := &oneConn{conn: far, closed: make(chan struct{})}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close(); <-ended })
	if _, err := io.WriteString(c, "GET /api/events/tuesday/watch HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	within(t, time.Second, "the slow one begins", func() bool { return slow.watching() == 1 })
	r.over()
	quick.hears(`"board":1`)
	within(t, 5*time.Second, "the slow one is let go", func() bool { return slow.watching() == 0 })
}

// oneConn is a listener at which one connection comes in.
type oneConn struct {
	conn   net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *oneConn) Accept() (net.Conn, error) {
	if c := l.conn; c != nil {
		l.conn = nil
		return c, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error { l.once.Do(func() { close(l.closed) }); return nil }

func (*oneConn) Addr() net.Addr { return &net.TCPAddr{} }

// watched is another server of the same club.
func (r *rig) watched() *rig {
	o := *r
	s, err := New(r.club, r.journal, Options{Limits: plenty})
	if err != nil {
		r.Fatal(err)
	}
	o.Server = s
	r.Cleanup(s.Close)
	return &o
}

func (r *rig) watching() int {
	r.streams.mu.Lock()
	defer r.streams.mu.Unlock()
	return r.streams.all
}

// TestHeartbeat: a stream on which nothing happens shows that the server is there, and
// ends after some time, so that devices which have gone do not stay.
func TestHeartbeat(t *testing.T) {
	r := begin(t)
	r.pace.beat, r.pace.idle = 10*time.Millisecond, 100*time.Millisecond
	w := r.ask(asReader, "GET", "/api/events/tuesday/watch", "") // it ends by itself
	if n := strings.Count(w.Body.String(), "\n: \n"); n < 3 {
		t.Errorf("%d heartbeats:\n%s", n, w.Body)
	}
}

// TestTwoServers: what is entered at one server is told at the other within a second,
// and one board that is entered at both at once has one result and one conflict.
func TestTwoServers(t *testing.T) {
	address := journaltest.Database(t)
	open := func() *sqlstore.Store {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	one := beginOn(t, open(), plenty)
	two := *one
	two.journal = open()
	two.serve(plenty)
	l := two.listen(listening(t, &two), asReader, "", "")
	l.hears("plan")
	for n, result := range []string{"4S= S", "3NT-1 E", "2H+1 N"} {
		round := (1-(n+1)+3)%3 + 1
		body := fmt.Sprintf(`{"event":"tuesday","revision":1,"round":%d,"table":%d,"board":1,"result":%q,"agreed":true}`, round, n+1, result)
		var put putJSON
		one.gets(&put, asDirector, "PUT", fmt.Sprintf("/api/results/result-%d-of-1", n), body)
		if put.Status != applied {
			t.Fatalf("%+v", put)
		}
	}
	seen := l.hears(`"board":1`).Position
	l.cancel() // its server is gone: it goes on at the other one
	l = one.listen(listening(t, one), asReader, fmt.Sprint(seen), "")
	var sheet sheetJSON
	two.gets(&sheet, asReader, "GET", "/api/events/tuesday/boards/1", "")
	if len(sheet.Lines) != 3 {
		t.Errorf("%+v", sheet)
	}
	// The token of a table and a session are good at both.
	var me meJSON
	two.gets(&me, asBearer, "GET", "/api/me", "")
	if me.Table != 1 {
		t.Errorf("%+v", me)
	}
	two.gets(&me, asChief, "GET", "/api/me", "")
	if me.Name != asChief {
		t.Errorf("%+v", me)
	}
	for table := 1; table <= 3; table++ {
		contest(t, one, &two, table, 2)
		contest(t, one, &two, table, 3)
	}
	if m := l.hears(`"board":2`); slices.ContainsFunc(m.Changed, func(p club.Part) bool { return p.What == club.PartBoard && p.Board == 1 }) {
		t.Errorf("told again at the other server: %+v", m)
	}
}
