package event_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// inVP prints the ranking of Swiss pairs: place, contestant and victory points. It
// compares each row with its derivation.
func inVP(t *testing.T, s *event.Standings) string {
	t.Helper()
	got := ""
	for _, row := range s.Lists[0].Rows {
		tied := ""
		if row.Tied {
			tied = "="
		}
		got += fmt.Sprintf(" %d%s:%v(%v)", row.Rank, tied, row.Contestant, row.VP)
		if n, err := s.WhyRow(row.Contestant); err != nil || n.Check() != nil || !n.Of[0].Value.Equal(row.VP.Value) {
			t.Errorf("%v: %v, %v", row.Contestant, n, err)
		}
	}
	return got[1:]
}

// TestSwissPairsBye: a pair without an opponent has the victory points of a bye, or what
// average plus is worth on its boards: 60 percent of two are 15 (EBU 3.1.7).
func TestSwissPairsBye(t *testing.T) {
	const scale = "vp.swiss_pairs = ebu-pairs\n"
	for _, c := range []struct{ name, settings, want string }{
		{"as teams have one", scale + "swiss.bye_pairs = as_teams", "1:5(31.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(13.00)"},
		{"average plus", scale + "swiss.bye_pairs = average_plus", "1:5(34.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(16.00)"},
		{"average plus of another percentage", scale + "swiss.bye_pairs = average_plus\nart.plus = 55", "1:5(32.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(14.00)"},
	} {
		if got := inVP(t, swissPairs(t, event.Matchpoints, c.settings)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// A scale of IMPs has no percentage: a bye is what teams have.
	imps := swissPairs(t, event.CrossIMPs, "swiss.bye_pairs = average_plus\nvp.fractional = nearest_int")
	if got, want := inVP(t, imps), inVP(t, swissPairs(t, event.CrossIMPs, "vp.fractional = nearest_int")); got != want {
		t.Errorf("by IMPs: %s, want %s", got, want)
	}
}

// halfRound is a round of five pairs with matches of four boards, by the scores of
// North-South; pair 3 plays two boards against 4 and two against 5.
func halfRound(t *testing.T, method event.Method, settings string, boards ...[2]score.Points) *event.Standings {
	t.Helper()
	facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: method, Swiss: true}}}
	for n := 1; n <= 5; n++ {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: team(n)}})
	}
	for i, two := range boards {
		b := bridge.Board(i + 1)
		facts = append(facts, event.Fact{Act: event.BoardSet{Board: b, Dealer: bridge.North, Vul: bridge.NoneVul}})
		half := 4
		if i >= (len(boards)+1)/2 {
			half = 5
		}
		for table, who := range [][2]int{{1, 2}, {3, half}} {
			m := event.Meeting{Round: 1, Table: table + 1, Board: b, NS: team(who[0]), EW: team(who[1])}
			facts = append(facts, event.Fact{Act: event.Played{Meeting: m, Score: &two[table]}})
		}
		facts = append(facts, event.Fact{Act: event.SatOut{Meeting: event.Meeting{Round: 1, Table: 3, Board: b, NS: team(9 - half)}}})
	}
	e, err := event.Fold(facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.StandingsUnder(packOf(t, settings))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestHalfMatches: of an odd field of pairs one plays two half matches, the others one
// each: a half has a scale of its own, and a half that is missed is average plus on half
// of its boards, rounded up, and average on the rest (EBU 3.4).
func TestHalfMatches(t *testing.T) {
	four := [][2]score.Points{{420, 50}, {110, 110}, {-50, 50}, {50, 50}}
	for _, c := range []struct {
		name, settings, want string
		boards               [][2]score.Points
	}{
		// 1 and 2 have 50 %. 3 has 25 % and 75 % of two boards: 0 and 10 of 10. A missed
		// half of two boards is 55 %: 6.
		{"four boards", "vp.swiss_pairs = ebu-pairs", "1:4(16.00) 2=:1(10.00) 2=:2(10.00) 2=:3(10.00) 5:5(6.00)", four},
		// The half of three boards: 3 has 1 of 6, 4 has 5 of 6; the half of two as above, for 5
		// one board later. A missed half of three is 170/3 %: 7 of 10.
		{
			"five boards: average plus on two of three", "vp.swiss_pairs = ebu-pairs", "1=:1(16.00) 1=:4(16.00) 3:3(10.00) 4:5(7.00) 5:2(4.00)",
			[][2]score.Points{{420, 50}, {110, 110}, {50, -50}, {-50, 50}, {-50, -50}},
		},
	} {
		if got := inVP(t, halfRound(t, event.Matchpoints, c.settings, c.boards...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for _, row := range halfRound(t, event.Matchpoints, "vp.swiss_pairs = ebu-pairs", four...).Lists[0].Rows {
		if row.Matches.Played != 1 {
			t.Errorf("%v has %d matches", row.Contestant, row.Matches.Played)
		}
	}
	rounds, err := halfRound(t, event.Matchpoints, "vp.swiss_pairs = ebu-pairs", four...).DrawRounds()
	want := []draw.Group{{Round: 1, Kind: draw.Match, Contestants: []int{1, 2}}, {Round: 1, Kind: draw.HalfMatches, Contestants: []int{3, 4, 5}}}
	if err != nil || len(rounds) != 1 || !reflect.DeepEqual(rounds[0].Groups, want) {
		t.Errorf("drawn as %v, %v, want %v", rounds, err, want)
	}
	// By IMPs a half counts half, and one that is missed is half of a bye: what all have
	// together is two matches and one bye.
	s := halfRound(t, event.CrossIMPs, "vp.fractional = nearest_int", four...)
	var sum exact.Fraction
	for _, row := range s.Lists[0].Rows {
		sum = sum.Add(row.VP.Value)
	}
	if inVP(t, s); !sum.Equal(exact.Int(2*20 + 12)) {
		t.Errorf("by IMPs %v victory points altogether", sum)
	}
	// The scale that a regulation has for halves counts: 4 beats 3 by 9 IMPs, 3 beats 5 by
	// 3, and 4 and 5 miss half of a bye of 12.
	s = halfRound(t, event.CrossIMPs, "vp.half = 0 5 5; 3 7 3; 9 10 0", four...)
	for n, want := range map[int]int{3: 7, 4: 10 + 6, 5: 3 + 6} {
		for _, row := range s.Lists[0].Rows {
			if row.Contestant == team(n) && !row.VP.Value.Equal(exact.Int(want)) {
				t.Errorf("by the scale of halves %d has %v, want %d", n, row.VP, want)
			}
		}
	}
	inVP(t, s)
}

// TestSwissPairsDoubts: rounds that cannot be matches are named, and so is a regulation
// that has no scale for them.
func TestSwissPairsDoubts(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		method         event.Method
		want           []string
	}{
		{"a scale", "vp.swiss_pairs = ebu-pairs", event.Matchpoints, nil},
		{"none", "vp.swiss_pairs = none", event.Matchpoints, []string{"event.swiss_scale"}},
		{"none for total points", "vp.swiss_pairs = ebu-pairs", event.TotalPoints, []string{"event.swiss_scale"}},
		{"none for IMPs", "vp.teams = none", event.Butler, []string{"event.swiss_scale"}},
	} {
		if got := keysOf(swissPairs(t, c.method, c.settings).Doubts); !slices.Equal(got, c.want) {
			t.Errorf("%s: doubts %v, want %v", c.name, got, c.want)
		}
	}
	// Three opponents in what should be one round.
	var points score.Points = 110
	more := event.Played{Meeting: event.Meeting{Round: 1, Table: 4, Board: 3, NS: team(1), EW: team(3)}, Score: &points}
	if got := keysOf(swissPairs(t, event.Matchpoints, "vp.swiss_pairs = ebu-pairs", more).Doubts); !slices.Contains(got, "event.draw_shape") {
		t.Errorf("doubts %v", got)
	}
}
