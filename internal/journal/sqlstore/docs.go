package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// Get implements [journal.Docs].
func (s *Store) Get(ctx context.Context, table, key string) (journal.Doc, error) {
	return s.get(ctx, s.read, table, key)
}

func (s *Store) get(ctx context.Context, db *sql.DB, table, key string) (journal.Doc, error) {
	d, found, err := one(ctx, s, db, func(row scanner) (journal.Doc, error) { return scanDoc(table, row) }, getDoc, table, key)
	if err == nil && !found {
		err = journal.Absent(table, key)
	}
	return d, err
}

func scanDoc(table string, row scanner) (journal.Doc, error) {
	d := journal.Doc{Table: table}
	var expires int64
	if err := row.Scan(&d.Key, &d.Owner, &d.Revision, &expires, &d.Data); err != nil {
		return d, err
	}
	if expires != never {
		d.Expires = time.UnixMicro(expires).UTC()
	}
	return d, nil
}

// Put implements [journal.Docs].
func (s *Store) Put(ctx context.Context, base int64, d journal.Doc) (int64, error) {
	d, err := journal.CheckDoc(base, d)
	if err != nil {
		return 0, err
	}
	if s.append == nil {
		return 0, s.unwritable()
	}
	expires := int64(never)
	if !d.Expires.IsZero() {
		expires = d.Expires.UnixMicro()
	}
	var row *sql.Row
	switch base {
	case journal.Any:
		row = s.change.QueryRowContext(ctx, putAnyDoc, d.Table, d.Key, d.Owner, expires, string(d.Data))
	case 0:
		row = s.change.QueryRowContext(ctx, putNewDoc, d.Table, d.Key, d.Owner, expires, string(d.Data))
	default:
		row = s.change.QueryRowContext(ctx, putDoc, d.Owner, expires, string(d.Data), d.Table, d.Key, base)
	}
	var revision int64
	err = row.Scan(&revision)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, s.moved(ctx, d.Table, d.Key, base)
	}
	return revision, s.fault(ctx, err)
}

// moved says which revision a doc has instead of base.
func (s *Store) moved(ctx context.Context, table, key string, base int64) error {
	d, err := s.get(ctx, s.change, table, key)
	switch {
	case bridge.CodeOf(err) == bridge.NotFound:
		d = journal.Doc{Table: table, Key: key}
	case err != nil:
		return err
	}
	return journal.Stale(d, base)
}

// Delete implements [journal.Docs].
func (s *Store) Delete(ctx context.Context, table, key string, revision int64) error {
	if s.append == nil {
		return s.unwritable()
	}
	var n int64
	var err error
	if revision == journal.Any {
		n, err = s.exec(ctx, deleteAny, table, key)
	} else {
		n, err = s.exec(ctx, deleteDoc, table, key, revision)
	}
	if err != nil || n > 0 {
		return err
	}
	if d, err := s.get(ctx, s.change, table, key); err != nil || revision == journal.Any || d.Revision == revision {
		return cmp.Or(err, journal.Absent(table, key)) // written anew since
	}
	return s.moved(ctx, table, key, revision)
}

// exec runs a statement on docs and says how many rows it touched.
func (s *Store) exec(ctx context.Context, text string, args ...any) (int64, error) {
	res, err := s.change.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, s.fault(ctx, err)
	}
	n, err := res.RowsAffected()
	return n, s.fault(ctx, err)
}

// List implements [journal.Docs].
func (s *Store) List(ctx context.Context, table, owner string) ([]journal.Doc, error) {
	scan := func(row scanner) (journal.Doc, error) { return scanDoc(table, row) }
	var list []journal.Doc
	var err error
	if owner == "" {
		list, err = query(ctx, s, s.read, scan, listDocs, table)
	} else {
		list, err = query(ctx, s, s.read, scan, listOwned, table, owner)
	}
	slices.SortFunc(list, func(a, b journal.Doc) int { return cmp.Compare(a.Key, b.Key) })
	return list, err
}

// Sweep implements [journal.Docs].
func (s *Store) Sweep(ctx context.Context, table string, now time.Time) (int, error) {
	if s.append == nil {
		return 0, s.unwritable()
	}
	n, err := s.exec(ctx, sweepDocs, table, now.UnixMicro())
	return int(n), err
}

// Scrub implements [journal.Docs].
func (s *Store) Scrub(ctx context.Context) error {
	if s.append == nil {
		return s.unwritable()
	}
	if s.closed.Load() {
		return s.unwritable()
	}
	if s.postgres {
		return nil
	}
	_, err := s.exec(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}
