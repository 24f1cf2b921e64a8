package field_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/internal/workload"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

func pack(t testing.TB, lines ...string) *regulation.Pack {
	t.Helper()
	p, err := regulation.Read(strings.NewReader(strings.Join(lines, "\n")), "test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDatum checks every trimming and rounding of the datum that is in use.
func TestDatum(t *testing.T) {
	trims := map[string]string{
		"none": "none", "one_each_end_if_n>=3": "1 from 3", "5_percent_each_end": "5%", "one_seventh_each_end_if_n>4": "1/7 from 5",
	}
	roundings := map[string]string{
		"near10_half_away_from_zero": "10 away", "near10_half_toward_zero": "10 toward", "near10_half_to_even": "10 even", "truncate10": "10 truncate",
	}
	for _, r := range shelf.Table(t, "testdata/butler_datum.csv", "case", "ns_scores", "trim", "dropped_each_end", "mean",
		"near10_half_away_from_zero", "near10_half_toward_zero", "near10_half_to_even", "truncate10") {
		var scores []score.Points
		for f := range strings.FieldsSeq(r.Text("ns_scores")) {
			n, err := strconv.Atoi(f)
			if err != nil {
				t.Fatal(err)
			}
			scores = append(scores, score.Points(n))
		}
		trim, ok := trims[r.Text("trim")]
		if !ok {
			t.Fatalf("line %d: trim %q", r.Line, r.Text("trim"))
		}
		exactly, _ := field.Datum(nil, pack(t, "butler.trim = "+trim, "butler.round = exact").Butler, scores)
		if got := exactly.Decimal(4); got != r.Text("mean") {
			t.Errorf("line %d: mean %s, want %s", r.Line, got, r.Text("mean"))
		}
		for column, round := range roundings {
			rules := pack(t, "butler.trim = "+trim, "butler.round = "+round).Butler
			if got := rules.Trim.Of(len(scores)); got != r.Int("dropped_each_end") {
				t.Errorf("line %d: %d dropped at each end, want %s", r.Line, got, r.Text("dropped_each_end"))
			}
			p := why.New()
			got, ok := field.Datum(p, rules, scores)
			if !ok || got.String() != r.Text(column) {
				t.Errorf("line %d: %s %v, want %s", r.Line, column, got, r.Text(column))
			}
			if err := got.Node().Check(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, ok := field.Datum(nil, regulation.Butler{}, nil); ok {
		t.Error("a board without a result has a datum")
	}
}

// TestButlerMistakes: M26 to M29, and the example of a bulletin.
func TestButlerMistakes(t *testing.T) {
	rules := pack(t).Butler
	for _, tc := range []struct {
		scores []score.Points
		datum  string
	}{
		{[]score.Points{420, 430}, "430"},
		{[]score.Points{-420, -430}, "-430"}, // -420 was seen: rounding must mirror
		{[]score.Points{100, 110}, "110"},
		{[]score.Points{-100, -110}, "-110"},
	} {
		if d, _ := field.Datum(nil, rules, tc.scores); d.String() != tc.datum {
			t.Errorf("%v: datum %v, want %s", tc.scores, d, tc.datum)
		}
	}
	scores := slices.Concat(slices.Repeat([]score.Points{980}, 3), slices.Repeat([]score.Points{480}, 11), slices.Repeat([]score.Points{450}, 7), []score.Points{-50})
	d, _ := field.Datum(nil, rules, scores)
	if d.String() != "510" {
		t.Errorf("datum %v, want 510", d)
	}
	for s, want := range map[score.Points]int{980: 10, 480: -1, 450: -2, -50: -11} {
		if got := field.Butler(nil, s, d); !got.Equal(exact.Int(want)) {
			t.Errorf("%d earns %v, want %d", s, got, want)
		}
	}
}

// TestCrossIMPs checks sums, means and the cap on published and computed boards.
func TestCrossIMPs(t *testing.T) {
	boards := map[string][]shelf.Row{}
	for _, r := range shelf.Table(t, "testdata/cross_imps.csv", "case", "results", "ns_score", "sum", "mean_n-1", "mean_n", "ximpq_sqrt_rc_half", "cap17_mean_n-1", "standing") {
		boards[r.Text("case")] = append(boards[r.Text("case")], r)
	}
	for name, rows := range boards {
		var scores []score.Points
		for _, r := range rows {
			scores = append(scores, score.Points(r.Int("ns_score")))
		}
		sums, capped := field.CrossIMPs(scores, 0), field.CrossIMPs(scores, 17)
		for i, r := range rows {
			if sums[i] != r.Int("sum") {
				t.Errorf("%s, line %d: sum %d, want %d", name, r.Line, sums[i], r.Int("sum"))
			}
			for column, tc := range map[string]struct {
				divisor       string
				sum, decimals int
			}{
				"mean_n-1": {"comparisons", sums[i], 2}, "mean_n": {"results", sums[i], 2}, "cap17_mean_n-1": {"comparisons", capped[i], 2},
				"ximpq_sqrt_rc_half": {"root", sums[i], 4},
			} {
				got := field.Cross(why.New(), pack(t, "ximp.divisor = "+tc.divisor).CrossIMPs, why.Plain(exact.Int(tc.sum)), len(rows))
				if got.Decimal(tc.decimals) != r.Text(column) {
					t.Errorf("%s, line %d: %s %s, want %s", name, r.Line, column, got.Decimal(tc.decimals), r.Text(column))
				}
				if err := got.Node().Check(); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestCrossDefinition: the quick ways give what the two nested loops give, sum to
// zero and mirror.
func TestCrossDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := results(t)
		if rapid.Bool().Draw(t, "strange numbers") {
			for i := range scores {
				scores[i] = score.Points(10 * rapid.IntRange(-2000, 2000).Draw(t, "score"))
			}
		}
		limit := rapid.IntRange(0, 24).Draw(t, "limit")
		got, total := field.CrossIMPs(scores, limit), 0
		mirrored := make([]score.Points, len(scores))
		for i, own := range scores {
			want := 0
			for _, other := range scores {
				imps := score.IMPs(own - other)
				if limit > 0 {
					imps = min(max(imps, -limit), limit)
				}
				want += imps
			}
			if got[i] != want {
				t.Fatalf("%d among %v, at most %d: %d, want %d", own, scores, limit, got[i], want)
			}
			total += got[i]
			mirrored[i] = -own
		}
		if total != 0 {
			t.Fatalf("%v: the sums are %d in all", scores, total)
		}
		for i, m := range field.CrossIMPs(mirrored, limit) {
			if m != -got[i] {
				t.Fatalf("%v: %d, mirrored %d", scores, got[i], m)
			}
		}
	})
}

// TestCrossWorkloads: the check values of the workloads.
func TestCrossWorkloads(t *testing.T) {
	for _, f := range workload.Fields() {
		if got := workload.Check(field.CrossIMPs(f.Scores, 0)); got != f.CheckIMP {
			t.Errorf("%s: check value %d, want %d", f.Name, got, f.CheckIMP)
		}
	}
	sum := 0
	for _, board := range workload.Session() {
		sum += workload.Check(field.CrossIMPs(board, 0))
	}
	if sum != -280733046 {
		t.Errorf("session: check value %d, want -280733046", sum)
	}
}

// TestCrossSum: the derivation of a sum of comparisons comes to the number that the
// field computes at once, each step is right, and so is the datum's.
func TestCrossSum(t *testing.T) {
	rules := pack(t, "butler.trim = 1 from 3", "butler.round = 10 away").Butler
	rapid.Check(t, func(t *rapid.T) {
		scores := results(t)
		if len(scores) == 0 {
			return
		}
		limit := rapid.SampledFrom([]int{0, 1, 12, 17}).Draw(t, "limit")
		sums := field.CrossIMPs(scores, limit)
		i := rapid.IntRange(0, len(scores)-1).Draw(t, "which")
		for _, p := range []*why.Pen{nil, why.New()} {
			got := field.CrossSum(p, scores, i, limit)
			if !got.Equal(exact.Int(sums[i])) {
				t.Fatalf("result %d of %v with at most %d: derived %v, want %d", i, scores, limit, got, sums[i])
			}
			if p == nil {
				continue
			}
			if err := got.Node().Check(); err != nil {
				t.Fatal(err)
			}
			datum, _ := field.Datum(p, rules, scores)
			plain, _ := field.Datum(nil, rules, scores)
			if err := datum.Node().Check(); err != nil || !datum.Equal(plain.Fraction) {
				t.Fatalf("datum %v, derived %v: %v", plain, datum, err)
			}
		}
	})
}
