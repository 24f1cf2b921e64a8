package night_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/movement"
)

// TestKeysAlone: a director plays an evening without a pointer: from Tonight through the
// grid, a result, its correction, a ruling, a name, a repair and the views to the
// published ranking. The focus is seen after each step, and is never lost.
func TestKeysAlone(t *testing.T) {
	h := night.Empty(t, start(t))
	d := h.Tonight(t, browser.Laptop)

	// Tonight: three answers; arrows go through the ways to play, in the field and in the list.
	d.Keyed("3\t6\t" + "\b\b\b\b\b")
	d.Until(`document.querySelector(".plans:not(.old)") && document.querySelectorAll(".plan[role=radio]").length > 1 && document.querySelector(".go .btn").textContent.includes("3\u00a0tables")`)
	d.TabTo(`x.matches(".plan[aria-checked=true]")`)
	d.Keyed(kb.End)
	d.Until(`document.activeElement.matches(".plan[role=radio][aria-checked=true]:last-child")`)
	d.Keyed(kb.ArrowDown)
	d.Until(`document.activeElement === document.querySelector(".plan[role=radio]") && document.activeElement.ariaChecked === "true"`)
	begin(d, h)

	// The grid: to a cell, what it has, and the result of its first board.
	d.Keyed(kb.ArrowDown + kb.ArrowRight + kb.ArrowUp + kb.ArrowLeft + "\r")
	d.Until(`document.activeElement.id === "correct"`)
	d.Keyed("4ss")
	d.Sees("#correct-echo", "four spades by South, made")
	d.Keyed("\r")
	d.Sees(".toast", "saved")
	d.Keyed(kb.Escape)
	d.Until(`document.querySelector(".grid td:focus")`)

	// The wrong declarer: the board, the table, and who it was.
	first := h.Places()[0]
	for _, p := range h.Places() {
		if p.State == "saved" {
			first = p
		}
	}
	d.Keyed("g")
	d.Until(`document.activeElement.id === "goto"`)
	d.Keyed(place(first) + "e")
	d.Sees("#goto-echo", "by East")
	d.Keyed("\r")
	d.Until(`!document.querySelector("#goto")`)
	d.Holds()

	// A ruling: the kinds are one stop of Tab, and arrows choose.
	d.Keyed("g" + place(first) + "\r")
	d.Until(`document.activeElement.id === "correct"`)
	d.Keyed("r")
	d.Until(`document.activeElement.matches(".ruling [role=radio][aria-checked=true]")`)
	d.Keyed(kb.ArrowRight + kb.ArrowRight)
	d.Until(`document.activeElement.textContent === "Weighted" && document.activeElement.ariaChecked === "true"`)
	d.Keyed("\t")
	d.Until(`document.activeElement.id === "rule-lines"`)
	d.Keyed("60% 4ss; 40% 4ss-1")
	d.TabTo(`x.id === "rule-why"`)
	d.Keyed("slow bid")
	d.Until(`document.querySelector(".go .btn.main:not([aria-disabled=true])")`)
	d.Chord("\r", kb.ModifierCtrl)
	d.Sees(".toast", "Ruling on board")
	d.Until(`document.querySelector(".grid td:focus")`)

	// Opened again it shows what stands; it is changed where it is to be different, with a penalty.
	d.Keyed("g" + place(first) + "\r")
	d.Until(`document.activeElement.id === "correct"`)
	d.Keyed("r")
	d.Until(`document.activeElement.matches(".ruling [role=radio][aria-checked=true]") && document.activeElement.textContent === "Weighted"`)
	d.Sees(".standing", "There is a ruling here: 60% 4 spades S =, 40% 4 spades S −1")
	d.Sees(".standing", "slow bid")
	d.Until(`document.querySelector("#rule-lines").value === "60% 4ss; 40% 4ss-1" && document.querySelector("#rule-why").value === "slow bid"`)
	d.TabTo(`x.id === "rule-lines"`)
	d.Chord("a", kb.ModifierCtrl)
	d.Keyed("70% 4ss; 30% 4ss-1")
	d.TabTo(`x.id === "rule-penalty"`)
	d.Keyed("10")
	d.Until(`document.querySelector(".go .btn.main:not([aria-disabled=true])")`)
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`document.querySelector(".grid td:focus")`)
	d.Keyed("g" + place(first) + "\r")
	d.Until(`document.activeElement.id === "correct"`)
	d.Keyed("r")
	d.Sees(".standing", "There is a ruling here: 70% 4 spades S =, 30% 4 spades S −1")
	d.Until(`document.querySelector("#rule-penalty").value === "10%"`)
	d.Keyed(kb.Escape)
	d.Until(`document.querySelector(".grid td:focus")`)

	// Names: a guest, and no field has the keys after Escape.
	d.Keyed("4")
	d.Until(`document.activeElement.matches(".typing input")`)
	d.Keyed("Zoë")
	d.Sees(".pick li[aria-selected=true]", "Zoë")
	d.Keyed("\r")
	d.Until(`document.activeElement.matches(".typing input")`)
	d.Sees(".names", "Zoë")
	d.Keyed(kb.Escape + kb.ArrowUp)

	// A repair: arrows look through what may have happened, Enter takes it.
	d.Keyed("5")
	d.TabTo(`x.matches(".repair [role=radio]")`)
	d.Keyed(kb.ArrowRight + kb.ArrowRight + "\r")
	d.Until(`document.activeElement.id === "repair-round"`)
	d.Keyed("\t")
	d.Until(`document.activeElement.id === "repair-table"`)
	d.Chord("a", kb.ModifierCtrl)
	d.Keyed("2") // where nobody has ruled
	d.Chord("\r", kb.ModifierCtrl)
	d.Sees(".toast", "Changed.")
	d.Until(`!document.querySelector("#repair-round")`)
	d.Holds()

	// The views one after the other, and the log line by line.
	for _, key := range []string{"2", "3", "6", "1", "?", kb.Escape, ",", kb.Escape, "3"} {
		d.Keyed(key)
	}
	d.Keyed("6")
	d.Until(`document.activeElement.matches(".log tr.at")`)
	d.Keyed(kb.ArrowDown + kb.ArrowUp)
	d.Until(`document.activeElement.matches(".log tr.at")`)

	// Publishing: not all is in, so it has to be said.
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`document.querySelector(".publish")`)
	d.TabTo(`x.type === "checkbox"`)
	d.Keyed(" ")
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`!document.querySelector(".publish")`)
	d.Holds()

	for _, p := range h.Places() {
		switch {
		case p.Board == first.Board && p.Table == first.Table && p.State != "ruled":
			t.Errorf("the board is %+v", p)
		case p.Board == first.Board && p.Table == first.Table && p.Result != "4S= E":
			t.Errorf("it was corrected to %s", p.Result)
		}
	}
	var c struct {
		Names map[string][]string `json:"names"`
		Phase struct {
			Version int `json:"version"`
		} `json:"phase"`
	}
	h.Ask(http.MethodGet, h.Event("/console"), nil, &c)
	if c.Phase.Version != 1 {
		t.Errorf("published is version %d", c.Phase.Version)
	}
	var names []string
	for _, n := range c.Names {
		names = append(names, n...)
	}
	if !strings.Contains(strings.Join(names, " "), "Zoë") {
		t.Errorf("the names are %v", c.Names)
	}
	if d.Touches > 0 {
		t.Errorf("%d touches", d.Touches)
	}
	if f := d.Faults(); len(f) > 0 {
		t.Errorf("faults: %s", browser.Join(f))
	}
}

