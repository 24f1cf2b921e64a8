// Package journaltest states in tests what every [journal.Journal] promises, and
// starts the database that some engines need. An engine passes when its test is these
// lines and no more:
//
//	func TestJournal(t *testing.T) {
//		journaltest.Run(t, func(t *testing.T, dir string) journal.Journal { ... })
//	}
//
// A promise is added here first, then kept by all engines.
package journaltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// Open opens a journal in a folder. Opening the same folder again after Close finds
// the same entries.
type Open func(t *testing.T, dir string) journal.Journal

// Run runs the whole suite as subtests, each on a fresh journal, without those that
// are named: an engine that forgets does not promise Reopen.
func Run(t *testing.T, open Open, without ...string) {
	for _, tc := range []struct {
		name string
		test func(*testing.T, Open)
	}{
		{"Sequence", testSequence},
		{"Moved", testMoved},
		{"Repeat", testRepeat},
		{"KeyTaken", testKeyTaken},
		{"Refused", testRefused},
		{"Content", testContent},
		{"Ownership", testOwnership},
		{"Pages", testPages},
		{"Find", testFind},
		{"Streams", testStreams},
		{"Cancelled", testCancelled},
		{"Race", testRace},
		{"OneKeyRace", testOneKeyRace},
		{"ManyStreamsRace", testManyStreamsRace},
		{"Watch", testWatch},
		{"WatchEnds", testWatchEnds},
		{"Model", testModel},
		{"Docs", testDocs},
		{"DocsRefused", testDocsRefused},
		{"DocsTakenOnce", testDocsTakenOnce},
		{"DocsRace", testDocsRace},
		{"Sweep", testSweep},
		{"Names", testNames},
		{"Closed", testClosed},
		{"Reopen", testReopen},
	} {
		if !slices.Contains(without, tc.name) {
			t.Run(tc.name, func(t *testing.T) { tc.test(t, open) })
		}
	}
}

// fresh opens a journal of its own, and closes it when the test is over.
func fresh(t *testing.T, open Open) journal.Journal {
	t.Helper()
	j := open(t, t.TempDir())
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return j
}

// noon is when everything here happens.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 123456789, time.FixedZone("MEZ", 3600))

// Draft makes a draft whose data follow from its key.
func Draft(key string) journal.Draft {
	return journal.Draft{Key: key, At: noon, Kind: "played", Data: fmt.Appendf(nil, `{"id":%q}`, key)}
}

// drafts makes one for each key.
func drafts(keys ...string) []journal.Draft {
	list := make([]journal.Draft, len(keys))
	for i, k := range keys {
		list[i] = Draft(k)
	}
	return list
}

// mustAppend appends and wants these positions.
func mustAppend(t *testing.T, s journal.Store, stream string, base int64, keys []string, want ...int64) {
	t.Helper()
	got, err := s.Append(t.Context(), stream, base, drafts(keys...)...)
	if err != nil {
		t.Fatalf("append %v to %s at %d: %v", keys, stream, base, err)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("append %v to %s at %d: positions %v, want %v", keys, stream, base, got, want)
	}
}

// read gives all that a stream holds behind a position.
func read(t *testing.T, s journal.Store, stream string, after int64) []journal.Entry {
	t.Helper()
	var list []journal.Entry
	for e, err := range s.Read(t.Context(), stream, after) {
		if err != nil {
			t.Fatalf("read %s after %d: %v", stream, after, err)
		}
		list = append(list, e)
	}
	return list
}

// wantKeys reads a stream and wants these keys, at positions without a gap.
func wantKeys(t *testing.T, s journal.Store, stream string, after int64, want ...string) {
	t.Helper()
	var got []string
	for i, e := range read(t, s, stream, after) {
		if e.Stream != stream || e.Position != after+int64(i)+1 {
			t.Fatalf("%s: entry %s/%d stands behind position %d", stream, e.Stream, e.Position, after+int64(i))
		}
		got = append(got, e.Key)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s after %d (-want +got):\n%s", stream, after, diff)
	}
}

// Sound verifies the whole log.
func Sound(t testing.TB, s journal.Store) {
	t.Helper()
	findings, err := journal.Verify(context.Background(), s)
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	for _, f := range findings {
		t.Errorf("verify: %v", f.Err)
	}
}

func wantCode(t *testing.T, err error, want bridge.Code) {
	t.Helper()
	if bridge.CodeOf(err) != want {
		t.Fatalf("error %v of code %q, want %q", err, bridge.CodeOf(err), want)
	}
}

