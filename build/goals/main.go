// Command goals measures how little work an evening makes: taps, keys, bytes and
// seconds, in a real browser with several phones, and writes them into docs/goals.md.
//
//	go run ./build/goals
//	go run ./build/goals --results 60 --runs 1 --pages 5 --out /tmp/goals.md
//
// It needs Chromium, see CONTRIBUTING.md. It is not part of the program, and speaks to
// this machine alone.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/internal/browser"
)

// config is how much is measured.
type config struct {
	results int // that are tapped
	runs    int // of the fault injector
	boards  int // of a run
	pages   int // that wait for a ranking
	looks   bool
	only    string // goals; empty: all
}

// What may be asked for: so much, and no more.
const (
	mostResults = 9 * 27
	mostRuns    = 50
	mostBoards  = 15
	mostPages   = 40
)

func (c config) check() error {
	for _, n := range []struct {
		flag           string
		got, from, top int
	}{
		{"results", c.results, 1, mostResults},
		{"runs", c.runs, 1, mostRuns},
		{"boards", c.boards, 1, mostBoards},
		{"pages", c.pages, 3, mostPages},
	} {
		if n.got < n.from || n.got > n.top {
			return fmt.Errorf("--%s %d: want %d to %d", n.flag, n.got, n.from, n.top)
		}
	}
	return nil
}

// measure is a measurement under way.
type measure struct {
	config

	browser *browser.Browser
	slips   travellers
	figures []figure
	notes   []note
}

// figure is what was measured against what is wanted.
type figure struct {
	goal, what, target, got string
	met                     bool
}

// note says how the figures of a goal were measured.
type note struct{ goal, text string }

func (m *measure) add(goal, what, target, got string, met bool) {
	m.figures = append(m.figures, figure{goal, what, target, got, met})
}

func (m *measure) note(goal, format string, args ...any) {
	m.notes = append(m.notes, note{goal, fmt.Sprintf(format, args...)})
}

// kb is a number of bytes in units of 1024.
func kb(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1024) }

func main() {
	if err := command(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "goals:", err)
		os.Exit(1)
	}
}

func command(args []string, log io.Writer) error {
	var c config
	flags := flag.NewFlagSet("goals", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.IntVar(&c.results, "results", 216, "that are tapped into the entry screen")
	flags.IntVar(&c.runs, "runs", 5, "of boards that are played while the network fails")
	flags.IntVar(&c.boards, "boards", 15, "of such a run")
	flags.IntVar(&c.pages, "pages", 20, "that wait for a ranking")
	flags.BoolVar(&c.looks, "looks", true, "look at every page with axe-core, which takes a minute")
	flags.StringVar(&c.only, "only", "", "measure these goals alone, such as `G1,G5`")
	out := flags.String("out", "", "file that is written; docs/goals.md of this repository if it is not said")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	root, err := repository()
	if err != nil {
		return err
	}
	if *out == "" {
		*out = filepath.Join(root, "docs", "goals.md")
	}
	program, err := browser.Find()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	text, err := run(ctx, log, root, program, c)
	if err != nil {
		return err
	}
	return os.WriteFile(*out, []byte(text), 0o644)
}

// repository finds the folder of the repository, from a folder in it.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("run this in the repository")
		}
	}
}

// run measures everything, and gives the document.
func run(ctx context.Context, log io.Writer, root, program string, c config) (string, error) {
	m := &measure{config: c}
	var err error
	if m.slips, err = read(root); err != nil {
		return "", err
	}
	steps := []struct {
		goals string
		f     func(browser.T)
	}{
		{"G1 G2", func(t browser.T) { m.touches(t, false) }},
		{"G1 G2", func(t browser.T) { m.touches(t, true) }},
		{"G3 G4", func(t browser.T) {
			if err := m.keystrokes(); err != nil {
				t.Fatalf("%v", err)
			}
		}},
		{"G5", m.lastScore},
		{"G6 G10", m.bytes},
		{"G7", m.weights},
		{"G8", m.faults},
		{"G9", m.look},
		{"G11", m.start},
		{"G12", m.correct},
	}
	for _, step := range steps {
		if !m.wanted(step.goals) {
			continue
		}
		fmt.Fprintf(log, "%s ...\n", step.goals)
		// A browser of its own for each: what one leaves behind does not slow the next.
		// One that did not come to its end is tried once more: machines are busy.
		figures, notes := len(m.figures), len(m.notes)
		for again := true; ; again = false {
			err := with(ctx, log, func(t browser.T) {
				m.browser = browser.Start(t, program)
				step.f(t)
			})
			if err == nil {
				break
			}
			if !again || ctx.Err() != nil {
				return "", fmt.Errorf("%s: %w", step.goals, err)
			}
			fmt.Fprintf(log, "%s, once more: %v\n", step.goals, err)
			m.figures, m.notes = m.figures[:figures], m.notes[:notes]
		}
	}
	return m.document(), nil
}

