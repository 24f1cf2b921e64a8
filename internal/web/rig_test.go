package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/movement"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The roles that a request can come in.
const (
	asReader   = "reader"
	asTable    = "table"    // by its cookie
	asBearer   = "bearer"   // the same table, by its token
	asRevoked  = "revoked"  // a table whose right was taken back, by its cookie
	asDirector = "director" // of the event
	asOther    = "other"    // director of another event
	asChief    = "chief"    // director of all events
	asOwner    = "owner"
)

var roles = []string{asReader, asTable, asBearer, asRevoked, asDirector, asOther, asChief, asOwner}

// rig is a server of a club with one event of three tables and one round of three
// boards, of which board 3 is yet to be played at table 3.
type rig struct {
	testing.TB
	*Server
	club    *club.Club
	journal journal.Journal
	id      string
	token   string // of table 1
	revoked string
	person  string            // the last one that was registered
	cookies map[string]string // of those who are logged in
	log     *bytes.Buffer
	keys    int
}

const password = "correct horse"

func begin(t testing.TB) *rig { return beginOn(t, new(journal.Memory), Limits{}) }

// plenty is for tests that ask more often than people do.
var plenty = Limits{
	Requests: Limit{1e6, 1e6}, Entries: Limit{1e6, 1e6}, Logins: Limit{1e6, 1e6}, Joins: Limit{1e6, 1e6}, Streams: 1e6, Watchers: 1e6,
}

func beginOn(t testing.TB, j journal.Journal, l Limits) *rig {
	t.Helper()
	r := &rig{TB: t, journal: j, id: "tuesday", cookies: map[string]string{}}
	r.serve(l)
	r.must(&club.OpenEvent{Opened: event.Opened{Title: "Tuesday", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}})
	m := mitchell(3, 3)
	for n := 1; n <= 3; n++ {
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			id, err := r.club.AddPerson(t.Context(), event.Person{Name: fmt.Sprintf("Player %v %d", side, n)})
			if err != nil {
				t.Fatal(err)
			}
			r.person = string(id)
			r.must(&club.Register{Registered: event.Registered{Contestant: event.Contestant{Number: n, Side: side}, Persons: []event.PersonID{id}}})
		}
	}
	r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	r.token, r.revoked = r.open(1), r.open(2)
	r.must(&club.CloseTable{TableClosed: club.TableClosed{Token: club.HashToken(r.revoked)}})
	ctx := t.Context()
	for _, u := range []club.User{
		{Name: asOwner, Owner: true},
		{Name: asChief, Director: true},
		{Name: asDirector, Events: []string{r.id}},
		{Name: asOther, Events: []string{"wednesday"}},
		{Name: "temporary"},
	} {
		hash, err := r.hasher.create(password)
		if err != nil {
			t.Fatal(err)
		}
		u.Password = hash
		if _, err := r.club.PutUser(ctx, boss, 0, u); err != nil {
			t.Fatal(err)
		}
		u, err := r.club.User(ctx, u.Name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.begin(ctx, visitorOf(ctx), u)
		if err != nil {
			t.Fatal(err)
		}
		r.cookies[u.Name] = c.Name + "=" + c.Value
	}
	return r
}

// mitchell is a movement of two winners: North-South stay, East-West go up a table,
// boards go down.
func mitchell(tables, rounds int) *movement.Movement {
	m := movement.New("mitchell", movement.Pairs, 2, tables, rounds, tables)
	wrap := func(x int) int { return (x+9*tables-1)%tables + 1 }
	for table := 1; table <= tables; table++ {
		for round := 1; round <= rounds; round++ {
			m.Seat(table, round, table, wrap(table-(round-1)), wrap(table+round-1))
		}
	}
	return m
}

var boss = club.Actor{Role: club.Owner, ID: "boss"}

// serve starts a server on the rig's journal.
func (r *rig) serve(l Limits) {
	r.Helper()
	r.club, r.log = club.New(r.journal), new(bytes.Buffer)
	s, err := New(r.club, r.journal, Options{Log: slog.New(slog.NewTextHandler(r.log, nil)), Version: "test", Limits: l})
	if err != nil {
		r.Fatal(err)
	}
	s.hasher.create = func(p string) (string, error) { return "hash of " + p, nil }
	s.hasher.compare = func(p, hash string) (bool, error) { return hash == "hash of "+p, nil }
	r.Server = s
	c := r.club
	r.Cleanup(func() { s.Close(); c.Close() })
}

