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
// reads the first and warns; see [ReadAll]. The character set is the one that the
// XML declaration names, unless the bytes speak against it; see [ReadCharset] for
// files that do not say what they are.
//
// The error has code [bridge.Invalid] if the input is not XML or not USEBIO, and
// [bridge.Internal] if r fails. Every other fault is a warning.
func Read(r io.Reader) (*event.Record, error) { return ReadCharset(r, "") }

// ReadCharset reads a file in the named character set, for example
// "windows-1251", whatever its declaration says. An empty name lets the file
// decide, as [Read] does. The error is that of Read, or has code
// [bridge.Unsupported] if the name is unknown.
func ReadCharset(r io.Reader, name string) (*event.Record, error) {
	records, err := readAll(r, name)
	if err != nil {
		return nil, err
	}
	first := records[0]
	if n := len(records) - 1; n > 0 {
		first.Warn(0, "usebio.events", "the file holds other events too (%d); only the first is read", n)
		sort(first)
	}
	return first, nil
}

// ReadAll reads every event of a file, at least one. Warnings about the file as a
// whole stand in the first record. See [Read] for errors.
func ReadAll(r io.Reader) ([]*event.Record, error) { return readAll(r, "") }

func readAll(r io.Reader, name string) ([]*event.Record, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, bridge.Errorf(bridge.Internal, "usebio.read", "reading USEBIO: %w", err)
	}
	text, warnings, err := decode(b, name)
	if err != nil {
		return nil, err
	}
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

// decode gives the text of a file in the named character set. Without a name its
// declaration decides, unless the bytes speak against that: programs declare
// iso-8859-1 or utf-16 and write UTF-8.
func decode(b []byte, name string) (text string, warnings []event.Warning, err error) {
	if name != "" {
		text, err = charset.DecodeAs(b, name)
		return text, nil, err
	}
	text, found := charset.Decode(b)
	warn := func(key, format string, args ...any) {
		warnings = append(warnings, event.Warning{Line: 1, Err: bridge.Errorf(bridge.Invalid, key, format, args...)})
	}
	m := declaration.FindSubmatch(b[:min(len(b), 300)])
	if m == nil { // a byte order mark, or no declaration
		if found == charset.Latin1 || found == charset.Windows1252 {
			warn("usebio.charset_guessed", "the file does not say in which character set it is written; read as %s", found)
		}
		return text, warnings, nil
	}
	declared := strings.ToLower(string(m[1]))
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
			warn("usebio.charset_unknown", "%w; read as %s", err, found)
			break
		}
		text = named
	}
	return text, warnings, nil
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
	"VERSION": true, "EVENT_TYPE": true, "SESSION_ID": true, "SECTION_ID": true, "TEAM_ID": true, "TEAM_NAME": true,
}

// unread warns of everything that no fact was made of: once for each kind, with
// the line of the first.
func unread(root *node, rec *event.Record) {
	type kind struct {
		what        what
		name, owner string // of the element or attribute, and of the element around it
	}
	type met struct {
		kind
		line, count int
	}
	var kinds []*met
	known := map[kind]*met{}
	note := func(k kind, line int) {
		m := known[k]
		if m == nil {
			m = &met{kind: k, line: line}
			known[k] = m
			kinds = append(kinds, m)
		}
		m.count++
	}
	var walk func(n *node)
	walk = func(n *node) {
		for _, a := range n.attrs {
			name := strings.ToUpper(a.name)
			if !quiet[name] && a.value != "" && !strings.HasPrefix(name, "XML") && !strings.HasPrefix(name, "XSI:") {
				note(kind{anAttribute, name, n.name}, n.line)
			}
		}
		if n.first != nil && n.text != "" {
			note(kind{someText, "", n.name}, n.line)
		}
		for k := n.first; k != nil; k = k.next {
			switch {
			case leftOut[k.name]:
			case k.used:
				walk(k)
			case k.text != "" || k.first != nil || len(k.attrs) > 0:
				note(kind{anElement, k.name, ""}, k.line)
			}
		}
	}
	walk(root)
	for _, m := range kinds {
		switch {
		case m.what == someText && m.owner == "":
			rec.Warn(m.line, "usebio.unread_outside", "text outside of all elements is not read")
		case m.what == someText && m.count == 1:
			rec.Warn(m.line, "usebio.unread_text", "text beside the elements of %s is not read", m.owner)
		case m.what == someText:
			rec.Warn(m.line, "usebio.unread_texts", "text beside the elements of %s is not read (%d times, here first)", m.owner, m.count)
		case m.what == anAttribute && m.count == 1:
			rec.Warn(m.line, "usebio.unread_attribute", "attribute %s of %s is not read", m.name, m.owner)
		case m.what == anAttribute:
			rec.Warn(m.line, "usebio.unread_attributes", "attribute %s of %s is not read (%d times, here first)", m.name, m.owner, m.count)
		case m.count == 1:
			rec.Warn(m.line, "usebio.unread", "element %s is not read", m.name)
		default:
			rec.Warn(m.line, "usebio.unread_elements", "element %s is not read (%d times, here first)", m.name, m.count)
		}
	}
}

// what is a part of XML.
type what uint8

const (
	anElement what = iota
	anAttribute
	someText
)
