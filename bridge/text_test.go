package bridge_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
)

// word is what every word of the game can do.
type word interface {
	comparable
	fmt.Stringer
}

// TestText: what String prints is what the parser reads, and JSON holds the same
// text.
func TestText(t *testing.T) {
	t.Run("Seat", text(bridgetest.Seats(), bridge.ParseSeat))
	t.Run("Side", text(bridgetest.Sides(), bridge.ParseSide))
	t.Run("Strain", text(bridgetest.Strains(), bridge.ParseStrain))
	t.Run("Contract", text(bridgetest.Contracts(), bridge.ParseContract))
	t.Run("Result", text(bridgetest.Results(), bridge.ParseResult))
	t.Run("Vulnerability", text(bridgetest.Vulnerabilities(), bridge.ParseVulnerability))
	t.Run("Rank", text(bridgetest.Ranks(), bridge.ParseRank))
	t.Run("Card", text(bridgetest.Cards(), bridge.ParseCard))
	t.Run("Hand", text(bridgetest.Hands(), bridge.ParseHand))
	t.Run("Deal", text(bridgetest.Deals(), bridge.ParseDeal))
	t.Run("PartialDeal", text(bridgetest.PartialDeals(), bridge.ParseDeal))
}

func text[T word](gen *rapid.Generator[T], parse func(string) (T, error)) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			v := gen.Draw(t, "value")
			got, err := parse(v.String())
			if err != nil || got != v {
				t.Fatalf("%q reads as %v, %v", v, got, err)
			}
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if want := `"` + v.String() + `"`; string(b) != want {
				t.Fatalf("JSON %s, want %s", b, want)
			}
			var back T
			if err := json.Unmarshal(b, &back); err != nil || back != v {
				t.Fatalf("JSON %s reads as %v, %v", b, back, err)
			}
		})
	}
}

// TestNumbers: board numbers and levels are numbers in JSON.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := bridgetest.Boards().Draw(t, "board")
		if got, err := bridge.ParseBoard(fmt.Sprint(int(board))); err != nil || got != board {
			t.Fatalf("board %d reads as %d, %v", board, got, err)
		}
		if b, err := json.Marshal(board); err != nil || string(b) != fmt.Sprint(int(board)) {
			t.Fatalf("board %d: JSON %s, %v", board, b, err)
		}
	})
}

// TestUnset: a value that is not set, or that no parser can make, never prints
// as something plausible and cannot reach a file.
func TestUnset(t *testing.T) {
	type value interface {
		fmt.Stringer
		encoding.TextMarshaler
	}
	for _, tc := range []struct {
		value value
		text  string
		key   string
	}{
		{bridge.Seat(0), "Seat(0)", "seat.unset"},
		{bridge.Seat(5), "Seat(5)", "seat.unset"},
		{bridge.Side(0), "Side(0)", "side.unset"},
		{bridge.Side(3), "Side(3)", "side.unset"},
		{bridge.Strain(0), "Strain(0)", "strain.unset"},
		{bridge.Strain(6), "Strain(6)", "strain.unset"},
		{bridge.Contract{}, "Contract(0,0,0)", "contract.unset"},
		{bridge.Contract{Level: 8, Strain: bridge.Clubs}, "Contract(8,1,0)", "contract.unset"},
		{bridge.Result{}, "Result(none)", "result.unset"},
		{bridge.Vulnerability(4), "Vulnerability(4)", "vulnerability.unknown"},
		{bridge.Rank(0), "Rank(0)", "rank.unset"},
		{bridge.Rank(1), "Rank(1)", "rank.unset"},
		{bridge.Rank(15), "Rank(15)", "rank.unset"},
		{bridge.Card(0), "Card(0)", "card.unset"},
		{bridge.Card(53), "Card(53)", "card.unset"},
		{bridge.Hand(1 << 52), "Hand(0x10000000000000)", "hand.length"},
		{bridge.Hand(1<<14 - 1), "Hand(0x3fff)", "hand.length"},
		{bridge.Deal{}, "Deal(none)", "deal.unset"},
	} {
		if got := tc.value.String(); got != tc.text {
			t.Errorf("%#v prints %q, want %q", tc.value, got, tc.text)
		}
		_, err := tc.value.MarshalText()
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Code != bridge.Invalid || e.Key != tc.key {
			t.Errorf("%v: got %#v, want key %s", tc.value, err, tc.key)
		}
	}
	if got := bridge.Doubling(3).String(); got != "Doubling(3)" {
		t.Errorf("an impossible doubling prints %q", got)
	}
}

