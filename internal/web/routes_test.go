package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// visit is what a route is asked, and what each role gets. A role that is not named
// gets what "all" does.
type visit struct {
	target, body string
	want         map[string]int
}

func all(status int) map[string]int { return map[string]int{"all": status} }

// only is an answer for some roles; those without a right are told to log in, those with
// another one that it is the wrong one.
func only(who ...string) map[string]int {
	want := map[string]int{"all": http.StatusForbidden, asReader: http.StatusUnauthorized}
	for _, role := range who {
		want[role] = http.StatusOK
	}
	return want
}

const resultBody = `{"event":"tuesday","revision":1,"round":1,"table":1,"board":1,"result":"4S= S"}`

// eveningBody opens an evening of two tables.
const eveningBody = `{"title":"Tonight","per_round":2,"movement":{"kind":"pairs","winners":2,"tables":2,"rounds":1,"sets":2,"grid":[["1-1/1"],["2-2/2"]]}}`

// dealsBody is a PBN file of one board.
const dealsBody = `[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
`

const ruleBody = `{"round":1,"table":1,"board":1,"award":{"ns":{"kind":"A+"},"ew":{"kind":"A-"}}}`

// visits are what every route answers every role. A route that is not here fails.
var visits = map[string]visit{
	"GET /api":                                {"/api", "", all(200)},
	"GET /api/openapi.json":                   {"/api/openapi.json", "", all(200)},
	"GET /api/me":                             {"/api/me", "", all(200)},
	"POST /api/login":                         {"/api/login", `{"name":"chief","password":"` + password + `"}`, all(200)},
	"POST /api/logout":                        {"/api/logout", "", all(200)},
	"POST /api/setup":                         {"/api/setup", `{"token":"none","name":"x","password":"long enough"}`, all(401)},
	"GET /api/users":                          {"/api/users", "", only(asOwner)},
	"PUT /api/users/{name}":                   {"/api/users/new", `{"revision":0,"password":"long enough"}`, only(asOwner)},
	"DELETE /api/users/{name}":                {"/api/users/temporary", "", only(asOwner)},
	"POST /api/people":                        {"/api/people", `{"name":"Ada"}`, only(asDirector, asOther, asChief, asOwner)},
	"GET /api/people/{person}":                {"/api/people/PERSON", "", only(asDirector, asOther, asChief, asOwner)},
	"PUT /api/people/{person}":                {"/api/people/PERSON", `{"revision":1,"name":"Ada"}`, only(asDirector, asOther, asChief, asOwner)},
	"DELETE /api/people/{person}":             {"/api/people/PERSON", "", only(asChief, asOwner)},
	"GET /api/events":                         {"/api/events", "", all(200)},
	"POST /api/events":                        {"/api/events", `{"kind":"pairs","method":"mp"}`, only(asChief, asOwner)},
	"POST /api/recommend":                     {"/api/recommend", `{"tables":9,"boards":27}`, only(asDirector, asOther, asChief, asOwner)},
	"POST /api/evenings":                      {"/api/evenings", eveningBody, only(asChief, asOwner)},
	"GET /api/events/{id}":                    {"/api/events/tuesday", "", all(200)},
	"GET /api/events/{id}/standings":          {"/api/events/tuesday/standings", "", all(200)},
	"GET /api/events/{id}/boards/{board}":     {"/api/events/tuesday/boards/1", "", all(200)},
	"GET /api/events/{id}/cards/{contestant}": {"/api/events/tuesday/cards/1NS", "", all(200)},
	"GET /api/events/{id}/console":            {"/api/events/tuesday/console", "", only(asDirector, asChief, asOwner)},
	"POST /api/events/{id}/preview/{command}": {"/api/events/tuesday/preview/rule", ruleBody, only(asDirector, asChief, asOwner)},
	"POST /api/events/{id}/repair":            {"/api/events/tuesday/repair", `{"late":[{}],"round":3}`, only(asDirector, asChief, asOwner)},
	"POST /api/events/{id}/deals":             {"/api/events/tuesday/deals", dealsBody, only(asDirector, asChief, asOwner)},
	"GET /api/events/{id}/log":                {"/api/events/tuesday/log", "", only(asDirector, asChief, asOwner)},
	"GET /api/events/{id}/moved":              {"/api/events/tuesday/moved?from=12", "", only(asDirector, asChief, asOwner)},
	"GET /api/events/{id}/watch":              {"/api/events/tuesday/watch", "", all(200)},
	"POST /api/events/{id}/tables":            {"/api/events/tuesday/tables", `{"table":3}`, only(asDirector, asChief, asOwner)},
	"POST /api/events/{id}/slip":              {"/api/events/tuesday/slip", `{"board":1,"ns":"1NS","line":"4ss"}`, only(asDirector, asChief, asOwner)},
	"POST /api/events/{id}/{command}":         {"/api/events/tuesday/call", `{"ref":"now","table":1}`, only(asTable, asBearer, asDirector, asChief, asOwner)},
	"PUT /api/results/{entry}":                {"/api/results/a-result-1", resultBody, only(asTable, asBearer, asDirector, asChief, asOwner)},
	"GET /api/texts/{set}":                    {"/api/texts/table", "", all(200)},
	"GET /api/scores":                         {"/api/scores", "", all(200)},
	"GET /table":                              {"/table", "", all(200)},
	"GET /table-worker.js":                    {"/table-worker.js", "", all(200)},
	"GET /api/table":                          {"/api/table", "", only(asTable, asBearer)},
	"GET /api/people":                         {"/api/people?q=pl&event=tuesday", "", only(asTable, asBearer, asDirector, asChief, asOwner)},
	"POST /api/events/{id}/sit":               {"/api/events/tuesday/sit", `{"round":1,"table":1,"seats":{"N":{"guest":"Ada"}}}`, only(asTable, asBearer, asDirector, asChief, asOwner)},
	"GET /join":                               {"/join", "", all(200)},
	"POST /join":                              {"/join", "", all(401)},
	"GET /{$}":                                {"/", "", all(200)},
	"GET /e/{event}":                          {"/e/tuesday", "", all(200)},
	"GET /e/{event}/cards/{contestant}":       {"/e/tuesday/cards/1NS", "", all(200)},
	"GET /e/{event}/boards/{board}":           {"/e/tuesday/boards/1", "", all(200)},
	"GET /e/{event}/pairs":                    {"/e/tuesday/pairs", "", all(200)},
	"GET /e/{event}/pairs/{a}/{b}":            {"/e/tuesday/pairs/1NS/1EW", "", all(200)},
	"GET /e/{event}/moved/{position}":         {"/e/tuesday/moved/1", "", all(404)},
	"GET /e/{event}/screen":                   {"/e/tuesday/screen", "", all(200)},
	"GET /e/{event}/embed":                    {"/e/tuesday/embed?part=ranking", "", all(200)},
	"GET /e/{event}/files":                    {"/e/tuesday/files", "", all(200)},
	"GET /e/{event}/files/{file}":             {"/e/tuesday/files/results.csv", "", all(200)},
	"GET /e/{event}/print/{what}":             {"/e/tuesday/print/guides", "", all(200)},
	"GET /e/{id}/print/tables":                {"/e/tuesday/print/tables", "", only(asDirector, asChief, asOwner)},
	"POST /e/{id}/print/tables":               {"/e/tuesday/print/tables", "", only(asDirector, asChief, asOwner)},
	"GET /settings":                           {"/settings", "", all(200)},
	"POST /settings":                          {"/settings", "", all(303)},
	"GET /static/{file}":                      {"/static/style.css", "", all(200)},
	"GET /console":                            {"/console", "", map[string]int{"all": 303, asOther: 200, asDirector: 200, asChief: 200, asOwner: 200}},
	"GET /console/{id}":                       {"/console/tuesday", "", map[string]int{"all": 303, asOther: 403, asDirector: 200, asChief: 200, asOwner: 200}},
	"GET /login":                              {"/login", "", all(200)},
	"GET /screens":                            {"/screens", "", all(404)}, // a demo has it
	"POST /login":                             {"/login", "", all(401)},
	"POST /logout":                            {"/logout", "", all(303)},
	"GET /setup/{token}":                      {"/setup/none", "", all(401)},
	"POST /setup/{token}":                     {"/setup/none", "", all(422)},
	"GET /t/{token}":                          {"/t/TOKEN", "", all(303)},
	"GET /healthz":                            {"/healthz", "", all(200)},
	"GET /readyz":                             {"/readyz", "", all(200)},
	"GET /metrics":                            {"/metrics", "", only(asOwner)},
}

