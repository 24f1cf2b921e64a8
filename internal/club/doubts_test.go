package club_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/score"
)

// TestUnusual: what is so rare that who enters it should look again, by the contract
// alone and by open cards.
func TestUnusual(t *testing.T) {
	var open dd.Table // North-South make ten tricks in spades, nobody anything else
	for _, seat := range []bridge.Seat{bridge.North, bridge.East, bridge.South, bridge.West} {
		for strain := bridge.Clubs; strain <= bridge.Notrump; strain++ {
			open = open.With(seat, strain, 6)
		}
	}
	open = open.With(bridge.North, bridge.Spades, 10).With(bridge.South, bridge.Spades, 10).With(bridge.East, bridge.Spades, 3).With(bridge.West, bridge.Spades, 3)
	for text, want := range map[string][2]bool{ // without and with open cards
		"Pass":     {false, false},
		"4S= S":    {false, false},
		"4S+1 S":   {false, false},
		"4S= E":    {false, true}, // the wrong side
		"4S-4 S":   {false, true},
		"4S-3 S":   {false, false},
		"1S+4 S":   {false, false},
		"1S+5 S":   {true, false},
		"3NT-4 N":  {false, false},
		"3NT-5 N":  {true, false},
		"3NT+1 N":  {false, true},
		"6H-2 N":   {false, true},
		"6H-3 N":   {true, false},
		"2HX+2 W":  {false, true},
		"2HX+3 W":  {true, true},
		"5DX-4 W":  {false, false},
		"5DX-5 W":  {true, false},
		"6SX= S":   {true, false},
		"6SX-1 S":  {false, false},
		"1NTXX= N": {true, false},
	} {
		for i, tricks := range []dd.Table{{}, open} {
			if got := club.Unusual(result(text), 0, tricks); got != want[i] {
				t.Errorf("%s, open cards known: %v: %v", text, i == 1, got)
			}
		}
	}
	for points, want := range map[score.Points]bool{0: false, 1700: false, -1700: false, 1710: true, -2000: true} {
		if got := club.Unusual(bridge.Result{}, points, dd.Table{}); got != want {
			t.Errorf("%d points: %v", points, got)
		}
	}
}

// TestUnusualMirrors: whoever sits where, the same result is as rare.
func TestUnusualMirrors(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := bridge.Contract{
			Level: bridge.Level(rapid.IntRange(1, 7).Draw(rt, "level")), Strain: bridge.Strain(rapid.IntRange(int(bridge.Clubs), int(bridge.Notrump)).Draw(rt, "strain")),
			Doubling: rapid.SampledFrom([]bridge.Doubling{bridge.Undoubled, bridge.Doubled, bridge.Redoubled}).Draw(rt, "doubling"),
		}
		r, err := bridge.NewResult(c, bridge.North, rapid.IntRange(0, 13).Draw(rt, "tricks"))
		if err != nil {
			rt.Fatal(err)
		}
		for n := range 4 {
			if turned := r.Turn(n); club.Unusual(turned, 0, dd.Table{}) != club.Unusual(r, 0, dd.Table{}) {
				rt.Fatalf("%v and %v differ", r, turned)
			}
		}
	})
}

// TestLead: a card that another hand holds is asked about once, with the declarer whom it
// would fit; the director sees each of them.
func TestLead(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	deal, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal}}})
	asked := func(id string, revision int, text string) []club.Doubt {
		t.Helper()
		e := entry(id, revision, 1, 1, 1, text)
		e.Agreed = false
		if _, err := r.do(a, e); err != nil {
			t.Fatal(err)
		}
		row, err := r.Row(t.Context(), a, r.id, id, revision)
		if err != nil {
			t.Fatal(err)
		}
		return row.Doubts
	}
	at := club.Place{Round: 1, Table: 1, Board: 1}
	// West has the clubs: against North East leads.
	want := club.Doubt{Kind: club.DoubtLead, Card: bridge.NewCard(bridge.Clubs, 13), Holder: bridge.West, Leader: bridge.East, Suggest: bridge.South}
	if got := asked("an-entry", 1, "4S= N CK"); !slices.Equal(got, []club.Doubt{want}) {
		t.Errorf("asked %+v", got)
	}
	if got := asked("an-entry", 1, "4S= N CK"); !slices.Equal(got, []club.Doubt{want}) {
		t.Errorf("sent again, asked %+v", got)
	}
	if got := r.view(a).Table.Places[0].Doubts; !slices.Equal(got, []club.Doubt{want}) {
		t.Errorf("the table sees %+v", got)
	}
	if got := asked("an-entry", 2, "4S= N DA"); len(got) != 0 {
		t.Errorf("asked again about another card: %+v", got)
	}
	if got := asked("another-one", 1, "4S= N C2"); len(got) != 0 {
		t.Errorf("another device is asked: %+v", got)
	}
	if got := r.state(at).Doubts; len(got) != 1 || got[0].Card.Suit() != bridge.Clubs || got[0].Suggest != bridge.South {
		t.Errorf("the director sees %+v", got)
	}
	if got := asked("another-one", 2, "4S= S CK"); len(got) != 0 {
		t.Errorf("with the declarer whom it fits: %+v", got)
	}
	// What declarer or dummy holds fits nobody's partner.
	if got := asked("another-one", 3, "4S= E HA"); len(got) != 0 {
		t.Errorf("asked again: %+v", got)
	}
	if got := r.state(at).Doubts; len(got) != 1 || got[0].Holder != bridge.East || got[0].Leader != bridge.South || got[0].Suggest != 0 {
		t.Errorf("the director sees %+v", got)
	}
}

