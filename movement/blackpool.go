package movement

// blackpool: a Mitchell with two sets, and two rounds, more than tables. They lie on
// relays: of an even number of tables one in the middle and one behind the last
// table, of an odd number both behind it. East-West go up one table until they are
// back where they began, with boards that are new to them; in the last round their
// order is turned round. Each East-West meets two pairs again, of an odd number of
// tables one of them a single pair. Up to as many rounds as tables nobody meets again.
//
// Source: EBU cards M17 (10, 12) and M19 (9).
var blackpool = Family{
	Name: "blackpool", Kind: Pairs, Winners: 2, Sizes: [2]int{4, MaxTables - 2},
	Rounds: func(tables int) []int { return upTo(tables + 2) },
	make:   makeBlackpool,
}

func makeBlackpool(ask Ask) (*Movement, error) {
	if err := ask.only("blackpool", false); err != nil {
		return nil, err
	}
	n := ask.Tables
	r, err := ask.rounds("blackpool", upTo(n+2))
	if err != nil {
		return nil, err
	}
	return New("blackpool", Pairs, 2, n, r, n+2).seatAll(func(t, r int) (ns, ew, set int) {
		station := t
		if n%2 == 0 && t > n/2 {
			station = t + 1
		}
		ew = wrap(t-r+1, n)
		if r == n+2 {
			ew = n + 1 - t
		}
		return t, ew, wrap(station+r-1, n+2)
	}), nil
}
