package web

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/internal/simulate"
)

// six is an event of six pairs whose boards are all over.
func (r *pagesRig) six() *madeUp {
	r.Helper()
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 0)
	return e
}

// page is the inside of a page.
func (r *pagesRig) page(address string, header ...string) string {
	r.Helper()
	status, body, _ := r.get(address, header...)
	if status != http.StatusOK {
		r.Fatalf("%s: %d", address, status)
	}
	return body
}

// TestOwnPair: the pair that the reader named stands on top, and in every link of the
// event; another one that does not play is nobody.
func TestOwnPair(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	body := r.page("/e/" + e.id + "?pair=2EW")
	if !strings.Contains(body, `<tr id="2EW" class="mine">`) || strings.Count(body, `class="mine"`) != 2 {
		t.Error("2EW is not there twice, with its mark")
	}
	if !regexp.MustCompile(`<table class="rank aside">\s*<caption>[^|]*North-South`).MatchString(body) {
		t.Error("a narrow page does not show the list of the pair")
	}
	for _, address := range []string{"/e/" + e.id + "?pair=2EW", "/e/" + e.id + "/boards/1?pair=2EW", "/e/" + e.id + "/cards/1NS?pair=2EW"} {
		tags, _, _ := readPage(r.page(address))
		for _, tag := range tags {
			link, ok := tag.attributes["href"]
			if u, err := url.Parse(beside(address, link)); ok && err == nil && strings.HasPrefix(u.Path, "/e/") && !u.Query().Has("lang") && u.Query().Get("pair") != "2EW" {
				if strings.HasSuffix(address, "cards/1NS?pair=2EW") && u.Query().Get("pair") == "1NS" { // "this is us"
					continue
				}
				if u.RawQuery == "" && u.Path == "/e/"+e.id { // "this is not us"
					continue
				}
				t.Errorf("%s links to %s", address, link)
			}
		}
	}
	for _, pair := range []string{"7NS", "2", "x", "%3Cscript%3E"} {
		if body := r.page("/e/" + e.id + "?pair=" + pair); strings.Contains(body, `class="mine"`) || strings.Contains(body, "pair="+pair+"#") {
			t.Errorf("pair %s is the reader's", pair)
		}
	}
}

// TestOneList: a narrow page shows the list that is asked for, and links to the other one.
func TestOneList(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	for list, hidden := range map[string]string{"": "East-West", "NS": "East-West", "EW": "North-South", "none": "East-West"} {
		body := r.page("/e/" + e.id + "?list=" + list)
		if !regexp.MustCompile(`<table class="rank aside">\s*<caption>(<i class="side ..">..i>)?`+hidden).MatchString(body) || strings.Count(body, "rank aside") != 1 {
			t.Errorf("list %q", list)
		}
	}
}

// TestCardSums: a card says what each round and each part of the play came to.
func TestCardSums(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	who := event.Contestant{Number: 1, Side: bridge.EW}
	var declared, defended int
	for _, l := range v.Standings.Card(who) {
		switch res := l.Line.Result; {
		case res.PassedOut():
		case res.Declarer().Side() == bridge.EW:
			declared++
		default:
			defended++
		}
	}
	body := r.page("/e/" + e.id + "/cards/1EW")
	l := locale.English()
	for name, n := range map[string]int{"As declarer": declared, "In defence": defended} {
		if want := "<dt>" + name + "</dt><dd>" + unbroken(l.N("count.boards", n)) + " <b>"; n > 0 && !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, want := range []string{"Best board", "Worst board", "Plus is for this side"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q", want)
		}
	}
	rounds := regexp.MustCompile(`Round (\d)`).FindAllStringSubmatch(body, -1)
	if len(rounds) != 3 || !slices.IsSortedFunc(rounds, func(a, b []string) int { return strings.Compare(a[1], b[1]) }) {
		t.Errorf("rounds %v", rounds)
	}
}

