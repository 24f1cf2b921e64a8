// Package charset turns the bytes of a file into text. Programs of the field
// write UTF-8, UTF-16 and the one-byte code pages of their country, and most
// formats do not say which.
//
// # Promises
//
// No input is refused for want of a name: [Decode] always gives text. Nothing
// disappears: a byte that a code page leaves open becomes the control character
// of its number, and what is damaged in UTF-8 or UTF-16 becomes U+FFFD, the
// replacement character. Line breaks stay as they are, so that line numbers of
// the text are those of the file.
package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/overtrick/overtrick/bridge"
)

// The names that [Decode] gives, in the spelling of the IANA registry in lower
// case. [DecodeAs] takes more, see [Names].
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Latin1      = "iso-8859-1"
	Windows1252 = "windows-1252"
)

// marks are the byte order marks. UTF-16 without one is not guessed.
var marks = []struct {
	mark string
	name string
}{
	{"\xEF\xBB\xBF", UTF8},
	{"\xFF\xFE", UTF16LE},
	{"\xFE\xFF", UTF16BE},
}

// pages are the one-byte character sets by name. The names iso-8859-1 and
// us-ascii are read as Windows-1252, as browsers do: it is the same but for 0x80
// to 0x9F, where Latin-1 has control characters that no file means and
// Windows-1252 has dashes, quotation marks and the euro sign.
var pages = map[string]*charmap.Charmap{
	"us-ascii":     charmap.Windows1252,
	Latin1:         charmap.Windows1252,
	Windows1252:    charmap.Windows1252,
	"iso-8859-2":   charmap.ISO8859_2,   // Polish programs, with windows-1250
	"windows-1250": charmap.Windows1250, //
	"iso-8859-5":   charmap.ISO8859_5,   // Russian programs, with the next three
	"windows-1251": charmap.Windows1251, //
	"koi8-r":       charmap.KOI8R,       //
	"ibm866":       charmap.CodePage866, //
	"iso-8859-15":  charmap.ISO8859_15,
	"iso-8859-9":   charmap.ISO8859_9, // Turkish programs, with windows-1254
	"windows-1254": charmap.Windows1254,
	"windows-1257": charmap.Windows1257, // Baltic programs
	"ibm850":       charmap.CodePage850, // DOS programs of the west, with ibm852 of the middle
	"ibm852":       charmap.CodePage852,
}

// aliases are other spellings that files and people use.
var aliases = map[string]string{
	"utf8":       UTF8,
	utf16:        utf16,
	"utf16":      utf16,
	"ascii":      "us-ascii",
	"latin1":     Latin1,
	"latin-1":    Latin1,
	"iso8859-1":  Latin1,
	"latin2":     "iso-8859-2",
	"latin-2":    "iso-8859-2",
	"iso8859-2":  "iso-8859-2",
	"cp1250":     "windows-1250",
	"cp1251":     "windows-1251",
	"cp1252":     Windows1252,
	"cp1254":     "windows-1254",
	"cp1257":     "windows-1257",
	"cp850":      "ibm850",
	"cp852":      "ibm852",
	"cp866":      "ibm866",
	"iso8859-15": "iso-8859-15",
}

