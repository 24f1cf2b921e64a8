package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/internal/simulate"
)

// TestEveryPage walks all links from the list of events on, in every language. No link
// is dead, none leads elsewhere, each place in a page that is linked to is there, and
// every page is sound HTML with no script and no style in it.
func TestEveryPage(t *testing.T) {
	r := everything(t)
	for _, lang := range locale.Languages() {
		seen := map[string]map[string]bool{} // the ids of each page
		var fragments [][2]string
		queue := []string{"/"}
		for len(queue) > 0 {
			path := queue[0]
			queue = queue[1:]
			if _, done := seen[path]; done {
				continue
			}
			status, body, h := r.get(path, "Accept-Language", lang)
			if status != http.StatusOK {
				t.Fatalf("%s: %d", path, status)
			}
			seen[path] = map[string]bool{}
			if !strings.HasPrefix(h.Get("Content-Type"), "text/html") {
				continue
			}
			own := lang
			if u, err := url.Parse(path); err == nil && u.Query().Has("lang") {
				own = u.Query().Get("lang")
			}
			tags := soundPage(t, path, own, body)
			for _, tag := range tags {
				seen[path][tag.attributes["id"]] = true
				for _, name := range []string{"href", "src"} {
					link, has := tag.attributes[name]
					if !has || tag.name == "use" {
						continue
					}
					u, err := url.Parse(beside(path, link))
					if err != nil || u.IsAbs() || u.Host != "" || strings.Contains(link, "//") {
						t.Errorf("%s links to %q", path, link)
						continue
					}
					if q := u.Query(); (q.Has("lang") || q.Has("next")) && path != "/" || q.Has("pair") && q.Get("pair") != "1NS" || q.Has("south") && q.Has("pair") || strings.HasSuffix(u.Path, "/print/tables") {
						continue // they are followed once, or by who directs
					}
					fragments = append(fragments, [2]string{u.Path, u.Fragment})
					u.Fragment = ""
					queue = append(queue, u.String())
				}
			}
		}
		for _, f := range fragments {
			if ids, ok := seen[f[0]]; f[1] != "" && (!ok || !ids[f[1]]) {
				t.Errorf("%s has no place %s", f[0], f[1])
			}
		}
		if len(seen) < 80 {
			t.Errorf("only %d pages were reached", len(seen))
		}
	}
}

// soundPage holds a page against what every page promises.
func soundPage(t *testing.T, path, lang, body string) []tag {
	t.Helper()
	tags, text, faults := readPage(body)
	faults = append(faults, nesting(tags)...)
	count := map[string]int{}
	for _, tag := range tags {
		if !tag.ends {
			count[tag.name]++
		}
		if tag.name == "html" && !tag.ends && tag.attributes["lang"] != lang {
			faults = append(faults, "lang "+tag.attributes["lang"])
		}
		if tag.name == "script" && !tag.ends && tag.attributes["src"] == "" {
			faults = append(faults, "a script in the page")
		}
		for name, value := range tag.attributes {
			if name == "style" || strings.HasPrefix(name, "on") || strings.Contains(value, "://") || strings.HasPrefix(value, "//") {
				faults = append(faults, fmt.Sprintf("<%s %s=%q>", tag.name, name, value))
			}
		}
	}
	for _, once := range []string{"html", "head", "title", "body", "main", "h1"} {
		if count[once] != 1 {
			faults = append(faults, fmt.Sprintf("%d of %s", count[once], once))
		}
	}
	if count["style"] > 0 || strings.Contains(body, "://") {
		faults = append(faults, "a style, or an address of elsewhere")
	}
	for _, word := range []string{"{1}", "{n}", "ZgotmplZ", "<nil>", "%!"} {
		if strings.Contains(text, word) {
			faults = append(faults, "the text has "+word)
		}
	}
	if key := regexp.MustCompile(`\bpage\.[a-z]+`).FindString(text); key != "" {
		faults = append(faults, "the text has "+key)
	}
	if faults != nil {
		t.Errorf("%s in %s: %s", path, lang, strings.Join(faults, "; "))
	}
	return tags
}

