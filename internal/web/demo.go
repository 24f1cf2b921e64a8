package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/score"
)

// The evenings of a demo, which follow from their seeds: one that was published, and
// one of which half of the tables still play the last round.
var demo = []struct {
	id, title, date string
	options         simulate.Options
	playing         bool
}{
	{"demo-last-week", "Tuesday pairs", "2026-03-03", simulate.Options{Seed: 7, Pairs: 12, Boards: 24, Accidents: simulate.None}, false},
	{"demo-tonight", "Tuesday pairs", "2026-03-10", simulate.Options{Seed: 42, Pairs: 16, Boards: 24, Accidents: simulate.None}, true},
}

// Demo fills a club with made-up evenings: the same each time, with people who do not
// exist.
func Demo(ctx context.Context, c *club.Club) error {
	for _, d := range demo {
		r, err := simulate.Event(d.options)
		if err != nil {
			return err
		}
		e := evening{Club: c, id: d.id, people: map[event.PersonID]event.PersonID{}}
		e.play(ctx, r, event.Opened{Title: d.title, Club: "Demo", Date: d.date}, d.playing)
		if e.err != nil {
			return e.err
		}
	}
	return nil
}

// evening plays what was made up. After an error it does nothing more.
type evening struct {
	*club.Club
	id     string
	keys   int
	people map[event.PersonID]event.PersonID
	err    error
}

func (e *evening) do(ctx context.Context, c club.Command) {
	if e.err != nil {
		return
	}
	e.keys++
	_, e.err = e.Do(ctx, club.Actor{Role: club.Owner, ID: club.Program}, e.id, club.Ask{Key: fmt.Sprintf("demo-%d", e.keys), Command: c})
}

func (e *evening) play(ctx context.Context, r *event.Record, o event.Opened, playing bool) {
	var deals []event.BoardSet
	var meetings []event.Played
	var who []event.Registered
	for _, f := range r.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			o.Kind, o.Method, o.Winners, o.Regulation = a.Kind, a.Method, a.Winners, a.Regulation
		case event.Registered:
			who = append(who, a)
		case event.BoardSet:
			deals = append(deals, a)
		case event.Played:
			meetings = append(meetings, a)
		}
	}
	e.do(ctx, &club.OpenEvent{Opened: o})
	for _, a := range who {
		for i, id := range a.Persons {
			a.Persons[i] = e.person(ctx, id, r.People[id])
		}
		e.do(ctx, &club.Register{Registered: a})
	}
	if len(deals) > 0 {
		e.do(ctx, &club.LoadDeals{Boards: deals})
	}
	plan, rounds := planOf(o, meetings)
	e.do(ctx, &club.SetMovement{Planned: plan})
	slices.SortStableFunc(meetings, func(a, b event.Played) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board), cmp.Compare(a.Table, b.Table))
	})
	for _, p := range meetings {
		if !playing || p.Round < rounds || p.Table <= plan.Movement.Tables/2 {
			place := club.Place{Round: p.Round, Table: p.Table, Board: p.Board}
			id := fmt.Sprintf("demo-%d-%d-%d", p.Round, p.Table, p.Board)
			e.do(ctx, &club.Enter{ID: id, Revision: 1, Place: place, Result: p.Result, Score: scoreAlone(p), Agreed: true})
		}
	}
	if !playing {
		e.do(ctx, &club.Publish{})
	}
}

func scoreAlone(p event.Played) *score.Points {
	if p.Result.IsZero() {
		return p.Score
	}
	return nil
}

// person enters a person under an id of its own in this demo.
func (e *evening) person(ctx context.Context, id event.PersonID, who event.Person) event.PersonID {
	own := event.PersonID(e.id + "-" + string(id))
	if _, ok := e.people[id]; !ok && e.err == nil {
		e.people[id] = own
		_, e.err = e.Names().Put(ctx, journal.Any, journal.Name{ID: own, Person: who})
	}
	return own
}

// planOf is the movement by which meetings came about.
func planOf(o event.Opened, list []event.Played) (plan club.Planned, rounds int) {
	tables, per := 0, map[[2]int]int{}
	var last bridge.Board
	for _, p := range list {
		tables, rounds, last = max(tables, p.Table), max(rounds, p.Round), max(last, p.Board)
		per[[2]int{p.Round, p.Table}]++
	}
	plan = club.Planned{First: 1, PerRound: 1, Who: map[string]event.Contestant{}}
	for _, n := range per {
		plan.PerRound = max(plan.PerRound, n)
	}
	plan.Movement = movement.New("", movement.Pairs, max(o.Winners, 1), tables, rounds, (int(last)+plan.PerRound-1)/plan.PerRound)
	for _, p := range list {
		plan.Movement.Seat(p.Table, p.Round, p.NS.Number, p.EW.Number, (int(p.Board)-1)/plan.PerRound+1)
	}
	return plan, rounds
}
