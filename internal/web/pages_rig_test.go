package web

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/movement"
)

var owner = club.Actor{Role: club.Owner, ID: "anna"}

// rig is a made-up club with pages.
type rig struct {
	testing.TB
	*club.Club
	now  time.Time
	site *httptest.Server
	keys int
}

// newRig opens a club in memory. Its clock stands still.
func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{TB: t, Club: club.New(new(journal.Memory)), now: time.Date(2026, 3, 3, 21, 14, 0, 0, time.UTC)}
	mux := http.NewServeMux()
	newPages(r.Club, pagesOptions{
		Now: func() time.Time { return r.now }, Zone: time.UTC,
		Watch: func(id string, position int64) string {
			return fmt.Sprintf("/api/events/%s/watch?from=%d", id, position)
		},
	}).routes(mux)
	r.site = httptest.NewServer(mux)
	t.Cleanup(func() { r.site.Close(); r.Close() })
	return r
}

func (r *rig) must(id string, c club.Command) {
	r.Helper()
	r.keys++
	if _, err := r.Do(r.Context(), owner, id, club.Ask{Key: fmt.Sprintf("key-%d", r.keys), Command: c}); err != nil {
		r.Fatalf("%s: %v", c.Name(), err)
	}
}

// evening is an event of pairs that was made up, on its way into the club.
type evening struct {
	id     string
	record *event.Record
	played []event.Played
}

// open makes up an event with a plan, names and deals, and without a result.
func (r *rig) open(o simulate.Options, as event.Opened) *evening {
	r.Helper()
	record, err := simulate.Event(o)
	if err != nil {
		r.Fatal(err)
	}
	e := &evening{id: fmt.Sprintf("%032d", r.keys), record: record}
	var tables, rounds, per int
	for _, f := range record.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			if as.Kind == "" {
				as.Kind, as.Method, as.Winners = a.Kind, a.Method, a.Winners
			}
			r.must(e.id, &club.OpenEvent{Opened: as})
		case event.Registered:
			for i, id := range a.Persons {
				person, err := r.AddPerson(r.Context(), record.People[id])
				if err != nil {
					r.Fatal(err)
				}
				a.Persons[i] = person
			}
			r.must(e.id, &club.Register{Registered: a})
		case event.Played:
			e.played = append(e.played, a)
			tables, rounds = max(tables, a.Table), max(rounds, a.Round)
			if a.Round == 1 && a.Table == 1 {
				per++
			}
		}
	}
	var boards int
	var deals []event.BoardSet
	for _, f := range record.Facts {
		if b, ok := f.Act.(event.BoardSet); ok {
			boards = max(boards, int(b.Board))
			deals = append(deals, b)
		}
	}
	m := movement.New("made up", movement.Pairs, max(as.Winners, 1), tables, rounds, (boards+per-1)/per)
	seen := map[[2]int]bool{}
	for _, a := range e.played {
		if at := [2]int{a.Round, a.Table}; !seen[at] {
			seen[at] = true
			m.Seat(a.Table, a.Round, a.NS.Number, a.EW.Number, (int(a.Board)-1)/per+1)
		}
	}
	r.must(e.id, &club.SetMovement{Planned: club.Planned{Movement: m, PerRound: per, First: 1}})
	if len(deals) > 0 {
		r.must(e.id, &club.LoadDeals{Boards: deals})
	}
	slices.SortStableFunc(e.played, func(a, b event.Played) int { return a.Round - b.Round })
	return e
}

// play enters results, all but the last few.
func (r *rig) play(e *evening, but int) {
	r.Helper()
	for i, a := range e.played[:len(e.played)-but] {
		r.must(e.id, &club.Enter{
			ID: fmt.Sprintf("entry-%08d", i), Revision: 1, Result: a.Result, Agreed: true,
			Place: club.Place{Session: a.Session, Section: a.NS.Section, Round: a.Round, Table: a.Table, Board: a.Board},
		})
	}
	e.played = e.played[len(e.played)-but:]
}

// get fetches a page.
func (r *rig) get(path string, header ...string) (status int, body string, h http.Header) {
	r.Helper()
	q, err := http.NewRequestWithContext(r.Context(), http.MethodGet, r.site.URL+path, http.NoBody)
	if err != nil {
		r.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	a, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		r.Fatal(err)
	}
	defer a.Body.Close() //nolint:errcheck // it was read
	data, err := io.ReadAll(a.Body)
	if err != nil {
		r.Fatal(err)
	}
	return a.StatusCode, string(data), a.Header
}

var tuesday = event.Opened{Title: "Open pairs", Club: "Riverside Bridge Club", Date: "2026-03-03", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}

func place(round, table int, board bridge.Board) club.Place {
	return club.Place{Round: round, Table: table, Board: board}
}
