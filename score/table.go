package score

import (
	"math"

	"github.com/overtrick/overtrick/bridge"
)

// table holds the score of every outcome from declarer's side, [Unknown] for
// those that the edition cannot score and [impossible] for those that do not
// exist. It is indexed by the bits of the five values side by side, which is
// quicker than a product: see [place].
type table [8 << 10]int16

// impossible stands in a [table] where no outcome is.
const impossible = math.MaxInt16

// law77Table serves [Duplicate] without a detour.
var law77Table = *Law77().table()

// place is the place of an outcome in a table, beyond its end where a value is
// out of range.
func place(c bridge.Contract, vul bool, tricks int) uint {
	level, strain, doubling, won, v := uint(c.Level), uint(c.Strain), uint(c.Doubling), uint(tricks), uint(0)
	if vul {
		v = 1
	}
	if (level|strain)&^7|doubling&^3|won&^15 != 0 {
		return uint(len(table{}))
	}
	return level<<10 | strain<<7 | doubling<<5 | v<<4 | won
}

// at is the entry of an outcome, [impossible] if there is none.
func (t *table) at(c bridge.Contract, vul bool, tricks int) int16 {
	if i := place(c, vul, tricks); i < uint(len(t)) {
		return t[i]
	}
	return impossible
}

// fill lets every outcome walk its steps.
func (e *Edition) fill() *table {
	t := new(table)
	for i := range t {
		t[i] = impossible
	}
	Outcomes(func(o Outcome) {
		earned, missing := e.points(nil, o.Contract, o.Vul, o.Tricks)
		n, _ := view(nil, earned, o.Tricks < o.Contract.Tricks()).Int64()
		if missing != "" {
			n = int64(Unknown)
		}
		t[place(o.Contract, o.Vul, o.Tricks)] = int16(n)
	})
	return t
}

// Outcome is one thing that can happen to a contract.
type Outcome struct {
	Contract bridge.Contract
	Vul      bool // the declaring side's
	Tricks   int
}

// Outcomes visits all 2,940 outcomes: levels, strains, doublings,
// vulnerabilities and tricks ascending, the last fastest.
func Outcomes(visit func(Outcome)) {
	for level := bridge.Level(1); level <= 7; level++ {
		for _, strain := range bridge.Strains {
			for d := bridge.Undoubled; d <= bridge.Redoubled; d++ {
				for _, vul := range []bool{false, true} {
					for tricks := range 14 {
						visit(Outcome{bridge.Contract{Level: level, Strain: strain, Doubling: d}, vul, tricks})
					}
				}
			}
		}
	}
}

// Giving lists the outcomes that score p for declarer's side at that
// vulnerability, the lowest contract first; none means that the score is
// impossible.
func (e *Edition) Giving(p Points, vul bool) []Outcome {
	var out []Outcome
	t := e.table()
	Outcomes(func(o Outcome) {
		if o.Vul == vul && Points(t.at(o.Contract, o.Vul, o.Tricks)) == p && p != Unknown {
			out = append(out, o)
		}
	})
	return out
}

// Possible reports whether some result gives North-South p points at that
// vulnerability: a contract of theirs, one of the opponents', or a pass-out.
func (e *Edition) Possible(p Points, vul bridge.Vulnerability) bool {
	return p == 0 || len(e.Giving(p, vul.Has(bridge.NS))) > 0 || len(e.Giving(-p, vul.Has(bridge.EW))) > 0
}
