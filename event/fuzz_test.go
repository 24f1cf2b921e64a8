package event_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// FuzzFold reads facts from JSON lines, keeps those that the event takes, and
// ranks: whatever comes, there is no panic, no percentage outside 0 to 100 (a penalty
// may bring one below), and every place can say why.
func FuzzFold(f *testing.F) {
	for _, acts := range [][]event.Act{
		{scored(1, 1, 2, 620), scored(1, 3, 4, 170)},
		{scored(1, 1, 2, 620), event.SatOut{Meeting: at(1, 3, 0)}, awards(2, 3, 4, event.AveragePlus, event.AverageMinus)},
		{event.NotPlayed{Meeting: at(1, 1, 2)}, scored(16, 3, 1, -7600)},
		{scored(1, 1, 2, 620), scored(1, 3, 4, 170), event.Fouled{Scope: event.Scope{Board: 1, NS: pair(1), EW: pair(2)}, Version: "B"}, event.Turned{Scope: event.Scope{Board: 1}, Quarters: 1}},
		{scored(1, 1, 2, 620), scored(1, 3, 4, 170), event.Withdrew{Contestant: pair(1)}, event.Cancelled{Scope: event.Scope{Board: 2}}},
		{
			scored(1, 1, 2, 620),
			event.StageSet{Stage: 1, Sessions: []int{0}},
			event.StageSet{Stage: 2, Sessions: []int{1}, From: 1, Carry: "half"},
			event.Penalised{Ref: "1", Contestant: pair(1), Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop},
			event.Carried{Contestant: pair(1), Amount: exact.Int(1), Max: exact.Int(2)},
			event.Substituted{Contestant: pair(1), Persons: []event.PersonID{"p"}},
		},
		{assigned(1, 1, 2, 60, 110, 40, -50), scored(1, 3, 4, 170), event.Voided{Meeting: at(1, 3, 4)}, event.Announced{Until: time.Unix(1, 0)}, event.Reopened{}},
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
				if p := row.Percent.Value; p.Sign() < 0 && len(s.Penalties) == 0 || p.Cmp(exact.Int(100)) > 0 {
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
