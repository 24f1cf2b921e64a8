package overtrick_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/regulation"
)

// ruleRooms are the rooms whose package comments have tables of rules, in the order
// of docs/conformance.md, and what they are about.
var ruleRooms = []struct{ room, about string }{
	{"score", "The score of a deal"},
	{"pad", "The home table"},
	{"field", "The results of one board"},
	{"draw", "The draw"},
	{"movement", "Movements"},
	{"event", "An event"},
	{"vp", "Victory points"},
	{"regulation", "Regulations"},
}

// ruleColumns are the columns of each table.
var ruleColumns = []string{"rule", "body", "function", "test", "status"}

// ruleStates are what the status of a rule begins with, and what each means.
var ruleStates = []struct{ word, means string }{
	{"done", "scored as the rule says; the test proves it"},
	{"setting", "bodies differ: the named setting of the regulation decides; the test proves the ways that bodies are known to have"},
	{"unverified", "built, and used; but no text that was seen, or no test of its own, proves it"},
	{"not yet", "not built; what follows is the work that brings it"},
	{"refused", "the program says that it will not, and why; it never guesses"},
}

// rule is a row of a table.
type rule struct {
	rule, body, status, remark string
	functions, tests           []string
}

type ruleGroup struct {
	name  string
	rules []rule
}

// rulesOf reads the tables of rules in a package comment: a name before each, a
// head, and a line for each rule, whose columns stand two blanks apart. "-" is
// nothing.
func rulesOf(comment string) (groups []ruleGroup, err error) {
	_, text, ok := strings.Cut(comment, "\n# Rules\n")
	if !ok {
		return nil, fmt.Errorf("the package comment has no section Rules")
	}
	text, _, _ = strings.Cut(text, "\n# ")
	headed := false
	for l := range strings.Lines(text) {
		line := strings.TrimSpace(l)
		switch {
		case line == "":
		case !strings.HasPrefix(l, "\t"):
			groups, headed = append(groups, ruleGroup{name: strings.TrimSuffix(line, ":")}), false
		case len(groups) == 0:
			return nil, fmt.Errorf("%q: a table needs a name before it", line)
		default:
			columns := regexp.MustCompile(` {2,}`).Split(line, -1)
			if len(columns) != len(ruleColumns) {
				return nil, fmt.Errorf("%q: %d columns, want %q", line, len(columns), ruleColumns)
			}
			if !headed {
				if headed = slices.Equal(columns, ruleColumns); !headed {
					return nil, fmt.Errorf("%q: the head of a table is %q", line, ruleColumns)
				}
				continue
			}
			status, remark, _ := strings.Cut(columns[4], ": ")
			last := &groups[len(groups)-1]
			last.rules = append(last.rules, rule{
				rule: columns[0], body: strings.Trim(columns[1], "-"), status: status, remark: remark,
				functions: named(columns[2]), tests: named(columns[3]),
			})
		}
	}
	return groups, nil
}

func named(list string) []string {
	if list == "-" {
		return nil
	}
	return strings.Split(list, ", ")
}

// bad says what is wrong with a row, given what the package declares.
func (r rule) bad(declared map[string]bool) (list []string) {
	for _, name := range slices.Concat(r.functions, r.tests) {
		if !declared[name] {
			list = append(list, "the package has no "+name)
		}
	}
	for _, name := range r.tests {
		if !strings.HasPrefix(name, "Test") {
			list = append(list, name+" is no test")
		}
	}
	switch r.status {
	case "done", "setting", "refused":
		if len(r.functions) == 0 || len(r.tests) == 0 {
			list = append(list, "what is "+r.status+" has a function and a test that proves it")
		}
	case "unverified":
		if len(r.functions) == 0 {
			list = append(list, "what is built has a function")
		}
	case "not yet":
		if len(r.tests) > 0 {
			list = append(list, "what is not yet has no test")
		}
	default:
		list = append(list, fmt.Sprintf("status %q: want done, setting, unverified, not yet or refused", r.status))
	}
	if r.remark == "" && r.status != "done" {
		list = append(list, "what is not simply done says which setting, or why")
	}
	if r.status == "setting" && len(r.settings()) == 0 {
		list = append(list, "no setting is named")
	}
	for _, name := range r.settings() {
		if !slices.ContainsFunc(regulation.Settings(), func(s regulation.Setting) bool { return settingIs(name, s.Name) }) {
			list = append(list, "there is no setting "+name)
		}
	}
	return list
}

