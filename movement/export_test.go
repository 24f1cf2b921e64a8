package movement

// Order is the order of proposals.
func (w Want) Order(a, b Proposal) int { return w.order(a, b) }
