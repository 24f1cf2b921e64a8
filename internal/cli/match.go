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
)

// matchCommand shows matches of teams board by board.
type matchCommand struct {
	Files []string `arg:""`
	scoring
	Match string
	Round string
}

// Run implements the command.
func (c *matchCommand) Run(t *terminal) error {
	round, err := count("--round", c.Round)
	if err != nil {
		return err
	}
	t.shown = shownWarnings
	r, err := t.record(c.Files, c.scoring)
	if err != nil {
		return err
	}
	all := r.matchList()
	if len(all) == 0 {
		return at(r.name, bridge.Errorf(bridge.NotFound, "teams.none", "this event has no matches: want one of teams"))
	}
	found := slices.DeleteFunc(slices.Clone(all), func(m *event.MatchSheet) bool {
		return round > 0 && max(m.Round, 1) != round || c.Match != "" && !r.called(m, plain(c.Match))
	})
	switch {
	case len(found) == 0 && c.Match != "":
		return bridge.At("--match", r.noMatch(plain(c.Match), round, len(all)))
	case len(found) == 0:
		return bridge.At("--round", bridge.Errorf(bridge.NotFound, "teams.no_round", "round %d has no match", round))
	}
	if t.json {
		out := matchesJSON{
			Event: titleJSON{r.standings.Info.Title, r.standings.Info.Club, r.standings.Info.Date}, Method: r.standings.Info.Method,
			Regulation: r.standings.Regulation, Matches: []matchJSON{}, Warnings: t.warningList(),
		}
		for _, m := range found {
			out.Matches = append(out.Matches, r.matchJSON(m))
		}
		return t.answer(out)
	}
	t.heading(r.standings)
	for i, m := range found {
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.match(r, m)
	}
	return nil
}

// noMatch refuses a text that means no match: two teams of the event that have not met, or
// something else.
func (r *reckoned) noMatch(text string, round, matches int) error {
	known := func(name string) bool {
		return slices.ContainsFunc(r.matchList(), func(m *event.MatchSheet) bool { return r.isTeam(m.Home, name) || r.isTeam(m.Away, name) })
	}
	for a, b := range twoTeams(text) {
		switch {
		case !known(a) || !known(b):
		case round > 0:
			return bridge.Errorf(bridge.NotFound, "teams.not_met_round", "%s and %s did not meet in round %d", a, b, round)
		default:
			return bridge.Errorf(bridge.NotFound, "teams.not_met", "%s and %s have not met", a, b)
		}
	}
	return bridge.Errorf(bridge.NotFound, "teams.unknown", "no match %q: want a number from 1 to %d, a team, or two teams like 3-7, with --round one of that round", text, matches)
}

// twoTeams are the ways to read a text as two teams, with a dash or a slash between them.
func twoTeams(text string) func(yield func(a, b string) bool) {
	return func(yield func(a, b string) bool) {
		for _, sign := range []string{" – ", " - ", "–", "/", "-"} {
			if a, b, ok := strings.Cut(text, sign); ok && !yield(strings.TrimSpace(a), strings.TrimSpace(b)) {
				return
			}
		}
	}
}

// isTeam reports whether a name or a number is that of a team.
func (r *reckoned) isTeam(c event.Contestant, name string) bool {
	return !c.IsZero() && (strings.EqualFold(name, r.teamName(c)) || strings.EqualFold(name, c.String()))
}

// count reads a number from 1 of a flag, 0 if there is none.
func count(flag, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(plain(text))
	if err != nil || n < 1 {
		return 0, bridge.At(flag, bridge.Errorf(Usage, "usage.count", "%q: want a number from 1", plain(text)))
	}
	return n, nil
}

// matchList are the matches of an event; the place in it is the number of a match.
func (r *reckoned) matchList() []*event.MatchSheet {
	list := make([]*event.MatchSheet, len(r.standings.Matches))
	for i := range list {
		list[i] = &r.standings.Matches[i]
	}
	return list
}

// number is what a match is called by, from 1.
func (r *reckoned) number(m *event.MatchSheet) int {
	return slices.Index(r.matchList(), m) + 1
}

