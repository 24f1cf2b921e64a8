package cli

import (
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/regulation"
)

type rankJSON struct {
	Event       eventJSON        `json:"event"`
	Method      event.Method     `json:"method"`
	Regulation  event.Regulation `json:"regulation"`
	Lists       []listJSON       `json:"lists"`
	Penalties   []penaltyJSON    `json:"penalties,omitempty"`
	Boards      []sheetJSON      `json:"boards,omitempty"`      // with --boards
	Frequencies []frequencyJSON  `json:"frequencies,omitempty"` // with --frequencies
	Recap       []recapJSON      `json:"recap,omitempty"`       // with --recap
	Cards       []cardJSON       `json:"cards,omitempty"`       // with --cards
	Butler      []butlerRowJSON  `json:"butler,omitzero"`       // with --butler: not null
	Warnings    []warningJSON    `json:"warnings"`
}

type eventJSON struct {
	Title      string        `json:"title,omitempty"`
	Club       string        `json:"club,omitempty"`
	Date       string        `json:"date,omitempty"`
	Kind       event.Kind    `json:"kind"`
	Winners    int           `json:"winners"`
	Tables     int           `json:"tables"`
	Boards     int           `json:"boards"`
	Results    int           `json:"results"`
	Open       int           `json:"open"`          // meetings without a result: the ranking is provisional
	Top        *event.Figure `json:"top,omitempty"` // matchpoints
	Correction string        `json:"correction_until,omitempty"`
}

type listJSON struct {
	Name     string    `json:"name"`
	Section  string    `json:"section,omitempty"`  // of a list for one section
	Stratum  string    `json:"stratum,omitempty"`  // of a list of that stratum and the lower ones
	Handicap bool      `json:"handicap,omitempty"` // handicaps are added
	Rows     []rowJSON `json:"rows"`
}

type rowJSON struct {
	Rank        *int          `json:"rank"` // null without a board that counts
	Tied        bool          `json:"tied"`
	Contestant  string        `json:"contestant"`
	ID          string        `json:"id"` // with its side
	Names       []string      `json:"names"`
	Club        string        `json:"club,omitempty"`
	Stratum     string        `json:"stratum,omitempty"`
	Boards      int           `json:"boards"`
	Total       event.Figure  `json:"total"`
	Max         *event.Figure `json:"max,omitempty"`     // matchpoints
	Percent     *event.Figure `json:"percent,omitempty"` // matchpoints
	VP          *event.Figure `json:"vp,omitempty"`      // of Swiss pairs; of teams the total is it
	Matches     *recordJSON   `json:"matches,omitempty"` // of teams and Swiss pairs
	Stage       int           `json:"stage,omitempty"`
	Sessions    []sessionJSON `json:"sessions,omitempty"`
	Penalty     *event.Figure `json:"penalty,omitempty"`
	Carried     *event.Figure `json:"carried,omitempty"`
	Handicap    *event.Figure `json:"handicap,omitempty"`
	Substitutes []string      `json:"substitutes,omitempty"`
	Withdrawn   bool          `json:"withdrawn,omitempty"`
	Trace       []traceJSON   `json:"trace,omitempty"`
}

// recordJSON is how the matches of a team ended; of a pair how many there were.
type recordJSON struct {
	Played  int           `json:"played"` // byes too
	Won     *int          `json:"won,omitempty"`
	Drawn   *int          `json:"drawn,omitempty"`
	Lost    *int          `json:"lost,omitempty"`
	For     *event.Figure `json:"for,omitempty"` // IMPs, or points of boards
	Against *event.Figure `json:"against,omitempty"`

	Boards     *event.Figure `json:"boards_won,omitempty"` // at board-a-match and Patton, an equal one is half
	BoardsLost *event.Figure `json:"boards_lost,omitempty"`
	Aggregate  *event.Figure `json:"aggregate,omitempty"` // at Patton: own scores less those of the opponents
}

type sessionJSON struct {
	Session int           `json:"session"`
	Boards  int           `json:"boards"`
	Total   event.Figure  `json:"total"`
	Percent *event.Figure `json:"percent,omitempty"` // matchpoints
}

