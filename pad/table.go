package pad

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// Act is what somebody does at a home table: [Dealt], [Edited], [Removed],
// [Inserted], [Stopped] or [Undone].
type Act interface{ act() }

// Dealt is the act of writing down the next deal.
type Dealt struct{ Deal Deal }

// Edited is the act of changing an earlier deal.
type Edited struct {
	N    int // from 1
	Deal Deal
}

// Removed is the act of taking an earlier deal out.
type Removed struct{ N int }

// Inserted is the act of putting a deal in before the n-th.
type Inserted struct {
	N    int
	Deal Deal
}

// Stopped is the act of settling a game that is not finished.
type Stopped struct{}

// Undone is the act of taking back the last act that was not taken back yet.
type Undone struct{}

func (Dealt) act()    {}
func (Edited) act()   {}
func (Removed) act()  {}
func (Inserted) act() {}
func (Stopped) act()  {}
func (Undone) act()   {}

// Table is one game at a home table: what happened so far. The zero value is not
// ready; [NewTable] makes one.
type Table struct {
	rules Rules
	acts  []Act // that were not taken back
	state
	pad *Pad // of the state
}

// state is the list of deals, and whether the game was stopped.
type state struct {
	deals   []Deal
	stopped bool
}

// NewTable begins a game under these rules.
func NewTable(rules Rules) (*Table, error) {
	p, err := Fold(rules, nil, false)
	if err != nil {
		return nil, err
	}
	return &Table{rules: rules, pad: p}, nil
}

// clone is a copy that does not change with t.
func (t *Table) clone() *Table {
	c := *t
	c.acts, c.deals = slices.Clip(t.acts), slices.Clip(t.deals)
	return &c
}

// Rules are what the table has agreed.
func (t *Table) Rules() Rules { return t.rules }

// Pad is what the pad shows now. Treat it as read-only.
func (t *Table) Pad() *Pad { return t.pad }

// Apply does one act and says what changed besides the deal itself. An act that
// cannot be is refused, and the table stays as it was.
func (t *Table) Apply(a Act) ([]Note, error) {
	var next state
	acts := t.acts
	var p *Pad
	var err error
	switch act := a.(type) {
	case Dealt:
		if next, err = t.after(t.state, act); err == nil {
			p, err = t.pad.extend(act.Deal)
		}
		acts = append(acts, act)
	case Undone:
		if len(acts) == 0 {
			return nil, bridge.Errorf(bridge.Conflict, "pad.nothing_to_undo", "there is nothing to undo")
		}
		acts = slices.Clip(acts[:len(acts)-1]) // a copy may hold what follows
		for _, earlier := range acts {
			if next, err = t.after(next, earlier); err != nil {
				return nil, err // it was accepted once
			}
		}
	case Stopped:
		if t.pad.Finished {
			return nil, bridge.Errorf(bridge.Conflict, "pad.already_finished", "the %s is finished already", t.rules.Form)
		}
		next, err = t.after(t.state, act)
		acts = append(acts, act)
	default:
		next, err = t.after(t.state, a)
		acts = append(acts, a)
	}
	if err == nil && p == nil {
		p, err = Fold(t.rules, next.deals, next.stopped)
	}
	if err != nil {
		return nil, err
	}
	before := t.pad
	t.state, t.acts, t.pad = next, acts, p
	if _, ok := a.(Dealt); ok {
		return nil, nil
	}
	return changes(before, p), nil
}

// after is the state that an act makes of another one, which stays as it is.
func (t *Table) after(s state, a Act) (state, error) {
	switch act := a.(type) {
	case Dealt:
		if s.stopped {
			return s, bridge.Errorf(bridge.Conflict, "pad.stopped", "the %s was stopped: undo that first", t.rules.Form)
		}
		s.deals = append(s.deals, act.Deal.clone())
	case Edited:
		if err := s.has(act.N); err != nil {
			return s, err
		}
		s.deals = slices.Clone(s.deals)
		s.deals[act.N-1] = act.Deal.clone()
	case Removed:
		if err := s.has(act.N); err != nil {
			return s, err
		}
		s.deals = slices.Delete(slices.Clone(s.deals), act.N-1, act.N)
	case Inserted:
		if act.N != len(s.deals)+1 || s.stopped {
			if err := s.has(act.N); err != nil {
				return s, err
			}
		}
		s.deals = slices.Insert(slices.Clone(s.deals), act.N-1, act.Deal.clone())
	case Stopped:
		s.stopped = true
	default:
		return s, bridge.Errorf(bridge.Invalid, "pad.no_act", "an act that says nothing")
	}
	return s, nil
}

func (s state) has(n int) error {
	if n < 1 || n > len(s.deals) {
		return bridge.Errorf(bridge.NotFound, "pad.no_deal", "there is no deal %d: want 1 to %d", n, len(s.deals))
	}
	return nil
}

// Note says what an act changed elsewhere on the pad: a key of the message
// catalogues and its arguments.
type Note struct {
	Key  string
	Side bridge.Side // of whom it speaks, if of one side
	Args []int
}

// changes compares two pads: where games end, who won the rubber, and the totals.
func changes(before, after *Pad) []Note {
	var notes []Note
	for i := range max(len(before.Games), len(after.Games)) {
		switch {
		case i >= len(after.Games):
			notes = append(notes, Note{"pad.note.game_gone", before.Games[i].Side, []int{i + 1}})
		case i >= len(before.Games):
			notes = append(notes, Note{"pad.note.game_new", after.Games[i].Side, []int{i + 1, after.Games[i].Deal}})
		case before.Games[i].Side != after.Games[i].Side:
			notes = append(notes, Note{"pad.note.game_side", after.Games[i].Side, []int{i + 1, after.Games[i].Deal}})
		case before.Games[i].Deal != after.Games[i].Deal:
			notes = append(notes, Note{"pad.note.game_moved", after.Games[i].Side, []int{i + 1, after.Games[i].Deal}})
		}
	}
	switch {
	case before.Finished && !after.Finished:
		notes = append(notes, Note{Key: "pad.note.open_again"})
	case after.Finished && !before.Finished:
		notes = append(notes, Note{Key: "pad.note.finished"})
	case before.Winner != after.Winner:
		notes = append(notes, Note{Key: "pad.note.winner", Side: after.Winner})
	}
	for _, side := range bridge.Sides {
		if was, is := before.Total.Of(side), after.Total.Of(side); was != is {
			notes = append(notes, Note{"pad.note.total", side, []int{int(was), int(is)}})
		}
	}
	return notes
}
