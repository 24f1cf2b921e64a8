package web

import (
	"context"
	"encoding/json"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

const (
	sessionTable = "session"
	sessionLife  = 7 * 24 * time.Hour
)

// sessionStore keeps sessions beside the log, so that all servers on it know them.
type sessionStore struct{ docs journal.Docs }

var _ scs.CtxStore = sessionStore{}

// FindCtx implements [scs.CtxStore].
func (s sessionStore) FindCtx(ctx context.Context, token string) (b []byte, found bool, err error) {
	d, err := s.docs.Get(ctx, sessionTable, token)
	switch {
	case bridge.CodeOf(err) == bridge.NotFound:
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	return d.Data, time.Now().Before(d.Expires), nil
}

// CommitCtx implements [scs.CtxStore].
func (s sessionStore) CommitCtx(ctx context.Context, token string, b []byte, expires time.Time) error {
	_, err := s.docs.Put(ctx, journal.Any, journal.Doc{Table: sessionTable, Key: token, Expires: expires, Data: b})
	return err
}

// DeleteCtx implements [scs.CtxStore].
func (s sessionStore) DeleteCtx(ctx context.Context, token string) error {
	err := s.docs.Delete(ctx, sessionTable, token, journal.Any)
	if bridge.CodeOf(err) == bridge.NotFound {
		return nil
	}
	return err
}

// Find implements [scs.Store].
func (s sessionStore) Find(token string) (b []byte, found bool, err error) {
	return s.FindCtx(context.Background(), token)
}

// Commit implements [scs.Store].
func (s sessionStore) Commit(token string, b []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), token, b, expires)
}

// Delete implements [scs.Store].
func (s sessionStore) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// jsonCodec writes sessions as text, as the journal keeps it.
type jsonCodec struct{}

type sessionJSON struct {
	Until  time.Time      `json:"until"`
	Values map[string]any `json:"values"`
}

// Encode implements [scs.Codec].
func (jsonCodec) Encode(until time.Time, values map[string]any) ([]byte, error) {
	return json.Marshal(sessionJSON{until, values})
}

// Decode implements [scs.Codec].
func (jsonCodec) Decode(b []byte) (until time.Time, values map[string]any, err error) {
	var s sessionJSON
	err = json.Unmarshal(b, &s)
	return s.Until, s.Values, err
}

// newSessions makes the manager by hand: scs.New begins a goroutine that nothing ends.
func newSessions(docs journal.Docs) *scs.SessionManager {
	return &scs.SessionManager{Store: sessionStore{docs}, Codec: jsonCodec{}, Lifetime: sessionLife, HashTokenInStore: true}
}
