package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// Store is a journal in a database. [OpenSQLite] and [OpenPostgres] make one.
type Store struct {
	journal.Hub // wakes who watches on this server

	read     *sql.DB // many connections
	change   *sql.DB // for docs
	append   *sql.DB // for the goroutine that appends; nil if the store is for reading
	queue    *queue
	memory   memory // of the goroutine that appends
	closed   atomic.Bool
	postgres bool
	path     string            // of the file of SQLite
	classify func(error) error // which of [journal.ErrFull] and its like it is; nil: none
	lost     func(error) bool  // whether only the connection was lost; nil: it cannot be
	shut     []func() error    // called by Close, from the last to the first
}

var _ journal.Journal = (*Store)(nil)

// pageSize is how many entries are read at once.
const pageSize = 200

// never stands for no time to expire.
const never = math.MaxInt64

// fault makes an error of a database one of the journal. One of the context stays as
// it is.
func (s *Store) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, ours := errors.AsType[*bridge.Error](err); ours {
		return err
	}
	if s.closed.Load() {
		return journal.Unable(journal.ErrClosed, err)
	}
	return journal.Unable(s.classify(err), err)
}

// Append implements [journal.Store].
func (s *Store) Append(ctx context.Context, stream string, base int64, drafts ...journal.Draft) ([]int64, error) {
	drafts, err := journal.Check(stream, base, drafts)
	if err != nil {
		return nil, err
	}
	if s.append == nil {
		return nil, s.unwritable()
	}
	r := &request{ctx: ctx, stream: stream, base: base, drafts: drafts, done: make(chan struct{})}
	if !s.queue.put(r) {
		return nil, journal.Unable(journal.ErrClosed, nil)
	}
	select {
	case <-r.done:
	case <-ctx.Done():
		select {
		case <-r.done: // the answer came first, or at the same time
		default:
			return nil, ctx.Err()
		}
	}
	return r.at, r.err
}

// unwritable says why nothing can be written to a store that is for reading.
func (s *Store) unwritable() error {
	if s.closed.Load() {
		return journal.Unable(journal.ErrClosed, nil)
	}
	return journal.Unable(journal.ErrReadOnly, nil)
}

// Read implements [journal.Store].
func (s *Store) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	return func(yield func(journal.Entry, error) bool) {
		for {
			page, err := s.page(ctx, stream, after)
			if err != nil {
				yield(journal.Entry{}, err)
				return
			}
			for _, e := range page {
				if !yield(e, nil) {
					return
				}
				after = e.Position
			}
			if len(page) < pageSize {
				return
			}
		}
	}
}

func (s *Store) page(ctx context.Context, stream string, after int64) ([]journal.Entry, error) {
	return query(ctx, s, s.read, func(row scanner) (journal.Entry, error) { return scanEntry(stream, row) }, readEntries, stream, after, pageSize)
}

// scanner is a row, of one or of many.
type scanner interface{ Scan(dest ...any) error }

// querier is a pool of connections, or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// stale is how many connections of a pool may be dead without anybody having noticed.
const stale = 20

// query runs a query and reads all its rows. Outside a transaction it tries again
// where only the connection was lost: reading twice does no harm.
func query[T any](ctx context.Context, s *Store, db querier, scan func(scanner) (T, error), text string, args ...any) (list []T, err error) {
	for range stale {
		list, err = queryOnce(ctx, db, scan, text, args)
		if err == nil || db != querier(s.read) || ctx.Err() != nil || s.lost == nil || !s.lost(err) {
			break
		}
	}
	return list, s.fault(ctx, err)
}

func queryOnce[T any](ctx context.Context, db querier, scan func(scanner) (T, error), text string, args []any) (list []T, err error) {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // what went wrong, rows.Err says
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// one runs a query that gives a row or none.
func one[T any](ctx context.Context, s *Store, db querier, scan func(scanner) (T, error), text string, args ...any) (v T, found bool, err error) {
	list, err := query(ctx, s, db, scan, text, args...)
	if err != nil || len(list) == 0 {
		return v, false, err
	}
	return list[0], true, nil
}

func scanEntry(stream string, row scanner) (journal.Entry, error) {
	e := journal.Entry{Stream: stream}
	var at int64
	var hash string
	if err := row.Scan(&e.Position, &e.Key, &at, &e.Kind, &e.Data, &hash); err != nil {
		return e, err
	}
	e.At = time.UnixMicro(at).UTC()
	var err error
	if e.Hash, err = journal.ParseHash(hash); err != nil {
		return e, bridge.At(stream, err)
	}
	return e, nil
}

// Find implements [journal.Store].
func (s *Store) Find(ctx context.Context, stream, key string) (journal.Entry, error) {
	e, found, err := one(ctx, s, s.read, func(row scanner) (journal.Entry, error) { return scanEntry(stream, row) }, findEntry, stream, key)
	if err == nil && !found {
		err = journal.Absent(stream, key)
	}
	return e, err
}

// Last implements [journal.Store].
func (s *Store) Last(ctx context.Context, stream string) (int64, error) {
	last, _, err := one(ctx, s, s.read, func(row scanner) (last int64, err error) { return last, row.Scan(&last) }, lastOf, stream)
	return last, err
}

// Streams implements [journal.Store]. The database does not sort them: each has its
// own opinion of the alphabet.
func (s *Store) Streams(ctx context.Context, prefix string) ([]journal.Stream, error) {
	list, err := query(ctx, s, s.read, scanStream, allStreams)
	list = slices.DeleteFunc(list, func(t journal.Stream) bool { return !strings.HasPrefix(t.Name, prefix) })
	slices.SortFunc(list, func(a, b journal.Stream) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}

// scanStream reads the end of a stream. That of an empty one has no hash.
func scanStream(row scanner) (t journal.Stream, err error) {
	var hash string
	if err := row.Scan(&t.Name, &t.Last, &hash); err != nil {
		return t, err
	}
	if t.Last > 0 {
		if t.Hash, err = journal.ParseHash(hash); err != nil {
			return t, bridge.At(t.Name, err)
		}
	}
	return t, nil
}

// Close implements [journal.Store]. Those who watch are woken, and learn that it is
// closed.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	if s.queue != nil {
		s.queue.close()
	}
	var errs []error
	for _, f := range slices.Backward(s.shut) {
		errs = append(errs, f())
	}
	s.WakeAll()
	if err := errors.Join(errs...); err != nil {
		return journal.Unable(s.classify(err), err)
	}
	return nil
}
