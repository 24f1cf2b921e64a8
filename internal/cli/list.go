package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// The bars of a list: one column is one percent, or two where names need the
// room. A bar ends where the page ends, since the number stands beside it.
type bars struct {
	side    int            // columns on each side of the line at 50 percent
	percent exact.Fraction // of one column
	scale   string         // heading, from the column of 40 percent on
}

var (
	noBars   = bars{}
	fullBars = bars{13, exact.Int(1), "40        50        60"}
	halfBars = bars{7, exact.Int(2), "40   50   60"}
)

// width is the number of columns that bars take, with the gap before them.
func (b bars) width() int {
	if b.side == 0 {
		return 0
	}
	return 1 + b.side + 1 + b.side
}

const (
	nameGap  = 2   // columns before the names and behind them
	namesMin = 12  // columns that names get at least
	fifty    = "│" // the line at 50 percent
	bar      = "━" // one column of a bar
	noPlace  = "–" // of a contestant without a board that counts
	tiedMark = "=" // of one that shares its place
	dash     = " – "
	moreFoot = 10 // lines of the foot that people see; more are counted
)

// row is a line of a list, ready to print.
type row struct {
	place, mark, pair, names, boards, total, percent string
	value                                            exact.Fraction // of percent
	ranked                                           bool
}

// layout is the width of each column of all lists of an event; 0 leaves a column
// out.
type layout struct {
	place, pair, names, boards, total, percent int
	bars                                       bars
}

// lists prints the rankings of an event, with the same columns. Where the
// regulation counts in percent a total is the percentage, and stands there once;
// IMPs and points have no percentage.
func (t *terminal) lists(lists []event.List, unit regulation.Unit, people event.People) {
	head := row{
		place: t.T("column.place"), mark: " ", pair: t.T("column.pair"), names: t.T("column.names"),
		boards: t.T("column.boards"), total: t.T("column.mp"), percent: "%",
	}
	var all []row
	for _, l := range lists {
		all = append(all, t.rows(l, people)...)
	}
	switch unit {
	case regulation.PercentScale:
		head.total = ""
		for i := range all {
			all[i].total = ""
		}
	case regulation.IMPs, regulation.Points: // one number, and no line at 50
		head.total, head.percent = "", t.unitName(unit)
		for i := range all {
			all[i].total, all[i].percent = "", all[i].total
		}
	}
	fit := []bars{fullBars, halfBars, noBars}
	if !inPercent(unit) {
		fit = []bars{noBars}
	}
	w := t.layout(head, all, fit)
	for i, l := range lists {
		if i > 0 {
			t.out.WriteString("\n")
		}
		if l.Side.Valid() {
			fmt.Fprintf(&t.out, "%s %s\n", sides.Of(l.Side), t.paint.role(roleBold, t.Side(l.Side)))
		}
		heading := w.line(head, head.names, false)
		if w.bars.side > 0 {
			heading += strings.Repeat(" ", w.bars.width()-w.bars.side-width(w.bars.scale)/2) + w.bars.scale
		}
		t.out.WriteString(t.paint.role(roleInk2, heading) + "\n")
		for _, r := range all[:len(l.Rows)] {
			names := breakNames(r.names, max(w.names, 1))
			s := w.line(r, names[0], t.paint)
			if w.bars.side > 0 && r.ranked {
				s += " " + t.bar(w.bars, r.value)
			}
			t.out.WriteString(strings.TrimRight(s, " ") + "\n")
			for _, more := range names[1:] {
				t.out.WriteString(strings.Repeat(" ", w.place+2+w.pair+nameGap) + more + "\n")
			}
		}
		all = all[len(l.Rows):]
	}
}

