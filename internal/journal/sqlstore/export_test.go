package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Pragma asks the connection that writes for a setting.
func (s *Store) Pragma(ctx context.Context, name string) (value string, err error) {
	return value, s.append.QueryRowContext(ctx, "PRAGMA "+name).Scan(&value)
}

// Tamper runs a statement that no caller could.
func (s *Store) Tamper(ctx context.Context, statement string) error {
	_, err := s.append.ExecContext(ctx, statement)
	return err
}

// Pools are the connections that read, and the one that writes.
func (s *Store) Pools() (read, write *sql.DB) { return s.read, s.append }

// Texts are all queries that are put together, for n rows, and those that are not.
func Texts(n int) map[string]string {
	texts := map[string]string{
		"readEntries": readEntries, "findEntry": findEntry, "lastOf": lastOf, "allStreams": allStreams,
		"getDoc": getDoc, "listDocs": listDocs, "listOwned": listOwned, "putNewDoc": putNewDoc, "putAnyDoc": putAnyDoc,
		"putDoc": putDoc, "deleteAny": deleteAny, "deleteDoc": deleteDoc, "sweepDocs": sweepDocs, "listenText": listenText,
	}
	for name, f := range map[string]func(int) string{
		"openStreams": openStreams, "findKeys": findKeys, "addEntries": addEntries, "closeStreams": closeStreams, "notify": notify,
	} {
		texts[fmt.Sprintf("%s(%d)", name, n)] = f(n)
	}
	return texts
}

// Down takes the tables away.
func (s *Store) Down(ctx context.Context) error {
	p, err := s.provider()
	if err != nil {
		return err
	}
	_, err = p.DownTo(ctx, 0)
	return err
}

// Up makes the tables.
func (s *Store) Up(ctx context.Context) error {
	p, err := s.provider()
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

func (s *Store) provider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	dialect := goose.DialectSQLite3
	if s.postgres {
		dialect = goose.DialectPostgres
	}
	return goose.NewProvider(dialect, s.append, files)
}

// Quick is how many batches went the quick way.
func (s *Store) Quick() int64 { return s.memory.quick.Load() }
