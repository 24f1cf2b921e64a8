package score_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// outcomes reads the 2,940 outcomes; each row has the present score and that of
// 1943 to 1986.
func outcomes(t testing.TB) []shelf.Row {
	rows := shelf.Table(t, "testdata/contract_scores.csv",
		"level", "strain", "doubled", "vul", "tricks", "result", "score", "score_1943_1986")
	if len(rows) != 2940 {
		t.Fatalf("%d rows, want 2940: is the table complete?", len(rows))
	}
	return rows
}

func contract(t testing.TB, r shelf.Row) bridge.Contract {
	t.Helper()
	strain := r.Text("strain")
	if strain == "N" {
		strain = "NT"
	}
	c, err := bridge.ParseContract(r.Text("level") + strain + r.Text("doubled"))
	if err != nil {
		t.Fatalf("line %d: %v", r.Line, err)
	}
	return c
}

// TestLaw77 checks every contract with every number of tricks, from declarer's
// side and from both views of a result.
func TestLaw77(t *testing.T) {
	for _, r := range outcomes(t) {
		c, vul, tricks, want := contract(t, r), r.Bool("vul"), r.Int("tricks"), score.Points(r.Int("score"))
		if got, err := score.Duplicate(c, vul, tricks); err != nil || got != want {
			t.Errorf("line %d: %v vul=%v tricks=%d: got %d, %v, want %d (Law 77)", r.Line, c, vul, tricks, got, err, want)
		}
		for _, seat := range bridge.Seats {
			res, err := bridge.NewResult(c, seat, tricks)
			if err != nil {
				t.Fatal(err)
			}
			set, sign := bridge.NoneVul, score.Points(1)
			if seat.Side() == bridge.EW {
				sign = -1
			}
			if vul {
				set = map[bridge.Side]bridge.Vulnerability{bridge.NS: bridge.NSVul, bridge.EW: bridge.EWVul}[seat.Side()]
			}
			if got, err := score.Result(res, set); err != nil || got != sign*want {
				t.Errorf("line %d: %v, %v vulnerable: got %d, %v, want %d", r.Line, res, set, got, err, sign*want)
			}
		}
	}
}

// TestCode1943 checks the code that was in force until 1986.
func TestCode1943(t *testing.T) {
	e := edition(t, "1943")
	for _, r := range outcomes(t) {
		c, vul, tricks, want := contract(t, r), r.Bool("vul"), r.Int("tricks"), score.Points(r.Int("score_1943_1986"))
		if got, err := e.Score(c, vul, tricks); err != nil || got != want {
			t.Errorf("line %d: %v vul=%v tricks=%d: got %d, %v, want %d (1943)", r.Line, c, vul, tricks, got, err, want)
		}
	}
}

// TestUndertricks checks one to thirteen undertricks in every code that knows
// them, and on the German page.
func TestUndertricks(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/undertricks_by_edition.csv", "undertricks", "doubled", "vul", "1932", "1935", "1987", "lexicon") {
		c, err := bridge.ParseContract("7NT" + r.Text("doubled"))
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range []string{"1932", "1935", "1943", "1987", "lexicon"} {
			column := code
			if code == "1943" {
				column = "1935" // no change in between
			}
			want := score.Points(-r.Int(column))
			if got, err := edition(t, code).Score(c, r.Bool("vul"), 13-r.Int("undertricks")); err != nil || got != want {
				t.Errorf("line %d: %v in %s: got %d, %v, want %d", r.Line, c, code, got, err, want)
			}
		}
	}
}

// TestDerivations: every derivation evaluates to its value, and its value is the
// score, in every edition.
func TestDerivations(t *testing.T) {
	for _, e := range score.Editions() {
		score.Outcomes(func(o score.Outcome) {
			points, err := e.Score(o.Contract, o.Vul, o.Tricks)
			node, err2 := e.Why(o.Contract, o.Vul, o.Tricks)
			if (err == nil) != (err2 == nil) {
				t.Fatalf("%s %v: score says %v, derivation says %v", e.Code(), o, err, err2)
			}
			if err != nil {
				if bridge.CodeOf(err) != bridge.Unsupported {
					t.Fatalf("%s %v: %v", e.Code(), o, err)
				}
				return
			}
			if n, ok := node.Value.Int64(); !ok || score.Points(n) != points {
				t.Fatalf("%s %v: score %d, derivation %v", e.Code(), o, points, node.Value)
			}
			if err := node.Check(); err != nil {
				t.Fatalf("%s %v: %v", e.Code(), o, err)
			}
		})
	}
}

