package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// sound fails if an answer is a fault of the program, or a refusal without its parts.
func sound(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= 500 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w.Code >= 400 && w.Header().Get("Content-Type") == "application/problem+json" {
		(&rig{TB: t}).refused(w)
	}
}

// FuzzCommand: whatever is sent as a command is done or refused.
func FuzzCommand(f *testing.F) {
	for _, c := range [][2]string{
		{"call", `{"ref":"a","table":1}`},
		{"enter", `{"id":"an-entry-1","revision":1,"round":1,"table":1,"board":1,"result":"4S= S"}`},
		{"rule", `{"round":1,"table":1,"board":1,"award":{"ns":{"kind":"A+"}}}`},
		{"set_movement", `{"movement":null}`},
		{"note", `{"facts":[{}]}`},
		{"load_deals", `{"boards":[{"board":1,"deal":"N:AKQJ... ... ... ..."}]}`},
		{"open", `{"kind":"pairs"}`},
		{"publish", ``},
		{"x", `[`},
		{"withdraw", `{"contestant":"1NS","plan":{}}`},
		{"penalise", `{"ref":"p","contestant":"1NS","amount":"1/2"}`},
		{"seat", `{"round":1,"table":1,"ns":"1NS"}`},
	} {
		f.Add(c[0], c[1], "key", "why")
	}
	f.Fuzz(func(t *testing.T, name, body, key, why string) {
		r := beginOn(t, newMemory(), plenty)
		q := r.request(asOwner, "POST", "/api/events/tuesday/"+url.PathEscape(name), body)
		q.Header["Idempotency-Key"], q.Header["Why"] = []string{key}, []string{why}
		sound(t, r.send(q))
		sound(t, r.ask(asOwner, "GET", "/api/events/tuesday", ""))
		sound(t, r.ask(asReader, "GET", "/api/events/tuesday/standings", ""))
	})
}

// FuzzBodies: whatever the body of any other request is, it is done or refused.
func FuzzBodies(f *testing.F) {
	for _, r := range routes {
		f.Add(0, visits[r.pattern].body)
	}
	for i, body := range []string{result(1, true, "4S= S"), `{"name":"x","password":"long enough"}`, `{"revision":0,"password":"long enough","events":["a"]}`, `{"table":1}`, `{"kind":"teams","method":"imp"}`} {
		f.Add(i, body)
	}
	var with []route
	for _, r := range routes {
		if method, _, _ := strings.Cut(r.pattern, " "); (method == http.MethodPost || method == http.MethodPut) && !strings.Contains(r.pattern, "{command}") {
			with = append(with, r)
		}
	}
	f.Fuzz(func(t *testing.T, n int, body string) {
		r := beginOn(t, newMemory(), plenty)
		route := with[int(uint(n)%uint(len(with)))]
		method, _, _ := strings.Cut(route.pattern, " ")
		q := r.request(asOwner, method, visits[route.pattern].target, body)
		if !route.typed {
			q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		sound(t, r.send(q))
	})
}

// FuzzRequest: whatever stands in the path, the query and the fields of a request, it
// is answered or refused.
func FuzzRequest(f *testing.F) {
	for _, r := range routes {
		f.Add(visits[r.pattern].target, "lang=de&from=3&session=1", "de;q=0.5,en", "Bearer x", "7", "overtrick_table=x; overtrick_session=y")
	}
	f.Add("/t/../../x", "%zz", ";;q=", "bearer", "-1", "=")
	f.Add("/api/events/\x00/boards/99999999999999999999", "from=\xff", "\xff", "Bearer \xff", "1e9", "overtrick_lang=\xff")
	f.Fuzz(func(t *testing.T, path, query, accept, authorization, last, cookie string) {
		r := beginOn(t, newMemory(), plenty)
		r.pace.idle = 1
		q := r.request(asReader, "GET", "/", "")
		q.URL = &url.URL{Path: "/" + strings.TrimPrefix(path, "/"), RawQuery: query}
		for name, value := range map[string]string{"Accept-Language": accept, "Authorization": authorization, "Last-Event-ID": last, "Cookie": cookie} {
			q.Header.Set(name, value)
		}
		sound(t, r.send(q))
	})
}
