package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/internal/club"
)

func put(r *rig, role, entry, body string) (out putJSON) {
	r.Helper()
	r.gets(&out, role, "PUT", "/api/results/"+entry, body)
	return out
}

// result is the body of a revision for table 1, round 1, board 1.
func result(revision int, agreed bool, text string) string {
	return fmt.Sprintf(`{"event":"tuesday","revision":%d,"round":1,"table":1,"board":1,"agreed":%v,"result":%q}`, revision, agreed, text)
}

// TestPutResult: what a device sends is answered with the row as it stands, in the words
// of its queue.
func TestPutResult(t *testing.T) {
	r := begin(t)
	one := put(r, asTable, "entry-of-north", result(1, false, "4S= S"))
	if one.Status != applied || one.Says != club.IsProposed || one.Place.State != club.StateProposed || one.Round != 1 || len(one.Place.Entries) != 1 {
		t.Errorf("a proposal: %+v, %+v", one, one.Place)
	}
	if again := put(r, asTable, "entry-of-north", result(1, false, "4S= S")); again.Position != one.Position || again.Says != one.Says || again.Event != one.Event {
		t.Errorf("sent again: %+v", again)
	}
	agreed := put(r, asBearer, "entry-of-north", result(2, true, "4S= S"))
	if agreed.Status != applied || agreed.Says != club.Saved || agreed.Place.Result != "4S= S" || agreed.Place.State != club.StateSaved {
		t.Errorf("agreed: %+v, %+v", agreed, agreed.Place)
	}
	// A table need not say its event.
	body := strings.Replace(result(1, true, "4S+1 S"), `"event":"tuesday",`, "", 1)
	other := put(r, asTable, "entry-of-east", body)
	if other.Status != conflict || other.Says != club.InConflict || other.Place.State != club.StateConflict || other.Place.Result != "4S= S" {
		t.Errorf("another result: %+v, %+v", other, other.Place)
	}
	if late := put(r, asTable, "entry-of-north", result(1, false, "4S= S")); late.Says != club.IsProposed || late.Event != other.Event {
		t.Errorf("an old revision, again: %+v", late)
	}
	for name, c := range map[string]struct {
		role, entry, body string
		status            int
		key               string
	}{
		"same revision, other result": {asTable, "entry-of-north", result(2, true, "3NT= S"), 409, "club.key_taken"},
		"another table":               {asTable, "entry-of-west", strings.Replace(result(1, true, "Pass"), `"table":1`, `"table":2`, 1), 403, "club.other_table"},
		"a board of another table":    {asTable, "entry-of-west", strings.Replace(result(1, true, "Pass"), `"board":1`, `"board":2`, 1), 422, "club.wrong_board"},
		"no such event":               {asOwner, "entry-of-west", strings.Replace(result(1, true, "Pass"), "tuesday", "monday", 1), 404, "club.no_event"},
		"no event":                    {asOwner, "entry-of-west", strings.Replace(result(1, true, "Pass"), `"event":"tuesday",`, "", 1), 404, "club.no_event"},
		"a short id":                  {asTable, "short", result(1, true, "Pass"), 422, "club.entry_id"},
		"no contract":                 {asTable, "entry-of-west", result(1, true, "8S= S"), 422, ""},
		"no revision":                 {asTable, "entry-of-west", result(0, true, "Pass"), 422, "web.request"},
		"a field that nothing has":    {asTable, "entry-of-west", `{"revision":1,"round":1,"table":1,"board":1,"colour":"red"}`, 422, "web.request"},
		"nothing":                     {asTable, "entry-of-west", ``, 400, "web.request"},
		"no JSON":                     {asTable, "entry-of-west", `{`, 400, "web.request"},
	} {
		w := r.ask(c.role, "PUT", "/api/results/"+c.entry, c.body)
		if p := r.refused(w); p.Status != c.status || c.key != "" && p.Key != c.key {
			t.Errorf("%s: %+v", name, p)
		}
	}
	// All faults of a body are said at once, each with its place.
	p := r.refused(r.ask(asTable, "PUT", "/api/results/entry-of-west", `{"revision":0,"round":"x","board":1}`))
	var at []string
	for _, f := range p.Errors {
		at = append(at, f.Location)
	}
	slices.Sort(at)
	if !slices.Equal(at, []string{"body", "body.revision", "body.round"}) {
		t.Errorf("%+v", p.Errors)
	}
}

