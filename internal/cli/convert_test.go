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
	"github.com/overtrick/overtrick/score"
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

// tablesHold are losses of PBN alone.
var tablesHold = []string{
	"convert.lost.assigned", "convert.lost.percent", "convert.lost.fouled", "convert.lost.penalties", "convert.lost.late", "convert.lost.club",
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
			lost = losses(e.Record, back, lost, to)
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
			Kind:      rapid.SampledFrom([]event.Kind{event.Pairs, event.Individuals}).Draw(r, "kind"),
			Method:    rapid.SampledFrom([]event.Method{event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints}).Draw(r, "method"),
			Accidents: rapid.SampledFrom([]simulate.Accidents{simulate.None, simulate.Few, simulate.Many}).Draw(r, "accidents"),
		}
		if o.Kind == event.Individuals {
			o.Winners = min(o.Winners, 1)
		}
		rec, err := simulate.Event(o)
		if err != nil {
			r.Fatal(err)
		}
		opened := openedOf(rec)
		want, ok := standing(t, rec, opened)
		_, err = standingsOf(rec, nil)
		if e, none := asError(err); none && e.Key == "event.no_results" {
			return // the few boards that there were are not played or cancelled
		}
		if !ok {
			r.Fatal(want)
		}
		for _, to := range []target{toCSV, toXLSX, toPBN} {
			if to == toXLSX && o.Pairs*o.Boards*o.Sessions > 200 {
				continue // the cells of a large workbook are as those of a small one, and take their time
			}
			parts, lost, err := encode(rec, to)
			if e, ok := asError(err); ok && to == toPBN && o.Kind == event.Individuals && e.Key == "convert.individual" {
				continue
			}
			if err != nil {
				r.Fatal(err)
			}
			back, err := readBack(parts)
			if err != nil {
				r.Fatal(err)
			}
			lost = losses(rec, back, lost, to)
			for i, l := range lost {
				if to != toPBN && slices.Contains(tablesHold, l.Key) || l.Key == "table.lost.acts" || names(lost[:i], l.Key) {
					r.Fatalf("%s: lost %s", to, l.Key)
				}
			}
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

// TestLosses: what a format has no place for is named once, each kind by itself, and
// what was taken back is not there any more.
func TestLosses(t *testing.T) {
	one, two, three, four := event.Contestant{Number: 1}, event.Contestant{Number: 2}, event.Contestant{Number: 3}, event.Contestant{Number: 4}
	board := event.Scope{Board: 1}
	later := event.Scope{Board: 1, Tables: []int{2}}
	ten := exact.Int(10)
	par := score.Points(420)
	penalty := event.Penalised{Ref: "1", Contestant: one, Kind: event.Procedural, Amount: ten, Unit: event.PenaltyTop}
	nothing := penalty
	nothing.Amount = exact.Int(0)
	none := map[target]string{}
	all := func(keys string) map[target]string {
		return map[target]string{toCSV: keys, toXLSX: keys, toPBN: keys}
	}
	pbn := func(keys string) map[target]string { return map[target]string{toPBN: keys} }
	for _, tt := range []struct {
		name string
		acts []event.Act
		want map[target]string // keys, without what all of them have
	}{
		{"nothing", nil, none},
		{"two versions", []event.Act{event.Fouled{Scope: later, Version: "b"}}, pbn("fouled")},
		{"one other version", []event.Act{event.Fouled{Scope: board, Version: "b"}}, none},
		{"as it was set after all", []event.Act{event.Fouled{Scope: later, Version: "b"}, event.Fouled{Scope: board}}, none},
		{"penalty", []event.Act{penalty}, pbn("penalties")},
		{"warning", []event.Act{event.Penalised{Ref: "1", Contestant: two, Kind: event.Cautioned}}, pbn("penalties")},
		{"penalty taken back", []event.Act{penalty, nothing}, map[target]string{toCSV: "table.lost.history", toXLSX: "table.lost.history", toPBN: "undone"}},
		{"turned", []event.Act{event.Turned{Scope: later, Quarters: 1}}, all("turned")},
		{"turned, and back", []event.Act{event.Turned{Scope: later, Quarters: 1}, event.Turned{Scope: board}}, all("undone")},
		{"cancelled", []event.Act{event.Cancelled{Scope: board}}, all("cancelled")},
		{"cancelled in part", []event.Act{event.Cancelled{Scope: board}, event.Cancelled{Scope: later, Restored: true}}, all("cancelled undone")},
		{"restored", []event.Act{event.Cancelled{Scope: later}, event.Cancelled{Scope: board, Restored: true}}, all("undone")},
		{"of a board that nobody played", []event.Act{event.Cancelled{Scope: event.Scope{Board: 9}}}, none},
		{"carried", []event.Act{event.Carried{Contestant: one, Amount: ten, Max: ten}}, all("carry")},
		{"withdrew", []event.Act{event.Withdrew{Contestant: one}}, all("withdrawn")},
		{"came back", []event.Act{event.Withdrew{Contestant: one}, event.Withdrew{Contestant: one, Returned: true}}, all("undone")},
		{"announced", []event.Act{event.Announced{}}, all("announced")},
		{"par", []event.Act{event.BoardSet{Board: 1, Dealer: bridge.North, Par: &par}}, map[target]string{toCSV: "par", toXLSX: "par"}},
		{"dealer", []event.Act{event.BoardSet{Board: 1, Dealer: bridge.East}}, map[target]string{toCSV: "table.lost.deals", toXLSX: "table.lost.deals"}},
		{"strata", []event.Act{event.Registered{Contestant: one, Strata: []string{"A"}, Handicap: &ten, Average: &ten}}, map[target]string{toCSV: "table.lost.average", toXLSX: "table.lost.average", toPBN: "club"}},
		{"average", []event.Act{event.Registered{Contestant: one, Average: &ten}}, map[target]string{toCSV: "table.lost.average", toXLSX: "table.lost.average", toPBN: "club"}},
		{"still to be played", []event.Act{event.NotPlayed{Meeting: event.Meeting{Board: 2, NS: one, EW: two}, Late: true}}, pbn("late")},
		{"all at once", []event.Act{
			event.Cancelled{Scope: later}, event.Turned{Scope: event.Scope{Board: 1, Tables: []int{1}}, Quarters: 2}, penalty, event.Withdrew{Contestant: four},
		}, map[target]string{toCSV: "turned cancelled withdrawn", toXLSX: "turned cancelled withdrawn", toPBN: "turned cancelled penalties withdrawn"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec := &event.Record{}
			rec.Add(event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 1})
			rec.Add(event.Registered{Contestant: two}, event.Registered{Contestant: three}, event.Registered{Contestant: four})
			result, err := bridge.ParseResult("4S= N")
			if err != nil {
				t.Fatal(err)
			}
			rec.Add(event.Registered{Contestant: one})
			rec.Add(tt.acts...)
			rec.Add(
				event.Played{Meeting: event.Meeting{Table: 1, Board: 1, NS: one, EW: two}, Result: result},
				event.Played{Meeting: event.Meeting{Table: 2, Board: 1, NS: three, EW: four}, Result: result},
			)
			for _, to := range []target{toCSV, toXLSX, toPBN} {
				parts, lost, err := encode(rec, to)
				if err != nil {
					t.Fatal(err)
				}
				back, err := readBack(parts)
				if err != nil {
					t.Fatal(err)
				}
				var keys []string
				for _, l := range losses(rec, back, lost, to) {
					keys = append(keys, strings.TrimPrefix(l.Key, "convert.lost."))
				}
				if got := strings.Join(keys, " "); got != tt.want[to] {
					t.Errorf("%s: lost %q, want %q", to, got, tt.want[to])
				}
			}
		})
	}
}

