package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// TestCrossOrigin: what another site sends in the name of who is logged in is refused,
// whether the browser says so by Sec-Fetch-Site or, without TLS, by the origin alone.
func TestCrossOrigin(t *testing.T) {
	r := begin(t)
	for _, c := range []struct {
		name, value string
		want        int
	}{
		{"Sec-Fetch-Site", "cross-site", 403},
		{"Sec-Fetch-Site", "same-site", 403},
		{"Sec-Fetch-Site", "same-origin", 200},
		{"Sec-Fetch-Site", "none", 200},
		{"Origin", "http://elsewhere.example", 403},
		{"Origin", "null", 403},
		{"Origin", "http://example.com", 200}, // what httptest calls the server
		{"", "", 200},                         // no browser
	} {
		q := r.request(asOwner, "POST", "/api/people", `{"name":"Ada"}`)
		if c.name != "" {
			q.Header.Set(c.name, c.value)
		}
		w := r.send(q)
		if w.Code != c.want {
			t.Errorf("%s: %s gets %d, want %d", c.name, c.value, w.Code, c.want)
		}
		if w.Code == 403 {
			if p := r.refused(w); p.Key != "web.cross_origin" {
				t.Errorf("%+v", p)
			}
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		q := r.request(asOwner, method, "/api/events", "")
		q.Header.Set("Sec-Fetch-Site", "cross-site")
		if w := r.send(q); w.Code != 200 {
			t.Errorf("a link from elsewhere gets %d", w.Code)
		}
	}
}

// cookiesOf are the cookies that an answer sets, by name.
func cookiesOf(w *httptest.ResponseRecorder) map[string]*http.Cookie {
	out := map[string]*http.Cookie{}
	for _, c := range w.Result().Cookies() {
		out[c.Name] = c
	}
	return out
}

// TestCookies: no script reads them, no other site sends them, and where there is TLS
// they go nowhere without it.
func TestCookies(t *testing.T) {
	r := begin(t)
	r.options.Proxy = true
	for _, secure := range []bool{false, true} {
		for _, target := range []string{"/api/login", "/t/" + r.token} {
			q := r.request(asReader, "GET", target, "")
			if target == "/api/login" {
				q = r.request(asReader, "POST", target, `{"name":"owner","password":"`+password+`"}`)
			}
			if secure {
				q.Header.Set("X-Forwarded-Proto", "https")
			}
			set := cookiesOf(r.send(q))
			if len(set) != 1 {
				t.Fatalf("%s sets %v", target, set)
			}
			for _, c := range set {
				if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Secure != secure || c.Path != "/" || c.Domain != "" || c.MaxAge <= 0 {
					t.Errorf("%s sets %v", target, c)
				}
			}
		}
	}
}

// TestSessions: a session ends with logging out, with another password and with its
// user, and each login begins a new one.
func TestSessions(t *testing.T) {
	r := begin(t)
	login := func() string {
		t.Helper()
		c := cookiesOf(r.ask(asReader, "POST", "/api/login", `{"name":"chief","password":"`+password+`"}`))[sessionCookie]
		if c == nil {
			t.Fatal("no session")
		}
		return c.Name + "=" + c.Value
	}
	name := func(cookie string) string {
		t.Helper()
		r.cookies["it"] = cookie
		var me meJSON
		r.gets(&me, "it", "GET", "/api/me", "")
		return me.Name
	}
	one, two := login(), login()
	if one == two || name(one) != "chief" || name(two) != "chief" {
		t.Fatalf("%q, %q", name(one), name(two))
	}
	r.cookies["it"] = one
	if w := r.ask("it", "POST", "/api/logout", ""); w.Code != 200 || cookiesOf(w)[sessionCookie].MaxAge >= 0 {
		t.Errorf("logging out: %d %v", w.Code, w.Header())
	}
	if name(one) != "" || name(two) != "chief" {
		t.Errorf("after logging out of one: %q, %q", name(one), name(two))
	}
	var u userJSON
	r.gets(&u, asOwner, "PUT", "/api/users/chief", `{"revision":1,"password":"another one","director":true}`)
	if name(two) != "" {
		t.Error("a session outlives the password that it began with")
	}
	docs, err := r.journal.List(t.Context(), sessionTable, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if strings.Contains(two, d.Key) || strings.Contains(two, string(d.Data)) {
			t.Error("what is kept of a session opens it")
		}
	}
	three := cookiesOf(r.ask(asReader, "POST", "/api/login", `{"name":"chief","password":"another one"}`))[sessionCookie]
	if three == nil {
		t.Fatal("the new password opens nothing")
	}
	if w := r.ask(asOwner, "DELETE", "/api/users/chief", ""); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if name(three.Name+"="+three.Value) != "" {
		t.Error("a session outlives its user")
	}
}

// TestHashes: two passwords at most are looked at at once, and who does not get a turn
// is not kept for ever.
func TestHashes(t *testing.T) {
	h := newHasher()
	var now, most atomic.Int64
	h.compare = func(string, string) (bool, error) {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(5 * time.Millisecond)
		now.Add(-1)
		return true, nil
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if ok, err := h.matches(t.Context(), "x", "y"); !ok || err != nil {
				t.Errorf("%v, %v", ok, err)
			}
		})
	}
	all.Wait()
	if most.Load() != 2 {
		t.Errorf("%d at once", most.Load())
	}
	h.turn <- struct{}{}
	h.turn <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := h.hash(ctx, "x"); err == nil {
		t.Error("a third one began")
	}
}