// TestDiagram: whoever wants to sit South does, and what the cards allow stands beside
// them if somebody has worked it out.
func TestDiagram(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	address := "/e/" + e.id + "/boards/1"
	letters := func(body string) (out string) {
		for _, m := range regexp.MustCompile(`<div class="hand (.)"><h2><abbr title="\w+">(.)`).FindAllStringSubmatch(body, -1) {
			out += m[1] + m[2]
		}
		return out
	}
	for south, want := range map[string]string{"": "nNwWeEsS", "?south=W": "nEwNeSsW", "?south=N": "nSwEeWsN", "?south=E": "nWwSeNsE", "?south=x": "nNwWeEsS"} {
		if got := letters(r.page(address + south)); got != want {
			t.Errorf("%s: %s, want %s", south, got, want)
		}
	}
	if strings.Contains(r.page(address), "The cards allow") {
		t.Error("nobody has worked out what the cards allow")
	}
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	b := v.Standings.Boards[0]
	tricks, err := dd.New(dd.Limits{}).Table(t.Context(), b.Deal)
	if err != nil {
		t.Fatal(err)
	}
	par, err := dd.FindPar(tricks, b.Dealer, b.Vul)
	if err != nil {
		t.Fatal(err)
	}
	r.must(e.id, &club.LoadDeals{Boards: []event.BoardSet{{Board: b.Board, Dealer: b.Dealer, Vul: b.Vul, Deal: b.Deal, DD: tricks}}})
	body := r.page(address)
	var row strings.Builder
	for _, strain := range strainsUp {
		fmt.Fprintf(&row, "<td>%s</td>", odd(tricks.Tricks(bridge.North, strain)))
	}
	side := map[bool]string{true: "N-S ", false: "E-W "}[par.Score > 0]
	for _, want := range []string{"The cards allow", row.String(), side + fmt.Sprint(max(par.Score, -par.Score))} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s", want)
		}
	}
	if !strings.Contains(r.page("/e/"+e.id+"/cards/1NS"), "Against double dummy") {
		t.Error("the card says nothing of what the cards allow")
	}
	if !strings.Contains(r.page("/e/"+e.id+"/print/hands"), `<table class="dd">`) {
		t.Error("nor do the hand records")
	}
}

// TestWhy: each score says why it was worth what it was worth.
func TestWhy(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	body := r.page("/e/" + e.id + "/boards/1")
	groups, reasons := strings.Count(body, "<li><details>"), strings.Count(body, `<details class="why">`)
	if groups == 0 || groups != reasons {
		t.Errorf("%d scores, %d reasons", groups, reasons)
	}
	if !regexp.MustCompile(`results beaten</th><td>\d × 2</td><td>\d</td></tr>`).MatchString(body) || !strings.Contains(body, "Compared by Law 78A, scored by Law 77.") {
		t.Error("the reasons do not say how results are compared")
	}
}

// TestCompare: two pairs side by side, the board first on which they differ most.
func TestCompare(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	base := "/e/" + e.id + "/pairs"
	if body := r.page(base); strings.Count(body, "<option") != 12 {
		t.Error("not everybody can be chosen")
	}
	a, err := http.DefaultTransport.RoundTrip(mustRequest(t, r.site.URL+base+"?a=1NS&b=2EW&pair=1NS"))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != base+"/1NS/2EW?pair=1NS" {
		t.Errorf("%d %s", a.StatusCode, a.Header.Get("Location"))
	}
	body := r.page(base + "/1NS/2EW")
	gaps := regexp.MustCompile(`<td class="num q">([\d.]+)</td></tr>`).FindAllStringSubmatch(body, -1)
	if len(gaps) != 6 || !slices.IsSortedFunc(gaps, func(a, b []string) int { return strings.Compare(fmt.Sprintf("%6s", b[1]), fmt.Sprintf("%6s", a[1])) }) {
		t.Errorf("%v", gaps)
	}
	if !strings.Contains(body, "met here") {
		t.Error("they met")
	}
	for _, odd := range []string{"/1NS/1NS", "/1NS/9EW", "/1ns/2EW", "/x/y"} {
		if status, _, _ := r.get(base + odd); status != http.StatusNotFound {
			t.Errorf("%s: %d", odd, status)
		}
	}
}

