package cli

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
)

// scoring is what the command line says about how a file is scored, against what
// the file says itself.
type scoring struct {
	Regulation string
	Method     string
	Winners    string
	Top        string
	Set        []string `sep:"none"`
	Charset    string
	Pairs      string   // a list beside a table of results
	Penalties  string   // the same
	HalfScale  string   // the scale of short triangles
	Final      []string `sep:"none"` // the files of a final, which the others are the qualifying stage of

	swiss      bool   // pairs: the rounds are matches; a flag of the commands that know it
	methodFlag string // what says the method, where --method is something else
}

// changes reports whether the file is scored otherwise than it says.
func (s scoring) changes() bool {
	return s.Regulation != "" || s.Method != "" || s.Winners != "" || s.Top != "" || s.swiss || len(s.Set) > 0
}

// winners is the number of lists that is asked for; 0: as the file says.
func (s scoring) winners() int {
	n, _ := strconv.Atoi(plain(s.Winners)) // check has refused what is no number
	return n
}

// ofTable is what a table of results is scored by: it does not say it itself.
func (s scoring) ofTable() event.Method {
	return cmp.Or(event.Method(plain(s.Method)), event.Matchpoints)
}

// reckoned is an event as its files and the command line have it.
type reckoned struct {
	name string // that messages call it by
	*event.Record
	standings *event.Standings
	pack      *regulation.Pack // that made the numbers

	persons map[event.Contestant][]event.PersonID // of the contestants; see who
	most    map[bridge.Side]int                   // boards of the contestant of a list with most
}

// who finds the persons of a contestant, and the most boards of its list.
func (r *reckoned) who() map[event.Contestant][]event.PersonID {
	if r.persons == nil {
		r.persons, r.most = personsOf(r.standings), map[bridge.Side]int{}
		for _, l := range r.standings.Lists {
			for _, row := range l.Rows {
				r.most[l.Side] = max(r.most[l.Side], row.Boards)
			}
		}
	}
	return r.persons
}

// record reads the files of an event, and scores it as the command line says. What
// is odd in them and what the standings doubt is kept as warnings.
func (t *terminal) record(paths []string, s scoring) (*reckoned, error) {
	s, base, err := t.checked(s)
	if err != nil {
		return nil, err
	}
	r := &reckoned{}
	if r.name, r.Record, err = t.gather(paths, s); err != nil {
		return nil, t.advised(err, s)
	}
	opened := s.reopen(r.Record)
	if err := s.fits(opened); err != nil {
		return nil, err
	}
	if r.pack, err = s.under(base, opened); err != nil {
		return nil, err
	}
	if err := t.carryIMPs(r); err != nil {
		return nil, err
	}
	r.standings, err = standingsOf(r.Record, r.pack)
	t.warn(r.name, r.Warnings, err)
	if err != nil {
		return nil, at(r.name, err)
	}
	if s := r.standings; s.Info.Method == event.Par && !slices.ContainsFunc(s.Boards, func(b event.BoardSheet) bool { return b.Par != nil }) {
		return nil, at(r.name, bridge.Errorf(bridge.NotFound, "rank.no_par", "no board has a known par: there is nothing to hold its results against"))
	}
	doubts := slices.Concat(r.standings.Doubts, differing(r.standings, r.Record, s.changes()))
	doubts = append(doubts, s.lowTop(r)...)
	for _, doubt := range doubts {
		name, line := r.placeOf(doubt)
		t.warn(name, []event.Warning{{Line: line, Err: doubt}}, nil)
	}
	return r, nil
}

// placeOf is the file and line that a doubt is about, as far as it is known.
func (r *reckoned) placeOf(doubt *bridge.Error) (name string, line int) {
	if at, ok := r.standings.ReportOf(doubt); ok {
		if place, ok := r.ReportAt(at); ok {
			return cmp.Or(place.File, r.name), place.Line
		}
	}
	return r.name, 0
}

