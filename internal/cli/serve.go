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
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/web"
)

// serveCommand runs the server of a club.
type serveCommand struct {
	dataFlags
	Listen    string
	NoBrowser bool
	Demo      bool
	Proxy     bool
	Log       bool

	open bool // the browser, because nobody sits at a terminal
}

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
	at, err := c.where()
	if err != nil && !c.Demo {
		return err
	}
	l, err := c.listen(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // the server has closed it by then
	j, where, err := c.journal(ctx, at)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	level := slog.LevelWarn
	if c.Log {
		level = slog.LevelInfo
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // what lives is small, and each result makes waste
	}
	running := club.New(j)
	defer running.Close()
	s, err := web.New(running, j, web.Options{
		Log:     slog.New(slog.NewTextHandler(t.stderr, &slog.HandlerOptions{Level: level})),
		Lang:    t.Lang(),
		Version: version().Version,
		Proxy:   c.Proxy,
		Screens: c.Demo,
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
func (c *serveCommand) journal(ctx context.Context, w whereabouts) (journal.Journal, string, error) {
	if c.Demo {
		return new(journal.Memory), "", nil
	}
	s, err := w.open(ctx, true)
	if err != nil {
		return nil, "", err
	}
	return s, w.name(), nil
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
