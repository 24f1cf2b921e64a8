package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/movement"
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
	if r.gets(&got, asOwner, http.MethodPost, "/api/recommend", `{"tables":9,"boards":18,"start":"7.15"}`); got.Proposals[0].Ends != "09:39" {
		t.Errorf("it ends at %s", got.Proposals[0].Ends)
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

// starts begins an evening, and gives what was sent and what the console shows of it.
func (r *rig) starts(want map[string]any) (sent string, o openedJSON, c consoleJSON) {
	r.Helper()
	b, err := json.Marshal(want)
	if err != nil {
		r.Fatal(err)
	}
	r.gets(&o, asOwner, http.MethodPost, "/api/evenings", string(b))
	r.gets(&c, asOwner, http.MethodGet, "/api/events/"+o.ID+"/console", "")
	return string(b), o, c
}

// TestTonightSections: the tables are split into two sections that play as long with the
// same boards, and both begin in one request: contestants, table cards, entry, the
// console and the ranking know their section.
func TestTonightSections(t *testing.T) {
	r := begin(t)
	var got recommendedJSON
	r.gets(&got, asOwner, http.MethodPost, "/api/recommend", `{"tables":15,"boards":24,"start":"19:15","sections":2}`)
	if len(got.Proposals) == 0 {
		t.Fatalf("%+v", got)
	}
	p := got.Proposals[0]
	if p.Tables != 15 || len(p.Sections) != 2 || p.Sections[0].Section != "A" || p.Sections[1].Section != "B" || !strings.HasPrefix(p.Words, "2 sections: A has 8 tables, B has 7 tables. Each plays its own set of boards 1 to ") {
		t.Fatalf("%+v", p)
	}
	for lang, want := range map[string]string{"de": "2 Sektionen: A hat 8 Tische, B hat 7 Tische.", "ru": "2 сектора: A – 8 столов, B – 7 столов."} {
		var other recommendedJSON
		r.gets(&other, asOwner, http.MethodPost, "/api/recommend?lang="+lang, `{"tables":15,"boards":24,"sections":2}`)
		if !strings.HasPrefix(other.Proposals[0].Words, want) {
			t.Errorf("%s: %q", lang, other.Proposals[0].Words)
		}
	}
	// The half table is in the second section.
	var half recommendedJSON
	r.gets(&half, asOwner, http.MethodPost, "/api/recommend", `{"tables":9,"half":true,"boards":20,"sections":2}`)
	if len(half.Proposals) == 0 || half.Proposals[0].Tables != 10 || !half.Proposals[0].SitOut {
		t.Errorf("%+v", half)
	}

	sent, o, c := r.starts(map[string]any{"title": "Two sections", "per_round": p.PerRound, "sections": p.Sections})
	if len(c.Sections) != 2 || c.Sections[0].Section != "A" || c.Sections[0].Tables != 8 || c.Sections[1].Tables != 7 || len(c.Tables) != 15 || len(c.Contestants) != 30 {
		t.Fatalf("%+v, %d tables, %d contestants", c.Sections, len(c.Tables), len(c.Contestants))
	}
	// Table 3 of each section plays the same board.
	for _, section := range []string{"A", "B"} {
		var x *deskPlaceJSON
		for i := range c.Places {
			if p := &c.Places[i]; p.Section == section && p.Table == 3 && p.Round == 1 && x == nil {
				x = p
			}
		}
		if x == nil || !strings.HasPrefix(x.NS, section) || !strings.HasPrefix(x.EW, section) {
			t.Fatalf("section %s: %+v", section, x)
		}
		q := r.request(asOwner, http.MethodPost, "/api/events/"+o.ID+"/enter",
			fmt.Sprintf(`{"id":"entry-of-section-%s","revision":1,"section":%q,"round":1,"table":3,"board":%d,"result":%q,"agreed":true}`, section, section, x.Board, map[string]string{"A": "4S= S", "B": "4S-1 S"}[section]))
		if w := r.send(q); w.Code != http.StatusOK {
			t.Fatal(w.Body)
		}
		var line slipAnswer
		r.gets(&line, asOwner, http.MethodPost, "/api/events/"+o.ID+"/slip", fmt.Sprintf(`{"section":%q,"round":1,"table":3,"board":%d,"ns":%q,"mode":"contract","line":"p"}`, section, x.Board, x.NS))
		if line.NS != x.NS {
			t.Errorf("the slip of section %s: %+v", section, line)
		}
	}
	r.gets(&c, asOwner, http.MethodGet, "/api/events/"+o.ID+"/console", "")
	saved := 0
	for _, x := range c.Places {
		if x.State == club.StateSaved {
			saved++
		}
	}
	if saved != 2 {
		t.Errorf("%d results are in", saved)
	}
	var made struct {
		Token string `json:"token"`
	}
	r.gets(&made, asOwner, http.MethodPost, "/api/events/"+o.ID+"/tables", `{"section":"B","table":7}`)
	var table tableStateJSON
	r.token = made.Token
	r.gets(&table, asBearer, http.MethodGet, "/api/table", "")
	if table.Section != "B" || table.Table != 7 || len(table.Sittings) != 7*p.Rounds || !strings.HasPrefix(table.Sittings[0].NS, "B") {
		t.Errorf("table B7: %s%d, %d sittings", table.Section, table.Table, len(table.Sittings))
	}
	var lists standingsJSON
	r.gets(&lists, asOwner, http.MethodGet, "/api/events/"+o.ID+"/standings", "")
	sections := map[string]int{}
	for _, l := range lists.Lists {
		for _, row := range l.Rows {
			sections[row.Contestant[:1]]++
		}
	}
	if len(lists.Lists) != p.Winners || sections["A"] != 16 || sections["B"] != 14 {
		t.Errorf("%d lists, in which sections stand so often: %v", len(lists.Lists), sections)
	}
	if n := len(lists.Further); n != 2*p.Winners || lists.Further[0].Section != "A" || lists.Further[n-1].Section != "B" {
		t.Errorf("the lists of the sections: %+v", lists.Further)
	}
	for body, key := range map[string]string{
		`{"per_round":3}`: "club.no_movement",
		strings.Replace(sent, `"section":"B"`, `"section":"A"`, 1): "web.section_twice",
	} {
		if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/evenings", body)); p.Key != key {
			t.Errorf("%+v, want %s", p, key)
		}
	}
}

