package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// half is 50 percent.
var half = exact.Int(50)

// cardPage is the score card of a contestant.
type cardPage struct {
	eventHead
	title        string
	Names        []string
	Number, Side string // "pair 3", "North-South"
	Place        string
	Value, Total string
	Notes        []string // what is in it beside the boards
	Unit         string   // of what a board brings
	Bars, Leads  bool
	Groups       []cardGroup
	Hidden       int // boards that are not shown yet
	Quiet        bool
	up           *link
}

func (c cardPage) template() string { return "card" }

func (c cardPage) frame() frame { return frame{Title: c.title, Back: c.up} }

// cardGroup are the boards of a round against the same opponents.
type cardGroup struct {
	Round     string
	With      []string // the partner, in an individual event
	Opponents []string
	Lines     []cardLine

	key groupKey
}

type groupKey struct {
	session, round int
	partner        event.Contestant
	others         [2]event.Contestant
}

type cardLine struct {
	Board, Name, Address string
	Result, Lead, Note   string
	Score, Value, Bar    string
	Low                  bool
	Scale                string
}

// card is the page of a contestant's score card.
func (p *pages) card(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	who, err := event.ParseContestant(r.PathValue("contestant"))
	if err != nil || who.String() != r.PathValue("contestant") {
		return nil, errNoPage
	}
	row, ranked := e.row(who)
	if _, registered := e.persons[who]; !registered && !ranked {
		return nil, errNoPage
	}
	out := cardPage{
		eventHead: e.head(), Number: locale.Sentence(e.number(e.kind(), who)), Quiet: e.view.Config.Quiet && e.view.Until.IsZero(),
		up: &link{eventAddress(e.id), s.T("page.ranking")},
	}
	if ranked || e.standings == nil { // the page has a row of it
		out.up.Address += "#" + who.String()
	}
	if who.Side.Valid() {
		out.Side = s.Side(who.Side)
	}
	out.Names = e.named(e.people, e.persons[who])
	if out.Names == nil {
		out.Names = []string{out.Number}
		out.Number = ""
	}
	out.title = strings.Join(out.Names, " – ")
	out.Hidden = e.hiddenOf(who)
	if e.standings == nil {
		return out, nil
	}
	e.altogether(&out, row)
	unit := boardUnit(e.standings.Info)
	out.Unit, out.Bars = s.unit(unit), inPercent(unit)
	if out.Bars {
		out.Unit = "%"
	}
	for _, l := range e.standings.Card(who) {
		line := e.cardLine(l, unit)
		out.Leads = out.Leads || line.Lead != ""
		m := l.Line.Meeting
		key := groupKey{l.Session, m.Round, partner(l), seated(m, l.Side.Other())}
		if n := len(out.Groups); n == 0 || out.Groups[n-1].key != key {
			g := cardGroup{key: key, Opponents: e.whoIs(key.others[:]...), With: e.whoIs(key.partner)}
			if m.Round > 0 {
				g.Round = s.T("page.round", m.Round)
			}
			out.Groups = append(out.Groups, g)
		}
		g := &out.Groups[len(out.Groups)-1]
		g.Lines = append(g.Lines, line)
	}
	return out, nil
}

// row is a contestant's place in the first list that it stands in.
func (e *seen) row(who event.Contestant) (row event.Row, ok bool) {
	if e.standings == nil {
		return row, false
	}
	for _, l := range e.standings.Lists {
		if i := slices.IndexFunc(l.Rows, func(r event.Row) bool { return r.Contestant == who }); i >= 0 {
			return l.Rows[i], true
		}
	}
	return row, false
}

// hiddenOf is how many boards of a contestant are not shown yet.
func (e *seen) hiddenOf(who event.Contestant) (n int) {
	_, shown := e.boards()
	for _, s := range e.view.Plan {
		if !slices.Contains([]event.Contestant{s.NS, s.EW, s.South, s.West}, who) {
			continue
		}
		for _, b := range s.Boards {
			if _, ok := shown[boardKey{s.Session, b}]; !ok {
				n++
			}
		}
	}
	return n
}

// altogether is what a contestant has altogether.
func (e *seen) altogether(out *cardPage, row event.Row) {
	out.Notes = e.beside(row)
	if row.Rank == 0 {
		return
	}
	out.Place = strconv.Itoa(row.Rank)
	if row.Tied {
		out.Place += "="
	}
	info := e.standings.Info
	switch {
	case row.Matches != nil && info.Kind != event.Teams:
		out.Value = e.figure(row.VP) + " " + e.T("column.vp")
	case row.Won:
		out.Value = e.figure(row.Total) + " " + e.unit(regulation.Won)
	case !inPercent(info.Unit):
		out.Value = e.figure(row.Total) + " " + e.unit(info.Unit)
	default:
		out.Value = e.T("percent", e.figure(row.Percent))
		if info.Unit != regulation.PercentScale {
			out.Total = e.T("page.of", e.figure(row.Total), e.figure(row.Max), e.unit(info.Unit))
		}
	}
}

// partner is whom a line was played with, in an individual event.
func partner(l event.CardLine) event.Contestant {
	pair := seated(l.Line.Meeting, l.Side)
	if pair[0] == l.Contestant {
		return pair[1]
	}
	return pair[0]
}

func (e *seen) cardLine(l event.CardLine, unit regulation.Unit) cardLine {
	k := boardKey{l.Session, l.Board}
	line := cardLine{
		Board: strings.ReplaceAll(k.String(), "-", "/"), Name: e.boardName(k), Address: e.boardAddress(k),
		Note: e.outcome(l.Line, l.Side),
	}
	if line.Note == "" {
		line.Result, line.Lead = e.speaker.result(l.Line.Result)
	}
	if l.Line.Score != nil && line.Note == "" {
		n := int(*l.Line.Score)
		if l.Side == bridge.EW {
			n = -n
		}
		line.Score = signed(n)
	}
	got := l.Points()
	line.Value = e.earned(got, unit)
	if got.Counts && inPercent(unit) {
		line.Bar, line.Scale, line.Low = got.Percent.String(), whole, got.Percent.Value.Cmp(half) < 0
	}
	if l.Line.Version != "" {
		line.Note = strings.TrimSpace(line.Note + " " + e.T("page.version", locale.Clean(l.Line.Version)))
	}
	return line
}

// earned is what a side got for a board, in percent where there is a percentage.
func (e *seen) earned(got event.Earned, unit regulation.Unit) string {
	switch {
	case !got.Counts:
		return ""
	case inPercent(unit):
		return e.figure(got.Percent)
	}
	return e.figure(got.Shown)
}
