package bridge_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/overtrick/overtrick/bridge"
)

func TestAt(t *testing.T) {
	_, refusal := bridge.ParseStrain("Q")
	for _, tc := range []struct {
		name string
		err  error
		text string
		code bridge.Code
	}{
		{"a refusal", bridge.At("club.pbn:17", refusal), `club.pbn:17: strain "Q": want C, D, H, S or NT`, bridge.Invalid},
		{"a place in a place", bridge.At("club.pbn:17", bridge.At("board 7", refusal)), `club.pbn:17: board 7: strain "Q": want C, D, H, S or NT`, bridge.Invalid},
		{"a wrapped refusal", fmt.Errorf("reading: %w", refusal), `reading: strain "Q": want C, D, H, S or NT`, bridge.Invalid},
		{"not ours", bridge.At("club.pbn", errors.New("disk full")), "club.pbn: disk full", bridge.Internal},
		{"not ours, no place", errors.New("disk full"), "disk full", bridge.Internal},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.err.Error(); got != tc.text {
				t.Errorf("got %q, want %q", got, tc.text)
			}
			if got := bridge.CodeOf(tc.err); got != tc.code {
				t.Errorf("code %q, want %q", got, tc.code)
			}
		})
	}
	if err := bridge.At("nowhere", nil); err != nil || bridge.CodeOf(nil) != "" {
		t.Errorf("nothing was refused: %v, code %q", err, bridge.CodeOf(nil))
	}
	if e, ok := errors.AsType[*bridge.Error](refusal); !ok || e.At != "" {
		t.Errorf("the refusal itself was moved to %q", e.At)
	}
}

// TestErrorf: a door can say the refusal in another language from key and
// arguments, and a program finds the cause.
func TestErrorf(t *testing.T) {
	cause := errors.New("cause")
	e := bridge.Errorf(bridge.Invalid, "contract.level", "contract %q: %w", "8S", cause)
	if e.Error() != `contract "8S": cause` || e.Key != "contract.level" || len(e.Args) != 2 || !errors.Is(e, cause) {
		t.Fatalf("got %#v", e)
	}
}