// TestPasswords: what is kept of a password is argon2id, and an unknown name is looked
// at as long as a known one.
func TestPasswords(t *testing.T) {
	h := newHasher()
	hash, err := h.hash(t.Context(), password)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$") || strings.Contains(hash, password) {
		t.Fatalf("%q, %v", hash, err)
	}
	for _, c := range []struct {
		password, hash string
		want           bool
	}{{password, hash, true}, {"correct horsf", hash, false}, {"", hash, false}, {password, "", false}} {
		if ok, err := h.matches(t.Context(), c.password, c.hash); ok != c.want || err != nil {
			t.Errorf("%q: %v, %v", c.password, ok, err)
		}
	}
	looked := 0
	h.compare = func(string, string) (bool, error) { looked++; return true, nil }
	if ok, err := h.matches(t.Context(), "x", ""); ok || err != nil || looked != 1 {
		t.Errorf("without a user: %v, %v, looked %d times", ok, err, looked)
	}
}

// TestSetup: the link makes one owner, once, for a day; a later link ends it.
func TestSetup(t *testing.T) {
	empty := func() *rig {
		r := &rig{TB: t, journal: newMemory(), cookies: map[string]string{}}
		r.log = nil
		r.club = club.New(r.journal)
		s, err := New(r.club, r.journal, Options{Limits: plenty})
		if err != nil {
			t.Fatal(err)
		}
		s.hasher.create = func(p string) (string, error) { return "hash of " + p, nil }
		s.hasher.compare = func(p, hash string) (bool, error) { return hash == "hash of "+p, nil }
		r.Server = s
		t.Cleanup(func() { s.Close(); r.club.Close() })
		return r
	}
	token := func(r *rig) string {
		t.Helper()
		token, err := r.SetupToken(t.Context())
		if err != nil || len(token) != 22 {
			t.Fatalf("%q, %v", token, err)
		}
		return token
	}
	body := func(token string) string { return `{"token":"` + token + `","name":"Anna","password":"long enough"}` }

	r := empty()
	old, now := token(r), token(r)
	if w := r.ask(asReader, "POST", "/api/setup", body(old)); w.Code != 401 {
		t.Errorf("an old link: %d", w.Code)
	}
	if w := r.ask(asReader, "POST", "/api/setup", strings.Replace(body(now), "long enough", "short", 1)); w.Code != 422 {
		t.Errorf("a short password: %d", w.Code)
	}
	if w := r.ask(asReader, "GET", "/setup/"+now, ""); w.Code != 200 || !strings.Contains(w.Body.String(), "<form") {
		t.Errorf("the page: %d %s", w.Code, w.Body)
	}
	d, err := r.journal.Get(t.Context(), setupTable, "owner")
	if err != nil || strings.Contains(string(d.Data), now) {
		t.Errorf("what is kept opens the door: %s, %v", d.Data, err)
	}
	var made atomic.Int64
	var each sync.WaitGroup
	for i := range 8 {
		q := r.request(asReader, "POST", "/api/setup", strings.Replace(body(now), "Anna", fmt.Sprint("Anna", i), 1))
		each.Go(func() {
			if r.send(q).Code == 200 {
				made.Add(1)
			}
		})
	}
	each.Wait()
	users, err := r.club.Users(t.Context())
	if err != nil || made.Load() != 1 || len(users) != 1 || !users[0].Owner {
		t.Errorf("%d were made: %+v, %v", made.Load(), users, err)
	}
	if again, err := r.SetupToken(t.Context()); again != "" || err != nil {
		t.Errorf("a club with an owner is set up again: %q, %v", again, err)
	}

	r = empty()
	now = token(r)
	d, err = r.journal.Get(t.Context(), setupTable, "owner")
	if err != nil {
		t.Fatal(err)
	}
	d.Expires = time.Now().Add(-time.Second)
	if _, err := r.journal.Put(t.Context(), journal.Any, d); err != nil {
		t.Fatal(err)
	}
	if w := r.ask(asReader, "POST", "/api/setup", body(now)); w.Code != 401 {
		t.Errorf("a link of yesterday: %d", w.Code)
	}
	form := url.Values{"name": {"Anna"}, "password": {"long enough"}}.Encode()
	q := r.request(asReader, "POST", "/setup/"+token(r), form)
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if w := r.send(q); w.Code != 401 && w.Code != 303 {
		t.Errorf("the form: %d %s", w.Code, w.Body)
	}
}

