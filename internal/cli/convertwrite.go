package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/format/xlsx"
	"github.com/overtrick/overtrick/internal/locale"
)

// target is a format that can be written.
type target string

const (
	toCSV  target = "csv"
	toXLSX target = "xlsx"
	toPBN  target = "pbn"
	toXML  target = "xml" // USEBIO
	toPad  target = "pad" // the text of a home table
)

// targets are the formats by the endings of their files.
var targets = []struct {
	target
	ending string
}{{toCSV, ".csv"}, {toXLSX, ".xlsx"}, {toPBN, ".pbn"}, {toXML, ".xml"}, {toPad, ".txt"}}

// part is a file to be written: the one that was asked for, or one beside it.
type part struct {
	beside string // what its name has before its ending: ".pairs"; empty: the file itself
	data   []byte
}

// What may lie beside a table of results.
const (
	besidePairs     = ".pairs"
	besidePenalties = ".penalties"
	besideMatches   = ".matches"
)

var companions = []string{besidePairs, besidePenalties, besideMatches}

// encode writes an event. What the format has no place for is lost, by name.
func encode(rec *event.Record, to target) (parts []part, lost []*bridge.Error, err error) {
	if !played(rec) {
		return nil, nil, bridge.Errorf(bridge.NotFound, "convert.no_results", "no result: nothing to convert")
	}
	switch to {
	case toPBN:
		return encodePBN(rec)
	case toXML:
		return encodeUSEBIO(rec)
	case toXLSX:
		var b bytes.Buffer
		lost, err = xlsx.Write(&b, rec)
		return []part{{data: b.Bytes()}}, lost, err
	}
	var results bytes.Buffer
	if lost, err = table.Write(&results, rec); err != nil {
		return nil, nil, err
	}
	parts = []part{{data: results.Bytes()}}
	if openedOf(rec).Kind == event.Teams {
		more, err := encodeMatches(rec, &parts)
		if err != nil {
			return nil, nil, err
		}
		lost = slices.Concat(lost, more)
	}
	for _, list := range []struct {
		beside string
		of     func(event.Act) bool
		write  func(io.Writer, *event.Record) ([]*bridge.Error, error)
	}{
		{besidePairs, func(a event.Act) bool { _, ok := a.(event.Registered); return ok }, table.WritePairs},
		{besidePenalties, func(a event.Act) bool { _, ok := a.(event.Penalised); return ok }, table.WritePenalties},
	} {
		if !slices.ContainsFunc(rec.Facts, func(f event.Fact) bool { return list.of(f.Act) }) {
			continue
		}
		var b bytes.Buffer
		more, err := list.write(&b, rec)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range more { // what the results lose as well was said
			if !names(lost, e.Key) {
				lost = append(lost, e)
			}
		}
		if bytes.Count(b.Bytes(), []byte("\n")) > 1 { // a list of more than its header: not all penalties were taken back
			parts = append(parts, part{list.beside, b.Bytes()})
		}
	}
	return parts, lost, nil
}

// names reports whether what is lost includes what has this key.
func names(lost []*bridge.Error, key string) bool {
	return slices.ContainsFunc(lost, func(e *bridge.Error) bool { return e.Key == key })
}

// apart names the lists of an event that standard output does not hold.
func apart(parts []part) (lost []*bridge.Error) {
	for _, p := range parts {
		switch p.beside {
		case besidePairs:
			lost = append(lost, bridge.Errorf(bridge.Unsupported, "convert.lost.beside", "the list of pairs stands in a file of its own, which standard output is not"))
		case besidePenalties:
			lost = append(lost, bridge.Errorf(bridge.Unsupported, "convert.lost.beside_penalties", "the penalties stand in a file of their own, which standard output is not"))
		}
	}
	return lost
}

