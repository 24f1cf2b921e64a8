package event_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// TestPacks: one board of nine results where ten were due, under the rules of each
// body: matchpoints of the best, (16 + 1)·10/9 - 1, of the average, and the IMPs
// of +170 against a datum of 250 (2260/9) or, trimmed, of 150 (1030/7).
func TestPacks(t *testing.T) {
	scores := []score.Points{1430, 620, 170, 140, 140, 110, -50, -100, -200}
	var acts []event.Act
	for i, p := range scores {
		acts = append(acts, scored(2, 2*i+1, 2*i+2, p))
	}
	acts = append(acts, awards(2, 19, 20, event.Average, event.Average))
	for name, want := range map[string]string{
		"wbf":           "mp 17.89 9.00, butler -2.00",
		"ebu":           "mp 17.89 9.00, butler -2.00",
		"acbl":          "mp 8.94 4.50, butler -2.00", // 5 percent of nine results is none
		"dbv":           "mp 17.89 9.00, butler 1.00",
		"magic-contest": "mp 17.9 9.0, butler 1.0",
		"compscore":     "mp 17.9 9.0, butler 1.00",
	} {
		pack, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, method := range []event.Method{event.Matchpoints, event.Butler} {
			f := evening(20, acts...)
			opened := f[0].Act.(event.Opened)
			opened.Method = method
			f[0].Act = opened
			e, err := event.Fold(f)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.StandingsUnder(pack)
			if err != nil {
				t.Fatal(err)
			}
			shown := func(n int) string { return s.Card(pair(n))[0].Line.Points.NS.Shown.String() }
			if method == event.Matchpoints {
				got = fmt.Sprintf("mp %s %s", shown(1), shown(19))
				continue
			}
			got += ", butler " + shown(5)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestTiesOfTheEBU: its older text takes the quotient of opponents and partners for
// individuals only, so no list of pairs tells of partners.
func TestTiesOfTheEBU(t *testing.T) {
	pack, err := regulation.Find("ebu")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		kind event.Kind
		want string
	}{
		{event.Pairs, "head_to_head opponents common_boards"}, // and no lot: the event names no seed
		{event.Individuals, "head_to_head partners opponents common_boards"},
	} {
		var facts []event.Fact
		if tc.kind == event.Pairs {
			facts = evening(4, scored(1, 1, 2, 100), scored(1, 3, 4, 100), scored(2, 1, 3, 50), scored(2, 2, 4, 50))
		} else {
			one, two := scored(1, 1, 4, 100).(event.Played), scored(2, 1, 2, 50).(event.Played)
			one.South, one.West = pair(2), pair(3)
			two.South, two.West = pair(3), pair(4)
			facts = evening(4, one, two)
			opened := facts[0].Act.(event.Opened)
			opened.Kind = event.Individuals
			facts[0].Act = opened
		}
		e, err := event.Fold(facts)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.StandingsUnder(pack)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range s.Lists[0].Rows[0].Trace {
			got = append(got, string(step.Tie))
		}
		if text := strings.Join(got, " "); text != tc.want {
			t.Errorf("%s: %q decide, want %q", tc.kind, text, tc.want)
		}
	}
}
