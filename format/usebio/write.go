package usebio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Write writes an event as USEBIO 1.2 in UTF-8: who took part, each result as it stands
// now, the deals, and what the record says was published; see [Publish] for a record
// that has nothing of the kind yet. Teams are written match by match.
//
// What the format has no place for is returned as a list of reasons. Artificial scores
// are the codes of the format, percent of both sides: they say nothing of averages that
// depend on the rest of a session.
//
// The error has code [bridge.Invalid] for a record that no [event.Opened] begins, and is
// that of w if it fails.
func Write(w io.Writer, rec *event.Record) (lost []*bridge.Error, err error) {
	out := writer{
		rec: rec, byKey: map[event.Meeting]*entry{}, sets: map[event.Meeting]event.BoardSet{},
		matched: map[encounter]*matchEntry{}, listed: map[event.Contestant]event.Registered{},
		lines: map[event.Meeting]bridge.BySide[*event.Printed]{},
	}
	for _, f := range rec.Facts {
		out.fact(f)
	}
	if out.opened.Kind == "" {
		return nil, bridge.Errorf(bridge.Invalid, "usebio.unopened", "no event: nothing says whether it is one of pairs, teams or individuals")
	}
	for _, l := range rec.Published.Lines {
		out.lines[out.key(l.Meeting)] = l.Value
	}
	out.file()
	_, err = w.Write(out.b.Bytes())
	return out.lost, err
}

// Publish gives a record with what its standings print in place of what was published:
// the points of each line, totals and places. The standings must be those of the record.
func Publish(rec *event.Record, s *event.Standings) *event.Record {
	out := *rec
	out.Published = event.Published{}
	printed := func(f event.Figure) *event.Printed { return &event.Printed{Value: f.Rounded(), Decimals: f.Places} }
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			line := event.PublishedLine{Meeting: l.Meeting}
			for _, side := range bridge.Sides {
				if e := l.Points.Of(side); e.Counts {
					line.Value = line.Value.With(side, printed(e.Shown))
				}
			}
			if line.Value.NS != nil || line.Value.EW != nil {
				out.Published.Lines = append(out.Published.Lines, line)
			}
		}
	}
	for _, list := range s.Lists {
		for _, row := range list.Rows {
			place := strconv.Itoa(row.Rank)
			if row.Tied {
				place += "="
			}
			total := event.PublishedTotal{Contestant: row.Contestant, Total: printed(row.Total), Place: place}
			if s.Info.Kind == event.Pairs && row.Matches != nil { // Swiss pairs
				total.Total = printed(row.VP)
			}
			if s.Info.Method == event.Matchpoints {
				total.Percent = printed(row.Percent)
			}
			out.Published.Totals = append(out.Published.Totals, total)
		}
	}
	return &out
}

// encounter is who met whom in a round.
type encounter struct {
	period
	low, high event.Contestant
}

func encounterOf(session, round int, a, b event.Contestant) encounter {
	if !b.IsZero() && b.Compare(a) < 0 {
		a, b = b, a
	}
	return encounter{period{session, round}, a, b}
}

// entry is what the facts say of a meeting in the end.
type entry struct {
	event.Meeting
	played            *event.Played
	ruled             *event.Ruled
	notPlayed, satOut bool
	voided            bool
}

// matchEntry is the same of a match, with its boards.
type matchEntry struct {
	event.MatchRef
	drawn  *event.Drawn
	scored *event.MatchScored
	ruled  *event.MatchRuled
	boards [][]*entry
}

// writer writes one event.
type writer struct {
	rec     *event.Record
	b       bytes.Buffer
	depth   int
	opened  event.Opened
	order   []*entry
	byKey   map[event.Meeting]*entry
	sets    map[event.Meeting]event.BoardSet
	matches []*matchEntry
	matched map[encounter]*matchEntry
	listed  map[event.Contestant]event.Registered
	entered []event.Contestant
	lines   map[event.Meeting]bridge.BySide[*event.Printed]
	vps     bool // some match has victory points
	lost    []*bridge.Error
}

