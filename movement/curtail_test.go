package movement_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// TestMakeCurtailed: who asks for fewer rounds than a family has gets them, if that is
// sound; else, and where all boards are to be played equally often, it hears what there
// is.
func TestMakeCurtailed(t *testing.T) {
	for _, c := range []struct {
		family string
		ask    movement.Ask
		key    string // of the refusal; "": there is none
	}{
		{"howell", movement.Ask{Tables: 4, Rounds: 6}, ""},
		{"howell", movement.Ask{Tables: 4, Rounds: 1}, ""},
		{"three_quarter_howell", movement.Ask{Tables: 8, Rounds: 8}, ""},
		{"barometer", movement.Ask{Tables: 8, Rounds: 7}, ""},
		{"cyclic_individual", movement.Ask{Tables: 4, Players: 17, Rounds: 14}, ""},
		{"cyclic_individual", movement.Ask{Players: 17, Rounds: 14}, ""},
		{"howell", movement.Ask{Tables: 4, Rounds: 8}, "movement.rounds"},
		{"howell", movement.Ask{Tables: 4, Rounds: 6, Fair: true}, "movement.rounds"},
		{"howell", movement.Ask{Tables: 17, Rounds: 9}, "movement.howell"},
		{"howell", movement.Ask{Tables: 4, Rounds: -1}, "movement.rounds"},
		{"triangle", movement.Ask{Tables: 3, Rounds: 1}, "movement.rounds"}, // its matches would be open
	} {
		m, err := movement.Make(c.family, c.ask)
		if key := keyOf(err); key != c.key {
			t.Errorf("%s %+v: %v", c.family, c.ask, err)
			continue
		}
		if err != nil {
			continue
		}
		longer := c.ask
		longer.Rounds = 0
		want, err := mustMake(t, c.family, longer).Curtail(c.ask.Rounds)
		if diff := cmp.Diff(want, m); err != nil || diff != "" || !m.Audit().Sound() {
			t.Errorf("%s %+v: %v\n%s", c.family, c.ask, err, diff)
		}
	}
}

// keyOf is the key of a refusal; "" without one.
func keyOf(err error) string {
	if e := new(bridge.Error); errors.As(err, &e) {
		return e.Key
	}
	return ""
}

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
