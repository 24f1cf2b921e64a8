package movement

// American Whist for teams, the usual movement of teams of four, and of board-a-match:
// team t sits North-South at its home table t, and its other pair moves. Before each
// round, the first too, East-West move down two tables, and after each round the
// boards move down one. Which set two teams play depends on them alone, so that they
// play the same in both rooms; no boards are shared.
//
// An odd number of teams plays a full round robin of T-1 rounds. With an even number
// East-West move down three at two break points, the second time with the boards down
// two; T-2 rounds, and each team does not meet the one half way around.
//
// The variant "acbl" moves the boards before the first round too.

// maxTeams bounds the teams of a movement.
const maxTeams = 50

var americanWhistSizes = [2]int{4, maxTeams}

func americanWhistRounds(teams int) []int { return []int{teams - 2 + teams%2} }

func makeAmericanWhistTeams(ask Ask) (*Movement, error) {
	if err := ask.only("american_whist_teams", false, "acbl"); err != nil {
		return nil, err
	}
	teams := ask.Tables
	rounds, err := ask.rounds("american_whist_teams", americanWhistRounds(teams))
	if err != nil {
		return nil, err
	}
	m := New("american_whist_teams", Teams, 1, teams, rounds, teams)
	for r, d := range whistDistances(teams) {
		set := d[1]
		if ask.Variant == "acbl" {
			set++
		}
		for t := 1; t <= teams; t++ {
			m.Seat(t, r+1, t, wrap(t+d[0], teams), wrap(t+set, teams))
		}
	}
	return m, nil
}

// whistDistances are by round how far the opponents' home table and the boards are.
func whistDistances(teams int) [][2]int {
	var out [][2]int
	if teams%2 == 1 {
		for r := 1; r < teams; r++ {
			out = append(out, [2]int{2 * r, r - 1})
		}
		return out
	}
	half := teams / 2
	for e := 2; e < half; e += 2 {
		out = append(out, [2]int{e, len(out)})
	}
	for e := half + 1 + half%2; e < teams+half; e += 2 { // odd ones
		out = append(out, [2]int{e, len(out)})
	}
	for e := half + 2 - half%2; e < teams; e += 2 { // even ones
		out = append(out, [2]int{e, len(out) + 1})
	}
	return out
}
