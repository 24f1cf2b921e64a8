package pbn

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// Write writes f in the export format of PBN 2.1: every tag of the mandatory set
// in its order, then the other tags in alphabetical order, then auction, play and
// tables; inherited values written out; contracts, dates, vulnerabilities and
// deals in their one spelling; lines of at most 255 bytes that end with CR LF. A
// value that cannot be understood is written as it stands.
//
// The standard knows ISO 8859-1 only. A file that needs no other character is
// written so. One that does, for the sake of a single name, is written in UTF-8
// with the line %Content-type: text/x-pbn; charset=UTF-8, as BridgeComposer does
// it: a program that knows nothing of this still reads all that is ASCII.
//
// What does not fit into a line goes on in a comment behind its tag. The error is
// that of w, or has code [bridge.Invalid] if a cell or header of a table is too
// long for a line.
func Write(w io.Writer, f *File) error {
	p := &printer{}
	text, err := p.file(f)
	if err != nil {
		return err
	}
	out, ok := latin1(text)
	switch {
	case ok && !ascii(out) && utf8.Valid(out): // it would be taken for UTF-8
		out = marked(out, charset.Latin1)
	case !ok:
		p = &printer{utf8: true}
		if text, err = p.file(f); err != nil {
			return err
		}
		out = marked([]byte(text), charset.UTF8)
	}
	_, err = w.Write(out)
	return err
}

const head = "% PBN 2.1\r\n% EXPORT\r\n"

// marked names the character set behind the two lines of the head.
func marked(text []byte, name string) []byte {
	line := contentTypeMark + " text/x-pbn; charset=" + strings.ToUpper(name) + "\r\n"
	return slices.Insert(text, len(head), []byte(line)...)
}

// latin1 gives the bytes of s in ISO 8859-1, which has no characters from 0x80
// to 0x9F.
func latin1(s string) (out []byte, ok bool) {
	out = make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xFF || 0x80 <= r && r < 0xA0 || r == utf8.RuneError {
			return nil, false
		}
		out = append(out, byte(r))
	}
	return out, true
}

func ascii(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c >= 0x80 })
}

// most is the length of a line without its end.
const most = 253

// printer makes the text of a file.
type printer struct {
	b    strings.Builder
	utf8 bool // else ISO 8859-1
	err  error
}

