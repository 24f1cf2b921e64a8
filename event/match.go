package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// MatchRef names a match: two teams, or two pairs of a Swiss event, in a round. A
// bye has nobody away.
type MatchRef struct {
	Session int        `json:"session,omitempty"`
	Round   int        `json:"round,omitempty"`
	Table   int        `json:"table,omitempty"` // where the home team's North-South sits; 0: not known
	Home    Contestant `json:"home"`
	Away    Contestant `json:"away,omitzero"`
}

// Drawn is the act of drawing a match: who meets whom over how many boards. A second
// one for the same contestants in the round corrects the first.
type Drawn struct {
	MatchRef
	Boards   int  `json:"boards,omitempty"`   // that are scheduled; 0: as many as are played
	Triangle bool `json:"triangle,omitempty"` // each plays two matches in the round
	Knockout bool `json:"knockout,omitempty"` // the loser is out: rulings that do not balance are averaged (Law 86B3)
	Half     bool `json:"half,omitempty"`     // a match of a short triangle: half of the victory points of its length
	Undone   bool `json:"undone,omitempty"`   // the draw is taken back

	// Lead is the IMPs that the home team begins with, below zero the away team: a
	// carry-over. Nil: nothing says it; 0: somebody says that there is none.
	Lead *exact.Fraction `json:"lead,omitempty"`

	// Seats are who has the choice of seats in each part of the match, North-South the
	// home team: the other side lines up first. In the parts behind the last one that
	// is named it changes from part to part, so that one name is a toss.
	Seats []bridge.Side `json:"seats,omitempty"`
}

// chooses is who has the choice of seats in a part of the match, from 1; zero: nothing
// says it.
func (d Drawn) chooses(part int) bridge.Side {
	switch n := len(d.Seats); {
	case n == 0:
		return 0
	case part <= n:
		return d.Seats[part-1]
	case (part-n)%2 == 0:
		return d.Seats[n-1]
	default:
		return d.Seats[n-1].Other()
	}
}

// MatchScored is the act of reporting a match as a whole: IMPs or points of both
// sides, victory points where these were given too. It counts until every board of the
// match has its result. Of a bye, victory points alone are reported, the home team's.
type MatchScored struct {
	MatchRef
	Boards int             `json:"boards,omitempty"` // 0: as many as other matches of the round have
	HomeOf exact.Fraction  `json:"home_imps"`
	AwayOf exact.Fraction  `json:"away_imps"`
	HomeVP *exact.Fraction `json:"home_vp,omitempty"` // nil: by the scale
	AwayVP *exact.Fraction `json:"away_vp,omitempty"`
	VPOnly bool            `json:"vp_only,omitempty"` // the IMPs are not known, which is not 0 of them
}

// MatchRuled is the director's act on a whole match; one that says nothing takes it
// back.
type MatchRuled struct {
	MatchRef
	Ruling MatchRuling     `json:"ruling,omitempty"`
	Fault  MatchFault      `json:"fault,omitempty"`
	HomeVP *exact.Fraction `json:"home_vp,omitempty"` // for [MatchAdjusted]
	AwayVP *exact.Fraction `json:"away_vp,omitempty"`
}

// MatchRuling is what a director makes of a match.
type MatchRuling string

// The rulings.
const (
	MatchVoid      MatchRuling = "void"      // too little of it can be played: averages for half of its boards
	MatchForfeited MatchRuling = "forfeited" // the side at fault gets nothing, the other one what a bye gets
	MatchAdjusted  MatchRuling = "adjusted"  // the victory points are those that are named
	MatchLate      MatchRuling = "late"      // the side at fault came too late, and it was played: as the regulation says
)

// MatchState is how far a match has come.
type MatchState string

// The states, beside the rulings [MatchVoid], [MatchForfeited] and [MatchAdjusted]. A match
// that is [MatchLate] has the state that it has come to.
const (
	MatchDrawn     MatchState = "drawn"     // nothing was played yet
	MatchOpen      MatchState = "open"      // some of its boards have a result in one room only, or none
	MatchPlayed    MatchState = "played"    // every board has its result
	MatchReported  MatchState = "reported"  // its result is known, its boards are not
	MatchBye       MatchState = "bye"       // there was no opponent
	MatchMissed    MatchState = "missed"    // the opponents had withdrawn
	MatchCancelled MatchState = "cancelled" // one of the teams withdrew, and its matches do not count
)

