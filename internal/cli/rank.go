package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// rankCommand ranks the contestants of an event from its files.
type rankCommand struct {
	Files []string `arg:""`
	scoring
	Swiss       bool
	AllWarnings bool
	Section     string
	Strata      string
	Handicap    bool
	Boards      bool
	Frequencies bool
	Recap       bool
	Cards       string
	Stream      bool
	Butler      bool
}

// Run implements the command.
func (c *rankCommand) Run(t *terminal) error {
	if !c.AllWarnings {
		t.shown = shownWarnings
	}
	c.swiss = c.Swiss
	var r *reckoned
	var err error
	if c.Stream {
		r, err = t.streamed(c)
	} else {
		r, err = t.record(c.Files, c.scoring)
	}
	if err != nil {
		return err
	}
	s := r.standings
	lists, err := c.lists(s)
	if err != nil {
		return err
	}
	var cards []event.Row
	if c.Cards != "" {
		if cards, err = carded(s, lists, plain(c.Cards)); err != nil {
			return err
		}
	}
	if c.Butler && s.Info.Kind != event.Teams {
		return bridge.At("--butler", bridge.Errorf(bridge.Unsupported, "rank.butler_kind", "the ranking of pairs by Butler beside that of the event is one of teams: --method butler ranks this event so"))
	}
	if t.json {
		out := t.rankingJSON(r, lists)
		if c.Butler {
			out.Butler = butlerJSON(s.Butler(), r.People)
		}
		out.Cards = cardsJSON(s, cards)
		if c.Boards {
			out.Boards = boardsJSON(s, c.section())
		}
		if c.Frequencies {
			out.Frequencies = frequenciesJSON(s, c.section())
		}
		if c.Recap {
			out.Recap = t.recapJSON(s, lists)
		}
		return t.answer(out)
	}
	var parts []func()
	for _, row := range cards {
		parts = append(parts, func() { t.card(r, row) })
	}
	if c.Butler {
		parts = append(parts, func() { t.butler(r) })
	}
	if c.Recap {
		for _, l := range lists {
			parts = append(parts, func() { t.recap(s, l, len(lists) > 1) })
		}
	}
	if c.Boards {
		parts = append(parts, func() { t.boards(s, r.People, c.section()) })
	}
	if c.Frequencies {
		parts = append(parts, func() { t.frequencies(s, c.section()) })
	}
	if len(parts) == 0 {
		t.ranking(r, lists)
		return nil
	}
	t.heading(s)
	for i, part := range parts {
		if i > 0 {
			t.out.WriteString("\n")
		}
		part()
	}
	t.notes(r, nil)
	return nil
}

// section is the one whose lines of the boards are asked for; empty: all.
func (c *rankCommand) section() string {
	if name := strings.ToUpper(plain(c.Section)); name != allOfThem {
		return name
	}
	return ""
}

// lists are those that are asked for: the ranking, unless a section or a stratum is
// wanted by itself, what else is wanted, and with handicaps each of them once more.
func (c *rankCommand) lists(s *event.Standings) ([]event.List, error) {
	var lists []event.List
	section, stratum := strings.ToUpper(plain(c.Section)), strings.ToUpper(plain(c.Strata))
	if c.Section == "" && (c.Strata == "" || stratum == allOfThem) {
		lists = append(lists, s.Lists...)
	}
	for _, part := range []struct {
		flag, want string
		name       func(event.List) string          // of a further list
		of         func(event.Row) string           // of a contestant
		none       func() *bridge.Error             // no contestant has one
		unknown    func(names string) *bridge.Error // none has this one
	}{
		{
			"--section", section, func(l event.List) string { return l.Section },
			func(r event.Row) string { return r.Contestant.Section },
			func() *bridge.Error {
				return bridge.Errorf(bridge.NotFound, "rank.no_sections", "this event has no sections")
			},
			func(names string) *bridge.Error {
				return bridge.Errorf(bridge.NotFound, "rank.section_unknown", "section %q: want all or one of %s", section, names)
			},
		},
		{
			"--strata", stratum, func(l event.List) string { return l.Stratum },
			func(r event.Row) string { return r.Stratum },
			func() *bridge.Error {
				return bridge.Errorf(bridge.NotFound, "rank.no_strata", "nobody in this event has a stratum")
			},
			func(names string) *bridge.Error {
				return bridge.Errorf(bridge.NotFound, "rank.stratum_unknown", "stratum %q: want all or one of %s", stratum, names)
			},
		},
	} {
		if part.want == "" {
			continue
		}
		names := namesOf(s, part.of)
		if len(names) == 0 {
			return nil, bridge.At(part.flag, part.none())
		}
		if part.want != allOfThem && !slices.Contains(names, part.want) {
			return nil, bridge.At(part.flag, part.unknown(strings.Join(names, ", ")))
		}
		found := 0
		for _, l := range s.Further {
			if name := part.name(l); !l.Handicap && name != "" && (name == part.want || part.want == allOfThem) {
				lists = append(lists, l)
				found++
			}
		}
		if found == 0 && part.want != allOfThem || part.flag == "--section" && found == 0 { // it is the whole field
			lists = append(lists, s.Lists...)
		}
	}
	if c.Handicap {
		found := len(lists)
		for _, l := range lists[:found] {
			at := slices.IndexFunc(s.Further, func(o event.List) bool {
				return o.Handicap && o.Side == l.Side && o.Section == l.Section && o.Stratum == l.Stratum
			})
			if at >= 0 {
				lists = append(lists, s.Further[at])
			}
		}
		if len(lists) == found {
			return nil, bridge.At("--handicap", bridge.Errorf(bridge.NotFound, "rank.no_handicap", "nobody in this event has a handicap"))
		}
	}
	return lists, nil
}

