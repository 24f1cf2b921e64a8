package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/movement"
)

// Tonight: three questions, movements that fit, and a start in one request.

type wantJSON struct {
	Pairs        int    `json:"pairs,omitempty" minimum:"0" maximum:"400" doc:"or tables"`
	Tables       int    `json:"tables,omitempty" minimum:"0" maximum:"200"`
	Half         bool   `json:"half,omitempty" doc:"and half a table: one pair more"`
	Boards       int    `json:"boards,omitempty" minimum:"0" maximum:"200" doc:"that everybody plays; 0: as many as there is time for"`
	Start        string `json:"start,omitempty" maxLength:"20" example:"19:15"`
	Until        string `json:"until,omitempty" maxLength:"20" example:"22:45" doc:"absent: as long as it takes"`
	Winners      int    `json:"winners,omitempty" minimum:"0" maximum:"2" doc:"1: one ranking, 2: North-South and East-West apart; 0: either"`
	Stationary   int    `json:"stationary,omitempty" minimum:"0" maximum:"200" doc:"seats for pairs that cannot move"`
	Copies       int    `json:"copies,omitempty" minimum:"0" maximum:"9" doc:"of each board; where there are sections, in each of them"`
	Sections     int    `json:"sections,omitempty" minimum:"0" maximum:"26" doc:"that the tables are split into, A, B and so on; 0: 1"`
	BoardMinutes int    `json:"board_minutes,omitempty" minimum:"0" maximum:"60" doc:"0: 7"`
	MoveMinutes  *int   `json:"move_minutes,omitempty" minimum:"0" maximum:"60" doc:"absent: 2"`
	All          bool   `json:"all,omitempty" doc:"all proposals, not the best few"`
}

type recommendedJSON struct {
	Pairs     int            `json:"pairs"`
	Proposals []proposalJSON `json:"proposals" doc:"the best first"`
	More      int            `json:"more,omitempty" doc:"proposals that are not shown"`
	Why       string         `json:"why,omitempty" doc:"nothing fits: what stands in the way, in words"`
	Fits      int            `json:"fits,omitempty" doc:"nothing fits: boards that there is time for"`
	Last      *lastJSON      `json:"last,omitempty" doc:"how the last event was played: what to begin with"`
}

type lastJSON struct {
	Title      string          `json:"title,omitempty"`
	Club       string          `json:"club,omitempty"`
	Date       string          `json:"date,omitempty"`
	Day        string          `json:"day,omitempty" doc:"the date in words"`
	Kind       string          `json:"kind"`
	Method     string          `json:"method"`
	MethodText string          `json:"method_text"`
	Regulation string          `json:"regulation,omitempty"`
	Config     club.Configured `json:"config"`
}

type proposalJSON struct {
	ID         string          `json:"id" doc:"the same for the same movement, whatever is asked besides"`
	Title      string          `json:"title" doc:"Mitchell, last round switched"`
	Words      string          `json:"words" doc:"how it goes, in sentences"`
	Reasons    []string        `json:"reasons" doc:"for and against it"`
	Family     string          `json:"family"`
	Tables     int             `json:"tables"`
	Rounds     int             `json:"rounds"`
	PerRound   int             `json:"per_round"`
	Boards     int             `json:"boards" doc:"that who plays every round plays"`
	LaidOut    int             `json:"laid_out" doc:"boards that are needed"`
	Winners    int             `json:"winners"`
	Minutes    int             `json:"minutes"`
	Ends       string          `json:"ends,omitempty" doc:"where it is known when it starts"`
	SameBoards bool            `json:"same_boards" doc:"everybody plays the same boards"`
	Balance    string          `json:"balance,omitempty" doc:"of one ranking: 100 is the best"`
	SitOut     bool            `json:"sitout" doc:"one pair sits out in each round"`
	Map        mapJSON         `json:"map"`
	Movement   json.RawMessage `json:"movement" doc:"for POST /api/evenings; of section A where there are more"`

	Sections []sectionPlanJSON `json:"sections,omitempty" doc:"where there are more than one: for POST /api/evenings"`
}

