package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
)

// Limits of what who types a name is shown, and of what is kept for that.
const (
	maxFound  = 8
	maxRecent = 40              // events that are looked at, the newest
	indexLife = 3 * time.Second // in which names that were entered elsewhere may be missing
)

// index is what is known of persons for who types their names. It is made anew when
// somebody asks and it is old.
type index struct {
	mu      sync.Mutex
	made    time.Time
	persons []person
	events  map[string]club.Played // by id
}

// person is somebody who can be found.
type person struct {
	id      event.PersonID
	name    string
	words   []string // as they are looked for
	numbers []string
	hidden  bool
	last    string         // day of the last event
	partner event.PersonID // there
	order   int            // of the last event: the newest is 1; 0: none
}

func newIndex() *index { return &index{events: map[string]club.Played{}} }

// all gives everybody who can be found, those who played last first.
func (x *index) all(ctx context.Context, c *club.Club) ([]person, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if time.Since(x.made) < indexLife {
		return x.persons, nil
	}
	list, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	list = list[:min(len(list), maxRecent)]
	last := map[event.PersonID]person{}
	events := map[string]club.Played{}
	for i, l := range list {
		p, ok := x.events[l.ID]
		if !ok || p.Last != l.Last {
			if p, err = c.Played(ctx, l); err != nil {
				return nil, err
			}
		}
		events[l.ID] = p
		for _, persons := range p.Persons {
			for k, id := range persons {
				was, known := last[id]
				if !known {
					was = person{last: l.Opened.Date, order: i + 1}
				}
				if was.partner == "" && len(persons) == 2 {
					was.partner = persons[1-k]
				}
				last[id] = was
			}
		}
	}
	var all []person
	for n, err := range c.Names().All(ctx) {
		if err != nil {
			return nil, err
		}
		if n.Erased || n.Person.Name == "" {
			continue
		}
		p := last[n.ID]
		p.id, p.name, p.hidden, p.words = n.ID, n.Person.Name, n.Hidden, strings.Fields(locale.Fold(n.Person.Name))
		for _, number := range n.Person.MemberIDs {
			p.numbers = append(p.numbers, number)
		}
		slices.Sort(p.numbers)
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b person) int {
		return cmp.Or(cmp.Compare(cmp.Or(a.order, maxRecent+1), cmp.Or(b.order, maxRecent+1)), slices.Compare(a.words, b.words), cmp.Compare(a.id, b.id))
	})
	x.persons, x.events, x.made = all, events, time.Now()
	return all, nil
}

// forget has the next one who asks see who was just entered.
func (x *index) forget() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.made = time.Time{}
}

// fits says that each word that was typed begins a word of the name, or is the beginning
// of a number.
func (p *person) fits(typed []string) bool {
	for _, t := range typed {
		begins := func(s string) bool { return strings.HasPrefix(s, t) }
		if !slices.ContainsFunc(p.words, begins) && !slices.ContainsFunc(p.numbers, begins) {
			return false
		}
	}
	return true
}

type peopleIn struct {
	Q     string `query:"q" maxLength:"100" doc:"beginnings of words of the name, or of a number; empty: who played last"`
	Event string `query:"event" maxLength:"64" doc:"a table need not say it"`
}

type foundJSON struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Number string `json:"number,omitempty"`
	Hint   string `json:"hint,omitempty" doc:"what tells namesakes apart, in the language of who asks"`
	Last   string `json:"last,omitempty" doc:"day of the last event"`
	Plays  string `json:"plays,omitempty" doc:"the contestant as whom the person is registered in this event"`
}

type foundPeopleJSON struct {
	People []foundJSON `json:"people" doc:"at most 8"`
}

func (s *Server) getPeople(ctx context.Context, v *visitor, in *peopleIn) (*body[foundPeopleJSON], error) {
	id := in.Event
	if id == "" {
		id = v.event
	}
	a, err := s.actor(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if a.Role == club.Reader {
		return nil, bridge.Errorf(bridge.Forbidden, "web.role", "your role does not allow this")
	}
	view, err := s.club.View(ctx, a, id)
	if err != nil {
		return nil, err
	}
	all, err := s.index.all(ctx, s.club)
	if err != nil {
		return nil, err
	}
	shown := map[event.PersonID]*person{}
	for i := range all {
		if p := &all[i]; !p.hidden || a.Role != club.AtTable {
			shown[p.id] = p
		}
	}
	plays := map[event.PersonID]string{}
	for _, r := range view.Contestants {
		for _, person := range r.Persons {
			plays[person] = r.Contestant.String()
		}
	}
	out := foundPeopleJSON{People: []foundJSON{}}
	typed := strings.Fields(locale.Fold(in.Q))
	for _, seated := range []bool{false, true} { // who sits somewhere already is looked for last
		for i := range all {
			p := &all[i]
			if len(out.People) == maxFound || shown[p.id] == nil || (plays[p.id] != "") != seated || !p.fits(typed) {
				continue
			}
			// What was found may be hidden or erased since.
			now, err := s.names(ctx, a, []event.PersonID{p.id, p.partner})
			if err != nil {
				return nil, err
			}
			if now[p.id] == "" {
				continue
			}
			f := foundJSON{ID: string(p.id), Name: now[p.id], Last: p.last, Plays: plays[p.id]}
			if len(p.numbers) > 0 {
				f.Number = p.numbers[0]
			}
			if partner := now[p.partner]; partner != "" {
				f.Hint = v.T("web.played_with", partner)
			}
			out.People = append(out.People, f)
		}
	}
	return &body[foundPeopleJSON]{out}, nil
}
