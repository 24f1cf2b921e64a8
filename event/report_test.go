package event_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// inRoom is a score of a board in one room of a match.
func inRoom(board, ns, ew, points int) event.Act {
	s := score.Points(points)
	return event.Played{Meeting: event.Meeting{Round: 1, Table: ns, Board: bridge.Board(board), NS: team(ns), EW: team(ew)}, Score: &s}
}

// gains is a board of a match of the first two teams in both rooms: 60 points,
// 2 IMPs, for the home team, or else for the away team.
func gains(board int, isHome bool) []event.Act {
	if isHome {
		return []event.Act{inRoom(board, 1, 2, 170), inRoom(board, 2, 1, 110)}
	}
	return []event.Act{inRoom(board, 1, 2, 110), inRoom(board, 2, 1, 170)}
}

func withVP(s event.MatchScored, ns, ew string) event.MatchScored {
	a, _ := exact.Parse(ns)
	b, _ := exact.Parse(ew)
	s.HomeVP, s.AwayVP = &a, &b
	return s
}

func keysOf(doubts []*bridge.Error) (keys []string) {
	for _, d := range doubts {
		keys = append(keys, d.Key)
	}
	return keys
}

// TestReportBesideBoards: a report counts until all boards of its match are known, and
// what does not agree is said.
func TestReportBesideBoards(t *testing.T) {
	of := func(boards, homes, aways int) event.MatchScored {
		s := report(1, 2, homes, aways)
		s.Boards = boards
		return s
	}
	two := slices.Concat(gains(1, true), gains(2, false))
	for _, c := range []struct {
		name   string
		method event.Method
		acts   []event.Act
		state  event.MatchState
		margin string
		doubts []string
	}{
		{"no board is known", "", []event.Act{of(2, 20, 10)}, event.MatchReported, "10.00", nil},
		{"one of two boards is known", "", append(gains(1, true), of(2, 20, 10)), event.MatchReported, "10.00", nil},
		{"the report came first", "", append([]event.Act{of(2, 20, 10)}, gains(1, true)...), event.MatchReported, "10.00", nil},
		{"one room of a board is known", "", []event.Act{of(1, 10, 0), inRoom(1, 1, 2, 110)}, event.MatchReported, "10.00", nil},
		{"both boards are known and agree", "", append(slices.Clone(two), of(2, 2, 2)), event.MatchPlayed, "0.00", nil},
		{"the report had the difference alone", "", append(slices.Clone(two), of(2, 0, 0)), event.MatchPlayed, "0.00", nil},
		{"both boards are known and do not agree", "", append(slices.Clone(two), of(2, 20, 10)), event.MatchPlayed, "0.00", []string{"match.report_boards"}},
		{"victory points that the boards do not give", "", append(slices.Clone(two), withVP(of(2, 2, 2), "12", "8")), event.MatchPlayed, "0.00", []string{"match.report_vp"}},
		{"known boards that cannot lead there", "", append(gains(1, true), of(2, 30, 0)), event.MatchReported, "30.00", []string{"match.report_known"}},
		{"more on the known boards than in all", "", append(gains(1, true), of(2, 1, 1)), event.MatchReported, "0.00", []string{"match.report_known"}},
		{"the draw says that a board is missing", "", append(slices.Clone(two), event.Drawn{MatchRef: of(0, 0, 0).MatchRef, Boards: 3}, of(2, 20, 10)), event.MatchReported, "10.00", nil},
		{"without a length the report stands", "", append(slices.Clone(two), of(0, 20, 10)), event.MatchReported, "10.00", []string{"match.report_known"}},
		{"other matches of the round say the length", "", append(slices.Clone(two), of(0, 20, 10), event.Drawn{MatchRef: event.MatchRef{Round: 1, Home: team(3), Away: team(4)}, Boards: 2}), event.MatchPlayed, "0.00", []string{"match.report_boards"}},
		{"board-a-match", event.BoardAMatch, append(gains(1, true), of(2, 3, 1)), event.MatchReported, "3.00", nil},
		{"board-a-match that cannot be", event.BoardAMatch, append(gains(1, true), of(2, 1, 3)), event.MatchReported, "1.00", []string{"match.report_known"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := (&league{teams: 4, method: c.method}).say(c.acts...).standings(t, "vp.teams = wbf")
			m := s.Matches[0]
			if m.State != c.state || m.Margin.NS.String() != c.margin {
				t.Errorf("%s with %v, want %s with %s", m.State, m.Margin.NS, c.state, c.margin)
			}
			if got := keysOf(s.Doubts); !slices.Equal(got, c.doubts) {
				t.Errorf("doubts %v, want %v", s.Doubts, c.doubts)
			}
			for _, d := range s.Doubts {
				if at, ok := s.ReportOf(d); !ok || at != m.MatchRef {
					t.Errorf("%v is about %v", d, at)
				}
			}
			if n, err := s.WhyMatch(m.MatchRef, bridge.NS); err != nil || n.Check() != nil || !n.Value.Equal(m.VP.NS.Value) {
				t.Errorf("derivation %v, %v", n, err)
			}
		})
	}
}

