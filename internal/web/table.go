package web

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/notation"
)

// What the page of a table asks.

func (s *Server) tableOperations(api huma.API) {
	add(api, "GET", "/api/table", "table", "All that a table needs for its evening", "table", s.getTable)
	add(api, "POST", "/api/events/{id}/sit", "sit", "Say who sits at a table", "table", s.postSit)
	add(api, "GET", "/api/people", "people", "Find persons by the beginnings of their names, those first who played last", "table", s.getPeople)
}

type tableKnowsIn struct {
	Plan  string `query:"plan" maxLength:"64" doc:"that the device has: if it is in force the answer leaves it out"`
	Since int64  `query:"since" minimum:"0" doc:"position: if nothing was said of the table's boards after it the answer leaves them out, too"`
}

type tableStateJSON struct {
	Position int64               `json:"position" doc:"of the event: watch from here"`
	Now      time.Time           `json:"now" doc:"by the clock of the server"`
	Plan     string              `json:"plan,omitzero" doc:"names what all from here to boards holds; a device that has it is sent none of that, nor the name"`
	Session  int                 `json:"session,omitzero" doc:"absent: the only one"`
	Section  string              `json:"section,omitzero"`
	Table    int                 `json:"table,omitzero"`
	Version  int                 `json:"version,omitzero" doc:"of the plan: it grows with each change"`
	Event    tableEventJSON      `json:"event,omitzero"`
	Config   tableConfigJSON     `json:"config,omitzero"`
	Names    map[string][]string `json:"names,omitzero" doc:"by contestant as in the sittings: of a pair North or East first; empty for one who is not known or hidden"`
	Sittings []sittingJSON       `json:"sittings,omitzero" doc:"of the whole section, so that moves can be said offline"`
	Boards   []boardInfoJSON     `json:"boards,omitzero"`
	Places   []placeJSON         `json:"places,omitzero" doc:"of this table, in this session; beside a plan that the device has, those alone of which something was said, without who sits there"`
	Round    int                 `json:"round" doc:"that the table plays: the one that it has come to, if nothing is missing there the next one"`
	Clock    *clockJSON          `json:"clock,omitempty" doc:"of that round; absent: it has not begun"`
	Called   *calledJSON         `json:"called,omitempty" doc:"the director, who has not come yet"`
	Over     bool                `json:"over,omitzero" doc:"the table has nothing more to play"`
}

type tableEventJSON struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
	Club  string `json:"club,omitempty"`
	Date  string `json:"date,omitempty"`
	Kind  string `json:"kind"`
}

type tableConfigJSON struct {
	Feedback int    `json:"feedback" doc:"after a board: 0 nothing, 1 the own percentage, 2 all results so far, 3 the cards too"`
	Leads    bool   `json:"leads" doc:"ask for the opening lead"`
	Input    string `json:"input" enum:"result,tricks,made"`
	Recap    bool   `json:"recap"`
	Names    int    `json:"names_until_round" doc:"the last round in which players may say who they are"`
}

type sittingJSON struct {
	Round    int    `json:"round"`
	Table    int    `json:"table"`
	NS       string `json:"ns,omitempty"`
	EW       string `json:"ew,omitempty"`
	South    string `json:"south,omitempty" doc:"of an individual event: ns is North"`
	West     string `json:"west,omitempty" doc:"of an individual event: ew is East"`
	Boards   []int  `json:"boards,omitempty" doc:"absent: they sit out"`
	Switched bool   `json:"switched,omitempty"`
}

type boardInfoJSON struct {
	Board  int    `json:"board"`
	Dealer string `json:"dealer"`
	Vul    string `json:"vul"`
}

type placeJSON struct {
	Session int         `json:"session,omitempty"`
	Section string      `json:"section,omitempty"`
	Round   int         `json:"round"`
	Table   int         `json:"table"`
	Board   int         `json:"board"`
	Seats   *seatsJSON  `json:"seats,omitempty" doc:"a device that has sent a result is not told: it has them in the sittings"`
	State   club.State  `json:"state" enum:"empty,proposed,returned,saved,conflict,ruled,not_played,late,sat_out"`
	Result  string      `json:"result,omitempty" doc:"that stands"`
	Score   *int        `json:"score,omitempty" doc:"what it is worth, North-South's view"`
	Entries []entryJSON `json:"entries,omitempty"`
	Asked   bool        `json:"asked,omitempty" doc:"the director is asked for a correction"`
	Doubts  []doubtJSON `json:"doubts,omitempty" doc:"about what stands, or was sent last"`
	Wanted  *time.Time  `json:"wanted,omitempty" doc:"when the director asked for the result that is owed"`
	Hidden  bool        `json:"hidden,omitempty" doc:"there is more, and somebody here may still play the board"`
}

