package club

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// Role is what somebody may do.
type Role string

// The roles. The zero Role is a reader.
const (
	Owner    Role = "owner"    // everything
	Director Role = "director" // everything in an event
	AtTable  Role = "table"    // what a table in an event may send
	Reader   Role = ""         // sees what is over
)

// Program is who does what nobody has asked for: the program itself.
const Program = "program"

// Actor is who does something or looks, in one event.
type Actor struct {
	Role  Role
	ID    string // of the user, or empty
	Event string // that a director or a table belongs to

	// Of a table: which one, and the hash of its token.
	Section string
	Table   int
	Token   string
}

// By is how a record names the actor.
func (a Actor) By() string {
	if a.Role == AtTable {
		return ofTable + a.Section + strconv.Itoa(a.Table)
	}
	return a.ID
}

// ofTable begins the names of tables. No user is called so.
const ofTable = "table:"

func (a Actor) directs() bool { return a.Role == Owner || a.Role == Director }

// Device is the actor with the token of a table, of which the hash is known. At which
// table it is, and whether it may still write for it, the event says when the actor does
// something.
func Device(id, hash string) Actor { return Actor{Role: AtTable, Event: id, Token: hash} }

// within refuses an actor of another event, and a table whose token was taken back. It
// gives the actor with the table that a [Device] is at.
func (e *Evening) within(a Actor, id string) (Actor, error) {
	switch {
	case a.Role == Owner, a.Role == Reader:
		return a, nil
	case a.Event != id:
		return a, bridge.Errorf(bridge.Forbidden, "club.other_event", "this right is for another event")
	case a.Role == AtTable:
		t, err := tableOf(e.tables, a.Token)
		if err != nil {
			return a, err
		}
		if a.Table == 0 {
			a.Section, a.Table = t.Section, t.Table
		}
		if t.Section != a.Section || t.Table != a.Table {
			return a, bridge.Errorf(bridge.Forbidden, "club.moved_table", "this device writes for table %s%d by now", t.Section, t.Table)
		}
	}
	return a, nil
}

// tableOf is the table that a token writes for.
func tableOf(tables []Table, hash string) (Table, error) {
	for _, t := range slices.Backward(tables) { // the last word about it counts
		if t.Token == hash {
			if t.Closed {
				break
			}
			return t, nil
		}
	}
	return Table{}, bridge.Errorf(bridge.Forbidden, "club.token", "this device may not write for a table, or not any more")
}

// NewToken makes what a device shows to write for a table: 128 bits as text for an
// address. random is where the bits come from, crypto/rand if it is nil.
func NewToken(random io.Reader) (token string, err error) {
	if random == nil {
		random = rand.Reader
	}
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

// HashToken is what is kept of a token.
func HashToken(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}

// NewID makes an id that no other has, of a person or an event. Ids sort by the time
// that they were made at (RFC 9562, version 7).
func NewID(at time.Time) string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	ms := at.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (8 * (5 - i)))
	}
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// User is somebody who logs in.
type User struct {
	Name     string   `json:"-"`
	Revision int64    `json:"-"`                  // see [journal.Doc]
	ID       string   `json:"id"`                 // what records call the user: it is no name
	Password string   `json:"password,omitempty"` // its hash; whoever checks it makes it
	Owner    bool     `json:"owner,omitempty"`
	Director bool     `json:"director,omitempty"` // of every event
	Events   []string `json:"events,omitempty"`   // that the user directs
}

// In is what a user is in an event.
func (u User) In(eventID string) Actor {
	a := Actor{Role: Reader, ID: u.ID, Event: eventID}
	switch {
	case u.Owner:
		a.Role = Owner
	case u.Director || slices.Contains(u.Events, eventID):
		a.Role = Director
	}
	return a
}

const usersTable = "user"

// User gives a user by name, an error of code [bridge.NotFound] if there is none.
func (c *Club) User(ctx context.Context, name string) (User, error) {
	d, err := c.journal.Get(ctx, usersTable, name)
	if err != nil {
		return User{}, err
	}
	return readUser(d)
}

func readUser(d journal.Doc) (User, error) {
	var u User
	if err := json.Unmarshal(d.Data, &u); err != nil {
		return u, bridge.Errorf(bridge.Invalid, "club.user_json", "user %q: %w", d.Key, err)
	}
	u.Name, u.Revision = d.Key, d.Revision
	return u, nil
}

// Users lists all users by name.
func (c *Club) Users(ctx context.Context) ([]User, error) {
	docs, err := c.journal.List(ctx, usersTable, "")
	if err != nil {
		return nil, err
	}
	out := make([]User, len(docs))
	for i, d := range docs {
		if out[i], err = readUser(d); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// PutUser writes a user that has revision base now, 0 for a new one, who gets an id;
// see [journal.Docs]. Only an owner may, but for the first user of all, who is one. The
// last owner stays an owner.
func (c *Club) PutUser(ctx context.Context, by Actor, base int64, u User) (revision int64, err error) {
	if u.Name == "" || strings.TrimSpace(u.Name) != u.Name {
		return 0, bridge.Errorf(bridge.Invalid, "club.user_name", "user %q: want a name without blanks around it", u.Name)
	}
	c.users.Lock()
	defer c.users.Unlock()
	others, err := c.Users(ctx)
	if err != nil {
		return 0, err
	}
	if err := mayUsers(by, others, u.Name, u.Owner); err != nil {
		return 0, err
	}
	u.ID = NewID(time.Now())
	done := Matter{Do: UserMade, By: by.By(), Owner: u.Owner, Director: u.Director, Events: u.Events}
	if i := slices.IndexFunc(others, func(o User) bool { return o.Name == u.Name }); i >= 0 {
		u.ID = others[i].ID
		done.Do, done.Password = UserChanged, u.Password != others[i].Password
	}
	done.User = u.ID
	data, err := json.Marshal(u) //nolint:gosec // what it holds of a password is a hash
	if err != nil {
		return 0, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	if revision, err = c.journal.Put(ctx, base, journal.Doc{Table: usersTable, Key: u.Name, Data: data}); err != nil {
		return 0, err
	}
	return revision, c.note(ctx, "user/"+u.ID+"/"+strconv.FormatInt(revision, 10), done)
}

// DeleteUser takes a user away. Only an owner may, and never the last owner.
func (c *Club) DeleteUser(ctx context.Context, by Actor, name string) error {
	c.users.Lock()
	defer c.users.Unlock()
	others, err := c.Users(ctx)
	if err != nil {
		return err
	}
	if err := mayUsers(by, others, name, false); err != nil {
		return err
	}
	i := slices.IndexFunc(others, func(o User) bool { return o.Name == name })
	if i < 0 {
		return journal.Absent(usersTable, name)
	}
	if err := c.note(ctx, "user/"+others[i].ID+"/removed", Matter{Do: UserRemoved, By: by.By(), User: others[i].ID}); err != nil {
		return err // it is noted first: else nobody would know the id when it is tried again
	}
	return c.journal.Delete(ctx, usersTable, name, journal.Any)
}

func mayUsers(by Actor, all []User, name string, owner bool) error {
	if by.Role != Owner && len(all) > 0 {
		return bridge.Errorf(bridge.Forbidden, "club.owner", "only an owner may do this")
	}
	if !owner && !slices.ContainsFunc(all, func(o User) bool { return o.Owner && o.Name != name }) {
		return bridge.Errorf(bridge.Conflict, "club.last_owner", "a club needs an owner: %q is the only one", name)
	}
	return nil
}