// traceJSON is a tie-break that was tried.
type traceJSON struct {
	Tie   regulation.Tie `json:"tie"`
	Value event.Figure   `json:"value"`
	Among int            `json:"among"`
}

type penaltyJSON struct {
	Ref        string            `json:"ref"`
	Contestant event.Contestant  `json:"contestant"`
	Session    int               `json:"session,omitempty"`
	Round      int               `json:"round,omitempty"`
	Kind       event.PenaltyKind `json:"kind"`
	Amount     string            `json:"amount"`
	Unit       event.PenaltyUnit `json:"unit,omitempty"`
}

func (t *terminal) rankingJSON(r *reckoned, lists []event.List) rankJSON {
	s := r.standings
	out := rankJSON{
		Event: eventJSON{
			Title: s.Info.Title, Club: s.Info.Club, Date: s.Info.Date, Kind: s.Info.Kind, Winners: s.Info.Winners,
			Tables: s.Info.Tables, Boards: s.Info.Boards, Results: s.Info.Results, Open: len(s.Open),
		},
		Method: s.Info.Method, Regulation: s.Regulation, Lists: []listJSON{}, Warnings: t.warningList(),
	}
	if inPercent(s.Info.Unit) {
		out.Event.Top = &s.Info.Top
	}
	if end := s.Phase.Until; !end.IsZero() {
		out.Event.Correction = end.UTC().Format("2006-01-02T15:04:05Z")
	}
	for _, p := range s.Penalties {
		out.Penalties = append(out.Penalties, penaltyJSON{p.Ref, p.Contestant, p.Session, p.Round, p.Kind, p.Amount.String(), p.Unit})
	}
	for _, list := range lists {
		rows := []rowJSON{}
		for i := range list.Rows {
			rows = append(rows, rowToJSON(s, list, &list.Rows[i], r.People))
		}
		out.Lists = append(out.Lists, listJSON{list.Name, list.Section, list.Stratum, list.Handicap, rows})
	}
	return out
}

func rowToJSON(s *event.Standings, list event.List, r *event.Row, people event.People) rowJSON {
	row := rowJSON{
		Tied: r.Tied, Contestant: r.Contestant.Label(), ID: r.Contestant.String(), Names: people.Names(r.Persons),
		Club: r.Club, Stratum: r.Stratum, Boards: r.Boards, Total: r.Total, Stage: r.Stage,
		Substitutes: people.Names(r.Substitutes), Withdrawn: r.Withdrawn,
	}
	if r.Rank > 0 {
		row.Rank = &r.Rank
	}
	if row.Names == nil {
		row.Names = []string{}
	}
	if inPercent(s.Info.Unit) {
		row.Max, row.Percent = &r.Max, &r.Percent
	}
	for _, part := range []struct {
		to   **event.Figure
		from *event.Figure
	}{{&row.Penalty, &r.Penalty}, {&row.Carried, &r.Carried}} {
		if part.from.Value.Sign() != 0 {
			*part.to = part.from
		}
	}
	if m := r.Matches; m != nil {
		row.Matches = &recordJSON{Played: m.Played}
		if s.Info.Kind == event.Teams {
			row.Matches = &recordJSON{Played: m.Played, Won: &m.Won, Drawn: &m.Drawn, Lost: &m.Lost}
			if !m.PartOnly {
				row.Matches.For, row.Matches.Against = &m.For, &m.Against
			}
			if method := s.Info.Method; !m.BoardsUnknown && (method == event.BoardAMatch || method == event.Patton) {
				row.Matches.Boards, row.Matches.BoardsLost = &m.Boards, &m.BoardsLost
				if method == event.Patton {
					row.Matches.Aggregate = &m.Aggregate
				}
			}
		} else {
			row.VP = &r.VP
		}
	}
	if list.Handicap {
		row.Handicap = &r.Handicap
	}
	for i := range r.Sessions {
		x := &r.Sessions[i]
		session := sessionJSON{Session: max(x.Session, 1), Boards: x.Boards, Total: x.Total}
		if inPercent(s.Info.Unit) {
			session.Percent = &x.Percent
		}
		row.Sessions = append(row.Sessions, session)
	}
	for _, step := range r.Trace {
		row.Trace = append(row.Trace, traceJSON{step.Tie, step.Value, step.Among})
	}
	return row
}
