package movement

import "github.com/overtrick/overtrick/bridge"

// pivot: the movement of one winner for half a table more than rounds and sets, of
// which there is an odd number R. The last table is the half one: who comes there
// sits out for a round, then goes North-South to the table before it, the pivot, and
// begins again as East-West of table 1. All others East-West go up a table, boards go
// down one; nothing is shared, and no board rests. Nobody sits out twice.
//
// Pairs 1 to R begin North-South, R+1 to 2R East-West, and pair 2R+1 sits out first.
// The number of tables asked for counts the half table as one.
//
// Why it is sound: the ring has R+2 seats, so two pairs of it meet at the pivot once at
// most. A pair that begins East-West of table n has set n+2(r-1) until it comes to the
// pivot, 1-n there, and n+2(r-2) after it (mod R, counting tables and sets from 0), which
// are all different for odd R within the rounds that each part lasts.
//
// Source: the "Pivot-Mitchell" of German cards has the half table and the pivot; this
// ring is our own.
var pivot = Family{
	Name: "pivot", Kind: Pairs, Winners: 1, Sizes: [2]int{4, MaxTables},
	Rounds: evenTables(func(tables int) []int { return upTo(tables - 1) }),
	make:   makePivot,
}

func makePivot(ask Ask) (*Movement, error) {
	if err := ask.only("pivot", false); err != nil {
		return nil, err
	}
	n := ask.Tables - 1 // full ones
	if n%2 == 0 {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.pivot", "pivot for %d tables and a half: it wants an odd number of full tables; for a table more, and without a pair, there are %s", n, "mitchell, hesitation")
	}
	rounds, err := ask.rounds("pivot", upTo(n))
	if err != nil {
		return nil, err
	}
	// The ring runs East-West 1 ... n, the half table, North-South n.
	start := make([]int, n+2)
	for t := range n {
		start[t] = n + 1 + t
	}
	start[n], start[n+1] = 2*n+1, n
	at := func(place, r int) int { return start[wrap(place-(r-1), n+2)-1] }
	return New("pivot", Pairs, 1, n+1, rounds, n).seatAll(func(t, r int) (ns, ew, set int) {
		switch t {
		case n + 1:
			return 0, at(n+1, r), 0
		case n:
			return at(n+2, r), at(n, r), wrap(n+r-1, n)
		}
		return t, at(t, r), wrap(t+r-1, n)
	}), nil
}
