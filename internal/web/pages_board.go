package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
)

// boardPage is a board with its cards and all that happened on it.
type boardPage struct {
	eventHead
	Name           string
	Dealer, Vul    string
	Waits          string // what is still missing
	Hidden         bool   // somebody may still play it
	Previous, Next *link
	Hands          []hand // North, West, East, South; none: not known
	Par            string
	Blocks         []block
	North, East    string // the sides in letters
	Unit           string
	Chips          []chip
	up             *link
}

func (b boardPage) template() string { return "board" }

func (b boardPage) frame() frame { return frame{Title: b.Name + ", " + b.eventHead.Title, Back: b.up} }

type hand struct {
	Class, Name string
	Suits       []suitHeld
}

type suitHeld struct{ Suit, Cards string }

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
	Lines             []traveller

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
	NS, EW             []string
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
	out := boardPage{
		eventHead: e.head(), Name: e.boardName(key), Chips: e.chips(key),
		Dealer: s.T("sheet.dealer", notation.SeatName(s.Words(), key.board.Dealer())), Vul: s.Vulnerability(key.board.Vulnerability()),
		up: &link{eventAddress(e.id), s.T("page.ranking")},
	}
	if n := e.waiting()[key]; n > 0 {
		out.Waits = s.N("page.waits", n, out.Name)
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
	sheet := e.standings.Boards[i]
	out.Dealer = s.T("sheet.dealer", notation.SeatName(s.Words(), sheet.Dealer))
	out.Vul = s.Vulnerability(sheet.Vul)
	if !sheet.Deal.IsZero() {
		out.Hands = e.hands(sheet.Deal)
	}
	if sheet.Par != nil {
		out.Par = s.T("page.par", e.side(int(*sheet.Par)))
	}
	unit := boardUnit(e.standings.Info)
	out.Unit = s.unit(unit)
	if inPercent(unit) {
		out.Unit = "%"
	}
	out.North, out.East = s.SideShort(bridge.NS), s.SideShort(bridge.EW)
	out.Blocks = e.blocks(i, unit)
	return out, nil
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

// hands are the four hands as they lie on the page.
func (e *seen) hands(d bridge.Deal) (out []hand) {
	for _, seat := range []struct {
		bridge.Seat
		class string
	}{{bridge.North, "n"}, {bridge.West, "w"}, {bridge.East, "e"}, {bridge.South, "s"}} {
		h := hand{Class: seat.class, Name: notation.SeatName(e.Words(), seat.Seat)}
		for _, suit := range []bridge.Strain{bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs} {
			var ranks []string
			for _, r := range d.Hand(seat.Seat).Suit(suit) {
				ranks = append(ranks, notation.Rank(e.Words(), r))
			}
			if ranks == nil {
				ranks = append(ranks, nobody)
			}
			h.Suits = append(h.Suits, suitHeld{notation.Strain(e.Words(), notation.Symbols, suit), strings.Join(ranks, " ")})
		}
		out = append(out, h)
	}
	return out
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
		out[at].add(e, l, unit)
	}
	return out
}

// add puts a line into the group of its score, which stands last.
func (b *block) add(e *seen, l *event.Line, unit regulation.Unit) {
	line := traveller{
		Note: e.outcome(l, 0), NS: e.whoIs(l.Meeting.NS, l.Meeting.South), EW: e.whoIs(l.Meeting.EW, l.Meeting.West),
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
		b.Groups = append(b.Groups, g)
	}
	last := &b.Groups[len(b.Groups)-1]
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
