package usebio

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// line is a traveller line with the meeting that it is about.
type line struct {
	event.Meeting
	at      int // where it stands in the file
	scoreAt int

	contract, declarer, lead, tricks, score string

	noContract bool // there is no element CONTRACT at all
	points     [len(methods)]bridge.BySide[*event.Printed]
}

// methods are the kinds of points that lines hold.
var methods = [...]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs, event.IMPs}

// The places of the methods in that list.
const (
	matchpoints = iota
	butler
	crossIMPs
	imps
)

// who names the contestants of the line in warnings, "1-2", and of a sit-out the
// one alone.
func (l line) who() string {
	switch {
	case l.NS.IsZero():
		return l.EW.String()
	case l.EW.IsZero():
		return l.NS.String()
	}
	return l.NS.String() + "-" + l.EW.String()
}

// match is what a MATCH says for all its boards.
type match struct {
	at             int // where it stands in the file
	session        int
	round, table   int
	boards         int                           // that it has; 0: not said
	won, vp        bridge.BySide[*event.Printed] // of the team and its opponents
	team, opponent event.Contestant              // whose DIRECTION and IMPS its lines give
	ns, ew         event.Contestant              // pairs: who sits where in all of it
}

// match reads one match.
func (r *reader) match(n *node, at scope) {
	n.used = true
	m := &match{round: r.ordinal(n, "ROUND_NUMBER"), table: r.ordinal(n, "TABLE_NUMBER"), session: at.session, at: n.line}
	find := func(element string, column bridge.Side) event.Contestant {
		label, line := n.value(element)
		if label == "" {
			return event.Contestant{}
		}
		return r.field.find(label, at, column, line)
	}
	if r.field.winners == 1 { // teams have no directions
		m.team, m.opponent = find("TEAM", 0), find("OPPOSING_TEAM", 0)
	}
	if !r.field.teams {
		m.ns, m.ew = find("NS_PAIR_NUMBER", bridge.NS), find("EW_PAIR_NUMBER", bridge.EW)
	} else if !m.team.IsZero() {
		first, last := r.ordinal(n, "START_BOARD_NUMBER"), r.ordinal(n, "END_BOARD_NUMBER")
		if first > 0 && last >= first && last-first < mostBoards {
			m.boards = last - first + 1
		}
		m.won = bridge.BySide[*event.Printed]{NS: r.field.printed(n, "TEAM_SCORE"), EW: r.field.printed(n, "OPPOSING_TEAM_SCORE")}
		m.vp = bridge.BySide[*event.Printed]{NS: r.field.printed(n, "TEAM_VICTORY_POINTS"), EW: r.field.printed(n, "OPPOSING_TEAM_VICTORY_POINTS")}
		r.matches = append(r.matches, m)
	}
	for k := n.first; k != nil; k = k.next {
		if k.name == "BOARD" {
			first := len(r.lines)
			r.board(k, at, m)
			r.eight(r.lines[first:])
		}
	}
}

// eight tells the tables of a board of teams of eight apart, which a file may not do:
// as many lines one way as the other, and no table.
func (r *reader) eight(lines []line) {
	count := map[event.Contestant]int{}
	for _, l := range lines {
		if l.Table != 0 {
			return
		}
		count[l.NS]++
	}
	if !r.field.teams || len(lines) < 4 || len(count) != 2 || 2*count[lines[0].NS] != len(lines) {
		return
	}
	clear(count)
	for i := range lines {
		count[lines[i].NS]++
		lines[i].Table = count[lines[i].NS]
	}
}

