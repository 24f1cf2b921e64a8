package cli

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/xlsx"
)

// gather reads the files of an event, and gives the name that messages call it by.
// Penalties that the command line names are those of the whole event.
func (t *terminal) gather(paths []string, s scoring) (name string, record *event.Record, err error) {
	charset, err := charsetNamed(plain(s.Charset))
	if err != nil {
		return "", nil, err
	}
	if len(paths) > 1 {
		return "", nil, bridge.Errorf(Usage, "usage.argument", "one argument too many: %s", plain(paths[1]))
	}
	path := plain(paths[0])
	name, data, err := t.read(path)
	if err != nil {
		return "", nil, err
	}
	o := table.Options{Charset: charset, Winners: s.winners()}
	if record, err = t.readBeside(path, name, data, o, namedLists{plain(s.Pairs), plain(s.Penalties)}); err != nil {
		return name, nil, err
	}
	if s.Penalties != "" {
		if err := t.penalise(record, plain(s.Penalties), charset); err != nil {
			return name, nil, err
		}
	}
	return name, record, nil
}

// results reads one result file, and gives the name that messages call it by. Beside
// a table of results lies its list of pairs, the one that is named or its own.
func (t *terminal) results(path, charset, pairs string) (name string, record *event.Record, err error) {
	name, data, err := t.read(path)
	if err != nil {
		return "", nil, err
	}
	return t.resultsOf(path, name, data, charset, pairs)
}

// resultsOf is the same for a file that was read already.
func (t *terminal) resultsOf(path, name string, data []byte, charset, pairs string) (_ string, record *event.Record, err error) {
	if charset, err = charsetNamed(plain(charset)); err != nil {
		return "", nil, err
	}
	record, err = t.readBeside(path, name, data, table.Options{Charset: charset}, namedLists{pairs: plain(pairs)})
	return name, record, err
}

// namedLists are the lists that the command line names; empty: those beside a table.
type namedLists struct{ pairs, penalties string }

// readBeside reads a result file, a table of results with its lists: the list of pairs
// that is named, else the one that lies beside it, club.pairs.csv beside club.csv, and
// the penalties beside it, unless the command line names some. A workbook has sheets
// for its lists.
func (t *terminal) readBeside(path, name string, data []byte, o table.Options, named namedLists) (*event.Record, error) {
	tabled := isTable(data, o.Charset)
	if named.pairs != "" && !tabled {
		return nil, wrongValue("--pairs", bridge.Errorf(Usage, "usage.pairs", "a list of pairs belongs to a table of results (CSV, Excel): other files name their pairs themselves"))
	}
	var penalties string
	if tabled && path != "-" && !xlsx.Sniff(data) {
		stem := strings.TrimSuffix(path, filepath.Ext(path))
		if beside := stem + ".pairs.csv"; named.pairs == "" && exists(beside) {
			named.pairs = beside
		}
		if beside := stem + ".penalties.csv"; named.penalties == "" && exists(beside) {
			penalties = beside
		}
	}
	var err error
	if named.pairs != "" {
		if o.Pairs, err = listed(t, named.pairs, o.Charset, readPairs); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(named.pairs), hinted(o.Pairs.Warnings), nil)
	}
	if penalties != "" {
		if o.Penalties, err = listed(t, penalties, o.Charset, readPenalties); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(penalties), hinted(o.Penalties.Warnings), nil)
	}
	record, err := readWith(data, o)
	return record, at(name, err)
}

// listed reads a list that belongs to a table of results.
func listed[T any](t *terminal, path, charset string, read func(data []byte, charset string) (*T, error)) (*T, error) {
	name, data, err := t.read(path)
	if err != nil {
		return nil, err
	}
	list, err := read(data, charset)
	return list, at(name, err)
}

// penalise adds the penalties of a list to an event of any format. They are numbered
// after those that it has.
func (t *terminal) penalise(record *event.Record, path, charset string) error {
	list, err := listed(t, path, charset, readPenalties)
	if err != nil {
		return err
	}
	name := t.nameOf(path)
	t.warn(name, hinted(list.Warnings), nil)
	registered := map[event.Contestant]bool{}
	before := 0
	for _, f := range record.Facts {
		switch act := f.Act.(type) {
		case event.Registered:
			registered[act.Contestant] = true
		case event.Penalised:
			before++
		}
	}
	for i, p := range list.List {
		who, err := offender(registered, p.Contestant)
		if err != nil {
			return at(name, bridge.At(fmt.Sprintf("line %d", p.Line), err))
		}
		record.Facts = append(record.Facts, event.Fact{Why: p.Reason, Act: event.Penalised{
			Ref: strconv.Itoa(before + i + 1), Contestant: who, Session: p.Session, Kind: p.Kind, Amount: p.Amount, Unit: p.Unit,
		}})
	}
	return nil
}

// offender finds who a penalty is for. With one list of winners a side says nothing;
// with two it may be left out where only one has the number.
func offender(registered map[event.Contestant]bool, named event.Contestant) (event.Contestant, error) {
	if registered[named] {
		return named, nil
	}
	bare := named
	bare.Side = 0
	var found []event.Contestant
	for _, side := range []bridge.Side{0, bridge.NS, bridge.EW} {
		who := bare
		who.Side = side
		if registered[who] && (!named.Side.Valid() || side == 0) {
			found = append(found, who)
		}
	}
	switch len(found) {
	case 0:
		return named, bridge.Errorf(bridge.NotFound, "explain.pair", "there is no contestant %v in this event", named)
	case 1:
		return found[0], nil
	}
	return named, bridge.Errorf(Usage, "explain.pair_which", "%v is in two lists: want %s", named, found[0].String()+", "+found[1].String())
}
