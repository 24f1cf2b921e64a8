package club

import (
	"context"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/movement"
)

// Mishap is what is no longer as planned in a section, besides what was played
// otherwise, which the evening knows.
type Mishap struct {
	Session int
	Section string
	Round   int                // first round that may change; 0: the first in which nothing was played
	Late    []LateComer        // who will play, and has not played yet; at most four
	Gone    []event.Contestant // who plays no more from that round on
	Spoiled []bridge.Board     // that nobody is to play any more; with each all of its set
	Tables  int                // how many there are; 0: as many as needed
	Copies  int                // of each board; 0: as planned, but two tables can share
	Spare   int                // sets more than planned that can be brought
	Rounds  int                // end after so many rounds, and change nothing else; 0: play all
}

// LateComer is a contestant that comes late. Where there are two lists of winners, one
// without a side may join either.
type LateComer struct {
	Contestant event.Contestant // the phantom, one of the plan or a new one; zero: a new one
	Round      int              // that it comes for; 0: the first that may change
}

// Repaired is a way to go on: what the movement says of it, the plan to send, and the
// command that it is sent with.
type Repaired struct {
	movement.Repair

	Plan Planned
	Late []event.Contestant // as they play in this plan
}

// maxLate is how many can come late in one plan: each of them doubles the ways to go on.
const maxLate = 4

// Repair plans the rest of a section anew. What was played stays; nothing is written.
func (c *Club) Repair(ctx context.Context, a Actor, id string, m Mishap) ([]Repaired, error) {
	if n := len(m.Late); n > maxLate {
		return nil, bridge.Errorf(bridge.Unsupported, "club.repair_late", "%d come late: plan at most %d at once, and the others after them", n, maxLate)
	}
	var by Planned
	var played *movement.Movement
	var accident movement.Accident
	err := c.look(ctx, id, func(_ *stream, e *Evening) error {
		if !a.directs() {
			return bridge.Errorf(bridge.Forbidden, "club.desk", "only the director sees this")
		}
		if _, err := e.within(a, id); err != nil {
			return err
		}
		var err error
		if by, played, err = e.playedPlan(&m); err != nil {
			return err
		}
		accident, err = m.accident(by, played)
		return err
	})
	if err != nil {
		return nil, err
	}
	if m.Rounds > 0 {
		return by.curtailed(played, m.Rounds)
	}
	plans, err := played.Repair(accident) // it may take a while: nobody waits for it
	if err != nil {
		return nil, err
	}
	out := make([]Repaired, 0, len(plans))
	for _, r := range plans {
		p := by
		p.Movement, p.From = r.Plan, m.Round
		done := Repaired{Repair: r, Plan: p}
		for _, l := range accident.Late {
			who := l.Contestant
			if who.Line == 0 && r.Plan.Winners == 2 { // it joined one of the lines
				who = lineOf(r.Plan, who.Number, m.Round)
			}
			done.Late = append(done.Late, p.contestant(who.Line, who.Number))
		}
		out = append(out, done)
	}
	return out, nil
}

// curtailed is the plan that ends after so many rounds.
func (p Planned) curtailed(played *movement.Movement, rounds int) ([]Repaired, error) {
	short, err := played.Curtail(rounds)
	if err != nil {
		return nil, err
	}
	p.Movement, p.From = short, rounds+1
	r := movement.Repair{Way: movement.Way{Strategy: movement.DropRounds, From: rounds + 1}, Plan: short}
	if lost := played.Rounds - rounds; lost > 0 {
		r.Lost = []movement.Loss{{Rule: movement.RoundsLost, Max: lost}}
	}
	return []Repaired{{Repair: r, Plan: p}}, nil
}

// lineOf is the line in which a new number plays.
func lineOf(m *movement.Movement, number, from int) movement.Contestant {
	for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
		c := movement.Contestant{Line: side, Number: number}
		if slices.Contains(m.Contestants(), c) && !playedBefore(m, c, from) {
			return c
		}
	}
	return movement.Contestant{Line: bridge.NS, Number: number}
}

func playedBefore(m *movement.Movement, c movement.Contestant, from int) bool {
	return slices.ContainsFunc(m.Slots, func(s movement.Slot) bool {
		return s.Round < from && (m.Contestant(bridge.NS, s.NS[0]) == c && s.NS[0] > 0 || m.Contestant(bridge.EW, s.EW[0]) == c && s.EW[0] > 0)
	})
}