// TestReportedPoints: victory points that are not what the IMPs are worth are named,
// and stand.
func TestReportedPoints(t *testing.T) {
	drawn := event.Drawn{MatchRef: report(1, 2, 0, 0).MatchRef, Boards: 8, Triangle: true, Half: true}
	vpOnly := func(ns, ew string) event.MatchScored {
		s := withVP(report(1, 2, 0, 0), ns, ew)
		s.VPOnly = true
		return s
	}
	for _, c := range []struct {
		name, settings string
		acts           []event.Act
		vp             [2]string
		record         event.MatchRecord // of team 1
		doubt          string            // their keys
	}{
		{"those of the scale", "", []event.Act{withVP(report(1, 2, 20, 0), "16.46", "3.54")}, [2]string{"16.46", "3.54"}, event.MatchRecord{Won: 1}, ""},
		{"half of them", "", []event.Act{drawn, withVP(report(1, 2, 20, 0), "8.23", "1.77")}, [2]string{"8.23", "1.77"}, event.MatchRecord{Won: 1}, "match.half_scale"},
		{"of another scale", "", []event.Act{withVP(report(1, 2, 20, 0), "16", "4")}, [2]string{"16.00", "4.00"}, event.MatchRecord{Won: 1}, "match.vp_scale"},
		{"more than the pool", "", []event.Act{withVP(report(1, 2, 20, 0), "20", "19")}, [2]string{"20.00", "19.00"}, event.MatchRecord{Won: 1}, "match.vp_pool"},
		{"half of the pool", "", []event.Act{drawn, withVP(report(1, 2, 20, 0), "16.46", "3.54")}, [2]string{"16.46", "3.54"}, event.MatchRecord{Won: 1}, "match.half_scale match.vp_pool"},
		{"the wrong way round", "", []event.Act{withVP(report(1, 2, 20, 0), "3.54", "16.46")}, [2]string{"3.54", "16.46"}, event.MatchRecord{Won: 1}, "match.vp_winner"},
		{"the wrong way round, without a scale", "vp.teams = none", []event.Act{withVP(report(1, 2, 20, 0), "0", "2")}, [2]string{"0.00", "2.00"}, event.MatchRecord{Won: 1}, "match.vp_winner"},
		{"a scale that does not add up to the same", "vp.teams = acbl30", []event.Act{withVP(report(1, 2, 20, 0), "30", "0")}, [2]string{"30.00", "0.00"}, event.MatchRecord{Won: 1}, "match.vp_scale"},
		{"without IMPs", "", []event.Act{vpOnly("14", "6")}, [2]string{"14.00", "6.00"}, event.MatchRecord{Won: 1}, ""},
		{"without IMPs, too few", "", []event.Act{vpOnly("3", "14")}, [2]string{"3.00", "14.00"}, event.MatchRecord{Lost: 1}, "match.vp_pool"},
		{"without IMPs, in a knock-out", "", []event.Act{event.Drawn{MatchRef: report(1, 2, 0, 0).MatchRef, Boards: 8, Knockout: true}, vpOnly("3", "17")}, [2]string{"0.00", "1.00"}, event.MatchRecord{Lost: 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := (&league{teams: 2}).say(c.acts...).standings(t, c.settings)
			m := s.Matches[0]
			if got := [2]string{m.VP.NS.String(), m.VP.EW.String()}; got != c.vp {
				t.Errorf("victory points %v, want %v", got, c.vp)
			}
			for _, row := range s.Lists[0].Rows {
				if got := *row.Matches; row.Contestant == team(1) && (got.Won != c.record.Won || got.Drawn != 0 || got.Lost != c.record.Lost) {
					t.Errorf("record %+v, want %+v", got, c.record)
				}
			}
			if got := keysOf(s.Doubts); !slices.Equal(got, strings.Fields(c.doubt)) {
				t.Errorf("doubts %v, want %s", s.Doubts, c.doubt)
			}
		})
	}
}