// encodeMatches adds the history of matches of an event to its table, or puts it in its
// place where no board is known.
func encodeMatches(rec *event.Record, parts *[]part) ([]*bridge.Error, error) {
	var b bytes.Buffer
	lost, err := table.WriteMatches(&b, rec)
	switch {
	case err != nil:
		return nil, err
	case !slices.ContainsFunc(rec.Facts, func(f event.Fact) bool {
		switch f.Act.(type) {
		case event.Played, event.NotPlayed, event.SatOut, event.Ruled:
			return true
		}
		return false
	}):
		(*parts)[0].data = b.Bytes()
	case bytes.Count(b.Bytes(), []byte{'\n'}) > 1: // more than its header
		*parts = append(*parts, part{".matches", b.Bytes()})
	}
	return lost, nil
}

// played reports whether a record has results, rulings included.
func played(rec *event.Record) bool {
	return slices.ContainsFunc(rec.Facts, func(f event.Fact) bool {
		switch f.Act.(type) {
		case event.Played, event.Ruled, event.MatchScored, event.MatchRuled:
			return true
		}
		return false
	})
}

// encodePBN writes an event as PBN, and names what PBN has no place for.
func encodePBN(rec *event.Record) ([]part, []*bridge.Error, error) {
	if kind := openedOf(rec).Kind; kind == event.Individuals {
		return nil, nil, bridge.Errorf(bridge.Unsupported, "convert.individual", "PBN has no place for players who change partners: an individual event is not written")
	}
	rec, lost := asItStands(rec)
	lost = append(lost, unsaidByPBN(rec)...)
	var b bytes.Buffer
	err := pbn.Write(&b, pbn.FromRecord(rec))
	return []part{{data: b.Bytes()}}, lost, err
}

// encodeUSEBIO writes an event as USEBIO, with its ranking where no other was published.
func encodeUSEBIO(rec *event.Record) ([]part, []*bridge.Error, error) {
	if len(rec.Published.Totals) == 0 {
		if s, err := standingsOf(rec, nil); err == nil { // else there is nothing to publish
			rec = usebio.Publish(rec, s)
		}
	}
	var b bytes.Buffer
	lost, err := usebio.Write(&b, rec)
	return []part{{data: b.Bytes()}}, lost, err
}

// unsaidByPBN names what PBN has no place for in an event as it stands.
func unsaidByPBN(rec *event.Record) (lost []*bridge.Error) {
	say := func(has bool, e *bridge.Error) {
		if has && !slices.ContainsFunc(lost, func(before *bridge.Error) bool { return before.Key == e.Key }) {
			lost = append(lost, e)
		}
	}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Ruled:
			say(len(a.Assigned.NS)+len(a.Assigned.EW) > 0,
				bridge.Errorf(bridge.Unsupported, "convert.lost.assigned", "PBN has no place for an assigned score: what was played at the table stands there"))
			for _, side := range bridge.Sides {
				award := a.Award.Of(side)
				say(award.Kind == event.FixedIMPs, bridge.Errorf(bridge.Unsupported, "convert.lost.imps", "PBN has no place for a ruling of so many IMPs"))
				again, err := event.ParseAward(award.String())
				say(award.Kind == event.FixedPercent && (err != nil || !again.Percent.Equal(award.Percent)),
					bridge.Errorf(bridge.Unsupported, "convert.lost.percent", "a percentage that was awarded has four decimals in PBN: it is rounded"))
			}
			say(false, nil)
		case event.Registered:
			for _, id := range a.Persons {
				who := rec.People[id]
				say(strings.Contains(who.Name, ";"),
					bridge.Errorf(bridge.Unsupported, "convert.lost.names", "a semicolon in a name stands between names in PBN: it is written as a comma"))
				say(len(who.MemberIDs) > 1 || len(who.MemberIDs) == 1 && who.MemberIDs["member"] == "",
					bridge.Errorf(bridge.Unsupported, "convert.lost.numbers", "a person has one number in PBN; others are left out"))
			}
		}
	}
	return lost
}

