package cli

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
)

// convertCommand writes what a file holds in another format.
type convertCommand struct {
	File    string `arg:""`
	Out     string `arg:""`
	To      string
	Force   bool
	Charset string
	Pairs   string // a list beside a table of results
}

// convertJSON is the answer of commands that write files.
type convertJSON struct {
	Files    []string      `json:"files"`
	Warnings []warningJSON `json:"warnings"`
}

// Run implements the command.
func (c *convertCommand) Run(t *terminal) error {
	out := plain(c.Out)
	to, err := targetOf(out, plain(c.To))
	if err != nil {
		return err
	}
	if out == "-" && t.json {
		return wrongValue("--json", bridge.Errorf(Usage, "usage.convert_output", "OUT is standard output, and that holds the file itself: want a name"))
	}
	name, parts, err := c.converted(t, to)
	if err != nil {
		return err
	}
	if out == "-" {
		t.out.Write(parts[0].data)
		t.lost(name, apart(parts)...)
		return nil
	}
	files, err := save(out, parts, c.Force)
	if err != nil {
		return err
	}
	return t.saved(files)
}

// converted reads the file and gives what is to be written. What is lost on the way
// is kept as warnings.
func (c *convertCommand) converted(t *terminal, to target) (name string, parts []part, err error) {
	name, data, err := t.read(plain(c.File))
	if err != nil {
		return "", nil, err
	}
	home, err := c.home(t, name, data)
	switch {
	case err != nil:
		return name, nil, err
	case home != nil:
		parts, err = t.homeParts(home, to)
		return name, parts, at(name, err)
	case to == toPad:
		return name, nil, bridge.At(name, bridge.Errorf(bridge.Unsupported, "convert.no_home", "an event is no home table: want CSV, Excel, PBN or USEBIO"))
	}
	if to == toPBN && saysPBN.MatchString(head(data, plain(c.Charset))) {
		parts, err = c.samePBN(t, name, data)
		return name, parts, err
	}
	_, record, err := t.resultsOf(plain(c.File), name, data, c.Charset, c.Pairs)
	if err != nil {
		return name, nil, err
	}
	if err := whole(record); err != nil {
		return name, nil, at(name, err)
	}
	t.warn(name, record.Warnings, nil)
	parts, lost, err := encode(record, to)
	if err != nil {
		return name, nil, at(name, err)
	}
	back, err := readBack(parts)
	if err != nil {
		return name, nil, at(name, err)
	}
	t.lost(name, losses(record, back, lost, to)...)
	if saysPBN.MatchString(head(data, plain(c.Charset))) {
		t.lost(name, untold(data, plain(c.Charset), to)...)
	}
	differs, err := rankedOtherwise(record, back, to)
	if err != nil {
		return name, nil, at(name, err)
	}
	t.lost(name, differs...)
	return name, parts, nil
}

// whole refuses a file that ends before it is complete: what was converted would look
// like all of it.
func whole(record *event.Record) error {
	w := endsEarly(record)
	if w == nil {
		return nil
	}
	err := bridge.Errorf(bridge.Invalid, "convert.broken_off", "the file is not complete, it ends inside %v: nothing is converted", w.Err.Args[0])
	err.Err = w.Err
	return place(*w, err)
}

// lost keeps what gets lost on the way as warnings.
func (t *terminal) lost(name string, list ...*bridge.Error) {
	for _, e := range list {
		t.warn(name, []event.Warning{{Err: e}}, nil)
	}
}

// samePBN writes a PBN file in its export format: nothing of it is lost, auctions,
// play and what we do not read included.
func (c *convertCommand) samePBN(t *terminal, name string, data []byte) ([]part, error) {
	charset, err := charsetNamed(plain(c.Charset))
	if err != nil {
		return nil, err
	}
	f, err := pbn.ReadCharset(bytes.NewReader(data), charset)
	if err != nil {
		return nil, at(name, err)
	}
	if err := whole(&event.Record{Warnings: f.Warnings}); err != nil {
		return nil, at(name, err)
	}
	t.warn(name, f.Warnings, nil)
	var b bytes.Buffer
	if err := pbn.Write(&b, f); err != nil {
		return nil, at(name, err)
	}
	return []part{{data: b.Bytes()}}, nil
}

// untold names what a PBN file says of how the boards were played, which an event does
// not hold. The opening lead it holds.
func untold(data []byte, charset string, to target) []*bridge.Error {
	f, err := pbn.ReadCharset(bytes.NewReader(data), charset)
	if err != nil {
		return nil // the reader of events has said it
	}
	for _, g := range f.Games {
		cards := slices.DeleteFunc(slices.Clone(g.Cards()), func(c pbn.Card) bool { return c.Kind != pbn.Played })
		if len(g.Calls()) > 0 || len(cards) > 1 {
			return []*bridge.Error{bridge.Errorf(bridge.Unsupported, "convert.lost.play", "%s has no place for auctions and the play of the cards", strings.ToUpper(string(to)))}
		}
	}
	return nil
}

// home reads a file that is a home table: its text, or PBN with rubbers and without
// an event. Else it is nil.
func (c *convertCommand) home(t *terminal, name string, data []byte) (*padtext.File, error) {
	text := head(data, plain(c.Charset))
	if saysPBN.MatchString(text) {
		if !strings.Contains(string(data), "Rubber") && !strings.Contains(string(data), "Chicago") {
			return nil, nil
		}
		f, err := pbn.ReadCharset(bytes.NewReader(data), "")
		if err != nil {
			return nil, nil //nolint:nilerr // the reader of events says it with its place
		}
		if homes, _ := f.Home(); len(homes) == 0 || played(f.Record()) {
			return nil, nil
		}
		return t.readPad(name, data, nil)
	}
	if table.Sniff(text) || saysXML.MatchString(text) || guess(data, text) != "" || len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	return t.readPad(name, data, nil)
}

// homeParts is a home table in another format.
func (t *terminal) homeParts(f *padtext.File, to target) ([]part, error) {
	var b bytes.Buffer
	switch to {
	case toPBN:
		before := t.out
		t.out = bytes.Buffer{}
		err := t.padPBN(f)
		b, t.out = t.out, before
		return []part{{data: b.Bytes()}}, err
	case toPad:
		err := padtext.Write(&b, f)
		return []part{{data: b.Bytes()}}, err
	}
	return nil, bridge.Errorf(bridge.Unsupported, "convert.home", "a home table is no event: want PBN or the text of a home table (.txt)")
}

// saved answers with the names of the files that were written.
func (t *terminal) saved(files []string) error {
	if t.json {
		return t.answer(convertJSON{Files: files, Warnings: t.warningList()})
	}
	t.out.WriteString(t.T("output.written", strings.Join(files, ", ")) + "\n")
	return nil
}

// targetOf is the format that is asked for, else that of the ending.
func targetOf(out, to string) (target, error) {
	for _, k := range targets {
		if string(k.target) == strings.ToLower(to) || to == "" && strings.HasSuffix(strings.ToLower(out), k.ending) {
			return k.target, nil
		}
	}
	switch {
	case to != "":
		return "", wrongValue("--to", bridge.Errorf(Usage, "usage.format", "format %q: want csv, xlsx, pbn, xml or pad", to))
	case out == "-":
		return "", wrongValue("--to", bridge.Errorf(Usage, "usage.format_missing", "standard output has no ending: want csv, xlsx, pbn, xml or pad"))
	}
	return "", bridge.Errorf(Usage, "usage.ending", "%s: which format is it? want a name that ends in .csv, .xlsx, .pbn, .xml or .txt, or --to", cmp.Or(out, `""`))
}
