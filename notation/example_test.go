package notation_test

import (
	"fmt"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/notation"
)

func ExampleParse() {
	for _, text := range []string{"4SX+1 S", "5hxw-3", "4♠ by South, made, lead HK", "3nn 9 -50"} {
		w, err := notation.Parse(notation.English, text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(w.Result)
	}
	// Output:
	// 4SX+1 S
	// 5HX-3 W
	// 4S= S HK
	// 3NT= N
}

// What is missing stays open: the caller knows whether a contract alone is
// enough.
func ExampleParse_incomplete() {
	w, err := notation.Parse(notation.Russian, "3 БК под контрой")
	fmt.Println(w.Contract, w.Declarer.Valid(), w.HasTricks, w.Tricks, err)
	// Output: 3NTX false false 9 <nil>
}

func ExamplePlaceOf() {
	const text = "4ss +1 Q"
	_, err := notation.Parse(notation.English, text)
	start, end, _ := notation.PlaceOf(err)
	fmt.Println(text)
	fmt.Println(strings.Repeat(" ", start)+strings.Repeat("^", end-start), err)
	// Output:
	// 4ss +1 Q
	//        ^ result "4ss +1 Q": cannot read "Q"
}

func ExampleResult() {
	r, _ := bridge.ParseResult("4SX-1 S HK")
	for _, lang := range notation.Languages {
		fmt.Println(lang, notation.Result(lang, notation.Symbols, r), "or", notation.Result(lang, notation.Letters, r))
	}
	// Output:
	// en 4♠× S −1 ♥K or 4SX S -1 HK
	// de 4♠× S −1 ♥K or 4 Pik X S -1 Coeur K
	// ru 4♠× S −1 ♥К or 4пX S -1 чК
	// fr 4♠× S −1 ♥R or 4 pique X S -1 cœur R
	// pl 4♠× S −1 ♥K or 4 pik X S -1 kier K
}

func ExampleParseContract() {
	for _, text := range []string{"3 SA", "4 Pik X", "1 C"} {
		c, err := notation.ParseContract(notation.German, text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(c)
	}
	// Output:
	// 3NT
	// 4SX
	// "C" is clubs or Coeur: write the symbol or the word
}
