package cli

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// sheet is a pad as people draw it: two columns, the double line, and a line under
// each game.
type sheet struct {
	t     *terminal
	pad   *pad.Pad
	names bridge.BySide[string]
	half  int // columns of each half
	ends  int // the column of a half in which points end
	room  int // columns for what stands beside a number

	indent, gap int // columns before what stands at the left, and behind a number
}

// padCell is one number of a sheet and what stands beside it.
type padCell struct {
	points, label string
	worth         score.Points
	lapsed        bool // which the label does not say
}

// padRow is what stands side by side.
type padRow = bridge.BySide[padCell]

// sheetLabel is the room for what stands beside a number, as long as a short one.
const sheetLabel = 10

// narrowHalf is the half of a page that has room for every blank that pleases.
const narrowHalf = 24

// drawPad gives the lines of a pad. With most > 0 they are no more than that: what
// is old is summed up.
func (t *terminal) drawPad(p *pad.Pad, names bridge.BySide[string], most int) []string {
	s := sheet{t: t, pad: p, names: names, half: (t.columns - 1) / 2}
	if t.columns%2 == 0 {
		s.half = t.columns/2 - 1
	}
	s.indent, s.gap = 3, 3
	spare := 1 // before the middle
	if s.half < narrowHalf {
		s.indent, s.gap, spare = 1, 2, 0
	}
	// The last line needs the least at the left; labels get what that leaves.
	least := s.indent + width(t.T("pad.total")) + s.gap - 1 + len(strconv.Itoa(int(max(p.Total.NS, p.Total.EW))))
	s.room = s.half - s.gap - spare - least
	above, games, open := s.cells()
	s.ends = max(s.half-s.gap-max(s.label(above, games, open)+spare, sheetLabel), least)
	for keep := 0; ; keep++ {
		lines := s.lines(above, games, open)
		if most <= 0 || len(lines) <= most {
			return lines
		}
		over := len(lines) - most
		switch {
		case keep == 0 && len(above) > 1:
			above = s.merge(above, max(len(above)-over, 1), true)
		case keep == 1:
			for i := range games {
				games[i] = s.merge(games[i], 1, false)
			}
		case keep == 2 && len(open) > 1:
			open = s.merge(open, max(len(open)-over, 1), false)
		case keep > 2:
			return lines
		}
	}
}

// cells sorts the entries: above the line the latest first, the games that are
// won, and the running one.
func (s *sheet) cells() (above []padRow, games [][]padRow, open []padRow) {
	var up bridge.BySide[[]padCell]
	below := make([]bridge.BySide[[]padCell], len(s.pad.Games)+1)
	for _, e := range s.pad.Entries {
		c := padCell{points: strconv.Itoa(int(e.Points)), worth: e.Points}
		c.label, c.lapsed = s.beside(e)
		column := &up
		if e.Line == pad.BelowLine {
			column = &below[e.Game-1]
		}
		*column = column.With(e.Side, append(column.Of(e.Side), c))
	}
	above = padRows(up)
	if !s.compares() {
		for i, j := 0, len(above)-1; i < j; i, j = i+1, j-1 {
			above[i], above[j] = above[j], above[i]
		}
	}
	for _, b := range below {
		games = append(games, padRows(b))
	}
	last := len(games) - 1
	return above, games[:last], games[last]
}

func padRows(columns bridge.BySide[[]padCell]) []padRow {
	rows := make([]padRow, max(len(columns.NS), len(columns.EW)))
	for _, side := range bridge.Sides {
		for i, c := range columns.Of(side) {
			rows[i] = rows[i].With(side, c)
		}
	}
	return rows
}

// compares reports whether every deal stands for itself, in IMPs: there is no line
// then.
func (s *sheet) compares() bool { return compares(s.pad.Rules.Form) }

func compares(f pad.Form) bool { return f == pad.Russian || f == pad.Iniarski }

