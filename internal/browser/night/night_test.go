package night_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
)

// start starts a Chromium for a test.
func start(t *testing.T, settings ...string) *browser.Browser {
	t.Helper()
	return browser.Start(t, browser.Program(t), settings...)
}

// well fails if a page had a fault of its own, or the server refused it something.
func well(t browser.T, phones ...*night.Phone) {
	t.Helper()
	for _, p := range phones {
		if list := append(p.Faults(), p.Wire.Refused()...); len(list) > 0 {
			t.Fatalf("%s: %s", p.Name, browser.Join(list))
		}
	}
}

func result(s string) bridge.Result {
	r, err := bridge.ParseResult(s)
	if err != nil {
		panic(err)
	}
	return r
}

// at finds the place of a board at a table in a round.
func at(t browser.T, list []night.Place, round, table, board int) night.Place {
	t.Helper()
	i := slices.IndexFunc(list, func(p night.Place) bool { return p.Round == round && p.Table == table && p.Board == board })
	if i < 0 {
		t.Fatalf("nobody plays board %d at table %d in round %d", board, table, round)
	}
	return list[i]
}

// TestHowell plays five tables of a Howell on five phones from the first board to the
// last: every result is there once, as it was entered, with five taps or two for it,
// and nobody met an error. The director publishes, and the ranking is on every phone.
func TestHowell(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 10, Boards: 27})
	var tables []func(browser.T)
	phones := make([]*night.Phone, 5)
	for i := range phones {
		tables = append(tables, func(t browser.T) {
			p := h.Phone(t, i+1, browser.Phone)
			p.Play(0)
			well(t, p)
			p.TapText("main .end a", "Ranking")
			phones[i] = p
		})
	}
	night.Together(t, tables...)
	places := h.Places()
	for _, p := range places {
		if want := night.Result(p.Round, p.Table, p.Board).String(); p.State != "saved" || p.Result != want {
			t.Errorf("round %d, table %d, board %d: %s %q, entered was %q", p.Round, p.Table, p.Board, p.State, p.Result, want)
		}
	}
	if len(places) != 9*5*3 {
		t.Errorf("%d places", len(places))
	}
	for i, p := range phones {
		p.T = t
		round := 0
		for n, cost := range p.Costs {
			if n%3 == 0 {
				round++
			}
			if cost > 7 { // more than three down, doubled
				t.Errorf("table %d, round %d: %d taps for a board", i+1, round, cost)
			}
		}
	}
	desk := h.Desk(t, browser.Laptop)
	desk.Sees("header", "Publish")
	desk.Publish()
	for _, p := range phones {
		p.Reload()
		p.Sees("body", "provisional until")
	}
}

