package club

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	users   sync.Mutex // held by who changes users: of two owners who take each other's right one stays
	closed  bool
	running sync.WaitGroup // those who follow a stream
	ctx     context.Context
	stop    context.CancelFunc
	ponder  ponder
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
	return &Club{journal: j, streams: map[string]*stream{}, heads: map[string]event.Opened{}, ctx: ctx, stop: stop, ponder: ponder{events: map[string]bool{}, wake: make(chan struct{}, 1)}}
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
	evening *Evening     // nil: to be folded
	hash    journal.Hash // of the last entry that it follows
	told    *Evening     // that all see

	all, over ranked                     // the standings of everything, and of what is over; for who has the turn
	past      map[int64]*event.Standings // at positions that somebody has looked at; for who has the turn

	begun  atomic.Int64 // looks into the journal, numbered as they begin
	caught int64        // the last of them that succeeded; for who has the turn
	shared bool         // others seem to write to it too; for who has the turn

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

	views map[viewKey]*View  // at the position that all may see
	parts map[viewKey][]Part // what messages hold, at that position
}

// job is a command that waits for its turn.
type job struct {
	actor Actor
	ask   Ask
	row   *Row // of the place that is asked for; nil: none is
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
	return c.do(ctx, id, &job{actor: a, ask: q})
}

// DoAt gives a command as Do does, and if it is about an entry tells what became of its
// place by it, as [Club.Row] does: what a device asks for with each result.
func (c *Club) DoAt(ctx context.Context, a Actor, id string, q Ask) (Answer, *Row, error) {
	row := new(Row)
	answer, err := c.do(ctx, id, &job{actor: a, ask: q, row: row})
	if err != nil {
		return answer, nil, err
	}
	return answer, row, nil
}

func (c *Club) do(ctx context.Context, id string, j *job) (Answer, error) {
	s, release, err := c.use(id)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	j.done = make(chan struct{})
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

// serve does what waits in the queue and can be written as one append. It is called
// by who has the turn.
//
// As long as nobody else writes to the stream the journal is not read before: that an
// append fits behind the position that it was checked at says that the check was of the
// newest. What comes to no append, and what would have to be undone, is checked after a
// look.
func (c *Club) serve(ctx context.Context, s *stream) {
	// Others depend on it: it does not end with the one who happens to serve.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var batch []*job
	err := guard(s, func() error {
		looked := s.evening == nil || s.shared
		if looked {
			if err := c.catchUp(ctx, s); err != nil {
				batch, _ = s.pick()
				return err
			}
		}
		var together bool
		batch, together = s.pick()
		for i := 0; ; i++ {
			if !looked && !together {
				if err := c.catchUp(ctx, s); err != nil {
					return err
				}
				looked = true
			}
			wrote, err := c.write(ctx, s, batch, together)
			if !moved(err) && (err != nil || wrote || looked) {
				return err
			}
			if i == attempts {
				return bridge.Errorf(bridge.Conflict, "club.busy", "others write to this event without pause: try again")
			}
			if looked {
				pause(ctx, i)
			}
			if err := c.catchUp(ctx, s); err != nil {
				return err
			}
			looked = true
			together = together && !slices.ContainsFunc(batch, func(j *job) bool { _, ok := s.evening.alone(j.ask); return !ok })
		}
	})
	for _, j := range batch {
		if err != nil {
			j.answer, j.err = Answer{}, err
		}
		close(j.done)
	}
}

// guard makes an error of a fault of the program, so that one command cannot end the
// evening of all others: what it left behind is forgotten, and folded again.
func guard(s *stream, f func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s.evening = nil
			err = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", fault)
		}
	}()
	return f()
}

// pick takes out of the queue what comes next: the first command, and if it is about
// one table alone all that are about other tables alone.
func (s *stream) pick() (batch []*job, together bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return nil, false
	}
	if _, ok := s.evening.alone(s.queue[0].ask); !ok {
		batch, s.queue = s.queue[:1:1], s.queue[1:]
		return batch, false
	}
	tables, keys, ids := map[tableKey]bool{}, map[string]bool{}, map[string]bool{}
	var rest []*job
	for _, j := range s.queue {
		table, ok := s.evening.alone(j.ask)
		id, _ := entryOf(j.ask.Command)
		if !ok || tables[table] || keys[j.ask.Key] || ids[id] || len(batch) == maxBatch {
			rest = append(rest, j)
			continue
		}
		tables[table], keys[j.ask.Key], ids[id] = true, true, true
		batch = append(batch, j)
	}
	s.queue = rest
	return batch, true
}

