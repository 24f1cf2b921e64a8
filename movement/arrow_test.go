package movement_test

import (
	"bufio"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// TestArrowGolden: what the balance is when the last rounds are switched, which tables
// are left out, and how many rounds are best.
func TestArrowGolden(t *testing.T) {
	lines := bufio.NewScanner(shelf.Open(t, "movements/arrow_switch.tsv"))
	lines.Scan() // the names of the columns
	figures := 0
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		number := func(i int) int {
			n, err := strconv.Atoi(cells[i])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		m := mustMake(t, strings.TrimSuffix(cells[0], "_curtailed"), movement.Ask{Tables: number(1), Rounds: number(2)})
		var left []string
		for _, p := range m.Pivots() {
			left = append(left, strconv.Itoa(p))
		}
		if got := strings.Join(left, ","); got != cells[3] {
			t.Errorf("%v: tables %s are left out", cells, got)
		}
		for k, want := range cells[4:10] {
			if want == "" {
				continue
			}
			q, err := exact.Parse(want)
			if err != nil {
				t.Fatal(err)
			}
			switched, err := m.SwitchLast(k)
			if err != nil {
				t.Fatal(err)
			}
			if got := told(switched.Balance().Q); got != told(q) {
				t.Errorf("%v: k = %d: Q %s, want %s", cells[:3], k, got, told(q))
			}
			figures++
		}
		best, k, err := m.BestSwitch()
		if err != nil {
			t.Fatal(err)
		}
		if k != number(10) {
			t.Errorf("%v: best are %d rounds", cells, k)
		}
		again, err := m.SwitchLast(k)
		if diff := cmp.Diff(again, best); err != nil || diff != "" {
			t.Errorf("%v: %v\n%s", cells, err, diff)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if figures < 230 {
		t.Errorf("%d figures", figures)
	}
}

// TestArrowTable: the figures that the table of the movements gives to one place.
func TestArrowTable(t *testing.T) {
	for _, c := range []struct {
		family         string
		tables, rounds int
		k              int
		want           string
	}{
		{"mitchell", 5, 5, 1, "65.4"},
		{"mitchell", 7, 7, 1, "90.5"},
		{"mitchell", 9, 9, 1, "93.0"},
		{"mitchell", 13, 13, 2, "92.5"},
		{"mitchell", 19, 19, 3, "91.4"},
		{"share_relay", 14, 14, 2, "93.6"},
		{"double_weave", 8, 8, 1, "93.3"},
		{"double_weave", 16, 16, 3, "83.0"},
		{"skip", 14, 13, 2, "79.1"},
		{"bowman", 15, 13, 2, "67.4"},
		{"web", 12, 9, 1, "54.6"},
		{"hesitation", 13, 14, 2, "83.1"},
		{"double_hesitation", 5, 7, 0, "84.1"},
	} {
		m, err := mustMake(t, c.family, movement.Ask{Tables: c.tables, Rounds: c.rounds}).SwitchLast(c.k)
		if err != nil {
			t.Fatal(err)
		}
		two, err := exact.Parse(told(m.Balance().Q)) // the table is rounded from two places
		if err != nil {
			t.Fatal(err)
		}
		if got := two.Decimal(1); got != c.want {
			t.Errorf("%s %dx%d, k = %d: %s, want %s", c.family, c.tables, c.rounds, c.k, got, c.want)
		}
	}
}

// TestOneWinner: East-West are counted behind North-South, a missing pair counts, and a
// rover is North-South.
func TestOneWinner(t *testing.T) {
	nine := mustMake(t, "mitchell", movement.Ask{Tables: 9})
	half, err := nine.HalfTable()
	if err != nil {
		t.Fatal(err)
	}
	eight, err := nine.Without(movement.Contestant{Line: bridge.EW, Number: 8})
	if err != nil {
		t.Fatal(err)
	}
	rover, err := nine.Rover(bridge.NS, 2)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		m       *movement.Movement
		cell    string // table 2, round 2: N2 and E1
		last    string // table 2, round 9, which is switched: N2 and E3
		phantom movement.Contestant
		field   int
	}{
		"full":    {nine, "2-10/3", "12-2/1", movement.Contestant{}, 18},
		"N9":      {half, "2-10/3", "12-2/1", movement.Contestant{Number: 9}, 17},
		"E8":      {eight, "2-10/3", "12-2/1", movement.Contestant{Number: 17}, 17},
		"a rover": {rover, "2-11/3", "13-2/1", movement.Contestant{}, 19},
	} {
		m, err := c.m.SwitchLast(1)
		if err != nil {
			t.Fatal(err)
		}
		a := m.Audit()
		if got := m.At(2, 2).String(); got != c.cell || m.At(2, 2).Switched {
			t.Errorf("%s: %s, want %s", name, got, c.cell)
		}
		if got := m.At(2, 9).String(); got != c.last || !m.At(2, 9).Switched {
			t.Errorf("%s: %s, want %s", name, got, c.last)
		}
		if m.Winners != 1 || m.Phantom != c.phantom || a.Contestants != c.field || !a.Sound() {
			t.Errorf("%s: %d winners, without %s, %d pairs, %v", name, m.Winners, m.Phantom, a.Contestants, a.Faults())
		}
		if diff := cmp.Diff(m, m.OneWinner()); diff != "" {
			t.Errorf("%s: again\n%s", name, diff)
		}
	}
}

// TestSwitchTwice: who is switched twice is not switched, who moves does not change,
// and meetings and boards stay.
func TestSwitchTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		family := rapid.SampledFrom(ofLines).Draw(t, "family")
		m, err := movement.Make(family, movement.Ask{Tables: rapid.IntRange(4, 13).Draw(t, "tables")})
		if err != nil {
			return
		}
		places := rapid.SliceOf(rapid.Custom(func(t *rapid.T) movement.Cell {
			return movement.Cell{Table: rapid.IntRange(1, m.Tables).Draw(t, "table"), Round: rapid.IntRange(1, m.Rounds).Draw(t, "round")}
		})).Draw(t, "places")
		once, err := m.Switch(places...)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := once.Switch(places...)
		if err != nil {
			t.Fatal(err)
		}
		plain := m.OneWinner()
		if diff := cmp.Diff(plain, twice); diff != "" {
			t.Fatal(diff)
		}
		a, b := plain.Audit(), once.Audit()
		if a.Repeats != b.Repeats || a.Stationary != b.Stationary || a.Copies != b.Copies || a.Opponents != b.Opponents || !b.Sound() ||
			a.Balance.S != b.Balance.S || !slices.Equal(plain.Pivots(), once.Pivots()) {
			t.Fatalf("%+v\n%+v", a, b)
		}
	})
}

