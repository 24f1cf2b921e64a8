package web

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/movement"
)

// TestTable: a device finds all that its table needs, in one answer.
func TestTable(t *testing.T) {
	r := begin(t)
	r.must(&club.Configure{Configured: club.Configured{Feedback: club.FeedbackSheet, Leads: true, Input: club.InputTricks, NamesUntilRound: new(2)}})
	var got tableStateJSON
	r.gets(&got, asTable, "GET", "/api/table", "")
	if got.Event.ID != r.id || got.Event.Title != "Tuesday" || got.Table != 1 || got.Round != 1 || got.Over || got.Clock != nil || got.Called != nil || got.Version != 1 {
		t.Errorf("the table finds %+v", got)
	}
	if want := (tableConfigJSON{2, true, "tricks", true, 2}); got.Config != want {
		t.Errorf("the event is run as %+v", got.Config)
	}
	if len(got.Sittings) != 9 || len(got.Boards) != 3 || len(got.Places) != 3 || time.Since(got.Now) > time.Minute {
		t.Fatalf("%d sittings, %d boards, %d places, now %v", len(got.Sittings), len(got.Boards), len(got.Places), got.Now)
	}
	if got.Boards[1] != (boardInfoJSON{2, "E", "NS"}) {
		t.Errorf("board 2 is %+v", got.Boards[1])
	}
	if s := got.Sittings[1]; s.Round != 1 || s.Table != 2 || s.NS != "2NS" || s.EW != "2EW" || !slices.Equal(s.Boards, []int{2}) {
		t.Errorf("table 2 in round 1: %+v", s)
	}
	if names := got.Names["2EW"]; !slices.Equal(names, []string{"Player EW 2"}) {
		t.Errorf("pair 2 East-West is %q", names)
	}
	if p := got.Places[0]; p.State != club.StateEmpty || p.Board != 1 || p.Seats.NS != "1NS" {
		t.Errorf("the first place is %+v", p)
	}

	put(r, asTable, "entry-of-north", result(1, false, "4S+1 S HK"))
	r.ask(asTable, "POST", "/api/events/tuesday/call", `{"ref":"now","table":1}`)
	r.gets(&got, asTable, "GET", "/api/table", "")
	p := got.Places[0]
	if p.State != club.StateProposed || len(p.Entries) != 1 || p.Result != "" || got.Called == nil || got.Called.Ref != "now" {
		t.Fatalf("after a proposal: %+v, called %+v", p, got.Called)
	}
	if e := p.Entries[0]; e.ID != "entry-of-north" || e.Result != "4S+1 S HK" || !e.Mine || e.Agreed || e.By != "table:1" {
		t.Errorf("the entry is %+v", e)
	}
	if got.Clock == nil || got.Clock.Round != 1 || got.Clock.Paused || got.Clock.Left != nil || got.Clock.Ends.Sub(p.Entries[0].At) != 2*time.Minute { // of 7 and 2 minutes, a board ago
		t.Errorf("the clock shows %+v", got.Clock)
	}

	var confirmed commandJSON
	r.gets(&confirmed, asBearer, "POST", "/api/events/tuesday/confirm", `{"id":"entry-of-north","revision":1}`)
	if confirmed.Says != club.Saved || confirmed.Place == nil || *confirmed.Place.Score != 450 || confirmed.Playing != 2 || confirmed.Round != 1 {
		t.Fatalf("confirmed: %+v", confirmed)
	}
	if f := confirmed.Feedback; f == nil || f.Tables != 1 || len(f.Lines) != 1 || f.Lines[0].Score != 450 || !f.Lines[0].Mine || f.Deal != "" {
		t.Errorf("told: %+v", f)
	}
	r.gets(&got, asTable, "GET", "/api/table", "")
	if got.Round != 2 || got.Clock == nil || got.Clock.Round != 2 {
		t.Errorf("now it plays round %d, the clock shows %+v", got.Round, got.Clock)
	}
	for role, key := range map[string]string{asRevoked: "club.token", asDirector: "web.no_table", asReader: "web.login"} {
		if p := r.refused(r.ask(role, "GET", "/api/table", "")); p.Key != key {
			t.Errorf("%s: %+v", role, p)
		}
	}
}

// TestTableKinds: tables of individuals and of teams, and one without a plan, find theirs.
func TestTableKinds(t *testing.T) {
	for _, c := range []struct {
		kind  event.Kind
		play  movement.Kind
		want  sittingJSON // at table 1
		slots []movement.Slot
	}{
		{event.Individuals, movement.Individual, sittingJSON{Round: 1, Table: 1, NS: "1", EW: "3", South: "2", West: "4", Boards: []int{1, 2}}, []movement.Slot{
			{Table: 1, Round: 1, NS: movement.Who{1, 2}, EW: movement.Who{3, 4}, Set: 1},
		}},
		{event.Teams, movement.Teams, sittingJSON{Round: 1, Table: 1, NS: "1", EW: "2", Boards: []int{1, 2}}, []movement.Slot{
			{Table: 1, Round: 1, NS: movement.Who{1}, EW: movement.Who{2}, Set: 1},
			{Table: 2, Round: 1, NS: movement.Who{2}, EW: movement.Who{1}, Set: 1},
		}},
	} {
		r := begin(t)
		r.id = "another"
		r.must(&club.OpenEvent{Opened: event.Opened{Kind: c.kind, Method: event.Matchpoints, Winners: 1}})
		r.token = r.open(1)
		var got tableStateJSON
		r.gets(&got, asTable, "GET", "/api/table", "")
		if len(got.Sittings)+len(got.Places)+len(got.Boards) > 0 || got.Round != 0 || got.Over || got.Event.Kind != string(c.kind) {
			t.Errorf("%s without a plan: %+v", c.kind, got)
		}
		m := movement.New("", c.play, 1, len(c.slots), 1, 1)
		for _, slot := range c.slots {
			*m.At(slot.Table, 1) = slot
		}
		r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 2, First: 1}})
		r.gets(&got, asTable, "GET", "/api/table", "")
		if len(got.Sittings) != len(c.slots) || !reflect.DeepEqual(got.Sittings[0], c.want) || len(got.Places) != 2 || got.Round != 1 {
			t.Errorf("%s: %+v", c.kind, got)
		}
	}
}

