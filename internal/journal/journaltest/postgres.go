//go:build unix

package journaltest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Required is the environment variable that decides what a missing PostgreSQL means:
// with the value "required" the test fails, else it is skipped. CI=true does the same.
const Required = "OVERTRICK_POSTGRES"

// Postgres is a server of PostgreSQL in a folder of its own, reached by a socket in
// that folder alone. It ends, and its folder goes, with the process that started it,
// however that ends.
type Postgres struct {
	dir      string
	bin      string
	settings []string
	uid, gid int            // of who runs it: the server refuses to run as root
	leash    io.WriteCloser // when it is closed, or this process ends, the server ends
	shell    *exec.Cmd      // that holds the server
	serial   int
	mu       sync.Mutex
}

// shared is the server of all tests of a process that do nothing to it.
var shared struct {
	once   sync.Once
	server *Postgres
	err    error
}

// Database makes an empty database and gives its address. The server is started for
// the first test that asks, and goes with the process; the database goes with the test.
func Database(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = start("fsync=off", "full_page_writes=off") })
	if shared.err != nil {
		missing(t, shared.err)
	}
	return shared.server.Database(t)
}

// NewPostgres starts a server for one test, as durable as one that a federation runs,
// with these settings ("name=value") added. It ends with the test.
func NewPostgres(t testing.TB, settings ...string) *Postgres {
	t.Helper()
	p, err := start(settings...)
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(p.release)
	return p
}

// missing skips a test that has no PostgreSQL, where that is allowed.
func missing(t testing.TB, err error) {
	t.Helper()
	if none, ok := errors.AsType[*notInstalled](err); ok && os.Getenv(Required) != "required" && os.Getenv("CI") != "true" {
		t.Skipf("%v; on Debian: apt-get install postgresql", none)
		return
	}
	t.Fatalf("PostgreSQL is required here: %v", err)
}

type notInstalled struct{ looked []string }

func (n *notInstalled) Error() string {
	return fmt.Sprintf("no server of PostgreSQL is installed: no initdb in %s, nor on the PATH", strings.Join(n.looked, ", "))
}

// binaries finds the folder of the newest server that is installed.
func binaries() (string, error) {
	patterns := []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin"}
	var found []string
	for _, p := range patterns {
		list, err := filepath.Glob(filepath.Join(p, "initdb"))
		if err != nil {
			return "", err
		}
		found = append(found, list...)
	}
	if len(found) > 0 {
		return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", &notInstalled{patterns}
}

// version is the first number of a path.
func version(path string) int {
	for _, f := range strings.FieldsFunc(path, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(f); err == nil {
			return n
		}
	}
	return 0
}

// start makes a cluster and starts its server.
func start(settings ...string) (p *Postgres, err error) {
	p = &Postgres{settings: settings, uid: os.Getuid(), gid: os.Getgid()}
	if p.bin, err = binaries(); err != nil {
		return nil, err
	}
	if p.dir, err = os.MkdirTemp("", "pg"); err != nil { // a short name: that of a socket has no room for more
		return nil, err
	}
	if p.uid == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		p.uid, _ = strconv.Atoi(u.Uid)
		p.gid, _ = strconv.Atoi(u.Gid)
		if err := os.Chown(p.dir, p.uid, p.gid); err != nil {
			return nil, err
		}
	}
	if out, err := p.command("initdb", "--no-sync", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", p.data()).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w\n%s", err, out), os.RemoveAll(p.dir))
	}
	if err := p.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(p.dir))
	}
	return p, nil
}

func (p *Postgres) data() string { return filepath.Join(p.dir, "data") }

// command is one of PostgreSQL's programs, run by who may run it.
func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	return p.as(exec.Command(filepath.Join(p.bin, name), args...)) //nolint:gosec,noctx // a program that we found; it outlives a test
}

func (p *Postgres) as(cmd *exec.Cmd) *exec.Cmd {
	cmd.Dir = p.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	if p.uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(p.uid), Gid: uint32(p.gid)}}
	}
	return cmd
}

// leash runs the server until its standard input ends: that is, until this process
// lets go of it, or is no more. Then the folder goes, if it was the last use of it.
const leash = `
dir=$1
shift
"$@" </dev/null >>"$dir/log" 2>&1 &
read -r word
if [ -e "$dir/data/postmaster.pid" ]; then kill -QUIT $! 2>/dev/null; fi
wait
if [ "$word" != stay ]; then rm -rf "$dir"; fi
`

