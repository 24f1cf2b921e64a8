package pbn_test

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
)

func read(t testing.TB, r io.Reader) *pbn.File {
	t.Helper()
	f, err := pbn.Read(r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func write(t testing.TB, f *pbn.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pbn.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var dealt = regexp.MustCompile("^[NESW]:")

// counts are the columns of the table in the README of the real files, in its
// terms.
// counts are the columns of the table in the README of the real files, in its
// terms.
type counts struct{ Records, Boards, Deals, Results, Auctions, Plays int }

func count(f *pbn.File) counts {
	var c counts
	boards := map[string]bool{}
	for _, g := range f.Games {
		own := func(name string) *pbn.Tag {
			if t := g.Tag(name); t != nil && t.Line > 0 {
				return t
			}
			return &pbn.Tag{}
		}
		c.Records++
		if v := own("Board").Value; v != "" {
			boards[v] = true
		}
		if dealt.MatchString(own("Deal").Value) {
			c.Deals++
		}
		if _, err := strconv.Atoi(own("Result").Value); err == nil || strings.EqualFold(own("Contract").Value, "pass") {
			c.Results++
		}
		if own("Auction").Value != "" {
			c.Auctions++
		}
		if own("Play").Value != "" {
			c.Plays++
		}
	}
	c.Boards = len(boards)
	return c
}

// TestCounts reads every real file and compares what is in it with the README
// beside it.
func TestCounts(t *testing.T) {
	rows := 0
	for line := range strings.Lines(string(shelf.Bytes(t, "real/README.md"))) {
		cells := strings.Split(line, "|")
		if len(cells) < 12 || !strings.HasSuffix(strings.ToLower(strings.TrimSpace(cells[1])), ".pbn") {
			continue
		}
		rows++
		name := strings.TrimSpace(cells[1])
		t.Run(name, func(t *testing.T) {
			var want counts
			v := reflect.ValueOf(&want).Elem()
			for i := range v.NumField() {
				n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(cells[5+i]), ",", ""))
				if err != nil {
					t.Fatal(err)
				}
				v.Field(i).SetInt(int64(n))
			}
			f := read(t, shelf.Open(t, "real/pbn/"+name))
			if got := count(f); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
	if files := len(shelf.Glob(t, "real/pbn/*")); rows != files {
		t.Errorf("%d files in the table, %d in the folder", rows, files)
	}
}

// TestReferenceSet: valid files give no warning, and every faulty game of the
// others one within its lines.
func TestReferenceSet(t *testing.T) {
	for _, name := range shelf.Glob(t, "real/pbn/ref-correct-*.pbn") {
		for _, w := range read(t, shelf.Open(t, name)).Warnings {
			t.Errorf("%s:%d: %s", path.Base(name), w.Line, w.Text())
		}
	}
	title := regexp.MustCompile(`^% =+ game (\d+) =+$`)
	total := 0
	for _, name := range shelf.Glob(t, "real/pbn/ref-errors-*.pbn") {
		var games []int // line of each title
		n := 0
		for line := range strings.Lines(string(shelf.Bytes(t, name))) {
			n++
			if m := title.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				games = append(games, n)
				if strconv.Itoa(len(games)) != m[1] {
					t.Fatalf("%s:%d: game %s is number %d", name, n, m[1], len(games))
				}
			}
		}
		total += len(games)
		warned := make([]int, len(games)+1)
		for _, w := range read(t, shelf.Open(t, name)).Warnings {
			at := 0
			for at < len(games) && games[at] < w.Line {
				at++
			}
			warned[at]++
		}
		for i, n := range warned {
			if i > 0 && n == 0 {
				t.Errorf("%s: no warning in game %d, line %d", path.Base(name), i, games[i-1])
			}
		}
	}
	if total != 99 {
		t.Errorf("%d faulty games, want 99", total)
	}
}

// TestWarnings: what the other real files do in violation of the standard, by
// key. A new false alarm or a lost one changes a line of this table.
func TestWarnings(t *testing.T) {
	want := map[string]string{
		"bba-five-boards.pbn":         "call_spelling 3",          // 4N for 4NT
		"bba-training-379.pbn":        "no_quotes 379 value 379",  // Event without quotation marks, Date 2-Aug-2023
		"bbo-57-records.pbn":          "play_contract 4 value 57", // plays without a contract, Date with a time
		"bbo-aba-56.pbn":              "value 56",                 // Date with a time
		"bbo-helper-daily-2.pbn":      "passed_out 1",             // Declarer of a passed-out board
		"bbo-history-two.pbn":         "value 2",                  // Date 14:12
		"bc-exercises-55.pbn":         "deal 25 value 44",         // deals without a card, Board 1-1
		"bc-exercises-scoretable.pbn": "deal 53 value 119",        // hands of four cards
		"bc-many-curlies.pbn":         "unknown 1",                // CommentIsClosed
		"ben-eight-boards.pbn":        "call_spelling 7",
		"bridgebots-sample.pbn":       "card 2 ref_number 2 text 1 value 1", // --, =0=, a second }, Date 2015.09.?
		"bw-results-8663.pbn":         "call_spelling 28 note 10 ref_open 10 value 40",
		"bw-results-comment.pbn":      "call_spelling 29 value 40", // Scoring Facit
		"rpbridge-comment.pbn":        "declarer 1 not_held 4 revoke 1",
		"shared-deal-two-rooms.pbn":   "declarer 2 not_held 8 revoke 2 tricks 2",
		"upper-case-extension.PBN":    "deal 2 no_dealer 2 play_contract 2 value 22", // Dealer "Dealer 1" and so on
	}
	for _, name := range shelf.Glob(t, "real/pbn/*") {
		if strings.Contains(name, "/ref-") {
			continue
		}
		n := map[string]int{}
		for _, w := range read(t, shelf.Open(t, name)).Warnings {
			n[strings.TrimPrefix(w.Err.Key, "pbn.")]++
		}
		got := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(n), "map["), "]"), ":", " ")
		if w := want[path.Base(name)]; got != w {
			t.Errorf("%s: got %q, want %q", path.Base(name), got, w)
		}
	}
}

