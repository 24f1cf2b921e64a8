package xlsx

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// rows are the rows of a sheet, for package table.
type rows struct {
	book  *workbook
	name  string
	part  *part
	begun bool // whether sheetData has
	ended bool
	row   int // the number of the row that is read
	grid  int // cells so far
	cells []string
	fault []*bridge.Error // of the cells, nil for most

	merged []string // cells that share one place
}

// openSheet begins to read a sheet.
func (w *workbook) openSheet(s sheetAt) (*rows, error) {
	p, err := w.open(s.part)
	if err != nil {
		return nil, err
	}
	return &rows{book: w, name: s.name, part: p}, nil
}

// Place implements [table.Rows]: "sheet results, cell F12".
func (r *rows) Place(number, index int, column string) string {
	place := "sheet " + r.name + ", "
	switch {
	case column == "":
		return place + "row " + strconv.Itoa(number)
	case index < 0:
		return place + "row " + strconv.Itoa(number) + ", column " + column
	}
	return place + "cell " + letters(index) + strconv.Itoa(number)
}

// letters names a column, from 0: A, B, ..., Z, AA.
func letters(index int) string {
	name := ""
	for index++; index > 0; index = (index - 1) / 26 {
		name = string(rune('A'+(index-1)%26)) + name
	}
	return name
}

// Fault implements [table.Rows].
func (r *rows) Fault(index int) *bridge.Error { return r.fault[index] }

// Next implements [table.Rows].
func (r *rows) Next() (cells []string, number int, err error) {
	for !r.ended {
		t, err := r.part.token()
		if errors.Is(err, io.EOF) {
			if !r.begun {
				return nil, 0, broken("the sheet " + r.name + " has no cells")
			}
			r.ended = true
			r.part.close()
			break
		}
		if err != nil {
			return nil, 0, err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "sheetData":
			r.begun = true
		case "row":
			if err := r.readRow(start); err != nil {
				return nil, 0, err
			}
			return r.cells, r.row, nil
		case "mergeCell":
			r.merged = append(r.merged, attribute(start, "ref"))
		}
	}
	return nil, 0, io.EOF
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// damaged refuses a row that cannot be.
func (r *rows) damaged(what string) error {
	return bridge.At(r.Place(r.row, -1, ""), broken(what))
}

// readRow reads a row up to its end.
func (r *rows) readRow(start xml.StartElement) error {
	r.row++
	if number := attribute(start, "r"); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < r.row {
			return r.damaged("the row after it has the number " + strconv.Quote(number))
		}
		r.row = n
	}
	if r.row > rowLimit {
		return r.damaged("a sheet has fewer rows")
	}
	r.cells, r.fault = r.cells[:0], r.fault[:0]
	column := -1 // of the last cell
	for {
		t, err := r.part.token()
		if err != nil {
			return r.part.failed(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			if r.grid += len(r.cells); r.grid > gridSize {
				return tooLarge()
			}
			return nil
		case xml.StartElement:
			if t.Name.Local != "c" {
				if err := r.part.xml.Skip(); err != nil {
					return r.part.failed(err)
				}
				continue
			}
			if column, err = r.columnOf(t, column); err != nil {
				return err
			}
			if err := r.readCell(t, column); err != nil {
				return err
			}
		}
	}
}

// columnOf is where a cell stands, behind the one before.
func (r *rows) columnOf(start xml.StartElement, before int) (int, error) {
	column := before + 1
	if ref := attribute(start, "r"); ref != "" {
		name := strings.TrimRight(ref, "0123456789")
		n := 0
		for i := range len(name) {
			if name[i] < 'A' || name[i] > 'Z' || n > rowLimit {
				n = 0
				break
			}
			n = n*26 + int(name[i]-'A') + 1
		}
		if n <= column || ref[len(name):] != strconv.Itoa(r.row) {
			return 0, r.damaged("the cell " + strconv.Quote(ref) + " stands in the wrong place")
		}
		column = n - 1
	}
	return column, nil
}

// readCell reads a cell up to its end. An empty one is none.
func (r *rows) readCell(start xml.StartElement, column int) error {
	kind, value, inline, formula := attribute(start, "t"), "", "", false
	hasValue := false
	for {
		t, err := r.part.token()
		if err != nil {
			return r.part.failed(err)
		}
		if _, end := t.(xml.EndElement); end {
			break
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "v":
			hasValue = true
			value, err = r.value()
		case "is":
			inline, err = r.part.text()
		case "f":
			formula = true
			err = r.part.xml.Skip()
		default:
			err = r.part.xml.Skip()
		}
		if err != nil {
			return r.part.failed(err)
		}
	}
	if kind == "inlineStr" {
		value = inline
	}
	text, fault, err := r.seen(kind, value, attribute(start, "s"))
	if err != nil {
		return err
	}
	if formula && !hasValue {
		text, fault = "=", bridge.Errorf(bridge.Invalid, "xlsx.no_value", "a formula whose value is not in the file: save it with a spreadsheet program")
	}
	return r.put(column, text, fault)
}

// value reads the text of the element that has begun.
func (r *rows) value() (string, error) {
	var out strings.Builder
	for {
		t, err := r.part.token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return out.String(), nil
		case xml.StartElement:
			if err := r.part.xml.Skip(); err != nil {
				return "", err
			}
		case xml.CharData:
			if out.Write(t); out.Len() > textLimit {
				return "", broken("a text is longer than a cell may be")
			}
		}
	}
}

