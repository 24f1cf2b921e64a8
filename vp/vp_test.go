package vp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

func find(t testing.TB, name string) *vp.Scale {
	t.Helper()
	s, err := vp.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func table(t testing.TB, s *vp.Scale, boards int) *vp.Table {
	t.Helper()
	c, err := s.Table(boards)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fraction(t testing.TB, text string) exact.Fraction {
	t.Helper()
	f, err := exact.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// of is the look-up without a pen.
func of(t testing.TB, s *vp.Scale, boards int, margin exact.Fraction) (home, away exact.Fraction) {
	t.Helper()
	h, a, err := s.Of(nil, boards, why.Plain(margin))
	if err != nil {
		t.Fatal(err)
	}
	return h.Fraction, a.Fraction
}

// equal compares a value with a text of it.
func equal(t testing.TB, what string, got exact.Fraction, want string) {
	t.Helper()
	if !got.Equal(fraction(t, want)) {
		t.Errorf("%s: %s, want %s", what, got.Short(2), want)
	}
}

// checked proves a derivation and that it ends in the value.
func checked(t testing.TB, v why.Value) {
	t.Helper()
	if v.Node() == nil {
		t.Fatal("no derivation")
	}
	if err := v.Node().Check(); err != nil {
		t.Error(err)
	}
	if !v.Node().Value.Equal(v.Fraction) {
		t.Errorf("value %v, derivation %v", v.Fraction, v.Node().Value)
	}
}

// TestContinuous: every column of 1 to 64 boards by its checksum, so that it is
// tested where the reference shelf is not there.
func TestContinuous(t *testing.T) {
	s := find(t, "wbf")
	for _, r := range shelf.Table(t, "testdata/wbf_columns.csv", "boards", "rows", "first_margin_20", "raised", "sha256") {
		c := table(t, s, r.Int("boards"))
		h, first, raised := sha256.New(), -1, 0
		for d, row := range c.Rows {
			if !row.First.Equal(exact.Int(d)) || !row.Last.Equal(row.First) || row.Open != (d == len(c.Rows)-1) {
				t.Errorf("%d boards: row %d is for %v to %v, open %v", c.Boards, d, row.First, row.Last, row.Open)
			}
			h.Write(fmt.Appendf(nil, "%d %s\n", d, row.Winner.Decimal(2)))
			if first < 0 && row.Winner.Equal(exact.Int(20)) {
				first = d
			}
			if row.Raised.Sign() != 0 {
				raised++
			}
		}
		if raised != r.Int("raised") {
			t.Errorf("%d boards: %d cells are not what the formula says, want %s", c.Boards, raised, r.Text("raised"))
		}
		if len(c.Rows) != r.Int("rows") || first != r.Int("first_margin_20") || hex.EncodeToString(h.Sum(nil)) != r.Text("sha256") {
			t.Errorf("%d boards: %d rows, 20.00 from %d; want %s and %s, or one of its cells differs", c.Boards, len(c.Rows), first, r.Text("rows"), r.Text("first_margin_20"))
		}
	}
}

// TestContinuousCells: every cell of the reference shelf.
func TestContinuousCells(t *testing.T) {
	s := find(t, "wbf")
	for _, r := range shelf.Table(t, shelf.Path(t, "vectors/vp_wbf_continuous.csv"), "boards", "imps", "winner_vp", "loser_vp", "plain_formula_vp", "corrected") {
		home, away := of(t, s, r.Int("boards"), exact.Int(r.Int("imps")))
		what := fmt.Sprintf("%s boards, %s IMPs", r.Text("boards"), r.Text("imps"))
		equal(t, what, home, r.Text("winner_vp"))
		equal(t, what+", loser", away, r.Text("loser_vp"))
		row := table(t, s, r.Int("boards")).Rows[r.Int("imps")]
		equal(t, what+", formula", row.Winner.Sub(row.Raised), r.Text("plain_formula_vp"))
		if raised := row.Raised.Sign() > 0; raised != r.Bool("corrected") {
			t.Errorf("%s: raised %v", what, raised)
		}
	}
	for _, r := range shelf.Table(t, shelf.Path(t, "vectors/vp_wbf_blitz.csv"), "boards", "-blitz_15sqrtN", "first_margin_at_or_above_blitz", "first_margin_showing_20", "-cells_corrected") {
		c := table(t, s, r.Int("boards"))
		if got := len(c.Rows) - 1; got != r.Int("first_margin_at_or_above_blitz") {
			t.Errorf("%d boards: the blitz is %d, want %s", c.Boards, got, r.Text("first_margin_at_or_above_blitz"))
		}
		first := slices.IndexFunc(c.Rows, func(r vp.Row) bool { return r.Winner.Equal(exact.Int(20)) })
		if first != r.Int("first_margin_showing_20") {
			t.Errorf("%d boards: 20.00 from %d, want %s", c.Boards, first, r.Text("first_margin_showing_20"))
		}
	}
}

// TestPublished: values that were printed, most of which the bare formula misses.
func TestPublished(t *testing.T) {
	s, missed := find(t, "wbf"), 0
	for _, r := range shelf.Table(t, "testdata/published.csv", "boards", "imps", "side", "vp", "bare_formula", "-source") {
		home, away := of(t, s, r.Int("boards"), exact.Int(r.Int("imps")))
		got := home
		if r.Text("side") == "loser" {
			got = away
		}
		equal(t, fmt.Sprintf("%s boards, %s IMPs, %s", r.Text("boards"), r.Text("imps"), r.Text("side")), got, r.Text("vp"))
		w, l, err := s.Of(why.New(), r.Int("boards"), why.Plain(exact.Int(r.Int("imps"))))
		if err != nil {
			t.Fatal(err)
		}
		side := map[string]why.Value{"winner": w, "loser": l}[r.Text("side")]
		formula, ok := side.Node().Arg("formula")
		if ok != (r.Text("vp") != r.Text("bare_formula")) {
			t.Errorf("%s boards, %s IMPs: the derivation has rule %s", r.Text("boards"), r.Text("imps"), side.Node().Rule)
		}
		if ok {
			missed++
			equal(t, "formula", formula.Num, r.Text("bare_formula"))
		}
	}
	if missed != 13 {
		t.Errorf("%d values that the bare formula misses, want 13", missed)
	}
}

// TestPublishedEvent: the victory points of a real event.
func TestPublishedEvent(t *testing.T) {
	s := find(t, "wbf")
	for _, r := range shelf.Table(t, shelf.Path(t, "events/published_vps.csv"), "boards", "margin_imps", "published_vp", "side", "-formula_without_correction") {
		home, away := of(t, s, r.Int("boards"), exact.Int(r.Int("margin_imps")))
		got := map[string]exact.Fraction{"winner": home, "loser": away}[r.Text("side")]
		equal(t, "published, "+r.Text("margin_imps")+" IMPs", got, r.Text("published_vp"))
	}
}

// TestDiscrete: the first margins of every column of 1 to 64 boards, 20 of which
// were published.
func TestDiscrete(t *testing.T) {
	s := find(t, "wbf-discrete")
	for _, r := range shelf.Table(t, "testdata/wbf_discrete.csv", "boards", "first_margins", "-standing") {
		var got []string
		for i, row := range table(t, s, r.Int("boards")).Rows {
			got = append(got, row.First.String())
			equal(t, "winner", row.Winner, strconv.Itoa(10+i))
			equal(t, "loser", row.Loser, strconv.Itoa(10-i))
		}
		if g := strings.Join(got, " "); g != r.Text("first_margins") {
			t.Errorf("%s boards: %s, want %s", r.Text("boards"), g, r.Text("first_margins"))
		}
	}
}

// TestDiscreteCells: the bands of the reference shelf.
func TestDiscreteCells(t *testing.T) {
	s := find(t, "wbf-discrete")
	for _, r := range shelf.Table(t, shelf.Path(t, "vectors/vp_wbf_discrete.csv"), "boards", "winner_vp", "loser_vp", "min_imps", "max_imps", "-standing") {
		for _, column := range []string{"min_imps", "max_imps"} {
			if r.Text(column) == "" {
				continue
			}
			home, away := of(t, s, r.Int("boards"), exact.Int(r.Int(column)))
			equal(t, r.Text("boards")+" boards, "+column, home, r.Text("winner_vp"))
			equal(t, r.Text("boards")+" boards, loser, "+column, away, r.Text("loser_vp"))
		}
	}
}

// TestACBL: every first margin and the one below it, for every number of boards.
func TestACBL(t *testing.T) {
	below := map[string]exact.Fraction{}
	for _, r := range shelf.Table(t, "testdata/acbl.csv", "scale", "boards_from", "boards_to", "winner_vp", "loser_vp", "min_imps") {
		s := find(t, "acbl"+r.Text("scale"))
		for boards := r.Int("boards_from"); boards <= r.Int("boards_to"); boards++ {
			what := fmt.Sprintf("%s, %d boards, %s IMPs", s.Name(), boards, r.Text("min_imps"))
			home, away := of(t, s, boards, exact.Int(r.Int("min_imps")))
			equal(t, what, home, r.Text("winner_vp"))
			equal(t, what, away, r.Text("loser_vp"))
			if column := s.Name() + " " + r.Text("boards_from"); r.Int("min_imps") > 0 {
				home, _ = of(t, s, boards, exact.Int(r.Int("min_imps")-1))
				equal(t, what+" less 1", home, below[column].String())
			}
		}
		below[s.Name()+" "+r.Text("boards_from")] = fraction(t, r.Text("winner_vp"))
	}
	for _, tc := range []struct {
		scale  string
		boards int
		want   string
	}{
		{"acbl20", 37, "acbl20: no table for 37 boards: want 1-36"},
		{"acbl20", 0, "acbl20: no table for 0 boards: want 1-36"},
		{"acbl30", 12, "acbl30: no table for 12 boards: want 6-11"},
		{"acbl30", 5, "acbl30: no table for 5 boards: want 6-11"},
		{"wbf", 0, "wbf: no table for 0 boards: want 1-1000"},
		{"wbf", 1001, "wbf: no table for 1001 boards: want 1-1000"},
		{"wbf-discrete", -1, "wbf-discrete: no table for -1 boards: want 1-1000"},
		{"wbf-discrete", 1001, "wbf-discrete: no table for 1001 boards: want 1-1000"},
	} {
		_, _, err := find(t, tc.scale).Of(nil, tc.boards, why.Plain(exact.Int(3)))
		refused(t, err, bridge.Unsupported, tc.want)
	}
}

func refused(t testing.TB, err error, code bridge.Code, want string) {
	t.Helper()
	if bridge.CodeOf(err) != code || err.Error() != want {
		t.Errorf("error %v (%s), want %s (%s)", err, bridge.CodeOf(err), want, code)
	}
}

// TestCases: known mistakes, answers of bodies, and every way of a margin that is
// not whole.
func TestCases(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/cases.csv", "case", "scale", "fractional", "boards", "margin", "home", "away", "-source") {
		t.Run(r.Text("case"), func(t *testing.T) {
			s := find(t, r.Text("scale"))
			if f := r.Text("fractional"); f != "" {
				s = s.Fractional(regulation.Fractional(f))
			}
			home, away, err := s.Of(why.New(), r.Int("boards"), why.Plain(fraction(t, r.Text("margin"))))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "home", home.Fraction, r.Text("home"))
			equal(t, "away", away.Fraction, r.Text("away"))
			checked(t, home)
			checked(t, away)
		})
	}
	for _, tc := range []struct{ scale, percent, want string }{
		{"wbf-discrete", "40", "8"}, {"wbf", "60", "12"}, {"acbl30", "60", "18"},
	} {
		v, err := find(t, tc.scale).Award(why.New(), fraction(t, tc.percent))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, tc.percent+" percent of "+tc.scale, v.Fraction, tc.want)
		checked(t, v)
	}
	for _, name := range vp.Names() {
		if got := find(t, name).Unverified(); got != (name == "win-loss-acbl") {
			t.Errorf("%s: unverified %v", name, got)
		}
	}
}