// warn says once what has no place in the format.
func (w *writer) warn(key, text string) {
	if !slices.ContainsFunc(w.lost, func(e *bridge.Error) bool { return e.Key == key }) {
		w.lost = append(w.lost, &bridge.Error{Code: bridge.Unsupported, Key: key, Msg: text})
	}
}

// key is what makes two facts speak of the same meeting.
func (w *writer) key(m event.Meeting) event.Meeting {
	if w.opened.Kind != event.Teams {
		m.Round, m.Table = 0, 0
	}
	return m
}

func (w *writer) fact(f event.Fact) {
	history := f.ID != "" || f.By != "" || f.Why != "" || !f.At.IsZero()
	switch a := f.Act.(type) {
	case event.Opened:
		w.opened = a
	case event.Registered:
		if _, again := w.listed[a.Contestant]; !again {
			w.entered = append(w.entered, a.Contestant)
		}
		w.listed[a.Contestant] = a
		if a.Club != "" || len(a.Strata) > 0 || a.Handicap != nil || a.Average != nil {
			w.warn("usebio.lost.entry", "clubs of contestants, strata and handicaps have no place in USEBIO")
		}
	case event.BoardSet:
		w.sets[event.Meeting{Session: a.Session, Board: a.Board}] = a
		if a.Par != nil {
			w.warn("usebio.lost.par", "the par of a deal has no place in USEBIO")
		}
		if !a.DD.IsZero() {
			w.warn("usebio.lost.tricks", "what the cards allow has no place in USEBIO")
		}
	case event.Played:
		e := w.entry(a.Meeting)
		history = history || e.played != nil
		e.played, e.notPlayed = &a, false
	case event.NotPlayed:
		e := w.entry(a.Meeting)
		history = history || e.played != nil
		e.played, e.notPlayed = nil, true
		if a.Late {
			w.warn("usebio.lost.late", "a board that is still to be played late has no place in USEBIO: there it is not played")
		}
	case event.SatOut:
		w.entry(a.Meeting).satOut = true
	case event.Ruled:
		e := w.entry(a.Meeting)
		history = history || e.ruled != nil
		if e.ruled = &a; a.Award.NS.IsZero() && a.Award.EW.IsZero() && len(a.Assigned.NS) == 0 {
			e.ruled = nil
		}
		e.satOut = e.satOut || a.NS.IsZero() || a.EW.IsZero()
	case event.Voided:
		e := w.entry(a.Meeting)
		*e, history = entry{Meeting: e.Meeting, voided: true}, true
	case event.Drawn:
		m := w.match(a.MatchRef)
		m.Home, m.Away = a.Home, a.Away
		history = history || m.drawn != nil
		if m.drawn = &a; a.Undone {
			m.drawn = nil
		}
		if a.Half {
			w.warn("usebio.lost.half", "that a match is a half one of a short triangle has no place in USEBIO: there it counts in full")
		}
		if a.Lead != nil && a.Lead.Sign() != 0 {
			w.warn("usebio.lost.lead", "IMPs that a match begins with have no place in USEBIO")
		}
		if len(a.Seats) > 0 {
			w.warn("usebio.lost.seats", "who has the choice of seats in a match has no place in USEBIO")
		}
	case event.MatchScored:
		m := w.match(a.MatchRef)
		history = history || m.scored != nil
		m.scored = &a
		w.vps = w.vps || a.HomeVP != nil
	case event.MatchRuled:
		m := w.match(a.MatchRef)
		if m.ruled = &a; a.Ruling == "" {
			m.ruled, history = nil, true
		}
	case event.LinedUp:
		w.warn("usebio.lost.lineups", "who sat at which table for a team is not written")
	default:
		w.warn("usebio.lost.acts", "boards that were fouled, turned or cancelled, penalties, stages, carry-over, substitutes, withdrawals and the end of corrections have no place in USEBIO")
	}
	if history {
		w.warn("usebio.lost.history", "who entered a result, when and why, and what was corrected, have no place in USEBIO")
	}
}

