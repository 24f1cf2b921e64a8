package night

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/web"
)

// Demo is a hall with the evenings of a demo: one that is published, and one that is
// being played.
func Demo(t browser.T, b *browser.Browser) *Hall {
	t.Helper()
	h := Empty(t, b)
	if err := web.Demo(t.Context(), h.Club); err != nil {
		t.Fatalf("%v", err)
	}
	h.ID = "demo-tonight"
	return h
}

// Public are the pages for everybody, of a demo.
var Public = []string{
	"/", "/e/demo-last-week", "/e/demo-last-week?pair=1", "/e/demo-last-week/cards/1", "/e/demo-last-week/boards/1", "/e/demo-last-week/pairs", "/e/demo-last-week/pairs/1/2",
	"/e/demo-tonight", "/e/demo-tonight/boards/1", "/e/demo-tonight/screen", "/e/demo-last-week/screen", "/e/demo-last-week/embed?part=ranking", "/e/demo-last-week/files",
	"/e/demo-last-week/print/ranking", "/e/demo-last-week/print/hands", "/e/demo-last-week/print/travellers", "/e/demo-last-week/print/guides", "/settings", "/login", "/join", "/nowhere",
}

// Directors are the pages of the director.
var Directors = []string{"/console", "/console/demo-tonight", "/console/demo-last-week", "/e/demo-tonight/print/tables"}

// Axe looks with axe-core at every page of a demo, on a telephone, a tablet and a
// laptop, by day and by night: at how many pages, and what it has to say against them.
func (h *Hall) Axe(t browser.T, script string) (pages int, found []string) {
	for i, d := range []browser.Device{browser.Phone, {Width: 768, Height: 1024, Touch: true, Dark: true}, browser.Laptop} {
		d.Lang = []string{"en", "de", "ru"}[i]
		director := h.Desk(t, d)
		for _, path := range slices.Concat(Public, Directors) {
			director.Go(h.Server.URL + path)
			if strings.HasPrefix(path, "/console") {
				director.Until(`document.querySelector("h1")`)
			}
			pages++
			for _, f := range director.Axe(script) {
				found = append(found, fmt.Sprintf("%s on %d px: %s", path, d.Width, f))
			}
		}
		for _, f := range director.Faults() {
			found = append(found, fmt.Sprintf("on %d px: %s", d.Width, f))
		}
	}
	return pages, found
}

// Reflow looks at every page for everybody of a demo, in all languages, on 320 px, and
// with letters of twice the size: at how many pages, and what is wider than the screen
// or forbids to zoom.
func (h *Hall) Reflow(t browser.T) (pages int, found []string) {
	p := h.Desk(t, browser.Narrow)
	larger := h.Desk(t, browser.Phone)
	for _, lang := range []string{"en", "de", "ru"} {
		for _, path := range Public {
			if strings.Contains(path, "/print/") {
				continue // paper has a width of its own
			}
			sep := "?"
			if strings.Contains(path, "?") {
				sep = "&"
			}
			pages++
			p.Go(h.Server.URL + path + sep + "lang=" + lang)
			for _, w := range p.Wide() {
				found = append(found, fmt.Sprintf("%s in %s on 320 px: %s", path, lang, w))
			}
			larger.Go(h.Server.URL + path + sep + "lang=" + lang)
			browser.Eval[any](larger.Page, `document.documentElement.style.fontSize = "200%"`)
			for _, w := range larger.Wide() {
				found = append(found, fmt.Sprintf("%s in %s on 360 px, with letters of twice the size: %s", path, lang, w))
			}
			if v := browser.Eval[string](p.Page, `document.querySelector("meta[name=viewport]").content`); strings.Contains(v, "user-scalable") || strings.Contains(v, "maximum-scale") {
				found = append(found, fmt.Sprintf("%s: %s", path, v))
			}
		}
	}
	return pages, found
}
