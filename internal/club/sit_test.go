package club_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/movement"
)

// seats are persons by seat, as in "N:anna S:".
func sit(table, round int, seats map[bridge.Seat]event.PersonID) *club.Sit {
	return &club.Sit{Round: round, Table: table, Seats: seats}
}

// TestSit: who sits at a table says so, one seat after the other, until the end of the
// round that the event allows.
func TestSit(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	one, two := r.table(1), r.table(2)
	type seats = map[bridge.Seat]event.PersonID
	chairs := func(c event.Contestant) []event.PersonID { return r.view(one).Table.Chairs[c] }
	registered := func(c event.Contestant) []event.PersonID {
		for _, x := range r.view(owner).Contestants {
			if x.Contestant == c {
				return x.Persons
			}
		}
		return nil
	}
	is := func(what string, got []event.PersonID, want ...event.PersonID) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	r.says(one, club.Done, sit(1, 1, seats{bridge.South: "bert"}))
	is("South alone", chairs(ns(1)), "", "bert")
	is("registered", registered(ns(1)), "bert")
	r.says(one, club.NothingToDo, sit(1, 1, seats{bridge.South: "bert"}))
	r.says(one, club.Done, sit(1, 1, seats{bridge.North: "anna", bridge.East: "clara"}))
	is("North-South", chairs(ns(1)), "anna", "bert")
	is("East", chairs(ew(1)), "clara")

	// Who is named for a seat leaves another one at the table.
	r.says(one, club.Done, sit(1, 1, seats{bridge.North: "bert"}))
	is("Bert moved to North", chairs(ns(1)), "bert")
	r.says(one, club.Done, sit(1, 1, seats{bridge.South: "anna", bridge.West: "bert"}))
	is("Bert moved to West", chairs(ns(1)), "", "anna")
	is("beside Clara", chairs(ew(1)), "clara", "bert")
	r.says(one, club.Done, sit(1, 1, seats{bridge.East: "bert", bridge.West: "clara"}))
	is("they changed seats", chairs(ew(1)), "bert", "clara")
	r.says(one, club.Done, sit(1, 1, seats{bridge.South: ""}))
	is("nobody", chairs(ns(1)))

	r.refuses(one, "club.person_twice", sit(1, 1, seats{bridge.East: "dora", bridge.North: "dora"}))
	r.refuses(one, "club.sit_nobody", sit(1, 1, nil))
	r.refuses(one, "club.other_table", sit(2, 1, seats{bridge.North: "dora"}))
	r.refuses(one, "club.names_closed", sit(1, 2, seats{bridge.North: "dora"}))
	r.refuses(owner, "club.no_seat", sit(1, 9, seats{bridge.North: "dora"}))
	r.refuses(owner, "club.place", sit(0, 1, seats{bridge.North: "dora"}))
	r.refuses(club.Actor{}, "club.reader", sit(1, 1, seats{bridge.North: "dora"}))

	// Round 1 ends for a table when it has sent something of round 2.
	r.round1(3, 1)
	r.says(two, club.Done, sit(2, 1, seats{bridge.North: "emil"}))
	r.says(two, club.Saved, entry("of-round-2", 1, 2, 2, 3, "Pass"))
	r.refuses(two, "club.names_closed", sit(2, 1, seats{bridge.North: "dora"}))
	r.says(owner, club.Done, sit(2, 1, seats{bridge.North: "dora"}))
	r.must(&club.Configure{Configured: club.Configured{NamesUntilRound: new(2)}})
	r.says(two, club.Done, sit(2, 2, seats{bridge.North: "fritz"}))

	// The director's word about the pair counts, whatever chairs were known.
	r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"gert", "hanna"}}})
	is("registered anew", chairs(ns(1)), "gert", "hanna")
	r.must(&club.Publish{Anyway: true})
	r.refuses(two, "club.published", sit(2, 2, seats{bridge.North: "dora"}))
}

// TestSitKinds: a player of an individual event has one chair, a team has a line-up.
func TestSitKinds(t *testing.T) {
	r := begin(t, event.Opened{Kind: event.Individuals, Method: event.Matchpoints, Winners: 1})
	m := movement.New("", movement.Individual, 1, 1, 1, 1)
	*m.At(1, 1) = movement.Slot{Table: 1, Round: 1, NS: movement.Who{1, 2}, EW: movement.Who{3, 4}, Set: 1}
	r.must(&club.SetMovement{Planned: club.Planned{Movement: m, PerRound: 1, First: 1}})
	a := r.table(1)
	r.says(a, club.Done, sit(1, 1, map[bridge.Seat]event.PersonID{bridge.North: "a", bridge.South: "b", bridge.East: "c", bridge.West: "d"}))
	got := r.view(a).Table.Chairs
	for i, want := range []event.PersonID{"a", "b", "c", "d"} {
		if c := (event.Contestant{Number: i + 1}); !slices.Equal(got[c], []event.PersonID{want}) {
			t.Errorf("player %v is %q, want %q", c, got[c], want)
		}
	}
	r = begin(t, event.Opened{Kind: event.Teams, Method: event.IMPs, Winners: 1})
	r.refuses(owner, "club.sit_teams", sit(1, 1, map[bridge.Seat]event.PersonID{bridge.North: "a"}))
}