// width is the number of bytes that a text takes in the file.
func (p *printer) width(s string) int {
	if p.utf8 {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

func (p *printer) file(f *File) (string, error) {
	p.b.WriteString(head)
	for i, g := range f.Games {
		if i > 0 {
			p.line("")
		}
		p.game(g)
	}
	if len(f.After) > 0 && len(f.Games) > 0 {
		p.line("")
	}
	p.remarks(f.After)
	return p.b.String(), p.err
}

func (p *printer) line(s string) {
	p.b.WriteString(strings.TrimRight(s, " "))
	p.b.WriteString("\r\n")
}

// plain makes a text fit for one line: tabs and line ends become spaces.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, s)
}

// split cuts s so that the first part takes at most n bytes, at a space if one is
// near. A character counts as often as weigh says.
func (p *printer) split(s string, n int, weigh func(rune) int) (first, rest string) {
	if weigh == nil && len(s) <= n {
		return s, ""
	}
	used, space := 0, -1
	for i, r := range s {
		w := 1
		if p.utf8 {
			w = utf8.RuneLen(r) // three for what is no UTF-8, which is not less than it takes
		}
		if weigh != nil {
			w *= weigh(r)
		}
		if used += w; used > n {
			if space > i/2 {
				return s[:space], s[space+1:]
			}
			return s[:i], s[i:]
		}
		if r == ' ' {
			space = i
		}
	}
	return s, ""
}

// remarks writes each remark on lines of its own.
func (p *printer) remarks(rs []Remark) {
	for _, r := range rs {
		switch r.Kind {
		case Escape, RestOfLine:
			mark := string(rune(r.Kind))
			text, rest := p.split(plain(r.Text), most-1, nil)
			p.line(mark + text)
			for rest != "" {
				text, rest = p.split(rest, most-1, nil)
				p.line(mark + text)
			}
		default:
			p.comment(r.Text)
		}
	}
}

func (p *printer) comment(text string) {
	lines := strings.Split(strings.ReplaceAll(text, "}", ")"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(plain(lines[i]), " ")
	}
	lines[0] = "{" + lines[0]
	lines[len(lines)-1] += "}"
	for _, rest := range lines {
		for {
			var first string
			first, rest = p.split(rest, most, nil)
			p.line(first)
			if rest == "" {
				break
			}
		}
	}
}

func (p *printer) game(g *Game) {
	if p.err != nil {
		return
	}
	p.remarks(g.Before)
	for _, name := range mandatory {
		t := g.Tag(name)
		if t == nil {
			t = &Tag{Name: name, Value: "?"}
		}
		p.tag(name, t.Value, t.Remarks, func(v string) string { return exported(g, name, v) })
	}
	var others, tables []*Tag
	for i := range g.Tags {
		t := &g.Tags[i]
		switch {
		case slices.Contains(mandatory, t.Name) || t.Name == "Auction" || t.Name == "Play":
		case t.Name == "Note" && t.Section != "":
		case t.Table != nil:
			tables = append(tables, t)
		default:
			others = append(others, t)
		}
	}
	if g.heirs != nil {
		for _, name := range g.heirs.names {
			if t := g.Tag(name); t != nil && t.Origin == Default && !slices.Contains(mandatory, name) {
				others = append(others, t)
			}
		}
	}
	byName := func(a, b *Tag) int { return strings.Compare(a.Name, b.Name) }
	slices.SortStableFunc(others, byName)
	slices.SortStableFunc(tables, byName)
	for _, t := range others {
		p.tag(t.Name, t.Value, t.Remarks, func(v string) string { return exported(g, t.Name, v) })
	}
	p.section(g, "Auction")
	p.section(g, "Play")
	for _, t := range tables {
		p.table(t)
	}
}

// exported is the value of a tag in its one spelling.
func exported(g *Game, name, value string) string {
	v := strings.TrimSpace(plain(value))
	if v == "" || v == "?" {
		return v
	}
	if (name == "Declarer" || name == "Result") && contractOf(g.Text("Contract")).passedOut {
		return "" // there is neither (dominicprice/endplay issue 44)
	}
	switch name {
	case "Date", "EventDate", "UTCDate":
		if d, ok := dateOf(v); ok && d.Whole() {
			return d.pbn()
		}
	case "Board":
		if n, ok := digits(v); ok && n > 0 {
			return strconv.Itoa(n)
		}
	case "Vulnerable":
		if vul, ok := vulOf(v); ok {
			return vul.String()
		}
	case "Deal":
		first, ok := g.Dealer()
		if d, _, err := dealOf(v); err == nil && !d.IsZero() {
			if !ok {
				first, _ = bridge.ParseSeat(strings.ToUpper(v[:1]))
			}
			return d.From(first)
		}
	case "Contract":
		switch b := contractOf(v); {
		case b.passedOut:
			return "Pass"
		case b.contract.Valid():
			return b.contract.String()
		case b.trump.Valid():
			return b.trump.String()
		}
	case "Result":
		won := tricksOf(v)
		if s, _, ok := g.Declarer(); ok && won.ok {
			v = strconv.Itoa(won.of(s.Side()))
			if won.agreed {
				v = "^" + v
			}
			return v
		}
	case "Scoring":
		if s := scoringOf(v); len(s.Unknown) == 0 {
			parts := slices.Clone(s.Modifiers)
			if s.Base != "" {
				parts = append([]string{s.Base}, parts...)
			}
			return strings.Join(parts, ";")
		}
	}
	return value
}

// escape puts backslashes where the reader would take a character for something
// else.
func escape(s string) string {
	if !strings.ContainsAny(s, `"\`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' && (i+1 == len(s) || s[i+1] == '"' || s[i+1] == '\\') {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// tag writes a pair with the value in its one spelling. What does not fit goes on
// in a comment.
func (p *printer) tag(name, value string, remarks []Remark, spell func(string) string) {
	if name = strings.Map(wordRune, name); name == "" {
		return // nobody can read a tag without a name; its warning says so
	}
	if spell == nil {
		spell = func(v string) string { return v }
	}
	spelt := func(v string) string {
		v = plain(spell(v))
		if (v == "#" || strings.HasPrefix(v, "##")) && !tags[name].alone {
			v = " " + v // a text, and no inheritance
		}
		return v
	}
	value = spelt(value)
	room := most - len(name) - len(`[ ""]`)
	rest := ""
	switch n := p.width(escape(value)); {
	case n <= room:
	case n <= most-2: // white space may stand between the tokens
		p.line("[" + name)
		p.line(`"` + escape(value) + `"`)
		p.line("]")
		p.remarks(remarks)
		return
	default:
		value, rest = p.split(value, room, func(r rune) int {
			if r == '"' || r == '\\' {
				return 2
			}
			return 1
		})
		value = spelt(strings.TrimSpace(value))
	}
	p.line("[" + name + ` "` + escape(value) + `"]`)
	if rest != "" {
		p.comment("... " + rest)
	}
	p.remarks(remarks)
}

func wordRune(r rune) rune {
	if r < utf8.RuneSelf && nameByte(byte(r)) {
		return r
	}
	return -1
}

// section writes Auction or Play with its notes.
func (p *printer) section(g *Game, name string) {
	t := g.own(name)
	if t == nil {
		return
	}
	value, calls := t.Value, t.Calls
	if dealer, ok := g.Dealer(); name == "Auction" && ok {
		value, calls = fromDealer(value, calls, dealer)
	}
	p.tag(name, value, t.Remarks, nil)
	row := &row{printer: p}
	for _, c := range calls {
		row.item(c.String(), c.Kind == AuctionEnds || c.Kind == AuctionGoing, &c.Mark)
	}
	for _, c := range t.Cards {
		row.item(c.String(), c.Kind == PlayEnds, &c.Mark)
	}
	row.end()
	for _, n := range g.Tags {
		if n.Name == "Note" && n.Section == name {
			p.tag("Note", n.Value, n.Remarks, func(v string) string {
				if i, text, ok := noteOf(v); ok {
					v = strconv.Itoa(i) + ":" + text
				}
				return v
			})
		}
	}
}

// fromDealer lets the auction begin with the dealer.
func fromDealer(value string, calls []Call, dealer bridge.Seat) (string, []Call) {
	first, err := bridge.ParseSeat(value)
	if err != nil {
		return value, calls
	}
	n := 0
	for seat := first; seat != dealer; seat = seat.Next() {
		if n >= len(calls) || calls[n].Kind != NoCall || len(calls[n].Remarks) > 0 || calls[n].Note != 0 || len(calls[n].NAGs) > 0 {
			return value, calls
		}
		n++
	}
	return dealer.String(), calls[n:]
}

// row collects four calls or cards to a line.
type row struct {
	*printer
	text  string
	count int
}

func (r *row) add(s string) {
	if r.text != "" && r.width(r.text)+1+r.width(s) > most {
		r.end()
	}
	if r.text != "" {
		r.text += " "
	}
	r.text += s
}

func (r *row) end() {
	if r.text != "" {
		r.line(noEscape(r.text))
	}
	r.text = ""
}

func (r *row) item(s string, ends bool, m *Mark) {
	if s = strings.Trim(safeToken(s), " "); s == "" {
		s = "-"
	}
	if r.count == 4 || ends && r.count > 0 && s == "*" {
		r.end()
		r.count = 0
	}
	first, rest := r.split(s, 200, nil)
	r.add(first)
	r.count++
	for _, n := range m.NAGs {
		r.add("$" + strconv.Itoa(n))
	}
	if m.Note > 0 {
		r.add("=" + strconv.Itoa(m.Note) + "=")
	}
	if rest != "" {
		r.end()
		r.comment("... " + rest)
	}
	for _, remark := range m.Remarks {
		text := strings.TrimRight(plain(strings.ReplaceAll(remark.Text, "}", ")")), " ")
		if remark.Kind == Comment && !strings.Contains(remark.Text, "\n") && r.width(text) < most-2 {
			r.add("{" + text + "}")
			continue
		}
		r.end()
		r.remarks([]Remark{remark})
	}
}

// safeToken takes out of a token what would end it. Tokens that were read have
// nothing of the kind.
func safeToken(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' && r != ' ' || strings.ContainsRune(`[]{};!?$="`, r) {
			return -1
		}
		return r
	}, s)
}

