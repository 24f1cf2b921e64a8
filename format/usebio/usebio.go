package usebio

import (
	"cmp"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// Read reads the event of a file: its facts, the persons, what the file says the
// results were, and warnings with line numbers. Of a file with several events it
// reads the first and warns; see [ReadAll].
//
// The error has code [bridge.Invalid] if the input is not XML or not USEBIO, and
// [bridge.Internal] if r fails. Every other fault is a warning.
func Read(r io.Reader) (*event.Record, error) {
	records, err := ReadAll(r)
	if err != nil {
		return nil, err
	}
	first := records[0]
	if n := len(records) - 1; n > 0 {
		first.Warn(0, "usebio.events", "the file holds %d more events; only the first is read", n)
		sort(first)
	}
	return first, nil
}

// ReadAll reads every event of a file, at least one. Warnings about the file as a
// whole stand in the first record. See [Read] for errors.
func ReadAll(r io.Reader) ([]*event.Record, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, bridge.Errorf(bridge.Internal, "usebio.read", "reading USEBIO: %w", err)
	}
	text, warnings := decode(b)
	if !strings.HasPrefix(strings.TrimSpace(text), "<") {
		return nil, bridge.Errorf(bridge.Invalid, "usebio.not_xml", "this is not XML: want a USEBIO file, which begins with <?xml or <USEBIO")
	}
	root, markup, err := parse(text)
	if err != nil {
		return nil, err
	}
	usebio := root.child("USEBIO")
	if usebio == nil {
		return nil, foreign(root)
	}
	var records []*event.Record
	for k := usebio.first; k != nil; k = k.next {
		if k.name == "EVENT" {
			records = append(records, newReader(usebio, k).read())
		}
	}
	if len(records) == 0 {
		records = append(records, newReader(usebio, &node{line: usebio.line}).read())
	}
	first := records[0]
	first.Warnings = append(append(warnings, markup...), first.Warnings...)
	unread(root, first)
	for _, rec := range records {
		sort(rec)
	}
	return records, nil
}

// sort brings the warnings into the order of the file.
func sort(rec *event.Record) {
	slices.SortStableFunc(rec.Warnings, func(a, b event.Warning) int { return cmp.Compare(a.Line, b.Line) })
}

// foreign is the refusal of XML that is not USEBIO.
func foreign(root *node) error {
	if root.first == nil {
		return bridge.Errorf(bridge.Invalid, "usebio.not_xml", "this is not XML: want a USEBIO file, which begins with <?xml or <USEBIO")
	}
	return bridge.At(lineText(root.first.line), bridge.Errorf(bridge.Invalid, "usebio.foreign",
		"this is XML of another kind: its first element is %s, want USEBIO", root.first.name))
}

func lineText(line int) string { return "line " + strconv.Itoa(line) }

var declaration = regexp.MustCompile(`^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']`)

// decode gives the text of a file by its declaration, unless the bytes speak
// against that: programs declare iso-8859-1 or utf-16 and write UTF-8.
func decode(b []byte) (text string, warnings []event.Warning) {
	text, found := charset.Decode(b)
	m := declaration.FindSubmatch(b[:min(len(b), 300)])
	if m == nil {
		return text, nil // a byte order mark, or no declaration
	}
	declared := strings.ToLower(string(m[1]))
	warn := func(key, format string, args ...any) {
		warnings = append(warnings, event.Warning{Line: 1, Err: bridge.Errorf(bridge.Invalid, key, format, args...)})
	}
	switch {
	case ascii(b):
	case strings.HasPrefix(declared, "utf-16"):
		// The declaration was read byte by byte, so this is not UTF-16.
		warn("usebio.charset", "the file declares %s and is written in %s", declared, found)
	case found == charset.UTF8 && declared != charset.UTF8 && declared != "utf8":
		warn("usebio.charset", "the file declares %s and is written in %s", declared, found)
	default:
		named, err := charset.DecodeAs(b, declared)
		if err != nil {
			warn("usebio.charset", "%w; read as %s", err, found)
			break
		}
		text = named
	}
	return text, warnings
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 128 {
			return false
		}
	}
	return true
}

// leftOut are the elements that the package comment names as left out.
var leftOut = map[string]bool{
	"BOARDS_PER_ROUND": true, "BOARDS_PLAYED": true, "BOARD_AVERAGE": true,
	"CHARGE_CODE": true, "CONTACT": true, "EBU_CHARGE_CODE": true, "END_BOARD_NUMBER": true,
	"EVENT_IDENTIFIER": true, "EW_PAIRS": true, "MASTER_POINTS": true, "MASTER_POINTS_AWARDED": true,
	"MASTER_POINT_SCALE": true, "MASTER_POINT_TYPE": true, "MPS_AWARDED_FLAG": true, "NS_PAIRS": true,
	"P2P_CHARGE_RATE": true, "PAIRS": true, "SECTION_COUNT": true, "SESSION_COUNT": true,
	"START_BOARD_NUMBER": true, "TABLES": true, "TEAMS": true, "TITLE": true, "VENUE": true,
}

// quiet are the attributes that say nothing of their own.
var quiet = map[string]bool{
	"VERSION": true, "EVENT_TYPE": true, "SESSION_ID": true, "SECTION_ID": true, "TEAM_ID": true,
}

// unread warns of everything that no fact was made of: once for each kind of
// element, with the line of the first.
func unread(root *node, rec *event.Record) {
	type kind struct {
		what  string
		line  int
		count int
	}
	var kinds []*kind
	byName := map[string]*kind{}
	note := func(what string, line int) {
		k := byName[what]
		if k == nil {
			k = &kind{what: what, line: line}
			byName[what] = k
			kinds = append(kinds, k)
		}
		k.count++
	}
	var walk func(n *node)
	walk = func(n *node) {
		for _, a := range n.attrs {
			name := strings.ToUpper(a.name)
			if !quiet[name] && a.value != "" && !strings.HasPrefix(name, "XML") && !strings.HasPrefix(name, "XSI:") {
				note("attribute "+name+" of "+n.name, n.line)
			}
		}
		if n.first != nil && n.text != "" {
			note("text beside the elements of "+cmp.Or(n.name, "the file"), n.line)
		}
		for k := n.first; k != nil; k = k.next {
			switch {
			case leftOut[k.name]:
			case k.used:
				walk(k)
			case k.text != "" || k.first != nil || len(k.attrs) > 0:
				note("element "+k.name, k.line)
			}
		}
	}
	walk(root)
	for _, k := range kinds {
		if k.count == 1 {
			rec.Warn(k.line, "usebio.unread", "%s is not read", k.what)
		} else {
			rec.Warn(k.line, "usebio.unread", "%s is not read (%d times, here first)", k.what, k.count)
		}
	}
}
