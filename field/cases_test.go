package field_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// caseResults are the results of a case: each entry of its list, repeated as it
// says, and where the first of each entry stands.
//
//	420        a score
//	420*3      three of them
//	620/170    a split score, North-South's and East-West's, both in North-South's view
//	60:110|40:-50   outcomes with their weights in percent
type caseResults struct {
	weighted []field.Weighted
	first    []int
	ruled    bool
}

// plain are the scores, where no director ruled.
func (c caseResults) plain() []score.Points {
	out := make([]score.Points, len(c.weighted))
	for i, w := range c.weighted {
		out[i] = w.NS[0].Score
	}
	return out
}

func readResults(t *testing.T, text string) caseResults {
	t.Helper()
	points := func(s string) score.Points {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return score.Points(n)
	}
	var c caseResults
	for entry := range strings.FieldsSeq(text) {
		value, times, repeated := strings.Cut(entry, "*")
		n := 1
		if repeated {
			n = int(points(times))
		}
		var w field.Weighted
		ns, ew, split := strings.Cut(value, "/")
		switch {
		case split:
			w = field.Weighted{NS: field.Single(points(ns)).NS, EW: field.Single(points(ew)).EW}
			c.ruled = true
		case strings.Contains(value, ":"):
			var list []field.Outcome
			for outcome := range strings.SplitSeq(value, "|") {
				weight, s, _ := strings.Cut(outcome, ":")
				list = append(list, field.Outcome{Score: points(s), Weight: fraction(t, weight).Div(exact.Int(100))})
			}
			w = field.Weighted{NS: list, EW: list}
			c.ruled = true
		default:
			w = field.Single(points(value))
		}
		c.first = append(c.first, len(c.weighted))
		c.weighted = append(c.weighted, slices.Repeat([]field.Weighted{w}, n)...)
	}
	return c
}

