package draw_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

func pack(t *testing.T, name string) *regulation.Pack {
	t.Helper()
	p, err := regulation.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNoCarryOver: a regulation without a carry-over has none, and one that rounds it
// leaves no match level.
func TestNoCarryOver(t *testing.T) {
	margin := why.Plain(exact.Int(30))
	if got := draw.CarryOver(nil, pack(t, "ebu").Knockout, margin); got.Sign() != 0 {
		t.Errorf("EBU: %v", got)
	}
	tenth := pack(t, "wbf").Knockout
	tenth.Tenth = true
	for m, want := range map[int]string{25: "25/2", -25: "-42/5", 60: "16"} { // 25/3 up is 8.4
		if got := draw.CarryOver(nil, tenth, why.Plain(exact.Int(m))); got.String() != want {
			t.Errorf("margin %d: %v, want %s", m, got, want)
		}
	}
}

// TestExtraBoards is B15.
func TestExtraBoards(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/extra_boards.csv", "scheduled", "extra", "-source") {
		if got := draw.ExtraBoards(pack(t, "ebu").Knockout, r.Int("scheduled"), 1); got != r.Int("extra") {
			t.Errorf("%d boards: %d extra, want %d", r.Int("scheduled"), got, r.Int("extra"))
		}
	}
	if got := draw.ExtraBoards(regulation.Knockout{}, -8, 1); got != 2 {
		t.Errorf("no boards: %d extra", got)
	}
	for stanza, want := range []int{8, 8, 1, 1, 1} { // the first is no stanza
		if got := draw.ExtraBoards(pack(t, "wbf").Knockout, 64, stanza); got != want {
			t.Errorf("Bermuda Bowl, stanza %d: %d extra, want %d", stanza, got, want)
		}
	}
}

func TestCarryOver(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/carry.csv", "margin", "wbf", "source") {
		t.Run(r.Text("margin")+" "+r.Text("source"), func(t *testing.T) {
			derived(t, func(p *why.Pen) why.Value {
				return draw.CarryOver(p, pack(t, "wbf").Knockout, p.Given("given", number(t, r.Text("margin"))))
			}, number(t, r.Text("wbf")))
		})
	}
}

// TestRoundCarry is B21.
func TestRoundCarry(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/round_carry.csv", "carry", "rounded", "source") {
		t.Run(r.Text("carry")+" "+r.Text("source"), func(t *testing.T) {
			derived(t, func(p *why.Pen) why.Value {
				return draw.RoundCarry(p, p.Given("given", number(t, r.Text("carry"))))
			}, number(t, r.Text("rounded")))
		})
	}
}

// TestRoundCarryLaws: it mirrors, moves by less than a tenth, and never makes a
// carry-over whole that is not.
func TestRoundCarryLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := exact.Of(rapid.Int64Range(-5000, 5000).Draw(t, "numerator"), rapid.Int64Range(1, 300).Draw(t, "denominator"))
		got := draw.RoundCarry(nil, why.Plain(f)).Fraction
		if other := draw.RoundCarry(nil, why.Plain(f.Neg())); !other.Neg().Equal(got) {
			t.Fatalf("%s becomes %s, the opposite %s", f, got, other)
		}
		if d := got.Sub(f).Abs(); d.Cmp(exact.Of(1, 10)) >= 0 {
			t.Fatalf("%s becomes %s", f, got)
		}
		if !got.Mul(exact.Int(10)).IsInt() || got.IsInt() && !f.IsInt() {
			t.Fatalf("%s becomes %s", f, got)
		}
	})
}

