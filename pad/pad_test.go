package pad_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

var played = regexp.MustCompile(`^(We|They|NS|EW):([1-7][CDHSN]X{0,2})=(\d+)$`)

// deals reads the notation of the tables of known answers: "We:4SX=8" is a
// contract and the tricks won, "They:honours100" belongs to the deal before it.
func deals(t testing.TB, text string) (out []pad.Deal) {
	t.Helper()
	side := func(s string) bridge.Side {
		if s == "We" || s == "NS" {
			return bridge.NS
		}
		return bridge.EW
	}
	for word := range strings.FieldsSeq(text) {
		who, honours, isHonours := strings.Cut(word, ":honours")
		switch m := played.FindStringSubmatch(word); {
		case word == "pass":
			out = append(out, pad.Deal{Passed: true})
		case isHonours:
			points, err := strconv.Atoi(honours)
			if err != nil {
				t.Fatalf("%q: %v", word, err)
			}
			last := &out[len(out)-1]
			last.Honours = append(last.Honours, pad.Honours{Side: side(who), Points: score.Points(points)})
		case m != nil:
			c, err := bridge.ParseContract(strings.Replace(m[2], "N", "NT", 1))
			if err != nil {
				t.Fatalf("%q: %v", word, err)
			}
			tricks, err := strconv.Atoi(m[3])
			if err != nil {
				t.Fatalf("%q: %v", word, err)
			}
			out = append(out, pad.Deal{Contract: c, Side: side(m[1]), Tricks: tricks})
		default:
			t.Fatalf("%q is no deal", word)
		}
	}
	return out
}

func fold(t testing.TB, r pad.Rules, text string, stopped bool) *pad.Pad {
	t.Helper()
	p, err := pad.Fold(r, deals(t, text), stopped)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	check(t, p)
	return p
}

// check holds what is so on every pad.
func check(t testing.TB, p *pad.Pad) {
	t.Helper()
	var below, above, part bridge.BySide[score.Points]
	for _, e := range p.Entries {
		n, ok := e.Why().Value.Int64()
		if !ok || score.Points(n) != e.Points || e.Points <= 0 {
			t.Errorf("entry of %d points, derived %v", e.Points, e.Why().Value)
		}
		if err := e.Why().Check(); err != nil {
			t.Error(err)
		}
		if e.Line == pad.BelowLine {
			below = below.With(e.Side, below.Of(e.Side)+e.Points)
			if e.Game == len(p.Games)+1 {
				part = part.With(e.Side, part.Of(e.Side)+e.Points)
			}
		} else {
			above = above.With(e.Side, above.Of(e.Side)+e.Points)
		}
	}
	for _, side := range bridge.Sides {
		if below.Of(side) != p.Below.Of(side) || above.Of(side) != p.Above.Of(side) || p.Total.Of(side) != below.Of(side)+above.Of(side) {
			t.Errorf("%v: the entries sum to %d and %d, the pad says %d, %d and %d",
				side, below.Of(side), above.Of(side), p.Below.Of(side), p.Above.Of(side), p.Total.Of(side))
		}
		if p.Rules.Form != pad.Chicago || p.Rules.Parts == pad.Carry {
			if part.Of(side) != p.Part.Of(side) {
				t.Errorf("%v: part-score %d, the entries of the running game sum to %d", side, p.Part.Of(side), part.Of(side))
			}
		}
		if p.Rules.Form == pad.Rubber && (p.Won.Of(side) > 2 || p.Part.Of(side) >= 100) {
			t.Errorf("%v: %d games and a part-score of %d", side, p.Won.Of(side), p.Part.Of(side))
		}
	}
	if p.Margin != p.Total.NS-p.Total.EW {
		t.Errorf("margin %d of %v", p.Margin, p.Total)
	}
	entries := 0
	for _, d := range p.Deals {
		entries += len(d.Entries)
	}
	for _, e := range p.Entries {
		if e.Deal == 0 {
			entries++
		}
	}
	if entries != len(p.Entries) {
		t.Errorf("the deals hold %d entries, the pad %d", entries, len(p.Entries))
	}
}

