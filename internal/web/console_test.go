package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
)

// console is the director's console, in a language.
func (r *rig) console(lang string) (c consoleJSON) {
	r.Helper()
	r.gets(&c, asDirector, http.MethodGet, "/api/events/tuesday/console?lang="+lang, "")
	return c
}

// kinds are what the lane is about, in its order.
func kinds(c consoleJSON) (out []string) {
	for _, i := range c.Lane {
		out = append(out, string(i.Kind))
	}
	return out
}

// do gives a command over HTTP as the director.
func (r *rig) do(command, body, why string) club.Answer {
	r.Helper()
	q := r.request(asDirector, http.MethodPost, "/api/events/tuesday/"+command, body)
	q.Header.Set("Why", why)
	w := r.send(q)
	if w.Code != http.StatusOK {
		r.Fatalf("%s %s: %d %s", command, body, w.Code, w.Body)
	}
	var a club.Answer
	r.read(w, &a)
	return a
}

// TestConsole: the console has the whole evening in one answer, in the words of who
// asks, and its actions can be sent as they stand.
func TestConsole(t *testing.T) {
	r := begin(t)
	c := r.console("en")
	if len(c.Places) != 9 || len(c.Sittings) != 9 || len(c.Tables) != 3 || len(c.Contestants) != 6 || len(c.Lane) != 0 || c.Ready {
		t.Fatalf("at the beginning: %+v", c)
	}
	if s := c.Sections[0]; s.Title != "Mitchell, 3 tables" || s.Rounds != 3 || s.PerRound != 1 || s.Round != 0 {
		t.Errorf("section %+v", s)
	}
	if !c.Tables[1].Closed || c.Tables[0].Closed || c.Names["1NS"][0] != "Player NS 1" || c.Event.Kind != "pairs" || c.Phase.State != event.InPlay {
		t.Errorf("%+v, %+v, %+v", c.Tables, c.Names, c.Phase)
	}
	put(r, asTable, "entry-of-north", result(1, true, "4S= S"))
	put(r, asTable, "entry-of-east", result(1, true, "3NT-1 E"))
	r.must(&club.CallDirector{Ref: "one", Table: 3, Reason: "a claim"})
	c = r.console("en")
	if got := kinds(c); !slices.Equal(got, []string{"call", "conflict"}) || c.Counts != (countsJSON{0, 1, 1}) {
		t.Fatalf("the lane has %v, %+v", got, c.Counts)
	}
	if i := c.Lane[0]; i.Text != "Table 3 called" || i.Detail != "A claim" || len(i.Actions) != 1 || !i.Actions[0].Default {
		t.Errorf("a call: %+v", i)
	}
	i := c.Lane[1]
	if i.Text != "Board 1, table 1: two results" || i.Detail != "4♠ S =, N-S 420 stands, another device says 3NT E −1." {
		t.Errorf("a conflict: %+v", i)
	}
	if seen := c.Tables[0].Seen; seen.IsZero() {
		t.Error("table 1 was not heard")
	}
	place := c.Places[slices.IndexFunc(c.Places, func(p deskPlaceJSON) bool { return p.Round == 1 && p.Table == 1 })]
	if place.Text != "4♠ S =" || *place.Score != 420 || place.State != club.StateConflict || len(place.Entries) != 2 || place.Entries[1].By != "Table 1" ||
		len(place.Doubts) != 1 || place.Doubts[0].ID != i.ID {
		t.Errorf("the place: %+v", place)
	}
	for lang, want := range map[string]string{
		"de": "4♠ S =, N-S 420 steht, ein anderes Gerät sagt 3SA O −1.",
		"ru": "Стоит 4♠ S =, N-S 420, другое устройство сообщает 3БК E −1.",
	} {
		if got := r.console(lang).Lane[1].Detail; got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	for len(c.Lane) > 0 {
		a := c.Lane[0].Actions[0]
		r.do(a.Command, string(a.Body), "")
		before := len(c.Lane)
		if c = r.console("en"); len(c.Lane) != before-1 {
			t.Fatalf("after %s %s: %v", a.Command, a.Body, kinds(c))
		}
	}
}

// TestConsoleActions: whatever the lane proposes is a command as the API reads it.
func TestConsoleActions(t *testing.T) {
	r := begin(t)
	for _, text := range []string{"4S= S", "3NT-1 E"} {
		put(r, asTable, "entry-"+strings.Fields(text)[0][:2]+"-of-it", result(1, true, text))
	}
	for _, i := range r.console("en").Lane {
		for _, a := range i.Actions {
			if a.Command == "" {
				continue
			}
			if _, err := club.Decode(a.Command, a.Body); err != nil {
				t.Errorf("%s of %s: %v", a.Command, i.Kind, err)
			}
		}
	}
}

// evening20 is a server with an evening of so many tables, rounds and boards a round, all
// played.
func evening20(t testing.TB, tables, rounds, per int) *rig {
	t.Helper()
	r := planned(t, tables, rounds, per)
	for round := 1; round <= rounds; round++ {
		r.round(round)
	}
	return r
}

// planned is a server with an evening that is to be played.
func planned(t testing.TB, tables, rounds, per int) *rig {
	t.Helper()
	r := beginOn(t, newMemory(), plenty)
	r.id = "twenty"
	r.must(&club.OpenEvent{Opened: event.Opened{Title: "Twenty", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}})
	r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(tables, rounds), PerRound: per, First: 1}})
	return r
}

