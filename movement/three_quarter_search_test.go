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
	halfSeeds    = 12
)

// reducedLine is a line of three_quarter_howell.tsv, and what it is worth: sets that
// tables share, then squares of the competition; less is better.
func reducedLine(size string, tables, rounds, start int) (line string, worth [2]int) {
	half := strings.HasSuffix(size, ".5")
	r := movementtest.FindReduced(tables, rounds, half, reducedSteps, uint64(start))
	if r == nil {
		return "", [2]int{1 << 30}
	}
	sets := map[int]bool{}
	playing := r.Sets
	if half {
		playing = playing[:tables-1]
	}
	for _, s := range playing {
		sets[s] = true
	}
	return fmt.Sprintf("%s\t%d\t%d\t%s\n", size, rounds, start, r), [2]int{len(playing) - len(sets), r.SS}
}

// searchReduced finds all three-quarter Howells, of full tables and with half a table.
func searchReduced() string {
	var out strings.Builder
	for tables := 4; tables <= 14; tables++ {
		for _, size := range []string{fmt.Sprint(tables-1, ".5"), fmt.Sprint(tables)} {
			for rounds := tables + 1; rounds <= min(2*tables-2, 16); rounds++ {
				best, worth := "", [2]int{1 << 30}
				seeds := reducedSeeds
				if strings.HasSuffix(size, ".5") {
					seeds = halfSeeds
				}
				for start := range seeds {
					line, w := reducedLine(size, tables, rounds, start+1)
					if w[0] < worth[0] || w[0] == worth[0] && w[1] < worth[1] {
						best, worth = line, w
					}
				}
				out.WriteString(best)
			}
		}
	}
	return out.String()
}

// TestThreeQuarterSearch: the data are what the search finds, where it looks again.
// SEARCH=1 looks for all of them, for half an hour, and writes them.
func TestThreeQuarterSearch(t *testing.T) {
	const file = "three_quarter_howell.tsv"
	if os.Getenv("SEARCH") != "" {
		if err := os.WriteFile(file, []byte(searchReduced()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.SplitAfter(string(data), "\n") {
		if i%24 != 0 || line == "" {
			continue
		}
		var (
			size                        string
			tables, half, rounds, start int
		)
		if _, err := fmt.Sscan(line, &size, &rounds, &start); err != nil {
			t.Fatal(err)
		}
		if n, _ := fmt.Sscanf(size, "%d.%d", &tables, &half); n == 2 {
			tables++
		}
		if got, _ := reducedLine(size, tables, rounds, start); got != line {
			t.Errorf("search %d for %s tables and %d rounds:\n%s\nwant\n%s", start, size, rounds, got, line)
		}
	}
}
