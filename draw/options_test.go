package draw_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/draw/drawtest"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
)

// must draws a round that has a draw.
func must(t *testing.T, in draw.Input) *draw.Draw {
	t.Helper()
	d, err := draw.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := drawtest.Legal(in, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// shape prints a draw in one line: "1: 4-2 2: 3-1 bye 5".
func shape(d *draw.Draw) string {
	var words []string
	for _, p := range d.Pairings {
		ids := strings.ReplaceAll(draw.List(p.Contestants), ", ", "-")
		if p.Kind == draw.Match {
			words = append(words, fmt.Sprintf("%d: %s", p.Table, ids))
		} else {
			words = append(words, fmt.Sprintf("%s %s", p.Kind, ids))
		}
	}
	return strings.Join(words, " ")
}

// seeded is the first round of so many contestants without a score.
func seeded(n int) draw.Input {
	in := draw.Input{Round: 1, Contestants: field(make([]int, n)...)}
	for i := range in.Contestants {
		in.Contestants[i].Seed = i + 1
	}
	return in
}

// reasons gives those of the pairing of a contestant.
func reasons(d *draw.Draw, id int) (keys []string) {
	for _, p := range d.Pairings {
		if slices.Contains(p.Contestants, id) {
			for _, r := range p.Why {
				keys = append(keys, r.Key)
			}
		}
	}
	return keys
}

func TestFirstRound(t *testing.T) {
	for _, tc := range []struct {
		name string
		n    int
		o    draw.Options
		want string
	}{
		{"neighbours", 8, draw.Options{}, "1: 1-2 2: 4-3 3: 5-6 4: 8-7"},
		{"slide", 8, draw.Options{Method: draw.Slide}, "1: 1-5 2: 6-2 3: 3-7 4: 8-4"},
		{"fold", 8, draw.Options{Method: draw.Fold}, "1: 1-8 2: 7-2 3: 3-6 4: 5-4"},
		{"slide, odd", 7, draw.Options{Method: draw.Slide}, "1: 1-4 2: 5-2 3: 3-6 bye 7"},
		{"slide around a ban", 8, draw.Options{Method: draw.Slide, Bans: [][2]int{{1, 5}}}, "1: 1-6 2: 7-2 3: 3-8 4: 5-4"},
		{"fold around a ban", 8, draw.Options{Method: draw.Fold, Bans: [][2]int{{8, 1}}}, "1: 1-7 2: 8-2 3: 3-6 4: 5-4"},
		{"fold where the best are clubmates", 4, draw.Options{Method: draw.Fold, Bans: [][2]int{{1, 3}, {1, 4}}}, "1: 1-2 2: 4-3"},
		{"one alone", 1, draw.Options{}, "bye 1"},
	} {
		in := seeded(tc.n)
		in.Options = tc.o
		if got := shape(must(t, in)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// TestRandom: a seed gives its draw, each opponent comes as often as another one,
// and bans hold.
func TestRandom(t *testing.T) {
	in := seeded(6)
	in.Options = draw.Options{Method: draw.Random, Bans: [][2]int{{1, 2}}}
	met := map[int]int{}
	const many = 2000
	for s := range uint64(many) {
		in.Options.Seed = s
		d := must(t, in)
		met[d.Opponents()[1][0]]++
		if again := must(t, in); !cmp.Equal(d, again) {
			t.Fatalf("seed %d has two draws", s)
		}
	}
	for id := 3; id <= 6; id++ {
		if got := met[id]; got < many/4-100 || got > many/4+100 {
			t.Errorf("1 met %d %d times of %d, want about a quarter", id, got, many)
		}
	}
	if met[2] > 0 {
		t.Errorf("1 met 2 %d times, and may not", met[2])
	}
}

func TestOddField(t *testing.T) {
	bye := func(round, id int) draw.Group {
		return draw.Group{Round: round, Kind: draw.Bye, Contestants: []int{id}}
	}
	for _, tc := range []struct {
		name    string
		n       int
		o       draw.Options
		history []draw.Group
		want    string
	}{
		{"the lowest has a bye", 5, draw.Options{}, nil, "1-2 3-4 bye 5"},
		{"not twice", 5, draw.Options{}, []draw.Group{bye(1, 5), bye(2, 4)}, "1-2 4-5 bye 3"},
		{"all had one: the lowest again", 3, draw.Options{}, []draw.Group{bye(1, 1), bye(2, 2), bye(3, 3)}, "1-2 bye 3"},
		{"a triangle counts as one", 7, draw.Options{}, []draw.Group{{Round: 1, Kind: draw.LongTriangle, Contestants: []int{5, 6, 7}}}, "1-5 2-6 3-7 bye 4"},
		{"twice, where the others cannot be drawn else", 5, draw.Options{}, []draw.Group{{Round: 1, Kind: draw.LongTriangle, Contestants: []int{3, 4, 5}}}, "1-3 2-4 bye 5"},
		{"a triangle", 7, draw.Options{Odd: draw.Triangle}, nil, "1-2 3-4 triangle 5-6-7"},
		{"a triangle of those that did not meet", 7, draw.Options{Odd: draw.LongTriangle}, []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{7, 6}}}, "1-2 3-6 long_triangle 4-5-7"},
		{"the lowest plays two half matches", 5, draw.Options{Odd: draw.HalfMatches}, nil, "1-2 half_matches 5-3-4"},
		{"or the next one, if it met the third", 5, draw.Options{Odd: draw.HalfMatches}, []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{5, 3}}}, "1-2 half_matches 4-3-5"},
		{"two half matches leave one unmet", 5, draw.Options{Odd: draw.HalfMatches}, []draw.Group{{Round: 1, Kind: draw.HalfMatches, Contestants: []int{1, 2, 3}}}, "2-3 half_matches 5-1-4"},
		{"over-swissed, the triangle meets again", 3, draw.Options{Odd: draw.Triangle, Rematches: draw.OverSwiss}, []draw.Group{{Round: 1, Kind: draw.Triangle, Contestants: []int{1, 2, 3}}}, "triangle 1-2-3"},
	} {
		in := seeded(tc.n)
		in.Round, in.Options, in.History = 5, tc.o, tc.history
		d := must(t, in)
		if got := who(d); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	in := seeded(5)
	in.Options.Odd = draw.Triangle
	for i := 1; i <= 5; i++ {
		for j := i + 1; j <= 5; j++ {
			in.Options.Bans = append(in.Options.Bans, [2]int{i, j})
		}
	}
	if _, err := draw.Swiss(in); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("five that may not meet: %v", err)
	}
}

// who prints who meets, without tables and sides: "1-2 3-4 bye 5".
func who(d *draw.Draw) string {
	var out []string
	for _, g := range d.Groups() {
		if g.Kind == draw.HalfMatches {
			slices.Sort(g.Contestants[1:])
		} else {
			slices.Sort(g.Contestants)
		}
		word := strings.ReplaceAll(draw.List(g.Contestants), ", ", "-")
		if g.Kind != draw.Match {
			word = string(g.Kind) + " " + word
		}
		out = append(out, word)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestManyTriangles: a field in which no triangle can be found soon is refused, not
// searched for ever.
func TestManyTriangles(t *testing.T) {
	// Two contestants may only meet a third one, so the rest cannot be drawn
	// whatever the triangle is.
	const n = 61
	in := seeded(n)
	in.Options.Odd = draw.Triangle
	for lone := 1; lone <= 4; lone++ {
		for id := 1; id <= n; id++ {
			if id != lone && id != 5 {
				in.Options.Bans = append(in.Options.Bans, [2]int{lone, id})
			}
		}
	}
	if _, err := draw.Swiss(in); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("%v, want code unsupported", err)
	}
}

func TestFixed(t *testing.T) {
	in := seeded(6)
	in.Round = 2
	in.History = []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{6, 1}}}
	in.Options.Fixed = []draw.Group{{Kind: draw.Match, Contestants: []int{6, 1}}, {Kind: draw.Bye, Contestants: []int{2}}}
	d := must(t, in)
	if got, want := shape(d), "1: 6-1 2: 4-3 bye 2 bye 5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := reasons(d, 1); got[0] != draw.ByDirector {
		t.Errorf("1-6: %v", got)
	}
}

