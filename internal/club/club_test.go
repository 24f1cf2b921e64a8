package club_test

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// TestConflict: two devices send different results of one board. The first one
// stands, both are seen, and the director decides.
func TestConflict(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	one, two := r.table(3), r.table(3)
	board := boards(5, 2, 3, 1)[0]
	place := club.Place{Round: 1, Table: 3, Board: board}
	r.says(one, club.Saved, entry("phone-one", 1, 1, 3, board, "4S= S"))
	r.says(two, club.Confirmed, entry("phone-two", 1, 1, 3, board, "4S= S"))
	if got := r.state(place).State; got != club.StateSaved {
		t.Fatalf("the same twice is %s", got)
	}
	r.says(two, club.InConflict, entry("phone-two", 2, 1, 3, board, "4S-1 S"))
	v := r.state(place)
	if v.State != club.StateConflict || v.Result != result("4S= S") || len(v.Entries) != 3 {
		t.Fatalf("got %+v", v)
	}
	if c := r.view(owner).Console.Conflicts; len(c) != 1 || c[0] != place {
		t.Fatalf("the director is told of %v", c)
	}
	for _, a := range []club.Actor{one, two} {
		for _, p := range r.view(a).Table.Places {
			if p.Place == place && (p.State != club.StateConflict || len(p.Entries) != 3) {
				t.Errorf("the table sees %+v", p)
			}
		}
	}
	r.refuses(one, "club.table_may", &club.Resolve{Place: place, Keep: true})
	r.refuses(owner, "club.resolve", &club.Resolve{Place: place})
	r.refuses(owner, "club.no_entry", &club.Resolve{Place: place, Entry: "phone-two", Revision: 9})
	r.says(owner, club.Saved, &club.Resolve{Place: place, Entry: "phone-two", Revision: 2})
	if v := r.state(place); v.State != club.StateSaved || v.Result != result("4S-1 S") {
		t.Fatalf("after the decision: %+v", v)
	}
	r.says(one, club.InConflict, entry("phone-one", 2, 1, 3, board, "4S+1 S"))
	r.says(owner, club.Done, &club.Resolve{Place: place, Keep: true})
	if v := r.state(place); v.State != club.StateSaved || v.Result != result("4S-1 S") {
		t.Fatalf("after the second decision: %+v", v)
	}
}

// TestProposals: one side proposes, the other agrees or does not.
func TestProposals(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	a := r.table(1)
	place := club.Place{Round: 1, Table: 1, Board: 1}
	propose := func(id string, revision int, res string) *club.Enter {
		e := entry(id, revision, 1, 1, 1, res)
		e.Agreed = false
		return e
	}
	want := func(state club.State, res string) {
		t.Helper()
		v := r.state(place)
		if v.State != state || v.Result.IsZero() != (res == "") || res != "" && v.Result != result(res) {
			t.Fatalf("got %s with %v, want %s with %s", v.State, v.Result, state, res)
		}
	}
	want(club.StateEmpty, "")
	r.says(a, club.IsProposed, propose("proposal", 1, "3NT= N"))
	want(club.StateProposed, "")
	r.says(a, club.Done, &club.Return{ID: "proposal", Revision: 1})
	want(club.StateReturned, "")
	r.says(a, club.NothingToDo, &club.Return{ID: "proposal", Revision: 1})
	r.refuses(a, "club.revision_old", &club.Confirm{ID: "proposal", Revision: 1})
	r.says(a, club.IsProposed, propose("proposal", 2, "3NT+1 N"))
	r.refuses(a, "club.no_entry", &club.Confirm{ID: "proposal", Revision: 3})
	r.says(a, club.InConflict, propose("other-phone", 1, "3NT-1 N"))
	want(club.StateConflict, "")
	r.says(a, club.Done, &club.Return{ID: "other-phone", Revision: 1})
	r.says(a, club.Saved, &club.Confirm{ID: "proposal", Revision: 2})
	want(club.StateSaved, "3NT+1 N")
	r.says(a, club.NothingToDo, &club.Confirm{ID: "proposal", Revision: 2})
	r.refuses(a, "club.agreed", &club.Return{ID: "proposal", Revision: 2})
}

