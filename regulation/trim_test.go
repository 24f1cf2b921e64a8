package regulation_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
)

// TestTrim: every form of butler.trim that is in use, with the numbers of results
// left out at each end.
func TestTrim(t *testing.T) {
	for _, tc := range []struct {
		value string
		of    []int
		want  string
	}{
		{"none", []int{1, 2, 3, 40}, "0 0 0 0"},
		{"1 from 3", []int{1, 2, 3, 4, 40}, "0 0 1 1 1"},
		{"2 from 9", []int{8, 9, 40}, "0 2 2"},
		{"5%", []int{1, 19, 20, 40, 41, 60}, "0 0 1 2 2 3"},
		{"1/7 from 5", []int{4, 5, 6, 7, 13, 14}, "0 0 0 1 1 2"},
		{"10% up from 6", []int{5, 6, 10, 11, 20, 21}, "0 1 1 2 2 3"}, // B06
		{"1/7 up from 5", []int{4, 5, 7, 8}, "0 1 1 2"},
		{"10% up", []int{0, 1, 2, 3, 11}, "0 0 0 1 2"},        // something is always left
		{"49% up", []int{1, 2, 3, 4, 5, 100}, "0 0 1 1 2 49"}, // one result or two
	} {
		p, err := regulation.Read(strings.NewReader("butler.trim = "+tc.value), "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range tc.of {
			got = append(got, fmt.Sprint(p.Butler.Trim.Of(n)))
		}
		if s := strings.Join(got, " "); s != tc.want {
			t.Errorf("%s of %v: %s, want %s", tc.value, tc.of, s, tc.want)
		}
	}
	for _, value := range []string{"1 up from 3", "up", "10%up", "10% up up", "10% down", "50% up", "1 from 2", "10% up from 0", "10% from 6 up", "-5%", "0%"} {
		_, err := regulation.Read(strings.NewReader("butler.trim = "+value), "test")
		if e, ok := err.(*bridge.Error); !ok || e.Key != "regulation.value" {
			t.Errorf("%s: %v, want a refusal", value, err)
		}
	}
}

// TestTrimLeavesSomething: whatever a program asks for, at least a result is left.
func TestTrimLeavesSomething(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trim := regulation.Trim{
			Share: exact.Of(rapid.Int64Range(0, 100).Draw(t, "percent"), 100), Up: rapid.Bool().Draw(t, "up"),
			Count: rapid.IntRange(0, 30).Draw(t, "count"), From: rapid.IntRange(0, 10).Draw(t, "from"),
		}
		n := rapid.IntRange(0, 60).Draw(t, "results")
		if cut := trim.Of(n); cut < 0 || n > 0 && n-2*cut < 1 {
			t.Fatalf("%+v drops %d at each end of %d", trim, cut, n)
		}
	})
}

// TestFieldWords: the words of a board's settings, as programs see them; what the
// older ones meant they still mean.
func TestFieldWords(t *testing.T) {
	p, err := regulation.Read(strings.NewReader(`
mp.short_boards     = factor
mp.small_groups     = nz
butler.datum        = median_low
butler.short_boards = factor
ximp.divisor        = root
ximp.short_boards   = comparisons
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	if p.Matchpoints.ShortBoards != regulation.ByFactor || p.Matchpoints.SmallGroups != regulation.GroupsNZ ||
		p.Butler.Datum != regulation.MedianLow || p.Butler.ShortBoards != regulation.TrimFactored ||
		p.CrossIMPs.Divisor != regulation.ByRoot || p.CrossIMPs.ShortBoards != regulation.SumByComparisons {
		t.Errorf("%+v, %+v, %+v", p.Matchpoints, p.Butler, p.CrossIMPs)
	}
	base, err := regulation.Find(regulation.Default)
	if err != nil {
		t.Fatal(err)
	}
	if base.Butler.Datum != regulation.Mean || base.Butler.ShortBoards != regulation.TrimPresent || base.CrossIMPs.ShortBoards != regulation.SumAsItIs {
		t.Errorf("%+v, %+v", base.Butler, base.CrossIMPs)
	}
	for name, want := range map[string]regulation.ShortSum{
		"acbl": regulation.SumByComparisons, "ebu": regulation.SumByResults, "kops": regulation.SumAsItIs,
	} {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.CrossIMPs.ShortBoards != want {
			t.Errorf("%s: ximp.short_boards is %s, want %s", name, p.CrossIMPs.ShortBoards, want)
		}
	}
}