// TestAcceleration: in the first rounds the halves of the field play among
// themselves; the scores stay what they are.
func TestAcceleration(t *testing.T) {
	in := seeded(8)
	in.Options.Boost = &draw.Acceleration{Rounds: 2, Points: exact.Int(20)}
	in.Round, in.After = 2, 1
	for i := range in.Contestants { // the bottom half won in round 1, the top half lost
		in.Contestants[i].Seed = (i+4)%8 + 1
		in.Contestants[i].Score = exact.Int(12 - 8*(i/4))
	}
	d := must(t, in)
	if want := []int{5, 6, 7, 8, 1, 2, 3, 4}; !slices.Equal(d.Order, want) {
		t.Errorf("order %v, want %v", d.Order, want)
	}
	if !slices.Contains(reasons(d, 5), draw.Boosted) || d.Pairings[0].Contestants[0] != 1 {
		t.Errorf("%v: the order is accelerated, the tables are not", d.Pairings[0])
	}
	in.Options.Boost.Top = 8
	if d := must(t, in); d.Order[0] != 1 {
		t.Errorf("all have the points: order %v", d.Order)
	}
	in.Round, in.After = 3, 2
	in.Options.Boost.Top = 0
	if d := must(t, in); d.Order[0] != 1 || slices.Contains(reasons(d, 1), draw.Boosted) {
		t.Errorf("after two rounds: order %v", d.Order)
	}
}

