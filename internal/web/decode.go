package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
)

// readCommand reads a command from a request.
func readCommand(in *commandIn) (cmd club.Command, why string, err error) {
	if err := checkKey(in.Key); err != nil {
		return nil, "", err
	}
	if why, err = reason(in.Why); err != nil {
		return nil, "", err
	}
	data := in.RawBody
	if len(data) == 0 {
		data = []byte("{}")
	}
	if !json.Valid(data) || !utf8.Valid(data) {
		return nil, "", bridge.Errorf(bridge.Invalid, "web.json", "the body is no JSON")
	}
	cmd, err = club.Decode(in.Command, data)
	return cmd, why, err
}

// startOf is the position that a watcher goes on from.
func startOf(r *http.Request) (int64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("from")
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return 0, bridge.Errorf(bridge.Invalid, "web.position", "%q is no position: want a number from 0 on", text)
	}
	return int64(n), nil
}

// reason reads the header Why.
func reason(field string) (string, error) {
	why, err := url.PathUnescape(field)
	if err != nil || !utf8.ValidString(why) || len(why) > 2000 {
		return "", bridge.Errorf(bridge.Invalid, "web.why", "the header Why is no percent-encoded text of at most 2000 bytes")
	}
	return oneLine(why), nil
}
