package night_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/internal/web"
)

// demo is a hall with the evenings of a demo: one that is published, and one that is
// being played.
func demo(t *testing.T, b *browser.Browser) *night.Hall {
	t.Helper()
	h := night.Empty(t, b)
	if err := web.Demo(t.Context(), h.Club); err != nil {
		t.Fatal(err)
	}
	h.ID = "demo-tonight"
	return h
}

// public are the pages for everybody, of a demo.
var public = []string{
	"/", "/e/demo-last-week", "/e/demo-last-week?pair=1", "/e/demo-last-week/cards/1", "/e/demo-last-week/boards/1", "/e/demo-last-week/pairs", "/e/demo-last-week/pairs/1/2",
	"/e/demo-tonight", "/e/demo-tonight/boards/1", "/e/demo-tonight/screen", "/e/demo-last-week/screen", "/e/demo-last-week/embed?part=ranking", "/e/demo-last-week/files",
	"/e/demo-last-week/print/ranking", "/e/demo-last-week/print/hands", "/e/demo-last-week/print/travellers", "/e/demo-last-week/print/guides", "/settings", "/login", "/join", "/nowhere",
}

// desk are the pages of the director.
var desk = []string{"/console", "/console/demo-tonight", "/console/demo-last-week", "/e/demo-tonight/print/tables"}

// TestAxe: axe-core finds nothing to say against any page, on a telephone, a tablet and
// a laptop, by day and by night.
func TestAxe(t *testing.T) {
	b := start(t)
	script, err := browser.Axe()
	switch {
	case err != nil:
		t.Fatal(err)
	case script == "" && os.Getenv("OVERTRICK_CHROMIUM") == "required":
		t.Fatal("axe-core is not there: npm ci in internal/web/ui")
	case script == "":
		t.Skip("axe-core is not there: npm ci in internal/web/ui")
	}
	h := demo(t, b)
	for i, d := range []browser.Device{browser.Phone, {Width: 768, Height: 1024, Touch: true, Dark: true}, browser.Laptop} {
		d.Lang = []string{"en", "de", "ru"}[i]
		director := h.Desk(t, d)
		for _, path := range slices.Concat(public, desk) {
			director.Go(h.Server.URL + path)
			if strings.HasPrefix(path, "/console") {
				director.Until(`document.querySelector("h1")`)
			}
			for _, f := range director.Axe(script) {
				t.Errorf("%s on %d px: %s", path, d.Width, f)
			}
		}
		if list := director.Faults(); len(list) > 0 {
			t.Errorf("%d px: %s", d.Width, browser.Join(list))
		}
	}
}

// TestAxeTable: nor against the screens that a table meets.
func TestAxeTable(t *testing.T) {
	b := start(t)
	script, err := browser.Axe()
	if err != nil || script == "" {
		t.Skip("axe-core is not there: npm ci in internal/web/ui")
	}
	h := night.Open(t, b, night.Evening{Family: "howell", Pairs: 4, Boards: 6})
	p := h.Phone(t, 1, browser.Phone)
	other := h.Phone(t, 2, browser.Device{Width: 360, Height: 640, Touch: true, Dark: true})
	seen := map[string]bool{}
	for p.Screen() != "end" {
		if s := p.Screen(); s != "" && !seen[s] {
			seen[s] = true
			for _, f := range p.Axe(script) {
				t.Errorf("%s: %s", s, f)
			}
			for _, size := range []string{"200%", "100%"} {
				browser.Eval[any](p.Page, `document.documentElement.style.fontSize = "`+size+`"`)
				for _, w := range p.Wide() {
					t.Errorf("%s, letters of %s: %s", s, size, w)
				}
			}
			if dir := os.Getenv("OVERTRICK_PICTURES"); dir != "" {
				p.Picture(filepath.Join(dir, "table-"+s+".png"), true)
			}
		}
		if p.Step() == "ag" && other.Screen() != "end" {
			other.Step()
		}
	}
	for _, s := range []string{"entry", "check", "ag", "recap"} {
		if !seen[s] {
			t.Errorf("%s was not seen", s)
		}
	}
}

// TestReflow: no page is wider than a small telephone, nor with letters of twice the
// size; and nobody forbids to zoom.
func TestReflow(t *testing.T) {
	b := start(t)
	h := demo(t, b)
	p := h.Desk(t, browser.Narrow)
	larger := h.Desk(t, browser.Phone)
	for _, lang := range []string{"en", "de", "ru"} {
		for _, path := range public {
			if strings.Contains(path, "/print/") {
				continue // paper has a width of its own
			}
			sep := "?"
			if strings.Contains(path, "?") {
				sep = "&"
			}
			p.Go(h.Server.URL + path + sep + "lang=" + lang)
			for _, w := range p.Wide() {
				t.Errorf("%s in %s on 320 px: %s", path, lang, w)
			}
			larger.Go(h.Server.URL + path + sep + "lang=" + lang)
			browser.Eval[any](larger.Page, `document.documentElement.style.fontSize = "200%"`)
			for _, w := range larger.Wide() {
				t.Errorf("%s in %s on 360 px, with letters of twice the size: %s", path, lang, w)
			}
			if v := browser.Eval[string](p.Page, `document.querySelector("meta[name=viewport]").content`); strings.Contains(v, "user-scalable") || strings.Contains(v, "maximum-scale") {
				t.Errorf("%s: %s", path, v)
			}
		}
	}
}

// TestPictures takes a picture of every page at each width, by day and by night, in all
// languages, into the folder that OVERTRICK_PICTURES names.
func TestPictures(t *testing.T) {
	dir := os.Getenv("OVERTRICK_PICTURES")
	if dir == "" {
		t.Skip("OVERTRICK_PICTURES names no folder")
	}
	b := start(t)
	h := demo(t, b)
	for _, lang := range []string{"en", "de", "ru"} {
		for _, d := range []browser.Device{browser.Phone, browser.Tablet, browser.Laptop} {
			for _, dark := range []bool{false, true} {
				d.Dark, d.Lang = dark, lang
				p := h.Desk(t, d)
				name := map[bool]string{false: "light", true: "dark"}[dark]
				for _, path := range slices.Concat(public, desk) {
					p.Go(h.Server.URL + path)
					if strings.HasPrefix(path, "/console") {
						p.Until(`document.querySelector("h1")`)
						p.Sleep(500_000_000)
					}
					file := strings.Trim(strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(path), "-")
					p.Picture(filepath.Join(dir, fmt.Sprintf("%s-%s-%d-%s.png", cmp.Or(file, "events"), lang, d.Width, name)), true)
				}
				p.Close()
			}
		}
	}
}
