package movement_test

import (
	"bufio"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// threeQuarterBalance is what the search reached.
var threeQuarterBalance = map[string]string{
	"4x5": "68.39", "4x6": "77.14",
	"5x6": "75.12", "5x7": "84.08", "5x8": "83.66",
	"6x7": "77.16", "6x8": "90.91", "6x9": "90.69", "6x10": "92.14",
	"7x8": "81.19", "7x9": "86.08", "7x10": "87.08", "7x11": "91.98", "7x12": "91.22",
	"8x9": "81.42", "8x10": "86.42", "8x11": "90.45", "8x12": "91.88", "8x13": "92.47", "8x14": "95.28",
	"9x10": "83.91", "9x11": "86.24", "9x12": "93.04", "9x13": "92.18", "9x14": "91.30", "9x15": "94.47", "9x16": "94.28",
	"10x11": "84.43", "10x12": "86.22", "10x13": "90.44", "10x14": "92.84", "10x15": "94.43", "10x16": "95.00",
	"11x12": "86.78", "11x13": "86.28", "11x14": "89.26", "11x15": "92.93", "11x16": "93.38",
	"12x13": "86.46", "12x14": "86.89", "12x15": "89.47", "12x16": "95.56",
	"13x14": "87.52", "13x15": "86.11", "13x16": "88.62",
	"14x15": "88.04", "14x16": "87.52",
}

// TestThreeQuarterHowell: each size is sound, nobody meets anybody twice, all play all
// sets, and the pairs that stay stay.
func TestThreeQuarterHowell(t *testing.T) {
	shared := map[string]bool{}
	allSizes(t, "three_quarter_howell", "", func(m *movement.Movement, a *movement.Audit) {
		size := strconv.Itoa(m.Tables) + "x" + strconv.Itoa(m.Rounds)
		if a.Repeats > 0 || a.Rounds.Min != m.Rounds || a.SetPlays.Min != m.Tables || a.SetPlays.Max != m.Tables || a.Stationary != 2*m.Tables-m.Rounds {
			t.Errorf("%s: %d repeats, rounds %v, set plays %v, %d stationary", size, a.Repeats, a.Rounds, a.SetPlays, a.Stationary)
		}
		if a.Copies > 2 {
			t.Errorf("%s: %d copies", size, a.Copies)
		}
		if a.Copies > 1 {
			shared[size] = true
		}
		if got := told(a.Balance.Q); got != threeQuarterBalance[size] {
			t.Errorf("%s: balance %s, stated %s", size, got, threeQuarterBalance[size])
		}
	})
	for size := range strings.FieldsSeq("4x5 4x6 5x8 6x7 8x9 10x11 12x13 14x15") {
		if !shared[size] {
			t.Errorf("%s shares no boards: say so", size)
		}
		delete(shared, size)
	}
	for size := range shared {
		t.Errorf("%s shares boards: say so", size)
	}
}

// TestThreeQuarterHowellPublished: the balance is that of the best published card of
// the size at least.
func TestThreeQuarterHowellPublished(t *testing.T) {
	none := map[string]bool{}
	lines := bufio.NewScanner(shelf.Open(t, "movements/recommend.tsv"))
	compared := 0
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if c[1] != "3/4 Howell (published card)" || strings.HasSuffix(c[0], ".5") {
			continue
		}
		size := c[0] + "x" + c[2]
		tables, err := strconv.Atoi(c[0])
		if err != nil {
			t.Fatal(err)
		}
		rounds, err := strconv.Atoi(c[2])
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.Parse(c[12])
		if err != nil {
			t.Fatal(err)
		}
		m, err := movement.Make("three_quarter_howell", movement.Ask{Tables: tables, Rounds: rounds})
		if err != nil {
			none[size] = true
			continue
		}
		compared++
		q, err := exact.Parse(told(m.Balance().Q))
		if err != nil {
			t.Fatal(err)
		}
		if q.Cmp(want) < 0 {
			t.Errorf("%s: balance %s, published %s", size, told(m.Balance().Q), c[12])
		}
		copies, err := strconv.Atoi(c[7])
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Audit().Copies; got > copies {
			t.Errorf("%s: %d copies, published %d", size, got, copies)
		}
	}
	if compared < 20 {
		t.Errorf("%d compared", compared)
	}
	// 15 tables in 13 rounds have more tables than sets; the card has balance 38.
	if !maps.Equal(none, map[string]bool{"15x13": true}) {
		t.Errorf("published, and not here: %v", none)
	}
}
