package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed static
var staticFiles embed.FS

// pagesOptions are what the pages ask of their server. All may be left out.
type pagesOptions struct {
	Now  func() time.Time
	Zone *time.Location // that times are shown in
	Lang string         // of who wants a language that we do not speak; empty: en
	Log  *slog.Logger

	// Watch is the address of a stream of server-sent events that has a message for
	// each change of an event after a position; the script of the ranking listens to
	// it. Without one the page has a link that shows it anew, and no script.
	Watch func(id string, position int64) string

	// Join and Direct are where a device joins a table, and where the director works.
	// Without them no page leads there.
	Join, Direct string

	// Base is the address of the server as whoever asks can reach it. Without one it
	// is that which was asked.
	Base func(*http.Request) string
}

// pages are the pages that everybody may read. They work without JavaScript, have no
// script, style or address of elsewhere in them, and compute nothing: what they show is
// what a reader's view holds.
type pages struct {
	club   *club.Club
	now    func() time.Time
	zone   *time.Location
	log    *slog.Logger
	lang   string
	watch  func(id string, position int64) string
	base   func(*http.Request) string
	doors  [2]string           // to a table, and to the director's desk
	speak  map[string]*speaker // by language
	spell  map[string]*speaker // the same with letters for suits
	static map[string]asset
	names  nameCache
	since  changeCache
	folder chan struct{} // held by who makes the folder of an event, which is all of its pages
	worker []byte        // the program that keeps the shell of the table page
}

// speaker is a language, and the pages in it.
type speaker struct {
	*locale.Locale
	*template.Template
	letters bool // suits are written as letters
}

// asset is a file that pages refer to.
type asset struct {
	kind    string
	data    []byte
	version string
}

// cookie is where the choice of a language is kept, and nothing else.
const cookie = "overtrick_lang"

// newPages makes the pages of a club.
func newPages(c *club.Club, o pagesOptions) *pages {
	p := &pages{
		club: c, now: o.Now, zone: o.Zone, log: o.Log, watch: o.Watch, base: o.Base, doors: [2]string{o.Join, o.Direct}, lang: cmp.Or(o.Lang, locale.Languages()[0]),
		speak: map[string]*speaker{}, spell: map[string]*speaker{}, static: map[string]asset{}, folder: make(chan struct{}, 1),
	}
	if p.now == nil {
		p.now = time.Now
	}
	if p.zone == nil {
		p.zone = time.Local
	}
	if p.log == nil {
		p.log = slog.Default()
	}
	for name, kind := range map[string]string{
		"style.css": "text/css; charset=utf-8", "print.css": "text/css; charset=utf-8", "screen.css": "text/css; charset=utf-8",
		"live.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
	} {
		data, err := staticFiles.ReadFile("static/" + name)
		if err != nil {
			panic(err) // it is part of the program
		}
		p.static[name] = asset{kind, data, sum(data)}
	}
	p.loadUI()
	for _, lang := range locale.Languages() {
		l, err := locale.New(lang)
		if err != nil {
			panic(err)
		}
		for letters, of := range map[bool]map[string]*speaker{false: p.speak, true: p.spell} {
			s := &speaker{Locale: l, letters: letters}
			s.Template = template.Must(template.New("").Funcs(template.FuncMap{
				"t": l.T, "n": s.count, "game": s.game, "ink": s.ink, "static": p.address,
			}).ParseFS(templateFiles, "templates/*.html"))
			of[lang] = s
		}
	}
	return p
}

// sum names a content.
func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:6])
}

// address is where a file is that pages refer to, with its version, so that it may be
// kept for ever.
func (p *pages) address(name string) string {
	return "/static/" + name + "?v=" + p.static[name].version
}

// routes are the pages' addresses. What no other route takes is a page that is not
// there.
func (p *pages) routes(mux *http.ServeMux) {
	p.each(mux.HandleFunc)
	mux.HandleFunc("/", p.missing)
}

// each gives the pages' patterns and what answers them.
func (p *pages) each(add func(pattern string, serve func(http.ResponseWriter, *http.Request))) {
	add("GET /{$}", p.handle(p.events))
	add("GET /e/{event}", p.handle(p.ranking))
	add("GET /e/{event}/cards/{contestant}", p.handle(p.card))
	add("GET /e/{event}/boards/{board}", p.handle(p.board))
	add("GET /e/{event}/pairs", p.choose)
	add("GET /e/{event}/pairs/{a}/{b}", p.handle(p.compare))
	add("GET /e/{event}/moved/{position}", p.handle(p.moved))
	add("GET /e/{event}/screen", p.handle(p.screen))
	add("GET /e/{event}/embed", framed(p.handle(p.embed)))
	add("GET /e/{event}/files", p.handle(p.files))
	add("GET /e/{event}/files/{file}", p.download)
	add("GET /e/{event}/print/{what}", p.handle(p.printed))
	add("GET /settings", p.handle(p.settings))
	add("POST /settings", p.settingsSent)
	add("GET /static/{file}", p.file)
	add("GET /table", p.shell("table", "ui.table.title"))
	add("GET /table-worker.js", p.keeper)
}