// drawValues draws the values of a house, some of them not known.
func drawValues(t *rapid.T) score.Values {
	point := rapid.Custom(func(t *rapid.T) score.Points {
		if rapid.IntRange(0, 5).Draw(t, "known") == 0 {
			return score.Unknown
		}
		return score.Points(rapid.IntRange(0, 10000).Draw(t, "points"))
	})
	steps := rapid.Custom(func(t *rapid.T) score.Steps { return rapid.SliceOfN(point, 0, 13).Draw(t, "steps") })
	by := rapid.Custom(func(t *rapid.T) score.ByVul[score.Points] {
		return score.ByVul[score.Points]{Not: point.Draw(t, "not"), Vul: point.Draw(t, "vul")}
	})
	v := score.Values{
		Minor: steps.Draw(t, "minor"), Major: steps.Draw(t, "major"), Notrump: steps.Draw(t, "notrump"),
		DoubledOvertrick: by.Draw(t, "overtrick"), Game: by.Draw(t, "game"), SmallSlam: by.Draw(t, "small"), GrandSlam: by.Draw(t, "grand"),
		PartScore: point.Draw(t, "part"), MadeDoubled: point.Draw(t, "doubled"), MadeRedoubled: point.Draw(t, "redoubled"),
	}
	v.Undertrick = score.ByVul[score.Steps]{Not: steps.Draw(t, "under"), Vul: steps.Draw(t, "under vul")}
	v.DoubledUndertrick = score.ByVul[score.Steps]{Not: steps.Draw(t, "under doubled"), Vul: steps.Draw(t, "under doubled vul")}
	return v
}

// TestAnyHouse: whatever a house agrees, score and derivation say the same, and
// what is not known is refused with a name.
func TestAnyHouse(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		e, err := score.NewEdition("house", drawValues(r))
		if err != nil {
			r.Fatal(err)
		}
		score.Outcomes(func(o score.Outcome) {
			if o.Tricks%3 != 0 && o.Contract.Level%2 != 0 { // a part of them is enough here
				return
			}
			points, err := e.Score(o.Contract, o.Vul, o.Tricks)
			node, err2 := e.Why(o.Contract, o.Vul, o.Tricks)
			if err != nil {
				if bridge.CodeOf(err) != bridge.Unsupported || bridge.CodeOf(err2) != bridge.Unsupported || strings.Contains(err.Error(), ":  at") {
					r.Fatalf("%v: %v and %v", o, err, err2)
				}
				return
			}
			if n, ok := node.Value.Int64(); err2 != nil || !ok || score.Points(n) != points || node.Check() != nil {
				r.Fatalf("%v: score %d, derivation %v, %v", o, points, node.Value, err2)
			}
		})
	})
}

// TestEditionsDoNotChange: what a caller does to the values it was given, or gave,
// changes no edition.
func TestEditionsDoNotChange(t *testing.T) {
	v := score.Law77().Values()
	v.Minor[0], v.DoubledUndertrick.Not[3] = 999, 1
	c, _ := bridge.ParseContract("1C")
	if n, err := score.Law77().Why(c, false, 7); err != nil || !n.Value.Equal(exact.Int(70)) {
		t.Errorf("1C= is %v, %v after a caller changed its copy", n.Value, err)
	}
	e, err := score.NewEdition("house", v)
	if err != nil {
		t.Fatal(err)
	}
	v.Minor[0] = 1
	if got, err := e.Score(c, false, 7); err != nil || got != 1299 {
		t.Errorf("1C= is %d, %v, want 999 and the game premium, as it was agreed", got, err)
	}
}

