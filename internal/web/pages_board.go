package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
)

// boardPage is a board with its cards and all that happened on it.
type boardPage struct {
	eventHead
	Name, Number   string
	Dealer, Vul    string
	Waits          string // what is still missing
	Hidden         bool   // somebody may still play it
	Previous, Next *link
	Diagram        *diagram // nil: the cards are not known
	Turn           *link    // another seat at the bottom
	Allows         []allowRow
	Strains        []string // above them
	Par            []string // what it is, and what makes it
	Blocks         []block
	Tables         string
	North, East    string // the sides in letters
	Unit           string
	Pinned         bool // a row is the reader's
	Laws           string
	Chips          []chip
	All            string // boards
	up             *link
	tabs           []tab
}

func (b boardPage) template() string { return "board" }

func (b boardPage) frame() frame {
	return frame{Title: b.Name + ", " + b.eventHead.Title, Back: b.up, Tabs: b.tabs}
}

// diagram are the cards of a board as they lie, with somebody at the bottom.
type diagram struct {
	Hands  []hand // at the top, on the left, on the right, at the bottom
	Number string
	Points []corner // of the four, in the same order
}

type hand struct {
	Class, Letter, Name string
	HCP                 string
	Suits               []suitHeld
}

// corner is a chair of a table.
type corner struct {
	Class, Letter string
	Dealer, Vul   bool
}

type suitHeld struct{ Suit, Cards string }

// allowRow is what a declarer can make: odd tricks by strain.
type allowRow struct {
	Seat, Name string
	Odd        []string
	Last       bool // of a side
}

// block are the results that are compared with each other.
type block struct {
	Title  string
	Groups []group
}

// group are the tables with one score.
type group struct {
	Side, Mark, Score string // whose score it is
	NS, EW            string // what it was worth
	Both              bool   // it is worth something, and no score says what
	Contracts         []string
	Lines             []traveller
	Why               *ground
	Mine              bool

	key scoreKey
}

type scoreKey struct {
	scored  bool
	points  int
	version string
	worth   string
}

// traveller is a line of the traveller.
type traveller struct {
	Result, Lead, Note string
	NS, EW             string
	Mine               bool
}

// board is the page of a board.
func (p *pages) board(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	key, ok := parseBoardKey(r.PathValue("board"))
	all, shown := e.boards()
	if !ok || !slices.Contains(all, key) {
		return nil, errNoPage
	}
	set := e.view.Board(key.session, key.board)
	out := boardPage{
		eventHead: e.head(), Name: e.boardName(key), Number: strconv.Itoa(int(key.board)), Chips: e.nearChips(key), All: e.at("") + "#boards",
		Dealer: s.T("sheet.dealer", notation.SeatName(s.Words(), set.Dealer)), Vul: s.Vulnerability(set.Vul),
		up: &link{e.at(""), s.T("page.ranking")}, tabs: e.tabs("boards"),
	}
	if n := e.waiting()[key]; n > 0 {
		out.Waits = s.count("page.waits", n, out.Name)
	}
	i, ok := shown[key]
	if !ok {
		out.Hidden = true
		return out, nil
	}
	keys := slices.DeleteFunc(all, func(k boardKey) bool { _, ok := shown[k]; return !ok })
	at := slices.Index(keys, key)
	if at > 0 {
		out.Previous = &link{e.boardAddress(keys[at-1]), e.boardName(keys[at-1])}
	}
	if at+1 < len(keys) {
		out.Next = &link{e.boardAddress(keys[at+1]), e.boardName(keys[at+1])}
	}
	sheet := &e.standings.Boards[i]
	if !sheet.Deal.IsZero() {
		out.Diagram = e.diagram(sheet)
		next := *e
		next.south = e.south.Clockwise(1)
		if !e.offline {
			out.Turn = &link{next.boardAddress(key), s.T("page.turn", notation.SeatName(s.Words(), next.south))}
		}
	}
	e.allows(&out, sheet)
	unit := boardUnit(e.standings.Info)
	out.Unit = s.unit(unit)
	if inPercent(unit) {
		out.Unit = "%"
	}
	out.North, out.East = s.SideShort(bridge.NS), s.SideShort(bridge.EW)
	out.Blocks = e.blocks(i, unit)
	out.Laws = e.laws(out.Blocks)
	out.Tables = s.count("page.results_at", len(sheet.Lines))
	out.Pinned = slices.ContainsFunc(out.Blocks, func(b block) bool {
		return slices.ContainsFunc(b.Groups, func(g group) bool { return g.Mine })
	})
	return out, nil
}