type sectionPlanJSON struct {
	Section  string          `json:"section" minLength:"1" maxLength:"10"`
	Movement json.RawMessage `json:"movement"`
	Tables   int             `json:"tables,omitempty" doc:"that it has; nobody need say it"`
}

// mapJSON is a movement as a small drawing: where pairs and boards go after the first
// round, and what is special.
type mapJSON struct {
	Pairs    []arrowJSON `json:"pairs" doc:"from table to table"`
	Boards   []arrowJSON `json:"boards"`
	Switched []int       `json:"switched,omitempty" doc:"rounds in which North-South and East-West change places"`
	Rounds   int         `json:"rounds"`
	Of       int         `json:"of" doc:"rounds that the whole movement has"`
}

type arrowJSON struct {
	From int         `json:"from"`
	To   int         `json:"to"`
	Side bridge.Side `json:"side,omitzero" doc:"of pairs: where they sat"`
}

// clockOf reads a time of the day: 19:30 or 19.30, in minutes after midnight; -1 where
// there is none.
func clockOf(text string) (int, error) {
	if text == "" {
		return -1, nil
	}
	at, err := time.Parse("15:04", strings.Replace(strings.TrimSpace(text), ".", ":", 1))
	if err != nil {
		return 0, bridge.Errorf(bridge.Invalid, "web.clock", "%q: want a time like 19:30", text)
	}
	return 60*at.Hour() + at.Minute(), nil
}

const day = 24 * 60

// want reads an evening that is asked for, and when it starts.
func (w *wantJSON) want() (movement.Want, int, error) {
	start, err := clockOf(w.Start)
	if err != nil {
		return movement.Want{}, 0, err
	}
	until, err := clockOf(w.Until)
	if err != nil {
		return movement.Want{}, 0, err
	}
	move := 2
	if w.MoveMinutes != nil {
		move = *w.MoveMinutes
	}
	out := movement.Want{
		Pairs: w.Pairs, Boards: w.Boards, Winners: w.Winners, Stationary: w.Stationary, Copies: w.Copies,
		Pace: movement.Pace{Board: 2 * cmp.Or(w.BoardMinutes, 7), Move: 2 * move},
	}
	if w.Tables > 0 {
		out.Pairs = 2 * w.Tables
	}
	if w.Half {
		out.Pairs++
	}
	if start >= 0 && until >= 0 {
		out.Minutes = (until - start + day) % day
	}
	return out, start, nil
}

// fewProposals is how many people look at.
const fewProposals = 4

func (s *Server) postRecommend(ctx context.Context, v *visitor, in *body[wantJSON]) (*body[recommendedJSON], error) {
	w, start, err := in.Body.want()
	if err != nil {
		return nil, err
	}
	t := s.pages.speak[v.Lang()]
	out := recommendedJSON{Pairs: w.Pairs, Proposals: []proposalJSON{}}
	if out.Last, err = s.lastPlayed(ctx, v); err != nil {
		return nil, err
	}
	list, err := ways(w, in.Body.Sections)
	switch {
	case bridge.CodeOf(err) == bridge.NoSolution:
		out.Why = locale.Sentence(t.Error(err)) + "."
		if w.Minutes > 0 && w.Boards > 0 {
			out.Fits, out.Why = fits(w, in.Body.Sections), t.N("tonight.too_long", w.Boards, in.Body.Until)
			if out.Fits > 0 {
				out.Why = t.N("tonight.fits", out.Fits, t.N("count.boards", w.Boards), in.Body.Until)
			}
		}
		return &body[recommendedJSON]{out}, nil
	case err != nil:
		return nil, err
	}
	if !in.Body.All && len(list) > fewProposals {
		out.More = len(list) - fewProposals
		list = list[:fewProposals]
	}
	for _, p := range list {
		out.Proposals = append(out.Proposals, t.way(p, start))
	}
	return &body[recommendedJSON]{out}, nil
}