// TestEarlySlamsAndTricks: values of the earliest codes that no outcome at
// duplicate shows.
func TestEarlySlamsAndTricks(t *testing.T) {
	if v := edition(t, "1932").Values(); v.GrandSlam != (score.ByVul[score.Points]{Not: 1500, Vul: 2250}) || v.SmallSlam != (score.ByVul[score.Points]{Not: 500, Vul: 750}) {
		t.Errorf("slams of 1932: %v and %v", v.SmallSlam, v.GrandSlam)
	}
	v := edition(t, "1927").Values()
	if v.Notrump.At(1) != 35 || v.Notrump.At(7) != 35 || v.Minor.At(1) != 20 || v.Major.At(1) != 30 {
		t.Errorf("tricks of 1927: %v, %v, %v", v.Minor, v.Major, v.Notrump)
	}
}

// TestUnsupported: what a code does not tell is refused, never guessed.
func TestUnsupported(t *testing.T) {
	for _, tc := range []struct {
		edition, contract string
		tricks            int
		known             bool
	}{
		{"1935", "4SX", 10, false}, // what making it doubled earned
		{"1935", "4S", 10, false},  // the game premium at duplicate
		{"1935", "2S", 8, false},   // the part-score premium at duplicate
		{"1935", "7S", 4, true},
		{"1932", "3NT", 9, false},
		{"1932", "3NTX", 8, true},
		{"1927", "3NT", 9, false},
		{"1927", "3NT", 8, false},
		{"1943", "4SXX", 10, true},
		{"lexicon", "4SXX", 10, true},
	} {
		t.Run(tc.edition+" "+tc.contract, func(t *testing.T) {
			c, err := bridge.ParseContract(tc.contract)
			if err != nil {
				t.Fatal(err)
			}
			_, err = edition(t, tc.edition).Score(c, false, tc.tricks)
			if want := map[bool]bridge.Code{true: "", false: bridge.Unsupported}[tc.known]; bridge.CodeOf(err) != want {
				t.Errorf("got %v, want code %q", err, want)
			}
		})
	}
}

// TestEarlierTricks: trick values of codes whose premiums are not known, through
// house rules that add the premiums.
func TestEarlierTricks(t *testing.T) {
	v := edition(t, "1932").Values()
	v.Game, v.PartScore = score.ByVul[score.Points]{Not: 300, Vul: 500}, 50
	e, err := score.NewEdition("house", v)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]score.Points{
		"1NT= N": 80, "2NT= N": 120, "3NT= N": 400, "3NT+1 N": 440, // notrump 30, 40, 30, 40 …
		"7NT= N": 2040, // 240 + 300 + 1500, the grand slam of 1932
	} {
		r, err := bridge.ParseResult(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := e.Result(r, bridge.NoneVul); err != nil || got != want {
			t.Errorf("%s in 1932: got %d, %v, want %d", text, got, err, want)
		}
	}
}

