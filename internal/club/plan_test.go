package club_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/movement"
)

func ns(n int) event.Contestant { return event.Contestant{Number: n, Side: bridge.NS} }
func ew(n int) event.Contestant { return event.Contestant{Number: n, Side: bridge.EW} }

// round1 plays the first round of a Mitchell evening at all its tables.
func (r *rig) round1(tables, per int) {
	r.Helper()
	for t := 1; t <= tables; t++ {
		for _, b := range boards(tables, per, t, 1) {
			r.must(entry(fmt.Sprintf("entry-1-%d-%d", t, b), 1, 1, t, b, "4S= S"))
		}
	}
}

// TestChangePlan: what was played stays; a plan that has it otherwise is refused, and
// one that has it is in force from its round on.
func TestChangePlan(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	r.round1(5, 2)
	r.says(owner, club.Saved, entry("entry-2-1", 1, 2, 1, boards(5, 2, 1, 2)[0], "3NT= N"))
	plan := func(from int, change func(*movement.Movement)) club.Planned {
		m := mitchell(5, 4)
		change(m)
		return club.Planned{Movement: m, PerRound: 2, First: 1, From: from}
	}
	none := func(*movement.Movement) {}
	r.refuses(owner, "club.begun", &club.SetMovement{Planned: plan(0, none)})
	r.refuses(owner, "club.plan_played", &club.ChangePlan{Planned: plan(2, func(m *movement.Movement) { m.At(1, 2).EW, m.At(2, 2).EW = m.At(2, 2).EW, m.At(1, 2).EW })})
	r.refuses(owner, "club.plan_played", &club.ChangePlan{Planned: club.Planned{Movement: mitchell(5, 1), PerRound: 2, First: 1, From: 2}})
	r.refuses(owner, "club.plan_past", &club.ChangePlan{Planned: plan(3, func(m *movement.Movement) {
		m.At(1, 1).Played = true
		m.At(1, 1).EW, m.At(2, 1).EW = m.At(2, 1).EW, m.At(1, 1).EW
	})})
	r.refuses(owner, "club.no_plan", &club.ChangePlan{Planned: club.Planned{Section: "B", Movement: mitchell(5, 4), PerRound: 2, First: 1, From: 2}})
	r.refuses(owner, "club.plan_unsound", &club.ChangePlan{Planned: plan(3, func(m *movement.Movement) { m.At(1, 3).EW = m.At(2, 3).EW })})
	r.refuses(owner, "club.plan", &club.ChangePlan{Planned: club.Planned{Movement: mitchell(5, 4), First: 1, From: 2}})
	r.refuses(owner, "club.plan_size", &club.ChangePlan{Planned: club.Planned{Movement: mitchell(50, 50), PerRound: 30, First: 1, From: 2}})
	r.refuses(owner, "club.plan_from", &club.ChangePlan{Planned: plan(9, none)})
	r.refuses(owner, "club.plan_kind", &club.ChangePlan{Planned: plan(3, func(m *movement.Movement) { m.Kind = movement.Teams })})
	r.refuses(owner, "club.who", &club.ChangePlan{Planned: club.Planned{Movement: mitchell(5, 4), PerRound: 2, First: 1, From: 3, Who: map[string]event.Contestant{"N6": ns(6)}}})
	r.refuses(owner, "club.plan_winners", &club.ChangePlan{Planned: plan(3, func(m *movement.Movement) { m.Winners = 1 })})

	results := r.view(owner).Standings.Info.Results
	r.says(owner, club.Done, &club.ChangePlan{Planned: plan(3, func(m *movement.Movement) {
		for n := 1; n <= 5; n++ { // from round 3 on East-West go the other way round
			m.At(n, 3).EW, m.At(n, 4).EW = m.At(n, 4).EW, m.At(n, 3).EW
			m.At(n, 3).Set, m.At(n, 4).Set = m.At(n, 4).Set, m.At(n, 3).Set
		}
	})})
	v := r.view(owner)
	if v.Standings.Info.Results != results {
		t.Errorf("%d results, there were %d", v.Standings.Info.Results, results)
	}
	rounds := map[int]int{}
	for _, s := range v.Plan {
		rounds[s.Round]++
		want := mitchell(5, 5).At(s.Table, map[int]int{1: 1, 2: 2, 3: 4, 4: 3}[s.Round]).EW[0]
		if s.EW != ew(want) {
			t.Errorf("round %d, table %d: %v sits East-West, want %d", s.Round, s.Table, s.EW, want)
		}
	}
	if len(rounds) != 4 || len(v.Console.Places) != 4*5*2 {
		t.Errorf("rounds %v, %d places", rounds, len(v.Console.Places))
	}
}

