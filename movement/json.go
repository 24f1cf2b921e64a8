package movement

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// movementJSON is the JSON form of a movement. Its grid has a row for each table and
// a column for each round: "3-7/2", of individuals "1-6 11-16/1", null where the
// table does not play. Behind a cell "s" says that it is arrow-switched, and "p" that
// it was played.
type movementJSON struct {
	Family     string      `json:"family,omitempty"`
	Variant    string      `json:"variant,omitempty"`
	Name       string      `json:"name,omitempty"`
	Kind       Kind        `json:"kind"`
	Winners    int         `json:"winners,omitempty"`
	Tables     int         `json:"tables"`
	Rounds     int         `json:"rounds"`
	Sets       int         `json:"sets"`
	Phantom    any         `json:"phantom,omitempty"`
	SkipAfter  int         `json:"skip_after,omitempty"`
	RoverOrder []int       `json:"rover_order,omitempty"`
	SitOuts    [][2]any    `json:"sitouts,omitempty"`  // without a table: round and contestant
	Switched   [][2]int    `json:"switched,omitempty"` // table and round
	Played     [][2]int    `json:"played,omitempty"`
	Grid       [][]*string `json:"grid"`
}

// MarshalJSON writes a movement with its grid.
func (m *Movement) MarshalJSON() ([]byte, error) {
	j := movementJSON{
		Family: m.Family, Variant: m.Variant, Name: m.Name, Kind: m.Kind, Winners: m.Winners, Tables: m.Tables, Rounds: m.Rounds, Sets: m.Sets,
		SkipAfter: m.SkipAfter, RoverOrder: m.RoverOrder,
	}
	if m.Phantom != (Contestant{}) {
		j.Phantom = m.Phantom.json()
	}
	for _, s := range m.SitOuts() {
		if s.Table == 0 {
			j.SitOuts = append(j.SitOuts, [2]any{s.Round, s.Contestant.json()})
		}
	}
	j.Grid = make([][]*string, m.Tables)
	for t := range j.Grid {
		j.Grid[t] = make([]*string, m.Rounds)
		for r := range j.Grid[t] {
			s := m.At(t+1, r+1)
			if !s.Empty() {
				text := s.Cell(m.Kind)
				j.Grid[t][r] = &text
			}
			if s.Switched {
				j.Switched = append(j.Switched, [2]int{s.Table, s.Round})
			}
			if s.Played {
				j.Played = append(j.Played, [2]int{s.Table, s.Round})
			}
		}
	}
	return json.Marshal(j)
}

// json is a number, or the text with a line.
func (c Contestant) json() any {
	if c.Line == 0 {
		return c.Number
	}
	return c.String()
}

// UnmarshalJSON reads what MarshalJSON wrote. It refuses what no grid can be; whether
// the movement is sound is for [Movement.Audit] to say.
func (m *Movement) UnmarshalJSON(b []byte) error {
	var j movementJSON
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&j); err != nil {
		return bridge.Errorf(bridge.Invalid, "movement.json", "a movement as JSON: %w", err)
	}
	if j.Winners == 0 {
		j.Winners = 1
	}
	if err := checkShape(j.Kind, j.Winners, j.Tables, j.Rounds, j.Sets); err != nil {
		return err
	}
	if len(j.Grid) != j.Tables {
		return bridge.Errorf(bridge.Invalid, "movement.grid", "the grid has %d rows: want one for each of %d tables", len(j.Grid), j.Tables)
	}
	out := New(j.Family, j.Kind, j.Winners, j.Tables, j.Rounds, j.Sets)
	out.Variant, out.Name, out.SkipAfter, out.RoverOrder = j.Variant, j.Name, j.SkipAfter, j.RoverOrder
	switch p := j.Phantom.(type) {
	case nil:
	case json.Number, string:
		text, ok := p.(string)
		if !ok {
			text = string(p.(json.Number)) //nolint:errcheck // the case says which types there are
		}
		c, err := ParseContestant(text)
		if err != nil {
			return err
		}
		out.Phantom = c
	default:
		return bridge.Errorf(bridge.Invalid, "movement.contestant", "contestant %q: want a number like 7, or N7 and E7 with two winners", "phantom")
	}
	for t, row := range j.Grid {
		if len(row) != j.Rounds {
			return bridge.Errorf(bridge.Invalid, "movement.row", "table %d has %d rounds: want %d", t+1, len(row), j.Rounds)
		}
		for r, cell := range row {
			if cell == nil {
				continue
			}
			s, err := parseSlot(Slot{Table: t + 1, Round: r + 1}, *cell, j.Kind, j.Sets)
			if err != nil {
				return err
			}
			*out.At(t+1, r+1) = s
		}
	}
	mark := func(list [][2]int, set func(*Slot)) error {
		for _, at := range list {
			if at[0] < 1 || at[0] > out.Tables || at[1] < 1 || at[1] > out.Rounds {
				return bridge.Errorf(bridge.Invalid, "movement.mark", "table %d, round %d: there are %d tables and %d rounds", at[0], at[1], out.Tables, out.Rounds)
			}
			set(out.At(at[0], at[1]))
		}
		return nil
	}
	if err := mark(j.Switched, func(s *Slot) { s.Switched = true }); err != nil {
		return err
	}
	if err := mark(j.Played, func(s *Slot) { s.Played = true }); err != nil {
		return err
	}
	*m = *out
	return nil
}

