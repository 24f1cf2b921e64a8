package cli

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/usebio"
)

// brokenOff are the warnings which say that a file ends before it is complete.
var brokenOff = []string{"usebio.truncated", "pbn.truncated"}

// readRecord reads a result file. What it is its content decides, not its name:
// files are renamed more often than they are converted.
func readRecord(data []byte) (*event.Record, error) {
	head := sample(data)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, bridge.Errorf(bridge.Invalid, "file.empty", "the file is empty")
	case saysXML.MatchString(head) && !saysHTML.MatchString(head):
		return usebio.Read(bytes.NewReader(data))
	case saysPBN.MatchString(head):
		f, err := pbn.Read(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return f.Record(), nil
	}
	if kind := guess(data, head); kind != "" {
		return nil, bridge.Errorf(bridge.Unsupported, "file.kind", "this looks like %s: want a PBN or a USEBIO file", kind)
	}
	return nil, bridge.Errorf(bridge.Unsupported, "file.unknown", "this is no file that rank knows: want a PBN or a USEBIO file")
}

// sampleSize is how much of a file is looked at to see what it is.
const sampleSize = 4096

// sample is the beginning of a file as text that patterns can look at: without
// byte order mark, and without the zero bytes between the letters of UTF-16.
func sample(data []byte) string {
	head := data[:min(len(data), sampleSize)]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head = bytes.ReplaceAll(head[2:], []byte{0}, nil)
	}
	return strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff"))
}

var (
	saysXML  = regexp.MustCompile(`^<[?!A-Za-z]`)
	saysHTML = regexp.MustCompile(`(?i)^<(!doctype\s+html|html|head|body|table)\b`)
	saysPBN  = regexp.MustCompile(`(?m)^\s*(%\s*(PBN|EXPORT)\b|\[\s*[A-Za-z]\w*\s+")`)
)

// kinds are what other files begin with, and what those are. The names are keys:
// catalogues say them in each language.
var kinds = []struct {
	begins *regexp.Regexp
	name   string
}{
	{regexp.MustCompile(`(?s)^\x00\x01\x00\x00Standard (Jet|ACE) DB`), "a database of a scoring device (BWS)"},
	{regexp.MustCompile(`^PK\x03\x04`), "a workbook or an archive (ZIP)"},
	{regexp.MustCompile(`^\xd0\xcf\x11\xe0`), "an old Office document"},
	{regexp.MustCompile(`^%PDF-`), "a PDF document"},
	{regexp.MustCompile(`^(\x89PNG|\xff\xd8\xff|GIF8)`), "a picture"},
	{regexp.MustCompile(`^SQLite format 3\x00`), "a database (SQLite)"},
	{regexp.MustCompile(`^\x1f\x8b`), "a compressed file (gzip)"},
}

// textKinds are the same for texts.
var textKinds = []struct {
	begins *regexp.Regexp
	name   string
}{
	{saysHTML, "a web page (HTML)"},
	{regexp.MustCompile(`^(vg|qx|pn|rs|md|st|mp|sv)\|`), "a LIN file"},
	{regexp.MustCompile(`^[\[{]\s*["\[{]`), "JSON"},
	{regexp.MustCompile(`^[^\n;]*(;[^\n;]*){2,}\n|^[^\n,]*(,[^\n,]*){2,}\n|^[^\n\t]*(\t[^\n\t]*){2,}\n`), "a table (CSV)"},
}

// guess says what a file looks like that we do not read, "" for no idea.
func guess(data []byte, head string) string {
	for _, k := range kinds {
		if k.begins.Match(data[:min(len(data), sampleSize)]) {
			return k.name
		}
	}
	if strings.IndexByte(head, 0) >= 0 {
		return "binary data"
	}
	for _, k := range textKinds {
		if k.begins.MatchString(head) {
			return k.name
		}
	}
	return ""
}
