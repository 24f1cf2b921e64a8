package pbn

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// Read reads a file to its end. What is not as the standard wants it is read as
// far as it can be understood, kept, and named in [File.Warnings].
//
// The character set is found by [charset.Decode]; a line
// %Content-type: text/x-pbn; charset=... of BridgeComposer decides where there is
// no byte order mark. See [ReadCharset] for files that do not say what they are.
//
// The error is that of r, or has code [bridge.Invalid] if the input is not text.
func Read(r io.Reader) (*File, error) { return ReadCharset(r, "") }

// ReadCharset reads a file in the named character set, for example
// "windows-1250" for Polish programs. An empty name lets the file decide, as
// [Read] does. The error has code [bridge.Unsupported] if the name is unknown.
func ReadCharset(r io.Reader, name string) (*File, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text, name, err := decode(b, name)
	if err != nil {
		return nil, err
	}
	if !isText(text) {
		return nil, bridge.Errorf(bridge.Invalid, "pbn.binary", "this is no text and so no PBN file: it holds bytes that no text has")
	}
	p := &parser{file: &File{Charset: name}, text: lineFeeds(text), eol: -1, line: 1, foreign: name == charset.Windows1252}
	p.lineLengths()
	p.parse()
	p.brokenOff()
	slices.SortStableFunc(p.file.Warnings, func(a, b event.Warning) int { return a.Line - b.Line })
	return p.file, nil
}

func decode(b []byte, name string) (text, known string, err error) {
	if name != "" {
		text, err = charset.DecodeAs(b, name)
		return text, name, err
	}
	text, name = charset.Decode(b)
	if said := contentType(text); said != "" {
		if t, err := charset.DecodeAs(b, said); err == nil {
			if !strings.EqualFold(said, charset.Latin1) || name == charset.UTF8 {
				name = strings.ToLower(said)
			}
			return t, name, nil
		}
	}
	return text, name, nil
}

// contentType is the character set that a directive in the head names.
func contentType(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "%") {
			return ""
		}
		if rest, ok := strings.CutPrefix(line, contentTypeMark); ok {
			_, set, _ := strings.Cut(rest, "charset=")
			return strings.TrimSpace(set)
		}
	}
	return ""
}

// isText reports whether s has none of the control characters that only binary
// files have. 0x1A ends a text file of DOS.
func isText(s string) bool {
	odd := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == 0:
			return false
		case c < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a\x1b", rune(c)):
			odd++
		}
	}
	return odd*20 <= len(s)
}

