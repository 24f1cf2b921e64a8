package charset

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// NewReader gives the text of r as UTF-8 while it is read, for files that are too
// large to be held. The character set is that of a byte order mark, else the one
// with this name, else UTF-8, which the reader does not check: what [Decode] finds
// out takes the whole file. plain reports that nothing is decoded.
//
// The error is that of [DecodeAs] for the name, or that of r.
func NewReader(r io.Reader, name string) (text io.Reader, plain bool, err error) {
	if name != "" {
		if _, err := DecodeAs(nil, name); err != nil {
			return nil, false, err
		}
	}
	in := bufio.NewReader(r)
	head, err := in.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	for _, m := range marks {
		if strings.HasPrefix(string(head), m.mark) {
			if _, err := in.Discard(len(m.mark)); err != nil {
				return nil, false, err
			}
			text, plain = decoder(in, m.name)
			return text, plain, nil
		}
	}
	text, plain = decoder(in, canonical(name))
	return text, plain, nil
}

// decoder decodes a character set that is known.
func decoder(r io.Reader, name string) (text io.Reader, plain bool) {
	switch name {
	case "", UTF8:
		return r, true
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Reader(r), false
	case UTF16BE, utf16:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Reader(r), false
	}
	return &pageReader{r: r, page: pages[name]}, false
}

// pageReader decodes a one-byte character set as [fromPage] does.
type pageReader struct {
	r    io.Reader
	page *charmap.Charmap
	in   [4096]byte
	out  []byte
	rest []byte // of out, which the next calls give
}

// Read implements [io.Reader].
func (p *pageReader) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		n, err := p.r.Read(p.in[:])
		if n == 0 && err != nil {
			return 0, err
		}
		p.out = p.out[:0]
		for _, c := range p.in[:n] {
			p.out = utf8.AppendRune(p.out, decoded(p.page, c))
		}
		p.rest = p.out
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