// TestListsBeside: a table of results has the lists that the event has something for.
func TestListsBeside(t *testing.T) {
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	result, err := bridge.ParseResult("4S= N")
	if err != nil {
		t.Fatal(err)
	}
	played := event.Played{Meeting: event.Meeting{Board: 1, NS: one, EW: two}, Result: result}
	penalty := event.Penalised{Ref: "1", Contestant: two, Kind: event.Procedural, Amount: exact.Of(1, 3), Unit: event.PenaltyMP}
	nothing := penalty
	nothing.Amount = exact.Int(0)
	for _, tt := range []struct {
		name, want, apart string
		acts              []event.Act
	}{
		{"results", "", "", []event.Act{played}},
		{"pairs", ".pairs", "convert.lost.beside", []event.Act{event.Registered{Contestant: one}, event.Registered{Contestant: two}, played}},
		{"penalties", ".pairs .penalties", "convert.lost.beside convert.lost.beside_penalties", []event.Act{event.Registered{Contestant: one}, event.Registered{Contestant: two}, played, penalty}},
		{"penalties taken back", ".pairs", "convert.lost.beside", []event.Act{event.Registered{Contestant: one}, event.Registered{Contestant: two}, played, penalty, nothing}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec := &event.Record{}
			rec.Add(event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 1})
			rec.Add(tt.acts...)
			parts, _, err := encode(rec, toCSV)
			if err != nil {
				t.Fatal(err)
			}
			var beside, keys []string
			for _, p := range parts[1:] {
				beside = append(beside, p.beside)
			}
			for _, l := range apart(parts) {
				keys = append(keys, l.Key)
			}
			if got := strings.Join(beside, " "); got != tt.want {
				t.Errorf("beside: %q, want %q", got, tt.want)
			}
			if got := strings.Join(keys, " "); got != tt.apart {
				t.Errorf("apart: %q, want %q", got, tt.apart)
			}
			back, err := readBack(parts)
			if err != nil {
				t.Fatal(err)
			}
			had, has := 0, 0
			for _, f := range back.Facts {
				if p, ok := f.Act.(event.Penalised); ok {
					if has++; !p.Amount.Equal(exact.Of(1, 3)) || p.Contestant != two {
						t.Errorf("read back: %+v", p)
					}
				}
			}
			if strings.Contains(tt.want, ".penalties") {
				had = 1
			}
			if had != has {
				t.Errorf("%d penalties are read back, want %d", has, had)
			}
		})
	}
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