// TestAccidents plays nine and a half tables of a Mitchell with what happens on an
// evening: a late pair takes the empty seats, a pair sits in the wrong direction, the
// opponents say no, two phones differ, a table plays a wrong board, the director rules,
// and corrects a result after it was published.
func TestAccidents(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "mitchell", Pairs: 19, Boards: 18})
	desk := h.Desk(t, browser.Laptop)
	list := h.Places()
	tables, rounds, full := 0, 0, 0
	for _, p := range list {
		tables, rounds = max(tables, p.Table), max(rounds, p.Round)
	}
	for n := 1; n <= tables; n++ {
		if slices.ContainsFunc(list, func(p night.Place) bool { return p.Table == n && p.NS != "" && p.EW != "" }) {
			full++
		}
	}
	t.Logf("%d tables, %d of them with boards, %d rounds", tables, full, rounds)

	// Everybody plays the first round; at table 1 East-West say no once.
	phones := make([]*night.Phone, tables+1)
	var all []func(browser.T)
	for n := 1; n <= tables; n++ {
		all = append(all, func(t browser.T) {
			p := h.Phone(t, n, browser.Phone)
			phones[n] = p
			if n == 1 {
				p.To("entry")
				round, board := p.Now()
				wrong := night.Result(round, n, board).Turn(1)
				if wrong.PassedOut() {
					wrong = result("1NT= N")
				}
				p.Enter(wrong)
				p.Sleep(night.Dead)
				p.Tap("main.check .two .btn:first-child") // not right
				p.Until(`document.querySelector(".pad")`)
				p.Enter(night.Result(round, n, board))
				p.Agree()
			}
			p.Play(2)
		})
	}
	night.Together(t, all...)
	for _, p := range phones[1:] {
		p.T = t
		well(t, p)
	}
	for _, p := range h.Places() {
		if p.Round == 1 && p.NS != "" && p.EW != "" && p.State != "saved" {
			t.Errorf("after round 1: %+v", p)
		}
	}
	desk.Sees("body", "Round 2")

	// A pair that comes late takes the seats that are empty, from round 2 on.
	desk.Late()
	missing := 0
	for _, p := range h.Places() {
		if p.Round == 2 && p.NS != "" && p.EW != "" {
			missing++
		}
	}
	if missing != tables*2 {
		t.Errorf("with the late pair %d boards are played in round 2 at %d tables", missing, tables)
	}

	// At table 2 the arriving pair says that it is the other way round.
	before := at(t, h.Places(), 2, 2, firstBoard(h, 2, 2))
	two := phones[2]
	two.Until(`document.querySelector("main.guard, .pad")`)
	if two.Screen() == "guard" {
		two.Tap(".two .btn:first-child") // not us
		two.TapText(".stack .btn", "changed sides")
	} else {
		desk.Direction(2, 2)
	}
	desk.Sleep(500 * time.Millisecond)
	after := at(t, h.Places(), 2, 2, before.Board)
	if after.NS != before.EW || after.EW != before.NS {
		t.Errorf("table 2 was switched from %+v to %+v", before, after)
	}

	// Two phones at table 3 differ: both see it, and so does the director.
	three, other := phones[3], h.Phone(t, 3, browser.Phone)
	board := firstBoard(h, 2, 3)
	other.To("entry")
	other.Wire.Cut()
	other.Enter(result("3NT= W"))
	other.Agree()
	three.To("entry")
	three.Enter(result("3NT-1 W"))
	three.Agree()
	other.Wire.Mend()
	desk.Type("1")
	desk.Sees(".lane", "table 3")
	other.Until(`document.querySelector("main.cf")`)
	three.Choose(board)
	three.Until(`document.querySelector("main.cf")`)
	if p := at(t, h.Places(), 2, 3, board); p.State != "conflict" || p.Result != "3NT-1 W" {
		t.Errorf("two phones differ: %+v", p)
	}
	h.Ask(http.MethodPost, h.Event("/resolve"), map[string]any{"round": 2, "table": 3, "board": board, "result": "3NT= W"}, nil)
	if p := at(t, h.Places(), 2, 3, board); p.State != "saved" && p.State != "ruled" || p.Result != "3NT= W" {
		t.Errorf("the director has decided: %+v", p)
	}

	// Table 5 takes the boards of another set in round 3.
	mine, theirs := firstBoard(h, 3, 5), 0
	for _, p := range h.Places() {
		if p.Round == tables && p.Table == 5 {
			theirs = p.Board
			break
		}
	}
	desk.Boards(3, 5, strconv.Itoa(theirs))
	if b := firstBoard(h, 3, 5); b != theirs || b == mine {
		t.Errorf("table 5 plays board %d in round 3, not %d", b, theirs)
	}
	desk.Boards(3, 5, strconv.Itoa(mine)+" "+strconv.Itoa(mine+1))

	// The rest of the evening.
	all = nil
	for n := 1; n <= tables; n++ {
		all = append(all, func(t browser.T) {
			phones[n].T = t
			phones[n].Play(0)
		})
	}
	night.Together(t, all...)
	for _, p := range h.Places() {
		if p.NS != "" && p.EW != "" && p.State != "saved" && p.State != "ruled" {
			t.Errorf("at the end: %+v", p)
		}
	}

	// The director rules, publishes, and corrects a declarer after that.
	ruled := at(t, h.Places(), 1, 4, firstBoard(h, 1, 4))
	desk.T = t
	desk.Rule(ruled.Board, 4, "60% 3ss+1; 40% 4ss", "slow bid")
	if p := at(t, h.Places(), 1, 4, ruled.Board); p.State != "ruled" {
		t.Errorf("after a ruling: %+v", p)
	}
	desk.Publish()
	page := h.Browser.Open("a reader", browser.Phone)
	page.Go(h.Server.URL + "/e/" + h.ID)
	page.Sees("body", "provisional until")
	list = h.Places()
	i := slices.IndexFunc(list, func(p night.Place) bool { return p.State == "saved" && strings.HasSuffix(p.Result, " S") })
	if i < 0 {
		t.Fatal("South declares nothing")
	}
	was := list[i]
	keys := desk.Keys
	desk.Correct(was.Board, was.Table, "n")
	if n := desk.Keys - keys; n > 7 { // six, and one for a board of two digits
		t.Errorf("%d keys to correct a declarer", n)
	}
	if got, want := at(t, h.Places(), was.Round, was.Table, was.Board), strings.TrimSuffix(was.Result, "S")+"N"; got.Result != want {
		t.Errorf("%s corrected to %s: %+v", was.Result, want, got)
	}
	desk.Type("6")
	desk.Sees("body", "Wrong declarer")
	page.Reload()
	page.Sees("body", "provisional until")
	page.Sees("body", "ersion 2")
	page.Tap(`a[href*="/moved/"]`)
	page.Sees("body", "Wrong declarer")
	for _, f := range append(desk.Faults(), page.Faults()...) {
		t.Error(f)
	}
}

