package club_test

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// counted is a journal that counts how often an event is read.
type counted struct {
	journal.Journal

	reads atomic.Int64
}

func (c *counted) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	c.reads.Add(1)
	return c.Journal.Read(ctx, stream, after)
}

// TestAloneReadsNothing: a server that nobody else writes beside does not read the
// journal for the results that it takes, nor for the row that a device is told.
func TestAloneReadsNothing(t *testing.T) {
	j := &counted{Journal: new(journal.Memory)}
	r := beginOn(t, j, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(5, 5), PerRound: 2, First: 1}})
	token, err := club.NewToken(nil)
	if err != nil {
		t.Fatal(err)
	}
	r.must(&club.OpenTable{TableOpened: club.TableOpened{Table: 2, Token: club.HashToken(token)}})
	before := j.reads.Load()
	for i, board := range boards(5, 2, 2, 1) {
		e := entry(fmt.Sprintf("entry-no-%d", i), 1, 1, 2, board, "4S= S")
		answer, row, err := r.DoAt(t.Context(), club.Device(r.id, club.HashToken(token)), r.id, club.Ask{Key: e.Key(), Command: e})
		if err != nil || answer.Says != club.Saved {
			t.Fatalf("%+v, %v", answer, err)
		}
		if row.Place != e.Place || row.State != club.StateSaved || row.Result != e.Result || row.Current != 1 || row.At != answer.Position {
			t.Errorf("the device is told of %+v", row)
		}
	}
	if n := j.reads.Load() - before; n != 0 {
		t.Errorf("it read the journal %d times", n)
	}
	if r.view(owner); j.reads.Load() != before+1 {
		t.Errorf("who looks saw it without a look into the journal")
	}
}

// TestNotAlone: what another server wrote counts, though nobody has looked for it: it is
// no reason to refuse what is right by now, and none to take what is not.
func TestNotAlone(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	other := &rig{TB: t, Club: club.New(r.journal), journal: r.journal, id: r.id, keys: 1_000}
	t.Cleanup(other.Close)
	place := func(table, round int) club.Place {
		return club.Place{Round: round, Table: table, Board: boards(5, 2, table, round)[0]}
	}
	enter := func(a club.Actor, id string, p club.Place) (club.Answer, *club.Row, error) {
		e := &club.Enter{ID: id, Revision: 1, Place: p, Result: result("4S= S"), Agreed: true}
		return r.DoAt(t.Context(), a, r.id, club.Ask{Key: e.Key(), Command: e})
	}
	settle := func() { // the last thing that it knows of is its own
		r.must(entry("settled-result", r.keys, 1, 5, boards(5, 2, 5, 1)[0], "4S= S"))
		r.view(owner)
	}
	one := r.table(1)
	settle()
	two := other.table(2)
	if got, _, err := enter(two, "entry-of-2", place(2, 1)); err != nil || got.Says != club.Saved {
		t.Errorf("a table that another server opened: %+v, %v", got, err)
	}
	settle()
	other.says(owner, club.Saved, entry("other-of-1", 1, 1, 1, place(1, 1).Board, "4S-1 S"))
	got, row, err := enter(one, "entry-of-1", place(1, 1))
	if err != nil || got.Says != club.InConflict || row.State != club.StateConflict || len(row.Entries) != 2 {
		t.Errorf("another result is there: %+v, %+v, %v", got, row, err)
	}
	settle()
	other.must(&club.CloseTable{TableClosed: club.TableClosed{Token: one.Token}})
	if _, _, err := enter(one, "entry-of-1b", place(1, 2)); keyOf(err) != "club.token" {
		t.Errorf("a table whose right was taken back: %v", err)
	}
	settle()
	other.must(&club.Publish{Anyway: true})
	if _, _, err := enter(two, "entry-of-2b", place(2, 2)); keyOf(err) != "club.published" {
		t.Errorf("a table after the end: %v", err)
	}
}

// TestMovedFromUnder: a result was taken to be about a table alone, and is not any more
// when it is to be written: another server has published, and the event wants a reason
// for each change.
func TestMovedFromUnder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 5, 5, 2)
		r.says(owner, club.Saved, entry("entry-one", 1, 1, 1, 1, "4S= S"))
		r.view(owner)
		other := &rig{TB: t, Club: club.New(r.journal), journal: r.journal, id: r.id, keys: 1_000}
		defer other.Close()
		other.must(&club.Publish{Anyway: true, Until: time.Now().Add(time.Second)})
		time.Sleep(time.Minute)
		n := len(r.entries())
		r.refuses(owner, "event.final", entry("entry-one", 2, 1, 1, 1, "4S-1 S"))
		if w := r.view(owner).Console.Warnings; len(w) > 0 || len(r.entries()) != n {
			t.Errorf("the log holds what the event refuses: %v", w)
		}
	})
}
