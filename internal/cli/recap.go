package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// boardAt is a board of a session.
type boardAt struct {
	session int
	board   bridge.Board
}

// earnings are what a contestant got for each board; a board that came twice has
// both.
func (t *terminal) earnings(s *event.Standings, who event.Contestant) map[boardAt][]string {
	cells := map[boardAt][]string{}
	for _, l := range s.Card(who) {
		at := boardAt{l.Session, l.Board}
		text := t.earned(l.Points())
		if text == "" {
			text = noPlace
		}
		cells[at] = append(cells[at], text)
	}
	return cells
}

// byNumber are the rows of a list in the order of their numbers.
func byNumber(l event.List) []event.Row {
	rows := slices.Clone(l.Rows)
	slices.SortFunc(rows, func(a, b event.Row) int { return a.Contestant.Compare(b.Contestant) })
	return rows
}

// recap prints what each contestant of a list got for each board and beside the boards,
// its total and its percentage. Where the page is too narrow the boards go on below.
func (t *terminal) recap(s *event.Standings, l event.List, titled bool) {
	if title := t.listTitle(l, titled); title != "" {
		t.out.WriteString(title + "\n")
	}
	rows := byNumber(l)
	several := severalSessions(s)
	first := []string{t.contestantHead(s)}
	columns := [][]string{}
	cells := make([]map[boardAt][]string, len(rows))
	for i, r := range rows {
		first = append(first, r.Contestant.Label())
		cells[i] = t.earnings(s, r.Contestant)
	}
	for _, b := range s.Boards {
		head := strconv.Itoa(int(b.Board))
		if several {
			head = strconv.Itoa(max(b.Session, 1)) + "/" + head
		}
		column := []string{head}
		for i := range rows {
			column = append(column, strings.Join(cells[i][boardAt{b.Session, b.Board}], "+"))
		}
		columns = append(columns, column)
	}
	for _, x := range t.adjustments([]event.List{l}) {
		column := []string{x.head}
		for _, r := range rows {
			column = append(column, x.cell(l, r))
		}
		columns = append(columns, column)
	}
	total, percent := []string{t.unitName(listUnit(s))}, []string{t.percentHead(l)}
	for _, r := range rows {
		sum, share := t.Decimal(r.Total.String()), t.Decimal(r.Percent.String())
		if r.Rank == 0 {
			sum, share = noPlace, noPlace
		}
		total, percent = append(total, sum), append(percent, share)
	}
	if s.Info.Unit != regulation.PercentScale {
		columns = append(columns, total)
	}
	if inPercent(s.Info.Unit) {
		columns = append(columns, percent)
	}
	t.blocks(first, columns)
}

// blocks prints columns side by side, each block with the first one, as many blocks
// as the page needs.
func (t *terminal) blocks(first []string, columns [][]string) {
	const gap = 2
	widest := func(column []string) (w int) {
		for _, c := range column {
			w = max(w, width(c))
		}
		return w
	}
	lead := widest(first)
	widths := make([]int, len(columns))
	for i, column := range columns {
		widths[i] = widest(column)
	}
	for from := 0; from < len(columns); {
		to, room := from, t.columns-gap-lead
		for to < len(columns) && (to == from || room >= gap+widths[to]) {
			room -= gap + widths[to]
			to++
		}
		if from > 0 {
			t.out.WriteString("\n")
		}
		for n, label := range first {
			var b strings.Builder
			b.WriteString("  " + right(label, lead))
			for i := from; i < to; i++ {
				b.WriteString("  " + right(columns[i][n], widths[i]))
			}
			line := strings.TrimRight(b.String(), " ")
			if n == 0 {
				line = t.paint.role(roleInk2, line)
			}
			t.out.WriteString(line + "\n")
		}
		from = to
	}
}

// recapJSON is what the contestants of a list got, board by board.
type recapJSON struct {
	List   string           `json:"list"`
	Boards []recapBoardJSON `json:"boards"`
	Rows   []recapRowJSON   `json:"rows"`
}

type recapBoardJSON struct {
	Session int `json:"session,omitempty"`
	Board   int `json:"board"`
}

type recapRowJSON struct {
	Contestant event.Contestant  `json:"contestant"`
	Points     [][]*event.Figure `json:"points"` // for each board: none, one, or several; null for a board that brought nothing
	Carried    *event.Figure     `json:"carried,omitempty"`
	Penalty    *event.Figure     `json:"penalty,omitempty"`  // what was taken away
	Handicap   *event.Figure     `json:"handicap,omitempty"` // of a list with handicaps
	Total      event.Figure      `json:"total"`
	Percent    *event.Figure     `json:"percent,omitempty"`
}

func (t *terminal) recapJSON(s *event.Standings, lists []event.List) (out []recapJSON) {
	for _, l := range lists {
		one := recapJSON{List: locale.Clean(l.Name), Boards: []recapBoardJSON{}, Rows: []recapRowJSON{}}
		for _, b := range s.Boards {
			one.Boards = append(one.Boards, recapBoardJSON{b.Session, int(b.Board)})
		}
		for _, r := range byNumber(l) {
			points := map[boardAt][]*event.Figure{}
			for _, c := range s.Card(r.Contestant) {
				at := boardAt{c.Session, c.Board}
				var figure *event.Figure
				if e := c.Points(); e.Counts {
					figure = &e.Shown
				}
				points[at] = append(points[at], figure)
			}
			row := recapRowJSON{Contestant: r.Contestant, Points: [][]*event.Figure{}, Total: r.Total}
			for _, b := range s.Boards {
				row.Points = append(row.Points, append([]*event.Figure{}, points[boardAt{b.Session, b.Board}]...))
			}
			if r.Carried.Value.Sign() != 0 {
				row.Carried = &r.Carried
			}
			if r.Penalty.Value.Sign() != 0 {
				row.Penalty = &r.Penalty
			}
			if l.Handicap {
				row.Handicap = &r.Handicap
			}
			if inPercent(s.Info.Unit) {
				row.Percent = &r.Percent
			}
			one.Rows = append(one.Rows, row)
		}
		out = append(out, one)
	}
	return out
}
