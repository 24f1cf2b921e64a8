package event_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

func numbered(n int) event.Contestant { return event.Contestant{Number: n} }

// reported is a match of nine boards that is known by its IMPs; one against 0 is a bye.
func reported(round, home, away, imps int) event.Act {
	ref := event.MatchRef{Round: round, Home: numbered(home), Away: numbered(away)}
	if away == 0 {
		ref.Away = event.Contestant{}
		return event.Drawn{MatchRef: ref, Boards: 9}
	}
	return event.MatchScored{MatchRef: ref, Boards: 9, HomeOf: exact.Int(imps), AwayOf: exact.Int(0)}
}

func swissFacts(teams int, acts ...event.Act) []event.Fact {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Teams, Method: event.IMPs}}}
	for n := range teams {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: numbered(n + 1)}})
	}
	for _, a := range acts {
		facts = append(facts, event.Fact{Act: a})
	}
	return facts
}

// inWords prints what a draw depends on: its rounds, its field in order of rank, what
// it waits for.
func inWords(t *testing.T, facts []event.Fact) string {
	t.Helper()
	s := standings(t, facts)
	rounds, err := s.DrawRounds()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, r := range rounds {
		for _, g := range r.Groups {
			fmt.Fprintf(&b, "%d %s %s\n", g.Round, g.Kind, draw.List(g.Contestants))
		}
	}
	in, pending, err := s.DrawInput(rounds, draw.Options{})
	if err != nil {
		return b.String() + err.Error()
	}
	fmt.Fprintf(&b, "round %d after %d:", in.Round, in.After)
	for i, c := range in.Contestants {
		if c.Rank != i+1 {
			t.Errorf("rank %d in place %d", c.Rank, i+1)
		}
		fmt.Fprintf(&b, " %d=%s", c.ID, c.Score.Decimal(2))
	}
	for _, p := range pending {
		fmt.Fprintf(&b, " waits for %v with %d outcomes", p.Contestants, len(p.Outcomes))
	}
	return b.String()
}

