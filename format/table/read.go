package table

import (
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// Options say how a table of results is read. The zero value lets the file decide.
type Options struct {
	Charset string // name of the character set; empty: see the package comment
	Winners int    // 1, or 2 for North-South and East-West apart; 0: as the file says
	Pairs   *Pairs // who the contestants are; nil: not known

	Penalties *Penalties // nil: none
	Matches   *Matches   // of teams: draws and results of matches; nil: none
	Teams     bool       // an event of teams, whatever its columns say

	// Method is what the event will be scored by, if that is known: penalties in a unit
	// that it does not count are refused then, with their place. A table itself does not
	// say it.
	Method event.Method
}

// Read reads a table of results as a pairs event scored by matchpoints, or as an
// individual one if its columns are n, s, e and w. One with a column match or room is an
// event of teams, scored by IMPs; so is a history of matches, with columns home and away.
//
// The error is a [*bridge.Error] with the place, such as "line 12, column result". It
// has code [bridge.Invalid], [bridge.Unsupported] for what an event cannot hold, and
// [bridge.Internal] if r fails.
func Read(r io.Reader) (*event.Record, error) { return Options{}.Read(r) }

// Read is [Read] with these options. The error has code [bridge.Unsupported] as well
// if the name of the character set is unknown.
func (o Options) Read(r io.Reader) (*event.Record, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	source, warnings, err := whole(r, o.Charset, eventColumns)
	if err != nil {
		return nil, err
	}
	rec, err := o.ReadRows(source)
	if err != nil {
		return nil, err
	}
	rec.Warnings = append(warnings, rec.Warnings...)
	return rec, nil
}

// ReadRows is [Options.Read] of rows that are not those of a CSV file.
func (o Options) ReadRows(rows Rows) (*event.Record, error) {
	rd, err := o.open(rows)
	if err != nil {
		return nil, err
	}
	all, err := rd.sheet.all()
	if err != nil {
		return nil, err
	}
	if rd.sheet.matches {
		return rd.history(all)
	}
	if err := rd.complete(); err != nil {
		return nil, err
	}
	if err := rd.readBoards(all); err != nil {
		return nil, err
	}
	for _, row := range all {
		if err := rd.readRow(row); err != nil {
			return nil, err
		}
	}
	return rd.record()
}

// check refuses options that cannot be.
func (o Options) check() error {
	if o.Winners < 0 || o.Winners > 2 {
		return bridge.Errorf(bridge.Invalid, "table.winners", "%d lists of winners: want 1 or 2", o.Winners)
	}
	return nil
}

// open begins to read results.
func (o Options) open(rows Rows) (*reader, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	matches := false
	s, err := openAs(rows, func(names []string) []column {
		if matches = tellsMatches(names); matches {
			return matchColumns
		}
		return resultColumns
	})
	if err != nil {
		return nil, err
	}
	s.matches = matches
	return &reader{
		Options: o, sheet: s, boards: map[place]*board{},
		met: map[four]int{}, entered: map[event.Contestant]bool{},
	}, nil
}

// place is a board of a session.
type place struct {
	session int
	board   bridge.Board
}

// board is a board and its versions: one, if it was not fouled.
type board struct {
	vul      bridge.Vulnerability
	versions []*version // as they come up
}

// version is a version of a board, "" for the board as it was set.
type version struct {
	name  string
	vul   bridge.Vulnerability
	vulAt int // the line that says so; 0: none does
}

// version finds or begins a version. There are few.
func (b *board) version(name string) *version {
	for _, v := range b.versions {
		if v.name == name {
			return v
		}
	}
	v := &version{name: strings.Clone(name)}
	b.versions = append(b.versions, v)
	return v
}

// settle decides who is vulnerable: in a version as a line of it says, else as the
// board is; the board as all versions say that say something, else as it was set.
func (b *board) settle(at bridge.Board) {
	b.vul = at.Vulnerability()
	said := map[bridge.Vulnerability]bool{}
	for _, v := range b.versions {
		if v.vulAt != 0 {
			said[v.vul] = true
		}
	}
	for _, v := range b.versions {
		if v.vulAt != 0 && (len(said) == 1 || v.name == "") {
			b.vul = v.vul
		}
	}
	for _, v := range b.versions {
		if v.vulAt == 0 {
			v.vul = b.vul
		}
	}
}

// meeting is what stands in one line only.
type meeting struct {
	place
	ns, ew       event.Contestant
	round, table int // of teams, who may meet again, and at two tables
}

// four is the same of an individual event.
type four struct {
	meeting
	south, west event.Contestant
}

// keyOf is what makes two lines speak of the same meeting.
func keyOf(m event.Meeting, kind event.Kind) four {
	key := four{meeting: meeting{place: place{m.Session, m.Board}, ns: m.NS, ew: m.EW}, south: m.South, west: m.West}
	if kind == event.Teams {
		key.round, key.table = m.Round, m.Table
	}
	return key
}

// line is what one row says.
type line struct {
	number  int // of the row
	ns, ew  event.Contestant
	s, w    event.Contestant // in an individual event
	version *version
	meeting event.Meeting // whose contestants follow when the lists of winners are known
	note    string
	match   string // of teams: what it is called
	room    room

	played            bool
	result            bridge.Result
	points            *score.Points
	ruled             *event.Ruled
	notPlayed, satOut bool
	late              bool
}

// reader reads results, of a file or of one board after the other.
type reader struct {
	Options
	sheet  *sheet
	boards map[place]*board
	order  []place // of the boards, as they come up
	lines  []line
	met    map[four]int // line of a meeting

	individuals bool
	teams       bool
	entered     map[event.Contestant]bool // who is registered
}

// complete finds out whether an event is one of pairs or of individuals, and refuses a
// header without a column that is required.
func (r *reader) complete() error {
	s := r.sheet
	pairs := s.has(colNS) || s.has(colEW)
	r.individuals = !pairs && slices.ContainsFunc(individualColumns, s.has)
	r.teams = r.Teams || r.Matches != nil || s.has(colMatch) || s.has(colRoom)
	needed := []column{colBoard, colNS, colEW}
	switch {
	case r.teams && slices.ContainsFunc(individualColumns, s.has):
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.teams_columns",
			"columns of individuals in an event of teams: want ns and ew"))
	case r.teams && r.Winners == 2:
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.teams_lists", "an event of teams has one list of winners"))
	case pairs && slices.ContainsFunc(individualColumns, s.has):
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.both_kinds",
			"columns of pairs and of individuals: want ns and ew, or n, s, e and w"))
	case r.individuals && r.Winners == 2:
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.individual_lists",
			"columns n, s, e and w: an individual event has one list of winners"))
	case r.individuals:
		needed = append([]column{colBoard}, individualColumns...)
	}
	var missing []column
	for _, c := range needed {
		if !s.has(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) > 0 {
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.columns",
			"the header has no column %s: want board, ns and ew (or n, s, e and w), and contract, score or ns_award and ew_award", listed(missing)))
	}
	if !slices.ContainsFunc(outcomes, s.has) {
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.no_outcome",
			"the header has no column for what happened: want contract with declarer and result, score, or ns_award and ew_award"))
	}
	return nil
}

