package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/overtrick/overtrick/internal/journal"
)

// memory is what the goroutine that appends to PostgreSQL knows of streams that nobody
// else seems to write to. With it a batch takes one message to the database and one
// back. It may be wrong: then a position or a key is there already, nothing is
// written, and the batch is written as any other.
//
// It is forgotten with the connection, since behind a new one may be another database,
// to which not everything was copied.
type memory struct {
	conn  *pgx.Conn
	ends  map[string]end
	quick atomic.Int64 // batches that were written so
}

// end is where a stream ended when we last wrote to it; sure says that it still did when
// we wrote again.
type end struct {
	journal.Stream
	sure bool
}

// maxEnds is how many streams are remembered.
const maxEnds = 1_000

// learn remembers where streams ended before a batch and where they end behind it.
func (m *memory) learn(before, after map[string]journal.Stream) {
	if m.ends == nil || len(m.ends) >= maxEnds {
		m.ends = map[string]end{}
	}
	for name, t := range after {
		known, ok := m.ends[name]
		m.ends[name] = end{t, ok && known.Stream == before[name]}
	}
}

// meet forgets everything if the connection is a new one.
func (m *memory) meet(c *sql.Conn) error {
	return c.Raw(func(driver any) error {
		d, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("%T is no connection of pgx", driver)
		}
		if d.Conn() != m.conn {
			m.conn, m.ends = d.Conn(), nil
		}
		return nil
	})
}

// errStale says that what was remembered is not so any more.
var errStale = errors.New("a stream has gone on")

// writeOn puts a batch behind the ends that are remembered. It is errStale if that
// cannot be done.
func (s *Store) writeOn(ctx context.Context, c *sql.Conn, batch []*request) error {
	b := &writing{s: s, ends: map[string]journal.Stream{}, found: map[[2]string]journal.Entry{}}
	for _, r := range batch {
		known := s.memory.ends[r.stream]
		if !known.sure {
			return errStale
		}
		b.ends[r.stream] = known.Stream
	}
	before := maps.Clone(b.ends)
	for _, r := range batch {
		if b.place(r); r.err != nil {
			return errStale
		}
	}
	list := new(pgx.Batch)
	_ = b.statements(func(text string, args ...any) error {
		list.Queue(text, args...)
		return nil
	})
	err := c.Raw(func(any) error { return s.memory.conn.SendBatch(ctx, list).Close() })
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == "23505" { // unique_violation
		err = errStale
	}
	switch {
	case errors.Is(err, errStale):
		for _, r := range batch {
			delete(s.memory.ends, r.stream)
		}
		return errStale
	case err != nil:
		s.memory.ends = nil
		return s.fault(ctx, err)
	}
	s.memory.learn(before, b.ends)
	s.memory.quick.Add(1)
	return nil
}
