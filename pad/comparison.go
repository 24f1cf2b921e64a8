package pad

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// comparison scores each deal against what the side with more high-card points
// should have made: it "owes" a score, and the difference is turned into IMPs
// (rules of Russian clubs; in Poland after Iniarski).
type comparison struct{ *folder }

func (f comparison) vul() bridge.Vulnerability { return f.rules.scheduled(f.counts, f.dealer) }

func (f comparison) target() score.Points { return 0 }

func (f comparison) settle() error { return nil }

func (f comparison) score(d Deal) error {
	strong := d.Strength.stronger()
	if f.rules.Form == Iniarski && strong.HCP.Equal(exact.Int(20)) && strong.Fit.Valid() {
		strong.Side = strong.Fit // at twenty each the side with the fit owes
	}
	vul := f.row.Vul
	made := f.pen.Given("L77.passed_out", exact.Int(0))
	if !d.Passed {
		// The result in the view of the side that owes.
		declarer := bridge.North
		if d.Side != strong.Side {
			declarer = bridge.East
		}
		seen := bridge.NoneVul
		if vul.Has(d.Side) {
			seen = bridge.AllVul // only the declaring side's counts
		}
		r, err := bridge.NewResult(d.Contract, declarer, d.Tricks)
		if err != nil {
			return err
		}
		if made, err = f.rules.Edition.Value(f.pen, r, seen); err != nil {
			return err
		}
	}
	owed := owed(f.pen, f.rules.Form, strong, vul.Has(strong.Side))
	imps := score.IMPScale().Of(f.pen, f.pen.Difference("hcp.difference", []why.Value{made, owed}))
	if imps.Sign() < 0 {
		f.add(strong.Side.Other(), AboveLine, f.pen.Product("L77.minus", []why.Value{imps}, why.Int("sign", -1)))
		return nil
	}
	f.add(strong.Side, AboveLine, imps)
	return nil
}

// byHCP is what 20 to 40 high-card points owe.
type byHCP [21]score.Points

var (
	russian = score.ByVul[byHCP]{
		Not: byHCP{0, 50, 70, 110, 200, 300, 350, 400, 430, 460, 490, 600, 700, 900, 1000, 1100, 1200, 1300, 1300, 1300, 1300},
		Vul: byHCP{0, 50, 70, 110, 290, 440, 520, 600, 630, 660, 690, 900, 1050, 1350, 1500, 1650, 1800, 1950, 1950, 1950, 1950},
	}
	iniarskiFit = score.ByVul[byHCP]{
		Not: byHCP{50, 70, 110, 130, 300, 350, 400, 430, 460, 490, 550, 600, 700, 900, 1000, 1100, 1200, 1400, 1400, 1400, 1400},
		Vul: byHCP{50, 70, 110, 130, 440, 520, 600, 630, 660, 690, 750, 800, 1050, 1350, 1500, 1650, 1800, 2100, 2100, 2100, 2100},
	}
	iniarskiNoFit = score.ByVul[byHCP]{
		Not: byHCP{0, 50, 70, 110, 130, 200, 300, 350, 400, 430, 460, 520, 600, 700, 900, 1000, 1100, 1200, 1400, 1400, 1400},
		Vul: byHCP{0, 50, 70, 110, 130, 290, 440, 520, 600, 630, 660, 720, 800, 1050, 1350, 1500, 1650, 1800, 2100, 2100, 2100},
	}
)

// owed is what the stronger side owes; half a point owes the mean of its
// neighbours.
func owed(p *why.Pen, form Form, strong Strength, vul bool) why.Value {
	table, fit := russian, "-"
	if form == Iniarski {
		table, fit = iniarskiNoFit, "no"
		if strong.Fit == strong.Side {
			table, fit = iniarskiFit, "yes"
		}
	}
	entry := func(hcp int64) why.Value {
		return p.LookUp("hcp.owed", exact.Int(table.Of(vul)[hcp-20]), nil,
			why.Int("hcp", hcp), why.Word("vul", yesNo(vul)), why.Word("fit", fit))
	}
	if hcp, whole := strong.HCP.Int64(); whole {
		return entry(hcp)
	}
	below, _ := strong.HCP.Sub(exact.Of(1, 2)).Int64()
	return p.Quotient("hcp.mean", p.Sum("hcp.neighbours", []why.Value{entry(below), entry(below + 1)}), p.Given("hcp.two", exact.Int(2)))
}
