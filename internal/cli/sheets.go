package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// boards prints what happened on each board, the best for North-South on top.
func (t *terminal) boards(s *event.Standings, people event.People) {
	persons := personsOf(s)
	for i, b := range s.Boards {
		if i > 0 {
			t.out.WriteString("\n")
		}
		parts := []string{t.T("board", int(b.Board)), t.T("sheet.dealer", notation.SeatName(t.Words(), b.Dealer)), t.Vulnerability(b.Vul)}
		if severalSessions(s) {
			parts[0] = t.T("rank.session", max(b.Session, 1), parts[0])
		}
		if inPercent(s.Info.Unit) && s.Info.Unit != regulation.PercentScale {
			parts = append(parts, t.T("rank.top", t.Decimal(b.Top.String())))
		}
		t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{locale.Sentence(strings.Join(parts, ", "))}, "", 0)))
		g := grid{names: []int{1, 3}, leftmost: []int{0, 1, 2, 3, 4}}
		g.add(t.SideShort(bridge.NS), "", t.SideShort(bridge.EW), "", t.T("column.contract"), t.T("column.score"), t.unitName(s.Info.Unit)+" "+t.SideShort(bridge.NS), t.SideShort(bridge.EW))
		for _, l := range b.Lines {
			row := make([]string, 0, 8)
			for _, c := range []event.Contestant{l.Meeting.NS, l.Meeting.EW} {
				if c.IsZero() {
					row = append(row, noPlace, "")
					continue
				}
				row = append(row, c.Label(), locale.Clean(people.Name(persons[c])))
			}
			row = append(row, t.outcome(&l, 0), t.points(&l, bridge.NS))
			for _, side := range bridge.Sides {
				row = append(row, t.earned(l.Points.Of(side)))
			}
			g.add(row...)
		}
		t.draw(g)
	}
}

// card prints a contestant's score card: its boards, scores as its own side sees
// them, what it earned, and its place.
func (t *terminal) card(s *event.Standings, row event.Row, people event.People) {
	persons := personsOf(s)
	total := t.Decimal(row.Total.String())
	facts := []string{t.named(row.Contestant, row.Persons, people)}
	switch s.Info.Unit {
	case regulation.IMPs:
		facts = append(facts, total+" IMP")
	case regulation.Points:
		facts = append(facts, total)
	case regulation.PercentScale:
		facts = append(facts, t.T("percent", total))
	default:
		facts = append(facts, t.T("sheet.of", total, t.Decimal(row.Max.String())), t.T("percent", t.Decimal(row.Percent.String())))
	}
	if row.Rank > 0 {
		place := strconv.Itoa(row.Rank)
		if row.Tied {
			place += tiedMark
		}
		facts = append(facts, t.T("sheet.place", place))
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap(facts, " · ", 0)))
	g := grid{names: []int{2}, leftmost: []int{1, 2, 3}}
	several := severalSessions(s)
	g.add(t.T("column.board"), t.T("column.against"), "", t.T("column.contract"), t.T("column.points"), t.unitName(s.Info.Unit), "%")
	for _, line := range s.Card(row.Contestant) {
		other := opponent(line)
		board := strconv.Itoa(int(line.Board))
		if several {
			board = strconv.Itoa(max(line.Session, 1)) + "/" + board
		}
		cells := []string{board, noPlace, "", t.outcome(line.Line, line.Side), t.points(line.Line, line.Side)}
		if !other.IsZero() {
			cells[1], cells[2] = other.Label(), locale.Clean(people.Name(persons[other]))
		}
		e := line.Points()
		cells = append(cells, t.earned(e))
		if e.Counts && inPercent(s.Info.Unit) && s.Info.Unit != regulation.PercentScale { // which stands there already
			cells = append(cells, t.Decimal(e.Percent.String()))
		} else {
			cells = append(cells, "")
		}
		g.add(cells...)
	}
	t.draw(g)
}