// TestStaticFiles: what pages refer to names nothing elsewhere, and may be kept for ever
// under its version alone.
func TestStaticFiles(t *testing.T) {
	r := newPagesRig(t)
	err := fs.WalkDir(staticFiles, "static", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := staticFiles.ReadFile(path)
		if err != nil {
			return err
		}
		text := regexp.MustCompile(`xmlns=["']http://www\.w3\.org/2000/svg["']`).ReplaceAllString(string(data), "")
		text = strings.ReplaceAll(text, `url("data:`, "") // a picture in the file itself
		if strings.Contains(text, "//"+"www") || regexp.MustCompile(`https?:|@import|url\(`).MatchString(text) {
			t.Errorf("%s names something elsewhere", path)
		}
		for address, kept := range map[string]bool{"/" + path: false, "/" + path + "?v=" + sum(data): true, "/" + path + "?v=old": false} {
			status, body, h := r.get(address)
			if status != http.StatusOK || body != string(data) || strings.Contains(h.Get("Cache-Control"), "immutable") != kept {
				t.Errorf("%s: %d, %q", address, status, h.Get("Cache-Control"))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestGoldenPages holds what pages say against what they said before. UPDATE=1 writes
// them anew.
func TestGoldenPages(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 3, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 2)
	for name, page := range map[string]struct{ lang, path string }{
		"events":   {"en", "/"},
		"ranking":  {"en", "/e/" + e.id},
		"card":     {"de", "/e/" + e.id + "/cards/2EW"},
		"board":    {"ru", "/e/" + e.id + "/boards/1"},
		"unplayed": {"de", "/e/" + e.id + "/boards/3"},
		"missing":  {"ru", "/e/" + e.id + "/boards/7"},
	} {
		_, body, _ := r.get(page.path, "Accept-Language", page.lang)
		_, body, _ = strings.Cut(body, "<main>\n")
		body, _, _ = strings.Cut(body, "</main>")
		path := filepath.Join("testdata", "pages", name+"."+page.lang+".html")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), body); diff != "" {
			t.Errorf("%s (-want +got):\n%s", page.path, diff)
		}
	}
}

// TestHiddenBoard: of a board that somebody may still play a page says that and no
// more, whatever is asked for.
func TestHiddenBoard(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 10, Boards: 10, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 3)
	hidden := e.played[0].Board
	status, body, _ := r.get(fmt.Sprintf("/e/%s/boards/%d", e.id, hidden))
	if status != http.StatusOK || !strings.Contains(body, "still in play") || !strings.Contains(body, fmt.Sprintf("Board %d: one result still missing.", hidden)) {
		t.Errorf("board %d: %d\n%s", hidden, status, body)
	}
	for _, trace := range []string{"class=\"deal\"", "class=\"trav\""} {
		if strings.Contains(body, trace) {
			t.Errorf("board %d: %s", hidden, trace)
		}
	}
	address := fmt.Sprintf("/e/%s/boards/%d\"", e.id, hidden)
	for n := 1; n <= 5; n++ {
		for _, side := range []string{"NS", "EW"} {
			if _, body, _ := r.get(fmt.Sprintf("/e/%s/cards/%d%s", e.id, n, side)); strings.Contains(body, address) {
				t.Errorf("the card of %d%s has board %d", n, side, hidden)
			}
		}
	}
	if _, body, _ := r.get("/e/" + e.id); strings.Contains(body, address) {
		t.Errorf("the ranking links to board %d", hidden)
	}
	for _, a := range e.played { // and when it is over they have it
		r.must(e.id, &club.Enter{
			ID: fmt.Sprintf("late-entry-%d", a.Board), Revision: 1, Result: a.Result, Agreed: true,
			Place: club.Place{Round: a.Round, Table: a.Table, Board: a.Board},
		})
	}
	if _, body, _ := r.get("/e/" + e.id); !strings.Contains(body, address) || strings.Contains(body, "still missing") {
		t.Error("the board is over, and the ranking does not link to it")
	}
}

