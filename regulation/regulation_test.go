package regulation_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
)

// TestPacksThatShip: each one is there, says who it is, and says of each of its
// values where it comes from.
func TestPacksThatShip(t *testing.T) {
	want := []string{
		"acbl", "ase-scorer", "bbo", "compscore", "dbf", "dbv", "dupscore", "ebu", "ffb", "kops", "magic-contest",
		"nationwide-pairs", "nbb", "nbf", "nzb", "pary", "pzbs", "realbridge", "sbf", "wbf",
	}
	if got := regulation.Names(); !slices.Equal(got, want) {
		t.Fatalf("packs %q, want %q", got, want)
	}
	for _, name := range want {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != name || p.Title == "" || p.Version == "0" {
			t.Errorf("%s: name %q, title %q, version %q", name, p.Name, p.Title, p.Version)
		}
		for _, s := range regulation.Settings() {
			src, ok := p.Source(s.Name)
			switch {
			case strings.HasPrefix(s.Name, "score.") && s.Name != "score.edition", s.Name == "producers", s.Name == "extends":
				continue // house rules; a body that no program is named after
			case !ok:
				t.Errorf("%s: nothing sets %s", name, s.Name)
			case src.Note == "" && strings.Contains(s.Name, "."):
				t.Errorf("%s: %s = %s has no source", name, s.Name, src.Value)
			}
		}
	}
}

// TestInheritance: a pack has what it sets, and the rest from the one it
// extends.
func TestInheritance(t *testing.T) {
	p, err := regulation.Read(strings.NewReader(`
# a club that does it its own way
title    = Riverside
version  = 3
extends  = magic-contest
mp.bye   = 55.5          # our evening, our rule
art.own  = never
mp.rounding = 0.01 toward
`), "riverside")
	if err != nil {
		t.Fatal(err)
	}
	up, err := regulation.Find("magic-contest")
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "riverside" || p.Extends != "magic-contest" || p.Version != "3" || p.Title != "Riverside" {
		t.Errorf("got %q extends %q, version %q", p.Name, p.Extends, p.Version)
	}
	if p.Matchpoints.Bye != regulation.ByePercent || !p.Matchpoints.ByePercent.Equal(exact.Of(111, 2)) {
		t.Errorf("mp.bye is %v %v", p.Matchpoints.Bye, p.Matchpoints.ByePercent)
	}
	if !reflect.DeepEqual(p.Rank, up.Rank) || p.Total != up.Total || p.Matchpoints.Decimals != up.Matchpoints.Decimals {
		t.Error("what was not set is not inherited")
	}
	if up.Matchpoints.Bye != regulation.OwnMean || up.Artificial.Own != regulation.OwnIfBetter {
		t.Error("the pack that was extended has changed")
	}
	if len(p.Producers) != 0 {
		t.Errorf("producers %q are inherited: two packs would claim one program", p.Producers)
	}
	for name, want := range map[string]regulation.Source{
		"mp.bye":    {Pack: "riverside", Value: "55.5", Note: "our evening, our rule"},
		"rank.ties": {Pack: "magic-contest", Value: "head_to_head", Note: `the "Tiebreak" of its lists; practice`},
		"art.plus":  {Pack: "wbf", Value: "60", Note: "Law 12C2(a), published"},
	} {
		if got, ok := p.Source(name); !ok || got != want {
			t.Errorf("%s comes from %+v, want %+v", name, got, want)
		}
	}
}