// entry finds or begins a meeting.
func (w *writer) entry(m event.Meeting) *entry {
	key := w.key(m)
	e := w.byKey[key]
	if e == nil {
		e = &entry{Meeting: m}
		w.byKey[key] = e
		w.order = append(w.order, e)
	}
	e.Round, e.Table, e.voided = cmp.Or(m.Round, e.Round), cmp.Or(m.Table, e.Table), false
	return e
}

// match finds or begins a match.
func (w *writer) match(at event.MatchRef) *matchEntry {
	key := encounterOf(at.Session, at.Round, at.Home, at.Away)
	m := w.matched[key]
	if m == nil {
		m = &matchEntry{MatchRef: at}
		w.matched[key] = m
		w.matches = append(w.matches, m)
	}
	m.Table = cmp.Or(m.Table, at.Table)
	return m
}

// open begins an element, and shut ends it.
func (w *writer) open(name, attributes string) {
	w.indent()
	w.b.WriteString("<" + name + attributes + ">\n")
	w.depth++
}

func (w *writer) shut(name string) {
	w.depth--
	w.indent()
	w.b.WriteString("</" + name + ">\n")
}

func (w *writer) indent() { w.b.WriteString(strings.Repeat("  ", w.depth)) }

// escaped is a text that stands in XML.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(strings.TrimSpace(text))) // a builder takes everything
	return b.String()
}

// put writes an element with a text; an empty one is left out.
func (w *writer) put(name, text string) {
	if text = escaped(text); text != "" {
		w.indent()
		w.b.WriteString("<" + name + ">" + text + "</" + name + ">\n")
	}
}

func (w *writer) count(name string, n int) {
	if n != 0 {
		w.put(name, strconv.Itoa(n))
	}
}

func (w *writer) printed(name string, p *event.Printed) {
	if p != nil {
		w.put(name, p.String())
	}
}

// file writes all of it.
func (w *writer) file() {
	o := w.opened
	w.b.WriteString(xml.Header + "<!DOCTYPE USEBIO SYSTEM \"http://www.ebu.co.uk/usebio/usebio_v1_2.dtd\">\n")
	w.open("USEBIO", ` Version="1.2"`)
	w.open("CLUB", "")
	w.put("CLUB_NAME", o.Club)
	w.shut("CLUB")
	kind, boards := w.kind()
	w.open("EVENT", ` EVENT_TYPE="`+kind+`"`)
	w.put("EVENT_DESCRIPTION", o.Title)
	w.put("PROGRAM_NAME", o.Producer)
	w.put("WINNER_TYPE", strconv.Itoa(max(o.Winners, 1)))
	date := o.Date
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		date = t.Format("02/01/2006")
	}
	w.put("DATE", date)
	w.put("BOARD_SCORING_METHOD", boards)
	switch {
	case o.Kind == event.Teams:
		w.put("MATCH_SCORING_METHOD", w.matchScoring())
	case o.Swiss:
		w.put("MATCH_SCORING_METHOD", "VPS")
	}
	if o.Regulation != "" || o.Expected != 0 || o.Seed != 0 {
		w.warn("usebio.lost.rules", "the regulation, the results that are expected and the seed of lots have no place in USEBIO")
	}
	w.participants()
	w.sessions()
	w.shut("EVENT")
	w.shut("USEBIO")
}

