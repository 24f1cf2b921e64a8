package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// TestRelist: an event of two lists becomes one of one list, with every kind of fact
// about its contestants, and the same event again.
func TestRelist(t *testing.T) {
	ns, ew := event.Contestant{Section: "A", Number: 1, Side: bridge.NS}, event.Contestant{Section: "A", Number: 2, Side: bridge.EW}
	points := score.Points(420)
	at := func(board int) event.Meeting { return event.Meeting{Board: bridge.Board(board), NS: ns, EW: ew} }
	scope := event.Scope{Board: 1, NS: ns, EW: ew}
	record := &event.Record{}
	record.Add(
		event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2},
		event.Registered{Contestant: ns}, event.Registered{Contestant: ew},
		event.Played{Meeting: at(1), Score: &points},
		event.NotPlayed{Meeting: at(2)},
		event.SatOut{Meeting: event.Meeting{Board: 3, NS: ns}},
		event.Ruled{Meeting: at(4), Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.Average}}},
		event.Voided{Meeting: at(2)},
		event.Fouled{Scope: scope, Version: "b"},
		event.Turned{Scope: scope, Quarters: 2},
		event.Cancelled{Scope: scope},
		event.Penalised{Ref: "1", Contestant: ns, Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop},
		event.Carried{Contestant: ew, Amount: exact.Int(1), Max: exact.Int(2)},
		event.Substituted{Contestant: ns, Persons: []event.PersonID{"p1"}},
		event.Withdrew{Contestant: ew, Returned: true},
	)
	record.Published.Lines = []event.PublishedLine{{Meeting: at(1)}}
	record.Published.Totals = []event.PublishedTotal{{Contestant: ew}}
	text := func() string {
		data, err := json.Marshal([]any{record.Facts, record.Published})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	before := text()
	if err := relist(record, 1); err != nil {
		t.Fatal(err)
	}
	if got := text(); strings.Contains(got, "1NS") || strings.Contains(got, "2EW") || !strings.Contains(got, `"winners":1`) {
		t.Errorf("one list: %s", got)
	}
	if _, err := event.Fold(record.Facts); err != nil {
		t.Errorf("one list: %v", err)
	}
	if err := relist(record, 2); err != nil {
		t.Fatal(err)
	}
	if got := text(); got != before {
		t.Errorf("two lists again:\n%s\nwant\n%s", got, before)
	}
}

// TestRelistRefuses: what cannot be in two lists.
func TestRelistRefuses(t *testing.T) {
	one, two, three, four := event.Contestant{Number: 1}, event.Contestant{Number: 2}, event.Contestant{Number: 3}, event.Contestant{Number: 4}
	points := score.Points(420)
	for key, acts := range map[string][]event.Act{
		"rank.no_side":        {event.Registered{Contestant: one}},
		"rank.two_winners":    {event.Played{Meeting: event.Meeting{Board: 1, NS: one, EW: two}, Score: &points}, event.Played{Meeting: event.Meeting{Board: 2, NS: two, EW: one}, Score: &points}},
		"rank.two_individual": {event.Played{Meeting: event.Meeting{Board: 1, NS: one, South: two, EW: three, West: four}, Score: &points}},
	} {
		record := &event.Record{}
		record.Add(acts...)
		if e, ok := asError(relist(record, 2)); !ok || e.Key != key || e.At != "--winners" {
			t.Errorf("%s: %v", key, e)
		}
	}
}
