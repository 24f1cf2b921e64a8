package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
)

// told is an event of testdata: its facts and its people.
func told(t *testing.T, name string) *reckoned {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Facts  []event.Fact
		People event.People
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	record := &event.Record{Facts: file.Facts, People: file.People}
	e, err := event.Fold(record.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	return &reckoned{name: name, Record: record, standings: s, pack: e.Pack()}
}

// views prints everything that there is of an event.
func views(t *testing.T, term *terminal, r *reckoned) string {
	s := r.standings
	term.heading(s)
	lists, err := (&rankCommand{}).lists(s)
	if err != nil {
		t.Fatal(err)
	}
	lists = append(lists, s.Further...)
	term.lists(s, lists, r.People)
	term.notes(r, s.Lists)
	for _, l := range s.Lists {
		for _, row := range l.Rows[:min(4, len(l.Rows))] {
			term.out.WriteString("\n")
			term.card(r, row)
		}
		term.out.WriteString("\n")
		term.recap(s, l, false)
	}
	term.out.WriteString("\n")
	term.boards(s, r.People, "")
	term.out.WriteString("\n")
	term.frequencies(s, "")
	for _, m := range r.matchList() {
		term.out.WriteString("\n")
		term.match(r, m)
	}
	if s.Info.Kind == event.Teams {
		term.out.WriteString("\n")
		term.butler(r)
	}
	if s.Info.Kind == event.Teams || swissPairs(s) {
		d := &drawing{reckoned: r}
		if err := d.gatherRounds(); err != nil {
			t.Fatal(err)
		}
		term.out.WriteString("\n")
		if err := d.next(term, &drawCommand{}, 0); err != nil {
			t.Fatal(err)
		}
	}
	r.who()
	for _, board := range []bridge.Board{0, 1} {
		x := explained{reckoned: r, info: s.Info, several: severalSessions(s), row: s.Lists[0].Rows[0], list: s.Lists[0]}
		if x.several {
			x.session = 1
		}
		if err := x.derive(s, board, ""); err != nil {
			t.Fatal(err)
		}
		term.out.WriteString("\n")
		term.explain(&x)
	}
	return term.out.String()
}

// TestViews prints events that have all there can be, in every language, on a wide
// page and on the narrowest. Set UPDATE=1 to rewrite what is expected, then read the
// difference before you commit it.
func TestViews(t *testing.T) {
	for _, name := range []string{"final", "individual", "par", "stages", "swiss", "teams"} {
		r := told(t, name)
		for _, lang := range locale.Languages() {
			for _, columns := range []int{widest, narrowest} {
				got := views(t, newTerminal(t, lang, columns), r)
				path := filepath.Join("testdata", fmt.Sprintf("%s.%s.%d.txt", name, lang, columns))
				if os.Getenv("UPDATE") != "" {
					if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("%s is not as expected:\n%s", path, got)
				}
				for _, line := range tooWide(got, columns) {
					t.Errorf("%s: wider than the page: %s", path, line)
				}
				if strings.Contains(got, "{") {
					t.Errorf("%s: a place without a value", path)
				}
			}
		}
	}
}

// TestViewsJSON: what a program gets of these events.
func TestViewsJSON(t *testing.T) {
	for name, wants := range map[string][]string{
		"final": {
			`"id":"B3","names":["Мария","Николай"],"stratum":"A","boards":10,"total":"53.6"`,
			`"sessions":[{"session":1,"boards":5,"total":`,
			`"carried":"3.0"`, `"penalty":"0.6"`, `"substitutes":["Sophie"]`,
			`{"rank":null,"tied":false,"contestant":"B4","id":"B4",`, `"withdrawn":true`,
			`"penalties":[{"ref":"1","contestant":"A2","session":1,"kind":"procedural","amount":"10","unit":"%"}`,
			`{"name":"all section A","section":"A","rows":[`, `{"name":"all stratum B","stratum":"B","rows":[`,
			`{"name":"all handicap","handicap":true,"rows":[`, `"handicap":"8.0"`,
			`"state":"cancelled"`, `"state":"late"`, `"version":"turned cards"`,
		},
		"individual": {`"kind":"individual"`, `"ns":"1","ew":"3","south":"2","west":"4"`},
		"par":        {`"method":"par"`, `"par":420`, `{"rank":1,"tied":false,"contestant":"4","id":"4","names":[],"boards":2,"total":"13.00"}`},
		"swiss":      {`"id":"1","names":["Анна","Борис"],`, `"vp":"`, `"matches":{"played":2}`},
		"teams": {
			`"kind":"teams"`, `"total":"29.79","matches":{"played":3,"won":1,"drawn":0,"lost":1,"for":"0.00","against":"0.00"},"penalty":"0.50"`,
			`{"rank":null,"tied":false,"contestant":"6","id":"6",`,
		},
		"stages": {`"correction_until":"2026-10-06T20:30:00Z"`, `"stage":2,"sessions":[{"session":3,"boards":2,"total":"0.00"}],"carried":"10.50"}`},
	} {
		r := told(t, name)
		term := newTerminal(t, "en", widest)
		out := term.rankingJSON(r, append(append([]event.List{}, r.standings.Lists...), r.standings.Further...))
		out.Boards = boardsJSON(r.standings, "")
		if err := term.answer(out); err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if got := term.out.String(); !strings.Contains(got, want) {
				t.Errorf("%s: no %s in\n%s", name, want, got)
			}
		}
	}
}

// TestViewsFit: nothing is wider than its page, whatever that is.
func TestViewsFit(t *testing.T) {
	for _, name := range []string{"final", "individual", "par", "stages", "swiss", "teams"} {
		r := told(t, name)
		for columns := narrowest; columns <= widest; columns++ {
			for _, lang := range locale.Languages() {
				for _, line := range tooWide(views(t, newTerminal(t, lang, columns), r), columns) {
					t.Errorf("%s, %s, %d columns: %s", name, lang, columns, line)
				}
			}
		}
	}
}