// TestLatePair: a pair that comes after the first round is planned in from the second
// on, and nobody's results change.
func TestLatePair(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	first := mitchell(5, 5)
	first.Phantom = movement.Contestant{Line: bridge.EW, Number: 5}
	r.must(&club.SetMovement{Planned: club.Planned{Movement: first, PerRound: 2, First: 1}})
	for n := 1; n <= 4; n++ {
		for _, b := range boards(5, 2, n, 1) {
			r.must(entry(fmt.Sprintf("entry-%d-%d", n, b), 1, 1, n, b, "4S= S"))
		}
	}
	if got := len(r.view(owner).Contestants); got != 9 {
		t.Fatalf("%d contestants", got)
	}
	plan := club.Planned{Movement: mitchell(5, 5), PerRound: 2, First: 1, From: 2}
	r.says(owner, club.Done, &club.LatePair{Registered: event.Registered{Contestant: ew(5), Persons: []event.PersonID{"p1", "p2"}}, Plan: plan})
	v := r.view(owner)
	if len(v.Contestants) != 10 || v.Standings.Info.Results != 8 {
		t.Fatalf("%d contestants, %d results", len(v.Contestants), v.Standings.Info.Results)
	}
	a := r.table(1)
	if got := mitchell(5, 5).At(1, 2).EW[0]; got != 5 {
		t.Fatalf("in round 2 pair %d comes to table 1", got)
	}
	r.says(a, club.Saved, entry("late-pair", 1, 2, 1, boards(5, 2, 1, 2)[0], "Pass"))
}

// TestWithdraw: who left has no boards to play any more, and neither have its
// opponents with it.
func TestWithdraw(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	r.must(entry("entry-of-1", 1, 1, 1, 1, "Pass"))
	r.must(entry("entry-of-2", 1, 1, 2, 2, "Pass"))
	r.refuses(owner, "club.unfinished", &club.Publish{})
	r.must(&club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(3)}})
	r.must(&club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(3)}})
	r.says(owner, club.Done, &club.Publish{})
	r.says(owner, club.Done, &club.Reopen{})
	r.must(&club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(3), Returned: true}})
	r.refuses(owner, "club.unfinished", &club.Publish{})
	r.must(&club.Cancel{Cancelled: event.Cancelled{Scope: event.Scope{Board: 3}}})
	r.says(owner, club.Done, &club.Publish{})
	r.refuses(owner, "event.stranger", &club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(9)}})
}