// TestTwoSections: as soon as the page offers two sections there is a way for them; too
// few are refused in a sentence, seats for who cannot move are in both sections, and
// both play for the same.
func TestTwoSections(t *testing.T) {
	for pairs := 11; pairs <= 16; pairs++ {
		for _, boards := range []int{18, 20, 24, 27} {
			list, err := ways(movement.Want{Pairs: pairs, Boards: boards, Pace: movement.UsualPace}, 2)
			if err != nil || len(list) == 0 {
				t.Errorf("%d pairs, %d boards: %v", pairs, boards, err)
			}
		}
	}
	list, err := ways(movement.Want{Pairs: 12, Boards: 24, Stationary: 4, Pace: movement.UsualPace}, 2)
	if err != nil || list[0][0].Audit.Stationary+list[0][1].Audit.Stationary < 4 {
		t.Errorf("four who cannot move: %v", err)
	}
	r := begin(t)
	for pairs := 1; pairs < 2*leastOfSection; pairs++ {
		if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/recommend", fmt.Sprintf(`{"pairs":%d,"boards":24,"sections":2}`, pairs))); p.Key != "web.sections_few" {
			t.Errorf("%d pairs: %+v", pairs, p)
		}
	}
	movements := map[string]json.RawMessage{}
	for family, ask := range map[string]string{"Mitchell": `{"tables":4,"boards":24,"winners":2}`, "Howell": `{"tables":4,"boards":24,"winners":1}`} {
		var got recommendedJSON
		r.gets(&got, asOwner, http.MethodPost, "/api/recommend", ask)
		movements[family] = got.Proposals[0].Movement
	}
	b, err := json.Marshal(map[string]any{"per_round": 3, "sections": []sectionPlanJSON{{Section: "A", Movement: movements["Mitchell"]}, {Section: "B", Movement: movements["Howell"]}}})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.refused(r.ask(asOwner, http.MethodPost, "/api/evenings", string(b))); p.Key != "web.sections_differ" {
		t.Errorf("%+v", p)
	}
}