// at reads which board of which session a row is about.
func (row row) at() (place, error) {
	if row.where.board != 0 {
		return row.where, nil
	}
	session, err := row.cell(colSession).number(1)
	if err != nil {
		return place{}, err
	}
	c := row.cell(colBoard)
	n, err := c.number(1)
	if err == nil && c.empty() {
		err = c.fail("table.no_board", "a line without the number of its board")
	}
	return place{session, bridge.Board(n)}, err
}

// readBoards finds out what the boards are: one line may say it for all.
func (r *reader) readBoards(rows []row) error {
	for _, row := range rows {
		at, err := row.at()
		if err != nil {
			return err
		}
		b := r.boards[at]
		if b == nil {
			b = &board{}
			r.boards[at] = b
			r.order = append(r.order, at)
		}
		group := row.cell(colGroup)
		if len(group.text) > versionLimit || strings.ContainsFunc(group.text, unicode.IsControl) {
			return group.fail("table.group", "version %q: want a short name, such as a", group.text)
		}
		v := b.version(group.text)
		if c := row.cell(colVul); !c.empty() {
			vul, err := c.vul()
			if err != nil {
				return err
			}
			if v.vulAt != 0 && v.vul != vul {
				return c.fail("table.vul_differs", "board %d: vulnerable %v, but in line %d %v", at.board, vul, v.vulAt, v.vul)
			}
			v.vul, v.vulAt = vul, row.line
		}
	}
	for _, at := range r.order {
		r.boards[at].settle(at.board)
	}
	return nil
}

