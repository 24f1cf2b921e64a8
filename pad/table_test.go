package pad_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// drawDeal draws what can happen on a deal of a rubber.
func drawDeal(t *rapid.T) pad.Deal {
	if rapid.IntRange(0, 9).Draw(t, "passed out of ten") == 0 {
		return pad.Deal{Passed: true}
	}
	d := pad.Deal{
		Contract: bridgetest.Contracts().Draw(t, "contract"),
		Side:     bridgetest.Sides().Draw(t, "side"),
	}
	d.Tricks = min(13, max(0, d.Contract.Tricks()+rapid.IntRange(-4, 3).Draw(t, "over")))
	if rapid.IntRange(0, 3).Draw(t, "honours") == 0 {
		points := score.Points(150)
		if d.Contract.Strain != bridge.Notrump && rapid.Bool().Draw(t, "four") {
			points = 100
		}
		d.Honours = []pad.Honours{{Side: bridgetest.Sides().Draw(t, "holder"), Points: points}}
	}
	return d
}

// second is a scorer of rubbers by the closed forms of the rule book: it shares no
// code with the package. It gives the totals, and the number of deals it took.
func second(deals []pad.Deal, stopped bool) (total, part, won [3]int, taken int) {
	for _, d := range deals {
		if won[1] == 2 || won[2] == 2 {
			return total, part, won, taken
		}
		taken++
		if d.Passed {
			continue
		}
		us, level, m := int(d.Side), int(d.Contract.Level), 1<<int(d.Contract.Doubling)
		them, vul := 3-us, won[us] > 0
		for _, h := range d.Honours {
			total[int(h.Side)] += int(h.Points)
		}
		if k := 6 + level - d.Tricks; k > 0 { // m·(100 + 200·min(k-1,2) + 300·max(0,k-3)), vul m·(300k - 100)
			switch {
			case m == 1 && vul:
				total[them] += 100 * k
			case m == 1:
				total[them] += 50 * k
			case vul:
				total[them] += m / 2 * (300*k - 100)
			default:
				total[them] += m / 2 * (100 + 200*min(k-1, 2) + 300*max(0, k-3))
			}
			continue
		}
		each, first := 20, 20
		if d.Contract.Strain >= bridge.Hearts {
			each, first = 30, 30
		}
		if d.Contract.Strain == bridge.Notrump {
			first = 40
		}
		tricks, over := m*(first+each*(level-1)), d.Tricks-6-level
		part[us] += tricks
		total[us] += tricks + map[int]int{1: 0, 2: 50, 4: 100}[m]
		switch {
		case m == 1:
			total[us] += over * each
		case vul:
			total[us] += over * 100 * m
		default:
			total[us] += over * 50 * m
		}
		if level >= 6 {
			total[us] += (level - 5) * map[bool]int{false: 500, true: 750}[vul]
		}
		if part[us] >= 100 {
			part, won[us] = [3]int{}, won[us]+1
			if won[us] == 2 {
				total[us] += 700 - 200*won[them]
			}
		}
	}
	if stopped && won[1] != 2 && won[2] != 2 {
		for us := 1; us <= 2; us++ {
			if won[us] > won[3-us] {
				total[us] += 300
			}
			if part[us] > 0 && part[3-us] == 0 {
				total[us] += 100
			}
		}
	}
	return total, part, won, taken
}

