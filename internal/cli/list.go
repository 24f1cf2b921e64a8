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
	nameGap    = 2   // columns before the names and behind them
	namesMin   = 12  // columns that names get at least, where there is room
	namesLeast = 8   // where there is none
	fifty      = "│" // the line at 50 percent
	bar        = "━" // one column of a bar
	noPlace    = "–" // of a contestant without a board that counts
	tiedMark   = "=" // of one that shares its place
	dash       = " – "
	moreFoot   = 10 // lines of the foot that people see; more are counted
)

// row is a line of a list, ready to print.
type row struct {
	place, mark, pair, names, boards, total, percent string
	extra                                            []string       // what only some events have
	vp                                               string         // of Swiss pairs
	value                                            exact.Fraction // of percent
	ranked                                           bool
	stage                                            int
	won                                              bool // the total is of matches won
}

// layout is the width of each column of all lists of an event; 0 leaves a column
// out.
type layout struct {
	place, pair, names, boards, total, percent int
	extra                                      []int // none: what is extra stands below
	below                                      bool  // the number of boards stands there too
	bars                                       bars
}

// lists prints rankings of an event, with the same columns. Where the regulation
// counts in percent a total is the percentage, and stands there once; IMPs and
// points have no percentage.
func (t *terminal) lists(s *event.Standings, lists []event.List, people event.People) {
	head := row{
		place: t.T("column.place"), mark: " ", pair: t.contestantHead(s), names: t.T("column.names"),
		boards: t.T("column.boards"), total: t.T("column.mp"), percent: t.percentHead(event.List{}),
	}
	extras := t.extras(s, lists)
	for _, x := range extras {
		head.extra = append(head.extra, x.head)
	}
	var all []row
	for _, l := range lists {
		all = append(all, t.rows(l, people, extras)...)
	}
	switch {
	case s.Info.Unit == regulation.PercentScale:
		head.total = ""
		for i := range all {
			all[i].total = ""
		}
	case !inPercent(s.Info.Unit): // one number, and no line at 50
		head.total, head.percent = "", t.unitName(listUnit(s))
		for i := range all {
			all[i].total, all[i].percent = "", all[i].total
		}
	}
	if swissPairs(s) {
		head.total, head.percent = "", t.T("column.vp")
		for i := range all {
			if all[i].total, all[i].percent = "", noPlace; all[i].ranked {
				all[i].percent = all[i].vp
			}
		}
	}
	fit := []bars{fullBars, halfBars, noBars}
	if !inPercent(s.Info.Unit) || swissPairs(s) {
		fit = []bars{noBars}
	}
	widest := head
	adjusted := slices.ContainsFunc(lists, func(l event.List) bool { return l.Handicap }) && inPercent(s.Info.Unit)
	if adjusted {
		widest.percent = t.percentHead(event.List{Handicap: true})
	}
	w := t.layout(widest, all, fit)
	for i, l := range lists {
		if i > 0 {
			t.out.WriteString("\n")
		}
		if title := t.listTitle(l, len(lists) > len(s.Lists)); title != "" {
			t.out.WriteString(title + "\n")
		}
		if adjusted {
			head.percent = t.percentHead(l)
		}
		heading := w.line(head, head.names, false)
		if w.bars.side > 0 {
			heading += strings.Repeat(" ", w.bars.width()-w.bars.side-width(w.bars.scale)/2) + w.bars.scale
		}
		t.out.WriteString(t.paint.role(roleInk2, heading) + "\n")
		own := all[:len(l.Rows)]
		staged := slices.ContainsFunc(own, func(r row) bool { return r.stage != own[0].stage })
		for n, r := range own {
			if staged && (n == 0 || own[n-1].stage != r.stage) {
				title := t.T("list.stage", r.stage)
				if r.won && listUnit(s) != regulation.Won {
					title = t.T("list.stage_won", r.stage)
				}
				t.out.WriteString(t.paint.role(roleInk2, "  "+locale.Sentence(title)) + "\n")
			}
			t.listed(w, head, r)
		}
		all = all[len(l.Rows):]
	}
}

// listed prints a row, with what has no room in its line below.
func (t *terminal) listed(w layout, head, r row) {
	names := breakNames(r.names, max(w.names, 1))
	s := w.line(r, names[0], t.paint)
	if w.bars.side > 0 && r.ranked {
		s += " " + t.bar(w.bars, r.value)
	}
	t.out.WriteString(strings.TrimRight(s, " ") + "\n")
	indent := w.place + 2 + w.pair + nameGap
	for _, more := range names[1:] {
		t.out.WriteString(strings.Repeat(" ", indent) + more + "\n")
	}
	var below []string
	if w.below {
		below = append(below, head.boards+"\u00a0"+r.boards)
	}
	for i, text := range r.extra {
		if text != "" && len(w.extra) == 0 {
			below = append(below, head.extra[i]+"\u00a0"+text)
		}
	}
	if len(below) == 0 {
		return
	}
	narrow := *t
	narrow.columns -= indent
	for line := range strings.Lines(narrow.wrap(below, " · ", 0)) {
		t.out.WriteString(strings.Repeat(" ", indent) + t.paint.role(roleInk2, strings.TrimSuffix(line, "\n")) + "\n")
	}
}

