package xlsx_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/table/tabletest"
	"github.com/overtrick/overtrick/format/xlsx"
)

// TestRoundTrip: what is written is read as the same facts and people, and written
// again as the same bytes.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := rapid.OneOf(tabletest.Records(), tabletest.Teams()).Draw(t, "record")
		var one, two bytes.Buffer
		if lost, err := xlsx.Write(&one, rec); err != nil || len(lost) > 0 {
			t.Fatalf("%v, lost: %v", err, lost)
		}
		again, err := xlsx.Read(bytes.NewReader(one.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rec.Facts, again.Facts, cmp.Comparer(exact.Fraction.Equal), cmpopts.EquateComparable(bridge.Result{}, bridge.Deal{}, dd.Table{})); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(rec.People, again.People); diff != "" {
			t.Fatal(diff)
		}
		for _, w := range again.Warnings {
			if w.Err.Key != "table.rare" {
				t.Fatalf("line %d: %s", w.Line, w.Text())
			}
		}
		if _, err := xlsx.Write(&two, again); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Fatalf("written again, the bytes differ: %v", err)
		}
	})
}

// TestCells: the library that writes the workbook finds in it the cells of the CSV
// files.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := rapid.OneOf(tabletest.Records(), tabletest.Teams()).Draw(t, "record")
		var b bytes.Buffer
		if _, err := xlsx.Write(&b, rec); err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(&b)
		if err != nil {
			t.Fatal(err)
		}
		results, _, err := table.Cells(rec)
		if err != nil {
			t.Fatal(err)
		}
		pairs, _ := table.PairCells(rec)
		penalties, _ := table.PenaltyCells(rec)
		matches, _ := table.MatchCells(rec)
		for name, want := range map[string][][]string{"results": results, "pairs": pairs, "penalties": penalties, "matches": matches} {
			if len(want) == 1 && name != "results" {
				continue // an empty list is no sheet
			}
			got, err := f.GetRows(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, rows := range [][][]string{got, want} {
				for i, row := range rows { // which may or may not go on after the last cell
					for len(row) > 0 && row[len(row)-1] == "" {
						row = row[:len(row)-1]
					}
					rows[i] = row
				}
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s: (-CSV +workbook)\n%s", name, diff)
			}
		}
	})
}

// at is what a test puts into a cell.
type at map[string]any

// shown is a number in a format of Excel's own, or in a code.
type shown struct {
	value  any
	format int
	code   string
}

// formula is a formula, whose value is in the file or not.
type formula string

// book writes a workbook with the library; of a sheet the name stands before the cell.
func book(t testing.TB, cells at) []byte {
	t.Helper()
	f := excelize.NewFile()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	first := true
	for _, name := range slices.Sorted(maps.Keys(cells)) {
		sheet, cell, ok := strings.Cut(name, "!")
		if !ok {
			sheet, cell = "Sheet1", name
		}
		if i, err := f.GetSheetIndex(sheet); err != nil || i < 0 {
			if first {
				must(f.SetSheetName("Sheet1", sheet))
			} else {
				_, err := f.NewSheet(sheet)
				must(err)
			}
		}
		first = false
		switch v := cells[name].(type) {
		case shown:
			style := &excelize.Style{NumFmt: v.format}
			if v.code != "" {
				style.CustomNumFmt = &v.code
			}
			id, err := f.NewStyle(style)
			must(err)
			must(f.SetCellValue(sheet, cell, v.value))
			must(f.SetCellStyle(sheet, cell, cell, id))
		case formula:
			must(f.SetCellFormula(sheet, cell, string(v)))
		case []excelize.RichTextRun:
			must(f.SetCellRichText(sheet, cell, v))
		default:
			must(f.SetCellValue(sheet, cell, v))
		}
	}
	var b bytes.Buffer
	must(f.Write(&b))
	return b.Bytes()
}

// row is a header and one row below it, in the cells from A on.
func row(header string, values ...any) at {
	cells := at{}
	for i, name := range strings.Split(header, ",") {
		column := string(rune('A' + i))
		cells[column+"1"] = name
		if i < len(values) && values[i] != nil {
			cells[column+"2"] = values[i]
		}
	}
	return cells
}

