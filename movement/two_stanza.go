package movement

// twoStanza: a complete Mitchell in two halves, for a session with a break. Before it
// half the sets are played by everybody and never again, and after it the other half;
// the ranking at the break is therefore a fair one. With T tables, each half has T/2
// sets and T/2 rounds, and tables n and n+T/2 share a set all the time. East-West go
// down two tables and the boards down one; at the break East-West go down one table
// only, and the boards are new.
//
// Why it is sound: North-South n meets in round r of a half the pair n+2(r-1), and one
// less after the break, so all even distances before it and all odd ones after it. Set
// and table of a pair East-West give the same sum in no two rounds of a half.
//
// Two copies of each set are the least there can be: at T tables T/2 sets are in play.
// A number of tables that is not even has no half.
//
// Source: our own; the teams of parallel rows, two copies of a set apart, move alike.
var twoStanza = Family{
	Name: "two_stanza", Kind: Pairs, Winners: 2, Sizes: [2]int{4, MaxTables},
	Rounds: evenTables(upTo),
	make:   makeTwoStanza,
}

func makeTwoStanza(ask Ask) (*Movement, error) {
	if err := ask.only("two_stanza", false); err != nil {
		return nil, err
	}
	if err := ask.even("two_stanza"); err != nil {
		return nil, err
	}
	n := ask.Tables
	r, err := ask.rounds("two_stanza", upTo(n))
	if err != nil {
		return nil, err
	}
	half := n / 2
	return New("two_stanza", Pairs, 2, n, r, n).seatAll(func(t, r int) (ns, ew, set int) {
		if r <= half {
			return t, wrap(t+2*(r-1), n), wrap(t+r-1, half)
		}
		r -= half
		return t, wrap(t-1+2*(r-1), n), half + wrap(t+r-1, half)
	}), nil
}
