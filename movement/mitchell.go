package movement

import "github.com/overtrick/overtrick/bridge"

// mitchell: North-South n stays at table n. After each round East-West go up one
// table and the boards down one. With an odd number of tables everybody meets
// everybody of the other line, and all boards go round. With an even number East-West
// come to the boards of round 1 again after half the way; until then it is sound.
//
// Rounds may be left off at the end: the boards are still played equally often.
//
// Source: any book on movements; EBU cards.
var mitchell = Family{
	Name: "mitchell", Kind: Pairs, Winners: 2, Sizes: [2]int{2, MaxTables},
	Rounds: mitchellRounds,
	make:   makeMitchell,
}

func mitchellRounds(tables int) []int {
	if tables%2 == 0 {
		return upTo(tables / 2)
	}
	return upTo(tables)
}

// makeMitchell wants to be told how many rounds there are of an even number of tables:
// whoever says nothing means all of them, and they cannot be.
func makeMitchell(ask Ask) (*Movement, error) {
	if err := ask.only("mitchell", false); err != nil {
		return nil, err
	}
	t := ask.Tables
	if t%2 == 0 && (ask.Rounds == 0 || ask.Rounds > t/2) {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.mitchell_even", "mitchell for %d tables, an even number: after %d rounds East-West come to the boards of round 1 again; ask for no more, or take %s", t, t/2, evenInstead(t))
	}
	r, err := ask.rounds("mitchell", mitchellRounds(t))
	if err != nil {
		return nil, err
	}
	return New("mitchell", Pairs, 2, t, r, t).seatAll(func(t, r int) (ns, ew, set int) {
		return t, wrap(t-r+1, ask.Tables), wrap(t+r-1, ask.Tables)
	}), nil
}
