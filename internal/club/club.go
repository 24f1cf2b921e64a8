package club

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// Club is a running club on a journal.
type Club struct {
	journal journal.Journal

	mu      sync.Mutex
	streams map[string]*stream // by the id of the event
	heads   map[string]event.Opened
	closed  bool
	running sync.WaitGroup // those who follow a stream
	ctx     context.Context
	stop    context.CancelFunc
}

// Limits of what a club does at once.
const (
	maxBatch  = 256              // commands in one append
	attempts  = 50               // at an append whose base has moved
	patience  = 20 * time.Second // for the journal, with a batch
	maxLoaded = 64               // events kept in memory that nobody looks at
)

// New runs a club on a journal, which stays the caller's to close, after the club.
func New(j journal.Journal) *Club {
	ctx, stop := context.WithCancel(context.Background())
	return &Club{journal: j, streams: map[string]*stream{}, heads: map[string]event.Opened{}, ctx: ctx, stop: stop}
}

// Close ends all that watch, and waits for what the club began.
func (c *Club) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.stop()
	c.running.Wait()
}

// stream is an event in memory.
type stream struct {
	id string

	// turn is held by whoever touches the evening: a channel, because those who wait
	// for it may give up.
	turn    chan struct{}
	evening *Evening // nil: to be folded

	all, over ranked // the standings of everything, and of what is over; for who has the turn

	mu       sync.Mutex
	queue    []*job
	users    int // who works with it now
	used     time.Time
	at       int64         // position that all may see
	changes  []change      // up to there
	tables   []Table       // as they are there
	moved    chan struct{} // closed when at grows
	watchers int
	unfollow context.CancelFunc
	followed bool // what others write is seen without asking

	views map[viewKey]*View   // at the position that all may see
	parts map[viewKey][]Part // what messages hold, at that position
}

// job is a command that waits for its turn.
type job struct {
	actor Actor
	ask   Ask
	done  chan struct{}

	answer Answer
	err    error
}

// Answer is what became of a command.
type Answer struct {
	Position int64   `json:"position"` // of the entry in the event's stream
	Says     Outcome `json:"says"`
}

// streamName is the journal's name of an event's stream.
func streamName(id string) string { return streamPrefix + id }

const streamPrefix = "event/"

// checkID refuses what is no id of an event.
func checkID(id string) error {
	if id == "" || len(id) > 64 || strings.Trim(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") != "" {
		return bridge.Errorf(bridge.NotFound, "club.no_event", "there is no event %q", id)
	}
	return nil
}

// use gives an event's stream to work with, until release is called.
func (c *Club) use(id string) (s *stream, release func(), err error) {
	if err := checkID(id); err != nil {
		return nil, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, nil, journal.Unable(journal.ErrClosed, nil)
	}
	s = c.streams[id]
	if s == nil {
		s = &stream{id: id, turn: make(chan struct{}, 1), moved: make(chan struct{})}
		c.forget()
		c.streams[id] = s
	}
	s.mu.Lock()
	s.users++
	s.mu.Unlock()
	return s, func() {
		s.mu.Lock()
		s.users--
		s.used = time.Now()
		s.mu.Unlock()
	}, nil
}

// forget lets the event go that nobody has looked at for the longest time, if there
// are too many.
func (c *Club) forget() {
	if len(c.streams) < maxLoaded {
		return
	}
	oldest := ""
	var at time.Time
	for id, s := range c.streams {
		s.mu.Lock()
		if s.users == 0 && (oldest == "" || s.used.Before(at)) {
			oldest, at = id, s.used
		}
		s.mu.Unlock()
	}
	delete(c.streams, oldest)
}