func testSequence(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "tuesday", 0, []string{"a", "b"}, 1, 2)
	mustAppend(t, j, "friday", 0, []string{"x"}, 1)
	mustAppend(t, j, "tuesday", 2, []string{"c"}, 3)
	mustAppend(t, j, "tuesday", journal.Any, []string{"d", "e"}, 4, 5)
	wantKeys(t, j, "tuesday", 0, "a", "b", "c", "d", "e")
	wantKeys(t, j, "tuesday", 3, "d", "e")
	wantKeys(t, j, "tuesday", 5)
	wantKeys(t, j, "tuesday", 99)
	wantKeys(t, j, "friday", 0, "x")
	wantKeys(t, j, "unknown", 0)
	for stream, want := range map[string]int64{"tuesday": 5, "friday": 1, "unknown": 0} {
		if last, err := j.Last(t.Context(), stream); err != nil || last != want {
			t.Errorf("%s ends at %d (%v), want %d", stream, last, err, want)
		}
	}
	for e, err := range j.Read(t.Context(), "tuesday", 1) {
		if err != nil || e.Key != "b" {
			t.Fatalf("got %q, %v", e.Key, err)
		}
		break // and nothing hangs
	}
	Sound(t, j)
}

func testMoved(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "tuesday", 0, []string{"a"}, 1)
	for _, base := range []int64{0, 2, 99} {
		_, err := j.Append(t.Context(), "tuesday", base, drafts("b", "c")...)
		wantCode(t, err, bridge.Conflict)
		moved, ok := errors.AsType[*journal.Moved](err)
		if want := (journal.Moved{Name: "tuesday", Base: base, Last: 1}); !ok || *moved != want {
			t.Fatalf("base %d: %#v, want %#v", base, moved, want)
		}
	}
	_, err := j.Append(t.Context(), "unknown", 7, drafts("b")...)
	if moved, ok := errors.AsType[*journal.Moved](err); !ok || moved.Last != 0 {
		t.Fatalf("unknown stream: %v", err)
	}
	wantKeys(t, j, "tuesday", 0, "a") // none of the two was written
	wantKeys(t, j, "unknown", 0)
	if list, err := j.Streams(t.Context(), ""); err != nil || len(list) != 1 {
		t.Errorf("streams %v, %v: a refused append makes none", list, err)
	}
}

func testRepeat(t *testing.T, open Open) {
	j := fresh(t, open)
	for range 3 { // the base is old by then
		mustAppend(t, j, "tuesday", 0, []string{"a", "b"}, 1, 2)
	}
	mustAppend(t, j, "tuesday", 2, []string{"c"}, 3)
	mustAppend(t, j, "tuesday", 0, []string{"b"}, 2)
	mustAppend(t, j, "tuesday", journal.Any, []string{"b", "a"}, 2, 1)
	mustAppend(t, j, "tuesday", 3, []string{"c", "d", "a"}, 3, 4, 1) // some old, some new
	mustAppend(t, j, "tuesday", 4, []string{"e", "f", "e"}, 5, 6, 5) // twice in one
	mustAppend(t, j, "friday", 0, []string{"a"}, 1)                  // keys are those of a stream
	wantKeys(t, j, "tuesday", 0, "a", "b", "c", "d", "e", "f")

	later := Draft("a")
	later.At = noon.Add(time.Hour) // when it was sent again does not count
	if at, err := j.Append(t.Context(), "tuesday", journal.Any, later); err != nil || at[0] != 1 {
		t.Errorf("sent again later: %v, %v", at, err)
	}
	_, err := j.Append(t.Context(), "tuesday", 0, drafts("a", "g")...)
	wantCode(t, err, bridge.Conflict) // the new one has an old base
	wantKeys(t, j, "tuesday", 5, "f")
	Sound(t, j)
}

func testKeyTaken(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "tuesday", 0, []string{"a", "b"}, 1, 2)
	other, kind := Draft("b"), Draft("b")
	other.Data = []byte(`{"id":"another"}`)
	kind.Kind = "ruled"
	for _, tc := range []struct {
		name   string
		drafts []journal.Draft
		want   journal.KeyTaken
	}{
		{"other data", []journal.Draft{Draft("c"), other}, journal.KeyTaken{Stream: "tuesday", Key: "b", Position: 2}},
		{"other kind", []journal.Draft{kind}, journal.KeyTaken{Stream: "tuesday", Key: "b", Position: 2}},
		{"in one call", []journal.Draft{Draft("c"), {Key: "c", Data: []byte("1")}}, journal.KeyTaken{Stream: "tuesday", Key: "c"}},
	} {
		for _, base := range []int64{2, journal.Any, 0} {
			_, err := j.Append(t.Context(), "tuesday", base, tc.drafts...)
			wantCode(t, err, bridge.Conflict)
			if taken, ok := errors.AsType[*journal.KeyTaken](err); !ok || *taken != tc.want {
				t.Errorf("%s, base %d: %v, want %#v", tc.name, base, err, tc.want)
			}
		}
	}
	wantKeys(t, j, "tuesday", 0, "a", "b")
}

