package night_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/seed"
)

// TestRouter: in round 4 the router begins to fail, then is away for ten minutes. Two
// phones die with results that nobody has got; the others are put into a pocket and taken
// out again, and play on. When it is back everything is there, once.
func TestRouter(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 8, Boards: 14})
	const tables, pace = 4, 40
	phones := make([]*night.Phone, tables)
	each := func(do func(p *night.Phone)) {
		t.Helper()
		var all []func(browser.T)
		for i := range phones {
			all = append(all, func(t browser.T) {
				phones[i].T = t
				do(phones[i])
			})
		}
		night.Together(t, all...)
	}
	h.Typed(3)
	for i := range phones {
		phones[i] = h.Phone(t, i+1, browser.Phone)
		phones[i].Clock()
		phones[i].Reload()
	}
	each(func(p *night.Phone) { p.Play(4) })

	// First it loses, doubles and reorders what is said, then it is gone.
	for i, p := range phones {
		p.Wire.Storm(seed.New(uint64(i + 1)))
	}
	board := func(p *night.Phone) {
		for n := p.Agreed + 1; p.Agreed < n; {
			p.Step()
		}
	}
	each(board)
	for _, p := range phones {
		p.Wire.Cut()
	}
	each(func(p *night.Phone) {
		board(p)
		if p.Table <= 2 {
			p.Kill()
			return
		}
		away := p.Clocked()
		p.Pace(pace)
		for range 3 { // ten minutes, three times in a pocket
			p.Lock()
			p.Sleep(2 * time.Second)
			p.Unlock()
			p.Sleep(time.Second)
		}
		for p.Clocked().Sub(away) < 10*time.Minute {
			p.Sleep(100 * time.Millisecond)
		}
		p.Pace(1)
		p.Play(5)
		board(p)
		p.Until(`document.querySelector(".mark.offline")`)
	})
	for _, sent := range h.Sent() {
		if sent.Round > 4 {
			t.Errorf("sent over a wire that was cut: %+v", sent)
		}
	}

	// The router is back, and is no better at first.
	for i, p := range phones {
		p.Wire.Storm(seed.New(uint64(i + 11)))
		p.Wire.Splice()
	}
	each(func(p *night.Phone) {
		if p.Table <= 2 {
			p.Go(p.Wire.Path("/table"))
			p.Until(`document.querySelector("main")`)
		}
		board(p)
	})
	for _, p := range phones {
		p.Wire.Mend()
	}
	each(func(p *night.Phone) {
		p.Play(6)
		p.Until(`!Object.keys(localStorage).some(k => k.startsWith("overtrick.out."))`)
	})
	well(t, phones...)

	once := map[club.Place]int{}
	for _, sent := range h.Sent() {
		once[sent.Place]++
		if want := night.Result(sent.Round, sent.Table, int(sent.Board)); sent.Result != want {
			t.Errorf("%+v, entered was %v", sent, want)
		}
	}
	for _, p := range h.Places() {
		if p.Round > 5 {
			continue
		}
		if want := night.Result(p.Round, p.Table, p.Board).String(); p.State != "saved" || p.Result != want {
			t.Errorf("%+v, entered was %s", p, want)
		}
	}
	for place, n := range once {
		if n != 1 {
			t.Errorf("the journal has %+v %d times", place, n)
		}
	}
	if len(once) != 5*tables*2 {
		t.Errorf("%d boards are in the journal", len(once))
	}
}

// TestReloadWithoutServer: the router is away, and the phone is loaded anew, as it does by
// itself when it needs memory: the page comes back with what was tapped and what waits,
// and the round goes on. When the router is back everything is sent, once.
func TestReloadWithoutServer(t *testing.T) {
	h := night.Open(t, start(t), night.Evening{Family: "howell", Pairs: 6, Boards: 15})
	p := h.Phone(t, 1, browser.Phone)
	p.Play(1)
	p.Until(`navigator.serviceWorker.controller`)
	board := func() {
		for n := p.Agreed + 1; p.Agreed < n; {
			p.Step()
		}
	}
	again := func() {
		p.Reload()
		p.Until(`document.querySelector("main")`)
	}
	board()
	p.Wire.Cut()
	board()
	p.To("entry")
	p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(6)")
	p.Tap(".pad .keys .n5 .key:nth-of-type(1)")
	again()
	p.Sees(".pad", "6")
	if on := browser.Eval[int](p.Page, `document.querySelectorAll(".pad .key[aria-checked=true], .pad .key[aria-pressed=true]").length`); on < 2 {
		t.Errorf("%d keys are down after the reload", on)
	}
	if n := browser.Eval[int](p.Page, `Object.keys(localStorage).filter(k => k.startsWith("overtrick.out.")).length`); n == 0 {
		t.Error("nothing waits to be sent")
	}
	board()
	p.Wire.Away() // and now there is a proxy, which says so
	p.Wire.Splice()
	again()
	p.Play(2) // where to go, by the plan
	for _, x := range h.Places() {
		if x.Round == 1 && x.Table == 1 && x.State == "saved" && len(x.Entries) == 0 {
			t.Errorf("sent over a wire that is cut: %+v", x)
		}
	}
	if n := browser.Eval[int](p.Page, `caches.keys().then(all => Promise.all(all.map(n => caches.open(n).then(c => c.keys())))).then(all => all.flat().filter(r => new URL(r.url).pathname.startsWith("/api/")).length)`); n > 0 {
		t.Errorf("%d answers of the API are kept beside the shell", n)
	}
	p.Wire.Mend()
	p.Reload()
	p.Until(`document.querySelector("main")`)
	p.Until(`!Object.keys(localStorage).some(k => k.startsWith("overtrick.out."))`)
	n := 0
	for _, sent := range h.Sent() {
		if want := night.Result(sent.Round, sent.Table, int(sent.Board)); sent.Result != want {
			t.Errorf("%+v, entered was %v", sent, want)
		}
		n++
	}
	if n != 3 {
		t.Errorf("the journal has %d revisions of 3 boards", n)
	}
}

// TestNewShell: whoever reaches the server sees its page and no older one, and the shell
// that a phone keeps is then the new one, too.
func TestNewShell(t *testing.T) {
	h := night.Empty(t, start(t))
	_, code, ok := strings.Cut(h.Text("/table-worker.js"), "\n")
	if !ok {
		t.Fatal("the worker is one line")
	}
	var release atomic.Int64
	release.Store(1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := release.Load()
		switch r.URL.Path {
		case "/table":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><script type=module src="/static/table.js?v=%d"></script><h1>release %d</h1><p></p>`, n, n)
		case "/static/table.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, `document.querySelector("p").textContent = "program %d"; navigator.serviceWorker.register("/table-worker.js", {scope: "/table"})`, n)
		case "/table-worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, "const shell = {name: \"%d\", page: \"/table\", files: [\"/static/table.js?v=%d\"]};\n%s", n, n, code)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	wire := browser.NewWire(t, s.URL)
	p := h.Browser.Open("phone", browser.Phone)
	p.Go(wire.Path("/table"))
	kept := func(want string) {
		t.Helper()
		p.Until(`navigator.serviceWorker.controller`)
		p.Until(fmt.Sprintf(`(await caches.keys()).join() === "overtrick.table.%s"`, want))
		wire.Cut()
		p.Reload()
		p.Sees("body", "release "+want+" program "+want)
		wire.Mend()
	}
	kept("1")
	release.Store(2)
	p.Reload()
	p.Sees("body", "release 2 program 2")
	kept("2")
}
