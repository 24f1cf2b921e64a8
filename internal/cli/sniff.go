package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/format/xlsx"
)

// brokenOff are the warnings which say that a file ends before it is complete.
var brokenOff = []string{"usebio.truncated", "pbn.truncated"}

// readWith reads a result file with these options of a table; other files use the
// character set alone. What it is its content decides, not its name: files are renamed
// more often than they are converted.
func readWith(data []byte, options table.Options) (*event.Record, error) {
	charset := options.Charset
	sampled, text := sample(data), head(data, charset)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, bridge.Errorf(bridge.Invalid, "file.empty", "the file is empty")
	case table.Sniff(text):
		record, err := options.Read(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		record.Warnings = hinted(record.Warnings)
		return record, nil
	case xlsx.Sniff(data):
		return xlsx.ReadWith(bytes.NewReader(data), options)
	case saysXML.MatchString(text) && !saysHTML.MatchString(text):
		record, err := usebio.ReadCharset(bytes.NewReader(data), charset)
		if err != nil {
			return nil, err
		}
		record.Warnings = hinted(record.Warnings)
		return record, nil
	case saysPBN.MatchString(text):
		f, err := pbn.ReadCharset(bytes.NewReader(data), charset)
		if err != nil {
			return nil, err
		}
		record := f.Record()
		if charset == "" && slices.Contains(western, f.Charset) && !saysCharset.MatchString(sampled) {
			record.Warnings = slices.Insert(record.Warnings, 0, guessed(0, f.Charset))
		}
		return record, nil
	}
	switch kind := guess(data, sampled); kind {
	case "":
		return nil, bridge.Errorf(bridge.Unsupported, "file.unknown", "this is no file that rank knows: want PBN, USEBIO or a table of results (CSV, Excel)")
	case csvTable:
		return nil, bridge.Errorf(bridge.Unsupported, "file.table",
			"this looks like a table (CSV), but its first line names no columns of results: want board, ns and ew, and contract, score or ns_award and ew_award")
	default:
		return nil, bridge.Errorf(bridge.Unsupported, "file.kind", "this looks like %s: want PBN, USEBIO or a table of results (CSV, Excel)", kind)
	}
}

// readPairs reads a list of pairs, as readWith does results.
func readPairs(data []byte, charset string) (*table.Pairs, error) {
	if xlsx.Sniff(data) {
		return xlsx.ReadPairs(bytes.NewReader(data))
	}
	return table.ReadPairs(bytes.NewReader(data), charset)
}

// readPenalties reads a list of penalties, as readWith does results.
func readPenalties(data []byte, charset string) (*table.Penalties, error) {
	if xlsx.Sniff(data) {
		return xlsx.ReadPenalties(bytes.NewReader(data))
	}
	return table.ReadPenalties(bytes.NewReader(data), charset)
}

// readMatches reads a history of matches.
func readMatches(data []byte, charset string) (*table.Matches, error) {
	return table.ReadMatches(bytes.NewReader(data), charset)
}

// isTable reports whether a file is a table of results, to which a list of pairs can
// belong.
func isTable(data []byte, charset string) bool {
	return xlsx.Sniff(data) || table.Sniff(head(data, charset))
}

// head is the beginning of a file in the named character set, as far as it matters
// for what the file is.
func head(data []byte, charset string) string {
	text := sample(data)
	if charset != "" {
		text = strings.ReplaceAll(text, "\x00", "") // UTF-16 without a byte order mark
	}
	return text
}

// charsetNamed is the character set of --charset. A name that nobody knows is
// refused before a file is read.
func charsetNamed(name string) (string, error) {
	_, err := pbn.ReadCharset(strings.NewReader(""), name) // only the name can be wrong
	if e, ok := asError(err); ok {
		c := *e
		c.Code = Usage
		return "", wrongValue("--charset", &c)
	}
	return name, err
}

// western are the character sets that a file is taken to be in if it is not UTF-8
// and does not say. Those of other countries look the same to a program.
var western = []string{"iso-8859-1", "windows-1252"}

// guessed warns that a character set is a guess, and says what to do. The western
// letters of a Russian or Polish name are for people to see.
func guessed(line int, charset string) event.Warning {
	return event.Warning{Line: line, Err: bridge.Errorf(bridge.Invalid, "rank.charset",
		"that the file is written in %s is a guess: if names look wrong, say what it is, for example --charset windows-1251", charset)}
}

// hinted puts what to do to the warnings of a reader that the character set was
// guessed, in place of the one that says no more than that.
func hinted(warnings []event.Warning) []event.Warning {
	var out []event.Warning
	for _, w := range warnings {
		if w.Err.Key != "usebio.charset_guessed" && w.Err.Key != "table.charset" {
			out = append(out, w)
		}
		if strings.HasPrefix(w.Err.Key, "usebio.charset") || w.Err.Key == "table.charset" {
			if found, _ := w.Err.Args[len(w.Err.Args)-1].(string); slices.Contains(western, found) {
				out = append(out, guessed(w.Line, found))
			}
		}
	}
	return out
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
	saysXML     = regexp.MustCompile(`^<[?!A-Za-z]`)
	saysHTML    = regexp.MustCompile(`(?i)^<(!doctype\s+html|html|head|body|table)\b`)
	saysPBN     = regexp.MustCompile(`(?m)^\s*(%\s*(PBN|EXPORT)\b|\[\s*[A-Za-z]\w*\s+")`)
	saysCharset = regexp.MustCompile(`(?im)^%\s*(EXPORT\b|content-type:.*charset=)`) // of PBN: strict export is ISO 8859-1
)

// kinds are what other files begin with, and what those are. The names are keys:
// catalogues say them in each language.
var kinds = []struct {
	begins *regexp.Regexp
	name   string
}{
	{regexp.MustCompile(`(?s)^\x00\x01\x00\x00Standard (Jet|ACE) DB`), "a database of a scoring device (BWS)"},
	{regexp.MustCompile(`^\xd0\xcf\x11\xe0`), "an old Office document"},
	{regexp.MustCompile(`^%PDF-`), "a PDF document"},
	{regexp.MustCompile(`^(\x89PNG|\xff\xd8\xff|GIF8)`), "a picture"},
	{regexp.MustCompile(`^SQLite format 3\x00`), "a database (SQLite)"},
	{regexp.MustCompile(`^\x1f\x8b`), "a compressed file (gzip)"},
}

// csvTable is the kind of any file of lines with the same signs between cells.
const csvTable = "a table (CSV)"

// textKinds are the same for texts.
var textKinds = []struct {
	begins *regexp.Regexp
	name   string
}{
	{saysHTML, "a web page (HTML)"},
	{regexp.MustCompile(`^(vg|qx|pn|rs|md|st|mp|sv)\|`), "a LIN file"},
	{regexp.MustCompile(`^[\[{]\s*["\[{]`), "JSON"},
	{regexp.MustCompile(`^[^\n;]*(;[^\n;]*){2,}\n|^[^\n,]*(,[^\n,]*){2,}\n|^[^\n\t]*(\t[^\n\t]*){2,}\n`), csvTable},
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
