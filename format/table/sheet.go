package table

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// The columns of results.
const (
	colSession  = "session"
	colSection  = "section"
	colRound    = "round"
	colTable    = "table"
	colBoard    = "board"
	colVul      = "vul"
	colNS       = "ns"
	colEW       = "ew"
	colContract = "contract"
	colDeclarer = "declarer"
	colResult   = "result"
	colTricks   = "tricks"
	colLead     = "lead"
	colScore    = "score"
	colAwardNS  = "ns_award"
	colAwardEW  = "ew_award"
	colGroup    = "group"
	colNote     = "note"
)

// The columns of pairs that results have not.
const (
	colNumber    = "number"
	colDirection = "direction"
	colNames     = "names"
	colIDs       = "ids"
	colClub      = "club"
	colStratum   = "stratum"
	colHandicap  = "handicap"
)

var (
	resultColumns = []string{
		colSession, colSection, colRound, colTable, colBoard, colVul, colNS, colEW, colContract, colDeclarer,
		colResult, colTricks, colLead, colScore, colAwardNS, colAwardEW, colGroup, colNote,
	}
	pairColumns = []string{colNumber, colSection, colDirection, colNames, colIDs, colClub, colStratum, colHandicap}

	// individualColumns stand in place of ns and ew where players change partners.
	individualColumns = []string{"n", "s", "e", "w"}

	// telling are the columns of which two or more make a header of results.
	telling = slices.Concat([]string{colBoard, colNS, colEW, colContract, colDeclarer, colScore, colAwardNS, colAwardEW}, individualColumns)

	// outcomes are the columns that say what happened; one of them is there.
	outcomes = []string{colContract, colScore, colAwardNS, colAwardEW}
)

// Sniff reports whether a file that begins with this text is a table of results: its
// first line names columns of one.
func Sniff(head string) bool {
	line := header(head)
	names := columnNames(line, separator(line, resultColumns))
	n := 0
	for _, c := range telling {
		if slices.Contains(names, c) {
			n++
		}
	}
	return n >= 2
}

var saysSeparator = regexp.MustCompile(`(?i)^"?sep=.`)

// header is the line that names the columns.
func header(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !saysSeparator.MatchString(line) {
			return line
		}
	}
	return ""
}

// columnNames are the names in a header, as we write them.
func columnNames(line string, comma rune) []string {
	names := strings.Split(line, string(comma))
	for i, name := range names {
		names[i] = columnName(strings.Trim(strings.TrimSpace(name), `"`))
	}
	return names
}

var betweenWords = regexp.MustCompile(`[\s_-]+`)

func columnName(s string) string {
	return betweenWords.ReplaceAllString(strings.ToLower(strings.TrimSpace(s)), "_")
}

// separator is what gives the header the most columns that are known.
func separator(line string, known []string) rune {
	best, most := ',', -1
	for _, comma := range ",;\t" {
		n := 0
		for _, name := range columnNames(line, comma) {
			if slices.Contains(known, name) {
				n++
			}
		}
		if n > most {
			best, most = comma, n
		}
	}
	return best
}

// sheet is a file taken apart into cells.
type sheet struct {
	columns  map[string]int // where a column stands
	named    []bool         // whether there is a name above a cell
	line     int            // of the header
	rows     []row
	warnings []event.Warning
}

// row is a line of a sheet.
type row struct {
	*sheet
	cells []string
	line  int
}

// cell is one cell with its place.
type cell struct {
	text   string // without blanks around it; a dash alone is nothing
	column string
	line   int
}

// read takes a file apart. The name of a character set may be empty.
func read(r io.Reader, charsetName string, known []string) (*sheet, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, bridge.Errorf(bridge.Internal, "table.read", "reading the table: %w", err)
	}
	s := &sheet{columns: map[string]int{}}
	var text string
	if charsetName != "" {
		if text, err = charset.DecodeAs(b, charsetName); err != nil {
			return nil, err
		}
		text = strings.TrimPrefix(text, "\ufeff")
	} else {
		var found string
		if text, found = charset.Decode(b); found == charset.Latin1 || found == charset.Windows1252 {
			s.warn(0, "table.charset", "the file does not say in which character set it is written; read as %s", found)
		}
	}
	c := csv.NewReader(strings.NewReader(text))
	c.Comma = separator(header(text), known)
	c.FieldsPerRecord = -1
	c.TrimLeadingSpace = c.Comma != '\t' // which is a blank itself
	for {
		cells, err := c.Read()
		switch {
		case errors.Is(err, io.EOF):
			if s.line == 0 {
				return nil, bridge.Errorf(bridge.Invalid, "table.empty", "the table is empty: want a header and a line for each result")
			}
			return s, nil
		case err != nil:
			return nil, quotes(err)
		case !slices.ContainsFunc(cells, func(s string) bool { return strings.TrimSpace(s) != "" }):
			continue
		}
		line, _ := c.FieldPos(0)
		switch {
		case s.line > 0:
			err = s.add(row{s, cells, line})
		case saysSeparator.MatchString(cells[0]) || strings.EqualFold(cells[0], "sep="):
		default:
			err = s.head(cells, line, known)
		}
		if err != nil {
			return nil, err
		}
	}
}