// allowed is what the cards of a board allow; no table if nobody has worked it out.
func allowed(b *event.BoardSheet) dd.Table { return b.DD }

// strainsUp are the strains as tables of tricks have them.
var strainsUp = []bridge.Strain{bridge.Clubs, bridge.Diamonds, bridge.Hearts, bridge.Spades, bridge.Notrump}

// allows says what the cards allow, and par.
func (e *seen) allows(out *boardPage, b *event.BoardSheet) {
	t := allowed(b)
	if t.Complete() {
		for _, strain := range strainsUp {
			out.Strains = append(out.Strains, notation.Strain(e.Words(), notation.Symbols, strain))
		}
		for _, seat := range []bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West} {
			row := allowRow{
				Seat: notation.Seat(e.Words(), notation.Symbols, seat), Name: notation.SeatName(e.Words(), seat),
				Last: seat == bridge.South,
			}
			for _, strain := range strainsUp {
				row.Odd = append(row.Odd, odd(t.Tricks(seat, strain)))
			}
			out.Allows = append(out.Allows, row)
		}
		if par, err := dd.FindPar(t, b.Dealer, b.Vul); err == nil {
			out.Par = append([]string{e.side(int(par.Score))}, e.parContracts(par)...)
			return
		}
	}
	if b.Par != nil {
		out.Par = []string{e.side(int(*b.Par))}
	}
}

// parContracts are the contracts that score the par: "4♠ N-S +1".
func (e *seen) parContracts(par dd.Par) (out []string) {
	for _, c := range par.Contracts {
		by := e.SideShort(c.Side)
		if c.Seat.Valid() {
			by = notation.Seat(e.Words(), notation.Symbols, c.Seat)
		}
		out = append(out, notation.Contract(e.Words(), notation.Symbols, c.Contract)+" "+by+" "+notation.Over(notation.Symbols, c.Over()))
	}
	return out
}

// odd are the tricks over six that a declarer makes.
func odd(tricks int) string {
	if tricks < 7 {
		return nobody
	}
	return strconv.Itoa(tricks - 6)
}

// side is a score with the side that won it: "N-S 620", "E-W 50", "0".
func (e *seen) side(points int) string {
	switch {
	case points > 0:
		return e.SideShort(bridge.NS) + " " + strconv.Itoa(points)
	case points < 0:
		return e.SideShort(bridge.EW) + " " + strconv.Itoa(-points)
	}
	return "0"
}

// diagram are the four hands as they lie on the page.
func (e *seen) diagram(b *event.BoardSheet) *diagram {
	d := &diagram{Number: strconv.Itoa(int(b.Board))}
	for _, place := range []struct {
		class string
		turn  int // from the bottom
	}{{"n", 2}, {"w", 1}, {"e", 3}, {"s", 0}} {
		seat := e.south.Clockwise(place.turn)
		h := e.hand(b.Deal, seat)
		h.Class = place.class
		d.Hands = append(d.Hands, h)
		d.Points = append(d.Points, corner{place.class, h.Letter, seat == b.Dealer, b.Vul.Has(seat.Side())})
	}
	return d
}

// hand is a hand by its suits.
func (e *seen) hand(d bridge.Deal, seat bridge.Seat) hand {
	held := d.Hand(seat)
	h := hand{
		Letter: notation.Seat(e.Words(), notation.Symbols, seat), Name: notation.SeatName(e.Words(), seat),
		HCP: strconv.Itoa(dd.Points(held)),
	}
	for _, suit := range []bridge.Strain{bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs} {
		var ranks []string
		for _, r := range held.Suit(suit) {
			ranks = append(ranks, notation.Rank(e.Words(), r))
		}
		if ranks == nil {
			ranks = append(ranks, nobody)
		}
		h.Suits = append(h.Suits, suitHeld{notation.Strain(e.Words(), notation.Symbols, suit), strings.Join(ranks, " ")})
	}
	return h
}

