package movement

// A triangle of three teams (triple, threesome): each meets both others at once, in
// two rounds with three sets. There are no results before the second round has been
// played.

var triangleSizes = [2]int{3, 3}

func triangleRounds(int) []int { return []int{2} }

func makeTriangle(ask Ask) (*Movement, error) {
	if err := ask.only("triangle", false); err != nil {
		return nil, err
	}
	rounds, err := ask.rounds("triangle", triangleRounds(3))
	if err != nil {
		return nil, err
	}
	m := New("triangle", Teams, 1, 3, rounds, 3)
	for t := 1; t <= 3; t++ {
		m.Seat(t, 1, t, wrap(t-1, 3), t)
		m.Seat(t, 2, t, wrap(t+1, 3), wrap(t+1, 3))
	}
	return m, nil
}