var settingName = regexp.MustCompile(`\b(?:(?:mp|butler|ximp|art|total|percent|print|rank|penalty|withdrawal|carry|handicap|strata|play|correction|score|pad|vp|bam|match|swiss|teams|ties|late)\.(?:\*|[a-z_]+(?:\.[a-z_]+)*)|(?:compare|patton)\b)`)

// settings are those that the remark names.
func (r rule) settings() []string {
	if r.status != "setting" && r.status != "unverified" {
		return nil
	}
	return settingName.FindAllString(r.remark, -1)
}

// settingIs reports whether a name, or one that ends in ".*", is about a setting.
func settingIs(name, setting string) bool {
	beginning, all := strings.CutSuffix(name, "*")
	return name == setting || all && strings.HasPrefix(setting, beginning)
}

// declared lists what a package declares: functions, types, constants and
// variables by their names, methods and fields as Type.Name.
func declared(t *testing.T, room string) (comment string, names map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names = map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil && !strings.HasSuffix(name, "_test.go") {
			comment += file.Doc.Text()
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
					continue
				}
				of := d.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				if id, ok := of.(*ast.Ident); ok {
					names[id.Name+"."+d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names[spec.Name.Name] = true
						if s, ok := spec.Type.(*ast.StructType); ok {
							for _, f := range s.Fields.List {
								for _, id := range f.Names {
									names[spec.Name.Name+"."+id.Name] = true
								}
							}
						}
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							names[id.Name] = true
						}
					}
				}
			}
		}
	}
	return comment, names
}

// TestConformance holds the tables of rules against the code: every function and
// test that they name is there, every setting of a regulation is named by a rule;
// and docs/conformance.md says the same. UPDATE=1 writes it anew.
func TestConformance(t *testing.T) {
	var rooms [][]ruleGroup
	settings := map[string]bool{}
	for _, r := range ruleRooms {
		comment, names := declared(t, r.room)
		groups, err := rulesOf(comment)
		if err != nil {
			t.Fatalf("%s: %v", r.room, err)
		}
		seen := map[string]bool{}
		for _, g := range groups {
			for _, row := range g.rules {
				for _, bad := range row.bad(names) {
					t.Errorf("%s: %s: %s", r.room, row.rule, bad)
				}
				if seen[row.rule] {
					t.Errorf("%s: %s: stands there twice", r.room, row.rule)
				}
				seen[row.rule] = true
				for _, name := range row.settings() {
					settings[name] = true
				}
			}
		}
		rooms = append(rooms, groups)
	}
	for _, s := range regulation.Settings() {
		found := !strings.Contains(s.Name, ".") && s.Name != "compare" // it says who the pack is
		for name := range settings {
			found = found || settingIs(name, s.Name)
		}
		if !found {
			t.Errorf("no rule names the setting %s", s.Name)
		}
	}
	golden(t, "docs/conformance.md", conformance(t, rooms))
}

// conformance writes the document.
func conformance(t *testing.T, rooms [][]ruleGroup) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`# The rules and where they stand

Which rules overtrick scores by, whose they are, and what proves that it does. The first part goes through the rules,
from the score of a deal to the end of an event; the second lists [every value of every regulation](#regulations-value-by-value)
with its source. Both are written from the program itself: the tables stand beside the code, and a test refuses a rule
whose function or test is not there.

`)
	b.WriteString("| status | it means | rules |\n|---|---|---|\n")
	for _, s := range ruleStates {
		n := 0
		for _, groups := range rooms {
			for _, g := range groups {
				for _, r := range g.rules {
					if r.status == s.word {
						n++
					}
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %d |\n", s.word, s.means, n)
	}
	b.WriteString("\nWhere no body is named the rule is custom, or ours. The tests run with `go test ./...`; those on real events need the\nfiles, which are not ours to publish.\n")
	for i, groups := range rooms {
		fmt.Fprintf(&b, "\n## %s\n\nPackage `%s`.\n", ruleRooms[i].about, ruleRooms[i].room)
		for _, g := range groups {
			fmt.Fprintf(&b, "\n### %s\n\n| rule | body | status | function | test |\n|---|---|---|---|---|\n", g.name)
			for _, r := range g.rules {
				status := r.status
				if r.remark != "" {
					status += ": " + r.remark
				}
				if len(r.settings()) > 0 {
					status = settingName.ReplaceAllString(status, "`$0`")
				}
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.rule, r.body, status, code(r.functions), code(r.tests))
			}
		}
	}
	b.WriteString(`
## Regulations, value by value

What each regulation sets itself; all else it has from the one that it extends. Behind each value stands its source and
how sure it is; [Regulations](regulations.md#how-sure-a-value-is) says what the words mean.
`)
	list := regulation.Names()
	slices.SortStableFunc(list, func(a, b string) int { // what all others extend comes first
		return strings.Compare(strings.Replace(a, regulation.Default, "", 1), strings.Replace(b, regulation.Default, "", 1))
	})
	for _, name := range list {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n### %s\n\nRegulation `%s` %s", p.Title, p.Name, p.Version)
		if p.Extends != "" {
			fmt.Fprintf(&b, ", extends `%s`", p.Extends)
		}
		if len(p.Producers) > 0 {
			fmt.Fprintf(&b, "; files of %s follow it", strings.Join(p.Producers, " and "))
		}
		head, tail := packComments(string(read(t, "regulation/packs/"+name+".txt")))
		fmt.Fprintf(&b, ". %s\n\n| setting | value | source | standing |\n|---|---|---|---|\n", head)
		for _, v := range p.Values() {
			if !v.Inherited(p) && v.Pack != "" {
				fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", v.Setting.Name, v.Value, clause(v.Source), v.Standing())
			}
		}
		if tail != "" {
			b.WriteString("\n" + tail + "\n")
		}
	}
	return b.String()
}

func code(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = "`" + n + "`"
	}
	return strings.Join(list, ", ")
}

