package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
)

func TestPenalties(t *testing.T) {
	const oneList, twoLists = "board,ns,ew,score\n1,1,2,420\n1,3,4,420\n", "board,ns,ew,score\n1,1,1,420\n1,2,3,420\n"
	for _, c := range []struct {
		name, results, penalties string
		want                     []string
	}{
		{"all columns", oneList, "pair;session;kind;amount;unit;reason\n1;2;disciplinary;0,5;MP;shouting; again\n", nil}, // a cell too many
		{"columns", oneList, "pair;session;kind;amount;unit;reason\n1;2;Disciplinary;0,5;MP;shouting\n2;;;10;%;\n", []string{
			"1: 1 in 2 disciplinary 1/2mp because shouting", "2: 2 in 0 procedural 10%",
		}},
		{"rounds", oneList, "pair,amount,round\n1,10%,2\n1,10%,3\n2,10%,\n", []string{"1: 1 in 0 round 2 procedural 10%", "2: 1 in 0 round 3 procedural 10%", "3: 2 in 0 procedural 10%"}},
		{"a round that is none", oneList, "pair,amount,round\n1,10%,0\n", nil},
		{"units in the amount", oneList, "pair,amount\n1,10%\n2,1/4 imps\n3,2VP\n4,1 standard\n", []string{
			"1: 1 in 0 procedural 10%", "2: 2 in 0 procedural 1/4imp", "3: 3 in 0 procedural 2vp", "4: 4 in 0 procedural 1standard",
		}},
		{"warnings", oneList, "pair,kind,reason\n1,warning,late\n2,WARNING,-\n", []string{"1: 1 in 0 warning 0 because late", "2: 2 in 0 warning 0 because -"}},
		{"twice", oneList, "pair,amount,reason\n1,10%,late\n1,10%,loud\n", []string{"1: 1 in 0 procedural 10% because late", "2: 1 in 0 procedural 10% because loud"}},
		{"one list, with sides", oneList, "pair,amount\n1NS,10%\n", []string{"1: 1 in 0 procedural 10%"}},
		{"two lists", twoLists, "pair,direction,amount\n1EW,,10%\n1,N-S,10%\n2,,10%\n3,,10%\n", []string{
			"1: 1EW in 0 procedural 10%", "2: 1NS in 0 procedural 10%", "3: 2NS in 0 procedural 10%", "4: 3EW in 0 procedural 10%",
		}},
		{"sections", "section,board,ns,ew,score\nA,1,1,2,420\n", "section,pair,amount\nA,1,10%\n,A2,10%\n", []string{"1: A1 in 0 procedural 10%", "2: A2 in 0 procedural 10%"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := table.ReadPenalties(strings.NewReader(c.penalties), "")
			if c.want == nil {
				if bridge.CodeOf(err) != bridge.Invalid {
					t.Fatalf("read %+v, %v", list, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			rec, err := table.Options{Penalties: list}.Read(strings.NewReader(c.results))
			if err != nil {
				t.Fatal(err)
			}
			got := say(rec)
			if diff := cmp.Diff(c.want, got[len(got)-len(c.want):]); diff != "" || len(rec.Warnings)+len(list.Warnings) > 0 {
				t.Error(diff, rec.Warnings, list.Warnings)
			}
			parts, _, err := streamed(table.Options{Penalties: list}, c.results)
			if err != nil {
				t.Fatal(err)
			}
			got = say(parts)
			if diff := cmp.Diff(c.want, got[len(got)-len(c.want):]); diff != "" {
				t.Errorf("board by board: %s", diff)
			}
		})
	}
}

// TestPenaltiesDoubted: what counts and is seldom meant is a warning with its line.
func TestPenaltiesDoubted(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"pair,amount\n1,10%\n2,10%\n1,10 %\n1,5%\n1,10%\n", []string{
			"4: table.penalty_twice: the same penalty stands in line 2: both count", "6: table.penalty_twice: the same penalty stands in line 2: both count",
		}},
		{"pair,session,amount\n1,1,10%\n1,2,10%\n", nil},
		{"pair,amount\n1,100%\n2,100.5%\n3,1000 mp\n", []string{"3: table.penalty_large: a penalty of 201/2% of a top is more than a whole board: it counts as it stands"}},
	} {
		list, err := table.ReadPenalties(strings.NewReader(c.text), "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range list.Warnings {
			got = append(got, fmt.Sprintf("%d: %s: %s", w.Line, w.Err.Key, w.Text()))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

// TestPenaltyUnits: a unit that the event does not count is refused where it stands, if
// it is known what the event is scored by.
func TestPenaltyUnits(t *testing.T) {
	const results = "board,ns,ew,score\n1,1,2,420\n1,3,4,420\n"
	for _, c := range []struct {
		text   string
		method event.Method
		want   string
	}{
		{"pair,amount,unit\n1,10,%\n2,4,imp\n", event.Matchpoints, "list of penalties, line 3, column unit: penalty of 2: an event scored by mp takes no penalty in imp"},
		{"pair,amount\n1,4 imp\n", event.Ascherman, "list of penalties, line 2, column amount: "},
		{"pair,amount\n1,10%\n", event.Butler, "list of penalties, line 2, column amount: "},
		{"pair,amount\n1,2 VP\n", event.CrossIMPs, "list of penalties, line 2, column amount: "},
		{"pair,amount,unit\n1,4,imp\n", event.Butler, ""},
		{"pair,kind\n1,warning\n", event.Butler, ""},
		{"pair,amount,unit\n1,4,imp\n", "", ""},
	} {
		list, err := table.ReadPenalties(strings.NewReader(c.text), "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = table.Options{Penalties: list, Method: c.method}.Read(strings.NewReader(results))
		if e, _ := errors.AsType[*bridge.Error](err); (err == nil) != (c.want == "") || err != nil && (e.Key != "event.penalty_unit" || !strings.HasPrefix(e.Error(), c.want)) {
			t.Errorf("%q, %s: %v, want %q", c.text, c.method, err, c.want)
		}
	}
}

func TestPenaltiesRefused(t *testing.T) {
	const twoLists = "board,ns,ew,score\n1,1,1,420\n1,2,3,420\n"
	for _, c := range []struct{ text, key, want string }{
		{"", "table.empty", "the table is empty"},
		{"pair,unit\n", "table.penalty_columns", "line 1: the header of a list of penalties lacks a column"},
		{"amount\n", "table.penalty_columns", "line 1: "},
		{"pair,amount\n,10%\n", "table.no_offender", "line 2, column pair: "},
		{"pair,amount\nx,10%\n", "table.contestant", "line 2, column pair: "},
		{"pair,section,amount\n1,1,10%\n", "table.section", "line 2, column section: "},
		{"pair,direction,amount\n1NS,EW,10%\n", "table.direction_differs", "line 2, column direction: "},
		{"pair,session,amount\n1,0,10%\n", "table.number", "line 2, column session: "},
		{"pair,kind,amount\n1,severe,10%\n", "table.penalty_kind", `line 2, column kind: kind "severe": want procedural, disciplinary or warning`},
		{"pair,amount\n1,-10%\n", "table.amount", `line 2, column amount: amount "-10%": want what is taken away, such as 10, 0,5 or 10%`},
		{"pair,amount\n1,1/0%\n", "table.amount", "line 2, column amount: "},
		{"pair,amount\n1,10 apples\n", "table.unit", `line 2, column amount: unit "apples": want %, mp, imp, vp or standard`},
		{"pair,amount,unit\n1,10,\n", "table.unit", "line 2, column unit: "},
		{"pair,amount,unit\n1,10%,mp\n", "table.units_differ", `line 2, column unit: unit "mp", but the amount says "%"`},
		{"pair,amount\n1,\n", "table.no_amount", "line 2, column amount: a penalty of nothing"},
		{"pair,amount\n1,0%\n", "table.no_amount", "line 2, column amount: "},
		{"pair,amount,kind\n1,5%,warning\n", "table.warning_amount", "line 2, column amount: "},
		{"pair,amount\n9,5%\n", "table.no_contestant", "list of penalties, line 2: contestant 9 neither plays nor is in the list of pairs"},
		{"pair,amount\n2EW,5%\n", "table.no_contestant", "list of penalties, line 2: contestant 2EW "},
		{"pair,amount\n1,5%\n", "table.which_pair", "list of penalties, line 2: contestant 1: there are two of this number: want 1NS or 1EW"},
	} {
		p, err := table.ReadPenalties(strings.NewReader(c.text), "")
		if err == nil {
			_, err = table.Options{Penalties: p}.Read(strings.NewReader(twoLists))
		}
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("%q: %v, want %s: %s", c.text, err, c.key, c.want)
		}
	}
}

// TestWritePenalties: a penalty is written as it stands in the end.
func TestWritePenalties(t *testing.T) {
	rec := &event.Record{}
	who := event.Contestant{Section: "A", Number: 1, Side: bridge.NS}
	for _, p := range []event.Penalised{
		{Ref: "x", Contestant: who, Session: 2, Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop},
		{Ref: "y", Contestant: who, Kind: event.Procedural, Amount: exact.Int(5), Unit: event.PenaltyTop},
		{Ref: "z", Contestant: who, Kind: event.Cautioned},
		{Ref: "x", Contestant: who, Session: 2, Kind: event.Disciplinary, Amount: exact.Of(1, 3), Unit: event.PenaltyMP},
		{Ref: "y", Contestant: who, Kind: event.Procedural},
	} {
		rec.Facts = append(rec.Facts, event.Fact{Act: p, Why: "late"})
	}
	var b bytes.Buffer
	lost, err := table.WritePenalties(&b, rec)
	if err != nil || len(lost) != 1 || lost[0].Key != "table.lost.history" {
		t.Error(lost, err)
	}
	const want = "pair,session,kind,amount,unit,reason\nA1NS,2,disciplinary,1/3,mp,late\nA1NS,,warning,,,late\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzReadPenalties: any list is read or refused with a key.
func FuzzReadPenalties(f *testing.F) {
	for _, s := range []string{"", "pair,amount", "pair;session;kind;amount;unit;reason\n1;2;dp;0,5;MP;\"a;b\"\n2NS;;warning;;;\n", "pair,amount\n1,1/3 imp\n1,x\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := table.ReadPenalties(bytes.NewReader(b), "")
		if err == nil {
			_, err = table.Options{Penalties: p}.Read(strings.NewReader("board,ns,ew,score\n1,1,2,420\n"))
		}
		if e, ok := err.(*bridge.Error); err != nil && (!ok || e.Key == "" || e.Code == bridge.Internal) {
			t.Fatalf("%#v", err)
		}
	})
}
