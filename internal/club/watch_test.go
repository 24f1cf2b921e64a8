package club_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// watching collects what a watcher is told, until it is stopped.
type watching struct {
	mu       sync.Mutex
	messages []club.Message
	times    []time.Time
	err      error
	stop     context.CancelFunc
	done     chan struct{}
}

func watch(t *testing.T, c *club.Club, a club.Actor, id string, from int64) *watching {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	w := &watching{stop: stop, done: make(chan struct{})}
	go func() {
		defer close(w.done)
		for m, err := range c.Watch(ctx, a, id, from) {
			w.mu.Lock()
			if err != nil {
				w.err = err
			} else {
				w.messages, w.times = append(w.messages, m), append(w.times, time.Now())
			}
			w.mu.Unlock()
		}
	}()
	return w
}

// got is what came so far.
func (w *watching) got() []club.Message {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.messages)
}

func (w *watching) end() error {
	w.stop()
	<-w.done
	return w.err
}

// telling are the messages that tell of something.
func telling(list []club.Message) []club.Message {
	for i := range list {
		list[i].Changed = slices.DeleteFunc(slices.Clone(list[i].Changed), func(p club.Part) bool { return p.What == club.PartClock }) // see TestClock
	}
	return slices.DeleteFunc(list, func(m club.Message) bool { return len(m.Changed) == 0 })
}

// has says whether a message tells of a part.
func has(m club.Message, what string) bool {
	return slices.ContainsFunc(m.Changed, func(p club.Part) bool { return p.What == what })
}

// TestWatch: each watcher is told what it may know, from where it was, on whichever
// server it happens.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 1)
		defer r.Close()
		other := club.New(r.journal)
		defer other.Close()
		a := r.table(1)
		at := int64(len(r.entries()))
		director, reader, table := watch(t, r.Club, owner, r.id, at), watch(t, other, club.Actor{}, r.id, at), watch(t, other, a, r.id, at)
		if n := len(director.got()) + len(reader.got()) + len(table.got()); n > 0 {
			t.Fatalf("%d messages before anything happened", n)
		}
		r.must(entry("entry-of-1", 1, 1, 1, 1, "Pass"))
		r.must(entry("entry-of-2", 1, 1, 2, 2, "Pass"))
		time.Sleep(time.Second)
		d, tb := director.got(), telling(table.got())
		if len(d) == 0 || d[len(d)-1].Position != at+2 || !has(d[0], club.PartTable) || !has(d[0], club.PartRanking) {
			t.Errorf("the director was told %+v", d)
		}
		if len(tb) != 1 || !slices.Equal(tb[0].Changed, []club.Part{{What: club.PartTable, Table: 1}}) {
			t.Errorf("table 1 was told %+v", tb)
		}
		if m := reader.got(); len(m) == 0 || m[len(m)-1].Position != at+2 || len(telling(m)) > 0 {
			t.Errorf("readers were told %+v", m)
		}
		// The set is over: now the readers may look.
		for _, p := range [][2]int{{2, 3}, {3, 2}} {
			r.must(entry(fmt.Sprintf("entry-1-%d", p[1]), 1, p[0], p[1], 1, "Pass"))
		}
		time.Sleep(time.Second)
		m := telling(reader.got())
		if len(m) != 1 || !has(m[0], club.PartRanking) || !slices.Contains(m[0].Changed, club.Part{What: club.PartBoard, Board: 1}) || has(m[0], club.PartTable) {
			t.Errorf("readers were told %+v", m)
		}
		// Whoever comes later is told everything in one message.
		late := watch(t, r.Club, club.Actor{}, r.id, 0)
		if m := late.got(); len(m) != 1 || m[0].Position != at+4 || !has(m[0], club.PartPlan) {
			t.Errorf("who came late was told %+v", m)
		}
		r.must(&club.CloseTable{TableClosed: club.TableClosed{Token: a.Token}})
		<-table.done
		if keyOf(table.err) != "club.token" {
			t.Errorf("the device was told %v", table.err)
		}
		for _, w := range []*watching{director, reader, late} {
			if err := w.end(); err != nil {
				t.Error(err)
			}
		}
		ahead := watch(t, r.Club, owner, r.id, 1000)
		<-ahead.done
		if keyOf(ahead.err) != "club.ahead" {
			t.Errorf("a position that is yet to come: %v", ahead.err)
		}
	})
}

// TestWatchCoalesces: whatever happens, a watcher has at most two messages a second,
// no change is left out, and the last one comes within a second.
func TestWatchCoalesces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 20, 9, 3)
		defer r.Close()
		at := int64(len(r.entries()))
		w := watch(t, r.Club, owner, r.id, at)
		for round := 1; round <= 9; round++ {
			for n := 1; n <= 20; n++ {
				for _, b := range boards(20, 3, n, round) {
					r.must(entry(fmt.Sprintf("entry-%d-%d-%d", round, n, b), 1, round, n, b, "Pass"))
					time.Sleep(20 * time.Millisecond)
				}
			}
		}
		time.Sleep(time.Second)
		m := w.got()
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		last := at
		tables := map[int]bool{}
		for i, x := range m {
			if x.Position <= last {
				t.Fatalf("position %d after %d", x.Position, last)
			}
			last = x.Position
			if i > 0 && w.times[i].Sub(w.times[i-1]) < 500*time.Millisecond {
				t.Errorf("two messages within %v", w.times[i].Sub(w.times[i-1]))
			}
			for _, p := range x.Changed {
				tables[p.Table] = true
			}
		}
		if want := at + 20*9*3; last != want {
			t.Errorf("told up to %d, want %d", last, want)
		}
		if len(m) < 15 || len(m) > 25 || len(tables) != 21 {
			t.Errorf("%d messages of %d tables", len(m), len(tables))
		}
	})
}