// MatchFault is whose fault it was.
type MatchFault string

// The faults.
const (
	NobodysFault MatchFault = ""
	HomesFault   MatchFault = "home"
	AwaysFault   MatchFault = "away"
	BothsFault   MatchFault = "both"
)

// LinedUp is the act of seating a team's players for a match or a part of it: who
// sits in one direction at one table. A later one for the same seats replaces it.
type LinedUp struct {
	Session int         `json:"session,omitempty"`
	Round   int         `json:"round,omitempty"`
	Table   int         `json:"table,omitempty"`
	Segment int         `json:"segment,omitempty"` // part of the match, from 1; 0: all of it
	From    int         `json:"from,omitempty"`    // first board of the part; 0: from the beginning
	To      int         `json:"to,omitempty"`      // last board; 0: to the end
	Team    Contestant  `json:"team"`
	Side    bridge.Side `json:"side"`
	Persons []PersonID  `json:"persons"`
}

func (Drawn) act() string       { return "drawn" }
func (MatchScored) act() string { return "match_scored" }
func (MatchRuled) act() string  { return "match_ruled" }
func (LinedUp) act() string     { return "lined_up" }

// encounter is what makes two facts speak of the same match.
type encounter struct {
	session, round int
	low, high      *entry // by their numbers; high is nil for a bye
}

// matchFacts is what was said of a match as a whole. It is never changed, only
// replaced: standings hold on to it.
type matchFacts struct {
	MatchRef
	home, away *entry
	drawn      *Drawn
	scored     *MatchScored // with home and away as here
	ruled      *MatchRuled  // the same
}

// said is what was said of a match, as it was said.
type said struct {
	drawn  *Drawn
	scored *MatchScored
	ruled  *MatchRuled
}

// facts makes one of what was said: who is at home the draw says, else the report,
// else the ruling. It does not matter which of them came first; nil: nothing is
// left of what was said.
func (s said) facts(e *Event) *matchFacts {
	var refs []MatchRef
	if s.drawn != nil {
		refs = append(refs, s.drawn.MatchRef)
	}
	if s.scored != nil {
		refs = append(refs, s.scored.MatchRef)
	}
	if s.ruled != nil {
		refs = append(refs, s.ruled.MatchRef)
	}
	if len(refs) == 0 {
		return nil
	}
	m := matchFacts{MatchRef: refs[0], drawn: s.drawn, scored: s.scored, ruled: s.ruled}
	m.home, m.away = e.entries[m.Home], e.entries[m.Away]
	for _, ref := range refs {
		m.Table = cmp.Or(m.Table, ref.Table)
	}
	if s.scored != nil && s.scored.Home != m.Home {
		m.scored = s.scored.turned()
	}
	if s.ruled != nil && s.ruled.Home != m.Home {
		m.ruled = s.ruled.turned()
	}
	return &m
}

// turned is the same seen from the other side.
func (s MatchScored) turned() *MatchScored {
	s.Home, s.Away = s.Away, s.Home
	s.HomeOf, s.AwayOf = s.AwayOf, s.HomeOf
	s.HomeVP, s.AwayVP = s.AwayVP, s.HomeVP
	return &s
}

func (r MatchRuled) turned() *MatchRuled {
	r.Home, r.Away = r.Away, r.Home
	r.HomeVP, r.AwayVP = r.AwayVP, r.HomeVP
	switch r.Fault {
	case HomesFault:
		r.Fault = AwaysFault
	case AwaysFault:
		r.Fault = HomesFault
	}
	return &r
}

func encounterOf(session, round int, a, b *entry) encounter {
	if b != nil && b.n < a.n {
		a, b = b, a
	}
	return encounter{session, round, a, b}
}

