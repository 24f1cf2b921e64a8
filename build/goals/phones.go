package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/browser/night"
	"github.com/overtrick/overtrick/internal/seed"
)

// The results from worst to best have keys of their own on the entry screen.
const worstKey, bestKey = -3, 3

// touches replays results through the entry screen, and counts taps and pages.
func (m *measure) touches(t browser.T, leads bool) {
	results := m.slips.sample(m.results, leads)
	const boards = 27
	h := night.Open(t, m.browser, night.Evening{Family: "mitchell", Pairs: 18, Boards: boards, Config: map[string]any{"recap": false, "names_until_round": 0, "leads": leads, "feedback": 1}})
	type tapped struct {
		result bridge.Result
		taps   int
	}
	parts := slices.Collect(slices.Chunk(results, boards))
	all := make([][]tapped, len(parts))
	pages := make([]int64, len(parts))
	bound := make(chan bool, 4) // phones at a time: they wait more than they do
	var tables []func(browser.T)
	for i, part := range parts {
		tables = append(tables, func(t browser.T) {
			bound <- true
			defer func() { <-bound }()
			p := h.Phone(t, i+1, browser.Phone)
			defer p.Close()
			next := 0
			p.Plays = func(int, int) bridge.Result { next++; return part[next-1] }
			before := p.Wire.Documents()
			for idle := 0; p.Agreed < len(part); {
				if p.Step() != "" {
					idle = 0
				} else if idle++; idle > 400 {
					t.Fatalf("%s: nothing to do here:\n%s", p.Name, p.Text("body"))
				}
			}
			pages[i] = p.Wire.Documents() - before
			for k, r := range part {
				all[i] = append(all[i], tapped{r, p.Costs[k]})
			}
		})
	}
	night.Together(t, tables...)
	mean := func(is func(bridge.Result) bool) (taps float64, n int) {
		for _, x := range slices.Concat(all...) {
			if is(x.result) {
				taps += float64(x.taps)
				n++
			}
		}
		return taps / float64(n), n
	}
	key := func(r bridge.Result) bool {
		return !r.PassedOut() && r.Over() >= worstKey && r.Over() <= bestKey
	}
	plain := func(r bridge.Result) bool { return key(r) && r.Contract().Doubling == 0 }
	show := func(what, target string, most float64, is func(bridge.Result) bool) {
		if taps, n := mean(is); n > 0 {
			m.add("G1", fmt.Sprintf("%s (%d)", what, n), target, fmt.Sprintf("%.2f", taps), taps <= most)
		} else {
			m.add("G1", what, target, "none was played", true)
		}
	}
	if leads {
		show("taps, plain, with the lead", "≤ 7", 7, plain)
		m.note("G1", "with leads: %d %s results with theirs.", len(results), m.slips.what())
		return
	}
	show("taps, plain", "≤ 5", 5, plain)
	show("taps, passed out", "2", 2, bridge.Result.PassedOut)
	show("taps, doubled", "≤ 6", 6, func(r bridge.Result) bool { return key(r) && r.Contract().Doubling > 0 })
	show("taps, all, −4 and +4 too", "–", 99, func(bridge.Result) bool { return true })
	m.note("G1", "%d %s results, evenly from %d events and a few that were passed out, tapped into the entry screen of a phone of 360 × 640, from the first tap to the answer of East-West.", len(results), m.slips.what(), m.slips.events)
	var documents int64
	for _, n := range pages {
		documents += n
	}
	m.add("G2", "navigations per result", "0", fmt.Sprintf("%.2f", float64(documents)/float64(len(results))), documents == 0)
	m.note("G2", "Documents that the browser asked the server for, while all results of G1 were entered.")
}

// quiet waits until nothing has gone over a wire for a while.
func quiet(p *night.Phone) (down, up int64) {
	for {
		_, a := p.Wire.Traffic()
		p.Sleep(1500 * time.Millisecond)
		if _, b := p.Wire.Traffic(); a == b || p.Context().Err() != nil {
			return b, p.Wire.Sent()
		}
	}
}

