package usebio_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestReal reads the real files: the counts that stand beside them, and for each
// the facts and published numbers of the same event from the shelf.
func TestReal(t *testing.T) {
	for _, tc := range []struct {
		file, event          string
		method               event.Method
		winners              int
		pairs, boards, lines int
		warnings             []string // keys
	}{
		{"butler-mitchell", "usebio-butler-mitchell", event.Butler, 2, 14, 35, 245, nil},
		{"unknown-event-type", "usebio-butler-mitchell", event.Butler, 2, 14, 35, 245, []string{"usebio.type"}},
		{"cross-imp-howell", "usebio-crossimp-howell", event.CrossIMPs, 1, 9, 27, 108, nil},
		{"mp-howell", "usebio-mp-howell", event.Matchpoints, 1, 12, 27, 161, nil},
		{"mp-mitchell-ragged", "usebio-mp-mitchell-ragged", event.Matchpoints, 2, 16, 24, 134, nil},
		// The line that is coded A5050 and holds 23/11 of 40.
		{"mp-mitchell-adjusted", "usebio-mp-mitchell-21t-adjusted", event.Matchpoints, 2, 42, 27, 567, []string{"usebio.code_differs"}},
	} {
		t.Run(tc.file, func(t *testing.T) {
			want := shelf.EventNamed(t, tc.event).Record
			got, err := usebio.Read(shelf.Open(t, "real/usebio/"+tc.file+".xml"))
			if err != nil {
				t.Fatal(err)
			}
			opened := shelf.Acts[event.Opened](got.Facts)
			if o := opened[0]; len(opened) != 1 || o.Kind != event.Pairs || o.Method != tc.method || o.Winners != tc.winners ||
				o.Title == "" || o.Club == "" || len(o.Date) != 10 || o.Date[4] != '-' {
				t.Errorf("opened %+v", opened)
			}
			checkField(t, got, tc.pairs)
			if n := len(shelf.Acts[event.BoardSet](got.Facts)); n != tc.boards {
				t.Errorf("%d deals, want %d", n, tc.boards)
			}
			for _, b := range shelf.Acts[event.BoardSet](got.Facts) {
				if !b.Deal.Complete() || b.Dealer != b.Board.Dealer() || b.Vul != b.Board.Vulnerability() {
					t.Errorf("board %d: %+v", b.Board, b)
				}
			}
			lines := meetings(got)
			if len(lines) != tc.lines {
				t.Errorf("%d lines, want %d", len(lines), tc.lines)
			}
			if d := cmp.Diff(meetings(want), lines, values); d != "" {
				t.Errorf("facts (-events +file):\n%s", d)
			}
			if d := cmp.Diff(byMeeting(want.Published.Lines), byMeeting(got.Published.Lines), values, numbers); d != "" {
				t.Errorf("published lines (-events +file):\n%s", d)
			}
			if d := cmp.Diff(byContestant(want.Published.Totals), byContestant(got.Published.Totals), values); d != "" {
				t.Errorf("published totals (-events +file):\n%s", d)
			}
			if d := cmp.Diff(tc.warnings, keys(got)); d != "" {
				t.Errorf("warnings (-want +got):\n%s\n%+v", d, got.Warnings)
			}
			apply(t, got)
		})
	}
}

// checkField holds the pairs against their number: two persons each, with their
// names and numbers.
func checkField(t *testing.T, rec *event.Record, pairs int) {
	t.Helper()
	registered := shelf.Acts[event.Registered](rec.Facts)
	if len(registered) != pairs {
		t.Errorf("%d pairs, want %d", len(registered), pairs)
	}
	for _, r := range registered {
		if names := rec.People.Names(r.Persons); len(names) != 2 {
			t.Errorf("%v: %d names", r.Contestant, len(names))
		}
	}
	numbered := 0
	for _, p := range rec.People {
		if p.MemberIDs["national"] != "" && p.MemberIDs["club"] != "" {
			numbered++
		}
	}
	if numbered < len(rec.People)*9/10 {
		t.Errorf("%d of %d persons have both numbers", numbered, len(rec.People))
	}
}

// apply walks all facts through an event: none may be refused.
func apply(t fataler, rec *event.Record) {
	t.Helper()
	if _, err := event.Fold(rec.Facts); err != nil {
		t.Fatalf("%v, of these facts:\n%s", err, show(rec))
	}
}

// fataler is a test, or one run of a property.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// meetings are the acts at the tables.
func meetings(rec *event.Record) []event.Act {
	var acts []event.Act
	for _, f := range rec.Facts {
		switch f.Act.(type) {
		case event.Played, event.NotPlayed, event.SatOut, event.Ruled:
			acts = append(acts, f.Act)
		}
	}
	return acts
}

func byMeeting(lines []event.PublishedLine) map[event.Meeting]event.PublishedLine {
	m := map[event.Meeting]event.PublishedLine{}
	for _, l := range lines {
		m[l.Meeting] = l
	}
	return m
}

func byContestant(totals []event.PublishedTotal) map[event.Contestant]event.PublishedTotal {
	m := map[event.Contestant]event.PublishedTotal{}
	for _, l := range totals {
		m[l.Contestant] = l
	}
	return m
}

// keys are the kinds of warnings in their order.
func keys(rec *event.Record) []string {
	var keys []string
	for _, w := range rec.Warnings {
		keys = append(keys, w.Err.Key)
	}
	return slices.Clip(keys)
}

var (
	// values compares the values whose fields are their own affair.
	values = cmp.Options{
		cmp.Comparer(func(a, b bridge.Result) bool { return a == b }),
		cmp.Comparer(func(a, b exact.Fraction) bool { return a.Equal(b) }),
	}

	// numbers compares what was printed by value alone: a file prints 19.0 and 7,
	// the events of the shelf one number of decimals.
	numbers = cmp.Comparer(func(a, b *event.Printed) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Value.Equal(b.Value))
	})
)

// BenchmarkRead reads the largest real file.
func BenchmarkRead(b *testing.B) {
	text := shelf.Bytes(b, "real/usebio/mp-mitchell-adjusted.xml")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := usebio.Read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}
