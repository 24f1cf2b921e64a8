package journal

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Memory is an engine that forgets when it is closed. The zero Memory is empty and
// ready.
type Memory struct {
	Hub

	mu      sync.RWMutex
	closed  bool
	streams map[string]*memoryStream
	docs    map[[2]string]Doc // by table and key
}

type memoryStream struct {
	entries []Entry
	byKey   map[string]int // place in entries
}

var _ Journal = (*Memory)(nil)

// copied gives an entry whose data is the caller's.
func (e Entry) copied() Entry {
	e.Data = bytes.Clone(e.Data)
	return e
}

// open refuses what is asked of a closed journal or for a context that has ended. It
// is called with the lock held.
func (m *Memory) open(ctx context.Context) error {
	if m.closed {
		return Unable(ErrClosed, nil)
	}
	return ctx.Err()
}

// Append implements [Store].
func (m *Memory) Append(ctx context.Context, stream string, base int64, drafts ...Draft) ([]int64, error) {
	drafts, err := Check(stream, base, drafts)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	s := m.streams[stream]
	if s == nil {
		s = &memoryStream{byKey: map[string]int{}}
	}
	last := int64(len(s.entries))
	at, fresh, err := Place(stream, base, last, drafts, func(key string) (Entry, bool) {
		i, ok := s.byKey[key]
		if !ok {
			return Entry{}, false
		}
		return s.entries[i], true
	})
	if err != nil || len(fresh) == 0 {
		return at, err
	}
	var before Hash
	if last > 0 {
		before = s.entries[last-1].Hash
	}
	for _, e := range Link(stream, last, before, fresh) {
		s.byKey[e.Key] = len(s.entries)
		s.entries = append(s.entries, e)
	}
	if m.streams == nil {
		m.streams = map[string]*memoryStream{}
	}
	m.streams[stream] = s
	m.Wake(stream)
	return at, nil
}

// Read implements [Store].
func (m *Memory) Read(ctx context.Context, stream string, after int64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for next := max(after, 0); ; next++ {
			m.mu.RLock()
			err := m.open(ctx)
			var e Entry
			s := m.streams[stream]
			ok := err == nil && s != nil && next < int64(len(s.entries))
			if ok {
				e = s.entries[next].copied()
			}
			m.mu.RUnlock()
			if err != nil {
				yield(Entry{}, err)
			}
			if !ok || !yield(e, nil) {
				return
			}
		}
	}
}

// Find implements [Store].
func (m *Memory) Find(ctx context.Context, stream, key string) (Entry, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.open(ctx); err != nil {
		return Entry{}, err
	}
	if s := m.streams[stream]; s != nil {
		if i, ok := s.byKey[key]; ok {
			return s.entries[i].copied(), nil
		}
	}
	return Entry{}, Absent(stream, key)
}

// Last implements [Store].
func (m *Memory) Last(ctx context.Context, stream string) (int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.open(ctx); err != nil {
		return 0, err
	}
	if s := m.streams[stream]; s != nil {
		return int64(len(s.entries)), nil
	}
	return 0, nil
}

// Streams implements [Store].
func (m *Memory) Streams(ctx context.Context, prefix string) ([]Stream, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	var list []Stream
	for _, name := range slices.Sorted(maps.Keys(m.streams)) {
		if strings.HasPrefix(name, prefix) {
			e := m.streams[name].entries
			list = append(list, Stream{name, int64(len(e)), e[len(e)-1].Hash})
		}
	}
	return list, nil
}

// Get implements [Docs].
func (m *Memory) Get(ctx context.Context, table, key string) (Doc, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.open(ctx); err != nil {
		return Doc{}, err
	}
	d, ok := m.docs[[2]string{table, key}]
	if !ok {
		return Doc{}, Absent(table, key)
	}
	d.Data = bytes.Clone(d.Data)
	return d, nil
}

// Put implements [Docs].
func (m *Memory) Put(ctx context.Context, base int64, d Doc) (int64, error) {
	d, err := CheckDoc(base, d)
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(ctx); err != nil {
		return 0, err
	}
	id := [2]string{d.Table, d.Key}
	d.Revision = m.docs[id].Revision
	if base != Any && base != d.Revision {
		return 0, Stale(d, base)
	}
	d.Revision++
	if m.docs == nil {
		m.docs = map[[2]string]Doc{}
	}
	m.docs[id] = d
	return d.Revision, nil
}

// Delete implements [Docs].
func (m *Memory) Delete(ctx context.Context, table, key string, revision int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(ctx); err != nil {
		return err
	}
	id := [2]string{table, key}
	d, ok := m.docs[id]
	switch {
	case !ok:
		return Absent(table, key)
	case revision != Any && revision != d.Revision:
		return Stale(d, revision)
	}
	delete(m.docs, id)
	return nil
}

// List implements [Docs].
func (m *Memory) List(ctx context.Context, table, owner string) ([]Doc, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.open(ctx); err != nil {
		return nil, err
	}
	var list []Doc
	for id, d := range m.docs {
		if id[0] == table && (owner == "" || owner == d.Owner) {
			d.Data = bytes.Clone(d.Data)
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b Doc) int { return cmp.Compare(a.Key, b.Key) })
	return list, nil
}

// Sweep implements [Docs].
func (m *Memory) Sweep(ctx context.Context, table string, now time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(ctx); err != nil {
		return 0, err
	}
	before := len(m.docs)
	maps.DeleteFunc(m.docs, func(id [2]string, d Doc) bool {
		return id[0] == table && !d.Expires.IsZero() && !d.Expires.After(Moment(now))
	})
	return before - len(m.docs), nil
}

// Scrub implements [Docs].
func (m *Memory) Scrub(ctx context.Context) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.open(ctx)
}

// Close implements [Store]. Those who watch are woken, and learn that it is closed.
func (m *Memory) Close() error {
	m.mu.Lock()
	m.closed, m.streams, m.docs = true, nil, nil
	m.mu.Unlock()
	m.WakeAll()
	return nil
}