// Start starts the server again after [Postgres.Kill] or [Postgres.Stop], and waits
// until it answers.
func (p *Postgres) Start() error {
	args := []string{
		"-c", leash, "leash", p.dir, filepath.Join(p.bin, "postgres"), "-D", p.data(), "-k", p.dir,
		"-c", "listen_addresses=", "-c", "max_connections=200", "-c", "timezone=UTC",
	}
	for _, s := range p.settings {
		args = append(args, "-c", s)
	}
	cmd := p.as(exec.Command("sh", args...)) //nolint:gosec,noctx // our own words; it outlives a test
	hold, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.leash, p.shell = hold, cmd
	deadline := time.Now().Add(60 * time.Second)
	for {
		err := p.ping()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(p.dir, "log"))
			return fmt.Errorf("the server does not answer: %w\n%s", err, log)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (p *Postgres) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.address("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// pid is the process of the server.
func (p *Postgres) pid() (int, error) {
	b, err := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	return strconv.Atoi(line)
}

// Kill kills the server with SIGKILL, as when the power goes.
func (p *Postgres) Kill(t testing.TB) {
	t.Helper()
	p.signal(t, syscall.SIGKILL)
}

// Stop stops the server as its administrator would, without waiting for those who are
// connected.
func (p *Postgres) Stop(t testing.TB) {
	t.Helper()
	p.signal(t, syscall.SIGINT)
}

func (p *Postgres) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	pid, err := p.pid()
	if err == nil {
		err = syscall.Kill(pid, sig)
	}
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end) && p.running(pid); {
		time.Sleep(5 * time.Millisecond)
	}
	p.let("stay")
}

// running reports whether the server runs, or one of its children still does: while
// these have its memory, no other can start. Where the system does not show what runs
// in a folder, it is the server alone.
func (p *Postgres) running(pid int) bool {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		return syscall.Kill(pid, 0) == nil
	}
	return slices.ContainsFunc(links, func(link string) bool {
		in, err := os.Readlink(link)
		return err == nil && in == p.data() // a process that is dead and not yet counted has none
	})
}

// let lets go of the leash and waits until all is over.
func (p *Postgres) let(word string) {
	_, _ = io.WriteString(p.leash, word+"\n")
	_ = p.leash.Close()
	_ = p.shell.Wait() // the log says what became of the server
}

// release ends the server, whether it runs or not, and takes its folder away.
func (p *Postgres) release() {
	p.let("go")
	_ = os.RemoveAll(p.dir) // of a server that was stopped it is still there
}

// Database makes an empty database on this server and gives its address.
func (p *Postgres) Database(t testing.TB) string {
	t.Helper()
	p.mu.Lock()
	p.serial++
	name := fmt.Sprintf("test%d", p.serial)
	p.mu.Unlock()
	if err := p.do("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.do("DROP DATABASE " + name + " WITH (FORCE)") }) // a server that was killed has none
	return p.address(name)
}

// SmallDatabase makes an empty database on a disk of this many bytes, in memory, and
// gives its address. Where no disk can be mounted the test is skipped.
func (p *Postgres) SmallDatabase(t testing.TB, size int) string {
	t.Helper()
	place := filepath.Join(p.dir, "small")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d,uid=%d,gid=%d,mode=700", size, p.uid, p.gid), "tmpfs", place).CombinedOutput(); err != nil { //nolint:gosec // our own numbers
		t.Skipf("no small disk can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		p.Stop(t)
		if out, err := exec.CommandContext(context.Background(), "umount", place).CombinedOutput(); err != nil { //nolint:gosec // our own folder
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	p.Run(t, "CREATE TABLESPACE small LOCATION '"+place+"'")
	p.Run(t, "CREATE DATABASE small TABLESPACE small")
	return p.address("small")
}

// Run runs a statement as the administrator.
func (p *Postgres) Run(t testing.TB, statement string) {
	t.Helper()
	if err := p.do(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// do runs a statement as the administrator.
func (p *Postgres) do(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.address("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

func (p *Postgres) address(database string) string {
	return "postgres:///" + database + "?" + url.Values{"host": {p.dir}, "user": {"postgres"}}.Encode()
}
