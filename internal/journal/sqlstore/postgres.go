package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// OpenPostgres opens the journal in a database of PostgreSQL, and makes its tables if
// they are not there. Any number of servers may have it open. The address is an URL or
// "key=value" text, as PostgreSQL's own programs take it.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, bridge.Errorf(bridge.Invalid, "journal.address", "the address of the database: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	s := &Store{postgres: true, classify: postgresFault, lost: connectionLost}
	if err := s.openPostgres(ctx, config); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) openPostgres(ctx context.Context, config *pgx.ConnConfig) error {
	pool := func(most int) *sql.DB {
		db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(settle))
		db.SetMaxOpenConns(most)
		db.SetMaxIdleConns(most)
		db.SetConnMaxIdleTime(5 * time.Minute)
		s.shut = append(s.shut, db.Close)
		return db
	}
	s.read = pool(16)
	s.change = s.read
	s.append = pool(1)
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60)) // servers that start at one time
	if err != nil {
		return s.fault(ctx, err)
	}
	if err := s.migrate(ctx, goose.DialectPostgres, s.read, false, goose.WithSessionLocker(locker)); err != nil {
		return err
	}
	s.startAppending()
	s.startListening(config)
	return nil
}

// settle makes a commit wait for the disk where the database was set up not to;
// stricter settings, of one that is copied to others, stay. A query is planned each
// time: a plan that was made for an empty log would be kept, and read all of it when
// it is long. A server that we do not know, or that has no place for every letter, is
// refused, and the connection closed: the driver would leave it open.
func settle(ctx context.Context, conn *pgx.Conn) (err error) {
	defer func() {
		if err != nil {
			_ = conn.Close(ctx)
		}
	}()
	var durable, plans, encoding string
	var version int
	err = conn.QueryRow(ctx, `SELECT
		set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
		set_config('plan_cache_mode', 'force_custom_plan', false),
		current_setting('server_encoding'),
		current_setting('server_version_num')::int`).Scan(&durable, &plans, &encoding, &version)
	if err != nil {
		return err
	}
	if version < oldest || encoding != "UTF8" {
		return bridge.Errorf(bridge.Unsupported, "journal.server", "the database is PostgreSQL %d with encoding %s: want %d or newer, and UTF8", version/10_000, encoding, oldest/10_000)
	}
	return nil
}

// oldest is the first version of PostgreSQL that we are tried with.
const oldest = 150_000

// How the listener behaves.
const (
	heartbeat   = 5 * time.Second        // how long a dead connection may look alive
	firstPause  = 100 * time.Millisecond // before it connects again
	longestWait = 2 * time.Second
)

// startListening starts the goroutine that hears of what other servers append. It ends
// when the store is closed.
func (s *Store) startListening(config *pgx.ConnConfig) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	s.shut = append(s.shut, func() error {
		cancel()
		<-ended
		return nil
	})
	go func() {
		defer close(ended)
		for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, longestWait) {
			if s.listen(ctx, config) {
				pause = firstPause
			}
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
	}()
}

// listen hears until the connection is lost, and reports whether there was one.
func (s *Store) listen(ctx context.Context, config *pgx.ConnConfig) bool {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return false
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(end)
	}()
	if _, err := conn.Exec(ctx, listenText); err != nil {
		return false
	}
	s.WakeAll() // for what was said while nobody listened
	for {
		wait, cancel := context.WithTimeout(ctx, heartbeat)
		n, err := conn.WaitForNotification(wait)
		if err != nil && wait.Err() != nil && ctx.Err() == nil && !conn.IsClosed() {
			cancel()
			wait, cancel = context.WithTimeout(ctx, heartbeat)
			err = conn.Ping(wait) // nothing was said; is anybody there?
		}
		cancel()
		switch {
		case err != nil:
			return true
		case n != nil:
			if i := strings.LastIndexByte(n.Payload, ':'); i >= 0 {
				s.Wake(n.Payload[:i])
			}
		}
	}
}

// connectionLost reports whether a connection that had been made is no more. That
// none can be made is another thing.
func connectionLost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return false
	}
	return errors.Is(postgresFault(err), journal.ErrGone)
}

// postgresFault names what PostgreSQL complains about, or that it is not there.
func postgresFault(err error) error {
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return journal.ErrGone
	}
	switch {
	case e.Code == "53100": // disk_full
		return journal.ErrFull
	case e.Code == "25006": // read_only_sql_transaction: a copy that only reads
		return journal.ErrReadOnly
	case e.Code == "55P03", e.Code == "40001", e.Code == "40P01", strings.HasPrefix(e.Code, "53"): // locks; too many connections, no memory
		return journal.ErrBusy
	case strings.HasPrefix(e.Code, "08"), strings.HasPrefix(e.Code, "57P"): // connection; shutdown, crash, not yet up
		return journal.ErrGone
	case strings.HasPrefix(e.Code, "28"), e.Code == "3D000", e.Code == "42501": // not this name or password; no such database; no right
		return journal.ErrLocked
	case strings.HasPrefix(e.Code, "XX"): // a page that cannot be read
		return journal.ErrDamaged
	}
	return nil
}
