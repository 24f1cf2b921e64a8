package pbn_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// homeDeal draws a deal of a rubber.
func homeDeal(t *rapid.T, honours bool) pad.Deal {
	if rapid.IntRange(0, 9).Draw(t, "passed out of ten") == 0 {
		return pad.Deal{Passed: true}
	}
	d := pad.Deal{Contract: bridgetest.Contracts().Draw(t, "contract"), Side: bridgetest.Sides().Draw(t, "side")}
	if rapid.Bool().Draw(t, "the seat is known") {
		d.Seat = bridgetest.Seats().Draw(t, "seat")
		d.Side = d.Seat.Side()
	}
	d.Tricks = min(13, max(0, d.Contract.Tricks()+rapid.IntRange(-3, 2).Draw(t, "over")))
	if honours && rapid.IntRange(0, 3).Draw(t, "honours") == 0 {
		d.Honours = []pad.Honours{{Side: bridgetest.Sides().Draw(t, "holder"), Points: 150}}
	}
	return d
}

// counting are the deals of a pad that count.
func counting(p *pad.Pad) (deals []pad.Deal) {
	for _, d := range p.Deals {
		if d.Counts {
			deals = append(deals, d.Deal)
		}
	}
	return deals
}

// TestHomeRoundTrip: rubbers and Chicagos come back as they were written. A
// pass-out that was dealt again is no deal.
func TestHomeRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var pads []*pad.Pad
		var want []pbn.Home
		for range rapid.IntRange(1, 3).Draw(r, "rubbers") {
			rules := pad.NewRules(pad.Rubber)
			if rapid.Bool().Draw(r, "Chicago") {
				rules = pad.NewRules(pad.Chicago)
				rules.Redeal = rapid.Bool().Draw(r, "a pass-out is dealt again")
				rules.Deals = rapid.SampledFrom([]int{4, 6, 8}).Draw(r, "how many")
				if rapid.Bool().Draw(r, "the other side") {
					rules.Schedule = pad.OtherSide
				}
			}
			rules.Dealer = bridgetest.Seats().Draw(r, "dealer")
			var deals []pad.Deal
			for {
				p, err := pad.Fold(rules, deals, false)
				if err != nil {
					r.Fatal(err)
				}
				if p.Finished {
					pads = append(pads, p)
					want = append(want, pbn.Home{Rules: rules, Deals: counting(p)})
					break
				}
				deals = append(deals, homeDeal(r, rules.Form == pad.Rubber))
			}
		}
		f, err := pbn.FromHome(pads...)
		if err != nil {
			r.Fatal(err)
		}
		var b bytes.Buffer
		if err := pbn.Write(&b, f); err != nil {
			r.Fatal(err)
		}
		again, err := pbn.Read(bytes.NewReader(b.Bytes()))
		if err != nil || len(again.Warnings) > 0 {
			r.Fatalf("%v, warnings %v in\n%s", err, again.Warnings, b.String())
		}
		got, warnings := again.Home()
		if len(warnings) > 0 || len(got) != len(want) {
			r.Fatalf("%d of %d, warnings %v in\n%s", len(got), len(want), warnings, b.String())
		}
		for i := range want {
			if !reflect.DeepEqual(got[i].Deals, want[i].Deals) || got[i].Rules.Dealer != want[i].Rules.Dealer || got[i].Rules.Form != want[i].Rules.Form || got[i].Rules.Deals != want[i].Rules.Deals {
				r.Fatalf("number %d:\n got %+v\nwant %+v\n%s", i+1, got[i].Deals, want[i].Deals, b.String())
			}
		}
	})
}

