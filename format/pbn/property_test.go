package pbn_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestEverythingFolds draws whole files that say anything in every place: an event
// accepts all facts that are made of them.
func TestEverythingFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawFile(t)
		f, err := pbn.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		rec := f.Record()
		if len(shelf.Acts[event.Opened](rec.Facts)) == 0 {
			return // boards without a result
		}
		if _, err := event.Fold(rec.Facts); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}

// What files hold in each place, sound or not.
var (
	drawnLabels = []string{"-", "", "0", "1", "2", "3", "07", "1NS", "2EW", "A1", "B2EW", "Para-7", "9999", "99999999999999999999", "-1", "Otters"}
	drawnScores = []string{
		"-", "", "0", "420", "-100", "NS 420", "EW -50", "25000", "25001", "-25001", "2147483648", "99999999999999999999",
		"^A+/A-", "^AVE", "^60", "^60/40", "^A6040", "^150", "^-5", "^100/0", "lots",
	}
	drawnPoints   = []string{"-", "", "0", "1.5", "-3", "100", "100.01", "99999999999999999999", "^60", "^A+", "^150", "x"}
	drawnContract = []string{"-", "", "4S", "3NTXX", "Pass", "8S", "4", "?"}
	drawnSeats    = []string{"-", "", "N", "S", "E", "W", "^S", "X"}
	drawnTricks   = []string{"-", "", "0", "9", "13", "14", "-1", "NS 9", "EW 14", "99999999999999999999"}
	drawnNumbers  = []string{"-", "", "0", "1", "7", "-1", "99999999999999999999", "one"}
	drawnNames    = []string{"", "Anna", "Bert", "Clara#12", "Para-1", "Para-2", "?", "##"}
)

// drawFile draws a file.
func drawFile(t *rapid.T) string {
	var b strings.Builder
	pick := func(what string, of []string) string { return rapid.SampledFrom(of).Draw(t, what) }
	some := func(what string, most int) int { return rapid.IntRange(0, most).Draw(t, what) }
	tag := func(name string, of []string) {
		if some("tag "+name, 2) > 0 {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, pick(name, of))
		}
	}
	table := func(name string, columns map[string][]string) {
		var names []string
		for _, c := range rapid.Permutation(keysOf(columns)).Draw(t, "columns of "+name) {
			if some("column "+c, 3) > 0 {
				names = append(names, c)
			}
		}
		if len(names) == 0 {
			return
		}
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.Join(names, ";"))
		for range some("rows of "+name, 4) {
			for _, c := range names {
				cell := pick(c, columns[c])
				if cell == "" || strings.ContainsAny(cell, " #") {
					cell = `"` + cell + `"`
				}
				b.WriteString(cell + " ")
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("% PBN 2.1\n")
	for _, d := range []struct {
		name   string
		values []string
	}{
		{"Overtrick-Winners", []string{"1", "2", "3"}},
		{"Overtrick-Regulation", []string{"wbf", "pary", "nobody"}},
		{"Overtrick-Expected", drawnNumbers},
	} {
		if some(d.name+" is there", 3) == 0 {
			fmt.Fprintf(&b, "%%%s %s\n", d.name, pick(d.name, d.values))
		}
	}
	for range some("games", 4) {
		tag("Event", []string{"", "Evening"})
		tag("Date", []string{"", "2026.03.03", "2026.02.31"})
		fmt.Fprintf(&b, "[Board \"%s\"]\n", pick("board", []string{"1", "2", "0", "-1", "x", "99999999999999999999"}))
		for _, seat := range []string{"North", "East", "South", "West"} {
			tag(seat, drawnNames)
		}
		tag("Dealer", drawnSeats)
		tag("Vulnerable", []string{"", "None", "All", "NS", "red"})
		tag("Scoring", []string{"", "MP", "IMP;Cross", "Butler", "BAM", "Rubber", "Chicago"})
		tag("Competition", []string{"", "Pairs", "Teams", "Individuals"})
		tag("HomeTeam", drawnNames)
		tag("VisitTeam", drawnNames)
		tag("Room", []string{"", "Open", "Closed", "Kitchen"})
		tag("Declarer", drawnSeats)
		tag("Contract", drawnContract)
		tag("Result", drawnTricks)
		tag("Score", drawnScores)
		tag("ScoreMP", drawnPoints)
		tag("Round", drawnNumbers)
		tag("Table", drawnNumbers)
		tag("PairNS", drawnLabels)
		tag("PairEW", drawnLabels)
		table("ScoreTable", map[string][]string{
			"Session": drawnNumbers, "Section": {"-", "A", "b", "1"}, "Round": drawnNumbers, "Table": drawnNumbers, "PairId_NS": drawnLabels,
			"PairId_EW": drawnLabels, "Contract": drawnContract, "Declarer": drawnSeats, "Result": drawnTricks, "Score_NS": drawnScores,
			"Score_EW": drawnScores, "MP_NS": drawnPoints, "MP_EW": drawnPoints, "Percentage_NS": drawnPoints, "Percentage_EW": drawnPoints,
			"Names_NS": drawnNames, "Names_EW": drawnNames,
		})
		table("TotalScoreTable", map[string][]string{
			"Rank": drawnNumbers, "PairId": drawnLabels, "Section": {"-", "A", "b"}, "TotalMP": drawnPoints, "TotalPercentage": drawnPoints, "Names": drawnNames,
		})
		b.WriteString("\n")
	}
	return b.String()
}

// keysOf lists the columns of a table in their order.
func keysOf(columns map[string][]string) []string { return slices.Sorted(maps.Keys(columns)) }

// TestRankedByName: in an event of two lists, a row of the ranking that has a name
// and no number is of the list that knows the name.
func TestRankedByName(t *testing.T) {
	f, err := pbn.Read(strings.NewReader("%Overtrick-Winners 2\n[Board \"1\"]\n[Scoring \"MP\"]\n" +
		"[ScoreTable \"Names_NS;Names_EW;Score_NS\"]\n\"Anna\" \"Bert\" 420\n\"Clara\" \"David\" -50\n" +
		"[TotalScoreTable \"Rank;Names\"]\n1 \"Clara\"\n2 \"Bert\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	rec := f.Record()
	if _, err := event.Fold(rec.Facts); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, total := range rec.Published.Totals {
		got += total.Place + " " + total.Contestant.String() + "\n"
	}
	if want := "1 3NS\n2 2EW\n"; got != want || len(rec.Warnings) > 0 {
		t.Errorf("got %q, want %q, %+v", got, want, rec.Warnings)
	}
}

// TestUnknownRegulation: rules that this release does not know leave an event that
// it can rank by others.
func TestUnknownRegulation(t *testing.T) {
	f, err := pbn.Read(strings.NewReader("%Overtrick-Regulation nobody\n[Board \"1\"]\n[Scoring \"MP\"]\n" +
		"[ScoreTable \"PairId_NS;PairId_EW;Score_NS\"]\n1 2 420\n3 4 -50\n"))
	if err != nil {
		t.Fatal(err)
	}
	rec := f.Record()
	if o := shelf.Acts[event.Opened](rec.Facts)[0]; o.Regulation != "" {
		t.Errorf("regulation %q", o.Regulation)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Err.Key != "pbn.regulation" {
		t.Errorf("%+v", rec.Warnings)
	}
}