// TestCorrection: a table corrects until it plays on; after that it asks.
func TestCorrection(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	a := r.table(1)
	place := club.Place{Round: 1, Table: 1, Board: 1}
	r.says(a, club.Saved, entry("entry-of-1", 1, 1, 1, 1, "3NT= N"))
	r.says(a, club.Saved, entry("entry-of-1", 2, 1, 1, 1, "3NT+1 N"))
	r.says(a, club.Saved, entry("entry-of-2", 1, 1, 1, 2, "3NT= N"))
	r.says(a, club.Saved, entry("entry-of-3", 1, 2, 1, boards(5, 2, 1, 2)[0], "3NT= N"))
	r.says(a, club.AskedFor, entry("entry-of-1", 3, 1, 1, 1, "3NT+2 N"))
	if v := r.state(place); v.Result != result("3NT+1 N") || !v.Asked {
		t.Fatalf("the request changed something: %+v", v)
	}
	requests := r.view(owner).Console.Requests
	if len(requests) != 1 || requests[0].ID != "entry-of-1" || requests[0].Revision != 3 {
		t.Fatalf("the director is asked for %+v", requests)
	}
	r.says(owner, club.Saved, &club.Resolve{Place: place, Entry: "entry-of-1", Revision: 3})
	if v := r.state(place); v.Result != result("3NT+2 N") || v.Asked || v.State != club.StateSaved {
		t.Fatalf("the director agreed, and there is %+v", v)
	}
}

// TestTableWritesItsOwn: what a table may not write is refused, with the reason.
func TestTableWritesItsOwn(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	a := r.table(2)
	b := boards(5, 2, 2, 1)
	r.refuses(a, "club.other_table", entry("entry-one", 1, 1, 3, boards(5, 2, 3, 1)[0], "Pass"))
	r.refuses(a, "club.wrong_board", entry("entry-one", 1, 1, 2, b[1]+1, "Pass"))
	r.refuses(a, "club.round_ahead", entry("entry-one", 1, 2, 2, boards(5, 2, 2, 2)[0], "Pass"))
	r.refuses(a, "club.no_round", entry("entry-one", 1, 9, 2, 1, "Pass"))
	r.refuses(a, "club.entry_id", entry("no id!", 1, 1, 2, b[0], "Pass"))
	r.refuses(a, "club.revision", entry("entry-one", 0, 1, 2, b[0], "Pass"))
	r.refuses(a, "club.no_result", &club.Enter{ID: "entry-one", Revision: 1, Place: club.Place{Round: 1, Table: 2, Board: b[0]}})
	r.refuses(club.Actor{}, "club.reader", entry("entry-one", 1, 1, 2, b[0], "Pass"))
	r.refuses(club.Actor{Role: club.Director, Event: "another"}, "club.other_event", entry("entry-one", 1, 1, 2, b[0], "Pass"))
	seated := entry("entry-one", 1, 1, 2, 99, "Pass")
	seated.Seats.NS = event.Contestant{Number: 1, Side: bridge.NS}
	r.refuses(a, "club.seats", seated)

	r.says(a, club.Saved, entry("entry-one", 1, 1, 2, b[0], "Pass"))
	r.refuses(a, "club.entry_place", entry("entry-one", 2, 1, 2, b[1], "Pass"))
	r.refuses(a, "club.revision_taken", entry("entry-one", 1, 1, 2, b[0], "1C= N"))
	r.says(owner, club.Done, &club.NotPlayed{Place: club.Place{Round: 1, Table: 2, Board: b[1]}})
	r.refuses(a, "club.decided", entry("entry-two", 1, 1, 2, b[1], "Pass"))
	r.says(owner, club.Done, &club.NotPlayed{Place: club.Place{Round: 1, Table: 2, Board: b[1]}, Late: true})
	r.says(a, club.Saved, entry("entry-two", 1, 1, 2, b[1], "Pass"))

	r.says(owner, club.Done, &club.MoveTable{Token: a.Token, Table: 4})
	moved := a
	moved.Table = 4
	r.says(moved, club.Saved, entry("entry-four", 1, 1, 4, boards(5, 2, 4, 1)[0], "Pass"))
	r.refuses(a, "club.moved_table", entry("entry-x1", 1, 1, 4, boards(5, 2, 4, 1)[1], "Pass"))
	r.says(owner, club.Done, &club.CloseTable{TableClosed: club.TableClosed{Token: a.Token}})
	r.refuses(moved, "club.token", entry("entry-five", 1, 1, 4, boards(5, 2, 4, 1)[1], "Pass"))
}

