package usebio_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestRefusals shows what is no USEBIO file at all.
func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name string
		r    io.Reader
		code bridge.Code
		key  string
	}{
		{"nothing", strings.NewReader(""), bridge.Invalid, "usebio.not_xml"},
		{"blanks", strings.NewReader(" \n"), bridge.Invalid, "usebio.not_xml"},
		{"PBN", strings.NewReader("[Event \"Evening\"]\n"), bridge.Invalid, "usebio.not_xml"},
		{"a mark of nothing", strings.NewReader("< >"), bridge.Invalid, "usebio.not_xml"},
		{"a declaration and no more", strings.NewReader("<?xml version=\"1.0\"?>\n<!DOCTYPE USEBIO [ <!ELEMENT X ANY>"), bridge.Invalid, "usebio.not_xml"},
		{"a page", strings.NewReader("<!DOCTYPE html><html><body>12 pairs</body></html>"), bridge.Invalid, "usebio.foreign"},
		{"an event without its root", strings.NewReader("<EVENT/>"), bridge.Invalid, "usebio.foreign"},
		{"too deep", strings.NewReader("<USEBIO>" + strings.Repeat("<A>", 10000)), bridge.Invalid, "usebio.depth"},
		{"a reader that fails", iotest.ErrReader(errors.New("unplugged")), bridge.Internal, "usebio.read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec, err := usebio.Read(tc.r)
			if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Code != tc.code || e.Key != tc.key || rec != nil {
				t.Fatalf("got %v, %#v; want key %s", rec, err, tc.key)
			}
		})
	}
}

// TestTruncated cuts a file at every byte: what stood before is read, with a
// warning.
func TestTruncated(t *testing.T) {
	whole := file(mp, "<WINNER_TYPE>1</WINNER_TYPE>", board(1,
		"NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 CONTRACT=4S PLAYED_BY=N TRICKS=10 SCORE=420 NS_MATCH_POINTS=2 EW_MATCH_POINTS=0",
		"NS_PAIR_NUMBER=3 EW_PAIR_NUMBER=4 CONTRACT=4S PLAYED_BY=N TRICKS=9 SCORE=-50 NS_MATCH_POINTS=0 EW_MATCH_POINTS=2"))
	ends := []int{ // of the lines in the file
		strings.Index(whole, "</TRAVELLER_LINE>") + len("</TRAVELLER_LINE>"),
		strings.LastIndex(whole, "</TRAVELLER_LINE>") + len("</TRAVELLER_LINE>"),
	}
	full := read(t, whole)
	if len(full.Warnings) > 0 {
		t.Fatal(full.Warnings)
	}
	for n := len("<USEBIO>"); n < len(whole); n++ {
		rec, err := usebio.Read(strings.NewReader(whole[:n]))
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		apply(t, rec)
		want := 0
		for _, end := range ends {
			if n >= end {
				want++
			}
		}
		lines := shelf.Acts[event.Played](rec.Facts)
		if len(lines) != want || !strings.Contains(strings.Join(keys(rec), " "), "usebio.truncated") {
			t.Fatalf("...%s: %d lines, want %d; %+v", whole[max(0, n-30):n], len(lines), want, rec.Warnings)
		}
		for i, l := range lines {
			if l.Result != shelf.Acts[event.Played](full.Facts)[i].Result {
				t.Fatalf("...%s: %v", whole[max(0, n-30):n], l.Result)
			}
		}
	}
}

// TestTruncatedReal cuts the largest real file here and there.
func TestTruncatedReal(t *testing.T) {
	whole := shelf.Bytes(t, "real/usebio/mp-mitchell-adjusted.xml")
	for n := 200; n < len(whole); n += 9973 {
		rec, err := usebio.Read(bytes.NewReader(whole[:n]))
		if err != nil {
			t.Fatal(err)
		}
		apply(t, rec)
		want := bytes.Count(whole[:n], []byte("</TRAVELLER_LINE>"))
		if got := len(meetings(rec)); got != want {
			t.Errorf("%d bytes: %d lines, want %d", n, got, want)
		}
	}
}

