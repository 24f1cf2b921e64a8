package movement

import "github.com/overtrick/overtrick/bridge"

// shareRelay: a complete Mitchell for an even number of tables. The first and the last
// table share their boards all the time, and one set lies on a relay between the two
// middle tables. East-West go up one table, boards go down one station.
//
// With fewer rounds than tables some boards are played more often than others: a
// skip stays fair.
//
// Source: EBU cards; "relay and bye".
var shareRelay = Family{
	Name: "share_relay", Kind: Pairs, Winners: 2, Sizes: [2]int{2, MaxTables},
	Rounds: evenTables(upTo),
	make:   makeShareRelay,
}

func makeShareRelay(ask Ask) (*Movement, error) {
	if err := ask.only("share_relay", false); err != nil {
		return nil, err
	}
	if err := ask.even("share_relay"); err != nil {
		return nil, err
	}
	n := ask.Tables
	r, err := ask.rounds("share_relay", upTo(n))
	if err != nil {
		return nil, err
	}
	if ask.Fair && r < n {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.curtailed", "%s of %d tables cut to %d rounds: some boards would be played more often than others; %s of up to %d rounds is fair, or all %d rounds of this one", "share_relay", n, r, "skip", n-1, n)
	}
	return New("share_relay", Pairs, 2, n, r, n).seatAll(func(t, r int) (ns, ew, set int) {
		station := t
		switch {
		case t == n:
			station = 1
		case t > n/2:
			station = t + 1
		}
		return t, wrap(t-r+1, n), wrap(station+r-1, n)
	}), nil
}
