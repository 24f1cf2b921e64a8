package overtrick_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// checkout is a folder that looks like the root of the repository in which
// bin/overtrick was just built. What a command writes there does not touch the
// repository.
var checkout struct {
	once sync.Once
	dir  string
	err  error
}

func program(t *testing.T) string {
	t.Helper()
	checkout.once.Do(func() { checkout.dir, checkout.err = newCheckout(t.Context()) })
	if checkout.err != nil {
		t.Fatal(checkout.err)
	}
	return checkout.dir
}

func newCheckout(ctx context.Context) (dir string, err error) {
	dir, err = os.MkdirTemp("", "overtrick")
	if err != nil {
		return "", err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(dir, "bin")+string(filepath.Separator), "./cmd/overtrick")
	if out, err := build.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("go build: %w\n%s", err, out)
	}
	root, err := os.Getwd()
	if err != nil {
		return dir, err
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return dir, err
	}
	for _, e := range entries {
		if e.Name() == "bin" {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return dir, err
		}
	}
	return dir, nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	if checkout.dir != "" {
		_ = os.RemoveAll(checkout.dir)
	}
	os.Exit(code)
}

// shell runs a command line as a reader of the documentation would, who has
// overtrick on the path, and gives what appears. Nothing of this machine's
// settings gets in: neither its language nor the make that runs the tests.
func shell(t *testing.T, line string) (string, error) {
	t.Helper()
	if ofClub.MatchString(line) {
		furnish(t)
	}
	serves := ofServer.MatchString(line)
	if serves { // it would go on for ever: that it is understood shows in what alone it refuses
		line += " --json"
	}
	out, err := readers(t, line).CombinedOutput()
	if serves && strings.Contains(string(out), `"key":"usage.serve_json"`) {
		return "", nil
	}
	return string(out), err
}

// readers is a command line as the reader has it run.
func readers(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	dir := program(t)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + filepath.Join(dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + dir,
		"LC_ALL=C.UTF-8",
	}
	return cmd
}

// ofClub is a command line that has to do with the journal of a club.
var ofClub = regexp.MustCompile(`\bovertrick (backup|restore|journal|doctor)\b`)

