package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/web"
)

// serveCommand runs the server of a club.
type serveCommand struct {
	Data      string
	Postgres  string
	Listen    string
	NoBrowser bool
	Demo      bool
	Proxy     bool
	Log       bool

	open bool // the browser, because nobody sits at a terminal
}

// databaseVariable is the environment variable that names a PostgreSQL where the
// command line does not: an address with a password should not stand in a list of
// processes.
const databaseVariable = "OVERTRICK_DATABASE"

const (
	anyAddress  = ":8080"
	demoAddress = "127.0.0.1:8080"
)

// Run implements the command.
func (c *serveCommand) Run(t *terminal) error {
	if t.json {
		return bridge.At("--json", bridge.Errorf(Usage, "usage.serve_json", "a server gives no answer: want serve without --json"))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	return c.run(ctx, t)
}

func (c *serveCommand) run(ctx context.Context, t *terminal) (err error) {
	l, err := c.listen(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	j, where, err := c.journal(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	level := slog.LevelWarn
	if c.Log {
		level = slog.LevelInfo
	}
	running := club.New(j)
	defer running.Close()
	s, err := web.New(running, j, web.Options{
		Log:     slog.New(slog.NewTextHandler(t.stderr, &slog.HandlerOptions{Level: level})),
		Lang:    t.Lang(),
		Version: version().Version,
		Proxy:   c.Proxy,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	if c.Demo {
		if err := web.Demo(ctx, running); err != nil {
			return err
		}
		where = t.T("serve.demo")
	}
	token, err := s.SetupToken(ctx)
	if err != nil {
		return err
	}
	addresses := web.Addresses(l)
	if _, err := io.WriteString(t.stdout, c.welcome(t, addresses, where, token)); err != nil {
		return unwritten(err)
	}
	if (c.open || c.Demo) && !c.NoBrowser {
		browse(ctx, addresses[len(addresses)-1])
	}
	if err := s.Serve(ctx, l); err != nil {
		return bridge.Errorf(journal.Unavailable, "serve.stopped", "the server stopped: %v", err)
	}
	_, _ = fmt.Fprintln(t.stdout, t.T("serve.bye")) // it is stopped all the same
	return nil
}

// listen takes the port. A demo answers this machine alone.
func (c *serveCommand) listen(ctx context.Context) (net.Listener, error) {
	at := plain(c.Listen)
	if at == "" {
		at = anyAddress
		if c.Demo {
			at = demoAddress
		}
	}
	host, _, err := net.SplitHostPort(at)
	if err != nil {
		return nil, wrongValue("--listen", bridge.Errorf(Usage, "usage.listen", "%q: want an address and a port, as in :8080 or 127.0.0.1:8080", at))
	}
	if ip := net.ParseIP(host); c.Demo && (ip == nil || !ip.IsLoopback()) {
		return nil, wrongValue("--listen", bridge.Errorf(Usage, "usage.demo_listen", "%q: a demo answers this machine alone, at 127.0.0.1", at))
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", at)
	if err != nil {
		cause := err
		if e, ok := errors.AsType[*net.OpError](err); ok {
			cause = e.Err
		}
		return nil, bridge.At(at, bridge.Errorf(journal.Unavailable, "serve.listen", "this address cannot be used: %v", cause))
	}
	return l, nil
}

// journal opens what the server keeps, and says where that is.
func (c *serveCommand) journal(ctx context.Context) (j journal.Journal, where string, err error) {
	address := plain(c.Postgres)
	if address == "" && c.Data == "" {
		address = os.Getenv(databaseVariable)
	}
	switch {
	case c.Demo:
		return new(journal.Memory), "", nil
	case c.Postgres != "" && c.Data != "":
		return nil, "", bridge.At("--postgres", bridge.Errorf(Usage, "usage.serve_both", "--data and --postgres: want one of them"))
	case address != "":
		s, err := sqlstore.OpenPostgres(ctx, address)
		if err != nil {
			return nil, "", err
		}
		return s, "PostgreSQL", nil
	}
	path, err := dataFile(plain(c.Data))
	if err != nil {
		return nil, "", err
	}
	s, err := sqlstore.OpenSQLite(ctx, path, sqlstore.SQLite{})
	if err != nil {
		return nil, "", err
	}
	return s, path, nil
}

// dataName is the file of a club where a folder is named.
const dataName = "club.overtrick"

// dataFile is the file that keeps a club. Its folder is made if it is not there.
func dataFile(data string) (string, error) {
	path := data
	if path == "" {
		folder, err := dataFolder()
		if err != nil {
			return "", bridge.Errorf(bridge.NotFound, "serve.no_home", "no place is known for the data of a club: say where, with --data")
		}
		path = filepath.Join(folder, dataName)
	} else if info, err := os.Stat(path); err == nil && info.IsDir() || strings.HasSuffix(path, string(filepath.Separator)) || strings.HasSuffix(path, "/") {
		path = filepath.Join(path, dataName)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		cause := err
		if e, ok := errors.AsType[*os.PathError](err); ok {
			cause = e.Err
		}
		return "", bridge.At(filepath.Dir(path), bridge.Errorf(bridge.Invalid, "serve.folder", "this folder cannot be made: %v", cause))
	}
	return path, nil
}

// dataFolder is where programs keep their data on this system.
func dataFolder() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin", "ios", "plan9":
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "overtrick"), err
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "overtrick"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "overtrick"), err
}

// welcome is what the server says when it answers.
func (c *serveCommand) welcome(t *terminal, addresses []string, where, token string) string {
	var b strings.Builder
	b.WriteString(t.T("serve.at") + "\n")
	for _, a := range addresses {
		b.WriteString("  " + a + "\n")
	}
	b.WriteString(t.T("serve.data", where) + "\n")
	if len(addresses) > 1 {
		b.WriteString("\n" + web.Code(addresses[0]) + "\n")
	}
	if token != "" {
		b.WriteString(t.T("serve.setup") + "\n  " + addresses[0] + "setup/" + token + "\n")
	}
	b.WriteString(t.T("serve.stop") + "\n")
	return b.String()
}

// browse opens a page in the browser of this machine, if it has one.
func browse(ctx context.Context, address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "darwin":
		name = "open"
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, args...) //nolint:gosec // the address is our own
	cmd.WaitDelay = time.Second
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }() // what a browser says when it ends is nobody's business
	}
}
