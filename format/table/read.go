package table

import (
	"io"
	"slices"
	"strconv"
	"strings"

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
}

// Read reads a table of results as a pairs event scored by matchpoints.
//
// The error is a [*bridge.Error] with the place, such as "line 12, column result". It
// has code [bridge.Invalid], [bridge.Unsupported] for what an event cannot hold, and
// [bridge.Internal] if r fails.
func Read(r io.Reader) (*event.Record, error) { return Options{}.Read(r) }

// Read is [Read] with these options. The error has code [bridge.Unsupported] as well
// if the name of the character set is unknown.
func (o Options) Read(r io.Reader) (*event.Record, error) {
	if o.Winners < 0 || o.Winners > 2 {
		return nil, bridge.Errorf(bridge.Invalid, "table.winners", "%d lists of winners: want 1 or 2", o.Winners)
	}
	s, err := read(r, o.Charset, resultColumns)
	if err != nil {
		return nil, err
	}
	if err := s.complete(); err != nil {
		return nil, err
	}
	rd := reader{Options: o, sheet: s, boards: map[place]*board{}, met: map[meeting]int{}, scores: map[kind][2]bool{}}
	if err := rd.readBoards(); err != nil {
		return nil, err
	}
	for _, row := range s.rows {
		if err := rd.readRow(row); err != nil {
			return nil, err
		}
	}
	return rd.record()
}

// complete refuses a header without a column that is required.
func (s *sheet) complete() error {
	if !s.has(colNS) && !s.has(colEW) && slices.ContainsFunc(individualColumns, s.has) {
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Unsupported, "table.individuals",
			"columns n, s, e and w: individual events are not supported: want ns and ew"))
	}
	var missing []string
	for _, c := range []string{colBoard, colNS, colEW} {
		if !s.has(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) > 0 {
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.columns",
			"the header has no column %s: want board, ns and ew, and contract, score or ns_award and ew_award", strings.Join(missing, ", ")))
	}
	if !slices.ContainsFunc(outcomes, s.has) {
		return bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.no_outcome",
			"the header has no column for what happened: want contract with declarer and result, score, or ns_award and ew_award"))
	}
	return nil
}

func (s *sheet) headerPlace() string { return "line " + strconv.Itoa(s.line) }

// place is a board of a session.
type place struct {
	session int
	board   bridge.Board
}

type board struct {
	vul   bridge.Vulnerability
	vulAt int  // the line that says so; 0: the number of the board does
	group cell // the first cell of group
}

// meeting is what stands in one line only.
type meeting struct {
	place
	ns, ew event.Contestant
}

// line is what one row says.
type line struct {
	row    row
	ns, ew event.Contestant
	event.Meeting
	facts []event.Act // whose meetings lack their contestants
}

type reader struct {
	Options
	sheet  *sheet
	boards map[place]*board
	order  []place // of the boards, as they come up
	lines  []line
	met    map[meeting]int // line of a meeting
	scores map[kind][2]bool
}