// TestSecondScorer plays random rubbers and compares with the second scorer.
func TestSecondScorer(t *testing.T) {
	rules := pad.NewRules(pad.Rubber)
	rapid.Check(t, func(r *rapid.T) {
		deals := rapid.SliceOfN(rapid.Custom(drawDeal), 0, 14).Draw(r, "deals")
		stopped := rapid.Bool().Draw(r, "stopped")
		total, part, won, taken := second(deals, stopped)
		deals = deals[:taken]
		p, err := pad.Fold(rules, deals, stopped)
		if err != nil {
			r.Fatal(err)
		}
		if int(p.Total.NS) != total[1] || int(p.Total.EW) != total[2] || p.Won.NS != won[1] || p.Won.EW != won[2] ||
			int(p.Part.NS) != part[1] || int(p.Part.EW) != part[2] {
			r.Fatalf("%v: totals %v, part-scores %v, games %v; the second scorer has %v, %v, %v", deals, p.Total, p.Part, p.Won, total[1:], part[1:], won[1:])
		}
		if finished := won[1] == 2 || won[2] == 2; finished != (p.Finished && !p.Stopped) {
			r.Fatalf("finished %v, stopped %v; the second scorer says %v", p.Finished, p.Stopped, finished)
		}
		for _, g := range p.Games { // part-scores never survive a game
			for _, e := range p.Entries {
				if e.Line == pad.BelowLine && e.Deal > g.Deal && e.Game <= slices.Index(p.Games, g)+1 {
					r.Fatalf("an entry of deal %d counts toward the game that ended with deal %d", e.Deal, g.Deal)
				}
			}
		}
	})
}