// TestResultsInAnyOrder: revisions of a result, sent in any order and any number of
// times, leave the board in one state.
func TestResultsInAnyOrder(t *testing.T) {
	texts := []string{"4S= S", "4S+1 S", "3NT-1 E", "Pass"}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(rt, "revisions")
		bodies := make([]string, n)
		for i := range bodies {
			bodies[i] = result(i+1, rapid.Bool().Draw(rt, "agreed"), rapid.SampledFrom(texts).Draw(rt, "result"))
		}
		final := func(order []int) string {
			r := beginOn(t, newMemory(), plenty)
			defer r.Server.Close()
			for _, i := range order {
				put(r, asTable, "entry-of-north", bodies[i])
			}
			var v struct {
				Console struct {
					Places []struct {
						State, Result string
						Round, Table  int
					}
				}
			}
			r.gets(&v, asOwner, "GET", "/api/events/tuesday", "")
			return fmt.Sprint(v.Console.Places)
		}
		inOrder := make([]int, n)
		for i := range inOrder {
			inOrder[i] = i
		}
		order := rapid.Permutation(append(slices.Clone(inOrder), rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 4).Draw(rt, "again")...)).Draw(rt, "order")
		if a, b := final(inOrder), final(order); a != b {
			rt.Fatalf("%v ends as\n%s\nwant\n%s", order, b, a)
		}
	})
}

// TestCommands: a command is done once for its key, and what became of it is answered
// alike whenever it is sent.
func TestCommands(t *testing.T) {
	r := begin(t)
	give := func(role, name, key, body string) (int, club.Answer, string) {
		t.Helper()
		q := r.request(role, "POST", "/api/events/tuesday/"+name, body)
		q.Header.Set("Idempotency-Key", key)
		w := r.send(q)
		var a club.Answer
		if w.Code == 200 {
			if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
				t.Fatal(err)
			}
			return w.Code, a, ""
		}
		return w.Code, a, r.refused(w).Key
	}
	_, one, _ := give(asDirector, "call", "k1", `{"ref":"one","table":1}`)
	code, again, _ := give(asDirector, "call", "k1", `{"ref":"one","table":1}`)
	if code != 200 || again != one || one.Position == 0 {
		t.Errorf("%+v, then %d %+v", one, code, again)
	}
	for _, c := range []struct {
		role, name, key, body string
		status                int
		refusal               string
	}{
		{asDirector, "call", "k1", `{"ref":"two","table":1}`, 409, "club.key_taken"},
		{asDirector, "dance", "k2", `{}`, 404, "club.no_command"},
		{asDirector, "call", "", `{"ref":"two","table":1}`, 422, "web.key"},
		{asDirector, "call", strings.Repeat("k", 101), `{"ref":"two","table":1}`, 422, "web.key"},
		{asDirector, "call", "k3", `{"ref":"two","table":1,"colour":"red"}`, 422, "club.command"},
		{asDirector, "call", "k3", `{"ref":`, 422, "web.json"},
		{asDirector, "call", "k3", `{"ref":"a","table":1} {}`, 422, "web.json"},
		{asTable, "publish", "k4", `{}`, 403, "club.table_may"},
		{asTable, "call", "k5", `{"ref":"three","table":2}`, 403, "club.other_table"},
		{asDirector, "open_table", "k6", `{"table":1,"token":"secret"}`, 422, "web.hash"},
	} {
		if code, _, key := give(c.role, c.name, c.key, c.body); code != c.status || key != c.refusal {
			t.Errorf("%s %s as %s: %d %s, want %d %s", c.name, c.body, c.role, code, key, c.status, c.refusal)
		}
	}
	// Commands that mean the same whatever the body is may have none.
	if code, _, key := give(asDirector, "publish", "k7", `{"anyway":true}`); code != 200 {
		t.Errorf("publish: %d %s", code, key)
	}
	if code, _, key := give(asDirector, "reopen", "k8", ``); code != 200 {
		t.Errorf("reopen: %d %s", code, key)
	}
	// A reason is text in any language.
	q := r.request(asDirector, "POST", "/api/events/tuesday/call", `{"ref":"four","table":1}`)
	q.Header.Set("Why", url.PathEscape("Тише, bitte"))
	if w := r.send(q); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	q = r.request(asDirector, "POST", "/api/events/tuesday/call", `{"ref":"five","table":1}`)
	q.Header.Set("Why", "%zz")
	if p := r.refused(r.send(q)); p.Key != "web.why" {
		t.Errorf("%+v", p)
	}
}

