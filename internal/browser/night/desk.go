package night

import (
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"

	"github.com/overtrick/overtrick/internal/browser"
)

// Desk is the director's laptop.
type Desk struct {
	*browser.Page
	hall *Hall
}

// Desk opens the console of the event on a laptop whose director has logged in.
func (h *Hall) Desk(t browser.T, d browser.Device) *Desk {
	h.Helper()
	page := h.Browser.Open("the director", d)
	page.T = t
	for _, c := range h.Cookies() {
		page.Cookie(network.SetCookieParams{Name: c.Name, Value: c.Value, URL: h.Server.URL})
	}
	desk := &Desk{page, h}
	desk.Go(h.Server.URL + "/console/" + h.ID)
	return desk
}

// Publish publishes the result: a look at what will be seen, and once more.
func (d *Desk) Publish() {
	d.Helper()
	d.Sees("main, body", "Publish")
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`document.querySelector(".publish")`)
	d.Sleep(300 * time.Millisecond) // to look at it
	d.Chord("\r", kb.ModifierCtrl)
	d.Until(`!document.querySelector(".publish")`)
}
