package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/overtrick/overtrick/internal/browser"
)

// laptop is a laptop of a director who has logged in.
func laptop(t *testing.T, r *rig, path string) *browser.Page {
	t.Helper()
	chromium := browser.Program(t)
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	p := browser.Start(t, chromium).Open("laptop", browser.Laptop)
	p.Go(s.URL + "/login?next=" + path)
	p.Tap("[name=name]")
	p.Type(asChief)
	p.Tap("[name=password]")
	p.Type(password + "\r")
	return p
}

// An evening begins with three answers and Enter, names and travellers are typed, and
// nothing needs the mouse.
func TestDeskByKeyboard(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	p := laptop(t, r, "/console")

	// Tonight.
	p.Sees(".plan[aria-checked=true]", "recommended")
	before := p.Keys
	p.Type("3\t9\t")
	p.Until(`document.querySelector(".plans:not(.old)") && document.querySelector(".go .btn").textContent.includes("3\u00a0tables")`)
	p.Type("\r")
	p.Sees("h1", "")
	p.Sees(".begun", "Print the table cards")
	if keys := p.Keys - before; keys > 8 {
		t.Errorf("%d keys to begin an evening", keys)
	}
	p.TapText(".begun a", "names")

	p.Until(`/^\/console\/.+/.test(location.pathname)`)
	event := strings.TrimPrefix(browser.Eval[string](p, `location.pathname`), "/console/")

	// Names: somebody the club knows, then a guest.
	p.Sees(".names tr.at", "1")
	p.Type("Player NS 1")
	p.Sees(".pick li[aria-selected=true]", "Player NS 1")
	p.Type("\r")
	p.Sees(".names tr.at .seat", "Player NS 1")
	p.Type("Zoë")
	p.Sees(".pick li[aria-selected=true]", "Zoë")
	p.Type("\r")
	p.Sees(".names", "Zoë")

	// The same person again, who is asked about; partners and pairs that swap.
	p.Type("Player NS 1\r")
	p.Sees(".namefoot", "Which is right?")
	p.TapText(".namefoot button", "two people of that name")
	p.Until(`!document.querySelector(".namefoot button")`)
	p.Type(kb.Escape + kb.ArrowUp + "s")
	p.Sees(".names tbody tr:nth-child(1) .seat:nth-child(2)", "Zoë")
	p.Type("S" + kb.ArrowDown + "S")
	p.Sees(".names tbody tr:nth-child(2) .seat:nth-child(2)", "Zoë")
	within(t, 20*time.Second, "two pairs that swap", func() bool {
		var c consoleJSON
		r.gets(&c, asChief, http.MethodGet, "/api/events/"+event+"/console", "")
		return strings.Join(c.Names["2NS"], ", ") == "Zoë, Player NS 1"
	})
	p.Reload()
	p.Sees(".names tbody tr:nth-child(2) .seat:nth-child(2)", "Zoë")

	// Travellers.
	browser.Eval[any](p, `location.hash = "#slip/0//1"`)
	p.Sees(".slipsheet", "Board")
	p.Sees(".slipsheet .clock", "dealer North, nobody vulnerable")
	p.Type("4ss")
	p.Sees(".echo", "four spades by South, made. North-South score 420.")
	p.Type("\r")
	p.Sees(".slip tr:nth-child(1)", "420")
	p.Type("620\r")
	p.Sees(".echo.bad", "620 is not possible with N-S not vulnerable")
	p.Type("-1\r\r")
	p.Sees(".echo", "Board 1 is complete.")
	p.Sees(".slip tr:nth-child(1) td:nth-last-child(2)", "4")

	// Undo, a second time, and what differs in it.
	p.Type("u\r")
	p.Sees(".echo", "The line of pair 3 is as it was.")
	p.Type("p\rv\r")
	p.Sees(".prompt", "second time")
	p.Sees(".slip tr:nth-child(2)", "• • •")
	p.Type("4ss\r4ss-2\r")
	p.Sees(".echo.bad", "The first time it was 4S-1 S, now it is 4S-2 S.")
	p.Type("\r")
	p.Sees(".slip tr:nth-child(2)", "100")
	p.Type("p\r")
	p.Sees(".echo", "Board 1 is typed twice, and both agree.")

	// Short scores, two lines faster than anybody answers, and the board after it.
	p.Type(kb.F2 + "g2\r")
	p.Sees(".slipsheet .clock", "North-South vulnerable")
	p.Type("62\r-10\r-5\r")
	p.Sees(".echo.bad", "−50")
	p.Type(kb.Escape + kb.Escape)
	p.Sees(".views", "Boards")
	if f := p.Faults(); len(f) > 0 {
		t.Errorf("faults: %s", browser.Join(f))
	}
	if wide := p.Wide(); len(wide) > 0 {
		t.Errorf("too wide: %s", browser.Join(wide))
	}

	// What was typed is there.
	var sheet sheetJSON
	r.gets(&sheet, asChief, http.MethodGet, "/api/events/"+event+"/boards/1", "")
	var got []string
	for _, l := range sheet.Lines {
		got = append(got, l.NS+" "+l.Result)
	}
	if want := "1NS 4S= S, 3NS Pass, 2NS 4S-2 S"; strings.Join(got, ", ") != want {
		t.Errorf("typed %s, want %s", strings.Join(got, ", "), want)
	}
}
