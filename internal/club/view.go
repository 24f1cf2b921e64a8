package club

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// View is an event as somebody may see it.
//
// Who reads sees nothing of a board that somebody may still play: no result, no cards,
// and no total that holds it (Law 16D). A table sees its own results too, and what the
// director lets it see of boards that all at the table have played. The director sees
// everything.
type View struct {
	Position    int64              `json:"position"`
	Opened      event.Opened       `json:"opened"`
	Until       time.Time          `json:"until,omitzero"`     // end of the correction period; zero: nothing was published
	Versions    []Version          `json:"versions,omitempty"` // that were published
	Config      Configured         `json:"config"`
	Contestants []event.Registered `json:"contestants"`
	Plan        []Sitting          `json:"plan"`
	Waiting     []Waiting          `json:"waiting,omitempty"` // boards that still wait for results
	Clock       *Clock             `json:"clock,omitempty"`   // of the round that most tables play
	Standings   *event.Standings   `json:"-"`                 // nil: there are none yet; a door prints them
	Console     *Console           `json:"console,omitempty"` // for the director
	Table       *TableView         `json:"table,omitempty"`   // for a table

	set map[boardKey]BoardInfo // boards that are not what their numbers say
}

// Board is what everybody may know of a board before it is played.
func (v *View) Board(session int, b bridge.Board) BoardInfo {
	if info, ok := v.set[boardKey{session, b}]; ok {
		return info
	}
	return byNumber(b)
}

// infos are the boards that are not what their numbers say.
func (e *Evening) infos() map[boardKey]BoardInfo {
	var out map[boardKey]BoardInfo
	for key := range e.set {
		if info := e.info(key); info != byNumber(key.board) {
			if out == nil {
				out = map[boardKey]BoardInfo{}
			}
			out[key] = info
		}
	}
	return out
}

// info is a board as it was set, else as its number says.
func (e *Evening) info(key boardKey) BoardInfo {
	if set, ok := e.set[key]; ok {
		return BoardInfo{key.board, set.Dealer, set.Vul}
	}
	return byNumber(key.board)
}

// byNumber is a board as its number says (Law 2).
func byNumber(b bridge.Board) BoardInfo { return BoardInfo{b, b.Dealer(), b.Vulnerability()} }

// Sitting is who sits at a table in a round, and with which boards.
type Sitting struct {
	Session int    `json:"session,omitempty"`
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	Table   int    `json:"table"`
	Seats
	Boards   []bridge.Board `json:"boards,omitempty"` // empty: they sit out
	Switched bool           `json:"switched,omitempty"`
	Changed  bool           `json:"changed,omitempty"` // it is not what the movement has
}

// Waiting is a board that still waits for results, so many of them. Which ones, readers
// are not told.
type Waiting struct {
	Session int          `json:"session,omitempty"`
	Board   bridge.Board `json:"board"`
	Results int          `json:"results"`
}

// Console is what the director sees beside the rest.
type Console struct {
	Places    []PlaceView `json:"places"`
	Conflicts []Place     `json:"conflicts,omitempty"`
	Requests  []Revision  `json:"requests,omitempty"` // corrections that are asked for
	Missing   []Place     `json:"missing,omitempty"`  // of rounds that the table has left
	Calls     []Call      `json:"calls,omitempty"`    // that wait
	NotUs     []Misseat   `json:"not_us,omitempty"`   // others at a table than planned, which the director has not seen yet
	Tables    []Table     `json:"tables,omitempty"`   // devices
	Warnings  []Warning   `json:"-"`                  // of the log
}

// TableView is what a table sees beside the rest.
type TableView struct {
	Section string             `json:"section,omitempty"`
	Table   int                `json:"table"`
	Round   int                `json:"round"` // that it has come to: the last one of which something was entered when nothing was missing before it; 0: none
	Places  []PlaceView        `json:"places"`
	Sheets  []event.BoardSheet `json:"-"` // of the boards that it has just played
	Calls   []Call             `json:"calls,omitempty"`

	Session int         `json:"session,omitempty"` // that it plays
	Playing int         `json:"playing,omitempty"` // the round that it plays: where something is missing, else the next one; 0: it is through
	Version int         `json:"version"`           // of its section's plan: it grows with each change
	Clock   *Clock      `json:"clock,omitempty"`   // of the round that it plays, or played last
	Boards  []BoardInfo `json:"boards"`            // of its section
	Over    bool        `json:"over,omitempty"`    // it has nothing more to play

	// Chairs are the persons of each contestant by chair, North or East first; "" for one
	// who is not known.
	Chairs map[event.Contestant][]event.PersonID `json:"chairs"`
}

