package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// Stream ranks an event that is too large to hold: its boards come one after the
// other, each with all its facts, and only sums stay of them. It takes what an
// event takes, but for what needs the whole: substitutes, withdrawals, and
// tie-breaks by play, in whose place ties are shared.
//
// How many results a board should have must be known from the beginning: it is what
// the opening expects, else what the first board of the session has, and of each
// section of it where sections are compared apart. The zero value is not open
// yet.
type Stream struct {
	// Under is the regulation that counts, if it is not the one that the event names.
	// It is set before the first board.
	Under *regulation.Pack

	event    Event
	full     map[scope]int   // results of a full board, once the first one has come
	sums     map[int][]tally // by session, for each contestant
	kept     []*ratedBoard   // what is left of boards with more than results
	settled  map[boardKey]bool
	tops     map[int]int // by session: results of a full board
	top      why.Value
	boards   int
	results  int
	tables   int
	open     []Meeting
	doubts   []*bridge.Error
	compared bool
}

// mostDoubts is how many doubts a stream keeps: enough to look at, and no more than
// memory should hold.
const mostDoubts = 1000

// Apply adds a fact: of the event, or of the board at hand.
func (s *Stream) Apply(f Fact) error {
	switch a := f.Act.(type) {
	case Drawn, MatchScored, MatchRuled, LinedUp:
		return noMatches()
	case Substituted, Withdrew:
		return bridge.Errorf(bridge.Unsupported, "stream.whole", "an event that is read board by board knows no substitutes and no withdrawals: they need all of its boards")
	case Opened:
		if s.boards > 0 {
			return bridge.Errorf(bridge.Conflict, "stream.opened", "an event that is read board by board cannot be opened again")
		}
		if a.Kind == Teams || a.Swiss {
			return noMatches()
		}
	}
	return s.event.Apply(f)
}

func noMatches() error {
	return bridge.Errorf(bridge.Unsupported, "stream.matches", "an event that is read board by board knows no matches: they need all of its boards")
}

// Settle ends the board at hand: its results are compared, and what they are worth
// is added up. A board that was settled before is refused with code
// [bridge.Conflict], and one with more results than a board should have with code
// [bridge.Invalid].
func (s *Stream) Settle() error {
	e := &s.event
	if e.pack == nil {
		return notOpen()
	}
	r := &reckoning{opened: e.opened, pack: cmp.Or(s.Under, e.pack), streamed: true}
	r.method = methodOf(r)
	if r.pack.Matchpoints.Sessions == regulation.LargestTop && r.opened.Expected == 0 {
		return bridge.Errorf(bridge.Unsupported, "stream.sessions", "an event that is read board by board cannot take its tops from a session to come (mp.sessions): say from the beginning how many results a full board has")
	}
	if r.pack.Artificial.Window == regulation.WindowMatch {
		return bridge.Errorf(bridge.Unsupported, "stream.window", "an event that is read board by board cannot take an own result from the boards of a match (art.window)")
	}
	for _, b := range e.listed {
		key := boardKey{b.set.Session, b.set.Board}
		if s.settled[key] {
			return bridge.Errorf(bridge.Conflict, "stream.again", "board %d of session %d came before", b.set.Board, b.set.Session)
		}
		rated, err := r.collect(b, nil)
		if err != nil {
			return bridge.At("board "+exact.Int(b.set.Board).String(), err)
		}
		if rated != nil {
			if err := s.settle(r, rated); err != nil {
				return err
			}
		}
		if s.settled == nil {
			s.settled = map[boardKey]bool{}
		}
		s.settled[key] = true
	}
	clear(e.boards)
	clear(e.meetings)
	e.listed, e.order = e.listed[:0], e.order[:0]
	return nil
}