func firstBoard(h *night.Hall, round, table int) int {
	for _, p := range h.Places() {
		if p.Round == round && p.Table == table {
			return p.Board
		}
	}
	return 0
}

// TestOffline: the router is away while a table plays, the phone is reloaded, the
// answers get lost, and a phone dies: every result is there, none twice.
func TestOffline(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 6, Boards: 15})
	p := h.Phone(t, 1, browser.Phone)
	p.Play(2)
	p.Wire.Cut()
	p.Play(3) // a whole round without a server
	p.Sees("header", "3")
	if n := browser.Eval[int](p.Page, `Object.keys(localStorage).length`); n == 0 {
		t.Error("nothing is kept on the phone")
	}
	for _, x := range h.Places() {
		if x.Round == 2 && x.Table == 1 && x.State == "saved" {
			t.Errorf("sent over a cut wire: %+v", x)
		}
	}
	// The answers get lost: it is sent again, and counts once.
	p.Wire.Mend()
	p.Wire.Deafen()
	p.Sleep(3 * time.Second)
	p.Wire.Mend()
	p.Reload()
	p.Play(4)
	p.Until(`!document.body.innerText.includes("waiting to be sent")`)
	end := time.Now().Add(30 * time.Second)
	for {
		open := 0
		for _, x := range h.Places() {
			if x.Table == 1 && x.Round <= 3 && x.NS != "" && x.EW != "" {
				if want := night.Result(x.Round, 1, x.Board).String(); x.State != "saved" || x.Result != want {
					open++
					if time.Now().After(end) {
						t.Errorf("%+v, entered was %s", x, want)
					}
				}
			}
		}
		if open == 0 || time.Now().After(end) {
			break
		}
		p.Sleep(200 * time.Millisecond)
	}
	// Another phone takes over where this one died.
	p.Close()
	next := h.Phone(t, 1, browser.Phone)
	next.To("entry")
	if round, _ := next.Now(); round != 4 {
		t.Errorf("the next phone goes on in round %d", round)
	}
}

// TestDoubleTap: who taps twice, on the result or on the answer, has agreed nothing that
// nobody looked at; and the Back button leaves the page where it is.
func TestDoubleTap(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 6, Boards: 15})
	p := h.Phone(t, 1, browser.Phone)
	p.To("entry")
	_, board := p.Now()
	p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(4)")
	p.Tap(".pad .keys .n5 .key:nth-of-type(1)")
	p.Tap(".pad .keys .n4 .key:nth-of-type(2)")
	p.TwiceAt(".pad .keys.result .key:nth-of-type(1)")
	p.Until(`document.querySelector("main.check")`)
	p.TwiceAt("main.check .btn.main")
	p.Sleep(200 * time.Millisecond)
	if p.Screen() != "check" {
		t.Errorf("two taps at once agreed the result: %s", p.Screen())
	}
	p.Back()
	p.Sleep(200 * time.Millisecond)
	if got := at(t, h.Places(), 1, 1, board); got.State != "proposed" && got.State != "empty" {
		t.Errorf("the board is %+v", got)
	}
	if !strings.Contains(browser.Eval[string](p.Page, `location.pathname`), "/table") {
		t.Error("the Back button left the page")
	}
}

// deal is board 1 with the king of hearts in West's hand.
const deal = `[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ2.2.432.A432 T98.QJT9.KQJ.KQJ 7654.A3.A765.T98 3.K87654.T98.765"]
`