// model is what must survive writing: tags by name with all that belongs to them.
// Their order is the writer's, and so are spellings and places of remarks.
func model(f *pbn.File) []map[string]any {
	var out []map[string]any
	for _, g := range f.Games {
		m := map[string]any{}
		for _, t := range g.Tags {
			if t.Line == 0 && t.Origin == pbn.Own {
				continue
			}
			var calls, cards []string
			for _, c := range t.Calls {
				calls = append(calls, fmt.Sprint(c, c.NAGs, c.Note, len(c.Remarks)))
			}
			for len(calls) > 0 && strings.HasPrefix(calls[0], "-") {
				calls = calls[1:]
			}
			for _, c := range t.Cards {
				cards = append(cards, fmt.Sprint(c, c.NAGs, c.Note, len(c.Remarks)))
			}
			name := t.Name
			if name == "Note" {
				name += t.Section + strings.ReplaceAll(t.Value, " ", "")
			}
			if len(calls)+len(cards)+len(t.Remarks) > 0 || t.Table != nil || t.Name == "Note" {
				m[name] = []any{calls, cards, rows(t.Table), remarks(t.Remarks)}
			}
		}
		for _, name := range []string{
			"Event", "Site", "Date", "Board", "West", "North", "East", "South", "Scoring", "Hidden",
			"Score", "ScoreIMP", "Table", "Room", "HomeTeam", "Generator", "BCFlags", "DealId",
		} {
			if v := g.Text(name); v != "" {
				m[name+" text"] = v
			}
		}
		if d, ok := g.Date(); ok {
			m["Date text"] = d.String()
		}
		if b, ok := g.Board(); ok {
			m["Board text"] = int(b)
		}
		m["deal"], _ = g.Deal()
		m["vul"], _ = g.Vulnerable()
		m["dealer"], _ = g.Dealer()
		if _, passedOut, _ := g.Contract(); !passedOut {
			m["declarer"], _, _ = g.Declarer()
		}
		m["contract"], _, _ = g.Contract()
		m["result"], _ = g.Result()
		m["scoring"] = g.Scoring()
		m["auction notes"] = g.Notes("Auction")
		m["before"] = remarks(g.Before)
		delete(m, "Scoring text")
		out = append(out, m)
	}
	return out
}

func rows(t *pbn.Table) [][]string {
	if t == nil {
		return nil
	}
	var out [][]string
	for _, r := range t.Rows {
		cells := r.Cells
		for len(cells) < len(t.Columns) {
			cells = append(cells, "?")
		}
		out = append(out, cells)
	}
	return out
}

