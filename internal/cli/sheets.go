package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
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
		parts := []string{t.boardName(b.Session, b.Board, severalSessions(s)), t.T("sheet.dealer", notation.SeatName(t.Words(), b.Dealer)), t.Vulnerability(b.Vul)}
		t.boardHead(s, b, parts)
		g := grid{names: []int{1, 3, 8}, leftmost: []int{0, 2, 4}, second: 4}
		g.add(t.SideShort(bridge.NS), "", t.SideShort(bridge.EW), "", t.T("column.contract"), t.T("column.score"), t.boardUnit(s)+" "+t.SideShort(bridge.NS), t.SideShort(bridge.EW), t.T("column.version"))
		for _, l := range b.Lines {
			row := make([]string, 0, 9)
			m := l.Meeting
			for _, who := range [][]event.Contestant{{m.NS, m.South}, {m.EW, m.West}} {
				label := labels(who...)
				if label == "" {
					row = append(row, noPlace, "")
					continue
				}
				row = append(row, label, namesAt(people, persons, who...))
			}
			row = append(row, t.outcome(&l, 0), t.points(&l, bridge.NS))
			for _, side := range bridge.Sides {
				row = append(row, t.earned(l.Points.Of(side)))
			}
			g.add(append(row, locale.Clean(l.Version))...)
		}
		t.draw(g)
	}
}

// boardHead is the line above what happened on a board.
func (t *terminal) boardHead(s *event.Standings, b event.BoardSheet, parts []string) {
	switch {
	case s.Info.Method == event.Par && b.Par != nil:
		parts = append(parts, t.T("sheet.par", int(*b.Par)))
	case s.Info.Method == event.Par:
		parts = append(parts, t.T("sheet.no_par"))
	case inPercent(s.Info.Unit) && s.Info.Unit != regulation.PercentScale && b.Top.Value.Sign() > 0:
		parts = append(parts, t.T("rank.top", t.Decimal(b.Top.String())))
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{locale.Sentence(strings.Join(parts, ", "))}, "", 0)))
}

// namesAt are the names of those who sit on one side.
func namesAt(people event.People, persons map[event.Contestant][]event.PersonID, who ...event.Contestant) string {
	var ids []event.PersonID
	for _, c := range who {
		ids = append(ids, persons[c]...)
	}
	return locale.Clean(people.Name(ids))
}

// frequencies prints how often each score came on a board, and what it was worth.
func (t *terminal) frequencies(s *event.Standings) {
	first := true
	for i, b := range s.Boards {
		list := s.Frequencies(i)
		if len(list) == 0 {
			continue
		}
		if !first {
			t.out.WriteString("\n")
		}
		first = false
		t.boardHead(s, b, []string{t.boardName(b.Session, b.Board, severalSessions(s))})
		split := slices.ContainsFunc(list, func(f event.Frequency) bool { return !f.Times.NS.Equal(f.Times.EW) })
		g := grid{names: []int{1}, leftmost: []int{0}}
		times := []string{t.T("column.times"), ""}
		if split {
			times = []string{t.T("column.times") + " " + t.SideShort(bridge.NS), t.SideShort(bridge.EW)}
		}
		g.add(t.T("column.section"), t.T("column.version"), t.T("column.score"), times[0], times[1], t.boardUnit(s)+" "+t.SideShort(bridge.NS), t.SideShort(bridge.EW))
		for _, f := range list {
			row := []string{f.Section, locale.Clean(f.Version), strconv.Itoa(int(f.Score)), t.Number(f.Times.NS), ""}
			if split {
				row[4] = t.Number(f.Times.EW)
			}
			for _, side := range bridge.Sides {
				row = append(row, t.earned(f.Points.Of(side)))
			}
			g.add(row...)
		}
		t.draw(g)
	}
}

