package vp

// Compute makes the continuous and the discrete table without keeping them.
func Compute(boards int) {
	continuous(boards)
	discrete(boards)
}