func mustRequest(t *testing.T, address string) *http.Request {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestMovedPage: after a correction the ranking says so, and a page says who moved and
// why. The address of the event stays what it was.
func TestMovedPage(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	r.must(e.id, &club.Publish{Until: time.Now().Add(48 * time.Hour)})
	if strings.Contains(r.page("/e/"+e.id), "who moved") {
		t.Error("nothing was corrected")
	}
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	worst := v.Standings.Boards[0].Lines[len(v.Standings.Boards[0].Lines)-1].Meeting
	r.keys++
	if _, err := r.Do(t.Context(), anOwner, e.id, club.Ask{Key: "correction", Why: "a plus was read as a <minus>", Command: &club.Resolve{
		Place: club.Place{Round: worst.Round, Table: worst.Table, Board: worst.Board}, Result: aResult(t, "7NTXX= N"),
	}}); err != nil {
		t.Fatal(err)
	}
	body := r.page("/e/" + e.id)
	want := fmt.Sprintf("Board 1 was corrected at table\u00a0%d: <a href=\"", worst.Table)
	at := strings.Index(body, want)
	if at < 0 || !strings.Contains(body, "Version 2, ") {
		t.Fatalf("no %s", want)
	}
	address, _, _ := strings.Cut(body[at+len(want):], `"`)
	moved := r.page(address)
	for _, want := range []string{"Reason: a plus was read as a &lt;minus&gt;", ">was<", ">is<", "7NT×× N =", "± MP", "North-South", "East-West", `<path class="hot"`} {
		if !strings.Contains(moved, want) {
			t.Errorf("no %q", want)
		}
	}
	soundPage(t, address, "en", moved)
	for _, odd := range []string{"0", "1", "99999", "x", "01"} {
		if status, _, _ := r.get("/e/" + e.id + "/moved/" + odd); status != http.StatusNotFound {
			t.Errorf("moved/%s: %d", odd, status)
		}
	}
	r.must(e.id, &club.Reopen{})
	if status, _, _ := r.get(address); status != http.StatusNotFound {
		t.Errorf("it is open again: %d", status)
	}
}

// TestClockFace: a round of more than an hour shows its hours.
func TestClockFace(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00", 40 * time.Second: "0:40", 250 * time.Second: "4:10", 59*time.Minute + 59*time.Second: "59:59",
		time.Hour: "1:00:00", 75*time.Minute + 1500*time.Millisecond: "1:15:01",
	} {
		if got := clockFace(left); got != want {
			t.Errorf("%v is %s, want %s", left, got, want)
		}
	}
}

// TestScreen: the wall says which round it is, who still plays, and what time is left.
func TestScreen(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	if body := r.page("/e/" + e.id + "/screen"); !strings.Contains(body, "Round 1 <span class=\"q\">of 3") || strings.Count(body, "<b>") != 3 {
		t.Errorf("before the first result:\n%s", body)
	}
	r.play(e, len(e.played)-1) // one result of the first round
	r.must(e.id, &club.SetClock{Clocked: club.Clocked{Action: club.ClockStart}})
	r.now = time.Now()
	body := r.page("/e/" + e.id + "/screen")
	if !strings.Contains(body, "data-ends=") || !strings.Contains(body, "Still playing") {
		t.Errorf("after the first result:\n%s", body)
	}
	r.play(e, 0)
	body = r.page("/e/" + e.id + "/screen")
	if !strings.Contains(body, `<span class="pl">`) || strings.Contains(body, "data-ends=") || !strings.Contains(body, "North-South") {
		t.Errorf("at the end:\n%s", body)
	}
	r.must(e.id, &club.Configure{Configured: club.Configured{Quiet: true}})
	if body := r.page("/e/" + e.id + "/screen?part=ranking"); strings.Contains(body, `<span class="pl">`) {
		t.Error("a ranking that is kept back hangs on the wall")
	}
}

// TestEmbed: the ranking can be shown within another page, and nothing else can.
func TestEmbed(t *testing.T) {
	r := begin(t)
	r.over()
	w := r.ask(asReader, "GET", "/e/tuesday/embed?part=ranking", "")
	if w.Code != 200 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors *") || w.Header().Get("X-Frame-Options") != "" || strings.Contains(w.Body.String(), "<script") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := r.ask(asReader, "GET", "/e/tuesday/embed?part=log", ""); w.Code != 404 {
		t.Errorf("a part that there is not: %d", w.Code)
	}
	for _, target := range []string{"/e/tuesday", "/settings", "/e/tuesday/print/guides"} {
		if w := r.ask(asReader, "GET", target, ""); !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s may be framed", target)
		}
	}
}

// TestSheets: sheets are A4, or Letter where that is in the printers; who has chosen one
// gets that one.
func TestSheets(t *testing.T) {
	r := newPagesRig(t)
	address := "/e/" + r.six().id + "/print/ranking"
	for _, x := range []struct{ lang, cookie, want string }{
		{"en", "", "a4"},
		{"en-GB, en-US;q=0.5", "", "a4"},
		{"en-US", "", "letter"},
		{"es-419-MX;q=0.9, en", "", "letter"},
		{"en-us, en", "dark.a4", "dark a4"},
		{"de-DE", "letter", "letter"},
	} {
		if body := r.page(address, "Accept-Language", x.lang, "Cookie", lookCookie+"="+x.cookie); !strings.Contains(body, ` class="`+x.want+`">`) {
			t.Errorf("%+v: %.200s", x, body)
		}
	}
}