// TestOpenEvent: an event that is opened by a request which is sent again is one event.
func TestOpenEvent(t *testing.T) {
	r := begin(t)
	open := func(role, key, title string) (int, openedJSON) {
		t.Helper()
		q := r.request(role, "POST", "/api/events", `{"title":"`+title+`","kind":"pairs","method":"mp"}`)
		q.Header.Set("Idempotency-Key", key)
		w := r.send(q)
		var out openedJSON
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		return w.Code, out
	}
	_, one := open(asChief, "k", "Thursday")
	_, again := open(asChief, "k", "Thursday")
	_, other := open(asOwner, "k", "Thursday")
	if one.ID == "" || one != again || other.ID == one.ID {
		t.Errorf("%+v, %+v, %+v", one, again, other)
	}
	if code, _ := open(asChief, "k", "Friday"); code != 409 {
		t.Errorf("another event under one key: %d", code)
	}
	var list eventsJSON
	r.gets(&list, asReader, "GET", "/api/events", "")
	if len(list.Events) != 3 {
		t.Errorf("%+v", list)
	}
}

// TestJoin: from opening a table to its first result, as a tablet does it: the code of
// the director, the cookie, the result; and the end of it.
func TestJoin(t *testing.T) {
	r := begin(t)
	var table tableJSON
	r.gets(&table, asDirector, "POST", "/api/events/tuesday/tables", `{"table":3,"label":"blue tablet"}`)
	if !strings.HasPrefix(table.Link, "http://example.com/t/") || !strings.HasPrefix(table.QR, "data:image/png;base64,") || table.Hash != club.HashToken(table.Token) {
		t.Fatalf("%+v", table)
	}
	w := r.ask(asReader, "GET", strings.TrimPrefix(table.Link, "http://example.com"), "")
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/table" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	c := cookiesOf(w)[tableCookie]
	r.cookies["tablet"] = c.Name + "=" + c.Value
	var me meJSON
	r.gets(&me, "tablet", "GET", "/api/me", "")
	if me.Event != "tuesday" || me.Table != 3 {
		t.Errorf("%+v", me)
	}
	body := `{"revision":1,"round":1,"table":3,"board":3,"agreed":true,"result":"3NT= N"}`
	if got := put(r, "tablet", "entry-of-tablet", body); got.Status != applied {
		t.Errorf("%+v", got)
	}
	var answer club.Answer
	r.gets(&answer, asDirector, "POST", "/api/events/tuesday/close_table", `{"token":"`+table.Hash+`"}`)
	if w := r.ask("tablet", "PUT", "/api/results/entry-of-tablet", strings.Replace(body, `"revision":1`, `"revision":2`, 1)); w.Code != 403 && w.Code != 401 {
		t.Errorf("after its end: %d %s", w.Code, w.Body)
	}
	// The hash, which the console shows, opens nothing.
	if w := r.ask(asReader, "GET", "/t/"+table.Hash, ""); w.Code != 401 {
		t.Errorf("by its hash: %d", w.Code)
	}
	for _, d := range []string{table.Token} {
		for x, err := range r.journal.Read(t.Context(), "event/tuesday", 0) {
			if err != nil || strings.Contains(string(x.Data), d) {
				t.Errorf("the log holds a token: %s, %v", x.Data, err)
			}
		}
	}
}

// TestLinkOfTable: the address for a tablet is one that a tablet can reach, also where
// the director sits at the server itself.
func TestLinkOfTable(t *testing.T) {
	r := begin(t)
	outside := "http://192.168.1.20:8080/"
	for _, c := range []struct {
		host, outside, want string
	}{
		{"club.example", outside, "http://club.example/t/"},
		{"localhost:8080", outside, "http://192.168.1.20:8080/t/"},
		{"127.0.0.1:8080", outside, "http://192.168.1.20:8080/t/"},
		{"[::1]:8080", outside, "http://192.168.1.20:8080/t/"},
		{"127.0.0.1:8080", "", "http://127.0.0.1:8080/t/"},
	} {
		r.outside.Store(nil)
		if c.outside != "" {
			r.outside.Store(&c.outside)
		}
		q := r.request(asDirector, "POST", "/api/events/tuesday/tables", `{"table":3}`)
		q.Host = c.host
		var table tableJSON
		if err := json.Unmarshal(r.send(q).Body.Bytes(), &table); err != nil || !strings.HasPrefix(table.Link, c.want) {
			t.Errorf("%+v: %q, %v", c, table.Link, err)
		}
	}
}

