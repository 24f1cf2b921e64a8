package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// watcher follows the event: every fourth one as the device of a table, the others as
// readers with addresses of their own.
type watcher struct {
	*load

	number int
	ready  chan<- error // told once: that it watches, or why not
	heard  []ack        // positions, as they came
}

// follow follows until ctx ends.
func (w *watcher) follow(ctx context.Context) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, w.server.URL()+"/api/events/"+w.evening.ID+"/watch", http.NoBody)
	if err != nil {
		w.ready <- err
		return
	}
	q.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", w.number/250, w.number%250+1))
	if w.number%4 == 0 {
		q.Header.Set("Authorization", "Bearer "+w.evening.Tables[w.number/4%w.tables].Token)
	}
	resp, err := w.client.Do(q)
	if err != nil {
		w.ready <- err
		return
	}
	defer func() { _ = resp.Body.Close() }() // it ends with ctx
	if resp.StatusCode != http.StatusOK {
		w.ready <- fmt.Errorf("a watcher: %s", resp.Status)
		return
	}
	lines := bufio.NewReaderSize(resp.Body, 1<<10)
	told := false
	var long strings.Builder
	for {
		part, more, err := lines.ReadLine()
		if err != nil {
			if !told {
				w.ready <- err
			}
			return
		}
		if long.Len() < 30 {
			long.Write(part)
		}
		if more {
			continue
		}
		if id, ok := strings.CutPrefix(long.String(), "id: "); ok {
			position, err := strconv.ParseInt(id, 10, 64)
			if !told {
				w.ready <- err
				told = true
			} else {
				w.heard = append(w.heard, ack{position, time.Since(w.begun)})
			}
		}
		long.Reset()
	}
}
