package movement

import "github.com/overtrick/overtrick/bridge"

// doubleWeave: a complete Mitchell for a multiple of four tables, without sharing and
// without a relay. East-West and the boards criss-cross: at every other table they
// come from the other side. In the middle the boards stay for a round. With fewer
// rounds it stays fair. Of 4 tables it is the square Mitchell.
//
// Source: EBU card M21 (8 and 12 tables); the rule holds for every multiple of four.
var doubleWeave = Family{
	Name: "double_weave", Kind: Pairs, Winners: 2, Sizes: [2]int{4, MaxTables},
	Rounds: func(tables int) []int {
		if tables%4 != 0 {
			return nil
		}
		return upTo(tables)
	},
	make: makeDoubleWeave,
}

func makeDoubleWeave(ask Ask) (*Movement, error) {
	if err := ask.only("double_weave", false); err != nil {
		return nil, err
	}
	n := ask.Tables
	if n%4 != 0 {
		instead := "mitchell, american_whist_pairs, ringdance"
		if n%2 == 0 {
			instead = evenInstead(n)
		}
		return nil, bridge.Errorf(bridge.NoSolution, "movement.fours", "%s for %d tables: it wants a multiple of 4; there are %s", "double_weave", n, instead)
	}
	r, err := ask.rounds("double_weave", upTo(n))
	if err != nil {
		return nil, err
	}
	return New("double_weave", Pairs, 2, n, r, n).seatAll(func(t, r int) (ns, ew, set int) {
		way, step := -1, r-1
		if (t+r)%2 == 1 {
			way = 1
		}
		boards := step
		if step >= n/2 {
			boards = step - (n/2 - 1)
		}
		return t, wrap(t+way*step, n), wrap(t-way*boards, n)
	}), nil
}
