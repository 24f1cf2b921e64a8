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
// ready; [NewTable] makes one. Tables are not for several goroutines at once.
//
// Writing down a deal, and taking it back, cost the same behind ten deals and
// behind ten thousand; a correction costs as much as the deals from there on.
type Table struct {
	rules Rules
	past  *past // nil if there is nothing to undo
	state
	shown *Pad // of the state; nil until somebody looks
}

// change puts deals in the place of others, and says whether the game is stopped
// then. What undoes a change is one too. It is never written to again.
type change struct {
	n, out  int    // so many deals from the n-th on ...
	in      []Deal // ... become these
	stopped bool
}

// past is the way back to the states before.
type past struct {
	change
	before *past
}

// NewTable begins a game under these rules.
func NewTable(rules Rules) (*Table, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	t := &Table{rules: rules}
	var err error
	t.state, err = t.rules.end(nil, false)
	return t, err
}

// clone is a copy that does not change with t. What both share never changes.
func (t *Table) clone() *Table {
	c := *t
	return &c
}

// Rules are what the table has agreed.
func (t *Table) Rules() Rules { return t.rules }

// Pad is what the pad shows now. It does not change with the table; treat it as
// read-only. Asking for it costs as much as all the deals.
func (t *Table) Pad() *Pad {
	if t.shown == nil {
		t.shown = t.state.pad(t.rules)
	}
	return t.shown
}

// Finished reports whether there is no further deal, as [Pad.Finished] does.
func (t *Table) Finished() bool { return t.finished }

// Last is the number of the last deal and what was written down for it; 0 if there
// is none.
func (t *Table) Last() (n int, d Deal) {
	if t.last == nil {
		return 0, Deal{}
	}
	return t.last.deals, t.last.row.Deal.clone()
}

// Apply does one act and says what changed besides the deal itself. An act that
// cannot be is refused, and the table stays as it was.
func (t *Table) Apply(a Act) ([]Note, error) {
	var c change
	var back *past
	if _, undo := a.(Undone); undo {
		if t.past == nil {
			return nil, bridge.Errorf(bridge.Conflict, "pad.nothing_to_undo", "there is nothing to undo")
		}
		c, back = t.past.change, t.past.before
	} else {
		var err error
		if c, err = t.change(a); err != nil {
			return nil, err
		}
		back = &past{change{c.n, len(c.in), t.written(c.n, c.out), t.stopped}, t.past}
	}
	next, err := t.after(c)
	if err != nil {
		return nil, err
	}
	before := t.state
	t.state, t.past, t.shown = next, back, nil
	if _, ok := a.(Dealt); ok {
		return nil, nil
	}
	return changes(before, next), nil
}

// change is what an act changes.
func (t *Table) change(a Act) (change, error) {
	deals := t.last.count()
	switch act := a.(type) {
	case Dealt:
		if t.stopped {
			return change{}, bridge.Errorf(bridge.Conflict, "pad.stopped", "the %s was stopped: undo that first", t.rules.Form)
		}
		return change{n: deals + 1, in: []Deal{act.Deal.clone()}}, nil
	case Edited:
		return change{act.N, 1, []Deal{act.Deal.clone()}, t.stopped}, has(act.N, deals)
	case Removed:
		return change{act.N, 1, nil, t.stopped}, has(act.N, deals)
	case Inserted:
		if !t.stopped && (deals > 0 || act.N == 1) {
			deals++ // behind the last one too
		}
		return change{act.N, 0, []Deal{act.Deal.clone()}, t.stopped}, has(act.N, deals)
	case Stopped:
		if t.finished {
			return change{}, bridge.Errorf(bridge.Conflict, "pad.already_finished", "the %s is finished already", t.rules.Form)
		}
		return change{n: deals + 1, stopped: true}, nil
	}
	return change{}, bridge.Errorf(bridge.Invalid, "pad.no_act", "an act that says nothing")
}

// after is the state that a change makes of that of the table.
func (t *Table) after(c change) (state, error) {
	last, err := t.rules.splice(t.last, c.n, c.out, c.in)
	if err != nil {
		return state{}, err
	}
	return t.rules.end(last, c.stopped)
}

// written are so many deals from the n-th on.
func (t *Table) written(n, count int) (list []Deal) {
	for at := t.last; at.count() >= n; at = at.before {
		if at.count() < n+count {
			list = append(list, at.row.Deal)
		}
	}
	slices.Reverse(list)
	return list
}

// has refuses a deal that is not there.
func has(n, deals int) error {
	switch {
	case deals == 0:
		return bridge.Errorf(bridge.NotFound, "pad.no_deals", "there is no deal %d: none is written down yet", n)
	case n < 1 || n > deals:
		return bridge.Errorf(bridge.NotFound, "pad.no_deal", "there is no deal %d: want 1 to %d", n, deals)
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

// changes compares two states: where games end, who won the rubber, and the totals.
func changes(before, after state) []Note {
	var notes []Note
	for i := range max(len(before.games), len(after.games)) {
		switch {
		case i >= len(after.games):
			notes = append(notes, Note{"pad.note.game_gone", before.games[i].Side, []int{i + 1}})
		case i >= len(before.games):
			notes = append(notes, Note{"pad.note.game_new", after.games[i].Side, []int{i + 1, after.games[i].Deal}})
		case before.games[i].Side != after.games[i].Side:
			notes = append(notes, Note{"pad.note.game_side", after.games[i].Side, []int{i + 1, after.games[i].Deal}})
		case before.games[i].Deal != after.games[i].Deal:
			notes = append(notes, Note{"pad.note.game_moved", after.games[i].Side, []int{i + 1, after.games[i].Deal}})
		}
	}
	switch {
	case before.finished && !after.finished:
		notes = append(notes, Note{Key: "pad.note.open_again"})
	case after.finished && !before.finished:
		notes = append(notes, Note{Key: "pad.note.finished"})
	case before.winner != after.winner:
		notes = append(notes, Note{Key: "pad.note.winner", Side: after.winner})
	}
	for _, side := range bridge.Sides {
		if was, is := before.total(side), after.total(side); was != is {
			notes = append(notes, Note{"pad.note.total", side, []int{int(was), int(is)}})
		}
	}
	return notes
}
