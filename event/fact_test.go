package event_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// facts draws facts of every kind.
func facts() *rapid.Generator[event.Fact] { return factsOf(contestants(), bridgetest.Boards()) }

// factsOf draws facts of every kind about these contestants and boards.
func factsOf(who *rapid.Generator[event.Contestant], boards *rapid.Generator[bridge.Board]) *rapid.Generator[event.Fact] {
	word := rapid.StringMatching(`[A-Za-zÄöуж<&" –]{0,8}`)
	meetings := rapid.Custom(func(t *rapid.T) event.Meeting {
		m := event.Meeting{
			Session: rapid.IntRange(0, 3).Draw(t, "session"),
			Round:   rapid.IntRange(0, 13).Draw(t, "round"),
			Table:   rapid.IntRange(0, 20).Draw(t, "table"),
			Board:   boards.Draw(t, "board"),
			NS:      rapid.OneOf(who, who, rapid.Just(event.Contestant{})).Draw(t, "NS"),
			EW:      rapid.OneOf(who, who, rapid.Just(event.Contestant{})).Draw(t, "EW"),
		}
		if rapid.IntRange(0, 3).Draw(t, "four players") == 0 {
			m.South, m.West = who.Draw(t, "South"), who.Draw(t, "West")
		}
		return m
	})
	numbers := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 2)
	scopes := rapid.Custom(func(t *rapid.T) event.Scope {
		return event.Scope{
			Session: rapid.IntRange(0, 3).Draw(t, "session"),
			Section: rapid.SampledFrom([]string{"", "", "A"}).Draw(t, "section"),
			Board:   boards.Draw(t, "board"),
			Rounds:  numbers.Draw(t, "rounds"),
			From:    rapid.IntRange(0, 3).Draw(t, "from"),
			Tables:  numbers.Draw(t, "tables"),
			NS:      rapid.OneOf(rapid.Just(event.Contestant{}), who).Draw(t, "NS"),
			EW:      rapid.OneOf(rapid.Just(event.Contestant{}), who).Draw(t, "EW"),
		}
	})
	amounts := rapid.Custom(func(t *rapid.T) exact.Fraction {
		return exact.Of(rapid.Int64Range(-10, 60).Draw(t, "amount"), rapid.SampledFrom([]int64{1, 1, 4}).Draw(t, "part"))
	})
	persons := rapid.SliceOfN(rapid.SampledFrom([]event.PersonID{"p0", "p1", "x", ""}), 0, 3)
	times := rapid.Map(rapid.Int64Range(0, 1<<32), func(n int64) time.Time { return time.Unix(n, 0).UTC() })
	awards := rapid.Custom(func(t *rapid.T) event.Award {
		switch kind := rapid.SampledFrom([]event.AwardKind{
			"", event.AveragePlus, event.Average, event.AverageMinus, event.FixedPercent, event.FixedIMPs,
		}).Draw(t, "kind"); kind {
		case event.FixedIMPs:
			return event.Award{Kind: kind, IMPs: exact.Of(rapid.Int64Range(-50, 50).Draw(t, "half IMPs"), 2)}
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
				Kind:       rapid.SampledFrom([]event.Kind{event.Pairs, event.Individuals, event.Teams}).Draw(t, "kind"),
				Method:     rapid.SampledFrom(append([]event.Method{event.IMPs, event.BoardAMatch, event.Patton}, allMethods...)).Draw(t, "method"),
				Swiss:      rapid.Bool().Draw(t, "Swiss"),
				Winners:    rapid.IntRange(0, 2).Draw(t, "winners"),
				Regulation: rapid.OneOf(word, rapid.SampledFrom(regulation.Names())).Draw(t, "regulation"),
				Seed:       rapid.Uint64().Draw(t, "seed"),
				Producer:   word.Draw(t, "producer"),
				Expected:   rapid.IntRange(0, 20).Draw(t, "expected"),
			}
		},
		"registered": func(t *rapid.T) event.Act {
			r := event.Registered{Contestant: who.Draw(t, "contestant"), Club: word.Draw(t, "club")}
			if rapid.Bool().Draw(t, "strata") {
				r.Strata = rapid.SliceOfN(rapid.SampledFrom([]string{"A", "B", "C", "x"}), 0, 2).Draw(t, "strata")
			}
			if rapid.Bool().Draw(t, "handicap") {
				h := amounts.Draw(t, "handicap")
				r.Handicap = &h
			}
			if rapid.Bool().Draw(t, "average") {
				a := amounts.Draw(t, "average")
				r.Average = &a
			}
			for i := range rapid.IntRange(0, 4).Draw(t, "persons") {
				r.Persons = append(r.Persons, event.PersonID(fmt.Sprint("p", i)))
			}
			return r
		},
		"board_set": func(t *rapid.T) event.Act {
			b := event.BoardSet{
				Session: rapid.IntRange(0, 3).Draw(t, "session"),
				Board:   boards.Draw(t, "board"),
				Dealer:  bridgetest.Seats().Draw(t, "dealer"),
				Vul:     bridgetest.Vulnerabilities().Draw(t, "vulnerability"),
				Deal:    rapid.OneOf(rapid.Just(bridge.Deal{}), bridgetest.Deals()).Draw(t, "deal"),
			}
			if rapid.Bool().Draw(t, "par is known") {
				b.Par = points(t)
			}
			if rapid.Bool().Draw(t, "tricks are known") {
				for _, seat := range bridge.Seats {
					for _, strain := range bridge.Strains {
						b.DD = b.DD.With(seat, strain, rapid.IntRange(-1, 13).Draw(t, "tricks"))
					}
				}
			}
			return b
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
		"not_played": func(t *rapid.T) event.Act {
			return event.NotPlayed{Meeting: meetings.Draw(t, "meeting"), Late: rapid.Bool().Draw(t, "late")}
		},
		"fouled": func(t *rapid.T) event.Act {
			f := event.Fouled{
				Scope:   scopes.Draw(t, "scope"),
				Version: rapid.OneOf(rapid.SampledFrom([]string{"", "B", "C"}), word).Draw(t, "version"),
				Deal:    rapid.OneOf(rapid.Just(bridge.Deal{}), bridgetest.Deals()).Draw(t, "deal"),
			}
			if rapid.Bool().Draw(t, "dealer is known") {
				f.Dealer = bridgetest.Seats().Draw(t, "dealer")
			}
			if rapid.Bool().Draw(t, "vulnerability is known") {
				v := bridgetest.Vulnerabilities().Draw(t, "vulnerability")
				f.Vul = &v
			}
			return f
		},
		"turned": func(t *rapid.T) event.Act {
			return event.Turned{Scope: scopes.Draw(t, "scope"), Quarters: rapid.IntRange(-1, 4).Draw(t, "quarters")}
		},
		"cancelled": func(t *rapid.T) event.Act {
			return event.Cancelled{Scope: scopes.Draw(t, "scope"), Restored: rapid.Bool().Draw(t, "restored")}
		},
		"penalised": func(t *rapid.T) event.Act {
			return event.Penalised{
				Ref:        rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "ref"),
				Contestant: who.Draw(t, "who"),
				Session:    rapid.IntRange(-1, 3).Draw(t, "session"),
				Round:      rapid.IntRange(0, 3).Draw(t, "round"),
				Kind:       rapid.SampledFrom([]event.PenaltyKind{event.Procedural, event.Disciplinary, event.Cautioned, "rude"}).Draw(t, "kind"),
				Amount:     rapid.OneOf(rapid.Just(exact.Int(0)), amounts).Draw(t, "amount"),
				Unit:       rapid.SampledFrom([]event.PenaltyUnit{event.PenaltyTop, event.PenaltyMP, event.PenaltyIMPs, event.PenaltyVP, event.PenaltyStandard, "beer"}).Draw(t, "unit"),
			}
		},
		"carried": func(t *rapid.T) event.Act {
			return event.Carried{
				Contestant: who.Draw(t, "who"), Stage: rapid.IntRange(-1, 3).Draw(t, "stage"),
				Amount: amounts.Draw(t, "amount"), Max: amounts.Draw(t, "most"),
			}
		},
		"stage_set": func(t *rapid.T) event.Act {
			return event.StageSet{
				Stage: rapid.IntRange(0, 3).Draw(t, "stage"), Name: word.Draw(t, "name"), Sessions: numbers.Draw(t, "sessions"),
				From:  rapid.IntRange(-1, 3).Draw(t, "from"),
				Carry: rapid.SampledFrom([]string{"", "none", "full", "half", "50%", "all"}).Draw(t, "carry"),
			}
		},
		"substituted": func(t *rapid.T) event.Act {
			return event.Substituted{
				Contestant: who.Draw(t, "who"), Session: rapid.IntRange(-1, 3).Draw(t, "session"),
				From: rapid.IntRange(-1, 3).Draw(t, "from"), To: rapid.IntRange(-1, 3).Draw(t, "to"), Persons: persons.Draw(t, "persons"),
			}
		},
		"withdrew": func(t *rapid.T) event.Act {
			return event.Withdrew{
				Contestant: who.Draw(t, "who"), Planned: rapid.IntRange(-1, 5).Draw(t, "planned"), Returned: rapid.Bool().Draw(t, "returned"),
			}
		},
		"announced": func(t *rapid.T) event.Act {
			return event.Announced{Until: rapid.OneOf(rapid.Just(time.Time{}), times).Draw(t, "until")}
		},
		"reopened": func(*rapid.T) event.Act { return event.Reopened{} },
		"sat_out":  func(t *rapid.T) event.Act { return event.SatOut{Meeting: meetings.Draw(t, "meeting")} },
		"voided":   func(t *rapid.T) event.Act { return event.Voided{Meeting: meetings.Draw(t, "meeting")} },
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
	matchActs(acts, who, amounts, persons)
	names := rapid.SampledFrom(slices.Sorted(maps.Keys(acts)))
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
	cmp.Comparer(func(a, b dd.Table) bool { return a == b }),
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
	tricks, err := dd.ParseTable("9a878987843545354535")
	if err != nil {
		t.Fatal(err)
	}
	twelve := event.Contestant{Number: 12, Side: bridge.NS}
	meeting := event.Meeting{Round: 3, Table: 2, Board: 7, NS: twelve, EW: event.Contestant{Number: 5, Side: bridge.EW}}
	contract := bridge.Contract{Level: 4, Strain: bridge.Spades, Doubling: bridge.Doubled}
	result, err := bridge.NewResult(contract, bridge.South, 11)
	if err != nil {
		t.Fatal(err)
	}
	points, half, vul := score.Points(990), exact.Of(1, 2), bridge.EWVul
	match := event.MatchRef{Session: 2, Round: 3, Table: 4, Home: pair(1), Away: pair(2)}
	scope := event.Scope{Session: 2, Section: "A", Board: 7, Rounds: []int{1, 2}, From: 3, Tables: []int{4}, NS: twelve, EW: meeting.EW}
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
		{
			"assigned",
			event.Fact{Act: event.Ruled{Meeting: meeting, Assigned: bridge.BySide[[]event.Assigned]{
				NS: []event.Assigned{{Result: result, Weight: exact.Of(3, 5)}, {Score: &points, Weight: exact.Of(2, 5)}},
				EW: []event.Assigned{{Score: &points, Weight: exact.Int(1)}},
			}}},
			`{"act":"ruled","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW",` +
				`"assigned":{"ns":[{"result":"4SX+1 S","weight":"3/5"},{"score":990,"weight":"2/5"}],"ew":[{"score":990,"weight":"1"}]}}}`,
		},
		{
			"late",
			event.Fact{Act: event.NotPlayed{Meeting: meeting, Late: true}},
			`{"act":"not_played","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW","late":true}}`,
		},
		{
			"voided",
			event.Fact{Act: event.Voided{Meeting: meeting}},
			`{"act":"voided","what":{"round":3,"table":2,"board":7,"ns":"12NS","ew":"5EW"}}`,
		},
		{
			"an individual",
			event.Fact{Act: event.SatOut{Meeting: event.Meeting{Board: 7, NS: pair(1), South: pair(2)}}},
			`{"act":"sat_out","what":{"board":7,"ns":"1","south":"2"}}`,
		},
		{
			"registered with what is known of it",
			event.Fact{Act: event.Registered{Contestant: twelve, Club: "Riga", Strata: []string{"A", "C"}, Handicap: &half, Average: &half}},
			`{"act":"registered","what":{"contestant":"12NS","club":"Riga","strata":["A","C"],"handicap":"1/2","average":"1/2"}}`,
		},
		{
			"board_set with par",
			event.Fact{Act: event.BoardSet{Session: 2, Board: 7, Dealer: bridge.South, Vul: bridge.AllVul, Par: &points}},
			`{"act":"board_set","what":{"session":2,"board":7,"dealer":"S","vul":"All","par":990}}`,
		},
		{
			"board_set with what the cards allow",
			event.Fact{Act: event.BoardSet{Board: 7, Dealer: bridge.South, Vul: bridge.AllVul, DD: tricks}},
			`{"act":"board_set","what":{"board":7,"dealer":"S","vul":"All","dd":"9a878987843545354535"}}`,
		},
		{
			"fouled",
			event.Fact{Act: event.Fouled{Scope: scope, Version: "B", Dealer: bridge.East, Vul: &vul}},
			`{"act":"fouled","what":{"session":2,"section":"A","board":7,"rounds":[1,2],"from":3,"tables":[4],"ns":"12NS","ew":"5EW","version":"B","dealer":"E","vul":"EW"}}`,
		},
		{
			"turned",
			event.Fact{Act: event.Turned{Scope: event.Scope{Board: 7}, Quarters: 1}},
			`{"act":"turned","what":{"board":7,"quarters":1}}`,
		},
		{
			"cancelled",
			event.Fact{Act: event.Cancelled{Scope: event.Scope{Board: 7}, Restored: true}},
			`{"act":"cancelled","what":{"board":7,"restored":true}}`,
		},
		{
			"penalised",
			event.Fact{Act: event.Penalised{Ref: "1", Contestant: twelve, Session: 2, Kind: event.Procedural, Amount: half, Unit: event.PenaltyTop}},
			`{"act":"penalised","what":{"ref":"1","contestant":"12NS","session":2,"kind":"procedural","amount":"1/2","unit":"%"}}`,
		},
		{
			"carried",
			event.Fact{Act: event.Carried{Contestant: twelve, Stage: 2, Amount: half, Max: exact.Int(1)}},
			`{"act":"carried","what":{"contestant":"12NS","stage":2,"amount":"1/2","max":"1"}}`,
		},
		{
			"stage_set",
			event.Fact{Act: event.StageSet{Stage: 2, Name: "Final", Sessions: []int{2, 3}, From: 1, Carry: "half"}},
			`{"act":"stage_set","what":{"stage":2,"name":"Final","sessions":[2,3],"from":1,"carry":"half"}}`,
		},
		{
			"substituted",
			event.Fact{Act: event.Substituted{Contestant: twelve, Session: 1, From: 2, To: 3, Persons: []event.PersonID{"p1", "p9"}}},
			`{"act":"substituted","what":{"contestant":"12NS","session":1,"from":2,"to":3,"persons":["p1","p9"]}}`,
		},
		{
			"withdrew",
			event.Fact{Act: event.Withdrew{Contestant: twelve, Planned: 24}},
			`{"act":"withdrew","what":{"contestant":"12NS","planned":24}}`,
		},
		{
			"returned",
			event.Fact{Act: event.Withdrew{Contestant: twelve, Returned: true}},
			`{"act":"withdrew","what":{"contestant":"12NS","returned":true}}`,
		},
		{
			"announced",
			event.Fact{Act: event.Announced{Until: time.Date(2026, 3, 3, 23, 0, 0, 0, time.UTC)}},
			`{"act":"announced","what":{"until":"2026-03-03T23:00:00Z"}}`,
		},
		{"reopened", event.Fact{Act: event.Reopened{}}, `{"act":"reopened","what":{}}`},
		{
			"drawn without a carry-over",
			event.Fact{Act: event.Drawn{MatchRef: match, Lead: new(exact.Fraction)}},
			`{"act":"drawn","what":{"session":2,"round":3,"table":4,"home":"1","away":"2","lead":"0"}}`,
		},
		{
			"drawn",
			event.Fact{Act: event.Drawn{MatchRef: match, Boards: 8, Triangle: true, Knockout: true, Half: true, Lead: &half, Seats: []bridge.Side{bridge.EW, bridge.NS}}},
			`{"act":"drawn","what":{"session":2,"round":3,"table":4,"home":"1","away":"2","boards":8,"triangle":true,"knockout":true,"half":true,"lead":"1/2","seats":["EW","NS"]}}`,
		},
		{
			"a bye that is taken back",
			event.Fact{Act: event.Drawn{MatchRef: event.MatchRef{Round: 3, Home: pair(1)}, Undone: true}},
			`{"act":"drawn","what":{"round":3,"home":"1","undone":true}}`,
		},
		{
			"match_scored",
			event.Fact{Act: event.MatchScored{MatchRef: match, Boards: 8, HomeOf: exact.Int(23), AwayOf: half, HomeVP: &half, AwayVP: &half}},
			`{"act":"match_scored","what":{"session":2,"round":3,"table":4,"home":"1","away":"2","boards":8,"home_imps":"23","away_imps":"1/2","home_vp":"1/2","away_vp":"1/2"}}`,
		},
		{
			"match_ruled",
			event.Fact{Act: event.MatchRuled{MatchRef: match, Ruling: event.MatchForfeited, Fault: event.HomesFault}},
			`{"act":"match_ruled","what":{"session":2,"round":3,"table":4,"home":"1","away":"2","ruling":"forfeited","fault":"home"}}`,
		},
		{
			"lined_up",
			event.Fact{Act: event.LinedUp{Session: 2, Round: 3, Table: 4, Segment: 1, From: 1, To: 8, Team: pair(1), Side: bridge.EW, Persons: []event.PersonID{"p1", "p2"}}},
			`{"act":"lined_up","what":{"session":2,"round":3,"table":4,"segment":1,"from":1,"to":8,"team":"1","side":"EW","persons":["p1","p2"]}}`,
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
