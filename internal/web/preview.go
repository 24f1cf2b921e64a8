package web

import (
	"context"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
)

type previewJSON struct {
	Position int64        `json:"position" doc:"that it was tried at"`
	Says     club.Outcome `json:"says" doc:"what would be answered"`
	Board    *tryJSON     `json:"board,omitempty" doc:"that the command speaks of, the first of them"`
	More     []tryJSON    `json:"more,omitempty" doc:"the other boards"`
	Rows     []movedJSON  `json:"rows" doc:"whose place, total or percentage changes, or whose board it is"`
}

type tryJSON struct {
	Session int            `json:"session,omitempty"`
	Board   int            `json:"board"`
	Top     change[string] `json:"top" doc:"matchpoints for beating everybody"`
	Results int            `json:"results" doc:"that are in"`
	Of      int            `json:"of" doc:"meetings that are known"`
	Lines   []tryLineJSON  `json:"lines" doc:"the best for North-South first, as it would be"`
}

type tryLineJSON struct {
	Round     int    `json:"round,omitempty"`
	Table     int    `json:"table,omitempty"`
	NS        string `json:"ns"`
	EW        string `json:"ew"`
	Text      string `json:"text" doc:"the result, or what was ruled, as it would be"`
	Was       string `json:"was,omitempty" doc:"the same before, where it differs"`
	Score     *int   `json:"score,omitempty"`
	Before    sides  `json:"before"`
	After     sides  `json:"after"`
	Concerned bool   `json:"concerned,omitempty" doc:"the command speaks of it"`
}

// change is something before and after.
type change[T any] struct {
	Before T `json:"before"`
	After  T `json:"after"`
}

type movedJSON struct {
	List       string         `json:"list" doc:"all, NS or EW"`
	Contestant string         `json:"contestant"`
	Names      []string       `json:"names"`
	Rank       change[int]    `json:"rank" doc:"0: without a place"`
	Tied       change[bool]   `json:"tied"`
	Total      change[string] `json:"total"`
	Percent    change[string] `json:"percent"`
	Gain       string         `json:"gain" doc:"what was won or lost of the total"`
	Concerned  bool           `json:"concerned,omitempty"`
}

type previewIn struct {
	ID      string `path:"id" maxLength:"64" doc:"of the event"`
	Command string `path:"command" maxLength:"40"`
	Why     string `header:"Why" doc:"the reason, percent-encoded; after the correction period a change needs one"`
	RawBody []byte `contentType:"application/json"`
}

func (s *Server) postPreview(ctx context.Context, v *visitor, in *previewIn) (*body[previewJSON], error) {
	key := "preview/" + club.NewID(s.now()) // that nobody has used
	cmd, why, err := readCommand(&commandIn{Key: key, Command: in.Command, Why: in.Why, RawBody: in.RawBody})
	if err != nil {
		return nil, err
	}
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	p, err := s.club.Preview(ctx, a, in.ID, club.Ask{Key: key, Why: why, Command: cmd})
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
	return &body[previewJSON]{t.preview(p)}, nil
}

func (t *teller) preview(p *club.Preview) previewJSON {
	out := previewJSON{Position: p.Position, Says: p.Says, Rows: []movedJSON{}}
	concerned := map[event.Contestant]bool{}
	var boards []tryJSON
	for _, m := range p.Meetings {
		for _, c := range []event.Contestant{m.NS, m.EW, m.South, m.West} {
			concerned[c] = !c.IsZero()
		}
		if !slices.ContainsFunc(boards, func(b tryJSON) bool { return b.Session == m.Session && b.Board == int(m.Board) }) {
			boards = append(boards, t.try(p, m))
		}
	}
	if len(boards) > 0 {
		out.Board, out.More = &boards[0], boards[1:]
	}
	for _, m := range p.Moves {
		row := t.moved(m)
		row.Concerned = concerned[m.Contestant]
		out.Rows = append(out.Rows, row)
	}
	return out
}

// moved is how somebody stood, and stands.
func (t *teller) moved(m event.Move) movedJSON {
	gain := m.After.Total
	gain.Value = gain.Value.Sub(m.Before.Total.Value)
	names := []string{}
	for _, id := range t.who[m.Contestant].Persons {
		names = append(names, t.player(id).Name)
	}
	return movedJSON{
		List: m.List, Contestant: m.Contestant.String(), Names: names,
		Rank: change[int]{m.Before.Rank, m.After.Rank}, Tied: change[bool]{m.Before.Tied, m.After.Tied},
		Total:   change[string]{m.Before.Total.String(), m.After.Total.String()},
		Percent: change[string]{m.Before.Percent.String(), m.After.Percent.String()}, Gain: gain.String(),
	}
}

// sheetOf is a board of standings; there may be none.
func sheetOf(s *event.Standings, session int, board bridge.Board) *event.BoardSheet {
	if s == nil {
		return nil
	}
	return boardIn(s.Boards, session, board)
}

// try is a board before and after.
func (t *teller) try(p *club.Preview, m event.Meeting) tryJSON {
	out := tryJSON{Session: m.Session, Board: int(m.Board), Lines: []tryLineJSON{}}
	before, after := sheetOf(p.Before, m.Session, m.Board), sheetOf(p.After, m.Session, m.Board)
	type at struct{ round, table int }
	was := map[at]*event.Line{}
	if before != nil {
		out.Top.Before = before.Top.String()
		for i := range before.Lines {
			l := &before.Lines[i]
			was[at{l.Meeting.Round, l.Meeting.Table}] = l
		}
	}
	if after == nil {
		return out
	}
	out.Top.After = after.Top.String()
	for i := range after.Lines {
		l := &after.Lines[i]
		line := tryLineJSON{
			Round: l.Meeting.Round, Table: l.Meeting.Table, NS: l.Meeting.NS.String(), EW: l.Meeting.EW.String(), Text: t.lineText(l), Score: wholeOf(l.Score),
			Concerned: slices.Contains(p.Meetings, l.Meeting),
		}
		line.After.NS, _ = earned(l.Points.NS)
		line.After.EW, _ = earned(l.Points.EW)
		if old := was[at{l.Meeting.Round, l.Meeting.Table}]; old != nil {
			line.Before.NS, _ = earned(old.Points.NS)
			line.Before.EW, _ = earned(old.Points.EW)
			if text := t.lineText(old); text != line.Text {
				line.Was = text
			}
		}
		if out.Of++; l.State == event.StatePlayed || l.State == event.StateAssigned || l.State == event.StateAdjusted {
			out.Results++
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// lineText is a line of a board for people: the result, or what was decided.
func (t *teller) lineText(l *event.Line) string {
	if text := t.decided(l, 0); text != "" {
		return text
	}
	return t.outcomeText(l.Result, wholeOf(l.Score))
}
