package club

import (
	"cmp"
	"context"
	"slices"
)

// Plans are the plans of an event's sections that are in force, each round as it was
// planned last: those of a section stand together, the last one behind.
func (c *Club) Plans(ctx context.Context, id string) (out []Planned, err error) {
	err = c.Look(ctx, id, func(e *Evening) error {
		for _, key := range e.sections {
			p := e.plans[key]
			var last *Planned
			for r := 1; r <= p.last; r++ {
				if by := p.rounds[r]; by != nil && by != last {
					out, last = append(out, *by), by
				}
			}
		}
		return nil
	})
	return out, err
}

// Progress is how far the play of a session has come.
type Progress struct {
	Session int        `json:"session,omitempty"`
	Round   int        `json:"round"`  // that most tables play; 0: nothing was played
	Rounds  int        `json:"rounds"` // of the plan
	Playing []TableRef `json:"playing"`
	Clock   *Clock     `json:"clock,omitempty"` // of the round; nil: it has not begun
	Over    bool       `json:"over,omitempty"`  // nothing is left to be played
}

// TableRef names a table.
type TableRef struct {
	Section string `json:"section,omitempty"`
	Table   int    `json:"table"`
}

// Progress is how far the play has come in the session that is played, and which tables
// still play the round. It tells no more than who stands in the room can see.
func (c *Club) Progress(ctx context.Context, id string) (p Progress, err error) {
	err = c.Look(ctx, id, func(e *Evening) error {
		p = e.progressNow()
		return nil
	})
	return p, err
}

func (e *Evening) progressNow() (p Progress) {
	p.Session = e.session()
	p.Round = e.round(p.Session)
	p.Clock = e.clockOf(p.Session, max(p.Round, 1))
	for _, key := range e.sections {
		if key.session == p.Session {
			p.Rounds = max(p.Rounds, e.plans[key].last)
		}
	}
	p.Over = len(e.entered) > 0
	if e.announced {
		p.Over, p.Clock = true, nil
		return p
	}
	for _, sp := range e.spots {
		p.Over = p.Over && (sp.Session != p.Session || !e.due(sp))
		at := TableRef{sp.Section, sp.Table}
		if sp.Session == p.Session && sp.Round <= max(p.Round, 1) && e.due(sp) && !slices.Contains(p.Playing, at) {
			p.Playing = append(p.Playing, at)
		}
	}
	if p.Over {
		p.Clock = nil
	}
	slices.SortFunc(p.Playing, func(a, b TableRef) int {
		return cmp.Or(cmp.Compare(a.Section, b.Section), cmp.Compare(a.Table, b.Table))
	})
	return p
}
