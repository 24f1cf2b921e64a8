package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/notation"
)

// typed asks what a line means.
func (r *rig) typed(lang, body string) (a slipAnswer) {
	r.Helper()
	r.gets(&a, asDirector, http.MethodPost, "/api/events/tuesday/slip?lang="+lang, body)
	return a
}

// written sends what an answer says.
func (r *rig) written(a *slipAnswer) {
	r.Helper()
	var got club.Answer
	if a.First != nil {
		r.gets(&got, asDirector, http.MethodPost, "/api/events/tuesday/"+a.First.Command, string(a.First.Body))
	}
	r.gets(&got, asDirector, http.MethodPost, "/api/events/tuesday/"+a.Command, string(a.Body))
}

func TestSlip(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	for _, tc := range []struct {
		lang, body, words, entry, from string
	}{
		{"en", `{"board":2,"ns":"1NS","line":"2nw-1"}`, "two no trump by West, one down. North-South score 50.", "2NT-1 W", ""},
		{"de", `{"board":2,"ns":"1NS","line":"4pox"}`, "vier Pik im Kontra von Ost, erfüllt. 590 für Ost-West.", "4SX= E", ""},
		{"ru", `{"board":2,"ns":"1NS","line":"4пВ"}`, "четыре пики, разыгрывает Восток: выполнен. 420 в пользу Востока-Запада.", "4S= E", ""},
		{"en", `{"board":2,"ns":"1NS","line":"62","mode":"short"}`, "North-South score 620", "620", ""},
		{"en", `{"board":2,"ns":"1NS","line":"-1","above":"4S= S"}`, "four spades by South, one down. East-West score 100.", "4S-1 S", ""},
		{"en", `{"board":2,"ns":"1NS","line":"","above":"A+/A-"}`, "", "AA+/A-", ""},
		{"en", `{"board":2,"ns":"1NS","line":"p"}`, "passed out, no score", "Pass", ""},
		{"en", `{"board":2,"ns":"1NS","line":"а60/40"}`, "artificial score, N-S 60 %, E-W 40 %", "A60/40", ""},
		{"en", `{"board":2,"ns":"1NS","line":"420"}`, "420 is not possible with N-S vulnerable. Board 2: N-S vulnerable. 350 and 500 are possible", "", "0 3"},
		{"de", `{"board":1,"ns":"1NS","line":"2cs"}`, "„c“ ist Treff oder Coeur: bitte das Symbol oder das Wort schreiben", "", "1 2"},
		{"en", `{"board":1,"ns":"1NS","line":"♠♠12:"}`, "", "", "0 5"},
		{"en", `{"board":1,"ns":"1NS","line":"1:p"}`, "passed out, no score", "Pass", ""},
		{"en", `{"board":1,"ns":"1NS","line":"2:p"}`, "Pair 2 should be at table 3 in round 2", "", "0 3"},
		{"en", `{"board":1,"round":2,"table":3,"line":"p"}`, "passed out, no score", "Pass", ""},
		{"en", `{"board":1,"round":3,"table":3,"line":"p"}`, `Board 1 has no line of ""`, "", "0 1"},
		{"en", `{"board":2,"ns":"1NS","line":"+1","above":"4ss"}`, "four spades by South, made with one overtrick. North-South score 650.", "4S+1 S", ""},
		{"en", `{"board":1,"line":"2:p"}`, "passed out, no score", "Pass", ""},
		{"en", `{"board":1,"ns":"1NS","line":"9:p"}`, "Pair 9 does not play board 1 East-West", "", "0 3"},
	} {
		a := r.typed(tc.lang, tc.body)
		words, from := a.Words, ""
		if a.Error != nil {
			words, from = a.Error.Text, fmt.Sprint(a.Error.From, a.Error.To)
		}
		if a.OK != (tc.from == "") || a.Entry != tc.entry || from != tc.from || tc.words != "" && words != tc.words {
			t.Errorf("%s %s: %v %q %q %s", tc.lang, tc.body, a.OK, words, a.Entry, from)
		}
	}
}