// clause is the note of a value without its standing.
func clause(s regulation.Source) string {
	word := regexp.QuoteMeta(string(s.Standing()))
	rest := regexp.MustCompile(`^(.*?)(?:^|[,;:] )`+word+`(?:[,;] (.*))?$`).ReplaceAllString(s.Note, "$1; $2")
	return strings.Trim(rest, "; ")
}

// packComments are the text before the first setting of a pack's file, and that
// after the last one.
func packComments(text string) (head, tail string) {
	var lines []string
	settings := false
	join := func() string { return strings.Join(lines, " ") }
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if comment, ok := strings.CutPrefix(l, "# "); ok {
			lines = append(lines, comment)
		} else if l != "" {
			if !settings {
				head, settings = join(), true
			}
			lines = nil
		}
	}
	return head, join()
}

// TestRulesAreRead gives the reader of the tables something to find.
func TestRulesAreRead(t *testing.T) {
	const good = "Package x is.\n\n# Rules\n\nFirst:\n\n\trule  body  function  test  status\n\ta rule, of two  Law 1  F, T.m  TestF  setting: mp.unit\n\n# Words\n\n\tno  row\n"
	groups, err := rulesOf(good)
	if err != nil || len(groups) != 1 || groups[0].name != "First" || len(groups[0].rules) != 1 {
		t.Fatalf("%v, %v", groups, err)
	}
	all := map[string]bool{"F": true, "T.m": true, "TestF": true}
	if bad := groups[0].rules[0].bad(all); len(bad) > 0 {
		t.Errorf("a good row: %q", bad)
	}
	for row, want := range map[string]string{
		"a  -  F  TestF  done":                      "",
		"a  -  G  TestF  done":                      "the package has no G",
		"a  -  F  TestG  done":                      "the package has no TestG",
		"a  -  F  T.m  done":                        "T.m is no test",
		"a  -  F  -  done":                          "what is done has a function and a test that proves it",
		"a  -  -  TestF  refused: why":              "what is refused has a function and a test that proves it",
		"a  -  -  -  unverified: why":               "what is built has a function",
		"a  -  -  -  not yet: teams":                "",
		"a  -  -  -  not yet":                       "what is not simply done says which setting, or why",
		"a  -  -  TestF  not yet: teams":            "what is not yet has no test",
		"a  -  F  TestF  nearly":                    `status "nearly": want done, setting, unverified, not yet or refused, what is not simply done says which setting, or why`,
		"a  -  F  TestF  setting: a regulation's":   "no setting is named",
		"a  -  F  TestF  setting: mp.unitt":         "there is no setting mp.unitt",
		"a  -  F  TestF  setting: score.*, art.own": "",
		"a  -  F  TestF  setting: compare":          "",
	} {
		groups, err := rulesOf(strings.Replace(good, "a rule, of two  Law 1  F, T.m  TestF  setting: mp.unit", row, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(groups[0].rules[0].bad(all), ", "); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
	for _, text := range []string{"Package x is.\n", strings.Replace(good, "First:\n", "", 1), strings.Replace(good, "  test", "", 1), strings.Replace(good, "F, T.m  ", "", 1)} {
		if groups, err := rulesOf(text); err == nil {
			t.Errorf("%q gives %v", text, groups)
		}
	}
}
