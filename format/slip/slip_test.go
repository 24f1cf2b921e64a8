package slip_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// row is a line of testdata/lines.tsv.
type row struct {
	at      string
	context slip.Context
	typed   string
	want    string
}

func rows(t testing.TB) (out []row) {
	t.Helper()
	b, err := os.ReadFile("testdata/lines.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			t.Fatalf("lines.tsv:%d: %d fields", i+1, len(f))
		}
		mode, err := slip.ParseMode(f[1])
		if err != nil {
			t.Fatal(err)
		}
		board, err := strconv.Atoi(f[2])
		if err != nil {
			t.Fatal(err)
		}
		c := slip.Context{Lang: notation.Language(f[0]), Mode: mode, Board: bridge.Board(board), Vul: bridge.Board(max(board, 1)).Vulnerability()}
		c.Above = above(t, f[3], c.Vul)
		out = append(out, row{fmt.Sprintf("lines.tsv:%d: %s", i+1, f[4]), c, f[4], f[5]})
	}
	return out
}

// above reads what the table has of the line above.
func above(t testing.TB, text string, vul bridge.Vulnerability) *slip.Entry {
	t.Helper()
	if text == "" {
		return nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		return &slip.Entry{Kind: slip.Scored, Score: score.Points(n)}
	}
	if a, err := event.ParseAwards(text); err == nil {
		return &slip.Entry{Kind: slip.Awarded, Award: a}
	}
	contract, seat, ok := strings.Cut(text, " ")
	if !ok {
		contract, seat = text, ""
	}
	r, err := bridge.ParseResult(strings.TrimSpace(contract + " " + seat))
	if err != nil {
		t.Fatal(err)
	}
	points, err := score.Result(r, vul)
	if err != nil {
		t.Fatal(err)
	}
	return &slip.Entry{Kind: slip.Played, Result: r, Score: points}
}

// said is a line as the table has it.
func said(l slip.Line, err error) string {
	if err != nil {
		e, ok := err.(*bridge.Error)
		start, end, placed := notation.PlaceOf(err)
		if !ok || !placed || e.Code != bridge.Invalid {
			return fmt.Sprintf("an error of another kind: %v", err)
		}
		return fmt.Sprintf("%s %d %d", e.Key, start, end)
	}
	s := string(l.Kind)
	switch l.Kind {
	case slip.Played:
		s += fmt.Sprintf(" %v %d", l.Result, l.Score)
	case slip.Scored:
		s += fmt.Sprintf(" %d", l.Score)
	case slip.Awarded:
		s += fmt.Sprintf(" %v/%v", l.Award.NS, l.Award.EW)
	case slip.GoBoard, slip.GoPair:
		s += fmt.Sprintf(" %d", l.To)
	}
	for _, with := range []struct {
		is   bool
		text string
	}{{l.Pair > 0, fmt.Sprintf(" pair %d", l.Pair)}, {l.Late, " late"}, {l.Ditto, " ditto"}, {l.Checked, " checked"}, {l.Unusual, " unusual"}} {
		if with.is {
			s += with.text
		}
	}
	return s
}

func TestLines(t *testing.T) {
	for _, r := range rows(t) {
		if got := said(slip.Parse(r.context, r.typed)); got != r.want {
			t.Errorf("%s\n got %s\nwant %s", r.at, got, r.want)
		}
	}
}

// What a message says can be typed is taken.
func TestSuggestionsAreTaken(t *testing.T) {
	for _, r := range rows(t) {
		_, err := slip.Parse(r.context, r.typed)
		e, ok := err.(*bridge.Error)
		if !ok {
			continue
		}
		var try []any
		c := r.context
		c.Mode = slip.Contracts
		switch {
		case strings.HasPrefix(e.Key, "slip.impossible"):
			try = e.Args[len(e.Args)-2:]
		case e.Key == "slip.meant", e.Key == "slip.tens":
			try = e.Args[1:2]
		case e.Key == "slip.long":
			try = e.Args[1:2]
		}
		for _, n := range try {
			text := fmt.Sprint(n)
			if v, ok := n.(int); ok && -50 < v && v < 50 {
				c.Mode, text = slip.ShortScores, strconv.Itoa(v/10)
			}
			if l, err := slip.Parse(c, text); err != nil || fmt.Sprint(int(l.Score)) != fmt.Sprint(n) {
				t.Errorf("%s: %v says %v, which is read as %v, %v", r.at, err, n, l, err)
			}
		}
	}
}

