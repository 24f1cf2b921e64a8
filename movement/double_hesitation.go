package movement

// doubleHesitation: a hesitation with two pivots, and two rounds and two sets more than
// tables. East-West go up a table; from the last one they go North-South to table 2,
// then North-South to the last table, and begin again as East-West of table 1. Of an
// even number of tables one relay stands behind the middle and one behind the last
// table; of an odd number both stand together in the middle.
//
// With four tables three couples of pairs meet twice; from five on nobody does. Where
// a pair is missing it is pair T. With an arrow switch both pivots are left out.
//
// The variant "modified", for an even number of tables, has the sides of table 2
// exchanged all the time, so that who comes from table 1 sits North-South there.
//
// Source: EBU cards MS5, M41, DHM10.
var doubleHesitation = Family{
	Name: "double_hesitation", Kind: Pairs, Winners: 1, Sizes: [2]int{4, MaxTables - 2},
	Rounds: func(tables int) []int { return upTo(tables + 2) },
	make:   makeDoubleHesitation,
}

func makeDoubleHesitation(ask Ask) (*Movement, error) {
	if err := ask.only("double_hesitation", false, "modified"); err != nil {
		return nil, err
	}
	if ask.Variant != "" {
		if err := ask.even("double_hesitation modified"); err != nil {
			return nil, err
		}
	}
	n := ask.Tables
	r, err := ask.rounds("double_hesitation", upTo(n+2))
	if err != nil {
		return nil, err
	}
	seats := make([]seat, n+2)
	for t := range n {
		seats[t] = seat{table: t + 1, ew: true}
	}
	seats[n], seats[n+1] = seat{table: 2}, seat{table: n}
	if ask.Variant == "modified" {
		seats[1].ew, seats[n].ew = false, true
	}
	return ring("double_hesitation", n, r, n+2, seats, func(t int) int {
		switch {
		case n%2 == 0 && t > n/2+1:
			return t + 1
		case n%2 == 1 && t > (n+1)/2:
			return t + 2
		}
		return t
	}), nil
}
