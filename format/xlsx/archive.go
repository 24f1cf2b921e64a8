package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// What a workbook may hold. A file of a few kilobytes can unfold to any size.
const (
	fileSize     = 64 << 20  // of the file, in bytes
	unpackedSize = 128 << 20 // of the parts that are read, in bytes
	gridSize     = 16 << 20  // cells of a sheet, empty ones to the left of others included
	columnLimit  = 256       // columns of a sheet
	rowLimit     = 1 << 20   // rows of a sheet, as in Excel
	textLimit    = 32767 * 4 // bytes of a cell; Excel has 32,767 characters
)

// archive is the ZIP file that a workbook is.
type archive struct {
	parts map[string]*zip.File
	left  int64 // bytes that may still be unpacked
}

// unpack opens the archive.
func unpack(r io.Reader) (*archive, error) {
	b, err := io.ReadAll(io.LimitReader(r, fileSize+1))
	switch {
	case err != nil:
		return nil, bridge.Errorf(bridge.Internal, "xlsx.read", "reading the workbook: %w", err)
	case len(b) > fileSize:
		return nil, tooLarge()
	case bytes.HasPrefix(b, []byte("\xd0\xcf\x11\xe0")):
		return nil, bridge.Errorf(bridge.Unsupported, "xlsx.old",
			"this is an old Excel workbook or one with a password: want it saved as .xlsx without a password")
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, broken("it is no ZIP archive, or breaks off")
	}
	a := &archive{parts: map[string]*zip.File{}, left: unpackedSize}
	for _, f := range z.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		if _, twice := a.parts[name]; twice {
			return nil, broken("two parts have the name " + f.Name)
		}
		a.parts[name] = f
	}
	return a, nil
}

func tooLarge() error {
	return bridge.Errorf(bridge.Unsupported, "xlsx.too_large",
		"the workbook is too large: want %d MB at most, %d MB unpacked, and %d columns; a CSV file may be of any size",
		fileSize>>20, unpackedSize>>20, columnLimit)
}

// broken refuses what no spreadsheet program has written.
func broken(what string) error {
	return bridge.Errorf(bridge.Invalid, "xlsx.broken", "the workbook is damaged: %s", what)
}

// has reports whether there is such a part.
func (a *archive) has(name string) bool { return a.parts[strings.ToLower(name)] != nil }

// open begins to unpack a part.
func (a *archive) open(name string) (*part, error) {
	f := a.parts[strings.ToLower(name)]
	if f == nil {
		return nil, broken("the part " + name + " is missing")
	}
	r, err := f.Open()
	if err != nil {
		return nil, broken("the part " + name + " cannot be unpacked")
	}
	p := &part{archive: a, name: name, unpacked: r}
	p.xml = xml.NewDecoder(p)
	return p, nil
}

// part is a part that is unpacked while it is read.
type part struct {
	*archive
	name     string
	unpacked io.ReadCloser
	xml      *xml.Decoder
}

// Read implements [io.Reader] for the decoder, within the limit.
func (p *part) Read(b []byte) (int, error) {
	n, err := p.unpacked.Read(b)
	if p.left -= int64(n); p.left < 0 {
		return 0, tooLarge()
	}
	return n, err
}

// close ends the reading of a part.
func (p *part) close() {
	_ = p.unpacked.Close() // nothing was written, and the sum of what was read has been checked
}

// failed is what an error of the decoder means.
func (p *part) failed(err error) error {
	if e, ok := errors.AsType[*bridge.Error](err); ok {
		return e
	}
	return broken("the part " + p.name + " cannot be read: " + err.Error())
}

// token gives the next token of the part; the error is io.EOF at its end.
func (p *part) token() (xml.Token, error) {
	t, err := p.xml.Token()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, p.failed(err)
	}
	return t, err
}

// decode reads all of a part into a value.
func (a *archive) decode(name string, into any) error {
	p, err := a.open(name)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.xml.Decode(into); err != nil {
		return p.failed(err)
	}
	return nil
}

// resolve gives the part that a relationship of a part in this folder points to.
func resolve(folder, target string) string {
	if strings.HasPrefix(target, "/") {
		return strings.TrimPrefix(path.Clean(target), "/")
	}
	return path.Join(folder, target)
}
