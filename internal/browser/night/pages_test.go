package night_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
)

// TestAxe: axe-core finds nothing to say against any page, on a telephone, a tablet and
// a laptop, by day and by night.
func TestAxe(t *testing.T) {
	b := start(t)
	script := browser.Script(t)
	pages, found := night.Demo(t, b).Axe(t, script)
	t.Logf("%d pages", pages)
	for _, f := range found {
		t.Error(f)
	}
}

// TestAxeTable: nor against the screens that a table meets.
func TestAxeTable(t *testing.T) {
	b := start(t)
	script := browser.Script(t)
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
			for _, w := range p.Wide() {
				t.Errorf("%s: %s", s, w)
			}
			picture(t, p.Page, "table-"+s+".png")
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

// TestLargeLetters: a table plays a round with letters of twice the size, and nothing
// leaves the screen.
func TestLargeLetters(t *testing.T) {
	h := night.Open(t, start(t, browser.Large), night.Evening{Family: "howell", Pairs: 4, Boards: 6, Config: map[string]any{"leads": true, "feedback": 2}})
	for _, lang := range []string{"en", "de", "ru"} {
		d := browser.Phone
		d.Lang = lang
		p := h.Phone(t, 1, d)
		seen := map[string]bool{}
		for round := map[string]int{"en": 2, "de": 3, "ru": 4}[lang]; ; {
			s := p.Screen()
			if s == "end" {
				break
			}
			if s == "entry" {
				if r, _ := p.Now(); r >= round {
					break
				}
			}
			if s != "" && !seen[s] {
				seen[s] = true
				for _, w := range p.Wide() {
					t.Errorf("%s in %s: %s", s, lang, w)
				}
				picture(t, p.Page, "large-"+s+"-"+lang+".png")
			}
			p.Step()
		}
		if !seen["entry"] || !seen["check"] {
			t.Errorf("%s: seen were %v", lang, seen)
		}
		p.Close()
	}
}

// TestConflict: two results of a board, and all that can be done about them, are seen at
// once on a telephone.
func TestConflict(t *testing.T) {
	h := night.Empty(t, start(t))
	for _, lang := range []string{"en", "de", "ru"} {
		d := browser.Phone
		d.Lang = lang
		p := h.Browser.Open("a phone in "+lang, d)
		p.Go(h.Server.URL + "/screens#table-conflict")
		p.Until(`document.querySelectorAll("main.cf .opt").length === 2 && document.querySelector("link#table").sheet`)
		if below := browser.Eval[[]string](p, `[...document.querySelectorAll("main.cf :is(.opt, .btn, .chip)")].filter(x => x.getBoundingClientRect().bottom > innerHeight).map(x => x.innerText)`); len(below) > 0 {
			t.Errorf("%s: below the screen are %q", lang, below)
		}
	}
}

// TestInPlace: what stands on a screen is where it belongs, and nothing lies on another.
func TestInPlace(t *testing.T) {
	h := night.Empty(t, start(t))
	for _, c := range []struct {
		story, lang string
		on          browser.Device
		is          string // an expression; box is where something is, text where its words are
	}{
		{"table-waiting", "en", browser.Tablet, `innerHeight - box(".btn.end").bottom <= 8`},
		{"table-waiting", "ru", browser.Phone, `box(".bl .row .dot").left - text(".bl .row .q").right >= 8`},
		{"table-outbox", "de", browser.Phone, `box(".hdr .tool").width === box(".hdr .tool").height && text(".hdr h1").top >= 4`},
		{"table-menu", "en", browser.Phone, `text("fieldset legend").top - box(".choice:nth-last-child(2) .chip").bottom >= 16`},
		{"table-stranger", "en", browser.Tablet, `box("hr").top >= 16`},
	} {
		d := c.on
		d.Lang = c.lang
		p := h.Browser.Open(c.story+" in "+c.lang, d)
		p.Go(h.Server.URL + "/screens#" + c.story)
		p.Until(`document.querySelector("main.app") && document.querySelector("link#table").sheet`)
		browser.Eval[any](p, `(() => {
			window.box = (of) => document.querySelector(of).getBoundingClientRect();
			window.text = (of) => { const r = document.createRange(); r.selectNodeContents(document.querySelector(of)); return r.getBoundingClientRect(); };
		})()`)
		p.Until(c.is)
		p.Close()
	}
}

// TestCompass: on a tablet that stands upright the declarer is asked for where he sits, on
// a telephone in one row; with the lead asked for, all of it is on the screen.
func TestCompass(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 4, Boards: 6, Config: map[string]any{"leads": true}})
	for _, c := range []struct {
		on   browser.Device
		want string
	}{
		{browser.Phone, "N S E W"},
		{browser.Tablet, "N, W E, S"},
	} {
		p := h.Phone(t, 1, c.on)
		p.To("entry")
		p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(4)")
		p.Tap(".pad .keys .n5 .key:nth-of-type(1)")
		p.Tap(".pad .keys .n4 .key:nth-of-type(2)")
		p.Until(`document.querySelector(".four.guide")`)
		if got := browser.Eval[string](p.Page, `(() => {
			const rows = {};
			for (const x of document.querySelectorAll(".n4 .key")) {
				const r = x.getBoundingClientRect();
				(rows[Math.round(r.top + r.height / 2)] ??= []).push([r.left, x.innerText]);
			}
			return Object.values(rows).map(row => row.sort((a, b) => a[0] - b[0]).map(x => x[1]).join(" ")).join(", ");
		})()`); got != c.want {
			t.Errorf("on %d px the declarer is one of %s, want %s", c.on.Width, got, c.want)
		}
		if below := browser.Eval[int](p.Page, `document.documentElement.scrollHeight - innerHeight`); below > 0 {
			t.Errorf("on %d px: %d px are below the screen", c.on.Width, below)
		}
		p.Close()
	}
}

// TestReflow: no page is wider than a small telephone, nor with letters of twice the
// size; and nobody forbids to zoom.
func TestReflow(t *testing.T) {
	b := start(t)
	pages, found := night.Demo(t, b).Reflow(t)
	t.Logf("%d pages", pages)
	for _, f := range found {
		t.Error(f)
	}
}

// TestPictures takes a picture of every page and of every screen at each width, by day
// and by night, in all languages, and prints what is for paper. A part of them:
// -run 'Pictures/de/360/dark/pages'. See pictures.
func TestPictures(t *testing.T) {
	dir, wanted := pictures(t, "ru/768/dark/pages", "de/paper")
	h := night.Demo(t, start(t))
	for _, lang := range []string{"en", "de", "ru"} {
		for _, d := range []browser.Device{browser.Phone, browser.Tablet, browser.Laptop} {
			for _, light := range []string{"light", "dark"} {
				d.Dark, d.Lang = light == "dark", lang
				name := func(what string) string {
					return filepath.Join(dir, fmt.Sprintf("%s-%s-%d-%s.png", what, lang, d.Width, light))
				}
				at := fmt.Sprintf("%s/%d/%s", lang, d.Width, light)
				if at := at + "/pages"; wanted(at) {
					t.Run(at, func(t *testing.T) { h.Pages(t, d, name) })
				}
				if at := at + "/screens"; wanted(at) {
					t.Run(at, func(t *testing.T) { h.Screens(t, d, name) })
				}
			}
		}
		if at := lang + "/paper"; wanted(at) {
			t.Run(at, func(t *testing.T) { h.Paper(t, lang, dir) })
		}
	}
}