// quotes says what is wrong with a line that is no CSV.
func quotes(err error) error {
	line := 1
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		line = e.Line
	}
	return bridge.At("line "+strconv.Itoa(line), bridge.Errorf(bridge.Invalid, "table.quotes",
		"a quotation mark that neither begins nor ends a cell: inside a quoted cell it is doubled"))
}

func (s *sheet) warn(line int, key, format string, args ...any) {
	s.warnings = append(s.warnings, event.Warning{Line: line, Err: bridge.Errorf(bridge.Invalid, key, format, args...)})
}

// head reads the names of the columns.
func (s *sheet) head(cells []string, line int, known []string) error {
	s.line, s.named = line, make([]bool, len(cells))
	for i, text := range cells {
		name := columnName(text)
		_, twice := s.columns[name]
		s.named[i] = name != ""
		switch {
		case name == "": // a name that is missing matters if there is something below it
		case twice:
			return cell{name, name, line}.fail("table.column_twice", "column %q comes twice", name)
		case slices.Contains(known, name) || slices.Contains(individualColumns, name):
			s.columns[name] = i
		default:
			s.warn(line, "table.column", "column %q is not known and is not read: want %s", strings.TrimSpace(text), strings.Join(known, ", "))
			s.columns[name] = i
		}
	}
	return nil
}

// add adds a row, whose cells all belong to a column.
func (s *sheet) add(r row) error {
	for i, text := range r.cells {
		if strings.TrimSpace(text) != "" && (i >= len(s.named) || !s.named[i]) {
			return bridge.At("line "+strconv.Itoa(r.line), bridge.Errorf(bridge.Invalid, "table.cell",
				"cell %d, %q, stands below no name of a column", i+1, text))
		}
	}
	s.rows = append(s.rows, r)
	return nil
}

func (s *sheet) has(column string) bool {
	_, ok := s.columns[column]
	return ok
}

// cell is the cell of a row in a column; an empty one if there is no such column.
func (row row) cell(column string) cell {
	c := cell{column: column, line: row.line}
	if i, ok := row.columns[column]; ok && i < len(row.cells) {
		c.text = strings.TrimSpace(row.cells[i])
	}
	if isDash(c.text) && column != colVul && column != colNote {
		c.text = ""
	}
	return c
}

func isDash(s string) bool { return s == "-" || s == "–" || s == "—" || s == "−" }

func (c cell) empty() bool { return c.text == "" }

// at gives an error the place of the cell.
func (c cell) at(err error) error {
	return bridge.At("line "+strconv.Itoa(c.line)+", column "+c.column, err)
}

// fail refuses what stands in the cell.
func (c cell) fail(key, format string, args ...any) error {
	return c.at(bridge.Errorf(bridge.Invalid, key, format, args...))
}

// number reads a whole number of least or more; an empty cell is 0.
func (c cell) number(least int) (int, error) {
	if c.empty() {
		return 0, nil
	}
	n, ok := whole(c.text)
	if !ok || n < least {
		return 0, c.fail("table.number", "%q: want a whole number, %d or more", c.text, least)
	}
	return n, nil
}

// whole reads digits, nine at most.
func whole(s string) (int, bool) {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

var contestantText = regexp.MustCompile(`^([A-Z]*)0*([1-9][0-9]{0,8})(NS|EW)?$`)

// contestant reads a contestant; section is where it plays if the cell does not say.
func (c cell) contestant(section string) (event.Contestant, error) {
	if c.empty() {
		return event.Contestant{}, nil
	}
	m := contestantText.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(c.text), "")))
	if m == nil {
		return event.Contestant{}, c.fail("table.contestant", "%q is no contestant: want a number such as 12, 12NS or A12NS", c.text)
	}
	if m[1] == "" {
		m[1] = section
	}
	who, err := event.ParseContestant(m[1] + m[2] + m[3])
	if err != nil {
		return who, c.at(err)
	}
	return who, nil
}

// section reads the letters of a section.
func (c cell) section() (string, error) {
	s := strings.ToUpper(c.text)
	if strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", c.fail("table.section", "section %q: want letters, such as A", c.text)
	}
	return s, nil
}
