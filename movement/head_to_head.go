package movement

// Head-to-head: a match of two teams in two rooms. The boards are exchanged between
// the rooms at half-time; the variant "duplicated" plays the same boards in both rooms
// at the same time, from two copies, in one round.

var headToHeadSizes = [2]int{2, 2}

func headToHeadRounds(int) []int { return []int{2} }

func makeHeadToHead(ask Ask) (*Movement, error) {
	if err := ask.only("head_to_head", false, "duplicated"); err != nil {
		return nil, err
	}
	has := headToHeadRounds(2)
	if ask.Variant == "duplicated" {
		has = []int{1}
	}
	rounds, err := ask.rounds("head_to_head", has)
	if err != nil {
		return nil, err
	}
	m := New("head_to_head", Teams, 1, 2, rounds, rounds)
	for r := 1; r <= rounds; r++ {
		m.Seat(1, r, 1, 2, r)
		m.Seat(2, r, 2, 1, rounds+1-r)
	}
	return m, nil
}
