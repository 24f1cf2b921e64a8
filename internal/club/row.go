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
	Playing int   // round that it plays; 0: it is through
	Version int   // of the section's plan
	At      int64 // position of the event

	// Own and Sheet are what a table is told of a board when all who sit there have played
	// it, as far as Level allows: its own line, and all results so far.
	Level   Feedback
	Results int  // so many there are so far
	Top     bool // the board has a top: percentages mean something
	Own     *event.Line
	Sheet   *event.BoardSheet
}

// Row gives the place of an entry, without the rest of a view: it is what a device asks
// for after each result. The doubts are those about this revision. Readers have no such
// rows.
func (c *Club) Row(ctx context.Context, a Actor, id, entry string, revision int) (Row, error) {
	var r Row
	err := c.look(ctx, id, func(s *stream, e *Evening) error {
		a, err := e.within(a, id)
		if err != nil {
			return err
		}
		r, err = s.rowOf(e, a, entry, revision)
		return err
	})
	return r, err
}

func (s *stream) rowOf(e *Evening, a Actor, entry string, revision int) (Row, error) {
	t := e.threads[entry]
	if t == nil {
		return Row{}, bridge.Errorf(bridge.NotFound, "club.no_entry", "there is no revision %d of an entry %q", revision, entry)
	}
	sp := t.spot
	if !a.directs() && (a.Role != AtTable || a.Section != sp.Section || a.Table != sp.Table) {
		return Row{}, bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, sp.Section, sp.Table)
	}
	sees := e.atTable(sp.Section, sp.Table)
	open := a.directs() || sees.mine(sp) || sees.free(sp)
	key := sp.sectionKey()
	r := Row{
		PlaceView: e.place(sp, open), Current: e.entered[tableKey{key, sp.Table}],
		Playing: e.playing(key, sp.Table), Version: e.versions[key], At: e.position,
	}
	if !open {
		return r, nil
	}
	if rev := t.revision(revision); rev != nil {
		r.Doubts = e.doubts(sp, rev)
	}
	if a.directs() || !sees.mine(sp) {
		return r, nil
	}
	return r, s.feedback(e, sp, &r)
}

// feedback is what a table is told of a board that stands: nobody who sits there may
// still play it. Those who come next may: the board leaves the table before they sit
// down, and what was told is gone from the view with the next round.
func (s *stream) feedback(e *Evening, sp *spot, r *Row) error {
	if e.config.Feedback == FeedbackNone || sp.stands == nil || e.conflict(sp) || e.awaits(sp.boardKey(), seatsOf(sp.meeting).all()) {
		return nil
	}
	all, err := s.all.get(e.event, e.version)
	if err != nil || all == nil {
		return unranked(err)
	}
	for i := range all.Boards {
		if b := &all.Boards[i]; b.Session == sp.Session && b.Board == sp.Board {
			sheet := e.shownSheet(*b)
			for j := range sheet.Lines {
				if e.keyOf(sheet.Lines[j].Meeting) == e.keyOf(sp.meeting) {
					r.Level, r.Own, r.Sheet, r.Top = e.config.Feedback, &sheet.Lines[j], &sheet, sheet.Top.Value.Sign() > 0
				}
			}
			for j := range sheet.Lines {
				if sheet.Lines[j].Score != nil {
					r.Results++
				}
			}
			if e.config.Feedback < FeedbackSheet {
				r.Sheet = nil
			}
		}
	}
	return nil
}
