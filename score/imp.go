package score

import (
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// Scale turns a difference of points into IMPs: its n-th entry is the smallest
// difference that is worth n IMPs, from 1.
type Scale struct {
	name string
	from []Points
}

var (
	law78B = Scale{"L78B", []Points{
		20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
		750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
	}}
	before1962 = Scale{"L78B.before_1962", []Points{
		20, 70, 140, 220, 350, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000,
	}}
)

// IMPScale is the scale of Law 78B, in force since 1962.
func IMPScale() Scale { return law78B }

// Before1962 is the scale that was used until 1961.
func Before1962() Scale { return before1962 }

// Most is the highest number of IMPs on the scale.
func (s Scale) Most() int { return len(s.from) }

// From is the smallest difference that is worth n IMPs; n must be 1 to
// [Scale.Most].
func (s Scale) From(n int) Points { return s.from[n-1] }

// IMPs converts a difference of points by Law 78B: 0 to 24, negative for a
// negative difference. The scale has no upper end: two tables can differ by
// 15,200.
func IMPs(difference Points) int { return law78B.IMPs(difference) }

// IMPs is [IMPs] on this scale.
func (s Scale) IMPs(difference Points) int {
	sign := 1
	if difference < 0 {
		sign, difference = -1, -difference
	}
	n := 0
	for n < len(s.from) && s.from[n] <= difference {
		n++
	}
	return sign * n
}

// Of converts a difference that need not be whole, as a mean of several scores
// gives it: the bound that it has reached counts.
func (s Scale) Of(p *why.Pen, difference why.Value) why.Value {
	n, size := 0, difference.Abs()
	for n < len(s.from) && exact.Int(s.from[n]).Cmp(size) <= 0 {
		n++
	}
	if difference.Sign() < 0 {
		n = -n
	}
	if p == nil {
		return why.Plain(exact.Int(n))
	}
	return p.LookUp(s.name, exact.Int(n), []why.Value{difference}, why.Word("difference", difference.String()))
}
