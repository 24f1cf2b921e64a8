package journal

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
)

// Journal is all that a server keeps. An engine is one.
type Journal interface {
	Store
	Docs
	Broker
}

// Store keeps streams of entries.
type Store interface {
	// Append writes drafts at the end of a stream, behind position base, and gives
	// the position of each. All of them are durable when it returns, or none is.
	//
	// A draft whose key the stream holds already is not written again: its position
	// is that of the first time. If its kind or data differ, that is [KeyTaken], and
	// nothing is written. Drafts that are there already ask for no base; for the
	// others a stream that does not end at base is [Moved], and nothing is written.
	// [Any] fits every stream.
	//
	// When ctx ends before the answer is there, the drafts may be written or not.
	Append(ctx context.Context, stream string, base int64, drafts ...Draft) ([]int64, error)

	// Read gives the entries of a stream behind position after, in order, up to the
	// last one that was there when it came to the end. It holds nothing open while
	// the caller looks at an entry. An error is the last thing it gives. A stream
	// that nobody wrote to is empty.
	Read(ctx context.Context, stream string, after int64) iter.Seq2[Entry, error]

	// Find gives the entry with this key, an error of code [bridge.NotFound] if the
	// stream has none.
	Find(ctx context.Context, stream, key string) (Entry, error)

	// Last gives the position of the last entry, 0 for an empty stream.
	Last(ctx context.Context, stream string) (int64, error)

	// Streams lists the streams whose names begin with prefix, in the order of the
	// bytes of their names.
	Streams(ctx context.Context, prefix string) ([]Stream, error)

	// Close waits for what is being written and lets go of everything. Whatever is
	// called after it is refused as [ErrClosed].
	Close() error
}

// Any as a base of [Store.Append] or [Docs.Put]: wherever the stream ends, whatever
// the revision is.
const Any int64 = -1

// Draft is an entry before it is written.
type Draft struct {
	Key  string    // made by who writes, the same when it is sent again; unique in the stream
	At   time.Time // when the server took it; a note, the order is that of positions
	Kind string    // what it is, for those who look without reading it; may be empty
	Data []byte    // UTF-8 text, for example the JSON of a fact
}

// Entry is a line of the log.
type Entry struct {
	Stream   string
	Position int64 // 1, 2, 3 ... in the stream
	Draft
	Hash Hash // over this entry and the hash of the one before
}

// Stream is a stream as a whole.
type Stream struct {
	Name string
	Last int64 // position of its last entry
	Hash Hash  // of its last entry
}

// Limits of what a journal takes.
const (
	MaxName   = 200     // bytes of the name of a stream, a key, a kind, a table or an owner
	MaxData   = 4 << 20 // bytes of the data of an entry or a doc
	MaxDrafts = 10_000  // drafts of one append
)

// Broker wakes those who wait for a stream to grow.
type Broker interface {
	// Subscribe gives a channel that receives when the stream has grown, or may have;
	// several times of growing may be one. It has room for one value, so a slow
	// reader misses none. stop ends it.
	Subscribe(stream string) (wake <-chan struct{}, stop func())
}

// Unavailable is the code of what the journal cannot do now and may be able to do
// later: the disk is full, the database is gone.
const Unavailable bridge.Code = "unavailable"

// What can be in the way. errors.Is finds them in an error of code [Unavailable];
// [ErrInUse], [ErrReadOnly], [ErrDamaged] and [ErrForeign] are of code [bridge.Unsupported] and
// [ErrLocked] of code [bridge.Forbidden], because waiting does not help.
var (
	ErrFull     = errors.New("the disk is full")                  // nothing was written
	ErrBusy     = errors.New("another program holds the lock")    // for longer than we wait; nothing was written
	ErrGone     = errors.New("the database does not answer")      // an append may be written or not
	ErrClosed   = errors.New("the journal is closed")             // the server is stopping
	ErrInUse    = errors.New("another server runs on the file")   // only one may write
	ErrReadOnly = errors.New("the journal is open for reading")   // or the file is
	ErrDamaged  = errors.New("the file is damaged")               // or no database at all
	ErrForeign  = errors.New("the journal is of another release") // or the file belongs to another program
	ErrLocked   = errors.New("the database lets nobody in")       // of this name, with this password
)

// Moved is the cause of the conflict that a stream, or a doc, has gone on since the
// caller read it.
type Moved struct {
	Name string // of the stream; of the doc, table/key
	Base int64  // where the caller believed it to be
	Last int64  // where it is
}

// Error implements error.
func (m *Moved) Error() string { return m.refusal().Msg }

func (m *Moved) refusal() *bridge.Error {
	return bridge.Errorf(bridge.Conflict, "journal.moved", "%s is at %d by now, not at %d: read what is new and try again", m.Name, m.Last, m.Base)
}

// KeyTaken is the cause of the conflict that a stream holds something else under the
// key of a draft.
type KeyTaken struct {
	Stream, Key string
	Position    int64 // of what it holds; 0 if two drafts of one append had the key
}

// Error implements error.
func (k *KeyTaken) Error() string { return k.refusal().Msg }

func (k *KeyTaken) refusal() *bridge.Error {
	return bridge.Errorf(bridge.Conflict, "journal.key_taken", "%s holds something else under the key %q: one key, one content", k.Stream, k.Key)
}

// Refuse makes the error that a [Moved] or a [KeyTaken] is the cause of. Engines
// call it.
func Refuse(cause interface {
	error
	refusal() *bridge.Error
},
) error {
	e := cause.refusal()
	e.Err = cause
	return e
}