// card prints a contestant's score card: its boards, scores as its own side sees
// them, what it earned, and its place.
func (t *terminal) card(r *reckoned, row event.Row) {
	s := r.standings
	persons := r.who()
	facts := []string{t.named(row.Contestant, row.Persons, r.People)}
	switch {
	case s.Info.Unit == regulation.PercentScale || !inPercent(s.Info.Unit):
		facts = append(facts, t.amount(s, row.Total))
	default:
		facts = append(facts, t.T("sheet.of", t.Decimal(row.Total.String()), t.Decimal(row.Max.String())), t.T("percent", t.Decimal(row.Percent.String())))
	}
	if row.Rank > 0 {
		place := strconv.Itoa(row.Rank)
		if row.Tied {
			place += tiedMark
		}
		facts = append(facts, t.T("sheet.place", place))
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap(facts, " · ", 0)))
	g := grid{names: []int{2, 4, 9}, leftmost: []int{1, 3, 5}, second: 5}
	if s.Info.Kind == event.Individuals { // three names
		g.nice = 12
	}
	several := severalSessions(s)
	g.add(t.T("column.board"), t.T("column.partner"), "", t.T("column.against"), "", t.T("column.contract"), t.T("column.points"), t.boardUnit(s), "%", t.T("column.version"))
	for _, line := range s.Card(row.Contestant) {
		board := strconv.Itoa(int(line.Board))
		if several {
			board = strconv.Itoa(max(line.Session, 1)) + "/" + board
		}
		others := opponents(line)
		cells := []string{board, "", "", noPlace, "", t.outcome(line.Line, line.Side), t.points(line.Line, line.Side)}
		if p := partner(line); !p.IsZero() {
			cells[1], cells[2] = p.Label(), namesAt(r.People, persons, p)
		}
		if label := labels(others...); label != "" {
			cells[3], cells[4] = label, namesAt(r.People, persons, others...)
		}
		e := line.Points()
		cells = append(cells, t.earned(e))
		if e.Counts && inPercent(s.Info.Unit) && s.Info.Unit != regulation.PercentScale { // which stands there already
			cells = append(cells, t.Decimal(e.Percent.String()))
		} else {
			cells = append(cells, "")
		}
		g.add(append(cells, locale.Clean(line.Line.Version))...)
	}
	t.draw(g)
	for _, text := range t.uneven(r, row) {
		t.out.WriteString(t.wrap([]string{locale.Sentence(text)}, "", 2))
	}
}

// uneven says why what stands on a card does not add up to its total; nothing where
// it does.
func (t *terminal) uneven(r *reckoned, row event.Row) (why []string) {
	s := r.standings
	if s.Info.Unit == regulation.PercentScale || s.Info.Kind == event.Teams || swissPairs(s) || row.Rank == 0 {
		return nil // a total is no sum
	}
	sum := row.Carried.Value.Sub(row.Penalty.Value)
	printed := row.Carried.Rounded().Sub(row.Penalty.Rounded())
	for _, line := range s.Card(row.Contestant) {
		if e := line.Points(); e.Counts {
			sum, printed = sum.Add(e.Shown.Value), printed.Add(e.Shown.Rounded())
		}
	}
	if v := row.Carried; v.Value.Sign() != 0 {
		why = append(why, t.T("card.carried", t.Decimal(v.String())))
	}
	if v := row.Penalty; v.Value.Sign() != 0 {
		why = append(why, t.T("card.penalty", t.Decimal(v.String())))
	}
	if sum.Equal(row.Total.Value) {
		if !printed.Equal(row.Total.Rounded()) {
			why = append(why, t.T("card.rounded"))
		}
		return why
	}
	r.who()
	most := r.most[row.Contestant.Side]
	found := len(why)
	if r.pack.Total.Unequal == regulation.Factored && row.Boards < most {
		why = append(why, t.T("card.factored", row.Boards, most))
	}
	if r.pack.Matchpoints.Sheet == regulation.PlainSheet && s.Info.Method == event.Matchpoints {
		why = append(why, t.T("card.plain"))
	}
	switch rule := r.pack.Total.Sessions; {
	case len(row.Sessions) == 0:
	case rule.Best > 0:
		why = append(why, t.T("card.best", rule.Best))
	case rule.Mean:
		why = append(why, t.T("card.mean"))
	}
	if row.Stage > 0 {
		why = append(why, t.T("card.stage", row.Stage))
	}
	if len(why) == found {
		why = append(why, t.T("card.rounded"))
	}
	return why
}

// opponents are those whom a line of a card was played against, and partner is whom
// it was played with in an individual event.
func opponents(l event.CardLine) []event.Contestant {
	if m := l.Line.Meeting; l.Side == bridge.EW {
		return []event.Contestant{m.NS, m.South}
	}
	return []event.Contestant{l.Line.Meeting.EW, l.Line.Meeting.West}
}

func partner(l event.CardLine) event.Contestant {
	m := l.Line.Meeting
	pair := [2]event.Contestant{m.NS, m.South}
	if l.Side == bridge.EW {
		pair = [2]event.Contestant{m.EW, m.West}
	}
	if pair[0] == l.Contestant {
		return pair[1]
	}
	return pair[0]
}

