package web

import (
	"archive/zip"
	"bytes"
	"context"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/internal/journal"
)

// filesPage lists what can be taken away, on paper and as files.
type filesPage struct {
	eventHead
	title  string
	Paper  []offered
	Files  []offered
	Staff  []offered // for who directs
	Embed  string
	Screen string
	Quiet  bool
	up     *link
	tabs   []tab
}

func (f filesPage) template() string { return "files" }

func (f filesPage) frame() frame { return frame{Title: f.title, Back: f.up, Tabs: f.tabs} }

type offered struct{ Address, Name, What string }

// files is the page of what can be taken away.
func (p *pages) files(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	out := filesPage{
		eventHead: e.head(), title: s.T("page.files"), up: &link{e.at(""), s.T("page.ranking")}, tabs: e.tabs("files"),
		Embed: eventAddress(e.id) + "/embed?part=ranking", Screen: e.at("/screen"), Quiet: e.standings == nil,
	}
	offer := func(to *[]offered, path, key string) {
		*to = append(*to, offered{eventAddress(e.id) + path, s.T("page.files." + key), s.T("page.files." + key + ".what")})
	}
	if e.standings != nil {
		offer(&out.Paper, "/print/ranking", "ranking")
		if e.dealt() {
			offer(&out.Paper, "/print/hands", "hands")
		}
	}
	if len(e.view.Plan) > 0 && e.kind() != event.Teams {
		offer(&out.Paper, "/print/travellers", "travellers")
		offer(&out.Paper, "/print/guides", "guides")
	}
	if e.standings != nil {
		offer(&out.Files, "/files/pages.zip", "zip")
		offer(&out.Files, "/files/boards.pbn", "pbn")
		offer(&out.Files, "/files/results.csv", "csv")
		offer(&out.Files, "/files/names.csv", "names")
	}
	if len(e.view.Plan) > 0 {
		offer(&out.Staff, "/print/tables", "tables")
	}
	return out, nil
}

// dealt says that the cards of a board are known that is over.
func (e *seen) dealt() bool {
	for i := range e.standings.Boards {
		if !e.standings.Boards[i].Deal.IsZero() {
			return true
		}
	}
	return false
}

// record is an event as it stands, of which readers may have a copy.
func (e *seen) record() *event.Record {
	rec := &event.Record{People: e.people}
	add := func(a event.Act) { rec.Facts = append(rec.Facts, event.Fact{Act: a}) }
	add(e.view.Opened)
	for _, c := range e.view.Contestants {
		add(c)
	}
	for i := range e.standings.Boards {
		b := &e.standings.Boards[i]
		add(event.BoardSet{Session: b.Session, Board: b.Board, Dealer: b.Dealer, Vul: b.Vul, Deal: b.Deal, Par: b.Par, DD: b.DD})
		for n := range b.Lines {
			l := &b.Lines[n]
			switch {
			case l.State == event.StateSatOut:
				add(event.SatOut{Meeting: l.Meeting})
			case l.State == event.StateNotPlayed || l.State == event.StateLate:
				add(event.NotPlayed{Meeting: l.Meeting, Late: l.State == event.StateLate})
			case !l.Result.IsZero():
				add(event.Played{Meeting: l.Meeting, Result: l.Result})
			case l.Score != nil:
				add(event.Played{Meeting: l.Meeting, Score: l.Score})
			}
			if !l.Award.NS.IsZero() || !l.Award.EW.IsZero() || len(l.Ruling.NS) > 0 || len(l.Ruling.EW) > 0 {
				add(event.Ruled{Meeting: l.Meeting, Award: l.Award, Assigned: l.Ruling})
			}
		}
	}
	for _, x := range e.standings.Penalties {
		add(x)
	}
	return rec
}

