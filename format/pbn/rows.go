package pbn

import (
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/event"
)

// rawRow is a line of a table before it is known which cell is which.
type rawRow struct {
	cells []string
	ends  []int // where each cell ends in text
	text  string
	line  int
}

// table begins the section of a table tag: it reads the header. A table that
// copies an earlier one has its columns.
func (p *parser) table(t *Tag) *Table {
	if earlier := p.latest[t.Name]; t.Origin == Copied && earlier != nil && earlier.Table != nil {
		return &Table{Columns: earlier.Table.Columns}
	}
	table := &Table{}
	for text := range strings.SplitSeq(t.Value, ";") {
		c, ok := columnOf(text)
		if !ok {
			p.warn(t.Line, "pbn.column", "%s: column %q: want a form like Rank, -Rank\\3R or +Score_NS\\5R", t.Name, shorten(text))
		}
		table.Columns = append(table.Columns, c)
	}
	return table
}

func columnOf(text string) (c Column, ok bool) {
	text = strings.TrimSpace(text)
	if text != "" && (text[0] == '+' || text[0] == '-') {
		c.Sort, text = text[0], text[1:]
	}
	name, width, sized := strings.Cut(text, `\`)
	name = strings.TrimSpace(plain(name))
	c.Name = name
	ok = name != "" && strings.IndexFunc(name, func(r rune) bool { return r > 0x7F || !nameByte(byte(r)) }) < 0
	if !sized {
		return c, ok
	}
	if n := len(width); n > 0 && (width[n-1] == 'L' || width[n-1] == 'R') {
		c.Align, width = width[n-1], width[:n-1]
	}
	n, isNumber := digits(width)
	if !isNumber || n < 1 || n > maxLine {
		c.Align = 0
		return c, false
	}
	c.Width = n
	return c, ok
}

// row reads one line of a table.
func (p *parser) row() {
	r := rawRow{line: p.line, text: p.rest()}
	i := 0
scan:
	for i < len(r.text) {
		c := r.text[i]
		switch {
		case isSpace(c):
			i++
			continue
		case c == ';' || c == '{':
			p.warn(p.line, "pbn.table_comment", "%s: %q in a row; a comment belongs before the first row", p.tag.Name, c)
			break scan
		case c == '[' && i > 0 && tagAt(r.text[i:min(len(r.text), i+200)]):
			break scan
		case c == '"':
			value, n, closed := unquote(r.text[i:])
			if !closed {
				p.warn(p.line, "pbn.no_quote", "%s: a string without a closing quotation mark", p.tag.Name)
			}
			r.cells = append(r.cells, value)
			i += n
		default:
			n := strings.IndexAny(r.text[i:], " \t\f\v\x1a;{\"")
			if n < 0 {
				n = len(r.text) - i
			}
			word := r.text[i : i+n]
			if j := strings.IndexAny(word, "[]}%"); j >= 0 {
				p.warn(p.line, "pbn.table_character", "%s: %q in a row: want quotation marks around a text with %q", p.tag.Name, shorten(word), word[j:j+1])
			}
			r.cells = append(r.cells, word)
			i += n
		}
		r.ends = append(r.ends, i)
	}
	r.text = r.text[:i]
	p.foreignIn(r.text, p.line)
	p.take(i)
	p.game.Last = max(p.game.Last, p.line)
	p.rows = append(p.rows, r)
}

// endTable makes rows of the lines that were read.
func (p *parser) endTable() {
	if len(p.rows) == 0 {
		return
	}
	t, rows := p.tag, p.rows
	p.rows = nil
	if !p.joined(t, rows) {
		for _, r := range rows {
			t.Table.Rows = append(t.Table.Rows, Row{Cells: p.cells(t, r), Line: r.line})
		}
	}
	p.checkTable(t)
}

// joined reads rows that go on over several lines. It is false if the lines that
// have too few cells do not make whole rows that begin with a line.
func (p *parser) joined(t *Tag, lines []rawRow) bool {
	want, missing := len(t.Table.Columns), 0
	short := false
	for _, l := range lines {
		n := len(l.cells)
		short = short || n < want
		switch {
		case missing > 0:
			missing -= n
		case n < want:
			missing = want - n
		}
		if missing < 0 {
			return false
		}
	}
	if !short || missing != 0 {
		return false
	}
	for _, l := range lines {
		if last := len(t.Table.Rows) - 1; last >= 0 && len(t.Table.Rows[last].Cells) < want {
			r := &t.Table.Rows[last]
			r.Cells = append(r.Cells, l.cells...)
			continue
		}
		cells := l.cells
		if len(cells) > want {
			cells = p.cells(t, l)
		}
		t.Table.Rows = append(t.Table.Rows, Row{Cells: cells, Line: l.line})
	}
	return true
}

// cells gives the cells of a line. BridgeComposer writes names with spaces and
// without quotation marks in its last columns: what stands before the first
// column of names is read word by word, the rest by the widths of the header.
func (p *parser) cells(t *Tag, r rawRow) []string {
	columns := t.Table.Columns
	if len(r.cells) < len(columns) {
		p.warn(r.line, "pbn.row_short", "%s: %d cells in a row, want %d", t.Name, len(r.cells), len(columns))
	}
	if len(r.cells) <= len(columns) {
		return r.cells
	}
	first := 0
	for first < len(columns) && !strings.HasPrefix(columns[first].Name, "Names") {
		first++
	}
	if first == 0 || first == len(columns) {
		p.warn(r.line, "pbn.row_long", "%s: %d cells in a row, want %d", t.Name, len(r.cells), len(columns))
		return r.cells
	}
	p.warn(r.line, "pbn.row_names", "%s: names without quotation marks", t.Name)
	cells := append([]string(nil), r.cells[:first]...)
	rest := strings.TrimPrefix(r.text[r.ends[first-1]:], " ")
	for i := first; i < len(columns); i++ {
		cut := len(rest)
		switch last := i == len(columns)-1; {
		case last:
		case columns[i].Width > 0 && columns[i].Width < utf8.RuneCountInString(rest):
			n := 0
			for at := range rest {
				if n == columns[i].Width {
					cut = at
				}
				n++
			}
		default: // no width: two spaces or more part the columns
			if at := strings.Index(strings.TrimLeft(rest, " "), "  "); at >= 0 {
				cut = at + len(rest) - len(strings.TrimLeft(rest, " "))
			}
		}
		cells = append(cells, strings.TrimSpace(rest[:cut]))
		rest = rest[cut:]
	}
	return cells
}

// checkTable checks the order of the rows, column by column, as far as the cells
// are numbers, and the widths.
func (p *parser) checkTable(t *Tag) {
	columns := t.Table.Columns
	longest := 0
	for _, r := range t.Table.Rows {
		longest = max(longest, len(r.Cells))
	}
	last := make([]*event.Printed, min(longest, len(columns)))
	warned := make([]bool, len(last))
	for _, r := range t.Table.Rows {
		for i, cell := range r.Cells {
			if i >= len(last) || warned[i] {
				continue
			}
			c := columns[i]
			if n := utf8.RuneCountInString(cell); c.Width > 0 && n > c.Width && i < len(columns)-1 {
				warned[i] = true
				p.warn(r.Line, "pbn.width", "%s: %q in column %s is wider than %d", t.Name, shorten(cell), c.Name, c.Width)
			}
			if c.Sort == 0 {
				continue
			}
			n := numberOf(cell)
			if n == nil {
				continue
			}
			if last[i] != nil {
				order := n.Value.Cmp(last[i].Value)
				if c.Sort == '-' && order < 0 || c.Sort == '+' && order > 0 {
					warned[i] = true
					p.warn(r.Line, "pbn.order", "%s: column %s is not sorted as its header says", t.Name, c.Name)
				}
			}
			last[i] = n
		}
	}
}