// blocks are the lines of a board by their scores: a block for each section where
// sections are compared apart, else one.
func (e *seen) blocks(i int, unit regulation.Unit) (out []block) {
	tops := e.standings.SectionTops(i)
	for n := range e.standings.Boards[i].Lines {
		l := &e.standings.Boards[i].Lines[n]
		title := ""
		if tops != nil {
			section := l.Meeting.NS.Section
			if l.Meeting.NS.IsZero() {
				section = l.Meeting.EW.Section
			}
			title = locale.Sentence(e.T("list.section", section))
		}
		at := slices.IndexFunc(out, func(b block) bool { return b.Title == title })
		if at < 0 {
			at = len(out)
			out = append(out, block{Title: title})
		}
		out[at].add(e, i, l, unit)
	}
	return out
}

// laws says which Laws the results of a board follow.
func (e *seen) laws(blocks []block) string {
	for _, b := range blocks {
		for _, g := range b.Groups {
			if pack := e.view.Opened.Pack(); g.Why != nil && g.Why.law != "" && pack != nil {
				return e.T("page.laws", e.T("page.law", g.Why.law), e.Edition(pack.Edition.Code()))
			}
		}
	}
	return ""
}

// together are the names of a pair as one text, which breaks behind its dash.
func together(names []string) string {
	const nbsp = "\u00a0"
	texts := make([]string, len(names))
	for i, n := range names {
		texts[i] = strings.ReplaceAll(n, " ", nbsp)
	}
	return strings.Join(texts, nbsp+"– ")
}

// add puts a line into the group of its score, which stands last.
func (b *block) add(e *seen, i int, l *event.Line, unit regulation.Unit) {
	m := l.Meeting
	line := traveller{
		Note: e.outcome(l, 0), NS: together(e.whoIs(m.NS, m.South)), EW: together(e.whoIs(m.EW, m.West)),
		Mine: !e.pair.IsZero() && slices.Contains([]event.Contestant{m.NS, m.EW, m.South, m.West}, e.pair),
	}
	g := group{NS: e.earned(l.Points.NS, unit), EW: e.earned(l.Points.EW, unit), key: scoreKey{version: l.Version}}
	if g.Both = l.Points.NS.Counts || l.Points.EW.Counts; g.Both {
		g.NS, g.EW = cmp.Or(g.NS, nobody), cmp.Or(g.EW, nobody)
	}
	g.key.worth = g.NS + "/" + g.EW
	if line.Note == "" {
		line.Result, line.Lead = e.speaker.result(l.Result)
		if l.Score != nil {
			points := int(*l.Score)
			g.key.scored, g.key.points = true, points
			g.Side, g.Mark, g.Score = e.sideOf(points)
		}
	}
	if l.Version != "" {
		line.Note = strings.TrimSpace(line.Note + " " + e.T("page.version", locale.Clean(l.Version)))
	}
	if n := len(b.Groups); n == 0 || !g.key.scored || b.Groups[n-1].key != g.key {
		g.Why = e.why(i, l)
		b.Groups = append(b.Groups, g)
	}
	last := &b.Groups[len(b.Groups)-1]
	last.Mine = last.Mine || line.Mine
	if text := cmp.Or(line.Result, line.Note); !slices.Contains(last.Contracts, text) {
		last.Contracts = append(last.Contracts, text)
	}
	last.Lines = append(last.Lines, line)
}

// sideOf says who won a score, with the mark of the side, and how much.
func (e *seen) sideOf(points int) (side, of, score string) {
	switch {
	case points > 0:
		return e.SideShort(bridge.NS), mark(bridge.NS), strconv.Itoa(points)
	case points < 0:
		return e.SideShort(bridge.EW), mark(bridge.EW), strconv.Itoa(-points)
	}
	return "", "", "0"
}
