package table

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/notation"
)

// sheet is a table whose header has been read.
type sheet struct {
	source   Rows
	columns  [columnCount]int // where a column stands, -1 for nowhere
	named    []bool           // whether there is a name above a cell
	read     []bool           // whether the column is one that we know
	matches  bool             // it is a history of matches
	line     int              // of the header
	utf8     bool             // each cell must be UTF-8
	warnings []event.Warning
	memory   memory
}

// memory holds what cells were read as, because few texts come up, each many times.
// What is kept of a row is a copy, so that the row itself can go.
type memory struct {
	sections    map[string]string
	contestants map[string]event.Contestant
	contracts   map[string]notation.Written
	leads       map[string]bridge.Card
	vuls        map[string]bridge.Vulnerability
	scores      map[kind][2]bool
}

// remembered is how many texts of a kind are kept: more than a sound file has.
const remembered = 4096

// recall reads a text, or knows it from before.
func recall[T any](known map[string]T, text string, read func(string) (T, error)) (T, error) {
	if v, ok := known[text]; ok {
		return v, nil
	}
	text = strings.Clone(text)
	v, err := read(text)
	if err == nil && len(known) < remembered {
		known[text] = v
	}
	return v, err
}

// row is a line of a sheet.
type row struct {
	*sheet
	cells []string
	line  int
	where place // once it is known
}

// cell is one cell with its place.
type cell struct {
	text   string // without blanks around it; a dash alone is nothing
	column column
	line   int
	sheet  *sheet
}

// open reads a table up to its header, in which these columns are known.
func open(source Rows, known []column) (*sheet, error) {
	return openAs(source, func([]string) []column { return known })
}

// openAs is the same where the names of the columns say what is known.
func openAs(source Rows, known func(names []string) []column) (*sheet, error) {
	s := &sheet{source: source, memory: memory{
		map[string]string{},
		map[string]event.Contestant{},
		map[string]notation.Written{},
		map[string]bridge.Card{},
		map[string]bridge.Vulnerability{},
		map[kind][2]bool{},
	}}
	for c := range s.columns {
		s.columns[c] = -1
	}
	for {
		cells, line, err := source.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, bridge.Errorf(bridge.Invalid, "table.empty", "the table is empty: want a header and a line for each result")
		case err != nil:
			return nil, err
		}
		if first := firstOf(cells); first != "" && !saysComment(first) {
			names := make([]string, len(cells))
			for i, text := range cells {
				names[i] = columnName(text)
			}
			return s, s.head(cells, line, known(names))
		}
	}
}

// firstOf is the first cell of a row in which something stands.
func firstOf(cells []string) string {
	for _, text := range cells {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}

func (s *sheet) warn(line int, key, format string, args ...any) {
	s.warnings = append(s.warnings, event.Warning{Line: line, Err: bridge.Errorf(bridge.Invalid, key, format, args...)})
}

// head reads the names of the columns.
func (s *sheet) head(cells []string, line int, known []column) error {
	s.line, s.named, s.read = line, make([]bool, len(cells)), make([]bool, len(cells))
	var names []string
	for i, text := range cells {
		name := columnName(text)
		if name == "" { // a name that is missing matters if there is something below it
			continue
		}
		s.named[i] = true
		if slices.Contains(names, name) {
			return bridge.At(s.source.Place(line, i, name), bridge.Errorf(bridge.Invalid, "table.column_twice", "column %q comes twice", name))
		}
		names = append(names, strings.Clone(name))
		if c, ok := among(known, name); ok {
			s.columns[c], s.read[i] = i, true
			continue
		}
		s.warn(line, "table.column", "column %q is not known and is not read: want %s", strings.Clone(strings.TrimSpace(text)), listed(known))
	}
	return nil
}

// next gives the next row in which something stands; all its cells belong to a
// column. Its cells stand until the next one.
func (s *sheet) next() (row, error) {
	for {
		cells, line, err := s.source.Next()
		if err != nil {
			return row{}, err
		}
		something := false
		for i, text := range cells {
			if text == "" || strings.TrimSpace(text) == "" {
				continue
			}
			something = true
			if i >= len(s.named) || !s.named[i] {
				return row{}, bridge.At(s.source.Place(line, -1, ""), bridge.Errorf(bridge.Invalid, "table.cell",
					"cell %d, %q, stands below no name of a column", i+1, text))
			}
			if s.read[i] {
				if err := s.sound(i, line, text); err != nil {
					return row{}, err
				}
			}
		}
		if something {
			return row{sheet: s, cells: cells, line: line}, nil
		}
	}
}

// all gives all rows.
func (s *sheet) all() ([]row, error) {
	var rows []row
	for {
		row, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, err
		}
		row.cells = slices.Clone(row.cells)
		rows = append(rows, row)
	}
}