// TestEveryRoute asks every route in every role, and knows every route.
func TestEveryRoute(t *testing.T) {
	known := map[string]bool{}
	reading := beginOn(t, newMemory(), plenty) // for those that change nothing
	reading.over()
	reading.pace.idle = 1 // a stream ends at once
	for _, route := range routes {
		known[route.pattern] = true
		v, ok := visits[route.pattern]
		if !ok {
			t.Errorf("%s: nobody has said who may come this way", route.pattern)
			continue
		}
		for _, role := range roles {
			t.Run(route.pattern+" as "+role, func(t *testing.T) {
				method, _, _ := strings.Cut(route.pattern, " ")
				same := *reading
				r := &same
				r.TB = t
				if method != http.MethodGet {
					r = beginOn(t, newMemory(), plenty)
					r.over()
				}
				q := r.request(role, method, strings.NewReplacer("TOKEN", r.token, "PERSON", r.person).Replace(v.target), v.body)
				if role != asReader && role != asRevoked && route.pattern == "PUT /api/results/{entry}" {
					q = r.request(role, method, v.target, strings.Replace(v.body, `"result"`, `"agreed":true,"result"`, 1))
				}
				w := r.send(q)
				want, named := v.want[role]
				if !named {
					want = v.want["all"]
				}
				if w.Code != want {
					t.Errorf("%d, want %d: %s", w.Code, want, w.Body)
				}
				for name := range headers {
					value := headers.Get(name)
					if framed, ok := framedHeaders[name]; ok && route.pattern == "GET /e/{event}/embed" {
						value = framed
					}
					if w.Header().Get(name) != value {
						t.Errorf("the header %s is %q", name, w.Header().Get(name))
					}
				}
				if w.Code >= 400 && !strings.Contains(w.Header().Get("Content-Type"), "text/html") {
					r.refused(w)
				}
			})
		}
	}
	for pattern := range visits {
		if !known[pattern] {
			t.Errorf("%s is no route any more", pattern)
		}
	}
}

