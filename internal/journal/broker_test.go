package journal_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

// woken reports whether a channel has something to say.
func woken(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestHub(t *testing.T) {
	var h journal.Hub
	h.Wake("nobody")
	h.WakeAll()
	a, stopA := h.Subscribe("a")
	twin, stopTwin := h.Subscribe("a")
	b, stopB := h.Subscribe("b")
	for range 3 {
		h.Wake("a") // nobody listens yet, and it does not wait
	}
	if !woken(a) || woken(a) || !woken(twin) || woken(b) {
		t.Error("three times of growing are one; another stream is none")
	}
	h.WakeAll()
	if !woken(a) || !woken(twin) || !woken(b) {
		t.Error("all should be woken")
	}
	stopA()
	stopA() // twice does no harm
	h.Wake("a")
	h.WakeAll()
	if woken(a) || !woken(twin) || !woken(b) {
		t.Error("who stopped is not woken, who did not is")
	}
	stopTwin()
	stopB()
	h.Wake("a")
	h.WakeAll()
	if woken(twin) || woken(b) {
		t.Error("nobody waits any more")
	}
}

// flaky is a store that cannot be read some times.
type flaky struct {
	*journal.Memory
	faults []error // what the next readings meet; nil: they work
}

func (f *flaky) Read(ctx context.Context, stream string, after int64) iter.Seq2[journal.Entry, error] {
	if len(f.faults) > 0 {
		fault := f.faults[0]
		f.faults = f.faults[1:]
		if fault != nil {
			return func(yield func(journal.Entry, error) bool) { yield(journal.Entry{}, fault) }
		}
	}
	return f.Memory.Read(ctx, stream, after)
}

// TestWatchGoesOn: a store that is gone is tried again, less and less often, and what
// comes then is what had not come.
func TestWatchGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := journal.Unable(journal.ErrGone, nil)
		s := &flaky{Memory: new(journal.Memory), faults: []error{nil, gone, gone, gone, gone, gone, gone, gone, nil, journal.Unable(journal.ErrBusy, nil)}}
		add := func(key string) {
			if _, err := s.Append(t.Context(), "s", journal.Any, journaltest.Draft(key)); err != nil {
				t.Error(err)
			}
		}
		later := func(key string) { time.AfterFunc(time.Second, func() { add(key) }) }
		add("a")
		var pauses []time.Duration
		var got []string
		last := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		for e, err := range journal.Watch(ctx, s, s, "s", 0) {
			if pauses = append(pauses, time.Since(last)); err == nil {
				switch got = append(got, e.Key); len(got) {
				case 1:
					later("b") // then reading fails
				case 2:
					later("c") // and once more, after a success
				default:
					cancel()
				}
			}
			last = time.Now()
		}
		const ms = time.Millisecond
		want := []time.Duration{0, 1000 * ms, 125 * ms, 250 * ms, 500 * ms, 1000 * ms, 2000 * ms, 4000 * ms, 4000 * ms, 1000 * ms, 125 * ms}
		if diff := cmp.Diff(want, pauses); diff != "" {
			t.Errorf("pauses (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"a", "b", "c"}, got); diff != "" {
			t.Errorf("entries (-want +got):\n%s", diff)
		}
	})
}

// TestWatchGivesUp: what waiting does not mend ends it, and so does the caller.
func TestWatchGivesUp(t *testing.T) {
	for name, tc := range map[string]struct {
		fault error
		leave bool // the caller breaks off
		want  int
	}{
		"a fault of the program": {errors.New("broken"), false, 1},
		"it is closed":           {journal.Unable(journal.ErrClosed, nil), false, 1},
		"the caller breaks off":  {journal.Unable(journal.ErrGone, nil), true, 1},
		"it is gone":             {journal.Unable(journal.ErrGone, nil), false, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &flaky{Memory: new(journal.Memory), faults: []error{tc.fault, tc.fault, tc.fault}}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // of the test's own clock
				defer cancel()
				n := 0
				for _, err := range journal.Watch(ctx, s, s, "s", 0) {
					if !errors.Is(err, tc.fault) {
						t.Errorf("got %v", err)
					}
					if n++; tc.leave {
						break
					}
				}
				if n != tc.want {
					t.Errorf("%d faults, want %d", n, tc.want)
				}
			})
		})
	}
}
