package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/internal/simulate"
)

// standing is what a door prints of an event, as text. Its heading is left out.
func standing(t testing.TB, rec *event.Record, opened event.Opened) (string, bool) {
	t.Helper()
	for i, f := range rec.Facts {
		if o, ok := f.Act.(event.Opened); ok {
			opened.Winners = o.Winners
			rec.Facts[i].Act = opened
		}
	}
	e, err := event.Fold(rec.Facts)
	if err != nil {
		return err.Error(), false
	}
	s, err := e.Standings()
	if err != nil {
		return err.Error(), false
	}
	type row struct {
		Who            event.Contestant
		Names          []string
		Rank, Boards   int
		Total, Percent exact.Fraction
	}
	var rows []row
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			if r.Boards > 0 {
				rows = append(rows, row{r.Contestant, rec.People.Names(r.Persons), r.Rank, r.Boards, r.Total.Value, r.Percent.Value})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return a.Who.Compare(b.Who) })
	text, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text), true
}

// readFile reads a result file as rank does.
func readFile(t testing.TB, path string) (*event.Record, error) {
	t.Helper()
	_, rec, err := newTerminal(t, "en", 80).results(path, "", "")
	return rec, err
}

// ranksOtherwise are the losses that change a ranking.
var ranksOtherwise = []string{
	"convert.lost.assigned", "convert.lost.percent", "convert.lost.fouled", "convert.lost.cancelled", "convert.lost.penalties",
}

// TestConvertShelf: every result file of the shelf is written in every format, and
// the event stands as it did, or the answer says what is lost. A file that is refused
// holds no event, breaks off, or holds what a table has no place for.
func TestConvertShelf(t *testing.T) {
	refusals := map[string]bool{
		"convert.no_results": true, "file.empty": true, "table.kind": true, "table.edition": true, "file.unknown": true,
		"pad.pbn_forms": true, "convert.home": true, "usebio.kind": true, "convert.broken_off": true,
	}
	converted := map[string]int{}
	for _, pattern := range []string{"real/pbn/*", "real/usebio/*"} {
		for _, name := range shelf.Glob(t, pattern) {
			if path.Base(name) == "README.md" {
				continue
			}
			for _, ending := range []string{".csv", ".xlsx", ".pbn"} {
				t.Run(path.Base(name)+ending, func(t *testing.T) {
					from, out := shelf.Path(t, name), filepath.Join(t.TempDir(), "out"+ending)
					got := run("convert", from, out, "--json")
					if got.status != 0 {
						var refused failureJSON
						if err := json.Unmarshal([]byte(got.stderr), &refused); err != nil || !refusals[refused.Error.Key] {
							t.Errorf("%v %s", err, got.stderr)
						}
						if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) > 0 {
							t.Errorf("refused, but there is %v %v", entries, err)
						}
						return
					}
					var answer convertJSON
					if err := json.Unmarshal([]byte(got.stdout), &answer); err != nil {
						t.Fatal(err)
					}
					before, err := readFile(t, from)
					if err != nil {
						t.Fatal(err)
					}
					if !played(before) {
						return // deals
					}
					converted[ending]++
					after, err := readFile(t, out)
					if err != nil {
						t.Fatal(err)
					}
					opened := openedOf(before)
					want, ranked := standing(t, before, opened)
					have, _ := standing(t, after, opened)
					if ranked && want != have && !slices.ContainsFunc(answer.Warnings, func(w warningJSON) bool { return slices.Contains(ranksOtherwise, w.Key) }) {
						t.Errorf("stands otherwise: %s\nwas %s\nwarnings %v", have, want, answer.Warnings)
					}
				})
			}
		}
	}
	if converted[".csv"] < 8 || converted[".xlsx"] < 8 || converted[".pbn"] < 10 {
		t.Errorf("converted: %v", converted)
	}
}

