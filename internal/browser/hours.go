package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// clockwork is a clock for a page that runs as fast as it is told to: everything that
// the page can read the time from, and all that it waits for. While the page is locked it
// stands by: what was due comes when it is unlocked.
const clockwork = `(() => {
	const real = {Date, now: performance.now.bind(performance), later: setTimeout.bind(globalThis), each: setInterval.bind(globalThis)};
	const key = "browser.clock"; // how far it is ahead of ours: a page that is loaded again goes on from there
	let ahead = 0, pace = 1, since = real.now(), base = since, locked = false, due = [];
	try { ahead = Number(localStorage.getItem(key)) || 0; } catch { /* a page without storage */ }
	const here = () => base + (real.now() - since) * pace;
	const now = () => Math.round(real.Date.now() - real.now() + here() + ahead);
	globalThis.Date = class extends real.Date {
		constructor(...a) { if (a.length) super(...a); else super(now()); }
		static now() { return now(); }
	};
	performance.now = here;
	globalThis.setTimeout = (f, ms, ...a) => real.later(() => { if (locked) due.push(() => f(...a)); else f(...a); }, (ms || 0) / pace);
	globalThis.setInterval = (f, ms, ...a) => real.each(() => { if (!locked) f(...a); }, (ms || 0) / pace);
	Object.defineProperty(Document.prototype, "visibilityState", {get: () => locked ? "hidden" : "visible"});
	globalThis.browserClock = {
		pace(n) {
			[base, since, pace] = [here(), real.now(), n];
			try { localStorage.setItem(key, String(now() - real.Date.now())); } catch { /* as above */ }
		},
		lock(on) {
			locked = on;
			document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
			if (!on) for (const f of due.splice(0)) f();
		},
	};
})()`

// Clock gives the page a clock that [Page.Pace] sets, from its next load on.
func (p *Page) Clock() {
	p.Helper()
	must(p, page.Enable, page.EnableParams{})
	must(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: clockwork})
}

// Pace lets the time of a page with a [Page.Clock] run so many times as fast as ours.
func (p *Page) Pace(n int) {
	p.Helper()
	Eval[any](p, fmt.Sprintf(`browserClock.pace(%d)`, n))
}

// Clocked is the time of the page.
func (p *Page) Clocked() time.Time {
	p.Helper()
	return time.UnixMilli(Eval[int64](p, `Date.now()`))
}

// Lock puts a page with a [Page.Clock] into a pocket: nobody sees it, and nothing runs.
func (p *Page) Lock() { p.Helper(); Eval[any](p, `browserClock.lock(true)`) }

// Unlock takes it out again.
func (p *Page) Unlock() { p.Helper(); Eval[any](p, `browserClock.lock(false)`) }

// Kill ends the page as the phone does that needs its memory for something else: without
// a warning, and what the page has stored stays. Go opens it again.
func (p *Page) Kill() {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Second)
	defer cancel()
	_, _ = chromedp.Call(ctx, page.Crash, cdp.Empty{}) // what is dead does not answer
}
