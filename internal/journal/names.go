package journal

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Names keeps who the persons are that facts name by their ids. It stands beside the
// log, so that a name can be corrected, hidden or erased without touching a fact.
type Names struct{ Docs Docs }

// namesTable is the table that names stand in.
const namesTable = "name"

// Name is who a person is.
type Name struct {
	ID       event.PersonID `json:"-"`
	Revision int64          `json:"-"` // see [Doc]
	Person   event.Person   `json:"person,omitzero"`
	Hidden   bool           `json:"hidden,omitempty"` // not shown to those who only read
	Erased   bool           `json:"erased,omitempty"` // taken away on request; it stays empty
}

// Get gives a name, an error of code [bridge.NotFound] if there is none.
func (n Names) Get(ctx context.Context, id event.PersonID) (Name, error) {
	d, err := n.Docs.Get(ctx, namesTable, string(id))
	if err != nil {
		return Name{}, err
	}
	return readName(d)
}

// Put writes a name that has revision base now; see [Docs.Put]. One that was erased
// is refused, as code [bridge.Forbidden]: a file that is read again must not bring it
// back.
func (n Names) Put(ctx context.Context, base int64, name Name) (revision int64, err error) {
	for {
		old, err := n.Get(ctx, name.ID)
		switch {
		case bridge.CodeOf(err) == bridge.NotFound:
			old = Name{}
		case err != nil:
			return 0, err
		case old.Erased:
			return 0, bridge.Errorf(bridge.Forbidden, "journal.erased", "person %q asked to be forgotten", name.ID)
		}
		if base != Any && base != old.Revision {
			return 0, Refuse(&Moved{namesTable + "/" + string(name.ID), base, old.Revision})
		}
		revision, err = n.put(ctx, old.Revision, name)
		if base == Any && bridge.CodeOf(err) == bridge.Conflict {
			continue // somebody was quicker: look whether it was erased
		}
		return revision, err
	}
}

// Erase takes a name away for good. That the person was there is kept, without a word
// of who it was.
func (n Names) Erase(ctx context.Context, id event.PersonID) error {
	if _, err := n.put(ctx, Any, Name{ID: id, Erased: true}); err != nil {
		return err
	}
	return n.Docs.Scrub(ctx)
}

// All gives every name, in the order of the ids.
func (n Names) All(ctx context.Context) iter.Seq2[Name, error] {
	return func(yield func(Name, error) bool) {
		list, err := n.Docs.List(ctx, namesTable, "")
		if err != nil {
			yield(Name{}, err)
			return
		}
		for _, d := range list {
			name, err := readName(d)
			if !yield(name, err) || err != nil {
				return
			}
		}
	}
}

func (n Names) put(ctx context.Context, base int64, name Name) (int64, error) {
	data, err := json.Marshal(name)
	if err != nil {
		return 0, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	return n.Docs.Put(ctx, base, Doc{Table: namesTable, Key: string(name.ID), Data: data})
}

func readName(d Doc) (Name, error) {
	name := Name{}
	if err := json.Unmarshal(d.Data, &name); err != nil {
		return Name{}, bridge.Errorf(bridge.Invalid, "journal.name_json", "the name of person %q: %w", d.Key, err)
	}
	name.ID, name.Revision = event.PersonID(d.Key), d.Revision
	return name, nil
}