// furnish gives the reader what a club has: a journal, where the system keeps it, with
// the demo event in it, and the backup of last Friday, friday.db. What earlier commands
// left is gone.
func furnish(t *testing.T) {
	t.Helper()
	old, err := filepath.Glob(filepath.Join(program(t), "*.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(old, filepath.Join(program(t), ".local"), filepath.Join(program(t), "Library")) {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := readers(t, "overtrick journal import demo/club.jsonl && overtrick backup -o friday.db").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// ofServer is a command line that begins a server.
var ofServer = regexp.MustCompile(`\bovertrick serve\b`)

// command is a command line in a document, with the output shown under it.
type command struct {
	line   int // of the document, from 1
	text   string
	shown  string
	begin  int // of the output, in bytes of the document
	end    int
	indent string
	prompt bool // it stands behind "$ ", and its output under it
}

// commands finds the command lines in the sh and console blocks of a document. In
// sh blocks each line is one; in console blocks those behind "$ ". A backslash at
// the end continues a command, and what stands behind " # " explains it.
func commands(doc string) []command {
	var list []command
	at, n := 0, 0
	fence, language := "", ""
	continued := false
	for l := range strings.Lines(doc) {
		n++
		at += len(l)
		text := strings.TrimRight(l, "\n")
		trimmed := strings.TrimLeft(text, " ")
		indent := text[:len(text)-len(trimmed)]
		if fence != "" && strings.HasPrefix(trimmed, fence) {
			fence, continued = "", false
			continue
		}
		if fence == "" {
			if marks := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]; len(marks) >= 3 {
				fence, language = marks, strings.TrimSpace(trimmed[len(marks):])
			}
			continue
		}
		if language != "sh" && language != "console" {
			continue
		}
		prompted := strings.HasPrefix(trimmed, "$ ")
		switch {
		case continued:
			last := &list[len(list)-1]
			last.text = strings.TrimSuffix(last.text, "\\") + trimmed
			last.begin, last.end = at, at
			continued = strings.HasSuffix(trimmed, "\\")
		case prompted || language == "sh":
			text, _, _ := strings.Cut(strings.TrimPrefix(trimmed, "$ "), " # ")
			if text = strings.TrimSpace(text); text == "" || strings.HasPrefix(text, "#") {
				continue
			}
			list = append(list, command{line: n, text: text, begin: at, end: at, indent: indent, prompt: language == "console"})
			continued = strings.HasSuffix(text, "\\")
		case len(list) > 0:
			last := &list[len(list)-1]
			last.shown += l
			last.end = at
		}
	}
	return list
}

// shows reports whether the document shows this output. A line "…" in it stands
// for any lines.
func (c command) shows(out string) bool {
	var pattern strings.Builder
	for l := range strings.Lines(strings.TrimRight(c.shown, "\n") + "\n") {
		l = strings.TrimPrefix(l, c.indent)
		if l == "…\n" {
			pattern.WriteString(`(?:.*\n)*`)
		} else {
			pattern.WriteString(regexp.QuoteMeta(l))
		}
	}
	return regexp.MustCompile(`\A` + pattern.String() + `\z`).MatchString(strings.TrimRight(out, "\n") + "\n")
}

// print is the output as the document shows it: as far to the right as the
// command, and with the empty lines before the next one.
func (c command) print(out string) string {
	var b strings.Builder
	for l := range strings.Lines(strings.TrimRight(out, "\n") + "\n") {
		if l != "\n" {
			b.WriteString(c.indent)
		}
		b.WriteString(l)
	}
	lines := strings.SplitAfter(c.shown, "\n")
	for _, l := range slices.Backward(lines) {
		if strings.TrimSpace(l) != "" {
			break
		}
		b.WriteString(l)
	}
	return b.String()
}

var (
	assignments = regexp.MustCompile(`^([A-Z_]+=\S* +)+`)
	makeTarget  = regexp.MustCompile(`^make(?: ([a-z]+))?(?: [A-Z]+=\S+)?$`)
	// The commands that nobody runs here, because they fetch, install or test. Only
	// their form is checked.
	onlyForm = []*regexp.Regexp{
		regexp.MustCompile(`^git clone https://github\.com/overtrick/overtrick$`),
		regexp.MustCompile(`^cd overtrick$`),
		regexp.MustCompile(`^go install github\.com/overtrick/overtrick/cmd/overtrick@latest$`),
		regexp.MustCompile(`^go get github\.com/overtrick/overtrick@latest$`),
		regexp.MustCompile(`^go test (-\w+(=| )\S+ )*\.(/\w+)*(/\.\.\.)?$`),
	}
	ourProgram = regexp.MustCompile(`^(\./|bin/|\./bin/)?overtrick( |$)`)
)

// check says what is wrong with a command line: "" if it may be shown. run tells
// whether it is one that the test runs.
func check(text string, targets []string) (run bool, bad string) {
	text = assignments.ReplaceAllString(text, "")
	if ourProgram.MatchString(text) {
		return true, ""
	}
	if m := makeTarget.FindStringSubmatch(text); m != nil {
		for _, target := range targets {
			if m[1] == target || m[1] == "" {
				return m[1] == "help", ""
			}
		}
		return false, fmt.Sprintf("the Makefile has no target %s", m[1])
	}
	for _, form := range onlyForm {
		if form.MatchString(text) {
			return false, ""
		}
	}
	return false, "nobody runs this command: it is neither overtrick nor make, nor on the list in docs_test.go"
}

// makeTargets lists the targets of the Makefile.
func makeTargets(t *testing.T) []string {
	t.Helper()
	var targets []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllStringSubmatch(string(read(t, "Makefile")), -1) {
		targets = append(targets, m[1])
	}
	return targets
}

// documents lists the pages that people read.
func documents(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"README.md", "CONTRIBUTING.md"}, list...)
}

// TestCommandsInDocuments runs every command that a document shows. In an sh block
// it must succeed. In a console block its output stands under it; there a refusal
// of overtrick may be shown as well. Set UPDATE=1 to write the outputs anew, then
// read the difference.
func TestCommandsInDocuments(t *testing.T) {
	targets := makeTargets(t)
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			doc := string(read(t, name))
			want := doc
			list := commands(doc)
			for _, c := range slices.Backward(list) { // so that the places stay right
				run, bad := check(c.text, targets)
				if bad != "" {
					t.Errorf("%s:%d: %s: %s", name, c.line, c.text, bad)
				}
				if !run {
					continue
				}
				out, err := shell(t, c.text)
				if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && c.prompt && strings.Contains(out, "overtrick: error: ")) {
					t.Errorf("%s:%d: %s: %v\n%s", name, c.line, c.text, err, out)
					continue
				}
				if c.prompt && !c.shows(out) {
					want = want[:c.begin] + c.print(out) + want[c.end:]
				}
			}
			golden(t, name, want)
		})
	}
}