// with adds cells.
func (a at) with(more at) at {
	maps.Copy(a, more)
	return a
}

// text is an event as CSV, without the header.
func text(t testing.TB, rec *event.Record) string {
	t.Helper()
	rows, _, err := table.Cells(rec)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows[1:]); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// TestRead reads cells as people and Excel fill them.
func TestRead(t *testing.T) {
	const score, awards, result = "board,ns,ew,score", "board,ns,ew,ns_award,ew_award", "board,ns,ew,contract,declarer,result"
	for _, c := range []struct {
		name  string
		cells at
		want  string
	}{
		{"numbers", row(score, 1, 1, 2, 420), "1,1,2,,,,420"},
		{"text", row(score, "1", "1", "2", "+420"), "1,1,2,,,,420"},
		{"a minus", row(score, 1, 1, 2, -50), "1,1,2,,,,-50"},
		{"thousands", row(score, 2, 1, 2, shown{1430, 3, ""}), "2,1,2,,,,1430"},
		{"decimals that are shown", row(score, 1, 1, 2, shown{420, 2, ""}), "1,1,2,,,,420"},
		{"a percentage", row(awards, 1, 1, 2, shown{0.6, 9, ""}, shown{0.375, 10, ""}), "1,1,2,,,,,60%,37.5%"},
		{"a percentage that is not shown in full", row(awards, 1, 1, 2, shown{0.625, 9, ""}, shown{0.07, 0, "0.0 %"}), "1,1,2,,,,,62.5%,7%"},
		{"a percentage as a number", row(awards, 1, 1, 2, 62.5, "37,5"), "1,1,2,,,,,62.5%,37.5%"},
		{"the nearest number that a computer knows", row(awards, 1, 1, 2, shown{0.57999999999999996, 9, ""}, shown{0.41999999999999998, 9, ""}), "1,1,2,,,,,58%,42%"},
		{"a sign that is shown", row(result, 1, 1, 2, "4S", "N", shown{1, 0, "+0;-0;0"}), "1,1,2,4S,N,11,450"},
		{"a minus as a result", row(result, 1, 1, 2, "4S", "N", -2), "1,1,2,4S,N,8,-100"},
		{"tricks", row(result, 1, 1, 2, "4S", "N", 10), "1,1,2,4S,N,10,420"},
		{"text in parts", row(result, 1, 1, 2, []excelize.RichTextRun{{Text: "4"}, {Text: "♠", Font: &excelize.Font{Color: "000000"}}}, "N", "="), "1,1,2,4S,N,10,420"},
		{"columns beside each other and a gap", at{"C3": "board", "D3": "ns", "F3": "ew", "G3": "score", "C5": 1, "D5": 1, "F5": 2, "G5": 420}, "1,1,2,,,,420"},
		{"comments", row(score, 1, 1, 2, 420).with(at{"A1": "# made up", "A2": nil, "B1": nil, "C1": nil, "D1": nil, "B2": nil, "C2": nil, "D2": nil, "A3": "board", "B3": "ns", "C3": "ew", "D3": "score", "A4": 1, "B4": 1, "C4": 2, "D4": 420}), "1,1,2,,,,420"},
		{"a note with a date", row(score+",note", 1, 1, 2, 420, shown{45000.5, 22, ""}), "1,1,2,,,,420,2023-03-15 12:00:00"},
		{"an empty string", row(score+",note", 1, 1, 2, 420, ""), "1,1,2,,,,420"},
		{"signs that XML does not have", row(score+",note", 1, 1, 2, 420, "_x0041_ <&>\n \"'"), "1,1,2,,,,420,\"A <&>\n \"\"'\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := xlsx.Read(bytes.NewReader(book(t, c.cells)))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, rec); got != c.want || len(rec.Warnings) > 0 {
				t.Errorf("got  %s\nwant %s, warnings %v", got, c.want, rec.Warnings)
			}
		})
	}
}