// asItStands is a record with one fact for what stands in the end of each meeting, and
// a ruling beside it: what was corrected or voided is not there any more.
func asItStands(rec *event.Record) (*event.Record, []*bridge.Error) {
	type key struct {
		session int
		board   bridge.Board
		players [4]event.Contestant
	}
	type stands struct {
		event.Meeting
		outcome, ruled event.Fact // without an act: nothing
	}
	out := &event.Record{People: rec.People, Published: rec.Published}
	byKey := map[key]*stands{}
	var order []*stands
	history := false
	find := func(m event.Meeting) *stands {
		k := key{m.Session, m.Board, [4]event.Contestant{m.NS, m.EW, m.South, m.West}}
		s := byKey[k]
		if s == nil {
			s = &stands{Meeting: m}
			byKey[k] = s
			order = append(order, s)
		}
		s.Round, s.Table = cmp.Or(m.Round, s.Round), cmp.Or(m.Table, s.Table)
		return s
	}
	for _, f := range rec.Facts {
		history = history || f.ID != "" || f.By != "" || !f.At.IsZero()
		noted := f.Why != ""
		switch a := f.Act.(type) {
		case event.Played:
			s := find(a.Meeting)
			history = history || s.outcome.Act != nil
			s.outcome = f
		case event.NotPlayed:
			s := find(a.Meeting)
			history = history || s.outcome.Act != nil
			s.outcome = f
		case event.SatOut:
			find(a.Meeting).outcome = f
		case event.Ruled:
			s := find(a.Meeting)
			history = history || s.ruled.Act != nil
			if s.ruled = f; a.Award.NS.IsZero() && len(a.Assigned.NS) == 0 {
				s.ruled.Act = nil
			}
		case event.Voided:
			s := find(a.Meeting)
			s.outcome, s.ruled, history = event.Fact{}, event.Fact{}, true
		default:
			out.Facts = append(out.Facts, f)
			noted = false // what it is the reason of is kept or lost as a whole
		}
		history = history || noted
	}
	add := func(why string, act event.Act) { out.Facts = append(out.Facts, event.Fact{Why: why, Act: act}) }
	for _, s := range order {
		switch a := s.outcome.Act.(type) {
		case event.Played:
			a.Meeting = s.Meeting
			add(s.outcome.Why, a)
		case event.NotPlayed:
			if s.ruled.Act == nil {
				a.Meeting = s.Meeting
				add(s.outcome.Why, a)
			}
		case event.SatOut:
			add(s.outcome.Why, event.SatOut{Meeting: s.Meeting})
		}
		if a, ok := s.ruled.Act.(event.Ruled); ok {
			a.Meeting = s.Meeting
			add(s.ruled.Why, a)
		}
	}
	if history {
		return out, []*bridge.Error{bridge.Errorf(bridge.Unsupported, "convert.lost.history", "who entered a result, when and why, and what was corrected, have no place in PBN")}
	}
	return out, nil
}

// byBoard is a record as it stands with its meetings in the order of the boards.
func byBoard(rec *event.Record) *event.Record {
	out, _ := asItStands(rec)
	slices.SortStableFunc(out.Facts, func(a, b event.Fact) int {
		x, _ := event.MeetingOf(a.Act) // other facts have none, and come first
		y, _ := event.MeetingOf(b.Act)
		return cmp.Or(cmp.Compare(x.Session, y.Session), cmp.Compare(x.Board, y.Board))
	})
	return out
}

// readBack reads what is to be written, with the lists beside it, as it will be read.
func readBack(parts []part) (*event.Record, error) {
	var o table.Options
	for _, p := range parts {
		var err error
		switch p.beside {
		case besidePairs:
			o.Pairs, err = table.ReadPairs(bytes.NewReader(p.data), "")
		case besidePenalties:
			o.Penalties, err = table.ReadPenalties(bytes.NewReader(p.data), "")
		case besideMatches:
			o.Matches, err = table.ReadMatches(bytes.NewReader(p.data), "")
		}
		if err != nil {
			return nil, err
		}
	}
	return readWith(parts[0].data, o)
}

