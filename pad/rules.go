package pad

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Form is the game that a home table plays.
type Form string

// The forms.
const (
	Rubber   Form = "rubber"
	Chicago  Form = "chicago"
	Russian  Form = "russian"  // each deal against what the high-card points owe, Russian table
	Iniarski Form = "iniarski" // the same, Polish table with fits and half points
	Auction  Form = "auction"  // auction bridge of the 1910s
	Plafond  Form = "plafond"
)

var forms = []Form{Rubber, Chicago, Russian, Iniarski, Auction, Plafond}

// Forms lists the forms, the usual one first.
func Forms() []Form { return slices.Clone(forms) }

// ParseForm reads rubber, chicago, russian, iniarski, auction or plafond.
func ParseForm(s string) (Form, error) {
	if slices.Contains(forms, Form(s)) {
		return Form(s), nil
	}
	return "", bridge.Errorf(bridge.Invalid, "pad.form", "form %q: want rubber, chicago, russian, iniarski, auction or plafond", s)
}

// Schedule says who is vulnerable on the deals of a Chicago.
type Schedule string

// The schedules, by who is vulnerable on deals 2 and 3. On deal 1 nobody is, and on
// deal 4 all are.
const (
	DealerSide Schedule = "dealer"    // the dealer's side (the classic rule)
	OtherSide  Schedule = "nondealer" // the other side
	Fixed      Schedule = "fixed"     // North-South, then East-West, whoever deals
)

// ParseSchedule reads dealer, nondealer or fixed.
func ParseSchedule(s string) (Schedule, error) {
	switch Schedule(s) {
	case DealerSide, OtherSide, Fixed:
		return Schedule(s), nil
	}
	return "", bridge.Errorf(bridge.Invalid, "pad.schedule", "schedule %q: want dealer, nondealer or fixed", s)
}

// PartScores says what a part-score of a Chicago is worth.
type PartScores string

// The ways.
const (
	Carry     PartScores = "carry"     // it counts toward a game of later deals
	Duplicate PartScores = "duplicate" // every deal for itself, as at duplicate
)

// ParsePartScores reads carry or duplicate.
func ParsePartScores(s string) (PartScores, error) {
	switch PartScores(s) {
	case Carry, Duplicate:
		return PartScores(s), nil
	}
	return "", bridge.Errorf(bridge.Invalid, "pad.part_scores", "part-scores %q: want carry or duplicate", s)
}

// Rules are what a table has agreed. [NewRules] gives those of a form; change
// what your house does otherwise.
type Rules struct {
	Form     Form
	Edition  *score.Edition
	Honours  bool           // whether honours count; the forms that compare with high-card points have none
	Settle   exact.Rounding // of the margin that is settled, to a whole unit; a half goes the same way for both sides
	Dealer   bridge.Seat    // of the first deal
	Deals    int            // Chicago: 4, 6 or 8
	Schedule Schedule       // Chicago; Russian and Iniarski: see [NewRules]
	Parts    PartScores     // Chicago
	Redeal   bool           // Chicago: after a pass-out the same player deals again, and the deal does not count
}

// NewRules gives the rules of a form as they stand in the sources: edition 1993,
// North deals first, honours count but not in Chicago, four deals with the
// dealer's side vulnerable, part-scores carried, a pass-out dealt again. In the
// forms that compare with high-card points the vulnerability goes none,
// North-South, East-West, all.
func NewRules(form Form) Rules {
	r := Rules{
		Form: form, Edition: score.Home1993(), Honours: form == Rubber || form == Auction || form == Plafond,
		Settle: exact.Rounding{Unit: exact.Int(100), Half: exact.HalfAway},
		Dealer: bridge.North, Deals: 4, Schedule: DealerSide, Parts: Carry, Redeal: true,
	}
	if form == Russian || form == Iniarski {
		r.Schedule, r.Redeal = Fixed, false
		r.Settle = exact.Rounding{}
	}
	return r
}

// settled is a margin as it is settled: the side that is ahead gets the rounded
// margin, whichever side that is.
func (r Rules) settled(margin score.Points) exact.Fraction {
	f := exact.Int(max(margin, -margin)).Round(r.Settle)
	if margin < 0 {
		return f.Neg()
	}
	return f
}

// StakeUnit is what a stake is the money for: a hundred points if the margin is
// rounded, to whatever unit, or one point or IMP if it is settled exactly.
func (r Rules) StakeUnit() score.Points {
	if r.Settle.Exact() {
		return 1
	}
	return 100
}

// StakePlaces is how many decimals more than the stake money needs to be exact:
// none if the margin is rounded to hundreds, one if to tens.
func (r Rules) StakePlaces() (n int) {
	for part := r.Settle.Unit.Div(exact.Int(r.StakeUnit())); n < 2 && !part.IsInt(); n++ { // units are whole
		part = part.Mul(exact.Int(10))
	}
	return n
}

// check refuses rules that cannot be.
func (r Rules) check() error {
	if _, err := ParseForm(string(r.Form)); err != nil {
		return err
	}
	if r.Edition == nil {
		return bridge.Errorf(bridge.Invalid, "pad.edition", "no edition of the laws is set")
	}
	if !r.Dealer.Valid() {
		return bridge.Errorf(bridge.Invalid, "pad.dealer", "the first dealer is not set")
	}
	if r.Form == Chicago && r.Deals != 4 && r.Deals != 6 && r.Deals != 8 {
		return bridge.Errorf(bridge.Invalid, "pad.deals", "a Chicago of %d deals: want 4, 6 or 8", r.Deals)
	}
	if _, err := ParseSchedule(string(r.Schedule)); err != nil {
		return err
	}
	if unit := r.Settle.Unit; unit.Sign() < 0 || !unit.IsInt() || r.Settle.Centre.Sign() != 0 {
		return bridge.Errorf(bridge.Invalid, "pad.settle_unit", "a margin settled to units of %v: want whole points", unit)
	}
	_, err := ParsePartScores(string(r.Parts))
	return err
}
