package overtrick_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// committed lists the files that are or will be committed, with "/" between
// folders.
func committed(t *testing.T) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("git ls-files: %v; these tests need the repository, not only its files", err)
	}
	var list []string
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() { // not one that is about to be removed
			list = append(list, name)
		}
	}
	return list
}

// sample reports whether a file is data for tests, in whatever form programs
// write it.
func sample(name string) bool { return strings.Contains(name, "testdata/") }

// TestTextFiles: text is UTF-8 with LF and a last newline. PBN's export format
// has CRLF and Latin-1, so the demo event is left to the reader of PBN.
func TestTextFiles(t *testing.T) {
	for _, name := range committed(t) {
		b := read(t, name)
		switch {
		case sample(name) || path.Ext(name) == ".pbn" || path.Ext(name) == ".xlsx": // which is an archive
		case !utf8.Valid(b):
			t.Errorf("%s is not UTF-8", name)
		case bytes.Contains(b, []byte("\r")):
			t.Errorf("%s has CR in its line ends", name)
		case bytes.HasPrefix(b, []byte("\ufeff")):
			t.Errorf("%s begins with a byte order mark", name)
		case len(b) > 0 && b[len(b)-1] != '\n':
			t.Errorf("%s ends without a newline", name)
		}
	}
}

// forbidden is a pattern of text, and why it should not be there.
type forbidden struct {
	pattern *regexp.Regexp
	why     string
}

// unwanted is what no committed file may hold, and why. The patterns are written
// so that they do not find themselves.
var unwanted = []forbidden{
	{regexp.MustCompile(`\b(TOD[O]|FIXM[E]|HAC[K])\b`), "a hole is filled, or is an issue"},
	{regexp.MustCompile(`(^|[\s"'=(:\x60])(/(roo[t]|wor[k]|hom[e]|User[s])/\w|[A-Z]:\\User[s])`), "a path of one machine"},
	{regexp.MustCompile(`\b(proxy|sum)\.golang\.or[g]|registry\.npmj[s]|deb\.debian\.or[g]`), "the address of a package registry"},
	{regexp.MustCompile(`^(<{7}|={7}|>{7})( |$)`), "an unfinished merge"},
}

// unwantedWords holds, as the beginning of their SHA-256, words of a desk, not of
// the project: of the tools that people may use at theirs, and of how they arrange
// their work. They stand here as sums, or this file would hold them.
var unwantedWords = []string{
	"c857d09db23e6822", "c70eca6b0f88f44d", "7d3194f79e645c42", "60965168ce762e94", "053ea4804ef1bb33",
	"487b91042c7cf27a", "de2187af3fb01170", "3ea125d0bff386e6", "94a168d2da574b00", "d298391b07433318",
	"57de4cf40144bdf7", "83366499299704fb", "1cfb62875a3f4d2d", "386ebc0efd04339a",
}

var word = regexp.MustCompile(`[A-Za-z]+`)

// TestWords reads every committed file for what should not be there.
func TestWords(t *testing.T) {
	seen := map[string]bool{} // words and whether they are unwanted
	for _, name := range committed(t) {
		n := 0
		for l := range strings.Lines(string(read(t, name))) {
			n++
			l = strings.TrimRight(l, "\r\n")
			for _, u := range unwanted {
				if found := u.pattern.FindString(l); found != "" {
					t.Errorf("%s:%d: %q: %s", name, n, found, u.why)
				}
			}
			for _, w := range word.FindAllString(l, -1) {
				w = strings.ToLower(w)
				bad, known := seen[w]
				if !known {
					sum := sha256.Sum256([]byte(w))
					bad = slices.Contains(unwantedWords, hex.EncodeToString(sum[:8]))
					seen[w] = bad
				}
				if bad {
					t.Errorf("%s:%d: %q is a word of somebody's desk, not of the project, and a file here speaks of the project alone: "+
						"see Words of the project in CONTRIBUTING.md", name, n, w)
				}
			}
		}
	}
}

// TestUnwantedIsSeen gives the patterns something to find.
func TestUnwantedIsSeen(t *testing.T) {
	for text, want := range map[string]bool{
		"// TO" + "DO: later":                      true,
		"a to-do list":                             false,
		`dir := "/ro` + `ot/overtrick"`:            true,
		"see `/ho" + "me/anna/club.pbn`":           true,
		"https://example.org/" + "work/index.html": false,
		"../shared/real":                           false,
		"<<<<<<" + "< HEAD":                        true,
		"=======================":                  false,
	} {
		found := slices.ContainsFunc(unwanted, func(u forbidden) bool { return u.pattern.MatchString(text) })
		if found != want {
			t.Errorf("%q: found %v, want %v", text, found, want)
		}
	}
}