func testRefused(t *testing.T, open Open) {
	j := fresh(t, open)
	long := strings.Repeat("x", journal.MaxName+1)
	with := func(f func(*journal.Draft)) []journal.Draft {
		d := Draft("b")
		f(&d)
		return []journal.Draft{Draft("a"), d}
	}
	for name, tc := range map[string]struct {
		stream string
		base   int64
		drafts []journal.Draft
	}{
		"no stream":           {"", 0, drafts("a")},
		"long stream":         {long, 0, drafts("a")},
		"stream of two lines": {"a\nb", 0, drafts("a")},
		"no text":             {"a\xff", 0, drafts("a")},
		"base":                {"s", -2, drafts("a")},
		"nothing":             {"s", 0, nil},
		"no key":              {"s", 0, drafts("a", "")},
		"long key":            {"s", 0, drafts(long)},
		"zero byte in a key":  {"s", 0, drafts("a\x00")},
		"long kind":           {"s", 0, with(func(d *journal.Draft) { d.Kind = long })},
		"no data":             {"s", 0, with(func(d *journal.Draft) { d.Data = nil })},
		"much data":           {"s", 0, with(func(d *journal.Draft) { d.Data = make([]byte, journal.MaxData+1) })},
		"zero byte":           {"s", 0, with(func(d *journal.Draft) { d.Data = []byte("a\x00b") })},
		"not UTF-8":           {"s", 0, with(func(d *journal.Draft) { d.Data = []byte("\xff") })},
		"too many":            {"s", 0, slices.Repeat(drafts("a"), journal.MaxDrafts+1)},
	} {
		if _, err := j.Append(t.Context(), tc.stream, tc.base, tc.drafts...); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%s: %v, want code invalid", name, err)
		}
	}
	if list, err := j.Streams(t.Context(), ""); err != nil || len(list) != 0 {
		t.Errorf("streams %v, %v, want none", list, err)
	}
}

// testContent: what went in comes out, the time to the microsecond.
func testContent(t *testing.T, open Open) {
	j := fresh(t, open)
	in := []journal.Draft{
		{Key: "schlüssel ♠", At: noon, Kind: "сдано", Data: []byte("{\"text\":\"4♠× Süd, 2 бубны, 𝄞 'quoted' \\\\ \\u0000 %s $1 ?\"}\n")},
		{Key: "zero time", Data: []byte("0")},
		{Key: "before", At: time.Date(1925, 11, 1, 20, 0, 0, 0, time.UTC), Data: []byte("1925")},
		{Key: "large", At: noon, Data: []byte(strings.Repeat("♥", journal.MaxData/3))},
	}
	if _, err := j.Append(t.Context(), "event/0190-ü", 0, in...); err != nil {
		t.Fatal(err)
	}
	out := read(t, j, "event/0190-ü", 0)
	if len(out) != len(in) {
		t.Fatalf("%d entries, want %d", len(out), len(in))
	}
	hash := journal.Hash{}
	for i, e := range out {
		want := journal.Entry{Stream: "event/0190-ü", Position: int64(i) + 1, Draft: in[i]}
		want.At = time.UnixMicro(in[i].At.UnixMicro()).UTC()
		want.Hash = journal.Chain(hash, want)
		hash = want.Hash
		if len(e.Data) > 1_000 && bytes.Equal(e.Data, want.Data) {
			e.Data, want.Data = nil, nil // to compare four million bytes in words takes long
		}
		if diff := cmp.Diff(want, e); diff != "" {
			t.Errorf("entry %d (-want +got):\n%.2000s", i+1, diff)
		}
	}
	Sound(t, j)
}

