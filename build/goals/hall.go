package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/movement"
)

// made is a made-up event in a hall.
type made struct {
	*night.Hall
	keys   int
	tables int
	played []event.Played // in the order of play
}

// open opens a hall with an event that was made up: its names, deals and plan, and
// nothing that was played.
func open(t browser.T, b *browser.Browser, o simulate.Options) *made {
	record, err := simulate.Event(o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	e := &made{Hall: night.Empty(t, b)}
	e.ID = "goals"
	var deals []event.BoardSet
	var rounds, per, boards int
	for _, f := range record.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			e.do(&club.OpenEvent{Opened: event.Opened{Title: "Open pairs", Club: "Riverside Bridge Club", Date: "2026-03-03", Kind: a.Kind, Method: a.Method, Winners: a.Winners}})
		case event.Registered:
			for i, id := range a.Persons {
				if a.Persons[i], err = e.Club.AddPerson(t.Context(), record.People[id]); err != nil {
					t.Fatalf("%v", err)
				}
			}
			e.do(&club.Register{Registered: a})
		case event.BoardSet:
			boards = max(boards, int(a.Board))
			deals = append(deals, a)
		case event.Played:
			e.played = append(e.played, a)
			e.tables, rounds = max(e.tables, a.Table), max(rounds, a.Round)
			if a.Round == 1 && a.Table == 1 {
				per++
			}
		}
	}
	m := movement.New("made up", movement.Pairs, max(o.Winners, 1), e.tables, rounds, (boards+per-1)/per)
	seen := map[[2]int]bool{}
	for _, a := range e.played {
		if at := [2]int{a.Round, a.Table}; !seen[at] {
			seen[at] = true
			m.Seat(a.Table, a.Round, a.NS.Number, a.EW.Number, (int(a.Board)-1)/per+1)
		}
	}
	e.do(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: per, First: 1}})
	e.do(&club.LoadDeals{Boards: deals})
	slices.SortStableFunc(e.played, func(a, b event.Played) int { return a.Round - b.Round })
	return e
}

func (e *made) do(c club.Command) {
	e.keys++
	if _, err := e.Club.Do(e.Context(), club.Actor{Role: club.Owner, ID: "organiser"}, e.ID, club.Ask{Key: fmt.Sprintf("goals-%d", e.keys), Command: c}); err != nil {
		e.Fatalf("%s: %v", c.Name(), err)
	}
}

// play enters all results but the last few, and gives these.
func (e *made) play(but int) []event.Played {
	n := len(e.played) - but
	for _, a := range e.played[:n] {
		e.do(&club.Enter{
			ID: fmt.Sprintf("entry-%d-%d-%d", a.Round, a.Table, a.Board), Revision: 1, Result: a.Result, Agreed: true,
			Place: club.Place{Session: a.Session, Section: a.NS.Section, Round: a.Round, Table: a.Table, Board: a.Board},
		})
	}
	return e.played[n:]
}

// weight is how many bytes an answer has, as it is sent.
func (e *made) weight(path string) int {
	q, err := http.NewRequestWithContext(e.Context(), http.MethodGet, e.Server.URL+path, http.NoBody)
	if err != nil {
		e.Fatalf("%v", err)
	}
	q.Header.Set("Accept-Encoding", "gzip")
	q.Header.Set("Accept-Language", "ru") // the language with the most bytes
	a, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		e.Fatalf("%v", err)
	}
	defer a.Body.Close()
	n, err := io.Copy(io.Discard, a.Body)
	if err != nil || a.StatusCode != http.StatusOK || a.Header.Get("Content-Encoding") != "gzip" {
		e.Fatalf("%s: %s, %q, %v", path, a.Status, a.Header.Get("Content-Encoding"), err)
	}
	return int(n)
}

