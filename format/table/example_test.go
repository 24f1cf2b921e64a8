package table_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

func ExampleOptions_Read() {
	const results = `board;ns;ew;contract;declarer;result;score;ns_award;ew_award
1;1;2;4S;N;=;420;;
1;3;4;3NTX;W;-2;;;
2;1;4;;;;;60%;40%
`
	const names = `number;names
1;Anna – Bert
2;Clara – Dieter
`
	pairs, err := table.ReadPairs(strings.NewReader(names), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	rec, err := table.Options{Pairs: pairs}.Read(strings.NewReader(results))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Registered:
			fmt.Printf("%v: %q\n", a.Contestant, rec.People.Name(a.Persons))
		case event.Played:
			fmt.Println("board", a.Board, a.NS, "-", a.EW, a.Result)
		case event.Ruled:
			fmt.Println("board", a.Board, a.NS, "-", a.EW, a.Award.NS, a.Award.EW)
		}
	}
	// Output:
	// 1: "Anna – Bert"
	// 2: "Clara – Dieter"
	// 3: ""
	// 4: ""
	// board 1 1 - 2 4S= N
	// board 1 3 - 4 3NTX-2 W
	// board 2 1 - 4 60% 40%
}

func ExampleRead_refused() {
	_, err := table.Read(strings.NewReader("board,ns,ew,contract,declarer,result\n1,1,2,4S,N,+4\n"))
	fmt.Println(err)
	// Output: line 2, column result: 14 tricks: want 0 to 13
}

func ExampleWrite() {
	rec, err := table.Read(strings.NewReader("board,ns,ew,contract\n1,1,2,4♠ S +1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := table.Write(os.Stdout, rec); err != nil {
		fmt.Println(err)
	}
	// Output:
	// board,ns,ew,contract,declarer,tricks,score
	// 1,1,2,4S,S,11,450
}

// A file that is larger than memory is ranked board by board.
func ExampleStream() {
	const results = `board;ns;ew;score
1;1;2;420
1;3;4;-50
2;1;4;110
2;3;2;-100
`
	var ranked event.Stream
	for block, err := range table.Stream(strings.NewReader(results)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range block.Facts {
			if err := ranked.Apply(f); err != nil {
				fmt.Println(err)
				return
			}
		}
		if err := ranked.Settle(); err != nil {
			fmt.Println(err)
			return
		}
	}
	s, err := ranked.Standings()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range s.Lists[0].Rows {
		fmt.Println(row.Rank, row.Contestant, row.Total)
	}
	// Output:
	// 1 1 4.00
	// 2 2 2.00
	// 2 4 2.00
	// 4 3 0.00
}

// Two files of an evening, in which the pairs play the same boards.
func ExampleJoin() {
	first, err := table.Read(strings.NewReader("board,ns,ew,score\n1,1,2,420\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	second, err := table.Read(strings.NewReader("board,ns,ew,score\n1,2,1,-50\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	rec, err := table.Join(table.Part{Name: "one.csv", Record: first}, table.Part{Name: "two.csv", Record: second})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range rec.Warnings {
		fmt.Println(w.Text())
	}
	for _, f := range rec.Facts {
		if a, ok := f.Act.(event.Played); ok {
			fmt.Println("session", a.Session, "board", a.Board, a.NS, "-", a.EW, *a.Score)
		}
	}
	// Output:
	// two.csv does not say its session: contestants play boards that they played before, so it is taken for session 2
	// session 1 board 1 1 - 2 420
	// session 2 board 1 2 - 1 -50
}
