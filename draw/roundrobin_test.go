package draw_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/internal/shelf"
)

// told prints a round: "1-6 2-5 3-4".
func told(list []draw.Pairing) string {
	var words []string
	for _, p := range list {
		word := strings.ReplaceAll(draw.List(p.Contestants), ", ", "-")
		if p.Kind == draw.Bye {
			word = "bye " + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// TestBerger: the tables of Berger for 3 to 8, as chess prints them.
func TestBerger(t *testing.T) {
	for n, want := range map[int][]string{
		3: {"2-3 bye 1", "1-2 bye 3", "3-1 bye 2"},
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
		8: {
			"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
			"3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
		},
	} {
		rounds, err := draw.RoundRobin(n, draw.Berger)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rounds {
			got = append(got, told(r))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d contestants: %s", n, diff)
		}
	}
}

// TestRoundRobin: each meets each once, plays or sits out in every round, has the
// tables from 1, and is as often at home as away, or once more or less; both orders
// have the same rounds.
func TestRoundRobin(t *testing.T) {
	for n := 2; n <= 41; n++ {
		var same [2][]string
		for o, order := range []draw.Order{draw.Berger, draw.Circle} {
			rounds, err := draw.RoundRobin(n, order)
			if err != nil {
				t.Fatal(err)
			}
			met, more, byes := map[[2]int]int{}, map[int]int{}, map[int]int{}
			for _, list := range rounds {
				seen := map[int]bool{}
				for i, p := range list {
					for _, c := range p.Contestants {
						if seen[c] || c < 1 || c > n {
							t.Fatalf("%d: %s", n, told(list))
						}
						seen[c] = true
					}
					if p.Kind == draw.Bye {
						byes[p.Contestants[0]]++
						continue
					}
					if p.Table != i+1 {
						t.Errorf("%d: table %d, want %d", n, p.Table, i+1)
					}
					met[key(p.Contestants[0], p.Contestants[1])]++
					more[p.Contestants[0]]++
					more[p.Contestants[1]]--
				}
				if len(seen) != n {
					t.Errorf("%d contestants in a round, want %d", len(seen), n)
				}
				words := strings.Fields(told(list))
				slices.Sort(words)
				same[o] = append(same[o], strings.Join(words, " "))
			}
			if len(met) != n*(n-1)/2 || len(rounds) != n-1+n%2 || n%2 == 1 && len(byes) != n {
				t.Errorf("%d: %d pairs met in %d rounds, %d had a bye", n, len(met), len(rounds), len(byes))
			}
			for c, m := range more {
				if m < -1 || m > 1 || n%2 == 1 && m != 0 {
					t.Errorf("%d: contestant %d is at home %d times more than away", n, c, m)
				}
			}
			slices.Sort(same[o])
		}
		if diff := cmp.Diff(same[0], same[1]); diff != "" {
			t.Errorf("%d: the orders have different rounds: %s", n, diff)
		}
	}
	for _, n := range []int{-1, 0, 1, draw.MaxContestants + 1} {
		if _, err := draw.RoundRobin(n, draw.Berger); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%d contestants: %v", n, err)
		}
	}
	if _, err := draw.RoundRobin(4, "x"); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("order x: %v", err)
	}
}

func TestReturn(t *testing.T) {
	rounds, err := draw.RoundRobin(4, draw.Berger)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, list := range draw.Return(rounds) {
		got = append(got, told(list))
	}
	if diff := cmp.Diff([]string{"4-1 3-2", "3-4 2-1", "4-2 1-3"}, got); diff != "" {
		t.Error(diff)
	}
	if told(rounds[0]) != "1-4 2-3" {
		t.Errorf("the first half changed: %s", told(rounds[0]))
	}
}

// TestGoldenRoundRobins holds the circle against the movements of the shelf, in
// which row t has the opponents of team t, round by round.
func TestGoldenRoundRobins(t *testing.T) {
	lines := bufio.NewScanner(shelf.Open(t, "movements/golden.jsonl"))
	lines.Buffer(nil, 1<<20)
	found := 0
	for lines.Scan() {
		var m struct {
			ID, Family  string
			Contestants int
			Grid        [][]*string
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		if m.Family != "round_robin" {
			continue
		}
		found++
		rounds, err := draw.RoundRobin(m.Contestants, draw.Circle)
		if err != nil {
			t.Fatal(err)
		}
		for r, list := range rounds {
			for _, p := range list {
				for i, team := range p.Contestants {
					cell, want := m.Grid[team-1][r], "" // "1-6/1": team, opponent, board set
					if p.Kind == draw.Match {
						want = fmt.Sprintf("%d-%d/%d", team, p.Contestants[1-i], r+1)
					}
					if (cell == nil) != (want == "") || cell != nil && *cell != want {
						t.Errorf("%s round %d team %d: want %q", m.ID, r+1, team, want)
					}
				}
			}
		}
	}
	if err := lines.Err(); err != nil || found != 5 {
		t.Errorf("%d round robins, %v; want 5", found, err)
	}
}
