package demo_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/movement"
)

// clubID is the id of the demo event in a journal.
const clubID = "open-pairs"

// mitchell is the movement of the evening.
func mitchell() *movement.Movement {
	m := movement.New("mitchell", movement.Pairs, 2, tables, rounds, tables)
	for r := 1; r <= rounds; r++ {
		for n := 1; n <= tables; n++ {
			m.Seat(n, r, n, (n-r+tables)%tables+1, (n+r-2)%tables+1)
		}
	}
	return m
}

// commands are what a club did on the evening.
func commands(rec *event.Record) (list []club.Command) {
	var opened *club.OpenEvent
	var people []club.Command
	var sets []event.BoardSet
	for i, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			opened = &club.OpenEvent{Opened: a}
		case event.Registered:
			people = append(people, &club.Register{Registered: a})
		case event.BoardSet:
			sets = append(sets, a)
		case event.Played:
			list = append(list, &club.Enter{
				ID: fmt.Sprint("entry-", i), Revision: 1, Result: a.Result, Agreed: true,
				Place: club.Place{Round: a.Meeting.Round, Table: a.Meeting.Table, Board: a.Meeting.Board},
			})
		case event.Ruled:
			list = append(list, &club.Rule{Place: club.Place{Round: a.Meeting.Round, Table: a.Meeting.Table, Board: a.Meeting.Board}, Award: a.Award})
		}
	}
	before := append([]club.Command{opened, &club.SetMovement{Planned: club.Planned{Movement: mitchell(), PerRound: set, First: 1}}}, people...)
	return append(append(before, &club.LoadDeals{Boards: sets}), list...)
}

// recorded is when a club wrote something, in the record itself.
var recorded = regexp.MustCompile(`"at":"[^"]*"`)

// exported is the evening as a club's journal holds it, on its way to another. The
// club has its own clock; what it wrote is given the times of the evening.
func exported(t *testing.T) []byte {
	t.Helper()
	rec := evening(t)
	var played, kept journal.Memory
	running := club.New(&played)
	defer running.Close()
	for i, c := range commands(rec) {
		if _, err := running.Do(t.Context(), club.Actor{Role: club.Owner, ID: "demo"}, clubID, club.Ask{Key: fmt.Sprint("demo-", i), Command: c}); err != nil {
			t.Fatalf("%s: %v", c.Name(), err)
		}
	}
	streams, err := played.Streams(t.Context(), "")
	if err != nil || len(streams) != 1 {
		t.Fatal(streams, err)
	}
	at := time.Date(2026, 3, 3, 18, 30, 0, 0, time.UTC)
	for x, err := range played.Read(t.Context(), streams[0].Name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		at = at.Add(40 * time.Second)
		x.At = at
		x.Data = recorded.ReplaceAll(x.Data, []byte(`"at":"`+at.Format(time.RFC3339)+`"`))
		if _, err := kept.Append(t.Context(), x.Stream, x.Position-1, x.Draft); err != nil {
			t.Fatal(err)
		}
	}
	moved := club.New(&kept)
	defer moved.Close()
	for id, person := range rec.People {
		if _, err := moved.Names().Put(t.Context(), 0, journal.Name{ID: id, Person: person}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := moved.Export(t.Context(), clubID, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestClub: club.jsonl is the evening as a club's journal holds it. UPDATE=1 plays it
// anew.
func TestClub(t *testing.T) {
	want := exported(t)
	const path = "club.jsonl"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s is stale; UPDATE=1 go test ./demo writes it anew", path)
	}
	c := club.New(new(journal.Memory))
	defer c.Close()
	if in, err := c.Import(t.Context(), bytes.NewReader(got)); err != nil || in.Names != 4*tables {
		t.Errorf("%+v, %v", in, err)
	}
}