// BoardInfo is what everybody at the table sees of a board before it is played.
type BoardInfo struct {
	Board  bridge.Board         `json:"board"`
	Dealer bridge.Seat          `json:"dealer"`
	Vul    bridge.Vulnerability `json:"vul"`
}

// PlaceView is a board at a table in a round.
type PlaceView struct {
	Place
	Seats   Seats         `json:"seats,omitzero"`
	State   State         `json:"state"`
	Result  bridge.Result `json:"result,omitzero"`  // that stands
	Score   *score.Points `json:"score,omitempty"`  // the same as a score alone, in North-South's view
	Points  *score.Points `json:"points,omitempty"` // what it is worth, in North-South's view
	Entries []Revision    `json:"entries,omitempty"`
	Asked   bool          `json:"asked,omitempty"`  // the director is asked for a correction
	Doubts  []Doubt       `json:"doubts,omitempty"` // about what stands, or was sent last
	Hidden  bool          `json:"hidden,omitempty"` // there is more, and somebody here may still play the board
	Wanted  time.Time     `json:"wanted,omitzero"`  // when the director asked for the result that is owed
}

// viewKey is who looks, as far as it makes a difference.
type viewKey struct {
	role  Role
	token string
	from  int64 // of a message
}

func (a Actor) viewKey() viewKey {
	if a.Role == Owner {
		return viewKey{role: Director}
	}
	return viewKey{role: a.Role, token: a.Token}
}

// ranked are standings and what they are of.
type ranked struct {
	of        *event.Event
	version   int
	standings *event.Standings
	err       error
}

// get gives standings, made anew if the event has changed. There are none before the
// first result.
func (r *ranked) get(of *event.Event, version int) (*event.Standings, error) {
	if r.of != of || r.version != version {
		*r = ranked{of: of, version: version}
		if of.Pack() != nil {
			r.standings, r.err = of.Standings()
		}
		if bridge.CodeOf(r.err) == bridge.NotFound {
			r.standings, r.err = nil, nil
		}
	}
	return r.standings, r.err
}

// View gives an event as an actor may see it.
func (c *Club) View(ctx context.Context, a Actor, id string) (*View, error) {
	if (a.Role == Director || a.Role == AtTable) && a.Event != id {
		return nil, bridge.Errorf(bridge.Forbidden, "club.other_event", "this right is for another event")
	}
	if v := c.ready(a, id); v != nil {
		return v, nil
	}
	var v *View
	err := c.look(ctx, id, func(s *stream, e *Evening) error {
		a, err := e.within(a, id)
		if err != nil {
			return err
		}
		v, err = s.shown(e, a)
		return err
	})
	return v, err
}

// shown is a view, made if nobody has asked for it since the last change. It is called
// by who has the turn.
func (s *stream) shown(e *Evening, a Actor) (*View, error) {
	s.mu.Lock()
	v := s.views[a.viewKey()]
	s.mu.Unlock()
	if v != nil {
		return v, nil
	}
	v, err := s.show(e, a)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.views == nil {
		s.views = map[viewKey]*View{}
	}
	s.views[a.viewKey()] = v
	return v, nil
}

// ready is a view that was made before and is still right.
func (c *Club) ready(a Actor, id string) *View {
	c.mu.Lock()
	s := c.streams[id]
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.followed {
		return nil
	}
	return s.views[a.viewKey()]
}

// show makes a view.
func (s *stream) show(e *Evening, a Actor) (*View, error) {
	v := &View{
		Position: e.position, Opened: e.event.Opened(), Until: e.event.CorrectionEnds(), Versions: slices.Clip(e.published), Config: e.config.Settled(),
		Contestants: e.registered(), Plan: e.planned(), Waiting: e.waiting(),
		Clock: e.clockOf(e.session(), e.round(e.session())), set: e.infos(),
	}
	if a.directs() {
		v.Console = e.console()
		var err error
		v.Standings, err = s.all.get(e.event, e.version)
		return v, unranked(err)
	}
	if a.Role == AtTable {
		t, err := s.table(e, a)
		if err != nil {
			return nil, err
		}
		v.Table = t
	}
	if e.config.Quiet && !e.announced {
		return v, nil
	}
	over, err := s.over.get(e.public, e.publicVersion)
	if over != nil {
		plain := *over
		plain.Doubts = nil // they are the director's
		v.Standings = &plain
	}
	return v, unranked(err)
}

