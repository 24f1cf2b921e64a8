package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/overtrick/overtrick/internal/journal"
)

// How much one transaction takes. More would not be quicker, and the last to come
// would wait longer.
const (
	maxRequests = 256
	maxDrafts   = 2_000
	maxRows     = 500 // of one statement; PostgreSQL numbers no more than 65,535 placeholders, SQLite half of that
)

// patience is how long a transaction may take before the database counts as gone.
const patience = 20 * time.Second

// request is an append that waits.
type request struct {
	ctx    context.Context //nolint:containedctx // of who waits for the answer
	stream string
	base   int64
	drafts []journal.Draft

	done chan struct{} // closed when at and err are the answer
	at   []int64
	err  error
}

// queue holds the requests that wait, in the order in which they came.
type queue struct {
	mu      sync.Mutex
	waiting []*request
	closed  bool
	more    chan struct{} // has room for one
	ended   chan struct{} // closed when the last one is answered
}

// put adds a request. It reports false when the queue is closed.
func (q *queue) put(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.waiting = append(q.waiting, r)
	select {
	case q.more <- struct{}{}:
	default:
	}
	return true
}

// take gives what waits, as much as fits into one transaction; nothing when the queue
// is closed and empty.
func (q *queue) take() []*request {
	for range q.more {
		q.mu.Lock()
		n, drafts := 0, 0
		for n < len(q.waiting) && n < maxRequests && (n == 0 || drafts+len(q.waiting[n].drafts) <= maxDrafts) {
			drafts += len(q.waiting[n].drafts)
			n++
		}
		batch := slices.Clone(q.waiting[:n])
		q.waiting = slices.Delete(q.waiting, 0, n)
		closed := q.closed
		if len(q.waiting) > 0 || closed {
			select {
			case q.more <- struct{}{}: // come again
			default:
			}
		}
		q.mu.Unlock()
		if n > 0 {
			return batch
		}
		if closed {
			return nil
		}
	}
	return nil
}

// close refuses further requests and waits until all that are there are answered.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	select {
	case q.more <- struct{}{}:
	default:
	}
	q.mu.Unlock()
	<-q.ended
}

// startAppending starts the goroutine that appends. Closing the queue ends it.
func (s *Store) startAppending() {
	s.queue = &queue{more: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(s.queue.ended)
		for {
			batch := s.queue.take()
			if batch == nil {
				return
			}
			s.commit(batch)
		}
	}()
}

// commit writes a batch and answers all of it.
func (s *Store) commit(batch []*request) {
	batch = slices.DeleteFunc(batch, func(r *request) bool {
		if r.ctx.Err() == nil {
			return false
		}
		r.err = r.ctx.Err() // nobody waits for it any more
		close(r.done)
		return true
	})
	if len(batch) == 0 {
		return
	}
	err := s.write(batch)
	if errors.Is(err, journal.ErrGone) {
		// The connection may have been an old one. That the first attempt was committed
		// and only its answer lost does no harm: then all keys are there.
		err = s.write(batch)
	}
	switch {
	case err != nil && len(batch) > 1 && !errors.Is(err, journal.ErrGone) && !errors.Is(err, journal.ErrBusy):
		for _, r := range batch { // one of them is at fault, or too large: the others must not suffer
			s.commit([]*request{r})
		}
		return
	case err != nil:
		for _, r := range batch {
			r.at, r.err = nil, err
		}
	}
	for _, r := range batch {
		if r.err == nil {
			s.Wake(r.stream)
		}
		close(r.done)
	}
}

// write puts a batch into one transaction. Requests that are refused get their error
// and leave nothing behind. If it gives an error itself, nothing of the batch was
// written, or after [journal.ErrGone] perhaps all, and the answers in it count for
// nothing.
func (s *Store) write(batch []*request) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	defer func() {
		if errors.Is(err, context.DeadlineExceeded) {
			err = journal.Unable(journal.ErrGone, err)
		}
	}()
	c, err := s.append.Conn(ctx)
	if err != nil {
		return s.fault(ctx, err)
	}
	defer func() { _ = c.Close() }() // it goes back to the pool
	if s.postgres {
		if err := s.memory.meet(c); err != nil {
			return s.fault(ctx, err)
		}
		if err := s.writeOn(ctx, c, batch); !errors.Is(err, errStale) {
			return err
		}
	}
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return s.fault(ctx, err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	b := &writing{s: s, tx: tx, ends: map[string]journal.Stream{}, found: map[[2]string]journal.Entry{}}
	if err := b.open(ctx, batch); err != nil {
		return err
	}
	before := maps.Clone(b.ends)
	for _, r := range batch {
		b.place(r)
	}
	if len(b.entries) == 0 {
		return nil // all were there already, or refused
	}
	if err := b.close(ctx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return s.fault(ctx, err)
	}
	if s.postgres {
		s.memory.learn(before, b.ends)
	}
	return nil
}