// checked is what the command line says, with the scale of short triangles that a file
// has as a setting, and the regulation that is named. It refuses values before a file of
// results is read.
func (t *terminal) checked(s scoring) (scoring, *regulation.Pack, error) {
	if s.HalfScale != "" {
		name, data, err := t.read(plain(s.HalfScale))
		if err != nil {
			return s, nil, err
		}
		scale, err := vp.Read(bytes.NewReader(data), name)
		if err != nil {
			return s, nil, at(name, err)
		}
		if scale.Unit() != vp.IMPs {
			return s, nil, at(name, bridge.Errorf(bridge.Invalid, "vp.not_imps", "scale %s converts percentages, not IMPs", name))
		}
		var lines []string
		for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
			if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
				lines = append(lines, strings.Join(strings.Fields(line), " "))
			}
		}
		s.Set = append(slices.Clone(s.Set), "vp.half="+strings.Join(lines, "; "))
	}
	pack, err := s.check()
	return s, pack, err
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
	case "", event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints, event.Par, event.IMPs, event.BoardAMatch, event.Patton:
	default:
		return nil, wrongValue(cmp.Or(s.methodFlag, "--method"), bridge.Errorf(Usage, "usage.method", "method %q: want mp, ascherman, butler, ximp, total or par, of teams imp, bam, patton or total", m))
	}
	if n, err := strconv.Atoi(plain(s.Winners)); s.Winners != "" && (err != nil || n < 1 || n > 2) {
		return nil, wrongValue("--winners", bridge.Errorf(Usage, "usage.winners", "lists of winners %q: want 1 or 2", plain(s.Winners)))
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

// headSettings belong to a regulation as a whole.
var headSettings = []string{"name", "extends", "version", "title", "producers"}

// homeSettings is what the settings of a home table begin with.
const homeSettings = "pad."

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
		if slices.Contains(headSettings, name) {
			return nil, wrongValue("--set", bridge.Errorf(Usage, "usage.set_name", "%s belongs to a regulation as a whole, and --regulation chooses that", name))
		}
		if names := settable(name); !slices.Contains(names, name) {
			return nil, wrongValue("--set", bridge.Errorf(Usage, "regulation.setting", "unknown setting %q: want one of %s", name, strings.Join(names, ", ")))
		}
		text.WriteString(name + " = " + value + "\n")
	}
	pack, err := regulation.Read(strings.NewReader(text.String()), base.Name+"*")
	if err != nil {
		return nil, wrongValue("--set", err)
	}
	if pack.VictoryPoints.Half != "" {
		_, err := vp.TeamsHalf(pack.VictoryPoints)
		if e, ok := asError(err); ok {
			return nil, wrongValue("--set: "+e.At, e)
		}
	}
	return pack, nil
}

// settable lists the settings that one of a ranking may be: those with the same
// beginning, as far as the first point, else all.
func settable(name string) []string {
	var all, near []string
	beginning, _, dotted := strings.Cut(name, ".")
	for _, s := range regulation.Settings() {
		if slices.Contains(headSettings, s.Name) || strings.HasPrefix(s.Name, homeSettings) {
			continue
		}
		all = append(all, s.Name)
		if s.Name == name || dotted && strings.HasPrefix(s.Name, beginning+".") {
			near = append(near, s.Name)
		}
	}
	if len(near) > 0 {
		return near
	}
	return all
}

// reopen puts the method, the top and the regulation into the fact that opens the event, and gives
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
		o.Swiss = o.Swiss || s.swiss && o.Kind == event.Pairs
		o.Regulation = cmp.Or(plain(s.Regulation), o.Regulation)
		record.Facts[i].Act = o
		opened = o
	}
	return opened
}

// fits refuses what the command line says of an event of another kind.
func (s scoring) fits(o event.Opened) error {
	if s.swiss && o.Kind != event.Pairs {
		return bridge.At("--swiss", bridge.Errorf(Usage, "usage.swiss", "it makes matches of the rounds of pairs: teams play matches without it, and individuals none"))
	}
	return nil
}

// lowTop doubts a number of results that a board has more of: it counts with those
// that it has.
func (s scoring) lowTop(r *reckoned) []*bridge.Error {
	top, err := strconv.Atoi(plain(s.Top))
	if err != nil {
		return nil
	}
	var boards []string
	most := 0
	for _, b := range r.standings.Boards {
		results := map[string]int{} // by section, where those are compared apart
		on := 0
		for _, l := range b.Lines {
			section := ""
			if r.pack.Compare == regulation.OneSection {
				section = l.Meeting.NS.Section
			}
			if l.State == event.StatePlayed || l.State == event.StateAssigned {
				results[section]++
			}
			on = max(on, results[section])
		}
		if on > top {
			boards = append(boards, strconv.Itoa(int(b.Board)))
			most = max(most, on)
		}
	}
	if len(boards) == 0 {
		return nil
	}
	return []*bridge.Error{bridge.Errorf(bridge.Conflict, "rank.top_low", "--top %d: boards with more results, %d at most, count with all of them: %s", top, most, several(boards))}
}

// several names some things, and how many more there are.
func several(names []string) string {
	const shown = 5
	if len(names) > shown+1 {
		return strings.Join(names[:shown], ", ") + " … (" + strconv.Itoa(len(names)) + ")"
	}
	return strings.Join(names, ", ")
}
