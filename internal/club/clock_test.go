package club_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
)

// TestClock: a round begins when the first table reaches it, and the director can stop
// the clock, give more time and begin anew.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 2)
		defer r.Close()
		began := time.Now()
		after := func(d time.Duration) { time.Sleep(time.Until(began.Add(d))) }
		minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
		ends := func(who club.Actor, round int, want time.Duration) {
			t.Helper()
			c := r.view(who).Clock
			if who.Role == club.AtTable {
				c = r.view(who).Table.Clock
			}
			if c == nil || c.Round != round || c.Ends.Sub(began) != want {
				t.Errorf("at %v the clock shows %+v, want round %d to end after %v", time.Since(began), c, round, want)
			}
		}
		one, two, reader := r.table(1), r.table(2), club.Actor{}
		at := int64(len(r.entries()))
		w := watch(t, r.Club, reader, r.id, at)
		if c := r.view(reader).Clock; c != nil {
			t.Errorf("nothing has begun, and the clock shows %+v", c)
		}
		r.refuses(owner, "club.clock_round", &club.SetClock{Clocked: club.Clocked{Action: club.ClockAdd, Seconds: 60}})

		// The first result comes a board after the beginning: two boards and a move end 16
		// minutes after that.
		after(minutes(10))
		r.says(one, club.Saved, entry("entry-1-1", 1, 1, 1, 1, "Pass"))
		ends(reader, 1, minutes(10-7+16))
		if m := w.got(); len(m) == 0 || !has(m[len(m)-1], club.PartClock) {
			t.Errorf("who watches was told %+v", m)
		}
		// The director knows better.
		r.says(owner, club.Done, &club.SetClock{Clocked: club.Clocked{Round: 1, Action: club.ClockStart}})
		ends(one, 1, minutes(10+16))
		r.says(owner, club.Done, &club.SetClock{Clocked: club.Clocked{Action: club.ClockAdd, Seconds: -120}})
		ends(one, 1, minutes(10+14))

		// Table 1 is through: round 2 begins for it, round 1 goes on at the others.
		after(minutes(15))
		r.says(one, club.Saved, entry("entry-1-2", 1, 1, 1, 2, "Pass"))
		ends(one, 2, minutes(15+16))
		ends(two, 1, minutes(10+14))
		ends(reader, 1, minutes(10+14))

		after(minutes(16))
		r.says(owner, club.Done, &club.SetClock{Clocked: club.Clocked{Action: club.ClockPause}})
		r.says(owner, club.NothingToDo, &club.SetClock{Clocked: club.Clocked{Action: club.ClockPause}})
		after(minutes(21))
		if c := r.view(two).Table.Clock; c == nil || !c.Paused || c.Left != 8*60 {
			t.Errorf("stopped, the clock shows %+v", c)
		}
		r.says(owner, club.Done, &club.SetClock{Clocked: club.Clocked{Action: club.ClockGo}})
		r.says(owner, club.NothingToDo, &club.SetClock{Clocked: club.Clocked{Action: club.ClockGo}})
		ends(one, 2, minutes(15+16+5))
		ends(two, 1, minutes(10+14+5))

		// It runs as long as the club plays a board.
		r.must(&club.Configure{Configured: club.Configured{BoardMinutes: 8, MoveMinutes: new(3)}})
		ends(one, 2, minutes(15+19+5))

		// All tables are through with round 1.
		for table := 2; table <= 3; table++ {
			for i, b := range boards(3, 2, table, 1) {
				r.must(entry("entry-"+string(rune('0'+table))+"-of-round-"+string(rune('1'+i)), 1, 1, table, b, "Pass"))
			}
		}
		ends(reader, 2, minutes(15+19+5))

		for key, c := range map[string]club.Clocked{
			"club.clock":         {Action: "dance"},
			"club.clock_seconds": {Action: club.ClockAdd},
			"club.clock_round":   {Action: club.ClockAdd, Round: 7, Seconds: 1},
		} {
			r.refuses(owner, key, &club.SetClock{Clocked: c})
		}
		r.refuses(one, "club.table_may", &club.SetClock{Clocked: club.Clocked{Action: club.ClockPause}})
		if w := r.view(one).Table; w.Playing != 2 || w.Over {
			t.Errorf("table 1 plays round %d", w.Playing)
		}
	})
}

