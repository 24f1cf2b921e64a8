package movement_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// TestCurtail: a movement cut short is the one that is made with fewer rounds.
func TestCurtail(t *testing.T) {
	for _, c := range []struct {
		family         string
		tables, rounds int
	}{
		{"mitchell", 9, 8},
		{"mitchell", 9, 1},
		{"skip", 8, 6},
		{"share_relay", 8, 6},
		{"double_weave", 8, 5},
		{"bowman", 10, 7},
		{"blackpool", 8, 8},
		{"two_stanza", 6, 4},
		{"pivot", 8, 6},
		{"hesitation", 8, 7},
		{"double_hesitation", 8, 8},
	} {
		want := mustMake(t, c.family, movement.Ask{Tables: c.tables, Rounds: c.rounds})
		got, err := mustMake(t, c.family, movement.Ask{Tables: c.tables}).Curtail(c.rounds)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s %d: %v\n%s", c.family, c.tables, err, diff)
		}
	}
	nine, err := mustMake(t, "mitchell", movement.Ask{Tables: 9}).Rover(bridge.NS, 2)
	if err != nil {
		t.Fatal(err)
	}
	short, err := nine.Curtail(6)
	if err != nil || !slices.Equal(short.RoverOrder, nine.RoverOrder[:5]) || !short.Audit().Sound() {
		t.Errorf("with a rover: %v, %v", short.RoverOrder, err)
	}
	skips, err := mustMake(t, "skip", movement.Ask{Tables: 8}).Curtail(4)
	if err != nil || skips.SkipAfter != 0 {
		t.Errorf("before the skip: skip after %d, %v", skips.SkipAfter, err)
	}
	nine.At(1, 7).Played = true
	for rounds, code := range map[int]bridge.Code{0: bridge.Invalid, 10: bridge.Invalid, 6: bridge.Conflict, 7: ""} {
		if _, err := nine.Curtail(rounds); bridge.CodeOf(err) != code {
			t.Errorf("%d rounds: %v", rounds, err)
		}
	}
}