// unranked drops the refusal of standings that this release cannot make: the rest of
// the view is there all the same.
func unranked(err error) error {
	if bridge.CodeOf(err) == bridge.Unsupported {
		return nil
	}
	return err
}

// planned lists who sits where, by section, round and table.
func (e *Evening) planned() []Sitting {
	if e.sittings != nil {
		return e.sittings
	}
	out := []Sitting{}
	for _, key := range e.sections {
		p := e.plans[key]
		for r := 1; r <= p.last; r++ {
			by := p.rounds[r]
			if by == nil {
				continue
			}
			for t := 1; t <= by.Movement.Tables; t++ {
				at := sitting{key, r, t}
				who, boards, plays := e.seatsAt(at)
				if len(who.all()) == 0 {
					continue
				}
				if !plays {
					boards = nil
				}
				_, changed := e.seated[at]
				out = append(out, Sitting{
					Session: key.session, Section: key.section, Round: r, Table: t,
					Seats: who, Boards: boards, Switched: by.Movement.At(t, r).Switched, Changed: changed,
				})
			}
		}
	}
	e.sittings = out
	return out
}

// waiting lists the boards that still wait for results, in order.
func (e *Evening) waiting() (out []Waiting) {
	for _, key := range slices.SortedFunc(maps.Keys(e.open), boardKey.compare) {
		if n := e.open[key]; n > 0 {
			out = append(out, Waiting{key.session, key.board, n})
		}
	}
	return out
}

// registered lists who is registered, in order.
func (e *Evening) registered() []event.Registered {
	if e.people == nil {
		e.people = e.event.Contestants()
	}
	return e.people
}

func (e *Evening) console() *Console {
	c := &Console{Places: []PlaceView{}, Warnings: slices.Clip(e.Warnings), Tables: e.tables}
	for _, sp := range e.sortedSpots() {
		if !sp.planned && !sp.touched() {
			continue
		}
		v := e.place(sp, true)
		v.Doubts = e.doubtful(sp, true)
		c.Places = append(c.Places, v)
		if v.State == StateConflict {
			c.Conflicts = append(c.Conflicts, sp.Place)
		}
		if r := sp.asked(); r != nil {
			c.Requests = append(c.Requests, *r)
		}
		if e.due(sp) && sp.Round < e.left(sp.sectionKey(), sp.Table) {
			c.Missing = append(c.Missing, sp.Place)
		}
	}
	for _, call := range e.calls {
		if call.Answered.IsZero() {
			c.Calls = append(c.Calls, call)
		}
	}
	for _, m := range e.misseated {
		if m.Answered.IsZero() {
			c.NotUs = append(c.NotUs, m)
		}
	}
	return c
}

// place is a place as somebody sees it; open shows all that was said there.
func (e *Evening) place(sp *spot, open bool) PlaceView {
	v := PlaceView{Place: sp.Place, Seats: seatsOf(sp.meeting), State: e.state(sp), Asked: sp.asked() != nil}
	if e.due(sp) {
		v.Wanted = sp.wanted
	}
	if !open {
		v.Hidden = sp.played()
		return v
	}
	if sp.stands != nil {
		v.Result, v.Score = sp.stands.result, sp.stands.score
		if p, ok := e.points(sp.meeting, *sp.stands); ok {
			v.Points = &p
		}
	}
	for _, t := range sp.threads {
		v.Entries = append(v.Entries, t.revisions...)
	}
	slices.SortStableFunc(v.Entries, func(a, b Revision) int { return int(a.Position - b.Position) })
	return v
}

// table is what a table sees of its own, in the session that it plays.
func (s *stream) table(e *Evening, a Actor) (*TableView, error) {
	v := &TableView{Section: a.Section, Table: a.Table, Places: []PlaceView{}}
	sees := e.atTable(a.Section, a.Table)
	v.Round = sees.round
	e.standing(v, sees.session)
	var played []boardKey
	for _, sp := range slices.SortedFunc(slices.Values(e.row[rowKey{a.Section, a.Table}]), (*spot).compare) {
		if !sp.planned && !sp.touched() {
			continue
		}
		mine, free := sees.mine(sp), sees.free(sp)
		place := e.place(sp, mine || free)
		if (mine || free) && sees.come(sp) {
			place.Doubts = e.doubtful(sp, false)
		}
		v.Places = append(v.Places, place)
		if mine && free && sees.come(sp) && sp.stands != nil {
			played = append(played, sp.boardKey())
		}
	}
	for _, call := range e.calls {
		if call.Section == a.Section && call.Table == a.Table && call.Answered.IsZero() {
			v.Calls = append(v.Calls, call)
		}
	}
	if e.config.Feedback < FeedbackSheet || len(played) == 0 {
		return v, nil
	}
	all, err := s.all.get(e.event, e.version)
	if err != nil || all == nil {
		return v, unranked(err)
	}
	for _, sheet := range all.Boards {
		if slices.Contains(played, boardKey{sheet.Session, sheet.Board}) {
			v.Sheets = append(v.Sheets, e.shownSheet(sheet))
		}
	}
	return v, nil
}

