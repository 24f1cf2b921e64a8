package movement

// Stagger, also called parallel rows, for an even number of teams: a full round robin
// in two stanzas, with new boards in the second one. Team t sits North-South at its
// home table t. In the first stanza, of T/2 rounds, teams an odd number of tables away
// meet, in the second one, of T/2-1 rounds, those an even number away. Tables t and
// t+T/2 share; after each stanza all have played the same boards, so that scores can
// be compared (a score break).
//
// The variants "stanza_1" and "stanza_2" are one stanza alone; their numbers of rounds
// mean them, too. The first one is also
// the match of two clubs, one with the odd numbers and one with the even ones; with
// four tables that is a match of two teams of eight, each in two teams of four.

var staggerSizes = [2]int{4, maxTeams}

func staggerRounds(teams int) []int {
	if teams%2 == 1 {
		return nil
	}
	return []int{teams/2 - 1, teams / 2, teams - 1}
}

func makeStagger(ask Ask) (*Movement, error) {
	if err := ask.only("stagger", false, "stanza_1", "stanza_2"); err != nil {
		return nil, err
	}
	teams, half := ask.Tables, ask.Tables/2
	if teams%2 == 1 {
		return nil, evenTeams("stagger", teams)
	}
	first, second := half, half-1 // rounds of the stanzas
	if ask.Variant == "" {
		switch ask.Rounds {
		case first:
			ask.Variant = "stanza_1"
		case second:
			ask.Variant = "stanza_2"
		}
	}
	rounds := staggerRounds(teams)
	switch ask.Variant {
	case "stanza_1":
		second, rounds = 0, []int{half}
	case "stanza_2":
		first, rounds = 0, []int{half - 1}
	}
	r, err := ask.rounds("stagger", rounds)
	if err != nil {
		return nil, err
	}
	sets := half
	if ask.Variant == "" {
		sets = teams
	}
	m := New("stagger", Teams, 1, teams, r, sets)
	m.Variant = ask.Variant
	for t := 1; t <= teams; t++ {
		for r := 1; r <= first; r++ {
			m.Seat(t, r, t, wrap(t+2*r-1, teams), wrap(t+r-1, half))
		}
		for r := 1; r <= second; r++ {
			m.Seat(t, first+r, t, wrap(t+2*r, teams), sets-half+wrap(t+r-1, half))
		}
	}
	return m, nil
}