// testOwnership: neither side's bytes are the other's.
func testOwnership(t *testing.T, open Open) {
	j := fresh(t, open)
	d := journal.Draft{Key: "a", Data: []byte("first")}
	if _, err := j.Append(t.Context(), "s", 0, d); err != nil {
		t.Fatal(err)
	}
	copy(d.Data, "XXXXX")
	copy(read(t, j, "s", 0)[0].Data, "YYYYY")
	if e, err := j.Find(t.Context(), "s", "a"); err != nil || string(e.Data) != "first" {
		t.Fatalf("%q, %v", e.Data, err)
	} else {
		copy(e.Data, "ZZZZZ")
	}
	if got := string(read(t, j, "s", 0)[0].Data); got != "first" {
		t.Errorf("it says %q by now", got)
	}
	doc := journal.Doc{Table: "t", Key: "k", Data: []byte("first")}
	if _, err := j.Put(t.Context(), 0, doc); err != nil {
		t.Fatal(err)
	}
	copy(doc.Data, "XXXXX")
	list, err := j.List(t.Context(), "t", "")
	if err != nil {
		t.Fatal(err)
	}
	copy(list[0].Data, "YYYYY")
	if got, err := j.Get(t.Context(), "t", "k"); err != nil || string(got.Data) != "first" {
		t.Errorf("doc says %q, %v", got.Data, err)
	}
}

// testPages: more than one page, written at once, read while it grows.
func testPages(t *testing.T, open Open) {
	j := fresh(t, open)
	var keys []string
	for i := range 1_234 {
		keys = append(keys, fmt.Sprintf("k%04d", i))
	}
	at, err := j.Append(t.Context(), "s", 0, drafts(keys...)...)
	if err != nil || at[0] != 1 || at[1_233] != 1_234 {
		t.Fatalf("%v … %v, %v", at[:1], at[len(at)-1:], err)
	}
	wantKeys(t, j, "s", 0, keys...)
	wantKeys(t, j, "s", 1_000, keys[1_000:]...)
	n := 0
	for e, err := range j.Read(t.Context(), "s", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 100 { // a reader holds nothing that a writer needs
			mustAppend(t, j, "s", 1_234, []string{"last"}, 1_235)
		}
		if e.Position != int64(n) {
			t.Fatalf("position %d is the %d. to come", e.Position, n)
		}
	}
	if n != 1_235 {
		t.Errorf("%d entries, want 1235: it goes on to the end that there is", n)
	}
	Sound(t, j)
}

func testFind(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "s", 0, []string{"a", "b"}, 1, 2)
	e, err := j.Find(t.Context(), "s", "b")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(read(t, j, "s", 1)[0], e); diff != "" {
		t.Errorf("(-read +found):\n%s", diff)
	}
	for _, in := range [][2]string{{"s", "c"}, {"t", "a"}, {"s", ""}, {"s", "B"}} {
		_, err := j.Find(t.Context(), in[0], in[1])
		wantCode(t, err, bridge.NotFound)
	}
}

func testStreams(t *testing.T, open Open) {
	j := fresh(t, open)
	want := []string{"Event/3", "club", "event/1", "event/2", "event_1", "pad/ä", "pad/1"}
	for i, name := range want {
		mustAppend(t, j, name, 0, []string{fmt.Sprint(i)}, 1)
	}
	slices.Sort(want)
	names := func(prefix string) []string {
		t.Helper()
		list, err := j.Streams(t.Context(), prefix)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range list {
			e := read(t, j, s.Name, 0)
			if s.Last != 1 || s.Hash != e[0].Hash {
				t.Errorf("%s ends at %d with %s, want 1 and %s", s.Name, s.Last, s.Hash, e[0].Hash)
			}
			names = append(names, s.Name)
		}
		return names
	}
	for prefix, want := range map[string][]string{
		"":       want,
		"event/": {"event/1", "event/2"},
		"event_": {"event_1"},
		"pad/":   {"pad/1", "pad/ä"},
		"x":      nil,
	} {
		if diff := cmp.Diff(want, names(prefix)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", prefix, diff)
		}
	}
}

func testCancelled(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "s", 0, []string{"a"}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Append(ctx, "s", 1, drafts("b")...); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	}
	for _, err := range j.Read(ctx, "s", 0) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("read: %v", err)
		}
	}
	_, err := j.Find(ctx, "s", "a")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("find: %v", err)
	}
	if _, err := j.Get(ctx, "t", "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("get: %v", err)
	}
	if _, err := j.Put(ctx, 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	if at, err := j.Append(t.Context(), "s", journal.Any, drafts("b")...); err != nil || at[0] != 2 {
		t.Errorf("sent again: %v, %v", at, err)
	}
	wantKeys(t, j, "s", 0, "a", "b")
}

