package demo_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
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
	chance := seed.New(64)
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

// TestEvening: evening.pbn is this evening, and reading it gives the evening
// back. UPDATE=1 plays it anew.
func TestEvening(t *testing.T) {
	rec := evening(t)
	publish(t, rec)
	made := pbn.FromRecord(rec)
	for i, d := range deals(t) {
		made.Games[i].Set("DoubleDummyTricks", d.digits)
	}
	var b bytes.Buffer
	if err := pbn.Write(&b, made); err != nil {
		t.Fatal(err)
	}
	const path = "evening.pbn"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Fatalf("%s is stale; UPDATE=1 go test ./demo writes it anew (-committed +now):\n%s", path, cmp.Diff(string(got), b.String()))
	}

	file, err := pbn.Read(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	back := file.Record()
	for _, w := range slices.Concat(file.Warnings, back.Warnings) {
		t.Errorf("line %d: %s", w.Line, w.Text())
	}
	if differences, compared := standings(t, back).Compare(back.Published); len(differences) > 0 || compared < tables*rounds*set {
		t.Errorf("of %d printed numbers these differ: %v", compared, differences)
	}
	if diff := cmp.Diff(lists(t, rec), lists(t, back)); diff != "" {
		t.Errorf("the file ranks otherwise than the facts (-facts +file):\n%s", diff)
	}
}

func standings(t *testing.T, rec *event.Record) *event.Standings {
	t.Helper()
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lists ranks an event: each row in words.
func lists(t *testing.T, rec *event.Record) []string {
	t.Helper()
	s := standings(t, rec)
	rows := []string{fmt.Sprintf("%+v", s.Info)}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			rows = append(rows, fmt.Sprintf("%s %d %v %s %s %s", l.Name, r.Rank, r.Contestant, rec.People.Name(r.Persons), r.Total, r.Percent))
		}
	}
	return rows
}

// publish enters the ranking and the matchpoints of every line into the record,
// as a scoring program does.
func publish(t *testing.T, rec *event.Record) {
	t.Helper()
	s := standings(t, rec)
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			place := strconv.Itoa(r.Rank)
			if r.Tied {
				place += "="
			}
			rec.Published.Totals = append(rec.Published.Totals, event.PublishedTotal{
				Contestant: r.Contestant,
				Total:      event.ParsePrinted(r.Total.String()),
				Percent:    event.ParsePrinted(r.Percent.String()),
				Place:      place,
			})
		}
	}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			rec.Published.Lines = append(rec.Published.Lines, event.PublishedLine{Meeting: l.Meeting, Value: bridge.BySide[*event.Printed]{
				NS: event.ParsePrinted(l.Points.NS.Shown.String()),
				EW: event.ParsePrinted(l.Points.EW.Shown.String()),
			}})
		}
	}
}

// TestMovement: every pair plays every board once, and meets every pair of the
// other line once, for the boards of one round.
func TestMovement(t *testing.T) {
	played := map[event.Contestant]map[bridge.Board]int{}
	met := map[[2]event.Contestant]int{}
	count := func(c event.Contestant, b bridge.Board) {
		if played[c] == nil {
			played[c] = map[bridge.Board]int{}
		}
		played[c][b]++
	}
	for _, f := range evening(t).Facts {
		var m event.Meeting
		switch a := f.Act.(type) {
		case event.Played:
			m = a.Meeting
		case event.Ruled:
			m = a.Meeting
		default:
			continue
		}
		count(m.NS, m.Board)
		count(m.EW, m.Board)
		met[[2]event.Contestant{m.NS, m.EW}]++
	}
	if len(played) != 2*tables || len(met) != tables*tables {
		t.Fatalf("%d pairs in %d different matches, want %d in %d", len(played), len(met), 2*tables, tables*tables)
	}
	for c, boards := range played {
		if len(boards) != rounds*set {
			t.Errorf("%v plays %d different boards, want %d", c, len(boards), rounds*set)
		}
	}
	for p, n := range met {
		if n != set {
			t.Errorf("%v meets %v on %d boards, want %d", p[0], p[1], n, set)
		}
	}
}

// TestRealistic: the results are ones that a club could have. No trick count is
// far from what the cards allow, leads come from the leader's hand, and most
// boards see more than one result.
func TestRealistic(t *testing.T) {
	board := map[bridge.Board]deal{}
	for _, d := range deals(t) {
		board[d.board] = d
	}
	passed, doubled, made, down, same := 0, 0, 0, 0, 0
	results := map[bridge.Board]map[string]bool{}
	for _, f := range evening(t).Facts {
		p, ok := f.Act.(event.Played)
		if !ok {
			continue
		}
		r, d := p.Result, board[p.Board]
		if results[p.Board] == nil {
			results[p.Board] = map[string]bool{}
		}
		results[p.Board][r.String()] = true
		if r.PassedOut() {
			passed++
			continue
		}
		off := r.Tricks() - d.tricks[r.Declarer()][r.Contract().Strain]
		if off < -2 || off > 2 {
			t.Errorf("board %v: %v is %+d tricks from what the cards allow", p.Board, r, off)
		}
		if leader := r.Declarer().Next(); !d.cards.Hand(leader).Has(r.Lead()) {
			t.Errorf("board %v: %v, but %v does not hold that card", p.Board, r, leader)
		}
		if off == 0 {
			same++
		}
		if r.Contract().Doubling > bridge.Undoubled {
			doubled++
		}
		if r.Over() >= 0 {
			made++
		} else {
			down++
		}
	}
	for b, list := range results {
		if len(list) < 3 {
			t.Errorf("board %v has %d different results", b, len(list))
		}
	}
	for _, c := range []struct {
		what          string
		got, min, max int
	}{
		{"passed out", passed, 1, 3},
		{"doubled", doubled, 2, 12},
		{"made", made, 135, 185},
		{"down", down, 55, 105},
		{"as the cards allow", same, 100, 150},
	} {
		if c.got < c.min || c.got > c.max {
			t.Errorf("%s: %d results, want %d to %d", c.what, c.got, c.min, c.max)
		}
	}
}
