package simulate

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// made makes up an event that must succeed.
func made(t rapid.TB, o Options) *event.Record {
	t.Helper()
	rec, err := Event(o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return rec
}

func folded(t rapid.TB, rec *event.Record) *event.Event {
	t.Helper()
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func stood(t rapid.TB, rec *event.Record) *event.Standings {
	t.Helper()
	s, err := folded(t, rec).Standings()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawn are options of a small event of any kind.
var drawn = rapid.Custom(func(t *rapid.T) Options {
	pairs := rapid.IntRange(2, 70).Draw(t, "pairs")
	kind, lists := event.Pairs, 2
	if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
		kind, lists = event.Individuals, 1
	}
	return Options{
		Kind:      kind,
		Seed:      rapid.Uint64().Draw(t, "seed"),
		Pairs:     pairs,
		Boards:    rapid.IntRange(1, 36).Draw(t, "boards"),
		Sessions:  rapid.IntRange(1, 3).Draw(t, "sessions"),
		Sections:  rapid.IntRange(0, min(3, (pairs+1)/2)).Draw(t, "sections"),
		Winners:   rapid.IntRange(0, lists).Draw(t, "winners"),
		Method:    rapid.SampledFrom([]event.Method{"", event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints}).Draw(t, "method"),
		Accidents: rapid.SampledFrom([]Accidents{"", None, Few, Many}).Draw(t, "accidents"),
	}
})

// meetingOf is the meeting that a fact speaks of.
func meetingOf(f event.Fact) (m event.Meeting, ok bool) {
	switch a := f.Act.(type) {
	case event.Played:
		return a.Meeting, true
	case event.NotPlayed:
		return a.Meeting, true
	case event.SatOut:
		return a.Meeting, true
	case event.Ruled:
		return a.Meeting, true
	}
	return m, false
}

// TestSound: whatever the options, an event takes the facts and ranks them; nobody
// meets a board twice or sits at two tables in a round; nobody meets the same
// opponents twice in a session, or in an individual event the same partner; all are
// there.
func TestSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawn.Draw(t, "options")
		rec := made(t, o)
		type board struct {
			session int
			board   bridge.Board
			who     event.Contestant
		}
		type sitting struct {
			session, round int
			who            event.Contestant
		}
		type table struct {
			section               string
			session, round, table int
		}
		type opponents struct {
			session int
			a, b    event.Contestant
		}
		meets := map[board]event.Meeting{}
		sits := map[sitting]int{}
		seated := map[table][4]event.Contestant{}
		met := map[opponents]int{}
		alone := o.Kind == event.Individuals
		entered := map[event.Contestant]bool{}
		for _, f := range rec.Facts {
			if r, ok := f.Act.(event.Registered); ok {
				entered[r.Contestant] = false
			}
			m, ok := meetingOf(f)
			if !ok {
				continue
			}
			section := m.NS.Section + m.EW.Section
			for _, who := range []event.Contestant{m.NS, m.EW, m.South, m.West} {
				if who.IsZero() {
					continue
				}
				section = who.Section
				if before, twice := meets[board{m.Session, m.Board, who}]; twice && before != m {
					t.Fatalf("%v meets board %d twice: %+v, %+v", who, m.Board, before, m)
				}
				meets[board{m.Session, m.Board, who}] = m
				if at, ok := sits[sitting{m.Session, m.Round, who}]; ok && at != m.Table {
					t.Fatalf("%v sits at tables %d and %d in round %d", who, at, m.Table, m.Round)
				}
				sits[sitting{m.Session, m.Round, who}] = m.Table
				entered[who] = true
			}
			here := table{section, m.Session, m.Round, m.Table}
			both := [4]event.Contestant{m.NS, m.EW, m.South, m.West}
			if at, ok := seated[here]; ok && at != both {
				t.Fatalf("at %+v sit %v and %v", here, at, both)
			}
			seated[here] = both
			once := [][2]event.Contestant{{m.NS, m.EW}}
			if alone {
				once = [][2]event.Contestant{{m.NS, m.South}, {m.EW, m.West}}
			}
			for _, two := range once {
				if two[0].IsZero() || two[1].IsZero() {
					continue
				}
				if two[1].Compare(two[0]) < 0 {
					two[0], two[1] = two[1], two[0]
				}
				together := opponents{m.Session, two[0], two[1]}
				if round, ok := met[together]; ok && round != m.Round {
					t.Fatalf("%v come together in rounds %d and %d", two, round, m.Round)
				}
				met[together] = m.Round
			}
		}
		settled, err := o.Settled()
		if err != nil {
			t.Fatal(err)
		}
		want := settled.Pairs
		if alone {
			want *= 2
		}
		if len(entered) != want {
			t.Fatalf("%d contestants, not %d", len(entered), want)
		}
		for who, sat := range entered {
			if !sat {
				t.Fatalf("%v sits nowhere", who)
			}
		}
		s := stood(t, rec)
		if len(s.Open) > 0 || s.Info.Winners != settled.Winners {
			t.Fatalf("open: %v; winners: %d, not %d", s.Open, s.Info.Winners, settled.Winners)
		}
		for _, doubt := range s.Doubts {
			if doubt.Key != "event.nothing_to_compare" { // an event of one table
				t.Fatalf("a doubt: %v", doubt)
			}
		}
	})
}

