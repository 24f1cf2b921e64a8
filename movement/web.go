package movement

import "github.com/overtrick/overtrick/bridge"

// web: more tables than rounds, and sets for the rounds alone, in two copies. Of an
// even number of tables the first half plays the sets in rising order and the other
// half in falling order; all boards go down one table, East-West up one, over both
// halves. If the rounds are an even number East-West skip a table in the middle. Of an
// odd number of tables, and an odd number of rounds, the rising part has the first
// tables, and the last ones are falling; some sets then need three copies. There is
// none for an odd number of tables and an even number of rounds.
//
// With one table more than rounds it is the appendix of one table.
//
// Source: EBU cards M13e, M25 to M27.
var web = Family{
	Name: "web", Kind: Pairs, Winners: 2, Sizes: [2]int{4, MaxTables},
	Rounds: webRounds,
	make:   makeWeb,
}

// webRounds: in a large field 13 are usual, or as few as there can be; else one less
// than tables, or two.
func webRounds(tables int) []int {
	var out []int
	for r := max(tables/2, 3); r < tables; r++ {
		if tables%2 == 1 && r%2 == 0 || tables%2 == 0 && r < tables/2 {
			continue
		}
		out = append(out, r)
	}
	if tables > 26 {
		return usual(out, out[0])
	}
	return usual(out, 13)
}

func makeWeb(ask Ask) (*Movement, error) {
	list := webRounds(ask.Tables)
	n := ask.Tables
	r, err := ask.rounds("web", list)
	if err != nil {
		if n%2 == 1 && ask.Rounds%2 == 0 {
			return nil, bridge.Errorf(bridge.NoSolution, "movement.web", "web for %d tables, %d rounds: an odd number of tables wants an odd number of rounds, %s", n, ask.Rounds, spans(list))
		}
		return nil, err
	}
	if err := ask.only("web", r%2 == 0); err != nil {
		return nil, err
	}
	rising := n / 2
	if n%2 == 1 {
		rising = r + (n-r)/2
	}
	return skipping("web", ask, r, r, func(t, round int) int {
		if t <= rising {
			return wrap(t+round-1, r)
		}
		return wrap(n-t-(round-1), r)
	})
}

// skipping makes a movement in which East-West go up one table, and skip one if the
// sets are an even number: in the middle of them, or as asked for.
func skipping(family string, ask Ask, rounds, sets int, set func(t, r int) int) (*Movement, error) {
	n := ask.Tables
	with := func(k int) *Movement {
		m := New(family, Pairs, 2, n, rounds, sets)
		m.SkipAfter = k
		return m.seatAll(func(t, r int) (ns, ew, s int) {
			return t, wrap(t-(r-1)-boolInt(k > 0 && r > k), n), set(t, r)
		})
	}
	k := ask.SkipAfter
	if k == 0 {
		if half := sets / 2; sets%2 == 0 && half < rounds {
			k = half
		}
		return with(k), nil
	}
	if k > 0 && k < rounds {
		if m := with(k); m.Audit().Sound() {
			return m, nil
		}
	}
	var sound []int
	for i := 1; i < rounds; i++ {
		if with(i).Audit().Sound() {
			sound = append(sound, i)
		}
	}
	if sound == nil {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.skip_none", "%s of %d tables, %d rounds: there is no round after which East-West may skip", family, n, rounds)
	}
	return nil, bridge.Errorf(bridge.NoSolution, "movement.skip", "%s of %d tables, %d rounds, skip after round %d: East-West may skip after rounds %s", family, n, rounds, k, spans(sound))
}
