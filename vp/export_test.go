package vp

// Compute makes the continuous and the discrete table without keeping them.
func Compute(boards int) {
	_, _ = continuous(boards)
	discrete(boards)
}
