package movement_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/movement/movementtest"
)

// How long the searches for three-quarter Howells last.
const (
	reducedSteps = 1_000_000
	reducedSeeds = 40
)

// reducedLine is a line of three_quarter_howell.tsv, and what it is worth: shared
// sets, then squares of the competition; less is better.
func reducedLine(tables, rounds, start int) (line string, worth [2]int) {
	r := movementtest.FindReduced(tables, rounds, reducedSteps, uint64(start))
	if r == nil {
		return "", [2]int{1 << 30}
	}
	sets := map[int]bool{}
	for _, s := range r.Sets {
		sets[s] = true
	}
	return fmt.Sprintf("%d\t%d\t%d\t%s\n", tables, rounds, start, r), [2]int{tables - len(sets), r.SS}
}

// TestThreeQuarterSearch: the data are what the search finds, where it looks again.
// SEARCH=1 looks for all of them, for some minutes, and writes them.
func TestThreeQuarterSearch(t *testing.T) {
	const file = "three_quarter_howell.tsv"
	if os.Getenv("SEARCH") != "" {
		var out strings.Builder
		for tables := 4; tables <= 14; tables++ {
			for rounds := tables + 1; rounds <= min(2*tables-2, 16); rounds++ {
				best, worth := "", [2]int{1 << 30}
				for start := range reducedSeeds {
					line, w := reducedLine(tables, rounds, start+1)
					if w[0] < worth[0] || w[0] == worth[0] && w[1] < worth[1] {
						best, worth = line, w
					}
				}
				out.WriteString(best)
			}
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.SplitAfter(string(data), "\n") {
		if i%12 != 0 || line == "" {
			continue
		}
		var tables, rounds, start int
		if _, err := fmt.Sscan(line, &tables, &rounds, &start); err != nil {
			t.Fatal(err)
		}
		if got, _ := reducedLine(tables, rounds, start); got != line {
			t.Errorf("search %d for %d tables and %d rounds:\n%s\nwant\n%s", start, tables, rounds, got, line)
		}
	}
}
