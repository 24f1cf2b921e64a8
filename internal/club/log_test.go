package club_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/seed"
)

// lines are those of the log after a position.
func (r *rig) lines(after int64) []*club.LogLine {
	r.Helper()
	list, err := r.Lines(context.Background(), owner, r.id, after)
	if err != nil {
		r.Fatal(err)
	}
	return list
}

func award(kind event.AwardKind) bridge.BySide[event.Award] {
	return bridge.BySide[event.Award]{NS: event.Award{Kind: kind}, EW: event.Award{Kind: kind}}
}

// some command about a place that may be played, by chance.
func someCommand(s *seed.Source, p club.Place, n int) club.Command {
	switch s.Below(7) {
	case 0:
		return &club.Resolve{Place: p, Result: some(s)}
	case 1:
		return &club.Rule{Place: p, Award: award([]event.AwardKind{event.AveragePlus, event.Average, event.AverageMinus}[s.Below(3)])}
	case 2:
		r := some(s)
		list := []event.Assigned{{Result: r, Weight: exact.Int(1)}}
		return &club.Rule{Place: p, Assigned: bridge.BySide[[]event.Assigned]{NS: list, EW: list}}
	case 3:
		return &club.NotPlayed{Place: p, Late: s.Below(2) == 0}
	case 4:
		return &club.Void{Place: p}
	case 5:
		return &club.Rule{Place: p}
	}
	return &club.Enter{ID: fmt.Sprintf("by-the-director-%d", n), Revision: 1, Place: p, Result: some(s), Agreed: true}
}

// TestPreview: a preview writes nothing, and shows what the command does; what is
// refused is refused alike.
func TestPreview(t *testing.T) {
	for run := range 5 {
		s := seed.New(uint64(run))
		r := pairs(t, 5, 5, 2)
		r.round1(5, 2)
		for n := range 40 {
			table := 1 + s.Below(5)
			p := club.Place{Round: 1, Table: table, Board: boards(5, 2, table, 1)[s.Below(2)]}
			cmd := someCommand(s, p, n)
			before := r.view(owner)
			shown, refused := r.Preview(t.Context(), owner, r.id, club.Ask{Key: "a-try", Command: cmd})
			if now := r.view(owner); now.Position != before.Position {
				t.Fatalf("%s: the preview wrote something", cmd.Name())
			}
			a, err := r.do(owner, cmd)
			if keyOf(err) != keyOf(refused) {
				t.Fatalf("%s %+v: refused as %v, the preview as %v", cmd.Name(), cmd, err, refused)
			}
			if err != nil {
				continue
			}
			if now := r.view(owner).Standings; a.Says != shown.Says || text(now.Lists) != text(shown.After.Lists) || text(now.Boards) != text(shown.After.Boards) {
				t.Fatalf("%s %+v: it came to something else than was shown", cmd.Name(), cmd)
			}
		}
	}
}

