package event_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// league is an event of teams by their matches: reports of IMPs, in the order of the
// rounds. Every match has eight boards.
type league struct {
	teams  int
	method event.Method
	seed   uint64
	acts   []event.Act
}

// won adds a match that the home team won by so many IMPs.
func (l *league) won(round, home, away, imps int) *league {
	s := event.MatchScored{MatchRef: event.MatchRef{Round: round, Home: team(home), Away: team(away)}, Boards: 8, HomeOf: exact.Int(max(imps, 0)), AwayOf: exact.Int(max(-imps, 0))}
	l.acts = append(l.acts, s)
	return l
}

func (l *league) say(acts ...event.Act) *league {
	l.acts = append(l.acts, acts...)
	return l
}

func (l *league) standings(t *testing.T, settings string) *event.Standings {
	t.Helper()
	method := l.method
	if method == "" {
		method = event.IMPs
	}
	facts := []event.Fact{{Act: event.Opened{Kind: event.Teams, Method: method, Seed: l.seed}}}
	for n := range l.teams {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: team(n + 1)}})
	}
	for _, a := range l.acts {
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

// order writes a list as "1:2 2:1=": places and teams, the best first, with their
// totals.
func order(s *event.Standings) (text string) {
	for _, row := range s.Lists[0].Rows {
		tied := ""
		if row.Tied {
			tied = "="
		}
		text += fmt.Sprintf(" %d%s:%v(%v)", row.Rank, tied, row.Contestant, row.Total)
	}
	return text[1:]
}

// report is a match of the first round by its IMPs.
func report(home, away, homes, aways int) event.MatchScored {
	return event.MatchScored{MatchRef: event.MatchRef{Round: 1, Home: team(home), Away: team(away)}, Boards: 8, HomeOf: exact.Int(homes), AwayOf: exact.Int(aways)}
}

// TestTeamTies: what decides between teams with equal victory points.
func TestTeamTies(t *testing.T) {
	apart := func() *league { return (&league{teams: 4}).won(1, 1, 3, 60).won(1, 2, 4, 50) }
	quotient := func() *league { return (&league{teams: 4}).say(report(1, 3, 40, 20), report(2, 4, 25, 5)) }
	met := func() *league {
		return (&league{teams: 4}).won(1, 2, 1, 10).won(1, 3, 4, 10).won(2, 1, 3, 10).won(2, 4, 2, 10)
	}
	cycle := func() *league { return (&league{teams: 3}).won(1, 1, 2, 10).won(2, 2, 3, 10).won(3, 3, 1, 10) }
	between := func() *league {
		return (&league{teams: 4}).won(1, 2, 1, 10).won(1, 3, 4, 0).won(2, 1, 3, 10).won(2, 4, 2, 10)
	}
	level := func() *league { // of 32 boards: two IMPs are still 10-10
		direct := report(2, 1, 2, 0)
		direct.Boards = 32
		return (&league{teams: 4}).say(direct).won(1, 3, 4, 0).won(2, 1, 3, 60).won(2, 2, 4, 60)
	}
	for _, c := range []struct {
		name, ties, want string
		league           *league
	}{
		{"shared", "shared", "1=:1(20.00) 1=:2(20.00) 3=:3(0.00) 3=:4(0.00)", apart()},
		{"net IMPs", "net", "1:1(20.00) 2:2(20.00) 3:4(0.00) 4:3(0.00)", apart()},
		{"quotient where nothing was lost", "quotient", "1:1(20.00) 2:2(20.00) 3=:3(0.00) 3=:4(0.00)", apart()},
		{"net IMPs are equal, their quotient is not (SBF 95)", "net, quotient", "1:2(16.46) 2:1(16.46) 3:3(3.54) 4:4(3.54)", quotient()},
		{"opponents' victory points", "opponents, head_to_head", "1=:1(16.46) 1=:2(16.46) 3=:3(3.54) 3=:4(3.54)", quotient()},
		{"all four are equal and did not all meet: the match between two decides nothing", "head_to_head", "1=:1(20.00) 1=:2(20.00) 1=:3(20.00) 1=:4(20.00)", met()},
		{"the match between them", "head_to_head", "1:4(23.78) 2:2(20.00) 3:1(20.00) 4:3(16.22)", between()},
		{"the match between them by its IMPs: its victory points are level", "head_to_head, direct_net\nvp.teams = wbf-discrete", "1:2(30.00) 2:1(30.00) 3=:3(10.00) 3=:4(10.00)", level()},
		{"a cycle has no winner", "head_to_head, opponents, net, quotient", "1=:1(20.00) 1=:2(20.00) 1=:3(20.00)", cycle()},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.league.standings(t, "rank.ties = "+c.ties)
			if got := order(s); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, row := range s.Lists[0].Rows {
				n, err := s.WhyRow(row.Contestant)
				if err != nil || n.Check() != nil || !n.Value.Equal(exact.Int(row.Rank)) {
					t.Errorf("%v: %v, %v", row.Contestant, n, err)
				}
			}
		})
	}
}