// testRace: twenty tables write one stream, each behind what it has seen, and try
// again when it has moved.
func testRace(t *testing.T, open Open) {
	j := fresh(t, open)
	const tables, boards = 20, 8
	var group sync.WaitGroup
	for table := range tables {
		group.Go(func() {
			base := int64(0)
			for board := range boards {
				for {
					at, err := j.Append(t.Context(), "s", base, Draft(fmt.Sprintf("%d/%d", table, board)))
					if moved, ok := errors.AsType[*journal.Moved](err); ok {
						if moved.Last == base || moved.Base != base {
							t.Errorf("not moved: %v", err)
							return
						}
						base = moved.Last
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					if at[0] != base+1 {
						t.Errorf("at %d behind base %d", at[0], base)
						return
					}
					base = at[0]
					break
				}
			}
		})
	}
	group.Wait()
	wantEach(t, j, "s", tables, boards)
}

// wantEach wants the keys "0/0" to "tables-1/boards-1", each once and those of a table
// in order.
func wantEach(t *testing.T, j journal.Journal, stream string, tables, boards int) {
	t.Helper()
	next := map[int]int{}
	list := read(t, j, stream, 0)
	for i, e := range list {
		var table, board int
		if _, err := fmt.Sscanf(e.Key, "%d/%d", &table, &board); err != nil || e.Position != int64(i)+1 || next[table] != board {
			t.Fatalf("%s: key %q at position %d, as entry %d, want board %d", stream, e.Key, e.Position, i+1, next[table])
		}
		next[table]++
	}
	if len(list) != tables*boards {
		t.Fatalf("%d entries, want %d", len(list), tables*boards)
	}
	Sound(t, j)
}

// testOneKeyRace: a phone that sends ten times at once has played the board once.
func testOneKeyRace(t *testing.T, open Open) {
	j := fresh(t, open)
	for round := range 5 {
		var group sync.WaitGroup
		at := make([]int64, 10)
		for i := range at {
			group.Go(func() {
				got, err := j.Append(t.Context(), "s", journal.Any, Draft(fmt.Sprint(round)))
				if err != nil {
					t.Error(err)
					return
				}
				at[i] = got[0]
			})
		}
		group.Wait()
		if want := slices.Repeat([]int64{int64(round) + 1}, 10); !slices.Equal(at, want) {
			t.Fatalf("positions %v, want %v", at, want)
		}
	}
	wantKeys(t, j, "s", 0, "0", "1", "2", "3", "4")
}

// testManyStreamsRace: many events at once, some writers sending several at a time.
func testManyStreamsRace(t *testing.T, open Open) {
	j := fresh(t, open)
	const streams, tables, boards = 6, 5, 9
	var group sync.WaitGroup
	for stream := range streams {
		for table := range tables {
			group.Go(func() {
				for board := 0; board < boards; board += 3 {
					keys := drafts(fmt.Sprintf("%d/%d", table, board), fmt.Sprintf("%d/%d", table, board+1), fmt.Sprintf("%d/%d", table, board+2))
					at, err := j.Append(t.Context(), fmt.Sprint("event/", stream), journal.Any, keys...)
					if err != nil || at[1] != at[0]+1 || at[2] != at[0]+2 {
						t.Errorf("%v, %v", at, err)
					}
				}
			})
		}
	}
	group.Wait()
	for stream := range streams {
		wantEach(t, j, fmt.Sprint("event/", stream), tables, boards)
	}
}

// testWatch: who watches gets everything once and in order, what was there and what
// comes, while many write.
func testWatch(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "s", 0, []string{"0/0", "0/1"}, 1, 2)
	const writers, each, watchers = 5, 20, 8
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var group sync.WaitGroup
	for after := range int64(watchers) {
		group.Go(func() {
			last := after % 3
			for e, err := range journal.Watch(ctx, j, j, "s", last) {
				if err != nil || e.Position != last+1 {
					t.Errorf("position %d behind %d, %v", e.Position, last, err)
					return
				}
				if last = e.Position; last == 2+writers*each {
					return
				}
			}
			t.Errorf("watching from %d ended at %d", after%3, last)
		})
	}
	for w := range writers {
		group.Go(func() {
			for i := range each {
				if _, err := j.Append(ctx, "s", journal.Any, Draft(fmt.Sprintf("%d/%d", w+1, i))); err != nil {
					t.Error(err)
				}
				if _, err := j.Append(ctx, "other", journal.Any, Draft(fmt.Sprintf("%d/%d", w+1, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func testWatchEnds(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "s", 0, []string{"a"}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for e, err := range journal.Watch(ctx, j, j, "s", 0) {
		if err != nil || e.Key != "a" {
			t.Fatalf("%q, %v", e.Key, err)
		}
		cancel() // the loop ends by itself
	}
	var faults []error
	for _, err := range journal.Watch(t.Context(), j, j, "s", 0) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(faults) != 1 || !errors.Is(faults[0], journal.ErrClosed) {
		t.Errorf("watching a journal that closes: %v, want that it is closed, once", faults)
	}
}

// testModel does random things to the engine and to the simplest one, and wants the
// same answers.
func testModel(t *testing.T, open Open) {
	j := fresh(t, open)
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++ // streams of their own, for a new journal each time would take long
		model := new(journal.Memory)
		defer func() { _ = model.Close() }() // memory alone
		ctx := context.Background()
		names := []string{fmt.Sprint("a", run), fmt.Sprint("b", run)}
		steps := rapid.IntRange(1, 12).Draw(t, "steps")
		for range steps {
			stream := rapid.SampledFrom(names).Draw(t, "stream")
			base := rapid.Int64Range(journal.Any, 4).Draw(t, "base")
			list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) journal.Draft {
				return journal.Draft{
					Key:  rapid.SampledFrom([]string{"k", "l", "m", "n", "o"}).Draw(t, "key"),
					Kind: rapid.SampledFrom([]string{"", "played"}).Draw(t, "kind"),
					At:   noon,
					Data: []byte(rapid.SampledFrom([]string{"1", "1", "1", "2"}).Draw(t, "data")),
				}
			}), 1, 3).Draw(t, "drafts")
			want, wantErr := model.Append(ctx, stream, base, list...)
			got, err := j.Append(ctx, stream, base, list...)
			if fmt.Sprint(want, wantErr) != fmt.Sprint(got, err) {
				t.Fatalf("append to %s at %d: %v, %v; want %v, %v", stream, base, got, err, want, wantErr)
			}
		}
		for _, stream := range names {
			var all [2][]journal.Entry
			for i, s := range []journal.Store{model, j} {
				for e, err := range s.Read(ctx, stream, 0) {
					if err != nil {
						t.Fatal(err)
					}
					all[i] = append(all[i], e)
				}
			}
			if diff := cmp.Diff(all[0], all[1]); diff != "" {
				t.Fatalf("%s (-model +engine):\n%s", stream, diff)
			}
		}
	})
	Sound(t, j)
}

func testDocs(t *testing.T, open Open) {
	j := fresh(t, open)
	doc := func(key, owner, data string) journal.Doc {
		return journal.Doc{Table: "token", Key: key, Owner: owner, Data: []byte(data), Revision: 77} // Put does not read it
	}
	put := func(base int64, d journal.Doc, want int64) {
		t.Helper()
		if got, err := j.Put(t.Context(), base, d); err != nil || got != want {
			t.Fatalf("put %s at %d: revision %d, %v, want %d", d.Key, base, got, err, want)
		}
	}
	conflict := func(err error, base, last int64) {
		t.Helper()
		wantCode(t, err, bridge.Conflict)
		if m, ok := errors.AsType[*journal.Moved](err); !ok || *m != (journal.Moved{Name: "token/a", Base: base, Last: last}) {
			t.Fatalf("got %v, want revision %d instead of %d", err, last, base)
		}
	}
	_, err := j.Get(t.Context(), "token", "a")
	wantCode(t, err, bridge.NotFound)
	_, err = j.Put(t.Context(), 1, doc("a", "", "1"))
	conflict(err, 1, 0)
	put(0, doc("a", "event/1", "1"), 1)
	_, err = j.Put(t.Context(), 0, doc("a", "", "2"))
	conflict(err, 0, 1)
	put(1, doc("a", "event/2", "2"), 2)
	_, err = j.Put(t.Context(), 1, doc("a", "", "3"))
	conflict(err, 1, 2)
	put(journal.Any, doc("a", "event/2", "♠"), 3)
	put(journal.Any, doc("b", "event/2", "b"), 1)
	put(journal.Any, doc("B", "event/1", "B"), 1)
	put(journal.Any, doc("ä", "", "ä"), 1)
	put(0, journal.Doc{Table: "user", Key: "a", Data: []byte("another table")}, 1)

	got, err := j.Get(t.Context(), "token", "a")
	want := journal.Doc{Table: "token", Key: "a", Owner: "event/2", Revision: 3, Data: []byte("♠")}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	keys := func(owner string) (keys []string) {
		t.Helper()
		list, err := j.List(t.Context(), "token", owner)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			keys = append(keys, d.Key)
		}
		return keys
	}
	for owner, want := range map[string][]string{"": {"B", "a", "b", "ä"}, "event/2": {"a", "b"}, "event/1": {"B"}, "event/3": nil} {
		if diff := cmp.Diff(want, keys(owner)); diff != "" {
			t.Errorf("of %q (-want +got):\n%s", owner, diff)
		}
	}

	conflict(j.Delete(t.Context(), "token", "a", 2), 2, 3)
	if err := j.Delete(t.Context(), "token", "a", 3); err != nil {
		t.Fatal(err)
	}
	wantCode(t, j.Delete(t.Context(), "token", "a", 3), bridge.NotFound)
	wantCode(t, j.Delete(t.Context(), "token", "a", journal.Any), bridge.NotFound)
	if err := j.Delete(t.Context(), "token", "b", journal.Any); err != nil {
		t.Fatal(err)
	}
	if err := j.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"B", "ä"}, keys("")); diff != "" {
		t.Errorf("after deleting (-want +got):\n%s", diff)
	}
	if _, err := j.Get(t.Context(), "user", "a"); err != nil {
		t.Errorf("of another table: %v", err)
	}
}

