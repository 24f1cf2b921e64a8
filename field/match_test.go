package field_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// TestMatchBoards: a board of a match by each method, and its opposite for the other
// team.
func TestMatchBoards(t *testing.T) {
	for _, c := range []struct {
		home, away            score.Points
		level                 int
		imps, board, aggregat int
	}{
		{420, 420, 0, 0, 1, 0},
		{430, 420, 0, 0, 2, 10},
		{110, 100, 10, 0, 1, 10},
		{110, 90, 10, 1, 2, 20},
		{620, -100, 0, 12, 2, 720},
		{-1100, 620, 0, -17, 0, -1720},
		{4000, -1, 0, 24, 2, 4001},
	} {
		p := why.New()
		for _, v := range []struct {
			name        string
			value, back why.Value
			want, pool  int
		}{
			{"IMPs", field.MatchIMPs(p, c.home, c.away), field.MatchIMPs(nil, c.away, c.home), c.imps, 0},
			{"board-a-match", field.BoardAMatch(p, c.home, c.away, c.level), field.BoardAMatch(nil, c.away, c.home, c.level), c.board, 2},
			{"total points", field.TotalMargin(p, c.home, c.away), field.TotalMargin(nil, c.away, c.home), c.aggregat, 0},
		} {
			if !v.value.Equal(exact.Int(v.want)) || !v.value.Add(v.back.Fraction).Equal(exact.Int(v.pool)) {
				t.Errorf("%s, %d and %d: %v and %v, want %d of %d", v.name, c.home, c.away, v.value.Fraction, v.back.Fraction, v.want, v.pool)
			}
			if err := v.value.Node().Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestPattonBands: the aggregate at the ends of its bands (B23, B24), and that of the
// EBU, which has one.
func TestPattonBands(t *testing.T) {
	camp := regulation.Patton{Pool: exact.Int(4), Bands: []int{100, 490}}
	ebu := regulation.Patton{Pool: exact.Int(8), Bands: []int{0}}
	for _, c := range []struct {
		rules  regulation.Patton
		margin int
		want   string
	}{
		{camp, 0, "2"},
		{camp, 100, "2"},
		{camp, -100, "2"},
		{camp, 110, "3"},
		{camp, 490, "3"},
		{camp, 500, "4"},
		{camp, -110, "1"},
		{camp, -500, "0"},
		{ebu, 0, "4"},
		{ebu, 10, "8"},
		{ebu, -10, "0"},
		{regulation.Patton{Pool: exact.Int(9), Bands: []int{0, 100}}, 50, "27/4"},
	} {
		if got := field.Patton(nil, c.rules, why.Plain(exact.Int(c.margin))); got.String() != c.want {
			t.Errorf("%v, difference %d: %v, want %s", c.rules, c.margin, got, c.want)
		}
	}
}

// TestTeamsOfEight: four scores added, or each with each. The sums of the second way
// are those of each two tables: 450, 480, -270 and -240.
func TestTeamsOfEight(t *testing.T) {
	home, away := []score.Points{620, -100}, []score.Points{170, 140}
	for rule, want := range map[regulation.Eight]int{
		regulation.EightAggregate: 5,
		regulation.EightCross:     10 + 10 - 7 - 6,
	} {
		p := why.New()
		v := field.TeamsOfEight(p, rule, home, away)
		if !v.Equal(exact.Int(want)) {
			t.Errorf("%s: %v, want %d", rule, v, want)
		}
		if err := v.Node().Check(); err != nil {
			t.Error(err)
		}
		if back := field.TeamsOfEight(nil, rule, away, home); !back.Equal(exact.Int(-want)) {
			t.Errorf("%s: %v for the others", rule, back)
		}
	}
}

// TestBalanced: the examples of Law 86B3, and that both sides end with opposites.
func TestBalanced(t *testing.T) {
	for _, c := range []struct{ home, away, want int64 }{{6, -2, 4}, {-1, 5, -3}, {10, 0, 5}, {7, -7, 7}} {
		if got := field.Balanced(nil, why.Plain(exact.Int(c.home)), why.Plain(exact.Int(c.away))); !got.Equal(exact.Int(c.want)) {
			t.Errorf("%d and %d: %v, want %d", c.home, c.away, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a := why.Plain(exact.Of(rapid.Int64Range(-60, 60).Draw(t, "home"), 4))
		b := why.Plain(exact.Of(rapid.Int64Range(-60, 60).Draw(t, "away"), 4))
		if x, y := field.Balanced(nil, a, b), field.Balanced(nil, b, a); x.Add(y.Fraction).Sign() != 0 {
			t.Fatalf("%v and %v: %v and %v", a, b, x, y)
		}
	})
}
