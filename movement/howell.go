package movement

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// A Howell: everybody meets everybody once, in 2T-1 rounds. The last pair stays at its
// table; from a round to the next one all other numbers go up by one, around the
// circle of 2T-1, and the sets too: each pair follows the one before it, and the
// boards move down a set. So the first round says everything, if
//
//   - the differences of the numbers at a table are all different (nobody meets
//     twice), and
//   - the numbers less the sets are all different (nobody plays a set twice).
//
// Such a starter exists for 4 tables and more with all sets different; 2 and 3 tables
// share boards, or play each opponent twice (the variant "long"). The variant "closed"
// is made by a formula instead of a search, where 2T-1 is a prime number that leaves 3
// when divided by 4; more than 16 tables have only that.
//
// With a number too few the last pair is the phantom: everybody sits out once. The
// variant "half" has starters for that which are more even then.

// howellStarters are the first rounds by tables, found by search. The balance is 100
// for an even number of tables but 14 (98.67); 83.33 for 5, and from there on as good
// as is known of an odd number.
var howellStarters = []string{
	2:  "4-1/1 2-3/1",
	4:  "8-1/1 4-5/2 7-2/3 3-6/5",
	5:  "3-7/1 2-5/2 10-1/3 8-9/4 4-6/5",
	6:  "2-9/1 12-1/2 7-6/3 4-10/4 8-11/6 3-5/7",
	7:  "3-5/1 9-13/2 6-11/3 14-1/4 4-10/5 2-12/6 7-8/7",
	8:  "13-9/1 16-1/2 7-10/3 6-4/6 8-3/7 11-2/8 14-15/9 5-12/10",
	9:  "10-16/1 6-3/2 15-11/3 9-4/4 18-1/5 17-8/6 13-14/7 7-5/8 12-2/9",
	10: "17-3/1 9-11/2 16-12/4 5-6/5 14-2/8 20-1/10 10-7/11 15-4/12 8-18/13 13-19/15",
	11: "22-1/1 15-11/4 20-7/5 16-13/7 9-21/8 4-6/9 12-2/13 10-5/14 19-18/15 17-3/19 8-14/21",
	12: "24-1/1 5-21/2 9-18/3 13-15/4 17-12/5 2-6/7 10-23/9 14-20/10 3-11/13 7-8/14 19-22/17 4-16/19",
	13: "26-1/1 5-25/4 13-19/6 16-17/7 23-11/8 2-10/11 15-24/13 6-9/14 20-22/16 14-4/17 12-8/19 21-3/23 18-7/24",
	14: "28-1/1 11-20/3 13-19/4 23-12/7 7-4/10 14-26/12 5-9/13 21-22/15 3-17/19 6-16/21 15-8/22 27-25/24 2-24/25 18-10/27",
	15: "30-1/1 26-8/4 15-22/7 11-27/8 6-4/9 21-20/11 14-28/12 19-25/14 3-13/15 7-10/16 17-5/21 24-29/23 23-2/24 18-9/26 16-12/27",
	16: "32-1/1 9-25/2 17-18/3 2-4/5 10-28/6 26-14/8 3-7/9 11-31/10 19-24/11 20-27/15 5-13/17 21-30/19 29-23/20 6-16/21 15-12/26 8-22/29",
}

// halfHowells are the first rounds for half a table by tables, the last pair missing,
// found by search; for 12 nothing better is known than the Howell without its last
// pair. The balance is 100 for 4, 6, 7, 10 and 12 tables, and more than 95 for the
// others but 5 (81.82).
var halfHowells = []string{
	4:  "7-2/1 5-6/3 4-1/4 8-3/5",
	5:  "6-3/1 9-1/3 8-4/4 7-5/6 10-2/8",
	6:  "6-4/1 12-10/3 1-2/4 5-8/6 7-11/7 9-3/8",
	7:  "2-9/1 12-7/2 5-4/6 10-1/7 14-8/8 13-11/9 6-3/10",
	8:  "6-14/1 16-12/4 2-8/6 7-9/8 4-3/9 13-1/10 11-15/11 10-5/13",
	9:  "8-14/1 17-5/3 15-13/4 4-3/5 12-9/6 11-7/7 2-10/9 18-1/10 16-6/11",
	10: "11-19/1 20-9/2 6-16/3 2-18/6 8-13/8 7-1/9 12-5/10 17-15/11 14-10/13 4-3/14",
	11: "20-10/1 12-8/2 19-17/3 1-9/4 13-6/6 3-18/7 2-11/10 15-14/12 4-7/13 16-21/17 22-5/18",
	13: "16-11/1 26-1/1 4-18/2 15-9/3 5-13/4 22-19/5 2-14/6 21-6/8 17-10/13 8-7/14 12-3/17 23-25/18 20-24/21",
	14: "27-8/1 23-18/2 28-15/2 21-6/3 19-10/5 25-26/6 9-2/7 22-16/10 1-12/11 11-14/14 13-3/15 24-20/16 4-17/21 7-5/23",
	15: "13-18/1 5-2/3 26-15/6 30-24/6 28-11/7 9-19/9 27-7/11 21-14/13 8-12/14 22-20/15 6-29/16 10-23/17 3-4/18 16-1/19 25-17/22",
}

// threeHowell are the sets of a Howell of 3 tables by table, 6-1 5-2 4-3 in round 1.
// No circle of sets exists for it; this one shares boards in the last round alone, at
// all three tables.
var threeHowell = [3][5]int{{1, 2, 3, 4, 5}, {4, 4, 1, 1, 5}, {2, 3, 2, 3, 5}}