// TestDrawInput: what a draw sees of an event.
func TestDrawInput(t *testing.T) {
	half := func(board bridge.Board, table, ns, ew int) event.Act {
		return event.Played{Meeting: event.Meeting{Round: 2, Table: table, Board: board, NS: numbered(ns), EW: numbered(ew)}, Score: new(score.Points)}
	}
	// short is a half match of four boards in round 1; one without IMPs is open.
	short := func(home, away int, imps ...int) (acts []event.Act) {
		ref := event.MatchRef{Round: 1, Home: numbered(home), Away: numbered(away)}
		acts = append(acts, event.Drawn{MatchRef: ref, Boards: 4, Triangle: true, Half: true})
		for _, n := range imps {
			acts = append(acts, event.MatchScored{MatchRef: ref, Boards: 4, HomeOf: exact.Int(n), AwayOf: exact.Int(0)})
		}
		return acts
	}
	other := []event.Act{reported(1, 4, 5, 13)}
	for _, c := range []struct {
		name  string
		facts []event.Fact
		want  string
	}{
		{
			"an odd field: a bye is 12 victory points", swissFacts(5, reported(1, 1, 2, 13), reported(1, 4, 3, 0), reported(1, 5, 0, 0)),
			"1 match 1, 2\n1 match 4, 3\n1 bye 5\nround 2 after 1: 1=14.46 5=12.00 3=10.00 4=10.00 2=5.54",
		},
		{
			"a long triangle plays on, and one of two half matches", swissFacts(6, reported(1, 1, 2, 0), reported(1, 2, 3, 0), reported(1, 3, 1, 0), reported(1, 4, 5, 0), reported(1, 6, 5, 0)),
			"1 long_triangle 1, 2, 3\n1 half_matches 5, 4, 6\nround 2 after 1: 5=20.00 4=10.00 6=10.00",
		},
		{
			"a short triangle is over", swissFacts(5, slices.Concat(short(1, 2, 0), short(2, 3, 0), short(3, 1, 0), other)...),
			"1 triangle 1, 2, 3\n1 match 4, 5\nround 2 after 1: 4=14.46 1=10.00 2=10.00 3=10.00 5=5.54",
		},
		{
			"a triangle of which one met another team in the next round was no long one",
			swissFacts(5, reported(1, 1, 2, 0), reported(1, 2, 3, 0), reported(1, 3, 1, 0), reported(1, 4, 5, 13), reported(2, 1, 4, 0)),
			"1 triangle 1, 2, 3\n1 match 4, 5\n2 match 1, 4\nround 3 after 2: 1=30.00 4=24.46 2=20.00 3=20.00 5=5.54",
		},
		{
			"a long triangle is drawn again a round later",
			swissFacts(5, reported(1, 1, 2, 0), reported(1, 2, 3, 0), reported(1, 3, 1, 0), reported(1, 4, 5, 13), reported(2, 4, 0, 0)),
			"1 long_triangle 1, 2, 3\n1 match 4, 5\n2 bye 4\nround 3 after 2: 4=26.46 1=20.00 2=20.00 3=20.00 5=5.54",
		},
		{
			"a short triangle of which two matches are open",
			swissFacts(5, slices.Concat(short(1, 2, 0), short(2, 3), short(3, 1), other)...),
			"1 triangle 1, 2, 3\n1 match 4, 5\nround 2 after 1: 4=14.46 5=5.54 1=5.00 2=5.00 3=0.00 waits for [2 3] with 61 outcomes waits for [3 1] with 61 outcomes",
		},
		{
			"four that meet in one round are no Swiss", swissFacts(4, reported(1, 1, 2, 0), reported(1, 2, 3, 0), reported(1, 3, 4, 0)),
			"round 1: 1, 2, 3, 4 meet in neither a match nor a triangle: that is no Swiss",
		},
		{
			"a match that has one board of two counts for nothing yet",
			swissFacts(4, reported(1, 1, 2, 13), reported(1, 3, 4, 0), reported(2, 2, 4, 13), half(1, 1, 1, 3), half(1, 2, 3, 1), half(2, 1, 1, 3)),
			"1 match 1, 2\n1 match 3, 4\n2 match 2, 4\n2 match 1, 3\nround 3 after 2: 2=20.00 4=15.54 1=14.46 3=10.00 waits for [1 3] with 45 outcomes",
		},
		{
			"one that withdrew is not drawn", swissFacts(4, reported(1, 1, 2, 13), reported(1, 3, 4, 0), event.Withdrew{Contestant: numbered(1), Planned: 9}),
			"1 match 1, 2\n1 match 3, 4\nround 2 after 1: 3=10.00 4=10.00 2=0.00",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := inWords(t, c.facts); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestDrawRefused: events that no draw pairs.
func TestDrawRefused(t *testing.T) {
	two := swissFacts(2, reported(1, 1, 2, 13))
	two = append(two, event.Fact{Act: event.Registered{Contestant: event.Contestant{Section: "A", Number: 1}}})
	if _, err := standings(t, two).DrawRounds(); bridge.CodeOf(err) != bridge.Unsupported || !strings.Contains(err.Error(), "same number") {
		t.Errorf("%v", err)
	}
	pairs := []event.Fact{
		{Act: event.Opened{Kind: event.Pairs, Method: event.Matchpoints}},
		{Act: event.Registered{Contestant: numbered(1)}},
		{Act: event.Registered{Contestant: numbered(2)}},
		{Act: event.Played{Meeting: event.Meeting{Round: 1, Table: 1, Board: 1, NS: numbered(1), EW: numbered(2)}, Result: bridge.PassedOut()}},
	}
	if _, err := standings(t, pairs).DrawRounds(); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("%v", err)
	}
	pairs[0].Act = event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Swiss: true, Regulation: "ebu"}
	if got, want := inWords(t, pairs), "1 match 1, 2\nround 2 after 1: 1=10.00 2=10.00"; got != want {
		t.Errorf("Swiss pairs: got\n%s", got)
	}
	open := event.Meeting{Round: 1, Table: 1, Board: 2, NS: numbered(1), EW: numbered(2)}
	pairs = append(pairs, event.Fact{Act: event.NotPlayed{Meeting: open, Late: true}})
	if got := inWords(t, pairs); !strings.Contains(got, "round 1: pairs are drawn when all of its results are in: 1, 2 have none") {
		t.Errorf("a late play: got\n%s", got)
	}
}

// TestNoKnockout: a knock-out is not drawn as a Swiss, unless its draw was taken back.
func TestNoKnockout(t *testing.T) {
	ref := event.MatchRef{Round: 2, Home: numbered(1), Away: numbered(2)}
	turned := event.MatchRef{Round: 2, Home: numbered(2), Away: numbered(1)}
	for _, c := range []struct {
		name  string
		acts  []event.Act
		fault string
	}{
		{"matches that bring points", []event.Act{reported(1, 1, 2, 5)}, ""},
		{"a knock-out after them", []event.Act{reported(1, 1, 2, 5), event.Drawn{MatchRef: ref, Knockout: true}}, "round 2 is a knock-out: that is not drawn as a Swiss, who has won plays on"},
		{"that was taken back", []event.Act{event.Drawn{MatchRef: ref, Knockout: true}, event.Drawn{MatchRef: turned, Undone: true}}, ""},
	} {
		got := ""
		if err := event.NoKnockout(swissFacts(4, c.acts...)); err != nil {
			got = err.Error()
		}
		if got != c.fault {
			t.Errorf("%s: %q, want %q", c.name, got, c.fault)
		}
	}
}

// TestOddKind: three teams may play a triangle, and a pair two half matches; nothing else.
func TestOddKind(t *testing.T) {
	swiss := event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Swiss: true, Regulation: "ebu"}
	for _, c := range []struct {
		opened event.Opened
		odd    draw.Kind
		key    string
	}{
		{event.Opened{Kind: event.Teams, Method: event.IMPs}, draw.Triangle, ""},
		{event.Opened{Kind: event.Teams, Method: event.IMPs}, draw.LongTriangle, ""},
		{event.Opened{Kind: event.Teams, Method: event.IMPs}, draw.Bye, ""},
		{event.Opened{Kind: event.Teams, Method: event.IMPs}, draw.HalfMatches, "event.odd_teams"},
		{swiss, draw.HalfMatches, ""},
		{swiss, draw.Bye, ""},
		{swiss, draw.Triangle, "event.odd_pairs"},
		{swiss, draw.LongTriangle, "event.odd_pairs"},
	} {
		facts := swissFacts(3)
		facts[0].Act = c.opened
		e, err := event.Fold(facts)
		if err != nil {
			t.Fatal(err)
		}
		_, before := e.DrawInput(nil, draw.Options{Odd: c.odd})
		facts = append(facts, event.Fact{Act: event.Played{Meeting: event.Meeting{Round: 1, Table: 1, Board: 1, NS: numbered(1), EW: numbered(2)}, Result: bridge.PassedOut()}},
			event.Fact{Act: event.Played{Meeting: event.Meeting{Round: 1, Table: 2, Board: 1, NS: numbered(2), EW: numbered(1)}, Result: bridge.PassedOut()}})
		s := standings(t, facts)
		rounds, err := s.DrawRounds()
		if err != nil {
			t.Fatal(err)
		}
		_, _, after := s.DrawInput(rounds, draw.Options{Odd: c.odd})
		for _, err := range []error{before, after} {
			var key string
			if e, ok := errors.AsType[*bridge.Error](err); ok {
				key = e.Key
			}
			if key != c.key {
				t.Errorf("%s, %s: %v, want %q", c.opened.Kind, c.odd, err, c.key)
			}
		}
	}
}