// TestFeedback: who has played a board is told of it as far as the event allows, when
// nobody who sits there may still play it; who comes next sees none of it.
func TestFeedback(t *testing.T) {
	r := pairs(t, 5, 5, 1)
	deal, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	par := score.Points(1510)
	tricks := dd.Table{}.With(bridge.North, bridge.Spades, 13)
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal, Par: &par, DD: tricks}}})
	row := func(a club.Actor, id string) club.Row {
		t.Helper()
		got, err := r.Row(t.Context(), a, r.id, id, 1)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	one, five := r.table(1), r.table(5)
	r.says(one, club.Saved, entry("board-1-1", 1, 1, 1, 1, "4S= S"))
	if got := row(one, "board-1-1"); got.Own != nil || got.Sheet != nil {
		t.Errorf("level 0: %+v", got)
	}
	r.must(entry("board-5-5", 1, 1, 5, 5, "Pass"))
	r.must(entry("board-5-1", 1, 2, 5, 1, "4S+1 S"))
	for level, want := range []string{"", "own", "own sheet", "own sheet deal"} {
		r.must(&club.Configure{Configured: club.Configured{Feedback: club.Feedback(level)}})
		for who, id := range map[*club.Actor]string{&one: "board-1-1", &five: "board-5-1"} {
			got, text := row(*who, id), ""
			if got.Own != nil {
				text = "own"
				if got.Results != 2 || got.Level != club.Feedback(level) || got.Own.Meeting.Table != who.Table || !got.Own.Points.NS.Counts {
					t.Errorf("level %d, table %d: %+v", level, who.Table, got)
				}
			}
			if got.Sheet != nil {
				text += " sheet"
				if len(got.Sheet.Lines) < 2 {
					t.Errorf("level %d: %d lines", level, len(got.Sheet.Lines))
				}
				if !got.Sheet.Deal.IsZero() && got.Sheet.Par != nil && !got.Sheet.DD.IsZero() {
					text += " deal"
				} else if !got.Sheet.Deal.IsZero() || got.Sheet.Par != nil || !got.Sheet.DD.IsZero() {
					t.Errorf("level %d shows some of the cards", level)
				}
			}
			if text != want {
				t.Errorf("level %d, table %d is told %q, want %q", level, who.Table, text, want)
			}
		}
		if got := row(owner, "board-1-1"); got.Own != nil {
			t.Errorf("the director is told as a table is")
		}
	}
	// The next round has begun: the pair that came may play board 1 yet.
	r.says(one, club.Saved, entry("board-1-2", 1, 2, 1, 2, "Pass"))
	if got := row(one, "board-1-1"); got.Own != nil || got.Sheet != nil || !got.Hidden || len(got.Doubts)+len(got.Entries) > 0 {
		t.Errorf("the next pair is told %+v", got)
	}
	// A conflict is nobody's result yet.
	r.says(five, club.InConflict, entry("other-5-1", 1, 2, 5, 1, "Pass"))
	if got := row(five, "board-5-1"); got.Own != nil {
		t.Errorf("in conflict, the table is told %+v", got.Own)
	}
	if _, err := r.Row(t.Context(), one, r.id, "board-5-1", 1); keyOf(err) != "club.other_table" {
		t.Errorf("another table asks: %v", err)
	}
	if _, err := r.Row(t.Context(), one, r.id, "no-such-entry", 1); keyOf(err) != "club.no_entry" {
		t.Errorf("no such entry: %v", err)
	}
}

// TestToldOfRoundsReachedAlone: who enters something of a board of a later round is told
// nothing of it, and asked nothing that the cards answer, until the boards of the rounds
// before are played or the director has closed them.
func TestToldOfRoundsReachedAlone(t *testing.T) {
	r := pairs(t, 3, 3, 2)
	cards, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 3, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: cards}}})
	r.must(&club.Configure{Configured: club.Configured{Feedback: club.FeedbackDeal}})
	one := r.table(1)
	told := func() club.Row {
		t.Helper()
		got, err := r.Row(t.Context(), one, r.id, "later-round", 1)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	r.says(r.table(2), club.Saved, entry("at-table-2", 1, 1, 2, 3, "6C= W"))
	r.says(one, club.Saved, entry("this-round", 1, 1, 1, 1, "Pass"))
	r.says(one, club.Saved, entry("later-round", 1, 2, 1, 3, "1C= N CK"))
	if got := told(); got.Own != nil || got.Sheet != nil || len(got.Doubts) > 0 || got.Current != 1 || got.Playing != 1 {
		t.Errorf("with a board of round 1 to play, it is told %+v", got)
	}
	v := r.view(one).Table
	for _, p := range v.Places {
		if p.Round == 2 && len(p.Doubts) > 0 {
			t.Errorf("it is asked %+v", p.Doubts)
		}
	}
	if len(v.Sheets) > 0 || v.Round != 1 || v.Playing != 1 || v.Clock == nil || v.Clock.Round != 1 {
		t.Errorf("the table has reached round %d, plays %d, is shown %+v and the clock %+v", v.Round, v.Playing, v.Sheets, v.Clock)
	}
	r.must(&club.NotPlayed{Place: club.Place{Round: 1, Table: 1, Board: 2}})
	if got := told(); got.Own == nil || got.Sheet == nil || got.Sheet.Deal.IsZero() || len(got.Doubts) == 0 || got.Current != 2 {
		t.Errorf("when the director has closed it, it is told %+v", got)
	}
}

