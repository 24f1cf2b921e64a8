package club

import (
	"context"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Moved is what became of the standings between two positions.
type Moved struct {
	From, To int64
	At       struct{ Before, After time.Time } // when it stood so
	Before   *event.Standings                  // nil: there were none yet
	After    *event.Standings
	Moves    []event.Move
	Lines    []*LogLine // what was done between that the standings follow from
	Versions []Version  // all of them
}

// keptStandings is how many past standings are kept of an event: people look at those
// of its versions.
const keptStandings = 8

// Moved says who moved between two positions of an event, and because of what. To 0 is
// now; from 0 is the version before the last, or the only one if something was done
// since. Who reads may compare published versions alone.
func (c *Club) Moved(ctx context.Context, a Actor, id string, from, to int64) (*Moved, error) {
	m := &Moved{From: from, To: to}
	var facts []event.Fact
	var lengths []int
	var past map[int64]*event.Standings
	err := c.look(ctx, id, func(s *stream, e *Evening) error {
		if _, err := e.within(a, id); err != nil {
			return err
		}
		m.Versions = slices.Clip(e.published)
		if err := m.settle(e, a); err != nil {
			return err
		}
		m.At.Before, m.At.After = e.lines[m.From-1].At, e.lines[m.To-1].At
		facts, lengths = slices.Clip(e.log), slices.Clip(e.lengths)
		for _, l := range e.lines[m.From:m.To] {
			if lengths[l.Position] > lengths[l.Position-1] {
				m.Lines = append(m.Lines, l)
			}
		}
		past = map[int64]*event.Standings{m.From: s.past[m.From], m.To: s.past[m.To]}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for at, have := range past {
		if have != nil {
			continue
		}
		e, err := event.Fold(facts[:lengths[at]])
		if err != nil {
			return nil, err
		}
		var r ranked
		if past[at], err = r.get(e, 1); err != nil {
			return nil, err
		}
	}
	m.Before, m.After = past[m.From], past[m.To]
	if m.After != nil {
		m.Moves = event.Moves(m.Before, m.After)
	}
	return m, c.look(ctx, id, func(s *stream, _ *Evening) error {
		if s.past == nil || len(s.past) > keptStandings {
			s.past = map[int64]*event.Standings{}
		}
		s.past[m.From], s.past[m.To] = m.Before, m.After
		return nil
	})
}

// settle finds the positions that are meant, and refuses those that may not be seen.
func (m *Moved) settle(e *Evening, a Actor) error {
	n := len(e.published)
	if !a.directs() && (!e.announced || n == 0) {
		return bridge.Errorf(bridge.NotFound, "club.no_version", "no result is published")
	}
	if m.To == 0 {
		if m.To = e.position; !a.directs() {
			m.To = e.published[n-1].Position
		}
	}
	if m.From == 0 {
		for _, v := range e.published {
			if v.Position < m.To {
				m.From = v.Position
			}
		}
	}
	if m.From < 1 || m.From > m.To || m.To > e.position {
		switch {
		case m.From != 0 || m.To > e.position:
			return noPosition(max(m.From, m.To), e.position)
		case n == 0:
			return bridge.Errorf(bridge.NotFound, "club.no_version", "no result is published")
		}
		m.From = m.To
	}
	if a.directs() {
		return nil
	}
	for _, at := range []int64{m.From, m.To} {
		if !slices.ContainsFunc(e.published, func(v Version) bool { return v.Position == at }) {
			return bridge.Errorf(bridge.Forbidden, "club.unpublished", "what stood at position %d was not published", at)
		}
	}
	return nil
}
