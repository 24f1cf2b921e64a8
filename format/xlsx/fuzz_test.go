package xlsx_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/xlsx"
)

// FuzzRead: any file is read or refused with a key.
func FuzzRead(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("PK\x03\x04"))
	f.Add(book(f, row("board,ns,ew,score", 1, 1, 2, 420)))
	f.Fuzz(check)
}

// FuzzParts does the same with the parts of a workbook, so that not every change
// breaks the archive.
func FuzzParts(f *testing.F) {
	p := parts(header + `<row r="2"><c><v>1</v></c><c r="B2" s="1"><v>1</v></c><c t="inlineStr"><is><t>2</t></is></c><c t="str"><f>1</f><v>420</v></c></row>`)
	f.Add(p["xl/sheet.xml"], p["xl/texts.xml"], p["xl/styles.xml"], p["xl/workbook.xml"])
	f.Fuzz(func(t *testing.T, sheet, texts, styles, workbook string) {
		p["xl/sheet.xml"], p["xl/texts.xml"], p["xl/styles.xml"], p["xl/workbook.xml"] = sheet, texts, styles, workbook
		check(t, packed(t, p))
	})
}

func check(t *testing.T, b []byte) {
	rec, err := xlsx.Read(bytes.NewReader(b))
	if err != nil {
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key == "" || e.Code == bridge.Internal {
			t.Fatalf("%#v", err)
		}
		return
	}
	if _, err := event.Fold(rec.Facts); err != nil {
		t.Fatalf("the facts cannot be applied: %v", err)
	}
	var again bytes.Buffer
	if _, err := xlsx.Write(&again, rec); err != nil {
		t.Fatal(err)
	}
	if _, err := xlsx.Read(&again); err != nil {
		t.Fatalf("what was written is refused: %v", err)
	}
}