// at reads which board of which session a row is about.
func (row row) at() (place, error) {
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
func (r *reader) readBoards() error {
	for _, row := range r.sheet.rows {
		at, err := row.at()
		if err != nil {
			return err
		}
		b := r.boards[at]
		if b == nil {
			b = &board{vul: at.board.Vulnerability()}
			r.boards[at] = b
			r.order = append(r.order, at)
		}
		if c := row.cell(colVul); !c.empty() {
			vul, err := notation.ParseVulnerability(notation.English, c.text)
			if err != nil {
				return c.at(err)
			}
			if b.vulAt != 0 && b.vul != vul {
				return c.fail("table.vul_differs", "board %d: vulnerable %v, but in line %d %v", at.board, vul, b.vulAt, b.vul)
			}
			b.vul, b.vulAt = vul, row.line
		}
		c := row.cell(colGroup)
		if b.group.line == 0 {
			b.group = c
		}
		if b.group.text != c.text {
			return c.at(bridge.Errorf(bridge.Unsupported, "table.group",
				"board %d has group %q, in line %d %q: boards compared by version are not supported", at.board, c.text, b.group.line, b.group.text))
		}
	}
	return nil
}

// readRow reads one line.
func (r *reader) readRow(row row) error {
	at, err := row.at()
	if err != nil {
		return err
	}
	l := line{row: row, Meeting: event.Meeting{Session: at.session, Board: at.board}}
	if l.Round, err = row.cell(colRound).number(0); err != nil {
		return err
	}
	if l.Table, err = row.cell(colTable).number(0); err != nil {
		return err
	}
	section, err := row.cell(colSection).section()
	if err != nil {
		return err
	}
	if l.ns, err = row.cell(colNS).contestant(section); err != nil {
		return err
	}
	if l.ew, err = row.cell(colEW).contestant(section); err != nil {
		return err
	}
	if err := r.happened(&l); err != nil {
		return err
	}
	r.lines = append(r.lines, l)
	return nil
}

// happened reads what a line says was played and ruled.
func (r *reader) happened(l *line) error {
	vul := r.boards[place{l.Session, l.Board}].vul
	result, points, err := r.outcome(l.row, vul)
	if err != nil {
		return err
	}
	var awards bridge.BySide[award]
	for i, column := range [2]string{colAwardNS, colAwardEW} {
		a, err := l.row.cell(column).award(vul)
		if err != nil {
			return err
		}
		awards = awards.With(bridge.Sides[i], a)
	}
	played := !result.IsZero() || points != nil
	if l.ns.IsZero() || l.ew.IsZero() {
		return l.satOut(played, awards)
	}
	for _, s := range bridge.Sides {
		a, other := awards.Of(s), awards.Of(s.Other())
		switch {
		case a.bye:
			return a.fail("table.bye", "bye, but both sides have a contestant: want ns or ew empty")
		case a.notPlayed && (played || !other.notPlayed && !other.empty()):
			return a.fail("table.not_played", "NP, but the line has a result or an award as well")
		}
	}
	if awards.NS.notPlayed || awards.EW.notPlayed {
		l.facts = append(l.facts, event.NotPlayed{})
		return nil
	}
	ruled, err := ruling(awards.NS, awards.EW)
	if err != nil {
		return err
	}
	if played {
		l.facts = append(l.facts, event.Played{Result: result, Score: points})
	}
	if !awards.NS.empty() || !awards.EW.empty() {
		l.facts = append(l.facts, ruled)
	}
	if len(l.facts) == 0 {
		return bridge.At("line "+strconv.Itoa(l.row.line), bridge.Errorf(bridge.Invalid, "table.nothing",
			"no result, no score and no award: a board that was not played has NP for an award"))
	}
	return nil
}

// satOut reads a line in which one side is nobody.
func (l *line) satOut(played bool, awards bridge.BySide[award]) error {
	if l.ns.IsZero() && l.ew.IsZero() {
		return l.row.cell(colNS).fail("table.nobody", "ns and ew are empty: nobody played")
	}
	if played {
		column := colNS
		if l.ew.IsZero() {
			column = colEW
		}
		return l.row.cell(column).fail("table.one_side", "a result, but one side is nobody: who played?")
	}
	for _, s := range bridge.Sides {
		switch a := awards.Of(s); {
		case a.notPlayed:
			return a.fail("table.not_played_bye", "NP, but one side is nobody: want bye or nothing")
		case !a.empty() && !a.bye:
			return a.at(bridge.Errorf(bridge.Unsupported, "table.bye_award",
				"an award for a contestant that sits out is not supported: what a bye is worth is the regulation's; want bye or nothing"))
		}
	}
	l.facts = append(l.facts, event.SatOut{})
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
		if err == nil && want == *p {
			return result.Result, nil, nil // the score follows from it
		}
		if possible, _ := r.usual(*p, vul); possible {
			return none, nil, c.fail("table.score_differs", "%v is %d, not %d, vulnerable: %v", result.Result, want, *p, vul)
		}
	}
	possible, usual := r.usual(*p, vul)
	if !possible {
		return none, nil, c.impossible(*p, vul)
	}
	if result.contract.Valid() { // the score tells the tricks
		for tricks := range 14 {
			if try, err := bridge.NewResult(result.contract, result.declarer, tricks); err == nil {
				if points, err := score.Result(try, vul); err == nil && points == *p {
					return try.WithLead(result.lead), nil, nil
				}
			}
		}
		return none, nil, c.fail("table.score_contract", "%v by %v never is %d, vulnerable: %v", result.contract, result.declarer, *p, vul)
	}
	if !usual {
		r.sheet.warn(row.line, "table.rare", "only a redoubled contract gives North-South %d points, vulnerable: %v", *p, vul)
	}
	return none, p, nil
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
	found, ok := r.scores[k]
	if !ok {
		found = [2]bool{score.Law77().Possible(p, vul), !onlyRedoubled(p, vul)}
		r.scores[k] = found
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
		for _, column := range []string{colDeclarer, colResult, colTricks, colLead} {
			if c := row.cell(column); !c.empty() {
				return played{}, c.fail("table.no_contract", "%q without a contract", c.text)
			}
		}
		return played{}, nil
	}
	w, err := notation.Parse(notation.English, c.text)
	if err != nil {
		return played{}, c.at(err)
	}
	if w.Score != nil {
		return played{}, c.fail("table.contract_score", "%q: the score has a column of its own", c.text)
	}
	p := played{contract: w.Contract, declarer: w.Declarer, tricks: w.Tricks, known: w.HasTricks, lead: w.Lead}
	if w.PassedOut {
		for _, column := range []string{colDeclarer, colResult, colTricks, colLead} {
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

func (p *played) readDeclarer(row row) error {
	c := row.cell(colDeclarer)
	if c.empty() {
		if !p.declarer.Valid() {
			return c.fail("table.no_declarer", "%v: who declared it? want N, E, S or W", p.contract)
		}
		return nil
	}
	seat, err := notation.ParseSeat(notation.English, c.text)
	if err != nil {
		return c.at(err)
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
	text := plainSigns.Replace(c.text)
	sign, digits := text[:1], text[1:]
	n, ok := whole(digits)
	switch {
	case text == "=":
		return p.took(c, p.contract.Tricks())
	case sign == "+" && ok:
		return p.took(c, p.contract.Tricks()+n)
	case sign == "-" && ok:
		return p.took(c, p.contract.Tricks()-n)
	}
	n, ok = whole(text)
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
	card, err := notation.ParseCard(notation.English, c.text)
	if err != nil {
		return c.at(err)
	}
	if p.lead.Valid() && p.lead != card {
		return c.fail("table.lead_differs", "lead %v, but the contract has %v", card, p.lead)
	}
	p.lead = card
	return nil
}

// record makes the facts.
func (r *reader) record() (*event.Record, error) {
	rec := &event.Record{People: event.People{}}
	winners, err := r.winners()
	if err != nil {
		return nil, err
	}
	seen := map[event.Contestant]bool{}
	for i := range r.lines {
		l := &r.lines[i]
		l.NS, l.EW = seated(l.ns, bridge.NS, winners), seated(l.ew, bridge.EW, winners)
		if l.NS == l.EW {
			return nil, l.row.cell(colEW).fail("table.itself", "contestant %v meets itself", l.EW)
		}
		key := meeting{place{l.Session, l.Board}, l.NS, l.EW}
		if before := r.met[key]; before != 0 {
			return nil, bridge.At("line "+strconv.Itoa(l.row.line), bridge.Errorf(bridge.Invalid, "table.twice",
				"board %d of these two stands in line %d as well", l.Board, before))
		}
		r.met[key] = l.row.line
		seen[l.NS], seen[l.EW] = true, true
	}
	delete(seen, event.Contestant{})
	rec.Add(event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: winners})
	if err := r.register(rec, seen, winners); err != nil {
		return nil, err
	}
	for _, at := range r.order {
		if b := r.boards[at]; b.vul != at.board.Vulnerability() {
			rec.Add(event.BoardSet{Session: at.session, Board: at.board, Dealer: at.board.Dealer(), Vul: b.vul})
		}
	}
	for _, l := range r.lines {
		note := l.row.cell(colNote).text
		for i, act := range l.facts {
			f := event.Fact{Act: met(act, l.Meeting)}
			if i == len(l.facts)-1 {
				f.Why = note
			}
			rec.Facts = append(rec.Facts, f)
		}
	}
	rec.Warnings = append(r.sheet.warnings, rec.Warnings...)
	return rec, nil
}

// met is an act with its meeting.
func met(act event.Act, m event.Meeting) event.Act {
	switch a := act.(type) {
	case event.Played:
		a.Meeting = m
		return a
	case event.Ruled:
		a.Meeting = m
		return a
	case event.SatOut:
		return event.SatOut{Meeting: m}
	}
	return event.NotPlayed{Meeting: m}
}

// winners is the number of lists.
func (r *reader) winners() (int, error) {
	sides := false
	for _, l := range r.lines {
		for i, who := range [2]event.Contestant{l.ns, l.ew} {
			if !who.Side.Valid() {
				continue
			}
			sides = true
			if r.Winners == 1 {
				c := l.row.cell([2]string{colNS, colEW}[i])
				return 0, c.fail("table.side", "contestant %v has a side, but there is one list of winners", who)
			}
		}
		sides = sides || !l.ns.IsZero() && l.ns == l.ew
	}
	switch {
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
