package club

import (
	"maps"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/movement"
)

// sectionKey is a section in a session.
type sectionKey struct {
	session int
	section string
}

// sitting is a table in a round.
type sitting struct {
	sectionKey
	round, table int
}

func (p Place) sitting() sitting {
	return sitting{sectionKey{p.Session, p.Section}, p.Round, p.Table}
}

// boardKey is a board of a session.
type boardKey struct {
	session int
	board   bridge.Board
}

func (p Place) boardKey() boardKey { return boardKey{p.Session, p.Board} }

// plan is what is in force for a section: each round as it was planned last.
type plan struct {
	rounds map[int]*Planned
	last   int
}

// slot is what is planned for a table in a round.
func (p *plan) slot(round, table int) (by *Planned, s movement.Slot, ok bool) {
	if p == nil || p.rounds[round] == nil {
		return nil, s, false
	}
	by = p.rounds[round]
	if table < 1 || table > by.Movement.Tables {
		return nil, s, false
	}
	return by, *by.Movement.At(table, round), true
}

// contestant is the one that stands under a number of the movement.
func (p Planned) contestant(side bridge.Side, number int) event.Contestant {
	if number == 0 {
		return event.Contestant{}
	}
	c := p.Movement.Contestant(side, number)
	if who, ok := p.Who[c.String()]; ok {
		return who
	}
	return event.Contestant{Section: p.Section, Number: c.Number, Side: c.Line}
}

// seats are the contestants of a slot. The phantom is nobody.
func (p Planned) seats(s movement.Slot) Seats {
	one := func(side bridge.Side, number int) event.Contestant {
		if number != 0 && p.Movement.Contestant(side, number) == p.Movement.Phantom {
			return event.Contestant{}
		}
		return p.contestant(side, number)
	}
	out := Seats{NS: one(bridge.NS, s.NS[0]), EW: one(bridge.EW, s.EW[0])}
	if p.Movement.Kind == movement.Individual {
		out.South, out.West = one(bridge.NS, s.NS[1]), one(bridge.EW, s.EW[1])
	}
	return out
}

// boards are those of a set.
func (p Planned) boards(set int) []bridge.Board {
	if set < 1 {
		return nil
	}
	first := p.First + bridge.Board((set-1)*p.PerRound)
	out := make([]bridge.Board, p.PerRound)
	for i := range out {
		out[i] = first + bridge.Board(i)
	}
	return out
}

// sound refuses a plan that no section can have.
func (p Planned) sound() error {
	switch {
	case p.Movement == nil:
		return bridge.Errorf(bridge.Invalid, "club.no_movement", "a plan has no movement")
	case p.Session < 0 || p.From < 0 || p.From > movement.MaxRounds || p.PerRound < 1 || p.PerRound > maxPerRound || p.First < 1 || p.First > maxBoard:
		return bridge.Errorf(bridge.Invalid, "club.plan", "a plan of %d boards a round from board %d on: want 1 to %d boards a round, and a first board of 1 to %d", p.PerRound, p.First, maxPerRound, maxBoard)
	}
	if n := p.Movement.Tables * p.Movement.Rounds * p.PerRound; n > maxPlaces {
		return bridge.Errorf(bridge.Invalid, "club.plan_size", "the plan has %d boards at tables: want at most %d", n, maxPlaces)
	}
	return nil
}

// named refuses a name for a number that the movement does not have.
func (p Planned) named() error {
	all := map[string]bool{}
	for _, c := range p.Movement.Contestants() {
		all[c.String()] = true
	}
	for _, name := range slices.Sorted(maps.Keys(p.Who)) {
		if !all[name] {
			return bridge.Errorf(bridge.Invalid, "club.who", "nobody plays as %q in this movement", name)
		}
	}
	return nil
}

// Limits of a plan. They bound what a command can make the program keep.
const (
	maxPerRound = 64
	maxBoard    = 9999
	maxPlaces   = 50_000 // 200 tables with 250 boards each
)

// seatsAt are who sits at a table in a round, and with which boards: as it was really
// played, else as it is planned. plays says that they play boards.
func (e *Evening) seatsAt(at sitting) (who Seats, boards []bridge.Board, plays bool) {
	by, s, ok := e.plans[at.sectionKey].slot(at.round, at.table)
	if ok {
		who, boards, plays = by.seats(s), by.boards(s.Set), by.Movement.Plays(s)
	}
	if o, really := e.seated[at]; really {
		if o.Seats != (Seats{}) {
			who, plays = o.Seats, true
		}
		if len(o.Boards) > 0 {
			boards = o.Boards
		}
	}
	return who, boards, plays && len(boards) > 0
}

