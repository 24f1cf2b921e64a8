package browser

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/overtrick/overtrick/internal/seed"
)

// local says that an address of a page is on this machine, or is none of a network.
func local(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "data", "blob", "about", "chrome", "chrome-error":
		return true
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Wire is the network of one device: a way to the server that can be cut, and that can
// lose what is said in one direction.
type Wire struct {
	URL string

	cut   atomic.Bool
	deaf  atomic.Bool // what is asked arrives, the answers do not
	away  atomic.Bool // a proxy answers that the server is away
	bytes atomic.Int64
	asked atomic.Int64 // bytes
	count atomic.Int64
	pages atomic.Int64

	mu      sync.Mutex
	open    map[net.Conn]bool
	refused []string
	storm   *seed.Source // nil: the weather is fine
	twins   []func()     // requests that the network repeats later

	proxy *httputil.ReverseProxy
}

// NewWire lays a wire to a server.
func NewWire(t T, server string) *Wire {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil || !local(server) {
		t.Fatalf("%s: want an address on this machine (%v)", server, err)
	}
	w := &Wire{open: map[net.Conn]bool{}}
	w.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
		},
		FlushInterval: -1, // streams
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ModifyResponse: func(r *http.Response) error {
			if w.deaf.Load() || w.cut.Load() {
				panic(http.ErrAbortHandler)
			}
			if r.StatusCode >= http.StatusBadRequest {
				b, err := io.ReadAll(r.Body)
				if err != nil {
					return err
				}
				r.Body = io.NopCloser(bytes.NewReader(b))
				w.mu.Lock()
				w.refused = append(w.refused, fmt.Sprintf("%s %s: %d %s", r.Request.Method, r.Request.URL.Path, r.StatusCode, b))
				w.mu.Unlock()
			}
			return nil
		},
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.cut.Load() {
			panic(http.ErrAbortHandler)
		}
		if w.away.Load() {
			rw.WriteHeader(http.StatusBadGateway)
			return
		}
		w.count.Add(1)
		if strings.HasPrefix(r.Header.Get("Accept"), "text/html") { // by a worker it is asked for as anything else is
			w.pages.Add(1)
		}
		r.Body = &asked{r.Body, w}
		if !w.weather(r) {
			panic(http.ErrAbortHandler)
		}
		w.proxy.ServeHTTP(&counted{rw, w}, r)
	}))
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch state {
		case http.StateNew:
			w.open[c] = true
		case http.StateClosed, http.StateHijacked:
			delete(w.open, c)
		}
	}
	s.Start()
	t.Cleanup(func() { w.Cut(); s.Close() })
	w.URL = s.URL
	return w
}

// Cut pulls the plug.
func (w *Wire) Cut() {
	w.cut.Store(true)
	w.hangUp()
}

// Deafen lets through what is asked and loses the answers.
func (w *Wire) Deafen() {
	w.deaf.Store(true)
	w.hangUp()
}

// Away takes the server away behind a proxy, which answers in its stead.
func (w *Wire) Away() {
	w.away.Store(true)
	w.hangUp()
}

// Mend makes all good again. What a storm still holds back arrives now.
func (w *Wire) Mend() {
	w.cut.Store(false)
	w.deaf.Store(false)
	w.away.Store(false)
	w.mu.Lock()
	w.storm = nil
	w.mu.Unlock()
	w.late()
}

// Splice ends a cut, and leaves the rest as it is.
func (w *Wire) Splice() { w.cut.Store(false) }

// Storm makes the wire a bad one: by chance what the device asks of the API gets lost, or
// the answer does, or it arrives once more behind what was asked after it.
func (w *Wire) Storm(chance *seed.Source) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.storm = chance
}

// weather does to a request what the storm does, and says whether it goes its way.
func (w *Wire) weather(r *http.Request) bool {
	w.mu.Lock()
	s := w.storm
	if s == nil || !strings.HasPrefix(r.URL.Path, "/api/") {
		w.mu.Unlock()
		return true
	}
	lost, deaf, twice, late := s.Below(4) == 0, s.Below(4) == 0, s.Below(3) == 0, s.Below(3) == 0
	w.mu.Unlock()
	if late {
		w.late()
	}
	if lost || r.Method == http.MethodGet {
		return !lost
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	again := func() {
		twin := r.Clone(context.WithoutCancel(r.Context()))
		twin.Body = io.NopCloser(bytes.NewReader(body))
		w.proxy.ServeHTTP(httptest.NewRecorder(), twin)
	}
	if twice {
		w.mu.Lock()
		w.twins = append(w.twins, again)
		w.mu.Unlock()
	}
	if deaf {
		again()
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// late lets arrive what was held back, the last first.
func (w *Wire) late() {
	w.mu.Lock()
	twins := w.twins
	w.twins = nil
	w.mu.Unlock()
	for _, again := range slices.Backward(twins) {
		again()
	}
}

func (w *Wire) hangUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.open {
		_ = c.Close() // it may be closed already
	}
}

// Traffic is how many requests went over the wire, and how many bytes of answers,
// as they were sent, without headers.
func (w *Wire) Traffic() (requests, bytes int64) { return w.count.Load(), w.bytes.Load() }

// Sent is how many bytes of bodies the device has sent, without headers.
func (w *Wire) Sent() int64 { return w.asked.Load() }

// Documents is how many pages were asked for: a redirection and where it leads are two.
func (w *Wire) Documents() int64 { return w.pages.Load() }

// Refused are the answers that were refusals, with what was refused.
func (w *Wire) Refused() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.refused...)
}

// counted counts the bytes of an answer.
type counted struct {
	http.ResponseWriter
	wire *Wire
}

// Unwrap is for [http.ResponseController].
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.wire.bytes.Add(int64(n))
	return n, err
}

// asked counts the bytes of what is asked.
type asked struct {
	io.ReadCloser
	wire *Wire
}

func (a *asked) Read(b []byte) (int, error) {
	n, err := a.ReadCloser.Read(b)
	a.wire.asked.Add(int64(n))
	return n, err
}

// Path is the address of a path of the server over this wire.
func (w *Wire) Path(path string) string { return w.URL + "/" + strings.TrimPrefix(path, "/") }