// TestTableKnows: a device is not sent again what it has of the plan and of its boards,
// and is sent what has changed.
func TestTableKnows(t *testing.T) {
	r := begin(t)
	read := func(plan string, since int64) (got tableStateJSON) {
		t.Helper()
		r.gets(&got, asTable, http.MethodGet, fmt.Sprintf("/api/table?plan=%s&since=%d", plan, since), "")
		return got
	}
	whole := func(s tableStateJSON) bool {
		return s.Event.ID == r.id && s.Config.Input != "" && len(s.Sittings) == 9 && len(s.Boards) == 3 && s.Names != nil
	}
	bare := func(s tableStateJSON) bool {
		return s.Event.ID == "" && s.Config.Input == "" && s.Sittings == nil && s.Boards == nil && s.Names == nil && s.Plan == "" && s.Table == 0
	}
	first := read("", 0)
	if !whole(first) || len(first.Places) != 3 || first.Plan == "" || first.Places[0].Seats == nil {
		t.Fatalf("a device that has nothing is told %+v", first)
	}
	if got := read("another", first.Position); !whole(got) || len(got.Places) != 3 {
		t.Errorf("a device with another plan is told %+v", got)
	}
	if got := read(first.Plan, 0); !bare(got) || got.Places == nil || len(got.Places) > 0 || got.Round != 1 {
		t.Errorf("who has the plan, and where nothing was played, is told %+v", got)
	}
	put(r, asTable, "entry-of-north", result(1, false, "4S+1 S HK"))
	got := read(first.Plan, first.Position)
	if !bare(got) || len(got.Places) != 1 || got.Places[0].State != club.StateProposed || got.Places[0].Seats != nil || got.Clock == nil {
		t.Fatalf("after a proposal it is told %+v", got)
	}
	// Another table plays, and the clock is set: nothing was said of this table's boards.
	r.must(&club.SetClock{Clocked: club.Clocked{Action: club.ClockAdd, Seconds: 60}})
	at := got.Position
	if got = read(first.Plan, at); !bare(got) || got.Places != nil || got.Clock == nil || got.Position != at+1 {
		t.Errorf("when the clock was set it is told %+v", got)
	}
	if got = read(first.Plan, at+100); got.Places == nil {
		t.Error("a position that is yet to come hides the boards")
	}
	// The director decides about a board, then changes how the event is run.
	r.must(&club.NotPlayed{Place: club.Place{Round: 2, Table: 1, Board: 2}})
	if got = read(first.Plan, at+1); !bare(got) || len(got.Places) != 2 {
		t.Errorf("after a decision it is told %+v", got)
	}
	r.must(&club.Configure{Configured: club.Configured{Leads: true}})
	if got = read(first.Plan, got.Position); !whole(got) || !got.Config.Leads || got.Plan == first.Plan || len(got.Places) != 3 {
		t.Errorf("of another way to run it: %+v", got)
	}
	if w := r.ask(asTable, http.MethodGet, "/api/table?since=-1", ""); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a position before the first: %d %s", w.Code, w.Body)
	}
	if w := r.ask(asTable, http.MethodGet, "/api/table?plan="+strings.Repeat("x", 65), ""); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a name that is too long: %d %s", w.Code, w.Body)
	}
}

// TestTableOpens: what nobody of a table may still play any more is told to a device that
// reads all; nobody says so to one that follows.
func TestTableOpens(t *testing.T) {
	r := begin(t)
	agreed := func(role string, round, table, board int) {
		t.Helper()
		put(r, role, fmt.Sprintf("entry-%d-%d", round, table), fmt.Sprintf(`{"event":"tuesday","revision":1,"round":%d,"table":%d,"board":%d,"agreed":true,"result":"4S= S"}`, round, table, board))
	}
	first := func(since int64) (got tableStateJSON, p placeJSON) {
		t.Helper()
		var plan tableStateJSON
		r.gets(&plan, asTable, http.MethodGet, "/api/table", "")
		r.gets(&got, asTable, http.MethodGet, fmt.Sprintf("/api/table?plan=%s&since=%d", plan.Plan, since), "")
		if len(got.Places) > 0 {
			p = got.Places[0]
		}
		return got, p
	}
	agreed(asTable, 1, 1, 1)
	agreed(asTable, 2, 1, 2)
	got, p := first(0)
	if !p.Hidden || p.Result != "" || len(p.Entries) > 0 {
		t.Errorf("a board that is played later is told as %+v", p)
	}
	agreed(asDirector, 2, 3, 1) // by those who come to table 1 next
	agreed(asDirector, 3, 2, 1) // by those who sit there now
	if got, _ = first(got.Position); got.Places != nil {
		t.Errorf("what other tables play is told as %+v", got)
	}
	if _, p = first(0); p.Hidden || p.Result != "4S= S" {
		t.Errorf("a board that nobody there may still play is told as %+v", p)
	}
}
