package movement

import "github.com/overtrick/overtrick/bridge"

// Patton for an even number of teams: a Howell with a team for each pair, at tables
// 1 … T/2, and the same once more with the sides exchanged at tables T/2+1 … T, for
// the other room. A full round robin of short matches in T-1 rounds; each set is
// needed twice.

var pattonSizes = [2]int{8, 32}

func pattonRounds(teams int) []int {
	if teams%2 == 1 {
		return nil
	}
	return howellRounds(teams / 2)
}

func makePatton(ask Ask) (*Movement, error) {
	if err := ask.only("patton", false); err != nil {
		return nil, err
	}
	teams := ask.Tables
	if teams%2 == 1 {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.patton", "patton is for an even number of teams, not %d: take american_whist_teams or round_robin", teams)
	}
	rounds, err := ask.rounds("patton", pattonRounds(teams))
	if err != nil {
		return nil, err
	}
	howell, err := makeHowell(Ask{Tables: teams / 2})
	if err != nil {
		return nil, err
	}
	m := New("patton", Teams, 1, teams, rounds, rounds)
	for _, s := range howell.Slots {
		m.Seat(s.Table, s.Round, s.NS[0], s.EW[0], s.Set)
		m.Seat(s.Table+teams/2, s.Round, s.EW[0], s.NS[0], s.Set)
	}
	return m, nil
}