// called reports whether a text means a match: its number, or a team by its name, or
// two teams with a dash or a slash between them.
func (r *reckoned) called(m *event.MatchSheet, text string) bool {
	if n, err := strconv.Atoi(text); err == nil {
		return n == r.number(m)
	}
	if r.isTeam(m.Home, text) || r.isTeam(m.Away, text) {
		return true
	}
	for a, b := range twoTeams(text) {
		if r.isTeam(m.Home, a) && r.isTeam(m.Away, b) || r.isTeam(m.Home, b) && r.isTeam(m.Away, a) {
			return true
		}
	}
	return false
}

// teamName is the name of a contestant, its number where it has none.
func (r *reckoned) teamName(c event.Contestant) string {
	return cmp.Or(r.named(c), c.String())
}

// named is the name of a contestant alone, empty where it has none.
func (r *reckoned) named(c event.Contestant) string {
	return locale.Clean(r.People.Name(r.who()[c]))
}

// matchName says which match it is, in a sentence: "match 3, 1 Reds – 2 Blues".
func (t *terminal) matchName(r *reckoned, m *event.MatchSheet) string {
	who := m.Home.String()
	if !m.Away.IsZero() {
		who += dash + m.Away.String()
	}
	return t.T("teams.name", r.number(m), who)
}

// matchState is how far a match has come, in words.
func (t *terminal) matchState(m *event.MatchSheet) string {
	if m.State == event.MatchOpen || m.State == event.MatchDrawn && len(m.Boards) > 0 {
		return t.T("teams.state.open", m.Scored, m.Length)
	}
	if m.State == event.MatchReported && m.Scored > 0 {
		return t.T("teams.state.reported_part", m.Scored, m.Length)
	}
	return t.T("teams.state." + string(m.State))
}

// late says who came too late.
func (t *terminal) late(m *event.MatchSheet) string {
	who := m.Home.String()
	switch m.Late {
	case event.AwaysFault:
		who = m.Away.String()
	case event.BothsFault:
		who += ", " + m.Away.String()
	}
	return t.T("teams.late", who)
}

// lead says what the match begins with, and for whom.
func (t *terminal) lead(r *reckoned, m *event.MatchSheet) string {
	who := m.Home
	if m.Lead.Value.Sign() < 0 {
		who = m.Away
	}
	return t.T("teams.lead", t.named(who, r.who()[who], r.People), t.short(m.Lead.Value.Abs()), t.boardUnit(r.standings))
}

// match prints a match: its teams, every board with both rooms, and what it came to.
func (t *terminal) match(r *reckoned, m *event.MatchSheet) {
	names := t.named(m.Home, r.who()[m.Home], r.People)
	if !m.Away.IsZero() {
		names += dash + t.named(m.Away, r.who()[m.Away], r.People)
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{t.matchTitle(r, m) + ":", names}, " ", 0)))
	if m.State != event.MatchPlayed {
		t.out.WriteString(t.paintLines(roleInk2, t.wrap([]string{locale.Sentence(t.matchState(m)) + "."}, "", 0)))
	}
	if m.Half {
		t.out.WriteString(t.paintLines(roleInk2, t.wrap([]string{locale.Sentence(t.T("teams.half")) + "."}, "", 0)))
	}
	if m.Lead.Value.Sign() != 0 {
		t.out.WriteString(t.paintLines(roleInk2, t.wrap([]string{locale.Sentence(t.lead(r, m)) + "."}, "", 0)))
	}
	if m.Late != event.NobodysFault {
		t.out.WriteString(t.paintLines(roleInk2, t.wrap([]string{locale.Sentence(t.late(m)) + "."}, "", 0)))
	}
	if len(m.Boards) > 0 {
		t.matchBoards(r, m)
	}
	if m.State != event.MatchDrawn && m.State != event.MatchCancelled {
		t.cameTo(r, m)
	}
}

// matchTitle says which match it is, and where it was played.
func (t *terminal) matchTitle(r *reckoned, m *event.MatchSheet) string {
	title := []string{t.T("teams.title", r.number(m))}
	if m.Session > 0 && severalSessions(r.standings) {
		title = append(title, t.T("teams.session", m.Session))
	}
	if m.Round > 0 {
		title = append(title, t.T("teams.round", m.Round))
	}
	if m.Table > 0 {
		title = append(title, t.T("teams.table", m.Table))
	}
	return strings.Join(title, ", ")
}

