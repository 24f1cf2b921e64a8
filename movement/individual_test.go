package movement_test

import (
	"maps"
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
