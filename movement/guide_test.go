package movement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// walked is what a room looks like in which everybody follows its guide.
type walked struct {
	m     *movement.Movement
	slots map[[2]int]movement.Slot // by table and round
}

// sit seats one on a place in a round.
func (w *walked) sit(t *testing.T, c movement.Contestant, p movement.Place, round int) {
	t.Helper()
	if p.Table == 0 {
		return
	}
	key := [2]int{p.Table, round}
	s := w.slots[key]
	who, k := &s.NS, 0
	if p.Side == bridge.EW {
		who = &s.EW
	}
	if p.Seat == bridge.South || p.Seat == bridge.West {
		k = 1
	}
	if who[k] != 0 {
		t.Errorf("%s, round %d: %v and %d sit on one chair", w.m.Family, round, c, who[k])
	}
	who[k] = c.Number
	w.slots[key] = s
}

// walk begins where the guide says and follows it step by step.
func walk(t *testing.T, m *movement.Movement, g *movement.Guide) *walked {
	t.Helper()
	w := &walked{m, map[[2]int]movement.Slot{}}
	for _, card := range g.Cards {
		at := card.Stops[0].Place
		w.sit(t, card.Contestant, at, 1)
		for i, step := range card.Steps {
			switch {
			case step.Round != i+1:
				t.Fatalf("%s: step %d is after round %d", m.Family, i+1, step.Round)
			case step.Key == movement.Stays && step.To != at,
				step.Key == movement.Turns && (step.To.Table != at.Table || step.To == at),
				(step.Key == movement.Rests || step.Key == movement.Waits || step.Key == movement.GivesWay) != (step.To.Table == 0),
				step.Key == movement.Goes && (at.Table == 0 || at.Table == step.To.Table),
				(step.Key == movement.Returns || step.Key == movement.Enters) && at.Table != 0:
				t.Errorf("%s: %v at %v: %+v", m.Family, card.Contestant, at, step)
			}
			at = step.To
			w.sit(t, card.Contestant, at, i+2)
		}
	}
	for _, card := range g.Sets {
		for i, step := range card.Steps {
			switch step.Key {
			case movement.BoardsGo, movement.BoardsStay, movement.BoardsShare:
				for _, table := range step.Tables {
					key := [2]int{table, i + 1}
					s := w.slots[key]
					if s.Set != 0 {
						t.Errorf("%s, round %d: sets %d and %d at table %d", m.Family, i+1, s.Set, card.Set, table)
					}
					s.Set = card.Set
					w.slots[key] = s
				}
			}
		}
	}
	return w
}

// TestFollowGuide: who follows the guides of a movement plays it, slot for slot.
func TestFollowGuide(t *testing.T) {
	for _, g := range goldens(t) {
		m := g.plan
		if !g.Check.Valid {
			continue
		}
		for _, switched := range []bool{false, true} {
			if switched && (m.Kind == movement.Individual || m.Kind == movement.Teams) {
				continue
			}
			plan := m
			if switched { // the last round, and the first at table 1
				plan = oneField(m)
				for i := range plan.Slots {
					if s := &plan.Slots[i]; !s.Empty() && (s.Round == m.Rounds || s.Round == 1 && s.Table == 1) {
						s.NS, s.EW, s.Switched = s.EW, s.NS, true
					}
				}
			}
			w := walk(t, plan, plan.Guide())
			for _, s := range plan.Slots {
				got := w.slots[[2]int{s.Table, s.Round}]
				want := movement.Slot{NS: s.NS, EW: s.EW}
				if plan.Plays(s) {
					want.Set = s.Set
				} else {
					got.Set = 0 // a set may lie there, or at another table
				}
				for side, who := range map[bridge.Side]*movement.Who{bridge.NS: &want.NS, bridge.EW: &want.EW} {
					if who[0] > 0 && who[1] == 0 && plan.Contestant(side, who[0]) == plan.Phantom {
						who[0] = 0
					}
				}
				if got != want {
					t.Fatalf("%s, table %d, round %d: %v, want %v", g.ID, s.Table, s.Round, got, want)
				}
			}
		}
	}
}

// oneField counts East-West behind North-South, for one ranking.
func oneField(m *movement.Movement) *movement.Movement {
	out := m.Clone()
	if m.Winners == 1 {
		return out
	}
	behind := 0
	for _, s := range m.Slots {
		behind = max(behind, s.NS[0])
	}
	out.Winners = 1
	for i := range out.Slots {
		if s := &out.Slots[i]; s.EW[0] > 0 {
			s.EW[0] += behind
		}
	}
	if m.Phantom.Line == bridge.EW {
		out.Phantom.Number += behind
	}
	out.Phantom.Line = 0
	return out
}

