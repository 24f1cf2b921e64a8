package table_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/score"
)

var (
	opened  = event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 1}
	meeting = event.Meeting{Board: 1, NS: event.Contestant{Number: 1}, EW: event.Contestant{Number: 2}}
)

func result(s string) bridge.Result {
	r, err := bridge.ParseResult(s)
	if err != nil {
		panic(err)
	}
	return r
}

// TestWrite: a meeting is written as it stands in the end, and what a table does not
// hold is named.
func TestWrite(t *testing.T) {
	later := meeting
	later.Round, later.Table = 3, 4
	two := opened
	two.Winners = 2
	side := func(n int, s bridge.Side) event.Contestant { return event.Contestant{Number: n, Side: s} }
	for _, c := range []struct {
		name string
		acts []event.Act
		want string // without the line of the header
		lost []string
	}{
		{"a correction", []event.Act{
			opened, event.Played{Meeting: meeting, Result: result("4S= N")}, event.Played{Meeting: later, Result: result("4S-1 N")},
		}, "3,4,1,1,2,4S,N,9,-50", []string{"table.lost.history"}},
		{"not played after all", []event.Act{
			opened, event.Played{Meeting: meeting, Result: result("4S= N")}, event.NotPlayed{Meeting: meeting},
		}, "1,1,2,,,,,NP,NP", []string{"table.lost.history"}},
		{"a ruling withdrawn", []event.Act{
			opened,
			event.Played{Meeting: meeting, Result: result("4S= N HK")},
			event.Ruled{Meeting: meeting, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.Average}}},
			event.Ruled{Meeting: meeting},
		}, "1,1,2,4S,N,10,HK,420", []string{"table.lost.history"}},
		{"taken back", []event.Act{opened, event.Played{Meeting: meeting, Result: result("4S= N")}, event.Voided{Meeting: meeting}}, "", []string{"table.lost.history"}},
		{"taken back, and played", []event.Act{
			opened, event.Voided{Meeting: meeting}, event.Played{Meeting: meeting, Score: new(score.Points(420))},
		}, "1,1,2,,,,420", []string{"table.lost.history"}},
		{"a deal and a heading", []event.Act{
			event.Opened{Title: "Pairs", Kind: event.Pairs, Method: event.Butler, Winners: 1},
			event.BoardSet{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Deal: bridgetest.Deals().Example(1)},
			event.Played{Meeting: meeting, Result: bridge.PassedOut()},
		}, "1,1,2,pass,,,0", []string{"table.lost.heading", "table.lost.deals"}},
		{"sides that cannot be seen", []event.Act{
			two, event.Played{Meeting: event.Meeting{Board: 1, NS: side(1, bridge.NS), EW: side(2, bridge.EW)}, Score: new(score.Points(50))},
		}, "1,1NS,2EW,,,,50", nil},
		{"sides that can", []event.Act{
			two, event.Played{Meeting: event.Meeting{Board: 1, NS: side(1, bridge.NS), EW: side(1, bridge.EW)}, Score: new(score.Points(50))},
		}, "1,1,1,,,,50", nil},
		{"an arrow-switch", []event.Act{
			two, event.Played{Meeting: event.Meeting{Board: 1, NS: side(1, bridge.EW), EW: side(1, bridge.NS)}, Score: new(score.Points(50))},
		}, "1,1EW,1NS,,,,50", nil},
		{"sections", []event.Act{
			opened,
			event.Played{Meeting: event.Meeting{Board: 1, NS: event.Contestant{Section: "A", Number: 1}, EW: event.Contestant{Section: "A", Number: 2}}, Score: new(score.Points(50))},
			event.Played{Meeting: event.Meeting{Board: 1, NS: event.Contestant{Section: "A", Number: 3}, EW: event.Contestant{Section: "B", Number: 4}}, Score: new(score.Points(50))},
		}, "A,1,1,2,,,,50\n,1,A3,B4,,,,50", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := &event.Record{}
			rec.Add(c.acts...)
			var b bytes.Buffer
			lost, err := table.Write(&b, rec)
			if err != nil {
				t.Fatal(err)
			}
			_, rows, _ := strings.Cut(strings.TrimSuffix(b.String(), "\n"), "\n")
			if rows != c.want {
				t.Errorf("got\n%s\nwant\n%s", rows, c.want)
			}
			var keys []string
			for _, e := range lost {
				keys = append(keys, e.Key)
			}
			if diff := cmp.Diff(c.lost, keys); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWriteWho: who entered a fact and what a file prints as results have no column.
func TestWriteWho(t *testing.T) {
	rec := &event.Record{Published: event.Published{Totals: []event.PublishedTotal{{Contestant: meeting.NS, Place: "1"}}}}
	rec.Add(opened)
	rec.Facts = append(rec.Facts, event.Fact{
		ID: "1", By: "Anna", At: time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC), Act: event.Played{Meeting: meeting, Score: new(score.Points(50))},
	})
	lost, err := table.Write(&bytes.Buffer{}, rec)
	if err != nil || len(lost) != 2 || lost[0].Key != "table.lost.history" || lost[1].Key != "table.lost.published" {
		t.Errorf("%v, %v", lost, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct {
		act event.Act
		key string
	}{
		{event.Opened{Kind: "quartets", Method: event.IMPs}, "table.kind"},
		{event.Played{Meeting: meeting, Score: new(score.Points(621))}, "table.edition"},
		{event.Played{Meeting: meeting, Result: result("4S= N"), Score: new(score.Points(450))}, "table.edition"},
		{event.Ruled{Meeting: meeting, Assigned: bridge.BySide[[]event.Assigned]{
			NS: []event.Assigned{{Score: new(score.Points(621)), Weight: exact.Int(1)}}, EW: []event.Assigned{{Score: new(score.Points(50)), Weight: exact.Int(1)}},
		}}, "table.edition"},
	} {
		rec := &event.Record{}
		rec.Add(opened, c.act)
		_, err := table.Write(&bytes.Buffer{}, rec)
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != c.key || e.Code != bridge.Unsupported {
			t.Errorf("%+v: %v, want %s", c.act, err, c.key)
		}
	}
}

// full is a writer that takes nothing.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteFails(t *testing.T) {
	rec := &event.Record{}
	rec.Add(opened, event.Played{Meeting: meeting, Score: new(score.Points(50))})
	if _, err := table.Write(full{}, rec); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if _, err := table.WritePairs(full{}, rec); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func TestWritePairs(t *testing.T) {
	rec := &event.Record{People: event.People{}}
	anna := rec.People.Add(event.Person{Name: "Anna; the first", MemberIDs: map[string]string{"member": "17", "national": "4711"}})
	bert := rec.People.Add(event.Person{Name: "Bert"})
	rec.Add(opened, event.Registered{Contestant: event.Contestant{Section: "A", Number: 1}, Persons: []event.PersonID{anna, bert}})
	var b bytes.Buffer
	lost, err := table.WritePairs(&b, rec)
	if err != nil || len(lost) != 2 || lost[0].Key != "table.lost.numbers" || lost[1].Key != "table.lost.names" {
		t.Errorf("%v, %v", lost, err)
	}
	if want := "number,section,names,ids\n1,A,\"Anna, the first;Bert\",17\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestReadFails: what a reader cannot deliver is no fault of the table.
func TestReadFails(t *testing.T) {
	if _, err := table.Read(broken{}); bridge.CodeOf(err) != bridge.Internal || !errors.Is(err, errFull) {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errFull }