func rules(t testing.TB, form pad.Form, edition string) pad.Rules {
	t.Helper()
	e, err := score.FindHomeEdition(edition)
	if err != nil {
		t.Fatal(err)
	}
	r := pad.NewRules(form)
	r.Edition = e
	return r
}

// TestRubber checks every rubber of the table in the present code and in that of
// 1943, stopped where it was not finished.
func TestRubber(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/rubber.csv", "case", "deals", "we_below", "we_above", "they_below", "they_above",
		"we_games", "they_games", "finished", "we_total", "they_total", "margin", "margin_1943_1992") {
		t.Run(r.Text("case"), func(t *testing.T) {
			p := fold(t, rules(t, pad.Rubber, "1993"), r.Text("deals"), !r.Bool("finished"))
			for column, got := range map[string]int{
				"we_below": int(p.Below.NS), "we_above": int(p.Above.NS), "they_below": int(p.Below.EW), "they_above": int(p.Above.EW),
				"we_games": p.Won.NS, "they_games": p.Won.EW, "we_total": int(p.Total.NS), "they_total": int(p.Total.EW), "margin": int(p.Margin),
			} {
				if got != r.Int(column) {
					t.Errorf("line %d: %s %d, want %d", r.Line, column, got, r.Int(column))
				}
			}
			if p.Stopped == r.Bool("finished") {
				t.Errorf("line %d: stopped %v", r.Line, p.Stopped)
			}
			old := fold(t, rules(t, pad.Rubber, "1943"), r.Text("deals"), !r.Bool("finished"))
			if int(old.Margin) != r.Int("margin_1943_1992") {
				t.Errorf("line %d: margin %d in 1943, want %d", r.Line, old.Margin, r.Int("margin_1943_1992"))
			}
		})
	}
}

// TestChicago checks four deals under both schedules, with part-scores carried
// and not.
func TestChicago(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/chicago.csv", "case", "deals_1_to_4_dealers_N_E_S_W", "vulnerable_on_2_and_3", "part_scores",
		"net_per_deal_ns", "ns_total", "ew_total", "ns_margin") {
		t.Run(r.Text("case")+" "+r.Text("vulnerable_on_2_and_3")+" "+r.Text("part_scores"), func(t *testing.T) {
			rules := rules(t, pad.Chicago, "1993")
			rules.Schedule, rules.Parts = pad.Schedule(r.Text("vulnerable_on_2_and_3")), pad.PartScores(r.Text("part_scores"))
			p := fold(t, rules, r.Text("deals_1_to_4_dealers_N_E_S_W"), false)
			var net []string
			for _, d := range p.Deals {
				sum := score.Points(0)
				for _, e := range d.Entries {
					if e.Side == bridge.NS {
						sum += e.Points
					} else {
						sum -= e.Points
					}
				}
				net = append(net, strconv.Itoa(int(sum)))
			}
			if got := strings.Join(net, " "); got != r.Text("net_per_deal_ns") {
				t.Errorf("line %d: net %s, want %s", r.Line, got, r.Text("net_per_deal_ns"))
			}
			if int(p.Total.NS) != r.Int("ns_total") || int(p.Total.EW) != r.Int("ew_total") || int(p.Margin) != r.Int("ns_margin") || !p.Finished {
				t.Errorf("line %d: %d to %d, margin %d, finished %v", r.Line, p.Total.NS, p.Total.EW, p.Margin, p.Finished)
			}
		})
	}
}

