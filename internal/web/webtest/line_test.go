package webtest

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
)

// TestLine: a line takes an answer for what it is, and none for one that it is not.
func TestLine(t *testing.T) {
	const problem = `{"code":"conflict","key":"club.key_taken","detail":"one key, one command"}`
	for name, tc := range map[string]struct{ answer, want string }{
		"saved":          {"HTTP/1.1 200 OK\r\nContent-Length: 16\r\nX-Other: 1\r\n\r\n" + `{"says":"saved"}`, ""},
		"asked":          {"HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n" + `{"says":"asked"}`, ""},
		"proposed":       {"HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n" + `{"says":"proposed"}`, `the result does not count: {"says":"proposed"}`},
		"refused":        {"HTTP/1.1 409 Conflict\r\nContent-Length: 74\r\n\r\n" + problem, "409, conflict, club.key_taken: one key, one command"},
		"no problem":     {"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\noops", "-502, , : no problem of RFC 9457: oops"},
		"without length": {"HTTP/1.1 200 OK\r\n\r\n{}", errHead.Error()},
		"no length":      {"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}", errHead.Error() + `: "Content-Length: many"`},
		"too long":       {"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n{}", errHead.Error() + `: "Content-Length: 9999999"`},
		"no answer":      {"hello\r\n", errHead.Error() + `: "hello"`},
		"broken off":     {"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}", io.ErrUnexpectedEOF.Error()},
		"nothing":        {"", io.EOF.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			here, there := net.Pipe()
			go func() { _, _ = io.Copy(io.Discard, there) }()
			l := &Line{conn: here, host: "x", in: bufio.NewReader(strings.NewReader(tc.answer))}
			err := l.Put(&Table{Token: "t"}, Entry{ID: "an-entry"})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			if err := errors.Join(l.Close(), there.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}