// TestViews: each role sees what it may see, and nothing of a board that could still be
// played.
func TestViews(t *testing.T) {
	r := begin(t)
	put(r, asTable, "entry-of-north", result(1, true, "4S= S"))
	r.play(2, 1, "3NT-1 E")
	type view struct {
		Role    string
		Console *club.Console
		Table   *struct{ Table int }
		Names   map[string]string
	}
	for _, role := range roles {
		var v view
		r.gets(&v, role, "GET", "/api/events/tuesday", "")
		directs := slices.Contains([]string{asDirector, asChief, asOwner}, role)
		sits := role == asTable || role == asBearer
		if (v.Console != nil) != directs || (v.Table != nil) != sits || len(v.Names) != 6 {
			t.Errorf("%s: %+v", role, v)
		}
		w := r.ask(role, "GET", "/api/events/tuesday/boards/1", "")
		if (w.Code == 200) != directs {
			t.Errorf("%s sees board 1, which table 3 will play: %d", role, w.Code)
		}
	}
	r.play(3, 1, "2H+1 N")
	var sheet sheetJSON
	r.gets(&sheet, asReader, "GET", "/api/events/tuesday/boards/1", "")
	if len(sheet.Lines) != 3 || sheet.Lines[0].Result != "4S= S" || sheet.Lines[0].Points.NS != "4.00" && sheet.Lines[0].Points.NS != "4" {
		t.Errorf("%+v", sheet)
	}
	var ranking standingsJSON
	r.gets(&ranking, asReader, "GET", "/api/events/tuesday/standings", "")
	if len(ranking.Lists) != 2 || len(ranking.Lists[0].Rows) != 3 || ranking.Lists[0].Rows[0].Contestant != "1NS" || ranking.Lists[0].Rows[0].Percent != "100.00" || ranking.Lists[0].Rows[0].Names[0] != "Player NS 1" {
		t.Errorf("%+v", ranking.Lists)
	}
	var card cardJSON
	r.gets(&card, asReader, "GET", "/api/events/tuesday/cards/1NS", "")
	if len(card.Lines) != 1 || card.Lines[0].Result != "4S= S" || card.Names[0] != "Player NS 1" {
		t.Errorf("%+v", card)
	}
	for target, key := range map[string]string{
		"/api/events/tuesday/boards/2":   "web.no_board",
		"/api/events/tuesday/boards/x":   "web.request",
		"/api/events/tuesday/boards/0":   "web.request",
		"/api/events/tuesday/cards/9NS":  "web.no_contestant",
		"/api/events/tuesday/cards/x":    "",
		"/api/events/none":               "club.no_event",
		"/api/events/none/standings":     "club.no_event",
		"/api/events/a%2Fb":              "club.no_event",
		"/api/events/%00":                "club.no_event",
		"/api/events/..%2f..%2fetc":      "club.no_event",
		"/api/events/" + long + "/watch": "",
	} {
		if p := r.refused(r.ask(asReader, "GET", target, "")); key != "" && p.Key != key {
			t.Errorf("%s: %+v", target, p)
		}
	}
}

var long = strings.Repeat("x", 3000)