// Do gives a command of an actor for an event. It is checked against the event as it
// is, again if others were quicker, and is durable when Do returns without an error. A
// key that was used before is answered as it was then.
//
// When ctx ends before the answer is there, the command may be done or not; so it is
// with an error of code [journal.Unavailable]. Sending it again is always right.
func (c *Club) Do(ctx context.Context, a Actor, id string, q Ask) (Answer, error) {
	s, release, err := c.use(id)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	j := &job{actor: a, ask: q, done: make(chan struct{})}
	s.mu.Lock()
	s.queue = append(s.queue, j)
	s.mu.Unlock()
	for {
		select {
		case <-j.done:
			return j.answer, j.err
		default:
		}
		select {
		case <-j.done:
			return j.answer, j.err
		case <-ctx.Done():
			return s.leave(j, ctx.Err())
		case s.turn <- struct{}{}: // it is ours to serve all who wait
			c.serve(ctx, s)
			<-s.turn
		}
	}
}

// leave takes a command out of the queue whose sender has gone.
func (s *stream) leave(j *job, err error) (Answer, error) {
	s.mu.Lock()
	s.queue = slices.DeleteFunc(s.queue, func(o *job) bool { return o == j })
	s.mu.Unlock()
	return Answer{}, err
}

// serve does what waits in the queue, as one append. It is called by who has the turn.
func (c *Club) serve(ctx context.Context, s *stream) {
	s.mu.Lock()
	n := min(len(s.queue), maxBatch)
	batch := slices.Clone(s.queue[:n])
	s.queue = s.queue[n:]
	s.mu.Unlock()
	if len(batch) == 0 {
		return
	}
	// Others depend on it: it does not end with the one who happens to serve.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := c.try(ctx, s, batch)
	for i := 1; i < attempts && moved(err); i++ {
		pause(ctx, i)
		err = c.try(ctx, s, batch)
	}
	if err != nil {
		if moved(err) {
			err = bridge.Errorf(bridge.Conflict, "club.busy", "others write to this event without pause: try again")
		}
		for _, j := range batch {
			j.answer, j.err = Answer{}, err
		}
	}
	for _, j := range batch {
		close(j.done)
	}
}

// moved says that an append met a stream that had gone on.
func moved(err error) bool {
	_, ok := errors.AsType[*journal.Moved](err)
	return ok
}

// pause waits a moment, at random so that two servers do not meet again.
func pause(ctx context.Context, attempt int) {
	var b [1]byte
	_, _ = rand.Read(b[:]) //nolint:errcheck // it never fails
	most := min(time.Duration(attempt)*2*time.Millisecond, 50*time.Millisecond)
	t := time.NewTimer(most * time.Duration(b[0]) / 255)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// try does a batch once. Its commands have their answers if there is no error.
func (c *Club) try(ctx context.Context, s *stream, batch []*job) error {
	if err := c.catchUp(ctx, s); err != nil {
		return err
	}
	base := s.evening.position
	now := journal.Moment(time.Now())
	var drafts []journal.Draft
	for _, j := range batch {
		was, r, err := s.evening.run(s.id, j.actor, j.ask, now)
		if _, half := err.(halfError); half { //nolint:errorlint // it is not wrapped
			// What was applied before it is lost with it; so those before come first.
			return c.apart(ctx, s, batch, j)
		}
		if j.answer, j.err = (Answer{was.position, was.says}), err; err != nil || r.Do == "" {
			continue
		}
		data, err := json.Marshal(r)
		if err != nil {
			s.evening = nil
			return bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
		}
		drafts = append(drafts, journal.Draft{Key: j.ask.Key, At: now, Kind: r.Do, Data: data})
	}
	if len(drafts) == 0 {
		return nil
	}
	if _, err := c.journal.Append(ctx, streamName(s.id), base, drafts...); err != nil {
		s.evening = nil // it holds what is not written
		return err
	}
	s.tell()
	return nil
}

// apart does a batch in which a command is refused when it has been applied by half:
// the others first, then that one alone.
func (c *Club) apart(ctx context.Context, s *stream, batch []*job, bad *job) error {
	s.evening = nil
	others := slices.DeleteFunc(slices.Clone(batch), func(j *job) bool { return j == bad })
	if len(others) > 0 {
		if err := c.try(ctx, s, others); err != nil {
			return err
		}
	}
	if err := c.catchUp(ctx, s); err != nil {
		return err
	}
	was, _, err := s.evening.run(s.id, bad.actor, bad.ask, journal.Moment(time.Now()))
	half, ok := err.(halfError) //nolint:errorlint // it is not wrapped
	switch {
	case ok:
		s.evening = nil
		bad.answer, bad.err = Answer{}, half.error
		return nil
	case err != nil:
		bad.answer, bad.err = Answer{}, err
		return nil
	}
	s.evening = nil // the others made it possible: do it as any other
	bad.answer = Answer{was.position, was.says}
	return c.try(ctx, s, []*job{bad})
}

// catchUp folds what is new in the journal. It is called by who has the turn.
func (c *Club) catchUp(ctx context.Context, s *stream) error {
	if s.evening == nil {
		s.evening = NewEvening()
	}
	for x, err := range c.journal.Read(ctx, streamName(s.id), s.evening.position) {
		if err != nil {
			return err
		}
		s.evening.Follow(x)
	}
	s.tell()
	return nil
}

// tell lets all see what the evening holds. It is called by who has the turn, when
// all of it is written.
func (s *stream) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evening.position > s.at {
		s.at = s.evening.position
		s.changes, s.tables = s.evening.changes, s.evening.tables
		s.views, s.parts = nil, nil
		close(s.moved)
		s.moved = make(chan struct{})
	}
}

