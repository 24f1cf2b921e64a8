package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/club"
)

// repairs asks for ways to go on.
func (r *rig) repairs(body string) (out repairedJSON) {
	r.Helper()
	r.gets(&out, asOwner, http.MethodPost, "/api/events/twenty/repair", body)
	return out
}

// carryOut sends the commands of a plan.
func (r *rig) carryOut(p repairJSON) {
	r.Helper()
	for _, c := range p.Commands {
		if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/"+c.Command, string(c.Body)); w.Code != http.StatusOK {
			r.Fatalf("%s %s: %d %s", c.Command, c.Body, w.Code, w.Body)
		}
	}
}

// TestLatePair: a pair comes after round 1 of a full Mitchell. Every way that is
// proposed can be played, and the first one is played to the end.
func TestLatePair(t *testing.T) {
	body := `{"late":[{"persons":["late-one","late-two"]}]}`
	ways := func() int {
		r := planned(t, 5, 5, 2)
		r.round(1)
		return len(r.repairs(body).Plans)
	}()
	if ways == 0 {
		t.Fatal("nobody knows a way")
	}
	for n := range ways {
		r := planned(t, 5, 5, 2)
		r.round(1)
		got := r.repairs(body)
		p := got.Plans[n]
		if got.Round != 2 || p.Title == "" || len(p.Late) != 1 || len(p.Commands) != 1 || p.Commands[0].Command != "late_pair" {
			t.Fatalf("from round %d: %+v", got.Round, p)
		}
		if n == 0 && (len(p.Lost) == 0 || !strings.HasSuffix(p.Lost[0], ".")) {
			t.Errorf("who comes late misses a round: %q", p.Lost)
		}
		r.carryOut(p)
		for round := 2; round <= 5; round++ {
			r.round(round)
		}
		var c consoleJSON
		r.gets(&c, asOwner, http.MethodGet, "/api/events/twenty/console", "")
		played := 0
		for _, place := range c.Places {
			if place.NS == p.Late[0] || place.EW == p.Late[0] {
				played++
			}
		}
		if played == 0 || len(c.Contestants) != 11 || c.Names[p.Late[0]] == nil {
			t.Errorf("%s: the late pair plays %d boards as %s", p.Title, played, p.Late[0])
		}
		for _, i := range c.Lane {
			if i.Kind != club.ConcernNoName && i.Kind != club.ConcernLonely && i.Kind != club.ConcernBothSides {
				t.Errorf("%s: %s, %s", p.Title, i.Text, i.Detail)
			}
		}
		if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/publish", ""); w.Code != http.StatusOK {
			t.Errorf("%s: %s", p.Title, w.Body)
		}
	}
}

// TestLeavingPair: a pair leaves after round 2; what it played stays as the regulation
// has it, and nobody waits for it.
func TestLeavingPair(t *testing.T) {
	r := planned(t, 5, 5, 2)
	r.round(1)
	r.round(2)
	got := r.repairs(`{"gone":["3EW"]}`)
	p := got.Plans[0]
	if got.Round != 3 || p.Commands[0].Command != "withdraw" || len(p.Lost) == 0 {
		t.Fatalf("from round %d: %+v", got.Round, p)
	}
	r.carryOut(p)
	for round := 3; round <= 5; round++ {
		r.round(round)
	}
	var c consoleJSON
	r.gets(&c, asOwner, http.MethodGet, "/api/events/twenty/console", "")
	gone := 0
	for _, place := range c.Places {
		if place.EW == "3EW" && place.Round > 2 {
			t.Errorf("it still plays: %+v", place)
		}
	}
	for _, who := range c.Contestants {
		if who.Withdrawn {
			gone++
		}
	}
	if gone != 1 {
		t.Errorf("%d have left", gone)
	}
	if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/publish", ""); w.Code != http.StatusOK {
		t.Error(w.Body)
	}
}

