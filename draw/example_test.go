package draw_test

import (
	"fmt"
	"strings"

	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// Round 3 of six: 1 met 2 and 3 before, and 2 cannot have 3, because 5 and 6 would be
// left, who have met.
func ExampleSwiss() {
	in := draw.Input{Round: 3, After: 2}
	for i, score := range []int{36, 27, 20, 18, 12, 7} {
		in.Contestants = append(in.Contestants, draw.Contestant{ID: i + 1, Rank: i + 1, Score: exact.Int(score)})
	}
	for i, m := range [][2]int{{1, 2}, {3, 4}, {5, 6}, {1, 3}, {2, 5}, {4, 6}} {
		in.History = append(in.History, draw.Group{Round: 1 + i/3, Kind: draw.Match, Contestants: m[:]})
	}
	d, err := draw.Swiss(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range d.Pairings {
		fmt.Println("table", p.Table, p.Contestants)
		for _, r := range p.Why {
			fmt.Println(strings.TrimRight(fmt.Sprint("   ", r.Key, " ", draw.List(r.Contestants)), " "))
		}
	}
	// Output:
	// table 1 [4 1]
	//    nearest 1, 4
	//    passed.met 2
	//    passed.met 3
	//    table.next
	//    home.fewer 4
	// table 2 [6 2]
	//    nearest 2, 6
	//    passed.leaves 3
	//    passed.met 5
	//    table.next
	//    home.fewer 6
	// table 3 [3 5]
	//    next 3, 5
	//    table.next
	//    home.table 3
}

func ExampleRemedy() {
	score := draw.Remedy(why.New(), draw.Harm, false, why.Plain(exact.Int(12)), 20)
	fmt.Println(score)
	// Output: 14
}