// TestPackageComments: every package says what it is for, and the public ones
// what they promise.
func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) == 0 {
			continue
		}
		var text []string
		for _, f := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, f), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if file.Doc != nil {
				text = append(text, file.Doc.Text())
			}
		}
		short := strings.TrimPrefix(p.ImportPath, module+"/")
		if len(text) != 1 {
			t.Errorf("%s: %d package comments, want one", short, len(text))
			continue
		}
		name := path.Base(p.ImportPath)
		if first := new(doc.Package).Synopsis(text[0]); !strings.HasPrefix(first, "Package "+name+" ") && !strings.HasPrefix(first, "Command "+name+" ") {
			t.Errorf("%s: its comment begins %q, want Package or Command %s", short, first, name)
		}
		public := roomOf(p.ImportPath) != "" && !strings.Contains(short, "internal/") && !strings.HasPrefix(short, "cmd/")
		if public && !strings.Contains(text[0], "\n# Promises\n") {
			t.Errorf("%s: its comment has no section Promises", short)
		}
	}
}

var (
	changeFile = regexp.MustCompile(`^[1-9][0-9]*-[a-z0-9-]+\.md$`)
	changeHead = regexp.MustCompile(`^(New|Change|Fix|Security): \p{L}.*[^.]$`)
	changeCode = regexp.MustCompile(`\.go\b|\b(func|struct|package|refactor|API)\b`)
)

// badChange says what is wrong with an entry of the changelog, "" if nothing is.
// The form is the one of changelog/TEMPLATE.md.
func badChange(name, text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	switch {
	case !changeFile.MatchString(name):
		return "want a name like 12-rank-a-file.md: the issue, then what it is about"
	case !changeHead.MatchString(lines[0]):
		return "the first line is New, Change, Fix or Security, a colon, and a sentence without a full stop"
	case len(lines) < 3 || lines[1] != "" || lines[2] == "":
		return "after the first line comes an empty one, then the text"
	case changeCode.MatchString(text):
		return fmt.Sprintf("%q: directors and players read this", changeCode.FindString(text))
	}
	for i, l := range lines {
		if utf8.RuneCountInString(l) > 80 {
			return fmt.Sprintf("line %d is longer than 80 characters", i+1)
		}
	}
	return ""
}

func TestChangelog(t *testing.T) {
	entries, err := filepath.Glob("changelog/*/*")
	if err != nil || len(entries) == 0 {
		t.Fatalf("no entries: %v", err)
	}
	for _, name := range entries {
		if bad := badChange(filepath.Base(name), string(read(t, name))); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
	}

	if bad := badChange("1-template.md", string(read(t, "changelog/TEMPLATE.md"))); bad != "" {
		t.Errorf("the template breaks its own rules: %s", bad)
	}

	const good = "New: overtrick ranks a file\n\nIt does.\n"
	for _, tc := range []struct{ name, file, text, want string }{
		{"good", "2-rank.md", good, ""},
		{"no issue", "rank.md", good, "want a name"},
		{"no kind", "2-rank.md", "overtrick ranks a file\n\nIt does.\n", "the first line"},
		{"full stop", "2-rank.md", "New: overtrick ranks a file.\n\nIt does.\n", "the first line"},
		{"no text", "2-rank.md", "New: overtrick ranks a file\n", "after the first line"},
		{"long line", "2-rank.md", good + strings.Repeat("x", 81) + "\n", "line 4"},
		{"for programmers", "2-rank.md", good + "See event.go.\n", `".go"`},
	} {
		if got := badChange(tc.file, tc.text); !strings.HasPrefix(got, tc.want) || tc.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestGoMod: go.mod has three blocks, for the program, for tests and for what
// those bring along, and the first two hold nothing that plan_test.go does not
// give a reason for.
func TestGoMod(t *testing.T) {
	blocks := regexp.MustCompile(`(?ms)^(// [^\n]*\n)?require \(\n(.*?)^\)$`).FindAllStringSubmatch(string(read(t, "go.mod")), -1)
	if single := regexp.MustCompile(`(?m)^require [^(].*$`).FindString(string(read(t, "go.mod"))); single != "" {
		t.Errorf("%s: stands outside the blocks", single)
	}
	if len(blocks) != 3 {
		t.Fatalf("%d blocks, want three: the program, tests, indirect", len(blocks))
	}
	for i, heading := range []string{"// What the program is built of.\n", "// What only tests import.\n", "// What those bring along.\n"} {
		if blocks[i][1] != heading {
			t.Errorf("block %d begins with %q, want %q", i+1, blocks[i][1], heading)
		}
		for l := range strings.Lines(blocks[i][2]) {
			name := strings.Fields(l)[0]
			known := slices.ContainsFunc(dependencies, func(d dependency) bool { return d.module == name })
			if _, test := testDependencies[name]; i == 1 {
				known = test
			}
			switch indirect := strings.HasSuffix(l, "// indirect\n"); {
			case indirect != (i == 2):
				t.Errorf("%s stands in block %d", strings.TrimSpace(l), i+1)
			case !indirect && !known:
				t.Errorf("%s: no reason for it in plan_test.go", name)
			}
		}
	}
}

// TestModules compares the modules that end up in the program, on the systems
// that it is released for, with the list that is committed: a new one shows in
// review. UPDATE=1 writes the list anew.
func TestModules(t *testing.T) {
	found := map[string]bool{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./cmd/...")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v\n%s", system, err, stderr.Bytes())
		}
		for name := range strings.FieldsSeq(string(out)) {
			found[name] = true
		}
	}
	golden(t, "testdata/modules.txt", strings.Join(slices.Sorted(maps.Keys(found)), "\n")+"\n")
}
