package event_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// TestConsequences: a correction at one table moves the datum, and with it pairs
// that it does not name (P10); a fact that changes nothing moves nobody.
func TestConsequences(t *testing.T) {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: event.Butler}}}
	for n := range 6 {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1}}})
	}
	for table, points := range []score.Points{420, 420, -50} {
		facts = append(facts, event.Fact{Act: scored(1, 2*table+1, 2*table+2, points)})
	}
	e, err := event.Fold(facts)
	if err != nil {
		t.Fatal(err)
	}
	before, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	again := event.Fact{ID: "again", Act: scored(1, 1, 2, 420)}
	corrected := event.Fact{ID: "corrected", Why: "declarer made it", Act: scored(1, 5, 6, 420)}
	list, err := e.Consequences([]event.Fact{again, corrected})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].Fact.ID != "corrected" {
		t.Fatalf("got %d consequences, want those of the correction alone", len(list))
	}
	if n := len(list[0].Moves); n != 6 {
		t.Errorf("%d moved, want all 6: the datum was 260 and is 420", n)
	}
	for _, m := range list[0].Moves {
		if m.Contestant.Number == 1 && (m.Before.Total.String() != "4.00" || m.After.Total.String() != "0.00" || m.Before.Rank != 2) {
			t.Errorf("pair 1 moved from %v (place %d) to %v", m.Before.Total, m.Before.Rank, m.After.Total)
		}
	}
	if got := before.Lists[0].Rows[0].Total.String(); got != "7.00" {
		t.Errorf("the standings of before show %v now", got)
	}
	if moves := event.Moves(nil, before); len(moves) != 6 {
		t.Errorf("%d stand for the first time, want 6", len(moves))
	}
	if _, err := e.Consequences([]event.Fact{{Act: scored(1, 1, 9, 420)}}); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("a stranger: %v", err)
	}
}
