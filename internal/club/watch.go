package club

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// Message tells a watcher what has changed since the message before.
type Message struct {
	Position int64  `json:"position"` // how far it goes: where to resume
	Changed  []Part `json:"changed"`  // empty: nothing that the watcher may see
}

// messagePause is the least time between two messages to a watcher: what changes
// meanwhile is one message.
const messagePause = 500 * time.Millisecond

// Watch tells an actor what changes in an event after position from: at once if
// something has, then whenever something does, at most two messages a second, each with
// everything since the one before. A watcher that comes back goes on from the position
// of its last message, at whichever server.
//
// It goes on until ctx ends, the caller breaks off, the club closes or the actor loses
// the right to look; the last two come as an error. It needs no goroutine of its own.
func (c *Club) Watch(ctx context.Context, a Actor, id string, from int64) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		if from < 0 {
			yield(Message{}, bridge.Errorf(bridge.Invalid, "club.from", "position %d: want 0 or more", from))
			return
		}
		s, release, err := c.use(id)
		if err != nil {
			yield(Message{}, err)
			return
		}
		defer release()
		if err := c.look(ctx, id, func(_ *stream, e *Evening) (err error) {
			a, err = e.within(a, id)
			return err
		}); err != nil {
			if ctx.Err() == nil {
				yield(Message{}, err)
			}
			return
		}
		defer c.follow(s)()
		timer := time.NewTimer(0)
		defer timer.Stop()
		for {
			m, moved, err := s.message(a, from)
			if err != nil {
				yield(Message{}, err)
				return
			}
			var next <-chan time.Time
			if m.Position > from {
				if !yield(m, nil) {
					return
				}
				from, moved = m.Position, nil
				timer.Reset(messagePause)
				next = timer.C
			}
			select {
			case <-moved:
			case <-next:
			case <-ctx.Done():
				return
			case <-c.ctx.Done():
				yield(Message{}, journal.Unable(journal.ErrClosed, nil))
				return
			}
		}
	}
}

// message is what has changed after from, and what tells of the next change.
func (s *stream) message(a Actor, from int64) (Message, <-chan struct{}, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from > s.at {
		return Message{}, nil, bridge.Errorf(bridge.Conflict, "club.ahead", "position %d is yet to come, this event is at %d: begin anew", from, s.at)
	}
	if a.Role == AtTable {
		if _, err := tableOf(s.tables, a.Token); err != nil {
			return Message{}, nil, err
		}
	}
	key := a.viewKey()
	key.from = from
	parts, ok := s.parts[key]
	if !ok {
		parts = since(s.changes, a, from)
		if s.parts == nil {
			s.parts = map[viewKey][]Part{}
		}
		s.parts[key] = parts
	}
	return Message{s.at, parts}, s.moved, nil
}

// Said says whether something was said after a position of what a table has played: by
// it, or by the director, or that is open to it since: new cards of its boards, or that
// the event is over. Of a position that is yet to come nobody knows, and it is yes.
func (c *Club) Said(ctx context.Context, a Actor, id string, from int64) (said bool, err error) {
	err = c.look(ctx, id, func(_ *stream, e *Evening) error {
		a, err := e.within(a, id)
		if err != nil {
			return err
		}
		said = from < 0 || from > e.position || slices.ContainsFunc(since(e.changes, a, from), func(p Part) bool { return p.What == PartTable || p.What == PartEvent })
		return nil
	})
	return said, err
}

// follow sees to it that what other servers write is seen, as long as somebody
// watches. The last one who stops it ends it.
func (c *Club) follow(s *stream) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed { // nothing begins any more
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watchers++; s.watchers == 1 {
		ctx, cancel := context.WithCancel(c.ctx)
		s.unfollow = cancel
		c.running.Go(func() { c.keepUp(ctx, s) })
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.watchers--; s.watchers == 0 {
			s.unfollow()
			s.followed = false
		}
	}
}

// keepUp folds what is new whenever there may be something, until ctx ends.
func (c *Club) keepUp(ctx context.Context, s *stream) {
	wake, stop := c.journal.Subscribe(streamName(s.id))
	defer stop()
	const first, most = 125 * time.Millisecond, 4 * time.Second
	wait := first
	for {
		select {
		case s.turn <- struct{}{}:
		case <-ctx.Done():
			return
		}
		err := c.catchUp(ctx, s)
		<-s.turn
		s.mu.Lock()
		if ctx.Err() == nil { // else another may follow by now
			s.followed = err == nil
		}
		s.mu.Unlock()
		var again <-chan time.Time
		if err == nil {
			wait = first
		} else { // the journal is away: it comes back
			again, wait = time.After(wait), min(2*wait, most)
		}
		select {
		case <-wake:
		case <-again:
		case <-ctx.Done():
			return
		}
	}
}
