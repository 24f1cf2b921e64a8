package club_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/score"
)

// TestIndividual: players who change partners, seat by seat.
func TestIndividual(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Individuals, Method: event.Matchpoints, Winners: 1})
	m := movement.New("", movement.Individual, 1, 2, 1, 1)
	*m.At(1, 1) = movement.Slot{Table: 1, Round: 1, NS: movement.Who{1, 2}, EW: movement.Who{3, 4}, Set: 1}
	*m.At(2, 1) = movement.Slot{Table: 2, Round: 1, NS: movement.Who{5, 6}, EW: movement.Who{7, 8}, Set: 1}
	r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	r.says(r.table(1), club.Saved, entry("entry-one", 1, 1, 1, 1, "4S= S"))
	r.says(r.table(2), club.Saved, entry("entry-two", 1, 1, 2, 1, "4S-1 S"))
	v := r.view(club.Actor{})
	rows := v.Standings.Lists[0].Rows
	if len(v.Contestants) != 8 || len(rows) != 8 || rows[0].Contestant.Number != 1 || rows[1].Contestant.Number != 2 || rows[7].Total.Value.Sign() != 0 {
		t.Fatalf("%d contestants, rows %+v", len(v.Contestants), rows)
	}
	if p := v.Plan[0]; p.NS.Number != 1 || p.South.Number != 2 || p.EW.Number != 3 || p.West.Number != 4 {
		t.Errorf("the plan has %+v", p)
	}
}

// TestTeams: the rooms of a match are two tables, and readers see it when both rooms
// have played.
func TestTeams(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Teams, Method: event.IMPs, Winners: 1})
	m := movement.New("", movement.Teams, 1, 2, 1, 1)
	m.Seat(1, 1, 1, 2, 1)
	m.Seat(2, 1, 2, 1, 1)
	r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	r.must(&club.Note{Facts: []club.Fact{{Event: event.Drawn{MatchRef: event.MatchRef{Round: 1, Table: 1, Home: one, Away: two}, Boards: 1}}}})
	boards := func(a club.Actor) int {
		n := 0
		if v := r.view(a); v.Standings != nil {
			for _, m := range v.Standings.Matches {
				n += m.Scored
			}
			for _, b := range v.Standings.Boards {
				n += len(b.Lines)
			}
		}
		return n
	}
	r.says(r.table(1), club.Saved, entry("open-room", 1, 1, 1, 1, "4S= S"))
	if n := boards(club.Actor{}); n != 0 {
		t.Errorf("readers see %d results of one room", n)
	}
	r.says(r.table(2), club.Saved, entry("closed-room", 1, 1, 2, 1, "4S-1 S"))
	if n := boards(club.Actor{}); n != 3 {
		t.Errorf("readers see %d lines and scored boards", n)
	}
	if got := r.view(owner).Standings.Matches; len(got) != 1 || got[0].Won.NS.Value.Sign() <= 0 {
		t.Errorf("the match is %+v", got)
	}
}

// TestScores: a score alone and a result are held against each other by their points.
func TestScores(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(1)
	alone := func(id string, points score.Points) *club.Enter {
		return &club.Enter{ID: id, Revision: 1, Place: club.Place{Round: 1, Table: 1, Board: 1}, Score: &points, Agreed: true}
	}
	r.says(a, club.Saved, entry("with-contract", 1, 1, 1, 1, "4S= S"))
	r.says(a, club.Confirmed, alone("by-score-1", 420))
	lead := entry("with-lead", 1, 1, 1, 1, "4S= S")
	lead.Result = lead.Result.WithLead(bridge.NewCard(bridge.Hearts, 13))
	r.says(a, club.Confirmed, lead)
	r.says(a, club.InConflict, alone("by-score-2", -420))
	both := alone("by-score-3", 420)
	both.Result = result("4S= S")
	r.refuses(a, "club.two_results", both)
	r.refuses(a, "club.score", alone("by-score-4", 99_999))
	r.says(owner, club.Done, &club.Foul{Fouled: event.Fouled{Scope: event.Scope{Board: 1, Tables: []int{1}}, Version: "b"}})
	r.says(owner, club.Done, &club.Turn{Turned: event.Turned{Scope: event.Scope{Board: 1, Tables: []int{1}}, Quarters: 2}})
}

// TestAgreedLater: the same revision comes again, agreed by now.
func TestAgreedLater(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	e := entry("an-entry", 1, 1, 1, 1, "4S= S")
	e.Agreed = false
	r.says(owner, club.IsProposed, e)
	r.says(owner, club.NothingToDo, e)
	r.says(owner, club.Saved, entry("an-entry", 1, 1, 1, 1, "4S= S"))
	r.says(owner, club.NothingToDo, entry("an-entry", 1, 1, 1, 1, "4S= S"))
}