// look calls f with the evening as it is written now.
func (c *Club) look(ctx context.Context, id string, f func(s *stream, e *Evening) error) error {
	s, release, err := c.use(id)
	if err != nil {
		return err
	}
	defer release()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.turn }()
	if err := c.catchUp(ctx, s); err != nil {
		return err
	}
	if s.evening.event.Pack() == nil {
		return bridge.Errorf(bridge.NotFound, "club.no_event", "there is no event %q", id)
	}
	return f(s, s.evening)
}

// Look calls f with an event as it stands. What f is given is only for as long as it
// runs, and nobody else can do anything in the event meanwhile.
func (c *Club) Look(ctx context.Context, id string, f func(*Evening) error) error {
	return c.look(ctx, id, func(_ *stream, e *Evening) error { return f(e) })
}

// Table is the actor that a token stands for.
func (c *Club) Table(ctx context.Context, id, token string) (Actor, error) {
	a := Actor{Role: AtTable, Event: id, Token: HashToken(token)}
	err := c.Look(ctx, id, func(e *Evening) error {
		t, err := tableOf(e.tables, a.Token)
		a.Section, a.Table = t.Section, t.Table
		return err
	})
	if err != nil {
		return Actor{}, err
	}
	return a, nil
}

// Listed is an event of the club.
type Listed struct {
	ID     string       `json:"id"`
	Opened event.Opened `json:"opened"` // as it was first
	Last   int64        `json:"last"`   // position of its last entry
}

// Events lists the events of the club, those that were opened last first.
func (c *Club) Events(ctx context.Context) ([]Listed, error) {
	streams, err := c.journal.Streams(ctx, streamPrefix)
	if err != nil {
		return nil, err
	}
	var out []Listed
	for _, s := range slices.Backward(streams) {
		id := strings.TrimPrefix(s.Name, streamPrefix)
		opened, err := c.head(ctx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, Listed{id, opened, s.Last})
	}
	return out, nil
}

// head is the first thing that an event's stream says.
func (c *Club) head(ctx context.Context, id string) (event.Opened, error) {
	c.mu.Lock()
	opened, ok := c.heads[id]
	c.mu.Unlock()
	if ok {
		return opened, nil
	}
	for x, err := range c.journal.Read(ctx, streamName(id), 0) {
		if err != nil {
			return opened, err
		}
		var r Record
		if err := json.Unmarshal(x.Data, &r); err == nil && len(r.Facts) > 0 {
			opened, _ = r.Facts[0].Event.(event.Opened) //nolint:errcheck // the zero value is an event without a title
		}
		break
	}
	c.mu.Lock()
	c.heads[id] = opened
	c.mu.Unlock()
	return opened, nil
}
