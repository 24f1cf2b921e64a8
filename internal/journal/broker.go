package journal

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"
)

// Hub is a [Broker] within one process. The zero Hub is ready.
type Hub struct {
	mu      sync.Mutex
	waiting map[string]map[chan struct{}]bool // by stream
}

// Subscribe implements [Broker].
func (h *Hub) Subscribe(stream string) (wake <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == nil {
		h.waiting = map[string]map[chan struct{}]bool{}
	}
	if h.waiting[stream] == nil {
		h.waiting[stream] = map[chan struct{}]bool{}
	}
	h.waiting[stream][c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting[stream], c)
		if len(h.waiting[stream]) == 0 {
			delete(h.waiting, stream)
		}
	}
}

// Wake tells those who wait for a stream that it has grown. It never waits.
func (h *Hub) Wake(stream string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.waiting[stream] {
		nudge(c)
	}
}

// WakeAll tells everybody that their stream may have grown.
func (h *Hub) WakeAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, list := range h.waiting {
		for c := range list {
			nudge(c)
		}
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it has been told already
	}
}

// Watch gives the entries of a stream behind position after, and goes on with those
// that are written from then on, each once and in order, until ctx ends or the caller
// breaks off.
//
// Where the store cannot be read it gives the error with a zero entry. If the caller
// goes on, and the store is [ErrGone] or [ErrBusy], Watch tries again, after a moment that
// grows to four seconds; other errors end it.
func Watch(ctx context.Context, s Store, b Broker, stream string, after int64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		wake, stop := b.Subscribe(stream) // before the first reading, or what is written between would be missed
		defer stop()
		const first, most = 125 * time.Millisecond, 4 * time.Second
		pause := first
		for {
			var fault error
			for e, err := range s.Read(ctx, stream, after) {
				if err != nil {
					fault = err
					break
				}
				after, pause = e.Position, first
				if !yield(e, nil) {
					return
				}
			}
			if ctx.Err() != nil {
				return
			}
			if fault == nil {
				select {
				case <-wake:
				case <-ctx.Done():
					return
				}
				continue
			}
			if !yield(Entry{}, fault) || !again(fault) {
				return
			}
			select {
			case <-time.After(pause):
				pause = min(2*pause, most)
			case <-ctx.Done():
				return
			}
		}
	}
}

// again reports whether it is worth while to try once more.
func again(err error) bool {
	return errors.Is(err, ErrGone) || errors.Is(err, ErrBusy)
}
