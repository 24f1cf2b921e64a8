package movement

// An interwoven Howell is the second session after a Mitchell of T tables: each pair
// meets all pairs of its own line, 1 … T among themselves and T+1 … 2T among
// themselves, so that after both sessions everybody has met everybody.
//
// With an even number of tables each line plays a Howell of its own, of T/2 tables and
// T-1 rounds. With an odd number it plays a Howell of (T+1)/2 tables and T rounds,
// without a last pair: in each round the two pairs that have no opponent in their line
// meet once more, at the first table. The second line is the mirror image of the first
// one (c-x for number or set x), with the c for which the fewest sets lie at two
// tables in a round; more than two copies are never needed.

// interwovenSizes bound the tables: with fewer the Howells of the lines share boards.
var interwovenSizes = [2]int{7, 32}

func interwovenRounds(tables int) []int { return []int{tables - 1 + tables%2} }

func makeInterwovenHowell(ask Ask) (*Movement, error) {
	if err := ask.only("interwoven_howell", false); err != nil {
		return nil, err
	}
	tables := ask.Tables
	n, err := ask.rounds("interwoven_howell", interwovenRounds(tables))
	if err != nil {
		return nil, err
	}
	howell, err := makeHowell(Ask{Tables: (tables + 1) / 2, Variant: lineVariant(tables)})
	if err != nil {
		return nil, err
	}
	var lone Slot // of the last pair of a line; with an odd number of tables there is none
	var rest []Slot
	for t := 1; t <= howell.Tables; t++ {
		s := *howell.At(t, 1)
		if tables%2 == 1 && (s.NS[0] > n || s.EW[0] > n) {
			lone = s
			continue
		}
		rest = append(rest, s)
	}
	c := mirrorAt(rest, lone, n)
	m := New("interwoven_howell", Pairs, 1, tables, n, n)
	for r := 1; r <= n; r++ {
		number := func(x int, second bool) int {
			switch {
			case second && x <= n:
				x = c - x
			case second:
				return 2 * tables
			case x > n:
				return tables
			}
			x = wrap(x+r-1, n)
			if second {
				x += tables
			}
			return x
		}
		table := 0
		if tables%2 == 1 {
			table++
			x := min(lone.NS[0], lone.EW[0])
			m.Seat(table, r, number(x, false), number(x, true), wrap(lone.Set+r-1, n))
		}
		for _, s := range rest {
			table++
			m.Seat(table, r, number(s.NS[0], false), number(s.EW[0], false), wrap(s.Set+r-1, n))
		}
		for _, s := range rest {
			table++
			m.Seat(table, r, number(s.NS[0], true), number(s.EW[0], true), wrap(c-s.Set+r-1, n))
		}
	}
	return m, nil
}

// lineVariant is the Howell of a line: the closed form where there is one, as its
// mirror image has other sets.
func lineVariant(tables int) string {
	if closedForm((tables + 1) / 2) {
		return "closed"
	}
	return ""
}

// mirrorAt is the c for which a line and its mirror image have the fewest sets in
// common. A pair without an opponent must keep its set.
func mirrorAt(line []Slot, lone Slot, n int) int {
	if lone.Set > 0 {
		return 2 * lone.Set
	}
	best, least := 0, len(line)+1
	for c := range n {
		common := 0
		for _, a := range line {
			for _, b := range line {
				common += boolInt(wrap(c-b.Set, n) == a.Set)
			}
		}
		if common < least {
			best, least = c, common
		}
	}
	return best
}
