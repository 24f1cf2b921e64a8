package draw_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/draw/drawtest"
	"github.com/overtrick/overtrick/draw/matching"
	"github.com/overtrick/overtrick/internal/seed"
)

// byHand is the rule as a director does it: from the top, and back where it ends.
type byHand struct {
	in      draw.Input
	met     map[[2]int][]int // the rounds
	had     map[int]int
	rematch bool
	first   []draw.Group // the first draw that was found
	cost    [2]int       // its rematches, and the sum of their last rounds
}

func key(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

func newByHand(in draw.Input) *byHand {
	h := &byHand{in: in, met: map[[2]int][]int{}, had: map[int]int{}}
	note := func(a, b, round int) { h.met[key(a, b)] = append(h.met[key(a, b)], round) }
	for _, g := range in.History {
		c := g.Contestants
		switch g.Kind {
		case draw.Match:
			note(c[0], c[1], g.Round)
			continue
		case draw.Triangle:
			note(c[0], c[1], g.Round)
			note(c[0], c[2], g.Round)
			note(c[1], c[2], g.Round)
		}
		for _, id := range c {
			h.had[id]++
		}
	}
	return h
}

// price is how much two pay for meeting, and whether they may.
func (h *byHand) price(a, b int) (cost [2]int, ok bool) {
	for _, x := range h.in.Options.Bans {
		if key(x[0], x[1]) == key(a, b) {
			return cost, false
		}
	}
	rounds := h.met[key(a, b)]
	if len(rounds) > 0 {
		cost = [2]int{len(rounds), slices.Max(rounds)}
	}
	return cost, len(rounds) == 0 || h.rematch
}

// pair tries all draws of those left in the order of the rule.
func (h *byHand) pair(left []int, sofar []draw.Group, cost [2]int) {
	if len(left) == 0 {
		if h.first == nil || cost[0] < h.cost[0] || cost[0] == h.cost[0] && cost[1] < h.cost[1] {
			h.first, h.cost = slices.Clone(sofar), cost
		}
		return
	}
	for i, b := range left[1:] {
		if h.first != nil && !h.rematch {
			return
		}
		c, ok := h.price(left[0], b)
		if !ok {
			continue
		}
		rest := slices.Delete(slices.Clone(left[1:]), i, i+1)
		h.pair(rest, append(sofar, draw.Group{Kind: draw.Match, Contestants: []int{left[0], b}}), [2]int{cost[0] + c[0], cost[1] + c[1]})
	}
}

// draw gives the draw of the rule, nil if there is none.
func (h *byHand) draw() []draw.Group {
	order := make([]int, len(h.in.Contestants))
	for _, c := range h.in.Contestants {
		order[c.Rank-1] = c.ID
	}
	for _, rematch := range []bool{false, true} {
		if rematch && h.in.Options.Rematches != draw.OverSwiss {
			break
		}
		h.rematch = rematch
		if len(order)%2 == 0 {
			h.pair(order, nil, [2]int{})
		} else {
			h.odd(order)
		}
		if h.first != nil {
			break
		}
	}
	return h.first
}

// odd tries who sits out or plays a triangle, in the order of the rule.
func (h *byHand) odd(order []int) {
	up := slices.Clone(order)
	slices.Reverse(up)
	slices.SortStableFunc(up, func(a, b int) int { return h.had[a] - h.had[b] })
	without := func(some ...int) []int {
		return slices.DeleteFunc(slices.Clone(order), func(id int) bool { return slices.Contains(some, id) })
	}
	if h.in.Options.Odd != draw.Triangle {
		for _, id := range up {
			if h.first == nil || h.rematch { // the fewest rematches go before the lowest bye
				h.pair(without(id), []draw.Group{{Kind: draw.Bye, Contestants: []int{id}}}, [2]int{})
			}
		}
		return
	}
	for i, a := range up {
		for j := i + 1; j < len(up); j++ {
			for k := j + 1; k < len(up) && h.first == nil; k++ {
				b, c := up[j], up[k]
				_, ok1 := h.price(a, b)
				_, ok2 := h.price(a, c)
				if _, ok3 := h.price(b, c); ok1 && ok2 && ok3 {
					h.pair(without(a, b, c), []draw.Group{{Kind: draw.Triangle, Contestants: []int{a, b, c}}}, [2]int{})
				}
			}
		}
	}
}

// sorted makes draws comparable: sides and tables do not count.
func sorted(groups []draw.Group) []string {
	var out []string
	for _, g := range groups {
		out = append(out, fmt.Sprint(g.Kind, slices.Sorted(slices.Values(g.Contestants))))
	}
	slices.Sort(out)
	return out
}

func histories(many int) int {
	if testing.Short() {
		return many / 10
	}
	return many
}

// TestSwissByHand holds draws of 4 to 10 contestants against the rule done by hand.
func TestSwissByHand(t *testing.T) {
	src := seed.New(11)
	impossible, again, floated := 0, 0, 0
	for i := range histories(10_000) {
		n := 4 + src.Below(7)
		in := drawtest.Field(src, n, src.Below(n+1))
		for range src.Below(3) {
			a, b := 1+src.Below(n), 1+src.Below(n)
			if a != b {
				in.Options.Bans = append(in.Options.Bans, [2]int{a, b})
			}
		}
		if src.Below(3) == 0 {
			in.Options.Rematches = draw.OverSwiss
		}
		if src.Below(3) == 0 {
			in.Options.Odd = draw.Triangle
		}
		want := newByHand(in).draw()
		d, err := draw.Swiss(in)
		if want == nil {
			impossible++
			if bridge.CodeOf(err) != bridge.NoSolution {
				t.Fatalf("history %d: %v, %v; by hand there is no draw\n%+v", i, d, err, in)
			}
			if why, ok := errors.AsType[*draw.Impossible](err); ok {
				if err := drawtest.Refused(in, why); err != nil {
					t.Fatalf("history %d: %v\n%+v", i, err, in)
				}
			} else if in.Options.Odd != draw.Triangle {
				t.Fatalf("history %d: %v has no proof", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("history %d: %v, want %v\n%+v", i, err, want, in)
		}
		if diff := cmp.Diff(sorted(want), sorted(d.Groups())); diff != "" {
			t.Fatalf("history %d (-by hand +drawn):\n%s\n%+v", i, diff, in)
		}
		prove := drawtest.Proved
		if d.Rematches {
			again++
			prove = drawtest.Legal
		}
		if err := prove(in, d); err != nil {
			t.Fatalf("history %d: %v\n%+v", i, err, d)
		}
		for _, p := range d.Pairings {
			for _, r := range p.Why {
				if r.Key == draw.NotLeaves {
					floated++
				}
			}
		}
	}
	if impossible < 50 || again < 50 || floated < 50 {
		t.Errorf("%d without a draw, %d with rematches, %d passed over because of those below: too few", impossible, again, floated)
	}
}

// played draws round after round, each result by chance, as a real Swiss goes.
func played(t testing.TB, src *seed.Source, n, rounds int, options draw.Options) (draws []*draw.Draw, inputs []draw.Input) {
	t.Helper()
	in := drawtest.Field(src, n, 0)
	in.Options = options
	for r := range rounds {
		in.Round, in.After = r+1, r
		d, err := draw.Swiss(in)
		if err != nil {
			t.Fatalf("round %d: %v", r+1, err)
		}
		draws, inputs = append(draws, d), append(inputs, in)
		in.History = append(slices.Clone(in.History), d.Groups()...)
		in.Contestants = drawtest.Results(src, in.Contestants, d)
	}
	return draws, inputs
}

// TestSwissProved proves draws of fields that are too large to try all, by the
// duals of each matching that they are made of, and again by the reasons alone.
func TestSwissProved(t *testing.T) {
	sizes := []int{20, 33, 64, 101, 200, 400}
	if testing.Short() {
		sizes = sizes[:4]
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			rounds := 8
			if n > 150 {
				rounds = 5
			}
			draws, inputs := played(t, seed.New(uint64(n)), n, rounds, draw.Options{})
			for i, d := range draws {
				if d.Rematches {
					t.Errorf("round %d has rematches", d.Round)
				}
				if err := drawtest.Proved(inputs[i], d); err != nil {
					t.Errorf("round %d: %v", d.Round, err)
				}
			}
			proved := 0
			err := draw.Matchings(inputs[len(inputs)-1], func(n int, w matching.Weight, m matching.Matching) {
				if proved++; n > 150 && proved%10 != 1 {
					return // a proof of 400 by the duals takes as long as the draw
				}
				if err := m.Check(n, w); err != nil {
					t.Errorf("matching %d of %d: %v", proved, n, err)
				}
			})
			if err != nil || proved == 0 {
				t.Errorf("%d matchings: %v", proved, err)
			}
		})
	}
}

// TestNoRematch: the last rounds of an event can only be drawn if no earlier one
// was careless, and the rule does not look ahead; but as long as a round has a draw
// without a rematch, it is found, and over_swiss changes nothing.
func TestNoRematch(t *testing.T) {
	src := seed.New(5)
	for range histories(1000) {
		in := drawtest.Field(src, 4+src.Below(13), src.Below(12))
		never, err := draw.Swiss(in)
		in.Options.Rematches = draw.OverSwiss
		over, err2 := draw.Swiss(in)
		if err2 != nil {
			t.Fatal(err2)
		}
		if (err == nil) == over.Rematches {
			t.Fatalf("without rematches: %v; over-swissed %t", err, over.Rematches)
		}
		if err == nil {
			if diff := cmp.Diff(sorted(never.Groups()), sorted(over.Groups())); diff != "" {
				t.Fatalf("over_swiss changes a draw that needs no rematch:\n%s", diff)
			}
		}
	}
}

// TestOverSwissed holds fields that met long ago and often against the hand.
func TestOverSwissed(t *testing.T) {
	src := seed.New(6)
	again := 0
	for i := range histories(2000) {
		n := 3 + src.Below(6)
		in := drawtest.Field(src, n, n+src.Below(n))
		in.Options.Rematches = draw.OverSwiss
		want := newByHand(in).draw()
		d, err := draw.Swiss(in)
		if err != nil {
			t.Fatalf("history %d: %v, want %v", i, err, want)
		}
		if diff := cmp.Diff(sorted(want), sorted(d.Groups())); diff != "" {
			t.Fatalf("history %d (-by hand +drawn):\n%s\n%+v", i, diff, in)
		}
		if err := drawtest.Legal(in, d); err != nil {
			t.Fatalf("history %d: %v", i, err)
		}
		if d.Rematches {
			again++
		}
	}
	if again < histories(2000)/2 {
		t.Errorf("%d draws with rematches: too few", again)
	}
}

// TestInputOrder: the order of lists does not matter, and the input is not changed.
func TestInputOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "contestants")
		in := drawtest.Field(seed.New(rapid.Uint64().Draw(t, "seed")), n, rapid.IntRange(0, 5).Draw(t, "rounds"))
		in.Options = draw.Options{
			Method: rapid.SampledFrom([]draw.Method{"", draw.Neighbours, draw.Slide, draw.Fold, draw.Random}).Draw(t, "method"),
			Seed:   rapid.Uint64().Draw(t, "seed of the draw"), Rematches: draw.OverSwiss,
			Bans: [][2]int{{1, 2}, {2, n + 1}},
		}
		want, refused := draw.Swiss(in)
		if refused != nil && bridge.CodeOf(refused) != bridge.NoSolution {
			t.Fatal(refused)
		}
		mixed := in
		mixed.Contestants = rapid.Permutation(in.Contestants).Draw(t, "list")
		mixed.History = rapid.Permutation(in.History).Draw(t, "history")
		mixed.Options.Bans = [][2]int{{2, n + 1}, {2, 1}, {1, 2}}
		before := fmt.Sprint(mixed)
		got, err := draw.Swiss(mixed)
		if bridge.CodeOf(err) != bridge.CodeOf(refused) {
			t.Fatalf("another order: %v, before %v", err, refused)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("another order, another draw:\n%s", diff)
		}
		if fmt.Sprint(mixed) != before {
			t.Fatal("the draw changes its input")
		}
	})
}

func BenchmarkSwiss(b *testing.B) {
	for _, n := range []int{20, 100, 400} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			_, inputs := played(b, seed.New(7), n, 10, draw.Options{})
			for b.Loop() {
				if _, err := draw.Swiss(inputs[9]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