// beside says where an entry comes from. A part-score that lapsed is marked if
// there is no room to say so.
func (s *sheet) beside(e pad.Entry) (label string, mark bool) {
	t := s.t
	label = t.T("pad.settlement")
	short := "…"
	if e.Deal > 0 {
		label, short = t.T("pad.deal", e.Deal), strconv.Itoa(e.Deal)
	}
	if width(label) > s.room {
		label = short
	}
	long := label
	switch {
	case s.lapsed(e):
		long = t.T("pad.entry", label, t.T("pad.lapsed"))
	case e.Line == pad.BelowLine || e.Deal == 0 || s.compares():
	case slices.Contains(rubberRules, e.Why().Rule):
		long = t.Name(e.Why())
	default:
		long = t.T("pad.entry", label, t.padReason(e.Why()))
	}
	if width(long) <= s.room {
		return long, false
	}
	return label, s.lapsed(e)
}

// rubberRules are the premiums for winning the rubber, which no deal brings alone.
var rubberRules = []string{"rubber.fast", "rubber.slow", "auction.rubber"}

// padReason is what a value is called. One that several runs of tricks make up is
// called as they are.
func (t *terminal) padReason(n *why.Node) string {
	if n.Rule == "L77" && len(n.Of) > 0 {
		n = n.Of[0]
	}
	return t.Name(n)
}

// lapsed reports whether an entry is a part-score of the side that lost the game.
func (s *sheet) lapsed(e pad.Entry) bool {
	return e.Line == pad.BelowLine && e.Game <= len(s.pad.Games) && s.pad.Games[e.Game-1].Side != e.Side &&
		!(s.pad.Rules.Form == pad.Chicago && s.pad.Rules.Parts == pad.Duplicate)
}

// label is the width of the longest label.
func (s *sheet) label(above []padRow, games [][]padRow, open []padRow) (w int) {
	for _, rows := range append(slices.Clip(games), above, open) {
		for _, r := range rows {
			w = max(w, width(r.NS.label), width(r.EW.label))
		}
	}
	return w
}

// merge sums up old rows so that keep are left. Above the line the oldest are the
// last.
func (s *sheet) merge(rows []padRow, keep int, oldLast bool) []padRow {
	if len(rows) <= keep {
		return rows
	}
	keep--
	old, kept := rows[:len(rows)-keep], rows[len(rows)-keep:]
	if oldLast {
		old, kept = rows[keep:], rows[:keep]
	}
	var sum padRow
	for _, side := range bridge.Sides {
		n, c, one := 0, padCell{}, ""
		for _, r := range old {
			if r := r.Of(side); r.points != "" {
				n, one = n+1, r.label
				c.worth += r.worth
				c.lapsed = c.lapsed || r.lapsed
			}
		}
		if n > 0 {
			c.points, c.label = strconv.Itoa(int(c.worth)), s.t.N("pad.earlier", n)
			switch {
			case n == 1:
				c.label = one
			case width(c.label) > s.half-s.ends-s.gap:
				c.label = "…"
			}
			sum = sum.With(side, c)
		}
	}
	if oldLast {
		return append(slices.Clip(kept), sum)
	}
	return append([]padRow{sum}, kept...)
}

func (s *sheet) lines(above []padRow, games [][]padRow, open []padRow) []string {
	lines := append(s.head(), s.across("─", "┼", 0, ""))
	add := func(rows []padRow) {
		for _, r := range rows {
			lines = append(lines, s.cell(r.NS)+"│"+strings.TrimRight(s.cell(r.EW), " "))
		}
	}
	add(above)
	if len(above) == 0 {
		add([]padRow{{}})
	}
	if !s.compares() {
		lines = append(lines, s.across("═", "╪", 0, ""))
		for i, rows := range games {
			add(rows)
			joint := "┼"
			if i == len(games)-1 && len(open) == 0 && s.pad.Finished {
				joint = "┴"
			}
			lines = append(lines, s.across("─", joint, s.pad.Games[i].Side, s.t.T("pad.game", i+1)))
		}
		add(open)
		if len(open) == 0 && !s.pad.Finished {
			add([]padRow{{}})
		}
	}
	if s.compares() || len(open) > 0 || !s.pad.Finished || len(games) == 0 {
		lines = append(lines, s.across("─", "┴", 0, ""))
	}
	total := s.total(bridge.NS, s.t.T("pad.total")) + " " + s.total(bridge.EW, "")
	return append(lines, s.t.paint.role(roleBold, strings.TrimRight(total, " ")))
}

