package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/skip2/go-qrcode"
)

// Time-outs of a connection. A stream lifts those of reading and writing for itself.
const (
	headTime     = 5 * time.Second
	readTime     = 30 * time.Second // of a whole request: the deals of an event over a slow network
	answerTime   = 60 * time.Second
	restTime     = 2 * time.Minute
	maxHead      = 32 << 10
	shutdownTime = 10 * time.Second
)

// Serve answers what comes in at a listener until ctx ends. Then it takes nothing new,
// tells watchers, finishes what has begun, and returns nil; what takes longer than ten
// seconds is broken off.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: headTime, ReadTimeout: readTime, WriteTimeout: answerTime, IdleTimeout: restTime,
		MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
	}
	if all := Addresses(l); len(all) > 1 {
		s.outside.Store(&all[0])
	}
	s.running.Go(func() { s.club.Solve(s.ctx) })
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		s.stop()
		return err
	case <-ctx.Done():
	}
	s.stop()
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	err := h.Shutdown(rest)
	if err != nil {
		err = errors.Join(err, h.Close())
	}
	if got := <-ended; !errors.Is(got, http.ErrServerClosed) {
		err = errors.Join(err, got)
	}
	return err
}

// Addresses are those by which others reach a listener, the likeliest first, and last
// the one on this machine.
func Addresses(l net.Listener) []string {
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return []string{"http://" + l.Addr().String() + "/"}
	}
	address := func(a netip.Addr) string { return "http://" + netip.AddrPortFrom(a, at.Port()).String() + "/" }
	home := address(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	if !at.Addr().IsUnspecified() {
		return []string{address(at.Addr().Unmap())}
	}
	var found []netip.Addr
	list, err := net.InterfaceAddrs()
	if err != nil {
		return []string{home}
	}
	for _, a := range list {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		if ip := p.Addr().Unmap(); ip.Is4() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast() {
			found = append(found, ip)
		}
	}
	slices.SortFunc(found, func(a, b netip.Addr) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), a.Compare(b)) })
	var out []string
	for _, ip := range found {
		out = append(out, address(ip))
	}
	return append(out, home)
}

// rank is how likely an address is that of the club's own network.
func rank(a netip.Addr) int {
	b := a.As4()
	switch {
	case b[0] == 192 && b[1] == 168:
		return 0
	case b[0] == 10:
		return 1
	case b[0] == 172 && b[1] == 17: // of containers, as a rule
		return 3
	case a.IsPrivate():
		return 2
	}
	return 4
}

// Code is an address as a QR code for a terminal, in half blocks.
func Code(address string) string {
	q, err := qrcode.New(address, qrcode.Low)
	if err != nil {
		return ""
	}
	return strings.TrimRight(q.ToSmallString(false), "\n") + "\n"
}