func (s *Stream) settle(r *reckoning, b *ratedBoard) error {
	session := b.set.Session
	here := map[string]int{}
	for _, g := range b.groups {
		here[g.section] += g.meetings
	}
	if s.full == nil {
		s.full = map[scope]int{}
	}
	for section, n := range here {
		key := scope{session, section}
		switch full := s.full[key]; {
		case full == 0:
			s.full[key] = cmp.Or(r.opened.Expected, n)
		case n > full && r.opened.Expected == 0:
			return bridge.Errorf(bridge.Invalid, "stream.fuller", "board %d has %d results, and %d were expected on a board: say from the beginning how many there are on the fullest one", b.set.Board, n, full)
		}
	}
	for _, g := range b.groups {
		g.expected = max(s.full[scope{session, g.section}], g.results())
		r.rate(g)
		r.value(g)
		s.compared = s.compared || g.results() > 1
	}
	if t := r.top(b); t.Cmp(s.top.Fraction) > 0 {
		s.top = t
	}
	if s.sums == nil {
		s.sums, s.tops = map[int][]tally{}, map[int]int{}
	}
	list := s.sums[session]
	if missing := len(s.event.entries) - len(list); missing > 0 {
		list = append(list, make([]tally, missing)...)
		s.sums[session] = list
	}
	for _, g := range b.groups {
		r.countGroup(g, 1, func(n int) *tally { return &list[n] })
		s.tops[session] = max(s.tops[session], g.expected)
		g.lines, g.score, g.ruled, g.cross, g.field = nil, nil, nil, nil, nil
	}
	s.boards++
	s.results += b.results
	s.tables = max(s.tables, b.tables)
	s.open = append(s.open, b.open...)
	if room := mostDoubts - len(s.doubts); room > 0 {
		s.doubts = append(s.doubts, b.doubts[:min(room, len(b.doubts))]...)
	}
	if len(b.extra) > 0 {
		left := &ratedBoard{set: b.set, groups: b.groups}
		for _, l := range b.extra { // the line itself lies among all those of the board
			line := *l
			line.board = left
			left.extra = append(left.extra, &line)
		}
		left.lines = left.extra
		s.kept = append(s.kept, left)
	}
	return nil
}

// Standings are the lists, without sheets and cards. The board at hand is settled
// first.
func (s *Stream) Standings() (*Standings, error) {
	if err := s.Settle(); err != nil {
		return nil, err
	}
	e := &s.event
	if !ranks(e.opened) {
		return nil, unsupported(e.opened.Kind, e.opened.Method)
	}
	if s.results == 0 {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_results", "no result: nothing to rank")
	}
	pack, ties := *cmp.Or(s.Under, e.pack), []regulation.Tie(nil)
	for _, tie := range pack.Rank.Ties {
		if tie == regulation.Lot {
			ties = append(ties, tie)
		}
	}
	doubts := slices.Clone(s.doubts)
	if len(ties) < len(pack.Rank.Ties) {
		doubts = append(doubts, bridge.Errorf(bridge.Unsupported, "stream.ties", "ties are shared: an event that is read board by board cannot break them by play"))
	}
	if !s.compared {
		doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.nothing_to_compare", "no board has two results: there is nothing to compare, and everybody has an average"))
	}
	pack.Rank.Ties = ties
	r := &reckoning{
		opened: e.opened, pack: &pack, penalties: e.penalties, carried: e.carried,
		entries: make([]Registered, len(e.entries)), at: make(map[Contestant]int, len(e.entries)),
		boards: s.kept, extra: map[int][]share{}, streamed: true,
	}
	if pack.Compare == regulation.OneSection {
		r.full = s.full
	}
	r.method = methodOf(r)
	for c, x := range e.entries {
		r.at[c] = x.n
		r.entries[x.n] = x.Registered
	}
	for session := range s.sums {
		r.sessions = append(r.sessions, session)
	}
	slices.Sort(r.sessions)
	r.stages = stagesOf(e.stages, r.sessions)
	r.sums = make([]tally, len(r.entries)*len(r.sessions))
	for i, session := range r.sessions {
		for n, t := range s.sums[session] {
			r.sums[n*len(r.sessions)+i] = t
		}
		r.tops = append(r.tops, s.tops[session])
	}
	for _, b := range s.kept {
		for _, l := range b.extra {
			for side, x := range l.all {
				r.extra[x.n] = append(r.extra[x.n], share{line: l, side: side, who: x.n})
			}
		}
	}
	out := &Standings{
		Info: Info{
			Title: e.opened.Title, Club: e.opened.Club, Date: e.opened.Date,
			Kind: e.opened.Kind, Method: e.opened.Method, Winners: e.opened.Winners,
			Boards: s.boards, Results: s.results, Tables: s.tables, Top: r.figure(s.top, 0),
		},
		Regulation: Regulation{pack.Name, pack.Version},
		Open:       s.open, Doubts: doubts, Penalties: inForce(e.penalties), Phase: PhaseAt{e.until},
		sheet: r,
	}
	out.Info.Unit, _ = r.unit()
	out.Lists, out.Further = r.lists(e.sorted())
	return out, nil
}