// TestConvertEvents: the same for the events of the shelf, which came from web pages
// and other programs.
func TestConvertEvents(t *testing.T) {
	n := 0
	for _, e := range shelf.Events(t) {
		want, ranked := standing(t, e.Record, openedOf(e.Record))
		if !ranked {
			continue
		}
		for _, to := range []target{toCSV, toXLSX, toPBN} {
			parts, lost, err := encode(e.Record, to)
			if err != nil {
				if code := bridge.CodeOf(err); code != bridge.Unsupported {
					t.Errorf("%s to %s: %v", e.Name, to, err)
				}
				continue
			}
			back, err := readBack(parts)
			if err != nil {
				t.Errorf("%s to %s: %v", e.Name, to, err)
				continue
			}
			n++
			have, _ := standing(t, back, openedOf(e.Record))
			if have != want && !slices.ContainsFunc(lost, func(l *bridge.Error) bool { return slices.Contains(ranksOtherwise, l.Key) }) {
				t.Errorf("%s to %s stands otherwise, lost: %v", e.Name, to, lost)
			}
		}
	}
	if n < 90 {
		t.Errorf("%d conversions", n)
	}
}

// TestConvertMadeUp: whatever is made up goes through every format and stands as it
// did, or what is lost is named.
func TestConvertMadeUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		o := simulate.Options{
			Seed:      rapid.Uint64().Draw(r, "seed"),
			Pairs:     rapid.IntRange(2, 40).Draw(r, "pairs"),
			Boards:    rapid.IntRange(1, 30).Draw(r, "boards"),
			Sessions:  rapid.IntRange(1, 2).Draw(r, "sessions"),
			Winners:   rapid.IntRange(0, 2).Draw(r, "winners"),
			Method:    rapid.SampledFrom([]event.Method{event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints}).Draw(r, "method"),
			Accidents: rapid.SampledFrom([]simulate.Accidents{simulate.None, simulate.Few, simulate.Many}).Draw(r, "accidents"),
		}
		rec, err := simulate.Event(o)
		if err != nil {
			r.Fatal(err)
		}
		opened := openedOf(rec)
		want, ok := standing(t, rec, opened)
		if !ok {
			r.Fatal(want)
		}
		for _, to := range []target{toCSV, toXLSX, toPBN} {
			if to == toXLSX && o.Pairs*o.Boards*o.Sessions > 200 {
				continue // the cells of a large workbook are as those of a small one, and take their time
			}
			parts, lost, err := encode(rec, to)
			if err != nil {
				r.Fatal(err)
			}
			back, err := readBack(parts)
			if err != nil {
				r.Fatal(err)
			}
			lost = append(lost, unheld(rec, back, to)...)
			method := openedOf(back).Method
			named := slices.ContainsFunc(lost, func(l *bridge.Error) bool {
				return strings.HasSuffix(l.Key, ".method") || strings.HasSuffix(l.Key, ".heading")
			})
			if method != o.Method && !named {
				r.Fatalf("%s: the method was %s, and is %s", to, o.Method, method)
			}
			have, _ := standing(t, back, opened)
			if have != want && !slices.ContainsFunc(lost, func(l *bridge.Error) bool { return slices.Contains(ranksOtherwise, l.Key) }) {
				r.Fatalf("%s: stands otherwise: %s, was %s", to, have, want)
			}
		}
	})
}

