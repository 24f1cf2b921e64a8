package web

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

// What the director's console asks for: all of an evening in one answer, in the words
// of who asks.

type consoleJSON struct {
	Position    int64               `json:"position" doc:"of the event: watch from here"`
	Now         time.Time           `json:"now" doc:"the server's clock"`
	Event       consoleEventJSON    `json:"event"`
	Config      club.Configured     `json:"config"`
	Joining     bool                `json:"joining" doc:"short codes let devices in"`
	Clock       *clockJSON          `json:"clock,omitempty" doc:"of the round that most tables play; absent: it has not begun"`
	Phase       phaseJSON           `json:"phase"`
	Names       map[string][]string `json:"names" doc:"by contestant: of a pair North or East first, empty for one who is not known; a contestant without names is not there"`
	Contestants []contestantJSON    `json:"contestants"`
	Sections    []sectionJSON       `json:"sections"`
	Sittings    []club.Sitting      `json:"sittings" doc:"as they were, and as they are planned"`
	Places      []deskPlaceJSON     `json:"places"`
	Penalties   []penaltyJSON       `json:"penalties" doc:"that are in force"`
	Tables      []seenJSON          `json:"tables"`
	Lane        []laneJSON          `json:"lane" doc:"what to do, the most urgent first"`
	Counts      countsJSON          `json:"counts"`
	Ready       bool                `json:"ready" doc:"all is in and nothing is left to do: it can be published"`
}

type consoleEventJSON struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Club       string `json:"club,omitempty"`
	Date       string `json:"date,omitempty"`
	Day        string `json:"day,omitempty" doc:"the date in words"`
	Kind       string `json:"kind"`
	Method     string `json:"method"`
	MethodText string `json:"method_text"`
	Winners    int    `json:"winners"`
}

type phaseJSON struct {
	State    event.Phase    `json:"state" enum:"in_play,provisional,final"`
	Version  int            `json:"version,omitempty" doc:"of the published result; absent: none was published"`
	Until    time.Time      `json:"until,omitzero" doc:"end of the correction period"`
	Versions []club.Version `json:"versions,omitempty"`
}

type contestantJSON struct {
	Contestant string       `json:"contestant"`
	Persons    []playerJSON `json:"persons"`
	Club       string       `json:"club,omitempty"`
	Strata     []string     `json:"strata,omitempty"`
	Withdrawn  bool         `json:"withdrawn,omitempty"`
}

type playerJSON struct {
	ID     string `json:"id,omitempty" doc:"absent: nobody is named for this seat yet"`
	Name   string `json:"name"`
	Number string `json:"number,omitempty"`
}

type sectionJSON struct {
	Session  int    `json:"session,omitempty"`
	Section  string `json:"section,omitempty"`
	Tables   int    `json:"tables"`
	Rounds   int    `json:"rounds"`
	PerRound int    `json:"per_round"`
	First    int    `json:"first" doc:"board of the first set"`
	Round    int    `json:"round" doc:"that half of the tables have come to; 0: nobody has sent anything"`
	Family   string `json:"family,omitempty" doc:"of the movement"`
	Title    string `json:"title" doc:"the movement in words: Mitchell, 9 tables"`
}

type deskPlaceJSON struct {
	club.Place
	NS      string          `json:"ns,omitempty"`
	EW      string          `json:"ew,omitempty"`
	South   string          `json:"south,omitempty" doc:"of an individual event: ns is North"`
	West    string          `json:"west,omitempty"`
	State   club.State      `json:"state"`
	Result  string          `json:"result,omitempty" doc:"that stands, as Bridge writes it"`
	Text    string          `json:"text,omitempty" doc:"the same for people, or what was ruled"`
	Played  string          `json:"played,omitempty" doc:"beside a ruling: what the table played, for people"`
	Score   *int            `json:"score,omitempty" doc:"of what stands, North-South's view"`
	Ruling  *ruledJSON      `json:"ruling,omitempty" doc:"that is in force"`
	Fouled  *fouledJSON     `json:"fouled,omitempty" doc:"that the board was another one here, as it was said last"`
	Entries []deskEntryJSON `json:"entries,omitempty"`
	Asked   bool            `json:"asked,omitempty" doc:"the table asks for a correction"`
	Wanted  time.Time       `json:"wanted,omitzero" doc:"when the director asked the table for the result last"`
	Doubts  []deskDoubtJSON `json:"doubts,omitempty" doc:"items of the lane about it"`
}

