package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

// FuzzRead: any text is read or refused with a key; an event accepts what is read,
// and what is written of it is read again and written as the same bytes.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "\xff\xfe", "board", "board,ns,ew,score", "board\tns\tew\tscore\n1\t1\t1\t420\n",
		"board,ns,ew,contract,declarer,result,lead,score\n1,1,2,4S,N,=,HK,420\n2,1,2,3NT,W,-2,,\n3,1,2,pass,,,,0\n",
		"sep=;\nboard;ns;ew;ns_award;ew_award;note\n1;A1;B2NS;62,5%;\"37,5\";\"a \"\"b\"\"\"\n2;1;;bye;\n3;1;2;NP;NP\n",
		"session,section,round,table,board,vul,ns,ew,score,ns_award,group\n1,a,1,1,1,all,1,1,620,60% 4S S = ; 40% -100,x\n",
		"match,room,round,table,board,ns,ew,score\n1,open,1,1,1,1,2,420\n1,c,1,2,1,2,1,-50\nx,o,1,3,1,3,4,420\n",
		"session,round,home,away,boards,home_imps,away_imps,home_vp,away_vp,note\n1,1,1,2,8,12,3,,,\n1,1,3,,,,,,,\n1,2,1,3,,,,12,8,adjusted: slow\n",
		"board,ns,ew,contract\n1,1,2,\"4♠x S\n",
		"# seed 7\nboard,ns,ew,score\n1,1,2,420\n2,1,1,110\n1,3,4,420\n", "sep=;\n#\n;;\nboard;n;s;e;w;score\n1;1;2;3;4;0\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { check(t, b) })
}

// FuzzReadPairs: any list is read or refused with a key.
func FuzzReadPairs(f *testing.F) {
	for _, s := range []string{"", "number", "number;names;ids\n1;A – B;1/2\n2NS;\"C;D\";\n", "number,direction,handicap\n1,NS,-2.5\n1,EW,x\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := table.ReadPairs(bytes.NewReader(b), "")
		if err != nil {
			if e, ok := err.(*bridge.Error); !ok || e.Key == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		rec, err := table.Options{Pairs: p}.Read(bytes.NewReader([]byte("board,ns,ew,score\n")))
		if err != nil {
			return // numbers without a direction
		}
		if _, err := event.Fold(rec.Facts); err != nil {
			t.Fatal(err)
		}
	})
}

// fataler is what a test and a property have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func check(t fataler, b []byte) {
	t.Helper()
	rec, err := table.Read(bytes.NewReader(b))
	checkStream(t, b, rec, err)
	if err != nil {
		if e, ok := err.(*bridge.Error); !ok || e.Key == "" || e.Code == bridge.Internal {
			t.Fatalf("%#v\n%s", err, b)
		}
		return
	}
	if _, err := event.Fold(rec.Facts); err != nil {
		t.Fatalf("the facts cannot be applied: %v\n%s", err, b)
	}
	for _, w := range rec.Warnings {
		if w.Line < 0 || w.Err.Key == "" || w.Text() == "" {
			t.Fatalf("warning %+v\n%s", w, b)
		}
	}
	if opened := rec.Facts[0].Act.(event.Opened); opened.Kind == event.Teams {
		checkHistory(t, b, rec)
	}
	var one, two bytes.Buffer
	if _, err := table.Write(&one, rec); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	again, err := table.Read(bytes.NewReader(one.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, b, one.String())
	}
	if _, err := table.Write(&two, again); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Fatalf("%v\n%s\n%s\n%s", err, b, one.String(), two.String())
	}
}

// checkHistory: what is said of whole matches is written and read as the same lines.
func checkHistory(t fataler, b []byte, rec *event.Record) {
	t.Helper()
	var one, two bytes.Buffer
	if _, err := table.WriteMatches(&one, rec); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	again, err := table.Read(bytes.NewReader(one.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, b, one.String())
	}
	if _, err := table.WriteMatches(&two, again); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Fatalf("%v\n%s\n%s\n%s", err, b, one.String(), two.String())
	}
}

// checkStream: board by board a table says as much as when it is read as a whole, or
// is refused for what only the whole can tell; it is refused where the whole is.
func checkStream(t fataler, b []byte, whole *event.Record, refused error) {
	t.Helper()
	rec, _, err := streamed(table.Options{}, string(b))
	e, _ := errors.AsType[*bridge.Error](err)
	switch {
	case err != nil && (e == nil || e.Key == "" || e.Code == bridge.Internal):
		t.Fatalf("%#v\n%s", err, b)
	case refused != nil && err == nil:
		t.Fatalf("read board by board, but refused as a whole: %v\n%s", refused, b)
	case refused == nil && err != nil && !slices.Contains([]string{"table.scattered", "table.late_side", "table.not_utf8", "table.stream_teams"}, e.Key):
		t.Fatalf("refused board by board: %v\n%s", err, b)
	case err == nil && len(rec.Facts) != len(whole.Facts):
		t.Fatalf("%d facts, as a whole %d\n%s", len(rec.Facts), len(whole.Facts), b)
	}
	if _, err := event.Fold(rec.Facts); len(rec.Facts) > 0 && err != nil {
		t.Fatalf("the facts of a stream cannot be applied: %v\n%s", err, b)
	}
}
