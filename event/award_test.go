package event_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// TestAwards: every way in which programs write an artificial score is read
// (M39), and what is none is refused.
func TestAwards(t *testing.T) {
	for text, want := range map[string]string{
		"AVE": "A A", "A": "A A", "a=": "A A", "Avg": "A A", "AV+": "A+ A+", "AVE-": "A- A-", "AVE−": "A- A-",
		"A+/A-": "A+ A-", "A=/A+": "A A+", "AVE / AVE+": "A A+", "A−/A−": "A- A-",
		"A6040": "60% 40%", "A60/40": "60% 40%", "60/40": "60% 40%", "A50/50": "50% 50%", "A6060": "60% 60%",
		"60%-40%": "60% 40%", "60% / 0%": "60% 0%", "61.8/38.2": "61.8% 38.2%", "100/0": "100% 0%", "A-/60": "A- 60%",
		"": "", "60": "", "620": "", "1430": "", "-100": "", "A++": "", "101/0": "", "60/40/20": "", "PASS": "", "B+": "", "/": "", "A+/": "", "1/3/": "", "NP": "",
	} {
		got, err := event.ParseAwards(text)
		if want == "" {
			if bridge.CodeOf(err) != bridge.Invalid {
				t.Errorf("%q: read as %v and %v", text, got.NS, got.EW)
			}
			continue
		}
		if have := got.NS.String() + " " + got.EW.String(); err != nil || have != want {
			t.Errorf("%q: got %s, %v, want %s", text, have, err, want)
		}
	}
}

// TestAward: what one side gets; what is printed reads back.
func TestAward(t *testing.T) {
	for text, want := range map[string]string{"A+": "A+", "ave": "A", "A-": "A-", "60": "60%", "60%": "60%", "57.5": "57.5%", "100": "100%", "": "", "101": "", "-3": "", "A60": ""} {
		got, err := event.ParseAward(text)
		if want == "" {
			if bridge.CodeOf(err) != bridge.Invalid {
				t.Errorf("%q: read as %v", text, got)
			}
			continue
		}
		if err != nil || got.String() != want {
			t.Errorf("%q: got %v, %v, want %s", text, got, err, want)
		}
		if again, err := event.ParseAward(got.String()); err != nil || again.String() != want {
			t.Errorf("%q: printed %v, read back as %v, %v", text, got, again, err)
		}
	}
}
