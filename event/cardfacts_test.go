package event_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// analysed is a board with its cards and what they allow.
func analysed(t testing.TB) event.BoardSet {
	t.Helper()
	deal, err := bridge.ParseDeal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
	if err != nil {
		t.Fatal(err)
	}
	tricks, err := dd.ParseTable("5575555755788678867a") // South and West win more than their partners in spades and clubs
	if err != nil {
		t.Fatal(err)
	}
	return event.BoardSet{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal, DD: tricks}
}

// TestLineFacts: each result of a board against its cards, where it was played in
// another version, or lay turned, too.
func TestLineFacts(t *testing.T) {
	set := analysed(t)
	other := event.Fouled{Scope: event.Scope{Board: 1, NS: pair(11), EW: pair(12)}, Version: "B"}
	turned := event.Turned{Scope: event.Scope{Board: 1, NS: pair(13), EW: pair(14)}, Quarters: 1}
	s := standings(t, evening(
		18, set,
		result(t, 1, 1, 2, "2S+1 W HK"),
		result(t, 1, 3, 4, "2S-1 W DA"),
		result(t, 1, 5, 6, "2S= E"),
		result(t, 1, 7, 8, "Pass"),
		scored(1, 9, 10, 100),
		result(t, 1, 11, 12, "2S+1 W DA"), other,
		result(t, 1, 13, 14, "2S+1 S HK"), turned,
		result(t, 1, 15, 16, "1NT-2 N H9"),
		result(t, 1, 17, 18, "1C= W S2"),
	))
	want := map[int]event.LineFacts{
		1:  {Compared: true, Gained: 1, Lead: bridge.North},
		3:  {Compared: true, Gained: -1, Lead: bridge.East, Misled: true},
		5:  {Compared: true, Gained: 0},
		7:  {},
		9:  {},
		11: {},
		14: {Compared: true, Gained: 1, Lead: bridge.North}, // it sat North-South as the cards lay
		15: {Compared: true, Gained: 0, Lead: bridge.East},
		17: {Compared: true, Gained: -3, Lead: bridge.West, Misled: true},
	}
	if len(s.Boards) != 1 || len(s.Boards[0].Lines) != len(want) {
		t.Fatalf("%+v", s.Boards)
	}
	for _, l := range s.Boards[0].Lines {
		if diff := cmp.Diff(want[l.Meeting.NS.Number], s.Boards[0].LineFacts(l)); diff != "" {
			t.Errorf("%v: %v (-want +got)\n%s", l.Meeting.NS, l.Result, diff)
		}
	}
}

// TestLineFactsUnknown: what is not known is not taken for a fault.
func TestLineFactsUnknown(t *testing.T) {
	set := analysed(t)
	set.Deal = bridge.Deal{}
	set.DD = dd.Table{}.With(bridge.East, bridge.Spades, 8)
	s := standings(t, evening(4, set, result(t, 1, 1, 2, "2S= W DA"), result(t, 1, 3, 4, "2S+1 E DA")))
	for _, l := range s.Boards[0].Lines {
		want := event.LineFacts{}
		if l.Meeting.NS.Number == 3 {
			want = event.LineFacts{Compared: true, Gained: 1}
		}
		if got := s.Boards[0].LineFacts(l); got != want {
			t.Errorf("%v: got %+v, want %+v", l.Result, got, want)
		}
	}
	if got := s.Boards[0].CardFacts(); got != (event.CardFacts{}) {
		t.Errorf("facts of cards that nobody knows: %+v", got)
	}
}

func TestCardFacts(t *testing.T) {
	set := analysed(t)
	par := score.Points(-110)
	set.Par = &par
	got := standings(t, evening(2, set, result(t, 1, 1, 2, "2S= W"))).Boards[0].CardFacts()
	want := event.CardFacts{
		Hands: [4]event.HandFacts{
			{true, 7, dd.Shape{3, 4, 3, 3}}, {true, 7, dd.Shape{3, 3, 5, 2}}, {true, 12, dd.Shape{2, 3, 3, 5}}, {true, 14, dd.Shape{5, 3, 2, 3}},
		},
		HasTricks: true, TotalTricks: 17, Best: bridge.BySide[bridge.Strain]{NS: bridge.Hearts, EW: bridge.Clubs},
		HasTrumps: true, TotalTrumps: 16,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestCardFactsMirror: a board seen from the next chair is the same board.
func TestCardFactsMirror(t *testing.T) {
	set := analysed(t)
	next := set
	next.DD = dd.Table{}
	var hands [4]bridge.Hand
	for _, seat := range bridge.Seats {
		hands[seat.Next()-1] = set.Deal.Hand(seat)
		for _, strain := range bridge.Strains {
			next.DD = next.DD.With(seat.Next(), strain, set.DD.Tricks(seat, strain))
		}
	}
	var err error
	if next.Deal, err = bridge.NewDeal(hands[0], hands[1], hands[2], hands[3]); err != nil {
		t.Fatal(err)
	}
	a := event.BoardSheet{Deal: set.Deal, DD: set.DD}
	b := event.BoardSheet{Deal: next.Deal, DD: next.DD}
	fa, fb := a.CardFacts(), b.CardFacts()
	if fa.TotalTricks != fb.TotalTricks || fa.TotalTrumps != fb.TotalTrumps || fa.Best != fb.Best.Mirror() {
		t.Errorf("%+v, a seat further %+v", fa, fb)
	}
	for _, text := range []string{"4S= N HK", "1NT-3 E DA", "7C-13 S S2", "2S+5 W"} {
		r, err := bridge.ParseResult(text)
		if err != nil {
			t.Fatal(err)
		}
		x, y := a.LineFacts(event.Line{Result: r}), b.LineFacts(event.Line{Result: r.Turn(1)})
		if x.Lead.Valid() {
			x.Lead = x.Lead.Next()
		}
		if x != y {
			t.Errorf("%s: %+v, a seat further %+v", text, x, y)
		}
	}
}