// TestSheets: which sheet is what.
func TestSheets(t *testing.T) {
	results := func(sheet string) at {
		return at{sheet + "!A1": "board", sheet + "!B1": "ns", sheet + "!C1": "ew", sheet + "!D1": "score", sheet + "!A2": 1, sheet + "!B2": 1, sheet + "!C2": 2, sheet + "!D2": 420}
	}
	pairs := func(sheet string) at {
		return at{sheet + "!A1": "number", sheet + "!B1": "names", sheet + "!A2": 1, sheet + "!B2": "Anna – Bert", sheet + "!A3": 2, sheet + "!B3": "Clara – Dieter"}
	}
	punished, err := xlsx.ReadPenalties(bytes.NewReader(book(t, at{"x!A1": "pair", "x!B1": "amount", "x!A2": 1, "x!B2": "10%", "y!A1": "z"})))
	if err != nil || len(punished.List) != 1 || len(punished.Warnings) != 1 {
		t.Fatalf("penalties in a workbook of their own: %+v, %v", punished, err)
	}
	list, err := xlsx.ReadPairs(bytes.NewReader(book(t, pairs("list").with(at{"other!A1": 1}))))
	if err != nil || len(list.List) != 2 || len(list.Warnings) != 1 {
		t.Fatalf("a list in a workbook of its own: %+v, %v", list, err)
	}
	for _, c := range []struct {
		name    string
		cells   at
		options table.Options
		want    string // names
		warned  string
	}{
		{"the first", results("Abend"), table.Options{}, "", ""},
		{"by name", results("zz").with(at{}).with(results("Results")).with(at{"zz!A1": "board", "zz!B1": "x"}), table.Options{}, "", `sheet "zz" is not read: want results, pairs, penalties or matches`},
		{"pairs", results("A").with(pairs("PAIRS")), table.Options{}, "Anna – Bert, Clara – Dieter", ""},
		{"pairs before the results", results("results").with(pairs("pairs")), table.Options{}, "Anna – Bert, Clara – Dieter", ""},
		{"penalties", results("a").with(at{"penalties!A1": "pair", "penalties!B1": "amount", "penalties!C1": "wine", "penalties!A2": 1, "penalties!B2": shown{0.1, 9, ""}}), table.Options{}, "", `sheet penalties, row 1: column "wine" is not known`},
		{"pairs of a file", results("a"), table.Options{Pairs: list}, "Anna – Bert, Clara – Dieter", ""},
		{"pairs of a file and of the workbook", results("a").with(pairs("pairs")), table.Options{Pairs: list}, "Anna – Bert, Clara – Dieter", `sheet "pairs" is not read: want results, pairs, penalties or matches`},
		{
			"warnings of both", results("a").with(pairs("pairs")).with(at{"a!E1": "who", "pairs!C1": "shoe size"}),
			table.Options{},
			"Anna – Bert, Clara – Dieter",
			`sheet pairs, row 1: column "shoe size" is not known and is not read: want number, section, direction, names, ids, club, stratum, handicap; column "who" is not known`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := xlsx.ReadWith(bytes.NewReader(book(t, c.cells)), c.options)
			if err != nil {
				t.Fatal(err)
			}
			var names, warned []string
			for _, f := range rec.Facts {
				if r, ok := f.Act.(event.Registered); ok && len(r.Persons) > 0 {
					names = append(names, rec.People.Name(r.Persons))
				}
			}
			for _, w := range rec.Warnings {
				warned = append(warned, w.Err.Error())
			}
			if got := strings.Join(names, ", "); got != c.want {
				t.Errorf("names %q, want %q", got, c.want)
			}
			if got := strings.Join(warned, "; "); !strings.HasPrefix(got, c.warned) || c.warned == "" && got != "" {
				t.Errorf("warned %q, want %q", got, c.warned)
			}
		})
	}
}

