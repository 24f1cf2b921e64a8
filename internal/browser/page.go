package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// must runs a command of the protocol on the page.
func must[P, R any](p *Page, c cdp.Command[P, R], params P) R {
	p.Helper()
	out, err := chromedp.Call(p.ctx, c, params)
	if err != nil {
		p.Fatalf("%s: %v", p.Name, err)
	}
	return out
}

// heard keeps what the page says of errors, and the addresses that it asks for
// elsewhere. It must not wait for the page.
func (p *Page) heard(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.errors = append(p.errors, text)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !local(u) {
			p.foreign = append(p.foreign, u)
		}
	}
}

// Faults are the exceptions that nobody caught in the page, and the addresses
// elsewhere that it asked for.
func (p *Page) Faults() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(append([]string(nil), p.errors...), p.foreign...)
}

// Show changes what the page is shown on.
func (p *Page) Show(d Device) {
	p.Helper()
	scale := d.Scale
	if scale == 0 {
		scale = 1
	}
	must(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: d.Width, Height: d.Height, DeviceScaleFactor: scale, Mobile: d.Touch,
	})
	must(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: d.Touch})
	scheme := "light"
	if d.Dark {
		scheme = "dark"
	}
	p.media("", scheme)
	lang := d.Lang
	if lang == "" {
		lang = "en"
	}
	must(p, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}})
}

// Print shows the page as it would be printed.
func (p *Page) Print() {
	p.Helper()
	p.media("print", "light")
}

func (p *Page) media(media, scheme string) {
	p.Helper()
	must(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media,
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
}

// Go goes to an address.
func (p *Page) Go(address string) {
	p.Helper()
	p.do("go to "+address, chromedp.Navigate(address))
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.Helper()
	p.do("reload", chromedp.Reload())
}

// Back presses the Back button, if there is a page before this one.
func (p *Page) Back() {
	p.Helper()
	Eval[any](p, `history.back()`)
}

func (p *Page) do(what string, a chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, a); err != nil {
		p.Fatalf("%s: %s: %v", p.Name, what, err)
	}
}

// Eval computes an expression in the page. A promise is waited for.
func Eval[V any](p *Page, expression string) V {
	p.Helper()
	v, err := eval[V](p, expression)
	for range 50 {
		if !leaving(err) {
			break
		}
		p.Sleep(100 * time.Millisecond)
		v, err = eval[V](p, expression)
	}
	if err != nil {
		p.Fatalf("%s: %v\nin %s", p.Name, err, expression)
	}
	return v
}

// leaving says that nothing could be computed because another page was about to come.
func leaving(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "navigated or closed") || strings.Contains(err.Error(), "context"))
}

func eval[V any](p *Page, expression string) (v V, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte](
		`(async () => JSON.stringify(await (`+expression+`)) ?? "null")()`, chromedp.EvalAwaitPromise,
	))
	if err != nil {
		return v, err
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(text), &v)
}

// Until waits until an expression is true in the page.
func (p *Page) Until(expression string) {
	p.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		var ok bool
		if ok, err = eval[bool](p, `!!(`+expression+`)`); err == nil && ok {
			return
		}
	}
	p.Fatalf("%s: it did not come to %s (%v); the page shows:\n%s", p.Name, expression, err, p.Text("body"))
}

// Clears waits until an expression that says what is wrong in the page says nothing.
func (p *Page) Clears(what, expression string) {
	p.Helper()
	var off string
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if off, err = eval[string](p, expression); err == nil && off == "" {
			return
		}
	}
	p.Fatalf("%s: %s: %s (%v); the page shows:\n%s", p.Name, what, off, err, p.Text("body"))
}

// Sees waits until a text can be seen in what a selector names.
func (p *Page) Sees(selector, text string) {
	p.Helper()
	var got string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if got = p.text(selector); strings.Contains(got, text) {
			return
		}
	}
	p.Fatalf("%s: %s does not show %q, but:\n%s", p.Name, selector, text, got)
}

// Text is what can be read in all that a selector names, blanks and line breaks as one
// blank each.
func (p *Page) Text(selector string) string {
	p.Helper()
	return p.text(selector)
}

func (p *Page) text(selector string) string {
	text, err := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(x => x.innerText ?? "").join("\n").replace(/[\s\u00a0\u202f]+/g, " ").trim()`, selector))
	if err != nil {
		return ""
	}
	return text
}

// Has says whether a selector names anything that can be seen now.
func (p *Page) Has(selector string) bool {
	p.Helper()
	ok, err := eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].some(x => x.getClientRects().length > 0)`, selector))
	return err == nil && ok
}

// spot is where something can be tapped.
type spot struct {
	X, Y, W, H float64
	Off        string // why it cannot
}

// find scrolls to the first thing that a selector names and a text is in, and says
// where its middle is, if that is what would be hit there.
const find = `(async () => {
	const list = [...document.querySelectorAll(%q)].filter(x => x.getClientRects().length && (x.innerText ?? "").replace(/[\s\u00a0\u202f]+/g, " ").includes(%q));
	const x = list[0];
	if (!x) return {Off: "it is not there"};
	if (x.disabled || x.getAttribute("aria-disabled") === "true") return {Off: "it is disabled"};
	x.scrollIntoView({block: "nearest", inline: "nearest"});
	await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	const r = x.getClientRects()[0], X = r.x + r.width / 2, Y = r.y + r.height / 2;
	const hit = document.elementFromPoint(X, Y);
	if (!hit || !(x.contains(hit) || hit.contains(x) && hit.tagName === "LABEL")) return {Off: "something lies over it: " + (hit ? hit.outerHTML.slice(0, 200) : "nothing there")};
	return {X, Y, W: r.width, H: r.height, Off: ""};
})()`