// kind is the type of the event, and the scoring of its boards where the type leaves
// it open.
func (w *writer) kind() (kind, boards string) {
	o := w.opened
	lostMethod := func() {
		w.warn("usebio.lost.method", "the method of the event has no name in USEBIO")
	}
	method := map[event.Method]string{
		event.Matchpoints: "MATCH_POINTS", event.Butler: "BUTLER_IMPS", event.CrossIMPs: "CROSS_IMPS", event.TotalPoints: "AGGREGATE",
		event.IMPs: "IMPS", event.BoardAMatch: "BAM",
	}[o.Method]
	switch o.Kind {
	case event.Individuals:
		if method == "" {
			lostMethod()
			method = "MATCH_POINTS"
		}
		return "INDIVIDUAL", method
	case event.Teams:
		if method == "" {
			lostMethod()
			method = "BAM" // of Patton, which it is in the main
		}
		for _, m := range w.matches {
			if m.drawn != nil && m.drawn.Knockout && o.Method == event.IMPs {
				return "KO", ""
			}
		}
		if o.Method == event.IMPs {
			return "SWISS_TEAMS", ""
		}
		return "TEAMS", method
	}
	if o.Swiss {
		return w.swissKind(method)
	}
	switch o.Method {
	case event.Matchpoints:
		return "MP_PAIRS", ""
	case event.Butler:
		return "BUTLER_PAIRS", ""
	case event.CrossIMPs:
		return "CROSS_IMPS", ""
	case event.TotalPoints:
		return "AGGREGATE", ""
	}
	lostMethod()
	return "MP_PAIRS", ""
}

// swissKind is the type of an event of Swiss pairs, and the scoring of its boards.
func (w *writer) swissKind(method string) (kind, boards string) {
	switch w.opened.Method {
	case event.CrossIMPs:
		return "SWISS_PAIRS_CROSS_IMPS", ""
	case event.Butler:
		return "SWISS_PAIRS_BUTLER_IMPS", ""
	case event.Matchpoints, event.TotalPoints:
		return "SWISS_PAIRS", method
	}
	w.warn("usebio.lost.method", "the method of the event has no name in USEBIO")
	return "SWISS_PAIRS", "MATCH_POINTS"
}

// matchScoring is how matches become totals, as far as the record says it.
func (w *writer) matchScoring() string {
	switch {
	case w.opened.Method == event.BoardAMatch:
		return "BAM"
	case w.vps:
		return "VPS"
	}
	return ""
}

// participants writes who takes part, with what was published of them.
func (w *writer) participants() {
	totals := map[event.Contestant]event.PublishedTotal{}
	for _, t := range w.rec.Published.Totals {
		totals[t.Contestant] = t
	}
	w.open("PARTICIPANTS", "")
	for _, c := range w.entered {
		t := totals[c]
		persons := w.listed[c].Persons
		result := func() {
			w.printed("TOTAL_SCORE", t.Total)
			w.printed("PERCENTAGE", t.Percent)
			w.put("PLACE", t.Place)
		}
		switch w.opened.Kind {
		case event.Individuals:
			w.open("PLAYER", "")
			w.put("PLAYER_NUMBER", c.String())
			result()
			for _, id := range persons[:min(len(persons), 1)] {
				w.person(w.rec.People[id])
			}
			w.shut("PLAYER")
			continue
		case event.Teams:
			name := ""
			if len(persons) > 0 {
				if who := w.rec.People[persons[0]]; who.MemberIDs[teamNumber] != "" || len(persons) == 1 {
					name, persons = who.Name, persons[1:]
				}
			}
			attributes := ` TEAM_ID="` + escaped(c.String()) + `"`
			if name != "" {
				attributes += ` TEAM_NAME="` + escaped(name) + `"`
			}
			w.open("TEAM", attributes)
			result()
			w.players(persons)
			w.shut("TEAM")
			continue
		}
		w.open("PAIR", "")
		w.put("PAIR_NUMBER", c.String())
		if c.Side.Valid() {
			w.put("DIRECTION", c.Side.String())
		}
		result()
		w.players(persons)
		w.shut("PAIR")
	}
	w.shut("PARTICIPANTS")
}

func (w *writer) players(ids []event.PersonID) {
	for _, id := range ids {
		w.open("PLAYER", "")
		w.person(w.rec.People[id])
		w.shut("PLAYER")
	}
}

