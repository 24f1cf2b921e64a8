//go:build unix

package webtest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/web/webtest"
)

// overtrick is the program, built once.
var overtrick = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "overtrick")
	if err != nil {
		return "", err
	}
	built = dir
	return webtest.Build(context.Background(), dir)
})

var built string

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

func program(t *testing.T) string {
	t.Helper()
	path, err := overtrick()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// twenty is a club evening of twenty tables.
var twenty = webtest.Plan{Sections: 1, Tables: 20, Rounds: 10, PerRound: 3}

// evenings opens some on a journal.
func evenings(t *testing.T, j journal.Journal, n int) (list []*webtest.Evening) {
	t.Helper()
	o, err := webtest.Organise(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for range n {
		e, err := o.Open(t.Context(), twenty)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// crowd are the tables of evenings, of which each enters one board after the other,
// and what they were told.
type crowd struct {
	testing.TB
	client *http.Client
	url    func(table, n int) string
	pause  time.Duration // between an answer and the next entry

	mu     sync.Mutex
	at     map[string]map[string]int64 // by evening: position by key
	next   map[*webtest.Table]int      // the first entry that is not acknowledged
	missed int
}

func newCrowd(t testing.TB) *crowd {
	c := &crowd{
		TB: t, client: webtest.NewClient(50), pause: 10 * time.Millisecond,
		at: map[string]map[string]int64{}, next: map[*webtest.Table]int{},
	}
	t.Cleanup(c.client.CloseIdleConnections)
	return c
}

// enter lets all tables of an evening enter until ctx ends, and waits until they have
// stopped.
func (c *crowd) enter(ctx context.Context, e *webtest.Evening) {
	c.mu.Lock()
	if c.at[e.ID] == nil {
		c.at[e.ID] = map[string]int64{}
	}
	c.mu.Unlock()
	var tables sync.WaitGroup
	for i, table := range e.Tables {
		tables.Go(func() {
			c.mu.Lock()
			n := c.next[table]
			c.mu.Unlock()
			for ; ctx.Err() == nil; n++ {
				x := table.Entry(n)
				a, err := table.Enter(ctx, c.client, func() string { return c.url(i, n) }, x, c.miss)
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						c.Errorf("%v", err)
					}
					return
				}
				c.mu.Lock()
				c.at[e.ID][x.Key()], c.next[table] = a.Position, n+1
				c.mu.Unlock()
				time.Sleep(c.pause)
			}
		})
	}
	tables.Wait()
}

func (c *crowd) miss(error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.missed++
}

func (c *crowd) acknowledged() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, keys := range c.at {
		n += len(keys)
	}
	return n
}

// check reads the log: all that was acknowledged is there where it was said to be,
// nothing is there twice, and of what was not acknowledged no more than the one entry
// that a table was sending.
func (c *crowd) check(s journal.Store, e *webtest.Evening) {
	c.Helper()
	sending := map[string]bool{}
	for _, t := range e.Tables {
		sending[t.Entry(c.next[t]).Key()] = true
	}
	seen := map[string]bool{}
	for x, err := range s.Read(context.Background(), "event/"+e.ID, 0) {
		if err != nil {
			c.Fatal(err)
		}
		if seen[x.Key] {
			c.Errorf("%s is there twice", x.Key)
		}
		seen[x.Key] = true
		if at, ok := c.at[e.ID][x.Key]; ok && at != x.Position {
			c.Errorf("%s is at %d, and was acknowledged at %d", x.Key, x.Position, at)
		} else if !ok && len(x.Key) > 6 && x.Key[:6] == "entry/" && !sending[x.Key] {
			c.Errorf("%s is there, and nobody was sending it", x.Key)
		}
	}
	for key, at := range c.at[e.ID] {
		if !seen[key] {
			c.Errorf("%s was acknowledged at %d and is not there", key, at)
		}
	}
}

// doctor has the program look whether the log is sound and folds.
func doctor(t *testing.T, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program(t), append([]string{"doctor", "--lang", "en"}, args...)...).CombinedOutput()
	if err != nil {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// TestKilled kills the server with SIGKILL at random moments while twenty tables enter
// through the API, and starts it again on the same file: sometimes it is killed before
// it answers. The devices send again what was not acknowledged.
func TestKilled(t *testing.T) {
	times, many := 200, 8
	if testing.Short() {
		times, many = 10, 2
	}
	path := filepath.Join(t.TempDir(), "club.db")
	s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	list := evenings(t, s, many)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	binary := program(t)
	seed := uint64(7)
	chance := rand.New(rand.NewPCG(seed, seed))
	c := newCrowd(t)
	var at atomic.Value
	at.Store("http://127.0.0.1:9") // where nobody answers
	c.url = func(int, int) string { return at.Load().(string) }
	early := 0
	for i, e := range list {
		ctx, stop := context.WithCancel(t.Context())
		var tables sync.WaitGroup
		tables.Go(func() { c.enter(ctx, e) })
		for range times / many {
			s, err := webtest.Launch(binary, "--data", path)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case chance.IntN(8) == 0:
				time.Sleep(time.Duration(chance.IntN(100)) * time.Millisecond)
			case s.Ready(time.Minute):
				at.Store(s.URL())
				time.Sleep(time.Duration(20+chance.IntN(300)) * time.Millisecond)
			default:
				s.Kill()
				t.Fatalf("the server does not start again: %s", s.Said())
			}
			if !s.Ready(0) {
				early++
			}
			if !s.Kill() {
				t.Fatalf("the server had ended by itself: %s", s.Said())
			}
		}
		stop()
		tables.Wait()
		if t.Failed() {
			t.Fatalf("in evening %d", i)
		}
	}
	s, err = sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		c.check(s, e)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	doctor(t, "--data", path)
	c.again(list, "--data", path)
	if n := c.acknowledged(); n < 20*times || c.missed == 0 {
		t.Errorf("%d entries acknowledged, %d attempts that came to nothing: that is no test", n, c.missed)
	}
	t.Logf("seed %d: %d entries acknowledged, %d attempts came to nothing, %d times killed, %d of them before it answered", seed, c.acknowledged(), c.missed, times, early)
}

// again sends what each table sent last, to a new server: it is answered as before.
func (c *crowd) again(list []*webtest.Evening, args ...string) {
	c.Helper()
	path, err := overtrick()
	if err != nil {
		c.Fatal(err)
	}
	s, err := webtest.Start(path, args...)
	if err != nil {
		c.Fatal(err)
	}
	for _, e := range list {
		for _, t := range e.Tables {
			if c.next[t] == 0 {
				continue
			}
			x := t.Entry(c.next[t] - 1)
			if a, err := t.Put(context.Background(), c.client, s.URL(), x); err != nil || a.Position != c.at[e.ID][x.Key()] {
				c.Errorf("%s sent again: %+v, %v, want position %d", x.Key(), a, err, c.at[e.ID][x.Key()])
			}
		}
	}
	if err := s.Stop(); err != nil {
		c.Errorf("stop: %v\n%s", err, s.Said())
	}
}

// TestPostgresKilled has twenty tables enter through two servers on one PostgreSQL.
// The database is killed and comes back, then each server in turn while the other goes
// on: devices whose server is away turn to the other one.
func TestPostgresKilled(t *testing.T) {
	times := 3
	if testing.Short() {
		times = 1
	}
	db := journaltest.NewPostgres(t)
	address := db.Database(t)
	s, err := sqlstore.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	e := evenings(t, s, 1)[0]
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	binary := program(t)
	var servers [2]atomic.Pointer[webtest.Server]
	begin := func(i int) {
		t.Helper()
		s, err := webtest.Start(binary, "--postgres", address)
		if err != nil {
			t.Fatal(err)
		}
		servers[i].Store(s)
	}
	begin(0)
	begin(1)
	c := newCrowd(t)
	var turn atomic.Int64
	c.url = func(int, int) string { return servers[turn.Add(1)%2].Load().URL() }
	ctx, stop := context.WithCancel(t.Context())
	var tables sync.WaitGroup
	tables.Go(func() { c.enter(ctx, e) })
	defer func() { stop(); tables.Wait() }()
	goesOn := func(what string) {
		t.Helper()
		before := c.acknowledged()
		for end := time.Now().Add(30 * time.Second); c.acknowledged() < before+100; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: nothing is acknowledged any more", what)
			}
		}
	}
	chance := rand.New(rand.NewPCG(7, 8))
	goesOn("at first")
	for range times {
		db.Kill(t)
		time.Sleep(time.Duration(chance.IntN(300)) * time.Millisecond)
		if err := db.Start(); err != nil {
			t.Fatal(err)
		}
		goesOn("with the database back")
		time.Sleep(time.Duration(chance.IntN(300)) * time.Millisecond)
	}
	for range times {
		for i := range servers {
			if s := servers[i].Load(); !s.Kill() {
				t.Fatalf("server %d had ended by itself: %s", i, s.Said())
			}
			goesOn(fmt.Sprintf("without server %d", i))
			begin(i)
			goesOn(fmt.Sprintf("with server %d back", i))
		}
	}
	stop()
	tables.Wait()
	for i := range servers {
		s := servers[i].Load()
		if err := s.Stop(); err != nil {
			t.Errorf("server %d: %v\n%s", i, err, s.Said())
		}
	}
	s, err = sqlstore.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	c.check(s, e)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	doctor(t, "--postgres", address)
	c.again([]*webtest.Evening{e}, "--postgres", address)
	if c.missed == 0 {
		t.Error("every attempt was answered: that is no test")
	}
	t.Logf("%d entries acknowledged, %d attempts came to nothing; the database was killed %d times, a server %d times", c.acknowledged(), c.missed, times, 2*times)
}

// TestLoopback: nothing here speaks to another machine.
func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:8080": true, "[::1]:80": true, "127.8.9.1:1": true,
		"192.0.2.1:80": false, "localhost:80": false, "example.org:80": false, ":8080": false, "0.0.0.0:80": false, "127.0.0.1": false,
	} {
		if err := webtest.Loopback(address); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://192.0.2.1/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := webtest.NewClient(1).Do(q); !errors.Is(err, webtest.ErrElsewhere) { //nolint:bodyclose // there is none
		t.Errorf("another machine: %v", err)
	}
}