// TestUnusualOnce: what the cards allow is asked about with the first result of a place
// alone, so that nobody who has yet to play the board finds it out by trying.
func TestUnusualOnce(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	tricks := dd.Table{}
	for _, seat := range bridge.Seats {
		for _, strain := range bridge.Strains {
			tricks = tricks.With(seat, strain, 7)
		}
	}
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal(t), DD: tricks}}})
	for i, c := range []struct {
		id       string
		revision int
		result   string
		want     int
	}{
		{"an-entry", 1, "5S= S", 1}, // four tricks more than the cards allow
		{"an-entry", 2, "5H= S", 0},
		{"another-one", 1, "5D= S", 0},
		{"another-one", 2, "5C+2 S", 0},
		{"another-one", 3, "2SXX= S", 1}, // rare by the contract alone
	} {
		e := entry(c.id, c.revision, 1, 1, 1, c.result)
		e.Agreed = false
		if _, err := r.do(a, e); err != nil {
			t.Fatal(err)
		}
		row, err := r.Row(t.Context(), a, r.id, c.id, c.revision)
		if err != nil || len(row.Doubts) != c.want {
			t.Errorf("%d, %s: doubts %+v, %v", i, c.result, row.Doubts, err)
		}
	}
}

// TestDoubtsOdd: of a board that some tables played with other cards, or turned, nobody
// is asked by the cards that were loaded.
func TestDoubtsOdd(t *testing.T) {
	for name, odd := range map[string]club.Command{
		"fouled": &club.Foul{Fouled: event.Fouled{Scope: event.Scope{Board: 1, Tables: []int{1}}, Version: "b"}},
		"turned": &club.Turn{Turned: event.Turned{Scope: event.Scope{Board: 1, Tables: []int{1}}, Quarters: 1}},
		"":       nil,
	} {
		r := pairs(t, 3, 3, 1)
		cards, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
		if err != nil {
			t.Fatal(err)
		}
		tricks := dd.Table{}.With(bridge.North, bridge.Spades, 13)
		r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: cards, DD: tricks}}})
		r.must(entry("an-entry", 1, 1, 1, 1, "2S= N CK"))
		want := 2
		if odd != nil {
			r.must(odd)
			want = 0
		}
		row, err := r.Row(t.Context(), owner, r.id, "an-entry", 1)
		if err != nil || len(row.Doubts) != want {
			t.Errorf("%q: doubts %+v, %v", name, row.Doubts, err)
		}
	}
}

// TestFeedbackFouled: a table is told of the results that its own is compared with, and
// no cards that it has not played.
func TestFeedbackFouled(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	r.must(&club.Configure{Configured: club.Configured{Feedback: club.FeedbackDeal}})
	tricks := dd.Table{}.With(bridge.North, bridge.Spades, 9)
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: deal(t), DD: tricks}}})
	one, three := r.table(1), r.table(3)
	r.must(entry("board-3-3", 1, 1, 3, 3, "Pass"))
	r.must(entry("board-3-1", 1, 2, 3, 1, "2S= N"))
	r.must(entry("board-2-1", 1, 3, 2, 1, "2S+1 N"))
	r.must(&club.Foul{Fouled: event.Fouled{Scope: event.Scope{Board: 1, Tables: []int{1}}, Version: "b"}})
	r.must(entry("board-1-1", 1, 1, 1, 1, "4S= N"))
	for _, c := range []struct {
		by      club.Actor
		id      string
		results int
		cards   bool
	}{{one, "board-1-1", 1, false}, {three, "board-3-1", 2, true}} {
		row, err := r.Row(t.Context(), c.by, r.id, c.id, 1)
		if err != nil || row.Own == nil || row.Sheet == nil {
			t.Fatalf("%s: %+v, %v", c.id, row, err)
		}
		if row.Results != c.results || len(row.Sheet.Lines) != c.results || row.Sheet.Deal.IsZero() == c.cards || row.Sheet.DD.IsZero() == c.cards {
			t.Errorf("%s is told of %d results in %d lines, cards %v", c.id, row.Results, len(row.Sheet.Lines), row.Sheet.Deal)
		}
		if row.Own.Meeting.Table != c.by.Table {
			t.Errorf("%s: the own line is of table %d", c.id, row.Own.Meeting.Table)
		}
	}
}