// longHowells are those where each opponent is met twice, by tables: the starters of
// two circles of rounds.
var longHowells = map[int][2]string{
	2: {"4-1/1 2-3/4", "4-1/4 2-3/1"},
	3: {"6-1/1 2-5/3 3-4/6", "6-1/7 2-5/4 3-4/8"},
}

// maxHowell is the largest number of tables: 199 rounds.
const maxHowell = 100

// howellRounds are the rounds of a Howell.
func howellRounds(tables int) []int {
	if tables >= len(howellStarters) && !closedForm(tables) {
		return nil
	}
	n := 2*tables - 1
	if longHowells[tables] != [2]string{} {
		return []int{2 * n, n}
	}
	return []int{n}
}

func makeHowell(ask Ask) (*Movement, error) {
	if err := ask.only("howell", false, "long", "half", "closed"); err != nil {
		return nil, err
	}
	tables, n := ask.Tables, 2*ask.Tables-1
	switch {
	case ask.Variant == "long", ask.Variant == "" && ask.Rounds == 2*n:
		return longHowell(ask)
	case ask.Variant == "half" && (tables < 4 || tables >= len(halfHowells)):
		return nil, bridge.Errorf(bridge.NoSolution, "movement.half_howell", "there are first rounds for half a table with 4 to %d tables, not %d: take the Howell without its last pair", len(halfHowells)-1, tables)
	case ask.Variant == "closed" && !closedForm(tables), howellRounds(tables) == nil:
		return nil, noHowell(ask)
	}
	rounds, err := ask.rounds("howell", howellRounds(tables))
	if err != nil {
		return nil, err
	}
	m := New("howell", Pairs, 1, tables, rounds, n)
	switch {
	case ask.Variant == "half":
		m.Phantom = Contestant{Number: n + 1}
		starter := halfHowells[tables]
		if starter == "" {
			starter = howellStarters[tables]
		}
		err = m.cycle(strings.Fields(starter), n, 1, n)
	case tables == 3:
		for r := 1; r <= n; r++ {
			for t, pairs := range [][2]int{{6, 1}, {5, 2}, {4, 3}} {
				if t > 0 {
					pairs[0] = wrap(pairs[0]+r-1, n)
				}
				m.Seat(t+1, r, pairs[0], wrap(pairs[1]+r-1, n), threeHowell[t][r-1])
			}
		}
	case ask.Variant == "closed" || tables >= len(howellStarters):
		err = m.cycle(closedHowell(tables), n, 1, n)
	default:
		err = m.cycle(strings.Fields(howellStarters[tables]), n, 1, n)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// noHowell says for which tables there is one instead.
func noHowell(ask Ask) error {
	less, more := ask.Tables-1, ask.Tables+1
	is := func(t int) bool { return closedForm(t) || ask.Variant == "" && howellRounds(t) != nil }
	for less > 4 && !is(less) {
		less--
	}
	for more < maxHowell && !is(more) {
		more++
	}
	return bridge.Errorf(bridge.NoSolution, "movement.howell", "no such Howell is known for %d tables: there is one for %d and for %d; a Mitchell needs fewer rounds", ask.Tables, max(less, 4), more)
}

// longHowell meets each opponent twice, without sharing boards.
func longHowell(ask Ask) (*Movement, error) {
	starters, ok := longHowells[ask.Tables]
	if !ok {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.long_howell", "a long Howell is for 2 and 3 tables, not %d: there the Howell needs no sharing", ask.Tables)
	}
	n := 2*ask.Tables - 1
	if _, err := ask.rounds("howell", []int{2 * n}); err != nil {
		return nil, err
	}
	m := New("howell", Pairs, 1, ask.Tables, 2*n, 2*n)
	m.Variant = "long"
	for i, starter := range starters {
		if err := m.cycle(strings.Fields(starter), n, 1+i*n, n); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// closedForm says that there is a formula: 2T-1 is prime and leaves 3 when divided
// by 4.
func closedForm(tables int) bool {
	n := 2*tables - 1
	return tables >= 4 && n%4 == 3 && prime(n)
}

// closedHowell is a starter by the quadratic residues of n = 2T-1: with a primitive
// root g the pairs g^2i and g^(2i+1) meet, at the set of their sum; North-South is the
// one whose partner's negative is a residue. Mullin and Nemeth. The balance is 100.
func closedHowell(tables int) []string {
	n := 2*tables - 1
	residue := residues(n)
	starter := []string{Slot{NS: Who{n + 1}, EW: Who{n}, Set: n}.String()}
	g := primitiveRoot(n)
	for a, i := 1, 1; i < tables; i++ {
		b := a * g % n
		ns, ew := a, b
		if !residue[n-ew] {
			ns, ew = ew, ns
		}
		starter = append(starter, Slot{NS: Who{ns}, EW: Who{ew}, Set: wrap(a+b, n)}.String())
		a = b * g % n
	}
	return starter
}

// residues says which numbers below a prime n are squares modulo n.
func residues(n int) []bool {
	is := make([]bool, n)
	for x := 1; x < n; x++ {
		is[x*x%n] = true
	}
	return is
}

// prime says that n has no divisors.
func prime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// primitiveRoot is the least number whose powers modulo a prime n are all numbers.
func primitiveRoot(n int) int {
	for g := 2; ; g++ {
		x, order := g%n, 1
		for x != 1 {
			x = x * g % n
			order++
		}
		if order == n-1 {
			return g
		}
	}
}
