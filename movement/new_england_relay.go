package movement

import "github.com/overtrick/overtrick/bridge"

// New England relay for an even number of teams: a full round robin in T-1 rounds.
// Team t sits North-South at its home table t. Before each round, the first too,
// East-West move up one table, and the boards too; tables t and t+T/2 share, so that
// half of the sets is in play in a round.

var newEnglandSizes = [2]int{4, maxTeams}

func newEnglandRounds(teams int) []int {
	if teams%2 == 1 {
		return nil
	}
	return []int{teams - 1}
}

func makeNewEnglandRelay(ask Ask) (*Movement, error) {
	if err := ask.only("new_england_relay", false); err != nil {
		return nil, err
	}
	teams := ask.Tables
	if teams%2 == 1 {
		return nil, evenTeams("new_england_relay", teams)
	}
	rounds, err := ask.rounds("new_england_relay", newEnglandRounds(teams))
	if err != nil {
		return nil, err
	}
	m := New("new_england_relay", Teams, 1, teams, rounds, teams)
	for t := 1; t <= teams; t++ {
		for r := 1; r <= rounds; r++ {
			m.Seat(t, r, t, wrap(t-r, teams), wrap(2*t+1-r, teams))
		}
	}
	return m, nil
}

// evenTeams refuses an odd number of teams.
func evenTeams(family string, teams int) error {
	return bridge.Errorf(bridge.NoSolution, "movement.even_teams", "%s is for an even number of teams, not %d: american_whist_teams is a full round robin of an odd number", family, teams)
}
