package event_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// TestRealTeams: every board and every match of a real event of teams comes out as
// it was published. One board has the result of one room alone: its line is printed
// as a loss of an IMP, and the match counts nothing for it, as we do.
func TestRealTeams(t *testing.T) {
	for _, f := range shelf.Events(t) {
		if len(f.Matches) == 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			s := standings(t, f.Record.Facts)
			differ, compared := s.Compare(f.Record.Published)
			var got []string
			for _, d := range differ {
				got = append(got, d.String())
			}
			if want := []string{"line of board 20, 17 (NS): 0, published -1", "line of board 20, 18 (EW): 0, published 1"}; !slices.Equal(got, want) {
				t.Errorf("differ: %q", got)
			}
			if compared != 358 {
				t.Errorf("%d numbers were compared, want 358", compared)
			}
			if len(s.Matches) != len(f.Matches) {
				t.Fatalf("%d matches, published %d", len(s.Matches), len(f.Matches))
			}
			for _, want := range f.Matches {
				i := slices.IndexFunc(s.Matches, func(m event.MatchSheet) bool { return m.Home == want.Team || m.Away == want.Team })
				m := s.Matches[i]
				own, other := m.Won.NS, m.Won.EW
				if m.Home != want.Team {
					own, other = other, own
				}
				if !own.Value.Equal(want.TeamIMPs.Value) || !other.Value.Equal(want.OpponentIMPs.Value) {
					t.Errorf("%v-%v: %v:%v, published %v:%v", want.Team, want.Opponent, own, other, want.TeamIMPs, want.OpponentIMPs)
				}
			}
		})
	}
}

// pack reads a regulation of one line or more.
func packOf(t *testing.T, settings string) *regulation.Pack {
	t.Helper()
	p, err := regulation.Read(strings.NewReader(settings), "test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// duel is a match of two teams: scores where team 1 sat North-South, and where team 2
// did, board by board.
func duel(method event.Method, rooms [][2]score.Points) []event.Fact {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Teams, Method: method}}}
	for n := range 4 {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1}}})
	}
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	for i, r := range rooms {
		for room, points := range r {
			m := event.Meeting{Round: 1, Table: room + 1, Board: bridge.Board(i + 1), NS: one, EW: two}
			if room == 1 {
				m.NS, m.EW = two, one
			}
			facts = append(facts, event.Fact{Act: event.Played{Meeting: m, Score: &points}})
		}
	}
	return facts
}