func TestThreeTeams(t *testing.T) {
	m := func(a, b, net int) draw.Three {
		winner := a
		if net < 0 {
			winner = b
		}
		if net == 0 {
			winner = 0
		}
		return draw.Three{Teams: [2]int{a, b}, Winner: winner, Net: exact.Int(net)}
	}
	for _, tc := range []struct {
		name    string
		matches [3]draw.Three
		want    string
	}{
		{"by wins", [3]draw.Three{m(1, 2, 5), m(1, 3, 5), m(2, 3, 5)}, "1 wins, 2 wins, 3"},
		{"a win each: net IMPs", [3]draw.Three{m(1, 2, 10), m(2, 3, 5), m(3, 1, 1)}, "1 net_imps, 3 net_imps, 2"},
		{"net IMPs, all different", [3]draw.Three{m(1, 2, 9), m(2, 3, 6), m(3, 1, 6)}, "1 net_imps, 3 net_imps, 2"},
		{"net IMPs, in another order", [3]draw.Three{m(1, 2, 3), m(2, 3, 6), m(3, 1, 3)}, "2 net_imps, 1 net_imps, 3"},
		{"net IMPs leave two: their match", [3]draw.Three{m(1, 2, 4), m(2, 3, 5), m(3, 1, 3)}, "1 direct, 2 net_imps, 3"},
		{"all level: extra boards", [3]draw.Three{m(1, 2, 7), m(2, 3, 7), m(3, 1, 7)}, "1, 2, 3 extra_boards"},
		{"all drawn: extra boards", [3]draw.Three{m(1, 2, 0), m(2, 3, 0), m(3, 1, 0)}, "1, 2, 3 extra_boards"},
		{"a draw is half a win", [3]draw.Three{m(1, 2, 0), m(1, 3, 1), m(3, 2, 9)}, "1 wins, 3 wins, 2"},
		{"two level in everything", [3]draw.Three{m(1, 2, 0), m(1, 3, 4), m(2, 3, 4)}, "1, 2 extra_boards, 3"},
	} {
		places, err := draw.ThreeTeams(tc.matches)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		var words []string
		for _, p := range places {
			words = append(words, strings.TrimSpace(draw.List(p.Teams)+" "+p.By))
		}
		if got := strings.Join(words, ", "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	for _, bad := range [][3]draw.Three{
		{m(1, 2, 1), m(1, 2, 1), m(1, 3, 1)},
		{m(1, 2, 1), m(2, 3, 1), m(3, 4, 1)},
		{m(1, 1, 1)},
		{m(0, 1, 1)},
		{{Teams: [2]int{1, 2}, Winner: 3}, m(2, 3, 1), m(3, 1, 1)},
	} {
		if _, err := draw.ThreeTeams(bad); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// TestThreeTeamsOrder: neither the order of the matches nor who is named first in
// them matters.
func TestThreeTeamsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m [3]draw.Three
		for i, teams := range [][2]int{{1, 2}, {2, 3}, {3, 1}} {
			net := rapid.IntRange(-3, 3).Draw(t, "net")
			m[i] = draw.Three{Teams: teams, Net: exact.Int(net)}
			if net != 0 {
				m[i].Winner = teams[map[bool]int{true: 0, false: 1}[net > 0]]
			}
		}
		want, err := draw.ThreeTeams(m)
		if err != nil {
			t.Fatal(err)
		}
		mixed := [3]draw.Three(rapid.Permutation(m[:]).Draw(t, "order"))
		for i := range mixed {
			if rapid.Bool().Draw(t, "turn") {
				mixed[i].Teams[0], mixed[i].Teams[1] = mixed[i].Teams[1], mixed[i].Teams[0]
				mixed[i].Net = mixed[i].Net.Neg()
			}
		}
		if got, err := draw.ThreeTeams(mixed); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
	})
}

func TestClosestLosers(t *testing.T) {
	lost := []draw.Lost{{4, exact.Int(12)}, {2, exact.Int(-3)}, {9, exact.Int(7)}, {5, exact.Int(7)}}
	for _, tc := range []struct {
		many int
		want []int
		code bridge.Code
	}{
		{0, []int{}, ""},
		{1, []int{2}, ""},
		{2, nil, bridge.NoSolution},
		{3, []int{2, 5, 9}, ""},
		{4, []int{2, 5, 9, 4}, ""},
		{5, nil, bridge.Invalid},
		{-1, nil, bridge.Invalid},
	} {
		got, err := draw.ClosestLosers(lost, tc.many)
		if !slices.Equal(got, tc.want) || bridge.CodeOf(err) != tc.code {
			t.Errorf("%d: %v, %v; want %v, code %q", tc.many, got, err, tc.want, tc.code)
		}
	}
}