// TestFirstDraw: before any result the field is in the order of its numbers.
func TestFirstDraw(t *testing.T) {
	e, err := event.Fold(swissFacts(3, event.Withdrew{Contestant: numbered(2)}))
	if err != nil {
		t.Fatal(err)
	}
	in, err := e.DrawInput(nil, draw.Options{Method: draw.Slide})
	if err != nil {
		t.Fatal(err)
	}
	d, err := draw.Swiss(in)
	if err != nil || len(d.Pairings) != 1 || draw.List(d.Pairings[0].Contestants) != "1, 3" {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestBeforeRounds: the standings that a round was drawn from, with a correction of an
// earlier round that came after it, and with a team that left after it.
func TestBeforeRounds(t *testing.T) {
	facts := swissFacts(4,
		reported(1, 1, 2, 13), reported(1, 3, 4, 0),
		reported(2, 1, 3, 40), reported(2, 4, 2, 40),
		reported(1, 1, 2, 0), // corrected
		event.Penalised{Ref: "1", Contestant: numbered(3), Round: 2, Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyIMPs},
		event.Withdrew{Contestant: numbered(4)},
	)
	rounds, err := standings(t, facts).DrawRounds()
	if err != nil {
		t.Fatal(err)
	}
	got := inWords(t, event.BeforeRounds(facts, rounds[1:]))
	if want := "1 match 1, 2\n1 match 3, 4\nround 2 after 1: 1=10.00 2=10.00 3=10.00 4=10.00"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