// TestPlaying: a table plays the round of which something is missing, a board that is
// played late keeps it from nothing, and in the end it is through.
func TestPlaying(t *testing.T) {
	r := pairs(t, 3, 2, 2)
	a := r.table(1)
	plays := func(round int) {
		t.Helper()
		if got := r.view(a).Table; got.Playing != round || got.Over != (round == 0) {
			t.Errorf("it plays round %d, over %v; want round %d", got.Playing, got.Over, round)
		}
	}
	plays(1)
	r.says(a, club.Saved, entry("entry-1-1", 1, 1, 1, 1, "Pass"))
	plays(1)
	r.must(&club.NotPlayed{Place: club.Place{Round: 1, Table: 1, Board: 2}, Late: true})
	plays(2)
	for _, b := range []bridge.Board{3, 4} {
		r.says(a, club.Saved, entry("entry-of-2-"+b.Vulnerability().String()+"-x", 1, 2, 1, b, "Pass"))
	}
	plays(0)
}

// TestTypedByDirector: what the director types starts no clock, and a result of a later
// round, whoever sends it, does not move a table past boards that it has yet to play.
func TestTypedByDirector(t *testing.T) {
	r := pairs(t, 3, 3, 2)
	a := r.table(1)
	at := func(reached, playing int, clock bool) {
		t.Helper()
		if v := r.view(a).Table; v.Round != reached || v.Playing != playing || (v.Clock != nil) != clock {
			t.Errorf("it has reached round %d, plays %d, the clock shows %+v", v.Round, v.Playing, v.Clock)
		}
	}
	r.must(entry("typed-round-3", 1, 3, 1, 5, "Pass"))
	at(0, 1, false)
	r.must(entry("typed-round-1", 1, 1, 1, 1, "Pass"))
	at(1, 1, false)
	r.says(a, club.Saved, entry("ahead-of-itself", 1, 2, 1, 3, "Pass"))
	at(1, 1, false)
	// It corrects what it plays, and asks for what it has left.
	r.says(a, club.Saved, entry("own-of-round-1", 1, 1, 1, 2, "Pass"))
	at(2, 2, true)
	r.says(a, club.AskedFor, entry("own-of-round-1", 2, 1, 1, 2, "1NT= N"))
	r.says(a, club.Saved, entry("ahead-of-itself", 2, 2, 1, 3, "1NT= N"))
	r.must(entry("typed-round-2", 1, 2, 1, 4, "Pass"))
	at(3, 3, false)
	// Another session is no other way.
	r.must(&club.SetMovement{Planned: club.Planned{Session: 2, Movement: mitchell(3, 1), PerRound: 1, First: 7}})
	e := entry("typed-session-2", 1, 1, 1, 7, "Pass")
	e.Session = 2
	r.must(e)
	if v := r.view(a).Table; v.Session != 0 || v.Playing != 3 {
		t.Errorf("it plays round %d of session %d", v.Playing, v.Session)
	}
}

// TestNeverBack: a board of an earlier round that becomes due again does not take a table
// back: it sees what it plays and nothing of what it has left, and a correction of that
// stays a matter for the director. It plays the board in the end.
func TestNeverBack(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	a, b := r.table(1), r.table(1)
	id := func(round int, board bridge.Board) string { return fmt.Sprintf("entry-%d-%d", round, board) }
	for round := 1; round <= 3; round++ {
		for _, board := range boards(5, 2, 1, round) {
			r.says(a, club.Saved, entry(id(round, board), 1, round, 1, board, "Pass"))
		}
	}
	now := boards(5, 2, 1, 4)
	proposed := entry(id(4, now[0]), 1, 4, 1, now[0], "1NT= N")
	proposed.Agreed = false
	r.says(a, club.IsProposed, proposed)
	is := func(why string, reached, playing int) {
		t.Helper()
		v := r.view(b).Table
		if v.Round != reached || v.Playing != playing || v.Over || v.Clock == nil || v.Clock.Round != playing {
			t.Errorf("%s it has reached round %d, plays %d, over %v, and the clock shows %+v", why, v.Round, v.Playing, v.Over, v.Clock)
		}
		for _, p := range v.Places {
			if p.Board == 2 && p.Round == 1 && len(p.Entries) > 0 {
				t.Errorf("%s it sees what was said of board 2: %+v", why, p.Entries)
			}
			if p.Board == now[0] && p.Round == 4 && (p.Hidden || len(p.Entries) != 1) {
				t.Errorf("%s a second phone sees of board %d %+v", why, p.Board, p)
			}
		}
	}
	second := club.Place{Round: 1, Table: 1, Board: 2}
	for _, c := range []struct {
		why string
		club.Command
	}{
		{"voided", &club.Void{Place: second}},
		{"withdrawn", &club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(1)}}},
		{"back again", &club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(1), Returned: true}}},
	} {
		r.must(c.Command)
		is(c.why, 4, 4)
	}
	r.says(a, club.AskedFor, entry(id(1, 1), 2, 1, 1, 1, "1NT= N"))
	r.says(b, club.Saved, &club.Confirm{ID: proposed.ID, Revision: 1})
	r.says(a, club.Saved, entry(id(4, now[1]), 1, 4, 1, now[1], "Pass"))
	for _, board := range boards(5, 2, 1, 5) {
		r.says(a, club.Saved, entry(id(5, board), 1, 5, 1, board, "Pass"))
	}
	if v := r.view(b).Table; v.Round != 5 || v.Playing != 1 || v.Over {
		t.Errorf("through with all others, it has reached round %d, plays %d, over %v", v.Round, v.Playing, v.Over)
	}
}

