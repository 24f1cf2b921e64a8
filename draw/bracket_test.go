package draw_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/internal/seed"
)

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

func bracket(t testing.TB, n int, o draw.BracketOptions) *draw.Bracket {
	t.Helper()
	b, err := draw.KnockOut(upTo(n), o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// side prints where a side comes from: a seed, W3 or L3.
func side(s draw.Side) string {
	switch {
	case s.Winner > 0:
		return fmt.Sprint("W", s.Winner)
	case s.Loser > 0:
		return fmt.Sprint("L", s.Loser)
	}
	return fmt.Sprint(s.Seed)
}

// rounds prints a bracket, a line for each round of a stage.
func rounds(b *draw.Bracket) []string {
	var keys []string
	lines := map[string][]string{}
	for _, tie := range b.Ties {
		k := fmt.Sprint(tie.Stage, " ", tie.Round)
		if lines[k] == nil {
			keys = append(keys, k)
		}
		word := side(tie.Sides[0]) + "-" + side(tie.Sides[1])
		if tie.Only {
			word += "?"
		}
		lines[k] = append(lines[k], word)
	}
	for i, k := range keys {
		keys[i] = k + ": " + strings.Join(lines[k], " ")
	}
	return keys
}

func TestBrackets(t *testing.T) {
	for _, tc := range []struct {
		n    int
		o    draw.BracketOptions
		want []string
	}{
		{2, draw.BracketOptions{}, []string{"main 1: 1-2"}},
		{3, draw.BracketOptions{}, []string{"main 1: 2-3", "main 2: 1-W1"}},
		{4, draw.BracketOptions{Third: true}, []string{"main 1: 1-4 2-3", "main 2: W1-W2", "third 1: L1-L2"}},
		{6, draw.BracketOptions{}, []string{"main 1: 4-5 3-6", "main 2: 1-W1 2-W2", "main 3: W3-W4"}},
		{16, draw.BracketOptions{}, []string{
			"main 1: 1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11", "main 2: W1-W2 W3-W4 W5-W6 W7-W8", "main 3: W9-W10 W11-W12", "main 4: W13-W14",
		}},
		{2, draw.BracketOptions{Double: true}, []string{"main 1: 1-2", "final 1: W1-L1"}},
		{3, draw.BracketOptions{Double: true, Again: true}, []string{"main 1: 2-3", "main 2: 1-W1", "losers 2: L1-L2", "final 1: W2-W3", "final 2: W2-W3?"}},
		{8, draw.BracketOptions{Double: true, Again: true}, []string{
			"main 1: 1-8 4-5 2-7 3-6", "main 2: W1-W2 W3-W4", "main 3: W5-W6",
			"losers 1: L1-L2 L3-L4", "losers 2: W8-L6 W9-L5", "losers 3: W10-W11", "losers 4: W12-L7",
			"final 1: W7-W13", "final 2: W7-W13?",
		}},
	} {
		if diff := cmp.Diff(tc.want, rounds(bracket(t, tc.n, tc.o))); diff != "" {
			t.Errorf("%d %+v: %s", tc.n, tc.o, diff)
		}
	}
	for _, ids := range [][]int{nil, {1}, {1, 2, 1}, {1, 0}, make([]int, draw.MaxContestants+1)} {
		if _, err := draw.KnockOut(ids, draw.BracketOptions{}); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%d entrants: %v", len(ids), err)
		}
	}
}

// play lets somebody win each match until none is left. It gives how often each
// contestant lost, who won, and how many matches there were.
func play(t *rapid.T, b *draw.Bracket, wins func(one, two int) int) (lost map[int]int, last *draw.Bracket, matches int) {
	lost = map[int]int{}
	for {
		ready := b.Ready()
		if len(ready) == 0 {
			return lost, b, matches
		}
		if b.Champion() != 0 && b.Ties[ready[0]-1].Stage != draw.Third {
			t.Fatalf("%d is champion, but match %d is still to play", b.Champion(), ready[0])
		}
		id := rapid.SampledFrom(ready).Draw(t, "match")
		one, two, _ := b.Players(id)
		winner := wins(one, two)
		next, err := b.Win(id, winner)
		if err != nil {
			t.Fatal(err)
		}
		lost[one+two-winner]++
		b = next
		matches++
	}
}

// TestKnockOutPlayed: in whatever order the matches end, all but the champion have
// lost once, or twice if it is double; and if the better seed always wins, the best
// meet as late as they can.
func TestKnockOutPlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "entrants")
		o := draw.BracketOptions{Double: rapid.Bool().Draw(t, "double"), Again: rapid.Bool().Draw(t, "again"), Third: rapid.Bool().Draw(t, "third")}
		b, err := draw.KnockOut(upTo(n), o)
		if err != nil {
			t.Fatal(err)
		}
		src := seed.New(rapid.Uint64().Draw(t, "seed"))
		lost, b, matches := play(t, b, func(one, two int) int {
			if src.Below(2) == 0 {
				return one
			}
			return two
		})
		champion := b.Champion()
		if champion == 0 {
			t.Fatal("nobody won")
		}
		sum := 0
		for id := 1; id <= n; id++ {
			sum += lost[id]
			switch {
			case !o.Double && !o.Third && lost[id] != 1 && id != champion:
				t.Errorf("%d lost %d times, and is not the champion", id, lost[id])
			case o.Double && id != champion && lost[id] != 2 && (o.Again || lost[id] != 1):
				t.Errorf("%d lost %d times of two, and is not the champion", id, lost[id])
			case o.Double && o.Again && id == champion && lost[id] > 1:
				t.Errorf("%d is champion and lost %d times", id, lost[id])
			}
		}
		if sum != matches {
			t.Errorf("%d losses in %d matches", sum, matches)
		}
		if !o.Double && !o.Third && matches != n-1 {
			t.Errorf("%d matches for %d, want one less", matches, n)
		}
		if !o.Double {
			plate, open := b.Plate()
			if len(open) > 0 || !slices.IsSorted(plate) || slices.Contains(plate, champion) {
				t.Errorf("plate %v, open %v", plate, open)
			}
		}
	})
}