// TestEverybodyPlays: in a session each pair has as many boards as the movement lets
// it have: all of them, less one set where tables skip and one where it sits out.
func TestEverybodyPlays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs, boards := rapid.IntRange(2, 60).Draw(t, "pairs"), rapid.IntRange(4, 36).Draw(t, "boards")
		rec := made(t, Options{Seed: rapid.Uint64().Draw(t, "seed"), Pairs: pairs, Boards: boards, Sections: 1, Winners: 2})
		count := map[event.Contestant]map[bridge.Board]bool{}
		for _, f := range rec.Facts {
			m, ok := meetingOf(f)
			for _, who := range []event.Contestant{m.NS, m.EW} {
				if ok && !who.IsZero() {
					if count[who] == nil {
						count[who] = map[bridge.Board]bool{}
					}
					count[who][m.Board] = true
				}
			}
		}
		for who, met := range count {
			if least := boards - (boards+2)/3; len(met) < least {
				t.Fatalf("%v meets %d of %d boards", who, len(met), boards)
			}
		}
	})
}

// TestResults: what is reported could have happened: the score exists, and the card
// that was led was in the hand on declarer's left.
func TestResults(t *testing.T) {
	rec := made(t, Options{Seed: 7, Pairs: 400, Boards: 32})
	deals := map[bridge.Board]bridge.Deal{}
	n, others := 0, 0
	led := map[event.Meeting]bridge.Result{}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.BoardSet:
			if !a.Deal.Complete() {
				t.Fatalf("board %d: %v", a.Board, a.Deal)
			}
			deals[a.Board] = a.Deal
		case event.Fouled: // after all was played
			others++
			if !a.Deal.Complete() || a.Deal == deals[a.Board] {
				t.Fatalf("board %d: %v", a.Board, a.Deal)
			}
			for m, r := range led {
				if m.Board == a.Board && m.NS.Section == a.Section && m.Round >= a.From && !a.Deal.Hand(r.Declarer().Next()).Has(r.Lead()) {
					t.Fatalf("board %d: %v leads %v in version %s", a.Board, r.Declarer().Next(), r.Lead(), a.Version)
				}
			}
		case event.Played:
			delete(led, a.Meeting)
			if _, err := score.Result(a.Result, a.Board.Vulnerability()); err != nil {
				t.Fatal(err)
			}
			if lead := a.Result.Lead(); lead.Valid() {
				led[a.Meeting] = a.Result
				n++
				if leader := a.Result.Declarer().Next(); !deals[a.Board].Hand(leader).Has(lead) {
					t.Fatalf("board %d: %v leads %v", a.Board, leader, lead)
				}
			}
		}
	}
	if n < 6000 || others == 0 {
		t.Errorf("%d leads, %d fouled boards", n, others)
	}
}