// TestUnplanned: a director enters what no plan has, with who played it, and the next
// one at that table finds them there.
func TestUnplanned(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	e := entry("wrong-set", 1, 1, 1, 20, "Pass")
	r.says(owner, club.Saved, e)
	if v := r.state(club.Place{Round: 1, Table: 1, Board: 20}); v.State != club.StateSaved || v.Seats.NS != ns(1) {
		t.Errorf("got %+v", v)
	}
	e = entry("no-plan-here", 1, 4, 2, 21, "Pass")
	r.refuses(owner, "club.nobody", e)
	e.Seats = club.Seats{NS: ns(1), EW: ew(2)}
	r.says(owner, club.Saved, e)
	e = entry("no-plan-there", 1, 4, 2, 22, "Pass")
	r.says(owner, club.Saved, e)
	if v := r.state(club.Place{Round: 4, Table: 2, Board: 22}); v.Seats.EW != ew(2) {
		t.Errorf("got %+v", v)
	}
	e = entry("others-there", 1, 4, 2, 22, "Pass")
	e.Seats = club.Seats{NS: ns(3), EW: ew(3)}
	r.refuses(owner, "club.seated", e)
	r.must(&club.Void{Place: club.Place{Round: 4, Table: 2, Board: 22}})
	r.refuses(owner, "club.no_place", &club.Void{Place: club.Place{Round: 9, Table: 2, Board: 22}})
}

// TestSessions: contestants sit elsewhere in the second session, under other numbers.
func TestSessions(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	r.round1(3, 1)
	who := map[string]event.Contestant{"N1": ns(3), "N3": ns(1), "E1": ew(2), "E2": ew(1)}
	r.must(&club.SetMovement{Planned: club.Planned{Session: 2, Movement: mitchell(3, 1), PerRound: 1, First: 1, Who: who}})
	e := entry("in-session-2", 1, 1, 1, 1, "Pass")
	e.Session = 2
	r.says(r.table(1), club.Saved, e)
	if v := r.state(e.Place); v.Seats.NS != ns(3) || v.Seats.EW != ew(2) {
		t.Errorf("got %+v", v.Seats)
	}
	if got := len(r.view(owner).Contestants); got != 6 {
		t.Errorf("%d contestants", got)
	}
	if got := r.view(r.table(1)).Table; len(got.Places) != 2 {
		t.Errorf("table 1 sees %+v", got.Places)
	}
}

// TestReplay: a server that ended finds everything when it starts again.
func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	open := func() *sqlstore.Store {
		s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	r := beginOn(t, s, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(5, 5), PerRound: 2, First: 1}})
	a := r.table(1)
	r.round1(5, 2)
	r.says(a, club.InConflict, entry("another-one", 1, 1, 1, 1, "Pass"))
	want := map[club.Role]string{}
	for _, who := range []club.Actor{owner, {}, a} {
		want[who.Role] = text(r.view(who))
	}
	r.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	defer s.Close()
	c := club.New(s)
	defer c.Close()
	for _, who := range []club.Actor{owner, {}, a} {
		if got := text(mustView(t, c, who, r.id)); got != want[who.Role] {
			t.Errorf("%q sees something else", who.Role)
		}
	}
	again := entry("entry-1-1-1", 1, 1, 1, 1, "4S= S")
	if answer, err := c.Do(t.Context(), owner, r.id, club.Ask{Key: fmt.Sprint("key-", 4), Command: again}); err != nil || answer.Position != 4 || answer.Says != club.Saved {
		t.Errorf("sent again: %+v, %v", answer, err)
	}
}

// TestHistory: who directs sees what was done, by whom and why; nobody else does.
func TestHistory(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(1)
	r.says(a, club.Saved, entry("an-entry", 1, 1, 1, 1, "Pass"))
	if _, err := r.Do(t.Context(), owner, r.id, club.Ask{Key: "because", Why: "a slip", Command: &club.Void{Place: club.Place{Round: 1, Table: 1, Board: 1}}}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for l, err := range r.History(t.Context(), owner, r.id, 3) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(l.Position, " ", l.Do, " ", l.By, " ", l.Why))
		if l.At.IsZero() || len(l.Facts) != 2 {
			t.Errorf("line %+v", l)
		}
	}
	if want := []string{"4 enter table:1 ", "5 void anna a slip"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, a := range []club.Actor{a, {}} {
		for _, err := range r.History(t.Context(), a, r.id, 0) {
			if keyOf(err) != "club.log" {
				t.Errorf("%q sees the log: %v", a.Role, err)
			}
		}
	}
}

// faulty is a journal with a fault of the program in it.
type faulty struct {
	journal.Journal
	fault bool
}

func (f *faulty) Append(ctx context.Context, stream string, base int64, drafts ...journal.Draft) ([]int64, error) {
	at, err := f.Journal.Append(ctx, stream, base, drafts...)
	if f.fault {
		panic("a fault")
	}
	return at, err
}

// TestFault: a fault of the program is an error for those whom it met, and the evening
// goes on.
func TestFault(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	j := &faulty{r.journal, true}
	c := club.New(j)
	defer c.Close()
	e := entry("an-entry", 1, 1, 1, 1, "Pass")
	q := club.Ask{Key: e.Key(), Command: e}
	if _, err := c.Do(t.Context(), owner, r.id, q); bridge.CodeOf(err) != bridge.Internal {
		t.Errorf("got %v", err)
	}
	j.fault = false
	if answer, err := c.Do(t.Context(), owner, r.id, q); err != nil || answer.Position != 3 || answer.Says != club.Saved {
		t.Errorf("sent again: %+v, %v", answer, err)
	}
	if text(mustView(t, c, owner, r.id)) != text(r.view(owner)) {
		t.Error("it shows something else")
	}
}