// lineFeeds makes every line end "\n". A carriage return inside a line is a
// space, unless the file has no other line ends.
func lineFeeds(s string) string {
	s = strings.TrimRight(s, "\x1a")
	if !strings.Contains(s, "\r") {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.Contains(s, "\n") {
		return strings.ReplaceAll(s, "\r", " ")
	}
	return strings.ReplaceAll(s, "\r", "\n")
}

// parser walks through the text once. Its position never goes back.
type parser struct {
	file    *File
	text    string
	pos     int
	eol     int  // end of the line of pos, if it is not before pos
	line    int  // of pos
	foreign bool // characters outside Latin-1 are an error of the file, not its character set

	game    *Game
	seen    map[string]bool // names of the tags of this game
	tag     *Tag            // the last one: remarks and sections belong to it
	section string          // "Auction" or "Play": where a note belongs
	rows    []rawRow        // of the table that is being read
	pending []Remark        // before the next game
	stray   int             // line of the last text that belongs nowhere
	noClose bool            // no closing brace stands in the rest of the text

	prior  *Game           // the game before
	latest map[string]*Tag // nearest tag with a value of its own, by name
	heirs  *heirs
}

// maxLine is the greatest length of a line without its end. The standard allows
// 255 with it; its reference files read a single line feed as one.
const maxLine = 254

func (p *parser) warn(line int, key, format string, args ...any) {
	p.file.Warnings = append(p.file.Warnings, event.Warning{
		Line: line, Err: bridge.Errorf(bridge.Invalid, key, format, args...),
	})
}

func (p *parser) lineLengths() {
	line := 0
	for text := range strings.Lines(p.text) {
		line++
		text = strings.TrimSuffix(text, "\n")
		if len(text) > maxLine {
			if n := utf8.RuneCountInString(text); n > maxLine {
				p.warn(line, "pbn.line_long", "line of %d characters, want at most %d", n, maxLine)
			}
		}
	}
}

// end reports whether the text is at its end.
func (p *parser) end() bool { return p.pos >= len(p.text) }

// rest is the text from the position to the end of the line.
func (p *parser) rest() string {
	if p.eol < p.pos {
		p.eol = len(p.text)
		if i := strings.IndexByte(p.text[p.pos:], '\n'); i >= 0 {
			p.eol = p.pos + i
		}
	}
	return p.text[p.pos:p.eol]
}

// take moves behind the next n bytes and gives them.
func (p *parser) take(n int) string {
	s := p.text[p.pos : p.pos+n]
	p.pos += n
	p.line += strings.Count(s, "\n")
	return s
}

// takeLine moves to the next line and gives the rest of this one.
func (p *parser) takeLine() string {
	s := p.take(len(p.rest()))
	if !p.end() {
		p.take(1)
	}
	return s
}

func (p *parser) lineStart() bool { return p.pos == 0 || p.text[p.pos-1] == '\n' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\x1a' }

func blank(s string) bool {
	for i := range len(s) {
		if !isSpace(s[i]) {
			return false
		}
	}
	return true
}

// parse reads game after game.
func (p *parser) parse() {
	p.latest = map[string]*Tag{}
	p.heirs = &heirs{}
	for !p.end() {
		if p.lineStart() {
			switch rest := p.rest(); {
			case blank(rest):
				p.endGame()
				p.takeLine()
				continue
			case rest[0] == '%':
				line := p.line
				p.remark(Escape, p.takeLine()[1:], line)
				continue
			}
		}
		switch c := p.text[p.pos]; {
		case c == '\n' || isSpace(c):
			p.take(1)
		case c == '{':
			p.comment()
		case c == ';':
			line := p.line
			p.remark(RestOfLine, p.take(len(p.rest()))[1:], line)
		case c == '[' && p.tagAhead():
			p.pair()
		case p.tag != nil && p.tag.Name == "Auction":
			p.call()
		case p.tag != nil && p.tag.Name == "Play":
			p.card()
		case p.tag != nil && p.tag.Table != nil:
			p.row()
		default:
			p.nowhere()
		}
	}
	p.endGame()
	p.file.After = p.pending
}

// remark keeps a remark where it stands.
func (p *parser) remark(kind RemarkKind, text string, line int) {
	text = strings.TrimRight(text, " \t\x1a")
	if kind == Escape && p.game == nil && len(p.file.Games) == 0 {
		switch head := strings.Fields(strings.ToUpper(text)); {
		case len(head) == 2 && head[0] == "PBN" && p.file.Version == "":
			p.file.Version = head[1]
			return
		case len(head) == 1 && head[0] == "EXPORT":
			p.file.Export = true
			return
		case len(head) == 1 && head[0] == "IMPORT":
			return
		case strings.HasPrefix("%"+text, contentTypeMark):
			return // in File.Charset
		}
	}
	p.foreignIn(text, line)
	r := Remark{Kind: kind, Text: text, Line: line}
	t := p.tag
	switch {
	case p.game == nil || t == nil:
		p.pending = append(p.pending, r)
	case len(t.Calls) > 0:
		m := &t.Calls[len(t.Calls)-1].Mark
		m.Remarks = append(m.Remarks, r)
	case len(t.Cards) > 0:
		m := &t.Cards[len(t.Cards)-1].Mark
		m.Remarks = append(m.Remarks, r)
	default:
		if len(p.rows) > 0 && kind != Escape {
			p.warn(line, "pbn.table_comment", "%s: a comment between the rows of a table", t.Name)
		}
		t.Remarks = append(t.Remarks, r)
	}
	if p.game != nil {
		p.game.Last = max(p.game.Last, p.line)
	}
}

// comment reads text in braces. It may hold blank lines. One that is not closed
// ends with its paragraph, so that it cannot swallow the games behind it.
func (p *parser) comment() {
	line := p.line
	s := p.text[p.pos+1:]
	end := -1
	if !p.noClose {
		end = strings.IndexByte(s, '}')
	}
	if end < 0 {
		p.noClose = true
		p.warn(line, "pbn.comment_open", "comment without a closing brace")
		end = len(p.rest())
		for p.pos+end < len(p.text) { // to the next blank line
			next := p.text[p.pos+end+1:]
			if i := strings.IndexByte(next, '\n'); i >= 0 {
				next = next[:i]
			}
			if blank(next) {
				break
			}
			end += 1 + len(next)
		}
		p.remark(Comment, p.take(end)[1:], line)
		return
	}
	inTable := len(p.rows) > 0
	p.remark(Comment, p.take(end + 2)[1:end+1], line)
	if inTable && p.line > line {
		p.warn(p.line, "pbn.table_comment", "%s: here ends a comment that began in line %d between the rows of the table", p.tag.Name, line)
	}
}

// foreignIn warns of characters that ISO 8859-1 does not have, in a file that is
// in no other character set. Their bytes are those of Windows-1252.
func (p *parser) foreignIn(s string, line int) {
	if !p.foreign {
		return
	}
	for _, r := range s {
		if r > 0xFF || 0x80 <= r && r < 0xA0 {
			p.warn(line, "pbn.character", "%q: want characters of ISO 8859-1", string(r))
			return
		}
	}
}

// nowhere keeps text that belongs nowhere as a remark: words between games,
// statistics of dealing programs.
func (p *parser) nowhere() {
	line := p.line
	s := p.rest()
	for i := 1; i < len(s); i++ {
		if s[i] == '[' && tagAt(s[i:]) {
			s = s[:i]
			break
		}
	}
	if p.stray == 0 || line > p.stray+1 || p.game != nil && p.stray < p.game.First {
		p.warn(line, "pbn.text", "%q stands outside of tags and comments", shorten(s))
	}
	p.stray = line
	p.remark(RestOfLine, p.take(len(s)), line)
}

// shorten keeps a message readable.
func shorten(s string) string {
	const most = 40
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == most {
			return s[:i] + "…"
		}
	}
	return s
}

// tagAhead reports whether the bracket at the position opens a tag. In a table
// and in a section a bracket that opens none is a faulty token.
func (p *parser) tagAhead() bool { return tagAt(p.text[p.pos:min(len(p.text), p.pos+200)]) }

// tagAt reports whether s begins like a tag: a bracket, a name, and a quotation
// mark, a closing bracket or a space behind it.
func tagAt(s string) bool {
	s = strings.TrimLeft(s[1:], " \t\n")
	n := 0
	for n < len(s) && nameByte(s[n]) {
		n++
	}
	return n > 0 && n < len(s) && (s[n] == '"' || s[n] == ']' || isSpace(s[n]) || s[n] == '\n')
}

func nameByte(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// space moves over white space, and over the ends of lines that are not blank.
func (p *parser) space() {
	for !p.end() {
		switch c := p.text[p.pos]; {
		case isSpace(c):
			p.take(1)
		case c == '\n' && p.pos+1 < len(p.text):
			next := p.text[p.pos+1:]
			if i := strings.IndexByte(next, '\n'); i >= 0 {
				next = next[:i]
			}
			if blank(next) {
				return
			}
			p.take(1)
		default:
			return
		}
	}
}

// pair reads a tag pair.
func (p *parser) pair() {
	line := p.line
	p.take(1)
	p.space()
	n := 0
	for p.pos+n < len(p.text) && nameByte(p.text[p.pos+n]) {
		n++
	}
	name := p.take(n)
	p.space()
	at := p.line
	var value string
	switch {
	case p.end() || p.text[p.pos] == ']' || p.text[p.pos] == '\n':
		p.begin(name, "", line)
		p.warn(at, "pbn.no_value", "tag %s has no value", name)
	case p.text[p.pos] != '"':
		value = p.rest()
		if i := strings.IndexByte(value, ']'); i >= 0 {
			value = value[:i]
		}
		p.take(len(value))
		p.begin(name, strings.TrimSpace(plain(value)), line)
		p.warn(at, "pbn.no_quotes", "tag %s: want quotation marks around %q", name, shorten(value))
	default:
		p.quoted(name, line)
	}
	p.space()
	if !p.end() && p.text[p.pos] == ']' {
		p.take(1)
	} else if p.pos > 0 && p.text[p.pos-1] != ']' {
		p.warn(p.line, "pbn.no_bracket", "tag %s: no closing bracket", name)
	}
	p.game.Last = max(p.game.Last, p.line)
}

// quoted reads the string of a pair and begins the tag.
func (p *parser) quoted(name string, line int) {
	at := p.line
	rest := p.rest()
	value, n, closed := unquote(rest)
	switch {
	case !closed:
		p.take(len(rest))
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest[1:]), "]"))
		value = strings.TrimSuffix(value, `"`)
	case !strings.HasPrefix(strings.TrimLeft(rest[n:], " \t"), "]") && strings.TrimLeft(rest[n:], " \t") != "":
		// A quotation mark inside: the value goes on to the next one before a bracket.
		window := rest[:min(len(rest), 1000)]
		if end := n + strings.Index(window[min(n, len(window)):], `"]`); end >= n {
			p.begin(name, plain(rest[1:end]), line)
			p.warn(at, "pbn.quote", "tag %s: a quotation mark inside the value, want a backslash before it", name)
			p.take(end + 1)
			return
		}
		p.take(n)
	default:
		p.take(n)
	}
	tab := strings.Contains(value, "\t")
	p.begin(name, plain(value), line)
	if tab {
		p.warn(at, "pbn.tab", "tag %s: a tab inside the value", name)
	}
	if !closed {
		p.warn(at, "pbn.no_quote", "tag %s: no closing quotation mark", name)
	}
	p.foreignIn(value, at)
}