// TestLead: with the cards loaded, North's name on South's contract is found by the lead,
// and two taps put it right.
func TestLead(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 6, Boards: 15, Config: map[string]any{"leads": true, "feedback": 3}})
	h.Upload("/deals", "text/plain", deal)
	p := h.Phone(t, tableOf(h, 1), browser.Phone)
	p.To("entry")
	p.Choose(1)
	p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(4)")
	p.Tap(".pad .keys .n5 .key:nth-of-type(1)")
	p.Tap(".pad .keys .n4 .key:nth-of-type(1)") // North
	p.Tap(".pad .four .key:nth-of-type(2)")
	p.TapText(`.pad .multi .key`, "K")
	p.Tap(".pad .keys.result .key:nth-of-type(1)")
	p.Until(`document.querySelector("main.ask")`)
	p.Sees("main.ask h2", "West")
	before := p.Touches
	p.Sees("main.ask", "Is South the declarer?")
	p.Tap("main.ask .btn.main")
	p.Until(`document.querySelector("main.check")`)
	p.Sees("main.check", "South")
	p.Agree()
	if n := p.Touches - before; n != 2 {
		t.Errorf("%d taps mend the declarer and agree", n)
	}
	place := at(t, h.Places(), 1, p.Table, 1)
	if place.State != "saved" || !strings.HasPrefix(place.Result, "4S= S") {
		t.Errorf("saved is %+v", place)
	}
	well(t, p)
}

func tableOf(h *night.Hall, board int) int {
	for _, p := range h.Places() {
		if p.Round == 1 && p.Board == board {
			return p.Table
		}
	}
	return 0
}

// TestWeightedOnPaper: a ruling with weights stands on the board's page and on paper.
func TestWeightedOnPaper(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	var tables []func(browser.T)
	for n := 1; n <= 2; n++ {
		tables = append(tables, func(t browser.T) { h.Phone(t, n, browser.Phone).Play(0) })
	}
	night.Together(t, tables...)
	desk := h.Desk(t, browser.Laptop)
	place := h.Places()[0]
	desk.Rule(place.Board, place.Table, "40% 3nn=; 60% 3nn-1", "hesitation")
	desk.Publish()
	reader := h.Browser.Open("a reader", browser.Laptop)
	reader.Print()
	reader.Go(fmt.Sprintf("%s/e/%s/boards/%d", h.Server.URL, h.ID, place.Board))
	reader.Sees("body", "40%")
	reader.Sees("body", "60%")
	reader.Go(h.Server.URL + "/e/" + h.ID + "/print/ranking")
	reader.Sees("body", "1")
	for _, f := range reader.Faults() {
		t.Error(f)
	}
}

// TestLanguages: whoever reads German or Russian finds the table and the ranking in that
// language, and one phone's language is not another's.
func TestLanguages(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	for lang, want := range map[string][2]string{"de": {"Tisch 1", "Einverstanden"}, "ru": {"Стол 1", "Верно"}, "en": {"Table 1", "We agree"}} {
		d := browser.Phone
		d.Lang = lang
		p := h.Phone(t, 1, d)
		p.Sees("h1", want[0])
		p.To("entry")
		p.Put(result("1NT= E"))
		p.Sees("main.check", want[1])
		p.Sleep(night.Dead)
		p.Tap("main.check .two .btn:first-child")
		p.Until(`document.querySelector(".pad")`)
		p.Close()
	}
}

// TestWithoutEyes: somebody who hears the page and has a keyboard enters a board, and
// is told in a sentence what is to be agreed.
func TestWithoutEyes(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	p := h.Phone(t, 1, browser.Tablet)
	p.To("entry")
	for _, want := range []string{"radiogroup: Level", "radio: 4", "radio: spades", "radio: South", "button: Board"} {
		if tree := p.Tree(); !slices.ContainsFunc(tree, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("nothing is called %q; there is\n%s", want, browser.Join(tree))
		}
	}
	_, board := p.Now()
	p.Type("4ss=\r")
	p.Until(`document.querySelector("main.check")`)
	want := fmt.Sprintf("Board %d. Contract four spades by South.", board)
	if tree := p.Tree(); !slices.ContainsFunc(tree, func(s string) bool { return strings.Contains(s, want) }) {
		t.Errorf("%q is not said; there is\n%s", want, browser.Join(tree))
	}
	p.Sleep(night.Dead)
	p.Type("\r")
	p.Until(`!document.querySelector("main.check")`)
	p.Sleep(500 * time.Millisecond)
	if got := at(t, h.Places(), 1, 1, board); got.State != "saved" || got.Result != "4S= S" {
		t.Errorf("saved is %+v", got)
	}
}