// TestLines: the log says of each act what it was about, and what stood before and after
// it.
func TestLines(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	p := club.Place{Round: 1, Table: 1, Board: 1}
	r.says(r.table(1), club.Saved, entry("an-entry", 1, 1, 1, 1, "4S= S"))
	r.must(&club.Resolve{Place: p, Result: result("4S-1 S")})
	r.must(&club.Rule{Place: p, Award: award(event.Average)})
	r.must(&club.Switch{Round: 2, Table: 1})
	r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"anna"}}})
	r.must(&club.Penalise{Penalised: event.Penalised{Ref: "1", Contestant: ns(1), Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop}})
	r.must(&club.Publish{Anyway: true})
	got := r.lines(3)
	if len(got) != 7 || got[0].Position != 4 {
		t.Fatalf("%d lines from %d on", len(got), got[0].Position)
	}
	one, two, three := got[0], got[1], got[2]
	if one.About.Place != p || one.Was.State != club.StateEmpty || one.Is.Result.String() != "4S= S" || *one.Is.Points != 420 || one.Before != 0 || one.By != "table:1" {
		t.Errorf("the first result: %+v", one)
	}
	if two.Was.Result.String() != "4S= S" || two.Is.Result.String() != "4S-1 S" || two.Before != one.Position || two.Do != "resolve" {
		t.Errorf("a correction: %+v", two)
	}
	if three.Was.Ruling != nil || three.Is.Ruling == nil || three.Is.State != club.StateRuled || three.Before != two.Position {
		t.Errorf("a ruling: %+v", three)
	}
	if l := got[3]; l.About.Round != 2 || l.About.Board != 0 || l.Was.Seats == l.Is.Seats || l.Was.Seats.NS != l.Is.Seats.EW {
		t.Errorf("seats: %+v", l)
	}
	if l := got[4]; l.About.Contestant != ns(1) || len(l.Was.Registered.Persons) != 0 || len(l.Is.Registered.Persons) != 1 {
		t.Errorf("names: %+v", l)
	}
	if l := got[5]; l.About.Penalty != "1" || l.Was.Penalty != nil || l.Is.Penalty == nil {
		t.Errorf("a penalty: %+v", l)
	}
	if l := got[6]; l.About != (club.About{}) || l.Do != "publish" {
		t.Errorf("the end: %+v", l)
	}
	for _, a := range []club.Actor{{}, r.table(2)} {
		if _, err := r.Lines(t.Context(), a, r.id, 0); keyOf(err) != "club.log" {
			t.Errorf("%q sees the log: %v", a.Role, err)
		}
	}
	if _, err := r.Lines(t.Context(), owner, r.id, 99); keyOf(err) != "club.no_position" {
		t.Errorf("a position that is yet to come: %v", err)
	}
}

// stands is what counts at a place, as text.
func (r *rig) stands(p club.Place) string {
	v := r.state(p)
	if v.State == club.StateConflict { // that is what the devices say, and not what stands
		v.State = club.StateSaved
	}
	b := event.BoardSheet{}
	for _, sheet := range r.view(owner).Standings.Boards {
		if sheet.Board == p.Board {
			b = sheet
		}
	}
	for _, l := range b.Lines {
		if l.Meeting.Table == p.Table && l.Meeting.Round == p.Round {
			return text([]any{v.State, v.Result, v.Score, l.State, l.Result, l.Award, l.Ruling})
		}
	}
	return string(v.State)
}

// TestRestore: whatever was done at a place, each of its states can be made to stand
// again, and the restored one too.
func TestRestore(t *testing.T) {
	for run := range 5 {
		s := seed.New(uint64(run))
		r := pairs(t, 3, 3, 1)
		r.round1(3, 1)
		p := club.Place{Round: 1, Table: 1, Board: 1}
		then := map[int64]string{r.lines(0)[len(r.lines(0))-1].Position: ""}
		clear(then)
		for n := range 25 {
			if a, err := r.do(owner, someCommand(s, p, n)); err == nil && a.Says != club.NothingToDo {
				then[a.Position] = r.stands(p)
			}
		}
		for at, want := range then {
			if _, err := r.do(owner, &club.Restore{Position: at}); err != nil {
				t.Fatalf("position %d: %v", at, err)
			}
			if got := r.stands(p); got != want {
				t.Fatalf("position %d: it stands\n%s\nwant\n%s", at, got, want)
			}
			r.says(owner, club.NothingToDo, &club.Restore{Position: at})
		}
	}
}

