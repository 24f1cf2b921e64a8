package night_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
)

// look is a view or a dialogue of the console: where it is, the keys that open it from
// there, and what can be seen then.
type look struct {
	name, page, keys, shows string
}

// looks are all views and dialogues of the console that is played with.
var looks = []look{
	{"tonight", "/console", "", ".plan"},
	{"tonight-refused", "/console", "3\tx\t", ".field.bad"},
	{"tables", "#tables", "", ".grid"},
	{"tables-goto", "#tables", "g1/2", "#goto"},
	{"tables-peek", "#tables", kb.ArrowUp + " ", ".grid"},
	{"cell", "#tables", "\r", ".cellpage"},
	{"correct", "#tables", "c", "#correct"},
	{"boards", "#boards", "", ".matrix"},
	{"slip", "#boards", "\r", ".slip"},
	{"ranking", "#ranking", "", ".lists"},
	{"names", "#names", "", ".names"},
	{"names-typing", "#names", kb.ArrowDown + "\ran", ".names"},
	{"movement", "#movement", "", ".repair"},
	{"movement-late", "#movement", "l7\r", ".ways, .echo.bad"},
	{"movement-gone", "#movement", "o", ".form"},
	{"movement-direction", "#movement", "d", ".form"},
	{"movement-pairs", "#movement", "q", ".form"},
	{"movement-boards", "#movement", "b", ".form"},
	{"movement-spoiled", "#movement", "x", ".form"},
	{"movement-plan", "#movement", "r", ".form"},
	{"log", "#log", "", ".log"},
	{"ruling", "#rule/0//1/1/1", "", ".ruling"},
	{"publish", "#publish", "", ".publish"},
	{"settings", "#settings", "", ".settingspage"},
	{"help", "#tables", "?", ".help"},
	{"big", "#big", "", ".big"},
	{"big-ranking", "#big", "r", ".bigrank"},
}

// TestConsolePictures takes a picture of every view and dialogue of the console, as it is
// played with and with canned data, at each width, by day, by night and with letters of
// twice the size, in all languages: none is wider than the screen, and the focus can be
// seen. Each of them is a test of its own: -run ConsolePictures/de/768/dark. See pictures.
func TestConsolePictures(t *testing.T) {
	dir, wanted := pictures(t, "de/360/light", "ru/1280/large")
	browsers := map[bool]*browser.Browser{false: start(t), true: start(t, browser.Large)}
	h := night.Demo(t, browsers[false])
	for _, lang := range []string{"en", "de", "ru"} {
		for _, d := range []browser.Device{{Width: 360, Height: 640}, {Width: 768, Height: 1024}, browser.Laptop} {
			for _, theme := range []string{"light", "dark", "large"} {
				d.Lang, d.Dark = lang, theme == "dark"
				at := fmt.Sprintf("%s/%d/%s", lang, d.Width, theme)
				if !wanted(at) {
					continue
				}
				t.Run(at, func(t *testing.T) {
					h.Browser = browsers[theme == "large"]
					p := h.Desk(t, d)
					defer p.Close()
					file := func(name string) string {
						return filepath.Join(dir, fmt.Sprintf("%s-%s-%d-%s.png", name, lang, d.Width, theme))
					}
					for _, l := range looks {
						show(p, h.Server.URL, l)
						shot(t, p, d, file("live-"+l.name))
					}
					canned(p, h.Server.URL, func(name string) { shot(t, p, d, file("canned-"+name)) })
				})
			}
		}
	}
}

// show opens a look.
func show(p *night.Desk, server string, l look) {
	p.Go("about:blank")
	page := l.page
	if strings.HasPrefix(page, "#") {
		page = "/console/demo-tonight" + page
	}
	p.Go(server + page)
	p.Until(`document.querySelector("h1, .time")`)
	p.Sleep(400 * time.Millisecond) // until the focus is where the keys go
	for _, k := range l.keys {
		p.Type(string(k))
		p.Sleep(50 * time.Millisecond)
	}
	p.Until(fmt.Sprintf("document.querySelector(%q)", l.shows))
	p.Sleep(300 * time.Millisecond)
}

