package pbn

import (
	"cmp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Record gives the facts of the event that the file holds: one meeting for each
// row of a ScoreTable, and for each game with a result that has none. Games of
// one board belong together wherever they stand; a number that comes again with
// another deal, or with players who have had it, begins a new session.
//
// Contestants have the numbers of the columns PairId, of the tags PairNS and
// PairEW, or of names like Para-7 (Polish programs); else they are counted in the
// order in which they come, teams by HomeTeam and VisitTeam, pairs by their
// names. There are two winners if a number meets itself, or stands for other
// players North-South than East-West.
//
// Of teams, the names of the players say who sat where ([event.LinedUp]), and the tag
// Room who is the home team ([event.Drawn]).
//
// A printed score that follows from the result is not repeated in the fact. Where
// the two do not agree there is a warning, and the score stands alone.
//
// A file without a result gives its boards and nothing else.
func (f *File) Record() *event.Record {
	r := recorder{file: f, indexes: map[*Column]index{}, record: &event.Record{People: event.People{}, Warnings: slices.Clone(f.Warnings)}}
	r.read()
	if len(r.lines) > 0 {
		r.settings()
		r.identify()
		r.register()
		r.teamFacts()
	}
	r.boardFacts()
	for _, b := range r.boards {
		for _, i := range b.lines {
			r.line(&r.lines[i])
		}
	}
	r.totals()
	slices.SortStableFunc(r.record.Warnings, func(a, b event.Warning) int { return cmp.Compare(a.Line, b.Line) })
	return r.record
}

type recorder struct {
	file   *File
	record *event.Record
	opened event.Opened

	sets     sessions
	sessions bool     // the file numbers them itself
	boards   []*board // in the order of the file
	byPlace  map[place]*board
	lines    []line
	numbers  map[string]int // of contestants without one, by their key
	people   map[event.Contestant]*entry
	totalsT  *Table // the last TotalScoreTable
	indexes  map[*Column]index
}

// place is a board of a session.
type place struct {
	session int
	board   bridge.Board
}

type board struct {
	event.BoardSet
	place
	line  int
	lines []int // of the recorder, on this board
}

// side is who sat at one side of a table, as the file says.
type side struct {
	id    string   // number of the pair
	team  string   // name of the team
	seats []string // names of both players, where a team has a name of its own
	names []string // of the players
	none  bool     // nobody: the opponents sat out
	who   event.Contestant
}

// key tells those apart that have no number.
func (s *side) key() string {
	switch {
	case s.team != "":
		return "team " + s.team
	case s.id != "":
		return "id " + s.id
	case len(s.names) > 0:
		names := slices.Clone(s.names)
		slices.Sort(names)
		return "names " + strings.Join(names, "\n")
	}
	return ""
}

// line is one result of a board.
type line struct {
	at           *board
	round, table int
	section      string
	sides        [2]side // NS, EW
	bid          bid
	declarer     bridge.Seat
	result       bridge.Result
	score        *score.Points
	award        bridge.BySide[event.Award]
	notPlayed    bool
	home         string // name of the home team, where Room says it
	value        bridge.BySide[*event.Printed]
	line         int
}

type entry struct {
	names []string // in the order in which they came
	known map[string]bool
	on    bridge.BySide[map[string]bool] // names by the side on which they came
}

func (r *recorder) warn(line int, key, format string, args ...any) {
	r.record.Warn(line, key, format, args...)
}

// read collects the boards and their lines.
func (r *recorder) read() {
	r.byPlace = map[place]*board{}
	rooms := map[roomKey]int{}
	for _, g := range r.file.Games {
		if t := g.Table("TotalScoreTable"); t != nil && len(t.Rows) > 0 {
			r.totalsT = t
		}
		t := g.Table("ScoreTable")
		rows := t != nil && len(t.Rows) > 0
		l := line{line: g.First}
		if !rows {
			r.single(g, &l)
		}
		number, ok := g.Board()
		if !ok {
			if rows || l.said() {
				r.warn(g.line("Board"), "pbn.no_board", "a result without the number of its board")
			}
			continue
		}
		deal, _ := g.Deal()
		session := 0
		if rows {
			session, _ = digits(r.index(t).cell(t.Rows[0], "Session"))
		}
		if r.sessions = r.sessions || session > 0; session == 0 {
			session = r.sets.of(number, deal, l.players())
		}
		b := r.board(g, place{session, number}, deal, rows || l.said())
		switch {
		case rows:
			r.table(g, t, b)
		case l.said():
			if home, visit := g.Text("HomeTeam"), g.Text("VisitTeam"); home != "" && visit != "" {
				l.teams(g, roomKey{b.place, l.round, home, visit}, rooms)
			}
			l.at = b
			r.add(l)
		}
	}
	if !r.sets.several() && !r.sessions {
		for _, b := range r.boards { // the only session has no number
			if b.session == 1 {
				b.session = 0
			}
		}
	}
}

func (r *recorder) add(l line) {
	l.at.lines = append(l.at.lines, len(r.lines))
	r.lines = append(r.lines, l)
}

// board finds or makes the board of a game.
func (r *recorder) board(g *Game, at place, deal bridge.Deal, scored bool) *board {
	dealer, vul := at.board.Dealer(), at.board.Vulnerability()
	if d, ok := g.Dealer(); ok {
		dealer = d
	}
	if v, ok := g.Vulnerable(); ok {
		vul = v
	}
	b := r.byPlace[at]
	if b == nil {
		b = &board{BoardSet: event.BoardSet{Board: at.board, Dealer: dealer, Vul: vul, Deal: deal}, place: at, line: g.First}
		b.Par = g.par()
		r.tricks(g, b)
		r.byPlace[at] = b
		r.boards = append(r.boards, b)
		return b
	}
	if b.Par == nil {
		b.Par = g.par()
	}
	if b.Deal.IsZero() {
		b.Deal = deal
	}
	r.tricks(g, b)
	if scored && (b.Vul != vul || b.Dealer != dealer) {
		r.warn(g.First, "pbn.board_differs", "board %d: dealer %v, vulnerable %v, but in line %d dealer %v, vulnerable %v", at.board, dealer, vul, b.line, b.Dealer, b.Vul)
	}
	return b
}

// tricks takes over what a game says that the cards of its board allow: not where the
// cards are none that were dealt, as in the placeholders of some programs.
func (r *recorder) tricks(g *Game, b *board) {
	if deal := g.Text("Deal"); deal != "" && b.Deal.IsZero() {
		return
	}
	said, err := g.Tricks()
	if err != nil {
		r.warn(g.First, "pbn.optimum", "board %d: %w", b.Board, err)
		return
	}
	switch {
	case said.IsZero():
	case b.DD.IsZero():
		b.DD = said
	case b.DD != said:
		r.warn(g.First, "pbn.optimum_other", "board %d: other double-dummy tricks than in line %d, which are kept", b.Board, b.line)
	}
}

// par is the par that the game says; nil if it is not known.
func (g *Game) par() *score.Points {
	if par, ok := g.Par(); ok {
		return &par
	}
	return nil
}

// single takes the line of a game that is one table.
func (r *recorder) single(g *Game, l *line) {
	result, err := g.Result()
	if err != nil {
		r.warn(g.line("Result"), "pbn.no_result", "%w", err)
	}
	l.result, l.bid = result, contractOf(g.Text("Contract"))
	l.declarer, _, _ = g.Declarer()
	if a, ok := g.Amount("Score"); ok {
		ns := a.By.NS
		if ns == nil && a.By.EW != nil {
			ns = &event.Printed{Value: a.By.EW.Value.Neg()}
		}
		l.score = points(ns)
	}
	for _, name := range []string{"ScoreMP", "ScorePercentage", "ScoreIMP"} {
		if a, ok := g.Amount(name); ok && l.value.NS == nil && l.value.EW == nil {
			l.value = a.By
		}
	}
	l.round, _ = digits(g.Text("Round"))
	l.table, _ = digits(g.Text("Table"))
	for i, seats := range [2][2]bridge.Seat{{bridge.North, bridge.South}, {bridge.East, bridge.West}} {
		s := &l.sides[i]
		s.id = g.Text([2]string{"PairNS", "PairEW"}[i])
		for _, seat := range seats {
			if name := g.Player(seat); name != "" {
				s.names = append(s.names, name)
			}
		}
		if s.seats = s.names; len(s.names) < 2 {
			s.seats = nil
		}
		s.numbered()
	}
}

// numbered takes the number from names like Para-7, which pbntools writes for
// both players of pair 7 (Pary, KoPS).
func (s *side) numbered() {
	if s.id != "" || len(s.names) == 0 {
		return
	}
	n, ok := strings.CutPrefix(s.names[0], "Para-")
	if _, isNumber := digits(n); ok && isNumber && s.names[len(s.names)-1] == s.names[0] {
		s.id, s.names = n, nil
	}
}

// said reports whether the game says anything of what happened at a table.
func (l *line) said() bool { return !l.result.IsZero() || l.score != nil }

// players identifies who played, to see whether they come a second time.
func (l *line) players() string {
	if !l.said() {
		return ""
	}
	ns, ew := l.sides[0].key(), l.sides[1].key()
	if ns == "" && ew == "" {
		return ""
	}
	return ns + "\n\n" + ew
}

type roomKey struct {
	place
	round       int
	home, visit string
}

// teams says which team sits where. The home team sits North-South in the open
// room. Without Room, the second record of a board with the same home team is the
// closed room; RealBridge, which names as HomeTeam whoever sits North-South, has
// the names the other way round there.
func (l *line) teams(g *Game, key roomKey, seen map[roomKey]int) {
	swapped := false
	switch strings.ToLower(g.Text("Room")) {
	case "open":
		l.home = key.home
	case "closed":
		swapped, l.home = true, key.home
	default:
		swapped = seen[key]%2 == 1
		seen[key]++
	}
	l.sides[0].team, l.sides[1].team = key.home, key.visit
	if swapped {
		l.sides[0].team, l.sides[1].team = key.visit, key.home
	}
}

func points(n *event.Printed) *score.Points {
	if n == nil {
		return nil
	}
	i, ok := n.Value.Int64()
	if !ok || i < -1_000_000 || i > 1_000_000 {
		return nil
	}
	p := score.Points(i)
	return &p
}

// sessions tells apart boards that have the same number. A number that comes
// again with another deal belongs to another session: to the next one if it
// follows itself, as where two sets are written board by board; else the whole
// file has begun a new one.
type sessions struct {
	sets    []session
	current int
	last    bridge.Board
	repeats int           // of the last number with other deals
	dealt   map[dealt]int // session by board and deal
}

type dealt struct {
	board bridge.Board
	deal  bridge.Deal
}

type session struct {
	deals map[bridge.Board]bridge.Deal
	met   map[meeting]bool
}

type meeting struct {
	board   bridge.Board
	players string
}

func (s *sessions) several() bool { return len(s.sets) > 1 }

// of is the session of a board, from 1.
func (s *sessions) of(b bridge.Board, deal bridge.Deal, players string) int {
	if s.sets == nil {
		s.dealt = map[dealt]int{}
		s.open()
	}
	back := b < s.last
	if b != s.last {
		s.last, s.repeats = b, 0
	}
	met := meeting{b, players}
	if deal.IsZero() {
		if players != "" && back && s.sets[s.current].met[met] {
			s.open()
			s.current = len(s.sets) - 1
		}
		s.sets[s.current].met[met] = true
		return s.current + 1
	}
	at, dealtBefore := s.dealt[dealt{b, deal}]
	switch {
	case dealtBefore:
		if back {
			s.current = at
		}
	case s.sets[s.current].deals[b].IsZero():
		at = s.current
	case !back:
		for at = s.current; !s.sets[at].deals[b].IsZero(); at = s.current + s.repeats {
			if s.repeats++; s.current+s.repeats == len(s.sets) {
				s.open()
			}
		}
	default:
		if at = len(s.sets) - 1; !s.sets[at].deals[b].IsZero() {
			s.open()
			at++
		}
		s.current = at
	}
	s.sets[at].deals[b] = deal
	s.sets[at].met[met] = true
	s.dealt[dealt{b, deal}] = at
	return at + 1
}

func (s *sessions) open() {
	s.sets = append(s.sets, session{deals: map[bridge.Board]bridge.Deal{}, met: map[meeting]bool{}})
}

// settings finds out what kind of event it is.
func (r *recorder) settings() {
	o := &r.opened
	o.Title = r.first("Event")
	if o.Title == "" {
		o.Title = r.file.Directive("HRTitleEvent")
	}
	o.Club = r.first("Site")
	if o.Club == "" {
		o.Club = r.file.Directive("HRTitleSite")
	}
	for _, text := range []string{r.file.Directive(directiveDate), r.first("Date"), r.first("EventDate"), r.file.Directive("HRTitleDate")} {
		if text == "" || text == "0" {
			continue
		}
		o.Date = text
		if d, ok := dateOf(text); ok && d.Whole() {
			o.Date = d.String()
		}
		break
	}
	o.Kind = r.kind()
	o.Method = r.method(o.Kind)
	o.Producer = r.producer()
	o.Regulation = r.file.Directive(directiveRegulation)
	if err := new(event.Event).Apply(event.Fact{Act: *o}); bridge.CodeOf(err) == bridge.NotFound {
		r.warn(0, "pbn.regulation", "%w; not followed", err)
		o.Regulation = ""
	}
	if o.Expected, _ = digits(r.file.Directive(directiveExpected)); o.Expected > 1_000_000 {
		o.Expected = 0
	}
	nameless := false
	for i := range r.lines {
		for j := range r.lines[i].sides {
			s := &r.lines[i].sides[j]
			switch {
			case o.Kind != event.Teams:
				s.team = ""
			case s.team != "":
				s.names = []string{s.team} // one name for a team; who plays changes
			default:
				nameless = nameless || s.id == "" && !s.none
			}
		}
	}
	if nameless {
		r.warn(0, "pbn.teams", "teams without HomeTeam and VisitTeam: two who sit together count for themselves")
	}
}

// first is the first value that a game has for that tag.
func (r *recorder) first(name string) string {
	for _, g := range r.file.Games {
		if v := g.Text(name); v != "" {
			return v
		}
	}
	return ""
}

func (r *recorder) kind() event.Kind {
	switch r.first("Competition") {
	case "Teams":
		return event.Teams
	case "Pairs":
		return event.Pairs
	case "Individuals":
		r.warn(0, "pbn.individuals", "an individual event: read as pairs, each two players who sat together")
		return event.Pairs
	}
	for _, l := range r.lines {
		if l.sides[0].team == "" || l.sides[1].team == "" {
			return event.Pairs
		}
	}
	return event.Teams
}

func (r *recorder) method(kind event.Kind) event.Method {
	text := r.first("Scoring")
	s := scoringOf(text)
	for _, g := range r.file.Games {
		if v := g.Text("Scoring"); v != "" && v != text {
			r.warn(g.line("Scoring"), "pbn.scoring_differs", "Scoring %q, but the file begins with %q, which is used for the whole", v, text)
			break
		}
	}
	cross := s.Has("Cross") || s.Has("Cross1") || s.Has("Cross2") || s.Base == "Cavendish"
	butler := s.Has("Butler") || s.Has("Butler-2") || s.Has("Mean") || s.Has("Median")
	switch {
	case s.Base == "BAM" && kind == event.Teams:
		return event.BoardAMatch
	case s.Base == "BAM":
		r.warn(0, "pbn.scoring_bam", "Scoring %q: board-a-match is read as IMPs between teams", text)
		return event.IMPs
	case kind == event.Teams:
		return event.IMPs
	case butler && s.Base != "MP" && s.Base != "MatchPoints":
		return event.Butler
	case cross:
		return event.CrossIMPs
	case s.Base == "MP" || s.Base == "MatchPoints":
		return event.Matchpoints
	case s.Base == "IMP":
		// Without rooms and teams there is only the field to compare with.
		return event.CrossIMPs
	}
	if slices.ContainsFunc([]string{"OldMP", "MP1", "MP2", "Mitchell2", "Mitchell3", "Mitchell4", "Ascherman", "Bastille"}, s.Has) {
		return event.Matchpoints
	}
	r.warn(0, "pbn.scoring_unclear", "Scoring %q does not say how the results are compared: matchpoints are taken", text)
	return event.Matchpoints
}

// producer is the program that wrote the file: as it names itself, else by marks
// that only its files have.
func (r *recorder) producer() string {
	if s := r.first("Generator"); s != "" {
		return s
	}
	if s := r.first("Application"); s != "" {
		return s
	}
	if s := r.file.Directive("Creator"); s != "" { // BridgeComposer
		return s
	}
	for _, line := range r.file.Directives() {
		if by, ok := strings.CutPrefix(strings.TrimSpace(line), "Generated by "); ok { // BBO Helper
			return by
		}
		if strings.Contains(line, "rpbridge.net") {
			return "rpbridge.net"
		}
	}
	pary, named, members := true, 0, 0
	for _, g := range r.file.Games {
		for _, s := range bridge.Seats {
			name := g.Player(s)
			if name == "" {
				continue
			}
			pary = pary && strings.HasPrefix(name, "Para-")
			_, id := memberOf(name)
			if id != "" {
				members++
			}
			named++
		}
	}
	switch {
	case named == 0:
		return ""
	case pary && scoringOf(r.first("Scoring")).Base == "IMP":
		return "KoPS"
	case pary:
		return "JFR Pary"
	case members*2 > named:
		return "RealBridge"
	}
	return ""
}

// memberOf splits a name of RealBridge: Anna Alt#12345.
func memberOf(name string) (who, id string) {
	if i := strings.LastIndexByte(name, '#'); i > 0 {
		if _, ok := digits(name[i+1:]); ok {
			return strings.TrimSpace(name[:i]), name[i+1:]
		}
	}
	return name, ""
}

// identify gives every side of every line its contestant.
func (r *recorder) identify() {
	most, ofTeam := 0, r.teamNumbers()
	for i := range r.lines {
		l := &r.lines[i]
		for j := range l.sides {
			s := &l.sides[j]
			switch {
			case s.team != "":
				s.who = ofTeam[s.team]
			case s.id != "":
				s.who = contestantOf(s.id, l.section)
			}
			if !s.who.IsZero() {
				most = max(most, s.who.Number)
			}
		}
	}
	r.numbers = map[string]int{}
	for i := range r.lines {
		for j := range r.lines[i].sides {
			s := &r.lines[i].sides[j]
			key := s.key()
			if !s.who.IsZero() || s.none || key == "" {
				continue
			}
			if r.numbers[key] == 0 {
				most++
				r.numbers[key] = most
			}
			s.who = event.Contestant{Number: r.numbers[key]}
		}
	}
	r.people = map[event.Contestant]*entry{}
	for i := range r.lines {
		for j := range r.lines[i].sides {
			s := &r.lines[i].sides[j]
			r.enter(s.who, s.names, bridge.Sides[j])
		}
	}
	if r.opened.Winners = r.winners(); r.opened.Winners != 2 {
		for i := range r.lines {
			for j := range r.lines[i].sides {
				r.lines[i].sides[j].who.Side = 0
			}
		}
	}
	r.people = map[event.Contestant]*entry{}
	for i := range r.lines {
		for j := range r.lines[i].sides {
			if s := &r.lines[i].sides[j]; !s.who.IsZero() {
				if r.opened.Winners == 2 && !s.who.Side.Valid() {
					s.who.Side = bridge.Sides[j]
				}
				r.enter(s.who, s.names, bridge.Sides[j])
			}
		}
	}
}

// contestantOf reads the number of a pair: 7, 07, A7, 7NS, or 7 in section A. The
// zero contestant stands for what is no number.
func contestantOf(id, section string) event.Contestant {
	id = strings.ToUpper(id)
	if n, ok := digits(id); ok && n > 0 {
		c := event.Contestant{Number: n}
		if section = strings.ToUpper(section); section != "" && strings.Trim(section, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			c.Section = section
		}
		return c
	}
	c, err := event.ParseContestant(id)
	if err != nil {
		return event.Contestant{}
	}
	return c
}

func (r *recorder) enter(who event.Contestant, names []string, s bridge.Side) {
	if who.IsZero() {
		return
	}
	e := r.people[who]
	if e == nil {
		e = &entry{on: bridge.BySide[map[string]bool]{NS: map[string]bool{}, EW: map[string]bool{}}, known: map[string]bool{}}
		r.people[who] = e
	}
	for _, name := range names {
		if !e.known[name] {
			e.known[name] = true
			e.names = append(e.names, name)
		}
		if s.Valid() {
			e.on.Of(s)[name] = true
		}
	}
}

// winners is 2 if North-South and East-West are ranked apart.
func (r *recorder) winners() int {
	switch r.file.Directive(directiveWinners) {
	case "1":
		return 1
	case "2":
		return 2
	}
	if r.opened.Kind == event.Teams {
		return 0
	}
	for i := range r.lines {
		l := &r.lines[i]
		if ns, ew := l.sides[0].who, l.sides[1].who; !ns.IsZero() && ns == ew || ns.Side.Valid() || ew.Side.Valid() {
			return 2
		}
	}
	if t := r.totalsT; t != nil {
		col := r.index(t)
		for _, row := range t.Rows {
			if contestantOf(known(col.cell(row, "PairId")), "").Side.Valid() {
				return 2
			}
		}
	}
	for _, e := range r.people {
		if len(e.on.NS) == 0 || len(e.on.EW) == 0 {
			continue
		}
		common := false
		for name := range e.on.NS {
			common = common || e.on.EW[name]
		}
		if !common {
			return 2
		}
	}
	return 0
}

// register opens the event and enters the contestants in the order of their
// numbers.
func (r *recorder) register() {
	r.rankedPeople()
	r.record.Add(r.opened)
	var all []event.Contestant
	for c := range r.people {
		all = append(all, c)
	}
	slices.SortFunc(all, event.Contestant.Compare)
	for _, c := range all {
		e, act := r.people[c], event.Registered{Contestant: c}
		for _, name := range e.names {
			who, id := memberOf(name)
			p := event.Person{Name: who}
			if id != "" {
				p.MemberIDs = map[string]string{memberNumber: id}
			}
			act.Persons = append(act.Persons, r.record.People.Add(p))
		}
		r.record.Add(act)
	}
}

// memberNumber names the numbers behind names in [event.Person.MemberIDs]; the
// files do not say whose they are.
const memberNumber = "member"

// boardFacts says what the boards are, as far as their numbers do not.
func (r *recorder) boardFacts() {
	for _, b := range r.boards {
		if !b.Deal.IsZero() || b.Par != nil || !b.DD.IsZero() || b.Dealer != b.Board.Dealer() || b.Vul != b.Board.Vulnerability() {
			b.Session = b.session
			r.record.Add(b.BoardSet)
		}
	}
}

// line says what happened in one line.
func (r *recorder) line(l *line) {
	m := event.Meeting{
		Session: l.at.session, Round: l.round, Table: l.table, Board: l.at.Board,
		NS: l.sides[0].who, EW: l.sides[1].who,
	}
	r.settle(l)
	awarded := r.awarded(l)
	switch {
	case !m.NS.IsZero() && m.NS == m.EW:
		r.warn(l.line, "pbn.itself", "board %d: %v meets itself", l.at.Board, m.NS)
		return
	case m.NS.IsZero() && m.EW.IsZero(), (m.NS.IsZero() || m.EW.IsZero()) && !l.sides[0].none && !l.sides[1].none:
		r.warn(l.line, "pbn.nobody", "board %d: the file does not say who played", l.at.Board)
		return
	case m.NS.IsZero() || m.EW.IsZero():
		r.record.Add(event.SatOut{Meeting: m})
	}
	if l.value.NS != nil || l.value.EW != nil {
		r.record.Published.Lines = append(r.record.Published.Lines, event.PublishedLine{Meeting: m, Value: l.value})
	}
	if m.NS.IsZero() || m.EW.IsZero() {
		return
	}
	if l.said() {
		r.record.Add(event.Played{Meeting: m, Result: l.result, Score: l.score})
	}
	if awarded {
		r.record.Add(event.Ruled{Meeting: m, Award: l.award})
	}
	if l.notPlayed && !awarded && !l.said() {
		r.record.Add(event.NotPlayed{Meeting: m})
	}
}

// awarded reports whether the line has an artificial score that says what each
// side gets.
func (r *recorder) awarded(l *line) bool {
	ns, ew := l.award.NS, l.award.EW
	if ns.IsZero() && ew.IsZero() {
		return false
	}
	for _, a := range []event.Award{ns, ew} {
		if a.IsZero() || a.Percent.Sign() < 0 || a.Percent.Cmp(exact.Int(100)) > 0 {
			r.warn(l.line, "pbn.award", "board %d: an artificial score that does not say what each side gets, 0 to 100 percent", l.at.Board)
			return false
		}
	}
	return true
}

// mostPoints is more than any deal can score.
const mostPoints = 25_000

// settle compares the result with the printed score. Where they differ the score
// is kept, which is what the event was ranked by.
func (r *recorder) settle(l *line) {
	vul := l.at.Vul
	if l.score == nil {
		return
	}
	if *l.score > mostPoints || *l.score < -mostPoints {
		r.warn(l.line, "pbn.score_range", "board %d: %d points, which no deal scores", l.at.Board, *l.score)
		l.score = nil
		return
	}
	if l.result.IsZero() && l.bid.contract.Valid() && l.declarer.Valid() {
		for t := range 14 { // the score tells the tricks
			if res, err := bridge.NewResult(l.bid.contract, l.declarer, t); err == nil {
				if p, err := score.Result(res, vul); err == nil && p == *l.score {
					l.result = res
				}
			}
		}
	}
	if !l.result.IsZero() {
		p, err := score.Result(l.result, vul)
		if err == nil && p == *l.score {
			l.score = nil // it follows from the result
			return
		}
		r.warn(l.line, "pbn.score_differs", "board %d: %v makes %d, but the file says %d, which is kept without the contract", l.at.Board, l.result, p, *l.score)
		l.result = bridge.Result{}
	}
	if !score.Law77().Possible(*l.score, vul) {
		r.warn(l.line, "pbn.score_impossible", "board %d: no result gives North-South %d points with %v vulnerable", l.at.Board, *l.score, vul)
	}
}

// rankedPeople enters the names of the ranking.
func (r *recorder) rankedPeople() {
	t := r.totalsT
	if t == nil {
		return
	}
	col := r.index(t)
	for _, row := range t.Rows {
		if who := r.ranked(col, row); !who.IsZero() {
			r.enter(who, namesOf(col.cell(row, "Names")), 0)
		}
	}
}

// ranked is the contestant of a row of the ranking, the zero contestant if it
// cannot be told.
func (r *recorder) ranked(col index, row Row) event.Contestant {
	c := contestantOf(known(col.cell(row, "PairId")), known(col.cell(row, "Section")))
	if r.opened.Winners != 2 {
		c.Side = 0
	}
	if c.IsZero() {
		s := side{names: namesOf(col.cell(row, "Names"))}
		if r.opened.Kind == event.Teams {
			s = side{team: known(col.cell(row, "Names"))}
		}
		if key := s.key(); r.numbers[key] != 0 {
			c = event.Contestant{Number: r.numbers[key]}
		}
	}
	if !c.IsZero() && r.opened.Winners == 2 && !c.Side.Valid() {
		for _, s := range bridge.Sides {
			c.Side = s
			if e := r.people[c]; e != nil {
				if other := c; r.people[withSide(other, s.Other())] == nil || sameNames(e.names, namesOf(col.cell(row, "Names"))) {
					return c
				}
			}
		}
		return event.Contestant{}
	}
	return c
}

func withSide(c event.Contestant, s bridge.Side) event.Contestant {
	c.Side = s
	return c
}

func sameNames(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return len(a) > 0 && slices.Equal(a, b)
}

// totals takes over the printed ranking.
func (r *recorder) totals() {
	t := r.totalsT
	if t == nil || len(r.lines) == 0 {
		return
	}
	col := r.index(t)
	totals := []string{"TotalMP", "TotalScoreMP", "MP", "TotalScore", "TotalIMP"}
	if r.opened.Method != event.Matchpoints {
		totals = []string{"TotalIMP", "TotalScoreIMP", "IMP", "TotalScore", "TotalMP"}
	}
	for _, row := range t.Rows {
		p := event.PublishedTotal{
			Contestant: r.ranked(col, row),
			Total:      col.number(row, totals...),
			Percent:    col.number(row, "TotalPercentage", "Percentage", "MeanPercentage"),
			Place:      known(col.cell(row, "Rank")),
		}
		switch {
		case p.Contestant.IsZero():
			r.warn(row.Line, "pbn.rank_nobody", "the ranking does not say whose this row is")
			continue
		case p.Total == nil && p.Percent == nil && p.Place == "":
			continue // a contestant and no more
		}
		r.record.Published.Totals = append(r.record.Published.Totals, p)
	}
}

// percentage is n as a part of top, in percent.
func percentage(n, top exact.Fraction) exact.Fraction {
	return n.Mul(exact.Int(100)).Div(top)
}