// sketch is a pad in words, for comparing.
func sketch(p *pad.Pad) string {
	var b strings.Builder
	fmt.Fprintln(&b, p.Games, p.Part, p.Won, p.Below, p.Above, p.Total, p.Margin, p.Settled, p.Finished, p.Stopped, p.Winner, p.Next, p.Need)
	for _, e := range p.Entries {
		fmt.Fprintln(&b, e.Deal, e.Side, e.Line, e.Game, e.Points, e.Why().Value)
	}
	for _, d := range p.Deals {
		fmt.Fprint(&b, d.Deal.Passed, d.Deal.Contract, d.Deal.Side, d.Deal.Seat, d.Deal.Tricks, d.Deal.Honours, d.Dealer, d.Vul, d.Counts, len(d.Entries))
		if s := d.Deal.Strength; s != nil {
			fmt.Fprint(&b, *s)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// drawRules draws what a table can agree: every form, and what they have.
func drawRules(t *rapid.T) pad.Rules {
	rules := pad.NewRules(rapid.SampledFrom(pad.Forms()).Draw(t, "form"))
	if rules.Form == pad.Chicago {
		rules.Honours, rules.Redeal = rapid.Bool().Draw(t, "honours count"), rapid.Bool().Draw(t, "redeal")
		rules.Deals = rapid.SampledFrom([]int{4, 6, 8}).Draw(t, "length")
		rules.Parts = rapid.SampledFrom([]pad.PartScores{pad.Carry, pad.Duplicate}).Draw(t, "parts")
	}
	rules.Dealer = bridgetest.Seats().Draw(t, "dealer")
	return rules
}

// drawDealOf draws a deal for a table of any form; some of them are refused there.
func drawDealOf(t *rapid.T, form pad.Form) pad.Deal {
	d := drawDeal(t)
	switch form {
	case pad.Russian, pad.Iniarski:
		d.Honours = nil
		d.Strength = &pad.Strength{Side: bridgetest.Sides().Draw(t, "strong"), HCP: exact.Int(rapid.IntRange(0, 40).Draw(t, "hcp"))}
		if form == pad.Iniarski {
			d.Strength.Fit = bridge.Side(rapid.IntRange(0, 2).Draw(t, "fit"))
		}
	case pad.Auction, pad.Plafond:
		d.Contract.Doubling = 0
		d.Honours = nil
	}
	return d
}

// replayed is a game as a list, beside the table that is tested.
type replayed struct {
	deals   []pad.Deal
	stopped bool
}

// with is the game after an act, by what the act means; ok is false if it cannot be.
func (g replayed) with(a pad.Act) (next replayed, ok bool) {
	next = replayed{slices.Clone(g.deals), g.stopped}
	n := len(g.deals)
	switch a := a.(type) {
	case pad.Dealt:
		next.deals = append(next.deals, a.Deal)
		return next, !g.stopped
	case pad.Edited:
		if ok = a.N >= 1 && a.N <= n; ok {
			next.deals[a.N-1] = a.Deal
		}
	case pad.Removed:
		if ok = a.N >= 1 && a.N <= n; ok {
			next.deals = slices.Delete(next.deals, a.N-1, a.N)
		}
	case pad.Inserted:
		if ok = a.N >= 1 && (a.N <= n || a.N == n+1 && !g.stopped); ok {
			next.deals = slices.Insert(next.deals, a.N-1, a.Deal)
		}
	case pad.Stopped:
		next.stopped, ok = true, true
	}
	return next, ok
}

// drawAct draws an act; some cannot be. The one without a name is an undo.
func drawAct(t *rapid.T, form pad.Form, deals []pad.Deal) pad.Act {
	n := rapid.IntRange(0, len(deals)+2).Draw(t, "n")
	switch rapid.IntRange(0, 15).Draw(t, "act") {
	case 0, 1:
		return pad.Edited{N: n, Deal: drawDealOf(t, form)}
	case 2:
		return pad.Removed{N: n}
	case 3, 4:
		return pad.Inserted{N: n, Deal: drawDealOf(t, form)}
	case 5:
		return pad.Stopped{}
	case 6, 7, 8:
		return pad.Undone{}
	case 9: // honours of the last deal, claimed late: an edit of it
		if len(deals) == 0 {
			return pad.Undone{}
		}
		d := deals[len(deals)-1]
		d.Honours = append(slices.Clone(d.Honours), pad.Honours{Side: bridgetest.Sides().Draw(t, "holder"), Points: 150})
		return pad.Edited{N: len(deals), Deal: d}
	}
	return pad.Dealt{Deal: drawDealOf(t, form)}
}

// TestReplay: whatever was done at an evening of any form, each pad is that of its
// list of deals folded from scratch. Undo leads back the same way, from rubber to
// rubber; what is refused changes nothing (M16), and a pad that somebody holds
// never changes.
func TestReplay(t *testing.T) {
	type held struct {
		pad    *pad.Pad
		sketch string
	}
	rapid.Check(t, func(r *rapid.T) {
		rules := drawRules(r)
		e, err := pad.NewEvening(rules, 4, pad.Tour, exact.Int(1))
		if err != nil {
			r.Fatal(err)
		}
		past := [][]replayed{{{}}} // the evening after each act that was not taken back
		var old []held
		for range rapid.IntRange(1, 40).Draw(r, "acts") {
			now := past[len(past)-1]
			game := now[len(now)-1]
			act := drawAct(r, rules.Form, game.deals)
			next, can := game.with(act)
			var want *pad.Pad
			if can {
				before, err := pad.Fold(rules, game.deals, game.stopped)
				if err != nil {
					r.Fatal(err)
				}
				want, err = pad.Fold(rules, next.deals, next.stopped)
				can = err == nil && (!before.Finished || act != pad.Act(pad.Stopped{}))
			}
			_, err := e.Apply(act)
			switch _, undo := act.(pad.Undone); {
			case undo:
				if (err == nil) != (len(past) > 1) {
					r.Fatalf("undo of %d acts: %v", len(past)-1, err)
				}
				past = past[:max(1, len(past)-1)]
			case (err == nil) != can:
				r.Fatalf("%+v: %v; of the list it should be %v", act, err, can)
			case err != nil:
				if code := bridge.CodeOf(err); code == bridge.Internal || code == "" {
					r.Fatalf("%T: %v", act, err)
				}
			default:
				past = append(past, append(slices.Clone(now[:len(now)-1]), next))
			}
			if want != nil && want.Finished && rapid.Bool().Draw(r, "next rubber") && e.Next() == nil {
				past = append(past, append(slices.Clone(past[len(past)-1]), replayed{}))
			}
			now = past[len(past)-1]
			if e.Rubbers() != len(now) {
				r.Fatalf("%d rubbers, want %d", e.Rubbers(), len(now))
			}
			for i, game := range now {
				want, err := pad.Fold(rules, game.deals, game.stopped)
				if err != nil {
					r.Fatal(err)
				}
				table, _ := e.Rubber(i + 1)
				if got := sketch(table.Pad()); got != sketch(want) {
					r.Fatalf("after %+v the pad is\n%s, its replay\n%s", act, got, sketch(want))
				}
				n, last := table.Last()
				if n != len(game.deals) || n > 0 && last.Contract != game.deals[n-1].Contract || table.Finished() != want.Finished {
					r.Fatalf("the last deal is %d, %+v; finished %v", n, last, table.Finished())
				}
				check(t, table.Pad())
				old = append(old, held{table.Pad(), sketch(table.Pad())})
			}
		}
		for _, h := range old {
			if sketch(h.pad) != h.sketch {
				r.Fatalf("a pad that was held changed from\n%s to\n%s", h.sketch, sketch(h.pad))
			}
		}
	})
}

// TestMirror: swap the sides of every deal, and the pad mirrors, however the
// margin is rounded.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rules := pad.NewRules(pad.Rubber)
		rules.Settle = exact.Rounding{
			Unit: exact.Int(rapid.SampledFrom([]int{0, 1, 10, 20, 50, 100}).Draw(r, "unit")),
			Half: exact.Half(rapid.IntRange(int(exact.HalfAway), int(exact.Floor)).Draw(r, "half")),
		}
		deals := rapid.SliceOfN(rapid.Custom(drawDeal), 0, 12).Draw(r, "deals")
		_, _, _, taken := second(deals, false)
		deals = deals[:taken]
		mirrored := make([]pad.Deal, len(deals))
		for i, d := range deals {
			d.Side = d.Side.Other()
			d.Honours = slices.Clone(d.Honours)
			for j := range d.Honours {
				d.Honours[j].Side = d.Honours[j].Side.Other()
			}
			mirrored[i] = d
		}
		p, err := pad.Fold(rules, deals, true)
		if err != nil {
			r.Fatal(err)
		}
		m, err := pad.Fold(rules, mirrored, true)
		if err != nil {
			r.Fatal(err)
		}
		if p.Total != m.Total.Mirror() || p.Won != m.Won.Mirror() || p.Margin != -m.Margin || !p.Settled.Equal(m.Settled.Neg()) {
			r.Fatalf("%v and %v, margin %d and %d", p.Total, m.Total, p.Margin, m.Margin)
		}
	})
}

