//go:build unix

package sqlstore_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the bare work is done by the driver alone

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/workload"
)

// engines are what is measured: a journal, and a table of the same engine that is just
// as durable.
func engines(b *testing.B) map[string]func(b *testing.B) (*sqlstore.Store, *sql.DB) {
	b.Helper()
	bare := func(b *testing.B, driver, address string, connections int) *sql.DB {
		b.Helper()
		db, err := sql.Open(driver, address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = db.Close() })
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
		if _, err := db.ExecContext(b.Context(), `CREATE TABLE bare (id text PRIMARY KEY, at bigint, data text)`); err != nil {
			b.Fatal(err)
		}
		return db
	}
	return map[string]func(b *testing.B) (*sqlstore.Store, *sql.DB){
		"SQLite": func(b *testing.B) (*sqlstore.Store, *sql.DB) {
			b.Helper()
			dir := b.TempDir()
			s := openSQLite(b, dir, sqlstore.SQLite{})
			b.Cleanup(func() { _ = s.Close() })
			return s, bare(b, "sqlite", "file:"+filepath.Join(dir, "bare.db")+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)", 1)
		},
		"PostgreSQL": func(b *testing.B) (*sqlstore.Store, *sql.DB) {
			b.Helper()
			db := journaltest.NewPostgres(b)
			address := db.Database(b)
			s := openPostgres(b, address)
			b.Cleanup(func() { _ = s.Close() })
			return s, bare(b, "pgx", address, 32)
		},
	}
}

// work is how writers write: each so many entries, as fast as it can.
func work(b *testing.B, writers, each int, write func(key string) error) {
	b.Helper()
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := range each {
				if err := write(fmt.Sprintf("%d/%d", w, i)); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// BenchmarkAppend compares appending with bare inserts of rows that are as durable:
// one writer alone, who pays for the key, the chain and the lock of the stream, and
// fifty without pause, who share transactions. These must come to half of the rate of
// the engine.
func BenchmarkAppend(b *testing.B) {
	for name, open := range engines(b) {
		for _, tc := range []struct {
			name          string
			writers, each int
			limit         float64
		}{
			{"alone", 1, 20, 6},
			{"fifty", 50, 4, 2},
		} {
			b.Run(name+"-"+tc.name+"-ratio", func(b *testing.B) {
				s, bare := open(b)
				run := 0
				workload.Ratio(b, tc.limit, func() {
					run++
					work(b, tc.writers, tc.each, func(key string) error {
						d := journaltest.Draft(fmt.Sprint(run, "/", key))
						_, err := s.Append(b.Context(), "event/1", journal.Any, d)
						return err
					})
				}, func() {
					run++
					work(b, tc.writers, tc.each, func(key string) error {
						d := journaltest.Draft(fmt.Sprint(run, "/", key))
						_, err := bare.ExecContext(b.Context(), `INSERT INTO bare (id, at, data) VALUES ($1, $2, $3)`, d.Key, d.At.UnixMicro(), string(d.Data))
						return err
					})
				})
			})
		}
	}
}

// BenchmarkRead reads an evening of 1,000 entries.
func BenchmarkRead(b *testing.B) {
	s := openSQLite(b, b.TempDir(), sqlstore.SQLite{})
	b.Cleanup(func() { _ = s.Close() })
	var list []journal.Draft
	for i := range 1_000 {
		list = append(list, journaltest.Draft(fmt.Sprint(i)))
	}
	if _, err := s.Append(b.Context(), "s", 0, list...); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		for _, err := range s.Read(b.Context(), "s", 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 1_000 {
			b.Fatalf("%d entries", n)
		}
	}
}
