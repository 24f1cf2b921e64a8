package movement

// hesitation: a Mitchell with one winner, one round and one set more than tables. At
// the last table, the pivot, those who sat East-West sit North-South for a round, and
// begin again as East-West of table 1; all others go up a table, and boards go down
// one station. Of an odd number of tables one set lies on a relay in the middle; of an
// even number there are two relays there, and the last table shares with the first.
//
// Pairs 1 to T begin North-South, T+1 to 2T East-West. Where a pair is missing it is
// pair T, at the pivot. With an arrow switch the pivot is left out. Fewer rounds leave
// some boards played more often than others.
//
// Source: EBU cards MS6, M47, M55.
var hesitation = Family{
	Name: "hesitation", Kind: Pairs, Winners: 1, Sizes: [2]int{3, MaxTables - 1},
	Rounds: func(tables int) []int { return upTo(tables + 1) },
	make:   makeHesitation,
}

func makeHesitation(ask Ask) (*Movement, error) {
	if err := ask.only("hesitation", false); err != nil {
		return nil, err
	}
	n := ask.Tables
	r, err := ask.rounds("hesitation", upTo(n+1))
	if err != nil {
		return nil, err
	}
	seats := make([]seat, n+1)
	for t := range n {
		seats[t] = seat{table: t + 1, ew: true}
	}
	seats[n] = seat{table: n}
	return ring("hesitation", n, r, n+1, seats, func(t int) int {
		switch {
		case n%2 == 1 && t <= (n-1)/2, n%2 == 0 && t <= n/2:
			return t
		case n%2 == 1:
			return t + 1
		case t == n:
			return 1
		}
		return t + 2
	}), nil
}

// seat is a side of a table.
type seat struct {
	table int
	ew    bool
}

// ring makes a movement of T tables with one winner, in which the pairs at some seats
// go from seat to seat, round by round, while the others stay. Pairs 1 to T begin
// North-South, T+1 to 2T East-West. The station of a table says which set it begins
// with; boards go down one station.
func ring(family string, tables, rounds, sets int, seats []seat, station func(t int) int) *Movement {
	m := New(family, Pairs, 1, tables, rounds, sets)
	m.seatAll(func(t, r int) (ns, ew, set int) {
		return t, tables + t, wrap(station(t)+r-1, sets)
	})
	for r := 1; r <= rounds; r++ {
		for i, to := range seats {
			was := seats[wrap(i+1-(r-1), len(seats))-1]
			if s := m.At(to.table, r); to.ew {
				s.EW[0] = was.number(tables)
			} else {
				s.NS[0] = was.number(tables)
			}
		}
	}
	return m
}

// number is the pair that begins here.
func (s seat) number(tables int) int {
	if s.ew {
		return tables + s.table
	}
	return s.table
}
