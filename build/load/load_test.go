//go:build unix

package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/journal/journaltest"
	"github.com/overtrick/overtrick/internal/web/webtest"
)

// small is an evening that takes a few seconds.
var small = config{tables: 40, every: 500 * time.Millisecond, watchers: 60, duration: 2 * time.Second, writers: 50, each: 20}

// TestLoad: a small evening on each engine. All that is entered is acknowledged and
// heard by everybody, no watcher gets more than two messages a second, and on SQLite
// writers without pause come to half of the engine's bare rate. How long anything takes
// is not looked at: that is for "make load", on a machine that does nothing else. Nor is
// the rate of PostgreSQL, which works in processes of its own: here it shares their
// processors with the server and with all devices.
//
// The short tests are run by the race detector too, and with it devices are slow.
func TestLoad(t *testing.T) {
	c := small
	if testing.Short() {
		c.duration, c.each = time.Second, 5
	}
	for _, engine := range []struct {
		name     string
		postgres func(t *testing.T) string
	}{
		{"SQLite", func(*testing.T) string { return "" }},
		{"PostgreSQL", func(t *testing.T) string {
			t.Helper()
			return journaltest.NewPostgres(t).Database(t)
		}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			c := c
			c.postgres = engine.postgres(t)
			r, err := run(t.Context(), c)
			for range 2 { // other work on the machine can only make it less
				if err == nil && few(r) {
					r, err = run(t.Context(), c)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := r.print(&out); err != nil {
				t.Fatal(err)
			}
			t.Logf("\n%s", &out)
			if want := c.tables * int(c.duration/c.every); len(r.took) < want-c.tables || len(r.took) > want+c.tables {
				t.Errorf("%d entries, want about %d", len(r.took), want)
			}
			if r.unseen > 0 || len(r.lag) != len(r.took)*c.watchers {
				t.Errorf("%d entries were heard %d times by %d watchers, %d never", len(r.took), len(r.lag), c.watchers, r.unseen)
			}
			if most := int(2*(r.played+grace).Seconds()) + 1; r.most == 0 || r.most > most { // one that is late makes the next seem early
				t.Errorf("%d messages to one watcher in %v, want %d at most", r.most, r.played+grace, most)
			}
			if few(r) {
				t.Errorf("%.0f entries a second without pause, bare inserts %.0f: want half of that at least", r.ours, r.bare)
			}
			for _, word := range []string{engine.name, "40 tables", "p99", "messages a second", "ratio"} {
				if !strings.Contains(out.String(), word) {
					t.Errorf("the report does not say %q:\n%s", word, &out)
				}
			}
		})
	}
}

// few says that writers without pause came to less than they should.
func few(r *report) bool { return r.postgres == "" && !testing.Short() && r.ours < r.bare/2 }

// TestBounds: it speaks to no other machine, and is no means to bother one.
func TestBounds(t *testing.T) {
	for _, address := range []string{
		"postgres://db.example.org/load", "postgres://192.0.2.1/load", "postgres://127.0.0.1,192.0.2.1/load", "postgres://localhost/load",
	} {
		c := small
		c.postgres = address
		if _, err := run(t.Context(), c); !errors.Is(err, webtest.ErrElsewhere) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for name, change := range map[string]func(*config){
		"tables":     func(c *config) { c.tables = most + 20 },
		"no tables":  func(c *config) { c.tables = 0 },
		"sections":   func(c *config) { c.tables = 50 },
		"watchers":   func(c *config) { c.watchers = mostWatch + 1 },
		"writers":    func(c *config) { c.writers = mostWriters + 1 },
		"each":       func(c *config) { c.each = mostEach + 1 },
		"every":      func(c *config) { c.every = time.Millisecond },
		"for":        func(c *config) { c.duration = longest + 1 },
		"no address": func(c *config) { c.postgres = "postgres://:x:/" },
	} {
		c := small
		change(&c)
		if _, err := run(t.Context(), c); err == nil || !strings.HasPrefix(err.Error(), "--") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, address := range []string{"postgres://127.0.0.1/load", "postgres://[::1]:5433/load", "postgres:///load?host=/run/postgresql"} {
		if err := local(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestReport: what a watcher heard, and when.
func TestReport(t *testing.T) {
	s := time.Second
	acks := []ack{{5, s}, {6, 2 * s}, {9, 3 * s}, {12, 4 * s}}
	r := &report{}
	r.watched([]*watcher{
		{heard: []ack{{4, 0}, {6, 2500 * time.Millisecond}, {10, 2900 * time.Millisecond}, {12, 5 * s}}},
		{heard: []ack{{9, 9 * s}}},
	}, acks)
	want := []time.Duration{0, s / 2, s, 3 * s / 2, 6 * s, 7 * s, 8 * s}
	if len(r.lag) != len(want) || r.unseen != 1 || r.busy != 0.6 || r.most != 4 {
		t.Fatalf("%v, %d unseen, %v a second", r.lag, r.unseen, r.busy)
	}
	for i := range want {
		if r.lag[i] != want[i] {
			t.Errorf("%v, want %v", r.lag, want)
			break
		}
	}
	if got := at(r.lag, 500); got != want[3] {
		t.Errorf("p50 %v", got)
	}
	if got := at(r.lag, 1000); got != 8*s {
		t.Errorf("worst %v", got)
	}
	if got := at(nil, 990); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