func TestTables(t *testing.T) {
	in := seeded(8)
	in.Contestants[7].Table = 1 // cannot walk
	in.Contestants[2].Table = 5
	in.Contestants[3].Table = 6
	d := must(t, in)
	if got, want := shape(d), "1: 8-7 2: 2-1 3: 5-6 5: 3-4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, tc := range []struct {
		id   int
		want []string
	}{
		{8, []string{draw.ByNext, draw.TableKept, draw.HomeKept}},
		{4, []string{draw.ByNext, draw.TableKept, draw.TableLeft, draw.HomeKept}},
		{5, []string{draw.ByNext, draw.TableNext, draw.HomeTable}},
	} {
		if got := reasons(d, tc.id); !slices.Equal(got, tc.want) {
			t.Errorf("%d: %v, want %v", tc.id, got, tc.want)
		}
	}
}

// TestClosed: tables that are not there, or where a long triangle goes on without
// the field, stay free.
func TestClosed(t *testing.T) {
	in := seeded(6)
	in.Options.Closed = []int{1, 3}
	if got, want := shape(must(t, in)), "2: 2-1 4: 4-3 5: 5-6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestHome(t *testing.T) {
	home := func(round, a, b int) draw.Group {
		return draw.Group{Round: round, Kind: draw.Match, Contestants: []int{a, b}}
	}
	in := seeded(6)
	in.Round = 3
	in.History = []draw.Group{
		home(1, 1, 3), home(1, 4, 2), home(1, 5, 6), // 1 home, 2 away
		home(2, 3, 4), home(2, 6, 1), home(2, 2, 5), // 1 and 2 even; 2 was at home last
	}
	d := must(t, in)
	if got, want := shape(d), "1: 1-2 2: 5-3 3: 4-6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := reasons(d, 1); !slices.Contains(got, draw.HomeTurn) {
		t.Errorf("1-2: %v", got)
	}
	in.History[0].Contestants = []int{3, 1} // 1 was away twice
	if got := reasons(must(t, in), 1); !slices.Contains(got, draw.HomeFewer) {
		t.Errorf("1-2: %v", got)
	}
}