// versionLimit is how many bytes the name of a version may have, as in an event.
const versionLimit = 40

// readRow reads one line.
func (r *reader) readRow(row row) error {
	at, err := row.at()
	if err != nil {
		return err
	}
	l := line{number: row.line, meeting: event.Meeting{Session: at.session, Board: at.board}, note: row.cell(colNote).text}
	if l.meeting.Round, err = row.cell(colRound).number(0); err != nil {
		return err
	}
	if l.meeting.Table, err = row.cell(colTable).number(0); err != nil {
		return err
	}
	if l.match = row.cell(colMatch).text; len(l.match) > versionLimit || strings.ContainsFunc(l.match, unicode.IsControl) {
		return row.cell(colMatch).fail("table.match", "match %q: want its number or a short name", l.match)
	}
	if l.room, err = row.cell(colRoom).room(); err != nil {
		return err
	}
	section, err := row.cell(colSection).section()
	if err != nil {
		return err
	}
	if err := r.seat(&l, row, section); err != nil {
		return err
	}
	l.version = r.boards[at].version(row.cell(colGroup).text)
	if err := r.happened(&l, row); err != nil {
		return err
	}
	r.lines = append(r.lines, l)
	return nil
}

// seat reads who sits where.
func (r *reader) seat(l *line, row row, section string) (err error) {
	if !r.individuals {
		if l.ns, err = row.cell(colNS).contestant(section); err == nil {
			l.ew, err = row.cell(colEW).contestant(section)
		}
		return err
	}
	players := [4]*event.Contestant{&l.ns, &l.s, &l.ew, &l.w}
	for i, who := range players {
		c := row.cell(individualColumns[i])
		if *who, err = c.contestant(section); err != nil {
			return err
		}
		if who.Side.Valid() {
			return c.fail("table.side", "contestant %v has a side, but there is one list of winners", *who)
		}
		for j := range i {
			if !who.IsZero() && *who == *players[j] {
				return c.fail("table.itself", "contestant %v meets itself", *who)
			}
		}
	}
	if l.ns.IsZero() && l.s.IsZero() || l.ew.IsZero() && l.w.IsZero() { // who sits out may stand in either place
		if l.ns.IsZero() {
			l.ns, l.s = l.s, l.ns
		}
		if l.ew.IsZero() {
			l.ew, l.w = l.w, l.ew
		}
		return nil
	}
	for i, who := range players {
		if who.IsZero() {
			return row.cell(individualColumns[i]).fail("table.seat", "nobody sits here: want four players, or one side of nobody that sits out")
		}
	}
	return nil
}