// TestMistakes: the known wrong values of the reference shelf are not ours.
func TestMistakes(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/mistakes.csv", "id", "scale", "boards", "imps", "right", "wrong") {
		home, _ := of(t, find(t, r.Text("scale")), r.Int("boards"), exact.Int(r.Int("imps")))
		equal(t, r.Text("id"), home, r.Text("right"))
		if home.Equal(fraction(t, r.Text("wrong"))) {
			t.Errorf("%s: the wrong value %s", r.Text("id"), r.Text("wrong"))
		}
	}
	for boards := range 64 { // M35: a scale for every length
		table(t, find(t, "wbf"), boards+1)
		table(t, find(t, "wbf-discrete"), boards+1)
	}
}

// TestPercent: both bounds of every band, for every number of boards; and its
// opposite.
func TestPercent(t *testing.T) {
	hundredth := exact.Of(1, 100)
	for _, r := range shelf.Table(t, "testdata/swiss_pairs_percent.csv", "scale", "boards_from", "boards_to", "winner_vp", "loser_vp", "above_percent", "up_to_percent") {
		s := find(t, map[string]string{"full20": "ebu-pairs", "half10": "ebu-pairs-half"}[r.Text("scale")])
		above := fraction(t, r.Text("above_percent"))
		first, last := above.Add(hundredth), exact.Int(100)
		if above.Equal(exact.Int(50)) {
			first = above
		}
		if up := r.Text("up_to_percent"); up != "" {
			last = fraction(t, up)
		}
		for boards := r.Int("boards_from"); boards <= r.Int("boards_to"); boards++ {
			for _, percent := range []exact.Fraction{first, last, above.Add(exact.Of(1, 100_000))} {
				what := fmt.Sprintf("%s, %d boards, %s percent", s.Name(), boards, percent.Short(5))
				for _, side := range []struct {
					percent exact.Fraction
					want    string
				}{{percent, r.Text("winner_vp")}, {exact.Int(100).Sub(percent), r.Text("loser_vp")}} {
					v, err := s.OfPercent(why.New(), boards, why.Plain(side.percent))
					if err != nil {
						t.Fatal(what, err)
					}
					equal(t, what, v.Fraction, side.want)
					checked(t, v)
					plain, err := s.OfPercent(nil, boards, why.Plain(side.percent))
					if err != nil || !plain.Equal(v.Fraction) || plain.Node() != nil {
						t.Errorf("%s: without a pen %v, %v", what, plain.Fraction, err)
					}
				}
			}
		}
	}
	for _, r := range shelf.Table(t, "testdata/percent_cases.csv", "case", "scale", "boards", "percent", "vp", "-source") {
		v, err := find(t, r.Text("scale")).OfPercent(nil, r.Int("boards"), why.Plain(fraction(t, r.Text("percent"))))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r.Text("case"), v.Fraction, r.Text("vp"))
	}
	pairs := find(t, "ebu-pairs")
	for _, tc := range []struct {
		boards  int
		percent string
		code    bridge.Code
		want    string
	}{
		{56, "50", bridge.Unsupported, "ebu-pairs: no table for 56 boards: want 1-55"},
		{8, "100.1", bridge.Invalid, "percentage 1001/10: want 0 to 100"},
		{8, "-1", bridge.Invalid, "percentage -1: want 0 to 100"},
	} {
		_, err := pairs.OfPercent(nil, tc.boards, why.Plain(fraction(t, tc.percent)))
		refused(t, err, tc.code, tc.want)
	}
	_, _, err := pairs.Of(nil, 8, why.Plain(exact.Int(1)))
	refused(t, err, bridge.Invalid, "scale ebu-pairs converts percentages, not IMPs")
	_, err = find(t, "wbf").OfPercent(nil, 8, why.Plain(exact.Int(55)))
	refused(t, err, bridge.Invalid, "scale wbf converts IMPs, not percentages")
}