// TestRefused: what stands in a cell is refused with its place.
func TestRefused(t *testing.T) {
	const awards, result = "board,ns,ew,ns_award,ew_award", "board,ns,ew,contract,declarer,result"
	for _, c := range []struct {
		cells     at
		key, want string
	}{
		{row(result, 1, 1, 2, "4S", "N", 1), "table.result_bare", `sheet Sheet1, cell F2: result "1" may be overtricks or tricks: `},
		{row(result, 1, 1, 2, "4S", "N", true), "table.result", `sheet Sheet1, cell F2: result "TRUE": `},
		{row(result, 1, 1, 2, "4S", "N", shown{time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC), 0, "d-mmm"}), "xlsx.date", "sheet Sheet1, cell F2: the cell holds a date, 2026-05-06: Excel makes one"},
		{row(awards, 1, 1, 2, "60%", shown{0.25, 20, ""}), "xlsx.date", "sheet Sheet1, cell E2: the cell holds a date, 06:00:00: "},
		{row("board,ns,ew,score,group", 1, 1, 2, 420, shown{46000, 14, ""}), "xlsx.date", "sheet Sheet1, cell E2: the cell holds a date, 2025-12-09: "},
		{row(result, 1, 1, 2, "4S", "N", formula("1+1")), "xlsx.no_value", "sheet Sheet1, cell F2: a formula whose value is not in the file"},
		{row(result, 1, 1, 2, "4S", "N"), "table.no_tricks", "sheet Sheet1, cell F2: 4S: want a result"},
		{row("board,ns,ew,contract,declarer", 1, 1, 2, "4S", "N"), "table.no_tricks", "sheet Sheet1, row 2, column result: 4S: want a result"},
		{row("board,ns,score", 1, 1, 420), "table.columns", "sheet Sheet1, row 1: the header has no column ew"},
		{row("board,ns,ew,score,NS", 1, 1, 2, 420), "table.column_twice", "sheet Sheet1, cell E1: "},
		{row("board,ns,ew,score", 1, 1, 2, 420).with(at{"AB2": "x"}), "table.cell", `sheet Sheet1, row 2: cell 28, "x", stands below no name`},
		{row("board,ns,ew,score", 1, 1, 2, 420.5), "table.points", `sheet Sheet1, cell D2: score "420.5": `},
		{at{"A1": "x", "IW2": "y"}, "xlsx.too_large", "the workbook is too large: want 64 MB at most, 128 MB unpacked, and 256 columns"},
		{at{"pairs!A1": "number"}, "xlsx.no_results", "the workbook has no sheet of results"},
		{at{"penalties!A1": "pair"}, "xlsx.no_results", "the workbook has no sheet of results"},
		{row("board,ns,ew,score", 1, 1, 2, 420).with(at{"penalties!A1": "pair", "penalties!B1": "amount", "penalties!A3": 9, "penalties!B3": "10%"}), "table.no_contestant", "list of penalties, sheet penalties, row 3: contestant 9 neither plays"},
		{row("board,ns,ew,score", 1, 1, 2, 420).with(at{"penalties!A1": "pair", "penalties!B1": "amount", "penalties!C1": "unit", "penalties!A2": 1, "penalties!B2": 4, "penalties!C2": "imp"}), "event.penalty_unit", "list of penalties, sheet penalties, cell C2: penalty of 1: "},
		{row("board,ns,ew,score", 1, 1, 2, 420).with(at{"penalties!A1": "pair", "penalties!B1": "amount", "penalties!A3": 1, "penalties!B3": 10}), "table.unit", "sheet penalties, row 3, column unit: "},
		{row("board,ns,ew,score", 1, 1, 1, 420).with(at{"pairs!A1": "number", "pairs!A2": 1}), "table.no_direction", "list of pairs, sheet pairs, row 2: contestant 1"},
		{at{"a!A1": "board", "a!B1": "ns", "a!C1": "ew", "a!D1": "score", "pairs!A1": "number", "pairs!A2": "x"}, "table.contestant", "sheet pairs, cell A2: "},
		{at{}, "table.empty", "the table is empty"},
	} {
		b := book(t, c.cells)
		_, err := xlsx.ReadWith(bytes.NewReader(b), table.Options{Method: event.Matchpoints})
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != c.key || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("got %v\nwant %s: %s", err, c.key, c.want)
		}
	}
}

