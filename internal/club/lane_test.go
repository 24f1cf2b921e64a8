package club_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/score"
)

// lane is what the lane has at a time: concern, table and board.
func (r *rig) lane(now time.Time) (out []string) {
	r.Helper()
	d, err := r.Desk(context.Background(), owner, r.id, now)
	if err != nil {
		r.Fatal(err)
	}
	for _, i := range d.Lane {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %d/%d", i.Concern, i.Table, i.Board)))
	}
	return out
}

// items are the items of the lane, whole.
func (r *rig) items() []club.Item {
	r.Helper()
	d, err := r.Desk(context.Background(), owner, r.id, time.Now())
	if err != nil {
		r.Fatal(err)
	}
	return d.Lane
}

// deal gives North the spades, East the hearts, South the diamonds and West the clubs.
func deal(t testing.TB) bridge.Deal {
	d, err := bridge.ParseDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLane: what makes an item, and what does not. A case is a Mitchell of seven tables
// with the results of board 1 at its tables, in round 1, 7, 6 …, and what the lane has.
func TestLane(t *testing.T) {
	tricks := dd.Table{}
	for _, seat := range bridge.Seats {
		for _, strain := range bridge.Strains {
			tricks = tricks.With(seat, strain, 8)
		}
	}
	for name, c := range map[string]struct {
		results string // of board 1 at tables 1, 2 …; "." is none
		deal    bool
		dd      dd.Table
		checks  club.Checks
		more    func(r *rig)
		want    []string
	}{
		"all is well":                     {results: "4S= E, 4S= E, 4S+1 E, 4S-1 E, 4S= E, 3S+1 E, 4S= E"},
		"declarer on the wrong side":      {results: "4S= E, 4S= E, 4S+1 E, 4S= N, 4S= E, 4S+1 E, 4S= E", want: []string{"lonely 4/1", "both_sides 4/1"}},
		"alone, but most have the sign":   {results: "4S= E, 4S-1 E, 4S-1 E, 4S-3 E, 4S= E, 4S= E, 4S= E"},
		"half of the others":              {results: "1NT= N, 1NT= N, 1NT= N, 1NT= E, 1NT-1 N, 1NT-1 N, 1NT-2 N"},
		"alone, as far as is asked":       {results: "1NT= N, 1NT= N, 1NT= N, 1NT= E, 1NT-1 N, 1NT-1 N, 1NT-2 N", checks: club.Checks{Lonely: 50}, want: []string{"lonely 4/1"}},
		"two of a kind are not alone":     {results: "4S= E, 4S= E, 4S= E, 4S= N, 4S= N, 4S= E, 4S= E", want: []string{"both_sides 4/1", "both_sides 5/1"}},
		"of three others nothing follows": {results: "4S= E, 4S= E, ., 4S= N, ., ., .", want: []string{"both_sides 4/1"}},
		"a minus for a plus":              {results: "620, 620, 170, -620, 620, 620, 650", want: []string{"lonely 4/1"}},
		"a minus that nobody has as plus": {results: "620, 620, 170, -100, 620, 620, 650"},
		"passed out is no sign":           {results: "1NT= N, 1NT= N, 1NT= N, Pass, 1NT= N, 1NT= N, 1NT= N"},
		"both sides, fifteen tricks":      {results: "2S= E, 2S-1 N, 2S= E, 2S= E, 2S= E, 2S= E, 2S= E"},
		"both sides, sixteen":             {results: "2S= E, 2S= N, 2S= E, 2S= E, 2S-1 W, 2S-1 W, 2S= E", want: []string{"lonely 2/1", "both_sides 2/1"}},
		"notrump, fourteen":               {results: "1NT= E, 1NT= N, 1NT= N, 1NT= E, ., ., ."},
		"notrump, fifteen":                {results: "1NT= E, 1NT= N, 1NT+1 N, 1NT= N, 1NT= E, ., .", want: []string{"both_sides 1/1", "both_sides 5/1"}},
		"both sides, as far as is asked":  {results: "2S= E, 2S-1 N, ., ., ., ., .", checks: club.Checks{Suit: 14}, want: []string{"both_sides 2/1"}},
		"two tricks from the cards":       {results: "4S= E, ., ., ., ., ., .", dd: tricks},
		"three tricks from the cards":     {results: "4S+1 E, 4S-5 E, ., ., ., ., .", dd: tricks, want: []string{"double_dummy 1/1", "double_dummy 2/1"}},
		"the lead of the right hand":      {results: "4S= N HA, ., ., ., ., ., .", deal: true},
		"a lead against the partner":      {results: "4S= S HA, ., ., ., ., ., .", deal: true, want: []string{"lead 1/1"}},
		"the lead of declarer himself":    {results: "4S= N SA, ., ., ., ., ., .", deal: true, want: []string{"lead 1/1"}},
		"a lead, and no cards":            {results: "4S= S HA, ., ., ., ., ., ."},
		"doubled and made":                {results: "4SX= E, 4SX= E, ., ., ., ., ."},
		"doubled and rare":                {results: "4SX+1 E, 4SXX-1 E, 4SX-4 E, 4SX-5 E, ., ., .", want: []string{"doubled 1/1", "doubled 2/1", "doubled 4/1"}},
		"a fouled board is not compared": {
			results: "4S= E, 4S= E, 4S+1 E, 4S= N, 4S= E, 4S+1 E, 4S= E",
			more: func(r *rig) {
				r.must(&club.Foul{Fouled: event.Fouled{Scope: event.Scope{Board: 1, Tables: []int{4}}, Version: "b"}})
			},
		},
		"a ruling has been looked at": {
			results: "4SX+1 E, ., ., ., ., ., .",
			more: func(r *rig) {
				r.must(&club.Rule{Place: club.Place{Round: 1, Table: 1, Board: 1}, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}})
			},
		},
		"a call": {
			results: "., ., ., ., ., ., .",
			more:    func(r *rig) { r.must(&club.CallDirector{Ref: "a", Table: 3, Reason: "claim"}) },
			want:    []string{"call 3/0"},
		},
		"a call that was answered": {
			results: "., ., ., ., ., ., .",
			more: func(r *rig) {
				r.must(&club.CallDirector{Ref: "a", Table: 3})
				r.must(&club.AnswerCall{Ref: "a"})
			},
		},
		"two devices differ": {
			results: "1NT= N, ., ., ., ., ., .",
			more:    func(r *rig) { r.says(owner, club.InConflict, entry("another-entry", 1, 1, 1, 1, "1NT-1 N")) },
			want:    []string{"conflict 1/1"},
		},
		"a person in two places": {
			results: "., ., ., ., ., ., .",
			more: func(r *rig) {
				r.must(&club.Register{Registered: event.Registered{Contestant: ns(1), Persons: []event.PersonID{"leo", "katja"}}})
				r.must(&club.Register{Registered: event.Registered{Contestant: ns(2), Persons: []event.PersonID{"leo", "rosa"}}})
			},
			want: []string{"seated_twice 0/0"},
		},
		"a contestant at two tables": {
			results: "., ., ., ., ., ., .",
			more: func(r *rig) {
				r.must(&club.Seat{Seated: club.Seated{Round: 1, Table: 2, Seats: club.Seats{NS: ns(1), EW: ew(2)}}})
			},
			want: []string{"seated_twice 2/0"},
		},
		"a board that the table does not have": {
			results: "., ., ., ., ., ., .",
			more: func(r *rig) {
				r.must(&club.Seat{Seated: club.Seated{Round: 1, Table: 1, Seats: club.Seats{NS: ns(1), EW: ew(1)}, Boards: []bridge.Board{3}}})
				r.says(owner, club.Saved, entry("another-board", 1, 1, 1, 3, "1NT= N"))
			},
			want: []string{"wrong_board 2/3", "wrong_board 1/3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := pairs(t, 7, 7, 1)
			r.must(&club.Configure{Configured: club.Configured{Checks: c.checks, NamesUntilRound: new(7)}})
			set := event.BoardSet{Board: 1, Dealer: bridge.North, DD: c.dd}
			if c.deal {
				set.Deal = deal(t)
			}
			if set.DD != (dd.Table{}) || c.deal {
				r.must(&club.LoadDeals{Boards: []event.BoardSet{set}})
			}
			for i, text := range strings.Split(c.results, ", ") {
				if table := i + 1; text != "." {
					round := (8-table)%7 + 1
					e := entry(fmt.Sprintf("result-of-%d", table), 1, round, table, 1, "Pass")
					if n, err := strconv.Atoi(text); err == nil {
						points := score.Points(n)
						e.Score, e.Result = &points, bridge.Result{}
					} else {
						e.Result = result(text)
					}
					r.must(e)
				}
			}
			if c.more != nil {
				c.more(r)
			}
			got := slices.DeleteFunc(r.lane(time.Now()), func(s string) bool { return strings.HasPrefix(s, "missing") || strings.HasPrefix(s, "slow") })
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestLaneMirrors: with all results and seats exchanged the lane is the same.
func TestLaneMirrors(t *testing.T) {
	of := func(turn int) []string {
		r := pairs(t, 7, 7, 1)
		for i, text := range []string{"4S= E", "4S= E", "4S= N", "3NTX+1 W", "2H-1 S", "4S+1 E", "2H+2 W"} {
			table := i + 1
			e := entry(fmt.Sprintf("result-of-%d", table), 1, (8-table)%7+1, table, 1, text)
			e.Result = e.Result.Turn(turn)
			r.must(e)
		}
		return slices.DeleteFunc(r.lane(time.Now()), func(s string) bool {
			return strings.HasPrefix(s, "missing") || strings.HasPrefix(s, "no_name") || strings.HasPrefix(s, "slow")
		})
	}
	if plain, turned := of(0), of(1); len(plain) == 0 || !slices.Equal(plain, turned) {
		t.Errorf("%q, turned %q", plain, turned)
	}
}

// TestLaneMissing: a board is missing when its table has gone on, when the room is two
// rounds ahead, or when all others have finished the last round.
func TestLaneMissing(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	r.must(&club.Configure{Configured: club.Configured{NamesUntilRound: new(3)}})
	play := func(round, table int) {
		r.must(entry(fmt.Sprintf("entry-%d-%d", round, table), 1, round, table, boards(3, 1, table, round)[0], "1NT= N"))
	}
	want := func(what string, list ...string) {
		t.Helper()
		if got := slices.DeleteFunc(r.lane(time.Now()), func(s string) bool { return !strings.HasPrefix(s, "missing") }); !slices.Equal(got, list) {
			t.Errorf("%s: %q, want %q", what, got, list)
		}
	}
	play(1, 1)
	play(1, 2)
	want("round 1 is being played")
	play(2, 1)
	want("the others are a round ahead")
	play(2, 2)
	play(3, 1)
	play(3, 2)
	want("all others are through", "missing 3/3", "missing 3/1", "missing 3/2")
	play(2, 3)
	want("the table has gone on", "missing 3/3", "missing 3/2")
	first := r.items()[0]
	if !slices.ContainsFunc(first.Actions, func(a club.Action) bool { return a.Deed == club.DeedAsk }) || first.Actions[0].Deed != club.DeedEnter {
		t.Errorf("%+v", first.Actions)
	}
	r.must(&club.AskTable{Place: first.Place})
	if r.state(first.Place).Wanted.IsZero() {
		t.Error("the table was not asked")
	}
	play(1, 3)
	if !r.state(first.Place).Wanted.IsZero() {
		t.Error("the table is still asked")
	}
	want("one is left", "missing 3/2")
	e := entry("entry-3-3", 1, 3, 3, 2, "1NT= N")
	e.Agreed = false
	r.says(r.table(3), club.IsProposed, e)
	if i := r.items()[0]; i.Actions[0].Deed != club.DeedAgree || len(i.Revisions) != 1 {
		t.Errorf("what was proposed: %+v", i)
	}
	r.must(r.items()[0].Actions[0].Command)
	want("all is in")
	if d, _ := r.Desk(t.Context(), owner, r.id, time.Now()); !d.Ready {
		t.Error("it could be published")
	}
}

// TestLaneSlow: a table is slow if it has more to play than there is time, unless the
// director is with it.
func TestLaneSlow(t *testing.T) {
	r := pairs(t, 3, 3, 3)
	now := time.Now()
	r.must(&club.SetClock{Clocked: club.Clocked{Round: 1, Action: club.ClockStart}})
	for table, n := range []int{3, 2, 1} { // boards that they have played
		for _, b := range boards(3, 3, table+1, 1)[:n] {
			r.must(entry(fmt.Sprintf("entry-%d-%d", table+1, b), 1, 1, table+1, b, "1NT= N"))
		}
	}
	for minutes, want := range map[int][]string{ // 23 minutes are a round
		5:  nil,
		12: nil,
		13: {"slow 3/0"}, // two boards and ten minutes
		22: {"slow 3/0"},
		24: {"slow 2/0", "slow 3/0"},
	} {
		if got := r.lane(now.Add(time.Duration(minutes)*time.Minute + 10*time.Second)); !slices.Equal(got, want) {
			t.Errorf("after %d minutes: %q, want %q", minutes, got, want)
		}
	}
	r.must(&club.CallDirector{Ref: "a", Table: 3})
	if got := r.lane(now.Add(24 * time.Minute)); !slices.Equal(got, []string{"call 3/0", "slow 2/0"}) {
		t.Errorf("the director is called: %q", got)
	}
}

// TestLaneSeen: what was marked as right does not come back, and another result does.
func TestLaneSeen(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	p := club.Place{Round: 1, Table: 1, Board: 1}
	r.must(entry("the-first-one", 1, 1, 1, 1, "4SX+1 E"))
	i := r.items()[0]
	mark := i.Actions[len(i.Actions)-1]
	if mark.Deed != club.DeedRight {
		t.Fatalf("%+v", i.Actions)
	}
	r.says(owner, club.Done, mark.Command)
	r.says(owner, club.NothingToDo, mark.Command)
	if got := r.items(); len(got) != 0 {
		t.Fatalf("it is still there: %+v", got)
	}
	r.must(&club.Resolve{Place: p, Result: result("4SX+2 E")})
	if got := r.items(); len(got) != 1 || got[0].ID == i.ID {
		t.Errorf("another result: %+v", got)
	}
	r.must(&club.Resolve{Place: p, Result: result("4SX+1 E")})
	if got := r.items(); len(got) != 0 {
		t.Errorf("the first one again: %+v", got)
	}
	r.refuses(owner, "club.item", &club.MarkSeen{})
	r.refuses(r.table(1), "club.table_may", mark.Command)
	r.refuses(owner, "club.no_place", &club.AskTable{Place: club.Place{Round: 9, Table: 1, Board: 1}})
	r.refuses(owner, "club.checks", &club.Configure{Configured: club.Configured{Checks: club.Checks{Suit: -1}}})
}

// TestLaneActions: each action of the lane is a command as it is written and read, and
// does what the item asks.
func TestLaneActions(t *testing.T) {
	r := pairs(t, 7, 7, 1)
	r.must(&club.LoadDeals{Boards: []event.BoardSet{{Board: 1, Dealer: bridge.North, Deal: deal(t)}}})
	r.must(entry("a-lead-of-the", 1, 1, 1, 1, "4S= S HA"))
	a := r.table(2)
	r.says(a, club.Saved, entry("of-the-table", 1, 1, 2, 2, "1NT= N"))
	r.says(a, club.Saved, entry("of-the-next", 1, 2, 2, 3, "1NT= N"))
	r.says(a, club.AskedFor, entry("of-the-table", 2, 1, 2, 2, "1NT+1 N"))
	r.must(&club.NotUs{Round: 1, Table: 5, What: club.SeatsSwitched})
	got := r.items()
	var concerns []club.Concern
	for _, i := range got {
		concerns = append(concerns, i.Concern)
		for _, act := range i.Actions {
			if act.Command == nil {
				continue
			}
			b, err := json.Marshal(act.Command)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := club.Decode(act.Command.Name(), b); err != nil {
				t.Errorf("%s of %s: %v", act.Deed, i.Concern, err)
			}
		}
	}
	if !slices.Equal(concerns, []club.Concern{club.ConcernRequest, club.ConcernNotUs, club.ConcernLead}) {
		t.Fatalf("%v", concerns)
	}
	for _, i := range got {
		r.must(i.Actions[0].Command)
	}
	if left := r.items(); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
	if got := r.state(club.Place{Round: 1, Table: 1, Board: 1}).Result.String(); got != "4S= N HA" {
		t.Errorf("the declarer is %s", got)
	}
	if got := r.state(club.Place{Round: 1, Table: 2, Board: 2}).Result.String(); got != "1NT+1 N" {
		t.Errorf("the correction is %s", got)
	}
}

// TestLaneNames: names are missing after the rounds in which players may say them.
func TestLaneNames(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	if got := r.lane(time.Now()); len(got) != 0 {
		t.Errorf("before it began: %q", got)
	}
	for round := 1; round <= 2; round++ {
		for table := 1; table <= 3; table++ {
			r.must(entry(fmt.Sprintf("entry-%d-%d", round, table), 1, round, table, boards(3, 1, table, round)[0], "1NT= N"))
		}
	}
	if got := r.items(); len(got) != 1 || got[0].Concern != club.ConcernNoName || len(got[0].Who) != 6 {
		t.Errorf("in round 2: %+v", got)
	}
}

func BenchmarkLane(b *testing.B) {
	r := pairs(b, 20, 9, 3)
	for round := 1; round <= 9; round++ {
		for table := 1; table <= 20; table++ {
			for _, board := range boards(20, 3, table, round) {
				r.must(entry(fmt.Sprintf("entry-%d-%d-%d", round, table, board), 1, round, table, board, []string{"4S= E", "4S+1 E", "3NT= N"}[(table+round)%3]))
			}
		}
	}
	for b.Loop() {
		r.items()
	}
}
