package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// Restore puts a backup in the place of a journal, and proves it first: nothing
// changes unless it is whole. A file that is there already is refused, as code
// [bridge.Conflict], unless over is set; then it stays beside the new one, under the
// name that aside gives. While a server runs on the file that is [journal.ErrInUse],
// while another program reads it [journal.ErrBusy]. The tables of an earlier release
// are brought up to this one.
func Restore(ctx context.Context, from, to string, over bool) (aside string, err error) {
	s := &Store{classify: sqliteFault, path: to}
	aside, err = s.restore(ctx, from, to, over)
	return aside, first(err, s.Close())
}

func (s *Store) restore(ctx context.Context, from, to string, over bool) (aside string, err error) {
	backup, err := s.source(ctx, from)
	if err != nil {
		return "", bridge.At(from, err)
	}
	there, err := os.Stat(to)
	if err == nil {
		if of, err := os.Stat(from); err == nil && os.SameFile(of, there) {
			return "", bridge.Errorf(bridge.Conflict, "journal.restore_same", "%s is the backup itself", filepath.Base(to))
		}
		if !over {
			return "", bridge.Errorf(bridge.Conflict, "journal.restore_there", "%s is there already, and holds what it holds", filepath.Base(to))
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", absentFile(to, err)
	}
	if err := s.lock(ctx, to+".lock"); err != nil {
		return "", bridge.At(to, err)
	}
	part := to + ".part"
	drop(part)
	defer drop(part)
	if err := prepare(part, false); err != nil {
		return "", err
	}
	if _, err := backup.ExecContext(ctx, "VACUUM INTO $1", part); err != nil {
		return "", bridge.At(from, s.fault(ctx, err))
	}
	if err := prove(ctx, part, SQLite{}); err != nil {
		return "", bridge.At(from, err)
	}
	if err := syncFile(part); err != nil {
		return "", unrestored(err)
	}
	if there != nil {
		if aside, err = s.putAside(ctx, to); err != nil {
			return "", bridge.At(to, err)
		}
	}
	if err := errors.Join(os.Rename(part, to), syncFolder(filepath.Dir(to))); err != nil {
		return aside, unrestored(err)
	}
	return aside, nil
}

func unrestored(err error) error {
	return bridge.Errorf(journal.Unavailable, "journal.restore_write", "the journal cannot be written: %w", err)
}

// source opens a backup. It must be a journal: an empty file is none.
func (s *Store) source(ctx context.Context, path string) (*sql.DB, error) {
	if err := prepare(path, true); err != nil {
		return nil, err
	}
	db, err := s.openFile(path, "rw", "busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	var id int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return nil, s.fault(ctx, err)
	}
	if id != applicationID {
		return nil, journal.Unable(journal.ErrForeign, errors.New("it is no journal of overtrick"))
	}
	return db, nil
}

// prove looks at a file that nobody else knows yet: at its pages, and at the chain of
// each stream. What the chain shows is an error with the key journal.unsound.
func prove(ctx context.Context, path string, o SQLite) error {
	s, err := OpenSQLite(ctx, path, o)
	if err != nil {
		return err
	}
	err = s.CheckFile(ctx)
	if err == nil {
		var findings []journal.Finding
		if findings, err = journal.Verify(ctx, s); err == nil && len(findings) > 0 {
			err = bridge.Errorf(bridge.Invalid, "journal.unsound", "the log has a fault: %w", findings[0].Err)
		}
	}
	return first(err, s.Close())
}

// first is the first error of several that follow from it.
func first(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// besides are what SQLite and we keep beside a file.
var besides = []string{"-wal", "-shm", "-journal", ".lock", ".lock-journal"}

// drop takes away a file that is not in its place yet, with what lies beside it.
func drop(part string) {
	for _, end := range append([]string{""}, besides...) {
		_ = os.Remove(part + end)
	}
}

// putAside keeps the file that is to be replaced under another name, whole: what waits
// in its write-ahead log is brought into it, and for that nobody else may have it open.
// The file keeps its place, too, until another comes there, so that there is one at
// every moment. A damaged one is taken as it is.
func (s *Store) putAside(ctx context.Context, path string) (aside string, err error) {
	err = s.settleFile(ctx, path)
	damaged := errors.Is(err, journal.ErrDamaged)
	if err != nil && !damaged {
		return "", err
	}
	aside = unused(path + ".before")
	if damaged {
		for _, end := range []string{"-wal", "-shm"} {
			if err := os.Rename(path+end, aside+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", unrestored(err)
			}
		}
	}
	if os.Link(path, aside) == nil {
		return aside, nil
	}
	if err := os.Rename(path, aside); err != nil { // a stick knows no second names
		return "", unrestored(err)
	}
	return aside, nil
}

// settleFile makes a journal one file, with nothing beside it.
func (s *Store) settleFile(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", address(path, "rw", []string{"busy_timeout(2000)"}))
	if err != nil {
		return journal.Unable(nil, err)
	}
	defer func() { err = first(err, db.Close()) }()
	if err := s.ours(ctx, db); err != nil {
		return err
	}
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode(DELETE)").Scan(&mode); err != nil {
		return s.fault(ctx, err)
	}
	if mode != "delete" {
		return journal.Unable(journal.ErrBusy, errors.New("its mode stays "+mode))
	}
	return nil
}

// unused is a name that no file has: this one, or it with a number.
func unused(name string) string {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try += strconv.Itoa(n)
		}
		if _, err := os.Lstat(try); errors.Is(err, fs.ErrNotExist) {
			return try
		}
	}
}

// InUse reports whether a server runs on a file. It opens nothing but the lock.
func InUse(ctx context.Context, path string) (bool, error) {
	if _, err := os.Stat(path + ".lock"); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return false, absentFile(path+".lock", err)
	}
	s := &Store{classify: sqliteFault, path: path}
	db, err := s.openFile(path+".lock", "rw", "busy_timeout(0)")
	if err != nil {
		return false, err
	}
	var n int64
	err = s.fault(ctx, db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&n))
	if errors.Is(err, journal.ErrBusy) {
		return true, s.Close()
	}
	return false, first(err, s.Close())
}