// TestLimits: attempts that fail are five a minute for each device, requests and
// entries have their own limits, and one device does not use up another's.
func TestLimits(t *testing.T) {
	l := Limits{Entries: Limit{Burst: 3}}.settled()
	for _, limit := range []*Limit{&l.Requests, &l.Entries, &l.Logins, &l.Joins} {
		limit.Every = 1e-6 // nothing comes back while the test runs, however long that is
	}
	r := beginOn(t, newMemory(), l)
	from := func(device string, q *http.Request) *http.Request { q.RemoteAddr = device; return q }
	wrong := func() *http.Request {
		return r.request(asReader, "POST", "/api/login", `{"name":"owner","password":"guess"}`)
	}
	right := func() *http.Request {
		return r.request(asReader, "POST", "/api/login", `{"name":"owner","password":"`+password+`"}`)
	}
	for range 20 {
		if w := r.send(from("192.0.2.1:1", right())); w.Code != 200 {
			t.Fatalf("the right password: %d", w.Code)
		}
	}
	for range 5 {
		if w := r.send(from("192.0.2.1:1", wrong())); w.Code != 401 {
			t.Fatalf("a wrong password: %d", w.Code)
		}
	}
	for _, q := range []*http.Request{wrong(), right()} {
		w := r.send(from("192.0.2.1:9", q))
		if p := r.refused(w); p.Key != "web.too_many_logins" || w.Header().Get("Retry-After") == "" {
			t.Errorf("the sixth attempt: %+v", p)
		}
	}
	if w := r.send(from("192.0.2.2:1", right())); w.Code != 200 {
		t.Errorf("another device: %d", w.Code)
	}
	for i := range 6 {
		w := r.send(from("192.0.2.1:1", r.request(asReader, "GET", fmt.Sprintf("/t/%022d", i), "")))
		if want := map[bool]int{false: 401, true: 429}[i == 5]; w.Code != want {
			t.Errorf("guess %d of a table: %d", i, w.Code)
		}
	}
	for i := range 4 {
		w := r.ask(asBearer, "POST", "/api/events/tuesday/call", fmt.Sprintf(`{"ref":"r%d","table":1}`, i))
		if want := map[bool]int{false: 200, true: 429}[i == 3]; w.Code != want {
			t.Errorf("command %d: %d %s", i, w.Code, w.Body)
		}
	}
	if w := r.ask(asOwner, "POST", "/api/events/tuesday/call", `{"ref":"r9","table":1}`); w.Code != 200 {
		t.Errorf("a table uses up the director's commands: %d", w.Code)
	}
	for range r.limits.Requests.Burst + 20 {
		if w := r.send(from("[2001:db8::1]:1", r.request(asReader, "GET", "/healthz", ""))); w.Code == 429 {
			return
		}
	}
	t.Error("nothing limits how often a device asks")
}

