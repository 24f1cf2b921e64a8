package club

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/journal"
)

// Matter is a fact of the club itself, about a user or a person: what was done, by whom
// and when. It holds no name, so nothing in it has to be forgotten.
type Matter struct {
	Do string    `json:"do"`
	At time.Time `json:"-"`            // when the server took it
	By string    `json:"by,omitempty"` // id of the user who did it; empty: the link that sets a club up

	// About a user: the id, and what the user may do from then on.
	User     string   `json:"user,omitempty"`
	Owner    bool     `json:"owner,omitempty"`
	Director bool     `json:"director,omitempty"`
	Events   []string `json:"events,omitempty"`
	Password bool     `json:"password,omitempty"` // it was changed

	Person event.PersonID `json:"person,omitempty"`
}

// What is done in a club.
const (
	UserMade        = "user_made"
	UserChanged     = "user_changed"
	UserRemoved     = "user_removed"
	PersonCorrected = "person_corrected"
	PersonHidden    = "person_hidden"
	PersonShown     = "person_shown" // hidden no more
	PersonErased    = "person_erased"
)

// clubStream is the journal's name of the club's own stream.
const clubStream = "club"

// note writes a matter into the log. What is noted under the key already stays.
func (c *Club) note(ctx context.Context, key string, m Matter) error {
	data, err := json.Marshal(m)
	if err != nil {
		return bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	_, err = c.journal.Append(ctx, clubStream, journal.Any, journal.Draft{Key: key, At: time.Now(), Kind: m.Do, Data: data})
	if _, noted := errors.AsType[*journal.KeyTaken](err); noted {
		return nil
	}
	return err
}

// Matters gives what was done in the club, from the first to the last. What this release
// cannot read is an error of code [bridge.Unsupported], behind which it goes on.
func (c *Club) Matters(ctx context.Context) iter.Seq2[Matter, error] {
	return func(yield func(Matter, error) bool) {
		for x, err := range c.journal.Read(ctx, clubStream, 0) {
			var m Matter
			if err == nil {
				m, err = readMatter(x)
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

func readMatter(x journal.Entry) (Matter, error) {
	var m Matter
	err := json.Unmarshal(x.Data, &m)
	if err == nil {
		switch m.Do {
		case UserMade, UserChanged, UserRemoved, PersonCorrected, PersonHidden, PersonShown, PersonErased:
		default:
			err = fmt.Errorf("unknown: %q", m.Do)
		}
	}
	if err != nil {
		return Matter{}, bridge.Errorf(bridge.Unsupported, "club.record", "entry %d is no record of this release: %w", x.Position, err)
	}
	m.At = x.At
	return m, nil
}