// TestTeamLot: a lot is drawn from the seed alone, whatever came first.
func TestTeamLot(t *testing.T) {
	one := (&league{teams: 3, seed: 7}).won(1, 1, 2, 10).won(2, 2, 3, 10).won(3, 3, 1, 10).standings(t, "rank.ties = head_to_head, lot")
	two := (&league{teams: 3, seed: 7}).won(3, 3, 1, 10).won(2, 2, 3, 10).won(1, 1, 2, 10).standings(t, "rank.ties = head_to_head, lot")
	if order(one) != order(two) || one.Lists[0].Rows[1].Rank != 2 {
		t.Errorf("%s and %s", order(one), order(two))
	}
}

// TestTeamsWithdraw: matches of a team that left, before half of its matches and
// later (EBU White Book 2.4).
func TestTeamsWithdraw(t *testing.T) {
	begun := func() *league {
		return (&league{teams: 4}).won(1, 1, 2, 10).won(1, 3, 4, 20).
			say(event.Drawn{MatchRef: event.MatchRef{Round: 2, Home: team(1), Away: team(3)}, Boards: 8}).won(2, 2, 4, 0).
			say(event.Drawn{MatchRef: event.MatchRef{Round: 3, Home: team(4), Away: team(1)}, Boards: 8}).won(3, 2, 3, 5)
	}
	for _, c := range []struct {
		name, settings, want string
		act                  event.Withdrew
	}{
		{
			"before half: its match does not count for 2 either", "",
			"1:3(24.41) 2:2(22.05) 3:4(13.54) 0:1(0.00)",
			event.Withdrew{Contestant: team(1), Planned: 3},
		},
		{
			"after half: its match stands, and who misses it has a bye", "",
			"1:3(36.41) 2:2(28.27) 3:4(25.54) 0:1(13.78)",
			event.Withdrew{Contestant: team(1), Planned: 2},
		},
		{ // 3 has the mean of 16.46 and 7.95, rounded up; 4 has 12, more than its mean and more than 20 - 13.78
			"the best of three", "withdrawal.missed = best_of_three",
			"1:3(36.62) 2:2(28.27) 3:4(25.54) 0:1(13.78)",
			event.Withdrew{Contestant: team(1), Planned: 2},
		},
		{ // without victory points: 3 has three boards of 3 IMPs, 4 too, more than its mean
			"three boards of average plus", "vp.teams = none\nwithdrawal.missed = best_of_three",
			"1:3(24.00) 2:2(-5.00) 3:4(-11.00) 0:1(10.00)",
			event.Withdrew{Contestant: team(1), Planned: 2},
		},
		{
			"it came back: the matches are still to be played", "",
			"1:2(28.27) 2:3(24.41) 3:1(13.78) 4:4(13.54)",
			event.Withdrew{Contestant: team(1), Planned: 3, Returned: true},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begun().say(c.act).standings(t, c.settings)
			if got := order(s); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, row := range s.Lists[0].Rows {
				if !row.Total.Value.Equal(row.Total.Rounded()) {
					t.Errorf("%v has %v", row.Contestant, row.Total.Value)
				}
			}
		})
	}
}

