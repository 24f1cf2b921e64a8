package sqlstore_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/journal/sqlstore"
)

var (
	placeholder = regexp.MustCompile(`\$(\d+)`)
	statement   = regexp.MustCompile(`(?i)\b(SELECT .*FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b`)
	overwrites  = regexp.MustCompile(`(?i)\b(UPDATE entry|DELETE FROM (entry|stream))\b|INSERT INTO entry.*ON CONFLICT|CREATE TRIGGER`)
)

// ascending reports whether placeholders appear for the first time as $1, $2, $3 ...
func ascending(text string) bool {
	next := 1
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		switch n, err := strconv.Atoi(m[1]); {
		case err != nil || n > next:
			return false
		case n == next:
			next++
		}
	}
	return true
}

// TestPlaceholders: a driver may bind placeholders by their first appearance, and find
// nothing, silently, where that is another order.
func TestPlaceholders(t *testing.T) {
	for text, want := range map[string]bool{"$1 $2 $1 $3": true, "$2 $1": false, "$1 $3": false, "": true, "$0": true} {
		if ascending(text) != want {
			t.Errorf("%q: ascending %v, want %v", text, !want, want)
		}
	}
	for _, n := range []int{1, 2, 13} {
		for name, text := range sqlstore.Texts(n) {
			if !ascending(text) || strings.Contains(text, "?") {
				t.Errorf("%s: %s", name, text)
			}
			if overwrites.MatchString(text) {
				t.Errorf("%s changes the log: %s", name, text)
			}
		}
	}
	if got, want := sqlstore.Texts(2)["closeStreams(2)"], "VALUES ($1, $2, $3), ($4, $5, $6) ON"; !strings.Contains(got, want) {
		t.Errorf("%s, want %s in it", got, want)
	}
}

// TestQueriesStandInOnePlace: what [sqlstore.Texts] does not show, no file has.
func TestQueriesStandInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for name := range sqlstore.Texts(1) {
		names[strings.TrimSuffix(name, "(1)")] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			var in []string // names that the declaration declares
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					in = append(in, n.Name.Name)
				case *ast.ValueSpec:
					in = append(in, n.Names[0].Name)
				case *ast.BasicLit:
					if n.Kind != token.STRING || !statement.MatchString(n.Value) || strings.Contains(n.Value, "sqlite_master") {
						break
					}
					if last := in[len(in)-1]; name != "queries.go" || !names[last] {
						t.Errorf("%s: %s has a query that no test looks at: %s", name, last, n.Value)
					}
				}
				return true
			})
		}
	}
}

// TestLibc: modernc.org/libc keeps no promise between versions; SQLite runs with the
// very one that it was made with, and with another its faults are obscure.
func TestLibc(t *testing.T) {
	list := func(format, module string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", format, module).Output()
		if err != nil {
			t.Fatalf("go list -m %s: %v", module, err)
		}
		return strings.TrimSpace(string(out))
	}
	file, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^\s*modernc\.org/libc (v\S+)`).FindStringSubmatch(string(file))
	if m == nil {
		t.Fatal("modernc.org/sqlite does not name its libc")
	}
	if have := list("{{.Version}}", "modernc.org/libc"); have != m[1] {
		t.Errorf("modernc.org/libc is %s, and modernc.org/sqlite %s wants %s", have, list("{{.Version}}", "modernc.org/sqlite"), m[1])
	}
}
