package web

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// hasher hashes passwords, at most two at once: each takes 64 MiB and a fifth of a
// second, so that guessing is dear.
type hasher struct {
	turn    chan struct{}
	create  func(password string) (string, error)
	compare func(password, hash string) (bool, error)
	decoy   func() (string, error) // a hash that no password has
}

const hashesAtOnce = 2

func newHasher() *hasher {
	h := &hasher{turn: make(chan struct{}, hashesAtOnce), compare: argon2id.ComparePasswordAndHash}
	h.create = func(password string) (string, error) { return argon2id.CreateHash(password, argon2id.DefaultParams) }
	h.decoy = sync.OnceValues(func() (string, error) { return h.create(rand.Text()) })
	return h
}

// wait takes a turn.
func (h *hasher) wait(ctx context.Context) (done func(), err error) {
	const patience = 5 * time.Second
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case h.turn <- struct{}{}:
		return func() { <-h.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-t.C:
		return nil, bridge.Errorf(journal.Unavailable, "web.busy", "too many log in at once: try again")
	}
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	done, err := h.wait(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return h.create(password)
}

// matches compares a password with a hash; without one it takes as long.
func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	done, err := h.wait(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	known := hash != ""
	if !known {
		if hash, err = h.decoy(); err != nil {
			return false, err
		}
	}
	ok, err := h.compare(password, hash)
	return ok && known, err
}

// Limits of names and passwords.
const (
	minPassword = 8
	maxPassword = 200
	maxName     = 60
)

// checkNew refuses a name or a password that nobody should have.
func checkNew(name, password string) error {
	if strings.TrimSpace(name) != name || name == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		return bridge.Errorf(bridge.Invalid, "web.user_name", "user %q: want a name of 1 to %d characters, without blanks around it", name, maxName)
	}
	if n := utf8.RuneCountInString(password); n < minPassword || len(password) > maxPassword {
		return bridge.Errorf(bridge.Invalid, "web.password", "want a password of %d to %d characters", minPassword, maxPassword)
	}
	return nil
}

// login checks a password. Attempts that fail are counted, by device.
func (s *Server) login(ctx context.Context, v *visitor, name, password string) (club.User, error) {
	refused := bridge.Errorf(Unknown, "web.wrong_password", "the name or the password is wrong")
	if len(name) > 4*maxName || len(password) > maxPassword {
		return club.User{}, refused
	}
	done, err := s.logins.try(ctx, deviceKey(v.from))
	if bridge.CodeOf(err) == TooMany {
		s.metrics.limited.Add(1)
		err = bridge.Errorf(TooMany, "web.too_many_logins", "too many attempts to log in: wait a minute")
	}
	if err != nil {
		return club.User{}, err
	}
	wrong := false
	defer func() { done(wrong) }()
	u, err := s.club.User(ctx, name)
	if err != nil && bridge.CodeOf(err) != bridge.NotFound && bridge.CodeOf(err) != bridge.Invalid {
		return club.User{}, err
	}
	ok, err := s.hasher.matches(ctx, password, u.Password)
	if err != nil {
		return club.User{}, err
	}
	if wrong = !ok; wrong {
		s.metrics.wrong.Add(1)
		return club.User{}, refused
	}
	return u, nil
}

const (
	setupTable = "setup"
	setupLife  = 24 * time.Hour
)

// SetupToken makes the token of the link by which the first owner sets a password. It
// is empty if the club has an owner. A link that was made before is none any more.
func (s *Server) SetupToken(ctx context.Context) (string, error) {
	users, err := s.club.Users(ctx)
	if err != nil || len(users) > 0 {
		return "", err
	}
	token, err := club.NewToken(nil)
	if err != nil {
		return "", err
	}
	_, err = s.journal.Put(ctx, journal.Any, journal.Doc{
		Table: setupTable, Key: "owner", Expires: time.Now().Add(setupLife), Data: []byte(club.HashToken(token)),
	})
	return token, err
}

// setup makes the first owner, once.
func (s *Server) setup(ctx context.Context, token, name, password string) (club.User, error) {
	if err := checkNew(name, password); err != nil {
		return club.User{}, err
	}
	d, err := s.checkSetup(ctx, token)
	if err != nil {
		return club.User{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return club.User{}, err
	}
	if err := s.journal.Delete(ctx, setupTable, d.Key, d.Revision); err != nil { // of two only one gets it
		return club.User{}, setupGone()
	}
	users, err := s.club.Users(ctx)
	if err != nil {
		return club.User{}, err
	}
	if len(users) > 0 {
		return club.User{}, setupGone()
	}
	if _, err := s.club.PutUser(ctx, club.Actor{}, 0, club.User{Name: name, Password: hash, Owner: true}); err != nil {
		return club.User{}, err
	}
	return s.club.User(ctx, name)
}

// checkSetup refuses a token that makes no owner, or not any more.
func (s *Server) checkSetup(ctx context.Context, token string) (journal.Doc, error) {
	d, err := s.journal.Get(ctx, setupTable, "owner")
	switch {
	case bridge.CodeOf(err) == bridge.NotFound:
		return d, setupGone()
	case err != nil:
		return d, err
	case string(d.Data) != club.HashToken(token) || !time.Now().Before(d.Expires):
		return d, setupGone()
	}
	return d, nil
}

func setupGone() error {
	return bridge.Errorf(Unknown, "web.setup", "this link sets nothing up, or not any more: start the server again for a new one")
}