// person writes the elements of a person.
func (w *writer) person(p event.Person) {
	w.put("PLAYER_NAME", p.Name)
	for giver := range p.MemberIDs {
		if giver != "national" && giver != "club" && (giver != "event" || w.opened.Kind == event.Individuals) {
			w.warn("usebio.lost.numbers", "a person has a national number and one of the club in USEBIO; others are left out")
		}
	}
	w.put("NATIONAL_ID_NUMBER", p.MemberIDs["national"])
	w.put("CLUB_ID_NUMBER", p.MemberIDs["club"])
	if w.opened.Kind != event.Individuals {
		w.put("PLAYER_NUMBER", p.MemberIDs["event"])
	}
}

// sessions writes what was played. One session needs no element.
func (w *writer) sessions() {
	last, none := 0, false
	note := func(session int) {
		last = max(last, session)
		none = none || session == 0
	}
	for _, e := range w.order {
		note(e.Session)
	}
	for _, m := range w.matches {
		note(m.Session)
	}
	for _, at := range w.sets {
		note(at.Session)
	}
	switch {
	case none || last == 0:
		w.session(0)
		if last == 1 {
			last = 2 // of which one is empty: a single one has no number
		}
	case last == 1:
		w.session(1)
		return
	}
	if last > mostSessions {
		w.warn("usebio.lost.sessions", "sessions have numbers up to 1000 in USEBIO; what has another is left out")
		last = mostSessions
	}
	for n := 1; n <= last; n++ {
		w.open("SESSION", ` SESSION_ID="`+strconv.Itoa(n)+`"`)
		w.session(n)
		w.shut("SESSION")
	}
}

// mostSessions keeps a file with a slip of the keys from growing without end.
const mostSessions = 1000

// session writes the results and deals of one session.
func (w *writer) session(n int) {
	if w.opened.Kind == event.Teams {
		w.teams(n)
	} else {
		for _, board := range w.boards(w.order, n) {
			w.board(board, nil)
		}
	}
	w.handset(n)
}

// boards are the meetings of a session by their boards, which come in the order of
// their numbers.
func (w *writer) boards(entries []*entry, session int) (out [][]*entry) {
	at := map[bridge.Board]int{}
	for _, e := range entries {
		if e.Session != session || e.voided || e.played == nil && e.ruled == nil && !e.notPlayed && !e.satOut {
			continue
		}
		i, ok := at[e.Board]
		if !ok {
			i = len(out)
			at[e.Board] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], e)
	}
	slices.SortStableFunc(out, func(a, b []*entry) int { return cmp.Compare(a[0].Board, b[0].Board) })
	return out
}

// board writes the lines of a board; m is its match, if it has one.
func (w *writer) board(lines []*entry, m *matchEntry) {
	b := lines[0].Board
	w.open("BOARD", "")
	w.put("BOARD_NUMBER", strconv.Itoa(int(b)))
	vul := b.Vulnerability()
	if set, ok := w.sets[event.Meeting{Session: lines[0].Session, Board: b}]; ok {
		vul = set.Vul
		w.setup(set)
	}
	if m != nil {
		w.points(lines, m)
	}
	for _, e := range lines {
		w.line(e, m, vul)
	}
	w.shut("BOARD")
}

// setup writes dealer and vulnerability where the number of the board says another
// thing.
func (w *writer) setup(set event.BoardSet) {
	if set.Dealer != set.Board.Dealer() || set.Vul != set.Board.Vulnerability() {
		w.put("DEALER", set.Dealer.String())
		w.put("VULNERABILITY", set.Vul.String())
	}
}

// points writes what a board of a match brought to the home team.
func (w *writer) points(lines []*entry, m *matchEntry) {
	for _, e := range lines {
		v := w.lines[w.key(e.Meeting)]
		if e.NS != m.Home {
			v = v.Mirror()
		}
		if v.NS == nil {
			continue
		}
		if w.opened.Method == event.BoardAMatch {
			w.printed("TEAM_POINTS", v.NS)
			w.printed("OPPOSING_TEAM_POINTS", v.EW)
		} else {
			w.printed("IMPS", v.NS)
		}
		return
	}
}