// writing is a transaction of appends.
type writing struct {
	s       *Store
	tx      *sql.Tx
	ends    map[string]journal.Stream
	found   map[[2]string]journal.Entry // by stream and key
	entries []journal.Entry             // that are new
	grown   map[string]bool             // streams that they are in
}

// open locks the streams of a batch, always in the order of their names so that
// servers do not wait for each other in a ring, and looks for the keys.
func (w *writing) open(ctx context.Context, batch []*request) error {
	var names, keys []any
	var streams []string
	seen := map[string]bool{}
	for _, r := range batch {
		if !seen[r.stream] {
			seen[r.stream] = true
			streams = append(streams, r.stream)
		}
		for _, d := range r.drafts {
			keys = append(keys, r.stream, d.Key)
		}
	}
	slices.Sort(streams)
	for _, name := range streams {
		names = append(names, name)
	}
	for chunk := range slices.Chunk(names, maxRows) {
		list, err := query(ctx, w.s, w.tx, scanStream, openStreams(len(chunk)), chunk...)
		if err != nil {
			return err
		}
		for _, t := range list {
			w.ends[t.Name] = t
		}
	}
	for chunk := range slices.Chunk(keys, 2*maxRows) {
		list, err := query(ctx, w.s, w.tx, scanFound, findKeys(len(chunk)/2), chunk...)
		if err != nil {
			return err
		}
		for _, e := range list {
			w.found[[2]string{e.Stream, e.Key}] = e
		}
	}
	return nil
}

func scanFound(row scanner) (e journal.Entry, err error) {
	return e, row.Scan(&e.Stream, &e.Key, &e.Position, &e.Kind, &e.Data)
}

// place gives a request its positions, or its refusal.
func (w *writing) place(r *request) {
	end := w.ends[r.stream]
	var fresh []journal.Draft
	r.at, fresh, r.err = journal.Place(r.stream, r.base, end.Last, r.drafts, func(key string) (journal.Entry, bool) {
		e, ok := w.found[[2]string{r.stream, key}]
		return e, ok
	})
	if r.err != nil || len(fresh) == 0 {
		return
	}
	for _, e := range journal.Link(r.stream, end.Last, end.Hash, fresh) {
		w.entries = append(w.entries, e)
		w.found[[2]string{e.Stream, e.Key}] = e
		end.Last, end.Hash = e.Position, e.Hash
	}
	w.ends[r.stream] = end
	if w.grown == nil {
		w.grown = map[string]bool{}
	}
	w.grown[r.stream] = true
}

// close writes what is new.
func (w *writing) close(ctx context.Context) error {
	return w.statements(func(text string, args ...any) error {
		_, err := w.tx.ExecContext(ctx, text, args...)
		return w.s.fault(ctx, err)
	})
}

// statements gives what writes the entries that are new, up to the first error. The ends
// of the streams come first, which are their locks, in the order of their names so that
// servers do not wait for each other in a ring.
func (w *writing) statements(exec func(text string, args ...any) error) error {
	var ends, news []any
	for _, name := range slices.Sorted(maps.Keys(w.grown)) {
		end := w.ends[name]
		ends = append(ends, name, end.Last, end.Hash.String())
		news = append(news, name+":"+strconv.FormatInt(end.Last, 10))
	}
	if err := exec(closeStreams(len(w.grown)), ends...); err != nil {
		return err
	}
	for chunk := range slices.Chunk(w.entries, maxRows) {
		var args []any
		for _, e := range chunk {
			args = append(args, e.Stream, e.Position, e.Key, e.At.UnixMicro(), e.Kind, string(e.Data), e.Hash.String())
		}
		if err := exec(addEntries(len(chunk)), args...); err != nil {
			return err
		}
	}
	if w.s.postgres {
		return exec(notify(len(news)), news...)
	}
	return nil
}
