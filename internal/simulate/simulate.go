// Package simulate makes up events of bridge: deals, pairs with invented names, a
// movement, what happened at each table, and what went wrong. Nothing in them ever
// took place, and nobody in them exists.
//
// An event follows from its [Options] alone. The same options give the same event,
// fact for fact, in every release (TestSameInEveryRelease): a list that looked
// strange can be made again from the seed that is written in its first line.
//
// # What happens at a table
//
// Fifty-two cards are dealt. From the hands follow, for each side and strain, the
// tricks that a bidder expects, and those that the cards give, which luck keeps
// apart from it. A table bids like this: each side judges its cards, the worse the
// pair the worse; a side that sees a game or a slam wants it; the two sides outbid
// each other as far as their cards carry them, or a little further if that is
// cheaper than the game of the others. The tricks at the table lie near those that
// the cards give, shifted by how much better one pair plays. So most tables of a
// board are near the same contract, and a few overbid, underbid or go for 1100.
//
// All of it is whole numbers, because a float may differ from one machine to the
// next.
package simulate

import (
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/regulation"
)

// Accidents is how much goes wrong in an event.
type Accidents string

// The rates. With few or many, each kind of accident occurs at least once where the
// event has room for it; see [Event].
const (
	None Accidents = "none"
	Few  Accidents = "few"  // as in a good club: about one table in a hundred
	Many Accidents = "many" // about one table in twenty
)

// Options say what event is made up. A zero value has the meaning that stands
// behind it.
type Options struct {
	Seed       uint64
	Pairs      int          // of the whole event, odd numbers included; 0: 20
	Boards     int          // in play in a session; 0: 24
	Sessions   int          // 0: 1
	Sections   int          // 0: as many as it takes for at most 16 tables in each
	Winners    int          // 1, or 2 for North-South and East-West apart; 0: 2 from 5 tables in a section on, else 1
	Kind       event.Kind   // pairs, or individual for twice as many players who change partners; empty: pairs
	Method     event.Method // mp, ascherman, butler, ximp or total; empty: mp
	Regulation string       // name of a pack; empty: the event names none
	Accidents  Accidents    // empty: few
}

// The limits. An event beyond them is a slip of the keys.
const (
	mostPairs    = 100_000
	mostBoards   = 200
	mostSessions = 20
	mostMeetings = 5_000_000
)

// Settled gives the options with every zero value replaced by what it means.
//
// The error has code [bridge.Invalid] for what no event can have, and
// [bridge.NotFound] for a regulation that does not exist.
func (o Options) Settled() (Options, error) {
	settle(&o.Pairs, 20)
	settle(&o.Boards, 24)
	settle(&o.Sessions, 1)
	if o.Kind == "" {
		o.Kind = event.Pairs
	}
	if o.Method == "" {
		o.Method = event.Matchpoints
	}
	if o.Accidents == "" {
		o.Accidents = Few
	}
	tables := (o.Pairs + 1) / 2
	settle(&o.Sections, (tables+15)/16)
	err := o.check(tables)
	if err == nil && o.Winners == 0 {
		o.Winners = 1
		if tables/o.Sections >= 5 && o.Kind == event.Pairs {
			o.Winners = 2
		}
	}
	return o, err
}

func settle(n *int, meaning int) {
	if *n == 0 {
		*n = meaning
	}
}