// has reports whether the file has the column.
func (s *sheet) has(c column) bool { return s.columns[c] >= 0 }

// place names a cell.
func (s *sheet) place(line int, c column) string {
	return s.source.Place(line, s.columns[c], c.String())
}

func (s *sheet) headerPlace() string { return s.source.Place(s.line, -1, "") }

// cell is the cell of a row in a column; an empty one if there is no such column.
func (row row) cell(column column) cell {
	c := cell{column: column, line: row.line, sheet: row.sheet}
	i := row.columns[column]
	if i < 0 || i >= len(row.cells) {
		return c
	}
	c.text = strings.TrimSpace(row.cells[i])
	if len(c.text) <= len("—") && isDash(c.text) && column != colVul && column != colNote && column != colReason {
		c.text = ""
	}
	return c
}

// place names the row.
func (row row) place() string { return row.source.Place(row.line, -1, "") }

func isDash(s string) bool { return s == "-" || s == "–" || s == "—" || s == "−" }

func (c cell) empty() bool { return c.text == "" }

// at gives an error the place of the cell.
func (c cell) at(err error) error {
	if err == nil {
		return nil
	}
	return bridge.At(c.place(), err)
}

func (c cell) place() string { return c.sheet.place(c.line, c.column) }

// fail refuses what stands in the cell.
func (c cell) fail(key, format string, args ...any) error {
	return c.at(bridge.Errorf(bridge.Invalid, key, format, args...))
}

// number reads a whole number of least or more; an empty cell is 0.
func (c cell) number(least int) (int, error) {
	if c.empty() {
		return 0, nil
	}
	n, ok := digits(c.text)
	if !ok || n < least {
		return 0, c.fail("table.number", "%q: want a whole number, %d or more", c.text, least)
	}
	return n, nil
}

// digits reads a whole number, of nine digits at most.
func digits(s string) (int, bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int(d)
	}
	return n, true
}

var contestantText = regexp.MustCompile(`^([A-Z]*)0*([1-9][0-9]{0,8})(NS|EW)?$`)

// contestant reads a contestant; section is where it plays if the cell does not say.
func (c cell) contestant(section string) (event.Contestant, error) {
	if c.empty() {
		return event.Contestant{}, nil
	}
	if n, ok := digits(c.text); ok && n > 0 {
		return event.Contestant{Section: section, Number: n}, nil
	}
	who, err := recall(c.sheet.memory.contestants, c.text, func(text string) (event.Contestant, error) {
		m := contestantText.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(text), "")))
		if m == nil {
			return event.Contestant{}, bridge.Errorf(bridge.Invalid, "table.contestant", "%q is no contestant: want a number such as 12, 12NS or A12NS", text)
		}
		return event.ParseContestant(m[1] + m[2] + m[3])
	})
	if err != nil {
		return who, c.at(err)
	}
	if who.Section == "" {
		who.Section = section
	}
	return who, nil
}

// section reads the letters of a section.
func (c cell) section() (string, error) {
	if c.empty() {
		return "", nil
	}
	s, err := recall(c.sheet.memory.sections, c.text, func(text string) (string, error) {
		s := strings.ToUpper(text)
		if strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return "", bridge.Errorf(bridge.Invalid, "table.section", "section %q: want letters, such as A", text)
		}
		return s, nil
	})
	return s, c.at(err)
}

// vul reads who is vulnerable.
func (c cell) vul() (bridge.Vulnerability, error) {
	v, err := recall(c.sheet.memory.vuls, c.text, func(text string) (bridge.Vulnerability, error) {
		return notation.ParseVulnerability(notation.English, text)
	})
	return v, c.at(err)
}

// sound refuses a cell whose text is not what a person wrote there.
func (s *sheet) sound(index, line int, text string) error {
	if fault := s.source.Fault(index); fault != nil && index != s.columns[colNote] && index != s.columns[colReason] { // which may be a date
		return bridge.At(s.source.Place(line, index, s.name(index)), fault)
	}
	if s.utf8 && !utf8.ValidString(text) {
		return bridge.At(s.source.Place(line, index, s.name(index)), bridge.Errorf(bridge.Invalid, "table.not_utf8",
			"not UTF-8: a table that is read board by board says its character set with a byte order mark, or the reader is told it"))
	}
	return nil
}

// name is the column that stands at an index of the rows.
func (s *sheet) name(index int) string {
	return column(slices.Index(s.columns[:], index)).String()
}
