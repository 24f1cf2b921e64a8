package night

import (
	"strconv"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"

	"github.com/overtrick/overtrick/internal/browser"
)

// Desk is the director's laptop.
type Desk struct {
	*browser.Page
	hall *Hall
}

// Desk opens the console of the event on a laptop whose director has logged in.
func (h *Hall) Desk(t browser.T, d browser.Device) *Desk {
	h.Helper()
	desk := h.laptop(t, d)
	desk.Go(h.Server.URL + "/console/" + h.ID)
	desk.Until(`document.querySelector(".grid [tabindex='0'], .names")`)
	return desk
}

// laptop is a laptop whose director has logged in, before any page.
func (h *Hall) laptop(t browser.T, d browser.Device) *Desk {
	h.Helper()
	page := h.Browser.Open("the director", d)
	page.T = t
	for _, c := range h.Cookies() {
		page.Cookie(network.SetCookieParams{Name: c.Name, Value: c.Value, URL: h.Server.URL})
	}
	return &Desk{page, h}
}

// Publish publishes the result: a look at what will be seen, and once more.
func (d *Desk) Publish() {
	d.Helper()
	d.Until(`document.querySelector(".grid, .publish, .lists")`)
	d.Sleep(300 * time.Millisecond)
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`document.querySelector(".publish")`)
	d.Sleep(300 * time.Millisecond) // to look at it
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`!document.querySelector(".publish")`)
}

// Fill types into a field, over what is there.
func (d *Desk) Fill(selector, text string) {
	d.Helper()
	d.Tap(selector)
	d.Chord("a", kb.ModifierCtrl)
	d.Type(text)
}

// Confirm presses Ctrl and Enter, and waits for what is said then.
func (d *Desk) Confirm(says string) {
	d.Helper()
	d.Sleep(400 * time.Millisecond) // to look at it; what is typed is read meanwhile
	d.Chord("\r", kb.ModifierCtrl)
	d.Sees("body", says)
}

// Late has a pair come late, from the round that is played now.
func (d *Desk) Late() {
	d.Helper()
	d.Type("15") // from whatever stands there
	d.Until(`document.querySelector(".repair")`)
	d.Sleep(200 * time.Millisecond)
	d.Type("l")
	d.Until(`document.activeElement?.id === "repair-round"`)
	d.Type("\r")
	d.Until(`document.querySelector(".ways input")`)
	d.Confirm("Changed.")
}

// Direction says that a table was switched in a round.
func (d *Desk) Direction(round, table int) {
	d.Helper()
	d.Type("15") // from whatever stands there
	d.Until(`document.querySelector(".repair")`)
	d.Sleep(200 * time.Millisecond)
	d.Type("d")
	d.Fill("#repair-round", strconv.Itoa(round))
	d.Fill("#repair-table", strconv.Itoa(table))
	d.Confirm("Changed.")
}

// Boards says which boards a table really played in a round.
func (d *Desk) Boards(round, table int, boards string) {
	d.Helper()
	d.Type("15") // from whatever stands there
	d.Until(`document.querySelector(".repair")`)
	d.Sleep(200 * time.Millisecond)
	d.Type("b")
	d.Fill("#repair-round", strconv.Itoa(round))
	d.Fill("#repair-table", strconv.Itoa(table))
	d.Fill("#repair-boards", boards)
	d.Confirm("Changed.")
}

// Rule gives a weighted score on a board at a table.
func (d *Desk) Rule(board, table int, lines, why string) {
	d.Helper()
	d.Type("1g")
	d.Until(`document.activeElement?.id === "goto"`)
	d.Type(strconv.Itoa(board) + "/" + strconv.Itoa(table) + "\r")
	d.Until(`document.activeElement?.id === "correct"`)
	d.Type("r")
	d.Until(`document.querySelector(".ruling")`)
	d.TapText(".ruling [role=radio]", "Weighted")
	d.Fill("#rule-lines", lines)
	d.Fill("#rule-why", why)
	d.Until(`document.querySelector('.go .btn.main:not([aria-disabled=true])')`)
	d.Confirm("Ruling on board")
}

// Correct types a result over another: the board, the table, what is right.
func (d *Desk) Correct(board, table int, line string) {
	d.Helper()
	d.Type("g")
	d.Until(`document.activeElement?.id === "goto"`)
	d.Type(strconv.Itoa(board) + "/" + strconv.Itoa(table) + line)
	d.Until(`document.querySelector("#goto-echo b.ink")`)
	d.Type("\r")
	d.Until(`!document.querySelector("#goto")`)
}

// Tonight opens the page on which an evening begins, on a laptop whose director has
// logged in.
func (h *Hall) Tonight(t browser.T, d browser.Device) *Desk {
	h.Helper()
	desk := h.laptop(t, d)
	desk.Go(h.Server.URL + "/console")
	desk.Until(`document.querySelector(".ask input:focus")`)
	return desk
}

// holds says what is wrong with the focus: it is nowhere, out of sight, or not shown.
const holds = `(() => {
	const x = document.activeElement;
	if (!x || x === document.body) return "nothing has it";
	const r = x.getBoundingClientRect();
	if (!r.width || r.bottom <= 0 || r.top >= innerHeight) return "it is out of sight: " + x.outerHTML.slice(0, 120);
	if (!x.matches(":focus-visible")) return "it is not shown: " + x.outerHTML.slice(0, 120);
	return "";
})()`

// Holds waits until something that can be seen has the focus.
func (d *Desk) Holds() {
	d.Helper()
	d.Clears("the focus is lost", holds)
}

// Keyed presses keys one after the other, and wants the focus to be seen after each.
func (d *Desk) Keyed(keys string) {
	d.Helper()
	for _, key := range keys {
		d.Type(string(key))
		d.Holds()
	}
}

// TabTo presses Tab until what has the focus, x, is what an expression says. Behind the
// last of the page come the browser's own, where nothing has it.
func (d *Desk) TabTo(expression string) {
	d.Helper()
	for range 60 {
		if browser.Eval[bool](d.Page, `!!(x => `+expression+`)(document.activeElement)`) {
			d.Holds()
			return
		}
		d.Type("\t")
	}
	d.Fatalf("%s: Tab does not come to %s", d.Name, expression)
}
