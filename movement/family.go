package movement

import (
	"github.com/overtrick/overtrick/bridge"
)

// Family is one way to move, for many sizes of field.
type Family struct {
	Name    string // as in files and commands: "share_relay"
	Kind    Kind
	Winners int // as it is made; an arrow switch makes two winners one

	// Sizes are the smallest and the largest number of tables; a size between may
	// still be impossible.
	Sizes [2]int

	// Rounds are the numbers of rounds that it can have at so many tables, in
	// ascending order, the usual one last; empty: none, as Make says.
	Rounds func(tables int) []int

	make func(Ask) (*Movement, error)
}

// Ask is what is wanted of a family. The zero value of a field leaves the choice to
// the family.
type Ask struct {
	Tables    int
	Rounds    int // 0: the usual number
	SkipAfter int // 0: in the middle
	Players   int // individuals: how many, where they do not fill the tables
	Variant   string
}

// families are all that there are, in the order of the list that people see.
var families = []Family{}

// Families lists all families.
func Families() []Family { return append([]Family(nil), families...) }

// Make makes the movement of a family. A size that has none is refused, with what
// there is instead.
func Make(family string, ask Ask) (*Movement, error) {
	for _, f := range families {
		if f.Name == family {
			return f.Make(ask)
		}
	}
	return nil, bridge.Errorf(bridge.NotFound, "movement.family", "no movement is called %q", family)
}

// Make makes the movement of this family. A size that has none is refused, with what
// there is instead.
func (f Family) Make(ask Ask) (*Movement, error) {
	if ask.Tables < f.Sizes[0] || ask.Tables > f.Sizes[1] {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.tables", "%s for %d tables: there are movements for %d to %d", f.Name, ask.Tables, f.Sizes[0], f.Sizes[1])
	}
	return f.make(ask)
}