// TestSettleBothSidesAlike: a half of the margin goes the same way whichever side
// is ahead.
func TestSettleBothSidesAlike(t *testing.T) {
	for _, tc := range []struct {
		half exact.Half
		want int
	}{
		{exact.HalfAway, 100},
		{exact.HalfUp, 100},
		{exact.HalfToward, 0},
		{exact.HalfEven, 0},
		{exact.Ceiling, 100},
		{exact.Floor, 0},
		{exact.Truncate, 0},
	} {
		rules := pad.NewRules(pad.Rubber)
		rules.Settle = exact.Rounding{Unit: exact.Int(100), Half: tc.half}
		if p := fold(t, rules, "They:2H=7", true); p.Margin != 50 || !p.Settled.Equal(exact.Int(tc.want)) {
			t.Errorf("%v: ahead by %d, settled as %v, want %d", tc.half, p.Margin, p.Settled, tc.want)
		}
		if p := fold(t, rules, "We:2H=7", true); p.Margin != -50 || !p.Settled.Equal(exact.Int(-tc.want)) {
			t.Errorf("%v: behind by %d, settled as %v, want %d", tc.half, -p.Margin, p.Settled, -tc.want)
		}
	}
}

// TestMistakes names the mistakes that were seen in published programs.
func TestMistakes(t *testing.T) {
	rubber := pad.NewRules(pad.Rubber)
	t.Run("M03 M04 RUB-1 notrump's first trick is doubled too", func(t *testing.T) {
		if p := fold(t, rubber, "We:1NX=7", false); p.Below.NS != 80 {
			t.Errorf("1NTX= is %d below the line, want 80", p.Below.NS)
		}
	})
	t.Run("RUB-2 two notrump doubled is 140 below the line", func(t *testing.T) { // the essay: (2·30 + 10)·2
		if p := fold(t, rubber, "We:2NX=8", false); p.Below.NS != 140 || p.Above.NS != 50 || p.Won.NS != 1 {
			t.Errorf("2NTX= is %d below the line and %d above, %d games, want 140, 50 and 1", p.Below.NS, p.Above.NS, p.Won.NS)
		}
	})
	t.Run("RUB-3 redoubled undertricks", func(t *testing.T) {
		for i, want := range []score.Points{200, 600, 1000, 1600, 2200, 2800, 3400} {
			if p := fold(t, rubber, fmt.Sprintf("We:1CXX=%d", 6-i), false); p.Above.EW != want {
				t.Errorf("1CXX down %d: %d, want %d", i+1, p.Above.EW, want)
			}
		}
	})
	t.Run("M12 RUB-5 no premium of duplicate at a rubber", func(t *testing.T) {
		if p := fold(t, rubber, "We:4S=10", false); p.Below.NS != 120 || p.Above.NS != 0 {
			t.Errorf("4S= is %d below and %d above, want 120 and 0", p.Below.NS, p.Above.NS)
		}
	})
	t.Run("M13 RUB-4 the premium for the rubber", func(t *testing.T) {
		if p := fold(t, rubber, "We:4S=10 We:4S=10", false); p.Above.NS != 700 {
			t.Errorf("two games to none: %d, want 700 (750 and 500 were seen)", p.Above.NS)
		}
		if p := fold(t, rubber, "We:4S=10 They:4S=10 We:4S=10", false); p.Above.NS != 500 {
			t.Errorf("two games to one: %d, want 500 (700 was seen)", p.Above.NS)
		}
	})
	t.Run("M14 RUB-6 honours belong to the holder, down or not", func(t *testing.T) {
		if p := fold(t, rubber, "We:4S=8 We:honours100", false); p.Above.NS != 100 || p.Above.EW != 100 {
			t.Errorf("%v above, want 100 for both", p.Above)
		}
		if p := fold(t, rubber, "We:4S=8 They:honours100", false); p.Above.NS != 0 || p.Above.EW != 200 {
			t.Errorf("%v above, want 200 for the defenders", p.Above)
		}
	})
	t.Run("M15 honours of the deal that ends the rubber", func(t *testing.T) {
		if p := fold(t, rubber, "We:4S=10 We:4S=10 They:honours150", false); p.Above.EW != 150 || !p.Finished {
			t.Errorf("%d above, want 150", p.Above.EW)
		}
	})
	t.Run("M16 RUB-7 undo of the deal that won a game", func(t *testing.T) {
		table, err := pad.NewTable(rubber)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range deals(t, "We:2S=8 They:2C=8 We:2S=8") {
			if _, err := table.Apply(pad.Dealt{Deal: d}); err != nil {
				t.Fatal(err)
			}
		}
		if p := table.Pad(); p.Won.NS != 1 || p.Part.NS != 0 || p.Part.EW != 0 || p.Next.Vul != bridge.NSVul {
			t.Errorf("games %v, part-scores %v, vulnerable %v", p.Won, p.Part, p.Next.Vul)
		}
		if _, err := table.Apply(pad.Undone{}); err != nil {
			t.Fatal(err)
		}
		p := table.Pad()
		if p.Won.NS != 0 || len(p.Games) != 0 || p.Part.NS != 60 || p.Part.EW != 40 || p.Next.Vul != bridge.NoneVul {
			t.Errorf("after undo: games %v, part-scores %v, vulnerable %v, want none, 60 to 40 and nobody", p.Won, p.Part, p.Next.Vul)
		}
		if want := fold(t, rubber, "We:2S=8 They:2C=8", false); sketch(p) != sketch(want) {
			t.Errorf("after undo the pad is\n%s, before the deal it was\n%s", sketch(p), sketch(want))
		}
	})
	t.Run("M17 CHI-1 who is vulnerable in Chicago is a rule of the house", func(t *testing.T) {
		for schedule, want := range map[pad.Schedule]score.Points{pad.DealerSide: 620, pad.OtherSide: 420} {
			r := pad.NewRules(pad.Chicago)
			r.Schedule = schedule
			r.Dealer = bridge.West // North deals the second
			p := fold(t, r, "pass NS:1N=6 NS:4S=10", false)
			if got := p.Above.NS + p.Below.NS; got != want {
				t.Errorf("%s: %d, want %d", schedule, got, want)
			}
		}
	})
	t.Run("CHI-2 a Chicago of four, six or eight deals", func(t *testing.T) {
		for length, want := range map[int]string{
			4: "None EW NS All",
			6: "None EW NS All None All",
			8: "None EW NS All None EW NS All",
		} {
			r := pad.NewRules(pad.Chicago)
			r.Deals = length
			list := strings.TrimSpace(strings.Repeat("We:1N=6 ", length))
			if p := fold(t, r, strings.TrimSuffix(list, " We:1N=6"), false); p.Finished {
				t.Errorf("%d deals: over before the last", length)
			}
			p := fold(t, r, list, false)
			var got []string
			for _, d := range p.Deals {
				got = append(got, d.Vul.String())
			}
			if s := strings.Join(got, " "); s != want || !p.Finished {
				t.Errorf("%d deals: vulnerable %s, finished %v, want %s", length, s, p.Finished, want)
			}
		}
	})
	t.Run("the winner of the rubber may lose on points", func(t *testing.T) {
		p := fold(t, rubber, "We:3N=9 We:7SXX=9 We:4S=10", false)
		if p.Winner != bridge.NS || p.Margin != -1280 {
			t.Errorf("winner %v, margin %d, want we and -1280", p.Winner, p.Margin)
		}
	})
	t.Run("what we need for game", func(t *testing.T) {
		p := fold(t, rubber, "We:2S=8 They:1C=7", false)
		if p.Need.NS != 40 || p.Need.EW != 80 {
			t.Errorf("need %v, want 40 and 80", p.Need)
		}
	})
}