// moved says that an append met a stream that had gone on; perhaps by the same command,
// which another server was given too.
func moved(err error) bool {
	_, on := errors.AsType[*journal.Moved](err)
	_, taken := errors.AsType[*journal.KeyTaken](err)
	return on || taken
}

// pause waits a moment, at random so that two servers do not meet again.
func pause(ctx context.Context, attempt int) {
	var b [1]byte
	_, _ = rand.Read(b[:])
	most := min(time.Duration(attempt)*2*time.Millisecond, 50*time.Millisecond)
	t := time.NewTimer(most * time.Duration(b[0]) / 255)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// draft is a record on its way to the journal.
func draft(key string, r Record) (journal.Draft, error) {
	facts := make([]any, len(r.Facts))
	for i, f := range r.Facts {
		facts[i] = f.plain()
	}
	data, err := json.Marshal(struct {
		Record
		Facts []any `json:"facts"`
	}{r, facts})
	if err != nil {
		return journal.Draft{}, bridge.Errorf(bridge.Invalid, "club.record_json", "%s: %w", r.Do, err)
	}
	return journal.Draft{Key: key, At: r.At, Kind: r.Do, Data: data}, nil
}

// append writes drafts behind a position. Where another server has just written one of
// them, because the command was sent to both, the stream has moved too: the journal
// gives its place there, and does not mind the base.
func (c *Club) append(ctx context.Context, id string, base int64, drafts ...journal.Draft) error {
	at, err := c.journal.Append(ctx, streamName(id), base, drafts...)
	if err != nil {
		return err
	}
	for i, p := range at {
		if p != base+int64(i)+1 {
			return journal.Refuse(&journal.Moved{Name: streamName(id), Base: base, Last: p})
		}
	}
	return nil
}

// write does the commands of a batch: those about tables alone together, as one append,
// any other by itself. They have their answers if there is no error. It reports whether
// something was written at the end of the stream.
func (c *Club) write(ctx context.Context, s *stream, batch []*job, together bool) (wrote bool, err error) {
	parts := [][]*job{batch}
	if !together {
		parts = slices.Collect(slices.Chunk(batch, 1))
	}
	for _, part := range parts {
		some, err := c.writePart(ctx, s, part, together)
		if err != nil {
			return wrote, err
		}
		wrote = wrote || some
	}
	if s.evening == nil { // the last part could not be undone
		if err := c.catchUp(ctx, s); err != nil {
			return wrote, err
		}
	}
	for _, j := range batch {
		if j.err == nil && j.row != nil {
			entry, revision := entryOf(j.ask.Command)
			if entry == "" {
				continue
			}
			*j.row, j.err = s.rowOf(s.evening, j.actor, entry, revision, j.answer.Position)
		}
	}
	return wrote, nil
}

// writePart checks commands side by side, and writes what they come to. A single one
// that is not sure to fit is tried before it is written, because the event may refuse
// it.
func (c *Club) writePart(ctx context.Context, s *stream, part []*job, sure bool) (wrote bool, err error) {
	if s.evening == nil { // the part before could not be undone
		if err := c.catchUp(ctx, s); err != nil {
			return false, err
		}
	}
	e, now := s.evening, journal.Moment(time.Now())
	base := e.position
	var drafts []journal.Draft
	var records []Record
	for _, j := range part {
		j.answer, j.err = Answer{}, nil
		before, r, err := e.check(s.id, &j.actor, j.ask, now)
		if err != nil {
			j.err = err
			continue
		}
		if before != nil {
			j.answer = Answer{before.position, before.says}
			continue
		}
		d, err := draft(j.ask.Key, r)
		if err == nil && !sure {
			err = s.try(r, d.Key)
		}
		if err != nil {
			j.err = err
			continue
		}
		drafts, records = append(drafts, d), append(records, r)
		j.answer = Answer{base + int64(len(drafts)), r.Says}
	}
	if len(drafts) == 0 {
		return false, nil
	}
	n := s.begun.Add(1)
	if err := c.append(ctx, s.id, base, drafts...); err != nil {
		s.shared = true // if only by a database that takes over: the next one looks first
		if !sure {
			s.evening = nil // it holds what is not written
		}
		return false, err
	}
	s.caught = n // nobody wrote anything else
	written := journal.Link(streamName(s.id), base, s.hash, drafts)
	s.hash = written[len(written)-1].Hash
	for i, r := range records {
		if sure {
			_ = e.apply(r, drafts[i].Key, false)
		}
	}
	s.tell()
	c.pose(s)
	return true, nil
}

// try applies a record that the event may refuse.
func (s *stream) try(r Record, key string) error {
	err := s.evening.apply(r, key, true)
	if half, ok := err.(halfError); ok { //nolint:errorlint // it is not wrapped
		s.evening = nil
		return half.error
	}
	return err
}

// catchUp folds what is new in the journal. It is called by who has the turn.
func (c *Club) catchUp(ctx context.Context, s *stream) error {
	n := s.begun.Add(1)
	if s.evening == nil {
		s.evening, s.hash = NewEvening(), journal.Hash{}
	}
	at := s.evening.position
	same, err := c.readOn(ctx, s)
	if err == nil && !same {
		s.evening, s.hash = NewEvening(), journal.Hash{}
		_, err = c.readOn(ctx, s)
	}
	if err != nil {
		return err
	}
	s.caught, s.shared = n, s.evening.position > at
	s.tell()
	c.pose(s)
	return nil
}

// readOn folds what is new. It reports whether the log still holds the last entry that
// the evening follows: it does not where a database took over to which not everything
// had been copied. What was lost is not to be seen any more.
func (c *Club) readOn(ctx context.Context, s *stream) (same bool, err error) {
	at := s.evening.position
	same = at == 0
	for x, err := range c.journal.Read(ctx, streamName(s.id), max(at-1, 0)) {
		switch {
		case err != nil:
			return same, err
		case same:
			s.evening.Follow(x)
			s.hash = x.Hash
		case x.Position != at || x.Hash != s.hash:
			return false, nil
		default:
			same = true
		}
	}
	return same, nil
}

// tell lets all see what the evening holds. It is called by who has the turn, when
// all of it is written.
func (s *stream) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evening != s.told || s.evening.position > s.at {
		s.told, s.at = s.evening, s.evening.position
		s.changes, s.tables = s.evening.changes, s.evening.tables
		s.views, s.parts = nil, nil
		close(s.moved)
		s.moved = make(chan struct{})
	}
}

