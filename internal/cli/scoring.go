package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/regulation"
)

// scoring is what the command line says about how a file is scored, against what
// the file says itself.
type scoring struct {
	Regulation string
	Method     string
	Top        string
	Set        []string `sep:"none"`
	Charset    string
	Pairs      string // a list beside a table of results
}

// changes reports whether the file is scored otherwise than it says.
func (s scoring) changes() bool {
	return s.Regulation != "" || s.Method != "" || s.Top != "" || len(s.Set) > 0
}

// record reads a result file, and scores it as the command line says. What is odd
// in the file and what the standings doubt is kept as warnings.
func (t *terminal) record(path string, s scoring) (name string, record *event.Record, standings *event.Standings, err error) {
	base, err := s.check()
	if err != nil {
		return "", nil, nil, err
	}
	if name, record, err = t.results(path, s.Charset, s.Pairs); err != nil {
		return name, nil, nil, err
	}
	pack := base
	if opened := s.reopen(record); len(s.Set) > 0 {
		if base == nil {
			base = opened.Pack()
		}
		if pack, err = s.changed(base); err != nil {
			return name, nil, nil, err
		}
	}
	standings, err = standingsOf(record, pack)
	t.warn(name, record.Warnings, err)
	if err != nil {
		return name, record, nil, at(name, err)
	}
	for _, doubt := range slices.Concat(standings.Doubts, differing(standings, record, s.changes())) {
		t.warn(name, []event.Warning{{Err: doubt}}, nil)
	}
	return name, record, standings, nil
}

// results reads a result file, and gives the name that messages call it by. Beside
// a table of results lies its list of pairs, the one that is named or its own.
func (t *terminal) results(path, charset, list string) (name string, record *event.Record, err error) {
	if charset, err = charsetNamed(plain(charset)); err != nil {
		return "", nil, err
	}
	name, data, err := t.read(path)
	if err != nil {
		return "", nil, err
	}
	return t.resultsOf(path, name, data, charset, list)
}

// resultsOf is the same for a file that was read already.
func (t *terminal) resultsOf(path, name string, data []byte, charset, list string) (_ string, record *event.Record, err error) {
	if charset, err = charsetNamed(plain(charset)); err != nil {
		return "", nil, err
	}
	pairs, err := t.pairsOf(path, plain(list), data, charset)
	if err != nil {
		return name, nil, err
	}
	if record, err = readRecord(data, charset, pairs); err != nil {
		return name, nil, at(name, err)
	}
	return name, record, nil
}

// check refuses values before a file is read, and finds the regulation that is
// named.
func (s scoring) check() (pack *regulation.Pack, err error) {
	if s.Regulation != "" {
		if pack, err = regulation.Find(plain(s.Regulation)); err != nil {
			return nil, wrongValue("--regulation", err)
		}
	}
	switch m := event.Method(plain(s.Method)); m {
	case "", event.Matchpoints, event.Butler, event.CrossIMPs:
	default:
		return nil, wrongValue("--method", bridge.Errorf(Usage, "usage.method", "method %q: want mp, butler or ximp", m))
	}
	if n, err := strconv.Atoi(plain(s.Top)); s.Top != "" && (err != nil || n < 1) {
		return nil, wrongValue("--top", bridge.Errorf(Usage, "usage.top", "results on a board %q: want a number of 1 or more", plain(s.Top)))
	}
	if len(s.Set) == 0 {
		return pack, nil
	}
	base := pack
	if base == nil {
		base = event.Opened{}.Pack()
	}
	_, err = s.changed(base)
	return pack, err
}

// changed is a regulation with the settings of --set. Its name has a star.
func (s scoring) changed(base *regulation.Pack) (*regulation.Pack, error) {
	var text strings.Builder
	text.WriteString("extends = " + base.Name + "\nversion = " + base.Version + "\n")
	for _, set := range s.Set {
		name, value, ok := strings.Cut(plain(set), "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || name == "" || value == "" || strings.ContainsAny(set, "#\n\r") {
			return nil, wrongValue("--set", bridge.Errorf(Usage, "usage.rank_set", "%q: want NAME=VALUE, for example mp.short_boards=plain", plain(set)))
		}
		switch name {
		case "name", "extends", "version", "title", "producers":
			return nil, wrongValue("--set", bridge.Errorf(Usage, "usage.set_name", "%s belongs to a regulation as a whole, and --regulation chooses that", name))
		}
		text.WriteString(name + " = " + value + "\n")
	}
	pack, err := regulation.Read(strings.NewReader(text.String()), base.Name+"*")
	if err != nil {
		return nil, wrongValue("--set", err)
	}
	return pack, nil
}

// reopen puts the method and the top into the fact that opens the event, and gives
// that.
func (s scoring) reopen(record *event.Record) (opened event.Opened) {
	for i, f := range record.Facts {
		o, ok := f.Act.(event.Opened)
		if !ok {
			continue
		}
		if s.Method != "" {
			o.Method = event.Method(plain(s.Method))
		}
		if n, err := strconv.Atoi(plain(s.Top)); err == nil {
			o.Expected = n
		}
		record.Facts[i].Act = o
		opened = o
	}
	return opened
}