// fits is how many boards there is time for.
func fits(w movement.Want, sections int) (most int) {
	w.Boards = 0
	list, err := ways(w, sections)
	if err != nil {
		return 0
	}
	for _, p := range list {
		most = max(most, p[0].Boards)
	}
	return most
}

// way is how an evening may be played: a movement for each of its sections.
type way []movement.Proposal

// leastOfSection is how few pairs can play in a section: two tables.
const leastOfSection = 4

// ways are the ways that fit, the best first. Sections play as long, the same boards,
// for the same rankings. Where none of these ways fits to the half table in the last
// section, it is the odd table, in one of the larger ones.
func ways(w movement.Want, sections int) (out []way, err error) {
	sections = max(sections, 1)
	if sections > 1 && w.Pairs < leastOfSection*sections {
		return nil, bridge.Errorf(bridge.Invalid, "web.sections_few", "%d sections want %d pairs or more, not %d", sections, leastOfSection*sections, w.Pairs)
	}
	tables := (w.Pairs + 1) / 2
	odd := tables % sections
	half := sections - 1
	if 2*(tables/sections)-w.Pairs%2 < leastOfSection {
		half = 0
	}
	out, err = split(w, sections, half)
	if bridge.CodeOf(err) == bridge.NoSolution && w.Pairs%2 == 1 && odd > 0 {
		if others, e := split(w, sections, odd-1); e == nil {
			return others, nil
		}
	}
	return out, err
}

// split are the ways for sections of which the first have the odd tables, and one the
// half table. Seats for who cannot move are in all of them.
func split(w movement.Want, sections, half int) (out []way, err error) {
	tables := (w.Pairs + 1) / 2
	type size struct{ pairs, stationary int }
	known := map[size][]movement.Proposal{}
	lists := make([][]movement.Proposal, sections)
	for i := range lists {
		own := w
		own.Pairs = 2 * ((tables + sections - 1 - i) / sections)
		if i == half {
			own.Pairs -= w.Pairs % 2
		}
		own.Stationary = (w.Stationary + sections - 1 - i) / sections
		key := size{own.Pairs, own.Stationary}
		if known[key] == nil {
			if known[key], err = movement.Recommend(own); err != nil {
				return nil, err
			}
		}
		lists[i] = known[key]
	}
	for _, p := range lists[0] {
		one := way{p}
		for _, list := range lists[1:] {
			if i := slices.IndexFunc(list, func(q movement.Proposal) bool { return alike(p, q) }); i >= 0 {
				one = append(one, list[i])
			}
		}
		if len(one) == sections {
			out = append(out, one)
		}
	}
	if out == nil {
		return nil, bridge.Errorf(bridge.NoSolution, "web.sections", "%d pairs in %d sections: no movements for all of them have as many rounds with the same boards", w.Pairs, sections)
	}
	return out, nil
}

// alike says that two sections can play by these beside each other.
func alike(p, q movement.Proposal) bool {
	return p.Rounds == q.Rounds && p.BoardsPerRound == q.BoardsPerRound && p.InPlay == q.InPlay && p.Winners == q.Winners && p.Switched == q.Switched && p.Turned == q.Turned
}

// lastPlayed is how the last event was played that the visitor may direct.
func (s *Server) lastPlayed(ctx context.Context, v *visitor) (*lastJSON, error) {
	list, err := s.club.Events(ctx)
	if err != nil {
		return nil, err
	}
	t := s.pages.speak[v.Lang()]
	for _, e := range list {
		a := v.user.In(e.ID)
		if a.Role == club.Reader {
			continue
		}
		view, err := s.club.View(ctx, a, e.ID)
		if err != nil {
			return nil, err
		}
		o := view.Opened
		return &lastJSON{o.Title, o.Club, o.Date, t.Date(o.Date), string(o.Kind), string(o.Method), t.T("method." + string(o.Method)), o.Regulation, view.Config}, nil
	}
	return nil, nil //nolint:nilnil // a new club has played nothing
}

