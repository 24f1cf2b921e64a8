package club

import (
	"slices"
	"strconv"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Sit says which persons sit at a table. Those who play may say so until the end of the
// round that the event allows, who directs always. Seats that are not named stay; nobody
// is "".
type Sit struct {
	Session int                            `json:"session,omitempty"`
	Section string                         `json:"section,omitempty"`
	Round   int                            `json:"round"`
	Table   int                            `json:"table"`
	Seats   map[bridge.Seat]event.PersonID `json:"seats"`
}

// Name implements [Command].
func (*Sit) Name() string { return "sit" }
func (*Sit) byTable()     {}

func (c *Sit) facts(e *Evening, a Actor, _ time.Time) ([]Fact, Outcome, error) {
	at := sitting{sectionKey{c.Session, c.Section}, c.Round, c.Table}
	if err := e.mayName(a, at); err != nil {
		return nil, "", err
	}
	if e.event.Opened().Kind == event.Teams {
		return nil, "", bridge.Errorf(bridge.Unsupported, "club.sit_teams", "who sits where in a match of teams is a line-up")
	}
	if len(c.Seats) == 0 {
		return nil, "", bridge.Errorf(bridge.Invalid, "club.sit_nobody", "nobody is named for table %s%d", c.Section, c.Table)
	}
	who, _, _ := e.seatsAt(at)
	kind := e.event.Opened().Kind
	type chair struct {
		of event.Contestant
		n  int
	}
	chairs, named := map[event.Contestant][]event.PersonID{}, map[chair]bool{}
	for _, contestant := range who.all() {
		chairs[contestant] = e.chairsOf(contestant)
	}
	for seat, person := range c.Seats {
		of, n := who.chair(seat, kind)
		if of.IsZero() {
			return nil, "", bridge.Errorf(bridge.NotFound, "club.no_seat", "nobody sits %v at table %s%d in round %d", seat, c.Section, c.Table, c.Round)
		}
		if len(person) > 64 {
			return nil, "", bridge.Errorf(bridge.Invalid, "club.person", "%q is no id of a person", person)
		}
		for len(chairs[of]) <= n {
			chairs[of] = append(chairs[of], "")
		}
		chairs[of][n], named[chair{of, n}] = person, true
	}
	// Nobody sits in two seats: who is named for one leaves another at this table.
	seats := map[event.PersonID]chair{}
	for of, list := range chairs {
		for n, person := range list {
			other, again := seats[person]
			switch at := (chair{of, n}); {
			case person == "", again && !named[at] && !named[other]:
			case again && named[at] && named[other]:
				return nil, "", bridge.Errorf(bridge.Invalid, "club.person_twice", "one person cannot sit in two seats of table %s%d", c.Section, c.Table)
			case again && named[other]:
				list[n] = ""
			case again:
				chairs[other.of][other.n] = ""
				seats[person] = at
			default:
				seats[person] = at
			}
		}
	}
	var out []Fact
	for _, contestant := range who.all() {
		list := chairs[contestant]
		for len(list) > 0 && list[len(list)-1] == "" {
			list = list[:len(list)-1]
		}
		if slices.Equal(list, e.chairsOf(contestant)) {
			continue
		}
		r := e.registeredAs(contestant)
		r.Persons = known(list)
		out = append(out, Fact{Event: r})
		if was, ok := e.chairs[contestant]; !slices.Equal(list, r.Persons) || ok && slices.Equal(known(was), r.Persons) {
			out = append(out, Fact{Own: Sat{Contestant: contestant, Persons: list}})
		}
	}
	if len(out) == 0 {
		return nil, NothingToDo, nil
	}
	return out, Done, nil
}

// chair is the contestant in a seat, and which of its chairs that is.
func (s Seats) chair(seat bridge.Seat, kind event.Kind) (of event.Contestant, chair int) {
	if kind == event.Individuals {
		return map[bridge.Seat]event.Contestant{bridge.North: s.NS, bridge.South: s.South, bridge.East: s.EW, bridge.West: s.West}[seat], 0
	}
	switch seat {
	case bridge.North:
		return s.NS, 0
	case bridge.South:
		return s.NS, 1
	case bridge.East:
		return s.EW, 0
	case bridge.West:
		return s.EW, 1
	}
	return event.Contestant{}, 0
}

// known are those of a list who are.
func known(list []event.PersonID) []event.PersonID {
	return slices.DeleteFunc(slices.Clone(list), func(p event.PersonID) bool { return p == "" })
}

// chairsOf are the persons of a contestant by chair, "" for one who is not known.
func (e *Evening) chairsOf(c event.Contestant) []event.PersonID {
	r := e.registeredAs(c)
	if list, ok := e.chairs[c]; ok && slices.Equal(known(list), r.Persons) {
		return slices.Clone(list)
	}
	return slices.Clone(r.Persons) // they were registered anew
}

// registeredAs is a contestant as it is registered.
func (e *Evening) registeredAs(c event.Contestant) event.Registered {
	for _, r := range e.registered() {
		if r.Contestant == c {
			return r
		}
	}
	return event.Registered{Contestant: c}
}

// MayName refuses who may not say who sits there, or not any more: before persons are
// made for it.
func (e *Evening) MayName(a Actor, c *Sit) error {
	return e.mayName(a, sitting{sectionKey{c.Session, c.Section}, c.Round, c.Table})
}

// mayName refuses a table that may not say who sits there, or not any more.
func (e *Evening) mayName(a Actor, at sitting) error {
	switch {
	case at.round < 1 || at.table < 1 || at.session < 0:
		return bridge.Errorf(bridge.Invalid, "club.place", "session %d, round %d, table %d, board %d: want numbers from 1 on", at.session, at.round, at.table, 0)
	case a.directs():
		return nil
	case a.Section != at.section || a.Table != at.table:
		return bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, at.section, at.table)
	case e.announced:
		return bridge.Errorf(bridge.Forbidden, "club.published", "the result is published: ask the director for a correction")
	}
	until := *e.config.Settled().NamesUntilRound
	if at.round > until || e.left(at.sectionKey, at.table) > until {
		return bridge.Errorf(bridge.Forbidden, "club.names_closed", "names can be changed until the end of round %d: ask the director", until)
	}
	return nil
}

