package event_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

// TestRealTeams: every board and every match of a real event of teams comes out as
// it was published.
func TestRealTeams(t *testing.T) {
	for _, f := range shelf.Events(t) {
		if len(f.Matches) == 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			s := standings(t, f.Record.Facts)
			differ, compared := s.Compare(f.Record.Published)
			for _, d := range differ {
				t.Error(d)
			}
			if compared < 170 {
				t.Errorf("only %d numbers were compared", compared)
			}
			if len(s.Matches) != len(f.Matches) {
				t.Errorf("%d matches, published %d", len(s.Matches), len(f.Matches))
			}
			t.Log(compared, len(s.Matches), len(f.Matches))
			for _, m := range s.Matches {
				t.Logf("%v-%v %v:%v VP %v:%v %s %d/%d", m.Home, m.Away, m.Won.NS, m.Won.EW, m.VP.NS, m.VP.EW, m.State, m.Scored, m.Length)
			}
			for _, m := range f.Matches {
				t.Logf("%+v", m)
			}
		})
	}
}

var (
	_ = event.Teams
	_ = bridge.NS
	_ = exact.Int[int]
	_ = score.Points(0)
)