func testDocsRefused(t *testing.T, open Open) {
	j := fresh(t, open)
	for name, tc := range map[string]struct {
		base int64
		doc  journal.Doc
	}{
		"no table": {0, journal.Doc{Key: "k", Data: []byte("1")}},
		"no key":   {0, journal.Doc{Table: "t", Data: []byte("1")}},
		"no data":  {0, journal.Doc{Table: "t", Key: "k"}},
		"owner":    {0, journal.Doc{Table: "t", Key: "k", Owner: "\x00", Data: []byte("1")}},
		"bytes":    {0, journal.Doc{Table: "t", Key: "k", Data: []byte("\xfe")}},
		"base":     {-2, journal.Doc{Table: "t", Key: "k", Data: []byte("1")}},
	} {
		if _, err := j.Put(t.Context(), tc.base, tc.doc); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%s: %v, want code invalid", name, err)
		}
	}
}

// testDocsTakenOnce: a link for one use is used once, whoever else tries.
func testDocsTakenOnce(t *testing.T, open Open) {
	j := fresh(t, open)
	if _, err := j.Put(t.Context(), 0, journal.Doc{Table: "setup", Key: "link", Data: []byte("1")}); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		group.Go(func() { errs[i] = j.Delete(t.Context(), "setup", "link", journal.Any) })
	}
	group.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		} else {
			wantCode(t, err, bridge.NotFound)
		}
	}
	if taken != 1 {
		t.Errorf("taken %d times: %v", taken, errs)
	}
}