// ordinal is a number from 1; 0 if there is none.
func (r *reader) ordinal(n *node, element string) int {
	text, at := n.value(element)
	if text == "" {
		return 0
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < 0 {
		r.rec.Warn(at, "usebio.ordinal", "%s %q: want a number from 1", element, text)
		return 0
	}
	return v
}

// board reads the lines of one board; m is nil outside a match.
func (r *reader) board(n *node, at scope, m *match) {
	n.used = true
	b, ok := r.deals.number(n)
	if !ok {
		return
	}
	r.deals.board(n, at.session, b)
	var values bridge.BySide[*event.Printed] // of the team and its opponents
	if m != nil && n.has("TRAVELLER_LINE") {
		values = r.boardPoints(n)
	}
	for k := n.first; k != nil; k = k.next {
		if k.name == "TRAVELLER_LINE" && !k.open {
			r.traveller(k, at, b, m, values)
		}
	}
}

// has reports whether n has a child of that name, and marks nothing.
func (n *node) has(name string) bool {
	for k := n.first; k != nil; k = k.next {
		if k.name == name {
			return true
		}
	}
	return false
}

// boardPoints are the IMPs or points of a board in a match of teams, in NS those
// of TEAM, in EW those of its opponents.
func (r *reader) boardPoints(n *node) bridge.BySide[*event.Printed] {
	if p := r.field.printed(n, "IMPS"); p != nil {
		return bridge.BySide[*event.Printed]{NS: p, EW: &event.Printed{Value: p.Value.Neg(), Decimals: p.Decimals}}
	}
	return bridge.BySide[*event.Printed]{
		NS: r.field.printed(n, "TEAM_POINTS"), EW: r.field.printed(n, "OPPOSING_TEAM_POINTS"),
	}
}

// pointElements are the elements that hold what a line scored: the kind, by its
// place in methods, and whose it is.
var pointElements = map[string]struct {
	kind int
	side bridge.Side
}{
	"NS_MATCH_POINTS":     {matchpoints, bridge.NS},
	"EW_MATCH_POINTS":     {matchpoints, bridge.EW},
	"NS_BUTLER_POINTS":    {butler, bridge.NS},
	"EW_BUTLER_POINTS":    {butler, bridge.EW},
	"NS_CROSS_IMP_POINTS": {crossIMPs, bridge.NS},
	"EW_CROSS_IMP_POINTS": {crossIMPs, bridge.EW},
}

// traveller reads one line and notes who played it.
func (r *reader) traveller(n *node, at scope, b bridge.Board, m *match, values bridge.BySide[*event.Printed]) {
	n.used = true
	l := line{at: n.line, scoreAt: n.line, noContract: true}
	l.Session, l.Board = at.session, b
	if m != nil {
		l.Round = m.round
	}
	var ns, ew, direction, south, west string
	for k := n.first; k != nil; k = k.next {
		var to *string
		switch k.name {
		case "NS_PAIR_NUMBER":
			to = &ns
		case "EW_PAIR_NUMBER":
			to = &ew
		case "N_PLAYER_NUMBER":
			to = r.seated(&ns)
		case "E_PLAYER_NUMBER":
			to = r.seated(&ew)
		case "S_PLAYER_NUMBER":
			to = r.seated(&south)
		case "W_PLAYER_NUMBER":
			to = r.seated(&west)
		case "DIRECTION":
			to = &direction
		case "CONTRACT":
			to, l.noContract = &l.contract, false
		case "PLAYED_BY":
			to = &l.declarer
		case "LEAD":
			to = &l.lead
		case "TRICKS":
			to = &l.tricks
		case "SCORE":
			to, l.scoreAt = &l.score, k.line
		}
		if to != nil && *to == "" {
			*to, k.used = k.text, true
		}
		if p, ok := pointElements[k.name]; ok && (!r.field.teams || k.text == "") {
			k.used = true
			if v := number(r.rec, k.text, k.name, k.line); v != nil {
				l.points[p.kind] = l.points[p.kind].With(p.side, v)
			}
		}
	}
	if round := r.ordinal(n, "ROUND_NUMBER"); round > 0 {
		l.Round = round
	}
	if l.Table = r.ordinal(n, "TABLE_NUMBER"); l.Table == 0 && m != nil && r.field.teams {
		l.Table = m.table
	}
	if r.individuals {
		if r.four(&l, at, [4]string{ns, south, ew, west}) {
			r.lines = append(r.lines, l)
		}
		return
	}
	if !r.seat(&l, at, m, ns, ew, direction, values) {
		return
	}
	r.lines = append(r.lines, l)
}

// seat settles who played a line: by its own pair numbers; in a match by where
// the team sits; else as the match says. It reports whether somebody did.
func (r *reader) seat(l *line, at scope, m *match, ns, ew, direction string, values bridge.BySide[*event.Printed]) bool {
	who := func(label string, column bridge.Side) event.Contestant {
		switch {
		case label == "":
			return event.Contestant{}
		case r.field.teams:
			for _, section := range []string{at.section, ""} {
				if c, ok := r.field.teamOf[section+" "+normal(label)]; ok {
					return c
				}
			}
			if m != nil && !m.team.IsZero() {
				return event.Contestant{} // a pair that no team lists
			}
		}
		return r.field.find(label, at, column, l.at)
	}
	if m == nil || m.team.IsZero() || m.opponent.IsZero() {
		l.NS, l.EW = who(ns, bridge.NS), who(ew, bridge.EW)
		if m != nil && l.NS.IsZero() && l.EW.IsZero() {
			l.NS, l.EW = m.ns, m.ew
		}
	} else if !r.teamSeat(l, m, who(ns, bridge.NS), who(ew, bridge.EW), sideOf(direction), values) {
		return false
	}
	if l.NS.IsZero() && l.EW.IsZero() {
		r.rec.Warn(l.at, "usebio.nobody", "board %d: a line that does not say who played; left out", l.Board)
		return false
	}
	if l.NS == l.EW {
		r.rec.Warn(l.at, "usebio.itself", "board %d: %v against themselves; left out", l.Board, l.NS)
		return false
	}
	return true
}

// teamSeat puts the teams of a match on their sides at this table.
func (r *reader) teamSeat(l *line, m *match, ns, ew event.Contestant, side bridge.Side, values bridge.BySide[*event.Printed]) bool {
	if !side.Valid() {
		switch {
		case ns == m.team || ew == m.opponent:
			side = bridge.NS
		case ew == m.team || ns == m.opponent:
			side = bridge.EW
		}
	}
	switch side {
	case bridge.NS:
		l.NS, l.EW = m.team, m.opponent
	case bridge.EW:
		l.NS, l.EW = m.opponent, m.team
		values = values.Mirror()
	default:
		r.rec.Warn(l.at, "usebio.no_direction", "board %d, %v-%v: DIRECTION is missing; left out", l.Board, m.team, m.opponent)
		return false
	}
	if values.NS != nil || values.EW != nil {
		l.points[imps] = values
	}
	return true
}

// doublePoints brings points of 1, ½ and 0 a board to the 2, 1 and 0 of an event.
func (r *reader) doublePoints() {
	if r.opened.Method != event.BoardAMatch {
		return
	}
	ones, two := 0, exact.Int(2)
	for _, l := range r.lines {
		if p := l.points[imps]; p.NS != nil && p.EW != nil {
			if !p.NS.Value.Add(p.EW.Value).Equal(exact.Int(1)) {
				return
			}
			ones++
		}
	}
	if ones == 0 {
		return
	}
	double := func(p *event.Printed) *event.Printed {
		if p == nil {
			return nil
		}
		return &event.Printed{Value: p.Value.Mul(two), Decimals: p.Decimals}
	}
	for i := range r.lines {
		p := &r.lines[i].points[imps]
		p.NS, p.EW = double(p.NS), double(p.EW)
	}
	for i := range r.rec.Published.Totals {
		t := &r.rec.Published.Totals[i]
		t.Total = double(t.Total)
	}
}

// seated is where the number of a player goes, nil where contestants are no players.
func (r *reader) seated(to *string) *string {
	if r.individuals {
		return to
	}
	return nil
}

// four settles which four players played a line of an individual event: North, South,
// East, West. It reports whether they did.
func (r *reader) four(l *line, at scope, labels [4]string) bool {
	seats := [4]*event.Contestant{&l.NS, &l.South, &l.EW, &l.West}
	for i, who := range seats {
		text := labels[i]
		if text == "" {
			r.rec.Warn(l.at, "usebio.seat", "board %d: a line without the number of each of the four players; left out", l.Board)
			return false
		}
		*who = r.field.find(text, at, 0, l.at)
		for _, other := range seats[:i] {
			if *who == *other {
				r.rec.Warn(l.at, "usebio.itself", "board %d: %v against themselves; left out", l.Board, *who)
				return false
			}
		}
	}
	return true
}

// facts turns the lines into acts and published numbers.
func (r *reader) facts() {
	top := r.top()
	kind := slices.Index(methods[:], r.opened.Method) // none: its points are not printed
	if r.field.teams {
		kind = imps
		r.doublePoints()
	}
	seen := map[event.Meeting]int{}
	for _, l := range r.lines {
		key := event.Meeting{Session: l.Session, Board: l.Board, NS: l.NS, EW: l.EW, South: l.South, West: l.West}
		if r.field.teams { // who may meet again, and at two tables
			key.Round, key.Table = l.Round, l.Table
		}
		if first, ok := seen[key]; ok {
			r.rec.Warn(l.at, "usebio.twice", "board %d, %s: stands in line %d too; the later one counts", l.Board, l.who(), first)
		}
		seen[key] = l.at
		var published bridge.BySide[*event.Printed]
		if kind >= 0 {
			published = l.points[kind]
		}
		r.rec.Add(r.acts(l, published, top)...)
		if published.NS != nil || published.EW != nil {
			r.rec.Published.Lines = append(r.rec.Published.Lines, event.PublishedLine{Meeting: l.Meeting, Value: published})
		}
	}
}

// acts is what a line says was done.
func (r *reader) acts(l line, published bridge.BySide[*event.Printed], top exact.Fraction) []event.Act {
	result := r.result(l)
	award, notPlayed, coded := r.code(l)
	switch {
	case l.NS.IsZero() || l.EW.IsZero():
		if points, _ := r.points(l, coded); points != 0 || !result.IsZero() {
			r.rec.Warn(l.at, "usebio.sat_out", "board %d, %s: a result against nobody; read as a sit-out", l.Board, l.who())
		}
		return []event.Act{event.SatOut{Meeting: l.Meeting}}
	case notPlayed:
		return []event.Act{event.NotPlayed{Meeting: l.Meeting}}
	case coded:
		var acts []event.Act
		if !result.IsZero() {
			acts = append(acts, event.Played{Meeting: l.Meeting, Result: result})
		}
		return append(acts, event.Ruled{Meeting: l.Meeting, Award: r.award(l, award, published, top)})
	}
	points, scored := r.points(l, coded)
	vul := r.deals.vulnerability(l.Session, l.Board)
	if result.IsZero() {
		if !scored || points == 0 {
			if l.noContract || l.contract != "" || published.NS != nil || published.EW != nil {
				r.rec.Warn(l.at, "usebio.not_played",
					"board %d, %s: no contract and no score; read as not played (a pass-out is CONTRACT PASS)", l.Board, l.who())
			}
			return []event.Act{event.NotPlayed{Meeting: l.Meeting}}
		}
		if !score.Law77().Possible(points, vul) {
			r.rec.Warn(l.scoreAt, "usebio.score_impossible", "board %d, %s: no contract scores %d with %v vulnerable", l.Board, l.who(), points, vul)
		}
		return []event.Act{event.Played{Meeting: l.Meeting, Score: &points}}
	}
	want, err := score.Result(result, vul)
	switch {
	case err != nil:
		r.rec.Warn(l.scoreAt, "usebio.result", "board %d, %s: %w", l.Board, l.who(), err)
	case !scored:
		return []event.Act{event.Played{Meeting: l.Meeting, Result: result}}
	case points != want:
		// The matchpoints of a file follow its scores, so the score is what counts.
		r.rec.Warn(l.scoreAt, "usebio.score_differs",
			"board %d, %s: score %d, and %v scores %d; the score is kept alone", l.Board, l.who(), points, result, want)
		return []event.Act{event.Played{Meeting: l.Meeting, Score: &points}}
	}
	return []event.Act{event.Played{Meeting: l.Meeting, Result: result, Score: &points}}
}

// mostPoints is more than any deal ever scored; an event takes no more.
const mostPoints = 25_000

// points reads the score in points, North-South's view. A line with a code has
// none.
func (r *reader) points(l line, coded bool) (p score.Points, ok bool) {
	if coded {
		return 0, false
	}
	text := strings.Join(strings.Fields(strings.Replace(l.score, "−", "-", 1)), "")
	if text == "" || text == "-" {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(text, ".0"), 10, 32)
	switch {
	case err != nil:
		r.rec.Warn(l.scoreAt, "usebio.score", "board %d, %s: score %q is neither points nor a code; left out", l.Board, l.who(), l.score)
		return 0, false
	case n < -mostPoints || n > mostPoints:
		r.rec.Warn(l.scoreAt, "usebio.score_range", "board %d, %s: no deal scores %d; left out", l.Board, l.who(), n)
		return 0, false
	}
	return score.Points(n), true
}

// result reads contract, declarer, tricks and lead; the zero result if the line
// has none that is whole.
func (r *reader) result(l line) bridge.Result {
	contract, passed, err := parseContract(l.contract)
	switch {
	case l.contract == "":
		return bridge.Result{}
	case passed:
		return bridge.PassedOut()
	case err != nil:
		r.rec.Warn(l.at, "usebio.contract", "board %d, %s: %w", l.Board, l.who(), err)
		return bridge.Result{}
	}
	declarer, ok := seatOf(l.declarer)
	if !ok {
		r.rec.Warn(l.at, "usebio.declarer", "board %d, %s: %v played by %q: want N, E, S or W", l.Board, l.who(), contract, l.declarer)
		return bridge.Result{}
	}
	tricks, ok := parseTricks(l.tricks, contract)
	if !ok {
		r.rec.Warn(l.at, "usebio.tricks", "board %d, %s: %v with %q tricks: want 0 to 13", l.Board, l.who(), contract, l.tricks)
		return bridge.Result{}
	}
	result, err := bridge.NewResult(contract, declarer, tricks)
	if err != nil {
		r.rec.Warn(l.at, "usebio.result", "board %d, %s: %w", l.Board, l.who(), err)
		return bridge.Result{}
	}
	lead, err := parseLead(l.lead)
	if err != nil {
		r.rec.Warn(l.at, "usebio.lead", "board %d, %s: %w", l.Board, l.who(), err)
	}
	return result.WithLead(lead)
}

var spelling = strings.NewReplacer(" ", "", "♣", "C", "♦", "D", "♥", "H", "♠", "S", "*", "X", "DBL", "X", "RDBL", "XX")

// parseContract reads 4HX, "4 H", 3N, 4H* and the words for a pass-out.
func parseContract(s string) (c bridge.Contract, passed bool, err error) {
	text := spelling.Replace(strings.ToUpper(s))
	switch text {
	case "PASS", "PASSED", "PASSEDOUT", "ALLPASS", "P":
		return bridge.Contract{}, true, nil
	}
	c, err = bridge.ParseContract(text)
	if bid := strings.TrimRight(text, "X"); err != nil && strings.HasSuffix(bid, "N") {
		if c, err := bridge.ParseContract(bid + "T" + text[len(bid):]); err == nil {
			return c, false, nil
		}
	}
	return c, false, err
}

// parseTricks reads declarer's tricks, or what they are over and under.
func parseTricks(s string, c bridge.Contract) (int, bool) {
	if s == "=" {
		return c.Tricks(), true
	}
	n, err := strconv.Atoi(s)
	if err == nil && (s[0] == '+' || s[0] == '-') {
		n += c.Tricks()
	}
	return n, err == nil
}

// parseLead reads a card, rank or suit first: KD, 10H, DK. No text is no card.
func parseLead(s string) (bridge.Card, error) {
	text := strings.Replace(spelling.Replace(strings.ToUpper(s)), "10", "T", 1)
	if len(text) == 2 {
		if c, err := bridge.ParseCard(text[1:] + text[:1]); err == nil {
			return c, nil
		}
	}
	if text == "" || text == "-" {
		return 0, nil
	}
	c, err := bridge.ParseCard(text)
	if err != nil {
		return 0, bridge.Errorf(bridge.Invalid, "usebio.card", "lead %q: want a card, for example KD or TH", s)
	}
	return c, nil
}

// code reads an artificial score: A6040, A+/A-, AVE, NP. ok is false if the line
// has points instead.
func (r *reader) code(l line) (award bridge.BySide[event.Award], notPlayed, ok bool) {
	if strings.EqualFold(strings.TrimSpace(l.score), "NP") {
		return award, true, true
	}
	award, err := event.ParseAwards(l.score)
	if err != nil {
		return award, false, false
	}
	if !strings.Contains(l.score, "/") && award.NS.Kind != event.Average && award.NS.Kind != event.FixedPercent {
		r.rec.Warn(l.scoreAt, "usebio.code", "board %d, %s: %s does not say to whom; given to both sides", l.Board, l.who(), l.score)
	}
	return award, false, true
}

// award is the award of a coded line. At matchpoints what the line prints wins
// over its code: a director who changes the matchpoints by hand leaves the code
// as it was. No award is above the top or below zero; there the code stands.
func (r *reader) award(l line, code bridge.BySide[event.Award], published bridge.BySide[*event.Printed], top exact.Fraction) bridge.BySide[event.Award] {
	if r.opened.Method != event.Matchpoints || top.Sign() <= 0 {
		return code
	}
	award, changed := code, false
	for _, s := range bridge.Sides {
		p, coded := published.Of(s), code.Of(s)
		if p == nil || coded.Kind != event.FixedPercent {
			continue
		}
		if p.Value.Sign() < 0 || p.Value.Cmp(top) > 0 {
			r.rec.Warn(l.scoreAt, "usebio.code_range", "board %d, %s: %s matchpoints for %v, of a top of %s: want 0 to the top; the code %s counts",
				l.Board, l.who(), p.Value.Short(p.Decimals), s, top.Short(1), l.score)
			continue
		}
		// A printed number that is the coded one, rounded, changes nothing.
		off := coded.Percent.Mul(top).Div(exact.Int(100)).Sub(p.Value).Abs()
		if off.Mul(exact.Int(2*pow10(p.Decimals))).Cmp(exact.Int(1)) > 0 {
			award = award.With(s, event.PercentAward(p.Value.Mul(exact.Int(100)).Div(top)))
			changed = true
		}
	}
	if changed {
		r.rec.Warn(l.scoreAt, "usebio.code_differs", "board %d, %s: code %s, and the line has %s of %s matchpoints; these count",
			l.Board, l.who(), l.score, both(published), top.Short(1))
	}
	return award
}

// both prints the numbers of both sides.
func both(p bridge.BySide[*event.Printed]) string {
	text := func(p *event.Printed) string {
		if p == nil {
			return "–"
		}
		return p.Value.Short(p.Decimals)
	}
	return text(p.NS) + " / " + text(p.EW)
}

func pow10(n int) int {
	p := 1
	for range min(n, 9) {
		p *= 10
	}
	return p
}

// top is the matchpoint top of the event: what the two sides of a result on the
// fullest board share, which also tells the scale of 2, 1, 0 from that of 1, ½, 0.
// Without printed matchpoints it is 2(N-1) for N results.
func (r *reader) top() exact.Fraction {
	type key struct {
		session int
		board   bridge.Board
	}
	results := map[key]int{}
	fullest := 0
	isResult := func(l line) bool {
		return !l.NS.IsZero() && !l.EW.IsZero() && (l.contract != "" || strings.Trim(l.score, "0-") != "" && l.score != "NP")
	}
	for _, l := range r.lines {
		if isResult(l) {
			k := key{l.Session, l.Board}
			results[k]++
			fullest = max(fullest, results[k])
		}
	}
	top, most := exact.Int(2*max(fullest-1, 0)), 0
	shared := map[string]int{}
	for _, l := range r.lines {
		p := l.points[matchpoints]
		if results[key{l.Session, l.Board}] < fullest || p.NS == nil || p.EW == nil || strings.HasPrefix(l.score, "A") {
			continue
		}
		sum := p.NS.Value.Add(p.EW.Value)
		shared[sum.String()]++
		if n := shared[sum.String()]; n > most && sum.Sign() > 0 {
			top, most = sum, n
		}
	}
	return top
}