// TestMatchStates: how far a match has come, and what it is worth then.
func TestMatchStates(t *testing.T) {
	eight := exact.Int(8)
	twelve := exact.Int(12)
	ref := event.MatchRef{Round: 1, Home: team(1), Away: team(2)}
	drawn := event.Drawn{MatchRef: ref, Boards: 8}
	knockout := drawn
	knockout.Knockout = true
	half := drawn
	half.Triangle, half.Half = true, true
	led := knockout
	led.Lead = new(exact.Of(-21, 2))
	penalty := event.Penalised{Ref: "1", Contestant: team(1), Round: 1, Kind: event.Procedural, Amount: exact.Int(3), Unit: event.PenaltyIMPs}
	for _, c := range []struct {
		name, settings string
		method         event.Method
		acts           []event.Act
		state          event.MatchState
		margin, vp     [2]string
		record         event.MatchRecord // of team 1: won, drawn, lost
	}{
		{"wrong seats, 40 percent for both", "", "", []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchAdjusted, HomeVP: &eight, AwayVP: &eight}}, "adjusted", [2]string{"0.00", "0.00"}, [2]string{"8.00", "8.00"}, event.MatchRecord{Drawn: 1}},
		{"a late team has less (NBF)", "", "", []event.Act{drawn, report(1, 2, 30, 10), event.MatchRuled{MatchRef: ref, Ruling: event.MatchAdjusted, HomeVP: &eight, AwayVP: &twelve}}, "adjusted", [2]string{"20.00", "-20.00"}, [2]string{"8.00", "12.00"}, event.MatchRecord{Lost: 1}},
		{"the away team was late, and lost: 8 less", "late.match = 30 12 8", "", []event.Act{drawn, report(1, 2, 20, 0), event.MatchRuled{MatchRef: ref, Ruling: event.MatchLate, Fault: event.AwaysFault}}, "reported", [2]string{"20.00", "-20.00"}, [2]string{"16.46", "-4.46"}, event.MatchRecord{Won: 1}},
		{"the away team was late, and won: 12 for the other", "late.match = 30 12 8", "", []event.Act{drawn, report(2, 1, 20, 0), event.MatchRuled{MatchRef: ref, Ruling: event.MatchLate, Fault: event.AwaysFault}}, "reported", [2]string{"-20.00", "20.00"}, [2]string{"12.00", "8.46"}, event.MatchRecord{Lost: 1}},
		{"both were late", "late.match = 30 12 8", "", []event.Act{drawn, report(1, 2, 20, 0), event.MatchRuled{MatchRef: ref, Ruling: event.MatchLate, Fault: event.BothsFault}}, "reported", [2]string{"20.00", "-20.00"}, [2]string{"8.46", "-4.46"}, event.MatchRecord{Won: 1}},
		{"late: the scale of the boards that were played", "late.match = 30 12 8\nvp.short_match = scheduled", "", []event.Act{
			drawn, event.MatchScored{MatchRef: ref, Boards: 6, HomeOf: exact.Int(20), AwayOf: exact.Int(0)}, event.MatchRuled{MatchRef: ref, Ruling: event.MatchLate, Fault: event.HomesFault},
		}, "reported", [2]string{"20.00", "-20.00"}, [2]string{"9.12", "12.00"}, event.MatchRecord{Won: 1}},
		{"forfeited by both", "", "", []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.BothsFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"0.00", "0.00"}, event.MatchRecord{Lost: 1}},
		{"forfeited: nothing that was reported counts", "", "", []event.Act{report(1, 2, 30, 10), event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.HomesFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"0.00", "12.00"}, event.MatchRecord{Lost: 1}},
		{"void by nobody's fault", "vp.teams = wbf-discrete", "", []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid}}, "void", [2]string{"12.00", "12.00"}, [2]string{"14.00", "14.00"}, event.MatchRecord{Drawn: 1}},
		{"void by the fault of both", "vp.teams = wbf-discrete", "", []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid, Fault: event.BothsFault}}, "void", [2]string{"-12.00", "-12.00"}, [2]string{"6.00", "6.00"}, event.MatchRecord{Drawn: 1}},
		{"half of a triangle: six of ten for 20 IMPs of eight boards", "", "", []event.Act{half, report(1, 2, 20, 0)}, "reported", [2]string{"20.00", "-20.00"}, [2]string{"8.23", "1.77"}, event.MatchRecord{Won: 1}},
		{"forfeited, half of a triangle", "", "", []event.Act{half, event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.AwaysFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"6.00", "0.00"}, event.MatchRecord{Won: 1}},
		{"reported by the away team", "", "", []event.Act{drawn, report(2, 1, 0, 20)}, "reported", [2]string{"20.00", "-20.00"}, [2]string{"16.46", "3.54"}, event.MatchRecord{Won: 1}},
		{"drawn the other way round after it was reported", "", "", []event.Act{report(1, 2, 20, 0), event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(2), Away: team(1)}, Boards: 8}}, "reported", [2]string{"-20.00", "20.00"}, [2]string{"3.54", "16.46"}, event.MatchRecord{Won: 1}},
		{"a penalty in IMPs is the offender's alone", "", "", []event.Act{drawn, report(1, 2, 23, 0), penalty}, "reported", [2]string{"20.00", "-23.00"}, [2]string{"16.46", "2.89"}, event.MatchRecord{Won: 1}},
		{"in a knock-out it is the others' gain", "", "", []event.Act{knockout, report(1, 2, 2, 0), penalty}, "reported", [2]string{"-1.00", "1.00"}, [2]string{"0.00", "1.00"}, event.MatchRecord{Lost: 1}},
		{"a carry-over of the away team decides a knock-out", "", "", []event.Act{led, report(1, 2, 10, 0)}, "reported", [2]string{"-0.50", "0.50"}, [2]string{"0.00", "1.00"}, event.MatchRecord{Lost: 1}},
		{"a knock-out that is level", "", "", []event.Act{knockout, report(1, 2, 10, 10)}, "reported", [2]string{"0.00", "0.00"}, [2]string{"0.50", "0.50"}, event.MatchRecord{Drawn: 1}},
		{"board-a-match: both have points, and one has won", "", event.BoardAMatch, []event.Act{knockout, report(1, 2, 9, 7)}, "reported", [2]string{"9.00", "7.00"}, [2]string{"1.00", "0.00"}, event.MatchRecord{Won: 1}},
		{"total points: a forfeited match is worth 90 points a board, the fewest of 3 IMPs", "", event.TotalPoints, []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.HomesFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"0.00", "720.00"}, event.MatchRecord{Lost: 1}},
		{"total points: a void match costs the side at fault", "", event.TotalPoints, []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid, Fault: event.AwaysFault}}, "void", [2]string{"360.00", "-360.00"}, [2]string{"360.00", "-360.00"}, event.MatchRecord{Won: 1}},
		{"total points: of two and a half IMPs the fewest of 3", "art.imps = 2.5", event.TotalPoints, []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.AwaysFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"720.00", "0.00"}, event.MatchRecord{Won: 1}},
		{"a forfeited match that nothing is worth is lost all the same", "swiss.bye = 0", "", []event.Act{drawn, event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.AwaysFault}}, "forfeited", [2]string{"0.00", "0.00"}, [2]string{"0.00", "0.00"}, event.MatchRecord{Won: 1}},
		{"board-a-match: points of a league", "", event.BoardAMatch, []event.Act{drawn, report(1, 2, 7, 9)}, "reported", [2]string{"7.00", "9.00"}, [2]string{"7.00", "9.00"}, event.MatchRecord{Lost: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := (&league{teams: 2, method: c.method}).say(c.acts...).standings(t, c.settings)
			m := s.Matches[0]
			if m.State != c.state {
				t.Errorf("state %s, want %s", m.State, c.state)
			}
			if got := [2]string{m.Margin.NS.String(), m.Margin.EW.String()}; got != c.margin {
				t.Errorf("margins %v, want %v", got, c.margin)
			}
			if got := [2]string{m.VP.NS.String(), m.VP.EW.String()}; got != c.vp {
				t.Errorf("victory points %v, want %v", got, c.vp)
			}
			for _, row := range s.Lists[0].Rows {
				if got := *row.Matches; row.Contestant == team(1) && (got.Won != c.record.Won || got.Drawn != c.record.Drawn || got.Lost != c.record.Lost) {
					t.Errorf("record %+v, want %+v", got, c.record)
				}
			}
			for _, d := range s.Doubts {
				if d.Key == "match.level" && c.name == "a knock-out that is level" {
					continue
				}
				if d.Key != "match.half_scale" || !strings.Contains(c.name, "half of a triangle") {
					t.Errorf("doubt: %v", d)
				}
			}
		})
	}
}