// Unable makes the error that one of [ErrFull], [ErrBusy], [ErrGone] and their like is the
// cause of; detail is what the engine says, and may be nil. Engines call it.
func Unable(what, detail error) error {
	if detail == nil {
		detail = what
	}
	var e *bridge.Error
	switch {
	case errors.Is(what, ErrFull):
		e = bridge.Errorf(Unavailable, "journal.full", "the disk is full, nothing was written: %v", detail)
	case errors.Is(what, ErrBusy):
		e = bridge.Errorf(Unavailable, "journal.busy", "another program holds the database, nothing was written: %v", detail)
	case errors.Is(what, ErrGone):
		e = bridge.Errorf(Unavailable, "journal.gone", "the database does not answer: %v", detail)
	case errors.Is(what, ErrClosed):
		e = bridge.Errorf(Unavailable, "journal.closed", "the server is stopping")
	case errors.Is(what, ErrInUse):
		e = bridge.Errorf(bridge.Unsupported, "journal.in_use", "another server runs on this file: %v", detail)
	case errors.Is(what, ErrReadOnly):
		e = bridge.Errorf(bridge.Unsupported, "journal.read_only", "the journal can only be read: %v", detail)
	case errors.Is(what, ErrDamaged):
		e = bridge.Errorf(bridge.Unsupported, "journal.damaged", "the file of the journal is damaged or is none: %v", detail)
	case errors.Is(what, ErrForeign):
		e = bridge.Errorf(bridge.Unsupported, "journal.foreign", "this is no journal that this release can read: %v", detail)
	case errors.Is(what, ErrLocked):
		e = bridge.Errorf(bridge.Forbidden, "journal.locked", "the database does not let us in: %v", detail)
	default:
		e = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", detail)
	}
	e.Err = errors.Join(what, detail)
	return e
}

// Absent makes the error that a stream has no such key, or a table no such doc.
// Engines call it.
func Absent(in, key string) error {
	return bridge.Errorf(bridge.NotFound, "journal.absent", "%s: there is no %q", in, key)
}

// Check refuses drafts that no stream takes, and gives copies of them as they will be
// kept. Engines call it first.
func Check(stream string, base int64, drafts []Draft) ([]Draft, error) {
	if err := checkName(stream); err != nil {
		return nil, err
	}
	if base < Any {
		return nil, bridge.Errorf(bridge.Invalid, "journal.base", "base %d: a position is 0 or more", base)
	}
	if len(drafts) == 0 || len(drafts) > MaxDrafts {
		return nil, bridge.Errorf(bridge.Invalid, "journal.drafts", "%d drafts: from 1 to %d are written at once", len(drafts), MaxDrafts)
	}
	kept := make([]Draft, len(drafts))
	for i, d := range drafts {
		if err := checkName(d.Key); err != nil {
			return nil, err
		}
		if d.Kind != "" {
			if err := checkName(d.Kind); err != nil {
				return nil, err
			}
		}
		if err := checkData(d.Key, d.Data); err != nil {
			return nil, err
		}
		kept[i] = Draft{Key: d.Key, At: Moment(d.At), Kind: d.Kind, Data: bytes.Clone(d.Data)}
	}
	return kept, nil
}

// checkName refuses what is empty, long, or holds a control character or bytes that
// are no text: neither engine has a place for a zero byte.
func checkName(name string) error {
	if name == "" || len(name) > MaxName || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return bridge.Errorf(bridge.Invalid, "journal.name", "name %q: want text of 1 to %d bytes on one line", name, MaxName)
	}
	return nil
}

func checkData(key string, data []byte) error {
	switch {
	case len(data) == 0 || len(data) > MaxData:
		return bridge.Errorf(bridge.Invalid, "journal.size", "%q has %d bytes: want 1 to %d", key, len(data), MaxData)
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return bridge.Errorf(bridge.Invalid, "journal.data", "%q: want UTF-8 text without a zero byte", key)
	}
	return nil
}

// Moment is a time as the journal keeps it: to the microsecond, in UTC.
func Moment(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }

// Place says where the drafts of an append go, in a stream that ends at last: the
// position of each, and which of them are new, in order. found gives what the stream
// holds under a key. Engines call it, so that all of them decide alike.
func Place(stream string, base, last int64, drafts []Draft, found func(key string) (Entry, bool)) (at []int64, fresh []Draft, err error) {
	at = make([]int64, len(drafts))
	first := map[string]int{} // where in drafts a new key stands
	for i, d := range drafts {
		if old, ok := found(d.Key); ok {
			if !d.same(old.Draft) {
				return nil, nil, Refuse(&KeyTaken{stream, d.Key, old.Position})
			}
			at[i] = old.Position
			continue
		}
		if j, twice := first[d.Key]; twice {
			if !d.same(drafts[j]) {
				return nil, nil, Refuse(&KeyTaken{stream, d.Key, 0})
			}
			at[i] = at[j]
			continue
		}
		first[d.Key] = i
		fresh = append(fresh, d)
		at[i] = last + int64(len(fresh))
	}
	if len(fresh) > 0 && base != Any && base != last {
		return nil, nil, Refuse(&Moved{stream, base, last})
	}
	return at, fresh, nil
}

// same reports whether two drafts say the same; when they were taken does not count.
func (d Draft) same(o Draft) bool { return d.Kind == o.Kind && bytes.Equal(d.Data, o.Data) }
