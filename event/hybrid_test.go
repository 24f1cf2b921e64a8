package event_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// TestHybrid: two points a board, and victory points for the IMPs of the same boards: ten
// boards make 20 and 20, 40 in all (Iceland).
func TestHybrid(t *testing.T) {
	flat := [2]score.Points{50, 50}
	rooms := [][2]score.Points{{420, -50}, {110, 110}, {-100, 50}, flat, flat, flat, flat, flat, flat, flat}
	turned := make([][2]score.Points, len(rooms)) // the rooms of the one team are those of the other
	for i, r := range rooms {
		turned[i] = [2]score.Points{r[1], r[0]}
	}
	for _, c := range []struct {
		name, settings, home, away string
		rooms                      [][2]score.Points
	}{
		// 2 + 1 + 0 + 7 of 20, and 10 - 4 = 6 IMPs on ten boards: 12.18.
		{"continuous", "patton = vp", "22.18", "17.82", rooms},
		{"the other way round", "patton = vp", "17.82", "22.18", turned},
		{"discrete", "patton = vp\nvp.teams = wbf-discrete", "22.00", "18.00", rooms},
	} {
		e, err := event.Fold(duel(event.Patton, c.rooms))
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.StandingsUnder(packOf(t, c.settings))
		if err != nil {
			t.Fatal(err)
		}
		m := s.Matches[0]
		if home, away := m.VP.NS.String(), m.VP.EW.String(); home != c.home || away != c.away {
			t.Errorf("%s: %s to %s, want %s to %s", c.name, home, away, c.home, c.away)
		}
		for _, row := range s.Lists[0].Rows[:2] {
			if n, err := s.WhyRow(row.Contestant); err != nil || n.Check() != nil {
				t.Errorf("%s: %v, %v", c.name, n, err)
			}
		}
	}
	e, err := event.Fold(duel(event.Patton, rooms))
	if err != nil {
		t.Fatal(err)
	}
	for settings, code := range map[string]bridge.Code{
		"patton = vp\nvp.teams = none":   bridge.NotFound, // there is no scale
		"patton = vp\nvp.teams = acbl30": "",              // 6 to 8 and 9 to 11 boards have one
	} {
		if _, err := e.StandingsUnder(packOf(t, settings)); err != nil && code == "" || code != "" && bridge.CodeOf(err) != code {
			t.Errorf("%q: %v, want code %q", settings, err, code)
		}
	}
	short, err := event.Fold(duel(event.Patton, rooms[:3]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := short.StandingsUnder(packOf(t, "patton = vp\nvp.teams = acbl30")); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("three boards by a scale that has none: %v", err)
	}
}