// unquote reads a string that begins with a quotation mark. n is its length with
// both marks.
func unquote(s string) (value string, n int, closed bool) {
	if end := strings.IndexAny(s[1:], `"\`); end >= 0 && s[end+1] == '"' {
		return s[1 : end+1], end + 2, true
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), i + 1, true
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), len(s), false
}

// begin adds a tag to the game; the first one begins the game.
func (p *parser) begin(name, value string, line int) {
	if p.game == nil {
		p.game = &Game{Before: p.pending, First: line}
		p.seen = map[string]bool{}
		p.pending, p.tag, p.section = nil, nil, ""
	}
	p.endTable()
	g := p.game
	g.Last = max(g.Last, p.line)
	t := Tag{Name: name, Value: value, Line: line}
	switch {
	case name == "Note":
		if t.Section = p.section; t.Section == "" {
			p.warn(line, "pbn.note_place", "Note %q stands behind neither Auction nor Play", shorten(value))
		}
	case p.seen[name]:
		p.warn(line, "pbn.tag_twice", "tag %s is there already; %q is ignored", name, shorten(value))
		g.Duplicates = append(g.Duplicates, t)
		p.tag = &g.Duplicates[len(g.Duplicates)-1]
		return
	}
	p.seen[name] = true
	p.inherit(&t)
	if strings.HasSuffix(name, "Table") && tags[name].table {
		t.Table = p.table(&t)
	}
	g.Tags = append(g.Tags, t)
	p.tag = &g.Tags[len(g.Tags)-1]
	if name == "Auction" || name == "Play" {
		p.section = name
	}
}

// endGame closes the game at a blank line or at the end of the file.
func (p *parser) endGame() {
	if p.game == nil {
		return
	}
	p.endTable()
	g := p.game
	p.sameBoard(g)
	g.heirs, g.place = p.heirs, len(p.file.Games)
	p.check(g)
	p.file.Games = append(p.file.Games, g)
	p.prior, p.game, p.tag = g, nil, nil
	p.heirs.next(g)
	for i := range g.Tags {
		if t := &g.Tags[i]; t.Origin == Own {
			p.latest[t.Name] = t
		}
	}
}

// unfinished are the warnings that a text gives which was cut off in the middle of
// something.
var unfinished = []string{
	"pbn.comment_open", "pbn.no_bracket", "pbn.no_quote", "pbn.no_quotes", "pbn.no_value", "pbn.row_short", "pbn.text",
	"pbn.call", "pbn.card", "pbn.token", "pbn.ref_open", "pbn.ref_number", "pbn.ref_behind",
}

// brokenOff warns of a file that ends in the middle of a line which makes no sense
// as it stands: it was cut off, and what is missing nobody knows.
func (p *parser) brokenOff() {
	if p.text == "" || strings.HasSuffix(p.text, "\n") {
		return
	}
	last := strings.Count(p.text, "\n") + 1
	for _, w := range p.file.Warnings {
		if slices.Contains(unfinished, w.Err.Key) && (w.Line == last || w.Err.Key == "pbn.comment_open") {
			p.warn(last, "pbn.truncated", "the file ends inside %v; read as far as it goes", shorten(p.text[strings.LastIndexByte(p.text, '\n')+1:]))
			return
		}
	}
}