// table writes a table tag and its rows. Columns are as wide as the header says,
// or as a cell needs.
func (p *printer) table(t *Tag) {
	if len(t.Table.Columns) > most {
		p.fail(t.Name, t.Value)
		return
	}
	columns := slices.Clone(t.Table.Columns)
	rows := make([][]string, len(t.Table.Rows))
	for i, r := range t.Table.Rows {
		for _, cell := range r.Cells {
			rows[i] = append(rows[i], quoteCell(cell))
		}
		for len(rows[i]) < len(columns) && len(columns) <= 100 {
			rows[i] = append(rows[i], "?")
		}
		for j := range min(len(columns), len(rows[i])) {
			if columns[j].Width > 0 {
				columns[j].Width = max(columns[j].Width, utf8.RuneCountInString(rows[i][j]))
			}
		}
	}
	table := Table{Columns: columns}
	header := table.Header()
	room := most - len(t.Name) - len(`[ ""]`)
	if p.width(escape(plain(header))) > room {
		for i := range columns {
			columns[i].Width = 0
		}
		header = table.Header()
	}
	if p.width(escape(plain(header))) > room {
		p.fail(t.Name, header)
		return
	}
	p.tag(t.Name, header, t.Remarks, nil)
	for _, cells := range rows {
		line := ""
		for j, cell := range cells {
			if p.width(cell) > most {
				p.fail(t.Name, cell)
				return
			}
			if j < len(columns) {
				pad := strings.Repeat(" ", max(0, columns[j].Width-utf8.RuneCountInString(cell)))
				if columns[j].Align == 'R' {
					cell = pad + cell
				} else {
					cell += pad
				}
			}
			switch {
			case j == 0:
				line = cell
			case p.width(line)+1+p.width(cell) > most: // the row goes on in the next line
				if len(cells) > len(columns) { // where nobody could find its end
					p.fail(t.Name, line)
					return
				}
				p.line(line)
				line = strings.TrimLeft(cell, " ")
			default:
				line += " " + cell
			}
		}
		p.line(noEscape(line))
	}
}

// noEscape keeps a line from being an escape line.
func noEscape(line string) string {
	if strings.HasPrefix(line, "%") {
		return " " + line
	}
	return line
}

func (p *printer) fail(name, text string) {
	if p.err == nil {
		p.err = bridge.Errorf(bridge.Invalid, "pbn.long", "%s: %q is longer than a line of PBN can be", name, shorten(text))
	}
}

// quoteCell puts quotation marks around a cell that would be read as several, or
// as something else.
func quoteCell(s string) string {
	s = plain(s)
	if s != "" && !strings.ContainsAny(s, ` ;[]{}%"\`) {
		return s
	}
	return `"` + escape(s) + `"`
}