// TestChicagoByHand: a Chicago against the rule said in other words: the points of
// a game are paid when accumulated tricks reach 100, and deal four pays 100 for a
// part-score.
func TestChicagoByHand(t *testing.T) {
	rules := pad.NewRules(pad.Chicago)
	rapid.Check(t, func(r *rapid.T) {
		var list []pad.Deal
		var part, total [3]int
		seats := "NESW"
		for n := range 4 {
			d := drawDeal(r)
			for d.Passed {
				d = drawDeal(r)
			}
			d.Honours = nil
			list = append(list, d)
			us := int(d.Side)
			dealer := map[byte]int{'N': 1, 'S': 1, 'E': 2, 'W': 2}[seats[n]]
			vul := n == 3 || n != 0 && dealer == us
			points, err := score.Duplicate(d.Contract, vul, d.Tricks)
			if err != nil {
				r.Fatal(err)
			}
			if points < 0 {
				total[3-us] -= int(points)
				continue
			}
			first, each := 20, 20
			if d.Contract.Strain >= bridge.Hearts {
				first, each = 30, 30
			}
			if d.Contract.Strain == bridge.Notrump {
				first = 40
			}
			tricks := (first + each*(int(d.Contract.Level)-1)) << d.Contract.Doubling
			game := map[bool]int{false: 300, true: 500}[vul]
			if tricks >= 100 {
				points -= score.Points(game)
			} else {
				points -= 50
			}
			part[us] += tricks
			switch {
			case part[us] >= 100:
				points, part = points+score.Points(game), [3]int{}
			case n == 3:
				points += 100
			}
			total[us] += int(points)
		}
		p, err := pad.Fold(rules, list, false)
		if err != nil {
			r.Fatal(err)
		}
		if int(p.Total.NS) != total[1] || int(p.Total.EW) != total[2] {
			r.Fatalf("%v: %v, by hand %v", list, p.Total, total[1:])
		}
	})
}

