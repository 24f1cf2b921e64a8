package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/xlsx"
)

// gather reads the files of an event, and gives the name that messages call them by.
// Penalties that the command line names are those of the whole event.
func (t *terminal) gather(paths []string, s scoring) (name string, record *event.Record, err error) {
	charset, err := charsetNamed(plain(s.Charset))
	if err != nil {
		return "", nil, err
	}
	all := slices.Concat(paths, s.Final)
	if at := slices.Index(all, "-"); at >= 0 && slices.Contains(all[at+1:], "-") {
		return "", nil, bridge.Errorf(Usage, "usage.stdin_twice", "standard input is one file: want - once")
	}
	var parts []table.Part
	var names []string
	for _, path := range all {
		path = plain(path)
		name, data, err := t.read(path)
		if err != nil {
			return "", nil, err
		}
		o := table.Options{Charset: charset, Winners: s.winners(), Method: s.ofTable()}
		record, err := t.readBeside(path, name, data, o, namedLists{plain(s.Pairs), plain(s.Penalties)})
		if err != nil {
			return "", nil, err
		}
		s.reopen(record)
		parts, names = append(parts, table.Part{Name: name, Record: record}), append(names, name)
	}
	name = strings.Join(names, ", ")
	if record, err = t.join(parts, len(paths), s); err != nil {
		return name, nil, err
	}
	if s.Penalties != "" {
		if err := t.penalise(record, plain(s.Penalties), charset, openedOf(record).Method); err != nil {
			return name, nil, err
		}
	}
	return name, record, nil
}

// join makes one event of the files, with as many lists of winners as are asked for.
// Of several files, each has said its warnings before they are joined. So many of them are
// the first stage; those behind them are a final.
func (t *terminal) join(parts []table.Part, qualifying int, s scoring) (*event.Record, error) {
	if len(parts) == 1 {
		return parts[0].Record, at(parts[0].Name, s.relist(parts[0].Record))
	}
	alike := true
	for _, p := range parts {
		err := complete(p.Record)
		t.warn(p.Name, p.Record.Warnings, err)
		if err != nil {
			return nil, at(p.Name, err)
		}
		alike = alike && winnersOf(p.Record) == winnersOf(parts[0].Record)
	}
	if !alike { // what they call their contestants must be the same
		for _, p := range parts {
			if err := s.relist(p.Record); err != nil {
				return nil, at(p.Name, err)
			}
		}
	}
	join := func() (*event.Record, error) { return table.Join(parts...) }
	if qualifying < len(parts) {
		join = func() (*event.Record, error) { return table.Stages(parts[:qualifying], parts[qualifying:]) }
	}
	record, err := join()
	if err != nil {
		return nil, err
	}
	t.warn("", record.Warnings, nil)
	record.Warnings = nil
	return record, s.relist(record)
}

// winnersOf is the number of lists of winners of an event.
func winnersOf(record *event.Record) int {
	winners := 1
	for _, f := range record.Facts {
		if o, ok := f.Act.(event.Opened); ok {
			winners = max(o.Winners, 1)
		}
	}
	return winners
}

// relist gives an event the lists of winners that are asked for.
func (s scoring) relist(record *event.Record) error {
	if n := s.winners(); n > 0 && n != winnersOf(record) {
		return relist(record, n)
	}
	return nil
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

// beside are these lists and, where none is named, those that lie beside a table.
func (n namedLists) beside(path string) namedLists {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	if list := stem + besidePairs + ".csv"; n.pairs == "" && exists(list) {
		n.pairs = list
	}
	if list := stem + besidePenalties + ".csv"; n.penalties == "" && exists(list) {
		n.penalties = list
	}
	return n
}

// readBeside reads a result file, a table of results with its lists: the list of pairs
// that is named, else the one that lies beside it, club.pairs.csv beside club.csv, and
// the penalties beside it, unless the command line names some, and the history of its
// matches, club.matches.csv. A workbook has sheets for its lists.
func (t *terminal) readBeside(path, name string, data []byte, o table.Options, named namedLists) (*event.Record, error) {
	tabled := isTable(data, o.Charset)
	if named.pairs != "" && !tabled {
		return nil, wrongValue("--pairs", bridge.Errorf(Usage, "usage.pairs", "a list of pairs belongs to a table of results (CSV, Excel): other files name their pairs themselves"))
	}
	var penalties, matches string
	if tabled && path != "-" && !xlsx.Sniff(data) {
		beside := named.beside(path)
		if named.pairs = beside.pairs; named.penalties == "" {
			penalties = beside.penalties
		}
		if list := strings.TrimSuffix(path, filepath.Ext(path)) + besideMatches + ".csv"; exists(list) {
			matches = list
		}
	}
	var err error
	if named.pairs != "" {
		if o.Pairs, err = listed(t, named.pairs, o.Charset, readPairs); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(named.pairs), hinted(o.Pairs.Warnings), nil)
	}
	if matches != "" {
		if o.Matches, err = listed(t, matches, o.Charset, readMatches); err != nil {
			return nil, err
		}
		t.warn(t.nameOf(matches), hinted(o.Matches.Warnings), nil)
	}
	record, err := readWith(data, o)
	if err != nil {
		if e, ok := asError(err); ok && strings.HasPrefix(e.At, saysPenalties) { // a sheet of a workbook
			return nil, inList(name, saysPenalties, err, name)
		}
		return nil, inList(t.nameOf(named.pairs), "list of pairs, ", err, name)
	}
	for i := range record.Reports {
		if matches != "" {
			record.Reports[i].File = t.nameOf(matches)
		}
	}
	if penalties != "" {
		return record, t.penalise(record, penalties, o.Charset, o.Method)
	}
	return record, nil
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

// saysPenalties is what the place of a fault in a list of penalties begins with.
const saysPenalties = "list of penalties, "

// penalise adds the penalties of a list to an event, which may be of any format. Where
// it is known what the event is scored by, the units must be such as it counts.
func (t *terminal) penalise(record *event.Record, path, charset string, method event.Method) error {
	list, err := listed(t, path, charset, readPenalties)
	if err != nil {
		return err
	}
	name := t.nameOf(path)
	t.warn(name, hinted(list.Warnings), nil)
	if o := openedOf(record); method == event.Matchpoints && o.Kind == event.Teams { // the table turned out to be one of teams
		method = o.Method
	}
	if method != "" {
		if err := list.Fits(method); err != nil {
			return inList(name, saysPenalties, err, name)
		}
	}
	return inList(name, saysPenalties, list.Add(record), name)
}

// advised puts to a refusal of penalties in IMPs what would count them, where the
// command line does not say how the event is scored.
func (t *terminal) advised(err error, s scoring) error {
	e, ok := asError(err)
	if !ok || e.Key != "event.penalty_unit" || s.Method != "" || !slices.Contains(e.Args, any(event.PenaltyIMPs)) {
		return err
	}
	return &refusal{err: e, hint: t.T("hint.scored", "--method "+string(event.Butler))}
}

// inList gives an error the name of the list that it is in, which its place says, else
// that of the results.
func inList(list, says string, err error, results string) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	place, within := strings.CutPrefix(e.At, says)
	if !within {
		return at(results, err)
	}
	c := *e
	c.At = place
	return at(list, &c)
}
