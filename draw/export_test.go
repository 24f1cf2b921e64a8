package draw

import "github.com/overtrick/overtrick/draw/matching"

// Orders are the orders of a field that is sorted by score, and how many there should be.
func Orders(field []Contestant, open map[int]bool) (list [][]Contestant, count int) {
	for o := range orders(field, open) {
		list = append(list, o)
	}
	return list, countOrders(field, open, 1_000_000)
}

// Matchings draws a round and shows each matching that the draw is made of.
func Matchings(in Input, see func(n int, w matching.Weight, m matching.Matching)) error {
	if err := in.check(); err != nil {
		return err
	}
	_, err := newProblem(&in).draw(see)
	return err
}