// missing says in words that there is no such page.
func (p *pages) missing(w http.ResponseWriter, r *http.Request) {
	p.handle(func(*http.Request, *speaker) (content, error) { return nil, errNoPage })(w, r)
}

var errNoPage = bridge.Errorf(bridge.NotFound, "web.page_missing", "there is no such page")

// frame is what all pages have.
type frame struct {
	Lang     string
	Class    string // how the reader wants it to look
	Title    string
	Path     string // of the page, as it was asked for
	Langs    []choice
	Settings string // where it is said how pages look; empty: not here
	Back     *link  // one page up
	Tabs     []tab  // the pages of the event
	Script   string
	Sheet    string // another style than that of all pages
	Bare     bool   // no way to other pages
	Offline  bool   // in a folder, without a server
}

type choice struct {
	Lang, Name, Address string
	Current             bool
}

type link struct{ Address, Text string }

// tab is a page of an event.
type tab struct {
	link
	Current, Aside bool
}

// page is a page and the name of its template's data.
type page struct {
	frame
	Page any
}

// content is what a page shows; it knows its template, and what the page is called.
type content interface {
	template() string
	frame() frame
}

// handle answers with a page, or says in words why there is none.
func (p *pages) handle(show func(*http.Request, *speaker) (content, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s := p.speaker(w, r)
		data, err := show(r, s)
		status := http.StatusOK
		if err != nil {
			data, status = p.refusal(r, s, err)
		}
		f := data.frame()
		look := lookOf(r)
		if look.Paper == "" && f.Sheet == paperStyle {
			look.Paper = paperOf(r.Header.Get("Accept-Language"))
		}
		f.Lang, f.Class, f.Path = s.Lang(), look.class(), addressOf(r)
		for i, lang := range locale.Languages() {
			address := withQuery(f.query(), "lang", lang)
			f.Langs = append(f.Langs, choice{lang, s.Pick("page.languages", i+1), address, lang == s.Lang()})
		}
		f.Settings = "/settings"
		if f.Offline = offline(r.Context()); f.Offline || r.URL.Path == "/settings" {
			f.Settings = ""
		}
		if f.Offline {
			f.Langs, f.Script, f.Class = nil, "", ""
			if f.Back != nil && f.Back.Address == "/" {
				f.Back = nil
			}
		}
		var out bytes.Buffer
		if err := s.ExecuteTemplate(&out, data.template(), page{f, data}); err != nil {
			p.log.ErrorContext(r.Context(), "page", "name", data.template(), "error", err)
			http.Error(w, s.T("page.fault.head"), http.StatusInternalServerError)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Language", s.Lang())
		if h.Get("Cache-Control") == "" {
			h.Set("Cache-Control", "no-cache")
		}
		h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
		write(w, r, status, out.Bytes())
	}
}

// query is what is kept from page to page, as an address in this page.
func (f frame) query() string {
	if _, query, ok := strings.Cut(f.Path, "?"); ok {
		return "?" + query
	}
	return ""
}

// addressOf is the address of a page, with what is kept from page to page.
func addressOf(r *http.Request) string {
	address := r.URL.EscapedPath()
	q := r.URL.Query()
	for _, name := range []string{"list", "pair", "part", "south", "from", "next"} {
		if v := q.Get(name); v != "" && len(v) < 200 {
			address = withQuery(address, name, v)
		}
	}
	return address
}

// withQuery adds a value to an address.
func withQuery(address, name, value string) string {
	address, fragment, _ := strings.Cut(address, "#")
	sep := "?"
	if strings.Contains(address, "?") {
		sep = "&"
	}
	address += sep + name + "=" + url.QueryEscape(value)
	if fragment != "" {
		address += "#" + fragment
	}
	return address
}

// refused is a page that says in words why there is nothing to see.
type refused struct {
	Head, Text string
	Again      bool // it may help to try again
	up         *link
}

func (r refused) template() string { return "refused" }

func (r refused) frame() frame { return frame{Title: r.Head, Back: r.up} }

// refusal is the page of an error.
func (p *pages) refusal(r *http.Request, s *speaker, err error) (data content, status int) {
	home := &link{"/", s.T("page.events")}
	switch bridge.CodeOf(err) {
	case bridge.NotFound:
		return refused{Head: s.T("page.missing.head"), Text: s.T("page.missing.text"), up: home}, http.StatusNotFound
	case journal.Unavailable:
		p.log.WarnContext(r.Context(), "page", "error", err)
		return refused{s.T("page.away.head"), s.T("page.away.text"), true, home}, http.StatusServiceUnavailable
	}
	p.log.ErrorContext(r.Context(), "page", "error", err)
	return refused{s.T("page.fault.head"), s.T("page.fault.text"), true, home}, http.StatusInternalServerError
}

// write sends a page, or says that the reader has it. Where it helps it is compressed.
func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	if status == http.StatusOK {
		tag := `W/"` + sum(body) + `"`
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && h.Get("Content-Encoding") == "" {
		var small bytes.Buffer
		z, _ := gzip.NewWriterLevel(&small, gzip.BestCompression) // a level that there is
		_, _ = z.Write(body)
		_ = z.Close()
		body = small.Bytes()
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a reader that has gone away needs no answer
	}
}

// file sends a file that pages refer to.
func (p *pages) file(w http.ResponseWriter, r *http.Request) {
	a, ok := p.static[r.PathValue("file")]
	if !ok {
		p.missing(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	write(w, r, http.StatusOK, a.data)
}

// speaker is the language of a request: the one that is asked for, which is kept for
// the next pages, the one that was chosen before, or the one that the browser wants.
func (p *pages) speaker(w http.ResponseWriter, r *http.Request) *speaker {
	speak := p.speak
	if lookOf(r).Letters {
		speak = p.spell
	}
	if s, ok := speak[r.URL.Query().Get("lang")]; ok {
		keepLanguage(w, r, s.Locale)
		return s
	}
	if c, err := r.Cookie(cookie); err == nil && speak[c.Value] != nil {
		return speak[c.Value]
	}
	return speak[locale.Accept(r.Header.Get("Accept-Language"), p.lang)]
}

// keepLanguage keeps the language that is asked for by ?lang.
func keepLanguage(w http.ResponseWriter, r *http.Request, l *locale.Locale) {
	if r.URL.Query().Get("lang") != l.Lang() {
		return
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // a club at home has no TLS, and a language is no secret
		Name: cookie, Value: l.Lang(), Path: "/", MaxAge: 365 * 24 * 3600,
		HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	})
}

// nameCache keeps the names of an event's persons for a moment, because many readers
// come at the same time.
type nameCache struct {
	mu sync.Mutex
	of map[string]knownNames // by event
}

type knownNames struct {
	at     time.Time
	people event.People
}

// namesKept is how long a name that was hidden may still be seen.
const namesKept = 2 * time.Second

// people are the names of the persons in a view that readers may see. Who is hidden or
// was erased has none.
func (p *pages) people(ctx context.Context, id string, v *club.View) (event.People, error) {
	p.names.mu.Lock()
	known, ok := p.names.of[id]
	p.names.mu.Unlock()
	if ok && p.now().Sub(known.at).Abs() < namesKept {
		return known.people, nil
	}
	people := event.People{}
	for _, c := range v.Contestants {
		for _, person := range c.Persons {
			name, err := p.club.Names().Get(ctx, person)
			switch {
			case bridge.CodeOf(err) == bridge.NotFound:
			case err != nil:
				return nil, err
			case !name.Hidden && !name.Erased:
				people[person] = event.Person{Name: name.Person.Name}
			}
		}
	}
	p.names.mu.Lock()
	defer p.names.mu.Unlock()
	if len(p.names.of) > 100 || p.names.of == nil {
		p.names.of = map[string]knownNames{}
	}
	p.names.of[id] = knownNames{p.now(), people}
	return people, nil
}

// listed is a line of the list of events.
type listed struct{ Address, Title, Club, Date, Phase string }

// eventsPage is the list of events.
type eventsPage struct {
	title   string
	Tonight []listed // those of today, with how far they are
	Events  []listed
	More    string // address of those that are older
	Doors   []link // for who does more than read
}

func (e eventsPage) template() string { return "events" }

func (e eventsPage) frame() frame { return frame{Title: e.title} }

// eventsShown is how many events a page has.
const eventsShown = 50

func (p *pages) events(r *http.Request, s *speaker) (content, error) {
	list, err := p.club.Events(r.Context())
	if err != nil {
		return nil, err
	}
	from, err := strconv.Atoi(r.URL.Query().Get("from"))
	if err != nil || from < 0 || from > len(list) {
		from = 0
	}
	out := eventsPage{title: s.T("page.events")}
	today := p.now().In(p.zone).Format(time.DateOnly)
	for _, e := range list[from:min(from+eventsShown, len(list))] {
		l := listed{eventAddress(e.ID), s.eventTitle(e.Opened), locale.Clean(e.Opened.Club), s.date(e.Opened.Date), ""}
		if e.Opened.Date != today || from > 0 {
			out.Events = append(out.Events, l)
			continue
		}
		v, err := p.club.View(r.Context(), club.Actor{}, e.ID)
		if err != nil {
			return nil, err
		}
		l.Phase = p.phase(s, v.Until)
		out.Tonight = append(out.Tonight, l)
	}
	for i, key := range []string{"page.door.join", "page.door.direct"} {
		if p.doors[i] != "" {
			out.Doors = append(out.Doors, link{p.doors[i], s.T(key)})
		}
	}
	if from+eventsShown < len(list) {
		out.More = "/?from=" + strconv.Itoa(from+eventsShown)
	}
	return out, nil
}

func eventAddress(id string) string { return "/e/" + id }

// eventTitle is what an event is called.
func (s *speaker) eventTitle(o event.Opened) string {
	return cmp.Or(locale.Clean(o.Title), s.T("rank.untitled."+string(o.Kind)))
}
