package event

import "testing"

// TestMeetingOf: every act of a meeting gives it, and no other act gives one.
func TestMeetingOf(t *testing.T) {
	m := Meeting{Session: 1, Board: 7, Table: 3, NS: Contestant{Number: 1}, EW: Contestant{Number: 2}}
	for name, act := range map[string]Act{
		"played": Played{Meeting: m}, "not_played": NotPlayed{Meeting: m}, "sat_out": SatOut{Meeting: m},
		"ruled": Ruled{Meeting: m}, "voided": Voided{Meeting: m},
	} {
		if got, ok := MeetingOf(act); !ok || got != m {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
	for name, empty := range acts {
		act := value(empty())
		_, ok := MeetingOf(act)
		want := map[string]bool{"played": true, "not_played": true, "sat_out": true, "ruled": true, "voided": true}[name]
		if ok != want {
			t.Errorf("%s: has a meeting: %v, want %v", name, ok, want)
		}
	}
}

// TestNameOf: every act is called as it is written.
func TestNameOf(t *testing.T) {
	for name, empty := range acts {
		if got := NameOf(value(empty())); got != name {
			t.Errorf("%q is called %q", name, got)
		}
	}
}
