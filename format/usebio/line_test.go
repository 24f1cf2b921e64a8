package usebio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
)

// file is a small event of made-up pairs 1 to 4 around these elements.
func file(attrs, head, body string) string {
	var pairs strings.Builder
	for n := range 4 {
		fmt.Fprintf(&pairs, "<PAIR><PAIR_NUMBER>%d</PAIR_NUMBER></PAIR>", n+1)
	}
	return fmt.Sprintf("<USEBIO><EVENT %s>%s<PARTICIPANTS>%s</PARTICIPANTS>%s</EVENT></USEBIO>", attrs, head, pairs.String(), body)
}

const mp = `EVENT_TYPE="MP_PAIRS"`

// elements writes "CONTRACT=4H TRICKS=10" as elements.
func elements(s string) string {
	var b strings.Builder
	for f := range strings.FieldsSeq(s) {
		name, value, _ := strings.Cut(f, "=")
		fmt.Fprintf(&b, "<%s>%s</%s>", name, strings.ReplaceAll(value, "_", " "), name)
	}
	return b.String()
}

// board writes a board with these lines.
func board(number int, lines ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<BOARD><BOARD_NUMBER>%d</BOARD_NUMBER>", number)
	for _, l := range lines {
		b.WriteString("<TRAVELLER_LINE>" + elements(l) + "</TRAVELLER_LINE>")
	}
	b.WriteString("</BOARD>")
	return b.String()
}

func read(t *testing.T, text string) *event.Record {
	t.Helper()
	rec, err := usebio.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	apply(t, rec)
	return rec
}

// acts are the acts at the tables as text.
func acts(rec *event.Record) []string {
	var out []string
	for _, a := range meetings(rec) {
		out = append(out, strings.Replace(act(rec, a), "board 1, 1-2", "", 1))
	}
	return out
}