// TestRepeatedCommand: a key is answered as it was the first time, whatever happened
// since.
func TestRepeatedCommand(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	ctx := context.Background()
	q := club.Ask{Key: "the key", Command: entry("entry-one", 1, 1, 1, 1, "4S= S")}
	first, err := r.Do(ctx, owner, r.id, q)
	if err != nil {
		t.Fatal(err)
	}
	r.says(owner, club.Saved, entry("entry-one", 2, 1, 1, 1, "4S-1 S"))
	n := len(r.entries())
	again, err := r.Do(ctx, owner, r.id, q)
	if err != nil || again != first || len(r.entries()) != n {
		t.Fatalf("got %+v, %v, want %+v; %d entries, want %d", again, err, first, len(r.entries()), n)
	}
	_, err = r.Do(ctx, owner, r.id, club.Ask{Key: "the key", Command: &club.Reopen{}})
	if keyOf(err) != "club.key_taken" {
		t.Fatalf("another command under the key: %v", err)
	}
	other := club.New(r.journal)
	defer other.Close()
	if again, err := other.Do(ctx, owner, r.id, q); err != nil || again != first {
		t.Fatalf("another server says %+v, %v", again, err)
	}
}

// gated is a journal that counts who reads an event, and lets them in when the gate is
// open.
type gated struct {
	journal.Journal

	reads atomic.Int64
	gate  chan struct{}
}

func (g *gated) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	g.reads.Add(1)
	<-g.gate
	return g.Journal.Read(ctx, stream, after)
}

// TestLookTogether: of those who wait for an event one looks into the journal for all,
// and what another server wrote before they asked they all see. What was found before
// somebody asked is not new enough.
func TestLookTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &gated{Journal: new(journal.Memory), gate: make(chan struct{}, 1_000)}
		for range 1_000 {
			j.gate <- struct{}{}
		}
		r := beginOn(t, j, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
		other := club.New(j.Journal)
		defer other.Close()
		note := func() int64 {
			r.keys++
			opens := &club.OpenTable{TableOpened: club.TableOpened{Table: 1, Token: club.HashToken(fmt.Sprint("token ", r.keys))}}
			a, err := other.Do(t.Context(), owner, r.id, club.Ask{Key: fmt.Sprintf("note-%d", r.keys), Command: opens})
			if err != nil {
				t.Fatal(err)
			}
			return a.Position
		}
		for len(j.gate) > 0 {
			<-j.gate
		}
		before := j.reads.Load()
		var group sync.WaitGroup
		look := func(want int64) {
			group.Go(func() {
				err := r.Look(t.Context(), r.id, func(e *club.Evening) error {
					if e.Position() < want {
						t.Errorf("position %d is seen, %d was written before", e.Position(), want)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		look(0)
		synctest.Wait()
		at := note()
		for range 20 {
			look(at)
		}
		synctest.Wait()
		if n := j.reads.Load() - before; n != 1 {
			t.Errorf("%d read at once", n)
		}
		close(j.gate)
		group.Wait()
		if n := j.reads.Load() - before; n != 2 {
			t.Errorf("%d looked into the journal, want 2: the first, and one for all others", n)
		}
		at = note()
		look(at)
		group.Wait()
	})
}
