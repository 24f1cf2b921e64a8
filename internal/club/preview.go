package club

import (
	"context"
	"slices"
	"time"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// Preview is what a command would do.
type Preview struct {
	Position int64            // that it was tried at
	Says     Outcome          // what would be answered
	Before   *event.Standings // nil: there are none
	After    *event.Standings
	Moves    []event.Move
	Meetings []event.Meeting // that the command speaks of
}

// Preview tries a command without writing anything. What the command would be refused
// for, the preview is refused for.
func (c *Club) Preview(ctx context.Context, a Actor, id string, q Ask) (*Preview, error) {
	p := &Preview{}
	var facts []event.Fact
	var more []event.Fact
	err := c.look(ctx, id, func(s *stream, e *Evening) error {
		now := journal.Moment(time.Now())
		said, r, err := e.check(id, &a, q, now)
		if err != nil {
			return err
		}
		p.Position = e.position
		p.Before, err = s.all.get(e.event, e.version)
		if err = unranked(err); err != nil {
			return err
		}
		if said != nil {
			p.Says = said.says
			return nil
		}
		p.Says = r.Says
		for _, f := range r.Facts {
			if f.Event == nil {
				continue
			}
			more = append(more, event.Fact{At: now, By: r.By, Why: r.Why, Act: f.Event})
			if m, ok := event.MeetingOf(f.Event); ok {
				p.Meetings = append(p.Meetings, m)
			}
		}
		facts = slices.Clip(e.log)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.After = p.Before
	if len(more) == 0 {
		return p, nil
	}
	after, err := event.Fold(facts)
	if err != nil {
		return nil, err
	}
	for _, f := range more {
		if err := after.Apply(f); err != nil {
			return nil, err
		}
	}
	var r ranked
	p.After, err = r.get(after, 1)
	if err = unranked(err); err != nil {
		return nil, err
	}
	if p.After != nil {
		p.Moves = event.Moves(p.Before, p.After)
	}
	return p, nil
}
