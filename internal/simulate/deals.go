package simulate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/internal/seed"
)

// Span is a range of whole numbers, both ends included.
type Span struct{ From, To int }

// Has reports whether n is in the range.
func (s Span) Has(n int) bool { return s.From <= n && n <= s.To }

// Condition is what a hand, or the two hands of a side together, must be like.
// The zero value is no condition.
type Condition struct {
	Points   Span    // high-card points; the zero value: any
	Suits    [4]Span // lengths of spades, hearts, diamonds, clubs; the zero value: any
	Patterns []dd.Shape
	Exact    []dd.Shape
	text     string
}

// String gives the condition as it was written.
func (c *Condition) String() string { return c.text }

// anyLength is the range of a suit that is free.
var anyLength = Span{0, 26}

// ParseCondition reads what a hand must be like: parts with spaces or commas
// between them, of which each must hold.
//
//	15-17       high-card points; 12+ is at least, 11 is exactly
//	S5+ H2-3 D4 lengths of suits
//	balanced    4-3-3-3, 4-4-3-2 or 5-3-3-2
//	5431        a pattern, whichever suits; several: one of them
//	5=4=3=1     spades, hearts, diamonds, clubs; several: one of them
func ParseCondition(s string) (Condition, error) {
	c := Condition{Points: Span{0, 40}, text: strings.TrimSpace(s)}
	for i := range c.Suits {
		c.Suits[i] = anyLength
	}
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == ',' }) {
		if !c.add(part) {
			return Condition{}, bridge.Errorf(bridge.Invalid, "deal.condition", "condition %q: want points (15-17, 12+), lengths (S5+), a shape (5431, 5=4=3=1) or balanced", part)
		}
	}
	return c, nil
}

func (c *Condition) add(part string) bool {
	if strings.EqualFold(part, "balanced") {
		c.Patterns = append(c.Patterns, dd.Shape{4, 3, 3, 3}, dd.Shape{4, 4, 3, 2}, dd.Shape{5, 3, 3, 2})
		return true
	}
	if i := strings.IndexByte("SHDC", part[0]&^0x20); i >= 0 && len(part) > 1 {
		span, ok := spanOf(part[1:], 26)
		c.Suits[i] = span
		return ok
	}
	if lengths := strings.Split(part, "="); len(lengths) == 4 {
		var s dd.Shape
		sum := 0
		for i, text := range lengths {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > 13 {
				return false
			}
			s[i] = n
			sum += n
		}
		c.Exact = append(c.Exact, s)
		return sum == 13
	}
	if len(part) == 4 && strings.Trim(part, "0123456789") == "" {
		var s dd.Shape
		sum := 0
		for i := range s {
			s[i] = int(part[i] - '0')
			sum += s[i]
		}
		c.Patterns = append(c.Patterns, s.Pattern())
		return sum == 13
	}
	span, ok := spanOf(part, 40)
	c.Points = span
	return ok
}

// spanOf reads 15-17, 12+ or 11.
func spanOf(s string, most int) (Span, bool) {
	from, to, ranged := strings.Cut(s, "-")
	if rest, open := strings.CutSuffix(s, "+"); open {
		from, to, ranged = rest, strconv.Itoa(most), true
	}
	if !ranged {
		to = from
	}
	a, err1 := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	return Span{a, b}, err1 == nil && err2 == nil && 0 <= a && a <= b && b <= most
}

// holds reports whether hands are like that; of two hands points and lengths are
// added.
func (c *Condition) holds(hands ...bridge.Hand) bool {
	points := 0
	var shape dd.Shape
	for _, h := range hands {
		points += dd.Points(h)
		for i, n := range dd.ShapeOf(h) {
			shape[i] += n
		}
	}
	if c.text == "" {
		return true
	}
	if !c.Points.Has(points) {
		return false
	}
	for i, n := range shape {
		if !c.Suits[i].Has(n) {
			return false
		}
	}
	return len(c.Patterns)+len(c.Exact) == 0 || slices.Contains(c.Patterns, shape.Pattern()) || slices.Contains(c.Exact, shape)
}

// Conditions are those of a deal.
type Conditions struct {
	Seats [4]Condition // North first, clockwise
	Sides bridge.BySide[Condition]
}

// holds reports whether a deal is like that.
func (c *Conditions) holds(d bridge.Deal) bool {
	for i, seat := range bridge.Seats {
		if c.Seats[i].text != "" && !c.Seats[i].holds(d.Hand(seat)) {
			return false
		}
	}
	for _, side := range bridge.Sides {
		of := c.Sides.Of(side)
		if seat := bridge.Seat(side); of.text != "" && !of.holds(d.Hand(seat), d.Hand(seat.Partner())) {
			return false
		}
	}
	return true
}

// tries is how often a board is dealt before its conditions count as impossible.
const tries = 1_000_000

// Deals deals so many boards at random; a deal that does not fit the conditions
// is thrown away, so that all that fit are equally likely. The same seed and
// conditions give the same deals in every release.
//
// The error has code [bridge.NoSolution] if a million deals of a board did not
// fit.
func Deals(s uint64, boards int, c Conditions) ([]bridge.Deal, error) {
	random := seed.New(s)
	var pack [52]bridge.Card
	for i := range pack {
		pack[i] = bridge.Card(i + 1)
	}
	out := make([]bridge.Deal, 0, boards)
	for n := range boards {
		found := false
		for range tries {
			random.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
			var h [4]bridge.Hand
			for i := range h {
				h[i] = bridge.HandOf(pack[13*i : 13*i+13]...)
			}
			d, err := bridge.NewDeal(h[0], h[1], h[2], h[3])
			if err != nil {
				return nil, err
			}
			if found = c.holds(d); found {
				out = append(out, d)
				break
			}
		}
		if !found {
			return nil, bridge.Errorf(bridge.NoSolution, "deal.impossible", "board %d: none of %d deals fits the conditions", n+1, tries)
		}
	}
	return out, nil
}
