package charset_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// TestNewReader: what is read bit by bit is what the whole would be decoded as.
func TestNewReader(t *testing.T) {
	long := strings.Repeat("J\xFCrgen \x81 \xC3\xBC ", 2000)
	for _, c := range []struct {
		name, in, charset string
		plain             bool
	}{
		{"nothing", "", charset.UTF8, true},
		{"utf-8", "J\u00fcrgen \u2660", "", true},
		{"utf-8 by name", "J\u00fcrgen \u2660", "UTF8", true},
		{"utf-8 with a mark", "\xEF\xBB\xBFJ\u00fcrgen", "windows-1251", true},
		{"a mark alone", "\xEF\xBB\xBF", "", true},
		{"utf-16le", "\xFF\xFEJ\x00\xFC\x00\x60\x26", "", false},
		{"utf-16be", "\xFE\xFF\x00J\x00\xFC\x26\x60", "latin1", false},
		{"utf-16 by name", "\x00J\x00\xFC\x26\x60", "utf16", false},
		{"utf-16le by name", "J\x00\xFC\x00\x60\x26", "utf-16le", false},
		{"a code page", "\xC6\xE0\xED\xED\xE0", "cp1251", false},
		{"a long text in a code page", long, "latin1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, plain, err := charset.NewReader(iotest.HalfReader(strings.NewReader(c.in)), c.charset)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(text)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := charset.Decode([]byte(c.in))
			if c.charset != "" {
				if want, err = charset.DecodeAs([]byte(c.in), c.charset); err != nil {
					t.Fatal(err)
				}
			}
			if string(got) != want || plain != c.plain {
				t.Errorf("got %q, plain %v, want %q, %v", got, plain, want, c.plain)
			}
		})
	}
}

func TestNewReaderRefused(t *testing.T) {
	if _, _, err := charset.NewReader(strings.NewReader("x"), "klingon"); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("a name that nobody knows: %v", err)
	}
	broken := errors.New("disk full")
	if _, _, err := charset.NewReader(iotest.ErrReader(broken), ""); !errors.Is(err, broken) {
		t.Errorf("a reader that fails at once: %v", err)
	}
	text, _, err := charset.NewReader(io.MultiReader(strings.NewReader("J\xFCrgen"), iotest.ErrReader(broken)), "latin1")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(text); string(b) != "Jürgen" || !errors.Is(err, broken) {
		t.Errorf("a reader that fails later: %q, %v", b, err)
	}
}

// TestNewReaderLikeDecodeAs: every name, any bytes.
func TestNewReaderLikeDecodeAs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(charset.Names()).Draw(t, "name")
		in := rapid.SliceOf(rapid.Byte()).Draw(t, "in")
		want, err := charset.DecodeAs(in, name)
		if err != nil {
			return // bytes that are no UTF-8
		}
		text, plain, err := charset.NewReader(strings.NewReader(string(in)), name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(iotest.OneByteReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if plain {
			got = []byte(strings.ToValidUTF8(string(got), "\uFFFD"))
		}
		if string(got) != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
