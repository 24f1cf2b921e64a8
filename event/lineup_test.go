package event_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// halves is a match of four boards in two halves: in the second one, team 1 plays
// with another pair. Team 1 wins 10 and 6 IMPs, then loses 1 and 3.
func halves(t *testing.T, lead exact.Fraction) *event.Standings {
	t.Helper()
	ref := event.MatchRef{Round: 1, Table: 1, Home: team(1), Away: team(2)}
	l := &league{teams: 2}
	l.say(event.Drawn{MatchRef: ref, Boards: 4, Lead: &lead})
	for b, r := range [][2]score.Points{{420, -50}, {140, -110}, {90, 110}, {-50, 50}} {
		l.say(event.BoardSet{Board: bridge.Board(b + 1), Dealer: bridge.North, Vul: bridge.NoneVul})
		for room, points := range r {
			m := event.Meeting{Round: 1, Table: 1 + room, Board: bridge.Board(b + 1), NS: team(1), EW: team(2)}
			if room == 1 {
				m.NS, m.EW = team(2), team(1)
			}
			l.say(event.Played{Meeting: m, Score: &points})
		}
	}
	sit := func(part, from, to, table, of int, side bridge.Side, a, b event.PersonID) {
		l.say(event.LinedUp{Round: 1, Table: table, Segment: part, From: from, To: to, Team: team(of), Side: side, Persons: []event.PersonID{a, b}})
	}
	sit(1, 0, 2, 1, 1, bridge.NS, "a", "b")
	sit(1, 0, 2, 2, 1, bridge.EW, "c", "d")
	sit(2, 3, 0, 1, 1, bridge.NS, "e", "a") // a substitute for b
	sit(2, 3, 0, 2, 1, bridge.EW, "d", "c")
	sit(1, 0, 2, 1, 2, bridge.EW, "s", "t")
	sit(1, 0, 2, 2, 2, bridge.NS, "u", "v")
	sit(2, 3, 0, 1, 2, bridge.EW, "s", "t")
	sit(2, 3, 0, 2, 2, bridge.NS, "u", "v")
	return l.standings(t, "vp.teams = none\nbutler.round = exact")
}