// TestNotUs: a table at which others sit than planned says so before it plays, and the
// director is told.
func TestNotUs(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	here := club.NotUs{Round: 1, Table: 1, What: club.SeatsSwitched}
	with := func(change func(*club.NotUs)) *club.NotUs {
		c := here
		change(&c)
		return &c
	}
	version := r.view(a).Table.Version
	r.says(a, club.Done, &here)
	if v := r.view(a); v.Table.Version != version+1 || v.Plan[0].NS != ew(1) || v.Plan[0].EW != ns(1) || !v.Plan[0].Changed {
		t.Errorf("version %d, %+v", v.Table.Version, v.Plan[0])
	}
	r.says(a, club.Done, &here)
	r.says(a, club.Done, with(func(c *club.NotUs) { c.What, c.Contestant = club.OtherPair, ew(3) }))
	if got := r.view(a).Plan[0]; got.NS != ns(1) || got.EW != ew(3) {
		t.Errorf("another pair: %+v", got)
	}
	r.says(a, club.Done, with(func(c *club.NotUs) { c.What, c.Contestant, c.Instead = club.OtherPair, ns(2), ns(1) }))
	if got := r.view(a).Plan[0]; got.NS != ns(2) {
		t.Errorf("another pair stays: %+v", got)
	}
	told := r.view(owner).Console.NotUs
	if len(told) != 4 || told[2].Now.EW != ew(3) || told[2].Was.EW != ew(1) || told[2].What != club.OtherPair || told[0].Ref == told[1].Ref || told[0].At.IsZero() {
		t.Fatalf("the director is told %+v", told)
	}
	r.says(owner, club.Done, &club.AnswerCall{Ref: told[0].Ref})
	r.says(owner, club.NothingToDo, &club.AnswerCall{Ref: told[0].Ref})
	if got := r.view(owner).Console.NotUs; len(got) != 3 {
		t.Errorf("%d are left", len(got))
	}

	for key, c := range map[string]*club.NotUs{
		"club.not_us":         with(func(c *club.NotUs) { c.What = "dance" }),
		"club.not_us_here":    with(func(c *club.NotUs) { c.What, c.Contestant = club.OtherPair, ew(3) }),
		"club.stranger":       with(func(c *club.NotUs) { c.What, c.Contestant = club.OtherPair, ew(9) }),
		"club.not_us_instead": with(func(c *club.NotUs) { c.What, c.Contestant, c.Instead = club.OtherPair, ew(2), ew(1) }),
		"club.other_table":    with(func(c *club.NotUs) { c.Table = 2 }),
		"club.round_ahead":    with(func(c *club.NotUs) { c.Round = 2 }),
		"club.no_round":       with(func(c *club.NotUs) { c.Round = 9 }),
	} {
		who := a
		if key == "club.no_round" {
			who = owner
		}
		r.refuses(who, key, c)
	}
	r.says(a, club.Saved, entry("an-entry", 1, 1, 1, 1, "4S= S"))
	r.refuses(a, "club.not_us_played", &here)
	r.says(owner, club.Done, &here) // the results go with those who played
	if got := r.state(club.Place{Round: 1, Table: 1, Board: 1}); got.Seats.EW != ns(2) || got.State != club.StateSaved {
		t.Errorf("got %+v", got)
	}
	r.must(&club.Publish{Anyway: true})
	r.refuses(a, "club.published", &here)
}

// TestJoining: another device gets the right of a table while the event lets devices in.
func TestJoining(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(2)
	join := func(n int) *club.JoinTable { return &club.JoinTable{Token: club.HashToken(fmt.Sprint("token ", n))} }
	r.refuses(a, "club.joining_closed", join(1))
	r.must(&club.Configure{Configured: club.Configured{Joining: true}})
	r.says(a, club.Done, join(1))
	r.refuses(a, "club.token_used", join(1))
	other, err := r.Table(t.Context(), r.id, "token 1")
	if err != nil || other.Table != 2 {
		t.Fatalf("%+v, %v", other, err)
	}
	r.says(other, club.Saved, entry("an-entry", 1, 1, 2, 2, "Pass"))
	r.must(&club.CloseTable{TableClosed: club.TableClosed{Token: a.Token}})
	r.refuses(a, "club.token", join(2))
}

// TestConfigured: how an evening is run, and what holds where nothing is said.
func TestConfigured(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	if c := r.view(owner).Config; c.Input != club.InputResult || !*c.Recap || *c.NamesUntilRound != 1 || c.BoardMinutes != 7 || *c.MoveMinutes != 2 {
		t.Errorf("nothing was said: %+v", c)
	}
	r.must(&club.Configure{Configured: club.Configured{Input: club.InputMade, Recap: new(false), NamesUntilRound: new(0), BoardMinutes: 8, MoveMinutes: new(0)}})
	if c := r.view(owner).Config; c.Input != club.InputMade || *c.Recap || *c.NamesUntilRound != 0 || c.BoardMinutes != 8 || *c.MoveMinutes != 0 {
		t.Errorf("all was said: %+v", c)
	}
	for key, c := range map[string]club.Configured{
		"club.feedback":    {Feedback: 4},
		"club.input":       {Input: "song"},
		"club.names_until": {NamesUntilRound: new(-1)},
		"club.minutes":     {BoardMinutes: 61},
	} {
		r.refuses(owner, key, &club.Configure{Configured: c})
	}
	r.refuses(owner, "club.minutes", &club.Configure{Configured: club.Configured{MoveMinutes: new(-1)}})
}
