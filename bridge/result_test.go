package bridge_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
)

func TestNewResult(t *testing.T) {
	one := bridge.Contract{Level: 1, Strain: bridge.Clubs}
	for _, tc := range []struct {
		name     string
		c        bridge.Contract
		declarer bridge.Seat
		tricks   int
		key      string
	}{
		{"no contract", bridge.Contract{}, bridge.South, 7, "result.contract"},
		{"level eight", bridge.Contract{Level: 8, Strain: bridge.Clubs}, bridge.South, 7, "result.contract"},
		{"doubled three times", bridge.Contract{Level: 1, Strain: bridge.Clubs, Doubling: 3}, bridge.South, 7, "result.contract"},
		{"no declarer", one, 0, 7, "result.declarer"},
		{"fifth seat", one, 5, 7, "result.declarer"},
		{"minus one trick", one, bridge.South, -1, "result.tricks"},
		{"fourteen tricks", one, bridge.South, 14, "result.tricks"},
		{"tricks that would fit after wrapping", one, bridge.South, 256 + 7, "result.tricks"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := bridge.NewResult(tc.c, tc.declarer, tc.tricks)
			e, ok := errors.AsType[*bridge.Error](err)
			if !ok || e.Code != bridge.Invalid || e.Key != tc.key || !r.IsZero() {
				t.Fatalf("got %v, %#v, want key %s", r, err, tc.key)
			}
		})
	}
}

// TestThreeNothings: passed out, no result and a contract made exactly are three
// different things.
func TestThreeNothings(t *testing.T) {
	var none bridge.Result
	out := bridge.PassedOut()
	if none == out || !none.IsZero() || out.IsZero() || none.PassedOut() || !out.PassedOut() {
		t.Fatalf("no result %v, passed out %v", none, out)
	}
	for _, r := range []bridge.Result{none, out} {
		if r.Contract().Valid() || r.Declarer().Valid() || r.Tricks() != 0 || r.Over() != 0 || r.Lead().Valid() {
			t.Errorf("%v has contract %v, declarer %v, tricks %d, lead %v", r, r.Contract(), r.Declarer(), r.Tricks(), r.Lead())
		}
		if got := r.WithLead(bridge.NewCard(bridge.Hearts, bridge.King)); got != r {
			t.Errorf("%v was led to: %v", r, got)
		}
	}
}

func TestResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := bridgetest.PlayedResults().Draw(t, "result")
		if r.IsZero() || r.PassedOut() {
			t.Fatalf("%v was not played", r)
		}
		if r.Over() != r.Tricks()-6-int(r.Contract().Level) {
			t.Fatalf("%v: %d tricks over with %d tricks", r, r.Over(), r.Tricks())
		}
		lead := bridgetest.Cards().Draw(t, "another lead")
		if got := r.WithLead(lead); got.Lead() != lead || got.WithLead(r.Lead()) != r {
			t.Fatalf("%v with lead %v is %v", r, lead, got)
		}
		if got := r.WithLead(0).String(); len(got) > len(r.String()) {
			t.Fatalf("%v without its lead is %v", r, got)
		}
	})
}

func TestOverText(t *testing.T) {
	for over, want := range map[int]string{0: "=", 1: "+1", 6: "+6", -1: "-1", -13: "-13"} {
		if got := bridge.OverText(over); got != want {
			t.Errorf("%d over: %q, want %q", over, got, want)
		}
	}
}