// TestLineUps: the halves of a match with the score at half-time, and the pairs of
// the teams by what each won against the datum of a board.
func TestLineUps(t *testing.T) {
	s := halves(t, exact.Int(-2))
	m := s.Matches[0]
	var got []string
	for _, p := range m.Parts {
		got = append(got, fmt.Sprintf("%d: %d boards from %d to %d, %v:%v, %v", p.Segment, p.Scored, p.From, p.To, p.Won.NS, p.Won.EW, p.After.NS))
	}
	want := []string{"1: 2 boards from 0 to 2, 16.00:0.00, 14.00", "2: 2 boards from 3 to 0, 0.00:4.00, 10.00"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	if last := m.Parts[1].After.NS; !last.Value.Equal(m.Margin.NS.Value) {
		t.Errorf("%v after the last half, %v in the match", last, m.Margin.NS)
	}
	// The data of the boards are 185, 15, 100 and 0: so many IMPs of each North-South
	// pair, at the first table and at the second.
	butler := map[string]string{}
	for _, row := range s.Butler() {
		butler[fmt.Sprintf("%v%v", row.Team, row.Persons)] = fmt.Sprintf("%d: %v on %d", row.Rank, row.Total, row.Boards)
	}
	for pair, want := range map[string]string{
		"1[a b]": "1: 9.00 on 2", "1[c d]": "2: 7.00 on 4", "1[e a]": "3: -2.00 on 2",
		"2[s t]": "4: -7.00 on 4", "2[u v]": "4: -7.00 on 4",
	} {
		if butler[pair] != want {
			t.Errorf("%s: %s, want %s", pair, butler[pair], want)
		}
	}
}

// TestButlerAssigned: a weighted score counts by its outcomes, and makes no datum.
func TestButlerAssigned(t *testing.T) {
	points := func(n score.Points) *score.Points { return &n }
	list := []event.Assigned{{Score: points(420), Weight: exact.Of(1, 2)}, {Score: points(-50), Weight: exact.Of(1, 2)}}
	m := event.Meeting{Round: 1, Table: 1, Board: 1, NS: team(1), EW: team(2)}
	other := event.Meeting{Round: 1, Table: 2, Board: 1, NS: team(2), EW: team(1)}
	s := (&league{teams: 2}).say(
		event.Ruled{Meeting: m, Assigned: bothSides(list)}, event.Played{Meeting: other, Score: points(420)},
		event.LinedUp{Round: 1, Table: 1, Team: team(1), Side: bridge.NS, Persons: []event.PersonID{"a", "b"}},
		event.LinedUp{Round: 1, Table: 2, Team: team(1), Side: bridge.EW, Persons: []event.PersonID{"c", "d"}},
	).standings(t, "vp.teams = none")
	// The datum is 420: nothing, or a loss of 470 points, ten IMPs, in half of the cases.
	rows := s.Butler()
	if len(rows) != 2 || rows[0].Total.String() != "0.00" || rows[1].Total.String() != "-5.00" {
		t.Errorf("%+v", rows)
	}
	if got := s.Matches[0].Margin.NS.String(); got != "-5.00" {
		t.Errorf("the match: %s", got)
	}
}

// TestLineUpsRefused: nobody sits in two places at a time.
func TestLineUpsRefused(t *testing.T) {
	base := event.LinedUp{Round: 1, Table: 1, Team: team(1), Side: bridge.NS, Persons: []event.PersonID{"a", "b"}}
	with := func(change func(*event.LinedUp)) event.LinedUp {
		l := base
		change(&l)
		return l
	}
	for _, c := range []struct {
		name, key string
		l         event.LinedUp
	}{
		{"the same person twice", "lineup.twice", with(func(l *event.LinedUp) { l.Persons = []event.PersonID{"a", "a"} })},
		{"in the other room", "lineup.twice", with(func(l *event.LinedUp) { l.Table, l.Side = 2, bridge.EW })},
		{"for another team", "lineup.twice", with(func(l *event.LinedUp) { l.Team, l.Table = team(2), 5 })},
		{"in a part of what was said of the whole match", "lineup.twice", with(func(l *event.LinedUp) { l.Table, l.Segment, l.From, l.To = 2, 2, 9, 16 })},
		{"in a later round", "", with(func(l *event.LinedUp) { l.Round, l.Table = 2, 2 })},
		{"other persons in the same seats", "", with(func(l *event.LinedUp) { l.Persons = []event.PersonID{"c", "d"} })},
		{"no side", "lineup.side", with(func(l *event.LinedUp) { l.Side = 0 })},
		{"boards backwards", "lineup.numbers", with(func(l *event.LinedUp) { l.From, l.To = 8, 1 })},
		{"a stranger", "event.stranger", with(func(l *event.LinedUp) { l.Team = team(9) })},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := event.Fold(duel(event.IMPs, nil))
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Apply(event.Fact{Act: base}); err != nil {
				t.Fatal(err)
			}
			err = e.Apply(event.Fact{Act: c.l})
			be, _ := err.(*bridge.Error)
			if (err == nil) != (c.key == "") || err != nil && (be == nil || be.Key != c.key) {
				t.Errorf("%v, want %q", err, c.key)
			}
		})
	}
}

// TestTwoHalvesApart: the same person may sit in one place in the first half and in
// another in the second.
func TestTwoHalvesApart(t *testing.T) {
	e, err := event.Fold(duel(event.IMPs, nil))
	if err != nil {
		t.Fatal(err)
	}
	for part, table := range []int{1, 2} {
		l := event.LinedUp{Round: 1, Table: table, Segment: part + 1, Team: team(1), Side: bridge.NS, Persons: []event.PersonID{"a", "b"}}
		if err := e.Apply(event.Fact{Act: l}); err != nil {
			t.Fatal(err)
		}
	}
}

