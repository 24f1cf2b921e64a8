package movement

// An endless Howell, also called flower Howell: pair 2T stays North-South at table 1,
// all others go around the room: East-West down a table, from East-West of table 1 to
// North-South of table 2, North-South up, and from North-South of the last table to
// East-West there. All tables play the same boards, which needs a copy for each.
//
// As it is, it is uneven (balance 48 with 6 tables): the variant "switched" exchanges
// the directions at some tables for the whole session, those of the best barometer.

func makeEndlessHowell(ask Ask) (*Movement, error) {
	if err := ask.only("endless_howell", false, "switched"); err != nil {
		return nil, err
	}
	rounds, err := ask.rounds("endless_howell", circleRounds(ask.Tables))
	if err != nil {
		return nil, err
	}
	m := New("endless_howell", Pairs, 1, ask.Tables, rounds, rounds)
	sides := make([]bool, ask.Tables)
	if ask.Variant == "switched" {
		sides = sidesOf(ask.Tables)
	} else {
		for k := range sides {
			sides[k] = true
		}
	}
	m.circle(sides)
	for k := 1; k < ask.Tables; k++ {
		for r := 1; r <= rounds; r++ {
			m.At(k+1, r).Switched = !sides[k]
		}
	}
	return m, nil
}
