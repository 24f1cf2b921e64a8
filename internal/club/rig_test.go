package club_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/movement"
)

// rig is a club with one event in it.
type rig struct {
	testing.TB
	*club.Club
	journal journal.Journal
	id      string
	keys    int
}

var owner = club.Actor{Role: club.Owner, ID: "anna"}

// begin opens an event on a new journal in memory.
func begin(t testing.TB, o event.Opened) *rig {
	t.Helper()
	return beginOn(t, new(journal.Memory), o)
}

// beginOn opens an event on a journal.
func beginOn(t testing.TB, j journal.Journal, o event.Opened) *rig {
	t.Helper()
	r := &rig{TB: t, Club: club.New(j), journal: j, id: club.NewID(time.Now())}
	t.Cleanup(r.Close)
	r.must(&club.OpenEvent{Opened: o})
	return r
}

// pairs opens an event of pairs with a plan: so many tables, rounds and boards a round.
func pairs(t testing.TB, tables, rounds, per int) *rig {
	t.Helper()
	r := begin(t, event.Opened{Title: "Tuesday", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	r.must(&club.SetMovement{Planned: club.Planned{Movement: mitchell(tables, rounds), PerRound: per, First: 1}})
	return r
}

// mitchell is a movement of two winners: North-South stay, East-West go up a table,
// boards go down.
func mitchell(tables, rounds int) *movement.Movement {
	m := movement.New("mitchell", movement.Pairs, 2, tables, rounds, tables)
	wrap := func(x int) int { return ((x-1)%tables+tables)%tables + 1 }
	for t := 1; t <= tables; t++ {
		for r := 1; r <= rounds; r++ {
			m.Seat(t, r, t, wrap(t-(r-1)), wrap(t+r-1))
		}
	}
	return m
}

// boards are those of a table in a round of that movement.
func boards(tables, per, table, round int) []bridge.Board {
	set := (table+round-2)%tables + 1
	out := make([]bridge.Board, per)
	for i := range out {
		out[i] = bridge.Board((set-1)*per + i + 1)
	}
	return out
}

// do gives a command under a new key.
func (r *rig) do(a club.Actor, c club.Command) (club.Answer, error) {
	r.keys++
	return r.Do(context.Background(), a, r.id, club.Ask{Key: fmt.Sprintf("key-%d", r.keys), Command: c})
}

func (r *rig) must(c club.Command) club.Answer {
	r.Helper()
	a, err := r.do(owner, c)
	if err != nil {
		r.Fatalf("%s: %v", c.Name(), err)
	}
	return a
}

// says gives a command and wants an outcome.
func (r *rig) says(a club.Actor, want club.Outcome, c club.Command) {
	r.Helper()
	got, err := r.do(a, c)
	if err != nil || got.Says != want {
		r.Fatalf("%s %+v: says %q, %v; want %q", c.Name(), c, got.Says, err, want)
	}
}

// refuses gives a command and wants a refusal with that key.
func (r *rig) refuses(a club.Actor, key string, c club.Command) {
	r.Helper()
	_, err := r.do(a, c)
	if got := keyOf(err); got != key {
		r.Fatalf("%s %+v: refused as %q (%v), want %q", c.Name(), c, got, err, key)
	}
}

func keyOf(err error) string {
	if e, ok := err.(*bridge.Error); ok {
		return e.Key
	}
	return ""
}

// table opens a device at a table.
func (r *rig) table(n int) club.Actor {
	r.Helper()
	return r.device("", n)
}

// device opens a device at a table of a section.
func (r *rig) device(section string, n int) club.Actor {
	r.Helper()
	token, err := club.NewToken(nil)
	if err != nil {
		r.Fatal(err)
	}
	r.must(&club.OpenTable{TableOpened: club.TableOpened{Section: section, Table: n, Token: club.HashToken(token), Label: "tablet"}})
	a, err := r.Table(context.Background(), r.id, token)
	if err != nil || a.Table != n {
		r.Fatalf("table %d: %+v, %v", n, a, err)
	}
	return a
}

// view is the event as an actor sees it.
func (r *rig) view(a club.Actor) *club.View {
	r.Helper()
	v, err := r.View(context.Background(), a, r.id)
	if err != nil {
		r.Fatalf("view: %v", err)
	}
	return v
}

// state is what became of a place, as the director sees it.
func (r *rig) state(p club.Place) club.PlaceView {
	r.Helper()
	for _, v := range r.view(owner).Console.Places {
		if v.Place == p {
			return v
		}
	}
	r.Fatalf("the console does not know %+v", p)
	return club.PlaceView{}
}

// entries are all entries of the event's stream.
func (r *rig) entries() (out []journal.Entry) {
	r.Helper()
	for x, err := range r.journal.Read(context.Background(), "event/"+r.id, 0) {
		if err != nil {
			r.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

// text is anything as text, down to the last value that a door can print.
func text(v any) string {
	var b strings.Builder
	dump(&b, reflect.ValueOf(v))
	return b.String()
}

func dump(b *strings.Builder, v reflect.Value) {
	if v.IsValid() && v.CanInterface() {
		if s, ok := reflect.TypeAssert[fmt.Stringer](v); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
			b.WriteString(s.String())
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		dump(b, v.Elem())
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				b.WriteString("\n" + f.Name + ": ")
				dump(b, v.Field(i))
			}
		}
		b.WriteString("}")
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			b.WriteString("\n- ")
			dump(b, v.Index(i))
		}
	case reflect.Map:
		for _, k := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
			fmt.Fprintf(b, "\n%v: ", k)
			dump(b, v.MapIndex(k))
		}
	default:
		fmt.Fprint(b, v)
	}
}

// result reads one.
func result(s string) bridge.Result {
	r, err := bridge.ParseResult(s)
	if err != nil {
		panic(err)
	}
	return r
}

// some is a result by chance.
func some(s *seed.Source) bridge.Result {
	list := []string{"4SX= S", "3NT-1 E", "Pass", "2H+1 N", "5D-2 W", "1NT+2 S", "6C= N", "3S-3 W"}
	return result(list[s.Below(len(list))])
}

// entry is a revision that both sides have agreed.
func entry(id string, revision, round, table int, board bridge.Board, res string) *club.Enter {
	return &club.Enter{
		ID: id, Revision: revision, Place: club.Place{Round: round, Table: table, Board: board},
		Result: result(res), Agreed: true,
	}
}
