package score

import "github.com/overtrick/overtrick/bridge"

// outcomes counts what can happen to a contract: 7 levels, 5 strains, 3 states
// of doubling, 2 vulnerabilities, 14 numbers of tricks.
const outcomes = 7 * 5 * 3 * 2 * 14

// table holds the score of every outcome from declarer's side, [Unknown] for
// those that the edition cannot score. The order is that of [Outcomes].
type table [outcomes]int32

// law77Table serves [Duplicate] without a detour.
var law77Table = *Law77().table()

// Where the values of a contract stand in a table: the place of an outcome is the
// sum of three of these, 14 if vulnerable, and the tricks. A value that does not
// exist leads beyond the end of the table.
var levelPlace, strainPlace, doublingPlace = places(1, 7, 5*3*28), places(1, 5, 3*28), places(0, 2, 28)

func places(first, last, each uint16) (at [256]uint16) {
	for i := range at {
		at[i] = outcomes
	}
	for i := first; i <= last; i++ {
		at[i] = (i - first) * each
	}
	return at
}

// place is the place of an outcome in a table, beyond its end if there is no such
// outcome.
func place(c bridge.Contract, vul bool, tricks int) uint {
	v := uint(0)
	if vul {
		v = 1
	}
	if uint(tricks) > 13 {
		return outcomes
	}
	return uint(levelPlace[c.Level]) + uint(strainPlace[c.Strain]) + uint(doublingPlace[c.Doubling]) + 14*v + uint(tricks)
}

// exists reports whether there is such an outcome.
func exists(c bridge.Contract, vul bool, tricks int) bool { return place(c, vul, tricks) < outcomes }

// fill lets every outcome walk its steps.
func (e *Edition) fill() *table {
	t := new(table)
	Outcomes(func(o Outcome) {
		earned, missing := e.points(nil, o.Contract, o.Vul, o.Tricks)
		n, _ := view(nil, earned, o.Tricks < o.Contract.Tricks()).Int64()
		if missing != "" {
			n = int64(Unknown)
		}
		t[place(o.Contract, o.Vul, o.Tricks)] = int32(n)
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
		if o.Vul == vul && Points(t[place(o.Contract, o.Vul, o.Tricks)]) == p && p != Unknown {
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
