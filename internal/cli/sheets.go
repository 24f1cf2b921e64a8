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

// boards prints what happened on each board, the best for North-South on top; of a
// section its lines. Sections that are compared apart stand apart.
func (t *terminal) boards(s *event.Standings, people event.People, section string) {
	persons, own := personsOf(s), ownPoints(s)
	for i, b := range sheetsOf(s, section) {
		if i > 0 {
			t.out.WriteString("\n")
		}
		parts := []string{t.boardName(b.Session, b.Board, severalSessions(s))}
		if b.section != "" {
			parts = append(parts, t.T("list.section", b.section))
		}
		parts = append(parts, t.T("sheet.dealer", notation.SeatName(t.Words(), b.Dealer)), t.Vulnerability(b.Vul))
		t.boardHead(s, b.BoardSheet, parts)
		g := grid{names: []int{1, 3, 8}, leftmost: []int{0, 2, 4}, second: 4}
		g.add(t.SideShort(bridge.NS), "", t.SideShort(bridge.EW), "", t.T("column.contract"), t.T("column.score"), t.boardUnit(s)+" "+t.SideShort(bridge.NS), t.SideShort(bridge.EW), t.T("column.version"))
		for _, l := range b.lines {
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
			row = append(row, t.outcome(l, 0), t.points(l, bridge.NS))
			for _, side := range bridge.Sides {
				row = append(row, t.earnedOn(l, side, own[l]))
			}
			g.add(append(row, locale.Clean(l.Version))...)
		}
		t.draw(g)
	}
}

// boardPart is a board, or a part of it: the lines of one section.
type boardPart struct {
	event.BoardSheet
	section string // where sections are compared apart
	lines   []*event.Line
}

// sheetsOf are the boards of an event in parts: one for each section where sections are
// compared apart, with the top that it has there, else one for each board. Of a section
// that is asked for they have the lines in which it plays.
func sheetsOf(s *event.Standings, section string) (out []boardPart) {
	for i, b := range s.Boards {
		tops := s.SectionTops(i)
		var parts []boardPart
		for _, top := range tops {
			part := boardPart{BoardSheet: b, section: top.Section}
			part.Top = top.Top
			parts = append(parts, part)
		}
		if tops == nil {
			parts = []boardPart{{BoardSheet: b}}
		}
		for n := range b.Lines {
			l := &b.Lines[n]
			ns, ew := l.Meeting.NS, l.Meeting.EW
			if section != "" && ns.Section != section && ew.Section != section {
				continue
			}
			at := 0
			if tops != nil {
				own := ns.Section
				if ns.IsZero() {
					own = ew.Section
				}
				if at = slices.IndexFunc(parts, func(p boardPart) bool { return p.section == own }); at < 0 { // nothing is compared there
					at = len(parts)
					part := boardPart{BoardSheet: b, section: own}
					part.Top = event.Figure{}
					parts = append(parts, part)
				}
			}
			parts[at].lines = append(parts[at].lines, l)
		}
		for _, p := range parts {
			if len(p.lines) > 0 || section == "" && len(parts) == 1 {
				out = append(out, p)
			}
		}
	}
	return out
}

// ownPoints is what each player got for a line, in an individual event: partners may
// have different artificial scores.
func ownPoints(s *event.Standings) map[*event.Line]map[event.Contestant]event.Earned {
	if s.Info.Kind != event.Individuals {
		return nil
	}
	own := map[*event.Line]map[event.Contestant]event.Earned{}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			for _, c := range s.Card(r.Contestant) {
				if own[c.Line] == nil {
					own[c.Line] = map[event.Contestant]event.Earned{}
				}
				own[c.Line][r.Contestant] = c.Points()
			}
		}
	}
	return own
}

// seated are those who sit on a side: a pair, or two partners.
func seated(m event.Meeting, side bridge.Side) [2]event.Contestant {
	if side == bridge.EW {
		return [2]event.Contestant{m.EW, m.West}
	}
	return [2]event.Contestant{m.NS, m.South}
}