// TestChicagoLength: who deals and who is vulnerable, deal by deal.
func TestChicagoLength(t *testing.T) {
	for _, tc := range []struct {
		deals    int
		schedule pad.Schedule
		dealer   bridge.Seat
		want     string
	}{
		{4, pad.DealerSide, bridge.North, "N None, E EW, S NS, W All"},
		{4, pad.OtherSide, bridge.North, "N None, E NS, S EW, W All"},
		{4, pad.Fixed, bridge.North, "N None, E NS, S EW, W All"},
		{4, pad.DealerSide, bridge.East, "E None, S NS, W EW, N All"},
		{4, pad.Fixed, bridge.East, "E None, S NS, W EW, N All"},
		{6, pad.DealerSide, bridge.North, "N None, E EW, S NS, W All, N None, E All"},
		{8, pad.DealerSide, bridge.North, "N None, E EW, S NS, W All, N None, E EW, S NS, W All"},
	} {
		r := rules(t, pad.Chicago, "1993")
		r.Deals, r.Schedule, r.Dealer, r.Redeal = tc.deals, tc.schedule, tc.dealer, false
		p := fold(t, r, strings.Repeat("pass ", tc.deals), false)
		var got []string
		for _, d := range p.Deals {
			got = append(got, fmt.Sprintf("%v %v", d.Dealer, d.Vul))
		}
		if s := strings.Join(got, ", "); s != tc.want || !p.Finished {
			t.Errorf("%d deals, %s, %v first: %s, want %s", tc.deals, tc.schedule, tc.dealer, s, tc.want)
		}
	}
}

// TestRedeal: a pass-out of a Chicago is dealt again by the same player and does
// not count, or it counts, as the house likes.
func TestRedeal(t *testing.T) {
	r := rules(t, pad.Chicago, "1993")
	p := fold(t, r, "pass NS:2S=8 pass pass EW:2S=8", false)
	if p.Finished || p.Next.Dealer != bridge.South || p.Next.Vul != bridge.NSVul || p.Next.N != 6 {
		t.Errorf("next %+v, want South to deal, North-South vulnerable", p.Next)
	}
	r.Redeal = false
	if p = fold(t, r, "pass NS:2S=8 pass pass", false); !p.Finished {
		t.Error("four deals without a redeal are not the end")
	}
}

// TestOwed checks the tables of what high-card points owe.
func TestOwed(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/hcp_compensation.csv", "hcp", "russian_nv", "russian_vul",
		"iniarski_fit_nv", "iniarski_fit_vul", "iniarski_nofit_nv", "iniarski_nofit_vul") {
		for _, tc := range []struct {
			form   pad.Form
			fit    bridge.Side
			column string
		}{{pad.Russian, 0, "russian"}, {pad.Iniarski, bridge.NS, "iniarski_fit"}, {pad.Iniarski, 0, "iniarski_nofit"}} {
			for vul, suffix := range map[bool]string{false: "_nv", true: "_vul"} {
				// A passed-out deal owes all of it.
				p, err := pad.Fold(pad.NewRules(tc.form), hcpDeals(vul, pad.Strength{Side: bridge.NS, HCP: exact.Int(r.Int("hcp")), Fit: tc.fit}), false)
				if err != nil {
					t.Fatal(err)
				}
				check(t, p)
				want := score.IMPs(score.Points(r.Int(tc.column + suffix)))
				if got := int(p.Total.EW - p.Total.NS); got != want {
					t.Errorf("line %d: %s: the other side gets %d IMPs, want %d", r.Line, tc.column+suffix, got, want)
				}
				last := p.Deals[len(p.Deals)-1]
				if len(last.Entries) == 0 {
					continue
				}
				if owed := last.Entries[0].Why().Find("hcp.owed"); owed == nil || !owed.Value.Equal(exact.Int(r.Int(tc.column+suffix))) {
					t.Errorf("line %d: %s: owed %v, want %s", r.Line, tc.column+suffix, owed, r.Text(tc.column+suffix))
				}
			}
		}
	}
}

// hcpDeals is a passed-out deal with North-South vulnerable or not: the second of
// the cycle or the first. The first costs nothing at twenty points each.
func hcpDeals(vul bool, s pad.Strength) []pad.Deal {
	if !vul {
		return []pad.Deal{{Passed: true, Strength: &s}}
	}
	even := pad.Strength{Side: bridge.NS, HCP: exact.Int(20)}
	return []pad.Deal{{Passed: true, Strength: &even}, {Passed: true, Strength: &s}}
}

