package cli

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// relist gives an event another number of lists of winners. To one list the names
// lose their sides; for two, each contestant has the side that it sat.
func relist(record *event.Record, winners int) error {
	rename := func(c event.Contestant) event.Contestant {
		c.Side = 0
		return c
	}
	var err error
	if winners == 1 {
		err = oneList(record, rename)
	} else {
		rename, err = twoLists(record)
	}
	if err != nil {
		return bridge.At("--winners", err)
	}
	for i, f := range record.Facts {
		act := renamed(f.Act, rename)
		if o, ok := act.(event.Opened); ok {
			o.Winners = winners
			act = o
		}
		record.Facts[i].Act = act
	}
	for i := range record.Published.Lines {
		l := &record.Published.Lines[i]
		l.Meeting = ofMeeting(l.Meeting, rename)
	}
	for i := range record.Published.Totals {
		total := &record.Published.Totals[i]
		total.Contestant = rename(total.Contestant)
	}
	return nil
}

// oneList refuses to put two contestants of the same number into one list.
func oneList(record *event.Record, rename func(event.Contestant) event.Contestant) error {
	first := map[event.Contestant]event.Contestant{}
	for _, f := range record.Facts {
		r, ok := f.Act.(event.Registered)
		if !ok {
			continue
		}
		bare := rename(r.Contestant)
		if other, there := first[bare]; there && other != r.Contestant {
			return bridge.Errorf(bridge.Conflict, "rank.one_winner", "%v and %v have the same number: one list of winners wants a number for each", other, r.Contestant)
		}
		first[bare] = r.Contestant
	}
	return nil
}

// twoLists finds the side that each contestant sat. One that sat both has none, and
// neither has one that did not play.
func twoLists(record *event.Record) (func(event.Contestant) event.Contestant, error) {
	side := map[event.Contestant]bridge.Side{}
	for _, f := range record.Facts {
		m, ok := event.MeetingOf(f.Act)
		if !ok {
			continue
		}
		for _, s := range bridge.Sides {
			c := bridge.BySide[event.Contestant]{NS: m.NS, EW: m.EW}.Of(s)
			if !m.South.IsZero() || !m.West.IsZero() {
				return nil, bridge.Errorf(bridge.Conflict, "rank.two_individual", "an individual event has one list of winners: its players sit in every direction")
			}
			if before := side[c]; !c.IsZero() && before.Valid() && before != s {
				return nil, bridge.Errorf(bridge.Conflict, "rank.two_winners", "%v sat North-South and East-West: two lists of winners want one side for each contestant", c)
			}
			side[c] = s
		}
	}
	for _, f := range record.Facts {
		r, ok := f.Act.(event.Registered)
		if ok && !side[r.Contestant].Valid() {
			return nil, bridge.Errorf(bridge.Conflict, "rank.no_side", "%v did not play, so that it is in neither of two lists of winners", r.Contestant)
		}
	}
	return func(c event.Contestant) event.Contestant {
		c.Side = cmp.Or(side[c], c.Side)
		return c
	}, nil
}

// ofMeeting is a meeting of contestants that are called otherwise.
func ofMeeting(m event.Meeting, rename func(event.Contestant) event.Contestant) event.Meeting {
	for _, c := range []*event.Contestant{&m.NS, &m.EW, &m.South, &m.West} {
		if !c.IsZero() {
			*c = rename(*c)
		}
	}
	return m
}

// renamed is an act of contestants that are called otherwise.
func renamed(act event.Act, rename func(event.Contestant) event.Contestant) event.Act {
	scope := func(s event.Scope) event.Scope {
		for _, c := range []*event.Contestant{&s.NS, &s.EW} {
			if !c.IsZero() {
				*c = rename(*c)
			}
		}
		return s
	}
	switch a := act.(type) {
	case event.Registered:
		a.Contestant = rename(a.Contestant)
		return a
	case event.Played:
		a.Meeting = ofMeeting(a.Meeting, rename)
		return a
	case event.NotPlayed:
		a.Meeting = ofMeeting(a.Meeting, rename)
		return a
	case event.SatOut:
		a.Meeting = ofMeeting(a.Meeting, rename)
		return a
	case event.Ruled:
		a.Meeting = ofMeeting(a.Meeting, rename)
		return a
	case event.Voided:
		a.Meeting = ofMeeting(a.Meeting, rename)
		return a
	case event.Fouled:
		a.Scope = scope(a.Scope)
		return a
	case event.Turned:
		a.Scope = scope(a.Scope)
		return a
	case event.Cancelled:
		a.Scope = scope(a.Scope)
		return a
	case event.Penalised:
		a.Contestant = rename(a.Contestant)
		return a
	case event.Carried:
		a.Contestant = rename(a.Contestant)
		return a
	case event.Substituted:
		a.Contestant, a.Persons = rename(a.Contestant), slices.Clone(a.Persons)
		return a
	case event.Withdrew:
		a.Contestant = rename(a.Contestant)
		return a
	}
	return act
}
