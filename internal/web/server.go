package web

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

// Options of a server. The zero value is that of a club's laptop.
type Options struct {
	Log     *slog.Logger // of requests; nil: none
	Lang    string       // of who asks for none; empty: en
	Version string       // of the program, for the description of the API
	Limits  Limits
	Proxy   bool // requests come through a proxy, which says from where
	Screens bool // the page of all screens is there, with made-up data
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	club    *club.Club
	journal journal.Journal
	options Options
	locales map[string]*locale.Locale
	limits  Limits

	mux      *http.ServeMux
	guarded  map[string]route // by pattern
	origin   *http.CrossOriginProtection
	sessions *scs.SessionManager
	hasher   *hasher
	forms    *forms
	pages    *pages
	openAPI  []byte
	metrics  *metrics

	index *index // of persons, for who types their names

	requests, entries, logins, joins *limiter
	known                            tokens
	streams                          streams
	pace                             pace

	outside atomic.Pointer[string] // the address in the local network; nil: there is none

	ctx     context.Context // ends when the server stops
	stop    context.CancelFunc
	running sync.WaitGroup
}

// maxBody is the most that a request may send: the deals of a large event fit in.
const maxBody = 2 << 20

// New makes a server of a club and the journal that it runs on, both of which stay the
// caller's to close, after the server.
func New(c *club.Club, j journal.Journal, o Options) (*Server, error) {
	if o.Lang == "" {
		o.Lang = locale.English().Lang()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		club: c, journal: j, options: o, limits: o.Limits.settled(), locales: map[string]*locale.Locale{},
		mux: http.NewServeMux(), guarded: map[string]route{}, origin: http.NewCrossOriginProtection(),
		sessions: newSessions(j), hasher: newHasher(), metrics: newMetrics(), pace: usual, index: newIndex(),
	}
	s.requests, s.entries = newLimiter(s.limits.Requests), newLimiter(s.limits.Entries)
	s.logins, s.joins = newLimiter(s.limits.Logins), newLimiter(s.limits.Joins)
	s.streams.by = map[string]int{}
	for _, lang := range locale.Languages() {
		l, err := locale.New(lang)
		if err != nil {
			return nil, err
		}
		s.locales[lang] = l
	}
	if s.locales[o.Lang] == nil {
		_, err := locale.New(o.Lang)
		return nil, err
	}
	var err error
	if s.forms, err = newForms(); err != nil {
		return nil, err
	}
	s.pages = newPages(c, pagesOptions{Log: o.Log, Lang: o.Lang, Watch: func(id string, position int64) string {
		return "/api/events/" + url.PathEscape(id) + "/watch?from=" + strconv.FormatInt(position, 10)
	}, Join: "/join", Direct: "/console", Base: func(r *http.Request) string { return s.base(visitorOf(r.Context()), r.Host) }})
	if err := s.route(); err != nil {
		return nil, err
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.running.Go(s.sweep)
	return s, nil
}

// Close tells those who watch that the server stops, and waits for what it began.
func (s *Server) Close() {
	s.stop()
	s.running.Wait()
}

// sweep takes away what has expired, now and then.
func (s *Server) sweep() {
	const pause = 10 * time.Minute
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		for _, table := range []string{sessionTable, setupTable, requestTable, codeTable} {
			if _, err := s.journal.Sweep(s.ctx, table, time.Now()); err != nil && s.ctx.Err() == nil {
				s.options.Log.Warn("nothing could be swept away", "table", table, "error", err.Error())
			}
		}
	}
}

// setErrors has huma refuse as we do. It knows one way in a process.
var setErrors = sync.OnceFunc(func() {
	huma.NewErrorWithContext = problemOf
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return problemOf(nil, status, msg, errs...)
	}
})

// doorway is what huma registers its operations on, and the pages theirs: each gets the guard of its route.
type doorway struct {
	*Server
	missing []string
}

// HandleFunc implements [humago.Mux].
func (d *doorway) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	d.add(pattern, handler, func(r route) bool { return r.typed })
}

// add gives a route its handler, if it is of this kind.
func (d *doorway) add(pattern string, handler func(http.ResponseWriter, *http.Request), kind func(route) bool) {
	r, ok := d.guarded[pattern]
	if !ok || !kind(r) {
		d.missing = append(d.missing, pattern)
		return
	}
	r.serve = func(_ *Server, w http.ResponseWriter, req *http.Request) { handler(w, req) }
	d.guarded[pattern] = r
}

