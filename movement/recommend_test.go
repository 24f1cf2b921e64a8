package movement_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// candidate is a row of the candidates that the shelf knows.
type candidate struct {
	pairs, boards, copies, repeats int
	name                           string
	q                              exact.Fraction
}

// known are the candidates of the shelf.
func known(t *testing.T) []candidate {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(shelf.Bytes(t, "movements/recommend.tsv"))), "\n")
	column := map[string]int{}
	for i, name := range strings.Split(lines[0], "\t") {
		column[name] = i
	}
	var out []candidate
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		number := func(name string) int {
			n, err := strconv.Atoi(cells[column[name]])
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return n
		}
		fraction := func(name string) exact.Fraction {
			f, err := exact.Parse(cells[column[name]])
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return f
		}
		pairs, ok := fraction("tables").Mul(exact.Int(2)).Int64()
		if !ok {
			t.Fatal(line)
		}
		out = append(out, candidate{
			int(pairs), number("boards_in_rounds"), number("max_copies"), number("repeat_meetings"), cells[column["movement"]], fraction("Q"),
		})
	}
	return out
}

// TestRecommendShelf: no candidate of the shelf that has the boards asked for, and no
// more repeat meetings or copies than the first choice, is better balanced, but for
// cards that somebody published.
func TestRecommendShelf(t *testing.T) {
	rows := known(t)
	unit := exact.Rounding{Unit: exact.DecimalUnit(2)}
	asked, want, step := 0, 100, 1
	if testing.Short() {
		want, step = 20, 5
	}
	for pairs := 4; pairs <= 40; pairs += step {
		for boards := 12; boards <= 32; boards++ {
			better := slices.DeleteFunc(slices.Clone(rows), func(c candidate) bool {
				return c.pairs != pairs || c.boards != boards || strings.Contains(c.name, "published")
			})
			if len(better) == 0 {
				continue
			}
			list, err := movement.Recommend(movement.Want{Pairs: pairs, Boards: boards, Winners: 1})
			if err != nil {
				t.Errorf("%d pairs, %d boards: %v", pairs, boards, err)
				continue
			}
			asked++
			first := list[0]
			for _, c := range better {
				if c.repeats <= first.Audit.Repeats && c.copies <= first.Audit.Copies && c.q.Cmp(first.Audit.Balance.Q.Round(unit)) > 0 {
					t.Errorf("%d pairs, %d boards: %s has %s, the first choice %s", pairs, boards, c.name, c.q.Decimal(2), describe(first))
				}
			}
		}
	}
	if asked < want {
		t.Errorf("%d evenings were asked for, want %d at least", asked, want)
	}
}

// describe names a proposal and its measures.
func describe(p movement.Proposal) string {
	a := p.Audit
	return fmt.Sprintf("%s %dx%d, %d winners: repeats %d, sit-outs %d, Q %s, copies %d, switched %d, %d boards", p.Family, p.Rounds, p.BoardsPerRound,
		p.Winners, a.Repeats, a.SitOuts, a.Balance.Q.Decimal(2), a.Copies, p.Switched, p.Boards)
}

// TestRecommendSound: whatever is recommended is sound, keeps to what is asked, and
// stands in the order of the objective.
func TestRecommendSound(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 5 // half tables and whole ones
	}
	for pairs := 4; pairs <= 40; pairs += step {
		for _, boards := range []int{12, 19, 24, 27, 32} {
			for _, winners := range []int{0, 1} {
				w := movement.Want{Pairs: pairs, Boards: boards, Winners: winners}
				list, err := movement.Recommend(w)
				if err != nil {
					t.Errorf("%+v: %v", w, err)
					continue
				}
				for i, p := range list {
					a := p.Audit
					if i == 0 {
						a = p.Movement.Audit()
					}
					switch {
					case !a.Sound():
						t.Errorf("%+v: %s: %v", w, describe(p), a.Faults())
					case a.Contestants != pairs:
						t.Errorf("%+v: %s is for %d pairs", w, describe(p), a.Contestants)
					case p.Boards != p.Rounds*p.BoardsPerRound, winners != 0 && p.Winners != winners:
						t.Errorf("%+v: %s", w, describe(p))
					}
					if i > 0 && w.Order(list[i-1], p) > 0 {
						t.Errorf("%+v: %s stands before %s", w, describe(list[i-1]), describe(p))
					}
				}
			}
		}
	}
}