// TestSwitch: an arrow switch by mistake. The results go with those who really sat
// there, and can go back.
func TestSwitch(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 1})
	r.must(&club.SetMovement{Planned: club.Planned{Movement: everybody(4), PerRound: 2, First: 1}})
	a := r.table(1)
	at := *everybody(4).At(1, 1)
	place := club.Place{Round: 1, Table: 1, Board: 1}
	r.says(a, club.Saved, entry("entry-one", 1, 1, 1, 1, "4S= S"))
	sits := func(ns, ew int) {
		t.Helper()
		v := r.state(place)
		if v.Seats.NS.Number != ns || v.Seats.EW.Number != ew || v.State != club.StateSaved || v.Result != result("4S= S") {
			t.Fatalf("got %+v, want %d against %d", v, ns, ew)
		}
		sheet := r.view(owner).Standings.Boards[0]
		counts := 0
		for _, l := range sheet.Lines {
			if l.State == event.StatePlayed {
				counts++
				if l.Meeting.NS.Number != ns {
					t.Errorf("%v sits North-South on the sheet", l.Meeting.NS)
				}
			}
		}
		if counts != 1 {
			t.Errorf("%d results on the board", counts)
		}
	}
	sits(at.NS[0], at.EW[0])
	r.says(owner, club.Done, &club.Switch{Round: 1, Table: 1})
	sits(at.EW[0], at.NS[0])
	r.says(a, club.Saved, entry("entry-two", 1, 1, 1, 2, "Pass"))
	if v := r.state(club.Place{Round: 1, Table: 1, Board: 2}); v.Seats.NS.Number != at.EW[0] {
		t.Errorf("the second board was played by %+v", v.Seats)
	}
	r.says(a, club.Saved, entry("entry-one", 2, 1, 1, 1, "4S= S"))
	r.says(owner, club.Done, &club.Switch{Round: 1, Table: 1})
	sits(at.NS[0], at.EW[0])
	r.says(owner, club.Done, &club.Rule{Place: place, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}})
	r.refuses(owner, "club.seat_ruled", &club.Switch{Round: 1, Table: 1})
	r.refuses(owner, "club.no_round", &club.Switch{Round: 7, Table: 1})
	r.refuses(owner, "club.stranger", &club.Seat{Seated: club.Seated{Round: 2, Table: 1, Seats: club.Seats{NS: event.Contestant{Number: 9}}}})
	r.says(owner, club.Done, &club.Seat{Seated: club.Seated{Round: 2, Table: 1, Boards: []bridge.Board{5, 6}}})
	r.refuses(a, "club.wrong_board", entry("entry-three", 1, 2, 1, 3, "Pass"))
	r.says(a, club.Saved, entry("entry-three", 1, 2, 1, 5, "Pass"))
}

// TestRule: a ruling stands beside what was played, and can be taken back.
func TestRule(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(1)
	place := club.Place{Round: 1, Table: 1, Board: 1}
	r.says(a, club.Saved, entry("entry-one", 1, 1, 1, 1, "4S= S"))
	award := bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.Average}}
	r.says(owner, club.Done, &club.Rule{Place: place, Award: award})
	r.refuses(a, "club.decided", entry("entry-one", 2, 1, 1, 1, "4S-1 S"))
	if v := r.state(place); v.State != club.StateRuled || v.Result != result("4S= S") {
		t.Fatalf("got %+v", v)
	}
	r.says(owner, club.Done, &club.Rule{Place: place})
	if v := r.state(place); v.State != club.StateSaved {
		t.Fatalf("got %+v", v)
	}
	r.refuses(owner, "club.no_place", &club.Rule{Place: club.Place{Round: 1, Table: 1, Board: 2}})
	r.says(owner, club.Done, &club.Penalise{Penalised: event.Penalised{Ref: "1", Contestant: ns(1), Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop}})
	if got := r.view(owner).Standings.Penalties; len(got) != 1 {
		t.Errorf("penalties: %v", got)
	}
}

// TestPublish: publishing says who sat out, shows everything, and stops the tables;
// after the correction period a change needs a reason.
func TestPublish(t *testing.T) { synctest.Test(t, publish) }

func publish(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	m := mitchell(3, 1)
	m.Phantom = movement.Contestant{Line: bridge.EW, Number: 3}
	r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	a := r.table(1)
	r.says(a, club.Saved, entry("entry-one", 1, 1, 1, 1, "Pass"))
	r.says(owner, club.Saved, entry("entry-two", 1, 1, 2, 2, "Pass"))
	r.says(a, club.InConflict, entry("entry-two-too", 1, 1, 1, 1, "1C= N"))
	r.refuses(owner, "club.unfinished", &club.Publish{})
	r.must(&club.Resolve{Place: club.Place{Round: 1, Table: 1, Board: 1}, Keep: true})
	r.says(owner, club.Done, &club.Publish{Until: time.Now().Add(50 * time.Millisecond)})
	sat := 0
	for _, b := range r.view(club.Actor{}).Standings.Boards {
		for _, l := range b.Lines {
			if l.State == event.StateSatOut && l.Meeting.NS == ns(3) {
				sat++
			}
		}
	}
	if sat != 1 {
		t.Errorf("%d boards were sat out", sat)
	}
	r.refuses(a, "club.published", entry("entry-one", 2, 1, 1, 1, "1C= N"))
	time.Sleep(60 * time.Millisecond)
	change := &club.NotPlayed{Place: club.Place{Round: 1, Table: 1, Board: 1}}
	r.refuses(owner, "event.final", change)
	if _, err := r.Do(t.Context(), owner, r.id, club.Ask{Key: "with a reason", Why: "scorer's slip", Command: change}); err != nil {
		t.Error(err)
	}
	r.says(owner, club.Done, &club.Reopen{})
	r.says(owner, club.NothingToDo, &club.Reopen{})
	n := len(r.entries())
	r.must(&club.Publish{Anyway: true})
	for _, x := range r.entries()[n:] {
		if strings.Contains(string(x.Data), "sat_out") {
			t.Error("the sit-outs were said twice")
		}
	}
}