// match finds or begins a match, and changes it.
func (e *Event) match(at MatchRef, bye bool, change func(*said)) error {
	if e.opened.Kind == Individuals {
		return bridge.Errorf(bridge.Invalid, "match.individual", "players of an individual event meet in no match")
	}
	if at.Session < 0 || at.Round < 0 || at.Table < 0 {
		return bridge.Errorf(bridge.Invalid, "match.numbers", "match of %v: session %d, round %d, table %d: want 0 or more", at.Home, at.Session, at.Round, at.Table)
	}
	home, ok := e.entries[at.Home]
	if !ok {
		return bridge.Errorf(bridge.NotFound, "event.stranger", "contestant %v is not registered", at.Home)
	}
	away, ok := e.entries[at.Away]
	switch {
	case at.Away.IsZero() && bye:
	case at.Away == at.Home:
		return bridge.Errorf(bridge.Invalid, "match.itself", "round %d: %v cannot meet itself", at.Round, at.Home)
	case !ok:
		return bridge.Errorf(bridge.NotFound, "event.stranger", "contestant %v is not registered", at.Away)
	}
	key := encounterOf(at.Session, at.Round, home, away)
	s := e.matched[key]
	change(&s)
	switch {
	case s != said{}:
		if e.matched == nil {
			e.matched = map[encounter]said{}
		}
		e.matched[key] = s
	default:
		delete(e.matched, key)
	}
	return nil
}

func (e *Event) drawMatch(d Drawn) error {
	if d.Boards < 0 || d.Boards > mostMatch {
		return bridge.Errorf(bridge.Invalid, "match.boards", "match of %v: %d boards: want 1 to %d", d.Home, d.Boards, mostMatch)
	}
	if len(d.Seats) > mostMatch || slices.ContainsFunc(d.Seats, func(s bridge.Side) bool { return !s.Valid() }) || len(d.Seats) > 0 && d.Away.IsZero() {
		return bridge.Errorf(bridge.Invalid, "match.seats", "match of %v: the choice of seats in a part of a match is that of the home team or of the away team", d.Home)
	}
	d.Seats, d.Lead = slices.Clone(d.Seats), copied(d.Lead)
	if !d.Triangle && !d.Undone {
		for key, s := range e.matched {
			m := s.drawn
			if m == nil || m.Triangle || key.session != d.Session || key.round != d.Round {
				continue
			}
			for _, c := range []Contestant{d.Home, d.Away} {
				other := !(m.Home == d.Home && m.Away == d.Away || m.Home == d.Away && m.Away == d.Home)
				if other && !c.IsZero() && (m.Home == c || m.Away == c) {
					return bridge.Errorf(bridge.Conflict, "match.two", "round %d: %v has a match already", d.Round, c)
				}
			}
		}
	}
	return e.match(d.MatchRef, true, func(s *said) {
		s.drawn = &d
		if d.Undone {
			s.drawn = nil
		}
	})
}

// mostMatch is more boards than any match has.
const mostMatch = 1000

func (e *Event) scoreMatch(s MatchScored) error {
	if s.Boards < 0 || s.Boards > mostMatch {
		return bridge.Errorf(bridge.Invalid, "match.boards", "match of %v: %d boards: want 1 to %d", s.Home, s.Boards, mostMatch)
	}
	none := s.HomeOf.Sign() == 0 && s.AwayOf.Sign() == 0
	switch {
	case s.Away.IsZero() && (s.HomeVP == nil || s.AwayVP != nil || !none):
		return bridge.Errorf(bridge.Invalid, "match.bye_result", "round %d: %v has a bye: victory points for it alone can be reported", s.Round, s.Home)
	case !s.Away.IsZero() && (s.HomeVP == nil) != (s.AwayVP == nil):
		return bridge.Errorf(bridge.Invalid, "match.one_vp", "match of %v and %v: victory points of one side only", s.Home, s.Away)
	case s.VPOnly && (s.HomeVP == nil || !none):
		return bridge.Errorf(bridge.Invalid, "match.vp_only", "match of %v and %v: without IMPs a report has victory points, and none with them", s.Home, s.Away)
	}
	for _, n := range []exact.Fraction{s.HomeOf, s.AwayOf} {
		if n.Abs().Cmp(exact.Int(mostResults)) > 0 {
			return bridge.Errorf(bridge.Invalid, "match.imps", "match of %v and %v: no match is won by %v", s.Home, s.Away, n)
		}
	}
	s.HomeVP, s.AwayVP = copied(s.HomeVP), copied(s.AwayVP)
	return e.match(s.MatchRef, true, func(m *said) { m.scored = &s })
}

