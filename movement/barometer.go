package movement

// A barometer: in each round all tables play the same boards, everybody meets
// everybody once, and the result is known after each round. P pairs, in round r pair P
// against r, and r+k against r-k, counted around the circle of P-1.
//
// Who of the two sits North-South decides how even it is. For up to 20 tables the best
// was found by trying all, for larger ones by the quadratic residues where P-1 is a
// fitting prime (balance 100), else by exchanging couples as long as that helps.
//
// With a number too few the last pair is the phantom.

// barometerSides say for each number of tables who sits North-South, for k = 1, 2, …:
// r+k (+) or r-k (-). The first of the best.
var barometerSides = []string{
	2:  "+",
	3:  "++",
	4:  "++-",
	5:  "+++-",
	6:  "+-+++",
	7:  "+++-++",
	8:  "++++-++",
	9:  "+++-+-++",
	10: "+--++++-+",
	11: "++++-+--++",
	12: "++++-+-++--",
	13: "+++++-+-++--",
	14: "++++++--++-+-",
	15: "+++---+---+--+",
	16: "++-++-++++---+-",
	17: "+++-++++---+-+++",
	18: "+++-++-++---+++-+",
	19: "+++++-+-++-+--++--",
	20: "++++--+++-++-+---+-",
}

// sidesOf are the sides of a barometer of so many tables: by k, whether r-k sits
// North-South.
func sidesOf(tables int) []bool {
	out := make([]bool, tables)
	switch {
	case tables < len(barometerSides):
		for i, c := range barometerSides[tables] {
			out[i+1] = c == '-'
		}
	case closedForm(tables):
		residue := residues(2*tables - 1)
		for k := 1; k < tables; k++ {
			out[k] = !residue[k]
		}
	default:
		improveSides(out)
	}
	return out
}

// improveSides exchanges couples as long as that makes the competition more even.
func improveSides(sides []bool) {
	least := circleSquares(sides)
	for better := true; better; {
		better = false
		for k := 1; k < len(sides); k++ {
			sides[k] = !sides[k]
			if now := circleSquares(sides); now < least {
				least, better = now, true
			} else {
				sides[k] = !sides[k]
			}
		}
	}
}

// circleSquares adds up the squares of the competition of a pair in the circle with
// the others there. It is the same for each of them; with the last pair they all
// compete alike.
func circleSquares(sides []bool) int {
	tables, n := len(sides), 2*len(sides)-1
	direction := make([]int, n) // of the pair that sits so far from the one that meets the last
	direction[0] = -1
	for k := 1; k < tables; k++ {
		direction[k], direction[n-k] = 1, -1
		if sides[k] {
			direction[k], direction[n-k] = -1, 1
		}
	}
	sum := 0
	for d := 1; d < tables; d++ {
		c := tables
		for x, one := range direction {
			c += one * direction[(x+d)%n]
		}
		sum += c * c
	}
	return sum
}

// maxCircle is the largest number of tables of a barometer or an endless Howell.
const maxCircle = 40

// circleRounds are the rounds in which each of 2T pairs meets each.
func circleRounds(tables int) []int { return []int{2*tables - 1} }

// circle seats the pairs of a barometer or an endless Howell: by k, whether r-k sits
// North-South.
func (m *Movement) circle(sides []bool) {
	n := 2*m.Tables - 1
	for r := 1; r <= m.Rounds; r++ {
		m.Seat(1, r, n+1, r, r)
		for k := 1; k < m.Tables; k++ {
			ns, ew := wrap(r+k, n), wrap(r-k, n)
			if sides[k] {
				ns, ew = ew, ns
			}
			m.Seat(k+1, r, ns, ew, r)
		}
	}
}

func makeBarometer(ask Ask) (*Movement, error) {
	if err := ask.only("barometer", false); err != nil {
		return nil, err
	}
	rounds, err := ask.rounds("barometer", circleRounds(ask.Tables))
	if err != nil {
		return nil, err
	}
	m := New("barometer", Pairs, 1, ask.Tables, rounds, rounds)
	m.circle(sidesOf(ask.Tables))
	return m, nil
}