// route builds the way in from the table.
func (s *Server) route() error {
	setErrors()
	for _, r := range routes {
		s.guarded[r.pattern] = r
	}
	d := &doorway{Server: s}
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "overtrick", Version: s.options.Version},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"table":   {Type: "http", Scheme: "bearer", Description: "of a table: the end of the address in its QR code"},
					"session": {Type: "apiKey", In: "cookie", Name: sessionCookie, Description: "of who logs in"},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat},
		DefaultFormat: "application/json",
	}
	api := humago.New(d, config)
	s.operations(api)
	s.pages.each(func(pattern string, serve func(http.ResponseWriter, *http.Request)) {
		d.add(pattern, serve, func(r route) bool { return r.page })
	})
	var err error
	if s.openAPI, err = json.Marshal(api.OpenAPI()); err != nil {
		return bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	for _, r := range routes {
		if r = s.guarded[r.pattern]; r.serve == nil {
			d.missing = append(d.missing, r.pattern)
			continue
		}
		s.mux.HandleFunc(r.pattern, s.guard(r))
	}
	if len(d.missing) > 0 {
		return bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", "routes without a guard or a handler: "+strings.Join(d.missing, ", "))
	}
	return nil
}

// headers stand on every answer. That no page asks for anything from elsewhere is
// said here, and so is that no script or style stands in a page. The referrer stays
// within the site: with none at all browsers would send no origin, by which a form
// of ours is told from that of another site where there is no TLS.
var headers = http.Header{
	"Content-Security-Policy": {"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
		"connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), microphone=(), geolocation=()"},
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	maps.Copy(w.Header(), headers)
	a := &answer{ResponseWriter: w}
	n := &notes{}
	_, pattern := s.mux.Handler(r)
	v, err := s.identify(r)
	r = r.WithContext(context.WithValue(context.WithValue(r.Context(), visitorKey{}, v), notesKey{}, n))
	r.Body = http.MaxBytesReader(a, r.Body, maxBody)
	s.metrics.inFlight.Add(1)
	defer func() {
		s.metrics.inFlight.Add(-1)
		if fault := recover(); fault != nil && fault != http.ErrAbortHandler { //nolint:errorlint // it is this value
			s.options.Log.Error("fault", "route", pattern, "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
			if a.status == 0 {
				s.refuse(a, r, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", "see the log"))
			}
		}
		s.log(r, a, pattern, n, time.Since(began))
	}()
	switch {
	case err != nil:
		s.refuse(a, r, err)
	case s.origin.Check(r) != nil:
		s.refuse(a, r, bridge.Errorf(bridge.Forbidden, "web.cross_origin", "another site may not send this"))
	case !s.requests.allow(v.device()):
		s.metrics.limited.Add(1)
		s.refuse(a, r, tooMany())
	case pattern == "":
		s.nowhere(a, r)
	default:
		s.mux.ServeHTTP(a, r)
	}
}

func tooMany() error {
	return bridge.Errorf(TooMany, "web.too_many", "too many requests from this device: wait a moment")
}

// nowhere answers what no route is for.
func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	probe := &answer{ResponseWriter: &silent{header: http.Header{}}}
	s.mux.ServeHTTP(probe, r)
	if allow := probe.Header().Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
		s.refuse(w, r, bridge.Errorf(NoMethod, "web.no_method", "this address knows no %s", r.Method))
		return
	}
	err := bridge.Errorf(bridge.NotFound, "web.no_page", "there is nothing at this address")
	if isPage(r) {
		note(r.Context(), err.Key, err)
		s.pages.missing(w, r)
		return
	}
	s.refuse(w, r, err)
}

// silent is where an answer goes that nobody gets.
type silent struct{ header http.Header }

// Header implements [http.ResponseWriter].
func (s *silent) Header() http.Header { return s.header }

func (*silent) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements [http.ResponseWriter].
func (*silent) WriteHeader(int) {}

// guard is a route's handler behind what the route asks for.
func (s *Server) guard(t route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := visitorOf(r.Context())
		if t.class == entry && !s.entries.allow(v.device()) {
			s.metrics.limited.Add(1)
			s.refuse(w, r, tooMany())
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api") {
			w.Header().Set("Cache-Control", "no-store")
		}
		if err := s.admit(r, v, t); err != nil {
			s.refuse(w, r, err)
			return
		}
		if t.small && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			small := &squeezed{ResponseWriter: w}
			defer small.end()
			w = small
		}
		t.serve(s, w, r)
	}
}

