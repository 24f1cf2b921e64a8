package club

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// An event on its way to another journal is lines of JSON: a head, the entries of its
// stream with their hashes, the names of its persons as the last section, and an end
// that says how many lines there were.

// exportFormat names the lines, and their version; clubFormat those of the club's own
// log, which stays where it is.
const (
	exportFormat = "overtrick event 1"
	clubFormat   = "overtrick club 1"
)

type headLine struct {
	Format string `json:"format"`
	Event  string `json:"event,omitempty"`
}

type entryLine struct {
	Position int64           `json:"position"`
	Key      string          `json:"key"`
	At       time.Time       `json:"at"`
	Kind     string          `json:"kind,omitempty"`
	Data     json.RawMessage `json:"data,omitempty"`
	Text     string          `json:"text,omitempty"` // data that is no JSON as we write it
	Hash     string          `json:"hash"`
}

type nameLine struct {
	Name   event.PersonID `json:"name"`
	Person event.Person   `json:"person,omitzero"`
	Hidden bool           `json:"hidden,omitempty"`
	Erased bool           `json:"erased,omitempty"`
}

type endLine struct {
	End   bool   `json:"end"`
	Lines int    `json:"lines"`
	Hash  string `json:"hash"`
}

// Export writes an event, whole: its log and then the names of its persons. Names that
// were erased are not there to be written.
func (c *Club) Export(ctx context.Context, id string, w io.Writer) error {
	if err := checkID(id); err != nil {
		return err
	}
	persons := map[event.PersonID]bool{}
	return c.export(ctx, w, headLine{exportFormat, id}, streamName(id), func(data []byte) { personsOf(data, persons) }, func(line func(any) error) error {
		for _, p := range slices.Sorted(maps.Keys(persons)) {
			n, err := c.Names().Get(ctx, p)
			if bridge.CodeOf(err) == bridge.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			if err := line(nameLine{p, n.Person, n.Hidden, n.Erased}); err != nil {
				return err
			}
		}
		return nil
	})
}

// ExportClub writes the club's own log: what was done about users and persons, see
// [Matter]. There is no name in it.
func (c *Club) ExportClub(ctx context.Context, w io.Writer) error {
	return c.export(ctx, w, headLine{Format: clubFormat}, clubStream, func([]byte) {}, func(func(any) error) error { return nil })
}

// export writes a stream as lines, with more of them behind its entries.
func (c *Club) export(ctx context.Context, w io.Writer, head headLine, stream string, look func(data []byte), more func(line func(any) error) error) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	lines := 0
	line := func(v any) error {
		lines++
		return enc.Encode(v)
	}
	if err := line(head); err != nil {
		return err
	}
	var last journal.Hash
	empty := true
	for x, err := range c.journal.Read(ctx, stream, 0) {
		if err != nil {
			return err
		}
		l := entryLine{Position: x.Position, Key: x.Key, At: x.At, Kind: x.Kind, Hash: x.Hash.String()}
		if compact(x.Data) {
			l.Data = x.Data
		} else {
			l.Text = string(x.Data)
		}
		if err := line(l); err != nil {
			return err
		}
		look(x.Data)
		last, empty = x.Hash, false
	}
	if empty && stream != clubStream {
		return bridge.Errorf(bridge.NotFound, "club.no_event", "there is no event %q", head.Event)
	}
	if err := more(line); err != nil {
		return err
	}
	if err := enc.Encode(endLine{true, lines, last.String()}); err != nil {
		return err
	}
	return out.Flush()
}

// compact says that JSON is written as an encoder writes it, so that it comes back as
// it was.
func compact(data []byte) bool {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	return enc.Encode(json.RawMessage(data)) == nil && bytes.Equal(bytes.TrimSuffix(b.Bytes(), []byte("\n")), data)
}

// personsOf adds the ids of persons that a record names.
func personsOf(data []byte, all map[event.PersonID]bool) {
	var r Record
	if json.Unmarshal(data, &r) != nil {
		return
	}
	for _, f := range r.Facts {
		var list []event.PersonID
		switch a := f.Event.(type) {
		case event.Registered:
			list = a.Persons
		case event.Substituted:
			list = a.Persons
		case event.LinedUp:
			list = a.Persons
		}
		for _, p := range list {
			all[p] = true
		}
	}
}

// Imported says what an import brought.
type Imported struct {
	Event   string
	Entries int // of its log
	Names   int // that were new
	Kept    int // that were here already, or were erased here: they stay as they are
}

// maxEntries bounds the log of an event that is read from a file.
const maxEntries = 1_000_000