func (r *rig) must(c club.Command) {
	r.Helper()
	r.keys++
	if _, err := r.club.Do(context.Background(), boss, r.id, club.Ask{Key: fmt.Sprintf("rig-%d", r.keys), Command: c}); err != nil {
		r.Fatalf("%s: %v", c.Name(), err)
	}
}

// open lets a device write for a table.
func (r *rig) open(table int) (token string) {
	r.Helper()
	token, err := club.NewToken(nil)
	if err != nil {
		r.Fatal(err)
	}
	if err := r.openTable(context.Background(), r.id, club.HashToken(token)); err != nil {
		r.Fatal(err)
	}
	r.must(&club.OpenTable{TableOpened: club.TableOpened{Table: table, Token: club.HashToken(token)}})
	return token
}

// play enters a result of a board in round 1.
func (r *rig) play(table int, board bridge.Board, result string) {
	r.Helper()
	res, err := bridge.ParseResult(result)
	if err != nil {
		r.Fatal(err)
	}
	r.must(&club.Enter{ID: fmt.Sprintf("entry-%d-%d-%d", table, board, r.keys), Revision: 1, Place: club.Place{Round: (int(board)-table+3)%3 + 1, Table: table, Board: board}, Result: res, Agreed: true})
}

// over plays board 1 at all tables, so that everybody may see it.
func (r *rig) over() {
	r.Helper()
	for table, result := range []string{"4S= S", "3NT-1 E", "2H+1 N"} {
		r.play(table+1, 1, result)
	}
}

// request makes one in a role.
func (r *rig) request(role, method, target, body string) *http.Request {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	q := httptest.NewRequestWithContext(context.Background(), method, target, reader)
	q.RemoteAddr = "192.0.2.7:4711"
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	if method == http.MethodPost {
		r.keys++
		q.Header.Set("Idempotency-Key", fmt.Sprintf("request-%d", r.keys))
	}
	switch role {
	case asTable:
		q.Header.Set("Cookie", tableCookie+"="+r.token)
	case asRevoked:
		q.Header.Set("Cookie", tableCookie+"="+r.revoked)
	case asBearer:
		q.Header.Set("Authorization", "Bearer "+r.token)
	default:
		if c := r.cookies[role]; c != "" {
			q.Header.Set("Cookie", c)
		}
	}
	return q
}

// send sends a request.
func (r *rig) send(q *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	return w
}

// ask sends one in a role.
func (r *rig) ask(role, method, target, body string) *httptest.ResponseRecorder {
	return r.send(r.request(role, method, target, body))
}

// gets asks and wants an answer, which is read into v.
func (r *rig) gets(v any, role, method, target, body string) {
	r.Helper()
	w := r.ask(role, method, target, body)
	if w.Code != http.StatusOK {
		r.Fatalf("%s %s as %s: %d %s", method, target, role, w.Code, w.Body)
	}
	r.read(w, v)
}

// read reads an answer.
func (r *rig) read(w *httptest.ResponseRecorder, v any) {
	r.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		r.Fatalf("%v\n%s", err, w.Body)
	}
}

// refused reads a problem.
func (r *rig) refused(w *httptest.ResponseRecorder) problem {
	r.Helper()
	var p problem
	if ct := w.Header().Get("Content-Type"); ct != "application/problem+json" {
		r.Fatalf("a refusal as %q: %d %s", ct, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		r.Fatalf("%v: %s", err, w.Body)
	}
	if p.Status != w.Code || p.Code == "" || p.Key == "" || p.Detail == "" {
		r.Fatalf("a problem without its parts, status %d: %s", w.Code, w.Body)
	}
	return p
}

// within fails if it takes longer.
func within(t testing.TB, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > limit {
			t.Fatalf("%s: not within %v", what, limit)
		}
	}
}

func newMemory() journal.Journal { return new(journal.Memory) }

func closeTable(token string) club.Command {
	return &club.CloseTable{TableClosed: club.TableClosed{Token: club.HashToken(token)}}
}