// TestHalf: a scale of half matches is the body's, or half of the whole one; a half of
// a half there is not.
func TestHalf(t *testing.T) {
	half, err := find(t, "ebu-pairs").Half()
	if err != nil || half.Name() != "ebu-pairs-half" || half.Unit() != vp.Percent {
		t.Errorf("half of ebu-pairs: %v, %v", half, err)
	}
	if half.Unverified() {
		t.Error("ebu-pairs-half is unverified")
	}
	for _, name := range vp.Names() {
		s, err := find(t, name).Half()
		if name == "ebu-pairs-half" {
			refused(t, err, bridge.Unsupported, "scale ebu-pairs-half is one for half matches already")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name != "ebu-pairs" && (s.Name() != name+"-halved" || !s.Unverified()) {
			t.Errorf("half of %s is %s, unverified %v", name, s.Name(), s.Unverified())
		}
		_, err = s.Half()
		refused(t, err, bridge.Unsupported, "scale "+s.Name()+" is one for half matches already")
	}
}

// TestLate: B26. The team that was there has 12 at least, the late one 8 less.
func TestLate(t *testing.T) {
	rules := regulation.Late{Minutes: 30, Least: exact.Int(12), Less: exact.Int(8)}
	for _, c := range []struct {
		own, late, punctual string
	}{{"14.46", "6.46", "14.46"}, {"5.54", "-2.46", "12"}, {"12", "4", "12"}} {
		own, err := exact.Parse(c.own)
		if err != nil {
			t.Fatal(err)
		}
		for late, want := range map[bool]string{true: c.late, false: c.punctual} {
			p := why.New()
			got := vp.Late(p, rules, p.Given("vp.margin", own), late)
			if v, err := exact.Parse(want); err != nil || !got.Equal(v) || !vp.Late(nil, rules, why.Plain(own), late).Equal(v) {
				t.Errorf("%s, late %v: %v, want %s", c.own, late, got, want)
			}
			if none := vp.Late(nil, regulation.Late{}, why.Plain(own), late); !none.Equal(own) {
				t.Errorf("%s without a rule: %v", c.own, none)
			}
		}
	}
}

// TestAnyLength: win and loss, and a file that names no boards, do not depend on them.
func TestAnyLength(t *testing.T) {
	for _, name := range vp.Names() {
		half, err := find(t, name).Half()
		want := name == "win-loss" || name == "win-loss-acbl"
		if find(t, name).AnyLength() != want || err == nil && half.AnyLength() != want {
			t.Errorf("%s: %v, want %v", name, !want, want)
		}
	}
	for text, want := range map[string]bool{"0 5 5": true, "boards 1+\n0 5 5": true, "boards 1-8\n0 5 5": false, "boards 1\n0 5 5\nboards 2+\n0 5 5": false} {
		if s, err := vp.Read(strings.NewReader(text), "own"); err != nil || s.AnyLength() != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// TestHalved: every step of a halved scale is half of the whole one's, whichever way it is
// asked, and so is what both sides have together.
func TestHalved(t *testing.T) {
	two := exact.Int(2)
	for _, c := range []struct {
		name   string
		boards int
	}{{"wbf", 7}, {"wbf", 4}, {"wbf-discrete", 3}, {"acbl20", 7}, {"acbl30", 9}, {"win-loss", 1}} {
		for _, way := range []regulation.Fractional{regulation.NearestInt, regulation.FloorHalf, regulation.Interpolate} {
			whole := find(t, c.name).Fractional(way)
			half, err := whole.Half()
			if err != nil {
				t.Fatal(err)
			}
			half = half.Fractional(way)
			pool, _ := whole.Pool()
			if got, ok := half.Pool(); !ok || !got.Mul(two).Equal(pool) {
				t.Errorf("%s: pool %v of %v", c.name, got, pool)
			}
			table, err := half.Table(c.boards)
			if err != nil {
				t.Fatal(err)
			}
			for margin := range 60 {
				for _, m := range []exact.Fraction{exact.Int(margin), exact.Int(-margin), exact.Of(int64(2*margin+1), 2)} {
					home, away, err := whole.Of(nil, c.boards, why.Plain(m))
					if err != nil {
						t.Fatal(err)
					}
					h, a, err := half.Of(why.New(), c.boards, why.Plain(m))
					if err != nil || !h.Mul(two).Equal(home.Fraction) || !a.Mul(two).Equal(away.Fraction) {
						t.Errorf("%s, %d boards, margin %v: %v %v, whole %v %v, %v", c.name, c.boards, m, h, a, home, away, err)
					}
				}
				home, _, _ := half.Of(nil, c.boards, why.Plain(exact.Int(margin)))
				for _, r := range table.Rows {
					if m := exact.Int(margin); r.First.Cmp(m) <= 0 && (r.Open || m.Cmp(r.Last) <= 0) && !r.Winner.Equal(home.Fraction) {
						t.Errorf("%s, %d boards, margin %d: %v in the table, %v of the scale", c.name, c.boards, margin, r.Winner, home)
					}
				}
			}
		}
	}
}

// TestTeamsHalf: a regulation has the scale of short triangles, or half of that for
// teams.
func TestTeamsHalf(t *testing.T) {
	pack := regulation.VictoryPoints{Teams: regulation.WBFScale, Fractional: regulation.NearestInt}
	for _, c := range []struct {
		half   string
		boards int
		imps   int
		want   string
	}{
		{"", 8, 20, "823/100"}, // half of 16.46
		{"boards 3; 0 5 5; 1 6 4; 10 10 0; boards 4; 0 5 5; 20 10 0", 3, 9, "6"},
		{"boards 3; 0 5 5; 1 6 4; 10 10 0; boards 4; 0 5 5; 20 10 0", 4, -20, "0"},
	} {
		pack.Half = c.half
		s, err := vp.TeamsHalf(pack)
		if err != nil {
			t.Fatal(err)
		}
		home, _, err := s.Of(nil, c.boards, why.Plain(exact.Int(c.imps)))
		if err != nil || home.String() != c.want {
			t.Errorf("%q, %d boards, %d IMPs: %v, %v, want %s", c.half, c.boards, c.imps, home, err, c.want)
		}
		if s.Unverified() != (c.half == "") {
			t.Errorf("%q: unverified %v", c.half, s.Unverified())
		}
	}
	pack.Half = "boards 3; 0 5 5"
	s, err := vp.TeamsHalf(pack)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Of(nil, 4, why.Plain(exact.Int(1)))
	refused(t, err, bridge.Unsupported, "vp.half: no table for 4 boards: want 3")
	_, err = s.Half()
	refused(t, err, bridge.Unsupported, "scale vp.half is one for half matches already")
	for half, message := range map[string]string{
		"0 5 5; 1 6":       "vp.half: line 2:4: 2 values: want three, the first margin and the victory points of the winner and of the loser",
		"percent; 50 5 5":  "vp.half: scale vp.half converts percentages, not IMPs",
		"boards 3; 4 5 5;": "vp.half: line 2:2: the first step begins at 4: want 0",
	} {
		pack.Half = half
		_, err := vp.TeamsHalf(pack)
		refused(t, err, bridge.Invalid, message)
	}
	pack = regulation.VictoryPoints{Teams: regulation.NoVPScale}
	_, err = vp.TeamsHalf(pack)
	refused(t, err, bridge.NotFound, "the regulation has no scale of victory points for such a match")
}

func read(t testing.TB, name string) *vp.Scale {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := vp.Read(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOld25: the points of the old scale that are certain (B10 to B14), and nothing
// else; and a scale of that shape, whose sides have no fixed sum.
func TestOld25(t *testing.T) {
	old := read(t, "old25")
	for _, tc := range []struct {
		id           string
		boards       int
		margins      []int
		winner, lose string
	}{
		{"B10", 14, []int{0, 1, 2}, "15", "15"},
		{"B11", 16, []int{0, 1, 2}, "15", "15"},
		{"B12", 16, []int{3, 4, 5, 6, 7}, "16", "14"},
		{"B13", 16, []int{21}, "20", "10"},
		{"B14", 32, []int{21}, "18", "12"},
	} {
		for _, m := range tc.margins {
			home, away := of(t, old, tc.boards, exact.Int(m))
			equal(t, tc.id, home, tc.winner)
			equal(t, tc.id, away, tc.lose)
			home, away = of(t, old, tc.boards, exact.Int(-m))
			equal(t, tc.id, home, tc.lose)
			equal(t, tc.id, away, tc.winner)
		}
	}
	for margin, want := range map[int]string{
		8:   "scale old25 has no value for a margin of 8 on 16 boards",
		20:  "scale old25 has no value for a margin of 20 on 16 boards",
		-22: "scale old25 has no value for a margin of 22 on 16 boards",
	} {
		_, _, err := old.Of(nil, 16, why.Plain(exact.Int(margin)))
		refused(t, err, bridge.Unsupported, want)
	}
	_, _, err := old.Of(nil, 12, why.Plain(exact.Int(1)))
	refused(t, err, bridge.Unsupported, "old25: no table for 12 boards: want 14, 16, 32")

	shape := read(t, "shape25")
	for margin, want := range map[int]string{0: "15 15", 2: "15 15", 3: "16 14", 59: "17 13", 60: "25 5", 99: "25 1", 100: "25 0", 5000: "25 0", -70: "4 25"} {
		home, away := of(t, shape, 7, exact.Int(margin))
		if got := home.String() + " " + away.String(); got != want {
			t.Errorf("margin %d: %s, want %s", margin, got, want)
		}
	}
	if _, ok := shape.Pool(); ok {
		t.Error("a scale of 25-0 has a pool")
	}
	_, err = shape.Award(nil, exact.Int(60))
	refused(t, err, bridge.Unsupported, "scale shape25: the sides have not always the same together, so no share of it can be given")
	home, away, err := shape.Fractional(regulation.Interpolate).Of(nil, 7, why.Plain(fraction(t, "65.5")))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "65.5", home.Fraction, "25")
	equal(t, "65.5", away.Fraction, "4.5")
}

// TestRegulations: what packs name there is, and a pack's scale takes margins as the
// pack says.
func TestRegulations(t *testing.T) {
	for _, setting := range regulation.Settings() {
		unit, ok := map[string]vp.Unit{"vp.teams": vp.IMPs, "vp.swiss_pairs": vp.Percent}[setting.Name]
		if !ok {
			continue
		}
		for _, word := range setting.Words {
			if word != string(regulation.NoVPScale) && find(t, word).Unit() != unit {
				t.Errorf("%s = %s: it converts %s", setting.Name, word, find(t, word).Unit())
			}
		}
	}
	for _, tc := range []struct{ pack, teams, pairs string }{
		{"wbf", "wbf", ""}, {"ebu", "wbf-discrete", "ebu-pairs"}, {"acbl", "acbl20", ""}, {"dbv", "wbf", ""},
	} {
		p, err := regulation.Find(tc.pack)
		if err != nil {
			t.Fatal(err)
		}
		teams, err := vp.Teams(p.VictoryPoints)
		if err != nil || teams.Name() != tc.teams {
			t.Errorf("%s: %v for teams, want %s", tc.pack, err, tc.teams)
		}
		pairs, err := vp.SwissPairs(p.VictoryPoints)
		if tc.pairs == "" {
			refused(t, err, bridge.NotFound, "the regulation has no scale of victory points for such a match")
		} else if err != nil || pairs.Name() != tc.pairs {
			t.Errorf("%s: %v for pairs, want %s", tc.pack, err, tc.pairs)
		}
	}
	ebu, err := regulation.Find("ebu")
	if err != nil {
		t.Fatal(err)
	}
	s, err := vp.Teams(ebu.VictoryPoints)
	if err != nil {
		t.Fatal(err)
	}
	home, _ := of(t, s, 10, fraction(t, "27.5"))
	equal(t, "27.5 IMPs on 10 boards, EBU", home, "17")
	_, err = vp.Find("wbf-2030")
	refused(t, err, bridge.NotFound, `scale "wbf-2030": want `+strings.Join(vp.Names(), ", "))
}

// TestBoards: the column of a match that was shortened, and of teams of eight (B18,
// B19).
func TestBoards(t *testing.T) {
	for _, tc := range []struct {
		short  regulation.ShortMatch
		factor string
		match  vp.Match
		want   string
	}{
		{regulation.BoardsPlayed, "2", vp.Match{Scheduled: 10, Played: 9}, "9"},
		{regulation.BoardsScheduled, "2", vp.Match{Scheduled: 10, Played: 9}, "10"},
		{regulation.BoardsPlayed, "2", vp.Match{Scheduled: 12, Played: 12, Eight: true}, "24"},
		{regulation.BoardsPlayed, "1.6", vp.Match{Scheduled: 32, Played: 32, Eight: true}, "51"},
		{regulation.BoardsScheduled, "1.5", vp.Match{Scheduled: 9, Played: 3, Eight: true}, "14"},
	} {
		v := vp.Boards(why.New(), regulation.VictoryPoints{ShortMatch: tc.short, TeamsOfEight: fraction(t, tc.factor)}, tc.match)
		equal(t, fmt.Sprintf("%+v %s", tc.match, tc.short), v.Fraction, tc.want)
		checked(t, v)
	}
}