type ruledJSON struct {
	Rule json.RawMessage `json:"rule" doc:"as the command rule has it: award, assigned"`
	Why  string          `json:"why,omitempty"`
	By   string          `json:"by" doc:"in words"`
	At   time.Time       `json:"at"`
}

type fouledJSON struct {
	Foul json.RawMessage `json:"foul" doc:"as the command foul has it: tables, version"`
	Why  string          `json:"why,omitempty"`
	By   string          `json:"by" doc:"in words"`
	At   time.Time       `json:"at"`
}

type penaltyJSON struct {
	Penalise json.RawMessage `json:"penalise" doc:"as the command penalise has it"`
	Text     string          `json:"text" doc:"the same for people"`
	Why      string          `json:"why,omitempty"`
	By       string          `json:"by" doc:"in words"`
	At       time.Time       `json:"at"`
}

type deskDoubtJSON struct {
	Kind club.Concern `json:"kind"`
	ID   string       `json:"id"`
}

type deskEntryJSON struct {
	ID       string        `json:"id"`
	Revision int           `json:"revision"`
	State    club.Standing `json:"state"`
	Result   string        `json:"result,omitempty"`
	Score    *int          `json:"score,omitempty"`
	Text     string        `json:"text"`
	By       string        `json:"by" doc:"in words"`
	At       time.Time     `json:"at"`
	Returned bool          `json:"returned,omitempty"`
}

type seenJSON struct {
	Section string       `json:"section,omitempty"`
	Table   int          `json:"table"`
	Label   string       `json:"label,omitempty" doc:"of the device that was opened last"`
	Seen    time.Time    `json:"seen,omitzero" doc:"when the table has sent something last"`
	Closed  bool         `json:"closed" doc:"no device may write for it"`
	Devices []deviceJSON `json:"devices,omitempty"`
}

type deviceJSON struct {
	Hash   string `json:"hash" doc:"of its token: for close_table and move_table"`
	Label  string `json:"label,omitempty"`
	Closed bool   `json:"closed,omitempty"`
}

type countsJSON struct {
	Missing int `json:"missing"`
	Check   int `json:"check"`
	Calls   int `json:"calls"`
}

func (s *Server) getConsole(ctx context.Context, v *visitor, in *eventPath) (*body[consoleJSON], error) {
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	now := s.now()
	d, err := s.club.Desk(ctx, a, in.ID, now)
	if err != nil {
		return nil, err
	}
	t, err := s.teller(ctx, v, d.View.Opened.Kind, d.View.Contestants)
	if err != nil {
		return nil, err
	}
	return &body[consoleJSON]{t.console(in.ID, d, now)}, nil
}

// consolePage is the shell of the console: of an event, or of all with what is to be
// played tonight. Who is not logged in is asked to, and comes back.
func (s *Server) consolePage(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	id := r.PathValue("id")
	switch u := v.user; {
	case u == nil || v.bearer:
		http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.Path), http.StatusSeeOther)
	case id == "" && (u.Owner || u.Director || len(u.Events) > 0), id != "" && u.In(id).Role != club.Reader:
		s.pages.shell("console", "page.console")(w, r)
	default:
		s.refuse(w, r, bridge.Errorf(bridge.Forbidden, "web.role", "your role does not allow this"))
	}
}

func (s *Server) now() time.Time { return s.pages.now().UTC().Truncate(time.Millisecond) }

// teller says things of an event to its director: with names, in a language.
type teller struct {
	*speaker
	kind    event.Kind
	persons map[event.PersonID]journal.Name
	who     map[event.Contestant]event.Registered
	users   map[string]string // their names by their ids
	moment  func(time.Time) string
}

func (s *Server) teller(ctx context.Context, v *visitor, kind event.Kind, list []event.Registered) (*teller, error) {
	t := &teller{
		speaker: s.pages.speak[v.Lang()], kind: kind, persons: map[event.PersonID]journal.Name{},
		who: map[event.Contestant]event.Registered{}, users: map[string]string{},
	}
	t.moment = func(at time.Time) string { return at.In(s.pages.zone).Format("15:04") }
	names := s.club.Names()
	for _, r := range list {
		t.who[r.Contestant] = r
		for _, id := range r.Persons {
			n, err := names.Get(ctx, id)
			switch {
			case bridge.CodeOf(err) == bridge.NotFound:
			case err != nil:
				return nil, err
			default:
				t.persons[id] = n
			}
		}
	}
	users, err := s.club.Users(ctx)
	for _, u := range users {
		t.users[u.ID] = u.Name
	}
	return t, err
}

