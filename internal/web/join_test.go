package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/club"
)

// types sends a short code by the form, from an address.
func (r *rig) types(code, from string) *httptest.ResponseRecorder {
	r.Helper()
	q := r.request(asReader, "POST", "/join", url.Values{"code": {code}}.Encode())
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	q.RemoteAddr = from + ":4711"
	return r.send(q)
}

// TestShortCode: a device that reads no QR code comes in with the code on the card, while
// the event lets devices in, however it is typed.
func TestShortCode(t *testing.T) {
	r := begin(t)
	var table tableJSON
	r.gets(&table, asDirector, "POST", "/api/events/tuesday/tables", `{"table":3}`)
	if !regexp.MustCompile(`^3-[34679ACDEFGHJKMNPRTWXY]{5}$`).MatchString(table.Code) {
		t.Fatalf("the code is %q", table.Code)
	}
	const phone = "192.0.2.30"
	if w := r.types(table.Code, "192.0.2.31"); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `role="alert"`) || !strings.Contains(w.Body.String(), table.Code) {
		t.Errorf("nobody has opened joining: %d %s", w.Code, w.Body)
	}
	r.must(&club.Configure{Configured: club.Configured{Joining: true}})
	bare := strings.ReplaceAll(table.Code, "-", "")
	russian := strings.NewReplacer("A", "А", "C", "С", "E", "Е", "H", "Н", "K", "К", "M", "М", "P", "Р", "T", "Т", "X", "Х", "Y", "У")
	for _, typed := range []string{table.Code, strings.ToLower(table.Code), bare, " " + bare[:2] + " " + bare[2:] + " ", strings.ToLower(russian.Replace(table.Code)), strings.Replace(table.Code, "-", "–", 1)} {
		w := r.types(typed, phone)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/table" {
			t.Fatalf("%q: %d %s", typed, w.Code, w.Body)
		}
		c := cookiesOf(w)[tableCookie]
		if c == nil || c.Value == table.Token || !c.HttpOnly {
			t.Fatalf("%q: the cookie is %+v", typed, c)
		}
		r.cookies["phone"] = c.Name + "=" + c.Value
		var got tableStateJSON
		r.gets(&got, "phone", "GET", "/api/table", "")
		if got.Table != 3 || got.Event.ID != r.id {
			t.Errorf("%q leads to %+v", typed, got)
		}
	}
	// What was tried and is right does not count; five that are wrong do.
	for range 5 {
		if w := r.types("3-AAAAA", phone); w.Code != http.StatusUnauthorized || w.Header().Get("Www-Authenticate") != "" {
			t.Fatalf("%d %v", w.Code, w.Header())
		}
	}
	if w := r.types(table.Code, phone); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("after five wrong ones: %d", w.Code)
	}
	if w := r.types(table.Code, "192.0.2.32"); w.Code != http.StatusSeeOther {
		t.Errorf("another device: %d", w.Code)
	}
	for _, typed := range []string{"", "-", strings.Repeat("3", 60), "3-" + strings.Repeat("Ж", 5), bare[1:]} {
		if w := r.types(typed, "192.0.2.33"); w.Code != http.StatusUnauthorized {
			t.Errorf("%q: %d", typed, w.Code)
		}
	}
	// With the right of the table its code ends.
	r.must(&club.CloseTable{TableClosed: club.TableClosed{Token: table.Hash}})
	if w := r.types(table.Code, "192.0.2.34"); w.Code != http.StatusUnauthorized {
		t.Errorf("a table that was closed: %d", w.Code)
	}
	if text := r.log.String(); strings.Contains(text, table.Code) || strings.Contains(text, table.Token) {
		t.Error("the log holds the code or the token")
	}
	docs, err := r.journal.List(t.Context(), codeTable, "")
	if err != nil || len(docs) != 1 || docs[0].Key != club.HashToken(bare) || strings.Contains(string(docs[0].Data), bare) || docs[0].Expires.IsZero() {
		t.Errorf("kept is %+v, %v", docs, err)
	}
}

// TestNewCode: codes differ, each sign comes, and a section stands in front.
func TestNewCode(t *testing.T) {
	seen, signs := map[string]bool{}, map[rune]bool{}
	for range 500 {
		code := newCode("A", 12)
		if !strings.HasPrefix(code, "A12-") || len(code) != len("A12-")+codeLength || seen[code] {
			t.Fatalf("the code %q", code)
		}
		seen[code] = true
		for _, sign := range code[4:] {
			signs[sign] = true
		}
	}
	if len(signs) != len(codeSigns) {
		t.Errorf("%d signs of %d", len(signs), len(codeSigns))
	}
}

// Whoever comes to a form in a language that he does not read finds his own there, is
// answered in it from then on, and still goes where he wanted.
func TestFormLanguages(t *testing.T) {
	r := begin(t)
	for path, want := range map[string]string{
		"/join?lang=ru":                          `href="/join?lang=de" hreflang="de"`,
		"/login?lang=ru&next=%2Fconsole%2Fe%3Fa": `href="/login?lang=de&amp;next=%2Fconsole%2Fe%3Fa" hreflang="de"`,
	} {
		w := r.ask(asReader, "GET", path, "")
		if body := w.Body.String(); !strings.Contains(body, want) || !strings.Contains(body, `<html lang="ru">`) || !strings.Contains(body, `lang="ru" aria-current="true"`) {
			t.Errorf("%s: %s", path, body)
		}
		if c := w.Header().Get("Set-Cookie"); !strings.Contains(c, "=ru;") {
			t.Errorf("%s keeps %q", path, c)
		}
	}
	if c := r.ask(asReader, "GET", "/join?lang=xx", "").Header().Get("Set-Cookie"); c != "" {
		t.Errorf("an unknown language keeps %q", c)
	}
}