// earnedOn is what a side got for a line, and each of two partners where that differs.
func (t *terminal) earnedOn(l *event.Line, side bridge.Side, own map[event.Contestant]event.Earned) string {
	var texts []string
	for _, c := range seated(l.Meeting, side) {
		if e, ok := own[c]; ok {
			texts = append(texts, t.earned(e))
		}
	}
	if len(texts) < 2 || texts[0] == texts[1] {
		return t.earned(l.Points.Of(side))
	}
	for i := range texts {
		texts[i] = cmp.Or(texts[i], noPlace)
	}
	return strings.Join(texts, partners)
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

// frequencyPart are the frequencies of a board, or of one section of it where sections
// are compared apart.
type frequencyPart struct {
	event.BoardSheet
	section string
	list    []event.Frequency
}

// frequenciesOf are those of the i-th board that are asked for.
func frequenciesOf(s *event.Standings, i int, section string) (parts []frequencyPart) {
	list, tops := s.Frequencies(i), s.SectionTops(i)
	if tops == nil {
		return []frequencyPart{{BoardSheet: s.Boards[i], list: list}}
	}
	for _, top := range tops {
		if section != "" && top.Section != section {
			continue
		}
		part := frequencyPart{BoardSheet: s.Boards[i], section: top.Section}
		part.Top = top.Top
		for _, f := range list {
			if f.Section == top.Section {
				part.list = append(part.list, f)
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// frequencies prints how often each score came on a board, and what it was worth.
func (t *terminal) frequencies(s *event.Standings, section string) {
	var parts []frequencyPart
	for i := range s.Boards {
		parts = append(parts, frequenciesOf(s, i, section)...)
	}
	parts = slices.DeleteFunc(parts, func(p frequencyPart) bool { return len(p.list) == 0 })
	for i, p := range parts {
		if i > 0 {
			t.out.WriteString("\n")
		}
		head := []string{t.boardName(p.Session, p.Board, severalSessions(s))}
		if p.section != "" {
			head = append(head, t.T("list.section", p.section))
		}
		t.boardHead(s, p.BoardSheet, head)
		list := p.list
		split := slices.ContainsFunc(list, func(f event.Frequency) bool { return !f.Times.NS.Equal(f.Times.EW) })
		g := grid{names: []int{0}}
		times := []string{t.T("column.times"), ""}
		if split {
			times = []string{t.T("column.times") + " " + t.SideShort(bridge.NS), t.SideShort(bridge.EW)}
		}
		g.add(t.T("column.version"), t.T("column.score"), times[0], times[1], t.boardUnit(s)+" "+t.SideShort(bridge.NS), t.SideShort(bridge.EW))
		for _, f := range list {
			row := []string{locale.Clean(f.Version), strconv.Itoa(int(f.Score)), t.Number(f.Times.NS), ""}
			if split {
				row[3] = t.Number(f.Times.EW)
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
		facts = append(facts, t.totalOf(s, row))
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
	for _, p := range r.standings.Penalties {
		if p.Contestant == row.Contestant && r.standings.Info.Kind == event.Teams {
			t.out.WriteString(t.wrap([]string{locale.Sentence(t.penaltyNote(r, p))}, "", 2))
		}
	}
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
	others := seated(l.Line.Meeting, l.Side.Other())
	return others[:]
}

func partner(l event.CardLine) event.Contestant {
	pair := seated(l.Line.Meeting, l.Side)
	if pair[0] == l.Contestant {
		return pair[1]
	}
	return pair[0]
}

// carded lists the contestants whose cards are asked for: one by its name, those of
// the lists on one side, those of a section, or all of the lists.
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
	for _, l := range s.Lists { // the list of a section: ANS, or A
		for _, r := range l.Rows {
			name := r.Contestant.Section
			if l.Side.Valid() {
				name += l.Side.String()
			}
			if r.Contestant.Section != "" && strings.EqualFold(text, name) {
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
	case regulation.Won:
		return t.T("column.won")
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

// listUnit is what a list counts. Boards that are won are points. Where only a part of
// a list are knock-outs, the others give it its unit.
func listUnit(s *event.Standings) regulation.Unit {
	rows := 0
	if !slices.ContainsFunc(s.Lists, func(l event.List) bool {
		rows += len(l.Rows)
		return slices.ContainsFunc(l.Rows, func(r event.Row) bool { return !r.Won })
	}) && rows > 0 {
		return regulation.Won
	}
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
// have none, and neither have victory points and matches won.
func inPercent(u regulation.Unit) bool {
	return u != regulation.IMPs && u != regulation.Points && u != regulation.VPs && u != regulation.Won
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
	Section string               `json:"section,omitempty"` // where sections are compared apart
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
	Partners *sidesJSON[any]              `json:"partner_points,omitempty"` // of South and West, where a partner got something else
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

func boardsJSON(s *event.Standings, section string) (list []sheetJSON) {
	own := ownPoints(s)
	for _, b := range sheetsOf(s, section) {
		out := sheetJSON{Session: b.Session, Board: int(b.Board), Section: b.section, Dealer: b.Dealer, Vul: b.Vul, Lines: []lineJSON{}}
		if inPercent(s.Info.Unit) {
			out.Top = &b.Top
		}
		if s.Info.Method == event.Par {
			out.Par = b.Par
		}
		for _, l := range b.lines {
			line := lineToJSON(s, l)
			line.Partners = partnersJSON(l, own[l])
			out.Lines = append(out.Lines, line)
		}
		list = append(list, out)
	}
	return list
}

// partnersJSON is what South and West got for a line, if one of them got something else
// than its partner.
func partnersJSON(l *event.Line, own map[event.Contestant]event.Earned) *sidesJSON[any] {
	var of [2]any
	differ := false
	for i, side := range bridge.Sides {
		who := seated(l.Meeting, side)
		first, second := own[who[0]], own[who[1]]
		if second.Counts {
			of[i] = second.Shown
		}
		differ = differ || !who[1].IsZero() && (first.Counts != second.Counts || !first.Shown.Value.Equal(second.Shown.Value))
	}
	if !differ {
		return nil
	}
	return &sidesJSON[any]{of[0], of[1]}
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

func frequenciesJSON(s *event.Standings, section string) (list []frequencyJSON) {
	for i, b := range s.Boards {
		out := frequencyJSON{Session: b.Session, Board: int(b.Board), Scores: []scoreCountJSON{}}
		scores := s.Frequencies(i)
		if section != "" && s.SectionTops(i) != nil {
			scores = slices.DeleteFunc(scores, func(f event.Frequency) bool { return f.Section != section })
		}
		for _, f := range scores {
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