// TestMatches: matches by every method, from the examples of the rules.
func TestMatches(t *testing.T) {
	ref := event.MatchRef{Round: 1, Home: event.Contestant{Number: 1}, Away: event.Contestant{Number: 2}}
	open := event.Meeting{Round: 1, Table: 1, Board: 1, NS: ref.Home, EW: ref.Away}
	points := func(n score.Points) *score.Points { return &n }
	fraction := exact.Of
	for _, c := range []struct {
		name     string
		method   event.Method
		settings string
		rooms    [][2]score.Points
		more     []event.Act
		margin   [2]string // of each side in its own view
		total    [2]string // in the list
	}{
		{
			name: "IMPs and victory points (10.1): 8 boards, 40 IMPs", method: event.IMPs,
			rooms:  [][2]score.Points{{1430, -100}, {620, -100}, {90, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 20}, {400, 0}},
			margin: [2]string{"40.00", "-40.00"}, total: [2]string{"19.74", "0.26"},
		},
		{
			name: "weighted score (6.4): -2.5 IMPs, not rounded on the way", method: event.IMPs,
			rooms: [][2]score.Points{{0, 400}},
			more: []event.Act{event.Ruled{Meeting: open, Assigned: bothSides([]event.Assigned{
				{Score: points(430), Weight: fraction(60, 100)},
				{Score: points(400), Weight: fraction(10, 100)},
				{Score: points(-50), Weight: fraction(20, 100)},
				{Score: points(-150), Weight: fraction(10, 100)},
			})}},
			settings: "vp.teams = none", margin: [2]string{"-2.50", "2.50"}, total: [2]string{"-2.50", "2.50"},
		},
		{
			name: "weighted score (EBU 4.2.6.1): rounded to an IMP on the board, away from equality", method: event.IMPs,
			rooms: [][2]score.Points{{0, 400}},
			more: []event.Act{event.Ruled{Meeting: open, Assigned: bothSides([]event.Assigned{
				{Score: points(430), Weight: fraction(60, 100)},
				{Score: points(400), Weight: fraction(10, 100)},
				{Score: points(-50), Weight: fraction(20, 100)},
				{Score: points(-150), Weight: fraction(10, 100)},
			})}},
			settings: "extends = ebu\nvp.teams = wbf", margin: [2]string{"-3.00", "3.00"}, total: [2]string{"6.72", "13.28"},
		},
		{
			name: "average plus and minus are three IMPs (Law 86A)", method: event.IMPs,
			rooms:    [][2]score.Points{{0, 400}},
			more:     []event.Act{event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}},
			settings: "vp.teams = none", margin: [2]string{"3.00", "-3.00"}, total: [2]string{"3.00", "-3.00"},
		},
		{
			name: "a ruling that does not balance, in a knock-out (Law 86B3): +6 and -2 are +4", method: event.IMPs,
			rooms: [][2]score.Points{{0, 0}},
			more: []event.Act{
				event.Drawn{MatchRef: ref, Boards: 1, Knockout: true},
				event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.FixedIMPs, IMPs: exact.Int(6)}, EW: event.Award{Kind: event.FixedIMPs, IMPs: exact.Int(-2)}}},
			},
			margin: [2]string{"4.00", "-4.00"}, total: [2]string{"1", "0"},
		},
		{
			name: "the same in a Swiss: each side has its own", method: event.IMPs,
			rooms:    [][2]score.Points{{0, 0}},
			more:     []event.Act{event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.FixedIMPs, IMPs: exact.Int(6)}, EW: event.Award{Kind: event.FixedIMPs, IMPs: exact.Int(-2)}}}},
			settings: "vp.teams = none", margin: [2]string{"6.00", "-2.00"}, total: [2]string{"6.00", "-2.00"},
		},
		{
			name: "board-a-match: a difference of ten ties where a body says so (B22)", method: event.BoardAMatch,
			rooms: [][2]score.Points{{110, 100}, {110, 90}, {2000, 2220}}, settings: "bam.tie = 10",
			margin: [2]string{"3.00", "3.00"}, total: [2]string{"3.00", "3.00"},
		},
		{
			name: "Patton (B23): boards 4:4, aggregate 550 to 50 is 4:0", method: event.Patton,
			rooms: [][2]score.Points{{300, 0}, {250, 0}, {0, 20}, {0, 30}}, settings: "patton = 4: 100 490",
			margin: [2]string{"8.00", "4.00"}, total: [2]string{"8.00", "4.00"},
		},
		{
			name: "Patton of the EBU: three of four boards and a drawn aggregate are 10 of 16", method: event.Patton,
			rooms:  [][2]score.Points{{100, 0}, {100, 0}, {100, 0}, {0, 300}},
			margin: [2]string{"10.00", "6.00"}, total: [2]string{"10.00", "6.00"},
		},
		{ // 600 is in the highest band and 0 in the lowest; their mean of 360 is in neither
			name: "Patton: outcomes are turned into points before they are weighted (Law 12C1(c))", method: event.Patton,
			rooms: [][2]score.Points{{600, 0}}, settings: "patton = 4: 100 490",
			more:   []event.Act{weightedOn(1, "3/5 600", "2/5 0")},
			margin: [2]string{"4.80", "1.20"}, total: [2]string{"4.80", "1.20"},
		},
		{ // boards 3.2 : 0.8; 0.36 of 1200 and 0.48 of 600 are 4:0, 0.16 of 0 is 2:2
			name: "Patton: two weighted boards together", method: event.Patton,
			rooms: [][2]score.Points{{600, 0}, {600, 0}}, settings: "patton = 4: 100 490",
			more:   []event.Act{weightedOn(1, "3/5 600", "2/5 0"), weightedOn(2, "3/5 600", "2/5 0")},
			margin: [2]string{"6.88", "1.12"}, total: [2]string{"6.88", "1.12"},
		},
		{
			name: "total points (Law 78C)", method: event.TotalPoints,
			rooms: [][2]score.Points{{420, -50}, {-100, 400}}, margin: [2]string{"-30.00", "30.00"}, total: [2]string{"-30", "30"},
		},
		{
			name: "a void match of eight boards (EBU 3.3): 14-6 without a fault", method: event.IMPs,
			more: []event.Act{
				event.Drawn{MatchRef: ref, Boards: 8},
				event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid, Fault: event.AwaysFault},
			},
			settings: "vp.teams = wbf-discrete", margin: [2]string{"12.00", "-12.00"}, total: [2]string{"14.00", "6.00"},
		},
		{
			name: "a forfeited match", method: event.IMPs,
			more: []event.Act{
				event.Drawn{MatchRef: ref, Boards: 8},
				event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.HomesFault},
			},
			margin: [2]string{"0.00", "0.00"}, total: [2]string{"0.00", "12.00"},
		},
		{
			name: "a match that is known by its result, and a penalty of a victory point", method: event.IMPs,
			more: []event.Act{
				event.MatchScored{MatchRef: ref, Boards: 9, HomeOf: exact.Int(23), AwayOf: exact.Int(10)},
				event.Penalised{Ref: "1", Contestant: ref.Away, Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyVP},
			},
			margin: [2]string{"13.00", "-13.00"}, total: [2]string{"14.46", "4.54"},
		},
		{
			name: "a board removed of four (EBU 3.3): three IMPs, and the scale of four", method: event.IMPs,
			rooms:    [][2]score.Points{{0, 400}, {0, 0}, {0, 0}},
			more:     []event.Act{event.Drawn{MatchRef: ref, Boards: 4}, event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}, event.NotPlayed{Meeting: event.Meeting{Round: 1, Table: 1, Board: 4, NS: ref.Home, EW: ref.Away}}},
			settings: "vp.short_match = scheduled", margin: [2]string{"3.00", "-3.00"}, total: [2]string{"11.76", "8.24"},
		},
		{
			name: "the same by the scale of the three that count", method: event.IMPs,
			rooms:    [][2]score.Points{{0, 400}, {0, 0}, {0, 0}},
			more:     []event.Act{event.Drawn{MatchRef: ref, Boards: 4}, event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}, event.NotPlayed{Meeting: event.Meeting{Round: 1, Table: 1, Board: 4, NS: ref.Home, EW: ref.Away}}},
			settings: "vp.short_match = played", margin: [2]string{"3.00", "-3.00"}, total: [2]string{"12.01", "7.99"},
		},
		{
			name: "rulings of both rooms that differ: their mean, for each side", method: event.IMPs,
			rooms: [][2]score.Points{{0, 0}},
			more: []event.Act{
				event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}},
				event.Ruled{Meeting: event.Meeting{Round: 1, Table: 2, Board: 1, NS: ref.Away, EW: ref.Home}, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.Average}}},
			},
			settings: "vp.teams = none", margin: [2]string{"1.50", "0.00"}, total: [2]string{"1.50", "0.00"},
		},
		{
			name: "a ruling in one room, the board taken out in the other: the ruling counts, whoever is at home", method: event.IMPs,
			rooms: [][2]score.Points{{0, 0}},
			more: []event.Act{
				event.Cancelled{Scope: event.Scope{Board: 1, Tables: []int{1}}},
				event.Ruled{Meeting: event.Meeting{Round: 1, Table: 2, Board: 1, NS: ref.Away, EW: ref.Home}, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AverageMinus}, EW: event.Award{Kind: event.AveragePlus}}},
			},
			settings: "vp.teams = none", margin: [2]string{"3.00", "-3.00"}, total: [2]string{"3.00", "-3.00"},
		},
		{
			name: "teams of eight: the sum of four scores, and the column of twice the boards", method: event.IMPs,
			rooms: [][2]score.Points{{620, 170}},
			more:  eight(140, -100), margin: [2]string{"12.00", "-12.00"}, total: [2]string{"17.31", "2.69"},
		},
		{
			name: "teams of eight: each with each, and the column of the boards", method: event.IMPs,
			rooms: [][2]score.Points{{620, 170}}, settings: "teams.eight = cross",
			more: eight(140, -100), margin: [2]string{"27.00", "-27.00"}, total: [2]string{"20.00", "0.00"},
		},
		{
			name: "board-a-match, average plus: 60 percent of a board", method: event.BoardAMatch,
			rooms:  [][2]score.Points{{0, 0}, {50, 0}},
			more:   []event.Act{event.Ruled{Meeting: open, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}},
			margin: [2]string{"3.20", "0.80"}, total: [2]string{"3.20", "0.80"},
		},
		{
			name: "Patton in a knock-out: more points win", method: event.Patton,
			rooms:  [][2]score.Points{{100, 0}, {0, 50}},
			more:   []event.Act{event.Drawn{MatchRef: ref, Boards: 2, Knockout: true}},
			margin: [2]string{"10.00", "2.00"}, total: [2]string{"1", "0"},
		},
		{
			name: "one room has no result yet: the board counts nothing", method: event.IMPs,
			rooms:    [][2]score.Points{{420, 0}, {0, 0}},
			more:     []event.Act{event.Voided{Meeting: open}},
			settings: "vp.teams = none", margin: [2]string{"0.00", "0.00"}, total: [2]string{"0.00", "0.00"},
		},
		{
			name: "the carry-over of a knock-out", method: event.IMPs,
			rooms:  [][2]score.Points{{420, 0}},
			more:   []event.Act{event.Drawn{MatchRef: ref, Boards: 1, Knockout: true, Lead: new(exact.Int(-16))}},
			margin: [2]string{"-7.00", "7.00"}, total: [2]string{"0", "1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := duel(c.method, c.rooms)
			for _, a := range c.more {
				facts = append(facts, event.Fact{Act: a})
			}
			e, err := event.Fold(facts)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.StandingsUnder(packOf(t, c.settings))
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Matches) != 1 {
				t.Fatalf("%d matches", len(s.Matches))
			}
			m := s.Matches[0]
			if got := [2]string{m.Margin.NS.String(), m.Margin.EW.String()}; got != c.margin {
				t.Errorf("margins %v, want %v", got, c.margin)
			}
			total := map[int]string{}
			for _, row := range s.Lists[0].Rows {
				total[row.Contestant.Number] = row.Total.String()
			}
			if got := [2]string{total[1], total[2]}; got != c.total {
				t.Errorf("totals %v, want %v", got, c.total)
			}
			for n := 1; n <= 2; n++ {
				node, err := s.WhyRow(event.Contestant{Number: n})
				if err != nil || node == nil {
					t.Errorf("no derivation of team %d: %v", n, err)
				}
			}
		})
	}
}

