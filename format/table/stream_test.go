package table_test

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/table/tabletest"
	"github.com/overtrick/overtrick/internal/seed"
)

// streamed collects the blocks of a stream; what stands in each is named.
func streamed(o table.Options, text string) (rec *event.Record, blocks []string, err error) {
	rec = &event.Record{People: event.People{}}
	for b, err := range o.Stream(iotest.HalfReader(strings.NewReader(text))) {
		if err != nil {
			return rec, blocks, err
		}
		part := &event.Record{Facts: b.Facts, People: b.People}
		blocks = append(blocks, strconv.Itoa(b.Session)+"."+strconv.Itoa(int(b.Board))+": "+strings.Join(say(part), "; "))
		rec.Facts = append(rec.Facts, b.Facts...)
		rec.Warnings = append(rec.Warnings, b.Warnings...)
		rec.People = b.People
	}
	return rec, blocks, nil
}

func TestStream(t *testing.T) {
	const head = "board,ns,ew,score\n"
	list, err := table.ReadPairs(strings.NewReader("number,names\n3,Clara – Dieter\n1,Anna – Bert\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	bare, err := table.ReadPairs(strings.NewReader("number,names\n1,Anna – Bert\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		options table.Options
		text    string
		want    []string // blocks
		warned  string
		key, at string // of the error behind them
	}{
		{"boards", table.Options{}, head + "2,1,2,620\n2,3,4,110\n1,1,3,50\n1,2,5,0\n", []string{
			`0.2: opened pairs mp 1; 1 is ""; 2 is ""; 3 is ""; 4 is ""; 0.0.0.2 1 2 scored 620; 0.0.0.2 3 4 scored 110`,
			`0.1: 5 is ""; 0.0.0.1 1 3 scored 50; 0.0.0.1 2 5 scored 0`,
		}, "", "", ""},
		{"comments and sep=", table.Options{}, "# made up\n\"# from seed 7, and so on\"\n\nsep=;\n# more;;\nboard;ns;ew;score\n1;1;2;420\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`,
		}, "", "", ""},
		{"one board in two sessions", table.Options{}, "session," + head + "1,1,1,2,420\n2,1,1,2,50\n", []string{
			`1.1: opened pairs mp 1; 1 is ""; 2 is ""; 1.0.0.1 1 2 scored 420`,
			`2.1: 2.0.0.1 1 2 scored 50`,
		}, "", "", ""},
		{"what the board is, said in its last line", table.Options{}, "vul," + head + ",1,1,2,620\nall,1,3,4,620\n,5,1,2,620\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 3 is ""; 4 is ""; board 0.1 dealer N vul All; 0.0.0.1 1 2 scored 620; 0.0.0.1 3 4 scored 620`,
			`0.5: 0.0.0.5 1 2 scored 620`,
		}, "", "", ""},
		{"a list of pairs", table.Options{Pairs: list}, head + "1,1,2,420\n2,1,4,110\n", []string{
			`0.1: opened pairs mp 1; 1 is "Anna – Bert"; 2 is ""; 3 is "Clara – Dieter"; 0.0.0.1 1 2 scored 420`,
			`0.2: 4 is ""; 0.0.0.2 1 4 scored 110`,
		}, "2 plays and is not in the list of pairs; 4 plays and is not in the list of pairs", "", ""},
		{"two lists that the first board shows", table.Options{}, head + "1,1,1,420\n2,1,2,110\n", []string{
			`0.1: opened pairs mp 2; 1NS is ""; 1EW is ""; 0.0.0.1 1NS 1EW scored 420`,
			`0.2: 2EW is ""; 0.0.0.2 1NS 2EW scored 110`,
		}, "", "", ""},
		{"two lists by an option", table.Options{Winners: 2}, head + "1,1,2,420\n", []string{
			`0.1: opened pairs mp 2; 1NS is ""; 2EW is ""; 0.0.0.1 1NS 2EW scored 420`,
		}, "", "", ""},
		{"no line", table.Options{}, head, []string{"0.0: opened pairs mp 1"}, "", "", ""},
		{"warnings where they belong", table.Options{}, "board,ns,ew,score,x\n1,1,2,420\n2,1,2,1680\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`, `0.2: 0.0.0.2 1 2 scored 1680`,
		}, `column "x" is not known and is not read: want `, "", ""},
		{"a character set", table.Options{Charset: "windows-1251"}, "board,ns,ew,score,note\n1,1,2,420,\xC6\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420 because Ж`,
		}, "", "", ""},

		{"a board again", table.Options{}, head + "1,1,2,420\n2,1,2,110\n1,3,4,50\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`, `0.2: 0.0.0.2 1 2 scored 110`,
		}, "", "table.scattered", "line 4"},
		{"a number meets itself later", table.Options{}, head + "1,1,2,420\n2,1,1,50\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`,
		}, "", "table.late_side", "line 3, column ns"},
		{"a side that is named later", table.Options{}, head + "1,1,2,420\n2,1,2EW,50\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`,
		}, "", "table.late_side", "line 3, column ew"},
		{"a list without directions", table.Options{Winners: 2, Pairs: bare}, head + "1,1,2,420\n", nil, "", "table.no_direction", "list of pairs, line 2"},
		{"the board before a line that is broken", table.Options{}, head + "1,1,2,420\n2,1,\"2,50\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`,
		}, "", "table.quotes", "line 3"},
		{"the board before a line without a board", table.Options{}, head + "1,1,2,420\n,1,2,50\n", []string{
			`0.1: opened pairs mp 1; 1 is ""; 2 is ""; 0.0.0.1 1 2 scored 420`,
		}, "", "table.no_board", "line 3, column board"},
		{"a fault in the board before", table.Options{}, head + "1,1,2,427\n,1,2,50\n", nil, "", "table.impossible", "line 2, column score"},
		{"a meeting twice", table.Options{}, head + "1,1,2,420\n1,1,2,50\n", nil, "", "table.twice", "line 3"},
		{"no UTF-8", table.Options{}, "board,ns,ew,score,note\n1,1,2,420,sp\xe4t\n", nil, "", "table.not_utf8", "line 2, column note"},
		{"no header", table.Options{}, "", nil, "", "table.empty", ""},
		{"a header without a column", table.Options{}, "# comment\nboard,ns,score\n", nil, "", "table.columns", "line 2"},
		{"no lists", table.Options{Winners: 3}, head, nil, "", "table.winners", ""},
		{"no such character set", table.Options{Charset: "klingon"}, head, nil, "", "charset.unknown", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, blocks, err := streamed(c.options, c.text)
			if diff := gocmp.Diff(c.want, blocks); diff != "" {
				t.Error(diff)
			}
			var warned []string
			for _, w := range rec.Warnings {
				warned = append(warned, w.Text())
			}
			if got := strings.Join(warned, "; "); !strings.HasPrefix(got, c.warned) || c.warned == "" && got != "" {
				t.Errorf("warned %q, want %q", got, c.warned)
			}
			e, _ := errors.AsType[*bridge.Error](err)
			if c.key == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if e == nil || e.Key != c.key || e.At != c.at {
				t.Errorf("got %v, want %s at %q", err, c.key, c.at)
			}
		})
	}
}

