package event_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// facts draws facts of every kind.
func facts() *rapid.Generator[event.Fact] {
	word := rapid.StringMatching(`[A-Za-zÄöуж<&" –]{0,8}`)
	meetings := rapid.Custom(func(t *rapid.T) event.Meeting {
		return event.Meeting{
			Session: rapid.IntRange(0, 3).Draw(t, "session"),
			Round:   rapid.IntRange(0, 13).Draw(t, "round"),
			Table:   rapid.IntRange(0, 20).Draw(t, "table"),
			Board:   bridgetest.Boards().Draw(t, "board"),
			NS:      rapid.OneOf(contestants(), rapid.Just(event.Contestant{})).Draw(t, "NS"),
			EW:      rapid.OneOf(contestants(), rapid.Just(event.Contestant{})).Draw(t, "EW"),
		}
	})
	awards := rapid.Custom(func(t *rapid.T) event.Award {
		switch kind := rapid.SampledFrom([]event.AwardKind{
			"", event.AveragePlus, event.Average, event.AverageMinus, event.FixedPercent,
		}).Draw(t, "kind"); kind {
		case event.FixedPercent:
			return event.PercentAward(exact.Of(rapid.Int64Range(0, 1000).Draw(t, "tenths"), 10))
		default:
			return event.Award{Kind: kind}
		}
	})
	acts := map[string]func(*rapid.T) event.Act{
		"opened": func(t *rapid.T) event.Act {
			return event.Opened{
				Title:      word.Draw(t, "title"),
				Club:       word.Draw(t, "club"),
				Date:       rapid.SampledFrom([]string{"", "2026-03-03", "spring"}).Draw(t, "date"),
				Kind:       rapid.SampledFrom([]event.Kind{event.Pairs, event.Teams}).Draw(t, "kind"),
				Method:     rapid.SampledFrom([]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs, event.IMPs}).Draw(t, "method"),
				Winners:    rapid.IntRange(0, 2).Draw(t, "winners"),
				Regulation: word.Draw(t, "regulation"),
				Producer:   word.Draw(t, "producer"),
				Expected:   rapid.IntRange(0, 20).Draw(t, "expected"),
			}
		},
		"registered": func(t *rapid.T) event.Act {
			r := event.Registered{Contestant: contestants().Draw(t, "contestant")}
			for i := range rapid.IntRange(0, 4).Draw(t, "persons") {
				r.Persons = append(r.Persons, event.PersonID(fmt.Sprint("p", i)))
			}
			return r
		},
		"board_set": func(t *rapid.T) event.Act {
			return event.BoardSet{
				Board:  bridgetest.Boards().Draw(t, "board"),
				Dealer: bridgetest.Seats().Draw(t, "dealer"),
				Vul:    bridgetest.Vulnerabilities().Draw(t, "vulnerability"),
				Deal:   rapid.OneOf(rapid.Just(bridge.Deal{}), bridgetest.Deals()).Draw(t, "deal"),
			}
		},
		"played": func(t *rapid.T) event.Act {
			p := event.Played{
				Meeting: meetings.Draw(t, "meeting"),
				Result:  rapid.OneOf(rapid.Just(bridge.Result{}), bridgetest.Results()).Draw(t, "result"),
			}
			if rapid.Bool().Draw(t, "score is noted") {
				s := score.Points(rapid.IntRange(-7600, 7600).Draw(t, "score"))
				p.Score = &s
			}
			return p
		},
		"not_played": func(t *rapid.T) event.Act { return event.NotPlayed{Meeting: meetings.Draw(t, "meeting")} },
		"sat_out":    func(t *rapid.T) event.Act { return event.SatOut{Meeting: meetings.Draw(t, "meeting")} },
		"voided":     func(t *rapid.T) event.Act { return event.Voided{Meeting: meetings.Draw(t, "meeting")} },
		"assigned": func(t *rapid.T) event.Act {
			outcomes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) event.Assigned {
				points := score.Points(10 * rapid.IntRange(-760, 760).Draw(t, "score"))
				return event.Assigned{Score: &points, Weight: exact.Of(rapid.Int64Range(1, 100).Draw(t, "weight"), 100)}
			}), 1, 5)
			return event.Ruled{
				Meeting:  meetings.Draw(t, "meeting"),
				Assigned: bridge.BySide[[]event.Assigned]{NS: outcomes.Draw(t, "NS"), EW: outcomes.Draw(t, "EW")},
			}
		},
		"ruled": func(t *rapid.T) event.Act {
			return event.Ruled{
				Meeting: meetings.Draw(t, "meeting"),
				Award:   bridge.BySide[event.Award]{NS: awards.Draw(t, "NS"), EW: awards.Draw(t, "EW")},
			}
		},
	}
	names := rapid.SampledFrom([]string{"opened", "registered", "board_set", "played", "not_played", "sat_out", "ruled"})
	return rapid.Custom(func(t *rapid.T) event.Fact {
		f := event.Fact{
			ID:  rapid.StringMatching(`[a-z0-9]{0,8}`).Draw(t, "id"),
			By:  word.Draw(t, "by"),
			Why: word.Draw(t, "why"),
			Act: acts[names.Draw(t, "act")](t),
		}
		if rapid.Bool().Draw(t, "time is known") {
			f.At = time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond")).UTC()
		}
		return f
	})
}

