package movement_test

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// threeQuarterBalance is what the search reached.
var threeQuarterBalance = map[string]string{
	"3.5x5": "71.43", "3.5x6": "73.47",
	"4x5": "68.39", "4x6": "77.14",
	"4.5x6": "75.79", "4.5x7": "82.35", "4.5x8": "91.43",
	"5x6": "75.12", "5x7": "84.08", "5x8": "83.66",
	"5.5x7": "75.50", "5.5x8": "83.12", "5.5x9": "90.91", "5.5x10": "95.69",
	"6x7": "77.16", "6x8": "90.91", "6x9": "90.69", "6x10": "92.14",
	"6.5x8": "80.27", "6.5x9": "83.90", "6.5x10": "87.28", "6.5x11": "93.33", "6.5x12": "96.83",
	"7x8": "81.19", "7x9": "86.08", "7x10": "87.08", "7x11": "91.98", "7x12": "91.22",
	"7.5x9": "80.05", "7.5x10": "85.71", "7.5x11": "89.00", "7.5x12": "92.48", "7.5x13": "95.79", "7.5x14": "94.08",
	"8x9": "81.42", "8x10": "86.42", "8x11": "90.45", "8x12": "91.88", "8x13": "92.47", "8x14": "95.28",
	"8.5x10": "81.14", "8.5x11": "85.53", "8.5x12": "91.52", "8.5x13": "90.97", "8.5x14": "92.50", "8.5x15": "96.62", "8.5x16": "96.33",
	"9x10": "83.91", "9x11": "86.24", "9x12": "93.04", "9x13": "92.18", "9x14": "91.30", "9x15": "94.47", "9x16": "94.28",
	"9.5x11": "82.69", "9.5x12": "84.60", "9.5x13": "90.26", "9.5x14": "92.04", "9.5x15": "93.95", "9.5x16": "94.74",
	"10x11": "84.43", "10x12": "86.22", "10x13": "90.44", "10x14": "92.84", "10x15": "94.43", "10x16": "95.00",
	"10.5x12": "84.41", "10.5x13": "85.03", "10.5x14": "88.59", "10.5x15": "91.86", "10.5x16": "93.37",
	"11x12": "86.78", "11x13": "86.28", "11x14": "89.26", "11x15": "92.93", "11x16": "93.38",
	"11.5x13": "85.26", "11.5x14": "85.56", "11.5x15": "89.41", "11.5x16": "94.35",
	"12x13": "86.46", "12x14": "86.89", "12x15": "89.47", "12x16": "95.56",
	"12.5x14": "85.79", "12.5x15": "85.00", "12.5x16": "88.42",
	"13x14": "87.52", "13x15": "86.11", "13x16": "88.62",
	"13.5x15": "86.51", "13.5x16": "86.45",
	"14x15": "88.04", "14x16": "87.52",
}

// TestThreeQuarterHowell: each size is sound, nobody meets anybody twice, all play all
// sets, and the pairs that stay stay.
func TestThreeQuarterHowell(t *testing.T) {
	shared := map[string]bool{}
	allSizes(t, "three_quarter_howell", "", func(m *movement.Movement, a *movement.Audit) {
		size := sizeOf(m)
		if a.Repeats > 0 || a.Rounds.Min != m.Rounds || a.SetPlays.Min != m.Tables || a.SetPlays.Max != m.Tables || a.Stationary != 2*m.Tables-m.Rounds || a.SitOuts != 0 {
			t.Errorf("%s: %d repeats, rounds %v, set plays %v, %d stationary, %d sit-outs", size, a.Repeats, a.Rounds, a.SetPlays, a.Stationary, a.SitOuts)
		}
		measured(t, m, a, shared)
	})
	allSizes(t, "three_quarter_howell", "half", func(m *movement.Movement, a *movement.Audit) {
		size := sizeOf(m)
		if a.Contestants != 2*m.Tables-1 || a.Repeats > 0 || a.Rounds.Min != m.Rounds-1 || a.Rounds.Max > m.Rounds || a.SetPlays.Min != m.Tables-1 || a.SetPlays.Max != m.Tables-1 || a.SitOuts != 1 {
			t.Errorf("%s: %d pairs, %d repeats, rounds %v, set plays %v, %d sit-outs", size, a.Contestants, a.Repeats, a.Rounds, a.SetPlays, a.SitOuts)
		}
		measured(t, m, a, shared)
	})
	var list []string
	for size := range shared {
		list = append(list, size)
	}
	slices.Sort(list)
	if got := strings.Join(list, " "); got != sharing {
		t.Errorf("boards are shared by %s; said of %s", got, sharing)
	}
}

// sharing are the sizes in which two tables share boards.
const sharing = "10x11 12x13 14x15 4x5 4x6 5x8 6x7 8x9"

// sizeOf names a size: "8x13", with half a table "7.5x13".
func sizeOf(m *movement.Movement) string {
	if m.Phantom.Number > 0 {
		return fmt.Sprintf("%d.5x%d", m.Tables-1, m.Rounds)
	}
	return fmt.Sprintf("%dx%d", m.Tables, m.Rounds)
}

// measured looks at balance and copies.
func measured(t *testing.T, m *movement.Movement, a *movement.Audit, shared map[string]bool) {
	t.Helper()
	size := sizeOf(m)
	if a.Copies > 2 {
		t.Errorf("%s: %d copies", size, a.Copies)
	}
	if a.Copies > 1 {
		shared[size] = true
	}
	if got := told(a.Balance.Q); got != threeQuarterBalance[size] {
		t.Errorf("%s: balance %s, stated %s", size, got, threeQuarterBalance[size])
	}
}

// TestThreeQuarterHowellPublished: balance, rounds and copies are those of the best
// published card of the size at least.
func TestThreeQuarterHowellPublished(t *testing.T) {
	none := map[string]bool{}
	lines := bufio.NewScanner(shelf.Open(t, "movements/recommend.tsv"))
	compared := 0
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if c[1] != "3/4 Howell (published card)" {
			continue
		}
		size := c[0] + "x" + c[2]
		var (
			tables, half, rounds, copies int
			published                    string
		)
		if n, _ := fmt.Sscanf(c[0], "%d.%d", &tables, &half); n == 2 {
			tables++
		}
		if _, err := fmt.Sscan(c[2]+" "+c[8]+" "+c[12], &rounds, &copies, &published); err != nil {
			t.Fatal(err)
		}
		variant := ""
		if half > 0 {
			variant = "half"
		}
		m, err := movement.Make("three_quarter_howell", movement.Ask{Tables: tables, Rounds: rounds, Variant: variant})
		if err != nil {
			none[size] = true
			continue
		}
		compared++
		want, err := exact.Parse(published)
		if err != nil {
			t.Fatal(err)
		}
		a := m.Audit()
		q, err := exact.Parse(told(a.Balance.Q))
		if err != nil {
			t.Fatal(err)
		}
		if q.Cmp(want) < 0 || a.Copies > copies {
			t.Errorf("%s: balance %s and %d copies, published %s and %d", size, told(a.Balance.Q), a.Copies, published, copies)
		}
	}
	if compared < 50 {
		t.Errorf("%d compared", compared)
	}
	// 15 tables in 13 rounds have more tables than sets; the cards have balance 38.
	if !maps.Equal(none, map[string]bool{"15x13": true, "14.5x13": true}) {
		t.Errorf("published, and not here: %v", none)
	}
}