// TestRestoreOthers: seats, names and penalties are restored too; what is about nothing
// in particular is not.
func TestRestoreOthers(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	seats := r.must(&club.Switch{Round: 1, Table: 1}).Position
	r.must(&club.Restore{Position: seats, Before: true})
	if s := r.view(owner).Plan[0]; s.NS != ns(1) {
		t.Errorf("they sit %+v", s)
	}
	r.must(&club.Restore{Position: seats})
	if s := r.view(owner).Plan[0]; s.NS != ew(1) {
		t.Errorf("they sit %+v", s)
	}
	r.says(owner, club.NothingToDo, &club.Restore{Position: seats})
	who := r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"anna"}}}).Position
	r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"bert"}}})
	r.must(&club.Restore{Position: who})
	if c := r.view(owner).Contestants[0]; c.Persons[0] != "anna" {
		t.Errorf("it is %+v", c)
	}
	r.round1(3, 1)
	fine := r.must(&club.Penalise{Penalised: event.Penalised{Ref: "1", Contestant: ns(1), Kind: event.Procedural, Amount: exact.Int(10), Unit: event.PenaltyTop}}).Position
	r.must(&club.Restore{Position: fine, Before: true})
	if n := len(r.view(owner).Standings.Penalties); n != 0 {
		t.Errorf("%d penalties", n)
	}
	r.must(&club.Restore{Position: fine})
	if n := len(r.view(owner).Standings.Penalties); n != 1 {
		t.Errorf("%d penalties", n)
	}
	left := r.must(&club.Withdraw{Withdrew: event.Withdrew{Contestant: ew(2)}}).Position
	r.must(&club.Restore{Position: left, Before: true})
	if d, _ := r.Desk(t.Context(), owner, r.id, time.Now()); d.Withdrawn[ew(2)] {
		t.Error("it has still left")
	}
	r.refuses(owner, "club.restore", &club.Restore{Position: 1})
	r.refuses(owner, "club.no_position", &club.Restore{Position: 99})
	r.refuses(r.table(1), "club.table_may", &club.Restore{Position: who})
	new9 := event.Contestant{Number: 9, Side: bridge.NS}
	first := r.must(&club.Register{Registered: event.Registered{Contestant: new9}}).Position
	r.refuses(owner, "club.restore_contestant", &club.Restore{Position: first, Before: true})
}

// TestMoved: each publication and each change of a published result is a version;
// readers compare these, and nothing that was not published.
func TestMoved(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	for round := 1; round <= 3; round++ {
		for table := 1; table <= 3; table++ {
			r.must(entry(fmt.Sprintf("entry-%d-%d", round, table), 1, round, table, boards(3, 1, table, round)[0], []string{"4S= S", "3NT-1 E", "2H= N"}[table-1]))
		}
	}
	moved := func(a club.Actor, from, to int64) (*club.Moved, error) {
		return r.Moved(t.Context(), a, r.id, from, to)
	}
	for _, a := range []club.Actor{{}, owner} {
		if _, err := moved(a, 0, 0); keyOf(err) != "club.no_version" {
			t.Errorf("%q: %v", a.Role, err)
		}
	}
	first := r.must(&club.Publish{Anyway: true}).Position
	if m, err := moved(club.Actor{}, 0, 0); err != nil || len(m.Moves) != 0 || m.From != first || m.To != first {
		t.Errorf("one version: %+v, %v", m, err)
	}
	r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"anna"}}})
	p := club.Place{Round: 1, Table: 1, Board: 1}
	second := r.must(&club.Resolve{Place: p, Result: result("7NTXX-5 S")}).Position
	for _, a := range []club.Actor{{}, owner} {
		m, err := moved(a, 0, 0)
		if err != nil || m.From != first || m.To != second || len(m.Versions) != 2 || len(m.Moves) == 0 || m.At.Before.After(m.At.After) {
			t.Fatalf("%q: %+v, %v", a.Role, m, err)
		}
		if text(m.Moves) != text(event.Moves(m.Before, m.After)) || len(m.Lines) == 0 || m.Lines[len(m.Lines)-1].Position != second {
			t.Errorf("%q: %+v", a.Role, m)
		}
	}
	if _, err := moved(club.Actor{}, first, second-1); keyOf(err) != "club.unpublished" {
		t.Errorf("what was not published: %v", err)
	}
	if m, err := moved(owner, 2, 0); err != nil || m.Before != nil || len(m.Moves) != 6 {
		t.Errorf("from the beginning: %+v, %v", m, err)
	}
	r.must(&club.Reopen{})
	if _, err := moved(club.Actor{}, 0, 0); keyOf(err) != "club.no_version" {
		t.Errorf("nothing is published: %v", err)
	}
	r.must(&club.Resolve{Place: p, Result: result("Pass")})
	third := r.must(&club.Publish{Anyway: true}).Position
	if v := r.view(club.Actor{}).Versions; len(v) != 3 || v[2].Position != third || v[2].Version != 3 {
		t.Errorf("versions %+v", v)
	}
	for from, to := range map[int64]int64{third: first, first: 99} {
		if _, err := moved(owner, from, to); keyOf(err) != "club.no_position" {
			t.Errorf("%d to %d: %v", from, to, err)
		}
	}
}