func (o Options) check(tables int) error {
	switch {
	case o.Pairs < 2 || o.Pairs > mostPairs:
		return bridge.Errorf(bridge.Invalid, "simulate.pairs", "%d pairs: want 2 to %d", o.Pairs, mostPairs)
	case o.Boards < 1 || o.Boards > mostBoards:
		return bridge.Errorf(bridge.Invalid, "simulate.boards", "%d boards: want 1 to %d", o.Boards, mostBoards)
	case o.Sessions < 1 || o.Sessions > mostSessions:
		return bridge.Errorf(bridge.Invalid, "simulate.sessions", "%d sessions: want 1 to %d", o.Sessions, mostSessions)
	case o.Sections < 1 || o.Sections > tables:
		return bridge.Errorf(bridge.Invalid, "simulate.sections", "%d sections: want 1 to %d, the number of tables", o.Sections, tables)
	case tables*o.Boards*o.Sessions > mostMeetings:
		return bridge.Errorf(bridge.Invalid, "simulate.size", "%d tables with %d boards in %d sessions: want at most %d results", tables, o.Boards, o.Sessions, mostMeetings)
	case o.Winners < 0 || o.Winners > 2:
		return bridge.Errorf(bridge.Invalid, "event.winners", "%d lists of winners: want 1 or 2", o.Winners)
	}
	switch {
	case o.Kind != event.Pairs && o.Kind != event.Individuals:
		return bridge.Errorf(bridge.Invalid, "simulate.kind", "kind of event %q: want pairs or individual", o.Kind)
	case o.Kind == event.Individuals && o.Winners == 2:
		return bridge.Errorf(bridge.Invalid, "event.individual_lists", "an individual event has one list: its players sit in every direction")
	}
	switch o.Method {
	case event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints:
	default:
		return bridge.Errorf(bridge.Invalid, "simulate.method", "method %q: want mp, ascherman, butler, ximp or total", o.Method)
	}
	switch o.Accidents {
	case None, Few, Many:
	default:
		return bridge.Errorf(bridge.Invalid, "simulate.accidents", "accidents %q: want none, few or many", o.Accidents)
	}
	if o.Regulation != "" {
		if _, err := regulation.Find(o.Regulation); err != nil {
			return err
		}
	}
	return nil
}

// Event makes up an event: who plays, the deals, and what happened, in the order in
// which it would be entered.
//
// With accidents there are boards that were not played or played late, artificial
// scores (A+ and A-, 60 and 40 percent), weighted and split assigned scores, results
// that were entered wrongly and corrected, fouled and cancelled boards, and penalties:
// each kind at least once if 200 boards or more are played at the tables of a session,
// but a fouled board only if one is played at four tables of a section. Who has no
// opponent sits out.
//
// The errors are those of [Options.Settled].
func Event(o Options) (*event.Record, error) {
	o, err := o.Settled()
	if err != nil {
		return nil, err
	}
	g := &generator{Options: o, rec: &event.Record{People: event.People{}}}
	g.rec.Add(event.Opened{
		Title: fmt.Sprintf("Made-up %s, seed %d", o.Kind, o.Seed), Kind: o.Kind,
		Method: o.Method, Winners: o.Winners, Regulation: o.Regulation,
	})
	g.enter()
	for session := 1; session <= o.Sessions; session++ {
		g.session(session)
	}
	g.tell()
	return g.rec, nil
}

// generator makes up one event.
type generator struct {
	Options
	rec      *event.Record
	sections []section
	tables   []*encounter // in the order in which they were played

	penalties int // so far
}

// section is a part of the field with a movement of its own.
type section struct {
	name  string // "A", "B" ...; empty if there is one
	seats bridge.BySide[[]*pair]
}

// pair is a contestant and what nobody knows about it; in an individual event it is one
// player.
type pair struct {
	event.Contestant
	skill int // hundredths of a trick that it is better than an average pair
}

// A topic has a sequence of numbers of its own, so that one more accident does not
// change the deals.
type topic uint64

// The topics. A new one goes to the end.
const (
	ofStrength topic = iota + 1
	ofNames
	ofDeals
	ofLuck
	ofSeating
	ofMovement
	ofTables
	ofAccidents
	ofSessions
)

// about starts the sequence of numbers for a topic and its numbered things.
func (g *generator) about(t topic, which ...int) *seed.Source {
	at := seed.New(g.Seed).Next() ^ uint64(t)<<56
	for _, n := range which {
		at = seed.New(at + uint64(n)).Next()
	}
	return seed.New(at)
}

// bell draws a number that lies around 0 like the sum of many small causes. spread
// is its standard deviation.
func bell(s *seed.Source, spread int) int {
	sum := 0
	for x := s.Next(); x > 0; x >>= 8 {
		sum += int(x & 0xFF)
	}
	return (sum - 1020) * spread / 209 // eight bytes: mean 1020, standard deviation 209
}

// chance is true in so many of a thousand cases.
func chance(s *seed.Source, perMille int) bool { return s.Below(1000) < perMille }

