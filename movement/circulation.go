package movement

// Circulation of four teams: three rounds in which each meets each, all four tables
// with the same boards, which go around the tables during the round. The slots are
// those of a round robin.

var circulationSizes = [2]int{4, 4}

func makeCirculation(ask Ask) (*Movement, error) {
	return roundRobin("circulation", ask)
}