// standing is where a table is in its evening.
func (e *Evening) standing(v *TableView, session int) {
	key := sectionKey{session, v.Section}
	for _, k := range e.sections { // the first session in which it has something to play
		if k.section != v.Section || k.session < session {
			continue
		}
		if v.Playing = e.playing(k, v.Table); v.Playing > 0 || e.plans[key] == nil {
			key = k
		}
		if v.Playing > 0 {
			break
		}
	}
	if key.session != session {
		v.Round = 0
	}
	v.Session, v.Version = key.session, e.versions[key]
	v.Over = e.announced || v.Playing == 0 && e.plans[key] != nil
	v.Clock = e.clockOf(key.session, cmp.Or(v.Playing, v.Round))
	seen := map[bridge.Board]bool{}
	v.Boards = []BoardInfo{}
	for _, s := range e.planned() {
		if s.Session != key.session || s.Section != key.section {
			continue
		}
		for _, b := range s.Boards {
			if !seen[b] {
				seen[b] = true
				v.Boards = append(v.Boards, e.info(boardKey{key.session, b}))
			}
		}
	}
	slices.SortFunc(v.Boards, func(a, b BoardInfo) int { return cmp.Compare(a.Board, b.Board) })
	v.Chairs = map[event.Contestant][]event.PersonID{}
	for _, r := range e.registered() {
		v.Chairs[r.Contestant] = e.chairsOf(r.Contestant)
	}
}

// shownSheet is a sheet as far as the event shows it to those who have played the board.
func (e *Evening) shownSheet(sheet event.BoardSheet) event.BoardSheet {
	if e.config.Feedback < FeedbackDeal {
		sheet.Deal, sheet.Par, sheet.DD = bridge.Deal{}, nil, dd.Table{}
	}
	return sheet
}

// sight is what those who sit at a table now may see.
type sight struct {
	*Evening
	session int // that the table plays
	round   int // that it has come to; 0: none
	left    int // that it has gone on to
	now     []event.Contestant
}

func (e *Evening) atTable(section string, table int) sight {
	session := e.latest[rowKey{section, table}]
	key := sectionKey{session, section}
	s := sight{Evening: e, session: session, round: e.reached(key, table), left: e.left(key, table)}
	s.now = e.sitters(key, table, s.round, s.left)
	return s
}

// mine says that a place of the table is of the round that it has gone on to: it sees what
// was said there.
func (s sight) mine(sp *spot) bool { return sp.Session == s.session && sp.Round == s.left }

// come says that the table has come to the round of a place. Of a board that it has yet
// to play it is asked and told nothing, whatever it has sent of it.
func (s sight) come(sp *spot) bool {
	return sp.Session < s.session || sp.Session == s.session && sp.Round <= max(s.round, 1)
}

// free says that nobody of them can play a board any more.
func (s sight) free(sp *spot) bool {
	return s.over(sp.boardKey()) || !s.awaits(sp.boardKey(), s.now)
}

// sitters are those who sit at a table in one of some rounds, and those who come next.
func (e *Evening) sitters(key sectionKey, table, from, to int) (out []event.Contestant) {
	for r := from; r <= to; r++ {
		who, _, _ := e.seatsAt(sitting{key, r, table})
		out = append(out, who.all()...)
	}
	last := 0
	if p := e.plans[key]; p != nil {
		last = p.last
	}
	for r := to + 1; r <= last; r++ {
		if next, _, plays := e.seatsAt(sitting{key, r, table}); plays {
			return append(out, next.all()...)
		}
	}
	return out
}

// awaits says that one of these may still play a board.
func (e *Evening) awaits(key boardKey, who []event.Contestant) bool {
	return slices.ContainsFunc(e.on[key], func(sp *spot) bool {
		return e.due(sp) && slices.ContainsFunc(seatsOf(sp.meeting).all(), func(c event.Contestant) bool { return slices.Contains(who, c) })
	})
}
