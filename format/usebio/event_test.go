package usebio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestMethods shows what an event is and how it is scored.
func TestMethods(t *testing.T) {
	for _, tc := range []struct {
		event, scoring, points string // EVENT_TYPE, BOARD_SCORING_METHOD, kind of points on the lines
		kind                   event.Kind
		method                 event.Method
		keys                   string
	}{
		{"MP_PAIRS", "", "MATCH", event.Pairs, event.Matchpoints, ""},
		{"MP_PAIRS", "", "", event.Pairs, event.Matchpoints, ""},
		{"mp_pairs", "", "MATCH", event.Pairs, event.Matchpoints, ""},
		{"BUTLER_PAIRS", "", "BUTLER", event.Pairs, event.Butler, ""},
		{"CROSS_IMP", "", "CROSS_IMP", event.Pairs, event.CrossIMPs, ""},
		{"CROSS_IMPS", "", "", event.Pairs, event.CrossIMPs, ""},
		{"PAIRS", "MATCH_POINTS", "", event.Pairs, event.Matchpoints, ""},
		{"PAIRS", "BUTLER_IMPS", "", event.Pairs, event.Butler, ""},
		{"PAIRS", "CROSS_IMPS", "", event.Pairs, event.CrossIMPs, ""},
		{"PAIRS", "IMPS", "BUTLER", event.Pairs, event.Butler, ""},
		{"PAIRS", "IMPS", "", event.Pairs, event.CrossIMPs, "usebio.method"},
		{"PAIRS", "AGGREGATE", "", event.Pairs, event.TotalPoints, ""},
		{"PAIRS", "", "", event.Pairs, event.Matchpoints, "usebio.method"},
		{"AGGREGATE", "", "", event.Pairs, event.TotalPoints, ""},
		{"SWISS_PAIRS", "CROSS_IMPS", "", event.Pairs, event.CrossIMPs, ""},
		{"SWISS_PAIRS_CROSS_IMPS", "", "", event.Pairs, event.CrossIMPs, ""},
		{"SWISS_PAIRS_BUTLER_IMPS", "", "", event.Pairs, event.Butler, ""},
		{"SWISS_TEAMS", "", "", event.Teams, event.IMPs, ""},
		{"TEAMS_OF_FOUR", "IMPS", "", event.Teams, event.IMPs, ""},
		{"TEAMS", "IMPS", "", event.Teams, event.IMPs, ""},
		{"TEAMS", "PAB", "", event.Teams, event.BoardAMatch, ""},
		{"TEAMS", "AGGREGATE", "", event.Teams, event.TotalPoints, ""},
		{"TEAMS", "SPLIT", "", event.Teams, event.IMPs, "usebio.scoring"},
		{"PAIRS", "BAM", "", event.Pairs, event.Matchpoints, "usebio.scoring"},
		{"KO", "", "", event.Teams, event.IMPs, ""},
		{"LADDER", "MATCH_POINTS", "", event.Pairs, event.Matchpoints, "usebio.matches_unsaid"},
		{"NOTSUP", "", "BUTLER", event.Pairs, event.Butler, "usebio.type"},
		{"", "", "MATCH", event.Pairs, event.Matchpoints, "usebio.type"},
		{"MP_PAIRS", "", "CROSS_IMP", event.Pairs, event.CrossIMPs, "usebio.method_differs"},
	} {
		t.Run(tc.event+" "+tc.scoring+" "+tc.points, func(t *testing.T) {
			line := "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 SCORE=110"
			if tc.points != "" {
				line += fmt.Sprintf(" NS_%s_POINTS=1 EW_%[1]s_POINTS=1", tc.points)
			}
			head := "<BOARD_SCORING_METHOD>" + tc.scoring + "</BOARD_SCORING_METHOD>"
			rec := read(t, "<?xml version='1.0'?>\n"+file(`EVENT_TYPE="`+tc.event+`"`, head, board(1, line)))
			opened := shelf.Acts[event.Opened](rec.Facts)[0]
			if opened.Kind != tc.kind || opened.Method != tc.method {
				t.Errorf("got %s by %s, want %s by %s", opened.Kind, opened.Method, tc.kind, tc.method)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
			if n := len(rec.Published.Lines); (n == 1) != (tc.points != "") {
				t.Errorf("%d published lines", n)
			}
		})
	}
}

// TestContestants shows how pairs are called, in a list of "number/direction" and
// a line of board 1.
func TestContestants(t *testing.T) {
	for _, tc := range []struct {
		name, winners, pairs, ns, ew string
		want                         string // contestants, then the meeting
		keys                         string
	}{
		{"glued", "2", "1NS/NS 1EW/EW", "1NS", "1EW", "1NS 1EW: 1NS-1EW", ""},
		{"with a blank", "2", "1_NS/ 1_EW/", "1 NS", "1 EW", "1NS 1EW: 1NS-1EW", ""},
		{"number and direction", "2", "1/NS 1/EW", "1", "1", "1NS 1EW: 1NS-1EW", ""},
		{"numbers apart", "2", "1/NS 9/EW", "1", "9", "1NS 9EW: 1NS-9EW", ""},
		{"arrow-switched", "2", "1/NS 9/EW", "9", "1", "1NS 9EW: 9EW-1NS", ""},
		{"one ranking", "1", "1/ 9/", "9", "1", "1 9: 9-1", ""},
		{"one ranking, directions", "1", "1/NS 9/EW", "1", "9", "1 9: 1-9", ""},
		{"one ranking, glued", "1", "1NS/NS 9EW/EW", "1NS", "9EW", "1 9: 1-9", ""},
		{"one ranking, numbers twice", "1", "1NS/ 2NS/ 1EW/ 2EW/", "2NS", "1EW", "1 2 3 4: 2-3", "usebio.numbers"},
		{"one ranking, numbers twice by direction", "1", "1/NS 1/EW", "1", "1", "1 2: 1-2", "usebio.numbers"},
		{"a double Howell", "2", "1/ 2/", "1", "2", "1 2: 1-2", "usebio.winners_one"},
		{"not said, with directions", "", "1/NS 1/EW", "1", "1", "1NS 1EW: 1NS-1EW", "usebio.winners_two"},
		{"not said, without", "", "1/ 2/", "1", "2", "1 2: 1-2", ""},
		{"neither", "3", "1/ 2/", "1", "2", "1 2: 1-2", "usebio.winners"},
		{"two and no list", "2", "", "1", "1", "1NS 1EW: 1NS-1EW", "usebio.unlisted usebio.unlisted"},
		{"a section in the number", "2", "A1NS/ A1EW/", "A1NS", "A1EW", "A1NS A1EW: A1NS-A1EW", ""},
		{"a direction that disagrees", "2", "1NS/EW 1EW/EW", "1NS", "1EW", "1NS 1EW: 1NS-1EW", "usebio.direction"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var list strings.Builder
			for p := range strings.FieldsSeq(tc.pairs) {
				number, direction, _ := strings.Cut(p, "/")
				list.WriteString("<PAIR>" + elements("PAIR_NUMBER="+number+" DIRECTION="+direction) + "</PAIR>")
			}
			line := elements("NS_PAIR_NUMBER=" + strings.ReplaceAll(tc.ns, " ", "_") + " EW_PAIR_NUMBER=" + strings.ReplaceAll(tc.ew, " ", "_") + " SCORE=110")
			rec := read(t, fmt.Sprintf(`<USEBIO><EVENT %s><WINNER_TYPE>%s</WINNER_TYPE><PARTICIPANTS>%s</PARTICIPANTS>`+
				`<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>%s</TRAVELLER_LINE></BOARD></EVENT></USEBIO>`, mp, tc.winners, list.String(), line))
			var got []string
			for _, r := range shelf.Acts[event.Registered](rec.Facts) {
				got = append(got, r.Contestant.String())
			}
			m := shelf.Acts[event.Played](rec.Facts)[0]
			if got := strings.Join(got, " ") + ": " + m.NS.String() + "-" + m.EW.String(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestSections shows what sections are called.
func TestSections(t *testing.T) {
	for ids, want := range map[string]string{
		"A":          "1",
		"7":          "1",
		"A B":        "A1 B1",
		"b a":        "B1 A1",
		"red GREEN":  "RED1 GREEN1",
		"1 2 A":      "B1 C1 A1",
		"pink _ a A": "PINK1 B1 A1 C1",
		"A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 1 2": "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1 N1 O1 P1 Q1 R1 S1 T1 U1 V1 W1 X1 Y1 Z1 ZA1 ZB1",
	} {
		t.Run(ids, func(t *testing.T) {
			var b strings.Builder
			for id := range strings.FieldsSeq(ids) {
				fmt.Fprintf(&b, `<SECTION SECTION_ID="%s"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR></PARTICIPANTS></SECTION>`, strings.Trim(id, "_"))
			}
			rec := read(t, "<USEBIO><EVENT>"+b.String()+"</EVENT></USEBIO>")
			var got []string
			for _, r := range shelf.Acts[event.Registered](rec.Facts) {
				got = append(got, r.Contestant.String())
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestDates shows that a day becomes one, and anything else stays, with a warning.
func TestDates(t *testing.T) {
	for _, tc := range []struct{ in, want, keys string }{
		{"27/07/2022", "2022-07-27", "usebio.empty"},
		{"3/3/2026", "2026-03-03", "usebio.empty"},
		{"2026-03-03", "2026-03-03", "usebio.empty"},
		{"29/02/2024", "2024-02-29", "usebio.empty"},
		{"29/02/2023", "29/02/2023", "usebio.date usebio.empty"},
		{"31/02/2022", "31/02/2022", "usebio.date usebio.empty"},
		{"07/27/2022", "07/27/2022", "usebio.date usebio.empty"},
		{"last week", "last week", "usebio.date usebio.empty"},
		{"", "", "usebio.empty"},
	} {
		rec := read(t, file(mp, "<DATE>"+tc.in+"</DATE>", ""))
		if got := shelf.Acts[event.Opened](rec.Facts)[0].Date; got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.in, got, tc.want)
		}
		if got := strings.Join(keys(rec), " "); got != tc.keys {
			t.Errorf("%q: warnings %q, want %q", tc.in, got, tc.keys)
		}
	}
}

// TestDeals shows the ways of a hand record.
func TestDeals(t *testing.T) {
	const rest = `<HAND><DIRECTION>East</DIRECTION><SPADES>KQJ</SPADES><HEARTS>AKQ</HEARTS><DIAMONDS>AKQ</DIAMONDS><CLUBS>AKQJ</CLUBS></HAND>` +
		`<HAND><DIRECTION>S</DIRECTION><SPADES>T987</SPADES><HEARTS>JT9</HEARTS><DIAMONDS>JT9</DIAMONDS><CLUBS>T98</CLUBS></HAND>` +
		`<HAND><DIRECTION>west</DIRECTION><SPADES>65432</SPADES><HEARTS>8765</HEARTS><DIAMONDS>8765</DIAMONDS><CLUBS></CLUBS></HAND>`
	const deal = "N:A.432.432.765432 KQJ.AKQ.AKQ.AKQJ T987.JT9.JT9.T98 65432.8765.8765."
	hand := func(spades, clubs string) string {
		return `<HAND><DIRECTION>North</DIRECTION><CLUBS>` + clubs + `</CLUBS><SPADES>` + spades + `</SPADES><HEARTS>4 3,2</HEARTS><DIAMONDS>432</DIAMONDS></HAND>`
	}
	for _, tc := range []struct{ name, board, want, keys string }{
		{"sound", hand("A", "765432") + rest, "N, None, " + deal, ""},
		{"no deal", "", "", ""},
		{"dealer and vulnerability", "<DEALER>East</DEALER><VULNERABILITY>N/S</VULNERABILITY>" + hand("A", "765432") + rest, "E, NS, " + deal, ""},
		{"dealer and vulnerability that are none", "<DEALER>me</DEALER><VULNERABILITY>red</VULNERABILITY>" + hand("A", "765432") + rest, "N, None, " + deal, "usebio.dealer usebio.vulnerability"},
		{"a rank that is none", hand("Z", "765432") + rest, "N, None, N:.432.432.765432 KQJ.AKQ.AKQ.AKQJ T987.JT9.JT9.T98 65432.8765.8765.", "usebio.rank usebio.deal_short"},
		{"a card twice in a hand", hand("AA", "765432") + rest, "N, None, " + deal, "usebio.card_twice"},
		{"a card in two hands", hand("K", "765432") + rest, "", "usebio.deal"},
		{"a hand missing", rest, "N, None, N:- KQJ.AKQ.AKQ.AKQJ T987.JT9.JT9.T98 65432.8765.8765.", "usebio.deal_short"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec := read(t, file(mp, "", board(1, "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 CONTRACT=PASS SCORE=0 NS_MATCH_POINTS=0 EW_MATCH_POINTS=0")+
				"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"+tc.board+"</BOARD></HANDSET>"))
			got := ""
			for _, b := range shelf.Acts[event.BoardSet](rec.Facts) {
				got += fmt.Sprintf("%v, %v, %v", b.Dealer, b.Vul, b.Deal)
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestDealsTwice shows what a deal is that stands in a file twice.
func TestDealsTwice(t *testing.T) {
	const north = "<HAND><DIRECTION>N</DIRECTION><SPADES>AKQJT98765432</SPADES></HAND>"
	for _, tc := range []struct{ name, first, second, want, keys string }{
		{"the same", north, north, "N:AKQJT98765432... - - -", "usebio.deal_short usebio.deal_short"},
		{"another", north, strings.Replace(north, "SPADES>", "HEARTS>", 2), "N:AKQJT98765432... - - -", "usebio.deal_short usebio.deal_short usebio.deal_differs"},
		{"first the dealer alone", "<DEALER>N</DEALER>", north, "N:AKQJT98765432... - - -", "usebio.deal_short"},
		{"then the dealer alone", north, "<DEALER>N</DEALER>", "N:AKQJT98765432... - - -", "usebio.deal_short"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const set = "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>%s</BOARD></HANDSET>"
			rec := read(t, file(mp, fmt.Sprintf(set+set, tc.first, tc.second), board(1, "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 SCORE=110")))
			got := shelf.Acts[event.BoardSet](rec.Facts)
			if len(got) != 1 || got[0].Deal.String() != tc.want {
				t.Errorf("got %+v, want %s", got, tc.want)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestTeams shows lists of teams in other words.
func TestTeams(t *testing.T) {
	rec := read(t, `<USEBIO><EVENT EVENT_TYPE="NEW_TEAMS"><PARTICIPANTS>
<TEAM><TEAM_NUMBER>1</TEAM_NUMBER><PAIR><PAIR_NUMBER>11</PAIR_NUMBER></PAIR></TEAM>
<TEAM TEAM_ID=2 TEAM_NAME='Otters'><PAIR><PAIR_NUMBER>12</PAIR_NUMBER></PAIR></TEAM>
<TEAM/>
</PARTICIPANTS>
<MATCH><ROUND_NUMBER>one</ROUND_NUMBER></MATCH>`+
		board(1, "NS_PAIR_NUMBER=11 EW_PAIR_NUMBER=12 SCORE=110", "NS_PAIR_NUMBER=2 EW_PAIR_NUMBER=1 SCORE=110")+`</EVENT></USEBIO>`)
	if d := cmp.Diff([]string{"played : (110)", "played board 1, 2-1: (110)"}, acts(rec)); d != "" {
		t.Error(d)
	}
	want := []string{"usebio.type", "usebio.method", "usebio.team", "usebio.ordinal"}
	if d := cmp.Diff(want, keys(rec)); d != "" {
		t.Errorf("%s%+v", d, rec.Warnings)
	}
}

// TestEvents reads a file that holds several.
func TestEvents(t *testing.T) {
	const two = `<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>One</EVENT_DESCRIPTION></EVENT>` +
		`<EVENT EVENT_TYPE="BUTLER_PAIRS"><EVENT_DESCRIPTION>Two</EVENT_DESCRIPTION></EVENT></USEBIO>`
	records, err := usebio.ReadAll(strings.NewReader(two))
	if err != nil || len(records) != 2 {
		t.Fatalf("%d events, %v", len(records), err)
	}
	if o := shelf.Acts[event.Opened](records[1].Facts)[0]; o.Title != "Two" || o.Method != event.Butler {
		t.Errorf("%+v", o)
	}
	if d := cmp.Diff([]string{"usebio.events", "usebio.empty"}, keys(read(t, two))); d != "" {
		t.Error(d)
	}
}
