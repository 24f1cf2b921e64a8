package club_test

import (
	"fmt"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
)

// TestProgress: who stands in the room sees which round it is and who still plays it;
// so does everybody else, and no more.
func TestProgress(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	progress := func() (round int, playing string, p club.Progress) {
		t.Helper()
		p, err := r.Progress(t.Context(), r.id)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range p.Playing {
			playing += fmt.Sprint(at.Table)
		}
		return p.Round, playing, p
	}
	if round, playing, p := progress(); round > 1 || playing != "123" || p.Rounds != 3 || p.Over {
		t.Errorf("before the first result: %d %s %+v", round, playing, p)
	}
	view := r.view(club.Actor{})
	result, err := bridge.ParseResult("3NT= S")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[int]club.Actor{1: r.table(1), 2: r.table(2), 3: r.table(3)}
	play := func(round, table int) {
		t.Helper()
		for _, s := range view.Plan {
			if s.Round == round && s.Table == table {
				r.says(tables[table], club.Saved, &club.Enter{ID: fmt.Sprintf("progress-%d-%d", round, table), Revision: 1, Result: result, Agreed: true, Place: club.Place{Round: round, Table: table, Board: s.Boards[0]}})
			}
		}
	}
	play(1, 1)
	play(1, 3)
	if round, playing, p := progress(); playing[len(playing)-1] == '1' || round < 1 || p.Over || p.Clock == nil {
		t.Errorf("in the first round: %d %s %+v", round, playing, p)
	}
	play(1, 2)
	play(2, 1)
	play(2, 2)
	play(2, 3)
	for table := 1; table <= 3; table++ {
		if _, playing, p := progress(); playing != "123"[table-1:] || p.Round != 3 || p.Over {
			t.Errorf("in the last round %s play, %+v", playing, p)
		}
		play(3, table)
	}
	if _, playing, p := progress(); playing != "" || !p.Over || p.Clock != nil {
		t.Errorf("at the end %s play, %+v", playing, p)
	}
	if _, err := r.Progress(t.Context(), "nothing"); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("an event that there is not: %v", err)
	}
}

// TestPlans: the plans in force, each with the rounds that it is for.
func TestPlans(t *testing.T) {
	r := pairs(t, 3, 3, 1)
	plans, err := r.Plans(t.Context(), r.id)
	if err != nil || len(plans) != 1 || plans[0].Movement.Tables != 3 {
		t.Fatalf("%v %+v", err, plans)
	}
	r.must(&club.ChangePlan{Planned: club.Planned{Movement: mitchell(3, 3), PerRound: 1, First: 4, From: 3}})
	plans, err = r.Plans(t.Context(), r.id)
	if err != nil || len(plans) != 2 || plans[1].From != 3 || plans[1].First != 4 {
		t.Errorf("%v %+v", err, plans)
	}
}
