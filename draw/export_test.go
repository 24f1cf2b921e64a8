package draw

import "github.com/overtrick/overtrick/draw/matching"

// Matchings draws a round and shows each matching that the draw is made of.
func Matchings(in Input, see func(n int, w matching.Weight, m matching.Matching)) error {
	if err := in.check(); err != nil {
		return err
	}
	_, err := newProblem(&in).draw(see)
	return err
}
