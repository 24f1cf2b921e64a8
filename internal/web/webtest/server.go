// Package webtest runs servers of a club as processes of their own, which can be
// killed, and evenings at which devices enter results as they do in a club: again and
// again under the same ids, until they are acknowledged. The tests of servers that die
// and the load generator stand on it. It speaks to this machine alone.
package webtest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Build builds the program into a folder and gives its path.
func Build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "overtrick")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", path, "github.com/overtrick/overtrick/cmd/overtrick").CombinedOutput() //nolint:gosec // our own program
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// Server is a server that runs as a process of its own.
type Server struct {
	cmd    *exec.Cmd
	ready  chan struct{}
	ended  chan struct{}
	url    string
	stderr bytes.Buffer
	err    error
}

// Launch starts "overtrick serve" with these arguments, at a free port of the
// loopback, and does not wait until it answers.
func Launch(program string, args ...string) (*Server, error) {
	s := &Server{ready: make(chan struct{}), ended: make(chan struct{})}
	args = append([]string{"serve", "--listen", "127.0.0.1:0", "--no-browser"}, args...)
	s.cmd = exec.Command(program, args...) //nolint:gosec,noctx // the program that was built; it is killed by name
	s.cmd.Stderr = &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.ended)
		s.read(out)
		s.err = s.cmd.Wait()
	}()
	return s, nil
}

// Start starts a server and waits until it answers.
func Start(program string, args ...string) (*Server, error) {
	s, err := Launch(program, args...)
	if err != nil {
		return nil, err
	}
	if !s.Ready(time.Minute) {
		s.Kill()
		return nil, fmt.Errorf("the server does not answer: %w\n%s", s.err, s.stderr.Bytes())
	}
	return s, nil
}

// read looks for the address in what the server says.
func (s *Server) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if at := strings.TrimSpace(lines.Text()); s.url == "" && strings.HasPrefix(at, "http://") {
			s.url = strings.TrimSuffix(at, "/")
			close(s.ready)
		}
	}
}

// Ready waits until the server listens. It is false if it has ended, or takes longer.
func (s *Server) Ready(limit time.Duration) bool {
	select {
	case <-s.ready:
	case <-s.ended:
	case <-time.After(limit):
	}
	select {
	case <-s.ready:
		return true
	default:
		return false
	}
}

// URL is where it answers, once it is ready.
func (s *Server) URL() string {
	<-s.ready
	return s.url
}

// PID is its process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill kills it with SIGKILL and waits until it is gone. It reports whether it still
// ran: if not, it had ended by itself.
func (s *Server) Kill() (ran bool) {
	err := s.cmd.Process.Kill()
	<-s.ended
	return err == nil && !s.cmd.ProcessState.Exited()
}

// Stop asks it to end and waits until it has.
func (s *Server) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-s.ended
	return s.err
}

// Said is what it wrote to its log, once it has ended.
func (s *Server) Said() string {
	<-s.ended
	return s.stderr.String()
}

// ErrElsewhere says that an address is not on this machine.
var ErrElsewhere = errors.New("want an address of the loopback")

// Loopback refuses an address, with its port, that is not on this machine. No name is
// looked up.
func Loopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.Unmap().IsLoopback() {
		return fmt.Errorf("%s: %w", address, ErrElsewhere)
	}
	return nil
}

// NewClient makes a client that keeps so many connections, and reaches this machine
// alone.
func NewClient(connections int) *http.Client {
	dialer := new(net.Dialer)
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if err := Loopback(address); err != nil {
				return nil, err
			}
			return dialer.DialContext(ctx, network, address)
		},
		MaxIdleConns: connections, MaxIdleConnsPerHost: connections, DisableCompression: true,
	}}
}