// TestDeals: cards come from a PBN file, are replaced only when it is meant, and are
// hidden until their board is over; the reader test sees to that.
func TestDeals(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	const file = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"N:AKQJ.5432.432.32 T98.AKQJ.AKQ.654 765.T987.T98.T98 432.6.J765.AKQJ7\"]\n\n"
	list, warnings, err := club.ReadDeals(strings.NewReader(file), 0)
	if err != nil || len(list) != 1 || len(warnings) > 0 {
		t.Fatalf("%v, %v, %v", list, warnings, err)
	}
	if _, _, err := club.ReadDeals(strings.NewReader("[Board \"1\"]\n"), 0); keyOf(err) != "club.no_deals" {
		t.Errorf("no deals: %v", err)
	}
	r.must(&club.LoadDeals{Boards: list})
	r.must(&club.LoadDeals{Boards: list})
	other := deals(1)
	r.refuses(owner, "club.deal_there", &club.LoadDeals{Boards: other})
	r.must(&club.LoadDeals{Boards: other, Replace: true})
	r.refuses(owner, "club.deals", &club.LoadDeals{})
	r.must(entry("entry-one", 1, 1, 1, 1, "Pass"))
	if got := r.view(club.Actor{}).Standings.Boards[0].Deal; got != other[0].Deal {
		t.Errorf("readers see %v", got)
	}
}

// TestCalls: a table calls the director, who comes.
func TestCalls(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(2)
	r.says(a, club.Done, &club.CallDirector{Ref: "call-1", Table: 2, Reason: "revoke"})
	r.says(a, club.NothingToDo, &club.CallDirector{Ref: "call-1", Table: 2, Reason: "revoke"})
	r.refuses(a, "club.other_table", &club.CallDirector{Ref: "call-2", Table: 1})
	r.refuses(a, "club.call", &club.CallDirector{Table: 2})
	if calls := r.view(owner).Console.Calls; len(calls) != 1 || calls[0].Reason != "revoke" || calls[0].At.IsZero() {
		t.Fatalf("the director sees %+v", calls)
	}
	if calls := r.view(a).Table.Calls; len(calls) != 1 {
		t.Fatalf("the table sees %+v", calls)
	}
	r.refuses(owner, "club.no_call", &club.AnswerCall{Ref: "call-9"})
	r.says(owner, club.Done, &club.AnswerCall{Ref: "call-1"})
	r.says(owner, club.NothingToDo, &club.AnswerCall{Ref: "call-1"})
	if calls := r.view(owner).Console.Calls; len(calls) != 0 {
		t.Errorf("there is still %+v", calls)
	}
}

// TestNote: what has no command is said as a fact; what has one is not.
func TestNote(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	r.says(owner, club.Done, &club.Note{Facts: []club.Fact{{Event: event.Substituted{Contestant: ns(1), Persons: []event.PersonID{"p9"}}}}})
	r.refuses(owner, "club.note_act", &club.Note{Facts: []club.Fact{{Event: event.Reopened{}}}})
	r.refuses(owner, "club.note_act", &club.Note{Facts: []club.Fact{{Own: club.Called{}}}})
	r.refuses(owner, "club.note", &club.Note{})
}
