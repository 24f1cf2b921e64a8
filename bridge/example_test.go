package bridge_test

import (
	"fmt"

	"github.com/overtrick/overtrick/bridge"
)

func ExampleParseResult() {
	r, err := bridge.ParseResult("4SX+1 S HK")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Contract(), "by", r.Declarer(), "won", r.Tricks(), "tricks, lead", r.Lead())

	_, err = bridge.ParseResult("7NT+1 S")
	fmt.Println(err)
	// Output:
	// 4SX by S won 11 tricks, lead HK
	// 7NT: 14 tricks, want 0 to 13
}

func ExampleNewResult() {
	c := bridge.Contract{Level: 3, Strain: bridge.Notrump}
	r, err := bridge.NewResult(c, bridge.West, 7)
	fmt.Println(r, err)
	fmt.Println(bridge.PassedOut())
	// Output:
	// 3NT-2 W <nil>
	// Pass
}

func ExampleParseContract() {
	c, _ := bridge.ParseContract("3NT")
	fmt.Println(c.Level, c.Strain, c.Tricks())

	_, err := bridge.ParseContract("8S")
	fmt.Println(err, "–", bridge.CodeOf(err))
	// Output:
	// 3 NT 9
	// contract "8S": a level is 1 to 7 – invalid
}

func ExampleBoard() {
	for _, b := range []bridge.Board{1, 7, 23} {
		fmt.Println(b, b.Dealer(), b.Vulnerability())
	}
	// Output:
	// 1 N None
	// 7 S All
	// 23 S All
}

func ExampleParseDeal() {
	d, err := bridge.ParseDeal("E:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("North holds", d.Hand(bridge.North))
	fmt.Println(d)
	// Output:
	// North holds AT942.AQ4.32.KJ3
	// N:AT942.AQ4.32.KJ3 QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652
}

func ExampleSeat() {
	declarer := bridge.South
	fmt.Println("leads:", declarer.Next(), "dummy:", declarer.Partner(), "plays for", declarer.Side())
	// Output:
	// leads: W dummy: N plays for NS
}

func ExampleError() {
	_, err := bridge.ParseContract("4Q")
	fmt.Println(bridge.At("club.pbn:17", err))
	// Output:
	// club.pbn:17: contract "4Q": strain "Q": want C, D, H, S or NT
}