// testDocsRace: a counter that many raise, each at the revision it read.
func testDocsRace(t *testing.T, open Open) {
	j := fresh(t, open)
	const each = 10
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			for done := 0; done < each; {
				d, err := j.Get(t.Context(), "t", "counter")
				if err != nil && bridge.CodeOf(err) != bridge.NotFound {
					t.Error(err)
					return
				}
				_, err = j.Put(t.Context(), d.Revision, journal.Doc{Table: "t", Key: "counter", Data: fmt.Append(nil, len(d.Data)+1, strings.Repeat("x", len(d.Data)))})
				switch {
				case err == nil:
					done++
				case bridge.CodeOf(err) != bridge.Conflict:
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	if d, err := j.Get(t.Context(), "t", "counter"); err != nil || d.Revision != 6*each {
		t.Errorf("revision %d, %v, want %d", d.Revision, err, 6*each)
	}
}

func testSweep(t *testing.T, open Open) {
	j := fresh(t, open)
	for key, expires := range map[string]time.Time{"old": noon.Add(-time.Hour), "now": noon, "young": noon.Add(time.Hour), "eternal": {}} {
		for _, table := range []string{"session", "other"} {
			if _, err := j.Put(t.Context(), 0, journal.Doc{Table: table, Key: key, Expires: expires, Data: []byte("1")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d, err := j.Get(t.Context(), "session", "old"); err != nil || !d.Expires.Equal(noon.Add(-time.Hour).Truncate(time.Microsecond)) {
		t.Errorf("it is there until it is swept: expires %v, %v", d.Expires, err)
	}
	if d, err := j.Get(t.Context(), "session", "eternal"); err != nil || !d.Expires.IsZero() {
		t.Errorf("eternal: expires %v, %v", d.Expires, err)
	}
	if n, err := j.Sweep(t.Context(), "session", noon); err != nil || n != 2 {
		t.Errorf("swept %d, %v, want 2", n, err)
	}
	left := map[string]bool{}
	for _, table := range []string{"session", "other"} {
		list, err := j.List(t.Context(), table, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			left[table+"/"+d.Key] = true
		}
	}
	want := []string{"other/eternal", "other/now", "other/old", "other/young", "session/eternal", "session/young"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(left))); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

func testNames(t *testing.T, open Open) {
	j := fresh(t, open)
	names := journal.Names{Docs: j}
	anna := journal.Name{ID: "p1", Person: event.Person{Name: "Anna Übel", MemberIDs: map[string]string{"club": "17"}}}
	if rev, err := names.Put(t.Context(), 0, anna); err != nil || rev != 1 {
		t.Fatalf("%d, %v", rev, err)
	}
	if _, err := names.Put(t.Context(), 0, anna); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("another with the same id: %v", err)
	}
	anna.Person.Name, anna.Hidden = "Anna Übelacker", true
	if rev, err := names.Put(t.Context(), 1, anna); err != nil || rev != 2 {
		t.Fatalf("corrected: %d, %v", rev, err)
	}
	anna.Revision = 2
	if got, err := names.Get(t.Context(), "p1"); err != nil || !cmp.Equal(anna, got) {
		t.Errorf("%v\n%s", err, cmp.Diff(anna, got))
	}
	if rev, err := names.Put(t.Context(), journal.Any, journal.Name{ID: "p0", Person: event.Person{Name: "Bert"}}); err != nil || rev != 1 {
		t.Fatalf("%d, %v", rev, err)
	}

	if err := names.Erase(t.Context(), "p1"); err != nil {
		t.Fatal(err)
	}
	_, err := names.Put(t.Context(), journal.Any, anna) // a file is read again
	wantCode(t, err, bridge.Forbidden)
	var all []journal.Name
	for n, err := range names.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	want := []journal.Name{{ID: "p0", Revision: 1, Person: event.Person{Name: "Bert"}}, {ID: "p1", Revision: 3, Erased: true}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = names.Get(t.Context(), "p2")
	wantCode(t, err, bridge.NotFound)
	if _, err := j.Put(t.Context(), 0, journal.Doc{Table: "name", Key: "p3", Data: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	_, err = names.Get(t.Context(), "p3")
	wantCode(t, err, bridge.Invalid)
}

func testClosed(t *testing.T, open Open) {
	j := fresh(t, open)
	mustAppend(t, j, "s", 0, []string{"a"}, 1)
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	calls := map[string]func() error{
		"append": func() error { _, err := j.Append(t.Context(), "s", 1, Draft("b")); return err },
		"find":   func() error { _, err := j.Find(t.Context(), "s", "a"); return err },
		"last":   func() error { _, err := j.Last(t.Context(), "s"); return err },
		"list":   func() error { _, err := j.Streams(t.Context(), ""); return err },
		"get":    func() error { _, err := j.Get(t.Context(), "t", "k"); return err },
		"put": func() error {
			_, err := j.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")})
			return err
		},
		"delete": func() error { return j.Delete(t.Context(), "t", "k", 1) },
		"docs":   func() error { _, err := j.List(t.Context(), "t", ""); return err },
		"sweep":  func() error { _, err := j.Sweep(t.Context(), "t", noon); return err },
		"scrub":  func() error { return j.Scrub(t.Context()) },
		"read": func() (fault error) {
			for _, err := range j.Read(t.Context(), "s", 0) {
				fault = err
			}
			return fault
		},
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, journal.ErrClosed) || bridge.CodeOf(err) != journal.Unavailable {
			t.Errorf("%s: %v, want that it is closed", name, err)
		}
	}
}

func testReopen(t *testing.T, open Open) {
	dir := t.TempDir()
	j := open(t, dir)
	mustAppend(t, j, "s", 0, []string{"a", "b"}, 1, 2)
	if _, err := j.Put(t.Context(), 0, journal.Doc{Table: "t", Key: "k", Data: []byte("1")}); err != nil {
		t.Fatal(err)
	}
	before := read(t, j, "s", 0)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = fresh(t, func(t *testing.T, _ string) journal.Journal { return open(t, dir) })
	if diff := cmp.Diff(before, read(t, j, "s", 0)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	mustAppend(t, j, "s", 0, []string{"a", "b"}, 1, 2)
	mustAppend(t, j, "s", 2, []string{"c"}, 3)
	if d, err := j.Get(t.Context(), "t", "k"); err != nil || d.Revision != 1 {
		t.Errorf("doc: %v, %v", d, err)
	}
	Sound(t, j)
}