func fraction(t *testing.T, s string) exact.Fraction {
	t.Helper()
	f, err := exact.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// settings are the lines of a cell, cut by semicolons.
func settings(r shelf.Row) []string { return strings.Split(r.Text("settings"), "; ") }

// checkValue compares a value with the text of a case: as exactly as that is
// written, if it has decimals, and else exactly. Its derivation must hold.
func checkValue(t *testing.T, what string, got why.Value, want string) {
	t.Helper()
	shown := got.String()
	if _, decimals, ok := strings.Cut(want, "."); ok {
		shown = got.Decimal(len(decimals))
	}
	if shown != want {
		t.Errorf("%s: %s, want %s", what, shown, want)
	}
	if err := got.Node().Check(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// TestMatchpointCases: the examples of the rules and the mistakes that were seen.
func TestMatchpointCases(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/matchpoint_cases.csv", "case", "settings", "method", "expected", "other_group", "results", "shows", "ns", "ew", "-source") {
		t.Run(r.Text("case"), func(t *testing.T) {
			c, rules := readResults(t, r.Text("results")), rules(t, settings(r)...)
			boards := []*field.Board{field.NewRuledBoard(rules, c.weighted, r.Int("expected"))}
			if r.Text("method") == "ascherman" {
				boards[0] = field.NewRuledAscherman(rules, c.weighted, r.Int("expected"))
			}
			if !c.ruled { // the quick way must say the same
				if boards = append(boards, field.NewBoard(rules, c.plain(), r.Int("expected"))); r.Text("method") == "ascherman" {
					boards[1] = field.NewAscherman(rules, c.plain(), r.Int("expected"))
				}
			}
			for _, b := range boards {
				if r.Text("other_group") != "" {
					b = b.InGroup(r.Int("other_group"))
				}
				checkBoard(t, r, b, c)
			}
		})
	}
}

func checkBoard(t *testing.T, r shelf.Row, b *field.Board, c caseResults) {
	t.Helper()
	shows := map[string]func(*why.Pen, int, bridge.Side) why.Value{
		"mp":      b.Matchpoints,
		"percent": b.Percent,
		"1-scale": func(p *why.Pen, i int, side bridge.Side) why.Value {
			return p.Product("test.half", []why.Value{b.Matchpoints(p, i, side)}, why.Num("half", exact.Of(1, 2)))
		},
	}
	show, ok := shows[r.Text("shows")]
	if !ok {
		t.Fatalf("shows %q", r.Text("shows"))
	}
	sides := []bridge.Side{bridge.NS}
	complement := r.Text("ew") == "complement"
	if !complement {
		sides = append(sides, bridge.EW)
	}
	for _, side := range sides {
		want := strings.Fields(r.Text(map[bridge.Side]string{bridge.NS: "ns", bridge.EW: "ew"}[side]))
		for len(want) == 1 && len(want) < len(c.first) {
			want = slices.Repeat(want, len(c.first)) // all the same
		}
		if len(want) != len(c.first) {
			t.Fatalf("line %d: %d values for %d entries", r.Line, len(want), len(c.first))
		}
		for k, i := range c.first {
			checkValue(t, side.String()+" "+strconv.Itoa(k+1), show(why.New(), i, side), want[k])
			if silent := show(nil, i, side); !silent.Equal(show(why.New(), i, side).Fraction) {
				t.Errorf("without a pen %v", silent)
			}
		}
	}
	for i := range c.weighted {
		sum := b.Matchpoints(nil, i, bridge.NS).Add(b.Matchpoints(nil, i, bridge.EW).Fraction)
		if complement && !sum.Equal(b.Top(nil).Fraction) {
			t.Errorf("result %d: the sides share %v, want the top %v", i+1, sum, b.Top(nil))
		}
	}
	if err := b.Top(why.New()).Node().Check(); err != nil {
		t.Error(err)
	}
}

// TestIMPCases: the same for IMPs.
func TestIMPCases(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/imp_cases.csv", "case", "settings", "method", "expected", "results", "values", "-source") {
		t.Run(r.Text("case"), func(t *testing.T) {
			c, pack := readResults(t, r.Text("results")), pack(t, settings(r)...)
			want := strings.Fields(r.Text("values"))
			if r.Text("method") == "datum" {
				datum, ok := field.DatumOf(why.New(), pack.Butler, c.weighted, r.Int("expected"), bridge.NS)
				if !ok {
					t.Fatal("no datum")
				}
				checkValue(t, "datum", datum, want[0])
				if !c.ruled && pack.Butler.ShortBoards == regulation.TrimPresent {
					quick, _ := field.Datum(why.New(), pack.Butler, c.plain())
					checkValue(t, "quick datum", quick, want[0])
				}
				return
			}
			if len(want) != len(c.first) {
				t.Fatalf("line %d: %d values for %d entries", r.Line, len(want), len(c.first))
			}
			for k, i := range c.first {
				checkValue(t, "result "+strconv.Itoa(k+1), imps(t, r, pack, c, i), want[k])
			}
		})
	}
}

// imps is what North-South earn by the i-th result of a case.
func imps(t *testing.T, r shelf.Row, pack *regulation.Pack, c caseResults, i int) why.Value {
	t.Helper()
	p := why.New()
	switch r.Text("method") {
	case "butler":
		datum, _ := field.Datum(p, pack.Butler, c.plain())
		return field.Butler(p, c.plain()[i], datum)
	case "ximp":
		sum := field.NewWeightedBoard(c.weighted).CrossIMPs(p, i, bridge.NS, pack.CrossIMPs.Cap)
		if !c.ruled {
			if quick := field.CrossIMPs(c.plain(), pack.CrossIMPs.Cap)[i]; !sum.Equal(exact.Int(quick)) {
				t.Errorf("result %d: %v, the quick way %d", i+1, sum, quick)
			}
		}
		return field.CrossOf(p, pack.CrossIMPs, sum, len(c.weighted), r.Int("expected"))
	}
	t.Fatalf("method %q", r.Text("method"))
	return why.Value{}
}
