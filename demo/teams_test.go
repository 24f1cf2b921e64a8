package demo_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/seed"
)

const (
	teamRounds = 4
	teamBoards = 6 // in a match
)

// teams are the names and strengths of the teams.
var teams = []struct {
	name  string
	skill int
}{
	{"Fulmars", 6}, {"Gannets", 10}, {"Herons", -3}, {"Kestrels", 2}, {"Lapwings", -6}, {"Plovers", -9}, {"Ravens", 8}, {"Swifts", 0},
}

// swissTeams is the demo event of teams as facts: a Swiss, each round drawn from
// the one before it, the first one by seeding.
func swissTeams(t *testing.T) *event.Record {
	t.Helper()
	rec := &event.Record{People: event.People{}}
	rec.Add(event.Opened{Title: "Swiss teams", Club: "Riverside Bridge Club", Date: "2026-03-07", Kind: event.Teams, Method: event.IMPs})
	for i, team := range teams {
		rec.Add(event.Registered{Contestant: event.Contestant{Number: i + 1}, Persons: []event.PersonID{rec.People.Add(event.Person{Name: team.name})}})
	}
	boards := deals(t)
	for _, d := range boards[:teamRounds*teamBoards] {
		rec.Add(event.BoardSet{Board: d.board, Dealer: d.board.Dealer(), Vul: d.board.Vulnerability(), Deal: d.cards})
	}
	chance := seed.New(27)
	for round := 1; round <= teamRounds; round++ {
		d := nextRound(t, rec.Facts)
		for _, p := range d.Pairings {
			home, away := p.Contestants[0], p.Contestants[1]
			for _, board := range boards[(round-1)*teamBoards : round*teamBoards] {
				for room, sat := range [][2]int{{home, away}, {away, home}} {
					play := table{board, chance, bridge.BySide[int]{NS: teams[sat[0]-1].skill, EW: teams[sat[1]-1].skill}}
					rec.Add(event.Played{
						Meeting: event.Meeting{
							Round: round, Table: p.Table + room*len(teams)/2, Board: board.board,
							NS: event.Contestant{Number: sat[0]}, EW: event.Contestant{Number: sat[1]},
						},
						Result: play.play(),
					})
				}
			}
		}
	}
	return rec
}

// nextRound draws the round after those that were played.
func nextRound(t *testing.T, facts []event.Fact) *draw.Draw {
	t.Helper()
	e, err := event.Fold(facts)
	if err != nil {
		t.Fatal(err)
	}
	in, err := e.DrawInput(nil, draw.Options{Method: draw.Slide})
	if s, none := e.Standings(); err == nil && none == nil {
		var played []event.DrawRound
		if played, err = s.DrawRounds(); err == nil {
			in, _, err = s.DrawInput(played, draw.Options{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	d, err := draw.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSwissTeams: teams.pbn is this event, and reading it gives the event back with
// its matches. UPDATE=1 plays it anew.
func TestSwissTeams(t *testing.T) {
	rec := swissTeams(t)
	opened, _ := rec.Facts[0].Act.(event.Opened)
	publish(t, rec)
	for i := range rec.Published.Totals {
		rec.Published.Totals[i].Percent = nil // teams have none
	}
	// A line for each result is a short file: as a scoring program writes pairs, with
	// the names of teams.
	rec.Facts[0].Act = event.Opened{Title: opened.Title, Club: opened.Club, Date: opened.Date, Kind: event.Pairs, Method: event.CrossIMPs}
	file := pbn.FromRecord(rec)
	rec.Facts[0].Act = opened
	for _, g := range file.Games {
		g.Set("Scoring", "IMP")
		g.Set("Competition", "Teams")
	}
	var b bytes.Buffer
	if err := pbn.Write(&b, file); err != nil {
		t.Fatal(err)
	}
	const path = "teams.pbn"
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
	if file, err = pbn.Read(bytes.NewReader(got)); err != nil {
		t.Fatal(err)
	}
	back := file.Record()
	for _, w := range slices.Concat(file.Warnings, back.Warnings) {
		t.Errorf("line %d: %s", w.Line, w.Text())
	}
	s := standings(t, back)
	if differences, compared := s.Compare(back.Published); len(differences) > 0 || compared < len(teams)*teamRounds*teamBoards {
		t.Errorf("of %d printed numbers these differ: %v", compared, differences)
	}
	if len(s.Matches) != len(teams)/2*teamRounds {
		t.Errorf("%d matches", len(s.Matches))
	}
	if diff := cmp.Diff(lists(t, rec), lists(t, back)); diff != "" {
		t.Errorf("the file ranks otherwise than the facts (-facts +file):\n%s", diff)
	}
}
