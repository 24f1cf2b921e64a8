package vp

import (
	"math/big"
	"slices"

	"github.com/overtrick/overtrick/exact"
)

// MostBoards is the longest match that the scales of the WBF are computed for.
const MostBoards = 1000

// blitz is the first whole margin that is worth all: 15·√N, rounded up.
func blitz(boards int) int {
	square := big.NewInt(225 * int64(boards))
	root := new(big.Int).Sqrt(square)
	if new(big.Int).Mul(root, root).Cmp(square) < 0 {
		root.Add(root, big.NewInt(1))
	}
	return int(root.Int64())
}

// bounds hold a number that is not negative between two others, in units of
// 2^-bits.
type bounds struct{ low, high *big.Int }

// curve gives 100·V(d) for each margin d from 0 to the blitz, where
//
//	V(d) = 10 + 10·(1 - R^(d/X)) / (1 - R), X = 15·√N, R = √5 - 2
//
// Everything is whole numbers, each step rounded down for the lower bound and up
// for the upper one. Three identities make it short: 1/(1-R) = (3+√5)/4; R is
// ((√5-1)/2)³; and the logarithm of its root is -atanh(1/√5), so that
//
//	R^(1/X) = exp(-S/√(125·N)), S = 1 + 1/(3·5) + 1/(5·5²) + 1/(7·5³) + …
func curve(boards int, bits uint) []bounds {
	f := fixed{bits: bits, one: new(big.Int).Lsh(big.NewInt(1), bits)}
	root5 := f.root(5)
	q := f.expMinus(f.quotient(f.series(), f.root(125*int64(boards))))
	factor := bounds{new(big.Int).Add(root5.low, f.times(3)), new(big.Int).Add(root5.high, f.times(3))}
	out := make([]bounds, blitz(boards)+1)
	power := bounds{f.one, f.one} // R^(d/X)
	for d := range out {
		rest := bounds{new(big.Int).Sub(f.one, power.high), new(big.Int).Sub(f.one, power.low)}
		if rest.low.Sign() < 0 {
			rest.low = new(big.Int)
		}
		v := f.product(rest, factor)
		for _, end := range []*big.Int{v.low, v.high} {
			end.Mul(end, big.NewInt(250)).Add(end, f.times(1000))
		}
		out[d] = v
		power = f.product(power, q)
	}
	return out
}

// fixed computes with bounds of so many bits behind the point.
type fixed struct {
	bits uint
	one  *big.Int
}

func (f fixed) times(n int64) *big.Int { return new(big.Int).Mul(f.one, big.NewInt(n)) }

func (f fixed) root(n int64) bounds {
	low := new(big.Int).Lsh(big.NewInt(n), 2*f.bits)
	low.Sqrt(low)
	return bounds{low, new(big.Int).Add(low, big.NewInt(1))}
}

func (f fixed) product(a, b bounds) bounds {
	low, high := new(big.Int).Mul(a.low, b.low), new(big.Int).Mul(a.high, b.high)
	return bounds{low.Rsh(low, f.bits), high.Rsh(high, f.bits).Add(high, big.NewInt(1))}
}

func (f fixed) quotient(a, b bounds) bounds {
	low, high := new(big.Int).Lsh(a.low, f.bits), new(big.Int).Lsh(a.high, f.bits)
	return bounds{low.Quo(low, b.high), high.Quo(high, b.low).Add(high, big.NewInt(1))}
}

// series is 1 + 1/(3·5) + 1/(5·5²) + …: each term is cut off by less than one
// unit, and all terms after the first that vanishes are less than two together.
func (f fixed) series() bounds {
	low, slack := new(big.Int), int64(2)
	for k, power := int64(0), big.NewInt(1); ; k++ {
		term := new(big.Int).Mul(power, big.NewInt(2*k+1))
		if term.Quo(f.one, term); term.Sign() == 0 {
			break
		}
		low.Add(low, term)
		slack++
		power.Mul(power, big.NewInt(5))
	}
	return bounds{low, new(big.Int).Add(low, big.NewInt(slack))}
}

// expMinus is exp(-y) for y from 0 to 1, by its series: the signs alternate and
// the terms fall, so what is left out is less than the first term left out.
func (f fixed) expMinus(y bounds) bounds {
	sum := bounds{new(big.Int), new(big.Int)}
	term := bounds{f.one, f.one}
	for k := int64(1); term.low.Sign() > 0; k++ {
		if k%2 == 1 {
			sum = bounds{sum.low.Add(sum.low, term.low), sum.high.Add(sum.high, term.high)}
		} else {
			sum = bounds{sum.low.Sub(sum.low, term.high), sum.high.Sub(sum.high, term.low)}
		}
		term = f.product(term, y)
		term.low.Quo(term.low, big.NewInt(k))
		term.high.Quo(term.high, big.NewInt(k)).Add(term.high, big.NewInt(1))
	}
	return bounds{sum.low.Sub(sum.low, term.high), sum.high.Add(sum.high, term.high)}
}

