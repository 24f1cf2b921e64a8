package web

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
)

// metrics are what /metrics says, in the text format of Prometheus.
type metrics struct {
	began    time.Time
	inFlight atomic.Int64
	messages atomic.Int64 // to watchers
	limited  atomic.Int64 // requests that came too often
	wrong    atomic.Int64 // passwords

	mu       sync.Mutex
	requests map[requestKey]int64
	took     map[string]*histogram // by route
	commands map[commandKey]int64
}

type requestKey struct {
	route  string
	status int
}

type commandKey struct{ name, says string }

// bounds of the histogram of times, in milliseconds.
var bounds = []int64{1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10000}

type histogram struct {
	counts []int64 // up to each bound, and above all
	sum    time.Duration
}

func newMetrics() *metrics {
	return &metrics{began: time.Now(), requests: map[requestKey]int64{}, took: map[string]*histogram{}, commands: map[commandKey]int64{}}
}

// count counts a request. The time of a stream says nothing.
func (m *metrics) count(route string, status int, took time.Duration) {
	if status == 0 {
		status = 499 // who asked has gone
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[requestKey{route, status}]++
	h := m.took[route]
	if h == nil {
		h = &histogram{counts: make([]int64, len(bounds)+1)}
		m.took[route] = h
	}
	i, _ := slices.BinarySearch(bounds, (took + time.Millisecond - 1).Milliseconds())
	h.counts[i]++
	h.sum += took
}

// said counts what became of a command.
func (m *metrics) said(name string, says club.Outcome, err error) {
	outcome := string(says)
	if err != nil {
		outcome = string(bridge.CodeOf(err))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.commands[commandKey{name, cmp.Or(outcome, "ended")}]++
}

// showMetrics answers /metrics.
func (s *Server) showMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	b := new(bytes.Buffer)
	defer func() { _, _ = w.Write(b.Bytes()) }() // nobody is left to be told
	m := s.metrics
	one := func(name, kind, help string, value int64) {
		fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", name, help, name, kind, name, value)
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	s.streams.mu.Lock()
	watchers := s.streams.all
	s.streams.mu.Unlock()
	one("overtrick_start_time_seconds", "gauge", "when the server began, in seconds since 1970", m.began.Unix())
	one("overtrick_requests_in_flight", "gauge", "requests that are being answered, streams too", m.inFlight.Load())
	one("overtrick_watchers", "gauge", "streams that are open", int64(watchers))
	one("overtrick_watch_messages_total", "counter", "messages to watchers", m.messages.Load())
	one("overtrick_limited_total", "counter", "requests refused because they came too often", m.limited.Load())
	one("overtrick_wrong_passwords_total", "counter", "attempts to log in that failed", m.wrong.Load())
	one("go_goroutines", "gauge", "goroutines", int64(runtime.NumGoroutine()))
	one("go_memstats_heap_alloc_bytes", "gauge", "bytes of the heap in use", int64(mem.HeapAlloc))
	one("go_memstats_sys_bytes", "gauge", "bytes taken from the system", int64(mem.Sys))

	m.mu.Lock()
	defer m.mu.Unlock()
	head := func(name, kind, help string) { fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	head("overtrick_requests_total", "counter", "requests by route and status")
	for _, k := range slices.SortedFunc(maps.Keys(m.requests), func(x, y requestKey) int {
		return cmp.Or(cmp.Compare(x.route, y.route), cmp.Compare(x.status, y.status))
	}) {
		fmt.Fprintf(b, "overtrick_requests_total{route=%q,status=\"%d\"} %d\n", k.route, k.status, m.requests[k])
	}
	head("overtrick_commands_total", "counter", "commands by what became of them")
	for _, k := range slices.SortedFunc(maps.Keys(m.commands), func(x, y commandKey) int {
		return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.says, y.says))
	}) {
		fmt.Fprintf(b, "overtrick_commands_total{command=%q,says=%q} %d\n", k.name, k.says, m.commands[k])
	}
	head("overtrick_request_seconds", "histogram", "time to answer, by route")
	for _, route := range slices.Sorted(maps.Keys(m.took)) {
		h, sum := m.took[route], int64(0)
		for i, n := range h.counts {
			sum += n
			le := "+Inf"
			if i < len(bounds) {
				le = strconv.FormatFloat(float64(bounds[i])/1000, 'g', -1, 64)
			}
			fmt.Fprintf(b, "overtrick_request_seconds_bucket{route=%q,le=%q} %d\n", route, le, sum)
		}
		fmt.Fprintf(b, "overtrick_request_seconds_sum{route=%q} %s\n", route, strconv.FormatFloat(h.sum.Seconds(), 'g', -1, 64))
		fmt.Fprintf(b, "overtrick_request_seconds_count{route=%q} %d\n", route, sum)
	}
}