// TestSettings: how pages look is kept on the device, and what is asked for elsewhere
// is not gone to.
func TestSettings(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	send := func(form url.Values) (status int, location string, cookies []*http.Cookie) {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.site.URL+"/settings", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		a, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		return a.StatusCode, a.Header.Get("Location"), a.Cookies()
	}
	status, location, c := send(url.Values{"colours": {"two"}, "suits": {"letters"}, "theme": {"dark"}, "size": {"huge"}, "next": {"/e/" + e.id}})
	if status != http.StatusSeeOther || location != "/e/"+e.id || len(c) != 1 || c[0].Value != "two.letters.dark.huge" {
		t.Fatalf("%d %s %v", status, location, c)
	}
	if _, _, c := send(url.Values{"theme": {"dark"}, "size": {""}, "paper": {"letter"}}); len(c) != 1 || c[0].Value != "dark.letter" {
		t.Errorf("dark, and letters of the usual size: %v", c)
	}
	body := r.page("/e/"+e.id+"/boards/1", "Cookie", lookCookie+"="+c[0].Value)
	if !strings.Contains(body, `class="two letters dark huge"`) || strings.Contains(body, "♠") || !strings.Contains(body, `<i class="lt s" role="img" aria-label="spades">S</i>`) {
		t.Error("the page does not look so")
	}
	if body := r.page("/e/"+e.id+"/boards/1", "Cookie", lookCookie+"=<x>.evil.dark"); !strings.Contains(body, `<html lang="en" class="dark">`) {
		t.Error("a cookie that was made up")
	}
	if body := r.page("/settings", "Cookie", lookCookie+"="+c[0].Value); strings.Count(body, " checked") != 5 || !strings.Contains(body, `value="huge" checked`) {
		t.Error("the form does not know it")
	}
	_, location, c = send(url.Values{"theme": {"purple"}, "next": {"//elsewhere.example/"}})
	if location != "/" || len(c) != 1 || c[0].MaxAge >= 0 {
		t.Errorf("%s %v", location, c)
	}
}

// TestDownloads: files that other programs read have what the pages have.
func TestDownloads(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	get := func(name string) []byte {
		t.Helper()
		status, body, h := r.get("/e/" + e.id + "/files/" + name)
		if status != http.StatusOK || h.Get("Content-Disposition") != `attachment; filename="`+name+`"` {
			t.Fatalf("%s: %d %v", name, status, h)
		}
		return []byte(body)
	}
	f, err := pbn.Read(bytes.NewReader(get("boards.pbn")))
	if err != nil || len(f.Warnings) > 0 || len(f.Games) != 6 {
		t.Errorf("PBN: %v, %d games, %v", err, len(f.Games), f.Warnings)
	}
	again, err := event.Fold(f.Record().Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := again.Standings()
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range v.Standings.Lists {
		for n, row := range l.Rows {
			if got := s.Lists[i].Rows[n]; got.Contestant != row.Contestant || got.Percent.String() != row.Percent.String() {
				t.Errorf("PBN: %v %v, want %v %v", got.Contestant, got.Percent, row.Contestant, row.Percent)
			}
		}
	}
	rec, err := table.Read(bytes.NewReader(get("results.csv")))
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, f := range rec.Facts {
		if _, ok := f.Act.(event.Played); ok {
			played++
		}
	}
	if played != 18 {
		t.Errorf("CSV: %d results", played)
	}
	if status, _, _ := r.get("/e/" + e.id + "/files/secrets.txt"); status != http.StatusNotFound {
		t.Errorf("a file that there is not: %d", status)
	}
}

// TestOffline: every link of the folder leads to a file of it.
func TestOffline(t *testing.T) {
	r := newPagesRig(t)
	e := r.six()
	r.must(e.id, &club.Publish{Until: time.Now().Add(48 * time.Hour)})
	r.must(e.id, &club.Rule{Place: club.Place{Round: 1, Table: 1, Board: 1}, Award: bridge.BySide[event.Award]{NS: anAward(t, "A+"), EW: anAward(t, "A-")}})
	_, body, _ := r.get("/e/"+e.id+"/files/pages.zip", "Accept-Language", "de")
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(data)
	}
	html := 0
	for name, body := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		html++
		if !strings.Contains(body, `<html lang="de"`) {
			t.Errorf("%s is not German", name)
		}
		tags, _, _ := readPage(body)
		for _, tag := range tags {
			for _, attribute := range []string{"href", "src"} {
				link, ok := tag.attributes[attribute]
				if !ok {
					continue
				}
				file, fragment, _ := strings.Cut(link, "#")
				if file == "" {
					file = path.Base(name)
				}
				to := path.Join(path.Dir(name), file)
				if _, ok := files[to]; !ok || strings.HasPrefix(link, "/") {
					t.Errorf("%s links to %s", name, link)
				}
				if fragment != "" && !strings.Contains(files[to], `id="`+fragment+`"`) {
					t.Errorf("%s links to %s, where there is no such place", name, link)
				}
			}
		}
	}
	for _, name := range []string{"index.html", "index-EW.html", "boards/6.html", "cards/3NS.html", "files/boards.pbn", "files/results.csv", "static/style.css"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if moved := slices.ContainsFunc(z.File, func(f *zip.File) bool { return strings.HasPrefix(f.Name, "moved/") }); html < 16 || !moved {
		t.Errorf("%d pages, who moved %v", html, moved)
	}
}

