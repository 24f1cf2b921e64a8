package movement_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/movement/movementtest"
)

// How long the searches for individuals last.
const (
	individualSteps = 1_000_000
	individualSeeds = 100
)

// individualLine is a line of cyclic_individual.tsv, and what it is worth: how far
// from even, sets that are shared, squares of the competition; less is better.
func individualLine(size string, players, start int) (line string, worth [3]int) {
	c := movementtest.FindIndividual(players, individualSteps, uint64(start))
	rounds := c.Modulus
	sets := map[int]bool{}
	for _, s := range c.Sets {
		sets[s] = true
	}
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%s\n", size, rounds, c.Modulus, start, c), [3]int{c.Uneven, len(c.Sets) - len(sets), c.SS}
}

// TestIndividualSearch: the data are what the search finds, where it looks again.
// SEARCH=1 looks for all of them, for some minutes, and prints them.
func TestIndividualSearch(t *testing.T) {
	if os.Getenv("SEARCH") != "" {
		for players := 9; players <= 28; players++ {
			best, worth := "", [3]int{1 << 30}
			for start := range individualSeeds {
				line, w := individualLine(strconv.Itoa(players), players, start+1)
				if less(w, worth) {
					best, worth = line, w
				}
				if w[0]+w[1] == 0 {
					break
				}
			}
			fmt.Print(worth, "\t", best)
		}
		return
	}
	data, err := os.ReadFile("cyclic_individual.tsv")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, line := range strings.SplitAfter(string(data), "\n") {
		var (
			size                   string
			rounds, modulus, start int
		)
		if _, err := fmt.Sscan(line, &size, &rounds, &modulus, &start); err != nil || start == 0 || i%4 != 0 {
			continue
		}
		players, err := strconv.Atoi(strings.TrimSuffix(size, "+"))
		if err != nil {
			t.Fatal(err)
		}
		found++
		if got, _ := individualLine(size, players, start); got != line {
			t.Errorf("search %d for %d players:\n%s\nwant\n%s", start, players, got, line)
		}
	}
	if found == 0 {
		t.Error("no line was looked for again")
	}
}

// less orders by the first number that differs.
func less(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
