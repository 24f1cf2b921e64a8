package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/xlsx"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// rankCommand ranks the contestants of a result file.
type rankCommand struct {
	File string `arg:""`
	scoring
	AllWarnings bool
	Boards      bool
	Cards       string
}

// Run implements the command.
func (c *rankCommand) Run(t *terminal) error {
	if !c.AllWarnings {
		t.shown = shownWarnings
	}
	_, record, standings, err := t.record(plain(c.File), c.scoring)
	if err != nil {
		return err
	}
	var cards []event.Row
	if c.Cards != "" {
		if cards, err = carded(standings, plain(c.Cards)); err != nil {
			return err
		}
	}
	if t.json {
		out := t.rankingJSON(standings, record)
		out.Cards = cardsJSON(standings, cards)
		if c.Boards {
			out.Boards = boardsJSON(standings)
		}
		return t.answer(out)
	}
	if len(cards) == 0 && !c.Boards {
		t.ranking(standings, record.People)
		return nil
	}
	t.heading(standings)
	for i, row := range cards {
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.card(standings, row, record.People)
	}
	if c.Boards {
		if len(cards) > 0 {
			t.out.WriteString("\n")
		}
		t.boards(standings, record.People)
	}
	t.notes(standings)
	return nil
}

// standingsOf ranks what a file holds; without a pack under the file's own. A file
// that broke off holds part of the truth only, and a ranking of that would look
// like a whole one.
func standingsOf(record *event.Record, pack *regulation.Pack) (*event.Standings, error) {
	if w := endsEarly(record); w != nil {
		err := bridge.Errorf(bridge.Invalid, "rank.broken_off", "the file is not complete, it ends inside %v: nothing is ranked", w.Err.Args[0])
		err.Err = w.Err
		return nil, place(*w, err)
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
	if !slices.ContainsFunc(record.Facts, func(f event.Fact) bool { _, played := f.Act.(event.Played); return played }) {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_results", "no result: nothing to rank")
	}
	return event.Fold(record.Facts)
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

// pairsOf reads the list of pairs of a table of results: the one that is named, else
// the one that lies beside it, club.pairs.csv beside club.csv. There may be none.
// Penalties have no place in a ranking yet, and a file of them is named.
func (t *terminal) pairsOf(path, list string, data []byte, charset string) (*table.Pairs, error) {
	if !isTable(data, charset) {
		if list != "" {
			return nil, wrongValue("--pairs", bridge.Errorf(Usage, "usage.pairs", "a list of pairs belongs to a table of results (CSV, Excel): other files name their pairs themselves"))
		}
		return nil, nil
	}
	if path != "-" {
		stem := strings.TrimSuffix(path, filepath.Ext(path))
		if penalties := stem + ".penalties.csv"; exists(penalties) {
			t.warn(locale.Clean(penalties), []event.Warning{{Err: bridge.Errorf(bridge.Unsupported, "rank.penalties",
				"penalties are not counted in this version: the ranking is without them")}}, nil)
		}
		if beside := stem + ".pairs.csv"; list == "" && !xlsx.Sniff(data) && exists(beside) { // a workbook has a sheet for it
			list = beside
		}
	}
	if list == "" {
		return nil, nil
	}
	name, text, err := t.read(list)
	if err != nil {
		return nil, err
	}
	pairs, err := readPairs(text, charset)
	if err != nil {
		return nil, at(name, err)
	}
	t.warn(name, hinted(pairs.Warnings), nil)
	return pairs, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// read gives the bytes of a file, "-" for standard input, and the name that
// messages call it by.
func (t *terminal) read(path string) (name string, data []byte, err error) {
	if path == "-" {
		name = t.T("stdin")
		data, err = io.ReadAll(t.stdin)
	} else {
		name = locale.Clean(path)
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

type rankJSON struct {
	Event      eventJSON        `json:"event"`
	Method     event.Method     `json:"method"`
	Regulation event.Regulation `json:"regulation"`
	Lists      []listJSON       `json:"lists"`
	Boards     []sheetJSON      `json:"boards,omitempty"` // with --boards
	Cards      []cardJSON       `json:"cards,omitempty"`  // with --cards
	Warnings   []warningJSON    `json:"warnings"`
}

type eventJSON struct {
	Title   string        `json:"title,omitempty"`
	Club    string        `json:"club,omitempty"`
	Date    string        `json:"date,omitempty"`
	Kind    event.Kind    `json:"kind"`
	Winners int           `json:"winners"`
	Tables  int           `json:"tables"`
	Boards  int           `json:"boards"`
	Results int           `json:"results"`
	Open    int           `json:"open"`          // meetings without a result: the ranking is provisional
	Top     *event.Figure `json:"top,omitempty"` // matchpoints
}

type listJSON struct {
	Name string    `json:"name"`
	Rows []rowJSON `json:"rows"`
}

type rowJSON struct {
	Rank       *int          `json:"rank"` // null without a board that counts
	Tied       bool          `json:"tied"`
	Contestant string        `json:"contestant"`
	Names      []string      `json:"names"`
	Boards     int           `json:"boards"`
	Total      event.Figure  `json:"total"`
	Max        *event.Figure `json:"max,omitempty"`     // matchpoints
	Percent    *event.Figure `json:"percent,omitempty"` // matchpoints
}

func (t *terminal) rankingJSON(s *event.Standings, record *event.Record) rankJSON {
	out := rankJSON{
		Event: eventJSON{
			Title: s.Info.Title, Club: s.Info.Club, Date: s.Info.Date, Kind: s.Info.Kind, Winners: s.Info.Winners,
			Tables: s.Info.Tables, Boards: s.Info.Boards, Results: s.Info.Results, Open: len(s.Open),
		},
		Method: s.Info.Method, Regulation: s.Regulation, Lists: []listJSON{}, Warnings: t.warningList(),
	}
	matchpoints := inPercent(s.Info.Unit)
	if matchpoints {
		out.Event.Top = &s.Info.Top
	}
	for _, list := range s.Lists {
		rows := []rowJSON{}
		for _, r := range list.Rows {
			row := rowJSON{
				Tied: r.Tied, Contestant: r.Contestant.Label(), Names: record.People.Names(r.Persons),
				Boards: r.Boards, Total: r.Total,
			}
			if r.Rank > 0 {
				row.Rank = &r.Rank
			}
			if row.Names == nil {
				row.Names = []string{}
			}
			if matchpoints {
				row.Max, row.Percent = &r.Max, &r.Percent
			}
			rows = append(rows, row)
		}
		out.Lists = append(out.Lists, listJSON{list.Name, rows})
	}
	return out
}

// ranking prints standings for people.
func (t *terminal) ranking(s *event.Standings, people event.People) {
	t.heading(s)
	t.lists(s.Lists, s.Info.Unit, people)
	t.notes(s)
}

// notes prints what the numbers do not say: rulings, and boards without a result.
func (t *terminal) notes(s *event.Standings) {
	if foot := t.foot(s); foot != "" {
		t.out.WriteString(t.rule() + foot)
	}
}

// heading is the title, what was played, and the line.
func (t *terminal) heading(s *event.Standings) {
	what := []string{t.played(s.Info)}
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