// rows puts the rows of a list into words.
func (t *terminal) rows(l event.List, people event.People) []row {
	rows := make([]row, len(l.Rows))
	for i, r := range l.Rows {
		rows[i] = row{
			place: noPlace, mark: " ", pair: r.Contestant.Label(), names: locale.Clean(people.Name(r.Persons)),
			boards: fmt.Sprint(r.Boards), total: t.Decimal(r.Total.String()), percent: t.Decimal(r.Percent.String()),
			value: r.Percent.Value, ranked: r.Rank > 0,
		}
		if r.Rank > 0 {
			rows[i].place = fmt.Sprint(r.Rank)
		} else {
			rows[i].total, rows[i].percent = noPlace, noPlace
		}
		if r.Tied {
			rows[i].mark = tiedMark
		}
	}
	return rows
}

// layout finds the widths of the columns. Names and boards have one only if they
// say something; bars stand there if most names have room beside them.
func (t *terminal) layout(head row, rows []row, fit []bars) layout {
	var w layout
	longest := width(head.names)
	named, uneven := false, false
	for _, r := range append(rows, head) {
		w.place, w.pair = max(w.place, width(r.place)), max(w.pair, width(r.pair))
		w.boards, w.total = max(w.boards, width(r.boards)), max(w.total, width(r.total))
		w.percent = max(w.percent, width(r.percent), 5)
		longest = max(longest, width(r.names))
	}
	for _, r := range rows {
		named = named || r.names != ""
		uneven = uneven || r.boards != rows[0].boards
	}
	if !uneven {
		w.boards = 0
	}
	if head.total != "" {
		w.total = max(w.total, 5)
	}
	room := t.columns - width(w.line(row{}, "", false)) // for names and bars
	for _, w.bars = range fit {
		names, long := room-w.bars.width()-nameGap, 0
		for _, r := range rows {
			if width(r.names) > names {
				long++
			}
		}
		switch {
		case !named && room >= w.bars.width():
			return w
		case named && names >= namesMin && 4*long <= len(rows):
			w.names = names
			if w.bars.side == 0 {
				w.names = min(names, longest)
			}
			return w
		}
	}
	w.names = max(room-nameGap, namesMin)
	if !named {
		w.names = 0
	}
	return w
}

// line is a row up to its percentage.
func (w layout) line(r row, names string, paint painter) string {
	gap := strings.Repeat(" ", nameGap)
	s := right(r.place, w.place) + left(r.mark, 1) + " " + right(r.pair, w.pair)
	if w.names > 0 {
		s += gap + left(names, w.names)
	}
	if w.boards > 0 {
		s += gap + right(r.boards, w.boards)
	}
	if w.total > 0 {
		s += gap + right(r.total, w.total)
	}
	return s + "   " + paint.role(roleBold, right(r.percent, w.percent))
}

// bar draws how far a percentage lies from 50: to the right of the line what is
// above, to the left what is below.
func (t *terminal) bar(b bars, percent exact.Fraction) string {
	steps, _ := percent.Sub(exact.Int(50)).Div(b.percent).Round(exact.Rounding{Unit: exact.Int(1)}).Int64()
	n := min(max(int(steps), -b.side), b.side)
	if n < 0 {
		return strings.Repeat(" ", b.side+n) + t.paint.role(roleAccent, strings.Repeat(bar, -n)) + fifty
	}
	return strings.Repeat(" ", b.side) + fifty + t.paint.role(roleAccent, strings.Repeat(bar, n))
}

// breakNames breaks the names of a pair that do not fit into w columns: at the
// dash between them, else between words, else where the column ends. Nothing is
// left out.
func breakNames(names string, w int) []string {
	if width(names) <= w {
		return []string{names}
	}
	var lines []string
	line := ""
	flush := func() {
		lines, line = append(lines, line), ""
	}
	players := strings.Split(names, dash)
	for i, player := range players {
		if i < len(players)-1 {
			player += strings.TrimRight(dash, " ")
		}
		if line != "" && width(line)+1+width(player) > w {
			flush()
		}
		for word := range strings.FieldsSeq(player) {
			if line != "" && width(line)+1+width(word) > w {
				flush()
			}
			if line != "" {
				line += " "
			}
			for _, r := range word {
				if width(line)+width(string(r)) > w {
					flush()
				}
				line += string(r)
			}
		}
	}
	flush()
	return lines
}

