package table_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/table/tabletest"
)

// TestRoundTrip: what is written is read as the same facts and people.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := tabletest.Records().Draw(t, "record")
		if _, err := event.Fold(rec.Facts); err != nil {
			t.Fatalf("drawn: %v", err)
		}
		var results, pairs, penalties bytes.Buffer
		for _, write := range []func() ([]*bridge.Error, error){
			func() ([]*bridge.Error, error) { return table.Write(&results, rec) },
			func() ([]*bridge.Error, error) { return table.WritePairs(&pairs, rec) },
			func() ([]*bridge.Error, error) { return table.WritePenalties(&penalties, rec) },
		} {
			lost, err := write()
			if err != nil || len(lost) > 0 {
				t.Fatalf("%v, lost: %v", err, lost)
			}
		}
		list, err := table.ReadPairs(bytes.NewReader(pairs.Bytes()), "")
		if err != nil {
			t.Fatalf("%v\n%s", err, pairs.String())
		}
		punished, err := table.ReadPenalties(bytes.NewReader(penalties.Bytes()), "")
		if err != nil {
			t.Fatalf("%v\n%s", err, penalties.String())
		}
		o := table.Options{Pairs: list}
		if len(punished.List) > 0 {
			o.Penalties = punished
		}
		again, err := o.Read(bytes.NewReader(results.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, results.String())
		}
		if diff := cmp.Diff(rec.Facts, again.Facts, cmp.Comparer(exact.Fraction.Equal), cmpopts.EquateComparable(bridge.Result{}, bridge.Deal{}, dd.Table{})); diff != "" {
			t.Fatalf("%s\n%s\n%s", diff, results.String(), pairs.String())
		}
		if diff := cmp.Diff(rec.People, again.People); diff != "" {
			t.Fatalf("%s\n%s", diff, pairs.String())
		}
		for _, w := range append(again.Warnings, list.Warnings...) {
			if w.Err.Key != "table.rare" {
				t.Fatalf("line %d: %s", w.Line, w.Text())
			}
		}
	})
}

// What files hold in each column, sound or not.
var drawnCells = map[string][]string{
	"session":   {"", "1", "2", "0", "x"},
	"section":   {"", "A", "b", "1"},
	"round":     {"", "0", "1", "99999999999"},
	"table":     {"", "1", "-1"},
	"board":     {"1", "2", "3", "1", "2", "", "x"},
	"vul":       {"", "none", "ns", "All", "-", "red"},
	"n":         {"1", "2", "5", "A1", ""},
	"s":         {"3", "4", "6", "1NS", ""},
	"e":         {"7", "8", "9", ""},
	"w":         {"10", "11", "1", ""},
	"ns":        {"1", "2", "3", "1", "2NS", "A1", "", "x"},
	"ew":        {"1", "2", "3", "4", "2EW", "A1", "", "x"},
	"contract":  {"", "4S", "3NTXX", "pass", "4♠x S +1", "8S", "-"},
	"declarer":  {"", "N", "south", "E", "x"},
	"result":    {"", "=", "+1", "-2", "10", "1", "+9"},
	"tricks":    {"", "10", "9", "14"},
	"lead":      {"", "HK", "10S", "x"},
	"score":     {"", "420", "-100", "0", "620", "1", "-9999999999", "x"},
	"ns_award":  {"", "A+", "60", "62,5%", "NP", "late", "bye", "3 IMP", "60% 4S S = ; 40% 4S S -1", "100% 420", "110", "x"},
	"ew_award":  {"", "A-", "40%", "200/3%", "NP", "bye", "4S S =", "50% 420; 50% -50"},
	"match":     {"", "1", "2", "A"},
	"room":      {"", "open", "C", "x"},
	"group":     {"", "a", "b"},
	"note":      {"", "late"},
	"elsewhere": {"", "?"},
}

// TestEverythingFolds draws tables that say anything in every place: an event
// accepts what is read of them, and what is refused has a key.
func TestEverythingFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := []string{"board", "ns", "ew", "score"}
		if rapid.Bool().Draw(t, "individuals") {
			columns = []string{"board", "n", "s", "e", "w", "score"}
		}
		for _, c := range []string{"session", "section", "round", "table", "match", "room", "vul", "contract", "declarer", "result", "tricks", "lead", "ns_award", "ew_award", "group", "note", "elsewhere"} {
			if rapid.IntRange(0, 3).Draw(t, "column "+c) == 0 {
				columns = append(columns, c)
			}
		}
		lines := []string{strings.Join(columns, "\t")}
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			var cells []string
			for _, c := range columns {
				cells = append(cells, rapid.SampledFrom(drawnCells[c]).Draw(t, c))
			}
			lines = append(lines, strings.Join(cells, "\t"))
		}
		check(t, []byte(strings.Join(lines, "\n")))
	})
}