// way is a way to play: of one section its movement, of more what they have in common.
func (s *speaker) way(w way, start int) proposalJSON {
	out := s.proposal(w[0], start)
	if len(w) == 1 {
		return out
	}
	var ids, sizes []string
	var kinds []proposalJSON // that differ, and the sections of each
	of := map[string][]string{}
	out.Tables = 0
	least := w[0] // balanced
	for i, p := range w {
		one, name := s.proposal(p, start), string(rune('A'+i))
		ids = append(ids, one.ID)
		sizes = append(sizes, s.T("tonight.section_size", name, s.N("count.tables", one.Tables)))
		out.Sections = append(out.Sections, sectionPlanJSON{name, one.Movement, one.Tables})
		out.Tables, out.SitOut, out.SameBoards = out.Tables+one.Tables, out.SitOut || one.SitOut, out.SameBoards && one.SameBoards
		if one.Minutes > out.Minutes {
			out.Minutes, out.Ends = one.Minutes, one.Ends
		}
		if p.Winners == 1 && p.Audit.Balance.Q.Cmp(least.Audit.Balance.Q) < 0 {
			least, out.Balance = p, one.Balance
		}
		key := one.Title + one.Words
		if of[key] == nil {
			kinds = append(kinds, one)
		}
		of[key] = append(of[key], name)
		out.Reasons = append(out.Reasons, slices.DeleteFunc(one.Reasons, func(r string) bool { return slices.Contains(out.Reasons, r) })...)
	}
	out.ID = strings.Join(ids, "+")
	words := []string{s.N("tonight.sections", len(w), strings.Join(sizes, ", "), out.LaidOut)}
	if len(kinds) == 1 {
		out.Words = words[0] + " " + out.Words
		return out
	}
	var titles []string
	for _, k := range kinds {
		names := of[k.Title+k.Words]
		titles = append(titles, strings.Join(names, ", ")+": "+k.Title)
		words = append(words, s.N("tonight.section", len(names), strings.Join(names, ", "), k.Words))
	}
	if slices.ContainsFunc(kinds, func(k proposalJSON) bool { return k.Title != out.Title }) {
		out.Title = strings.Join(titles, " · ")
	}
	out.Words = strings.Join(words, " ")
	return out
}

func (s *speaker) proposal(p movement.Proposal, start int) proposalJSON {
	out := proposalJSON{
		Family: p.Family, Tables: p.Tables, Rounds: p.Rounds, PerRound: p.BoardsPerRound, Boards: p.Boards, LaidOut: p.InPlay, Winners: p.Winners,
		Minutes: p.Minutes, SameBoards: p.InPlay == p.Boards, SitOut: len(p.SitOuts()) > 0, Map: mapOf(p), Reasons: []string{},
	}
	out.ID = fmt.Sprintf("%s-%s-%d-%d-%d-%d-%d-%d", p.Family, p.Variant, p.Tables, p.Rounds, p.BoardsPerRound, p.Winners, p.Switched, p.Turned)
	out.Title = locale.Sentence(s.MovementFamily(p.Family))
	switch {
	case p.Turned > 0:
		out.Title = s.N("tonight.turned", p.Turned, out.Title)
	case p.Switched > 0:
		out.Title = s.N("tonight.switched", p.Switched, out.Title)
	}
	if whole := out.Map.Of; whole > p.Rounds {
		out.Title = s.T("tonight.curtailed", out.Title, p.Rounds, whole)
	}
	sentences := []string{locale.Sentence(s.N("tonight.length", p.Rounds, s.N("tonight.each", p.BoardsPerRound)))}
	for _, i := range p.Guide().Instructions {
		sentences = append(sentences, s.Instruction(i))
	}
	out.Words = strings.Join(sentences, " ")
	for _, r := range p.Reasons() {
		out.Reasons = append(out.Reasons, s.MovementReason(r))
	}
	out.Movement, _ = json.Marshal(p.Movement) // what was made can be written
	if p.Winners == 1 {
		out.Balance = p.Audit.Balance.Q.Decimal(0)
	}
	if start >= 0 {
		at := (start + p.Minutes) % day
		out.Ends = fmt.Sprintf("%02d:%02d", at/60, at%60)
	}
	return out
}