// bytes counts what goes over the wire of a phone.
func (m *measure) bytes(t browser.T) {
	h := night.Open(t, m.browser, night.Evening{Family: "mitchell", Pairs: 18, Boards: 27})
	p := h.Phone(t, 1, browser.Phone)
	load, _ := quiet(p)
	seconds := float64(load) * 8 / 50_000
	m.add("G6", "KB of the first load", "≤ 45", kb(load), load <= 45<<10)
	m.add("G6", "s of it at 50 kbit/s", "≤ 8", fmt.Sprintf("%.1f", seconds), seconds <= 8)
	before := p.Touches
	p.To("entry")
	joined := p.Touches - before
	var most, tap, sum int64
	const results = 9                 // three rounds
	others := map[int][]night.Place{} // of each table
	for _, x := range h.Places() {
		if x.Table != 1 {
			others[x.Table] = append(others[x.Table], x)
		}
	}
	tokens := map[int]string{}
	for table := range others {
		tokens[table] = h.Token(table)
	}
	send := func(i int) {
		for table, places := range others { // each by itself, as it is on an evening
			p.Sleep(600 * time.Millisecond)
			h.Send(tokens[table], places[i])
		}
	}
	down, up := quiet(p)
	for i := range results {
		p.To("entry")
		if i == 0 { // taps that do not finish a result
			p.Tap(".pad .keys:nth-of-type(1) .key:nth-of-type(2)")
			p.Tap(".pad .keys .n5 .key:nth-of-type(2)")
			p.Tap(".pad .keys .n4 .key:nth-of-type(2)")
			d, u := quiet(p)
			tap = d - down + u - up
		}
		if i%2 == 0 {
			send(i)
		}
		p.Enter(night.Result(i/3+1, 1, i))
		p.Agree()
		if i%2 > 0 {
			send(i)
		}
		d, u := quiet(p)
		n := d - down + u - up
		sum += n
		most = max(most, n)
		down, up = d, u
	}
	m.add("G6", "bytes per tap", "0", fmt.Sprint(tap), tap == 0)
	m.add("G6", "bytes per result, mean", "≤ 1024", fmt.Sprint(sum/results), sum/results <= 1<<10)
	m.add("G6", "bytes per result, most", "≤ 1024", fmt.Sprint(most), most <= 1<<10)
	m.note("G6", "Bodies as they were sent, from the QR code on: page, script, style, texts, scores, the plan of 9 tables, who was there before. Headers are not counted; the seconds are computed. A result: all that goes over the wire from one result to the next, both ways: what the phone sends, the answers, the messages of the stream, and what the table reads where a round begins or ends; in three rounds of three boards, while the eight other tables have a result each, now before it and now after it.")

	const read = 8.0
	taps := 5.0
	newcomer := 2*read + float64(joined)*(think+point+press) + taps*(think+point+press) + read
	scanned := joined + 1
	m.add("G10", "s of a newcomer's first board", "≤ 60", fmt.Sprintf("%.0f", newcomer), newcomer <= 60)
	m.add("G10", "taps from the QR code to the entry", "≤ 3", fmt.Sprint(scanned), scanned <= 3)
	m.note("G10", "Keystroke-level model: %.0f s each to read the names, the entry screen and the check, and M %.2f, P %.1f and K %.1f s for each of %d taps on the way and 5 of the result. The first tap is that on the link which the camera shows; names are left out, they can be said later. Nobody was watched.", read, think, point, press, joined)
}

// faults plays boards while wires are cut, answers get lost and phones are loaded anew,
// and counts what is lost and what is there twice.
func (m *measure) faults(t browser.T) {
	entered, lost, doubled, cuts := 0, 0, 0, 0
	begun := time.Now()
	for run := range m.runs {
		h := night.Open(t, m.browser, night.Evening{Family: "howell", Pairs: 6, Boards: 15})
		p := h.Phone(t, 1, browser.Phone)
		s := seed.New(uint64(run + 1))
		for p.Agreed < m.boards {
			switch s.Below(6) {
			case 0:
				p.Wire.Cut()
				cuts++
			case 1:
				p.Wire.Mend()
				p.Wire.Deafen()
				cuts++
			case 2:
				p.Wire.Mend()
			case 3:
				p.Wire.Mend()
				p.Reload()
				p.Until(`document.querySelector("main")`)
			}
			p.Step()
		}
		p.Wire.Mend()
		p.Reload()
		played := func() (list []night.Place) {
			for _, x := range h.Places() {
				if x.Table == 1 && x.NS != "" && x.EW != "" {
					list = append(list, x)
				}
			}
			slices.SortStableFunc(list, func(a, b night.Place) int { return a.Round - b.Round })
			return list[:min(p.Agreed, len(list))]
		}
		missing := func() (n int) {
			for _, x := range played() {
				if x.State != "saved" || x.Result != night.Result(x.Round, 1, x.Board).String() {
					n++
				}
			}
			return n
		}
		for end := time.Now().Add(time.Minute); missing() > 0 && time.Now().Before(end); {
			p.Sleep(500 * time.Millisecond)
		}
		lost += missing()
		entered += p.Agreed
		for _, x := range played() {
			ids := map[string]bool{}
			for _, e := range x.Entries {
				ids[e.ID] = true
			}
			if len(ids) > 1 {
				doubled++
			}
		}
		p.Close()
	}
	m.add("G8", fmt.Sprintf("results lost, of %d", entered), "0", fmt.Sprint(lost), lost == 0)
	m.add("G8", "results doubled", "0", fmt.Sprint(doubled), doubled == 0)
	m.note("G8", "%d runs of %d boards, %.0f minutes in all; %d times between two taps the wire was cut or the answers were lost, and the phone was loaded anew with results waiting. A request that overtakes another one is not made: a phone sends one at a time.", m.runs, m.boards, math.Ceil(time.Since(begun).Minutes()), cuts)
}