// TestLimiterForgets: what a limiter remembers does not grow without end.
func TestLimiterForgets(t *testing.T) {
	l := newLimiter(Limit{1, 1})
	for i := range maxDevices + 1000 {
		l.allow(fmt.Sprint(i))
	}
	if len(l.by) > maxDevices {
		t.Errorf("%d devices", len(l.by))
	}
}

// TestAttemptsAtOnce: who makes many attempts at once has no more of them than who makes
// one after the other, and those that are right do not count.
func TestAttemptsAtOnce(t *testing.T) {
	l := newLimiter(Limit{rate.Every(time.Hour), 5})
	attempts := func(failed bool) int {
		var begun atomic.Int64
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				done, err := l.try(t.Context(), "a device")
				if err != nil {
					if bridge.CodeOf(err) != TooMany {
						t.Error(err)
					}
					return
				}
				begun.Add(1)
				time.Sleep(time.Millisecond) // the others are there by now
				done(failed)
			})
		}
		all.Wait()
		return int(begun.Load())
	}
	if n := attempts(false); n != 50 {
		t.Errorf("%d of 50 that are right may begin", n)
	}
	if n := attempts(true); n != 5 {
		t.Errorf("%d of 50 that are wrong may begin, want 5", n)
	}
}

// TestTooLarge: a request that is too long is refused before it is read to the end.
func TestTooLarge(t *testing.T) {
	r := begin(t)
	for target, method := range map[string]string{"/api/people": "POST", "/api/events/tuesday/load_deals": "POST", "/api/results/a-result-1": "PUT"} {
		w := r.ask(asOwner, method, target, `{"name":"`+strings.Repeat("x", maxBody)+`"}`)
		if p := r.refused(w); p.Status != 413 || p.Key != "web.too_large" {
			t.Errorf("%s: %+v", target, p)
		}
	}
}

// TestLogHasNoSecrets: the log of requests holds nothing that opens a door.
func TestLogHasNoSecrets(t *testing.T) {
	r := begin(t)
	secrets := []string{r.token, r.revoked, password, "guess-me"}
	for _, c := range r.cookies {
		_, value, _ := strings.Cut(c, "=")
		secrets = append(secrets, value)
	}
	r.ask(asReader, "GET", "/t/"+r.token, "")
	r.ask(asReader, "GET", "/t/"+r.revoked, "")
	r.ask(asReader, "GET", "/setup/"+r.token, "")
	r.ask(asBearer, "PUT", "/api/results/a-result-1?token="+r.token, resultBody)
	r.ask(asOwner, "GET", "/api/users?password="+password[:7], "")
	r.ask(asOwner, "GET", "/nowhere/"+r.token, "")
	r.ask(asReader, "POST", "/api/login", `{"name":"owner","password":"guess-me"}`)
	r.ask(asReader, "POST", "/api/login", `{"name":"owner","password":"guess-me`)
	r.ask(asOwner, "POST", "/api/events/tuesday/tables", `{"table":3}`)
	text := r.log.String()
	if lines := strings.Count(text, "msg=request"); lines != 9 {
		t.Errorf("%d lines:\n%s", lines, text)
	}
	for _, s := range secrets {
		if strings.Contains(text, s) {
			t.Errorf("the log holds %q:\n%s", s, text)
		}
	}
	if !strings.Contains(text, `route="GET /t/{token}"`) {
		t.Errorf("the log does not say what was asked:\n%s", text)
	}
}

