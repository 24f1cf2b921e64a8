package club

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// AddPerson enters a person beside the log, under a new id.
func (c *Club) AddPerson(ctx context.Context, who event.Person) (event.PersonID, error) {
	if err := checkPerson(who); err != nil {
		return "", err
	}
	id := event.PersonID(NewID(time.Now()))
	_, err := c.Names().Put(ctx, 0, journal.Name{ID: id, Person: who})
	return id, err
}

// checkPerson refuses somebody without a name.
func checkPerson(who event.Person) error {
	if strings.TrimSpace(who.Name) == "" {
		return bridge.Errorf(bridge.Invalid, "club.person_name", "a person needs a name")
	}
	return nil
}

// Names are the persons' names.
func (c *Club) Names() journal.Names { return journal.Names{Docs: c.journal} }

// Person gives who a person is. Only who directs may ask.
func (c *Club) Person(ctx context.Context, by Actor, id event.PersonID) (journal.Name, error) {
	if !by.directs() {
		return journal.Name{}, bridge.Errorf(bridge.Forbidden, "club.people", "only directors see and correct who is who")
	}
	n, err := c.Names().Get(ctx, id)
	if bridge.CodeOf(err) == bridge.NotFound {
		err = bridge.Errorf(bridge.NotFound, "club.no_person", "there is no person %q", id)
	}
	return n, err
}

// CorrectPerson writes who a person is that has revision base now, and whether it is
// hidden from those who only read. Sent again it is answered as it was. One that was
// erased stays so.
func (c *Club) CorrectPerson(ctx context.Context, by Actor, base int64, n journal.Name) (journal.Name, error) {
	if err := checkPerson(n.Person); err != nil {
		return journal.Name{}, err
	}
	old, err := c.Person(ctx, by, n.ID)
	if err != nil {
		return journal.Name{}, err
	}
	same := !old.Erased && old.Hidden == n.Hidden && old.Person.Name == n.Person.Name && maps.Equal(old.Person.MemberIDs, n.Person.MemberIDs)
	switch {
	case same && base == old.Revision:
		return old, nil
	case same && base == old.Revision-1: // it was sent before
		n.Revision = old.Revision
	default:
		if n.Revision, err = c.Names().Put(ctx, base, n); err != nil {
			return journal.Name{}, err
		}
	}
	do := PersonCorrected
	switch {
	case n.Hidden && !old.Hidden:
		do = PersonHidden
	case !n.Hidden && old.Hidden:
		do = PersonShown
	}
	return n, c.note(ctx, fmt.Sprintf("person/%s/%d", n.ID, n.Revision), Matter{Do: do, By: by.By(), Person: n.ID})
}

// ErasePerson takes a name away for good, on request of the person. Facts keep the id,
// which says nothing of who it was.
func (c *Club) ErasePerson(ctx context.Context, by Actor, id event.PersonID) error {
	if _, err := c.Person(ctx, by, id); err != nil {
		return err
	}
	if err := c.Names().Erase(ctx, id); err != nil {
		return err
	}
	return c.note(ctx, fmt.Sprintf("person/%s/erased", id), Matter{Do: PersonErased, By: by.By(), Person: id})
}
