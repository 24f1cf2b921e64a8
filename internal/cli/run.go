package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
)

// grammar is the command line: a field for each command and for each flag that
// all of them know. What people read about them stands in the catalogues.
type grammar struct {
	Score   scoreCommand   `cmd:""`
	Table   tableCommand   `cmd:""`
	Rank    rankCommand    `cmd:""`
	Version versionCommand `cmd:""`

	JSON  bool `name:"json"`
	Lang  string
	Color string
}

// languageVariable is the environment variable that chooses the language where
// the command line does not.
const languageVariable = "OVERTRICK_LANG"

// command is what a grammar's commands are.
type command interface {
	Run(*terminal) error
}

// commands are the names of the commands, in the order of the help.
var commands = []string{"score", "table", "rank", "version"}

// terminal is what a command speaks with.
type terminal struct {
	*locale.Locale
	json     bool
	columns  int // width of the page
	stdin    io.Reader
	out      bytes.Buffer // the answer, written when it is complete
	warnings []string     // remarks for standard error, or for the JSON of the answer
	paint    painter      // of the answer
	pen      painter      // of standard error
}

// Run does what the arguments say and gives the exit status. Standard output is
// written to once, when the answer is complete.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	t := &terminal{Locale: locale.English(), stdin: stdin, columns: pageWidth(stdout)}
	defer func() {
		if r := recover(); r != nil {
			err := bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", r)
			status = t.fail(stderr, &refusal{err: err, hint: t.T("hint.report")})
		}
	}()
	if err := t.run(args, stdout, stderr); err != nil {
		return t.fail(stderr, err)
	}
	if _, err := stdout.Write(t.out.Bytes()); err != nil {
		return t.fail(stderr, bridge.Errorf(bridge.Internal, "output.write", "writing the answer: %w", err))
	}
	if !t.json {
		_, _ = io.WriteString(stderr, t.remarks()) // nobody is left to be told
	}
	return 0
}

func (t *terminal) run(args []string, stdout, stderr io.Writer) error {
	own, rest := slices.Clone(args), []string(nil)
	if i := slices.Index(own, "--"); i >= 0 {
		own, rest = slices.Clip(own[:i]), own[i+1:] // no flags behind it
	}
	// A refusal of the command line itself is already in the language and the form
	// that the command line asks for.
	t.json = slices.Contains(own, "--json")
	from := "--lang"
	lang, ok := flagValue(own, from)
	if !ok {
		from = languageVariable
		lang, ok = os.LookupEnv(from)
	}
	if ok && lang != "" {
		l, err := locale.New(lang)
		if err != nil {
			return wrongValue(from, err)
		}
		t.Locale = l
	}
	color, ok := flagValue(own, "--color")
	if ok && !slices.Contains(colorings, color) {
		return wrongValue("--color", bridge.Errorf(Usage, "usage.color", "colour %q: want auto, always or never", color))
	}
	t.paint, t.pen = newPainter(color, stdout), newPainter(color, stderr)
	if name, ok := helpWanted(own); ok {
		t.out.WriteString(t.Help(name))
		return nil
	}

	for i, a := range own {
		if tricks(a) {
			own[i] = shield + a
		}
	}
	for _, a := range rest {
		own = append(own, shield+a)
	}
	var g grammar
	parser, err := kong.New(&g, kong.Name("overtrick"), kong.NoDefaultHelp(), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		return err
	}
	ctx, err := parser.Parse(own)
	if err != nil {
		return t.misuse(own, err)
	}
	t.json = g.JSON
	run := ctx.Selected().Target.Addr().Interface().(command) //nolint:errcheck // the grammar holds nothing else
	return run.Run(t)
}

// flagValue finds the value of a flag before the command line is parsed.
func flagValue(args []string, flag string) (value string, ok bool) {
	for i, a := range args {
		if v, found := strings.CutPrefix(a, flag+"="); found {
			value, ok = v, true
		} else if a == flag && i+1 < len(args) {
			value, ok = args[i+1], true
		}
	}
	return value, ok
}