// carded lists the contestants whose cards are asked for: one by its name, a list
// by its own, or all.
func carded(s *event.Standings, text string) (rows []event.Row, err error) {
	for _, l := range s.Lists {
		if strings.EqualFold(text, "all") || strings.EqualFold(text, l.Name) {
			rows = append(rows, l.Rows...)
		}
	}
	if len(rows) > 0 {
		return rows, nil
	}
	row, _, err := ranked(s, "--cards", text)
	return []event.Row{row}, err
}

// outcome is what became of a meeting, in a cell; of a ruling on the card of a side,
// its own part.
func (t *terminal) outcome(l *event.Line, side bridge.Side) string {
	switch {
	case l.State == event.StateAdjusted && side.Valid():
		return t.award(l.Award.Of(side))
	case l.State == event.StateAdjusted:
		return t.award(l.Award.NS) + " / " + t.award(l.Award.EW)
	case l.State == event.StateAssigned:
		return t.T("sheet.assigned")
	case l.State == event.StateSatOut:
		return t.T("sheet.sat_out")
	case l.State == event.StateNotPlayed:
		return t.T("sheet.not_played")
	case l.State == event.StateLate:
		return t.T("sheet.late")
	case l.State == event.StateMissed:
		return t.T("sheet.missed")
	case l.State == event.StateCancelled:
		return t.T("sheet.cancelled")
	case l.Result.IsZero():
		return ""
	}
	return t.result(l.Result)
}

// result is a result with the minus of every other output at a terminal.
func (t *terminal) result(r bridge.Result) string {
	return strings.ReplaceAll(notation.Result(t.Words(), notation.Symbols, r), "−", "-")
}

// points are those of a result as a side sees them.
func (t *terminal) points(l *event.Line, side bridge.Side) string {
	if l.Score == nil {
		return ""
	}
	n := int(*l.Score)
	if side == bridge.EW {
		n = -n
	}
	return strconv.Itoa(n)
}

func (t *terminal) earned(e event.Earned) string {
	if !e.Counts {
		return ""
	}
	return t.Decimal(e.Shown.String())
}

// unitName is what stands above a column in this unit.
func (t *terminal) unitName(unit regulation.Unit) string {
	switch unit {
	case regulation.IMPs:
		return t.T("column.imp")
	case regulation.Points:
		return t.T("column.total")
	case regulation.PercentScale:
		return "%"
	}
	return t.T("column.mp")
}

// inPercent reports whether a list in this unit has percentages too: IMPs and points
// are one number.
func inPercent(u regulation.Unit) bool { return u != regulation.IMPs && u != regulation.Points }

func severalSessions(s *event.Standings) bool {
	return slices.ContainsFunc(s.Boards, func(b event.BoardSheet) bool { return b.Session > 1 })
}

func personsOf(s *event.Standings) map[event.Contestant][]event.PersonID {
	persons := map[event.Contestant][]event.PersonID{}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			persons[r.Contestant] = r.Persons
		}
	}
	return persons
}

