package usebio_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/usebio"
)

var update = flag.Bool("update", false, "write what was read to testdata/*.txt")

// TestFiles reads each testdata/*.xml and compares all that came of it with the
// text beside it.
func TestFiles(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.xml")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%q, %v", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rec, err := usebio.Read(f)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, rec)
			got := show(rec)
			golden := strings.TrimSuffix(path, ".xml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func testdata(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// show prints a record, one thing a line.
func show(rec *event.Record) string {
	var b strings.Builder
	for _, f := range rec.Facts {
		fmt.Fprintln(&b, act(rec, f.Act))
	}
	for _, l := range rec.Published.Lines {
		fmt.Fprintf(&b, "line %s: %s, %s\n", meeting(l.Meeting), printed(l.Value.NS), printed(l.Value.EW))
	}
	for _, p := range rec.Published.Totals {
		fmt.Fprintf(&b, "total %v: %s, %s, place %q\n", p.Contestant, printed(p.Total), printed(p.Percent), p.Place)
	}
	for _, w := range rec.Warnings {
		fmt.Fprintf(&b, "warning %d %s: %s\n", w.Line, w.Err.Key, w.Text())
	}
	return b.String()
}

func act(rec *event.Record, a event.Act) string {
	switch a := a.(type) {
	case event.Opened:
		return fmt.Sprintf("opened %q at %q on %q: %s, %s, %d, by %q", a.Title, a.Club, a.Date, a.Kind, a.Method, a.Winners, a.Producer)
	case event.Registered:
		who := []string{}
		for _, id := range a.Persons {
			who = append(who, fmt.Sprintf("%s %s %v", id, rec.People[id].Name, rec.People[id].MemberIDs))
		}
		return fmt.Sprintf("registered %v: %s", a.Contestant, strings.Join(who, ", "))
	case event.BoardSet:
		return fmt.Sprintf("board %d of session %d: %v, %v, %v", a.Board, a.Session, a.Dealer, a.Vul, a.Deal)
	case event.Played:
		s := "played " + meeting(a.Meeting) + ":"
		if !a.Result.IsZero() {
			s += " " + a.Result.String()
		}
		if a.Score != nil {
			s += fmt.Sprintf(" (%d)", *a.Score)
		}
		return s
	case event.NotPlayed:
		return "not played " + meeting(a.Meeting)
	case event.SatOut:
		return "sat out " + meeting(a.Meeting)
	case event.Ruled:
		return "ruled " + meeting(a.Meeting) + ": " + award(a.Award.NS) + ", " + award(a.Award.EW)
	}
	at := func(m event.MatchRef) string {
		return fmt.Sprintf("%v-%s, session %d, round %d, table %d", m.Home, contestant(m.Away), m.Session, m.Round, m.Table)
	}
	vp := func(home, away *exact.Fraction) string {
		if home == nil {
			return ""
		}
		return ", victory points " + home.Short(2) + ":" + away.Short(2)
	}
	switch a := a.(type) {
	case event.Drawn:
		return fmt.Sprintf("drawn %s: boards %d, triangle %t, knock-out %t", at(a.MatchRef), a.Boards, a.Triangle, a.Knockout)
	case event.MatchScored:
		return fmt.Sprintf("scored %s: %v:%v", at(a.MatchRef), a.HomeOf, a.AwayOf) + vp(a.HomeVP, a.AwayVP)
	case event.MatchRuled:
		return fmt.Sprintf("ruled %s: %s", at(a.MatchRef), a.Ruling) + vp(a.HomeVP, a.AwayVP)
	}
	return fmt.Sprintf("%T", a)
}

func award(a event.Award) string {
	if a.Kind == event.FixedPercent {
		return a.Percent.Short(4) + "%"
	}
	return string(a.Kind)
}

func meeting(m event.Meeting) string {
	s := fmt.Sprintf("board %d, %s-%s", m.Board, contestant(m.NS), contestant(m.EW))
	for _, n := range []struct {
		name string
		n    int
	}{{"session", m.Session}, {"round", m.Round}, {"table", m.Table}} {
		if n.n != 0 {
			s += fmt.Sprintf(", %s %d", n.name, n.n)
		}
	}
	return s
}

func contestant(c event.Contestant) string {
	if c.IsZero() {
		return "nobody"
	}
	return c.String()
}

func printed(p *event.Printed) string {
	if p == nil {
		return "none"
	}
	return p.Value.Decimal(p.Decimals)
}