type seatsJSON struct {
	NS    string `json:"ns,omitempty"`
	EW    string `json:"ew,omitempty"`
	South string `json:"south,omitempty"`
	West  string `json:"west,omitempty"`
}

type entryJSON struct {
	ID       string    `json:"id"`
	Revision int       `json:"revision"`
	State    string    `json:"state" enum:"proposed,agreed,asked"`
	Result   string    `json:"result,omitempty"`
	Score    *int      `json:"score,omitempty" doc:"where no contract is noted"`
	By       string    `json:"by,omitempty" doc:"table:5, or the id of a user"`
	At       time.Time `json:"at"`
	Mine     bool      `json:"mine,omitempty" doc:"this table sent it, by one of its devices"`
	Agreed   bool      `json:"agreed,omitempty"`
	Returned bool      `json:"returned,omitempty" doc:"the opponents said no"`
}

type doubtJSON struct {
	Kind    string `json:"kind" enum:"lead,unusual"`
	Card    string `json:"card,omitempty"`
	Holder  string `json:"holder,omitempty" doc:"who has the card"`
	Leader  string `json:"leader,omitempty" doc:"who leads against this declarer"`
	Suggest string `json:"suggest,omitempty" doc:"declarer's partner, if the card fits then"`
}

type clockJSON struct {
	Session int       `json:"session,omitempty"`
	Round   int       `json:"round"`
	Ends    time.Time `json:"ends" doc:"while it is stopped: if it had gone on at once"`
	Paused  bool      `json:"paused,omitzero"`
	Left    *int      `json:"left,omitempty" doc:"seconds, while it is stopped; below 0: over time"`
}

type calledJSON struct {
	At  time.Time `json:"at"`
	Ref string    `json:"ref"`
}

// StandsJSON is a board as it stands, for a device that has sent something about it.
type StandsJSON struct {
	Event    int64         `json:"event_position,omitempty"`
	Beside   int64         `json:"beside,omitempty" doc:"last position, but for that of this entry, at which something changed that the table shows: who knows that knows all"`
	Round    int           `json:"round,omitempty" doc:"that the table has come to: the last one of which something was entered when nothing was missing before it"`
	Playing  int           `json:"playing,omitempty" doc:"the round that the table plays; absent: it is through"`
	Clock    *clockJSON    `json:"clock,omitempty" doc:"of that round, where this entry may have begun it or took the table there; another entry left it as it was, as far as beside says so"`
	Version  int           `json:"version,omitempty" doc:"of the plan"`
	Place    *placeJSON    `json:"place,omitempty" doc:"the board as it stands now"`
	Doubts   []doubtJSON   `json:"doubts,omitempty" doc:"about this revision"`
	Feedback *feedbackJSON `json:"feedback,omitempty" doc:"what the event tells a table of a board that all who sit there have played"`
}

type feedbackJSON struct {
	Percent   string             `json:"percent,omitempty" doc:"of North-South, of the results so far; absent: there are too few, or the event has none"`
	PercentEW string             `json:"percent_ew,omitempty"`
	Points    sides              `json:"points,omitzero" doc:"in the unit of the event"`
	Tables    int                `json:"tables" doc:"that have a result so far which it is compared with"`
	Lines     []feedbackLineJSON `json:"lines,omitempty" doc:"the best for North-South first"`
	Deal      string             `json:"deal,omitempty" doc:"the cards, as in PBN"`
	DD        string             `json:"dd,omitempty" doc:"20 digits, as package dd writes them"`
	Par       *parJSON           `json:"par,omitempty"`
}

type feedbackLineJSON struct {
	Score   int    `json:"score" doc:"North-South's view"`
	Text    string `json:"text" doc:"the result that came most often with this score, in the language of who asks"`
	Result  string `json:"result,omitempty"`
	Count   int    `json:"count" doc:"tables"`
	Percent string `json:"percent,omitempty" doc:"of North-South"`
	Mine    bool   `json:"mine,omitempty"`
}

type parJSON struct {
	Score int    `json:"score" doc:"North-South's view"`
	Text  string `json:"text,omitempty" doc:"a contract that scores it"`
}