// listTitle says which list it is; the only one needs no title.
func (t *terminal) listTitle(l event.List, others bool) string {
	parts := t.listWords(l)
	if len(parts) == 0 && others {
		parts = append(parts, t.T("list.overall"))
	}
	if len(parts) == 0 {
		return ""
	}
	title := t.paint.role(roleBold, locale.Sentence(strings.Join(parts, ", ")))
	if l.Side.Valid() {
		title = sides.Of(l.Side) + " " + title
	}
	return title
}

// listWords say which list it is.
func (t *terminal) listWords(l event.List) (parts []string) {
	if l.Side.Valid() {
		parts = append(parts, t.Side(l.Side))
	}
	if l.Section != "" {
		parts = append(parts, t.T("list.section", l.Section))
	}
	if l.Stratum != "" {
		parts = append(parts, t.T("list.stratum", l.Stratum))
	}
	if l.Handicap {
		parts = append(parts, t.T("list.handicap"))
	}
	return parts
}

// percentHead is what stands above percentages. With handicaps they may be more than 100.
func (t *terminal) percentHead(l event.List) string {
	if l.Handicap {
		return t.T("column.adjusted")
	}
	return "%"
}

// contestantHead is what stands above the numbers of contestants.
func (t *terminal) contestantHead(s *event.Standings) string {
	switch s.Info.Kind {
	case event.Individuals:
		return t.T("column.player")
	case event.Teams:
		return t.T("column.team")
	}
	return t.T("column.pair")
}

// extra is a column that only some events have.
type extra struct {
	head string
	cell func(event.List, event.Row) string
}

// extras are the columns that these lists need beside those that every list has.
func (t *terminal) extras(s *event.Standings, lists []event.List) (list []extra) {
	some := someRow(lists)
	list = t.ofMatches(s, some)
	if some(func(l event.List, _ event.Row) bool { return l.Stratum != "" }) {
		list = append(list, extra{t.T("column.stratum"), func(_ event.List, r event.Row) string { return r.Stratum }})
	}
	for _, n := range sessionsOf(lists) {
		list = append(list, extra{t.T("column.session", max(n, 1)), func(_ event.List, r event.Row) string {
			for _, x := range r.Sessions {
				switch {
				case x.Session != n:
				case inPercent(s.Info.Unit):
					return t.Decimal(x.Percent.String())
				default:
					return t.Decimal(x.Total.String())
				}
			}
			return ""
		}})
	}
	return append(list, t.adjustments(lists)...)
}

// adjustments are the columns of what a total has beside its boards: what was carried
// over, penalties and handicaps.
func (t *terminal) adjustments(lists []event.List) (list []extra) {
	some := someRow(lists)
	figure := func(head string, of func(event.Row) event.Figure) {
		if some(func(_ event.List, r event.Row) bool { return of(r).Value.Sign() != 0 }) {
			list = append(list, extra{head, func(_ event.List, r event.Row) string {
				if of(r).Value.Sign() == 0 {
					return ""
				}
				return t.Decimal(of(r).String())
			}})
		}
	}
	figure(t.T("column.carried"), func(r event.Row) event.Figure { return r.Carried })
	figure(t.T("column.penalty"), func(r event.Row) event.Figure {
		taken := r.Penalty
		taken.Value = taken.Value.Neg()
		return taken
	})
	if some(func(l event.List, _ event.Row) bool { return l.Handicap }) {
		list = append(list, extra{t.T("column.handicap"), func(l event.List, r event.Row) string {
			if !l.Handicap || r.Handicap.Value.Sign() == 0 {
				return ""
			}
			return t.Decimal(r.Handicap.String())
		}})
	}
	return list
}