// player is a person; one whose name was erased has none.
func (t *teller) player(id event.PersonID) playerJSON {
	p := playerJSON{ID: string(id)}
	n, ok := t.persons[id]
	if !ok || n.Erased {
		p.Name = t.T("page.unnamed")
		return p
	}
	p.Name = locale.Clean(n.Person.Name)
	for _, by := range append([]string{"club", "national"}, slices.Sorted(maps.Keys(n.Person.MemberIDs))...) {
		if p.Number == "" {
			p.Number = n.Person.MemberIDs[by]
		}
	}
	return p
}

// pair is a contestant by its names, "Anna – Bert", or by its number if it has none.
func (t *teller) pair(c event.Contestant) string {
	if c.IsZero() {
		return nobody
	}
	var names []string
	for _, id := range t.who[c].Persons {
		names = append(names, t.player(id).Name)
	}
	if len(names) > 0 {
		return strings.Join(names, " – ")
	}
	return t.numbered(t.kind, c)
}

// numbered is a contestant by its number: "pair 7", "N-S 7".
func (s *speaker) numbered(kind event.Kind, c event.Contestant) string {
	if c.Side.Valid() {
		return s.T("console.line", s.SideShort(c.Side), c.Label())
	}
	return s.number(kind, c)
}

// by is who did something: a table, a user, the program itself.
func (t *teller) by(by string) string {
	if table, ok := strings.CutPrefix(by, "table:"); ok {
		return t.T("console.table", table)
	}
	if name, ok := t.users[by]; ok {
		return t.T("console.director", locale.Clean(name))
	}
	if by == club.Program {
		return t.T("console.program")
	}
	return t.T("console.somebody")
}

// outcomeText is a result or a score alone as people read it.
func (t *teller) outcomeText(r bridge.Result, score *int) string {
	switch {
	case !r.IsZero():
		text, _ := t.result(r)
		return text
	case score != nil:
		return signed(*score)
	}
	return ""
}

// ruling is what a director ruled, in words.
func (t *teller) ruling(r event.Ruled) string {
	line := &event.Line{State: event.StateAdjusted, Award: r.Award, Ruling: r.Assigned}
	if len(r.Assigned.NS) > 0 || len(r.Assigned.EW) > 0 {
		line.State = event.StateAssigned
	}
	return t.decided(line, 0)
}

// stateTexts are the states of a place that have no result.
func (t *teller) stateText(s club.State) string {
	switch s {
	case club.StateNotPlayed:
		return t.T("sheet.not_played")
	case club.StateLate:
		return t.T("sheet.late")
	case club.StateSatOut:
		return t.T("sheet.sat_out")
	}
	return ""
}