// TestNowhere: what is not in the table cannot be reached, and what cannot be done at
// an address is said with what can.
func TestNowhere(t *testing.T) {
	r := begin(t)
	for target, want := range map[string]string{
		"/api/none": "web.no_page", "/debug/pprof/": "web.no_page", "/api/docs": "web.no_page", "/schemas/Problem.json": "web.no_page",
		"/openapi.json": "web.no_page", "/api/openapi.yaml": "web.no_page", "/.git/config": "web.no_page", "/api/events/a/b/c/d": "web.no_page",
	} {
		if p := r.refused(r.ask(asOwner, "GET", target, "")); p.Key != want || p.Status != 404 {
			t.Errorf("%s: %+v", target, p)
		}
	}
	w := r.ask(asOwner, "DELETE", "/api/events", "")
	if p := r.refused(w); p.Status != 405 || w.Header().Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("%+v, allowed %q", p, w.Header().Get("Allow"))
	}
}

// TestOpenAPI: the description has every operation of the API, and names no other site.
func TestOpenAPI(t *testing.T) {
	r := begin(t)
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]any
	}
	r.gets(&doc, asReader, "GET", "/api", "")
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("version %q", doc.OpenAPI)
	}
	for _, route := range routes {
		method, path, _ := strings.Cut(route.pattern, " ")
		if !strings.HasPrefix(path, "/api/") || path == "/api/openapi.json" {
			continue
		}
		if doc.Paths[path][strings.ToLower(method)] == nil {
			t.Errorf("%s is not described", route.pattern)
		}
	}
	if body := r.ask(asReader, "GET", "/api/openapi.json", "").Body.String(); strings.Contains(body, "://") {
		i := strings.Index(body, "://")
		t.Errorf("it names an address: %s", body[max(0, i-60):i+40])
	}
}

// TestRevokedToken: a token that was taken back is refused at once where it is sent as
// such, everywhere but where readers may look anyway.
func TestRevokedToken(t *testing.T) {
	r := begin(t)
	r.over()
	for _, token := range []string{r.revoked, "AAAAAAAAAAAAAAAAAAAAAA", "", "short", strings.Repeat("x", 5000)} {
		for _, target := range []string{"/api/me", "/api/events/tuesday", "/api/events/tuesday/standings"} {
			q := r.request(asReader, "GET", target, "")
			q.Header.Set("Authorization", "Bearer "+token)
			if w := r.send(q); token != "" && !slices.Contains([]int{401, 403}, w.Code) {
				t.Errorf("%s with the token %.30q: %d", target, token, w.Code)
			}
		}
	}
	if w := r.ask(asBearer, "PUT", "/api/results/a-result-1", strings.Replace(resultBody, `"board":1`, `"board":1,"agreed":true`, 1)); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	r.must(closeTable(r.token))
	w := r.ask(asBearer, "PUT", "/api/results/a-result-2", strings.Replace(resultBody, `"board":1`, `"board":1,"agreed":true`, 1))
	if p := r.refused(w); p.Key != "club.token" || p.Status != 403 {
		t.Errorf("%+v", p)
	}
}
