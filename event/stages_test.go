package event_test

import (
	"slices"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// groups are two groups of three teams, each a round robin of one session, by the IMPs
// of the home team. A final for all of the best two of each group follows.
func groups(t *testing.T, settings string, more ...event.Act) *event.Standings {
	t.Helper()
	facts := []event.Fact{{Act: event.Opened{Kind: event.Teams, Method: event.IMPs}}}
	for _, section := range []string{"A", "B"} {
		for n := 1; n <= 3; n++ {
			facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Section: section, Number: n}}})
		}
	}
	acts := []event.Act{
		beat(1, 1, "A1", "A2", 10), beat(1, 2, "A1", "A3", 20), beat(1, 3, "A2", "A3", 5),
		beat(1, 1, "B1", "B2", 0), beat(1, 2, "B1", "B3", 30), beat(1, 3, "B2", "B3", 30),
		event.StageSet{Stage: 1, Name: "groups", Sessions: []int{1}},
	}
	for _, a := range append(acts, more...) {
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
	for _, row := range s.Lists[0].Rows {
		n, err := s.WhyRow(row.Contestant)
		if err != nil || n.Check() != nil {
			t.Errorf("%v: %v, %v", row.Contestant, n, err)
		}
	}
	return s
}

// beat is a match of eight boards that the home team won by so many IMPs.
func beat(session, round int, home, away string, imps int) event.MatchScored {
	a, _ := event.ParseContestant(home)
	b, _ := event.ParseContestant(away)
	return event.MatchScored{MatchRef: event.MatchRef{Session: session, Round: round, Home: a, Away: b}, Boards: 8, HomeOf: exact.Int(max(imps, 0)), AwayOf: exact.Int(max(-imps, 0))}
}

// TestGroupsAndFinal: who reached the final stands before who did not, with what was
// carried over; the others have what they had in their group.
func TestGroupsAndFinal(t *testing.T) {
	// In the groups A1 has 13.78 + 16.46, A2 6.22 + 12.05, B1 and B2 10 + 18.37.
	final := []event.Act{
		beat(2, 1, "A1", "B1", 0), beat(2, 1, "A2", "B2", -10), beat(2, 2, "A1", "B2", 0), beat(2, 2, "A2", "B1", 0),
	}
	for _, c := range []struct{ name, carry, settings, want string }{
		{"all of it", "full", "", "1:B2(52.15) 2:A1(50.24) 3:B1(48.37) 4:A2(34.49) 5:A3(11.49) 6:B3(3.26)"},
		{"half of it", "50%", "", "1:B2(37.97) 2:A1(35.12) 3:B1(34.19) 4:A2(25.36) 5:A3(11.49) 6:B3(3.26)"},
		{"a board weighs half: of victory points that is a half", "half", "", "1:B2(37.97) 2:A1(35.12) 3:B1(34.19) 4:A2(25.36) 5:A3(11.49) 6:B3(3.26)"},
		{"as the regulation says", "", "carry.pairs = 50%", "1:B2(37.97) 2:A1(35.12) 3:B1(34.19) 4:A2(25.36) 5:A3(11.49) 6:B3(3.26)"},
		{"nothing", "none", "", "1:B2(23.78) 2=:A1(20.00) 2=:B1(20.00) 4:A2(16.22) 5:A3(11.49) 6:B3(3.26)"},
		{"IMPs", "50%", "vp.teams = none", "1:B2(25.00) 2=:A1(15.00) 2=:B1(15.00) 4:A2(-12.50) 5:A3(-25.00) 6:B3(-60.00)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			stage := event.StageSet{Stage: 2, Name: "final", Sessions: []int{2}, From: 1, Carry: c.carry}
			s := groups(t, c.settings, append(slices.Clone(final), stage)...)
			if got := order(s); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if len(s.Doubts) > 0 {
				t.Errorf("doubts: %v", s.Doubts)
			}
		})
	}
}

// TestGroupsAndKnockout: a knock-out after the groups is ranked by how far a team came,
// its total there are the matches that it won.
func TestGroupsAndKnockout(t *testing.T) {
	knockout := func(m event.MatchScored) []event.Act {
		return []event.Act{m, event.Drawn{MatchRef: m.MatchRef, Boards: 8, Knockout: true}}
	}
	acts := []event.Act{event.StageSet{Stage: 2, Sessions: []int{2}}, event.StageSet{Stage: 3, Sessions: []int{3}}}
	acts = append(acts, knockout(beat(2, 1, "A1", "B2", -4))...)
	acts = append(acts, knockout(beat(2, 1, "B1", "A2", 1))...)
	acts = append(acts, knockout(beat(3, 1, "B2", "B1", 3))...)
	s := groups(t, "", acts...)
	if got, want := order(s), "1:B2(1) 2:B1(0) 3=:A1(0) 3=:A2(0) 5:A3(11.49) 6:B3(3.26)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTiesOfAStage: a tie in the final is broken by its matches alone: those of the
// groups were another contest.
func TestTiesOfAStage(t *testing.T) {
	final := []event.Act{
		event.StageSet{Stage: 2, Name: "final", Sessions: []int{2}},
		beat(2, 1, "A1", "A2", -10), beat(2, 1, "B1", "B2", 0), beat(2, 2, "A1", "B1", 10), beat(2, 2, "A2", "B2", -10),
	}
	for ties, want := range map[string]string{
		// A1 and A2 are equal in the final, where A2 won their match; in the group A1 did. B2 is first.
		"head_to_head": "1:B2(23.78) 2:A2(20.00) 3:A1(20.00) 4:B1(16.22) 5:A3(11.49) 6:B3(3.26)",
		// Opponents in the final: of A1 20 + 16.22, of A2 20 + 23.78.
		"opponents": "1:B2(23.78) 2:A2(20.00) 3:A1(20.00) 4:B1(16.22) 5:A3(11.49) 6:B3(3.26)",
	} {
		if got := order(groups(t, "rank.ties = "+ties, final...)); got != want {
			t.Errorf("%s: %s, want %s", ties, got, want)
		}
	}
}
