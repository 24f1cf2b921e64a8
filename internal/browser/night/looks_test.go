package night_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
)

// measures are what the looks of a page are measured with: the box of an element, and
// that of the text in it.
const measures = `
	const all = (selector, within = document) => [...within.querySelectorAll(selector)];
	const box = x => x.getBoundingClientRect();
	const text = x => { const r = document.createRange(); r.selectNodeContents(x); return r.getBoundingClientRect(); };
	const same = (what, list) => list.length < 2 || list.some(x => Math.abs(x - list[0]) > 1) ? [what + ": " + list.join(" ")] : [];
	const apart = (what, gap, least) => gap >= least - .5 ? [] : [what + ": " + gap + " px apart"];
`

// TestLooks measures what somebody saw in the pictures of the pages for everybody: what
// stands in a column, what keeps its distance, and what stays on one line.
func TestLooks(t *testing.T) {
	h := night.Demo(t, start(t))
	public := h.Public()
	moved := public[slices.IndexFunc(public, func(path string) bool { return strings.Contains(path, "/moved/") })]
	phone, tablet, laptop := browser.Phone, browser.Tablet, browser.Laptop
	// what is measured gives the faults
	columns := `[
		...same("the bars stand in a column", all(".trav .fq").map(x => box(x).left)),
		...all(".trav b.num:not(:empty)").flatMap(x => apart("a score and its contract", text(x.parentNode.querySelector(".cs span")).left - text(x).right, 16)),
		...all(".trav b.num:not(:empty)").flatMap(x => [".cs", ".pc"].flatMap(s => same("a row is one line: " + x.parentNode.textContent, [x, x.parentNode.querySelector(s)].map(x => (text(x).top + text(x).bottom) / 2)))),
	]`
	compass := `all(".mid .mw, .mid .me").flatMap(x => {
		const [a, b] = [text(x), text(document.querySelector(".mid b"))];
		return apart("the number and a letter", Math.max(b.left - a.right, a.left - b.right), 4);
	})`
	tabs := `[
		...same("the tabs are one row", all(".tabs a").map(x => box(x).top)),
		...all(".tabs a").flatMap(x => {
			x.focus();
			const [tab, row] = [box(x), box(document.querySelector(".tabs"))];
			return tab.left < row.left - 1 || tab.right > row.right + 1 ? ["the focus is on " + x.textContent + ", which is not seen"] : [];
		}),
	]`
	head := `all(".mast .q").filter(x => box(x).height > 1.5 * parseFloat(getComputedStyle(x).lineHeight)).map(x => x.textContent + " breaks")`
	card := `[
		...all(".sc thead th, .sc thead th span").filter(x => getComputedStyle(x).fontWeight !== "400").map(x => x.textContent + " is bold"),
		...same("letters of the head of a card", all(".sc thead th").map(x => parseFloat(getComputedStyle(x).fontSize))),
		...same("what a card says at its end", all(".stats dd:last-child").map(x => box(x).right)),
	]`
	paper := func(hidden string) string {
		return `[...all(".page").filter(x => box(x).right > innerWidth).map(() => "a sheet is cut"), ...same("what is hidden", [1, ...all("` + hidden + `").map(x => 1 - box(x).width)])]`
	}
	for _, look := range []struct {
		at      browser.Device
		path    string
		measure string
	}{
		{phone, "/e/demo-tonight/boards/24", columns},
		{phone, "/e/demo-last-week/boards/2?pair=1NS", columns},
		{tablet, "/e/demo-tonight/boards/24", columns},
		{tablet, "/e/demo-last-week/boards/2?pair=1NS", columns},
		{tablet, "/e/demo-tonight/boards/24", compass},
		{laptop, "/e/demo-tonight/boards/24", compass},
		{phone, moved, `[
			...all(".slopes tr > *").filter(x => text(x).right > box(x.closest("table")).right + .5).map(x => x.textContent + " reaches into the margin"),
			...all(".slopes thead tr").flatMap(x => apart("the times", text(x.querySelectorAll(".pl")[1]).left - text(x.querySelector(".pl")).right, 6)),
			...document.querySelector(".what b").textContent.includes("Tisch\xa05") ? [] : ["a table may leave its number"],
		]`},
		{phone, "/e/demo-last-week/pairs/1NS/2NS", `all(".versus section").flatMap(x => same("the edge of a pair", all("h2 a, p", x).map(x => text(x).left)))`},
		{browser.Device{Width: 360, Height: 640, Touch: true, Dark: true}, "/settings", `all("[type=radio]").map(x => [x, getComputedStyle(x)]).filter(([x, s]) => s.appearance !== "none" || s.backgroundColor !== "rgba(0, 0, 0, 0)" || (parseFloat(s.borderTopWidth) > 3) !== x.checked).map(([x]) => x.value + " does not look " + (x.checked ? "chosen" : "free"))`},
		{laptop, "/e/demo-last-week", head},
		{tablet, "/e/demo-tonight/cards/5NS", head},
		{phone, "/e/demo-last-week?pair=1NS", tabs},
		{phone, "/e/demo-last-week/cards/2EW?pair=1NS", tabs},
		{phone, "/e/demo-last-week/boards/2?pair=1NS", tabs},
		{phone, "/e/demo-last-week/cards/1NS", card},
		{laptop, "/e/demo-last-week/cards/1NS", card},
		{phone, "/e/demo-last-week/print/hands", paper(".bar .keys")},
		{laptop, "/e/demo-last-week/print/hands", paper(".bar .touch")},
	} {
		look.at.Lang = "de"
		p := h.Desk(t, look.at)
		p.Go(h.Server.URL + look.path)
		for _, fault := range browser.Eval[[]string](p.Page, "(() => {"+measures+"return "+look.measure+"; })()") {
			t.Errorf("%s on %d px: %s", look.path, look.at.Width, fault)
		}
		p.Close()
	}
}