// TestLines shows what a line of board 1, nobody vulnerable, between 1 and 2
// becomes.
func TestLines(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		acts       string
		keys       string
	}{
		{"a result", "CONTRACT=4HX PLAYED_BY=S LEAD=KD TRICKS=9 SCORE=-100", "played : 4HX-1 S DK (-100)", ""},
		{"redoubled", "CONTRACT=1NTXX PLAYED_BY=W TRICKS=7 SCORE=-560", "played : 1NTXX= W (-560)", ""},
		{"with blanks", "CONTRACT=4_H_X PLAYED_BY=South LEAD=10_S TRICKS=9 SCORE=-100", "played : 4HX-1 S ST (-100)", ""},
		{"symbols and stars", "CONTRACT=4♥* PLAYED_BY=S LEAD=♦K TRICKS=9 SCORE=−100", "played : 4HX-1 S DK (-100)", ""},
		{"N for notrump", "CONTRACT=3NX PLAYED_BY=n LEAD=TD TRICKS=9 SCORE=+550", "played : 3NTX= N DT (550)", ""},
		{"lead suit first", "CONTRACT=3NT PLAYED_BY=N LEAD=h2 TRICKS=9 SCORE=400", "played : 3NT= N H2 (400)", ""},
		{"tricks over", "CONTRACT=3NT PLAYED_BY=N TRICKS=+1 SCORE=430", "played : 3NT+1 N (430)", ""},
		{"tricks under", "CONTRACT=3NT PLAYED_BY=N TRICKS=-1 SCORE=-50", "played : 3NT-1 N (-50)", ""},
		{"a result without a score", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=", "played : 3NT= N", ""},
		{"a score alone", "SCORE=-110", "played : (-110)", ""},
		{"a score with a decimal", "SCORE=-110.0", "played : (-110)", ""},
		{"passed out", "CONTRACT=PASS SCORE=0", "played : Pass (0)", ""},
		{"passed out, in words", "CONTRACT=Passed_out SCORE=0", "played : Pass (0)", ""},
		{"passed out, but for a score", "CONTRACT=PASS SCORE=50", "played : (50)", "usebio.score_differs"},
		{"not played", "CONTRACT= PLAYED_BY= TRICKS= SCORE=0", "not played ", ""},
		{"not played, no score", "CONTRACT= SCORE=", "not played ", ""},
		{"no contract anywhere and 0", "SCORE=0", "not played ", "usebio.not_played"},
		{"0 with matchpoints", "CONTRACT= SCORE=0 NS_MATCH_POINTS=2 EW_MATCH_POINTS=0", "not played ", "usebio.not_played"},
		{"an empty line", "", "not played ", "usebio.not_played"},
		{"NP", "SCORE=NP", "not played ", ""},
		{"a score that the result has not", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=600", "played : (600)", "usebio.score_differs"},
		{"a score of the other side", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=-400", "played : (-400)", "usebio.score_differs"},
		{"a score that no contract has", "SCORE=435", "played : (435)", "usebio.score_impossible"},
		{"a score of a vulnerable side", "SCORE=620", "played : (620)", "usebio.score_impossible"},
		{"a score beyond all", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=25001", "played : 3NT= N", "usebio.score_range"},
		{"a score beyond all, alone", "SCORE=-2000000000", "not played ", "usebio.score_range usebio.not_played"},
		{"a score beyond counting", "SCORE=20000000000", "not played ", "usebio.score usebio.not_played"},
		{"a score that is a word", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=lots", "played : 3NT= N", "usebio.score"},
		{"a contract of eight", "CONTRACT=8S PLAYED_BY=N TRICKS=13 SCORE=450", "played : (450)", "usebio.contract"},
		{"no declarer", "CONTRACT=4S PLAYED_BY= TRICKS=10 SCORE=420", "played : (420)", "usebio.declarer"},
		{"fourteen tricks", "CONTRACT=4S PLAYED_BY=N TRICKS=14 SCORE=420", "played : (420)", "usebio.result"},
		{"tricks that are none", "CONTRACT=4S PLAYED_BY=N TRICKS=? SCORE=420", "played : (420)", "usebio.tricks"},
		{"a contract without more", "CONTRACT=4S PLAYED_BY=N TRICKS= SCORE=0", "not played ", "usebio.tricks usebio.not_played"},
		{"a lead that is none", "CONTRACT=3NT PLAYED_BY=N LEAD=ZZ TRICKS=9 SCORE=400", "played : 3NT= N (400)", "usebio.lead"},
		{"average", "SCORE=A5050", "ruled : 50%, 50%", ""},
		{"60 and 40", "SCORE=A6040", "ruled : 60%, 40%", ""},
		{"60 and 40 with a stroke", "SCORE=A60/40", "ruled : 60%, 40%", ""},
		{"without a letter", "SCORE=40/60", "ruled : 40%, 60%", ""},
		{"the whole and nothing", "SCORE=100/0", "ruled : 100%, 0%", ""},
		{"more than the whole", "SCORE=A150/0", "not played ", "usebio.score usebio.not_played"},
		{"A+ and A-", "SCORE=A+/A-", "ruled : A+, A-", ""},
		{"AVE", "SCORE=ave", "ruled : A, A", ""},
		{"AVE+ to nobody in particular", "SCORE=AVE+", "ruled : A+, A+", "usebio.code"},
		{"a ruling beside a result", "CONTRACT=3NT PLAYED_BY=N TRICKS=9 SCORE=A6060", "played : 3NT= N\nruled : 60%, 60%", ""},
		{"points that are no number", "SCORE=110 NS_MATCH_POINTS=two", "played : (110)", "usebio.number"},
		{"an element twice", "SCORE=110 SCORE=120", "played : (110)", "usebio.unread"},
		{"an element that is not known", "SCORE=110 TEMPO=slow", "played : (110)", "usebio.unread"},
		{"an empty one that is not known", "SCORE=110 TEMPO=", "played : (110)", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			line := "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 " + tc.line
			other := "NS_PAIR_NUMBER=3 EW_PAIR_NUMBER=4 CONTRACT=PASS SCORE=0 NS_MATCH_POINTS=0 EW_MATCH_POINTS=2"
			rec := read(t, file(mp, "", board(1, line, other)))
			got := acts(rec)
			if got := strings.Join(got[:len(got)-1], "\n"); got != tc.acts {
				t.Errorf("got %q, want %q", got, tc.acts)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestSeats shows who plays a line.
func TestSeats(t *testing.T) {
	for _, tc := range []struct{ name, line, act, keys string }{
		{"a sit-out", "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=", "sat out board 1, 1-nobody", ""},
		{"a sit-out of the other side", "EW_PAIR_NUMBER=3", "sat out board 1, nobody-3", ""},
		{"a sit-out with an average", "NS_PAIR_NUMBER=1 SCORE=A6040", "sat out board 1, 1-nobody", ""},
		{"a result against nobody", "NS_PAIR_NUMBER=1 SCORE=420", "sat out board 1, 1-nobody", "usebio.sat_out"},
		{"nobody", "SCORE=420", "", "usebio.nobody usebio.empty"},
		{"itself", "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=1 SCORE=420", "", "usebio.itself usebio.empty"},
		{"somebody who is not listed", "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=9 SCORE=420", "played board 1, 1-9: (420)", "usebio.unlisted"},
		{"a label that is no number", "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=Otters SCORE=420", "played board 1, 1-5: (420)", "usebio.label usebio.unlisted"},
		{"a number too long to be one", "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=123456 SCORE=420", "played board 1, 1-5: (420)", "usebio.label usebio.unlisted"},
		{"blanks, case and noughts", "NS_PAIR_NUMBER=01 EW_PAIR_NUMBER=_2_ SCORE=420", "played board 1, 1-2: (420)", ""},
		{"a direction that the list has not", "NS_PAIR_NUMBER=1_ns EW_PAIR_NUMBER=2EW SCORE=420", "played board 1, 1-2: (420)", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec := read(t, file(mp, "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", board(1, tc.line)))
			got := ""
			for _, a := range meetings(rec) {
				got += act(rec, a)
			}
			if got != tc.act {
				t.Errorf("got %q, want %q", got, tc.act)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestAwards shows that printed matchpoints win over a code, and on which top.
func TestAwards(t *testing.T) {
	line := func(ns, ew int, rest string) string {
		return fmt.Sprintf("NS_PAIR_NUMBER=%d EW_PAIR_NUMBER=%d %s", ns, ew, rest)
	}
	full := board(1, line(1, 2, "SCORE=110 NS_MATCH_POINTS=4 EW_MATCH_POINTS=0"),
		line(3, 4, "SCORE=100 NS_MATCH_POINTS=2 EW_MATCH_POINTS=2"), line(5, 6, "SCORE=50 NS_MATCH_POINTS=0 EW_MATCH_POINTS=4"))
	for _, tc := range []struct{ name, boards, ruled, keys string }{
		{"as coded", full + board(2, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=2.4 EW_MATCH_POINTS=1.6")), "60%, 40%", ""},
		{"as coded, rounded", full + board(2, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=2 EW_MATCH_POINTS=2")), "60%, 40%", ""},
		{"changed by hand", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=3 EW_MATCH_POINTS=1")), "75%, 25%", "usebio.code_differs"},
		{"changed for one side", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=3.0")), "75%, 50%", "usebio.code_differs"},
		{"nothing printed", full + board(2, line(1, 2, "SCORE=A6040")), "60%, 40%", ""},
		{"a third", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=1.3 EW_MATCH_POINTS=2.7")), "32.5%, 67.5%", "usebio.code_differs"},
		{"one point for a win", board(1,
			line(1, 2, "SCORE=110 NS_MATCH_POINTS=2 EW_MATCH_POINTS=0"), line(3, 4, "SCORE=100 NS_MATCH_POINTS=1 EW_MATCH_POINTS=1"),
			line(5, 6, "SCORE=50 NS_MATCH_POINTS=0 EW_MATCH_POINTS=2")) +
			board(2, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=1.2 EW_MATCH_POINTS=0.8")), "60%, 40%", ""},
		{"the awarded line counts for the top", board(1, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=1.2 EW_MATCH_POINTS=0.8"),
			line(3, 4, "SCORE=100 NS_MATCH_POINTS=1 EW_MATCH_POINTS=1")), "60%, 40%", ""},
		{"nothing but awards", board(1, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=1.2 EW_MATCH_POINTS=0.8"),
			line(3, 4, "SCORE=A6040 NS_MATCH_POINTS=1.2 EW_MATCH_POINTS=0.8")), "60%, 40%\n60%, 40%", ""},
		{"a board of one", board(1, line(1, 2, "SCORE=A6040 NS_MATCH_POINTS=1 EW_MATCH_POINTS=0")), "60%, 40%", ""},
		{"less than nothing", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=-3 EW_MATCH_POINTS=2")), "50%, 50%", "usebio.code_range"},
		{"more than the top", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=4.1 EW_MATCH_POINTS=1")), "50%, 25%", "usebio.code_range usebio.code_differs"},
		{"the top", full + board(2, line(1, 2, "SCORE=A5050 NS_MATCH_POINTS=4 EW_MATCH_POINTS=0")), "100%, 0%", "usebio.code_differs"},
		{"far more than the top", full + board(2, line(1, 2, "SCORE=A9010 NS_MATCH_POINTS=99999999999999999999 EW_MATCH_POINTS=0.4")), "90%, 10%", "usebio.code_range"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			pairs := "<PARTICIPANTS><PAIR><PAIR_NUMBER>5</PAIR_NUMBER></PAIR><PAIR><PAIR_NUMBER>6</PAIR_NUMBER></PAIR></PARTICIPANTS>"
			rec := read(t, file(mp, pairs, tc.boards))
			var ruled []string
			for _, a := range meetings(rec) {
				if r, ok := a.(event.Ruled); ok {
					ruled = append(ruled, award(r.Award.NS)+", "+award(r.Award.EW))
				}
			}
			if got := strings.Join(ruled, "\n"); got != tc.ruled {
				t.Errorf("got %q, want %q", got, tc.ruled)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
	t.Run("IMPs", func(t *testing.T) {
		rec := read(t, file(`EVENT_TYPE="BUTLER_PAIRS"`, "", board(1,
			line(1, 2, "SCORE=A5050 NS_BUTLER_POINTS=0 EW_BUTLER_POINTS=0"), line(3, 4, "SCORE=110 NS_BUTLER_POINTS=0 EW_BUTLER_POINTS=0"))))
		want := []string{"ruled : 50%, 50%", "played board 1, 3-4: (110)"}
		if d := cmp.Diff(want, acts(rec)); d != "" || len(rec.Warnings) > 0 {
			t.Errorf("(-want +got):\n%s%+v", d, rec.Warnings)
		}
	})
}
