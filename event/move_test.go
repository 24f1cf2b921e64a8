package event_test

import (
	"testing"

	"pgregory.net/rapid"

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

// TestMovesAreAll: after a correction those that the moves name stand as they say, and
// everybody else stands as before.
func TestMovesAreAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs}).Draw(t, "method")
		facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: method}}}
		for n := range 8 {
			facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1}}})
		}
		points := func(what string) score.Points { return score.Points(10 * rapid.IntRange(-20, 20).Draw(t, what)) }
		for board := range 3 {
			for table := range 4 {
				facts = append(facts, event.Fact{Act: scored(bridge.Board(board+1), 2*table+1, 2*table+2, points("score"))})
			}
		}
		e, err := event.Fold(facts)
		if err != nil {
			t.Fatal(err)
		}
		before, err := e.Standings()
		if err != nil {
			t.Fatal(err)
		}
		table := rapid.IntRange(0, 3).Draw(t, "table")
		list, err := e.Consequences([]event.Fact{{Act: scored(1, 2*table+1, 2*table+2, points("correction"))}})
		if err != nil {
			t.Fatal(err)
		}
		after, err := e.Standings()
		if err != nil {
			t.Fatal(err)
		}
		moved := map[event.Contestant]event.Move{}
		for _, c := range list {
			for _, m := range c.Moves {
				moved[m.Contestant] = m
			}
		}
		old := map[event.Contestant]event.Row{}
		for _, r := range before.Lists[0].Rows {
			old[r.Contestant] = r
		}
		for _, r := range after.Lists[0].Rows {
			was := old[r.Contestant]
			same := was.Rank == r.Rank && was.Tied == r.Tied && was.Total.Value.Equal(r.Total.Value)
			m, listed := moved[r.Contestant]
			if same == listed {
				t.Fatalf("%v: the same %t, listed %t", r.Contestant, same, listed)
			}
			if listed && (m.After.Rank != r.Rank || !m.After.Total.Value.Equal(r.Total.Value) || m.Before.Rank != was.Rank || !m.Before.Total.Value.Equal(was.Total.Value)) {
				t.Fatalf("%v: %+v", r.Contestant, m)
			}
		}
	})
}