// canned shows the screens with canned data, one after the other.
func canned(p *night.Desk, server string, look func(name string)) {
	p.Helper()
	p.Go(server + "/screens")
	p.Until(`document.querySelector(".stories a")`)
	names := browser.Eval[[]string](p.Page, `[...document.querySelector(".stories ul").querySelectorAll("a")].map(a => a.textContent)`)
	for _, name := range names {
		browser.Eval[any](p.Page, fmt.Sprintf("location.hash = %q", name))
		p.Until(`!document.querySelector(".stories")`)
		p.Sleep(500 * time.Millisecond) // until its steps are played
		look(name)
	}
}

// shot takes a picture of a screen so high that nothing is below it.
func shot(t *testing.T, p *night.Desk, d browser.Device, file string) {
	t.Helper()
	fits(t, p, filepath.Base(file))
	at := d
	d.Height = max(d.Height, browser.Eval[int64](p.Page, `document.documentElement.scrollHeight`))
	p.Show(d)
	p.Sleep(100 * time.Millisecond)
	p.Picture(file, true)
	p.Show(at)
}

// fits says what is wider than the screen, what is printed over what, and whether the
// focus cannot be seen.
func fits(t *testing.T, p *night.Desk, name string) {
	t.Helper()
	for _, w := range p.Wide() {
		t.Errorf("%s: %s", name, w)
	}
	for _, o := range browser.Eval[[]string](p.Page, overprinted) {
		t.Errorf("%s: %s", name, o)
	}
	if browser.Eval[bool](p.Page, covered) {
		p.Settle() // what comes late may push it away for a moment
	}
	if browser.Eval[bool](p.Page, covered) {
		t.Errorf("%s: what has the focus cannot be seen", name)
	}
}

// covered says whether what has the focus is off the screen, or something else over it:
// over the middle of what is on the screen, for the row of a table may reach beyond.
const covered = `(() => {
	const x = document.activeElement, r = x.getBoundingClientRect();
	if (x === document.body || !r.width) return false;
	const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth);
	const y = document.elementFromPoint((left + right) / 2, r.y + r.height / 2);
	return !y || !(x.contains(y) || y.contains(x));
})()`

// overprinted are the texts of a page that lie over one another; what is over the page on
// purpose, and what a frame cuts off, is not meant.
const overprinted = `(() => {
	const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		if (!n.data.trim() || !n.parentElement.checkVisibility()) continue;
		const frames = [];
		let over = false;
		for (let x = n.parentElement; x && x !== document.body; x = x.parentElement) {
			const s = getComputedStyle(x);
			over ||= s.position === "absolute" || s.position === "fixed" || s.position === "sticky" || x.tagName === "SELECT";
			if (s.overflowX !== "visible") frames.push(x.getBoundingClientRect());
		}
		if (over) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		for (const r of range.getClientRects()) {
			const box = {node: n, text: n.data.trim(), left: r.left, right: r.right, top: r.top, bottom: r.bottom};
			for (const f of frames) {
				box.left = Math.max(box.left, f.left); box.right = Math.min(box.right, f.right);
				box.top = Math.max(box.top, f.top); box.bottom = Math.min(box.bottom, f.bottom);
			}
			if (box.right > box.left && box.bottom > box.top) texts.push(box);
		}
	}
	const found = [];
	texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
		const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
		if (a.node !== b.node && wide > 3 && high > Math.min(a.bottom - a.top, b.bottom - b.top) / 2) found.push("“" + a.text + "” and “" + b.text + "” lie over one another");
	}));
	return found.slice(0, 5);
})()`

// TestPeopleStayWhole reads the lists of a laptop, where nobody's name is broken: a line
// breaks between the two of a pair.
func TestPeopleStayWhole(t *testing.T) {
	h := night.Demo(t, start(t))
	d := browser.Laptop
	d.Lang = "de"
	p := h.Desk(t, d)
	for _, l := range looks {
		if !slices.Contains([]string{"tables", "ranking", "ruling", "publish"}, l.name) {
			continue
		}
		show(p, h.Server.URL, l)
		p.Until(`document.querySelector(".person")`)
		for _, name := range browser.Eval[[]string](p.Page, `[...document.querySelectorAll(".person")].filter(x => {
			const all = document.createRange();
			all.selectNodeContents(x);
			return all.getClientRects().length > 1;
		}).map(x => x.textContent)`) {
			t.Errorf("%s: %s is broken", l.name, name)
		}
	}
}
