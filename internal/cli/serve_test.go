package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDataFile: a club is kept in the file that is named, in the folder that is named,
// or where the system keeps data.
func TestDataFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data"))
	cases := map[string]string{
		filepath.Join(dir, "club.db"):       "club.db",
		dir:                                 "club.overtrick",
		filepath.Join(dir, "new") + "/":     filepath.Join("new", "club.overtrick"),
		filepath.Join(dir, "a", "b", "c.x"): filepath.Join("a", "b", "c.x"),
	}
	if runtime.GOOS == "linux" {
		cases[""] = filepath.Join("data", "overtrick", "club.overtrick")
	}
	for data, want := range cases {
		w, err := dataFlags{Data: data}.where()
		if err != nil || w.file != filepath.Join(dir, want) {
			t.Errorf("%q: %q, %v; want %q", data, w.file, err, want)
			continue
		}
		if err := w.makeFolder(); err != nil {
			t.Errorf("%q: %v", data, err)
		}
		if info, err := os.Stat(filepath.Dir(w.file)); err != nil || !info.IsDir() {
			t.Errorf("%q: %v", data, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := dataFlags{Data: filepath.Join(dir, "file", "club")}.where()
	if err == nil {
		err = w.makeFolder()
	}
	if e, ok := asError(err); !ok || e.Key != "file.write" {
		t.Errorf("a folder that is a file: %v", err)
	}
}

// TestServeWelcome: what is said at the start is said in every language, and the link
// stands there once, while the club has no owner.
func TestServeWelcome(t *testing.T) {
	for _, lang := range []string{"en", "de", "ru"} {
		term := newTerminal(t, lang, 80)
		text := (&serveCommand{}).welcome(term, []string{"http://192.168.1.20:8080/", "http://127.0.0.1:8080/"}, "club.overtrick", "secret")
		for _, want := range []string{"\n  http://192.168.1.20:8080/\n", "\n  http://127.0.0.1:8080/\n", "club.overtrick", "█", "\n  http://192.168.1.20:8080/setup/secret\n", "C"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", lang, want, text)
			}
		}
		if strings.Contains(text, "serve.") {
			t.Errorf("%s: a text is missing:\n%s", lang, text)
		}
		if again := (&serveCommand{}).welcome(term, []string{"http://127.0.0.1:8080/"}, "x", ""); strings.Contains(again, "setup") || strings.Contains(again, "█") {
			t.Errorf("%s: %s", lang, again)
		}
	}
}

// TestServeEnds: the server ends with its context, and leaves the file to the next.
func TestServeEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.overtrick")
	for range 2 {
		ctx, stop := context.WithCancel(t.Context())
		var out, log bytes.Buffer
		term := newTerminal(t, "en", 80)
		term.stdout, term.stderr = writerFunc(func(b []byte) (int, error) {
			if strings.Contains(string(b), "answers at") {
				stop()
			}
			return out.Write(b)
		}), &log
		if err := (&serveCommand{dataFlags: dataFlags{Data: path}, Listen: "127.0.0.1:0"}).run(ctx, term); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), "overtrick has stopped.\n") || log.Len() > 0 {
			t.Errorf("%s\n%s", &out, &log)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