// TestSeeding: if the better one always wins, the best 2^k are the last 2^k.
func TestSeeding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 64).Draw(t, "entrants")
		b, err := draw.KnockOut(upTo(n), draw.BracketOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, b, _ = play(t, b, func(one, two int) int { return min(one, two) })
		left := 2
		for _, tie := range slices.Backward(b.Ties) {
			for left < 1<<(b.Ties[len(b.Ties)-1].Round-tie.Round+1) {
				left *= 2
			}
			for _, s := range tie.Sides {
				if c := b.Contestant(s); c > left {
					t.Fatalf("seed %d is among the last %d", c, left)
				}
			}
		}
	})
}

func TestWin(t *testing.T) {
	b := bracket(t, 4, draw.BracketOptions{})
	if got := b.Ready(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("ready: %v", got)
	}
	next, err := b.Win(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	if b.Ties[0].Winner != 0 {
		t.Error("the bracket before has changed")
	}
	if again, err := next.Win(1, 4); err != nil || !cmp.Equal(again, next) {
		t.Errorf("won again: %v, %v", again, err)
	}
	for _, tc := range []struct {
		match, winner int
		code          bridge.Code
	}{
		{1, 1, bridge.Conflict}, {2, 4, bridge.Invalid}, {3, 4, bridge.NotFound}, {0, 1, bridge.NotFound}, {4, 1, bridge.NotFound},
	} {
		if _, err := next.Win(tc.match, tc.winner); bridge.CodeOf(err) != tc.code {
			t.Errorf("match %d won by %d: %v, want code %s", tc.match, tc.winner, err, tc.code)
		}
	}
	if plate, open := next.Plate(); !slices.Equal(plate, []int{1}) || !slices.Equal(open, []int{2, 3}) {
		t.Errorf("plate %v, open %v", plate, open)
	}
}

// TestPlateAfterBye: who had a bye and loses its first match is in the plate; who
// won one and loses then is not.
func TestPlateAfterBye(t *testing.T) {
	b := bracket(t, 3, draw.BracketOptions{})
	for _, w := range [][2]int{{1, 3}, {2, 3}} {
		var err error
		if b, err = b.Win(w[0], w[1]); err != nil {
			t.Fatal(err)
		}
	}
	if plate, open := b.Plate(); !slices.Equal(plate, []int{1, 2}) || open != nil || b.Champion() != 3 {
		t.Errorf("plate %v, open %v, champion %d", plate, open, b.Champion())
	}
}

func TestShuffled(t *testing.T) {
	a, b := draw.Shuffled([]int{5, 3, 9, 1}, 7), draw.Shuffled([]int{1, 3, 5, 9}, 7)
	if !slices.Equal(a, b) {
		t.Errorf("%v and %v from one seed", a, b)
	}
	first := map[int]int{}
	for s := range uint64(4000) {
		first[draw.Shuffled([]int{1, 3, 5, 9}, s)[0]]++
	}
	for id, n := range first {
		if n < 850 || n > 1150 {
			t.Errorf("%d is first %d times of 4000", id, n)
		}
	}
}

// FuzzBracket: a bracket from elsewhere may be nonsense, but nothing breaks.
func FuzzBracket(f *testing.F) {
	for _, o := range []draw.BracketOptions{{}, {Third: true}, {Double: true, Again: true}} {
		text, err := json.Marshal(bracket(f, 7, o))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"entrants":[1,2],"ties":[{"id":1,"sides":[{"loser":1},{"loser":2}],"winner":1},{"id":2,"sides":[{"loser":1},{"winner":9}],"only":true,"winner":2}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var b draw.Bracket
		if json.Unmarshal(text, &b) != nil {
			return
		}
		b.Champion()
		b.Plate()
		for _, id := range b.Ready() {
			one, _, _ := b.Players(id)
			next, err := b.Win(id, one)
			if err != nil {
				t.Fatal(err)
			}
			next.Ready()
		}
	})
}