// TestComparison: worked examples of scoring against high-card points.
func TestComparison(t *testing.T) {
	for _, tc := range []struct {
		name   string
		form   pad.Form
		vul    bool
		hcp    string
		fit    bridge.Side
		result string
		imps   int
	}{
		{"26 vulnerable, game made", pad.Russian, true, "26", 0, "We:4S=10", 3},
		{"26 vulnerable, one down", pad.Russian, true, "26", 0, "We:4S=9", -12},
		{"21, one down", pad.Russian, false, "21", 0, "We:2S=7", -3},
		{"24 with a fit, game made", pad.Iniarski, false, "24", bridge.NS, "We:4S=10", 3},
		{"24 and a half with a fit", pad.Iniarski, false, "24.5", bridge.NS, "We:4S=10", 3}, // owes 325
		{"the opponents play", pad.Russian, false, "24", 0, "They:4SX=8", 3},                // 300 against 200: 100
		{"twenty each, their fit", pad.Iniarski, false, "20", bridge.EW, "We:1N=7", 4},      // they owe 50, and lost 90
		{"sixteen of ours are twenty-four of theirs", pad.Russian, false, "16", 0, "They:3N=9", -5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			hcp, err := exact.Parse(tc.hcp)
			if err != nil {
				t.Fatal(err)
			}
			list := hcpDeals(tc.vul, pad.Strength{Side: bridge.NS, HCP: hcp, Fit: tc.fit})
			d := deals(t, tc.result)[0]
			d.Strength = list[len(list)-1].Strength
			list[len(list)-1] = d
			p, err := pad.Fold(pad.NewRules(tc.form), list, false)
			if err != nil {
				t.Fatal(err)
			}
			check(t, p)
			if int(p.Margin) != tc.imps {
				t.Errorf("%d IMPs, want %d", p.Margin, tc.imps)
			}
		})
	}
}