// TestHomeBalance: over a long Swiss nobody is at home much more often than away.
func TestHomeBalance(t *testing.T) {
	draws, _ := played(t, seed.New(9), 30, 12, draw.Options{})
	more := map[int]int{}
	for _, d := range draws {
		for _, p := range d.Pairings {
			more[p.Contestants[0]]++
			more[p.Contestants[1]]--
		}
	}
	for id, n := range more {
		if n < -4 || n > 4 {
			t.Errorf("contestant %d: at home less away %d", id, n)
		}
	}
}

// TestArrears: a round is drawn while the one before is played, on standings one
// round old; nobody meets its opponent of that round again.
func TestArrears(t *testing.T) {
	first := must(t, seeded(8))
	in := seeded(8)
	in.Round, in.After = 2, 0
	in.History = first.Groups()
	d := must(t, in)
	if got, want := who(d), "1-3 2-4 5-7 6-8"; got != want || d.After != 0 {
		t.Errorf("%s after round %d, want %s after 0", got, d.After, want)
	}
}

// TestOnce is SW-1: the next round is drawn by hand at 95% of the results, then the
// last result arrives. There is no second draw.
func TestOnce(t *testing.T) {
	in := seeded(6)
	in.Round, in.After = 2, 1
	in.History = must(t, seeded(6)).Groups()
	first, err := draw.Once(in)
	if err != nil {
		t.Fatal(err)
	}
	again, err := draw.Once(in, nil, must(t, seeded(6)), first)
	if err != nil || again != first {
		t.Errorf("the same input: %v, %v; want the draw that there is", again, err)
	}
	in.Contestants[5].Score = exact.Int(20)
	in.Contestants[5].Rank, in.Contestants[0].Rank = 1, 6
	if d, err := draw.Once(in, first); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("after the last result: %v, %v; want a conflict", d, err)
	}
	in.Round = 0
	first.Round = 0
	if _, err := draw.Once(in, first); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("round 0: %v", err)
	}
}

// TestFingerprint: what changes a draw changes its fingerprint.
func TestFingerprint(t *testing.T) {
	base := func() draw.Input {
		in := seeded(6)
		in.Round, in.After = 2, 1
		in.History = must(t, seeded(6)).Groups()
		return in
	}
	same := must(t, base()).Fingerprint
	named := base()
	named.Options = draw.Options{Method: draw.Neighbours, Rematches: draw.Never, Odd: draw.Bye}
	if got := must(t, named).Fingerprint; got != same {
		t.Error("defaults that are named are another input")
	}
	seen := map[string]int{same: -1}
	for i, change := range []func(in *draw.Input){
		func(in *draw.Input) { in.Round = 3 },
		func(in *draw.Input) { in.After = 0 },
		func(in *draw.Input) { in.Contestants[0].Score = exact.Int(1) },
		func(in *draw.Input) { in.Contestants[0].Rank, in.Contestants[1].Rank = 2, 1 },
		func(in *draw.Input) { in.Contestants[0].Table = 3 },
		func(in *draw.Input) { in.Contestants[0].Seed = 9 },
		func(in *draw.Input) { in.History = in.History[1:] },
		func(in *draw.Input) { slices.Reverse(in.History[0].Contestants) },
		func(in *draw.Input) { in.Options.Bans = [][2]int{{1, 6}} },
		func(in *draw.Input) { in.Options.Rematches = draw.OverSwiss },
		func(in *draw.Input) { in.Options.Odd = draw.Triangle },
		func(in *draw.Input) { in.Options.Method = draw.Slide },
		func(in *draw.Input) { in.Options.Seed = 1 },
		func(in *draw.Input) { in.Options.Closed = []int{2} },
		func(in *draw.Input) { in.Options.Boost = &draw.Acceleration{} },
		func(in *draw.Input) {
			in.Options.Fixed = []draw.Group{{Kind: draw.Match, Contestants: []int{1, 6}}}
		},
	} {
		in := base()
		change(&in)
		f := must(t, in).Fingerprint
		if was, ok := seen[f]; ok {
			t.Errorf("change %d has the fingerprint of %d", i, was)
		}
		seen[f] = i
	}
}

