package overtrick_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pkg is a package as the go command lists it, without its tests.
type pkg struct {
	ImportPath string
	Dir        string
	Doc        string
	GoFiles    []string
	Imports    []string
}

// packages lists every package of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(run(t, "go", "list", "-json=ImportPath,Dir,Doc,GoFiles,Imports", "./...")))
	var list []pkg
	for {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// run runs a command in the root of the repository and gives what it prints.
func run(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// broken lists, in words, each way in which these packages break the floor plan.
func broken(list []pkg) []string {
	var found []string
	add := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	for _, p := range list {
		name := roomOf(p.ImportPath)
		if name == "" {
			continue
		}
		r, ok := lookUp(name)
		if !ok {
			add("room %s is not on the floor plan: draw it in plan_test.go first", name)
			continue
		}
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			to := strings.TrimPrefix(imp, module+"/")
			switch {
			case isHelper(imp):
				add("%s imports %s: only tests import what helps tests", from, to)
			case to != imp:
				if other := roomOf(imp); other != name && !lists(r.mayUse(), other) {
					add("%s imports %s: that arrow is not on the floor plan; %s may use %s", from, to, name, orNothing(r.mayUse()))
				}
			case strings.Contains(strings.Split(imp, "/")[0], "."):
				if !slices.ContainsFunc(dependencies, func(d dependency) bool { return d.allows(name, imp) }) {
					add("%s imports %s: %s", from, imp, foreign(name))
				}
			default:
				for _, b := range bans {
					if b.forbids(name, r, imp) {
						add("%s imports %s: %s", from, imp, b.why)
					}
				}
			}
		}
	}
	return found
}

func orNothing(rooms []string) string {
	if len(rooms) == 0 {
		return "no other room"
	}
	return strings.Join(rooms, ", ")
}

// foreign says which modules from elsewhere a room may import.
func foreign(name string) string {
	var may []string
	for _, d := range dependencies {
		if lists(d.rooms, name) {
			may = append(may, d.path())
		}
	}
	if len(may) == 0 {
		return name + " stands on the standard library alone"
	}
	return name + " may import, beside the standard library, " + strings.Join(may, ", ")
}

// path is the part of the module that may be imported.
func (d dependency) path() string {
	if d.pkg != "" {
		return d.pkg
	}
	return d.module
}

func (d dependency) allows(name, imp string) bool {
	return lists(d.rooms, name) && (imp == d.path() || strings.HasPrefix(imp, d.path()+"/"))
}

func (b ban) forbids(name string, r room, imp string) bool {
	return (imp == b.pkg || strings.HasPrefix(imp, b.pkg+"/")) && r.floor <= b.floors && !lists(b.except, name)
}

// TestArrows holds the imports of the program against the floor plan.
func TestArrows(t *testing.T) {
	for _, s := range broken(packages(t)) {
		t.Error(s)
	}
}

// TestArrowsAreSeen breaks the plan on purpose, once in each way.
func TestArrowsAreSeen(t *testing.T) {
	for _, tc := range []struct {
		name, from, imports string
		want                string // "" for nothing to complain about
	}{
		{"down", "field", module + "/score", ""},
		{"down two floors", "internal/web", module + "/bridge", ""},
		{"within a room", "internal/journal/sqlite", module + "/internal/journal", ""},
		{"a format as such", "format/usebio", module + "/notation", ""},
		{"a format of its own", "format/padtext", module + "/pad", ""},
		{"a format of two things", "format/pbn", module + "/pad", ""},
		{"cli uses any format", "internal/cli", module + "/format/pbn", ""},
		{"what formats share", "format/usebio", module + "/format/internal/charset", ""},
		{"charsets", "format/usebio", "golang.org/x/text/encoding/charmap", ""},
		{"the journal's store", "internal/journal/sqlite", "database/sql", ""},
		{"a helper may do as it likes", "bridge/bridgetest", "os", ""},
		{"a helper of a deeper room", "internal/journal/journaltest", "testing", ""},
		{"a helper of a part of a room", "internal/journal/sqlite/sqlitetest", "testing", ""},
		{"a helper by name", "internal/shelf", "testing", ""},
		{"within a helper by name", "build/report", "os", ""},
		{"the root", "", "os", ""},

		{"up", "score", module + "/field", "score imports field: that arrow is not on the floor plan; score may use bridge, exact, why"},
		{"up from the ground", "bridge", module + "/score", "bridge imports score: that arrow is not on the floor plan; bridge may use no other room"},
		{"sideways", "vp", module + "/field", "vp imports field: that arrow is not on the floor plan"},
		{"a format beside another", "format/pbn", module + "/format/lin", "format/pbn imports format/lin: that arrow is not on the floor plan"},
		{"another format's room", "format/usebio", module + "/pad", "format/usebio imports pad: that arrow is not on the floor plan"},
		{"from deep inside", "internal/club/watch", module + "/internal/web", "internal/club/watch imports internal/web: that arrow is not on the floor plan"},
		{"a room nobody drew", "util", "fmt", "room util is not on the floor plan"},
		{"a room nobody drew, inside", "internal/helpers", "fmt", "room internal/helpers is not on the floor plan"},
		{"a helper of tests", "field", module + "/internal/shelf", "field imports internal/shelf: only tests import what helps tests"},
		{"a suite", "internal/club", module + "/internal/journal/journaltest", "internal/club imports internal/journal/journaltest: only tests import what helps tests"},
		{"a room that ends in test", "internal/contest", module + "/score", "room internal/contest is not on the floor plan"},
		{"a part of a room that ends in test", "event/latest", "os", "event/latest imports os: a rule gets a reader, not a file"},
		{"another package's helper", "event/bridgetest", "os", "event/bridgetest imports os: a rule gets a reader, not a file"},
		{"under a helper", "bridge/bridgetest/deals", "os", "bridge/bridgetest/deals imports os: a rule gets a reader, not a file"},
		{"a room called test", "test", module + "/score", "room test is not on the floor plan"},
		{"files in a rule, the old way", "field", "io/ioutil", "field imports io/ioutil: a rule gets a reader, not a file"},
		{"a hash that differs", "draw", "hash/maphash", "draw imports hash/maphash: a rule gives the same answer twice"},
		{"files in a rule", "field", "os", "field imports os: a rule gets a reader, not a file"},
		{"programs in a rule", "field", "os/exec", "field imports os/exec: a rule gets a reader, not a file"},
		{"HTTP in a rule", "score", "net/http", "score imports net/http: a rule does not know who asks"},
		{"SQL beside the journal", "internal/web", "database/sql", "internal/web imports database/sql: only the journal knows where facts are kept"},
		{"chance", "internal/simulate", "math/rand/v2", "internal/simulate imports math/rand/v2: the same seed gives the same draw"},
		{"tests in the program", "internal/cli", "testing", "internal/cli imports testing: what helps tests"},
		{"a dependency of a rule", "draw", "github.com/google/uuid", "draw imports github.com/google/uuid: draw stands on the standard library alone"},
		{"a dependency of the event", "event", "golang.org/x/text/encoding", "event imports golang.org/x/text/encoding: event stands on the standard library alone"},
		{"more than charsets", "format/pbn", "golang.org/x/text/language", "format/pbn imports golang.org/x/text/language: format/pbn may import, beside the standard library, golang.org/x/text/encoding"},
		{"workbooks elsewhere", "format/table", "github.com/xuri/excelize/v2", "format/table imports github.com/xuri/excelize/v2: format/table may import"},
		{"a name that only begins alike", "format/pbn", "golang.org/x/text/encodings", "format/pbn imports golang.org/x/text/encodings"},
		{"an unknown module", "internal/cli", "github.com/spf13/cobra", "internal/cli imports github.com/spf13/cobra: internal/cli may import"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := strings.Join(broken([]pkg{{ImportPath: strings.TrimSuffix(module+"/"+tc.from, "/"), Imports: []string{tc.imports}}}), "\n")
			if tc.want == "" && got != "" || !strings.HasPrefix(got, tc.want) {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// TestPlanIsSound looks at the plan itself: arrows go down or sideways, never
// round, and lead to rooms that are there.
func TestPlanIsSound(t *testing.T) {
	for name, r := range plan {
		if r.what == "" {
			t.Errorf("%s: what is it for?", name)
		}
		for _, to := range r.mayUse() {
			switch other, ok := plan[to]; {
			case !ok:
				t.Errorf("%s may use %s, which is not on the plan", name, to)
			case other.floor > r.floor:
				t.Errorf("%s on floor %d may use %s on floor %d above it", name, r.floor, to, other.floor)
			case reaches(to, name):
				t.Errorf("%s may use %s, and by way of it itself", name, to)
			}
		}
	}
	for _, b := range bans {
		for _, name := range b.except {
			if _, ok := plan[name]; !ok {
				t.Errorf("%s may import %s, but is not on the plan", name, b.pkg)
			}
		}
	}
	for _, d := range dependencies {
		for _, name := range d.rooms {
			if r, ok := plan[name]; !ok {
				t.Errorf("%s may import %s, but is not on the plan", name, d.module)
			} else if name == "event" || r.floor < 2 {
				t.Errorf("%s may import %s: the rules stand on the standard library alone", name, d.module)
			}
		}
	}
	for _, name := range exactRooms {
		if _, ok := plan[name]; !ok {
			t.Errorf("no float in %s, but it is not on the plan", name)
		}
	}
}

// TestPlanInReadme: the README shows the rooms on their floors, and every public
// one that is built.
func TestPlanInReadme(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| *(\d?)[^|]*\|([^|]*)\|[^|]*\|$`)
	name := regexp.MustCompile("`([a-z/]+)`")
	shown := map[string]bool{}
	floor := -1
	for _, m := range row.FindAllStringSubmatch(string(read(t, "README.md")), -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			floor = n
		}
		for _, r := range name.FindAllStringSubmatch(m[2], -1) {
			shown[r[1]] = true
			if on, ok := lookUp(r[1]); !ok || on.floor != floor {
				t.Errorf("README.md shows %s on floor %d, the plan has it on floor %d", r[1], floor, on.floor)
			}
		}
	}
	for _, p := range packages(t) {
		if r := roomOf(p.ImportPath); r != "" && !strings.Contains(r, "internal") && !strings.HasPrefix(r, "cmd/") && !shown[r] {
			t.Errorf("README.md does not show %s", r)
		}
	}
}

// reaches reports whether there is a way of arrows between two rooms.
func reaches(from, to string) bool {
	return from == to || slices.ContainsFunc(plan[from].mayUse(), func(next string) bool { return reaches(next, to) })
}

// linterRules writes the plan as depguard rules, so that the linter names a
// broken arrow while one types: a rule for each room, then the bans.
func linterRules() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	rule := func(name, mode string, files []string) {
		line("        %s:", strings.NewReplacer("/*", "", "/", "-").Replace(name))
		line("          list-mode: %s", mode)
		line("          files: %s", flow(append(files, "!$test")))
	}
	deny := func(path, why string) { line("            - { pkg: %q, desc: %q }", path, why) }

	for _, name := range slices.Sorted(maps.Keys(plan)) {
		r := plan[name]
		rule(name, "strict", globs(name))
		paths := []string{module + "/" + strings.TrimSuffix(name, "/*")}
		for _, to := range r.mayUse() {
			paths = append(paths, module+"/"+strings.TrimSuffix(to, "/*"))
		}
		for _, d := range dependencies {
			if lists(d.rooms, name) {
				paths = append(paths, d.path())
			}
		}
		slices.Sort(paths)
		if name == "format/*" {
			paths = slices.DeleteFunc(paths, func(p string) bool { return p == module+"/format" }) // no format knows another
		}
		line("          allow: %s", flow(append([]string{"$gostd"}, paths...)))
		line("          deny:")
		deny(module, fmt.Sprintf("that arrow is not on the floor plan; %s may use %s", name, orNothing(r.mayUse())))
		for _, host := range []string{"github.com", "golang.org"} {
			deny(host, foreign(name))
		}
	}

	for _, first := range bans {
		group := slices.DeleteFunc(slices.Clone(bans), func(b ban) bool {
			return b.floors != first.floors || !slices.Equal(b.except, first.except)
		})
		if group[0].pkg != first.pkg {
			continue // written with the first of its group
		}
		var in []string
		for name, r := range plan {
			if r.floor <= first.floors && !lists(first.except, name) {
				in = append(in, name)
			}
		}
		name := "everywhere"
		switch {
		case len(first.except) > 0:
			name = "only-" + first.except[0]
		case first.floors <= 2:
			name = "pure"
		}
		rule(name, "lax", globs(in...))
		line("          deny:")
		for _, b := range group {
			deny(b.pkg, b.why)
		}
	}
	return b.String()
}

// globs gives patterns for the files of these rooms. "format/*" leaves out the
// formats that have a line of their own. All leave out what isHelper does; deeper in
// a room a pattern cannot repeat a name, and "*test" stands for it.
func globs(rooms ...string) []string {
	var in, own, out []string
	for _, name := range rooms {
		in = append(in, strings.TrimSuffix(name, "/*"))
		if !strings.HasSuffix(name, "/*") {
			own = append(own, name+"/"+path.Base(name)+"test")
		}
		for other := range plan {
			if name == "format/*" && other != name && lists([]string{name}, other) && !slices.Contains(rooms, other) {
				out = append(out, "!${base-path}/"+other+"/**.go")
			}
		}
	}
	slices.Sort(out)
	if len(own) > 0 {
		out = append(out, "!${base-path}/"+oneOf(own)+"/*.go")
	}
	out = append(out, "!${base-path}/"+oneOf(in)+"/*/**test/*.go")
	return slices.Concat([]string{"${base-path}/" + oneOf(in) + "/**.go"}, out)
}

// oneOf writes a pattern for any of these.
func oneOf(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "{" + strings.Join(slices.Sorted(slices.Values(list)), ",") + "}"
}

// flow writes a list of YAML on one line.
func flow(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = fmt.Sprintf("%q", s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// linterExclusions writes where the linter's rules about floats and the clock do
// not hold, and that helpers run on our own machines, on our own files.
func linterExclusions() string {
	var doors []string
	for _, name := range slices.Sorted(maps.Keys(plan)) {
		if plan[name].floor > 2 {
			doors = append(doors, name)
		}
	}
	const rule = "      - %s: ^(%s)/%s\\.go$\n        linters: [forbidigo]\n        text: %s\n"
	return fmt.Sprintf(rule, "path-except", strings.Join(exactRooms, "|"), "[^/]*", "no float decides") +
		fmt.Sprintf(rule, "path", strings.Join(doors, "|"), ".*", "know no clock") +
		fmt.Sprintf("      - path: ^(%s)/\n        linters: [forbidigo, gosec, errcheck]\n", strings.Join(helpers, "|"))
}

// TestLinterKnowsThePlan compares the rules in .golangci.yml with the plan. Set
// UPDATE=1 to write them anew.
func TestLinterKnowsThePlan(t *testing.T) {
	const path = ".golangci.yml"
	file := string(read(t, path))
	want := replaceBetween(t, file, "# plan_test.go: rules", linterRules())
	want = replaceBetween(t, want, "# plan_test.go: exclusions", linterExclusions())
	golden(t, path, want)
}

// replaceBetween puts text between the comments "# begin mark" and "# end mark".
func replaceBetween(t *testing.T, file, mark, text string) string {
	t.Helper()
	begin, end := mark+" begin\n", mark+" end\n"
	head, rest, ok := strings.Cut(file, begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("no lines %q and %q", begin, end)
	}
	indent := rest[strings.LastIndex(rest[:strings.Index(rest, end)], "\n")+1 : strings.Index(rest, end)]
	return head + begin + text + indent + end + tail
}
