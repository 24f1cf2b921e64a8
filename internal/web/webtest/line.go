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
	"slices"
	"strconv"
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
	body []byte // of the last answer
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

// Put sends an entry of a table once, and waits until it is acknowledged as one that
// counts: it stands, or corrects a round that the table has left. What else the server
// says of it is passed over. After an error the line is of no use any more.
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
	status, err := l.read()
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return refusal(status, l.body)
	}
	if !bytes.Contains(l.body, []byte(`"says":"saved"`)) && !bytes.Contains(l.body, []byte(`"says":"asked"`)) {
		return fmt.Errorf("the result does not count: %s", l.body)
	}
	return nil
}

// errHead says that an answer has a head which a line does not understand.
var errHead = errors.New("no head of an answer with its length")

// read reads an answer into the body: its status and its length are all that a line wants
// to know of the head.
func (l *Line) read() (status int, err error) {
	length := -1
	for first := true; ; first = false {
		line, err := l.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if first {
			_, rest, _ := bytes.Cut(line, []byte(" "))
			code, _, _ := bytes.Cut(rest, []byte(" "))
			if status, err = strconv.Atoi(string(code)); err != nil {
				return 0, fmt.Errorf("%w: %q", errHead, line)
			}
			continue
		}
		if len(line) == 0 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(value)); err != nil || length > maxAnswer {
				return 0, fmt.Errorf("%w: %q", errHead, line)
			}
		}
	}
	if length < 0 {
		return 0, errHead
	}
	l.body = slices.Grow(l.body[:0], length)[:length]
	_, err = io.ReadFull(l.in, l.body)
	return status, err
}

// maxAnswer is more than any answer to an entry has.
const maxAnswer = 1 << 20

// readAnswer reads an acknowledgement, or a refusal as an error.
func readAnswer(r *http.Response) (a Answer, err error) {
	b, err := io.ReadAll(r.Body)
	if err = errors.Join(err, r.Body.Close()); err != nil { // the answer broke off: nothing is acknowledged
		return a, err
	}
	switch {
	case r.StatusCode == http.StatusOK:
		return a, json.Unmarshal(b, &a)
	case r.Header.Get("Content-Type") != "application/problem+json":
		return a, noProblem(r.StatusCode, b)
	}
	return a, refusal(r.StatusCode, b)
}

// refusal reads a problem.
func refusal(status int, b []byte) error {
	p := &Refusal{Status: status}
	if err := json.Unmarshal(b, p); err != nil || p.Key == "" {
		return noProblem(status, b)
	}
	return p
}

func noProblem(status int, b []byte) error {
	return &Refusal{Status: -status, Detail: fmt.Sprintf("no problem of RFC 9457: %s", b)}
}
