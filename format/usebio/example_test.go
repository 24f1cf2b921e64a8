package usebio_test

import (
	"fmt"
	"strings"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
)

func ExampleRead() {
	const text = `<?xml version="1.0"?>
<USEBIO Version="1.2">
<EVENT EVENT_TYPE="MP_PAIRS">
  <WINNER_TYPE>1</WINNER_TYPE>
  <PARTICIPANTS>
    <PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PLAYER><PLAYER_NAME>Anna</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Bert</PLAYER_NAME></PLAYER></PAIR>
    <PAIR><PAIR_NUMBER>2</PAIR_NUMBER><PLAYER><PLAYER_NAME>Clara</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>David</PLAYER_NAME></PLAYER></PAIR>
  </PARTICIPANTS>
  <BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
    <TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>
      <CONTRACT>4SX</CONTRACT><PLAYED_BY>S</PLAYED_BY><LEAD>KD</LEAD><TRICKS>10</TRICKS><SCORE>620</SCORE></TRAVELLER_LINE>
  </BOARD>
</EVENT>
</USEBIO>`
	rec, err := usebio.Read(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Registered:
			fmt.Println(a.Contestant, rec.People.Name(a.Persons))
		case event.Played:
			fmt.Println("board", a.Board, a.NS, "-", a.EW, *a.Score)
		}
	}
	for _, w := range rec.Warnings {
		fmt.Printf("line %d: %s\n", w.Line, w.Text())
	}
	// Output:
	// 1 Anna – Bert
	// 2 Clara – David
	// board 1 1 - 2 620
	// line 11: board 1, 1-2: score 620, and 4SX= S DK scores 590; the score is kept alone
}