// TestRefusals: the parsers read what String prints and nothing else. The key is
// compared, not the sentence.
func TestRefusals(t *testing.T) {
	parsers := map[string]func(string) error{
		"seat":          refuse(bridge.ParseSeat),
		"side":          refuse(bridge.ParseSide),
		"strain":        refuse(bridge.ParseStrain),
		"contract":      refuse(bridge.ParseContract),
		"result":        refuse(bridge.ParseResult),
		"vulnerability": refuse(bridge.ParseVulnerability),
		"board":         refuse(bridge.ParseBoard),
		"rank":          refuse(bridge.ParseRank),
		"card":          refuse(bridge.ParseCard),
		"hand":          refuse(bridge.ParseHand),
		"deal":          refuse(bridge.ParseDeal),
	}
	for _, tc := range []struct{ parser, text, key string }{
		{"seat", "", "seat.unknown"},
		{"seat", "n", "seat.unknown"},
		{"seat", "-", "seat.unknown"},
		{"seat", "North", "seat.unknown"},
		{"side", "", "side.unknown"},
		{"side", "N-S", "side.unknown"},
		{"side", "ns", "side.unknown"},
		{"strain", "", "strain.unknown"},
		{"strain", "N", "strain.unknown"},
		{"strain", "s", "strain.unknown"},
		{"strain", "♠", "strain.unknown"},
		{"contract", "", "contract.unknown"},
		{"contract", "XX", "contract.unknown"},
		{"contract", "4SXXX", "contract.unknown"},
		{"contract", "0S", "contract.level"},
		{"contract", "8S", "contract.level"},
		{"contract", "S4", "contract.level"},
		{"contract", "4", "contract.strain"},
		{"contract", "4Q", "contract.strain"},
		{"contract", "3N", "contract.strain"},
		{"contract", "4sx", "contract.strain"},
		{"contract", "4S ", "contract.strain"},
		{"contract", "4XS", "contract.strain"},
		{"result", "", "result.unknown"},
		{"result", "4S", "result.unknown"},
		{"result", "4S S", "result.unknown"},
		{"result", "4S=", "result.unknown"},
		{"result", "4S= S HK HK", "result.unknown"},
		{"result", "PASS", "result.unknown"},
		{"result", "Pass ", "result.unknown"},
		{"result", "8S= S", "result.contract"},
		{"result", "= S", "result.contract"},
		{"result", "4S+0 S", "result.over"},
		{"result", "4S-0 S", "result.over"},
		{"result", "4S+01 S", "result.over"},
		{"result", "4S=1 S", "result.over"},
		{"result", "4S+ S", "result.over"},
		{"result", "4S+- S", "result.over"},
		{"result", "4S+99999999999999999999 S", "result.over"},
		{"result", "4S= s", "result.declarer"},
		{"result", "4S=  S", "result.declarer"},
		{"result", "7NT+1 S", "result.tricks"},
		{"result", "1C-8 S", "result.tricks"},
		{"result", "1C+9223372036854775807 S", "result.tricks"},
		{"result", "4S= S KH", "result.lead"},
		{"result", "4S= S ", "result.lead"},
		{"vulnerability", "", "vulnerability.unknown"},
		{"vulnerability", "none", "vulnerability.unknown"},
		{"vulnerability", "Both", "vulnerability.unknown"},
		{"board", "", "board.number"},
		{"board", "0", "board.number"},
		{"board", "-1", "board.number"},
		{"board", "+1", "board.number"},
		{"board", "01", "board.number"},
		{"board", "1.5", "board.number"},
		{"board", "99999999999999999999", "board.number"},
		{"rank", "", "rank.unknown"},
		{"rank", "1", "rank.unknown"},
		{"rank", "10", "rank.unknown"},
		{"rank", "k", "rank.unknown"},
		{"rank", "-", "rank.unknown"},
		{"card", "", "card.unknown"},
		{"card", "KH", "card.unknown"},
		{"card", "H10", "card.unknown"},
		{"card", "NTK", "card.unknown"},
		{"hand", "", "hand.suits"},
		{"hand", "AKQ", "hand.suits"},
		{"hand", "....", "hand.suits"},
		{"hand", "...", "hand.empty"},
		{"hand", "AKQ.T98.-.5432", "hand.rank"},
		{"hand", "AKQ.109..", "hand.rank"},
		{"hand", "KA...", "hand.order"},
		{"hand", "AA...", "hand.order"},
		{"hand", "AKQJT98765432.A..", "hand.length"},
		{"deal", "", "deal.unknown"},
		{"deal", "- - - -", "deal.unknown"},
		{"deal", "N:- - -", "deal.unknown"},
		{"deal", "N:A... - -  -", "deal.unknown"},
		{"deal", "X:A... - - -", "deal.first"},
		{"deal", ":A... - - -", "deal.first"},
		{"deal", "N:A - - -", "deal.hand"},
		{"deal", "N:- - - -", "deal.empty"},
		{"deal", "N:A... A... - -", "deal.twice"},
	} {
		t.Run(tc.parser+" "+tc.text, func(t *testing.T) {
			err := parsers[tc.parser](tc.text)
			if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Code != bridge.Invalid || e.Key != tc.key {
				t.Fatalf("got %#v, want key %s", err, tc.key)
			}
		})
	}
}

