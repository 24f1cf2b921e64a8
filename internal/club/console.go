package club

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Desk is what lies before the director: the view, what to do, and how far the room
// has come.
type Desk struct {
	View     *View
	Lane     []Item
	Sections []Section
	Tables   []TableSeen
	Versions []Version
	Rulings  map[Place]Ruling  // that are in force
	Fouled   map[Place]Fouling // where another version of the board was played
	Points   map[Place]int     // North-South's view, of what stands

	Penalties []Penalty // that are in force, by their references

	Withdrawn map[event.Contestant]bool
	Chairs    map[event.Contestant][]event.PersonID // who sits where; "" for one who is not known
	Ready     bool                                  // all is in and nothing is left to do: it can be published
}

// Section is a section in a session as it is planned.
type Section struct {
	Session  int
	Section  string
	Family   string // of the movement that is in force last
	Tables   int
	Rounds   int
	PerRound int
	First    bridge.Board
	Round    int // that half of the tables have come to; 0: nobody has sent anything
}

// TableSeen is a table of the plan, and when it has sent something last.
type TableSeen struct {
	Section string
	Table   int
	Seen    time.Time // zero: never
	Devices []Table   // that may write for it, or might
}

// Desk gives the director's desk as it is at a time.
func (c *Club) Desk(ctx context.Context, a Actor, id string, now time.Time) (*Desk, error) {
	var d *Desk
	err := c.look(ctx, id, func(s *stream, e *Evening) error {
		if !a.directs() {
			return bridge.Errorf(bridge.Forbidden, "club.desk", "only the director sees this")
		}
		if _, err := e.within(a, id); err != nil {
			return err
		}
		v, err := s.shown(e, a)
		if err != nil {
			return err
		}
		d = &Desk{
			View: v, Lane: e.Lane(now), Sections: e.sectionList(), Tables: e.tableList(), Versions: slices.Clip(e.published),
			Rulings: map[Place]Ruling{}, Fouled: map[Place]Fouling{}, Points: map[Place]int{}, Withdrawn: maps.Clone(e.withdrawn),
			Chairs: map[event.Contestant][]event.PersonID{},
		}
		for _, ref := range slices.Sorted(maps.Keys(e.penalties)) {
			if p := e.penalties[ref]; p.Amount.Sign() != 0 || p.Kind == event.Cautioned {
				d.Penalties = append(d.Penalties, p)
			}
		}
		d.Ready = len(d.Lane) == 0 && !e.announced && len(e.spots) > 0
		for _, r := range v.Contestants {
			d.Chairs[r.Contestant] = e.chairsOf(r.Contestant)
		}
		for _, sp := range e.spots {
			if sp.ruling != nil {
				d.Rulings[sp.Place] = *sp.ruling
			}
			if f := e.fouling(sp); f != nil {
				d.Fouled[sp.Place] = *f
			}
			if sp.stands != nil {
				if p, ok := e.points(sp.meeting, *sp.stands); ok {
					d.Points[sp.Place] = int(p)
				}
			}
			d.Ready = d.Ready && !e.due(sp)
		}
		return nil
	})
	return d, err
}

// sectionList are the sections, in order.
func (e *Evening) sectionList() []Section {
	var out []Section
	for _, key := range e.sections {
		p := e.plans[key]
		s := Section{Session: key.session, Section: key.section, Rounds: p.last, Round: min(e.comeTo(key), p.last)}
		for r := 1; r <= p.last; r++ {
			if by := p.rounds[r]; by != nil {
				s.Family, s.PerRound, s.First = by.Movement.Family, by.PerRound, by.First
				s.Tables = max(s.Tables, by.Movement.Tables)
			}
		}
		out = append(out, s)
	}
	return out
}

// tableList are the tables of the plan and those that have a device, in order.
func (e *Evening) tableList() []TableSeen {
	at := map[rowKey]*TableSeen{}
	var out []*TableSeen
	find := func(key rowKey) *TableSeen {
		if at[key] == nil {
			at[key] = &TableSeen{Section: key.section, Table: key.table, Seen: e.heard[key]}
			out = append(out, at[key])
		}
		return at[key]
	}
	for _, s := range e.sectionList() {
		for t := 1; t <= s.Tables; t++ {
			find(rowKey{s.Section, t})
		}
	}
	last := map[string]*TableSeen{} // by token: a device is where it was opened last
	for _, t := range e.tables {
		if before := last[t.Token]; before != nil {
			before.Devices = slices.DeleteFunc(before.Devices, func(o Table) bool { return o.Token == t.Token })
		}
		last[t.Token] = find(rowKey{t.Section, t.Table})
		last[t.Token].Devices = append(last[t.Token].Devices, t)
	}
	slices.SortFunc(out, func(a, b *TableSeen) int {
		return Place{Section: a.Section, Table: a.Table}.compare(Place{Section: b.Section, Table: b.Table})
	})
	list := make([]TableSeen, len(out))
	for i, t := range out {
		list[i] = *t
	}
	return list
}
