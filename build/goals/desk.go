package main

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/cdproto/network"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/internal/simulate"
)

// start starts ten tables of a Mitchell from a console that has nothing, by keys.
func (m *measure) start(t browser.T) {
	h := night.Empty(t, m.browser)
	desk := h.Browser.Open("the director", browser.Laptop)
	for _, c := range h.Cookies() {
		desk.Cookie(network.SetCookieParams{Name: c.Name, Value: c.Value, URL: h.Server.URL})
	}
	desk.Go(h.Server.URL + "/console")
	fresh := `document.querySelector(".plans:not(.old) .plan[aria-checked=true]") && document.activeElement?.tagName === "INPUT"`
	desk.Until(fresh)
	begun := time.Now()
	desk.Type("10")
	desk.Until(fresh + ` && document.querySelector(".go .btn.main").innerText.includes("10")`)
	decisions := 5 // tables; boards, time, movement and settings are left as they stand
	for !strings.Contains(desk.Text(".plan[aria-checked=true]"), "Mitchell") {
		if desk.Chord("ArrowDown"); desk.Keys > 12 {
			desk.Fatalf("no Mitchell among them:\n%s", desk.Text(".plans"))
		}
	}
	desk.Type("\r")
	desk.Until(`document.querySelector(".begun")`)
	server := time.Since(begun).Seconds()
	model := home + float64(decisions)*think + float64(desk.Keys)*press + server
	m.add("G11", "s to start 10 tables of a Mitchell", "≤ 60", fmt.Sprintf("%.0f", model), model <= 60)
	m.add("G11", "decisions", "≤ 8", fmt.Sprint(decisions), decisions <= 8)
	m.add("G11", "keystrokes", "–", fmt.Sprint(desk.Keys), true)
	m.note("G11", "From the empty console by keys: the number of tables, and Enter. Decisions: tables, boards, until when, which movement, Start; all but the first are left as they are proposed. Model: H %.1f, M %.2f for each decision, K %.1f for each key, and the %.1f s that server and browser took.", home, think, press, server)
}

// correct corrects wrong declarers after the evening, by keys.
func (m *measure) correct(t browser.T) {
	e := open(t, m.browser, simulate.Options{Seed: 7, Pairs: 12, Boards: 24, Winners: 2, Accidents: simulate.None})
	e.play(0)
	desk := e.Desk(t, browser.Laptop)
	desk.Sees("header", "Publish")
	desk.Publish()
	most, sum, n := 0, 0, 0
	for _, want := range []int{3, 9, 10, 17, 24} {
		for _, p := range e.Places() {
			if p.Board != want || p.Result == "Pass" || p.Table%2 == want%2 {
				continue
			}
			r, err := bridge.ParseResult(p.Result)
			if err != nil {
				t.Fatalf("%v", err)
			}
			r = r.WithLead(0).Turn(1)
			keys := desk.Keys
			desk.Type("g")
			desk.Until(`document.activeElement?.id === "goto"`)
			text := fmt.Sprintf("%d%d", p.Board, p.Table) + strings.ToLower(r.Declarer().String())
			desk.Type(text)
			desk.Until(fmt.Sprintf(`document.querySelector("#goto").value === %q`, text))
			desk.Sees("#goto-echo", "→")
			desk.Type("\r")
			desk.Until(`!document.querySelector(".goto")`)
			used := desk.Keys - keys
			if !m.saved(t, e, p, r.String()) {
				t.Fatalf("board %d at table %d is not %v", p.Board, p.Table, r)
			}
			most, sum, n = max(most, used), sum+used, n+1
			break
		}
	}
	var log struct {
		Lines []struct {
			At                time.Time
			Who, Was, Is, Why string
		}
	}
	e.Ask(http.MethodGet, e.Event("/log"), nil, &log)
	logged := 0
	for _, l := range log.Lines {
		if !l.At.IsZero() && l.Who != "" && l.Was != "" && l.Is != "" && strings.Contains(l.Why, "declarer") {
			logged++
		}
	}
	m.add("G12", "keystrokes to correct a declarer", "≤ 6", fmt.Sprintf("%.1f, most %d", float64(sum)/float64(n), most), most <= 6)
	m.add("G12", "of these in the log: who, when, why", fmt.Sprint(n), fmt.Sprint(logged), logged == n)
	m.note("G12", "%d declarers after the result was published, from the grid: g, board and table, the seat, Enter. The reason is proposed and goes into the log. A table from 10 on, a section's letter, and the stroke between board and table where the digits can be parted in two ways, are a key more each.", n)
}

// saved reports whether a place has come to a result.
func (*measure) saved(t browser.T, e *made, p night.Place, result string) bool {
	for range 50 {
		for _, now := range e.Places() {
			if now.Round == p.Round && now.Table == p.Table && now.Board == p.Board && strings.HasPrefix(now.Result, result) {
				return true
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("%+v", p)
	return false
}

// look looks at all pages with axe-core, on a narrow screen and with large letters.
func (m *measure) look(t browser.T) {
	script, err := browser.Axe()
	if err != nil {
		t.Fatalf("%v", err)
	}
	h := night.Demo(t, m.browser)
	if script == "" {
		m.add("G9", "findings of axe-core", "0", "not measured", !browser.Required())
		m.note("G9", "axe-core was not there: make ui gets it.")
	} else {
		pages, found := h.Axe(t, script)
		m.add("G9", fmt.Sprintf("findings of axe-core on %d pages", pages), "0", fmt.Sprint(len(found)), len(found) == 0)
		for _, f := range found {
			t.Logf("%s", f)
		}
	}
	pages, found := h.Reflow(t)
	for _, f := range found {
		t.Logf("%s", f)
	}
	m.add("G9", fmt.Sprintf("too wide on 320 px, at 200 %%, of %d", pages), "0", fmt.Sprint(len(found)), len(found) == 0)
	m.note("G9", "Rules of WCAG 2.2 to AA and the best practice of axe-core, on a phone, a tablet and a laptop, by day and by night, in three languages. The screens of a table are looked at by the tests (internal/browser/night). Not measured: screen readers, and keys alone.")
}
