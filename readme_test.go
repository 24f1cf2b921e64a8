package overtrick_test

import (
	"fmt"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/score"
)

// What the README shows to programs; a test holds the two together.
func Example() {
	r, err := bridge.ParseResult("4SX+1 S")
	if err != nil {
		panic(err)
	}
	points, err := score.Result(r, bridge.NSVul) // 990, North-South's view
	if err != nil {
		panic(err)
	}
	why, err := score.Law77().WhyResult(r, bridge.NSVul) // the same number with its reasons
	if err != nil {
		panic(err)
	}
	for _, step := range why.Of {
		fmt.Println(step.Rule, step.Value)
	}
	fmt.Println(points)
	// Output:
	// L77.tricks 240
	// L77.overtricks 200
	// L77.game 500
	// L77.made.doubled 50
	// 990
}