// TestMatchDoubts: what cannot be right is said.
func TestMatchDoubts(t *testing.T) {
	penalty := event.Penalised{Ref: "1", Contestant: team(1), Round: 2, Kind: event.Procedural, Amount: exact.Int(3), Unit: event.PenaltyIMPs}
	room := func(round, table, board, ns, ew int) event.Act {
		points := score.Points(420)
		return event.Played{Meeting: event.Meeting{Round: round, Table: table, Board: bridge.Board(board), NS: team(ns), EW: team(ew)}, Score: &points}
	}
	for _, c := range []struct {
		key  string
		acts []event.Act
	}{
		{"match.penalty", []event.Act{report(1, 2, 10, 0), penalty}},
		{"match.penalty_round", []event.Act{report(1, 2, 10, 0), event.Penalised{Ref: "1", Contestant: team(1), Round: 2, Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyVP}}},
		{"match.one_room", []event.Act{room(1, 1, 1, 1, 2), room(1, 2, 1, 2, 1), room(1, 1, 2, 1, 2), room(2, 1, 3, 1, 2), room(2, 2, 3, 2, 1)}},
		{"match.twice", []event.Act{report(1, 2, 10, 0), event.Registered{Contestant: team(3)}, report(3, 2, 10, 0)}},
		{"match.late_rule", []event.Act{report(1, 2, 10, 0), event.MatchRuled{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(2)}, Ruling: event.MatchLate, Fault: event.HomesFault}}},
		{"match.level", []event.Act{event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(2)}, Boards: 8, Knockout: true}, report(1, 2, 10, 10)}},
		{"match.mixed", []event.Act{event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(1), Away: team(2)}, Boards: 8, Knockout: true}, report(1, 2, 10, 9), event.Registered{Contestant: team(3)}, event.Registered{Contestant: team(4)}, report(3, 4, 10, 0)}},
		{"lineup.stranger", []event.Act{report(1, 2, 10, 0), event.LinedUp{Round: 1, Team: team(2), Side: bridge.NS, Persons: []event.PersonID{"a", "x"}}}},
		{"", []event.Act{
			report(1, 2, 10, 0),
			event.LinedUp{Round: 1, Team: team(2), Side: bridge.NS, Persons: []event.PersonID{"a", "x"}},
			event.Substituted{Contestant: team(2), Persons: []event.PersonID{"b", "c", "d", "x"}},
		}},
	} {
		l := (&league{teams: 2}).say(event.Registered{Contestant: team(2), Persons: []event.PersonID{"a", "b", "c", "d"}})
		s := l.say(c.acts...).standings(t, "")
		found := c.key == "" && len(s.Doubts) == 0
		for _, d := range s.Doubts {
			found = found || d.Key == c.key
		}
		if !found {
			t.Errorf("no %s in %v", c.key, s.Doubts)
		}
	}
}

