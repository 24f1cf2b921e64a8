package movement

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// cycle makes the rounds from one on out of a first one, in a circle: from a round to
// the next one all numbers up to n go up by one, and the sets too; the numbers above n
// stay. Sets go around in circles of n: 1 … n, n+1 … 2n.
func (m *Movement) cycle(starter []string, n, from, rounds int) error {
	for t, cell := range starter {
		first, err := parseSlot(Slot{Table: t + 1, Round: from}, cell, m.Kind, m.Sets)
		if err != nil {
			return err
		}
		for step := range rounds {
			turn := func(who Who) Who {
				for i, x := range who {
					if x > 0 && x <= n {
						who[i] = wrap(x+step, n)
					}
				}
				return who
			}
			s := m.At(t+1, from+step)
			s.NS, s.EW = turn(first.NS), turn(first.EW)
			s.Set = (first.Set-1)/n*n + wrap(first.Set+step, n)
		}
	}
	return nil
}

// roundsFrom is the number of rounds that is asked for, or the usual one. Others than
// those that a family has (at least one) are refused.
func (a Ask) roundsFrom(family string, has []int) (int, error) {
	switch {
	case a.Rounds == 0:
		return has[len(has)-1], nil
	case slices.Contains(has, a.Rounds):
		return a.Rounds, nil
	}
	return 0, bridge.Errorf(bridge.NoSolution, "movement.other_rounds", "%s for %d tables has no movement of %d rounds: it has %s", family, a.Tables, a.Rounds, numbers(has))
}

// plainFrom is variantFrom for pairs and teams, of whom nobody counts players.
func (a Ask) plainFrom(family string, has ...string) error {
	if a.Players != 0 {
		return bridge.Errorf(bridge.Invalid, "movement.no_players", "%s has tables, not players: %d players", family, a.Players)
	}
	return a.variantFrom(family, has...)
}

// variantFrom refuses variants that a family does not have, and a skip, which none of
// the families has that move in a circle.
func (a Ask) variantFrom(family string, has ...string) error {
	if a.SkipAfter != 0 {
		return bridge.Errorf(bridge.Invalid, "movement.no_skip", "in %s nobody skips a table, after round %d or another", family, a.SkipAfter)
	}
	if a.Variant == "" || slices.Contains(has, a.Variant) {
		return nil
	}
	if len(has) == 0 {
		return bridge.Errorf(bridge.Invalid, "movement.no_variant", "%s has no variants: %q", family, a.Variant)
	}
	return bridge.Errorf(bridge.Invalid, "movement.variant", "%s has no variant %q: want %s", family, a.Variant, strings.Join(has, ", "))
}

// numbers lists numbers: "3, 7, 9".
func numbers(list []int) string {
	text := make([]string, len(list))
	for i, n := range list {
		text[i] = strconv.Itoa(n)
	}
	return strings.Join(text, ", ")
}
