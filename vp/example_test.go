package vp_test

import (
	"fmt"
	"strings"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// A match of 9 boards, lost by 13 IMPs.
func ExampleScale_Of() {
	scale, err := vp.Find("wbf")
	if err != nil {
		panic(err)
	}
	home, away, err := scale.Of(nil, 9, why.Plain(exact.Int(-13)))
	if err != nil {
		panic(err)
	}
	fmt.Println(home.Decimal(2), away.Decimal(2))
	// Output: 5.54 14.46
}

// A scale of one's own, by which both sides can win something.
func ExampleRead() {
	scale, err := vp.Read(strings.NewReader("0 15 15\n3 17 14  # every win is worth something\n9 19 13\n"), "house")
	if err != nil {
		panic(err)
	}
	home, away, err := scale.Of(nil, 12, why.Plain(exact.Int(4)))
	if err != nil {
		panic(err)
	}
	fmt.Println(home, away)
	// Output: 17 14
}