// mapOf draws a movement.
func mapOf(p movement.Proposal) mapJSON {
	out := mapJSON{Pairs: []arrowJSON{}, Boards: []arrowJSON{}, Rounds: p.Rounds, Of: p.Rounds}
	for _, f := range movement.Families() {
		if f.Name != p.Family {
			continue
		}
		if rounds := f.Rounds(p.Tables); len(rounds) > 0 {
			out.Of = max(p.Rounds, rounds[len(rounds)-1])
		}
	}
	switched := map[int]bool{}
	for _, s := range p.Slots {
		if s.Switched {
			switched[s.Round] = true
		}
	}
	for r := 1; r <= p.Rounds; r++ {
		if switched[r] {
			out.Switched = append(out.Switched, r)
		}
	}
	if p.Rounds < 2 {
		return out
	}
	seat := map[movement.Contestant]movement.Slot{}
	side := map[movement.Contestant]bridge.Side{}
	set := map[int]int{}
	for t := 1; t <= p.Tables; t++ {
		s := *p.At(t, 1)
		for _, one := range []bridge.Side{bridge.NS, bridge.EW} {
			if n := numberOf(s, one); n > 0 {
				seat[p.Contestant(one, n)], side[p.Contestant(one, n)] = s, one
			}
		}
		set[s.Set] = t
	}
	for t := 1; t <= p.Tables; t++ {
		s := *p.At(t, 2)
		for _, one := range []bridge.Side{bridge.NS, bridge.EW} {
			n := numberOf(s, one)
			if n == 0 {
				continue
			}
			c := p.Contestant(one, n)
			if from, ok := seat[c]; ok && from.Table != t {
				out.Pairs = append(out.Pairs, arrowJSON{from.Table, t, side[c]})
			}
		}
		if from := set[s.Set]; from > 0 && from != t && s.Set > 0 {
			out.Boards = append(out.Boards, arrowJSON{From: from, To: t})
		}
	}
	return out
}

func numberOf(s movement.Slot, side bridge.Side) int {
	if side == bridge.NS {
		return s.NS[0]
	}
	return s.EW[0]
}

type eveningIn struct {
	Key  string `header:"Idempotency-Key" doc:"made by who sends, the same when it is sent again; one key, one evening"`
	Body eveningJSON
}

type eveningJSON struct {
	Title      string            `json:"title,omitempty" maxLength:"200"`
	Club       string            `json:"club,omitempty" maxLength:"200"`
	Date       string            `json:"date,omitempty" maxLength:"20" doc:"absent: today"`
	Method     string            `json:"method,omitempty" maxLength:"20" doc:"absent: mp"`
	Regulation string            `json:"regulation,omitempty" maxLength:"40"`
	Section    string            `json:"section,omitempty" maxLength:"10"`
	Movement   json.RawMessage   `json:"movement,omitempty" doc:"as a proposal has it, or the program prints it"`
	Sections   []sectionPlanJSON `json:"sections,omitempty" maxItems:"26" doc:"instead of section and movement, where there is more than one"`
	PerRound   int               `json:"per_round" minimum:"1" maximum:"64" doc:"boards of a set"`
	First      int               `json:"first,omitempty" minimum:"0" maximum:"9999" doc:"board of the first set; 0: 1"`
	Config     *club.Configured  `json:"config,omitempty"`
	Joining    *bool             `json:"joining,omitempty" doc:"devices may join by short codes; absent: they may"`
}