// losses are what the writer of a format names as lost, and what else an event has and
// the new file has nothing of. Each kind is named once: where a table says that several
// kinds of acts have no column, only those that occurred are named, each by itself.
func losses(rec, back *event.Record, named []*bridge.Error, to target) []*bridge.Error {
	format := strings.ToUpper(string(to))
	if to == toXML {
		return named // its writer has said all of it
	}
	had, has := contents(rec), contents(back)
	lost := slices.DeleteFunc(slices.Clone(named), func(e *bridge.Error) bool {
		return e.Key == "table.lost.acts" || e.Key == "table.lost.deals" && !had["deals"] // it was the par alone
	})
	say := func(what string, e *bridge.Error) {
		if had[what] && !has[what] {
			lost = append(lost, e)
		}
	}
	say("fouled", bridge.Errorf(bridge.Unsupported, "convert.lost.fouled", "%s has no place for a board that was played in several versions: all its results are compared there", format))
	say("turned", bridge.Errorf(bridge.Unsupported, "convert.lost.turned", "%s has no place for a board that lay turned", format))
	say("cancelled", bridge.Errorf(bridge.Unsupported, "convert.lost.cancelled", "%s has no place for a board that was cancelled: its results count there", format))
	say("penalised", bridge.Errorf(bridge.Unsupported, "convert.lost.penalties", "%s has no place for penalties", format))
	say("carried", bridge.Errorf(bridge.Unsupported, "convert.lost.carry", "%s has no place for a carry-over", format))
	say("stages", bridge.Errorf(bridge.Unsupported, "convert.lost.stages", "%s has no place for the stages of an event", format))
	say("substituted", bridge.Errorf(bridge.Unsupported, "convert.lost.substitutes", "%s has no place for substitutes", format))
	say("withdrew", bridge.Errorf(bridge.Unsupported, "convert.lost.withdrawn", "%s has no place for a contestant that withdrew", format))
	say("announced", bridge.Errorf(bridge.Unsupported, "convert.lost.announced", "%s has no place for when the result was announced", format))
	say("late", bridge.Errorf(bridge.Unsupported, "convert.lost.late", "%s has no place for a board that is still to be played late: there it is not played", format))
	say("matches", bridge.Errorf(bridge.Unsupported, "convert.lost.matches", "%s has no place for what is said of whole matches: results, rulings, byes, half matches and the number of boards", format))
	say("lineups", bridge.Errorf(bridge.Unsupported, "convert.lost.lineups", "%s has no place for who sat at which table for a team", format))
	say("par", bridge.Errorf(bridge.Unsupported, "convert.lost.par", "%s has no place for the par of a deal", format))
	say("club", bridge.Errorf(bridge.Unsupported, "convert.lost.club", "%s has no place for clubs, strata and handicaps", format))
	if !names(lost, "table.lost.average") && !names(lost, "convert.lost.club") {
		say("average", bridge.Errorf(bridge.Unsupported, "convert.lost.club", "%s has no place for clubs, strata and handicaps", format))
	}
	if !names(lost, "table.lost.history") {
		say("undone", bridge.Errorf(bridge.Unsupported, "convert.lost.undone", "%s has no place for what was decided and taken back", format))
	}
	if method := openedOf(rec).Method; to == toPBN && openedOf(back).Method != method { // of a table all of the heading is lost
		lost = append(lost, bridge.Errorf(bridge.Unsupported, "convert.lost.method", "%s has no place for the method %s", format, string(method)))
	}
	return lost
}

