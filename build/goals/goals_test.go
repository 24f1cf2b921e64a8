package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/overtrick/overtrick/internal/browser"
)

// TestSmall measures a little of everything, so that it can be measured when somebody
// wants to know. What comes out is not looked at: that is for "make goals".
func TestSmall(t *testing.T) {
	program := browser.Program(t)
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	text, err := run(t.Context(), io.Discard, root, program, config{results: 4, runs: 1, boards: 3, pages: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goals {
		if want := fmt.Sprintf("| %-4s", g.name); g.name != "G9" && g.name != "G13" && !strings.Contains(text, want) {
			t.Errorf("nothing was measured of %s:\n%s", g.name, text)
		}
	}
}

// TestDocument: the page that is kept names every goal, has a figure or says that it has
// none, and fits on a screen.
func TestDocument(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(root, "docs", "goals.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, g := range goals {
		if !strings.Contains(text, "**"+g.name+"**, "+g.what+".") {
			t.Errorf("docs/goals.md does not say how %s was measured", g.name)
		}
		if !strings.Contains(text, fmt.Sprintf("\n| %-4s", g.name)) && !strings.Contains(text, "**"+g.name+"**, "+g.what+". Not measured") {
			t.Errorf("docs/goals.md has no figure of %s", g.name)
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line); n > 120 {
			t.Errorf("docs/goals.md:%d: %d columns", i+1, n)
		}
	}
}

func TestCheck(t *testing.T) {
	good := config{results: 1, runs: 1, boards: 1, pages: 3}
	if err := good.check(); err != nil {
		t.Error(err)
	}
	for _, bad := range []config{{0, 1, 1, 3, true, ""}, {244, 1, 1, 3, true, ""}, {1, 0, 1, 3, true, ""}, {1, 1, 16, 3, true, ""}, {1, 1, 1, 2, true, ""}} {
		if bad.check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
