package overtrick_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floats lists where a file names a float: as a type, as a constant, or as what
// a function makes.
func floats(fset *token.FileSet, file *ast.File) []string {
	var found []string
	add := func(n ast.Node, what string) {
		found = append(found, fmt.Sprintf("%s: %s: no float decides a result", fset.Position(n.Pos()), what))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			switch n.Name {
			case "float32", "float64", "complex64", "complex128", "Float32", "Float64", "ParseFloat", "FormatFloat", "NewFloat", "SetFloat64":
				add(n, n.Name)
			}
		case *ast.BasicLit:
			if n.Kind == token.FLOAT || n.Kind == token.IMAG {
				add(n, "the constant "+n.Value)
			}
		}
		return true
	})
	return found
}

// clocks lists where a file asks what time it is, or waits.
func clocks(fset *token.FileSet, file *ast.File) []string {
	name := importName(file, "time")
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == name && slices.Contains(clock, sel.Sel.Name) {
			found = append(found, fmt.Sprintf("%s: time.%s: a time is an argument", fset.Position(n.Pos()), sel.Sel.Name))
		}
		return true
	})
	return found
}

// inits lists the init functions of a file: what a rule knows is written as a
// value, and nothing happens because a package was imported.
func inits(fset *token.FileSet, file *ast.File) []string {
	var found []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, fmt.Sprintf("%s: init: nothing happens because a package was imported", fset.Position(f.Pos())))
		}
	}
	return found
}

// globals lists where the files of a package change a variable of the package:
// such a variable would remember what happened before.
func globals(fset *token.FileSet, files []*ast.File) []string {
	ofPackage := map[string]*ast.ValueSpec{}
	for _, file := range files {
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, spec := range g.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							ofPackage[name.Name] = v
						}
					}
				}
			}
		}
	}
	var found []string
	changed := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.SelectorExpr:
				e = x.X
				continue
			case *ast.StarExpr:
				e = x.X
				continue
			case *ast.ParenExpr:
				e = x.X
				continue
			case *ast.Ident:
				// An identifier that is resolved within its file is a local one, unless it
				// leads to the declaration itself.
				if v := ofPackage[x.Name]; v != nil && (x.Obj == nil || x.Obj.Decl == v) {
					found = append(found, fmt.Sprintf("%s: %s changes: a rule remembers nothing", fset.Position(x.Pos()), x.Name))
				}
			}
			return
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						changed(e)
					}
				}
			case *ast.IncDecStmt:
				changed(n.X)
			}
			return true
		})
	}
	return found
}

// importName is what a file calls a package, "" if it does not import it.
func importName(file *ast.File, path string) string {
	for _, i := range file.Imports {
		if i.Path.Value != `"`+path+`"` {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return path[strings.LastIndex(path, "/")+1:]
	}
	return ""
}

// TestPurity reads the code of the floors 0 to 2: no clock, no memory, nothing
// that happens by itself, and no float in the rooms whose numbers decide.
func TestPurity(t *testing.T) {
	for _, p := range packages(t) {
		name := roomOf(p.ImportPath)
		r, ok := lookUp(name)
		if !ok || r.floor > 2 {
			continue
		}
		fset := token.NewFileSet()
		var files []*ast.File
		for _, f := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, f), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		found := globals(fset, files)
		for _, file := range files {
			found = append(found, slices.Concat(clocks(fset, file), inits(fset, file))...)
			if slices.Contains(exactRooms, name) {
				found = append(found, floats(fset, file)...)
			}
		}
		for _, s := range found {
			t.Error(s)
		}
	}
}

// TestImpurityIsSeen gives the scans something to find.
func TestImpurityIsSeen(t *testing.T) {
	const bad = `package field

import hour "time"

var calls, last = 0, map[string]int{}

func init() { calls++ }

var half = 0.5

func share(a, b int) float64 {
	last["share"] = a
	return float64(a) / float64(b)
}

func late() bool { return hour.Now().Hour() > 22 && hour.Second > 0 }
`
	const good = `package field

import "time"

type clock struct{ Now func() time.Time }

func (c clock) init() { c.Now() }

const half = 1 / 2

var calls = []int{1}

func count(n int) int {
	calls := calls[0]
	calls++
	n = calls
	return n
}
`
	scan := func(src string) (n [4]int) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		return [4]int{len(floats(fset, file)), len(clocks(fset, file)), len(inits(fset, file)), len(globals(fset, []*ast.File{file}))}
	}
	if got, want := scan(bad), [4]int{4, 1, 1, 2}; got != want {
		t.Errorf("bad file: %v floats, clocks, inits and globals; want %v", got, want)
	}
	if got, want := scan(good), [4]int{}; got != want {
		t.Errorf("good file: %v floats, clocks, inits and globals; want %v", got, want)
	}
}