// TestLateKnockout: a rule of late matches says what they bring in victory points, and
// nothing of a knock-out.
func TestLateKnockout(t *testing.T) {
	ref := event.MatchRef{Round: 1, Home: team(1), Away: team(2)}
	for knockout, want := range map[bool]string{true: "match.late_rule", false: ""} {
		l := (&league{teams: 2}).say(event.Drawn{MatchRef: ref, Boards: 8, Knockout: knockout}, report(1, 2, 10, 0), event.MatchRuled{MatchRef: ref, Ruling: event.MatchLate, Fault: event.HomesFault})
		if got := strings.Join(keysOf(l.standings(t, "late.match = 30 12 8").Doubts), " "); got != want {
			t.Errorf("knock-out %v: doubts %q, want %q", knockout, got, want)
		}
	}
}

// TestTriangle: three teams play two half matches each in a round; for the mean of a
// team, and where totals are brought up, the two of them are one.
func TestTriangle(t *testing.T) {
	triangle := func() *league {
		l := &league{teams: 5}
		for _, m := range [][3]int{{1, 2, 10}, {2, 3, 0}, {3, 1, -10}} {
			ref := event.MatchRef{Round: 1, Home: team(m[0]), Away: team(m[1])}
			l.say(event.Drawn{MatchRef: ref, Boards: 4, Triangle: true, Half: true})
			s := report(m[0], m[1], max(m[2], 0), max(-m[2], 0))
			s.Boards = 4
			l.say(s)
		}
		l.say(event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(4), Away: team(5)}, Boards: 8})
		return l.won(1, 4, 5, 0)
	}
	for settings, want := range map[string]string{
		"vp.half = 0 5 5; 1 6 4; 10 10 0": "1:1(20.00) 2=:4(10.00) 2=:5(10.00) 4=:2(5.00) 4=:3(5.00)",
		"":                                "1:1(15.00) 2=:4(10.00) 2=:5(10.00) 4=:2(7.50) 4=:3(7.50)",
		"total.unequal_boards = factored": "1:1(15.00) 2=:4(10.00) 2=:5(10.00) 4=:2(7.50) 4=:3(7.50)",
	} {
		s := triangle().standings(t, settings)
		if got := order(s); got != want {
			t.Errorf("%q: %s, want %s", settings, got, want)
		}
		want = "match.half_scale"
		if strings.HasPrefix(settings, "vp.half") {
			want = ""
		}
		var doubts []string
		for _, d := range s.Doubts {
			doubts = append(doubts, d.Key)
		}
		if got := strings.Join(doubts, " "); got != want {
			t.Errorf("%q: doubts %s, want %s", settings, got, want)
		}
	}
	more := triangle().won(2, 1, 4, 0)
	if got, want := order(more.standings(t, "total.unequal_boards = factored")), "1:1(25.00) 2=:4(20.00) 2=:5(20.00) 4=:2(15.00) 4=:3(15.00)"; got != want {
		t.Errorf("who had no second match: %s, want %s", got, want)
	}
}

