package web

import (
	"context"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAddresses: a listener on one address has that one; one on all has those of the
// local network, and last the one on this machine.
func TestAddresses(t *testing.T) {
	for at, wildcard := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true, "[::]:0": true, "[::1]:0": false} {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", at)
		if err != nil {
			t.Logf("%s: %v", at, err) // a machine without IPv6
			continue
		}
		t.Cleanup(func() { _ = l.Close() })
		list := Addresses(l)
		_, port, err := net.SplitHostPort(l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if wildcard && list[len(list)-1] != "http://127.0.0.1:"+port+"/" || !wildcard && !slices.Equal(list, []string{"http://" + l.Addr().String() + "/"}) {
			t.Errorf("%s: %v", at, list)
		}
	}
	var order []netip.Addr
	for _, a := range []string{"172.17.0.1", "203.0.113.4", "172.16.3.4", "10.1.2.3", "192.168.0.7"} {
		order = append(order, netip.MustParseAddr(a))
	}
	slices.SortStableFunc(order, func(a, b netip.Addr) int { return rank(a) - rank(b) })
	if order[0].String() != "192.168.0.7" || order[1].String() != "10.1.2.3" || order[4].String() != "203.0.113.4" {
		t.Errorf("%v", order)
	}
}

// TestCode: the code is a square with a margin, as wide as a terminal has room for.
func TestCode(t *testing.T) {
	code := Code("http://192.168.100.200:8080/")
	lines := strings.Split(strings.TrimSuffix(code, "\n"), "\n")
	for _, l := range lines {
		if n := len([]rune(l)); n != len([]rune(lines[0])) || n > 60 || strings.Trim(l, "█▀▄ ") != "" {
			t.Errorf("%d columns: %q", n, l)
		}
	}
	if n := len(lines); n < 15 || 2*n < len([]rune(lines[0])) {
		t.Errorf("%d lines", n)
	}
}

// TestServeHangs: a connection that never sends the head of its request is let go.
func TestServeHangs(t *testing.T) {
	r := begin(t)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(ctx, l) }()
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(headTime + 5*time.Second))
	began := time.Now()
	answer, err := io.ReadAll(c)
	if err != nil || time.Since(began) > headTime+3*time.Second {
		t.Errorf("after %v: %q, %v", time.Since(began), answer, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
