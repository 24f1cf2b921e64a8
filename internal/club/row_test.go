package club

import (
	"testing"

	"github.com/overtrick/overtrick/event"
)

// TestCompared: where sections are compared apart a table is told of its own one.
func TestCompared(t *testing.T) {
	line := func(section, version string) event.Line {
		return event.Line{Meeting: event.Meeting{NS: event.Contestant{Section: section, Number: 1}}, Version: version}
	}
	lines := []event.Line{line("A", ""), line("B", ""), line("A", "b"), line("A", "")}
	for _, c := range []struct {
		own, together, apart int
	}{{0, 3, 2}, {1, 3, 1}, {2, 1, 1}} {
		if a, b := len(compared(lines, c.own, false)), len(compared(lines, c.own, true)); a != c.together || b != c.apart {
			t.Errorf("line %d is compared with %d and %d, want %d and %d", c.own, a, b, c.together, c.apart)
		}
	}
}