// line writes one line.
func (w *writer) line(e *entry, m *matchEntry, vul bridge.Vulnerability) {
	w.open("TRAVELLER_LINE", "")
	defer w.shut("TRAVELLER_LINE")
	w.who(e, m)
	if m == nil {
		w.count("ROUND_NUMBER", e.Round)
	}
	w.count("TABLE_NUMBER", e.Table)
	if e.satOut {
		if e.ruled != nil {
			w.warn("usebio.lost.bye", "an award to a contestant that sits out has no place in USEBIO")
		}
		w.linePoints(e)
		return
	}
	result, points := bridge.Result{}, (*score.Points)(nil)
	if e.played != nil {
		result, points = e.played.Result, e.played.Score
	}
	code := ""
	if e.ruled != nil {
		if code = w.code(e.ruled.Award); len(e.ruled.Assigned.NS) > 0 {
			code = w.assigned(e.ruled.Assigned, &result, &points)
		}
	}
	if result.IsZero() && points != nil && *points == 0 && code == "" {
		result = bridge.PassedOut() // nothing else scores 0, and a score of 0 alone is no result here
	}
	w.result(result)
	switch p, err := score.Result(result, vul); {
	case code != "":
		w.put("SCORE", code)
	case points != nil:
		w.put("SCORE", strconv.Itoa(int(*points)))
	case !result.IsZero() && err == nil:
		w.put("SCORE", strconv.Itoa(int(p)))
	default:
		w.put("SCORE", "NP")
	}
	w.linePoints(e)
}

// who writes who played a line.
func (w *writer) who(e *entry, m *matchEntry) {
	label := func(c event.Contestant) string {
		if c.IsZero() {
			return ""
		}
		return c.String()
	}
	switch {
	case m != nil:
		side := bridge.NS
		if e.NS != m.Home {
			side = bridge.EW
		}
		w.put("DIRECTION", side.String())
	case w.opened.Kind == event.Individuals:
		for i, c := range []event.Contestant{e.NS, e.South, e.EW, e.West} {
			w.put([]string{"N", "S", "E", "W"}[i]+"_PLAYER_NUMBER", label(c))
		}
		if e.satOut {
			w.warn("usebio.lost.sat_out", "a player who sits out has no place in USEBIO")
		}
	default:
		w.put("NS_PAIR_NUMBER", label(e.NS))
		w.put("EW_PAIR_NUMBER", label(e.EW))
	}
}

// result writes contract, declarer, lead and tricks.
func (w *writer) result(r bridge.Result) {
	switch {
	case r.IsZero():
		return
	case r.PassedOut():
		w.put("CONTRACT", "PASS")
		return
	}
	w.put("CONTRACT", r.Contract().String())
	w.put("PLAYED_BY", r.Declarer().String())
	if lead := r.Lead(); lead.Valid() {
		s := lead.String()
		w.put("LEAD", s[1:]+s[:1]) // rank first
	}
	w.put("TRICKS", strconv.Itoa(r.Tricks()))
}

// pointsElements are the elements of the points of a line.
var pointsElements = map[event.Method][2]string{
	event.Matchpoints: {"NS_MATCH_POINTS", "EW_MATCH_POINTS"},
	event.Butler:      {"NS_BUTLER_POINTS", "EW_BUTLER_POINTS"},
	event.CrossIMPs:   {"NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"},
}

func (w *writer) linePoints(e *entry) {
	if names, ok := pointsElements[w.opened.Method]; ok && w.opened.Kind != event.Teams {
		v := w.lines[w.key(e.Meeting)]
		w.printed(names[0], v.NS)
		w.printed(names[1], v.EW)
	}
}

