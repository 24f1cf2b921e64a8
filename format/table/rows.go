package table

import (
	"github.com/overtrick/overtrick/bridge"
)

// Rows are the rows of a table, one after the other: the lines of a CSV file, the
// rows of a sheet in a workbook. The first that is not empty names the columns.
type Rows interface {
	// Next gives the cells of the next row, which stand until the next call, and the
	// number of the row, from 1. Behind the last row the error is [io.EOF].
	Next() (cells []string, number int, err error)

	// Place names a cell for an error: "line 12, column result". The column stands at
	// this index of a row, at -1 if the file has no such column. Without a column it
	// names the row.
	Place(number, index int, column string) string

	// Fault says why the text of a cell in the row that Next gave last is not what a
	// person wrote there, nil if it is. A cell below a column that is read is refused
	// with it.
	Fault(index int) *bridge.Error
}
