package padtext_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/notation"
)

// A text is read, played on, and written in one way.
func Example() {
	const text = `# Friday
WE 4 spades, just made, honours 100
Sie 3 SA einmal gefallen
`
	f, err := padtext.Read(strings.NewReader(text), notation.German)
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := f.Parse(notation.German, "wir 3 SA +1   # das war's")
	if err == nil {
		_, err = f.Add(line)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	p := f.Evening.Table().Pad()
	fmt.Println("we", p.Total.NS, "they", p.Total.EW)
	_ = padtext.Write(os.Stdout, f)
	// Output:
	// we 1100 they 0
	// # Friday
	// we 4S= hon 100
	// they 3NT-1
	// we 3NT+1  # das war's
}

// A refusal has the line, and changes nothing.
func ExampleFile_Add() {
	f, _ := padtext.New()
	for _, text := range []string{"we 4S=", "they 2H= hon 120", "4S=", "we 7NT+1"} {
		line, err := f.Parse(notation.English, text)
		if err == nil {
			_, err = f.Add(line)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(f.Evening.Table().Pad().Deals), "deal")
	// Output:
	// deal 2: honours of 120 in H are not possible: want 100, 150
	// 4S: who declared? want we or they, or N, E, S or W
	// 7NT: 14 tricks, want 0 to 13
	// 1 deal
}
