package movement_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/movement"
)

// cyclicFamilies are the families whose golden movements are made here.
var cyclicFamilies = []string{
	"howell", "barometer", "endless_howell", "rainbow", "rainbow_fixed_boards", "cyclic_individual",
	"american_whist_teams", "new_england_relay", "stagger", "patton", "round_robin", "triangle",
}

// askedGolden says how to ask for a golden movement.
func askedGolden(g golden) (family string, ask movement.Ask) {
	p := g.plan
	ask = movement.Ask{Tables: p.Tables, Rounds: p.Rounds}
	for _, variant := range []string{"long", "stanza_1", "stanza_2"} {
		if strings.HasSuffix(g.ID, "_"+variant) {
			ask.Variant = variant
		}
	}
	return p.Family, ask
}

// TestGoldenCyclic makes the golden movements of these families, cell by cell.
func TestGoldenCyclic(t *testing.T) {
	made := map[string]int{}
	for _, g := range goldens(t) {
		if !slices.Contains(cyclicFamilies, g.plan.Family) {
			continue
		}
		family, ask := askedGolden(g)
		m, err := movement.Make(family, ask)
		if !g.Check.Valid {
			if err == nil {
				t.Errorf("%s is made, and it is unsound", g.ID)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", g.ID, err)
			continue
		}
		m.Phantom, m.Variant = g.plan.Phantom, "" // the shelf names no variants
		if diff := cmp.Diff(g.plan, m); diff != "" {
			t.Errorf("%s (-want +got):\n%s", g.ID, diff)
		}
		made[g.plan.Family]++
	}
	for _, f := range cyclicFamilies {
		if made[f] == 0 {
			t.Errorf("no golden movement of %s", f)
		}
	}
}

// TestHowell: each size is sound and all play all, with the balance that is known.
func TestHowell(t *testing.T) {
	for tables, want := range map[string]string{
		"2": "100.00", "3": "60.00", "4": "100.00", "5": "83.33", "6": "100.00", "7": "91.30", "8": "100.00", "9": "94.74", "10": "100.00",
		"11": "96.49", "12": "100.00", "13": "97.50", "14": "98.67", "15": "98.13", "16": "100.00", "22": "100.00", "100": "100.00",
		"2 long": "100.00", "3 long": "100.00", "4 closed": "100.00", "6 closed": "100.00", "10 closed": "100.00", "12 closed": "100.00", "16 closed": "100.00",
	} {
		number, variant, _ := strings.Cut(tables, " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		m, err := movement.Make("howell", movement.Ask{Tables: n, Variant: variant})
		if err != nil {
			t.Errorf("%s: %v", tables, err)
			continue
		}
		a := m.Audit()
		copies, rounds := 1, 2*n-1
		switch {
		case variant == "long":
			rounds *= 2
		case n <= 3:
			copies = n
		}
		switch {
		case !a.Sound():
			t.Errorf("%s: %v", tables, a.Faults())
		case !a.AllPlayAll || a.Repeats > 0 && variant != "long" || a.Copies != copies || m.Rounds != rounds || a.SetPlays.Min != a.SetPlays.Max:
			t.Errorf("%s: all play all %t, %d repeats, %d copies, %d rounds, set plays %v", tables, a.AllPlayAll, a.Repeats, a.Copies, m.Rounds, a.SetPlays)
		}
		if got := told(a.Balance.Q); got != want {
			t.Errorf("%s: balance %s, want %s", tables, got, want)
		}
	}
}

// halfBalance is what the search for half tables reached, by tables.
var halfBalance = map[int]string{
	4:  "100.00",
	5:  "81.82",
	6:  "100.00",
	7:  "100.00",
	8:  "96.92",
	9:  "96.08",
	10: "100.00",
	11: "98.06",
	12: "100.00",
	13: "98.91",
	14: "98.73",
	15: "98.67",
}

// TestHalfHowell: with half a table everybody meets everybody and sits out once, and
// the balance is no worse than that of the Howell without its last pair.
func TestHalfHowell(t *testing.T) {
	for tables, want := range halfBalance {
		m, err := movement.Make("howell", movement.Ask{Tables: tables, Variant: "half"})
		if err != nil {
			t.Errorf("%d tables: %v", tables, err)
			continue
		}
		a := m.Audit()
		if !a.Sound() || !a.AllPlayAll || a.Repeats > 0 || a.Copies != 1 || a.Contestants != 2*tables-1 || a.SetPlays != (movement.Range{Min: tables - 1, Max: tables - 1}) {
			t.Errorf("%d tables: all play all %t, %d repeats, %d copies, %d pairs, set plays %v, %v", tables, a.AllPlayAll, a.Repeats, a.Copies, a.Contestants, a.SetPlays, a.Faults())
		}
		if a.Rounds != (movement.Range{Min: m.Rounds - 1, Max: m.Rounds - 1}) || a.SitOuts != 1 {
			t.Errorf("%d tables: rounds %v, %d sit-outs", tables, a.Rounds, a.SitOuts)
		}
		full, err := movement.Make("howell", movement.Ask{Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		full.Phantom = m.Phantom
		if got := told(a.Balance.Q); got != want || a.Balance.Q.Cmp(full.Balance().Q) < 0 {
			t.Errorf("%d tables: balance %s, stated %s; without the last pair %s", tables, got, want, told(full.Balance().Q))
		}
	}
}

// TestHowellRefused: what there is none of is refused, with what there is instead.
func TestHowellRefused(t *testing.T) {
	for _, c := range []struct {
		ask  movement.Ask
		want string
	}{
		{movement.Ask{Tables: 1}, "howell, tables: 1; there are movements for 2 to 100"},
		{movement.Ask{Tables: 17}, "no such Howell is known for 17 tables: there is one for 16 and for 22; a Mitchell needs fewer rounds"},
		{movement.Ask{Tables: 5, Variant: "closed"}, "no such Howell is known for 5 tables: there is one for 4 and for 6; a Mitchell needs fewer rounds"},
		{movement.Ask{Tables: 4, Variant: "long"}, "a long Howell is for 2 and 3 tables, not 4: there the Howell needs no sharing"},
		{movement.Ask{Tables: 3, Variant: "half"}, "there are first rounds for half a table with 4 to 15 tables, not 3: take the Howell without its last pair"},
		{movement.Ask{Tables: 4, Rounds: 8}, "howell, tables: 4, rounds: 8; there are movements of 7 rounds"},
		{movement.Ask{Tables: 4, Variant: "short"}, `howell: there is no variant "short": want long, half, closed`},
	} {
		_, err := movement.Make("howell", c.ask)
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.ask, err, c.want)
		}
	}
}
