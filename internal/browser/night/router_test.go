package night_test

import (
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
