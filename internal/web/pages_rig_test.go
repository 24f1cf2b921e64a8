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
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/movement"
)

var anOwner = club.Actor{Role: club.Owner, ID: "anna"}

// pagesRig is a made-up club with pages.
type pagesRig struct {
	testing.TB
	*club.Club
	now  time.Time
	site *httptest.Server
	keys int

	ruled *madeUp // the event with rulings, of everything
}

// newPagesRig opens a club in memory. Its clock stands still.
func newPagesRig(t testing.TB) *pagesRig {
	t.Helper()
	r := &pagesRig{TB: t, Club: club.New(new(journal.Memory)), now: time.Date(2026, 3, 3, 21, 14, 0, 0, time.UTC)}
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

func (r *pagesRig) must(id string, c club.Command) {
	r.Helper()
	r.keys++
	if _, err := r.Do(r.Context(), anOwner, id, club.Ask{Key: fmt.Sprintf("key-%d", r.keys), Command: c}); err != nil {
		r.Fatalf("%s: %v", c.Name(), err)
	}
}

// madeUp is an event of pairs that was made up, on its way into the club.
type madeUp struct {
	id     string
	record *event.Record
	played []event.Played
}

// open makes up an event with a plan, names and deals, and without a result.
func (r *pagesRig) open(o simulate.Options, as event.Opened) *madeUp {
	r.Helper()
	record, err := simulate.Event(o)
	if err != nil {
		r.Fatal(err)
	}
	e := &madeUp{id: fmt.Sprintf("%032d", r.keys), record: record}
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
func (r *pagesRig) play(e *madeUp, but int) {
	r.Helper()
	for _, a := range e.played[:len(e.played)-but] {
		r.must(e.id, &club.Enter{
			ID: fmt.Sprintf("entry-%d-%d-%d", a.Round, a.Table, a.Board), Revision: 1, Result: a.Result, Agreed: true,
			Place: club.Place{Session: a.Session, Section: a.NS.Section, Round: a.Round, Table: a.Table, Board: a.Board},
		})
	}
	e.played = e.played[len(e.played)-but:]
}

// get fetches a page.
func (r *pagesRig) get(path string, header ...string) (status int, body string, h http.Header) {
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
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err != nil {
		r.Fatal(err)
	}
	return a.StatusCode, string(data), a.Header
}

var tuesday = event.Opened{Title: "Open pairs", Club: "Riverside Bridge Club", Date: "2026-03-03", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}

// everything is a club with an event of each kind and in each state that a page shows
// in its own way.
func everything(t testing.TB) *pagesRig {
	t.Helper()
	r := newPagesRig(t)
	options := simulate.Options{Seed: 7, Pairs: 10, Boards: 10, Winners: 2, Accidents: simulate.None}

	start := r.open(options, tuesday) // nobody has played everything
	r.play(start, len(start.played)-4)

	live := r.open(options, tuesday) // a few results are missing
	r.play(live, 3)

	ruled := r.open(options, tuesday) // the director was there
	r.ruled = ruled
	r.play(ruled, 0)
	r.must(ruled.id, &club.Rule{Place: club.Place{Round: 1, Table: 1, Board: 1}, Award: bridge.BySide[event.Award]{NS: anAward(t, "A+"), EW: anAward(t, "A-")}})
	both := []event.Assigned{{Result: aResult(t, "4S= S"), Weight: exact.Of(1, 2)}, {Result: aResult(t, "5HX-3 W"), Weight: exact.Of(1, 2)}}
	r.must(ruled.id, &club.Rule{Place: club.Place{Round: 1, Table: 2, Board: 3}, Assigned: bridge.BySide[[]event.Assigned]{NS: both, EW: []event.Assigned{{Result: aResult(t, "4S= S"), Weight: exact.Int(1)}}}})
	r.must(ruled.id, &club.NotPlayed{Place: club.Place{Round: 1, Table: 3, Board: 5}})
	r.must(ruled.id, &club.Penalise{Penalised: event.Penalised{Ref: "1", Contestant: event.Contestant{Number: 2, Side: bridge.EW}, Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop}})
	r.must(ruled.id, &club.Withdraw{Withdrew: event.Withdrew{Contestant: event.Contestant{Number: 5, Side: bridge.NS}}})
	r.must(ruled.id, &club.Publish{Until: time.Now().Add(48 * time.Hour)})

	quiet := r.open(options, tuesday) // the ranking is to come
	r.must(quiet.id, &club.Configure{Configured: club.Configured{Quiet: true}})
	r.play(quiet, 0)

	imps := r.open(options, event.Opened{Kind: event.Pairs, Method: event.Butler, Winners: 2})
	r.play(imps, 0)

	r.small("individual", event.Opened{Kind: event.Individuals, Method: event.Matchpoints, Winners: 1}, movement.Individual,
		movement.Slot{Table: 1, Round: 1, NS: movement.Who{1, 2}, EW: movement.Who{3, 4}, Set: 1},
		movement.Slot{Table: 2, Round: 1, NS: movement.Who{5, 6}, EW: movement.Who{7, 8}, Set: 1})
	r.small("teams-event", event.Opened{Kind: event.Teams, Method: event.IMPs, Winners: 1}, movement.Teams,
		movement.Slot{Table: 1, Round: 1, NS: movement.Who{1}, EW: movement.Who{2}, Set: 1},
		movement.Slot{Table: 2, Round: 1, NS: movement.Who{2}, EW: movement.Who{1}, Set: 1})

	r.must("no-name-at-all", &club.OpenEvent{Opened: event.Opened{Kind: event.Pairs, Method: event.Matchpoints}})
	return r
}

// small is an event of one board at two tables, without names.
func (r *pagesRig) small(id string, o event.Opened, kind movement.Kind, slots ...movement.Slot) {
	r.Helper()
	r.must(id, &club.OpenEvent{Opened: o})
	m := movement.New("", kind, 1, len(slots), 1, 1)
	for _, s := range slots {
		*m.At(s.Table, 1) = s
	}
	r.must(id, &club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	if kind == movement.Teams {
		r.must(id, &club.Note{Facts: []club.Fact{{Event: event.Drawn{MatchRef: event.MatchRef{
			Round: 1, Table: 1, Home: event.Contestant{Number: 1}, Away: event.Contestant{Number: 2},
		}, Boards: 1}}}})
	}
	for i, res := range []string{"4S= S", "Pass"} {
		r.must(id, &club.Enter{
			ID: fmt.Sprintf("small-entry-%d", i), Revision: 1, Result: aResult(r, res), Agreed: true,
			Place: club.Place{Round: 1, Table: i + 1, Board: 1},
		})
	}
}

func anAward(t testing.TB, s string) event.Award {
	t.Helper()
	a, err := event.ParseAward(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func aResult(t testing.TB, s string) bridge.Result {
	t.Helper()
	r, err := bridge.ParseResult(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