// The mirror: with sides, declarer and vulnerability exchanged a line has the
// score of the other side.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vul := rapid.SampledFrom([]bridge.Vulnerability{0, bridge.NSVul, bridge.EWVul, bridge.AllVul}).Draw(t, "vul")
		n := rapid.IntRange(-400, 400).Draw(t, "n") * 10
		mode := rapid.SampledFrom([]slip.Mode{slip.Contracts, slip.ShortScores}).Draw(t, "mode")
		one, err1 := slip.Parse(slip.Context{Vul: vul, Mode: mode}, strconv.Itoa(n))
		two, err2 := slip.Parse(slip.Context{Vul: vul.Mirror(), Mode: mode}, strconv.Itoa(-n))
		if (err1 == nil) != (err2 == nil) || one.Score != -two.Score || one.Unusual != two.Unusual {
			t.Fatalf("%d: %v, %v; mirrored %v, %v", n, one, err1, two, err2)
		}
	})
}

// Each result can be typed in each language, as package notation prints it.
func TestEveryResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyResult(t)
		lang := rapid.SampledFrom(notation.Languages[:]).Draw(t, "lang")
		style := rapid.SampledFrom([]notation.Style{notation.Symbols, notation.Letters, notation.Letters | notation.LocalCompass}).Draw(t, "style")
		mode := rapid.SampledFrom([]slip.Mode{slip.Contracts, slip.ShortScores}).Draw(t, "mode")
		text := notation.Result(lang, style, r)
		l, err := slip.Parse(slip.Context{Lang: lang, Mode: mode, Vul: bridge.EWVul}, text)
		if err != nil || l.Result != r {
			t.Fatalf("%s: %q is read as %v, %v; want %v", lang, text, l, err, r)
		}
	})
}

func anyResult(t *rapid.T) bridge.Result {
	if rapid.IntRange(0, 30).Draw(t, "pass") == 0 {
		return bridge.PassedOut()
	}
	r, err := bridge.NewResult(bridge.Contract{
		Level:    bridge.Level(rapid.IntRange(1, 7).Draw(t, "level")),
		Strain:   rapid.SampledFrom(bridge.Strains[:]).Draw(t, "strain"),
		Doubling: bridge.Doubling(rapid.IntRange(0, 2).Draw(t, "doubling")),
	}, rapid.SampledFrom(bridge.Seats[:]).Draw(t, "seat"), rapid.IntRange(0, 13).Draw(t, "tricks"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every readable score of a line says what the score of its result is, every
// refusal has a place in the text, and nothing panics.
func FuzzParse(f *testing.F) {
	for _, r := range rows(f) {
		f.Add(string(r.context.Lang), uint8(r.context.Mode), r.typed)
	}
	f.Fuzz(func(t *testing.T, lang string, mode uint8, text string) {
		result, err := bridge.ParseResult("4SX+1 S")
		if err != nil {
			t.Fatal(err)
		}
		for _, above := range []*slip.Entry{nil, {Kind: slip.Played, Result: result}} {
			l, err := slip.Parse(slip.Context{Lang: notation.Language(lang), Mode: slip.Mode(mode % 2), Board: 2, Vul: bridge.NSVul, Above: above}, text)
			if err != nil {
				start, end, ok := notation.PlaceOf(err)
				if !ok || start < 0 || end < start || end > len(text) || bridge.CodeOf(err) != bridge.Invalid {
					t.Fatalf("%q: %v at %d to %d, %v", text, err, start, end, ok)
				}
				continue
			}
			if l.Kind == slip.Played && !l.Ditto {
				if want, err := score.Result(l.Result, bridge.NSVul); err != nil || want != l.Score {
					t.Fatalf("%q: %v scores %d, want %d, %v", text, l.Result, l.Score, want, err)
				}
			}
		}
	})
}

func TestMode(t *testing.T) {
	for _, m := range []slip.Mode{slip.Contracts, slip.ShortScores} {
		if got, err := slip.ParseMode(m.String()); err != nil || got != m {
			t.Errorf("%v is read as %v, %v", m, got, err)
		}
	}
	if _, err := slip.ParseMode("long"); bridge.CodeOf(err) != bridge.Invalid {
		t.Error(err)
	}
}
