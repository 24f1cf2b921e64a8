package xlsx

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

// Write writes an event as a workbook: what [table.Write] writes as the sheet results,
// what [table.WritePairs], [table.WritePenalties] and [table.WriteMatches] write as the
// sheets pairs, penalties and matches, if there are any. The same record gives the same bytes. Columns of text have the format of text, so that Excel
// does not make a number of +1 that is typed there later.
//
// What a workbook has no place for is returned as a list of reasons. The error is one
// of [table.Write].
func Write(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	results, lost, err := table.Cells(rec)
	if err != nil {
		return nil, err
	}
	b, err := newBook()
	if err != nil {
		return nil, err
	}
	b.lost = lost
	if err := b.sheet(sheetResults, results); err != nil {
		return nil, err
	}
	pairs, lost := table.PairCells(rec)
	b.addLost(lost)
	penalties, lost := table.PenaltyCells(rec)
	b.addLost(lost)
	if len(pairs) > 1 {
		if err := b.sheet(sheetPairs, pairs); err != nil {
			return nil, err
		}
	}
	if len(penalties) > 1 {
		if err := b.sheet(sheetPenalties, penalties); err != nil {
			return nil, err
		}
	}
	matches, lost := table.MatchCells(rec)
	b.addLost(lost)
	if len(matches) > 1 {
		if err := b.sheet(sheetMatches, matches); err != nil {
			return nil, err
		}
	}
	if err := b.file.Write(w); err != nil {
		return nil, err
	}
	return b.lost, b.file.Close()
}

// book is a workbook that is written.
type book struct {
	file       *excelize.File
	begun      bool
	text, head int // styles
	lost       []*bridge.Error
}

// newBook begins a workbook. Its first sheet gets its name later.
func newBook() (*book, error) {
	b := &book{file: excelize.NewFile()}
	var err error
	if b.text, err = b.file.NewStyle(&excelize.Style{NumFmt: 49}); err != nil { // text, by ISO/IEC 29500-1, 18.8.30
		return nil, failed(err)
	}
	if b.head, err = b.file.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, failed(err)
	}
	return b, nil
}

// failed is an error of the library: every cell that we give it is one that Excel
// allows, so it is a fault of ours.
func failed(err error) error {
	return bridge.Errorf(bridge.Internal, "xlsx.write", "writing the workbook: %w", err)
}

// sheet writes rows, the header first.
func (b *book) sheet(name string, rows [][]string) error {
	if len(rows) > rowLimit {
		return bridge.Errorf(bridge.Unsupported, "xlsx.rows", "%d results: a sheet has room for %d; a CSV file may be of any size", len(rows)-1, rowLimit-1)
	}
	if err := b.add(name); err != nil {
		return failed(err)
	}
	for i, text := range rows[0] {
		if err := b.column(name, i, text, rows[1:]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a sheet with a header that stays where it is.
func (b *book) add(name string) error {
	if !b.begun {
		b.begun = true
		if err := b.file.SetSheetName(b.file.GetSheetName(0), name); err != nil {
			return err
		}
	} else if _, err := b.file.NewSheet(name); err != nil {
		return err
	}
	return b.file.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// column writes a column: as numbers if all its cells are, else as text.
func (b *book) column(sheet string, index int, heading string, rows [][]string) error {
	at := letters(index)
	numbers := !slices.ContainsFunc(rows, func(row []string) bool { return row[index] != "" && !isNumber(row[index]) })
	if !numbers {
		if err := b.file.SetColStyle(sheet, at, b.text); err != nil {
			return failed(err)
		}
	}
	if err := b.cell(sheet, at+"1", heading, b.head); err != nil {
		return err
	}
	for i, row := range rows {
		text, cell := row[index], at+strconv.Itoa(i+2)
		if text == "" {
			continue
		}
		if numbers {
			n, err := strconv.Atoi(text)
			if err != nil {
				return failed(err)
			}
			if err := b.file.SetCellInt(sheet, cell, int64(n)); err != nil {
				return failed(err)
			}
			continue
		}
		if err := b.cell(sheet, cell, text, b.text); err != nil {
			return err
		}
	}
	return nil
}

// isNumber reports whether a spreadsheet shows a text in the same way if it holds it
// as a number.
func isNumber(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && strconv.Itoa(n) == s && -1e9 < n && n < 1e9
}

// cell writes a text.
func (b *book) cell(sheet, cell, text string, style int) error {
	sound, whole := escape(text)
	if !whole {
		b.warn("xlsx.lost.long", "a text of more than 32,767 characters is cut off: a cell has no room for it")
	}
	if err := b.file.SetCellStr(sheet, cell, sound); err != nil {
		return failed(err)
	}
	if err := b.file.SetCellStyle(sheet, cell, cell, style); err != nil {
		return failed(err)
	}
	return nil
}

// warn says what has no place in a workbook.
func (b *book) warn(key, text string) {
	b.addLost([]*bridge.Error{{Code: bridge.Unsupported, Key: key, Msg: text}})
}

// addLost adds reasons, each once.
func (b *book) addLost(reasons []*bridge.Error) {
	for _, r := range reasons {
		if !slices.ContainsFunc(b.lost, func(e *bridge.Error) bool { return e.Key == r.Key }) {
			b.lost = append(b.lost, r)
		}
	}
}

// escape writes the signs that XML does not have as their codes, and an underscore
// that would begin such a code as its own: the library leaves both as they are. A text
// that is too long for a cell is cut off.
func escape(text string) (sound string, whole bool) {
	var out strings.Builder
	units := 0
	for i, r := range text {
		sign := string(r)
		if r < ' ' && r != '\t' && r != '\n' || r == '\uFFFE' || r == '\uFFFF' || r == '_' && beginsCode.MatchString(text[i:]) {
			sign = fmt.Sprintf("_x%04X_", r)
		}
		if units += len(utf16.Encode([]rune(sign))); units > excelize.TotalCellChars {
			return out.String(), false
		}
		out.WriteString(sign)
	}
	return out.String(), true
}

var beginsCode = regexp.MustCompile("^" + escaped.String())
