package web

import (
	"reflect"
	"slices"
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
	if got.Clock == nil || got.Clock.Round != 1 || got.Clock.Paused || got.Clock.Left < 60 || got.Clock.Left > 120 { // of 7 and 2 minutes, a board ago
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
