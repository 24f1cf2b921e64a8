package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the bare work is done by the drivers alone
	_ "modernc.org/sqlite"

	"github.com/overtrick/overtrick/internal/web/webtest"
)

const rounds = 3

// compare has writers enter without pause, in turn with a bare loop that inserts rows
// of the same size, one durable transaction each. The best round of each counts: other
// work on the machine can only slow a round down.
func (l *load) compare(ctx context.Context, path string, r *report) (err error) {
	driver, address, connections := "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)", 1
	if l.postgres != "" {
		driver, address, connections = "pgx", l.postgres, 32
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if _, err := db.ExecContext(ctx, `CREATE TABLE bare (id text PRIMARY KEY, at bigint, data text)`); err != nil {
		return err
	}
	defer func() {
		_, e := db.ExecContext(context.WithoutCancel(ctx), `DROP TABLE bare`)
		err = errors.Join(err, e)
	}()
	var lines []*webtest.Line
	defer func() {
		for _, line := range lines {
			err = errors.Join(err, line.Close())
		}
	}()
	for range l.writers {
		line, err := webtest.Dial(ctx, l.server.URL())
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	data := strings.Repeat("x", 400) // as long as an entry
	for round := range rounds {
		bare, err := l.work(func(w, i int) error {
			_, err := db.ExecContext(ctx, `INSERT INTO bare (id, at, data) VALUES ($1, $2, $3)`, fmt.Sprintf("%d/%d/%d", round, w, i), i, data)
			return err
		})
		if err != nil {
			return err
		}
		ours, err := l.work(func(w, i int) error {
			n := (w + i*l.writers) % l.tables
			t := l.evening.Tables[n]
			return lines[w].Put(t, t.Entry(int(l.next[n].Add(1)-1)))
		})
		if err != nil {
			return err
		}
		r.bare, r.ours = max(r.bare, bare), max(r.ours, ours)
	}
	return nil
}

// work has all writers write, each as fast as it can, and gives how many a second.
func (l *load) work(write func(writer, i int) error) (rate float64, err error) {
	var writers sync.WaitGroup
	var mu sync.Mutex
	begun := time.Now()
	for w := range l.writers {
		writers.Go(func() {
			for i := range l.each {
				if e := write(w, i); e != nil {
					mu.Lock()
					err = errors.Join(err, e)
					mu.Unlock()
					return
				}
			}
		})
	}
	writers.Wait()
	return float64(l.writers*l.each) / time.Since(begun).Seconds(), err
}
