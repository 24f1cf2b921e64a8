package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// found are the names that a role finds.
func (r *rig) found(role, q string) (names []string, people []foundJSON) {
	r.Helper()
	var got foundPeopleJSON
	r.gets(&got, role, "GET", "/api/people?event=tuesday&q="+url.QueryEscape(q), "")
	for _, p := range got.People {
		names = append(names, p.Name)
	}
	return names, got.People
}

// TestPeople: who types a name finds those first who played last, and what tells
// namesakes apart; nobody at a table finds who is hidden, nobody at all who is erased.
func TestPeople(t *testing.T) {
	r := begin(t)
	ids := map[string]event.PersonID{}
	for _, p := range []event.Person{
		{Name: "Anna Müller", MemberIDs: map[string]string{"national": "4711"}},
		{Name: "Anna Muller"},
		{Name: "Hanna Groß"},
		{Name: "Анна Семёнова"},
		{Name: "Annegret Ødegård-Åberg"},
		{Name: "Anna Hidden"},
		{Name: "Anna Erased"},
		{Name: "Bert O’Brien"},
	} {
		id, err := r.club.AddPerson(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		ids[p.Name] = id
	}
	names := r.club.Names()
	if _, err := names.Put(t.Context(), journal.Any, journal.Name{ID: ids["Anna Hidden"], Person: event.Person{Name: "Anna Hidden"}, Hidden: true}); err != nil {
		t.Fatal(err)
	}
	if err := names.Erase(t.Context(), ids["Anna Erased"]); err != nil {
		t.Fatal(err)
	}
	earlier := func(id, date string, pairs ...[]string) {
		t.Helper()
		do := func(c club.Command) {
			t.Helper()
			r.keys++
			if _, err := r.club.Do(t.Context(), boss, id, club.Ask{Key: fmt.Sprint("earlier-", r.keys), Command: c}); err != nil {
				t.Fatal(err)
			}
		}
		do(&club.OpenEvent{Opened: event.Opened{Date: date, Kind: event.Pairs, Method: event.Matchpoints, Winners: 1}})
		for i, pair := range pairs {
			reg := event.Registered{Contestant: event.Contestant{Number: i + 1}}
			for _, name := range pair {
				reg.Persons = append(reg.Persons, ids[name])
			}
			do(&club.Register{Registered: reg})
		}
	}
	earlier("week-1", "2026-11-17", []string{"Anna Muller", "Hanna Groß"}, []string{"Анна Семёнова", "Anna Hidden"})
	earlier("week-2", "2026-11-24", []string{"Hanna Groß", "Bert O’Brien"})
	r.index.forget()

	for q, want := range map[string]string{
		"an mü":    "Anna Muller, Anna Müller", // who has played comes first
		"MULLER":   "Anna Muller, Anna Müller",
		"4711":     "Anna Müller",
		"gross h":  "Hanna Groß",
		"семен":    "Анна Семёнова",
		"СЕМЁН ан": "Анна Семёнова",
		"odeg":     "Annegret Ødegård-Åberg",
		"aberg":    "Annegret Ødegård-Åberg",
		"obrien":   "Bert O’Brien",
		"hidden":   "",
		"erased":   "",
		"nobody":   "",
		"nna":      "", // only beginnings of words
	} {
		got, _ := r.found(asTable, q)
		if strings.Join(got, ", ") != want {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
	if got, _ := r.found(asDirector, "anna h"); !slices.Equal(got, []string{"Anna Hidden"}) {
		t.Errorf("the director finds %q", got)
	}
	got, _ := r.found(asTable, "")
	if len(got) != maxFound || !slices.Equal(got[:3], []string{"Bert O’Brien", "Hanna Groß", "Anna Muller"}) || strings.HasPrefix(got[4], "Player") {
		t.Errorf("without a letter: %q", got)
	}
	_, people := r.found(asTable, "hanna")
	if p := people[0]; p.Last != "2026-11-24" || p.Hint != "played with Bert O’Brien" || p.Plays != "" || p.ID != string(ids["Hanna Groß"]) {
		t.Errorf("Hanna is %+v", p)
	}
	_, people = r.found(asTable, "семен")
	if p := people[0]; p.Last != "2026-11-17" || p.Hint != "" { // her partner is hidden
		t.Errorf("Семёнова is %+v", p)
	}
	if _, people = r.found(asDirector, "семен"); people[0].Hint != "played with Anna Hidden" {
		t.Errorf("the director sees %+v", people[0])
	}
	_, people = r.found(asTable, "muller 4711")
	if p := people[0]; p.Number != "4711" || p.Last != "" {
		t.Errorf("Müller is %+v", p)
	}
	_, people = r.found(asTable, "player ns 2")
	if p := people[0]; p.Plays != "2NS" {
		t.Errorf("who plays tonight is %+v", p)
	}
	// Who asked to be forgotten is so at once, whatever is kept in mind.
	if err := names.Erase(t.Context(), ids["Bert O’Brien"]); err != nil {
		t.Fatal(err)
	}
	if got, _ := r.found(asDirector, "bert"); len(got) > 0 {
		t.Errorf("erased, and found %q", got)
	}
	if _, people := r.found(asTable, "hanna"); people[0].Hint != "" {
		t.Errorf("erased, and Hanna is %+v", people[0])
	}
	for role, key := range map[string]string{asOther: "web.role", "temporary": "web.role", asReader: "web.login", asRevoked: "web.role"} {
		if p := r.refused(r.ask(role, "GET", "/api/people?event=tuesday&q=a", "")); p.Key != key {
			t.Errorf("%s: %+v", role, p)
		}
	}
}

// TestSitting: players say who they are, by the list or as guests; sent again it makes
// nobody twice, and tables see no name that is hidden.
func TestSitting(t *testing.T) {
	r := begin(t)
	sit := func(role, key, seats string) (club.Answer, *problem) {
		t.Helper()
		q := r.request(role, "POST", "/api/events/tuesday/sit", `{"round":1,"table":1,"seats":`+seats+`}`)
		q.Header.Set("Idempotency-Key", key)
		w := r.send(q)
		if w.Code != 200 {
			p := r.refused(w)
			return club.Answer{}, &p
		}
		var a club.Answer
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		return a, nil
	}
	names := func() []string {
		t.Helper()
		var got tableStateJSON
		r.gets(&got, asTable, "GET", "/api/table", "")
		return got.Names["1NS"]
	}
	count := func() (n int) {
		for _, err := range r.club.Names().All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	before := count()
	first, p := sit(asTable, "guest-1", `{"N":{"guest":" Ada  Byron "}}`)
	again, p2 := sit(asTable, "guest-1", `{"N":{"guest":" Ada  Byron "}}`)
	if p != nil || p2 != nil || again != first || count() != before+1 {
		t.Errorf("%+v %+v, again %+v %+v; %d persons more", first, p, again, p2, count()-before)
	}
	if got := names(); !slices.Equal(got, []string{"Ada Byron"}) {
		t.Errorf("North-South is %q", got)
	}
	if got, people := r.found(asTable, "byron"); !slices.Equal(got, []string{"Ada Byron"}) || people[0].Plays != "1NS" {
		t.Errorf("found %+v", people)
	}
	id, err := r.club.AddPerson(t.Context(), event.Person{Name: "Charles"})
	if err != nil {
		t.Fatal(err)
	}
	if _, p := sit(asTable, "person-1", `{"N":{},"S":{"person":"`+string(id)+`"}}`); p != nil {
		t.Errorf("%+v", p)
	}
	if got := names(); !slices.Equal(got, []string{"", "Charles"}) {
		t.Errorf("South alone: %q", got)
	}
	if _, err := r.club.Names().Put(t.Context(), journal.Any, journal.Name{ID: id, Person: event.Person{Name: "Charles"}, Hidden: true}); err != nil {
		t.Fatal(err)
	}
	if got := names(); !slices.Equal(got, []string{"", ""}) {
		t.Errorf("South is hidden: %q", got)
	}
	for seats, key := range map[string]string{
		`{"N":{"guest":"x","person":"y"}}`: "web.sitter",
		`{"N":{"person":"nobody"}}`:        "web.no_person",
		`{"Q":{"guest":"x"}}`:              "seat.unknown",
		`{}`:                               "club.sit_nobody",
		`{"N":{"guest":"v"},"S":{"guest":"w"},"E":{"guest":"x"},"W":{"person":"nobody"}}`: "web.no_person",
	} {
		before := count()
		if _, p := sit(asTable, "key-"+key+strconv.Itoa(len(seats)), seats); p == nil || p.Key != key || count() != before {
			t.Errorf("%s: %+v, want %s; %d persons more", seats, p, key, count()-before)
		}
	}
	before = count()
	w := r.ask(asTable, "POST", "/api/events/tuesday/sit", `{"round":2,"table":1,"seats":{"N":{"guest":"Late"}}}`)
	if p := r.refused(w); p.Key != "club.names_closed" || count() != before {
		t.Errorf("%+v, %d persons more", p, count()-before)
	}
	w = r.ask(asDirector, "POST", "/api/events/tuesday/sit", `{"round":2,"table":1,"seats":{"N":{"guest":"Late"}}}`)
	if w.Code != 200 || count() != before+1 {
		t.Errorf("the director: %d %s", w.Code, w.Body)
	}
}
