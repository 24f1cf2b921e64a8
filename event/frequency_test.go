package event_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// TestFrequencies: equal scores come together, an assigned score by its weights, a
// split one for one side only.
func TestFrequencies(t *testing.T) {
	e := new(event.Event)
	apply := func(acts ...event.Act) {
		for _, a := range acts {
			if err := e.Apply(event.Fact{Act: a}); err != nil {
				t.Fatal(err)
			}
		}
	}
	apply(event.Opened{Kind: event.Pairs, Method: event.Matchpoints})
	for n := 1; n <= 8; n++ {
		apply(event.Registered{Contestant: event.Contestant{Number: n}})
	}
	points := func(n int) *score.Points {
		p := score.Points(n)
		return &p
	}
	at := func(n int) event.Meeting {
		return event.Meeting{Board: 1, NS: event.Contestant{Number: n}, EW: event.Contestant{Number: n + 1}}
	}
	half := exact.Of(1, 2)
	apply(
		event.Played{Meeting: at(1), Score: points(420)}, event.Played{Meeting: at(3), Score: points(420)}, event.Played{Meeting: at(5), Score: points(-50)},
		event.Ruled{Meeting: at(7), Assigned: bridge.BySide[[]event.Assigned]{
			NS: []event.Assigned{{Score: points(420), Weight: half}, {Score: points(-100), Weight: half}},
			EW: []event.Assigned{{Score: points(-50), Weight: exact.Int(1)}},
		}},
	)
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	got := s.Frequencies(0)
	want := []struct {
		score  score.Points
		ns, ew string
		mp     string // North-South's; empty: nobody had it outright
	}{
		{420, "5/2", "2", "4.50"}, {-50, "1", "2", "1.00"}, {-100, "1/2", "0", ""},
	}
	if len(got) != len(want) {
		t.Fatalf("%d scores, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		f := got[i]
		mp := ""
		if f.Points.NS.Counts {
			mp = f.Points.NS.Shown.String()
		}
		if f.Score != w.score || f.Times.NS.String() != w.ns || f.Times.EW.String() != w.ew || mp != w.mp {
			t.Errorf("score %d: %v and %v times, %q matchpoints, want %+v", f.Score, f.Times.NS, f.Times.EW, mp, w)
		}
	}
}

// TestSessionsOfRows: a contestant that missed a session has its scores under the
// sessions that it played.
func TestSessionsOfRows(t *testing.T) {
	e := new(event.Event)
	facts := []event.Act{event.Opened{Kind: event.Pairs, Method: event.Matchpoints}}
	for n := 1; n <= 4; n++ {
		facts = append(facts, event.Registered{Contestant: event.Contestant{Number: n}})
	}
	played := func(session, board, ns, ew, points int) {
		p := score.Points(points)
		facts = append(facts, event.Played{Meeting: event.Meeting{
			Session: session, Board: bridge.Board(board), NS: event.Contestant{Number: ns}, EW: event.Contestant{Number: ew},
		}, Score: &p})
	}
	played(1, 1, 1, 2, 420)
	played(2, 1, 1, 2, 420)
	played(2, 1, 3, 4, -50)
	for _, a := range facts {
		if err := e.Apply(event.Fact{Act: a}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Lists[0].Rows {
		want := []int{1, 2}
		if r.Contestant.Number > 2 {
			want = []int{2}
		}
		if len(r.Sessions) != len(want) || r.Sessions[len(want)-1].Session != 2 || r.Sessions[0].Session != want[0] {
			t.Errorf("%v: sessions %+v, want %v", r.Contestant, r.Sessions, want)
		}
	}
}
