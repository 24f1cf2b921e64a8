package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// SQLite says how a file is opened. The zero value is what a server wants.
type SQLite struct {
	ReadOnly bool          // for a backup, an export, a look: beside a server that runs
	Wait     time.Duration // for another program that holds the file; zero is five seconds
	MaxPages int64         // the size, in pages of 4 KiB, that the file may have; zero for no limit
}

// applicationID marks the file as a journal of ours: "OVTR".
const applicationID = 0x4f565452

// OpenSQLite opens the journal in a file, and makes it if it is not there. While it is
// open nobody else can write to it: that is [journal.ErrInUse]. The folder must exist.
func OpenSQLite(ctx context.Context, path string, o SQLite) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = 5 * time.Second
	}
	s := &Store{classify: sqliteFault, path: path}
	if err := s.openSQLite(ctx, path, o); err != nil {
		_ = s.Close()
		return nil, bridge.At(path, err)
	}
	return s, nil
}

func (s *Store) openSQLite(ctx context.Context, path string, o SQLite) error {
	if err := prepare(path, o.ReadOnly); err != nil {
		return err
	}
	wait := fmt.Sprintf("busy_timeout(%d)", o.Wait.Milliseconds())
	if o.ReadOnly {
		// Not "ro": SQLite has to be able to make what it needs beside a file that no
		// server has open.
		read, err := s.openFile(path, "rw", wait, "query_only(1)")
		if err != nil {
			return err
		}
		s.read, s.change = read, read
		if err := s.ours(ctx, read); err != nil {
			return err
		}
		return s.migrate(ctx, goose.DialectSQLite3, read, true)
	}

	if err := s.lock(ctx, path+".lock"); err != nil {
		return err
	}
	// The wait comes first: another connection may be switching to the log, too.
	pragmas := []string{wait, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(1)"}
	if o.MaxPages > 0 {
		pragmas = append(pragmas, "max_page_count("+strconv.FormatInt(o.MaxPages, 10)+")")
	}
	write, err := s.openFile(path, "rwc", pragmas...)
	if err != nil {
		return err
	}
	write.SetMaxOpenConns(1)
	s.change, s.append = write, write
	if err := s.ours(ctx, write); err != nil {
		return err
	}
	if err := s.migrate(ctx, goose.DialectSQLite3, write, false); err != nil {
		return err
	}
	if _, err := write.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return s.fault(ctx, err)
	}
	if s.read, err = s.openFile(path, "rw", wait, "query_only(1)"); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(8)
	s.startAppending()
	return nil
}

// prepare makes the file, for its owner alone, because it holds names and hashes of
// passwords; SQLite gives what it makes beside the file the same rights.
func prepare(path string, mustExist bool) error {
	if mustExist {
		if _, err := os.Stat(path); err != nil {
			return absentFile(path, err)
		}
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil // and it is not opened: closing it would drop the locks of this process
	case err != nil:
		return absentFile(path, err)
	}
	return f.Close()
}

func absentFile(path string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return bridge.Errorf(bridge.NotFound, "journal.file", "the file %s cannot be opened: %w", filepath.Base(path), err)
}

// openFile makes a pool of connections to a file.
func (s *Store) openFile(path, mode string, pragmas ...string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", address(path, mode, pragmas))
	if err != nil {
		return nil, journal.Unable(nil, err)
	}
	s.shut = append(s.shut, db.Close)
	return db, nil
}

// address names a file as SQLite wants it. Every character of the path that has a
// meaning there is written as a number.
func address(path, mode string, pragmas []string) string {
	path = filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		path = "/" + path
	}
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return "file:" + strings.Join(parts, "/") + "?" + url.Values{"mode": {mode}, "_txlock": {"immediate"}, "_pragma": pragmas}.Encode()
}