// ofMatches are the columns of what is played in matches: how many, how they ended, and
// what was won and lost in them; of Swiss pairs their score on the boards.
func (t *terminal) ofMatches(s *event.Standings, some func(func(event.List, event.Row) bool) bool) (list []extra) {
	if !some(func(_ event.List, r event.Row) bool { return r.Matches != nil }) {
		return nil
	}
	column := func(head string, cell func(event.Row, *event.MatchRecord) string) {
		list = append(list, extra{head, func(_ event.List, r event.Row) string {
			if r.Matches == nil {
				return ""
			}
			return cell(r, r.Matches)
		}})
	}
	column(t.T("column.matches"), func(_ event.Row, m *event.MatchRecord) string { return strconv.Itoa(m.Played) })
	if s.Info.Kind != event.Teams {
		if inPercent(s.Info.Unit) {
			column("%", func(r event.Row, _ *event.MatchRecord) string { return t.Decimal(r.Percent.String()) })
		} else {
			column(t.unitName(s.Info.Unit), func(r event.Row, _ *event.MatchRecord) string { return t.Decimal(r.Total.String()) })
		}
		return list
	}
	column(t.T("column.won_drawn_lost"), func(_ event.Row, m *event.MatchRecord) string {
		return fmt.Sprintf("%d–%d–%d", m.Won, m.Drawn, m.Lost)
	})
	known := !some(func(_ event.List, r event.Row) bool { return r.Matches != nil && r.Matches.BoardsUnknown })
	if method := s.Info.Method; known && (method == event.BoardAMatch || method == event.Patton) {
		column(t.T("column.boards"), func(_ event.Row, m *event.MatchRecord) string {
			return t.short(m.Boards.Rounded()) + ":" + t.short(m.BoardsLost.Rounded())
		})
		if method == event.Patton {
			column(t.T("teams.aggregate"), func(_ event.Row, m *event.MatchRecord) string { return t.short(m.Aggregate.Rounded()) })
		}
		return list
	}
	head := t.T("column.imps_of")
	if matchUnit(s) == regulation.Points {
		head = t.T("column.points_of")
	}
	column(head, func(_ event.Row, m *event.MatchRecord) string {
		if m.PartOnly {
			return noPlace
		}
		return t.short(m.For.Rounded()) + ":" + t.short(m.Against.Rounded())
	})
	return list
}

// swissPairs reports whether pairs are ranked by the victory points of their matches.
func swissPairs(s *event.Standings) bool {
	return s.Info.Kind == event.Pairs && slices.ContainsFunc(s.Lists, func(l event.List) bool {
		return slices.ContainsFunc(l.Rows, func(r event.Row) bool { return r.Matches != nil })
	})
}

// someRow finds out whether any row of these lists is such.
func someRow(lists []event.List) func(of func(event.List, event.Row) bool) bool {
	return func(of func(event.List, event.Row) bool) bool {
		return slices.ContainsFunc(lists, func(l event.List) bool {
			return slices.ContainsFunc(l.Rows, func(r event.Row) bool { return of(l, r) })
		})
	}
}

// sessionsOf are the sessions that rows tell of.
func sessionsOf(lists []event.List) (numbers []int) {
	for _, l := range lists {
		for _, r := range l.Rows {
			for _, x := range r.Sessions {
				if !slices.Contains(numbers, x.Session) {
					numbers = append(numbers, x.Session)
				}
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

// rows puts the rows of a list into words.
func (t *terminal) rows(l event.List, people event.People, extras []extra) []row {
	rows := make([]row, len(l.Rows))
	for i, r := range l.Rows {
		rows[i] = row{
			place: noPlace, mark: " ", pair: r.Contestant.Label(), names: locale.Clean(people.Name(r.Persons)),
			boards: fmt.Sprint(r.Boards), total: t.Decimal(r.Total.String()), percent: t.Decimal(r.Percent.String()),
			vp: t.Decimal(r.VP.String()), value: r.Percent.Value, ranked: r.Rank > 0, stage: r.Stage, won: r.Won,
		}
		if r.Rank > 0 {
			rows[i].place = fmt.Sprint(r.Rank)
		} else {
			rows[i].total, rows[i].percent = noPlace, noPlace
		}
		if r.Tied {
			rows[i].mark = tiedMark
		}
		for _, x := range extras {
			rows[i].extra = append(rows[i].extra, x.cell(l, r))
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
	w.extra = make([]int, len(head.extra))
	for _, r := range append(rows, head) {
		for i, text := range r.extra {
			w.extra[i] = max(w.extra[i], width(text))
		}
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
	if least := min(longest, namesMin) + nameGap; len(w.extra) > 0 && (named && room < least || room < 0) {
		w.extra = nil
		room = t.columns - width(w.line(row{}, "", false))
	}
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
	if room-nameGap < namesLeast && w.boards > 0 {
		room += nameGap + w.boards
		w.boards, w.below = 0, true
	}
	w.names = max(room-nameGap, namesLeast)
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
	var extra strings.Builder
	for i, columns := range w.extra {
		text := ""
		if i < len(r.extra) {
			text = r.extra[i]
		}
		extra.WriteString(gap + right(text, columns))
	}
	s += extra.String()
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

// sides are the signs of the sides: upright and level, as the pairs sit.
var sides = bridge.BySide[string]{NS: "│", EW: "─"}
