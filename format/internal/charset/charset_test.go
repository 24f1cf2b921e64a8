package charset_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/internal/charset"
	"github.com/overtrick/overtrick/internal/shelf"
)

func TestDecode(t *testing.T) {
	for _, tc := range []struct {
		name, in, text, charset string
	}{
		{"empty", "", "", charset.UTF8},
		{"ascii", "4S+1\r\n", "4S+1\r\n", charset.UTF8},
		{"utf-8", "J\u00fcrgen \u2660", "Jürgen ♠", charset.UTF8},
		{"utf-8 with a mark", "\xEF\xBB\xBFJ\u00fcrgen", "Jürgen", charset.UTF8},
		{"a mark alone", "\xEF\xBB\xBF", "", charset.UTF8},
		{"a mark that is wrong", "\xEF\xBB\xBFJ\xFCrgen", "J\uFFFDrgen", charset.UTF8},
		{"utf-16le", "\xFF\xFEJ\x00\xFC\x00\x60\x26", "Jü♠", charset.UTF16LE},
		{"utf-16be", "\xFE\xFF\x00J\x00\xFC\x26\x60", "Jü♠", charset.UTF16BE},
		{"utf-16 cut off", "\xFF\xFEJ\x00\xFC", "J\uFFFD", charset.UTF16LE},
		{"utf-16 half a pair", "\xFE\xFF\xD8\x3D\x00J", "\uFFFDJ", charset.UTF16BE},
		{"utf-16 without a mark is not guessed", "J\x00S\x00", "J\x00S\x00", charset.UTF8},
		{"latin-1", "J\xFCrgen", "Jürgen", charset.Latin1},
		{"latin-1 at the end", "Caf\xE9", "Café", charset.Latin1},
		{"latin-1 beside utf-8", "J\xC3\xBCrgen, Andr\xE9 ", "JÃ¼rgen, André ", charset.Latin1},
		{"windows-1252", "Anna \x96 Bert, \x93\x80 5\x94", "Anna – Bert, “€ 5”", charset.Windows1252},
		{"a byte that windows-1252 leaves open", "a\x81b", "a\u0081b", charset.Windows1252},
		{"utf-8 cut in two", "J\xC3\xBCrgen \xE2\x99", "Jürgen \uFFFD", charset.UTF8},
		{"utf-8 cut in two, with nothing else to know it by", "S \xE2\x99", "S â™", charset.Windows1252},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if text, name := charset.Decode([]byte(tc.in)); text != tc.text || name != tc.charset {
				t.Errorf("got %q in %s, want %q in %s", text, name, tc.text, tc.charset)
			}
		})
	}
}

func TestDecodeAs(t *testing.T) {
	for _, tc := range []struct {
		name, charset, in, text string
	}{
		{"Polish", "ISO-8859-2", "\xB6rednia, Gra\xBFyna", "średnia, Grażyna"},
		{"Polish on Windows", "cp1250", "\x9Crednia, Gra\xBFyna", "średnia, Grażyna"},
		{"Russian", "windows-1251", "\xC0\xED\xED\xE0", "Анна"},
		{"Russian before Windows", "KOI8-R", "\xE1\xCE\xCE\xC1", "Анна"},
		{"western", "iso-8859-1", "\x80 5", "€ 5"},
		{"ascii that is not", "US-ASCII", "J\xFCrgen", "Jürgen"},
		{"utf-8", " UTF8 ", "Jürgen", "Jürgen"},
		{"utf-16 without a mark", "UTF-16", "\x00J\x00\xFC", "Jü"},
		{"utf-16le", "utf-16le", "J\x00\xFC\x00", "Jü"},
		{"the mark wins", "iso-8859-2", "\xEF\xBB\xBFJürgen", "Jürgen"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text, err := charset.DecodeAs([]byte(tc.in), tc.charset)
			if err != nil || text != tc.text {
				t.Errorf("got %q, %v; want %q", text, err, tc.text)
			}
		})
	}
	for _, name := range charset.Names() {
		if text, err := charset.DecodeAs([]byte("\x00"), name); err != nil || text == "" {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name, charset, in string
		code              bridge.Code
		key               string
	}{
		{"unknown name", "klingon", "a", bridge.Unsupported, "charset.unknown"},
		{"no name", "", "a", bridge.Unsupported, "charset.unknown"},
		{"not utf-8", "utf-8", "J\xFCrgen", bridge.Invalid, "charset.utf8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := charset.DecodeAs([]byte(tc.in), tc.charset)
			if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Code != tc.code || e.Key != tc.key {
				t.Fatalf("got %#v, want key %s", err, tc.key)
			}
		})
	}
}

// TestReal reads the one-byte files of the shelf.
func TestReal(t *testing.T) {
	for _, tc := range []struct{ path, charset, want string }{
		{"real/pbn/kops-108.pbn", charset.Latin1, "\n[Event"},
		{"real/html/pary-ranking.html", charset.UTF8, "html"},
	} {
		text, name := charset.Decode(shelf.Bytes(t, tc.path))
		if name != tc.charset || !strings.Contains(text, tc.want) || strings.ContainsRune(text, utf8.RuneError) {
			t.Errorf("%s: in %s, want %s", tc.path, name, tc.charset)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "J\xFCrgen", "\xEF\xBB\xBFa", "\xFF\xFEa\x00b", "\xFE\xFF\xD8", "\xE2\x99", "é\xE2"} {
		f.Add([]byte(s))
	}
	known := charset.Names()
	f.Fuzz(func(t *testing.T, b []byte) {
		text, name := charset.Decode(b)
		if !utf8.ValidString(text) || !slices.Contains(known, name) {
			t.Fatalf("%q in %s", text, name)
		}
		if name == charset.Latin1 || name == charset.Windows1252 {
			if utf8.RuneCountInString(text) != len(b) {
				t.Fatalf("%d characters from %d bytes", utf8.RuneCountInString(text), len(b))
			}
		}
		again, err := charset.DecodeAs(b, name)
		if err != nil || again != text {
			t.Fatalf("%s read by its name: %q, %v; want %q", name, again, err, text)
		}
	})
}