// away is a journal that cannot be read for a while.
type away struct {
	journal.Journal
	mu   sync.Mutex
	gone bool
}

func (s *away) set(gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = gone
}

func (s *away) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return func(yield func(journal.Entry, error) bool) {
			yield(journal.Entry{}, journal.Unable(journal.ErrGone, nil))
		}
	}
	return s.Journal.Read(ctx, stream, after)
}

// TestWatchThroughAnOutage: the journal goes away and comes back, and the watcher
// learns what happened meanwhile.
func TestWatchThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 1)
		defer r.Close()
		j := &away{Journal: r.journal}
		c := club.New(j)
		defer c.Close()
		at := int64(len(r.entries()))
		w := watch(t, c, owner, r.id, at)
		w.got()
		j.set(true)
		r.must(entry("entry-of-1", 1, 1, 1, 1, "Pass"))
		time.Sleep(10 * time.Second)
		if m := w.got(); len(m) > 0 {
			t.Errorf("told %+v", m)
		}
		if _, err := c.View(t.Context(), owner, r.id); bridge.CodeOf(err) != journal.Unavailable {
			t.Errorf("the view is there: %v", err)
		}
		j.set(false)
		time.Sleep(5 * time.Second)
		if m := w.got(); len(m) != 1 || m[0].Position != at+1 {
			t.Errorf("told %+v", m)
		}
		if err := w.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestClose: whoever watches is told that the club closes, and nothing goes on.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 1)
		w := watch(t, r.Club, club.Actor{}, r.id, 0)
		w.got()
		r.Close()
		<-w.done
		if bridge.CodeOf(w.err) != journal.Unavailable {
			t.Errorf("told %v", w.err)
		}
		if _, err := r.do(owner, &club.Reopen{}); bridge.CodeOf(err) != journal.Unavailable {
			t.Errorf("a command after it: %v", err)
		}
		r.Close()
	})
}

// TestGivesUp: who does not wait for the answer is not kept.
func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 1)
		defer r.Close()
		release := make(chan struct{})
		held := make(chan struct{})
		go func() {
			err := r.Look(context.Background(), r.id, func(*club.Evening) error {
				close(held)
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}()
		<-held
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		n := len(r.entries())
		_, err := r.Do(ctx, owner, r.id, club.Ask{Key: "too slow", Command: &club.Publish{Anyway: true}})
		if err != context.DeadlineExceeded {
			t.Errorf("got %v", err)
		}
		if _, err := r.View(ctx, owner, r.id); err != context.DeadlineExceeded {
			t.Errorf("the view: %v", err)
		}
		close(release)
		synctest.Wait()
		if got := len(r.entries()); got != n {
			t.Errorf("%d entries, there were %d", got, n)
		}
	})
}

// TestWatchOtherServer: what is entered on one server is told by the other, and shown
// there, on every engine.
func TestWatchOtherServer(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			on := engine.open(t)
			r := beginOn(t, on[0], event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
			r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(3, 1), PerRound: 1, First: 1}})
			other := club.New(on[1])
			defer other.Close()
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
			defer stop()
			const rounds = 3
			told := 0
			for m, err := range other.Watch(ctx, owner, r.id, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if want := int64(2 + told); m.Position != want {
					t.Fatalf("told of position %d, want %d", m.Position, want)
				}
				if v := mustView(t, other, owner, r.id); v.Position != m.Position {
					t.Errorf("it shows position %d, and told of %d", v.Position, m.Position)
				}
				if told++; told > rounds {
					break
				}
				r.must(entry(fmt.Sprint("an-entry-", told), 1, 1, told, bridge.Board(told), "Pass"))
			}
			if told <= rounds {
				t.Errorf("told %d times", told)
			}
		})
	}
}

// TestSaid: new cards of a board that a table has played, and the end of the event, change
// what it sees of its boards.
func TestSaid(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	r.says(a, club.Saved, entry("entry-of-1", 1, 1, 1, 1, "4S= S"))
	for _, c := range []struct {
		club.Command
		want bool
	}{
		{&club.SetClock{Clocked: club.Clocked{Action: club.ClockStart}}, false},
		{&club.LoadDeals{Boards: []event.BoardSet{{Board: 2, Dealer: bridge.East, Vul: bridge.NoneVul, Deal: deal(t)}}}, false},
		{&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal(t)}}}, true},
		{&club.Publish{Anyway: true}, true},
	} {
		from := r.view(a).Position
		r.must(c.Command)
		if said, err := r.Said(t.Context(), a, r.id, from); err != nil || said != c.want {
			t.Errorf("%s: said %v, %v", c.Name(), said, err)
		}
	}
}