// TestKnockoutCarry: a knock-out match begins with a part of the margin of the match
// before, and which part it is depends on who is ranked higher.
func TestKnockoutCarry(t *testing.T) {
	l := (&league{teams: 4}).won(1, 1, 2, 12).won(1, 3, 4, 30).won(2, 3, 1, 20).won(2, 2, 4, 60)
	for _, c := range []struct {
		settings   string
		home, away int
		want       string
	}{
		{"", 3, 4, "15"},
		{"", 4, 3, "-15"}, // the higher one won it: half of 30
		{"", 1, 2, "4"},
		{"", 2, 1, "-4"}, // the lower one won it: a third of 12
		{"", 2, 4, "16"}, // half of 60 is more than the most
		{"", 2, 3, "0"},  // they have not met
		{"carry.knockout = none", 3, 4, "0"},
		{"carry.knockout = 1/2 1/4 10", 3, 1, "10"},
		{"carry.knockout = 1/3 1/4 10\ncarry.round = tenth", 3, 1, "67/10"},
	} {
		s := l.standings(t, c.settings)
		p := why.New()
		got, err := s.CarryOver(p, team(c.home), team(c.away))
		if err != nil || got.String() != c.want {
			t.Errorf("%q, %d and %d: %v, %v, want %s of %s", c.settings, c.home, c.away, got, err, c.want, order(s))
		}
		if plain, err := s.CarryOver(nil, team(c.home), team(c.away)); err != nil || !plain.Equal(got.Fraction) {
			t.Errorf("%d and %d: %v without a pen", c.home, c.away, plain)
		}
	}
	s := l.standings(t, "")
	if _, err := s.CarryOver(nil, team(1), team(9)); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("a team from elsewhere: %v", err)
	}
	level := (&league{teams: 4}).won(1, 1, 2, 12).won(2, 2, 3, 12).won(3, 3, 1, 12).standings(t, "")
	if _, err := level.CarryOver(nil, team(1), team(2)); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("a shared place: %v", err)
	}
}

// TestKnockout: a list of matches won. A bye brings a team into the next round, and
// who withdraws before a match has lost it.
func TestKnockout(t *testing.T) {
	l := &league{teams: 5}
	meet := func(round, home, away int) *league {
		return l.say(event.Drawn{MatchRef: event.MatchRef{Round: round, Home: team(home), Away: team(away)}, Boards: 8, Knockout: true})
	}
	meet(1, 4, 5).won(1, 4, 5, 3)
	for _, n := range []int{1, 2, 3} {
		l.say(event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(n)}, Boards: 8, Knockout: true})
	}
	meet(2, 1, 4).won(2, 1, 4, 20)
	meet(2, 2, 3).say(event.Withdrew{Contestant: team(3), Planned: 1})
	meet(3, 1, 2).won(3, 1, 2, -1)
	s := l.standings(t, "")
	if got, want := order(s), "1:2(3) 2:1(2) 3:4(1) 4:5(0) 0:3(1)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if s.Info.Unit != regulation.Won {
		t.Errorf("unit %s", s.Info.Unit)
	}
	// A half of a level match shows in all of the column.
	meet(3, 4, 5).won(3, 4, 5, 0)
	for _, row := range l.standings(t, "").Lists[0].Rows {
		if !row.Won || row.Total.Places != 2 {
			t.Errorf("%v: won %v, %d places", row.Contestant, row.Won, row.Total.Places)
		}
	}
}