// getTable is all that a table needs. A device that has some of it already is sent the
// rest.
func (s *Server) getTable(ctx context.Context, v *visitor, in *tableKnowsIn) (*body[tableStateJSON], error) {
	if v.event == "" {
		return nil, bridge.Errorf(bridge.Forbidden, "web.no_table", "this device belongs to no table: scan the code of one")
	}
	a, err := s.club.Table(ctx, v.event, v.token)
	if err != nil {
		return nil, err
	}
	view, err := s.club.View(ctx, a, v.event)
	if err != nil {
		return nil, err
	}
	names, err := s.names(ctx, a, personsOf(view.Contestants))
	if err != nil {
		return nil, err
	}
	now, t := time.Now(), view.Table
	out := tableStateJSON{
		Position: view.Position, Now: journal.Moment(now), Session: t.Session, Section: t.Section, Table: t.Table,
		Version: t.Version, Round: cmp.Or(t.Playing, t.Round), Clock: clockToJSON(t.Clock), Over: t.Over,
	}
	if len(t.Calls) > 0 {
		c := t.Calls[len(t.Calls)-1]
		out.Called = &calledJSON{c.At, c.Ref}
	}
	out.tellPlan(v.event, view, names)
	known := out.Plan == in.Plan
	if known {
		out = tableStateJSON{Position: out.Position, Now: out.Now, Round: out.Round, Clock: out.Clock, Called: out.Called, Over: out.Over}
		if in.Since > 0 {
			if said, err := s.club.Said(ctx, a, v.event, in.Since); err != nil || !said {
				return &body[tableStateJSON]{out}, err
			}
		}
	}
	out.Places = []placeJSON{}
	for i := range t.Places {
		if t.Places[i].Session != t.Session {
			continue
		}
		p := placeToJSON(a, &t.Places[i])
		if !known {
			p.Seats = new(seatsToJSON(t.Places[i].Seats))
		} else if reflect.DeepEqual(p, placeJSON{Session: p.Session, Section: p.Section, Round: p.Round, Table: p.Table, Board: p.Board, State: club.StateEmpty}) {
			continue
		}
		out.Places = append(out.Places, p)
	}
	return &body[tableStateJSON]{out}, nil
}

// tellPlan adds what stays as it is from board to board, and its name.
func (out *tableStateJSON) tellPlan(id string, view *club.View, names people) {
	t, o, set := view.Table, view.Opened, view.Config
	out.Event = tableEventJSON{id, o.Title, o.Club, o.Date, string(o.Kind)}
	out.Config = tableConfigJSON{int(set.Feedback), set.Leads, string(set.Input), *set.Recap, *set.NamesUntilRound}
	out.Names, out.Sittings, out.Boards = map[string][]string{}, []sittingJSON{}, []boardInfoJSON{}
	for c, chairs := range t.Chairs {
		if len(chairs) == 0 {
			continue
		}
		list := make([]string, len(chairs))
		for i, person := range chairs {
			list[i] = names[person]
		}
		out.Names[c.String()] = list
	}
	for _, sit := range view.Plan {
		if sit.Session != t.Session || sit.Section != t.Section {
			continue
		}
		boards := make([]int, len(sit.Boards))
		for i, b := range sit.Boards {
			boards[i] = int(b)
		}
		seats := seatsToJSON(sit.Seats)
		out.Sittings = append(out.Sittings, sittingJSON{sit.Round, sit.Table, seats.NS, seats.EW, seats.South, seats.West, boards, sit.Switched})
	}
	for _, b := range t.Boards {
		out.Boards = append(out.Boards, boardInfoJSON{int(b.Board), b.Dealer.String(), b.Vul.String()})
	}
	out.Plan = sum(encoded([]any{t.Session, t.Section, t.Table, t.Version, out.Event, out.Config, out.Names, out.Sittings, out.Boards}))
}

func clockToJSON(c *club.Clock) *clockJSON {
	if c == nil {
		return nil
	}
	out := &clockJSON{Session: c.Session, Round: c.Round, Ends: c.Ends, Paused: c.Paused}
	if c.Paused {
		out.Left = &c.Left
	}
	return out
}

func seatsToJSON(s club.Seats) seatsJSON {
	text := func(c event.Contestant) string {
		if c.IsZero() {
			return ""
		}
		return c.String()
	}
	return seatsJSON{text(s.NS), text(s.EW), text(s.South), text(s.West)}
}