// TestSetBoard: a board that was set otherwise than its number says is so wherever it is
// named, before anything is known of its results.
func TestSetBoard(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.West, Vul: bridge.AllVul, Deal: anyDeal(t)}}})
	a := r.typed("en", `{"board":1,"ns":"1NS","line":"4ss"}`)
	if a.Score == nil || *a.Score != 620 || a.Dealer != "W" || a.Vul != "all" {
		t.Errorf("typed, it is %+v", a)
	}
	var table tableStateJSON
	r.gets(&table, asTable, http.MethodGet, "/api/table", "")
	if table.Boards[0] != (boardInfoJSON{1, "W", "All"}) {
		t.Errorf("at the table it is %+v", table.Boards[0])
	}
	for target, want := range map[string][]string{
		"/e/tuesday/boards/1":         {"West", "all vulnerable"},
		"/e/tuesday/print/travellers": {"dealer West"},
	} {
		page := r.ask(asReader, http.MethodGet, target, "").Body.String()
		for _, text := range want {
			if !strings.Contains(strings.ToLower(page), strings.ToLower(text)) {
				t.Errorf("%s has no %q", target, text)
			}
		}
		if strings.Contains(page, "AKQJT9") {
			t.Errorf("%s shows the cards", target)
		}
	}
}

func anyDeal(t testing.TB) bridge.Deal {
	t.Helper()
	d, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A traveller is typed line by line: each answer has the command that writes it and
// the line that comes next, up to the end.
func TestSlipWrites(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	at, lines := nextJSON{Board: 1, NS: "1NS"}, 0
	above := ""
	for _, line := range []string{"4ss", "", "-1", "620", "p", "a60/40", "3nn", "np"} {
		b, _ := json.Marshal(slipJSON{Board: at.Board, NS: at.NS, Line: line, Above: above})
		a := r.typed("en", string(b))
		if !a.OK || a.Next == nil {
			t.Fatalf("%s: %+v", b, a)
		}
		r.written(&a)
		at, above, lines = *a.Next, a.Entry, lines+1
	}
	b, _ := json.Marshal(slipJSON{Board: at.Board, NS: at.NS, Line: "l"})
	last := r.typed("en", string(b))
	if at.Board != 3 || at.Missing != 1 || last.Next != nil {
		t.Errorf("the last of nine lines is %+v, then %+v", at, last.Next)
	}
	r.written(&last)

	// A correction decides what counts, and takes a ruling back.
	for _, line := range []string{"4hs+1", "a"} {
		again := r.typed("en", `{"board":1,"ns":"1NS","line":"`+line+`"}`)
		r.written(&again)
	}
	back := r.typed("en", `{"board":1,"ns":"1NS","line":"4ss"}`)
	if back.First == nil || back.Command != "resolve" {
		t.Errorf("over a ruling: %+v", back)
	}
	r.written(&back)
	var sheet sheetJSON
	r.gets(&sheet, asDirector, http.MethodGet, "/api/events/tuesday/boards/1", "")
	found := false
	for _, l := range sheet.Lines {
		found = found || l.NS == "1NS" && l.Result == "4S= S" && l.State == "played"
	}
	if !found {
		t.Errorf("after the correction: %+v", sheet.Lines)
	}
	foul := r.typed("en", `{"board":1,"ns":"2NS","line":"f"}`)
	r.written(&foul)
	if foul.Command != "foul" || foul.Entry != "F" {
		t.Errorf("fouled: %+v", foul)
	}
}

// A line in short is read as what it was.
func TestEntryText(t *testing.T) {
	for _, e := range []slip.Entry{
		{Kind: slip.Scored, Score: 420},
		{Kind: slip.Scored, Score: -50},
		{Kind: slip.Scored, Score: 650},
		{Kind: slip.NotPlayed},
		{Kind: slip.NotPlayed, Late: true},
		{Kind: slip.Fouled},
		{Kind: slip.Awarded, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.AveragePlus}}},
		{Kind: slip.Played, Result: bridge.PassedOut()},
	} {
		text := printEntry(&e)
		got, err := parseEntry(notation.English, text, bridge.NoneVul)
		if err != nil || printEntry(&got) != text || got.Kind != e.Kind || got.Score != e.Score || got.Late != e.Late {
			t.Errorf("%+v is %q, read as %+v, %v", e, text, got, err)
		}
	}
	if _, err := parseEntry(notation.English, "u", bridge.NoneVul); bridge.CodeOf(err) != bridge.Invalid {
		t.Error(err)
	}
}