// TestPace: nine rounds of three boards take 9·(3·7 + 2) + 10 minutes; half minutes are
// rounded up.
func TestPace(t *testing.T) {
	if got := movement.UsualPace.Minutes(9, 3); got != 217 {
		t.Errorf("9 rounds of 3: %d minutes, want 217", got)
	}
	if got := (movement.Pace{Board: 15, Move: 4, SetUp: 0}).Minutes(1, 1); got != 10 {
		t.Errorf("a board of 7½ minutes and a move of 2: %d minutes, want 10", got)
	}
}

// TestRecommendTime: whoever says how long the evening is gets nothing that is longer.
func TestRecommendTime(t *testing.T) {
	list, err := movement.Recommend(movement.Want{Pairs: 19, Boards: 27, Minutes: 200})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Minutes > 200 || p.Minutes != movement.UsualPace.Minutes(p.Rounds, p.BoardsPerRound) {
			t.Errorf("%s takes %d minutes", describe(p), p.Minutes)
		}
	}
	list, err = movement.Recommend(movement.Want{Pairs: 14, Minutes: 200})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Boards < 22 || p.Minutes > 200 {
			t.Errorf("%s takes %d minutes", describe(p), p.Minutes)
		}
	}
}

// TestRecommendRefuses: what no evening is has a name, and so has an evening that
// nothing fits.
func TestRecommendRefuses(t *testing.T) {
	for _, c := range []struct {
		want movement.Want
		key  string
	}{
		{movement.Want{Pairs: 3, Boards: 24}, "movement.want"},
		{movement.Want{Pairs: 14}, "movement.want_length"},
		{movement.Want{Pairs: 14, Boards: 24, Winners: 3}, "movement.want"},
		{movement.Want{Pairs: 14, Boards: 26, Minutes: 60}, "movement.no_proposal"},
		{movement.Want{Pairs: 14, Boards: 28, Stationary: 14}, "movement.no_proposal"},
	} {
		_, err := movement.Recommend(c.want)
		var e *bridge.Error
		if !errors.As(err, &e) || e.Key != c.key {
			t.Errorf("%+v: %v, want %s", c.want, err, c.key)
		}
	}
}

// TestReasons: what a Mitchell and a half table are like, reason by reason.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		want movement.Want
		keys []movement.ReasonKey
	}{
		{movement.Want{Pairs: 14, Boards: 28, Winners: 2}, []movement.ReasonKey{movement.MeetsLine, movement.SharesNone, movement.StaySeated}},
		{movement.Want{Pairs: 18, Boards: 27, Winners: 1}, []movement.ReasonKey{movement.MeetsLine, movement.SharesNone, movement.SwitchesLast, movement.StaySeated, movement.Balanced}},
		{movement.Want{Pairs: 8, Boards: 28, Winners: 1}, []movement.ReasonKey{movement.MeetsAll, movement.SharesNone, movement.StaySeated, movement.Balanced}},
		{movement.Want{Pairs: 7, Boards: 28, Winners: 1}, []movement.ReasonKey{movement.MeetsAll, movement.SharesNone, movement.SitsOutOnce, movement.Balanced}},
	} {
		list, err := movement.Recommend(c.want)
		if err != nil {
			t.Fatal(err)
		}
		var keys []movement.ReasonKey
		for _, r := range list[0].Reasons() {
			keys = append(keys, r.Key)
		}
		if !slices.Equal(keys, c.keys) {
			t.Errorf("%+v: %s: %v, want %v", c.want, describe(list[0]), keys, c.keys)
		}
	}
}

// BenchmarkRecommend is the dearest evening of all fields from 2 to 20 tables.
func BenchmarkRecommend(b *testing.B) {
	for _, pairs := range []int{13, 18, 27, 39, 40} {
		b.Run(fmt.Sprintf("%dpairs", pairs), func(b *testing.B) {
			for b.Loop() {
				if _, err := movement.Recommend(movement.Want{Pairs: pairs, Boards: 24}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
