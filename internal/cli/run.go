package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

// grammar is the command line: a field for each command and for each flag that
// all of them know. What people read about them stands in the catalogues.
type grammar struct {
	Score       scoreCommand       `cmd:""`
	Table       tableCommand       `cmd:""`
	VP          vpCommand          `cmd:"" name:"vp"`
	Rank        rankCommand        `cmd:""`
	Match       matchCommand       `cmd:""`
	Draw        drawCommand        `cmd:""`
	Explain     explainCommand     `cmd:""`
	Verify      verifyCommand      `cmd:""`
	Regulations regulationsCommand `cmd:""`
	Movement    movementCommand    `cmd:""`
	Convert     convertCommand     `cmd:""`
	Simulate    simulateCommand    `cmd:""`
	Deal        dealCommand        `cmd:""`
	DD          ddCommand          `cmd:"" name:"dd"`
	Par         parCommand         `cmd:""`
	Pad         padCommand         `cmd:""`
	Serve       serveCommand       `cmd:""`
	Backup      backupCommand      `cmd:""`
	Restore     restoreCommand     `cmd:""`
	Journal     journalCommand     `cmd:""`
	Doctor      doctorCommand      `cmd:""`
	Version     versionCommand     `cmd:""`

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
var commands = []string{"score", "table", "vp", "rank", "match", "draw", "explain", "verify", "regulations", "movement", "convert", "simulate", "deal", "dd", "par", "pad", "serve", "backup", "restore", "journal", "doctor", "version"}

// terminal is what a command speaks with.
type terminal struct {
	*locale.Locale
	json     bool
	columns  int // width of the page
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	out      bytes.Buffer // the answer, written when it is complete
	warnings []remark     // for standard error, or for the JSON of the answer
	shown    int          // warnings that people see if there are more; 0: all
	paint    painter      // of the answer
	pen      painter      // of standard error
	status   int          // of an answer: 0, or 1 where it says that something is not so
}

// Run does what the arguments say and gives the exit status. Standard output is
// written to once, when the answer is complete. An answer may have the status 1
// too: verify says with it that no regulation reproduces a file.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	t := &terminal{Locale: locale.English(), stdin: stdin, stdout: stdout, stderr: stderr, columns: pageWidth(stdout)}
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
		return t.fail(stderr, unwritten(err))
	}
	if !t.json {
		_, _ = io.WriteString(stderr, t.remarks()) // nobody is left to be told
	}
	return t.status
}

func (t *terminal) run(args []string, stdout, stderr io.Writer) error {
	var g grammar
	if len(args) == 0 && onDesktop(t.stdin, stdout) {
		args, g.Serve.open = []string{"serve"}, true
	}
	parser, err := kong.New(&g, kong.Name("overtrick"), kong.NoDefaultHelp(), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		return err
	}
	valued := valuedFlags(parser, args)
	a := takeApart(args, valued)
	// A refusal of the command line itself is already in the language and the form
	// that the command line asks for.
	t.json = a.has("--json")
	if err := t.speak(a); err != nil {
		return err
	}
	if err := a.check(valued); err != nil {
		return t.misused(a, err)
	}
	color, ok := a.value("--color")
	if ok && !slices.Contains(colorings, color) {
		return wrongValue("--color", bridge.Errorf(Usage, "usage.color", "colour %q: want auto, always or never", color))
	}
	t.paint, t.pen = newPainter(color, stdout), newPainter(color, stderr)
	if name, ok, err := a.helpWanted(); ok {
		if err != nil {
			return t.misused(arguments{}, err)
		}
		t.out.WriteString(t.reflow(t.Help(name)))
		return nil
	}
	if len(a.words) == 0 && a.has("--version") {
		a.words = []string{"version"}
		a.options = slices.DeleteFunc(a.options, func(o option) bool { return o.flag == "--version" })
	}
	ctx, err := parser.Parse(a.line())
	if err != nil {
		return t.misuse(a, err)
	}
	t.json = g.JSON
	run := ctx.Selected().Target.Addr().Interface().(command) //nolint:errcheck // the grammar holds nothing else
	return run.Run(t)
}

// speak chooses the language: that of --lang, else that of the environment.
func (t *terminal) speak(a arguments) error {
	from := "--lang"
	lang, ok := a.value(from)
	if !ok {
		from = languageVariable
		lang = os.Getenv(from)
	}
	if lang == "" {
		return nil
	}
	l, err := locale.New(lang)
	if err != nil {
		return wrongValue(from, err)
	}
	t.Locale = l
	return nil
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

// The codes that only a command line needs.
const (
	Usage     bridge.Code = "usage"     // a wrong use of the command
	Unwritten bridge.Code = "unwritten" // there is an answer, but nowhere to write it
)

// unwritten refuses an answer that nobody takes: the disk is full, the pipe is
// closed. That is no fault of the program.
func unwritten(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return bridge.Errorf(Unwritten, "output.write", "the answer cannot be written: %w", err)
}

// statuses are the exit statuses of the codes; docs/cli.md lists them.
var statuses = map[bridge.Code]int{
	bridge.Invalid:      1,
	bridge.NotFound:     1,
	bridge.Conflict:     1,
	bridge.Forbidden:    1,
	bridge.NoSolution:   1,
	bridge.Unsupported:  1,
	journal.Unavailable: 1,
	Unwritten:           1,
	Usage:               2,
	bridge.Internal:     3,
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
		b.WriteString(failure(t.Locale, r.err, t.warningList()))
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

// remark is a warning, for programs and with its place for people.
type remark struct {
	warningJSON
	at string // "club.pbn:17"; empty if there is no place
}

// remarks are the warnings as a terminal shows them. One more than are shown
// stands there itself, in place of the line that would count it.
func (t *terminal) remarks() string {
	var b strings.Builder
	say := func(text string) {
		fmt.Fprintf(&b, "%s %s\n", t.pen.role(roleWarn, "overtrick: warning:"), text)
	}
	for i, w := range t.warnings {
		if t.shown > 0 && i == t.shown && len(t.warnings) > t.shown+1 {
			say(t.N("rank.more_warnings", len(t.warnings)-i))
			break
		}
		text := w.Text
		if w.at != "" {
			text = w.at + ": " + text
		}
		say(text)
	}
	return b.String()
}

// asError finds the refusal in an error.
func asError(err error) (*bridge.Error, bool) { return errors.AsType[*bridge.Error](err) }
