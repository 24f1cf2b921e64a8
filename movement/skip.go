package movement

import "github.com/overtrick/overtrick/bridge"

// skip: a Mitchell for an even number of tables, in which East-West go up two tables
// instead of one, once. Nothing is shared, and all boards are played equally often.
// Each pair misses one of the other line, so that there are rounds for all tables but
// one; a round more is a revenge, in which all meet whom they met in round 1.
//
// They skip after round k, which is sound where R-T/2 <= k <= T/2; the usual k is T/2.
// Up to T/2 rounds nobody needs to skip, and unless asked for nobody does.
//
// In the variant "boards" East-West go up one table all the time and the boards go down
// two tables, once: the same rounds, each pair misses a pair and each table a set. There
// is no revenge. That helps where East-West forgot to skip.
//
// Source: McKinnon; the window is proved in the tests.
var skip = Family{
	Name: "skip", Kind: Pairs, Winners: 2, Sizes: [2]int{2, MaxTables},
	Rounds: evenTables(skipRounds),
	make:   makeSkip,
}

func skipRounds(tables int) []int { return usual(upTo(tables), tables-1) }

func makeSkip(ask Ask) (*Movement, error) {
	if err := ask.only("skip", true, "boards"); err != nil {
		return nil, err
	}
	if err := ask.even("skip"); err != nil {
		return nil, err
	}
	t := ask.Tables
	boards := ask.Variant == "boards"
	list := skipRounds(t)
	if boards {
		list = upTo(t - 1)
	}
	r, err := ask.rounds("skip", list)
	if err != nil {
		return nil, err
	}
	k := ask.SkipAfter
	least, most := max(r-t/2, 1), min(t/2, r-1)
	switch {
	case k == 0 && r > t/2:
		k = t / 2
	case k != 0 && most < least:
		return nil, bridge.Errorf(bridge.NoSolution, "movement.skip_none", "%s of %d tables, %d rounds: there is no round after which East-West may skip", "skip", t, r)
	case k != 0 && (k < least || k > most):
		return nil, bridge.Errorf(bridge.NoSolution, "movement.skip", "%s of %d tables, %d rounds, skip after round %d: East-West may skip after rounds %s", "skip", t, r, k, spans(from(least, most)))
	}
	m := New("skip", Pairs, 2, t, r, t)
	if !boards {
		m.SkipAfter = k
	}
	return m.seatAll(func(t, r int) (ns, ew, set int) {
		skipped := boolInt(k > 0 && r > k)
		if boards {
			return t, wrap(t-(r-1), ask.Tables), wrap(t+r-1+skipped, ask.Tables)
		}
		return t, wrap(t-(r-1)-skipped, ask.Tables), wrap(t+r-1, ask.Tables)
	}), nil
}