// TestManySections: a large club plays in as many sections as the page offers. None has
// more than a table, or one and a half, more than another, together they have all
// pairs, and they play as long with the same boards.
func TestManySections(t *testing.T) {
	for sections := 3; sections <= 5; sections++ {
		for pairs := 16*sections - 1; pairs <= 16*sections+6; pairs++ {
			for _, boards := range []int{24, 27} {
				list, err := ways(movement.Want{Pairs: pairs, Boards: boards, Pace: movement.UsualPace}, sections)
				if err != nil || len(list) == 0 {
					t.Errorf("%d pairs in %d sections, %d boards: %v", pairs, sections, boards, err)
					continue
				}
				for _, w := range list {
					all, most, fewest := 0, 0, 400
					for _, p := range w {
						own := len(p.Contestants())
						all, most, fewest = all+own, max(most, own), min(fewest, own)
						if !alike(w[0], p) {
							t.Errorf("%d pairs in %d sections: %s beside %s", pairs, sections, p.Family, w[0].Family)
						}
					}
					if len(w) != sections || all != pairs || most-fewest > 2+pairs%2 {
						t.Errorf("%d pairs in %d sections: %d play in %d, of %d to %d each", pairs, sections, all, len(w), fewest, most)
					}
				}
			}
		}
	}
	r := begin(t)
	var got recommendedJSON
	r.gets(&got, asOwner, http.MethodPost, "/api/recommend", `{"tables":40,"boards":27,"sections":3}`)
	p := got.Proposals[0]
	if len(p.Sections) != 3 || p.Sections[2].Section != "C" || p.Tables != 40 || !strings.HasPrefix(p.Words, "3 sections: A has 14 tables, B has 13 tables, C has 13 tables. ") {
		t.Fatalf("%+v", p)
	}
	_, _, c := r.starts(map[string]any{"per_round": p.PerRound, "sections": p.Sections})
	if len(c.Sections) != 3 || len(c.Tables) != 40 || len(c.Contestants) != 80 {
		t.Errorf("%+v, %d tables, %d contestants", c.Sections, len(c.Tables), len(c.Contestants))
	}
}

// TestBalanceOfSections: of sections that have one ranking each the balance is that of the
// one whose pairs compete least evenly, whichever it is.
func TestBalanceOfSections(t *testing.T) {
	r := begin(t)
	list, err := movement.Recommend(movement.Want{Pairs: 18, Boards: 27, Winners: 1, Pace: movement.UsualPace})
	if err != nil || len(list) < 3 {
		t.Fatalf("%d movements, %v", len(list), err)
	}
	slices.SortFunc(list, func(a, b movement.Proposal) int { return a.Audit.Balance.Q.Cmp(b.Audit.Balance.Q) })
	low, middle, high := list[0], list[len(list)/2], list[len(list)-1]
	s := r.pages.speak["en"]
	want := s.proposal(low, 0).Balance
	if s.proposal(high, 0).Balance == want || s.proposal(middle, 0).Balance == want {
		t.Fatalf("they are as even: %s", want)
	}
	for _, w := range []way{{high, low, middle}, {low, middle, high}, {middle, high, low}} {
		if got := s.way(w, 0).Balance; got != want {
			t.Errorf("balance %s, want %s", got, want)
		}
	}
}
