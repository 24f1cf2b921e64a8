package usebio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
)

// TestEverythingFolds draws whole files that say anything in every place: an event
// accepts all that is read of them, and takes only what its own limits allow.
func TestEverythingFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawFile(t)
		rec, err := usebio.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		apply(t, rec)
		checkWritten(t, rec)
		for _, f := range rec.Facts {
			if p, ok := f.Act.(event.Played); ok && p.Score != nil && (*p.Score > 25_000 || *p.Score < -25_000) {
				t.Fatalf("score %d\n%s", *p.Score, text)
			}
		}
	})
}

// checkWritten: what is written is read, an event accepts it, and after that it is
// written as the same bytes.
func checkWritten(t fataler, rec *event.Record) {
	t.Helper()
	one, _, text := rewritten(t, rec)
	apply(t, one)
	two, _, second := rewritten(t, one)
	if _, _, third := rewritten(t, two); second != third {
		t.Fatalf("written, read and written otherwise:\n%s\n%s", cmp.Diff(second, third), text)
	}
}

// What files hold in each place, sound or not.
var (
	eventTypes = []string{"MP_PAIRS", "BUTLER_PAIRS", "CROSS_IMPS", "PAIRS", "SWISS_TEAMS", "TEAMS", "KO", "SWISS_PAIRS", "INDIVIDUAL", "LADDER", "", "ZZ"}
	labels     = []string{"", "0", "1", "2", "3", "1NS", "1EW", "2 NS", "A1", "B2EW", "ZZZZZZZZZZ9", "9999", "10000", "-1", "Otters", "1NSX", "99999999999999999999"}
	directions = []string{"", "NS", "EW", "N", "W", "sideways"}
	contracts  = []string{"", "4S", "3NT", "7NTXX", "1C*", "PASS", "8S", "0N", "4"}
	seatWords  = []string{"", "N", "South", "e", "W", "me"}
	tricks     = []string{"", "0", "10", "13", "14", "-1", "+3", "=", "99999999999999999999", "x"}
	scores     = []string{
		"", "0", "420", "-100", "620.0", "25000", "25001", "-25001", "2147483647", "-9999999999999", "NP", "AVE", "A+/A-", "A6040", "A5050",
		"A9010", "100/0", "60/40", "A150/0", "A60/-40", "lots",
	}
	points   = []string{"", "0", "1", "2", "1.5", "-3", "100", "99999999999999999999", "0.000000000000000000001", "1e9", "½", "-"}
	counters = []string{"", "0", "1", "7", "-1", "99999999999999999999", "one"}
)

// drawFile draws a file.
func drawFile(t *rapid.T) string {
	var b strings.Builder
	pick := func(what string, of []string) string { return rapid.SampledFrom(of).Draw(t, what) }
	some := func(what string, most int) int { return rapid.IntRange(0, most).Draw(t, what) }
	element := func(name, value string) { fmt.Fprintf(&b, "<%s>%s</%[1]s>", name, value) }
	maybe := func(name string, of []string) {
		if value := pick(name, of); value != "" {
			element(name, value)
		}
	}
	participants := func() {
		b.WriteString("<PARTICIPANTS>")
		for range some("pairs", 5) {
			b.WriteString("<PAIR>")
			maybe("PAIR_NUMBER", labels)
			maybe("DIRECTION", directions)
			maybe("TOTAL_SCORE", points)
			b.WriteString("</PAIR>")
		}
		for range some("teams", 2) {
			fmt.Fprintf(&b, `<TEAM TEAM_ID="%s"><PAIR>`, pick("team", labels))
			maybe("PAIR_NUMBER", labels)
			b.WriteString("</PAIR></TEAM>")
		}
		b.WriteString("</PARTICIPANTS>")
	}
	board := func() {
		b.WriteString("<BOARD>")
		element("BOARD_NUMBER", pick("board", []string{"1", "2", "3", "0", "x"}))
		maybe("VULNERABILITY", []string{"", "None", "All", "NS", "red"})
		maybe("DEALER", seatWords)
		maybe("IMPS", points)
		for range some("lines", 4) {
			b.WriteString("<TRAVELLER_LINE>")
			maybe("NS_PAIR_NUMBER", labels)
			maybe("EW_PAIR_NUMBER", labels)
			maybe("DIRECTION", directions)
			if some("four players", 3) == 0 {
				for _, seat := range []string{"N", "S", "E", "W"} {
					maybe(seat+"_PLAYER_NUMBER", labels)
				}
			}
			maybe("CONTRACT", contracts)
			maybe("PLAYED_BY", seatWords)
			maybe("TRICKS", tricks)
			maybe("SCORE", scores)
			for _, kind := range []string{"MATCH", "BUTLER"} {
				maybe("NS_"+kind+"_POINTS", points)
				maybe("EW_"+kind+"_POINTS", points)
			}
			maybe("ROUND_NUMBER", counters)
			maybe("TABLE_NUMBER", counters)
			b.WriteString("</TRAVELLER_LINE>")
		}
		b.WriteString("</BOARD>")
	}
	boards := func() {
		for range some("boards", 3) {
			board()
		}
		for range some("matches", 2) {
			b.WriteString("<MATCH>")
			maybe("ROUND_NUMBER", counters)
			maybe("TEAM", labels)
			maybe("OPPOSING_TEAM", labels)
			maybe("NS_PAIR_NUMBER", labels)
			maybe("EW_PAIR_NUMBER", labels)
			for _, name := range []string{"TEAM_SCORE", "OPPOSING_TEAM_SCORE", "TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"} {
				maybe(name, points)
			}
			maybe("START_BOARD_NUMBER", counters)
			maybe("END_BOARD_NUMBER", counters)
			board()
			b.WriteString("</MATCH>")
		}
	}
	fmt.Fprintf(&b, `<USEBIO><EVENT EVENT_TYPE="%s">`, pick("type", eventTypes))
	maybe("WINNER_TYPE", []string{"", "1", "2", "3"})
	maybe("PROGRAM_NAME", []string{"", "CompScore", "ScoreBridge", "Pary", "Magic Contest", "dupscore"})
	if some("participants of the event", 1) == 1 {
		participants()
	}
	for range some("sessions", 2) {
		b.WriteString("<SESSION>")
		for range some("sections", 2) {
			fmt.Fprintf(&b, `<SECTION SECTION_ID="%s">`, pick("section", []string{"", "A", "b", "1", "red", "ABCDEFGHI"}))
			participants()
			boards()
			b.WriteString("</SECTION>")
		}
		b.WriteString("</SESSION>")
	}
	boards()
	b.WriteString("</EVENT></USEBIO>")
	return b.String()
}
