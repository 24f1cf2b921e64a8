package table

import (
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// room is a room of a match.
type room uint8

const (
	openRoom   room = iota + 1 // the home team sits North-South
	closedRoom                 // the home team sits East-West
)

// rooms are the rooms as files write them, in lower case.
var rooms = map[string]room{"": 0, "open": openRoom, "o": openRoom, "closed": closedRoom, "c": closedRoom}

// String gives the name of the room.
func (r room) String() string { return [...]string{"", "open", "closed"}[r] }

// room reads a room; an empty cell says none.
func (c cell) room() (room, error) {
	r, ok := rooms[strings.ToLower(c.text)]
	if !ok {
		return 0, c.fail("table.room", "room %q: want open or closed", c.text)
	}
	return r, nil
}

// period is a round of a session.
type period struct{ session, round int }

// encounter is who met whom in a round, the lower number first.
type encounter struct {
	period
	low, high event.Contestant
}

func encounterOf(session, round int, a, b event.Contestant) encounter {
	if b.Compare(a) < 0 && !b.IsZero() {
		a, b = b, a
	}
	return encounter{period{session, round}, a, b}
}

// matchRooms is what the lines say of a match.
type matchRooms struct {
	encounter
	label string // the name of the match
	line  int    // the first one with that name
	home  event.Contestant
	away  event.Contestant
	table int // where the home team sat North-South; 0: not known

	turned bool // a warning said that the rooms change
}

// matchUp holds the lines of an event of teams together by their matches: a match is
// between two teams, and two teams have one in a round. It says who is the home team
// where a room says so.
func (r *reader) matchUp(rec *event.Record) error {
	if !r.teams {
		return nil
	}
	type label struct {
		period
		text string
	}
	type seat struct {
		encounter
		table int
		board bridge.Board
		room  room
	}
	known := map[encounter]*matchRooms{}
	called := map[label]*matchRooms{}
	seated := map[seat]int{}
	var order []*matchRooms
	for i := range r.lines {
		l := &r.lines[i]
		if l.meeting.NS.IsZero() || l.meeting.EW.IsZero() {
			continue
		}
		e := encounterOf(l.meeting.Session, l.meeting.Round, l.meeting.NS, l.meeting.EW)
		m := known[e]
		if m == nil {
			m = &matchRooms{encounter: e}
			known[e] = m
			order = append(order, m)
		}
		if l.match != "" {
			name := label{e.period, strings.ToLower(l.match)}
			switch other := called[name]; {
			case other != nil && other != m:
				return r.cell(l, colMatch).fail("table.match_teams", "match %s is between %v and %v in line %d", l.match, other.low, other.high, other.line)
			case m.label != "" && m.label != name.text:
				return r.cell(l, colMatch).fail("table.match_again", "%v and %v have a match in line %d already: two of theirs need a column round or session", e.low, e.high, m.line)
			case m.label == "":
				m.label, m.line = name.text, l.number
			}
			called[name] = m
		}
		if l.room == 0 {
			continue
		}
		at := seat{e, l.meeting.Table, l.meeting.Board, l.room}
		if before := seated[at]; before != 0 {
			return r.cell(l, colRoom).fail("table.room_twice", "board %d was played in the %s room of this match in line %d already", l.meeting.Board, l.room.String(), before)
		}
		seated[at] = l.number
		r.house(m, l)
	}
	rec.Add(draws(order, r.Matches)...)
	if r.Matches != nil {
		rec.Facts = append(rec.Facts, r.Matches.facts()...)
		rec.Reports = r.Matches.places()
	}
	return nil
}

// house takes in which team is at home, by the room of a line.
func (r *reader) house(m *matchRooms, l *line) {
	home, away := l.meeting.NS, l.meeting.EW
	if l.room == closedRoom {
		home, away = away, home
	}
	switch {
	case m.home.IsZero():
		m.home, m.away = home, away
	case m.home != home && !m.turned:
		m.turned = true
		r.sheet.warn(l.number, "table.room_turned", "%v sits North-South in the %s room, where %v sat before: %v stays the home team", l.meeting.NS, l.room.String(), l.meeting.EW, m.home)
	}
	if m.table == 0 && l.room == openRoom && home == m.home {
		m.table = l.meeting.Table
	}
}

// draws says who is the home team of each match, as far as an event can hold it: where
// a team has several matches in a round, as in a file that does not say its rounds, it
// cannot. A list of matches knows better.
func draws(matches []*matchRooms, list *Matches) (acts []event.Act) {
	field := newOpponents()
	listed := map[encounter]bool{}
	for _, m := range matches {
		field.meet(m.encounter)
	}
	if list != nil {
		for i := range list.List {
			e := list.List[i].encounter()
			listed[e] = true
			field.meet(e)
		}
	}
	for _, m := range matches {
		alone, triangle := field.kind(m.encounter)
		if m.home.IsZero() || listed[m.encounter] || !alone && !triangle {
			continue
		}
		acts = append(acts, event.Drawn{
			MatchRef: event.MatchRef{Session: m.session, Round: m.round, Table: m.table, Home: m.home, Away: m.away}, Triangle: triangle,
		})
	}
	return acts
}

// opponents are those whom each contestant meets in a round.
type opponents map[period]map[event.Contestant][]event.Contestant

func newOpponents() opponents { return opponents{} }

func (o opponents) meet(e encounter) {
	if o[e.period] == nil {
		o[e.period] = map[event.Contestant][]event.Contestant{}
	}
	in := o[e.period]
	if !slices.Contains(in[e.low], e.high) {
		in[e.low] = append(in[e.low], e.high)
		if !e.high.IsZero() {
			in[e.high] = append(in[e.high], e.low)
		}
	}
}

// kind says whether a match is the only one of both teams in the round, or one of the
// three of a triangle.
func (o opponents) kind(e encounter) (alone, triangle bool) {
	in := o[e.period]
	low, high := in[e.low], in[e.high]
	if e.high.IsZero() || e.round == 0 || len(low) != 2 || len(high) != 2 {
		return len(low) == 1 && (e.high.IsZero() || len(high) == 1), false
	}
	third := low[0]
	if third == e.high {
		third = low[1]
	}
	return false, !third.IsZero() && slices.Contains(high, third) && len(in[third]) == 2
}
