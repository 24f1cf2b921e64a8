package event_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// FuzzFold reads facts from JSON lines, keeps those that the event takes, and
// ranks: whatever comes, there is no panic, no percentage outside 0 to 100, and
// every place can say why.
func FuzzFold(f *testing.F) {
	for _, acts := range [][]event.Act{
		{scored(1, 1, 2, 620), scored(1, 3, 4, 170)},
		{scored(1, 1, 2, 620), event.SatOut{Meeting: at(1, 3, 0)}, awards(2, 3, 4, event.AveragePlus, event.AverageMinus)},
		{event.NotPlayed{Meeting: at(1, 1, 2)}, scored(16, 3, 1, -7600)},
	} {
		var lines []string
		for _, fact := range evening(4, acts...) {
			b, err := json.Marshal(fact)
			if err != nil {
				f.Fatal(err)
			}
			lines = append(lines, string(b))
		}
		f.Add(strings.Join(lines, "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := new(event.Event)
		for line := range strings.Lines(text) {
			var fact event.Fact
			if err := json.Unmarshal([]byte(line), &fact); err != nil {
				continue
			}
			if err := e.Apply(fact); err != nil && bridge.CodeOf(err) == bridge.Internal {
				t.Fatalf("%s: %v", line, err)
			}
		}
		s, err := e.Standings()
		if err != nil {
			if bridge.CodeOf(err) == bridge.Internal {
				t.Fatal(err)
			}
			return
		}
		for _, l := range s.Lists {
			for _, row := range l.Rows {
				if p := row.Percent.Value; p.Sign() < 0 || p.Cmp(exact.Int(100)) > 0 {
					t.Fatalf("%v has %v percent", row.Contestant, p)
				}
				if row.Rank == 0 {
					continue
				}
				n, err := s.WhyRow(row.Contestant)
				if err != nil {
					t.Fatal(err)
				}
				if err := n.Check(); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