// enter registers the pairs of all sections. A number is missing where the event has
// an odd number of pairs: the last section has an empty place.
func (g *generator) enter() {
	names := g.people()
	strength := g.about(ofStrength)
	tables := (g.Pairs + 1) / 2
	for n := range g.Sections {
		sec := section{}
		if g.Sections > 1 {
			sec.name = letters(n)
		}
		size := tables / g.Sections
		if n < tables%g.Sections {
			size++
		}
		empty := n == g.Sections-1 && g.Pairs%2 == 1
		for _, side := range bridge.Sides {
			var seats []*pair
			for i := range size {
				if empty && side == bridge.EW && i == size-1 {
					seats = append(seats, nil)
					continue
				}
				p := &pair{event.Contestant{Section: sec.name, Number: i + 1, Side: side}, bell(strength, 17)}
				if g.Winners == 1 {
					p.Side = 0
					if side == bridge.EW {
						p.Number += size
					}
				}
				seats = append(seats, p)
				if g.Kind == event.Individuals {
					continue
				}
				g.rec.Add(event.Registered{Contestant: p.Contestant, Persons: []event.PersonID{names(), names()}})
			}
			sec.seats = sec.seats.With(side, seats)
		}
		if g.Kind == event.Individuals {
			sec.alone(strength)
			for _, p := range slices.Concat(sec.seats.NS, sec.seats.EW) {
				g.rec.Add(event.Registered{Contestant: p.Contestant, Persons: []event.PersonID{names()}})
			}
		}
		g.sections = append(g.sections, sec)
	}
}

// alone makes two players of each pair.
func (sec *section) alone(strength *seed.Source) {
	number := 0
	for _, side := range bridge.Sides {
		var players []*pair
		for _, p := range sec.seats.Of(side) {
			if p == nil {
				continue
			}
			for range 2 {
				number++
				players = append(players, &pair{event.Contestant{Section: sec.name, Number: number}, p.skill + bell(strength, 10)})
			}
		}
		sec.seats = sec.seats.With(side, players)
	}
}

// letters names a section: A to Z, then AA.
func letters(n int) string {
	name := string(rune('A' + n%26))
	if n >= 26 {
		return letters(n/26-1) + name
	}
	return name
}

// encounter is a board at a table, before and after it was played.
type encounter struct {
	event.Meeting
	deal     *deal
	result   bridge.Result
	accident accident
}

// session deals the boards and lets all sections play them.
func (g *generator) session(n int) {
	number := n
	if g.Sessions == 1 {
		number = 0 // the only one
	}
	boards := make([]*deal, g.Boards)
	for i := range boards {
		b := bridge.Board(i + 1)
		boards[i] = newDeal(b, g.about(ofDeals, n, i), g.about(ofLuck, n, i))
		g.rec.Add(event.BoardSet{Session: number, Board: b, Dealer: b.Dealer(), Vul: b.Vulnerability(), Deal: boards[i].cards})
	}
	var plans [][]sitting
	rounds := 0
	for i, sec := range g.sections {
		plan := g.movement(sec, n, i)
		plans = append(plans, plan)
		rounds = max(rounds, plan[len(plan)-1].round)
	}
	at := make([]int, len(plans))
	for round := 1; round <= rounds; round++ {
		for i, plan := range plans {
			for ; at[i] < len(plan) && plan[at[i]].round == round; at[i]++ {
				g.sit(plan[at[i]], boards, number)
			}
		}
	}
}

// sit plays the boards of one round at one table.
func (g *generator) sit(s sitting, boards []*deal, session int) {
	var skill bridge.BySide[int]
	for _, side := range bridge.Sides {
		p, partner := s.pairs.Of(side), s.partners.Of(side)
		switch {
		case partner != nil:
			skill = skill.With(side, (p.skill+partner.skill)/2)
		case p != nil:
			skill = skill.With(side, p.skill)
		}
	}
	for _, i := range s.boards {
		e := &encounter{
			Meeting: event.Meeting{
				Session: session, Round: s.round, Table: s.table, Board: boards[i].board,
				NS: s.pairs.NS.name(), EW: s.pairs.EW.name(), South: s.partners.NS.name(), West: s.partners.EW.name(),
			},
			deal: boards[i],
		}
		if s.pairs.NS != nil && s.pairs.EW != nil {
			t := table{deal: e.deal, skill: skill, Source: g.about(ofTables, len(g.tables))}
			e.result = t.play()
		}
		g.tables = append(g.tables, e)
	}
}

// name is the contestant; nobody is nobody.
func (p *pair) name() event.Contestant {
	if p == nil {
		return event.Contestant{}
	}
	return p.Contestant
}
