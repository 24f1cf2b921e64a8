package night

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/browser"
)

// Phone is a phone on a table.
type Phone struct {
	*browser.Page
	Wire  *browser.Wire
	Table int
	hall  *Hall

	// What it plays: a result for each board. Nil is [Result].
	Plays func(round, board int) bridge.Result

	Agreed int   // boards that both sides have agreed on this phone
	Costs  []int // taps of each of them
	taps   int   // when the board began
}

// Phone opens a phone on a table by its QR code.
func (h *Hall) Phone(t browser.T, table int, d browser.Device) *Phone {
	h.Helper()
	wire := browser.NewWire(h.T, h.Server.URL)
	p := &Phone{Page: h.Browser.Open(fmt.Sprintf("table %d", table), d), Wire: wire, Table: table, hall: h}
	p.T = t
	p.Go(wire.Path("/t/" + h.Token(table)))
	p.Until(`document.querySelector("main")`)
	return p
}

// The screens, by what is on them.
const screens = `(() => {
	const main = document.querySelector("main");
	if (!main || document.querySelector(".loading")) return "";
	if (main.classList.contains("move") && main.querySelector('.end a[href^="/e/"]')) return "end";
	for (const s of ["check", "ask", "ag", "cf", "recap", "move", "wt", "guard", "join"]) if (main.classList.contains(s)) return s === "guard" && main.querySelector(".ask") ? "guard" : s;
	return main.querySelector(".pad") ? "entry" : "";
})()`

// Screen is what the phone shows: entry, check, ask, ag (agreed, or a board that is done),
// cf (two results), recap, move, wt (waiting), guard, join, end; empty while it loads.
func (p *Phone) Screen() string {
	p.Helper()
	return browser.Eval[string](p.Page, screens)
}

// Now is the round and the board that the phone shows.
func (p *Phone) Now() (round, board int) {
	p.Helper()
	type at struct{ Round, Board int }
	a := browser.Eval[at](p.Page, `(() => {
		const head = document.querySelector("h1")?.innerText ?? "", chip = document.querySelector(".boards .chip[aria-current=true]")?.innerText ?? "0";
		return {Round: Number((head.match(/\d+/g) ?? [])[1] ?? 0), Board: parseInt(chip) || 0};
	})()`)
	return a.Round, a.Board
}

// Key taps a key of the entry screen by what it is called.
func (p *Phone) Key(group, label string) {
	p.Helper()
	p.Tap(fmt.Sprintf(`.pad [role=radiogroup][aria-label^=%q] .key[aria-label=%q], .pad [role=radiogroup][aria-label^=%q] .key:not([aria-label])`, group, label, group))
}

// Enter taps a result, and waits for the check to come.
func (p *Phone) Enter(r bridge.Result) {
	p.Helper()
	p.Put(r)
	p.Until(`document.querySelector("main.check")`)
}

// strains in the order of the keys.
var strains = []bridge.Strain{bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs, bridge.Notrump}

// Put taps a result, with the lead if it has one: then the club asks for it.
func (p *Phone) Put(r bridge.Result) {
	p.Helper()
	if r.PassedOut() {
		p.Tap(".pad .keys .n2 .key")
		return
	}
	c := r.Contract()
	nth := func(row string, n int) { p.Tap(fmt.Sprintf(".pad %s .key:nth-of-type(%d)", row, n)) }
	nth(".keys:nth-of-type(1)", int(c.Level))
	for i, s := range strains {
		if s == c.Strain {
			nth(".keys .n5", i+1)
		}
	}
	for i, s := range []bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West} {
		if s == r.Declarer() {
			nth(".keys .n4", i+1)
		}
	}
	if d := int(c.Doubling); d > 0 {
		nth(".keys .n3", d+1)
	}
	if l := r.Lead(); l != 0 {
		nth(".keys.four", 1+strings.IndexByte("SHDC", l.String()[0]))
		nth(".keys.multi", 1+strings.IndexByte("AKQJT98765432", l.String()[1]))
	}
	if p.Has(".pad .multi") { // nobody noted the lead
		p.Tap(".pad .multi .key.word")
	}
	over := r.Over()
	usual := map[int]int{0: 1, 1: 2, 2: 3, 3: 4, -1: 5, -2: 6, -3: 7}
	if n, ok := usual[over]; ok {
		nth(".keys.result", n)
		return
	}
	nth(".keys.result", 8)
	text := "+" + strconv.Itoa(over)
	if over < 0 {
		text = "−" + strconv.Itoa(-over)
	}
	p.TapText(".pad .key", text)
}

// Dead is how long the check takes no answer, and a little.
const Dead = 800 * time.Millisecond

// Agree waits until the check takes an answer, and agrees.
func (p *Phone) Agree() {
	p.Helper()
	// By the page's own time: on a slow machine it may have shown the check only just now.
	browser.Eval[any](p.Page, fmt.Sprintf("new Promise((done) => setTimeout(done, %d))", Dead.Milliseconds()))
	p.Tap("main.check .btn.main")
	p.Until(`!document.querySelector("main.check")`)
}

// Step does what the screen asks for, and says which screen that was.
func (p *Phone) Step() string {
	p.Helper()
	s := p.Screen()
	switch s {
	case "entry":
		round, board := p.Now()
		p.taps = p.Touches
		play := p.Plays
		if play == nil {
			play = func(round, board int) bridge.Result { return Result(round, p.Table, board) }
		}
		p.Enter(play(round, board))
	case "check":
		p.Agree()
		p.Agreed++
		p.Costs = append(p.Costs, p.Touches-p.taps)
	case "ask":
		p.Tap(".stack .btn:last-child") // keep
	case "ag", "recap", "move":
		p.Tap("main .end.btn, main .end .btn.main")
	case "wt":
		// It goes on by itself when the round is over, even while its button is dead.
		p.Until(`!document.querySelector("main.wt .btn.end:disabled")`)
		if p.Screen() == "wt" {
			p.Tap("main.wt .btn.end")
		}
	case "guard":
		p.Tap(".two .btn.main")
	case "join":
		p.Tap(".end .btn")
	default: // nothing can be done there, or not yet
		p.Sleep(50 * time.Millisecond)
		return ""
	}
	return s
}

// Play goes on until a round is begun on the phone, or the evening is over; 0 is the end.
func (p *Phone) Play(until int) {
	p.Helper()
	p.goOn(func(screen string) bool {
		if screen == "end" || until == 0 || screen != "entry" {
			return screen == "end"
		}
		round, _ := p.Now()
		return round >= until
	})
}

// To goes on until the phone shows a screen.
func (p *Phone) To(screen string) {
	p.Helper()
	p.goOn(func(shown string) bool { return shown == screen })
}

// goOn does what the screens ask for until one is there that is looked for. Where nothing
// comes that can be done, it says what the phone shows instead.
func (p *Phone) goOn(there func(screen string) bool) {
	p.Helper()
	const most = 1200 // a minute
	for idle := 0; !there(p.Screen()); idle++ {
		if p.Step() != "" {
			idle = 0
		}
		if p.Context().Err() != nil {
			p.Fatalf("%s: another phone has failed", p.Name)
		}
		if idle > most {
			p.Fatalf("%s: nothing to do here:\n%s", p.Name, p.Text("body"))
		}
	}
}

// Choose taps the chip of a board.
func (p *Phone) Choose(board int) {
	p.Helper()
	p.TapText(".boards .chip", strconv.Itoa(board))
}