// code is the code of an artificial score, percent of both sides.
func (w *writer) code(a bridge.BySide[event.Award]) string {
	percent := func(a event.Award) exact.Fraction {
		switch a.Kind {
		case event.AveragePlus, event.Average, event.AverageMinus:
			w.warn("usebio.lost.averages", "averages are fixed percentages in USEBIO: they say nothing of the rest of the session")
			return map[event.AwardKind]exact.Fraction{event.AveragePlus: exact.Int(60), event.Average: exact.Int(50), event.AverageMinus: exact.Int(40)}[a.Kind]
		case event.FixedIMPs:
			w.warn("usebio.lost.imps", "a ruling of so many IMPs has no place in USEBIO: an average stands there")
			return exact.Int(50)
		}
		whole := a.Percent.Round(exact.Rounding{Unit: exact.Int(1)})
		if !whole.Equal(a.Percent) {
			w.warn("usebio.lost.percent", "codes of USEBIO are whole percentages: an award is rounded")
		}
		return whole
	}
	ns, _ := percent(a.NS).Int64()
	ew, _ := percent(a.EW).Int64()
	two := func(n int64) string { return strconv.FormatInt(n+100, 10)[1:] }
	if ns < 0 || ew < 0 || ns > 99 || ew > 99 {
		return "A" + strconv.FormatInt(ns, 10) + "/" + strconv.FormatInt(ew, 10)
	}
	return "A" + two(ns) + two(ew)
}

// assigned puts an assigned score in the place of the result, if it is one for both
// sides. Of others the result at the table is kept, or an average stands there.
func (w *writer) assigned(a bridge.BySide[[]event.Assigned], result *bridge.Result, points **score.Points) (code string) {
	w.warn("usebio.lost.assigned", "that a score was assigned has no place in USEBIO, nor has one with weights or for each side: what can be is written as the result")
	same := func(a, b event.Assigned) bool {
		return a.Result == b.Result && (a.Score == nil) == (b.Score == nil) && (a.Score == nil || *a.Score == *b.Score)
	}
	switch {
	case len(a.NS) == 1 && len(a.EW) == 1 && same(a.NS[0], a.EW[0]):
		*result, *points = a.NS[0].Result, a.NS[0].Score
	case result.IsZero() && *points == nil:
		return "A5050"
	}
	return ""
}

// teams writes the matches of a session.
func (w *writer) teams(session int) {
	for _, board := range w.boards(w.order, session) {
		for _, e := range board {
			if e.NS.IsZero() || e.EW.IsZero() {
				w.warn("usebio.lost.bye_board", "a board that a team sits out is not written")
				continue
			}
			m := w.match(event.MatchRef{Session: session, Round: e.Round, Home: e.NS, Away: e.EW})
			i := len(m.boards) - 1
			if i < 0 || m.boards[i][0].Board != e.Board {
				m.boards = append(m.boards, nil)
				i++
			}
			m.boards[i] = append(m.boards[i], e)
		}
	}
	slices.SortStableFunc(w.matches, func(a, b *matchEntry) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Table, b.Table), a.Home.Compare(b.Home), a.Away.Compare(b.Away))
	})
	for _, m := range w.matches {
		if m.Session == session && (m.drawn != nil || m.scored != nil || m.ruled != nil || len(m.boards) > 0) {
			w.matchElement(m)
		}
	}
}

func (w *writer) matchElement(m *matchEntry) {
	w.open("MATCH", "")
	w.count("ROUND_NUMBER", m.Round)
	w.count("TABLE_NUMBER", w.tableOf(m))
	w.put("TEAM", m.Home.String())
	if !m.Away.IsZero() {
		w.put("OPPOSING_TEAM", m.Away.String())
	}
	boards := 0
	if m.drawn != nil {
		boards = m.drawn.Boards
	}
	if m.scored != nil {
		boards = cmp.Or(boards, m.scored.Boards)
	}
	if boards > 0 {
		first := 1
		if len(m.boards) > 0 {
			first = int(m.boards[0][0].Board)
		}
		w.put("START_BOARD_NUMBER", strconv.Itoa(first))
		w.put("END_BOARD_NUMBER", strconv.Itoa(first+boards-1))
	}
	w.matchResult(m)
	for _, board := range m.boards {
		w.board(board, m)
	}
	w.shut("MATCH")
}