// nearest is the number in b to the nearest multiple of unit, as so many units;
// proved is false if the bounds leave a choice.
func (f fixed) nearest(b bounds, unit int64) (n int64, proved bool) {
	at := func(end *big.Int) *big.Int {
		v := new(big.Int).Lsh(end, 1)
		v.Add(v, f.times(unit))
		return v.Quo(v, f.times(2*unit))
	}
	low, high := at(b.low), at(b.high)
	return low.Int64(), low.Cmp(high) == 0
}

// rounded is the curve to multiples of unit hundredths, in units: bits are doubled
// until no cell has a choice. That ends, because no cell lies on a tie: R^(d/X) is
// transcendental where d/X is irrational (Gelfond and Schneider); else it is a
// power of the unit τ of ℚ(√5), and V(d) is rational at 10, 15 and 20 alone.
func rounded(boards int, unit int64) []int64 {
	for bits := uint(128); ; bits *= 2 {
		if cells, proved := roundedWith(boards, unit, bits); proved {
			return cells
		}
	}
}

func roundedWith(boards int, unit int64, bits uint) (cells []int64, proved bool) {
	f := fixed{bits: bits, one: new(big.Int).Lsh(big.NewInt(1), bits)}
	values := curve(boards, bits)
	cells, proved = make([]int64, len(values)), true
	for d, v := range values {
		n, ok := f.nearest(v, unit)
		cells[d], proved = n, proved && ok
	}
	return cells, proved
}

// continuous is the winner's column of the WBF continuous scale of 2013, in
// hundredths of a victory point, for the margins from 0 to the blitz.
//
// The official table is not the rounded formula: where rounding made a gain
// larger than the one before it, the cell between them is raised, until gains
// never grow. formula is what the cells were before.
func continuous(boards int) (cells, formula []int64) {
	formula = rounded(boards, 1)
	last := len(formula) - 1
	formula[last] = 2000
	cells = slices.Clone(formula)
	for raised := true; raised; {
		raised = false
		for d := 1; d < last; d++ {
			if cells[d+1]-cells[d] > cells[d]-cells[d-1] {
				cells[d]++
				raised = true
			}
		}
	}
	return cells, formula
}

// discrete gives the first margins of 10, 11 … 20 victory points on the WBF
// discrete scale of 2013. The last margin of V is the last at which the curve is
// below V + ½; then no band may be wider than the next one, and that of 10, which
// counts for both sides, not wider than that of 11.
func discrete(boards int) (first [11]int) {
	var last [10]int // margin of 10 … 19
	for d, v := range rounded(boards, 100) {
		for i := v - 10; i < 10; i++ {
			last[i] = d
		}
	}
	width := func(i int) int {
		if i == 0 {
			return 2*last[0] + 1
		}
		return last[i] - last[i-1]
	}
	for i := 0; i < 9; {
		if width(i) > width(i+1) {
			last[i]--
			i = 0
			continue
		}
		i++
	}
	for i, d := range last {
		first[i+1] = d + 1
	}
	return first
}

// continuousTable and discreteTable are the scales of the WBF as tables.
func continuousTable(boards int) ([]Row, error) {
	if err := computed(boards); err != nil {
		return nil, err
	}
	cells, formula := continuous(boards)
	rows := make([]Row, len(cells))
	for d, c := range cells {
		rows[d] = Row{
			First: exact.Int(d), Last: exact.Int(d),
			Winner: exact.Of(c, 100), Loser: exact.Of(2000-c, 100), Raised: exact.Of(c-formula[d], 100),
		}
	}
	rows[len(rows)-1].Open = true
	return rows, nil
}

func discreteTable(boards int) ([]Row, error) {
	if err := computed(boards); err != nil {
		return nil, err
	}
	var rows []Row
	for i, d := range discrete(boards) {
		if i > 0 {
			rows[len(rows)-1].Last = exact.Int(d - 1)
		}
		rows = append(rows, Row{First: exact.Int(d), Winner: exact.Int(10 + i), Loser: exact.Int(10 - i)})
	}
	rows[len(rows)-1].Open = true
	return rows, nil
}

func computed(boards int) error {
	if boards < 1 || boards > MostBoards {
		return badBoards(boards, span(1, MostBoards))
	}
	return nil
}