// matchBoards prints the boards of a match. A row has the rooms where the home team and
// where the away team sat North-South; teams of eight have several of each.
func (t *terminal) matchBoards(r *reckoned, m *event.MatchSheet) {
	ns := t.SideShort(bridge.NS)
	g := grid{leftmost: []int{1, 3}, second: 3}
	g.add(t.T("column.board"), ns+" "+m.Home.String(), t.T("column.points"), ns+" "+m.Away.String(), t.T("column.points"),
		t.boardUnit(r.standings)+" "+m.Home.String(), m.Away.String(), t.T("teams.running"))
	var sums bridge.BySide[exact.Fraction]
	for i := range m.Boards {
		b := &m.Boards[i]
		sums = running(sums, b)
		rooms := rooms(m, b)
		for n := range max(len(rooms.NS), len(rooms.EW)) {
			cells := []string{""}
			if n == 0 {
				cells[0] = strconv.Itoa(int(b.Board))
			}
			for _, side := range bridge.Sides {
				if list := rooms.Of(side); n < len(list) {
					cells = append(cells, cmp.Or(t.outcome(list[n], 0), noPlace), t.points(list[n], bridge.NS))
				} else {
					cells = append(cells, noPlace, "")
				}
			}
			switch {
			case n > 0:
				cells = append(cells, "", "", "")
			case !counts(b):
				cells = append(cells, noPlace, noPlace, "")
			default:
				cells = append(cells, t.won(b.Won.NS), t.won(b.Won.EW), t.versus(sums))
			}
			g.add(cells...)
		}
	}
	t.draw(g)
}

// counts reports whether a board is part of the result of its match.
func counts(b *event.MatchLine) bool {
	return b.State == event.StatePlayed || b.State == event.StateAdjusted
}

// running adds what both teams won on a board to what they have.
func running(sums bridge.BySide[exact.Fraction], b *event.MatchLine) bridge.BySide[exact.Fraction] {
	for _, side := range bridge.Sides {
		if v := b.Won.Of(side).Value; counts(b) && v.Sign() > 0 {
			sums = sums.With(side, sums.Of(side).Add(v))
		}
	}
	return sums
}

// rooms are the lines of a board where the home team, and where the away team, sat
// North-South.
func rooms(m *event.MatchSheet, b *event.MatchLine) (lists bridge.BySide[[]*event.Line]) {
	for _, l := range b.Rooms {
		side := bridge.NS
		if l.Meeting.NS != m.Home {
			side = bridge.EW
		}
		lists = lists.With(side, append(lists.Of(side), l))
	}
	return lists
}

// won is what a team won on a board; what it lost stands with the other one.
func (t *terminal) won(f event.Figure) string {
	if f.Value.Sign() <= 0 {
		return ""
	}
	return t.short(f.Rounded())
}

// versus is a score of two teams: 23:17.
func (t *terminal) versus(sums bridge.BySide[exact.Fraction]) string {
	return t.short(sums.NS) + ":" + t.short(sums.EW)
}

// result is a column of what a match came to.
type result struct {
	head string
	of   func(bridge.Side) string
}

// resultColumns are the columns of what a match came to: by the IMPs or points of its
// method, then what they are worth.
func (t *terminal) resultColumns(r *reckoned, m *event.MatchSheet) (columns []result) {
	add := func(head string, of func(bridge.Side) string) { columns = append(columns, result{head, of}) }
	figure := func(of bridge.BySide[event.Figure], known bool) func(bridge.Side) string {
		return func(side bridge.Side) string {
			if !known {
				return noPlace
			}
			return t.short(of.Of(side).Rounded())
		}
	}
	unit, total := t.boardUnit(r.standings), m.Margin
	switch method := r.standings.Info.Method; method {
	case event.BoardAMatch, event.Patton: // both sides have points: a margin would be no word for them
		add(t.T("column.boards"), figure(m.BoardsWon, m.HasBoards))
		if method == event.Patton {
			add(t.T("teams.aggregate"), figure(m.Aggregate, m.HasBoards))
		}
		add(unit, figure(m.Won, !m.VPOnly))
		if !m.Knockout {
			total = m.VP
		}
		if !total.NS.Value.Equal(m.Won.NS.Value) || !total.EW.Value.Equal(m.Won.EW.Value) {
			add(t.T("teams.total"), figure(total, true))
		}
	default:
		add(unit, figure(m.Won, !m.VPOnly))
		add(t.T("teams.margin"), figure(m.Margin, !m.VPOnly))
	}
	if m.HasVP {
		add(t.T("column.vp"), func(side bridge.Side) string { return t.Decimal(m.VP.Of(side).String()) })
	}
	return columns
}

