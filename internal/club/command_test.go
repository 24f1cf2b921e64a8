package club_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// TestRevisionsInAnyOrder: however the revisions of an entry come, and how often, the
// board ends alike.
func TestRevisionsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(rt, "revisions")
		var list []*club.Enter
		for i := range n {
			e := entry("an-entry", i+1, 1, 1, 1, rapid.SampledFrom([]string{"Pass", "4S= S", "4S-1 S"}).Draw(rt, "result"))
			e.Agreed = rapid.Bool().Draw(rt, "agreed")
			list = append(list, e)
		}
		end := func(order []*club.Enter) string {
			r := pairs(t, 3, 1, 1)
			for _, e := range order {
				if _, err := r.do(owner, e); err != nil {
					rt.Fatal(err)
				}
			}
			v := r.state(club.Place{Round: 1, Table: 1, Board: 1})
			return fmt.Sprint(v.State, v.Result)
		}
		want := end(list)
		order := rapid.Permutation(append(list, list[0], list[n-1])).Draw(rt, "order")
		if got := end(order); got != want {
			rt.Fatalf("got %s, in order %s", got, want)
		}
	})
}

// TestDecode: every command is read by its name, as it is written.
func TestDecode(t *testing.T) {
	points := event.Played{}.Score
	for _, c := range []club.Command{
		&club.OpenEvent{Opened: event.Opened{Kind: event.Pairs, Method: event.Matchpoints}},
		&club.Configure{Configured: club.Configured{Quiet: true}},
		&club.SetMovement{Planned: club.Planned{Movement: mitchell(3, 3), PerRound: 2, First: 1, Who: map[string]event.Contestant{"N1": ns(7)}}},
		&club.ChangePlan{Planned: club.Planned{Movement: mitchell(3, 3), PerRound: 2, First: 1, From: 2}},
		&club.Register{Registered: event.Registered{Contestant: ns(1)}},
		&club.LatePair{Registered: event.Registered{Contestant: ns(1)}, Plan: club.Planned{Movement: mitchell(3, 3), PerRound: 2, First: 1}},
		&club.Withdraw{Withdrew: event.Withdrew{Contestant: ns(1)}},
		&club.Seat{Seated: club.Seated{Round: 1, Table: 1, Seats: club.Seats{NS: ns(1), EW: ew(2)}}},
		&club.Switch{Round: 1, Table: 2},
		&club.Sit{Round: 1, Table: 2, Seats: map[bridge.Seat]event.PersonID{bridge.North: "anna", bridge.West: ""}},
		&club.NotUs{Round: 1, Table: 2, What: club.OtherPair, Contestant: ew(3)},
		&club.SetClock{Clocked: club.Clocked{Round: 1, Action: club.ClockAdd, Seconds: 60}},
		entry("entry-one", 1, 1, 1, 1, "4SX+1 S"),
		&club.Enter{ID: "entry-one", Revision: 1, Score: points},
		&club.Confirm{ID: "entry-one", Revision: 1},
		&club.Return{ID: "entry-one", Revision: 1},
		&club.Resolve{Place: club.Place{Round: 1, Table: 1, Board: 1}, Keep: true},
		&club.Void{Place: club.Place{Round: 1, Table: 1, Board: 1}},
		&club.NotPlayed{Place: club.Place{Round: 1, Table: 1, Board: 1}, Late: true},
		&club.Rule{Place: club.Place{Round: 1, Table: 1, Board: 1}, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.Average}}},
		&club.Penalise{Penalised: event.Penalised{Ref: "1", Contestant: ns(1), Kind: event.Procedural}},
		&club.Foul{Fouled: event.Fouled{Scope: event.Scope{Board: 1}, Version: "b"}},
		&club.Turn{Turned: event.Turned{Scope: event.Scope{Board: 1}, Quarters: 1}},
		&club.Cancel{Cancelled: event.Cancelled{Scope: event.Scope{Board: 1}}},
		&club.LoadDeals{Boards: deals(1)},
		&club.Note{Facts: []club.Fact{{Event: event.StageSet{Stage: 1, Sessions: []int{1}}}}},
		&club.Publish{Anyway: true},
		&club.Reopen{},
		&club.CallDirector{Ref: "1", Table: 1},
		&club.AnswerCall{Ref: "1"},
		&club.OpenTable{TableOpened: club.TableOpened{Table: 1, Token: club.HashToken("x")}},
		&club.CloseTable{TableClosed: club.TableClosed{Token: club.HashToken("x")}},
		&club.MoveTable{Token: club.HashToken("x"), Table: 2},
	} {
		b, err := json.Marshal(c)
		if err != nil {
			t.Errorf("%s: %v", c.Name(), err)
			continue
		}
		got, err := club.Decode(c.Name(), b)
		if err != nil || fmt.Sprintf("%T", got) != fmt.Sprintf("%T", c) {
			t.Errorf("%s: %T, %v from %s", c.Name(), got, err, b)
			continue
		}
		if again, err := json.Marshal(got); err != nil || string(again) != string(b) {
			t.Errorf("%s: read as %s, %v, written %s", c.Name(), again, err, b)
		}
		if _, err := club.Decode(c.Name(), []byte(strings.Replace(string(b), "{", `{"no_such":1,`, 1))); keyOf(err) != "club.command" {
			t.Errorf("%s with a field that it does not have: %v", c.Name(), err)
		}
	}
	if _, err := club.Decode("dance", nil); keyOf(err) != "club.no_command" {
		t.Errorf("a command that is none: %v", err)
	}
}

