package webtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/web"
	"github.com/overtrick/overtrick/movement"
)

// Plan is how large an evening is: in each section a Mitchell movement of so many
// tables, which is played over these rounds.
type Plan struct{ Sections, Tables, Rounds, PerRound int }

// Evening is an event with a device at each table.
type Evening struct {
	ID     string
	Tables []*Table
}

// Table is a device at a table.
type Table struct {
	Evening *Evening
	Section string
	Number  int
	Token   string
	plan    Plan
}

// owner and password are those of who opens evenings.
const owner, password = "owner", "correct horse"

// Organiser opens evenings by the API of a server in this process, which has no limits.
type Organiser struct {
	server *web.Server
	club   *club.Club
	cookie string
	keys   int
}

// Organise sets a club up on a journal that has no owner yet.
func Organise(ctx context.Context, j journal.Journal) (*Organiser, error) {
	free := web.Limit{Every: 1e9, Burst: 1e9}
	o := &Organiser{club: club.New(j)}
	s, err := web.New(o.club, j, web.Options{
		Log: slog.New(slog.DiscardHandler), Limits: web.Limits{Requests: free, Entries: free, Logins: free, Joins: free},
	})
	if err != nil {
		o.club.Close()
		return nil, err
	}
	o.server = s
	token, err := s.SetupToken(ctx)
	if err == nil && token == "" {
		err = errors.New("this club has an owner")
	}
	if err == nil {
		err = o.send(ctx, "/api/setup", map[string]string{"token": token, "name": owner, "password": password}, nil)
	}
	if err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// Close lets go of the journal, which stays open.
func (o *Organiser) Close() {
	o.server.Close()
	o.club.Close()
}

// send sends a command and reads the answer into out.
func (o *Organiser) send(ctx context.Context, path string, in, out any) error {
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	q := httptest.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader(b))
	q.Header.Set("Content-Type", "application/json")
	o.keys++
	q.Header.Set("Idempotency-Key", fmt.Sprintf("organiser-%d", o.keys))
	if o.cookie != "" {
		q.Header.Set("Cookie", o.cookie)
	}
	w := httptest.NewRecorder()
	o.server.ServeHTTP(w, q)
	r := w.Result()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %s", path, r.StatusCode, w.Body)
	}
	for _, c := range r.Cookies() {
		o.cookie = c.Name + "=" + c.Value
	}
	if out != nil {
		err = json.Unmarshal(w.Body.Bytes(), out)
	}
	return errors.Join(err, r.Body.Close())
}

// Open opens an evening with a device at each table.
func (o *Organiser) Open(ctx context.Context, p Plan) (*Evening, error) {
	var opened struct {
		ID string `json:"id"`
	}
	if err := o.send(ctx, "/api/events", event.Opened{Title: "Evening", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}, &opened); err != nil {
		return nil, err
	}
	e := &Evening{ID: opened.ID}
	for s := range p.Sections {
		section := ""
		if p.Sections > 1 {
			section = string(rune('A' + s))
		}
		plan := club.Planned{Section: section, Movement: mitchell(p.Tables, p.Rounds), PerRound: p.PerRound, First: 1}
		if err := o.send(ctx, "/api/events/"+e.ID+"/set_movement", &club.SetMovement{Planned: plan}, nil); err != nil {
			return nil, err
		}
		for n := 1; n <= p.Tables; n++ {
			token, err := club.NewToken(nil)
			if err != nil {
				return nil, err
			}
			opens := &club.OpenTable{TableOpened: club.TableOpened{Section: section, Table: n, Token: club.HashToken(token)}}
			if err := o.send(ctx, "/api/events/"+e.ID+"/open_table", opens, nil); err != nil {
				return nil, err
			}
			e.Tables = append(e.Tables, &Table{Evening: e, Section: section, Number: n, Token: token, plan: p})
		}
	}
	return e, nil
}

// mitchell is a movement of two winners: North-South stay, East-West go up a table,
// boards go down.
func mitchell(tables, rounds int) *movement.Movement {
	m := movement.New("mitchell", movement.Pairs, 2, tables, rounds, tables)
	wrap := func(x int) int { return ((x-1)%tables+tables)%tables + 1 }
	for t := 1; t <= tables; t++ {
		for r := 1; r <= rounds; r++ {
			m.Seat(t, r, t, wrap(t-(r-1)), wrap(t+r-1))
		}
	}
	return m
}

// Entry is a revision of a result, as a device sends it.
type Entry struct {
	ID       string `json:"-"`
	Event    string `json:"event"`
	Revision int    `json:"revision"`
	Section  string `json:"section,omitempty"`
	Round    int    `json:"round"`
	Table    int    `json:"table"`
	Board    int    `json:"board"`
	Result   string `json:"result"`
	Agreed   bool   `json:"agreed"`
}

// Key is the key under which the journal keeps it.
func (e Entry) Key() string { return (&club.Enter{ID: e.ID, Revision: e.Revision}).Key() }

// Entry is the nth one of the table, from 0: one board after the other, and behind the
// last one again from the first, as corrections.
func (t *Table) Entry(n int) Entry {
	places := t.plan.Rounds * t.plan.PerRound
	place := n % places
	round := place/t.plan.PerRound + 1
	set := (t.Number + round - 2) % t.plan.Tables
	results := []string{"4SX= S", "3NT-1 E", "Pass", "2H+1 N", "5D-2 W", "1NT+2 S", "6C= N"}
	return Entry{
		ID: fmt.Sprintf("entry-%s-%d-%d", t.Section, t.Number, place), Event: t.Evening.ID, Revision: n/places + 1,
		Section: t.Section, Round: round, Table: t.Number, Board: set*t.plan.PerRound + place%t.plan.PerRound + 1,
		Result: results[(n+n/places+t.Number)%len(results)], Agreed: true,
	}
}

// Answer acknowledges an entry.
type Answer struct {
	Status   string `json:"status"`
	Says     string `json:"says"`
	Position int64  `json:"position"`       // of the entry
	Event    int64  `json:"event_position"` // of the event by then
}

// Refusal is an answer that is none: a problem.
type Refusal struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Key    string `json:"key"`
	Detail string `json:"detail"`
}

// Error implements error.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%d, %s, %s: %s", r.Status, r.Code, r.Key, r.Detail)
}

// again says that the same may be sent again.
func (r *Refusal) again() bool {
	return r.Status == http.StatusTooManyRequests || r.Status == http.StatusServiceUnavailable
}

// Put sends an entry once.
func (t *Table) Put(ctx context.Context, c *http.Client, url string, e Entry) (a Answer, err error) {
	b, err := json.Marshal(e)
	if err != nil {
		return a, err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPut, url+"/api/results/"+e.ID, bytes.NewReader(b))
	if err != nil {
		return a, err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Authorization", "Bearer "+t.Token)
	r, err := c.Do(q)
	if err != nil {
		return a, err
	}
	return readAnswer(r)
}

// Enter sends an entry until it is acknowledged, as a device does whose server is away.
// Where it is sent, url says each time. What cannot become right by waiting is an
// error. Each attempt that came to nothing is told to missed.
func (t *Table) Enter(ctx context.Context, c *http.Client, url func() string, e Entry, missed func(error)) (Answer, error) {
	const pause = 15 * time.Millisecond
	for {
		a, err := t.Put(ctx, c, url(), e)
		if err == nil {
			return a, nil
		}
		if p, ok := errors.AsType[*Refusal](err); ok && !p.again() {
			return a, fmt.Errorf("table %d, %s: %w", t.Number, e.Key(), err)
		}
		missed(err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return a, ctx.Err()
		}
	}
}