// TestNearby: what is for this machine alone is not for who comes through a proxy, nor
// for a page that calls this machine by another name.
func TestNearby(t *testing.T) {
	r := begin(t)
	for _, c := range []struct {
		remote, host, forwarded string
		want                    int
	}{
		{"127.0.0.1:5", "localhost:8080", "", 200},
		{"127.0.0.1:5", "127.0.0.1", "", 200},
		{"[::1]:5", "[::1]:8080", "", 200},
		{"127.0.0.1:5", "evil.example", "", 401},
		{"127.0.0.1:5", "localhost", "203.0.113.5", 401},
		{"192.0.2.1:5", "localhost", "", 401},
	} {
		q := r.request(asReader, "GET", "/metrics", "")
		q.RemoteAddr, q.Host = c.remote, c.host
		if c.forwarded != "" {
			q.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if w := r.send(q); w.Code != c.want {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
}

// TestDevice: a device is an address; through a proxy the one that the proxy saw.
func TestDevice(t *testing.T) {
	r := begin(t)
	for _, proxied := range []bool{false, true} {
		r.options.Proxy = proxied
		q := r.request(asReader, "GET", "/", "")
		q.Header.Set("X-Forwarded-For", "198.51.100.9, 203.0.113.5")
		want := map[bool]string{false: "192.0.2.7", true: "203.0.113.5"}[proxied]
		if got := r.deviceOf(q).String(); got != want {
			t.Errorf("proxy %v: %s", proxied, got)
		}
	}
	a, b := deviceKey(netip.MustParseAddr("2001:db8::1")), deviceKey(netip.MustParseAddr("2001:db8::ffff:2"))
	if a != b {
		t.Errorf("one device is two: %s, %s", a, b)
	}
}

// TestNames: a name that is hidden is shown to directors alone, one that was erased to
// nobody.
func TestNames(t *testing.T) {
	r := begin(t)
	r.over()
	all := r.club.Names()
	var hidden, erased string
	for n, err := range all.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if hidden == "" {
			hidden, n.Hidden = n.Person.Name, true
			if _, err := all.Put(t.Context(), n.Revision, n); err != nil {
				t.Fatal(err)
			}
		} else if erased == "" {
			erased = n.Person.Name
			if err := all.Erase(t.Context(), n.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, role := range roles {
		for _, target := range []string{"/api/events/tuesday", "/api/events/tuesday/standings"} {
			text := r.ask(role, "GET", target, "").Body.String()
			directs := slices.Contains([]string{asDirector, asChief, asOwner}, role)
			if strings.Contains(text, `"`+hidden+`"`) != directs || strings.Contains(text, `"`+erased+`"`) {
				t.Errorf("%s as %s: %s", target, role, text)
			}
		}
	}
}

// TestNext: after logging in one goes to a page of ours.
func TestNext(t *testing.T) {
	for next, want := range map[string]string{
		"/events/x?a=b": "/events/x?a=b", "": "/", "//evil.example": "/", "https://evil.example/": "/", `/\evil.example`: "/",
		"evil": "/", "javascript:alert(1)": "/", "/ok#x": "/ok", "/\t/evil.example": "/", "///evil.example": "/",
	} {
		q := httptest.NewRequestWithContext(t.Context(), "GET", "/login?"+url.Values{"next": {next}}.Encode(), nil)
		if got := nextOf(q); got != want {
			t.Errorf("%q leads to %q, want %q", next, got, want)
		}
	}
}

// deadlined notes until when the server means to read.
type deadlined struct {
	*httptest.ResponseRecorder
	until []time.Time
}

func (d *deadlined) SetReadDeadline(t time.Time) error {
	d.until = append(d.until, t)
	return nil
}

// TestNoEndlessBody: what reads a body leaves it an end, so that nobody can send one
// for ever.
func TestNoEndlessBody(t *testing.T) {
	r := begin(t)
	for target, body := range map[string]string{
		"/api/people":                     `{"name":"Ada"}`,
		"/api/events/" + r.id + "/call":   `{"ref":"call-one","table":1}`,
		"/api/events/" + r.id + "/tables": `{"table":3}`,
	} {
		w := &deadlined{ResponseRecorder: httptest.NewRecorder()}
		q := r.request(asOwner, "POST", target, body)
		q.Header.Set("Idempotency-Key", target)
		r.ServeHTTP(w, q)
		if w.Code != 200 || slices.ContainsFunc(w.until, time.Time.IsZero) {
			t.Errorf("%s: %d, read until %v", target, w.Code, w.until)
		}
	}
}
