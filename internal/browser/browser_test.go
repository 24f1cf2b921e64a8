package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/browser"
)

func TestPhones(t *testing.T) {
	program := browser.Program(t)
	var taps int
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tap":
			taps++
			fmt.Fprint(w, taps)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang=%q><meta name=viewport content="width=device-width"><p id=n>0</p><button onclick="fetch('/tap').then(r=>r.text()).then(x=>n.textContent=x).catch(()=>n.textContent='away')">Tap</button><button disabled id=off>Off</button>`, r.Header.Get("Accept-Language"))
		}
	}))
	defer s.Close()
	b := browser.Start(t, program)
	one, two := browser.NewWire(t, s.URL), browser.NewWire(t, s.URL)
	anna, bert := b.Open("Anna", browser.Phone), b.Open("Bert", browser.Device{Width: 320, Height: 568, Touch: true, Lang: "de"})
	anna.Go(one.URL)
	bert.Go(two.URL)
	if lang := browser.Eval[string](bert, `document.documentElement.lang`); lang != "de" {
		t.Errorf("the browser asks for %q", lang)
	}
	if width := browser.Eval[int](bert, `innerWidth`); width != 320 {
		t.Errorf("%d px wide", width)
	}
	anna.TapText("button", "Tap")
	anna.Sees("#n", "1")
	bert.TwiceAt("button")
	bert.Sees("#n", "3")
	two.Cut()
	bert.Tap("button")
	bert.Sees("#n", "away")
	anna.Tap("button")
	anna.Sees("#n", "4")
	two.Deafen()
	two.Mend()
	bert.Tap("button")
	bert.Sees("#n", "5")
	if bert.Touches != 4 || anna.Touches != 2 {
		t.Errorf("%d and %d touches", bert.Touches, anna.Touches)
	}
	if anna.Has("#nothing") || !anna.Has("#off") || len(anna.Wide()) > 0 {
		t.Errorf("%v", anna.Wide())
	}
	browser.Eval[any](anna, `void setTimeout(() => { window.well = true }, 100)`)
	anna.Clears("Anna is not well", `window.well ? "" : "not yet"`)
	browser.Eval[any](anna, `setTimeout(() => { throw new Error("a fault") })`)
	anna.Until(`true`)
	if f := strings.Join(anna.Faults(), "\n"); !strings.Contains(f, "a fault") {
		t.Errorf("faults: %q", f)
	}
}