// TestHiddenNames: who is hidden or was erased is named on no page; nobody else is lost
// by it.
func TestHiddenNames(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 0)
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{"/e/" + e.id, "/e/" + e.id + "/boards/1", "/e/" + e.id + "/cards/1NS", "/e/" + e.id + "/cards/1EW"}
	all := func() (text string) {
		for _, path := range pages {
			_, body, _ := r.get(path)
			text += body
		}
		return text
	}
	ids := slices.Concat(v.Contestants[0].Persons, v.Contestants[1].Persons)
	var names []string
	for _, id := range ids {
		n, err := r.Names().Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, n.Person.Name)
		if !strings.Contains(all(), n.Person.Name) {
			t.Fatalf("%s is nowhere", n.Person.Name)
		}
	}
	hide := func(id event.PersonID) {
		n, err := r.Names().Get(t.Context(), id)
		if err == nil {
			n.Hidden = true
			_, err = r.Names().Put(t.Context(), n.Revision, n)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	hide(ids[0])
	hide(ids[1])
	if err := r.Names().Erase(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	r.now = r.now.Add(namesKept)
	text := all()
	for i, name := range names {
		if strings.Contains(text, name) != (i == 3) {
			t.Errorf("%s is on a page: %v", name, i != 3)
		}
	}
	if !strings.Contains(text, "name not shown") || !strings.Contains(text, ">pair 1<") {
		t.Error("who has no name is not said to be there")
	}
}

// TestEscaping: what people write is text, in every place where it stands.
func TestEscaping(t *testing.T) {
	r := newPagesRig(t)
	const evil = `"><script>alert(1)</script>&amp;'` + "\x1b[2J\u202e"
	o := tuesday
	o.Title, o.Club, o.Date = evil, evil, evil
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, o)
	r.play(e, 0)
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Names().Put(t.Context(), journal.Any, journal.Name{ID: v.Contestants[0].Persons[0], Person: event.Person{Name: evil}}); err != nil {
		t.Fatal(err)
	}
	card := v.Contestants[0].Contestant.String()
	for _, path := range []string{"/", "/e/" + e.id, "/e/" + e.id + "/boards/1", "/e/" + e.id + "/cards/" + card} {
		status, body, _ := r.get(path)
		if status != http.StatusOK || strings.ContainsAny(body, "\x1b\u202e") || !strings.Contains(body, "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;") {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
		soundPage(t, path, "en", body)
	}
}

// TestPageLanguages: a language is asked for, or was chosen, or is what the browser wants.
func TestPageLanguages(t *testing.T) {
	r := newPagesRig(t)
	for _, c := range []struct{ path, accept, cookie, want, chosen string }{
		{"/", "", "", "en", ""},
		{"/", "ru,en;q=0.5", "", "ru", ""},
		{"/", "ru", "de", "de", ""},
		{"/", "ru", "xx", "ru", ""},
		{"/?lang=ru", "en", "de", "ru", "ru"},
		{"/?lang=xx", "de", "", "de", ""},
		{"/nothing?lang=de", "en", "", "de", "de"},
	} {
		_, body, h := r.get(c.path, "Accept-Language", c.accept, "Cookie", cookie+"="+c.cookie)
		if !strings.Contains(body, `<html lang="`+c.want+`">`) || h.Get("Content-Language") != c.want {
			t.Errorf("%+v: %s", c, h.Get("Content-Language"))
		}
		if set := h.Get("Set-Cookie"); c.chosen == "" && set != "" || c.chosen != "" && !strings.HasPrefix(set, cookie+"="+c.chosen+";") {
			t.Errorf("%+v: Set-Cookie %q", c, set)
		}
		for _, name := range []string{"Accept-Language", "Cookie"} {
			if !strings.Contains(h.Get("Vary"), name) {
				t.Errorf("%+v: Vary %q", c, h.Get("Vary"))
			}
		}
	}
}

// TestPhases: a ranking says whether it is provisional, and until when.
func TestPhases(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 0)
	says := func(want string) {
		t.Helper()
		for _, path := range []string{"/e/" + e.id, "/e/" + e.id + "/cards/1NS", "/e/" + e.id + "/files"} {
			if _, body, _ := r.get(path); !strings.Contains(body, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
	says(">provisional, in play<")
	until := time.Now().Add(48 * time.Hour)
	r.must(e.id, &club.Publish{Until: until})
	says(">provisional until " + until.UTC().Format("Monday, 2\u00a0January\u00a02006, 15:04") + "<")
	r.now = until
	says(">final<")
	r.must(e.id, &club.Reopen{})
	says(">provisional, in play<")
}

// TestQuietRanking: where the director keeps the ranking until the end, no page has a
// number of it.
func TestQuietRanking(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.must(e.id, &club.Configure{Configured: club.Configured{Quiet: true}})
	r.play(e, 0)
	for path, want := range map[string]bool{"/e/" + e.id: true, "/e/" + e.id + "/cards/1NS": true, "/e/" + e.id + "/boards/1": false} {
		status, body, _ := r.get(path)
		if status != http.StatusOK || strings.Contains(body, "when the event is over") != want || strings.Contains(body, "<td") {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
	}
	r.must(e.id, &club.Publish{})
	if _, body, _ := r.get("/e/" + e.id); !strings.Contains(body, "<td") {
		t.Error("it is published, and there is no ranking")
	}
}

// TestSizes: what a reader with a slow telephone waits for.
func TestSizes(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 28, Boards: 28, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 0)
	size := func(path string) int {
		_, body, h := r.get(path, "Accept-Encoding", "gzip", "Accept-Language", "ru")
		z, err := gzip.NewReader(strings.NewReader(body))
		if err != nil || h.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v, %q", path, err, h.Get("Content-Encoding"))
		}
		if _, err := new(bytes.Buffer).ReadFrom(z); err != nil {
			t.Fatal(err)
		}
		return len(body)
	}
	files := size("/static/style.css") + size("/static/live.js")
	first := size("/e/"+e.id) + files
	t.Logf("ranking %d bytes, files %d", first-files, files)
	if first > 15<<10 {
		t.Errorf("the ranking of 14 tables with its files has %d bytes", first)
	}
	all := first
	for b := 1; b <= 27; b++ {
		all += size(fmt.Sprintf("/e/%s/boards/%d", e.id, b))
	}
	t.Logf("all boards %d bytes", all-first)
	if all > 90<<10 {
		t.Errorf("the ranking and 27 boards have %d bytes", all)
	}
}

// TestKept: a reader that has a page is told so, and one that has another one is not.
func TestKept(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 1)
	path := "/e/" + e.id
	_, body, h := r.get(path)
	if status, again, _ := r.get(path, "If-None-Match", h.Get("ETag")); status != http.StatusNotModified || again != "" {
		t.Errorf("%d, %d bytes", status, len(again))
	}
	if status, _, _ := r.get(path, "If-None-Match", h.Get("ETag"), "Accept-Language", "de"); status != http.StatusOK {
		t.Errorf("in another language: %d", status)
	}
	r.play(e, 0)
	if status, again, _ := r.get(path, "If-None-Match", h.Get("ETag")); status != http.StatusOK || again == body {
		t.Errorf("after another result: %d", status)
	}
	q := httptest.NewRequestWithContext(t.Context(), http.MethodHead, path, http.NoBody)
	w := httptest.NewRecorder()
	r.site.Config.Handler.ServeHTTP(w, q)
	if w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
}

// TestNoPage: an address of nothing is said to be one, in words, with a way back.
func TestNoPage(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	for _, path := range []string{
		"/nothing", "/e", "/e/", "/e/nothing", "/e/" + strings.Repeat("x", 99), "/e/%00", "/static/nothing", "/static/../pages.go",
		"/e/" + e.id + "/boards/", "/e/" + e.id + "/boards/7", "/e/" + e.id + "/boards/x", "/e/" + e.id + "/boards/0", "/e/" + e.id + "/boards/-1",
		"/e/" + e.id + "/boards/01", "/e/" + e.id + "/boards/1-1", "/e/" + e.id + "/boards/99999999999999999999",
		"/e/" + e.id + "/cards/9NS", "/e/" + e.id + "/cards/x", "/e/" + e.id + "/cards/1ns", "/e/" + e.id + "/cards/1",
	} {
		status, body, _ := r.get(path, "Accept-Language", "de")
		if path == "/static/../pages.go" && status == http.StatusTemporaryRedirect { // to where nothing is
			continue
		}
		if status != http.StatusNotFound || !strings.Contains(body, "Diese Seite gibt es hier nicht") || !strings.Contains(body, `href="/"`) {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
		soundPage(t, path, "de", body)
	}
}

// away is a journal that does not answer.
type away struct{ journal.Journal }

func (away) Streams(context.Context, string) ([]journal.Stream, error) {
	return nil, journal.Unable(journal.ErrGone, nil)
}

func (away) Read(context.Context, string, int64) iter.Seq2[journal.Entry, error] {
	return func(yield func(journal.Entry, error) bool) {
		yield(journal.Entry{}, journal.Unable(journal.ErrGone, nil))
	}
}

// TestAway: a journal that does not answer is no missing page, and the reader may try
// again.
func TestAway(t *testing.T) {
	c := club.New(away{new(journal.Memory)})
	defer c.Close()
	mux := http.NewServeMux()
	newPages(c, pagesOptions{Log: slog.New(slog.DiscardHandler)}).routes(mux)
	for _, path := range []string{"/", "/e/some-event"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		body := w.Body.String()
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(body, "No result is lost") || !strings.Contains(body, `class="btn main" href="`+path+`"`) {
			t.Errorf("%s: %d\n%s", path, w.Code, body)
		}
		soundPage(t, path, "en", body)
	}
}

// TestManyEvents: a long list has pages.
func TestManyEvents(t *testing.T) {
	r := newPagesRig(t)
	for i := range 2*eventsShown + 1 {
		r.must(fmt.Sprintf("some-event-%03d", i), &club.OpenEvent{Opened: event.Opened{Title: "x", Kind: event.Pairs, Method: event.Matchpoints}})
	}
	found := map[string]bool{}
	path := "/"
	pages := 0
	for path != "" {
		_, body, _ := r.get(path)
		for _, m := range regexp.MustCompile(`/e/some-event-\d+`).FindAllString(body, -1) {
			found[m] = true
		}
		next := regexp.MustCompile(`"/\?from=\d+"`).FindString(body)
		next = strings.Trim(next, `"`)
		path, pages = next, pages+1
	}
	if pages != 3 || len(found) != 2*eventsShown+1 {
		t.Errorf("%d pages with %d events", pages, len(found))
	}
	for _, odd := range []string{"/?from=-1", "/?from=x", "/?from=9999"} {
		if status, body, _ := r.get(odd); status != http.StatusOK || !strings.Contains(body, "/e/some-event-") {
			t.Errorf("%s: %d", odd, status)
		}
	}
}

// TestBoardKeys: a board has one address.
func TestBoardKeys(t *testing.T) {
	for text, want := range map[string]boardKey{"7": {0, 7}, "2-7": {2, 7}} {
		if got, ok := parseBoardKey(text); !ok || got != want || got.String() != text {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "7-", "-7", "0-7", "+7", "7 ", "1-2-3", "٧", "1e1"} {
		if got, ok := parseBoardKey(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// TestSuits: suits are drawn, and the rest of a text is text.
func TestSuits(t *testing.T) {
	s := newPages(nil, pagesOptions{}).speak["de"]
	got := string(s.game("<4♠> ♥"))
	want := `&lt;4<i class="suit s" role="img" aria-label="Pik">♠</i>&gt; <i class="suit h" role="img" aria-label="Coeur">♥</i>`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestRulings: what the director did is said where it stands.
func TestRulings(t *testing.T) {
	r := everything(t)
	id := r.ruled.id
	says := func(path string, want ...string) {
		t.Helper()
		status, body, _ := r.get(path)
		_, text, _ := readPage(body)
		for _, w := range want {
			if status != http.StatusOK || !strings.Contains(text, w) {
				t.Errorf("%s: %d, it does not say %q:\n%s", path, status, w, text)
			}
		}
	}
	says("/e/"+id, "penalty 0.80", "withdrawn")
	says("/e/"+id+"/cards/2EW", "penalty 0.80")
	says("/e/"+id+"/cards/1NS", "1ruling: A+64")
	says("/e/"+id+"/boards/1", "N-S 63.54; E-W 40.00", "ruling: N-S A+; E-W A−")
	says("/e/"+id+"/boards/3", "ruling: N-S 50% 4♠ S =, 50% 5♥× W −3; E-W 4♠ S =")
	says("/e/"+id+"/boards/5", "not played")
}
