package pad_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/pad"
)

func evening(t testing.TB, players int, rotation pad.Rotation, stake string) *pad.Evening {
	t.Helper()
	money, err := exact.Parse(stake)
	if err != nil {
		t.Fatal(err)
	}
	e, err := pad.NewEvening(pad.NewRules(pad.Rubber), players, rotation, money)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// play deals a rubber and finishes it.
func play(t testing.TB, e *pad.Evening, text string) {
	t.Helper()
	for _, d := range deals(t, text) {
		if _, err := e.Apply(pad.Dealt{Deal: d}); err != nil {
			t.Fatal(err)
		}
	}
	if !e.Table().Pad().Finished {
		if _, err := e.Apply(pad.Stopped{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLedger is a tour of three rubbers: the winners of each get its margin, the
// losers lose it, each for himself.
func TestLedger(t *testing.T) {
	e := evening(t, 4, pad.Tour, "0.50")
	play(t, e, "We:4S=10 We:4S=10") // 1 and 2 win 940: 9 hundreds
	if err := e.Next(); err != nil {
		t.Fatal(err)
	}
	play(t, e, "They:3D=9") // stopped: 60 + 100 for 2 and 4, so 2 hundreds
	if err := e.Next(); err != nil {
		t.Fatal(err)
	}
	if s := e.Seating(); s.We != [2]pad.Player{1, 4} || s.They != [2]pad.Player{2, 3} {
		t.Errorf("third rubber: %v", s)
	}
	play(t, e, "We:1NX=7 We:5D=10") // 80 + 50 + 100 less 50: 180, so 2 hundreds
	var got []string
	for _, a := range e.Ledger() {
		got = append(got, fmt.Sprintf("%d: %d points, %v, money %v on %d", a.Player, a.Points, a.Settled, a.Money.Decimal(2), a.Rubbers))
	}
	want := []string{
		"1: 960 points, 900, money 4.50 on 3",
		"2: 920 points, 900, money 4.50 on 3",
		"3: -1280 points, -1300, money -6.50 on 3",
		"4: -600 points, -500, money -2.50 on 3",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestStakeIsForAHundred: a stake buys a hundred points, whatever the margin is
// rounded to, and one point or IMP where it is not rounded.
func TestStakeIsForAHundred(t *testing.T) {
	stake := exact.Of(1, 2)
	for _, tc := range []struct {
		settle        exact.Rounding
		settled       int
		places        int
		money, theirs string
	}{
		{exact.Rounding{Unit: exact.Int(100)}, 900, 0, "4.50", "-4.50"},
		{exact.Rounding{Unit: exact.Int(50)}, 900, 1, "4.500", "-4.500"},
		{exact.Rounding{Unit: exact.Int(10)}, 920, 1, "4.600", "-4.600"},
		{exact.Rounding{Unit: exact.Int(1)}, 920, 2, "4.6000", "-4.6000"},
		{exact.Rounding{Unit: exact.Int(1000)}, 1000, 0, "5.00", "-5.00"},
		{exact.Rounding{}, 920, 0, "460.00", "-460.00"},
	} {
		rules := pad.NewRules(pad.Rubber)
		rules.Settle = tc.settle
		e, err := pad.NewEvening(rules, 4, pad.Tour, stake)
		if err != nil {
			t.Fatal(err)
		}
		play(t, e, "We:4S=10 We:3N=9") // 220 + 700
		if got := rules.StakePlaces(); got != tc.places {
			t.Errorf("unit %v: %d decimals more, want %d", tc.settle.Unit, got, tc.places)
		}
		for _, a := range e.Ledger() {
			want := tc.money
			if a.Player > 2 {
				want = tc.theirs
			}
			if got := a.Money.Decimal(2 + tc.places); got != want || !a.Settled.Abs().Equal(exact.Int(tc.settled)) {
				t.Errorf("unit %v: player %d settles %v and gets %s, want %s", tc.settle.Unit, a.Player, a.Settled, got, want)
			}
		}
	}
}

// TestRotations: in a tour everybody has every partner equally often, and sits
// out equally often, never twice running.
func TestRotations(t *testing.T) {
	for players, rubbers := range map[int]int{4: 3, 5: 5, 6: 15} {
		e := evening(t, players, pad.Tour, "0")
		partners, out := map[[2]pad.Player]int{}, map[pad.Player]int{}
		var last []pad.Player
		for n := range rubbers {
			s := e.Seating()
			for _, pair := range [][2]pad.Player{s.We, s.They} {
				partners[[2]pad.Player{min(pair[0], pair[1]), max(pair[0], pair[1])}]++
			}
			for _, p := range s.Out {
				out[p]++
				if slices.Contains(last, p) {
					t.Errorf("%d players: %d sits out twice running", players, p)
				}
			}
			last = s.Out
			play(t, e, "We:4S=10 We:4S=10")
			if err := e.Next(); err != nil {
				t.Fatalf("rubber %d: %v", n+2, err)
			}
		}
		if len(partners) != players*(players-1)/2 {
			t.Errorf("%d players: %d partnerships", players, len(partners))
		}
		for pair, n := range partners {
			if n != 2*rubbers*2/(players*(players-1)) {
				t.Errorf("%d players: %v are partners %d times", players, pair, n)
			}
		}
		for p, n := range out {
			if n != rubbers*(players-4)/players {
				t.Errorf("%d players: %d sits out %d times", players, p, n)
			}
		}
		if first := e.Seating(); first.We != [2]pad.Player{1, 2} || first.They != [2]pad.Player{3, 4} {
			t.Errorf("%d players: after the tour %v, want the first seating again", players, first)
		}
	}
}

// TestCut: the cards say who sits where; who sat out comes in before somebody
// plays on.
func TestCut(t *testing.T) {
	e := evening(t, 5, pad.Cut, "0")
	play(t, e, "We:4S=10 We:4S=10")
	if err := e.Next(); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("without a cut: %v", err)
	}
	for _, tc := range []struct {
		players []pad.Player
		key     string
	}{
		{[]pad.Player{1, 2, 3}, "pad.seating"},
		{[]pad.Player{1, 2, 3, 3}, "pad.player_twice"},
		{[]pad.Player{1, 2, 3, 6}, "pad.player"},
		{[]pad.Player{1, 2, 3, 4}, "pad.cutting_in"}, // the fifth waits
	} {
		err := e.Next(tc.players...)
		if r, ok := err.(*bridge.Error); !ok || r.Key != tc.key {
			t.Errorf("%v: %v, want key %s", tc.players, err, tc.key)
		}
	}
	if err := e.Next(5, 2, 3, 4); err != nil {
		t.Fatal(err)
	}
	if s := e.Seating(); !slices.Equal(s.Out, []pad.Player{1}) {
		t.Errorf("out: %v, want 1", s.Out)
	}
	if err := e.Next(1, 2, 3, 4); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("in the middle of a rubber: %v", err)
	}
}

// TestLongestRunLeaves: where the cards decide, nobody leaves who has played fewer
// rubbers running than one who stays; equals may. A tour follows its table, and
// where partners stay the players say.
func TestLongestRunLeaves(t *testing.T) {
	for _, tc := range []struct {
		name     string
		players  int
		rotation pad.Rotation
		rubbers  [][]pad.Player // after the first, which 1 to 4 play; the last is tried
		key      string
	}{
		{"one of four equals", 5, pad.Cut, [][]pad.Player{{5, 2, 3, 4}}, ""},
		{"another of them", 5, pad.Cut, [][]pad.Player{{5, 1, 2, 3}}, ""},
		{"who sat out goes on sitting", 5, pad.Cut, [][]pad.Player{{4, 1, 2, 3}}, "pad.cutting_in"},
		{"the newcomer leaves", 5, pad.Cut, [][]pad.Player{{5, 2, 3, 4}, {1, 2, 3, 4}}, "pad.cutting_out"},
		{"one of the longest leaves", 5, pad.Cut, [][]pad.Player{{5, 2, 3, 4}, {5, 1, 3, 4}}, ""},
		{"two of four leave", 6, pad.Cut, [][]pad.Player{{5, 6, 1, 2}}, ""},
		{"one of two comes in", 6, pad.Cut, [][]pad.Player{{5, 1, 2, 3}}, "pad.cutting_in"},
		{"both of the longest leave", 6, pad.Cut, [][]pad.Player{{5, 6, 1, 2}, {5, 6, 3, 4}}, ""},
		{"one of the longest and one newcomer", 6, pad.Cut, [][]pad.Player{{5, 6, 1, 2}, {5, 1, 3, 4}}, "pad.cutting_out"},
		{"four have no turns", 4, pad.Cut, [][]pad.Player{{1, 3, 2, 4}, {1, 4, 2, 3}}, ""},
		{"a tour that is changed", 5, pad.Tour, [][]pad.Player{{5, 2, 3, 4}, {1, 2, 3, 4}}, ""},
		{"a tour in which one sits out twice", 5, pad.Tour, [][]pad.Player{{1, 3, 2, 4}}, "pad.cutting_in"},
		{"partners stay", 5, pad.Stay, [][]pad.Player{{1, 3, 2, 4}, {1, 5, 2, 4}}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := evening(t, tc.players, tc.rotation, "0")
			for i, players := range tc.rubbers {
				play(t, e, "We:4S=10 We:4S=10")
				err := e.Next(players...)
				if key := tc.key; i == len(tc.rubbers)-1 && key != "" {
					if r, ok := err.(*bridge.Error); !ok || r.Key != key {
						t.Errorf("%v: %v, want key %s", players, err, key)
					}
				} else if err != nil {
					t.Errorf("%v: %v", players, err)
				}
			}
		})
	}
	e := evening(t, 6, pad.Tour, "0") // the table goes by turns, not by runs
	for range 30 {
		play(t, e, "We:4S=10 We:4S=10")
		if err := e.Next(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUndoARubber: undo before the first deal opens the rubber before it.
func TestUndoARubber(t *testing.T) {
	e := evening(t, 4, pad.Tour, "0")
	play(t, e, "We:4S=10 We:4S=10")
	before := sketch(e.Table().Pad())
	if err := e.Next(); err != nil {
		t.Fatal(err)
	}
	notes, err := e.Apply(pad.Undone{})
	if err != nil || len(notes) != 1 || notes[0].Key != "pad.note.rubber_undone" {
		t.Errorf("%v, %v", notes, err)
	}
	if e.Rubbers() != 1 || sketch(e.Table().Pad()) != before {
		t.Errorf("%d rubbers", e.Rubbers())
	}
}

// TestMissingDealSaysWhichThereAre: who corrects a deal that is not there learns
// which there are, and how to get at those of an earlier rubber.
func TestMissingDealSaysWhichThereAre(t *testing.T) {
	refused := func(e *pad.Evening, a pad.Act, want string) {
		t.Helper()
		if _, err := e.Apply(a); fmt.Sprint(err) != want || bridge.CodeOf(err) != bridge.NotFound {
			t.Errorf("%T: %v, want %s", a, err, want)
		}
	}
	e := evening(t, 4, pad.Tour, "0")
	refused(e, pad.Removed{N: 1}, "there is no deal 1: none is written down yet")
	refused(e, pad.Inserted{N: 2, Deal: pad.Deal{Passed: true}}, "there is no deal 2: none is written down yet")
	play(t, e, "We:4S=10 We:4S=10")
	refused(e, pad.Removed{N: 3}, "there is no deal 3: want 1 to 2")
	if err := e.Next(); err != nil {
		t.Fatal(err)
	}
	refused(e, pad.Edited{N: 2, Deal: pad.Deal{Passed: true}}, "there is no deal 2 in this rubber: none is written down yet; undo goes back into an earlier rubber")
	if _, err := e.Apply(pad.Dealt{Deal: pad.Deal{Passed: true}}); err != nil {
		t.Fatal(err)
	}
	refused(e, pad.Edited{N: 2, Deal: pad.Deal{Passed: true}}, "there is no deal 2 in this rubber: want 1 to 1; undo goes back into an earlier rubber")
	refused(e, pad.Inserted{N: 3, Deal: pad.Deal{Passed: true}}, "there is no deal 3 in this rubber: want 1 to 2; undo goes back into an earlier rubber")
}

func TestEveningRefusals(t *testing.T) {
	for _, tc := range []struct {
		players  int
		rotation pad.Rotation
		stake    int
		key      string
	}{
		{3, pad.Tour, 0, "pad.players"},
		{7, pad.Tour, 0, "pad.players"},
		{4, "waltz", 0, "pad.rotation"},
		{4, pad.Tour, -1, "pad.stake"},
	} {
		_, err := pad.NewEvening(pad.NewRules(pad.Rubber), tc.players, tc.rotation, exact.Int(tc.stake))
		if r, ok := err.(*bridge.Error); !ok || r.Key != tc.key {
			t.Errorf("%+v: %v", tc, err)
		}
	}
}

// TestZero: whatever was played, every column of the ledger sums to zero.
func TestZero(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		players := rapid.IntRange(4, 6).Draw(r, "players")
		e, err := pad.NewEvening(pad.NewRules(pad.Rubber), players, pad.Tour, exact.Of(1, 4))
		if err != nil {
			r.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(r, "rubbers") {
			for range rapid.IntRange(1, 8).Draw(r, "deals") {
				if e.Table().Pad().Finished {
					break
				}
				if _, err := e.Apply(pad.Dealt{Deal: drawDeal(r)}); err != nil {
					r.Fatal(err)
				}
			}
			if !e.Table().Pad().Finished {
				if _, err := e.Apply(pad.Stopped{}); err != nil {
					r.Fatal(err)
				}
			}
			if err := e.Next(); err != nil {
				r.Fatal(err)
			}
		}
		points, settled, money := 0, exact.Int(0), exact.Int(0)
		for _, a := range e.Ledger() {
			points += int(a.Points)
			settled, money = settled.Add(a.Settled), money.Add(a.Money)
		}
		if points != 0 || settled.Sign() != 0 || money.Sign() != 0 {
			r.Fatalf("the ledger sums to %d, %v and %v", points, settled, money)
		}
	})
}

func ExampleFold() {
	four, _ := bridge.ParseContract("4S")
	three, _ := bridge.ParseContract("3NT")
	p, err := pad.Fold(pad.NewRules(pad.Rubber), []pad.Deal{
		{Contract: four, Side: bridge.NS, Tricks: 11, Honours: []pad.Honours{{Side: bridge.NS, Points: 100}}},
		{Contract: three, Side: bridge.NS, Tricks: 9},
	}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range p.Entries {
		fmt.Println(e.Side, e.Line, e.Points, e.Why().Rule)
	}
	fmt.Println("margin", p.Margin)
	// Output:
	// NS below 120 L77.tricks
	// NS above 30 L77.overtricks
	// NS above 100 honours.four
	// NS below 100 L77.tricks
	// NS above 700 rubber.fast
	// margin 1050
}