// TestLikeAClub: the results scatter as in the result files of real clubs. There, of
// 8,914 results, 49 in a hundred are games, 5 slams, 60 made, 11 doubled, half a one
// passed out, and 2.5 down four or more.
func TestLikeAClub(t *testing.T) {
	rec := made(t, Options{Seed: 1, Pairs: 1000, Boards: 100, Accidents: None})
	count := map[string]int{}
	all := 0
	common := map[bridge.Board]map[bridge.Contract]int{}
	for _, f := range rec.Facts {
		p, ok := f.Act.(event.Played)
		if !ok {
			continue
		}
		all++
		c := p.Result.Contract()
		if common[p.Board] == nil {
			common[p.Board] = map[bridge.Contract]int{}
		}
		common[p.Board][c]++
		if p.Result.PassedOut() {
			count["passed out"]++
			continue
		}
		switch plain, err := score.Duplicate(bridge.Contract{Level: c.Level, Strain: c.Strain}, false, c.Tricks()); {
		case err != nil:
			t.Fatal(err)
		case c.Level >= 6:
			count["slam"]++
		case plain >= 300:
			count["game"]++
		}
		if p.Result.Over() >= 0 {
			count["made"]++
		}
		if p.Result.Over() <= -4 {
			count["down four"]++
		}
		if c.Doubling != bridge.Undoubled {
			count["doubled"]++
		}
		if c.Strain == bridge.Notrump && c.Level == 3 && c.Doubling == bridge.Doubled && p.Result.Over() <= -4 {
			count["3NTX-4"]++
		}
	}
	for what, between := range map[string][2]int{ // per mille
		"passed out": {2, 29}, "slam": {20, 80}, "game": {400, 600}, "made": {550, 700}, "down four": {8, 40}, "doubled": {60, 160},
	} {
		if n := 1000 * count[what] / all; n < between[0] || n > between[1] {
			t.Errorf("%s: %d of a thousand, want %v", what, n, between)
		}
	}
	if count["3NTX-4"] == 0 {
		t.Error("nobody ever is four down in 3NT doubled")
	}
	most := 0
	for _, contracts := range common {
		n := 0
		for _, k := range contracts {
			n = max(n, k)
		}
		most += n
	}
	if n := 100 * most / all; n < 25 || n > 80 {
		t.Errorf("%d in a hundred tables are in the most common contract of the board", n)
	}
}

// TestMean: what one side gets the other loses: with no rulings the percentages of
// North-South are 50 on average, and so are those of East-West.
func TestMean(t *testing.T) {
	s := stood(t, made(t, Options{Seed: 3, Pairs: 52, Boards: 26, Winners: 2, Sections: 2, Accidents: None}))
	for _, list := range s.Lists {
		sum := exact.Int(0)
		for _, r := range list.Rows {
			sum = sum.Add(r.Total.Value.Div(r.Max.Value))
		}
		if !sum.Equal(exact.Of(int64(len(list.Rows)), 2)) {
			t.Errorf("%s: %v of %d pairs", list.Name, sum, len(list.Rows))
		}
	}
}

// TestStrongPairs: the strong half of the field has clearly more than the weak one,
// but not all of the places.
func TestStrongPairs(t *testing.T) {
	for _, method := range []event.Method{event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs} {
		o, err := Options{Seed: 11, Pairs: 400, Boards: 32, Winners: 1, Method: method}.Settled()
		if err != nil {
			t.Fatal(err)
		}
		g := &generator{Options: o, rec: &event.Record{People: event.People{}}}
		g.enter()
		skill := map[event.Contestant]int{}
		var all []int
		for _, sec := range g.sections {
			for _, p := range slices.Concat(sec.seats.NS, sec.seats.EW) {
				skill[p.Contestant] = p.skill
				all = append(all, p.skill)
			}
		}
		slices.Sort(all)
		median := all[len(all)/2]
		rows := stood(t, made(t, o)).Lists[0].Rows
		strong := 0 // of the better half of the ranking
		for _, r := range rows[:len(rows)/2] {
			if skill[r.Contestant] >= median {
				strong++
			}
		}
		if strong < 120 || strong > 185 { // of 200; by chance 100
			t.Errorf("%s: %d strong pairs in the upper half", method, strong)
		}
	}
}