// postEvening opens an event, plans it, registers the numbers that play and opens it to
// devices: all of it, or where something is not as it should be nothing.
func (s *Server) postEvening(ctx context.Context, v *visitor, in *eveningIn) (*body[openedJSON], error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	plans, err := in.Body.plans()
	if err != nil {
		return nil, err
	}
	commands := in.Body.commands(plans, s.pages.now().In(s.pages.zone))
	if err := club.Rehearse(commands...); err != nil {
		return nil, err
	}
	id, err := s.newEvent(ctx, v, in.Key)
	if err != nil {
		return nil, err
	}
	out := openedJSON{ID: id}
	for n, cmd := range commands {
		key := fmt.Sprintf("evening/%s/%d", club.HashToken(in.Key)[:32], n)
		a, err := s.club.Do(ctx, v.user.In(id), id, club.Ask{Key: key, Command: cmd})
		s.metrics.said(cmd.Name(), a.Says, err)
		if err != nil {
			return nil, err
		}
		out.Position, out.Says = a.Position, a.Says
	}
	return &body[openedJSON]{out}, nil
}

// plans are the movements of the sections.
func (e *eveningJSON) plans() (out []club.Planned, err error) {
	sections := e.Sections
	if len(sections) == 0 {
		sections = []sectionPlanJSON{{Section: e.Section, Movement: e.Movement}}
	}
	for _, x := range sections {
		if len(x.Movement) == 0 {
			return nil, bridge.Errorf(bridge.Invalid, "club.no_movement", "a plan has no movement")
		}
		m := new(movement.Movement)
		if err := json.Unmarshal(x.Movement, m); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(p club.Planned) bool { return p.Section == x.Section }) {
			return nil, bridge.Errorf(bridge.Invalid, "web.section_twice", "section %q is planned twice", x.Section)
		}
		if len(out) > 0 && (m.Kind != out[0].Movement.Kind || m.Winners != out[0].Movement.Winners) {
			return nil, bridge.Errorf(bridge.Invalid, "web.sections_differ", "sections %q and %q are not of one kind, or not for as many rankings", out[0].Section, x.Section)
		}
		out = append(out, club.Planned{Section: x.Section, Movement: m, PerRound: e.PerRound, First: bridge.Board(cmp.Or(e.First, 1))})
	}
	return out, nil
}

// commands are what an evening begins with.
func (e *eveningJSON) commands(plans []club.Planned, now time.Time) []club.Command {
	m := plans[0].Movement
	kind := map[movement.Kind]event.Kind{movement.Pairs: event.Pairs, movement.Teams: event.Teams, movement.Individual: event.Individuals}[m.Kind]
	opened := event.Opened{
		Title: oneLine(e.Title), Club: oneLine(e.Club), Date: cmp.Or(e.Date, now.Format(time.DateOnly)), Kind: kind,
		Method: event.Method(cmp.Or(e.Method, string(event.Matchpoints))), Winners: m.Winners, Regulation: e.Regulation,
	}
	config := club.Configured{}
	if e.Config != nil {
		config = *e.Config
	}
	config.Joining = e.Joining == nil || *e.Joining
	out := []club.Command{&club.OpenEvent{Opened: opened}}
	for _, p := range plans {
		out = append(out, &club.SetMovement{Planned: p})
	}
	return append(out, &club.Configure{Configured: config})
}

// newEvent is the id of the event that a key stands for.
func (s *Server) newEvent(ctx context.Context, v *visitor, key string) (string, error) {
	name := club.HashToken(v.user.ID + " " + key)
	id := club.NewID(time.Now())
	const kept = 48 * time.Hour
	_, err := s.journal.Put(ctx, 0, journal.Doc{Table: requestTable, Key: name, Expires: time.Now().Add(kept), Data: []byte(id)})
	if bridge.CodeOf(err) == bridge.Conflict {
		var d journal.Doc
		d, err = s.journal.Get(ctx, requestTable, name)
		id = string(d.Data)
	}
	return id, err
}
