// Command load plays a large evening against a server that it starts itself, and says
// how the server bore it.
//
//	go run ./build/load
//	go run ./build/load --tables 500 --every 20s --watchers 2000 --for 60s
//	go run ./build/load --postgres 'postgres:///load?host=/run/postgresql'
//
// First every table enters a result each so many seconds, while readers, and tables
// between them, watch the event. Then writers enter without pause, in turn with a bare
// loop that inserts rows into the same engine, just as durably. A PostgreSQL has to be
// on this machine, and empty.
//
// It is not part of the program. It speaks to this machine alone, and ends by itself.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/overtrick/overtrick/internal/web/webtest"
)

// config is what is asked for.
type config struct {
	tables   int
	every    time.Duration // from one entry of a table to its next
	watchers int
	duration time.Duration // of the evening
	writers  int           // without pause
	each     int           // entries of a writer in a round, of which there are three
	postgres string        // its address; empty: SQLite, in a folder of its own
}

// What may be asked for: so much, and no more.
const (
	most        = 520 // tables: 26 sections of 20
	mostWatch   = 5_000
	mostWriters = 200
	mostEach    = 400
	longest     = 10 * time.Minute
)

func (c config) check() error {
	for _, n := range []struct {
		flag       string
		got        int
		from, upTo int
	}{
		{"tables", c.tables, 3, most},
		{"watchers", c.watchers, 0, mostWatch},
		{"writers", c.writers, 0, mostWriters},
		{"each", c.each, 1, mostEach},
	} {
		if n.got < n.from || n.got > n.upTo {
			return fmt.Errorf("--%s %d: want %d to %d", n.flag, n.got, n.from, n.upTo)
		}
	}
	if c.every < 100*time.Millisecond {
		return fmt.Errorf("--every %v: want 100ms or more: more often no device may write", c.every)
	}
	if c.duration <= 0 || c.duration > longest {
		return fmt.Errorf("--for %v: want more than nothing, and %v at most", c.duration, longest)
	}
	if c.tables > sectionSize && c.tables%sectionSize != 0 {
		return fmt.Errorf("--tables %d: more than %d come in sections of %d", c.tables, sectionSize, sectionSize)
	}
	if c.postgres != "" {
		return local(c.postgres)
	}
	return nil
}

// local refuses a database that is not on this machine.
func local(address string) error {
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return errors.New("--postgres: this is no address of a database") // it may hold a password
	}
	hosts := []string{c.Host}
	for _, f := range c.Fallbacks {
		hosts = append(hosts, f.Host)
	}
	for _, h := range hosts {
		if ip, err := netip.ParseAddr(h); !strings.HasPrefix(h, "/") && (err != nil || !ip.Unmap().IsLoopback()) {
			return fmt.Errorf("--postgres: %s: %w, or a socket", h, webtest.ErrElsewhere)
		}
	}
	return nil
}

func main() {
	var c config
	flag.IntVar(&c.tables, "tables", 500, "`tables` of the evening, in sections of 20")
	flag.DurationVar(&c.every, "every", 20*time.Second, "`time` from one result of a table to its next")
	flag.IntVar(&c.watchers, "watchers", 2_000, "how `many` follow the event, one in four of them a table")
	flag.DurationVar(&c.duration, "for", time.Minute, "how `long` the evening is")
	flag.IntVar(&c.writers, "writers", 50, "how `many` write without pause afterwards; 0: none")
	flag.IntVar(&c.each, "each", 100, "how `many` entries each of them writes, three times")
	flag.StringVar(&c.postgres, "postgres", "", "`address` of an empty database on this machine; without it SQLite")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := start(ctx, c)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func start(ctx context.Context, c config) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("%q: want flags alone", flag.Arg(0))
	}
	r, err := run(ctx, c)
	if err != nil {
		return err
	}
	return r.print(os.Stdout)
}
