package journal

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/overtrick/overtrick/bridge"
)

// Hash is a SHA-256.
type Hash [sha256.Size]byte

// String gives it in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String writes.
func ParseHash(s string) (Hash, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(Hash{}) {
		return Hash{}, bridge.Errorf(bridge.Invalid, "journal.hash", "hash %q: want %d hexadecimal digits", s, 2*len(Hash{}))
	}
	return Hash(b), nil
}

// Chain gives the hash of an entry that follows one with the hash before; the first
// of a stream follows the zero hash. What goes in, each with its length in front as
// eight bytes, big end first: the hash before, the stream, the position, the key, the
// microseconds since 1970, the kind, the data.
func Chain(before Hash, e Entry) Hash {
	h := sha256.New()
	part := func(b []byte) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	number := func(n int64) { part(binary.BigEndian.AppendUint64(nil, uint64(n))) }
	part(before[:])
	part([]byte(e.Stream))
	number(e.Position)
	part([]byte(e.Key))
	number(e.At.UnixMicro())
	part([]byte(e.Kind))
	part(e.Data)
	return Hash(h.Sum(nil))
}

// Link makes the entries that follow one at position last with the hash before.
// Engines call it.
func Link(stream string, last int64, before Hash, fresh []Draft) []Entry {
	list := make([]Entry, len(fresh))
	for i, d := range fresh {
		e := Entry{Stream: stream, Position: last + int64(i) + 1, Draft: d}
		e.Hash = Chain(before, e)
		before = e.Hash
		list[i] = e
	}
	return list
}

// Finding is a fault of a stream that [Verify] found.
type Finding struct {
	Stream   string
	Position int64
	Err      *bridge.Error
}

// Verify reads the whole log and gives what is wrong with it: a position that is
// missing, an entry that was changed, an end that was cut off. Of each stream it
// gives the first fault, since nothing behind it can be trusted. A log in order has
// no findings; err says that it could not be read to the end.
func Verify(ctx context.Context, s Store) (findings []Finding, err error) {
	streams, err := s.Streams(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, stream := range streams {
		f, err := verify(ctx, s, stream)
		if err != nil {
			return findings, err
		}
		if f != nil {
			f.Err.At = stream.Name
			findings = append(findings, *f)
		}
	}
	return findings, nil
}

func verify(ctx context.Context, s Store, stream Stream) (*Finding, error) {
	last, hash := int64(0), Hash{}
	for e, err := range s.Read(ctx, stream.Name, 0) {
		if err != nil {
			return nil, err
		}
		switch {
		case e.Position != last+1:
			return &Finding{stream.Name, last + 1, bridge.Errorf(bridge.Invalid, "journal.gap", "position %d follows %d", e.Position, last)}, nil
		case e.Hash != Chain(hash, e):
			return &Finding{stream.Name, e.Position, bridge.Errorf(bridge.Invalid, "journal.changed", "position %d is not as it was written, or what is before it", e.Position)}, nil
		}
		last, hash = e.Position, e.Hash
		if last == stream.Last {
			break // it may have grown since the list was made
		}
	}
	if last != stream.Last || hash != stream.Hash {
		return &Finding{stream.Name, last, bridge.Errorf(bridge.Invalid, "journal.cut", "it ends at position %d, and should end at %d", last, stream.Last)}, nil
	}
	return nil, nil //nolint:nilnil // nothing is wrong
}
