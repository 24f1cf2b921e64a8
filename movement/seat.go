package movement

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// seatAll seats every table in every round by a rule that counts both from 1.
func (m *Movement) seatAll(rule func(t, r int) (ns, ew, set int)) *Movement {
	for t := 1; t <= m.Tables; t++ {
		for r := 1; r <= m.Rounds; r++ {
			ns, ew, set := rule(t, r)
			m.Seat(t, r, ns, ew, set)
		}
	}
	return m
}

// upTo counts 1 … n.
func upTo(n int) []int { return from(1, n) }

// from counts a … n.
func from(a, n int) []int {
	var out []int
	for i := a; i <= n; i++ {
		out = append(out, i)
	}
	return out
}

// usual puts the usual one of some numbers of rounds last.
func usual(list []int, n int) []int {
	i := slices.Index(list, n)
	if i < 0 {
		return list
	}
	return append(slices.Delete(list, i, i+1), n)
}

// rounds are those asked for, out of those that a family has; the last one if none is
// asked for.
func (a Ask) rounds(family string, list []int) (int, error) {
	switch {
	case len(list) == 0:
		return 0, bridge.Errorf(bridge.NoSolution, "movement.size_none", "%s, tables: %d; there is none", family, a.Tables)
	case a.Rounds == 0:
		return list[len(list)-1], nil
	case slices.Contains(list, a.Rounds):
		return a.Rounds, nil
	}
	return 0, bridge.Errorf(bridge.NoSolution, "movement.rounds", "%s, tables: %d, rounds: %d; there are movements of %s rounds", family, a.Tables, a.Rounds, spans(list))
}

// only refuses what a family of pairs or teams has no use for.
func (a Ask) only(family string, skips bool, variants ...string) error {
	if a.Players != 0 {
		return bridge.Errorf(bridge.Invalid, "movement.no_players", "%s has tables, not players: %d players", family, a.Players)
	}
	return a.choice(family, skips, variants...)
}

// choice refuses a skip and variants that a family does not have.
func (a Ask) choice(family string, skips bool, variants ...string) error {
	switch {
	case a.SkipAfter != 0 && !skips:
		return bridge.Errorf(bridge.Invalid, "movement.no_skip", "%s: nobody skips a table in this movement", family)
	case a.Variant != "" && len(variants) == 0:
		return bridge.Errorf(bridge.Invalid, "movement.no_variant", "%s: there is no variant %q, nor any other", family, a.Variant)
	case a.Variant != "" && !slices.Contains(variants, a.Variant):
		return bridge.Errorf(bridge.Invalid, "movement.variant", "%s: there is no variant %q: want %s", family, a.Variant, strings.Join(variants, ", "))
	}
	return nil
}

// spans writes numbers as people do: "3-7, 9".
func spans(list []int) string {
	list = slices.Sorted(slices.Values(list))
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		text := strconv.Itoa(list[i])
		if j > i {
			text += "-" + strconv.Itoa(list[j])
		}
		parts = append(parts, text)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// odd refuses an even number of tables, and says what there is for it.
func (a Ask) odd(family string) error {
	if a.Tables%2 == 1 {
		return nil
	}
	return bridge.Errorf(bridge.NoSolution, "movement.odd", "%s for %d tables: it wants an odd number of tables; there are %s", family, a.Tables, evenInstead(a.Tables))
}

// even refuses an odd number of tables, and says what there is for it.
func (a Ask) even(family string) error {
	if a.Tables%2 == 0 {
		return nil
	}
	return bridge.Errorf(bridge.NoSolution, "movement.even", "%s for %d tables: it wants an even number of tables; there are %s", family, a.Tables, "mitchell, american_whist_pairs, ringdance")
}

// evenInstead names what an even number of tables can have.
func evenInstead(tables int) string {
	if tables%4 == 0 {
		return "skip, share_relay, double_weave"
	}
	return "skip, share_relay"
}

// oddTables and evenTables are the sizes that a family wants.
func oddTables(rounds func(int) []int) func(int) []int {
	return func(tables int) []int {
		if tables%2 == 0 {
			return nil
		}
		return rounds(tables)
	}
}

func evenTables(rounds func(int) []int) func(int) []int {
	return func(tables int) []int {
		if tables%2 == 1 {
			return nil
		}
		return rounds(tables)
	}
}
