package usebio

import (
	"html"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// node is an element of the file. The tree stands in one piece because lines need
// what comes after them: the fullest board, and what kind of points a file
// prints.
type node struct {
	name  string // in capital letters, without a namespace
	line  int    // of its start tag, from 1
	text  string // the character data, entities resolved, without space around
	attrs []attribute

	parent, first, last, next *node

	more []string // further pieces of text, until the element ends
	open bool     // the file ended inside this element
	used bool     // something was made of it
}

type attribute struct{ name, value string }

// maxDepth is far more than any USEBIO file nests, and little enough that a file
// made to break programs cannot.
const maxDepth = 100

// parser reads XML as files hold it rather than as the specification wants it: a
// bare & or < in a name is text, and an element that is not closed ends with the
// one around it. encoding/xml would be right and is too slow by half.
type parser struct {
	s    string
	top  *node // the element that is open
	deep int
	slab []node // room for the next nodes
	line int    // of offset seen
	seen int

	endless bool // a declaration has no end

	warnings []event.Warning
}

// parse gives the tree of s below a node that has no name.
func parse(s string) (root *node, warnings []event.Warning, err error) {
	p := parser{s: s, line: 1}
	root = p.node()
	p.top = root
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], '<')
		if next < 0 {
			p.chars(s[at:], true)
			break
		}
		p.chars(s[at:at+next], true)
		at += next
		n, err := p.markup(at)
		if err != nil {
			return nil, nil, err
		}
		at += n
	}
	if p.top != root {
		p.warn(len(strings.TrimRight(s, " \t\r\n")), "usebio.truncated",
			"the file ends inside %s; read as far as it goes", p.path())
	}
	for ; p.top != root; p.top = p.top.parent {
		p.top.open = true
		p.top.finish()
	}
	return root, p.warnings, nil
}

// markup reads what begins with the < at offset at and gives its length.
func (p *parser) markup(at int) (length int, err error) {
	rest := p.s[at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return p.until(at, rest, 4, "-->"), nil
	case strings.HasPrefix(rest, "<![CDATA["):
		n := p.until(at, rest, 9, "]]>")
		p.chars(strings.TrimSuffix(rest[9:n], "]]>"), false)
		return n, nil
	case strings.HasPrefix(rest, "<?"):
		return p.until(at, rest, 2, "?>"), nil
	case strings.HasPrefix(rest, "<!"):
		return p.declaration(at, rest), nil
	case strings.HasPrefix(rest, "</"):
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return p.unfinished(at, rest, 2), nil // the element stays open
		}
		p.close(at, elementName(strings.TrimSpace(rest[2:end])))
		return end + 1, nil
	case len(rest) > 1 && isNameStart(rest[1]):
		return p.start(at, rest)
	}
	if len(rest) > 1 {
		p.warn(at, "usebio.markup", "a < that begins no element; read as text")
		p.chars("<", false)
	}
	return 1, nil
}

// until is the length of markup that ends with a mark.
func (p *parser) until(at int, rest string, from int, mark string) int {
	end := strings.Index(rest[from:], mark)
	if end < 0 {
		return p.unfinished(at, rest, from)
	}
	return from + end + len(mark)
}

// unfinished passes over markup that the file ends in, and gives its length. It
// has a warning of its own where nothing else tells: outside of all elements, and
// where elements that come after it are lost in it.
func (p *parser) unfinished(at int, rest string, mark int) int {
	if p.top.parent == nil || strings.Contains(rest[mark:], "<") {
		p.warn(at, "usebio.unfinished", "%s does not end; what stands behind it is not read", rest[:mark])
	}
	return len(rest)
}

// declaration is the length of a document type declaration. What it declares is
// not read. One that never ends is taken to end where a tag would, so that what
// it swallowed is read.
func (p *parser) declaration(at int, rest string) int {
	if !p.endless {
		if end := declarationEnd(rest); end > 0 {
			return end
		}
		p.endless = true // looked for to the end of the file once, not for each
	}
	end := strings.IndexByte(rest, '>')
	if end < 0 {
		return p.unfinished(at, rest, 2)
	}
	p.warn(at, "usebio.declaration", "a declaration <! that does not end; read on behind the first >")
	return end + 1
}

// declarationEnd is the place behind a declaration at the beginning of s, 0 if it
// does not end. Its internal subset may hold declarations, comments and
// processing instructions; the > and the quotation marks of these end nothing.
func declarationEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); {
		mark := "" // the end of what begins here
		switch c := s[i]; {
		case strings.HasPrefix(s[i:], "<!--"):
			mark = "-->"
			i += len("<!--")
		case strings.HasPrefix(s[i:], "<?"):
			mark = "?>"
			i += len("<?")
		case c == '"' || c == '\'':
			mark = s[i : i+1]
			i++
		case c == '[':
			depth++
			i++
		case c == ']':
			depth--
			i++
		case c == '>' && depth <= 0:
			return i + 1
		default:
			i++
		}
		if mark != "" {
			length := strings.Index(s[i:], mark)
			if length < 0 {
				return 0
			}
			i += length + len(mark)
		}
	}
	return 0
}