// TestAccidents: where there is room, each kind of accident happens, with none none,
// and with many more often than with few.
func TestAccidents(t *testing.T) {
	count := func(o Options) map[string]int {
		out := map[string]int{}
		seen := map[event.Meeting]bool{}
		for _, f := range made(t, o).Facts {
			switch a := f.Act.(type) {
			case event.Played:
				if seen[a.Meeting] {
					out["corrected"]++
				}
				seen[a.Meeting] = true
			case event.NotPlayed:
				if a.Late {
					out["late"]++
					break
				}
				out["not played"]++
			case event.Fouled:
				out["fouled"]++
			case event.Cancelled:
				out["cancelled"]++
			case event.Penalised:
				out["penalty"]++
			case event.SatOut:
				out["sat out"]++
			case event.Ruled:
				switch ns, ew := a.Assigned.NS, a.Assigned.EW; {
				case a.Award.NS.Kind == event.FixedPercent:
					out["percent"]++
				case !a.Award.NS.IsZero():
					out["average"]++
				case len(ns) > 1:
					out["weighted"]++
				case len(ns) == 1 && ns[0].Result != ew[0].Result:
					out["split"]++
				}
			}
		}
		return out
	}
	kinds := []string{"corrected", "not played", "percent", "average", "weighted", "split", "late", "fouled", "cancelled", "penalty"}
	for _, o := range []Options{{}, {Pairs: 23}, {Pairs: 21, Accidents: Many}, {Pairs: 14, Boards: 30, Winners: 1}, {Pairs: 600, Boards: 30, Method: event.Butler}} {
		for n := range uint64(20) {
			o.Seed = n
			got := count(o)
			for _, kind := range kinds {
				if got[kind] == 0 {
					t.Errorf("%+v: nothing %s", o, kind)
				}
			}
			if (got["sat out"] > 0) != (o.Pairs%2 == 1) {
				t.Errorf("%+v: %d boards sat out", o, got["sat out"])
			}
		}
	}
	if got := count(Options{Pairs: 600, Sessions: 2, Accidents: None}); len(got) > 0 {
		t.Errorf("accidents: %v", got)
	}
	few, many := count(Options{Pairs: 200, Boards: 100, Sessions: 4}), count(Options{Pairs: 200, Boards: 100, Sessions: 4, Accidents: Many})
	for _, kind := range kinds {
		if few[kind] >= many[kind] || few[kind] > 400 { // of 40,000
			t.Errorf("%s: few are %d, many %d", kind, few[kind], many[kind])
		}
	}
}

// TestSameInEveryRelease: the facts of an event follow from its options, today and
// always. If this fails the made-up events of those who noted a seed are gone.
func TestSameInEveryRelease(t *testing.T) {
	for _, c := range []struct {
		Options
		want string
	}{
		{Options{}, "bf77ea7e618d9236"},
		{Options{Seed: 42, Pairs: 20, Boards: 24}, "3bd98c61d0eaba52"},
		{Options{Seed: 1 << 63, Pairs: 43, Boards: 26, Sessions: 2, Sections: 2, Winners: 2, Method: event.Butler, Accidents: Many}, "9a869450efdfdb49"},
		{Options{Seed: 2, Pairs: 13, Kind: event.Individuals, Accidents: Many}, "fb2f7e9734806be3"},
		{Options{Seed: 9, Pairs: 9, Boards: 18, Winners: 1, Regulation: "ebu", Accidents: None}, "3fb6a038e9a4db33"},
	} {
		var sums [2]string
		for i := range sums {
			rec := made(t, c.Options)
			text, err := json.Marshal([]any{rec.Facts, rec.People})
			if err != nil {
				t.Fatal(err)
			}
			sums[i] = fmt.Sprintf("%x", sha256.Sum256(text))[:16]
		}
		if sums[0] != sums[1] || sums[0] != c.want {
			t.Errorf("%+v: %s, then %s, want %s", c.Options, sums[0], sums[1], c.want)
		}
	}
}

