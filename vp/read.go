package vp

import (
	"bufio"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
)

// group are the rows of some numbers of boards.
type group struct {
	spans []boardSpan
	rows  []Row
}

type boardSpan struct{ from, to int }

func (g group) holds(boards int) bool {
	return slices.ContainsFunc(g.spans, func(s boardSpan) bool { return s.from <= boards && boards <= s.to })
}

// longest is the number of boards that "or more" ends at; no match has as many.
const longest = 9999

// mostPoints bounds the victory points of a side.
const mostPoints = 1000

// Read reads a scale from a text: a line for each step, with its first margin and
// the victory points of the winner and of the loser, which need not add up to the
// same everywhere. What follows # is a comment.
//
//	boards 5-8, 10
//	0    10  10
//	1    11   9
//	3-4  12   8    # nothing is known of a margin of 5 and more
//
// A step goes on to the next one, and the last one has no end; written as 3-4 it
// ends where it says, and a margin that no step has is refused when it comes. A line
// "boards" says which numbers of boards the steps after it are for, "boards 12+" for
// 12 and more; without one they are for all. A line "percent" before everything else
// makes it a scale of percentages: a step is then for what is more than its first
// number, and the first step, which begins at 50, for 50 too.
//
// Errors have code [bridge.Invalid] and the line and column, "line 3:9", as their
// place.
func Read(r io.Reader, name string) (*Scale, error) {
	d := decoder{scale: &Scale{name: name, unit: IMPs, fractional: regulation.NearestInt, made: new(sync.Map)}}
	in := bufio.NewScanner(r)
	for d.line = 1; in.Scan(); d.line++ {
		text, _, _ := strings.Cut(strings.TrimPrefix(in.Text(), "\ufeff"), "#")
		if !utf8.ValidString(text) {
			return nil, d.at(0, bridge.Errorf(bridge.Invalid, "vp.text", "not a text of steps: %w", errors.New("invalid UTF-8")))
		}
		if err := d.read(text); err != nil {
			return nil, err
		}
	}
	if err := in.Err(); err != nil {
		return nil, d.at(0, bridge.Errorf(bridge.Invalid, "vp.text", "not a text of steps: %w", err))
	}
	return d.finish()
}

type decoder struct {
	scale  *Scale
	groups []group
	line   int
	begun  bool // by a line that is no comment
	opened int  // line of the group
}

// at is a place: the column of the byte at that offset of a line, counted in signs.
func (d *decoder) at(column int, err error) error {
	if column == 0 {
		return bridge.At(fmt.Sprintf("line %d", d.line), err)
	}
	return bridge.At(fmt.Sprintf("line %d:%d", d.line, column), err)
}

// field is a word of a line and the column where it begins, from 1.
type field struct {
	text   string
	column int
}

// fieldsOf cuts a line at blanks, and at commas where it is a list.
func fieldsOf(line string) (list []field) {
	column, start, begin := 0, -1, 0
	for i, r := range line + " " {
		column++
		switch blank := unicode.IsSpace(r) || r == ','; {
		case !blank && start < 0:
			start, begin = i, column
		case blank && start >= 0:
			list = append(list, field{line[start:i], begin})
			start = -1
		}
	}
	return list
}

func (d *decoder) read(text string) error {
	fields := fieldsOf(text)
	if len(fields) == 0 {
		return nil
	}
	first := !d.begun
	d.begun = true
	switch fields[0].text {
	case "percent":
		if !first || len(fields) > 1 {
			return d.at(fields[0].column, bridge.Errorf(bridge.Invalid, "vp.percent_line", "the line \"percent\" stands alone, before all others"))
		}
		d.scale.unit = Percent
		return nil
	case "boards":
		return d.boards(fields)
	}
	if len(d.groups) == 0 {
		d.groups, d.opened = append(d.groups, group{spans: []boardSpan{{1, longest}}}), d.line
	}
	return d.step(fields)
}