// foot says which boards were ruled, cancelled, not played or are still missing.
func (t *terminal) foot(s *event.Standings) string {
	var notes []string
	late := map[event.Meeting]bool{}
	for _, b := range s.Boards {
		whole := len(b.Lines) > 0 && !slices.ContainsFunc(b.Lines, func(l event.Line) bool { return l.State != event.StateCancelled })
		if whole { // once, not for each table
			notes = append(notes, t.T("rank.cancelled", t.where(event.Meeting{Session: b.Session, Board: b.Board})))
		}
		for _, l := range b.Lines {
			switch l.State {
			case event.StateAdjusted:
				notes = append(notes, t.T("rank.ruling", t.where(l.Meeting), t.award(l.Award.NS), t.award(l.Award.EW)))
			case event.StateAssigned:
				ns, ew := t.assigned(l.Ruling.NS), t.assigned(l.Ruling.EW)
				if ns == ew {
					notes = append(notes, t.T("rank.assigned", t.where(l.Meeting), ns))
				} else {
					notes = append(notes, t.T("rank.assigned_split", t.where(l.Meeting), ns, ew))
				}
			case event.StateNotPlayed:
				notes = append(notes, t.T("rank.not_played", t.where(l.Meeting)))
			case event.StateCancelled:
				if !whole {
					notes = append(notes, t.T("rank.cancelled", t.where(l.Meeting)))
				}
			case event.StateLate:
				late[l.Meeting] = true
			}
		}
	}
	for _, m := range s.Open {
		key := "rank.open"
		if late[m] {
			key = "rank.late"
		}
		notes = append(notes, t.T(key, t.where(m)))
	}
	if more := len(notes) - moreFoot; more > 1 {
		notes = append(notes[:moreFoot], t.N("rank.more_notes", more))
	}
	var b strings.Builder
	for _, n := range notes {
		b.WriteString(t.wrap([]string{locale.Sentence(n)}, "", 2))
	}
	return b.String()
}

// where names a meeting: by its table if that is known, else by who met.
func (t *terminal) where(m event.Meeting) string {
	board := t.T("board", int(m.Board))
	if m.Session > 1 {
		board = t.T("rank.session", m.Session, board)
	}
	if m.Table > 0 {
		return t.T("rank.at_table", board, m.Table)
	}
	var who []string
	for _, c := range []event.Contestant{m.NS, m.EW} {
		if !c.IsZero() {
			who = append(who, c.Label())
		}
	}
	if len(who) == 0 {
		return board
	}
	return t.N("rank.between", len(who), board, strings.Join(who, dash))
}

// assigned are the outcomes of an assigned score with their weights: "60% 4♠ S =, 40% 4♠ S
// -1".
func (t *terminal) assigned(list []event.Assigned) string {
	texts := make([]string, len(list))
	for i, o := range list {
		if texts[i] = t.result(o.Result); o.Result.IsZero() && o.Score != nil {
			texts[i] = strconv.Itoa(int(*o.Score))
		}
		if len(list) > 1 {
			texts[i] = t.T("percent", t.Number(o.Weight.Mul(exact.Int(100)))) + " " + texts[i]
		}
	}
	return strings.Join(texts, ", ")
}

// award is an artificial score as rulings write it: "A+", "60 %", "3 IMP".
func (t *terminal) award(a event.Award) string {
	switch {
	case a.IsZero():
		return noPlace
	case a.Kind == event.FixedPercent:
		return t.T("percent", t.Number(a.Percent))
	case a.Kind == event.FixedIMPs:
		return t.Number(a.IMPs) + " IMP"
	}
	return string(a.Kind)
}

// sides are the signs of the sides: upright and level, as the pairs sit.
var sides = bridge.BySide[string]{NS: "│", EW: "─"}