// happened reads what a line says was played and ruled.
func (r *reader) happened(l *line, row row) (err error) {
	vul := l.version.vul
	if l.result, l.points, err = r.outcome(row, vul); err != nil {
		return err
	}
	var awards bridge.BySide[award]
	for i, column := range [2]column{colAwardNS, colAwardEW} {
		a, err := row.cell(column).award(vul)
		if err != nil {
			return err
		}
		awards = awards.With(bridge.Sides[i], a)
	}
	l.played = !l.result.IsZero() || l.points != nil
	if l.ns.IsZero() || l.ew.IsZero() {
		return r.sitOut(l, row, awards)
	}
	for _, s := range bridge.Sides {
		a, other := awards.Of(s), awards.Of(s.Other())
		switch {
		case a.bye:
			return a.fail("table.bye", "bye, but both sides have a contestant: want ns or ew empty")
		case a.notPlayed && (l.played || !other.empty() && (!other.notPlayed || other.late != a.late)):
			return a.fail("table.not_played", "%s, but the line has a result or an award as well", a.text)
		}
	}
	switch {
	case awards.NS.notPlayed || awards.EW.notPlayed:
		l.notPlayed, l.late = true, awards.NS.late || awards.EW.late
	case !awards.NS.empty() || !awards.EW.empty():
		ruled, err := ruling(awards.NS, awards.EW)
		if err != nil {
			return err
		}
		l.ruled = &ruled
	case !l.played:
		return bridge.At(row.place(), bridge.Errorf(bridge.Invalid, "table.nothing",
			"no result, no score and no award: a board that was not played has NP for an award"))
	}
	return nil
}

// where is the column of a side's contestant, or of its first player.
func (r *reader) where(c column) column {
	switch {
	case r.individuals && c == colNS:
		return colN
	case r.individuals && c == colEW:
		return colE
	}
	return c
}

// sitOut reads a line in which one side is nobody.
func (r *reader) sitOut(l *line, row row, awards bridge.BySide[award]) error {
	if l.ns.IsZero() && l.ew.IsZero() {
		return row.cell(r.where(colNS)).fail("table.nobody", "nobody sits on either side")
	}
	nobody, at := bridge.NS, colNS
	if l.ew.IsZero() {
		nobody, at = bridge.EW, colEW
	}
	if l.played {
		return row.cell(r.where(at)).fail("table.one_side", "a result, but one side is nobody: who played?")
	}
	for _, s := range bridge.Sides {
		switch a := awards.Of(s); {
		case a.notPlayed:
			return a.fail("table.not_played_bye", "%s, but one side is nobody: want bye, an award or nothing", a.text)
		case a.empty() || a.bye:
		case s == nobody:
			return a.fail("table.nobody_award", "an award, but nobody sits there")
		case len(a.assigned) > 0:
			return a.fail("table.bye_award", "an assigned score for a contestant that sits out: want an artificial one, bye or nothing")
		default:
			l.ruled = &event.Ruled{Award: bridge.BySide[event.Award]{}.With(s, a.artificial)}
		}
	}
	l.satOut = true
	return nil
}

// outcome reads what was played: a result, or a score alone.
func (r *reader) outcome(row row, vul bridge.Vulnerability) (bridge.Result, *score.Points, error) {
	var none bridge.Result
	result, err := row.played()
	if err != nil {
		return none, nil, err
	}
	c := row.cell(colScore)
	if c.empty() {
		if result.contract.Valid() && !result.known {
			err = row.cell(colResult).fail("table.no_tricks", "%v: want a result such as +1, = or -2, tricks or a score", result.contract)
		}
		return result.Result, nil, err
	}
	p, err := c.points()
	if err != nil {
		return none, nil, err
	}
	if !result.IsZero() {
		want, err := score.Result(result.Result, vul)
		if err == nil && want == p {
			return result.Result, nil, nil // the score follows from it
		}
		if possible, _ := r.usual(p, vul); possible {
			return none, nil, c.fail("table.score_differs", "%v is %d, not %d, vulnerable: %v", result.Result, want, p, vul)
		}
	}
	possible, usual := r.usual(p, vul)
	if !possible {
		return none, nil, c.impossible(p, vul)
	}
	if result.contract.Valid() { // the score tells the tricks
		for tricks := range 14 {
			if try, err := bridge.NewResult(result.contract, result.declarer, tricks); err == nil {
				if points, err := score.Result(try, vul); err == nil && points == p {
					return try.WithLead(result.lead), nil, nil
				}
			}
		}
		return none, nil, c.fail("table.score_contract", "%v by %v never is %d, vulnerable: %v", result.contract, result.declarer, p, vul)
	}
	if !usual {
		r.sheet.warn(row.line, "table.rare", "only a redoubled contract gives North-South %d points, vulnerable: %v", p, vul)
	}
	return none, &p, nil
}