// TestWrongBoards: a table played the boards of the next round; the lane says who comes
// to them again, and a repair gives them others.
func TestWrongBoards(t *testing.T) {
	r := planned(t, 5, 5, 2)
	body := `{"round":1,"table":1,"ns":"1NS","ew":"1EW","boards":[3,4]}`
	if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/seat", body); w.Code != http.StatusOK {
		t.Fatal(w.Body)
	}
	r.round(1)
	var c consoleJSON
	r.gets(&c, asOwner, http.MethodGet, "/api/events/twenty/console", "")
	again := 0
	for _, i := range c.Lane {
		if i.Kind == club.ConcernWrongBoard {
			if again++; i.Actions[0].ID != "repair" || i.Actions[0].Command != "" {
				t.Errorf("%+v", i)
			}
		}
	}
	if again == 0 {
		t.Fatalf("nobody saw it: %v", kinds(c))
	}
	p := r.repairs(`{}`).Plans[0]
	if p.Commands[0].Command != "change_plan" {
		t.Fatalf("%+v", p)
	}
	r.carryOut(p)
	r.gets(&c, asOwner, http.MethodGet, "/api/events/twenty/console", "")
	for _, i := range c.Lane {
		if i.Kind == club.ConcernWrongBoard {
			t.Errorf("after %q: %s, %s", p.Title, i.Text, i.Detail)
		}
	}
	for body, key := range map[string]string{
		`{"round":9}`: "club.repair_round", `{"gone":["17NS"]}`: "club.stranger", `{"section":"Q"}`: "club.no_plan", `{"late":[{"contestant":"x"}]}`: "contestant.unknown",
		`{"late":[{},{},{},{},{}]}`: "club.repair_late", `{"spoiled":[-4]}`: "club.repair_spoiled", `{"spoiled":[1,999999]}`: "club.repair_spoiled",
	} {
		if got := r.refused(r.ask(asOwner, http.MethodPost, "/api/events/twenty/repair", body)); got.Key != key {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

// TestFewerRounds: an evening ends earlier than planned; what was played cannot be lost.
func TestFewerRounds(t *testing.T) {
	r := planned(t, 5, 5, 2)
	r.round(1)
	r.round(2)
	r.round(3)
	p := r.repairs(`{"rounds":3}`).Plans[0]
	if p.Title != "The session ends after round 3" || len(p.Lost) != 1 || p.Commands[0].Command != "change_plan" {
		t.Fatalf("%+v", p)
	}
	r.carryOut(p)
	if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/publish", ""); w.Code != http.StatusOK {
		t.Error(w.Body)
	}
	r = planned(t, 5, 5, 2)
	r.round(1)
	r.round(2)
	if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/events/twenty/repair", `{"rounds":1}`)); p.Key != "movement.curtail_played" {
		t.Errorf("%+v", p)
	}
}

// TestTitles: of all ways to go on after an accident no two have the same title.
func TestTitles(t *testing.T) {
	for _, played := range []int{1, 3} {
		r := planned(t, 5, 5, 2)
		for n := 1; n <= played; n++ {
			r.round(n)
		}
		apart := 0
		for _, body := range []string{
			`{"late":[{}]}`, `{"late":[{},{}]}`, `{"late":[{},{},{}]}`, `{"late":[{}],"spare":2,"copies":2}`, `{"late":[{}],"gone":["1EW"]}`,
			`{"gone":["2NS"]}`, `{"gone":["1EW","2NS"]}`, `{"spoiled":[7]}`, `{"tables":4}`,
		} {
			seen := map[string]bool{}
			for _, p := range r.repairs(`{"all":true,` + body[1:]).Plans {
				if seen[p.Title] || strings.Contains(p.Title, "()") {
					t.Errorf("%s after round %d: twice %q", body, played, p.Title)
				}
				if seen[p.Title] = true; strings.HasSuffix(p.Title, ")") {
					apart++
				}
			}
		}
		if apart == 0 {
			t.Errorf("after round %d no two titles had to be told apart", played)
		}
	}
}
