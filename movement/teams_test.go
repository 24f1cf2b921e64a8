package movement_test

import (
	"testing"

	"github.com/overtrick/overtrick/movement"
)

// TestTeams: each size of each movement for teams is sound, its matches are closed,
// and it is as much of a round robin as it says.
func TestTeams(t *testing.T) {
	for family, want := range map[string]struct {
		copies int                 // 0: all tables
		met    func(teams int) int // of how many each meets
	}{
		"american_whist_teams": {1, func(n int) int { return n - 2 + n%2 }},
		"new_england_relay":    {2, func(n int) int { return n - 1 }},
		"stagger":              {2, func(n int) int { return n - 1 }},
		"patton":               {2, func(n int) int { return n - 1 }},
		"round_robin":          {0, func(n int) int { return n - 1 }},
		"circulation":          {0, func(n int) int { return n - 1 }},
		"triangle":             {1, func(n int) int { return n - 1 }},
		"head_to_head":         {1, func(n int) int { return n - 1 }},
	} {
		allSizes(t, family, "", func(m *movement.Movement, a *movement.Audit) {
			copies := want.copies
			if copies == 0 {
				copies = m.Tables - m.Tables%2
			}
			met := want.met(m.Tables)
			switch m.Variant {
			case "stanza_1": // those an odd number of tables away
				met = m.Tables / 2
			case "stanza_2":
				met = m.Tables/2 - 1
			}
			if a.Contestants != m.Tables || a.Copies != copies || a.Matches != m.Tables*met/2 || a.Opponents.Min != met || a.Opponents.Max != met {
				t.Errorf("%s %d: %d teams, %d copies (want %d), %d matches, %v opponents (want %d)", family, m.Tables, a.Contestants, a.Copies, copies, a.Matches, a.Opponents, met)
			}
			if family == "patton" { // no home tables there
				return
			}
			for i := range m.Slots {
				if s := &m.Slots[i]; !s.Empty() && s.NS[0] != s.Table {
					t.Errorf("%s %d: team %d sits North-South at table %d", family, m.Tables, s.NS[0], s.Table)
				}
			}
		})
	}
}

// TestAmericanWhistACBL: the boards move before the first round too, and nothing else
// changes.
func TestAmericanWhistACBL(t *testing.T) {
	allSizes(t, "american_whist_teams", "acbl", func(m *movement.Movement, a *movement.Audit) {
		plain, err := movement.Make("american_whist_teams", movement.Ask{Tables: m.Tables})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range m.Slots {
			want := plain.Slots[i]
			want.Set = want.Set%m.Tables + 1
			if s != want {
				t.Errorf("%d teams: %+v, want %+v", m.Tables, s, want)
			}
		}
		if a.Copies != 1 {
			t.Errorf("%d teams: %d copies", m.Tables, a.Copies)
		}
	})
}

// TestStanzas: in the first stanza the odd numbers meet the even ones, which is a match
// of two clubs; in the second one they meet among themselves. All play all sets.
func TestStanzas(t *testing.T) {
	for tables := 4; tables <= 50; tables += 2 {
		for variant, parity := range map[string]int{"stanza_1": 1, "stanza_2": 0} {
			m, err := movement.Make("stagger", movement.Ask{Tables: tables, Variant: variant})
			if err != nil {
				t.Fatal(err)
			}
			if a := m.Audit(); !a.Sound() || a.Opponents.Min != m.Rounds || a.Opponents.Max != m.Rounds {
				t.Errorf("%d teams, %s: %v opponents, %v", tables, variant, a.Opponents, a.Faults())
			}
			for _, s := range m.Slots {
				if (s.NS[0]+s.EW[0])%2 != parity {
					t.Errorf("%d teams, %s: %s", tables, variant, s)
				}
			}
		}
	}
}

// TestHeadToHead: the two ways to play a match.
func TestHeadToHead(t *testing.T) {
	for variant, want := range map[string]string{"": "1-2/1 1-2/2 2-1/2 2-1/1", "duplicated": "1-2/1 2-1/1"} {
		m, err := movement.Make("head_to_head", movement.Ask{Tables: 2, Variant: variant})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, s := range m.Slots {
			if i > 0 {
				got += " "
			}
			got += s.String()
		}
		if got != want || !m.Audit().Sound() {
			t.Errorf("%q: %s, want %s; %v", variant, got, want, m.Audit().Faults())
		}
	}
}

// TestRefusals: what there is none of is refused, with what there is instead.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		family string
		ask    movement.Ask
		want   string
	}{
		{"new_england_relay", movement.Ask{Tables: 7}, "new_england_relay is for an even number of teams, not 7: american_whist_teams is a full round robin of an odd number"},
		{"stagger", movement.Ask{Tables: 5}, "stagger is for an even number of teams, not 5: american_whist_teams is a full round robin of an odd number"},
		{"patton", movement.Ask{Tables: 9}, "patton is for an even number of teams, not 9: take american_whist_teams or round_robin"},
		{"patton", movement.Ask{Tables: 6}, "patton, tables: 6; there are movements for 8 to 32"},
		{"american_whist_teams", movement.Ask{Tables: 8, Rounds: 7}, "american_whist_teams, tables: 8, rounds: 7; there are movements of 6 rounds"},
		{"round_robin", movement.Ask{Tables: 8, Variant: "berger"}, `round_robin: there is no variant "berger", nor any other`},
		{"howell", movement.Ask{Tables: 8, Players: 16}, "howell has tables, not players: 16 players"},
		{"stagger", movement.Ask{Tables: 8, SkipAfter: 4}, "stagger: nobody skips a table in this movement"},
		{"cyclic_individual", movement.Ask{Tables: 8, SkipAfter: 4}, "cyclic_individual, tables: 8; there are movements for 2 to 7"},
		{"rainbow", movement.Ask{Tables: 7, SkipAfter: 4}, "rainbow: nobody skips a table in this movement"},
		{"rainbow", movement.Ask{Tables: 6}, "a rainbow for 6 tables: players would meet again, as the number can be divided by 2 or 3; there is one for 5 and for 7, and cyclic_individual for 8 to 28 players"},
		{"rainbow", movement.Ask{Tables: 8}, "a rainbow for 8 tables: players would meet again, as the number can be divided by 2 or 3; there is one for 7 and for 11, and cyclic_individual for 8 to 28 players"},
		{"rainbow_fixed_boards", movement.Ask{Tables: 9}, "a rainbow for 9 tables: players would meet again, as the number can be divided by 2 or 3; there is one for 7 and for 11, and cyclic_individual for 8 to 28 players"},
		{"rainbow", movement.Ask{Tables: 7, Players: 27}, "rainbow for 27 players: its 7 tables seat 28; cyclic_individual lets players sit out"},
		{"cyclic_individual", movement.Ask{Tables: 3, Players: 16}, "16 players at 3 tables: want 12 to 15"},
		{"cyclic_individual", movement.Ask{Tables: 7, Players: 30}, "no individual for 30 players is known: there are movements for 8 to 28, and rainbows for more"},
		{"cyclic_individual", movement.Ask{Tables: 1, Players: 7}, "no individual for 7 players is known: there are movements for 8 to 28, and rainbows for more"},
		{"cyclic_individual", movement.Ask{Players: 7}, "no individual for 7 players is known: there are movements for 8 to 28, and rainbows for more"},
		{"cyclic_individual", movement.Ask{Tables: 2, Variant: "copies"}, `cyclic_individual has the variant "copies" for 12 and 16 players, not for 8`},
		{"cyclic_individual", movement.Ask{Tables: 4, Rounds: 16}, "cyclic_individual, tables: 4, rounds: 16; there are movements of 12, 15 rounds"},
		{"three_quarter_howell", movement.Ask{Tables: 8, Rounds: 15}, "three_quarter_howell, tables: 8, rounds: 15; there are movements of 9-14 rounds"},
		{"barometer", movement.Ask{Tables: 8, Rounds: 16}, "barometer, tables: 8, rounds: 16; there are movements of 15 rounds"},
	} {
		_, err := movement.Make(c.family, c.ask)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %+v: %v, want %s", c.family, c.ask, err, c.want)
		}
	}
}
