package slip_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// line is a line of a slip, as somebody wrote it.
type line struct {
	ns    event.Contestant
	entry slip.Entry
}

// travellers gives the slips of a file's event, each by the number of the
// North-South pair.
func travellers(t *testing.T, name string) map[bridge.Board][]line {
	t.Helper()
	rec, err := usebio.Read(shelf.Open(t, name))
	if err != nil {
		t.Fatal(err)
	}
	out := map[bridge.Board][]line{}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Played:
			points, err := score.Result(a.Result, a.Board.Vulnerability())
			if a.Score != nil {
				points, err = *a.Score, nil
			}
			if err != nil {
				t.Fatal(err)
			}
			e := slip.Entry{Kind: slip.Played, Result: a.Result, Score: points}
			if a.Result.IsZero() {
				e.Kind = slip.Scored
			}
			e.Result = e.Result.WithLead(0)
			out[a.Board] = append(out[a.Board], line{a.NS, e})
		case event.Ruled:
			if !a.Award.NS.IsZero() && !a.Award.EW.IsZero() {
				out[a.Board] = append(out[a.Board], line{a.NS, slip.Entry{Kind: slip.Awarded, Award: a.Award}})
			}
		case event.NotPlayed:
			out[a.Board] = append(out[a.Board], line{a.NS, slip.Entry{Kind: slip.NotPlayed, Late: a.Late}})
		}
	}
	for _, lines := range out {
		slices.SortStableFunc(lines, func(a, b line) int { return a.ns.Compare(b.ns) })
	}
	return out
}

// Keystrokes of a line, with Enter, over the travellers of five real events.
func TestKeystrokes(t *testing.T) {
	names := []string{"mp-howell", "mp-mitchell-ragged", "mp-mitchell-adjusted", "cross-imp-howell", "butler-mitchell"}
	for _, m := range []struct {
		mode slip.Mode
		most float64
	}{{slip.Contracts, 4.8}, {slip.ShortScores, 3.2}} {
		lines, keys, dittos, alone := 0, 0, 0, 0
		for _, name := range names {
			for board, slips := range travellers(t, "real/usebio/"+name+".xml") {
				c := slip.Context{Lang: notation.English, Mode: m.mode, Board: board, Vul: board.Vulnerability()}
				for _, l := range slips {
					text, ok := slip.Shortest(c, l.entry)
					if !ok {
						t.Fatalf("%s, board %d, %v: %v cannot be typed", name, board, l.ns, l.entry)
					}
					lines, keys = lines+1, keys+utf8.RuneCountInString(text)+1
					switch {
					case text == "":
						dittos++
					case strings.ContainsAny(text[:1], "+-=") && m.mode == slip.Contracts && l.entry.Kind == slip.Played:
						alone++
					}
					c.Above = &l.entry
				}
			}
		}
		mean := float64(keys) / float64(lines)
		t.Logf("%v: %.2f keys a line over %d lines; %d repeat the line above, %d its contract", m.mode, mean, lines, dittos, alone)
		if lines < 800 || mean > m.most {
			t.Errorf("%v: %.3f keys a line over %d lines, want at most %.1f over 800 or more", m.mode, mean, lines, m.most)
		}
	}
}
