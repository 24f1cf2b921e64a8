package field

import (
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// HalfBoard is the factor of a carry-over in which a board of the stage before
// weighs half a board of the next one (EBU White Book 3.8): FT/(2·QT) for tops QT
// before and FT now. Where boards have no top, as at IMPs, it is a half.
func HalfBoard(p *why.Pen, before, now why.Value) why.Value {
	if before.Sign() == 0 || now.Sign() == 0 {
		return p.Quotient("carry.half", p.Given("carry.one", exact.Int(1)), p.Given("carry.two", exact.Int(2)))
	}
	return p.Quotient("carry.half", now, p.Product("carry.twice", []why.Value{before}, why.Int("two", 2)))
}