// placeToJSON is a place without who sits there.
func placeToJSON(a club.Actor, p *club.PlaceView) placeJSON {
	out := placeJSON{
		Session: p.Session, Section: p.Section, Round: p.Round, Table: p.Table, Board: int(p.Board),
		State: p.State, Asked: p.Asked, Hidden: p.Hidden, Doubts: doubtsToJSON(p.Doubts),
	}
	out.Result = resultText(p.Result)
	if p.Points != nil {
		points := int(*p.Points)
		out.Score = &points
	}
	if !p.Wanted.IsZero() {
		out.Wanted = &p.Wanted
	}
	for _, r := range p.Entries {
		e := entryJSON{
			ID: r.ID, Revision: r.Revision, State: string(r.State), Result: resultText(r.Result), By: r.By, At: r.At,
			Mine: a.Role == club.AtTable && r.By == a.By(), Agreed: r.State == club.Agreed, Returned: r.Returned,
		}
		if r.Score != nil {
			points := int(*r.Score)
			e.Score = &points
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

// resultText is a result as it is sent, with its lead.
func resultText(r bridge.Result) string {
	if r.IsZero() {
		return ""
	}
	return r.String()
}

func doubtsToJSON(list []club.Doubt) (out []doubtJSON) {
	seat := func(s bridge.Seat) string {
		if !s.Valid() {
			return ""
		}
		return s.String()
	}
	for _, d := range list {
		j := doubtJSON{Kind: d.Kind, Holder: seat(d.Holder), Leader: seat(d.Leader), Suggest: seat(d.Suggest)}
		if d.Card.Valid() {
			j.Card = d.Card.String()
		}
		out = append(out, j)
	}
	return out
}

// rowToTable is a board as it stands, for who has sent something about it.
func rowToTable(v *visitor, a club.Actor, r *club.Row) StandsJSON {
	place := placeToJSON(a, &r.PlaceView)
	if a.Role != club.AtTable { // a table knows them by the plan
		place.Seats = new(seatsToJSON(r.Seats))
	}
	return StandsJSON{r.At, r.Beside, r.Current, r.Playing, clockToJSON(r.Clock), r.Version, &place, place.Doubts, feedbackOf(v, r)}
}

// feedbackOf is what a table is told of a board, as far as the event allows.
func feedbackOf(v *visitor, r *club.Row) *feedbackJSON {
	if r.Own == nil {
		return nil
	}
	out := &feedbackJSON{Tables: r.Results}
	var ns, ew string
	out.Points.NS, ns = earned(r.Own.Points.NS)
	out.Points.EW, ew = earned(r.Own.Points.EW)
	if r.Top && r.Results > 1 { // a result alone is worth half, which says nothing
		out.Percent, out.PercentEW = ns, ew
	}
	if r.Sheet == nil {
		return out
	}
	out.Lines = frequencies(v, r)
	if r.Level < club.FeedbackDeal {
		return out
	}
	if !r.Sheet.Deal.IsZero() {
		out.Deal = r.Sheet.Deal.String()
	}
	if r.Sheet.Par != nil {
		out.Par = &parJSON{Score: int(*r.Sheet.Par)}
	}
	if !r.Sheet.DD.IsZero() {
		out.DD = r.Sheet.DD.String()
	}
	if par, err := dd.FindPar(r.Sheet.DD, r.Sheet.Dealer, r.Sheet.Vul); err == nil {
		out.Par = &parJSON{Score: int(par.Score)}
		if len(par.Contracts) > 0 {
			if result, err := par.Contracts[0].Result(); err == nil {
				out.Par.Text = notation.Result(v.Words(), notation.Symbols, result)
			}
		}
	}
	return out
}

// frequencies are the results of a board by their scores.
func frequencies(v *visitor, r *club.Row) []feedbackLineJSON {
	out := []feedbackLineJSON{}
	var at []map[bridge.Result]int
	for i := range r.Sheet.Lines {
		l := &r.Sheet.Lines[i]
		if l.Score == nil {
			continue
		}
		points := int(*l.Score)
		k := slices.IndexFunc(out, func(f feedbackLineJSON) bool { return f.Score == points })
		if k < 0 {
			k = len(out)
			out, at = append(out, feedbackLineJSON{Score: points}), append(at, map[bridge.Result]int{})
			if _, percent := earned(l.Points.NS); r.Top && r.Results > 1 {
				out[k].Percent = percent
			}
		}
		out[k].Count++
		out[k].Mine = out[k].Mine || l.Meeting == r.Own.Meeting
		if !l.Result.IsZero() {
			at[k][l.Result.WithLead(bridge.Card(0))]++
		}
	}
	for k := range out {
		var most bridge.Result
		for result, n := range at[k] {
			if m := at[k][most]; n > m || n == m && result.String() < most.String() {
				most = result
			}
		}
		out[k].Text = strconv.Itoa(out[k].Score)
		if !most.IsZero() {
			out[k].Text, out[k].Result = notation.Result(v.Words(), notation.Symbols, most), most.String()
		}
	}
	slices.SortStableFunc(out, func(a, b feedbackLineJSON) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

type sitIn struct {
	ID   string `path:"id" maxLength:"64" doc:"of the event"`
	Key  string `header:"Idempotency-Key" doc:"made by who sends, the same when it is sent again; one key, one command"`
	Why  string `header:"Why" doc:"the reason, percent-encoded"`
	Body struct {
		Session int                   `json:"session,omitempty" minimum:"0"`
		Section string                `json:"section,omitempty" maxLength:"10"`
		Round   int                   `json:"round" minimum:"1"`
		Table   int                   `json:"table" minimum:"1"`
		Seats   map[string]sitterJSON `json:"seats" doc:"by seat, N E S W; one that is not named stays"`
	}
}

type sitterJSON struct {
	Person string `json:"person,omitempty" maxLength:"64" doc:"the id of a person"`
	Guest  string `json:"guest,omitempty" maxLength:"60" doc:"the name of somebody who is not in the list; with neither the seat is nobody's"`
}

func (s *Server) postSit(ctx context.Context, v *visitor, in *sitIn) (*body[club.Answer], error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	why, err := reason(in.Why)
	if err != nil {
		return nil, err
	}
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	cmd := &club.Sit{Session: in.Body.Session, Section: in.Body.Section, Round: in.Body.Round, Table: in.Body.Table, Seats: map[bridge.Seat]event.PersonID{}}
	// Those who are refused anyway make no persons, nor does one of several names.
	if err := s.club.Look(ctx, in.ID, func(e *club.Evening) error { return e.MayName(a, cmd) }); err != nil {
		return nil, err
	}
	for text, who := range in.Body.Seats {
		seat, err := bridge.ParseSeat(text)
		if err != nil {
			return nil, err
		}
		if cmd.Seats[seat], err = s.sitter(ctx, who); err != nil {
			return nil, err
		}
	}
	for seat := range cmd.Seats {
		if name := oneLine(in.Body.Seats[seat.String()].Guest); name != "" {
			if cmd.Seats[seat], err = s.guest(ctx, v, in.Key, seat, name); err != nil {
				return nil, err
			}
		}
	}
	got, err := s.club.Do(ctx, a, in.ID, club.Ask{Key: in.Key, Why: why, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	return &body[club.Answer]{got}, err
}

// sitter is a person who sits somewhere; a guest is none yet.
func (s *Server) sitter(ctx context.Context, who sitterJSON) (event.PersonID, error) {
	switch {
	case who.Person == "":
		return "", nil
	case oneLine(who.Guest) != "":
		return "", bridge.Errorf(bridge.Invalid, "web.sitter", "a seat has a person or a guest, not both")
	}
	n, err := s.club.Names().Get(ctx, event.PersonID(who.Person))
	if bridge.CodeOf(err) == bridge.NotFound || err == nil && n.Erased {
		err = bridge.Errorf(bridge.NotFound, "web.no_person", "there is no person %q", who.Person)
	}
	return event.PersonID(who.Person), err
}

// guest makes a person of a guest, once for a key.
func (s *Server) guest(ctx context.Context, v *visitor, key string, seat bridge.Seat, name string) (event.PersonID, error) {
	const kept = 48 * time.Hour
	id := event.PersonID(club.NewID(time.Now()))
	doc := journal.Doc{Table: requestTable, Key: club.HashToken(v.device() + " " + key + " " + seat.String()), Expires: time.Now().Add(kept), Data: []byte(id)}
	_, err := s.journal.Put(ctx, 0, doc)
	if bridge.CodeOf(err) == bridge.Conflict {
		var d journal.Doc
		if d, err = s.journal.Get(ctx, requestTable, doc.Key); err == nil {
			id = event.PersonID(d.Data)
		}
	}
	if err != nil {
		return "", err
	}
	defer s.index.forget()
	_, err = s.club.Names().Put(ctx, 0, journal.Name{ID: id, Person: event.Person{Name: name}})
	if bridge.CodeOf(err) == bridge.Conflict { // it was made before
		err = nil
	}
	return id, err
}
