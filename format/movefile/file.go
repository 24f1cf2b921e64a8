package movefile

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/internal/charset"
	"github.com/overtrick/overtrick/movement"
)

// Format is the way in which a file holds movements.
type Format string

// The formats.
const (
	Plain Format = "movement" // ours
	EBU   Format = "ebu"      // EBUScore
	ACBL  Format = "mov"      // ACBLscore .MOV
	YAML  Format = "yaml"     // BridgeScorer of thebridsk
	JSON  Format = "json"     // as the program prints a movement
)

// Formats lists all formats, our own first.
func Formats() []Format { return []Format{Plain, EBU, ACBL, YAML, JSON} }

// ParseFormat reads the name of a format.
func ParseFormat(name string) (Format, error) {
	for _, f := range Formats() {
		if string(f) == strings.ToLower(name) {
			return f, nil
		}
	}
	return "", bridge.Errorf(bridge.NotFound, "movefile.format", "format %q: want movement, ebu, mov, yaml or json", name)
}

// Program is what people call the format.
func (f Format) Program() string {
	switch f {
	case EBU:
		return "EBUScore"
	case ACBL:
		return "ACBLscore"
	case YAML:
		return "BridgeScorer"
	case JSON:
		return "JSON"
	}
	return "overtrick"
}

// maxSize is how many bytes a file may have: more than any collection that was seen.
const maxSize = 8 << 20

// Warning is something that is not as it should be, or that a director wants to know.
type Warning struct {
	Line int // of the file, from 1; 0 for the movement as a whole
	Err  *bridge.Error
}

// Text is the warning in English.
func (w Warning) Text() string { return w.Err.Msg }

// Block is one movement of a file.
type Block struct {
	Line     int                // where it begins, from 1; 0 in a file that has no lines
	Movement *movement.Movement // nil if there is an error
	Warnings []Warning
	Err      error // why it is refused: it cannot be read, or is unsound
}

// warn adds a warning.
func (b *Block) warn(line int, key, format string, args ...any) {
	b.Warnings = append(b.Warnings, Warning{line, bridge.Errorf(bridge.Invalid, key, format, args...)})
}

// File is what was read.
type File struct {
	Format Format
	Blocks []Block // at least one
}

// Option says how to read.
type Option func(*options)

type options struct {
	format      Format
	keepUnsound bool
}

// As reads a file in this format, whatever it looks like.
func As(f Format) Option { return func(o *options) { o.format = f } }

// KeepUnsound warns of the faults of a movement instead of refusing it.
func KeepUnsound() Option { return func(o *options) { o.keepUnsound = true } }

// Read reads the movement of a file, and finds out which format it has. Of a file with
// several it reads the first, and warns; see [ReadAll].
//
// The error has code [bridge.Invalid] and as its place the line, where there is one;
// the key movement.unsound says that an audit found faults.
func Read(r io.Reader, opts ...Option) (*movement.Movement, []Warning, error) {
	f, err := ReadAll(r, opts...)
	if err != nil {
		return nil, nil, err
	}
	b := f.Blocks[0]
	if n := len(f.Blocks) - 1; n > 0 {
		b.warn(f.Blocks[1].Line, "movefile.more", "the file has more movements: only the first was read (left out: %d)", n)
	}
	return b.Movement, b.Warnings, b.Err
}

// ReadAll reads all movements of a file. One that is refused has its error in its
// block. The error is that of the file as a whole: it cannot be read, is too large, or
// of no known format.
func ReadAll(r io.Reader, opts ...Option) (*File, error) {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	switch {
	case err != nil:
		return nil, bridge.Errorf(bridge.Internal, "movefile.read", "reading movements: %w", err)
	case len(data) > maxSize:
		return nil, bridge.Errorf(bridge.Invalid, "movefile.large", "a file of movements has at most %d bytes", maxSize)
	}
	f := &File{Format: o.format}
	if f.Format == "" {
		if f.Format = Sniff(data); f.Format == "" {
			return nil, bridge.Errorf(bridge.Invalid, "movefile.unknown", "no file of movements: neither ours, nor of EBUScore, ACBLscore or BridgeScorer, nor JSON")
		}
	}
	text := func() string { s, _ := charset.Decode(data); return s }
	switch f.Format {
	case EBU:
		f.Blocks = readEBU(text())
	case ACBL:
		f.Blocks = []Block{readMOV(data)}
	case YAML:
		f.Blocks = []Block{readYAML(text())}
	case JSON:
		f.Blocks = readJSON(data)
	default:
		f.Blocks = readPlain(text())
	}
	if len(f.Blocks) == 0 {
		return nil, bridge.Errorf(bridge.Invalid, "movefile.empty", "there is no movement in the file")
	}
	for i := range f.Blocks {
		f.Blocks[i].finish(o)
	}
	return f, nil
}

