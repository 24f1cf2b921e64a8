package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// Sniff reports whether a file that begins with this text is a table of results: its
// first line names columns of one.
func Sniff(head string) bool {
	line := header(head)
	return tellsResults(taken(line, separator(line, eventColumns)))
}

var saysSeparator = regexp.MustCompile(`(?i)^"?sep=`)

// beforeHeader reports whether a line may stand before the header: an empty one, a
// comment, or sep=; for Excel.
func beforeHeader(line string) bool {
	line = strings.Trim(line, " ,;\t\r\n\ufeff")
	return line == "" || saysComment(line) || saysSeparator.MatchString(line)
}

// saysComment reports whether a line or its first cell begins with #; a spreadsheet
// may have put the line between quotation marks.
func saysComment(s string) bool { return strings.HasPrefix(strings.TrimPrefix(s, `"`), "#") }

// header is the line that names the columns.
func header(text string) string {
	for line := range strings.Lines(text) {
		if !beforeHeader(line) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// taken are the names in a header, without their quotation marks.
func taken(line string, comma rune) []string {
	names := strings.Split(line, string(comma))
	for i, name := range names {
		names[i] = strings.Trim(strings.TrimSpace(name), `"`)
	}
	return names
}

// separator is what gives the header the most columns that are known.
func separator(line string, columns []column) rune {
	best, most := ',', -1
	for _, comma := range ",;\t" {
		names := taken(line, comma)
		for i, name := range names {
			names[i] = columnName(name)
		}
		if n := known(names, columns); n > most {
			best, most = comma, n
		}
	}
	return best
}

// headSize is how far into a file its header is looked for.
const headSize = 64 << 10

// lines are the rows of a CSV file.
type lines struct {
	csv     *csv.Reader
	skipped int // lines before the header
}

// newLines takes text apart that is UTF-8. The lines before its header are passed
// over.
func newLines(r io.Reader, columns []column) (*lines, error) {
	text := bufio.NewReaderSize(r, headSize)
	l := &lines{}
	for {
		head, err := text.Peek(headSize)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, unreadable(err)
		}
		line := string(head)
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if line == "" || !beforeHeader(line) {
			l.csv = csv.NewReader(text)
			l.csv.Comma = separator(strings.TrimSpace(line), columns)
			break
		}
		l.skipped++
		if _, err := text.Discard(len(line)); err != nil {
			return nil, unreadable(err)
		}
	}
	l.csv.FieldsPerRecord = -1
	l.csv.ReuseRecord = true
	l.csv.TrimLeadingSpace = l.csv.Comma != '\t' // which is a blank itself
	return l, nil
}

func unreadable(err error) error {
	return bridge.Errorf(bridge.Internal, "table.read", "reading the table: %w", err)
}

// Next implements [Rows].
func (l *lines) Next() (cells []string, number int, err error) {
	cells, err = l.csv.Read()
	if err == nil {
		number, _ = l.csv.FieldPos(0)
		return cells, number + l.skipped, nil
	}
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, 0, bridge.At(l.Place(e.Line+l.skipped, -1, ""), bridge.Errorf(bridge.Invalid, "table.quotes",
			"a quotation mark that neither begins nor ends a cell: inside a quoted cell it is doubled"))
	}
	if !errors.Is(err, io.EOF) {
		err = unreadable(err)
	}
	return nil, 0, err
}

// Place implements [Rows].
func (l *lines) Place(number, _ int, column string) string {
	place := "line " + strconv.Itoa(number)
	if column != "" {
		place += ", column " + column
	}
	return place
}

// Fault implements [Rows]: in a text every cell is as it stands there.
func (l *lines) Fault(int) *bridge.Error { return nil }

// whole takes a file apart that is held as a whole, so that its character set can be
// found out. The name of the set may be empty.
func whole(r io.Reader, charsetName string, columns []column) (*lines, []event.Warning, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, unreadable(err)
	}
	var text string
	var warnings []event.Warning
	if charsetName != "" {
		if text, err = charset.DecodeAs(b, charsetName); err != nil {
			return nil, nil, err
		}
		text = strings.TrimPrefix(text, "\ufeff")
	} else {
		var found string
		if text, found = charset.Decode(b); found == charset.Latin1 || found == charset.Windows1252 {
			warnings = []event.Warning{{Err: bridge.Errorf(bridge.Invalid, "table.charset",
				"the file does not say in which character set it is written; read as %s", found)}}
		}
	}
	l, err := newLines(strings.NewReader(text), columns)
	return l, warnings, err
}