// TestReportedBye: what was published for a bye counts.
func TestReportedBye(t *testing.T) {
	bye := func(vp int) event.MatchScored {
		v := exact.Int(vp)
		return event.MatchScored{MatchRef: event.MatchRef{Round: 1, Home: team(3)}, HomeVP: &v}
	}
	for vp, doubt := range map[int]string{12: "", 15: "match.bye_vp"} {
		s := (&league{teams: 3}).won(1, 1, 2, 0).say(bye(vp)).standings(t, "")
		if got := s.Matches[1]; got.State != event.MatchBye || !got.VP.NS.Value.Equal(exact.Int(vp)) {
			t.Errorf("a bye of %d: %s with %v", vp, got.State, got.VP.NS)
		}
		if doubt == "" && len(s.Doubts) > 0 || doubt != "" && !slices.Equal(keysOf(s.Doubts), []string{doubt}) {
			t.Errorf("a bye of %d: %v", vp, s.Doubts)
		}
	}
}

// TestReportedTies: boards and IMPs that nobody knows decide no tie.
func TestReportedTies(t *testing.T) {
	apart := func() *league { return (&league{teams: 4}).won(1, 1, 3, 60).won(1, 2, 4, 50) }
	bam := func() *league {
		return (&league{teams: 4, method: event.BoardAMatch}).say(report(1, 2, 9, 7), report(3, 4, 9, 7), event.Penalised{Ref: "1", Contestant: team(1), Round: 1, Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyMP}, event.Penalised{Ref: "2", Contestant: team(3), Round: 1, Kind: event.Procedural, Amount: exact.Int(2), Unit: event.PenaltyMP})
	}
	points := func() *league {
		l := (&league{teams: 4}).won(1, 1, 3, 60)
		s := withVP(report(2, 4, 0, 0), "20", "0")
		s.VPOnly = true
		return l.say(s)
	}
	for _, c := range []struct {
		name, ties, want string
		league           *league
	}{
		{"boards of reported matches are not known: the next rule decides", "boards, net", "1:1(20.00) 2:2(20.00) 3:4(0.00) 4:3(0.00)", apart()},
		{"boards alone leave a tie", "boards", "1=:1(20.00) 1=:2(20.00) 3=:3(0.00) 3=:4(0.00)", apart()},
		{"at board-a-match points are boards", "boards", "1:1(8.00) 2:3(7.00) 3=:2(7.00) 3=:4(7.00)", bam()},
		{"IMPs that were not reported are not 0", "net, quotient, direct_net", "1=:1(20.00) 1=:2(20.00) 3=:3(0.00) 3=:4(0.00)", points()},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.league.standings(t, "rank.ties = "+c.ties)
			if got := order(s); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, row := range s.Lists[0].Rows {
				if n, err := s.WhyRow(row.Contestant); err != nil || n.Check() != nil {
					t.Errorf("%v: %v, %v", row.Contestant, n, err)
				}
			}
		})
	}
}