// tableOf is the table of a match that has no lines; lines say their own.
func (w *writer) tableOf(m *matchEntry) int {
	for _, board := range m.boards {
		for _, e := range board {
			if e.Table == 0 { // it would be read as that of the match
				return 0
			}
		}
	}
	return m.Table
}

// matchResult writes what came of a match as a whole.
func (w *writer) matchResult(m *matchEntry) {
	put := func(at event.MatchRef, home, away *exact.Fraction, names [2]string) {
		if home == nil || away == nil {
			return
		}
		if at.Home != m.Home {
			home, away = away, home
		}
		w.put(names[0], w.decimal(*home))
		w.put(names[1], w.decimal(*away))
	}
	vps := [2]string{"TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"}
	s, r := m.scored, m.ruled
	ruled := r != nil && r.Ruling == event.MatchAdjusted
	switch {
	case s != nil && w.vps && s.HomeVP == nil && !ruled:
		w.warn("usebio.lost.unscored", "a match without victory points beside others that have them would be read as one: its IMPs are left out")
	case s != nil && s.Away.IsZero():
		w.put(vps[0], w.decimal(*s.HomeVP))
	case s != nil:
		if !s.VPOnly {
			put(s.MatchRef, &s.HomeOf, &s.AwayOf, [2]string{"TEAM_SCORE", "OPPOSING_TEAM_SCORE"})
		}
		if !ruled {
			put(s.MatchRef, s.HomeVP, s.AwayVP, vps)
		}
	}
	switch {
	case ruled:
		put(r.MatchRef, r.HomeVP, r.AwayVP, vps)
		w.warn("usebio.lost.ruled", "that a match is void, forfeited, adjusted or late has no place in USEBIO")
	case r != nil:
		w.warn("usebio.lost.ruled", "that a match is void, forfeited, adjusted or late has no place in USEBIO")
	}
}

// decimal is a number of IMPs or victory points.
func (w *writer) decimal(v exact.Fraction) string {
	rounded := v.Round(exact.Rounding{Unit: exact.DecimalUnit(4)})
	if !rounded.Equal(v) {
		w.warn("usebio.lost.decimals", "results of matches have four decimals in USEBIO: one is rounded")
	}
	return rounded.Short(4)
}

// handset writes the deals of a session.
func (w *writer) handset(session int) {
	var sets []event.BoardSet
	for _, set := range w.sets {
		if set.Session == session && (!set.Deal.IsZero() || set.Dealer != set.Board.Dealer() || set.Vul != set.Board.Vulnerability()) {
			sets = append(sets, set)
		}
	}
	if len(sets) == 0 {
		return
	}
	slices.SortFunc(sets, func(a, b event.BoardSet) int { return cmp.Compare(a.Board, b.Board) })
	w.open("HANDSET", "")
	for _, set := range sets {
		w.open("BOARD", "")
		w.put("BOARD_NUMBER", strconv.Itoa(int(set.Board)))
		w.setup(set)
		if !set.Deal.IsZero() {
			for _, seat := range bridge.Seats {
				w.hand(seat, set.Deal.Hand(seat))
			}
		}
		w.shut("BOARD")
	}
	w.shut("HANDSET")
}

func (w *writer) hand(seat bridge.Seat, hand bridge.Hand) {
	w.open("HAND", "")
	w.put("DIRECTION", [...]string{"", "North", "East", "South", "West"}[seat])
	for _, s := range []struct {
		name string
		suit bridge.Strain
	}{{"CLUBS", bridge.Clubs}, {"DIAMONDS", bridge.Diamonds}, {"HEARTS", bridge.Hearts}, {"SPADES", bridge.Spades}} {
		var text strings.Builder
		for _, r := range hand.Suit(s.suit) {
			text.WriteString(r.String())
		}
		w.put(s.name, text.String())
	}
	w.shut("HAND")
}