func TestForProducer(t *testing.T) {
	for producer, want := range map[string]string{
		"CompScore3 (Australia), USEBIO 1.2":            "compscore",
		"compscore":                                     "compscore",
		"Magic Contest HTML/PRE score tables (Romania)": "magic-contest",
		"JFR Pary 4.1 (Poland)":                         "pary",
		"RealBridge PBN export":                         "realbridge",
		"dupscore":                                      "dupscore",
		"":                                              "wbf",
		"a program that nobody knows":                   "wbf",
		"Paryland 7":                                    "wbf",
		"Pary 4.1":                                      "pary",
		"made to look like CompScore by somebody else": "wbf",
	} {
		if got := regulation.ForProducer(producer).Name; got != want {
			t.Errorf("%q follows %s, want %s", producer, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct{ name, text, key, says string }{
		{"an unknown setting", "title = x\nmp.unitt = 2-scale", "regulation.setting", "line 2: unknown setting \"mp.unitt\""},
		{"an unknown word", "mp.unit = 3-scale", "regulation.word", `line 1: mp.unit: value "3-scale": want 2-scale, 1-scale or percent`},
		{"no value", "mp.unit =", "regulation.line", "line 1"},
		{"no sign of equality", "mp.unit 2-scale", "regulation.line", "line 1"},
		{"the same setting twice", "mp.bye = 50\n\nmp.bye = 60", "regulation.twice", "line 3: mp.bye is already set in line 1"},
		{"a pack that is not there", "title = x\nextends = nobody", "regulation.unknown", `line 2: regulation "nobody"`},
		{"nothing to extend", "extends = none", "regulation.unknown", `regulation "none"`},
		{"the name of a body", "\nname = wbf", "regulation.reserved", "line 2"},
		{"the name of a code of laws", "name = 1993", "regulation.reserved", "taken"},
		{"average minus above average plus", "art.plus = 30\nart.minus = 90", "regulation.averages", "30"},
		{"a percentage above 100", "art.plus = 101", "regulation.number", "a number from 0 to 100"},
		{"a bye of more than all", "mp.bye = 160", "regulation.value", "none, own_mean or a number from 0 to 100"},
		{"a rounding without a way", "mp.rounding = 0.01", "regulation.value", "a unit and away"},
		{"a rounding to nothing", "mp.rounding = 0 away", "regulation.value", "a unit and away"},
		{"a rounding of no half", "mp.rounding = 0.1 ceiling", "regulation.value", "a unit and away"},
		{"a scale of another unit", "vp.teams = ebu-pairs", "regulation.word", `line 1: vp.teams: value "ebu-pairs": want none, wbf, wbf-discrete`},
		{"teams of eight without boards", "vp.teams_of_eight = 0.5", "regulation.number", "a number from 1 to 4"},
		{"too many decimals", "mp.decimals = 9", "regulation.number", "a number from 0 to 4"},
		{"points that are none", "score.game = lots", "regulation.points", "from 0 to 10000"},
		{"three premiums", "score.game = 1 2 3", "regulation.value", "points not vulnerable and vulnerable"},
		{"negative points", "score.part_score = -50", "regulation.points", "from 0 to 10000"},
		{"a code of rubber bridge", "score.edition = 1993", "edition.rubber", "line 1: score.edition"},
		{"a half that is no way", "print.half = ceiling", "regulation.value", "away, toward, even or up"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := regulation.Read(strings.NewReader(tc.text), "test")
			e, ok := err.(*bridge.Error)
			if !ok || e.Key != tc.key || !strings.Contains(e.Error(), tc.says) {
				t.Fatalf("got %v, want key %s and %q", err, tc.key, tc.says)
			}
		})
	}
}

// TestHouse: house rules change the values of a deal, and nothing of the code of
// laws that they start from.
func TestHouse(t *testing.T) {
	house, err := regulation.ReadHouse(strings.NewReader(`
# all doubled undertricks after the first cost 200, as before 1987
score.undertrick.doubled.not_vulnerable = 100 200
score.game = 400
score.made.redoubled = 50
`), "home")
	if err != nil {
		t.Fatal(err)
	}
	e := house.Edition
	for text, want := range map[string]string{"4SX-4 N": "-700", "4S= N": "520", "4S= E": "-520", "1HXX= S": "570", "3NT-1 N": "-50"} {
		r, err := bridge.ParseResult(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Result(r, bridge.NoneVul)
		if err != nil || fmt.Sprint(int(got)) != want {
			t.Errorf("%s: %d, %v, want %s", text, got, err, want)
		}
	}
	if e.Code() != "home" || e.Official() || house.Laws().Code() != "1987" {
		t.Errorf("code %q, official %v, made from %s", e.Code(), e.Official(), house.Laws().Code())
	}
	// Premiums for a code that is silent about them.
	old, err := regulation.ReadHouse(strings.NewReader("score.game = 300 500\nscore.part_score = 50\nscore.edition = 1932"), "1932 with premiums")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := bridge.ParseResult("3NT= N")
	if got, err := old.Edition.Result(r, bridge.NoneVul); err != nil || got != 400 || old.Laws().Code() != "1932" {
		t.Errorf("3NT= in 1932 with premiums: %d, %v, want 400 (30 + 40 + 30 + 300)", got, err)
	}
}

// TestHouseSetsScoresOnly: what would be ignored is refused, with what is allowed.
func TestHouseSetsScoresOnly(t *testing.T) {
	for _, text := range []string{"mp.unit = percent", "art.plus = 3", "pad.honours = none"} {
		_, err := regulation.ReadHouse(strings.NewReader(text), "home")
		if e, ok := err.(*bridge.Error); !ok || e.Key != "regulation.setting" || strings.Contains(e.Msg, "mp.bye") || !strings.Contains(e.Msg, "score.game") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "# nothing", "title = Ours\nextends = pary"} {
		if _, err := regulation.ReadHouse(strings.NewReader(text), "home"); err == nil || err.(*bridge.Error).Key != "regulation.no_score" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if p, err := regulation.ReadHouse(strings.NewReader("score.edition = 1943"), "home"); err != nil || p.Laws().Code() != "1943" {
		t.Errorf("an older edition alone: %v", err)
	}
	for _, name := range []string{"wbf", "1987", "1993", "lexicon"} {
		if _, err := regulation.ReadHouse(strings.NewReader("score.game = 400"), name); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("a house that calls itself %s: %v", name, err)
		}
	}
}

// TestOwnTitleAndVersion: a club's pack does not speak in the name of the body
// that it follows.
func TestOwnTitleAndVersion(t *testing.T) {
	p, err := regulation.Read(strings.NewReader("\ufeffmp.bye = 55"), "riverside")
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "riverside" || p.Version != "0" {
		t.Errorf("title %q, version %q", p.Title, p.Version)
	}
}

// FuzzRead: no text is too strange to be refused.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "mp.bye = 60 # x", "extends = wbf\nscore.minor = 20 30", "=", "#", "a=b\x00", "score.edition=lexicon", "extends=wbf", "extends=none", "name=wbf", "name=1987"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := regulation.Read(strings.NewReader(s), "fuzz")
		if err == nil && (p.Edition == nil || p.Matchpoints.Unit == "" || p.Matchpoints.Bye == "" || p.Artificial.Own == "" || p.Name == "wbf") {
			t.Fatalf("%q gave a pack without its settings", s)
		}
		if err != nil && bridge.CodeOf(err) == bridge.Internal {
			t.Fatalf("%q: %v", s, err)
		}
	})
}

func ExampleFind() {
	p, _ := regulation.Find("compscore")
	s, _ := p.Source("total.unequal_boards")
	fmt.Println(p.Title, p.Version)
	fmt.Println(s.Value, "-", s.Note)
	// Output:
	// CompScore, Australia and New Zealand 1
	// factored - to the most boards of the direction; practice
}

// TestSettleToWholePoints: points are whole, so a margin is settled to whole ones.
func TestSettleToWholePoints(t *testing.T) {
	for value, unit := range map[string]int{"exact": 0, "100 away": 100, "10 up": 10, "1 even": 1, "0.7 away": -1, "1/3 away": -1, "100 floor": -1, "away": -1} {
		p, err := regulation.ReadHome(strings.NewReader("pad.settle = "+value), "house")
		switch {
		case unit < 0:
			if e, ok := err.(*bridge.Error); !ok || e.Key != "regulation.value" {
				t.Errorf("%s: %v, want a refusal", value, err)
			}
		case err != nil:
			t.Errorf("%s: %v", value, err)
		case !p.Home.Settle.Unit.Equal(exact.Int(unit)):
			t.Errorf("%s: unit %v, want %d", value, p.Home.Settle.Unit, unit)
		}
	}
}
