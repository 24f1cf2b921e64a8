package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is what the code of the whole module says that a catalogue must know.
type source struct {
	formats map[string][]string // English texts of errors and warnings by key
	rules   map[string]bool     // rules of derivations
	doors   []string            // every string of the doors, which look texts up by key
	strings map[string]bool     // every string of the module
	looked  []string            // keys that a door looks up as they stand
	wants   []string            // what the tags of PBN allow, an argument of a warning
}

var (
	looksLikeKey  = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)
	looksLikeRule = regexp.MustCompile(`^L\d+[A-Z]?\d*(\.[a-z0-9_]+)*$`)
	penMethods    = []string{"Given", "LookUp", "Same", "Sum", "Difference", "Product", "Quotient", "Greatest", "Least", "Round", "Place", "premium"}
)

// readSource parses every file of the module that is no test.
func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{formats: map[string][]string{}, rules: map[string]bool{}, strings: map[string]bool{}}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || strings.HasSuffix(name, "test")) {
				return filepath.SkipDir
			}
			if d.Name() == "shelf" { // only tests see its errors
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".html") {
			return s.page(path)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.file(f, filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), root)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lookedUp is a text that a template of a page looks up.
var lookedUp = regexp.MustCompile(`\b[tn] "([a-z0-9_.]+)"`)

// page notes what a template looks up; it stands beside the code of a door.
func (s *source) page(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, m := range lookedUp.FindAllStringSubmatch(string(data), -1) {
		s.doors, s.looked = append(s.doors, m[1]), append(s.looked, m[1])
	}
	return nil
}

func (s *source) file(f *ast.File, dir string) {
	door := strings.HasPrefix(dir, "/internal/") && slices.Contains([]string{"locale", "cli", "web", "paper"}, filepath.Base(dir))
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			text, ok := literal(n)
			if !ok {
				break
			}
			s.strings[text] = true
			if door {
				s.doors = append(s.doors, text)
			} else if looksLikeRule.MatchString(text) {
				s.rules[text] = true
			}
		case *ast.CallExpr:
			s.call(n, door)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && dir == "/format/pbn" && key.Name == "want" {
				s.want(n.Value)
			}
		case *ast.ValueSpec:
			if dir == "/format/pbn" && strings.HasPrefix(n.Names[0].Name, "want") && len(n.Values) == 1 {
				s.want(n.Values[0])
			}
		}
		return true
	})
}

// want notes what a tag allows; a constant is noted where it is declared.
func (s *source) want(e ast.Expr) {
	if text, ok := literal(e); ok {
		s.wants = append(s.wants, text)
	}
}

// call finds a key with the English text behind it, whoever is called: Errorf,
// Warn, and what rooms make of these; and the rule that a pen writes.
func (s *source) call(c *ast.CallExpr, door bool) {
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && len(c.Args) > 1 && slices.Contains(penMethods, sel.Sel.Name) {
		at := 0
		if sel.Sel.Name == "premium" { // of a pad: whose comes first
			at = 1
		}
		if rule, ok := literal(c.Args[at]); ok && looksLikeKey.MatchString(rule) {
			s.rules[rule] = true
		}
	}
	name := callee(c)
	if name == "sumOf" && len(c.Args) > 2 { // event adds up by two rules, of the sum and of each part
		for _, arg := range c.Args[1:3] {
			if rule, ok := literal(arg); ok && rule != "" { // one without a pen has none
				s.rules[rule] = true
			}
		}
	}
	if door && len(c.Args) > 0 && (name == "T" || name == "N" || name == "Pick") {
		if key, ok := literal(c.Args[0]); ok {
			s.looked = append(s.looked, key)
		}
	}
	if !refuses.MatchString(name) {
		return
	}
	for i := range len(c.Args) - 1 {
		key, ok1 := literal(c.Args[i])
		format, ok2 := literal(c.Args[i+1])
		if ok1 && ok2 && looksLikeKey.MatchString(key) {
			if !slices.Contains(s.formats[key], format) {
				s.formats[key] = append(s.formats[key], format)
			}
		}
	}
}

// refuses are the names of what makes an error or a warning from a key and a text.
var refuses = regexp.MustCompile(`(?i)^(errorf|warn|fail|refuse)$`)

// callee is the name of what is called, without its package or receiver.
func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal gives the value of a string constant, one that is added up too; of a
// sum with something else it gives nothing.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.BinaryExpr:
		a, ok1 := literal(e.X)
		b, ok2 := literal(e.Y)
		return a + b, ok1 && ok2
	}
	return "", false
}