// start reads a start tag and gives its length.
func (p *parser) start(at int, rest string) (length int, err error) {
	nameEnd := 1 + strings.IndexFunc(rest[1:], func(r rune) bool { return r < 128 && !isName(byte(r)) })
	if nameEnd == 0 { // cut off inside the name
		return p.unfinished(at, rest, len(rest)), nil
	}
	attrs, end, ok := attributes(rest, nameEnd)
	if !ok {
		if end == len(rest) { // cut off inside the tag
			return p.unfinished(at, rest, nameEnd), nil
		}
		p.warn(at, "usebio.markup", "a < that begins no element; read as text")
		p.chars("<", false)
		return 1, nil
	}
	if p.deep == maxDepth {
		return 0, bridge.At(p.place(at), bridge.Errorf(bridge.Invalid, "usebio.depth", "elements are nested deeper than %d", maxDepth))
	}
	n := p.node()
	n.name, n.line, n.attrs = elementName(rest[1:nameEnd]), p.lineAt(at), attrs
	n.parent = p.top
	if p.top.last == nil {
		p.top.first = n
	} else {
		p.top.last.next = n
	}
	p.top.last = n
	if rest[end-2] != '/' {
		p.top = n
		p.deep++
	}
	return end, nil
}

// attributes reads from offset i to the end of the tag. ok is false if the tag
// does not end, or another begins inside it; end is then where.
func attributes(s string, i int) (attrs []attribute, end int, ok bool) {
	for {
		for i < len(s) && (isSpace(s[i]) || s[i] == '/') {
			i++
		}
		if i == len(s) || s[i] == '<' {
			return nil, i, false
		}
		if s[i] == '>' {
			return attrs, i + 1, true
		}
		from := i
		for i < len(s) && !isSpace(s[i]) && !strings.ContainsRune("=/<>", rune(s[i])) {
			i++
		}
		a := attribute{name: s[from:i]}
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i < len(s) && s[i] == '=' {
			for i++; i < len(s) && isSpace(s[i]); i++ {
			}
			if i == len(s) {
				return nil, i, false
			}
			from = i
			if quote := s[i]; quote == '"' || quote == '\'' {
				from++
				length := strings.IndexByte(s[from:], quote)
				if length < 0 {
					return nil, len(s), false
				}
				i = from + length
				a.value = s[from:i]
				i++
			} else {
				for i < len(s) && !isSpace(s[i]) && s[i] != '>' && s[i] != '<' {
					i++
				}
				a.value = s[from:i]
			}
			a.value = strings.TrimSpace(html.UnescapeString(a.value))
		}
		attrs = append(attrs, a)
	}
}

// close ends the element of that name, and those inside it that nothing closed.
func (p *parser) close(at int, name string) {
	open := p.top
	for open.parent != nil && open.name != name {
		open = open.parent
	}
	if open.parent == nil {
		p.warn(at, "usebio.not_open", "</%s> closes nothing that is open", name)
		return
	}
	for p.top != open {
		p.warn(at, "usebio.not_closed", "</%s> comes before the end of <%s> of line %d", name, p.top.name, p.top.line)
		p.pop()
	}
	p.pop()
}

func (p *parser) pop() {
	p.top.finish()
	p.top = p.top.parent
	p.deep--
}

// chars adds text to the open element.
func (p *parser) chars(s string, entities bool) {
	n := p.top
	if strings.TrimSpace(s) == "" && n.text == "" {
		return
	}
	if entities {
		s = html.UnescapeString(s)
	}
	if n.text == "" {
		n.text = s
	} else {
		n.more = append(n.more, s)
	}
}

func (n *node) finish() {
	if len(n.more) > 0 {
		n.text += strings.Join(n.more, "")
		n.more = nil
	}
	n.text = strings.TrimSpace(n.text)
}

func (p *parser) node() *node {
	if len(p.slab) == 0 {
		p.slab = make([]node, 256)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	return n
}

// lineAt is the line of an offset; offsets come in ascending order.
func (p *parser) lineAt(at int) int {
	if at > p.seen {
		p.line += strings.Count(p.s[p.seen:at], "\n")
		p.seen = at
	}
	return p.line
}

func (p *parser) place(at int) string { return lineText(p.lineAt(at)) }

func (p *parser) warn(at int, key, format string, args ...any) {
	p.warnings = append(p.warnings, event.Warning{
		Line: p.lineAt(at), Err: bridge.Errorf(bridge.Invalid, key, format, args...),
	})
}

// path names the open element and those around it.
func (p *parser) path() string {
	path := p.top.name
	for n := p.top.parent; n.parent != nil; n = n.parent {
		path = n.name + "/" + path
	}
	return path
}

// elementName is a name as this package compares it.
func elementName(s string) string {
	if i := strings.IndexByte(s, ':'); i >= 0 {
		s = s[i+1:]
	}
	return strings.ToUpper(s)
}

func isNameStart(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '_' || c >= 128
}

func isName(c byte) bool {
	return isNameStart(c) || '0' <= c && c <= '9' || c == '-' || c == '.' || c == ':'
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// child gives the first element of that name and marks it as used; a file that
// holds a second one has something that is not read.
func (n *node) child(name string) *node {
	for k := n.first; k != nil; k = k.next {
		if k.name == name {
			k.used = true
			return k
		}
	}
	return nil
}

// value is the text of the first element of that name, and where it stands.
func (n *node) value(name string) (text string, line int) {
	k := n.child(name)
	if k == nil || k.open {
		return "", n.line
	}
	return k.text, k.line
}

// get is the text of the first element of that name.
func (n *node) get(name string) string {
	text, _ := n.value(name)
	return text
}

// attr is the value of an attribute.
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if strings.EqualFold(a.name, name) {
			return a.value
		}
	}
	return ""
}