// TestStreamStops: a stream ends with whoever reads it, and with what it is read
// from.
func TestStreamStops(t *testing.T) {
	n := 0
	for _, err := range table.Stream(strings.NewReader("board,ns,ew,score\n1,1,2,420\n2,1,2,620\n")) {
		if n++; err != nil {
			t.Error(err)
		}
		break
	}
	if n != 1 {
		t.Errorf("%d blocks", n)
	}
	broken := errors.New("disk full")
	for _, text := range []string{"", "# seed 7\n", "board,ns,ew,score\n1,1,2,420\n"} {
		var last error
		for _, err := range table.Stream(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))) {
			last = err
		}
		if e, ok := errors.AsType[*bridge.Error](last); !ok || e.Key != "table.read" || !errors.Is(last, broken) {
			t.Errorf("%q: %v", text, last)
		}
	}
}

// TestStreamLikeRead: a table that is sorted says the same board by board and as a
// whole.
func TestStreamLikeRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := tabletest.Records().Draw(t, "record")
		slices.SortStableFunc(rec.Facts, func(a, b event.Fact) int {
			x, y := meetingOf(a.Act), meetingOf(b.Act)
			return cmp.Or(cmp.Compare(x.Session, y.Session), cmp.Compare(x.Board, y.Board))
		})
		var results, pairs, penalties bytes.Buffer
		if _, err := table.Write(&results, rec); err != nil {
			t.Fatal(err)
		}
		if _, err := table.WritePairs(&pairs, rec); err != nil {
			t.Fatal(err)
		}
		if _, err := table.WritePenalties(&penalties, rec); err != nil {
			t.Fatal(err)
		}
		list, err := table.ReadPairs(&pairs, "")
		if err != nil {
			t.Fatal(err)
		}
		punished, err := table.ReadPenalties(&penalties, "")
		if err != nil {
			t.Fatal(err)
		}
		o := table.Options{Pairs: list, Penalties: punished}
		whole, err := o.Read(strings.NewReader(results.String()))
		if err != nil {
			t.Fatal(err)
		}
		parts, _, err := streamed(o, results.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, results.String())
		}
		byKind := func(facts []event.Fact) []event.Fact { // as they stand if the file is read as a whole
			facts = slices.Clone(facts)
			slices.SortStableFunc(facts, func(a, b event.Fact) int { return cmp.Compare(kindOf(a.Act), kindOf(b.Act)) })
			return facts
		}
		if diff := gocmp.Diff(byKind(whole.Facts), byKind(parts.Facts), gocmp.Comparer(exact.Fraction.Equal), cmpopts.EquateComparable(bridge.Result{}, bridge.Deal{}, dd.Table{})); diff != "" {
			t.Fatalf("(-whole +parts)\n%s\n%s", diff, results.String())
		}
		if diff := gocmp.Diff(whole.People, parts.People); diff != "" {
			t.Fatal(diff)
		}
	})
}