// meeting is who meets whom on a board.
func (p Place) meeting(who Seats) event.Meeting {
	return event.Meeting{
		Session: p.Session, Round: p.Round, Table: p.Table, Board: p.Board,
		NS: who.NS, EW: who.EW, South: who.South, West: who.West,
	}
}

func seatsOf(m event.Meeting) Seats { return Seats{NS: m.NS, EW: m.EW, South: m.South, West: m.West} }

// all are the contestants who are there.
func (s Seats) all() []event.Contestant {
	return slices.DeleteFunc([]event.Contestant{s.NS, s.EW, s.South, s.West}, event.Contestant.IsZero)
}

// mirror is who sits there after an arrow switch.
func (s Seats) mirror() Seats {
	return Seats{NS: s.EW, EW: s.NS, South: s.West, West: s.South}
}

// places makes the spots of a table in a round as they are planned now: those of
// before that nobody touched are no longer planned.
func (e *Evening) places(at sitting) {
	e.sittings = nil
	who, boards, plays := e.seatsAt(at)
	for _, sp := range e.at[at] {
		if !plays || !slices.Contains(boards, sp.Board) {
			e.change(sp, func() { sp.planned = false })
		}
	}
	if !plays {
		return
	}
	for _, b := range boards {
		p := Place{at.session, at.section, at.round, at.table, b}
		sp := e.spot(p)
		e.change(sp, func() {
			sp.planned = true
			e.meet(sp, p.meeting(who))
		})
	}
}

// spot finds or begins what is known of a place.
func (e *Evening) spot(p Place) *spot {
	sp := e.spots[p]
	if sp == nil {
		sp = &spot{Place: p}
		e.spots[p] = sp
		e.at[p.sitting()] = append(e.at[p.sitting()], sp)
		e.on[p.boardKey()] = append(e.on[p.boardKey()], sp)
		row := rowKey{p.Section, p.Table}
		e.row[row] = append(e.row[row], sp)
	}
	return sp
}

// meet says who meets whom at a place.
func (e *Evening) meet(sp *spot, m event.Meeting) {
	if old := e.keyOf(sp.meeting); e.met[old] == sp {
		delete(e.met, old)
	}
	sp.meeting = m
	if key := e.keyOf(m); e.met[key] == nil || !e.met[key].touched() {
		e.met[key] = sp
	}
}

// meetingKey is what makes two facts speak of the same meeting, as package event has
// it.
type meetingKey struct {
	boardKey
	Seats
	round, table int // of teams
}

func (e *Evening) keyOf(m event.Meeting) meetingKey {
	key := meetingKey{boardKey: boardKey{m.Session, m.Board}, Seats: seatsOf(m)}
	if e.event.Opened().Kind == event.Teams {
		key.round, key.table = m.Round, m.Table
	}
	return key
}

// planned takes a plan into force.
func (e *Evening) plan(p Planned) {
	key := sectionKey{p.Session, p.Section}
	pl := e.plans[key]
	if pl == nil {
		pl = &plan{rounds: map[int]*Planned{}}
		e.plans[key] = pl
		e.sections, e.all = append(e.sections, key), true
		slices.SortFunc(e.sections, sectionKey.compare)
	}
	from := max(p.From, 1)
	before := pl.last
	for r := from; r <= max(pl.last, p.Movement.Rounds); r++ {
		if r <= p.Movement.Rounds {
			pl.rounds[r] = &p
		} else {
			delete(pl.rounds, r)
		}
	}
	pl.last = max(p.Movement.Rounds, from-1)
	for r := from; r <= max(before, pl.last); r++ {
		for t := 1; t <= movement.MaxTables; t++ {
			at := sitting{key, r, t}
			if t <= p.Movement.Tables || len(e.at[at]) > 0 {
				e.places(at)
			}
		}
	}
	for t := 1; t <= movement.MaxTables; t++ {
		e.setBack(tableKey{key, t}, from)
	}
	e.versions[key]++
	e.note(Part{What: PartPlan, Session: p.Session, Section: p.Section})
}