// weights weighs the pages of 14 tables and 27 boards.
func (m *measure) weights(t browser.T) {
	e := open(t, m.browser, simulate.Options{Seed: 7, Pairs: 28, Boards: 27, Winners: 2, Accidents: simulate.None})
	e.play(0)
	files := e.weight("/static/style.css") + e.weight("/static/live.js")
	page := e.weight("/e/" + e.ID)
	all := page + files
	for b := 1; b <= 27; b++ {
		all += e.weight(fmt.Sprintf("/e/%s/boards/%d", e.ID, b))
	}
	m.add("G7", "KB of the ranking, with its files", "≤ 15", kb(int64(page+files)), page+files <= 15<<10)
	m.add("G7", "KB of the whole event", "≤ 90", kb(int64(all)), all <= 90<<10)
	m.note("G7", "%d tables, 27 boards, %d results with deals and names, in Russian, by gzip: the ranking with its style sheet and its script, and all boards beside it. Without JavaScript they are read as they are: the server writes them.", e.tables, len(e.played))
}

// lastScore measures what passes from the last score until the ranking is on all pages,
// and from Publish until the published one is.
func (m *measure) lastScore(t browser.T) {
	n := m.pages
	e := open(t, m.browser, simulate.Options{Seed: 7, Pairs: 2 * n, Boards: n, Sections: 1, Winners: 2, Accidents: simulate.None})
	k := len(e.played) - 1
	for i := k; i >= 0; i-- { // the last but one comes from another table
		if e.played[i].Table != e.played[k].Table {
			e.played[i], e.played[k-1] = e.played[k-1], e.played[i]
			break
		}
	}
	rest := e.play(2)
	last := rest[1]
	p := e.Phone(t, last.Table, browser.Phone)
	p.Plays = func(int, int) bridge.Result { return last.Result.WithLead(0) }
	readers := make([]*browser.Page, n)
	for i := range readers {
		readers[i] = e.Browser.Open(fmt.Sprintf("reader %d", i+1), browser.Phone)
		readers[i].Go(browser.NewWire(t, e.Server.URL).Path("/e/" + e.ID))
		readers[i].Until(`document.querySelector("table.rank") && document.querySelector(".note")`)
	}
	desk := e.Desk(t, browser.Laptop)
	p.To("entry")
	p.Enter(p.Plays(0, 0))
	p.Sleep(night.Dead)
	e.played = rest
	e.play(1) // and the last but one a moment before, so that everybody is just reading
	p.Sleep(600 * time.Millisecond)
	listen(readers, `!document.querySelector("main .note")`)
	from := browser.Eval[float64](p.Page, `Date.now()`)
	p.Tap("main.check .btn.main")
	p.Until(`!document.querySelector("main.check")`)
	took := heard(readers, from)
	m.add("G5", fmt.Sprintf("s from the last score to %d rankings", n), "≤ 2", fmt.Sprintf("%.1f", took), took <= 2)
	p.Close()

	desk.Sees("header", "Publish")
	desk.Sleep(night.Dead)
	listen(readers, `document.querySelector("main")?.textContent.includes("provisional until")`)
	keys := desk.Keys
	from = browser.Eval[float64](desk.Page, `Date.now()`)
	desk.Publish()
	keys = desk.Keys - keys
	took = heard(readers, from)
	m.add("G5", fmt.Sprintf("s from Publish to %d published pages", n), "≤ 5", fmt.Sprintf("%.1f", took), took <= 5)
	m.add("G5", "keystrokes to publish", "2", fmt.Sprint(keys), keys <= 2)
	m.note("G5", "%d tables, where the last two scores come shortly one after the other; %d pages of the ranking are open, each on a wire of its own, and show by themselves what is new. From the tap on We agree, and from the first Ctrl+Enter, until the last page has it. Server, browser and all pages share one machine.", e.tables, n)
}

// listen has each page note when it shows something.
func listen(pages []*browser.Page, shows string) {
	for _, p := range pages {
		browser.Eval[bool](p, `(() => {
			clearInterval(window.goalTimer);
			window.goalAt = 0;
			window.goalTimer = setInterval(() => { if (!window.goalAt && (`+shows+`)) window.goalAt = Date.now(); }, 25);
			return true;
		})()`)
	}
}

// heard is how many seconds passed until the last of the pages showed it.
func heard(pages []*browser.Page, from float64) float64 {
	var last float64
	for _, p := range pages {
		p.Until(`window.goalAt`)
		last = max(last, browser.Eval[float64](p, `window.goalAt`))
	}
	return (last - from) / 1000
}