// cameTo prints what a match came to, a line for each team.
func (t *terminal) cameTo(r *reckoned, m *event.MatchSheet) {
	g := grid{names: []int{1}}
	columns := t.resultColumns(r, m)
	heads := []string{t.T("column.team"), ""}
	for _, c := range columns {
		heads = append(heads, c.head)
	}
	g.add(heads...)
	for _, side := range bridge.Sides {
		c := bridge.BySide[event.Contestant]{NS: m.Home, EW: m.Away}.Of(side)
		if c.IsZero() {
			continue
		}
		cells := []string{c.String(), r.named(c)}
		for _, of := range columns {
			cells = append(cells, of.of(side))
		}
		g.add(cells...)
	}
	t.out.WriteString("\n")
	for _, p := range m.Parts {
		after := bridge.BySide[exact.Fraction]{NS: p.After.NS.Rounded(), EW: p.After.EW.Rounded()}
		won := bridge.BySide[exact.Fraction]{NS: p.Won.NS.Rounded(), EW: p.Won.EW.Rounded()}
		text := t.T("teams.part", p.Segment, t.versus(won), t.short(after.NS))
		if p.Seats.Valid() {
			chooses := bridge.BySide[event.Contestant]{NS: m.Home, EW: m.Away}.Of(p.Seats)
			text += "; " + t.T("teams.seats", r.teamName(chooses))
		}
		t.out.WriteString(t.indented("  ", locale.Sentence(text)+"."))
	}
	t.draw(g)
	won := m.Won.NS.Value.Sub(m.Won.EW.Value)
	if played := m.State == event.MatchPlayed || m.State == event.MatchOpen; played && r.standings.Info.Method == event.IMPs && !won.Equal(m.Margin.NS.Value) {
		t.out.WriteString(t.indented("  ", locale.Sentence(t.T("teams.margin_note"))+"."))
	}
}

// matchesJSON is the answer of match.
type matchesJSON struct {
	Event      titleJSON        `json:"event"`
	Method     event.Method     `json:"method"`
	Regulation event.Regulation `json:"regulation"`
	Matches    []matchJSON      `json:"matches"`
	Warnings   []warningJSON    `json:"warnings"`
}

type titleJSON struct {
	Title string `json:"title,omitempty"`
	Club  string `json:"club,omitempty"`
	Date  string `json:"date,omitempty"`
}

// matchJSON is a match. What has two values has the home team's first, and IMPs are
// points where boards are compared otherwise.
type matchJSON struct {
	Match   string           `json:"match"`
	Session int              `json:"session,omitempty"`
	Round   int              `json:"round,omitempty"`
	Table   int              `json:"table,omitempty"`
	Home    string           `json:"home"` // its name; without one the number
	Away    *string          `json:"away"` // null for a bye
	Numbers []string         `json:"contestants"`
	State   event.MatchState `json:"state"`
	Half    bool             `json:"half,omitempty"` // of a short triangle
	Late    event.MatchFault `json:"late,omitempty"` // home, away or both

	Knockout bool   `json:"knockout,omitempty"`
	Lead     string `json:"lead,omitempty"` // IMPs that the home team begins with, below zero the away team

	Length int              `json:"scheduled"` // boards
	Scored int              `json:"scored"`    // boards that have a result or an award
	IMPs   [2]string        `json:"imps"`
	Margin [2]string        `json:"margin"` // of each in its own view, penalties and a lead included
	VP     *[2]event.Figure `json:"vp,omitempty"`
	Parts  []matchPartJSON  `json:"parts,omitempty"` // halves or segments
	Boards []matchBoardJSON `json:"boards"`

	VPOnly    bool       `json:"vp_only,omitempty"`    // reported by its victory points: IMPs are not known
	BoardsWon *[2]string `json:"boards_won,omitempty"` // at board-a-match and Patton
	Aggregate *[2]string `json:"aggregate,omitempty"`  // at Patton: the scores of each less those of the other
	Total     *[2]string `json:"total,omitempty"`      // what it brings to the total, if these are no victory points
}

