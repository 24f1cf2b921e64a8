package overtrick_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// readOnly are the types whose methods have pointer receivers and change nothing
// that a caller can see.
var readOnly = []string{
	"regexp.Regexp", "strings.Replacer", "time.Location", "encoding/base64.Encoding", "golang.org/x/text/encoding/charmap.Charmap",
}

// inPlace are the functions of the standard library that write to what their first
// argument holds.
var inPlace = regexp.MustCompile(
	`^(slices\.(Sort.*|Reverse|Compact.*|Delete.*|Insert|Replace)|maps\.(Copy|DeleteFunc|Insert)|sort\.(Sort|Stable|Slice|SliceStable|Ints|Strings|Float64s))$`)

// globals lists where files of a package change a variable of a package, or hand
// it to somebody who may: such a variable would remember what happened before. It
// looks at the name at the root of an expression, so a copy of a map or slice
// escapes it. What is built once and then read is fine.
func globals(fset *token.FileSet, info *types.Info, files ...*ast.File) []string {
	var found []string
	seen := func(e ast.Expr, how string) {
		if v := root(info, e); v != nil {
			found = append(found, fmt.Sprintf("%s: %s %s: a rule remembers nothing", fset.Position(e.Pos()), v.Name(), how))
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						seen(e, "changes")
					}
				}
			case *ast.IncDecStmt:
				seen(n.X, "changes")
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					seen(n.Key, "changes")
					if n.Value != nil {
						seen(n.Value, "changes")
					}
				}
			case *ast.SendStmt:
				seen(n.Chan, "is sent to")
			case *ast.UnaryExpr:
				switch n.Op {
				case token.AND:
					seen(n.X, "can change where its address goes")
				case token.ARROW:
					seen(n.X, "is received from")
				}
			case *ast.SelectorExpr:
				if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal && mayChange(s.Obj()) {
					seen(n.X, "may change in "+n.Sel.Name)
				}
			case *ast.CallExpr:
				if len(n.Args) == 0 {
					break // recover() has none
				}
				switch f := called(info, n).(type) {
				case *types.Builtin:
					switch s, sliced := n.Args[0].(*ast.SliceExpr); {
					case slices.Contains([]string{"delete", "clear", "copy", "close"}, f.Name()),
						f.Name() == "append" && sliced && !s.Slice3:
						seen(n.Args[0], "changes in "+f.Name())
					}
				case *types.Func:
					if f.Pkg() != nil && inPlace.MatchString(f.Pkg().Path()+"."+f.Name()) {
						seen(n.Args[0], "changes in "+f.FullName())
					}
				}
			}
			return true
		})
	}
	return found
}

