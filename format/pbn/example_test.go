package pbn_test

import (
	"fmt"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
)

func ExampleRead() {
	f, err := pbn.Read(strings.NewReader(`[Event "Club evening"]
[Board "7"]
[Vulnerable "Both"]
[Date "3-Mar-2026"]
[Declarer "S"]
[Contract "4Sx"]
[Result "11"]
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range f.Games {
		board, _ := g.Board()
		vul, _ := g.Vulnerable()
		result, _ := g.Result()
		fmt.Printf("board %d, %v vulnerable: %v\n", board, vul, result)
	}
	for _, w := range f.Warnings {
		fmt.Printf("line %d: %s\n", w.Line, w.Text())
	}
	// Output:
	// board 7, All vulnerable: 4SX+1 S
	// line 4: Date "3-Mar-2026": want YYYY.MM.DD
}

func ExampleFile_Record() {
	f, err := pbn.Read(strings.NewReader(`[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]
1 2 4S N 10
3 4 3NT W 8
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fact := range f.Record().Facts {
		if p, ok := fact.Act.(event.Played); ok {
			fmt.Printf("board %d: %v against %v, %v\n", p.Board, p.NS, p.EW, p.Result)
		}
	}
	// Output:
	// board 1: 1 against 2, 4S= N
	// board 1: 3 against 4, 3NT-1 W
}

func ExampleWrite() {
	deal, err := bridge.ParseDeal("N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &pbn.Game{}
	g.Set("Board", "1")
	g.Set("Dealer", "N")
	g.Set("Vulnerable", "None")
	g.Set("Deal", deal.String())
	var b strings.Builder
	if err := pbn.Write(&b, &pbn.File{Games: []*pbn.Game{g}}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(strings.ReplaceAll(b.String(), "\r\n", "\n"))
	// Output:
	// % PBN 2.1
	// % EXPORT
	// [Event "?"]
	// [Site "?"]
	// [Date "?"]
	// [Board "1"]
	// [West "?"]
	// [North "?"]
	// [East "?"]
	// [South "?"]
	// [Dealer "N"]
	// [Vulnerable "None"]
	// [Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
	// [Scoring "?"]
	// [Declarer "?"]
	// [Contract "?"]
	// [Result "?"]
}
