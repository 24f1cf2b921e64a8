package web

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

// TestPersons: directors see who is who, correct and hide it; who was erased is gone from
// everything that is made later, and from the file itself.
func TestPersons(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "club.db")
	s, err := sqlstore.OpenSQLite(t.Context(), path, sqlstore.SQLite{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := beginOn(t, s, plenty)
	r.over()
	at := "/api/people/" + r.person
	const name = "Player EW 3" // of the person that is meant
	want := func(role, body string, want whoJSON) {
		t.Helper()
		var got whoJSON
		method := http.MethodGet
		if body != "" {
			method = http.MethodPut
		}
		r.gets(&got, role, method, at, body)
		if got.ID != r.person || got.Name != want.Name || got.Revision != want.Revision || got.Hidden != want.Hidden || got.Erased != want.Erased || len(got.MemberIDs) != len(want.MemberIDs) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	// Where a name stands: pages, answers, the export.
	places := func(name string) (found []string) {
		t.Helper()
		for _, target := range []string{"/e/tuesday", "/e/tuesday/cards/3EW", "/api/events/tuesday", "/api/events/tuesday/standings", "/api/people?event=tuesday&q=player", "/api/people?event=tuesday&q=ada"} {
			role := asReader
			if strings.HasPrefix(target, "/api/people") {
				role = asTable
			}
			w := r.ask(role, "GET", target, "")
			if w.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", target, w.Code, w.Body)
			}
			if strings.Contains(w.Body.String(), name) {
				found = append(found, target)
			}
		}
		var out bytes.Buffer
		if err := r.club.Export(t.Context(), r.id, &out); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), name) {
			found = append(found, "export")
		}
		return found
	}
	const everywhere = 6

	want(asDirector, "", whoJSON{Name: name, Revision: 1})
	if got := places(name); len(got) != everywhere {
		t.Fatalf("the name is in %v", got)
	}
	want(asOther, `{"revision":1,"name":" Ada  Lovelace ","member_ids":{"club":"no. 4711-0815"}}`, whoJSON{Name: "Ada Lovelace", Revision: 2, MemberIDs: map[string]string{"club": "no. 4711-0815"}})
	if got := places(name); len(got) != 0 {
		t.Errorf("the name that was corrected is in %v", got)
	}
	if got := places("Ada Lovelace"); len(got) != everywhere {
		t.Errorf("the name as it was corrected is in %v", got)
	}
	for body, key := range map[string]string{
		`{"revision":1,"name":"Eve"}`: "journal.moved", `{"revision":2,"name":" "}`: "club.person_name", `{"name":"Eve"}`: "web.request", `{"revision":2,"name":""}`: "web.request",
	} {
		if p := r.refused(r.ask(asChief, "PUT", at, body)); p.Key != key {
			t.Errorf("%s: %+v, want %s", body, p, key)
		}
	}
	want(asChief, `{"revision":2,"name":"Ada Lovelace","hidden":true}`, whoJSON{Name: "Ada Lovelace", Revision: 3, Hidden: true})
	if got := places("Ada Lovelace"); len(got) != 1 || got[0] != "export" {
		t.Errorf("the name that was hidden is in %v", got)
	}
	want(asChief, `{"revision":3,"name":"Ada Lovelace"}`, whoJSON{Name: "Ada Lovelace", Revision: 4})
	if got := places("Ada Lovelace"); len(got) != everywhere {
		t.Errorf("the name that is shown again is in %v", got)
	}

	for range 2 {
		if w := r.ask(asChief, "DELETE", at, ""); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if got := places("Ada Lovelace"); len(got) != 0 {
		t.Errorf("the name that was erased is in %v", got)
	}
	var gone whoJSON
	if r.gets(&gone, asDirector, "GET", at, ""); !gone.Erased || gone.Name != "" || gone.MemberIDs != nil {
		t.Errorf("%+v", gone)
	}
	if p := r.refused(r.ask(asOwner, "PUT", at, `{"revision":5,"name":"Ada Lovelace"}`)); p.Key != "journal.erased" || p.Status != http.StatusForbidden {
		t.Errorf("%+v", p)
	}
	if p := r.refused(r.ask(asOwner, "DELETE", "/api/people/nobody", "")); p.Key != "club.no_person" || p.Status != http.StatusNotFound {
		t.Errorf("%+v", p)
	}
	backup := filepath.Join(dir, "backup.db")
	if err := s.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{backup, path, path + "-wal"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{name, "Lovelace", "4711-0815"} {
			if bytes.Contains(data, []byte(name)) {
				t.Errorf("%s holds %s", filepath.Base(file), name)
			}
		}
		if file != path+"-wal" && !bytes.Contains(data, []byte("Player NS 1")) {
			t.Errorf("%s holds no names at all", filepath.Base(file))
		}
	}
	var did []string
	for m, err := range r.club.Matters(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if m.Person != "" {
			did = append(did, m.Do)
		}
	}
	if got := strings.Join(did, " "); got != "person_corrected person_hidden person_shown person_erased" {
		t.Errorf("the club notes %s", got)
	}
}