// allOfThem asks for every section, or every stratum.
const allOfThem = "ALL"

// namesOf lists the sections, or the strata, that the contestants of an event have.
func namesOf(s *event.Standings, of func(event.Row) string) (names []string) {
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			if name := of(r); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return names
}

// standingsOf ranks what a file holds; without a pack under the file's own. A file
// that broke off holds part of the truth only, and a ranking of that would look
// like a whole one.
func standingsOf(record *event.Record, pack *regulation.Pack) (*event.Standings, error) {
	if err := complete(record); err != nil {
		return nil, err
	}
	e, err := fold(record)
	switch {
	case err != nil:
		return nil, err
	case pack == nil:
		return e.Standings()
	}
	return e.StandingsUnder(pack)
}

// complete refuses a file that ends before it is complete.
func complete(record *event.Record) error {
	w := endsEarly(record)
	if w == nil {
		return nil
	}
	err := bridge.Errorf(bridge.Invalid, "rank.broken_off", "the file is not complete, it ends inside %v: nothing is ranked", w.Err.Args[0])
	err.Err = w.Err
	return place(*w, err)
}

// endsEarly is the warning that a file ends before it is complete; nil: it does not.
func endsEarly(record *event.Record) *event.Warning {
	for _, w := range record.Warnings {
		if slices.Contains(brokenOff, w.Err.Key) {
			return &w
		}
	}
	return nil
}

// fold folds the facts of a file that holds results.
func fold(record *event.Record) (*event.Event, error) {
	if !slices.ContainsFunc(record.Facts, hasResult) {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_results", "no result: nothing to rank")
	}
	return event.Fold(record.Facts)
}

// hasResult reports whether a fact is a result: of a board, or of a match as a whole.
func hasResult(f event.Fact) bool {
	switch f.Act.(type) {
	case event.Played, event.MatchScored, event.MatchRuled:
		return true
	}
	return false
}

// differing compares the standings with the results that the file prints itself.
// Where it is scored otherwise than it says they may differ, and nothing is said.
func differing(s *event.Standings, record *event.Record, otherwise bool) []*bridge.Error {
	if otherwise {
		return nil
	}
	diff, compared := s.Compare(record.Published)
	if len(diff) == 0 {
		return nil
	}
	return []*bridge.Error{bridge.Errorf(bridge.Conflict, "rank.published", "%d of the %d results that the file itself prints are not ours, first the %s: a ruling or a part of the file may be missing", len(diff), compared, diff[0])}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// read gives the bytes of a file, "-" for standard input, and the name that
// messages call it by.
func (t *terminal) read(path string) (name string, data []byte, err error) {
	if name = t.nameOf(path); path == "-" {
		data, err = io.ReadAll(t.stdin)
	} else {
		data, err = os.ReadFile(path)
	}
	if err == nil {
		return name, data, nil
	}
	cause := err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		cause = e.Err
	}
	info, statError := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = bridge.Errorf(bridge.NotFound, "file.missing", "there is no such file")
	case errors.Is(err, fs.ErrPermission):
		err = bridge.Errorf(bridge.Forbidden, "file.forbidden", "this file may not be read")
	case statError == nil && info.IsDir():
		err = bridge.Errorf(bridge.Invalid, "file.directory", "this is a directory: want a file")
	default:
		err = bridge.Errorf(bridge.Invalid, "file.unreadable", "the file cannot be read: %s", cause.Error())
	}
	return name, nil, bridge.At(name, err)
}

