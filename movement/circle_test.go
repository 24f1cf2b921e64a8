package movement_test

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/movement"
)

// allSizes makes each size of a family that it says it has, and audits it.
func allSizes(t *testing.T, family, variant string, each func(m *movement.Movement, a *movement.Audit)) {
	t.Helper()
	made := 0
	for _, f := range movement.Families() {
		if f.Name != family {
			continue
		}
		for tables := f.Sizes[0]; tables <= f.Sizes[1]; tables++ {
			for _, rounds := range f.Rounds(tables) {
				m, err := f.Make(movement.Ask{Tables: tables, Rounds: rounds, Variant: variant})
				if err != nil {
					t.Errorf("%s %d×%d: %v", family, tables, rounds, err)
					continue
				}
				made++
				a := m.Audit()
				if !a.Sound() || m.Family != family || m.Kind != f.Kind || m.Winners != f.Winners || m.Tables != tables || m.Rounds != rounds {
					t.Errorf("%s %d×%d: %s, %s, %d winners, %d×%d: %v", family, tables, rounds, m.Family, m.Kind, m.Winners, m.Tables, m.Rounds, a.Faults())
				}
				each(m, a)
			}
			if len(f.Rounds(tables)) == 0 {
				if m, err := f.Make(movement.Ask{Tables: tables}); err == nil {
					t.Errorf("%s for %d tables says that it has no rounds, and has %d", family, tables, m.Rounds)
				}
			}
		}
	}
	if made == 0 {
		t.Errorf("no size of %s", family)
	}
}

// fair is what a movement must be in which everybody meets everybody once.
func fair(t *testing.T, m *movement.Movement, a *movement.Audit) {
	t.Helper()
	if !a.AllPlayAll || a.Repeats > 0 || a.SetPlays.Min != a.SetPlays.Max || a.Rounds.Min != m.Rounds {
		t.Errorf("%s %d×%d: all play all %t, %d repeats, set plays %v, rounds %v", m.Family, m.Tables, m.Rounds, a.AllPlayAll, a.Repeats, a.SetPlays, a.Rounds)
	}
}

// TestHowellSizes: each size that says that it exists does, and everybody meets
// everybody.
func TestHowellSizes(t *testing.T) {
	made := 0
	allSizes(t, "howell", "", func(m *movement.Movement, a *movement.Audit) {
		if m.Variant == "" { // the long ones meet twice: TestHowell
			fair(t, m, a)
			made++
		}
	})
	if made != 33 {
		t.Errorf("%d sizes", made)
	}
}

// TestBarometer: everybody meets everybody, as evenly as can be in a circle.
func TestBarometer(t *testing.T) {
	want := strings.Fields("100.00 60.00 100.00 83.33 100.00 91.30 85.96 90.00 100.00 93.86 100.00 95.90 94.87 98.13 100.00 95.77 97.02 96.85 97.41")
	even := 0
	allSizes(t, "barometer", "", func(m *movement.Movement, a *movement.Audit) {
		fair(t, m, a)
		if i := m.Tables - 2; i < len(want) && told(a.Balance.Q) != want[i] {
			t.Errorf("barometer of %d tables: balance %s, want %s", m.Tables, told(a.Balance.Q), want[i])
		}
		if told(a.Balance.Q) == "100.00" {
			even++
		} else if a.Balance.Q.Cmp(exact.Of(85, 1)) < 0 && m.Tables > 5 {
			t.Errorf("barometer of %d tables: balance %s", m.Tables, told(a.Balance.Q))
		}
	})
	if even != 12 {
		t.Errorf("%d barometers with balance 100, want 12", even)
	}
}

// TestEndlessHowell: everybody meets everybody; switched it is as even as a barometer.
func TestEndlessHowell(t *testing.T) {
	allSizes(t, "endless_howell", "", func(m *movement.Movement, a *movement.Audit) { fair(t, m, a) })
	allSizes(t, "endless_howell", "switched", func(m *movement.Movement, a *movement.Audit) {
		fair(t, m, a)
		b, err := movement.Make("barometer", movement.Ask{Tables: m.Tables})
		if err != nil {
			t.Fatal(err)
		}
		if a.Balance != b.Balance() {
			t.Errorf("endless Howell of %d tables: balance %s, of a barometer %s", m.Tables, told(a.Balance.Q), told(b.Balance().Q))
		}
		plain, err := movement.Make("endless_howell", movement.Ask{Tables: m.Tables})
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Slots {
			s := m.Slots[i]
			if s.Switched {
				s.NS, s.EW, s.Switched = s.EW, s.NS, false
			}
			if s != plain.Slots[i] {
				t.Errorf("endless Howell of %d tables, switched back: %+v, want %+v", m.Tables, s, plain.Slots[i])
			}
		}
	})
}

// TestInterwovenHowell: in it and in the Mitchell before it everybody meets everybody.
func TestInterwovenHowell(t *testing.T) {
	allSizes(t, "interwoven_howell", "", func(m *movement.Movement, a *movement.Audit) {
		T := m.Tables
		if a.Copies > 2 || a.SetPlays.Min != a.SetPlays.Max {
			t.Errorf("%d tables: %d copies, set plays %v", T, a.Copies, a.SetPlays)
		}
		met := map[[2]int]int{}
		for _, s := range m.Slots {
			met[[2]int{min(s.NS[0], s.EW[0]), max(s.NS[0], s.EW[0])}]++
		}
		again := map[int]int{}
		for x := 1; x <= 2*T; x++ {
			for y := x + 1; y <= 2*T; y++ {
				n := met[[2]int{x, y}]
				switch sameLine := (x <= T) == (y <= T); {
				case sameLine && n != 1:
					t.Errorf("%d tables: %d and %d meet %d times", T, x, y, n)
				case !sameLine && n > 0:
					again[x] += n
					again[y] += n
				}
			}
		}
		for x := 1; x <= 2*T; x++ {
			if again[x] != T%2 {
				t.Errorf("%d tables: %d meets the other line %d times", T, x, again[x])
			}
		}
	})
}
