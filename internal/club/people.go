package club

import (
	"context"
	"encoding/json"

	"github.com/overtrick/overtrick/event"
)

// Played is who was registered in an event, without the rest of it.
type Played struct {
	Listed
	Persons [][]event.PersonID // of each contestant
}

// Played reads who was registered in an event, as its log has it. What this release
// cannot read is passed over: it is for finding persons, not for scoring.
func (c *Club) Played(ctx context.Context, of Listed) (Played, error) {
	who := map[event.Contestant][]event.PersonID{}
	var order []event.Contestant
	for x, err := range c.journal.Read(ctx, streamName(of.ID), 0) {
		if err != nil {
			return Played{}, err
		}
		var r Record
		switch x.Kind {
		case "register", "late_pair", "sit", "import":
		default:
			continue
		}
		if json.Unmarshal(x.Data, &r) != nil {
			continue
		}
		for _, f := range r.Facts {
			if a, ok := f.Event.(event.Registered); ok {
				if _, known := who[a.Contestant]; !known {
					order = append(order, a.Contestant)
				}
				who[a.Contestant] = a.Persons
			}
		}
	}
	out := Played{Listed: of}
	for _, c := range order {
		out.Persons = append(out.Persons, who[c])
	}
	return out, nil
}
