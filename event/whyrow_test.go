package event_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// TestWhyRowIn: the place in every list follows from its own steps, handicaps included,
// and ends at the numbers that the list has.
func TestWhyRowIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pack := drawPack(t)
		s := ranked(t, fold(t, drawAll(t).facts()), pack)
		if s == nil {
			return
		}
		rated := s.Info.Unit != regulation.IMPs && s.Info.Unit != regulation.Points
		for _, l := range slices.Concat(s.Lists, s.Further) {
			for _, row := range l.Rows {
				n, err := s.WhyRowIn(l.Name, row.Contestant)
				if (err != nil) != (row.Rank == 0) {
					t.Fatalf("%s: %v has place %d: %v", l.Name, row.Contestant, row.Rank, err)
				}
				if err != nil {
					continue
				}
				if err := n.Check(); err != nil {
					t.Fatalf("%s: %v: %v", l.Name, row.Contestant, err)
				}
				if !n.Value.Equal(exact.Int(row.Rank)) {
					t.Fatalf("%s: %v has place %d, derived %v", l.Name, row.Contestant, row.Rank, n.Value)
				}
				if rated && !n.Of[0].Value.Equal(row.Percent.Value) {
					t.Fatalf("%s: %v has %v percent, derived %v", l.Name, row.Contestant, row.Percent.Value, n.Of[0].Value)
				}
				if s.Info.Unit != regulation.PercentScale && pack.Rank.Precision != regulation.PrintedRank && !n.Of[1].Value.Equal(row.Total.Value) {
					t.Fatalf("%s: %v has the total %v, derived %v", l.Name, row.Contestant, row.Total.Value, n.Of[1].Value)
				}
			}
		}
		if _, err := s.WhyRowIn("nobody's", s.Lists[0].Rows[0].Contestant); bridge.CodeOf(err) != bridge.NotFound {
			t.Fatalf("a list that is not there: %v", err)
		}
	})
}

// TestSectionTops: each section has the top of its own results, and there are none where
// all results are compared with each other.
func TestSectionTops(t *testing.T) {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: event.Matchpoints}}}
	add := func(act event.Act) { facts = append(facts, event.Fact{Act: act}) }
	for section, results := range map[string]int{"A": 2, "B": 4} {
		for n := range 2 * results {
			add(event.Registered{Contestant: event.Contestant{Section: section, Number: n + 1}})
		}
		for n := range results {
			ns, ew := event.Contestant{Section: section, Number: 2*n + 1}, event.Contestant{Section: section, Number: 2*n + 2}
			add(event.Played{Meeting: event.Meeting{Board: 7, NS: ns, EW: ew}, Score: new(score.Points)})
		}
	}
	want := []event.SectionTop{{Section: "A", Top: event.Figure{Value: exact.Int(2)}}, {Section: "B", Top: event.Figure{Value: exact.Int(6)}}}
	got := under(t, house(t, "compare = section"), facts).SectionTops(0)
	if !slices.EqualFunc(got, want, func(a, b event.SectionTop) bool {
		return a.Section == b.Section && a.Top.Value.Equal(b.Top.Value)
	}) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := under(t, house(t, "compare = field"), facts).SectionTops(0); got != nil {
		t.Errorf("one field: %+v", got)
	}
}