// parts are those of the smallest workbook with these rows.
func parts(rows string) map[string]string {
	const spreadsheet, office = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	return map[string]string{
		"_rels/.rels": `<Relationships><Relationship Id="r1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="` + office + `/worksheet" Target="/xl/sheet.xml"/>` +
			`<Relationship Id="r2" Type="` + office + `/sharedStrings" Target="texts.xml"/><Relationship Id="r3" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`,
		"xl/workbook.xml": `<x:workbook xmlns:x="` + spreadsheet + `" xmlns:r="` + office + `"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="a" sheetId="7" r:id="r1"/></x:sheets></x:workbook>`,
		"xl/sheet.xml":    `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
		"xl/texts.xml":    `<sst><si><t>board</t></si><si><r><t>n</t></r><r><t>s</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>ew</t></si><si><t>score</t></si></sst>`,
		"xl/styles.xml":   `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
	}
}

const header = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>`

// packed is a workbook of these parts.
func packed(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w, err := z.Create(strings.TrimSuffix(name, "#")) // so that a test can have a name twice
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, parts[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestParts reads what other programs write, and refuses what none does.
func TestParts(t *testing.T) {
	const good = header + `<row r="5"><c><v>1</v></c><c r="B5"><v>1</v></c><c r="C5" t="inlineStr"><is><t>2</t></is></c><c t="str"><f>"420"</f><v>420</v></c></row>`
	change := func(name, text string) func(map[string]string) {
		return func(p map[string]string) { p[name] = text }
	}
	rows := func(rows string) func(map[string]string) {
		return change("xl/sheet.xml", "<worksheet><sheetData>"+header+rows+"</sheetData></worksheet>")
	}
	for _, c := range []struct {
		name      string
		change    func(map[string]string)
		key, want string // want without a key is the event
	}{
		{"without numbers of rows and cells", func(map[string]string) {}, "", "1,1,2,,,,420"},
		{"rows before the first", rows(`<row r="2"/><row r="3"><c r="F3" s="1"/></row><row><c><v>1</v></c><c><v>1</v></c><c><v>2</v></c><c><v>4.2E2</v></c></row>`), "", "1,1,2,,,,420"},
		{"what we do not know", rows(`<ext><x/></ext><row><ext/><c><ext/><v>1<ext/></v></c><c><v>1</v></c><c><v>2</v></c><c><v>420</v></c></row>`), "", "1,1,2,,,,420"},

		{"no root", func(p map[string]string) { delete(p, "_rels/.rels") }, "xlsx.no_workbook", "this archive (ZIP) is no Excel workbook"},
		{"another document", change("_rels/.rels", `<Relationships/>`), "xlsx.no_workbook", ""},
		{"a document without parts", func(p map[string]string) { delete(p, "xl/_rels/workbook.xml.rels") }, "xlsx.no_workbook", ""},
		{"no main part", func(p map[string]string) { delete(p, "xl/workbook.xml") }, "xlsx.broken", "the workbook is damaged: the part xl/workbook.xml is missing"},
		{"no styles", func(p map[string]string) { delete(p, "xl/styles.xml") }, "xlsx.broken", "the workbook is damaged: the part xl/styles.xml is missing"},
		{"no texts", func(p map[string]string) { delete(p, "xl/texts.xml") }, "xlsx.broken", ""},
		{"no sheet part", func(p map[string]string) { delete(p, "xl/sheet.xml") }, "xlsx.broken", ""},
		{"a part twice", change("xl/styles.xml#", ""), "xlsx.broken", "the workbook is damaged: two parts have the name"},
		{"no sheet", change("xl/workbook.xml", `<workbook><sheets/></workbook>`), "xlsx.broken", "the workbook is damaged: it has no sheet"},
		{"a sheet without cells", change("xl/sheet.xml", `<worksheet/>`), "xlsx.broken", "the workbook is damaged: the sheet a has no cells"},
		{"a sheet that breaks off", change("xl/sheet.xml", `<worksheet><sheetData>`+header+`<row><c><v>1`), "xlsx.broken", "the workbook is damaged: the part xl/sheet.xml cannot be read"},
		{"a sheet that breaks off between rows", change("xl/sheet.xml", `<worksheet><sheetData>`+good), "xlsx.broken", "the workbook is damaged: the part xl/sheet.xml cannot be read"},
		{"texts that break off", change("xl/texts.xml", `<sst><si><t>board</t>`), "xlsx.broken", ""},
		{"relationships that are none", change("_rels/.rels", `x`), "xlsx.broken", ""},

		{"a text of which there is none", rows(`<row><c t="s"><v>4</v></c></row>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: a cell has the text "4"`},
		{"a style of which there is none", rows(`<row><c s="2"><v>4</v></c></row>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: a cell has the style "2"`},
		{"a number that is none", rows(`<row><c><v>NaN</v></c></row>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: a cell has the number "NaN"`},
		{"a kind of which there is none", rows(`<row><c t="z"><v>1</v></c></row>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: a cell is of the kind "z"`},
		{"a row again", rows(`<row r="1"/>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: the row after it has the number "1"`},
		{"a row far away", rows(`<row r="1048577"/>`), "xlsx.broken", "sheet a, row 1048577: "},
		{"a cell again", rows(`<row><c r="B2"/><c r="B2"/></row>`), "xlsx.broken", `sheet a, row 2: the workbook is damaged: the cell "B2" stands in the wrong place`},
		{"a cell of another row", rows(`<row><c r="B3"/></row>`), "xlsx.broken", ""},
		{"a cell nowhere", rows(`<row><c r="ÄÄ"/></row>`), "xlsx.broken", ""},
		{"a cell far away", rows(`<row><c r="ZZZZZZZZZZZZZZZ2"><v>1</v></c></row>`), "xlsx.broken", ""},
		{"an error", rows(`<row><c t="e"><v>#NAME?</v></c></row>`), "xlsx.error_value", "sheet a, cell A2: the cell shows #NAME?: Excel took what was typed for a formula"},
		{"a date of the standard", rows(`<row><c t="d"><v>2026-05-06</v></c></row>`), "xlsx.date", "sheet a, cell A2: the cell holds a date, 2026-05-06: "},
		{"a date from 1904", rows(`<row><c s="1"><v>1</v></c></row>`), "xlsx.date", "sheet a, cell A2: the cell holds a date, 1904-01-02: "},
		{"a date out of time", rows(`<row><c s="1"><v>-1</v></c></row>`), "xlsx.date", "sheet a, cell A2: the cell holds a date, -1: "},
		{"a text without end", rows(`<row><c t="str"><v>` + strings.Repeat("x", 200_000) + `</v></c></row>`), "xlsx.broken", "the workbook is damaged: a text is longer"},
		{"a shared text without end", change("xl/texts.xml", `<sst><si><t>`+strings.Repeat("x", 200_000)+`</t></si></sst>`), "xlsx.broken", "the workbook is damaged: a text is longer"},
		{"many cells", change("xl/sheet.xml", "<worksheet><sheetData>"+wide()), "xlsx.too_large", "the workbook is too large"},
		{"a part that unfolds", rows(strings.Repeat(" ", 129<<20)), "xlsx.too_large", "the workbook is too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parts(good)
			c.change(p)
			rec, err := xlsx.Read(bytes.NewReader(packed(t, p)))
			if c.key == "" {
				if err != nil {
					t.Fatal(err)
				}
				if got := text(t, rec); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
				return
			}
			if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != c.key || !strings.HasPrefix(e.Error(), c.want) {
				t.Errorf("got %v\nwant %s: %s", err, c.key, c.want)
			}
		})
	}
}