// look calls f with the evening as it is written now. Of all who wait for their turn
// one looks into the journal: what was found after somebody had asked is new enough.
func (c *Club) look(ctx context.Context, id string, f func(s *stream, e *Evening) error) error {
	s, release, err := c.use(id)
	if err != nil {
		return err
	}
	defer release()
	asked := s.begun.Load()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.turn }()
	if s.evening == nil || s.caught <= asked {
		if err := c.catchUp(ctx, s); err != nil {
			return err
		}
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
	return c.TableByHash(ctx, id, HashToken(token))
}

// TableByHash is the actor that a token stands for, of which only the hash is known.
func (c *Club) TableByHash(ctx context.Context, id, hash string) (Actor, error) {
	var a Actor
	err := c.Look(ctx, id, func(e *Evening) (err error) {
		a, err = e.within(Actor{Role: AtTable, Event: id, Token: hash}, id)
		return err
	})
	if err != nil {
		return Actor{}, err
	}
	return a, nil
}

// Line is a line of an event's log, as people look at it.
type Line struct {
	Position int64 `json:"position"`
	Record
}

// History gives what was done in an event after a position: when, by whom and why, and
// what it came to. Only who directs the event may look. What this release cannot read
// is a line without a record.
func (c *Club) History(ctx context.Context, a Actor, id string, after int64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		err := c.Look(ctx, id, func(e *Evening) error {
			if !a.directs() {
				return bridge.Errorf(bridge.Forbidden, "club.log", "only the director sees the log")
			}
			_, err := e.within(a, id)
			return err
		})
		if err != nil {
			yield(Line{}, err)
			return
		}
		for x, err := range c.journal.Read(ctx, streamName(id), after) {
			l := Line{Position: x.Position}
			if err == nil && json.Unmarshal(x.Data, &l.Record) != nil {
				l.Record = Record{Do: x.Kind, At: x.At}
			}
			if !yield(l, err) {
				return
			}
		}
	}
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
			opened, _ = r.Facts[0].Event.(event.Opened)
		}
		break
	}
	c.mu.Lock()
	c.heads[id] = opened
	c.mu.Unlock()
	return opened, nil
}
