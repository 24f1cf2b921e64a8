package movement

// americanWhistPairs: the American Whist of teams, for pairs. North-South stay, East-West
// go down two tables, boards down one. An odd number of tables.
//
// Source: EBU cards.
var americanWhistPairs = Family{
	Name: "american_whist_pairs", Kind: Pairs, Winners: 2, Sizes: [2]int{3, MaxTables},
	Rounds: oddTables(upTo),
	make: func(ask Ask) (*Movement, error) {
		return makeOdd("american_whist_pairs", ask, func(n, t, r int) (ns, ew, set int) {
			return t, wrap(t+2*(r-1), n), wrap(t+r-1, n)
		})
	},
}

// makeOdd makes a complete movement of two lines for an odd number of tables, which
// may be cut short.
func makeOdd(family string, ask Ask, rule func(n, t, r int) (ns, ew, set int)) (*Movement, error) {
	if err := ask.only(family, false); err != nil {
		return nil, err
	}
	if err := ask.odd(family); err != nil {
		return nil, err
	}
	n := ask.Tables
	r, err := ask.rounds(family, upTo(n))
	if err != nil {
		return nil, err
	}
	return New(family, Pairs, 2, n, r, n).seatAll(func(t, r int) (ns, ew, set int) { return rule(n, t, r) }), nil
}
