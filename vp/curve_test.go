package vp

import (
	"math"
	"math/big"
	"testing"
)

// TestEachRoundingIsProved: in every cell of both scales of the WBF the bounds of the
// curve leave out the tie, and they hold the value that another way of computing it
// gives.
func TestEachRoundingIsProved(t *testing.T) {
	const bits = 128
	f := fixed{bits: bits, one: new(big.Int).Lsh(big.NewInt(1), bits)}
	nearest := math.Inf(1) // distance of a cell from a tie, hundredths
	for boards := 1; boards <= 200; boards++ {
		r, x := math.Sqrt(5)-2, 15*math.Sqrt(float64(boards))
		for d, v := range curve(boards, bits) {
			if v.low.Cmp(v.high) > 0 {
				t.Fatalf("%d boards, %d IMPs: bounds %v and %v", boards, d, v.low, v.high)
			}
			if width := new(big.Int).Sub(v.high, v.low); width.BitLen() > bits-100 {
				t.Errorf("%d boards, %d IMPs: bounds %v units apart", boards, d, width)
			}
			for _, unit := range []int64{1, 100} {
				if _, proved := f.nearest(v, unit); !proved {
					t.Errorf("%d boards, %d IMPs: a tie lies between the bounds, unit %d", boards, d, unit)
				}
			}
			low, _ := new(big.Rat).SetFrac(v.low, f.one).Float64()
			if want := 1000 + 1000*(1-math.Pow(r, float64(d)/x))/(1-r); math.Abs(low-want) > 1e-9 {
				t.Errorf("%d boards, %d IMPs: %v, want %v", boards, d, low, want)
			}
			if boards <= 64 {
				_, part := math.Modf(low)
				nearest = min(nearest, math.Abs(part-0.5))
			}
		}
	}
	if nearest < 0.00014 || nearest > 0.00015 {
		t.Errorf("the cell nearest to a tie is %v hundredths away, want 0.00014", nearest)
	}
}

// TestMoreDigits: bounds that are too wide are seen as such, and more digits decide.
func TestMoreDigits(t *testing.T) {
	if _, proved := roundedWith(32, 1, 16); proved {
		t.Error("16 bits prove hundredths")
	}
	want, proved := roundedWith(32, 1, 512)
	if !proved {
		t.Fatal("512 bits leave a choice")
	}
	for d, got := range rounded(32, 1) {
		if got != want[d] {
			t.Errorf("%d IMPs: %d, want %d", d, got, want[d])
		}
	}
}

// TestRationalCells: where the margin is a third of the blitz the value is 15, and
// at the blitz 20: the only ones that are no irrational number.
func TestRationalCells(t *testing.T) {
	for boards, third := range map[int]int{1: 5, 4: 10, 9: 15, 16: 20, 25: 25} {
		cells := rounded(boards, 1)
		if cells[third] != 1500 || cells[3*third] != 2000 || len(cells) != 3*third+1 {
			t.Errorf("%d boards: %d at %d, %d at the blitz", boards, cells[third], third, cells[3*third])
		}
	}
}