// TestLanguages: a refusal is said in the language of who asks.
func TestLanguages(t *testing.T) {
	r := begin(t)
	for _, c := range []struct{ query, cookie, accept, want string }{
		{"", "", "", "There is no event"},
		{"", "", "fr, de;q=0.8, en;q=0.5", "Das Turnier"},
		{"", "", "ru-RU,ru;q=0.9,en-US;q=0.8", "Турнира"},
		{"", "", "de;q=0, en;q=0.1", "There is no event"},
		{"", "", "*", "There is no event"},
		{"", "ru", "de", "Турнира"},
		{"de", "ru", "en", "Das Turnier"},
		{"xx", "yy", "zz;q=a", "There is no event"},
	} {
		q := r.request(asReader, "GET", "/api/events/none?lang="+c.query, "")
		q.Header.Set("Accept-Language", c.accept)
		q.Header.Set("Cookie", cookie+"="+c.cookie)
		if p := r.refused(r.send(q)); !strings.HasPrefix(p.Detail, c.want) || p.Key != "club.no_event" || p.Title != "Not Found" {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}

// TestForms: a person who is refused gets a page, in whose fields nothing is that the
// person did not type.
func TestForms(t *testing.T) {
	r := beginOn(t, newMemory(), plenty)
	page := func(method, target, body string) (int, string, http.Header) {
		t.Helper()
		q := r.request(asReader, method, target, body)
		q.Header.Set("Accept", "text/html")
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := r.send(q)
		return w.Code, w.Body.String(), w.Header()
	}
	for _, lang := range []string{"en", "de", "ru"} {
		for _, c := range []struct {
			method, target, body string
			want                 int
		}{
			{"GET", "/login?next=/events/tuesday", "", 200},
			{"POST", "/login", "name=%3Cscript%3E&password=x", 401},
			{"GET", "/nowhere", "", 404},
			{"GET", "/metrics", "", 401},
			{"GET", "/t/none", "", 401},
			{"GET", "/setup/none", "", 401},
		} {
			sep := map[bool]string{true: "&", false: "?"}[strings.Contains(c.target, "?")]
			code, text, head := page(c.method, c.target+sep+"lang="+lang, c.body)
			if code != c.want || !strings.HasPrefix(head.Get("Content-Type"), "text/html") || !strings.Contains(text, `<html lang="`+lang+`">`) {
				t.Errorf("%s: %d %s\n%s", c.target, code, head.Get("Content-Type"), text)
			}
			for _, bad := range []string{"<script>", "style=", "<style", "onclick", "://", "web."} {
				if strings.Contains(text, bad) {
					t.Errorf("%s holds %q:\n%s", c.target, bad, text)
				}
			}
		}
	}
	code, _, head := page("POST", "/login", url.Values{"name": {"owner"}, "password": {password}, "next": {"/events/tuesday"}}.Encode())
	if code != 303 || head.Get("Location") != "/events/tuesday" || !strings.Contains(head.Get("Set-Cookie"), sessionCookie) {
		t.Errorf("%d %v", code, head)
	}
}

// TestMetrics: what is counted is what was asked.
func TestMetrics(t *testing.T) {
	r := begin(t)
	r.ask(asReader, "GET", "/api/events", "")
	r.ask(asReader, "GET", "/api/events/none", "")
	put(r, asTable, "entry-of-north", result(1, true, "4S= S"))
	text := r.ask(asOwner, "GET", "/metrics", "").Body.String()
	for _, want := range []string{
		`overtrick_requests_total{route="GET /api/events",status="200"} 1`,
		`overtrick_requests_total{route="GET /api/events/{id}",status="404"} 1`,
		`overtrick_commands_total{command="enter",says="saved"} 1`,
		`overtrick_request_seconds_count{route="PUT /api/results/{entry}"} 1`,
		`overtrick_request_seconds_bucket{route="PUT /api/results/{entry}",le="+Inf"} 1`,
		"# TYPE overtrick_request_seconds histogram",
		"overtrick_requests_in_flight 1",
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s in:\n%s", want, text)
		}
	}
}

// TestReady: a server whose journal is away lives, and is not ready.
func TestReady(t *testing.T) {
	r := begin(t)
	if err := r.journal.Close(); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]int{"/healthz": 200, "/readyz": 503} {
		if w := r.ask(asReader, "GET", target, ""); w.Code != want {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	w := r.ask(asReader, "GET", "/api/events", "")
	if p := r.refused(w); p.Status != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("%+v", p)
	}
}

// TestFault: a fault of the program is one answer and one line of the log.
func TestFault(t *testing.T) {
	r := begin(t)
	r.mux.HandleFunc("GET /fault", func(http.ResponseWriter, *http.Request) { panic("a secret") })
	w := r.ask(asReader, "GET", "/fault", "")
	if p := r.refused(w); p.Status != 500 || p.Key != "internal" || strings.Contains(p.Detail, "secret") {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(r.log.String(), "a secret") {
		t.Errorf("%s", r.log)
	}
}