// TestTuneSwitch: single tables turned balance no worse than whole rounds, a larger
// budget no worse than a small one, and the same request gives the same movement. What
// was played stays.
func TestTuneSwitch(t *testing.T) {
	for _, c := range []struct {
		family         string
		tables, rounds int
		least          int64 // that 20000 turns reach
	}{
		{"mitchell", 5, 5, 72},
		{"mitchell", 7, 7, 90},
		{"mitchell", 9, 8, 72},
		{"share_relay", 6, 6, 81},
		{"skip", 8, 7, 74},
		{"bowman", 10, 8, 68},
		{"web", 10, 9, 79},
		{"hesitation", 7, 8, 81},
		{"double_hesitation", 6, 8, 82},
		{"pivot", 8, 7, 61},
	} {
		best, _, err := mustMake(t, c.family, movement.Ask{Tables: c.tables, Rounds: c.rounds}).BestSwitch()
		if err != nil {
			t.Fatal(err)
		}
		best.At(1, 1).Played = true
		last := best.Balance().Q
		first := last
		for _, budget := range []int{0, 1, 100, 1000, 20000} {
			m, err := best.TuneSwitch(budget)
			if err != nil {
				t.Fatal(err)
			}
			q := m.Balance().Q
			if q.Cmp(last) < 0 {
				t.Errorf("%s %d: %d turns: Q %s, before %s", c.family, c.tables, budget, told(q), told(last))
			}
			last = q
			if *m.At(1, 1) != *best.At(1, 1) || !m.Audit().Sound() {
				t.Errorf("%s %d: %v", c.family, c.tables, m.Audit().Faults())
			}
			again, err := best.TuneSwitch(budget)
			if diff := cmp.Diff(m, again); err != nil || diff != "" {
				t.Errorf("%s %d: %v\n%s", c.family, c.tables, err, diff)
			}
		}
		t.Logf("%s %dx%d: %s -> %s", c.family, c.tables, c.rounds, told(first), told(last))
		if last.Cmp(exact.Of(c.least, 1)) < 0 {
			t.Errorf("%s %dx%d: Q %s, want %d", c.family, c.tables, c.rounds, told(last), c.least)
		}
	}
}