// TestTags shows start tags as they should not be.
func TestTags(t *testing.T) {
	for _, tc := range []struct{ name, tag, kind, keys string }{
		{"apostrophes", `<EVENT EVENT_TYPE='BUTLER_PAIRS'>`, "butler", "usebio.empty"},
		{"no quotes", `<EVENT EVENT_TYPE=BUTLER_PAIRS>`, "butler", "usebio.empty"},
		{"blanks", "<EVENT\n  EVENT_TYPE = \"BUTLER_PAIRS\"  >", "butler", "usebio.empty"},
		{"no value", `<EVENT OPEN EVENT_TYPE="BUTLER_PAIRS">`, "butler", "usebio.empty"},
		{"a sign in a value", `<EVENT EVENT_TYPE="BUTLER_PAIRS" NOTE="a > b &amp; c">`, "butler", "usebio.empty usebio.unread_attribute"},
		{"broken off by another", `<VENUE <EVENT EVENT_TYPE="BUTLER_PAIRS">`, "butler", "usebio.markup usebio.empty usebio.unread_text"},
		{"cut off in the name", `<EVE`, "mp", "usebio.truncated usebio.type usebio.empty"},
		{"cut off before a value", `<EVENT EVENT_TYPE= `, "mp", "usebio.truncated usebio.type usebio.empty"},
		{"cut off in a value", `<EVENT EVENT_TYPE="BUTL`, "mp", "usebio.truncated usebio.type usebio.empty"},
		{"cut off after one", `<EVENT EVENT_TYPE="BUTLER_PAIRS"`, "mp", "usebio.truncated usebio.type usebio.empty"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := "<USEBIO>" + tc.tag
			if strings.HasSuffix(tc.tag, ">") {
				text += "</EVENT></USEBIO>"
			}
			rec := read(t, text)
			if got := shelf.Acts[event.Opened](rec.Facts)[0].Method; string(got) != tc.kind {
				t.Errorf("got %s, want %s", got, tc.kind)
			}
			if got := strings.Join(keys(rec), " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
		})
	}
}

// TestDeclarations shows what stands around the elements: document types,
// comments, and what ends too early.
func TestDeclarations(t *testing.T) {
	const text = `<USEBIO><EVENT EVENT_TYPE="BUTLER_PAIRS"></EVENT></USEBIO>`
	for _, tc := range []struct{ name, text, keys string }{
		{"a document type", `<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">` + text, "usebio.empty"},
		{"an internal subset", `<!DOCTYPE USEBIO [ <!ELEMENT X (A|B)*> <!ENTITY e "a > b]"> ]>` + text, "usebio.empty"},
		{"an apostrophe in its comment", `<!DOCTYPE USEBIO [ <!-- it's > ] --> ]>` + text, "usebio.empty"},
		{"a quotation mark in its instruction", `<!DOCTYPE USEBIO [ <?note 5" of snow > ]?> ]>` + text, "usebio.empty"},
		{"a bracket that is not closed", `<!DOCTYPE USEBIO [ <!ELEMENT X ANY>` + text, "usebio.declaration usebio.empty"},
		{"a quotation mark that is not closed", `<!DOCTYPE USEBIO "usebio.dtd>` + text, "usebio.declaration usebio.empty"},
		{"a comment in it that is not closed", `<!DOCTYPE USEBIO [ <!-- ]>` + text, "usebio.declaration usebio.empty"},
		{"two without an end", `<!DOCTYPE USEBIO "><!ELEMENT X [>` + text, "usebio.declaration usebio.declaration usebio.empty"},
		{"a comment behind", text + `<!-- by hand, it's late -->`, "usebio.empty"},
		{"a comment behind that does not end", text + "\n<!-- by hand", "usebio.empty usebio.unfinished"},
		{"an instruction behind that does not end", text + "\n<?print", "usebio.empty usebio.unfinished"},
		{"a declaration behind that does not end", text + "\n<!ELEMENT", "usebio.empty usebio.unfinished"},
		{"a tag behind that does not end", text + "\n<NOTE by=", "usebio.empty usebio.unfinished"},
		{"a name behind that does not end", text + "\n<NOTE", "usebio.empty usebio.unfinished"},
		{"an end tag behind that does not end", text + "\n</USEBIO", "usebio.empty usebio.unfinished"},
		{"a comment inside that does not end", strings.Replace(text, "</EVENT>", "<!-- by hand</EVENT>", 1), "usebio.empty usebio.truncated usebio.unfinished"},
		{"text behind", text + "\n\nThank you.", "usebio.empty usebio.unread_outside"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec := read(t, tc.text)
			got := keys(rec)
			slices.Sort(got)
			if got := strings.Join(got, " "); got != tc.keys {
				t.Errorf("warnings %q, want %q: %+v", got, tc.keys, rec.Warnings)
			}
			if o := shelf.Acts[event.Opened](rec.Facts)[0]; o.Method != "butler" {
				t.Errorf("opened %+v", o)
			}
		})
	}
}