// TestNothingHidden: no page and no file shows a board that somebody may still play,
// nor a name that is not to be shown, nor a ranking that is kept back.
func TestNothingHidden(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 6, Boards: 6, Winners: 2, Accidents: simulate.None}, tuesday)
	hidden := e.played[len(e.played)-1].Board
	r.play(e, 1)
	v, err := r.View(t.Context(), club.Actor{}, e.id)
	if err != nil {
		t.Fatal(err)
	}
	n, err := r.Names().Get(t.Context(), v.Contestants[0].Persons[0])
	if err != nil {
		t.Fatal(err)
	}
	n.Hidden = true
	if _, err := r.Names().Put(t.Context(), n.Revision, n); err != nil {
		t.Fatal(err)
	}
	r.now = r.now.Add(namesKept)
	pages := []string{
		"/pairs/1NS/1EW", "/pairs", "/screen?part=ranking", "/embed", "/files", "/print/ranking", "/print/hands", "/print/guides", "/print/travellers",
		"/files/boards.pbn", "/files/results.csv", "/files/names.csv", "?pair=1NS",
	}
	for _, page := range pages {
		body := r.page("/e/" + e.id + page)
		if strings.Contains(body, n.Person.Name) {
			t.Errorf("%s names %s", page, n.Person.Name)
		}
		switch page {
		case "/print/hands":
			if strings.Contains(body, fmt.Sprintf(`<b>%d</b>`, hidden)) {
				t.Errorf("%s has board %d", page, hidden)
			}
		case "/files/boards.pbn":
			if strings.Contains(body, fmt.Sprintf(`[Board "%d"]`, hidden)) {
				t.Errorf("%s has board %d", page, hidden)
			}
		case "/pairs/1NS/1EW":
			if strings.Contains(body, fmt.Sprintf("/boards/%d\"", hidden)) {
				t.Errorf("%s has board %d", page, hidden)
			}
		}
	}
	r.must(e.id, &club.Configure{Configured: club.Configured{Quiet: true}})
	for _, page := range []string{"/files/boards.pbn", "/files/results.csv", "/files/pages.zip", "/print/ranking", "/print/hands", "/moved/1"} {
		if status, _, _ := r.get("/e/" + e.id + page); status != http.StatusNotFound {
			t.Errorf("%s, while the ranking is kept back: %d", page, status)
		}
	}
	for _, page := range []string{"/pairs/1NS/1EW", "/embed", "/screen?part=ranking"} {
		if body := r.page("/e/" + e.id + page); regexp.MustCompile(`\d\d[.,]\d\d`).MatchString(body) {
			t.Errorf("%s has a number, while the ranking is kept back", page)
		}
	}
}