// TestGuideOfRuins: a movement that is not sound has a guide, too.
func TestGuideOfRuins(t *testing.T) {
	for _, g := range goldens(t) {
		if !g.Check.Valid {
			g.plan.Guide()
		}
	}
	m := movement.New("", movement.Pairs, 1, 2, 1, 1)
	if got := m.Guide(); len(got.Cards) != 0 || len(got.Tables) != 2 || len(got.Instructions) != 0 {
		t.Errorf("nobody: %+v", got)
	}
	m = movement.New("", movement.Individual, 1, 1, 2, 1)
	m.Slots[0].NS, m.Slots[1].EW = movement.Who{1, 1}, movement.Who{0, 1}
	m.Guide()
}

// short writes instructions for a test.
func short(list []movement.Instruction) string {
	var out []string
	for _, i := range list {
		text := string(i.Key)
		add := func(name string, v any, zero bool) {
			if !zero {
				text += fmt.Sprintf(" %s %v", name, v)
			}
		}
		add("side", i.Side, i.Side == 0)
		add("seat", i.Seat, i.Seat == 0)
		add("by", i.By, i.By == 0)
		if i.From.Table > 0 {
			text += fmt.Sprintf(" %d%v-%d%v", i.From.Table, i.From.Side, i.To.Table, i.To.Side)
		}
		add("tables", i.Tables, i.Tables == nil)
		add("groups", i.Groups, i.Groups == nil)
		add("rounds", i.Rounds, i.Rounds == nil)
		add("who", i.Contestants, i.Contestants == nil)
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

// TestInstructions: what a director announces.
func TestInstructions(t *testing.T) {
	want := map[string]string{
		"mitchell_7x7": `line_stays side NS
line_moves side EW by 1 tables [7 1]
boards_move by -1 tables [1 7]`,
		"skip_mitchell_8x7": `line_stays side NS
line_moves side EW by 1 tables [8 1]
line_skips side EW by 2 rounds [4]
boards_move by -1 tables [1 8]`,
		"share_relay_mitchell_8x8_-e8": `line_stays side NS
line_moves side EW by 1 tables [8 1]
boards_move by -1 tables [1 8]
relay_stands by 1 tables [4 5]
tables_share groups [[1 8]] rounds [3 4 5 6 7 8]
pair_missing who [E8]`,
		"american_whist_pairs_7": `line_stays side NS
line_moves side EW by -2
boards_move by -1 tables [1 7]`,
		"blackpool_5x7": `line_stays side NS
line_moves side EW by 1 tables [5 1]
line_cards side EW rounds [6]
boards_move by -1 tables [1 5]
relay_stands by 2 tables [5 1]`,
		"hesitation_mitchell_9x10": `line_stays side NS
line_moves side EW by 1
seat_goes 9NS-1EW
seat_goes 9EW-9NS
boards_move by -1 tables [1 9]
relay_stands by 1 tables [4 5]`,
		"howell_4t_full": `pairs_stay who [8]
pairs_follow who [1 7]
boards_move by -1 tables [1 4]
relay_stands by 2 tables [4 1]
relay_stands by 1 tables [3 4]`,
		"rainbow_7": `line_stays side NS seat N
line_moves side NS seat S by 1 tables [7 1]
line_moves side EW seat E by 2
line_moves side EW seat W by -2
boards_move by -1 tables [1 7]`,
		"american_whist_14x12": `home_stays side NS
line_moves side EW by -2
line_skips side EW by -3 rounds [3 9]
boards_move by -1 tables [1 14]
boards_skip by -2 rounds [9]`,
		"patton_16": `cards_say
boards_cards
tables_share groups [[1 9] [2 10] [3 11] [4 12] [5 13] [6 14] [7 15] [8 16]]`,
		"mitchell_5x5+rover": `line_stays side NS
line_moves side EW by 1 tables [5 1]
boards_move by -1 tables [1 5]
rover_sits side NS tables [1 3 5 2] rounds [2 3 4 5] who [N6]`,
		"skip_mitchell_8x7_-n8": `line_stays side NS
line_moves side EW by 1 tables [8 1]
line_skips side EW by 2 rounds [4]
boards_move by -1 tables [1 8]
pair_missing tables [8] who [N8]`,
		"double_hesitation_8x10": `line_stays side NS
line_moves side EW by 1
seat_goes 2NS-8NS
seat_goes 8NS-1EW
seat_goes 8EW-2NS
boards_move by -1 tables [1 8]
relay_stands by 1 tables [8 1]
relay_stands by 1 tables [5 6]`,
		"howell_3t_-6": `pairs_follow who [1 5]
boards_cards
tables_share groups [[2 3]] rounds [5]
pair_missing tables [1] who [6]`,
		"endless_howell_3": `pairs_stay who [6]
pairs_follow who [1 5]
same_boards`,
		"stagger_8_stanza_1": `home_stays side NS
line_moves side EW by -2
boards_move by -1 tables [1 8]
tables_share groups [[1 5] [2 6] [3 7] [4 8]]`,
		"new_england_relay_8": `home_stays side NS
line_moves side EW by 1 tables [8 1]
boards_cards
tables_share groups [[1 5] [2 6] [3 7] [4 8]]`,
		"double_weave_8x8": `cards_say
boards_cards`,
		"ringdance_5": `line_moves side NS by -1 tables [1 5]
line_moves side EW by 1 tables [5 1]
boards_keep`,
		"cyclic_individual": `players_stay who [8]
players_follow who [1 7]
same_boards`,
		"round_robin_5": `home_stays side NS
line_moves side EW by 2
same_boards`,
		"barometer_8": `pairs_stay who [8]
pairs_follow who [1 7]
same_boards`,
		"web_mitchell_10x9": `line_stays side NS
line_moves side EW by 1 tables [10 1]
boards_cards
shares_cards`,
		"american_whist_8x6": `home_stays side NS
line_moves side EW by -2
line_skips side EW by -3 rounds [1 5]
boards_move by -1 tables [1 8]
boards_skip by -2 rounds [5]`,
		"share_relay_mitchell_8x8": `line_stays side NS
line_moves side EW by 1 tables [8 1]
boards_move by -1 tables [1 8]
relay_stands by 1 tables [4 5]
tables_share groups [[1 8]]`,
	}
	seen := 0
	for _, g := range goldens(t) {
		text, ok := want[g.ID]
		if !ok {
			continue
		}
		seen++
		if diff := cmp.Diff(text, short(g.plan.Guide().Instructions)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", g.ID, diff)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d movements were found", seen, len(want))
	}
}

// TestRoverAnnounced: a rover is announced on either line, and the line moves as it did.
func TestRoverAnnounced(t *testing.T) {
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		for _, tables := range []int{5, 7, 11} {
			plain := mustMake(t, "mitchell", movement.Ask{Tables: tables})
			m, err := plain.Rover(side, 2)
			if err != nil {
				t.Fatal(err)
			}
			said := m.Guide().Instructions
			last := len(said) - 1
			if i := said[last]; i.Key != movement.RoverSits || i.Side != side || !slices.Equal(i.Tables, m.RoverOrder) || i.Contestants[0].Number != tables+1 {
				t.Errorf("%d tables, %v: %s", tables, side, short(said))
			}
			if diff := cmp.Diff(short(plain.Guide().Instructions), short(said[:last])); diff != "" {
				t.Errorf("%d tables, %v (-plain +rover)\n%s", tables, side, diff)
			}
		}
	}
}

// TestSitOutsWithoutBoards: a half table whose sit-outs are written without boards, as
// other programs do, has its boards move as in the whole one.
func TestSitOutsWithoutBoards(t *testing.T) {
	for _, family := range []string{"mitchell", "howell"} {
		m, err := mustMake(t, family, movement.Ask{Tables: 7}).HalfTable()
		if err != nil {
			t.Fatal(err)
		}
		want := m.Guide().Instructions
		want = want[:len(want)-1] // who is missing
		for i := range m.Slots {
			s := &m.Slots[i]
			if m.Plays(*s) {
				continue
			}
			s.Set = 0
			for side, who := range map[bridge.Side]*movement.Who{bridge.NS: &s.NS, bridge.EW: &s.EW} {
				if m.Contestant(side, who[0]) == m.Phantom {
					who[0] = 0
				}
			}
		}
		m.Phantom = movement.Contestant{}
		if diff := cmp.Diff(short(want), short(m.Guide().Instructions)); diff != "" {
			t.Errorf("%s (-with +without)\n%s", family, diff)
		}
	}
}

// TestTableCards: a card says where its pairs and boards go, once if it is always the
// same.
func TestTableCards(t *testing.T) {
	for _, g := range goldens(t) {
		switch g.ID {
		case "skip_mitchell_8x7":
			card := g.plan.Guide().Tables[1]
			if u := card.Usual[0]; u.Step.Key != movement.Stays || u.But != nil {
				t.Errorf("North-South: %+v", u)
			}
			if u := card.Usual[1]; u.Step.Key != movement.Goes || u.Step.To.Table != 3 || !slices.Equal(u.But, []int{4}) {
				t.Errorf("East-West: %+v", u)
			}
			if s := card.Rows[3].Go[1]; s.Key != movement.Goes || s.To.Table != 4 {
				t.Errorf("after round 4: %+v", s)
			}
			if b := card.Boards; b.Key != movement.BoardsGo || !slices.Equal(b.Tables, []int{1}) || card.But != nil {
				t.Errorf("boards: %+v", b)
			}
		case "howell_4t_full":
			for _, card := range g.plan.Guide().Tables {
				for i, u := range card.Usual {
					if u.Step.Key == "" || u.But != nil {
						t.Errorf("table %d: seat %d: %+v", card.Table, i, u)
					}
				}
			}
		}
	}
}