// Import reads what Export wrote. Nothing is written unless all of it is sound. An
// event that is here already is taken if its log is the beginning of the file's, so an
// import that was broken off can be done again; one that went another way is a
// conflict. A name that is here stays as it is.
func (c *Club) Import(ctx context.Context, r io.Reader) (Imported, error) {
	p, err := parseExport(r)
	if err != nil {
		return Imported{}, err
	}
	out := Imported{Event: p.id, Entries: len(p.entries)}
	name := streamName(p.id)
	here := 0
	for x, err := range c.journal.Read(ctx, name, 0) {
		if err != nil {
			return out, err
		}
		if here >= len(p.entries) || x.Hash != p.entries[here].Hash {
			return out, bridge.Errorf(bridge.Conflict, "club.import_other", "the event %q is here already, and went another way after entry %d", p.id, here)
		}
		here++
	}
	for rest := p.entries[here:]; len(rest) > 0; {
		n := min(len(rest), 500)
		drafts := make([]journal.Draft, n)
		for i, x := range rest[:n] {
			drafts[i] = x.Draft
		}
		if _, err := c.journal.Append(ctx, name, rest[0].Position-1, drafts...); err != nil {
			return out, err
		}
		rest = rest[n:]
	}
	for _, n := range p.names {
		if n.Erased {
			out.Kept++
			continue
		}
		_, err := c.Names().Put(ctx, 0, journal.Name{ID: n.Name, Person: n.Person, Hidden: n.Hidden})
		switch bridge.CodeOf(err) {
		case "":
			out.Names++
		case bridge.Conflict, bridge.Forbidden:
			out.Kept++
		default:
			return out, err
		}
	}
	return out, nil
}

type export struct {
	id      string
	entries []journal.Entry
	names   []nameLine
}

// parseExport reads the lines, and proves the chain of hashes.
func parseExport(r io.Reader) (*export, error) {
	p := new(export)
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, 4*journal.MaxData)
	n, ended := 0, false
	var hash journal.Hash
	for scan.Scan() {
		n++
		if ended {
			return nil, atLine(n, bridge.Errorf(bridge.Invalid, "club.import_after", "something stands behind the end"))
		}
		var err error
		if ended, err = p.line(n, scan.Bytes(), &hash); err != nil {
			return nil, atLine(n, err)
		}
	}
	if err := scan.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, atLine(n+1, bridge.Errorf(bridge.Invalid, "club.import_line", "this line is no part of an event: %w", err))
		}
		return nil, err
	}
	if !ended {
		return nil, bridge.Errorf(bridge.Invalid, "club.import_cut", "the file has no end: a part of it is missing")
	}
	return p, nil
}

func atLine(n int, err error) error { return bridge.At(fmt.Sprintf("line %d", n), err) }

// anyLine is what a line can be.
type anyLine struct {
	headLine
	entryLine
	nameLine
	End   bool `json:"end"`
	Lines int  `json:"lines"`
}

func (p *export) line(n int, text []byte, hash *journal.Hash) (ended bool, err error) {
	var l anyLine
	if err := json.Unmarshal(text, &l); err != nil {
		return false, bridge.Errorf(bridge.Invalid, "club.import_line", "this line is no part of an event: %w", err)
	}
	switch {
	case n == 1:
		if l.Format != exportFormat {
			return false, bridge.Errorf(bridge.Unsupported, "club.import_format", "the file begins %q: want %q", l.Format, exportFormat)
		}
		p.id = l.Event
		return false, checkID(p.id)
	case l.End:
		if l.Lines != n-1 || l.Hash != hash.String() || len(p.entries) == 0 {
			return false, bridge.Errorf(bridge.Invalid, "club.import_count", "the end speaks of %d lines, there are %d", l.Lines, n-1)
		}
		return true, nil
	case l.Position > 0:
		if len(p.names) > 0 || l.Position != int64(len(p.entries))+1 || len(p.entries) >= maxEntries {
			return false, bridge.Errorf(bridge.Invalid, "club.import_order", "entry %d is not where it should be", l.Position)
		}
		data := []byte(l.Data)
		if l.Text != "" {
			data = []byte(l.Text)
		}
		x := journal.Entry{Stream: streamName(p.id), Position: l.Position, Draft: journal.Draft{Key: l.Key, At: l.At, Kind: l.Kind, Data: data}}
		if x.Hash = journal.Chain(*hash, x); x.Hash.String() != l.Hash {
			return false, bridge.Errorf(bridge.Invalid, "club.import_hash", "entry %d is not as it was written, or what is before it", l.Position)
		}
		*hash = x.Hash
		p.entries = append(p.entries, x)
		return false, nil
	case l.Name != "":
		p.names = append(p.names, l.nameLine)
		return false, nil
	}
	return false, bridge.Errorf(bridge.Invalid, "club.import_line", "this line is no part of an event: %w", errors.New("unknown"))
}
