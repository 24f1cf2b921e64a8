//go:build unix

package journaltest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// childEnv makes this program start a server and wait for its end.
const childEnv = "OVERTRICK_JOURNALTEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		p, err := start("fsync=off")
		if err == nil {
			fmt.Println(p.dir)
			time.Sleep(time.Minute)
		}
		fmt.Println(err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// TestServerEndsWithItsProcess: a test that is killed leaves no server and no folder.
func TestServerEndsWithItsProcess(t *testing.T) {
	Database(t) // skips where no server is installed
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p := &Postgres{dir: strings.TrimSpace(line)}
	pid, err := p.pid()
	if err != nil || !p.running(pid) {
		t.Fatalf("the server in %q does not run: %v", p.dir, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, err := os.Stat(p.dir)
		if errors.Is(err, os.ErrNotExist) && !p.running(pid) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("its process is gone; the server runs: %v; its folder: %v", p.running(pid), err)
		}
	}
}

// watched is a test that is watched.
type watched struct {
	testing.TB
	said string
}

func (w *watched) Helper()                          {}
func (w *watched) Skipf(format string, args ...any) { w.said = "skip: " + fmt.Sprintf(format, args...) }

func (w *watched) Fatalf(format string, args ...any) {
	w.said = "fail: " + fmt.Sprintf(format, args...)
}

// TestMissing: without PostgreSQL a test is skipped and says why; where a change is
// checked it fails.
func TestMissing(t *testing.T) {
	none, broken := &notInstalled{[]string{"/nowhere"}}, errors.New("initdb: no space left")
	for _, tc := range []struct {
		name, required, ci string
		err                error
		want               string
	}{
		{"at a desk", "", "", none, "skip: no server of PostgreSQL is installed: no initdb in /nowhere, nor on the PATH; on Debian"},
		{"where it is required", "required", "", none, "fail: PostgreSQL is required here"},
		{"in CI", "", "true", none, "fail: PostgreSQL is required here"},
		{"installed, and broken", "", "", broken, "fail: PostgreSQL is required here: initdb: no space left"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Setenv(Required, tc.required)
			t.Setenv("CI", tc.ci)
			w := &watched{TB: t}
			missing(w, tc.err)
			if !strings.HasPrefix(w.said, tc.want) {
				t.Errorf("it said %q, want %q", w.said, tc.want)
			}
		})
	}
}

// TestNewest: of several servers the newest is taken.
func TestNewest(t *testing.T) {
	for path, want := range map[string]int{"/usr/lib/postgresql/15/bin/initdb": 15, "/usr/lib/postgresql/9.6/bin/initdb": 9, "/usr/bin/initdb": 0} {
		if got := version(path); got != want {
			t.Errorf("%s: version %d, want %d", path, got, want)
		}
	}
}