// boards begins a group.
func (d *decoder) boards(fields []field) error {
	if err := d.closeGroup(); err != nil {
		return err
	}
	if len(fields) == 1 {
		return d.at(fields[0].column, badSpan("boards"))
	}
	g := group{}
	for _, f := range fields[1:] {
		from, to, both := strings.Cut(f.text, "-")
		more := false
		if !both {
			from, more = strings.CutSuffix(f.text, "+")
			to = from
		}
		low, err1 := strconv.Atoi(from)
		high, err2 := strconv.Atoi(to)
		if more {
			high = longest
		}
		if err1 != nil || err2 != nil || low < 1 || high < low || high > longest || strings.ContainsAny(from+to, "+") {
			return d.at(f.column, badSpan(f.text))
		}
		for _, other := range append(slices.Clone(d.groups), g) {
			for _, s := range other.spans {
				if low <= s.to && s.from <= high {
					return d.at(f.column, bridge.Errorf(bridge.Invalid, "vp.boards_twice", "a table for %d boards is there already", max(low, s.from)))
				}
			}
		}
		g.spans = append(g.spans, boardSpan{low, high})
	}
	d.groups, d.opened = append(d.groups, g), d.line
	return nil
}

func badSpan(text string) error {
	return bridge.Errorf(bridge.Invalid, "vp.span", "%q: want numbers of boards like 8, 9-11 or 12+", text)
}

// step reads a row.
func (d *decoder) step(fields []field) error {
	if len(fields) != 3 {
		return d.at(fields[min(len(fields)-1, 3)].column, bridge.Errorf(bridge.Invalid, "vp.fields",
			"%d values: want three, the first margin and the victory points of the winner and of the loser", len(fields)))
	}
	row, err := d.margins(fields[0])
	if err != nil {
		return err
	}
	for i, to := range []*exact.Fraction{&row.Winner, &row.Loser} {
		f := fields[1+i]
		if *to, err = exact.Parse(f.text); err != nil || to.Sign() < 0 || to.Cmp(exact.Int(mostPoints)) > 0 {
			return d.at(f.column, bridge.Errorf(bridge.Invalid, "vp.points", "%q: want victory points from 0 to %d", f.text, mostPoints))
		}
	}
	g := &d.groups[len(d.groups)-1]
	if err := d.follows(g.rows, row, fields); err != nil {
		return err
	}
	if n := len(g.rows); n > 0 && g.rows[n-1].Open {
		last := &g.rows[n-1]
		last.Open, last.Last = false, row.First
		if d.scale.unit == IMPs {
			last.Last = row.First.Sub(exact.Int(1))
		}
	}
	g.rows = append(g.rows, row)
	return nil
}

// margins reads the first column: a number, or two with a dash between them.
func (d *decoder) margins(f field) (row Row, err error) {
	first, last, closed := strings.Cut(f.text, "-")
	number := func(text string) (exact.Fraction, bool) {
		n, err := exact.Parse(text)
		if d.scale.unit == Percent {
			return n, err == nil && n.Cmp(exact.Int(50)) >= 0 && n.Cmp(exact.Int(100)) <= 0
		}
		return n, err == nil && n.IsInt() && n.Sign() >= 0 && n.Cmp(exact.Int(1_000_000)) <= 0
	}
	var ok1, ok2 bool
	row.First, ok1 = number(first)
	row.Last, ok2, row.Open = row.First, true, !closed
	if closed {
		row.Last, ok2 = number(last)
	}
	if ok1 && ok2 && row.Last.Cmp(row.First) >= 0 {
		return row, nil
	}
	if d.scale.unit == Percent {
		return row, d.at(f.column, bridge.Errorf(bridge.Invalid, "vp.margin_percent", "%q: want a percentage from 50 to 100, or two like 50-51.5", f.text))
	}
	return row, d.at(f.column, bridge.Errorf(bridge.Invalid, "vp.margin", "%q: want a whole margin of IMPs, or two like 3-7", f.text))
}

// follows refuses a row that cannot stand behind those before it: margins rise, the
// winner's points do not fall and the loser's do not rise.
func (d *decoder) follows(rows []Row, row Row, fields []field) error {
	margin, winner, loser := fields[0].column, fields[1].column, fields[2].column
	if len(rows) == 0 {
		begin := exact.Int(0)
		if d.scale.unit == Percent {
			begin = exact.Int(50)
		}
		switch {
		case !row.First.Equal(begin):
			return d.at(margin, bridge.Errorf(bridge.Invalid, "vp.begin", "the first step begins at %v: want %v", row.First, begin))
		case !row.Winner.Equal(row.Loser):
			return d.at(loser, bridge.Errorf(bridge.Invalid, "vp.tie", "%v and %v for a tie: want the same for both", row.Winner, row.Loser))
		}
		return nil
	}
	last := rows[len(rows)-1]
	end := last.Last
	if last.Open {
		end = last.First
	}
	beyond := row.First.Cmp(end)
	if d.scale.unit == Percent && !last.Open {
		beyond++ // it may begin where the other one ends
	}
	switch {
	case beyond <= 0:
		return d.at(margin, bridge.Errorf(bridge.Invalid, "vp.order", "a step from %v stands behind one of %v: want margins that rise", row.First, end))
	case row.Winner.Cmp(last.Winner) < 0:
		return d.at(winner, bridge.Errorf(bridge.Invalid, "vp.falls", "the winner has %v, and %v at a smaller margin", row.Winner, last.Winner))
	case row.Loser.Cmp(last.Loser) > 0:
		return d.at(loser, bridge.Errorf(bridge.Invalid, "vp.rises", "the loser has %v, and %v at a smaller margin", row.Loser, last.Loser))
	}
	return nil
}

