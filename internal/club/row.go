package club

import (
	"context"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Row is a place as a table or a director sees it, and how far the table has come.
type Row struct {
	PlaceView
	Current int   // round of which the table has sent something last; 0: none
	At      int64 // position of the event
}

// Row gives one place, without the rest of a view: it is what a device asks for after
// each result. Readers have no such rows.
func (c *Club) Row(ctx context.Context, a Actor, id string, p Place) (Row, error) {
	var r Row
	err := c.look(ctx, id, func(_ *stream, e *Evening) error {
		if err := e.within(a, id); err != nil {
			return err
		}
		if !a.directs() && (a.Role != AtTable || a.Section != p.Section || a.Table != p.Table) {
			return bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, p.Section, p.Table)
		}
		sp := e.spots[p]
		if sp == nil || !sp.planned && !sp.touched() {
			return bridge.Errorf(bridge.NotFound, "club.no_row", "nobody plays board %d at table %s%d in round %d", p.Board, p.Section, p.Table, p.Round)
		}
		session, round := e.progress(p.Section, p.Table)
		open := a.directs() || e.shownAt(sp, session, round, e.sitters(sitting{sectionKey{session, p.Section}, round, p.Table}))
		r = Row{e.place(sp, open), e.entered[tableKey{sp.sectionKey(), p.Table}], e.position}
		return nil
	})
	return r, err
}

// progress is the session that a table plays, and the round of which it has sent
// something last.
func (e *Evening) progress(section string, table int) (session, round int) {
	for key, r := range e.entered {
		if key.section == section && key.table == table && (key.session > session || round == 0) {
			session, round = key.session, r
		}
	}
	return session, round
}

// shownAt says that those who sit at a table now may see what was said of a place of
// it: it is of their round, or nobody of them can play the board any more.
func (e *Evening) shownAt(sp *spot, session, round int, now []event.Contestant) bool {
	return sp.Session == session && sp.Round == round || e.over(sp.boardKey()) || !e.awaits(sp.boardKey(), now)
}