// contents are the kinds of things in an event, as it stands, that a format may have no
// place for.
func contents(rec *event.Record) map[string]bool {
	rec, _ = asItStands(rec)
	has := map[string]bool{}
	boards := befallen{}
	penalties := map[string]bool{} // by reference: it stands
	withdrawn := map[event.Contestant]bool{}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Fouled:
			boards.at(a.Scope).fouled = append(boards.at(a.Scope).fouled, a)
			has["deals"] = has["deals"] || !a.Deal.IsZero() || a.Dealer != 0
		case event.Turned:
			boards.at(a.Scope).turned = append(boards.at(a.Scope).turned, a)
			has["undone"] = has["undone"] || a.Quarters%4 == 0
		case event.Cancelled:
			boards.at(a.Scope).cancelled = append(boards.at(a.Scope).cancelled, a)
			has["undone"] = has["undone"] || a.Restored
		case event.Penalised:
			_, again := penalties[a.Ref]
			has["undone"] = has["undone"] || again
			penalties[a.Ref] = a.Amount.Sign() != 0 || a.Kind == event.Cautioned
		case event.Withdrew:
			withdrawn[a.Contestant] = !a.Returned
			has["undone"] = has["undone"] || a.Returned
		case event.Carried:
			has["carried"] = true
		case event.StageSet:
			has["stages"] = true
		case event.Substituted:
			has["substituted"] = true
		case event.Announced, event.Reopened:
			has["announced"] = true
		case event.Drawn:
			has["matches"] = has["matches"] || !a.Undone && (a.Boards > 0 || a.Away.IsZero() || a.Knockout || a.Half || a.Lead != nil || len(a.Seats) > 0)
		case event.MatchScored, event.MatchRuled:
			has["matches"] = true
		case event.LinedUp:
			has["lineups"] = true
		case event.BoardSet:
			has["par"] = has["par"] || a.Par != nil
			has["deals"] = has["deals"] || !a.Deal.IsZero() || a.Dealer != a.Board.Dealer()
		case event.Registered:
			has["club"] = has["club"] || a.Club != "" || len(a.Strata) > 0 || a.Handicap != nil
			has["average"] = has["average"] || a.Average != nil
		case event.NotPlayed:
			has["late"] = has["late"] || a.Late
		}
	}
	for _, stands := range penalties {
		has["penalised"] = has["penalised"] || stands
	}
	for _, is := range withdrawn {
		has["withdrew"] = has["withdrew"] || is
	}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Played:
			boards.meeting(a.Meeting, has)
		case event.NotPlayed:
			boards.meeting(a.Meeting, has)
		case event.Ruled:
			boards.meeting(a.Meeting, has)
		}
	}
	return has
}

// boardOf is a board in one session.
type boardOf struct {
	session int
	bridge.Board
}

// befallen is what befell whole boards.
type befallen map[boardOf]*befell

type befell struct {
	fouled    []event.Fouled
	turned    []event.Turned
	cancelled []event.Cancelled
	versions  []string // in which it was played
}

// at is what befell the board of a scope.
func (b befallen) at(s event.Scope) *befell {
	at := boardOf{s.Session, s.Board}
	if b[at] == nil {
		b[at] = &befell{}
	}
	return b[at]
}

// meeting says what befell a board in one meeting. The last act that is about it counts.
func (b befallen) meeting(m event.Meeting, has map[string]bool) {
	board := b[boardOf{m.Session, m.Board}]
	if board == nil {
		return
	}
	version, turned, cancelled := "", false, false
	for _, f := range board.fouled {
		if f.Fits(m) {
			version = f.Version
		}
	}
	for _, t := range board.turned {
		if t.Fits(m) {
			turned = t.Quarters%4 != 0
		}
	}
	for _, c := range board.cancelled {
		if c.Fits(m) {
			cancelled = !c.Restored
		}
	}
	if !slices.Contains(board.versions, version) {
		board.versions = append(board.versions, version)
	}
	has["fouled"] = has["fouled"] || len(board.versions) > 1
	has["turned"] = has["turned"] || turned
	has["cancelled"] = has["cancelled"] || cancelled
}

// rankedOtherwise holds the standings of what was read back against those of the
// record, scored by the same rules. What cannot be ranked is not compared.
func rankedOtherwise(rec, back *event.Record, to target) ([]*bridge.Error, error) {
	want, err := standingsOf(rec, nil)
	if err != nil {
		return nil, nil //nolint:nilerr // an event that cannot be ranked can be converted all the same
	}
	opened := openedOf(rec)
	for i, f := range back.Facts {
		if o, ok := f.Act.(event.Opened); ok && to != toPBN { // a table names the heading as lost
			opened.Winners = o.Winners
			back.Facts[i].Act = opened
		}
	}
	got, err := standingsOf(back, nil)
	if e, ok := asError(err); ok && e.Key == "event.no_results" {
		return nil, nil // whole matches, which are named as lost
	}
	if err != nil {
		return nil, err
	}
	if who := differsFrom(want, got); who != "" {
		return []*bridge.Error{bridge.Errorf(bridge.Conflict, "convert.differs", "the event is ranked otherwise in the new file, first contestant %s", who)}, nil
	}
	return nil, nil
}