// NotUs says that others sit at a table than the plan has: the sides are exchanged, or
// another contestant is there. A table may say so before it has played there; the
// director is told.
type NotUs struct {
	Session int    `json:"session,omitempty"`
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	Table   int    `json:"table"`
	What    string `json:"what"` // switch or pair

	Contestant event.Contestant `json:"contestant,omitzero"` // who is there, of [OtherPair]
	Instead    event.Contestant `json:"instead,omitzero"`    // who is not; absent: East-West, or the one of the same line
}

// Name implements [Command].
func (*NotUs) Name() string { return "not_us" }
func (*NotUs) byTable()     {}

func (c *NotUs) facts(e *Evening, a Actor, _ time.Time) ([]Fact, Outcome, error) {
	at := sitting{sectionKey{c.Session, c.Section}, c.Round, c.Table}
	if !a.directs() {
		if a.Section != c.Section || a.Table != c.Table {
			return nil, "", bridge.Errorf(bridge.Forbidden, "club.other_table", "this device writes for table %s%d, not for table %s%d", a.Section, a.Table, c.Section, c.Table)
		}
		if e.announced {
			return nil, "", bridge.Errorf(bridge.Forbidden, "club.published", "the result is published: ask the director for a correction")
		}
		if err := e.ahead(a, Place{c.Session, c.Section, c.Round, c.Table, 1}); err != nil {
			return nil, "", err
		}
		begun := slices.ContainsFunc(e.at[at], (*spot).touched)
		if begun || c.Round < e.left(at.sectionKey, c.Table) {
			return nil, "", bridge.Errorf(bridge.Conflict, "club.not_us_played", "table %s%d has played in round %d already: call the director", c.Section, c.Table, c.Round)
		}
	}
	was, boards, plays := e.seatsAt(at)
	if !plays {
		return nil, "", bridge.Errorf(bridge.NotFound, "club.no_round", "nobody plays at table %s%d in round %d", c.Section, c.Table, c.Round)
	}
	now := was.mirror()
	switch c.What {
	case SeatsSwitched:
	case OtherPair:
		var err error
		if now, err = c.replaced(e, was); err != nil {
			return nil, "", err
		}
	default:
		return nil, "", bridge.Errorf(bridge.Invalid, "club.not_us", "%q: say switch or pair", c.What)
	}
	facts, says, err := e.reseat(Seated{Session: c.Session, Section: c.Section, Round: c.Round, Table: c.Table, Seats: now, Boards: boards})
	if err != nil {
		return nil, "", err
	}
	return append(facts, Fact{Own: Misseated{
		Ref: "seats-" + strconv.FormatInt(e.position+1, 10), Session: c.Session, Section: c.Section, Round: c.Round, Table: c.Table,
		What: c.What, Was: was, Now: now,
	}}), says, nil
}

// replaced is who sits at the table with the other contestant.
func (c *NotUs) replaced(e *Evening, was Seats) (Seats, error) {
	if !slices.ContainsFunc(e.registered(), func(r event.Registered) bool { return r.Contestant == c.Contestant }) {
		return was, bridge.Errorf(bridge.NotFound, "club.stranger", "contestant %v is not registered", c.Contestant)
	}
	if slices.Contains(was.all(), c.Contestant) {
		return was, bridge.Errorf(bridge.Invalid, "club.not_us_here", "%v sits there as planned", c.Contestant)
	}
	out := c.Instead
	if out.IsZero() {
		out = was.EW
		if was.NS.Side == c.Contestant.Side && was.EW.Side != c.Contestant.Side {
			out = was.NS
		}
	}
	for _, seat := range []*event.Contestant{&was.NS, &was.EW, &was.South, &was.West} {
		if *seat == out && !out.IsZero() {
			*seat = c.Contestant
			return was, nil
		}
	}
	return was, bridge.Errorf(bridge.NotFound, "club.not_us_instead", "%v does not sit at table %s%d in round %d", out, c.Section, c.Table, c.Round)
}

// JoinTable lets another device write for the table of its actor, who came with a short
// code. Token is [HashToken] of what the device shows from now on.
type JoinTable struct {
	Token string `json:"token"`
}

// Name implements [Command].
func (*JoinTable) Name() string { return "join" }
func (*JoinTable) byTable()     {}

// MayJoin refuses devices that come with a short code while the event lets none in.
func (e *Evening) MayJoin() error {
	if !e.config.Joining {
		return bridge.Errorf(bridge.Forbidden, "club.joining_closed", "short codes let nobody in now: ask the director")
	}
	return nil
}

func (c *JoinTable) facts(e *Evening, a Actor, at time.Time) ([]Fact, Outcome, error) {
	if err := e.MayJoin(); err != nil {
		return nil, "", err
	}
	return (&OpenTable{TableOpened{Section: a.Section, Table: a.Table, Token: c.Token}}).facts(e, a, at)
}
