package xlsx

import (
	"io"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

// The names of the sheets.
const (
	sheetResults = "results"
	sheetPairs   = "pairs"
)

// Sniff reports whether a file that begins with these bytes may be a workbook: it is
// an archive (ZIP).
func Sniff(head []byte) bool { return strings.HasPrefix(string(head), "PK\x03\x04") }

// Read reads a workbook as a pairs event scored by matchpoints.
//
// The error is a [*bridge.Error] with the place, such as "sheet results, cell F12". It
// has code [bridge.Invalid], [bridge.Unsupported] for what an event cannot hold and for
// a file that is no workbook or too large, and [bridge.Internal] if r fails.
func Read(r io.Reader) (*event.Record, error) { return ReadWith(r, table.Options{}) }

// ReadWith is [Read] with these options; of them the character set does not matter. A
// list of pairs in the options stands in for the sheet of the workbook.
func ReadWith(r io.Reader, o table.Options) (*event.Record, error) {
	book, err := openWorkbook(r)
	if err != nil {
		return nil, err
	}
	var warnings []event.Warning
	results, pairs := book.sheets[0], (*sheetAt)(nil)
	for i, s := range book.sheets {
		switch {
		case strings.EqualFold(s.name, sheetResults):
			results = s
		case strings.EqualFold(s.name, sheetPairs):
			pairs = &book.sheets[i]
		}
	}
	if pairs != nil && results == *pairs {
		return nil, bridge.Errorf(bridge.Invalid, "xlsx.no_results", "the workbook has no sheet of results: want one with the name results, or as its first")
	}
	if pairs != nil && o.Pairs == nil {
		list, found, err := book.pairs(*pairs)
		if err != nil {
			return nil, err
		}
		o.Pairs, warnings = list, found
	} else if pairs != nil {
		warnings = append(warnings, unread(pairs.name))
	}
	for _, s := range book.sheets {
		if s != results && (pairs == nil || s != *pairs) {
			warnings = append(warnings, unread(s.name))
		}
	}
	rows, err := book.openSheet(results)
	if err != nil {
		return nil, err
	}
	rec, err := o.ReadRows(rows)
	if err != nil {
		return nil, err
	}
	rec.Warnings = append(append(warnings, rows.warnings()...), rec.Warnings...)
	return rec, nil
}

// ReadPairs reads a list of pairs that is a workbook of its own: its sheet pairs, else
// its first one. The error is one of [Read].
func ReadPairs(r io.Reader) (*table.Pairs, error) {
	book, err := openWorkbook(r)
	if err != nil {
		return nil, err
	}
	at := book.sheets[0]
	for _, s := range book.sheets {
		if strings.EqualFold(s.name, sheetPairs) {
			at = s
		}
	}
	list, warnings, err := book.pairs(at)
	if err != nil {
		return nil, err
	}
	for _, s := range book.sheets {
		if s != at {
			warnings = append(warnings, unread(s.name))
		}
	}
	list.Warnings = warnings
	return list, nil
}

// pairs reads a list of pairs. Its warnings have a place, because their rows are those
// of another sheet than the results.
func (w *workbook) pairs(at sheetAt) (*table.Pairs, []event.Warning, error) {
	rows, err := w.openSheet(at)
	if err != nil {
		return nil, nil, err
	}
	list, err := table.ReadPairsRows(rows)
	if err != nil {
		return nil, nil, err
	}
	return list, append(rows.warnings(), rows.placed(list.Warnings)...), nil
}

// unread names a sheet that nobody reads.
func unread(name string) event.Warning {
	return event.Warning{Err: bridge.Errorf(bridge.Invalid, "xlsx.sheet", "sheet %q is not read: want results, pairs", name)}
}

// placed puts the place of warnings into their errors.
func (r *rows) placed(warnings []event.Warning) []event.Warning {
	out := make([]event.Warning, 0, len(warnings))
	for _, w := range warnings {
		placed := *w.Err
		if w.Line > 0 {
			placed.At = r.Place(w.Line, -1, "")
		}
		out = append(out, event.Warning{Err: &placed})
	}
	return out
}

// warnings are those about a sheet that has been read.
func (r *rows) warnings() []event.Warning {
	if len(r.merged) == 0 {
		return nil
	}
	return []event.Warning{{Err: bridge.Errorf(bridge.Invalid, "xlsx.merged",
		"sheet %q: cells %s are merged: what stands there is read in the first of them alone", r.name, strings.Join(r.merged, ", "))}}
}
