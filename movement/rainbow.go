package movement

import "github.com/overtrick/overtrick/bridge"

// A rainbow is an individual of T tables and T rounds, the players of each seat in a
// line of their own: North 1 … T, South T+1 … 2T, East 2T+1 … 3T, West 3T+1 … 4T.
// North stays, South moves up a table, East up two, West down two, and the boards down
// one. Nobody meets a player again or plays boards twice, if T can be divided neither
// by 2 nor by 3: that is what makes the distances between the lines (1, 2, 3 and 4
// tables a round) lead past all tables.
//
// With fixed boards it is the same seen from the boards: they stay, North moves up
// one, East down one, South up two, West down two.
//
// With three boards a round each player can play one with each of the others at the
// table: see Swivel.

// rainbowSizes bound the tables of a rainbow.
var rainbowSizes = [2]int{5, 35}

func rainbowRounds(tables int) []int {
	if tables%2 == 0 || tables%3 == 0 {
		return nil
	}
	return []int{tables}
}

func makeRainbow(ask Ask) (*Movement, error) {
	return rainbow(ask, "rainbow", func(m *Movement, t, r int) {
		m.seatRainbow(t, r, t, t-(r-1), t-2*(r-1), t+2*(r-1), t+r-1)
	})
}

func makeRainbowFixedBoards(ask Ask) (*Movement, error) {
	return rainbow(ask, "rainbow_fixed_boards", func(m *Movement, t, r int) {
		m.seatRainbow(t, r, t-(r-1), t-2*(r-1), t+r-1, t+2*(r-1), t)
	})
}

// rainbow makes either kind.
func rainbow(ask Ask, family string, seat func(m *Movement, t, r int)) (*Movement, error) {
	if err := ask.choice(family, false); err != nil {
		return nil, err
	}
	if err := ask.fullTables(family); err != nil {
		return nil, err
	}
	has := rainbowRounds(ask.Tables)
	if has == nil {
		less, more := ask.Tables-1, ask.Tables+1
		for rainbowRounds(less) == nil {
			less--
		}
		for rainbowRounds(more) == nil {
			more++
		}
		return nil, bridge.Errorf(bridge.NoSolution, "movement.rainbow", "a rainbow for %d tables: players would meet again, as the number can be divided by 2 or 3; there is one for %d and for %d, and cyclic_individual for 8 to %d players", ask.Tables, max(less, rainbowSizes[0]), more, maxCyclic)
	}
	rounds, err := ask.rounds(family, has)
	if err != nil {
		return nil, err
	}
	m := New(family, Individual, 1, ask.Tables, rounds, rounds)
	for t := 1; t <= m.Tables; t++ {
		for r := 1; r <= rounds; r++ {
			seat(m, t, r)
		}
	}
	return m, nil
}

// seatRainbow seats the players of the four lines, counted around the tables.
func (m *Movement) seatRainbow(t, r, n, s, e, w, set int) {
	T := m.Tables
	slot := m.At(t, r)
	slot.NS = Who{wrap(n, T), T + wrap(s, T)}
	slot.EW = Who{2*T + wrap(e, T), 3*T + wrap(w, T)}
	slot.Set = wrap(set, T)
}

// fullTables refuses a number of players that does not fill the tables.
func (a Ask) fullTables(family string) error {
	if a.Players == 0 || a.Players == 4*a.Tables {
		return nil
	}
	return bridge.Errorf(bridge.NoSolution, "movement.full_tables", "%s for %d players: its %d tables seat %d; cyclic_individual lets players sit out", family, a.Players, a.Tables, 4*a.Tables)
}

// Swivel says who sits where at a table of individuals for board 1, 2 or 3 of a round,
// so that each player has each of the others as partner once: North stays, and the
// others move one seat clockwise after each board. Before the round ends they take
// their first seats again.
func Swivel(s Slot, board int) Slot {
	for range (board + 2) % 3 {
		s.NS[1], s.EW[0], s.EW[1] = s.EW[0], s.EW[1], s.NS[1]
	}
	return s
}