// TestUnknownFacts: facts of a later release are kept and named, and the rest counts.
func TestUnknownFacts(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	data := `{"do":"dance","says":"done","facts":[{"act":"danced","what":{"with":"3NS"}},{"act":"registered","what":{"contestant":"9NS"}},{"act":"called","what":{"ref":"1","colour":"red"}}]}`
	at, err := r.journal.Append(t.Context(), "event/"+r.id, journal.Any, journal.Draft{Key: "later", Kind: "dance", Data: []byte(data)}, journal.Draft{Key: "noise", Data: []byte("no JSON")})
	if err != nil {
		t.Fatal(err)
	}
	w := r.view(owner).Console.Warnings
	if len(w) != 3 || w[0].Err.Key != "club.unknown" || w[0].Position != at[0] || w[1].Err.Key != "club.unknown" || w[2].Err.Key != "club.record" || w[2].Position != at[1] {
		t.Fatalf("warnings %+v", w)
	}
	if got := len(r.view(owner).Contestants); got != 7 {
		t.Errorf("%d contestants", got)
	}
	r.must(&club.Register{Registered: event.Registered{Contestant: ns(8)}})
	var again club.Record
	if err := json.Unmarshal([]byte(data), &again); err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(again); err != nil || string(b) != data {
		t.Errorf("written again: %s, %v", b, err)
	}
	if _, err := r.Do(t.Context(), owner, r.id, club.Ask{Key: "noise", Command: &club.Reopen{}}); keyOf(err) != "club.key_taken" {
		t.Errorf("the key of what cannot be read: %v", err)
	}
}

