package demo_test

import (
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/seed"
)

const (
	tables = 9
	rounds = 9
	set    = 3 // boards a round
)

// pair is two people, and how many percentage points above an average pair they
// are expected to score.
type pair struct {
	names [2]string
	skill int
}

var pairs = bridge.BySide[[]pair]{
	NS: []pair{
		{[2]string{"Anna", "Bert"}, 10},
		{[2]string{"Edith", "Falk"}, -4},
		{[2]string{"Greta", "Henri"}, 4},
		{[2]string{"Ines", "Jakob"}, -2},
		{[2]string{"Katja", "Leo"}, 7},
		{[2]string{"Marie-Luise", "Norbert"}, -8},
		{[2]string{"Olga", "Pavel"}, 2},
		{[2]string{"Rosa", "Simon"}, -11},
		{[2]string{"Thea", "Ulrich"}, 5},
	},
	EW: []pair{
		{[2]string{"Vera", "Walter"}, 6},
		{[2]string{"Xenia", "Yuri"}, 12},
		{[2]string{"Zoë", "Adrian"}, -7},
		{[2]string{"Birgit", "Caspar"}, 1},
		{[2]string{"Dora", "Emil"}, -10},
		{[2]string{"Frieda", "Gustav"}, -6},
		{[2]string{"Hanna", "Igor"}, 0},
		{[2]string{"Clara", "Dieter"}, 8},
		{[2]string{"Konstantin", "Maximiliane"}, -3},
	},
}

// evening is the demo event as facts.
func evening(t *testing.T) *event.Record {
	t.Helper()
	rec := &event.Record{People: event.People{}}
	rec.Add(event.Opened{
		Title: "Open pairs", Club: "Riverside Bridge Club", Date: "2026-03-03",
		Kind: event.Pairs, Method: event.Matchpoints, Winners: 2,
	})
	for _, side := range bridge.Sides {
		for i, p := range pairs.Of(side) {
			rec.Add(event.Registered{
				Contestant: event.Contestant{Number: i + 1, Side: side},
				Persons: []event.PersonID{
					rec.People.Add(event.Person{Name: p.names[0]}),
					rec.People.Add(event.Person{Name: p.names[1]}),
				},
			})
		}
	}
	boards := deals(t)
	for _, d := range boards {
		rec.Add(event.BoardSet{Board: d.board, Dealer: d.board.Dealer(), Vul: d.board.Vulnerability(), Deal: d.cards})
	}

	// A Mitchell movement: North-South stay, East-West go up a table, boards down.
	chance := seed.New(69)
	for round := 1; round <= rounds; round++ {
		for n := 1; n <= tables; n++ {
			ns, ew := n, (n-round+tables)%tables+1
			for i := range set {
				d := boards[(n+round-2)%tables*set+i]
				m := event.Meeting{
					Round: round, Table: n, Board: d.board,
					NS: event.Contestant{Number: ns, Side: bridge.NS},
					EW: event.Contestant{Number: ew, Side: bridge.EW},
				}
				play := table{d, chance, bridge.BySide[int]{NS: pairs.NS[ns-1].skill, EW: pairs.EW[ew-1].skill}}
				r := play.play()
				if round == 5 && n == 2 && i == 0 { // East saw a card of this board before
					rec.Add(event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{
						NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus},
					}})
					continue
				}
				rec.Add(event.Played{Meeting: m, Result: r})
			}
		}
	}
	return rec
}

func TestLook(t *testing.T) {
	rec := evening(t)
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			t.Log(r.Rank, r.Contestant, rec.People.Name(r.Persons), r.Total, r.Percent)
		}
	}
	by := map[bridge.Board][]string{}
	for _, f := range rec.Facts {
		if p, ok := f.Act.(event.Played); ok {
			by[p.Board] = append(by[p.Board], p.Result.String())
		}
	}
	for b := bridge.Board(1); b <= 27; b++ {
		slices.Sort(by[b])
		t.Log(b, by[b])
	}
}