func (p *Page) where(selector, text string) spot {
	p.Helper()
	var s spot
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if s, err = eval[spot](p, fmt.Sprintf(find, selector, text)); err == nil && s.Off == "" {
			return s
		}
	}
	p.Fatalf("%s: %s %q cannot be tapped: %s %v; the page shows:\n%s", p.Name, selector, text, s.Off, err, p.Text("body"))
	return s
}

// Tap taps the first thing that a selector names, as a finger or a mouse does.
func (p *Page) Tap(selector string) { p.Helper(); p.TapText(selector, "") }

// TapText taps the first thing that a selector names and that has a text in it.
func (p *Page) TapText(selector, text string) {
	p.Helper()
	s := p.where(selector, text)
	p.press(s, 0)
}

// Hold presses something for so long.
func (p *Page) Hold(selector string, long time.Duration) {
	p.Helper()
	p.press(p.where(selector, ""), long)
}

// TwiceAt taps twice at one spot as fast as nervous fingers do, whatever is there the
// second time.
func (p *Page) TwiceAt(selector string) {
	p.Helper()
	s := p.where(selector, "")
	p.press(s, 0)
	p.press(s, 0)
}

func (p *Page) press(s spot, long time.Duration) {
	p.Helper()
	p.Touches++
	event := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: s.X, Y: s.Y, Button: input.MouseButtonLeft, ClickCount: 1}
	must(p, input.DispatchMouseEvent, event)
	if long > 0 {
		select {
		case <-time.After(long):
		case <-p.ctx.Done():
		}
	}
	event.Type = input.DispatchMouseEventTypeMouseReleased
	must(p, input.DispatchMouseEvent, event)
}

// Type presses keys, one after the other; "\r" is Enter, and kb has the others.
func (p *Page) Type(keys string) {
	p.Helper()
	for _, key := range keys {
		p.stroke(key, 0)
	}
}

// Chord presses a key together with others.
func (p *Page) Chord(key string, with ...chromedp.Modifier) {
	p.Helper()
	var all chromedp.Modifier
	for _, m := range with {
		all |= m
	}
	for _, r := range key {
		p.stroke(r, all)
	}
}

// stroke presses a key as a keyboard does: what it would type is typed only if nobody
// takes the key for something else.
func (p *Page) stroke(key rune, with chromedp.Modifier) {
	p.Helper()
	p.Keys++
	var down input.DispatchKeyEventParams
	var up []*input.DispatchKeyEventParams
	for _, e := range kb.Encode(key) {
		switch e.Type {
		case input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeRawKeyDown:
			down = *e
		case input.DispatchKeyEventTypeChar:
			down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
		default:
			up = append(up, e)
		}
	}
	down.Type, down.Modifiers = input.DispatchKeyEventTypeKeyDown, down.Modifiers|int64(with)
	if with&(kb.ModifierCtrl|kb.ModifierAlt|kb.ModifierMeta) != 0 || down.Text == "" {
		down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeRawKeyDown, "", ""
	}
	must(p, input.DispatchKeyEvent, down)
	for _, e := range up {
		e.Modifiers |= int64(with)
		must(p, input.DispatchKeyEvent, *e)
	}
}

// Picture takes a picture of the whole page, or of what can be seen, into a file.
func (p *Page) Picture(file string, whole bool) {
	p.Helper()
	shot := must(p, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: &whole})
	p.keep(file, shot.Data)
}

func (p *Page) keep(file string, data []byte) {
	p.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		p.Fatalf("%v", err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		p.Fatalf("%v", err)
	}
}

// Paper is the size of a sheet in inches.
type Paper struct{ Width, Height float64 }

// The sheets that the world prints on.
var (
	A4     = Paper{8.27, 11.69}
	Letter = Paper{8.5, 11}
)

// Printed prints the page into a file, on sheets that are in the printer if the page
// does not ask for others.
func (p *Page) Printed(file string, on Paper) {
	p.Helper()
	yes := true
	sheets := must(p, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: on.Width, PaperHeight: on.Height, PreferCSSPageSize: &yes, PrintBackground: new(bool)})
	p.keep(file, sheets.Data)
}

// Close closes the page, as when a phone's battery dies.
func (p *Page) Close() {
	p.Helper()
	if err := chromedp.Cancel(p.ctx); err != nil {
		p.Fatalf("%s: close: %v", p.Name, err)
	}
}

// Wide are the things that reach past the right edge of the screen.
func (p *Page) Wide() []string {
	p.Helper()
	return Eval[[]string](p, `(() => {
		const width = document.documentElement.clientWidth, list = [];
		if (document.documentElement.scrollWidth > width) list.push("the page is " + document.documentElement.scrollWidth + " px wide");
		for (const x of document.querySelectorAll("body *")) {
			if (!x.checkVisibility({contentVisibilityAuto: true})) continue;
			const r = x.getBoundingClientRect();
			if (r.width && r.right > width + 1 && getComputedStyle(x).position !== "absolute" && !x.closest("[data-scrolls], .tabs")) list.push(x.outerHTML.slice(0, 120));
		}
		return list.slice(0, 5);
	})()`)
}

// Cookie sets a cookie.
func (p *Page) Cookie(c network.SetCookieParams) {
	p.Helper()
	must(p, network.SetCookie, c)
}

// Sleep waits, as people do.
func (p *Page) Sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-p.Context().Done():
	}
}