// kind is a score at a vulnerability.
type kind struct {
	points score.Points
	vul    bridge.Vulnerability
}

// usual reports whether some result gives that score, and whether it need not be
// redoubled. Few scores come up, each many times.
func (r *reader) usual(p score.Points, vul bridge.Vulnerability) (possible, usual bool) {
	k := kind{p, vul}
	found, ok := r.sheet.memory.scores[k]
	if !ok {
		found = [2]bool{score.Law77().Possible(p, vul), !onlyRedoubled(p, vul)}
		r.sheet.memory.scores[k] = found
	}
	return found[0], found[1]
}

// onlyRedoubled reports whether no other contracts give that score.
func onlyRedoubled(p score.Points, vul bridge.Vulnerability) bool {
	for _, s := range bridge.Sides {
		for _, o := range score.Law77().Giving(p, vul.Has(s)) {
			if o.Contract.Doubling != bridge.Redoubled {
				return false
			}
		}
		p = -p
	}
	return p != 0
}

// played is what the cells say about a contract.
type played struct {
	bridge.Result // if all of it is known
	contract      bridge.Contract
	declarer      bridge.Seat
	tricks        int
	known         bool // whether the tricks are
	lead          bridge.Card
}

// played reads the cells from contract to lead.
func (row row) played() (played, error) {
	c := row.cell(colContract)
	if c.empty() {
		for _, column := range []column{colDeclarer, colResult, colTricks, colLead} {
			if c := row.cell(column); !c.empty() {
				return played{}, c.fail("table.no_contract", "%q without a contract", c.text)
			}
		}
		return played{}, nil
	}
	w, err := recall(row.memory.contracts, c.text, func(text string) (notation.Written, error) {
		return notation.Parse(notation.English, text)
	})
	if err != nil {
		return played{}, c.at(err)
	}
	if w.Score != nil {
		return played{}, c.fail("table.contract_score", "%q: the score has a column of its own", c.text)
	}
	p := played{contract: w.Contract, declarer: w.Declarer, tricks: w.Tricks, known: w.HasTricks, lead: w.Lead}
	if w.PassedOut {
		for _, column := range []column{colDeclarer, colResult, colTricks, colLead} {
			if c := row.cell(column); !c.empty() {
				return played{}, c.fail("table.passed_out", "%q, but the board was passed out", c.text)
			}
		}
		return played{Result: bridge.PassedOut()}, nil
	}
	if err := p.add(row); err != nil {
		return played{}, err
	}
	if p.known {
		if p.Result, err = bridge.NewResult(p.contract, p.declarer, p.tricks); err != nil {
			return played{}, c.at(err)
		}
		p.Result = p.WithLead(p.lead)
	}
	return p, nil
}

// add takes in what the cells behind the contract say.
func (p *played) add(row row) error {
	if err := p.readDeclarer(row); err != nil {
		return err
	}
	if err := p.readResult(row); err != nil {
		return err
	}
	if err := p.readTricks(row); err != nil {
		return err
	}
	return p.readLead(row)
}

// letterSeats are the seats as most files write them.
var letterSeats = map[string]bridge.Seat{"N": bridge.North, "E": bridge.East, "S": bridge.South, "W": bridge.West}