// values compares the small values of the game by ==, as they promise; a list of
// nobody is the same as no list.
var values = cmp.Options{
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b bridge.Result) bool { return a == b }),
	cmp.Comparer(func(a, b bridge.Deal) bool { return a == b }),
}

// TestFactJSON: a fact that was written is read as the same fact.
func TestFactJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := facts().Draw(t, "fact")
		b, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var back event.Fact
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("JSON %s: %v", b, err)
		}
		if diff := cmp.Diff(f, back, values); diff != "" {
			t.Fatalf("JSON %s (-written +read):\n%s", b, diff)
		}
	})
}

// TestFactForm: the form that journals keep, byte for byte, one line for each
// act. It is read in every later release.
func TestFactForm(t *testing.T) {
	twelve := event.Contestant{Number: 12, Side: bridge.NS}
	meeting := event.Meeting{Round: 3, Table: 2, Board: 7, NS: twelve, EW: event.Contestant{Number: 5, Side: bridge.EW}}
	contract := bridge.Contract{Level: 4, Strain: bridge.Spades, Doubling: bridge.Doubled}
	result, err := bridge.NewResult(contract, bridge.South, 11)
	if err != nil {
		t.Fatal(err)
	}
	points := score.Points(990)
	for _, tc := range []struct {
		name string
		fact event.Fact
		want string
	}{
		{
			"opened",
			event.Fact{Act: event.Opened{Title: "Tuesday", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}},
			`{"act":"opened","what":{"title":"Tuesday","kind":"pairs","method":"mp","winners":2}}`,
		},
		{
			"registered",
			event.Fact{Act: event.Registered{Contestant: twelve, Persons: []event.PersonID{"p1", "p2"}}},
			`{"act":"registered","what":{"contestant":"12NS","persons":["p1","p2"]}}`,
		},
		{
			"board_set",
			event.Fact{Act: event.BoardSet{Board: 7, Dealer: bridge.South, Vul: bridge.AllVul}},
			`{"act":"board_set","what":{"board":7,"dealer":"S","vul":"All"}}`,
		},
		{
			"played",
			event.Fact{
				ID: "f1", At: time.Date(2026, 3, 3, 20, 15, 0, 0, time.UTC), By: "table 2",
				Act: event.Played{Meeting: meeting, Result: result, Score: &points},
			},
			`{"id":"f1","at":"2026-03-03T20:15:00Z","by":"table 2","act":"played",` +
				`"what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW","result":"4SX+1 S","score":990}}`,
		},
		{
			"passed out",
			event.Fact{Act: event.Played{Meeting: meeting, Result: bridge.PassedOut()}},
			`{"act":"played","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW","result":"Pass"}}`,
		},
		{
			"not_played",
			event.Fact{Why: "late", Act: event.NotPlayed{Meeting: meeting}},
			`{"why":"late","act":"not_played","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW"}}`,
		},
		{
			"sat_out",
			event.Fact{Act: event.SatOut{Meeting: event.Meeting{Board: 7, NS: twelve}}},
			`{"act":"sat_out","what":{"board":7,"ns":"12NS"}}`,
		},
		{
			"ruled",
			event.Fact{Act: event.Ruled{Meeting: meeting, Award: bridge.BySide[event.Award]{
				NS: event.Award{Kind: event.AveragePlus}, EW: event.PercentAward(exact.Of(45, 2)),
			}}},
			`{"act":"ruled","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW",` +
				`"award":{"ns":{"kind":"A+"},"ew":{"kind":"percent","percent":"45/2"}}}}`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, err := json.Marshal(tc.fact)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, string(b)); diff != "" {
				t.Errorf("JSON (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFactRefusals(t *testing.T) {
	for _, tc := range []struct{ name, text, key string }{
		{"no object", `[]`, "fact.json"},
		{"no act", `{}`, "fact.kind"},
		{"an unknown act", `{"act":"dreamt","what":{}}`, "fact.kind"},
		{"nothing said", `{"act":"played"}`, "fact.bare"},
		{"null said", `{"act":"played","what":null}`, "fact.bare"},
		{"another kind of thing said", `{"act":"played","what":7}`, "fact.what"},
		{"an unknown field of the fact", `{"act":"sat_out","what":{"board":7},"weather":"fine"}`, "fact.json"},
		{"an unknown field of the act", `{"act":"sat_out","what":{"board":7,"weather":"fine"}}`, "fact.what"},
		{"an impossible result", `{"act":"played","what":{"board":7,"result":"8S= S"}}`, "fact.what"},
		{"an impossible contestant", `{"act":"sat_out","what":{"board":7,"ns":"0"}}`, "fact.what"},
		{"a time that is none", `{"act":"sat_out","at":"yesterday","what":{"board":7}}`, "fact.json"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var f event.Fact
			if err := json.Unmarshal([]byte(tc.text), &f); keyOf(err) != tc.key || f.Act != nil {
				t.Fatalf("got %+v, %v, want key %s", f, err, tc.key)
			}
		})
	}
	if _, err := json.Marshal(event.Fact{ID: "f1"}); keyOf(err) != "fact.empty" {
		t.Errorf("a fact that says nothing: %v", err)
	}
	if _, err := json.Marshal(event.Fact{Act: event.BoardSet{Board: 7}}); keyOf(err) != "seat.unset" {
		t.Errorf("a board without a dealer: %v", err)
	}
}

// FuzzFactJSON: whatever is read is written so that it reads as the same fact,
// or its writing is refused.
func FuzzFactJSON(f *testing.F) {
	for _, s := range []string{
		`{"id":"f1","at":"2026-03-03T20:15:00Z","by":"table 2","act":"played","what":{"board":7,"ns":"12NS","ew":"5EW","result":"4SX+1 S","score":990}}`,
		`{"act":"opened","what":{"title":"Tuesday","kind":"pairs","method":"mp","winners":2}}`,
		`{"act":"registered","what":{"contestant":"12NS","persons":["p1","p2"]}}`,
		`{"act":"board_set","what":{"board":7,"dealer":"S","vul":"All","deal":"N:A... - - -"}}`,
		`{"why":"late","act":"not_played","what":{"board":7}}`,
		`{"act":"sat_out","what":{"board":7,"ns":"12"}}`,
		`{"act":"ruled","what":{"board":7,"award":{"ns":{"kind":"A+"},"ew":{"kind":"percent","percent":"45/2"}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var fact, back event.Fact
		if err := json.Unmarshal(b, &fact); err != nil {
			return
		}
		out, err := json.Marshal(fact)
		if err != nil {
			if keyOf(err) == "" {
				t.Fatalf("%s cannot be written: %v", b, err)
			}
			return
		}
		if err := json.Unmarshal(out, &back); err != nil {
			t.Fatalf("%s is written as %s: %v", b, out, err)
		}
		if diff := cmp.Diff(fact, back, values); diff != "" {
			t.Fatalf("%s is written as %s (-read +read again):\n%s", b, out, diff)
		}
	})
}

func ExampleFact() {
	result, _ := bridge.ParseResult("4S+1 S")
	b, err := json.Marshal(event.Fact{ID: "f1", Act: event.Played{
		Meeting: event.Meeting{Board: 7, NS: event.Contestant{Number: 12}, EW: event.Contestant{Number: 5}},
		Result:  result,
	}})
	fmt.Println(string(b), err)
	// Output: {"id":"f1","act":"played","what":{"board":7,"ns":"12","ew":"5","result":"4S+1 S"}} <nil>
}
