package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report is how the server bore it.
type report struct {
	config

	before, after string        // what else the machine did
	start         time.Duration // from the start of the server to its first page
	played        time.Duration
	took          []time.Duration // to acknowledge an entry, sorted
	memory        int64           // most resident memory of the server, in kB; 0: not known

	lag    []time.Duration // from an acknowledgement to a watcher's message, sorted
	unseen int             // entries that a watcher did not hear of
	busy   float64         // messages a second of the watcher that got them quickest
	most   int             // messages of the watcher that got the most

	bare, ours float64 // entries a second, of writers without pause
}

// watched works out when watchers heard of what was acknowledged.
func (r *report) watched(watchers []*watcher, acks []ack) {
	for _, w := range watchers {
		i := 0
		for _, h := range w.heard {
			for ; i < len(acks) && acks[i].position <= h.position; i++ {
				r.lag = append(r.lag, max(0, h.at-acks[i].at))
			}
		}
		r.unseen += len(acks) - i
		r.busy, r.most = max(r.busy, pace(w.heard)), max(r.most, len(w.heard))
	}
	slices.Sort(r.lag)
}

// pace is how many messages a second came, from the first to the last one.
func pace(heard []ack) float64 {
	if len(heard) < 2 {
		return 0
	}
	return float64(len(heard)-1) / (heard[len(heard)-1].at - heard[0].at).Seconds()
}

// at is what so many of a thousand do not pass.
func at(sorted []time.Duration, thousandths int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)*thousandths/1000, len(sorted)-1)]
}

// machine says what the machine does.
func machine() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return fmt.Sprintf("%d processors", runtime.NumCPU())
	}
	load, _, _ := strings.Cut(string(b), " ")
	return fmt.Sprintf("%d processors, load %s", runtime.NumCPU(), load)
}

func (r *report) print(w io.Writer) error {
	engine := "SQLite"
	if r.postgres != "" {
		engine = "PostgreSQL"
	}
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond)) }
	three := func(list []time.Duration) string {
		return fmt.Sprintf("p50 %s, p99 %s, worst %s", ms(at(list, 500)), ms(at(list, 990)), ms(at(list, 1000)))
	}
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("machine", "%s before, %s after", r.before, r.after)
	line("engine", "%s", engine)
	line("start", "first page after %s", ms(r.start))
	line("evening", "%d tables, an entry of each every %v, %d watchers, %v", r.tables, r.every, r.watchers, r.played.Round(time.Second))
	line("entries", "%d acknowledged, %s", len(r.took), three(r.took))
	if r.watchers > 0 {
		line("watchers", "%s behind the acknowledgement; %d never told; %.2f messages a second at most", three(r.lag), r.unseen, r.busy)
	}
	if r.memory > 0 {
		line("memory", "%d MB resident at most", r.memory/1024)
	}
	if r.writers > 0 {
		line("no pause", "%d writers: %.0f entries a second, bare inserts %.0f, ratio %.2f", r.writers, r.ours, r.bare, r.ours/r.bare)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