// TestStandsInTheEnd: what was corrected, voided or withdrawn is not there any more,
// and that it was is named.
func TestStandsInTheEnd(t *testing.T) {
	at := func(board bridge.Board) event.Meeting {
		return event.Meeting{Board: board, NS: event.Contestant{Number: 1}, EW: event.Contestant{Number: 2}}
	}
	result := func(s string) bridge.Result {
		r, err := bridge.ParseResult(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	award := bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}
	rec := &event.Record{}
	where := at(1)
	where.Round, where.Table = 3, 2
	rec.Add(
		event.Opened{Kind: event.Pairs, Method: event.Matchpoints},
		event.Played{Meeting: at(1), Result: result("4S= N")},
		event.Played{Meeting: where, Result: result("4S-1 N")},
		event.Played{Meeting: at(2), Result: result("3NT= E")},
		event.Voided{Meeting: at(2)},
		event.NotPlayed{Meeting: at(3)},
		event.Ruled{Meeting: at(3), Award: award},
		event.Ruled{Meeting: at(4), Award: award},
		event.Ruled{Meeting: at(4)},
		event.Played{Meeting: at(4), Result: result("1NT= S")},
		event.Played{Meeting: at(5), Result: result("1NT= S")},
		event.NotPlayed{Meeting: at(5)},
	)
	got, lost := asItStands(rec)
	want := &event.Record{}
	want.Add(
		event.Opened{Kind: event.Pairs, Method: event.Matchpoints},
		event.Played{Meeting: where, Result: result("4S-1 N")},
		event.Ruled{Meeting: at(3), Award: award},
		event.Played{Meeting: at(4), Result: result("1NT= S")},
		event.NotPlayed{Meeting: at(5)},
	)
	a, _ := json.Marshal(got.Facts)
	b, _ := json.Marshal(want.Facts)
	if !bytes.Equal(a, b) {
		t.Errorf("%s\nwant %s", a, b)
	}
	if len(lost) != 1 || lost[0].Key != "convert.lost.history" {
		t.Errorf("lost: %v", lost)
	}
	plain := &event.Record{}
	plain.Add(event.Opened{Kind: event.Pairs}, event.Played{Meeting: at(1), Result: result("4S= N")})
	if _, lost := asItStands(plain); len(lost) > 0 {
		t.Errorf("lost: %v", lost)
	}
}

// TestSave: a file that is there is not touched, unless force says so; a list beside it
// that does not belong to the new file never is.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string) {
		if err := os.WriteFile(in(name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	names := func() string {
		var list []string
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return strings.Join(list, " ")
	}
	results, pairs := part{data: []byte("new")}, part{".pairs", []byte("new")}
	if files, err := save(in("a.csv"), []part{results, pairs}, false); err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	if got := names(); got != "a.csv a.pairs.csv" {
		t.Fatal(got)
	}
	for _, there := range []string{"b.csv", "c.pairs.csv", "d.penalties.csv"} {
		write(there)
		out := in(there[:1] + ".csv")
		key, forces := "file.beside", []bool{false, true}
		if there == "b.csv" {
			key, forces = "file.exists", forces[:1]
		}
		for _, force := range forces {
			_, err := save(out, []part{results}, force)
			if e, ok := asError(err); !ok || e.Key != key || !strings.HasSuffix(e.At, there) {
				t.Errorf("%s: %v", there, err)
			}
		}
		if data, err := os.ReadFile(in(there)); err != nil || string(data) != "old" {
			t.Errorf("%s: %q %v", there, data, err)
		}
	}
	for _, out := range []string{"b.csv", "c.csv"} {
		if _, err := save(in(out), []part{results, pairs}, true); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(in(out)); err != nil || string(data) != "new" {
			t.Errorf("%s: %q %v", out, data, err)
		}
	}
	if got := names(); got != "a.csv a.pairs.csv b.csv b.pairs.csv c.csv c.pairs.csv d.penalties.csv" {
		t.Error(got)
	}
	write("e.pairs.pbn") // beside PBN there are no lists
	if _, err := save(in("e.pbn"), []part{results}, false); err != nil {
		t.Error(err)
	}
	if err := os.Mkdir(in("f.pbn"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"f.pbn", "none/g.pbn"} {
		_, err := save(in(out), []part{results}, true)
		if e, ok := asError(err); !ok || e.Key != "file.write" {
			t.Errorf("%s: %v", out, err)
		}
	}
	if err := os.Mkdir(in("g.pairs.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := save(in("g.csv"), []part{results, pairs}, true); err == nil || exists(in("g.csv")) {
		t.Errorf("%v, and half of it is there: %s", err, names())
	}
	if err := os.Symlink("a.csv", in("h.csv")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(in("a.csv"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := save(in("h.csv"), []part{{data: []byte("newer")}}, true); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(in("a.csv"))
	if info, _ := os.Stat(in("a.csv")); err != nil || string(data) != "newer" || info.Mode().Perm() != 0o600 {
		t.Errorf("behind the link: %q %v %v", data, err, info.Mode())
	}
	if got := names(); strings.Contains(got, " .") || strings.HasPrefix(got, ".") {
		t.Error(got)
	}
}
