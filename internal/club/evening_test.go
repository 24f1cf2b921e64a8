package club_test

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/seed"
)

// shaky is a journal that now and then says that it does not answer: before it has
// written, or after.
type shaky struct {
	journal.Journal
	mu    sync.Mutex
	seed  *seed.Source
	rate  int // one of so many appends
	fails int
}

func (s *shaky) Append(ctx context.Context, stream string, base int64, drafts ...journal.Draft) ([]int64, error) {
	s.mu.Lock()
	fate := s.seed.Below(2 * s.rate)
	if fate < 2 {
		s.fails++
	}
	s.mu.Unlock()
	if fate == 0 {
		return nil, journal.Unable(journal.ErrGone, nil)
	}
	at, err := s.Journal.Append(ctx, stream, base, drafts...)
	if fate == 1 {
		return nil, journal.Unable(journal.ErrGone, nil)
	}
	return at, err
}

// engines are what keeps the journal of an evening: the journals of two servers.
var engines = []struct {
	name   string
	rounds int
	open   func(t *testing.T) [2]journal.Journal
}{
	{"memory", 9, func(*testing.T) [2]journal.Journal {
		m := new(journal.Memory)
		return [2]journal.Journal{m, m}
	}},
	{"SQLite", 3, func(t *testing.T) [2]journal.Journal {
		s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "club.db"), sqlstore.SQLite{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return [2]journal.Journal{s, s} // there is one server on a file
	}},
	{"PostgreSQL", 3, func(t *testing.T) (out [2]journal.Journal) {
		address := journaltest.Database(t)
		for i := range out {
			s, err := sqlstore.OpenPostgres(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			out[i] = s
		}
		return out
	}},
}

// servers are clubs on one journal of which each may end at any time, and another one
// takes its place.
type servers struct {
	mu   sync.RWMutex
	on   [2]journal.Journal
	club [2]*club.Club
}

func (s *servers) get(i int) *club.Club {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.club[i%2]
}

func (s *servers) restart(i int) {
	s.mu.Lock()
	old := s.club[i%2]
	s.club[i%2] = club.New(s.on[i%2])
	s.mu.Unlock()
	if old != nil {
		old.Close()
	}
}

// play sends all results of a Mitchell evening, each table by a goroutine of its own,
// and sends again what was not answered. It gives what was acknowledged.
func play(t *testing.T, s *servers, id string, tables, rounds, per int, devices []club.Actor) map[string]bridge.Result {
	t.Helper()
	var mu sync.Mutex
	acknowledged := map[string]bridge.Result{}
	var all sync.WaitGroup
	for table := 1; table <= tables; table++ {
		all.Go(func() {
			chance := seed.New(uint64(table))
			for round := 1; round <= rounds; round++ {
				for _, b := range boards(tables, per, table, round) {
					e := &club.Enter{
						ID: fmt.Sprintf("entry-%d-%d-%d", round, table, b), Revision: 1,
						Place: club.Place{Round: round, Table: table, Board: b}, Result: some(chance), Agreed: true,
					}
					answered := false
					for try := 0; try < 100 && !answered; try++ {
						answer, err := s.get(table+try).Do(context.Background(), devices[table-1], id, club.Ask{Key: e.Key(), Command: e})
						if bridge.CodeOf(err) == journal.Unavailable || keyOf(err) == "club.busy" {
							continue
						}
						if err != nil || answer.Says != club.Saved {
							t.Errorf("%s: %q, %v", e.ID, answer.Says, err)
							return
						}
						answered = true
						if chance.Below(10) == 0 { // the answer is lost: send it again
							again, err := s.get(try).Do(context.Background(), devices[table-1], id, club.Ask{Key: e.Key(), Command: e})
							if bridge.CodeOf(err) != journal.Unavailable && (err != nil || again != answer) {
								t.Errorf("%s: %+v, %v; first it was %+v", e.ID, again, err, answer)
							}
						}
					}
					if answered {
						mu.Lock()
						acknowledged[e.ID] = e.Result
						mu.Unlock()
					}
					if chance.Below(40) == 0 {
						s.restart(table)
					}
				}
			}
		})
	}
	all.Wait()
	return acknowledged
}

// TestEvening: twenty tables play an evening at once, through two servers that come
// and go and a journal that fails now and then. Every acknowledged result is there
// once, and what the servers show is what the log folds to.
func TestEvening(t *testing.T) {
	const tables, per = 20, 3
	for _, engine := range engines {
		for _, rate := range []int{1_000_000, 10} {
			t.Run(fmt.Sprintf("%s, one append of %d fails", engine.name, rate), func(t *testing.T) {
				on := engine.open(t)
				r := beginOn(t, on[0], event.Opened{Title: "Tuesday", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
				r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(tables, engine.rounds), PerRound: per, First: 1}})
				var devices []club.Actor
				for n := range tables {
					devices = append(devices, r.table(n+1))
				}
				s := new(servers)
				var weak [2]*shaky
				for i := range weak {
					weak[i] = &shaky{Journal: on[i], seed: seed.New(uint64(i)), rate: rate}
					s.on[i] = weak[i]
					s.restart(i)
				}
				acknowledged := play(t, s, r.id, tables, engine.rounds, per, devices)
				if len(acknowledged) != tables*engine.rounds*per {
					t.Fatalf("%d results were acknowledged", len(acknowledged))
				}
				if rate == 10 && weak[0].fails+weak[1].fails == 0 {
					t.Fatal("the journal never failed")
				}
				r.evening(acknowledged, s, devices[0])
				for i := range weak {
					s.get(i).Close()
				}
			})
		}
	}
}

