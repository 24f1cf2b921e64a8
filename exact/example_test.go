package exact_test

import (
	"fmt"

	"github.com/overtrick/overtrick/exact"
)

func ExampleFraction() {
	share := exact.Of(25, 2).Div(exact.Int(24)) // 12½ matchpoints of 24
	fmt.Println(share, share.Mul(exact.Int(100)).Decimal(2))
	// Output: 25/48 52.08
}

func ExampleFraction_Round() {
	tenth := exact.Rounding{Unit: exact.Of(1, 10), Half: exact.HalfAway, Centre: exact.Int(12)}
	for _, text := range []string{"10.25", "13.75"} {
		mp, _ := exact.Parse(text)
		fmt.Println(mp.Short(2), "rounds to", mp.Round(tenth).Short(2), "away from an average of 12")
	}
	// Output:
	// 10.25 rounds to 10.2 away from an average of 12
	// 13.75 rounds to 13.8 away from an average of 12
}

func ExampleParse() {
	for _, text := range []string{"62.50", "17/3", "1e3"} {
		f, err := exact.Parse(text)
		fmt.Println(f, err)
	}
	// Output:
	// 125/2 <nil>
	// 17/3 <nil>
	// 0 number "1e3": want a form like 7, -12.5 or 17/3
}