// swissPairs is a Swiss of four pairs with matches of two boards each, by the scores
// of North-South at two tables.
func swissPairs(t *testing.T, method event.Method, settings string, more ...event.Act) *event.Standings {
	t.Helper()
	facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: method, Swiss: true}}}
	for n := 1; n <= 5; n++ {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: team(n)}})
	}
	for b := 1; b <= 4; b++ {
		facts = append(facts, event.Fact{Act: event.BoardSet{Board: bridge.Board(b), Dealer: bridge.North, Vul: bridge.NoneVul}})
	}
	meet := func(round, table, board, ns, ew int, points score.Points) {
		m := event.Meeting{Round: round, Table: table, Board: bridge.Board(board), NS: team(ns), EW: team(ew)}
		facts = append(facts, event.Fact{Act: event.Played{Meeting: m, Score: &points}})
	}
	meet(1, 1, 1, 1, 2, 420)
	meet(1, 2, 1, 3, 4, -50)
	meet(1, 1, 2, 1, 2, 110)
	meet(1, 2, 2, 3, 4, 110)
	meet(2, 1, 3, 1, 3, 50)
	meet(2, 2, 3, 5, 4, 50)
	meet(2, 1, 4, 1, 3, -50)
	meet(2, 2, 4, 5, 4, 420)
	for _, b := range []bridge.Board{1, 2} {
		facts = append(facts, event.Fact{Act: event.SatOut{Meeting: event.Meeting{Round: 1, Table: 3, Board: b, NS: team(5)}}})
	}
	for _, b := range []bridge.Board{3, 4} {
		facts = append(facts, event.Fact{Act: event.SatOut{Meeting: event.Meeting{Round: 2, Table: 3, Board: b, NS: team(2)}}})
	}
	for _, a := range more {
		facts = append(facts, event.Fact{Act: a})
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

// TestSwissPairs: each round is a match for victory points, by the percentage of the
// field's top on its boards (EBU 3.1.7), or by IMPs; who sits out has a bye. Victory
// points decide, and not the percentage.
func TestSwissPairs(t *testing.T) {
	fine := event.Penalised{Ref: "1", Contestant: team(5), Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyVP}
	for _, c := range []struct {
		name, settings, want string
		method               event.Method
		more                 []event.Act
	}{
		// Round 1: 75 % each for 1 and 4, 25 % for 2 and 3. Round 2: 75 % for 5 and 3.
		{"percent", "vp.swiss_pairs = ebu-pairs", "1:5(31.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(13.00)", event.Matchpoints, nil},
		{"a penalty", "vp.swiss_pairs = ebu-pairs", "1:5(30.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(13.00)", event.Matchpoints, []event.Act{fine}},
		{"another bye", "vp.swiss_pairs = ebu-pairs\nswiss.bye = 10", "1:5(29.00) 2=:1(20.00) 2=:3(20.00) 2=:4(20.00) 5:2(11.00)", event.Matchpoints, nil},
		{"cross-IMPs: the sides share all there is, but for the byes", "vp.teams = wbf\nvp.fractional = nearest_int", "", event.CrossIMPs, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := swissPairs(t, c.method, c.settings, c.more...)
			got := ""
			sum := exact.Int(0)
			for _, row := range s.Lists[0].Rows {
				tied := ""
				if row.Tied {
					tied = "="
				}
				got += fmt.Sprintf(" %d%s:%v(%v)", row.Rank, tied, row.Contestant, row.VP)
				sum = sum.Add(row.VP.Value)
				if row.Matches.Played != 2 {
					t.Errorf("%v has %d matches", row.Contestant, row.Matches.Played)
				}
				n, err := s.WhyRow(row.Contestant)
				if err != nil || n.Check() != nil || !n.Of[0].Value.Equal(row.VP.Value) {
					t.Errorf("%v: %v, %v", row.Contestant, n, err)
				}
			}
			if c.want != "" && got[1:] != c.want {
				t.Errorf("%s, want %s", got[1:], c.want)
			}
			if c.method == event.CrossIMPs && !sum.Equal(exact.Int(4*20+2*12)) {
				t.Errorf("%v victory points altogether", sum)
			}
		})
	}
}