func copied(f *exact.Fraction) *exact.Fraction {
	if f == nil {
		return nil
	}
	v := *f
	return &v
}

func (e *Event) ruleMatch(r MatchRuled) error {
	switch r.Ruling {
	case "", MatchVoid, MatchForfeited, MatchAdjusted, MatchLate:
	default:
		return bridge.Errorf(bridge.Invalid, "match.ruling", "match of %v and %v: ruling %q: want void, forfeited, adjusted or late", r.Home, r.Away, r.Ruling)
	}
	switch r.Fault {
	case NobodysFault, HomesFault, AwaysFault, BothsFault:
	default:
		return bridge.Errorf(bridge.Invalid, "match.fault", "match of %v and %v: fault of %q: want home, away or both", r.Home, r.Away, r.Fault)
	}
	if r.Ruling == MatchLate && r.Fault == NobodysFault {
		return bridge.Errorf(bridge.Invalid, "match.late", "match of %v and %v: somebody came too late: want home, away or both", r.Home, r.Away)
	}
	if r.Ruling == MatchForfeited && r.Fault == NobodysFault {
		return bridge.Errorf(bridge.Invalid, "match.forfeit", "match of %v and %v: somebody forfeits it: want home, away or both", r.Home, r.Away)
	}
	if (r.Ruling == MatchAdjusted) != (r.HomeVP != nil && r.AwayVP != nil) {
		return bridge.Errorf(bridge.Invalid, "match.adjusted", "match of %v and %v: an adjusted match has the victory points of both sides, and no other ruling has", r.Home, r.Away)
	}
	r.HomeVP, r.AwayVP = copied(r.HomeVP), copied(r.AwayVP)
	return e.match(r.MatchRef, false, func(m *said) {
		m.ruled = &r
		if r.Ruling == "" {
			m.ruled = nil
		}
	})
}

// meanwhile reports whether two line-ups are for the same time: boards that are in
// both of them.
func (l LinedUp) meanwhile(o LinedUp) bool {
	switch {
	case o.Session != l.Session || o.Round != l.Round:
		return false
	case o.Segment != l.Segment && o.Segment != 0 && l.Segment != 0:
		return false
	}
	return (l.To == 0 || o.From <= l.To) && (o.To == 0 || l.From <= o.To)
}

func (e *Event) lineUpTeam(l LinedUp) error {
	if err := e.known(l.Team); err != nil {
		return err
	}
	if e.opened.Kind != Teams {
		return bridge.Errorf(bridge.Invalid, "lineup.teams", "line-ups belong to events of teams")
	}
	if !l.Side.Valid() {
		return bridge.Errorf(bridge.Invalid, "lineup.side", "line-up of %v: a pair sits North-South or East-West", l.Team)
	}
	if l.Session < 0 || l.Round < 0 || l.Table < 0 || l.Segment < 0 || l.From < 0 || l.To < 0 || l.To > 0 && l.To < l.From {
		return bridge.Errorf(bridge.Invalid, "lineup.numbers", "line-up of %v: rounds, tables and boards are numbers from 1 on, the first board first", l.Team)
	}
	same := func(o LinedUp) bool {
		return o.Session == l.Session && o.Round == l.Round && o.Table == l.Table && o.Segment == l.Segment && o.From == l.From && o.To == l.To && o.Team == l.Team && o.Side == l.Side
	}
	l.Persons = slices.Clone(l.Persons)
	lineUps := slices.DeleteFunc(slices.Clone(e.lineUps), same)
	for i, id := range l.Persons {
		twice := slices.Contains(l.Persons[:i], id)
		for _, o := range lineUps {
			twice = twice || l.meanwhile(o) && slices.Contains(o.Persons, id)
		}
		if twice {
			return bridge.Errorf(bridge.Conflict, "lineup.twice", "round %d: a player of %v sits in two places", l.Round, l.Team)
		}
	}
	if len(l.Persons) > 0 {
		lineUps = append(lineUps, l)
	}
	slices.SortStableFunc(lineUps, func(a, b LinedUp) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Round, b.Round), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Segment, b.Segment),
			cmp.Compare(a.From, b.From), a.Team.Compare(b.Team), cmp.Compare(a.Side, b.Side))
	})
	e.lineUps = lineUps
	return nil
}