// evening holds what servers show against what was acknowledged, and the log.
func (r *rig) evening(acknowledged map[string]bridge.Result, s *servers, device club.Actor) {
	r.Helper()
	seen := map[string]int{}
	for _, p := range r.view(owner).Console.Places {
		for _, e := range p.Entries {
			seen[e.ID]++
			if acknowledged[e.ID] != e.Result || p.Result != e.Result || p.State != club.StateSaved {
				r.Errorf("%s: %+v", e.ID, p)
			}
		}
	}
	for id := range acknowledged {
		if seen[id] != 1 {
			r.Errorf("%s is there %d times", id, seen[id])
		}
	}
	fresh := club.New(r.journal)
	defer fresh.Close()
	for _, a := range []club.Actor{owner, {}, device} {
		want := text(mustView(r, fresh, a, r.id))
		for _, c := range []*club.Club{s.get(0), s.get(1), r.Club} {
			if got := text(mustView(r, c, a, r.id)); got != want {
				r.Errorf("%q sees otherwise than a new server shows: %s", a.Role, cmp.Diff(want, got))
			}
		}
	}
	e := club.Fold(r.entries()...)
	if len(e.Warnings) > 0 {
		r.Errorf("the log has warnings: %v", e.Warnings[0].Err)
	}
	direct, err := e.Event().Standings()
	if err != nil {
		r.Fatal(err)
	}
	if text(r.view(owner).Standings) != text(direct) {
		r.Error("the standings are not those of the log")
	}
	journaltest.Sound(r, r.journal)
}

func mustView(t testing.TB, c *club.Club, a club.Actor, id string) *club.View {
	t.Helper()
	v, err := c.View(context.Background(), a, id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTwoServers: one board comes to two servers at the same moment with different
// results. One stands, one is in conflict, and both servers show it.
func TestTwoServers(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) { twoServers(t, engine.open(t)) })
	}
}

func twoServers(t *testing.T, on [2]journal.Journal) {
	for round := range 20 {
		r := beginOn(t, on[0], event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
		r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(5, 5), PerRound: 2, First: 1}})
		one, two := club.New(on[0]), club.New(on[1])
		a := r.table(1)
		var says [2]club.Outcome
		var both sync.WaitGroup
		for i, c := range []*club.Club{one, two} {
			both.Go(func() {
				e := entry(fmt.Sprintf("device-%d", i), 1, 1, 1, 1, []string{"4S= S", "4S-1 S"}[i])
				answer, err := c.Do(context.Background(), a, r.id, club.Ask{Key: e.Key(), Command: e})
				if err != nil {
					t.Error(err)
				}
				says[i] = answer.Says
			})
		}
		both.Wait()
		if slices.Sort(says[:]); says != [2]club.Outcome{club.InConflict, club.Saved} {
			t.Fatalf("round %d: the servers say %v", round, says)
		}
		for _, c := range []*club.Club{one, two} {
			v := mustView(t, c, owner, r.id)
			if len(v.Console.Conflicts) != 1 || v.Standings.Info.Results != 1 {
				t.Fatalf("conflicts %v, %d results", v.Console.Conflicts, v.Standings.Info.Results)
			}
			c.Close()
		}
	}
}