func (p *played) readDeclarer(row row) error {
	c := row.cell(colDeclarer)
	if c.empty() {
		if !p.declarer.Valid() {
			return c.fail("table.no_declarer", "%v: who declared it? want N, E, S or W", p.contract)
		}
		return nil
	}
	seat, ok := letterSeats[c.text]
	if !ok {
		var err error
		if seat, err = notation.ParseSeat(notation.English, c.text); err != nil {
			return c.at(err)
		}
	}
	if p.declarer.Valid() && p.declarer != seat {
		return c.fail("table.declarer_differs", "declarer %v, but the contract is by %v", seat, p.declarer)
	}
	p.declarer = seat
	return nil
}

func (p *played) readResult(row row) error {
	c := row.cell(colResult)
	if c.empty() {
		return nil
	}
	text := c.text
	if strings.ContainsAny(text, "−– ") {
		text = plainSigns.Replace(text)
	}
	sign := text[:1]
	n, ok := digits(text[1:])
	switch {
	case text == "=":
		return p.took(c, p.contract.Tricks())
	case sign == "+" && ok:
		return p.took(c, p.contract.Tricks()+n)
	case sign == "-" && ok:
		return p.took(c, p.contract.Tricks()-n)
	}
	n, ok = digits(text)
	switch {
	case !ok:
		return c.fail("table.result", "result %q: want +1, = or -2", c.text)
	case n < 7: // no contract has seven overtricks
		return c.fail("table.result_bare", "result %q may be overtricks or tricks: want +%s, or the tricks in the column tricks", c.text, text)
	}
	return p.took(c, n)
}

func (p *played) readTricks(row row) error {
	c := row.cell(colTricks)
	if c.empty() {
		return nil
	}
	n, err := c.number(0)
	if err != nil {
		return err
	}
	return p.took(c, n)
}

func (p *played) took(c cell, n int) error {
	switch {
	case n < 0 || n > 13:
		return c.fail("table.tricks", "%d tricks: want 0 to 13", n)
	case p.known && p.tricks != n:
		return c.fail("table.tricks_differ", "%d tricks, but the cells before say %d", n, p.tricks)
	}
	p.tricks, p.known = n, true
	return nil
}

func (p *played) readLead(row row) error {
	c := row.cell(colLead)
	if c.empty() {
		return nil
	}
	card, err := recall(c.sheet.memory.leads, c.text, func(text string) (bridge.Card, error) {
		return notation.ParseCard(notation.English, text)
	})
	if err != nil {
		return c.at(err)
	}
	if p.lead.Valid() && p.lead != card {
		return c.fail("table.lead_differs", "lead %v, but the contract has %v", card, p.lead)
	}
	p.lead = card
	return nil
}

// record makes the facts of the whole file.
func (r *reader) record() (*event.Record, error) {
	rec := &event.Record{People: event.People{}}
	winners, err := r.winners()
	if err != nil {
		return nil, err
	}
	if err := r.meet(winners); err != nil {
		return nil, err
	}
	rec.Add(r.opened(winners))
	if err := r.register(rec, winners, true, r.playing()); err != nil {
		return nil, err
	}
	if err := r.matchUp(rec); err != nil {
		return nil, err
	}
	rec.Facts = r.facts(rec.Facts)
	if err := r.penalise(rec, winners); err != nil {
		return nil, err
	}
	rec.Warnings = append(r.sheet.warnings, rec.Warnings...)
	return rec, nil
}

// opened is how the event begins.
func (r *reader) opened(winners int) event.Opened {
	o := event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: winners}
	if r.individuals {
		o.Kind = event.Individuals
	}
	if r.teams {
		o.Kind, o.Method = event.Teams, event.IMPs
	}
	return o
}