// TestManyDeclarations holds that no end is looked for again and again.
func TestManyDeclarations(t *testing.T) {
	rec := read(t, strings.Repeat("<![>", 200_000)+"<USEBIO><EVENT></EVENT></USEBIO>")
	if n := len(rec.Warnings); n < 200_000 {
		t.Errorf("%d warnings", n)
	}
}

// TestCharsets reads one name in the ways in which files write it.
func TestCharsets(t *testing.T) {
	text := func(declared string) string {
		return `<?xml version="1.0" encoding="` + declared + `"?>` + "\n" +
			file(mp, "<EVENT_DESCRIPTION>Jürgen – Grażyna</EVENT_DESCRIPTION>", "")
	}
	utf16le := func(s string) string {
		b := []byte{0xFF, 0xFE}
		for _, c := range utf16.Encode([]rune(s)) {
			b = append(b, byte(c), byte(c>>8))
		}
		return string(b)
	}
	cp1250 := strings.NewReplacer("ü", "\xFC", "–", "\x96", "ż", "\xBF")
	cp1252 := strings.NewReplacer("ü", "\xFC", "–", "\x96", "ż", "z")
	for _, tc := range []struct{ name, in, title, keys string }{
		{"utf-8", text("utf-8"), "Jürgen – Grażyna", ""},
		{"utf-8 with a mark", "\uFEFF" + text("UTF-8"), "Jürgen – Grażyna", ""},
		{"utf-16", utf16le(text("utf-16")), "Jürgen – Grażyna", ""},
		{"not declared", strings.Replace(text(""), ` encoding=""`, "", 1), "Jürgen – Grażyna", ""},
		{"not declared, one byte each", cp1252.Replace(strings.Replace(text(""), ` encoding=""`, "", 1)), "Jürgen – Grazyna", "usebio.charset_guessed"},
		{"latin-1", cp1252.Replace(text("iso-8859-1")), "Jürgen – Grazyna", ""},
		{"windows-1250", cp1250.Replace(text("Windows-1250")), "Jürgen – Grażyna", ""},
		{"declared latin-1, is utf-8", text("iso-8859-1"), "Jürgen – Grażyna", "usebio.charset"},
		{"declared utf-16, is utf-8", text("utf-16"), "Jürgen – Grażyna", "usebio.charset"},
		{"declared utf-8, is latin-1", cp1252.Replace(text("utf-8")), "Jürgen – Grazyna", "usebio.charset_unknown"},
		{"declared what nobody knows", cp1252.Replace(text("klingon")), "Jürgen – Grazyna", "usebio.charset_unknown"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec := read(t, tc.in)
			if got := shelf.Acts[event.Opened](rec.Facts)[0].Title; got != tc.title {
				t.Errorf("got %q, want %q", got, tc.title)
			}
			want := strings.TrimSpace(tc.keys + " usebio.empty")
			if got := strings.Join(keys(rec), " "); got != want {
				t.Errorf("warnings %q, want %q", got, want)
			}
		})
	}
}

