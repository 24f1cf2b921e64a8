package table_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestReal writes the pairs events of the shelf as tables and reads them again: they
// stand as before, each under the regulation of its program.
func TestReal(t *testing.T) {
	n := 0
	for _, e := range shelf.Events(t) {
		if shelf.Acts[event.Opened](e.Record.Facts)[0].Kind != event.Pairs {
			continue
		}
		n++
		t.Run(e.Name, func(t *testing.T) {
			var results, pairs bytes.Buffer
			if _, err := table.Write(&results, e.Record); err != nil {
				t.Fatal(err)
			}
			if _, err := table.WritePairs(&pairs, e.Record); err != nil {
				t.Fatal(err)
			}
			list, err := table.ReadPairs(&pairs, "")
			if err != nil {
				t.Fatal(err)
			}
			again, err := table.Options{Pairs: list}.Read(&results)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range again.Warnings {
				if w.Err.Key != "table.rare" {
					t.Errorf("line %d: %s", w.Line, w.Text())
				}
			}
			before := shelf.Acts[event.Opened](e.Record.Facts)[0]
			opened := shelf.Acts[event.Opened](again.Facts)[0]
			if max(before.Winners, 1) != opened.Winners {
				t.Errorf("%d lists of winners, before %d", opened.Winners, before.Winners)
			}
			again.Facts[0].Act = before // which a table does not hold
			if diff := cmp.Diff(standings(t, e.Record), standings(t, again)); diff != "" {
				t.Errorf("(-before +after)\n%s", diff)
			}
		})
	}
	if n == 0 {
		t.Error("no pairs event on the shelf")
	}
}

// standings says how an event stands: each row, and what each line of each board
// brought.
func standings(t *testing.T, rec *event.Record) []string {
	t.Helper()
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			out = append(out, fmt.Sprintf("%s %d %v %q %d %v", l.Name, r.Rank, r.Contestant, rec.People.Name(r.Persons), r.Boards, r.Total))
		}
	}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			out = append(out, fmt.Sprintf("%d.%d %v %v %v %v %v", b.Session, b.Board, b.Vul, l.Meeting, l.State, l.Result, l.Points))
		}
	}
	return out
}