// wide are rows with one cell each, far to the right.
func wide() string {
	var b strings.Builder
	b.WriteString(`<row><c r="A1" t="inlineStr"><is><t>board</t></is></c><c r="IV1" t="inlineStr"><is><t>x</t></is></c></row>`)
	for i := range 70_000 {
		fmt.Fprintf(&b, `<row><c r="IV%d"><v>1</v></c></row>`, i+2)
	}
	return b.String()
}

// TestFile refuses what is no workbook at all.
func TestFile(t *testing.T) {
	good := book(t, row("board,ns,ew,score", 1, 1, 2, 420))
	for _, c := range []struct {
		name, file string
		key, want  string
	}{
		{"nothing", "", "xlsx.broken", ""},
		{"text", "board,ns,ew", "xlsx.broken", "the workbook is damaged: it is no ZIP archive, or breaks off"},
		{"an old workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xlsx.old", "this is an old Excel workbook or one with a password"},
		{"cut off", string(good[:len(good)/2]), "xlsx.broken", ""},
		{"another archive", string(packed(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet"})), "xlsx.no_workbook", ""},
		{"too long", "PK\x03\x04" + strings.Repeat("\x00", 64<<20), "xlsx.too_large", ""},
	} {
		_, err := xlsx.Read(strings.NewReader(c.file))
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != c.key || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("%s: got %v\nwant %s: %s", c.name, err, c.key, c.want)
		}
	}
	disk := errors.New("disk full")
	if _, err := xlsx.Read(iotest.ErrReader(disk)); !errors.Is(err, disk) || bridge.CodeOf(err) != bridge.Internal {
		t.Errorf("a reader that fails: %v", err)
	}
	if !xlsx.Sniff(good) || xlsx.Sniff([]byte("PK")) {
		t.Error("what a workbook begins with")
	}
}

// TestMerged: of merged cells one has the text.
func TestMerged(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(book(t, row("board,ns,ew,score,note", 1, 1, 2, 420, "late").with(at{"A3": 1, "B3": 3, "C3": 4, "D3": 50}))))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.MergeCell("Sheet1", "E2", "E3"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	rec, err := xlsx.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Text() != `sheet "Sheet1": cells E2:E3 are merged: what stands there is read in the first of them alone` {
		t.Errorf("%v", rec.Warnings)
	}
}

// TestLost: what a cell cannot hold is named.
func TestLost(t *testing.T) {
	played := event.Played{Meeting: event.Meeting{Board: 1, NS: event.Contestant{Number: 1}, EW: event.Contestant{Number: 2}}, Result: bridge.PassedOut()}
	for why, want := range map[string]string{
		"a\x00b\x1fc\r\nd\uFFFFe":                            "a\x00b\x1fc\r\nd\uFFFFe",
		"_x0041_ _x005F_x0041_ __x005f__xD800_ _x12_ x0041_": "_x0041_ _x005F_x0041_ __x005f__xD800_ _x12_ x0041_",
		strings.Repeat("♠", 32_767):                          strings.Repeat("♠", 32_767),
		strings.Repeat("♠", 40_000):                          strings.Repeat("♠", 32_767),
		strings.Repeat("😀", 20_000):                          strings.Repeat("😀", 16_383),
		"s" + strings.Repeat("\x01", 10_000):                 "s" + strings.Repeat("\x01", 4_680),
	} {
		rec := &event.Record{People: event.People{}}
		rec.Add(event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 1})
		rec.Facts = append(rec.Facts, event.Fact{Act: played, Why: why})
		var b bytes.Buffer
		lost, err := xlsx.Write(&b, rec)
		if err != nil {
			t.Fatal(err)
		}
		if (len(lost) == 0) != (why == want) {
			t.Errorf("%.10q: lost %v", why, lost)
		}
		again, err := xlsx.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Facts[len(again.Facts)-1].Why; got != want {
			t.Errorf("%.10q: got %d bytes %.20q, want %d", why, len(got), got, len(want))
		}
	}
}

// TestMatchesAlone: a workbook may hold a history of matches and nothing else, under
// its own name or as its first sheet.
func TestMatchesAlone(t *testing.T) {
	for _, name := range []string{"matches", "Round 1"} {
		f := excelize.NewFile()
		if err := f.SetSheetName("Sheet1", name); err != nil {
			t.Fatal(err)
		}
		for cell, v := range map[string]any{"A1": "home", "B1": "away", "C1": "home_imps", "D1": "away_imps", "A2": 1, "B2": 2, "C2": 30, "D2": 12.5} {
			if err := f.SetCellValue(name, cell, v); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		rec, err := xlsx.Read(&b)
		if err != nil || len(rec.Warnings) > 0 {
			t.Fatalf("%s: %v, %+v", name, err, rec)
		}
		s, ok := rec.Facts[len(rec.Facts)-1].Act.(event.MatchScored)
		if !ok || !s.HomeOf.Equal(exact.Int(30)) || !s.AwayOf.Equal(exact.Of(25, 2)) {
			t.Errorf("%s: %+v", name, rec.Facts)
		}
	}
}