// weightedOn is a ruling with weights where team 1 sat North-South: "3/5 600" is a score
// of 600 with a weight of three fifths.
func weightedOn(board int, weighted ...string) event.Act {
	var list []event.Assigned
	for _, w := range weighted {
		weight, points, _ := strings.Cut(w, " ")
		f, _ := exact.Parse(weight)
		n, _ := strconv.Atoi(points)
		s := score.Points(n)
		list = append(list, event.Assigned{Score: &s, Weight: f})
	}
	return event.Ruled{
		Meeting:  event.Meeting{Round: 1, Table: 1, Board: bridge.Board(board), NS: event.Contestant{Number: 1}, EW: event.Contestant{Number: 2}},
		Assigned: bothSides(list),
	}
}

// eight are the other two tables of a board of teams of eight: the scores where team
// 1 sat North-South, and where team 2 did.
func eight(home, away score.Points) []event.Act {
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	return []event.Act{
		event.Played{Meeting: event.Meeting{Round: 1, Table: 3, Board: 1, NS: one, EW: two}, Score: &home},
		event.Played{Meeting: event.Meeting{Round: 1, Table: 4, Board: 1, NS: two, EW: one}, Score: &away},
	}
}

func bothSides(list []event.Assigned) bridge.BySide[[]event.Assigned] {
	return bridge.BySide[[]event.Assigned]{NS: list, EW: list}
}