// matchBoardJSON is a board of a match: what the home team won, and the score after it.
// Both are null where a room has no result.
type matchBoardJSON struct {
	Board   int         `json:"board"`
	State   event.State `json:"state"` // empty: a room has no result yet
	IMPs    *string     `json:"imps"`
	Running *[2]string  `json:"running"`
	Rooms   []lineJSON  `json:"rooms"` // those where the home team sat North-South first
}

// matchPartJSON is a half of a match, or a segment.
type matchPartJSON struct {
	Part   int       `json:"part"`
	Scored int       `json:"scored"` // boards
	IMPs   [2]string `json:"imps"`
	After  [2]string `json:"after"` // the margin after it, of each in its own view

	Seats event.Contestant `json:"seats,omitzero"` // who has the choice of them
}

// plainNumber is a number of a match in JSON.
func plainNumber(f exact.Fraction) string { return f.Short(4) }

func (r *reckoned) matchJSON(m *event.MatchSheet) matchJSON {
	out := matchJSON{
		Match: strconv.Itoa(r.number(m)), Session: m.Session, Round: m.Round, Table: m.Table,
		Home: r.teamName(m.Home), Numbers: []string{m.Home.String()}, State: m.State, Half: m.Half, Late: m.Late, Length: m.Length, Scored: m.Scored,
		IMPs:   [2]string{plainNumber(m.Won.NS.Value), plainNumber(m.Won.EW.Value)},
		Margin: [2]string{plainNumber(m.Margin.NS.Value), plainNumber(m.Margin.EW.Value)},
		Boards: []matchBoardJSON{},
	}
	if !m.Away.IsZero() {
		name := r.teamName(m.Away)
		out.Away, out.Numbers = &name, append(out.Numbers, m.Away.String())
	}
	if m.HasVP {
		out.VP = &[2]event.Figure{m.VP.NS, m.VP.EW}
	}
	out.VPOnly, out.Knockout = m.VPOnly, m.Knockout
	if m.Lead.Value.Sign() != 0 {
		out.Lead = plainNumber(m.Lead.Value)
	}
	if method := r.standings.Info.Method; method == event.BoardAMatch || method == event.Patton {
		two := func(of bridge.BySide[event.Figure]) *[2]string {
			return &[2]string{plainNumber(of.NS.Value), plainNumber(of.EW.Value)}
		}
		if m.HasBoards {
			out.BoardsWon = two(m.BoardsWon)
		}
		if m.HasBoards && method == event.Patton {
			out.Aggregate = two(m.Aggregate)
		}
		out.Total = two(m.VP)
	}
	for _, p := range m.Parts {
		out.Parts = append(out.Parts, matchPartJSON{
			p.Segment, p.Scored,
			[2]string{plainNumber(p.Won.NS.Value), plainNumber(p.Won.EW.Value)},
			[2]string{plainNumber(p.After.NS.Value), plainNumber(p.After.EW.Value)},
			bridge.BySide[event.Contestant]{NS: m.Home, EW: m.Away}.Of(p.Seats),
		})
	}
	var sums bridge.BySide[exact.Fraction]
	for i := range m.Boards {
		b := &m.Boards[i]
		board := matchBoardJSON{Board: int(b.Board), State: b.State, Rooms: []lineJSON{}}
		if sums = running(sums, b); counts(b) {
			imps := plainNumber(b.Won.NS.Value)
			board.IMPs, board.Running = &imps, &[2]string{plainNumber(sums.NS), plainNumber(sums.EW)}
		}
		for _, l := range b.Rooms {
			board.Rooms = append(board.Rooms, lineToJSON(r.standings, l))
		}
		out.Boards = append(out.Boards, board)
	}
	return out
}