// round plays a round as it is planned.
func (r *rig) round(round int) {
	r.Helper()
	results := []string{"4S= S", "3NT-1 E", "2H+1 N", "Pass", "1NT+2 W", "5DX-2 N"}
	var c consoleJSON
	r.gets(&c, asOwner, http.MethodGet, "/api/events/twenty/console", "")
	for _, p := range c.Places {
		if p.Round != round || p.State != club.StateEmpty {
			continue
		}
		res, err := bridge.ParseResult(results[(int(p.Board)*7+p.Table*3+round)%len(results)])
		if err != nil {
			r.Fatal(err)
		}
		r.must(&club.Enter{ID: fmt.Sprintf("entry-%d-%d-%d", round, p.Table, p.Board), Revision: 1, Agreed: true, Place: p.Place, Result: res})
	}
}

func BenchmarkConsole(b *testing.B) {
	r := evening20(b, 20, 9, 3)
	for b.Loop() {
		if w := r.ask(asOwner, http.MethodGet, "/api/events/twenty/console", ""); w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}

// TestConsoleRuling: a ruling and a penalty that stand are there as they can be given
// again, with who gave them and why; what is taken back is not.
func TestConsoleRuling(t *testing.T) {
	r := begin(t)
	put(r, asTable, "entry-of-north", result(1, true, "4S= S"))
	const spot = `"round":1,"table":1,"board":1`
	const body = `"assigned":{"ns":[{"result":"3S+1 S","weight":"3/5"},{"result":"4S= S","weight":"2/5"}],"ew":[{"result":"4S= S","weight":"1"}]}`
	r.do("rule", `{`+spot+`,`+body+`}`, "Law 12C1(c): slow bid")
	r.do("penalise", `{"ref":"one","contestant":"1NS","round":1,"kind":"procedural","amount":"10","unit":"%"}`, "late")
	place := func(c consoleJSON) deskPlaceJSON {
		return c.Places[slices.IndexFunc(c.Places, func(p deskPlaceJSON) bool { return p.Round == 1 && p.Table == 1 && p.Board == 1 })]
	}
	c := r.console("en")
	got := place(c).Ruling
	if got == nil || got.Why != "Law 12C1(c): slow bid" || got.By != "director, "+asDirector || got.At.IsZero() {
		t.Fatalf("the ruling is %+v", got)
	}
	if want := `{` + spot + `,` + body + `}`; string(got.Rule) != want {
		t.Errorf("the ruling is %s, want %s", got.Rule, want)
	}
	if len(c.Penalties) != 1 || c.Penalties[0].Why != "late" || !strings.Contains(c.Penalties[0].Text, "10") {
		t.Fatalf("the penalties are %+v", c.Penalties)
	}
	for command, body := range map[string]string{"rule": string(got.Rule), "penalise": string(c.Penalties[0].Penalise)} {
		r.do(command, body, "the same again")
	}
	if c = r.console("de"); place(c).Ruling.Why != "the same again" || len(c.Penalties) != 1 {
		t.Errorf("given again: %+v, %+v", place(c).Ruling, c.Penalties)
	}
	r.do("rule", `{`+spot+`}`, "")
	r.do("penalise", `{"ref":"one","contestant":"1NS","round":1,"kind":"procedural","amount":"0","unit":"%"}`, "")
	if c = r.console("en"); place(c).Ruling != nil || len(c.Penalties) != 0 {
		t.Errorf("taken back: %+v, %+v", place(c).Ruling, c.Penalties)
	}
}

// TestConsoleFouled: that a board was another one at some tables is there as it can be
// said again, at each of them and nowhere else; what is taken back is not.
func TestConsoleFouled(t *testing.T) {
	r := begin(t)
	const foul = `{"board":1,"tables":[1,2],"version":"B"}`
	fouled := func(c consoleJSON) (out []string) {
		for _, p := range c.Places {
			if p.Fouled != nil {
				out = append(out, fmt.Sprintf("%d/%d %s %s", p.Board, p.Table, p.Fouled.Foul, p.Fouled.Why))
			}
		}
		slices.Sort(out)
		return out
	}
	want := func(list ...string) {
		t.Helper()
		if got := fouled(r.console("en")); !slices.Equal(got, list) {
			t.Fatalf("fouled: %q, want %q", got, list)
		}
	}
	want()
	r.do("foul", foul, "Law 87: two cards changed")
	want("1/1 "+foul+" Law 87: two cards changed", "1/2 "+foul+" Law 87: two cards changed")
	c := r.console("en")
	if f := c.Places[slices.IndexFunc(c.Places, func(p deskPlaceJSON) bool { return p.Fouled != nil })].Fouled; f.By != "director, "+asDirector || f.At.IsZero() {
		t.Errorf("it was said by %q at %v", f.By, f.At)
	}
	r.do("foul", `{"board":1,"tables":[2],"version":""}`, "")
	want(`1/1 {"board":1,"tables":[1],"version":"B"} Law 87: two cards changed`) // and 2 does not come back with it
	r.do("foul", `{"board":1,"tables":[1,2],"version":""}`, "")
	want()
}

// TestTypedClubs: what the form writes for a club contract is read in every language.
func TestTypedClubs(t *testing.T) {
	r := begin(t)
	for lang, line := range map[string]string{"en": "3ce", "de": "3te", "ru": "3ce"} {
		own := gameWords(r.pages.speak[lang].Locale).StrainLetters["C"]
		if first := strings.ToLower(own[:1]); first >= "a" && first <= "z" && line[1:2] != first {
			t.Errorf("%s: clubs are %q, typed is %s", lang, own, line)
		}
		var got slipAnswer
		r.gets(&got, asDirector, http.MethodPost, "/api/events/tuesday/slip?lang="+lang, `{"round":1,"table":1,"board":1,"ns":"1NS","mode":"contract","line":"`+line+`"}`)
		if !got.OK || got.Result != "3C= E" {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