// TestRefusals: what cannot be is refused with its reason, and the pad stays.
func TestRefusals(t *testing.T) {
	spades := bridge.Contract{Level: 4, Strain: bridge.Spades}
	notrump := bridge.Contract{Level: 3, Strain: bridge.Notrump}
	made := pad.Deal{Contract: spades, Side: bridge.NS, Tricks: 10}
	with := func(d pad.Deal, h ...pad.Honours) pad.Deal { d.Honours = h; return d }
	strong := &pad.Strength{Side: bridge.NS, HCP: exact.Int(24)}
	for _, tc := range []struct {
		name string
		form pad.Form
		act  pad.Act
		key  string
	}{
		{"fourteen tricks", pad.Rubber, pad.Dealt{Deal: pad.Deal{Contract: spades, Side: bridge.NS, Tricks: 14}}, "pad.tricks"},
		{"no contract", pad.Rubber, pad.Dealt{Deal: pad.Deal{Side: bridge.NS, Tricks: 10}}, "pad.contract"},
		{"nobody declares", pad.Rubber, pad.Dealt{Deal: pad.Deal{Contract: spades, Tricks: 10}}, "pad.declarer"},
		{"East for North-South", pad.Rubber, pad.Dealt{Deal: pad.Deal{Contract: spades, Side: bridge.NS, Seat: bridge.East, Tricks: 10}}, "pad.seat"},
		{"honours of 120", pad.Rubber, pad.Dealt{Deal: with(made, pad.Honours{Side: bridge.NS, Points: 120})}, "pad.honours_points"},
		{"four honours at notrump", pad.Rubber, pad.Dealt{Deal: with(pad.Deal{Contract: notrump, Side: bridge.NS, Tricks: 9}, pad.Honours{Side: bridge.NS, Points: 100})}, "pad.honours_points"},
		{"honours of nobody", pad.Rubber, pad.Dealt{Deal: with(made, pad.Honours{Points: 100})}, "pad.honours_holder"},
		{"honours in a pass-out", pad.Rubber, pad.Dealt{Deal: with(pad.Deal{Passed: true}, pad.Honours{Side: bridge.NS, Points: 100})}, "pad.honours_passed"},
		{"honours of two hands", pad.Rubber, pad.Dealt{Deal: with(made, pad.Honours{Side: bridge.NS, Points: 100}, pad.Honours{Side: bridge.EW, Points: 100})}, "pad.honours_twice"},
		{"honours where they do not count", pad.Chicago, pad.Dealt{Deal: with(made, pad.Honours{Side: bridge.NS, Points: 100})}, "pad.honours_off"},
		{"high-card points at a rubber", pad.Rubber, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: strong}}, "pad.strength_unused"},
		{"no high-card points", pad.Russian, pad.Dealt{Deal: made}, "pad.strength"},
		{"forty-one points", pad.Russian, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: &pad.Strength{Side: bridge.NS, HCP: exact.Int(41)}}}, "pad.strength_range"},
		{"a third of a point", pad.Iniarski, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: &pad.Strength{Side: bridge.NS, HCP: exact.Of(70, 3)}}}, "pad.strength_half"},
		{"half a point in Russia", pad.Russian, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: &pad.Strength{Side: bridge.NS, HCP: exact.Of(49, 2)}}}, "pad.strength_whole"},
		{"a fit in Russia", pad.Russian, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: &pad.Strength{Side: bridge.NS, HCP: exact.Int(24), Fit: bridge.NS}}}, "pad.fit_unused"},
		{"points of nobody", pad.Russian, pad.Dealt{Deal: pad.Deal{Passed: true, Strength: &pad.Strength{HCP: exact.Int(24)}}}, "pad.strength_side"},
		{"deal 0", pad.Rubber, pad.Edited{N: 0, Deal: made}, "pad.no_deals"},
		{"a deal that is not there", pad.Rubber, pad.Removed{N: 2}, "pad.no_deals"},
		{"a gap", pad.Rubber, pad.Inserted{N: 3, Deal: made}, "pad.no_deals"},
		{"nothing", pad.Rubber, nil, "pad.no_act"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table, err := pad.NewTable(pad.NewRules(tc.form))
			if err != nil {
				t.Fatal(err)
			}
			before := sketch(table.Pad())
			_, err = table.Apply(tc.act)
			if e, ok := err.(*bridge.Error); !ok || e.Key != tc.key {
				t.Fatalf("got %v, want key %s", err, tc.key)
			}
			if sketch(table.Pad()) != before {
				t.Error("the pad has changed")
			}
		})
	}
	t.Run("a deal after the end", func(t *testing.T) {
		table, err := pad.NewTable(pad.NewRules(pad.Rubber))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := table.Apply(pad.Dealt{Deal: made}); err != nil {
				t.Fatal(err)
			}
		}
		for act, key := range map[pad.Act]string{pad.Stopped{}: "pad.already_finished"} {
			if _, err := table.Apply(act); err == nil || err.(*bridge.Error).Key != key {
				t.Errorf("%T: %v", act, err)
			}
		}
		_, err = table.Apply(pad.Dealt{Deal: made})
		if e, ok := err.(*bridge.Error); !ok || e.Key != "pad.finished" || e.At != "deal 3" {
			t.Errorf("got %v, want deal 3 refused", err)
		}
	})
	t.Run("after a stop", func(t *testing.T) {
		table, err := pad.NewTable(pad.NewRules(pad.Rubber))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Apply(pad.Undone{}); bridge.CodeOf(err) != bridge.Conflict {
			t.Errorf("nothing to undo: %v", err)
		}
		if _, err := table.Apply(pad.Stopped{}); err != nil {
			t.Fatal(err)
		}
		if _, err := table.Apply(pad.Dealt{Deal: made}); bridge.CodeOf(err) != bridge.Conflict {
			t.Errorf("a deal after the stop: %v", err)
		}
		if _, err := table.Apply(pad.Undone{}); err != nil {
			t.Fatal(err)
		}
		if _, err := table.Apply(pad.Dealt{Deal: made}); err != nil {
			t.Errorf("after undoing the stop: %v", err)
		}
	})
	t.Run("rules that cannot be", func(t *testing.T) {
		for _, change := range []func(*pad.Rules){
			func(r *pad.Rules) { r.Form = "whist" },
			func(r *pad.Rules) { r.Edition = nil },
			func(r *pad.Rules) { r.Dealer = 0 },
			func(r *pad.Rules) { r.Deals = 5 },
			func(r *pad.Rules) { r.Schedule = "never" },
			func(r *pad.Rules) { r.Parts = "lost" },
			func(r *pad.Rules) { r.Settle.Unit = exact.Of(7, 10) },
			func(r *pad.Rules) { r.Settle.Unit = exact.Int(-100) },
		} {
			r := pad.NewRules(pad.Chicago)
			change(&r)
			if _, err := pad.NewTable(r); bridge.CodeOf(err) != bridge.Invalid {
				t.Errorf("%+v: %v", r, err)
			}
		}
	})
}

// TestNotes: an edit says what it moved.
func TestNotes(t *testing.T) {
	table, err := pad.NewTable(pad.NewRules(pad.Rubber))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range deals(t, "We:2S=8 They:3C=9 We:3D=9 They:3N=9") {
		if _, err := table.Apply(pad.Dealt{Deal: d}); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := table.Apply(pad.Edited{N: 1, Deal: deals(t, "We:1S=7")[0]})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range notes {
		got = append(got, fmt.Sprint(n.Key, n.Args))
	}
	// 30 + 60 is no game: ours is gone, and theirs is the first now.
	want := []string{"pad.note.game_side[1 4]", "pad.note.game_gone[2]", "pad.note.total[120 90]"}
	if !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}
