package movement

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// A three-quarter Howell, also called reduced: k pairs stay, each at its own table,
// and n = 2T-k pairs move. It has n rounds, fewer than a Howell: the pairs that stay
// do not meet each other, and of the others some couples never meet. From a round to
// the next one the numbers up to n go up by one, around the circle, and the sets too.
// On some rounds a pair that stays sits East-West instead (an arrow switch): which
// ones, decides how even the movement is.
//
// The variant "half" is for half a table: the last pair, one of those that stay, is the
// phantom, and first round and switches are chosen for that. Everybody who moves sits
// out once.
//
// First rounds and switches were found by search (movementtest.FindReduced). Few sizes
// share boards at two tables in a round, where no first round without sharing was
// found; none needs more than two copies.

// threeQuarterData has a line for each size: tables (6.5: the seventh is half a table),
// rounds, the start of the search that found it, the first round by tables, and of each
// pair that stays, by tables, the rounds where it is switched (x).
//
//go:embed three_quarter_howell.tsv
var threeQuarterData string

// threeQuarterLine finds the columns of a size.
func threeQuarterLine(tables, rounds int, half bool) []string {
	size := strconv.Itoa(tables)
	if half {
		size = strconv.Itoa(tables-1) + ".5"
	}
	prefix := size + "\t" + strconv.Itoa(rounds) + "\t"
	for line := range strings.Lines(threeQuarterData) {
		if strings.HasPrefix(line, prefix) {
			return strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		}
	}
	return nil
}

// threeQuarterRounds are the rounds that there are: the most as the usual.
func threeQuarterRounds(tables int) []int {
	var out []int
	for rounds := tables + 1; rounds < 2*tables-1; rounds++ {
		if threeQuarterLine(tables, rounds, false) != nil {
			out = append(out, rounds)
		}
	}
	return out
}

func makeThreeQuarterHowell(ask Ask) (*Movement, error) {
	if err := ask.only("three_quarter_howell", false, "half"); err != nil {
		return nil, err
	}
	n, err := ask.rounds("three_quarter_howell", threeQuarterRounds(ask.Tables))
	if err != nil {
		return nil, err
	}
	half := ask.Variant == "half"
	columns := threeQuarterLine(ask.Tables, n, half)
	if columns == nil {
		return nil, damagedThreeQuarter(ask.Tables, n)
	}
	m := New("three_quarter_howell", Pairs, 1, ask.Tables, n, n)
	if err := m.cycle(strings.Fields(columns[3]), n, 1, n); err != nil {
		return nil, err
	}
	switches := strings.Fields(columns[4])
	for t := 1; t <= m.Tables; t++ {
		if m.At(t, 1).NS[0] <= n {
			continue
		}
		if len(switches) == 0 || len(switches[0]) != n {
			return nil, damagedThreeQuarter(ask.Tables, n)
		}
		for r := range n {
			if s := m.At(t, r+1); switches[0][r] == 'x' {
				s.NS, s.EW, s.Switched = s.EW, s.NS, true
			}
		}
		switches = switches[1:]
	}
	if half {
		m.Phantom = Contestant{Number: 2 * ask.Tables}
	}
	return m, nil
}

func damagedThreeQuarter(tables, rounds int) error {
	return bridge.Errorf(bridge.Internal, "movement.data", "the data of a three-quarter Howell of %d tables and %d rounds are damaged", tables, rounds)
}
