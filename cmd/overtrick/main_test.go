package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"overtrick": main})
}

// TestScript runs every file under testdata/script. Set UPDATE=1 to rewrite the
// expected outputs, then read the difference before you commit it.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":  status,
			"answers": answers,
			"unend":   unend,
		},
		Setup: func(env *testscript.Env) error {
			port, err := freePort()
			if err != nil {
				return err
			}
			env.Setenv("PORT", port)
			for _, name := range []string{"/evening.pbn", "/evening.csv", "/evening.pairs.csv", "/evening.xlsx", "/teams.pbn", "/club.jsonl"} {
				demo, err := os.ReadFile("../../demo" + name)
				if err != nil {
					return err
				}
				if err := os.WriteFile(env.WorkDir+name, demo, 0o600); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// status runs a command that must end with this exit status: status 2 overtrick.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [arguments]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// unend takes the newline at the end of a file away, which an archive always has:
// unend file.
func unend(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unend file")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// freePort is a port of this machine that nobody uses.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once
	if err != nil {
		return "", err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, errors.Join(err, l.Close())
}

// answers asks a server that may not have begun yet, and prints what it says: answers
// http://127.0.0.1:8080/.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: answers address")
	}
	const patience = 20 * time.Second
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(args[0]) //nolint:noctx // the script says where
		if err == nil {
			_, err = io.Copy(ts.Stdout(), resp.Body)
			ts.Check(errors.Join(err, resp.Body.Close()))
			return
		}
		if time.Since(began) > patience {
			ts.Fatalf("no answer: %v", err)
		}
	}
}
