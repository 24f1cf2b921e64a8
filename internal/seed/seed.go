// Package seed is the one generator of numbers from a seed. The same seed gives
// the same numbers in every release, so that a draw or a simulated evening can
// be repeated years later.
package seed

// Source is splitmix64: a sequence of 64-bit numbers that follows from its seed
// alone. The zero value is the source of seed 0.
type Source struct{ state uint64 }

// New starts the sequence of a seed.
func New(seed uint64) *Source { return &Source{state: seed} }

// Next gives the next number.
func (s *Source) Next() uint64 {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below gives the next number modulo n, 0 to n-1. The bias is below n/2^64.
func (s *Source) Below(n int) int { return int(s.Next() % uint64(n)) }

// Shuffle swaps n things into a random order, from the last one down.
func (s *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i >= 1; i-- {
		swap(i, s.Below(i+1))
	}
}