// TestMistakes names the mistakes that were seen in published programs.
func TestMistakes(t *testing.T) {
	for _, tc := range []struct {
		id, contract string
		vul          bool
		over         int
		want, wrong  score.Points
		cause        string
	}{
		{"M01", "1HXX", false, 0, 520, 270, "game decided before doubling"},
		{"M02", "2HX", false, 0, 470, 220, "game decided before doubling"},
		{"M05", "4SX", false, -4, -800, -700, "4th undertrick not raised to 300"},
		{"M06", "4SX", false, -7, -1700, -1300, "4th and later undertricks"},
		{"M07", "1CXX", false, -7, -3400, -1700, "redouble forgotten in undertricks"},
		{"M08", "7S", false, 0, 1510, 0, "grand slam premium not vulnerable is 1000"},
		{"M09", "1CXX", false, 0, 230, 0, "80 trick points are not a game"},
		{"M10", "3NTXX", false, 2, 1200, 0, "overtricks 200 each, never trick value"},
		{"1NTX", "1NTX", false, 0, 180, 170, "the notrump extra 10 not doubled"},
		{"nine down in a Bermuda Bowl", "7SX", false, -9, -2300, -1700, "the code of before 1987"},
		{"five down redoubled", "3NTXX", false, -5, -2200, -1800, "the code of before 1987"},
		{"best of all", "1NTXX", true, 6, 3160, 0, ""},
		{"worst of all", "7NTXX", true, -13, -7600, -20800, "the code of 1932"},
	} {
		t.Run(tc.id, func(t *testing.T) {
			c, err := bridge.ParseContract(tc.contract)
			if err != nil {
				t.Fatal(err)
			}
			got, err := score.Duplicate(c, tc.vul, c.Tricks()+tc.over)
			if err != nil || got != tc.want {
				t.Errorf("%v%s: got %d, %v, want %d (%d was seen: %s)", c, bridge.OverText(tc.over), got, err, tc.want, tc.wrong, tc.cause)
			}
		})
	}
	t.Run("M03 M04", func(t *testing.T) {
		for contract, want := range map[string]string{"1NTX": "80", "2NTX": "140"} {
			c, _ := bridge.ParseContract(contract)
			n, err := score.Law77().Why(c, false, c.Tricks())
			if err != nil {
				t.Fatal(err)
			}
			if got := n.Find("L77.tricks").Value.String(); got != want {
				t.Errorf("%s: trick score %s, want %s: the notrump extra 10 is doubled too", contract, got, want)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name   string
		c      bridge.Contract
		tricks int
		key    string
	}{
		{"no contract", bridge.Contract{}, 7, "score.contract"},
		{"level 8", bridge.Contract{Level: 8, Strain: bridge.Clubs}, 7, "score.contract"},
		{"doubled three times", bridge.Contract{Level: 1, Strain: bridge.Clubs, Doubling: 3}, 7, "score.contract"},
		{"minus one trick", bridge.Contract{Level: 1, Strain: bridge.Clubs}, -1, "score.tricks"},
		{"fourteen tricks", bridge.Contract{Level: 7, Strain: bridge.Notrump}, 14, "score.tricks"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, score := range []func(bridge.Contract, bool, int) (score.Points, error){score.Duplicate, edition(t, "1935").Score} {
				_, err := score(tc.c, false, tc.tricks)
				e, ok := errors.AsType[*bridge.Error](err)
				if !ok || e.Code != bridge.Invalid || e.Key != tc.key || err.Error() != e.Error() {
					t.Fatalf("got %#v, want key %s", err, tc.key)
				}
			}
		})
	}
	t.Run("no result", func(t *testing.T) {
		if _, err := score.Result(bridge.Result{}, bridge.NoneVul); bridge.CodeOf(err) != bridge.Invalid {
			t.Fatalf("got %v", err)
		}
	})
	t.Run("an edition of rubber bridge", func(t *testing.T) {
		if _, err := score.FindEdition("1993"); bridge.CodeOf(err) != bridge.Unsupported {
			t.Fatalf("got %v", err)
		}
	})
	t.Run("an unknown edition", func(t *testing.T) {
		if _, err := score.FindEdition("1984"); bridge.CodeOf(err) != bridge.NotFound {
			t.Fatalf("got %v", err)
		}
	})
	t.Run("a negative value", func(t *testing.T) {
		v := score.Law77().Values()
		v.PartScore = -50
		if _, err := score.NewEdition("house", v); bridge.CodeOf(err) != bridge.Invalid {
			t.Fatalf("got %v", err)
		}
	})
}

// TestPossible: a score is possible exactly if some outcome gives it.
func TestPossible(t *testing.T) {
	seen := map[bool]map[score.Points]bool{false: {}, true: {}}
	for _, r := range outcomes(t) {
		seen[r.Bool("vul")][score.Points(r.Int("score"))] = true
	}
	for p := score.Points(-7700); p <= 3300; p += 10 {
		for vul, scores := range seen {
			if got := len(score.Law77().Giving(p, vul)) > 0; got != scores[p] {
				t.Errorf("%d, vulnerable %v: Giving says %v, the table %v", p, vul, got, scores[p])
			}
		}
	}
	for _, tc := range []struct {
		p    score.Points
		vul  bridge.Vulnerability
		want bool
	}{
		{620, bridge.NoneVul, false},
		{650, bridge.NoneVul, true},
		{650, bridge.NSVul, true},
		{0, bridge.AllVul, true},
		{-620, bridge.NSVul, false},
		{-620, bridge.EWVul, true},
		{50, bridge.EWVul, false},
		{50, bridge.NSVul, true},
	} {
		if got := score.Law77().Possible(tc.p, tc.vul); got != tc.want {
			t.Errorf("%d with %v vulnerable: %v, want %v", tc.p, tc.vul, got, tc.want)
		}
	}
}

// TestIMPs checks every difference there can be, on the present scale and on the
// one before 1962.
func TestIMPs(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/imp_every_diff.csv", "diff", "imps", "imps_before_1962") {
		d := score.Points(r.Int("diff"))
		for _, tc := range []struct {
			scale score.Scale
			want  int
		}{{score.IMPScale(), r.Int("imps")}, {score.Before1962(), r.Int("imps_before_1962")}} {
			if plus, minus := tc.scale.IMPs(d), tc.scale.IMPs(-d); plus != tc.want || minus != -tc.want {
				t.Errorf("line %d: %d is %d and %d IMPs, want %d and the opposite", r.Line, d, plus, minus, tc.want)
			}
		}
		if got := score.IMPs(d); got != r.Int("imps") {
			t.Errorf("M18, line %d: %d is %d IMPs, want %d", r.Line, d, got, r.Int("imps"))
		}
	}
	for _, r := range shelf.Table(t, "testdata/imp_table.csv", "table", "imps", "min_diff", "max_diff") {
		scale := map[string]score.Scale{"present": score.IMPScale(), "before_1962": score.Before1962()}[r.Text("table")]
		if n := r.Int("imps"); n > 0 && int(scale.From(n)) != r.Int("min_diff") {
			t.Errorf("line %d: %d IMPs from %d, want %d", r.Line, n, scale.From(n), r.Int("min_diff"))
		}
	}
}

// TestFractionalDifference: a difference between two bounds has reached the
// lower one.
func TestFractionalDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Int64Range(-8000*7, 8000*7).Draw(t, "sevenths")
		got, err := impsOf(d, 7)
		if err != nil {
			t.Fatal(err)
		}
		whole := score.Points(d / 7) // toward zero: the part of the difference that is there
		if want := score.IMPs(whole); got != want {
			t.Fatalf("%d/7 is %d IMPs, want %d", d, got, want)
		}
	})
}

