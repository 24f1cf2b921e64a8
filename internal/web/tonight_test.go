package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestTonight: three numbers give movements that fit, and the first one starts an
// evening in one request, which may be sent again.
func TestTonight(t *testing.T) {
	r := begin(t)
	var got recommendedJSON
	r.gets(&got, asOwner, http.MethodPost, "/api/recommend", `{"tables":9,"boards":27,"start":"19:15","until":"22:45"}`)
	if got.Pairs != 18 || len(got.Proposals) != fewProposals || got.More == 0 || got.Why != "" {
		t.Fatalf("%+v", got)
	}
	p := got.Proposals[0]
	if p.Title != "Mitchell" || p.Ends != "22:42" || p.Rounds != 9 || p.PerRound != 3 || p.Winners != 2 || !p.SameBoards || p.Balance != "" || p.SitOut {
		t.Errorf("%+v", p)
	}
	if want := "9 rounds of 3 boards. North-South stay at their tables for the whole session. East-West go up one table after every round, from table 9 to table 1. "; !strings.HasPrefix(p.Words, want) {
		t.Errorf("%q", p.Words)
	}
	if m := p.Map; len(m.Pairs) != 9 || m.Pairs[1] != (arrowJSON{1, 2, 2}) || len(m.Boards) != 9 || m.Boards[0] != (arrowJSON{From: 2, To: 1}) || m.Rounds != 9 || m.Of != 9 {
		t.Errorf("%+v", m)
	}
	if q := got.Proposals[1]; q.Title != "Mitchell, last round switched" || q.Balance != "93" || len(q.Map.Switched) != 1 || q.ID == p.ID {
		t.Errorf("%+v", q)
	}
	if got.Last == nil || got.Last.Title != "Tuesday" || got.Last.MethodText == "" {
		t.Errorf("the last event: %+v", got.Last)
	}
	body := func(title string) string {
		b, err := json.Marshal(map[string]any{"title": title, "club": "Riverside", "per_round": p.PerRound, "movement": p.Movement, "config": map[string]any{"feedback": 1}})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	send := func(body string) (o openedJSON) {
		q := r.request(asOwner, http.MethodPost, "/api/evenings", body)
		q.Header.Set("Idempotency-Key", "tonight")
		w := r.send(q)
		if w.Code != http.StatusOK {
			t.Fatal(w.Body)
		}
		r.read(w, &o)
		return o
	}
	one, two := send(body("Tonight")), send(body("Tonight"))
	if one != two || one.ID == "" {
		t.Errorf("%+v, sent again %+v", one, two)
	}
	var c consoleJSON
	r.gets(&c, asOwner, http.MethodGet, "/api/events/"+one.ID+"/console", "")
	if len(c.Contestants) != 18 || len(c.Places) != 243 || c.Config.Feedback != 1 || c.Event.Title != "Tonight" || c.Event.Date == "" {
		t.Errorf("%d contestants, %d places, %+v", len(c.Contestants), len(c.Places), c.Event)
	}
	// Another evening under the same key is refused, and nothing stays of one that is none.
	q := r.request(asOwner, http.MethodPost, "/api/evenings", body("Another"))
	q.Header.Set("Idempotency-Key", "tonight")
	if p := r.refused(r.send(q)); p.Key != "club.key_taken" {
		t.Errorf("%+v", p)
	}
	var before, after eventsJSON
	r.gets(&before, asOwner, http.MethodGet, "/api/events", "")
	bad := strings.Replace(body("Bad"), `"2-9/1"`, `"2-9/3"`, 1)
	if bad = strings.Replace(bad, `"1-1/1"`, `"1-2/1"`, 1); bad == body("Bad") {
		t.Fatal("the movement is as it was")
	}
	if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/evenings", bad)); p.Key != "club.plan_unsound" {
		t.Errorf("%+v", p)
	}
	r.gets(&after, asOwner, http.MethodGet, "/api/events", "")
	if len(before.Events) != len(after.Events) {
		t.Errorf("%d events, were %d", len(after.Events), len(before.Events))
	}
}

// TestTonightWords: what does not fit is said with what does, in each language; a half
// table and a wrong time are understood.
func TestTonightWords(t *testing.T) {
	r := begin(t)
	for lang, want := range map[string]string{
		"en": "27 boards until 21:30 do not fit; 16 do.", "de": "27 Boards bis 21:30 gehen nicht; 16 gehen.", "ru": "27 сдач до 21:30 не успеть, а 16 успеть можно.",
	} {
		var got recommendedJSON
		r.gets(&got, asOwner, http.MethodPost, "/api/recommend?lang="+lang, `{"tables":9,"boards":27,"start":"19:15","until":"21:30"}`)
		if got.Why != want || len(got.Proposals) != 0 {
			t.Errorf("%s: %q, %d boards", lang, got.Why, got.Fits)
		}
	}
	var got recommendedJSON
	r.gets(&got, asOwner, http.MethodPost, "/api/recommend", `{"tables":9,"half":true,"boards":27}`)
	if got.Pairs != 19 || !got.Proposals[0].SitOut || got.Proposals[0].Ends != "" {
		t.Errorf("%+v", got.Proposals[0])
	}
	for body, key := range map[string]string{
		`{"tables":9,"boards":27,"start":"a quarter past"}`: "web.clock",
		`{"tables":9}`:                "movement.want_length",
		`{"boards":27}`:               "movement.want",
		`{"tables":9000,"boards":27}`: "web.request",
	} {
		if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/recommend", body)); p.Key != key {
			t.Errorf("%s: %+v", body, p)
		}
	}
}