// TestRepair: what was really played is what a repair begins with.
func TestRepair(t *testing.T) {
	r := pairs(t, 5, 5, 1)
	r.must(&club.Switch{Round: 1, Table: 2})
	r.must(&club.Seat{Seated: club.Seated{Round: 1, Table: 3, Seats: club.Seats{NS: ns(3), EW: ew(4)}}})
	r.must(&club.Seat{Seated: club.Seated{Round: 1, Table: 4, Seats: club.Seats{NS: ns(4), EW: ew(3)}}})
	for table := 1; table <= 4; table++ {
		r.must(entry(fmt.Sprintf("entry-of-%d", table), 1, 1, table, boards(5, 1, table, 1)[0], "1NT= N"))
	}
	r.must(&club.NotPlayed{Place: club.Place{Round: 1, Table: 5, Board: boards(5, 1, 5, 1)[0]}})
	plans, err := r.Repair(t.Context(), owner, r.id, club.Mishap{})
	if err != nil || len(plans) == 0 {
		t.Fatalf("%d plans, %v", len(plans), err)
	}
	for _, p := range plans {
		if p.Plan.From != 2 {
			t.Errorf("it changes from round %d on", p.Plan.From)
		}
		if s := p.Plan.Movement.At(5, 1); s.Played || s.Set != 0 {
			t.Errorf("table 5 did not play: %+v", s)
		}
		if s := p.Plan.Movement.At(3, 1); !s.Played || s.EW[0] != 4 {
			t.Errorf("at table 3 sat %+v", s)
		}
	}
	best := plans[0].Plan
	r.must(&club.ChangePlan{Planned: best})
	for _, a := range []club.Actor{{}, r.table(1)} {
		if _, err := r.Repair(t.Context(), a, r.id, club.Mishap{}); keyOf(err) != "club.desk" {
			t.Errorf("%q repairs: %v", a.Role, err)
		}
	}
}

// TestSolve: what the cards allow becomes a fact, of the cards that lie there then; a
// deal that takes too long is left alone, and so is one whose cards are not all known.
func TestSolve(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	r.round1(3, 1)
	known := dd.Table{}
	for _, seat := range bridge.Seats {
		for _, strain := range bridge.Strains {
			known = known.With(seat, strain, 6)
		}
	}
	r.must(&club.LoadDeals{Boards: []event.BoardSet{
		{Board: 1, Dealer: bridge.North, Deal: deal(t)},
		{Board: 2, Dealer: bridge.East, Deal: deal(t), DD: known},
	}})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { r.Solve(ctx); close(ended) }()
	table := func(board bridge.Board) string {
		for _, b := range r.view(owner).Standings.Boards {
			if b.Board == board && !b.DD.IsZero() {
				return b.DD.String()
			}
		}
		return ""
	}
	for began := time.Now(); table(1) == "" && time.Since(began) < 20*time.Second; time.Sleep(2 * time.Millisecond) {
	}
	if got := table(1); !strings.HasPrefix(got, "0d0d0") {
		t.Errorf("board 1: %q", got)
	}
	if got := table(2); got != known.String() {
		t.Errorf("board 2: %q", got)
	}
	position := r.view(owner).Position
	time.Sleep(20 * time.Millisecond)
	if now := r.view(owner).Position; now != position {
		t.Errorf("it wrote again: %d, was %d", now, position)
	}
	other, err := bridge.ParseDeal("E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Deal: other}}, Replace: true})
	for began := time.Now(); table(1) == "" && time.Since(began) < 20*time.Second; time.Sleep(2 * time.Millisecond) {
	}
	if got := table(1); got == "" || strings.HasPrefix(got, "0d0d0") {
		t.Errorf("other cards: %q", got)
	}
	stop()
	<-ended
	if _, err := club.Decode("solved", []byte("{}")); keyOf(err) != "club.no_command" {
		t.Errorf("people may say it: %v", err)
	}
}
