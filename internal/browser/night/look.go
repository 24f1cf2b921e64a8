package night

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/web"
)

// Demo is a hall with the evenings of a demo: one that is published and was corrected
// since, and one that is being played; and one that has not begun.
func Demo(t browser.T, b *browser.Browser) *Hall {
	t.Helper()
	h := Empty(t, b)
	if err := web.Demo(t.Context(), h.Club); err != nil {
		t.Fatalf("%v", err)
	}
	h.ID = "demo-tonight"
	h.correct(t, "demo-last-week")
	h.next = h.Start(t, "Friday pairs", Evening{Pairs: 8, Boards: 24})
	return h
}

// correct changes the published evening of a demo: it says what the cards of six boards
// allow, and one result was another one, and one is a ruling.
func (h *Hall) correct(t browser.T, id string) {
	t.Helper()
	view, err := h.Club.View(t.Context(), club.Actor{Role: club.Owner}, id)
	if err != nil {
		t.Fatalf("%v", err)
	}
	solver := dd.New(dd.Limits{})
	var solved club.LoadDeals
	for _, b := range view.Standings.Boards[:6] {
		table, err := solver.Table(t.Context(), b.Deal)
		if err != nil {
			t.Fatalf("%v", err)
		}
		solved.Boards = append(solved.Boards, event.BoardSet{Board: b.Board, Dealer: b.Dealer, Vul: b.Vul, Deal: b.Deal, DD: table})
	}
	lines := view.Standings.Boards[1].Lines
	at := func(l event.Line) club.Place {
		return club.Place{Round: l.Meeting.Round, Table: l.Meeting.Table, Board: l.Meeting.Board}
	}
	for i, ask := range []club.Ask{
		{Command: &solved},
		{Why: "Plus and minus were mixed up on the slip.", Command: &club.Resolve{Place: at(lines[len(lines)-1]), Result: lines[0].Result}},
		{Why: "Law 12C1(c)", Command: &club.Rule{Place: at(lines[0]), Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}},
	} {
		ask.Key = fmt.Sprintf("correct-%d", i)
		if _, err := h.Club.Do(t.Context(), club.Actor{Role: club.Owner, ID: club.Program}, id, ask); err != nil {
			t.Fatalf("%v", err)
		}
	}
	if view, err = h.Club.View(t.Context(), club.Actor{Role: club.Owner}, id); err != nil {
		t.Fatalf("%v", err)
	}
	h.moved = strconv.FormatInt(view.Versions[len(view.Versions)-2].Position, 10)
}

// Public are the pages for everybody, of a demo.
func (h *Hall) Public() []string {
	const last = "/e/demo-last-week"
	next := "/e/" + h.next
	return []string{
		"/", last, last + "?pair=1NS", last + "/cards/1NS", last + "/cards/2EW?pair=1NS", last + "/boards/1", last + "/boards/2?pair=1NS", last + "/pairs", last + "/pairs/1NS/2NS", last + "/moved/" + h.moved,
		"/e/demo-tonight", "/e/demo-tonight/cards/5NS", "/e/demo-tonight/boards/1", "/e/demo-tonight/boards/24", "/e/demo-tonight/screen", "/e/demo-tonight/screen?part=ranking", last + "/screen", last + "/embed?part=ranking", last + "/files",
		next, next + "/boards/1", next + "/screen", "/settings", "/login", "/join", "/nowhere",
	}
}

// papers are the pages for a printer that everybody may print, of a demo.
var papers = []string{"/e/demo-last-week/print/ranking", "/e/demo-last-week/print/hands", "/e/demo-last-week/print/travellers", "/e/demo-last-week/print/guides"}

// Directors are the pages of the director.
var Directors = []string{"/console", "/console/demo-tonight", "/console/demo-last-week", "/e/demo-tonight/files", "/e/demo-tonight/print/tables"}

// Axe looks with axe-core at every page of a demo, on a telephone, a tablet and a
// laptop, by day and by night: at how many pages, and what it has to say against them.
// Of those for everybody, what is wider than the screen is said too.
func (h *Hall) Axe(t browser.T, script string) (pages int, found []string) {
	public := h.Public()
	for i, d := range []browser.Device{browser.Phone, {Width: 768, Height: 1024, Touch: true, Dark: true}, browser.Laptop} {
		d.Lang = []string{"en", "de", "ru"}[i]
		director := h.Desk(t, d)
		for _, path := range slices.Concat(public, papers, Directors) {
			director.Go(h.Server.URL + path)
			if strings.HasPrefix(path, "/console") {
				director.Until(`document.querySelector("h1")`)
			}
			pages++
			faults := director.Axe(script)
			if slices.Contains(public, path) {
				faults = append(faults, director.Wide()...)
			}
			for _, f := range faults {
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
		for _, path := range h.Public() {
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

// file is what the picture of a page is called.
func file(path string) string {
	return cmp.Or(strings.Trim(strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(path), "-"), "events")
}

// Pages takes a picture of every page on a device, into the files of that name.
func (h *Hall) Pages(t browser.T, d browser.Device, name func(what string) string) {
	p := h.Desk(t, d)
	defer p.Close()
	for _, path := range slices.Concat(h.Public(), papers, Directors) {
		p.Go(h.Server.URL + path)
		if strings.HasPrefix(path, "/console") {
			p.Until(`document.querySelector("h1")`)
			p.Settle()
		}
		p.Picture(name(strings.ReplaceAll(file(path), h.next, "next")), true)
	}
}

// Screens takes a picture of every screen of the page of all screens on a device.
func (h *Hall) Screens(t browser.T, d browser.Device, name func(what string) string) {
	p := h.Desk(t, d)
	defer p.Close()
	p.Go(h.Server.URL + "/screens")
	p.Until(`document.querySelector(".stories a")`)
	for _, story := range browser.Eval[[]string](p.Page, `[...document.querySelectorAll(".stories a")].map(x => x.textContent)`) {
		p.Go("about:blank")
		p.Go(h.Server.URL + "/screens#" + story)
		p.Until(`document.querySelector("#app > div")`)
		p.Settle()
		p.Picture(name(story), true)
	}
}

// Settle waits until a screen has come to rest: nothing in it changes any more.
func (d *Desk) Settle() {
	d.Helper()
	browser.Eval[any](d.Page, `new Promise(done => {
		let rest = setTimeout(done, 800);
		new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(done, 800); }).observe(document.body, {childList: true, subtree: true, attributes: true});
		setTimeout(done, 4000); // a clock never rests
	})`)
}

// Paper prints what is for paper in a language, into a folder, on the sheets of both
// sides of the ocean.
func (h *Hall) Paper(t browser.T, lang, dir string) {
	d := browser.Laptop
	d.Lang = lang
	p := h.Desk(t, d)
	defer p.Close()
	for _, path := range slices.Concat(papers, []string{"/e/demo-last-week", "/e/demo-last-week/cards/1NS", "/e/demo-last-week/boards/1", "/e/demo-last-week/boards/2"}) {
		p.Go(h.Server.URL + path)
		p.Printed(filepath.Join(dir, file(path)+"-"+lang+"-a4.pdf"), browser.A4)
		d.Lang = lang + "-US"
		p.Show(d)
		p.Go(h.Server.URL + path)
		p.Printed(filepath.Join(dir, file(path)+"-"+lang+"-letter.pdf"), browser.Letter)
		d.Lang = lang
		p.Show(d)
	}
}