func (t *teller) console(id string, d *club.Desk, now time.Time) consoleJSON {
	v := d.View
	o := v.Opened
	out := consoleJSON{
		Position: v.Position, Now: now, Config: v.Config, Joining: v.Config.Joining, Clock: clockToJSON(v.Clock), Names: map[string][]string{}, Sittings: v.Plan, Ready: d.Ready,
		Event: consoleEventJSON{
			ID: id, Title: t.eventTitle(o), Club: locale.Clean(o.Club), Date: o.Date, Day: t.Date(o.Date), Kind: string(o.Kind),
			Method: string(o.Method), MethodText: t.T("method." + string(o.Method)), Winners: max(o.Winners, 1),
		},
		Phase:       phaseJSON{State: event.InPlay, Until: v.Until, Versions: d.Versions},
		Contestants: []contestantJSON{}, Sections: []sectionJSON{}, Places: []deskPlaceJSON{}, Penalties: []penaltyJSON{}, Tables: []seenJSON{}, Lane: []laneJSON{},
	}
	if !v.Until.IsZero() {
		out.Phase.Version = len(d.Versions)
		if out.Phase.State = event.Final; now.Before(v.Until) {
			out.Phase.State = event.Provisional
		}
	}
	for _, r := range v.Contestants {
		c := contestantJSON{Contestant: r.Contestant.String(), Persons: []playerJSON{}, Club: r.Club, Strata: r.Strata, Withdrawn: d.Withdrawn[r.Contestant]}
		var names []string
		for _, p := range d.Chairs[r.Contestant] {
			who := playerJSON{}
			if p != "" {
				who = t.player(p)
			}
			c.Persons = append(c.Persons, who)
			names = append(names, who.Name)
		}
		if names != nil {
			out.Names[c.Contestant] = names
		}
		out.Contestants = append(out.Contestants, c)
	}
	for _, s := range d.Sections {
		title := t.N("count.tables", s.Tables)
		if s.Family != "" {
			title = t.T("console.movement", locale.Sentence(t.MovementFamily(s.Family)), title)
		}
		out.Sections = append(out.Sections, sectionJSON{s.Session, s.Section, s.Tables, s.Rounds, s.PerRound, int(s.First), s.Round, s.Family, title})
	}
	doubts := map[club.Place][]deskDoubtJSON{}
	for _, i := range d.Lane {
		out.Lane = append(out.Lane, t.item(i))
		switch i.Concern {
		case club.ConcernMissing:
			out.Counts.Missing++
		case club.ConcernCall:
			out.Counts.Calls++
		default:
			out.Counts.Check++
		}
		if i.Board > 0 {
			doubts[i.Place] = append(doubts[i.Place], deskDoubtJSON{i.Concern, i.ID})
		}
	}
	for _, p := range v.Console.Places {
		out.Places = append(out.Places, t.place(d, &p, doubts[p.Place]))
	}
	for _, p := range d.Penalties {
		body, _ := json.Marshal(p.Penalised) // what came as one can be written
		out.Penalties = append(out.Penalties, penaltyJSON{body, t.penalty(&p.Penalised), p.Why, t.by(p.By), p.At})
	}
	for _, s := range d.Tables {
		seen := seenJSON{Section: s.Section, Table: s.Table, Seen: s.Seen, Closed: true}
		for _, dev := range s.Devices {
			seen.Devices = append(seen.Devices, deviceJSON{dev.Token, locale.Clean(dev.Label), dev.Closed})
			if !dev.Closed {
				seen.Label, seen.Closed = locale.Clean(dev.Label), false
			}
		}
		out.Tables = append(out.Tables, seen)
	}
	return out
}

func (t *teller) place(d *club.Desk, p *club.PlaceView, doubts []deskDoubtJSON) deskPlaceJSON {
	out := deskPlaceJSON{
		Place: p.Place, NS: p.Seats.NS.String(), EW: p.Seats.EW.String(), South: p.Seats.South.String(), West: p.Seats.West.String(),
		State: p.State, Asked: p.Asked, Wanted: p.Wanted, Doubts: doubts,
	}
	if points, ok := d.Points[p.Place]; ok {
		out.Score = &points
	}
	if !p.Result.IsZero() {
		out.Result = p.Result.String()
	}
	out.Text = t.outcomeText(p.Result, out.Score)
	if r, ok := d.Rulings[p.Place]; ok {
		out.Played, out.Text, out.Ruling = out.Text, t.ruling(r.Ruled), t.ruled(p.Place, r)
	}
	if f, ok := d.Fouled[p.Place]; ok {
		body, _ := json.Marshal(f.Fouled) // what came as one can be written
		out.Fouled = &fouledJSON{body, f.Why, t.by(f.By), f.At}
	}
	if out.Text == "" {
		out.Text = t.stateText(p.State)
	}
	for _, r := range p.Entries {
		out.Entries = append(out.Entries, t.entry(r))
	}
	return out
}

// ruled is a ruling as the director can give it again.
func (t *teller) ruled(at club.Place, r club.Ruling) *ruledJSON {
	body, _ := json.Marshal(club.Rule{Place: at, Award: r.Award, Assigned: r.Assigned}) // what came as one can be written
	return &ruledJSON{body, r.Why, t.by(r.By), r.At}
}

func (t *teller) entry(r club.Revision) deskEntryJSON {
	e := deskEntryJSON{ID: r.ID, Revision: r.Revision, State: r.State, By: t.by(r.By), At: r.At, Returned: r.Returned}
	if r.Score != nil {
		n := int(*r.Score)
		e.Score = &n
	}
	if !r.Result.IsZero() {
		e.Result = r.Result.String()
	}
	e.Text = t.outcomeText(r.Result, e.Score)
	return e
}
