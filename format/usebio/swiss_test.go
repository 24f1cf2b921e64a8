package usebio_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// TestSwissPairs: the rounds of Swiss pairs are matches, in the flat files of 1.1 and in
// the sections of 1.2; other events of pairs are none.
func TestSwissPairs(t *testing.T) {
	line := "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 ROUND_NUMBER=3 SCORE=110"
	sections := `<SESSION SESSION_ID="1"><SECTION SECTION_ID="A">` + board(1, line) + `</SECTION></SESSION>`
	for _, c := range []struct {
		kind, head, body string
		swiss            bool
		keys             string
	}{
		{"SWISS_PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", board(1, line), true, ""},
		{"SWISS_PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>", sections, true, ""},
		{"SWISS_PAIRS_CROSS_IMPS", "", sections, true, ""},
		{"SWISS_PAIRS_BUTLER_IMPS", "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>", board(1, line), true, ""},
		{"PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>", sections, true, ""},
		{"PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", sections, false, ""},
		{"LADDER", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", sections, false, "usebio.matches_unsaid"},
		{"SWISS_PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>LOTS</MATCH_SCORING_METHOD>", sections, true, "usebio.matches"},
	} {
		rec := read(t, "<?xml version='1.0'?>\n"+file(`EVENT_TYPE="`+c.kind+`"`, c.head, c.body))
		opened := shelf.Acts[event.Opened](rec.Facts)[0]
		if got := strings.Join(keys(rec), " "); opened.Swiss != c.swiss || got != c.keys {
			t.Errorf("%s %s: Swiss %v, warnings %q; want %v, %q", c.kind, c.head, opened.Swiss, got, c.swiss, c.keys)
		}
		if m := shelf.Acts[event.Played](rec.Facts)[0]; m.Round != 3 {
			t.Errorf("%s: round %d, want 3", c.kind, m.Round)
		}
	}
}

// TestWriteSwissPairs: Swiss pairs are written as such, with the victory points of their
// list, and are ranked as before when they are read again.
func TestWriteSwissPairs(t *testing.T) {
	ebu, err := regulation.Find("ebu")
	if err != nil {
		t.Fatal(err)
	}
	list := func(rec *event.Record) (s *event.Standings, text string) {
		e, err := event.Fold(rec.Facts)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = e.StandingsUnder(ebu); err != nil {
			t.Fatal(err)
		}
		for _, row := range s.Lists[0].Rows {
			text += fmt.Sprintln(row.Rank, row.Contestant, row.VP, row.Percent, row.Matches.Played)
		}
		return s, text
	}
	for method, want := range map[event.Method]string{
		event.Matchpoints: `EVENT_TYPE="SWISS_PAIRS"`, event.CrossIMPs: `EVENT_TYPE="SWISS_PAIRS_CROSS_IMPS"`, event.Butler: `EVENT_TYPE="SWISS_PAIRS_BUTLER_IMPS"`,
	} {
		rec := &event.Record{People: event.People{}}
		rec.Add(event.Opened{Kind: event.Pairs, Method: method, Swiss: true})
		who := func(n int) event.Contestant { return event.Contestant{Number: n} }
		for n := 1; n <= 5; n++ {
			rec.Add(event.Registered{Contestant: who(n)})
		}
		for round, meet := range [][][2]int{{{1, 2}, {3, 4}, {5, 0}}, {{3, 1}, {2, 5}, {4, 0}}} {
			for table, two := range meet {
				at := event.Meeting{Round: round + 1, Table: table + 1, Board: bridge.Board(round + 1), NS: who(two[0])}
				if two[1] == 0 {
					rec.Add(event.SatOut{Meeting: at})
					continue
				}
				at.EW = who(two[1])
				points := score.Points(110 + 30*table)
				rec.Add(event.Played{Meeting: at, Score: &points})
			}
		}
		s, before := list(rec)
		var out bytes.Buffer
		lost, err := usebio.Write(&out, usebio.Publish(rec, s))
		if err != nil || len(lost) > 0 {
			t.Errorf("%s: lost %v, %v", method, lost, err)
		}
		again := read(t, out.String())
		if !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>") {
			t.Errorf("%s: %s is not in\n%s", method, want, out.String())
		}
		if _, after := list(again); after != before {
			t.Errorf("%s: ranked as\n%s, was\n%s", method, after, before)
		}
		if differ, _ := s.Compare(again.Published); len(differ) > 0 {
			t.Errorf("%s: %d numbers differ, first %v", method, len(differ), differ[0])
		}
		for _, total := range again.Published.Totals {
			i := slices.IndexFunc(s.Lists[0].Rows, func(r event.Row) bool { return r.Contestant == total.Contestant })
			if row := s.Lists[0].Rows[i]; total.Total == nil || !total.Total.Value.Equal(row.VP.Rounded()) {
				t.Errorf("%s: total of %v is %v, want %v", method, total.Contestant, total.Total, row.VP)
			}
		}
	}
}