// TestHalfRecord: a command that is refused when a part of it has been tried leaves
// nothing behind, and those who came with it are served.
func TestHalfRecord(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	before := text(r.view(owner))
	place := club.Place{Round: 1, Table: 1, Board: 50}
	wrong := &club.Enter{ID: "entry-one", Revision: 1, Place: place, Result: result("4S= S"), Agreed: true, Seats: club.Seats{
		NS: event.Contestant{Number: 77, Side: bridge.NS}, EW: event.Contestant{Number: 1, Side: bridge.EW},
	}}
	r.refuses(owner, "event.unregistered", wrong)
	if after := text(r.view(owner)); after != before {
		t.Fatalf("before:\n%s\nafter:\n%s", before, after)
	}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			c := club.Command(wrong)
			if i%2 == 0 {
				c = &club.Register{Registered: event.Registered{Contestant: event.Contestant{Number: 100 + i, Side: bridge.NS}}}
			}
			_, err := r.Do(context.Background(), owner, r.id, club.Ask{Key: fmt.Sprint("together ", i), Command: c})
			if (err == nil) != (i%2 == 0) {
				t.Errorf("command %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if got := len(r.view(owner).Contestants); got != 10+20 {
		t.Errorf("%d contestants", got)
	}
}

// torn is a journal whose reading breaks off now and then.
type torn struct {
	journal.Journal
	after int
}

func (s *torn) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	return func(yield func(journal.Entry, error) bool) {
		n := 0
		for x, err := range s.Journal.Read(ctx, stream, after) {
			if n++; n > s.after {
				yield(journal.Entry{}, journal.Unable(journal.ErrGone, nil))
				return
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// TestReadingBreaksOff: what was read counts, and the rest is read the next time.
func TestReadingBreaksOff(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	for i, b := range boards(5, 2, 1, 1) {
		r.must(entry(fmt.Sprint("an-entry-", i), 1, 1, 1, b, "Pass"))
	}
	c := club.New(&torn{r.journal, 2})
	defer c.Close()
	fails := 0
	for {
		v, err := c.View(context.Background(), owner, r.id)
		if err == nil {
			if text(v) != text(r.view(owner)) {
				t.Error("the view is another one")
			}
			break
		}
		if fails++; bridge.CodeOf(err) != journal.Unavailable || fails > 10 {
			t.Fatal(err)
		}
	}
	if fails == 0 {
		t.Error("it never broke off")
	}
}

// TestSentToTwoServers: one command comes to two servers at the same moment, as when a
// phone gives up waiting. It is done once, and both give the same answer.
func TestSentToTwoServers(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			on := engine.open(t)
			r := beginOn(t, on[0], event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
			r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(5, 5), PerRound: 8, First: 1}})
			both := [2]*club.Club{club.New(on[0]), club.New(on[1])}
			defer both[0].Close()
			defer both[1].Close()
			for n, board := range boards(5, 8, 1, 1) {
				var command club.Command = entry(fmt.Sprint("an-entry-", n), 1, 1, 1, board, "Pass")
				if n%2 == 1 {
					command = &club.Register{Registered: event.Registered{Contestant: ns(50 + n)}}
				}
				var answers [2]club.Answer
				var all sync.WaitGroup
				for i, c := range both {
					all.Go(func() {
						var err error
						if answers[i], err = c.Do(context.Background(), owner, r.id, club.Ask{Key: fmt.Sprint("sent ", n), Command: command}); err != nil {
							t.Error(err)
						}
					})
				}
				all.Wait()
				if want := int64(3 + n); answers[0] != answers[1] || answers[0].Position != want {
					t.Errorf("the servers say %+v, want position %d", answers, want)
				}
			}
			want := text(r.view(owner))
			for _, c := range both {
				if text(mustView(t, c, owner, r.id)) != want {
					t.Error("a server shows something else")
				}
			}
		})
	}
}