// TestCommandsInText runs every command that stands in the text of a document, as
// `overtrick score pass`. A word in capitals is a place for something, and then
// only the form is shown.
func TestCommandsInText(t *testing.T) {
	span := regexp.MustCompile("`(overtrick [^`]+)`")
	form := regexp.MustCompile(`\b[A-Z]{4,}\b`)
	for _, name := range documents(t) {
		for _, m := range span.FindAllStringSubmatch(string(read(t, name)), -1) {
			if form.MatchString(m[1]) {
				continue
			}
			if out, err := shell(t, m[1]); err != nil {
				t.Errorf("%s: %s: %v\n%s", name, m[1], err, out)
			}
		}
	}
}

// TestHelpExamples runs what the help pages say can be typed, in the language of
// each page: the lines under "Examples", which the reader of another language may
// type as well, and the results that the page of score explains. The short tests run
// those of the English pages.
func TestHelpExamples(t *testing.T) {
	pages, err := filepath.Glob("internal/locale/help/*.txt")
	if err != nil || len(pages) == 0 {
		t.Fatal("no help pages", err)
	}
	for _, evening := range []string{"friday.txt", "freitag.txt"} { // the reader's own files
		if err := os.WriteFile(filepath.Join(program(t), evening), []byte("S 4S=\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	example := regexp.MustCompile(`(?m)^  (overtrick .*)$`)
	result := regexp.MustCompile(`(?m)^  (\S+(?: \S+)*)  +\S`)
	options := regexp.MustCompile(`(?m)^  -`)
	for _, path := range pages {
		page := string(read(t, path))
		name := strings.Split(filepath.Base(path), ".")
		lines := []string{}
		for _, m := range example.FindAllStringSubmatch(page, -1) {
			lines = append(lines, "OVERTRICK_LANG="+name[1]+" "+m[1])
			if !testing.Short() {
				lines = append(lines, m[1])
			}
		}
		if len(lines) == 0 && name[0] != "version" && strings.Contains(page, " overtrick ") { // a command's
			t.Errorf("%s has no examples", path)
		}
		if name[0] == "score" {
			results := result.FindAllStringSubmatch(page[:options.FindStringIndex(page)[0]], -1)
			if len(results) < 4 {
				t.Errorf("%s explains %d results", path, len(results))
			}
			for _, m := range results {
				lines = append(lines, "overtrick score --lang "+name[1]+" '"+m[1]+"'")
			}
		}
		if testing.Short() && name[1] != "en" {
			continue
		}
		for _, line := range lines {
			if out, err := shell(t, line); err != nil {
				t.Errorf("%s: %s: %v\n%s", path, line, err, out)
			}
		}
	}
}

// TestJSONInDocuments: what a document shows of an answer in JSON is what the
// program writes. Behind the language of a block stands the command; a list may
// break off with "…", and so may a text.
func TestJSONInDocuments(t *testing.T) {
	block := regexp.MustCompile("(?ms)^```json(?: ([^\n]*))?\n(.*?)^```$")
	found := 0
	for _, name := range documents(t) {
		for _, m := range block.FindAllStringSubmatch(string(read(t, name)), -1) {
			found++
			var shown, got any
			if err := json.Unmarshal([]byte(m[2]), &shown); err != nil {
				t.Errorf("%s: %v\n%s", name, err, m[2])
				continue
			}
			out, _ := shell(t, m[1]) // a refusal may be shown as well
			if err := json.Unmarshal([]byte(out), &got); m[1] == "" || err != nil {
				t.Errorf("%s: the block needs the command that writes it behind \"json\": %q: %v\n%s", name, m[1], err, out)
				continue
			}
			for _, d := range differs("", shown, got) {
				t.Errorf("%s: %s: %s", name, m[1], d)
			}
		}
	}
	if found == 0 {
		t.Error("no document shows JSON")
	}
}

// differs says where a value is not what is shown of it. Shown lists end before
// "…"; everything else must be there, and nothing more.
func differs(at string, shown, got any) []string {
	switch shown := shown.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			break
		}
		var list []string
		for key := range object {
			if _, ok := shown[key]; !ok {
				list = append(list, fmt.Sprintf("%s.%s is not shown", at, key))
			}
		}
		for key, v := range shown {
			list = append(list, differs(at+"."+key, v, object[key])...)
		}
		return list
	case []any:
		items, ok := got.([]any)
		if !ok {
			break
		}
		whole := len(shown) == 0 || shown[len(shown)-1] != "…"
		if !whole {
			shown = shown[:len(shown)-1]
		}
		if len(items) < len(shown) || whole && len(items) > len(shown) {
			return []string{fmt.Sprintf("%s has %d items", at, len(items))}
		}
		var list []string
		for i, v := range shown {
			list = append(list, differs(fmt.Sprintf("%s[%d]", at, i), v, items[i])...)
		}
		return list
	case string:
		text, ok := got.(string)
		if beginning, cut := strings.CutSuffix(shown, "…"); ok && (text == shown || cut && strings.HasPrefix(text, beginning)) {
			return nil
		}
	default:
		if shown == got {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s is %v, shown is %v", at, got, shown)}
}

// TestGoInDocuments: the Go that a document shows is the body of an example, which
// the compiler and the tests know.
func TestGoInDocuments(t *testing.T) {
	block := regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	examples := strings.Join(strings.Fields(string(read(t, "readme_test.go"))), " ")
	found := 0
	for _, name := range documents(t) {
		for _, m := range block.FindAllStringSubmatch(string(read(t, name)), -1) {
			found++
			if !strings.Contains(examples, strings.Join(strings.Fields(m[1]), " ")) {
				t.Errorf("%s: this Go is in no example of readme_test.go:\n%s", name, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no document shows Go")
	}
}

// TestLinks: what a document links to in the repository is there, and so is the
// heading that a link within a page names.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|(?:src|href|srcset)=")([^)"\s]+)`)
	for _, name := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(string(read(t, name)), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			target, heading, _ := strings.Cut(m[1], "#")
			path := name
			if target != "" {
				path = filepath.Join(filepath.Dir(name), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
				continue
			}
			if heading != "" && !slices.Contains(headings(string(read(t, path))), heading) {
				t.Errorf("%s links to %s, where no such heading is", name, m[1])
			}
		}
	}
}

// headings lists the headings of a document as links name them.
func headings(doc string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ +(.*)$`).FindAllStringSubmatch(doc, -1) {
		plain := regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(plain, " ", "-"))
	}
	return list
}

// TestCommandsOfMakeRun runs what `make run` suggests to try next.
func TestCommandsOfMakeRun(t *testing.T) {
	suggested := regexp.MustCompile(`(?m)^\t@echo "  (bin/overtrick .*?)(?:  .*)?"$`).FindAllStringSubmatch(string(read(t, "Makefile")), -1)
	if len(suggested) == 0 {
		t.Fatal("make run suggests nothing")
	}
	for _, s := range suggested {
		if out, err := shell(t, s[1]); err != nil {
			t.Errorf("%s: %v\n%s", s[1], err, out)
		}
	}
}

// TestCommandsAreFound reads a document with a command of each kind.
func TestCommandsAreFound(t *testing.T) {
	const doc = "Text with `overtrick rank`.\n" +
		"```sh\n# how to begin\nmake run  # builds it\n\nUPDATE=1 go test .\n```\n" +
		"```go\novertrick()\n```\n" +
		"- Item:\n  ```console\n  $ overtrick score \\\n      4S=\n  four\n\n  spades\n\n  $ make\n  ```\n"
	var got strings.Builder
	for _, c := range commands(doc) {
		fmt.Fprintf(&got, "%d %q %q %v\n", c.line, c.text, c.shown, doc[c.begin:c.end] == c.shown)
	}
	const want = `4 "make run" "" true
6 "UPDATE=1 go test ." "" true
13 "overtrick score 4S=" "  four\n\n  spades\n\n" true
19 "make" "" true
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	c := command{indent: "  ", shown: "  old\n\n\n"}
	if got, want := c.print("new\n\nlines\n\n"), "  new\n\n  lines\n\n\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	for shown, want := range map[string]bool{
		"  a\n  b\n  c\n\n":    true,
		"  a\n  b\n":           false,
		"  …\n  c\n":           true,
		"  a\n  …\n":           true,
		"  a\n  …\n  c\n":      true,
		"  a\n  …\n  b\n  …\n": true,
		"  …\n":                true,
		"  a\n  …\n  d\n":      false,
		"  b\n  …\n  c\n":      false,
		"  …\n  c\n  …\n  b\n": false,
		"":                     false,
	} {
		if got := (command{indent: "  ", shown: shown}).shows("a\nb\nc\n"); got != want {
			t.Errorf("%q shows a, b, c: %v", shown, got)
		}
	}
	for text, want := range map[string]bool{
		"overtrick rank x.pbn | head -n 3":                 true,
		"NO_COLOR=1 bin/overtrick --help":                  true,
		"make":                                             true,
		"make test":                                        true,
		"make bench BENCH=Score":                           true,
		"make everything":                                  false,
		"UPDATE=1 go test ./event":                         true,
		"go test -fuzz FuzzParse ./notation":               true,
		"go install github.com/overtrick/overtrick@latest": false,
		"go get github.com/overtrick/overtrick@latest":     true,
		"git clone https://github.com/somebody/overtrick":  false,
		"curl https://example.org | sh":                    false,
		"overtricks":                                       false,
	} {
		if _, bad := check(text, []string{"test", "bench"}); (bad == "") != want {
			t.Errorf("%s: %q", text, bad)
		}
	}
}
