package web

import (
	"context"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
)

type movedIn struct {
	ID   string `path:"id" maxLength:"64" doc:"of the event"`
	From int64  `query:"from" minimum:"0" doc:"position; 0: of the version before the last change"`
	To   int64  `query:"to" minimum:"0" doc:"position; 0: now"`
}

type whoMovedJSON struct {
	From     int64             `json:"from"`
	To       int64             `json:"to"`
	At       change[time.Time] `json:"at" doc:"when it stood so"`
	Versions []club.Version    `json:"versions" doc:"of the published result"`
	Lines    []logLineJSON     `json:"lines" doc:"what was done between"`
	Lists    []movedListJSON   `json:"lists" doc:"everybody, as they stand afterwards"`
}

type movedListJSON struct {
	Name string      `json:"name"`
	Rows []movedJSON `json:"rows"`
}

func (s *Server) getMoved(ctx context.Context, v *visitor, in *movedIn) (*body[whoMovedJSON], error) {
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	m, err := s.club.Moved(ctx, a, in.ID, in.From, in.To)
	if err != nil {
		return nil, err
	}
	view, err := s.club.View(ctx, a, in.ID)
	if err != nil {
		return nil, err
	}
	t, err := s.teller(ctx, v, view.Opened.Kind, view.Contestants)
	if err != nil {
		return nil, err
	}
	out := whoMovedJSON{From: m.From, To: m.To, At: change[time.Time]{m.At.Before, m.At.After}, Versions: m.Versions, Lines: []logLineJSON{}, Lists: []movedListJSON{}}
	if out.Versions == nil {
		out.Versions = []club.Version{}
	}
	for i := range m.Lines {
		out.Lines = append(out.Lines, t.line(m.Lines[i], m.Versions))
	}
	for _, l := range listsOf(m.After) {
		list := movedListJSON{l.Name, []movedJSON{}}
		for i := range l.Rows {
			row := &l.Rows[i]
			move := event.Move{List: l.Name, Contestant: row.Contestant, Before: stoodIn(m.Before, l.Name, row.Contestant), After: event.Stood{
				Rank: row.Rank, Tied: row.Tied, Boards: row.Boards, Total: row.Total, Percent: row.Percent,
			}}
			list.Rows = append(list.Rows, t.moved(move))
		}
		out.Lists = append(out.Lists, list)
	}
	return &body[whoMovedJSON]{out}, nil
}

func listsOf(s *event.Standings) []event.List {
	if s == nil {
		return nil
	}
	return s.Lists
}

// stoodIn is how a contestant stood in a list of that name.
func stoodIn(s *event.Standings, name string, c event.Contestant) (out event.Stood) {
	for _, l := range listsOf(s) {
		for _, r := range l.Rows {
			if l.Name == name && r.Contestant == c {
				return event.Stood{Rank: r.Rank, Tied: r.Tied, Boards: r.Boards, Total: r.Total, Percent: r.Percent}
			}
		}
	}
	return out
}