// wanted reports whether a step measures what is asked for.
func (m *measure) wanted(goals string) bool {
	if goals == "G9" && !m.looks {
		return false
	}
	if m.only == "" {
		return true
	}
	asked := strings.Split(m.only, ",")
	return slices.ContainsFunc(strings.Fields(goals), func(g string) bool { return slices.Contains(asked, g) })
}

// goals are all of them, in order, with what is not measured here and why.
var goals = []struct{ name, what string }{
	{"G1", "taps for a result, until both sides have agreed it"},
	{"G2", "pages for a result"},
	{"G3", "keys for a line of a traveller"},
	{"G4", "a whole traveller"},
	{"G5", "the ranking after the last score"},
	{"G6", "what goes over the network to a table"},
	{"G7", "the weight of the result pages of 14 tables and 27 boards"},
	{"G8", "what gets lost when the network fails"},
	{"G9", "pages that everybody can read"},
	{"G10", "a newcomer's first board"},
	{"G11", "the start of an evening"},
	{"G12", "the correction of an evening that is over"},
	{"G13", "a hand on the pad of a home table"},
}

// document writes all of it down.
func (m *measure) document() string {
	var b bytes.Buffer
	b.WriteString(`# The goals, measured

How little work an evening makes: what we want, and what was measured. ` + "`make goals`" + ` plays it in a real Chromium, with
phones that have a network each, and writes this page. Taps, keys and bytes are the same on every machine; seconds that
were measured are those of one machine on which server, browser and all phones run together. Seconds of people follow
from the keystroke-level model of Card, Moran and Newell: nobody was watched.

`)
	head := []string{"goal", "what", "target", "figure", "met"}
	rows := [][]string{head, nil}
	for _, f := range m.figures {
		rows = append(rows, []string{f.goal, f.what, f.target, f.got, map[bool]string{true: "yes", false: "**no**"}[f.met]})
	}
	width := make([]int, len(head))
	for _, r := range rows {
		for i, x := range r {
			width[i] = max(width[i], utf8.RuneCountInString(x))
		}
	}
	for _, r := range rows {
		for i := range head {
			if r == nil {
				b.WriteString("|" + strings.Repeat("-", width[i]+2))
			} else {
				b.WriteString("| " + r[i] + strings.Repeat(" ", width[i]-utf8.RuneCountInString(r[i])+1))
			}
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n## How it was measured\n")
	for _, g := range goals {
		text := ""
		for _, n := range m.notes {
			if n.goal == g.name {
				text += " " + strings.ToUpper(n.text[:1]) + n.text[1:]
			}
		}
		switch {
		case text != "":
		case g.name == "G13":
			text = " Not measured here: the pad is a program of the terminal ([the home table](home.md))."
		default:
			text = " Not measured this time."
		}
		b.WriteString("\n" + fold("**"+g.name+"**, "+g.what+"."+text, 118))
	}
	return b.String()
}

// fold breaks a text into lines.
func fold(text string, width int) string {
	var b strings.Builder
	n := 0
	for word := range strings.FieldsSeq(text) {
		w := utf8.RuneCountInString(word)
		if n > 0 && n+1+w > width {
			b.WriteString("\n")
			n = 0
		}
		if n > 0 {
			b.WriteString(" ")
			n++
		}
		b.WriteString(word)
		n += w
	}
	return b.String() + "\n"
}
