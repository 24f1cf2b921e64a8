package webtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// Line is one connection to a server, which stays open: a device that costs this
// machine as little as it can, where the machine is measured. It sends one entry after
// the other.
type Line struct {
	conn net.Conn
	host string
	in   *bufio.Reader
	out  bytes.Buffer
}

// Dial opens a line to a server on this machine.
func Dial(ctx context.Context, url string) (*Line, error) {
	host := strings.TrimPrefix(url, "http://")
	if err := Loopback(host); err != nil {
		return nil, err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	return &Line{conn: conn, host: host, in: bufio.NewReader(conn)}, nil
}

// Close ends it.
func (l *Line) Close() error { return l.conn.Close() }

// Put sends an entry of a table once, and waits until it is acknowledged; what else the
// server says of it is passed over. After an error the line is of no use any more.
func (l *Line) Put(t *Table, e Entry) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	l.out.Reset()
	fmt.Fprintf(&l.out, "PUT /api/results/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", e.ID, l.host, t.Token, len(b))
	l.out.Write(b)
	if _, err := l.conn.Write(l.out.Bytes()); err != nil {
		return err
	}
	r, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK {
		_, err := readAnswer(r)
		return err
	}
	_, err = io.Copy(io.Discard, r.Body)
	return errors.Join(err, r.Body.Close())
}

// readAnswer reads an acknowledgement, or a refusal as an error.
func readAnswer(r *http.Response) (a Answer, err error) {
	b, err := io.ReadAll(r.Body)
	if err = errors.Join(err, r.Body.Close()); err != nil { // the answer broke off: nothing is acknowledged
		return a, err
	}
	if r.StatusCode != http.StatusOK {
		p := &Refusal{Status: r.StatusCode}
		if err := json.Unmarshal(b, p); err != nil || p.Key == "" || r.Header.Get("Content-Type") != "application/problem+json" {
			return a, &Refusal{Status: -r.StatusCode, Detail: fmt.Sprintf("no problem of RFC 9457: %s", b)}
		}
		return a, p
	}
	return a, json.Unmarshal(b, &a)
}