// place is a board at a table as a director types it.
func place(p night.Place) string { return fmt.Sprintf("%d/%d", p.Board, p.Table) }

// begin starts the evening that Tonight shows, and goes on to its console.
func begin(d *night.Desk, h *night.Hall) {
	d.Helper()
	d.Keyed("\r")
	d.Until(`document.querySelector(".begun")`)
	d.TabTo(`/^\/console\/[^/]+$/.test(x.pathname ?? "") && !x.hash`)
	d.Keyed("\r")
	d.Until(`document.querySelector(".grid td:focus")`)
	h.ID = browser.Eval[string](d.Page, `decodeURIComponent(location.pathname.split("/")[2])`)
}

// TestTwoSections: six tables are split into two sections on Tonight, the console has the
// tables of both, a result of one and its board in the other, and the names of both.
func TestTwoSections(t *testing.T) {
	h := night.Empty(t, start(t))
	d := h.Tonight(t, browser.Laptop)
	d.Keyed("6")
	d.Until(`document.querySelector(".go .btn").textContent.includes("6\u00a0tables")`)
	d.Keyed(".") // that is no number of tables
	d.Until(`document.querySelector(".go .btn").textContent === "Start ⏎"`)
	d.Keyed("\b\t12\t" + "\b\b\b\b\b")
	d.TabTo(`x.closest(".split")`)
	d.Keyed(kb.ArrowRight)
	d.Sees(".split [aria-checked=true]", "2 sections: 3 + 3 tables")
	d.Until(`document.querySelector(".plans:not(.old)") && document.querySelector(".go .btn").textContent.includes("6\u00a0tables")`)
	d.Sees(".plan[aria-checked=true]", "2 sections: A has 3 tables, B has 3 tables.")
	d.TabTo(`x.matches(".plan[aria-checked=true]")`)
	begin(d, h)
	d.Sees(".grid tbody tr:first-child th", "A1")
	d.Sees(".grid tbody tr:last-child th", "B3")
	for _, line := range []string{"1/a1 4ss", "1/b1 4ss-1"} {
		d.Keyed("g")
		d.Until(`document.activeElement.id === "goto"`)
		d.Keyed(line)
		d.Until(`document.querySelector("#goto-echo b.ink")`)
		d.Keyed("\r")
		d.Until(`!document.querySelector("#goto")`)
	}
	saved := 0
	for _, p := range h.Places() {
		if p.State == "saved" {
			saved++
		}
	}
	if saved != 2 {
		t.Errorf("%d results are in", saved)
	}
	d.Keyed("3")
	d.Sees(".rank", "N-S B1")
	d.Sees(".lists + .lists .rank:first-child caption", "North-South, section A") // each section has its own beside that of all
	if own := browser.Eval[string](d.Page, `[...document.querySelectorAll(".lists + .lists .rank")].map(x => x.textContent.includes("A1") + " " + x.textContent.includes("B1")).join(", ")`); own != "true false, false true, true false, false true" {
		t.Errorf("the lists of the sections have pairs of A and of B: %s", own)
	}
	d.Keyed("4")
	d.Sees(".names", "B3")
	if f := d.Faults(); len(f) > 0 {
		t.Errorf("faults: %s", browser.Join(f))
	}
	if wide := d.Wide(); len(wide) > 0 {
		t.Errorf("too wide: %s", browser.Join(wide))
	}
	d.Keyed(kb.Escape + "1")
	picture(t, d.Page, "sections.png")
}