func meetingOf(a event.Act) event.Meeting {
	switch a := a.(type) {
	case event.Played:
		return a.Meeting
	case event.NotPlayed:
		return a.Meeting
	case event.SatOut:
		return a.Meeting
	case event.Ruled:
		return a.Meeting
	case event.Fouled:
		return event.Meeting{Session: a.Session, Board: a.Board}
	case event.Penalised:
		return event.Meeting{Session: 1 << 20} // last
	}
	return event.Meeting{Session: -1}
}

func kindOf(a event.Act) int {
	switch a.(type) {
	case event.Opened:
		return 0
	case event.Registered:
		return 1
	case event.BoardSet:
		return 2
	}
	return 3
}

// grown is a table of made-up results that is written while it is read.
type grown struct {
	boards, tables int // how many boards are left, and at how many tables each is played
	board          int
	scores         *seed.Source
	text, room     []byte // text is what nobody has read yet
}

func newGrown(boards, tables int) *grown {
	return &grown{boards: boards, tables: tables, scores: seed.New(1), text: []byte("board,ns,ew,contract,declarer,tricks,score\n")}
}

// Read implements [io.Reader].
func (g *grown) Read(b []byte) (int, error) {
	if len(g.text) == 0 {
		if g.boards == 0 {
			return 0, io.EOF
		}
		g.boards--
		g.board++
		g.text = g.room[:0]
		for table := range g.tables {
			g.text = strconv.AppendInt(g.text, int64(g.board), 10)
			g.text = append(g.text, ',')
			g.text = strconv.AppendInt(g.text, int64(table+1), 10)
			g.text = append(g.text, ',')
			g.text = strconv.AppendInt(g.text, int64(g.tables+table+1), 10)
			g.text = append(g.text, []string{",1NT,N,7,90\n", ",3S,E,8,\n", ",,,,-100\n", ",2HX,W,10,\n"}[g.scores.Below(4)]...)
		}
		g.room = g.text
	}
	n := copy(b, g.text)
	g.text = g.text[n:]
	return n, nil
}

// TestStreamMemory: two million lines pass, in boards of 2,000, and no more than one
// board is held.
func TestStreamMemory(t *testing.T) {
	const boards, tables, limit = 1000, 2000, 40 << 20
	var m runtime.MemStats
	var peak uint64
	n, results := 0, 0
	for b, err := range table.Stream(newGrown(boards, tables)) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		for _, f := range b.Facts {
			if _, ok := f.Act.(event.Played); ok {
				results++
			}
		}
		if n%10 == 0 {
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
		}
	}
	if n != boards || results != boards*tables {
		t.Errorf("%d boards with %d results", n, results)
	}
	if peak > limit {
		t.Errorf("%d MB of the heap were in use, want %d at most", peak>>20, limit>>20)
	}
	t.Logf("at most %d MB of the heap in use", peak>>20)
}

// BenchmarkStream reads a million lines, board by board.
func BenchmarkStream(b *testing.B) {
	const boards, tables = 500, 2000
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range table.Stream(newGrown(boards, tables)) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(boards*tables*b.N)/b.Elapsed().Seconds(), "rows/s")
}