// Names lists the names that [DecodeAs] knows, without other spellings.
func Names() []string {
	names := []string{UTF8, utf16, UTF16LE, UTF16BE}
	for name := range pages {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Decode gives the text of b and the name of the character set that it is in,
// found in this order: a byte order mark, which is taken off; UTF-8 if all of b
// is valid, or all but a last character that the file's end cut in two; else
// Latin-1, named [Windows1252] if it holds a byte from 0x80 to 0x9F.
//
// The code pages of other countries cannot be told from Latin-1: a caller who
// knows better says so with [DecodeAs].
func Decode(b []byte) (text, name string) {
	if text, name := marked(b); name != "" {
		return text, name
	}
	if text, ok := fromUTF8(b); ok {
		return text, UTF8
	}
	name = Latin1
	if slices.ContainsFunc(b, func(c byte) bool { return 0x80 <= c && c <= 0x9F }) {
		name = Windows1252
	}
	return fromPage(b, charmap.Windows1252), name
}

// DecodeAs gives the text of b in the named character set; case and the common
// other spellings of a name do not matter. A byte order mark says more than a
// name: where there is one, it decides. utf-16 without one is big-endian (RFC
// 2781).
//
// The error has code [bridge.Unsupported] if the name is not one of [Names], and
// [bridge.Invalid] if b is not valid UTF-8 and the name says so.
func DecodeAs(b []byte, name string) (string, error) {
	key := canonical(name)
	page, ok := pages[key]
	if !ok && !slices.Contains([]string{UTF8, utf16, UTF16LE, UTF16BE}, key) {
		return "", bridge.Errorf(bridge.Unsupported, "charset.unknown", "character set %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	if text, mark := marked(b); mark != "" {
		return text, nil
	}
	switch {
	case ok:
		return fromPage(b, page), nil
	case key == UTF16LE:
		return fromUTF16(b, unicode.LittleEndian), nil
	case key == UTF16BE || key == utf16:
		return fromUTF16(b, unicode.BigEndian), nil
	}
	text, valid := fromUTF8(b)
	if !valid {
		return "", bridge.Errorf(bridge.Invalid, "charset.utf8", "not valid UTF-8: byte 0x%02X at offset %d", b[invalidAt(b)], invalidAt(b))
	}
	return text, nil
}

// canonical is the name that [Names] has for a spelling of it.
func canonical(name string) string {
	key := strings.ToLower(strings.TrimSpace(name))
	if canonical, ok := aliases[key]; ok {
		return canonical
	}
	return key
}

// utf16 is UTF-16 without a word of its byte order.
const utf16 = "utf-16"

// marked decodes b by its byte order mark; name is empty if it has none.
func marked(b []byte) (text, name string) {
	for _, m := range marks {
		rest, ok := bytes.CutPrefix(b, []byte(m.mark))
		if !ok {
			continue
		}
		switch m.name {
		case UTF16LE:
			return fromUTF16(rest, unicode.LittleEndian), m.name
		case UTF16BE:
			return fromUTF16(rest, unicode.BigEndian), m.name
		}
		return strings.ToValidUTF8(string(rest), string(utf8.RuneError)), m.name
	}
	return "", ""
}

// fromUTF8 reports whether b is UTF-8. A file that was cut off may end inside a
// character; that counts as UTF-8 if an earlier character shows that it is.
func fromUTF8(b []byte) (string, bool) {
	if utf8.Valid(b) {
		return string(b), true
	}
	cut := invalidAt(b)
	if !utf8.FullRune(b[cut:]) && slices.ContainsFunc(b[:cut], func(c byte) bool { return c >= utf8.RuneSelf }) {
		return string(b[:cut]) + string(utf8.RuneError), true
	}
	return "", false
}

// invalidAt is the offset of the first byte that is not part of a valid UTF-8
// character.
func invalidAt(b []byte) int {
	i := 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		i += size
	}
	return i
}

func fromUTF16(b []byte, order unicode.Endianness) string {
	out, err := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(b)
	if err != nil { // the decoder replaces what it cannot read and has no errors of its own
		return strings.ToValidUTF8(string(b), string(utf8.RuneError))
	}
	return string(out)
}

func fromPage(b []byte, page *charmap.Charmap) string {
	var s strings.Builder
	s.Grow(len(b) + len(b)/8)
	for _, c := range b {
		s.WriteRune(decoded(page, c))
	}
	return s.String()
}

// decoded is a byte of a page; one that the page leaves open is the control
// character of its number.
func decoded(page *charmap.Charmap, c byte) rune {
	if r := page.DecodeByte(c); r != utf8.RuneError {
		return r
	}
	return rune(c)
}
