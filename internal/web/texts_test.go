package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/score"
)

// uiKey is a key of a text in the code of a program, or how one begins that is put
// together.
var uiKey = regexp.MustCompile("[\"'`](ui\\.[a-zA-Z0-9_.]+)")

// TestTextsOfPrograms: what the programs look up has a text, and what has a text is
// looked up.
func TestTextsOfPrograms(t *testing.T) {
	used := map[string]string{}
	err := filepath.WalkDir(filepath.Join("ui", "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") || strings.Contains(path, ".test.") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range uiKey.FindAllSubmatch(data, -1) {
			used[string(m[1])] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := locale.English().Texts("ui.")
	for key, path := range used {
		if _, ok := texts[key]; !ok && !strings.HasSuffix(key, ".") {
			t.Errorf("%s looks for %s, which has no text", path, key)
		}
	}
	keys := slices.Collect(maps.Keys(used))
	for key := range texts {
		if !strings.HasPrefix(key, "ui.table.") && !strings.HasPrefix(key, "ui.console.") && !strings.HasPrefix(key, "ui.kit.") {
			continue // Go looks for it
		}
		if key != "ui.table.title" && !slices.ContainsFunc(keys, func(k string) bool {
			return k == key || strings.HasSuffix(k, ".") && strings.HasPrefix(key, k)
		}) {
			t.Errorf("no program looks for %s", key)
		}
	}
}

// fetched is an answer of a server without events.
func fetched(t *testing.T, target string) *httptest.ResponseRecorder {
	t.Helper()
	j := newMemory()
	c := club.New(j)
	defer c.Close()
	s, err := New(c, j, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, http.NoBody))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	return w
}

// TestTextsAnswer: a page gets its texts in a language, with the words of the game.
func TestTextsAnswer(t *testing.T) {
	for lang, want := range map[string][4]string{
		"en": {"four spades", "North", "E-W", "two down"},
		"de": {"vier Pik", "Nord", "O-W", "zweimal gefallen"},
		"ru": {"четыре пики", "Север", "E-W", "без двух"},
	} {
		var got textsJSON
		if err := json.Unmarshal(fetched(t, "/api/texts/table?lang="+lang).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		w := got.Words
		if have := [4]string{w.Contracts["4S"], w.Seats["N"].Name, w.Sides["EW"].Letters, w.Over["-2"]}; have != want || got.Lang != lang {
			t.Errorf("%s: %v of %s, want %v", lang, have, got.Lang, want)
		}
		if len(w.Contracts) != 35 || len(w.Over) != 20 || len(w.Ranks) != 13 || len(w.Vul) != 4 || len(got.Texts) == 0 {
			t.Errorf("%s: %d contracts, %d outcomes, %d ranks, %d vulnerabilities, %d texts", lang, len(w.Contracts), len(w.Over), len(w.Ranks), len(w.Vul), len(got.Texts))
		}
		for key := range got.Texts {
			if strings.HasPrefix(key, "ui.console.") {
				t.Errorf("%s: the table page has %s", lang, key)
			}
		}
	}
}

// TestScoresAnswer: the table of scores is Law 77, all of it.
func TestScoresAnswer(t *testing.T) {
	var got map[string][2][]score.Points
	if err := json.Unmarshal(fetched(t, "/api/scores").Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	n := 0
	score.Outcomes(func(o score.Outcome) {
		vul := 0
		if o.Vul {
			vul = 1
		}
		want, err := score.Law77().Score(o.Contract, o.Vul, o.Tricks)
		if have := got[o.Contract.String()][vul]; err != nil || len(have) != 14 || have[o.Tricks] != want {
			t.Fatalf("%v: %v, want %d, %v", o, have, want, err)
		}
		n++
	})
	if n != 2940 || len(got) != 35*3 {
		t.Errorf("%d scores of %d contracts", n, len(got))
	}
	c, _ := bridge.ParseContract("4SX")
	if got[c.String()][1][11] != 990 {
		t.Errorf("4♠ doubled with an overtrick is %d", got[c.String()][1][11])
	}
}

// The table page has to come over a bad line: page, program, style, texts and scores.
func TestWeightOfTablePage(t *testing.T) {
	const most = 45 << 10
	for _, lang := range locale.Languages() {
		sum := 0
		page := fetched(t, "/table?lang="+lang).Body.Bytes()
		parts := map[string][]byte{"page": page}
		for _, m := range regexp.MustCompile(`(?:href|src)="(/static/[^"]+)"`).FindAllSubmatch(page, -1) {
			parts[string(m[1])] = fetched(t, string(m[1])).Body.Bytes()
		}
		parts["texts"] = fetched(t, "/api/texts/table?lang="+lang).Body.Bytes()
		parts["scores"] = fetched(t, "/api/scores").Body.Bytes()
		for name, data := range parts {
			var small bytes.Buffer
			z, _ := gzip.NewWriterLevel(&small, gzip.BestCompression)
			_, _ = z.Write(data)
			_ = z.Close()
			t.Logf("%s %-40s %6d %6d", lang, name, len(data), small.Len())
			sum += small.Len()
		}
		if sum > most || len(parts) != 6 {
			t.Errorf("%s: %d parts have %d bytes, want at most %d", lang, len(parts), sum, most)
		}
	}
}

// A demo shows all screens, and nobody else does.
func TestScreensOfDemo(t *testing.T) {
	for want, screens := range map[int]bool{http.StatusOK: true, http.StatusNotFound: false} {
		j := newMemory()
		c := club.New(j)
		t.Cleanup(c.Close)
		s, err := New(c, j, Options{Screens: screens})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/screens", http.NoBody))
		if w.Code != want || screens && !strings.Contains(w.Body.String(), "/static/stories.") {
			t.Errorf("screens %v: %d %s", screens, w.Code, w.Body)
		}
	}
}

// TestWorker: what keeps the shell of the table page on a phone names the files of this
// release, as the page has them in every language, is asked for anew each time, and is
// another program with other files.
func TestWorker(t *testing.T) {
	r := begin(t)
	read := func() (string, []string) {
		t.Helper()
		w := r.ask(asReader, "GET", "/table-worker.js", "")
		line, code, _ := strings.Cut(w.Body.String(), "\n")
		var shell struct {
			Name, Page string
			Files      []string
		}
		if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(line, "const shell = "), ";")), &shell); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if h := w.Header(); h.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(h.Get("Content-Type"), "text/javascript") || shell.Page != "/table" || !strings.Contains(code, "respondWith") {
			t.Errorf("%v %+v", h, shell)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "worker-src 'self'") {
			t.Errorf("a page may start no worker: %v", w.Header())
		}
		return shell.Name, shell.Files
	}
	name, files := read()
	for _, lang := range locale.Languages() {
		page := r.ask(asReader, "GET", "/table?lang="+lang, "").Body.String()
		for _, f := range files {
			if !strings.HasPrefix(f, "/static/") || !strings.Contains(f, "?v=") || !strings.Contains(page, f) {
				t.Errorf("%s: the page has no %s", lang, f)
			}
		}
	}
	old := r.pages.static["table.js"]
	r.pages.static["table.js"] = asset{old.kind, old.data, "another"}
	if other, changed := read(); other == name || slices.Equal(changed, files) {
		t.Errorf("with another program the shell is still %s %v", other, changed)
	}
}
