// Package browser runs a real Chromium with several phones at once, each with its
// own cookies, its own storage and its own wire to the server, which can be cut.
//
// What is tapped is looked for as a person would: it has to be visible, in place and
// large enough, and nothing may lie over it. Taps and keys are counted.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// T is what the rig needs of a test.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
	Cleanup(func())
	Context() context.Context
}

// Programs are the names that Chromium goes by.
var Programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// ErrNone says that there is no Chromium on this machine.
var ErrNone = errors.New("Chromium is not installed, see CONTRIBUTING.md") //nolint:staticcheck // it is a name

// Find gives the path of a Chromium: that of OVERTRICK_CHROMIUM, or one of Programs.
func Find() (string, error) {
	if path := os.Getenv(setting); path != "" && path != required {
		return path, nil
	}
	for _, name := range Programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// setting is the variable that names a Chromium, or wants one.
const setting, required = "OVERTRICK_CHROMIUM", "required"

// Required says that nothing may be left out for want of a Chromium or of axe-core.
func Required() bool { return os.Getenv(setting) == required }

// Program gives the path of a Chromium to a test. The test is left out where it is to
// be short, or where there is no Chromium and none is [Required].
func Program(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser runs in make test")
	}
	path, err := Find()
	if err != nil {
		leave(t, err)
	}
	return path
}

// leave leaves a test out for want of something, but fails it where that is [Required].
func leave(t testing.TB, why error) {
	t.Helper()
	if Required() {
		t.Fatal(why)
	}
	t.Skip(why)
}

// Browser is a Chromium that runs until the test is over.
type Browser struct {
	t   T
	ctx context.Context
}

// Large is the setting of who reads with letters of twice the usual size.
const Large = "defaultFontSize=32,defaultFixedFontSize=26"

// Start starts a Chromium, with settings of its engine if there are any.
func Start(t T, path string, settings ...string) *Browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("font-render-hinting", "none"),
	)
	if len(settings) > 0 {
		options = append(options, chromedp.Flag("blink-settings", strings.Join(settings, ",")))
	}
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &Browser{t, ctx}
}

// Device is what a page is shown on.
type Device struct {
	Width, Height int64
	Scale         float64 // device pixels of a CSS pixel; 0: 1
	Touch         bool
	Dark          bool
	Lang          string // that the browser asks for; empty: en
	Text          int    // size of text in percent of the usual; 0: 100
}

// The devices that screens are drawn for.
var (
	Phone  = Device{Width: 360, Height: 640, Touch: true}
	Narrow = Device{Width: 320, Height: 568, Touch: true}
	Tablet = Device{Width: 768, Height: 1024, Touch: true}
	Laptop = Device{Width: 1280, Height: 800}
)

// Page is a page on a device of its own.
type Page struct {
	T
	Name string
	ctx  context.Context

	mu      sync.Mutex
	errors  []string // what the page said on its console as an error
	foreign []string // addresses elsewhere that it asked for
	Touches int      // taps so far
	Keys    int      // keys so far
}

// patience is how long a page may take until what is looked for is there.
const patience = time.Minute

// Open shows nothing yet on a device of its own.
func (b *Browser) Open(name string, d Device) *Page {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	b.t.Cleanup(cancel)
	p := &Page{T: b.t, Name: name, ctx: ctx}
	lang := d.Lang
	if lang == "" {
		lang = "en"
	}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		b.t.Fatalf("%s: %v", name, err)
	}
	must(p, network.Enable, network.EnableParams{})
	must(p, runtime.Enable, cdp.Empty{})
	if err := chromedp.Listen(ctx, p.heard); err != nil {
		b.t.Fatalf("%s: %v", name, err)
	}
	must(p, emulation.SetLocaleOverride, emulation.SetLocaleOverrideParams{Locale: lang})
	p.Show(d)
	return p
}