// root gives the variable of a package that an expression leads into, nil if there
// is none.
func root(info *types.Info, e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.SelectorExpr:
			if info.Selections[x] != nil {
				e = x.X
			} else {
				e = x.Sel // of another package
			}
		case *ast.Ident:
			if v, ok := info.Uses[x].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

// mayChange reports whether a method may change its receiver.
func mayChange(method types.Object) bool {
	f, ok := method.(*types.Func)
	if !ok {
		return false
	}
	pointer, ok := f.Signature().Recv().Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := pointer.Elem().(*types.Named)
	return !ok || named.Obj().Pkg() == nil || !slices.Contains(readOnly, named.Obj().Pkg().Path()+"."+named.Obj().Name())
}

// called is the function that a call names, nil if it does not name one.
func called(info *types.Info, call *ast.CallExpr) types.Object {
	e := ast.Unparen(call.Fun)
	if i, ok := e.(*ast.IndexExpr); ok { // with a type argument
		e = i.X
	}
	switch x := e.(type) {
	case *ast.Ident:
		return info.Uses[x]
	case *ast.SelectorExpr:
		return info.Uses[x.Sel]
	}
	return nil
}

// typed lets the compiler's own rules say what each name in these files means.
func typed(t *testing.T, fset *token.FileSet, of types.Importer, importPath string, files ...*ast.File) *types.Info {
	t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if _, err := (&types.Config{Importer: of}).Check(importPath, fset, files, info); err != nil {
		t.Fatal(err)
	}
	return info
}

// compiled imports these packages, and what they import, as the compiler left them.
func compiled(t *testing.T, fset *token.FileSet, patterns ...string) types.Importer {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, patterns...)
	at := map[string]string{}
	for l := range strings.Lines(string(run(t, "go", args...))) {
		name, file, _ := strings.Cut(strings.TrimSpace(l), " ")
		at[name] = file
	}
	return importer.ForCompiler(fset, "gc", func(importPath string) (io.ReadCloser, error) { return os.Open(at[importPath]) })
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
	fset := token.NewFileSet()
	list := slices.DeleteFunc(packages(t), func(p pkg) bool {
		r, ok := lookUp(roomOf(p.ImportPath))
		return !ok || r.floor > 2
	})
	var names []string
	for _, p := range list {
		names = append(names, p.ImportPath)
	}
	imports := compiled(t, fset, names...)
	for _, p := range list {
		var files []*ast.File
		for _, f := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, f), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		found := globals(fset, typed(t, fset, imports, p.ImportPath, files...), files...)
		for _, file := range files {
			found = append(found, slices.Concat(clocks(fset, file), inits(fset, file))...)
			if slices.Contains(exactRooms, roomOf(p.ImportPath)) {
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

func init() {}

var half = 0.5

func share(a, b int) float64 {
	return float64(a) / float64(b)
}

func late() bool { return hour.Now().Hour() > 22 && hour.Second > 0 }
`
	const good = `package field

import "time"

type clock struct{ Now func() time.Time }

func (c clock) init() { c.Now() }

const half = 1 / 2
`
	scan := func(src string) (n [3]int) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		return [3]int{len(floats(fset, file)), len(clocks(fset, file)), len(inits(fset, file))}
	}
	if got, want := scan(bad), [3]int{4, 1, 1}; got != want {
		t.Errorf("bad file: %v floats, clocks and inits; want %v", got, want)
	}
	if got, want := scan(good), [3]int{}; got != want {
		t.Errorf("good file: %v floats, clocks and inits; want %v", got, want)
	}
}

// TestMemoryIsSeen reads a file in which globals must find the lines that say
// "seen", once each, and no others.
func TestMemoryIsSeen(t *testing.T) {
	const src = `package field

import (
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type table struct {
	rows  []int
	of    map[string]int
	guard sync.Mutex
}

func (t *table) add(n int) { t.rows = append(t.rows, n) }

func (t table) first() int { return t.rows[0] }

var (
	calls  int
	names  []string
	points [4]int
	last   = map[string]int{}
	board  table
	boards = []*table{new(table)}
	any1   any = last
	memory sync.Map
	behind = new(sync.Map)
	n      atomic.Int64
	once   sync.Once
	queue  = make(chan int, 1)

	word  = regexp.MustCompile("[a-z]+")
	signs = strings.NewReplacer("S", "♠")
	packs = sync.OnceValue(func() map[string]int {
		packs := map[string]int{}
		packs["mp"] = 1
		return packs
	})
)

func remembers(p *int) {
	calls = 1 // seen
	calls++ // seen
	calls += 2 // seen
	*p, calls = 1, 2 // seen
	points[1]++ // seen
	(last)["a"] = 1 // seen
	board.of["a"] = 1 // seen
	boards[0].rows[0] = 1 // seen
	*boards[0] = table{} // seen
	any1.(map[string]int)["a"] = 1 // seen
	for calls = range 3 { // seen
	}
	for _, calls = range points { // seen
	}
	delete(last, "a") // seen
	clear(board.of) // seen
	copy(names, []string{"a"}) // seen
	copy(points[:], []int{1}) // seen
	_ = append(names[:0], "a") // seen
	p = &calls // seen
	p = &points[2] // seen
	board.add(1) // seen
	boards[0].add(1) // seen
	board.guard.Lock() // seen
	defer board.guard.Unlock() // seen
	add := board.add // seen
	memory.Store("a", 1) // seen
	behind.Store("a", 1) // seen
	_, _ = memory.Load("a") // seen
	n.Add(1) // seen
	once.Do(func() {}) // seen
	queue <- 1 // seen
	_ = <-queue // seen
	close(queue) // seen
	slices.Sort(names) // seen
	slices.Sort[[]string](names) // seen
	sort.Strings(names) // seen
	maps.Copy(last, board.of) // seen
	time.UTC = nil // seen
	_ = add
}

func reads(names []string) (sum int) {
	calls := calls + points[0] + last["a"] + board.first() + len(packs())
	calls++
	names[0] = "b"
	slices.Sort(names)
	for calls = range points {
		sum += calls
	}
	board := board
	board.add(1)
	p := &calls
	*p = cap(names)
	own := maps.Clone(last)
	own["a"] = 1
	delete(own, "b")
	var mine sync.Map
	mine.Store("a", word.MatchString(signs.Replace(names[0])))
	_ = append(names[:1:1], "c")
	_ = append(boards, new(table))
	_ = slices.Sorted(maps.Keys(last))
	_ = table.first
	_ = (*table).add
	_ = time.UTC.String()
	return min(sum, 4)
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imports := compiled(t, fset, "maps", "regexp", "slices", "sort", "strings", "sync", "sync/atomic", "time")
	var got []string
	for _, s := range globals(fset, typed(t, fset, imports, "field", file), file) {
		got = append(got, strings.Split(s, ":")[1])
	}
	var want []string
	for i, l := range strings.Split(src, "\n") {
		if strings.HasSuffix(l, "// seen") {
			want = append(want, strconv.Itoa(i+1))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines in which a variable may change (-want +got):\n%s", diff)
	}
}
