package club_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// told is an evening in which much happened, with names.
func told(t testing.TB) *rig {
	t.Helper()
	r := pairs(t, 5, 5, 2)
	for n := 1; n <= 5; n++ {
		var ids []event.PersonID
		for _, name := range []string{"Anna <A&B>", "Борис"} {
			id, err := r.AddPerson(t.Context(), event.Person{Name: fmt.Sprint(name, " ", n)})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		r.must(&club.Register{Registered: event.Registered{Contestant: ns(n), Persons: ids}})
	}
	r.must(&club.LoadDeals{Boards: deals(10)})
	a := r.table(1)
	r.round1(5, 2)
	r.says(a, club.InConflict, entry("another-device", 1, 1, 1, 1, "7NTXX-13 N"))
	r.must(&club.Rule{Place: club.Place{Round: 1, Table: 2, Board: boards(5, 2, 2, 1)[0]}, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}})
	r.must(&club.CallDirector{Ref: "call-1", Table: 3, Reason: "< & > \u2028"})
	r.must(&club.Publish{Anyway: true})
	return r
}

// TestExportImport: an event that moves to another journal has the same standings,
// names and views there, and goes on.
func TestExportImport(t *testing.T) {
	r := told(t)
	var file bytes.Buffer
	if err := r.Export(t.Context(), r.id, &file); err != nil {
		t.Fatal(err)
	}
	j := new(journal.Memory)
	c := club.New(j)
	defer c.Close()
	got, err := c.Import(t.Context(), bytes.NewReader(file.Bytes()))
	if err != nil || got.Event != r.id || got.Entries != len(r.entries()) || got.Names != 10 || got.Kept != 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, a := range []club.Actor{owner, {}} {
		if text(mustView(t, c, a, r.id)) != text(r.view(a)) {
			t.Errorf("%q sees something else", a.Role)
		}
	}
	var again bytes.Buffer
	if err := c.Export(t.Context(), r.id, &again); err != nil || !bytes.Equal(again.Bytes(), file.Bytes()) {
		t.Errorf("exported again it is another file: %v", err)
	}
	if got, err := c.Import(t.Context(), bytes.NewReader(file.Bytes())); err != nil || got.Names != 0 || got.Kept != 10 {
		t.Errorf("imported again: %+v, %v", got, err)
	}
	if _, err := c.Do(t.Context(), owner, r.id, club.Ask{Key: "goes on", Command: &club.Reopen{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Import(t.Context(), bytes.NewReader(file.Bytes())); keyOf(err) != "club.import_other" {
		t.Errorf("imported after it went on: %v", err)
	}
	if _, err := r.Do(t.Context(), owner, r.id, club.Ask{Key: "another way", Command: &club.Publish{Anyway: true}}); err != nil {
		t.Fatal(err)
	}
	list, err := c.Events(t.Context())
	if err != nil || len(list) != 1 || list[0].ID != r.id || list[0].Opened.Title != "Tuesday" {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if err := c.Export(t.Context(), "another", &file); keyOf(err) != "club.no_event" {
		t.Errorf("an event that is not there: %v", err)
	}
}

// TestErasedNames: a name that was erased is not exported, and not brought back.
func TestErasedNames(t *testing.T) {
	r := told(t)
	var before, after bytes.Buffer
	if err := r.Export(t.Context(), r.id, &before); err != nil {
		t.Fatal(err)
	}
	id := r.view(owner).Contestants[0].Persons[0]
	if err := r.Names().Erase(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := r.Export(t.Context(), r.id, &after); err != nil || strings.Contains(after.String(), "Anna <A&B> 1") || !strings.Contains(before.String(), "Anna <A&B> 1") {
		t.Errorf("the name is in the file: %v", err)
	}
	if got, err := r.Import(t.Context(), &before); err != nil || got.Names != 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	if n, err := r.Names().Get(t.Context(), id); err != nil || !n.Erased || n.Person.Name != "" {
		t.Errorf("the name is back: %+v, %v", n, err)
	}
}

// TestImportRefuses: a file that is not whole, or was changed, is refused and nothing
// is written.
func TestImportRefuses(t *testing.T) {
	r := told(t)
	var file bytes.Buffer
	if err := r.Export(t.Context(), r.id, &file); err != nil {
		t.Fatal(err)
	}
	good := file.String()
	lines := strings.SplitAfter(strings.TrimSuffix(good, "\n"), "\n")
	for _, tc := range []struct{ name, file, key string }{
		{"empty", "", "club.import_cut"},
		{"no lines of ours", "hello\n", "club.import_line"},
		{"another format", strings.Replace(good, "event 1", "event 9", 1), "club.import_format"},
		{"no id", strings.Replace(good, r.id, "../etc", 1), "club.no_event"},
		{"another id", strings.Replace(good, r.id, "other-id", 1), "club.import_hash"},
		{"no end", strings.Join(lines[:len(lines)-1], ""), "club.import_cut"},
		{"a line is missing", strings.Join(append(append([]string{}, lines[:3]...), lines[4:]...), ""), "club.import_order"},
		{"a name is missing", strings.Join(append(append([]string{}, lines[:len(lines)-2]...), lines[len(lines)-1]), ""), "club.import_count"},
		{"a result is another", strings.Replace(good, "4S= S", "4S+1 S", 1), "club.import_hash"},
		{"something unknown", strings.Replace(good, `{"name":`, `{"nome":`, 1), "club.import_line"},
		{"more behind the end", good + "{}\n", "club.import_after"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			j := new(journal.Memory)
			c := club.New(j)
			defer c.Close()
			_, err := c.Import(t.Context(), strings.NewReader(tc.file))
			if keyOf(err) != tc.key {
				t.Errorf("refused as %q, want %q: %v", keyOf(err), tc.key, err)
			}
			if s, err := j.Streams(t.Context(), ""); err != nil || len(s) > 0 {
				t.Errorf("it wrote %v, %v", s, err)
			}
		})
	}
}

// FuzzImport: whatever a file holds, it is refused with a name, or read whole.
func FuzzImport(f *testing.F) {
	r := told(f)
	var file bytes.Buffer
	if err := r.Export(f.Context(), r.id, &file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(`{"format":"overtrick event 1","event":"x"}` + "\n" + `{"end":true,"lines":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := club.New(new(journal.Memory))
		defer c.Close()
		got, err := c.Import(t.Context(), bytes.NewReader(b))
		if err != nil {
			if bridge.CodeOf(err) == bridge.Internal {
				t.Error(err)
			}
			return
		}
		var out bytes.Buffer
		if err := c.Export(t.Context(), got.Event, &out); err != nil {
			t.Error(err)
		}
	})
}

// FuzzMatters: whatever the log of the club holds, it is read or named.
func FuzzMatters(f *testing.F) {
	f.Add([]byte(`{"do":"user_made","by":"x","user":"y","owner":true,"events":["z"]}`))
	f.Add([]byte(`{"do":"person_erased","person":"x"}`))
	f.Add([]byte(`{"do":"danced"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		j := new(journal.Memory)
		if _, err := j.Append(t.Context(), "club", 0, journal.Draft{Key: "fuzz", Data: data}); err != nil {
			return // no journal takes it
		}
		c := club.New(j)
		defer c.Close()
		n := 0
		for m, err := range c.Matters(t.Context()) {
			if n++; (m.Do == "") != (err != nil) || err != nil && bridge.CodeOf(err) != bridge.Unsupported {
				t.Errorf("%+v, %v", m, err)
			}
		}
		if n != 1 {
			t.Errorf("%d matters", n)
		}
	})
}

// FuzzFold: whatever entries hold, they fold, and what cannot be followed is named.
func FuzzFold(f *testing.F) {
	r := told(f)
	before := r.entries()
	for _, x := range before {
		f.Add(x.Data)
	}
	f.Add([]byte(`{"do":"x","facts":[{"act":"planned","what":{"movement":null}},{"act":"new"},{"act":"seated","what":{"table":-1}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list := append(slices.Clone(before), journal.Entry{Position: int64(len(before) + 1), Draft: journal.Draft{Key: "fuzz", Data: data}})
		e := club.Fold(list...)
		if e.Position() != int64(len(list)) {
			t.Errorf("it is at %d of %d", e.Position(), len(list))
		}
		for _, w := range e.Warnings {
			if w.Err == nil || w.Position != e.Position() {
				t.Errorf("warning %+v", w)
			}
		}
		if e.Event().Pack() != nil {
			if _, err := e.Event().Standings(); bridge.CodeOf(err) == bridge.Internal {
				t.Error(err)
			}
		}
	})
}