func TestRefusals(t *testing.T) {
	m := func(round int, ids ...int) draw.Group {
		return draw.Group{Round: round, Kind: draw.Match, Contestants: ids}
	}
	for _, tc := range []struct {
		key  string
		code bridge.Code
		do   func(in *draw.Input)
	}{
		{"draw.round", bridge.Invalid, func(in *draw.Input) { in.Round = 0 }},
		{"draw.round", bridge.Invalid, func(in *draw.Input) { in.After = 2 }},
		{"draw.round", bridge.Invalid, func(in *draw.Input) { in.Round = draw.MaxRounds + 1 }},
		{"draw.nobody", bridge.Invalid, func(in *draw.Input) { in.Contestants = nil }},
		{"draw.size", bridge.Unsupported, func(in *draw.Input) { in.Contestants = make([]draw.Contestant, draw.MaxContestants+1) }},
		{"draw.contestant", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].ID = 0 }},
		{"draw.contestant", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].Rank = 0 }},
		{"draw.contestant", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].Seed = 0; in.Options.Boost = &draw.Acceleration{} }},
		{"draw.shared", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].ID = 2 }},
		{"draw.shared", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].Rank = 2 }},
		{"draw.shared", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].Seed = 2 }},
		{"draw.shared", bridge.Invalid, func(in *draw.Input) { in.Contestants[0].Table, in.Contestants[1].Table = 4, 4 }},
		{"draw.boost", bridge.Invalid, func(in *draw.Input) { in.Options.Boost = &draw.Acceleration{Points: exact.Int(-1)} }},
		{"draw.option", bridge.Invalid, func(in *draw.Input) { in.Options.Method = "x" }},
		{"draw.option", bridge.Invalid, func(in *draw.Input) { in.Options.Rematches = "x" }},
		{"draw.option", bridge.Invalid, func(in *draw.Input) { in.Options.Odd = draw.Match }},
		{"draw.ban", bridge.Invalid, func(in *draw.Input) { in.Options.Bans = [][2]int{{3, 3}} }},
		{"draw.closed_table", bridge.Conflict, func(in *draw.Input) { in.Contestants[0].Table, in.Options.Closed = 4, []int{4} }},
		{"draw.past", bridge.Invalid, func(in *draw.Input) { in.History = []draw.Group{m(2, 1, 2)} }},
		{"draw.past", bridge.Invalid, func(in *draw.Input) { in.History = []draw.Group{m(0, 1, 2)} }},
		{"draw.group", bridge.Invalid, func(in *draw.Input) { in.History = []draw.Group{m(1, 1)} }},
		{"draw.group", bridge.Invalid, func(in *draw.Input) { in.History = []draw.Group{{Round: 1, Kind: "dance"}} }},
		{"draw.unknown", bridge.NotFound, func(in *draw.Input) { in.Options.Fixed = []draw.Group{m(0, 1, 9)} }},
		{"draw.unknown", bridge.NotFound, func(in *draw.Input) { in.History = []draw.Group{m(1, 1, -2)} }},
		{"draw.busy", bridge.Conflict, func(in *draw.Input) { in.History = []draw.Group{m(1, 1, 1)} }},
		{"draw.busy", bridge.Conflict, func(in *draw.Input) { in.Options.Fixed = []draw.Group{m(0, 1, 2), m(0, 2, 3)} }},
		{"draw.alone", bridge.NoSolution, func(in *draw.Input) { in.Options.Bans = [][2]int{{1, 2}, {1, 3}, {1, 4}} }},
		{"draw.short", bridge.NoSolution, func(in *draw.Input) { in.Options.Bans = [][2]int{{1, 2}, {1, 3}, {2, 3}} }},
		{"draw.closed", bridge.NoSolution, func(in *draw.Input) {
			in.Contestants = seeded(6).Contestants
			for _, a := range []int{1, 2, 3} {
				for _, b := range []int{4, 5, 6} {
					in.Options.Bans = append(in.Options.Bans, [2]int{a, b})
				}
			}
		}},
	} {
		in := seeded(4)
		in.Round, in.After = 2, 1
		tc.do(&in)
		_, err := draw.Swiss(in)
		e, ok := errors.AsType[*bridge.Error](err)
		if !ok || e.Key != tc.key || e.Code != tc.code {
			t.Errorf("%v, want %s of code %s", err, tc.key, tc.code)
		}
		if why, ok := errors.AsType[*draw.Impossible](err); ok != (tc.code == bridge.NoSolution) {
			t.Errorf("%v with proof %v", err, why)
		} else if ok {
			if err := drawtest.Refused(in, why); err != nil {
				t.Errorf("%s: %v", tc.key, err)
			}
			if why.Error() == "" {
				t.Error("no text")
			}
		}
	}
}

