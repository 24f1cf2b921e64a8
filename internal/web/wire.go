package web

import (
	"slices"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// What the API writes of standings: the value that every door prints, in plain types.
// Fractions and finished decimals are strings, so that no reader takes them for
// binary floats.

type standingsJSON struct {
	Position   int64            `json:"position" doc:"of the event: watch from here"`
	Info       infoJSON         `json:"info"`
	Regulation event.Regulation `json:"regulation"`
	Until      time.Time        `json:"correction_until,omitzero" doc:"end of the correction period; absent: nothing was published"`
	Lists      []listJSON       `json:"lists" doc:"one, or North-South and East-West apart"`
	Further    []listJSON       `json:"further,omitempty" doc:"the same contestants by section, by stratum, with handicaps"`
	Boards     []boardRefJSON   `json:"boards" doc:"that have a sheet"`
}

type infoJSON struct {
	Title   string `json:"title,omitempty"`
	Club    string `json:"club,omitempty"`
	Date    string `json:"date,omitempty"`
	Kind    string `json:"kind"`
	Method  string `json:"method"`
	Winners int    `json:"winners"`
	Tables  int    `json:"tables"`
	Boards  int    `json:"boards"`
	Results int    `json:"results"`
	Open    int    `json:"open" doc:"meetings without a result: the ranking is provisional"`
}

type listJSON struct {
	Name     string    `json:"name" doc:"all, NS or EW, with its section and stratum"`
	Section  string    `json:"section,omitempty"`
	Stratum  string    `json:"stratum,omitempty"`
	Handicap bool      `json:"handicap,omitempty"`
	Rows     []rowJSON `json:"rows"`
}

type rowJSON struct {
	Rank       int      `json:"rank,omitempty" doc:"absent without a board that counts"`
	Tied       bool     `json:"tied,omitempty"`
	Contestant string   `json:"contestant"`
	Names      []string `json:"names"`
	Club       string   `json:"club,omitempty"`
	Stratum    string   `json:"stratum,omitempty"`
	Boards     int      `json:"boards"`
	Total      string   `json:"total" doc:"in the unit of the regulation"`
	Percent    string   `json:"percent,omitempty"`
	VP         string   `json:"vp,omitempty"`
	Penalty    string   `json:"penalty,omitempty"`
	Carried    string   `json:"carried,omitempty"`
	Withdrawn  bool     `json:"withdrawn,omitempty"`
}

type boardRefJSON struct {
	Session int `json:"session,omitempty"`
	Board   int `json:"board"`
}

type sheetJSON struct {
	Session  int        `json:"session,omitempty"`
	Board    int        `json:"board"`
	Position int64      `json:"position"`
	Dealer   string     `json:"dealer"`
	Vul      string     `json:"vul"`
	Deal     string     `json:"deal,omitempty" doc:"the cards, as in PBN"`
	Par      *int       `json:"par,omitempty" doc:"North-South's view"`
	Top      string     `json:"top,omitempty"`
	Lines    []lineJSON `json:"lines" doc:"the best for North-South first"`
}

type lineJSON struct {
	Session int    `json:"session,omitempty"`
	Board   int    `json:"board"`
	Round   int    `json:"round,omitempty"`
	Table   int    `json:"table,omitempty"`
	NS      string `json:"ns,omitempty"`
	EW      string `json:"ew,omitempty"`
	South   string `json:"south,omitempty" doc:"of an individual event: ns is North"`
	West    string `json:"west,omitempty" doc:"of an individual event: ew is East"`
	State   string `json:"state"`
	Version string `json:"version,omitempty" doc:"of a fouled board"`
	Result  string `json:"result,omitempty"`
	Score   *int   `json:"score,omitempty" doc:"North-South's view"`
	Points  sides  `json:"points,omitzero"`
	Percent sides  `json:"percent,omitzero"`
	Own     string `json:"own,omitempty" doc:"on a card: what the contestant got"`
}

// sides is something of both sides; empty for one that got nothing.
type sides struct {
	NS string `json:"ns,omitempty"`
	EW string `json:"ew,omitempty"`
}

type cardJSON struct {
	Position   int64      `json:"position"`
	Contestant string     `json:"contestant"`
	Names      []string   `json:"names"`
	Lines      []lineJSON `json:"lines"`
}

func standingsToJSON(s *event.Standings, position int64, names people) standingsJSON {
	i := s.Info
	out := standingsJSON{
		Position: position, Regulation: s.Regulation, Until: s.Phase.Until, Boards: []boardRefJSON{},
		Info: infoJSON{
			i.Title, i.Club, i.Date, string(i.Kind), string(i.Method), i.Winners, i.Tables, i.Boards, i.Results, len(s.Open),
		},
	}
	out.Lists, out.Further = listsToJSON(s.Lists, names), listsToJSON(s.Further, names)
	for _, b := range s.Boards {
		out.Boards = append(out.Boards, boardRefJSON{b.Session, int(b.Board)})
	}
	return out
}

func listsToJSON(lists []event.List, names people) []listJSON {
	out := []listJSON{}
	for _, l := range lists {
		rows := []rowJSON{}
		for i := range l.Rows {
			rows = append(rows, rowToJSON(&l.Rows[i], names))
		}
		out = append(out, listJSON{l.Name, l.Section, l.Stratum, l.Handicap, rows})
	}
	return out
}

func rowToJSON(r *event.Row, names people) rowJSON {
	row := rowJSON{
		Rank: r.Rank, Tied: r.Tied, Contestant: r.Contestant.String(), Names: names.of(r.Persons), Club: r.Club, Stratum: r.Stratum,
		Boards: r.Boards, Total: r.Total.String(), Withdrawn: r.Withdrawn,
	}
	if r.Max.Value.Sign() > 0 {
		row.Percent = r.Percent.String()
	}
	if r.Matches != nil {
		row.VP = r.VP.String()
	}
	row.Penalty, row.Carried = notZero(r.Penalty), notZero(r.Carried)
	return row
}

func notZero(f event.Figure) string {
	if f.Value.Sign() == 0 {
		return ""
	}
	return f.String()
}

func sheetToJSON(b *event.BoardSheet, position int64) sheetJSON {
	out := sheetJSON{
		Session: b.Session, Board: int(b.Board), Position: position, Dealer: b.Dealer.String(), Vul: b.Vul.String(),
		Top: notZero(b.Top), Lines: []lineJSON{},
	}
	if !b.Deal.IsZero() {
		out.Deal = b.Deal.String()
	}
	if b.Par != nil {
		par := int(*b.Par)
		out.Par = &par
	}
	for i := range b.Lines {
		out.Lines = append(out.Lines, lineToJSON(&b.Lines[i]))
	}
	return out
}

func lineToJSON(l *event.Line) lineJSON {
	m := l.Meeting
	out := lineJSON{
		Session: m.Session, Board: int(m.Board), Round: m.Round, Table: m.Table, State: string(l.State), Version: l.Version,
		NS: m.NS.String(), EW: m.EW.String(), South: m.South.String(), West: m.West.String(),
	}
	if !l.Result.IsZero() {
		out.Result = l.Result.String()
	}
	if l.Score != nil {
		score := int(*l.Score)
		out.Score = &score
	}
	out.Points.NS, out.Percent.NS = earned(l.Points.NS)
	out.Points.EW, out.Percent.EW = earned(l.Points.EW)
	return out
}

func earned(e event.Earned) (shown, percent string) {
	if !e.Counts {
		return "", ""
	}
	return e.Shown.String(), e.Percent.String()
}

func cardToJSON(s *event.Standings, c event.Contestant, position int64, names people) cardJSON {
	out := cardJSON{Position: position, Contestant: c.String(), Names: []string{}, Lines: []lineJSON{}}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			if r.Contestant == c {
				out.Names = names.of(r.Persons)
			}
		}
	}
	for _, l := range s.Card(c) {
		line := lineToJSON(l.Line)
		line.Own, _ = earned(l.Points())
		out.Lines = append(out.Lines, line)
	}
	return out
}

// people are names, as who asks may see them.
type people map[event.PersonID]string

// of lists names; one that is hidden, erased or unknown is left out.
func (p people) of(ids []event.PersonID) []string {
	out := []string{}
	for _, id := range ids {
		if name := p[id]; name != "" {
			out = append(out, name)
		}
	}
	return out
}

// boardIn finds a board's sheet.
func boardIn(sheets []event.BoardSheet, session int, board bridge.Board) *event.BoardSheet {
	i := slices.IndexFunc(sheets, func(b event.BoardSheet) bool {
		return b.Board == board && (b.Session == session || session == 0 && b.Session == 1)
	})
	if i < 0 {
		return nil
	}
	return &sheets[i]
}

// oneLine is what people type, without line breaks and needless blanks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
