package club

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
)

// Command is what somebody wants: [OpenEvent], [SetMovement], [Register], [Seat],
// [Enter], [Publish] and their like. [Decode] reads one by its name.
type Command interface {
	// Name is the command's name in a record.
	Name() string

	// facts checks the command against the evening, and says what it comes to. What
	// an event refuses it need not look for: the facts are tried before they are
	// written.
	facts(e *Evening, a Actor, at time.Time) ([]Fact, Outcome, error)
}

// tableMay are the commands that a table may give.
type tableMay interface{ byTable() }

// Ask is a command as it is sent.
type Ask struct {
	// Key is made by who sends it, and the same when it is sent again. One key is one
	// command: another one under it is a conflict.
	Key     string
	Why     string // the reason given; after the correction period a change needs one
	Command Command
}

// sum is what makes two asks the same.
func (q Ask) sum(a Actor) (string, error) {
	b, err := json.Marshal(q.Command)
	if err != nil {
		return "", bridge.Errorf(bridge.Invalid, "club.command_json", "%s: %w", q.Command.Name(), err)
	}
	h := sha256.Sum256([]byte(strings.Join([]string{a.By(), q.Command.Name(), q.Why, string(b), ""}, "\x00")))
	return hex.EncodeToString(h[:12]), nil
}

// commands make an empty command of each name.
var commands = map[string]func() Command{
	"open":         func() Command { return new(OpenEvent) },
	"configure":    func() Command { return new(Configure) },
	"set_movement": func() Command { return new(SetMovement) },
	"change_plan":  func() Command { return new(ChangePlan) },
	"register":     func() Command { return new(Register) },
	"late_pair":    func() Command { return new(LatePair) },
	"withdraw":     func() Command { return new(Withdraw) },
	"seat":         func() Command { return new(Seat) },
	"sit":          func() Command { return new(Sit) },
	"not_us":       func() Command { return new(NotUs) },
	"clock":        func() Command { return new(SetClock) },
	"switch":       func() Command { return new(Switch) },
	"enter":        func() Command { return new(Enter) },
	"confirm":      func() Command { return new(Confirm) },
	"return":       func() Command { return new(Return) },
	"resolve":      func() Command { return new(Resolve) },
	"void":         func() Command { return new(Void) },
	"not_played":   func() Command { return new(NotPlayed) },
	"rule":         func() Command { return new(Rule) },
	"penalise":     func() Command { return new(Penalise) },
	"foul":         func() Command { return new(Foul) },
	"turn":         func() Command { return new(Turn) },
	"cancel":       func() Command { return new(Cancel) },
	"load_deals":   func() Command { return new(LoadDeals) },
	"note":         func() Command { return new(Note) },
	"publish":      func() Command { return new(Publish) },
	"reopen":       func() Command { return new(Reopen) },
	"call":         func() Command { return new(CallDirector) },
	"answer":       func() Command { return new(AnswerCall) },
	"open_table":   func() Command { return new(OpenTable) },
	"close_table":  func() Command { return new(CloseTable) },
	"move_table":   func() Command { return new(MoveTable) },
	"restore":      func() Command { return new(Restore) },
	"seen":         func() Command { return new(MarkSeen) },
	"ask_table":    func() Command { return new(AskTable) },
}

// Decode reads a command by its name. A field that no command of that name has is
// refused.
func Decode(name string, what []byte) (Command, error) {
	empty, ok := commands[name]
	if !ok {
		return nil, bridge.Errorf(bridge.NotFound, "club.no_command", "no command is called %q", name)
	}
	c := empty()
	dec := json.NewDecoder(bytes.NewReader(what))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, bridge.Errorf(bridge.Invalid, "club.command", "command %s: %w", name, err)
	}
	return c, nil
}

// may refuses what a role cannot do.
func may(a Actor, c Command) error {
	if a.directs() {
		return nil
	}
	if _, ok := c.(tableMay); ok && a.Role == AtTable {
		return nil
	}
	if a.Role == AtTable {
		return bridge.Errorf(bridge.Forbidden, "club.table_may", "a table may not do this: ask the director")
	}
	return bridge.Errorf(bridge.Forbidden, "club.reader", "who reads may not change anything")
}

// check checks a command, and gives the record that it comes to. One that was given
// before has been answered already, and comes to none. Which table a device is at is
// said in the actor from then on.
func (e *Evening) check(id string, by *Actor, q Ask, at time.Time) (before *said, r Record, err error) {
	if q.Command == nil || q.Key == "" {
		return nil, r, bridge.Errorf(bridge.Invalid, "club.ask", "a command needs a key of its own")
	}
	a, err := e.within(*by, id)
	if err != nil {
		return nil, r, err
	}
	*by = a
	if err := may(a, q.Command); err != nil {
		return nil, r, err
	}
	sum, err := q.sum(a)
	if err != nil {
		return nil, r, err
	}
	if was, ok := e.keys[q.Key]; ok {
		if was.sum != sum {
			return nil, r, bridge.Errorf(bridge.Conflict, "club.key_taken", "another command was sent under the key %q: one key, one command", q.Key)
		}
		return &was, r, nil
	}
	if _, opens := q.Command.(*OpenEvent); !opens && e.event.Pack() == nil {
		return nil, r, bridge.Errorf(bridge.NotFound, "club.no_event", "there is no event %q", id)
	}
	facts, says, err := q.Command.facts(e, a, at)
	if err != nil {
		return nil, r, err
	}
	if facts == nil {
		facts = []Fact{}
	}
	return nil, Record{Do: q.Command.Name(), Sum: sum, At: at, By: a.By(), Why: q.Why, Says: says, Facts: facts}, nil
}

// Rehearse tries commands of an owner one after the other in an event of their own,
// which is kept nowhere.
func Rehearse(commands ...Command) error {
	e := NewEvening()
	for i, c := range commands {
		key := strconv.Itoa(i)
		_, r, err := e.check("", &Actor{Role: Owner}, Ask{Key: key, Command: c}, time.Time{})
		if err == nil {
			err = e.apply(r, key, true)
		}
		if half, ok := err.(halfError); ok { //nolint:errorlint // it is not wrapped
			err = half.error
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// alone is a table that a command is about, where it changes nothing that a command
// for another table asks for, and comes to no fact that an event could refuse. Such
// commands are checked side by side and written together; any other is tried by
// itself, before it is written.
func (e *Evening) alone(q Ask) (table tableKey, ok bool) {
	if e.announced {
		return table, false
	}
	var p Place
	switch c := q.Command.(type) {
	case *Enter:
		sp := e.spots[c.Place]
		if sp == nil || !sp.planned && !sp.touched() || c.Seats != (Seats{}) {
			return table, false
		}
		if t := e.threads[c.ID]; t != nil && t.spot != sp {
			return table, false
		}
		p = c.Place
	case *Confirm:
		t := e.threads[c.ID]
		if t == nil {
			return table, false
		}
		p = t.spot.Place
	case *Return:
		t := e.threads[c.ID]
		if t == nil {
			return table, false
		}
		p = t.spot.Place
	default:
		return table, false
	}
	return tableKey{p.sectionKey(), p.Table}, true
}

// entryOf is the entry that a command is about, and its revision.
func entryOf(c Command) (id string, revision int) {
	switch c := c.(type) {
	case *Enter:
		return c.ID, c.Revision
	case *Confirm:
		return c.ID, c.Revision
	case *Return:
		return c.ID, c.Revision
	}
	return "", 0
}