func remarks(rs []pbn.Remark) []string {
	var out []string
	for _, r := range rs {
		out = append(out, string(rune(r.Kind))+strings.Join(strings.Fields(r.Text), ""))
	}
	return out
}

// TestRoundTrip reads, writes and reads every real file: nothing that was
// understood is lost, and writing again gives the same bytes.
func TestRoundTrip(t *testing.T) {
	for _, name := range shelf.Glob(t, "real/pbn/*") {
		t.Run(path.Base(name), func(t *testing.T) {
			first := read(t, shelf.Open(t, name))
			text := write(t, first)
			second := read(t, bytes.NewReader(text))
			if strings.Contains(name, "ref-errors") { // what is faulty may be written differently
				if len(first.Games) != len(second.Games) {
					t.Fatalf("%d games, then %d", len(first.Games), len(second.Games))
				}
			} else {
				a, b := model(first), model(second)
				if len(a) != len(b) {
					t.Fatalf("%d games, then %d", len(a), len(b))
				}
				for i := range a {
					if diff := cmp.Diff(a[i], b[i], value); diff != "" {
						t.Fatalf("game %d, line %d: read, written, read (-first +second):\n%s", i+1, first.Games[i].First, diff)
					}
				}
				one, two := first.Record(), second.Record()
				if !cmp.Equal(one, two, value, withoutWarnings) {
					t.Errorf("record (-first +second):\n%s", cmp.Diff(one, two, value, withoutWarnings))
				}
				if a, b := keys(first), keys(second); len(b) > len(a) {
					t.Errorf("warnings %v, then %v", a, b)
				}
			}
			strict(t, text)
			if again := write(t, second); !bytes.Equal(text, again) {
				t.Errorf("written twice, the bytes differ:\n%s", cmp.Diff(string(text), string(again)))
			}
		})
	}
}

var (
	value = cmp.Options{
		cmp.Comparer(func(a, b bridge.Deal) bool { return a == b }),
		cmp.Comparer(func(a, b dd.Table) bool { return a == b }),
		cmp.Comparer(func(a, b bridge.Result) bool { return a == b }),
		cmp.Comparer(func(a, b exact.Fraction) bool { return a.Equal(b) }),
		cmpopts.EquateEmpty(),
	}
	withoutWarnings = cmpopts.IgnoreFields(event.Record{}, "Warnings")
)

func keys(f *pbn.File) map[string]int {
	n := map[string]int{}
	for _, w := range f.Warnings {
		n[w.Err.Key]++
	}
	return n
}

// TestEventsSurvive writes every real event as PBN and reads it back: the facts
// are the same.
func TestEventsSurvive(t *testing.T) {
	for _, e := range shelf.Events(t) {
		t.Run(e.Name, func(t *testing.T) {
			text := write(t, pbn.FromRecord(e.Record))
			strict(t, text)
			f := read(t, bytes.NewReader(text))
			for _, w := range f.Warnings {
				t.Errorf("%d: %s", w.Line, w.Text())
			}
			rec := f.Record()
			if diff := cmp.Diff(acts(e.Record), acts(rec), value); diff != "" {
				t.Errorf("facts (-event +read):\n%s", diff)
			}
			if diff := cmp.Diff(e.Record.Published.Totals, rec.Published.Totals, value); diff != "" {
				t.Errorf("totals (-event +read):\n%s", diff)
			}
			second := write(t, pbn.FromRecord(rec))
			third := read(t, bytes.NewReader(second)).Record()
			if diff := cmp.Diff(rec, third, value, withoutWarnings); diff != "" {
				t.Errorf("imported, exported, imported:\n%s", diff)
			}
		})
	}
}

// acts counts what the facts say, a score left out where a result stands.
func acts(rec *event.Record) map[string]int {
	out := map[string]int{}
	for _, f := range rec.Facts {
		a := f.Act
		switch p := a.(type) {
		case event.Played:
			s := fmt.Sprintf("%+v %v", p.Meeting, p.Result)
			if p.Result.IsZero() {
				s += fmt.Sprint(" ", *p.Score)
			}
			out["played "+s]++
		default:
			out[fmt.Sprintf("%T %+v", a, a)]++
		}
	}
	return out
}

