package cli

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/simulate"
)

// simulateCommand makes up an event. Numbers are text, so that what is none is refused
// in the language of the reader.
type simulateCommand struct {
	Seed       string
	Pairs      string
	Tables     string
	Boards     string
	Sessions   string
	Sections   string
	Winners    string
	Kind       string
	Method     string
	Regulation string
	Accidents  string
	Out        string
	Force      bool
}

// simulateJSON is a made-up event: its facts, or the files that hold it.
type simulateJSON struct {
	Command  string        `json:"command"` // that makes the same event again
	Files    []string      `json:"files,omitempty"`
	Facts    []event.Fact  `json:"facts,omitempty"`
	People   event.People  `json:"people,omitempty"`
	Warnings []warningJSON `json:"warnings"`
}

// Run implements the command.
func (c *simulateCommand) Run(t *terminal) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	out := plain(c.Out)
	to := toCSV
	if out != "" {
		if to, err = targetOf(out, ""); err != nil {
			return err
		}
		if to == toPad {
			return wrongValue("--out", bridge.Errorf(Usage, "usage.simulate_out", "an event is no home table: want a name that ends in .csv, .xlsx or .pbn"))
		}
	}
	record, err := simulate.Event(options)
	if err != nil {
		return err
	}
	line := commandOf(options)
	if out == "" && t.json {
		return t.answer(simulateJSON{Command: line, Facts: record.Facts, People: record.People, Warnings: t.warningList()})
	}
	parts, err := t.simulated(record, to, line)
	if err != nil {
		return err
	}
	if out == "" {
		t.out.Write(parts[0].data)
		t.lost("", slices.DeleteFunc(apart(parts), func(e *bridge.Error) bool { return e.Key != "convert.lost.beside_penalties" })...)
		return nil
	}
	files, err := save(out, parts, c.Force)
	if err != nil {
		return err
	}
	if t.json {
		return t.answer(simulateJSON{Command: line, Files: files, Warnings: t.warningList()})
	}
	t.out.WriteString(line + "\n")
	return t.saved(files)
}

// simulated writes an event with the command that makes it again in its first lines, if
// the format has a place for it.
// That a format has no place for the title or for what was corrected is not said: the
// command gives all of it back. It is said where the event would be ranked otherwise.
// The lines of a board stand together, so that a large table can be read board by board.
func (t *terminal) simulated(record *event.Record, to target, line string) ([]part, error) {
	record = byBoard(record)
	parts, lost, err := encode(record, to)
	if err != nil {
		return nil, err
	}
	back, err := readBack(parts)
	if err != nil {
		return nil, err
	}
	opened := openedOf(record)
	heading := opened.Method == event.Matchpoints && opened.Regulation == ""
	t.lost("", slices.DeleteFunc(losses(record, back, lost, to), func(e *bridge.Error) bool {
		return slices.Contains(restored, e.Key) || heading && e.Key == "table.lost.heading"
	})...)
	switch to {
	case toPBN:
		at := bytes.IndexByte(parts[0].data, '\n') + 1
		parts[0].data = slices.Concat(parts[0].data[:at], []byte("% "+line+"\r\n"), parts[0].data[at:])
	case toCSV: // a workbook has no place for it: the answer says it
		parts[0].data = slices.Concat([]byte("# "+line+"\n"), parts[0].data)
	}
	return parts, nil
}

// restored is what a format has no place for, and the command gives back.
var restored = []string{"table.lost.deals", "table.lost.history", "convert.lost.history"}

// options are those of the command line, settled.
func (c *simulateCommand) options() (simulate.Options, error) {
	var o simulate.Options
	if c.Pairs != "" && c.Tables != "" {
		return o, bridge.At("--tables", bridge.Errorf(Usage, "usage.simulate_size", "--pairs and --tables: want one of them"))
	}
	for _, n := range []struct {
		flag, text string
		to         *int
	}{
		{"--pairs", c.Pairs, &o.Pairs},
		{"--tables", c.Tables, &o.Pairs},
		{"--boards", c.Boards, &o.Boards},
		{"--sessions", c.Sessions, &o.Sessions},
		{"--sections", c.Sections, &o.Sections},
		{"--winners", c.Winners, &o.Winners},
	} {
		if n.text == "" {
			continue
		}
		v, err := strconv.ParseUint(plain(n.text), 10, 31)
		if err != nil || v == 0 {
			return o, wrongValue(n.flag, bridge.Errorf(Usage, "usage.count", "%q: want a number of 1 or more", plain(n.text)))
		}
		*n.to = int(v)
	}
	if c.Tables != "" {
		o.Pairs *= 2
	}
	o.Kind, o.Method, o.Regulation = event.Kind(plain(c.Kind)), event.Method(plain(c.Method)), plain(c.Regulation)
	o.Accidents = simulate.Accidents(plain(c.Accidents))
	if c.Seed == "" {
		o.Seed = uint64(time.Now().UnixNano()/1000) % 1_000_000 // six digits are easy to write down
	} else {
		seed, err := strconv.ParseUint(plain(c.Seed), 10, 64)
		if err != nil {
			return o, wrongValue("--seed", bridge.Errorf(Usage, "usage.seed", "seed %q: want a number from 0 to 18446744073709551615", plain(c.Seed)))
		}
		o.Seed = seed
	}
	o, err := o.Settled()
	if e, ok := asError(err); ok {
		return o, wrongValue(blamed[e.Key], err)
	}
	return o, err
}

// blamed is the flag that a refusal is about.
var blamed = map[string]string{
	"simulate.pairs": "--pairs", "simulate.boards": "--boards", "simulate.sessions": "--sessions", "simulate.sections": "--sections",
	"simulate.size": "--pairs", "simulate.kind": "--kind", "event.individual_lists": "--winners",
	"simulate.method": "--method", "simulate.accidents": "--accidents",
	"event.winners": "--winners", "regulation.unknown": "--regulation",
}

// commandOf is the command that makes the same event again.
func commandOf(o simulate.Options) string {
	var b strings.Builder
	b.WriteString("overtrick simulate --seed " + strconv.FormatUint(o.Seed, 10))
	for _, n := range []struct {
		flag  string
		value int
	}{{"pairs", o.Pairs}, {"boards", o.Boards}, {"sessions", o.Sessions}, {"sections", o.Sections}, {"winners", o.Winners}} {
		b.WriteString(" --" + n.flag + " " + strconv.Itoa(n.value))
	}
	if o.Kind != event.Pairs {
		b.WriteString(" --kind " + string(o.Kind))
	}
	b.WriteString(" --method " + string(o.Method))
	if o.Regulation != "" {
		b.WriteString(" --regulation " + o.Regulation)
	}
	b.WriteString(" --accidents " + string(o.Accidents))
	return b.String()
}
