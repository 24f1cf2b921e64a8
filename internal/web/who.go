package web

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

// The cookies, beside that of the language.
const (
	sessionCookie = "overtrick_session"
	tableCookie   = "overtrick_table"

	tableLife = 3 * 24 * time.Hour
)

// visitor is who asks.
type visitor struct {
	*locale.Locale
	from netip.Addr
	tls  bool

	user     *club.User // nil: nobody is logged in
	session  string     // its token
	token    string     // of a table; empty: none
	hash     string     // of the token
	bearer   bool       // the token was sent as such: it has to be right
	event    string     // that the token is for; empty: for none
	tokenErr error      // why the token is none
}

type visitorKey struct{}

// visitorOf is who asks, an English reader if nobody has looked.
func visitorOf(ctx context.Context) *visitor {
	if v, ok := ctx.Value(visitorKey{}).(*visitor); ok {
		return v
	}
	return &visitor{Locale: locale.English()}
}

// tokenTable says which event the token of a table is for: its key is the hash.
const tokenTable = "table_token"

// identify finds out who asks. What it cannot find out now, because the journal is
// away, is an error; a session or a cookie that is none makes a reader.
func (s *Server) identify(r *http.Request) (*visitor, error) {
	v := &visitor{Locale: s.language(r), from: s.deviceOf(r), tls: r.TLS != nil}
	if s.options.Proxy && r.Header.Get("X-Forwarded-Proto") == "https" {
		v.tls = true
	}
	ctx := r.Context()
	if c, err := r.Cookie(sessionCookie); err == nil && c.Value != "" && len(c.Value) < 100 {
		if err := s.resume(ctx, v, c.Value); err != nil {
			return v, err
		}
	}
	if kind, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(kind, "Bearer") {
		v.token, v.bearer = strings.TrimSpace(token), true
	} else if c, err := r.Cookie(tableCookie); err == nil {
		v.token = c.Value
	}
	if v.token == "" {
		return v, nil
	}
	v.hash = club.HashToken(v.token)
	event, err := s.eventOf(ctx, v.token, v.hash)
	switch {
	case err == nil:
		v.event = event
	case bridge.CodeOf(err) != Unknown:
		return v, err
	case v.bearer:
		v.tokenErr = err
	default:
		v.token = ""
	}
	return v, nil
}

// eventOf is the event that the token of a table is for.
func (s *Server) eventOf(ctx context.Context, token, hash string) (string, error) {
	if len(token) == 22 {
		if event, ok := s.known.get(hash); ok {
			return event, nil
		}
		d, err := s.journal.Get(ctx, tokenTable, hash)
		if err == nil {
			s.known.put(hash, d.Owner)
			return d.Owner, nil
		}
		if bridge.CodeOf(err) != bridge.NotFound {
			return "", err
		}
	}
	return "", bridge.Errorf(Unknown, "web.token", "this device may not write for any table: ask the director for a new code")
}

// tokens keeps in mind which events tokens are for. That never changes: whether a table
// may still write, its event says. The zero value is ready.
type tokens struct {
	mu sync.RWMutex
	of map[string]string // event by hash
}

// maxTokens is how many tokens are kept in mind: those of many evenings.
const maxTokens = 20_000

func (t *tokens) get(hash string) (event string, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	event, ok = t.of[hash]
	return event, ok
}

func (t *tokens) put(hash, event string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) >= maxTokens { // they are found again
		t.of = map[string]string{}
	}
	t.of[hash] = event
}

// resume finds out who is logged in with a session. One whose user has gone or has
// another password by now is none.
func (s *Server) resume(ctx context.Context, v *visitor, token string) error {
	ctx, err := s.sessions.Load(ctx, token)
	if err != nil {
		return err
	}
	name := s.sessions.GetString(ctx, "user")
	if name == "" {
		return nil
	}
	u, err := s.club.User(ctx, name)
	switch {
	case bridge.CodeOf(err) == bridge.NotFound:
		return nil
	case err != nil:
		return err
	case s.sessions.GetString(ctx, "id") != u.ID || s.sessions.GetString(ctx, "password") != club.HashToken(u.Password):
		return nil
	}
	v.user, v.session = &u, token
	return nil
}