// TestSameAsEvent: a file gives the results that the event holds which was made
// from the same source.
func TestSameAsEvent(t *testing.T) {
	for file, name := range map[string]string{
		"pary-barometer-295.pbn":       "pary-mp-23pairs-barometer",
		"pary-351.pbn":                 "pary-mp-travellers-13t",
		"kops-108.pbn":                 "kops-crossimp-9pairs-bye",
		"magic-contest-fr-board28.pbn": "pbn-ffb-magiccontest-board28",
		"realbridge-teams-export.pbn":  "realbridge-teams-9matches",
	} {
		t.Run(file, func(t *testing.T) {
			e := shelf.EventNamed(t, name)
			rec := read(t, shelf.Open(t, "real/pbn/"+file)).Record()
			got, want := rec.Facts[0].Act.(event.Opened), e.Record.Facts[0].Act.(event.Opened)
			if got.Kind != want.Kind || got.Method != want.Method {
				t.Errorf("got %s %s, want %s %s", got.Kind, got.Method, want.Kind, want.Method)
			}
			if first, _, _ := strings.Cut(want.Producer, " "); !strings.Contains(got.Producer, first) {
				t.Errorf("producer %q, want %q", got.Producer, want.Producer)
			}
			if diff := cmp.Diff(results(t, e.Record, e.Teams), results(t, rec, nil)); diff != "" {
				t.Errorf("results (-event +file):\n%s", diff)
			}
		})
	}
}

// results counts the results of an event by board and contestants, without leads,
// which not every source has.
func results(t *testing.T, rec *event.Record, teams []string) map[string]int {
	t.Helper()
	names := map[event.Contestant]string{}
	for i, team := range teams {
		names[event.Contestant{Number: i + 1}] = team
	}
	opened := rec.Facts[0].Act.(event.Opened)
	for _, r := range shelf.Acts[event.Registered](rec.Facts) {
		if opened.Kind == event.Teams && len(teams) == 0 {
			names[r.Contestant] = rec.People.Name(r.Persons)
		}
	}
	label := func(c event.Contestant) string {
		if names[c] != "" {
			return names[c]
		}
		return c.Label()
	}
	out := map[string]int{}
	for _, p := range shelf.Acts[event.Played](rec.Facts) {
		out[fmt.Sprintf("%d %s-%s %v", p.Board, label(p.NS), label(p.EW), p.Result.WithLead(0))]++
	}
	return out
}

// strict checks the rules of the export format that hold for every line.
func strict(t *testing.T, text []byte) {
	t.Helper()
	if !bytes.HasPrefix(text, []byte("% PBN 2.1\r\n% EXPORT\r\n")) {
		t.Errorf("head: %q", text[:min(len(text), 40)])
	}
	if bytes.Count(text, []byte("\n")) != bytes.Count(text, []byte("\r\n")) || bytes.Count(text, []byte("\r")) != bytes.Count(text, []byte("\r\n")) {
		t.Error("line ends other than CR LF")
	}
	comment := false
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		comment = comment || bytes.HasPrefix(line, []byte("{"))
		inside := comment
		comment = comment && !bytes.Contains(line, []byte("}"))
		switch {
		case len(line) == 0:
		case len(line) > 255:
			t.Errorf("line %d has %d bytes", i+1, len(line))
		case bytes.ContainsAny(line, "\t\x00\x1a"):
			t.Errorf("line %d: %q", i+1, line)
		case bytes.HasSuffix(line, []byte(" \r\n")):
			t.Errorf("line %d ends with a space: %q", i+1, line)
		case !inside && bytes.HasPrefix(line, []byte("[")) && !tagLine.Match(line) && !nameLine.Match(line):
			t.Errorf("line %d: %q", i+1, line)
		}
	}
	utf8Marked := bytes.Contains(text, []byte("charset=UTF-8\r\n"))
	if !utf8Marked {
		for _, c := range text {
			if 0x80 <= c && c < 0xA0 {
				t.Errorf("byte %#x is no character of ISO 8859-1", c)
				break
			}
		}
	}
}

var nameLine = regexp.MustCompile(`^\[[A-Za-z0-9_]+\r\n$`) // the value has the next line for itself

var tagLine = regexp.MustCompile(`^\[[A-Za-z0-9_]+ "(?:[^"\\]|\\.|\\)*"\]\r\n$`)
