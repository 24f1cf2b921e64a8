// Package shelf helps tests to read data: tables of known answers in testdata
// folders, and the reference shelf of real files and events, which may stand
// beside the checkout. Only tests import it.
package shelf

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strconv"
	"testing"
)

// Row is one row of a table: its cells by column name.
type Row struct {
	Line  int // of the file, from 1
	cells map[string]string
	t     testing.TB
	path  string
}

// Table reads a CSV file with a header line, cut by comma. The columns wanted
// must be all of its columns: a renamed or new one fails, so that a table cannot
// be half-read. Name a column that the test does not use with a leading "-".
func Table(t testing.TB, path string, columns ...string) []Row {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	header, err := r.Read()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	want := map[string]bool{}
	for _, c := range columns {
		if c[0] == '-' {
			c = c[1:]
		}
		want[c] = true
	}
	for _, h := range header {
		if !want[h] {
			t.Fatalf("%s: column %q is not asked for; want %q", path, h, columns)
		}
		delete(want, h)
	}
	for c := range want {
		t.Fatalf("%s: no column %q in %q", path, c, header)
	}
	var rows []Row
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		line, _ := r.FieldPos(0)
		row := Row{Line: line, cells: map[string]string{}, t: t, path: path}
		for i, h := range header {
			row.cells[h] = rec[i]
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s: no rows", path)
	}
	return rows
}

// Text is the cell of that column.
func (r Row) Text(column string) string {
	r.t.Helper()
	s, ok := r.cells[column]
	if !ok {
		r.t.Fatalf("%s: no column %q", r.path, column)
	}
	return s
}

// Int is the cell of that column as a whole number.
func (r Row) Int(column string) int {
	r.t.Helper()
	n, err := strconv.Atoi(r.Text(column))
	if err != nil {
		r.t.Fatalf("%s:%d: column %s: %v", r.path, r.Line, column, err)
	}
	return n
}

// Bool is true for 1 and false for 0.
func (r Row) Bool(column string) bool {
	r.t.Helper()
	return r.Int(column) == 1
}