// TestLeftBehind: a table that goes on without a board, because what it sent of it was
// refused, may send the rounds after it and sees what it plays; those who sit there now
// see nothing of the round that it has left, as long as they may play its boards.
func TestLeftBehind(t *testing.T) {
	r := pairs(t, 5, 5, 2)
	a, b := r.table(1), r.table(1)
	r.says(a, club.Saved, entry("entry-1-1", 1, 1, 1, 1, "Pass"))
	for round := 2; round <= 4; round++ {
		for _, board := range boards(5, 2, 1, round) {
			r.says(a, club.Saved, entry(fmt.Sprintf("entry-%d-%d", round, board), 1, round, 1, board, "Pass"))
		}
	}
	for _, p := range r.view(b).Table.Places {
		// East-West of rounds 4 and 5 have not played board 1.
		if p.Round == 1 && p.Board == 1 && (!p.Hidden || len(p.Entries) > 0) || p.Round == 4 && len(p.Entries) != 1 {
			t.Errorf("it sees %+v", p)
		}
	}
	r.says(a, club.AskedFor, entry("entry-1-1", 2, 1, 1, 1, "1NT= N"))
	if got := r.lane(time.Now()); !slices.Contains(got, "missing 1/2") {
		t.Errorf("the director is told %q", got)
	}
}

// TestPlannedAnew: a table whose results were all voided, or that has to play its rounds
// anew by another plan, is taken back.
func TestPlannedAnew(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	for round := 1; round <= 2; round++ {
		r.says(a, club.Saved, entry(fmt.Sprintf("on-trial-%d", round), 1, round, 1, boards(3, 1, 1, round)[0], "Pass"))
	}
	for round := 1; round <= 2; round++ {
		r.must(&club.Void{Place: club.Place{Round: round, Table: 1, Board: boards(3, 1, 1, round)[0]}})
	}
	if v := r.view(a).Table; v.Round != 1 || v.Playing != 1 {
		t.Errorf("when all was voided it has reached round %d and plays %d", v.Round, v.Playing)
	}
	again := entry("in-earnest", 1, 1, 1, boards(3, 1, 1, 1)[0], "Pass")
	again.Agreed = false
	r.says(a, club.IsProposed, again)
	r.says(r.table(1), club.Saved, &club.Confirm{ID: "in-earnest", Revision: 1})
	r.must(&club.Void{Place: club.Place{Round: 1, Table: 1, Board: boards(3, 1, 1, 1)[0]}})
	r.must(&club.ChangePlan{Planned: club.Planned{Movement: mitchell(3, 3), PerRound: 1, First: 1, From: 1}})
	if v := r.view(a).Table; v.Round != 1 || v.Playing != 1 {
		t.Errorf("it has reached round %d and plays %d", v.Round, v.Playing)
	}
}

// TestRoundNotPlayed: a table goes on behind a round that was not played there.
func TestRoundNotPlayed(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	a := r.table(1)
	r.must(&club.NotPlayed{Place: club.Place{Round: 1, Table: 1, Board: boards(3, 1, 1, 1)[0]}})
	if v := r.view(a).Table; v.Playing != 2 {
		t.Errorf("it plays round %d", v.Playing)
	}
	r.says(a, club.Saved, entry("round-two", 1, 2, 1, boards(3, 1, 1, 2)[0], "Pass"))
}

