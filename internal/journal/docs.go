package journal

import (
	"bytes"
	"context"
	"time"

	"github.com/overtrick/overtrick/bridge"
)

// Docs keeps what lives beside the log and may change or go: names, users, the tokens
// of tables, sessions, settings. A table is a name, no more; a doc is what a table
// holds under a key.
type Docs interface {
	// Get gives a doc, an error of code [bridge.NotFound] if there is none. One that
	// has expired is there until [Docs.Sweep] takes it away.
	Get(ctx context.Context, table, key string) (Doc, error)

	// Put writes a doc that has revision base now, and gives its new revision; base 0
	// means that there must be none yet, [Any] writes over whatever is there. Otherwise
	// it is [Moved], and nothing is written.
	Put(ctx context.Context, base int64, d Doc) (revision int64, err error)

	// Delete takes away a doc that has this revision, or [Any]. If it is not there that
	// is an error of code [bridge.NotFound], so of several who take one thing only one
	// gets it.
	Delete(ctx context.Context, table, key string, revision int64) error

	// List gives the docs of a table that belong to owner, all of them if it is empty,
	// in the order of the bytes of their keys.
	List(ctx context.Context, table, owner string) ([]Doc, error)

	// Sweep takes away the docs of a table that expired at or before now, and says how
	// many those were.
	Sweep(ctx context.Context, table string, now time.Time) (int, error)

	// Scrub makes what was deleted or written over unreadable for those who look into
	// the file itself, as far as the engine can: SQLite does, while nobody reads an
	// older state; PostgreSQL does it in its own time.
	Scrub(ctx context.Context) error
}

// Doc is something that may change.
type Doc struct {
	Table, Key string
	Owner      string    // whom or what it belongs to; may be empty
	Revision   int64     // 1 when it is new, and one more with each change; Put does not read it
	Expires    time.Time // when it may be swept away; zero for never
	Data       []byte    // UTF-8 text
}

// CheckDoc refuses a doc that no table takes, and gives a copy of it as it will be
// kept. Engines call it first.
func CheckDoc(base int64, d Doc) (Doc, error) {
	if err := CheckKey(d.Table, d.Key); err != nil {
		return Doc{}, err
	}
	if base < Any {
		return Doc{}, bridge.Errorf(bridge.Invalid, "journal.base", "base %d: a position is 0 or more", base)
	}
	if d.Owner != "" {
		if err := checkName(d.Owner); err != nil {
			return Doc{}, err
		}
	}
	if err := checkData(d.Key, d.Data); err != nil {
		return Doc{}, err
	}
	if !d.Expires.IsZero() {
		d.Expires = Moment(d.Expires)
	}
	d.Data = bytes.Clone(d.Data)
	return d, nil
}

// CheckKey refuses what is no table or no key. Engines call it.
func CheckKey(table, key string) error {
	if err := checkName(table); err != nil {
		return err
	}
	return checkName(key)
}

// Stale makes the conflict of a doc that has another revision than the caller
// believed. Engines call it.
func Stale(d Doc, base int64) error {
	return Refuse(&Moved{d.Table + "/" + d.Key, base, d.Revision})
}
