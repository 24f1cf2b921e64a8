package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/web/webtest"
)

const sectionSize = 20

// load is an evening that is played.
type load struct {
	config

	evening *webtest.Evening
	client  *http.Client
	server  *webtest.Server
	next    []atomic.Int64 // of each table: its next entry
	begun   time.Time

	mu    sync.Mutex
	took  []time.Duration // from when an entry was due to its acknowledgement
	acks  []ack
	fault error
}

// ack is an entry that was acknowledged.
type ack struct {
	position int64
	at       time.Duration // since the evening began
}

// run does all of it.
func run(ctx context.Context, c config) (r *report, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary, err := webtest.Build(ctx, dir)
	if err != nil {
		return nil, err
	}
	l := &load{config: c, client: webtest.NewClient(c.tables + c.watchers + c.writers)}
	defer l.client.CloseIdleConnections()
	path, args := filepath.Join(dir, "club.db"), []string{"--postgres", c.postgres}
	if c.postgres == "" {
		args[0], args[1] = "--data", path
	} else {
		path = c.postgres
	}
	if err := l.prepare(ctx, path); err != nil {
		return nil, err
	}
	l.next = make([]atomic.Int64, len(l.evening.Tables))

	r = &report{config: c, before: machine()}
	begun := time.Now()
	if l.server, err = webtest.Start(binary, append(args, "--proxy")...); err != nil {
		return nil, err
	}
	defer l.server.Kill()
	if err := l.firstPage(ctx); err != nil {
		return nil, err
	}
	r.start = time.Since(begun)
	if err := l.play(ctx, r); err != nil {
		return nil, err
	}
	if c.writers > 0 {
		if err := l.compare(ctx, filepath.Join(dir, "bare.db"), r); err != nil {
			return nil, err
		}
	}
	r.after = machine()
	if err := l.server.Stop(); err != nil {
		return nil, fmt.Errorf("the server: %w\n%s", err, l.server.Said())
	}
	return r, nil
}

// prepare opens the evening.
func (l *load) prepare(ctx context.Context, path string) (err error) {
	s, err := sqlstore.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	o, err := webtest.Organise(ctx, s)
	if err != nil {
		return err
	}
	defer o.Close()
	p := webtest.Plan{Sections: (l.tables + sectionSize - 1) / sectionSize, Tables: min(l.tables, sectionSize), Rounds: min(l.tables, 9), PerRound: 3}
	l.evening, err = o.Open(ctx, p)
	return err
}

// firstPage is what a reader sees first.
func (l *load) firstPage(ctx context.Context) (err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, l.server.URL()+"/", http.NoBody)
	if err != nil {
		return err
	}
	resp, err := l.client.Do(q)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the first page: %s", resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// play plays the evening before those who watch.
func (l *load) play(ctx context.Context, r *report) error {
	watching, leave := context.WithCancel(ctx)
	defer leave()
	watchers := make([]*watcher, l.watchers)
	var seats, tables sync.WaitGroup
	ready := make(chan error, l.watchers)
	for i := range watchers {
		watchers[i] = &watcher{load: l, number: i, ready: ready}
		seats.Go(func() { watchers[i].follow(watching) })
	}
	defer seats.Wait()
	defer leave()
	for range watchers {
		if err := <-ready; err != nil {
			return err
		}
	}
	l.begun = time.Now()
	memory := l.weigh(watching)
	for i := range l.evening.Tables {
		tables.Go(func() { l.enterEvery(ctx, i) })
	}
	tables.Wait()
	if err := errors.Join(l.fault, ctx.Err()); err != nil {
		return err
	}
	played := time.Since(l.begun)
	time.Sleep(grace)
	leave()
	seats.Wait()
	r.memory = <-memory
	slices.SortFunc(l.acks, func(a, b ack) int { return int(a.position - b.position) })
	slices.Sort(l.took)
	r.played, r.took = played, l.took
	r.watched(watchers, l.acks)
	return nil
}

// grace is how long those who watch wait for what is yet to come, when all is entered.
const grace = 3 * time.Second

// enterEvery enters for a table each so many seconds. Each entry has a moment when it
// is due, whatever became of the one before.
func (l *load) enterEvery(ctx context.Context, i int) {
	due := l.begun.Add(l.every * time.Duration(i) / time.Duration(l.tables))
	for ; due.Before(l.begun.Add(l.duration)); due = due.Add(l.every) {
		select {
		case <-time.After(time.Until(due)):
		case <-ctx.Done():
			return
		}
		a, err := l.enter(ctx, i)
		now := time.Now()
		l.mu.Lock()
		if err != nil {
			l.fault = errors.Join(l.fault, err)
			l.mu.Unlock()
			return
		}
		l.took = append(l.took, now.Sub(due))
		l.acks = append(l.acks, ack{a.Position, now.Sub(l.begun)})
		l.mu.Unlock()
	}
}

// enter enters the next result of a table. It is sent once: a refusal is a fault.
func (l *load) enter(ctx context.Context, i int) (webtest.Answer, error) {
	t := l.evening.Tables[i]
	return t.Put(ctx, l.client, l.server.URL(), t.Entry(int(l.next[i].Add(1)-1)))
}

// weigh looks each half second how much memory the server has, until ctx ends, and
// gives the most. It is 0 where the system does not say.
func (l *load) weigh(ctx context.Context) <-chan int64 {
	most := make(chan int64, 1)
	go func() {
		var kb int64
		for ctx.Err() == nil {
			kb = max(kb, resident(l.server.PID()))
			select {
			case <-time.After(time.Second / 2):
			case <-ctx.Done():
			}
		}
		most <- kb
	}()
	return most
}

// resident is the memory of a process that is in memory, in kB.
func resident(pid int) (kb int64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			_, _ = fmt.Sscan(rest, &kb) // what cannot be read is 0
		}
	}
	return kb
}