// download sends an event as a file.
func (p *pages) download(w http.ResponseWriter, r *http.Request) {
	s := p.speaker(w, r)
	name := r.PathValue("file")
	var out bytes.Buffer
	kind, err := p.writeFile(&out, r, s, name)
	if err != nil {
		p.handle(func(*http.Request, *speaker) (content, error) { return nil, err })(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	if kind == "application/zip" {
		h.Set("Content-Encoding", "identity")
	}
	write(w, r, http.StatusOK, out.Bytes())
}

// writeFile writes an event as the file of that name.
func (p *pages) writeFile(w io.Writer, r *http.Request, s *speaker, name string) (kind string, err error) {
	e, err := p.look(r, s)
	if err != nil {
		return "", err
	}
	if e.standings == nil {
		return "", errNoPage
	}
	switch name {
	case "boards.pbn":
		return "application/x-pbn", pbn.Write(w, pbn.FromRecord(e.record()))
	case "results.csv":
		_, err = table.Write(w, e.record())
		return "text/csv; charset=utf-8", err
	case "names.csv":
		_, err = table.WritePairs(w, e.record())
		return "text/csv; charset=utf-8", err
	case "pages.zip":
		return "application/zip", p.writeZip(w, r, s, e)
	}
	return "", errNoPage
}

type offlineKey struct{}

// offline says that a page is for a folder without a server.
func offline(ctx context.Context) bool { return ctx.Value(offlineKey{}) != nil }

var linked = regexp.MustCompile(`(href|src)="([^"#][^"]*)"`)

// writeZip writes the pages of an event as a folder, with links that work where there
// is no server. One is made at a time: it costs as much as some hundred readers.
func (p *pages) writeZip(w io.Writer, r *http.Request, s *speaker, e *seen) error {
	select {
	case p.folder <- struct{}{}:
		defer func() { <-p.folder }()
	case <-r.Context().Done():
		return bridge.Errorf(journal.Unavailable, "web.folder", "others are given their folders: try again")
	}
	mux := http.NewServeMux()
	p.routes(mux)
	z := zip.NewWriter(w)
	root := eventAddress(e.id)
	queue, known := []string{root}, map[string]bool{root: true}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		q, err := http.NewRequestWithContext(context.WithValue(r.Context(), offlineKey{}, true), http.MethodGet, address, http.NoBody) //nolint:gosec // it goes to no network
		if err != nil {
			return bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
		}
		q.Header.Set("Cookie", cookie+"="+s.Lang())
		if s.letters {
			q.Header.Set("Cookie", cookie+"="+s.Lang()+"; "+lookCookie+"=letters")
		}
		got := &kept{header: http.Header{}}
		mux.ServeHTTP(got, q)
		name := fileOf(root, address)
		if got.status != http.StatusOK || name == "" {
			continue // it has gone meanwhile
		}
		body := got.Bytes()
		if strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
			up := strings.Repeat("../", strings.Count(name, "/"))
			body = linked.ReplaceAllFunc(body, func(found []byte) []byte {
				m := linked.FindSubmatch(found)
				to, fragment, _ := strings.Cut(beside(address, html.UnescapeString(string(m[2]))), "#")
				file := fileOf(root, to)
				if file == "" {
					return found
				}
				if !known[to] {
					known[to] = true
					queue = append(queue, to)
				}
				if fragment != "" {
					file += "#" + fragment
				}
				return []byte(string(m[1]) + `="` + html.EscapeString(up+file) + `"`)
			})
		}
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write(body)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range []string{"boards.pbn", "results.csv", "names.csv"} {
		f, err := z.Create("files/" + name)
		if err != nil {
			return err
		}
		if _, err := p.writeFile(f, r, s, name); err != nil && bridge.CodeOf(err) != bridge.Unsupported {
			return err
		}
	}
	return z.Close()
}

// beside is an address that may be one beside another.
func beside(address, to string) string {
	base, err := url.Parse(address)
	if err != nil {
		return to
	}
	u, err := base.Parse(to)
	if err != nil {
		return to
	}
	return u.String()
}

// fileOf is the file of a page or of what it refers to; empty for a page that the folder
// does not have.
func fileOf(root, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || u.Host != "" {
		return ""
	}
	if name, ok := strings.CutPrefix(u.Path, "/static/"); ok {
		return "static/" + name
	}
	rest, ok := strings.CutPrefix(u.Path, root)
	list := u.Query().Get("list")
	switch {
	case !ok:
		return ""
	case rest == "" && list == "":
		return "index.html"
	case rest == "" && strings.Trim(list, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ") == "":
		return "index-" + strings.ReplaceAll(list, " ", "-") + ".html"
	case u.RawQuery != "":
		return ""
	}
	kind, name, ok := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	if ok && (kind == "boards" || kind == "cards" || kind == "moved") && !strings.Contains(name, "/") {
		return kind + "/" + name + ".html"
	}
	return ""
}

// kept is an answer that is kept in memory.
type kept struct {
	bytes.Buffer
	header http.Header
	status int
}

// Header implements [http.ResponseWriter].
func (k *kept) Header() http.Header { return k.header }

// WriteHeader implements [http.ResponseWriter].
func (k *kept) WriteHeader(status int) { k.status = status }
