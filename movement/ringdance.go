package movement

// ringdance: the boards stay. North-South go down one table, East-West up one. An odd
// number of tables.
//
// Source: the "scissors" type of movement with stationary boards.
var ringdance = Family{
	Name: "ringdance", Kind: Pairs, Winners: 2, Sizes: [2]int{3, MaxTables},
	Rounds: oddTables(upTo),
	make: func(ask Ask) (*Movement, error) {
		return makeOdd("ringdance", ask, func(n, t, r int) (ns, ew, set int) {
			return wrap(t+r-1, n), wrap(t-r+1, n), t
		})
	},
}