// checkShape refuses sizes that no movement has.
func checkShape(kind Kind, winners, tables, rounds, sets int) error {
	within := func(name string, n, most int) error {
		if n < 1 || n > most {
			return bridge.Errorf(bridge.Invalid, "movement.size", "%d %s: want 1 to %d", n, name, most)
		}
		return nil
	}
	switch {
	case kind != Pairs && kind != Teams && kind != Individual:
		return bridge.Errorf(bridge.Invalid, "movement.kind", "kind %q: want pairs, teams or individual", string(kind))
	case winners != 1 && (winners != 2 || kind != Pairs):
		return bridge.Errorf(bridge.Invalid, "movement.winners", "%d winners: want 1, or 2 for pairs", winners)
	}
	if err := within("tables", tables, MaxTables); err != nil {
		return err
	}
	if err := within("rounds", rounds, MaxRounds); err != nil {
		return err
	}
	return within("sets", sets, MaxSets)
}

// maxNumber bounds the numbers of contestants.
const maxNumber = 4 * MaxTables

// parseSlot reads a cell of a grid into its slot.
func parseSlot(s Slot, cell string, kind Kind, sets int) (Slot, error) {
	refuse := func() (Slot, error) {
		return s, bridge.Errorf(bridge.Invalid, "movement.cell", "table %d, round %d: %q: want %s", s.Table, s.Round, cell, map[bool]string{false: "3-7/2", true: "1-6 11-16/1"}[kind == Individual])
	}
	who, set, ok := strings.Cut(cell, "/")
	if !ok {
		return refuse()
	}
	number := func(text string, most int) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most || text[0] == '+' {
			ok = false
		}
		return n
	}
	two := func(text string) (a, b int) {
		left, right, found := strings.Cut(text, "-")
		ok = ok && found
		return number(left, maxNumber), number(right, maxNumber)
	}
	s.Set = number(set, sets)
	if kind == Individual {
		ns, ew, found := strings.Cut(who, " ")
		ok = ok && found
		s.NS[0], s.NS[1] = two(ns)
		s.EW[0], s.EW[1] = two(ew)
	} else {
		s.NS[0], s.EW[0] = two(who)
	}
	if !ok {
		return refuse()
	}
	return s, nil
}

// auditJSON is the JSON form of an audit: what golden data of movements calls check.
type auditJSON struct {
	Valid          bool        `json:"valid"`
	Errors         int         `json:"errors,omitempty"`
	MaxCopies      int         `json:"max_copies"`
	SetPlays       [2]int      `json:"set_plays"`
	RoundsPlayed   [2]int      `json:"rounds_played"`
	Opponents      [2]int      `json:"opponents"`
	Repeats        int         `json:"repeats"`
	AllPlayAll     bool        `json:"all_play_all"`
	S              *int        `json:"S,omitempty"`
	SS             *int        `json:"SS,omitempty"`
	Q              json.Number `json:"Q,omitempty"` // with two places
	Matches        int         `json:"matches,omitempty"`
	FullRoundRobin *bool       `json:"full_round_robin,omitempty"`
	PartnerCounts  map[int]int `json:"partner_counts,omitempty"`
	OpponentCounts map[int]int `json:"opponent_counts,omitempty"`
	SitOuts        int         `json:"sitouts_most,omitempty"`
	Stationary     int         `json:"stationary"`
	Findings       []Finding   `json:"findings"`
}

// MarshalJSON writes an audit with its measures.
func (a *Audit) MarshalJSON() ([]byte, error) {
	pair := func(r Range) [2]int { return [2]int{r.Min, r.Max} }
	j := auditJSON{
		Valid: a.Sound(), Errors: a.FaultCount(), MaxCopies: a.Copies, SetPlays: pair(a.SetPlays), RoundsPlayed: pair(a.Rounds),
		Opponents: pair(a.Opponents), Repeats: a.Repeats, AllPlayAll: a.AllPlayAll, Matches: a.Matches,
		PartnerCounts: a.PartnerCounts, OpponentCounts: a.OpponentCounts, SitOuts: a.SitOuts, Stationary: a.Stationary,
		Findings: append([]Finding{}, a.Findings...),
	}
	if a.Matches > 0 {
		j.FullRoundRobin = &a.FullRoundRobin
	}
	if a.Balance.N > 0 {
		j.S, j.SS, j.Q = &a.Balance.S, &a.Balance.SS, json.Number(a.Balance.Q.Decimal(2))
	}
	return json.Marshal(j)
}