// carded lists the contestants whose cards are asked for: one by its name, those of
// the lists on one side, or all of the lists.
func carded(s *event.Standings, lists []event.List, text string) (rows []event.Row, err error) {
	there := map[event.Contestant]bool{}
	for _, l := range lists {
		if !strings.EqualFold(text, "all") && !(l.Side.Valid() && strings.EqualFold(text, l.Side.String())) {
			continue
		}
		for _, r := range l.Rows {
			if !there[r.Contestant] {
				there[r.Contestant] = true
				rows = append(rows, r)
			}
		}
	}
	if len(rows) > 0 {
		return rows, nil
	}
	if _, err := bridge.ParseSide(strings.ToUpper(text)); err == nil {
		return nil, bridge.At("--cards", bridge.Errorf(bridge.NotFound, "rank.no_side_list", "this event has one list of winners, not one for each side: want all or a contestant"))
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
	case l.State == event.StateMissed:
		return t.T("sheet.missed")
	case l.State == event.StateLate:
		return t.T("sheet.late")
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

// unitName names what a list or a sheet counts.
func (t *terminal) unitName(unit regulation.Unit) string {
	switch unit {
	case regulation.IMPs:
		return t.T("column.imp")
	case regulation.Points:
		return t.T("column.total")
	case regulation.PercentScale:
		return "%"
	case regulation.VPs:
		return t.T("column.vp")
	}
	return t.T("column.mp")
}

// boardUnit names what a board brings: in a match a part of it, else the unit of the
// list.
func (t *terminal) boardUnit(s *event.Standings) string {
	if s.Info.Kind == event.Teams {
		return t.unitName(matchUnit(s))
	}
	return t.unitName(s.Info.Unit)
}

// listUnit is what a list counts. Boards that are won are points.
func listUnit(s *event.Standings) regulation.Unit {
	if s.Info.Kind == event.Teams && s.Info.Unit != regulation.VPs {
		return matchUnit(s)
	}
	return s.Info.Unit
}

// matchUnit is what a match of teams counts before victory points.
func matchUnit(s *event.Standings) regulation.Unit {
	if s.Info.Method == event.IMPs {
		return regulation.IMPs
	}
	return regulation.Points
}

// inPercent reports whether a list in this unit has percentages too: IMPs and points
// have none, and neither have victory points.
func inPercent(u regulation.Unit) bool {
	return u != regulation.IMPs && u != regulation.Points && u != regulation.VPs
}

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
	second   int   // the column from which a row goes on in a second line on a narrow page; 0: none
	nice     int   // columns of a name, with less a row takes two lines; 0: [niceName]
	rows     [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// wanted is how wide the columns would like to be; a column without a cell is none.
func (g *grid) wanted() []int {
	columns := make([]int, len(g.rows[0]))
	for _, row := range g.rows[1:] {
		for i, c := range row {
			columns[i] = max(columns[i], width(c))
		}
	}
	for i, c := range g.rows[0] {
		if columns[i] > 0 && !slices.Contains(g.names, i) {
			columns[i] = max(columns[i], width(c))
		}
	}
	return columns
}

// The room of names on a page.
const (
	leastName = 5 // columns; with less there is none
	niceName  = 8 // columns, where a row could take two lines
)

// fit gives the columns from … to room: numbers what they need, names what is left.
// names is false where a name has less than least, and fits where numbers have.
func (g *grid) fit(columns []int, from, to, room, gap, least int) (names, fits bool) {
	wanted := 0
	for i := from; i < to; i++ {
		switch {
		case columns[i] == 0:
		case slices.Contains(g.names, i):
			wanted++
		default:
			room -= gap + columns[i]
		}
	}
	names, fits = true, room >= 0
	for i := from; i < to; i++ {
		if columns[i] == 0 || !slices.Contains(g.names, i) {
			continue
		}
		share := min((room-gap*wanted)/wanted, columns[i])
		wanted--
		if share < min(least, columns[i]) {
			columns[i], names = 0, false
			continue
		}
		columns[i] = share
		room -= gap + share
	}
	return names, fits
}

// gridPart is the columns from … to of a grid, with the columns before each row and
// between its cells.
type gridPart struct{ from, to, indent, gap int }

// layout finds the widths of the columns, and what stands in one line: all of it, or
// on a narrow page two parts below each other.
func (g *grid) layout(page int) (widths []int, parts []gridPart) {
	const gap = 2
	all := len(g.rows[0])
	widths = g.wanted()
	least := leastName
	if g.second > 0 {
		least = cmp.Or(g.nice, niceName)
	}
	if names, fits := g.fit(widths, 0, all, page, gap, least); names && fits || g.second == 0 {
		return widths, []gridPart{{0, all, 0, gap}}
	}
	widths = g.wanted()
	g.fit(widths, 0, g.second, page, gap, leastName)
	for _, below := range []gridPart{{g.second, all, 2, gap}, {g.second, all, 1, gap}, {g.second, all, 0, gap}, {g.second, all, 0, 1}} {
		parts = []gridPart{{0, g.second, 0, gap}, below}
		try := slices.Clone(widths)
		_, fits := g.fit(try, g.second, all, page-below.indent, below.gap, leastName)
		if fits || below.gap < gap {
			return try, parts
		}
	}
	return widths, parts
}

// draw prints a table. Numbers need their columns; names get what they leave. On a
// page that is too narrow for that a row takes two lines, or does without names.
func (t *terminal) draw(g grid) {
	widths, parts := g.layout(t.columns)
	for n, row := range g.rows {
		for _, part := range parts {
			var b strings.Builder
			b.WriteString(strings.Repeat(" ", part.indent))
			for i := part.from; i < part.to; i++ {
				if widths[i] == 0 {
					continue
				}
				b.WriteString(strings.Repeat(" ", part.gap))
				switch c := row[i]; {
				case slices.Contains(g.names, i):
					b.WriteString(left(cut(c, widths[i]), widths[i]))
				case slices.Contains(g.leftmost, i):
					b.WriteString(left(c, widths[i]))
				default:
					b.WriteString(right(c, widths[i]))
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
}

// sheetJSON is a board with all that happened on it.
type sheetJSON struct {
	Session int                  `json:"session,omitempty"`
	Board   int                  `json:"board"`
	Dealer  bridge.Seat          `json:"dealer"`
	Vul     bridge.Vulnerability `json:"vul"`
	Top     *event.Figure        `json:"top,omitempty"`
	Par     *score.Points        `json:"par,omitempty"` // of IMPs against par
	Lines   []lineJSON           `json:"lines"`
}

// lineJSON is a meeting on a sheet, or on the card of one side.
type lineJSON struct {
	Session  int                          `json:"session,omitempty"` // on a card
	Board    int                          `json:"board,omitempty"`   // on a card
	NS       *event.Contestant            `json:"ns,omitempty"`
	EW       *event.Contestant            `json:"ew,omitempty"`
	South    *event.Contestant            `json:"south,omitempty"` // of an individual event: ns is North
	West     *event.Contestant            `json:"west,omitempty"`  // of an individual event: ew is East
	State    event.State                  `json:"state"`
	Version  string                       `json:"version,omitempty"` // of a fouled board
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
		if s.Info.Method == event.Par {
			out.Par = b.Par
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
			own := *c.Line
			own.Points = own.Points.With(c.Side, c.Points())
			l := lineToJSON(s, &own)
			l.Session, l.Board = c.Session, int(c.Board)
			out.Lines = append(out.Lines, l)
		}
		list = append(list, out)
	}
	return list
}

func lineToJSON(s *event.Standings, l *event.Line) lineJSON {
	out := lineJSON{State: l.State, Score: l.Score, Version: l.Version}
	for _, seat := range []struct {
		to   **event.Contestant
		from *event.Contestant
	}{{&out.NS, &l.Meeting.NS}, {&out.EW, &l.Meeting.EW}, {&out.South, &l.Meeting.South}, {&out.West, &l.Meeting.West}} {
		if !seat.from.IsZero() {
			*seat.to = seat.from
		}
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

// frequencyJSON is how often the scores of a board came.
type frequencyJSON struct {
	Session int              `json:"session,omitempty"`
	Board   int              `json:"board"`
	Scores  []scoreCountJSON `json:"scores"`
}

type scoreCountJSON struct {
	Section string                    `json:"section,omitempty"` // where sections are compared apart
	Version string                    `json:"version,omitempty"` // of a fouled board
	Score   score.Points              `json:"score"`             // North-South's view
	Times   sidesJSON[exact.Fraction] `json:"times"`
	Points  *sidesJSON[event.Figure]  `json:"points,omitempty"`
}

func frequenciesJSON(s *event.Standings) (list []frequencyJSON) {
	for i, b := range s.Boards {
		out := frequencyJSON{Session: b.Session, Board: int(b.Board), Scores: []scoreCountJSON{}}
		for _, f := range s.Frequencies(i) {
			one := scoreCountJSON{f.Section, f.Version, f.Score, sidesJSON[exact.Fraction]{f.Times.NS, f.Times.EW}, nil}
			if f.Points.NS.Counts {
				one.Points = &sidesJSON[event.Figure]{f.Points.NS.Shown, f.Points.EW.Shown}
			}
			out.Scores = append(out.Scores, one)
		}
		list = append(list, out)
	}
	return list
}
