// Package night plays whole evenings in a browser: a server, a director, and phones on
// the tables which tap through every board as people do. The acceptance tests and the
// measurement of the goals stand on it.
package night

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/browser"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/internal/web"
)

// Password is the owner's of a hall.
const Password = "long enough for a club"

// Hall is an evening: a server in this process with one event, and who directs it.
type Hall struct {
	browser.T
	Browser *browser.Browser
	Server  *httptest.Server
	Club    *club.Club
	Journal *journal.Memory
	ID      string // of the event

	next  string // of a demo, the evening that has not begun
	moved string // of a demo, the position of the first correction

	client *http.Client // of the director
	mu     sync.Mutex
	keys   int
}

// Evening is what is asked for.
type Evening struct {
	Family string // of the movement that is taken among those proposed; empty: the best
	Pairs  int
	Boards int
	Config map[string]any
}

// Open opens an evening.
func Open(t browser.T, b *browser.Browser, e Evening) *Hall {
	t.Helper()
	h := Empty(t, b)
	h.ID = h.Start(t, "Tuesday pairs", e)
	return h
}

// Start opens one more evening in the hall, which has that name, and gives its id.
func (h *Hall) Start(t browser.T, title string, e Evening) string {
	t.Helper()
	var found struct {
		Proposals []struct {
			Family   string          `json:"family"`
			PerRound int             `json:"per_round"`
			Movement json.RawMessage `json:"movement"`
		} `json:"proposals"`
		Why string `json:"why"`
	}
	h.Ask(http.MethodPost, "/api/recommend", map[string]any{"pairs": e.Pairs, "boards": e.Boards, "all": true}, &found)
	for _, p := range found.Proposals {
		if e.Family != "" && p.Family != e.Family {
			continue
		}
		var opened struct {
			ID string `json:"id"`
		}
		body := map[string]any{"title": title, "club": "Riverside", "date": "2026-03-03", "movement": p.Movement, "per_round": p.PerRound}
		if e.Config != nil {
			body["config"] = e.Config
		}
		h.Ask(http.MethodPost, "/api/evenings", body, &opened)
		return opened.ID
	}
	var families []string
	for _, p := range found.Proposals {
		families = append(families, p.Family)
	}
	t.Fatalf("no %q for %d pairs and %d boards: %s %v", e.Family, e.Pairs, e.Boards, found.Why, families)
	return ""
}

// Empty is a hall whose owner has logged in, and nothing else.
func Empty(t browser.T, b *browser.Browser) *Hall {
	t.Helper()
	j := new(journal.Memory)
	c := club.New(j)
	plenty := web.Limit{Every: 1e6, Burst: 1e6}
	s, err := web.New(c, j, web.Options{Version: "test", Screens: true, Limits: web.Limits{Requests: plenty, Entries: plenty, Logins: plenty, Joins: plenty, Streams: 1000, Watchers: 1000}})
	if err != nil {
		t.Fatalf("%v", err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		server.CloseClientConnections()
		server.Close()
		c.Close()
	})
	h := &Hall{T: t, Browser: b, Server: server, Club: c, Journal: j}
	h.client = &http.Client{Jar: newJar()}
	token, err := s.SetupToken(t.Context())
	if err != nil {
		t.Fatalf("%v", err)
	}
	h.Ask(http.MethodPost, "/api/setup", map[string]any{"token": token, "name": "director", "password": Password}, nil)
	return h
}

// Ask asks the API as the director, and fails the test if it refuses.
func (h *Hall) Ask(method, path string, body, out any) {
	h.Helper()
	if err := h.Try(method, path, body, out); err != nil {
		h.Fatalf("%s %s: %v", method, path, err)
	}
}