// helpWanted finds which help is asked for: "" for that of the whole program.
func helpWanted(args []string) (name string, ok bool) {
	named := ""
	for _, a := range args {
		switch {
		case a == "-h" || a == "--help" || a == "help" && named == "" && !ok:
			ok = true
		case named == "" && slices.Contains(commands, a):
			named = a
		}
	}
	return named, ok
}

// shield marks an argument that is no flag, whatever it begins with. No argument
// of a process holds a zero byte.
const shield = "\x00"

// tricks reports whether an argument is tricks under the contract, as in "3NT -2
// W": no flag begins with a digit.
func tricks(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
}

// plain takes the shield away.
func plain(arg string) string { return strings.TrimPrefix(arg, shield) }

// Usage is the code of a refusal for a wrong use of the command.
const Usage bridge.Code = "usage"

// statuses are the exit statuses of the codes; docs/cli.md lists them.
var statuses = map[bridge.Code]int{
	bridge.Invalid:     1,
	bridge.NotFound:    1,
	bridge.Conflict:    1,
	bridge.Forbidden:   1,
	bridge.NoSolution:  1,
	bridge.Unsupported: 1,
	Usage:              2,
	bridge.Internal:    3,
}

// refusal is an error with what helps at a terminal: the characters that are
// wrong, and advice.
type refusal struct {
	err        *bridge.Error
	text       string // what was written; empty: nothing is shown
	start, end int    // the bytes of text that are wrong
	hint       string
}

// Error implements error.
func (r *refusal) Error() string { return r.err.Error() }

// Unwrap gives the error itself.
func (r *refusal) Unwrap() error { return r.err }

// wrongValue turns the refusal of a flag's value into a wrong use of the command.
func wrongValue(flag string, err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	c := *e
	c.At = flag
	if c.Code == bridge.Invalid || c.Code == bridge.NotFound {
		c.Code = Usage
	}
	return &c
}

// fail says why there is no answer and gives the exit status.
func (t *terminal) fail(stderr io.Writer, err error) int {
	r, ok := errors.AsType[*refusal](err)
	if !ok {
		e, ours := asError(err)
		if !ours {
			e = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
		}
		r = &refusal{err: e}
	}
	status, known := statuses[r.err.Code]
	if !known {
		status = statuses[bridge.Internal]
	}
	var b strings.Builder
	if t.json {
		b.WriteString(failureJSON(t.Locale, r.err))
	} else {
		b.WriteString(t.remarks())
		fmt.Fprintf(&b, "%s %s\n", t.pen.role(roleError, "overtrick: error:"), t.Error(r.err))
		b.WriteString(r.excerpt(t.pen))
		if r.hint != "" {
			fmt.Fprintf(&b, "overtrick: hint: %s\n", t.pen.suits(r.hint))
		}
	}
	_, _ = io.WriteString(stderr, b.String()) // nobody is left to be told
	return status
}

// excerpt shows what was written, with a mark under what is wrong.
func (r *refusal) excerpt(pen painter) string {
	if r.text == "" {
		return ""
	}
	before, wrong, after := locale.Clean(r.text[:r.start]), locale.Clean(r.text[r.start:r.end]), locale.Clean(r.text[r.end:])
	mark := strings.Repeat("^", max(width(wrong), 1))
	return fmt.Sprintf("  %s%s%s\n  %s%s\n", before, pen.role(roleError, wrong), after,
		strings.Repeat(" ", width(before)), pen.role(roleError, mark))
}

// remarks are the warnings as a terminal shows them.
func (t *terminal) remarks() string {
	var b strings.Builder
	for _, w := range t.warnings {
		fmt.Fprintf(&b, "%s %s\n", t.pen.role(roleWarn, "overtrick: warning:"), w)
	}
	return b.String()
}

// asError finds the refusal in an error.
func asError(err error) (*bridge.Error, bool) { return errors.AsType[*bridge.Error](err) }
