package xlsx

import (
	"io"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
)

// The names of the sheets.
const (
	sheetResults   = "results"
	sheetPairs     = "pairs"
	sheetPenalties = "penalties"
	sheetMatches   = "matches"
)

// Sniff reports whether a file that begins with these bytes may be a workbook: it is
// an archive (ZIP).
func Sniff(head []byte) bool { return strings.HasPrefix(string(head), "PK\x03\x04") }

// Read reads a workbook as [table.Read] reads a CSV file.
//
// The error is a [*bridge.Error] with the place, such as "sheet results, cell F12". It
// has code [bridge.Invalid], [bridge.Unsupported] for what an event cannot hold and for
// a file that is no workbook or too large, and [bridge.Internal] if r fails.
func Read(r io.Reader) (*event.Record, error) { return ReadWith(r, table.Options{}) }

// ReadWith is [Read] with these options; of them the character set does not matter. A
// list of pairs, of penalties or of matches in the options stands in for the sheet of the workbook.
func ReadWith(r io.Reader, o table.Options) (*event.Record, error) {
	book, err := openWorkbook(r)
	if err != nil {
		return nil, err
	}
	results, pairs, penalties, matches := book.find(sheetResults), book.find(sheetPairs), book.find(sheetPenalties), book.find(sheetMatches)
	if results == nil && matches != nil { // which may be all there is
		results = matches
	}
	if results == nil {
		results = &book.sheets[0]
	}
	if results == pairs || results == penalties {
		return nil, bridge.Errorf(bridge.Invalid, "xlsx.no_results", "the workbook has no sheet of results: want one with the name results, or as its first")
	}
	var warnings []event.Warning
	is := map[*sheetAt]bool{results: true}
	if pairs != nil && o.Pairs == nil {
		is[pairs] = true
		if o.Pairs, err = book.pairs(*pairs); err != nil {
			return nil, err
		}
		warnings = append(warnings, o.Pairs.Warnings...)
	}
	if penalties != nil && o.Penalties == nil {
		is[penalties] = true
		if o.Penalties, err = book.penalties(*penalties); err != nil {
			return nil, err
		}
		warnings = append(warnings, o.Penalties.Warnings...)
	}
	if matches != nil && matches != results && o.Matches == nil {
		is[matches] = true
		if o.Matches, err = book.matches(*matches); err != nil {
			return nil, err
		}
		warnings = append(warnings, o.Matches.Warnings...)
	}
	warnings = append(warnings, book.unread(is)...)
	rows, err := book.openSheet(*results)
	if err != nil {
		return nil, err
	}
	rec, err := o.ReadRows(rows)
	if err != nil {
		return nil, err
	}
	rec.Warnings = slices.Concat(warnings, rows.warnings(), rec.Warnings)
	return rec, nil
}

// ReadPairs reads a list of pairs that is a workbook of its own: its sheet pairs, else
// its first one. The error is one of [Read].
func ReadPairs(r io.Reader) (*table.Pairs, error) {
	book, at, err := openList(r, sheetPairs)
	if err != nil {
		return nil, err
	}
	list, err := book.pairs(*at)
	if err != nil {
		return nil, err
	}
	list.Warnings = append(list.Warnings, book.unread(map[*sheetAt]bool{at: true})...)
	return list, nil
}

// ReadPenalties reads a list of penalties that is a workbook of its own: its sheet
// penalties, else its first one. The error is one of [Read].
func ReadPenalties(r io.Reader) (*table.Penalties, error) {
	book, at, err := openList(r, sheetPenalties)
	if err != nil {
		return nil, err
	}
	list, err := book.penalties(*at)
	if err != nil {
		return nil, err
	}
	list.Warnings = append(list.Warnings, book.unread(map[*sheetAt]bool{at: true})...)
	return list, nil
}

// openList finds the sheet with that name, else the first one.
func openList(r io.Reader, name string) (*workbook, *sheetAt, error) {
	book, err := openWorkbook(r)
	if err != nil {
		return nil, nil, err
	}
	at := book.find(name)
	if at == nil {
		at = &book.sheets[0]
	}
	return book, at, nil
}

// find gives the sheet with this name, in any case; nil if there is none.
func (w *workbook) find(name string) *sheetAt {
	for i := range w.sheets {
		if strings.EqualFold(w.sheets[i].name, name) {
			return &w.sheets[i]
		}
	}
	return nil
}

// unread names the sheets that nobody reads.
func (w *workbook) unread(is map[*sheetAt]bool) []event.Warning {
	var out []event.Warning
	for i := range w.sheets {
		if s := &w.sheets[i]; !is[s] {
			out = append(out, event.Warning{Err: bridge.Errorf(bridge.Invalid, "xlsx.sheet", "sheet %q is not read: want results, pairs, penalties or matches", s.name)})
		}
	}
	return out
}

// pairs reads a list of pairs. Its warnings have a place, because their rows are those
// of another sheet than the results.
func (w *workbook) pairs(at sheetAt) (*table.Pairs, error) {
	rows, err := w.openSheet(at)
	if err != nil {
		return nil, err
	}
	list, err := table.ReadPairsRows(rows)
	if err != nil {
		return nil, err
	}
	list.Warnings = append(rows.warnings(), rows.placed(list.Warnings)...)
	return list, nil
}

// penalties reads a list of penalties, as pairs does.
func (w *workbook) penalties(at sheetAt) (*table.Penalties, error) {
	rows, err := w.openSheet(at)
	if err != nil {
		return nil, err
	}
	list, err := table.ReadPenaltyRows(rows)
	if err != nil {
		return nil, err
	}
	list.Warnings = append(rows.warnings(), rows.placed(list.Warnings)...)
	return list, nil
}

// matches reads a history of matches, as pairs does.
func (w *workbook) matches(at sheetAt) (*table.Matches, error) {
	rows, err := w.openSheet(at)
	if err != nil {
		return nil, err
	}
	list, err := table.ReadMatchRows(rows)
	if err != nil {
		return nil, err
	}
	list.Warnings = append(rows.warnings(), rows.placed(list.Warnings)...)
	return list, nil
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