// TestNamesOfPlayers: an individual event has a row for each player, who is found, a
// guest, or changes places with another, as the two of a pair are.
func TestNamesOfPlayers(t *testing.T) {
	h := night.Empty(t, start(t))
	m := movement.New("", movement.Individual, 1, 1, 1, 1)
	*m.At(1, 1) = movement.Slot{Table: 1, Round: 1, NS: movement.Who{1, 2}, EW: movement.Who{3, 4}, Set: 1}
	var opened struct {
		ID string `json:"id"`
	}
	h.Ask(http.MethodPost, "/api/evenings", map[string]any{"title": "Individual", "movement": m, "per_round": 2}, &opened)
	h.ID = opened.ID
	d := h.Desk(t, browser.Laptop)
	d.Keyed("4")
	for i, name := range []string{"Anna", "Bert", "Clara"} {
		d.Until(fmt.Sprintf(`document.activeElement.ariaLabel === "player %d"`, i+1))
		d.Keyed(name)
		d.Sees(".pick li[aria-selected=true]", name)
		d.Keyed("\r")
	}
	d.Until(`document.activeElement.ariaLabel === "player 4"`)
	within := func(names string) {
		t.Helper()
		var got string
		for range 200 {
			var c struct {
				Names map[string][]string `json:"names"`
			}
			h.Ask(http.MethodGet, h.Event("/console"), nil, &c)
			if got = fmt.Sprint(c.Names); got == names {
				return
			}
			d.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("the names are %s, want %s", got, names)
	}
	within("map[1:[Anna] 2:[Bert] 3:[Clara]]")
	d.Keyed(kb.Escape)
	d.Until(`document.activeElement.matches(".seat.on")`)
	d.Sees(".keyline", "swap two players")
	d.Keyed(kb.ArrowUp + "s")
	d.Sees(".namefoot", "Player 3 changes places with whom?")
	d.Keyed(kb.ArrowLeft + "s")
	within("map[1:[Clara] 2:[Bert] 3:[Anna]]")
	d.Keyed("g")
	d.Keyed("Zoë\r")
	within("map[1:[Zoë] 2:[Bert] 3:[Anna]]")
	if f := d.Faults(); len(f) > 0 {
		t.Errorf("faults: %s", browser.Join(f))
	}
	picture(t, d.Page, "players.png")
}

// twoSessions is a hall with an event of two short sessions, of which the first is played.
func twoSessions(t *testing.T) *night.Hall {
	t.Helper()
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	m, err := movement.Make("howell", movement.Ask{Tables: 2})
	if err != nil {
		t.Fatal(err)
	}
	h.Ask(http.MethodPost, h.Event("/set_movement"), map[string]any{"session": 2, "movement": m, "per_round": 3, "first": 10}, nil)
	return h
}

// TestSessions: of an event with two sessions the console shows the one that is played, and
// the other when it is chosen in the head; on a small laptop nothing lies over another.
func TestSessions(t *testing.T) {
	h := twoSessions(t)
	for _, lang := range []string{"en", "de", "ru"} {
		d := h.Desk(t, browser.Device{Width: 1024, Height: 768, Lang: lang})
		d.Until(`document.querySelector(".session select").value === "0" && document.querySelector(".peek").textContent.includes("2")`)
		before := d.Text(".peek")
		d.TabTo(`x.matches(".session select")`)
		d.Keyed(kb.ArrowDown)
		d.Until(`document.querySelector(".session select").value === "2"`)
		if after := d.Text(".peek"); after == before {
			t.Errorf("the sessions show the same: %s", after)
		}
		if over := browser.Eval[bool](d.Page, `[...document.querySelectorAll(".views a")].some(x => x.getBoundingClientRect().right > document.querySelector(".lane").getBoundingClientRect().left)`); over {
			t.Errorf("%s: the views reach into the list", lang)
		}
		if wide := d.Wide(); len(wide) > 0 {
			t.Errorf("%s: too wide: %s", lang, browser.Join(wide))
		}
		picture(t, d.Page, "sessions-"+lang+".png")
		d.Close()
	}
}

// TestClockKeys: the keys of the clock act on that of the session which is shown, and
// say why not where it has none.
func TestClockKeys(t *testing.T) {
	h := twoSessions(t)
	d := h.Desk(t, browser.Laptop)
	d.Until(`document.querySelector(".session select").value === "0"`)
	d.Keyed("p")
	d.Sees(".toast", "No clock is running")
	d.TapText(".clock .btn", "Start the clock")
	d.Until(`document.querySelector(".clock [role=timer]:not(.still)")`)
	d.Type("p")
	d.Until(`document.querySelector(".clock .still")`)
	d.TabTo(`x.matches(".session select")`)
	d.Keyed(kb.ArrowDown)
	d.Until(`document.querySelector(".session select").value === "2"`)
	browser.Eval[any](d.Page, `document.activeElement.blur()`)
	d.Type("p")
	d.Sees(".toast", "The clock that runs is that of session 1")
	d.Type("+")
	d.TabTo(`x.matches(".session select")`)
	d.Keyed(kb.ArrowUp)
	d.Until(`document.querySelector(".session select").value === "0" && document.querySelector(".clock .still")`)
}

// TestTwoPenalties: a second penalty in a round leaves the first one alone, and one of
// those in force is taken back; a form that was begun says that another console has
// ruled meanwhile, and goes out when that was seen.
func TestTwoPenalties(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	d := h.Desk(t, browser.Laptop)
	places := h.Places()
	rule := func(p night.Place) {
		t.Helper()
		browser.Eval[any](d.Page, fmt.Sprintf(`location.hash = "#rule/0//%d/%d/%d"`, p.Round, p.Table, p.Board))
		d.Until(`document.querySelector(".go .btn.main:not([aria-disabled=true])")`)
	}
	confirm := func() {
		t.Helper()
		d.Chord("\r", kb.ModifierCtrl)
		d.Until(`!document.querySelector(".ruling")`)
	}
	penalties := func() string {
		t.Helper()
		var c struct {
			Penalties []struct {
				Penalise struct{ Contestant, Amount string }
			}
		}
		h.Ask(http.MethodGet, h.Event("/console"), nil, &c)
		var out []string
		for _, p := range c.Penalties {
			out = append(out, p.Penalise.Amount+" of "+p.Penalise.Contestant)
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	want := func(list string) {
		t.Helper()
		if got := penalties(); got != list {
			t.Fatalf("in force: %s, want %s", got, list)
		}
	}
	a, b := at(t, places, 1, 1, 1), at(t, places, 1, 1, 2)
	rule(a)
	d.Fill("#rule-penalty", "10")
	confirm()
	rule(b) // of the same round: one more, of whoever it is
	d.Sees(".standing", "Penalty:")
	d.Fill("#rule-penalty", "20")
	d.TapText(".ruling [aria-label='Who is penalised'] [role=radio]:last-child", "")
	confirm()
	first, second, _ := strings.Cut(penalties(), ", ")
	if !strings.HasPrefix(first, "10 of ") || !strings.HasPrefix(second, "20 of ") || first[3:] == second[3:] {
		t.Fatalf("in force: %s, %s", first, second)
	}
	rule(a)
	d.Until(`document.querySelector("#rule-penalty").value === "10%"`)
	picture(t, d.Page, "penalties.png")
	d.Fill("#rule-penalty", "\b")
	confirm()
	want(second)

	rule(a)
	d.Fill("#rule-why", "slow bid")
	h.Ask(http.MethodPost, h.Event("/rule"), map[string]any{"round": a.Round, "table": a.Table, "board": a.Board, "award": map[string]any{"ns": map[string]any{"kind": "A-"}, "ew": map[string]any{"kind": "A+"}}}, nil)
	d.Sees(".standing", "A−")
	d.Chord("\r", kb.ModifierCtrl)
	d.Sees(".toast", "has changed meanwhile")
	confirm()
	rule(a)
	d.Sees(".standing", "slow bid")
	d.Until(`document.querySelector("#rule-NS").value === "60"`)
	h.Ask(http.MethodPost, h.Event("/rule"), map[string]any{"round": a.Round, "table": a.Table, "board": a.Board, "award": map[string]any{"ns": map[string]any{"kind": "A-"}, "ew": map[string]any{"kind": "A+"}}}, nil)
	d.Until(`document.querySelector("#rule-NS").value === "A-"`) // nothing was typed
	if f := d.Faults(); len(f) > 0 {
		t.Errorf("faults: %s", browser.Join(f))
	}
}

// TestFouledStands: that a board was another one at some tables stands in the form of a
// ruling there; a table that is left out has the board as it was set, and all of it is
// taken back.
func TestFouledStands(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	d := h.Desk(t, browser.Laptop)
	fouled := func() (tables []int) {
		t.Helper()
		var c struct {
			Places []struct {
				Table  int
				Fouled *struct{ Foul struct{ Version string } }
			}
		}
		h.Ask(http.MethodGet, h.Event("/console"), nil, &c)
		for _, p := range c.Places {
			if p.Fouled != nil && !slices.Contains(tables, p.Table) {
				tables = append(tables, p.Table)
			}
		}
		slices.Sort(tables)
		return tables
	}
	p := at(t, h.Places(), 1, 1, 1)
	form := func() {
		t.Helper()
		browser.Eval[any](d.Page, fmt.Sprintf(`location.hash = "#rule/0//%d/%d/%d"`, p.Round, p.Table, p.Board))
		d.Until(`document.querySelector(".ruling")`)
	}
	h.Ask(http.MethodPost, h.Event("/foul"), map[string]any{"board": p.Board, "tables": []int{1, 2}, "version": "two cards changed"}, nil)
	form()
	d.Sees(".standing", "Fouled")
	d.Until(`document.querySelector("#rule-tables").value === "1 2" && document.querySelector("#rule-version").value === "two cards changed"`)
	d.Fill("#rule-tables", "1")
	d.Until(`document.querySelector(".go .btn.main:not([aria-disabled=true])")`)
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`!document.querySelector(".ruling")`)
	if got := fouled(); !slices.Equal(got, []int{1}) {
		t.Errorf("fouled at tables %v", got)
	}
	form()
	d.TapText(".go .link", "Take the ruling back")
	d.Until(`!document.querySelector(".ruling")`)
	if got := fouled(); got != nil {
		t.Errorf("taken back, and fouled at tables %v", got)
	}
}

// TestDraftOfASession: names that are typed stay where they are when the next session
// begins, and the grid goes over to it.
func TestDraftOfASession(t *testing.T) {
	h := twoSessions(t)
	d := h.Desk(t, browser.Laptop)
	d.Until(`document.querySelector(".session select").value === "0"`)
	d.Keyed("4")
	d.Until(`document.querySelector(".names")`)
	d.Keyed("\rZo")
	d.Until(`document.querySelector(".typing input").value === "Zo"`)
	for _, p := range h.Places() {
		if p.Board < 10 {
			h.Ask(http.MethodPost, h.Event("/not_played"), map[string]any{"round": p.Round, "table": p.Table, "board": p.Board}, nil)
		}
	}
	d.Sees(".head", "All 6 boards are in")
	d.Until(`document.querySelector(".typing input")?.value === "Zo" && document.querySelector(".session select").value === "0"`)
	d.Keyed(kb.Escape + "1")
	d.Until(`document.querySelector(".session select").value === "2" && document.querySelector(".grid td:focus")`)
	d.Sees(".head", "Round 1 of 3")
}

// TestFocusAtOnce: what takes the focus when a screen comes takes it with the screen, and
// not when somebody may already have begun something there.
func TestFocusAtOnce(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	p := h.Phone(t, 1, browser.Phone)
	p.To("entry")
	comes := func(press, want string) {
		t.Helper()
		got := browser.Eval[string](p.Page, fmt.Sprintf(`new Promise(done => {
			new MutationObserver((_, o) => {
				if (!document.querySelector(%[1]q)) return;
				o.disconnect();
				done(document.activeElement.matches(%[1]q) ? "" : document.activeElement.outerHTML);
			}).observe(document.body, {childList: true, subtree: true});
			document.querySelector(%[2]q).click();
		})`, want, press))
		if got != "" {
			t.Errorf("%s comes, and the focus is at %.200s", want, got)
		}
	}
	comes(".title", "main.menu .hdr .tool")
	comes(".stack .btn:first-child", "main.recap h2")
	p.Back()
	p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(1)")
	p.Tap(".pad .keys .n5 .key:nth-of-type(1)")
	p.Tap(".pad .keys .n4 .key:nth-of-type(1)")
	comes(".pad .keys.result .key:nth-of-type(1)", "main.check h1")
	p.Sleep(night.Dead)
	comes("main.check .btn.main", "main.ag h2")
	for _, f := range p.Faults() {
		t.Error(f)
	}
}

// TestPadByArrows: a board is entered at a table with Tab, arrows and the space bar. Each
// group is one stop; arrows choose, but where a choice would open the check they look.
func TestPadByArrows(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	p := h.Phone(t, 1, browser.Device{Width: 1024, Height: 768})
	p.To("entry")
	d := &night.Desk{Page: p.Page}
	d.TabTo(`x.matches(".pad [role=radio]")`)
	d.Keyed(kb.ArrowRight + kb.ArrowRight + "\t" + kb.End + "\t\t" + kb.ArrowLeft + kb.ArrowLeft + "\t")
	d.Until(`document.activeElement.matches(".n3 [role=radio]")`)
	if got := browser.Eval[string](d.Page, `[...document.querySelectorAll(".pad [aria-checked=true]")].map(x => x.innerText).join(" ")`); got != "3 NT E –" {
		t.Errorf("the arrows chose %q", got)
	}
	d.Keyed("\t" + kb.ArrowRight)
	d.Sleep(time.Second) // no check comes by itself
	if p.Screen() != "entry" || d.Has(".keys.result [aria-checked=true]") {
		t.Errorf("looking at a result chose it: %s", p.Screen())
	}
	d.Keyed(" ")
	d.Until(`document.querySelector("main.check")`)
	d.Sees("main.check", "3")
}
