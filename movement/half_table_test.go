package movement_test

import (
	"bufio"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// TestWithoutNobody: only who takes part can be missing; with one winner nobody has a
// line, with two everybody.
func TestWithoutNobody(t *testing.T) {
	one := mustMake(t, "howell", movement.Ask{Tables: 4})
	two := mustMake(t, "mitchell", movement.Ask{Tables: 5})
	for _, c := range []struct {
		m    *movement.Movement
		who  string
		part bool
	}{
		{one, "3", true},
		{one, "N3", false},
		{one, "E8", false},
		{one, "9", false},
		{two, "N5", true},
		{two, "E5", true},
		{two, "5", false},
		{two, "N6", false},
	} {
		who, err := movement.ParseContestant(c.who)
		if err != nil {
			t.Fatal(err)
		}
		m, err := c.m.Without(who)
		if c.part && (err != nil || m.Check() != nil) {
			t.Errorf("without %s: %v, %v", c.who, err, m.Check())
		}
		if c.part {
			continue
		}
		if bridge.CodeOf(err) != bridge.NotFound {
			t.Errorf("%d winners, without %s: %v", c.m.Winners, c.who, err)
		}
		ghost := c.m.Clone()
		ghost.Phantom = who
		if ghost.Check() == nil {
			t.Errorf("%d winners, phantom %s: it is no fault", c.m.Winners, c.who)
		}
	}
}

// TestHalfTableFigures: movements of the shelf, half tables too, have the measures that
// were counted there, with as many rounds switched.
func TestHalfTableFigures(t *testing.T) {
	families := map[string]string{
		"Mitchell": "mitchell", "Mitchell -1 round": "mitchell", "Skip Mitchell": "skip", "Share-and-relay Mitchell": "share_relay",
		"Double weave": "double_weave", "Blackpool": "blackpool", "Bowman": "bowman", "Web": "web",
		"Hesitation Mitchell": "hesitation", "Double hesitation": "double_hesitation",
	}
	lines := bufio.NewScanner(shelf.Open(t, "movements/recommend.tsv"))
	lines.Scan() // the names of the columns
	halves := 0
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		family, ok := families[cells[1]]
		if !ok {
			continue
		}
		number := func(i int) int {
			n, err := strconv.Atoi(cells[i])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		whole, half, _ := strings.Cut(cells[0], ".")
		tables, err := strconv.Atoi(whole)
		if err != nil {
			t.Fatal(err)
		}
		if half == "5" {
			tables++
			halves++
		}
		m, err := mustMake(t, family, movement.Ask{Tables: tables, Rounds: number(2)}).SwitchLast(number(13))
		if err != nil {
			t.Fatal(err)
		}
		if half == "5" {
			if m, err = m.HalfTable(); err != nil {
				t.Fatal(err)
			}
		}
		q, err := exact.Parse(cells[12])
		if err != nil {
			t.Fatal(err)
		}
		a, perRound := m.Audit(), number(3)
		counted := m
		if half == "5" && !strings.Contains(family, "hesitation") {
			// As in the other figures of the shelf: E1 gets the number of the pair that is
			// missing, and is not counted.
			counted = m.Clone()
			for i := range counted.Slots {
				s := &counted.Slots[i]
				for _, side := range []*movement.Who{&s.NS, &s.EW} {
					if side[0] == tables+1 {
						side[0] = 0
					}
				}
			}
		}
		for what, is := range map[string]bool{
			"boards in rounds": m.Rounds*perRound == number(4),
			"boards played":    a.Rounds.Min*perRound == number(5),
			"boards in play":   a.SetsInPlay*perRound == number(6),
			"copies":           a.Copies == number(8),
			"repeats":          a.Repeats == number(9),
			"opponents":        a.Opponents == movement.Range{Min: number(10), Max: number(11)},
			"balance":          told(counted.Balance().Q) == told(q),
		} {
			if !is {
				t.Errorf("%s: %s differ: %+v", lines.Text(), what, a)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if halves < 80 {
		t.Errorf("%d half tables", halves)
	}
}