// TestMatchesRefused: what cannot be is refused by name.
func TestMatchesRefused(t *testing.T) {
	begin := func() *event.Event {
		e, err := event.Fold(duel(event.IMPs, nil))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, c := range []struct {
		key  string
		acts []event.Act
	}{
		{"match.itself", []event.Act{event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(1)}}}},
		{"event.stranger", []event.Act{event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(9)}}}},
		{"match.two", []event.Act{
			event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(2)}},
			event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(3), Away: team(2)}},
		}},
		{"match.one_vp", []event.Act{event.MatchScored{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, HomeVP: new(exact.Fraction)}}},
		{"match.forfeit", []event.Act{event.MatchRuled{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Ruling: event.MatchForfeited}}},
		{"event.penalty_unit", []event.Act{event.Penalised{Ref: "1", Contestant: team(1), Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyStandard}}},
		{"event.penalty_unit", []event.Act{event.Penalised{Ref: "1", Contestant: team(1), Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop}}},
		{"event.penalty_unit", []event.Act{event.Penalised{Ref: "1", Contestant: team(1), Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyMP}}},
		{"match.boards", []event.Act{event.Drawn{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Boards: -1}}},
		{"match.numbers", []event.Act{event.Drawn{MatchRef: event.MatchRef{Round: -1, Home: team(1), Away: team(2)}}}},
		{"match.ruling", []event.Act{event.MatchRuled{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Ruling: "won"}}},
		{"match.fault", []event.Act{event.MatchRuled{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Ruling: event.MatchVoid, Fault: "theirs"}}},
		{"match.adjusted", []event.Act{event.MatchRuled{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, Ruling: event.MatchAdjusted}}},
		{"match.imps", []event.Act{event.MatchScored{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}, HomeOf: exact.Int(10_000_000)}}},
		{"lineup.twice", []event.Act{
			event.LinedUp{Round: 1, Table: 1, Team: team(1), Side: bridge.NS, Persons: []event.PersonID{"a", "b"}},
			event.LinedUp{Round: 1, Table: 2, Team: team(1), Side: bridge.EW, Persons: []event.PersonID{"b", "c"}},
		}},
	} {
		t.Run(c.key, func(t *testing.T) {
			e := begin()
			var err error
			for _, a := range c.acts {
				err = e.Apply(event.Fact{Act: a})
			}
			be, ok := err.(*bridge.Error)
			if !ok || be.Key != c.key {
				t.Errorf("got %v", err)
			}
		})
	}
}