var (
	ebuHead  = regexp.MustCompile(`^\s*[0-7]\s*[,;]\s*\d+\s*[,;]\s*\d+\s*[,;]\s*\d+\s*[,;]\s*\d+`)
	yamlHead = regexp.MustCompile(`(?m)^(---|hands:|numberTeams:|numberPlayers:)`)
)

// Sniff finds out which format a file has; "" if it has none of them.
func Sniff(data []byte) Format {
	if bytes.HasPrefix(data, []byte(movMagic)) {
		return ACBL
	}
	text, _ := charset.Decode(data)
	second := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") && !second {
			continue
		}
		if second {
			if ebuHead.MatchString(line) {
				return EBU
			}
			break
		}
		if key, _ := word(line); key == wordMovement {
			return Plain
		}
		if line[0] == '{' {
			return JSON
		}
		second = true
	}
	if yamlHead.MatchString(text) {
		return YAML
	}
	return ""
}

// place is a line as the place of an error.
func place(line int) string { return "line " + strconv.Itoa(line) }

// finish audits a movement that was read.
func (b *Block) finish(o options) {
	if b.Err == nil {
		b.Err = b.Movement.Check()
	}
	if b.Err != nil {
		b.refuse(b.Err)
		return
	}
	audit := b.Movement.Audit()
	if err := audit.Err(); err != nil && !o.keepUnsound {
		b.refuse(err)
		return
	}
	count := map[movement.Rule]int{}
	for _, f := range audit.Findings {
		count[f.Rule]++
	}
	for rule, more := range audit.More {
		count[rule] += more
	}
	for _, f := range audit.Findings {
		switch n := count[f.Rule]; {
		case n == 1:
			b.warn(0, "movefile.finding", "%v", f)
		case n > 1:
			b.warn(0, "movefile.findings", "%v; more of this kind: %d", f, n-1)
		}
		count[f.Rule] = 0 // it is told
	}
}

// family warns of a family that there is not. The name is kept: it does no harm.
func (b *Block) family(line int) {
	if b.Err != nil || b.Movement.Family == "" {
		return
	}
	known := slices.ContainsFunc(movement.Families(), func(f movement.Family) bool { return f.Name == b.Movement.Family })
	if !known {
		b.warn(line, "movefile.family", "no movement is called %q: the name is kept, and says nothing about who sits where", b.Movement.Family)
	}
}

// refuse leaves a movement out. Where the error has no place, it is where it begins.
func (b *Block) refuse(err error) {
	if e, ok := err.(*bridge.Error); ok && e.At == "" && b.Line > 0 { //nolint:errorlint // the outermost alone has the place
		err = bridge.At(place(b.Line), e)
	}
	b.Movement, b.Err = nil, err
}

// readJSON reads movements as the program prints them: one, or several lines of them.
func readJSON(data []byte) []Block {
	d := json.NewDecoder(bytes.NewReader(data))
	var out []Block
	for d.More() {
		m := new(movement.Movement)
		line := 1 + bytes.Count(data[:d.InputOffset()], []byte("\n"))
		if len(out) > 0 {
			line++ // what was read ends before the newline
		}
		if err := d.Decode(m); err != nil {
			if bridge.CodeOf(err) == bridge.Internal {
				err = bridge.Errorf(bridge.Invalid, "movement.json", "a movement as JSON: %w", err)
			}
			return append(out, Block{Line: line, Err: err})
		}
		b := Block{Line: line, Movement: m}
		b.family(line)
		out = append(out, b)
	}
	return out
}
