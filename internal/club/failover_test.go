package club_test

import (
	"context"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// replaced is a journal that another one can take the place of.
type replaced struct{ journal.Journal }

// begins gives a journal that has the first entries of another.
func begins(t *testing.T, of journal.Journal, stream string, n int) journal.Journal {
	t.Helper()
	out := new(journal.Memory)
	for x, err := range of.Read(context.Background(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if x.Position > int64(n) {
			break
		}
		if _, err := out.Append(context.Background(), stream, x.Position-1, x.Draft); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestLogCutOff: the database burns, and the one that takes over has not got the last
// entries. A server that knows them goes on all the same with what there is, whether it
// is asked to look or to write, and whatever others have written there by then.
func TestLogCutOff(t *testing.T) {
	for name, others := range map[string]int{"nothing since": 0, "less than was lost": 1, "as much": 2, "more": 3} {
		for _, looks := range []bool{true, false} {
			if others == 2 && !looks {
				continue // the positions agree: a look alone can tell
			}
			t.Run(name, func(t *testing.T) {
				j := &replaced{new(journal.Memory)}
				r := &rig{TB: t, Club: club.New(j), journal: j, id: "tuesday"}
				t.Cleanup(r.Close)
				r.must(&club.OpenEvent{Opened: event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}})
				r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(5, 5), PerRound: 2, First: 1}})
				r.says(owner, club.Saved, entry("entry-kept", 1, 1, 1, 1, "4S= S"))
				n := len(r.entries())
				r.says(owner, club.Saved, entry("entry-lost", 1, 1, 1, 2, "4S= S"))
				r.says(owner, club.Saved, entry("entry-lost", 2, 1, 1, 2, "4S-1 S"))
				r.view(owner)

				j.Journal = begins(t, j.Journal, "event/tuesday", n)
				other := &rig{TB: t, Club: club.New(j), journal: j, id: r.id, keys: 1_000}
				t.Cleanup(other.Close)
				for i := range others {
					other.says(owner, club.Saved, entry("entry-new", i+1, 1, 2, boards(5, 2, 2, 1)[0], "3NT= N"))
				}
				at := int64(n + others)
				if looks {
					if v := r.view(owner); v.Position != at {
						t.Errorf("it sees position %d, want %d", v.Position, at)
					}
					if s := r.state(club.Place{Round: 1, Table: 1, Board: 2}).State; s != club.StateEmpty {
						t.Errorf("what was lost is %s", s)
					}
				}
				got, err := r.do(owner, entry("entry-lost", 2, 1, 1, 2, "4S-1 S"))
				if err != nil || got.Position != at+1 || got.Says != club.Saved {
					t.Errorf("sent again: %+v, %v, want position %d", got, err, at+1)
				}
				if v := other.view(owner); v.Position != at+1 {
					t.Errorf("the other server is at %d", v.Position)
				}
			})
		}
	}
}