// TestAuction and plafond: what the sources say, and what they do not.
func TestAuction(t *testing.T) {
	for _, tc := range []struct {
		form        pad.Form
		deals       string
		below       [2]score.Points
		above       [2]score.Points
		games       [2]int
		unsupported bool
	}{
		{form: pad.Auction, deals: "We:3N=9", below: [2]score.Points{30}, games: [2]int{1, 0}},
		{form: pad.Auction, deals: "We:2H=10", below: [2]score.Points{32}, games: [2]int{1, 0}}, // overtricks count
		{form: pad.Auction, deals: "We:1S=7 They:1C=6", below: [2]score.Points{9}, above: [2]score.Points{50}},
		{form: pad.Auction, deals: "They:1CX=5", above: [2]score.Points{200}},
		{form: pad.Auction, deals: "They:1CXX=5", above: [2]score.Points{400}},
		{form: pad.Auction, deals: "We:1S=12 We:honours36", below: [2]score.Points{54}, above: [2]score.Points{56}, games: [2]int{1, 0}},
		{form: pad.Auction, deals: "We:3N=9 We:3N=9", below: [2]score.Points{60}, above: [2]score.Points{250}, games: [2]int{2, 0}},
		{form: pad.Auction, deals: "We:1SX=7", unsupported: true},
		{form: pad.Auction, deals: "We:1N=13", below: [2]score.Points{70}, above: [2]score.Points{40}, games: [2]int{1, 0}},
		{form: pad.Auction, deals: "We:7C=12", above: [2]score.Points{20, 50}}, // a little slam all the same
		{form: pad.Auction, deals: "We:1D=2", above: [2]score.Points{0, 250}},
		{form: pad.Auction, deals: "We:1D=1", unsupported: true}, // a little slam of the defenders
		{form: pad.Auction, deals: "We:1DXX=0", unsupported: true},
		{form: pad.Plafond, deals: "They:3N=1", unsupported: true},
		{form: pad.Plafond, deals: "We:2H=10", below: [2]score.Points{16}, above: [2]score.Points{100}},
		{form: pad.Plafond, deals: "We:4H=10", below: [2]score.Points{32}, games: [2]int{1, 0}},
		{form: pad.Plafond, deals: "We:4H=13", below: [2]score.Points{32}, above: [2]score.Points{350}, games: [2]int{1, 0}},
		{form: pad.Plafond, deals: "We:4HXX=10", unsupported: true},
	} {
		t.Run(string(tc.form)+" "+tc.deals, func(t *testing.T) {
			r := pad.NewRules(tc.form)
			r.Honours = true
			p, err := pad.Fold(r, deals(t, tc.deals), false)
			if tc.unsupported {
				if bridge.CodeOf(err) != bridge.Unsupported {
					t.Fatalf("got %v, want a refusal", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			check(t, p)
			got := [][2]score.Points{{p.Below.NS, p.Below.EW}, {p.Above.NS, p.Above.EW}}
			if got[0] != tc.below || got[1] != tc.above || [2]int{p.Won.NS, p.Won.EW} != tc.games {
				t.Errorf("below %v, above %v, games %v", got[0], got[1], p.Won)
			}
		})
	}
	if _, err := pad.Fold(pad.NewRules(pad.Plafond), nil, true); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("an unfinished rubber of plafond: %v", err)
	}
}

// TestEarlierCodes: what a code does not tell is refused when it is needed.
func TestEarlierCodes(t *testing.T) {
	for _, tc := range []struct {
		edition, deals string
		stopped, known bool
		margin         score.Points
	}{
		{"1935", "We:4S=10 We:3N=9", false, true, 920},
		{"1935", "We:2SX=8", false, false, 0}, // what making it doubled earned
		{"1935", "We:2S=8", true, true, 60},   // no premium for a part-score before 1943
		{"1935", "We:4S=10", true, false, 0},  // the premium for the only game
		{"1932", "We:3N=9", false, true, 100}, // 30 + 40 + 30
		{"1932", "We:1N=7 We:1N=7", false, true, 60},
		{"1932", "They:4S=8", false, true, 100},
		{"1932", "We:4S=10 They:3N=9 We:4S=7", false, true, 120 - 100 - 450}, // three down vulnerable: 100, 150, 200
	} {
		t.Run(tc.edition+" "+tc.deals, func(t *testing.T) {
			p, err := pad.Fold(rules(t, pad.Rubber, tc.edition), deals(t, tc.deals), tc.stopped)
			if !tc.known {
				if bridge.CodeOf(err) != bridge.Unsupported {
					t.Fatalf("got %v, want a refusal", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if p.Margin != tc.margin {
				t.Errorf("margin %d, want %d", p.Margin, tc.margin)
			}
		})
	}
	for _, code := range []string{"1987", "lexicon"} {
		if _, err := score.FindHomeEdition(code); bridge.CodeOf(err) != bridge.Unsupported {
			t.Errorf("edition %s at a home table: %v", code, err)
		}
	}
}

// TestHouseRules: every variant that an essay on rubber bridge names is a setting.
func TestHouseRules(t *testing.T) {
	for _, tc := range []struct {
		set, deals string
		stopped    bool
		margin     score.Points
	}{
		{"score.rubber.fast = 750", "We:4S=10 We:4S=10", false, 990},
		{"score.rubber.game = 200\nscore.rubber.fast = 700\nscore.rubber.slow = 700", "We:4S=10 They:4S=10 We:4S=10", false, 120 + 200 + 700}, // the first two games cancel out
		{"score.made.redoubled = 50", "We:1CXX=7", false, 80 + 50},
		{"score.undertrick.doubled.not_vulnerable = 100 200", "We:4SX=5", false, -900},
		{"score.undertrick.doubled.not_vulnerable = 100 200", "We:4SXX=5", false, -1800},
		{"score.rubber.unfinished.part_score = 50", "We:3D=9", true, 110},
		{"score.rubber.unfinished.part_score = 0", "We:3D=9", true, 60},
		{"score.edition = 1943", "We:3D=9", true, 110},
	} {
		t.Run(tc.set, func(t *testing.T) {
			house, err := regulation.ReadHome(strings.NewReader(tc.set), "house")
			if err != nil {
				t.Fatal(err)
			}
			r := pad.NewRules(pad.Rubber)
			r.Edition = house.Edition
			p, err := pad.Fold(r, deals(t, tc.deals), tc.stopped)
			if err != nil {
				t.Fatal(err)
			}
			if p.Margin != tc.margin {
				t.Errorf("margin %d, want %d", p.Margin, tc.margin)
			}
		})
	}
}