// TestRubberHistory: the state stands at the beginning of each deal, game by game,
// with what the rubbers before brought above the line.
func TestRubberHistory(t *testing.T) {
	four := bridge.Contract{Level: 4, Strain: bridge.Spades}
	two := bridge.Contract{Level: 2, Strain: bridge.Hearts}
	deal := func(c bridge.Contract, side bridge.Side, tricks int) pad.Deal {
		return pad.Deal{Contract: c, Side: side, Tricks: tricks}
	}
	fold := func(deals ...pad.Deal) *pad.Pad {
		p, err := pad.Fold(pad.NewRules(pad.Rubber), deals, false)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	honours := deal(four, bridge.NS, 11)
	honours.Honours = []pad.Honours{{Side: bridge.EW, Points: 100}}
	f, err := pbn.FromHome(
		fold(deal(two, bridge.EW, 8), honours, deal(four, bridge.EW, 9), deal(four, bridge.NS, 10)),
		fold(deal(two, bridge.NS, 8)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range f.Games {
		got = append(got, g.Text("Vulnerable")+" | "+g.Text("ScoreRubberHistory")+" | "+g.Text("ScoreRubber"))
	}
	want := []string{
		"None | NS 0 0 / 0 EW 0 0 / 0 | NS 0/0 EW 0/60",
		"None | NS 0 0 / 0 EW 0 0 / 60 | NS 30/120 EW 100/0",
		"NS | NS 0 30 / 120 0 EW 0 100 / 60 0 | NS 50/0 EW 0/0",
		"NS | NS 0 80 / 120 0 EW 0 100 / 60 0 | NS 700/120 EW 0/0",
		"None | NS 780 0 / 0 EW 100 0 / 0 | NS 0/60 EW 0/0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestHomeForms: what the standard does not know is refused.
func TestHomeForms(t *testing.T) {
	p, err := pad.Fold(pad.NewRules(pad.Plafond), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pbn.FromHome(p); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("plafond: %v", err)
	}
}

// TestHomeWarnings: what does not fit is named with the line of its game, and the
// other deals are read.
func TestHomeWarnings(t *testing.T) {
	game := func(contract, declarer, result, more string) string {
		return fmt.Sprintf("[Board \"1\"]\n[Dealer \"N\"]\n[Scoring \"Rubber\"]\n[Declarer %q]\n[Contract %q]\n[Result %q]\n%s\n", declarer, contract, result, more)
	}
	for _, tc := range []struct {
		name, text string
		deals      string
		keys       string
	}{
		{"all is well", game("4S", "N", "10", "[ScoreRubber \"0/120\"]\n"), "[1]", ""},
		{"honours", game("4S", "N", "10", "[ScoreRubber \"NS 100/120\"]\n"), "[1]", ""},
		{"no tricks", game("4S", "N", "?", "") + game("4S", "N", "10", ""), "[1]", "pbn.home_deal"},
		{"another score", game("4S", "N", "10", "[ScoreRubber \"NS 30/120\"]\n"), "[1]", "pbn.home_score"},
		{"two rubbers", game("4S", "N", "10", "") + game("4S", "N", "10", "") + game("4S", "N", "10", ""), "[2 1]", ""},
		{"a new rubber by the history", game("2S", "N", "8", "") + game("4S", "N", "10", "[ScoreRubberHistory \"NS 0 0 / 0 EW 0 0 / 0\"]\n"), "[1 1]", ""},
		{"no rubber at all", strings.ReplaceAll(game("4S", "N", "10", ""), "Rubber", "IMP"), "[]", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := pbn.Read(strings.NewReader(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			homes, warnings := f.Home()
			var deals []int
			for _, h := range homes {
				deals = append(deals, len(h.Deals))
			}
			var keys []string
			for _, w := range warnings {
				keys = append(keys, w.Err.Key)
				if w.Line == 0 {
					t.Errorf("%v has no line", w.Err)
				}
			}
			if fmt.Sprint(deals) != tc.deals || strings.Join(keys, " ") != tc.keys {
				t.Errorf("deals %v, warnings %v, want %s and %s", deals, warnings, tc.deals, tc.keys)
			}
			if tc.name == "honours" && homes[0].Deals[0].Honours[0].Points != score.Points(100) {
				t.Errorf("honours %v", homes[0].Deals[0].Honours)
			}
		})
	}
}

// TestReferenceHistory reads the rubber states of the reference set.
func TestReferenceHistory(t *testing.T) {
	f, err := pbn.Read(shelf.Open(t, "real/pbn/ref-correct-20.pbn"))
	if err != nil {
		t.Fatal(err)
	}
	var below []string
	for _, g := range f.Games {
		if h, ok := g.RubberHistory(); ok {
			below = append(below, fmt.Sprint(h.NS.Below, h.EW.Below))
		}
	}
	if got, want := strings.Join(below, " "), "[0] [0] [0] [0] [100 0] [0 0] [0 0] [100 0] [100 0 0] [0 100 0]"; !strings.Contains(got, want[8:]) {
		t.Errorf("got %s, want %s", got, want)
	}
}
