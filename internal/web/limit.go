package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limit is how often a device may do something.
type Limit struct {
	Every rate.Limit // a second
	Burst int        // at once
}

// Limits of a server. A zero one is the default that stands behind it.
type Limits struct {
	Requests Limit // of a device: 100 a second, 1,000 at once; a hall may come by one address
	Entries  Limit // of a table or a director: 50 a second, 500 at once: a phone that was away
	Logins   Limit // attempts that fail: 5 a minute
	Joins    Limit // attempts to join with a QR code that fail: 5 a minute
	Streams  int   // watchers of one device at once: 500
	Watchers int   // of all: 10,000
}

func (l Limits) settled() Limits {
	set := func(to *Limit, every rate.Limit, burst int) {
		if to.Burst == 0 {
			*to = Limit{every, burst}
		}
	}
	set(&l.Requests, 100, 1000)
	set(&l.Entries, 50, 500)
	set(&l.Logins, rate.Every(12*time.Second), 5)
	set(&l.Joins, rate.Every(12*time.Second), 5)
	if l.Streams == 0 {
		l.Streams = 500
	}
	if l.Watchers == 0 {
		l.Watchers = 10_000
	}
	return l
}

// limiter counts what devices do.
type limiter struct {
	limit Limit
	mu    sync.Mutex
	by    map[string]*bucket
}

type bucket struct {
	*rate.Limiter
	used time.Time
	turn chan struct{} // of attempts: held by the one that is made
}

// Limits of what a limiter remembers.
const (
	maxDevices = 50_000
	forgetting = 10 * time.Minute
)

func newLimiter(l Limit) *limiter { return &limiter{limit: l, by: map[string]*bucket{}} }

// of gives the bucket of a device, to who has the lock.
func (l *limiter) of(device string, now time.Time) *bucket {
	b := l.by[device]
	if b == nil {
		if len(l.by) >= maxDevices {
			l.forget(now)
		}
		b = &bucket{Limiter: rate.NewLimiter(l.limit.Every, l.limit.Burst), turn: make(chan struct{}, 1)}
		l.by[device] = b
	}
	b.used = now
	return b
}

// forget drops the devices that were not seen for some time, and any others until
// there is room for a while, so that it is not done for each new one.
func (l *limiter) forget(now time.Time) {
	for device, b := range l.by {
		if now.Sub(b.used) > forgetting {
			delete(l.by, device)
		}
	}
	for device := range l.by {
		if len(l.by) < maxDevices*9/10 {
			return
		}
		delete(l.by, device)
	}
}

// allow takes one, if there is one left.
func (l *limiter) allow(device string) bool {
	now := time.Now()
	l.mu.Lock()
	b := l.of(device, now)
	l.mu.Unlock()
	return b.AllowN(now, 1)
}

// try begins an attempt, if there is one left, which done ends. Of attempts only those
// count that fail, so a device makes one after the other: else as many could begin at
// once as somebody likes, before the first has failed.
func (l *limiter) try(ctx context.Context, device string) (done func(failed bool), err error) {
	l.mu.Lock()
	b := l.of(device, time.Now())
	l.mu.Unlock()
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if b.Tokens() < 1 {
		<-b.turn
		return nil, tooMany()
	}
	return func(failed bool) {
		if failed {
			b.Allow()
		}
		<-b.turn
	}, nil
}

// deviceOf is where a request comes from: an address, of IPv6 the network, because one
// device has many addresses there. Behind a proxy it is what the proxy says.
func (s *Server) deviceOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.options.Proxy {
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(list[len(list)-1]); last != "" {
			host = last
		}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

func deviceKey(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// isLocal says that a request comes from this machine, through no proxy and by no
// name that another site could have taken.
func isLocal(r *http.Request) bool {
	for _, field := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip"} {
		if r.Header.Get(field) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	from, err := netip.ParseAddr(host)
	if err != nil || !from.Unmap().IsLoopback() {
		return false
	}
	return isLoopback(r.Host)
}

// isLoopback says that a host is this machine's name for itself.
func isLoopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if host == "localhost" {
		return true
	}
	at, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && at.IsLoopback()
}