// begin logs a user in and gives the cookie of the session.
func (s *Server) begin(ctx context.Context, v *visitor, u club.User) (*http.Cookie, error) {
	ctx, err := s.sessions.Load(ctx, "") // a new one each time, so that nobody can have chosen it
	if err != nil {
		return nil, err
	}
	s.sessions.Put(ctx, "user", u.Name)
	s.sessions.Put(ctx, "id", u.ID)
	s.sessions.Put(ctx, "password", club.HashToken(u.Password))
	token, until, err := s.sessions.Commit(ctx)
	if err != nil {
		return nil, err
	}
	return v.cookie(sessionCookie, token, time.Until(until)), nil
}

// end logs out and gives the cookie that says so.
func (s *Server) end(ctx context.Context, v *visitor) (*http.Cookie, error) {
	if v.session != "" {
		ctx, err := s.sessions.Load(ctx, v.session)
		if err != nil {
			return nil, err
		}
		if err := s.sessions.Destroy(ctx); err != nil {
			return nil, err
		}
	}
	return v.cookie(sessionCookie, "", -1), nil
}

// cookie makes one that no script and no other site can use.
func (v *visitor) cookie(name, value string, life time.Duration) *http.Cookie {
	c := &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: v.tls} //nolint:gosec // a club's own network has no TLS
	if c.MaxAge = int(life / time.Second); life < 0 {
		c.MaxAge = -1
	}
	return c
}

// writer is who the visitor is that gives a command for an event. A user who directs
// it is that first, then the table of the token, of which the event says with the
// command whether it is one.
func (v *visitor) writer(event string) (club.Actor, error) {
	if v.tokenErr != nil {
		return club.Actor{}, v.tokenErr
	}
	if v.user != nil && !v.bearer {
		if a := v.user.In(event); a.Role != club.Reader {
			return a, nil
		}
	}
	if v.token != "" && (v.event == event || v.bearer) {
		return club.Device(event, v.hash), nil
	}
	return club.Actor{Event: event}, nil
}

// actor is what the visitor is in an event as it stands.
func (s *Server) actor(ctx context.Context, v *visitor, event string) (club.Actor, error) {
	a, err := v.writer(event)
	if err != nil || a.Role != club.AtTable {
		return a, err
	}
	a, err = s.club.Table(ctx, event, v.token)
	if err == nil || v.bearer || bridge.CodeOf(err) != bridge.Forbidden {
		return a, err
	}
	return club.Actor{Event: event}, nil
}

// device is what the limits count by: a table, a user, else an address.
func (v *visitor) device() string {
	switch {
	case v.event != "":
		return "table " + v.hash
	case v.user != nil:
		return "user " + v.user.ID
	}
	return deviceKey(v.from)
}

// language is that of ?lang, of the cookie, of the browser, of the server.
func (s *Server) language(r *http.Request) *locale.Locale {
	if l := s.locales[r.URL.Query().Get("lang")]; l != nil {
		return l
	}
	if c, err := r.Cookie(cookie); err == nil && s.locales[c.Value] != nil {
		return s.locales[c.Value]
	}
	return s.locales[locale.Accept(r.Header.Get("Accept-Language"), s.options.Lang)]
}

// openTable keeps which event a token is for, before the event knows the token: else a
// table could not be found that was opened. A token is for one event alone.
func (s *Server) openTable(ctx context.Context, event, hash string) error {
	if !isHash(hash) {
		return bridge.Errorf(bridge.Invalid, "web.hash", "want the SHA-256 of a token, 64 hexadecimal digits")
	}
	_, err := s.journal.Put(ctx, 0, journal.Doc{Table: tokenTable, Key: hash, Owner: event, Data: []byte("{}")})
	if bridge.CodeOf(err) != bridge.Conflict {
		return err
	}
	d, err := s.journal.Get(ctx, tokenTable, hash)
	if err == nil && d.Owner != event {
		err = bridge.Errorf(bridge.Conflict, "web.token_taken", "this token is for another event")
	}
	return err
}

func isHash(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }
