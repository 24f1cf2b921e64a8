package movement_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/movement"
)

// TestRainbow: nobody meets anybody twice; with a swivel each met player was partner
// once and opponent twice.
func TestRainbow(t *testing.T) {
	for _, family := range []string{"rainbow", "rainbow_fixed_boards"} {
		allSizes(t, family, "", func(m *movement.Movement, a *movement.Audit) {
			T := m.Tables
			players := 4 * T
			couples := players * (players - 1) / 2
			partners, opponents := 2*T*T, 4*T*T
			if a.Copies != 1 || !maps.Equal(a.PartnerCounts, map[int]int{0: couples - partners, 1: partners}) || !maps.Equal(a.OpponentCounts, map[int]int{0: couples - opponents, 1: opponents}) {
				t.Errorf("%s of %d tables: %d copies, partners %v, opponents %v", family, T, a.Copies, a.PartnerCounts, a.OpponentCounts)
			}
			with, against := map[[2]int]int{}, map[[2]int]int{}
			for _, s := range m.Slots {
				for board := 1; board <= 3; board++ {
					w := movement.Swivel(s, board)
					if w.NS[0] != s.NS[0] {
						t.Fatalf("%s: North %d moves", s, w.NS[0])
					}
					if board == 1 && w != s {
						t.Fatalf("%s: board 1 is played as %s", s, w)
					}
					for i, x := range w.NS {
						with[[2]int{w.NS[0], w.NS[1]}] += i
						with[[2]int{w.EW[0], w.EW[1]}] += i
						for _, y := range w.EW {
							against[[2]int{min(x, y), max(x, y)}]++
						}
					}
				}
			}
			met := map[[2]int]int{}
			for k, n := range with {
				met[[2]int{min(k[0], k[1]), max(k[0], k[1])}] += n
			}
			if len(met) != 6*T*T || len(against) != 6*T*T {
				t.Errorf("%s of %d tables: %d couples were partners, %d opponents", family, T, len(met), len(against))
			}
			for k, n := range against {
				if n != 2 || met[k] != 1 {
					t.Errorf("%s of %d tables: %v partners %d times, opponents %d times", family, T, k, met[k], n)
				}
			}
		})
	}
}

// TestCyclicIndividual: each number of players is sound, all play equally often, and
// partners and opponents are spread as is stated.
func TestCyclicIndividual(t *testing.T) {
	for _, want := range []string{
		"8 7: 2 copies, 0 sit-outs, partners map[1:28], opponents map[2:28]",
		"9 9: 2 copies, 1 sit-outs, partners map[1:36], opponents map[1:9 2:18 3:9]",
		"10 10: 2 copies, 2 sit-outs, partners map[0:5 1:40], opponents map[1:10 2:35]",
		"11 11: 1 copies, 3 sit-outs, partners map[0:11 1:44], opponents map[1:22 2:33]",
		"12 11: 1 copies, 0 sit-outs, partners map[1:66], opponents map[0:11 1:11 2:22 3:11 4:11]",
		"12 11 copies: 3 copies, 0 sit-outs, partners map[1:66], opponents map[2:66]",
		"13 13: 1 copies, 1 sit-outs, partners map[1:78], opponents map[2:78]",
		"14 14: 2 copies, 2 sit-outs, partners map[0:7 1:84], opponents map[1:14 2:77]",
		"15 15: 1 copies, 3 sit-outs, partners map[0:15 1:90], opponents map[1:30 2:75]",
		"16 12: 1 copies, 0 sit-outs, partners map[0:24 1:96], opponents map[0:6 1:36 2:78]",
		"16 15: 1 copies, 0 sit-outs, partners map[1:120], opponents map[1:45 2:30 3:45]",
		"16 15 copies: 2 copies, 0 sit-outs, partners map[1:120], opponents map[2:120]",
		"17 17: 1 copies, 1 sit-outs, partners map[1:136], opponents map[1:17 2:102 3:17]",
		"18 18: 1 copies, 2 sit-outs, partners map[0:9 1:144], opponents map[1:18 2:135]",
		"19 19: 1 copies, 3 sit-outs, partners map[0:19 1:152], opponents map[1:38 2:133]",
		"20 19: 2 copies, 0 sit-outs, partners map[1:190], opponents map[2:190]",
		"21 21: 1 copies, 1 sit-outs, partners map[1:210], opponents map[2:210]",
		"22 22: 2 copies, 2 sit-outs, partners map[0:11 1:220], opponents map[1:22 2:209]",
		"23 23: 1 copies, 3 sit-outs, partners map[0:23 1:230], opponents map[1:46 2:207]",
		"24 23: 6 copies, 0 sit-outs, partners map[1:276], opponents map[2:276]",
		"25 25: 6 copies, 1 sit-outs, partners map[1:300], opponents map[2:300]",
		"26 26: 2 copies, 2 sit-outs, partners map[0:13 1:312], opponents map[1:26 2:299]",
		"27 27: 1 copies, 3 sit-outs, partners map[0:27 1:324], opponents map[1:54 2:297]",
		"28 27: 7 copies, 0 sit-outs, partners map[1:378], opponents map[1:27 2:324 3:27]",
	} {
		var ask movement.Ask
		size, _, _ := strings.Cut(want, ":")
		if n, err := fmt.Sscan(size, &ask.Players, &ask.Rounds, &ask.Variant); err != nil && n != 2 {
			t.Fatal(err)
		}
		ask.Tables = ask.Players / 4
		m, err := movement.Make("cyclic_individual", ask)
		if err != nil {
			t.Errorf("%s: %v", size, err)
			continue
		}
		a := m.Audit()
		got := fmt.Sprintf("%s: %d copies, %d sit-outs, partners %v, opponents %v", size, a.Copies, a.SitOuts, a.PartnerCounts, a.OpponentCounts)
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		if !a.Sound() || a.Contestants != ask.Players || a.Rounds.Min != a.Rounds.Max || a.SetPlays.Min != m.Tables || a.SetPlays.Max != m.Tables {
			t.Errorf("%s: %d players, rounds %v, set plays %v, %v", size, a.Contestants, a.Rounds, a.SetPlays, a.Faults())
		}
	}
	allSizes(t, "cyclic_individual", "", func(m *movement.Movement, a *movement.Audit) {
		if a.Contestants != 4*m.Tables || a.SitOuts > 0 {
			t.Errorf("%d tables: %d players, %d sit-outs", m.Tables, a.Contestants, a.SitOuts)
		}
	})
}
