package movement

import "github.com/overtrick/overtrick/draw"

// A round robin of matches: each team meets each once, all with the same boards in a
// round. The rounds are those of draw.RoundRobin in the order of a circle. Each team
// sits North-South at its home table, and the two pairs East-West change rooms for
// the match. Of an odd number one team sits out in each round; a triangle would let
// three play.

var roundRobinSizes = [2]int{3, maxTeams}

func roundRobinRounds(teams int) []int { return []int{teams - 1 + teams%2} }

func makeRoundRobin(ask Ask) (*Movement, error) {
	return roundRobin("round_robin", ask)
}

func roundRobin(family string, ask Ask) (*Movement, error) {
	if err := ask.only(family, false); err != nil {
		return nil, err
	}
	rounds, err := ask.rounds(family, roundRobinRounds(ask.Tables))
	if err != nil {
		return nil, err
	}
	pairings, err := draw.RoundRobin(ask.Tables, draw.Circle)
	if err != nil {
		return nil, err
	}
	m := New(family, Teams, 1, ask.Tables, rounds, rounds)
	for r, list := range pairings {
		for _, p := range list {
			if p.Kind == draw.Match {
				home, away := p.Contestants[0], p.Contestants[1]
				m.Seat(home, r+1, home, away, r+1)
				m.Seat(away, r+1, away, home, r+1)
			}
		}
	}
	return m, nil
}