// openedOf is how an event was opened in the end.
func openedOf(rec *event.Record) (o event.Opened) {
	for _, f := range rec.Facts {
		if a, ok := f.Act.(event.Opened); ok {
			o = a
		}
	}
	return o
}

// differsFrom names the first contestant that does not stand as it did, "" if all do.
func differsFrom(want, got *event.Standings) string {
	for i, list := range want.Lists {
		rows := map[string]event.Row{}
		if i < len(got.Lists) {
			for _, r := range got.Lists[i].Rows {
				rows[r.Contestant.String()] = r
			}
		}
		for _, r := range list.Rows {
			same, ok := rows[r.Contestant.String()]
			if !ok && r.Boards == 0 {
				continue
			}
			if same.Rank != r.Rank || same.Boards != r.Boards || !same.Total.Value.Equal(r.Total.Value) || !same.Percent.Value.Equal(r.Percent.Value) {
				return r.Contestant.String()
			}
		}
	}
	return ""
}

// save writes files: none if one of them cannot be written, or is there already and
// force does not say that it may go. A list that lies beside and is not one of them
// would be read with the new file; it is nobody's to remove, and so nothing is written.
func save(out string, parts []part, force bool) (files []string, err error) {
	stem, ending := strings.TrimSuffix(out, filepath.Ext(out)), filepath.Ext(out)
	named := func(beside string) string {
		if beside == "" {
			return out
		}
		return stem + beside + ending
	}
	touched := []string{""}
	if strings.EqualFold(ending, ".csv") {
		touched = append(touched, companions...)
	}
	for _, beside := range touched {
		path := named(beside)
		switch ours := slices.ContainsFunc(parts, func(p part) bool { return p.beside == beside }); {
		case !exists(path) || ours && force:
		case ours:
			return nil, bridge.At(locale.Clean(path), bridge.Errorf(bridge.Conflict, "file.exists", "there is such a file already: want another name, or --force"))
		default:
			return nil, bridge.At(locale.Clean(path), bridge.Errorf(bridge.Conflict, "file.beside", "this list would be read with the new file, and does not belong to it: want another name"))
		}
	}
	var ready []staged
	defer func() {
		for _, s := range ready {
			_ = os.Remove(s.tmp) // what is left of an attempt
		}
	}()
	for _, p := range parts {
		path := named(p.beside)
		s, err := stage(path, p.data)
		if err != nil {
			return nil, unsaved(path, err)
		}
		ready = append(ready, s)
	}
	for _, s := range ready {
		if err := os.Rename(s.tmp, s.target); err != nil {
			return files, unsaved(s.path, err)
		}
		files = append(files, locale.Clean(s.path))
	}
	return files, nil
}

// unsaved says which file could not be written, and why.
func unsaved(path string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // its name stands before
	}
	return bridge.At(locale.Clean(path), bridge.Errorf(bridge.Forbidden, "file.write", "the file cannot be written: %w", err))
}

// staged is a file that is written and not yet in its place.
type staged struct{ tmp, path, target string }

// stage writes a file beside its place, so that it is there in one step: it has all of
// the data, or is as it was. A link stays one, and a file that was there keeps who may
// read it.
func stage(path string, data []byte) (s staged, err error) {
	mode := fs.FileMode(0o644)
	s.path, s.target = path, path
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return s, errors.New("it is a directory")
		case info.Mode().Perm()&0o222 == 0:
			return s, fs.ErrPermission // of the superuser too, whom nothing else would stop
		}
		mode = info.Mode().Perm()
		if s.target, err = filepath.EvalSymlinks(path); err != nil {
			return s, err
		}
	}
	s.tmp = filepath.Join(filepath.Dir(s.target), "."+filepath.Base(s.target)+"."+strconv.Itoa(os.Getpid()))
	tmp, err := os.OpenFile(s.tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode) // #nosec G302 -- others may read results
	if err != nil {
		return s, err
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		_ = os.Remove(s.tmp) // what is left of the attempt
	}
	return s, err
}