// grid is a table whose first row is its head.
type grid struct {
	names    []int // columns that take the room which is left
	leftmost []int // columns whose cells begin at the left
	rows     [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// draw prints a table. Numbers need their columns; names get what they leave, and
// go where nothing is left. A column without a cell is none.
func (t *terminal) draw(g grid) {
	const gap, least = 2, 8
	widths := make([]int, len(g.rows[0]))
	for _, row := range g.rows[1:] {
		for i, c := range row {
			widths[i] = max(widths[i], width(c))
		}
	}
	room := t.columns
	for i, c := range g.rows[0] {
		if !slices.Contains(g.names, i) && widths[i] > 0 {
			widths[i] = max(widths[i], width(c))
			room -= gap + widths[i]
		}
	}
	for i, column := range g.names {
		share := (room - gap*(len(g.names)-i)) / (len(g.names) - i)
		if widths[column] = min(widths[column], share); widths[column] < least {
			widths[column] = 0
			continue
		}
		room -= gap + widths[column]
	}
	for n, row := range g.rows {
		var b strings.Builder
		for i, c := range row {
			switch {
			case widths[i] == 0:
			case slices.Contains(g.names, i):
				b.WriteString("  " + left(cut(c, widths[i]), widths[i]))
			case slices.Contains(g.leftmost, i):
				b.WriteString("  " + left(c, widths[i]))
			default:
				b.WriteString("  " + right(c, widths[i]))
			}
		}
		line := strings.TrimRight(b.String(), " ")
		if n == 0 {
			line = t.paint.role(roleInk2, line)
		} else {
			line = t.paint.suits(line)
		}
		t.out.WriteString(line + "\n")
	}
}

// sheetJSON is a board with all that happened on it.
type sheetJSON struct {
	Session int                  `json:"session,omitempty"`
	Board   int                  `json:"board"`
	Dealer  bridge.Seat          `json:"dealer"`
	Vul     bridge.Vulnerability `json:"vul"`
	Top     *event.Figure        `json:"top,omitempty"`
	Lines   []lineJSON           `json:"lines"`
}

// lineJSON is a meeting on a sheet, or on the card of one side.
type lineJSON struct {
	Session  int                          `json:"session,omitempty"` // on a card
	Board    int                          `json:"board,omitempty"`   // on a card
	NS       *event.Contestant            `json:"ns,omitempty"`
	EW       *event.Contestant            `json:"ew,omitempty"`
	State    event.State                  `json:"state"`
	Result   *bridge.Result               `json:"result,omitempty"`
	Score    *score.Points                `json:"score,omitempty"` // North-South's view
	Award    *sidesJSON[string]           `json:"award,omitempty"`
	Assigned *sidesJSON[[]event.Assigned] `json:"assigned,omitempty"`
	Points   *sidesJSON[any]              `json:"points,omitempty"`
	Percent  *sidesJSON[any]              `json:"percent,omitempty"`
}

// sidesJSON is something of both sides; null for a side that has none.
type sidesJSON[T any] struct {
	NS T `json:"ns"`
	EW T `json:"ew"`
}

// cardJSON is a contestant's score card.
type cardJSON struct {
	Contestant event.Contestant `json:"contestant"`
	Lines      []lineJSON       `json:"lines"`
}

func boardsJSON(s *event.Standings) (list []sheetJSON) {
	for _, b := range s.Boards {
		out := sheetJSON{Session: b.Session, Board: int(b.Board), Dealer: b.Dealer, Vul: b.Vul, Lines: []lineJSON{}}
		if inPercent(s.Info.Unit) {
			out.Top = &b.Top
		}
		for i := range b.Lines {
			out.Lines = append(out.Lines, lineToJSON(s, &b.Lines[i]))
		}
		list = append(list, out)
	}
	return list
}

func cardsJSON(s *event.Standings, rows []event.Row) (list []cardJSON) {
	for _, r := range rows {
		out := cardJSON{Contestant: r.Contestant, Lines: []lineJSON{}}
		for _, c := range s.Card(r.Contestant) {
			l := lineToJSON(s, c.Line)
			l.Session, l.Board = c.Session, int(c.Board)
			out.Lines = append(out.Lines, l)
		}
		list = append(list, out)
	}
	return list
}

func lineToJSON(s *event.Standings, l *event.Line) lineJSON {
	out := lineJSON{State: l.State, Score: l.Score}
	if !l.Meeting.NS.IsZero() {
		out.NS = &l.Meeting.NS
	}
	if !l.Meeting.EW.IsZero() {
		out.EW = &l.Meeting.EW
	}
	if !l.Result.IsZero() {
		out.Result = &l.Result
	}
	if !l.Award.NS.IsZero() {
		out.Award = &sidesJSON[string]{l.Award.NS.String(), l.Award.EW.String()}
	}
	if len(l.Ruling.NS) > 0 {
		out.Assigned = &sidesJSON[[]event.Assigned]{l.Ruling.NS, l.Ruling.EW}
	}
	if l.Points.NS.Counts || l.Points.EW.Counts {
		figure := func(e event.Earned, f event.Figure) any {
			if !e.Counts {
				return nil
			}
			return f
		}
		p := l.Points
		out.Points = &sidesJSON[any]{figure(p.NS, p.NS.Shown), figure(p.EW, p.EW.Shown)}
		if inPercent(s.Info.Unit) {
			out.Percent = &sidesJSON[any]{figure(p.NS, p.NS.Percent), figure(p.EW, p.EW.Percent)}
		}
	}
	return out
}
