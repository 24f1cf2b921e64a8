package score_test

import (
	"fmt"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// impsOf converts num/den points, with and without a pen.
func impsOf(num, den int64) (int, error) {
	d := why.Plain(exact.Of(num, den))
	silent, written := score.IMPScale().Of(nil, d), score.IMPScale().Of(why.New(), d)
	if !silent.Equal(written.Fraction) {
		return 0, fmt.Errorf("%v without a pen, %v with one", silent, written)
	}
	if err := written.Node().Check(); err != nil {
		return 0, err
	}
	n, _ := silent.Int64()
	return int(n), nil
}
