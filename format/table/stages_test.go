package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/regulation"
)

// TestStages: files of a qualifying stage and of a final are one event of two stages,
// whose sessions are counted on.
func TestStages(t *testing.T) {
	const head, matches = "board,ns,ew,score\n", "round,home,away,boards,knockout,home_imps,away_imps\n"
	for _, c := range []struct {
		name              string
		qualifying, final []string
		settings, want    string
	}{
		{
			"pairs, and nothing is carried",
			[]string{head + "1,1,2,420\n1,3,4,50\n2,1,2,170\n2,3,4,110\n"},
			[]string{head + "1,1,2,420\n1,4,3,50\n"},
			"", "2:1=1 2:1=3 2:3=2 2:3=4",
		},
		{
			"half of a session is carried",
			[]string{head + "1,1,2,420\n1,3,4,50\n2,1,2,170\n2,3,4,110\n"},
			[]string{head + "1,1,3,420\n1,2,4,420\n"},
			"carry.pairs = 50%", "2:1=1 2:1=4 2:3=2 2:3=3",
		},
		{
			"two groups in two files, then a final of three",
			[]string{"section," + head + "A,1,1,2,420\nA,1,3,4,50\n", "section," + head + "B,1,1,2,420\nB,1,3,4,50\n"},
			[]string{"session,section," + head + "1,A,1,1,3,420\n1,A,1,2,4,50\n"},
			"", "2:1=A1 2:1=A4 2:3=A2 2:3=A3 1:5=B1 1:5=B4 1:7=B2 1:7=B3",
		},
		{
			"two sessions of the first stage",
			[]string{head + "1,1,2,420\n1,3,4,50\n", head + "1,1,3,420\n1,2,4,50\n"},
			[]string{head + "1,1,2,430\n1,3,4,50\n", head + "1,1,2,420\n1,3,4,50\n2,1,2,100\n2,3,4,110\n"},
			"", "2:1=1 2:1=4 2:3=2 2:3=3",
		},
		{
			"a round robin of teams, then a knock-out",
			[]string{"round,home,away,boards,home_imps,away_imps\n1,1,2,8,30,0\n1,3,4,8,20,10\n"},
			[]string{matches + "1,1,3,16,yes,20,10\n"},
			"carry.pairs = full", "2:1=1 2:2=3 1:3=4 1:4=2",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := table.Stages(parts(t, c.qualifying...), parts(t, c.final...))
			if err != nil {
				t.Fatal(err)
			}
			e, err := event.Fold(rec.Facts)
			if err != nil {
				t.Fatal(err)
			}
			pack, err := regulation.Read(strings.NewReader(c.settings), "test")
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.StandingsUnder(pack)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, row := range s.Lists[0].Rows {
				got = append(got, fmt.Sprintf("%d:%d=%v", row.Stage, row.Rank, row.Contestant))
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%s\nwant %s", text, c.want)
			}
		})
	}
}

// TestStagesRefused: a file is in one stage, and says what the others can be joined with.
func TestStagesRefused(t *testing.T) {
	const head = "board,ns,ew,score\n"
	for _, c := range []struct {
		qualifying, final string
		key               string
	}{
		{head + "1,1,2,420\n", head + "1,1,2,420\n", "join.copy"},
		{head + "1,1,2,420\n", "board,n,s,e,w,score\n1,1,2,3,4,420\n", "join.kind"},
	} {
		_, err := table.Stages(parts(t, c.qualifying), parts(t, c.final))
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key {
			t.Errorf("%v, want %s", err, c.key)
		}
	}
	if _, err := table.Stages(nil, parts(t, head+"1,1,2,420\n")); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("no qualifying stage: %v", err)
	}
}
