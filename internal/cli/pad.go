package cli

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/notation"
)

// padCommand keeps the pad of a home table: from a file, from standard input, or
// live at a terminal.
type padCommand struct {
	File     string `arg:"" optional:""`
	Form     string
	Edition  string
	Schedule string
	Parts    string
	Deals    string
	Redeal   *bool `negatable:""`
	Dealer   string
	Set      []string `sep:"none"`
	PBN      bool     `name:"pbn"`
}

// Run implements the command.
func (c *padCommand) Run(t *terminal) error {
	given, err := c.given(t)
	if err != nil {
		return err
	}
	path := plain(c.File)
	if c.PBN && t.json {
		return bridge.At("--pbn", bridge.Errorf(Usage, "usage.pad_output", "--pbn and --json: want one of them"))
	}
	if t.live(path) && !c.PBN && !keepsPBN(path) {
		return t.livePad(path, given)
	}
	if path == "" {
		path = "-"
	}
	name, data, err := t.read(path)
	if err != nil {
		return err
	}
	f, err := t.readPad(name, data, given)
	if err != nil {
		return err
	}
	t.noteOpenEnd(name, data, given)
	switch {
	case c.PBN:
		return t.padPBN(f)
	case t.json:
		return t.answer(t.padJSON(f))
	}
	t.padAnswer(f)
	return nil
}

// given are the settings of the command line, checked.
func (c *padCommand) given(t *terminal) (list []padtext.Setting, err error) {
	add := func(flag, name, value string) {
		if value == "" || err != nil {
			return
		}
		var s padtext.Setting
		if s, err = padtext.NewSetting(name, value); err != nil {
			err = wrongValue(flag, err)
			return
		}
		list = append(list, s)
	}
	add("--form", "form", plain(c.Form))
	add("--edition", "edition", plain(c.Edition))
	add("--schedule", "schedule", plain(c.Schedule))
	add("--parts", "parts", plain(c.Parts))
	add("--deals", "deals", plain(c.Deals))
	if c.Redeal != nil {
		add("--redeal", "redeal", map[bool]string{true: "yes", false: "no"}[*c.Redeal])
	}
	if c.Dealer != "" && err == nil {
		var seat bridge.Seat
		if seat, err = notation.ParseSeat(t.Words(), plain(c.Dealer)); err != nil {
			return nil, wrongValue("--dealer", err)
		}
		add("--dealer", "dealer", seat.String())
	}
	for _, text := range c.Set {
		name, value, ok := strings.Cut(plain(text), "=")
		if !ok {
			return nil, wrongValue("--set", bridge.Errorf(Usage, "usage.set", "%q: want NAME=VALUE, for example score.rubber.fast=750", text))
		}
		if value == "" {
			value = " " // an empty one is refused by its setting
		}
		add("--set", strings.TrimSpace(name), value)
	}
	if err != nil {
		return nil, err
	}
	if _, err := padtext.New(list...); bridge.CodeOf(err) == bridge.Invalid && !hasForm(list) {
		return list, nil // the form may stand in the text
	} else if err != nil {
		return nil, wrongValue("", err)
	}
	return list, nil
}

func hasForm(list []padtext.Setting) bool {
	for _, s := range list {
		if s.Name == "form" {
			return true
		}
	}
	return false
}

// readPad reads the text of a home table, or the rubbers of a PBN file. A refusal
// shows the line.
func (t *terminal) readPad(name string, data []byte, given []padtext.Setting) (*padtext.File, error) {
	if saysPBN.MatchString(sample(data)) {
		return t.readPadPBN(name, data, given)
	}
	f, err := padtext.Read(bytes.NewReader(data), t.Words(), given...)
	if err == nil {
		return f, nil
	}
	if kind := guess(data, sample(data)); kind != "" && kind != csvTable { // names may have commas between them
		return nil, bridge.At(name, bridge.Errorf(bridge.Unsupported, "file.no_pad", "this looks like %s: want the text of a home table", kind))
	}
	text := ""
	if e, ok := asError(err); ok {
		var n int
		if _, scan := fmt.Sscanf(e.At, "line %d", &n); scan == nil {
			text = padLine(data, n)
		}
	}
	if err = at(name, t.padPlace(err)); text == "" {
		return nil, err
	}
	return nil, pointAt(text, err)
}

// noteOpenEnd warns of a last line that has no end and would say something else if
// there were more of it: "they 3N" may be the half of "they 3NT-1". A text that was
// written by hand may well end so, and is read.
func (t *terminal) noteOpenEnd(name string, data []byte, given []padtext.Setting) {
	text, err := t.padText(data)
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if err != nil || last == "" || strings.Contains(last, "#") || saysPBN.MatchString(sample(data)) {
		return
	}
	if _, err := padtext.Read(strings.NewReader(text+"-1"), t.Words(), given...); err != nil {
		return // nothing could follow
	}
	w := bridge.Errorf(bridge.Invalid, "pad.cut_off", "the last line has no end: it may be cut off")
	t.warn(name, []event.Warning{{Line: strings.Count(text, "\n") + 1, Err: w}}, nil)
}

// padPlace says in the reader's language of which deal a refusal speaks.
func (t *terminal) padPlace(err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	before, number, ok := strings.Cut(e.At, "deal ")
	n, notNumber := strconv.Atoi(number)
	if !ok || notNumber != nil {
		return err
	}
	c := *e
	c.At = before + t.T("pad.deal", n)
	return &c
}

// padLine is the n-th line of a text, "" if it has none.
func padLine(data []byte, n int) string {
	for l := range bytes.Lines(data) {
		if n--; n == 0 {
			return strings.TrimPrefix(strings.TrimRight(string(l), "\r\n"), "\ufeff")
		}
	}
	return ""
}
