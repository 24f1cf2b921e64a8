package movement_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// happened marks all rounds before one as played as planned.
func happened(m *movement.Movement, round int) *movement.Movement {
	for i := range m.Slots {
		m.Slots[i].Played = m.Slots[i].Round < round && m.Plays(m.Slots[i])
	}
	return m
}

// named reads contestants, N7 and the like.
func named(t *testing.T, text ...string) []movement.Contestant {
	t.Helper()
	var out []movement.Contestant
	for _, one := range text {
		c, err := movement.ParseContestant(one)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// comes lists contestants who come for a round.
func comes(t *testing.T, round int, text ...string) []movement.Late {
	t.Helper()
	var out []movement.Late
	for _, c := range named(t, text...) {
		out = append(out, movement.Late{Contestant: c, Round: round})
	}
	return out
}

// repaired repairs, and checks that all plans are legal.
func repaired(t *testing.T, m *movement.Movement, ask movement.Accident) []movement.Repair {
	t.Helper()
	got, err := m.Repair(ask)
	if err != nil {
		t.Fatal(err)
	}
	if ask.Copies == 0 {
		ask.Copies = 2
	}
	for _, r := range got {
		if bad := illegal(accident{m: m, ask: ask}, r.Plan); bad != nil {
			t.Errorf("%s: %q", r.Strategy, bad)
		}
	}
	return got
}

// with finds the plan of a strategy.
func with(t *testing.T, got []movement.Repair, s movement.Strategy) movement.Repair {
	t.Helper()
	var names []movement.Strategy
	for _, r := range got {
		if r.Strategy == s || slices.ContainsFunc(r.Also, func(w movement.Way) bool { return w.Strategy == s }) {
			return r
		}
		names = append(names, r.Strategy)
	}
	t.Fatalf("no plan by %s, there are %q", s, names)
	return movement.Repair{}
}

// TestRepairOrder: the session goes on as planned where rounds can be saved by many
// meetings again and shared boards alone; who is late roves
// among North-South, which can be announced and leaves boards and East-West alone, and
// plays from the first round on.
func TestRepairOrder(t *testing.T) {
	mitchell := func(tables int) *movement.Movement { return mustMake(t, "mitchell", movement.Ask{Tables: tables}) }
	gone := func(round int, who ...movement.Contestant) movement.Accident {
		return movement.Accident{Round: round, Gone: who}
	}
	late := func(round int, side bridge.Side, n int) movement.Accident {
		return movement.Accident{Round: round, Late: []movement.Late{{Contestant: movement.Contestant{Line: side, Number: n}, Round: round}}}
	}
	ns, ew := func(n int) movement.Contestant { return movement.Contestant{Line: bridge.NS, Number: n} }, func(n int) movement.Contestant { return movement.Contestant{Line: bridge.EW, Number: n} }
	for name, c := range map[string]struct {
		m    *movement.Movement
		ask  movement.Accident
		want movement.Strategy
	}{
		"two left":               {mitchell(7), gone(3, ns(3), ew(5)), movement.SitOutBeside},
		"two left, Howell":       {mustMake(t, "howell", movement.Ask{Tables: 5}), gone(3, movement.Contestant{Number: 3}, movement.Contestant{Number: 5}), movement.SitOutBeside},
		"one left":               {mitchell(7), gone(3, ns(3)), movement.SitOutBeside},
		"late":                   {mitchell(7), late(2, bridge.NS, 8), movement.RoverNS},
		"late, East-West":        {mitchell(7), late(2, bridge.EW, 8), movement.RoverEW},
		"late, on either line":   {mitchell(7), late(3, 0, 8), movement.RoverNS},
		"late, nine tables":      {mitchell(9), late(2, bridge.NS, 10), movement.RoverNS},
		"late, nine, in round 3": {mitchell(9), late(3, bridge.NS, 10), movement.RoverNS},
	} {
		for i := range c.m.Slots {
			c.m.Slots[i].Played = c.m.Slots[i].Round < c.ask.Round
		}
		got, err := c.m.Repair(c.ask)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Strategy != c.want || r.Toll.Missed > 0 || r.Toll.Stationary > 0 {
			t.Errorf("%s: %s, %+v", name, r.Strategy, r.Toll)
		}
	}
}

// TestRepairAlso: where two strategies come to one plan each has what belongs to it.
func TestRepairAlso(t *testing.T) {
	others := 0
	for n := uint64(1); n <= 120; n++ {
		a := happens(n, 4)
		a.ask.Steps = 200_000
		got, err := a.m.Repair(a.ask)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range got {
			others += len(r.Also)
			for _, w := range append([]movement.Way{r.Way}, r.Also...) {
				switch w.Strategy {
				case movement.ShareTable:
					if len(w.Tables) == 0 || !slices.IsSorted(w.Tables) {
						t.Errorf("accident %d: %+v", n, w)
					}
				case movement.SkipNow, movement.SkipBoards, movement.BoardsShift:
					if w.By == 0 || (len(w.Tables) == 2) != (w.Strategy == movement.BoardsShift) {
						t.Errorf("accident %d: %+v", n, w)
					}
				case movement.SwapTwo:
					if len(w.Contestants) != 2 {
						t.Errorf("accident %d: %+v", n, w)
					}
				}
				if w.From < a.ask.Round || w.From > a.m.Rounds {
					t.Errorf("accident %d: %+v", n, w)
				}
			}
		}
	}
	if others == 0 {
		t.Error("no plan has two ways")
	}
}

// rules counts losses by their rule.
func rules(r movement.Repair) map[movement.Rule]int {
	out := map[movement.Rule]int{}
	for _, l := range r.Lost {
		out[l.Rule]++
	}
	return out
}

// TestRepairNothing: where nothing is wrong, the plan stays.
func TestRepairNothing(t *testing.T) {
	for _, m := range grounds() {
		for _, round := range []int{1, 3} {
			happened(m, round)
			got := repaired(t, m, movement.Accident{Round: round})
			if len(got) != 1 || got[0].Strategy != movement.GoOn || len(got[0].Lost) > 0 || !got[0].Best {
				t.Errorf("%s, %d tables, from round %d: %+v", m.Family, m.Tables, round, got)
			}
			if diff := cmp.Diff(m, got[0].Plan); diff != "" {
				t.Errorf("%s, %d tables, from round %d (-was +is):\n%s", m.Family, m.Tables, round, diff)
			}
		}
	}
}

// TestRepairGolden: so it is with the movements of the shelf, those that mean some to
// meet again too.
func TestRepairGolden(t *testing.T) {
	n := 0
	for _, g := range goldens(t) {
		if m := g.plan; m.Kind == movement.Pairs && g.Check.Valid && m.Tables <= 10 && m.Rounds > 2 {
			happened(m, m.Rounds-1)
			got := repaired(t, m, movement.Accident{Round: m.Rounds - 1, Again: true, Copies: m.Audit().Copies})
			n++
			if diff := cmp.Diff(m, got[0].Plan); got[0].Strategy != movement.GoOn || diff != "" {
				t.Errorf("%s: %s (-was +is):\n%s", g.ID, got[0].Strategy, diff)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d movements", n)
	}
}

// TestRepairSkip: a skip forgotten after round 3 of 7 may still be made after round 4,
// as the window says; that is the plan, and nothing is lost. Who does not know of any
// skip is told when to make it.
func TestRepairSkip(t *testing.T) {
	m := mitchellLike(8, 7, 3, false, false)
	for table := 1; table <= 8; table++ { // round 4 without the skip
		m.At(table, 4).EW[0] = around(table-3, 8)
	}
	got := repaired(t, happened(m, 5), movement.Accident{Round: 5})
	if r := got[0]; r.Strategy != movement.GoOn || r.Lost != nil || !r.Plan.Audit().Sound() {
		t.Errorf("after round 4: %s, %+v", r.Strategy, r.Lost)
	}

	m = mitchellLike(8, 7, 0, false, false)
	got = repaired(t, happened(m, 5), movement.Accident{Round: 5})
	for _, s := range []movement.Strategy{movement.SkipNow, movement.SkipBoards} {
		r := with(t, got, s)
		if a := r.Plan.Audit(); r.From != 5 || r.By != 1 || r.Toll.Lost != 0 || !a.Sound() || a.Repeats > 0 {
			t.Errorf("%s: from %d by %d: %+v", s, r.From, r.By, r.Lost)
		}
	}
	skipped := with(t, got, movement.SkipNow)
	if diff := cmp.Diff(mitchellLike(8, 7, 4, false, false).At(3, 6).EW, skipped.Plan.At(3, 6).EW); diff != "" {
		t.Errorf("round 6 (-skip Mitchell +repair): %s", diff)
	}
	last := got[len(got)-1]
	if n := rules(last)[movement.RoundsLost]; last.Strategy != movement.DropRounds || n != 1 || last.Plan.Rounds != 4 {
		t.Errorf("the last plan is %s: %+v", last.Strategy, last.Lost)
	}
}

// TestRepairRover: a late pair at full tables displaces one in each round and meets
// nobody twice, but with 9 tables, where one repeat cannot be avoided.
func TestRepairRover(t *testing.T) {
	for _, tables := range []int{5, 6, 7, 8, 9, 10, 11, 12, 13} {
		for _, side := range []string{"N", "E"} {
			m := mitchellLike(tables, tables, 0, tables%2 == 0, false)
			who := fmt.Sprintf("%s%d", side, tables+1)
			strategy := map[string]movement.Strategy{"N": movement.RoverNS, "E": movement.RoverEW}[side]
			r := with(t, repaired(t, happened(m, 2), movement.Accident{Round: 2, Late: comes(t, 2, who)}), strategy)
			want := boolTo(tables == 9)
			if r.Toll.Lost != 0 || r.Toll.Repeats != want || len(r.Tables) != tables-1 || want == 0 && r.Toll.MostSits != 1 {
				t.Errorf("%d tables, %s: %+v, tables %v", tables, who, r.Toll, r.Tables)
			}
			if diff := cmp.Diff(r.Tables, r.Plan.RoverOrder); diff != "" {
				t.Errorf("%d tables, %s: order (-told +plan): %s", tables, who, diff)
			}
			if n := rules(r)[movement.Repeat]; n != want {
				t.Errorf("%d tables, %s: %d repeats are told", tables, who, n)
			}
		}
	}
}

// TestRepairSitOuts: the search, too, lets nobody sit out twice if it can.
func TestRepairSitOuts(t *testing.T) {
	m := happened(mitchellLike(7, 7, 0, false, false), 2)
	r := with(t, repaired(t, m, movement.Accident{Round: 2, Late: comes(t, 2, "N8")}), movement.Searched)
	if r.Toll.Lost != 0 || r.Toll.Repeats != 0 || r.Toll.MostSits != 1 {
		t.Errorf("%+v", r.Toll)
	}
}

// TestRepairPhantom: the pair that was missing comes for round 3, and those who waited
// for it sat out.
func TestRepairPhantom(t *testing.T) {
	m := mitchellLike(7, 7, 0, false, false)
	m.Phantom = named(t, "N7")[0]
	got := repaired(t, happened(m, 3), movement.Accident{Round: 3, Late: comes(t, 3, "N7")})
	r := got[0]
	if r.Strategy != movement.PhantomComes || r.Plan.Phantom != (movement.Contestant{}) || len(got) != 1 {
		t.Errorf("%s of %d, phantom %v", r.Strategy, len(got), r.Plan.Phantom)
	}
	a := r.Plan.Audit()
	if want := (movement.Range{Min: 5, Max: 7}); !a.Sound() || a.Rounds != want {
		t.Errorf("rounds %+v, %+v", a.Rounds, a.Findings)
	}
	if s := r.Plan.At(7, 2); s.NS[0] != 0 || s.Set != 0 || s.EW[0] == 0 {
		t.Errorf("where nobody was met: %v", s)
	}

	// For round 4 the same, and the one round more is a sit-out at the table.
	later := repaired(t, m, movement.Accident{Round: 3, Late: comes(t, 4, "N7")})[0]
	want := []movement.Loss{{Rule: movement.SitsOutNow, Contestants: named(t, "E5"), Round: 3, Table: 7}}
	if diff := cmp.Diff(want, later.Lost[:1]); diff != "" {
		t.Errorf("for round 4 (-want +got):\n%s", diff)
	}
}

// TestRepairEitherLine: a late pair that belongs to no line yet is tried in both; what
// comes to the same plan in both is there once.
func TestRepairEitherLine(t *testing.T) {
	m := happened(mitchellLike(7, 7, 0, false, false), 2)
	got := repaired(t, m, movement.Accident{Round: 2, Late: comes(t, 2, "8")})
	for strategy, who := range map[movement.Strategy]string{movement.RoverNS: "N8", movement.RoverEW: "E8"} {
		r := with(t, got, strategy)
		if !slices.Contains(r.Plan.Contestants(), named(t, who)[0]) || r.Toll.Lost+r.Toll.Repeats != 0 || !r.Best {
			t.Errorf("%s: %+v", strategy, r.Toll)
		}
	}
	if !slices.IsSortedFunc(got, func(a, b movement.Repair) int { return a.Toll.Lost - b.Toll.Lost }) {
		t.Error("the plans are out of order")
	}
	seen := map[string]movement.Strategy{}
	for _, r := range got {
		plan := fmt.Sprint(r.Plan.Tables, r.Plan.Rounds, r.Plan.Slots)
		if was, ok := seen[plan]; ok {
			t.Errorf("%s and %s are the same plan", was, r.Strategy)
		}
		seen[plan] = r.Strategy
	}

	m.Phantom = named(t, "E4")[0]
	r := repaired(t, happened(m, 2), movement.Accident{Round: 2, Late: comes(t, 2, "4")})[0]
	if r.Strategy != movement.PhantomComes {
		t.Errorf("the phantom's number: %s", r.Strategy)
	}
}

// TestRepairGone: the opponents of a pair that has left sit out. Two that would both
// have nobody play each other.
func TestRepairGone(t *testing.T) {
	m := happened(mitchellLike(7, 7, 0, false, false), 4)
	r := repaired(t, m, movement.Accident{Round: 4, Gone: named(t, "E3")})[0]
	if n := rules(r)[movement.SitsOutNow]; r.Strategy != movement.SitOutBeside || r.Toll.Lost != 0 || n != 4 || r.Toll.Seats != 0 {
		t.Errorf("one has left: %s, %+v", r.Strategy, r.Toll)
	}
	m = happened(mitchellLike(7, 5, 0, false, false), 4)
	r = repaired(t, m, movement.Accident{Round: 4, Gone: named(t, "E3", "N5")})[0]
	if r.Toll.Lost != 0 || r.Toll.SitOuts != 0 || r.Toll.Repeats != 0 {
		t.Errorf("two have left: %s, %+v", r.Strategy, r.Toll)
	}
}

// TestRepairTakesPlace: who comes when another has left takes its place, and the others
// sit where they were to sit.
func TestRepairTakesPlace(t *testing.T) {
	m := happened(howellOf(5, 9), 4)
	got := repaired(t, m, movement.Accident{Round: 4, Gone: named(t, "10"), Late: comes(t, 4, "11")})
	if r := with(t, got, movement.ShareTable); r.Toll.Lost != 0 || r.Toll.Seats != 6 || rules(r)[movement.ChangesLine] != 0 {
		t.Errorf("%+v, %+v", r.Toll, r.Lost)
	}
}

// TestRepairTable: two late pairs get a table more, if boards can be shared.
func TestRepairTable(t *testing.T) {
	m := happened(mitchellLike(5, 5, 0, false, false), 3)
	late := comes(t, 3, "N6", "E6")
	r := repaired(t, m, movement.Accident{Round: 3, Late: late})[0]
	if n := rules(r); r.Toll.Lost != 0 || n[movement.MoreTables] != 1 || n[movement.Shared] == 0 || r.Plan.Tables != 6 {
		t.Errorf("%s: %+v", r.Strategy, r.Lost)
	}
	with(t, repaired(t, m, movement.Accident{Round: 3, Late: late}), movement.ShareTable)
	for _, r := range repaired(t, m, movement.Accident{Round: 3, Late: late, Tables: 5}) {
		if r.Plan.Tables != 5 {
			t.Errorf("%s needs %d tables of 5", r.Strategy, r.Plan.Tables)
		}
	}
	// With one copy of each set a table stays empty in each round, not always the same.
	r = repaired(t, m, movement.Accident{Round: 3, Late: late, Copies: 1})[0]
	if r.Strategy != movement.Searched || r.Toll.Lost != 6 || r.Toll.MostSits != 1 || r.Toll.Repeats != 0 || !r.Best {
		t.Errorf("with one copy: %s, best %v: %+v", r.Strategy, r.Best, r.Toll)
	}
	// A set more is another way.
	r = repaired(t, m, movement.Accident{Round: 3, Late: late, Copies: 1, Spare: 1})[0]
	if n := rules(r); r.Toll.Lost != 0 || n[movement.MoreSets] != 1 || n[movement.Shared] != 0 {
		t.Errorf("with a set more: %s: %+v", r.Strategy, r.Lost)
	}
}

// TestRepairBoards: a set that is spoiled is played no more, and a table that played
// wrong boards plays others later.
func TestRepairBoards(t *testing.T) {
	m := happened(mitchellLike(7, 5, 0, false, false), 4)
	for _, r := range repaired(t, m, movement.Accident{Round: 4, Spoiled: []int{6}}) {
		for _, s := range r.Plan.Slots {
			if !s.Played && s.Set == 6 {
				t.Errorf("%s: set 6 is at table %d in round %d", r.Strategy, s.Table, s.Round)
			}
		}
		if r.Strategy == movement.GoOn && r.Toll.Lost != 4 {
			t.Errorf("as planned %d rounds of contestants are lost, want 4", r.Toll.Lost)
		}
	}

	m = mitchellLike(7, 6, 0, false, false)
	m.At(2, 1).Set = 7 // they were to play it in round 6
	got := repaired(t, happened(m, 4), movement.Accident{Round: 4})
	if r := with(t, got, movement.OtherBoards); r.Toll.Lost != 0 || !r.Plan.Audit().Sound() {
		t.Errorf("%s: %+v", r.Strategy, r.Lost)
	}
	if got[0].Toll.Lost != 0 {
		t.Errorf("%s: %+v", got[0].Strategy, got[0].Lost)
	}
}

// TestRepairUnplayed: a table that did not play in its round has lost it, and may play
// these boards yet. One that is early has played.
func TestRepairUnplayed(t *testing.T) {
	m := happened(mitchellLike(7, 7, 0, false, false), 3)
	m.At(4, 2).Played = false
	m.At(1, 3).Played = true
	r := repaired(t, m, movement.Accident{Round: 3})[0]
	want := []movement.Loss{{Rule: movement.NotPlayed, Contestants: named(t, "N4", "E3"), Round: 2, Table: 4, Set: 5}}
	if diff := cmp.Diff(want, r.Lost[:1]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := r.Plan.At(4, 2); r.Plan.Plays(*s) {
		t.Errorf("round 2: %v", s)
	}
	if s := r.Plan.At(1, 3); !s.Played || *s != *m.At(1, 3) {
		t.Errorf("round 3: %v", s)
	}
}

// whist is an American Whist movement for teams: odd tables, one round fewer.
func whist(tables int) *movement.Movement {
	m := movement.New("american_whist", movement.Teams, 1, tables, tables-1, tables)
	for t := 1; t <= tables; t++ {
		for r := 1; r < tables; r++ {
			m.Seat(t, r, t, around(t+2*r, tables), around(t+r-1, tables))
		}
	}
	return m
}

// TestRepairTeams: a team that leaves takes its matches with it; wrong boards take
// the other room of the match with them, if it has not played yet.
func TestRepairTeams(t *testing.T) {
	m := happened(whist(5), 3)
	if a := m.Audit(); !a.Sound() {
		t.Fatal(a.Findings)
	}
	got := repaired(t, m, movement.Accident{Round: 3})
	if diff := cmp.Diff(m, got[0].Plan); diff != "" || len(got) != 1 || got[0].Lost != nil {
		t.Errorf("nothing is wrong: %+v %s", got[0].Lost, diff)
	}

	got = repaired(t, m, movement.Accident{Round: 3, Gone: named(t, "2")})
	if r := got[0]; r.Strategy != movement.SitOutBeside || rules(r)[movement.NotPlayed] != 4 {
		t.Errorf("team 2 has left: %s, %+v", r.Strategy, r.Lost)
	}
	for _, s := range got[0].Plan.Slots {
		if s.Round > 2 && (s.NS[0] == 2 || s.EW[0] == 2) {
			t.Errorf("team 2 has left: %+v", s)
		}
	}

	later := m.At(1, 3)        // a match whose other room is in round 4 or 3
	m.At(1, 2).Set = later.Set // table 1 plays in round 2 what it is to play in round 3
	got = repaired(t, happened(m, 3), movement.Accident{Round: 3})
	r := got[0]
	if r.Plan.Plays(*r.Plan.At(1, 3)) {
		t.Errorf("table 1 knows set %d, and plays it", later.Set)
	}
	for i := range r.Plan.Slots {
		if s := r.Plan.Slots[i]; s.Round > 2 && s.NS == later.EW && s.EW == later.NS && r.Plan.Plays(s) {
			t.Errorf("the other room of a match that is not played: %+v", s)
		}
	}
	if last := got[len(got)-1]; last.Strategy != movement.DropRounds || last.Plan.Rounds != 2 {
		t.Errorf("the last plan: %s, %d rounds", last.Strategy, last.Plan.Rounds)
	}
}

// TestRepairIndividuals: a player who leaves makes three sit out; one who was missing
// takes the place.
func TestRepairIndividuals(t *testing.T) {
	n := 7
	m := movement.New("individual", movement.Individual, 1, 2, n, n)
	for r := 1; r <= n; r++ {
		on := func(p int) int { return around(p+r-1, n) }
		s, u := m.At(1, r), m.At(2, r)
		s.NS, s.EW, s.Set = movement.Who{8, on(1)}, movement.Who{on(5), on(7)}, r
		u.NS, u.EW, u.Set = movement.Who{on(2), on(6)}, movement.Who{on(4), on(3)}, r
	}
	if a := m.Audit(); !a.Sound() {
		t.Fatal(a.Findings)
	}
	happened(m, 6)
	r := repaired(t, m, movement.Accident{Round: 6, Gone: named(t, "8")})[0]
	if r.Strategy != movement.SitOutBeside || r.Toll.Lost != 6 || rules(r)[movement.NotPlayed] != 2 || !r.Plan.Audit().Sound() {
		t.Errorf("8 has left: %s, %+v, %+v", r.Strategy, r.Toll, r.Lost)
	}

	m.Phantom = named(t, "8")[0]
	r = repaired(t, happened(m, 6), movement.Accident{Round: 6, Late: comes(t, 6, "8")})[0]
	if a := r.Plan.Audit(); r.Strategy != movement.PhantomComes || r.Toll.Lost != 0 || !a.Sound() || !r.Plan.Plays(*r.Plan.At(1, 6)) || r.Plan.Plays(*r.Plan.At(1, 5)) {
		t.Errorf("8 has come: %s, %+v, %+v", r.Strategy, r.Toll, r.Lost)
	}
}

// TestRepairRefuses: what cannot be is refused, with the key of its reason.
func TestRepairRefuses(t *testing.T) {
	two, one := mitchellLike(7, 7, 0, false, false), mitchellLike(7, 7, 0, false, true)
	happened(two, 4)
	happened(one, 4)
	changed := func(change func(m *movement.Movement)) *movement.Movement {
		m := two.Clone()
		change(m)
		return m
	}
	for _, c := range []struct {
		m    *movement.Movement
		ask  movement.Accident
		key  string
		code bridge.Code
	}{
		{happened(whist(5), 2), movement.Accident{Round: 2, Late: comes(t, 2, "6")}, "newcomer", bridge.Unsupported},
		{two, movement.Accident{}, "round", bridge.Invalid},
		{two, movement.Accident{Round: 8}, "round", bridge.Invalid},
		{two, movement.Accident{Round: 4, Tables: -1}, "tables", bridge.Invalid},
		{two, movement.Accident{Round: 4, Copies: movement.MaxTables + 1}, "copies", bridge.Invalid},
		{two, movement.Accident{Round: 4, Spare: movement.MaxSets}, "spare", bridge.Invalid},
		{two, movement.Accident{Round: 4, Steps: -1}, "steps", bridge.Invalid},
		{two, movement.Accident{Round: 4, Spoiled: []int{8}}, "spoiled", bridge.Invalid},
		{mitchellLike(7, 7, 0, false, false), movement.Accident{Round: 4}, "nothing_played", bridge.Invalid},
		{changed(func(m *movement.Movement) { m.Slots = m.Slots[1:] }), movement.Accident{Round: 4}, "slots", bridge.Invalid},
		{changed(func(m *movement.Movement) { m.At(2, 2).Set = 8 }), movement.Accident{Round: 4}, "slot", bridge.Invalid},
		{changed(func(m *movement.Movement) { m.At(2, 2).EW[0] = -1 }), movement.Accident{Round: 4}, "slot", bridge.Invalid},
		{changed(func(m *movement.Movement) { m.At(2, 2).Table = 3 }), movement.Accident{Round: 4}, "slot", bridge.Invalid},
		{changed(func(m *movement.Movement) { m.At(2, 2).EW[0] = 0 }), movement.Accident{Round: 4}, "played", bridge.Invalid},
		{two, movement.Accident{Round: 4, Gone: named(t, "N8")}, "gone", bridge.NotFound},
		{two, movement.Accident{Round: 3, Gone: named(t, "N1")}, "gone_plays", bridge.Invalid},
		{two, movement.Accident{Round: 4, Gone: named(t, "N1", "N1")}, "twice", bridge.Invalid},
		{two, movement.Accident{Round: 4, Late: comes(t, 4, "N8", "N8")}, "twice", bridge.Invalid},
		{two, movement.Accident{Round: 4, Late: comes(t, 4, "7")}, "late_plays", bridge.Invalid},
		{two, movement.Accident{Round: 4, Gone: named(t, "7")}, "line", bridge.Invalid},
		{one, movement.Accident{Round: 4, Late: comes(t, 4, "N15")}, "line", bridge.Invalid},
		{two, movement.Accident{Round: 4, Late: comes(t, 4, "N9999")}, "line", bridge.Invalid},
		{two, movement.Accident{Round: 4, Late: comes(t, 8, "N8")}, "round", bridge.Invalid},
		{two, movement.Accident{Round: 4, Late: comes(t, 4, "E7")}, "late_plays", bridge.Invalid},
	} {
		_, err := c.m.Repair(c.ask)
		refused := new(bridge.Error)
		if !errors.As(err, &refused) || refused.Key != "movement.repair."+c.key || refused.Code != c.code {
			t.Errorf("%+v: %v, want %s, %s", c.ask, err, c.code, c.key)
		}
	}
}

// people are those who sit in a slot; of a team, each pair counts for itself.
func people(m *movement.Movement, s movement.Slot) []movement.Contestant {
	var out []movement.Contestant
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		for _, n := range s.Side(side) {
			c := m.Contestant(side, n)
			if n == 0 || c == m.Phantom {
				continue
			}
			if m.Kind == movement.Teams {
				c.Line = side
			}
			out = append(out, c)
		}
	}
	return out
}

// illegal says what a plan for an accident does that no plan may: it touches what was
// played, or lets somebody sit in two places, play boards twice, or play who is not
// there. Faults that were played are none of the plan.
func illegal(a accident, plan *movement.Movement) []string {
	var out []string
	blame := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	m := a.m
	late := map[movement.Contestant]int{}
	for _, l := range a.ask.Late {
		late[l.Contestant] = l.Round
	}
	known := map[movement.Contestant]map[int]bool{}
	learn := func(c movement.Contestant, set int) bool {
		if known[c] == nil {
			known[c] = map[int]bool{}
		}
		old := known[c][set]
		known[c][set] = true
		return old
	}
	for _, s := range m.Slots {
		if !s.Played || !m.Plays(s) {
			continue
		}
		if s.Round > plan.Rounds || *plan.At(s.Table, s.Round) != s {
			blame("table %d, round %d was played: %v", s.Table, s.Round, s)
			continue
		}
		for _, c := range people(m, s) {
			learn(c, s.Set)
		}
	}
	for r := 1; r <= plan.Rounds; r++ {
		seated := map[movement.Contestant]bool{}
		copies := map[int]int{}
		for t := 1; t <= m.Tables; t++ { // some were quick
			if s := *m.At(t, r); s.Played && m.Plays(s) && r >= a.ask.Round {
				for _, c := range people(m, s) {
					seated[c] = true
				}
			}
		}
		for t := 1; t <= plan.Tables; t++ {
			s := *plan.At(t, r)
			old := t <= m.Tables && m.At(t, r).Played && m.Plays(*m.At(t, r))
			plays := plan.Plays(s)
			copies[s.Set] += boolTo(plays)
			if plays && r < a.ask.Round && !old {
				blame("table %d, round %d was not played: %v", t, r, s)
			}
			if old || r < a.ask.Round {
				continue
			}
			for _, c := range people(plan, s) {
				if seated[c] {
					blame("%v sits twice in round %d", c, r)
				}
				seated[c] = true
				if plays && learn(c, s.Set) {
					blame("%v plays set %d again in round %d", c, s.Set, r)
				}
				if plan.Kind == movement.Teams {
					c.Line = 0
				}
				if slices.Contains(a.ask.Gone, c) || r < late[c] {
					blame("%v sits in round %d and is not there", c, r)
				}
			}
			if plays && s.NS == s.EW && plan.Winners == 1 {
				blame("table %d, round %d: %v", t, r, s)
			}
		}
		for set, n := range copies {
			if most := max(a.ask.Copies, m.Audit().Copies); n > most && r >= a.ask.Round {
				blame("set %d is at %d tables in round %d", set, n, r)
			}
		}
	}
	return out
}

// TestRepairIsLegal: whatever happens, and whenever, each plan leaves what was played
// as it was and is legal, the list is in order and has nothing twice, and asked again
// it is the same.
func TestRepairIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := happens(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 9).Draw(t, "left"))
		a.ask.Steps = 1_000_000
		for range rapid.IntRange(0, 3).Draw(t, "unplayed") { // tables that did not play, and some that were quick
			s := &a.m.Slots[rapid.IntRange(0, len(a.m.Slots)-1).Draw(t, "slot")]
			gone := slices.ContainsFunc(a.ask.Gone, func(c movement.Contestant) bool {
				return c == a.m.Contestant(bridge.NS, s.NS[0]) || c == a.m.Contestant(bridge.EW, s.EW[0])
			})
			if s.Round < a.ask.Round {
				s.Played = false
			} else if !gone && a.m.Plays(*s) && s.Round == a.ask.Round {
				s.Played = true
			}
		}
		before, err := json.Marshal(a.m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.m.Repair(a.ask)
		if refused := new(bridge.Error); errors.As(err, &refused) && refused.Key == "movement.repair.nothing_played" {
			return
		}
		if err != nil {
			t.Fatalf("%v: %v", a, err)
		}
		if after, err := json.Marshal(a.m); err != nil || string(after) != string(before) {
			t.Fatalf("%v: the movement itself has changed", a)
		}
		if len(got) == 0 {
			t.Fatalf("%v: no plan", a)
		}
		seen := map[string]bool{}
		for i, r := range got {
			if bad := illegal(a, r.Plan); bad != nil {
				t.Fatalf("%v: %s: %q", a, r.Strategy, bad)
			}
			b, err := json.Marshal(r.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if seen[string(b)] {
				t.Fatalf("%v: the plan of %s is there twice", a, r.Strategy)
			}
			seen[string(b)] = true
			if i > 0 && got[i-1].Toll.Breaks() > r.Toll.Breaks() {
				t.Fatalf("%v: %s breaks less than %s before it", a, r.Strategy, got[i-1].Strategy)
			}
			if r.Toll.Lost < 0 || r.Toll.Repeats < 0 {
				t.Fatalf("%v: %s: %+v", a, r.Strategy, r.Toll)
			}
		}
		again, err := a.m.Repair(a.ask)
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Fatalf("%v: asked again (-first +second): %v\n%s", a, err, diff)
		}
	})
}