// closeGroup refuses a group without rows.
func (d *decoder) closeGroup() error {
	if n := len(d.groups); n > 0 && len(d.groups[n-1].rows) == 0 {
		return bridge.At(fmt.Sprintf("line %d", d.opened), bridge.Errorf(bridge.Invalid, "vp.no_steps", "no step stands below these boards"))
	}
	return nil
}

func (d *decoder) finish() (*Scale, error) {
	if len(d.groups) == 0 {
		return nil, bridge.Errorf(bridge.Invalid, "vp.empty", "no step: want at least one line like 0 10 10")
	}
	if err := d.closeGroup(); err != nil {
		return nil, err
	}
	s, groups := d.scale, d.groups
	s.pool = groups[0].rows[0].Winner.Add(groups[0].rows[0].Loser)
	s.even = true
	var spans []boardSpan
	for _, g := range groups {
		spans = append(spans, g.spans...)
		for _, r := range g.rows {
			s.even = s.even && r.Winner.Add(r.Loser).Equal(s.pool)
		}
	}
	if s.unit == Percent && !s.even {
		return nil, bridge.Errorf(bridge.Invalid, "vp.percent_pool", "the sides of a scale of percentages must have the same together in every step")
	}
	s.lengths = lengths(spans)
	s.any = len(groups) == 1 && slices.Equal(groups[0].spans, []boardSpan{{1, longest}})
	s.rows = func(boards int) ([]Row, error) {
		for _, g := range groups {
			if g.holds(boards) {
				return g.rows, nil
			}
		}
		return nil, badBoards(boards, s.lengths)
	}
	return s, nil
}

// lengths joins runs of boards: "1-8, 12 or more".
func lengths(spans []boardSpan) string {
	slices.SortFunc(spans, func(a, b boardSpan) int { return cmp.Compare(a.from, b.from) })
	var parts []string
	for i := 0; i < len(spans); i++ {
		s := spans[i]
		for i+1 < len(spans) && spans[i+1].from == s.to+1 {
			i++
			s.to = spans[i].to
		}
		if s.to == longest {
			parts = append(parts, fmt.Sprintf("%d+", s.from))
			continue
		}
		parts = append(parts, span(s.from, s.to))
	}
	return strings.Join(parts, ", ")
}

//go:embed scales/*.txt
var scaleFiles embed.FS

// ship makes the scales of the program.
func ship() []*Scale {
	twenty := exact.Int(20)
	list := []*Scale{
		{name: "wbf", rows: continuousTable, lengths: span(1, MostBoards)},
		{name: "wbf-discrete", rows: discreteTable, lengths: span(1, MostBoards)},
	}
	for _, s := range list {
		s.unit, s.pool, s.even, s.fractional, s.made = IMPs, twenty, true, regulation.NearestInt, new(sync.Map)
	}
	files, err := scaleFiles.ReadDir("scales")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, f := range files {
		data, err := scaleFiles.Open("scales/" + f.Name())
		if err != nil {
			panic(err)
		}
		s, err := Read(data, strings.TrimSuffix(f.Name(), ".txt"))
		_ = data.Close()
		if err != nil {
			panic(fmt.Sprintf("vp: a scale that ships is not sound: %v", err))
		}
		list = append(list, s)
	}
	for _, s := range list {
		switch s.name {
		case "ebu-pairs":
			s.half = "ebu-pairs-half"
		case "ebu-pairs-half":
			s.halves = true
		case "win-loss-acbl":
			s.unverified = true
		}
	}
	return list
}
