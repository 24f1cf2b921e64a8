package movement

// bowman: two tables more than rounds and sets. The tables but the last two move as a
// Mitchell. The last but one shares with table 1, the last one borrows a set each
// round, in falling order. East-West go up one table over all of them; if the rounds
// are an even number they skip one in the middle. Without North-South of the last
// table nothing is borrowed: that is the appendix of one and a half tables.
//
// Fewer rounds leave some boards played more often than others.
//
// Source: EBU cards M18 and M20.
var bowman = Family{
	Name: "bowman", Kind: Pairs, Winners: 2, Sizes: [2]int{6, MaxTables},
	Rounds: func(tables int) []int { return upTo(tables - 2) },
	make:   makeBowman,
}

func makeBowman(ask Ask) (*Movement, error) {
	n := ask.Tables
	sets := n - 2
	if err := ask.only("bowman", sets%2 == 0); err != nil {
		return nil, err
	}
	r, err := ask.rounds("bowman", upTo(sets))
	if err != nil {
		return nil, err
	}
	return skipping("bowman", ask, r, sets, func(t, r int) int {
		switch t {
		case n - 1:
			return wrap(r, sets)
		case n:
			return sets - r + 1
		}
		return wrap(t+r-1, sets)
	})
}