// meet gives the meetings their contestants. Each stands in one line only.
func (r *reader) meet(winners int) error {
	for i := range r.lines {
		l := &r.lines[i]
		m := &l.meeting
		m.NS, m.EW = seated(l.ns, bridge.NS, winners), seated(l.ew, bridge.EW, winners)
		if m.NS == m.EW {
			return r.cell(l, colEW).fail("table.itself", "contestant %v meets itself", m.EW)
		}
		m.South, m.West = l.s, l.w
		if before := r.before(m, l.number); before != 0 {
			return bridge.At(r.sheet.source.Place(l.number, -1, ""), bridge.Errorf(bridge.Invalid, "table.twice",
				"board %d of these contestants stands in line %d as well", m.Board, before))
		}
	}
	return nil
}

// before is the line of a meeting that stands in two; 0 if this line is the first.
func (r *reader) before(m *event.Meeting, number int) int {
	kind := event.Pairs
	if r.teams {
		kind = event.Teams
	}
	key := keyOf(*m, kind)
	if line := r.met[key]; line != 0 {
		return line
	}
	r.met[key] = number
	return 0
}

// cell is the place of a cell in a line that has been read.
func (r *reader) cell(l *line, c column) cell { return cell{column: c, line: l.number, sheet: r.sheet} }

// facts adds what the boards are and what happened on them.
func (r *reader) facts(facts []event.Fact) []event.Fact {
	for _, at := range r.order {
		if b := r.boards[at]; b.vul != at.board.Vulnerability() {
			facts = append(facts, event.Fact{Act: event.BoardSet{Session: at.session, Board: at.board, Dealer: at.board.Dealer(), Vul: b.vul}})
		}
	}
	for i := range r.lines {
		l := &r.lines[i]
		if act, ok := r.fouled(l); ok {
			facts = append(facts, event.Fact{Act: act})
		}
		switch {
		case l.satOut:
			facts = append(facts, event.Fact{Act: event.SatOut{Meeting: l.meeting}})
		case l.notPlayed:
			facts = append(facts, event.Fact{Act: event.NotPlayed{Meeting: l.meeting, Late: l.late}})
		case l.played:
			facts = append(facts, event.Fact{Act: event.Played{Meeting: l.meeting, Result: l.result, Score: l.points}})
		}
		if l.ruled != nil {
			l.ruled.Meeting = l.meeting
			facts = append(facts, event.Fact{Act: *l.ruled})
		}
		facts[len(facts)-1].Why = l.note
	}
	return facts
}

// fouled says in which version a board was played, if there are several.
func (r *reader) fouled(l *line) (event.Fouled, bool) {
	m := &l.meeting
	b := r.boards[place{m.Session, m.Board}]
	if len(b.versions) < 2 || l.version.name == "" || l.satOut {
		return event.Fouled{}, false
	}
	f := event.Fouled{Scope: event.Scope{Session: m.Session, Board: m.Board, NS: m.NS, EW: m.EW}, Version: l.version.name}
	if l.version.vul != b.vul {
		f.Vul = new(l.version.vul)
	}
	return f, true
}

// winners is the number of lists.
func (r *reader) winners() (int, error) {
	sides := false
	for i := range r.lines {
		l := &r.lines[i]
		for i, who := range [2]event.Contestant{l.ns, l.ew} {
			if !who.Side.Valid() {
				continue
			}
			sides = true
			if r.Winners == 1 || r.teams {
				return 0, r.cell(l, [2]column{colNS, colEW}[i]).fail("table.side", "contestant %v has a side, but there is one list of winners", who)
			}
		}
		sides = sides || !l.ns.IsZero() && l.ns == l.ew && !r.teams
	}
	switch {
	case r.individuals || r.teams:
		return 1, nil
	case r.Winners != 0:
		return r.Winners, nil
	case sides || r.Pairs.bothDirections():
		return 2, nil
	}
	return 1, nil
}

// seated is a contestant with the side that it has: with two lists, if its cell does
// not say, the one where it sits.
func seated(who event.Contestant, s bridge.Side, winners int) event.Contestant {
	if winners != 2 || who.IsZero() || who.Side.Valid() {
		return who
	}
	who.Side = s
	return who
}
