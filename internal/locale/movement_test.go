package locale_test

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/movefile"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// told fails a test if a text is none.
func told(t *testing.T, lang, what, text string) {
	t.Helper()
	if text == "" || strings.Contains(text, "movement.") || strings.Contains(text, "{") || strings.Contains(text, "%!") {
		t.Errorf("%s: %s is %q", lang, what, text)
	}
}

// TestMovementTexts: every finding, instruction and step has a text in each language.
func TestMovementTexts(t *testing.T) {
	a, b := movement.Contestant{Line: bridge.NS, Number: 7}, movement.Contestant{Line: bridge.EW, Number: 8}
	for _, lang := range locale.Languages() {
		l := mustLocale(t, lang)
		for _, rule := range slices.Concat(movement.Rules(), movement.LossRules()) {
			for _, n := range []int{1, 2, 5, 21} {
				f := movement.Finding{Rule: rule, Contestants: []movement.Contestant{a, b}, Round: 3, Table: 4, Set: 5, Min: 1, Max: n}
				told(t, lang, string(rule), l.Finding(f))
			}
			told(t, lang, string(rule), l.Finding(movement.Finding{Rule: rule}))
		}
		for _, s := range movement.Strategies() {
			for _, by := range []int{-5, -1, 1, 2, 21} {
				told(t, lang, string(s), l.Strategy(movement.Repair{Way: movement.Way{Strategy: s, From: 4, Tables: []int{2, 5}, By: by, Contestants: []movement.Contestant{a, b}}}))
			}
		}
		for _, key := range movement.ReasonKeys() {
			for _, n := range []int{1, 2, 5, 21} {
				told(t, lang, string(key), l.MovementReason(movement.Reason{Key: key, N: n, Of: 9, Q: exact.Of(1861, 20)}))
			}
		}
		for _, f := range movement.Families() {
			told(t, lang, f.Name, l.MovementFamily(f.Name))
			if !l.Has("movement.family."+f.Name) || !l.Has("movement.about."+f.Name) {
				t.Errorf("%s: %s has no name, or nothing about it", lang, f.Name)
			}
		}
		for _, key := range movement.InstructionKeys() {
			for _, by := range []int{-21, -5, -2, -1, 1, 2, 5, 21} {
				for _, list := range [][]int{nil, {1}, {2, 1}, {1, 2, 3}} {
					i := movement.Instruction{
						Key: key, Side: bridge.EW, By: by, Rounds: list, Tables: list, Groups: [][]int{{1, 8}, {2, 9}},
						From: movement.Place{Table: 1, Side: bridge.EW}, To: movement.Place{Table: 1, Side: bridge.NS}, Contestants: []movement.Contestant{a},
					}
					told(t, lang, string(key), l.Instruction(i))
					i.Seat, i.To.Table, i.Contestants = bridge.South, 2, []movement.Contestant{{Number: 1}, {Number: 2}}
					told(t, lang, string(key), l.Instruction(i))
				}
			}
		}
		for _, key := range movement.StepKeys() {
			s := movement.Step{Key: key, To: movement.Place{Table: 2, Side: bridge.EW}, Instead: a, SitsOut: true}
			told(t, lang, string(key), l.Step(s))
			told(t, lang, string(key), l.Usual(movement.Usual{Step: s, But: []int{4}}))
			s.To.Seat = bridge.West
			told(t, lang, string(key), l.WhoGoes(s.To, l.Step(s)))
		}
		for _, key := range movement.BoardKeys() {
			for _, between := range [][2]int{{}, {4, 5}} {
				s := movement.BoardStep{Round: 1, Key: key, Tables: []int{1, 8}, Between: between}
				told(t, lang, string(key), l.BoardStep(s))
				told(t, lang, string(key), l.UsualBoards(movement.TableCard{Boards: s, But: []int{1, 2}}))
				if s.Round = 0; key != movement.BoardsStay && key != movement.BoardsRest { // nothing was before
					told(t, lang, string(key), l.BoardStep(s))
				}
			}
		}
	}
}