// TestRefusalsNameTheirGame: what a rubber asks for is not refused as if it were
// duplicate; what duplicate asks for is.
func TestRefusalsNameTheirGame(t *testing.T) {
	c, err := bridge.ParseContract("4SX")
	if err != nil {
		t.Fatal(err)
	}
	e, err := score.FindHomeEdition("1935")
	if err != nil {
		t.Fatal(err)
	}
	_, atRubber := e.Parts(why.New(), c, false, 10)
	if got, want := fmt.Sprint(atRubber), "4SX= in the code of 1935: the premium for making a doubled contract is not known"; got != want || bridge.CodeOf(atRubber) != bridge.Unsupported {
		t.Errorf("at a rubber: %s, want %s", got, want)
	}
	_, atDuplicate := e.Score(c, false, 10)
	if got, want := fmt.Sprint(atDuplicate), "4SX= in the code of 1935: the game premium at duplicate is not known"; got != want || bridge.CodeOf(atDuplicate) != bridge.Unsupported {
		t.Errorf("at duplicate: %s, want %s", got, want)
	}
}

func edition(t testing.TB, code string) *score.Edition {
	t.Helper()
	e, err := score.FindEdition(code)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ExampleDuplicate() {
	c, _ := bridge.ParseContract("4SX")
	points, _ := score.Duplicate(c, true, 11)
	fmt.Println(points)
	// Output: 990
}

func ExampleEdition_WhyResult() {
	r, _ := bridge.ParseResult("4SX+1 S")
	n, _ := score.Law77().WhyResult(r, bridge.NSVul)
	for _, step := range n.Of {
		fmt.Println(step.Value, step.Rule)
	}
	fmt.Println(n.Value, n.Rule)
	// Output:
	// 240 L77.tricks
	// 200 L77.overtricks
	// 500 L77.game
	// 50 L77.made.doubled
	// 990 L77
}

func ExampleFindEdition() {
	r, _ := bridge.ParseResult("7SX-9 N")
	for _, code := range []string{"1987", "1943"} {
		e, _ := score.FindEdition(code)
		points, _ := e.Result(r, bridge.NoneVul)
		fmt.Println(code, points)
	}
	// Output:
	// 1987 -2300
	// 1943 -1700
}
