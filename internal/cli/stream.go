package cli

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/regulation"
)

// streamed ranks a table of results that is too large to hold: it is read board by
// board, and only sums stay. There are lists, and no sheets and no cards.
func (t *terminal) streamed(c *rankCommand) (*reckoned, error) {
	if len(c.Files) > 1 || c.Boards || c.Frequencies || c.Recap || c.Cards != "" {
		return nil, bridge.Errorf(Usage, "usage.stream", "with --stream there is one file, and there are lists alone: no --boards, --frequencies, --recap or --cards")
	}
	if c.swiss {
		return nil, bridge.Errorf(Usage, "usage.swiss_stream", "--swiss and --stream do not go together: what a match brings is reckoned from all of its boards")
	}
	if err := c.noFinal(); err != nil {
		return nil, err
	}
	s, base, err := t.checked(c.scoring)
	if err != nil {
		return nil, err
	}
	c.scoring = s
	charset, err := charsetNamed(plain(c.Charset))
	if err != nil {
		return nil, err
	}
	o := table.Options{Charset: charset, Winners: c.winners(), Method: c.ofTable()}
	path, lists := plain(c.Files[0]), namedLists{plain(c.Pairs), plain(c.Penalties)}
	if path != "-" {
		lists = lists.beside(path)
	}
	if lists.pairs != "" {
		if o.Pairs, err = listed(t, lists.pairs, charset, readPairs); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(lists.pairs), hinted(o.Pairs.Warnings), nil)
	}
	if lists.penalties != "" {
		if o.Penalties, err = listed(t, lists.penalties, charset, readPenalties); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(lists.penalties), hinted(o.Penalties.Warnings), nil)
	}
	in, name, err := t.open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was read only
	r := &reckoned{name: name, Record: &event.Record{}}
	stream := event.Stream{Under: base}
	for block, err := range o.Stream(bufio.NewReaderSize(in, 1<<20)) {
		if err != nil {
			if e, ok := asError(err); ok && strings.HasPrefix(e.At, saysPenalties) {
				return nil, t.advised(inList(t.nameOf(lists.penalties), saysPenalties, err, name), c.scoring)
			}
			return nil, inList(t.nameOf(lists.pairs), "list of pairs, ", err, name)
		}
		r.People = block.People
		t.warn(name, block.Warnings, nil)
		for _, f := range block.Facts {
			if opened, opens := f.Act.(event.Opened); opens {
				one := event.Record{Facts: []event.Fact{{Act: opened}}}
				if r.pack, err = c.under(base, c.reopen(&one)); err != nil {
					return nil, err
				}
				f, stream.Under = one.Facts[0], r.pack
			}
			if err := stream.Apply(f); err != nil {
				return nil, at(name, err)
			}
		}
		if err := stream.Settle(); err != nil {
			return nil, at(name, err)
		}
	}
	if r.standings, err = stream.Standings(); err != nil {
		return nil, at(name, err)
	}
	for _, doubt := range r.standings.Doubts {
		t.warn(name, []event.Warning{{Err: doubt}}, nil)
	}
	return r, nil
}

// under is the regulation that counts for an event opened like this.
func (s scoring) under(base *regulation.Pack, opened event.Opened) (*regulation.Pack, error) {
	if base == nil {
		base = opened.Pack()
	}
	if len(s.Set) == 0 {
		return base, nil
	}
	return s.changed(base)
}

// open opens a file, "-" for standard input, and gives the name that messages call
// it by.
func (t *terminal) open(path string) (in io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(t.stdin), t.nameOf(path), nil
	}
	file, err := os.Open(path)
	if err != nil {
		_, _, err = t.read(path) // which says why in words
		return nil, "", err
	}
	return file, t.nameOf(path), nil
}
