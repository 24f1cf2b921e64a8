package event_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/event"
)

// contestants draws pairs, teams and players with and without section and side.
func contestants() *rapid.Generator[event.Contestant] {
	return rapid.Custom(func(t *rapid.T) event.Contestant {
		c := event.Contestant{
			Section: rapid.StringMatching(`[A-Z]{0,2}`).Draw(t, "section"),
			Number:  rapid.IntRange(1, 200).Draw(t, "number"),
		}
		if rapid.Bool().Draw(t, "of a side") {
			c.Side = bridgetest.Sides().Draw(t, "side")
		}
		return c
	})
}

func TestContestantText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := contestants().Draw(t, "contestant")
		if got, err := event.ParseContestant(c.String()); err != nil || got != c {
			t.Fatalf("%v reads as %v, %v", c, got, err)
		}
		b, err := json.Marshal(c)
		if err != nil || string(b) != `"`+c.String()+`"` {
			t.Fatalf("%v: JSON %s, %v", c, b, err)
		}
		var back event.Contestant
		if err := json.Unmarshal(b, &back); err != nil || back != c {
			t.Fatalf("JSON %s reads as %v, %v", b, back, err)
		}
		if c.IsZero() || !strings.HasPrefix(c.String(), c.Label()) {
			t.Fatalf("%v has label %s", c, c.Label())
		}
	})
	var nobody event.Contestant
	if _, err := nobody.MarshalText(); !nobody.IsZero() || nobody.String() != "Contestant(none)" || keyOf(err) != "contestant.unset" {
		t.Errorf("nobody is %v, %v", nobody, err)
	}
}

func TestContestantRefusals(t *testing.T) {
	for _, s := range []string{
		"", "A", "NS", "0", "012", "-1", "+1", "1.5", "a1", "Ä1", "A 1", "1 NS", "1ns", "1N", "1NSEW", "1NS2", "A1B", "99999999999999999999",
	} {
		if c, err := event.ParseContestant(s); keyOf(err) != "contestant.unknown" || !c.IsZero() {
			t.Errorf("%q reads as %v, %v", s, c, err)
		}
	}
}

// TestContestantCompare: lists stand by section, then side, then number, and
// section AA comes after Z.
func TestContestantCompare(t *testing.T) {
	var got []event.Contestant
	for _, s := range []string{"AA1", "B2", "A12NS", "A3EW", "A2NS", "10", "9", "9NS"} {
		c, err := event.ParseContestant(s)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c)
	}
	slices.SortFunc(got, event.Contestant.Compare)
	if want := "[9 10 9NS A2NS A12NS A3EW B2 AA1]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestPeople(t *testing.T) {
	people := event.People{}
	anna, bert := people.Add(event.Person{Name: "Anna"}), people.Add(event.Person{Name: "Bert"})
	unknown := people.Add(event.Person{})
	ids := []event.PersonID{anna, unknown, bert, "nobody"}
	if diff := cmp.Diff([]string{"Anna", "Bert"}, people.Names(ids)); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if got := people.Name(ids); got != "Anna – Bert" {
		t.Errorf("the pair reads %q", got)
	}
	if anna == bert || len(people) != 3 {
		t.Errorf("ids %v", ids)
	}
	delete(people, anna)
	people.Add(event.Person{Name: "Carla"})
	if diff := cmp.Diff([]string{"Bert"}, people.Names([]event.PersonID{bert})); diff != "" {
		t.Errorf("after Anna was erased, Bert's name (-want +got):\n%s", diff)
	}
}

func FuzzParseContestant(f *testing.F) {
	for _, s := range []string{"12", "12NS", "A12", "AB3EW", "012", "a1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := event.ParseContestant(s); err == nil && c.String() != s {
			t.Fatalf("%q reads as %v", s, c)
		}
	})
}

func ExampleParseContestant() {
	c, err := event.ParseContestant("A12NS")
	fmt.Println(c.Section, c.Number, c.Side, c.Label(), err)

	_, err = event.ParseContestant("12 NS")
	fmt.Println(err)
	// Output:
	// A 12 NS A12 <nil>
	// contestant "12 NS": want a form like 12, 12NS or A12NS
}

// keyOf is the key of a refusal with code invalid, "" for every other error.
func keyOf(err error) string {
	if e, ok := errors.AsType[*bridge.Error](err); ok && e.Code == bridge.Invalid {
		return e.Key
	}
	return ""
}