// TestSwissPairsCarryOver: victory points are carried over, as an amount that somebody
// worked out or from the stage before; percentages are not changed by them.
func TestSwissPairsCarryOver(t *testing.T) {
	final := []event.Act{
		event.StageSet{Stage: 1, Sessions: []int{0}}, event.StageSet{Stage: 2, Sessions: []int{2}, From: 1, Carry: "50%"},
	}
	for board := 1; board <= 2; board++ {
		for table, points := range map[int]score.Points{1: 420, 2: 50} {
			m := event.Meeting{Session: 2, Round: 1, Table: table, Board: bridge.Board(board), NS: team(2*table - 1), EW: team(2 * table)}
			final = append(final, event.Played{Meeting: m, Score: &points})
		}
	}
	half := append(slices.Clone(final), event.StageSet{Stage: 2, Sessions: []int{2}, From: 1, Carry: "half"})
	for _, c := range []struct {
		name, want string
		carried    string // of the first row
		more       []event.Act
	}{
		{"an amount", "1:5(31.00) 2:1(27.50) 3=:3(20.00) 3=:4(20.00) 5:2(13.00)", "0.00", []event.Act{event.Carried{Contestant: team(1), Amount: exact.Of(15, 2)}}},
		{"half of the stage before", "1=:1(30.00) 1=:4(30.00) 3:3(10.00) 4:2(6.50) 5:5(31.00)", "10.00", final},
		{"a board of it weighs half: of victory points that is a half", "1=:1(30.00) 1=:4(30.00) 3:3(10.00) 4:2(6.50) 5:5(31.00)", "10.00", half},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := swissPairs(t, event.Matchpoints, "vp.swiss_pairs = ebu-pairs", c.more...)
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
				if row.Percent.Value.Cmp(exact.Int(100)) > 0 {
					t.Errorf("%v has %v percent", row.Contestant, row.Percent)
				}
			}
			if got[1:] != c.want {
				t.Errorf("%s, want %s", got[1:], c.want)
			}
			if got := s.Lists[0].Rows[0].Carried.String(); got != c.carried && c.carried != "0.00" {
				t.Errorf("carried %s, want %s", got, c.carried)
			}
		})
	}
}

// TestSwissPairsCarryRefused: victory points are no matchpoints.
func TestSwissPairsCarryRefused(t *testing.T) {
	s := swissPairs(t, event.Matchpoints, "vp.swiss_pairs = none", event.Carried{Contestant: team(1), Amount: exact.Int(60)})
	if got := keysOf(s.Doubts); !slices.Equal(got, []string{"event.swiss_scale", "event.carry_vp"}) {
		t.Errorf("doubts %v", s.Doubts)
	}
	for _, row := range s.Lists[0].Rows {
		if row.Carried.Value.Sign() != 0 || row.Percent.Value.Cmp(exact.Int(100)) > 0 {
			t.Errorf("%v has %v percent, %v of it carried", row.Contestant, row.Percent, row.Carried)
		}
	}
}

// TestSeats: the choice of seats changes from part to part, unless the draw names who
// has it.
func TestSeats(t *testing.T) {
	const h, a = bridge.NS, bridge.EW
	for _, c := range []struct {
		name  string
		seats []bridge.Side
		want  [4]bridge.Side
	}{
		{"nothing says it", nil, [4]bridge.Side{}},
		{"a toss that the away team won", []bridge.Side{a}, [4]bridge.Side{a, h, a, h}},
		{"one part lost it", []bridge.Side{a, a, h}, [4]bridge.Side{a, a, h, a}},
		{"the same team always", []bridge.Side{h, h, h, h}, [4]bridge.Side{h, h, h, h}},
	} {
		ref := event.MatchRef{Round: 1, Home: team(1), Away: team(2)}
		l := (&league{teams: 2}).say(event.Drawn{MatchRef: ref, Boards: 8, Seats: c.seats}, report(1, 2, 20, 0))
		for part := 1; part <= 4; part++ {
			l.say(event.LinedUp{Round: 1, Table: 1, Segment: part, From: 2*part - 1, To: 2 * part, Team: team(1), Side: h, Persons: []event.PersonID{"a", "b"}})
		}
		for i, p := range l.standings(t, "").Matches[0].Parts {
			if p.Seats != c.want[i] {
				t.Errorf("%s: part %d has %v, want %v", c.name, p.Segment, p.Seats, c.want[i])
			}
		}
	}
	e, err := event.Fold(duel(event.IMPs, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []event.Drawn{
		{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Seats: []bridge.Side{0}},
		{MatchRef: event.MatchRef{Home: team(1)}, Seats: []bridge.Side{h}},
	} {
		if got, ok := e.Apply(event.Fact{Act: d}).(*bridge.Error); !ok || got.Key != "match.seats" {
			t.Errorf("%v: %v", d, got)
		}
	}
}