// head names the sides and says who is vulnerable, in one line or, if there is no
// room, in two.
func (s *sheet) head() []string {
	lamps := s.lamps()
	one, two := "", ""
	fits := true
	for _, side := range bridge.Sides {
		word, who, lamp := s.t.padSide(side), s.names.Of(side), lamps.Of(side)
		text := " " + word + "  " + who
		fits = fits && width(text)+2+width(lamp) < s.half
	}
	for _, side := range bridge.Sides {
		joint := "│"
		if side == bridge.EW {
			joint = ""
		}
		word, who, lamp := s.t.padSide(side), s.names.Of(side), lamps.Of(side)
		text := s.t.paint.role(roleBold, word)
		if fits && who != "" {
			text += "  " + who
		}
		text = " " + text
		one += text + right(lamp, s.half-width(text)-1) + " " + joint
		two += left(" "+cut(who, s.half-2), s.half) + joint
	}
	one, two = strings.TrimRight(one, " "), strings.TrimRight(two, " ")
	if fits {
		return []string{one}
	}
	return []string{one, two}
}

// lamps say who is vulnerable on the next deal; nobody ever is in the ancestors of
// the game.
func (s *sheet) lamps() (lamps bridge.BySide[string]) {
	if s.pad.Finished || s.pad.Rules.Form == pad.Auction || s.pad.Rules.Form == pad.Plafond {
		return lamps
	}
	for _, side := range bridge.Sides {
		lamp := "○ " + s.t.T("pad.not_vulnerable")
		if s.pad.Next.Vul.Has(side) {
			lamp = "● " + s.t.T("pad.vulnerable")
		}
		if 1+width(s.t.padSide(side))+1+width(lamp) > s.half {
			lamp, _, _ = strings.Cut(lamp, " ")
		}
		lamps = lamps.With(side, lamp)
	}
	return lamps
}

// cell is half a row.
func (s *sheet) cell(c padCell) string {
	points, gap := right(c.points, s.ends), s.gap
	if c.lapsed {
		points, gap = s.t.paint.role(roleInk2, right("("+c.points, s.ends)+")"), gap-1
	}
	return left(points+strings.Repeat(" ", gap)+s.t.paint.role(roleInk2, cut(c.label, s.half-s.ends-s.gap)), s.half)
}

// total is half of the last line.
func (s *sheet) total(side bridge.Side, label string) string {
	points := strconv.Itoa(int(s.pad.Total.Of(side)))
	text := strings.Repeat(" ", s.indent) + label + strings.Repeat(" ", s.gap-1)
	return left(text+right(points, s.ends-width(text)), s.half)
}

// across is a line over both halves, with a label at the end of one of them.
func (s *sheet) across(line, joint string, side bridge.Side, label string) string {
	half := func(of bridge.Side, blank string) string {
		if of != side || label == "" {
			return blank + strings.Repeat(line, s.half-width(blank))
		}
		return blank + strings.Repeat(line, s.half-width(blank)-width(label)-1) + " " + s.t.paint.role(roleInk2, label)
	}
	return strings.TrimRight(half(bridge.NS, " ")+joint+half(bridge.EW, ""), " ")
}

// cut is s in no more than w columns.
func cut(s string, w int) string {
	if width(s) <= w {
		return s
	}
	runes := []rune(s)
	return string(runes[:fitting(slices.Values(runes), w-1)]) + "…"
}

// fitting is how many of these runes surely have room in w columns. It looks at
// each once; together they may need less than one by one.
func fitting(runes iter.Seq[rune], w int) (n int) {
	for r := range runes {
		if w -= runeWidth(r); w < 0 {
			break
		}
		n++
	}
	return n
}

// runeWidth is the most columns that a rune adds to a text.
func runeWidth(r rune) int {
	if r == '\ufe0f' {
		return 1 // it makes an emoji of the rune before
	}
	return width(string(r))
}

// padSide is the heading of a column.
func (t *terminal) padSide(s bridge.Side) string {
	if s == bridge.EW {
		return t.T("pad.they")
	}
	return t.T("pad.we")
}

// padName is a name as it may be shown.
func padName(s string) string { return locale.Clean(s) }