// playedPlan is the plan of a section with what was played marked in it: who sat where
// with which boards, whatever had been planned.
func (e *Evening) playedPlan(m *Mishap) (by Planned, out *movement.Movement, err error) {
	key := sectionKey{m.Session, m.Section}
	p := e.plans[key]
	if p == nil {
		return by, nil, bridge.Errorf(bridge.NotFound, "club.no_plan", "section %q has no plan in session %d that could change", m.Section, m.Session)
	}
	begun := 0
	for _, sp := range e.spots {
		if sp.sectionKey() == key && sp.played() {
			begun = max(begun, sp.Round)
		}
	}
	if m.Round == 0 {
		m.Round = begun + 1
	}
	if m.Round < 1 || m.Round > p.last {
		return by, nil, bridge.Errorf(bridge.Conflict, "club.repair_round", "from round %d on nothing is left to change: the plan has %d rounds", m.Round, p.last)
	}
	by = *p.rounds[p.last]
	out = by.Movement.Clone()
	numbers := by.numbers()
	for i := range out.Slots {
		s := &out.Slots[i]
		at := sitting{key, s.Round, s.Table}
		who, boards, plays := e.seatsAt(at)
		touched := slices.ContainsFunc(e.at[at], (*spot).played)
		if !touched && s.Round >= m.Round {
			continue // it is planned
		}
		if !plays || e.unplayed(at) {
			s.Set = 0
			continue
		}
		if s.NS, s.EW, err = whoOf(numbers, who, key.section, at); err != nil {
			return by, nil, err
		}
		s.Set, s.Played = setOf(by, e.boardsAt(at, boards)), true
		if s.Set < 1 || s.Set > out.Sets {
			return by, nil, bridge.Errorf(bridge.Unsupported, "club.repair_boards", "table %s%d played boards in round %d that are no set of the plan: change the plan by hand", key.section, at.table, at.round)
		}
	}
	return by, out, nil
}

// unplayed says that no board of a table was played in a round, and will not be.
func (e *Evening) unplayed(at sitting) bool {
	return len(e.at[at]) > 0 && !slices.ContainsFunc(e.at[at], func(s *spot) bool { return !s.notPlayed || s.late })
}

// boardsAt are the boards that were really played at a table in a round, else those of
// the plan.
func (e *Evening) boardsAt(at sitting, planned []bridge.Board) []bridge.Board {
	var out []bridge.Board
	for _, sp := range e.at[at] {
		if sp.played() {
			out = append(out, sp.Board)
		}
	}
	if len(out) == 0 {
		return planned
	}
	return out
}

// setOf is the set that most of these boards belong to.
func setOf(p Planned, boards []bridge.Board) int {
	count := map[int]int{}
	best := 0
	for _, b := range boards {
		set := (int(b)-int(p.First))/p.PerRound + 1
		if b < p.First {
			set = 0
		}
		count[set]++
		if count[set] > count[best] || count[set] == count[best] && set < best {
			best = set
		}
	}
	return best
}

// numbers are the numbers of the movement by the contestants that stand for them.
func (p Planned) numbers() map[event.Contestant]movement.Contestant {
	out := map[event.Contestant]movement.Contestant{}
	for _, c := range p.Movement.Contestants() {
		out[p.contestant(c.Line, c.Number)] = c
	}
	return out
}

// whoOf are the numbers of those who sat at a table. Where there are two lists of winners
// a number is of its line: who sat the wrong way is put right, because for the rounds to
// come it matters only who met whom.
func whoOf(numbers map[event.Contestant]movement.Contestant, s Seats, section string, at sitting) (ns, ew movement.Who, err error) {
	if numbers[s.NS].Line == bridge.EW && numbers[s.EW].Line == bridge.NS {
		s = s.mirror()
	}
	for _, one := range []struct {
		who  event.Contestant
		line bridge.Side
		to   *int
	}{{s.NS, bridge.NS, &ns[0]}, {s.South, bridge.NS, &ns[1]}, {s.EW, bridge.EW, &ew[0]}, {s.West, bridge.EW, &ew[1]}} {
		c, ok := numbers[one.who]
		if !one.who.IsZero() && (!ok || c.Line != 0 && c.Line != one.line) {
			return ns, ew, bridge.Errorf(bridge.Unsupported, "club.repair_stranger", "%v sat at table %s%d in round %d, and has no place in the plan: change the plan by hand", one.who, section, at.table, at.round)
		}
		*one.to = c.Number
	}
	return ns, ew, nil
}

// accident says a mishap in the numbers of the movement.
func (m *Mishap) accident(by Planned, played *movement.Movement) (movement.Accident, error) {
	a := movement.Accident{Round: m.Round, Tables: m.Tables, Copies: m.Copies, Spare: m.Spare}
	numbers := by.numbers()
	most := 0
	for _, c := range played.Contestants() {
		most = max(most, c.Number)
	}
	for _, l := range m.Late {
		late := movement.Late{Round: l.Round}
		if late.Round == 0 {
			late.Round = m.Round
		}
		c, ok := numbers[l.Contestant]
		phantom := played.Phantom != movement.Contestant{}
		switch {
		case ok:
			late.Contestant = c
		case l.Contestant.IsZero() && phantom: // who was missing comes
			late.Contestant = played.Phantom
		case l.Contestant.IsZero():
			most++
			late.Contestant = movement.Contestant{Number: most}
		default:
			late.Contestant = movement.Contestant{Line: l.Contestant.Side, Number: l.Contestant.Number}
		}
		a.Late = append(a.Late, late)
	}
	for _, who := range m.Gone {
		c, ok := numbers[who]
		if !ok {
			return a, bridge.Errorf(bridge.NotFound, "club.stranger", "contestant %v is not registered", who)
		}
		a.Gone = append(a.Gone, c)
	}
	for _, b := range m.Spoiled {
		set := setOf(by, []bridge.Board{b})
		if set < 1 || set > played.Sets {
			return a, bridge.Errorf(bridge.NotFound, "club.repair_spoiled", "board %d is not in the plan", b)
		}
		if !slices.Contains(a.Spoiled, set) {
			a.Spoiled = append(a.Spoiled, set)
		}
	}
	return a, nil
}
