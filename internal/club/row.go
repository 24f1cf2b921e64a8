package club

import (
	"context"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
)

// Row is a place as a table or a director sees it, and how far the table has come.
type Row struct {
	PlaceView
	Current int   // round that the table has come to; 0: none
	Playing int   // round that it plays; 0: it is through
	Version int   // of the section's plan
	At      int64 // position of the event
	Beside  int64 // last position, but for that of the command, at which something changed that the table shows; of clocks too where none is told

	// Clock is that of the round that the table plays, where the command may have begun it
	// or took the table there.
	Clock *Clock

	// Own and Sheet are what a table is told of a board when all who sit there have played
	// it, as far as Level allows: its own line, and all results so far.
	Level   Feedback
	Results int  // so many it is compared with so far, itself too
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
		r, err = s.rowOf(e, a, entry, revision, 0)
		return err
	})
	return r, err
}

func (s *stream) rowOf(e *Evening, a Actor, entry string, revision int, known int64) (Row, error) {
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
		PlaceView: e.place(sp, open), Current: e.reached(key, sp.Table),
		Playing: e.playing(key, sp.Table), Version: e.versions[key], At: e.position, Beside: e.news.beside(rowKey{sp.Section, sp.Table}, known),
	}
	if began := e.news.clock[roundKey{sp.Session, r.Playing}]; r.Playing != sp.Round || began == known {
		r.Clock = e.clockOf(sp.Session, r.Playing)
	} else {
		r.Beside = max(r.Beside, began)
	}
	if !open {
		return r, nil
	}
	if rev := t.revision(revision); rev != nil && (a.directs() || sees.come(sp)) {
		r.Doubts = e.doubts(sp, rev)
	}
	if a.directs() || !sees.mine(sp) || !sees.come(sp) {
		return r, nil
	}
	return r, s.feedback(e, sp, &r)
}

// feedback is what a table is told of a board of the round that it has come to, if it
// stands: nobody who sits there may still play it. Those who come next may: the board
// leaves the table before they sit down, and what was told is gone from the view with the
// next round.
func (s *stream) feedback(e *Evening, sp *spot, r *Row) error {
	if e.config.Feedback == FeedbackNone || sp.stands == nil || e.conflict(sp) || e.awaits(sp.boardKey(), seatsOf(sp.meeting).all()) {
		return nil
	}
	all, err := s.all.get(e.event, e.version)
	if err != nil || all == nil {
		return unranked(err)
	}
	for i := range all.Boards {
		b := &all.Boards[i]
		if b.Session != sp.Session || b.Board != sp.Board {
			continue
		}
		own := slices.IndexFunc(b.Lines, func(l event.Line) bool { return e.keyOf(l.Meeting) == e.keyOf(sp.meeting) })
		if own < 0 {
			return nil
		}
		sheet := e.shownSheet(*b)
		sheet.Lines = compared(b.Lines, own, all.SectionTops(i) != nil)
		if b.Lines[own].Version != "" { // it was played with other cards
			sheet.Deal, sheet.Par, sheet.DD = bridge.Deal{}, nil, dd.Table{}
		}
		r.Level, r.Own, r.Top = e.config.Feedback, &b.Lines[own], sheet.Top.Value.Sign() > 0
		for j := range sheet.Lines {
			if sheet.Lines[j].Score != nil {
				r.Results++
			}
		}
		if e.config.Feedback >= FeedbackSheet {
			r.Sheet = &sheet
		}
	}
	return nil
}

// compared are the lines of a board that one of them is compared with, and it: those with
// the same cards, of its section where sections are compared apart.
func compared(lines []event.Line, own int, apart bool) (out []event.Line) {
	section := func(l *event.Line) string {
		if l.Meeting.NS.IsZero() {
			return l.Meeting.EW.Section
		}
		return l.Meeting.NS.Section
	}
	for i := range lines {
		if l := &lines[i]; l.Version == lines[own].Version && (!apart || section(l) == section(&lines[own])) {
			out = append(out, *l)
		}
	}
	return out
}