// TestTableCards: only a form makes codes for the tables, and what is on a card lets a
// device in.
func TestTableCards(t *testing.T) {
	r := begin(t)
	before := r.last()
	w := r.ask(asDirector, "GET", "/e/tuesday/print/tables", "")
	if w.Code != 200 || r.last() != before || !strings.Contains(w.Body.String(), "<form method=\"post\"") || !strings.Contains(w.Body.String(), "3\u00a0tables") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	w = r.ask(asDirector, "POST", "/e/tuesday/print/tables", "")
	body := w.Body.String()
	if w.Code != 200 || strings.Count(body, "class=\"tcard\"") != 3 || strings.Count(body, "<svg class=\"qr\"") != 3 || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", w.Code, body)
	}
	if !strings.Contains(body, "North-South: stay") || !strings.Contains(body, "Boards: ") {
		t.Error("the cards do not say who goes where")
	}
	code := regexp.MustCompile(`class="code">(\S+)</p>`).FindStringSubmatch(body)
	if len(code) < 2 || !strings.HasPrefix(code[1], "1-") {
		t.Fatal("no short code")
	}
	r.must(&club.Configure{Configured: club.Configured{Joining: true}})
	if w := r.types(code[1], "192.0.2.7"); w.Code != http.StatusSeeOther {
		t.Errorf("the code lets nobody in: %d %s", w.Code, w.Body)
	}
	if strings.Contains(r.log.String(), code[1]) {
		t.Error("the code is in the log")
	}
}

// TestQR: the squares of a code are those of the library, as a path.
func TestQR(t *testing.T) {
	q, err := codeOf("http://192.168.0.17:8080/t/QPILBkzltufwByEADuWjJg")
	if err != nil || q.Grid() != q.Size+8 || q.Size < 29 {
		t.Fatalf("%v %+v", err, q)
	}
	if !strings.HasPrefix(q.Path, "M0 0h7v1h-7z") { // the corner that every code has
		t.Errorf("%.40s", q.Path)
	}
}

// TestTonightOnTop: an event of today stands first, with how far it is.
func TestTonightOnTop(t *testing.T) {
	r := newPagesRig(t)
	old := tuesday
	old.Date = "2026-02-24"
	r.must("last-week", &club.OpenEvent{Opened: old})
	r.must("tonight", &club.OpenEvent{Opened: tuesday})
	body := r.page("/")
	a, b, c := strings.Index(body, "Tonight"), strings.Index(body, "/e/tonight"), strings.Index(body, "/e/last-week")
	if a < 0 || b < a || c < b || !strings.Contains(body, "provisional, in play") {
		t.Errorf("%d %d %d\n%s", a, b, c, body)
	}
}

// TestPaper: every page for a printer fits its paper in the languages, and is sound.
func TestPaper(t *testing.T) {
	r := newPagesRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 28, Boards: 28, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 0)
	for what, sheets := range map[string]int{"ranking": 1, "hands": 5, "travellers": 14, "guides": 14} {
		for _, lang := range locale.Languages() {
			address := "/e/" + e.id + "/print/" + what
			body := r.page(address, "Accept-Language", lang)
			soundPage(t, address, lang, body)
			if got := strings.Count(body, `<section class="page`); got != sheets {
				t.Errorf("%s in %s: %d sheets, want %d", what, lang, got, sheets)
			}
		}
	}
	if body := r.page("/e/" + e.id + "/print/hands"); strings.Contains(body, "♠") || !strings.Contains(body, `<svg class="suit s" role="img" aria-label="spades"><use href="#s"/></svg>`) {
		t.Error("the suits are not drawn as lines")
	}
	if status, _, _ := r.get("/e/" + e.id + "/print/money"); status != http.StatusNotFound {
		t.Errorf("%d", status)
	}
}

// TestOneFolder: of the folders that are asked for at once one is made at a time, and who
// has gone away is waited for by nobody.
func TestOneFolder(t *testing.T) {
	r := begin(t)
	r.over()
	ask := func(ctx context.Context) int {
		return r.send(r.request(asReader, http.MethodGet, "/e/tuesday/files/pages.zip", "").WithContext(ctx)).Code
	}
	r.pages.folder <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got := ask(ctx); got != http.StatusServiceUnavailable {
		t.Errorf("while one is made: %d", got)
	}
	<-r.pages.folder
	for range 2 {
		if got := ask(t.Context()); got != http.StatusOK {
			t.Errorf("then: %d", got)
		}
	}
}

// TestBound: a number stays with its word, whatever other numbers are beside it.
func TestBound(t *testing.T) {
	for text, want := range map[string]string{
		"1 table is missing":       "1\u00a0table is missing",
		"Board 21 waits: 1 table":  "Board 21 waits: 1\u00a0table",
		"table A1 of 1 table":      "table A1 of 1\u00a0table",
		"11 of 21 boards":          "11 of 21 boards",
		"none":                     "none",
		"Board 21 has 11 or 1":     "Board 21 has 11 or 1",
		"1 result, 1 board":        "1\u00a0result, 1 board",
		"Сдача 21: 1 стол, 1 пара": "Сдача 21: 1\u00a0стол, 1 пара",
	} {
		if got := bound(text, 1); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