// TestGolden: the draws of made-up events are the same as ever, on any machine and
// in any release. UPDATE=1 writes them anew: then events that were drawn with the
// release before are no longer repeated, and the changelog has to say so.
func TestGolden(t *testing.T) {
	var b bytes.Buffer
	for i, o := range []draw.Options{
		{},
		{Method: draw.Slide},
		{Method: draw.Fold, Odd: draw.Triangle},
		{Method: draw.Random, Seed: 42},
		{Rematches: draw.OverSwiss, Odd: draw.HalfMatches},
		{Boost: &draw.Acceleration{Rounds: 2, Points: exact.Int(10)}, Odd: draw.LongTriangle},
	} {
		draws, _ := played(t, seed.New(uint64(100+i)), 12+3*i, 5, o)
		for _, d := range draws {
			fmt.Fprintf(&b, "event %d round %d %s\n%s\n", i+1, d.Round, d.Fingerprint, shape(d))
		}
	}
	const path = "testdata/golden.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestJSON: inputs, draws and brackets come back from their JSON as they were.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawtest.Field(seed.New(rapid.Uint64().Draw(t, "seed")), rapid.IntRange(1, 9).Draw(t, "contestants"), rapid.IntRange(0, 3).Draw(t, "rounds"))
		in.Options = draw.Options{Rematches: draw.OverSwiss, Bans: [][2]int{{1, 2}}, Boost: &draw.Acceleration{Rounds: 9, Points: exact.Of(7, 2)}}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var back draw.Input
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		d, err := draw.Swiss(in)
		d2, err2 := draw.Swiss(back)
		if (err == nil) != (err2 == nil) || !cmp.Equal(d, d2) {
			t.Fatalf("%v %v, after JSON %v %v", d, err, d2, err2)
		}
		if err != nil {
			return
		}
		text, err = json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var d3 draw.Draw
		if err := json.Unmarshal(text, &d3); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(*d, d3); diff != "" {
			t.Fatal(diff)
		}
	})
}

// FuzzSwiss: whatever an input says, there is a legal draw or a refusal.
func FuzzSwiss(f *testing.F) {
	for i := range uint64(8) {
		in := drawtest.Field(seed.New(i), 2+int(i), int(i)/2)
		in.Options.Rematches = draw.OverSwiss
		in.Options.Odd = []draw.Kind{draw.Bye, draw.Triangle, draw.LongTriangle, draw.HalfMatches}[i%4]
		text, err := json.Marshal(in)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var in draw.Input
		if json.Unmarshal(text, &in) != nil || len(in.Contestants) > 40 {
			return
		}
		d, err := draw.Swiss(in)
		if err != nil {
			if c := bridge.CodeOf(err); c == bridge.Internal {
				t.Fatal(err)
			}
			return
		}
		if err := drawtest.Legal(in, d); err != nil {
			t.Fatal(err)
		}
	})
}