// Try asks the API as the director.
func (h *Hall) Try(method, path string, body, out any) error {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(h.Context(), method, h.Server.URL+path, r)
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.keys++
	key := fmt.Sprintf("night-%d", h.keys)
	h.mu.Unlock()
	req.Header.Set("Content-Type", "application/json")
	if method == http.MethodPost {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s: %s", resp.Status, b)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(b, out)
}

// Text is a page or a file as everybody gets it.
func (h *Hall) Text(path string) string {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), http.MethodGet, h.Server.URL+path, http.NoBody)
	if err != nil {
		h.Fatalf("%v", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Fatalf("%v", err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		h.Fatalf("%s: %s %v", path, resp.Status, err)
	}
	return string(b)
}

// Event is the address of something of the event.
func (h *Hall) Event(path string) string { return "/api/events/" + url.PathEscape(h.ID) + path }

// Token makes a token for a table.
func (h *Hall) Token(table int) string {
	h.Helper()
	var made struct {
		Token string `json:"token"`
	}
	h.Ask(http.MethodPost, h.Event("/tables"), map[string]any{"table": table}, &made)
	return made.Token
}

// Cookies are the director's, for a browser in which he is logged in.
func (h *Hall) Cookies() []*http.Cookie {
	u, err := url.Parse(h.Server.URL)
	if err != nil {
		return nil
	}
	return h.client.Jar.Cookies(u)
}

// Place is a board at a table in a round, as the console shows it.
type Place struct {
	Round  int    `json:"round"`
	Table  int    `json:"table"`
	Board  int    `json:"board"`
	NS     string `json:"ns"`
	EW     string `json:"ew"`
	State  string `json:"state"`
	Result string `json:"result"`
	Score  *int   `json:"score"`

	Entries []struct {
		ID string `json:"id"`
	} `json:"entries"`
}

// Places are all places of the event, as the director sees them.
func (h *Hall) Places() []Place {
	h.Helper()
	var out struct {
		Places []Place `json:"places"`
	}
	h.Ask(http.MethodGet, h.Event("/console"), nil, &out)
	return out.Places
}

// Sent are the revisions of results that the journal holds, in order.
func (h *Hall) Sent() (out []club.Entered) {
	h.Helper()
	for x, err := range h.Journal.Read(h.Context(), "event/"+h.ID, 0) {
		var r club.Record
		if err == nil {
			err = json.Unmarshal(x.Data, &r)
		}
		if err != nil {
			h.Fatalf("the journal: %v", err)
		}
		for _, f := range r.Facts {
			if sent, ok := f.Own.(club.Entered); ok {
				out = append(out, sent)
			}
		}
	}
	return out
}

// Typed lets the director type all results of the first rounds.
func (h *Hall) Typed(rounds int) {
	h.Helper()
	for _, p := range h.Places() {
		if p.Round <= rounds && p.NS != "" && p.EW != "" {
			h.Type(p)
		}
	}
}

// Type lets the director type the result of a place.
func (h *Hall) Type(p Place) {
	h.Helper()
	path := fmt.Sprintf("/api/results/typed-%d-%d-%d", p.Round, p.Table, p.Board)
	h.Ask(http.MethodPut, path, map[string]any{
		"event": h.ID, "revision": 1, "round": p.Round, "table": p.Table, "board": p.Board,
		"result": Result(p.Round, p.Table, p.Board).String(), "agreed": true,
	}, nil)
}

// Send lets a device of the table, by its token, send the result of a place as agreed.
func (h *Hall) Send(token string, p Place) {
	h.Helper()
	e := &club.Enter{
		ID: fmt.Sprintf("sent-%d-%d-%d", p.Round, p.Table, p.Board), Revision: 1, Agreed: true, Result: Result(p.Round, p.Table, p.Board),
		Place: club.Place{Round: p.Round, Table: p.Table, Board: bridge.Board(p.Board)},
	}
	if _, err := h.Club.Do(h.Context(), club.Device(h.ID, club.HashToken(token)), h.ID, club.Ask{Key: e.Key(), Command: e}); err != nil {
		h.Fatalf("%v", err)
	}
}

// Result is what a table plays on a board: made up, the same each time, and mostly
// plausible.
func Result(round, table, board int) bridge.Result {
	s := seed.New(uint64(round*10_000 + table*100 + board))
	if s.Below(40) == 0 {
		return bridge.PassedOut()
	}
	levels := []int{1, 2, 3, 3, 4, 4, 4, 2}
	strains := []bridge.Strain{bridge.Clubs, bridge.Diamonds, bridge.Hearts, bridge.Spades, bridge.Notrump, bridge.Spades, bridge.Hearts}
	overs := []int{0, 0, 1, 1, -1, -1, 2, -2, 0, -3}
	text := fmt.Sprintf("%d%v", levels[s.Below(len(levels))], strains[s.Below(len(strains))])
	if s.Below(20) == 0 {
		text += "X"
	}
	over := overs[s.Below(len(overs))]
	switch {
	case over == 0:
		text += "="
	case over > 0:
		text += fmt.Sprintf("+%d", over)
	default:
		text += fmt.Sprintf("%d", over)
	}
	text += " " + string("NESW"[s.Below(4)])
	r, err := bridge.ParseResult(text)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return r
}

// jar keeps cookies whatever the port is.
type jar struct {
	mu   sync.Mutex
	list map[string]*http.Cookie
}

func newJar() *jar { return &jar{list: map[string]*http.Cookie{}} }

// SetCookies implements [http.CookieJar].
func (j *jar) SetCookies(_ *url.URL, list []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range list {
		j.list[c.Name] = c
	}
}

// Cookies implements [http.CookieJar].
func (j *jar) Cookies(*url.URL) []*http.Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []*http.Cookie
	for _, c := range j.list {
		out = append(out, c)
	}
	return out
}

// Together runs what many do at the same time, each with a test of its own, and fails
// with what went wrong first.
func Together(t browser.T, all ...func(t browser.T)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	wrong := make(chan string, len(all))
	var group sync.WaitGroup
	for _, f := range all {
		group.Go(func() {
			defer func() {
				switch x := recover().(type) {
				case nil:
				case stopped:
					wrong <- x.why
					cancel()
				default:
					panic(x)
				}
			}()
			f(&part{t, ctx})
		})
	}
	group.Wait()
	close(wrong)
	var list []string
	for w := range wrong {
		list = append(list, w)
	}
	if len(list) > 0 {
		t.Fatalf("%s", strings.Join(list, "\n"))
	}
}

// part is the test of one of many.
type part struct {
	browser.T
	ctx context.Context //nolint:containedctx // a test has one
}

type stopped struct{ why string }

// Fatalf stops the one that it is called in.
func (p *part) Fatalf(format string, args ...any) { panic(stopped{fmt.Sprintf(format, args...)}) }

// Context ends when one of them has failed.
func (p *part) Context() context.Context { return p.ctx }

// Upload sends a file as the director.
func (h *Hall) Upload(path, kind, text string) {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), http.MethodPost, h.Server.URL+h.Event(path), strings.NewReader(text))
	if err != nil {
		h.Fatalf("%v", err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Idempotency-Key", "upload")
	resp, err := h.client.Do(req)
	if err != nil {
		h.Fatalf("%v", err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusBadRequest {
		h.Fatalf("%s: %s: %s %v", path, resp.Status, b, err)
	}
}