// writers compress. Each has a megabyte, which is used again.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// squeezed compresses an answer, unless it is a refusal.
type squeezed struct {
	http.ResponseWriter
	began bool
	z     *gzip.Writer // nil: it goes as it is
}

// Unwrap is for [http.ResponseController].
func (s *squeezed) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (s *squeezed) WriteHeader(status int) {
	if h := s.Header(); !s.began {
		h.Set("Vary", "Accept-Encoding")
		if status == http.StatusOK {
			h.Set("Content-Encoding", "gzip")
			h.Del("Content-Length")
			s.z, _ = writers.Get().(*gzip.Writer)
			s.z.Reset(s.ResponseWriter)
		}
	}
	s.began = true
	s.ResponseWriter.WriteHeader(status)
}

func (s *squeezed) Write(b []byte) (int, error) {
	if !s.began {
		s.WriteHeader(http.StatusOK)
	}
	if s.z != nil {
		return s.z.Write(b)
	}
	return s.ResponseWriter.Write(b)
}

// end writes what is left.
func (s *squeezed) end() {
	if s.z != nil {
		_ = s.z.Close() // nobody is left to be told
		writers.Put(s.z)
	}
}

// admit refuses who may not come by a route.
func (s *Server) admit(r *http.Request, v *visitor, t route) error {
	if v.tokenErr != nil && t.access != anyone {
		return v.tokenErr
	}
	known := v.user != nil || v.event != ""
	switch t.access {
	case anyone:
		return nil
	case helps:
		if u := v.user; u != nil && !v.bearer && (u.Owner || u.Director || len(u.Events) > 0) {
			return nil
		}
	case owns:
		if v.user != nil && v.user.Owner && !v.bearer {
			return nil
		}
	case nearby:
		if isLocal(r) || v.user != nil && v.user.Owner && !v.bearer {
			return nil
		}
	case directs, writes:
		id := r.PathValue("id")
		if id == "" { // the event is new, or the body names it
			if known && t.access == writes || v.user != nil && !v.bearer && (v.user.Owner || v.user.Director) {
				return nil
			}
			break
		}
		a, err := s.actor(r.Context(), v, id)
		if err != nil {
			return err
		}
		if a.Role == club.Owner || a.Role == club.Director || a.Role == club.AtTable && t.access == writes {
			return nil
		}
	}
	if known {
		return bridge.Errorf(bridge.Forbidden, "web.role", "your role does not allow this")
	}
	return bridge.Errorf(Unknown, "web.login", "log in first")
}

// describe gives the description of the API.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.openAPI) // nobody is left to be told
}

// healthy says that the process answers.
func (*Server) healthy(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") }

// ready says that the journal answers too.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	err := s.ctx.Err()
	if err == nil {
		_, err = s.journal.Last(ctx, "club")
	}
	if err != nil {
		note(r.Context(), "", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "not ready\n")
		return
	}
	_, _ = io.WriteString(w, "ready\n")
}

// answer notes what was answered.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// notes are what the log says of a request beside the answer.
type notes struct {
	key string
	err error
}

type notesKey struct{}

// note keeps why a request was refused, for the log.
func note(ctx context.Context, key string, err error) {
	if n, ok := ctx.Value(notesKey{}).(*notes); ok {
		n.key, n.err = key, err
	}
}

// log writes a line for a request. The address itself is not in it, because it may
// hold a token, nor is any field or the body; faults are written with their cause.
func (s *Server) log(r *http.Request, a *answer, pattern string, n *notes, took time.Duration) {
	s.metrics.count(pattern, a.status, took)
	level := slog.LevelInfo
	if a.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.options.Log.Enabled(r.Context(), level) {
		return
	}
	v := visitorOf(r.Context())
	who := "reader"
	switch {
	case v.user != nil:
		who = v.user.ID
	case v.event != "":
		who = "table"
	}
	if pattern == "" {
		pattern = "none"
	}
	attrs := []slog.Attr{
		slog.String("route", pattern), slog.Int("status", a.status), slog.Duration("took", took),
		slog.Int64("bytes", a.bytes), slog.String("from", v.from.String()), slog.String("who", who),
	}
	if n.key != "" {
		attrs = append(attrs, slog.String("key", n.key))
	}
	if level == slog.LevelError && n.err != nil {
		attrs = append(attrs, slog.String("error", n.err.Error()))
	}
	s.options.Log.LogAttrs(r.Context(), level, "request", attrs...)
}
