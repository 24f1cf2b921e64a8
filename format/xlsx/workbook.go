package xlsx

import (
	"encoding/xml"
	"errors"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/overtrick/overtrick/bridge"
)

// workbook is an opened file.
type workbook struct {
	*archive
	sheets  []sheetAt
	texts   []string // that cells share
	formats []format // by the style of a cell

	from1904 bool // days are counted from 1904
}

// sheetAt is a sheet and its part.
type sheetAt struct{ name, part string }

// relationships say which part an id stands for.
type relationships struct {
	All []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// of gives the target of the first relationship of a type, which is the last part of
// an address; the parts of Excel's own and of the strict format differ before it.
func (r relationships) of(kind string) string {
	for _, one := range r.All {
		if path.Base(one.Type) == kind {
			return one.Target
		}
	}
	return ""
}

// relationshipsPart is the part with the relationships of a part.
func relationshipsPart(name string) string {
	return path.Join(path.Dir(name), "_rels", path.Base(name)+".rels")
}

// openWorkbook reads what all sheets share.
func openWorkbook(r io.Reader) (*workbook, error) {
	a, err := unpack(r)
	if err != nil {
		return nil, err
	}
	var root, links relationships
	if !a.has("_rels/.rels") {
		return nil, bridge.Errorf(bridge.Unsupported, "xlsx.no_workbook", "this archive (ZIP) is no Excel workbook")
	}
	if err := a.decode("_rels/.rels", &root); err != nil {
		return nil, err
	}
	target := root.of("officeDocument")
	main := resolve("", target)
	if target == "" || !a.has(relationshipsPart(main)) {
		return nil, bridge.Errorf(bridge.Unsupported, "xlsx.no_workbook", "this archive (ZIP) is no Excel workbook")
	}
	if err := a.decode(relationshipsPart(main), &links); err != nil {
		return nil, err
	}
	w := &workbook{archive: a}
	if err := w.readSheets(main, links); err != nil {
		return nil, err
	}
	if target := links.of("styles"); target != "" {
		if err := w.readStyles(resolve(path.Dir(main), target)); err != nil {
			return nil, err
		}
	}
	if target := links.of("sharedStrings"); target != "" {
		err = w.readTexts(resolve(path.Dir(main), target))
	}
	return w, err
}

// readSheets lists the sheets in their order.
func (w *workbook) readSheets(main string, links relationships) error {
	var list struct {
		Settings struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name string     `xml:"name,attr"`
			Attr []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := w.decode(main, &list); err != nil {
		return err
	}
	w.from1904 = list.Settings.From1904 == "1" || list.Settings.From1904 == "true"
	for _, s := range list.Sheets {
		at := sheetAt{name: s.Name}
		for _, a := range s.Attr {
			if a.Name.Local != "id" { // sheetId is another attribute
				continue
			}
			for _, link := range links.All {
				if link.ID == a.Value && path.Base(link.Type) == "worksheet" {
					at.part = resolve(path.Dir(main), link.Target)
				}
			}
		}
		if at.part != "" { // else a sheet with nothing but a chart
			w.sheets = append(w.sheets, at)
		}
	}
	if len(w.sheets) == 0 {
		return broken("it has no sheet")
	}
	return nil
}

// readStyles reads how the numbers of cells are shown.
func (w *workbook) readStyles(name string) error {
	var list struct {
		Codes []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Styles []struct {
			Code int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := w.decode(name, &list); err != nil {
		return err
	}
	own := map[int]string{}
	for _, c := range list.Codes {
		own[c.ID] = c.Code
	}
	for _, s := range list.Styles {
		w.formats = append(w.formats, formatOf(s.Code, own[s.Code]))
	}
	return nil
}

// readTexts reads the texts that cells share.
func (w *workbook) readTexts(name string) error {
	p, err := w.open(name)
	if err != nil {
		return err
	}
	defer p.close()
	for {
		t, err := p.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == "si" {
			text, err := p.text()
			if err != nil {
				return err
			}
			w.texts = append(w.texts, text)
		}
	}
}

// text reads the text of the element that has begun, up to its end: its runs, without
// what says how they are spoken.
func (p *part) text() (string, error) {
	var out strings.Builder
	depth, spoken, written := 1, 0, false
	for depth > 0 {
		t, err := p.token()
		if err != nil {
			return "", p.failed(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			if t.Name.Local == "rPh" {
				spoken = depth
			}
			written = t.Name.Local == "t" && spoken == 0
		case xml.EndElement:
			if depth == spoken {
				spoken = 0
			}
			depth--
			written = false
		case xml.CharData:
			if written {
				out.Write(t)
			}
		}
		if out.Len() > textLimit {
			return "", broken("a text is longer than a cell may be")
		}
	}
	return unescaped(out.String()), nil
}

// escaped is a sign that XML does not have, or that looks like one which is written
// so.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescaped gives a text with the signs that it stands for.
func unescaped(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escaped.ReplaceAllStringFunc(s, func(code string) string {
		n, err := strconv.ParseUint(code[2:6], 16, 16)
		if err != nil || utf16.IsSurrogate(rune(n)) {
			return code
		}
		return string(rune(n))
	})
}