// TestTuneBest: in small movements nothing balances better than what the search finds:
// all ways to turn tables are tried.
func TestTuneBest(t *testing.T) {
	for _, c := range []struct {
		family         string
		tables, rounds int
	}{
		{"mitchell", 3, 3},
		{"hesitation", 3, 4},
		{"skip", 4, 3},
		{"two_stanza", 4, 3},
		{"share_relay", 4, 3},
	} {
		m := mustMake(t, c.family, movement.Ask{Tables: c.tables, Rounds: c.rounds})
		tuned, err := m.TuneSwitch(5000)
		if err != nil {
			t.Fatal(err)
		}
		best := exact.Of(0, 1)
		for ways := range 1 << (len(m.Slots) - 1) { // to turn all tables changes nothing
			var places []movement.Cell
			for i, s := range m.Slots {
				if ways>>i&1 == 1 {
					places = append(places, movement.Cell{Table: s.Table, Round: s.Round})
				}
			}
			one, err := m.Switch(places...)
			if err != nil {
				t.Fatal(err)
			}
			if q := one.Balance().Q; q.Cmp(best) > 0 {
				best = q
			}
		}
		if got := tuned.Balance().Q; got.Cmp(best) != 0 {
			t.Errorf("%s %dx%d: Q %s, the best is %s", c.family, c.tables, c.rounds, told(got), told(best))
		}
	}
}

// TestSwitchHowell: a Howell has no lines to switch, and says so; a hesitation has.
func TestSwitchHowell(t *testing.T) {
	for tables := 2; tables <= 9; tables++ {
		m := mustMake(t, "howell", movement.Ask{Tables: tables})
		if _, err := m.SwitchLast(2); keyOf(err) != "movement.switch_lines" {
			t.Errorf("%d tables: %v", tables, err)
		}
		if _, err := m.SwitchLast(0); err != nil {
			t.Errorf("%d tables: %v", tables, err)
		}
		if same, k, err := m.BestSwitch(); k != 0 || err != nil || !cmp.Equal(same, m) {
			t.Errorf("%d tables: best are %d rounds, %v", tables, k, err)
		}
		half, err := m.HalfTable()
		if err != nil {
			t.Fatal(err)
		}
		smooth, err := half.SmoothSwitch()
		if err != nil || smooth.Balance().Q.Cmp(half.Balance().Q) < 0 || !smooth.Audit().Sound() {
			t.Errorf("%d tables: %v", tables, err)
		}
	}
	for _, family := range []string{"hesitation", "double_hesitation"} {
		if _, err := mustMake(t, family, movement.Ask{Tables: 5}).SwitchLast(1); err != nil {
			t.Errorf("%s: %v", family, err)
		}
	}
	three := mustMake(t, "three_quarter_howell", movement.Ask{Tables: 6})
	if _, err := three.SwitchLast(1); keyOf(err) != "movement.switch_lines" {
		t.Errorf("three-quarter Howell: %v", err)
	}
}

// TestSmoothLarge: a hall of two hundred tables has its answer soon.
func TestSmoothLarge(t *testing.T) {
	for _, tables := range []int{99, 199} {
		m, err := mustMake(t, "mitchell", movement.Ask{Tables: tables}).HalfTable()
		if err != nil {
			t.Fatal(err)
		}
		whole, err := m.SwitchLast(3)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		smooth, err := m.SmoothSwitch()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d tables: %v, Q %s", tables, time.Since(start), told(smooth.Balance().Q))
		if smooth.Balance().Q.Cmp(whole.Balance().Q) < 0 {
			t.Errorf("%d tables: three whole rounds balance better", tables)
		}
	}
}

// TestSwitchRefused: there is nothing to switch there.
func TestSwitchRefused(t *testing.T) {
	m := mustMake(t, "mitchell", movement.Ask{Tables: 5})
	m.At(2, 5).Played = true
	for _, p := range []movement.Cell{{Table: 6, Round: 1}, {Table: 0, Round: 1}, {Table: 1, Round: 6}, {Table: 2, Round: 5}} {
		if _, err := m.Switch(p); err == nil {
			t.Errorf("%v is switched", p)
		}
	}
	for _, k := range []int{-1, 6, 1} { // in the last round something was played
		if _, err := m.SwitchLast(k); err == nil {
			t.Errorf("%d rounds are switched", k)
		}
	}
	if _, k, err := m.BestSwitch(); k != 0 || err != nil {
		t.Errorf("best are %d rounds: %v", k, err)
	}
	teams := movement.New("", movement.Teams, 1, 2, 1, 1)
	if _, err := teams.Switch(); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("teams: %v", err)
	}
	if _, _, err := teams.BestSwitch(); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("teams: %v", err)
	}
	if _, err := teams.TuneSwitch(10); bridge.CodeOf(err) != bridge.NoSolution {
		t.Errorf("teams: %v", err)
	}
}