// TestAccidentsChangeNothingElse: the deals, the names and the other results are the
// same whatever goes wrong.
func TestAccidentsChangeNothingElse(t *testing.T) {
	results := func(a Accidents) (map[event.Meeting]bridge.Result, event.People) {
		rec := made(t, Options{Seed: 5, Pairs: 40, Accidents: a})
		out := map[event.Meeting]bridge.Result{}
		for _, f := range rec.Facts {
			if p, ok := f.Act.(event.Played); ok {
				out[p.Meeting] = p.Result
			}
		}
		return out, rec.People
	}
	plain, people := results(None)
	rough, same := results(Many)
	if len(rough) >= len(plain) {
		t.Errorf("%d results with accidents, %d without", len(rough), len(plain))
	}
	for m, r := range rough {
		if plain[m] != r {
			t.Errorf("%+v: %v, %v", m, r, plain[m])
		}
	}
	for id, who := range people {
		if same[id].Name != who.Name {
			t.Errorf("%s is %q and %q", id, who.Name, same[id].Name)
		}
	}
}

// TestNames: nobody shares a name, as long as there are names.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, who := range made(t, Options{Seed: 2, Pairs: 10_000, Boards: 2}).People {
		if first, last, ok := strings.Cut(who.Name, " "); !ok || first == "" || last == "" || seen[who.Name] {
			t.Fatalf("%q", who.Name)
		}
		seen[who.Name] = true
	}
	if len(seen) != 20_000 {
		t.Errorf("%d names", len(seen))
	}
}

// TestLetters: sections beyond Z have two letters.
func TestLetters(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		if got := letters(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// TestRefusals: what no event can have is refused, with its key.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		Options
		key string
	}{
		{Options{Pairs: 1}, "simulate.pairs"},
		{Options{Pairs: -4}, "simulate.pairs"},
		{Options{Pairs: 100_001}, "simulate.pairs"},
		{Options{Boards: -1}, "simulate.boards"},
		{Options{Boards: 201}, "simulate.boards"},
		{Options{Sessions: 21}, "simulate.sessions"},
		{Options{Sections: 11}, "simulate.sections"},
		{Options{Sections: -1}, "simulate.sections"},
		{Options{Pairs: 100_000, Boards: 200}, "simulate.size"},
		{Options{Winners: 3}, "event.winners"},
		{Options{Method: event.IMPs}, "simulate.method"},
		{Options{Kind: event.Teams}, "simulate.kind"},
		{Options{Kind: event.Individuals, Winners: 2}, "event.individual_lists"},
		{Options{Accidents: "lots"}, "simulate.accidents"},
		{Options{Regulation: "nobody"}, "regulation.unknown"},
	} {
		rec, err := Event(c.Options)
		e, ok := errors.AsType[*bridge.Error](err)
		if rec != nil || !ok || e.Key != c.key || e.Code != bridge.Invalid && e.Code != bridge.NotFound {
			t.Errorf("%+v: %v, want %s", c.Options, err, c.key)
		}
	}
}

// TestLarge: an event of 10,000 pairs is one like all others.
func TestLarge(t *testing.T) {
	rec := made(t, Options{Seed: 4, Pairs: 10_000, Boards: 32})
	folded(t, rec)
	n := 0
	for _, f := range rec.Facts {
		if _, ok := f.Act.(event.Played); ok {
			n++
		}
	}
	if n < 140_000 {
		t.Errorf("%d results", n)
	}
}

func BenchmarkEvent10000(b *testing.B) {
	for b.Loop() {
		if _, err := Event(Options{Seed: 4, Pairs: 10_000, Boards: 32}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestBell: chance lies around 0, as far as it was told.
func TestBell(t *testing.T) {
	g := &generator{}
	s := g.about(ofTables)
	sum, square := 0, 0
	const n = 100_000
	for range n {
		x := bell(s, 1000)
		sum += x
		square += x * x / 1000
	}
	if mean, variance := sum/n, square/n; mean < -15 || mean > 15 || variance < 970 || variance > 1030 {
		t.Errorf("mean %d, variance %d", mean, variance)
	}
}

// TestFactsAreJSON: the facts can be kept: they come back as they were.
func TestFactsAreJSON(t *testing.T) {
	rec := made(t, Options{Seed: 8, Pairs: 21, Accidents: Many})
	before, err := json.Marshal(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	var facts []event.Fact
	if err := json.Unmarshal(before, &facts); err != nil {
		t.Fatal(err)
	}
	after, err := json.Marshal(facts)
	if err != nil || !bytes.Equal(before, after) {
		t.Error("the facts are others", err)
	}
}