// TestReadCharset reads in a character set that the reader of the file knows.
func TestReadCharset(t *testing.T) {
	text := func(head, title string) string {
		return head + file(mp, "<EVENT_DESCRIPTION>"+title+"</EVENT_DESCRIPTION>", "")
	}
	for _, tc := range []struct{ name, in, charset, title string }{
		{"Russian", text("", "\xCF\xE0\xF0\xFB"), "windows-1251", "Пары"},
		{"Russian before Windows", text("", "\xF0\xC1\xD2\xD9"), "KOI8-R", "Пары"},
		{"Polish", text("", "Gra\xBFyna"), "iso-8859-2", "Grażyna"},
		{"Polish on Windows", text("", "\x8Cwi\xEAta"), "cp1250", "Święta"},
		{"western", text("", "J\xFCrgen"), "latin1", "Jürgen"},
		{"whatever is declared", text(`<?xml version="1.0" encoding="iso-8859-1"?>`, "\xCF\xE0\xF0\xFB"), "windows-1251", "Пары"},
		{"the byte order mark wins", text("\uFEFF", "Пары"), "iso-8859-1", "Пары"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec, err := usebio.ReadCharset(strings.NewReader(tc.in), tc.charset)
			if err != nil {
				t.Fatal(err)
			}
			if got := shelf.Acts[event.Opened](rec.Facts)[0].Title; got != tc.title {
				t.Errorf("got %q, want %q", got, tc.title)
			}
			if got := strings.Join(keys(rec), " "); got != "usebio.empty" {
				t.Errorf("warnings %q", got)
			}
		})
	}
	for _, tc := range []struct {
		charset string
		code    bridge.Code
	}{{"klingon", bridge.Unsupported}, {"utf-8", bridge.Invalid}} {
		rec, err := usebio.ReadCharset(strings.NewReader(text("", "J\xFCrgen")), tc.charset)
		if bridge.CodeOf(err) != tc.code || rec != nil {
			t.Errorf("%s: got %v, %v, want code %s", tc.charset, rec, err, tc.code)
		}
	}
}

// TestWarningsNameTheirLine looks at the line that a warning gives.
func TestWarningsNameTheirLine(t *testing.T) {
	text := strings.ReplaceAll(file(`EVENT_TYPE="NOTSUP"`, "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", board(1,
		"NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 CONTRACT=PASS SCORE=50",
		"NS_PAIR_NUMBER=3 EW_PAIR_NUMBER=4 CONTRACT=PASS SCORE=0")), ">", ">\r\n")
	rec := read(t, text)
	lines := strings.Split(text, "\r\n")
	if len(rec.Warnings) != 2 {
		t.Fatalf("%+v", rec.Warnings)
	}
	if w := rec.Warnings[1]; w.Err.Key != "usebio.score_differs" || lines[w.Line-1] != "<SCORE>" {
		t.Errorf("%s in line %d: %q", w.Err.Key, w.Line, lines[w.Line-1])
	}
	if w := rec.Warnings[0]; w.Err.Key != "usebio.type" || !strings.HasPrefix(lines[w.Line-1], "<EVENT") {
		t.Errorf("%s in line %d: %q", w.Err.Key, w.Line, lines[w.Line-1])
	}
}

// FuzzRead holds that every input gives a refusal or a record that an event
// accepts, the same each time, and that its warnings lie within the file.
func FuzzRead(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("<USEBIO><EVENT></USEBIO>"))
	f.Add([]byte(file(mp, "<WINNER_TYPE>2</WINNER_TYPE>", board(3, "NS_PAIR_NUMBER=1NS EW_PAIR_NUMBER=2 SCORE=A6040 NS_MATCH_POINTS=3"))))
	f.Add([]byte("<USEBIO><EVENT a='<'><![CDATA[x]]><!--"))
	f.Add([]byte("<!DOCTYPE USEBIO [ <!-- it's --> ]><USEBIO><EVENT></EVENT></USEBIO><!--"))
	f.Add([]byte(file(mp, "<DATE>31/02/2022</DATE>", board(1, "NS_PAIR_NUMBER=1 EW_PAIR_NUMBER=2 SCORE=A6040 NS_MATCH_POINTS=30 EW_MATCH_POINTS=-1",
		"NS_PAIR_NUMBER=3 EW_PAIR_NUMBER=4 SCORE=30000 NS_MATCH_POINTS=1 EW_MATCH_POINTS=1"))))
	for _, path := range []string{"flat-1.1", "sections-1.2", "swiss-teams", "swiss-pairs", "sessions", "markup", "point-a-board", "individual"} {
		f.Add(testdata(f, path+".xml"))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		records, err := usebio.ReadAll(bytes.NewReader(b))
		if err != nil {
			if code := bridge.CodeOf(err); code != bridge.Invalid {
				t.Fatalf("code %s: %v", code, err)
			}
			return
		}
		again, err := usebio.ReadAll(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		for i, rec := range records {
			apply(t, rec)
			checkWritten(t, rec)
			if got := show(again[i]); got != show(rec) {
				t.Fatalf("twice, and not the same:\n%s\n%s", show(rec), got)
			}
			for _, w := range rec.Warnings {
				if w.Line < 0 || w.Line > len(b)+1 || w.Text() == "" {
					t.Fatalf("warning %+v", w)
				}
			}
		}
	})
}