// refuse is a parser of which only the refusal is looked at. With a refusal
// comes the zero value.
func refuse[T comparable](parse func(string) (T, error)) func(string) error {
	return func(s string) error {
		v, err := parse(s)
		if zero := *new(T); err != nil && v != zero {
			return fmt.Errorf("refused with the value %v", v)
		}
		return err
	}
}

// canonical checks that a parser is exact: what it reads, String prints.
func canonical[T word](f *testing.F, parse func(string) (T, error), seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
		f.Add(strings.ToLower(s))
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := parse(s)
		if err != nil {
			if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key == "" || e.Msg == "" {
				t.Fatalf("%q is refused without a reason: %#v", s, err)
			}
			return
		}
		if v.String() != s {
			t.Fatalf("%q reads as %q", s, v)
		}
	})
}

func FuzzParseContract(f *testing.F) {
	canonical(f, bridge.ParseContract, "4SX", "3NT", "7NTXX", "8S", "XX")
}

func FuzzParseResult(f *testing.F) {
	canonical(f, bridge.ParseResult, "4SX+1 S", "3NT= W HK", "7NTXX-13 E", "Pass", "4S+0 S", "1C+9223372036854775807 S")
}

func FuzzParseCard(f *testing.F) { canonical(f, bridge.ParseCard, "HK", "ST", "♠A") }

func FuzzParseHand(f *testing.F) {
	canonical(f, bridge.ParseHand, "AKQ.T98..5432", "-", "...", "AKQJT98765432...")
}

// FuzzParseDeal: a deal may start at any seat; it prints from North, or from
// that seat again.
func FuzzParseDeal(f *testing.F) {
	f.Add("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	f.Add("E:A... - .2.. -")
	f.Add("N:- - - -")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := bridge.ParseDeal(s)
		if err != nil {
			return
		}
		first, err := bridge.ParseSeat(s[:1])
		if err != nil || d.From(first) != s {
			t.Fatalf("%q reads as %q", s, d.From(first))
		}
		if back, err := bridge.ParseDeal(d.String()); err != nil || back != d {
			t.Fatalf("%q prints as %q, which reads as %v, %v", s, d, back, err)
		}
	})
}