// TestTypedAhead: what the director types of a later round says nothing of what a table
// has left behind.
func TestTypedAhead(t *testing.T) {
	r := pairs(t, 3, 3, 2)
	r.must(entry("typed-round-3", 1, 3, 1, 5, "Pass"))
	if got := r.lane(time.Now()); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "missing") }) {
		t.Errorf("the lane says %q", got)
	}
	if got := r.view(owner).Console.Missing; len(got) > 0 {
		t.Errorf("missing %+v", got)
	}
	a := r.table(1)
	if err := r.Look(t.Context(), r.id, func(e *club.Evening) error { return e.MayName(a, &club.Sit{Round: 1, Table: 1}) }); err != nil {
		t.Error(err)
	}
}

// TestNextSession: when a table is through with a session it goes on with the next one.
func TestNextSession(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(1)
	r.must(&club.SetMovement{Planned: club.Planned{Session: 2, Movement: mitchell(3, 1), PerRound: 1, First: 7}})
	is := func(session, playing, round int, over bool) {
		t.Helper()
		if v := r.view(a).Table; v.Session != session || v.Playing != playing || v.Round != round || v.Over != over {
			t.Errorf("session %d, plays round %d, sent of round %d, over %v", v.Session, v.Playing, v.Round, v.Over)
		}
	}
	is(0, 1, 0, false)
	r.says(a, club.Saved, entry("of-session-1", 1, 1, 1, 1, "Pass"))
	is(2, 1, 0, false)
	if b := r.view(a).Table.Boards; len(b) != 3 || b[0].Board != 7 {
		t.Errorf("the boards are %+v", b)
	}
	e := entry("of-session-2", 1, 1, 1, 7, "Pass")
	e.Session = 2
	r.says(a, club.Saved, e)
	is(2, 0, 1, true)
}

// TestClockOfARow: a result tells the clock of the round that its table plays, where it may
// have begun it or took the table there; where a clock is told nothing beside it is, and
// what others do to a clock that is not told is.
func TestClockOfARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := pairs(t, 3, 3, 2)
		defer r.Close()
		one, two := r.table(1), r.table(2)
		enter := func(a club.Actor, id string, round, table int, board bridge.Board) (club.Answer, *club.Row) {
			t.Helper()
			e := entry(id, 1, round, table, board, "Pass")
			answer, row, err := r.DoAt(t.Context(), a, r.id, club.Ask{Key: e.Key(), Command: e})
			if err != nil {
				t.Fatal(err)
			}
			return answer, row
		}
		round := func(what string, row *club.Row, want int) {
			t.Helper()
			if got := row.Clock; (got == nil) != (want == 0) || got != nil && got.Round != want {
				t.Errorf("%s: told of the clock %+v, want that of round %d", what, got, want)
			}
		}
		news := func(what string, answer club.Answer, row *club.Row, want bool) {
			t.Helper()
			if got := row.Beside >= answer.Position; got != want {
				t.Errorf("%s, at %d: beside at %d, want news: %v", what, answer.Position, row.Beside, want)
			}
		}
		time.Sleep(10 * time.Minute)
		answer, row := enter(one, "entry-1-1", 1, 1, 1)
		round("who began round 1", row, 1)
		news("who began round 1", answer, row, false)
		began := answer.Position
		at := boards(3, 2, 2, 1)
		_, row = enter(two, "entry-2-1", 1, 2, at[0])
		round("who plays it too", row, 0)
		if row.Beside < began {
			t.Errorf("who was not told of the clock of round 1 has it beside at %d, it began at %d", row.Beside, began)
		}
		answer, row = enter(one, "entry-1-2", 1, 1, 2)
		round("who goes on to round 2", row, 2)
		news("who goes on to round 2", answer, row, false)
		_, again := enter(one, "entry-1-2", 1, 1, 2)
		round("who asks again", again, 2)
		r.must(&club.SetClock{Clocked: club.Clocked{Round: 2, Action: club.ClockAdd, Seconds: 60}})
		answer, row = enter(two, "entry-2-2", 1, 2, at[1])
		round("who comes after", row, 2)
		news("who comes after, and is told of what was added", answer, row, false)
		if want := r.view(two).Table.Clock; *row.Clock != *want {
			t.Errorf("told of %+v, it shows %+v", row.Clock, want)
		}
		r.must(&club.SetClock{Clocked: club.Clocked{Action: club.ClockPause}})
		if _, row = enter(two, "entry-2-3", 2, 2, boards(3, 2, 2, 2)[0]); row.Beside != int64(len(r.entries())-1) {
			t.Errorf("all clocks were stopped at %d, beside is %d", len(r.entries())-1, row.Beside)
		}
	})
}
