package pad_test

import (
	"errors"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/pad"
)

// TestNoHonoursInComparison: the tables of high-card points know no honours, so a
// claim is refused even where the rules say that honours count; else it would be
// written down and never scored.
func TestNoHonoursInComparison(t *testing.T) {
	contract, err := bridge.ParseContract("4S")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []pad.Form{pad.Russian, pad.Iniarski} {
		rules := pad.NewRules(form)
		rules.Honours = true
		_, err := pad.Fold(rules, []pad.Deal{{
			Contract: contract, Side: bridge.NS, Tricks: 10,
			Honours:  []pad.Honours{{Side: bridge.NS, Points: 100}},
			Strength: &pad.Strength{Side: bridge.NS, HCP: exact.Int(20)},
		}}, false)
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != "pad.honours_off" {
			t.Errorf("%s: %v", form, err)
		}
	}
}