// lock takes the lock of a server, and keeps it until the store is closed or the
// process ends, in whatever way.
func (s *Store) lock(ctx context.Context, path string) error {
	if err := prepare(path, false); err != nil {
		return err
	}
	db, err := s.openFile(path, "rwc", "busy_timeout(0)", "journal_mode(MEMORY)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err == nil {
		s.shut = append(s.shut, conn.Close)
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil && errors.Is(sqliteFault(err), journal.ErrBusy) {
		return journal.Unable(journal.ErrInUse, fmt.Errorf("%s is locked", filepath.Base(path)))
	}
	return s.fault(ctx, err)
}

// ours refuses a database of another program. An empty one is welcome.
func (s *Store) ours(ctx context.Context, db *sql.DB) error {
	var id, tables int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return s.fault(ctx, err)
	}
	if id == applicationID {
		return nil
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return s.fault(ctx, err)
	}
	if id != 0 || tables > 0 && !s.halfMade(ctx, db) {
		return journal.Unable(journal.ErrForeign, errors.New("the database belongs to another program"))
	}
	return nil
}

// halfMade reports whether the tables are ours, of a first start that was killed
// before it signed the file.
func (s *Store) halfMade(ctx context.Context, db *sql.DB) bool {
	var n int64
	err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'").Scan(&n)
	return err == nil && n == 1
}

// sqliteFault names what SQLite complains about.
func sqliteFault(err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return nil
	}
	switch e.Code() & 0xff { // what is above says it in more detail
	case 5, 6: // BUSY, LOCKED
		return journal.ErrBusy
	case 8: // READONLY
		return journal.ErrReadOnly
	case 10, 14: // IOERR, CANTOPEN: the stick was pulled out
		return journal.ErrGone
	case 11, 26: // CORRUPT, NOTADB
		return journal.ErrDamaged
	case 13: // FULL
		return journal.ErrFull
	}
	return nil
}

// Backup writes the journal as it is now into a new file, while others read and write.
// The file is whole, proved and on the disk when it returns, or is not there. Only where
// the log itself has a fault is there both: the file, as good as what there is, and an
// error with the key journal.unsound. PostgreSQL has its own means.
func (s *Store) Backup(ctx context.Context, to string) error {
	if s.postgres {
		return bridge.Errorf(bridge.Unsupported, "journal.backup", "a database of PostgreSQL is saved with its own means, for example pg_dump")
	}
	if _, err := os.Stat(to); err == nil {
		return bridge.Errorf(bridge.Conflict, "journal.backup_there", "%s is there already: a backup is never written over another", filepath.Base(to))
	}
	part := to + ".part"
	drop(part) // of one that was broken off
	defer drop(part)
	if err := prepare(part, false); err != nil {
		return err
	}
	if err := s.copyInto(ctx, part); err != nil {
		return err
	}
	proof := prove(ctx, part, SQLite{ReadOnly: true})
	if e, ok := errors.AsType[*bridge.Error](proof); proof != nil && (!ok || e.Key != "journal.unsound") {
		return proof
	}
	// SQLite does not wait for the disk here.
	if err := errors.Join(syncFile(part), os.Rename(part, to), syncFolder(filepath.Dir(to))); err != nil {
		return bridge.Errorf(journal.Unavailable, "journal.backup_write", "the backup cannot be written: %w", err)
	}
	return proof
}

// copyInto copies what is there now by a connection of its own: one that may only
// query may not copy either.
func (s *Store) copyInto(ctx context.Context, part string) error {
	if s.closed.Load() {
		return journal.Unable(journal.ErrClosed, nil)
	}
	db, err := sql.Open("sqlite", address(s.path, "rw", []string{"busy_timeout(5000)"}))
	if err != nil {
		return journal.Unable(nil, err)
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO $1", part)
	return s.fault(ctx, errors.Join(err, db.Close()))
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder makes a new name last, where the system can do that.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil //nolint:nilerr // Windows opens no folders, and needs none of this
	}
	_ = f.Sync()
	return f.Close()
}

// CheckFile has SQLite look at the whole file; what it finds is [journal.ErrDamaged].
// [journal.Verify] looks at what the file says. PostgreSQL has its own means.
func (s *Store) CheckFile(ctx context.Context) error {
	if s.postgres {
		return nil
	}
	list, err := query(ctx, s, s.read, func(row scanner) (line string, err error) { return line, row.Scan(&line) }, "PRAGMA integrity_check(20)")
	if err != nil {
		return err
	}
	if len(list) == 1 && list[0] == "ok" {
		return nil
	}
	return journal.Unable(journal.ErrDamaged, errors.New(strings.Join(list, "; ")))
}