// TestAnnouncement: what a director says before the first round.
func TestAnnouncement(t *testing.T) {
	plans := map[string]*movement.Movement{}
	lines := bufio.NewScanner(shelf.Open(t, "movements/golden.jsonl"))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var id struct{ ID string }
		m := new(movement.Movement)
		if err := json.Unmarshal(lines.Bytes(), &id); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(lines.Bytes(), m); err != nil {
			t.Fatal(err)
		}
		plans[id.ID] = m
		for _, lang := range locale.Languages() {
			l := mustLocale(t, lang)
			g := m.Guide()
			for _, i := range g.Instructions {
				told(t, lang, id.ID, l.Instruction(i))
			}
			for _, c := range g.Sets {
				for _, s := range c.Steps {
					told(t, lang, id.ID, l.BoardStep(s))
				}
			}
		}
	}
	switched := plans["mitchell_7x7"].Clone()
	for i := range switched.Slots {
		if s := &switched.Slots[i]; s.Round == 7 {
			s.NS, s.EW, s.Switched = s.EW, s.NS, true
		}
	}
	switched.Winners = 1
	for i := range switched.Slots {
		s := &switched.Slots[i]
		if s.Switched {
			s.NS[0] += 7
		} else {
			s.EW[0] += 7
		}
	}
	plans["mitchell_7x7 switched"] = switched
	for _, tc := range []struct{ id, lang, want string }{
		{"mitchell_7x7", "en", `North-South stay at their tables for the whole session.
East-West go up one table after every round, from table 7 to table 1.
The boards go down one table after every round, from table 1 to table 7.`},
		{"mitchell_7x7", "de", `Nord-Süd bleiben die ganze Zeit sitzen.
Ost-West gehen nach jeder Runde einen Tisch höher, von Tisch 7 an Tisch 1.
Die Boards gehen nach jeder Runde einen Tisch tiefer, von Tisch 1 an Tisch 7.`},
		{"mitchell_7x7", "ru", `Север-Юг всё время остаются на месте.
Восток-Запад после каждого тура переходят на один стол вверх, со стола 7 за стол 1.
Сдачи после каждого тура переходят на один стол вниз, со стола 1 на стол 7.`},
		{"mitchell_7x7 switched", "en", `North-South stay at their tables for the whole session.
East-West go up one table after every round, from table 7 to table 1.
The boards go down one table after every round, from table 1 to table 7.
Arrow switch in round 7: North-South and East-West change seats at all tables.`},
		{"skip_mitchell_8x7_-n8", "en", `North-South stay at their tables for the whole session.
East-West go up one table after every round, from table 8 to table 1.
But after round 4 East-West skip and go up 2 tables.
The boards go down one table after every round, from table 1 to table 8.
North-South 8 is missing: whoever comes to table 8 sits out.`},
		{"share_relay_mitchell_8x8", "de", `Nord-Süd bleiben die ganze Zeit sitzen.
Ost-West gehen nach jeder Runde einen Tisch höher, von Tisch 8 an Tisch 1.
Die Boards gehen nach jeder Runde einen Tisch tiefer, von Tisch 1 an Tisch 8.
Zwischen den Tischen 4 und 5 steht ein Relais.
Diese Tische teilen sich die Boards: 1 und 8.`},
		{"hesitation_mitchell_9x10", "en", `North-South stay at their tables for the whole session.
East-West go up one table after every round.
But North-South at table 9 go to table 1 and sit East-West.
But East-West at table 9 stay at the table and change to North-South.
The boards go down one table after every round, from table 1 to table 9.
Between tables 4 and 5 there is a relay.`},
		{"howell_4t_full", "ru", `Пара 8 всё время остаётся за своим столом.
Кто переходит, садится туда, где сидела пара с номером на единицу меньше, а пара 1 – туда, где сидела пара 7.
Сдачи после каждого тура переходят на один стол вниз, со стола 1 на стол 4.
Между столами 4 и 1 – 2 релейных стола.
Между столами 3 и 4 – 1 релейный стол.`},
		{"mitchell_5x5+rover", "en", `North-South stay at their tables for the whole session.
East-West go up one table after every round, from table 5 to table 1.
The boards go down one table after every round, from table 1 to table 5.
North-South 6 is the rover: it sits out in round 1 and then takes the seat of North-South: table 1 in round 2, table 3 in round 3, table 5 in round 4, table 2 in round 5. The pair whose seat it takes sits out that round.`},
	} {
		var got []string
		for _, i := range plans[tc.id].Guide().Instructions {
			got = append(got, mustLocale(t, tc.lang).Instruction(i))
		}
		if diff := cmp.Diff(tc.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tc.id, diff)
		}
	}
}

// TestUnsoundMovement: a refusal says in words what is wrong.
func TestUnsoundMovement(t *testing.T) {
	_, _, err := movefile.Read(strings.NewReader("movement 1\nwinners 2\ntable 1: 1-1/1 2-1/2\ntable 2: 2-2/2 1-2/1\n"))
	for lang, want := range map[string]string{
		"en": "line 1: an unsound movement: North-South 2 plays set 2 twice: in round 1 and again in round 2, at table 1 (faults: 2)",
		"de": "line 1: dieses Movement ist nicht spielbar: Nord-Süd 2 spielt Boardsatz 2 zweimal: in Runde 1 und noch einmal in Runde 2, an Tisch 1 (Fehler: 2)",
		"ru": "line 1: по этой схеме играть нельзя: Север-Юг 2: комплект 2 играется дважды, в туре 1 и снова в туре 2 за столом 1 (ошибок: 2)",
	} {
		if got := mustLocale(t, lang).Error(err); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