// TestUsers: the first user is an owner, only owners change users, and one stays.
func TestUsers(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	ctx := t.Context()
	put := func(by club.Actor, base int64, u club.User, want string) {
		t.Helper()
		if _, err := r.PutUser(ctx, by, base, u); keyOf(err) != want {
			t.Errorf("%+v by %v: %v, want %q", u, by.Role, err, want)
		}
	}
	put(club.Actor{}, 0, club.User{Name: "bert"}, "club.last_owner")
	put(club.Actor{}, 0, club.User{Name: " anna", Owner: true}, "club.user_name")
	put(club.Actor{}, 0, club.User{Name: "anna", Owner: true, Password: "$argon2id$"}, "")
	put(club.Actor{}, 0, club.User{Name: "eve", Owner: true}, "club.owner")
	put(club.Actor{Role: club.Director, Event: r.id}, 0, club.User{Name: "eve", Owner: true}, "club.owner")
	put(owner, 0, club.User{Name: "bert", Events: []string{r.id}}, "")
	put(owner, 0, club.User{Name: "bert"}, "journal.moved")
	put(owner, 1, club.User{Name: "anna"}, "club.last_owner")
	if err := r.DeleteUser(ctx, owner, "anna"); keyOf(err) != "club.last_owner" {
		t.Errorf("the last owner went: %v", err)
	}
	u, err := r.User(ctx, "bert")
	if err != nil || u.ID == "" || u.In(r.id).ID != u.ID || u.In(r.id).Role != club.Director || u.In("another").Role != club.Reader {
		t.Errorf("%+v, %v", u, err)
	}
	if u, err := r.User(ctx, "anna"); err != nil || u.In("any").Role != club.Owner || u.Password != "$argon2id$" || u.Revision != 1 {
		t.Errorf("%+v, %v", u, err)
	}
	if all, err := r.Users(ctx); err != nil || len(all) != 2 || all[0].Name != "anna" {
		t.Errorf("%+v, %v", all, err)
	}
	if err := r.DeleteUser(ctx, owner, "bert"); err != nil {
		t.Error(err)
	}
	if _, err := r.User(ctx, "bert"); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("bert is there: %v", err)
	}
}

// TestTokens: a token is 128 bits, and nothing in the journal tells it.
func TestTokens(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	token, err := club.NewToken(strings.NewReader("sixteen bytes of"))
	if err != nil || token != "c2l4dGVlbiBieXRlcyBvZg" {
		t.Fatalf("%q, %v", token, err)
	}
	if _, err := club.NewToken(strings.NewReader("too few")); bridge.CodeOf(err) != bridge.Internal {
		t.Errorf("a token of too few bytes: %v", err)
	}
	open := &club.OpenTable{TableOpened: club.TableOpened{Table: 1, Token: club.HashToken(token)}}
	r.must(open)
	r.refuses(owner, "club.token_used", open)
	r.refuses(owner, "club.token_hash", &club.OpenTable{TableOpened: club.TableOpened{Table: 1, Token: token}})
	r.refuses(owner, "club.table", &club.OpenTable{TableOpened: club.TableOpened{Token: club.HashToken("y")}})
	for _, x := range r.entries() {
		if strings.Contains(string(x.Data), token) {
			t.Error("the journal holds the token")
		}
	}
	if _, err := r.Table(t.Context(), r.id, "guess"); keyOf(err) != "club.token" {
		t.Errorf("a guess: %v", err)
	}
	a, err := r.Table(t.Context(), r.id, token)
	if err != nil || a.Table != 1 || a.By() != "table:1" {
		t.Fatalf("%+v, %v", a, err)
	}
	r.says(owner, club.Done, &club.CloseTable{TableClosed: club.TableClosed{Token: a.Token}})
	r.says(owner, club.NothingToDo, &club.CloseTable{TableClosed: club.TableClosed{Token: a.Token}})
	if _, err := r.View(t.Context(), a, r.id); keyOf(err) != "club.token" {
		t.Errorf("it still sees: %v", err)
	}
	r.refuses(owner, "club.token_used", open)
}

// TestRecordForm: the log holds what JSON makes of a record, byte for byte, whatever its
// facts are.
func TestRecordForm(t *testing.T) {
	r := told(t)
	kinds := map[bool]int{}
	for x, err := range r.journal.Read(t.Context(), "event/"+r.id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		var record club.Record
		if err := json.Unmarshal(x.Data, &record); err != nil {
			t.Fatal(err)
		}
		for _, f := range record.Facts {
			kinds[f.Event != nil]++
			if f.Event == nil {
				continue
			}
			got, err := json.Marshal(f)
			if want, _ := json.Marshal(event.Fact{Act: f.Event}); err != nil || string(got) != string(want) {
				t.Errorf("%s, %v: the event writes %s", got, err, want)
			}
		}
		if b, err := json.Marshal(record); err != nil || string(b) != string(x.Data) {
			t.Errorf("position %d: the log has\n%s\nwant\n%s, %v", x.Position, x.Data, b, err)
		}
	}
	if kinds[true] == 0 || kinds[false] == 0 {
		t.Errorf("%d facts of the event and %d of the club", kinds[true], kinds[false])
	}
}