// nameOf is what messages call a file by.
func (t *terminal) nameOf(path string) string {
	if path == "-" {
		return t.T("stdin")
	}
	return locale.Clean(path)
}

// at puts the name of the file before the place of an error: "club.pbn:17". A
// place that is a line of the file joins it with a colon alone.
func at(name string, err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	c := *e
	c.At = name
	if line, isLine := strings.CutPrefix(e.At, "line "); isLine {
		c.At += ":" + line
	} else if e.At != "" {
		c.At += ": " + e.At
	}
	return &c
}

// place gives an error the line of a warning.
func place(w event.Warning, err error) error {
	if w.Line == 0 {
		return err
	}
	return bridge.At(fmt.Sprintf("line %d", w.Line), err)
}

// shownWarnings is the number of warnings that people see, if they do not ask for
// all; more are counted.
const shownWarnings = 5

// warn keeps what the reader of a file met. What a refusal says itself is not said
// before it as well.
func (t *terminal) warn(name string, list []event.Warning, refused error) {
	for _, w := range list {
		if errors.Is(refused, w.Err) {
			continue
		}
		e := *w.Err
		r := remark{at: name, warningJSON: warningJSON{Line: w.Line, Key: e.Key, Text: t.Error(&e)}}
		if w.Line > 0 {
			r.at += ":" + strconv.Itoa(w.Line)
		}
		t.warnings = append(t.warnings, r)
	}
}

// ranking prints lists for people.
func (t *terminal) ranking(r *reckoned, lists []event.List) {
	t.heading(r.standings)
	t.lists(r.standings, lists, r.People)
	t.notes(r, lists)
}

// notes prints what the numbers do not say: ties, penalties, rulings, and boards
// without a result.
func (t *terminal) notes(r *reckoned, lists []event.List) {
	if foot := t.foot(r, lists); foot != "" {
		t.out.WriteString(t.rule() + foot)
	}
}

// heading is the title, what was played, and the line.
func (t *terminal) heading(s *event.Standings) {
	what := []string{t.played(s.Info)}
	if s.Info.Kind == event.Teams {
		what = []string{t.N("count.teams", len(s.Lists[0].Rows)), t.N("count.matches", len(s.Matches))}
		if s.Info.Boards > 0 { // a history of matches has none
			what = append(what, t.N("count.boards", s.Info.Boards))
		}
		what = append(what, t.T("method."+string(s.Info.Method)))
	}
	if inPercent(s.Info.Unit) {
		what = append(what, t.T("rank.top", t.Decimal(s.Info.Top.String())))
	}
	facts := []string{
		strings.Join(what, ", "),
		t.T("rank.regulation", s.Regulation.Name, s.Regulation.Version),
	}
	if n := len(s.Open); n > 0 {
		facts = append(facts, t.T("rank.provisional", t.N("count.missing", n)))
	}
	if end := s.Phase.Until; !end.IsZero() {
		facts = append(facts, t.T("rank.correction", end.UTC().Format("2006-01-02 15:04")))
	}
	t.titled(s.Info, facts)
}

// titled prints the title of an event, facts about it, and the line.
func (t *terminal) titled(info event.Info, facts []string) {
	title := cmp.Or(locale.Clean(info.Title), t.T("rank.untitled."+string(info.Kind)))
	parts := []string{title}
	for _, text := range []string{info.Club, t.Date(info.Date)} {
		if text != "" {
			parts = append(parts, locale.Clean(text))
		}
	}
	first := t.wrap(parts, ", ", 0)
	t.out.WriteString(strings.Replace(first, title, t.paint.role(roleBold, title), 1))
	t.out.WriteString(t.paintLines(roleInk2, t.wrap(facts, " · ", 0)))
	t.out.WriteString(t.rule())
}

// played says how much was played, and how it is scored.
func (t *terminal) played(info event.Info) string {
	return strings.Join([]string{t.N("count.tables", info.Tables), t.N("count.boards", info.Boards), t.T("method." + string(info.Method))}, ", ")
}

// paintLines paints each line by itself, so that no colour crosses the end of one.
func (t *terminal) paintLines(r role, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(t.paint.role(r, strings.TrimSuffix(line, "\n")) + "\n")
	}
	return b.String()
}
