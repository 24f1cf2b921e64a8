package club

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
)

// What the cards of loaded deals allow is computed in the background, one deal at a
// time, and becomes a fact beside the deal. Nobody waits for it: what is not computed
// within the limits stays empty, and what a server did not come to is computed when it
// starts again.

// ponder is what waits to be computed.
type ponder struct {
	mu     sync.Mutex
	events map[string]bool
	wake   chan struct{}
}

// Solved says what the cards of boards allow. Only the program gives this command.
type Solved struct {
	Boards []SolvedBoard `json:"boards"`
}

// SolvedBoard is what the cards of a board allow.
type SolvedBoard struct {
	Session int          `json:"session,omitempty"`
	Board   bridge.Board `json:"board"`
	Deal    bridge.Deal  `json:"deal"` // that it was computed for
	DD      dd.Table     `json:"dd"`
}

// Name implements [Command].
func (*Solved) Name() string { return "solved" }

func (c *Solved) facts(e *Evening, _ Actor, _ time.Time) ([]Fact, Outcome, error) {
	var out []Fact
	for _, b := range c.Boards {
		set, ok := e.set[boardKey{b.Session, b.Board}]
		if !ok || set.Deal != b.Deal || !set.DD.IsZero() {
			continue // other cards were loaded meanwhile
		}
		set.DD = b.DD
		out = append(out, Fact{Event: set})
	}
	if len(out) == 0 {
		return nil, NothingToDo, nil
	}
	return out, Done, nil
}

// pose keeps in mind whether a board waits to be computed.
func (e *Evening) pose(b event.BoardSet) {
	key := boardKey{b.Session, b.Board}
	if b.Deal.Complete() && b.DD.IsZero() {
		e.unsolved[key] = true
	} else {
		delete(e.unsolved, key)
	}
}

// pose tells the solver of an event that has something to compute.
func (c *Club) pose(s *stream) {
	if s.evening == nil || len(s.evening.unsolved) == 0 {
		return
	}
	c.ponder.mu.Lock()
	c.ponder.events[s.id] = true
	c.ponder.mu.Unlock()
	select {
	case c.ponder.wake <- struct{}{}:
	default:
	}
}

// Limits of what is computed in the background.
const (
	solveRecent = 20 // events that are looked at when a server starts
	solveBatch  = 9  // boards in one fact
	solveMemory = 32 << 20
)

// Solve computes what the cards of loaded deals allow, until ctx ends: those of the
// last events first, then of each that is loaded. It rests as long as it works, so that
// a machine with one processor stays free for its guests. Run it once.
func (c *Club) Solve(ctx context.Context) {
	s := solving{Club: c, solver: dd.New(dd.Limits{Memory: solveMemory}), tried: map[SolvedBoard]bool{}}
	if list, err := c.Events(ctx); err == nil {
		slices.SortStableFunc(list, func(a, b Listed) int { return cmp.Compare(b.ID, a.ID) })
		for _, l := range list[:min(len(list), solveRecent)] {
			_ = c.Look(ctx, l.ID, func(*Evening) error { return nil }) // it poses what it has
		}
	}
	for {
		for {
			id, ok := c.posed()
			if !ok {
				break
			}
			s.event(ctx, id)
		}
		select {
		case <-c.ponder.wake:
		case <-ctx.Done():
			return
		case <-c.ctx.Done():
			return
		}
	}
}

// posed takes an event that has something to compute.
func (c *Club) posed() (string, bool) {
	c.ponder.mu.Lock()
	defer c.ponder.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.ponder.events))
	if len(ids) == 0 {
		return "", false
	}
	id := ids[len(ids)-1] // ids sort by the time that they were made at
	delete(c.ponder.events, id)
	return id, true
}

// solving is the work of one solver.
type solving struct {
	*Club
	solver *dd.Solver
	tried  map[SolvedBoard]bool // deals that cannot be computed within the limits
}

// event computes what is missing in an event.
func (s *solving) event(ctx context.Context, id string) {
	for ctx.Err() == nil {
		var todo []SolvedBoard
		err := s.Look(ctx, id, func(e *Evening) error {
			for _, key := range sortedBoards(e.unsolved) {
				b := SolvedBoard{Session: key.session, Board: key.board, Deal: e.set[key].Deal}
				if !s.tried[b] && len(todo) < solveBatch {
					todo = append(todo, b)
				}
			}
			return nil
		})
		if err != nil || len(todo) == 0 {
			return
		}
		var done []SolvedBoard
		for _, b := range todo {
			began := time.Now()
			t, err := s.solver.Table(ctx, b.Deal)
			if ctx.Err() != nil {
				return
			}
			if s.tried[b] = true; err == nil && t.Complete() {
				b.DD = t
				done = append(done, b)
			}
			rest(ctx, time.Since(began))
		}
		if len(done) > 0 && !s.keep(ctx, id, done) {
			return
		}
	}
}

// keep makes facts of what was computed.
func (s *solving) keep(ctx context.Context, id string, done []SolvedBoard) bool {
	cmd := &Solved{done}
	text, err := json.Marshal(cmd)
	if err == nil {
		_, err = s.Do(ctx, Actor{Role: Owner, ID: Program}, id, Ask{Key: "solved/" + HashToken(string(text))[:32], Why: "double dummy", Command: cmd})
	}
	if err != nil { // the journal may be away: they are computed again
		for _, b := range done {
			b.DD = dd.Table{}
			delete(s.tried, b)
		}
	}
	return err == nil
}

func rest(ctx context.Context, long time.Duration) {
	t := time.NewTimer(long)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
