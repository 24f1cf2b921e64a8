package movement

// cycle makes the rounds from one on out of a first one, in a circle: from a round to
// the next one all numbers up to n go up by one, and the sets too; the numbers above n
// stay. Sets go around in circles of n: 1 … n, n+1 … 2n.
func (m *Movement) cycle(starter []string, n, from, rounds int) error {
	for t, cell := range starter {
		first, err := parseSlot(Slot{Table: t + 1, Round: from}, cell, m.Kind, m.Sets)
		if err != nil {
			return err
		}
		for step := range rounds {
			turn := func(who Who) Who {
				for i, x := range who {
					if x > 0 && x <= n {
						who[i] = wrap(x+step, n)
					}
				}
				return who
			}
			s := m.At(t+1, from+step)
			s.NS, s.EW = turn(first.NS), turn(first.EW)
			s.Set = (first.Set-1)/n*n + wrap(first.Set+step, n)
		}
	}
	return nil
}
