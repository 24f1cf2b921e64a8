package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// pace is how long a stream lives. A watcher that is sent away comes back by itself and
// goes on where it was, so that phones which have gone do not stay.
type pace struct {
	beat  time.Duration // of a comment, while nothing happens
	idle  time.Duration // without a message
	total time.Duration // whatever happens
	write time.Duration // for one message
}

var usual = pace{15 * time.Second, 5 * time.Minute, 30 * time.Minute, 10 * time.Second}

// streams counts watchers by device.
type streams struct {
	mu  sync.Mutex
	by  map[string]int
	all int
}

func (s *streams) begin(device string, l Limits) (end func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by[device] >= l.Streams || s.all >= l.Watchers {
		return nil, false
	}
	s.by[device]++
	s.all++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.by[device]--; s.by[device] == 0 {
			delete(s.by, device)
		}
		s.all--
	}, true
}

// heard is a message or the end of a watch.
type heard struct {
	club.Message
	err error
}

// watch sends what changes in an event, as server-sent events, to who may know it.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	id := r.PathValue("id")
	from, err := startOf(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	a, err := s.actor(r.Context(), v, id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	end, ok := s.streams.begin(v.device(), s.limits)
	if !ok {
		s.metrics.limited.Add(1)
		s.refuse(w, r, bridge.Errorf(TooMany, "web.too_many_streams", "too many pages of this device, or of all, follow events"))
		return
	}
	defer end()
	// What cannot begin is refused with its status.
	err = s.club.Look(r.Context(), id, func(e *club.Evening) error {
		if from > e.Position() {
			from = -1
		}
		return nil
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.pace.total)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()

	out := &eventWriter{w: w, control: http.NewResponseController(w), patience: s.pace.write}
	if err := out.begin(); err != nil {
		return
	}
	if from < 0 { // the event that it followed was longer: it is another one, or an older state
		from = 0
		out.event("reset", 0, struct{}{})
	}
	err = s.follow(ctx, out, a, id, from, r.URL.Query().Has("table"))
	switch {
	case s.ctx.Err() != nil:
		out.event("end", -1, newProblem(v.Locale, bridge.Errorf(journal.Unavailable, "web.closing", "the server stops: it comes back")))
	case err != nil && out.err == nil && ctx.Err() == nil:
		note(r.Context(), newProblem(v.Locale, err).Key, err)
		out.event("end", -1, newProblem(v.Locale, err))
	}
}

// follow sends messages until ctx ends, nothing happens for long, the other side does
// not take them or the club ends it; if asked for, only of what tables show.
func (s *Server) follow(ctx context.Context, out *eventWriter, a club.Actor, id string, from int64, tables bool) error {
	ctx, cancel := context.WithCancel(ctx)
	messages := make(chan heard)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		for m, err := range s.club.Watch(ctx, a, id, from) {
			select {
			case messages <- heard{m, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	beat, idle := time.NewTicker(s.pace.beat), time.NewTimer(s.pace.idle)
	defer beat.Stop()
	defer idle.Stop()
	for out.err == nil {
		select {
		case m := <-messages:
			if m.err != nil {
				return m.err
			}
			idle.Reset(s.pace.idle)
			if tables {
				m.Changed = slices.DeleteFunc(slices.Clone(m.Changed), func(p club.Part) bool { return !p.AtTables() })
				if len(m.Changed) == 0 {
					continue
				}
			}
			out.event("change", m.Position, m.Message)
			s.metrics.messages.Add(1)
		case <-beat.C:
			out.comment()
		case <-idle.C:
			return nil
		case <-done:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// eventWriter writes server-sent events. After a fault it writes nothing more.
type eventWriter struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
	err      error
}

// begin sends the head. The time-outs of the server are those of an answer; a stream
// has one for each message.
func (e *eventWriter) begin() error {
	h := e.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if err := e.control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	e.w.WriteHeader(http.StatusOK)
	e.write("retry: 2000\n\n")
	return e.err
}

// event sends one; position -1 stands for none.
func (e *eventWriter) event(name string, position int64, data any) {
	b, err := json.Marshal(data)
	if err != nil {
		e.err = err
		return
	}
	id := ""
	if position >= 0 {
		id = fmt.Sprintf("id: %d\n", position)
	}
	e.write(id + "event: " + name + "\ndata: " + string(b) + "\n\n")
}

// comment says that the server is there.
func (e *eventWriter) comment() { e.write(": \n\n") }

func (e *eventWriter) write(text string) {
	if e.err != nil {
		return
	}
	if err := e.control.SetWriteDeadline(time.Now().Add(e.patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		e.err = err
		return
	}
	if _, e.err = e.w.Write([]byte(text)); e.err == nil {
		e.err = e.control.Flush()
	}
}