// seen is the text of a cell as a person sees it.
func (r *rows) seen(kind, value, style string) (string, *bridge.Error, error) {
	switch kind {
	case "inlineStr":
		return value, nil, nil
	case "str":
		return unescaped(value), nil, nil
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n >= len(r.book.texts) {
			return "", nil, r.damaged("a cell has the text " + strconv.Quote(value) + ", of which there is none")
		}
		return r.book.texts[n], nil, nil
	case "b":
		if strings.TrimSpace(value) == "1" {
			return "TRUE", nil, nil
		}
		return "FALSE", nil, nil
	case "e":
		return value, bridge.Errorf(bridge.Invalid, "xlsx.error_value",
			"the cell shows %s: Excel took what was typed for a formula; format the cell as text and type it again", value), nil
	case "d":
		return value, isDate(value), nil
	case "", "n":
		return r.number(strings.TrimSpace(value), style)
	}
	return "", nil, r.damaged("a cell is of the kind " + strconv.Quote(kind))
}

// number is a number as a person sees it.
func (r *rows) number(value, style string) (string, *bridge.Error, error) {
	if value == "" {
		return "", nil, nil
	}
	f := plain
	if style != "" {
		n, err := strconv.Atoi(style)
		if err != nil || n < 0 || n > 0 && n >= len(r.book.formats) {
			return "", nil, r.damaged("a cell has the style " + strconv.Quote(style) + ", of which there is none")
		}
		if n < len(r.book.formats) {
			f = r.book.formats[n]
		}
	}
	text, ok := f.shown(value)
	if !ok {
		return "", nil, r.damaged("a cell has the number " + strconv.Quote(value))
	}
	if f == date {
		text = r.book.day(text)
		return text, isDate(text), nil
	}
	return text, nil, nil
}

func isDate(day string) *bridge.Error {
	return bridge.Errorf(bridge.Invalid, "xlsx.date",
		"the cell holds a date, %s: Excel makes one of what looks like it, such as 6-5 or 3/4; format the cell as text and type it again", day)
}

// put adds a cell at its column.
func (r *rows) put(column int, text string, fault *bridge.Error) error {
	if text == "" {
		return nil
	}
	if column >= columnLimit {
		return tooLarge()
	}
	for len(r.cells) < column {
		r.cells, r.fault = append(r.cells, ""), append(r.fault, nil)
	}
	r.cells, r.fault = append(r.cells, text), append(r.fault, fault)
	return nil
}
